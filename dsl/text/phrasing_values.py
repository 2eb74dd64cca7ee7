"""What stands in the places of phrasings that compare, count and score."""

from __future__ import annotations

import re

from dsl.text.inflection import articled
from dsl.text.inventory import Inventory, Unknown
from dsl.text.phrasing_patterns import NAME
from dsl.text.phrasing_places import NUMBERS, Filler, Places

SCORES = (r"the Player scores the ([\w-]+) of the Player", r"the (score|points|result) of a Player means .*",
          r"a Player has an? (Score|Points)\b.*")  # fmt: skip

POINTS = re.compile(r"\b(?:Scores?|Points?|VP|Prestige|Glory|Fame|Renown)\b")  # numbers called so are points
EXTREMES = {"best": "highest", "strongest": "highest", "weakest": "lowest", "cheapest": "lowest"}

CASE = ("start", "c", "other")  # what it is, when, and what else

RANGES = ("Rank", "Worth", "Value")  # for what is called only a number

# `has a Wind called strain`, `there is one for each Rank and Player`
HAS = re.compile(r"(?:has an?|for each|and) ([A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*)(?: called ([\w-]+))?")


def _tally(places: Places, inventory: Inventory) -> str:
    """The value that counts what each player has, if the rulebook has it already."""
    means = re.compile(rf"the ([\w-]+) of a Player means the number of {places['Ks']} in {places['held']}")
    return next((found[1] for text in inventory.texts if (found := means.fullmatch(text))), "tally")


def _by_case(places: Places, inventory: Inventory, article: str = "") -> str:
    """A word for a number of which it depends on a case what it is, said of the things of which that speaks."""
    text = " ".join(places.word(part) for part in CASE)
    pieces = (thing.name for thing in inventory.things.values() if thing.sort == "piece")
    known = {"Player", *inventory.spaces, *pieces}
    things = [name for name in dict.fromkeys(re.findall(rf"\bthe ({NAME})", text)) if name in known]
    roles = zip(("of", "for", "with"), things, strict=False)
    said = "".join(f" {role} {f'{article} {name}' if article else articled(name)}" for role, name in roles)
    return f"{places.word('word')}-by-case{said}"


def _case_defined(places: Places, inventory: Inventory) -> str:
    one, when, other = (places.word(part) for part in CASE)
    return f"{_by_case(places, inventory)} means {one} if {when}, otherwise {other}"


def _points(_: Places, inventory: Inventory) -> str:
    found = (re.match(pattern, text) for pattern in SCORES for text in inventory.texts)
    return next((match[1] for match in found if match), "score")


def _points_counted(places: Places, inventory: Inventory) -> str:
    """What counts, where the rulebook says what."""
    if not any(re.match(pattern, text) for pattern in SCORES for text in inventory.texts):
        raise Unknown
    return _points(places, inventory)


def _points_defined(places: Places, inventory: Inventory) -> str:
    """What counts, where the rulebook has it only as something that a place of each player has."""
    if any(re.match(pattern, text) for pattern in SCORES for text in inventory.texts):
        return ""
    has = ((t.name, re.match(r"has an? ([A-Z][\w -]*)", line)) for t in inventory.owned() for line in t.lines)
    place, what = inventory.only((name, match[1]) for name, match in has if match)
    return f"the score of a Player means the {what} of the {place} of the Player"


def _number_had(places: Places, inventory: Inventory) -> str:
    """The one number that each player has; if points are spoken of, one that is called so."""
    has = (re.fullmatch(r"a Player has (.+)", text) for text in inventory.texts)
    named = re.compile(r"\ban? ([A-Z][\w' -]*?)(?= and\b| ,|$)")
    names = (one[1] for found in has if found for one in named.finditer(found[1]))
    numbers = (name for name in names if any(text.startswith(f"{name} is from ") for text in inventory.texts))
    wants_points = re.search(r"\b(?:points?|vp)\b", places.text)
    return inventory.only(name for name in numbers if not wants_points or POINTS.search(name))


def _extreme(places: Places, inventory: Inventory) -> str:
    word = inventory.first(w for w in places.text.split() if re.match("highest|lowest|best|strong|weak|cheap", w))
    return EXTREMES.get(word, word)


def _number_of(places: Places, inventory: Inventory) -> str:
    """The one number that such a thing has, as a die its face."""
    return number_of(
        places["K"] if "K" in places else inventory.called(re.sub(r" (?:of|on|in) .*", "", places["x"])), inventory
    )


def number_of(name: str, inventory: Inventory) -> str:
    """The one number that such things have."""
    kinds = [match for line in inventory.thing(name).lines for match in HAS.finditer(line)]
    ranges = [(rf"{kind[1]} is from ", rf"has an? {kind[1]} from \d") for kind in kinds]
    return inventory.only(
        kind[2] or kind[1]
        for kind, (apart, own) in zip(kinds, ranges, strict=True)
        if any(text.startswith(apart) or re.match(own, text) for text in inventory.texts)
    )


def _how_many_values(places: Places, inventory: Inventory) -> str:
    """Of how many values one has an attribute."""
    name = places["A"]
    if name in inventory.values_of:
        return str(len(inventory.values_of[name]))
    bounds = inventory.only(
        found.groups() for text in inventory.texts if (found := re.fullmatch(rf"{name} is from (\d+) to (\d+)", text))
    )
    return str(int(bounds[1]) - int(bounds[0]) + 1)


def _another_number(places: Places, _: Inventory) -> str:
    word = re.sub("^(?:an?|the) ", "", places.word("m").lower())
    return NUMBERS.get(word, word)


def _ranged(places: Places, inventory: Inventory) -> str:
    """What a thing has; `Number` is a word of the language, as `value` says no more."""
    name = places.word("name")
    if name.lower() not in ("number", "value"):
        return name if name[:1].isupper() else name.title()
    return next(one for one in (*RANGES, "") if one not in inventory.names)


def _bonus(_: Places, inventory: Inventory) -> str:
    """A word for what is added, that the rulebook has no value for."""
    words = ("bonus", "other-bonus", "third-bonus")
    return inventory.first(
        word for word in words if not any(text.startswith(f"the {word} of ") for text in inventory.texts)
    )


def _for_each(places: Places, _: Inventory) -> str:
    """So many for each piece in a place, as one of the numbers of a sum."""
    counted = f"the number of {places['Ks']} in {places['place']}"
    return counted if places["n"] == "1" else f"({places['n times']}{counted})"


VALUES: dict[str, Filler] = {
    "highest": lambda places, _: "lowest" if re.match("fewest|least|lowest", places.word("much")) else "highest",
    "extreme": _extreme,
    "tally": _tally,
    "tally defined": lambda places, _: (
        f"the {places['tally']} of a Player means the number of {places['Ks']} in {places['held']}"
    ),
    "case": lambda places, inventory: _by_case(places, inventory, "the"),
    "case defined": _case_defined,
    "bonus": _bonus,
    "n for each K": _for_each,
    "points": _points,
    "points counted": _points_counted,
    "number had": _number_had,
    "rises": lambda places, _: "rises" if " rises by " in places.text else "falls",
    "points defined": _points_defined,
    "number": _number_of,
    "number m": _another_number,
    "how many A": _how_many_values,
    "ranged": _ranged,
}
