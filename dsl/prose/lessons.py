"""A worked example as it is told to those who learn a game: what is done, what comes of it, and why something cannot
be done. What is known of it beyond its text comes from playing it (`Scene`)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from dsl import model
from dsl.board.scene import Held, Scene, Weighed
from dsl.model import Rulebook, Selection, Variable
from dsl.model.candidates import power_of, said_at_first
from dsl.model.visit import free, nodes_in
from dsl.model.world import Attribute, Kind
from dsl.prose.conditions import in_a_row
from dsl.prose.definitions import price
from dsl.prose.forms import Amount, Attached, Deed, Form, Listed, Noun, Phrase, Quoted, Step, You, phrase
from dsl.prose.nouns import described
from dsl.prose.plain_names import PlainNames, owned_by, plain_names
from dsl.prose.scope import Scope
from dsl.prose.weighings import Weighings, added_up, holds, is_sum, parts_that_count

NOTHING_HELD = Held()
OPPOSITE = {
    "at_least": "less", "at_most": "more", "as_many_at_least": "fewer_there", "as_many_at_most": "more_there",
    "count_at_least": "count_less", "count_at_most": "count_more",
}  # fmt: skip


class Lesson:
    """What is known of an example that was played; `untold` are the steps of which nobody is told, `unseen` what no
    player sees."""

    def __init__(
        self, book: Rulebook, example: model.Example, scene: Scene, untold: Container[model.ExampleStep] = (),
        unseen: Container[Attribute] = (),
    ) -> None:  # fmt: skip
        self.book, self.example, self.scene = book, example, scene
        self.untold, self.unseen = untold, unseen
        lines = [step for step in example.steps if isinstance(step, model.Then)]
        same = len(lines) == len(scene.held)
        self.held: Mapping[model.ExampleStep, Held] = dict(zip(lines, scene.held, strict=True)) if same else {}

    def without(self, untold: Container[model.ExampleStep]) -> Lesson:
        """The same, with steps of which nobody is told."""
        return Lesson(self.book, self.example, self.scene, untold, self.unseen)

    def names(self, scope: Scope) -> PlainNames:
        return plain_names(scope, self.book.powers.values(), self.example.steps, self.scene)

    def is_played(self, node: model.Then) -> bool:
        """Whether anything is done before a line."""
        steps = self.example.steps
        before = steps[: steps.index(node)]
        return any(not isinstance(step, model.Given | model.Then | model.Said) for step in before)

    @cached_property
    def given(self) -> list[model.Expression]:
        """The values that are said to be so at first."""
        said = (step.condition for step in self.example.steps if isinstance(step, model.Given))
        return [condition.left for condition in said if isinstance(condition, model.Compare)]

    def retold(self, scope: Scope, node: model.ExampleStep, step: Step) -> Step:
        """A step as those read it who learn."""
        way = self.way(scope, node)
        if way:
            return replace(step, form=way)
        done = self.at_its_price(scope, node, briefly_done(step.form))
        return self.added_up(node, self.result(scope, node, replace(step, form=done)))

    def at_its_price(self, scope: Scope, node: model.ExampleStep, done: Form) -> Form:
        """What is done, and what is paid for it: "uses the Boosters for 3"."""
        action = node.invocation.action if isinstance(node, model.WhenDoes) else None
        pay = self.book.procedures.get("pay")
        if action is None or pay is None or not isinstance(done, Deed):
            return done
        inner = doing(scope, node) if isinstance(node, model.WhenDoes) else scope
        prices = [price(inner, one, pay) for one in action.costs if isinstance(one[0], model.Constant)]
        if not prices or len(prices) < len(action.costs):  # some are worked out
            return done
        return replace(done, arguments=(*done.arguments, Attached("", phrase("for_price", price=in_a_row(prices)))))

    # ------------------------------------------------------------------------------------------- which numbers decided

    @cached_property
    def weighings(self) -> Weighings:
        return Weighings(self.book, self.unseen)

    def cause(self, scope: Scope, node: model.ExampleStep) -> tuple[Form, Weighed] | None:
        """Which numbers have brought about what is so then, and how that was known."""
        held = self.held.get(node, NOTHING_HELD)
        if not isinstance(node, model.Then) or not held.weighed or asks(node.condition):
            return None
        return self.weighings.cause(self.in_deed(scope, node), held)

    def in_deed(self, scope: Scope, node: model.ExampleStep) -> Scope:
        """The scope in which the last deed before a line tells who acts, and with what."""
        steps = self.example.steps
        deeds = (step for step in reversed(steps[: steps.index(node)]) if isinstance(step, model.WhenDoes))
        deed = next(deeds, None) if node in steps else None
        return doing(scope, deed) if deed is not None else scope

    def added_up(self, node: model.ExampleStep, step: Step) -> Step:
        """A line that tells a number, with what this is put together of."""
        worth = self.held.get(node, NOTHING_HELD).worth
        if worth is None or not is_sum(worth):
            return step
        return replace(
            step, form=phrase("with_details", fact=step.form, details=Quoted(added_up(parts_that_count(worth))))
        )

    # ------------------------------------------------------------------------------------------------ what comes of it

    def result(self, scope: Scope, node: model.ExampleStep, step: Step) -> Step:
        """What is so in the end, beside what was so before anything was done."""
        if isinstance(node, model.Then) and is_called_by_place(step.form):
            return replace(step, form=as_before(step.form))
        held = self.held.get(node)
        if isinstance(node, model.Then) and not self.is_played(node) and self.was_otherwise(node):
            return replace(step, form=by_now(step.form))  # the game went on by itself after what was given
        if held is None or not isinstance(node, model.Then) or not self.is_played(node):
            return step
        number = self.number(scope, node, held)
        if number is not None:
            return replace(step, form=number)
        if not is_of_position(node.condition):
            return step
        return replace(step, form=as_before(step.form) if held.already else by_now(step.form))

    def was_otherwise(self, node: model.Then) -> bool:
        """Whether something else was given of what a line speaks of."""
        given = (step.condition for step in self.example.steps if isinstance(step, model.Given))
        return any(is_otherwise(node.condition, one) for one in given)

    def number(self, scope: Scope, node: model.Then, held: Held) -> Form | None:
        """A number that is another one than before: "the level falls from 6 to 2"."""
        match node.condition:
            case model.Compare(
                operator="=", left=model.Get(attribute=attribute) as what, right=model.Constant(value=new)
            ):
                if attribute.kind.sort != "range" or len(held.were) != 1 or self.is_given(scope, what):
                    return None
                old = next(self.said_before(scope, node, scope.form(what)), held.were[0])
                key = "falls" if new < old else "rises" if new > old else "stays"
                return phrase(key, subject=scope.form(what), old=None if new == old else Amount(old), new=Amount(new))
            case _:  # is no number
                return None

    def said_before(self, scope: Scope, node: model.Then, what: Form) -> Iterator[int]:
        """Which number something was when it was last spoken of in what comes of it."""
        steps = self.example.steps
        for step in reversed(steps[: steps.index(node)]):
            match step:
                case model.Then(condition=model.Compare(operator="=", left=left, right=model.Constant(value=value))):
                    if scope.form(left) == what:
                        yield value
                case _:  # tells of no number
                    pass

    def is_given(self, scope: Scope, what: model.Expression) -> bool:
        return scope.form(what) in [scope.form(known) for known in self.given]

    def way(self, scope: Scope, node: model.ExampleStep) -> Form | None:
        """The choice of a space to which something of who chooses goes: "from A2 to A4", behind what they did; of what
        is nobody's it is said that it comes there."""
        match node:
            case model.WhenChooses(who=who, what=(model.Constant(kind=Kind(sort="space"), value=end) as there,)):
                starts = {start for start, other in self.scene.moves if other == end}
                if len(starts) != 1:
                    return None
                start = starts.pop()
                mine = isinstance(who, model.Constant) and who.value in self.owners_at(start)
                if not mine or not self.goes_on(scope, node, who):
                    return None
                spots = scope.world.board_of(there.kind).spots
                named = next((name for name, space in spots.items() if space == start), "")
                begin = scope.form(replace(there, value=start, name=named))
                return phrase("goes", subject=scope.form(who), deed=You(), start=begin, end=scope.form(there))
            case _:  # chooses something else
                return None

    def goes_on(self, scope: Scope, node: model.ExampleStep, who: model.Expression) -> bool:
        """Whether the line before tells what the same player does."""
        before = self.example.steps[: self.example.steps.index(node)]
        match before[-1:]:
            case (model.WhenDoes(who=other) | model.WhenDoesSo(who=other) | model.WhenChooses(who=other),):
                return scope.form(other) == scope.form(who)
            case _:  # nobody does anything
                return False

    def owners_at(self, space: int) -> set[int]:
        """Whose the pieces are that stand on a space at first, and on those from which something goes there."""
        spaces, more = set[int](), {space}
        while more:
            spaces |= more
            more = {start for start, end in self.scene.moves if end in more} - spaces
        return {piece.seat for piece in self.scene.pieces if piece.at in spaces}

    # ------------------------------------------------------------------------------------------------- why it cannot be

    def why_not(self, scope: Scope, node: model.ExampleStep) -> Form | None:
        """The need that is not met of what cannot be done, if it is a single one and speaks of nothing unknown."""
        can = refused(node)
        held = self.held.get(node, NOTHING_HELD)
        if can is None or len(held.unmet) != 1:
            return None
        need = next((need for need in can.invocation.action.needs if need.span.begin == held.unmet[0]), None)
        if need is None or need.overrides:
            return self.too_dear(scope, can, held)
        power = power_of(can, need.condition, said_at_first(self.example.steps))
        if power is not None:
            return self.without_choice(scope, can, power) if held.no_choice else None
        scope = doing(scope, can)
        why = self.reason(scope, need.condition, held)
        return phrase("then_so", clause=why) if why is not None and need.afterwards else why

    def reason(self, scope: Scope, condition: model.Condition, held: Held) -> Form | None:
        """Why a need is not met; with the numbers that it compares, where it does."""
        numbers = self.compared(scope, condition, held)
        if numbers is not None:
            return numbers
        if any(variable not in scope.meant for variable in free((condition,))):  # names something in between
            return None
        if any(getattr(n, "attribute", None) in self.unseen for n in nodes_in(condition)):
            return None
        if any(isinstance(n, model.Utmost) for n in nodes_in(condition)):
            return None  # which of all ways to go on is the best nobody sees in a picture
        if any(isinstance(n, model.IsA) for n in nodes_in(condition)):
            return None  # what sort of thing it is its name says
        if any(isinstance(n, model.Holds) and n.quality.parameters[1:] for n in nodes_in(condition)):
            return None  # a relation that has a word of its own is no reason for who does not know the word yet
        if any(isinstance(n, model.Unspent) for n in nodes_in(condition)):
            return None  # how often it may be done: that it was done as often the sentences before tell
        why = none_so(scope.clause(model.Not(condition.span, condition)))
        if isinstance(why, Listed) or isinstance(condition, model.CanDoPower):  # one of several, or no reason
            return None
        return why

    def compared(self, scope: Scope, condition: model.Condition, held: Held) -> Form | None:
        """How the numbers stand to one another that a need compares, or the sentence in it that is not so; of what any
        of its sentences would be enough for, all."""
        match condition:
            case model.Compare(left=left):
                weighed = next((one for one in held.weighed if one.at == condition.span.begin), None)
                if weighed is None or isinstance(left, model.Count) or holds(condition, weighed):
                    return None
                return self.weighings.clause(scope, condition, weighed)
            case model.All(conditions=parts):
                found = (self.compared(scope, part, held) for part in parts if isinstance(part, model.Compare))
                return next((clause for clause in found if clause is not None), None)
            case model.Any(conditions=parts) if any(self.compared(scope, part, held) for part in parts):
                reasons = tuple(reason for part in parts if (reason := self.reason(scope, part, held)) is not None)
                return Listed(reasons) if len(reasons) == len(parts) else None
            case _:  # compares no numbers
                return None

    def too_dear(self, scope: Scope, can: model.CanDo, held: Held) -> Form | None:
        """That a price cannot be paid, with the numbers that say so."""
        pay = self.book.procedures.get("pay")
        costs = can.invocation.action.costs
        need = next((need for need in pay.needs if need.span.begin == held.unmet[0]), None) if pay is not None else None
        if need is None or pay is None or len(costs) != 1:
            return None
        inner = doing(scope, can)
        for variable, value in zip(pay.parameters, costs[0], strict=True):
            scope = scope.meaning(variable, inner.form(value))
        return self.compared(scope.meaning(pay.actor, scope.form(can.who)), need.condition, held)

    def without_choice(self, scope: Scope, can: model.CanDo, power: model.Power) -> Form | None:
        """That there is nothing for the last choice that belongs to a power, whatever is chosen before."""
        scope = replace(scope.meaning(power.actor, scope.form(can.who)), brief=scope.brief | named_in(power))
        *before, last = power.head
        for choice in before:
            if isinstance(choice, model.Choose):
                scope = scope.meaning(choice.variable, described(scope, choice.selection, "a"))
        return none_there(scope, last)


