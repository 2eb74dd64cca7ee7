"""The pieces of the box, partitioned: those of one kind that are of no narrower one are a leaf of the tree of kinds."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.analysis.base import Analysis
from dsl.late import dataclass
from dsl.model.world import Kind


@dataclass(frozen=True, eq=False)
class Leaf:
    """Pieces `start` … `stop` - 1, all of just this kind. `starts` and `owners` have an entry for each; `given`: they
    can get other owners, any of so many `players`."""

    kind: Kind
    start: int
    stop: int
    starts: tuple[int, ...]
    owners: tuple[int, ...]
    given: bool = False
    players: int = 0

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def size(self) -> int:
        return self.stop - self.start

    @property
    def slots(self) -> int:
        """How many sets of occupied spaces are kept: one, or one for each player and one for nobody."""
        if self.given:
            return self.players + 1
        return 1 if len(set(self.owners)) == 1 else max(self.owners) + 2


def leaves(analysis: Analysis) -> tuple[Leaf, ...]:
    return analysis.once("leaves", lambda: tuple(_leaves(analysis)))


def _leaves(analysis: Analysis) -> Iterator[Leaf]:
    infos = (i for i in analysis.world.piece_infos.values() if i.owners)
    for info in sorted(infos, key=lambda i: i.kind.start):
        start = info.kind.start
        given = analysis.world.changes_owner(info.kind)
        yield Leaf(info.kind, start, start + len(info.owners), info.starts, info.owners, given, analysis.players)


def leaves_of(analysis: Analysis, kind: Kind) -> tuple[Leaf, ...]:
    """The groups of a kind of pieces; for pieces of one row of a table the group that they are in."""
    return analysis.once(("leaves of", kind), lambda: _leaves_of(analysis, kind))


def _leaves_of(analysis: Analysis, kind: Kind) -> tuple[Leaf, ...]:
    if kind.sort != "piece":
        return ()
    if kind.row:
        return tuple(leaf for leaf in leaves(analysis) if leaf.start <= kind.start and kind.stop <= leaf.stop)
    return tuple(leaf for leaf in leaves(analysis) if kind.start <= leaf.start and leaf.stop <= kind.stop)
