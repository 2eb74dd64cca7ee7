"""Getting to know pieces, and forgetting which is which.

Who sees a piece knows it, and goes on knowing it when it is out of sight. But when one of several pieces that look the
same to somebody goes away, and they do not see which, they know none of them any more. Nor does anybody know what lies
in a pile that is shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import whereabouts
from dsl.ir.nodes import Binary, Bits, Block, Break, Expr, ForBits, ForRange, If, Local, Perform, Return, Set, While
from dsl.ir.program import AT, RANK
from dsl.lower.build import Build, first_of
from dsl.lower.ops import (
    NO,
    YES,
    both,
    call,
    either,
    equal,
    intersection,
    is_empty,
    load,
    negation,
    number,
    parameters,
    plus,
    statements,
    when,
    within,
)
from dsl.lower.remembered import add_knowers, knowers, remembered, set_knowers
from dsl.lower.storage import attribute_value, ordered, owner_of_piece
from dsl.lower.visibility_functions import (
    everybody,
    flags_that_show,
    look_alikes,
    lookers,
    nobody,
    size,
    value_viewers,
    viewers,
)
from dsl.model.world import Attribute, Kind

_PIECE, _OTHER, _TO, _AT, _WHO = Local("piece"), Local("other"), Local("to"), Local("at"), Local("who")
_MIXED, _LOST = Local("mixed"), Local("lost")


def is_remembered(build: Build, kind: Kind) -> bool:
    """Whether it is kept of any piece of the kind who knows it."""
    return any(leaf in remembered(build) for leaf in leaves_of(build, kind))


def minus(build: Build, sets: Expr, *others: Expr) -> Expr:
    for other in others:
        sets = nobody(build) if other == everybody(build) else Binary("-bits", sets, other)
    return sets


def _each_of(groups: Sequence[Leaf], body: Block) -> ForRange:
    """Goes over the pieces of some groups, and perhaps some others."""
    return ForRange("other", number(groups[0].start), number(groups[-1].stop), body)


# ------------------------------------------------------------------------------------------------------ getting to know


def notice(build: Build, kind: Kind, piece: Expr) -> Block:
    """Whoever sees all of a piece, where it is now, knows it; so too what lies on it."""
    if not is_remembered(build, kind) and not _carries_remembered(build, kind):
        return ()
    return (Perform(build.procedure("notice", parameters("piece"), lambda: _notice_body(build)), (piece,)),)


def notice_by(build: Build, attribute: Attribute, piece: Expr) -> Block:
    """The same after an attribute of the piece has changed, if it decides who sees something."""
    shows = attribute is build.world.owner or attribute in flags_that_show(build)
    return notice(build, attribute.of, piece) if shows else ()


def notice_all(build: Build) -> Block:
    """At the beginning: whoever sees a piece knows it."""
    return (_each_of(remembered(build), _seen_now(build, _OTHER)),) if remembered(build) else ()


def _notice_body(build: Build) -> Block:
    return _with_load(build, lambda piece: _seen_now(build, piece))


def _with_load(build: Build, done: Callable[[Local], Block]) -> Block:
    """Does something with `piece`, and with all that lies on it and can be known."""
    if not _carriers(build):
        return done(_PIECE)
    carried = _carried(build)
    begun = If(equal(load(AT, _OTHER), plus(_PIECE, build.locations)), (Set("laden", YES), Break()))
    lies = If(_lies_on(build, _OTHER, _PIECE), done(_OTHER))
    of_load = (Set("laden", NO), _each_of(carried, (begun,)), If(Local("laden"), (_each_of(carried, (lies,)),)))
    return (*done(_PIECE), If(_is_of(_carriers(build), _PIECE), of_load))


def _seen_now(build: Build, piece: Local) -> Block:
    seen = viewers(build, piece, load(AT, piece))
    return when(_can_be_known(build, piece), add_knowers(build, piece, seen))


def _can_be_known(build: Build, piece: Expr) -> Expr:
    if len(remembered(build)) == len(leaves(build)):
        return YES
    return _is_of(remembered(build), piece)


def _is_of(groups: Iterable[Leaf], piece: Expr) -> Expr:
    return either(*(within(piece, leaf.start, leaf.stop) for leaf in groups))


def tell(build: Build, piece: Expr, who: Expr) -> Block:
    """Lets some get to know a piece and all that lies on it."""
    inputs = (*parameters("piece"), ("who", Bits(size(build))))
    return (Perform(build.procedure("tell", inputs, lambda: _tell_body(build)), (piece, who)),)


def _tell_body(build: Build) -> Block:
    return _with_load(build, lambda piece: when(_can_be_known(build, piece), add_knowers(build, piece, _WHO)))


# ------------------------------------------------------------------------------------------------- what lies on a piece


def _carriers(build: Build) -> list[Leaf]:
    """The groups of pieces on which pieces can lie that can be known."""
    places = 0
    for leaf in remembered(build):
        places |= whereabouts(build)[leaf] >> build.locations
    return [leaf for leaf in leaves(build) if places >> leaf.start & ((1 << leaf.size) - 1)]


def _carried(build: Build) -> list[Leaf]:
    """The groups of pieces that can be known and can lie on others."""
    return [leaf for leaf in remembered(build) if whereabouts(build)[leaf] >> build.locations]


def _carries_remembered(build: Build, kind: Kind) -> bool:
    return bool(remembered(build)) and any(leaf in _carriers(build) for leaf in leaves_of(build, kind))


def _lies_on(build: Build, other: Expr, piece: Expr) -> Expr:
    """Whether `other` lies on the piece, or on something that does."""
    if not set(_carriers(build)) & set(_carried(build)):
        return equal(load(AT, other), plus(piece, build.locations))
    carrier = plus(Local("other"), -build.locations)
    down = (
        If(Binary("<", Local("other"), number(build.locations)), (Return(NO),)),
        Set("other", carrier),
        If(equal(Local("other"), _PIECE), (Return(YES),)),
        Set("other", load(AT, Local("other"))),
    )
    begin = Set("other", load(AT, Local("first")))
    name = build.value("lies on", parameters("first", "piece"), lambda: (begin, While(YES, down)))
    return call(name, other, piece)


# ----------------------------------------------------------------------------------------------------------- forgetting


def mingle(build: Build, kind: Kind, piece: Expr, to: Expr) -> Block:
    """Before a piece goes to a location: who does not see which piece goes forgets all that it could be."""
    if not is_remembered(build, kind):
        return ()
    name = build.procedure("mingle", parameters("piece", "to"), lambda: _mingle_body(build, lambda other: NO))
    return (Perform(name, (piece, to)),)


def mingle_all(build: Build, kind: Kind, members: Expr, to: Expr) -> Block:
    """The same before all pieces of a set, counted from 0 in their kind, go there at once: none of them stays."""
    if not is_remembered(build, kind):
        return ()
    inputs = (*parameters("piece", "to"), ("members", Bits(kind.size)))

    def goes_too(other: Expr) -> Expr:
        inside = YES if kind is build.world.pieces else within(other, kind.start, kind.stop)
        return both(inside, Binary("has", Local("members"), plus(other, -first_of(kind))))

    name = build.procedure(f"mingle {kind.name}", inputs, lambda: _mingle_body(build, goes_too))
    each = Perform(name, (plus(Local("going"), first_of(kind)), to, members))
    return (ForBits("going", members, (each,)),)


def _mingle_body(build: Build, goes_too: Callable[[Expr], Expr]) -> Block:
    """`goes_too`: whether another piece leaves at the same time for the same place."""
    blind = Local("blind")
    stays = both(equal(_AT, _TO), negation(ordered(build, _TO)))
    unseen = minus(build, everybody(build), viewers(build, _PIECE, _AT), viewers(build, _PIECE, _TO))
    beside = [equal(load(AT, _OTHER), _AT), Binary("!=", _OTHER, _PIECE)]
    if RANK in build.arrays:
        beside.append(equal(load(RANK, _OTHER), load(RANK, _PIECE)))
    if not _carriers(build):
        known = Binary("|", knowers(build, _PIECE), knowers(build, _OTHER))
        beside.append(negation(is_empty(intersection((known, blind), size(build)))))
    confused = (
        Set("lost", minus(build, intersection((blind, alike(build, _PIECE, _OTHER)), size(build)), _sees(build))),
        If(negation(is_empty(_LOST)), (Set("mixed", Binary("|", _MIXED, _LOST)), *_forget(build, _OTHER, _LOST))),
    )
    others = _each_of(remembered(build), when(both(*beside, negation(goes_too(_OTHER))), confused))
    return statements(
        Set("at", load(AT, _PIECE)),
        If(stays, (Return(),)),
        Set("blind", unseen),
        If(is_empty(blind), (Return(),)),
        Set("mixed", nobody(build)),
        others,
        when(negation(is_empty(_MIXED)), _forget(build, _PIECE, _MIXED)),
    )


def _sees(build: Build) -> Expr:
    """Who sees all of the other piece, and therefore can tell it apart."""
    return viewers(build, _OTHER, _AT)


def _forget(build: Build, piece: Expr, who: Expr) -> Block:
    """Some know a piece no more, nor what lies on it."""
    inputs = (*parameters("piece"), ("who", Bits(size(build))))
    return (Perform(build.procedure("forget", inputs, lambda: _forget_body(build)), (piece, who)),)


def _forget_body(build: Build) -> Block:
    return _with_load(build, lambda piece: (set_knowers(piece, Binary("-bits", knowers(build, piece), _WHO)),))


def forget_pile(build: Build, place: Expr) -> Block:
    """Of the pieces of a place everybody knows only what they see."""
    if not remembered(build):
        return ()
    there = equal(load(AT, _OTHER), Local("place"))
    unseen = minus(build, everybody(build), viewers(build, _OTHER, Local("place")))
    forgotten = when(both(there, _can_be_known(build, _OTHER)), _forget(build, _OTHER, unseen))
    body = (_each_of(remembered(build), forgotten),)
    return (Perform(build.procedure("forget pile", parameters("place"), lambda: body), (place,)),)


# ---------------------------------------------------------------------------------------------------------- look-alikes


def alike(build: Build, piece: Expr, other: Expr) -> Expr:
    """Who cannot tell two pieces in the same place apart by what they see of them."""
    name = build.value("alike", parameters("piece", "other"), lambda: _alike_body(build), Bits(size(build)))
    return call(name, piece, other)


def _alike_body(build: Build) -> Block:
    """Those who see neither, if both pass for the same; and those who see both, if they differ in nothing seen."""
    one, two, both_ = Local("one"), Local("two"), Local("both")
    seen = [_alike_seen(build, leaf) for leaf in remembered(build)]
    return statements(
        Set("at", load(AT, _PIECE)),
        Set("one", lookers(build, _PIECE, _AT)),
        Set("two", lookers(build, _OTHER, _AT)),
        Set("both", nobody(build)),
        *seen,
        Set("unseen", nobody(build)),
        _alike_unseen(build, (Set("unseen", minus(build, everybody(build), one, two)),)),
        Return(Binary("|", both_, Local("unseen"))),
    )


def _alike_unseen(build: Build, then: Block) -> Block:
    """What is seen of pieces wherever they lie is the same for both; what it refers to counts, too."""
    values = [
        Binary("or", negation(within(_PIECE, a.of.start, a.of.stop)), _same_value(build, a))
        for info in build.world.piece_infos.values()
        for a in info.attributes
        if a.seen.stated and a.seen.by == "all" and a.kind.sort == "piece"
    ]
    return when(both(look_alikes(build).passes_for(_PIECE, _OTHER), *values), then)


def _same_value(build: Build, attribute: Attribute) -> Expr:
    return equal(attribute_value(build, attribute, _PIECE), attribute_value(build, attribute, _OTHER))


def _alike_seen(build: Build, leaf: Leaf) -> Block:
    """Two pieces of one group and owner: whoever sees both, less those who see a value in which they differ."""
    both_ = Local("both")
    start = Set("both", intersection((Local("one"), Local("two")), size(build)))
    blocks = []
    for attribute in build.world.attributes(leaf.kind):
        seen = (value_viewers(build, attribute, p, _AT) for p in (_PIECE, _OTHER))
        less = Set("both", minus(build, both_, *seen))
        blocks.append(If(negation(_same_value(build, attribute)), (less,)))
    same_group = both(within(_PIECE, leaf.start, leaf.stop), within(_OTHER, leaf.start, leaf.stop))
    if leaf.given or len(set(leaf.owners)) > 1:
        same_group = both(same_group, equal(owner_of_piece(build, _PIECE), owner_of_piece(build, _OTHER)))
    return when(same_group, (start, *blocks))
