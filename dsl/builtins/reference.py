"""The reference of the language: the patterns of the grammar, and those of the values that every game has."""

from __future__ import annotations

from functools import cache

from dsl import resources
from dsl.builtins import VALUES
from dsl.text.patterns import Group, groups


@cache
def everything() -> tuple[Group, ...]:
    """All patterns of the language of rulebooks, also those of what stands within a sentence."""
    return tuple(groups(_with_values(resources.grammar("rulebook.lark"))))


def _with_values(grammar: str) -> str:
    """The grammar with what `dsl.builtins` says of values where it asks for that."""
    shown = [value for value in VALUES.values() if value.example]
    remarked = (f"//- {value.example}\n// {value.remark}" for value in shown if value.remark)
    others = (f"//- {value.example}" for value in shown if not value.remark)
    found = grammar.replace("//= values with a remark", "\n".join(remarked))
    return found.replace("//= other values", "\n".join(others))
