"""Order: what goes by the numbers of pieces may not depend on their order, where that is secret.

The numbers of pieces are the order in which the box has them: by what is printed on them, which not all may see. So
where the same is done with several pieces, one after the other, it may not matter in which order. It does not where
each is done with only what is its own (its place, its attributes, what lies on it), and all else that is changed comes
out the same in any order and is not read. What is found to matter is the most that can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.effects import (
    KNOWLEDGE,
    Change,
    asks,
    befores,
    causes,
    changes,
    concern,
    places,
    reads_of,
    rule_reads,
)
from dsl.analysis.rules import of_piece, thing_of
from dsl.analysis.unordered import heaps
from dsl.analysis.whereabouts import locations_of
from dsl.model import Definition, Node, Statement, Variable
from dsl.model.core import Assign, Do
from dsl.model.visit import conjuncts, free, nodes_in, parts_of
from dsl.secrecy.facts import SEEN, Fact
from dsl.secrecy.printed import one_at_most
from dsl.secrecy.sinks import must_be_seen
from dsl.secrecy.sources import Sight

OWN = "its own"
TOLD = "told"

Changing = m.Move | Assign | m.Show


def check_turns(analysis: Analysis, sight: Sight, things: m.Selection, done: tuple[Node, ...], node: Node) -> None:
    """Raises Refused where the order matters in which the same is `done` with each of the things."""
    told = () if one_at_most(analysis, things) else tuple(sight.told_by_order(things))
    if not told:
        return
    if asks(analysis, done):
        must_be_seen(analysis, told, "Asking about one after the other", node)
    found = what_matters(analysis, sight.given(things.conditions), things.variable, done)
    if found is not None:
        must_be_seen(analysis, told, "What is done with one after the other", found, "here their order matters")


def check_at_once(analysis: Analysis, sight: Sight, node: m.Move | Assign) -> None:
    """The same where several are moved, or become something, in one sentence."""
    assert isinstance(node.what, m.Selection)
    if befores(analysis, node):  # then each is a change of its own
        check_turns(analysis, sight, node.what, (node,), node)
    elif isinstance(node, m.Move) and ranked_by_number(analysis, node) and order_lost(analysis, sight, node):
        must_be_seen(analysis, sight.told_by_order(node.what), "The order in which they come to lie", node)


def check_rules(analysis: Analysis) -> None:
    """The same where a standing rule is applied to all that it is about, and where rules wait for several pieces."""
    everybody = Sight(analysis)
    for rule in analysis.book.standing:
        about = thing_of(rule)
        if about is not None and rule.body:
            check_turns(analysis, everybody, about[1], (about[1], *rule.body), rule.body[0])
    for trigger in analysis.book.triggers:
        if of_piece(trigger) and trigger.body and any(_several(analysis, trigger)):
            assert trigger.subject is not None
            sight = replace(everybody, facts=sure_after(trigger, everybody))
            things = m.Selection(trigger.subject.span or trigger.span, trigger.subject, trigger.subject.kind)
            check_turns(analysis, sight, things, trigger.body, trigger.body[0])


def sure_after(rule: m.Happening, everybody: Sight) -> frozenset[Fact]:
    """What is sure of the piece to which something has happened."""
    subject, place = rule.subject, rule.place
    assert subject is not None
    if not isinstance(rule, m.Trigger):
        return frozenset()
    if rule.event == "enters" and place is not None and everybody.sees_at(subject.kind, place, set()):
        return frozenset({(subject, SEEN)})
    if rule.event == "becomes" and rule.attribute is not None:
        return frozenset({(subject, rule.attribute.name)})
    return frozenset()


def _several(analysis: Analysis, trigger: m.Trigger) -> Iterator[bool]:
    """For each sentence after which the rule may wait, whether it may do so for several pieces at once."""
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        match node:
            case m.Move(what=m.Selection()) | Assign(what=m.Selection()):
                yield not befores(analysis, node) and causes(analysis, node, trigger)
            case m.Together(body=body) | m.InOneGo(body=body):
                yield _among(analysis, changes(analysis, body), trigger)
            case _:  # others happen to one thing
                pass
    for rule in analysis.book.standing:
        yield _among(analysis, changes(analysis, rule.body), trigger)


def _among(analysis: Analysis, made: tuple[Change, ...], trigger: m.Trigger) -> bool:
    return any(causes(analysis, change, trigger) for change in made)


# --------------------------------------------------------------------------------------------------------- what matters


@dataclass(frozen=True)
class _About:
    """The variables that stand for the thing itself, or for what lies on it; and all that depend on which it is."""

    own: frozenset[Variable] = frozenset()
    made: frozenset[Variable] = frozenset()

    def depends(self, *nodes: Node) -> bool:
        return bool((self.own | self.made) & set(free(nodes)))

    def naming(self, variable: Variable, value: Node, own: bool) -> _About:
        """The same where a variable has come in, for a value or for some of a selection."""
        made = self.made | {variable} if self.depends(value) else self.made
        return _About(self.own | {variable} if own else self.own, made)


def _about(*things: Variable) -> _About:
    return _About(frozenset(things))


def what_matters(analysis: Analysis, sight: Sight, thing: Variable, nodes: Iterable[Node]) -> Node | None:
    """Something of which it depends on the order what comes of it, if the nodes are carried out with one `thing` after
    another, and things settle after each change."""
    doings = _Doings(analysis, sight)
    doings.all_of(nodes, _about(thing))
    doings.settle()
    return next(doings.conflicts(), None)


def order_lost(analysis: Analysis, sight: Sight, node: m.Move) -> bool:
    """Whether the order in which pieces come to a place in order stays hidden there: not all see what comes."""
    if not locations_of(analysis, node.to) & _in_order(analysis):
        return False
    variable = Variable("", node.what.kind, span=node.span)
    if isinstance(node.what, m.Selection):
        sight, variable = sight.among(node.what), node.what.variable
    elif isinstance(node.what, m.Use):
        variable = node.what.variable
    return any(sight.shown_at(variable, node.to).told_by_order(m.Selection(node.span, variable, node.what.kind)))


def ranked_by_number(analysis: Analysis, node: m.Move) -> bool:
    """Whether several that are moved at once come to lie in the order of their numbers."""
    return bool(locations_of(analysis, node.to) & _in_order(analysis) & ~heaps(analysis))


def _in_order(analysis: Analysis) -> int:
    return sum(((1 << (stop - start)) - 1) << start for start, stop in analysis.world.ordered)


@dataclass
class _Doings:
    """What is read and written, as names of arrays: whether it is the thing's own, and for other writings a word for
    those that come out the same in any order among themselves."""

    analysis: Analysis
    sight: Sight
    read: list[tuple[str, Node, bool]] = field(default_factory=list)
    written: list[tuple[str, Node, str]] = field(default_factory=list)
    changes: list[tuple[Change, bool]] = field(default_factory=list)
    stuck: list[Node] = field(default_factory=list)
    done: set[object] = field(default_factory=set)

    def conflicts(self) -> Iterator[Node]:
        yield from self.stuck
        ways: dict[str, set[str]] = {}
        for array, node, way in self.written:
            if ways.setdefault(array, {way}) != {way}:
                yield node
        for array, node, own in self.read:
            if array in ways and not (own and ways[array] == {OWN}):
                yield node

    def settle(self) -> None:
        """What follows from the changes: rules are about what their own sentence is about."""
        made = tuple(change for change, _ in self.changes)
        what, book = concern(self.analysis, made), self.analysis.book
        for ending in (book.endings[k] for k in what.endings):
            condition = ending.condition
            assert condition is not None
            self.read += [(array, condition, False) for array in rule_reads(self.analysis, ending)]
        for rule in (book.standing[k] for k in what.standing):
            about = thing_of(rule)
            assert rule.condition is not None
            if about is None:
                self.all_of((rule.condition, *rule.body), _About())
            else:
                self.all_of((about[1], *rule.body), _about(about[1].variable))
        for trigger in (book.triggers[k] for k in what.triggers):
            assert trigger.subject is not None
            mine = all(own for change, own in self.changes if causes(self.analysis, change, trigger))
            self.all_of(trigger.body, _about(trigger.subject) if mine else _About())

    # ----------------------------------------------------------------------------------------------------- statements

    def all_of(self, nodes: Iterable[Node], about: _About) -> None:
        for node in nodes:
            if isinstance(node, Statement):
                about = self._statement(node, about)
            else:
                self._reads(node, about)

    def _statement(self, node: Statement, about: _About) -> _About:
        match node:
            case m.Let(variable=variable, value=value):
                self._reads(value, about)
                return about.naming(variable, value, _is_own(value, about))
            case m.If(branches=branches):
                for condition, body in branches:
                    self.all_of(((condition,) if condition is not None else ()) + body, about)
            case m.ForEach(selection=selection, body=body, first=first):
                self._reads(selection if first is None else first, about)
                self.all_of(body, about.naming(selection.variable, selection, _is_own(selection, about)))
            case m.Repeat(body=body) | m.While(body=body) | m.Together(body=body):
                self.all_of((*(n for n in node.inside if not isinstance(n, Statement)), *body), about)
            case Do(what=(m.Procedure() as procedure,), arguments=arguments):
                self.all_of(arguments, about)
                self._enter(procedure, procedure.body, arguments, about)
            case m.Deepest(instead=body):
                self.all_of(body, about)
            case m.Move() | Assign() | m.Show():
                self._change(node, about)
            case m.Score():
                self.all_of(node.inside, about)
            case m.Text() | m.Prevent():
                pass
            case _:  # of all others it is not known that their order does not matter
                self.stuck.append(node)
        return about

    def _enter(self, what: Definition, body: Iterable[Node], arguments: Iterable[Node], about: _About) -> None:
        """Goes through a definition; what is the thing's own is so inside, too."""
        inner = _About()
        for parameter, argument in zip(what.parameters, arguments, strict=True):
            own = inner.own | {parameter} if _is_own(argument, about) else inner.own
            inner = _About(own, inner.made | {parameter} if about.depends(argument) else inner.made)
        if (what, inner) not in self.done:
            self.done.add((what, inner))
            self.all_of(body, inner)

    def _change(self, node: Changing, about: _About) -> None:
        what = node.what
        if isinstance(what, m.Selection):
            about = about.naming(what.variable, what, _is_own(what, about))
        mine = _is_own(what, about)
        way = OWN if mine else _way(node, about)
        for part in node.inside:
            if part is not what or not _is_payment(node, about):
                self._reads(part, about)
        if way is None or (isinstance(node, m.Move) and self._lies_by_number(node)):
            self.stuck.append(node)
        for array in _arrays(self.analysis, node):
            self.written.append((array, node, TOLD if array == KNOWLEDGE else str(way)))
        if not isinstance(node, m.Show):
            self.changes.append((node, mine))
            for rule in befores(self.analysis, node):
                assert rule.subject is not None
                self.all_of(rule.body, _about(rule.subject) if mine else _About())

    def _lies_by_number(self, node: m.Move) -> bool:
        """Whether those that are moved come to lie in an order that stays hidden, and is not open either."""
        open_to = isinstance(node.what, m.Selection) and not ranked_by_number(self.analysis, node)
        return order_lost(self.analysis, self.sight, node) and not open_to

    # ---------------------------------------------------------------------------------------------------------- reads

    def _reads(self, node: Node, about: _About) -> None:
        """Notes what a phrase or sentence reads."""
        match node:
            case m.Holds(quality=definition) | m.Apply(value=definition):
                self.all_of(node.inside, about)
                self._enter(definition, parts_of(definition), node.arguments, about)
                return
            case m.Selection(variable=variable):
                about = about.naming(variable, node, _is_own(node, about))
            case _:  # others bring in nothing
                pass
        mine = _is_about_own(node, about)
        self.read += [(array, node, mine) for array in reads_of(self.analysis, node)]
        self.all_of(node.inside, about)