def doing(scope: Scope, does: model.CanDo | model.WhenDoes) -> Scope:
    """The scope in which the names in an action mean who does it, and with what."""
    action = does.invocation.action
    told: dict[Variable | None, model.Expression | None] = {action.actor: does.who}
    told |= dict(zip(action.parameters, does.invocation.arguments, strict=True))
    for variable, argument in told.items():
        scope = scope.meaning(variable, scope.form(argument)) if argument is not None else scope
    return scope


def named_in(power: model.Power) -> frozenset[Variable]:
    """The names of what is chosen for a power, which nothing speaks of here."""
    return frozenset(choice.selection.variable for choice in power.head if isinstance(choice, model.Choose))


def none_there(scope: Scope, choice: model.Node) -> Form | None:
    if not isinstance(choice, model.Choose):
        return None
    return scope.clause(model.Not(choice.span, model.Exists(choice.span, choice.selection)))


def none_so(clause: Form) -> Form:
    """Denied of any of a sort: "no safe way leads there" for "a safe way does not lead there"; of numbers: "there are
    fewer cubes than that" for "not at least as many"."""
    match clause:
        case Phrase(key=key, negative=True) if key in OPPOSITE:
            return replace(clause, key=OPPOSITE[key], negative=False)
        case Phrase(key="there_is", slots=(("subject", Noun(count=Phrase(key=key) as count) as those),), negative=True):
            less = replace(those, count=replace(count, key=OPPOSITE.get(key, key)))
            return phrase("there_is", subject=less) if key in OPPOSITE else clause
        case Phrase(slots=((slot, Noun(article="a") as thing), *_), negative=True):
            return replace(clause.with_slot(slot, replace(thing, article="no")), negative=False)
        case _:  # speaks of something that is known
            return clause


