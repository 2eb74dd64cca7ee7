"""What is given to stand somewhere, in few sentences: things alike together, a load with what bears it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dsl.phrases.forms import Amount, Attached, Form, Gap, Listed, Noun, Phrase, Step, Term, phrase
from dsl.world import Kind, Sort


def several(first: Step, second: Step) -> Step | None:
    """Things of one sort are one sentence: "there are asteroids on A3, B3 and C3", "there are 2 asteroids on A3"."""
    one, other = standing(first.form), standing(second.form)
    if one is None or other is None or other.thing != one.thing or other.word != one.word:
        return None
    (place,) = other.places
    if one.places == (place,):
        there = replace(one, count=one.count + 1)
    elif one.count == 1 and one.word != "in" and place not in one.places:  # so many may lie in each place
        there = replace(one, places=(*one.places, place))
    else:
        return None
    return replace(first, form=there.told, clauses=first.clauses + second.clauses)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where things of one sort stand: so many in one place, or one in each of several."""

    thing: Noun
    word: str
    places: tuple[Form, ...]
    count: int = 1

    @property
    def told(self) -> Form:
        gap = phrase("is_at", subject=Gap(plural=True), place=Attached(self.word, Listed(self.places)))
        count = Amount(self.count) if self.count > 1 else None
        return phrase("there_is", subject=replace(self.thing, article="some", plural=True, count=count, that=(gap,)))


def standing(form: Form) -> Standing | None:
    """What stands where, in "there is an asteroid on A3"."""
    thing = form.slot("subject") if isinstance(form, Phrase) and form.key == "there_is" else None
    if not isinstance(thing, Noun) or thing.called or thing.article not in ("a", "some") or len(thing.that) != 1:
        return None
    clause = thing.that[0]
    place = clause.slot("place") if isinstance(clause, Phrase) and clause.key == "is_at" else None
    if not isinstance(place, Attached) or not isinstance(thing.count, Amount | None):
        return None
    places = place.form.members if isinstance(place.form, Listed) else (place.form,)
    count = thing.count.number if thing.count is not None else 1
    return Standing(replace(thing, article="a", plural=False, count=None, that=()), place.word, places, count)


def laden(first: Step, second: Step) -> Step | None:
    """What lies on or in a thing that was just brought in is told with it: "there is a ship (“hauler”) on B2 with a red
    shard and a black shard (“load”)"."""
    told, found = first.form, load_in(second.form)
    if found is None or not isinstance(told, Phrase) or told.key not in ("there_is", "there_is_with"):
        return None
    thing, (load, bearer) = told.slot("subject"), found
    if not isinstance(thing, Noun) or (thing.article, thing.called, thing.term) != ("a", bearer.called, bearer.term):
        return None
    before = told.slot("load")
    members = one_more(before.members if isinstance(before, Listed) else (), load)
    form = phrase("there_is_with", subject=thing, load=Listed(members))
    return replace(first, form=form, clauses=first.clauses + second.clauses)


def carried(form: Any) -> Any:
    """What lies on a piece is what the piece carries: "the ship carries a red shard"."""
    match form:
        case Phrase(key="is_at", slots=(("subject", what), ("place", Attached(form=Noun(term=term) as bearer)))):
            if is_sort(term, "piece") and not isinstance(what, Gap):
                return replace(phrase("bears", subject=bearer, what=what), negative=form.negative)
        case Phrase(key="there_is", slots=(("subject", Noun(that=(Phrase(key="is_at") as there,)) as what),)):
            place = there.slot("place")
            if isinstance(place, Attached) and isinstance(place.form, Noun) and is_sort(place.form.term, "piece"):
                return phrase("bears", subject=place.form, what=replace(what, that=()))
    return form


def is_sort(term: Term, sort: Sort) -> bool:
    return isinstance(term.about, Kind) and term.about.sort == sort


def named(form: Any) -> Any:
    """A place is always there; to bring it in is to give it a name: "a bay of Red is called “hold”"."""
    thing = form.slot("subject") if isinstance(form, Phrase) and form.key == "there_is" else None
    if isinstance(thing, Noun) and thing.called and not thing.that and is_sort(thing.term, "place"):
        return phrase("is_called", subject=replace(thing, called=""), name=Noun(Term(thing.called), "bare"))
    return form


def load_in(form: Form) -> tuple[Noun, Noun] | None:
    """What was brought in, and the thing with a name on or in which it lies."""
    thing = form.slot("subject") if isinstance(form, Phrase) and form.key == "there_is" else None
    match thing:
        case Noun(article="a", that=(Phrase(key="is_at") as there,)):
            place = there.slot("place")
            if isinstance(place, Attached) and isinstance(place.form, Noun) and place.form.called:
                return replace(thing, that=()), place.form
    return None


def one_more(members: tuple[Form, ...], thing: Noun) -> tuple[Form, ...]:
    """Things of one sort that follow one another are counted."""
    last = members[-1] if members else None
    if isinstance(last, Noun) and replace(last, article="a", plural=False, count=None) == thing:
        count = 1 + (last.count.number if isinstance(last.count, Amount) else 1)
        return (*members[:-1], replace(thing, article="some", plural=True, count=Amount(count)))
    return (*members, thing)
