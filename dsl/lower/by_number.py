"""What goes by the numbers of pieces may not depend on their order, where this is that of what not all see of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import Change, asks, befores, causes, changes
from dsl.analysis.rules import of_piece, thing_of
from dsl.lower.build import Build
from dsl.lower.commuting import order_lost, ranked_by_number, what_matters
from dsl.lower.eyes import SEEN, Fact
from dsl.lower.given_away import must_be_seen
from dsl.lower.printed import one_at_most
from dsl.lower.seeing import Sight
from dsl.model import Node
from dsl.model.core import Assign
from dsl.model.visit import nodes_in


def check_turns(build: Build, sight: Sight, things: m.Selection, done: tuple[Node, ...], node: Node) -> None:
    """Raises Refused where the order matters in which the same is `done` with each of the things."""
    told = () if one_at_most(build, things) else tuple(sight.told_by_order(things))
    if not told:
        return
    if asks(build, done):
        must_be_seen(build, told, "Asking about one after the other", node)
    found = what_matters(build, sight.given(things.conditions), things.variable, done)
    if found is not None:
        must_be_seen(build, told, "What is done with one after the other", found, "here their order matters")


def check_at_once(build: Build, sight: Sight, node: m.Move | Assign) -> None:
    """The same where several are moved, or become something, in one sentence."""
    assert isinstance(node.what, m.Selection)
    if befores(build, node):  # then each is a change of its own
        check_turns(build, sight, node.what, (node,), node)
    elif isinstance(node, m.Move) and ranked_by_number(build, node) and order_lost(build, sight, node):
        must_be_seen(build, sight.told_by_order(node.what), "The order in which they come to lie", node)


def check_rules(build: Build) -> None:
    """The same where a standing rule is applied to all that it is about, and where rules wait for several pieces."""
    everybody = Sight(build)
    for rule in build.book.standing:
        about = thing_of(rule)
        if about is not None:
            check_turns(build, everybody, about[1], (about[1], *rule.body), rule.body[0])
    for trigger in build.book.triggers:
        if of_piece(trigger) and any(_several(build, trigger)):
            assert trigger.subject is not None
            sight = replace(everybody, facts=sure_after(trigger, everybody))
            things = m.Selection(trigger.subject.span or trigger.span, trigger.subject, trigger.subject.kind)
            check_turns(build, sight, things, trigger.body, trigger.body[0])


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


def _several(build: Build, trigger: m.Trigger) -> Iterator[bool]:
    """For each sentence after which the rule may wait, whether it may do so for several pieces at once."""
    for node in (n for root in roots(build) for n in nodes_in(root)):
        match node:
            case m.Move(what=m.Selection()) | Assign(what=m.Selection()):
                yield not befores(build, node) and causes(build, node, trigger)
            case m.Together(body=body) | m.InOneGo(body=body):
                yield _among(build, changes(build, body), trigger)
    for rule in build.book.standing:
        yield _among(build, changes(build, rule.body), trigger)


def _among(build: Build, made: tuple[Change, ...], trigger: m.Trigger) -> bool:
    return any(causes(build, change, trigger) for change in made)
