"""The page about boards, tracks and dice: every shape with a small drawing, its directions, and small rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dsl import resources
from dsl.board.shapes import PATTERNS, Shape, shape_of
from dsl.board.text_drawing import Layout, draw

SMALL: dict[str, tuple[tuple[int, ...], str]] = {
    "hexagon": ((3,), "C3"),
    "flat-hexagon": ((3,), "C3"),
    "grid": ((4, 3), "B2"),
    "grid-with-corners": ((4, 3), "B2"),
    "open-grid": ((5, 3), "X0Y0"),
    "hex-rectangle": ((4, 3), "B2"),
    "hex-rhombus": ((4, 3), "B2"),
    "network": ((4, 3), "B2"),
    "line": ((6,), "S3"),
    "ring": ((6,), "S6"),
    "ring-board": ((4, 8), "B1"),
}  # what is drawn of each shape, and the space whose steps are shown
NAMES = {
    "hexagon": "Hexes with a point up, so many to a side. Rows are A, B, … from the top; in each row the spaces count "
    "from 1 at the left.",
    "flat-hexagon": "Hexes with a side up, so many to a side. Columns are A, B, … from the left; in each the "
    "spaces count from 1 at the top. In the drawing each line is half a hex lower.",
    "grid": "Squares. Files are A, B, … from the left, ranks count from 1 at the bottom. Squares with a side in common "
    "are neighbours; the diagonal directions lead over corners and make no neighbours.",
    "grid-with-corners": "As a grid, but squares with only a corner in common are neighbours, too: distances are those "
    "of a king in chess.",
    "open-grid": "As a grid, but around X0Y0 in the middle: X grows to the east, Y to the north. Both numbers are odd.",
    "hex-rectangle": "Hexes with a point up in rows: every other row, from the second on, stands half a space further "
    "right. Columns are A, B, … from the left, rows count from 1 at the top.",
    "hex-rhombus": "As a hex-rectangle, but each row stands half a space further right than the one above.",
    "network": "Spaces that lie, and are called, as those of a grid, and are neighbours only where a line joins them: "
    "`B2 is joined to C3, A1`. It has no directions.",
    "line": "A track: spaces in a row, S1, S2, … from the left.",
    "ring": "A track without an end: S1, S2, … clockwise from the top. The drawing in text shows it as a row.",
    "ring-board": "Rings around one another: A is the innermost, and each counts from 1 at the top, clockwise. Spaces "
    "are neighbours along their ring only. The drawing in text shows each ring as a row.",
}
RULEBOOKS = {"A track": "track.rules", "Dice": "dice.rules"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A shape as the page shows it: from `space`, `steps` are its directions with the space that each leads to."""

    word: str
    sentence: str
    names: str
    drawing: str
    space: str
    steps: tuple[tuple[str, str], ...]


def shapes() -> list[Shown]:
    """Every shape of the language, in the order in which messages name them."""
    return [shown(word) for word in PATTERNS]


def shown(word: str) -> Shown:
    sizes, space = SMALL[word]
    shape = shape_of(word, sizes)
    bare = Layout(tuple(replace(row, left="", right="") for row in shape.layout.rows))
    drawing = draw(bare, lambda number: shape.names[number])
    article = "an" if word[0] in "aeiou" else "a"
    sentence = f"made of Cells in {article} {word} of {' by '.join(map(str, sizes))}"
    return Shown(word, sentence, NAMES[word], drawing, space, tuple(steps(shape, space)))


def steps(shape: Shape, name: str) -> list[tuple[str, str]]:
    """The directions in clockwise order, each with the space one step on; marked where that is no neighbour."""
    at = shape.names.index(name)
    ways = [(d.name, row[at]) for d, row in zip(shape.directions, shape.neighbour, strict=True) if row[at] >= 0]
    return [(way, shape.names[to] + ("" if shape.adjacent[at] >> to & 1 else " (no neighbour)")) for way, to in ways]


def rulebooks(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Small rulebooks of a page, of which the files are known by their titles: (title, text)."""
    folder = resources.folder("reference")
    return [(title, (folder / name).read_text(encoding="utf-8")) for title, name in names.items()]
