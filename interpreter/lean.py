"""The passes from IR to IR that find a cheaper way to the same: run before suspension, for every back end.

In their order: `lean_meet` (sets that grow until they meet another), `lean_rows` (rows of cells that are full),
`lean_sums` (sums kept up to date), `lean_split` (functions of one number of the state), `lean_index` (where pieces
are), `lean_memory` (which positions were recorded), and `lean_sets` (loops over sets), which rests on `lean_ranges`
(bounds of all numbers), `lean_effects` (what changes in a loop), `lean_static` (tables worked out), `lean_mirrors`
(sets kept beside arrays), `lean_terms`, `lean_lift` and `lean_whole` (functions of few numbers). Last comes
`lean_attempts` (what is tried for nothing).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.ir import Code
from dsl.program import Decision
from interpreter.lean_attempts import shorten
from interpreter.lean_effects import Effects
from interpreter.lean_index import index
from interpreter.lean_meet import meet
from interpreter.lean_memory import remember
from interpreter.lean_mirrors import Mirrors
from interpreter.lean_ranges import Ranges
from interpreter.lean_rows import full_rows
from interpreter.lean_sets import over_sets
from interpreter.lean_split import split
from interpreter.lean_static import Tables, static_functions
from interpreter.lean_sums import keep_sums
from interpreter.lean_terms import Shared


def lean(code: Code, decisions: Sequence[Decision] = ()) -> Code:
    """A program with the same decisions and positions, at less cost. `decisions` are those of the `Program`.

    All functions stay, as others may call them by name; marks of rules do not. There are more derived arrays.
    """
    code = keep_sums(full_rows(meet(code)))
    code = split(code, static_functions(code))
    code = remember(index(code, Ranges.of(code, decisions), Tables.of(code)))
    arrays, tables = dict(code.arrays), dict(code.tables)
    code = replace(code, arrays=arrays, tables=tables)
    ranges, worked_out = Ranges.of(code, decisions), Tables.of(code)
    mirrors = Mirrors(code, ranges, worked_out, arrays)
    return shorten(mirrors.kept(over_sets(Shared(code, ranges, worked_out, mirrors, Effects(code)))))
