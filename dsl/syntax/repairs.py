"""What a sentence that fits no pattern may be meant to be: it is read again with one thing changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from lark import Lark, Token

from dsl.errors import near
from dsl.patterns import language
from dsl.shapes import PATTERNS
from dsl.syntax.automaton import words_of
from dsl.syntax.lexing import Sentence
from dsl.syntax.recovery import Mark
from dsl.syntax.slips import SLIPS
from dsl.syntax.words import Reserved

LOOK_BACK = 6  # words before the one that does not fit, among which the one that is wrong is looked for,
BEGINNING = 3  # and so many of the first, which say what sentence it is
MOST_PHRASE = max(len(slip.split()) for slip in SLIPS)
MOST = 3  # changes that are offered for one mistake
SIGNS = {"COMMA": ",", "COLON": ":", "VBAR": "|"}
LEFT_OUT = (",", "|", "times", "turns")  # easily


class Sort(IntEnum):
    """Why a change is thought of; the likeliest reason first."""

    CAPITAL = 0
    SLIP = 1
    OWN = 2
    SPELLING = 3
    NO_ARTICLE = 4
    TOO_MUCH = 5
    TOO_FEW = 6


@dataclass(frozen=True, slots=True)
class Change:
    """`text` in place of the `count` words from the number `at` on."""

    sort: Sort
    at: int
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A change with which a sentence can be read further, and the whole of it, if it can be read to its end."""

    change: Change
    sentence: str


class Trial:
    """A sentence whose word `at` does not fit. `tail` is what follows its words: its end, perhaps deeper lines."""

    def __init__(self, lark: Lark, reserved: Reserved, mark: Mark, at: int, tail: Sequence[Token]) -> None:
        self.lark, self.reserved, self.before = lark, reserved, mark.before
        self.words = mark.words(reserved)[:-1]
        self.at, self.tail = at, tail
        self.states = [mark.parser.copy()]  # before each word that fits
        for word in self.words[:at]:
            self.states.append(self.states[-1].copy())
            self.states[-1].feed(word)

    @property
    def places(self) -> list[int]:
        """The words that may be wrong."""
        last = min(self.at, len(self.words) - 1)
        return sorted({*range(min(BEGINNING, last + 1)), *range(max(0, self.at - LOOK_BACK), last + 1)})

    def unread(self, change: Change) -> int:
        """How many of the words, and of the tail, cannot be read with the change."""
        around = self.words[min(change.at, len(self.words) - 1)]
        put = [Token.new_borrow_pos(t.type, str(t), around) for t in words_of(self.lark, change.text)]
        tokens = [*put, *self.words[change.at + change.count :], *self.tail]
        again = (Token.new_borrow_pos(self.reserved.terminals.get(str(t), t.type), str(t), t) for t in tokens)
        before = self.words[change.at - 1].type if change.at else self.before
        return len(tokens) - self.states[change.at].copy().feed_all(self.reserved.freed(again, before))

    def helps(self, change: Change, unread: int) -> bool:
        """Whether it is likely: the whole sentence fits, or more of it where the word is none of the language."""
        if unread == 0 or change.sort > Sort.SPELLING:
            return unread == 0
        own = str(self.words[change.at]) not in {*self.reserved.terminals, *SIGNS.values()}
        return own and unread < len(self.words) + len(self.tail) - self.at

    def possible(self, at: int) -> list[str]:
        """The words of the language, and signs, that can stand there."""
        written = self.reserved.keywords | SIGNS
        return sorted({written[t] for t in self.states[at].possible() if t in written} - {"an"})


