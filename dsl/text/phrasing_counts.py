"""What stands in the places of phrasings that count things, compare what players have of them, or offer some: what is
had, how many for each, all of one sort, and what comes of that."""

from __future__ import annotations

import re
from dataclasses import replace

from dsl.text.inflection import articled, plural, singular
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.part_by_part import said_in_parts
from dsl.text.phrasing_places import NUMBERS, Filler, Places
from dsl.text.phrasing_things import HEAD, LIMITS, NUMBER, Things, limited, things
from dsl.text.phrasing_values import number_of
from dsl.text.possessives import NAME

ANY = re.compile(r"an? ")
HAD = re.compile(rf"a Player has an? ({NAME})(?: called ([\w-]+))?(?: , .*)?")
PICKED = re.compile(rf"(?P<words>(?:[a-z][\w-]* )*)(?P<things>{NAME})(?: called (?P<name>[\w-]+))?(?P<where> [a-z].*)?")
OF_THESE = re.compile(r"\bbetween\b|\bone of\b|\bactions?\b|\bof (?:these|the following)\b")


def _held(own: Things, places: Places, inventory: Inventory) -> str:
    """Where whoever is said to have them has them; dice are anybody's."""
    if (
        own.place
        or own.of.startswith(("of the Player", "of the active Player"))
        or own.of == f"of {places['p']}"
        or {"Die", "Dice"} & {*own.name.split()}
    ):
        return own.place
    return f"in the {inventory.held(own.name)} of {places['p']}"


def _is_theirs(name: str, inventory: Inventory) -> bool:
    """Whether there are such things for each player, and no sentence puts them into a place that each has."""
    if name not in inventory.things or inventory.things[name].sort != "piece" or not inventory.is_owned(name):
        return False
    forms = rf"{name}|{inventory.several(name)}"
    own = "|".join(place.name for place in inventory.owned())
    return not any(re.search(rf"\b(?:{forms}) .*\b(?:{own})\b", text) for text in inventory.texts)


def _things(places: Places, inventory: Inventory) -> Things:
    return things(places.word("some"), inventory, places["p"])


def _had(places: Places, inventory: Inventory, least: str = "") -> str:
    """`3 red and 2 blue Cards`, that somebody has: how many there are of each."""
    if counted := _had_of_a_kind(places, inventory):
        return counted
    parts = re.split(rf" (and|or) (?=(?:{NUMBER}|an?|no|at least|at most|more than|fewer than) )", places.word("some"))
    last = things(parts[-1], inventory, places["p"])
    told: list[str] = []
    for number, part in enumerate(parts):
        if number % 2:
            told.append(part)
            continue
        own = _with_a_name(part, last, inventory, places["p"])
        own = replace(own, place=own.place or last.place, limit=own.limit or least)
        own = replace(own, of=f"of {places['p']}") if not own.place and _is_theirs(own.name, inventory) else own
        if own.place and f"of {places['p']}" not in own.place and inventory.is_owned(own.name):
            own = replace(own, of=f"of {places['p']}")
        told.append(own.condition(_held(own, places, inventory)))
    return " ".join(told)


def _had_of_a_kind(places: Places, inventory: Inventory) -> str:
    """`15 Points`, that somebody has on cards: together they are at least so many."""
    found = HEAD.fullmatch(places.word("some"))
    number = found and (NUMBERS.get(found["many"] or "", found["many"] or ""))
    name = re.sub(r" or (?:more|fewer|less)$", "", found["rest"]) if found else ""
    if (
        not found
        or not number
        or not number.isdecimal()
        or name not in inventory.kinds
        or _is_of_players(name, inventory)
    ):
        return ""
    told = Places({**places, "A": name}, places.fillers, inventory, places.text, *places.asked)
    limit = LIMITS.get(found["limit"], found["limit"] or "at least")
    return f"{_total_had(told, inventory)} is {limited(limit, number)}"


def _is_of_players(kind: str, inventory: Inventory) -> bool:
    return any((found := HAD.fullmatch(text)) and found[1] == kind for text in inventory.texts)


def _with_a_name(part: str, last: Things, inventory: Inventory, whose: str) -> Things:
    try:
        return things(part, inventory, whose)
    except Unknown:
        return things(f"{part} {last.several}", inventory, whose)


def _alike(places: Places, inventory: Inventory) -> Things:
    own = _things(places, inventory)
    if not own.alike or not own.number:
        raise Unknown
    return replace(own, of=f"of the {own.alike}")


