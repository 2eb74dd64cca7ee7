"""From a game to the machine that runs it as machine code, or the reason why there is none.

The text is kept under the key of the game; the machine code under a key of its own
(`interpreter.backends.llvm.objects`), as it belongs to a processor.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dsl.ir.nodes import Code
from dsl.ir.program import Program
from dsl.text.files import keep, kept
from interpreter.backends.llvm.program import Native
from interpreter.state.codec import decode, encode
from interpreter.state.machine import Compiled, Mark

if TYPE_CHECKING:
    from interpreter.backends.llvm.machine import NativeMachine

SUFFIX = ".native"
EXTRA = "pip install 'rulewright[native]'"


class NoNativeCode(Exception):
    """Rules cannot be turned into machine code here; the words say why, and what to do."""


def native_machine(
    program: Program, python: Compiled, key: str, code: Callable[[], Code], mark: Mark | None = None
) -> NativeMachine:
    """The machine of a game. `code` makes what is to be compiled, which is `ready`, if what was kept under `key` is not
    to be had. With `mark` it notes the rules that it comes to. Raises NoNativeCode."""
    if find_spec("llvmlite") is None:
        raise NoNativeCode(f"Without llvmlite the rules run as Python; {EXTRA} makes many games many times as fast.")
    text = _kept(key) or _made(key, program, code(), mark is not None)
    try:
        from interpreter.backends.llvm.machine import NativeMachine  # loading LLVM takes a moment

        return NativeMachine(text, python, len(program.players), program.decisions, mark=mark)
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        raise NoNativeCode(f"LLVM cannot be used here, so that the rules run as Python ({error}).") from error


def _kept(key: str) -> Native | None:
    body = kept(f"{key}{SUFFIX}") if key else None
    if body is None:
        return None
    try:
        return decode(Native, json.loads(body))
    except ValueError:
        return None


def _made(key: str, program: Program, code: Code, trace: bool) -> Native:
    from interpreter.backends.llvm.playing import (
        native_program,  # the back end is needed for a new or changed text only
    )

    made = native_program(program, code, trace=trace)
    if key:
        keep(f"{key}{SUFFIX}", json.dumps(encode(made), separators=(",", ":")).encode())
    return made
