"""Nullability: which phrases can turn out to mean nothing, known more exactly than the resolver can."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.meant import range_of
from dsl.analysis.partitions import leaves_of
from dsl.analysis.rules import thing_of
from dsl.analysis.whereabouts import whereabouts
from dsl.model import Act, Expression, Variable
from dsl.model.core import Do
from dsl.model.visit import cases, nodes_in
from dsl.model.world import Attribute, Kind


def may_be_nothing(analysis: Analysis, node: Expression) -> bool:
    """Whether the value can be -1 for nothing. Sums, counts and extremes are always numbers."""
    match node:
        case m.Constant() | m.Setting() | m.Count() | m.Arithmetic() | m.Extreme() | m.MostInGroups():
            return False
        case m.Use(maybe=maybe, variable=variable):
            return maybe and not _is_sure(analysis, variable)
        case m.Get(attribute=attribute, of=of) if attribute.gaps:
            return _lacks_in_rows(attribute) or may_be_nothing(analysis, of)
        case m.Get(of=of) | m.SpaceOn(board=of):
            return may_be_nothing(analysis, of)
        case m.PlaceFor(values=values):
            return any(may_be_nothing(analysis, value) for value in values)
        case m.BuiltIn(value=value, arguments=arguments):
            gaps = value.has_gaps(analysis.world, node.board(analysis.world))
            return gaps or any(may_be_nothing(analysis, a) for a in arguments)
        case m.PlaceOf(kind=kind, piece=piece):
            return may_be_nothing(analysis, piece) or not always_in(analysis, piece.kind, kind)
        case m.OwnerOf(of=of):
            return may_be_nothing(analysis, of) or not _owned(analysis, of.kind)
        case m.Apply(value=value, arguments=arguments, otherwise=None):
            return _value_may_be(analysis, value) or any(may_be_nothing(analysis, a) for a in arguments)
        case m.Apply():
            return not _covers(node) or any(_case_may_be(analysis, case) for case in cases(node))
        case m.WalkEnd(walk=walk, arguments=arguments):
            known = isinstance(walk.start, m.Expression) and not may_be_nothing(analysis, walk.start)
            return not known or any(may_be_nothing(analysis, a) for a in arguments)
        case m.Pick(selection=selection):
            alone = selection.kind.size == 1 and selection.kind.members is None
            return not (alone and not selection.conditions and selection.among is None)
        case _:  # of whatever else it is not known
            return True


def _lacks_in_rows(attribute: Attribute) -> bool:
    """Whether things that a table tells of have nothing there; of spaces, others than those in its rows have none."""
    members, told = attribute.of.members, attribute.constant
    if members is None or told is None:
        return True
    return any(attribute.kind.is_nothing(told[k - attribute.of.start]) for k in members)


def always_in(analysis: Analysis, pieces: Kind, place: Kind) -> bool:
    """Whether pieces of the kind can only ever be in that kind of place."""
    inside = range_of(analysis, place)
    if place.sort == "location":
        inside = (1 << analysis.locations) - 1
    return all(not whereabouts(analysis)[leaf] & ~inside for leaf in leaves_of(analysis, pieces))


def _owned(analysis: Analysis, kind: Kind) -> bool:
    if kind.members is not None:
        owners = analysis.world.tables[kind.name].owners
        return all(owners[k - kind.start] >= 0 for k in kind.members)
    if kind.sort == "place":
        return analysis.world.places[kind.name].each
    if kind.sort == "board":
        return analysis.world.boards[kind.name].owned == kind.size
    if kind.sort == "space":
        board = analysis.world.board_of(kind)
        return board.owned == len(board.ranges)
    return kind.sort == "piece" and all(min(leaf.owners) >= 0 for leaf in leaves_of(analysis, kind))


def _value_may_be(analysis: Analysis, value: m.Value) -> bool:
    """Whether a definition can mean nothing; one that is defined by itself can."""

    def in_some_case() -> bool:
        cases = (may_be_nothing(analysis, found) for found, _, _ in value.cases)
        return any(cases) or not value.cases or value.cases[-1][1] is not None

    return analysis.once_within(("nothing", value), True, in_some_case)


# ------------------------------------------------------------------------------------------------------------ variables


def _is_sure(analysis: Analysis, variable: Variable) -> bool:
    """Whether a variable is never nothing, whatever the resolver could tell."""
    if variable in analysis.once("always brought in", lambda: _always_brought_in(analysis)):
        return True
    values = analysis.once("values of names", lambda: _values_of_names(analysis)).get(variable, [])
    return analysis.once_within(
        ("sure", variable), False, lambda: any(not may_be_nothing(analysis, value) for value in values)
    )


def _values_of_names(analysis: Analysis) -> dict[Variable, list[Expression]]:
    """What each `let` gives a name to: in the forms of a definition, one variable has several."""
    found: dict[Variable, list[Expression]] = {}
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        if isinstance(node, m.Let):
            found.setdefault(node.variable, []).append(node.value)
    return found


def _always_brought_in(analysis: Analysis) -> set[Variable]:
    """What standing rules are applied to, and what the choices at the heads of actions bring in that are only ever
    offered: such an answer has all of them."""
    done: set[Act] = set()
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        if isinstance(node, Do):
            done.update(act for act in node.what if isinstance(act, m.Act))
    originals = {act.original for act in done}
    acts = (a for a in analysis.book.actions.values() if a.original not in originals)
    chosen = {line.variable for action in acts for line in action.head if isinstance(line, m.Choose)}
    return chosen | {about[0] for rule in analysis.book.standing if (about := thing_of(rule)) is not None}


# ------------------------------------------------------------------------------------------------ definitions for sorts


def _case_may_be(analysis: Analysis, case: m.Apply) -> bool:
    things = (a.of if isinstance(a, m.Narrowed) else a for a in case.arguments)
    return _value_may_be(analysis, case.value) or any(may_be_nothing(analysis, a) for a in things)


def _covers(node: m.Apply) -> bool:
    """Whether there is a definition for all that an argument can be: the last is for all, or each has its sort."""
    narrowed = [[a for a in case.arguments if isinstance(a, m.Narrowed)] for case in cases(node)]
    if not narrowed[-1]:
        return True
    if any(len(some) != 1 for some in narrowed) or len({some[0].of for some in narrowed}) > 1:
        return False
    kinds = {some[0].kind for some in narrowed}
    return sum(kind.size for kind in kinds if kind.members is None) >= narrowed[0][0].of.kind.size
