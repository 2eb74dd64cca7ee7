"""A small game written in the IR by hand: suspended in every kind of loop, in nested procedures, ended in all ways.

Two players go through the open cells of a strip of 100, in three rounds. At each cell the player passes (0), takes it
(1), stops (2), leaves the round (3) or, when far ahead, ends the game (4). After the turn the player draws bonuses.
"""

from __future__ import annotations

from dsl.ir.nodes import (
    ANSWER,
    ARGUMENTS,
    INT,
    MAIN,
    RANDOM,
    SITE,
    STATUS,
    WHO,
    Array,
    Attempt,
    Binary,
    BinaryOp,
    Bits,
    Block,
    Break,
    Call,
    Choose,
    Code,
    Const,
    Continue,
    End,
    Expr,
    ForBits,
    ForRange,
    Function,
    Guard,
    If,
    Leave,
    Load,
    Local,
    Lookup,
    Mark,
    Offer,
    Perform,
    Return,
    Set,
    Single,
    Store,
    Table,
    Type,
    Unary,
    While,
)
from dsl.ir.program import Decision

CELLS = 100
STRIP = Bits(CELLS)
ZERO, ONE = Const(0), Const(1)
LEAVE_ROUND = 1
AT_CELL, BONUS, AGAIN = 1, 2, 3
STANDARD = tuple(
    Array(name, 3 if name == ARGUMENTS else 1, section="control")
    for name in (SITE, WHO, ANSWER, ARGUMENTS, STATUS, RANDOM)
)


def op(left: Expr, sign: BinaryOp, right: Expr | int) -> Expr:
    return Binary(sign, left, Const(right) if isinstance(right, int) else right)


def read(array: str, index: str | int = 0) -> Expr:
    return Load(array, Local(index) if isinstance(index, str) else Const(index))


def add(array: str, index: Expr, value: Expr | int) -> Store:
    return Store(array, index, op(Load(array, index), "+", value))


def procedure(name: str, body: Block, **parameters: Type) -> Function:
    return Function(name, "procedure", tuple(parameters.items()), body)


def value(name: str, result: Type, body: Block, **parameters: Type) -> Function:
    return Function(name, "value", tuple(parameters.items()), body, result)


def options(name: str, body: Block, *parameters: str) -> Function:
    return Function(name, "options", tuple((p, INT) for p in parameters), body)


def code(functions: tuple[Function, ...], arrays: tuple[Array, ...] = (), tables: tuple[Table, ...] = ()) -> Code:
    """A program with the standard arrays and the faults "full" and "never"."""
    return Code(
        arrays={a.name: a for a in (*STANDARD, *arrays)},
        tables={t.name: t for t in tables},
        functions={f.name: f for f in functions},
        faults={"full": "The place is full.", "never": "This never happens."},
    )


def decisions(*sites: tuple[str, int]) -> tuple[Decision, ...]:
    """Decisions 1, 2, …, each with its options function and the number of its arguments."""
    return tuple(Decision("choice", "", name, count, ()) for name, count in (("", 0), *sites))


# ------------------------------------------------------------------------------------------------------------ functions

_open = value(
    "open",
    STRIP,
    (
        Set("found", Const(0, STRIP)),
        ForRange("c", ZERO, Const(CELLS), (
            Mark(1),
            If(op(Call("taken", (Local("c"),)), "==", 0),
               (Set("found", op(Local("found"), "|", Single(Local("c"), CELLS))),)),
        )),
        Return(Local("found")),
    ),
)  # fmt: skip
_taken = value("taken", INT, (Return(op(read("owner", "cell"), "!=", -1)),), cell=INT)

# How many cells the player would own after taking this one and all that are near it. Never changes anything.
_promise = value(
    "promise",
    INT,
    (
        Set("promise", ZERO),
        Attempt((
            Perform("take", (Local("cell"), Local("player"))),
            ForBits("n", op(Lookup("near", Local("cell")), "&", Call("open")), (
                Perform("take", (Local("n"), Local("player"))),
            )),
            Set("promise", read("score", "player")),
        )),
        Return(Local("promise")),
    ),
    cell=INT,
    player=INT,
)  # fmt: skip

