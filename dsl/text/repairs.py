"""What a sentence that fits no pattern may be meant to be: it is read again with one thing changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from itertools import takewhile

from lark import Lark, Token

from dsl.board.shapes import PATTERNS
from dsl.text.coined import Meant, kept_names
from dsl.text.compounds import SO_MANY, Phrases, in_one, numbers
from dsl.text.diagnostics import near
from dsl.text.inflection import a_or_an, singular
from dsl.text.lexer import Sentence
from dsl.text.other_languages import SLIPS
from dsl.text.parser import has_words, words_of
from dsl.text.patterns import language
from dsl.text.recovery import Mark
from dsl.text.vocabulary import Reserved

VALUES = ["IS", "ONE", "OF"]  # behind the name of what has them
LOOK_BACK = 6  # words before the one that does not fit, among which the one that is wrong is looked for,
BEGINNING = 3  # and so many of the first, which say what sentence it is
MOST_PHRASE = max(len(slip.split()) for slip in SLIPS)
MOST = 3  # changes that are offered for one mistake
SIGNS = {"COMMA": ",", "COLON": ":", "VBAR": "|"}
LEFT_OUT = (",", "|", "times", "turns", "means", "when")  # easily
LEADING = ("for", "given", "then", "to", "when")  # words that are easily left out at the beginning
MEASURES = (
    "game",
    "number",
    "highest",
    "lowest",
    "total",
    "top",
    "bottom",
    "owner",
    "opponent",
)  # words of the language that have an article
WRITTEN: dict[str, Callable[[str], str]] = {
    "NAME": str.title,
    "WORD": lambda word: word.lower().replace(" ", "-"),
    "STRING": lambda word: f'"{word}"',
}
QUOTED = re.compile(r'"[\w-]+(?: [\w-]+)?"')  # a word of the game, or a Name
ROUNDS = 2  # further changes that are tried where one is not enough


class Sort(IntEnum):
    """Why a change is thought of; the likeliest reason first. What comes after `NEEDED` needs the whole sentence."""

    CAPITAL = 0
    SLIP = 1
    OWN = 2
    SPELLING = 3
    NEEDED = 4
    NO_ARTICLE = 5
    TOO_MUCH = 6
    TOO_FEW = 7


@dataclass(frozen=True, slots=True)
class Change:
    """`text` in place of the `count` words from the number `at` on."""

    sort: Sort
    at: int
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A change with which a sentence can be read further: its words then, and how many of them cannot be read yet."""

    change: Change
    words: tuple[Token, ...]
    unread: int

    @property
    def sentence(self) -> str:
        """The whole of it, if it can be read to its end."""
        return "" if self.unread else said(self.words)


class Trial:
    """A sentence whose word `at` does not fit. `tail` is what follows its words: its end, perhaps deeper lines.
    `own` are the game's words of several words."""

    def __init__(
        self,
        lark: Lark,
        reserved: Reserved,
        mark: Mark,
        words: Sequence[Token],
        at: int,
        tail: Sequence[Token],
        own: Phrases = frozenset(),
    ) -> None:
        self.lark, self.reserved, self.before, self.own = lark, reserved, mark.before, own
        self.words, self.at, self.tail = words, at, tail
        self.states = [mark.parser.copy()]  # before each word that fits
        for word in words[:at]:
            self.states.append(self.states[-1].copy())
            self.states[-1].feed(word)

    @property
    def places(self) -> list[int]:
        """The words that may be wrong."""
        last = min(self.at, len(self.words) - 1)
        return sorted({*range(min(BEGINNING, last + 1)), *range(max(0, self.at - LOOK_BACK), last + 1)})

    def changed(self, change: Change) -> Repair:
        """The sentence with a change; all of it unread where a bracket is cut off from its sum."""
        if not has_words(self.lark, change.text):
            return Repair(change, tuple(self.words), len(self.words) + len(self.tail))
        around = self.words[min(change.at, len(self.words) - 1)]
        put = [
            Token.new_borrow_pos(t.type, str(t), around) for t in in_one([*words_of(self.lark, change.text)], self.own)
        ]
        rest = (*put, *self.words[change.at + change.count :])
        again = (Token.new_borrow_pos(self.reserved.terminals.get(str(t), t.type), str(t), t) for t in rest)
        before = self.words[change.at - 1].type if change.at else self.before
        words = (*self.words[: change.at], *self.reserved.freed(again, before, self.words[: change.at]))
        behind = (*words[change.at :], *self.tail)
        return Repair(change, words, len(behind) - self.states[change.at].copy().feed_all(behind))

    def helps(self, repair: Repair) -> bool:
        """Whether it is likely: the whole sentence fits, or more of it where the word is none of the language."""
        change, freed = repair.change, self.reserved.how_many_freed
        if change.sort is Sort.SPELLING and freed(repair.words) > freed(self.words):
            return False
        if repair.unread == 0 or change.sort > Sort.NEEDED:
            return repair.unread == 0
        own = str(self.words[change.at]) not in {*self.reserved.terminals, *SIGNS.values()} if change.count else True
        return own and repair.unread < len(self.words) + len(self.tail) - self.at

    def possible(self, at: int) -> list[str]:
        """The words of the language, and signs, that can stand there."""
        written = self.reserved.keywords | SIGNS
        return sorted({written[t] for t in self.states[at].possible() if t in written} - {"an"})


