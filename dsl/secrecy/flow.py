"""The flow: a walk through the whole book, along all ways that a game can take, from what is read to who is told.

What can be chosen must be seen by whoever chooses. Whether somebody is asked, how many steps there are and what changes
on the table is seen by all: so what decides that must be seen by all. Once a piece is shown it tells nothing more.
A definition is gone through once for all that can be sure where it is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl import model as m
from dsl.analysis.alternatives import needs_of_way
from dsl.analysis.base import Analysis
from dsl.analysis.effects import befores, causes, stopped
from dsl.analysis.nullable import may_be_nothing
from dsl.analysis.rules import thing_of
from dsl.model import Act, Condition, Definition, Expression, Statement
from dsl.model.core import Assign, ChooseWay, DecideAtOnce, Do, GameOver, as_core
from dsl.model.visit import nodes_in, use, with_cost
from dsl.secrecy.facts import Fact
from dsl.secrecy.observations import Observations
from dsl.secrecy.order import check_at_once, check_rules, check_turns, sure_after
from dsl.secrecy.public_legality import choosing
from dsl.secrecy.sinks import Sources, complaints, must_be_known, must_be_seen, must_know
from dsl.secrecy.sources import Sight
from dsl.secrecy.transactions import check_in_sight
from dsl.secrecy.transfer import (
    after_all,
    check_change,
    followed,
    found_apart,
    made_by,
    made_of_all,
    made_sure,
    named_so,
    settled,
    shown_by_each,
)
from dsl.text.diagnostics import Diagnostic, Refused

Repeating = m.ForEach | m.Repeat | m.While | m.Follow | m.TakeTurns
Telling = m.Show | m.Score | GameOver | m.Shuffle | m.StopRepeating | m.Record | m.Stop | m.Prevent
Happening = Telling | m.Move | Assign | Do


def check(analysis: Analysis) -> Observations:
    """Raises Refused for the first place where something would be given away, with all others."""
    flow, found = _Flow(analysis), complaints(analysis)
    try:
        _go_through(flow, Sight(analysis))
    except Refused as error:
        found.append(error.diagnostic)
    if found:
        raise Refused(found[0], tuple(found[1:]))
    return flow.seen


def _go_through(flow: _Flow, everybody: Sight) -> None:
    """All ways that a game can take, and what a setup and standing rules tell."""
    analysis, book = flow.analysis, flow.analysis.book
    flow.block(book.play, everybody, ())
    for root in book.setup:  # all that is moved there is told by the rulebook; but somebody may choose
        for node in nodes_in(root):
            if isinstance(node, m.Choose | m.ChooseSeveral):
                must_know(analysis, node.who, everybody.of(node.who).told_by_choice(node), "What can be chosen")
    rules: tuple[m.StandingRule | m.Ending, ...] = (*book.standing, *book.endings)
    for rule in rules:
        assert rule.condition is not None
        sight, why = everybody.given((rule.condition,)), tuple(everybody.sources((rule.condition,)))
        about = thing_of(rule) if isinstance(rule, m.StandingRule) else None
        if about is not None:  # it is applied to each of them
            found = {(about[0], token) for token in sight.sure_of(about[1])}
            sight = replace(sight, facts=sight.facts | found)
        flow.block(rule.body[1 if about else 0 :], sight, why)
    check_rules(analysis)
    for trigger in book.triggers:
        if trigger.event != "becomes":  # these are looked at where something becomes so
            flow.happening(trigger, everybody, ())
    for phase in book.phases.values():
        flow.phase(phase, everybody, ())


@dataclass
class _Flow:
    """Goes through statements; `sight` is what all know there, `why` the secrets that led there: implicit flows."""

    analysis: Analysis
    seen: Observations = field(default_factory=Observations)
    done: dict[object, Sight] = field(default_factory=dict)  # with what is sure after it
    left: list[Sight] = field(default_factory=list)  # what is sure where the loop around is left

    def block(self, block: Iterable[Statement], sight: Sight, why: Sources) -> Sight:
        """Goes through a block; what is sure after it."""
        for statement in block:
            sight = self.statement(statement, sight, why)
        return sight

    def statement(self, statement: Statement, sight: Sight, why: Sources) -> Sight:
        """What is known behind a statement: of one in which others stand, behind these."""
        match node := as_core(statement):
            case m.Text():
                return sight
            case m.Let():
                self.seen.deciding[node].append(sight)
                return named_so(node, sight, why)
            case m.Deepest(instead=body):
                self.block(body, sight, why)
                return sight
            case m.Together(body=body):
                return followed(self.block(body, sight, why), node)
            case m.If():
                return self._branches(node, sight, why)
            case m.ForEach() | m.Repeat() | m.While() | m.Follow() | m.TakeTurns():
                return self._again(node, sight, why)
            case m.Offer() | m.Choose() | m.ChooseSeveral() | m.Roll():
                return self._asked(node, sight, why)
            case DecideAtOnce():
                return self._in_secret(node, sight, why)
            case ChooseWay():
                return self._ways(node, sight, why)
            case m.InOneGo():
                return self._in_one_go(node, sight, why)
            case _:  # happens all at once
                return self._happens(node, sight, why)

    def _again(self, node: Repeating, sight: Sight, why: Sources) -> Sight:
        """What is done several times: how often tells what that depends on."""
        match node:
            case m.ForEach(selection=selection, order_from=seat, body=body, first=first):
                over = (selection, *(n for n in (seat, first) if n is not None))
                if seat is None:
                    check_turns(self.analysis, sight, selection, (selection, *body), node)
                after = self._loop(body, sight.given(selection.conditions), (*why, *sight.sources(over)), sight)
                return self._shown(node, sight, after)
            case m.Repeat(times=times, until=until, body=body):
                told = sight.sources(n for n in (times, until) if n is not None)
                return self._repeated(body, sight, (*why, *told))
            case m.While(condition=condition, body=body):
                ended = sight.sources((condition,))
                return self._loop(body, sight.given((condition,)), (*why, *ended), sight)
            case m.Follow(here=here, walk=walk, arguments=arguments, body=body):
                ways = sight.sources((m.OnWalk(node.span, use(here, node.span), walk, arguments),))
                must_be_seen(self.analysis, (*why, *ways), "Where it leads", node)
                return self._loop(body, sight, why, sight)
            case m.TakeTurns(first=first, until=until, body=body):
                told = sight.sources(n for n in (first, until) if n is not None)
                return self._loop(body, sight, (*why, *told), sight)
            case _:
                assert_never(node)

    def _happens(self, node: Happening, sight: Sight, why: Sources) -> Sight:
        """What changes or is told, so that all see it."""
        match node:
            case m.Show(what=what, who=who):
                one = what if isinstance(what, Expression) else None
                told = sight.sources(n for n in (one, who) if n is not None)
                must_be_seen(self.analysis, (*why, *told), "What is shown", node)
                return made_sure(node, settled(sight, node))
            case m.Move() | Assign():
                return self._changed(node, sight, why)
            case Do():
                made = self._called(node, sight, why)
                after = settled(sight, node)
                return replace(after, facts=after.facts | made)
            case GameOver(winner=who):
                told = sight.sources((who,) if who is not None else ())
                return self._seen(node, "Who wins", sight, (*why, *told))
            case m.Score(who=who, amount=amount):
                return self._seen(node, "What is scored", sight, (*why, *sight.sources((who, amount))))
            case m.Shuffle():
                return settled(self._seen(node, "What happens", sight, why), node)
            case m.StopRepeating():
                self.left.append(sight)
                return self._seen(node, "How often this is done", sight, why)
            case m.Record() | m.Stop() | m.Prevent():
                return self._seen(node, "What happens", sight, why)
            case _:
                assert_never(node)

    def _changed(self, node: m.Move | Assign, sight: Sight, why: Sources) -> Sight:
        check_change(node, sight, why)
        for rule in befores(self.analysis, node):
            self.happening(rule, Sight(self.analysis), why)
        if isinstance(node.what, m.Selection):
            check_at_once(self.analysis, sight, node)
        if isinstance(node, Assign) and node.flag is not None:
            self._turned(node, sight)
        return made_sure(node, settled(sight, node))

    def _seen(self, node: Statement, what: str, sight: Sight, why: Sources) -> Sight:
        """What all see as it happens."""
        must_be_seen(self.analysis, why, what, node)
        return sight

    def _in_one_go(self, node: m.InOneGo, sight: Sight, why: Sources) -> Sight:
        """Each step is seen, and may be put back: so it moves and changes only what all see anyway."""
        must_be_seen(self.analysis, (*why, *sight.sources((node.who,))), "Whether somebody is asked", node)
        check_in_sight(self.analysis, node)
        after = followed(self._loop(node.body, sight, why, sight), node)
        tests = tuple(test.condition for test in node.tests)
        changed = isinstance(node.who, m.Apply | m.OwnerOf)  # after the steps somebody else can be meant
        sees = after.of(*(() if changed else (node.who,)))
        must_be_known(self.analysis, sees, node.who, tests, "Whether this can be done")
        return after

    # ------------------------------------------------------------------------------------------------- ways to go

    def _ways(self, node: ChooseWay, sight: Sight, why: Sources) -> Sight:
        """Which ways there are is for whoever chooses to know; which is taken, and whether one is, is seen by all."""
        must_be_seen(self.analysis, (*why, *sight.sources((node.who,))), "Whether somebody is asked", node)
        self.seen.asked[node].append(sight)
        ends = [sight]
        for way in node.ways:
            needed = needs_of_way(self.analysis, node, way)
            must_be_known(self.analysis, sight.of(node.who), node.who, needed, "What can be chosen")
            inner = sight.given(needed)
            ends.append(self._loop(way.body, inner, (), sight) if node.may_pass else self.block(way.body, inner, ()))
        return after_all(ends)

    def _branches(self, node: m.If, sight: Sight, why: Sources) -> Sight:
        self.seen.deciding[node].append(sight)
        ends = []
        for condition, body in node.branches:
            if condition is not None:
                why = (*why, *sight.sources((condition,)))
            ends.append(self.block(body, sight.given((condition,)) if condition is not None else sight, why))
        if node.branches[-1][0] is not None:
            ends.append(sight)
        return after_all(ends)

    def _shown(self, loop: m.ForEach, sight: Sight, after: Sight) -> Sight:
        """The same after a loop, with what it has shown to all, if none of its turns takes it away again."""
        if loop.selection.conditions or not any(isinstance(line, m.Show | Assign) for line in loop.body):
            return after
        shown = frozenset(shown_by_each(self.analysis, loop, self.block(loop.body, sight, ())))
        kept = self.block(loop.body, replace(sight, facts=sight.facts | shown), ())
        return replace(after, facts=after.facts | (shown & kept.facts))

    def _loop(self, body: Iterable[Statement], sight: Sight, why: Sources, outside: Sight) -> Sight:
        """A block that is carried out any number of times: only what it leaves sure is sure when it begins again."""
        body = tuple(body)
        once = self.block(body, sight, why)
        kept = replace(sight, facts=sight.facts & (once.facts | (sight.facts - outside.facts)))
        taints = {**once.taints, **sight.taints}
        again = self.block(body, replace(kept, taints=taints), why) if kept.facts != sight.facts else once
        return after_all([outside, once, again])

    def _repeated(self, body: Iterable[Statement], sight: Sight, why: Sources) -> Sight:
        """A loop that a line in it may leave: what is sure there is all that is sure after it."""
        around, self.left = self.left, []
        after = after_all([self._loop(body, sight, why, sight), *self.left])
        self.left = around
        return after

    def phase(self, phase: m.Phase, sight: Sight, why: Sources) -> frozenset[Fact]:
        """Goes through a phase; what it makes sure of places and players, if it always comes to its end."""
        ends = self._once(phase, phase.body, Sight(self.analysis, facts=sight.facts), why)
        return frozenset() if phase in stopped(self.analysis) else frozenset(made_of_all(ends))

    def _turned(self, node: Assign, sight: Sight) -> None:
        """What follows when something becomes face-up is told to those who see it there."""
        for trigger in self.analysis.book.triggers:
            if causes(self.analysis, node, trigger):
                self.happening(trigger, Sight(self.analysis), (), sight.sure_of(node.what))

    def happening(
        self, trigger: m.Happening, everybody: Sight, why: Sources, sure: frozenset[str] = frozenset()
    ) -> None:
        """What is done after, or before, an event that not all see tells them of it.

        `sure` is what was sure of its subject.
        """
        subject, place = trigger.subject, trigger.place
        assert subject is not None
        piece = use(subject, subject.span or trigger.span)
        if place is not None and not everybody.sees_at(subject.kind, place, set()):
            where = m.Located(trigger.span, "in", piece, place)
            self._once(trigger, trigger.body, everybody, (*why, *everybody.told_by_place(where)))
            return
        facts: set[Fact] = {(subject, token) for token in sure} | sure_after(trigger, everybody)
        if trigger.attribute is not None and trigger.event == "becomes":
            turned = m.Flag(trigger.span, trigger.attribute, piece)
            why = (*why, *replace(everybody, facts=frozenset(facts)).sources((turned,)))
        elif trigger.attribute is not None:
            number = m.Get(trigger.span, trigger.attribute.kind, False, trigger.attribute, piece)
            why = (*why, *everybody.sources((number,)))
        self._once(trigger, trigger.body, replace(everybody, facts=frozenset(facts)), why)

    def _deed(self, rule: m.Happening, act: Act, sight: Sight, why: Sources) -> None:
        """A rule about what somebody does is applied before all eyes: that tells what it was done with, so far as only
        some of that fit the rule; and what was made of hidden things stays so where the rule speaks of it."""
        assert rule.subject is not None
        assert act.actor is not None
        bound = [(variable, use(parameter, rule.span)) for variable, parameter in rule.bound(act)]
        fits = [m.IsA(rule.span, what, variable.kind) for variable, what in bound if not what.kind.is_a(variable.kind)]
        names, values = zip(*[(rule.subject, use(act.actor, rule.span)), *bound], strict=True)
        inner = replace(sight.entering(names, values), facts=frozenset())
        self._once(rule, rule.body, inner, (*why, *sight.sources(fits)))

    def _once(self, what: Definition, body: Iterable[Statement], sight: Sight, why: Sources) -> Sight:
        """Goes through a definition, once for all that can be sure where it is carried out; what is sure after it."""
        key = (what, sight.facts, tuple(sight.taints), bool(why))
        if key not in self.done:
            self.done[key] = replace(sight, facts=frozenset())  # where it is carried out again within itself
            self.done[key] = self.block(body, sight, why)
        return self.done[key]

    def _called(self, node: Do, sight: Sight, why: Sources) -> frozenset[Fact]:
        """Goes through what is done; what a verb makes sure of the things that it is done with, and a phase of all."""
        made: frozenset[Fact] = frozenset()
        for called in node.what:
            given = node.given(called)
            match called:
                case m.Phase():
                    made |= self.phase(called, sight, why)
                case m.Act():
                    pairs = [*zip(called.parameters, given, strict=True)]
                    if node.which is None:
                        assert called.actor is not None
                        assert node.who is not None
                        pairs = [(called.actor, node.who), *pairs]
                    inner = sight.entering([parameter for parameter, _ in pairs], [argument for _, argument in pairs])
                    self._completed(called, inner)
                    self._done(called, inner, self._done_so(node, sight, why))
                case m.Procedure() | m.Window():
                    inner = sight.entering(called.parameters, given)
                    ends = self._once(called, called.body, inner, self._whether(given, sight, why))
                    made |= frozenset(made_by(called, given, ends))
                case _:
                    assert_never(called)
        return made

    def _done_so(self, node: Do, sight: Sight, why: Sources) -> Sources:
        """What is told by an action, or one of several powers, being done."""
        who = (node.who,) if node.who is not None else ()
        if node.which is None:
            return self._whether((*who, *node.arguments), sight, why)
        which = () if isinstance(node.which, m.Constant) else (node.which,)
        return (*why, *sight.sources(which), *sight.sources(who))

    def _whether(self, arguments: Iterable[Expression], sight: Sight, why: Sources) -> Sources:
        """Nothing is done with nothing: so that it is done tells that there is something."""
        return (*why, *sight.sources(a for a in arguments if may_be_nothing(self.analysis, a)))

    def _completed(self, action: Act, sight: Sight) -> None:
        """What is just done offers only such choices as its needs, and its cost, can be met with."""
        form = choosing(self.analysis, action)
        if not any(isinstance(line, m.Choose | m.ChooseSeveral) for line in form.head):
            return
        assert action.actor is not None
        who = use(action.actor, action.span)
        mine = sight.of(who)
        must_know(self.analysis, who, (*mine.of_action(form), *self._paid_by(action, mine)), "What can be chosen")

    def _paid_by(self, action: Act, mine: Sight) -> Sources:
        """What decides whether an action can be paid, and who does it, and so pays, may not see."""
        pay = next((d for d in with_cost(self.analysis.book, action) if isinstance(d, m.Procedure)), None)
        if pay is None:
            return ()
        payer = (use(pay.actor, action.span),) if pay.actor is not None else ()
        mine = replace(mine, reader=(*mine.reader, *payer))
        return tuple(source for need in pay.needs for source in mine.sources((need.condition,)))

    def _done(self, action: Act, sight: Sight, why: Sources, needs: Iterable[Condition] = ()) -> None:
        """An action or power as it is carried out: its head choices, the payment, the effects; `needs` are met."""
        mine = sight.of(use(action.actor, action.span)).given(needs) if action.actor is not None else None
        for line in action.head:
            if mine is not None and isinstance(line, m.Choose | m.ChooseSeveral) and mine.is_reader(line.who):
                inner = self._asked(line, sight, why, mine)
            else:
                inner = self.statement(line, sight, why)
            mine = mine.after(line) if mine is not None else None
            if isinstance(line, m.Let):  # it was looked up where the needs were met
                inner = replace(inner, taints=named_so(line, sight.given(needs), why).taints)
            sight = inner
        sight = sight.given(needs)
        for rule in befores(self.analysis, action):
            self._deed(rule, action, sight, why)
        sight = self.block((*action.counted, *action.payment), sight, why)
        after = self._once(action, action.effects, sight, why)
        for trigger in self.analysis.book.triggers:
            if causes(self.analysis, action, trigger):
                self._deed(trigger, action, after, why)

    # ------------------------------------------------------------------------------------------------ who is asked

    def _asked(
        self,
        node: m.Offer | m.Choose | m.ChooseSeveral | m.Roll,
        sight: Sight,
        why: Sources,
        mine: Sight | None = None,
    ) -> Sight:
        """`mine`: what whoever chooses sees, where that is more than follows from what is sure to everybody: what they
        themselves chose before, at the head of an action."""
        must_be_seen(self.analysis, (*why, *sight.sources((node.who,))), "Whether somebody is asked", node)
        if isinstance(node, m.Roll):
            some = (node.selection,) if node.selection.conditions else ()
            must_be_seen(self.analysis, tuple(sight.sources((node.number, *some))), "How many dice are rolled", node)
            return settled(sight, node)
        if isinstance(node, m.ChooseSeveral) and self.is_chance(node.who):
            told = sight.sources(n for n in (node.least, node.most) if n is not None)
            must_be_seen(self.analysis, tuple(told), "How many are drawn", node)
            must_be_known(self.analysis, sight.of(node.who), node.who, (node.selection,), "What can be drawn")
            return sight.after(node)
        if isinstance(node, m.Choose | m.ChooseSeveral):
            self.seen.asked[node].append(sight)
            known = (mine or sight.of(node.who)).told_by_choice(node)
            must_know(self.analysis, node.who, known, "What can be chosen")
            return sight.after(node)
        for invocation in node.invocations:
            self._offered(node, invocation, sight)
        return settled(sight, node)

    def is_chance(self, who: Expression) -> bool:
        return isinstance(who, m.Constant) and who.value == self.analysis.players

    def _in_secret(self, node: DecideAtOnce, sight: Sight, why: Sources) -> Sight:
        """All choices of a player stand together, before any change: what was seen with one is seen with the next."""
        must_be_seen(self.analysis, (*why, *sight.sources((node.selection,))), "Whether somebody is asked", node)
        player = use(node.selection.variable, node.span)
        mine, inner = sight.of(player), sight.given(node.selection.conditions)
        for line in node.answer:
            if not isinstance(line, m.Let):
                must_know(self.analysis, player, mine.told_by_choice(line), "What can be chosen")
            elif isinstance(line.value, m.Use) and mine.is_reader(line.value):
                mine = replace(mine, reader=(*mine.reader, use(line.variable, line.span)))
            mine, inner = mine.after(line), inner.after(line)
        found = complaints(self.analysis)
        before = len(found)
        after = self._loop(node.changes, found_apart(node, inner), why, sight)
        found[before:] = [_told_by_case(node, one) for one in found[before:]]
        return after

    def _offered(self, node: m.Offer, invocation: m.Invocation, sight: Sight) -> None:
        action = invocation.action
        assert action.actor is not None
        for argument in invocation.arguments:
            if argument is not None and may_be_nothing(self.analysis, argument):
                must_be_seen(self.analysis, tuple(sight.sources((argument,))), "Whether somebody is asked", node)
        pairs = [(action.actor, node.who)]
        stated = zip(action.parameters, invocation.arguments, strict=True)
        pairs += [(p, a) for p, a in stated if a is not None]
        what = f"Whether {action.label} is offered"
        given = [a for a in invocation.arguments if a is not None]
        must_be_known(self.analysis, sight.of(node.who), node.who, given, what)
        inner = sight.of(node.who).within(*zip(*pairs, strict=True))
        inner = replace(inner, reader=(*inner.reader, use(action.actor, node.span)))
        must_know(self.analysis, node.who, inner.told_by_action(action, [p for p, _ in pairs]), what)
        self.seen.offered[node, action].append(inner)
        must_know(self.analysis, node.who, self._paid_by(action, inner), what)
        plain = [n.condition for n in action.needs if not n.afterwards]
        self._done(action, sight.entering(*zip(*pairs, strict=True)), (), plain)


def _told_by_case(node: DecideAtOnce, told: Diagnostic) -> Diagnostic:
    """Nothing can be shown before the choices of a case in secret; what is chosen in it can be moved."""
    cases = [n.span for line in node.answer if isinstance(line, m.Let) and line.implied for n in nodes_in(line.value)]
    if told.span is None or told.span not in cases:
        return told
    hint = "say under `if` only what is done with the things that are chosen there, which tell it then: move … to …"
    return replace(told, hints=(hint,))
