"""Sentences without a language: what is said of what, before any word of English or Portuguese is chosen.

A `Phrase` is a pattern, named by its key, with forms in its slots; each language has one text for every key (`KEYS`:
those that English has). Whether a phrase becomes an order, a fact or a need is settled by its `Use` only when it is put
into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any, Literal, assert_never, get_args

from dsl.fields import names_of
from dsl.model.world import World
from dsl.prose.english.patterns import KEYS

Use = Literal["fact", "order", "need", "bare", "may", "if", "wish", "past"]
"""How a sentence is used: as a fact ("the cell is open"), a step of a list ("put …"), a need ("must be open"), after a
modal verb or in a heading ("be open"), as what somebody may do. Languages that have moods for it tell what may come
(`if`: "se a casa estiver vazia") and what is not yet so (`wish`: "até que a casa esteja vazia") from facts."""

Article = Literal["a", "the", "no", "any", "every", "each", "all", "bare", "that", "the first", "not every", "some"]
"""Before a noun; `some` are any, several, without a word in English: "stones of White"."""

Joiner = Literal["and", "or", "nor", ","]


@dataclass(frozen=True, slots=True)
class Term:
    """A word or Name of the game. `about` is what it names: documents link to it, languages may ask its gender.

    `proper`: printed as it is written, wherever it stands; otherwise a language may write it small in running text.
    `plural` is empty where nothing is known of it. `told`: it is in the language of the page already.
    """

    label: str
    plural: str = ""
    proper: bool = False
    about: object = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class You:
    """Whoever acts."""


@dataclass(frozen=True, slots=True)
class It:
    """What was just spoken of; `term` is what that is called, where it is known: languages may ask its gender."""

    plural: bool = False
    term: Term | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the noun would stand on which a relative clause hangs, and what that is called (`term`)."""

    plural: bool = False
    term: Term | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Silent:
    """A subject that was just said; the verb still agrees with it."""

    form: Form


@dataclass(frozen=True, slots=True)
class Amount:
    number: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of the designer, printed as they are; `instead`: in place of lines of this rulebook, with its numbers."""

    text: str
    instead: World | None = None


@dataclass(frozen=True, slots=True)
class Attached:
    """What hangs on a noun or verb by a place word or role word of the rulebook ("from the installation")."""

    word: str
    form: Form


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing, spoken of. `of` is what it belongs to ("the bomb's level", "your stock").

    `that` are clauses with a gap for the noun; `called` is the name given to it here, a nickname where it is `nicked`,
    by which it is spoken of again where the article is "the".
    """

    term: Term
    article: Article = "the"
    plural: bool = False
    count: Form | None = None
    adjectives: tuple[Term, ...] = ()
    of: Form | None = None
    attached: tuple[Attached, ...] = ()
    that: tuple[Form, ...] = ()
    called: str = ""
    nicked: bool = False


@dataclass(frozen=True, slots=True)
class Adjective:
    """A quality, as it is said of something: "visible from the installation". A language in which it agrees with what
    it is said of (`to`) enters that itself."""

    term: Term
    attached: tuple[Attached, ...] = ()
    to: Form | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb of the game: an action or a procedure, with what it is done to. `optional` names the variant it is of. Of
    a name that has more than one word, `part` may be all that is told: its verb, or what follows that."""

    term: Term
    arguments: tuple[Attached, ...] = ()
    subject: Form = You()
    negative: bool = False
    optional: str = ""
    part: Literal["whole", "verb", "rest"] = "whole"


@dataclass(frozen=True, slots=True)
class Listed:
    members: tuple[Form, ...]
    joiner: Joiner = "and"


@dataclass(frozen=True, slots=True)
class Phrase:
    """The pattern `key` with its slots filled; the slot `subject` is what the verb agrees with."""

    key: str
    slots: tuple[tuple[str, Form], ...] = ()
    negative: bool = False

    def slot(self, name: str) -> Form | None:
        return next((form for slot, form in self.slots if slot == name), None)

    def with_slot(self, name: str, form: Form) -> Phrase:
        return replace(self, slots=tuple((slot, form if slot == name else old) for slot, old in self.slots))


Form = You | It | Gap | Silent | Amount | Quoted | Noun | Adjective | Attached | Deed | Listed | Phrase


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence with what stands under it, and the clauses that it encodes. `title` is its short heading, if any: a
    name in the rulebook, or who is spoken to. `naming`: it is no step of its own, but stands behind the one above, and
    names something or says what has to be so of what is chosen."""

    form: Form
    use: Use = "order"
    children: tuple[Step, ...] = ()
    clauses: tuple[str, ...] = ()
    title: str | Form = ""
    naming: bool = False


