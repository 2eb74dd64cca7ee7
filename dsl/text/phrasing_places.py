"""What stands in the places of a phrasing: `<K>` is a piece of the rulebook, `{held}` where its player has it. What the
rulebook does not tell is `Unknown`, so that the phrasing is passed over."""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.text.inflection import a_or_an
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS
from dsl.text.other_languages import SLIPS

NUMBERS = {word: meant[0] for word, meant in SLIPS.items() if meant[0].isdecimal() and " " not in word}
SPACE = re.compile(r"[A-Z]{1,2}\d{1,2}")
COINED = ("finished", "ahead", "done-for", "meant")  # qualities that the writer still has to name better


class Places(dict[str, str]):
    """What stands in the places of a phrasing, and what the rulebook tells of it.

    `{Ks}` are several of the piece; `{deck}`, `{discard}`, `{hand}` the places that are so; `{store}` where the pieces
    are at first; `{held}` where the player has them, `{theirs}` the other one; `{inside}` what pieces a place is for.
    """

    def __init__(
        self, found: dict[str, str], inventory: Inventory, text: str, condition: Callable[[str, Inventory], str]
    ) -> None:
        """`condition` gives a condition as the language has it."""
        super().__init__(found)
        self.inventory, self.text = inventory, text
        self._condition = condition

    def __getitem__(self, name: str) -> str:
        told = TOLD.get(name)
        if told is not None:
            return told(self, self.inventory)
        if name not in self:
            raise Unknown
        words = super().__getitem__(name)
        return words if name in AS_THEY_STAND else self.inventory.phrase(words, self["p"])

    def condition(self, text: str) -> str:
        return self._condition(text, self.inventory)

    def word(self, name: str, otherwise: str = "") -> str:
        """What stands there, as it is written."""
        if name not in self and not otherwise:
            raise Unknown
        return self.get(name, otherwise)

    @property
    def named_place(self) -> str:
        """The name of the place."""
        return self.inventory.called(re.sub(r" of .*", "", self["place"]))


AS_THEY_STAND = frozenset(
    "q r z v w S m a b start end tail example limit list many name shape direction word verb Step heading when event "
    "rest lead".split()
)


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
    return ACTOR if word.lower() == "you" else word


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
    return f"the {inventory.start_of(inventory.called(re.sub(r' (?:of|on|in) .*', '', places['x'])))}"


def _drawn(places: Places, inventory: Inventory) -> str:
    if "K" in places and inventory.start_of(places["K"]) != inventory.deck():
        raise Unknown
    return f"the {inventory.deck()}"


def _some_space(places: Places, inventory: Inventory) -> str:
    space = inventory.called(places.word("S"))
    return f"{a_or_an(places['w'])} {places['w']} {space}" if "w" in places else f"{a_or_an(space)} {space}"


def _dice(places: Places, inventory: Inventory) -> str:
    return inventory.thing(inventory.called(places.word("dice"))).others


def _how_many_dice(places: Places, inventory: Inventory) -> str:
    if "n" in places:
        return places["n"]
    lines = inventory.thing(inventory.called(places.word("dice"))).lines
    return next((line.split()[2] for line in lines if re.fullmatch(r"there are \d+", line)), "2")


def _must(places: Places, inventory: Inventory) -> str:
    """`the Pawn must not be tired`: `the Pawn is not tired`."""
    found = re.fullmatch(r"(not )?be (.*)", places["z"])
    if not found:
        raise Unknown
    text = f"{places['x']} is {found[1] or ''}{found[2]}"
    return places.condition(text)


def _printed(places: Places, _: Inventory) -> str:
    """What is printed for a Name with small words, `seal of excellence`: all that stands in the heading."""
    return re.sub(r"^\w+ (?:the )?", "", places.text).lower()


