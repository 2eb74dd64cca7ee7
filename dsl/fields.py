"""The names of the fields of data: `dataclasses.fields` puts them together anew each time it is asked."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from typing import Any

# What annotations of plain values, and of things of the world, are made of. In a literal stand texts.
PLAIN = frozenset(
    "Span str int bool None tuple list dict Literal Kind Variable Attribute BuiltInValue BuiltInRelation".split()
)
_WORD = re.compile(r"'[^']*'|\"[^\"]*\"|(\w+)")


def names_of(item: object) -> tuple[str, ...]:
    """The names of the fields of one of a dataclass, in their order."""
    kind: Any = type(item)
    return _names(kind)


def inner_names_of(item: object) -> tuple[str, ...]:
    """The same without the fields of plain values and things of the world, in which no part of a sentence can stand."""
    kind: Any = type(item)
    return _inner_names(kind)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def _inner_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if not _is_plain(str(f.type)))


def _is_plain(annotation: str) -> bool:
    return PLAIN.issuperset(word for word in _WORD.findall(annotation) if word)
