"""Boards as drawings (SVG), from their declared shapes: spaces with their names, and the spaces that have names."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from dsl.board.scene import Standing
from dsl.model.world import BoardInfo
from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import Room, Sizes, block, fitted, short

SCALE = 60  # of a space's width, in the units of the drawing
MARGIN = 36
RADIUS = 23  # of what stands on a space and is somebody's
LETTERS = (12, 3)  # of what stands there, the largest and the smallest
IN_DISC, UNDER_NAME = (-20, -13, 40, 26), (-25, -3, 50, 20)  # where its letters have room, around the middle of a space
MOST = 12  # spaces of a track beside one another
BETWEEN = 1.35  # from row to row of a track that is drawn in several
INNER = 0.8  # of a space is what shows that it is in a list, where nobody owns it
LINE, SAMPLE, LABEL = 42, 30, 19  # of the legend: how high a line is, how wide a sample, how large the letters
COLOURS = ("white", "black", "red", "blue", "yellow", "green", "orange", "purple", "brown", "pink", "grey")


@dataclass(frozen=True)
class Token:
    """What is drawn on a space: a text; where it is somebody's, in a disc (`css` is its colour)."""

    text: str
    css: str = ""


@dataclass(frozen=True)
class Lot:
    """Spaces that a table names, in words; each has a style, a colour (`own …`) or that of the table (`lot …`), of
    which the `samples` say what it means, or a mark that says what is told of it."""

    told: str
    styles: Mapping[int, str]
    samples: tuple[tuple[str, str], ...]
    marks: Mapping[int, str]


def tokens(pieces: Mapping[int, Standing], seats: Sequence[str], told: Callable[[Standing], str]) -> dict[int, Token]:
    """What stands on the spaces, as it is told. Seats that are called like a colour have that colour, others light or
    dark discs."""
    return {space: Token(told(piece), colour(piece.seat, seats)) for space, piece in pieces.items()}


def colour(seat: int, seats: Sequence[str]) -> str:
    if seat < 0:
        return ""
    name = seats[seat].lower()
    return name if name in COLOURS else COLOURS[seat % len(COLOURS)]


def said_colour(words: Iterable[str]) -> str:
    """The first colour among words, or nothing."""
    return next((word for word in map(str.lower, words) if word in COLOURS), "")


def drawing(
    board: BoardInfo,
    name: str,
    title: str,
    description: str,
    pieces: Mapping[int, Token],
    spots: Mapping[int, str],
    lots: Sequence[Lot] = (),
) -> Markup:
    """The board, of several equal ones the first; `pieces` are drawn on its spaces, those that are nobody's beneath
    the space's name, `spots` are the spaces that are called something, `lots` those that tables name.

    It is a figure with a title and a description for those who cannot see it; `name` tells it from others on a page.
    """
    wide, high = size(board, lots)
    lines = spaces(board, pieces, spots, lots)
    return figure("board", name, title, description, (wide, high), f"max-width: {short(wide)}px", lines)


def figure(
    css: str, name: str, title: str, description: str, size: tuple[float, float], style: str, lines: Iterable[str]
) -> Markup:
    """A picture of so much width and height, with a title that is shown and a description that is read out."""
    parts = [
        f'<figure class="{css}">',
        f'<svg viewBox="0 0 {short(size[0])} {short(size[1])}" role="img" aria-labelledby="{name}-title {name}-text" '
        f'style="{style}" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{name}-title">{escape(title)}</title>',
        f'<desc id="{name}-text">{escape(description)}</desc>',
        *lines,
        "</svg>",
        f"<figcaption>{escape(title[:1].upper() + title[1:])}</figcaption>",
        "</figure>",
    ]
    return Markup("\n".join(parts))


def size(board: BoardInfo, lots: Sequence[Lot] = ()) -> tuple[float, float]:
    """How wide and how high the drawing of a board is, with the legend below it."""
    placed = centres(board)
    wide, high = max(x for x, _ in placed) + MARGIN, max(y for _, y in placed) + MARGIN
    lines = [row for row, _, _, _ in entries(lots, wide)]
    return wide, high + LINE * (lines[-1] + 1 if lines else 0)


def entries(lots: Sequence[Lot], wide: float) -> Iterator[tuple[int, float, str, str]]:
    """The legend: in which line and how far from the left each sample stands, its style and what it means."""
    row, left = 0, MARGIN / 2
    for css, told in (sample for lot in lots for sample in lot.samples):
        room = SAMPLE + LABEL * (width(told) + 2)
        if left > MARGIN / 2 and left + room > wide:
            row, left = row + 1, MARGIN / 2
        yield row, left, css, told
        left += room


