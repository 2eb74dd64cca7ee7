"""From forms to words: what all languages share. A language is a table of patterns and the ways of its nouns and verbs.

In a pattern `{slot}` stands for what fills the slot, `{slot's}` for it as an owner, `{slot:use}` for a clause in that
use; `~put` is a verb, inflected by the use of the sentence and its subject, `^win` one that is always told as a fact,
`~put:wish` one that is always in that use; `@word` agrees with the subject, `@word:slot` with what fills the slot; what
stands in [ ] is left out where one of its slots is empty.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, assert_never, get_args

from dsl.prose.forms import (  # fmt: skip
    COUNTS,
    Adjective,
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
    Silent,
    Step,
    Term,
    Use,
    You,
    subject_of,
)
from dsl.prose.lexicon import AS_WRITTEN, Lexicon
from dsl.text.numerals import ORDINALS


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text; `about` is the definition that it names, if any."""

    text: str
    about: object = None


Words = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence in words, with the lines under it. `title` is its short heading; `words` may be empty. `said`: they
    are the designer's own; `naming`: it is no step of its own, as of a `Step`."""

    words: Words
    children: tuple[Line, ...] = ()
    clauses: tuple[str, ...] = ()
    title: str = ""
    said: bool = False
    naming: bool = False

    @property
    def text(self) -> str:
        return plain(self.words)


SENTENCE = re.compile(r"(?<=[.!?]) (?=[^\Wa-zà-ý_]|“)")  # between two sentences


def sentences_of(text: str) -> list[str]:
    """A text in its sentences."""
    return SENTENCE.split(text)


PART = re.compile(r"\{(\w+)('s)?(?::(\w+))?\}|([~^@])([\w-]+)(?::(\w+))?|\[([^\]]*)\]|([^{}~^@\[\]]+)")
PartSort = Literal["slot", "owner", "verb", "told", "agreeing", "optional", "text"]
MARKS: Mapping[str, PartSort] = {"~": "verb", "^": "told", "@": "agreeing"}


@lru_cache(maxsize=1024)
def parts_of(pattern: str) -> tuple[tuple[PartSort, str, str], ...]:
    """A pattern as (sort, content, extra): slot, owner, verb, told (a verb), agreeing (a word), optional, text."""
    found: list[tuple[PartSort, str, str]] = []
    for slot, owner, use, mark, word, extra, optional, text in PART.findall(pattern):
        if slot:
            found.append(("owner" if owner else "slot", slot, use))
        elif mark:
            found.append((MARKS[mark], word, extra))
        else:
            found.append(("optional", optional, "") if optional else ("text", text, ""))
    return tuple(found)


OF_MOST = ("with_highest", "with_lowest", "the_highest", "the_lowest")
"""Phrases that have other words for what is called by a plural, such as points."""

OF_PILE = frozenset(("top_kind", "bottom_kind", *(f"{n}_from_{end}" for n in ORDINALS for end in ("top", "bottom"))))
"""Phrases of what lies at an end of a pile, or so far from it."""


