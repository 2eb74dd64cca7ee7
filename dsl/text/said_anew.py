"""Sentences that can be read and mean nothing, said anew: by what is complained of, with the words that are marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dsl.text.inflection import a_or_an
from dsl.text.inventory import Inventory, Unknown

NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
PLAIN = re.compile(rf"\b(an?) ((?:[a-z][\w-]* )+)({NAME})( called [\w-]+)?")
SUM = re.compile(r"(\bwhose .+? is )(.+ (?:plus|minus) .+)")
RANGE = re.compile(r"(-?\d+) to (-?\d+)")


@dataclass(frozen=True, slots=True)
class Said:
    """A line, and the words of it that are marked."""

    line: str
    start: int
    end: int
    inventory: Inventory

    @property
    def marked(self) -> str:
        return self.line[self.start : self.end]

    def put(self, words: str) -> str:
        return self.line[: self.start] + words + self.line[self.end :]


Lines = tuple[str, ...]


def said_anew(message: str, line: str, start: int, end: int, inventory: Inventory) -> Iterator[Lines]:
    """Lines that may be meant; whether they mean anything is not known."""
    said = Said(line, start, end, inventory)
    for complaint, ways in WAYS.items():
        if complaint in message:
            yield from ways(said)


def _turned(said: Said) -> Iterator[Lines]:
    """`from 6 to 1`: `from 1 to 6`."""
    yield (RANGE.sub(r"\2 to \1", said.line),)


def _one_by_one(said: Said) -> Iterator[Lines]:
    """`move a Shell to every Cell`: `for each Cell`, and under it `move a Shell to the Cell`."""
    name = re.match(rf"(?:every|each) ((?:[a-z][\w-]* )*)({NAME})", said.marked)
    if name:
        rest = said.marked[name.end() :]
        yield f"for each {name[1]}{name[2]}{rest}", f"    {said.put(f'the {name[2]}')}"


def _where_players_have_things(said: Said) -> Iterator[Lines]:
    """`move the Coin to Red`: `move the Coin to the Purse of Red`."""
    before = said.line[: said.start]
    for place in said.inventory.owned():
        if before.endswith(" each "):
            line = f"{before.removesuffix('each ')}the {place.name} of the {said.marked}{said.line[said.end :]}"
            yield f"for each {said.marked}", f"    {line}"
        else:
            yield (said.put(f"the {place.name} of {said.marked}"),)


def _of_the_player(said: Said) -> Iterator[Lines]:
    """`move Red to A1`: `move the Pawn of Red to A1`."""
    for thing in said.inventory.things.values():
        if thing.sort == "piece" and "there is one for each Player" in thing.lines:
            yield (said.put(f"the {thing.name} of {said.marked}"),)


def _by_its_owner(said: Said) -> Iterator[Lines]:
    """`the Flag wins`: `the owner of the Flag wins`."""
    yield (said.put(f"the owner of {said.marked}"),)


def _what_lies_there(said: Said) -> Iterator[Lines]:
    """`show the Hand to Red`: `show every Card in the Hand to Red`."""
    place = re.match(rf"the ({NAME})", said.marked)
    try:
        inside = said.inventory.kept_in(place[1]) if place else ""
    except Unknown:
        return
    if inside:
        yield (said.put(f"every {inside} in {said.marked}"),)


def _needed_below(said: Said) -> Iterator[Lines]:
    """`action Sail a lit Boat`: `action Sail a Boat`, and under it `only if the Boat is lit`."""
    found = PLAIN.search(said.line)
    if found and said.line.startswith("action "):
        called = found[4] or ""
        spoken = called.removeprefix(" called ") or found[3]
        head = f"{said.line[: found.start()]}{'an' if found[3][0] in 'AEIOU' else 'a'} {found[3]}{called}"
        qualities = " and ".join(found[2].split())
        yield f"{head}{said.line[found.end() :]}", f"    only if the {spoken} is {qualities}"


def _chosen_first(said: Said) -> Iterator[Lines]:
    """`move the Coin to Cell`: `the Player chooses a Cell`, then `move the Coin to the Cell`."""
    yield f"the Player chooses {a_or_an(said.marked)} {said.marked}", said.put(f"the {said.marked}")


def _not_every_one(said: Said) -> Iterator[Lines]:
    """`every Boat is not lit`: `no Boat is lit`, or `there is a Boat that is not lit`."""
    found = re.search(rf"every ((?:[a-z][\w-]* )*{NAME}) is not (.+)", said.line)
    if found:
        before = said.line[: found.start()]
        yield (f"{before}no {found[1]} is {found[2]}",)
        yield (f"{before}there is {a_or_an(found[1])} {found[1]} that is not {found[2]}",)


def _in_brackets(said: Said) -> Iterator[Lines]:
    """`whose Sum is the Face of X plus the Face of Y`: `whose Sum is (the Face of X plus the Face of Y)`."""
    if SUM.search(said.line) and "(" not in said.line:
        yield (SUM.sub(r"\1(\2)", said.line),)


WAYS: dict[str, Callable[[Said], Iterator[Lines]]] = {
    "the lower number comes first": _turned,
    "not every one": _one_by_one,
    "is a kind of thing; say which": _chosen_first,
    "`every … is not` can be read in two ways": _not_every_one,
    "moved to a Player": _where_players_have_things,
    "moved, but this is a Player": _of_the_player,
    "but a Player is wanted": _by_its_owner,
    "Pieces are shown": _what_lies_there,
    "A heading brings in a plain thing": _needed_below,
    "but a Number is wanted": _in_brackets,
}
