"""Worked examples as little stories: what is given, what is done, what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, dropwhile, groupby, pairwise
from typing import Literal

from dsl import model
from dsl.board.scene import Weighed
from dsl.model import Selection, Variable
from dsl.model.world import NUMBER, Kind
from dsl.prose.claims import grouped, is_denied, one_of
from dsl.prose.conditions import deed
from dsl.prose.forms import (
    Amount,
    Attached,
    Deed,
    Form,
    It,
    Listed,
    Noun,
    Phrase,
    Quoted,
    Silent,
    Step,
    Term,
    changed,
    phrase,
    referring_back,
    subject_of,
)
from dsl.prose.lessons import Lesson, because, by_now
from dsl.prose.nodes import times_used
from dsl.prose.nouns import OTHER, definition_term, described, kind_term
from dsl.prose.persons import theirs
from dsl.prose.piece_names import all_there, by_name, by_what_they_do, is_name_given, names_given, there
from dsl.prose.placements import in_stories, laden, several
from dsl.prose.plain_names import NO_NAMES, PlainNames, owned_by
from dsl.prose.scope import CONDITIONS, STORY, Scope, says

Part = Literal["given", "when", "then", "said"]

PARTS: dict[type, Part] = {
    model.Given: "given",
    model.WhenDoes: "when",
    model.WhenDoesSo: "when",
    model.WhenChooses: "when",
    model.WhenRolls: "when",
    model.WhenCloses: "when",
    model.WhenPasses: "when",
    model.Then: "then",
    model.Said: "said",
}


FOLLOWING = (
    "chooses",
    "chooses_as",
    "does_so",
    "goes",
)  # what is told in one sentence with what the same player did before


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a story, and which part of it that is. `later`: turns pass before it, in which nothing is done."""

    part: Part
    step: Step
    later: bool = False
    why: Form | None = None


def briefly(told: Iterable[Told]) -> list[Told]:
    """The sentences, with what is so or not of several things of a sort in one, and why it is not."""
    found: list[Told] = []
    for part, together in groupby(told, key=lambda one: one.part):
        row = list(together)
        whys = {id(one.step): one.why for one in row}
        for group in grouped(one.step for one in row) if part == "then" else ():
            step = because(one_of(group), (whys[id(one)] for one in group if is_denied(one.form)))
            found.append(Told(part, step))
        found += loads_together(row) if part != "then" else ()
    return found


def loads_together(row: Iterable[Told]) -> Iterator[Told]:
    """What a piece carries, in one sentence."""
    for carrier, alike in groupby(row, key=lambda one: carrier_of(one.step.form)):
        together = list(alike)
        if carrier is None or len(together) == 1:
            yield from together
            continue
        forms = (one.step.form for one in together)
        loads = tuple(load for form in forms if isinstance(form, Phrase) and (load := form.slot("what")))
        form = phrase("bears", subject=carrier, what=Listed(loads))
        yield replace(together[0], step=replace(together[0].step, form=form))


def carrier_of(form: Form) -> Form | None:
    return form.slot("subject") if isinstance(form, Phrase) and form.key == "bears" and not form.negative else None