def _deed(places: Places, inventory: Inventory) -> str:
    """What is done by `sells 3 leather`: the action of that verb, with what it is done to."""
    verb = places["verb"]
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    action = inventory.only(name for name in inventory.actions if name.partition(" ")[0].lower() in stems)
    return f"{action} {re.sub(r'^(?:[0-9]+|an?) ', '', places['rest'])}"


def _done(places: Places, inventory: Inventory) -> str:
    """What a player does by a verb of the rulebook, `takes a bonus`; and for whom, if that is last there."""
    verb = places.word("verb")
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    rest = f" {places['rest']}" if "rest" in places else ""
    head = inventory.only(
        text for text in inventory.texts for stem in stems if re.match(rf"to {stem}\b", text) and verb != stem
    )
    whose = re.search(r" (\w+) a Player(?: called [\w-]+)?$", head)
    stem = head.split(" ")[1]
    missing = f" {whose[1]} {places['p']}" if whose and f" {whose[1]} " not in f"{rest} " else ""
    return f"{stem}{rest}{missing}"


def _first(_: Places, inventory: Inventory) -> str:
    if not inventory.seats:
        raise Unknown
    return inventory.seats[0]


def _seat(places: Places, inventory: Inventory) -> str:
    return places.word("p") if places.get("p") in inventory.seats else _first(places, inventory)


def _action(places: Places, inventory: Inventory) -> str:
    if places.word("Action") not in inventory.actions:
        raise Unknown
    return places.word("Action")


def _actions(_: Places, inventory: Inventory) -> str:
    if not inventory.actions:
        raise Unknown
    return " or ".join(inventory.actions)


def _deeds(_: Places, inventory: Inventory) -> str:
    """Any of them, as a rule names what it follows."""
    if not inventory.actions:
        raise Unknown
    *others, last = inventory.actions
    return f"{', '.join(others)} or {last}" if others else last


def _price(places: Places, _: Inventory) -> str:
    """A number, of something if it is said of what."""
    return " ".join(places[name] for name in ("n", "q") if name in places)


def _windows(_: Places, inventory: Inventory) -> str:
    if not inventory.windows:
        raise Unknown
    return ", ".join(inventory.windows)


def _at(places: Places, inventory: Inventory) -> str:
    place = inventory.things.get(places.named_place)
    return f"{'in' if place is not None and place.sort == 'place' else 'on'} {places['place']}"


def _each(places: Places, inventory: Inventory) -> str:
    return inventory.called(places.word("each"))


def _with_article(name: str) -> str:
    return f"{a_or_an(name)} {name}"


def _held(places: Places, inventory: Inventory) -> str:
    return places["place"] if "place" in places else f"the {inventory.held(places['K'])} of {places['p']}"


def _flags(places: Places, inventory: Inventory) -> list[str]:
    """The qualities that the thing can have or not."""
    thing = inventory.thing(inventory.called(re.sub(r" (?:of|on|in) .*", "", places["x"])))
    lists = (
        line.removeprefix("can be ").partition(" , seen ")[0] for line in thing.lines if line.startswith("can be ")
    )
    return [word for listed in lists for word in listed.split(" , ")]


def _made_so(places: Places, inventory: Inventory) -> str:
    """The quality that a verb gives: who tires a thing makes it tired."""
    verb = places.word("verb")
    stem = verb.removesuffix("s") if verb.endswith("s") else verb
    return inventory.only(flag for flag in _flags(places, inventory) if flag in (f"{stem}d", f"{stem}ed", f"{stem}n"))


def _tally(places: Places, inventory: Inventory) -> str:
    """The value that counts what each player has, if the rulebook has it already."""
    means = re.compile(rf"the ([\w-]+) of a Player means the number of {places['Ks']} in {places['held']}")
    return next((found[1] for text in inventory.texts if (found := means.fullmatch(text))), "tally")


SCORES = (r"the Player scores the ([\w-]+) of the Player", r"the (score|points|result) of a Player means .*",
          r"a Player has an? (Score|Points)\b.*")  # fmt: skip


