"""What Portuguese puts otherwise than the sentences that all languages share: changes of forms, before their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dsl.model.world import Attribute
from dsl.prose.built_in import ROW
from dsl.prose.forms import (
    COUNTS,
    Amount,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Silent,
    Term,
    You,
    changed,
    phrase,
)
from dsl.prose.persons import is_active, is_person
from dsl.prose.portuguese.taking import as_many, is_placed, onto_named, out_of, spelt_out, taken

AMONG = ("highest", "lowest", "total", "highest_of", "lowest_of", "total_of")
PUT = ("put", "put_there")
CHOSEN_BY = ("choose", "choose_several", "choose_as_many", "choose_within", "chooses", "roll", "roll_as_many", "scores",
             "loses")  # fmt: skip
TAKEN = ("choose", "choose_several", "choose_as_many", "draw_one", "draw_several", "draw_as_many")
MEASURED = ("raise", "lower", "at_least", "at_most", "count_at_least", "count_at_most")
POSSESSED = ("owner", "opponent", "seat_left", "seat_right", "place", "ring", "rank", "file",
             "until_turn", "until_turn_then", "until_next_turn", "until_next_turn_then",
             "until_turn_begins", "until_turn_begins_then", "in_next_turn", "in_next_turn_then")  # fmt: skip
DENIED = {"at_least": "less", "at_most": "more"}
FOR_A_TIME = ("until_turn_then", "until_next_turn_then", "until_turn_begins_then", "in_next_turn_then")
ACTIVE: Mapping[type, str] = {You: "your_turn", Gap: "who_is_active"}
DIRECTIONS = ("direction", "clockwise", "anticlockwise")  # "no sentido horário"
WITHOUT_ARTICLE = ("northeast", "east", "southeast", "southwest", "west", "northwest")  # "a leste"; but "ao norte"
ONWARD = ("neighbour_onward", "has_neighbour_onward", "ahead_onward")
TOWARDS = ("neighbour_to", "has_neighbour_to", "ahead_to")
GENERIC = {"neighbours_over_sides": "subject", "neighbours_over_sides_alone": "subject", "may_lie": "pieces",
           "neighbours_over_corners": "subject", "neighbours_in_a_row": "subject", "neighbours_round": "subject",
           "neighbours_on_rings": "subject", "neighbours_joined": "subject", "neighbours_by_lines": "subject",
           "keeps_order_on": "pieces", "keeps_order": "pieces", "lowest_of_line": "space", "highest_of_line": "space",
           "leftmost_of_line": "space", "rightmost_of_line": "space"}  # fmt: skip
"""What is said of all things of a sort, or of the one that is meant, with the slot that names these."""


def done_before(form: Phrase) -> Phrase:
    """Whoever did it is named once: "Ana já usou o efeito duas vezes"."""
    deed = form.slot("deed")
    assert isinstance(deed, Deed)
    return form.with_slot("deed", replace(deed, subject=Silent(form.slot("subject") or It())))


def one_of_several(form: Phrase) -> Phrase:
    """Many deeds are named in brackets: "depois que um jogador fizer uma destas ações (mover, atacar ou passar)"."""
    deeds = form.slot("deed")
    if not isinstance(deeds, Listed) or len(deeds.members) < 3 or not isinstance(first := deeds.members[0], Deed):
        return form
    others = tuple(("deeds", deeds) if name == "deed" else (name, part) for name, part in form.slots)
    return Phrase(form.key.replace("_does", "_one_of"), (("subject", first.subject), *others))


def done_by_who_can(form: Phrase) -> Phrase:
    """What belongs to whoever can do something is theirs, too: "Ana não pode construir a sua torre"."""
    who, deed = form.slot("subject"), form.slot("deed")
    if not isinstance(who, Noun) or deed is None:
        return form

    def own(part: Any) -> Any:
        arguments = (replace(a, form=owned_by(a.form, who)) for a in part.arguments) if isinstance(part, Deed) else ()
        return replace(part, arguments=tuple(arguments)) if isinstance(part, Deed) else part

    return form.with_slot("deed", changed(deed, own))


def others_of_who_can(form: Phrase) -> Phrase:
    """What else cannot be done is told with what is theirs, too: "Ana pode soltar o caça, mas não a sua torre nem a sua
    nave"."""
    fact, others = form.slot("fact"), form.slot("others")
    who = fact.slot("subject") if isinstance(fact, Phrase) else None

    def told(part: Any) -> Any:
        part = replace(part, joiner="nor") if isinstance(part, Listed) and part.joiner != "," else part
        return owned_by(part, who) if isinstance(who, Noun) else part

    return form if others is None else form.with_slot("others", changed(others, told))


