"""The supply of an example: where the pieces come from that its `given` lines bring in, and where those go that they
take away.

A piece of which a line is so already stays. Any other comes from the place that is nobody's in which most of those lay
that fit, when the lines began; then from a place of the player to whom it comes, then of another player, and only at
last from a space or from another piece. What is taken away goes where most of its like lie that nobody has; where it
lies with all of them, to the first other place of nobody's where it can come. Where there is no room for what a line
puts somewhere, what lay there goes away of which no line speaks. Nothing goes where there is no room.
"""

from __future__ import annotations

from dsl.analysis.partitions import leaves
from dsl.analysis.unordered import shuffled_places
from dsl.analysis.whereabouts import Holder, holders, whereabouts
from dsl.ir.nodes import Binary, Block, Const, Expr, ForRange, Guard, If, Local, Perform, Return, Set, Store
from dsl.ir.program import AT, SPOKEN, VARIABLES
from dsl.lower.build import Build
from dsl.lower.incremental_sums import classes
from dsl.lower.motion import FULL, limits, move, room, takes_all
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    call,
    either,
    equal,
    in_kind,
    load,
    lookup,
    negation,
    number,
    parameters,
    plus,
    statements,
    times,
    when,
    within,
)
from dsl.lower.piles import mix
from dsl.lower.storage import place_owners
from dsl.model.world import Kind

LAID = "example.laid"  # where each piece lay when the lines began, so that none of them changes which place is meant
FITS = "example.fits"  # for each piece one of these, while a line looks for one:
FREE, SPOKEN_OF, SO_ALREADY = 1, 2, 3  # 0: it does not fit
LYING = "example.lying"  # for each space and place how many that fit lay there

_PIECE, _AT, _GOAL, _OTHER, _BEST = Local("piece"), Local("at"), Local("goal"), Local("other"), Local("best")
_SPACE, _OWNED, _NOBODYS = 0, 1, 3  # as sources; a place of the player to whom a piece comes is 2


def declare(build: Build) -> None:
    """The arrays that examples need besides those of the game."""
    build.array(LAID, build.pieces, "control")
    build.array(FITS, build.pieces, "control")
    build.array(SPOKEN, build.pieces, "control")
    build.array(LYING, build.locations, "control")


def lay_out(build: Build) -> Block:
    """Notes where each piece lies, before any line of a group is made true."""

    def body() -> Block:
        return (ForRange("piece", ZERO, number(build.pieces), (Store(LAID, _PIECE, load(AT, _PIECE)),)),)

    return (Perform(build.procedure("example.lay out", (), body)),)


# ---------------------------------------------------------------------------------------------------------- taken from


def note(piece: Expr, free: Expr, so_already: Expr) -> Block:
    """Notes that a piece fits what a line says of it for good."""
    found = when(so_already, (Store(FITS, piece, number(SO_ALREADY)),), (Store(FITS, piece, number(FREE)),))
    return when(free, found, (Store(FITS, piece, number(SPOKEN_OF)),))


def take(build: Build, kind: Kind, whose: Expr, passed_over: Expr, word: int) -> Block:
    """Puts the first of the pieces that fit into a word of `VARIABLES`, or nothing; after it none is noted. `whose`: to
    whom it comes; so many that would come before it are passed over."""
    inputs = parameters("start", "stop", "whose", "passed over", "word")
    name = build.procedure("example.take", inputs, lambda: _taking(build))
    return (Perform(name, (number(kind.start), number(kind.stop), whose, passed_over, number(word))),)


def _taking(build: Build) -> Block:
    worth = build.value("example.worth", parameters("piece", "whose"), lambda: _worth(build))
    mine, found = call(worth, _PIECE, Local("whose")), Local("found")
    in_place = both(Binary("!=", load(FITS, _PIECE), ZERO), Binary("<", _AT, number(build.locations)))
    one_more = Store(LYING, _AT, plus(load(LYING, _AT), 1))
    first = both(equal(found, NOTHING), Binary(">=", _BEST, ZERO), equal(mine, _BEST))
    one = (
        Set("best", NOTHING),
        _each((Set("best", Binary("max", _BEST, mine)),)),
        Set("found", NOTHING),
        _each((If(first, (Set("found", _PIECE), Store(FITS, _PIECE, number(SPOKEN_OF)))),)),
    )
    return (
        ForRange("place", ZERO, number(build.locations), (Store(LYING, Local("place"), ZERO),)),
        _each((Set("at", load(LAID, _PIECE)), If(in_place, (one_more,)))),
        Set("found", NOTHING),
        ForRange("turn", ZERO, plus(Local("passed over"), 1), one),
        Store(VARIABLES, Local("word"), found),
        _each((Store(FITS, _PIECE, ZERO),)),
    )


