"""Sentences of which some words are another way to say what the language has: each part is said anew, so that all of
them together can be one sentence. Nothing here knows what the sentence is."""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.text.inventory import Inventory, Unknown
from dsl.text.phrasing_places import NUMBERS
from dsl.text.phrasing_values import number_of
from dsl.text.possessives import NAME

QUALITIES = r"(?P<words>(?:(?!among )[a-z][\w-]* )*)"
MANY = rf"\d+|{'|'.join(NUMBERS)}"
END = r"(?= (?:,|if|otherwise|plus|minus|and|or|rounded|to|is|are|from|becomes|rises|falls|for)\b| ,|$)"
MOST = ("highest", "greatest", "largest", "biggest", "strongest")
LEAST = ("lowest", "smallest", "least", "cheapest", "weakest")
EXTREME = "|".join((*MOST, *LEAST))

Change = Callable[[re.Match[str], Inventory], str]


def _digits(word: str) -> str:
    return NUMBERS.get(word, word)


def _multiplied(found: re.Match[str], _: Inventory) -> str:
    """`3 times the bid`, `twice the bid`: `3 multiplied by the bid`."""
    return f"{_digits(found.groupdict().get('n') or '2')} multiplied by "


def _multiplied_behind(found: re.Match[str], _: Inventory) -> str:
    """`the bid times 3`: `the bid multiplied by 3`."""
    return f"{found['x']} multiplied by {_digits(found['n'])}"


def _halved(found: re.Match[str], _: Inventory) -> str:
    """`half the bid`: `the bid divided by 2`."""
    return f"{found['x']} divided by 2"


def _one_more(found: re.Match[str], _: Inventory) -> str:
    """`one more than the bid`: `the bid plus 1`."""
    return f"{found['x']} {'plus' if found['w'] == 'more' else 'minus'} 1"


def _nothing(_: re.Match[str], __: Inventory) -> str:
    return ""


def _with_the_most(found: re.Match[str], inventory: Inventory) -> str:
    """`the lowest Card in the Row`, `the Card with the lowest Rank`: `the Card of lowest Rank among Cards …`."""
    name = inventory.called(found["K"])
    if inventory.thing(name).sort != "piece":
        raise Unknown
    what = found["A"] if "A" in found.groupdict() else number_of(name, inventory)
    most = "highest" if found["most"] in MOST else "lowest"
    words = found["words"] or ""
    return f"the {words}{name} of {most} {what} among {words}{inventory.several(name)}"


def _of_them(found: re.Match[str], inventory: Inventory) -> str:
    """`their Tableau`: `the Tableau of the Player`."""
    name = inventory.called(found["K"])
    known = inventory.things.get(name)
    had = any(re.match(rf"a Player has an? {re.escape(name)}\b", text) for text in inventory.texts)
    if not had and (known is None or not known.is_for_each or known.sort == "piece"):
        raise Unknown
    return f"the {name} of the Player"


def _all_together(found: re.Match[str], inventory: Inventory) -> str:
    """`scores the Rank of every Card in the Row`: `scores the total Rank among Cards in the Row`."""
    name, kind = inventory.called(found["K"]), inventory.called(found["A"])
    if inventory.thing(name).sort != "piece" or kind in inventory.things:
        raise Unknown
    return f"{found['before']}the total {kind} among {inventory.several(name)}"


def _in_hand(_: re.Match[str], inventory: Inventory) -> str:
    return f"in the {inventory.hand()} of the Player"


def _every(found: re.Match[str], inventory: Inventory) -> str:
    """`all red Cards`: `every red Card`."""
    name = inventory.called(found["K"])
    if found["K"] != inventory.several(name) or " are " in found.string[found.end() :]:
        raise Unknown
    return f"every {found['words'] or ''}{name}"


def _that_one(found: re.Match[str], inventory: Inventory) -> str:
    """`if there is a red Card in the Row, the Player takes it`: `takes the Card`."""
    return f"{found[1]}the {found['K']}"


def _the_one_before(found: re.Match[str], inventory: Inventory) -> str:
    """`of that Suit`, `of this Suit`: `of the Suit`."""
    if found["K"] not in inventory.forms.get(found["K"].lower(), ()):
        raise Unknown
    return f"the {found['K']}"


def _at_an_end(found: re.Match[str], inventory: Inventory) -> str:
    """`the first Card on the Table`, where they lie in order: `the bottom of the Table`."""
    place = inventory.called(found["place"])
    if "keeps order" not in inventory.thing(place).lines:
        raise Unknown
    return f"the {'bottom' if found['end'] in ('first', 'bottom', 'bottommost') else 'top'} of the {place}"


def _in_front(found: re.Match[str], inventory: Inventory) -> str:
    """`a Card in front of them`: in the place of each player for such things that all see."""
    pieces = [name for name, thing in inventory.things.items() if thing.sort == "piece" and name in found.string]
    seen = [place for place in inventory.owned() if not any(line.startswith("seen by") for line in place.lines)]
    fit = (place.name for place in seen if not any(inventory.takes_others(place, piece) for piece in pieces))
    return f"in the {inventory.only(fit)} of the Player"


