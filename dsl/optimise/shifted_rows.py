"""Whether any row of cells is full is asked of all rows of one shape at once, by a set that is moved over itself.

`there is a Row that is held by the Player` asks for the rows on which no other cell lies. On a grid the rows of four to
the right are one shape in many places: the cells that are held, with the one to the left of them, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial, reduce

from dsl.ir import nodes as ir
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import locals_read, rebuild, statements, with_all_expressions, with_blocks

FULL, NONE = "lean full ", "lean none "  # begin the names of the new functions
CELLS = ir.Local("lean cells")


def full_rows(code: ir.Code) -> ir.Code:
    """The program, which asks so."""
    return _Rows(code).result()


@dataclass
class _Rows:
    code: ir.Code
    made: dict[str, ir.Function] = field(default_factory=dict)
    _known: dict[str, bool] = field(default_factory=dict)

    def result(self) -> ir.Code:
        functions = {
            n: replace(f, body=with_all_expressions(f.body, self._asked)) for n, f in self.code.functions.items()
        }
        return replace(self.code, functions={**functions, **self.made}) if self.made else self.code

    def _asked(self, expr: ir.Expr) -> ir.Expr:
        expr = rebuild(expr, self._asked)
        return (self._none(expr.operand) if isinstance(expr, ir.Unary) and expr.op == "empty" else None) or expr

    def _none(self, rows: ir.Expr) -> ir.Expr | None:
        """Whether a set has no rows, asked in the cheaper way; None if there is none."""
        match rows:
            case ir.Binary("-bits", ir.Const(every, ir.Bits(size)), ir.Call(name, arguments)) if (
                every == (1 << size) - 1
            ):
                return ir.Unary("empty", ir.Call(FULL + name, arguments)) if self._knows(FULL + name, name) else None
            case ir.Call(name, arguments):
                return ir.Call(NONE + name, arguments) if self._knows(NONE + name, name) else None
            case _:  # there is no cheaper way
                return None

    def _knows(self, new: str, name: str) -> bool:
        """Whether there is the new function for an old one, by now."""
        if new not in self._known:
            make = self._full if new.startswith(FULL) else self._returning_none
            made = make(replace(self.code.functions[name], name=new))
            self._known[new] = made is not None
            if made is not None:
                self.made[new] = made
        return self._known[new]

    # -------------------------------------------------------------------------------------------- what returns no rows

    def _returning_none(self, function: ir.Function) -> ir.Function | None:
        """A function that says whether this one returns no rows, if any of its ways to do so is cheaper then."""
        returned = [stmt.value for stmt in statements(function.body) if isinstance(stmt, ir.Return) and stmt.value]
        if not isinstance(function.result, ir.Bits) or not any(map(self._none, returned)):
            return None
        return replace(function, body=self._returned(function.body), result=ir.INT)

    def _returned(self, block: ir.Block) -> ir.Block:
        return tuple(self._return(stmt) for stmt in block)

    def _return(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.Return(ir.Const(value)):
                return ir.Return(ir.Const(int(not value)))
            case ir.Return(value) if value is not None:
                return ir.Return(self._none(value) or ir.Unary("empty", value))
            case _:  # returns nothing itself: what stands inside it may
                return with_blocks(stmt, self._returned)

    # ------------------------------------------------------------------------------------------------------- full rows

    def _full(self, function: ir.Function) -> ir.Function | None:
        """A function that gives the last cells of all full rows, for one that gathers the rows of cells not held."""
        match [stmt for stmt in function.body if not isinstance(stmt, ir.Mark)]:
            case [
                ir.Set(found, ir.Const(0)),
                ir.ForBits(
                    cell,
                    ir.Binary("-bits", ir.Const(cells), held),
                    (ir.Set(total, ir.Binary("|", ir.Local(same), each)),),
                ),
                ir.Return(ir.Local(result)),
            ] if found == total == same == result and not {found, cell} & locals_read(held):
                pass
            case _:  # gathers no rows
                return None
        kind = type_of(held, local_types(function, self.code), self.code)
        if not isinstance(each, ir.Lookup) or each.index != ir.Local(cell) or not isinstance(kind, ir.Bits):
            return None
        shapes = self._shapes(each.table, cells)
        if shapes is None:
            return None
        body = (ir.Set(CELLS.name, held), ir.Return(_in_place(shapes, kind)))
        return replace(function, body=body, result=kind)

    def _shapes(self, table: str, cells: int) -> dict[tuple[int, ...], int] | None:
        """The last cells of the rows of each shape, as how far its other cells lie before; None where that is much to
        do, there are no rows, or one has no cells."""
        rows = self.code.tables[table]
        inside = [k for k in range(cells.bit_length()) if cells >> k & 1]
        if not isinstance(rows.type, ir.Bits) or cells.bit_length() > len(rows.values):
            return None
        shapes: dict[tuple[int, ...], int] = {}
        for row in range(rows.type.size):
            *others, last = [cell for cell in inside if rows.values[cell] >> row & 1] or [-1]
            if last < 0:
                return None
            shape = tuple(last - cell for cell in others)
            shapes[shape] = shapes.get(shape, 0) | 1 << last
        return shapes if 0 < sum(len(shape) + 1 for shape in shapes) <= 2 * len(inside) else None


def _in_place(shapes: dict[tuple[int, ...], int], kind: ir.Bits) -> ir.Expr:
    """The cells with which rows of these shapes end."""
    both, either = partial(ir.Binary, "&"), partial(ir.Binary, "|")
    found = [
        reduce(both, (ir.Shifted(CELLS, ir.Const(by), kind.size) for by in shape), both(CELLS, ir.Const(lasts, kind)))
        for shape, lasts in shapes.items()
    ]
    return reduce(either, found)