def story(
    scope: Scope, example: model.Example, ordinary: model.Phase | None = None, later: Container[int] = (),
    lesson: Lesson | None = None,
) -> tuple[Told, ...]:  # fmt: skip
    """The steps in order; what is said of a thing right after it was brought in is said in one sentence, and where all
    other things of its sort are, after it. The `ordinary` phase is not told; `later` are the answers, counted from 0,
    before which turns pass. With a `lesson` it is told to those who learn: what comes of it, and why."""
    scope = replace(scope, story=True)
    parted = [(step, said_apart(step)) for step in example.steps]
    steps = tuple(one for _, apart in parted for one in apart)
    names = names_given(scope, steps)
    if lesson is not None:
        steps = tuple(one for step, apart in parted for one in apart if step not in lesson.untold)
    passing = {those.variable: whose(scope, those) for those in in_passing(steps)}
    plain = lesson.names(scope) if lesson is not None else NO_NAMES
    plainly = frozenset(plain.meant)
    scope = replace(scope, meant={**scope.meant, **plain.meant, **names, **passing}, brief=scope.brief | plainly)
    found: list[Told] = []
    last: Variable | None = None
    answers = count()
    decided: Weighed | None = None
    for node, of_others in with_others_last(steps):
        there_is = brought_in(node)
        if is_name_given(node, names) or there_is in passing or tells_power(node, plain):
            continue
        about = spoken_of(node)
        again = about is not None and about is last
        back = It(term=kind_term(about.kind)) if about is not None else None
        spoken = scope.meaning(about, back) if again and back else scope
        step = given_of_others(scope, node) if of_others else told(spoken, node)
        step = over(lesson.example if lesson is not None else example, node) or passed_on(step, node, steps)
        step = none_chosen(scope, node) if node in sets_left_empty(steps) else step
        name = names.get(there_is) if there_is is not None else None
        step = there(step, name) if name is not None else step
        step = called_by_power(step, plain.powers.get(there_is)) if there_is is not None else step
        step = replace(step, form=by_what_they_do(scope.world, by_name(step.form)))
        step = lesson.retold(spoken, node, step) if lesson is not None else step
        part = PARTS[type(node)]
        if lesson is not None and part == "then":
            step, decided = with_cause(lesson, spoken, node, step, decided)
        why = lesson.why_not(spoken, node) if lesson is not None and not is_explained(node, steps) else None
        one = Told(part, step, part == "when" and next(answers) in later, why)
        before = found[-1].step if found and found[-1].part == part == "given" else None
        alike = several(before, step) or all_there(before, step) if before is not None else None
        with_load = laden(before, step) if before is not None else None
        if alike is not None:
            found[-1], there_is = Told(part, alike), None  # no pronoun tells which of them
        elif with_load is not None:
            found[-1], there_is = Told(part, with_load), None  # what is said of the load is a sentence by itself
        elif found and (again or same_actor(found[-1], one, lesson is not None)):
            found[-1] = replace(found[-1], step=both(found[-1].step, one.step))
        else:
            found.append(one)
        last = there_is or (about if again else None)
    if example.phase is None and ordinary is not None:
        found.insert(0, Told("given", Step(phrase("game_begins"), "fact")))
    elif example.phase not in (None, ordinary):
        found = beginning(example.phase, found)
    found = [*map(in_its_words, found)]
    found = briefly(found) if scope.taught else found
    return tuple(delayed(one) if one.later else one for one in found)


def with_cause(
    lesson: Lesson, scope: Scope, node: model.ExampleStep, step: Step, known: Weighed | None
) -> tuple[Step, Weighed | None]:
    """What is so then, behind the numbers that have brought it about, unless those are `known` by now."""
    cause = lesson.cause(scope, node)
    if cause is None or cause[1] == known:
        return step, known
    return replace(step, form=phrase("caused", why=cause[0], fact=step.form)), cause[1]


def is_explained(node: model.ExampleStep, steps: Sequence[model.ExampleStep]) -> bool:
    """Whether the designer's words stand behind a line, or behind the ones of its like that follow it: they say why."""
    behind = dropwhile(lambda step: isinstance(step, model.Then), steps[steps.index(node) :])
    return isinstance(node, model.Then) and isinstance(next(behind, None), model.Said)


def said_apart(step: model.ExampleStep) -> tuple[model.ExampleStep, ...]:
    """A step, and as steps of their own what is said of what is brought in: `whose Weapon is Laser`."""
    match step:
        case model.Given(condition=model.Exists(selection=those) as there):
            said = [c for c in those.that if isinstance(c, model.Compare) and is_of(those.variable, c)]
            alone = replace(those, that=tuple(c for c in those.that if c not in said))
            first = replace(step, condition=replace(there, selection=alone))
            return (first, *(model.Given(c.span, (), c) for c in said)) if said else (step,)
        case _:  # brings in nothing
            return (step,)


def is_of(thing: Variable, told: model.Compare) -> bool:
    """Whether it tells by its name what a thing has."""
    match told:
        case model.Compare(operator="=", left=model.Get(of=model.Use(variable=variable)), right=model.Constant()):
            return variable is thing
        case _:  # says something else
            return False


