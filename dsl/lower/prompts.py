"""What a prompt says besides what is asked: for which things of the loops, rules and actions around it stands.

A prompt is read by whoever decides, and by all who look on. It names a thing only where the text makes sure that they
may know which it is: that is told by what the check of the whole book for secrets has observed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dsl import model as m
from dsl.ir.nodes import Bits, word_count
from dsl.ir.program import About
from dsl.lower.build import Build, type_of
from dsl.model import Condition, Definition, Node, Statement, Variable
from dsl.model.core import ChooseWay, DecideAtOnce
from dsl.model.visit import definitions_of, nodes_in, parts_of, use
from dsl.secrecy.observations import Asking, Observations
from dsl.secrecy.sources import Sight
from dsl.secrecy.transfer import settled

MOST = 2  # things that a prompt names: the innermost ones


@dataclass(frozen=True)
class _Thing:
    """A thing of which a part of the text speaks: what was so of it when its turn came, and what is done since."""

    variable: Variable
    conditions: tuple[Condition, ...] = ()
    since: tuple[Statement, ...] = ()

    def seen_by(self, sight: Sight, node: Node) -> bool:
        """Whether the reader is sure to know which thing it is: what it was made of, and a piece by sight."""
        what = use(self.variable, node.span)
        kept = sight.given(self.conditions)
        for statement in self.since:
            kept = settled(kept, statement)
        sure = replace(sight, facts=sight.facts | kept.facts)
        return not sight.hides((what,)) and (self.variable.kind.sort != "piece" or sure.sees(what))


@dataclass(frozen=True)
class _Around:
    """What a decision stands in: the things that are spoken of there, outer ones first, and the name of it."""

    things: tuple[_Thing, ...]
    name: str

    def after(self, statement: Statement) -> _Around:
        """The same, where something was done before."""
        return replace(self, things=tuple(replace(t, since=(*t.since, statement)) for t in self.things))


_NOTHING = _Around((), "")


def with_things(build: Build, node: Asking, given: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """The variables on which a decision depends, and those of the things that its prompt may name."""
    things = (thing.variable for thing in _around(build, node).things)
    return (*given, *(v for v in things if v not in given))


def keep_given(build: Build, site: int, given: tuple[Variable, ...]) -> None:
    """Remembers which variables are the first arguments of a decision."""
    _given(build)[site] = given


def write_prompts(build: Build, seen: Observations) -> None:
    """Says of each decision which things its prompt names, as far as that is no secret where it is asked."""
    for site, given in _given(build).items():
        node = build.asking[site]
        assert isinstance(node, Asking)
        around, sights = _around(build, node), seen.asked.get(node)
        if sights:
            about = tuple(_about(node, sights, given, (t for t in around.things if t.variable in given)))
            inside = around.name if about else ""
            build.decisions[site] = replace(build.decisions[site], about=about, inside=inside)


def with_name(build: Build, node: m.Choose | m.ChooseSeveral, prompt: str) -> str:
    """The prompt of a choice with the name of what is chosen, where the same part of the text has the like chosen under
    another name: "choose at least 2 Cards (taken)"."""
    told_apart = build.once("choices told apart by a name", lambda: set(_told_apart(build)))
    return f"{prompt} ({node.variable.name})" if node in told_apart else prompt


def _told_apart(build: Build) -> Iterator[Node]:
    for root in definitions_of(build.book):
        chosen = [node for node in nodes_in(root) if isinstance(node, m.Choose | m.ChooseSeveral)]
        for one in chosen:
            alike = (other for other in chosen if other.selection.kind is one.selection.kind)
            if one.variable.is_nickname and any(other.variable.name != one.variable.name for other in alike):
                yield one


def _about(node: Asking, sights: list[Sight], given: tuple[Variable, ...], things: Iterable[_Thing]) -> Iterator[About]:
    for thing in things:
        if all(thing.seen_by(sight.of(node.who), node) for sight in sights):
            everybody = all(thing.seen_by(sight, node) for sight in sights)
            yield About(thing.variable.kind.name, _place(given, thing.variable), everybody)


def _place(given: tuple[Variable, ...], variable: Variable) -> int:
    """Which argument holds the variable."""
    types = (type_of(v) for v in given[: given.index(variable)])
    return sum(word_count(kind.size) if isinstance(kind, Bits) else 1 for kind in types)


def _given(build: Build) -> dict[int, tuple[Variable, ...]]:
    return build.once("what decisions are given", dict)


# ------------------------------------------------------------------------------------------------- what it stands in


def _around(build: Build, node: Asking) -> _Around:
    """What stands around a decision. In secret, where all decide at once, and where a part of the text is laid out
    anew for each depth, nothing is named."""
    return build.once("what is around decisions", lambda: dict(_all(build))).get(node, _NOTHING)


def _all(build: Build) -> Iterator[tuple[Asking, _Around]]:
    for root in build.book.play:
        yield from _in(root, _NOTHING)
    for definition in definitions_of(build.book):
        brought_in = (v for v in _brought_in(definition) if v is not None and not v.many)
        things = (_Thing(v) for v in brought_in if v.kind.sort != "number")  # so many of what, is not told
        around = _Around(tuple(things), _name(definition))
        for part in parts_of(definition):
            yield from _in(part, around)


def _in(node: Node, around: _Around) -> Iterator[tuple[Asking, _Around]]:
    if isinstance(node, DecideAtOnce):
        return
    if isinstance(node, ChooseWay) and node.repeatedly:
        around = around.after(node)
    if isinstance(node, Asking):
        yield node, replace(around, things=around.things[-MOST:])
    if isinstance(node, m.ForEach | m.Follow | m.Repeat | m.While | m.TakeTurns):
        around = around.after(node)  # perhaps it is not the first time
    if isinstance(node, m.ForEach):
        thing = _Thing(node.selection.variable, node.selection.conditions)
        around = replace(around, things=(*around.things, thing))
    if isinstance(node, m.Follow):
        around = replace(around, things=(*around.things, _Thing(node.here)))
    for inside in node.inside:
        yield from _in(inside, around)
        around = around.after(inside) if isinstance(inside, Statement) else around


def _brought_in(definition: Definition) -> tuple[Variable | None, ...]:
    """The things of which a definition speaks. A rule knows first whom or what it happens to."""
    match definition:
        case m.Act():
            return tuple(definition.parameters)
        case m.Procedure() | m.Window():
            return tuple(definition.parameters)
        case m.Happening():
            return (definition.subject, definition.place_variable, *definition.things)
        case _:  # of no other a choice speaks
            return ()


def _name(definition: Definition) -> str:
    """What players call it; a verb has no name of its own."""
    return "" if isinstance(definition, m.Procedure) else definition.label
