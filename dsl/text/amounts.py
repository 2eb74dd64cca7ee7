"""Numbers as people say them, and as the language has them: so many times another, so many for each, of two places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lark import Token

from dsl.text.inflection import plural
from dsl.text.inventory import Inventory
from dsl.text.rewordings import Reworded, in_a_line

NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
OWNER = rf"(?: of (?:the )?(?:active )?(?:{NAME}|[a-z][\w-]*))*"
PLACE = rf"(?:(?:the|an?|every) )?{NAME}{OWNER}"
STOP = r"(?= times(?:,|$)|,|$| and (?:that|whose)\b)"
TIMES = re.compile(
    rf"\b(?P<n>\d+) times (?P<what>the (?:number of|total|highest|lowest|{NAME} of|[a-z][\w-]*) .+?){STOP}"
)
EACH = re.compile(
    r"(?P<is>\bis (?:not )?(?:(?:at least|at most|more than|less than) )?)(?P<n>\d+|the [a-z][\w-]*) "
    r"(?:for|per) (?:each |every )?"
    rf"(?P<words>(?:[a-z][\w-]* )*)(?P<name>{NAME})(?P<where>(?: (?:of|in|on) .+?)?){STOP}"
)
SUM = re.compile(
    r"(\bthat is (?:at least|at most|more than|less than) )([^(]+? (?:plus|minus|multiplied by|divided by) [^()]+?)"
    r"(?=$|,| and (?:that|whose)\b)"
)
BOTH = re.compile(
    rf"(?P<minus>minus )?(?P<number>the (?:number of|total {NAME} among) (?:[a-z][\w-]* )*{NAME}) (?P<at>in|on) "
    rf"(?P<first>{PLACE}) and (?:(?:in|on) )?(?P<second>{PLACE}){STOP}"
)
SO_MANY_THERE = re.compile(
    rf"\bthere (?:is|are) (?P<how>(?:at least|at most|more than|fewer than) )?(?P<name>{NAME}) (?P<at>in|on) "
    rf"(?P<place>the {NAME}{OWNER}){STOP}"
)


def amounts(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    line = in_a_line(*(str(word) for word in words[:-1]))
    for said in TIMES.finditer(line) if line.startswith("repeat ") else ():  # else `times` is another word
        message = "What is so many times as much is multiplied: `multiplied by` stands between both numbers."
        yield _instead(message, line, said, f"{said['what']} multiplied by {said['n']}", at)
    for said in EACH.finditer(line):
        count = f"the number of {said['words']}{plural(said['name'])}{said['where']}"
        message = "So many for each are multiplied by how many there are."
        meant = _instead(message, line, said, f"{said['is']}({said['n']} multiplied by {count})", at)
        yield from (meant, replace(meant, lines=(SUM.sub(r"\g<1>(\2)", meant.lines[0]),)))
    for said in BOTH.finditer(line):
        parts = (f"{said['number']} {said['at']} {place}" for place in (said["first"], said["second"]))
        both = f" {'minus' if said['minus'] else 'plus'} ".join(parts)
        message = "What is in two places is counted in each."
        yield _instead(message, line, said, f"{said['minus'] or ''}{both}", at)
    for said in SO_MANY_THERE.finditer(line):
        first, _, rest = said["name"].partition(" ")
        how = (said["how"] or "").replace("fewer", "less")
        if rest and first in inventory.names:
            message = f"Each {first} is another number: that which something has."
            so_many = f"{how}the {first} of {said['place']}"
            counted = f"the number of {rest} {said['at']} {said['place']} is {so_many}"
            yield _instead(message, line, said, counted, at)


def _instead(message: str, line: str, said: re.Match[str], meant: str, at: int) -> Reworded:
    return Reworded(message, at, at, (line[: said.start()] + meant + line[said.end() :],))
