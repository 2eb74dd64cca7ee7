"""Lines of examples as people write them: what somebody `plays` or `chose to do`, and what `should be` so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from dsl.text.inflection import articled, stem
from dsl.text.inventory import Inventory, Unknown
from dsl.text.rewordings import Reworded, in_a_line

BEGIN = re.compile(
    r"(?P<first>(?:then|now) it is (?:so|true) that|given that|check that|when|then|given|if|after|and|now|once|expect"
    r"|assert|check|suppose|assume)(?: ,)? (?P<rest>.+)"
)
FIRST = {"if": ("when", "given"), "after": ("when", "given"), "once": ("when",), "now": ("then", "when", "given"),
         "when": ("when", "given", "then"), "and": ("when", "then", "given"),
         "given": ("given", "then")}  # fmt: skip
DOES = re.compile(
    r"(?P<who>[A-Z][\w-]*|chance)(?: ,)? (?:now )?"
    r"(?:(?:does|did|do|do a|does a|chooses to|chose to|decides to|wants to|may|can|will|has|uses|used|performs"
    r"|performed|plays|played|takes|took|makes|made|carries out) )?(?:(?:an?|the|action|the action) )?"
    r"(?P<deed>[A-Za-z][\w-]*(?: [A-Z][\w-]*)*)(?: action)?(?P<rest> .+)?"
)
ABLE = re.compile(r"(?P<who>.+?) (?:is|are) (?P<no>not |un)?(?:able|allowed) to (?P<rest>.+)")
PASSED = re.compile(
    r"(?P<who>[A-Z][\w-]*) (?:passed|passes|skips|does nothing|(?:does|did|chooses|plays) (?:a |to )?[Pp]ass)"
)
GOES_ON = re.compile(
    r"(?P<so>(?:then|given|when) .+?)(?: ,)? and (?P<done>(?:[A-Z][\w-]*|chance) (?:does|chooses|passes|rolls)\b.*)"
)
TWO_DEEDS = re.compile(
    r"when (?P<who>[A-Z][\w-]*) (?P<first>[a-z]+s\b.*?)(?: ,)? and (?:then )?(?P<second>(?P<verb>[a-z]+s)\b.*)"
)
LINES = ("chooses", "does", "passes", "rolls")  # verbs of the language with which something is done in an example
CHOSEN_THEN = "What is chosen while it is done has a line of its own."
CLOSED = re.compile(  # as it is said that somebody has done enough
    r"(?P<who>[A-Z][\w-]*) (?:may|must|can|should|could) (?P<no>not )?"
    r"(?:be (?:done|finished)|stop|end|finish|skip|pass)"
)
HAD_BY_NAME = re.compile(
    r"(?P<begin>given|then) (?P<who>[A-Z][\w-]*) has the (?P<kinds>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*)*) "
    r"(?P<words>[a-z][\w-]*(?: , [a-z][\w-]*)*(?: ,)? and [a-z][\w-]*)"
)
EACH_THERE = "Where pieces are is said by a place, of each on a line of its own."
EACH = "In examples `given` is what is so, `when` what somebody does, and `then` what is so after it."


def said_in_an_example(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a line of an example."""
    if text[:1].isupper():
        return
    yield from _had_by_name(text, inventory)
    yield from _two_deeds(text, inventory)
    goes_on = GOES_ON.fullmatch(text)
    if goes_on:
        own = (in_a_line(*goes_on["so"].split(" ")), in_a_line("when", *goes_on["done"].split(" ")))
        yield Reworded(EACH, 0, text.count(" "), own)
    found = BEGIN.fullmatch(text)
    first, rest = (found["first"], found["rest"]) if found else ("", text)
    begins = FIRST.get(first) or (first.partition(" ")[0],)
    begins = tuple(one for one in begins if one in ("given", "when", "then")) or ("then", "given", "when")
    for begin in begins:
        for told in (rest, *_in_other_words(begin, rest, inventory)):
            line = in_a_line(begin, *told.split(" "))
            if line != in_a_line(*text.split(" ")):
                yield Reworded(EACH, 0, text.count(" "), (line,))


def _had_by_name(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`given Blue has the Letters crown and lily`: each lies where players have such things."""
    found = HAD_BY_NAME.fullmatch(text)
    name = inventory.forms.get(found["kinds"].lower(), ("", ""))[1] if found else ""
    thing = inventory.things.get(name)
    if found is None or thing is None or thing.sort != "piece":
        return
    with suppress(Unknown):
        where = f"in the {inventory.held(name)} of {found['who']}"
        each = re.split(r" , (?:and )?| and ", found["words"])
        lines = tuple(f"{found['begin']} there is {articled(f'{word} {name}')} {where}" for word in each)
        yield Reworded(EACH_THERE, 0, text.count(" "), lines)


def _two_deeds(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`when Ann sails and moves the Boat to A1`: what is done, then what is chosen for it, or done behind it."""
    found = TWO_DEEDS.fullmatch(text)
    if found is None:
        return
    who, deeds = found["who"], (f"{found['who']} {found['first']}", f"{found['who']} {found['second']}")
    first, second = (
        next((one for one in _in_other_words("when", deed, inventory)), deed if deed.split(" ")[1] in LINES else "")
        for deed in deeds
    )
    told = f"when {first}, and on the next line, for each thing that is chosen then: when {who} chooses …"
    lines = tuple(f"when {in_a_line(*deed.split(' '))}" for deed in (first, second) if deed)
    if first:
        yield Reworded(CHOSEN_THEN, 0, text.count(" "), lines, told="" if second else told)


def _in_other_words(begin: str, rest: str, inventory: Inventory) -> Iterator[str]:
    """What is done, or is so, in the words of the language."""
    if begin == "when" and (passed := PASSED.fullmatch(rest)):
        yield f"{passed['who']} passes"
    done = DOES.fullmatch(rest) if begin == "when" else None
    if done:
        deed = {_stem(action): action for action in inventory.all_actions}.get(_stem(done["deed"]))
        if deed:
            yield f"{done['who']} does {deed}{done['rest'] or ''}"
    closed = CLOSED.fullmatch(rest.replace("cannot", "can not"))
    if closed and begin == "then":
        yield f"{closed['who']} {'cannot' if closed['no'] else 'can'} pass"
    able = ABLE.fullmatch(rest)
    if able:
        yield f"{able['who']} {'cannot' if able['no'] else 'can'} {able['rest']}"


def _stem(deed: str) -> str:
    """An action however it is inflected: `climbs`, `Climbed` are `climb`."""
    first, *more = deed.lower().split(" ")
    return " ".join([stem(first), *more])