def _of_the_player(found: re.Match[str], inventory: Inventory) -> str:
    """`the bid`, which each player has: `the bid of the Player`; `the highest bid`: `the highest bid among Players`."""
    own = rf"a Player has an? (?:{NAME} called )?{re.escape(found['a'])}(?: ,.*)?"
    called = rf".*\bcalled {re.escape(found['a'])}\b"
    if not any(re.fullmatch(own, text) for text in inventory.texts) or any(
        re.match(called, text) and not text.startswith("a Player has") for text in inventory.texts
    ):
        raise Unknown
    if found.groupdict().get("most"):
        return f"the {found['most']} {found['a']} among Players"
    return f"the {found['a']} of the Player"


def _beside(found: re.Match[str], _: Inventory) -> str:
    """`the Player to their left`: `the left of the Player`."""
    return f"the {found['side']} of the Player"


def _only_a_number(found: re.Match[str], _: Inventory) -> str:
    """`scores 3 points`: `scores 3`."""
    return f"{found['before']}{found['n']}"


BEFORE = "What was brought in before is spoken of with `the`."
IN_ORDER = "What lies in order has a top and a bottom."
WHOSE = "Whose it is is said with `of`."
MULTIPLIED = "It is multiplied so."
HALVED = "What is divided is rounded down."
THE_MOST = "Which has the most is said of what they have, and among which."
EVERY = "What is done with all is done with `every`."
TURN = "What is done in a turn stands where turns are taken."
SIDE = "Who sits there is `the left` or `the right` of a player."
POINTS = "Points are only a number."

# What is said so, how it is told, and why; one after the other, as each can have others within.
CHANGES: tuple[tuple[str, Change, str], ...] = (
    (rf"\b(?:that|this) (?P<K>(?!Player\b){NAME})", _the_one_before, BEFORE),
    (
        rf"\bthe (?P<end>first|bottom|bottommost|last|top|topmost) {NAME} (?:on|in|of|from) the (?P<place>{NAME})",
        _at_an_end,
        IN_ORDER,
    ),
    (r"\bin front of (?:them|him|her|you|the Player|themselves|yourself)\b", _in_front, WHOSE),
    (rf"(?<!repeat )\b(?P<n>{MANY}) times (?=the |\()", _multiplied, MULTIPLIED),
    (r"\b(?:twice|double) (?=the [a-z])", _multiplied, MULTIPLIED),
    (rf"(?<!repeat )(?P<x>\bthe [^,]+?) times (?P<n>{MANY})\b", _multiplied_behind, MULTIPLIED),
    (r"\bhalf (?:of )?(?P<x>the (?:number|total|[a-z]\w+) (?!of )?[^,]+?)" + END, _halved, HALVED),
    (r" , rounded down\b| rounded down\b", _nothing, HALVED),
    (r"\b(?:one|1) (?P<w>more|less) than (?P<x>the .+?)" + END, _one_more, "More by so many is `plus`."),
    (
        rf"\bthe {QUALITIES}(?P<K>{NAME}) (?:with|of|that has) the (?P<most>{EXTREME}) (?P<A>{NAME})"
        rf"(?: among (?:all )?{NAME}(?= in | on |$))?",
        _with_the_most,
        THE_MOST,
    ),
    (rf"\bthe (?P<most>{EXTREME}) {QUALITIES}(?P<K>{NAME})(?! among)", _with_the_most, THE_MOST),
    (rf"\b(?:their|your|his|her) (?P<K>{NAME})", _of_them, WHOSE),
    (r"\bin (?:their |your |his |her )?[Hh]and\b(?! of)", _in_hand, WHOSE),
    (
        rf"(?P<before>\b(?:scores?|means|loses?|rises by|falls by) )(?:the )?(?P<A>{NAME}) (?:of|on) "
        rf"(?:every|each|all(?: the)?) (?P<K>{NAME})",
        _all_together,
        "What several have together is said with `total … among …`.",
    ),
    (rf"\b(?:all|all of)(?: the)? {QUALITIES}(?P<K>{NAME})", _every, EVERY),
    (rf"(\bthere is an? (?:[a-z][\w-]* )*(?P<K>{NAME})\b[^,]*,.* )it\b", _that_one, "What was found has its name."),
    (r"\bthe (?P<most>highest|lowest) (?P<a>[a-z][\w-]*)(?! among)" + END, _of_the_player, THE_MOST),
    (rf"\bthe (?P<a>[a-z][\w-]*|{NAME})(?! (?:of|for)\b)" + END, _of_the_player, WHOSE),
    (r"^(?:on|in|during) (?:your|their|his|her|the|each) (?:own )?turn(?: ,)? ", _nothing, TURN),
    (r"\bthe [Pp]layer (?:on|to) (?:their|your|his|her|the) (?P<side>left|right)\b(?! of)", _beside, SIDE),
    (
        r"(?P<before>\bscores? |\bloses? |\bmeans |\b(?:plus|minus) )(?P<n>\d+) (?:[Vv]ictory )?[Pp]oints?\b",
        _only_a_number,
        POINTS,
    ),
)
COMPILED = [(re.compile(pattern), change, why) for pattern, change, why in CHANGES]


def said_in_parts(text: str, inventory: Inventory) -> tuple[str, str]:
    """The text with all such parts said anew, and why."""
    why: list[str] = []
    for pattern, change, message in COMPILED:
        for found in reversed([*pattern.finditer(text)]):
            try:
                told = change(found, inventory)
            except Unknown:
                continue
            if told != found[0]:
                text = re.sub(" +", " ", text[: found.start()] + told + text[found.end() :]).strip()
                why.append(message)
    return text, " ".join(dict.fromkeys(why))
