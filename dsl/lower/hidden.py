"""Nothing that happens may tell anybody what they do not see: a check of the whole book, along the ways it can take.

What can be chosen must be seen by whoever chooses. Whether somebody is asked, how many steps there are and what changes
on the table is seen by all: so what decides that must be seen by all. Once a piece is shown it tells nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dsl import resolved as r
from dsl.errors import Note
from dsl.inflection import articled
from dsl.lower.build import Build, use
from dsl.lower.failures import refuse
from dsl.lower.footprints import Change, befores, causes, changes, with_cost
from dsl.lower.in_sight import check_in_sight
from dsl.lower.leaves import destinations, range_of
from dsl.lower.nodes import everything
from dsl.lower.nothing import may_be_nothing
from dsl.lower.printed import out_of_sight
from dsl.lower.seeing import IN_VIEW, MINE, SEEN, SHOWN, Fact, Hidden, Sight, choice_parts
from dsl.lower.ways import needs
from dsl.resolved import Act, Condition, Definition, Expression, Node, Statement, Variable
from dsl.secretly import answer
from dsl.world import Attribute, Kind

Secrets = tuple[Hidden, ...]


def check_hidden(build: Build) -> None:
    """Raises LoweringError for the first place where something would be given away."""
    flow, everybody, book = _Flow(build), Sight(build), build.book
    flow.block(book.play, everybody, ())
    for root in book.setup:  # all that is moved there is told by the rulebook; but somebody may choose
        for node in everything(root):
            if isinstance(node, r.Choose | r.ChooseSeveral):
                _must_be_known(build, everybody.of(node.who), node.who, choice_parts(node), "What can be chosen")
    ways = [(rule.condition, rule.body) for rule in book.standing]
    for condition, body in (*ways, *((ending.condition, ending.body) for ending in book.endings)):
        assert condition is not None
        flow.block(body, everybody.given((condition,)), tuple(everybody.hidden((condition,))))
    for trigger in book.triggers:
        if trigger.event != "becomes":  # these are looked at where something becomes so
            flow.happening(trigger, everybody, ())
    for phase in book.phases.values():
        flow.phase(phase, everybody, ())


@dataclass
class _Flow:
    """Goes through statements; `sight` is what all know there, `why` the hidden things that led there."""

    build: Build
    done: set[object] = field(default_factory=set)

    def block(self, block: Iterable[Statement], sight: Sight, why: Secrets) -> Sight:
        """Goes through a block; what is sure after it."""
        for statement in block:
            sight = self.statement(statement, sight, why)
        return sight

    def statement(self, node: Statement, sight: Sight, why: Secrets) -> Sight:
        match node:
            case r.Text():
                return sight
            case r.Deepest(instead=body):
                self.block(body, sight, why)
                return sight
            case r.Let():
                return _named(node, sight, why)
            case r.If():
                return self._branches(node, sight, why)
            case r.ForEach(selection=selection, order_from=first, body=body):
                over = (selection, *((first,) if first is not None else ()))
                return self._loop(body, sight.given(selection.conditions), (*why, *sight.hidden(over)), sight)
            case r.InSecret():
                return self._in_secret(node, sight, why)
            case r.Repeat(times=times, until=until, body=body):
                told = sight.hidden(n for n in (times, until) if n is not None)
                return self._loop(body, sight, (*why, *told), sight)
            case r.While(condition=condition, body=body):
                ended = sight.hidden((condition,))
                return self._loop(body, sight.given((condition,)), (*why, *ended), sight)
            case r.Follow(here=here, walk=walk, arguments=arguments, body=body):
                ways = sight.hidden((r.OnWalk(node.span, use(here, node.span), walk, arguments),))
                _must_be_seen(self.build, (*why, *ways), "Where it leads", node)
                return self._loop(body, sight, why, sight)
            case r.TakeTurns(first=first, until=until, body=body):
                told = sight.hidden(n for n in (first, until) if n is not None)
                return self._loop(body, sight, (*why, *told), sight)
            case r.Offer() | r.Choose() | r.ChooseSeveral() | r.Roll():
                return self._asked(node, sight, why)
            case r.ChooseOne():
                return self._ways(node, sight, why)
            case r.InOneGo():
                return self._in_one_go(node, sight, why)
            case r.Show(who=who):
                told = sight.hidden(n for n in (who,) if n is not None)
                _must_be_seen(self.build, (*why, *told), "What is shown", node)
                return _made_sure(node, self._settled(node, sight))
            case r.Move() | r.Change() | r.Become() | r.TurnInto():
                _changed(node, sight, why)
                for rule in befores(self.build, node):
                    self.happening(rule, Sight(self.build), why)
                if isinstance(node, r.TurnInto):
                    self._turned(node, sight)
                return _made_sure(node, self._settled(node, sight))
            case r.DoPhase() | r.DoAction() | r.DoPower() | r.Perform() | r.Open():
                self._called(node, sight, why)
                return self._settled(node, sight)
        return self._other(node, sight, why)

    def _settled(self, node: Statement, sight: Sight) -> Sight:
        """What is still sure after a statement and all rules that may follow from it."""
        rules = self.build.once("changes by rules", lambda: _by_rules(self.build))
        for change in (*changes(self.build, (node,)), *rules):
            match change:
                case r.TurnInto(attribute=attribute, on=False):
                    sight = replace(sight, facts=frozenset(f for f in sight.facts if f[1] != attribute.name))
                case r.Become(target=target) if target.attribute is self.build.world.owner:
                    sight = replace(sight, facts=frozenset(f for f in sight.facts if not _given_away(f, target.of)))
                case r.Move(what=what, to=to):
                    sight = replace(sight, facts=frozenset(f for f in sight.facts if not _lost(sight, f, what, to)))
        return sight

    def _other(self, node: Statement, sight: Sight, why: Secrets) -> Sight:
        """Statements that are seen as they happen; those inside happen in their order."""
        inside = [n for n in node.inside if isinstance(n, Statement)]
        if isinstance(node, r.Win):
            why = (*why, *sight.hidden((node.who,)))
        if not isinstance(node, r.Together):
            what = "Who wins" if isinstance(node, r.Win | r.Draw) else "What happens"
            _must_be_seen(self.build, why, what, node)
        return self.block(inside, sight, why)

    def _in_one_go(self, node: r.InOneGo, sight: Sight, why: Secrets) -> Sight:
        """Each step is seen, and may be put back: so it moves and changes only what all see anyway."""
        _must_be_seen(self.build, (*why, *sight.hidden((node.who,))), "Whether somebody is asked", node)
        check_in_sight(self.build, node)
        after = self._loop(node.body, sight, why, sight)
        tests = tuple(test.condition for test in node.tests)
        _must_be_known(self.build, after.of(node.who), node.who, tests, "Whether this can be done")
        return after

    # ------------------------------------------------------------------------------------------------- ways to go

    def _ways(self, node: r.ChooseOne, sight: Sight, why: Secrets) -> Sight:
        """Which ways there are is for whoever chooses to know; which is taken, is seen by all."""
        _must_be_seen(self.build, (*why, *sight.hidden((node.who,))), "Whether somebody is asked", node)
        ends = [sight]
        for way in node.ways:
            needed = needs(self.build, node, way)
            _must_be_known(self.build, sight.of(node.who), node.who, needed, "What can be chosen")
            ends.append(self.block(way.body, sight.given(needed), ()))
        return _after_all(ends)

    def _branches(self, node: r.If, sight: Sight, why: Secrets) -> Sight:
        ends = []
        for condition, body in node.branches:
            if condition is not None:
                why = (*why, *sight.hidden((condition,)))
            ends.append(self.block(body, sight.given((condition,)) if condition is not None else sight, why))
        if node.branches[-1][0] is not None:
            ends.append(sight)
        return _after_all(ends)

    def _loop(self, body: Iterable[Statement], sight: Sight, why: Secrets, outside: Sight) -> Sight:
        """A block that is carried out any number of times: only what it leaves sure is sure when it begins again."""
        body = tuple(body)
        once = self.block(body, sight, why)
        kept = replace(sight, facts=sight.facts & (once.facts | (sight.facts - outside.facts)))
        taints = {**once.taints, **sight.taints}
        again = self.block(body, replace(kept, taints=taints), why) if kept.facts != sight.facts else once
        return _after_all([outside, once, again])

    def phase(self, phase: r.Phase, sight: Sight, why: Secrets) -> None:
        self._once(phase, phase.body, Sight(self.build, facts=sight.facts), why)

    def _turned(self, node: r.TurnInto, sight: Sight) -> None:
        """What follows when something becomes face-up is told to those who see it there."""
        for trigger in self.build.book.triggers:
            if causes(self.build, node, trigger):
                self.happening(trigger, Sight(self.build), (), sight.sure_of(node.what))

    def happening(
        self, trigger: r.Happening, everybody: Sight, why: Secrets, sure: frozenset[str] = frozenset()
    ) -> None:
        """What is done after, or before, an event that not all see tells them of it.

        `sure` is what was sure of its subject.
        """
        subject, place = trigger.subject, trigger.place
        assert subject is not None
        piece = use(subject, subject.span or trigger.span)
        if place is not None and not everybody.sees_at(subject.kind, place, set()):
            where = r.Located(trigger.span, "in", piece, place)
            self._once(trigger, trigger.body, everybody, (*why, *everybody.told_by_place(where)))
            return
        done = isinstance(trigger, r.Trigger)
        facts: set[Fact] = {(subject, token) for token in sure}
        if done and place is not None and trigger.event == "enters":
            facts.add((subject, SEEN))
        if trigger.attribute is not None and trigger.event == "becomes":
            facts |= {(subject, trigger.attribute.name)} if done else set()
            turned = r.Flag(trigger.span, trigger.attribute, piece)
            why = (*why, *replace(everybody, facts=frozenset(facts)).hidden((turned,)))
        elif trigger.attribute is not None:
            number = r.Get(trigger.span, trigger.attribute.kind, False, trigger.attribute, piece)
            why = (*why, *everybody.hidden((number,)))
        self._once(trigger, trigger.body, replace(everybody, facts=frozenset(facts)), why)

    def _once(self, what: Definition, body: Iterable[Statement], sight: Sight, why: Secrets) -> None:
        """Goes through a definition, once for all that can be sure where it is carried out."""
        key = (what, sight.facts, tuple(sight.taints), bool(why))
        if key not in self.done:
            self.done.add(key)
            self.block(body, sight, why)

    def _called(self, node: Statement, sight: Sight, why: Secrets) -> None:
        match node:
            case r.DoPhase(phase=phase):
                self.phase(phase, sight, why)
            case r.DoAction(who=who, invocation=invocation):
                assert invocation.action.actor is not None
                stated = zip(invocation.action.parameters, invocation.arguments, strict=True)
                pairs = [(invocation.action.actor, who), *((p, a) for p, a in stated if a is not None)]
                self._done(invocation.action, sight.entering(*zip(*pairs, strict=True)), why)
            case r.DoPower(call=call):
                led = (*why, *(() if isinstance(call.which, r.Constant) else sight.hidden((call.which,))))
                for power in call.members:
                    self._done(power, sight.entering(power.parameters, call.given(power)), led)
            case r.Perform(procedure=called, arguments=arguments) | r.Open(window=called, arguments=arguments):
                self._once(called, called.body, sight.entering(called.parameters, arguments), why)

    def _done(self, action: Act, sight: Sight, why: Secrets, needs: Iterable[Condition] = ()) -> None:
        """An action or power as it is carried out: its head choices, the payment, the effects; `needs` are met."""
        for line in action.head:
            sight = self.statement(line, sight, why)
        for rule in befores(self.build, action):
            self.happening(rule, Sight(self.build), why)
        pay = [d for d in with_cost(self.build, action) if isinstance(d, r.Procedure)]
        for procedure in pay:
            assert action.cost is not None
            self._once(procedure, procedure.body, sight.entering(procedure.parameters, (action.cost,)), why)
        self._once(action, action.effects, sight if pay else sight.given(needs), why)

    # ------------------------------------------------------------------------------------------------ who is asked

    def _asked(self, node: r.Offer | r.Choose | r.ChooseSeveral | r.Roll, sight: Sight, why: Secrets) -> Sight:
        _must_be_seen(self.build, (*why, *sight.hidden((node.who,))), "Whether somebody is asked", node)
        if isinstance(node, r.Roll):
            _must_be_seen(self.build, tuple(sight.hidden((node.number,))), "How many dice are rolled", node)
            return self._settled(node, sight)
        if isinstance(node, r.ChooseSeveral) and self.is_chance(node.who):
            told = sight.hidden(n for n in (node.least, node.most) if n is not None)
            _must_be_seen(self.build, tuple(told), "How many are drawn", node)
            _must_be_known(self.build, sight.of(node.who), node.who, (node.selection,), "What can be drawn")
            return sight.after(node)
        if isinstance(node, r.Choose | r.ChooseSeveral):
            _must_be_known(self.build, sight.of(node.who), node.who, choice_parts(node), "What can be chosen")
            return sight.after(node)
        for invocation in node.invocations:
            self._offered(node, invocation, sight)
        return self._settled(node, sight)

    def is_chance(self, who: Expression) -> bool:
        return isinstance(who, r.Constant) and who.value == self.build.players

    def _in_secret(self, node: r.InSecret, sight: Sight, why: Secrets) -> Sight:
        """All choices of a player stand together, before any change: what was seen with one is seen with the next."""
        _must_be_seen(self.build, (*why, *sight.hidden((node.selection,))), "Whether somebody is asked", node)
        player, parts = use(node.selection.variable, node.span), answer(node)
        mine, inner = sight.of(player), sight.given(node.selection.conditions)
        for line in parts.choices:
            if not isinstance(line, r.Let):
                _must_be_known(self.build, mine, player, choice_parts(line), "What can be chosen")
            elif isinstance(line.value, r.Use) and mine.is_reader(line.value):
                mine = replace(mine, reader=(*mine.reader, use(line.variable, line.span)))
            mine, inner = mine.after(line), inner.after(line)
        return self._loop(parts.changes, inner, why, sight)

    def _offered(self, node: r.Offer, invocation: r.Invocation, sight: Sight) -> None:
        action = invocation.action
        assert action.actor is not None
        for argument in invocation.arguments:
            if argument is not None and may_be_nothing(self.build, argument):
                _must_be_seen(self.build, tuple(sight.hidden((argument,))), "Whether somebody is asked", node)
        pairs = [(action.actor, node.who)]
        stated = zip(action.parameters, invocation.arguments, strict=True)
        pairs += [(p, a) for p, a in stated if a is not None]
        what = f"Whether {action.label} is offered"
        given = [a for a in invocation.arguments if a is not None]
        _must_be_known(self.build, sight.of(node.who), node.who, given, what)
        inner = sight.of(node.who).within(*zip(*pairs, strict=True))
        inner = replace(inner, reader=(*inner.reader, use(action.actor, node.span)))
        _must_know(self.build, node.who, tuple(inner.of_action(action)), what)
        pay = self.build.book.procedures.get("pay") if action.cost is not None else None
        for need in pay.needs if pay else ():
            _must_know(self.build, node.who, tuple(inner.hidden((need.condition,))), what)
        plain = [n.condition for n in action.needs if not n.afterwards]
        self._done(action, sight.entering(*zip(*pairs, strict=True)), (), plain)


# --------------------------------------------------------------------------------------------------------- what is sure


def _after_all(ends: list[Sight]) -> Sight:
    """What is sure after one of several ways, nobody knows which."""
    facts = frozenset.intersection(*(end.facts for end in ends))
    taints: dict[Variable, Secrets] = {}
    for end in ends:
        taints |= end.taints
    return replace(ends[0], facts=facts, taints=taints)


def _named(node: r.Let, sight: Sight, why: Secrets) -> Sight:
    after = sight.after(node)
    if not why:
        return after
    return replace(after, taints={**after.taints, node.variable: (*after.taints.get(node.variable, ()), *why)})


# -------------------------------------------------------------------------------------------------------------- changes


def _by_rules(build: Build) -> tuple[Change, ...]:
    """All changes that standing rules and triggers can make."""
    bodies = [*(rule.body for rule in build.book.standing), *(rule.body for rule in build.book.triggers)]
    return changes(build, [statement for body in bodies for statement in body])


def _may_be_same(one: Kind, other: Kind) -> bool:
    return one.is_a(other) or other.is_a(one)


def _lost(sight: Sight, fact: Fact, what: Expression | r.Selection, to: Expression) -> bool:
    """Whether something may not be sure any more once a piece is moved: out of sight, or to what was shown."""
    about, token = fact
    if isinstance(about, Kind):
        return bool(destinations(sight.build, to) & range_of(sight.build, about))
    if not _may_be_same(about.kind, what.kind):
        return False
    everybody = Sight(sight.build)
    if token == IN_VIEW:
        return not everybody.sees_into(to)
    return token in (SEEN, SHOWN) and not everybody.sees_at(what.kind, to, set())


def _given_away(fact: Fact, what: Expression) -> bool:
    """Whether it may not be sure any more whose a piece is."""
    about, token = fact
    return token == MINE and not isinstance(about, Kind) and _may_be_same(about.kind, what.kind)


def _changed(node: Change, sight: Sight, why: Secrets) -> None:
    """A change on the table; a value that only some see may be made of what only they see."""
    build = sight.build
    match node:
        case r.Move(what=what, to=to):
            if sight.sees_at(what.kind, to, set()):  # it is shown; where it goes can depend on what is seen of it there
                told = (*sight.hidden((what,)), *_sure(sight, what, SEEN).hidden((to,)))
            else:
                told = (*sight.hidden((what, to)), *sight.tells_where(what))
            _must_be_seen(build, (*why, *told), "What is moved", node)
            return
        case r.TurnInto(attribute=attribute, what=what):
            told = _unfit(attribute, (*why, *sight.hidden((what,)), *_marked(attribute, what, sight)))
            _must_be_seen(build, told, f"What becomes {attribute.name}", node)
            return
        case r.Change(target=target, by=by, limit=limit):
            parts = (target.of, by, *((limit,) if limit is not None else ()))
        case r.Become(target=target, value=value):
            parts = (target.of, value)
        case _:
            return
    told = _unfit(target.attribute, (*why, *sight.hidden(parts), *_marked(target.attribute, target.of, sight)))
    _must_be_seen(build, told, f"How the {target.attribute.name} of {articled(target.attribute.of.name)} changes", node)


def _marked(attribute: Attribute, what: Expression | r.Selection, sight: Sight) -> Iterator[Hidden]:
    """What is told by a change that all see on a piece that they do not see."""
    if attribute.seen.stated and attribute.seen.by == "all":
        yield from sight.tells_where(what)


def _unfit(attribute: Attribute, told: Secrets) -> Secrets:
    """What is read and is not kept from the very same players as the attribute that changes."""
    seen = attribute.seen
    if seen.by in ("all", "owner"):
        return told
    return tuple(h for h in told if not _as_hidden(h.node, seen.by, seen.player, seen.until))


def _as_hidden(node: Node, by: str, player: int, until: str | None) -> bool:
    match node:
        case r.Get(attribute=attribute) | r.Flag(attribute=attribute):
            other = attribute.seen
            return (other.by, other.player, other.until) == (by, player, until)
    return False


def _made_sure(node: Change, sight: Sight) -> Sight:
    """A piece that has come to where all look, or has been turned up, is seen."""
    match node:
        case r.Move(what=what, to=to) if sight.sees_into(to):
            return _sure(_sure(sight, what, SEEN) if sight.sees_at(what.kind, to, set()) else sight, what, IN_VIEW)
        case r.Show(what=r.Selection() as shown, who=None) if (only := sight.only_counted(shown)) is not None:
            place = only.where if isinstance(only.where, Kind) else only.where.kind
            return replace(sight, facts=sight.facts | {(place, SHOWN)}) if place.sort == "place" else sight
        case r.Show(what=what, who=None):
            return _sure(_sure(sight, what, SEEN), what, SHOWN)
        case r.TurnInto(what=what, attribute=attribute, on=True):
            return _sure(sight, what, attribute.name)
    return sight


def _sure(sight: Sight, what: Expression | r.Selection, token: str) -> Sight:
    """The same where this is sure of a piece, or of all that are in a set."""
    match what:
        case r.Use(variable=variable):
            return replace(sight, facts=sight.facts | {(variable, token)})
        case r.Selection(conditions=(r.InSet(what=r.Use(variable=used), members=members),)) if used is what.variable:
            return replace(sight, facts=sight.facts | {(members, token)})
    return sight


# --------------------------------------------------------------------------------------------------------- the messages


def _must_be_known(build: Build, sight: Sight, who: Expression, nodes: Iterable[Node], what: str) -> None:
    _must_know(build, who, tuple(sight.hidden(nodes)), what)


def _must_know(build: Build, who: Expression, told: Secrets, what: str) -> None:
    for hidden in told:
        name = who.name if isinstance(who, r.Constant) else "the player"
        message = f"{what} would tell {name} {hidden.what}, which {name} does not see."
        refuse("E0402", message, hidden.span, hints=(f"what {name} knows of {hidden.what}",))


def _must_be_seen(build: Build, told: Secrets, what: str, node: Statement) -> None:
    for hidden in told:
        message = f"{what} would tell all {hidden.what}, which {_who_sees(build, hidden.node)}."
        refuse("E0405", message, hidden.span, _remedies(build, hidden.node), (Note("this is what all see", node.span),))


def _who_sees(build: Build, node: Node) -> str:
    match node:
        case r.Get(attribute=attribute) | r.Flag(attribute=attribute):
            seen = attribute.seen
            if seen.by == "player":
                return f"only {build.world.players.elements[seen.player]} sees"
            if seen.by != "all":
                return "nobody sees" if seen.by == "nobody" else "only its owner sees"
    kind = _told_of(node)
    where = out_of_sight(build, kind) if kind is not None else ""
    return f"not all see: {where}" if where else "not all see"


def _remedies(build: Build, node: Node) -> tuple[str, ...]:
    match node:
        case r.Get(attribute=attribute) | r.Flag(attribute=attribute) if attribute.seen.until is not None:
            return (f"before it, on a line of its own: the {attribute.of.name} becomes {attribute.seen.until}",)
    shown = "before it, let it come to where all see it"
    kind = _told_of(node)
    if kind is not None and out_of_sight(build, kind).startswith("it can be on"):
        return (shown, f"under `piece {kind.name}`, if all see each {kind.name} wherever it lies: seen by all")
    return (shown,)


def _told_of(node: Node) -> Kind | None:
    """The kind of the piece of which something would be told because the piece itself may be out of sight."""
    match node:
        case r.Located(what=what) | r.PlaceOf(piece=what) | r.OwnerOf(of=what) | r.Owned(what=what) | r.IsA(what=what):
            return what.kind
        case r.Get(attribute=attribute, of=of) | r.Flag(attribute=attribute, of=of):
            return of.kind if attribute.seen.by == "all" and attribute.of.sort == "piece" else None
        case r.Expression(kind=kind) if kind.sort == "piece":
            return kind
    return None
