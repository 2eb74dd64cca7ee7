"""The passes from IR to IR that find a cheaper way to the same: run before suspension, for every back end."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import Code
from dsl.program import Decision
from interpreter.lean_effects import Effects
from interpreter.lean_ranges import Ranges
from interpreter.lean_sets import Sets
from interpreter.lean_static import Tables, static_functions


def lean(code: Code, decisions: Sequence[Decision] = ()) -> Code:
    """A program with the same decisions and positions, at less cost. `decisions` are those of the `Program`.

    All functions stay, as others may call them by name; marks of rules do not.
    """
    ranges = Ranges.of(code, decisions)
    return Sets(code, ranges, Tables(code, static_functions(code)), Effects(code)).result()