def is_called_by_place(form: Form) -> bool:
    """Whether it says of a thing that it is where its name has it: "the fighter on E5 is on E5"."""
    match form:
        case Phrase(key="is_at", slots=(("subject", Noun(attached=attached)), ("place", place)), negative=False):
            return place in attached
        case _:  # says more
            return False


def as_before(form: Form) -> Form:
    """What was so before, too: "the ship stays on B6"."""
    match form:
        case Phrase(
            key="is_at", slots=(("subject", Noun() as thing), ("place", Attached(form=Noun(term=at)) as place))
        ):
            if not form.negative and isinstance(about := at.about, tuple) and about[0].sort == "space":
                named = replace(thing, attached=tuple(one for one in thing.attached if one != place))
                return phrase("stays_at", subject=named, place=place)
        case _:  # is told as it stands
            pass
    return phrase("as_before", fact=form)


def by_now(form: Form) -> Form:
    """What was not so before: "the Laser is now in the box"."""
    match form:
        case Phrase(key="is" | "is_at" | "is_away" | "has_quality" | "belongs" as key, negative=False):
            return replace(form, key=f"{key}_by_now")
        case _:  # says by itself that something happened
            return form


def is_otherwise(now: model.Condition, given: model.Condition) -> bool:
    """Whether a thing was given elsewhere than it is now, as another player's, or with another value."""
    match now, given:
        case (
            model.Located(what=model.Use(variable=thing), where=there),
            model.Exists(selection=Selection(variable=other, place=model.Located(where=before))),
        ):
            return thing is other and value_of(there) != value_of(before)
        case model.Holds(
            arguments=(model.Use(variable=thing), model.Constant(kind=Kind(sort="player"), value=owner))
        ), model.Exists(selection=those):
            return thing is those.variable and owned_by(those) not in (None, owner)
        case (
            model.Compare(operator="=", left=model.Get(attribute=one, of=model.Use(variable=thing)), right=value),
            model.Compare(operator="=", left=model.Get(attribute=same, of=model.Use(variable=other)), right=before),
        ):
            return (one, thing) == (same, other) and value_of(value) != value_of(before)
        case _:  # speak of different things
            return False


