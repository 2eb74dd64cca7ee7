"""The patterns of the language and what they mean: they stand in the grammar, as comments above its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from dsl import resources

HEADING = re.compile(r"^// =+ (?P<title>\S.*)$")
PATTERN = re.compile(r"^//: (?P<pattern>.*)$")
REMARK = re.compile(r"^// (?P<text>.*)$")
RULE = re.compile(r"^[!?]?(?P<name>[a-z]\w*)(?:\{\w+\})?:")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence of the language as a designer writes it, and what it means. `rule` is its rule in the grammar."""

    examples: tuple[str, ...]
    meaning: str = ""
    rule: str = ""

    @property
    def short(self) -> str:
        """The first sentence of what it means."""
        return re.split(r"(?<=[.;:]) ", self.meaning, maxsplit=1)[0].rstrip(";:")


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
    """The patterns above each rule, with the remark between them and it."""
    waiting = Pattern(())
    for line in lines:
        if example := PATTERN.match(line):
            waiting = replace(waiting, examples=(*waiting.examples, example["pattern"]))
        elif waiting.examples and (remark := REMARK.match(line)):
            waiting = replace(waiting, meaning=f"{waiting.meaning} {remark['text']}".strip())
        elif waiting.examples and (rule := RULE.match(line)):
            yield replace(waiting, rule=rule["name"])
            waiting = Pattern(())


@cache
def language() -> tuple[Group, ...]:
    """All patterns of the language of rulebooks."""
    return tuple(groups(resources.grammar("rulebook.lark")))
