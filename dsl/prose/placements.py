"""What is given to stand somewhere, in few sentences: things alike together, a load with what bears it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dsl.model.world import Kind, Sort
from dsl.prose.forms import Amount, Attached, Form, Gap, Listed, Noun, Phrase, Step, Term, phrase


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
    """Things without a name of their own that were brought in, and where they stand."""
    found = brought_in(form)
    if found is None:
        return None
    thing, place = found
    if thing.called or thing.article not in ("a", "some") or not isinstance(thing.count, Amount | None):
        return None
    places = place.form.members if isinstance(place.form, Listed) else (place.form,)
    count = thing.count.number if thing.count is not None else 1
    return Standing(replace(thing, article="a", plural=False, count=None), place.word, places, count)


def brought_in(form: Form) -> tuple[Noun, Attached] | None:
    """A thing, and where it is, in "there is an asteroid on A3"."""
    thing = form.slot("subject") if isinstance(form, Phrase) and form.key == "there_is" and not form.negative else None
    match thing:
        case Noun(that=(Phrase(key="is_at", negative=False) as there,)):
            place = there.slot("place")
            return (replace(thing, that=()), place) if isinstance(place, Attached) else None
        case _:  # brings in nothing, or says more of it
            return None


def laden(first: Step, second: Step) -> Step | None:
    """What lies on or in a thing that was just brought in is told with it: "there is a ship (“hauler”) on B2 with a red
    shard and a black shard (“load”)"."""
    told, found = first.form, brought_in(second.form)
    if found is None or not isinstance(told, Phrase) or told.key not in ("there_is", "there_is_with"):
        return None
    (load, place), thing = found, told.slot("subject")
    if load.article != "a" or not isinstance(thing, Noun) or not is_again(place.form, thing):
        return None
    before = told.slot("load")
    members = one_more(before.members if isinstance(before, Listed) else (), load)
    form = phrase("there_is_with", subject=thing, load=Listed(members))
    return replace(first, form=form, clauses=first.clauses + second.clauses)


def is_again(form: Form, thing: Noun) -> bool:
    """Whether it is the thing that was brought in with a name."""
    if not isinstance(form, Noun) or thing.article != "a" or not thing.called:
        return False
    return (form.called, form.term) == (thing.called, thing.term)


def in_stories(form: Any) -> Any:
    """What lies on a piece is what the piece carries, "the ship carries a red shard"; a place is always there, and to
    bring it in is to give it a name, "a bay of Red is called “hold”"."""
    found = brought_in(form)
    if found is not None:
        thing, place = found
        return phrase("bears", subject=place.form, what=thing) if is_one_piece(place.form) else form
    match form:
        case Phrase(key="is_at", slots=(("subject", what), ("place", Attached(form=bearer)))):
            if is_one_piece(bearer) and not isinstance(what, Gap):
                return replace(phrase("bears", subject=bearer, what=what), negative=form.negative)
        case Phrase(key="there_is", slots=(("subject", Noun(article="a", that=()) as named),)):
            if named.called and is_sort(named.term, "place"):
                return phrase("is_called", subject=replace(named, called=""), name=Noun(Term(named.called), "bare"))
        case _:  # is told as it stands
            pass
    return form


def is_one_piece(form: Form) -> bool:
    return isinstance(form, Noun) and is_sort(form.term, "piece") and not form.plural


def is_sort(term: Term, sort: Sort) -> bool:
    return isinstance(term.about, Kind) and term.about.sort == sort


def one_more(members: tuple[Form, ...], thing: Noun) -> tuple[Form, ...]:
    """Things of one sort that follow one another are counted."""
    last = members[-1] if members else None
    if isinstance(last, Noun) and replace(last, article="a", plural=False, count=None) == thing:
        count = 1 + (last.count.number if isinstance(last.count, Amount) else 1)
        return (*members[:-1], replace(thing, article="some", plural=True, count=Amount(count)))
    return (*members, thing)