class Repairs:
    """Looks for changes. `seen` are the sentences of the text, whose Names and words are known to be its own."""

    def __init__(self, lark: Lark, reserved: Reserved, seen: Sequence[Sentence]) -> None:
        self.lark, self.reserved = lark, reserved
        often = Counter(str(t) for s in seen for t in s.tokens if t.type in ("NAME", "WORD"))
        own = set(often)
        coined = {t.coined for s in seen for t in s.tokens if isinstance(t, Meant)}
        coined |= {*kept_names(coined, "\n".join(" ".join(map(str, s.tokens[:2])) for s in seen))} if coined else set()
        joined = (tuple(word.split()) for word in own - {" ".join(words) for _, *words in coined} if " " in word)
        said = {words for words in joined if not all(word[0].isupper() for word in words)}
        self.phrases = frozenset(said | coined | {(SO_MANY, name) for s in seen for name in numbers(s.tokens)})
        self.common = {word for word, times in often.items() if times > 1}
        self.names = {name.lower(): name for name in own if name[0].isupper()}
        self.forms = {t.name: re.compile(t.pattern.to_regexp()) for t in lark.terminals if t.name in WRITTEN}
        self.verbs = {str(s.tokens[1]) for s in seen if s.tokens[0].type == "TO" and s.tokens[1:]}
        hyphened = {word for word in own | patterns() if "-" in word and word.islower()}
        self.values = {str(t) for s in seen if [t.type for t in s.tokens[1:4]] == VALUES for t in s.tokens[4:]}
        self.joined = {word.replace("-", " "): word for word in hyphened}

    def of(self, mark: Mark, at: int, tail: Sequence[Token]) -> list[Repair]:
        """The likeliest repairs of a sentence whose word `at` does not fit; see `Trial`."""
        return self.tried(mark, mark.words(self.reserved)[:-1], at, tail, ROUNDS)

    def tried(self, mark: Mark, words: Sequence[Token], at: int, tail: Sequence[Token], rounds: int) -> list[Repair]:
        trial = Trial(self.lark, self.reserved, mark, words, at, tail, self.phrases)
        found = self.best(trial, self.changes(trial))
        found = [repair for repair in found if repair.change.at == found[0].change.at]
        if found and found[0].unread and rounds:
            words, left = found[0].words, found[0].unread
            further = self.tried(mark, words, len(words) + len(tail) - left, tail, rounds - 1)
            if further and not further[0].unread:
                return [replace(found[0], words=further[0].words, unread=0)]
        return found if len(found) <= MOST else []

    def best(self, trial: Trial, changes: Iterable[Change]) -> list[Repair]:
        """Those changes that make the whole sentence fit, if there are any, else those with which it is read further;
        of these the likeliest."""
        ranked: dict[tuple[bool, Sort], list[Repair]] = {}
        for repair in map(trial.changed, changes):
            if trial.helps(repair):
                ranked.setdefault((repair.unread > 0, repair.change.sort), []).append(repair)
        return ranked[min(ranked)] if ranked else []

    # ---------------------------------------------------------------------------------------------------- the changes

    def changes(self, trial: Trial) -> Iterator[Change]:
        known = trial.words[0].type != "WORD" or trial.words[0] in self.verbs  # else it may be a sentence of any sort
        for at in trial.places:
            word = trial.words[at]
            yield from self.written_small(trial.words, at)
            yield from [*self.every_one(trial.words, at)] or slips(trial.words, at)
            yield from self.own(trial.words, at)
            if word.type in ("WORD", *self.reserved.keywords):
                yield from (Change(Sort.SPELLING, at, 1, keyword) for keyword in near(str(word), trial.possible(at)))
            if (word in {*MEASURES} | self.common - self.values) and not is_before_several(trial.words, at):
                yield from (Change(Sort.NO_ARTICLE, at, 0, article) for article in articles_for(trial.words, at))
            yield from self.of_a_sort(trial, at)
            if word.type == "WORD" and at and trial.words[at - 1].type == "NAME":
                yield Change(Sort.TOO_FEW, at, 0, "that are" if trial.words[at - 1].endswith("s") else "that is")
                yield Change(Sort.TOO_FEW, at, 0, "called")
        if trial.words[0] not in SLIPS and trial.words[0] not in self.verbs:
            is_verb = trial.words[0].type == "WORD"  # no word of the language is one that a rulebook defines
            yield from (Change(Sort.TOO_FEW, 0, 0, word) for word in LEADING if is_verb or word != "to")
        for at in {*trial.places, min(trial.at, len(trial.words))} if known else ():
            yield from self.left_out(trial, at)

    def of_a_sort(self, trial: Trial, at: int) -> Iterator[Change]:
        """A Name, a word of the game or a text where only that can stand, made of what is none."""
        possible = trial.states[at].possible() - {"THE"}
        if str(trial.words[at]) in self.reserved.terminals:
            return
        own = trial.words[at].strip('"')
        for sort, written in WRITTEN.items():
            form = own if self.forms[sort].fullmatch(own) else written(own)
            if possible == {sort} and form != trial.words[at] and self.forms[sort].fullmatch(form):
                yield Change(Sort.NEEDED, at, 1, form)

    def left_out(self, trial: Trial, at: int) -> Iterator[Change]:
        """A word of the language that is missing before another, or in its place: only one can stand there."""
        could, only = trial.possible(at), len(trial.states[at].possible()) == 1
        sort = Sort.NEEDED if only else Sort.TOO_FEW
        beside = {str(word) for word in trial.words[max(at - 1, 0) : at + 1]}  # no word is missing that stands there
        yield from (
            Change(sort, at, 0, word) for word in could if at and (only or word in LEFT_OUT) and word not in beside
        )
        yield from (Change(Sort.TOO_FEW, at, 1, word) for word in could if only and at < len(trial.words))

    def written_small(self, words: Sequence[Token], at: int) -> Iterator[Change]:
        """A word of the language with a capital, which may be the first of a Name (`Action Place Disc`)."""
        first, _, rest = str(words[at]).partition(" ")
        capital = words[at].type == "NAME" and words[at] != "Player"  # which is a Name in every rulebook
        if capital and first.lower() in self.reserved.terminals:
            yield Change(Sort.CAPITAL, at, 1, f"{first.lower()} {rest}".strip())

    def every_one(self, words: Sequence[Token], at: int) -> Iterator[Change]:
        """`every tired Pawn` for `all tired Pawns`, `every Pawn is` for `all Pawns are`, whoever's these are."""
        behind = list(takewhile(lambda word: word.type == "WORD", words[at + 1 :]))
        several = [word for word in words[at + len(behind) + 1 :][:1] if word.type == "NAME"]
        if words[at] == "all" and several and singular(several[0]).lower() in self.names:
            rest = [*map(str, words[at + len(behind) + 2 :])]
            upto = rest.index("are") + 1 if "are" in rest[:6] and "," not in rest[:6] else 0  # `all Pawns of Ann are`
            there = [*rest[: max(upto - 1, 0)], "is"] if upto else []
            text = " ".join(["every", *behind, self.names[singular(several[0]).lower()], *there])
            yield Change(Sort.SLIP, at, len(behind) + 2 + upto, text)

    def own(self, words: Sequence[Token], at: int) -> Iterator[Change]:
        """A word or Name of the text, without its hyphen or its capitals."""
        for count, said in phrases(words, at, 3):
            meant = (self.joined.get(said) if count > 1 else "") or self.names.get(said.lower())
            if meant and meant != said and said not in self.values:
                yield Change(Sort.OWN, at, count, meant)


