"""The names of the fields of data: `dataclasses.fields` puts them together anew each time it is asked."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any


def names_of(item: object) -> tuple[str, ...]:
    """The names of the fields of one of a dataclass, in their order."""
    kind: Any = type(item)
    return _names(kind)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))
