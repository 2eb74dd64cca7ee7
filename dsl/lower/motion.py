"""Moving one piece: where it is, ranks in ordered places, and the sets of occupied spaces. One procedure for each kind.

A piece keeps what lies on it, as that piece's location is the piece itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.effects import Change
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.unordered import is_heap
from dsl.analysis.whereabouts import Holder, holders, locations_of
from dsl.ir.nodes import Binary, Block, Expr, ForRange, Guard, If, Load, Local, Perform, Return, Set, Single, Store
from dsl.ir.program import AT, RANK
from dsl.lower import agenda, incremental_sums
from dsl.lower.build import Build
from dsl.lower.forgetting import mingle, notice
from dsl.lower.ops import (
    NO,
    YES,
    ZERO,
    both,
    call,
    either,
    equal,
    in_kind,
    load,
    negation,
    number,
    parameters,
    plus,
    statements,
    when,
    within,
)
from dsl.lower.storage import boards_of, can_lie_in_order, occupied, ordered, slot
from dsl.model.world import BoardInfo, Kind

FULL = "F3"
FULL_TEXT = "A piece would lie where there is no room for it, or where no such piece is taken."

_PIECE, _TO, _OLD, _OTHER = Local("piece"), Local("to"), Local("old"), Local("other")
_CAME = Local("came")


def move(build: Build, kind: Kind, piece: Expr, to: Expr, bottom: bool = False, together: bool = False) -> Block:
    """Moves a piece of the kind, which there is, to a location, which there is.

    `together`: with others at once, of which it was found before who can tell which they are.
    """
    groups = leaves_of(build, kind)
    mingled = () if together else mingle(build, kind, piece, to)
    seen = notice(build, kind, piece)
    if len(groups) == 1:
        return (*mingled, Perform(_mover(build, groups[0], bottom), (piece, to)), *seen)
    end = " to the bottom" if bottom else ""
    name = build.procedure(
        f"move.{kind.name}{end}", parameters("piece", "to"), lambda: _by_group(build, groups, bottom)
    )
    return (*mingled, Perform(name, (piece, to)), *seen)


def _by_group(build: Build, groups: tuple[Leaf, ...], bottom: bool) -> Block:
    """The pieces of a kind with sorts: a chain of tests, which sort it is."""
    *others, last = groups
    block: Block = (Perform(_mover(build, last, bottom), (_PIECE, _TO)),)
    for leaf in reversed(others):
        own = Perform(_mover(build, leaf, bottom), (_PIECE, _TO))
        block = (If(Binary("<", _PIECE, number(leaf.stop)), (own,), block),)
    return block


def _mover(build: Build, leaf: Leaf, bottom: bool) -> str:
    end = " to the bottom" if bottom else ""
    return build.procedure(f"move.{leaf.name}{end}.", parameters("piece", "to"), lambda: _body(build, leaf, bottom))


def _body(build: Build, leaf: Leaf, bottom: bool) -> Block:
    ranked = can_lie_in_order(build, leaf)
    stays = both(equal(_OLD, _TO), negation(ordered(build, _TO)) if ranked else YES)
    return statements(
        Set("old", load(AT, _PIECE)),
        If(stays, (Return(),)),
        _leave_order(build) if ranked else (),
        Store(AT, _PIECE, _TO),
        incremental_sums.moved(build, leaf, _PIECE, _OLD, _TO),
        agenda.left(build, _PIECE, _TO) if agenda.watched(build, leaf) else (),
        _join_order(build, bottom) if ranked else (),
        *(_occupy(build, leaf, board) for board in boards_of(build, leaf)),
    )


# ---------------------------------------------------------------------------------------------------------------- ranks


def _leave_order(build: Build) -> Block:
    """Ranks close up where the piece leaves."""
    above = both(equal(load(AT, _OTHER), _OLD), Binary(">", load(RANK, _OTHER), load(RANK, _PIECE)))
    lower = Store(RANK, _OTHER, Binary("-", load(RANK, _OTHER), YES))
    loop = _for_all_pieces(build, (If(above, (lower,)),))
    return when(ordered(build, _OLD), (loop,))


def _join_order(build: Build, bottom: bool) -> Block:
    """The rank at the destination: above all others, or below them."""
    with_it = both(equal(load(AT, _OTHER), _TO), Binary("!=", _OTHER, _PIECE))
    if bottom:
        raise_ = Store(RANK, _OTHER, Binary("+", load(RANK, _OTHER), YES))
        in_order: Block = (_for_all_pieces(build, (If(with_it, (raise_,)),)), Store(RANK, _PIECE, ZERO))
    else:
        count = If(with_it, (Set("rank", Binary("+", Local("rank"), YES)),))
        in_order = (Set("rank", ZERO), _for_all_pieces(build, (count,)), Store(RANK, _PIECE, Local("rank")))
    return when(ordered(build, _TO), in_order, (Store(RANK, _PIECE, ZERO),))


def heap(build: Build, to: Expr, came: Expr, bottom: bool) -> Block:
    """Gives the last pieces that came to an end of a place, one after another, one rank: they came there at once."""
    places = [p.kind for p in build.world.places.values() if is_heap(p)]
    here = either(*(within(to, kind.start, kind.stop) for kind in places))
    end = " to the bottom" if bottom else ""
    name = build.procedure(f"heap{end}", parameters("to", "came"), lambda: _heap_body(build, bottom))
    return when(here, (Perform(name, (to, came)),))


def _heap_body(build: Build, bottom: bool) -> Block:
    there = equal(load(AT, _OTHER), _TO)
    count = If(there, (Set("rank", plus(Local("rank"), 1)),))
    lowest = (Set("rank", ZERO), _for_all_pieces(build, (count,)), Set("rank", Binary("-", Local("rank"), _CAME)))
    high = both(there, Binary(">", load(RANK, _OTHER), Local("rank")))
    low = both(there, Binary("<", load(RANK, _OTHER), _CAME))
    if bottom:
        return (_for_all_pieces(build, (If(low, (Store(RANK, _OTHER, ZERO),)),)),)
    return (*lowest, _for_all_pieces(build, (If(high, (Store(RANK, _OTHER, Local("rank")),)),)))


def _for_all_pieces(build: Build, body: Block) -> ForRange:
    """Goes over all pieces that can be in an ordered place; these have consecutive numbers, or nearly so."""
    found = [leaf for leaf in leaves(build) if can_lie_in_order(build, leaf)]
    first, last = (found[0].start, found[-1].stop) if found else (0, 0)
    return ForRange("other", number(first), number(last), body)


# ------------------------------------------------------------------------------------------------------------ occupancy


def _occupy(build: Build, leaf: Leaf, board: BoardInfo) -> Block:
    """Takes the old space out of the set, unless another piece of the group is there, and puts the new one in."""
    array, start, size = occupied(board, leaf), board.spaces.start, board.spaces.size
    which = slot(build, leaf, _PIECE)
    inside = within(_OLD, board.spaces.start, board.spaces.stop)
    alone = both(inside, negation(shared(build, leaf)) if leaf.size > 1 else YES)
    left = Store(array, which, Binary("-bits", Load(array, which), Single(plus(_OLD, -start), size)))
    entered = Store(array, which, Binary("|", Load(array, which), Single(plus(_TO, -start), size)))
    return statements(when(alone, (left,)), when(within(_TO, board.spaces.start, board.spaces.stop), (entered,)))


def shared(build: Build, leaf: Leaf) -> Expr:
    """1 if another piece of the group (and of the same owner, where that matters) is at the location `old`, where the
    `piece` (both are locals) was."""
    same = equal(load(AT, _OTHER), _OLD)
    if leaf.slots > 1:
        same = both(same, equal(slot(build, leaf, _OTHER), slot(build, leaf, _PIECE)))
    other = both(same, Binary("!=", _OTHER, _PIECE))
    loop = ForRange("other", number(leaf.start), number(leaf.stop), (If(other, (Return(YES),)),))
    name = build.value(f"shared.{leaf.name}", parameters("piece", "old"), lambda: (loop, Return(NO)))
    return call(name, _PIECE, _OLD)


# ------------------------------------------------------------------------------------------------------------- capacity


def all_fits(build: Build, made: tuple[Change, ...]) -> Block:
    """After several moves, tests all places to which they can have led."""
    blocks: list[Block] = []
    piece = Local("piece")
    moves = [(move.what.kind, locations_of(build, move.to)) for move in made if isinstance(move, m.Move)]
    for kind, mask in dict.fromkeys(moves):
        fits = room(build, kind, piece, load(AT, piece))
        inside = within(load(AT, piece), (mask & -mask).bit_length() - 1, mask.bit_length())
        turn = when(inside, () if fits == YES else (Guard(fits, FULL),))
        blocks += [(ForRange("piece", number(kind.start), number(kind.stop), turn),)] if turn else []
    return statements(*blocks)


def room(build: Build, kind: Kind, piece: Expr, to: Expr) -> Expr:
    """1 if the destination takes what came there, a piece of the kind, and still has room for it."""
    build.fault(FULL, FULL_TEXT)
    concerned = [h for h in holders(build) if not takes_all(h, kind)]
    if not concerned:
        return YES
    name = build.value(f"room.{kind.name}", parameters("piece", "to"), lambda: _room_body(concerned, kind))
    return call(name, piece, to)


def takes_all(holder: Holder, kind: Kind) -> bool:
    """Whether there is room for any number of pieces of the kind."""
    return any(kind.is_a(k) for k, most in holder.takes if most is None) and all(
        most is None or not _overlap(k, kind) for k, most in holder.takes
    )


def _overlap(one: Kind, other: Kind) -> bool:
    return one.start < other.stop and other.start < one.stop


def _room_body(concerned: list[Holder], kind: Kind) -> Block:
    blocks = []
    for holder in concerned:
        fitting = either(*(in_kind(_PIECE, k) for k, _ in holder.takes)) if not _covers(holder, kind) else YES
        tests = statements(when(negation(fitting), (Return(NO),)), *_counts(holder, kind))
        blocks.append(when(within(_TO, holder.start, holder.stop), tests))
    return statements(*blocks, Return(YES))


def _covers(holder: Holder, kind: Kind) -> bool:
    return any(kind.is_a(k) for k, _ in holder.takes)


def limits(holder: Holder, kind: Kind) -> Iterator[tuple[Kind, int]]:
    """Of what there can be too much where one more of a kind comes, and how many there can be."""
    yield from ((taken, most) for taken, most in holder.takes if most is not None and _overlap(taken, kind))


def _counts(holder: Holder, kind: Kind) -> list[Block]:
    """Whether there are no more of a kind than the holder takes."""
    found: list[Block] = []
    for taken, most in limits(holder, kind):
        count = If(equal(load(AT, _OTHER), _TO), (Set("count", Binary("+", Local("count"), YES)),))
        loop = ForRange("other", number(taken.start), number(taken.stop), (count,))
        found.append((Set("count", ZERO), loop, If(Binary(">", Local("count"), number(most)), (Return(NO),))))
    return found