def is_before_several(words: Sequence[Token], at: int) -> bool:
    """Whether a word stands before things in the plural, or before `same`: it is none that an article is missing of."""
    behind = words[at + 1] if at + 1 < len(words) else words[at]
    return words[at] == "same" or (words[at].type != "NAME" and behind.type == "NAME" and behind.endswith("s"))


def articles_for(words: Sequence[Token], at: int) -> tuple[str, ...]:
    """Those that may be missing before a word: a heading brings things in."""
    if at and words[at - 1].type in ("THE", "A", "AN"):
        return ()
    brings_in = words[0].type in ("ACTION", "POWER", "WINDOW", "TO")
    return (a_or_an(words[at]),) if brings_in else ("the", a_or_an(words[at]))


def slips(words: Sequence[Token], at: int) -> Iterator[Change]:
    """A phrase that this language has in other words."""
    for count, said in reversed([*phrases(words, at, MOST_PHRASE)]):  # the longest tells most
        for meant in SLIPS.get(said, ()):
            yield Change(Sort.SLIP if meant else Sort.TOO_MUCH, at, count, meant)
    if re.fullmatch(r"x\d+", words[at]):
        yield Change(Sort.SLIP, at, 1, f"by {words[at][1:]}")
    if words[at : at + 1] == words[at + 1 : at + 2]:
        yield Change(Sort.TOO_MUCH, at, 1, "")
    if words[at].type == "STRING" and QUOTED.fullmatch(words[at]):
        yield Change(Sort.SLIP, at, 1, words[at].strip('"'))
    if "'s" in words[at] and words[at].type != "STRING":
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


def said(words: Sequence[Token]) -> str:
    """A sentence on one line, without what is cited."""
    parts = " ".join(" ".join(str(word).split()) for word in words if word.type != "CITE")
    return re.sub(r" (?=[,:)])|(?<=\() ", "", parts)


def phrases(words: Sequence[Token], at: int, most: int) -> Iterator[tuple[int, str]]:
    """What stands there, as one word, two words and more."""
    for count in range(1, min(most, len(words) - at) + 1):
        yield count, " ".join(map(str, words[at : at + count]))


@cache
def patterns() -> set[str]:
    """The words of the patterns of the language, and of the shapes of boards."""
    return {*PATTERNS, *(word for g in language() for p in g.patterns for e in p.examples for word in e.split())}
