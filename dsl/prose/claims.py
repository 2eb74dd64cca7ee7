"""What can be done and what cannot, told in one sentence: "Imperial can place an asteroid on D6, but not on D5"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dsl.model.world import Kind
from dsl.prose.forms import Attached, Deed, Form, Listed, Noun, Phrase, Step, Term, changed, parts_in, phrase

Claim = Phrase | Deed
SUBJECT = "subject"  # no place word: that of which something is said
QUALITIES = ("has_quality", "has_quality_by_now")


def grouped(steps: Iterable[Step]) -> list[list[Step]]:
    """The sentences, those together that differ in one thing alone, of which they say that it is so or not."""
    found: list[list[Step]] = []
    for step in steps:
        group = next((group for group in found if difference(group[0].form, step.form)), None)
        if group is not None and is_same_difference(group, step):
            group.append(step)
        else:
            found.append([step])
    return found


def is_same_difference(group: Sequence[Step], step: Step) -> bool:
    """Whether it is another thing in the same place as in all others."""
    places = {difference(group[0].form, other.form)[0] for other in (*group[1:], step)}
    return len(places) == 1


def difference(one: Form, other: Form) -> tuple[Attached, ...]:
    """What one sentence says where another, which may deny it, says something else; nothing if they differ in more."""
    if not is_claim(one) or not is_claim(other):
        return ()
    first, second = affirmed(one), affirmed(other)
    mine, theirs = space_of(first), space_of(second)
    if mine is not None and theirs is not None and mine != theirs and exchanged(first, mine, theirs) == second:
        return mine, theirs
    for mine in (part for part in parts_in(first) if isinstance(part, Attached)):
        for theirs in (part for part in parts_in(second) if isinstance(part, Attached) and part.word == mine.word):
            if mine != theirs and exchanged(first, mine, theirs) == second:
                return mine, theirs
    return ()


def space_of(form: Form) -> Attached | None:
    """The space of which something is said, or the thing that is told by its space."""
    match form:
        case Phrase(key=key, slots=(("subject", Noun() as thing), *_)) if key in QUALITIES:
            spaces = (thing, *(part.form for part in thing.attached))
            return Attached(SUBJECT, thing) if any(map(is_space, spaces)) else None
        case _:  # is said of something else
            return None


def is_space(form: Form) -> bool:
    match form:
        case Noun(term=Term(about=(Kind(sort="space"), _))):
            return True
        case _:  # is something else
            return False


def is_claim(form: Form) -> bool:
    return isinstance(form, Phrase) and form.key in ("can", "could", *QUALITIES)


def affirmed(form: Form) -> Form:
    return replace(form, negative=False) if isinstance(form, Claim) else form


def exchanged(form: Form, old: Attached, new: Attached) -> Form:
    if old.word == SUBJECT and isinstance(form, Phrase):
        return form.with_slot("subject", new.form)
    found: Form = changed(form, lambda part: new if part == old else part)
    return found


def one_of(group: Sequence[Step]) -> Step:
    """One sentence of several: what is so comes first."""
    first = group[0]
    if len(group) == 1:
        return first
    place = difference(first.form, group[1].form)[0]
    so = [said_in(step, place, first) for step in group if not is_denied(step.form)]
    not_so = [said_in(step, place, first) for step in group if is_denied(step.form)]
    told = exchanged(affirmed(first.form), place, several(so or not_so))
    clauses = tuple(dict.fromkeys(clause for step in group for clause in step.clauses))
    if not so and isinstance(told, Claim):
        told = replace(told, negative=True)
    elif not_so:
        others = several(not_so)
        told = phrase("but_not", fact=told, others=others.form if others.word == SUBJECT else others)
    return replace(first, form=told, clauses=clauses)


def is_denied(form: Form) -> bool:
    return isinstance(form, Claim) and form.negative


def said_in(step: Step, place: Attached, first: Step) -> Attached:
    return place if step is first else difference(first.form, step.form)[1]


def several(things: Sequence[Attached]) -> Attached:
    forms = tuple(thing.form for thing in things)
    joined = Listed(forms, "and" if things[0].word == SUBJECT else "or")
    return replace(things[0], form=forms[0] if len(forms) == 1 else joined)
