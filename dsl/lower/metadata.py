"""What the interpreter is told of a game besides its code: names, kinds, pieces, locations, boards."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import asks
from dsl.analysis.partitions import Leaf, leaves
from dsl.ir import program as p
from dsl.ir.nodes import Code
from dsl.lower.build import Build
from dsl.lower.storage import attribute_source
from dsl.model import Variable
from dsl.model.visit import nodes_in
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind, PlaceInfo, Visibility

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
    "row": "enumeration",
    "board": "enumeration",
}


def program(build: Build, code: Code, examples: tuple[p.Example, ...], source_hash: str) -> p.Program:
    """Everything, put together."""
    book, world = build.book, build.world
    return p.Program(
        name=book.name,
        label=book.label,
        language=book.language,
        players=world.players.labels or world.players.elements,
        terms=book.terms,
        kinds=tuple(_kind(build, kind) for kind in world.kinds.values() if kind.sort in _SORTS),
        pieces=pieces(build),
        pieces_from=build.locations,
        locations=locations(build),
        boards=boards(build),
        seats=seats(build),
        decisions=tuple(build.decisions),
        rules=tuple(build.rules),
        examples=examples,
        code=code,
        source_hash=source_hash,
        known_variants=tuple(book.variants),
        known_players=tuple(sorted(book.seats)),
        choices=tuple(book.choices.values()),
        forms=book.forms,
        sets=tuple(sorted(set(_sets(build)))),
        absent=book.absent,
    )


def _sets(build: Build) -> Iterator[str]:
    """The kinds of pieces that can be in a set while somebody is asked."""
    for root in roots(build):
        for node in nodes_in(root):
            match node:
                case m.ChooseSeveral(variable=Variable(kind=kind)) | m.Roll(variable=Variable(kind=kind, many=True)):
                    yield from (kind.name,) if kind.sort == "piece" else ()
                case m.ForEach(selection=m.Selection(kind=kind), body=body) if kind.sort == "piece":
                    yield from (kind.name,) if asks(build, body) else ()
                case _:  # no other keeps a set of pieces while it asks
                    pass


def _kind(build: Build, kind: Kind) -> p.Kind:
    elements = kind.labels or kind.elements
    if kind.sort == "range":
        elements = tuple(str(kind.low + k) for k in range(kind.size))
    elif kind.sort == "piece":
        elements = (kind.label or kind.name,) * kind.size
    elif kind.sort == "board":
        board = build.world.boards[kind.name]
        elements = tuple(_printed(build, board, which) for which in range(kind.size))
    label = kind.label or kind.name
    return p.Kind(kind.name, label, kind.plural or label, _SORTS[kind.sort], kind.start, elements, kind.low)


def pieces(build: Build) -> tuple[p.PieceKind, ...]:
    return build.once("pieces", lambda: tuple(_pieces(build, leaf) for leaf in leaves(build)))


def _pieces(build: Build, leaf: Leaf) -> p.PieceKind:
    kind = leaf.kind
    attributes = _attributes(build, kind, leaf.start)
    label = kind.label or kind.name
    plural, seen_as = kind.plural or label, build.world.seen_as(kind)
    return p.PieceKind(
        kind.name,
        label,
        plural,
        leaf.start,
        leaf.stop,
        leaf.owners,
        attributes,
        kind.unique,
        build.world.keeps_order(kind),
        seen(build.world.seen(kind)),
        seen_as.name if seen_as else "",
        leaf.given,
        height(build, leaf),
        build.world.owner_seen(kind),
    )


def height(build: Build, carrier: Leaf) -> int:
    """How many pieces can lie on one another on a piece of the group, as far as it says what it takes."""
    taken = [kind for kind, _ in build.world.taken_by(carrier.kind)]
    on_it = [leaf for leaf in leaves(build) if any(leaf.kind.meets(k) for k in taken)]
    return max((1 + height(build, leaf) for leaf in on_it), default=0)


def _attributes(build: Build, kind: Kind, first: int) -> tuple[p.Attribute, ...]:
    """The attributes of what has the number `first` and those after it."""
    return tuple(_attribute(build, attribute, first) for attribute in build.world.attributes(kind))


def _attribute(build: Build, attribute: Attribute, first: int) -> p.Attribute:
    source = attribute_source(build, attribute)
    kind = None if attribute.kind is TRUTH else attribute.kind.name
    storage = "array" if attribute.constant is None else "table"
    skipped = first - attribute.of.start
    shown = seen(attribute.seen)
    more = attribute.names, attribute.declared
    return p.Attribute(attribute.name, attribute.name, kind, storage, source, shown, skipped, *more)  # type: ignore[arg-type]


def seen(by: Visibility) -> p.Seen:
    return p.Seen(by.by, by.player, by.until, by.stated)


def declare_tables(build: Build) -> None:
    """The tables of attributes, which the interpreter reads even if no rule does."""
    for attribute in build.world.all_attributes:
        attribute_source(build, attribute)


# ------------------------------------------------------------------------------------------------------------ locations


def locations(build: Build) -> tuple[p.Location, ...]:
    return build.once("locations", lambda: tuple(_locations(build)))


def _locations(build: Build) -> Iterator[p.Location]:
    """Spaces and places by their numbers."""
    world = build.world
    groups: list[tuple[int, tuple[p.Location, ...]]] = []
    for board in world.boards.values():
        for k, numbers in enumerate(board.ranges):
            groups.append((numbers.start, tuple(_spaces(board, k, numbers))))
    groups += [(place.kind.start, tuple(_places(build, place))) for place in world.places.values()]
    for _, found in sorted(groups, key=lambda group: group[0]):
        yield from found


def _spaces(board: BoardInfo, which: int, numbers: range) -> Iterator[p.Location]:
    """The spaces of one of the boards."""
    name, owner = board.kind.elements[which], board.owner(which)
    for number in numbers:
        space = board.spaces.element(number)
        yield p.Location(space, board.spaces.name, owner, board.ordered, board=name)


def _places(build: Build, place: PlaceInfo) -> Iterator[p.Location]:
    kind, shown = place.kind, seen(place.seen)
    for location in range(kind.start, kind.stop):
        attributes = _attributes(build, kind, location)
        name = f"the {kind.labels[location - kind.start]}"
        yield p.Location(
            name, kind.name, place.owner(location), place.ordered, shown, attributes=attributes, on=place.on
        )


def boards(build: Build) -> tuple[p.Board, ...]:
    return build.once(
        "boards", lambda: tuple(b for board in build.world.boards.values() for b in _boards(build, board))
    )


def seats(build: Build) -> tuple[p.Seat, ...]:
    """The players, if anything is kept of them."""
    players = build.world.players
    if not build.world.attributes(players):
        return ()
    names = enumerate(players.labels or players.elements)
    return tuple(p.Seat(name, k, _attributes(build, players, k)) for k, name in names)


def _boards(build: Build, board: BoardInfo) -> Iterator[p.Board]:
    """The board, or that of each player."""
    shape = board.one
    for k, numbers in enumerate(board.ranges):
        named, moved = board.spots.items(), numbers.start - board.spaces.start
        marks = tuple(p.Mark(location + moved, name, name in board.bare_spots) for name, location in named)
        attributes = _attributes(build, board.kind, board.kind.start + k)
        name = _printed(build, board, k)
        yield p.Board(board.kind.elements[k], name, numbers.start, shape.centres, shape.outline, marks,
                      shape.layout, attributes, board.owner(k), shape.joined)  # fmt: skip


def _printed(build: Build, board: BoardInfo, which: int) -> str:
    """What one of the boards is called: by its owner, or by its own name."""
    owner, players = board.owner(which), build.world.players
    if owner >= 0:
        return f"{board.label} of {(players.labels or players.elements)[owner]}"
    return board.kind.elements[which] if board.each else board.label
