"""What stands in phrasings of the head of a rulebook, and of how its things look."""

from __future__ import annotations

import re

from dsl.text.inflection import articled, plural, singular
from dsl.text.inventory import Inventory, Unknown
from dsl.text.phrasing_places import EMPTY, NUMBERS, Filler, Places

SEATS = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hugo")
FORMS = {
    "circle": "disc", "disk": "disc", "token": "disc", "counter": "disc", "round": "disc", "block": "cube",
    "square": "tile", "meeple": "pawn", "man": "pawn", "gem": "crystal", "diamond": "crystal", "dice": "die",
    "hut": "house", "stone": "stone", "tile": "tile", "card": "card", "cube": "cube", "disc": "disc", "pawn": "pawn",
    "house": "house", "rock": "rock", "crystal": "crystal", "die": "die",
}  # fmt: skip
"""Words for forms of pieces, each with the one that pictures know."""


def _seats(number: str) -> Filler:
    """Names for so many seats."""

    def named(places: Places, _: Inventory) -> str:
        word = places.word(number)
        digits = NUMBERS.get(word, word)
        count = int(digits) if digits.isdecimal() else 0
        if not 0 < count <= len(SEATS):
            raise Unknown
        return ", ".join(SEATS[:count])

    return named


def _form(places: Places, _: Inventory) -> str:
    """In which form a piece is drawn; nothing where none is said."""
    word = places.word("form", " ").lower()
    form = FORMS.get(word) or FORMS.get(word.removesuffix("s"))
    if form is None and word.strip():
        raise Unknown
    return f"{places['a K']} is drawn as {articled(form)}" if form else ""


def _empty_deck(_: Places, inventory: Inventory) -> str:
    deck = inventory.deck()
    return f"there is no {inventory.kept_in(deck)} in the {deck}"


def _word(places: Places, _: Inventory) -> str:
    """A word for what has no name yet, as a name."""
    return singular(places.word("W").title())


def _piece_above(_: Places, inventory: Inventory) -> str:
    """The piece under which a line stands."""
    if not inventory.heading:
        raise Unknown
    return inventory.heading


def _unlimited(_: Places, inventory: Inventory) -> str:
    """So many pieces that there are always enough; a place has no number."""
    if not inventory.heading:
        raise Unknown
    return "50"


def _named(slot: str, sort: str) -> Filler:
    """What is called so among the phases or actions of the rulebook."""

    def named(places: Places, inventory: Inventory) -> str:
        word = places.word(slot)
        if word not in getattr(inventory, sort):
            raise Unknown
        return word

    return named


def _several(places: Places, _: Inventory) -> str:
    """How many, of more than one."""
    number = places["n"]
    if number == "1":
        raise Unknown
    return number


def _definite(places: Places, _: Inventory) -> str:
    """A thing of which it is clear which it is."""
    if re.match(r"(?:an?|any|one|some|\d+) ", places.word("x")):
        raise Unknown
    return places["x"]


def _own_word(places: Places, _: Inventory) -> str:
    """A word for a value, that is none of the language."""
    word = places.word("word")
    if word in ("there", "it", "that", "this", "what"):
        raise Unknown
    return word


HEADS: dict[str, Filler] = {
    "as a text": lambda places, _: f"{places.text[:1].upper()}{places.text[1:]}.",
    "seats of n": _seats("n"),
    "seats of m": _seats("m"),
    "look of colour": lambda places, _: f"{places['a K']} is {places['paint']}" if "paint" in places else "",
    "look of form": _form,
    "deck is empty": _empty_deck,
    "a q S": lambda places, inventory: articled(
        f"{EMPTY.get(places.word('q', ' '), places.word('q', ' '))} {inventory.called(places.word('S'))}".strip()
    ),
    "held by first": lambda places, inventory: f"{inventory.held(places['K'])} of {places['first']}",
    "definite x": _definite,
    "own word": _own_word,
    "n of several": _several,
    "Phase": _named("Phase", "phases"),
    "first phase": _named("Phase", "all_phases"),
    "second phase": _named("Second", "all_phases"),
    "unlimited": _unlimited,
    "Second": _named("Second", "actions"),
    "W": _word,
    "Ws": lambda places, inventory: plural(_word(places, inventory)),
    "piece above": _piece_above,
    "place name": lambda places, _: places.named_place,
}