def _arrays(analysis: Analysis, node: Changing) -> frozenset[str]:
    match node:
        case m.Move(what=what):
            return places(analysis, what.kind) | {KNOWLEDGE}
        case Assign(attribute=attribute):
            return frozenset({attribute.array} if node.flag is None else {attribute.array, KNOWLEDGE})
        case m.Show():
            return frozenset({KNOWLEDGE})
        case _:
            assert_never(node)


# ------------------------------------------------------------------------------------------------------------- its own


def _is_about_own(node: Node, about: _About) -> bool:
    match node:
        case m.Get(of=of) | m.Flag(of=of) | m.OwnerOf(of=of) | m.Owned(what=of):
            return _is_own(of, about)
        case m.Located(what=of) | m.PlaceOf(piece=of):
            return _is_own(of, about)
        case _:  # what is not known to be the thing's own belongs to all
            return False


def _is_own(node: Node, about: _About) -> bool:
    match node:
        case m.Use(variable=variable):
            return variable in about.own
        case m.Narrowed(of=of):
            return _is_own(of, about)
        case m.Selection(variable=variable):
            return variable in about.own or _lies_on_it(node, about)
        case m.Pick(selection=selection):
            return selection.variable in about.own  # of a rule that has found the thing
        case _:  # the same
            return False


