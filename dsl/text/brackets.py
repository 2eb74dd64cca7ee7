"""Brackets that a sentence lacks: around a sum in a place for less, and where one both adds and multiplies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lark import Token

from dsl.text.conjunctions import LIMITS
from dsl.text.lexer import ROLE_WORDS
from dsl.text.rewordings import Reworded, in_a_line

ADDED, MULTIPLIED = frozenset({"PLUS", "MINUS"}), frozenset({"MULTIPLIED", "DIVIDED"})
SIGNS = ADDED | MULTIPLIED
LIMITED = frozenset(LIMITS.values())
AT_MOST = {LIMITS["below"]: "least", LIMITS["above"]: "most"}  # behind `at`
OF_WHICH = "What changes is kept within the limit if the sum before it has brackets; how much that is, if both do."
OF_LAST = "Each case has its own limit; that of the last, on one line with others, stands in brackets with it."
CHANGES = {LIMITS["above"]: "RISES", LIMITS["below"]: "FALLS"}
TWICE = "It is compared with both limits; a number that is kept within one stands in brackets where it is compared."
OF_MANY = frozenset({"NUMBER", "HIGHEST", "LOWEST", "TOTAL"})  # behind `the`: a number of several things
MIXED = "It is both added and multiplied here: brackets say which is done first."
SUM = "A sum in this place stands in brackets."
UNPAIRED = "Brackets stand in pairs."
NO_SUM = "Only a number that is worked out stands in brackets."
OF_SEVERAL = "What is counted or added up among several stands in brackets in this place."


def bracketed(words: Sequence[Token], at: int) -> Iterator[Iterator[Reworded]]:
    """Of each way to read a sentence whose word `at` does not fit, with brackets, what it may be: the likeliest first.
    One multiplies first, as in school: the other way would be copied as well, and mean what nobody wrote."""
    texts = [str(word) for word in words[:-1]]
    if "(" in texts or ")" in texts:
        yield _paired(texts, at)
    if words[at].type == "COMMA" and str(words[at + 1]).upper() in SIGNS:  # A minus B, multiplied by C
        together = [*words[:at], *words[at + 1 :]]
        yield (_put(together, start, at, MIXED, at) for start in range(at))
    sign = words[at].type
    if sign == "COMMA" and any(word.type in LIMITED for word in words[:at]):
        line = in_a_line(*(str(word) for k, word in enumerate(words[:-1]) if k != at))
        yield iter((Reworded("Behind a limit stands no comma.", at, at, (line,)),))
    for k in (at, at - 1):  # it is a word of the game where it cannot stand, or its Name does not fit then
        if k > 0 and str(words[k]).upper() in OF_MANY and words[k - 1].type == "THE":
            yield (_put(words, k - 1, end, OF_SEVERAL, at) for end in range(len(words) - 1, at, -1))
    if sign in LIMITED:
        yield from (iter([one]) for one in (*_of_which(words, at), *_of_each_case(words, at)))
        yield iter(_both(words, at))
        yield _around(words, at, SUM)
    if sign not in SIGNS:
        return
    yield _products(words, at)
    other = MULTIPLIED if sign in ADDED else ADDED
    deep = _depth(words, at)
    before = next((k for k in range(at - 1, 0, -1) if words[k].type in SIGNS and _depth(words, k) == deep), None)
    if before is None or words[before].type not in other:
        yield from (_around(words, at, SUM, k + 1) for k in range(1, at) if words[k].type in ROLE_WORDS)
        yield _around(words, at, SUM)
        return
    if sign in MULTIPLIED:
        yield (_put(words, before + 1, end, MIXED, at) for end in range(len(words) - 1, at, -1))
    else:
        yield (_put(words, start, at, MIXED, at) for start in range(before))


def _paired(texts: list[str], at: int) -> Iterator[Reworded]:
    """A sentence with the bracket that is missing: one is closed near the word that does not fit, and opened as early
    as it can be; or without brackets."""
    missing = texts.count("(") - texts.count(")")
    if missing == 1:
        start = len(texts) - texts[::-1].index("(")
        for k in sorted(range(start + 1, len(texts) + 1), key=lambda k: (abs(k - at), k)):
            yield Reworded(UNPAIRED, at, at, (in_a_line(*texts[:k], ")", *texts[k:]),))
    elif missing == -1:
        for k in range(1, texts.index(")")):
            if texts[k] in ("the", "a", "an") or texts[k].isdecimal():
                yield Reworded(UNPAIRED, at, at, (in_a_line(*texts[:k], "(", *texts[k:]),))
    yield Reworded(NO_SUM, at, at, (in_a_line(*(text for text in texts if text not in "()")),))


def _of_which(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`falls by A minus B, but not below 0`: `falls by (A minus B), but not below 0`, or `falls by (A minus B, but not
    below 0)`."""
    start = next((k + 2 for k in range(at) if words[k].type == CHANGES[words[at].type]), at)
    if any(word.type in ADDED for word in words[start:at]):
        yield _put(words, start, at, OF_WHICH, at)
        yield _put(words, start, len(words) - 1, OF_WHICH, at)


