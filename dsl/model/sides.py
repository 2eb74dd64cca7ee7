"""What pieces show at their sides, as it is drawn: lines from side to side, and values at the sides."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model.world import Attribute, Kind, Shown, World


def shown_on(world: World, kind: Kind) -> list[Shown]:
    """What pieces of a kind show."""
    infos = (info for info in world.piece_infos.values() if kind.is_a(info.kind))
    return [shown for info in infos for shown in info.shows]


def drawn_on(world: World, kind: Kind) -> list[Shown]:
    """What leads from side to side, on a piece of this kind."""
    return [shown for shown in shown_on(world, kind) if shown.kind is shown.along]


def drawn_along(world: World, kind: Kind) -> Kind | None:
    """What lines on these pieces lead from and to."""
    return next((shown.along for shown in drawn_on(world, kind)), None)


def drawn_attributes(world: World, kind: Kind) -> set[Attribute]:
    return {attribute for shown in drawn_on(world, kind) for attribute in shown.sides.values()}


def lines_on(world: World, kind: Kind, had: Mapping[Attribute, int]) -> list[tuple[int, int]]:
    """The lines on a piece that has this, as it is printed: each once."""
    found: list[tuple[int, int]] = []
    for shown in drawn_on(world, kind):
        for side, attribute in shown.sides.items():
            other = had.get(attribute, -1)
            if other >= 0 and (other, side) not in found:
                found.append((side, other))
    return found
