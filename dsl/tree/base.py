"""What all nodes of the tree have in common.

A rule `there_is` of the grammar becomes a `ThereIs`; its children are the fields, in their order. A field that is a
tuple and stands last takes all children that are left. Every node knows where it stands (`span`) and which clauses of
the printed rulebook are cited on it (`clauses`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

from dsl.fields import inner_names_of, names_of
from dsl.late import Frozen, cached_property
from dsl.source import Span

T = TypeVar("T")


class Node(Frozen):
    """One sentence, or a part of one."""

    span: Span
    clauses: tuple[str, ...]

    @cached_property
    def whole(self) -> tuple[Node, ...]:
        """The node and everything inside it."""
        found: list[Node] = []
        waiting: list[object] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Node):
                found.append(item)
                waiting += [getattr(item, name) for name in inner_names_of(item)]
            elif isinstance(item, tuple):
                waiting += item
        return tuple(found)

    def moved(self, lines: int) -> Self:
        """The same so many lines farther down, with all that is in it."""
        return type(self)(*[_moved(getattr(self, name), lines) for name in names_of(self)]) if lines else self


def _moved(value: Any, lines: int) -> Any:
    match value:
        case Span():
            return value.down(lines)
        case Node():
            return value.moved(lines)
        case tuple():
            return tuple([_moved(part, lines) for part in value])
        case _:  # no node: it stands in no line
            return value


def kept(find: Callable[[Node], T]) -> Callable[[Node], T]:
    """What is found out about a node is kept with it, beside its fields, as nothing in it ever changes."""

    def found(node: Node) -> T:
        known: dict[object, T] = node.__dict__.setdefault("_known", {})
        if find not in known:
            known[find] = find(node)
        return known[find]

    return found
