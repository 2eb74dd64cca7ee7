"""Where things are put, and those of one sort that are put in several places, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.model.world import Kind, PlaceInfo
from dsl.prose.forms import Attached, Form, Listed, Noun, Phrase, Step, phrase
from dsl.prose.scope import Scope

ENDS = frozenset({"top", "bottom", "top_kind", "bottom_kind"})


def where_put(scope: Scope, kind: Kind, place: Form) -> Form:
    """On a space or a piece; into a place, or on it if the rulebook says that pieces are `on` it."""
    if kind.sort == "place" and not scope.world.places[kind.name].on:
        return phrase("into_place", place=place)
    return phrase("onto_space", place=place)


def where_lying(info: PlaceInfo, place: Form) -> Attached:
    """In a place, or on it."""
    return Attached("on" if info.on else "in", place)


def joined_places(steps: Iterable[Step]) -> Iterator[Step]:
    """One thing after the other from one place onto several spaces: "put a rook from the box on each of A1 and H1"."""
    last: Step | None = None
    for step in steps:
        both = (onto_both(last, step) or onto_pile(last, step)) if last is not None else None
        if last is not None and both is None:
            yield in_order(last)
        last = both or step
    if last is not None:
        yield in_order(last)


def as_put(step: Step) -> Step:
    """What is moved from the end of a pile to a space is put there, as those who learn the game read it."""
    form = step.form
    if not isinstance(form, Phrase) or form.key != "move" or not is_end(form.slot("object")):
        return step
    goal = phrase("onto_space", place=form.slot("place"))
    return replace(step, form=phrase("put", object=form.slot("object"), goal=goal))


def in_order(step: Step) -> Step:
    """Of things that make a pile, one after the other, each lies on top of the last."""
    form = step.form
    thing, goal = (form.slot("object"), form.slot("goal")) if isinstance(form, Phrase) else (None, None)
    if not isinstance(thing, Phrase) or thing.key != "one_after_the_other" or not isinstance(goal, Phrase):
        return step
    assert isinstance(form, Phrase)
    into = phrase("into_place", place=goal.slot("place"))
    return replace(step, form=form.with_slot("goal", phrase("each_on_top", place=into)))


def onto_pile(first: Step, then: Step) -> Step | None:
    """Certain things that are put on top of the same pile: "put the red shield, then the yellow shield on top"."""
    lower, upper = piled(first), piled(then)
    if lower is None or upper is None or first.children or then.children or isinstance(upper, Phrase):
        return None
    assert isinstance(first.form, Phrase)
    assert isinstance(then.form, Phrase)
    if first.form.with_slot("object", upper) != then.form:
        return None
    form = first.form.with_slot("object", phrase("one_after_the_other", first=lower, then=upper))
    return replace(first, form=form, clauses=tuple(dict.fromkeys(first.clauses + then.clauses)))


def piled(step: Step) -> Form | None:
    """What is put on top of a pile, if that is a thing by its name, or several, one after the other."""
    if not isinstance(step.form, Phrase) or step.form.key != "put":
        return None
    thing, goal = step.form.slot("object"), step.form.slot("goal")
    if not isinstance(goal, Phrase) or goal.key != "on_top_of":
        return None
    if isinstance(thing, Phrase):
        return thing if thing.key == "one_after_the_other" else None
    return thing if isinstance(thing, Noun) and thing.article == "the" and not thing.called else None


def onto_both(first: Step, then: Step) -> Step | None:
    one, other = spaces(first), spaces(then)
    if not one or not other or first.children or then.children:
        return None
    assert isinstance(first.form, Phrase)
    assert isinstance(then.form, Phrase)
    if first.form.with_slot("goal", one[0]) != then.form.with_slot("goal", one[0]):
        return None
    form = first.form.with_slot("goal", phrase("onto_each", places=Listed((*one, *other))))
    return replace(first, form=form, clauses=tuple(dict.fromkeys(first.clauses + then.clauses)))


def spaces(step: Step) -> tuple[Form, ...]:
    """The spaces onto which any one of several things is put, or what lies at the end of a pile then."""
    if not isinstance(step.form, Phrase) or step.form.key != "put":
        return ()
    thing, goal = step.form.slot("object"), step.form.slot("goal")
    any_one = isinstance(thing, Noun) and thing.article == "a" and not thing.called
    if not isinstance(goal, Phrase) or not (any_one or is_end(thing)):
        return ()
    places = goal.slot("places")
    if goal.key == "onto_each" and isinstance(places, Listed):
        return places.members
    place = goal.slot("place")
    alone = goal.key == "onto_space" and not (isinstance(place, Noun) and place.article == "each")
    return (place,) if alone and place is not None else ()


def is_end(thing: Form | None) -> bool:
    """Whether it is what lies on top of a pile, or at the bottom: another thing each time that it is taken."""
    return isinstance(thing, Phrase) and thing.key in ENDS
