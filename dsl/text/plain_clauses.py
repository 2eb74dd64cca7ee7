"""Clauses that printed rules put in their own words, wherever they stand in a sentence: `exceeds 7`, `the Coins they
have`, `has not been guessed`, `nobody has any Men left`."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from dsl.text.inflection import articled, stem
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.possessives import NAME

OF_A_PLACE = re.compile(rf"the [a-z][\w-]* of an? ({NAME}) (?:means|is|are) |an? ({NAME}) is [a-z][\w-]* when ")
ITS = re.compile(rf"\bits ({NAME})(?! (?:in|on|of|that)\b)")
COMPARED = re.compile(r"(?<= )(?:exceeds|surpasses|is (?:greater|higher|larger|bigger) than) (?=the |\d)")
DEFINED_IF = re.compile(r"^(an? [A-Z][^,]*? (?:is|are) [^,]+?) (?:if|as long as|exactly when|only if) (.+)")
THEIRS = re.compile(
    rf"\b(?P<many>(?:number of|most|every|each|all) )(?P<so>(?:[a-z]+ )?)(?P<name>{NAME}) (?:that |which )?"
    r"(?P<who>the Player|they|you) (?:has|have|owns?|holds?)(?= |$)"
)
AS_MANY = re.compile(
    rf"(?:the Player|they|you) (?:has|have) (?P<limit>at least |at most )?as many (?P<name>{NAME}) as (?P<x>the .+)"
)
BEEN = re.compile(
    r"\b(?P<has>has|have) (?P<no>not )?(?:already |yet )?been (?P<q>[a-z]+)(?: by (?:anyone|anybody|any Player))?"
)
BE = {"has": "is", "have": "are"}
NOBODY = re.compile(
    rf"\b(?:no [Pp]layer|nobody|no one) has (?:an?|any) (?:more )?(?P<name>{NAME})(?: left| remaining)?"
    rf"(?: (?:left )?(?P<role>in|on) (?:their|his|her|a|the) (?P<place>{NAME})(?: of the Player)?)?(?= |$)"
)
BELONGS = re.compile(rf"\bbelongs to (?=the Player|{NAME}(?= |$))")
BEGUN = re.compile(
    r"(?:starting|beginning) (?:with|from) (?P<who>[A-Z]\S*) , (?P<rest>(?:the |all )?[Pp]layers take turns)"
)
DIE = re.compile(
    r"\b(?:(?:the (?:result|roll)(?: of the (?:roll|[Dd]ie))?|the (?:rolled )?[Dd]ie) (?:is|shows?)|it shows) (?:an? )?"
    r"(?P<v>[a-z]\w*|\d+)(?= |$)"
)
OTHER_THAN = re.compile(rf"\b({NAME}) other than (the (?:[a-z][\w-]*|{NAME})|{NAME})(?= |$)")
IF_BEHIND = re.compile(
    r"(?!(?:if|only|when|whenever|until|while|repeat|the game|given|then|an?|otherwise|let|takes|has|can|\d+) )"
    r"((?:(?! means | when | if | , ).)+) if ((?:(?! if | , ).)+)"
)
DOES = re.compile(r"^(?P<who>when (?:the )?[A-Z]\w*) (?P<verb>[a-z]+)$")
SEVERAL_ARE = re.compile(rf"^(?:plural|plural is|the plural is|several are) (?P<several>{NAME})$")

Way = Callable[[str, Inventory], str]  # of a sentence, as it may be said otherwise


def put(pattern: re.Pattern[str], words: str) -> Way:
    """With these words for what is found."""
    return lambda text, _: pattern.sub(words, text)


def wherever(pattern: re.Pattern[str]) -> Callable[[Callable[[re.Match[str], Inventory], str]], Way]:
    """With what a function makes of each that is found."""
    return lambda told: lambda text, inventory: pattern.sub(lambda found: told(found, inventory), text)


def of_its_place(text: str, inventory: Inventory) -> str:
    """`the worth of a City means … its Districts`: `Districts in the City`, where that is a place."""
    head = OF_A_PLACE.match(text)
    place = inventory.things.get(head[1] or head[2]) if head else None
    if head is None or place is None or place.sort == "piece":
        return text
    where = f"{'in' if place.sort == 'place' else 'on'} the {place.name}"

    def told(found: re.Match[str]) -> str:
        known = inventory.things.get(inventory.forms.get(found[1].lower(), ("", ""))[1])
        return f"{found[1]} {where}" if known is not None and known.sort == "piece" else found[0]

    return text[: head.end()] + ITS.sub(told, text[head.end() :])


@wherever(THEIRS)
def _that_they_have(found: re.Match[str], inventory: Inventory) -> str:
    """`the number of Coins the Player has`: `the number of Coins in the Purse of the Player`."""
    own = _own(found["name"], inventory)
    return f"{found['many']}{found['so']}{found['name']}{own}" if own else found[0]


@wherever(AS_MANY)
def _as_many(found: re.Match[str], inventory: Inventory) -> str:
    """`the Player has at least as many Coins as the Rank of the Card`: `the number of Coins … is at least …`."""
    own = _own(found["name"], inventory)
    limit = found["limit"] or "at least "
    return f"the number of {found['name']}{own} is {limit}{found['x']}" if own else found[0]


def _own(name: str, inventory: Inventory) -> str:
    """Where a player has such pieces, behind their name; nothing where that is not known."""
    known = inventory.forms.get(name.lower(), ("", ""))[1]
    with suppress(Unknown):
        if known in inventory.things and inventory.things[known].sort == "piece":
            return inventory.of_a_player("every", known, ACTOR).removeprefix(f"every {known}")
    return ""


@wherever(NOBODY)
def _nobody(found: re.Match[str], inventory: Inventory) -> str:
    """`no Player has a Man in their Camp`: `there is no Man in a Camp`."""
    known = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    if known not in inventory.things:
        return found[0]
    with suppress(Unknown):
        place = found["place"] or inventory.held(known)
        theirs = inventory.things.get(place)
        if theirs is not None and theirs.is_for_each:
            return f"there is no {known} {found['role'] or 'in'} {articled(place)}"
    return found[0]


def begun_by(text: str) -> str:
    """`starting with Ann, players take turns …`: `players take turns from Ann …`."""
    return BEGUN.sub(lambda found: f"{found['rest']} from {found['who']}", text)


def _shown_by_a_die(text: str, inventory: Inventory) -> str:
    """`the result is 6`: `there is a Die whose Face is 6`, where there is one die."""
    dice = [t for t in inventory.things.values() if t.sort == "piece" and {"Die", "Dice"} & {*t.name.split()}]
    one = len(dice) == 1 and any(re.match(r"there is (?:1|one)$", line) for line in dice[0].lines)
    has = [line for line in dice[0].lines if line.startswith("has a")] if one else []
    if len(has) != 1:
        return text
    kind = re.sub(r"^has an? | ,.*", "", has[0])
    values = inventory.values_of.get(kind, ())
    return DIE.sub(
        lambda found: (
            f"there is {articled(dice[0].name)} whose {kind} is {found['v']}"
            if found["v"].isdecimal() or found["v"] in values
            else found[0]
        ),
        text,
    )


def _if_behind(text: str, _: Inventory) -> str:
    """`the Player draws a Card if …`: `if … , the Player draws a Card`."""
    return IF_BEHIND.sub(r"if \2 , \1", text) if IF_BEHIND.fullmatch(text) else text


@wherever(OTHER_THAN)
def _other_than(found: re.Match[str], inventory: Inventory) -> str:
    """`each Player other than the dealer`: `each Player that is not the dealer`."""
    plain = found[2][:1].isupper() and found[2] not in inventory.seats
    return f"{found[1]} that is not {articled(found[2]) if plain else found[2]}"


def _does(text: str, inventory: Inventory) -> str:
    """In examples: `when Ann leaves`, where that is an action: `when Ann does Leave`."""
    found = DOES.match(text)
    verb = found["verb"] if found else ""
    names = [name for name in inventory.all_actions if verb and stem(name) == stem(verb)]
    return f"{found['who']} does {names[0]}" if found and len(names) == 1 else text


@wherever(BEEN)
def _been(found: re.Match[str], _: Inventory) -> str:
    """`the Card has not been guessed`: `the Card is not guessed`."""
    return f"{BE[found['has']]} {found['no'] or ''}{found['q']}"


CLAUSES: tuple[Way, ...] = (
    put(COMPARED, "is more than "),  # `the Level exceeds 7`
    put(DEFINED_IF, r"\1 when \2"),  # `a Region is held by a Player if …`
    _that_they_have,
    _as_many,
    _been,
    _nobody,
    put(BELONGS, "is owned by "),
    _shown_by_a_die,
    _if_behind,
    _other_than,
    _does,
    put(SEVERAL_ARE, r"two are \g<several>"),  # `plural Dice`
)
