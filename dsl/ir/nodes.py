"""The intermediate representation: a small, closed, typed language between the rules and the back ends.

A `Program` holds everything that a back end and the interpreter need: the layout of the state vector, constant tables,
functions, and what is known about each decision. It imports nothing but the standard library, so that a cached
program starts without a parser.

Scalars are integers of 64 bits. An element of a finite set is its number in that set, -1 is "nothing". `Bits(n)` is a
set of numbers 0 … n-1; the vector keeps no `Bits` outside its derived section. `Memory` is words outside of the vector.

Four kinds of function:

- ``value``: returns an `INT` or `Bits`; leaves the state as it found it (it may change it inside `Attempt`);
- ``options``: calls `Offer` with the code of every answer to one decision; leaves the state as it found it;
- ``procedure``: changes the state, returns nothing, may suspend in `Choose`, end the game with `End`, or unwind to an
  enclosing `Perform` with `Leave`;
- ``host``: has no body; it is called like a value function, and whoever runs the code gives it.

Invariants (`dsl.ir.check` tests them): every name used is declared; types agree, and a local has one type; `Choose`,
`End`, `Leave`, `Perform` stand only in procedures (`Perform` of a procedure that cannot suspend also inside `Attempt`,
where nothing may suspend); the call graph is acyclic, so that every procedure has one frame; every local is set on each
path before it is read; a loop's variable belongs to its loop (not set inside, not readable after it); a `Leave` is
caught on every way to it from `main`; nothing is nested deeper than `dsl.ir.check` says (a switch over many members is
a tree, or a row of `If`s with `Return`s). Names of locals that begin with "$" are the suspension pass's own.

`interpreter.suspend.suspension` turns this language into one without `Choose`, `Perform`, `End` and `Leave`: there a
procedure returns how it ended (`DONE`, `SUSPENDED`, `ENDED`, or `ENDED` + the target of a `Leave`), and the node marked
"after suspension" may occur.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dsl.source import Span

VERSION = 1


# ---------------------------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Int:
    """A 64-bit signed integer: a number, a truth value (0 or 1) or an element of a finite set (-1: nothing)."""


@dataclass(frozen=True, slots=True)
class Bits:
    """A set of numbers from 0 to `size` - 1."""

    size: int


@dataclass(frozen=True, slots=True)
class Memory:
    """Words of 64 bits that a caller gives. Nothing bounds an index: the functions of `interpreter.library` know it."""


Type = Int | Bits | Memory
INT, MEMORY = Int(), Memory()


def word_count(size: int) -> int:
    """How many words of 64 bits hold a set of numbers below `size`."""
    return (size + 63) // 64


# ---------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A number; with a `Bits` type, the set whose members are the one-bits of `value`."""

    value: int
    type: Type = INT


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or local variable of the function."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """Element `index` of the state array `array`."""

    array: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Peek:
    """Word `index` of a `Memory`."""

    memory: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Lookup:
    """Element `index` of the constant table `table`."""

    table: str
    index: Expr


BinaryOp = Literal[
    "+", "-", "*", "//", "%",  # // and % round towards minus infinity; a divisor is positive
    "<", "<=", ">", ">=", "==", "!=",
    "and", "or",  # short-circuit; operands and result are 0 or 1
    "&", "|", "-bits",  # sets: both, either, the first without the second (== and != compare sets, too)
    "has",  # set, number: 1 if the number is a member
    "min", "max",
    # of words, which are numbers from 0 to 2**64 - 1 here, modulo 2**64; not divided by 0, not shifted by more than 63
    "+w", "-w", "*w", "//w", "%w", "&w", "|w", "^w", "<<w", ">>w",
]  # fmt: skip

OPPOSITE: Mapping[str, BinaryOp] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""Of each comparison the one that holds where it does not."""


@dataclass(frozen=True, slots=True)
class Binary:
    """A built-in operation with two operands, evaluated left to right."""

    op: BinaryOp
    left: Expr
    right: Expr


UnaryOp = Literal["not", "count", "first", "empty"]


@dataclass(frozen=True, slots=True)
class Unary:
    """`not` of 0 or 1; `count` of a set; `first`: the smallest member or -1; `empty`: 1 if a set has no member."""

    op: UnaryOp
    operand: Expr


@dataclass(frozen=True, slots=True)
class Single:
    """The set with the one member `member`, of the stated size; a member outside the size gives the empty set."""

    member: Expr
    size: int


