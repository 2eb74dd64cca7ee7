"""Sets that are kept beside an array: the numbers for which something holds that depends on what stands there.

`the pieces on the board`, `the pawns on the last row`, `the unmoved rooks` are such sets: when an element of the array
changes, its own membership is looked up, and no loop goes over the others again. They are derived arrays, with an
element for each combination of what else the condition depends on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.visit import with_blocks
from dsl.optimise.constant_tables import Parameter, Tables, plus, width
from dsl.optimise.intervals import Range
from dsl.optimise.location_index import kept_in
from dsl.optimise.value_ranges import Ranges

READ = "lean read"  # the parameter that stands for what is in the array
SMALLEST = 8  # numbers that are sooner gone over than kept
MOST_SETS = 4  # of one condition, for what else it depends on
MOST_MIRRORS = 5  # of one array
MOST_CASES = 2**14  # numbers, values and sets that are tried out


@dataclass(frozen=True)
class Source:
    """Element `shift` + number of an array."""

    array: str
    shift: int


@dataclass(frozen=True)
class Mirror:
    """`sets` sets in the array `name`; the table says of each number, value and set whether it is in."""

    name: str
    source: Source
    sets: int
    size: int
    values: Range
    table: str


@dataclass
class Mirrors:
    """The mirrors of a program. `arrays` are those of the code, which gets more."""

    code: ir.Code
    ranges: Ranges
    tables: Tables
    arrays: dict[str, ir.Array]
    _made: dict[object, Mirror] = field(default_factory=dict)
    _asked: dict[object, Mirror | None] = field(default_factory=dict)

    def members(
        self, expr: ir.Expr, variable: Parameter, source: Source, parameters: Sequence[Parameter]
    ) -> ir.Expr | None:
        """The numbers of the variable for which a condition over it, `READ` and the parameters holds, as a set that is
        kept; None where that would not pay."""
        name, (start, last) = variable
        values = self.ranges.known.get(("", source.array))
        array = self.code.arrays[source.array]
        if values is None or array.section != "position" or array.type != ir.INT:
            return None
        fits = start + source.shift >= 0 and last + source.shift < array.count and last - start + 1 >= SMALLEST
        cases = ((name, (0, last)), (READ, values), *parameters)
        few = width(parameters) <= MOST_SETS and width(cases) <= MOST_CASES
        if not fits or not few or ir.DERIVE not in self.code.functions:
            return None
        mirror = self._mirror(expr, cases, source, start)
        return None if mirror is None else ir.Load(mirror.name, self.tables.index(parameters))

    def _mirror(self, expr: ir.Expr, cases: Sequence[Parameter], source: Source, start: int) -> Mirror | None:
        key = (expr, tuple(cases), source, start)
        if key not in self._asked:
            full = sum(mirror.source.array == source.array for mirror in self._made.values()) >= MOST_MIRRORS
            self._asked[key] = None if full else self._kept_as(expr, cases, source, start)
        return self._asked[key]

    def _kept_as(self, expr: ir.Expr, cases: Sequence[Parameter], source: Source, start: int) -> Mirror | None:
        size, values, sets = cases[0][1][1] + 1, cases[1][1], width(cases[2:])
        found = self.tables.each(expr, cases, ir.INT)
        if found is None:
            return None
        before = start * width(cases[1:])
        holds = (*(0 for _ in range(before)), *(1 if value else 0 for value in found[before:]))
        table = self.tables.table(holds, ir.INT)
        key = (table, source, sets, size)
        if key not in self._made:
            name = f"lean.members {len(self._made) + 1}"
            self._made[key] = Mirror(name, source, sets, size, values, table)
            self.arrays[name] = ir.Array(name, sets, ir.Bits(size), "derived")
        return self._made[key]

    # ------------------------------------------------------------------------------------------------ keeping them so

    def kept(self, code: ir.Code) -> ir.Code:
        """The program, which keeps the mirrors up to date."""
        if not self._made:
            return code
        functions = {name: replace(f, body=self._block(f.body, name)) for name, f in code.functions.items()}
        derive = functions[ir.DERIVE]
        more = tuple(stmt for mirror in self._made.values() for stmt in self._derived(mirror))
        functions[ir.DERIVE] = replace(derive, body=(*derive.body, *more))
        return replace(code, functions=functions, arrays=layout(code.arrays))

    def _block(self, block: ir.Block, function: str) -> ir.Block:
        return kept_in(block, lambda stmt: self._statement(stmt, function))

    def _statement(self, stmt: ir.Stmt, function: str) -> ir.Block:
        mirrors = [m for m in self._made.values() if isinstance(stmt, ir.Store) and self._shows(m, stmt, function)]
        if not mirrors or not isinstance(stmt, ir.Store):
            return (with_blocks(stmt, lambda block: self._block(block, function)),)
        index, value = ir.Local("lean index"), ir.Local("lean value")
        changed = tuple(new for mirror in mirrors for new in self._changed(mirror, index, value))
        new = ir.If(ir.Binary("!=", ir.Load(stmt.array, index), value), (ir.Store(stmt.array, index, value), *changed))
        return (ir.Set(index.name, stmt.index), ir.Set(value.name, stmt.value), new)

    def _shows(self, mirror: Mirror, stmt: ir.Store, function: str) -> bool:
        """Whether an element of which the mirror tells might be changed."""
        if mirror.source.array != stmt.array:
            return False
        known, shift = self.ranges.of_expression(function, stmt.index), mirror.source.shift
        return known is None or (known[0] < mirror.size + shift and known[1] >= shift)

    def _changed(self, mirror: Mirror, index: ir.Expr, value: ir.Expr) -> ir.Block:
        """What the sets are once an element, which has this index in the array, has a value."""
        number = plus(index, -mirror.source.shift)
        row = ir.Binary(
            "+",
            ir.Binary("*", number, ir.Const(mirror.values[1] - mirror.values[0] + 1)),
            plus(value, -mirror.values[0]),
        )
        found: list[ir.Stmt] = []
        for k in range(mirror.sets):
            at = row if mirror.sets == 1 else plus(ir.Binary("*", row, ir.Const(mirror.sets)), k)
            one, members = ir.Single(number, mirror.size), ir.Load(mirror.name, ir.Const(k))
            put = ir.Store(mirror.name, ir.Const(k), ir.Binary("|", members, one))
            take = ir.Store(mirror.name, ir.Const(k), ir.Binary("-bits", members, one))
            found.append(ir.If(ir.Lookup(mirror.table, at), (put,), (take,)))
        count = self.code.arrays[mirror.source.array].count
        if (mirror.source.shift, mirror.size) == (0, count):
            return tuple(found)
        inside = ir.Binary("and", ir.Binary(">=", number, ir.Const(0)), ir.Binary("<", number, ir.Const(mirror.size)))
        return (ir.If(inside, tuple(found)),)

    def _derived(self, mirror: Mirror) -> ir.Block:
        index, shift = ir.Local("lean index"), mirror.source.shift
        clear = tuple(ir.Store(mirror.name, ir.Const(k), ir.Const(0, ir.Bits(mirror.size))) for k in range(mirror.sets))
        enter = self._changed(mirror, index, ir.Load(mirror.source.array, index))
        first, stop = max(0, shift), min(self.code.arrays[mirror.source.array].count, mirror.size + shift)
        return (*clear, ir.ForRange(index.name, ir.Const(first), ir.Const(stop), enter))
