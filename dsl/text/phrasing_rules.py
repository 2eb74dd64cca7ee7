"""What stands in the places of phrasings of whole rules: what is not to be so, who has the most, ways, and what is told
elsewhere in a rulebook."""

from __future__ import annotations

import re

from dsl.board.shapes import letters
from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_places import EMPTY, NUMBERS, Filler, Places
from dsl.text.possessives import NAME

LEAVE = "leave it out"
# The opposite of a condition, by its words; the first that is there is turned.
OPPOSITES = (
    (r"there is no ", "there is a "), (r"there is an? ", "there is no "),
    (r"there are at least ", "there are fewer than "), (r"there are at most ", "there are more than "),
    (r"there are fewer than ", "there are at least "), (r"there are more than ", "there are at most "),
    (r" is at least ", " is less than "), (r" is at most ", " is more than "), (r" is more than ", " is at most "),
    (r" is less than ", " is at least "), (r"^no (.*) is ", r"there is a \1 that is "),
    (r"^every (.*?) is ", r"there is a \1 that is not "), (r" is not ", " is "), (r" is ", " is not "),
)  # fmt: skip
GRID = re.compile(r"made of .* in a grid of (\d+) by (\d+)")
HEXAGON = re.compile(r"made of .* in a hexagon of (\d+)")
WHOSE_OWN = re.compile(rf"(?:of )?(?:your|their|his|her) ({NAME})(.*)")


def negated(condition: str) -> str:
    """What is so when a condition is not; of several that are joined it is not said in a few words."""
    if re.search(r" (?:and|or) (?!at )", condition):
        raise Unknown
    for words, opposite in OPPOSITES:
        turned, found = re.subn(words, opposite, condition, count=1)
        if found:
            return re.sub(r"\bthere is an? (?=(\w))", lambda one: f"there is {a_or_an(one[1])} ", turned)
    raise Unknown


def _having(places: Places, who: str) -> str:
    """A condition of what somebody has: `more than 7 Cards`, `no Coins in hand`."""
    text = re.sub(r" in (?:(?:their|his|her|your) )?[Hh]and$", "", places.word("have"))
    told = places.condition(f"{who} has {text}")
    if re.search(r"\bhas\b", told):
        raise Unknown
    return told


def _needed_not(places: Places, inventory: Inventory) -> str:
    """What must not be so, where needs can stand."""
    if not inventory.is_of_an_action:
        raise Unknown
    return negated(places["c"])


def _needed(places: Places, inventory: Inventory) -> str:
    """`needs the Card in your Hand`, `needs 3 Coins`: what is so then."""
    said = places.word("rest")
    there = re.fullmatch(rf"(the {NAME}) ((?:to be )?(?:in|on|at|under) .+)", said)
    said = f"at least {said}" if re.match(r"(?:\d+|one|two|three|four|five) ", said) else said
    told = f"{there[1]} is {inventory.phrase(there[2].removeprefix('to be '))}" if there else f"{ACTOR} has {said}"
    told = places.condition(told)
    if re.search(r"\bhas\b", told):
        raise Unknown
    return told


def _barred(places: Places, _: Inventory) -> str:
    """`cannot move onto a Square that is occupied`: the Square is not occupied."""
    said = places.word("rest") if "rest" in places else places.word("w")
    return negated(places.condition(f"the {places['one S']} is {said}"))


def _has_it(places: Places, _: Inventory) -> str:
    """`must have a higher Strength than the other`: what is so then."""
    said = f"{places.word('x')} has {places.word('rest')}"
    told = places.condition(said)
    if told == said:
        raise Unknown
    return told


def _one_of(places: Places, inventory: Inventory) -> str:
    """The piece of which these are several."""
    if places.word("Ks") not in inventory.others:
        raise Unknown
    return inventory.called(places.word("Ks"))


def _own_one(places: Places, inventory: Inventory) -> str:
    """The same, of whoever does it where each player has their own."""
    name = _one_of(places, inventory)
    return f"{name} of {places['p']}" if inventory.is_owned(name) else name