def tells_power(node: model.ExampleStep, names: PlainNames) -> bool:
    """Whether a step only says which power a thing has that is called by it."""
    match node:
        case model.Given(
            condition=model.Compare(left=model.Get(of=model.Use(variable=thing)), right=model.Constant(kind=kind))
        ):
            return thing in names.powers and kind.sort == "power"
        case _:  # says something else
            return False


def called_by_power(step: Step, power: Term | None) -> Step:
    """What brings in a thing, under the name of its power: "there is a yellow Laser on F11"."""
    thing = step.form.slot("subject") if isinstance(step.form, Phrase) else None
    if power is None or not isinstance(thing, Noun) or not isinstance(step.form, Phrase):
        return step
    return replace(step, form=step.form.with_slot("subject", replace(thing, term=power)))


def in_its_words(one: Told) -> Told:
    """Said as stories say it: what pieces carry, and what places are called."""
    return replace(one, step=replace(one.step, form=changed(one.step.form, in_stories)))


def in_passing(steps: tuple[model.ExampleStep, ...]) -> Iterator[Selection]:
    """What is brought in, without a place, only for something to be there, as the next step says: it is told there."""
    for step, following in pairwise(steps):
        match step, following:
            case (
                model.Given(condition=model.Exists(selection=Selection(place=None | model.Owned()) as those)),
                model.Given(condition=model.Exists()),
            ) if all(isinstance(condition, model.Owned) for condition in those.that):
                again = times_used(those.variable, steps) - times_used(those.variable, step)
                if again == 1 == times_used(those.variable, following):
                    yield those
            case _:  # is told as a step of its own
                pass


def whose(scope: Scope, those: Selection) -> Form:
    """A thing that is not spoken of again: "a bay of Red"."""
    return replace(described(scope, those, "a"), called="")


def delayed(one: Told) -> Told:
    """What is done after turns in which nothing is done."""
    return replace(one, step=replace(one.step, form=phrase("later", deed=one.step.form)))


def ordinary_phase(examples: Iterable[model.Example]) -> model.Phase | None:
    """The phase in which most of the examples play, if several do; what plays from the beginning is in none."""
    phases = Counter(example.phase for example in examples)
    found = phases.most_common(1)
    return next((phase for phase, often in found if often > max(1, phases.total() / 2)), None)


def beginning(phase: model.Phase, told: list[Told]) -> list[Told]:
    """The story, with the phase in which its position stands."""
    name = Noun(replace(definition_term(phase), proper=True), "bare")
    if not told or told[0].part != "given":
        return [Told("given", Step(phrase("begins", phase=name), "fact")), *told]
    first = told[0].step
    return [replace(told[0], step=replace(first, form=phrase("in_phase", phase=name, fact=first.form))), *told[1:]]


def with_others_last(steps: tuple[model.ExampleStep, ...]) -> Iterator[tuple[model.ExampleStep, bool]]:
    """The steps. What is given of all things of a sort of which some are placed elsewhere follows these, and is marked:
    it is so of all others."""
    for _, together in groupby(steps, key=type):
        row = list(together)
        placed = [thing for thing in map(placed_thing, row) if thing is not None]
        yield from ((step, False) for step in row if not is_of_others(step, placed))
        yield from ((step, True) for step in row if is_of_others(step, placed))


def placed_thing(step: model.ExampleStep) -> tuple[Kind, int | None] | None:
    """Of which kind, and whose if that is said, the single thing is of which it is given where it is."""
    match step:
        case model.Given(condition=model.Exists(selection=selection)):
            return selection.kind, owned_by(selection)
        case model.Given(condition=model.Located(what=what)):
            return what.kind, None
        case _:  # brings in several things, or none
            return None


def is_of_others(step: model.ExampleStep, placed: list[tuple[Kind, int | None]]) -> bool:
    match step:
        case model.Given(condition=model.ForAll(selection=selection)):
            whose = owned_by(selection)
            return any(kind.is_a(selection.kind) and (None in (whose, by) or whose == by) for kind, by in placed)
        case _:  # speaks of one thing
            return False


