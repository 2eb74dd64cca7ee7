"""What somebody does with things, said in any order that printed rules have: who, a verb, how many of what, from where
and to where. It is asked where no phrasing fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.part_by_part import said_in_parts
from dsl.text.phrasing_places import NUMBERS
from dsl.text.phrasing_things import Things, named, qualified

VERBS = {
    "get": "take get gain receive collect draw earn win acquire grab obtain claim",
    "pay": "pay spend lose return forfeit",
    "discard": "discard trash",
    "give": "give hand pass",
    "put": "put place lay set add play deploy bring stack",
    "remove": "remove capture kill destroy",
    "show": "show reveal",
    "buy": "buy purchase",
    "sell": "sell",
    "move": "move",
    "roll": "roll reroll",
    "deal": "deal",
}
CLASSES = {verb: sort for sort, verbs in VERBS.items() for verb in verbs.split()}
WHY = {
    "get": "What a player gets is moved to where they have it.",
    "pay": "What a player pays is moved.",
    "discard": "Where things go when they are done with is a place like all others.",
    "give": "What one player gives another is moved from place to place.",
    "put": "What goes somewhere is moved.",
    "remove": "What leaves the board goes to a place off it.",
    "show": "What others see then is shown to them.",
    "buy": "What is paid and what is got is moved.",
    "sell": "What is paid and what is got is moved.",
    "move": "What goes somewhere is moved, out of the place in which it is.",
    "roll": "Who rolls, and what, is said in full.",
    "deal": "What goes somewhere is moved.",
}
SAID = re.compile(
    r"(?:(?P<who>[Yy]ou|[Tt]hey|[Tt]he (?:active )?[A-Za-z][\w-]*|[A-Z][\w-]*) )?(?P<verb>[a-z]+) (?P<rest>.+)"
)
THING = re.compile(
    rf"(?P<how>up to |at most |any number of |half (?:of )?)?"
    rf"(?:(?P<article>all|every|each|both|the|an?|another|any|their|your|his|her|\d+|one|{'|'.join(NUMBERS)}) )?"
    r"(?:of )?(?:the |their |your |his |her )?(?P<rest>.+)"
)
# So many as a value says: `as many Coins as the Rank of the Card`, `Coins equal to the number of Players`.
COUNTED = re.compile(
    r"(?:as many (?P<K>.+?) as|(?:a number of )?(?P<Ks>[A-Z].*?) equal to) (?P<x>(?:there are )?.+?)"
    r"(?P<rest> (?:from|to|into|onto) (?!the number\b).+)?|(?P<x2>the .+?) (?:in|with|using) (?P<K2>[A-Z].*)"
)
AT_AN_END = re.compile(
    rf"the (?P<end>top|bottom)(?: (?P<n>\d+|{'|'.join(NUMBERS)}))?(?: (?P<K>[A-Z][\w' -]*?))? (?:of|from) "
    r"(?P<place>the [A-Z][\w' -]*?)(?P<goal> (?:to|into|onto) .+)?"
)
OF_THE_MOST = re.compile(
    r"(the (?:[a-z][\w-]* )*(?P<K>[A-Z][\w' -]*?) of (?:highest|lowest) .+? among .+?)(?P<goal> (?:to|into|onto) .+)?"
)
GOES_BACK = re.compile(r" back (?=(?:in|into|to|on|onto|under) )")
COUNTED_AS = re.compile(r"\bas many\b|\bequal to\b")
PARTS = re.compile(r" (?=(?:from|out of|off|in|on|onto|into|to|under|for|at) )")
SOME_SPACE = re.compile(r"(?:any|an?|some|one)(?: of the)? (?P<space>(?:[a-z-]+ )*[A-Z][\w'-]*)(?P<rest> .+)?")
NAMED_BY_LINES = ("other", "rival", "leader")  # in a line above that is proposed, too
EACH_SPACE = re.compile(r"(?:each|every|all)(?: of the)? (?P<space>(?:[a-z-]+ )*[A-Z][\w'-]*)(?P<rest> .+)?")
FROM = ("from", "out of", "off", "in", "on")
TO = ("to", "into", "onto", "on", "in", "at", "under")
ALL = frozenset("all every each both".split())
COUNTS = {**NUMBERS, **dict.fromkeys(("a", "an", "any", "another", "one", ""), "1")}  # of what stands before a name


@dataclass
class Frame:
    """What is done: by whom, with how many of which things, and what is said behind that."""

    who: str
    verb: str
    thing: str
    article: str = ""
    how: str = ""
    words: tuple[str, ...] = ()
    parts: dict[str, str] = field(default_factory=dict)
    whole: str = ""  # a place, all of which is meant
    count: str = ""  # how many, where a value says it
    raw: str = ""  # which one, as the language has it already
    back: bool = False  # whether it goes where it was before
    said: Things = field(default_factory=lambda: Things("", ""))  # and what is said of them besides


def frame_of(text: str, inventory: Inventory, value: Callable[[str], str]) -> Frame:
    text, back = GOES_BACK.subn(" ", text)
    found = SAID.fullmatch(text)
    word = found["verb"] if found else ""
    verb = next((one for one in (word, word[:-1], word[:-2]) if one in CLASSES), "")
    said, count = _counted(found["rest"] if found else "", inventory, value)
    if "in" in text.split() and count and CLASSES.get(verb) != "pay" and not COUNTED_AS.search(text):
        raise Unknown
    thing = THING.fullmatch(said) if found and verb else None
    if found is None or thing is None:
        raise Unknown
    who = _actor(found["who"] or ACTOR, inventory)
    rest = re.sub("^back ", "", thing["rest"])
    if most := OF_THE_MOST.fullmatch(f"{thing['article']} {rest}"):
        if not re.search(r" (?:in|on|from) ", most[1]):  # it could be any in the game
            raise Unknown
        own = Things(inventory.called(most["K"]), "")
        raw = re.sub(r" from (?=the )", " in ", most[1])
        return Frame(who, verb, own.name, "the", parts=_parts(most["goal"] or ""), said=own, raw=raw)
    if top := AT_AN_END.fullmatch(f"{thing['article']} {rest}"):
        name = inventory.called(top["K"]) if top["K"] else inventory.kept_in(inventory.called(top["place"]))
        number = NUMBERS.get(top["n"] or "1", top["n"] or "1")
        so_many = f" {number} {inventory.several(name)}" if number != "1" else ""
        raw = f"the {top['end']}{so_many} of {top['place']}"
        return Frame(who, verb, name, "the", parts=_parts(top["goal"] or ""), said=Things(name, ""), raw=raw)
    words, name, behind = named(rest.split(" "), inventory)
    own, rest = qualified(Things(name, ""), f" {behind}".rstrip(), inventory, who)
    return Frame(
        who,
        verb,
        name,
        thing["article"] or "",
        (thing["how"] or "").strip(),
        words,
        _parts(rest),
        count=count,
        said=own,
        back=bool(back),
    )


def _counted(text: str, inventory: Inventory, value: Callable[[str], str]) -> tuple[str, str]:
    """`Coins from the Bank`, and how many a value says there are."""
    found = COUNTED.fullmatch(text)
    if found is None:
        return text, ""
    x = found["x"] or found["x2"]
    there = re.fullmatch(r"there are (.+?)( (?:in|on) .+)?", x)
    count = f"the number of {there[1]}{there[2] or ''}" if there else x
    count = said_in_parts(count, inventory)[0]
    count = re.sub(r"^the .*?[A-Z][\w' -]*? of (highest|lowest) (.+? among )", r"the \1 \2", value(count))
    return (
        f"{found['K'] or found['Ks'] or found['K2']}{found['rest'] or ''}",
        count if " of the Player" in count else inventory.phrase(count),
    )


def _actor(who: str, inventory: Inventory) -> str:
    """Whoever does it, if somebody is called so."""
    if who.lower() in ("you", "they", "the player"):
        return ACTOR
    if who[4:] not in (*inventory.spoken, *NAMED_BY_LINES) and who not in inventory.seats:
        raise Unknown
    return who


def _parts(text: str) -> dict[str, str]:
    """What stands behind each small word."""
    parts: dict[str, str] = {}
    for part in PARTS.split(f" {text.strip()}") if text.strip() else ():
        role = next((one for one in (*FROM, *TO, "for") if part.strip().startswith(f"{one} ")), "")
        if not role or role in parts:
            if part.strip():
                raise Unknown
            continue
        parts[role] = part.strip().removeprefix(f"{role} ")
    return parts
