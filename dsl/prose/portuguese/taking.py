"""What Portuguese puts otherwise of what is put somewhere, taken, chosen or drawn: how many, out of which place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl.model import Variable
from dsl.model.world import BoardInfo, Kind
from dsl.prose.forms import Attached, Form, Gap, It, Listed, Noun, Phrase, is_plural, parts_in
from dsl.prose.nouns import kind_term

PLACED = ("is_at", "is_among", "beside")
WITHIN = ("in", "on")


def spelt_out(form: Phrase) -> Phrase:
    """Where a thing is that is put elsewhere stands in a clause of its own: "a carta que está na mesa"; but "as cartas
    da aposta", where those have a name."""
    form = with_clauses(form, lambda clause: "is_among" if is_set(clause.slot("place")) else "is_found")
    form = from_where_it_is(form)
    return place_first(form) if form.slot("amount") is None else replace(as_many(form), key="put_as_many")


def place_first(form: Phrase) -> Phrase:
    """Where a thing is put stands before the clauses that tell which it is: "coloque na mesa uma carta cujo número é
    5"; but not where the place is told by the thing."""
    thing, goal = form.slot("object"), form.slot("goal")
    told_by = any(isinstance(part, It) for part in parts_in(goal))
    if not isinstance(thing, Noun) or all(map(is_placed, thing.that)) or told_by:
        return form
    return replace(form, key="put_there")


def from_where_it_is(form: Phrase) -> Phrase:
    """Where a thing is taken from stands before what else hangs on it: "uma carta da mão cuja cor é a do espaço"."""
    thing, source = form.slot("object"), form.slot("source")
    if not isinstance(thing, Noun) or source is None or not (thing.attached or thing.that):
        return form
    form = replace(form, slots=tuple((name, part) for name, part in form.slots if name != "source"))
    return form.with_slot("object", replace(thing, attached=(Attached("of", source), *thing.attached)))


def as_many(form: Phrase) -> Phrase:
    """As much as something is: "tantas fichas quanto for o preço", "tantas vezes quantas forem as rondas"."""

    def told(name: str, part: Form) -> Form:
        if name not in ("amount", "times"):
            return part
        return Phrase("as_several" if is_plural(part) else "as_one", (("subject", part),))

    return replace(form, slots=tuple((name, told(name, part)) for name, part in form.slots))


def taken(form: Phrase) -> Phrase:
    """What is chosen or drawn is taken from where it is: "escolha uma carta da sua mão"; but it stays on a board:
    "escolha uma torre que esteja no tabuleiro"."""
    thing = form.slot("object")
    if isinstance(thing, Noun) and isinstance(kind := thing.term.about, Kind) and kind.sort == "space":
        form = with_clauses(form, lambda clause: "is_among" if is_within(clause.slot("place")) else clause.key)
    else:
        form = with_clauses(form, lambda clause: taken_from(clause.slot("place")) or clause.key)
    return source_first(form)


def source_first(form: Phrase) -> Phrase:
    """Where a thing is taken from stands before it, where more is told of it, or that could be told of the place:
    "escolha da sua caixa uma peça que seja uma dama"; but not where the place is told by the thing."""
    thing = form.slot("object")
    if not isinstance(thing, Noun) or all(map(is_placed, thing.that)):
        return form
    source, that = form.slot("source"), thing.that
    among = next((clause for clause in that if isinstance(clause, Phrase) and is_taken_from(clause)), None)
    if source is None and among is not None and isinstance(place := among.slot("place"), Attached):
        source, that = place.form, tuple(clause for clause in that if clause is not among)
    if source is None or any(isinstance(part, It) for part in parts_in(source)):
        return from_where_it_is(form)
    others = tuple((name, part) for name, part in form.slots if name not in ("object", "source"))
    slots = (*others, ("object", replace(thing, that=that)), ("source", source))
    return Phrase(f"{form.key}_from", slots, form.negative)


def is_taken_from(clause: Phrase) -> bool:
    return clause.key == "is_among" and is_placed(clause)


def out_of(form: Phrase) -> Phrase:
    """What goes away goes out of where it is: "retire todas as peças da casa"; what is turned or shown, too, but not on
    a board."""
    form = as_many(form)
    if form.key == "take_away":
        return with_clauses(form, lambda clause: "is_among" if is_within(clause.slot("place")) else clause.key)
    return with_clauses(form, lambda c: "is_among" if taken_from(c.slot("place")) == "is_among" else c.key)


def onto_named(form: Phrase) -> Phrase:
    """Spaces that are named are told with what they are: "em cada uma destas casas: A1 e B1"."""
    places = form.slot("places")
    members = places.members if isinstance(places, Listed) else ()
    kinds = {part.term.about[0] for part in members if isinstance(part, Noun) and isinstance(part.term.about, tuple)}
    if len(kinds) != 1 or not all(map(is_named_space, members)):
        return form
    kind = Noun(kind_term(kinds.pop()), "bare", plural=True)
    return Phrase("onto_each_space", (*form.slots, ("kind", kind)))


def with_clauses(form: Phrase, key: Callable[[Phrase], str]) -> Phrase:
    """The phrase with other keys for the clauses that tell where its object is; where it is not, "que não está na
    mesa" tells."""
    thing = form.slot("object")
    if not isinstance(thing, Noun):
        return form
    that = (
        replace(c, key="is_found" if c.negative else key(c)) if isinstance(c, Phrase) and c.key == "is_at" else c
        for c in thing.that
    )
    return form.with_slot("object", replace(thing, that=tuple(that)))


def taken_from(place: Form | None) -> str:
    if not is_within(place):
        return ""
    about = place.form.term.about if isinstance(place, Attached) and isinstance(place.form, Noun) else None
    stays = isinstance(about, BoardInfo) or (isinstance(about, Kind) and about.sort == "board")
    return "is_found" if stays else "is_among"


def is_within(place: Form | None) -> bool:
    return isinstance(place, Attached) and place.word in WITHIN


def is_set(place: Form | None) -> bool:
    """Whether it is no place but several things that have a name: "as cartas na aposta"."""
    about = place.form.term.about if isinstance(place, Attached) and isinstance(place.form, Noun) else None
    return isinstance(about, Variable) and about.many


def is_placed(clause: Form) -> bool:
    return (
        isinstance(clause, Phrase)
        and clause.key in PLACED
        and not clause.negative
        and isinstance(clause.slot("subject"), Gap)
    )


def is_named_space(form: Form) -> bool:
    """Whether it is a space by its name: E2."""
    if not isinstance(form, Noun) or not isinstance(form.term.about, tuple):
        return False
    kind = form.term.about[0]
    return isinstance(kind, Kind) and kind.sort == "space"
