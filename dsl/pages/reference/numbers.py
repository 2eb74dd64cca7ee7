"""The numbers of the rules reference: by where a rule stands, or as they were given once.

Beside x.rules can stand x.numbers.tsv, which keeps the numbers that were printed: a rule that comes between 3.4 and 3.5
is 3.4a then, and what is gone leaves a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, product
from pathlib import Path
from string import ascii_lowercase

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.lists import lines_of_list

LIST = ".numbers.tsv"
COLUMNS = ("number", "rule")
GONE = "-"  # what stands for a rule whose number is given to no other
FIRST = 2  # of the parts: the game as a whole is 1
NUMBER = re.compile(r"[1-9]\d{0,4}[a-z]{0,3}(\.(0[a-z]{1,3}|[1-9]\d{0,4}[a-z]{0,3}))?")

Layout = Sequence[tuple[str, Sequence[str]]]
"""The parts of a reference by their names, each with the names of its rules, in order."""

Numbers = list[tuple[str, list[str]]]
"""The number of each part of a layout, and those of its rules."""


def numbered(layout: Layout, kept: Mapping[str, str]) -> Numbers:
    """The numbers of all parts and rules; `kept` are those of the names and, as other names, those given up."""
    parts = given([name for name, _ in layout], {n: v for n, v in kept.items() if "." not in v}, FIRST)
    found = []
    for number, (_, names) in zip(parts, layout, strict=True):
        inside = {name: v.removeprefix(f"{number}.") for name, v in kept.items() if v.startswith(f"{number}.")}
        found.append((number, [f"{number}.{own}" for own in given(names, inside, 1)]))
    return found


def given(names: Sequence[str], kept: Mapping[str, str], first: int) -> list[str]:
    """A number for each name: its own, if that is kept; a letter behind the number before, where one that is kept
    follows; otherwise the next that nothing ever had."""
    taken = {first - 1, *(int(re.sub(r"\D", "", number)) for number in kept.values())}
    used = set(kept.values())
    found: list[str] = []
    for at, name in enumerate(names):
        if name in kept:
            number = kept[name]
        elif any(later in kept for later in names[at + 1 :]):
            before = re.sub(r"\D", "", found[-1]) if found else str(first - 1)
            number = next(one for one in lettered(before) if one not in used)
        else:
            number = str(max(taken) + 1)
            taken.add(int(number))
        used.add(number)
        found.append(number)
    return found


def unlike(names: Iterable[str]) -> Iterator[str]:
    """The names, of which each that stood before gets a number."""
    found: set[str] = set()
    for name in names:
        own = next(one for one in chain([name], (f"{name}-{k}" for k in count(2))) if one not in found)
        found.add(own)
        yield own


def lettered(number: str) -> Iterator[str]:
    """3a, 3b, up to 3z, 3aa and so on."""
    for length in count(1):
        yield from (number + "".join(letters) for letters in product(ascii_lowercase, repeat=length))


# ----------------------------------------------------------------------------------------------------------- the list


def numbers_beside(rulebook: Path) -> tuple[dict[str, str], list[Diagnostic]]:
    """The numbers that are kept for x.rules in x.numbers.tsv, by the names of the rules, and what is wrong with the
    list; nothing if there is none. Raises OSError."""
    path = rulebook.with_suffix(LIST)
    lines, faults = lines_of_list(path, COLUMNS, wrong)
    if faults:
        return {}, faults
    found: dict[str, str] = {}
    for at, line in enumerate(lines, 2):
        number, _, name = line.partition("\t")
        if not NUMBER.fullmatch(number) or not name or number in found.values() or name in found:
            return {}, [wrong(path, at, "Here stands no number with its rule, or one of them stands above, too.")]
        found[f"{GONE} {number}" if name == GONE else name] = number
    return found, []


def wrong(path: Path, line: int, why: str) -> Diagnostic:
    remedy = "`rulewright number FILE` writes it, where there is none"
    return Diagnostic("E0510", f"This is no list of numbers. {why}", Span(str(path), line, 1, line, 2), hints=(remedy,))


def printed(layout: Layout, kept: Mapping[str, str]) -> str:
    """The list as it should stand beside the rulebook: all numbers that there are, and those given up."""
    found: dict[str, str] = {}
    for (name, names), (number, numbers) in zip(layout, numbered(layout, kept), strict=True):
        found |= {number: name, **dict(zip(numbers, names, strict=True))}
    found |= {number: GONE for number in kept.values() if number not in found}
    rows = sorted(found.items(), key=lambda row: in_order(row[0]))
    return "".join(f"{number}\t{name}\n" for number, name in (COLUMNS, *rows))


def in_order(number: str) -> list[tuple[int, int, str]]:
    """By what numbers are sorted: 3.4, 3.4a, 3.4b, 3.5."""
    return [(int(digits), len(letters), letters) for digits, letters in re.findall(r"(\d+)([a-z]*)", number)]