def _lies_on_it(selection: m.Selection, about: _About) -> bool:
    """Whether only what lies on the thing is selected."""
    for condition in conjuncts(selection.conditions):
        match condition:
            case m.Located(what=m.Use(variable=v), where=m.Use(variable=on)) if v is selection.variable:
                return on in about.own and on.kind.sort == "piece"
            case _:  # others do not say on what
                pass
    return False


# ------------------------------------------------------------------------------------------------ what is not its own


def _is_payment(node: Changing, about: _About) -> bool:
    """Whether one of several that are all alike is moved, each time from and to the same place."""
    if not isinstance(node, m.Move) or not isinstance(node.what, m.Pick):
        return False
    return node.what.article == "a" and not about.depends(node.what, node.to)


def _way(node: Changing, about: _About) -> str | None:
    """A word for a change of what is not the thing's own: those with the same word can be made in any order."""
    match node:
        case m.Show():
            return TOLD
        case Assign(how="becomes", value=m.Constant(value=value) | m.Setting(value=value)):
            return f"becomes {value}"
        case Assign(how="rises" | "falls" as how, value=by, limit=None) if _is_natural(by):
            return how
        case Assign(how=how, value=by, limit=m.Constant(value=most) | m.Setting(value=most)):
            return f"{how} up to {most}" if _is_natural(by) else None
        case _:  # whatever it is, it comes out the same where it does not speak of the thing
            return None if about.depends(*node.inside) else f"the same each time: {id(node)}"


def _is_natural(amount: m.Expression) -> bool:
    """Whether it is surely no less than 0: so a number keeps its range in one order if it does in another."""
    match amount:
        case m.Constant(value=value) | m.Setting(value=value):
            return value >= 0
        case m.Get(attribute=attribute):
            return attribute.kind.sort == "range" and attribute.kind.low >= 0
        case m.Count():
            return True
        case _:  # it may be less
            return False