def as_what(form: Phrase) -> Phrase:
    """As what something is chosen has no article: "escolhendo 2 como força"."""
    what = form.slot("what")
    return form.with_slot("what", replace(what, article="bare")) if isinstance(what, Noun) else form


def with_subject(form: Phrase) -> Phrase:
    """What a place takes is what its sentence is about: "só cartas podem ser colocadas na mesa"; how many it takes
    stands behind the place: "na mesa só pode ser colocada no máximo 1 carta"."""
    what = form.slot("what") or It()
    things = what.members if isinstance(what, Listed) else (what,)
    slots = (("subject", things[0] if len(things) == 1 else what), *((n, p) for n, p in form.slots if n != "what"))
    counted = form.key == "takes" and any(isinstance(thing, Noun) and thing.count is not None for thing in things)
    return replace(form, key="takes_so_many" if counted else form.key, slots=slots)


def in_plain_words(form: Phrase) -> Phrase:
    """Not at most so much is more, and not at least so much is less."""
    return replace(form, key=DENIED[form.key], negative=False) if form.negative else form


def put_otherwise(form: Phrase) -> Phrase:
    """The phrase as Portuguese has it."""
    form = with_own(form) if form.key in CHOSEN_BY else form
    change = CHANGES.get(form.key)
    return change(form) if change else form


def key_of(form: Phrase) -> str:
    """The pattern for the phrase, where Portuguese has several: by whose it is, by a number or by another value."""
    if form.key in MEASURED and not isinstance(form.slot("amount"), Amount):
        return f"{form.key}_value"
    if form.key == "is_by_now" and is_active(form.slot("complement")):
        return "is_active_by_now"
    if form.key == "is" and is_active(form.slot("complement")):
        return ACTIVE.get(type(form.slot("subject")), "is_active")
    if form.key in ("recorded", "could") and form.negative:
        return f"not_{form.key}"
    if form.key == "roll" and is_number(form.slot("object")):
        return "rolls_number"
    if form.key in ("until_turn", "until_turn_then") and is_active(form.slot("who")):
        return f"this_{form.key}"
    if form.key in POSSESSED and any(isinstance(form.slot(name), You) for name in ("of", "who")):
        return f"your_{form.key}"
    return form.key


def among(form: Phrase) -> Phrase:
    """Those that are compared have their article, and what is added up stands in the plural: "a soma das faces"."""
    those, what = form.slot("those"), form.slot("what")
    if isinstance(those, Noun) and those.article == "bare":
        form = form.with_slot("those", replace(those, article="the"))
    if form.key == "total" and isinstance(what, Noun) and what.term.plural:
        form = replace(form.with_slot("what", replace(what, article="the", plural=True)), key="total_of_them")
    return form


def with_article(form: Phrase) -> Phrase:
    """All things of a sort have their article: "as casas estão lado a lado"."""
    name = GENERIC[form.key]
    things = form.slot(name)
    return form.with_slot(name, replace(things, article="the")) if isinstance(things, Noun) else form


def towards(form: Phrase) -> Phrase:
    """Most points of the compass have no article where something lies in their direction: "a leste de X"."""
    along = form.slot("along")
    if not isinstance(along, Noun) or along.term.label not in WITHOUT_ARTICLE:
        return form
    return form.with_slot("along", replace(along, article="bare", term=replace(along.term, proper=False)))


