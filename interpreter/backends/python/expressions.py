"""Expressions of the suspended IR as Python source.

Everything gets a made-up name (`v0` a local, `f0` a function, `t0` a table), so that no word of a rulebook can reach
the source. A text comes with the strength of its outermost operator, and is bracketed only where that is too weak.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, assert_never

from dsl.ir import nodes as ir
from dsl.ir.types import type_of
from dsl.ir.visit import subexpressions

Text = tuple[str, int]  # Python source and the strength of its outermost operator

CHOICE, OR, AND, NOT, COMPARISON, BAR, AMPERSAND, SHIFT, SUM, PRODUCT, SIGN, ATOM = range(12)

_OPERATORS: Final[Mapping[str, tuple[str, int]]] = {
    "+": ("+", SUM), "-": ("-", SUM), "*": ("*", PRODUCT), "//": ("//", PRODUCT), "%": ("%", PRODUCT),
    "&": ("&", AMPERSAND), "|": ("|", BAR), "-bits": ("& ~", AMPERSAND),
}  # fmt: skip
_OF_WORDS: Final[Mapping[str, str]] = {
    op: op.removesuffix("w") for op in ("+w", "-w", "*w", "//w", "%w", "&w", "|w", "^w", "<<w", ">>w")
}
_COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
_JUNCTIONS: Final = {"and": AND, "or": OR}

_WORD: Final = 0xFFFF_FFFF_FFFF_FFFF
_SIGN: Final = 0x8000_0000_0000_0000
NATURAL: Final = 2**63  # the bound of a local of which no more is known than that it is not negative


@dataclass(frozen=True)
class Names:
    """The made-up names of functions and tables."""

    functions: Mapping[str, str]
    tables: Mapping[str, str]

    @staticmethod
    def of(code: ir.Code) -> Names:
        functions = {name: f"f{i}" for i, name in enumerate(code.functions)}
        return Names(functions, {name: f"t{i}" for i, name in enumerate(code.tables)})


@dataclass
class Expressions:
    """Writes the expressions of one function. `below` has, for locals known not to be negative, a bound above them."""

    code: ir.Code
    names: Names
    types: Mapping[str, ir.Type]
    locals: dict[str, str] = field(default_factory=dict)
    below: dict[str, int] = field(default_factory=dict)
    _spare: int = 0

    # --------------------------------------------------------------------------------------------------- entry points

    def local(self, name: str) -> str:
        return self.locals.setdefault(name, f"v{len(self.locals)}")

    def value(self, expr: ir.Expr, strength: int = CHOICE) -> str:
        """The source of a number (never of `True` or `False`) or a set, fit to stand beside operators of `strength`."""
        return _bracketed(self._truth(expr) if _is_truth(expr) else self._number(expr), strength)

    def test(self, expr: ir.Expr, strength: int = CHOICE) -> str:
        """The source of a condition: true for 1, false for 0."""
        return _bracketed(self._condition(expr) if _is_truth(expr) else self._number(expr), strength)

    def element(self, array: str, index: ir.Expr) -> str:
        """The source of an element of a state array, which can also be assigned to."""
        return f"S[{self._place(self.code.arrays[array].offset, index)}]"

    def word(self, memory: ir.Expr, index: ir.Expr) -> str:
        """The source of a word of memory, which can also be assigned to."""
        return f"{self.value(memory, ATOM)}[{self.value(index)}]"

    def sum(self, offset: int, index: ir.Expr) -> str:
        """The source of a number of the vector."""
        return self._place(offset, index)

    def arguments(self, arguments: tuple[ir.Expr, ...]) -> str:
        return "".join(f", {self.value(a)}" for a in arguments)

    # ------------------------------------------------------------------------------------------------------ conditions

    def _truth(self, expr: ir.Expr) -> Text:
        if isinstance(expr, ir.Unary):
            return f"0 if {self.test(expr.operand, OR)} else 1", CHOICE
        return f"1 if {_bracketed(self._condition(expr), OR)} else 0", CHOICE

    def _condition(self, expr: ir.Expr) -> Text:
        match expr:
            case ir.Unary("not", ir.Unary("empty", operand)):
                return self._number(operand)
            case ir.Unary(operand=operand):
                return f"not {self.test(operand, NOT)}", NOT
            case ir.Binary(op, left, right) if op in _JUNCTIONS:
                strength = _JUNCTIONS[op]
                return f"{self.test(left, strength)} {op} {self.test(right, strength)}", strength
            case ir.Binary(op, left, right):
                return f"{self.value(left, BAR)} {op} {self.value(right, BAR)}", COMPARISON
            case _:  # what is no truth value
                raise ValueError(f"{type(expr).__name__} is no condition")

    # --------------------------------------------------------------------------------------------------------- numbers

    def _number(self, expr: ir.Expr) -> Text:
        match expr:
            case ir.Const(value, kind):
                return _constant(value, kind)
            case ir.Local(name):
                return self.local(name), ATOM
            case ir.Load(array, index):
                return self.element(array, index), ATOM
            case ir.Peek(memory, index):
                return self.word(memory, index), ATOM
            case ir.Lookup(table, index):
                return f"{self.names.tables[table]}[{self.value(index)}]", ATOM
            case ir.Call(function, arguments):
                return f"{self.names.functions[function]}(S{self.arguments(arguments)})", ATOM
            case ir.Binary():
                return self._binary(expr)
            case ir.Unary("count", operand):
                return f"{self.value(operand, ATOM)}.bit_count()", ATOM
            case ir.Unary(operand=operand):
                return self._first(operand)
            case ir.Single(member, size):
                return self._single(member, size)
            case ir.Shifted(members, ir.Const(by), size) if by < 0:
                return f"{self.value(members, SHIFT)} >> {-by} & {(1 << size) - 1:#x}", AMPERSAND
            case ir.Shifted(members, by, size):
                return f"{self.value(members, SHIFT)} << {self.value(by, SUM)} & {(1 << size) - 1:#x}", AMPERSAND
            case ir.Between():
                return f"{self._between(expr)} & {(1 << expr.size) - 1:#x}", AMPERSAND
            case ir.Word(members, index):
                return self._word(members, index)
            case ir.FromWords(words, size):
                return self._from_words(words, size)
            case _:
                assert_never(expr)

    def _binary(self, expr: ir.Binary) -> Text:
        if expr.op == "has":
            return self._has(expr.left, expr.right)
        if expr.op in ("min", "max"):
            return self._extreme(expr)
        if expr.op == "-bits" and isinstance(expr.right, ir.Between):
            return f"{self.value(expr.left, AMPERSAND)} & ~({self._between(expr.right)})", AMPERSAND
        if expr.op in _OF_WORDS:
            return self._of_words(_OF_WORDS[expr.op], expr.left, expr.right)
        sign, strength = _OPERATORS[expr.op]
        right = self.value(expr.right, SIGN if expr.op == "-bits" else strength + 1)
        return f"{self.value(expr.left, strength)} {sign}{'' if expr.op == '-bits' else ' '}{right}", strength

    def _of_words(self, sign: str, left: ir.Expr, right: ir.Expr) -> Text:
        """Python's words have a sign, but not while they are divided or shifted."""
        one, other = (f"({self.value(operand, AMPERSAND)} & {_WORD:#x})" for operand in (left, right))
        return f"(({one} {sign} {other}) & {_WORD:#x} ^ {_SIGN:#x}) - {_SIGN:#x}", SUM

    def _extreme(self, expr: ir.Binary) -> Text:
        left, right = self.value(expr.left), self.value(expr.right)
        if _is_atom(expr.left) and _is_atom(expr.right):
            return f"{left} if {left} {'<' if expr.op == 'min' else '>'} {right} else {right}", CHOICE
        return f"{expr.op}({left}, {right})", ATOM

    def _has(self, members: ir.Expr, number: ir.Expr) -> Text:
        if self._bound(number) is not None:
            return f"{self.value(members, SHIFT)} >> {self.value(number, SUM)} & 1", AMPERSAND
        if _calls(members):
            return f"has({self.value(members)}, {self.value(number)})", ATOM
        name, read = self._named(number)
        return f"{self.value(members, SHIFT)} >> {name} & 1 if {read} >= 0 else 0", CHOICE

    def _first(self, members: ir.Expr) -> Text:
        name, read = self._named(members)
        return f"({read} & -{name}).bit_length() - 1", SUM

    def _between(self, expr: ir.Between) -> str:
        """An intersection, in which are also numbers outside of the size where there is no bound."""
        name, read = self._named(expr.high)
        return f"({read} ^ {name} - 1) & -1 << ({self.value(expr.low, BAR)} | 1).bit_length() - 1"

    def _single(self, member: ir.Expr, size: int) -> Text:
        bound = self._bound(member)
        if isinstance(member, ir.Const):
            return _constant(1 << member.value if 0 <= member.value < size else 0, ir.Bits(size))
        if bound is not None and bound <= size:
            return f"1 << {self.value(member, SUM)}", SHIFT
        name, read = self._named(member)
        return f"1 << {name} if 0 <= {read} < {size:d} else 0", CHOICE

    def _named(self, expr: ir.Expr) -> tuple[str, str]:
        """How to read the value of `expr` again, and what computes it; the second runs before the first."""
        if _is_atom(expr):
            text = self.value(expr, SIGN)
            return text, text
        self._spare += 1
        return f"w{self._spare}", f"(w{self._spare} := {self.value(expr)})"

    def _bound(self, expr: ir.Expr) -> int | None:
        if isinstance(expr, ir.Const) and expr.value >= 0:
            return expr.value + 1
        return self.below.get(expr.name) if isinstance(expr, ir.Local) else None

    # ------------------------------------------------------------------------------------------------ places and words

    def _place(self, offset: int, index: ir.Expr) -> str:
        match index:
            case ir.Const(value):
                return f"{offset + value:d}"
            case ir.Binary("+", left, ir.Const(value)):
                return self._place(offset + value, left)
            case ir.Binary("-", left, ir.Const(value)):
                return self._place(offset - value, left)
            case _:  # every other index is added as it is
                return f"{offset:d} + {self.value(index, SUM)}" if offset else self.value(index)

    def _word(self, members: ir.Expr, index: int) -> Text:
        kind = type_of(members, self.types, self.code)
        shifted = self.value(members, SHIFT) + (f" >> {64 * index:d}" if index else "")
        if isinstance(kind, ir.Bits) and kind.size < 64 * index + 64:
            return shifted, SHIFT
        return f"({shifted} & {_WORD:#x} ^ {_SIGN:#x}) - {_SIGN:#x}", SUM

    def _from_words(self, words: tuple[ir.Expr, ...], size: int) -> Text:
        parts = [self._part(word, 64 * i, size) for i, word in enumerate(words)]
        return (" | ".join(parts), BAR) if parts else ("0", ATOM)

    def _part(self, word: ir.Expr, start: int, size: int) -> str:
        """The members from `start` on, out of their word; a word that is not full has no sign."""
        text = self.value(word, SHIFT) if size < start + 64 else f"({self.value(word, AMPERSAND)} & {_WORD:#x})"
        return f"{text} << {start:d}" if start else text


def _bracketed(text: Text, strength: int) -> str:
    return text[0] if text[1] >= strength else f"({text[0]})"


def _constant(value: int, kind: ir.Type) -> Text:
    return (f"{value:#x}" if isinstance(kind, ir.Bits) else f"{value:d}"), (ATOM if value >= 0 else SIGN)


def _is_truth(expr: ir.Expr) -> bool:
    """Whether Python's own operator gives a truth value, not a number."""
    if isinstance(expr, ir.Unary):
        return expr.op in ("not", "empty")
    return isinstance(expr, ir.Binary) and (expr.op in _COMPARISONS or expr.op in _JUNCTIONS)


def _is_atom(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const | ir.Local)


def _calls(expr: ir.Expr) -> bool:
    return any(isinstance(e, ir.Call) for e in subexpressions(expr))
