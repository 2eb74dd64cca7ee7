"""Pieces of which the rules count how many rings of a board, from the innermost, are so and so: printed as strips that
are laid on these rings, the innermost as a disc. All lengths are those of the board's drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from dsl import model
from dsl.builtins import RING
from dsl.model.conditions import Compare
from dsl.model.expressions import BuiltIn, Count
from dsl.model.world import BoardInfo, Kind
from dsl.pages.drawings.layouts import Layout
from dsl.pages.drawings.lettering import Room, block, short

LETTERS = (16.0, 8.0)  # the largest and the smallest on a strip
RESERVE = 0.9  # of the room at the narrowest is counted on


def covering(book: model.Rulebook) -> dict[Kind, BoardInfo]:
    """The kinds of such pieces, each with its board: "a Space is covered when the ring of the Space is at most the
    number of Lids in the Middle"."""
    boards = {board.spaces: board for board in book.world.boards.values() if board.word == "ring-board"}
    nobodys = {info.kind for info in book.world.piece_infos.values() if max(info.owners, default=0) < 0}
    found: dict[Kind, BoardInfo] = {}
    for quality in book.qualities:
        match quality.conditions:
            case [Compare(operator="<=", left=BuiltIn() as left, right=Count(selection=counted))] if left.value is RING:
                (space,) = left.arguments
                kind, board = counted.variable.kind, boards.get(space.kind)
                if board is not None and kind in nobodys and kind.size <= len(board.one.layout.rows):
                    found[kind] = board
            case _:  # a quality that says more does not tell what is covered
                pass
    return found


def strips(board: BoardInfo, layout: Layout, titles: Sequence[str], css: str, turn: float = 0) -> Iterator[str]:
    """Strips around one another, the first in the middle, each with its title, its number and the spaces below it, at
    the top or turned away from there."""
    (x, y), radii = layout.middle, [0.0, *layout.radii[1:]]
    for number, title in reversed(list(enumerate(titles, 1))):
        radius, inner = radii[number], radii[number - 1]
        yield f'<circle class="{f"strip {css}".strip()}" cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"/>'
        row = [board.one.names[space] for space in board.one.layout.rows[number - 1].spaces]
        told = (f"{title} {number}", f"{row[0]}–{row[-1]}")
        lines = "".join(block(told, room_on(x, y, radius, inner, bool(turn)), LETTERS, "title", bold=True))
        yield f'<g transform="rotate({short(turn)} {short(x)} {short(y)})">{lines}</g>' if turn else lines


def room_on(x: float, y: float, radius: float, inner: float, on_quarter: bool = False) -> Room:
    """Where there is room for a text at the top of a strip: below a third of it, between its edges there, or between
    those of a quarter of the strip."""
    down = (radius - inner) / 3
    half = RESERVE * min(sqrt(2 * radius * down - down * down), radius - 2 * down if on_quarter else radius)
    return x - half, y - radius + down, 2 * half, 2 * down
