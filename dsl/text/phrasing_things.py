"""How many of which things are spoken of, as printed rules count them: `at least 3 red Cards of one Suit in hand`,
`all Dice showing 6`. The rest of a phrasing says what is so of them, or what is done with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dsl.text.inflection import articled, singular
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_places import EMPTY, NUMBERS
from dsl.text.phrasing_values import number_of
from dsl.text.possessives import NAME

NUMBER = rf"\d+|{'|'.join(NUMBERS)}"
LIMITS = {"no more than": "at most", "up to": "at most", "exactly": "", "less than": "fewer than"}
MORE = dict.fromkeys(("more", "higher", "greater"), "at least") | dict.fromkeys(("fewer", "less", "lower"), "at most")
HEAD = re.compile(
    r"(?:(?P<limit>at least|at most|no more than|more than|fewer than|less than|exactly|up to) )?"
    rf"(?:(?P<many>{NUMBER}|an?|no|any|some|all|both|every|each)(?: or (?P<more>more|fewer|less))? )?"
    r"(?:of )?(?:(?:the|(?P<own>their|your)|these|those) )?(?P<rest>.+)"
)
IDLE = frozenset("new more additional further own single whole entire extra other remaining face-up".split())
NO_QUALITIES = frozenset("those these such enough that this same first last more less most least".split())
# What is said of things behind their name; the last groups are the attribute, a limit, the value.
WITH = re.compile(
    rf" (?:with|showing|that (?:has|have|shows?)|whose) (?:an? |the )?(?P<A>{NAME}) (?:of |is )?"
    rf"(?:(?P<limit>at least|at most|more than|less than) )?(?P<v>{NUMBER}|[a-z][\w-]*)"
    rf"(?: or (?P<more>{'|'.join(MORE)}))?(?= |$)"
)
SHOWING = re.compile(
    rf" (?:showing|that shows?|which shows?|with) (?:an? |the )?(?:(?P<limit>at least|at most|more than|less than) )?"
    rf"(?P<v>{NUMBER})(?: or (?P<more>{'|'.join(MORE)}))?(?= |$)"
)
ALIKE = re.compile(rf" (?:of|with|in|that (?:have|show|are of)) (?:the same|one|a single|any one) (?P<A>{NAME})(?= |$)")
UNLIKE = re.compile(rf" (?:of|with|that (?:have|show|are of)) (?:all )?different (?P<A>{NAME})(?= |$)")
OF_IT = re.compile(
    rf" (?:of|with|showing) (?:that|this|the|such a) (?P<A>{NAME})(?P<more> of the (?:{NAME}|[a-z][\w-]*))?(?= |$)"
)
NOT_THERE = re.compile(
    r" that (?:is|are) (?P<no>not )?(?P<role>in|on) (?P<place>.+?)(?= (?:that|whose|with|from|to)\b|$)"
)
SO = re.compile(r" that (?:is|are) (?P<no>not )?(?P<q>[a-z][\w-]*)(?= |$)")
PLACE = re.compile(
    rf"(?:(?:the|an?|every) )?(?:{NAME}|top|bottom)(?: of (?:the |an? |each )?(?:active )?(?:{NAME}|[a-z][\w-]*))*"
)
WHERE = re.compile(r"(?P<role>in|on|at|from) (?P<place>.+)")
IN_HAND = re.compile(r"(?:in|on) (?:(?:their|your|his|her) )?hand")


@dataclass(frozen=True)
class Things:
    """So many things, what is said of them, and where they lie; `alike` and `unlike` are what all have in common, or
    each for itself."""

    name: str
    several: str
    limit: str = ""
    number: str = ""
    article: str = ""
    words: tuple[str, ...] = ()
    of: str = ""
    said: tuple[str, ...] = ()
    place: str = ""
    alike: str = ""
    unlike: str = ""

    def one(self, place: str = "") -> str:
        """`red Card in the Hand of the Player whose Rank is 5`."""
        return self._said(self.name, place).replace(" that are ", " that is ")

    def among(self, place: str = "") -> str:
        """`red Cards in the Hand of the Player whose Rank is 5`."""
        return self._said(self.several, place)

    def _said(self, name: str, place: str) -> str:
        where = self.place or place
        return " ".join([*self.words, name, *filter(None, (self.of, where, " and ".join(self.said)))])

    def condition(self, place: str = "") -> str:
        """That there are so many."""
        if self.alike or self.unlike or self.article in ("all", "every", "each", "both"):
            raise Unknown
        if self.article == "no":
            return f"there is no {self.one(place)}"
        if not self.number or (self.number == "1" and self.limit in ("", "at least")):
            return f"there is {articled(self.one(place))}"
        return f"the number of {self.among(place)} is {limited(self.limit, self.number)}"


def limited(limit: str, number: str) -> str:
    """`at least 3`, `less than 3`, `3`."""
    return f"{limit} {number}".lstrip().replace("fewer than", "less than")


def things(text: str, inventory: Inventory, whose: str = ACTOR) -> Things:
    """What a text speaks of, if all of it is known."""
    found = HEAD.fullmatch(text)
    if found is None:
        raise Unknown
    many = found["many"] or ""
    words, name, behind = named(found["rest"].split(" "), inventory)
    if more := re.match(r"or (more|fewer|less)(?: |$)", behind):
        behind = behind[more.end() :]
    limit = MORE.get((more and more[1]) or found["more"] or "", LIMITS.get(found["limit"], found["limit"] or ""))
    own = Things(name, inventory.several(name), limit, NUMBERS.get(many, many) if many[:1].isdigit() or many in NUMBERS
                 else "", many, words)  # fmt: skip
    own, rest = qualified(own, f" {behind}".rstrip(), inventory, whose)
    if found["own"] and not rest.strip():
        return replace(own, place=f"in the {inventory.held(name)} of {whose}")
    return _placed(own, re.sub(r"^(?:left|remaining|still)$", "", rest.strip()), inventory, whose)


def named(words: list[str], inventory: Inventory) -> tuple[tuple[str, ...], str, str]:
    """What is said of things before their name, the name, and what stands behind it; `statues` are those things of
    which that is said."""
    qualities: list[str] = []
    while words:
        size = next((k for k in (3, 2, 1) if " ".join(words[:k]).lower() in inventory.forms), 0)
        name = inventory.called(" ".join(words[:size])) if size else ""
        if name and inventory.things.get(name) is not None:
            return tuple(qualities), name, " ".join(words[size:])
        value = next(
            (
                v
                for v in (words[0], singular(words[0]), words[0].removesuffix("s"))
                for all_of in inventory.values_of.values()
                if v in all_of
            ),
            "",
        )
        if value and not (words[1:] and re.match(r"[A-Z]|[a-z]+ [A-Z]", " ".join(words[1:3]))):
            kind = inventory.only(kind for kind, known in inventory.values_of.items() if value in known)
            return (*qualities, value), bearer(kind, inventory), " ".join(words[1:])
        word = EMPTY.get(words[0], words[0])
        if word in NO_QUALITIES or (word not in IDLE and (word not in inventory.words or not word.islower())):
            break
        qualities += [] if word in IDLE else [word]
        words = words[1:]
    raise Unknown


def bearer(kind: str, inventory: Inventory) -> str:
    """The only piece that has such a value, from the beginning or by its number."""
    has = re.compile(rf"(?:there (?:is|are) (?:one|\d+) for each|has an?) (?:.* and )?{re.escape(kind)}\b.*")
    pieces = (thing for thing in inventory.things.values() if thing.sort == "piece")
    return inventory.only(thing.name for thing in pieces if any(map(has.match, thing.lines)))


def qualified(own: Things, behind: str, inventory: Inventory, whose: str = ACTOR) -> tuple[Things, str]:
    """Things with what is said of them behind their name, and the rest of that: where they are."""
    said = list(own.said)

    def taken(found: re.Match[str], what: str) -> str:
        said.append(what)
        return behind[: found.start()] + behind[found.end() :]

    behind = re.sub(r" (?:that are )?(?:left|remaining|still)\b", "", behind)
    while found := ALIKE.search(behind):
        own, behind = replace(own, alike=inventory.called(found["A"])), behind[: found.start()] + behind[found.end() :]
    while found := UNLIKE.search(behind):
        own, behind = replace(own, unlike=inventory.called(found["A"])), behind[: found.start()] + behind[found.end() :]
    while found := WITH.search(behind):
        behind = taken(found, f"whose {found['A']} is {_value(found)}")
    while found := SHOWING.search(behind):
        behind = taken(found, f"whose {number_of(own.name, inventory)} is {_value(found)}")
    while found := NOT_THERE.search(behind):
        there = where(found, inventory, whose)
        behind = taken(found, f"that are {found['no'] or ''}{there}")
    while found := SO.search(behind):
        if found["q"] not in inventory.words:
            raise Unknown
        behind = taken(found, f"that are {found['no'] or ''}{found['q']}")
    if (found := OF_IT.match(behind)) and inventory.called(found["A"]) not in inventory.things:
        own, behind = (
            replace(own, of=f"of the {inventory.called(found['A'])}{found['more'] or ''}"),
            behind[found.end() :],
        )
    return replace(own, said=tuple(said)), behind


def _value(found: re.Match[str]) -> str:
    limit = found["limit"] or MORE.get(found["more"] or "", "")
    return f"{limit} {NUMBERS.get(found['v'], found['v'])}".lstrip()


def _placed(own: Things, rest: str, inventory: Inventory, whose: str) -> Things:
    """Things with the place that is left to be read."""
    if not rest:
        return own
    if IN_HAND.fullmatch(rest):
        return replace(own, place=f"in the {inventory.held(own.name)} of {whose}")
    if rest.startswith("of ") and (
        rest[3:] in inventory.seats or re.fullmatch(r"of the (?:active )?(?:Player|[a-z][\w-]*)", rest)
    ):
        held = f"in the {inventory.held(own.name)} {rest}"
        return replace(own, of=rest) if inventory.is_owned(own.name) else replace(own, place=held)
    found = WHERE.fullmatch(rest)
    if found is None:
        raise Unknown
    return replace(own, place=where(found, inventory, whose))


def where(found: re.Match[str], inventory: Inventory, whose: str) -> str:
    """`in the Hand of the Player`, `on the Board`, as it is said there."""
    phrase = inventory.phrase(found["place"], whose)
    if not PLACE.fullmatch(phrase):
        raise Unknown
    known = inventory.things.get(inventory.called(re.sub(r" of .*", "", phrase)))
    if known is not None and known.sort == "piece":
        raise Unknown
    inside = "in" if known is not None and known.sort == "place" else "on"
    return f"{inside if found['role'] == 'from' else found['role']} {phrase}"
