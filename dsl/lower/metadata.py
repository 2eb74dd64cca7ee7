"""What the interpreter is told of a game besides its code: names, kinds, pieces, locations, boards."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import program as p
from dsl.ir import Code
from dsl.lower.build import Build
from dsl.lower.leaves import Leaf, leaves
from dsl.lower.storage import attribute_source
from dsl.world import TRUTH, Attribute, BoardInfo, Kind, PlaceInfo, Visibility

_SORTS: dict[str, p.Sort] = {
    "enumeration": "enumeration",
    "range": "range",
    "player": "player",
    "direction": "direction",
    "piece": "piece",
    "space": "space",
    "place": "space",
    "edge": "edge",
    "line": "enumeration",
    "power": "power",
}


def program(
    build: Build, code: Code, variants: tuple[str, ...], examples: tuple[p.Example, ...], source_hash: str
) -> p.Program:
    """Everything, put together."""
    book, world = build.book, build.world
    return p.Program(
        name=book.name,
        label=book.label,
        language=book.language,
        players=world.players.labels or world.players.elements,
        variants=variants,
        kinds=tuple(_kind(kind) for kind in world.kinds.values() if kind.sort in _SORTS),
        pieces=tuple(_pieces(build, leaf) for leaf in leaves(build)),
        pieces_from=build.locations,
        locations=tuple(_locations(build)),
        boards=tuple(_board(board) for board in world.boards.values()),
        decisions=tuple(build.decisions),
        rules=tuple(build.rules),
        examples=examples,
        code=code,
        source_hash=source_hash,
        known_variants=tuple(book.variants),
    )


def _kind(kind: Kind) -> p.Kind:
    elements = kind.labels or kind.elements
    if kind.sort == "range":
        elements = tuple(str(kind.low + k) for k in range(kind.size))
    elif kind.sort == "piece":
        elements = (kind.label or kind.name,) * kind.size
    label = kind.label or kind.name
    return p.Kind(kind.name, label, kind.plural or label, _SORTS[kind.sort], kind.start, elements, kind.low)


def _pieces(build: Build, leaf: Leaf) -> p.PieceKind:
    kind = leaf.kind
    attributes = tuple(_attribute(build, attribute, leaf) for attribute in build.world.attributes(kind))
    label = kind.label or kind.name
    return p.PieceKind(
        kind.name, label, kind.plural or label, leaf.start, leaf.stop, leaf.owners, attributes, kind.unique
    )


def _attribute(build: Build, attribute: Attribute, leaf: Leaf) -> p.Attribute:
    source = attribute_source(build, attribute)
    kind = None if attribute.kind is TRUTH else attribute.kind.name
    storage = "array" if attribute.constant is None else "table"
    skipped = leaf.start - attribute.of.start
    return p.Attribute(attribute.name, attribute.name, kind, storage, source, _seen(attribute.seen), skipped)  # type: ignore[arg-type]


def _seen(seen: Visibility) -> p.Seen:
    return p.Seen(seen.by, seen.player, seen.until)


def declare_tables(build: Build) -> None:
    """The tables of attributes, which the interpreter reads even if no rule does."""
    for info in build.world.piece_infos.values():
        for attribute in info.attributes:
            attribute_source(build, attribute)


# ------------------------------------------------------------------------------------------------------------ locations


def _locations(build: Build) -> Iterator[p.Location]:
    """Spaces and places by their numbers."""
    world = build.world
    groups: list[tuple[int, tuple[p.Location, ...]]] = []
    for board in world.boards.values():
        spaces = board.spaces
        names = (p.Location(name, spaces.name, board=board.name) for name in spaces.elements)
        groups.append((spaces.start, tuple(names)))
    groups += [(place.kind.start, tuple(_places(build, place))) for place in world.places.values()]
    for _, found in sorted(groups, key=lambda group: group[0]):
        yield from found


def _places(build: Build, place: PlaceInfo) -> Iterator[p.Location]:
    kind, seen = place.kind, _seen(place.seen)
    label = f"the {kind.label or kind.name}"
    if not place.each:
        yield p.Location(label, kind.name, -1, place.ordered, seen)
        return
    for owner, name in enumerate(build.world.players.labels or build.world.players.elements):
        yield p.Location(f"{label} of {name}", kind.name, owner, place.ordered, seen)


def _board(board: BoardInfo) -> p.Board:
    marks = tuple(p.Mark(location, name) for name, location in board.spots.items())
    shape = board.shape
    start = board.spaces.start
    return p.Board(board.name, board.label, start, shape.centres, shape.outline, marks, shape.layout)
