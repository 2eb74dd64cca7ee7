"""Frozen dataclasses whose classes are made in no time.

`dataclasses` compiles up to eight methods for each class, one by one, which takes half a millisecond. There are
hundreds of classes here, and whoever starts a game waits for them. So what all of them have in common is written here
once, and the rest of a class is compiled in one go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform, overload

C = TypeVar("C")


@overload
def record(cls: type[C], /) -> type[C]: ...
@overload
def record(*, eq: bool = True, slots: bool = False) -> Callable[[type[C]], type[C]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[C] | None = None, /, *, eq: bool = True, slots: bool = False
) -> type[C] | Callable[[type[C]], type[C]]:
    """As `dataclass(frozen=True)` with these parameters, but that there is no `__post_init__`; to all of `dataclasses`
    its classes are such as it makes itself."""

    def made(plain: type[C]) -> type[C]:
        own = vars(plain).keys() - {"__doc__"}
        plain.__doc__ = plain.__doc__ or plain.__name__  # it would work out a signature
        kind = dataclass(init=False, repr=False, eq=False, slots=slots)(plain)
        for name, method in (_COMMON | (_OF_SLOTS if slots else {}) | _compiled(kind, eq, slots)).items():
            if name not in own:
                setattr(kind, name, method)
        return kind

    return made if cls is None else made(cls)


def names_of(item: object) -> tuple[str, ...]:
    """The names of the fields of one of a dataclass, in their order, which `fields` puts together each time."""
    kind: Any = type(item)
    return _names(kind)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


# -------------------------------------------------------------------------------------------------- what goes by fields


def _compiled(kind: type[Any], eq: bool, slots: bool) -> dict[str, Any]:
    known: dict[str, Any] = {"__name__": kind.__module__, "_missing_": MISSING, "_put_": object.__setattr__}
    for f in fields(kind):
        known |= {f"_default_{f.name}_": f.default, f"_make_{f.name}_": f.default_factory}
        known[f"_put_{f.name}_"] = getattr(kind, f.name).__set__ if slots else None
    exec("\n".join([*_init(kind, slots), *(_equality(kind) if eq else ())]), known)
    methods: dict[str, Any] = {name: known[name] for name in ("__init__", "__eq__", "__hash__") if name in known}
    for name, method in methods.items():
        method.__qualname__ = f"{kind.__qualname__}.{name}"
    return methods


def _init(kind: type[Any], slots: bool) -> Iterator[str]:
    yield f"def __init__({', '.join(['self', *map(_parameter, fields(kind))])}):"
    for f in fields(kind):
        made = f"_make_{f.name}_() if {f.name} is _missing_ else " if f.default_factory is not MISSING else ""
        put = f"_put_{f.name}_(self, " if slots else f"_put_(self, {f.name!r}, "
        yield f"  {put}{made}{f.name})"
    yield "  pass"


def _parameter(f: Field[Any]) -> str:
    if f.default_factory is not MISSING:
        return f"{f.name}=_missing_"
    return f.name if f.default is MISSING else f"{f.name}=_default_{f.name}_"


def _equality(kind: type[Any]) -> Iterator[str]:
    mine, others = ("".join(f"{one}.{f.name}, " for f in fields(kind) if f.compare) for one in ("self", "other"))
    alike = f"({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented"
    yield f"def __eq__(self, other): return {alike}"
    yield f"def __hash__(self): return hash(({mine}))"


# --------------------------------------------------------------------------------------------------- what is in common


def _refuse(self: Any, name: str, *value: object) -> None:
    raise FrozenInstanceError(f"{name!r} of a {type(self).__name__} cannot be changed")


@recursive_repr()
def _repr(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in fields(self))})"


def _state(self: Any) -> list[Any]:
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for f, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, f.name, value)


_COMMON: dict[str, Any] = {"__setattr__": _refuse, "__delattr__": _refuse, "__repr__": _repr}
_OF_SLOTS: dict[str, Any] = {"__getstate__": _state, "__setstate__": _set_state}
