"""Other words where one line says several things that a piece or a player has, or can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from dsl.text.inflection import articled
from dsl.text.inventory import Inventory
from dsl.text.possessives import NAME
from dsl.text.rewordings import Reworded, in_a_line

HAD = re.compile(rf"(?P<who>an? {NAME} )?has (?P<all>.+?)(?P<seen> , seen .+)?")
CAN_BE = re.compile(rf"(?P<who>an? {NAME} )?(?:(?:can|may) be|is)(?: either| one of)? (?P<all>.+)")
SECRETLY = re.compile(r" (?:, )?(?:(?:kept )?secret|secretly|in secret|hidden)$")
JOINT = re.compile(r" , (?:and |or )?| and | or ")
VALUE = re.compile(r"(an? )?([a-z][\w-]*)(?: (?:card|tile|token|piece|one))?")
COUNTED = re.compile(r"there are (?P<all>\d+ [a-z][\w-]*(?:(?: , (?:and )?| and )\d+ [a-z][\w-]*)+)")
ONE_EACH = "Each thing that it has stands on a line of its own."
QUALITIES = "What it can be, or not, stands in one list."
ONE_SORT = "What it is one of are the values of a kind, of which each has one."
COUNTS = "How many there are of each is told in a table."


def enumerated(words: Sequence[Token], inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence, the last word being its end; not all can be read."""
    text = " ".join(str(word) for word in words[:-1])
    for way in (_had(text), _can_be(text, inventory), _counted(text, inventory)):
        for message, lines, apart in way:
            yield Reworded(message, 0, len(words) - 2, lines, apart)


Way = Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]


def _had(text: str) -> Way:
    """`has a Colour and a Rank`: `has a Colour`, `has a Rank`."""
    found = HAD.fullmatch(text)
    parts = [re.sub("^an? ", "", part) for part in JOINT.split(found["all"])] if found else []
    if found and parts[1:] and all(re.fullmatch(NAME, part) for part in parts):
        seen = (found["seen"] or "").lstrip()
        yield (
            ONE_EACH,
            tuple(in_a_line(f"{found['who'] or ''}has", articled(part), *seen.split()) for part in parts),
            (),
        )


def _can_be(text: str, inventory: Inventory) -> Way:
    """`can be a knight or a queen`: `has a Sort`, and what sorts there are; `may be robbed or murdered`: `can be
    robbed, murdered`, as it can be both."""
    secret = SECRETLY.search(text)
    found = CAN_BE.fullmatch(text[: secret.start()] if secret else text)
    parts = [VALUE.fullmatch(part) for part in JOINT.split(found["all"])] if found else []
    if found is None or not parts[1:] or None in parts:
        return
    who, values = found["who"] or "", ", ".join(part[2] for part in parts if part)
    one_of = any(part and part[1] for part in parts) or " is " in f" {text} " or len(parts) > 2
    seen = ", seen by the Player" if secret else ""
    if secret and who != "a Player ":  # who else sees it is not said
        return
    if one_of and " or " in text and "Sort" not in inventory.names:
        yield ONE_SORT, (f"{who}has a Sort{seen}",), (f"Sort is one of {values}",)
    elif secret is None and " be " in text and not any(part and part[1] for part in parts):
        yield QUALITIES, (f"{who}can be {values}",), ()


def _counted(text: str, inventory: Inventory) -> Way:
    """`there are 20 wood and 16 clay`, under a piece that has such a kind: a table of these."""
    found = COUNTED.fullmatch(text)
    each = [part.split(" ") for part in JOINT.split(found["all"])] if found else []
    kinds = [kind for kind, known in inventory.values_of.items() if each and {one[1] for one in each} <= {*known}]
    if len(kinds) == 1 and inventory.heading:
        piece, kind = inventory.heading, kinds[0]
        rows = tuple(f"    | {value.title()} | {value} | {count} |" for count, value in each)
        yield COUNTS, (f"has {articled(kind)}",), (f"table {piece}", f"    | {piece} | {kind} | Copies |", *rows)
