"""What all nodes of the surface model have in common.

A rule `there_is` of the grammar becomes a `ThereIs`; its children are the fields, in their order. A field that is a
tuple and stands last takes all children that are left. Every node knows where it stands (`span`) and which clauses of
the printed rulebook are cited on it (`clauses`).

There are some two hundred classes, of which a rulebook needs a third, and each command that reads a text begins with
none of them. So pydantic completes a class when its first node is made, and what nodes have in common stands in `Node`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Annotated, Any, ClassVar, Self, TypeVar, dataclass_transform

from pydantic import ConfigDict, GetCoreSchemaHandler
from pydantic.dataclasses import dataclass
from pydantic_core import CoreSchema, core_schema

from dsl.fields import inner_names_of
from dsl.source import Span

T = TypeVar("T")
NODES: dict[str, type[Node]] = {}
CONFIG = ConfigDict(arbitrary_types_allowed=True)

_incomplete: set[type] = set()
_completing = RLock()


class _Instance:
    """Of a field: its value must be of its type, and was checked when it was made."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.is_instance_schema(source)


class _Keeper:
    """Has room for what is found out about it, beside its fields."""

    __slots__ = ("_known",)


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, eq=False, repr=False, config=CONFIG)
class Node(_Keeper):
    """One sentence, or a part of one."""

    span: Annotated[Span, _Instance]
    clauses: tuple[str, ...]

    collapses: ClassVar[bool] = False  # with a single child, the child stands for the node
    _outer: ClassVar[list[type]] = []  # the class that is being completed

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        NODES[re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()] = cls

    def __new__(cls, *values: Any, **named: Any) -> Self:
        complete(cls)
        return super().__new__(cls)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A node inside another is a field as any, see `_Instance`."""
        if cls._outer:
            return core_schema.is_instance_schema(cls)
        cls._outer.append(cls)
        try:
            return handler(source)
        finally:
            cls._outer.pop()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    @property
    def whole(self) -> tuple[Node, ...]:
        """The node and everything inside it."""
        return _whole(self)

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Any:
        """The node with these children; the last field takes the rest where it is a tuple."""
        if cls.collapses and len(children) == 1 and not clauses:
            return children[0]
        complete(cls)
        kind: Any = cls
        single = _single(kind)
        if single is not None:
            children = [*children[:single], tuple(c for c in children[single:] if c is not None)]
        return cls(span, clauses, *children)

    def moved(self, lines: int) -> Self:
        """The same so many lines farther down, with all that is in it. Nothing is checked a second time."""
        if not lines:
            return self
        fields = dict(vars(self))
        for name, value in fields.items():
            if isinstance(value, Span):
                fields[name] = value.down(lines)
            elif isinstance(value, Node | tuple):
                fields[name] = _moved(value, lines)
        made = object.__new__(type(self))
        vars(made).update(fields)
        return made


def _moved(value: Any, lines: int) -> Any:
    if isinstance(value, tuple):
        return tuple([_moved(part, lines) for part in value])
    return value.moved(lines) if isinstance(value, Node) else value


@cache
def _single(cls: type[Any]) -> int | None:
    """How many children a class has of its own before the field that takes the rest; None where no field does."""
    own = dataclasses.fields(cls)[2:]
    return len(own) - 1 if own and "tuple" in str(own[-1].type) else None


def kept(find: Callable[[Node], T]) -> Callable[[Node], T]:
    """What is found out about a node is kept with it, as nothing in it ever changes."""

    def found(node: Node) -> T:
        known: dict[object, Any] | None = getattr(node, "_known", None)
        if known is None:
            object.__setattr__(node, "_known", known := {})
        if find not in known:
            known[find] = find(node)
        result: T = known[find]
        return result

    return found


@kept
def _whole(root: Node) -> tuple[Node, ...]:
    found: list[Node] = []
    waiting: list[object] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            found.append(item)
            waiting += [getattr(item, name) for name in inner_names_of(item)]
        elif isinstance(item, tuple):
            waiting += item
    return tuple(found)


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A checked, frozen class of nodes."""
    _incomplete.add(cls)
    return cls


def complete(cls: type[Node]) -> None:
    """Has pydantic make the class of nodes what it is to be, if that has not been done."""
    if cls in _incomplete:
        with _completing:
            for base in reversed(cls.__mro__):
                if base in _incomplete:
                    dataclass(frozen=True, eq=False, repr=False, config=CONFIG)(base)
                    _incomplete.discard(base)
