"""Which numbers stand in a long array, roughly: a set that says of most numbers at once that they do not.

A game that compares positions keeps the keys of a thousand of them, and asks at each option whether one is among them.
The set has the remainders of all that stand there, but for 0, which stands where nothing was recorded. It is a derived
array of words, so that the size of the set costs nothing; only where a number is overwritten, it is made anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.visit import with_blocks
from dsl.optimise.location_index import kept_in
from dsl.optimise.searches import searched

LONG = 256  # elements; a shorter array is gone through
ROOM = 4  # members of the set for each element, so that few share one
WORD = 64  # members in each element of the derived array


def remember(code: ir.Code) -> ir.Code:
    """The program with such a set for each long array that is searched from its start to its end."""
    if ir.DERIVE not in code.functions:
        return code
    return _Memory(code).result()


@dataclass
class _Memory:
    code: ir.Code
    sizes: dict[str, int] = field(default_factory=dict)  # of the sets, by array

    def result(self) -> ir.Code:
        functions = {n: replace(f, body=self._block(f.body, f)) for n, f in self.code.functions.items()}
        if not self.sizes:
            return self.code
        functions = {n: replace(f, body=self._kept(f.body)) for n, f in functions.items()}
        derive = functions[ir.DERIVE]
        anew = tuple(stmt for array in self.sizes for stmt in self._anew(array))
        functions[ir.DERIVE] = replace(derive, body=(*derive.body, *anew))
        new = {
            _name(array): ir.Array(_name(array), size // WORD, ir.Bits(WORD), "derived")
            for array, size in self.sizes.items()
        }
        return replace(self.code, functions=functions, arrays=layout({**self.code.arrays, **new}))

    # --------------------------------------------------------------------------------------------------------- asking

    def _block(self, block: ir.Block, function: ir.Function) -> ir.Block:
        return tuple(self._asked(with_blocks(stmt, lambda b: self._block(b, function)), function) for stmt in block)

    def _asked(self, stmt: ir.Stmt, function: ir.Function) -> ir.Stmt:
        """A search, where there may be something to find."""
        search = searched(stmt) if isinstance(stmt, ir.ForRange) and function.kind == "value" else None
        if search is None or search.shift:
            return stmt
        array = self.code.arrays[search.array]
        whole = (search.start, search.stop) == (ir.Const(0), ir.Const(array.count))
        if not whole or array.count < LONG or array.section != "position" or array.type != ir.INT or array.initial:
            return stmt
        self.sizes[array.name] = 1 << (ROOM * array.count).bit_length()
        word, member = self._place(array.name, search.wanted)
        there = ir.Binary("has", ir.Load(_name(array.name), word), member)
        return ir.If(ir.Binary("or", ir.Binary("==", search.wanted, ir.Const(0)), there), (stmt,))

    def _place(self, array: str, number: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """The word of the set that a number is entered in, and its member there."""
        word = ir.Binary("//", ir.Binary("%", number, ir.Const(self.sizes[array])), ir.Const(WORD))
        return word, ir.Binary("%", number, ir.Const(WORD))

    # --------------------------------------------------------------------------------------------------------- keeping

    def _kept(self, block: ir.Block) -> ir.Block:
        return kept_in(block, self._stored)

    def _stored(self, stmt: ir.Stmt) -> ir.Block:
        if not isinstance(stmt, ir.Store) or stmt.array not in self.sizes:
            return (with_blocks(stmt, self._kept),)
        index, value, old = ir.Local("lean index"), ir.Local("lean value"), ir.Local("lean old")
        change = ir.If(old, self._anew(stmt.array), self._entered(stmt.array, value))
        return (
            ir.Set(index.name, stmt.index),
            ir.Set(value.name, stmt.value),
            ir.Set(old.name, ir.Binary("!=", ir.Load(stmt.array, index), ir.Const(0))),
            ir.Store(stmt.array, index, value),
            change,
        )

    def _anew(self, array: str) -> ir.Block:
        entry, turn = ir.Local("lean entry"), ir.Local("lean turn")
        clear = ir.Store(_name(array), turn, ir.Const(0, ir.Bits(WORD)))
        enter = (ir.Set(entry.name, ir.Load(array, turn)), *self._entered(array, entry))
        return (
            ir.ForRange(turn.name, ir.Const(0), ir.Const(self.sizes[array] // WORD), (clear,)),
            ir.ForRange(turn.name, ir.Const(0), ir.Const(self.code.arrays[array].count), enter),
        )

    def _entered(self, array: str, value: ir.Expr) -> ir.Block:
        word, member = self._place(array, value)
        store = ir.Store(_name(array), word, ir.Binary("|", ir.Load(_name(array), word), ir.Single(member, WORD)))
        return (ir.If(ir.Binary("!=", value, ir.Const(0)), (store,)),)


def _name(array: str) -> str:
    return f"lean.seen {array}"
