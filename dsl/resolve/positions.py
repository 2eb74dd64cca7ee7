"""What makes two positions the same, and sentences that ask whether a position was recorded."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Expression, Node, Selected, Selection, Use
from dsl.model.world import LOCATION, TRUTH, Kind
from dsl.resolve.bars import Bars
from dsl.resolve.context import Scope, wrong
from dsl.source import Span

MOST_REMEMBERED = 5_000


class Positions(Bars):
    """The part of the resolver that fills positions."""

    def fill_position(self, node: tree.Position, position: model.Position) -> None:
        if not 1 <= node.remembers.last <= MOST_REMEMBERED:
            message = f"It would remember {node.remembers.last} positions; 1 to {MOST_REMEMBERED:,} are possible."
            wrong("E0302", message, node.remembers.span)
        position.last = node.remembers.last
        position.pictured = tuple(self.pictured_part(part) for part in node.pictured.parts)

    def pictured_part(self, node: tree.Node) -> Selected | Expression:
        if not isinstance(node, tree.Every):
            value = self.bare(node, Scope(), None)
            if isinstance(value, model.Constant | model.Setting):
                wrong("E0206", "This is always the same, so that no two positions differ in it.", node.span,
                      hints=("as in: every Man on the Field, the active Player, the place of the King",))  # fmt: skip
            return value
        self.singular(node.noun.name, node.noun.span)
        selection = self.selection(node.noun, node.where, None, Scope())
        if selection.kind.sort != "piece":
            wrong(
                "E0206", f"A position is made of pieces and of values; {selection.kind.plural} are neither.", node.span
            )
        return Selected(node.span, selection, tuple(self.told_of(selection, node.span)))

    def told_of(self, selection: Selection, span: Span) -> list[Node]:
        """What can change of a piece besides its owner: place, attributes and qualities, those of its sorts, too."""
        piece = Use(span, selection.kind, False, selection.variable)
        found: list[Node] = [model.PlaceOf(span, LOCATION, False, piece, True)]
        for attribute in dict.fromkeys(a for kind in self.sorts(selection.kind) for a in self.world.attributes(kind)):
            if attribute.constant is None and attribute.kind is TRUTH:
                found.append(model.Flag(span, attribute, piece))
            elif attribute.constant is None:
                found.append(model.Get(span, attribute.kind, attribute.gaps, attribute, piece))
        return found

    def sorts(self, kind: Kind) -> list[Kind]:
        """The kind, and all that are sorts of it."""
        return [k for k in self.world.kinds.values() if k.sort == "piece" and k.is_a(kind)]