def _where(places: Places, _: Inventory) -> str:
    """Where things lie that are taken: `on the Square`, `in the Market`."""
    found = re.search(rf" (on|in|from) {re.escape(places.word('y'))}$", places.text)
    role = "in" if found is None or found[1] == "from" else found[1]
    return f" {role} {places['y']}"


def _store_if_owned(places: Places, inventory: Inventory) -> str:
    if not inventory.is_owned(places["K"]):
        raise Unknown
    return inventory.store_of(places["K"], places["p"])


# -------------------------------------------------------------------------------------------------- who has the most


def _best(places: Places, inventory: Inventory) -> tuple[str, tuple[str, ...]]:
    """The sentence that says who wins, without `wins`, and what it needs besides."""
    said = f"{places.word('x').removesuffix(' wins')} wins"
    known = re.fullmatch(r"the Player with (?:the (?:highest|lowest) ([\w-]+)(?: , then )?)+ wins", said)
    if known and known[1] not in inventory.kinds:
        return said.removesuffix(" wins"), ()
    for meant in places.meant(said):
        if len(meant.lines) == 1 and meant.lines[0].endswith(" wins"):
            return meant.lines[0].removesuffix(" wins"), meant.apart
    if known:
        return said.removesuffix(" wins"), ()
    raise Unknown


def _second(places: Places, inventory: Inventory) -> tuple[str, str]:
    """What is compared when several are equal, and how it is defined: the pieces that each has, or a value there is."""
    word = places.word("B")
    name = inventory.called(word) if word.lower() in inventory.forms else word
    if name not in inventory.things:
        if not any(
            re.match(rf"(?:the|an?) (?:{name} of a Player|Player has an? {name})\b", t) for t in inventory.texts
        ):
            raise Unknown
        return name, ""
    where = f"the {inventory.held(name)} of the Player"
    return "tie-break", f"the tie-break of a Player means the number of {inventory.several(name)} in {where}"


def _ranked(places: Places, inventory: Inventory) -> str:
    """What players are compared by: an attribute of theirs, or a value."""
    word = places.word("A", "Bid")
    known = (rf"a Player has an? (?:.* called )?{word}\b", rf"the {word} of a Player means ")
    if not any(re.match(one, text) for one in known for text in inventory.texts):
        raise Unknown
    return word


def _last(_: Places, inventory: Inventory) -> str:
    """A word for whoever has brought on the end."""
    return inventory.first(one for one in ("final", "last-to-act") if one not in inventory.words)


# ------------------------------------------------------------------------------------------------------------- ways


def verb_of(text: str) -> str:
    """What somebody does: `take` of `the Player takes 3 Coins`."""
    found = re.match(r"(?:(?:the|they|he|she|you) (?:Player |[a-z]+ (?=[a-z]+ ))?)?([a-z]+)\b", text)
    if found is None:
        raise Unknown
    return found[1]


def _way(places: Places, own: str, other: str) -> str:
    """A Name for one of two ways: by what is done, and with what if the same is done in both."""
    said, elsewhere = places.word(own), places.word(other)
    verbs = [singular(verb_of(one if verb_like(one) else another)).capitalize() for one, another in (
        (said, elsewhere), (elsewhere, said))]  # fmt: skip
    if verbs[0] != verbs[1]:
        return verbs[0]
    things = re.findall(NAME, said)
    return f"{verbs[0]} {singular(things[0])}" if things else f"{'First' if own == 'a' else 'Second'} {verbs[0]}"


def verb_like(text: str) -> bool:
    """Whether a text says what is done; else it is only with what, `a Card`."""
    return not re.match(r"(?:an?|\d+|one|two|three) ", text)


COUNTED = re.compile(rf"(?:\d+|an?|one|all|every|the(?! Player)|{'|'.join(NUMBERS)}) ")
LEFT_TO_SAY = re.compile(rf"([a-z]+) (\d+|one|{'|'.join(NUMBERS)})(?: of (?:them|these))?")