def along_row(form: Phrase) -> Phrase:
    """What comes before or after in a row: "a casa seguinte à peça", not "na frente"."""
    along = form.slot("along")
    way = along.term.label if isinstance(along, Noun) else ""
    return replace(form, key=f"{form.key}_{way}") if way in ROW else form


def is_pronoun(form: Form | None) -> bool:
    """Whether it stands for a player."""
    return isinstance(form, It) and form.term is not None and is_person(Noun(form.term))


def existing(form: Phrase) -> Phrase:
    """What is nothing does not exist."""
    complement = form.slot("complement")
    nothing = isinstance(complement, Phrase) and complement.key == "nothing"
    return replace(form, key="exists", negative=not form.negative) if nothing else form


def allowed(form: Phrase) -> Phrase:
    """Who may do what a card says "may do what it says", not "may do this: do what it says"."""
    then = form.slot("then")
    simple = isinstance(then, Phrase) and then.key == "do_power"
    return Phrase("may", (("subject", form.slot("subject") or You()), ("deeds", then or It()))) if simple else form


def everybody(form: Phrase) -> Phrase:
    """All are named, so that the verb can agree with them."""
    return replace(form, slots=(("subject", Noun(Term("player"), "all", plural=True)),))


def both(form: Phrase) -> Phrase:
    """Likewise where there are two."""
    return replace(form, slots=(("subject", Noun(Term("player"), "the", plural=True, count=Amount(2))),))


def counted(form: Phrase) -> Phrase:
    """How many there are beside what is no plain number: "o número de cartas é no máximo igual ao limite"."""
    return form.with_slot("subject", phrase("number_of", those=form.slot("subject") or It()))


def with_own(form: Phrase) -> Phrase:
    """What belongs to whoever chooses is theirs: "a vítima escolhe uma carta da sua mão"."""
    who = form.slot("subject")
    if not isinstance(who, Noun):
        return form
    return replace(form, slots=tuple((name, part if part is who else owned_by(part, who)) for name, part in form.slots))


def owned_by(part: Form, who: Noun) -> Form:
    """What is chosen, or where it lies, as something of theirs if it is."""
    match part:
        case Attached():
            return replace(part, form=owned_by(part.form, who))
        case Phrase(key="is_at") if isinstance(place := part.slot("place"), Attached):
            return part.with_slot("place", owned_by(place, who))
        case Phrase(key="space_on") if (board := part.slot("board")) is not None:
            return part.with_slot("board", owned_by(board, who))
        case Noun():
            that = tuple(owned_by(clause, who) for clause in part.that)
            return replace(part, of=You() if part.of == who or is_pronoun(part.of) else part.of, that=that)
        case _:  # belongs to nobody
            return part


def as_long_as_able(form: Phrase) -> Phrase:
    """Whoever does it was named just before: "faça isso até 4 vezes, enquanto puder"."""
    who = form.slot("subject")
    return form.with_slot("subject", Silent(who)) if who is not None else form


def of_things(form: Phrase) -> Phrase:
    """A price in things that are counted: "por 3 pontos", but "por 3 de energia"."""
    price = form.slot("price")
    unit = price.slot("what") if isinstance(price, Phrase) and price.key == "so_much" else None
    if not isinstance(price, Phrase) or not isinstance(unit, Noun) or not unit.term.label.endswith("s"):
        return form
    return form.with_slot("price", replace(price, key="so_many_things"))


def in_each(form: Phrase) -> Phrase:
    """Times with their articles, each with its preposition: "na fase de apostas e na janela de troca"."""
    times = form.slot("times")
    members = times.members if isinstance(times, Listed) else (times,)
    named = tuple(Attached("in", replace(time, article="the")) for time in members if isinstance(time, Noun))
    return form.with_slot("times", Listed(named) if len(named) == len(members) else Attached("in", times or It()))


