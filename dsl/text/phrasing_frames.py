"""What somebody does with things, said in any order that printed rules have: who, a verb, how many of what, from where
and to where. It is asked where no phrasing fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dsl.text.inflection import a_or_an, articled
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_places import EMPTY, NUMBERS
from dsl.text.rewordings import Reworded

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
}
SAID = re.compile(
    r"(?:(?P<who>[Yy]ou|[Tt]hey|[Tt]he (?:active )?[A-Za-z][\w-]*|[A-Z][\w-]*) )?(?P<verb>[a-z]+) (?P<rest>.+)"
)
THING = re.compile(
    rf"(?P<how>up to |at most |any number of )?"
    rf"(?:(?P<article>all|every|each|both|the|an?|another|any|their|your|his|her|\d+|one|{'|'.join(NUMBERS)}) )?"
    r"(?:of )?(?:the |their |your |his |her )?(?P<rest>.+)"
)
PARTS = re.compile(r" (?=(?:from|out of|off|in|on|onto|into|to|under|for|at) )")
SOME_SPACE = re.compile(r"(?:any|an?|some|one)(?: of the)? (?P<space>(?:[a-z-]+ )*[A-Z][\w'-]*)(?P<rest> .+)?")
NAMED_BY_LINES = ("other", "rival", "leader")  # in a line above that is proposed, too
EACH_SPACE = re.compile(r"(?:each|every|all)(?: of the)? (?P<space>(?:[a-z-]+ )*[A-Z][\w'-]*)(?P<rest> .+)?")
FROM = ("from", "out of", "off", "in", "on")
TO = ("to", "into", "onto", "on", "in", "at", "under")
IDLE = frozenset("new more additional further own single whole entire extra other remaining different".split())
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


def framed(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant, where all that is said is known."""
    try:
        frame = _frame(text, inventory)
        doing = Doing(frame, inventory)
        lines = doing.lines()
        doing.leaves_nothing_unsaid()
    except Unknown:
        return
    yield Reworded(WHY[CLASSES[frame.verb]], 0, text.count(" "), tuple(lines))


def _frame(text: str, inventory: Inventory) -> Frame:
    found = SAID.fullmatch(text)
    word = found["verb"] if found else ""
    verb = next((one for one in (word, word[:-1], word[:-2]) if one in CLASSES), "")
    thing = THING.fullmatch(found["rest"]) if found and verb else None
    if found is None or thing is None:
        raise Unknown
    words, name, behind = _named(thing["rest"].split(" "), inventory)
    return Frame(
        _actor(found["who"] or ACTOR, inventory), verb, name, thing["article"] or "", (thing["how"] or "").strip(),
        words, _parts(behind),
    )  # fmt: skip


def _actor(who: str, inventory: Inventory) -> str:
    """Whoever does it, if somebody is called so."""
    if who.lower() in ("you", "they", "the player"):
        return ACTOR
    if who[4:] not in (*inventory.spoken, *NAMED_BY_LINES) and who not in inventory.seats:
        raise Unknown
    return who


def _named(words: list[str], inventory: Inventory) -> tuple[tuple[str, ...], str, str]:
    """What is said of things before their name, the name, and what stands behind it."""
    qualities: list[str] = []
    while words:
        size = next((k for k in (3, 2, 1) if " ".join(words[:k]).lower() in inventory.forms), 0)
        if size:
            return tuple(qualities), inventory.called(" ".join(words[:size])), " ".join(words[size:])
        word = EMPTY.get(words[0], words[0])
        if word not in IDLE and (word not in inventory.words or not word.islower()):
            break
        qualities += [] if word in IDLE else [word]
        words = words[1:]
    raise Unknown


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