def behind(said: str, begun: str, who: str) -> tuple[str, ...]:
    """What is meant by words behind `and` that do not say everything: `2 Cards` behind `take 3 Coins`, or
    `discards 1` behind `draws 2 Cards`."""
    counted = re.search(rf"{COUNTED.pattern}(?=(?:[a-z-]+ )?[A-Z])", begun)
    if COUNTED.match(said) and counted:
        begin = begun[: counted.start()]
        return (f"{begin}{said}",) if re.match(r"(?:the|they|[A-Z]|give|deal) ?", begin) else (f"{who} {begin}{said}",)
    left = LEFT_TO_SAY.fullmatch(said)
    things = re.findall(NAME, begun.removeprefix("the Player "))
    if not left or not things:
        return ()
    one = left[2] in ("1", "one")
    return (f"{who} {left[1]} {articled(singular(things[-1])) if one else f'{left[2]} {things[-1]}'}",)


# ------------------------------------------------------------------------------------------------- what is for each one


def _each(places: Places, inventory: Inventory) -> str:
    """`your Pawns on the Field`: `Pawn of the Player on the Field`."""
    said = re.sub(rf"^(?!(?:your|their) )({NAME}) (?:they|you) (?:have|own|control)", r"their \1", places.word("many"))
    own = WHOSE_OWN.fullmatch(said)
    if own:
        name = inventory.called(own[1])
        told = inventory.of_a_player("a", name, places["p"])
        return inventory.phrase(f"{told}{own[2]}").removeprefix("an ").removeprefix("a ")
    name = inventory.forms.get(said.lower(), ("", ""))[1]
    if name in inventory.things and inventory.things[name].sort == "piece" and inventory.is_owned(name):
        return f"{name} of {places['p']}"  # their own
    boards = [thing for thing in inventory.things.values() if thing.sort == "board" and thing.is_for_each]
    taking = [one.name for one in boards if name in inventory.things and not inventory.takes_others(one, name)]
    if len(taking) == 1 and any(line.startswith("takes ") for line in inventory.things[taking[0]].lines):
        return f"{name} on the {taking[0]} of {places['p']}"
    first = said.split(" ")[0]
    if not re.match(r"[A-Z]", first) and first not in inventory.words and first not in inventory.forms:
        raise Unknown
    return inventory.phrase(said, places["p"])


def _some(places: Places, inventory: Inventory) -> str:
    """Which quality it has, and what it is: `empty Square`."""
    space = inventory.called(places.word("S"))
    return f"{EMPTY.get(places.word('w'), places.word('w'))} {space}"


# --------------------------------------------------------------------------------------------------- dice and boards


def _all_dice(_: Places, inventory: Inventory) -> str:
    """The only sort of dice that there is."""
    dice = (t.name for t in inventory.things.values() if t.sort == "piece" and {"Die", "Dice"} & {*t.name.split()})
    return inventory.only(dice)


def _die(places: Places, inventory: Inventory) -> str:
    return inventory.called(places.word("dice"))


def _shown(die: str, places: Places) -> str:
    """What such a die shows."""
    return places.told_of({"K": die}, "number")


def _middle(places: Places, inventory: Inventory) -> str:
    """The space in the middle of a board, if one is."""
    lines = inventory.thing(inventory.called(places.word("board"))).lines
    grids = [(int(found[1]), int(found[2])) for line in lines if (found := GRID.fullmatch(line))]
    hexagons = [(2 * int(found[1]) - 1,) * 2 for line in lines if (found := HEXAGON.fullmatch(line))]
    width, height = inventory.only([*grids, *hexagons])
    if width % 2 == 0 or height % 2 == 0:
        raise Unknown
    return f"{letters(width // 2)}{height // 2 + 1}"


def _where_others_start(_: Places, inventory: Inventory) -> str:
    """The place in which pieces lie that nobody draws and no player has."""
    plain = [t.name for t in inventory.things.values() if t.sort == "place" and not t.is_for_each]
    loose = [name for name in plain if "keeps order" not in inventory.things[name].lines]
    many = {name: inventory.texts.count(f"starts in the {name}") for name in loose}
    most = max(many.values(), default=0)
    return f"the {inventory.only(name for name, count in many.items() if most and count == most)}"


