"""The machines that must do the same: generated Python, and machine code where the extra `native` is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import pytest

from dsl.ir import Code
from dsl.program import Decision
from interpreter.machine import Machine, compiled

HAS_EXTRA = find_spec("llvmlite") is not None
WHY_NOT = "the extra [native] is missing: no machine code"


def machines(code: Code, decisions: Sequence[Decision] = ()) -> list[Machine]:
    """A machine of each sort for a checked program of two players."""
    found = [Machine.from_code(code, 2, decisions)]
    if HAS_EXTRA:
        from interpreter.native import objects
        from interpreter.native.machine import NativeMachine
        from interpreter.native.text import native

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(objects, "LARGEST_OPTIMISED", 0)  # to optimise takes most of the time
            found.append(NativeMachine(native(code, decisions), compiled(code, decisions), 2, decisions))
    return found
