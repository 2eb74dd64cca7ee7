"""How designers speak of things which the language has otherwise: by chance, by what a player has, in any of several
places, by a printed name. What is proposed is tried, so that it need not mean anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import Inventory, Unknown
from dsl.text.possessives import NAME

RANDOM = re.compile(
    rf"\ban? (?:random|randomly (?:chosen|drawn)) ({NAME})|\ban? ({NAME}) (?:at random|chosen at random|by chance)"
)
BEARER = re.compile(rf"\bthe [Pp]layer (?:with|having|holding|who (?:has|holds)|that (?:has|holds)) the ({NAME})")
MOST = ("highest", "greatest", "largest", "biggest", "most")
WITH_THE_MOST = re.compile(
    rf"\bthe ((?:(?!the )[a-z-]+ )*?)({NAME}) (?:(?:with|having|that has|who has|of) the|of) "
    rf"({'|'.join(MOST)}|lowest|smallest|least|fewest) "
    rf"({NAME}|[a-z][\w-]*)(?: (?:among|of) (?:all |the )*(?:[a-z-]+ )*{NAME})?"
    rf"( (?:in|on|at|under) (?:the |an? )?{NAME}(?: of (?:the )?{NAME})*)?"
)
PRINTED = re.compile(rf"(?<![\w-])(?:the )?({NAME})( (?:of|for|and|de|la|du)(?: the)? {NAME})")
SMALL_WITHIN = re.compile(rf"(?<![\w-]){NAME}(?: [a-z]+){{1,2}} {NAME}")
PLACED = re.compile(rf"\b(in|on|at) (?:(?:any|all|each|one|some) of )?(?:the )?({NAME})(?! [a-z]*of\b)")
SEVERAL_OF = re.compile(rf"(?:(?:every one|all|each) of )?(?:the )?({NAME}) of (?!each\b|every\b)")
PLACE_BEHIND = re.compile(
    r"\b(?:is|are|not|and|or) [a-z][\w -]*? "
    r"(?P<role>(?:for|with|by|from|to|than|against) (?:the |an? |every )?[\w'-]+) "
    rf"(?P<place>(?:on|in|at|under|beside|behind) (?:(?:the|an?) )?(?:{NAME}|[a-z][\w-]*))"
)

MOVED_FROM = re.compile(
    rf"move (?:the (?:top|bottom) of|(?:an? |the (?:top|bottom) )(?P<name>{NAME}) (?:in|of)) the (?P<place>{NAME})"
    r"(?P<whose> of .+?)? to "
)
MOVED_FROM_THERE = re.compile(
    rf"move the (?P<name>(?:[a-z][\w-]* )*{NAME})(?P<there> (?:in|on) (?:the [\w' -]+?|{NAME}(?: of .+?)?)) to "
)
PLACE_OF = re.compile(r"\bthe place of (?=the )")
OWNER_BY_PLACE = re.compile(rf"\bthe owner of the place of the ({NAME})(?: of the ({NAME}))?")
FOUND = re.compile(rf"\b{NAME}\b(?! called)")  # the kind in `a willing Player that is rich`
HOLDING = ("holding", "keeping", "bearing")  # qualities of whoever has something


@dataclass(frozen=True, slots=True)
class Said:
    """A line, and the words of it that are marked."""

    line: str
    start: int
    end: int
    inventory: Inventory

    @property
    def marked(self) -> str:
        return self.line[self.start : self.end]

    def put(self, words: str) -> str:
        return self.line[: self.start] + words + self.line[self.end :]


Lines = tuple[str, ...]


def by_chance(said: Said) -> Iterator[Lines]:
    """`a random Player becomes first`: `chance chooses a Player`, then `the Player becomes first`."""
    found = RANDOM.search(said.line)
    if found:
        name = found[1] or found[2]
        before, behind = said.line[: found.start()], said.line[found.end() :]
        if f"the {name}" in said.line:
            yield f"chance chooses {articled(name)} called drawn", f"{before}the drawn{behind}"
        else:
            yield f"chance chooses {articled(name)}", f"{before}the {name}{behind}"


def by_what_they_have(said: Said) -> Iterator[Lines]:
    """`the Player with the Crown wins`: `the owner of the Purse of the Crown wins`, of the place where players have
    it."""
    found = BEARER.search(said.line)
    if found is None:
        return
    try:
        held = said.inventory.held(found[1])
    except Unknown:
        return
    yield (f"{said.line[: found.start()]}the owner of the {held} of the {found[1]}{said.line[found.end() :]}",)


def with_the_most(said: Said) -> Iterator[Lines]:
    """`the Card with the highest Rank in the Row`: `the Card of highest Rank among Cards in the Row`, which has a name
    from a line before if something else follows."""
    found = WITH_THE_MOST.search(said.line)
    if found is None:
        return
    if found[2] == "Player" and not {found[4], found[4].lower()} & {*said.inventory.defined, *said.inventory.forms}:
        return  # of a word that nobody has
    before, behind = said.line[: found.start()], said.line[found.end() :]
    which, those = "highest" if found[3] in MOST else "lowest", said.inventory.several(found[2])
    phrase = f"the {found[2]} of {which} {found[4]} among {found[1]}{those}{found[5] or ''}"
    yield (f"{before}{phrase}{behind}",)
    if behind:
        name = found[2].lower().replace(" ", "-")
        yield f"let {name} be {phrase}", f"{before}the {name}{behind}"


def by_who_has_it(line: str, inventory: Inventory) -> Iterator[tuple[str, str]]:
    """`the owner of the place of the Crown of the Land`: `the Player that is holding for the Land`, where a Player is
    holding for a Land when that Crown is in the Purse of the Player; that is the line for the left edge."""
    found = OWNER_BY_PLACE.search(line)
    quality = next((word for word in HOLDING if word not in inventory.words), "")
    if found is None or not quality:
        return
    piece, of = found[1], found[2]
    for place in inventory.owned():
        if inventory.takes_others(place, piece):
            continue
        where = f"in the {place.name} of the Player"
        there = f"there is {articled(piece)} of the {of} {where}" if of else f"the {piece} is {where}"
        heading = f"a Player is {quality}{f' for {articled(of)}' if of else ''}"
        meant = f"the Player that is {quality}{f' for the {of}' if of else ''}"
        yield OWNER_BY_PLACE.sub(meant, line, count=1), f"{heading} when {there}"


def in_capitals_all(said: Said) -> Iterator[Lines]:
    """`the House of Cards`, where a place is called so: `the House Of Cards`."""

    def told(found: re.Match[str]) -> str:
        kept = (word for word in found[0].split(" ") if word not in ("a", "an", "the"))
        name = " ".join(word[0].upper() + word[1:] for word in kept)
        return name if name in said.inventory.names else found[0]

    line = SMALL_WITHIN.sub(told, said.line)
    if line != said.line:
        yield (line,)


def by_the_first_word(said: Said) -> Iterator[Lines]:
    """`the School of Magic`, where a School is printed so: `the School`."""
    for found in PRINTED.finditer(said.line):
        if found[1] in said.inventory.names:
            yield (f"{said.line[: found.start()]}the {found[1]}{said.line[found.end() :]}",)


def in_any_of_them(said: Said) -> Iterator[Lines]:
    """`there is no Tile in Displays`, `in any of the Displays`: `in a Display`."""
    own = {place.name for place in said.inventory.owned()}
    for found in PLACED.finditer(said.line):
        one = singular(found[2])
        bare = found[2] in own and found[0] == f"{found[1]} {found[2]}"  # `in Basket`
        one = found[2] if bare else one
        if (bare or one != found[2]) and (one in said.inventory.places or one in said.inventory.spaces):
            yield (f"{said.line[: found.start()]}{found[1]} {a_or_an(one)} {one}{said.line[found.end() :]}",)


def each_of_them(said: Said) -> Iterator[Lines]:
    """`every Tile on the Slots of Ann`: `on a Slot of Ann`; `for each of the Slots of Ann`: `for each Slot of Ann`."""
    for found in SEVERAL_OF.finditer(said.line):
        one = singular(found[1])
        if one == found[1] or (one not in said.inventory.places and one not in said.inventory.spaces):
            continue
        before, behind = said.line[: found.start()], said.line[found.end() :]
        for article in ("each",) if before.startswith("for ") else (a_or_an(one), "every"):
            yield (f"{before.removesuffix('each of ').removesuffix('each ')}{article} {one} of {behind}",)


def if_one_is_there(said: Said) -> Iterator[Lines]:
    """`move the top of the Bag to …`: `if there is a Marker in the Bag, move …`; and so of what lies somewhere."""
    there = MOVED_FROM_THERE.match(said.line)
    if there is not None:
        yield (f"if there is {articled(there['name'])}{there['there']}, {said.line}",)
    found = MOVED_FROM.match(said.line)
    if found is None:
        return
    with suppress(Unknown):  # nothing says what lies there
        thing = articled(found["name"] or said.inventory.kept_in(found["place"]))
        yield (f"if there is {thing} in the {found['place']}{found['whose'] or ''}, {said.line}",)


def by_its_space(said: Said) -> Iterator[Lines]:
    """`the place of the Diver`, which may be in a bag: `the Field of the Diver`, which is nothing there."""
    for space in sorted(said.inventory.spaces):
        if PLACE_OF.search(said.line):
            yield (PLACE_OF.sub(f"the {space} of ", said.line),)


def place_before_others(said: Said) -> Iterator[Lines]:
    """`is richer than the Player in the Town`, where that is said of a Town: `is richer in the Town than the
    Player`."""
    for found in PLACE_BEHIND.finditer(said.line):
        if found.start() < said.end:
            before, behind = said.line[: found.start("role")], said.line[found.end() :]
            yield (f"{before}{found['place']} {found['role']}{behind}",)


def one_brought_in(said: Said) -> Iterator[Lines]:
    """`whenever the Fuel of a Ship is more than the hold of the Ship`: `whenever there is a Ship and the Fuel of
    the Ship is …`, where the rest of the line speaks of the same one."""
    found = re.fullmatch(r"(whenever|the game ends when) (the .*)", said.line)
    same = re.sub("^an?", "the", said.marked)
    if found and same in said.line[said.end :]:
        so = said.put(same).removeprefix(f"{found[1]} ")
        yield (f"{found[1]} there is {said.marked} and {so}",)
    whose = re.search(rf" (?:for|by) ({NAME})$", said.line)  # `draft a Card for Red`
    if whose and whose[1] in said.inventory.seats and re.match("an? ", said.marked):
        yield f"{whose[1]} chooses {said.marked}", said.put(same)


def of_each_of_two(said: Said) -> Iterator[Lines]:
    """`the Pen of the Area of the Cow of the owner of the Cow`, of which there is one for both: `the Pen that
    is of the owner of the Cow and whose Area is the Area of the Cow`."""
    first = re.search(rf"(the {NAME}) of the ({NAME}) of $", said.line[: said.start])
    second = re.match(rf"(the {NAME}) of (.+)", said.marked)
    if first and second:
        told = f"{first[1]} that is of {second[2]} and whose {first[2]} is the {first[2]} of {second[1]}"
        yield (f"{said.line[: first.start()]}{told}{said.line[said.end :]}",)


def of_each_among(said: Said) -> Iterator[Lines]:
    """`the total presence of the Player among Towns`, where a Player has one in a Town: `… in the Town among Towns`."""
    found = re.search(
        rf"the (?:total|highest|lowest) (?P<word>[a-z][\w-]*)\b.*?(?P<among> among (?:[a-z][\w-]* )*(?P<those>{NAME}))",
        said.line,
    )
    if found is None:
        return
    kind, at = said.inventory.called(found["those"]), found.start("among")
    heading = re.compile(rf"the {re.escape(found['word'])} .*?\b(?P<role>[a-z]+) an? {re.escape(kind)}\b")
    for defined in filter(None, map(heading.match, said.inventory.texts)):
        yield (f"{said.line[:at]} {defined['role']} the {kind}{said.line[at:]}",)


def chosen_in_its_line(said: Said) -> Iterator[Lines]:
    """`move a Pawn of the Player to a Cell beside the Pawn`: the Pawn is chosen on a line before."""
    name = said.marked.removeprefix("the ")
    found = re.match(rf"(?P<before>[a-z][^,]*? )(?P<one>an? (?:[a-z][\w-]* )*{name}(?: .+?)?)(?P<to> to .*)", said.line)
    if found and re.fullmatch(NAME, name) and found.end("one") < said.start:
        yield f"the Player chooses {found['one']}", f"{found['before']}the {name}{found['to']}"


def chosen_before(said: Said) -> Iterator[Lines]:
    """`bring the young Animal to the Barn`, of which there are several: one of them is chosen on a line before."""
    found = re.match(rf"the ((?:[a-z][\w-]* )*{NAME})", said.marked)
    if found:
        those = f"{articled(found[1])} called chosen{said.marked[found.end() :]}"
        yield f"the Player chooses {those}", said.put("the chosen")
        yield f"chance chooses {those}", said.put("the chosen")


def by_a_name_of_its_own(said: Said) -> Iterator[Lines]:
    """`if there is a willing Player`, where somebody acts: `a willing Player called other`."""
    found = FOUND.search(said.line, said.start, said.end)
    if found:
        yield (f"{said.line[: found.end()]} called other{said.line[found.end() :]}",)