class Realiser(ABC):
    """Puts forms into the words of one language. `kinds` are the terms of the kinds by their Names, as the names of
    actions speak of them; `variants`: what belongs to a variant says so; `lexicon` has the game's own words;
    `names` are words that have a capital wherever they stand, and the names of actions that begin with no verb.

    `using` is the verb for actions that have labels of their own, `variant` the word for what not every game has,
    `seeing` are the words of a text behind which stands what it refers to.
    """

    patterns: Mapping[str, str]
    using: str
    variant: str
    seeing: tuple[str, ...]

    def __init__(
        self,
        kinds: Mapping[str, Term],
        variants: bool = False,
        lexicon: Lexicon = AS_WRITTEN,
        names: frozenset[str] = frozenset(),
    ) -> None:
        self.kinds = kinds
        self.variants = variants
        self.lexicon = lexicon
        self.names = names

    # ------------------------------------------------------------------------------------------------------ sentences

    def cell(self, form: Form, head: Form) -> Words:
        """What stands alone in a table, in the column with this head."""
        return self.words(form)

    def line(self, step: Step) -> Line:
        """A step as a sentence: capitalised, with its full stop or colon."""
        head = step.title
        title = self.lexicon.heading(head) if isinstance(head, str) else plain(capitalised(self.words(head)))
        if isinstance(step.form, Quoted):
            text, instead = self.lexicon.text(step.form.text), step.form.instead
            told = instead.filled(text) if instead else text
            return Line((Run(told),), (), unique(step.clauses), title, said=instead is None)
        children = tuple(self.line(child) for child in step.children)
        heads = any(not child.said for child in children)
        words = finished(capitalised(self.words(step.form, step.use)), ":" if heads else ".")
        return Line(words, children, unique(step.clauses), title, naming=step.naming)

    def words(self, form: Form, use: Use = "fact") -> Words:
        """A form without a capital and a full stop."""
        return tidy(self.form(form, use))

    def form(self, form: Form, use: Use = "fact") -> Words:
        match form:
            case Phrase():
                return self.phrase(form, use)
            case Deed():
                return self.deed(form, use)
            case Listed():
                return self.listed(form, use)
            case Noun():
                return self.noun(form)
            case Amount(number):
                return (Run(str(number)),)
            case Quoted(text):
                return (Run(text),)
            case Attached():
                return self.attached(form)
            case Adjective():
                return self.adjective(form)
            case Gap() | Silent():
                return ()
            case You() | It():
                return self.pronoun(form)
            case _:
                assert_never(form)

    def phrase(self, form: Phrase, use: Use) -> Words:
        slots = dict(form.slots)
        return tuple(self.fill(self.pattern(form), slots, use, form.negative))

    def pattern(self, form: Phrase) -> str:
        """The pattern of a phrase; a language may have several for a key."""
        return self.patterns[form.key]

    def fill(self, pattern: str, slots: Mapping[str, Form], use: Use, negative: bool) -> Iterator[Run]:
        subject = slots.get("subject")
        for sort, content, extra in parts_of(pattern):
            match sort:
                case "text":
                    yield Run(content)
                case "verb" | "told":
                    told = "fact" if sort == "told" else extra
                    yield Run(self.verb(content, USES.get(told, use), subject, negative))
                case "agreeing":
                    yield Run(self.agreeing(content, slots.get(extra or "subject")))
                case "optional":
                    if all(name in slots for name in slots_of(content)):
                        yield from self.fill(content, slots, use, negative)
                case "owner":
                    yield from self.owner(slots[content])
                case "slot":
                    yield from self.slot(content, slots[content], extra or "fact", use, pattern)
                case _:
                    assert_never(sort)

    def slot(self, name: str, form: Form, wanted: str, use: Use, pattern: str) -> Words:
        """What fills a slot. Whoever is told to do something is not named; "same" hands the use on."""
        if name == "subject" and isinstance(form, You) and use in ("order", "bare") and "^" not in pattern:
            return ()
        return self.form(form, USES.get(wanted, use))

    # -------------------------------------------------------------------------------------------------- lists of forms

    def listed(self, form: Listed, use: Use) -> Words:
        """Members in a row; a subject that stays the same is said once, and so is the verb of actions with labels:
        "use the Boosters, the Scanner or the Laser"."""
        members = tuple(silenced(form.members)) if form.joiner == "and" else form.members
        said = [self.form(m, use) for m in members]
        if use == "bare" and all(isinstance(m, Deed) and m.term.proper and not m.arguments for m in members):
            said[1:] = [altered(words, 0, lambda content: content.removeprefix(f"{self.using} ")) for words in said[1:]]
        if all(is_linked(m) for m in members) and all(isinstance(subject_of(m), Silent) for m in members[1:]):
            said[1:] = self.without_verb(members[0], said[1:], use)
        return joined(said, self.joiner(form))

    def without_verb(self, first: Form, others: list[Words], use: Use) -> list[Words]:
        """What is said of one thing with the same verb, without it: "is at least 1 and at most 4"."""
        assert isinstance(first, Phrase)
        silent = first.with_slot("subject", Silent(subject_of(first) or It()))
        _, verb = spoken(self.form(silent, use))
        found = [spoken(words) for words in others]
        alike = all(again == verb for _, again in found)
        return [words[at + 1 :] for words, (at, _) in zip(others, found, strict=True)] if alike else others

    @abstractmethod
    def joiner(self, form: Listed) -> str:
        """The word before the last member."""

    # ------------------------------------------------------------------------------------------- what hangs on a word

    def deed(self, form: Deed, use: Use) -> Words:
        """A verb of the game, with whoever does it and what it is done to."""
        verb, rest = self.parts(form)
        if form.part == "rest":
            return (Run(rest, form.term.about),)
        rest = "" if form.part == "verb" else rest
        found: list[Run] = []
        if use not in ("bare", "may") and not (use == "order" and isinstance(form.subject, You)):
            found += [*self.form(form.subject), Run(" ")]
        inflected = self.verb(verb, "bare" if use == "may" else use, form.subject, form.negative)
        found.append(Run(f"{inflected} {rest}".strip(), form.term.about))
        for argument in form.arguments:
            found += [Run(" "), *self.argument(form, argument)]
        if form.optional and self.variants:
            found.append(Run(f" ({self.variant})"))
        return tuple(found)

    def argument(self, form: Deed, argument: Attached) -> Words:
        """What a deed is done to."""
        return self.attached(argument, form)

    def adjective(self, form: Adjective) -> Words:
        """A quality, said after its noun."""
        found = [Run(self.said(form), form.term.about)]
        for part in form.attached:
            found += [Run(" "), *self.attached(part, form)]
        return tuple(found)

    def attached(self, form: Attached, to: Form | None = None) -> Words:
        """A phrase with its place word or role word, which hangs on a word of the game (`to`) or on a pattern."""
        inner = form.form
        if isinstance(inner, Phrase) and inner.key == "so_much":
            inner = self.so_much(inner, form.word)
        elif isinstance(inner, Phrase) and inner.key == "some_amount":
            inner = self.some_amount(inner, form.word)
        word = self.role(form, to)
        return (Run(f"{word} "), *self.form(inner)) if word else self.form(inner)

    def some_amount(self, form: Phrase, word: str) -> Form:
        """A number that a heading brings in, with its unit if it has one there: "an amount of damage", "points"."""
        what = form.slot("what")
        if not isinstance(what, Noun) or not self.has_unit(what.term.label, word):
            return form
        key = "some_amount_of" if word == "with" else "some_amount"
        return Phrase(key, (("what", replace(what, article="bare")),))

    def so_much(self, form: Phrase, word: str) -> Form:
        """A number, with its unit if it has one there."""
        amount, what = form.slot("amount") or It(), form.slot("what")
        if not self.has_unit(what.term.label if isinstance(what, Noun) else "", word):
            return amount
        if isinstance(amount, Amount):
            return form if word == "with" else Phrase("so_many_things", form.slots)
        return Phrase("so_much_equal" if word == "with" else "so_many", form.slots)

    # ------------------------------------------------------------------------------------------- what a language adds

    @abstractmethod
    def verb(self, verb: str, use: Use, subject: Form | None, negative: bool) -> str:
        """The verb in the form that the use and the subject ask for."""

    def agreeing(self, word: str, form: Form | None) -> str:
        """The word of a pattern in the gender and number of what it is said of; many languages have only one form."""
        return word

    def name(self, term: Term, many: bool = False, of: Term | None = None) -> str:
        """A thing by its name alone; what a thing has or is called may agree with it (`of`)."""
        return (term.plural or term.label) if many else term.label

    def doing(self, term: Term) -> str:
        """What an action or procedure is called."""
        return term.label

    @abstractmethod
    def parts(self, form: Deed) -> tuple[str, str]:
        """The verb of a deed, not inflected, and what follows it."""

    @abstractmethod
    def noun(self, noun: Noun) -> Words:
        """A noun with all that hangs on it."""

    @abstractmethod
    def owner(self, form: Form) -> Words:
        """Somebody to whom the next noun belongs."""

    def role(self, form: Attached, to: Form | None) -> str:
        """A place word or role word of the rulebook, before what hangs on a word of the game or on a pattern."""
        return form.word

    @abstractmethod
    def said(self, form: Adjective) -> str:
        """A quality as it is said of its noun."""

    @abstractmethod
    def has_unit(self, unit: str, word: str) -> bool:
        """Whether a number behind this role word is told with its unit."""

    @abstractmethod
    def pronoun(self, form: Form) -> Words:
        """You, it."""


