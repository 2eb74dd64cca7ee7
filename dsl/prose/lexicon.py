"""A game's own words in another language: what was asked for, and what is missing.

Whatever a page says that stands in the rulebook is asked of the lexicon, so that the words that were asked for while
the pages were made are just those that a translation needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dsl.model.world import Kind
from dsl.prose.forms import Term

Sort = Literal["thing", "value", "quality", "verb", "heading", "text"]
"""What a word is, which says how its translation is written: a noun with its article; one of a few values; what can be
said of a thing; what can be done; a title; words of the designer."""

SAME_EVERYWHERE = re.compile(r"[\d\W_]*|[A-Z]{1,2}-?\d+(Y-?\d+)?")
"""Numbers and the names of spaces."""


@dataclass(frozen=True, slots=True, order=True)
class Asked:
    """A word as the rulebook has it; `plural` where it is a thing of which there can be several."""

    sort: Sort
    text: str
    plural: str = ""


@dataclass
class Lexicon:
    """`entries`: the forms of each word, one, or singular and plural, by its sort and its text. With words of its own
    language (`own`) a rulebook tells gender and plural, while its texts and titles stand as they are."""

    entries: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    asked: dict[Asked, None] = field(default_factory=dict)
    as_written: bool = False
    own: bool = False

    def forms(self, asked: Asked) -> tuple[str, ...]:
        """The word's forms; what is missing stays as it is written. No page is made where something is missing."""
        stands = self.own and asked.sort in ("heading", "text")
        if self.as_written or stands or SAME_EVERYWHERE.fullmatch(asked.text):
            return (asked.text, asked.plural or asked.text)
        self.asked[asked] = None
        return self.entries.get((asked.sort, asked.text), (asked.text, asked.plural or asked.text))

    def heading(self, text: str) -> str:
        """A title; a text that is not there is no text."""
        return self.forms(Asked("heading", text))[0]

    def text(self, text: str) -> str:
        """Words of the designer."""
        return self.forms(Asked("text", text))[0]

    @property
    def missing(self) -> tuple[Asked, ...]:
        """What was asked for and is not there: each word once, with its plural, if that was asked for anywhere."""
        left: dict[tuple[str, str], Asked] = {}
        for asked in self.asked:
            key = (asked.sort, asked.text)
            if key not in self.entries and (asked.plural or key not in left):
                left[key] = asked
        return tuple(left.values())


AS_WRITTEN = Lexicon(as_written=True)

OF_EVERY_GAME = (
    "player", "piece", "place", "number", "direction", "edge", "the end", "forward", "backward", "clockwise",
    "anticlockwise", "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
"""The nouns that every rulebook has, in lower case; each language has words of its own for them."""
OF_ALL_THINGS = ("other", "same", "active")
"""The qualities that every rulebook has."""


def is_of_every_game(term: Term) -> bool:
    """Whether each language has a word of its own for a noun. What players are called is the designer's: a seat that is
    called North is no direction."""
    match term.about:
        case (Kind(sort="player"), _):
            return False
        case _:  # goes by its name
            return term.label.lower() in OF_EVERY_GAME


def sort_of(term: Term) -> Sort:
    """One of a few values may be an adjective, too."""
    match term.about:
        case (Kind(sort="enumeration" | "power"), _):
            return "value"
        case _:  # a thing, as most words are
            return "thing"


def adjective_sort(term: Term) -> Sort:
    return "value" if sort_of(term) == "value" else "quality"
