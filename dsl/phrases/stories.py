"""Worked examples as little stories: what is given, what is done, what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from dsl import resolved
from dsl.phrases.conditions import deed
from dsl.phrases.forms import (
    Amount,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Quoted,
    Step,
    Term,
    phrase,
    subject_of,
)
from dsl.phrases.scope import STORY, Scope, says
from dsl.resolved import Variable

Part = Literal["given", "when", "then", "said"]

PARTS: dict[type, Part] = {
    resolved.Given: "given",
    resolved.WhenDoes: "when",
    resolved.WhenDoesSo: "when",
    resolved.WhenChooses: "when",
    resolved.WhenRolls: "when",
    resolved.WhenCloses: "when",
    resolved.WhenPasses: "when",
    resolved.Then: "then",
    resolved.Said: "said",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a story, and which part of it that is."""

    part: Part
    step: Step


def story(scope: Scope, example: resolved.Example) -> tuple[Told, ...]:
    """The steps in order; what is said of a thing right after it was brought in is said in one sentence."""
    scope = replace(scope, story=True)
    found: list[Told] = []
    last: Variable | None = None
    for node in example.steps:
        about = spoken_of(node)
        again = about is not None and about is last
        step = told(scope.meaning(about, It()) if again else scope, node)
        part = PARTS[type(node)]
        alike = several(found[-1].step, step) if found and found[-1].part == part == "given" else None
        if alike is not None:
            found[-1] = Told(part, alike)
        elif found and (again or same_actor(found[-1], part, step)):
            found[-1] = Told(part, both(found[-1].step, step))
        else:
            found.append(Told(part, step))
        last = brought_in(node) or (about if again else None)
    return tuple(found)


def told(scope: Scope, node: resolved.ExampleStep) -> Step:
    """One step of a story, by itself."""
    step: Step = STORY[type(node)](scope, node)
    return step


def both(first: Step, second: Step) -> Step:
    members = (*(first.form.members if isinstance(first.form, Listed) else (first.form,)), second.form)
    return replace(first, form=Listed(members), clauses=first.clauses + second.clauses)


def several(first: Step, second: Step) -> Step | None:
    """Things of one sort in several places are one sentence: "there are asteroids on A3, B3 and C3"."""
    one, other = standing(first.form), standing(second.form)
    if one is None or other is None or other[0] != one[0]:
        return None
    thing, word, places = one
    gap = phrase("is_at", subject=Gap(plural=True), place=Attached(word, Listed((*places, *other[2]))))
    noun = replace(thing, article="some", plural=True, that=(gap,))
    return replace(first, form=phrase("there_is", subject=noun), clauses=first.clauses + second.clauses)


def standing(form: Form) -> tuple[Noun, str, tuple[Form, ...]] | None:
    """What stands where, in "there is an asteroid on A3": the thing, the place word, the places."""
    thing = form.slot("subject") if isinstance(form, Phrase) and form.key == "there_is" else None
    if not isinstance(thing, Noun) or thing.called or thing.article not in ("a", "some") or len(thing.that) != 1:
        return None
    clause = thing.that[0]
    place = clause.slot("place") if isinstance(clause, Phrase) and clause.key == "is_at" else None
    if not isinstance(place, Attached) or thing.count is not None:
        return None
    places = place.form.members if isinstance(place.form, Listed) else (place.form,)
    return replace(thing, article="a", plural=False, that=()), place.word, places


def same_actor(before: Told, part: Part, step: Step) -> bool:
    """Whether a choice follows what the same player did."""
    if before.part != "when" or part != "when" or not isinstance(step.form, Phrase) or step.form.key != "chooses":
        return False
    form = before.step.form
    return isinstance(form, Deed) and form.subject == subject_of(step.form)


def brought_in(node: resolved.ExampleStep) -> Variable | None:
    if isinstance(node, resolved.Given) and isinstance(node.condition, resolved.Exists):
        return node.condition.selection.variable
    return None


def spoken_of(node: resolved.ExampleStep) -> Variable | None:
    """The variable that a `given` line is about, where that is all it speaks of."""
    match node:
        case resolved.Given(condition=resolved.Compare(left=resolved.Get(of=resolved.Use(variable=variable)))):
            return variable
        case resolved.Given(condition=resolved.Flag(of=resolved.Use(variable=variable))):
            return variable
    return None


def fact(form: Form, node: resolved.ExampleStep) -> Step:
    return Step(form, "fact", clauses=node.clauses)


@says(STORY, resolved.Given)
def given(scope: Scope, node: resolved.Given) -> Step:
    return fact(scope.clause(node.condition), node)


@says(STORY, resolved.Then)
def then(scope: Scope, node: resolved.Then) -> Step:
    return fact(scope.clause(node.condition), node)


@says(STORY, resolved.WhenDoes)
def does(scope: Scope, node: resolved.WhenDoes) -> Step:
    return fact(replace(deed(scope, node.invocation), subject=scope.form(node.who)), node)


@says(STORY, resolved.WhenChooses)
def chooses(scope: Scope, node: resolved.WhenChooses) -> Step:
    things = tuple(way_taken(w) if isinstance(w, resolved.Taken) else scope.form(w) for w in node.what)
    chosen = things[0] if len(things) == 1 else Listed(things)
    return fact(phrase("chooses", subject=scope.form(node.who), object=chosen), node)


def way_taken(node: resolved.Taken) -> Form:
    return Noun(Term(node.name, proper=True), "bare")


@says(STORY, resolved.WhenRolls)
def rolls(scope: Scope, node: resolved.WhenRolls) -> Step:
    faces = tuple(Amount(face) for face in node.faces)
    if len(faces) == 1:
        return fact(phrase("die_shows", number=faces[0]), node)
    return fact(phrase("dice_show", numbers=Listed(faces)), node)


@says(STORY, resolved.WhenDoesSo)
def does_so(scope: Scope, node: resolved.WhenDoesSo) -> Step:
    return fact(phrase("does_so", subject=scope.form(node.who)), node)


@says(STORY, resolved.WhenPasses)
def passes(scope: Scope, node: resolved.WhenPasses) -> Step:
    return fact(phrase("passes", subject=scope.form(node.who)), node)


@says(STORY, resolved.WhenCloses)
def closes(scope: Scope, node: resolved.WhenCloses) -> Step:
    return fact(phrase("is_done" if node.done else "gives_up", subject=scope.form(node.who)), node)


@says(STORY, resolved.Said)
def said(scope: Scope, node: resolved.Said) -> Step:
    return fact(Quoted(node.text), node)
