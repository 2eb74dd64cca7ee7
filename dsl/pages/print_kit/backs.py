"""Backs of cards: what can lie unseen in the same place looks the same from behind, but for what all see that it is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from dsl.model.world import Kind, PlaceInfo, World


class Backs:
    """For each kind of pieces that can lie where not everybody sees them, what its back may name."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.kinds = [info.kind for info in world.piece_infos.values() if info.owners]
        self.hidden = [place for place in world.places.values() if place.seen.by != "all"]

    @cached_property
    def named(self) -> dict[Kind, Kind]:
        """The kind on the back: what all are that can lie unseen in one place with it, or with one of these."""
        return {kind: common(group) for group in self.groups for kind in group}

    @cached_property
    def owned(self) -> set[Kind]:
        """Those kinds on backs of which everything belongs to somebody and lies unseen only where that is: their backs
        may be in the colour of the owner."""
        found = set()
        for group in self.groups:
            infos = (info for info in self.world.piece_infos.values() if info.kind in group)
            places = [place for place in self.hidden if group & self.lying(place)]
            if all(place.each for place in places) and all(owner >= 0 for info in infos for owner in info.owners):
                found.add(common(group))
        return found

    @cached_property
    def groups(self) -> list[set[Kind]]:
        found: list[set[Kind]] = []
        for kinds in chain.from_iterable(map(self.alike_in, self.hidden)):
            touching = [group for group in found if group & kinds]
            found = [group for group in found if group not in touching] + [kinds.union(*touching)]
        return found

    def alike_in(self, place: PlaceInfo) -> Iterable[set[Kind]]:
        """The kinds that can lie in a place, those together that nobody tells apart there who does not see them."""
        found: dict[Kind | None, set[Kind]] = {}
        for kind in self.lying(place):
            found.setdefault(self.world.seen_as(kind), set()).add(kind)
        return found.values()

    def lying(self, place: PlaceInfo) -> set[Kind]:
        """What can lie in a place: what it takes, else what starts there."""
        if place.takes:
            return {kind for kind in self.kinds if any(kind.is_a(taken) for taken, _ in place.takes)}
        infos = self.world.piece_infos.values()
        return {info.kind for info in infos if any(map(place.kind.has, info.starts))}


def common(group: set[Kind]) -> Kind:
    """The nearest kind that all of a group are."""
    kind = min(group, key=lambda kind: (kind.depth, kind.start))
    while kind.parent is not None and not all(other.is_a(kind) for other in group):
        kind = kind.parent
    return kind