def _to_the_middle(places: Places, inventory: Inventory) -> str:
    """What brings the pieces of the heading there."""
    name, store = inventory.heading, places["where others start"]
    if not name:
        raise Unknown
    each = any("for each Player" in line for line in inventory.thing(name).lines)
    goal = places["middle"]
    return (
        f"for each Player, move {articled(name)} of the Player in {store} to {goal}"
        if each
        else f"move {articled(name)} in {store} to {goal}"
    )


# -------------------------------------------------------------------------------------------- what is told elsewhere


def _sides(places: Places, inventory: Inventory) -> str:
    """What to do with `a Die has 6 sides`: nothing, if the range is told."""
    name = places["K"]
    try:
        kind = places.told_of({"K": name}, "number")
    except Unknown:
        return f"{LEAVE}, and under {name}: has a Face, seen by all"
    if f"{kind} is from 1 to {places['n']}" not in inventory.texts:
        raise Unknown
    return LEAVE


def _owned_anyway(places: Places, inventory: Inventory) -> str:
    if not inventory.is_owned(places["K"]):
        raise Unknown
    return LEAVE


def _there_anyway(places: Places, inventory: Inventory) -> str:
    if f"the {inventory.start_of(places['K'])}" != places["place"]:
        raise Unknown
    return LEAVE


def _turns_said(_: Places, inventory: Inventory) -> str:
    if not any(text.startswith("take turns from ") for text in inventory.texts):
        raise Unknown
    return LEAVE


def _never_said(_: Places, inventory: Inventory) -> str:
    """The same where nobody takes turns."""
    if any(text.startswith("take turns ") for text in inventory.texts):
        raise Unknown
    return LEAVE


def _winner(_: Places, inventory: Inventory) -> str:
    """Who wins, as it is said elsewhere, or by the only number that players have."""
    said = next((text for text in inventory.texts if re.fullmatch(r"the Player with the .+ wins", text)), "")
    numbers = _numbers_of_players(inventory)
    if not said and len(numbers) != 1:
        raise Unknown
    return said or f"the Player with the highest {numbers[0]} wins"


def _winner_by_several(_: Places, inventory: Inventory) -> str:
    """How it is said who wins, where players have several numbers."""
    if not _numbers_of_players(inventory):
        raise Unknown
    return "say who wins, as in: the Player with the highest … wins"


def _numbers_of_players(inventory: Inventory) -> list[str]:
    had = (re.match(rf"a Player has an? ({NAME})(?= ,|$)", text) for text in inventory.texts)
    return [one[1] for one in had if one and one[1] in inventory.kinds and one[1] not in inventory.values_of]


def _of_what(places: Places, inventory: Inventory) -> str:
    """The kind of a thing that is spoken of by its name: `the Boat of the Player`."""
    found = re.match(rf"the ({NAME})(?: of |$)", places.word("x"))
    if found is None or found[1] not in inventory.things or inventory.things[found[1]].sort != "piece":
        raise Unknown
    return found[1]


def _limited(places: Places, inventory: Inventory) -> str:
    """Where each player has what is limited."""
    return inventory.held(places["K"]) if "K" in places else inventory.hand()


def _pile_again(places: Places, inventory: Inventory) -> str:
    """The pile of what is done with, if that is meant."""
    if inventory.called(places.word("pile")) != inventory.discard():
        raise Unknown
    return f"the {inventory.discard()}"


def _round(_: Places, inventory: Inventory) -> str:
    """What counts rounds, where nothing else is called so."""
    if "Round" in inventory.names:
        raise Unknown
    return "Round"


def _often(places: Places, _: Inventory) -> str:
    number = places["n"]
    return "once" if number == "1" else f"{NUMBERS.get(number, number)} times"


