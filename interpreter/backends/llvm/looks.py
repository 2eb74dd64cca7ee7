"""Whether two pieces look alike to a player, as functions that are compiled with the rules.

They say what `interpreter.knowledge.reader` says of each: who sees it, what is seen of it, where it is, what lies on
it. Random players need it, who take an option first and then one of those that look like it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.ir.nodes import (
    INT,
    Binary,
    BinaryOp,
    Block,
    Call,
    Code,
    Const,
    Expr,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Lookup,
    Return,
    Set,
    Stmt,
    Table,
    Unary,
    While,
)
from dsl.ir.program import AT, KNOWN, OWNER, RANK, Attribute, PieceKind, Program, Seen

LOOKS = "looks alike"  # takes a player and two pieces: 0, 1, or UNKNOWN
UNKNOWN = 2  # more lies on one another than is gone into
DEEPEST = 3  # pieces on pieces on pieces

_BY = ("all", "owner", "nobody", "player")
_YES, _NO = Const(1), Const(0)
_READER, _PIECE, _A, _B = Local("reader"), Local("piece"), Local("a"), Local("b")


def with_looks(program: Program, code: Code) -> Code:
    """A suspended code with the function `LOOKS`, and what that needs."""
    made = _Looks(program, code)
    return replace(code, functions={**code.functions, **made.functions}, tables={**code.tables, **made.tables})


def _function(name: str, parameters: Sequence[str], body: Iterable[Stmt]) -> Function:
    return Function(name, "value", tuple((parameter, INT) for parameter in parameters), tuple(body), INT)


def _op(left: Expr, op: BinaryOp, right: Expr | int) -> Expr:
    return Binary(op, left, Const(right) if isinstance(right, int) else right)


def _when(condition: Expr, value: Expr) -> Stmt:
    """Returns a value if a condition holds."""
    return If(condition, (Return(value),))


def _unless(condition: Expr, value: Expr = _NO) -> Stmt:
    return _when(Unary("not", condition), value)


def _all_of(*conditions: Expr) -> Expr:
    return _joined("and", conditions)


def _any_of(*conditions: Expr) -> Expr:
    return _joined("or", conditions)


def _joined(op: BinaryOp, conditions: Sequence[Expr]) -> Expr:
    first, *others = conditions
    return Binary(op, first, _joined(op, others)) if others else first


def _each(name: str, count: int, *body: Stmt) -> Stmt:
    return ForRange(name, _NO, Const(count), body)


_Table = Callable[[Expr], Expr]


@dataclass(frozen=True)
class _Seen:
    """Where it is said who sees a thing: as numbers, each by an expression."""

    by: Expr
    player: Expr
    until: Expr


class _Looks:
    """Makes the functions, and tables with what each piece and each place is."""

    def __init__(self, program: Program, code: Code) -> None:
        self.functions: dict[str, Function] = {}
        self.tables: dict[str, Table] = {}
        self._program, self._code = program, code
        self._pieces = sum(kind.stop - kind.start for kind in program.pieces)
        kinds, places = program.pieces, program.locations
        self._until = sorted({seen.until for seen in self._all_seen() if seen.until})
        self._kind = self._of_piece("kind", lambda kind: kinds.index(kind))
        self._kind_seen = self._seen_by("kind", [kind.seen for kind in kinds for _ in range(kind.start, kind.stop)])
        self._kind_says = self._of_piece("kind says", lambda kind: kind.seen.decides)
        self._everywhere = self._of_piece("everywhere", lambda kind: kind.seen.everywhere)
        self._in_order = self._of_piece("in order", lambda kind: kind.ordered)
        self._place_seen = self._seen_by("place", [place.seen for place in places])
        self._place_says = self._table("place says", [place.seen.decides for place in places])
        self._place_owner = self._table("place owner", [place.owner for place in places])
        self._place_in_order = self._table("place in order", [place.ordered for place in places])
        self._first_owner = self._table("owner", [owner for kind in kinds for owner in kind.owners])
        self._is_open = all(seen.by == "all" for seen in self._all_seen())
        self._make()

    def _make(self) -> None:
        self._define("shown", ("reader", "by", "player", "owner"), self._shown())
        self._define("marked", ("until", "piece"), self._marked())
        self._define("keeper", ("piece",), self._keeper())
        self._define("sight", ("reader", "piece"), (Return(_YES),) if self._is_open else self._sight())
        self._define("known", ("reader", "piece"), self._known())
        self._define("unseen", ("a", "b"), self._unseen())
        self._define("itself", ("reader", "a", "b"), self._own(references=False))
        self._define("where", ("reader", "a", "b"), self._where())
        self._define("itself and others", ("reader", "a", "b"), self._own(references=True))
        self._define("nth", ("carrier", "number"), self._nth())
        self._define("rank", ("piece",), self._rank())
        for depth in reversed(range(DEEPEST + 1)):
            self._define(f"laden {depth}", ("reader", "a", "b"), self._laden(depth))
        self.functions[LOOKS] = _function(LOOKS, ("reader", "a", "b"), self._alike())

    # ---------------------------------------------------------------------------------------------- what all is made of

    def _define(self, name: str, parameters: tuple[str, ...], body: Iterable[Stmt]) -> None:
        full = f"{LOOKS}: {name}"
        self.functions[full] = _function(full, parameters, body)

    def _call(self, name: str, *arguments: Expr) -> Expr:
        return Call(f"{LOOKS}: {name}", arguments)

    def _table(self, name: str, values: Sequence[int]) -> _Table:
        full = f"{LOOKS}: {name}"
        self.tables[full] = Table(full, tuple(map(int, values)) or (0,))
        return lambda index: Lookup(full, index)

    def _of_piece(self, name: str, value: Callable[[PieceKind], int]) -> _Table:
        return self._table(name, [value(kind) for kind in self._program.pieces for _ in range(kind.start, kind.stop)])

    def _all_seen(self) -> Iterator[Seen]:
        for kind in self._program.pieces:
            yield from (kind.seen, *(attribute.seen for attribute in kind.attributes))
        yield from (place.seen for place in self._program.locations)

    def _seen_by(self, name: str, seen: Sequence[Seen]) -> Callable[[Expr], _Seen]:
        by = self._table(f"{name} seen by", [_BY.index(each.by) for each in seen])
        player = self._table(f"{name} seen by player", [each.player for each in seen])
        until = self._table(f"{name} seen from", [self._number(each) for each in seen])
        return lambda index: _Seen(by(index), player(index), until(index))

    def _number(self, seen: Seen) -> int:
        return self._until.index(seen.until) + 1 if seen.until else 0

    def _may_see(self, seen: _Seen, owner: Expr, piece: Expr) -> Expr:
        shown = self._call("shown", _READER, seen.by, seen.player, owner)
        return _any_of(shown, self._call("marked", seen.until, piece)) if self._until else shown

    def _at(self, piece: Expr) -> Expr:
        return Load(AT, piece)

    def _on(self, piece: Expr) -> Expr:
        """The number of what lies on a piece, as a place has one."""
        return _op(piece, "+", self._program.pieces_from)

    def _rank_word(self, piece: Expr) -> Expr:
        return Load(RANK, piece) if RANK in self._code.arrays else _NO

    def _owner(self, piece: Expr) -> Expr:
        return Load(OWNER, piece) if OWNER in self._code.arrays else self._first_owner(piece)

    def _value(self, kind: PieceKind, attribute: Attribute, piece: Expr) -> Expr:
        index = _op(piece, "+", attribute.skipped - kind.start)
        if attribute.storage == "array":
            return Load(attribute.source, index)
        values = self._program.code.tables[attribute.source].values
        return self._table(f"{kind.name} {attribute.name}", values)(index)

    def _refers(self, attribute: Attribute) -> bool:
        return any(kind.name == attribute.kind and kind.sort == "piece" for kind in self._program.kinds)

    # ----------------------------------------------------------------------------------------------------- what is seen

    def _shown(self) -> Block:
        by, owner = Local("by"), Local("owner")
        return (
            _when(_op(by, "==", _BY.index("all")), _YES),
            _when(_op(by, "==", _BY.index("owner")), _op(_READER, "==", owner)),
            _when(_op(by, "==", _BY.index("player")), _op(_READER, "==", Local("player"))),
            Return(_NO),
        )

    def _marked(self) -> Iterator[Stmt]:
        """Whether a piece has the flag with which all see it."""
        for number, name in enumerate(self._until, 1):
            for kind in self._program.pieces:
                for attribute in (a for a in kind.attributes if a.kind is None and a.name == name):
                    mine = _op(self._kind(_PIECE), "==", self._program.pieces.index(kind))
                    has = _op(self._value(kind, attribute, _PIECE), "!=", 0)
                    yield _when(_all_of(_op(Local("until"), "==", number), mine), has)
        yield Return(_NO)

    def _keeper(self) -> Block:
        now, at, owner = Local("now"), Local("at"), Local("owner")
        turn = (
            Set("owner", self._owner(now)),
            _when(_op(owner, ">=", 0), owner),
            Set("at", self._at(now)),
            _when(_op(at, "<", self._program.pieces_from), self._place_owner(at)),
            Set("now", _op(at, "-", self._program.pieces_from)),
        )
        return (Set("now", _PIECE), While(_YES, turn))

    def _sight(self) -> Block:
        now, at, in_place = Local("now"), Local("at"), Local("in place")
        by_place = self._may_see(self._place_seen(at), self._place_owner(at), now)
        by_kind = self._may_see(self._kind_seen(now), self._call("keeper", now), now)
        turn = (
            _when(self._everywhere(now), _YES),
            Set("at", self._at(now)),
            Set("in place", _op(at, "<", self._program.pieces_from)),
            If(in_place, (_when(self._place_says(at), by_place),)),
            If(self._kind_says(now), (_unless(by_kind),)),
            _when(in_place, _YES),
            Set("now", _op(at, "-", self._program.pieces_from)),
        )
        return (Set("now", _PIECE), While(_YES, turn))

    def _known(self) -> Block:
        if KNOWN not in self._code.arrays:
            return (Return(_NO),)
        bit = self._table("bit", [1 << number for number in range(len(self._program.players))])
        return (Return(_op(_op(Load(KNOWN, _PIECE), "//", bit(_READER)), "%", 2)),)

    def _sees(self, piece: Expr) -> Expr:
        return _any_of(self._call("known", _READER, piece), self._call("sight", _READER, piece))

    # ------------------------------------------------------------------------------------------------- what looks alike

    def _unseen(self) -> Iterator[Stmt]:
        """What is open of each piece wherever it is, and refers to no other."""
        kinds = self._program.pieces
        open_ = {k.name: [a for a in k.attributes if a.seen.everywhere and not self._refers(a)] for k in kinds}
        forms = [(kind.seen_as, *(a.name for a in open_[kind.name])) for kind in kinds]
        form = self._of_piece("unseen", lambda kind: forms.index(forms[kinds.index(kind)]))
        yield _unless(_op(form(_A), "==", form(_B)))
        for number in range(max(map(len, open_.values()), default=0)):
            self._define(f"open {number}", ("piece",), self._open(open_, number))
            yield _unless(_op(self._call(f"open {number}", _A), "==", self._call(f"open {number}", _B)))
        yield Return(_YES)

    def _open(self, open_: Mapping[str, Sequence[Attribute]], number: int) -> Iterator[Stmt]:
        for index, kind in enumerate(self._program.pieces):
            for attribute in open_[kind.name][number : number + 1]:
                yield _when(_op(self._kind(_PIECE), "==", index), self._value(kind, attribute, _PIECE))
        yield Return(_NO)

    def _own(self, *, references: bool) -> Iterator[Stmt]:
        yield Set("seen", self._sees(_A))
        yield _unless(_op(Local("seen"), "==", self._sees(_B)))
        yield _unless(Local("seen"), self._call("unseen", _A, _B))
        yield _unless(_op(self._kind(_A), "==", self._kind(_B)))
        yield _unless(_op(self._owner(_A), "==", self._owner(_B)))
        for index, kind in enumerate(self._program.pieces):
            compared = [s for a in kind.attributes for s in self._attribute(kind, a, references)]
            if compared:
                yield If(_op(self._kind(_A), "==", index), tuple(compared))
        yield Return(_YES)

    def _attribute(self, kind: PieceKind, attribute: Attribute, references: bool) -> Block:
        if self._refers(attribute) and not references:
            return ()
        same = self._same_value(kind, attribute)
        if attribute.seen.by == "all":
            return same
        one, other = (self._sees_value(attribute.seen, piece) for piece in (_A, _B))
        return (Set("shown", one), _unless(_op(Local("shown"), "==", other)), If(Local("shown"), same))

    def _sees_value(self, seen: Seen, piece: Expr) -> Expr:
        stated = _Seen(Const(_BY.index(seen.by)), Const(seen.player), Const(self._number(seen)))
        by_sight = self._may_see(stated, self._call("keeper", piece), piece)
        return _any_of(self._call("known", _READER, piece), by_sight)

    def _same_value(self, kind: PieceKind, attribute: Attribute) -> Block:
        one, other = (self._value(kind, attribute, piece) for piece in (_A, _B))
        if not self._refers(attribute):
            return (_unless(_op(one, "==", other)),)
        both = _all_of(_op(Local("one"), ">=", 0), _op(Local("other"), ">=", 0))
        there = tuple(_unless(self._call(f, _READER, Local("one"), Local("other"))) for f in ("itself", "where"))
        differ = If(_op(Local("one"), "!=", Local("other")), (_unless(both), *there))
        return (Set("one", one), Set("other", other), differ)

    def _where(self) -> Block:
        """Whether two are in the same place, or on pieces that look alike and are."""
        one, other, first, second = Local("one"), Local("other"), Local("at one"), Local("at other")
        on_piece = _op(first, ">=", self._program.pieces_from)
        turn = (
            Set("at one", self._at(one)),
            Set("at other", self._at(other)),
            _when(_op(first, "==", second), _YES),
            _unless(_all_of(on_piece, _op(second, ">=", self._program.pieces_from))),
            Set("one", _op(first, "-", self._program.pieces_from)),
            Set("other", _op(second, "-", self._program.pieces_from)),
            _unless(self._call("itself", _READER, one, other)),
        )
        return (Set("one", _A), Set("other", _B), While(_YES, turn))

    def _rank(self) -> Block:
        at = Local("at")
        carrier = _op(at, "-", self._program.pieces_from)
        ordered = If(
            _op(at, "<", self._program.pieces_from),
            (_unless(self._place_in_order(at), Const(-1)),),
            (_unless(self._in_order(carrier), Const(-1)),),
        )
        return (Set("at", self._at(_PIECE)), ordered, Return(self._rank_word(_PIECE)))

    def _nth(self) -> Block:
        """The piece on another with so many below it; of those that share a rank the one with the smaller number."""
        piece, other, below = Local("piece"), Local("other"), Local("below")
        rank, own = self._rank_word(other), self._rank_word(piece)
        lower = _any_of(_op(rank, "<", own), _all_of(_op(rank, "==", own), _op(other, "<", piece)))
        there = self._on(Local("carrier"))
        count = If(_all_of(_op(self._at(other), "==", there), lower), (Set("below", _op(below, "+", 1)),))
        mine = (
            Set("below", _NO),
            _each("other", self._pieces, count),
            _when(_op(below, "==", Local("number")), piece),
        )
        return (_each("piece", self._pieces, If(_op(self._at(piece), "==", there), mine)), Return(Const(-1)))

    def _laden(self, depth: int) -> Iterator[Stmt]:
        """Whether two are alike with all that lies on them, wherever they are."""
        yield _when(_op(_A, "==", _B), _YES)
        yield _unless(self._call("itself and others", _READER, _A, _B))
        yield _unless(self._sees(_A), _YES)
        piece, one, other = Local("piece"), Local("on one"), Local("on other")
        on_a, on_b = (_op(self._at(piece), "==", self._on(of)) for of in (_A, _B))
        count = (Set("on one", _op(one, "+", on_a)), Set("on other", _op(other, "+", on_b)))
        yield from (Set("on one", _NO), Set("on other", _NO), _each("piece", self._pieces, *count))
        yield _unless(_op(one, "==", other))
        yield _when(_op(one, "==", 0), _YES)
        if depth == DEEPEST:
            yield Return(Const(UNKNOWN))
            return
        deeper = f"laden {depth + 1}"
        pair = (self._call("nth", of, Local("number")) for of in (_A, _B))
        in_order = (Set("same", self._call(deeper, _READER, *pair)), _when(_op(Local("same"), "!=", 1), Local("same")))
        yield If(self._in_order(_A), (ForRange("number", _NO, one, in_order), Return(_YES)))
        yield _each("piece", self._pieces, If(on_a, self._as_often(deeper)))
        yield Return(_YES)

    def _as_often(self, deeper: str) -> Block:
        """Whether as many that look like a piece lie on both."""
        other, balance, same = Local("another"), Local("balance"), Local("same")
        on_a, on_b = (_op(self._at(other), "==", self._on(of)) for of in (_A, _B))
        compared = (
            Set("same", self._call(deeper, _READER, Local("piece"), other)),
            _when(_op(same, "==", UNKNOWN), Const(UNKNOWN)),
            Set("balance", _op(balance, "+", _op(_op(on_a, "-", on_b), "*", same))),
        )
        count = _each("another", self._pieces, If(_any_of(on_a, on_b), compared))
        return (Set("balance", _NO), count, _unless(_op(balance, "==", 0)))

    def _alike(self) -> Block:
        rank = (self._call("rank", piece) for piece in (_A, _B))
        return (
            _when(_op(_A, "==", _B), _YES),
            _unless(self._call("where", _READER, _A, _B)),
            _unless(Binary("==", *rank)),
            Return(self._call("laden 0", _READER, _A, _B)),
        )