def _alike_counted(places: Places, inventory: Inventory) -> str:
    """How many of one of the values any player has."""
    own = _alike(places, inventory)
    place = own.place.replace(f"of {places['p']}", f"of {ACTOR}") or f"in the {inventory.held(own.name)} of {ACTOR}"
    return f"the number of {replace(own, place=place).among()} is {limited(own.limit or 'at least', own.number)}"


def _for_each(places: Places, inventory: Inventory) -> str:
    """So many for each of them: `2 multiplied by the number of …`."""
    own = _things(places, inventory)
    counted = _counted_with(own, places, inventory)
    if own.number and own.number != "1":
        counted = f"({counted} divided by {own.number})"
    return f"{places['n times']}{counted}"


def _cases(places: Places, inventory: Inventory) -> str:
    """`1 for 1 Card, 3 for 2 Cards`: `1 if the number of Cards is 1, 3 if the number of Cards is 2, otherwise 0`."""
    told: list[str] = []
    for case in places.word("for_each").split(" , "):
        number, _, some = case.removeprefix("and ").partition(" for ")
        own = things(some, inventory, places["p"])
        limit = limited(own.limit, own.number or "1")
        told.append(f"{number} if the number of {own.among(_held(own, places, inventory))} is {limit}")
    return " , ".join([*told, "otherwise 0"])


def _total_had(places: Places, inventory: Inventory) -> str:
    """What all things have together that somebody holds: `the total Points among Cards in the Tableau of Ann`."""
    kind = inventory.called(places.word("A"))
    bearers = [t for t in inventory.things.values() if t.sort == "piece" and f"has {articled(kind)}" in t.lines]
    if kind not in inventory.kinds or not bearers:
        raise Unknown
    each = (f"the total {kind} among {t.others} in the {inventory.held(t.name)} of {places['p']}" for t in bearers)
    return " plus ".join(each)


def _thrown(places: Places, inventory: Inventory) -> str:
    """Where things go that are too many: where cards are done with, others to where they were at first."""
    name = inventory.called(places.word("K")) if "K" in places else inventory.kept_in(inventory.hand())
    store = inventory.start_of(name)
    return f"the {inventory.discard() if 'keeps order' in inventory.thing(store).lines else store}"


def _bid(places: Places, inventory: Inventory) -> tuple[str, str]:
    """The number that each player has of which a word speaks, or the only one: its kind, and what it is called."""
    had = [found.groups() for text in inventory.texts if (found := HAD.fullmatch(text))]
    numbers = [
        (kind, word or kind) for kind, word in had if any(t.startswith(f"{kind} is from ") for t in inventory.texts)
    ]
    word = singular(places.word("word", "-").lower())
    said = {word} if "word" in places else {*places.text.lower().split()}
    meant = [one for one in numbers if said & {one[1].lower(), singular(one[0]).lower()}]
    return inventory.only(meant or numbers)


def _of_a_kind(places: Places, inventory: Inventory) -> str:
    """Several of what has no number of its own: values."""
    name = inventory.called(places.word("Ks"))
    if name not in inventory.kinds or places.word("Ks") == name:
        raise Unknown
    return plural(name)


def _number_said(places: Places, inventory: Inventory) -> str:
    """A number, with all that belongs to it: `the highest bid among Players` for `the highest bid`."""
    return said_in_parts(places.word("x"), inventory)[0]


def _alike_picked(places: Places, inventory: Inventory) -> str:
    """`3 among Cards of the Colour called picked in the Hand of the Player`."""
    own = _alike(places, inventory)
    if own.limit or own.words or own.said:
        raise Unknown
    return f"{own.number} among {own.several} {own.of} called picked {_held(own, places, inventory)}"


def _those_picked(places: Places, inventory: Inventory) -> str:
    """`Cards of Ann in the Hand`: `Cards called picked of Ann in the Hand`."""
    found = PICKED.fullmatch(places.word("picked"))
    if found is None or singular(found["things"]) not in inventory.things:
        raise Unknown
    where = re.sub(r" from (?=the )", " in ", found["where"] or "")
    return f"{found['words']}{found['things']} called {found['name'] or 'picked'}{inventory.phrase(where)}"


def _inside(places: Places, inventory: Inventory) -> str:
    """How many things lie in a place that is said to have them."""
    if inventory.thing(places.named_place).sort == "piece":
        raise Unknown
    return _things(places, inventory).condition(places["at place"])