def _of_each_case(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`means A if …, otherwise B, but not below 0`: `means A, but not below 0 if …, otherwise (B, but not below 0)`."""
    last = next((k for k in range(at) if words[k].type == "OTHERWISE" and words[k - 1].type == "COMMA"), at)
    if last == at:
        return
    texts = [str(word) for word in words[:-1]]
    limit = [" ".join(texts[at:])]
    number = words[last + 1].isdecimal() and last + 2 == at
    ends = texts[last + 1 : at] if number else ["(", *texts[last + 1 : at], *limit, ")"]
    each = [part for k in range(last) for part in ([*limit, "if"] if words[k].type == "IF" else [texts[k]])]
    yield Reworded(OF_LAST, at, at, (in_a_line(*each, "otherwise", *ends),))


def _both(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`is at least 2, but not above 5`: `is at least 2 and at most 5`."""
    texts = [str(word) for word in words[:-1]]
    if any(word.type in ("IS", "ARE") for word in words[:at]):
        texts[at : at + 1] = ["and", "at", AT_MOST[words[at].type]]
        yield Reworded(TWICE, at, at, (in_a_line(*texts),))


def _products(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """A sum of several products, each of which gets brackets; the longest stretches first."""
    signs = [k for k in range(1, len(words)) if words[k].type in SIGNS and not _depth(words, k)]
    added = [k for k in signs if words[k].type in ADDED]
    if len(signs) - len(added) < 2 or not added:
        return
    for end in range(len(words) - 1, signs[-1] + 1, -1):
        for start in range(signs[0]):
            ends = [start - 1, *added, end]
            pairs = [(low + 1, high) for low, high in pairwise(ends) if any(low < k < high for k in signs)]
            texts = [str(word) for word in words[:-1]]
            for low, high in reversed(pairs):
                texts[low:high] = ["(", *texts[low:high], ")"]
            yield Reworded(MIXED, at, at, (in_a_line(*texts),))


def _depth(words: Sequence[Token], at: int) -> int:
    """In how many brackets a word stands."""
    before = [str(word) for word in words[:at]]
    return before.count("(") - before.count(")")


def _around(words: Sequence[Token], at: int, message: str, only: int = 0) -> Iterator[Reworded]:
    """The longest stretch with the word in it; `only` one that begins there, as what something is done with does."""
    for end in range(len(words) - 1, at, -1):
        yield from (_put(words, start, end, message, at) for start in ((only,) if only else range(1, at)))


def _put(words: Sequence[Token], start: int, end: int, message: str, at: int) -> Reworded:
    """The sentence with brackets around the words from `start` to before `end`; they close what a comma closed."""
    texts = [str(word) for word in words[:-1]]
    closed = words[end].type == "COMMA" and any(word.type in LIMITED for word in words[start:end])
    line = in_a_line(*texts[:start], "(", *texts[start:end], ")", *texts[end + closed :])
    return Reworded(message, at, at, (line,))
