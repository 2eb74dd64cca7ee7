"""What hangs on a noun of Portuguese, and in which order: what tells it from others of its sort, whose it is."""

from __future__ import annotations

from dataclasses import replace

from dsl.model import Power
from dsl.model.world import Kind
from dsl.prose.forms import Attached, Form, It, Noun, Phrase, Term
from dsl.prose.nouns import kind_term

SAME = Term("same", proper=True)


def is_counted(noun: Noun) -> bool:
    """Whether it is so many of several: "1 dado seu", but "os seus 3 dados"."""
    return noun.article == "bare" and noun.count is not None


def which_place(noun: Noun) -> tuple[Attached, ...]:
    """What tells one place from others of its sort stands before whose it is: "na pilha dessa cor do jogador"."""
    is_place = isinstance(noun.term.about, Kind) and noun.term.about.sort == "place"
    return tuple(part for part in noun.attached if is_place and part.word == "of")


def family_of(about: object) -> Kind | None:
    """The sort of powers among which something is, also where it is spoken of as a value."""
    match about:
        case Power(family=family) | (Kind(sort="power") as family, _):
            return family
        case _:  # is no power
            return None


def is_named(owner: Form) -> bool:
    """Whether it has a name of its own, so that one behind it is that of what it has: "uma nave de Sul (“arca”)"."""
    return isinstance(owner, Noun) and owner.term.proper


def is_of_its_own(noun: Noun, which: tuple[Attached, ...]) -> bool:
    """Whether a place is that of a thing by what this is, and of its owner: "na pilha da mesma cor que pertence ao dono
    dela"."""
    owned = isinstance(noun.of, Phrase) and noun.of.key == "owner" and isinstance(noun.of.slot("of"), It)
    return owned and any(isinstance(part.form, Noun) and isinstance(part.form.of, It) for part in which)


def same(part: Attached) -> Attached:
    """What two things have in common: "da mesma cor" for "da cor dela"."""
    form = part.form
    if not isinstance(form, Noun) or not isinstance(form.of, It):
        return part
    return replace(part, form=replace(form, of=None, adjectives=(SAME, *form.adjectives)))


def number_behind(term: Term, kind: Kind) -> str:
    """The number in "pile 2", which is no word of its own."""
    number = term.label.removeprefix(f"{kind_term(kind).label} ")
    return number if number.isdecimal() else ""
