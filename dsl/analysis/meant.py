"""What pieces and which locations a phrase can mean, as far as the text shows: by way of the names that things have.

A set of locations can be that of pieces, of which it is not known yet where they can be (`whereabouts` finds that out
round by round); so it is a description, which is read beside what is known so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.partitions import Leaf, leaves_of
from dsl.model import Node, Variable
from dsl.model.core import Do
from dsl.model.visit import bound, conjuncts, nodes_in
from dsl.model.world import Kind

Found = Mapping[Leaf, int]  # for each group the set of locations where one of its pieces can be

ANYWHERE = -1  # the set of all locations


@dataclass(frozen=True)
class There:
    """A set of locations: those that are `fixed`, and where some pieces are, as far as that is within a mask."""

    fixed: int
    of: tuple[tuple[Pieces, int], ...] = ()

    def mask(self, analysis: Analysis, found: Found) -> int:
        mask = self.fixed
        for pieces, within in self.of:
            for leaf in pieces.meant(analysis, found):
                mask |= found[leaf] & within
        return mask


@dataclass(frozen=True)
class Pieces:
    """Those of a kind that were, at some time, in one of these sets of locations."""

    kind: Kind
    came_from: tuple[There, ...]

    def meant(self, analysis: Analysis, found: Found) -> Iterator[Leaf]:
        """The groups of which some can be meant."""
        come = 0
        for there in self.came_from:
            come |= there.mask(analysis, found)
        return (leaf for leaf in leaves_of(analysis, self.kind) if found[leaf] & come)


def pieces_meant(analysis: Analysis, what: m.Expression | m.Selection) -> Pieces:
    """The pieces that a phrase can mean; since it was settled which, they can have moved on."""
    return Pieces(what.kind, tuple(dict.fromkeys(_origins(analysis, what))))


def _origins(analysis: Analysis, what: Node) -> Iterator[There]:
    """Where the pieces were that a phrase means, when it was settled which."""
    match what:
        case m.EndOf(place=place):
            yield places_meant(analysis, place)
        case m.Pick(selection=selection) | m.Choose(selection=selection) | m.ChooseSeveral(selection=selection):
            yield from _origins(analysis, selection)
        case m.Selection():
            yield from _origins_of_each(analysis, what)
        case m.Narrowed(of=one) | m.Let(value=one):
            yield from _origins(analysis, one)
        case m.Use(variable=variable):
            yield from _origins_of(analysis, variable)
        case _:  # the phrase does not say
            yield There(ANYWHERE)


def _origins_of(analysis: Analysis, variable: Variable) -> tuple[There, ...]:
    """The same of what has a name; as long as that is not known, it can be anything."""
    brought = _brought_in(analysis).get(variable, ())
    anything = (There(ANYWHERE),)
    return analysis.once_within(
        ("origins of", variable),
        anything,
        lambda: tuple(there for node in brought for there in _origins(analysis, node)) or anything,
    )


def _origins_of_each(analysis: Analysis, selection: m.Selection) -> Iterator[There]:
    for condition in conjuncts(selection.conditions):
        match condition:
            case m.Located(what=m.Use(variable=v), where=where) if v is selection.variable:
                return iter((places_meant(analysis, where),))
            case m.InSet(what=m.Use(variable=v), members=members) if v is selection.variable:
                return iter(_origins_of(analysis, members))
            case _:  # others do not say where
                pass
    among = selection.among
    return iter(_origins_of(analysis, among) if among is not None else (There(ANYWHERE),))


def places_meant(analysis: Analysis, where: m.Expression | Kind) -> There:
    """The locations that a phrase can mean."""
    whole = There(range_of(analysis, where if isinstance(where, Kind) else where.kind))
    match where:
        case m.Constant(kind=kind, value=value) if kind.sort != "piece":
            return There(1 << value)
        case m.Apply(value=value, otherwise=otherwise, kind=kind) if kind.sort != "piece":
            said = (*(case for case, _, _ in value.cases), *((otherwise,) if otherwise else ()))
            return analysis.once_within(("places of", where), whole, lambda: _any_of(analysis, said))
        case m.PlaceOf(piece=piece, kind=kind) if not can_be_carried(analysis, piece.kind):
            return There(0, ((pieces_meant(analysis, piece), range_of(analysis, kind)),))
        case m.Use(variable=variable, kind=kind) if kind.sort != "piece":
            brought = _brought_in(analysis).get(variable, ())
            values = [node.value if isinstance(node, m.Let) else node for node in brought]
            named = [each for each in values if isinstance(each, m.Expression)]
            if not named or len(named) < len(values):
                return whole
            return analysis.once_within(("places of", variable), whole, lambda: _any_of(analysis, named))
        case _:  # any of its kind
            return whole


def _any_of(analysis: Analysis, phrases: Iterable[m.Expression]) -> There:
    fixed, of = 0, dict[tuple[Pieces, int], None]()
    for there in (places_meant(analysis, one) for one in phrases):
        fixed |= there.fixed
        of |= dict.fromkeys(there.of)
    return There(fixed, tuple(of))


def can_be_carried(analysis: Analysis, kind: Kind) -> bool:
    """Whether a piece of a kind can lie on another, so that its place is that of the other."""
    takes = (taken for info in analysis.world.piece_infos.values() for taken, _ in info.takes)
    return any(taken.meets(kind) for taken in takes)


def _brought_in(analysis: Analysis) -> dict[Variable, tuple[Node, ...]]:
    """What brings in each name: lines, selections, and what verbs are done with."""
    return analysis.once("brought in", lambda: _all_brought_in(analysis))


def _all_brought_in(analysis: Analysis) -> dict[Variable, tuple[Node, ...]]:
    found: dict[Variable, list[Node]] = {}
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        variable = bound(node)
        if variable is not None:
            found.setdefault(variable, []).append(node)
        for parameter, argument in _given_to_verbs(node):
            found.setdefault(parameter, []).append(argument)
    return {variable: tuple(nodes) for variable, nodes in found.items()}


def _given_to_verbs(node: Node) -> Iterator[tuple[Variable, m.Expression]]:
    """What a statement does a verb with; `to pay` is done without a line that says so, too."""
    match node:
        case Do(what=done):
            for verb in done:
                if isinstance(verb, m.Procedure) and verb.name != "pay":
                    yield from zip(verb.parameters, node.given(verb), strict=True)
        case _:  # others do no verb
            pass


def range_of(analysis: Analysis, kind: Kind) -> int:
    """All locations of a kind of spaces or places; for pieces, the locations on them."""
    if kind.sort == "piece":
        return ((1 << kind.size) - 1) << (analysis.locations + kind.start)
    if kind.sort == "location":
        return (1 << (analysis.locations + analysis.pieces)) - 1
    return ((1 << kind.size) - 1) << kind.start
