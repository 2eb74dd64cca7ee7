"""Slips as people make them who write their first rulebooks: what they have in place of what stands in a right line.

Each class has patterns, with what is written in their place (`language/typical_slips.txt`); or a function that makes
other lines of a text of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from tests.rulebooks import FOLDER

BLANKS = 4
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
OWN = r"[a-z][\w-]*"
ASIDE = re.compile(r'"[^"]*"?|\[[^\]]*\]|--.*')  # texts, clauses and notes


@cache
def instead() -> dict[str, list[tuple[str, str]]]:
    """What is written in place of what: of each class its patterns."""
    found: dict[str, list[tuple[str, str]]] = {}
    name = ""
    for line in (FOLDER / "typical_slips.txt").read_text("utf-8").split("\n"):
        if heading := re.fullmatch(r"\[(.*)\]", line):
            name = heading[1]
        elif row := re.fullmatch(r"`(.*)` => `(.*)`", line):
            pattern = row[1].replace("<Name>", NAME).replace("<own>", OWN)
            found.setdefault(name, []).append((pattern, row[2]))
    return found


Lines = list[str]


def indented(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """A line a level deeper or less deep, or a little, or with a tab."""
    margin, line = _margin(lines[at]), lines[at].strip()
    ways = [margin + BLANKS, margin - BLANKS, margin + 1, margin - 1]
    for deep in ways:
        if deep >= 0 and margin:
            yield [*lines[:at], " " * deep + line, *lines[at + 1 :]]
    if margin:
        yield [*lines[:at], "\t" * (margin // BLANKS) + line, *lines[at + 1 :]]


def under_another_head(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """A line about a thing under the heading of the thing behind it, or before it."""
    if not re.match(r"    (?:starts|takes|there (?:is|are)|has|can be|seen|keeps|made)\b", lines[at]):
        return
    for other in (_next_head(lines, at, 1), _next_head(lines, at, -1)):
        if other is not None and re.match(r"(?:piece|place|board) ", lines[other]):
            rest = [*lines[:at], *lines[at + 1 :]]
            there = other - (other > at) + 1
            yield [*rest[:there], lines[at], *rest[there:]]


def lines_in_another_order(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """What a heading wants first behind what it wants later: a need behind what is done, a text first."""
    if at + 1 < len(lines) and _margin(lines[at]) == _margin(lines[at + 1]) == BLANKS:
        one, other = lines[at].strip(), lines[at + 1].strip()
        needs = one.startswith(("only if ", "costs ", "once each", "let ")), other.startswith("only if ")
        if (needs[0] and not needs[1]) or other.startswith('"') or lines[at - 1].startswith("game"):
            yield [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def joined_by_and(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """Two sentences on one line."""
    if at + 1 >= len(lines) or _margin(lines[at]) != _margin(lines[at + 1]) or not _margin(lines[at]):
        return
    one, other = lines[at], lines[at + 1].strip()
    if any(part.strip().startswith(('"', "|", "--")) for part in (one, other)):
        return
    for joint in (" and ", ", ", ", then ", "; ", ". "):
        word = re.match(r"\w+ ", one.strip())
        yield [*lines[:at], f"{one}{joint}{other}", *lines[at + 2 :]]
        if word and other.startswith(word[0]) and joint == " and ":
            yield [*lines[:at], f"{one}{joint}{other.removeprefix(word[0])}", *lines[at + 2 :]]


def over_two_lines(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """One sentence that goes on in the next line."""
    breaks = [
        found.start() for found in re.finditer(r" (?=and |or |to |that |whose |plus |if |otherwise|is )", lines[at])
    ]
    for place in random.sample(breaks, min(len(breaks), 2)):
        margin = _margin(lines[at])
        for deep in (margin, margin + BLANKS):
            behind = lines[at][place + 1 :]
            yield [*lines[:at], lines[at][:place], " " * deep + behind, *lines[at + 1 :]]


def otherwise_in_its_line(lines: Lines, at: int, random: Random) -> Iterator[Lines]:
    """`otherwise` behind what goes before it, or with what stands under it, and a block on one line."""
    line, margin = lines[at].strip(), _margin(lines[at])
    below = lines[at + 1] if at + 1 < len(lines) and _margin(lines[at + 1]) > margin else None
    last = at + 2 >= len(lines) or _margin(lines[at + 2]) <= margin
    if line.startswith("otherwise ") and at:
        yield [*lines[: at - 1], f"{lines[at - 1]}, {line}", *lines[at + 1 :]]
    if below is not None and last and re.match(r"(?:otherwise|if .*|for each .*|while .*)$", line):
        for joint in (" ", ", ", ": "):
            yield [*lines[:at], f"{lines[at]}{joint}{below.strip()}", *lines[at + 2 :]]
    if below is not None and last and line.startswith("for each "):
        yield [*lines[:at], f"{' ' * margin}{below.strip()} {line}", *lines[at + 2 :]]
    if below is not None and last and line.startswith("if "):
        yield [*lines[:at], f"{' ' * margin}{below.strip()} {line}", *lines[at + 2 :]]


MOVED: dict[str, Callable[[Lines, int, Random], Iterator[Lines]]] = {
    "a line too deep or not deep enough": indented,
    "a line under another head": under_another_head,
    "lines in another order": lines_in_another_order,
    "two sentences on one line": joined_by_and,
    "one sentence on two lines": over_two_lines,
    "a block on one line": otherwise_in_its_line,
}


@dataclass(frozen=True)
class Made:
    """A text with one slip: which way of its class, at which line (numbered from 0), and the lines before and after."""

    way: int
    at: int
    before: str
    after: str
    text: str


CLASSES = (*instead(), *MOVED)


def made(name: str, text: str, random: Random) -> Iterator[Made]:
    """All slips of a class that can be made in a text."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith(("--", "|")) or _is_of_looks(lines, at):
            continue
        yield from _moved(name, lines, at, random) if name in MOVED else _said_otherwise(name, lines, at)


