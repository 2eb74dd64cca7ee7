"""The items of a text: which there are, by what Names, and whether they are in play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from dsl import tree

Sort = TypeVar("Sort", bound=tree.Node)
HEADING = re.compile("variant |only with |only (?=without )")  # no variant is what is so with it


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
    """An item of the text, and whether it is in play. `variant`: the one that it belongs to; `around`: the headings
    under which it stands, the outermost first; `variants` are all that are named there."""

    node: tree.Node
    present: bool
    variant: str | None = None
    around: tuple[str, ...] = ()
    variants: frozenset[str] = frozenset()

    @property
    def section(self) -> str:
        """What stands around it, as it is written: `variant Long, only with 3 players`."""
        return ", ".join(self.around)

    def is_for(self, other: Item) -> bool:
        """Whether all that is agreed on where this is in play is so where the other is."""
        return self._agreed <= other._agreed

    @property
    def _agreed(self) -> set[str]:
        return {part for heading in self.around for part in _parts(heading)}


def _parts(heading: str) -> list[str]:
    first, *more = HEADING.sub("", heading).split(", ")
    return [first, *(f"without {name}" if first.startswith("without ") else name for name in more)]


def name_of(node: tree.Node) -> str:
    """The Name of an item, empty if it has none."""
    if isinstance(node, tree.Example | tree.Chapter | tree.Game):
        return ""
    for part in ("heading", "title"):
        if hasattr(node, part):
            found: str = getattr(node, part).name
            return found
    return getattr(node, "name", None) or ""