class Repairs:
    """Looks for changes. `seen` are the sentences of the text, whose Names and words are known to be its own."""

    def __init__(self, lark: Lark, reserved: Reserved, text: str, seen: Sequence[Sentence]) -> None:
        self.lark, self.reserved, self.text = lark, reserved, text
        often = Counter(str(t) for s in seen for t in s.tokens if t.type in ("NAME", "WORD"))
        own = set(often)
        self.common = {word for word, times in often.items() if times > 1}
        self.names = {name.lower(): name for name in own if name[0].isupper()}
        self.verbs = {str(s.tokens[1]) for s in seen if s.tokens[0].type == "TO" and s.tokens[1:]}
        hyphened = {word for word in own | patterns() if "-" in word and word.islower()}
        self.joined = {word.replace("-", " "): word for word in hyphened}

    def of(self, mark: Mark, at: int, tail: Sequence[Token]) -> list[Repair]:
        """The likeliest repairs of a sentence whose word `at` does not fit; see `Trial`."""
        trial = Trial(self.lark, self.reserved, mark, at, tail)
        found = self.best(trial, self.changes(trial))
        found = [repair for repair in found if repair.change.at == found[0].change.at]
        return found if len(found) <= MOST else []

    def best(self, trial: Trial, changes: Iterable[Change]) -> list[Repair]:
        """Those changes that make the whole sentence fit, if there are any, else those with which it is read further;
        of these the likeliest."""
        ranked: dict[tuple[bool, Sort], list[Repair]] = {}
        for change in changes:
            left = trial.unread(change)
            if trial.helps(change, left):
                repair = Repair(change, "" if left else self.said(trial.words, change))
                ranked.setdefault((left > 0, change.sort), []).append(repair)
        return ranked[min(ranked)] if ranked else []

    def said(self, words: Sequence[Token], change: Change | None = None) -> str:
        """The sentence, with the change if there is one, on one line, without what is cited or noted."""
        change = change or Change(Sort.SLIP, len(words), 0, "")
        behind = change.at + change.count
        before = self.text[words[0].start_pos : words[change.at - 1].end_pos] if change.at else ""
        after = self.text[words[behind].start_pos : words[-1].end_pos] if behind < len(words) else ""
        parts = (re.sub(r"--.*|\[[A-Z]+-.*?\]", "", part) for part in (before, change.text, after))
        return re.sub(r" (?=[,:])", "", " ".join(" ".join(parts).split()))

    # ---------------------------------------------------------------------------------------------------- the changes

    def changes(self, trial: Trial) -> Iterator[Change]:
        known = trial.words[0].type != "WORD" or trial.words[0] in self.verbs  # else it may be a sentence of any sort
        for at in trial.places:
            yield from self.written_small(trial.words, at)
            yield from slips(trial.words, at)
            yield from self.own(trial.words, at)
            yield from self.misspelt(trial, at)
            if trial.words[at] in self.common:
                yield from (Change(Sort.NO_ARTICLE, at, 0, article) for article in articles(trial.words[at]))
        for at in {*trial.places, min(trial.at, len(trial.words))} if known else ():
            yield from self.left_out(trial, at)

    def left_out(self, trial: Trial, at: int) -> Iterator[Change]:
        """A word of the language that is missing before another, or in its place: only one can stand there."""
        could, only = trial.possible(at), len(trial.states[at].possible()) == 1
        yield from (Change(Sort.TOO_FEW, at, 0, word) for word in could if at and (only or word in LEFT_OUT))
        yield from (Change(Sort.TOO_FEW, at, 1, word) for word in could if only and at < len(trial.words))

    def written_small(self, words: Sequence[Token], at: int) -> Iterator[Change]:
        """A word of the language with a capital, which may be the first of a Name (`Action Place Disc`)."""
        first, _, rest = str(words[at]).partition(" ")
        if words[at].type == "NAME" and first.lower() in self.reserved.terminals:
            yield Change(Sort.CAPITAL, at, 1, f"{first.lower()} {rest}".strip())

    def own(self, words: Sequence[Token], at: int) -> Iterator[Change]:
        """A word or Name of the text, without its hyphen or its capitals."""
        for count, said in phrases(words, at, 3):
            meant = self.joined.get(said) if count > 1 else self.names.get(said)
            if meant:
                yield Change(Sort.OWN, at, count, meant)

    def misspelt(self, trial: Trial, at: int) -> Iterator[Change]:
        """A word of the language."""
        if trial.words[at].type in ("WORD", *self.reserved.keywords):
            close = near(str(trial.words[at]), trial.possible(at))
            yield from (Change(Sort.SPELLING, at, 1, keyword) for keyword in close)


def slips(words: Sequence[Token], at: int) -> Iterator[Change]:
    """A phrase that this language has in other words."""
    for count, said in phrases(words, at, MOST_PHRASE):
        for meant in SLIPS.get(said, ()):
            yield Change(Sort.SLIP if meant else Sort.TOO_MUCH, at, count, meant)
    if re.fullmatch(r"x\d+", words[at]):
        yield Change(Sort.SLIP, at, 1, f"by {words[at][1:]}")
    if words[at : at + 1] == words[at + 1 : at + 2]:
        yield Change(Sort.TOO_MUCH, at, 1, "")
    if "'s" in words[at]:
        yield owned(words, at)
    behind = [str(word) for word in words[at + 1 :]]
    if words[at] in ("not", "unless") and "is" in behind:
        count = behind.index("is") + 1
        for first in ("if ", "when ") if words[at] == "unless" else ("",):
            yield Change(Sort.SLIP, at, count + 1, f"{first}{' '.join(behind[:count])} not")


def owned(words: Sequence[Token], at: int) -> Change:
    """`the Hand of the Player` for `the Player's Hand`."""
    owner, _, thing = str(words[at]).partition("'s")
    known = at > 0 and words[at - 1].type == "THE"
    count = 1 if thing else 2
    thing = thing.strip() or " ".join(map(str, words[at + 1 : at + 2]))
    return Change(Sort.SLIP, at - known, count + known, f"the {thing} of {'the ' if known else ''}{owner}")


def phrases(words: Sequence[Token], at: int, most: int) -> Iterator[tuple[int, str]]:
    """What stands there, as one word, two words and more."""
    for count in range(1, min(most, len(words) - at) + 1):
        yield count, " ".join(map(str, words[at : at + count]))


def articles(word: Token) -> tuple[str, str]:
    """Those that can stand before a word."""
    return "the", "an" if str(word)[0].lower() in "aeiou" else "a"


@cache
def patterns() -> set[str]:
    """The words of the patterns of the language, and of the shapes of boards."""
    return {*PATTERNS, *(word for g in language() for p in g.patterns for e in p.examples for word in e.split())}
