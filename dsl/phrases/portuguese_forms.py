"""What Portuguese puts otherwise than the sentences that all languages share: changes of forms, before their words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsl.phrases.forms import Amount, Form, Gap, It, Listed, Noun, Phrase, Silent, changed
from dsl.world import Kind

PLACED = ("is_at", "beside")
AMONG = ("highest", "lowest", "total", "highest_of", "lowest_of", "total_of")
PUT = ("put", "put_there")


def put_otherwise(form: Phrase) -> Phrase:
    """The phrase as Portuguese has it."""
    if form.key in AMONG:
        return among(form)
    if form.key in PUT:
        return spelt_out(form)
    if form.key in ("whether", "whether_it_is"):
        return without_pronoun(form)
    complement = form.slot("complement")
    if form.key == "is" and isinstance(complement, Phrase) and complement.key == "nothing":
        return replace(form, key="exists", negative=not form.negative)
    return form


def among(form: Phrase) -> Phrase:
    """Those that are compared have their article, and what is added up stands in the plural: "a soma das faces"."""
    those, what = form.slot("those"), form.slot("what")
    if isinstance(those, Noun) and those.article == "bare":
        form = form.with_slot("those", replace(those, article="the"))
    if form.key == "total" and isinstance(what, Noun) and what.term.plural:
        form = replace(form.with_slot("what", replace(what, article="the", plural=True)), key="total_of_them")
    return form


def spelt_out(form: Phrase) -> Phrase:
    """Where a thing is that is put elsewhere stands in a clause of its own: "a carta que está na mesa"."""

    def spelt(clause: Form) -> Form:
        return replace(clause, key="is_found") if isinstance(clause, Phrase) and clause.key == "is_at" else clause

    thing = form.slot("object")
    if not isinstance(thing, Noun):
        return form
    return form.with_slot("object", replace(thing, that=tuple(map(spelt, thing.that))))


def without_pronoun(form: Phrase) -> Phrase:
    """A question about what was just spoken of: "se está vazia"."""
    for name, clause in form.slots:
        subject = clause.slot("subject") if isinstance(clause, Phrase) else None
        if isinstance(clause, Phrase) and isinstance(subject, It):
            return form.with_slot(name, clause.with_slot("subject", Silent(subject)))
    return form


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


def is_placed(clause: Form) -> bool:
    return (
        isinstance(clause, Phrase)
        and clause.key in PLACED
        and not clause.negative
        and isinstance(clause.slot("subject"), Gap)
    )


def is_active(form: Form | None) -> bool:
    return isinstance(form, Phrase) and form.key == "active_player"


def is_direction(form: Form | None) -> bool:
    """Whether it is called a direction itself: "em uma direção", not "na direção de uma direção"."""
    return isinstance(form, Noun | It) and form.term is not None and form.term.label == "Direction"


def is_named_space(form: Form) -> bool:
    """Whether it is a space by its name: E2."""
    if not isinstance(form, Noun) or not isinstance(form.term.about, tuple):
        return False
    kind = form.term.about[0]
    return isinstance(kind, Kind) and kind.sort == "space"


def is_number(form: Form | None) -> bool:
    """Whether it is a number, or several."""
    return all(isinstance(part, Amount) for part in (form.members if isinstance(form, Listed) else (form,)))
