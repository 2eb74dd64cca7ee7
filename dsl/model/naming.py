"""What the spaces of a board are called instead of by their coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from dsl.model.world import BoardInfo, Kind, TableInfo, World


@lru_cache(maxsize=16)  # each space that is spoken of asks
def named_by_table(world: World, board: BoardInfo) -> Mapping[int, tuple[Kind, int]]:
    """What a table that tells nothing else calls most spaces of a board, each another way: a value of a kind, by the
    number of the space among all. Of several such tables none gives names."""
    found = [names for table in world.tables.values() if (names := names_of(table, board))]
    return found[0] if len(found) == 1 else {}


def names_of(table: TableInfo, board: BoardInfo) -> dict[int, tuple[Kind, int]]:
    """The same of one table; nothing where what it tells are no names."""
    told = table.attributes[0] if table.kind.parent is board.spaces and len(table.attributes) == 1 else None
    if told is None or told.kind.sort != "enumeration" or not told.constant:
        return {}
    values = {space: told.constant[space - board.spaces.start] for space in table.kind.members or ()}
    on_one = [value for space, value in values.items() if space in board.ranges[0]]
    are_names = min(on_one, default=-1) >= 0 and len({*on_one}) == len(on_one) > len(board.one.names) / 2
    return {space: (told.kind, value) for space, value in values.items()} if are_names else {}
