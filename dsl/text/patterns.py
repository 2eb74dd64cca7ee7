"""The patterns of the language and what they mean: they stand in the grammar, as comments above its rules.

After `//: ` stands a sentence, after `//- ` a part of one, and after these, as a plain comment, what they mean. Of the
values that every game has this stands in `dsl.builtins`; `//= ` says where pages show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from dsl import resources

HEADING = re.compile(r"^// =+ (?P<title>\S.*)$")
PATTERN = re.compile(r"^//(?P<mark>[:-]) (?P<pattern>.*)$")
REMARK = re.compile(r"^// (?P<text>.*)$")
RULE = re.compile(r"^[!?]?(?P<name>[a-z]\w*)(?:\{\w+\})?:")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence of the language as a designer writes it, and what it means. `rule` is its rule in the grammar.

    `within`: it is no sentence of its own, but stands within others.
    """

    examples: tuple[str, ...]
    meaning: str = ""
    rule: str = ""
    within: bool = False

    @property
    def short(self) -> str:
        """The first sentence of what it means."""
        return re.split(r"(?<=\.) ", self.meaning, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Group:
    """Patterns under one heading of the grammar."""

    title: str
    patterns: tuple[Pattern, ...]


def groups(grammar: str) -> list[Group]:
    """The patterns of a grammar under its headings, in its order; headings without patterns are left out."""
    found = [Group(title, tuple(patterns_of(lines))) for title, lines in under_headings(grammar)]
    return [group for group in found if group.patterns]


def under_headings(grammar: str) -> Iterator[tuple[str, list[str]]]:
    title, lines = "", list[str]()
    for line in grammar.splitlines():
        heading = HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        yield title, lines
        title, lines = heading["title"], []
    yield title, lines


def patterns_of(lines: list[str]) -> Iterator[Pattern]:
    """The patterns above each rule, with the remark after each."""
    found: list[Pattern] = []
    for line in lines:
        if example := PATTERN.match(line):
            if not found or found[-1].meaning:
                found.append(Pattern(()))
            shown = (*found[-1].examples, example["pattern"])
            found[-1] = replace(found[-1], examples=shown, within=example["mark"] == "-")
        elif found and (remark := REMARK.match(line)):
            found[-1] = replace(found[-1], meaning=f"{found[-1].meaning} {remark['text']}".strip())
        elif found and (rule := RULE.match(line)):
            yield from (replace(pattern, rule=rule["name"]) for pattern in found)
            found.clear()


@cache
def language() -> tuple[Group, ...]:
    """The patterns of whole sentences."""
    grammar = resources.grammar("rulebook.lark")
    whole = (Group(g.title, tuple(p for p in g.patterns if not p.within)) for g in groups(grammar))
    return tuple(group for group in whole if group.patterns)
