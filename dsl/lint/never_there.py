"""Rules that wait for pieces in places to which such pieces never come, and lines that go through those that are there;
moves to where none of them may lie."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from dsl import model
from dsl.analysis.base import Analysis
from dsl.analysis.meant import ANYWHERE, places_meant
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import brought_by, locations_of, whereabouts
from dsl.lint.doubts import Doubt
from dsl.model import Node, Rulebook
from dsl.model.core import Do
from dsl.model.visit import conjuncts, definitions_of, nodes_in, parts_of
from dsl.model.world import Kind
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library

FOLLOWED = (model.TURN_BEGINS, model.TURN_COMES, model.TURN_ENDS, "pay")  # verbs that no line does


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """Rules that are never followed, and moves that would always stop the game."""
    for rule in (*book.triggers, *book.befores):
        if rule.place is not None and not is_library(rule.span.file):
            yield rule.span, partial(_warning, analysis, rule)
    for definition in (book.setup, book.play, *definitions_of(book)):
        for node in nodes_in(definition):
            if (
                isinstance(node, model.Move)
                and isinstance(node.what, model.EndOf)
                and node.what.place.kind.sort == "place"
            ):
                yield node.span, partial(_refused, analysis, node, node.what.place.kind)
    for root, _ in _done(analysis):
        for loop in (node for node in nodes_in(root) if isinstance(node, model.ForEach)):
            if _where(loop) is not None and not is_library(loop.span.file):
                yield ("loop", loop.span), partial(_idle, analysis, loop)


def _warning(analysis: Analysis, rule: model.Happening) -> Diagnostic | None:
    """What is wrong where none of the pieces can ever lie there."""
    assert rule.subject is not None
    assert rule.place is not None
    kind, there = rule.subject.kind, locations_of(analysis, rule.place)
    if any(whereabouts(analysis)[leaf] & there for leaf in leaves_of(analysis, kind)):
        return None
    goal = rule.place.kind if isinstance(rule.place, model.Expression) else rule.place
    place = rule.place
    where = place.name if isinstance(place, model.Constant) and goal.sort == "space" else _some(goal)
    message = f"{model.spoken(rule)} is there in vain: nothing ever brings {_some(kind)} to {where}."
    taken = analysis.world.taken_by(goal) if goal.sort in ("place", "space") else []
    refused = bool(taken) and not any(k.start < kind.stop and kind.start < k.stop for k, _ in taken)
    holder = analysis.world.board_of(goal).name if goal.sort == "space" else goal.name
    hints = (f"under {holder}: takes {kind.name if kind.unique else kind.plural}",) if refused else ()
    return Diagnostic("W0101", message, rule.span, hints=(*hints, "leave it out"))


def _where(loop: model.ForEach) -> model.Expression | Kind | None:
    """Where the pieces lie that a loop goes through, if it says so."""
    those = loop.selection
    for condition in conjuncts(those.conditions) if those.kind.sort == "piece" else ():
        match condition:
            case model.Located(what=model.Use(variable=variable), where=where) if variable is those.variable:
                return where
            case _:  # others do not say where
                pass
    return None


def _idle(analysis: Analysis, loop: model.ForEach) -> Diagnostic | None:
    """What is wrong where only what stands under a loop itself could bring the pieces there that it goes through."""
    loops = {node for root, _ in _done(analysis) for node in nodes_in(root) if isinstance(node, model.ForEach)}
    if _has_some(analysis, loop, analysis.once("in play", lambda: _in_play(analysis, loops))) or _has_some(
        analysis, loop, _in_play(analysis, {loop})
    ):  # then others are in vain, and this one only for that
        return None
    place = _where(loop)
    assert place is not None
    goal = place.kind if isinstance(place, model.Expression) else place
    name = loop.selection.kind.name
    message = f"This is there in vain: before it nothing ever brings {articled(name)} to {_some(goal)}."
    return Diagnostic("W0101", message, loop.span)


def _has_some(analysis: Analysis, loop: model.ForEach, found: Mapping[Leaf, int]) -> bool:
    """Whether a loop goes through anything, where pieces can be there."""
    where = _where(loop)
    there = ANYWHERE if where is None else places_meant(analysis, where).mask(analysis, found)
    return any(found[leaf] & there for leaf in leaves_of(analysis, loop.selection.kind))


def _in_play(analysis: Analysis, loops: Collection[model.ForEach]) -> dict[Leaf, int]:
    """Where pieces can be without what examples give, if what stands under some loops, and a verb that is done only
    there, is done only once they go through something."""
    waiting = [(verb, *step) for root, verb in _done(analysis) for step in _steps(root, loops, ())]
    verbs: set[object] = {None}
    done: list[Node] = []
    while True:
        found = brought_by(analysis, done)
        ready = [one for one in waiting if one[0] in verbs and all(_has_some(analysis, each, found) for each in one[1])]
        if not ready:
            return found
        waiting = [one for one in waiting if one not in ready]
        done += [node for _, _, node in ready]
        verbs.update(verb for _, _, node in ready if isinstance(node, Do) for verb in node.what)


def _done(analysis: Analysis) -> Iterator[tuple[Node, model.Procedure | None]]:
    """What is done in play, and the verb that it is done by, if it is done only where a line says so."""
    book = analysis.book
    yield from ((node, None) for node in (*book.setup, *book.play))
    for definition in definitions_of(book):
        by_name = type(definition) is model.Procedure and definition.name not in FOLLOWED
        yield from ((node, definition if by_name else None) for node in parts_of(definition))  # type: ignore[misc]


def _steps(
    node: Node, loops: Collection[model.ForEach], under: tuple[model.ForEach, ...]
) -> Iterator[tuple[tuple[model.ForEach, ...], Node]]:
    """What brings pieces somewhere, or does a verb, and under which of the loops it stands."""
    if isinstance(node, model.Move | Do):
        yield under, node
    inside = (*under, node) if isinstance(node, model.ForEach) and node in loops else under
    for inner in node.inside:
        yield from _steps(inner, loops, inside)


def _refused(analysis: Analysis, move: model.Move, place: Kind) -> Diagnostic | None:
    """What is wrong where all that can lie at the end of a place is none that another takes."""
    there = locations_of(analysis, place)
    lying = [leaf for leaf in leaves(analysis) if whereabouts(analysis)[leaf] & there]
    goal = move.to.kind
    taken = analysis.world.taken_by(goal) if goal.sort in ("place", "space") else []
    kinds = [leaf.kind for leaf in lying]
    if not (kinds and taken) or any(k.start < one.stop and one.start < k.stop for one in kinds for k, _ in taken):
        return None
    holder = analysis.world.board_of(goal).name if goal.sort == "space" else goal.name
    names = " and ".join(dict.fromkeys(one.plural for one in kinds))
    message = f"This can never be: in {_some(place)} lie {names}, and the {holder} takes none."
    hints = tuple(f"under {holder}: takes {name}" for name in dict.fromkeys(one.plural for one in kinds))
    return Diagnostic("W0101", message, move.span, hints=hints)


def _some(kind: Kind) -> str:
    return f"the {kind.name}" if kind.unique else articled(kind.name)
