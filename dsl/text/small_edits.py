"""The sentences that are nearest to one that fits no pattern: some of its small words are left out, put in, changed,
or stand otherwise. Whether one is meant is not known here; nothing is changed that says what a sentence is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nsmallest

from lark import Lark, Token

from dsl.text.other_languages import SLIPS
from dsl.text.recovery import Fault, Outcome
from dsl.text.repairs import Change, Repair, Repairs, Sort, Trial
from dsl.text.vocabulary import Reserved

MOST = 4  # sentences that are told,
MARGIN = 1  # if they are so much less likely than the first
BEAM = 8  # of those that can be read further, in which a second thing is changed
BEFORE, BEHIND = 3, 1  # words around the one that does not fit
LIKELY = {",": 1, "and": 1, "that": 1, "is": 1, "the": 1, "a": 1, "of": 1, "among": 2, "are": 2, "by": 3,
          "for": 3, "in": 2, "to": 3, "with": 3, "from": 3, "on": 2, "otherwise": 2}  # fmt: skip
UNKNOWN = 3  # for each word that stands nowhere else
JOINED = {"that": "and that", "whose": "and whose", "and that": "that", "and whose": "whose"}
SMALL = frozenset({*LIKELY, "as", "an", "at", "be", "do", "does", "it", "than", "there", "was", ":", "|", "(", ")"})
OF_THE_GAME = frozenset({"NAME", "WORD", "STRING", "INT", "CITE"})


def nearest(lark: Lark, reserved: Reserved, fault: Fault, outcome: Outcome) -> list[str]:
    """The sentences that can be read where one of a text has a fault, the likeliest first."""
    words = fault.mark.words(reserved)
    repairs = Repairs(lark, reserved, outcome.seen)
    known = {str(t) for sentence in outcome.kept for t in sentence.tokens if t.type == "WORD"}
    search = Search(lark, reserved, fault, repairs, frozenset(known), (words[-1],))
    return search.run(words[:-1])


class Search:
    """The changes of one sentence. `known` are the game's words in other sentences."""

    def __init__(
        self,
        lark: Lark,
        reserved: Reserved,
        fault: Fault,
        repairs: Repairs,
        known: frozenset[str],
        tail: Sequence[Token],
    ) -> None:
        self.lark, self.reserved, self.fault, self.repairs = lark, reserved, fault, repairs
        self.known, self.tail = known, tail
        own = {str(word) for word in fault.mark.sentence.tokens if word.type == "WORD"}
        self.unknown = own - known - {*reserved.terminals}

    def run(self, words: Sequence[Token]) -> list[str]:
        first = [*self._changed(words, self.fault.at)]
        read = {one.sentence: cost for cost, one in reversed(first) if one.sentence}
        unread = ((cost + one.unread, k) for k, (cost, one) in enumerate(first) if one.unread and one.words)
        further = nsmallest(BEAM, unread)
        for _, k in further if not read else ():
            cost, one = first[k]
            at = len(one.words) + len(self.tail) - one.unread
            for more, other in self._changed(one.words, at):
                if other.sentence:
                    read[other.sentence] = min(cost + more, read.get(other.sentence, cost + more))
        least = min(read.values(), default=0)
        return nsmallest(MOST, (one for one, cost in read.items() if cost <= least + MARGIN), key=read.__getitem__)

    def _changed(self, words: Sequence[Token], at: int) -> Iterator[tuple[int, Repair]]:
        """The sentence with one thing changed, if more of it can be read then, and what that costs."""
        trial = Trial(self.lark, self.reserved, self.fault.mark, words, at, self.tail, self.repairs.phrases)
        left, freed = len(words) + len(self.tail) - at, self.reserved.how_many_freed(words)
        for cost, change in self._changes(trial):
            repair = trial.changed(change)
            if repair.unread < left and self.reserved.how_many_freed(repair.words) <= freed:
                yield cost + UNKNOWN * len({*map(str, repair.words)} & self.unknown), repair

    def _changes(self, trial: Trial) -> Iterator[tuple[int, Change]]:
        words = trial.words
        for at in range(max(trial.at - BEFORE, 0), min(trial.at + BEHIND, len(words))):
            small, own = str(words[at]) in SMALL, str(words[at])
            if small:
                yield 1, Change(Sort.TOO_MUCH, at, 1, "")
            for meant in (*SLIPS.get(own, ()), *(f", {meant}" for meant in SLIPS.get(own, ()))):
                yield 1, Change(Sort.SLIP, at, 1, meant)
            if own in JOINED:
                yield 1, Change(Sort.TOO_FEW, at, 1, JOINED[own])
            if (other := self._known_otherwise(own)) and at:
                yield 1, Change(Sort.SPELLING, at, 1, other)
            if at + 1 < len(words) and any(map(self._is_of_the_language, words[at : at + 2])) and at < trial.at:
                yield 2, Change(Sort.SPELLING, at, 2, f"{words[at + 1]} {words[at]}")
            if at > trial.at:
                continue
            for word, cost in self._put_in(trial, at):
                yield cost, Change(Sort.TOO_FEW, at, 0, word)
                if small and not (word == "the" and _says_what_kind(words, at)):
                    yield cost + 2, Change(Sort.SPELLING, at, 1, word)
        if trial.at == len(words):
            yield from ((cost, Change(Sort.TOO_FEW, trial.at, 0, word)) for word, cost in self._put_in(trial, trial.at))

    def _put_in(self, trial: Trial, at: int) -> Iterator[tuple[str, int]]:
        """Words that are easily left out and can stand there, or the only one that can, and what each costs."""
        could = trial.possible(at)
        yield from ((word, LIKELY.get(word, 2)) for word in could if word in LIKELY or len(could) == 1)

    def _known_otherwise(self, word: str) -> str:
        """A Name of the text that is written small, or a word of it, with a capital."""
        small = word[0].lower() + word[1:]
        return small if small != word and small in self.known else self.repairs.names.get(word, "")

    def _is_of_the_language(self, word: Token) -> bool:
        """Whether it is a word of the language, or a sign, which may stand on the wrong side of another."""
        return self.reserved.terminals.get(str(word), word.type) not in OF_THE_GAME


def _says_what_kind(words: Sequence[Token], at: int) -> bool:
    """Whether it is the article of `is a Card`: `the` would make it the one that there is."""
    return at > 0 and words[at].type in ("A", "AN") and words[at - 1].type in ("IS", "ARE", "NOT")
