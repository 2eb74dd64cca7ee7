"""Numbers in the sentences of designers: in digits, in words of a language, and in places that a rule fills."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

PLACE = re.compile(r"(?<!\{)\{([A-ZÀ-ÖØ-Þ][\w'-]*(?: [A-ZÀ-ÖØ-Þ][\w'-]*)*)\}(?!\})")
"""A Name in braces stands for the number of that name; braces around anything else are what they are."""

WORD = re.compile(r"\w+")
MOST_WORDS = 3  # of one number: vinte e quatro
MOST_TEXTS = 4096  # of which is remembered what numbers they say
NEAR = 4  # so many words behind a number can say of what it is

# From 0 to 19, the tens from 20, and what a language has for hundreds.
ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen".split(),
    "twenty thirty forty fifty sixty seventy eighty ninety".split(),
)
PORTUGUESE = (
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito "
    "dezenove".split(),
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split(),
    "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split(),
)
# What may be a number and may be none. It is never asked for, and never complained of.
DOUBTFUL: Mapping[str, Mapping[str, int]] = {
    "English": {"one": 1, "once": 1, "a": 1, "an": 1, "both": 2, "either": 2, "pair": 2, "double": 2},
    "Portuguese": {"um": 1, "uma": 1, "ambos": 2, "ambas": 2, "par": 2, "dobro": 2},
}


def names_in(text: str) -> list[str]:
    """The Names that stand in the places of a text."""
    return PLACE.findall(text)


def filled(text: str, numbers: Mapping[str, int]) -> str:
    """The text with numbers in its places; a place for which there is none stays as it is."""
    return PLACE.sub(lambda place: str(numbers.get(place[1], place[0])), text)


@dataclass(frozen=True)
class Said:
    """A number as a text says it, and the words that follow, as they are compared."""

    words: str
    number: int
    after: str


def numbers_in(text: str, language: str) -> list[Said]:
    """The numbers that a text says: all in digits, in words of the language only from two upwards. Places say none,
    neither do names such as A1."""
    return [*_said(text, language, False)]


def perhaps_in(text: str, language: str) -> set[int]:
    """The numbers that a text says, and those that it may mean by words such as `both`."""
    return {said.number for said in _said(text, language, True)}


@lru_cache(maxsize=MOST_TEXTS)  # those of a rulebook are asked for its numbers in each form of the game
def _said(text: str, language: str, doubtful: bool) -> tuple[Said, ...]:
    numerals = _numerals(language, doubtful)
    words = WORD.findall(PLACE.sub(" ", text))
    found: list[Said] = []
    at = 0
    while at < len(words):
        longest = (" ".join(words[at : at + length]) for length in range(min(MOST_WORDS, len(words) - at), 0, -1))
        said = next((some for some in longest if some.isdecimal() or some.casefold() in numerals), "")
        at += max(1, len(said.split()))
        if said:
            number = int(said) if said.isdecimal() else numerals[said.casefold()]
            found.append(Said(said, number, " ".join(words[at : at + NEAR]).casefold()))
    return tuple(found)


@cache
def _numerals(language: str, doubtful: bool) -> Mapping[str, int]:
    """The words of a language, without hyphens, for numbers from two to a hundred and for whole hundreds; none of one
    that is not known. With those that may be none, if they are asked for."""
    certain = NUMERALS[language]() if language in NUMERALS else {}
    return {**certain, **(DOUBTFUL.get(language, {}) if doubtful else {})}


def _english() -> Mapping[str, int]:
    small, tens = ENGLISH
    found = dict(zip(small, range(20), strict=True))
    for ten, number in zip(tens, range(20, 100, 10), strict=True):
        found |= {ten: number, **{f"{ten} {small[unit]}": number + unit for unit in range(1, 10)}}
    found |= {f"{small[number]} hundred": 100 * number for number in range(1, 10)}
    return from_two(found) | {"hundred": 100, "thousand": 1000, "dozen": 12, "twice": 2, "thrice": 3}


def _portuguese() -> Mapping[str, int]:
    small, tens, hundreds = PORTUGUESE
    found = dict(zip(small, range(20), strict=True))
    for ten, number in zip(tens, range(20, 100, 10), strict=True):
        found |= {ten: number, **{f"{ten} e {small[unit]}": number + unit for unit in range(1, 10)}}
    found |= dict(zip(hundreds, range(100, 1000, 100), strict=True)) | {"cem": 100, "mil": 1000, "dúzia": 12}
    return from_two(found | {feminine(words): number for words, number in found.items()})


def feminine(words: str) -> str:
    """A Portuguese number as it stands with a feminine noun: `duas`, `vinte e uma`, `duzentas`."""
    words = re.sub(r"entos\b", "entas", words)
    return re.sub(r"\bum\b", "uma", re.sub(r"\bdois\b", "duas", words))


def from_two(numerals: Mapping[str, int]) -> dict[str, int]:
    """Without those that are no numbers in most sentences: one, and none."""
    return {words: number for words, number in numerals.items() if number > 1}


NUMERALS: Mapping[str, Callable[[], Mapping[str, int]]] = {"English": _english, "Portuguese": _portuguese}