def given_of_others(scope: Scope, node: model.ExampleStep) -> Step:
    """What is given of all things of a sort but those that are placed elsewhere: "all other men are in the tray"."""
    assert isinstance(node, model.Given)
    assert isinstance(node.condition, model.ForAll)
    selection, condition = node.condition.selection, node.condition.condition
    one_by_one = times_used(selection.variable, condition) > 1
    those = described(scope, selection, "each" if one_by_one else "all", plural=not one_by_one)
    those = replace(those, adjectives=(Term(OTHER, proper=True), *those.adjectives))
    form = scope.meaning(selection.variable, those).clause(condition)
    place = form.slot("place") if isinstance(form, Phrase) else None
    if isinstance(form, Phrase) and place is not None:
        form = form.with_slot("place", referring_back(place, those))
    return fact(form, node)


def over(example: model.Example, node: model.ExampleStep) -> Step | None:
    """That nobody is asked any more, as what it means: the phase in which the example plays is over, or the game."""
    match node:
        case model.Then(condition=model.Asked(who=None)):
            if example.phase is None:
                return fact(phrase("game_is_over"), node)
            name = Noun(replace(definition_term(example.phase), proper=True), "bare")
            return fact(phrase("phase_ends", phase=name), node)
        case _:  # says something else
            return None


def passed_on(step: Step, node: model.ExampleStep, steps: Sequence[model.ExampleStep]) -> Step:
    """What is given of the owner of a thing that was brought in as another's: it is so by now."""
    match node:
        case model.Given(condition=model.Owned(what=model.Use(variable=thing), by=model.Constant(value=owner))):
            was = next((owned_by(those) for those in selections_given(steps) if those.variable is thing), None)
            return step if was in (None, owner) else replace(step, form=by_now(step.form))
        case _:  # says something else
            return step


def selections_given(steps: Iterable[model.ExampleStep]) -> Iterator[Selection]:
    """All that is brought in."""
    for step in steps:
        if isinstance(step, model.Given) and isinstance(step.condition, model.Exists):
            yield step.condition.selection


def sets_left_empty(steps: Sequence[model.ExampleStep]) -> Iterator[model.ExampleStep]:
    """The lines by which somebody passes who is asked for a set that belongs to an action: nothing is chosen."""
    waiting: list[model.Choose | model.ChooseSeveral] = []
    for step in steps:
        match step:
            case model.WhenDoes(invocation=invocation):
                waiting = [line for line in invocation.action.head if not isinstance(line, model.Let)]
            case model.WhenChooses(what=(model.Expression(kind=kind), *_)):  # what had but one answer was not asked
                waiting = [*dropwhile(lambda line: not line.selection.kind.meets(kind), waiting)][1:]
            case model.WhenPasses():
                if waiting and isinstance(waiting[0], model.ChooseSeveral):
                    yield step
                waiting = waiting[1:]
            case _:  # answers nothing
                pass


def none_chosen(scope: Scope, node: model.ExampleStep) -> Step:
    assert isinstance(node, model.WhenPasses)
    return fact(phrase("chooses", subject=scope.form(node.who), object=phrase("nothing")), node)


def told(scope: Scope, node: model.ExampleStep) -> Step:
    """One step of a story, by itself."""
    step: Step = STORY[type(node)](scope, node)
    return step


def both(first: Step, second: Step) -> Step:
    """Two sentences in one; what is chosen one after the other is one choice."""
    *before, last = members_of(first.form)
    inner = silent(last) if before else last
    match last, second.form:
        case Deed() | Phrase(), Phrase(key="goes") as way:
            members = (*before, way.with_slot("deed", inner))
        case Phrase(key="choosing" | "chooses"), Phrase(key="chooses"):
            chosen = phrase("in_turn", first=last.slot("object"), next=second.form.slot("object"))
            members = (*before, last.with_slot("object", chosen))
        case Deed(), Phrase(key="chooses" | "chooses_as"):
            members = (*before, phrase("choosing", subject=last.subject, deed=inner, object=chosen_in(second.form)))
        case Phrase(key="choosing" | "chooses"), Phrase(key="chooses_as"):
            both_chosen = Listed((last.slot("object") or It(), chosen_in(second.form)))
            members = (*before, last.with_slot("object", both_chosen))
        case _, Phrase(key="has_quality", negative=False) if before and are_qualities(last, second.form):
            members = (*before, Listed((*members_of(last), second.form)))
        case Phrase(), Phrase(key="is", negative=False) if is_detail(second.form):
            members = (*before, with_detail(last, second.form))
        case _:  # said one after the other, as anything can be
            members = (*before, last, second.form)
    form = members[0] if len(members) == 1 else Listed(members)
    return replace(first, form=form, clauses=first.clauses + second.clauses)


