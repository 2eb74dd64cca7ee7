"""What stands in the places of phrasings for pieces, places and players, and how many there are."""

from __future__ import annotations

import re

from dsl.text.inflection import a_or_an, articled, plural, singular
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_places import EMPTY, NUMBERS, Filler, Places
from dsl.text.phrasing_things import bearer

SPACE = re.compile(r"[A-Z]{1,2}\d{1,2}")
WHERE = re.compile(r" (?:of|on|in|at|beside|under|that|whose) .*")


def _number(places: Places, _: Inventory) -> str:
    word = places.word("n", "1").lower()
    return {"a": "1", "an": "1", "both": "2"}.get(word, NUMBERS.get(word, word))


def _several_times(places: Places, inventory: Inventory) -> str:
    """So many, if they are several."""
    number = _number(places, inventory)
    if number == "1":
        raise Unknown
    return number


def _piece(places: Places, inventory: Inventory) -> str:
    name = inventory.called(places.word("K"))
    if inventory.thing(name).sort != "piece":
        raise Unknown
    return name


def _one_unlike(places: Places, inventory: Inventory) -> str:
    """`a Card`, where not every other would do as well: they differ in what they have from the first."""
    lines = inventory.thing(places["K"]).lines
    if not any(re.match(r"there (?:is|are) (?:one|\d+) for each (?!Player\b)", line) for line in lines):
        raise Unknown
    return articled(places["K"])


def _attribute(places: Places, inventory: Inventory) -> str:
    """What a thing can have; that is no piece."""
    if any(text.endswith(f" called {places.word('A')}") for text in inventory.texts):
        return places.word("A")
    name = inventory.called(places.word("A"))
    if name in inventory.things and inventory.things[name].sort == "piece":
        raise Unknown
    return name


def _only_one(places: Places, inventory: Inventory) -> str:
    """A piece of which there is just one."""
    name = _piece(places, inventory)
    if not any(re.match(rf"piece the {re.escape(name)}\b", text) for text in inventory.texts):
        raise Unknown
    return name


def _player(places: Places, name: str, inventory: Inventory) -> str:
    word = places.word(name, ACTOR)
    if word == "the opponent" and not any("called opponent" in text for text in inventory.texts):
        return f"the opponent of {ACTOR}"
    return ACTOR if word.lower() in ("you", "they", "he", "she") else word


def _place(places: Places, name: str) -> str:
    inventory = places.inventory
    phrase = inventory.phrase(places.word(name), places["p"])
    if SPACE.fullmatch(phrase):
        return phrase
    known = inventory.called(re.sub(r" of .*", "", phrase))
    if known not in inventory.spaces and inventory.thing(known).sort == "piece":
        raise Unknown
    return phrase


def _gone(places: Places, inventory: Inventory) -> str:
    """Where what leaves the board lies at first."""
    return inventory.store_of(inventory.called(WHERE.sub("", places["x"])), "its owner")


def _deck(places: Places, inventory: Inventory) -> str:
    """What such things are drawn from, or, if nothing is said of what, all."""
    if "K" not in places:
        return inventory.deck()
    store = inventory.start_of(places["K"])
    if not {"keeps order", "seen by nobody"} <= {*inventory.thing(store).lines}:
        raise Unknown
    return store


def _drawn(places: Places, inventory: Inventory) -> str:
    deck = _deck(places, inventory)
    source = re.search(rf" from {re.escape(places.get('place', '.'))}$", places.text)
    for slot in ("x", "place") if source else ("x",):
        said = re.sub(r"^the | of .*", "", places.get(slot, ""))
        if said.lower() in inventory.forms and inventory.called(said) in inventory.places - {deck}:
            raise Unknown
    return f"the {deck}"


def _so_many(places: Places, inventory: Inventory) -> str:
    """`a Coin`, `3 Coins`."""
    number = _number(places, inventory)
    return places["a K"] if number == "1" else f"{number} {inventory.several(places['K'])}"


