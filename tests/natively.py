"""The machines that must do the same: generated Python, and machine code where the extra `native` is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from dsl.ir.nodes import Code
from dsl.ir.program import Decision
from interpreter.backends.pipeline import compiled, machine_of
from interpreter.state.machine import Machine

HAS_EXTRA = find_spec("llvmlite") is not None
WHY_NOT = "the extra [native] is missing: no machine code"


@contextmanager
def not_optimised() -> Iterator[None]:
    """Machine code that is made quickly: to optimise it takes most of the time."""
    from interpreter.backends.llvm import objects

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objects, "_pipeline", lambda size: objects.NOTHING)
        yield


def machines(code: Code, decisions: Sequence[Decision] = ()) -> list[Machine]:
    """A machine of each sort for a checked program of two players."""
    found = [machine_of(code, 2, decisions)]
    if HAS_EXTRA:
        from interpreter.backends.llvm.machine import NativeMachine
        from interpreter.backends.llvm.module import native

        with not_optimised():
            found.append(NativeMachine(native(code, decisions), compiled(code, decisions), 2, decisions))
    return found