def _moved(name: str, lines: Lines, at: int, random: Random) -> Iterator[Made]:
    for way, others in enumerate(MOVED[name](lines, at, random)):
        more = len(others) - len(lines)
        end = len(lines)  # behind what is not as it was
        while end > at and end + more > at and lines[end - 1] == others[end + more - 1]:
            end -= 1
        yield Made(way, at, "\n".join(lines[at:end]), "\n".join(others[at : end + more]), "\n".join(others))


def _said_otherwise(name: str, lines: Lines, at: int) -> Iterator[Made]:
    line = lines[at]
    aside = [(one.start(), one.end()) for one in ASIDE.finditer(line)] if name != "quotes" else []
    for way, (pattern, said) in enumerate(instead()[name]):
        for found in re.finditer(pattern, line):
            other = line[: found.start()] + _said(found, said) + line[found.end() :]
            if other != line and not any(start < found.end() and found.start() < end for start, end in aside):
                yield Made(way, at, line, other, "\n".join([*lines[:at], other, *lines[at + 1 :]]))


def _said(found: re.Match[str], said: str) -> str:
    def group(which: re.Match[str]) -> str:
        part = found[int(which[2])] or ""
        return part.lower() if which[1] == "L" else part.upper() if which[1] == "U" else part

    return re.sub(r"\\([LU]?)(\d)", group, said)


def _is_of_looks(lines: Lines, at: int) -> bool:
    head = next((lines[k] for k in range(at, -1, -1) if lines[k][:1].strip()), "")
    return head == "look"


def _next_head(lines: Lines, at: int, step: int) -> int | None:
    own = next((k for k in range(at, -1, -1) if lines[k][:1].strip()), 0)
    k = own + step
    while 0 <= k < len(lines):
        if lines[k][:1].strip() and not lines[k].startswith("--"):
            return k
        k += step
    return None


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
