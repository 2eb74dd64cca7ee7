"""What stands in the places of phrasings for things on boards: how many of them are where, whose, and who is ahead."""

from __future__ import annotations

import re

from dsl.text.inflection import articled, plural
from dsl.text.inventory import Inventory, Unknown
from dsl.text.phrasing_places import Filler, Places
from dsl.text.possessives import NAME

SPACE = re.compile(r"[A-Z]{1,2}\d{1,2}")


def _board_of_spaces(places: Places, inventory: Inventory) -> str:
    """The board of each player that has such spaces."""
    made = re.compile(rf"made of {plural(inventory.called(places.word('S')))}\b")
    boards = (thing for thing in inventory.things.values() if thing.sort == "board" and thing.is_for_each)
    return inventory.only(thing.name for thing in boards if any(map(made.match, thing.lines)))


def _several_there(places: Places, inventory: Inventory) -> str:
    """`Coins in the Purse of the Player`; on a space it is said whose they are, if they are somebody's."""
    if "place" not in places:
        return f"{places['Ks']} in {places['held']}"
    known = SPACE.fullmatch(places["place"]) is None
    place = inventory.things.get(places.named_place) if known else None
    common = inventory.is_owned(places["K"]) and not (place and place.is_for_each)
    whose = f" of {places['p']}" if common else ""
    return f"{places['Ks']}{whose} {places['at place']}"


def _are_so_many_there(places: Places, inventory: Inventory) -> str:
    """`is an Army of Red on C3`, `are 2 Armies of Red on C3`."""
    return _several_there(places, inventory).replace(places["Ks"], places["are n Ks"], 1)


def _one_there(places: Places, inventory: Inventory) -> str:
    """`Army of the Player on the Map`, where a place is said."""
    if "place" not in places:
        return f"{places['K']} in {places['held']}"
    return _several_there(places, inventory).replace(places["Ks"], places["K"], 1)


def _spaces_listed(places: Places, _: Inventory) -> str:
    """`A1, B2` of `A1 , B2 and C3`."""
    each = re.split(r" , (?:and )?| and ", places.word("list"))
    if len(each) < 2 or not all(map(SPACE.fullmatch, each)):
        raise Unknown
    return ", ".join(each)


def _seat_of_two(number: int) -> Filler:
    """One of the two that play where the fewest do."""

    def seat(_: Places, inventory: Inventory) -> str:
        if not any(re.match("for 2 (?:to \\d+ )?players", text) for text in inventory.texts):
            raise Unknown
        return inventory.seats[number]

    return seat


def _from_there(places: Places, inventory: Inventory) -> str:
    """Where things lie that leave it; of one that is known it is not said."""
    said = places["x"].startswith("the ") or "place" not in places
    return "" if said or re.search(r" (?:on|in) ", places["x"]) else f" {places['at place']}"


def _space(places: Places, inventory: Inventory) -> str:
    name = inventory.called(places.word("S"))
    if name not in inventory.spaces:
        raise Unknown
    return name


def _it_or_space(places: Places, inventory: Inventory) -> str:
    return f"the {_space(places, inventory)}" if "S" in places else "it"


def _replacement(places: Places, inventory: Inventory) -> str:
    """`a Castle of the Player in the Reserve of the Player`: what takes the place of another thing."""
    name = inventory.called(places.word("B"))
    whose = f" of {places['p']}" if inventory.is_owned(name) else ""
    place = places["place"] if "place" in places else inventory.store_of(name, places["p"])
    return f"{articled(name)}{whose} in {place}"


def _ahead(places: Places, inventory: Inventory) -> str:
    """What is so where a player has more pieces than everybody else."""
    space = places["space S"]
    return (
        f"there is no Player called rival that is not the Player and whose presence in the {space} is at least the "
        f"presence of the Player in the {space}"
    )


def _so_called(places: Places, inventory: Inventory) -> str:
    """`busy Town` of `busy`, which the rulebook says of Towns alone."""
    words = places.word("words")
    said = re.compile(rf"an? ({NAME}) is {re.escape(words)} (?:\w+ .+ )?when\b.*")
    return f"{words} {inventory.only(found[1] for text in inventory.texts if (found := said.match(text)))}"


def _presence(places: Places, inventory: Inventory) -> str:
    if not inventory.is_owned(places["K"]):
        raise Unknown
    space = places["space S"]
    return (
        f"the presence of a Player in {articled(space)} means the number of {places['Ks']} of the Player on the {space}"
    )


