"""What an action shows as it is paid for: a card that is played from the hand lies open before its price is paid."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.model import Node
from dsl.model.visit import nodes_in
from dsl.model.world import Kind, World


def laid_open(world: World, action: m.Act) -> tuple[m.Show, ...]:
    """What the price is read of, where it comes from a place into which not all look and a line of the action itself
    lays it where all do: it is shown before anything is paid, so that the payment tells no more than that."""
    read = {node.variable: node for price in action.costs for part in price for node in _things(part)}
    moves = (line for line in action.effects if isinstance(line, m.Move))
    laid = {one.variable for line in moves if (one := _moved_in_sight(world, line)) is not None}
    shown = (one for variable, one in read.items() if variable in laid and comes_hidden(world, action, variable))
    return tuple(m.Show(one.span, (), one, None) for one in shown)


def _things(part: Node) -> Iterator[m.Use]:
    return (node for node in nodes_in(part) if isinstance(node, m.Use) and node.kind.sort == "piece")


def _moved_in_sight(world: World, line: m.Move) -> m.Use | None:
    one = line.what
    return one if isinstance(one, m.Use) and _all_look(world, line.to, one.kind) else None


def comes_hidden(world: World, action: m.Act, variable: m.Variable) -> bool:
    """Whether what the action needs, or of what it chooses, says that it lies where not all look."""
    said = [(need.condition, variable) for need in action.needs]
    chosen = (line for line in action.head if isinstance(line, m.Choose) and line.variable is variable)
    said += [(condition, line.selection.variable) for line in chosen for condition in line.selection.conditions]
    return any(
        isinstance(node, m.Located)
        and isinstance(node.what, m.Use)
        and node.what.variable is one
        and not _all_look(world, node.where, node.what.kind)
        for root, one in said
        for node in nodes_in(root)
    )


def _all_look(world: World, where: m.Expression | Kind, piece: Kind) -> bool:
    """Whether all see what such a piece is once it lies there; where the place says nothing of it, each of its sorts
    does. Of a place that is known only in play nothing is sure."""
    kind = where if isinstance(where, Kind) else where.kind
    info = world.places.get(kind.name)
    if info is not None and info.seen.stated:
        return info.seen.by == "all"
    sorts = (piece, *(other.kind for other in world.piece_infos.values() if other.kind.is_a(piece)))
    return kind.sort in ("place", "space") and all(world.seen(sort).by == "all" for sort in sorts)