def _counted_with(own: Things, places: Places, inventory: Inventory) -> str:
    if own.alike or own.unlike:
        raise Unknown
    return f"the number of {own.among(_held(own, places, inventory))}"


def _times(places: Places, inventory: Inventory) -> str:
    """How often so many of them are there: `for every 2 Cards`."""
    own = _things(places, inventory)
    if own.number in ("", "1"):
        raise Unknown
    return f"({_counted_with(own, places, inventory)}) divided by {own.number}"


def _shown(places: Places, inventory: Inventory) -> str:
    """`at least 3 Dice show a 6`: how many do."""
    return things(re.sub(r" shows? ", " showing ", places.text, count=1), inventory, places["p"]).condition()


def _not_counted(places: Places, _: Inventory) -> str:
    """What is moved as a whole; of several, which ones is asked first."""
    if re.match(rf"(?:{NUMBER}) ", places.word("x")):
        raise Unknown
    return places["x"]


def _able(places: Places, inventory: Inventory) -> str:
    """What can be done, by the verb: what can be afforded is affordable."""
    verb = places.word("verb")
    word = f"{re.sub('y$', 'i', verb).removesuffix('e')}able"
    if verb == "be" or (f"can {verb} " in places.text and verb.capitalize() in inventory.actions):
        raise Unknown
    told = (rf"(?:is|can be) {word}\b", rf"^(?:a|an) [A-Z].* can {verb} an? ")
    if not any(re.search(one, text) for one in told for text in inventory.texts):
        raise Unknown
    return word


def _offered(places: Places, inventory: Inventory) -> str:
    """`Buy, Sell or Rest`, or one alone, if all of them are actions; with `and` only of those of which one is done."""
    *names, last = re.split(r" ?, ?(?:(?:or|and) )?| (?:or|and) ", places.word("offered"))
    all_done = " and " in places.word("offered") and not OF_THESE.search(places.text)
    if all_done or not {*names, last} <= {*inventory.actions}:
        raise Unknown
    return f"{', '.join(names)} or {last}" if names else last


COUNTS: dict[str, Filler] = {
    "each of some": lambda places, inventory: _things(places, inventory).one(),
    "total A had": _total_had,
    "done with": _thrown,
    "a kind of bid": lambda places, inventory: articled(_bid(places, inventory)[0]),
    "bid": lambda places, inventory: _bid(places, inventory)[1],
    "Ks of a kind": _of_a_kind,
    "those picked": _those_picked,
    "q or other": lambda places, _: places.word("q", "other"),
    "q or picked": lambda places, _: places.word("q", "picked"),
    " called q": lambda places, _: f" called {places['q']}" if "q" in places else "",
    "offered": _offered,
    "q or offer": lambda places, _: places.word("q", "offer"),
    "m or 2": lambda places, _: NUMBERS.get(places.word("m", "2"), places.word("m", "2")),
    "a kind chosen": lambda places, inventory: articled(places["A"] if "A" in places else _bid(places, inventory)[0]),
    "number x": _number_said,
    "alike picked": _alike_picked,
    "some in place": _inside,
    "x not counted": _not_counted,
    "times of some": _times,
    "shown there": _shown,
    "so many some": lambda places, inventory: _counted_with(_things(places, inventory), places, inventory),
    "place or held": lambda places, inventory: (
        places["place"]
        if "place" in places
        else f"the {inventory.held(inventory.called(places.word('Ks')))} of {places['p']}"
    ),
    "Ks of one": lambda places, inventory: inventory.several(inventory.called(places.word("Ks"))),
    "able": _able,
    "tail said": lambda places, _: places.condition(places.word("tail")),
    "x chosen": lambda places, _: f"{places['p']} chooses {places['x']}" if ANY.match(places["x"]) else "",
    "the x": lambda places, _: re.sub(rf"^an? (?:[a-z][\w-]* )*({NAME}).*", r"the \1", places["x"]),
    "has some": _had,
    "has some or more": lambda places, inventory: _had(places, inventory, "at least"),
    "all of some": lambda places, inventory: _things(places, inventory).among(),
    "number of some": lambda places, inventory: number_of(_things(places, inventory).name, inventory),
    "an alike": lambda places, inventory: articled(_alike(places, inventory).alike),
    "so many alike of any": _alike_counted,
    "n for each of some": _for_each,
    "cases of list": _cases,
}