@dataclass(frozen=True, slots=True)
class Shifted:
    """The set of the members plus `by`, of the stated size; what would be outside the size is left out.

    `by` is 0 or more, or a constant.
    """

    members: Expr
    by: Expr
    size: int


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers below the size from the last member of `low` to the first of `high`; an empty set is no bound."""

    low: Expr
    high: Expr
    size: int


@dataclass(frozen=True, slots=True)
class Call:
    """The result of a ``value`` or ``host`` function."""

    function: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """Word `index` of a set (its members 64 * `index` …), as a signed number of 64 bits."""

    members: Expr
    index: int


@dataclass(frozen=True, slots=True)
class FromWords:
    """The set of the stated size that is made of these words."""

    words: tuple[Expr, ...]
    size: int


Expr = Const | Local | Load | Peek | Lookup | Binary | Unary | Single | Shifted | Between | Call | Word | FromWords


# ----------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Set:
    """Gives a local variable a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Changes element `index` of a state array."""

    array: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Poke:
    """Changes word `index` of a `Memory`."""

    memory: Expr
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class While:
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForRange:
    """Runs `body` for `name` = `start` … `stop` - 1; the bounds are read once."""

    name: str
    start: Expr
    stop: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForBits:
    """Runs `body` for each member of the set, smallest first; the set is read once."""

    name: str
    members: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Goes on with the next turn of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leaves the function; a ``value`` function returns `value`."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Perform:
    """Runs a procedure to its end, through all its decisions. Here `Leave(catch)` stops, if `catch` is given."""

    procedure: str
    arguments: tuple[Expr, ...] = ()
    catch: int | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Suspends until `who` has answered decision `site`; the answer's code goes to the local `name`.

    `arguments` are what the site's ``options`` function needs; they are kept in the vector while the decision is open.
    """

    name: str
    site: int
    who: Expr
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal answer (only in ``options`` functions)."""

    code: Expr


@dataclass(frozen=True, slots=True)
class End:
    """The game is over: every procedure is left at once."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leaves every procedure up to the nearest `Perform` that catches this number (1 or more).

    Where another procedure runs in the place of `main`, what it does not catch ends it.
    """

    target: int


@dataclass(frozen=True, slots=True)
class Guard:
    """A fault with the given code unless the condition holds. `rule` is the one that cannot be carried out, or -1."""

    condition: Expr
    code: str
    rule: int = -1


@dataclass(frozen=True, slots=True)
class Attempt:
    """Runs `body`, then puts the whole state back as it was; locals keep what they got.

    However `body` is left (`Return`, a fault), the state is put back. `End`, and a `Leave` that nothing inside catches,
    leave the body only. `Break` and `Continue` do not cross an `Attempt`.
    """

    body: Block


@dataclass(frozen=True, slots=True)
class Mark:
    """Says which rule the statements after it come from (for traces and coverage); does nothing."""

    rule: int


@dataclass(frozen=True, slots=True)
class CallStatus:
    """After suspension: runs a procedure; the local `name` (if given) gets how it ended."""

    name: str | None
    procedure: str
    arguments: tuple[Expr, ...] = ()


Compound = If | While | ForRange | ForBits | Attempt
"""What holds other statements."""

Simple = (
    Set | Store | Poke | Break | Continue | Return | Perform | Choose | Offer | End | Leave | Guard | Mark | CallStatus
)  # fmt: skip
Stmt = Compound | Simple
Block = tuple[Stmt, ...]


# -------------------------------------------------------------------------------------------------------------- program

Section = Literal["control", "position", "derived"]


@dataclass(frozen=True, slots=True)
class Array:
    """A named part of the state vector: `count` words from `offset`.

    `position` is what the rules speak of; `control` is the suspended program, the open decision and the random word;
    `derived` can be computed from the position (its elements may be `Bits`, one slot each) and is no part of equality.
    """

    name: str
    count: int
    type: Type = INT
    section: Section = "position"
    offset: int = 0
    initial: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Constant values."""

    name: str
    values: tuple[int, ...]
    type: Type = INT


FunctionKind = Literal["value", "options", "procedure", "host"]


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    kind: FunctionKind
    parameters: tuple[tuple[str, Type], ...]
    body: Block
    result: Type | None = None
    span: Span | None = None


# The arrays that every program has, first in the vector, one word each unless said otherwise.
SITE = "decision.site"  # the open decision, 0 for none
WHO = "decision.who"  # who is to answer it: a player's number, or Chance's, which is the number of players
ANSWER = "decision.answer"  # the code of the answer, given to the program when it goes on
ARGUMENTS = "decision.arguments"  # what the options depend on; as many words as the widest site needs
STATUS = "game.status"  # RUNNING, OVER
RANDOM = "game.random"  # the counter of the random numbers

RUNNING, OVER = 0, 1

DONE, SUSPENDED, ENDED = 0, 1, 2  # how a procedure ended, after suspension; ENDED + k: left for the catch of k

MAIN = "main"  # the procedure that is the whole game: setup, play, and what follows
DERIVE = "derive"  # the procedure, if there is one, that computes the derived arrays from the position
FRAME = "frame."  # arrays made by the suspension pass, one for each procedure that can suspend

# Before the name of an options function, a value function that a pass may have made: it takes a number below DRAWS
# besides, and gives the option that stands so far in the row of all, by their codes; or -1, if they are to be listed.
DRAWN = "drawn "
DRAWS = 2**32


@dataclass(frozen=True)
class Code:
    """What back ends read: functions over one state vector. `faults` has a sentence for each code of a `Guard`."""

    arrays: Mapping[str, Array]
    tables: Mapping[str, Table]
    functions: Mapping[str, Function]
    version: int = VERSION
    faults: Mapping[str, str] = field(default_factory=dict)