def _points(_: Places, inventory: Inventory) -> str:
    found = (re.match(pattern, text) for pattern in SCORES for text in inventory.texts)
    return next((match[1] for match in found if match), "score")


def _points_defined(places: Places, inventory: Inventory) -> str:
    """What counts, where the rulebook has it only as something that a place of each player has."""
    if any(re.match(pattern, text) for pattern in SCORES for text in inventory.texts):
        return ""
    has = ((t.name, re.match(r"has an? ([A-Z][\w -]*)", line)) for t in inventory.owned() for line in t.lines)
    place, what = inventory.only((name, match[1]) for name, match in has if match)
    return f"the score of a Player means the {what} of the {place} of the Player"


def _coined(_: Places, inventory: Inventory) -> str:
    """A word for a quality that the rulebook still has no use for."""
    texts = "\n".join(inventory.texts)
    words = (*COINED, *(f"{COINED[0]}-{number}" for number in range(2, len(inventory.texts) + 3)))
    return next(word for word in words if not re.search(rf"\b{word}(?![\w-])", texts))


def _several(places: Places, inventory: Inventory) -> str:
    return inventory.thing(places["K"]).others


def _titled(places: Places, _: Inventory) -> str:
    """The words of a Name with capitals."""
    return " ".join(word.capitalize() for word in places["rest"].split())


SET = re.compile(r"chooses (?!one\b).* among (?:[a-z][\w-]* )*([A-Z][\w' -]*?) called ([\w-]+)")


def _one_chosen(_: Places, inventory: Inventory) -> str:
    """What stands for each of a set, `Card in the picked`, where the rulebook has only one."""
    sets = {found.groups() for text in inventory.texts if (found := SET.search(text))}
    several, name = inventory.only(sorted(sets))
    return f"{inventory.called(several)} in the {name}"


SMALL = "|".join(sorted(word.lower() for word in PLACE_WORDS | ROLE_WORDS))
AND_THEN = {"to": "with"}  # behind a thing with this word the next has that one, else `to`


def _left_to_say(places: Places, inventory: Inventory) -> list[str]:
    """The words before the things of an action, as its heading has them, that an example does not say."""
    known = [text.removeprefix("action ") for text in inventory.texts if text.startswith("action ")]
    said = places.word("many").partition(" , ")[0]
    name = max((name for name in inventory.actions if said.startswith(f"{name} ")), key=len, default="")
    head = next((text.removeprefix(name) for text in known if name and text.startswith(f"{name} ")), None)
    if head is None:
        raise Unknown
    found = re.findall(rf"(?:(\b(?:{SMALL})) )?\ban? [A-ZÀ-Þ]", head)
    words = [word or AND_THEN.get(found[k - 1], "to") if k else word for k, word in enumerate(found)]
    return [word for word in words if word and f" {word} " not in said]


def _things_done(places: Places, inventory: Inventory) -> str:
    """What is done, as the heading has it; of what is chosen under the heading, nothing yet."""
    words = _left_to_say(places, inventory)
    said = [*places.word("many").split(" , "), *re.split(" , (?:and )?", places["b"])]
    done, others = said[0], said[1:]
    start, verb, *_ = re.findall(r"^\w+|\b(?:does|cannot|can|could)\b", places.text)
    if len(words) == len(others):
        rest = " ".join(f"{word} {thing}" for word, thing in zip(words, others, strict=True))
        return f"{start} {places['p']} {verb} {done} {rest}"
    if words or len(others) > 1:
        raise Unknown
    return f"when {places['p']} does {done}"


def _then_chosen(places: Places, inventory: Inventory) -> str:
    """What is chosen when the action has begun, in a line of its own."""
    if _left_to_say(places, inventory):
        return ""
    if places.text.startswith("when"):
        return f"when {places['p']} chooses {places['b']}"
    return f"then {places['p']} {'cannot' if ' cannot ' in places.text else 'can'} choose {places['b']}"