def value_of(what: object) -> int | None:
    return what.value if isinstance(what, model.Constant) else None


def refused(node: model.ExampleStep) -> model.CanDo | None:
    """What a line says cannot be done."""
    match node:
        case model.Then(condition=model.Not(condition=model.CanDo() as can)):
            return can
        case _:  # says something else
            return None


def is_of_position(condition: model.Condition) -> bool:
    """Whether it says how things stand, not what somebody can do or is asked."""
    return not asks(condition) and not any(isinstance(node, model.HasWon) for node in condition.whole)


def asks(condition: model.Condition) -> bool:
    """Whether it says what somebody can do or is asked."""
    asking = model.CanDo | model.CanDoPower | model.Asked | model.Choosable | model.CanPass
    return any(isinstance(node, asking) for node in condition.whole)


def because(step: Step, reasons: Iterable[Form | None]) -> Step:
    """The sentence with the reason for what it denies, where there is one for all of it."""
    found = [*dict.fromkeys(reasons)]
    if len(found) != 1 or found[0] is None:
        return step
    return replace(step, form=phrase("because", fact=step.form, why=found[0]))


# ---------------------------------------------------------------------------------------------------- what is done


def briefly_done(form: Form) -> Form:
    """A deed without what it is done with, where the name of that says what it is done for: "plays Orbit 2" for "plays
    Orbit 2/Jump for Orbit 2"."""
    match form:
        case Deed(arguments=(Attached(form=Noun() as card) as what, Attached(form=Noun() as use))):
            names = card.term.label.split("/")
            if len(names) > 1 and use.term.label in names:
                return replace(form, arguments=(replace(what, form=use),))
        case Phrase(key="can" | "could"):
            inner = form.slot("deed")
            return form.with_slot("deed", briefly_done(inner)) if inner is not None else form
        case _:  # is told as it stands
            pass
    return form