class Doing:
    """The lines of a frame."""

    def __init__(self, frame: Frame, inventory: Inventory) -> None:
        self.frame, self.inventory = frame, inventory
        thing = inventory.thing(frame.thing)
        if thing.sort == "place" and thing.is_for_each:  # `their whole Hand`
            frame.whole = f"the {frame.thing} of {frame.who}"
            frame.thing, frame.article = inventory.kept_in(frame.thing), "all"
        elif thing.sort != "piece":
            raise Unknown
        self.used: set[str] = set()
        self.is_said = bool({*frame.parts} & {*FROM[:3]})  # where it lies
        self.chosen: tuple[str, ...] = ()  # what is chosen first

    def leaves_nothing_unsaid(self) -> None:
        if {*self.frame.parts} - self.used:
            raise Unknown

    def part(self, roles: Sequence[str]) -> str:
        """What stands behind one of these words."""
        role = next((one for one in roles if one in self.frame.parts), "")
        self.used.add(role)
        return self.frame.parts.get(role, "")

    def is_player(self, words: str) -> bool:
        name = words.removeprefix("the ")
        return name in self.inventory.seats or (name in self.inventory.spoken and name[:1].islower())

    def lines(self) -> list[str]:
        moved = self.done()
        if self.chosen and self.frame.article in (*ALL, "their", "your") and moved[0].startswith("move every "):
            those = moved[0].removeprefix("move every ").removesuffix(" to the goal")
            move = f"move the {self.frame.thing} to the goal"
            return [f"for each {those}", *(f"    {line}" for line in (*self.chosen, move))]
        if self.chosen and self.chosen[0].startswith("for each "):
            return [*self.chosen, *(f"    {line}" for line in moved)]
        return [*self.chosen, *moved]

    def done(self) -> list[str]:
        match CLASSES[self.frame.verb]:
            case "get":
                return self.moved(self.source(self.store(self.frame.who)), self.own())
            case "pay":
                return self.moved(self.from_own(), self.goal(self.store()))
            case "discard":
                return self.moved(self.from_own(), f"the {self.inventory.discard()}")
            case "give":
                return self.moved(self.from_own(), self.other())
            case "put":
                return self.moved(self.put_from(), self.goal(""))
            case "remove":
                return self.moved(self.source(""), self.store())
            case "show":
                return self.shown()
            case "buy":
                return [*self.price(paid=True), *self.moved(self.source(""), self.own())]
            case _:  # what is sold
                return [*self.moved(self.from_own(), self.done_with()), *self.price(paid=False)]

    # ------------------------------------------------------------------------------------------------------- where

    def own(self) -> str:
        """Where whoever does it has such things; or where they are said to go."""
        return self.goal(f"the {self.inventory.held(self.frame.thing)} of {self.frame.who}")

    def store(self, whose: str = "its owner") -> str:
        return self.inventory.store_of(self.frame.thing, whose)

    def done_with(self) -> str:
        """Where things go that are sold: what was drawn to the pile of what is done with."""
        store = self.inventory.start_of(self.frame.thing)
        if "keeps order" in self.inventory.thing(store).lines:
            return f"the {self.inventory.discard()}"
        return self.store(self.frame.who)

    def source(self, otherwise: str) -> str:
        said = self.part(FROM)
        if not said and not otherwise:
            raise Unknown
        return self.place(said) if said else otherwise

    def from_own(self) -> str:
        if self.frame.whole:
            return self.frame.whole
        return self.source(f"the {self.inventory.held(self.frame.thing)} of {self.frame.who}")

    def put_from(self) -> str:
        """Where things lie that are put somewhere: where they are said to be, else at first or with whoever does it."""
        said = self.part(FROM[:3])
        if said:
            return self.place(said)
        return self.store(self.frame.who) if self.inventory.is_owned(self.frame.thing) else self.from_own_or_store()

    def from_own_or_store(self) -> str:
        if not self.inventory.is_of_an_action and not self.inventory.is_drawn_from(
            self.inventory.start_of(self.frame.thing)
        ):
            return self.store(self.frame.who)  # nobody is said to have it
        try:
            return f"the {self.inventory.held(self.frame.thing)} of {self.frame.who}"
        except Unknown:
            return self.store(self.frame.who)

    def goal(self, otherwise: str) -> str:
        roles = TO if not otherwise else ("to", "into", "onto", "under")
        said = self.part(roles)
        if not said and not otherwise:
            raise Unknown
        if not said:
            return otherwise
        if each := EACH_SPACE.fullmatch(said):
            return self.on_each(each["space"], each["rest"])
        if some := SOME_SPACE.fullmatch(said):
            return self.one_chosen(some["space"], some["rest"])
        return f"the bottom of {self.place(said)}" if "under" in self.frame.parts else self.place(said)

    def on_each(self, space: str, rest: str) -> str:
        """What is done for each space of a board stands under that."""
        name = self.inventory.called(space.split(" ")[-1])
        if name not in self.inventory.spaces:
            raise Unknown
        words = [EMPTY.get(word, word) for word in space.split(" ")[:-1]]
        where = f" {self.inventory.phrase(rest.strip(), self.frame.who)}" if rest else ""
        self.chosen = (f"for each {' '.join([*words, name])}{where}",)
        return f"the {name}"

    def one_chosen(self, space: str, rest: str) -> str:
        """Whichever space of a board somebody wants is chosen first."""
        name = self.inventory.called(space.split(" ")[-1])
        if name not in self.inventory.spaces:
            raise Unknown
        words = [EMPTY.get(word, word) for word in space.split(" ")[:-1]]
        where = f" {self.inventory.phrase(rest.strip(), self.frame.who)}" if rest else ""
        who = "chance" if "random" in words else self.frame.who
        one = " ".join([*(word for word in words if word != "random"), name])
        self.chosen = (f"{who} chooses {articled(one)} called goal{where}",)
        return "the goal"

    def other(self) -> str:
        """Where another player has such things."""
        who = self.part(("to",))
        if not self.is_player(who):
            raise Unknown
        return f"the {self.inventory.held(self.frame.thing)} of {who}"

    def place(self, words: str) -> str:
        """A place, or where a player has such things."""
        if self.is_player(words):
            return f"the {self.inventory.held(self.frame.thing)} of {words}"
        return self.inventory.phrase(words, self.frame.who)

    # -------------------------------------------------------------------------------------------------------- moves

    def moved(self, source: str, goal: str) -> list[str]:
        frame = self.frame
        if source == goal:
            raise Unknown
        where = f"{'on' if self.is_on(source) else 'in'} {source}"
        names = (frame.thing, self.inventory.several(frame.thing))
        one, several = (" ".join([*frame.words, name]) for name in names)
        if self.inventory.is_owned(frame.thing) and frame.article != "the":
            one, several = (f"{name} of {frame.who}" for name in (one, several))
        if not frame.how and frame.article in (*ALL, "their", "your"):
            return [f"move every {one} {where} to {goal}"]
        if frame.how in ("up to", "at most", "any number of"):
            how = "any number" if frame.how == "any number of" else f"at most {self.number()}"
            return self.picked(f"{how} among {several} called picked {where}", goal)
        if self.is_drawn(source) and not frame.words:
            return [f"move the top of {source} to {goal}" if self.number() == "1" else
                    f"move the top {self.number()} {several} of {source} to {goal}"]  # fmt: skip
        if self.number() == "1" and frame.article != "the":
            if not self.are_unlike():
                return [f"move {f'{a_or_an(one)} {one}'} {where} to {goal}"]
            return [f"{frame.who} chooses {a_or_an(one)} {one} {where}", f"move the {frame.thing} to {goal}"]
        if frame.article == "the":
            if self.is_said and frame.thing not in self.inventory.brought:
                raise Unknown  # which one it is tells only where it lies
            return [f"move the {one} to {goal}"]
        if not self.are_unlike():
            return [f"move {self.number()} {several} {where} to {goal}"]
        return self.picked(f"{self.number()} among {several} called picked {where}", goal)

    def picked(self, chosen: str, goal: str) -> list[str]:
        return [f"{self.frame.who} chooses {chosen}", f"move every {self.frame.thing} in the picked to {goal}"]

    def shown(self) -> list[str]:
        frame = self.frame
        to = self.part(("to",)) or "all"
        viewer = "all" if re.match(r"(?:all|everyone|everybody|every)", to) else to
        if viewer != "all" and not self.is_player(viewer):
            raise Unknown
        if frame.article in ALL or frame.whole or frame.article in ("their", "your"):
            return [f"show every {frame.thing} in {self.from_own()} to {viewer}"]
        if frame.article == "the" or self.number() != "1":
            raise Unknown
        one = " ".join([*frame.words, frame.thing])
        return [f"{frame.who} chooses {a_or_an(one)} {one} in {self.from_own()}", f"show the {frame.thing} to {viewer}"]

    def price(self, *, paid: bool) -> list[str]:
        """What is paid for it, or got."""
        found = re.fullmatch(r"(\S+) (.+)", self.part(("for",)))
        if found is None:
            raise Unknown
        money = self.inventory.called(found[2])
        number = COUNTS.get(found[1], found[1])
        held, store = (f"the {self.inventory.held(money)} of {self.frame.who}", f"the {self.inventory.start_of(money)}")
        what = articled(money) if number == "1" else f"{number} {self.inventory.several(money)}"
        return [f"move {what} in {held} to {store}" if paid else f"move {what} in {store} to {held}"]

    # -------------------------------------------------------------------------------------------------- of what sort

    def number(self) -> str:
        number = COUNTS.get(self.frame.article, self.frame.article)
        if not number.isdecimal() and number != "the":
            raise Unknown
        return number

    def are_unlike(self) -> bool:
        """Whether such things differ from the first."""
        lines = self.inventory.thing(self.frame.thing).lines
        found = (re.match(r"(?:there (?:is|are) \S+ for each (?!Player\b)|has an? )([A-Z][\w'-]*)", x) for x in lines)
        kinds = [one[1] for one in found if one]
        return any(not {*self.frame.words} & {*self.inventory.values_of.get(kind, ())} for kind in kinds)

    def is_drawn(self, place: str) -> bool:
        return self.inventory.is_drawn_from(place.removeprefix("the "))

    def is_on(self, place: str) -> bool:
        """Whether things lie on it: a board, or a space."""
        known = self.inventory.things.get(re.sub(r" of .*", "", place.removeprefix("the ")))
        return known is None or known.sort != "place"
