"""Which rules say no more than how a piece stands to a space: by where both are, whose the pieces are, and what is
empty. Such a rule can be tried out on a board, to be told by what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl import model
from dsl.model import Condition, Definition, Node, Rulebook, Variable
from dsl.model.visit import nodes_in, parts_of
from dsl.model.world import Attribute

OF_THE_GAME = (
    model.CanDo, model.CanDoPower, model.Recorded, model.Asked, model.Choosable, model.CanPass, model.HasDone,
    model.HasWon, model.HasScored, model.Derived, model.Unbarred, model.Unspent, model.Utmost, model.ActivePlayer,
    model.Known, model.EndOf, model.OnWalk, model.WalkEnd, model.Setting,
)  # fmt: skip
"""What depends on more than what stands on a board."""


@dataclass(frozen=True)
class Relation:
    """A quality or an action of a `piece` and a `space`. `told` are its conditions on the space that are about the
    board alone, all of which must hold, or, if it is so of `any`, one of which must; `rest` are the others. `flags` are
    those of the piece that count."""

    definition: model.Quality | model.Action
    piece: Variable
    space: Variable
    told: tuple[Condition, ...]
    rest: tuple[Condition, ...] = ()
    any: bool = False
    flags: tuple[Attribute, ...] = ()

    @property
    def actor(self) -> Variable | None:
        return self.definition.actor if isinstance(self.definition, model.Action) else None

    @property
    def named(self) -> tuple[model.Let, ...]:
        """What is given a name before it is asked for."""
        head = self.definition.head if isinstance(self.definition, model.Action) else ()
        return tuple(line for line in head if isinstance(line, model.Let))


def relations(book: Rulebook) -> Iterator[Relation]:
    """All such rules of a rulebook."""
    for definition in (*book.qualities, *book.actions.values()):
        found = relation(definition)
        if found is not None:
            yield found


def relation(definition: Definition) -> Relation | None:
    """A rule as such a relation, if it is one."""
    if not isinstance(definition, model.Quality | model.Action) or len(definition.parameters) != 2:
        return None
    pair = {variable.kind.sort: variable for variable in definition.parameters}
    if pair.keys() != {"piece", "space"}:
        return None
    asked, is_any = conditions_of(definition)
    spoken = {condition: set(variables_in(condition, definition)) for condition in asked}
    told = tuple(c for c in asked if pair["space"] in spoken[c] and is_of_board(c, definition))
    rest = tuple(c for c in asked if c not in told)
    if not any(pair["piece"] in spoken[c] for c in told) or (
        rest and not is_any and isinstance(definition, model.Quality)
    ):
        return None
    flags = tuple(dict.fromkeys(flag for c in told for flag in flags_in(c, definition, pair["piece"])))
    return Relation(definition, pair["piece"], pair["space"], told, rest, is_any, flags)


def conditions_of(definition: model.Quality | model.Action) -> tuple[tuple[Condition, ...], bool]:
    """What is asked, and whether one of it is enough."""
    if isinstance(definition, model.Action):
        return tuple(need.condition for need in definition.needs if not need.afterwards and need.by is None), False
    if len(definition.conditions) == 1 and type(definition.conditions[0]) is model.Any:
        return definition.conditions[0].conditions, True
    return tuple(definition.conditions), False


def variables_in(condition: Condition, definition: Definition) -> Iterator[Variable]:
    """The variables of which a condition speaks, also by a name that was given before."""
    head = definition.head if isinstance(definition, model.Action) else ()
    lets = {line.variable: line.value for line in head if isinstance(line, model.Let)}
    for node in nodes_in(condition):
        if isinstance(node, model.Use):
            yield node.variable
            if node.variable in lets:
                yield from (use.variable for use in nodes_in(lets[node.variable]) if isinstance(use, model.Use))


def is_of_board(condition: Condition, definition: Definition) -> bool:
    """Whether a condition, with all that it names, speaks of nothing but what stands where on a board."""
    return all(speaks_of_board(node, within) for node, within in all_in(condition, definition))


def all_in(part: Node, definition: Definition) -> Iterator[tuple[Node, Definition]]:
    """The nodes of a part of a definition and of what these name, each with the definition in which it stands."""
    waiting: list[tuple[Iterable[object], Definition]] = [((part,), definition)]
    known: set[Definition] = {definition}
    while waiting:
        parts, within = waiting.pop()
        for node in (node for one in parts for node in nodes_in(one)):
            yield node, within
            for named in named_in(node):
                if named not in known:
                    known.add(named)
                    waiting.append((parts_of(named), named))


def named_in(node: Node) -> Iterator[Definition]:
    match node:
        case model.Holds(quality=quality):
            yield quality
        case model.Apply(value=value):
            yield value
        case _:  # names nothing
            pass


def speaks_of_board(node: Node, within: Definition) -> bool:
    match node:
        case model.Get(attribute=attribute):
            return attribute.constant is not None
        case model.Flag(of=model.Use(variable=variable)):  # of what it is asked of, not of whatever has it
            return variable in getattr(within, "parameters", ())
        case model.Flag():
            return False
        case _:  # one list names what else is of the game alone
            return not isinstance(node, OF_THE_GAME)


def flags_in(condition: Condition, definition: Definition, piece: Variable) -> Iterator[Attribute]:
    """The flags of the piece that count."""
    for node, _ in all_in(condition, definition):
        if isinstance(node, model.Flag) and node.of.kind.meets(piece.kind):
            yield node.attribute