def _so_often(places: Places, _: Inventory) -> str:
    return places["n"] if "n" in places or "y" not in places else places["y"]


def _thing_or_piece(places: Places, _: Inventory) -> str:
    return places["K"] if "K" in places else "Piece"  # noqa: SIM401  # `get` would not fill the place


def _as_many(places: Places, inventory: Inventory) -> str:
    """`the number of Men on the Square`, of `as many as there are Men on the Square`."""
    name = inventory.called(places.word("count"))
    where = places.told_of({"place": places["other"]}, " at place") if "other" in places else ""
    return f"the number of {inventory.several(name)}{where}"


def _first_chosen(places: Places, name: str) -> str:
    """`another Player`: `a Player called other that is not the Player`."""
    said = places.word(name)
    other = re.search(rf" another {re.escape(said)}", places.text)
    told = re.sub(r"^[Pp]layer$", "Player", said)
    return f"a {told} called other that is not {places['p']}" if other and told == "Player" else articled(told)


def _winning(_: Places, inventory: Inventory) -> str:
    """What it is of which the highest wins."""
    wins = (re.match(r"the Player with the highest ([\w -]+?)(?: , .*)? wins$", text) for text in inventory.texts)
    return inventory.only(found[1] for found in wins if found)


def _counted(places: Places, inventory: Inventory) -> str:
    """Several things that are counted, where they are."""
    found = re.match(rf"({NAME})(.*)", places.word("tail"))
    if found is None:
        raise Unknown
    name = inventory.called(found[1])
    if found[2] or name not in inventory.things:
        return f"{inventory.several(name)}{found[2]}"
    return f"{inventory.several(name)}{inventory.of_a_player('a', name, places['p']).partition(name)[2]}"


def _one_got(places: Places, inventory: Inventory) -> str:
    if "K" not in places:
        return f"{places['p']} scores 1"
    return f"move {places['a K']} in {places['given out']} to {places['their own']}"


def _scored(places: Places, inventory: Inventory) -> str:
    """What a player scores for, said of one."""
    found = re.match(rf"({NAME})( .+)", places.word("tail"))
    if found is None or inventory.called(found[1]) not in (*inventory.things, *inventory.spaces):
        raise Unknown
    return inventory.phrase(f"{inventory.called(found[1])}{found[2]}")


BOARDS: dict[str, Filler] = {
    "Ks there": _several_there,
    "are n there": _are_so_many_there,
    "K there": _one_there,
    "spaces listed": _spaces_listed,
    "seat 1": _seat_of_two(0),
    "seat 2": _seat_of_two(1),
    " from there": _from_there,
    " of viewer": lambda places, inventory: f" of {places['viewer']}" if "viewer" in places else "",
    "space S": _space,
    "it or S": _it_or_space,
    "new B": _replacement,
    "its store": lambda places, inventory: inventory.store_of(places["K"], "its owner"),
    "K or Piece": _thing_or_piece,
    "board of S": _board_of_spaces,
    "only space": lambda _, inventory: inventory.only(inventory.spaces),
    "no or a B": lambda places, inventory: (
        f"no {inventory.called(places.word('B'))}"
        if re.search(rf" no {re.escape(places.word('B'))}", places.text)
        else articled(inventory.called(places.word("B")))
    ),
    "a first chosen": lambda places, _: _first_chosen(places, "x"),
    "a second chosen": lambda places, _: _first_chosen(places, "y"),
    "what wins": _winning,
    "more or less": lambda places, _: "more than" if " more " in places.text else "less than",
    "m counted": _counted,
    "one got": _one_got,
    "scored": _scored,
    "near x": lambda places, _: f" beside {places['x']}" if " adjacent " in places.text else "",
    "x or count": lambda places, inventory: places["x"] if "x" in places else _as_many(places, inventory),
    "ahead": _ahead,
    "ahead defined": lambda places, inventory: (
        f"a Player is ahead in {articled(places['space S'])} when {_ahead(places, inventory)}"
    ),
    "presence defined": _presence,
    "words of thing": _so_called,
    "so often": _so_often,
    "on or back": lambda places, _: "backward" if re.search(r" back(?:wards?)? ", f" {places.text} ") else "forward",
    "measure": lambda places, _: {"row": "rank", "column": "file"}.get(places.word("measure"), places.word("measure")),
}
