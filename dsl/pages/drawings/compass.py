"""The directions of a board as a drawing (SVG): a space with a line for each, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot

from markupsafe import Markup

from dsl.board.shapes import Shape
from dsl.pages.cards.paper import width
from dsl.pages.drawings.boards import figure
from dsl.pages.drawings.lettering import short

SPACE = 34  # how wide the space is, in the units of the drawing
LINE = (0.78, 1.05)  # where a line begins and ends, in widths of the space
HEAD = 4  # how long the sides of its head are
NAME = 1.3  # where a name stands
LETTER, PIXELS = 11, 1.2  # and how large letters are shown
HIGH = 2 * (NAME * SPACE + LETTER)


def compass(shape: Shape, names: Sequence[str], name: str, title: str) -> Markup:
    """The directions of a shape that lead the same way from everywhere, as they are called; `name` tells the drawing
    from others on a page."""
    wide = 2 * (NAME * SPACE + max(map(width, names)) * LETTER)
    told = ", ".join(names)
    return figure(
        "compass",
        name,
        title,
        told,
        (wide, HIGH),
        f"max-width: {short(PIXELS * wide)}px",
        drawn(shape, names, wide / 2),
    )


def drawn(shape: Shape, names: Sequence[str], middle: float) -> Iterator[str]:
    assert shape.lattice is not None
    corners = " ".join(f"{short(middle + x * SPACE)},{short(HIGH / 2 + y * SPACE)}" for x, y in shape.outline)
    yield f'<polygon class="space" points="{corners}"/>'
    for step, name in zip(shape.lattice.steps, names, strict=True):
        x, y = shape.lattice.centre(*step)
        x, y = x / hypot(x, y) * SPACE, y / hypot(x, y) * SPACE
        start, end = (f"{short(middle + x * far)} {short(HIGH / 2 + y * far)}" for far in LINE)
        (dx, dy), (a, b) = (HEAD * x / SPACE, HEAD * y / SPACE), (middle + x * LINE[1], HIGH / 2 + y * LINE[1])
        sides = [f"{short(a - dx + side * dy)} {short(b - dy - side * dx)}" for side in (1, -1)]
        yield f'<path class="way" d="M{start}L{end}M{sides[0]}L{end}L{sides[1]}"/>'
        anchor = "middle" if abs(x) < 1 else "start" if x > 0 else "end"
        place = f'x="{short(middle + x * NAME)}" y="{short(HIGH / 2 + y * NAME + LETTER / 3)}"'
        yield f'<text {place} text-anchor="{anchor}" font-size="{LETTER}">{escape(name)}</text>'