def _at_most(places: Places, inventory: Inventory) -> str:
    """`1 Coin`, `3 Coins`."""
    number = _number(places, inventory)
    return f"{number} {places['K'] if number == '1' else inventory.several(places['K'])}"


def _had_by_players(places: Places, inventory: Inventory) -> str:
    """What players themselves have."""
    name = inventory.called(places.word("A"))
    if f"a Player has {articled(name)}" not in [re.sub(" ,.*", "", text) for text in inventory.texts]:
        raise Unknown
    return name


def _loose(places: Places, inventory: Inventory) -> str:
    """A place without an order: of others the top is taken."""
    if "keeps order" in inventory.thing(places.named_place).lines:
        raise Unknown
    return places["place"]


def _taken(places: Places, inventory: Inventory) -> str:
    """`takes Coins, Cards`, of what can lie on a place or a piece."""
    names = [_piece(places, inventory), *([inventory.called(places.word("B"))] if "B" in places else ())]
    return f"takes {', '.join(map(inventory.several, names))}"


def _are_so_many(places: Places, inventory: Inventory) -> str:
    """`is a Coin`, `are 3 Coins`."""
    return f"{'is' if _number(places, inventory) == '1' else 'are'} {_so_many(places, inventory)}"


def _are_so_many_so(places: Places, inventory: Inventory) -> str:
    """`is a red Coin`, `are 3 red Coins`."""
    number, so = _number(places, inventory), places.word("q")
    one = articled(f"{so} {places['K']}")
    return f"is {one}" if number == "1" else f"are {number} {so} {inventory.several(places['K'])}"


def _shown(places: Places, inventory: Inventory) -> str:
    """The piece that is shown: what is named, else what players hold that only they see."""
    return places["K"] if "K" in places else inventory.kept_in(inventory.hand())


def _shown_by(places: Places, inventory: Inventory, who: str) -> str:
    return places["place"] if "place" in places else f"the {inventory.held(_shown(places, inventory))} of {who}"


def _top(places: Places, inventory: Inventory, place: str) -> str:
    """`the top of the Deck`, `the top 3 Cards of the Deck`."""
    number = _number(places, inventory)
    if number == "1":
        return f"the top of the {place}"
    piece = places["K"] if "K" in places else inventory.kept_in(re.sub(r" of .*", "", place))
    return f"the top {number} {inventory.several(piece)} of the {place}"


def _some_space(places: Places, inventory: Inventory) -> str:
    space = inventory.called(places.word("S"))
    quality = EMPTY.get(places.word("w", "-"), places.word("w", "-"))
    if quality == "random":
        raise Unknown
    return f"{a_or_an(quality)} {quality} {space}" if "w" in places else f"{a_or_an(space)} {space}"


def _roller(places: Places, inventory: Inventory) -> str:
    """Who rolls: in the setup nobody in particular, unless it is said or a player has been brought in."""
    if "p" in places or not inventory.is_of_the_setup or "Player" in inventory.brought:
        return _player(places, "p", inventory)
    return "chance"


def _dice(places: Places, inventory: Inventory) -> str:
    return inventory.thing(inventory.called(places.word("dice"))).others


def _how_many_dice(places: Places, inventory: Inventory) -> str:
    if "n" in places:
        return places["n"]
    lines = inventory.thing(inventory.called(places.word("dice"))).lines
    return next((line.split()[2] for line in lines if re.fullmatch(r"there are \d+", line)), "2")


def _first(_: Places, inventory: Inventory) -> str:
    if not inventory.seats:
        raise Unknown
    return inventory.seats[0]


def _seat(places: Places, inventory: Inventory) -> str:
    return places.word("p") if places.get("p") in inventory.seats else _first(places, inventory)