RULES: dict[str, Filler] = {
    "lead": lambda places, _: re.sub(r"^the game .*", "the game ends when", places.word("lead")),
    "needed": _needed,
    "not c": lambda places, _: negated(places["c"]),
    "needed not c": _needed_not,
    "they have": lambda places, _: _having(places, ACTOR),
    "not having": lambda places, _: negated(_having(places, places["p"])),
    "not so": _barred,
    "having": lambda places, _: _having(places, places["p"]),
    "not q": lambda places, _: negated(places.condition(f"{places['x']} is {places.word('q')}")),
    "what it has": _has_it,
    "K or one of Ks": lambda places, inventory: places["K"] if "K" in places else _one_of(places, inventory),
    "store of them": lambda places, inventory: (
        f"the {inventory.start_of(places['K'] if 'K' in places else _one_of(places, inventory))}"
    ),
    " where y": _where,
    "held of them": lambda places, inventory: f"the {inventory.held(places['K'])} of {places['p']}",
    "store if owned": _store_if_owned,
    "given out at first": lambda places, inventory: places.told_of({"K": places.word("K")}, "given out"),
    "a one of Ks": lambda places, inventory: articled(_one_of(places, inventory)),
    "held of Ks": lambda places, inventory: f"the {inventory.held(_one_of(places, inventory))} of {places['p']}",
    "best": lambda places, inventory: _best(places, inventory)[0],
    "best defined": lambda places, inventory: "\n".join(_best(places, inventory)[1]),
    "second count": lambda places, inventory: _second(places, inventory)[0],
    "second defined": lambda places, inventory: _second(places, inventory)[1],
    "most": lambda places, _: "highest" if places.word("most").startswith(("most", "highest")) else "lowest",
    "ranked": _ranked,
    "last": _last,
    "way a": lambda places, _: _way(places, "a", "b"),
    "way b": lambda places, _: _way(places, "b", "a"),
    "each of many": _each,
    "each w S": _some,
    "die": _die,
    "die number": lambda places, inventory: _shown(_die(places, inventory), places),
    "a all die": lambda places, inventory: articled(_all_dice(places, inventory)),
    "all dice": lambda places, inventory: inventory.several(_all_dice(places, inventory)),
    "all dice n": lambda places, inventory: places.told_of({"dice": _all_dice(places, inventory)}, "dice n"),
    "all die number": lambda places, inventory: _shown(_all_dice(places, inventory), places),
    "all die numbers": lambda places, inventory: inventory.several(_shown(_all_dice(places, inventory), places)),
    "middle": _middle,
    "where others start": _where_others_start,
    "to the middle": _to_the_middle,
    "sides said": _sides,
    "left out if owned": _owned_anyway,
    "left out if there": _there_anyway,
    "left out if turns": _turns_said,
    "left out without turns": _never_said,
    "winner": _winner,
    "winner by one of several": _winner_by_several,
    "own one of Ks": _own_one,
    "kind of x": _of_what,
    "a kind of x": lambda places, inventory: articled(_of_what(places, inventory)),
    "when p": lambda places, _: f"{'when ' if places.text.startswith('when ') else ''}{places['p']}",
    "limited": _limited,
    "limited by p": lambda places, inventory: f"the {_limited(places, inventory)} of {places['p']}",
    "limited inside": lambda places, inventory: places["K"] if "K" in places else inventory.kept_in(inventory.hand()),
    "limited insides": lambda places, inventory: inventory.several(
        places["K"] if "K" in places else inventory.kept_in(inventory.hand())
    ),
    "pile again": _pile_again,
    "often": _often,
    "Round": _round,
    "held by that side": lambda places, inventory: (
        f"the {inventory.held(places['K'])} of the {places['side']} of {places['p']}"
    ),
    "hand of the viewer": lambda places, inventory: f"the {inventory.hand()} of {places['viewer']}",
    "the B held": lambda places, inventory: f"the {inventory.held(places['B'])} of {places['p']}",
    "q K": lambda places, _: f"{places['q']} {places['K']}" if "q" in places else places["K"],
}
