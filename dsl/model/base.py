"""What all nodes of the surface model have in common.

A rule `there_is` of the grammar becomes a `ThereIs`; its children are the fields, in their order. A field that is a
tuple and stands last takes all children that are left. Every node knows where it stands (`span`) and which clauses of
the printed rulebook are cited on it (`clauses`).
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from dsl.spans import Span

T = TypeVar("T")
NODES: dict[str, type[Node]] = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, config=ConfigDict(arbitrary_types_allowed=True, defer_build=True))
class Node:
    """One sentence, or a part of one."""

    span: Span
    clauses: tuple[str, ...]

    collapses: ClassVar[bool] = False  # with a single child, the child stands for the node

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        NODES[re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()] = cls

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Any:
        """The node with these children; the last field takes the rest where it is a tuple."""
        if cls.collapses and len(children) == 1 and not clauses:
            return children[0]
        own = dataclasses.fields(cls)[2:]
        if own and "tuple" in str(own[-1].type):
            rest = tuple(c for c in children[len(own) - 1 :] if c is not None)
            children = [*children[: len(own) - 1], rest]
        return cls(span, clauses, *children)


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A checked, frozen class of nodes."""
    return cast(type[T], dataclass(frozen=True, config=ConfigDict(arbitrary_types_allowed=True, defer_build=True))(cls))
