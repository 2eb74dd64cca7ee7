"""Where everything is kept in the state: places, ranks, attributes, and the derived sets of occupied spaces."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import recorded
from dsl.analysis.partitions import Leaf, leaves
from dsl.analysis.whereabouts import can_be_in, whereabouts
from dsl.ir import nodes as ir
from dsl.ir.program import ACTIVE, AT, BEGINS, ENDING, RANK, SCORES, WINS
from dsl.lower.build import Build, index_of
from dsl.lower.ops import NO, YES, ZERO, either, empty_set, equal, load, lookup, number, plus, statements, when, within
from dsl.model.visit import nodes_in
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind

SETTLE = "settle."  # begins the names of what is noted while things settle
CHANGED = f"{SETTLE}changed"  # 1 while things settle, once a standing rule has changed something
BEGIN = "begin"  # the procedure that puts every piece where it starts
PREVENTED = "before.prevented"  # 1 once what is about to happen is prevented
ACTED = "turns.acted"  # 1 once something was done in the turn, of turns taken until all pass
RUNNING = "phases.running"  # bit k is set while phase k, of those that some sentence stops, is running
PLAY = "play"  # the course of the game


def declare_arrays(build: Build) -> None:
    """All arrays but `decision.arguments`, whose size comes from the decisions."""
    for name in (ir.SITE, ir.WHO, ir.ANSWER, ir.STATUS, ir.RANDOM):
        build.array(name, 1, "control")
    build.array(CHANGED, 1, "control")
    build.array(RUNNING, 1, "control")
    if any(isinstance(n, m.TakeTurns) and n.all_pass for root in roots(build) for n in nodes_in(root)):
        build.array(ACTED, 1, "control")
    if build.book.befores:
        build.array(PREVENTED, 1, "control")
    build.array(AT, build.pieces, "position")
    if build.world.ordered:
        build.array(RANK, build.pieces, "position")
    for attribute in build.world.all_attributes:
        if attribute.constant is None:
            build.array(attribute.array, attribute.of.size, "position", initial=attribute.initial)
    if build.world.owner is not None:
        build.array(build.world.owner.array, build.pieces, "position")
    for position in build.book.positions.values():
        build.array(recorded(position), position.last, "position")
        build.array(recorded_next(position), 1, "position")
    build.array(WINS, build.players, "position")
    if any(isinstance(n, m.Score) for root in roots(build) for n in nodes_in(root)):
        build.array(SCORES, build.players, "position")
    build.array(ENDING, 1, "position", initial=-1)
    build.array(ACTIVE, 1, "position", initial=-1)
    if build.examples:
        build.array(BEGINS, 2, "control", initial=-1)


def recorded_next(position: m.Position) -> str:
    """The array that says where the next key will stand."""
    return f"recorded.{position.name}.next"


def declare_arguments(build: Build) -> None:
    widest = max((d.arguments for d in build.decisions), default=0)
    build.array(ir.ARGUMENTS, max(1, widest), "control")


# ----------------------------------------------------------------------------------------------------------- attributes


def attribute_source(build: Build, attribute: Attribute) -> str:
    """The name of the array or, for one that never changes, the table of an attribute."""
    if attribute.constant is None:
        return attribute.array
    constant = attribute.constant
    return build.table(attribute.array, lambda: constant)


def attribute_value(build: Build, attribute: Attribute, thing: ir.Expr) -> ir.Expr:
    """The value of an attribute of a piece, place or board that there is."""
    index = index_of(attribute.of, thing)
    source = attribute_source(build, attribute)
    return ir.Load(source, index) if attribute.constant is None else lookup(source, index)


def bounds(attribute: Attribute) -> tuple[int, int]:
    """The lowest and highest number that the attribute can store."""
    kind = attribute.kind
    if kind is TRUTH:
        return 0, 1
    return kind.first, kind.first + kind.size - 1


# ------------------------------------------------------------------------------------------------------------ occupancy


def occupied(board: BoardInfo, leaf: Leaf) -> str:
    return f"occupied.{board.name}.{leaf.name}"


def boards_of(build: Build, leaf: Leaf) -> list[BoardInfo]:
    """The boards on which pieces of this group can ever be."""
    return [b for b in build.world.boards.values() if can_be_in(build, leaf, b.spaces)]


def first_owners(build: Build) -> str:
    """For each piece its first owner or -1."""
    return build.table("owner", lambda: tuple(o for leaf in leaves(build) for o in leaf.owners))


def owner_of_piece(build: Build, piece: ir.Expr) -> ir.Expr:
    """Whose a piece that there is is, -1 for nobody's."""
    owner = build.world.owner
    return lookup(first_owners(build), piece) if owner is None else load(owner.array, piece)


def place_owners(build: Build) -> str:
    """For each space and place its owner or -1."""

    def make() -> tuple[int, ...]:
        owners = [-1] * build.locations
        for place in build.world.places.values():
            for location in range(place.kind.start, place.kind.stop):
                owners[location] = place.owner(location)
        for board in build.world.boards.values():
            for which, spaces in enumerate(board.ranges):
                owners[spaces.start : spaces.stop] = [board.owner(which)] * len(spaces)
        return tuple(owners)

    return build.table("owner of place", make)


