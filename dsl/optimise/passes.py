"""The passes from IR to IR that find a cheaper way to the same: run before suspension, for every back end.

In their order: `lean_once` (what is asked in the same words), `lean_known` (what need not be asked), `lean_meet` (sets
that grow until they meet another), `lean_rows` (rows of cells that are full), `lean_sums` (sums kept up to date),
`lean_split` (functions of one number of the state), `lean_index` (which pieces are where, by `lean_there` or
`lean_lowest`), `lean_memory` (which positions were recorded), and `lean_sets` (loops over sets), which rests on
`lean_ranges` (bounds of all numbers), `lean_effects` (what changes in a loop), `lean_static` (tables worked out),
`lean_mirrors` (sets kept beside arrays), `lean_terms`, `lean_lift`, `lean_lines` (what lies behind what) and
`lean_whole` (functions of few numbers). Last come `lean_attempts` (what is tried for nothing) and `lean_numbered`
(options without a list).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.ir.nodes import Code, Function, Lookup
from dsl.ir.program import Decision
from dsl.ir.visit import call_graph, expressions, reached, statements, subexpressions
from dsl.optimise.bitset_loops import over_sets
from dsl.optimise.bloom_filter import remember
from dsl.optimise.common_subexpressions import ask_once
from dsl.optimise.constant_tables import Tables, static_functions
from dsl.optimise.dead_stores import shorten
from dsl.optimise.dependencies import Shared
from dsl.optimise.early_exit import meet
from dsl.optimise.effects import Effects
from dsl.optimise.incremental_sums import keep_sums
from dsl.optimise.location_index import index
from dsl.optimise.mirrored_sets import Mirrors
from dsl.optimise.redundant_tests import use_known
from dsl.optimise.sampling import numbered
from dsl.optimise.shifted_rows import full_rows
from dsl.optimise.split_functions import split
from dsl.optimise.value_ranges import Ranges


def lean(code: Code, decisions: Sequence[Decision] = ()) -> Code:
    """A program with the same decisions and positions, at less cost. `decisions` are those of the `Program`.

    All functions stay, as others may call them by name; marks of rules do not. There are more derived arrays.
    """
    asked = use_known(ask_once(code))
    left = _left(code, asked, decisions)
    found = _leaner(replace(asked, functions={n: f for n, f in asked.functions.items() if n not in left}), decisions)
    return numbered(_bare(replace(found, functions={**found.functions, **left})), decisions)


def _bare(code: Code) -> Code:
    """The program without the tables that were on the way to others."""
    outer = (e for function in code.functions.values() for s in statements(function.body) for e in expressions(s))
    used = {e.table for expr in outer for e in subexpressions(expr) if isinstance(e, Lookup)}
    return replace(code, tables={name: table for name, table in code.tables.items() if name in used})


def _left(before: Code, after: Code, decisions: Sequence[Decision]) -> dict[str, Function]:
    """The functions, as they were, that nobody in the program asks any more. They say nothing of what they are asked
    with, so that what others know of it holds."""
    graph = call_graph(before)
    called = {name for callees in graph.values() for name in callees}
    outside = {n.function for d in decisions for a in d.alternatives for n in a.needs}
    outside |= {name for d in decisions for name in (d.options, d.candidates, d.allowed)}
    asked = reached(call_graph(after), [name for name in graph if name not in called or name in outside])
    return {name: function for name, function in before.functions.items() if name not in asked}


def _leaner(code: Code, decisions: Sequence[Decision]) -> Code:
    code = keep_sums(full_rows(meet(code)))
    code = split(code, static_functions(code))
    code = remember(index(code, Ranges.of(code, decisions), Tables.of(code)))
    arrays, tables = dict(code.arrays), dict(code.tables)
    code = replace(code, arrays=arrays, tables=tables)
    ranges, worked_out = Ranges.of(code, decisions), Tables.of(code)
    mirrors = Mirrors(code, ranges, worked_out, arrays)
    return shorten(mirrors.kept(over_sets(Shared(code, ranges, worked_out, mirrors, Effects(code)))))