def silent(form: Form) -> Form:
    """A deed of whoever did the one before it."""
    match form:
        case Deed():
            return replace(form, subject=Silent(form.subject))
        case Phrase(key="does_so" | "chooses"):
            return form.with_slot("subject", Silent(form.slot("subject") or It()))
        case _:  # says by itself who does it
            return form


def are_qualities(told: Form, other: Form) -> bool:
    """Whether a thing was told to be so, and is told to be something else, too: "it is colonised and controlled"."""
    alike = (isinstance(one, Phrase) and one.key == "has_quality" and not one.negative for one in members_of(told))
    return all(alike) and subject_of(members_of(told)[0]) == subject_of(other)


def is_detail(form: Phrase) -> bool:
    """Whether it tells by name what a thing has that was just spoken of: "its weapon is Laser"."""
    what, value = form.slot("subject"), form.slot("complement")
    return isinstance(what, Noun) and isinstance(what.of, It) and isinstance(value, Noun) and value.term.proper


def with_detail(told: Phrase, detail: Phrase) -> Phrase:
    """Both in one sentence: "there is a ship on A1 (weapon: Laser)", "… (weapon: Laser, crew: Rebel)"."""
    what = detail.slot("subject")
    assert isinstance(what, Noun)
    one = phrase("detail", what=replace(what, article="bare", of=None), value=detail.slot("complement"))
    before = told.slot("details") if told.key == "with_details" else None
    if isinstance(before, Listed):
        return told.with_slot("details", Listed((*before.members, one), ","))
    return phrase("with_details", fact=told, details=Listed((one,), ","))


def chosen_in(form: Phrase) -> Form:
    """What is chosen, and as what if that is said: "2 as the number of men"."""
    chosen = form.slot("object") or It()
    return phrase("chosen_as", object=chosen, what=form.slot("what")) if form.key == "chooses_as" else chosen


def members_of(form: Form) -> tuple[Form, ...]:
    return form.members if isinstance(form, Listed) else (form,)


def same_actor(before: Told, after: Told, taught: bool) -> bool:
    """Whether a choice, or what is offered, follows at once what the same player did; to those who learn, two deeds of
    one player are one sentence."""
    form = after.step.form
    if before.part != "when" or after.part != "when" or after.later:
        return False
    first = before.step.form
    if taught and isinstance(first, Deed) and isinstance(form, Deed):
        return first.subject == form.subject and first.term != form.term
    if not isinstance(form, Phrase) or form.key not in FOLLOWING:
        return False
    last = members_of(before.step.form)[-1]
    if isinstance(last, Phrase) and (last.key, form.key) == ("choosing", "does_so"):
        return False
    return isinstance(last, Deed | Phrase) and last != form and subject_of(last) == subject_of(form)


def brought_in(node: model.ExampleStep) -> Variable | None:
    if isinstance(node, model.Given) and isinstance(node.condition, model.Exists):
        return node.condition.selection.variable
    return None


def spoken_of(node: model.ExampleStep) -> Variable | None:
    """The variable that a `given` line is about, where that is all it speaks of."""
    match node:
        case model.Given(condition=model.Compare(left=model.Get(of=model.Use(variable=variable)))):
            return variable
        case model.Given(condition=model.Flag(of=model.Use(variable=variable))):
            return variable
        case _:  # speaks of something else, too
            return None


def fact(form: Form, node: model.ExampleStep) -> Step:
    return Step(form, "fact", clauses=node.clauses)


@says(STORY, model.Given)
def given(scope: Scope, node: model.Given) -> Step:
    form = scope.clause(node.condition)
    match node.condition:
        case model.ForAll(selection=Selection(place=model.Located()), condition=model.Located()):
            form = from_there(form)
        case _:  # puts nothing elsewhere
            pass
    return fact(form, node)


