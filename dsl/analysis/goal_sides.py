"""Which sides of a board each player has to join: where the ways begin and end by which the game is won, if the board
alone settles that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl import model
from dsl.model.visit import nodes_in
from dsl.model.world import BoardInfo, Kind, World

Values = Mapping[model.Variable, int]


class Unsettled(Exception):
    """What is asked for depends on the state of the game, or is of a sort that is not worked out here."""


def goal_spaces(book: model.Rulebook, board: BoardInfo) -> Iterator[tuple[int, list[int]]]:
    """A seat, and the spaces of a board, counted from 0, of which one quality holds for that player, by which the ways
    begin or end that an ending asks for."""
    for quality in dict.fromkeys(qualities(book, board)):
        for seat in range(book.world.players.size):
            spaces = range(board.spaces.start, board.spaces.stop)
            try:
                found = [n for n in spaces if holds(book.world, quality, (n, book.world.players.start + seat))]
            except Unsettled:
                break
            if 0 < len(found) < len(spaces):
                yield seat, [number - board.spaces.start for number in found]


def qualities(book: model.Rulebook, board: BoardInfo) -> Iterator[model.Quality]:
    """Those of a space and a player, of where a way begins that an ending asks for, and of where it ends."""
    for ending in book.endings:
        asked = list(nodes_in(ending.condition))
        walks = dict.fromkeys(node.walk for node in asked if isinstance(node, model.OnWalk))
        starts = [node for walk in walks for node in nodes_in(walk.start)]
        for node in (*starts, *asked) if walks else ():
            if isinstance(node, model.Holds) and is_of(node.quality, board.spaces, book.world.players):
                yield node.quality


def is_of(quality: model.Quality, spaces: Kind, players: Kind) -> bool:
    kinds = [parameter.kind for parameter in quality.parameters]
    return len(kinds) == 2 and kinds[0].is_a(spaces) and kinds[1].is_a(players)


def holds(world: World, quality: model.Quality, arguments: tuple[int, ...]) -> bool:
    known = dict(zip(quality.parameters, arguments, strict=True))
    return all(is_so(world, condition, known) for condition in quality.conditions)


def is_so(world: World, condition: model.Condition, known: Values) -> bool:
    """Whether a condition is met. Raises Unsettled."""
    match condition:
        case model.Compare(operator="=", left=left, right=right):
            return worth(world, left, known) == worth(world, right, known)
        case model.Not(condition=inner):
            return not is_so(world, inner, known)
        case model.All(conditions=several):
            return all(is_so(world, one, known) for one in several)
        case model.Any(conditions=several):
            return any(is_so(world, one, known) for one in several)
        case _:  # asks for what changes, or for more than sides need
            raise Unsettled


def worth(world: World, asked: model.Expression, known: Values) -> int:
    """The number of a thing, or the number that is asked for. Raises Unsettled."""
    match asked:
        case model.Constant(value=value) | model.Setting(value=value):
            return value
        case model.Use(variable=variable) if variable in known:
            return known[variable]
        case model.Narrowed(of=inner):
            return worth(world, inner, known)
        case model.BuiltIn(value=value, arguments=(only,)) if only.kind.sort == "space":
            board = world.board_of(only.kind)
            return value.values(world, board)[worth(world, only, known) - board.spaces.start]
        case model.Apply(value=value, arguments=arguments) if not value.layers and value.shown is None:
            inside = {p: worth(world, a, known) for p, a in zip(value.parameters, arguments, strict=True)}
            for meaning, condition, _ in value.cases:
                if condition is None or is_so(world, condition, inside):
                    return worth(world, meaning, inside)
            raise Unsettled
        case _:  # depends on the state, or is more than sides need
            raise Unsettled
