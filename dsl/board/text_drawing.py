"""A board drawn in text, with coordinates on its edges. Plain data, so that it can be kept with a program."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """Spaces beside one another, from left to right, between two labels; `indent` is in halves of a space."""

    spaces: tuple[int, ...]
    left: str
    right: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from the top; `header` and `footer` label the spaces of the first and of the last row, or are empty."""

    rows: tuple[Row, ...]
    header: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()


def draw(layout: Layout, cell_text: Callable[[int], str], marked: Container[int] = ()) -> str:
    """The board as lines of text without trailing blanks; `cell_text` gives a space's content, one line each.

    Spaces that are `marked` stand in brackets.
    """
    texts = [[cell_text(space) for space in row.spaces] for row in layout.rows]
    width = max(len(text) for row in [*texts, layout.header, layout.footer] for text in row)
    margin = max(len(row.left) for row in layout.rows)
    lines = list(zip(layout.rows, texts, strict=True))
    if layout.header:
        lines.insert(0, (Row((), "", "", layout.rows[0].indent), list(layout.header)))
    if layout.footer:
        lines.append((Row((), "", "", layout.rows[-1].indent), list(layout.footer)))
    return "\n".join(_band(row, content, width, margin, marked) for row, content in lines)


def bands(layout: Layout, names: Sequence[str], cell: int, room: int) -> list[Layout]:
    """What is drawn below one another, each in lines of at most `room` characters where that can be.

    Of a track, whose spaces have no columns together, as many as there is room for in each line stand under their
    `names`; of a space `cell` characters are drawn.
    """
    if layout.header or layout.footer or any(row.indent for row in layout.rows):
        return [layout]
    width = max(cell, *map(len, names))
    most = max(1, (room - 1) // (width + _gap(width)))
    runs = [run for row in layout.rows for run in _runs(row.spaces, most)]
    return [Layout((Row(run, ""),), tuple(names[space].center(width) for space in run)) for run in runs]


def _runs(spaces: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """The spaces in runs of at most so many, as equal as can be."""
    size = -(-len(spaces) // -(-len(spaces) // most))
    return [tuple(spaces[start : start + size]) for start in range(0, len(spaces), size)]


def _gap(width: int) -> int:
    """A space and the gap after it are an even number of characters, so that half a space is a whole number of them."""
    return 1 if width % 2 else 2


def _band(row: Row, texts: Sequence[str], width: int, margin: int, marked: Container[int]) -> str:
    gap = _gap(width)
    indent = " " * (row.indent * (width + gap) // 2)
    gaps = [" ", *[" " * gap] * (len(texts) - 1), " "]
    for number, space in enumerate(row.spaces):
        if space in marked:
            gaps[number] = "|" if gaps[number] == ")" else f"{gaps[number][:-1]}("
            gaps[number + 1] = f"){gaps[number + 1][1:]}"
    content = "".join(before + text.center(width) for before, text in zip(gaps, texts, strict=False))
    return f"{indent}{row.left:>{margin}}{content}{gaps[-1]}{row.right}".rstrip()
