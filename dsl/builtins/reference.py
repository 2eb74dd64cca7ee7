"""The reference of the language: the patterns of the grammar, and those of the values that every game has.

They stand under the sections of `sections.toml`, which go by what a designer wants to say; the grammar goes by how
sentences are made. A section begins with a small game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from dsl import resources
from dsl.builtins import VALUES
from dsl.text.patterns import Group, Pattern, groups

SECTIONS = "sections.toml"


@cache
def everything() -> tuple[Group, ...]:
    """All patterns of the language of rulebooks, also those of what stands within a sentence."""
    grammar = tuple(groups(_with_values(resources.grammar("rulebook.lark"))))
    patterns = [pattern for group in grammar for pattern in group.patterns]
    placed = {rule: title for title, rules in sections().items() for rule in rules}
    told = (Group(title, tuple(_of(rules, patterns))) for title, rules in sections().items())
    rest = (replace(g, patterns=tuple(p for p in g.patterns if p.rule not in placed)) for g in grammar)
    return tuple(group for group in (*told, *rest) if group.patterns)


def _of(rules: tuple[str, ...], patterns: list[Pattern]) -> Iterator[Pattern]:
    return (pattern for rule in rules for pattern in patterns if pattern.rule == rule)


def sections() -> dict[str, tuple[str, ...]]:
    """The titles of the sections, with the rules of the grammar whose patterns stand there, in their order."""
    return {section["title"]: tuple(section["rules"]) for section in _sections()}


def games() -> dict[str, str]:
    """The rulebooks with which sections begin, by the titles of these."""
    folder = resources.folder("reference")
    named = {section["title"]: section["game"] for section in _sections() if "game" in section}
    return {title: (folder / f"{name}.rules").read_text(encoding="utf-8") for title, name in named.items()}


def _sections() -> list[dict[str, Any]]:
    text = (resources.folder("reference") / SECTIONS).read_text(encoding="utf-8")
    return [*tomllib.loads(text)["section"]]


def _with_values(grammar: str) -> str:
    """The grammar with what `dsl.builtins` says of values where it asks for that."""
    shown = [value for value in VALUES.values() if value.example]
    remarked = (f"//- {value.example}\n// {value.remark}" for value in shown if value.remark)
    others = (f"//- {value.example}" for value in shown if not value.remark)
    found = grammar.replace("//= values with a remark", "\n".join(remarked))
    return found.replace("//= other values", "\n".join(others))
