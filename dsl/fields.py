"""The names of the fields of data: `dataclasses.fields` puts them together anew each time it is asked."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

PLAIN = ("Span", "str", "str | None", "int", "bool", "tuple[str, ...]")  # as annotations are written


def names_of(item: object) -> tuple[str, ...]:
    """The names of the fields of one of a dataclass, in their order."""
    kind: Any = type(item)
    return _names(kind)


def inner_names_of(item: object) -> tuple[str, ...]:
    """The same without the fields of plain values, in which nothing can stand."""
    kind: Any = type(item)
    return _inner_names(kind)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def _inner_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.type not in PLAIN)