def _each(body: Block) -> ForRange:
    return ForRange("piece", Local("start"), Local("stop"), body)


def _worth(build: Build) -> Block:
    """How good a piece is to be taken; -1 if it is not to be. Of equal places the first that is written is better."""
    rank, fits, locations = Local("rank"), load(FITS, _PIECE), build.locations
    mine = both(equal(rank, number(_OWNED)), equal(lookup(place_owners(build), _AT), Local("whose")))
    so_many = Binary("+", times(rank, build.pieces + 1), load(LYING, _AT))
    best = (_NOBODYS + 1) * (build.pieces + 1) * (locations + 1)
    return (
        If(both(Binary("!=", fits, number(FREE)), Binary("!=", fits, number(SO_ALREADY))), (Return(NOTHING),)),
        If(equal(fits, number(SO_ALREADY)), (Return(number(best)),)),
        Set("at", load(AT, _PIECE)),
        If(Binary(">=", _AT, number(locations)), (Return(ZERO),)),
        Set("rank", lookup(_ranks(build), _AT)),
        If(equal(rank, number(_SPACE)), (Return(ZERO),)),
        If(mine, (Set("rank", plus(rank, 1)),)),
        Return(Binary("-", plus(times(so_many, locations + 1), locations), _AT)),
    )


def _ranks(build: Build) -> str:
    """For each space and place what it is as a source."""

    return build.table("example.ranks", lambda: _ranks_of(build))


def _ranks_of(build: Build) -> tuple[int, ...]:
    ranks = [_SPACE] * build.locations
    for place in build.world.places.values():
        for location in range(place.kind.start, place.kind.stop):
            ranks[location] = _NOBODYS if place.owner(location) < 0 else _OWNED
    return tuple(ranks)


# ----------------------------------------------------------------------------------------------------------- taken away


def away(build: Build, kind: Kind, piece: Expr) -> Block:
    """A piece of the kind goes away."""

    def body() -> Block:
        goes = (Set("goal", home(build, _PIECE)), *move(build, kind, _PIECE, _GOAL))
        return (*goes, *shuffled_in(build, _GOAL))

    return (Perform(build.procedure(f"example.away.{kind.name}", parameters("piece"), body), (piece,)),)


def make_room_for_each(build: Build, kind: Kind) -> Block:
    """The same for all pieces of a kind of which lines speak."""
    made = make_room(build, kind, Local("each"))
    return (ForRange("each", number(kind.start), number(kind.stop), when(load(SPOKEN, Local("each")), made)),)


def make_room(build: Build, kind: Kind, piece: Expr) -> Block:
    """Of what lies with a piece of the kind, and of which no line speaks, as much goes away as is too much there."""
    concerned = [holder for holder in holders(build) if not takes_all(holder, kind)]
    if not concerned:
        return ()
    name = f"example.room.{kind.name}"
    made = build.procedure(name, parameters("piece"), lambda: _making_room(build, concerned, kind))
    return (Perform(made, (piece,)),)


def _making_room(build: Build, concerned: list[Holder], kind: Kind) -> Block:
    there = (
        when(within(_AT, holder.start, holder.stop), _left_so_many(build, taken, most))
        for holder in concerned
        for taken, most in limits(holder, kind)
    )
    return statements((Set("at", load(AT, _PIECE)),), *there)


def _left_so_many(build: Build, kind: Kind, most: int) -> Block:
    """At most so many of a kind are left there, but for those of which lines speak."""
    there, count = equal(load(AT, _OTHER), _AT), Local("count")
    fits = room(build, kind, _OTHER, load(AT, _OTHER))
    fewer = (*away(build, kind, _OTHER), Guard(fits, FULL), Set("count", plus(count, -1)))
    too_many = both(Binary(">", count, number(most)), there, equal(load(SPOKEN, _OTHER), ZERO))
    return (
        Set("count", ZERO),
        ForRange("other", number(kind.start), number(kind.stop), (If(there, (Set("count", plus(count, 1)),)),)),
        ForRange("other", number(kind.start), number(kind.stop), (If(too_many, fewer),)),
    )


