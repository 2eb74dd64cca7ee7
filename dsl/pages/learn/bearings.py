"""Directions that lead towards a piece: tried out where pieces stand at first, for what is done only while they do."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from dsl import model
from dsl.board.scene import Piece
from dsl.model import Rulebook, Value, Variable
from dsl.model.visit import headings_of, nodes_in
from dsl.model.world import Attribute
from dsl.prose.nodes import nodes_of

Opening = Iterable[Piece]
COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip


class Untold(Exception):
    """A direction does not follow from where one piece stands."""


def towards(book: Rulebook, opening: Opening, kept: Iterable[Attribute]) -> frozenset[Value]:
    """The directions of a piece that lead to it from another of its owner, who has one such piece, wherever they are
    asked for. `kept` are the flags of which players know that pieces with them have not moved."""
    found = {node.value for node in nodes_of(book) if isinstance(node, model.Apply)}
    ways = (value for value in found if len(value.parameters) == 1 and value.kind and value.kind.sort == "direction")
    opening, kept = [*opening], [*kept]
    return frozenset(value for value in ways if any(leads(book, opening, value, flag) for flag in kept))


def leads(book: Rulebook, opening: list[Piece], value: Value, flag: Attribute) -> bool:
    mine = value.parameters[0].kind
    many = Counter((piece.kind, piece.seat) for piece in opening)
    single = {kind for kind, _ in many if all(many[kind, seat] == 1 for k, seat in many if k == kind)}
    others = single & {kind for kind in counting(book, flag) if kind != mine.name}
    if not others or not all(needs(d, flag, value) for d in headings_of(book)):
        return False
    board = next((b for b in book.world.boards.values() if b.directions is value.kind), None)
    targets = [piece for piece in opening if piece.kind == mine.name]
    starts = {(piece.kind, piece.seat): piece.at for piece in opening}
    try:
        return board is not None and any(
            all(
                target.at in ahead(board.shape.neighbour[bearing(book, value, target.at) - board.directions.start],
                                   starts[other, target.seat], board.spaces.start)
                for target in targets
            )
            for other in others
        )  # fmt: skip
    except (Untold, KeyError):
        return False


def counting(book: Rulebook, flag: Attribute) -> set[str]:
    """The kinds of pieces of which it is asked before the flag is taken away: these have not moved, either."""
    tests = (node for node in nodes_of(book) if isinstance(node, model.If))
    cleared = (
        condition
        for node in tests
        for condition, body in node.branches
        if condition is not None and any(isinstance(n, model.TurnInto) and n.attribute is flag for n in nodes_in(body))
    )
    kinds = (getattr(node, "kind", None) for condition in cleared for node in nodes_in(condition))
    return {kind.name for kind in kinds if kind is not None and kind.sort == "piece"}


def needs(definition: model.Definition, flag: Attribute, value: Value) -> bool:
    """Whether a definition asks for the direction only of a piece that must have the flag, if it does at all."""
    asked = [node for node in nodes_in(definition) if isinstance(node, model.Apply) and node.value is value]
    if not asked:
        return True
    having = set(had(definition.needs, flag)) if isinstance(definition, model.Action) else set()
    return all(isinstance(a, model.Use) and a.variable in having for node in asked for a in node.arguments)


def had(needed: Iterable[model.Need], flag: Attribute) -> Iterator[Variable]:
    """The things that must have a flag."""
    for need in needed:
        denied = {id(n) for node in nodes_in(need.condition) if isinstance(node, model.Not) for n in nodes_in(node)}
        for node in nodes_in(need.condition):
            match node:
                case model.Flag(attribute=attribute, of=model.Use(variable=thing)):
                    if attribute is flag and id(node) not in denied:
                        yield thing
                case _:  # is no flag of a thing with a name
                    pass


def bearing(book: Rulebook, value: Value, at: int) -> int:
    """The direction of a piece that stands there. Raises Untold."""
    for case, condition, _ in value.cases:
        if not isinstance(case, model.Constant):
            raise Untold
        if condition is None or is_so(book, condition, value.parameters[0], at):
            return case.value
    raise Untold


def is_so(book: Rulebook, condition: model.Condition, thing: Variable, at: int) -> bool:
    """Whether a number of the space where the thing stands is as it is asked for. Raises Untold."""
    match condition:
        case model.Compare(
            operator=sign,
            left=model.BuiltIn(
                value=built_in, arguments=(model.PlaceOf(kind=kind, piece=model.Use(variable=variable)),)
            ),
            right=model.Constant(value=number),
        ) if variable is thing and sign in COMPARED:
            found = tuple(built_in.table(book.world, kind))[at - kind.start]
            return COMPARED[sign](found, number)
        case _:  # follows from something else
            raise Untold


def ahead(row: tuple[int, ...], start: int, first: int) -> Iterator[int]:
    """The spaces that lie in a direction, `row`; spaces of the board are counted from `first`."""
    here = row[start - first]
    while here >= 0:
        yield here + first
        here = row[here]
