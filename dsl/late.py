"""`dataclass` for classes of which there are hundreds, and of which a process makes few.

What the standard one compiles for each of them at the import, which is half of the time in which a command starts, is
compiled here when the first of a class is made. Frozen ones that are equal to themselves alone are made so, and do what
the standard ones do; all others are standard ones. Whatever is a `Frozen` is one of these, as all nodes of the tree and
of the model are. There are many things of these classes: so `cached_property` takes no lock here, as that of later
Pythons.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, dataclass_transform

LATE = ({"frozen": True, "eq": False}, {"frozen": True, "eq": False, "kw_only": True})

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from functools import cached_property as cached_property
else:

    class cached_property:
        def __init__(self, find: Callable[[Any], Any]) -> None:
            self.find, self.__doc__ = find, find.__doc__

        def __set_name__(self, _: type, name: str) -> None:
            self.name = name

        def __get__(self, thing: Any, _: type | None = None) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self.name] = self.find(thing)
            return found

    def dataclass(given: type | None = None, /, **wanted: bool) -> Any:
        if wanted not in LATE:
            return dataclasses.dataclass(given, **wanted)

        def made(kind: type) -> type:
            kind.__doc__ = kind.__doc__ or kind.__name__  # else a signature is worked out to stand there
            kind.__init__, kind.__repr__ = _first(kind), _shown
            kind.__setattr__, kind.__delattr__ = _refused_to_set, _refused_to_delete
            by_name = wanted.get("kw_only", False)
            return dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=by_name)(kind)

        return made


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(dataclasses.field,))
class Frozen:
    """What is of a class below this is a frozen dataclass, equal to itself alone, without saying so again."""

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(frozen=True, eq=False, **({"kw_only": True} if kw_only else {}))(cls)


def _first(kind: Any) -> Callable[..., None]:
    def __init__(self: object, *given: object, **named: object) -> None:
        kind.__init__ = _compiled(kind)
        kind.__init__(self, *given, **named)

    return __init__


def _compiled(kind: Any) -> Callable[..., None]:
    """What takes the fields."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    first, by_name, body = ["self"], list[str](), list[str]()
    for field in fields(kind):
        taken, value = field.name, field.name
        if field.default is not MISSING:
            known[f"_{field.name}"], taken = field.default, f"{field.name}=_{field.name}"
        elif field.default_factory is not MISSING:
            known[f"_{field.name}"], taken = field.default_factory, f"{field.name}=_missing"
            value = f"_{field.name}() if {field.name} is _missing else {field.name}"
        (by_name if field.kw_only else first).append(taken)
        body.append(f"_set(self, {field.name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    taken = ", ".join([*first, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({taken}):\n " + "\n ".join(body or ["pass"]), known)
    compiled: Callable[..., None] = known["__init__"]
    compiled.__qualname__ = f"{kind.__qualname__}.__init__"
    return compiled


DEPTH = 2  # of nodes in one another that are shown: what they share would be shown in each place, gigabytes of it
_depth = 0


@recursive_repr()
def _shown(self: Any) -> str:
    global _depth
    if _depth == DEPTH:
        return f"{type(self).__qualname__}(...)"
    _depth += 1
    try:
        shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    finally:
        _depth -= 1
    return f"{type(self).__qualname__}({shown})"


def _refused_to_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refused_to_delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")
