"""Which pieces look alike to a reader, as functions of the IR: options are grouped by it in every back end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from dsl.ir.nodes import Binary, Block, Expr, ForRange, If, Local, Return, Set, Stmt, While
from dsl.ir.program import AT, RANK, Attribute, PieceKind
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    either,
    equal,
    load,
    lookup,
    negation,
    number,
    plus,
    statements,
    when,
)
from dsl.lower.visibility import Sights, is_of, value_of

_READER, _A, _B = Local("reader"), Local("a"), Local("b")
_PIECE, _SEEN, _TOLD, _NOW, _THEN = Local("piece"), Local("seen"), Local("told"), Local("now"), Local("then")

ALIKE = "alike"


class LookAlikes:
    """Makes the functions, beside those of `sights`."""

    def __init__(self, sights: Sights) -> None:
        self._sights, self._things, self._define = sights, sights.things, sights.define
        self._pieces = max((kind.stop for kind in sights.things.pieces), default=0)
        self._locations = len(sights.things.locations)

    def alike(self, reader: Expr, one: Expr, other: Expr) -> Expr:
        """Whether two pieces look the same to a reader: themselves, where they are, what lies on them."""
        return self._define(ALIKE, "reader a b", self._alike)(reader, one, other)

    def _alike(self) -> Block:
        heights = max((kind.height for kind in self._things.pieces), default=0)
        rank = () if RANK not in self._things.arrays else (_unless(equal(self._rank(_A), self._rank(_B))),)
        return (
            If(equal(_A, _B), (Return(YES),)),
            _unless(self._same_place(_A, _B)),
            *rank,
            Return(self._laden(heights, _A, _B)),
        )

    def _rank(self, piece: Expr) -> Expr:
        """The rank of a piece among those that it is with; -1 where they have no order."""
        places = [place.ordered for place in self._things.locations]
        on_pieces = [kind.ordered for kind in self._things.pieces for _ in range(kind.start, kind.stop)]
        table = self._sights.table("in order", [*places, *on_pieces])
        keeps = If(lookup(table, load(AT, _PIECE)), (Return(load(RANK, _PIECE)),))
        return self._define("rank", "piece", lambda: (keeps, Return(NOTHING)))(piece)

    def _same_place(self, one: Expr, other: Expr) -> Expr:
        """Whether two are in the same place, or on pieces that look alike and are."""
        first, second = Local("at a"), Local("at b")
        on_pieces = (Binary(">=", at, number(self._locations)) for at in (first, second))
        down = (Set("now", plus(first, -self._locations)), Set("then", plus(second, -self._locations)))
        turn = (
            Set("at a", load(AT, _NOW)),
            Set("at b", load(AT, _THEN)),
            If(equal(first, second), (Return(YES),)),
            _unless(both(*on_pieces)),
            *down,
            _unless(self._same(False, _NOW, _THEN)),
        )
        begin = (Set("now", _A), Set("then", _B))
        return self._define("same place", "reader a b", lambda: (*begin, While(YES, turn)))(_READER, one, other)

    def _same(self, references: bool, one: Expr, other: Expr) -> Expr:
        """Whether two are the same in what is seen of them alone; so, too, are the pieces to which they refer, if these
        count: they are followed one step only, as they may form a ring."""
        name = "same with references" if references else "same"
        return self._define(name, "reader a b", lambda: tuple(self._same_body(references)))(_READER, one, other)

    def _same_body(self, references: bool) -> Iterator[Stmt]:
        if self._sights.sees(_READER, _A) != YES:
            yield Set("seen", self._sights.sees(_READER, _A))
            yield _unless(equal(_SEEN, self._sights.sees(_READER, _B)))
            yield If(negation(_SEEN), (Return(self.passes_for(_A, _B)),))
        kinds = self._sights.of_piece("kind", self._things.pieces.index)
        if len(self._things.pieces) > 1:
            yield _unless(equal(lookup(kinds, _A), lookup(kinds, _B)))
        yield _unless(equal(self._sights.owner(_A), self._sights.owner(_B)))
        for kind in self._things.pieces:
            compared = [*self._compared(kind, references)]
            if compared:
                yield If(is_of(kind, _A), statements(*compared, Return(YES)))
        yield Return(YES)

    def _compared(self, kind: PieceKind, references: bool) -> Iterator[Block]:
        told = [(n, a) for n, a in enumerate(kind.attributes) if references or a.kind not in self._things.referring]
        if any(a.seen.by != "all" for _, a in told):
            yield (Set("told", self._sights.values(_READER, _A)),)
            yield (_unless(Binary("==", _TOLD, self._sights.values(_READER, _B))),)
        for n, attribute in told:
            same = self._same_value(kind, attribute)
            open_ = attribute.seen.by == "all"
            yield same if open_ else (If(Binary("has", _TOLD, number(n)), same),)

    def _same_value(self, kind: PieceKind, attribute: Attribute) -> Block:
        one, other = (value_of(kind, attribute, piece) for piece in (_A, _B))
        if attribute.kind not in self._things.referring:
            return (_unless(equal(one, other)),)
        first, second = Local("one"), Local("other")
        pieces = both(Binary(">=", first, ZERO), Binary(">=", second, ZERO))
        there = (_unless(self._same(False, first, second)), _unless(self._same_place(first, second)))
        return (Set("one", one), Set("other", other), If(Binary("!=", first, second), (_unless(pieces), *there)))

    def passes_for(self, one: Expr, other: Expr) -> Expr:
        """Whether two pieces look the same to those who see neither: what all see of each, wherever it lies."""
        return self._define("passes for", "a b", lambda: tuple(self._passes_for()))(one, other)

    def _passes_for(self) -> Iterator[Stmt]:
        open_ = {kind.name: [a for a in kind.attributes if self._is_open(a)] for kind in self._things.pieces}
        forms = [(kind.seen_as, kind.owner_seen, *(a.name for a in open_[kind.name])) for kind in self._things.pieces]
        passes = self._sights.of_piece("form", lambda kind: forms.index(forms[self._things.pieces.index(kind)]))
        if len(set(forms)) > 1:
            yield _unless(equal(lookup(passes, _A), lookup(passes, _B)))
        owned = [is_of(kind, _A) for kind in self._things.pieces if kind.owner_seen]
        same_owner = equal(self._sights.owner(_A), self._sights.owner(_B))
        if owned:
            yield _unless(either(negation(either(*owned)), same_owner))
        for place in range(max(map(len, open_.values()), default=0)):
            own = [(kind, a) for kind in self._things.pieces for a in open_[kind.name][place : place + 1]]
            nth = self._define(f"open {place}", "piece", partial(_first_of, own))
            yield _unless(equal(nth(_A), nth(_B)))
        yield Return(YES)

    def _is_open(self, attribute: Attribute) -> bool:
        """Whether it is seen wherever the piece lies, and refers to no other."""
        return attribute.seen.everywhere and attribute.kind not in self._things.referring

    # ----------------------------------------------------------------------------------------------- with what is on it

    def _laden(self, height: int, one: Expr, other: Expr) -> Expr:
        """Whether two are the same with all that lies on them, at most so high, wherever they are."""
        return self._define(f"laden {height}", "reader a b", lambda: tuple(self._laden_body(height)))(
            _READER, one, other
        )

    def _laden_body(self, height: int) -> Iterator[Stmt]:
        yield If(equal(_A, _B), (Return(YES),))
        yield _unless(self._same(True, _A, _B))
        carriers = [kind for kind in self._things.pieces if 0 < kind.height <= height]
        if carriers:
            bears = either(*(is_of(kind, _A) for kind in carriers))
            yield If(both(bears, self._sights.sees(_READER, _A)), tuple(self._same_load(carriers, height - 1)))
        yield Return(YES)

    def _same_load(self, carriers: Sequence[PieceKind], height: int) -> Iterator[Stmt]:
        on_a, on_b = (equal(load(AT, _PIECE), plus(of, self._locations)) for of in (_A, _B))
        one, other = Local("on a"), Local("on b")
        count = (Set("on a", Binary("+", one, on_a)), Set("on b", Binary("+", other, on_b)))
        yield from (Set("on a", ZERO), Set("on b", ZERO), self._each("piece", *count))
        yield _unless(equal(one, other))
        ordered = [kind for kind in carriers if kind.ordered]
        loose = [kind for kind in carriers if not kind.ordered]
        if ordered:
            pairs = (self._nth(of, Local("number")) for of in (_A, _B))
            each = ForRange("number", ZERO, one, (_unless(self._laden(height, *pairs)),))
            yield from when(self._is_one_of(ordered, carriers), (each,))
        if loose:
            each = self._each("piece", If(on_a, self._as_often(height)))
            yield from when(self._is_one_of(loose, carriers), (each,))

    def _is_one_of(self, kinds: Sequence[PieceKind], carriers: Sequence[PieceKind]) -> Expr:
        """Whether the first of two carriers is of these kinds."""
        return YES if len(kinds) == len(carriers) else either(*(is_of(kind, _A) for kind in kinds))

    def _each(self, name: str, *body: Stmt) -> ForRange:
        return ForRange(name, ZERO, number(self._pieces), body)

    def _as_often(self, height: int) -> Block:
        """Whether as many that look like a piece lie on both."""
        another, balance = Local("another"), Local("balance")
        on_a, on_b = (equal(load(AT, another), plus(of, self._locations)) for of in (_A, _B))
        same = self._laden(height, _PIECE, another)
        added = Binary("*", Binary("-", on_a, on_b), same)
        count = self._each("another", If(either(on_a, on_b), (Set("balance", Binary("+", balance, added)),)))
        return (Set("balance", ZERO), count, _unless(equal(balance, ZERO)))

    def _nth(self, carrier: Expr, place: Expr) -> Expr:
        """The piece on another with so many below it; of those that share a rank the one with the smaller number."""
        other, below, there = Local("other"), Local("below"), plus(Local("carrier"), self._locations)
        rank, own = load(RANK, other), load(RANK, _PIECE)
        lower = either(Binary("<", rank, own), both(equal(rank, own), Binary("<", other, _PIECE)))
        count = If(both(equal(load(AT, other), there), lower), (Set("below", plus(below, 1)),))
        found = If(equal(below, Local("number")), (Return(_PIECE),))
        mine = (Set("below", ZERO), self._each("other", count), found)
        body = (self._each("piece", If(equal(load(AT, _PIECE), there), mine)), Return(NOTHING))
        return self._define("nth", "carrier number", lambda: body)(carrier, place)


def _first_of(own: Iterable[tuple[PieceKind, Attribute]]) -> Block:
    """Returns the value of that attribute which belongs to the kind of `piece`."""
    return (*(If(is_of(kind, _PIECE), (Return(value_of(kind, a, _PIECE)),)) for kind, a in own), Return(NOTHING))


def _unless(condition: Expr) -> Stmt:
    """Returns that it is not so unless something is."""
    return If(negation(condition), (Return(NO),))