TOLD: dict[str, Callable[[Places, Inventory], str]] = {
    "n": _number,
    "n times": lambda places, _: "" if places["n"] == "1" else f"{places['n']} multiplied by ",
    "p": lambda places, inventory: _player(places, "p", inventory),
    "several n": _several_times,
    "article": lambda places, _: "every" if places.word("article") == "all" else places.word("article"),
    "K": _piece,
    "a K": lambda places, _: _with_article(places["K"]),
    "Ks": _several,
    "A": lambda places, inventory: inventory.called(places.word("A")),
    "place": lambda places, _: _place(places, "place"),
    "other": lambda places, _: _place(places, "other"),
    "at place": _at,
    "only": _only_one,
    "inside": lambda places, inventory: inventory.kept_in(places.named_place),
    "an inside": lambda places, _: _with_article(places["inside"]),
    "deck": lambda _, inventory: f"the {inventory.deck()}",
    "drawn": _drawn,
    "shuffled": lambda places, inventory: places["place"] if "place" in places else f"the {inventory.deck()}",
    "discard": lambda _, inventory: f"the {inventory.discard()}",
    "hand": lambda places, inventory: f"the {inventory.hand()} of {places['p']}",
    "store": lambda places, inventory: f"the {inventory.start_of(places['K'])}",
    "from": lambda places, _: places["place"] if "place" in places else places["store"],
    "gone": _gone,
    "held": _held,
    "theirs": lambda places, inventory: f"the {inventory.held(places['K'])} of {_player(places, 'viewer', inventory)}",
    "viewer": lambda places, inventory: _player(places, "viewer", inventory),
    "w S": _some_space,
    "dice": _dice,
    "dice n": _how_many_dice,
    "x before": lambda places, _: f"{places['x']} " if "x" in places else "",
    "c": lambda places, _: places.condition(places.word("c")),
    "must": _must,
    "first": _first,
    "printed": _printed,
    "deed": _deed,
    "titled": _titled,
    "one chosen": _one_chosen,
    "things done": _things_done,
    "then chosen": _then_chosen,
    "done": _done,
    "a S": lambda places, inventory: _with_article(inventory.called(places.word("S"))),
    "seat": _seat,
    "Action": _action,
    "actions": _actions,
    "deeds": _deeds,
    "windows": _windows,
    "n and what": _price,
    "its quality": lambda places, inventory: inventory.only(_flags(places, inventory)),
    "made so": _made_so,
    "highest": lambda places, _: "lowest" if re.match("fewest|least|lowest", places.word("much")) else "highest",
    "tally": _tally,
    "tally defined": lambda places, _: (
        f"the {places['tally']} of a Player means the number of {places['Ks']} in {places['held']}"
    ),
    "points": _points,
    "points defined": _points_defined,
    " follows": lambda places, _: f" {places.get('follows', '')}".rstrip(),
    " in rest": lambda places, _: (
        f" {re.search(r' (in|on) ' + re.escape(places['rest']), places.text)[1]} {places['rest']}"  # type: ignore[index]
        if "rest" in places
        else ""
    ),
    " rest": lambda places, _: f" {places.get('rest', '')}".rstrip(),
    ", rest": lambda places, _: f", {places['rest']}" if "rest" in places else "",
    "a a": lambda places, inventory: _with_article(inventory.called(places.word("a"))),
    "a b": lambda places, inventory: _with_article(inventory.called(places.word("b"))),
    "a thing z": lambda places, inventory: _with_article(inventory.called(places.word("z"))),
    "a z": lambda places, _: _with_article(places["one z"]),
    "zs": lambda places, inventory: inventory.several(places["one z"]),
    "coined": _coined,
    "phase": lambda _, inventory: inventory.only(inventory.phases),
    "one z": lambda places, inventory: inventory.called(places.word("z")),
    "each": _each,
    "time": lambda places, _: places.word("time").removeprefix("the "),
}