def _at(places: Places, inventory: Inventory) -> str:
    if SPACE.fullmatch(places["place"]):
        return f"on {places['place']}"
    place = inventory.things.get(places.named_place)
    return f"{'in' if place is not None and place.sort == 'place' else 'on'} {places['place']}"


def _each(places: Places, inventory: Inventory) -> str:
    return inventory.called(places.word("each"))


def _held(places: Places, inventory: Inventory) -> str:
    return places["place"] if "place" in places else f"the {inventory.held(places['K'])} of {places['p']}"


def _held_by(places: Places, inventory: Inventory) -> str:
    """Where a player has things, said of that player, too."""
    held, owner = _held(places, inventory), f" of {places['p']}"
    return held if owner in f"{held} " else held + owner


def _held_bearer(places: Places, inventory: Inventory) -> str:
    return places["place"] if "place" in places else f"the {inventory.held(places['bearer'])} of {places['p']}"


def _several(places: Places, inventory: Inventory) -> str:
    return inventory.thing(places["K"]).others


def _capacity(places: Places, inventory: Inventory) -> str:
    """How many a place takes, where no other number is said."""
    if "n" in places:
        return _number(places, inventory)
    found = (re.match(r"takes at most (\d+) ", line) for line in inventory.thing(places.named_place).lines)
    return str(inventory.only(one[1] for one in found if one))


def _source(places: Places, inventory: Inventory) -> str:
    """What a place is filled from: what is named, else what is drawn from."""
    said = next((places.word(name) for name in ("y", "x") if name in places), "")
    phrase = inventory.phrase(said).removeprefix("the ") if said else inventory.deck()
    if inventory.called(re.sub(r" of .*", "", phrase)) not in inventory.places:
        raise Unknown
    return phrase


def _place_of_value(places: Places, inventory: Inventory) -> str:
    """The place of each player that has such a value."""
    has = re.compile(rf"has an? {re.escape(places['A'])}\b.*")
    return inventory.only(thing.name for thing in inventory.owned() if any(map(has.match, thing.lines)))


def _owned_place(places: Places, inventory: Inventory) -> str:
    return articled(inventory.held(places["K"]))


def _passed_on(places: Places, inventory: Inventory) -> str:
    """The place of each player of which all goes on; of some of what lies there this cannot be said."""
    own = {place.name for place in inventory.owned()}
    *_, last = re.split(r" (?:in|from) ", re.sub(r" of (?:the|each|every) [Pp]layer$", "", places.word("x")))
    found = re.fullmatch(r"(?:(?:(?:all(?: of)? )?(?:the|their|his|her)|all|every|each) )?(.+)", last)
    name = inventory.called(found[1] if found else last)
    if name not in own and re.match("all|every|each|their|his|her", last):
        name = inventory.held(name)
    if name not in own:
        raise Unknown
    return name


def _at_place(places: Places, _: Inventory) -> str:
    return f" {places['at place']}" if "place" in places else ""


def _not_drawn(places: Places, inventory: Inventory) -> str:
    """Where things lie that are given out; what is drawn lies on top of others."""
    place = places["place"] if "place" in places else places["store"]
    if inventory.is_drawn_from(place.removeprefix("the ")):
        raise Unknown
    return place


def _owned(places: Places, inventory: Inventory) -> str:
    """A piece of which each player has some of their own."""
    lines = inventory.things[places["K"]].lines if places["K"] in inventory.things else ()
    if not any(re.match("there (?:is|are) .*for each Player", line) for line in lines):
        raise Unknown
    return places["a K"]


