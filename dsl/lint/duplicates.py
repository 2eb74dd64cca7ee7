"""What stands twice where it can stand once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from dsl import tree
from dsl.model import Rulebook
from dsl.model.world import World
from dsl.resolve.in_play import InPlay
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

ONCE: dict[type, str] = {
    tree.Language: "the language of the rulebook",
    tree.Setup: "the setup",
    tree.Play: "the course of the game",
    tree.WaitingOrder: "that players choose the order of what waits for them",
    tree.Starts: "where the pieces are at first",
    tree.KeepsOrder: "`keeps order`",
    tree.Visible: "who sees it",
    tree.Plural: "the plural",
    tree.Shape: "the shape of the board",
    tree.WalkFrom: "where the walk starts",
    tree.WalkOn: "how the walk goes on",
    tree.WalkOnce: "what is visited once",
}
BY_THE_SAME = " Both lines are for the same number of players."
LINED = tree.Game | tree.Piece | tree.Place | tree.Board | tree.Walk


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """The items and lines that can stand once, where they stand again; items once in each section. And numbers and
    values that are called like several pieces."""
    yield from _twice((type(item.node), item.section, item.node) for item in text.items)
    nodes = [item.node for item in text.items]
    for node in nodes:
        if isinstance(node, LINED):
            yield from _twice((type(line), None, line) for line in node.lines)
    examples = [(node.title, node.span) for node in nodes if isinstance(node, tree.Example)]
    yield from _named_twice(examples, "An example")
    yield from _like_several(book.world)


def _like_several(world: World) -> Iterator[Diagnostic]:
    pieces = (kind for kind in world.kinds.values() if kind.sort == "piece" and not kind.unique)
    several = {kind.plural: kind for kind in pieces if kind.plural != kind.name}
    for kind in world.kinds.values():
        if kind.sort in ("range", "enumeration") and kind.name in several and kind.span is not None:
            piece = several[kind.name]
            message = f"{kind.name} are several things of the kind {piece.name}: this needs another Name."
            notes = (Note("It is declared here, too.", piece.span),) if piece.span else ()
            yield Diagnostic("E0202", message, kind.span, hints=("leave it out",), notes=notes)


def _twice(nodes: Iterable[tuple[type, Hashable, tree.Node]]) -> Iterator[Diagnostic]:
    first: dict[Hashable, tree.Node] = {}
    for sort, variant, node in nodes:
        other = first.setdefault((sort, variant), node) if sort in ONCE else node
        if other is not node:
            notes = (Note("It is said here, too.", other.span),)
            why = BY_THE_SAME if isinstance(node, tree.Shape) and node.players else ""
            hints = () if sort in (tree.Setup, tree.Play) else ("leave it out",)
            yield Diagnostic("E0341", _again(sort) + why, node.span, hints=hints, notes=notes)


def _again(sort: type) -> str:
    return f"This stands here for the second time: {ONCE[sort]}."


def _named_twice(named: Iterable[tuple[str, Span]], what: str) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for name, span in named:
        if first.setdefault(name, span) is not span:
            notes = (Note("It is here, too.", first[name]),)
            yield Diagnostic("E0202", f"{what} “{name}” is there twice.", span, notes=notes)
