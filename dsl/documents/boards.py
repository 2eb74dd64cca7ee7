"""Boards as drawings (SVG), from their declared shapes: spaces with their names, and the spaces that have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from dsl.documents.lettering import Room, block, short
from dsl.scene import Standing
from dsl.world import BoardInfo

SCALE = 60  # of a space's width, in the units of the drawing
MARGIN = 36
RADIUS = 23  # of what stands on a space and is somebody's
LETTERS = (12, 3)  # of what stands there, the largest and the smallest
IN_DISC, UNDER_NAME = (-20, -13, 40, 26), (-25, -3, 50, 20)  # where its letters have room, around the middle of a space
MOST = 12  # spaces of a track beside one another
BETWEEN = 1.35  # from row to row of a track that is drawn in several
COLOURS = ("white", "black", "red", "blue", "yellow", "green", "orange", "purple", "brown", "pink", "grey")


@dataclass(frozen=True)
class Token:
    """What is drawn on a space: a text; where it is somebody's, in a disc (`css` is its colour)."""

    text: str
    css: str = ""


def tokens(pieces: Mapping[int, Standing], seats: Sequence[str], told: Callable[[Standing], str]) -> dict[int, Token]:
    """What stands on the spaces, as it is told. Seats that are called like a colour have that colour, others light or
    dark discs."""
    return {space: Token(told(piece), colour(piece.seat, seats)) for space, piece in pieces.items()}


def colour(seat: int, seats: Sequence[str]) -> str:
    if seat < 0:
        return ""
    name = seats[seat].lower()
    return name if name in COLOURS else COLOURS[seat % len(COLOURS)]


def drawing(
    board: BoardInfo,
    name: str,
    title: str,
    description: str,
    pieces: Mapping[int, Token],
    spots: Mapping[int, str],
) -> Markup:
    """The board, of several equal ones the first; `pieces` are drawn on its spaces, those that are nobody's beneath
    the space's name, `spots` are the spaces that are called something.

    It is a figure with a title and a description for those who cannot see it; `name` tells it from others on a page.
    """
    width, height = size(board)
    lines = spaces(board, pieces, spots)
    return figure("board", name, title, description, (width, height), f"max-width: {short(width)}px", lines)


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
        f"<figcaption>{escape(title)}</figcaption>",
        "</figure>",
    ]
    return Markup("\n".join(parts))


def size(board: BoardInfo) -> tuple[float, float]:
    """How wide and how high the drawing of a board is."""
    placed = centres(board)
    return max(x for x, _ in placed) + MARGIN, max(y for _, y in placed) + MARGIN


def centres(board: BoardInfo) -> list[tuple[float, float]]:
    """Where the spaces of a board are drawn; a long track stands in several rows of equal length."""
    places = board.one.centres
    if board.word == "line" and len(places) > MOST:
        each = -(-len(places) // -(-len(places) // MOST))
        places = tuple((number % each, number // each * BETWEEN) for number in range(len(places)))
    return [(x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in places]


def spaces(board: BoardInfo, pieces: Mapping[int, Token], spots: Mapping[int, str]) -> Iterator[str]:
    """Every space with its outline, its name, and what stands on it."""
    corners = [(x * SCALE, y * SCALE) for x, y in board.one.outline]
    for number, (x, y) in enumerate(centres(board)):
        outline = " ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in corners)
        css = "space spot" if number in spots else "space"
        yield f'<polygon class="{css}" points="{outline}"/>'
        token = pieces.get(number)
        if token is not None and token.css:
            yield from disc(x, y, token)
            continue
        mark = token.text if token is not None else spots.get(number)
        yield name(x, y + (4 if mark is None else -6), board.one.names[number])
        if mark is not None:
            yield from beside(x, y, mark, UNDER_NAME, "mark" if token is None else "piece")


def disc(x: float, y: float, token: Token) -> Iterator[str]:
    """Something of somebody's."""
    yield f'<circle class="token {token.css}" cx="{short(x)}" cy="{short(y)}" r="{RADIUS}"/>'
    yield from beside(x, y, token.text, IN_DISC, f"on {token.css}")


def beside(x: float, y: float, text: str, room: Room, css: str) -> Iterator[str]:
    """A text in a room that lies so around a place."""
    left, top, wide, high = room
    yield from block((text,), (x + left, y + top, wide, high), LETTERS, css, bold=True)


def name(x: float, y: float, text: str) -> str:
    """The name of a space."""
    return f'<text class="name" x="{short(x)}" y="{short(y)}">{escape(text)}</text>'
