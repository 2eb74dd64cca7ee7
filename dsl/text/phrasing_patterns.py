"""The table `phrasings.toml`, and how its patterns are read. A pattern is a sentence with places in it:

- `[from <place>]` may be left out, `(gain|get)` is one of them, `draw~` also `draws`.
- `<n>` is a number, in digits or words; `<p>` a player, also `you`; `<K>` a piece, `<A>` what a thing can have,
  `<place>` a place or a board, each in capitals or not, one or several; `<x>` and `<y>` are whatever else, `<t>`
  without `to` in it.

What is meant is told with the same places, and with those that the rest of the rulebook tells (`Places`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from dsl.resources import PACKAGE
from dsl.text.numerals import ORDINALS
from dsl.text.phrasing_places import NUMBERS

ENDS = "the game (?:ends|is over) (?:when|as soon as|once|if)"
LEAD = f"take turns from [^,]+? until|if|only if|otherwise if|only while|while|repeat until|whenever|{ENDS}"
PLAYER = (
    r"[Yy]ou|they|he|she|the owner of (?:a|an|the) [A-Z][\w'-]*|the (?:left|right|opponent) of the Player"
    r"|the [a-z][\w-]*"
    r"|(?![A-Z]{1,2}\d)[A-Z][\w-]*|the (?:active )?Player"
)
NAME = r"[\w'-]+(?: [A-Z][\w'-]+)*"
# Of a thing or a place nothing else is done in the same words: `the Market or draw a Card`.
ONE_THING = (
    r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) )"
    r"(?:(?! (?:or|and|then|but|until|unless) (?:then )?[a-z]+ (?:an?|the|\d+) ).)+?"
)
GROUPS = {
    "n": rf"\d+|an?|both|{'|'.join(NUMBERS)}",
    "p": PLAYER,
    "viewer": f"the opponent(?: of the Player)?|{PLAYER}",
    "q": r"[\w-]+",
    "direction": r"[a-z-]+",
    "lead": LEAD,
    "start": r".+?",
    "tail": r".+",
    "end": "top|bottom",
    "nth": "|".join(ORDINALS[1:]),
    "side": "left|right",
    "form": r"[a-z]+",
    "mode": "must|may",
    "Phase": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "Second": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "W": r"(?!(?:an?|the|each|every|there|it|that|this) )[A-Za-z][a-z-]*(?: [A-Z][a-z-]*)*",
    "paint": "white|black|grey|red|orange|yellow|green|blue|purple|brown|pink",
    "limit": "at least|at most|more than|fewer than",
    "example": "given|then",
    "follows": r"(?:times|(?:is|are) .*|, .*)",
    "word": r"[a-z][\w-]*",
    "verb": r"[a-z][\w-]*",
    "x": ONE_THING,
    "y": ONE_THING,
    "place": ONE_THING,
    "other": ONE_THING,
    "at": "on|in|at|under",
    "Ks": r"(?:[A-Z][\w'-]* )*[A-Z][\w'-]*s",
    "offered": r"[A-Z][\w'-]*(?:(?: ?,)? (?:(?:or|and) )?[A-Z][\w'-]*)*",
    "does": r"[A-Za-z][\w-]*",
    "un": r"un[a-z]+",
    "have": rf"(?:no|(?:(?:at least|at most|more than|fewer than|less than|exactly) )?(?:\d+|an?|{'|'.join(NUMBERS)})"
    rf"(?: or (?:more|fewer|less))?) {NAME}(?: in (?:(?:their|his|her|your) )?[Hh]and)?",
    "most": "most|fewest|least|(?:highest|lowest) number of",
    "much": r"(?:most|(?:highest|largest|greatest)(?: number of)?|fewest|least|lowest(?: number of)?)",
    "t": r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) )(?:(?! to ).)+?",
    "Step": r"[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*",
    "S": NAME,
    "outer": "(?:for each|repeat|if|otherwise if|while) .+",
    "inner": "(?:for each|repeat|if|while|take turns|during|until) .+|together|in one go",
    "longer": r"[\w-]+ (?:to|by|with|for|from|of|at|in|on|than) .+",
    "then": r"(?!(?:only|when|while|whenever|otherwise|let|for|given|then|after|before|that|with|which|who) ).+?",
    "w": r"[a-z][\w-]*",
    "thing": r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) )"
    r"(?:(?! that | whose | than | when | if ).)+?",
    "measure": "rank|row|file|column",
    "article": "an?|the|every|all",
    "for_each": r"\d+ for .+?(?: , (?:and )?\d+ for .+?)*",
    "heading": "piece|place|board|phase|variant|chapter",
    "when": "before|after",
    "done": r"(?!(?:won|lost)\b)[a-z]+(?:ed|en|wn|ne|ght|old|aid|ent|eft)",
    "past": "[a-z]+(?:ed|ght|old|aid)",
    "event": "enters|leaves",
    "count": NAME,
    "K": rf"(?!(?:times|turns|rounds)\b){NAME}",
    "A": NAME,
    "value": NAME,
    "B": NAME,
}
WHATEVER = (
    r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) ).+?"  # no beginning of a clause
)
PLACE = re.compile(r"<(\w+)>")
ELEMENT = re.compile(r"\[|\]|\(|\)|\||[^\s\[\]()|]+")


@dataclass(frozen=True)
class Pattern:
    """A pattern as a regular expression. A text has one of each set of `words`, or does not fit: that is seen sooner,
    and few expressions are ever compiled."""

    expression: str
    words: tuple[frozenset[str], ...]

    def found(self, text: str) -> re.Match[str] | None:
        """How a text that begins with a blank fits it."""
        there = _words_in(text)
        return None if any(map(there.isdisjoint, self.words)) else _compiled(self.expression).fullmatch(text)


@dataclass(frozen=True)
class Phrasing:
    """Sentences of one meaning; `why` tells how the language has it."""

    said: tuple[Pattern, ...]
    meant: str
    apart: str
    why: str
    told: str = ""


# ----------------------------------------------------------------------------------------------------------- the table


@cache
def table() -> dict[str, tuple[Phrasing, ...]]:
    """The phrasings of whole sentences, of conditions, and of values."""
    data = tomllib.loads((PACKAGE / "text" / "phrasings.toml").read_text("utf-8"))
    return {sort: _rows(rows) for sort, rows in data.items()}


def _rows(rows: Sequence[dict[str, str]]) -> tuple[Phrasing, ...]:
    found: list[Phrasing] = []
    for row in rows:
        patterns = tuple(map(_pattern, row["said"].strip().split("\n")))
        found.append(
            Phrasing(patterns, row["meant"].strip("\n"), row.get("apart", ""), row["why"], row.get("told", ""))
        )
    return tuple(found)


@lru_cache(maxsize=8)  # as each text is held against all patterns
def _words_in(text: str) -> frozenset[str]:
    return frozenset(text.lower().split(" "))


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


def _pattern(text: str) -> Pattern:
    """A pattern as a regular expression; each word has a blank before it. Places are numbered, as some stand twice."""
    signs = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
    places = 0
    parts: list[str] = []
    elements = ELEMENT.findall(text)
    for one in elements:
        place = PLACE.fullmatch(one)
        places += place is not None
        if place:
            parts.append(f" (?P<{place[1]}__{places}>{GROUPS.get(place[1], WHATEVER)})")
        else:
            word = f"{re.escape(one[:-1])}(?:s|es)?" if one.endswith("~") else re.escape(one)
            parts.append(signs.get(one, f"(?i: {word})"))
    return Pattern("".join(parts), tuple(_needed(elements)))


def _needed(elements: Sequence[str]) -> Iterator[frozenset[str]]:
    """The words that stand in no brackets, each in its forms; and of what is one of several, the first words of these,
    if all begin with one."""
    depth, optional, firsts = 0, False, [""]
    for one in elements:
        if one in "[(":
            depth += 1
            if depth == 1:
                optional, firsts = one == "[", [""]
        elif one in "])":
            depth -= 1
            if depth == 0 and not optional and all(firsts):
                yield frozenset(form for word in firsts for form in _forms(word))
        elif one == "|":
            firsts += [""] * (depth == 1)
        elif PLACE.fullmatch(one) is None:
            if depth == 0:
                yield _forms(one)
            elif depth == 1:
                firsts[-1] = firsts[-1] or one


def _forms(word: str) -> frozenset[str]:
    stem = word.lower().rstrip("~")
    return frozenset({stem, f"{stem}s", f"{stem}es"} if word.endswith("~") else {stem})


def found_in(match: re.Match[str]) -> dict[str, str]:
    return {name.partition("__")[0]: words for name, words in match.groupdict().items() if words is not None}