NOUNS: dict[str, Filler] = {
    "a K owned": _owned,
    "n or twice": lambda places, inventory: _number(places, inventory) if "n" in places else "2",
    "n": _number,
    "are n": lambda places, _: f"{'is' if places['n'] == '1' else 'are'} {places['n']}",
    "n times": lambda places, _: "" if places["n"] == "1" else f"{places['n']} multiplied by ",
    "several n": _several_times,
    "p": lambda places, inventory: _player(places, "p", inventory),
    "viewer": lambda places, inventory: _player(places, "viewer", inventory),
    "K": _piece,
    "an unlike K": _one_unlike,
    "Ks": _several,
    "n Ks": _so_many,
    "are n Ks": _are_so_many,
    "are n so": _are_so_many_so,
    "one shown": _shown,
    "a shown": lambda places, inventory: articled(_shown(places, inventory)),
    "shown by p": lambda places, inventory: _shown_by(places, inventory, places["p"]),
    "shown by any": lambda places, inventory: _shown_by(places, inventory, ACTOR),
    "only": _only_one,
    "B": lambda places, inventory: inventory.called(places.word("B")),
    "As": lambda places, _: plural(places["A"]),
    "A": _attribute,
    "bearer": lambda places, inventory: bearer(places["A"], inventory),
    "held bearer": _held_bearer,
    "so many at most": _at_most,
    "loose place": _loose,
    "had by players": _had_by_players,
    "p x": lambda places, _: ACTOR if places.word("x").lower() in ("you", "they") else places["x"],
    " until q": lambda places, _: f" until {places['q']}" if "q" in places else "",
    "takes": _taken,
    "place": lambda places, _: _place(places, "place"),
    "a place": lambda places, _: articled(places.named_place),
    "other": lambda places, _: _place(places, "other"),
    "at place": _at,
    " at place": _at_place,
    "inside": lambda places, inventory: inventory.kept_in(places.named_place),
    "deck": lambda places, inventory: f"the {_deck(places, inventory)}",
    "deck inside": lambda _, inventory: inventory.kept_in(inventory.deck()),
    "drawn": _drawn,
    "shuffled": lambda places, inventory: places["place"] if "place" in places else f"the {inventory.deck()}",
    "discard": lambda _, inventory: f"the {inventory.discard()}",
    "given out": _not_drawn,
    "hand": lambda places, inventory: f"the {inventory.hand()} of {places['p']}",
    "store": lambda places, inventory: inventory.store_of(places["K"], places["p"]),
    "gone": _gone,
    "source": _source,
    "held": _held,
    "held by p": _held_by,
    "from under": lambda places, _: places["y"] if "y" in places else places["their own"],
    "board": lambda _, inventory: inventory.only(t.name for t in inventory.things.values() if t.sort == "board"),
    "theirs": lambda places, inventory: f"the {inventory.held(places['K'])} of {_player(places, 'viewer', inventory)}",
    "their own": lambda places, inventory: f"the {inventory.held(places['K'])} of {places['p']}",
    "owned x": lambda places, inventory: f"the {inventory.held(inventory.called(places['x']))} of {places['p']}",
    "held by the other": lambda places, inventory: f"the {inventory.held(places['K'])} of the other",
    "held by any": lambda places, inventory: f"the {inventory.held(places['K'])} of {ACTOR}",
    "held by the side": lambda places, inventory: (
        f"the {inventory.held(places['K'])} of the {places['side']} of {ACTOR}"
    ),
    "a held": _owned_place,
    "passed on": _passed_on,
    "place of A": _place_of_value,
    "capacity": _capacity,
    "top n deck": lambda places, inventory: _top(places, inventory, _deck(places, inventory)),
    "top n drawn": lambda places, inventory: _top(places, inventory, places["drawn"].removeprefix("the ")),
    "top n other": lambda places, inventory: _top(places, inventory, places["other"].removeprefix("the ")),
    "w S": _some_space,
    "spaces S": lambda places, _: plural(singular(places.word("S"))).capitalize(),
    "each": _each,
    "roller": _roller,
    "dice": _dice,
    "dice n": _how_many_dice,
    "seat": _seat,
    "first": _first,
    "a K so": lambda places, _: articled(f"{places.word('q')} {places['K']}"),
    "article": lambda places, _: "every" if places.word("article") == "all" else places.word("article"),
}
