"""The passes of the optimiser, in the order in which they run: from IR to IR, before suspension, for every back end.

A pass finds a cheaper way to the same decisions and positions. `python -m tests.benchmarks.passes` measures what each
is worth in every game; one that gains less than a tenth in all of them has no place here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from dsl.ir.nodes import Code, Function, Lookup
from dsl.ir.program import Decision
from dsl.ir.visit import call_graph, expressions, reached, statements, subexpressions
from dsl.optimise.bitset_loops import over_sets
from dsl.optimise.bloom_filter import remember
from dsl.optimise.common_subexpressions import ask_once
from dsl.optimise.constant_tables import Evaluators, Tables, static_functions
from dsl.optimise.dead_stores import shorten
from dsl.optimise.dependencies import Shared
from dsl.optimise.early_exit import meet
from dsl.optimise.effects import Effects
from dsl.optimise.incremental_sums import keep_sums
from dsl.optimise.location_index import index
from dsl.optimise.materialized_sets import Mirrors
from dsl.optimise.redundant_tests import use_known
from dsl.optimise.sampling import numbered
from dsl.optimise.shifted_rows import full_rows
from dsl.optimise.split_functions import split
from dsl.optimise.value_ranges import Ranges


@dataclass(frozen=True)
class Setting:
    """What passes may know besides the code: the decisions of the `Program`, and how to run what reads no state."""

    decisions: Sequence[Decision]
    evaluators: Evaluators


@dataclass(frozen=True)
class Pass:
    """A step of the optimiser. `name` is that of its module."""

    name: str
    run: Callable[[Code, Setting], Code]


def bitset_loops(code: Code, setting: Setting) -> Code:
    """Loops over sets, with what they rest on: bounds of numbers, tables, and sets that are kept beside arrays."""
    arrays = dict(code.arrays)
    code = replace(code, arrays=arrays, tables=dict(code.tables))
    ranges, tables = Ranges.of(code, setting.decisions), Tables.of(code, setting.evaluators)
    mirrors = Mirrors(code, ranges, tables, arrays)
    return mirrors.kept(over_sets(Shared(code, ranges, tables, mirrors, Effects(code))))


def location_index(code: Code, setting: Setting) -> Code:
    return index(code, Ranges.of(code, setting.decisions), Tables.of(code, setting.evaluators))


# What is asked in the same words, and what need not be asked: after these, nobody asks some functions any more.
FIRST = (
    Pass("common_subexpressions", lambda code, _: ask_once(code)),
    Pass("redundant_tests", lambda code, _: use_known(code)),
)
PASSES = (
    *FIRST,
    Pass("early_exit", lambda code, _: meet(code)),
    Pass("shifted_rows", lambda code, _: full_rows(code)),
    Pass("incremental_sums", lambda code, _: keep_sums(code)),
    Pass("split_functions", lambda code, _: split(code, static_functions(code))),
    Pass("location_index", location_index),
    Pass("bloom_filter", lambda code, _: remember(code)),
    Pass("bitset_loops", bitset_loops),
    Pass("dead_stores", lambda code, _: shorten(code)),
    Pass("sampling", lambda code, setting: numbered(code, setting.decisions)),
)


def optimised(code: Code, setting: Setting, without: Collection[str] = ()) -> Code:
    """A program with the same decisions and positions, at less cost; `without` the passes of these names.

    All functions stay, as others may call them by name; marks of rules do not. There are more derived arrays.
    """
    assert {*without} <= {each.name for each in PASSES}, without
    before, aside = code, {}
    for each in PASSES:
        if each.name not in without:
            code = each.run(code, setting)
        if each is FIRST[-1]:
            aside = _unasked(before, code, setting.decisions)
            code = replace(code, functions={n: f for n, f in code.functions.items() if n not in aside})
    return _bare(replace(code, functions={**code.functions, **aside}))


def _unasked(before: Code, after: Code, decisions: Sequence[Decision]) -> dict[str, Function]:
    """The functions, as they were, that nobody in the program asks any more. They say nothing of what they are asked
    with, so that what others know of it holds."""
    graph = call_graph(before)
    called = {name for callees in graph.values() for name in callees}
    outside = {n.function for d in decisions for a in d.alternatives for n in a.needs}
    outside |= {name for d in decisions for name in (d.options, d.candidates, d.allowed)}
    asked = reached(call_graph(after), [name for name in graph if name not in called or name in outside])
    return {name: function for name, function in before.functions.items() if name not in asked}


def _bare(code: Code) -> Code:
    """The program without the tables that were on the way to others."""
    outer = (e for function in code.functions.values() for s in statements(function.body) for e in expressions(s))
    used = {e.table for expr in outer for e in subexpressions(expr) if isinstance(e, Lookup)}
    return replace(code, tables={name: table for name, table in code.tables.items() if name in used})
