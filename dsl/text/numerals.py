"""Numbers in the sentences of designers: in digits, in words of a language, and in places that a rule fills."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile

PLACE = re.compile(r"(?<!\{)\{([A-ZÀ-ÖØ-Þ][\w'-]*(?: [A-ZÀ-ÖØ-Þ][\w'-]*)*)\}(?!\})")
"""A Name in braces stands for the number of that name; braces around anything else are what they are."""

WORD = re.compile(r"\w+|[^\w\s'’-]")  # or a sign; those within words are none
MOST_WORDS = 3  # of one number: vinte e quatro
MOST_TEXTS = 4096  # of which is remembered what numbers they say
NEAR = 4  # so many words behind a number can say of what it is,
ENDS = frozenset(  # but not behind one of these
    "a an and are as at be but by each every for from if in is it on or over than that they to under was were when "
    "while who with you".split()
)
ROW = ["in", "a"]  # so many in a row are spaces, or men
JOINS = frozenset((",", "and", "or", "to"))  # numbers of the same: 3, 2 or 1 damage

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
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
# Where a number, `#`, counts nothing: no two are alike, one of the two, two by two.
IDLE: Mapping[str, str] = {
    "English": r"(no|(one|each|either|none|neither) of (the|these|those)) #|(?P<again>#) by (?P=again)"
    r"|(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}",
    "Portuguese": r"(nem|não há|(um|uma|cada|nenhum|nenhuma) d(est)?[ao]s) #|(?P<again>#) [ae] (?P=again)"
    r"|(janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro) de \d{4}",
}
# What may be a number and may be none. It is never asked for, and never complained of.
DOUBTFUL: Mapping[str, Mapping[str, int]] = {
    "English": {"one": 1, "once": 1, "a": 1, "an": 1, "both": 2, "either": 2, "pair": 2, "double": 2},
    "Portuguese": {"um": 1, "uma": 1, "ambos": 2, "ambas": 2, "par": 2, "dobro": 2},
}


def names_in(text: str) -> list[str]:
    """The Names that stand in the places of a text."""
    return PLACE.findall(text)


def filled(text: str, numbers: Mapping[str, object]) -> str:
    """The text with numbers in its places; a place for which there is none stays as it is."""
    return PLACE.sub(lambda place: str(numbers.get(place[1], place[0])), text)


@dataclass(frozen=True)
class Said:
    """A number as a text says it; the words behind it that can say of what it is, and the one before it (`level 3`, `a
    crew of 4`), as they are compared. `label`: the one before it if nothing is between them (`level 3`)."""

    words: str
    number: int
    after: str
    before: str
    label: str


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
    text = PLACE.sub(" ", text)
    words = WORD.findall(text if doubtful or language not in IDLE else _idle(language).sub(" . ", text))
    plain = [word.casefold() for word in words]
    found: list[Said] = []
    at = 0
    while at < len(words):
        longest = (" ".join(plain[at : at + length]) for length in range(min(MOST_WORDS, len(words) - at), 0, -1))
        number = next((some for some in longest if some.isdecimal() or some in numerals), "")
        end = at + max(1, len(number.split()))
        if number:
            value = int(number) if number.isdecimal() else numerals[number]
            behind, label = _behind(plain, end, language), "".join(plain[max(0, at - 1) : at])
            found.append(Said(" ".join(words[at:end]), value, behind, _before(plain, at), label))
        at = end
    return tuple(found)


def _behind(words: Sequence[str], at: int, language: str) -> str:
    """What can say of what a number is: the words behind it, or behind the last of several, as far as a phrase goes."""
    certain = _numerals(language, False)
    numbers = [word.isdecimal() or word in certain for word in words]
    while any(numbers[at : at + 1]) or (words[at : at + 1] and words[at] in JOINS and any(numbers[at + 1 : at + 2])):
        at += 1
    at += 2 * (words[at : at + 2] == ROW)
    return " ".join(takewhile(lambda word: word.isalnum() and word not in ENDS, words[at : at + NEAR]))


def _before(words: Sequence[str], at: int) -> str:
    """The word before a number; the one before `of`, if that is between them."""
    found = words[max(0, at - 2) : at]
    return next((word for word in reversed(found) if word != "of"), "")


@cache
def _idle(language: str) -> re.Pattern[str]:
    """What is said with a number that counts nothing. The longest word first, as another may be its beginning."""
    words = "|".join(sorted(_numerals(language, False), key=len, reverse=True))
    return re.compile(rf"\b({IDLE[language].replace('#', f'({words})')})\b", re.IGNORECASE)


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