PARTED = frozenset({*get_args(Form), Step})  # what has parts that are forms, too
PARTS = PARTED | {tuple}  # in which there can be such; most parts are words and numbers


def phrase(key: str, /, **slots: Form | None) -> Phrase:
    """A phrase; slots that are None are left out. Raises KeyError for a key that no language has."""
    if key not in KEYS:
        raise KeyError(key)
    return Phrase(key, tuple((name, form) for name, form in slots.items() if form is not None))


def denied(clause: Form, so: bool = True) -> Form:
    """The opposite of a clause that is not put together from others (with `so` False: the clause itself)."""
    if not so:
        return clause
    match clause:
        case Phrase(key="always"):
            return replace(clause, key="never")
        case Phrase(key="never"):
            return replace(clause, key="always")
        case Phrase() | Deed():
            return replace(clause, negative=not clause.negative)
        case _:  # what is no clause has no opposite
            raise TypeError(type(clause).__name__)


def changed(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form with `change` made to all parts of it, the innermost first."""
    if isinstance(form, tuple):
        members = [changed(part, change) if type(part) in PARTS else part for part in form]
        return form if all(map(is_, members, form)) else tuple(members)
    if type(form) not in PARTED:
        return form
    before = [getattr(form, name) for name in names_of(form)]
    after = [changed(part, change) if type(part) in PARTS else part for part in before]
    return change(form if all(map(is_, after, before)) else type(form)(*after))


def parts_in(form: Any) -> Iterator[Any]:
    """The form and all parts of it."""
    if isinstance(form, tuple):
        for part in form:
            yield from parts_in(part)
    elif type(form) in PARTED:
        yield form
        for name in names_of(form):
            yield from parts_in(getattr(form, name))


def it(form: Form) -> It:
    """What stands for a thing that was just spoken of."""
    match form:
        case Noun():
            return It(form.plural, form.term)
        case It() | Gap():
            return It(form.plural, form.term)
        case Phrase():
            kind = next((part for name in ("kind", "what", "space") if isinstance(part := form.slot(name), Noun)), None)
            return It(term=kind.term if kind else None)
        case You() | Silent() | Amount() | Quoted() | Adjective() | Attached() | Deed() | Listed():
            return It()
        case _:
            assert_never(form)


def referring_back(form: Any, to: Form) -> Any:
    """The form with "its" wherever something belongs to `to`, which was just spoken of, and "it" for what is beside."""

    def refer(part: Any) -> Any:
        if isinstance(part, Phrase) and part.key.startswith("neighbour") and part.slot("of") == to:
            return part.with_slot("of", it(to))
        return replace(part, of=it(to)) if isinstance(part, Noun) and part.of == to else part

    return changed(form, refer)


def is_plural(form: Form | None) -> bool:
    """Whether a verb that agrees with the form stands in the plural."""
    match form:
        case It() | Gap():
            return form.plural
        case Noun():
            return form.plural
        case Listed(joiner="and"):
            return True
        case Silent(inner):
            return is_plural(inner)
        case You() | Amount() | Quoted() | Adjective() | Attached() | Deed() | Listed() | Phrase() | None:
            return False
        case _:
            assert_never(form)


def subject_of(form: Form) -> Form | None:
    return form.slot("subject") if isinstance(form, Phrase) else form.subject if isinstance(form, Deed) else None


COUNTS = {"=": "as_many", ">=": "as_many_at_least", "<=": "as_many_at_most", ">": "more_there", "<": "fewer_there"}
"""How many there are, beside what is no plain number."""
BOTH_SIDES, TOWARDS = "on both sides of", "towards"  # prepositions that no rulebook writes


def is_face(quality: Form | None) -> bool:
    """Whether a thing is turned so: "face up"; any other quality it only comes to have."""
    return isinstance(quality, Adjective) and quality.term.label.startswith("face-")
