"""Boards as drawings (SVG), from their declared shapes: spaces with their names, and the spaces that have names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from markupsafe import Markup

from dsl.world import BoardInfo

SCALE = 60  # of a space's width, in the units of the drawing
MARGIN = 36


def drawing(board: BoardInfo, name: str, title: str, description: str, pieces: Mapping[int, str]) -> Markup:
    """The board, of several equal ones the first; `pieces` are texts for its spaces, drawn beneath their names.

    It is a figure with a title and a description for those who cannot see it; `name` tells it from others on a page.
    """
    centres = [(x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in board.one.centres]
    width = max(x for x, _ in centres) + MARGIN
    height = max(y for _, y in centres) + MARGIN
    lines = [
        '<figure class="board">',
        f'<svg viewBox="0 0 {short(width)} {short(height)}" role="img" aria-labelledby="{name}-title {name}-text" '
        f'style="max-width: {short(width)}px" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{name}-title">{escape(title)}</title>',
        f'<desc id="{name}-text">{escape(description)}</desc>',
        *spaces(board, centres, pieces),
        "</svg>",
        f"<figcaption>{escape(title)}</figcaption>",
        "</figure>",
    ]
    return Markup("\n".join(lines))


def spaces(board: BoardInfo, centres: list[tuple[float, float]], pieces: Mapping[int, str]) -> Iterator[str]:
    """Every space with its outline, its name, and what stands on it."""
    corners = [(x * SCALE, y * SCALE) for x, y in board.one.outline]
    spots = {number - board.spaces.start: spot for spot, number in board.spots.items()}
    for number, (x, y) in enumerate(centres):
        outline = " ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in corners)
        css = "space spot" if number in spots else "space"
        yield f'<polygon class="{css}" points="{outline}"/>'
        yield label(x, y + (-6 if number in spots or number in pieces else 4), board.one.names[number], "name")
        if number in pieces:
            yield label(x, y + 10, pieces[number], "piece")
        elif number in spots:
            yield label(x, y + 10, spots[number], "mark")


def label(x: float, y: float, content: str, css: str) -> str:
    return f'<text class="{css}" x="{short(x)}" y="{short(y)}">{escape(content)}</text>'


def short(number: float) -> str:
    """A number with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")