_take = procedure(
    "take",
    (
        Guard(op(Call("taken", (Local("cell"),)), "==", 0), "full"),
        Store("owner", Local("cell"), Local("player")),
        add("score", Local("player"), ONE),
        If(op(read("score", "player"), ">", 20), (End(),)),
    ),
    cell=INT,
    player=INT,
)

_turn = procedure(
    "turn",
    (
        Set("taken", ZERO),
        Set("before", Unary("count", Local("cells"))),
        ForBits("c", Local("cells"), (
            If(op(op(Local("c"), "%", 9), "==", 8), (Continue(),)),
            Choose("answer", AT_CELL, Local("player"), (Local("c"), Local("player"))),
            If(op(Local("answer"), "==", 0), (Continue(),)),
            If(op(Local("answer"), "==", 2), (Break(),)),
            If(op(Local("answer"), "==", 3), (Leave(LEAVE_ROUND),)),
            If(op(Local("answer"), "==", 4), (
                While(ONE, (ForRange("k", ZERO, Const(3), (If(op(Local("k"), "==", 2), (End(),)),)),)),
            )),
            Perform("take", (Local("c"), Local("player"))),
            Set("taken", op(Local("taken"), "+", 1)),
            If(op(Local("taken"), "==", 3), (Break(),)),
        )),
        Perform("bonuses", (Local("player"), op(Local("before"), "-", Unary("count", Call("open"))))),
        add("turns", ZERO, ONE),
    ),
    player=INT,
    cells=STRIP,
)  # fmt: skip

_bonuses = procedure(
    "bonuses",
    (
        ForRange("i", ONE, op(Local("many"), "+", 1), (
            ForRange("j", ZERO, op(op(Local("i"), "%", 2), "+", 1), (
                Choose("extra", BONUS, Const(2), (Local("i"),)),
                add("bonus", Local("player"), op(Local("extra"), "*", Local("i"))),
            )),
            If(op(read("bonus", "player"), ">", 12), (Return(),)),
        )),
        add("turns", ZERO, Const(100)),
    ),
    player=INT,
    many=INT,
)  # fmt: skip

_round = procedure(
    "round",
    (
        ForRange("p", ZERO, Const(2), (
            Set("cells", op(Call("open"), "-bits", Lookup("near", op(Local("number"), "+", 40)))),
            Perform("turn", (Local("p"), Local("cells"))),
            Store("rest", Local("p"), Unary("count", Local("cells"))),
        )),
    ),
    number=INT,
)  # fmt: skip

_main = procedure(
    MAIN,
    (
        ForRange("c", ZERO, Const(CELLS), (Store("owner", Local("c"), Const(-1)),)),
        ForRange("r", ZERO, Const(3), (
            Mark(2),
            Perform("round", (Local("r"),), catch=LEAVE_ROUND),
            While(ONE, (
                Choose("again", AGAIN, op(Local("r"), "%", 2)),
                If(op(Local("again"), "==", 0), (Break(),)),
                add("rounds", ZERO, Local("again")),
            )),
        )),
        Store("rounds", ZERO, op(read("rounds"), "min", 50)),
    ),
)  # fmt: skip

_at_cell = options(
    "at cell",
    (
        ForRange("a", ZERO, Const(4), (Offer(Local("a")),)),
        If(op(Call("promise", (Local("cell"), Local("player"))), ">=", 6), (Offer(Const(4)), Offer(ZERO))),
    ),
    "cell",
    "player",
)
_bonus = options("bonus", (ForRange("a", ZERO, op(Local("i"), "+", 1), (Offer(Local("a")),)),), "i")
_again = options("again", (Offer(ONE), Offer(ZERO)))

GAME = code(
    (_open, _taken, _promise, _take, _turn, _bonuses, _round, _main, _at_cell, _bonus, _again),
    tuple(Array(*a) for a in {"owner": CELLS, "score": 2, "bonus": 2, "rest": 2, "turns": 1, "rounds": 1}.items()),
    (Table("near", tuple(((1 << CELLS) - 1) & (0b10101 << c >> 2) for c in range(CELLS)), STRIP),),
)
DECISIONS = decisions(("at cell", 2), ("bonus", 1), ("again", 0))
