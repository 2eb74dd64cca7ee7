"""Expressions of the suspended IR as instructions of LLVM.

A number is an `i64`, a set one integer of as many whole words as its members need, a truth value that is tested an
`i1`. Whatever Python does in another way than a processor (an index outside, a sum of more than 64 bits, a division by
zero) is tested, unless it cannot be, and gives the call up.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, assert_never

from dsl.ir import nodes as ir
from dsl.ir.types import is_truth, type_of
from dsl.ir.visit import subexpressions
from interpreter.backends.llvm.builder import Body
from interpreter.backends.llvm.value_ranges import Ranges, fits
from interpreter.backends.llvm.vector import width

_COMPARED: Final = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
_CHECKED: Final = {"+": "sadd", "-": "ssub", "*": "smul"}
_PLAIN: Final = {"+": "add", "-": "sub", "*": "mul"}
_OF_WORDS: Final = {
    "+w": "add", "-w": "sub", "*w": "mul", "//w": "udiv", "%w": "urem",
    "&w": "and", "|w": "or", "^w": "xor", "<<w": "shl", ">>w": "lshr",
}  # fmt: skip
_EXTREMES: Final = {"min": "smin", "max": "smax"}
_SMALL = 2**32  # what is added to an index without a test: the index is tested behind it, and 2**64 is far
_HARMLESS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&", "|", "-bits", "min", "max", "has", "and", "or"})


@dataclass(frozen=True)
class Names:
    """The made-up names of functions and tables, and the arrays where they lie for compiled code.

    `left_out` are the functions that are not compiled, so that what calls them is given up; `twice` those that are
    there once more, noting what they change. `faulting` are the made-up names of those that can fault, of all that are
    written already. Functions that are `alone` belong to no program: they take neither a state nor a context, and
    cannot fault.
    """

    functions: Mapping[str, str]
    tables: Mapping[str, str]
    arrays: Mapping[str, ir.Array]
    left_out: Set[str]
    twice: frozenset[str]
    faulting: set[str] = field(default_factory=set)
    alone: bool = False

    def called(self, function: str, noting: bool) -> str:
        """What stands for a function where changes are noted, or are not."""
        return f"{self.functions[function]}n" if noting and function in self.twice else self.functions[function]


def llvm(kind: ir.Type) -> str:
    """The type of a value."""
    return "ptr" if isinstance(kind, ir.Memory) else f"i{64 * width(kind)}"


def changed_member(value: ir.Expr, old: ir.Expr) -> ir.Binary | None:
    """The value as what adds one member to the `old` set or takes one from it, if that is what it is."""
    match value:
        case ir.Binary("|" | "-bits", left, ir.Single()) if left == old:
            return value
        case _:  # any other value changes the set as a whole
            return None


class Expressions:
    """Writes the expressions of one function to its `body`. `locals` has the places of its locals.

    `noting` says whether an attempt is open, so that what is called has to note what it changes.
    """

    def __init__(self, code: ir.Code, names: Names, types: Mapping[str, ir.Type], ranges: Ranges, body: Body) -> None:
        self.code = code
        self.names = names
        self.types = types
        self.ranges = ranges
        self.body = body
        self.noting = False
        self.locals: dict[str, str] = {}

    def type_of(self, expr: ir.Expr) -> ir.Type:
        return type_of(expr, self.types, self.code)

    def local(self, name: str) -> str:
        """The place of a local; it is zero until it is set."""
        if name not in self.locals:
            self.locals[name] = self.body.place(llvm(self.types[name]))
        return self.locals[name]

    # ----------------------------------------------------------------------------------------------------------- values

    def value(self, expr: ir.Expr) -> str:
        """A number or a set."""
        if is_truth(expr):
            return self.body.let(f"zext i1 {self.test(expr)} to i64")
        match expr:
            case ir.Const(value):
                return f"{value}"
            case ir.Local(name):
                return self.body.let(f"load {llvm(self.types[name])}, ptr {self.local(name)}, align 8")
            case ir.Peek(memory, index):
                return self.body.let(f"load i64, ptr {self.word_of(memory, index)}, align 8")
            case ir.Load() | ir.Lookup():
                return self.body.let(f"load {llvm(self.type_of(expr))}, ptr {self.element(expr)}, align 8")
            case ir.Call(function, arguments):
                return self.call(function, arguments)
            case ir.Binary():
                return self._binary(expr)
            case ir.Unary("count", operand):
                return self._count(operand)
            case ir.Unary(operand=operand):
                return self._first(operand)
            case ir.Single(member, size):
                return self._single(member, size)
            case ir.Shifted():
                return self._shifted(expr)
            case ir.Between():
                return self._masked(self._between(expr), expr.size, llvm(ir.Bits(expr.size)))
            case ir.Word(members, index):
                return self._word(members, index)
            case ir.FromWords(words, size):
                return self._from_words(words, size)
            case _:
                assert_never(expr)

    # ------------------------------------------------------------------------------------------------------------ tests

    def test(self, expr: ir.Expr) -> str:
        """Whether a condition holds."""
        match expr:
            case ir.Const(value):
                return "true" if value else "false"
            case ir.Unary("not", operand):
                return self.body.let(f"xor i1 {self.test(operand)}, true")
            case ir.Unary("empty", operand):
                return self.body.let(f"icmp eq {llvm(self.type_of(operand))} {self.value(operand)}, 0")
            case ir.Binary("has", members, number):
                return self._has(members, number)
            case ir.Binary("and" | "or" as op, left, right):
                return self._junction(op, left, right)
            case ir.Binary(op, left, right) if op in _COMPARED:
                kind, first = llvm(self.type_of(left)), self.value(left)
                return self.body.let(f"icmp {_COMPARED[op]} {kind} {first}, {self.value(right)}")
            case _:  # every other number holds unless it is 0
                return self.body.let(f"icmp ne i64 {self.value(expr)}, 0")

    def branch(self, expr: ir.Expr, yes: str, no: str) -> None:
        """Goes to one of two blocks, by a condition."""
        match expr:
            case ir.Unary("not", operand):
                self.branch(operand, no, yes)
            case ir.Binary("and", left, right) if not self._is_harmless(right):
                more = self.body.name()
                self.branch(left, more, no)
                self.body.start(more)
                self.branch(right, yes, no)
            case ir.Binary("or", left, right) if not self._is_harmless(right):
                more = self.body.name()
                self.branch(left, yes, more)
                self.body.start(more)
                self.branch(right, yes, no)
            case _:  # worked out as a number
                self.body.branch(self.test(expr), yes, no)

    def _junction(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        first = self.test(left)
        if self._is_harmless(right):
            return self.body.let(f"{op} i1 {first}, {self.test(right)}")
        start, more, after = self.body.block, self.body.name(), self.body.name()
        self.body.branch(first, *((more, after) if op == "and" else (after, more)))
        self.body.start(more)
        second = self.test(right)
        end = self.body.block
        self.body.start(after)
        return self.body.joined("i1", [("false" if op == "and" else "true", start), (second, end)])

    def _is_harmless(self, expr: ir.Expr) -> bool:
        """Whether it may be computed where nobody asks for it, at little cost."""
        inside = subexpressions(expr)
        return len(inside) < 8 and all(
            isinstance(e, ir.Const | ir.Local | ir.Unary) or (isinstance(e, ir.Binary) and e.op in _HARMLESS)
            for e in inside
        )

    # ------------------------------------------------------------------------------------------------- places and calls

    def element(self, expr: ir.Load | ir.Lookup) -> str:
        """The address of an element."""
        if isinstance(expr, ir.Lookup):
            table = self.code.tables[expr.table]
            return self._element(f"@{self.names.tables[expr.table]}", 0, expr.index, len(table.values), table.type)
        return self.word(expr.array, expr.index)

    def word(self, name: str, index: ir.Expr) -> str:
        """The address of an element of the state."""
        array = self.names.arrays[name]
        return self._element("%S", array.offset, index, array.count, array.type)

    def word_of(self, memory: ir.Expr, index: ir.Expr) -> str:
        """The address of a word of memory."""
        base = self.value(memory)
        return self.body.let(f"getelementptr i64, ptr {base}, i64 {self.value(index)}")

    def _element(self, base: str, offset: int, index: ir.Expr, count: int, kind: ir.Type) -> str:
        low, high = self.ranges.exact(index)
        step = width(kind)
        if isinstance(index, ir.Const) and 0 <= low < count:
            return self.body.let(f"getelementptr i64, ptr {base}, i64 {offset + low * step}")
        at = self._index(index)
        if not 0 <= low <= high < count:
            self.body.need(self.body.let(f"icmp ult i64 {at}, {count}"), self.body.giving_up())
        if step > 1:
            at = self.body.let(f"mul i64 {at}, {step}")
        if offset:
            at = self.body.let(f"add i64 {at}, {offset}")
        return self.body.let(f"getelementptr i64, ptr {base}, i64 {at}")

    def _index(self, index: ir.Expr) -> str:
        """An index that is tested: a sum that wraps is far outside."""
        match index:
            case ir.Binary("+" | "-" as op, left, ir.Const(by)) if abs(by) < _SMALL:
                return self.body.let(f"{_PLAIN[op]} i64 {self.value(left)}, {by}")
            case _:  # every value is an index as it is
                return self.value(index)

    def call(self, name: str, arguments: tuple[ir.Expr, ...]) -> str:
        """The result of a function; a fault in it goes on here."""
        if name in self.names.left_out:
            self.body.jump(self.body.giving_up())
            return "0"
        called = self.code.functions[name]
        given = [] if self.names.alone else ["ptr %S", "ptr %X"]
        given += [f"{llvm(kind)} {self.value(a)}" for (_, kind), a in zip(called.parameters, arguments, strict=True)]
        result = llvm(called.result or ir.INT)
        made_up = self.names.called(name, self.noting)
        value = self.body.let(f"call {result} @{made_up}({', '.join(given)})")
        if made_up in self.names.faulting:
            code = self.body.let("load i64, ptr %X, align 8")
            self.body.need(self.body.let(f"icmp eq i64 {code}, 0"), self.body.fault())
        return value

    # ---------------------------------------------------------------------------------------------------------- numbers

    def _binary(self, expr: ir.Binary) -> str:
        if expr.op in ("//", "%"):
            return self._divided(expr)
        kind = llvm(self.type_of(expr.left))
        left = self.value(expr.left)
        if expr.op == "-bits" and isinstance(expr.right, ir.Between):
            return self.body.let(f"and {kind} {left}, {self.body.let(f'xor {kind} {self._between(expr.right)}, -1')}")
        right = self.value(expr.right)
        if expr.op in _OF_WORDS:
            return self.body.let(f"{_OF_WORDS[expr.op]} i64 {left}, {right}")
        if expr.op in ("&", "|"):
            return self.body.let(f"{'and' if expr.op == '&' else 'or'} {kind} {left}, {right}")
        if expr.op == "-bits":
            return self.body.let(f"and {kind} {left}, {self.body.let(f'xor {kind} {right}, -1')}")
        if expr.op in _EXTREMES:
            return self.body.let(f"call i64 @llvm.{_EXTREMES[expr.op]}.i64(i64 {left}, i64 {right})")
        if fits(self.ranges.exact(expr)):
            return self.body.let(f"{_PLAIN[expr.op]} nsw i64 {left}, {right}")
        return self._checked(_CHECKED[expr.op], left, right)

    def _checked(self, operation: str, left: str, right: str) -> str:
        both = self.body.let(f"call {{i64, i1}} @llvm.{operation}.with.overflow.i64(i64 {left}, i64 {right})")
        over = self.body.let(f"extractvalue {{i64, i1}} {both}, 1")
        self.body.need(self.body.let(f"xor i1 {over}, true"), self.body.giving_up())
        return self.body.let(f"extractvalue {{i64, i1}} {both}, 0")

    def _divided(self, expr: ir.Binary) -> str:
        """Rounded towards minus infinity, where the processor rounds towards zero."""
        left, right = self.value(expr.left), self.value(expr.right)
        body = self.body
        if self.ranges.of(expr.right)[0] <= 0:
            body.need(body.let(f"icmp sgt i64 {right}, 0"), self.body.giving_up())
        if self.ranges.of(expr.left)[0] >= 0:
            return body.let(f"{'udiv' if expr.op == '//' else 'urem'} i64 {left}, {right}")
        rest = body.let(f"srem i64 {left}, {right}")
        below = body.let(f"icmp slt i64 {rest}, 0")
        if expr.op == "%":
            return body.let(f"add i64 {rest}, {body.let(f'select i1 {below}, i64 {right}, i64 0')}")
        quotient = body.let(f"sdiv i64 {left}, {right}")
        return body.let(f"add i64 {quotient}, {body.let(f'sext i1 {below} to i64')}")

    # ------------------------------------------------------------------------------------------------------------- sets

    def _count(self, members: ir.Expr) -> str:
        kind = llvm(self.type_of(members))
        return self.as_word(self.body.let(f"call {kind} @llvm.ctpop.{kind}({kind} {self.value(members)})"), kind)

    def _first(self, members: ir.Expr) -> str:
        kind, value = llvm(self.type_of(members)), self.value(members)
        first = self.as_word(self.body.let(f"call {kind} @llvm.cttz.{kind}({kind} {value}, i1 false)"), kind)
        none = self.body.let(f"icmp eq {kind} {value}, 0")
        return self.body.let(f"select i1 {none}, i64 -1, i64 {first}")

    def _has(self, members: ir.Expr, number: ir.Expr) -> str:
        kind = self.type_of(members)
        if isinstance(members, ir.Load | ir.Lookup) and width(kind) > 1:
            return self._has_in_memory(members, number, kind)
        wide, value, at = llvm(kind), self.value(members), self.value(number)
        shift, inside = self._shift(at, number, wide)
        bit = self.body.let(f"trunc {wide} {self.body.let(f'lshr {wide} {value}, {shift}')} to i1")
        return self.body.let(f"select i1 {inside}, i1 {bit}, i1 false") if inside != "true" else bit

    def _has_in_memory(self, members: ir.Load | ir.Lookup, number: ir.Expr, kind: ir.Type) -> str:
        """Of a set in memory one word is enough."""
        place, at = self.element(members), self.value(number)
        inside = self.body.let(f"icmp ult i64 {at}, {64 * width(kind)}")
        sure = self.body.let(f"select i1 {inside}, i64 {at}, i64 0")
        where = self.body.let(f"getelementptr i64, ptr {place}, i64 {self.body.let(f'lshr i64 {sure}, 6')}")
        word = self.body.let(f"load i64, ptr {where}, align 8")
        bit = self.body.let(f"lshr i64 {word}, {self.body.let(f'and i64 {sure}, 63')}")
        return self.body.let(f"and i1 {inside}, {self.body.let(f'trunc i64 {bit} to i1')}")

    def _shift(self, at: str, number: ir.Expr, wide: str) -> tuple[str, str]:
        """By how much to shift for a member, and whether it can be one."""
        low, high = self.ranges.of(number)
        sure = 0 <= low <= high < int(wide[1:])
        inside = "true" if sure else self.body.let(f"icmp ult i64 {at}, {wide[1:]}")
        by = at if sure else self.body.let(f"select i1 {inside}, i64 {at}, i64 0")
        return self.as_set(by, "i64", wide), inside

    def _single(self, member: ir.Expr, size: int) -> str:
        wide = llvm(ir.Bits(size))
        low, high = self.ranges.of(member)
        at = self.value(member)
        shift, _ = self._shift(at, member, wide)
        one = self.body.let(f"shl {wide} 1, {shift}")
        if 0 <= low <= high < size:
            return one
        return self.body.let(f"select i1 {self.body.let(f'icmp ult i64 {at}, {size}')}, {wide} {one}, {wide} 0")

    def change_member(self, place: str, change: ir.Binary) -> None:
        """Adds a member to the set at this address, or takes it from there: of all its words one is enough."""
        body, single = self.body, change.right
        assert isinstance(single, ir.Single)
        at, bit = self.value(single.member), "1"
        low, high = self.ranges.of(single.member)
        if not 0 <= low <= high < single.size:
            inside = body.let(f"icmp ult i64 {at}, {single.size}")
            at = body.let(f"select i1 {inside}, i64 {at}, i64 0")
            bit = body.let(f"zext i1 {inside} to i64")
        where = body.let(f"getelementptr i64, ptr {place}, i64 {body.let(f'lshr i64 {at}, 6')}")
        one = body.let(f"shl i64 {bit}, {body.let(f'and i64 {at}, 63')}")
        word = body.let(f"load i64, ptr {where}, align 8")
        if change.op == "|":
            word = body.let(f"or i64 {word}, {one}")
        else:
            word = body.let(f"and i64 {word}, {body.let(f'xor i64 {one}, -1')}")
        body.line(f"store i64 {word}, ptr {where}, align 8")

    def _shifted(self, expr: ir.Shifted) -> str:
        wide, old = llvm(ir.Bits(expr.size)), llvm(self.type_of(expr.members))
        if isinstance(expr.by, ir.Const) and expr.by.value < 0:
            return self._moved_down(self.value(expr.members), old, -expr.by.value, expr.size)
        value, by = self.value(expr.members), self.value(expr.by)
        if self.ranges.of(expr.by)[0] < 0:
            self.body.need(self.body.let(f"icmp sge i64 {by}, 0"), self.body.giving_up())
        shift, inside = self._shift(by, expr.by, wide)
        moved = self.body.let(f"shl {wide} {self.as_set(value, old, wide)}, {shift}")
        if inside != "true":
            moved = self.body.let(f"select i1 {inside}, {wide} {moved}, {wide} 0")
        return self._masked(moved, expr.size, wide)

    def _between(self, expr: ir.Between) -> str:
        """In it are also numbers outside of the size where there is no bound."""
        wide, body = llvm(ir.Bits(expr.size)), self.body
        low, high = body.let(f"or {wide} {self.value(expr.low)}, 1"), self.value(expr.high)
        above = body.let(f"call {wide} @llvm.ctlz.{wide}({wide} {low}, i1 true)")
        start = body.let(f"shl {wide} -1, {body.let(f'sub {wide} {int(wide[1:]) - 1}, {above}')}")
        end = body.let(f"xor {wide} {high}, {body.let(f'sub {wide} {high}, 1')}")
        return body.let(f"and {wide} {start}, {end}")

    def _moved_down(self, value: str, old: str, by: int, size: int) -> str:
        if by >= int(old[1:]):
            return "0"
        wide = llvm(ir.Bits(size))
        return self._masked(self.as_set(self.body.let(f"lshr {old} {value}, {by}"), old, wide), size, wide)

    def _masked(self, value: str, size: int, wide: str) -> str:
        return value if size == int(wide[1:]) else self.body.let(f"and {wide} {value}, {(1 << size) - 1}")

    def _word(self, members: ir.Expr, index: int) -> str:
        kind, value = llvm(self.type_of(members)), self.value(members)
        if 64 * index >= int(kind[1:]):
            return "0"
        return self.as_word(self.body.let(f"lshr {kind} {value}, {64 * index}") if index else value, kind)

    def _from_words(self, words: tuple[ir.Expr, ...], size: int) -> str:
        wide, found = llvm(ir.Bits(size)), "0"
        for number, word in enumerate(words):
            part = self.as_set(self.value(word), "i64", wide)
            if 64 * number < int(wide[1:]):
                moved = self.body.let(f"shl {wide} {part}, {64 * number}")
                found = self.body.let(f"or {wide} {found}, {moved}")
        return self._masked(found, size, wide)

    def as_word(self, value: str, kind: str) -> str:
        """The lowest word of a set."""
        return value if kind == "i64" else self.body.let(f"trunc {kind} {value} to i64")

    def as_set(self, value: str, old: str, wide: str) -> str:
        """A set, or an unsigned number, of another width."""
        if old == wide:
            return value
        return self.body.let(f"{'zext' if int(old[1:]) < int(wide[1:]) else 'trunc'} {old} {value} to {wide}")
