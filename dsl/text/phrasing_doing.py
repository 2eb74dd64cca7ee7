"""What somebody does with things, by the words of a sentence: the lines that say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dsl.text.inflection import a_or_an, articled
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_frames import (
    ALL,
    CLASSES,
    COUNTS,
    EACH_SPACE,
    FROM,
    SOME_SPACE,
    TO,
    WHY,
    Frame,
    frame_of,
)
from dsl.text.phrasing_places import EMPTY
from dsl.text.rewordings import Reworded

NAMES = ("first", "second", "third", "fourth")  # of things that are chosen one after the other


def framed(text: str, inventory: Inventory, value: Callable[[str], str]) -> Iterator[Reworded]:
    """What may be meant, where all that is said is known; `value` says a number as the language has it."""
    try:
        frame = frame_of(text, inventory, value)
        doing = Doing(frame, inventory)
        lines = doing.lines()
        doing.leaves_nothing_unsaid()
    except Unknown:
        return
    yield Reworded(WHY[CLASSES[frame.verb]], 0, text.count(" "), tuple(lines))


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
        return words == ACTOR or name in self.inventory.seats or (name in self.inventory.spoken and name[:1].islower())

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
            case "move":
                self.needs_a_frame()
                return self.moved(self.source(self.anywhere()), self.goal(""))
            case "deal":
                return self.moved(self.source(self.store()), self.goal(""))
            case "roll":
                return self.rolled()
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
        if not said and not otherwise and CLASSES[self.frame.verb] != "move":
            raise Unknown
        return self.place(said) if said else otherwise

    def needs_a_frame(self) -> None:
        """What is only moved says nearly all of it: other words for one of its parts are known elsewhere."""
        frame = self.frame
        said, nowhere = frame.said, not {*FROM} & {*self.frame.parts}
        several = nowhere and self.frame.article not in ("the", *ALL) and self.inventory.is_of_the_setup
        drawn = "from" in self.frame.parts and self.is_drawn(self.inventory.phrase(self.frame.parts["from"]))
        all_such = frame.article in ALL and said.of and "from" in frame.parts
        if not (
            drawn or all_such or said.said or said.alike or said.unlike or self.frame.count or self.frame.how or several
        ):
            raise Unknown

    def anywhere(self) -> str:
        """Where things lie of which only what they are is said; others would be any in the game."""
        frame = self.frame
        if self.inventory.is_of_the_setup:
            return self.store()
        return "" if frame.said.said or frame.words or FROM[0] in frame.parts else self.from_own_or_store()

    def from_own(self) -> str:
        if self.frame.whole:
            return self.frame.whole
        return self.source(f"the {self.inventory.held(self.frame.thing)} of {self.frame.who}")

    def put_from(self) -> str:
        """Where things lie that are put somewhere: where they are said to be, else at first or with whoever does it."""
        goes = {"to", "into", "onto"} & {*self.frame.parts}  # else `in` is where to
        said = self.part(FROM if goes else FROM[:3])
        if said:
            return self.place(said)
        if self.frame.back and self.frame.article in ALL:  # wherever they are
            return ""
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
        words = self.inventory.that_player if re.fullmatch("th(?:at|is) [Pp]layer", words) else words
        if self.is_player(words):
            return f"the {self.inventory.held(self.frame.thing)} of {words}"
        return self.inventory.phrase(words, self.frame.who)

    # -------------------------------------------------------------------------------------------------------- moves

    def moved(self, source: str, goal: str) -> list[str]:
        frame = self.frame
        if source == goal:
            raise Unknown
        if frame.raw:
            return [f"move {frame.raw} to {goal}"]
        where = f" {'on' if self.is_on(source) else 'in'} {source}" if source else ""
        one, several = self.named(frame.thing, where), self.named(self.inventory.several(frame.thing), where)
        if frame.said.alike or frame.said.unlike:
            return self.one_by_one(where, goal)
        if frame.count or frame.how.startswith("half"):
            count = frame.count or f"the number of {several} divided by 2"
            what = f"the top of {source}" if self.is_drawn(source) and not frame.words else articled(one)
            return [f"repeat {count} times", *(f"    {line}" for line in self.moved_one(what, one, goal))]
        if not frame.how and frame.article in (*ALL, "their", "your"):
            return [f"move every {one} to {goal}"]
        if frame.how in ("up to", "at most", "any number of"):
            how = "any number" if frame.how == "any number of" else f"at most {self.number()}"
            return self.picked(f"{how} among {self.called(several, where, 'picked')}", goal)
        if self.is_drawn(source) and not frame.words and not frame.said.said:
            return [f"move {self.drawn(source)} to {goal}"]
        if frame.article == "the":
            if self.is_said and frame.thing not in self.inventory.brought:
                raise Unknown  # which one it is tells only where it lies
            return [f"move the {self.named(frame.thing, '')} to {goal}"]
        if self.number() == "1":
            return self.moved_one(articled(one), one, goal)
        if not self.are_unlike():
            return [f"move {self.number()} {several} to {goal}"]
        return self.picked(f"{self.number()} among {self.called(several, where, 'picked')}", goal)

    def drawn(self, source: str) -> str:
        number = self.number()
        return f"the top{f' {number} {self.inventory.several(self.frame.thing)}' if number != '1' else ''} of {source}"

    def named(self, name: str, where: str) -> str:
        """`red Cards in the Hand of Ann whose Rank is 3`."""
        frame = self.frame
        own = f" of {frame.who}" if self.inventory.is_owned(frame.thing) and frame.article != "the" else ""
        said = " and ".join(frame.said.said)
        if name == frame.thing:
            said = said.replace("that are ", "that is ")
        return " ".join(
            [*frame.words, f"{name}{own}{f' {frame.said.of}' if frame.said.of else ''}{where}", *filter(None, [said])]
        )

    def called(self, named: str, where: str, name: str) -> str:
        """The same, called so: before the place."""
        said = self.frame.said.said
        at = named.rindex(where) if where else named.index(f" {said[0]}") if said else len(named)
        return f"{named[:at]} called {name}{named[at:]}"

    def moved_one(self, what: str, one: str, goal: str) -> list[str]:
        """One that would do as well as others, or is chosen."""
        if what.startswith("the ") or not self.are_unlike():
            return [f"move {what} to {goal}"]
        return [f"{self.frame.who} chooses {articled(one)}", f"move the {self.frame.thing} to {goal}"]

    def one_by_one(self, where: str, goal: str) -> list[str]:
        """So many that have something in common, or nothing: each but the first is compared with those before."""
        said, what = self.frame.said, self.frame.said.alike or self.frame.said.unlike
        if said.alike and (self.frame.count or self.frame.article in ALL):
            return self.all_of_one(where, goal)
        number = int(self.number())
        if not 2 <= number <= len(NAMES) or {*NAMES[:number]} & self.inventory.spoken or self.frame.how:
            raise Unknown
        lines: list[str] = []
        for name in NAMES[:number]:
            before = NAMES[: len(lines)][:1] if said.alike else NAMES[: len(lines)]
            unlike = "" if said.alike else "not "
            alike = " and ".join(f"whose {what} is {unlike}the {what} of the {other}" for other in before)
            one = self.called(articled(self.named(self.frame.thing, where)), where, name)
            joint = " and " if alike and said.said else " "
            lines.append(f"{self.frame.who} chooses {one}{joint}{alike}".rstrip())
        return [*lines, *(f"move the {name} to {goal}" for name in NAMES[:number])]

    def picked(self, chosen: str, goal: str) -> list[str]:
        return [f"{self.frame.who} chooses {chosen}", f"move every {self.frame.thing} in the picked to {goal}"]

    def all_of_one(self, where: str, goal: str) -> list[str]:
        """So many of one value, or all: which one is chosen first."""
        frame, who = self.frame, self.frame.who
        one, several = (
            f"{name} of the {frame.said.alike}" for name in (frame.thing, self.inventory.several(frame.thing))
        )
        first = f"{who} chooses {articled(frame.said.alike)}"
        if frame.said.said or frame.words:
            raise Unknown
        if not frame.count:
            return [first, f"move every {one}{where} to {goal}"]
        return [first, *self.picked(f"({frame.count}) among {several} called picked{where}", goal)]

    def rolled(self) -> list[str]:
        """Some of the dice, or all of which something is said."""
        frame = self.frame
        if not {"Die", "Dice"} & {*frame.thing.split()}:
            raise Unknown
        place = self.part(FROM)
        where = f" in {self.place(place)}" if place else ""
        one, several = self.named(frame.thing, where), self.named(self.inventory.several(frame.thing), where)
        if frame.article in (*ALL, "their", "your", "the"):
            if frame.said.said:
                return [f"for each {one}, {frame.who} rolls the {frame.thing}"]
            return [f"{frame.who} rolls every {one}"]
        if frame.how:
            how = "any number" if frame.how == "any number of" else f"at most {self.number()}"
            chosen = f"{frame.who} chooses {how} among {self.called(several, where, 'rerolled')}"
            return [chosen, f"{frame.who} rolls every {frame.thing} in the rerolled"]
        return [f"{frame.who} rolls {self.number()} among {several}"]

    def shown(self) -> list[str]:
        frame = self.frame
        if frame.count or frame.how:
            raise Unknown
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
        """Whether such things differ from the first, also where one thing that they have is said: `of the Colour`."""
        lines = self.inventory.thing(self.frame.thing).lines
        said = self.frame.said.of.removeprefix("of the ")
        found = (re.match(r"(?:there (?:is|are) \S+ for each (?!Player\b)|has an? )([A-Z][\w'-]*)", x) for x in lines)
        kinds = [one[1] for one in found if one and one[1] != said]
        return any(not {*self.frame.words} & {*self.inventory.values_of.get(kind, ())} for kind in kinds)

    def is_drawn(self, place: str) -> bool:
        return self.inventory.is_drawn_from(place.removeprefix("the "))

    def is_on(self, place: str) -> bool:
        """Whether things lie on it: a board, or a space."""
        known = self.inventory.things.get(re.sub(r" of .*", "", place.removeprefix("the ")))
        return known is None or known.sort != "place"
