"""`there is a Man that is aimed at the Square` is asked of each kind of men alone, if each aims in its own way.

What is said of one kind often needs no loop over pieces: that some are where they would have to be is told by two sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from dsl import model as m
from dsl.analysis.partitions import leaves_of
from dsl.lower.build import Env
from dsl.lower.nothing import may_be_nothing
from dsl.lower.occupancy import as_spaces
from dsl.model import Condition, Node, Selection, Variable
from dsl.model.visit import cases, conjuncts, depends, rewritten, use
from dsl.model.world import Kind

MOST_KINDS = 8


def of_each_kind(env: Env, selection: Selection) -> tuple[Selection, ...]:
    """The pieces of each kind that are selected, with what is said of them by this kind's own definitions; none, where
    that is no easier to tell."""
    return env.build.once(("of each kind", selection), lambda: _of_each_kind(env, selection))


def _of_each_kind(env: Env, selection: Selection) -> tuple[Selection, ...]:
    kinds = [leaf.kind for leaf in leaves_of(env.build, selection.kind)]
    said = [c for c in conjuncts(selection.conditions) if _differs(env, c, selection.variable)]
    if selection.among is not None or len(said) != 1 or not 1 < len(kinds) <= MOST_KINDS:
        return ()
    found = [_of_kind(env, selection, kind, said[0]) for kind in kinds]
    return tuple(found) if any(as_spaces(env, part) for part in found) else ()


def _differs(env: Env, condition: Condition, piece: Variable) -> bool:
    """Whether it is defined for each kind of the piece, and says nothing that would have to be computed more than once,
    or could be nothing."""
    if not isinstance(condition, m.Holds) or condition.otherwise is None:
        return False
    others = [a for case in cases(condition) for a in case.arguments if not _is_narrowed(a, piece)]
    return all(_is_plain(env, a) for a in others) and all(
        sum(_is_narrowed(a, piece) for a in case.arguments) < 2 for case in cases(condition)
    )


def _is_plain(env: Env, node: m.Expression) -> bool:
    return isinstance(node, m.Use | m.Constant) and not may_be_nothing(env.build, node)


def _is_narrowed(argument: Node, piece: Variable) -> bool:
    match argument:
        case m.Narrowed(of=m.Use(variable=variable)):
            return variable is piece
        case _:  # no other says what it is
            return False


def _of_kind(env: Env, selection: Selection, kind: Kind, said: Condition) -> Selection:
    piece = Variable(kind.name, kind, span=selection.variable.span)
    it = use(piece, selection.span)

    def change(node: Node) -> Node | None:
        return it if isinstance(node, m.Use) and node.variable is selection.variable else None

    conditions = [p for c in conjuncts(selection.conditions) for p in (_defined(c, it) if c is said else (c,))]
    about = tuple(rewritten(c, change) for c in conditions)
    return Selection(selection.span, piece, kind, that=_by_owner(env, piece, about))


def _defined(said: Condition, it: m.Use) -> tuple[Condition, ...]:
    """What it means of this kind: the conditions of the first definition that is for it."""
    assert isinstance(said, m.Holds)
    for case in cases(said):
        narrowed = [a for a in case.arguments if isinstance(a, m.Narrowed)]
        if all(it.kind.is_a(a.kind) for a in narrowed):
            arguments = (it if a in narrowed else a for a in case.arguments)
            given = dict(zip(case.quality.parameters, arguments, strict=True))
            return tuple(rewritten(c, partial(_given, given)) for c in conjuncts(case.quality.conditions))
    return (m.Any(said.span, ()),)


def _given(given: Mapping[Variable, m.Expression], node: Node) -> Node | None:
    return given.get(node.variable) if isinstance(node, m.Use) else None


# ------------------------------------------------------------------------------------------------------------- by owner


def _by_owner(env: Env, piece: Variable, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions, where it is said whose the piece is: what depends on its owner is then said of that player."""
    for condition in conditions:
        match condition:
            case m.Owned(what=m.Use(variable=variable), by=by) if variable is piece and _is_plain(env, by):
                said = (c if c is condition else _of_owner(env, c, piece, by) for c in conditions)
                return tuple(said)
            case _:  # others do not say whose it is
                pass
    return conditions


def _of_owner(env: Env, condition: Condition, piece: Variable, owner: m.Expression) -> Condition:
    def change(node: Node) -> Node | None:
        match node:
            case m.OwnerOf(of=m.Use(variable=variable)) if variable is piece:
                return owner
            case m.Apply(value=value, arguments=arguments, otherwise=None):
                at = [k for k, a in enumerate(arguments) if isinstance(a, m.Use) and a.variable is piece]
                found = _told_by_owner(env, value, at[0], owner.kind) if len(at) == 1 else None
                given = (owner if k == at[0] else rewritten(a, change) for k, a in enumerate(arguments))
                return m.Apply(node.span, node.kind, node.maybe, found, tuple(given)) if found else None
            case _:  # others stay, with what changes inside them
                return None

    return rewritten(condition, change)


def _told_by_owner(env: Env, value: m.Value, place: int, kind: Kind) -> m.Value | None:
    """The value where one argument is not a piece but its owner, if it tells no more of the piece."""
    return env.build.once(("told by owner", value, place), lambda: _as_told(value, place, kind))


def _as_told(value: m.Value, place: int, kind: Kind) -> m.Value | None:
    piece, owner = value.parameters[place], Variable("owner", kind, span=value.span)

    def change(node: Node) -> Node | None:
        match node:
            case m.OwnerOf(of=m.Use(variable=variable)) if variable is piece:
                return use(owner, node.span)
            case _:  # others stay, with what changes inside them
                return None

    told = [
        (rewritten(result, change), condition and rewritten(condition, change), clauses)
        for result, condition, clauses in value.cases
    ]
    nodes = [node for result, condition, _ in told for node in (result, condition) if node is not None]
    if value.overrides or value.layers or any(depends(node, piece) for node in nodes):
        return None
    return replace(value, parameters=(*value.parameters[:place], owner, *value.parameters[place + 1 :]), cases=told)