def of_each(form: Phrase) -> Phrase:
    """Times that begin or end, each with its preposition: "no começo da fase de dia e da fase de noite"."""
    times = form.slot("time")
    if not isinstance(times, Listed):
        return form
    return replace(
        form.with_slot("time", Listed(tuple(Attached("of", time) for time in times.members))),
        key=f"{form.key}_of_several",
    )


def without_pronoun(form: Phrase) -> Phrase:
    """A question about what was just spoken of: "se está vazia"."""
    clause = form.slot("condition")
    assert isinstance(clause, Phrase)
    subject = clause.slot("subject")
    assert isinstance(subject, It)
    return form.with_slot("condition", clause.with_slot("subject", Silent(subject)))


def all_of_them(form: Any) -> Any:
    """Every thing of a sort is spoken of as all of them: "todas as casas estão" for "every cell is"."""
    return replace(form, article="all", plural=True) if isinstance(form, Noun) and form.article == "every" else form


def bound(clause: Form, noun: Noun) -> Form:
    """The clause, in which the gap for the noun knows what it is for."""

    def bind(part: Any) -> Any:
        return Gap(noun.plural, noun.term) if isinstance(part, Gap) else part

    found: Form = changed(clause, bind)
    return found


def is_long(noun: Noun) -> bool:
    """Whether so much hangs on a noun that a quality at its end could be that of something else."""
    return bool(noun.adjectives or noun.attached or noun.of or any(is_placed(clause) for clause in noun.that))


def is_direction(form: Form | None) -> bool:
    """Whether it is called a direction itself, or is one that a thing has: "em uma direção", not "na direção de uma
    direção"; "no rumo da nave"."""
    if isinstance(form, Phrase):
        return form.key == "direction_to"
    about = form.term.about if isinstance(form, Noun) else None
    if isinstance(about, Attribute) and about.kind.name.lower() == "direction":
        return True
    return isinstance(form, Noun | It) and form.term is not None and form.term.label.lower() in DIRECTIONS


def is_number(form: Form | None) -> bool:
    """Whether it is a number, or several."""
    return all(isinstance(part, Amount) for part in (form.members if isinstance(form, Listed) else (form,)))


def after(pattern: str, name: str) -> bool:
    """Whether a slot stands after the first verb of a pattern, where "nenhum" asks for "não" before the verb."""
    verb = re.search(r"[~^]", pattern)
    return verb is not None and pattern.find(f"{{{name}}}") > verb.start()


CHANGES: Mapping[str, Callable[[Phrase], Phrase]] = {
    **dict.fromkeys(AMONG, among),
    **dict.fromkeys(GENERIC, with_article),
    **dict.fromkeys(TOWARDS, towards),
    **dict.fromkeys(ONWARD, along_row),
    **dict.fromkeys(PUT, spelt_out),
    **dict.fromkeys(DENIED, in_plain_words),
    **dict.fromkeys(("chooses_as", "chosen_as"), as_what),
    "has_done": done_before,
    **dict.fromkeys(("can", "could"), done_by_who_can),
    "but_not": others_of_who_can,
    **dict.fromkeys(("after_does", "after_does_then", "before_does", "before_does_then"), one_of_several),
    "takes": with_subject,
    "takes_on_spaces": with_subject,
    **dict.fromkeys(TAKEN, taken),
    **dict.fromkeys(("take_away", "turn_flag", "show"), out_of),
    **dict.fromkeys(("deal", "as_often_as"), as_many),
    "onto_each": onto_named,
    "up_to": as_long_as_able,
    "for_price": of_things,
    "all_pass": everybody,
    "both_pass": both,
    **dict.fromkeys(COUNTS.values(), counted),
    "is": existing,
    "may_do_then": allowed,
    "only_in": in_each,
    **{
        f"at_{edge}{of}{then}": of_each
        for edge in ("beginning", "end")
        for of in ("", "_of_turns")
        for then in ("", "_then")
    },
    "whether": without_pronoun,
}
"""How a phrase is changed, by its key."""