def legend(board: BoardInfo, lots: Sequence[Lot]) -> Iterator[str]:
    """What the styles of spaces mean, below the board."""
    wide, high = size(board)
    small = [(x * SAMPLE, y * SAMPLE) for x, y in board.one.outline]
    for row, left, css, told in entries(lots, wide):
        x, y = left + SAMPLE / 2, high + (row + 0.5) * LINE
        yield from space(x, y, small, css)
        place = f'x="{short(left + SAMPLE + LABEL / 2)}" y="{short(y + LABEL / 3)}"'
        yield f'<text class="key" {place} font-size="{LABEL}">{escape(told)}</text>'


def centres(board: BoardInfo) -> list[tuple[float, float]]:
    """Where the spaces of a board are drawn; a long track stands in several rows of equal length."""
    places = board.one.centres
    if board.word == "line" and len(places) > MOST:
        each = -(-len(places) // -(-len(places) // MOST))
        places = tuple((number % each, number // each * BETWEEN) for number in range(len(places)))
    return [(x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in places]


def spaces(
    board: BoardInfo, pieces: Mapping[int, Token], spots: Mapping[int, str], lots: Sequence[Lot] = ()
) -> Iterator[str]:
    """Every space with its outline, its name, and what stands on it; below all what their styles mean."""
    corners = [(x * SCALE, y * SCALE) for x, y in board.one.outline]
    styles = {number: css for lot in lots for number, css in lot.styles.items()}
    marks = {number: mark for lot in lots for number, mark in lot.marks.items()} | dict(spots)
    alike = min((fitted((mark,), *UNDER_NAME[2:], LETTERS, bold=True)[0] for mark in marks.values()), default=0.0)
    yield from rings(board)
    yield from filter(None, (joins(board),))
    for number, (x, y) in enumerate(centres(board)):
        yield from space(x, y, corners, "spot" if number in spots else styles.get(number, ""))
        token = pieces.get(number)
        if token is not None and token.css:
            yield from disc(x, y, token)
            continue
        mark = token.text if token is not None else marks.get(number)
        yield name(x, y + (4 if mark is None else -6), board.one.names[number])
        if mark is not None:
            letters = LETTERS if token is not None else (alike, LETTERS[1])
            yield from beside(x, y, mark, UNDER_NAME, "mark" if token is None else "piece", letters)
    yield from legend(board, lots)


def rings(board: BoardInfo) -> Iterator[str]:
    """Lines along the rings of a board that has some."""
    if board.one.lattice is None and board.one.directions:
        placed = centres(board)
        for row in board.one.layout.rows:
            corners = " ".join(f"{short(placed[number][0])},{short(placed[number][1])}" for number in row.spaces)
            yield f'<polygon class="ring" points="{corners}"/>'


def joins(board: BoardInfo, shown: Container[int] | None = None) -> str:
    """The lines that join spaces, from rim to rim; only of those that are shown."""
    placed = centres(board)
    pairs = ((a, b) for a, b in board.one.joined if shown is None or (a in shown and b in shown))
    lines = " ".join(
        f"M{short(placed[a][0])} {short(placed[a][1])}L{short(placed[b][0])} {short(placed[b][1])}" for a, b in pairs
    )
    return f'<path class="ring" d="{lines}"/>' if lines else ""


def space(x: float, y: float, corners: Sequence[tuple[float, float]], css: str) -> Iterator[str]:
    """The outline of a space in a style; one that shows a list has another inside."""
    yield outline(x, y, corners, f"space {css}".strip() if not css.startswith("lot") else "space")
    if css.startswith("lot"):
        yield outline(x, y, [(INNER * dx, INNER * dy) for dx, dy in corners], css)


def outline(x: float, y: float, corners: Sequence[tuple[float, float]], css: str) -> str:
    points = " ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in corners)
    return f'<polygon class="{css}" points="{points}"/>'


def disc(x: float, y: float, token: Token) -> Iterator[str]:
    """Something of somebody's."""
    yield f'<circle class="token {token.css}" cx="{short(x)}" cy="{short(y)}" r="{RADIUS}"/>'
    yield from beside(x, y, token.text, IN_DISC, f"on {token.css}")


def beside(x: float, y: float, text: str, room: Room, css: str, letters: Sizes = LETTERS) -> Iterator[str]:
    """A text in a room that lies so around a place."""
    left, top, wide, high = room
    yield from block((text,), (x + left, y + top, wide, high), letters, css, bold=True)


def name(x: float, y: float, text: str) -> str:
    """The name of a space."""
    return f'<text class="name" x="{short(x)}" y="{short(y)}">{escape(text)}</text>'