def home(build: Build, piece: Expr) -> Expr:
    """Where a piece goes that is taken away: where most of its like lay that nobody has, else where it started, or, if
    it lies there, where most of its kind lay that nobody has, else where nobody has it either; but for where there is
    no room for it."""
    return call(build.value("example.home", parameters("piece"), lambda: _home(build)), piece)


def _home(build: Build) -> Block:
    starts = build.table("start", lambda: tuple(s for leaf in leaves(build) for s in leaf.starts))
    kinds = build.table("example.kinds", lambda: tuple(k for k, leaf in enumerate(leaves(build)) for _ in leaf.starts))
    start, score = lookup(starts, _PIECE), Local("score")

    def same(table: str) -> Expr:
        return equal(lookup(table, _OTHER), lookup(table, _PIECE))

    def more(amount: int) -> Block:
        return (Set("score", plus(score, amount)),)

    weight = build.pieces + 1
    counted = when(same(classes(build)), more(2 * weight), when(same(kinds), more(1)))
    count = ForRange("other", ZERO, number(build.pieces), (If(equal(load(LAID, _OTHER), _GOAL), counted),))
    better = If(Binary(">", score, _BEST), (Set("best", score), Set("found", _GOAL)))
    other_place = both(equal(lookup(_ranks(build), _GOAL), number(_NOBODYS)), Binary("!=", _GOAL, load(AT, _PIECE)))
    fits = both(other_place, _takes_one_more(build, _GOAL))
    back = both(Binary("!=", start, load(AT, _PIECE)), _takes_one_more(build, start))
    return (
        Set("found", load(AT, _PIECE)),
        Set("best", ZERO),
        If(back, (Set("found", start), Set("best", number(weight)))),
        ForRange("goal", ZERO, number(build.locations), (If(fits, (Set("score", ZERO), count, better)),)),
        If(equal(Local("found"), load(AT, _PIECE)), (Return(lookup(_elsewhere(build), _PIECE)),)),
        Return(Local("found")),
    )


def _takes_one_more(build: Build, to: Expr) -> Expr:
    """1 if there is room where it does not lie for the `piece`, which is a local, of whatever kind it is."""
    return call(build.value("example.one more", parameters("piece", "to"), lambda: _one_more(build)), _PIECE, to)


def _one_more(build: Build) -> Block:
    there, count = Local("to"), Local("count")
    tests: list[Block] = []
    for holder in (h for h in holders(build) if not takes_all(h, build.world.pieces)):
        found = [when(negation(either(*(in_kind(_PIECE, kind) for kind, _ in holder.takes))), (Return(NO),))]
        for kind, most in ((kind, most) for kind, most in holder.takes if most is not None):
            counted = If(equal(load(AT, _OTHER), there), (Set("count", plus(count, 1)),))
            each = ForRange("other", number(kind.start), number(kind.stop), (counted,))
            full = If(Binary(">=", count, number(most)), (Return(NO),))
            found.append(when(in_kind(_PIECE, kind), (Set("count", ZERO), each, full)))
        tests.append(when(within(there, holder.start, holder.stop), statements(*found)))
    return statements(*tests, (Return(YES),))


def _elsewhere(build: Build) -> str:
    """For each piece the first place of nobody's, but for the one where it starts, where it can come and where there is
    room for any number; where it starts, if there is none."""

    def make() -> tuple[int, ...]:
        ranks, found = _ranks_of(build), list[int]()
        for leaf in leaves(build):
            free = whereabouts(build)[leaf] & _roomy(build, leaf.kind)
            goals = [at for at, rank in enumerate(ranks) if rank == _NOBODYS and free >> at & 1]
            found += (next((goal for goal in goals if goal != start), start) for start in leaf.starts)
        return tuple(found)

    return build.table("example.elsewhere", make)


def _roomy(build: Build, kind: Kind) -> int:
    """The spaces and places where there is room for any number of a kind."""
    found = (1 << build.locations) - 1
    for holder in holders(build):
        if not takes_all(holder, kind):
            found &= ~((1 << holder.stop) - (1 << holder.start))
    return found


def shuffled_in(build: Build, place: Expr) -> Block:
    """What goes into a pile that is shuffled lies anywhere in it."""
    found = shuffled_places(build)
    if not found:
        return ()
    table = build.table("example.shuffled", lambda: tuple(found >> k & 1 for k in range(build.locations)))
    if isinstance(place, Const):
        return mix(build, place) if found >> place.value & 1 else ()
    here = both(Binary("<", place, number(build.locations)), lookup(table, place))
    return when(here, mix(build, place))