def from_there(form: Form) -> Form:
    """What is given elsewhere of all that lies in a place: "all cards from the row are in the deck"."""
    match form:
        case Phrase(slots=(("subject", Noun(that=(Phrase(key="is_at") as lies, *others)) as those), *_)):
            place = lies.slot("place")
            assert isinstance(place, Attached)
            moved = replace(those, that=tuple(others), attached=(*those.attached, replace(place, word="from")))
            return form.with_slot("subject", moved)
        case _:  # is told otherwise
            return form


@says(STORY, model.Then)
def then(scope: Scope, node: model.Then) -> Step:
    return fact(scope.clause(node.condition), node)


@says(CONDITIONS, model.Asked)
def is_asked(scope: Scope, node: model.Asked) -> Form:
    return phrase("nobody_asked") if node.who is None else phrase("asked", subject=scope.form(node.who))


@says(CONDITIONS, model.Choosable)
def can_choose(scope: Scope, node: model.Choosable) -> Form:
    return phrase("can_choose", subject=scope.form(node.who), object=thing_chosen(scope, node.what))


@says(CONDITIONS, model.CanPass)
def can_pass(scope: Scope, node: model.CanPass) -> Form:
    return phrase("can_pass", subject=scope.form(node.who))


@says(STORY, model.WhenDoes)
def does(scope: Scope, node: model.WhenDoes) -> Step:
    who = scope.form(node.who)
    return fact(theirs(scope, replace(deed(scope, node.invocation), subject=who), who), node)


@says(STORY, model.WhenChooses)
def chooses(scope: Scope, node: model.WhenChooses) -> Step:
    things = tuple(counted(thing_chosen(scope, what) for what in node.what))
    chosen = things[0] if len(things) == 1 else Listed(things)
    if scope.form(node.who) == phrase("chance"):
        lot = all(isinstance(w, model.Constant) and w.kind is scope.world.players for w in node.what)
        return fact(phrase("drawn_by_lot" if lot else "drawn", subject=chosen), node)
    number = scope.number
    if number is not None and all(isinstance(w, model.Constant) and w.kind is NUMBER for w in node.what):
        return fact(
            phrase("chooses_as", subject=scope.form(node.who), object=chosen, what=Noun(kind_term(number))), node
        )
    return fact(phrase("chooses", subject=scope.form(node.who), object=chosen), node)


def thing_chosen(scope: Scope, node: model.Expression | model.Taken) -> Form:
    """What somebody chooses; a way by its name."""
    return Noun(Term(node.name, proper=True), "bare") if isinstance(node, model.Taken) else scope.form(node)


def counted(things: Iterable[Form]) -> Iterator[Form]:
    """`a red card, a red card`: 2 red cards."""
    for thing, alike in groupby(things):
        number = len([*alike])
        if number > 1 and isinstance(thing, Noun) and thing.article == "a":
            yield replace(thing, article="bare", plural=True, count=Amount(number))
        else:
            yield from [thing] * number


@says(STORY, model.WhenRolls)
def rolls(scope: Scope, node: model.WhenRolls) -> Step:
    faces = Listed(tuple(scope.form(face) for face in node.faces))
    return fact(phrase("roll", subject=scope.form(node.who), object=faces), node)


@says(STORY, model.WhenDoesSo)
def does_so(scope: Scope, node: model.WhenDoesSo) -> Step:
    return fact(phrase("does_so", subject=scope.form(node.who)), node)


@says(STORY, model.WhenPasses)
def passes(scope: Scope, node: model.WhenPasses) -> Step:
    return fact(phrase("passes", subject=scope.form(node.who)), node)


@says(STORY, model.WhenCloses)
def closes(scope: Scope, node: model.WhenCloses) -> Step:
    keys = {"done": "is_done", "give up": "gives_up", "begin again": "begins_again"}
    return fact(phrase(keys[node.how], subject=scope.form(node.who)), node)


@says(STORY, model.Said)
def said(scope: Scope, node: model.Said) -> Step:
    return fact(Quoted(node.text), node)