def board_owners(build: Build, kind: Kind) -> str:
    """For each of the boards whose it is; -1 for nobody."""
    board = build.world.boards[kind.name]
    return build.table(f"owner of {kind.name}", lambda: tuple(map(board.owner, range(kind.size))))


def space_owners(build: Build, kind: Kind) -> str:
    """For each space of the board whose it is, as one of a kind that is some of the spaces; -1 for nobody."""
    return build.table(f"owner of {kind.name}", lambda: build.world.tables[kind.name].owners)


def slot(build: Build, leaf: Leaf, piece: ir.Expr) -> ir.Expr:
    """Which of the sets of a group the piece belongs to."""
    if leaf.slots == 1:
        return ZERO
    nobody = leaf.slots - 1
    if leaf.given:
        by_owner = build.table("slot by owner", lambda: (nobody, *range(nobody)))
        return lookup(by_owner, plus(owner_of_piece(build, piece), 1))
    slots = tuple(nobody if owner < 0 else owner for owner in leaf.owners)
    return lookup(build.table(f"slot.{leaf.name}", lambda: slots), plus(piece, -leaf.start))


def declare_occupancy(build: Build) -> None:
    for leaf in leaves(build):
        for board in boards_of(build, leaf):
            build.array(occupied(board, leaf), leaf.slots, "derived", ir.Bits(board.spaces.size))


def derive_body(build: Build) -> ir.Block:
    """The body of `derive`: all derived arrays from the position."""
    blocks = [_derive_leaf(build, leaf, board) for leaf in leaves(build) for board in boards_of(build, leaf)]
    return statements(*blocks)


def _derive_leaf(build: Build, leaf: Leaf, board: BoardInfo) -> ir.Block:
    array, size = occupied(board, leaf), board.spaces.size
    clear = tuple(ir.Store(array, number(k), empty_set(size)) for k in range(leaf.slots))
    piece, at = ir.Local("piece"), ir.Local("at")
    which = slot(build, leaf, piece)
    here = ir.Single(plus(at, -board.spaces.start), size)
    enter = ir.Store(array, which, ir.Binary("|", ir.Load(array, which), here))
    body = statements(ir.Set("at", load(AT, piece)), when(within(at, board.spaces.start, board.spaces.stop), (enter,)))
    return (*clear, ir.ForRange("piece", number(leaf.start), number(leaf.stop), body))


# ------------------------------------------------------------------------------------------------------------ the start


def begin_body(build: Build) -> ir.Block:
    """Puts every piece where it starts. All else has its first value already."""
    starts = build.table("start", lambda: tuple(s for leaf in leaves(build) for s in leaf.starts))
    piece = ir.Local("piece")
    stores: ir.Block = (ir.Store(AT, piece, lookup(starts, piece)),)
    if RANK in build.arrays:
        ranks = build.table("start rank", lambda: _first_ranks(build))
        stores = (*stores, ir.Store(RANK, piece, lookup(ranks, piece)))
    if build.world.owner is not None:
        owner = lookup(first_owners(build), piece)
        stores = (*stores, ir.Store(build.world.owner.array, piece, owner))
    placed = ir.ForRange("piece", ZERO, number(build.pieces), stores)
    return (placed, ir.Perform(ir.DERIVE))


def _first_ranks(build: Build) -> tuple[int, ...]:
    """In ordered places the pieces lie by their numbers at first, the lowest at the bottom."""
    heights: dict[int, int] = {}
    ranks = []
    for leaf in leaves(build):
        for start in leaf.starts:
            ordered = is_ordered(build, start)
            ranks.append(heights.get(start, 0) if ordered else 0)
            heights[start] = heights.get(start, 0) + 1
    return tuple(ranks)


def is_ordered(build: Build, location: int) -> bool:
    return any(start <= location < stop for start, stop in build.world.ordered)


def ordered(build: Build, location: ir.Expr) -> ir.Expr:
    """1 if the location, written more than once, keeps order."""
    return either(*(within(location, start, stop) for start, stop in build.world.ordered))


def can_lie_in_order(build: Build, leaf: Leaf) -> bool:
    """Whether pieces of this group can ever lie in order."""
    there = whereabouts(build)[leaf]
    return any(there >> start & ((1 << (stop - start)) - 1) for start, stop in build.world.ordered)


# ------------------------------------------------------------------------------------------------------ who is out


def outs(build: Build) -> str | None:
    """The array that says of each player whether they are out; None in a game which nobody leaves."""
    attribute = build.world.out
    return attribute.array if attribute else None


def is_out(build: Build, player: ir.Expr) -> ir.Expr:
    """1 for a player who is out; `player` is one of the players."""
    array = outs(build)
    return equal(ir.Load(array, player), YES) if array else NO