USES: Mapping[str, Use] = {use: use for use in get_args(Use)}


def unique(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


def slots_of(pattern: str) -> list[str]:
    return [content for sort, content, _ in parts_of(pattern) if sort in ("slot", "owner")]


THERE = ("there_is", *COUNTS.values())
LINKED = ("has_quality", "at_least", "at_most")


def is_linked(form: Form) -> bool:
    """Whether it tells how a thing is, with a verb that need not be said twice."""
    return isinstance(form, Phrase) and form.key in LINKED and not form.negative


def spoken(words: Words) -> tuple[int, str]:
    """The first word, and where it stands."""
    return next((k, run.text.strip()) for k, run in enumerate(words) if run.text.strip())


def silenced(members: Iterable[Form]) -> Iterator[Form]:
    """Clauses whose subject is that of the clause before leave it out, if no clause has another."""
    first, *others = members
    subject = subject_of(first)
    yield first
    alike = subject is not None and not isinstance(subject, Gap) and all(subject_of(m) == subject for m in others)
    for member in others:
        if not alike or subject is None:
            yield member
        elif isinstance(member, Deed):
            yield replace(member, subject=Silent(subject))
        elif isinstance(member, Phrase):
            yield member if member.key in THERE else member.with_slot("subject", Silent(subject))


# --------------------------------------------------------------------------------------------------------------- words


def plain(words: Words) -> str:
    return "".join(run.text for run in words)


def text(content: str) -> Words:
    return (Run(content),)


def joined(members: list[Words], joiner: str) -> Words:
    """Members in a row: "a", "a and b", "a, b and c"."""
    found: list[Run] = []
    for number, member in enumerate(members):
        if number:
            found.append(Run(f" {joiner} " if number == len(members) - 1 and joiner != "," else ", "))
        found += member
    return tuple(found)


BLANKS, BEFORE_MARK = re.compile(r" +"), re.compile(r" ([,.:;)])")


def tidy(words: Iterable[Run]) -> Words:
    """Without doubled, leading and trailing blanks, and without blanks before punctuation. A comma that closes what
    stands in between is not set before another mark, nor at the end."""
    found: list[Run] = []
    last = " "
    for run in words:
        content = BLANKS.sub(" ", run.text) if "  " in run.text else run.text
        if last.endswith(" "):
            content = content.lstrip(" ")
        if found and content[:1] in (",", ".", ":", ";", ")") and last.endswith((" ", ",")):
            found[-1] = replace(found[-1], text=found[-1].text.rstrip(" ,"))
        content = BEFORE_MARK.sub(r"\1", content) if " " in content else content
        if content:
            found.append(run if content == run.text else Run(content, run.about))
            last = content
    if found:
        found[-1] = replace(found[-1], text=found[-1].text.rstrip(" ,"))
    return tuple(found)


def capitalised(words: Words) -> Words:
    return altered(words, 0, lambda content: content[:1].upper() + content[1:])


def finished(words: Words, mark: str) -> Words:
    """With a full stop or colon, unless it ends with one."""
    ends = (".", ":", "!", "?", ".”") if mark == "." else (":",)  # a name may end with a full stop
    return words if plain(words).endswith(ends) else (*words, Run(mark))


def altered(words: Words, number: int, change: Callable[[str], str]) -> Words:
    if not words:
        return words
    return (*words[:number], replace(words[number], text=change(words[number].text)), *words[number + 1 :])
