"""What makes two positions the same, and sentences that ask whether a position was recorded."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Expression, Node, Selected, Selection, Use
from dsl.model.world import LOCATION, TRUTH, Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import bare
from dsl.resolve.names import refuse_plural
from dsl.resolve.selections import selection
from dsl.source import Span

MOST_REMEMBERED = 5_000


def fill_position(context: Context, node: tree.Position, position: model.Position) -> None:
    if not 1 <= node.remembers.last <= MOST_REMEMBERED:
        message = f"It would remember {node.remembers.last} positions; 1 to {MOST_REMEMBERED:,} are possible."
        wrong("E0302", message, node.remembers.span)
    position.last = node.remembers.last
    position.pictured = tuple(pictured_part(context, part) for part in node.pictured.parts)


def pictured_part(context: Context, node: tree.Node) -> Selected | Expression:
    if not isinstance(node, tree.Every):
        value = bare(context, node, Scope())
        if isinstance(value, model.Constant | model.Setting):
            wrong("E0206", "This is always the same, so that no two positions differ in it.", node.span,
                  hints=("as in: every Man on the Field, the active Player, the place of the King",))  # fmt: skip
        return value
    refuse_plural(context, node.noun.name, node.noun.span)
    those = selection(context, node.noun, node.where, None, Scope())
    if those.kind.sort != "piece":
        wrong("E0206", f"A position is made of pieces and of values; {those.kind.plural} are neither.", node.span)
    return Selected(node.span, those, tuple(told_of(context, those, node.span)))


def told_of(context: Context, selection: Selection, span: Span) -> list[Node]:
    """What can change of a piece besides its owner: place, attributes and qualities, those of its sorts, too."""
    piece = Use(span, selection.kind, False, selection.variable)
    found: list[Node] = [model.PlaceOf(span, LOCATION, False, piece, True)]
    for attribute in dict.fromkeys(
        a for kind in sorts(context, selection.kind) for a in context.world.attributes(kind)
    ):
        if attribute.constant is None and attribute.kind is TRUTH:
            found.append(model.Flag(span, attribute, piece))
        elif attribute.constant is None:
            found.append(model.Get(span, attribute.kind, attribute.gaps, attribute, piece))
    return found


def sorts(context: Context, kind: Kind) -> list[Kind]:
    """The kind, and all that are sorts of it."""
    return [k for k in context.world.kinds.values() if k.sort == "piece" and k.is_a(kind)]
