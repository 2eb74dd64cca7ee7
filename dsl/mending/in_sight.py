"""What a line would tell of things that not all see, said of those that lie where all see them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dsl.mending.slips import SECRETS, Slip, Try, margin_of, unindented
from dsl.text.diagnostics import Diagnostic, Written
from dsl.text.inventory import Inventory
from dsl.text.speaking_of import by_who_has_it

THING = re.compile(r"(?:the |a |an |every )?([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)(?: called [\w-]+)?")
PLACED = re.compile(r"(?: that (?:is|are))? (?:in|on|at) ")
IS_SO = re.compile(r"\b(?:if|and|or) (the (?:(?!\bis\b|\band\b|\bor\b)[\w' -])+ is )(?:not )?$")  # then a quality
WHAT_IT_IS = re.compile(r" what an? ([A-Z][\w' -]*) is, ")
A_KIND = re.compile(r"(the [\w' -]+? is )an? ")
OF_WHAT = re.compile(r" whether an? ([A-Z][\w' -]*) is ")
NEAR = 6  # lines above a line
WHY = "Where everybody sees what lies there, it is known which is meant."


def where_all_see(slip: Slip, one: Diagnostic, lines: Sequence[str], inventory: Inventory) -> Iterator[Try]:
    """A line of a text, of a slip, with the place in which that lies of which it speaks, or by who has it there."""
    if one.code not in SECRETS or slip.end > slip.start + 1:
        return
    own = lines[slip.start]
    line = own.strip()
    for other, heading in by_who_has_it(line, inventory):
        yield Try(Written((other,), (*slip.apart, heading)))
    asked = IS_SO.search(own[: one.span.column - 1]) if one.span else None
    for where in _boards(OF_WHAT.search(one.message), inventory) if asked else ():
        said = f"{own[: asked.end(1)]}{where} and {own[asked.end(1) :]}" if asked else own
        yield Try(unindented([said], slip.apart), why=WHY, asks_where=True)
    yield from _of_a_kind_there(slip, one, own, inventory)
    words = line[one.span.column - 1 - len(margin_of(own)) :] if one.span else ""
    thing = THING.match(words)
    if thing is None:
        return
    behind = words[thing.end() :]
    if line.startswith(f"move {thing[0]} to ") and words.startswith("the "):  # which is left where not all see it
        for where in _come_to(slip, thing[1], lines, inventory):
            yield Try(unindented([f"{margin_of(own)}if {thing[0]} is {where}, {line}"], slip.apart), why=WHY)
    if PLACED.match(behind) or (words.startswith("the ") and not behind.startswith(" that ")):
        return  # it is said where it is, or which is meant
    for where in _wheres(slip, thing[1], lines, inventory):
        put = f"{thing[0]} that is {where}" + (" and" if behind.startswith(" that ") else "")
        yield Try(unindented([own.replace(thing[0], put, 1)], slip.apart), why=WHY)


def _of_a_kind_there(slip: Slip, one: Diagnostic, own: str, inventory: Inventory) -> Iterator[Try]:
    """`the Tile is a Ronin`: `the Tile is on the Land and the Tile is a Ronin`."""
    at = one.span.column - 1 if one.span else 0
    asked = A_KIND.match(own, at)
    for where in _boards(WHAT_IT_IS.search(one.message), inventory) if asked else ():
        said = f"{own[:at]}{asked[1] if asked else ''}{where} and {own[at:]}"
        yield Try(unindented([said], slip.apart), why=WHY, asks_where=True)


def _boards(found: re.Match[str] | None, inventory: Inventory) -> Iterator[str]:
    """The boards on which a thing that was found can lie."""
    boards = [one for one in inventory.things.values() if one.sort == "board"] if found else []
    yield from (f"on the {one.name}" for one in boards if found and not inventory.takes_others(one, found[1]))


def _wheres(slip: Slip, name: str, lines: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """Where things of that name may lie: the place that is spoken of near by, or all; and the boards, if
    some line speaks of both."""
    if name not in inventory.things and name not in inventory.others:  # nothing that lies somewhere
        return
    refusing = {one.name for one in inventory.things.values() if inventory.takes_others(one, name)}
    places = inventory.places - refusing
    own = re.compile(rf"\b(?:{name}|{inventory.several(name)})\b")
    near_by = _spoken_of_around(slip, own, lines, places)
    yield from (f"in the {place}" for place in near_by[:1] or sorted(places))
    boards = [one.name for one in inventory.things.values() if one.sort == "board" and one.name not in refusing]
    there = re.compile(rf"\b(?:{'|'.join([*boards, *inventory.spaces])})\b")
    if any(own.search(line) and there.search(line) for k, line in enumerate(lines) if k != slip.start):
        yield from (f"on the {board}" for board in boards)


def _come_to(slip: Slip, name: str, lines: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """Where a thing of that name may have come: the places to which lines near by move something; then others that
    these speak of."""
    if name not in inventory.things:
        return
    own = lines[slip.start]
    places = {p for p in inventory.places if p not in own and not inventory.takes_others(inventory.things[p], name)}
    near_by = [*dict.fromkeys(_spoken_of_around(slip, re.compile(re.escape(name)), lines, places))]
    around = "\n".join(lines[max(0, slip.start - NEAR) : slip.start])
    yield from (f"in the {place}" for place in sorted(near_by, key=lambda place: f" to the {place}" not in around))


def _spoken_of_around(slip: Slip, own: re.Pattern[str], lines: Sequence[str], names: Collection[str]) -> list[str]:
    """Those of these names that stand nearest to a sentence, among the lines that stand with it; first those in lines
    that speak of its own thing, too."""
    first, last = slip.start, slip.end
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while last < len(lines) and lines[last].strip():
        last += 1
    around = sorted(range(first, last), key=lambda k: (not own.search(lines[k]), abs(k - slip.start)))
    return [name for k in around for name in sorted(names, key=len, reverse=True) if name in lines[k]]
