"""Which numbers stand in a long array, roughly: a set that says of most numbers at once that they do not.

A game that compares positions keeps the keys of a thousand of them, and asks at each option whether one is among them.
The set has the remainders of all that stand there, but for 0, which stands where nothing was recorded. It is a derived
array of words, so that the size of the set costs nothing; only where a number is overwritten, it is made anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.ir.layout import layout
from dsl.ir.nodes import (
    DERIVE,
    INT,
    Array,
    Binary,
    Bits,
    Block,
    Code,
    Const,
    Expr,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Set,
    Single,
    Stmt,
    Store,
)
from dsl.ir.visit import with_blocks
from dsl.optimise.location_index import kept_in
from dsl.optimise.searches import searched

LONG = 256  # elements; a shorter array is gone through
ROOM = 4  # members of the set for each element, so that few share one
WORD = 64  # members in each element of the derived array


def remember(code: Code) -> Code:
    """The program with such a set for each long array that is searched from its start to its end."""
    if DERIVE not in code.functions:
        return code
    return _Memory(code).result()


@dataclass
class _Memory:
    code: Code
    sizes: dict[str, int] = field(default_factory=dict)  # of the sets, by array

    def result(self) -> Code:
        functions = {n: replace(f, body=self._block(f.body, f)) for n, f in self.code.functions.items()}
        if not self.sizes:
            return self.code
        functions = {n: replace(f, body=self._kept(f.body)) for n, f in functions.items()}
        derive = functions[DERIVE]
        anew = tuple(stmt for array in self.sizes for stmt in self._anew(array))
        functions[DERIVE] = replace(derive, body=(*derive.body, *anew))
        new = {
            _name(array): Array(_name(array), size // WORD, Bits(WORD), "derived") for array, size in self.sizes.items()
        }
        return replace(self.code, functions=functions, arrays=layout({**self.code.arrays, **new}))

    # --------------------------------------------------------------------------------------------------------- asking

    def _block(self, block: Block, function: Function) -> Block:
        return tuple(self._asked(with_blocks(stmt, lambda b: self._block(b, function)), function) for stmt in block)

    def _asked(self, stmt: Stmt, function: Function) -> Stmt:
        """A search, where there may be something to find."""
        search = searched(stmt) if isinstance(stmt, ForRange) and function.kind == "value" else None
        if search is None or search.shift:
            return stmt
        array = self.code.arrays[search.array]
        whole = (search.start, search.stop) == (Const(0), Const(array.count))
        if not whole or array.count < LONG or array.section != "position" or array.type != INT or array.initial:
            return stmt
        self.sizes[array.name] = 1 << (ROOM * array.count).bit_length()
        word, member = self._place(array.name, search.wanted)
        there = Binary("has", Load(_name(array.name), word), member)
        return If(Binary("or", Binary("==", search.wanted, Const(0)), there), (stmt,))

    def _place(self, array: str, number: Expr) -> tuple[Expr, Expr]:
        """The word of the set that a number is entered in, and its member there."""
        word = Binary("//", Binary("%", number, Const(self.sizes[array])), Const(WORD))
        return word, Binary("%", number, Const(WORD))

    # --------------------------------------------------------------------------------------------------------- keeping

    def _kept(self, block: Block) -> Block:
        return kept_in(block, self._stored)

    def _stored(self, stmt: Stmt) -> Block:
        if not isinstance(stmt, Store) or stmt.array not in self.sizes:
            return (with_blocks(stmt, self._kept),)
        index, value, old = Local("lean index"), Local("lean value"), Local("lean old")
        change = If(old, self._anew(stmt.array), self._entered(stmt.array, value))
        return (
            Set(index.name, stmt.index),
            Set(value.name, stmt.value),
            Set(old.name, Binary("!=", Load(stmt.array, index), Const(0))),
            Store(stmt.array, index, value),
            change,
        )

    def _anew(self, array: str) -> Block:
        entry, turn = Local("lean entry"), Local("lean turn")
        clear = Store(_name(array), turn, Const(0, Bits(WORD)))
        enter = (Set(entry.name, Load(array, turn)), *self._entered(array, entry))
        return (
            ForRange(turn.name, Const(0), Const(self.sizes[array] // WORD), (clear,)),
            ForRange(turn.name, Const(0), Const(self.code.arrays[array].count), enter),
        )

    def _entered(self, array: str, value: Expr) -> Block:
        word, member = self._place(array, value)
        store = Store(_name(array), word, Binary("|", Load(_name(array), word), Single(member, WORD)))
        return (If(Binary("!=", value, Const(0)), (store,)),)


def _name(array: str) -> str:
    return f"lean.seen {array}"
