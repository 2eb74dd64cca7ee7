"""The items of a text: which there are, by what Names, and whether they are in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from dsl import tree

Sort = TypeVar("Sort", bound=tree.Node)


def of_sort(start: tree.Start, sort: type[Sort]) -> Iterator[Sort]:
    """The items of this sort, in the order of the text, those under others included."""
    waiting = list(start.items)
    while waiting:
        item = waiting.pop(0)
        if isinstance(item, sort):
            yield item
        if isinstance(item, tree.Variant | tree.OnlyWith):
            waiting = [*item.items, *waiting]


@dataclass(frozen=True)
class Item:
    """An item of the text, and whether it is in play. `variant`: the one that it belongs to; `section`: what stands
    around it, as it is written; `variants` are all that are named there."""

    node: tree.Node
    present: bool
    variant: str | None = None
    section: str | None = None
    variants: frozenset[str] = frozenset()


def name_of(node: tree.Node) -> str:
    """The Name of an item, empty if it has none."""
    if isinstance(node, tree.Example | tree.Chapter | tree.Game):
        return ""
    for part in ("heading", "title"):
        if hasattr(node, part):
            found: str = getattr(node, part).name
            return found
    return getattr(node, "name", None) or ""
