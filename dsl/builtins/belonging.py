"""`A is in the Row`, `A is on the Board of the Player`: of which line, or of which of several boards, a space is."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board.graphs import bits_of
from dsl.builtins.signature import BuiltInRelation
from dsl.model.world import Kind, World


def _of_lines(world: World, spaces: Kind, lines: Kind) -> Iterable[int]:
    return (bits_of(space - spaces.start for space in row) for row in world.lines[lines.name].members)


def _of_boards(_: World, spaces: Kind, boards: Kind) -> Iterable[int]:
    size = spaces.size // boards.size
    return (((1 << size) - 1) << size * board for board in range(boards.size))


IN_LINE = BuiltInRelation(name="line", word="", subject="space", roles={"in": "line"}, table=_of_lines, key="is_at")
ON_BOARD = BuiltInRelation(name="own", word="", subject="space", roles={"on": "board"}, table=_of_boards, key="is_at")
