"""Texts in LLVM's language as machine code in memory, kept between runs.

What is kept belongs to one text, one version of the compiler and one processor; what is missing, cut off or of another
processor is made again. Everything here needs the extra `native`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

import llvmlite
from llvmlite import binding as llvm

from dsl.text.files import keep, kept
from interpreter.backends.llvm.program import ENTRIES, GAMES_ENTRY, SMALL, Native
from interpreter.budget import interruptibly

SUFFIX = ".object"
LARGEST_OPTIMISED = 500  # statements; of more the usual optimisation takes seconds for little
NOTHING = "nothing"  # no optimisation at all, for tests
_USUAL = "O1"  # which has its own opinion of what is written out where it is called
_CHEAP = "function by function"  # what is small is written out first

Entry = Any  # a function of ctypes, which lets other threads run while it runs
_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@dataclass(frozen=True)
class Loaded:
    """Machine code in memory, as long as this is kept: the entries in the order of their numbers, and the one that
    plays whole games, if there is one."""

    entries: Sequence[Entry]
    games: Entry | None
    engine: Any


def loaded(native: Native) -> Loaded:
    """The machine code of a program. Raises RuntimeError if this processor or compiler cannot be used."""
    code = _code(native.text, _pipeline(native.size))
    return _in_memory(code, len(native.functions))


@cache
def alone(text: str, name: str) -> Loaded:
    """The one function of a text that belongs to no program. Raises as `loaded`."""
    engine = _engine(_code(text, _USUAL))
    return Loaded([_ENTRY(engine.get_function_address(name))], None, engine)


def _code(text: str, pipeline: str) -> bytes:
    name = f"{_key(text, pipeline)}{SUFFIX}"
    code = kept(name)
    if code is None:
        code = interruptibly(lambda: _compiled(text, pipeline))
        keep(name, code)
    return code


def _pipeline(size: int) -> str:
    """The passes for a program of so many statements."""
    return _USUAL if size <= LARGEST_OPTIMISED else _CHEAP


@cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _processor() -> tuple[str, str]:
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine(pipeline: str) -> Any:
    cpu, features = _processor()
    return _target().create_target_machine(
        cpu=cpu, features=features, opt=0 if pipeline == NOTHING else 1, reloc="pic", codemodel="default", jit=True
    )


def _key(text: str, pipeline: str) -> str:
    parts = [llvmlite.__version__, ".".join(map(str, llvm.llvm_version_info)), *_processor(), pipeline, text]
    return sha256("\0".join(parts).encode()).hexdigest()


def _compiled(text: str, pipeline: str) -> bytes:
    machine = _machine(pipeline)
    module = llvm.parse_assembly(text.replace(SMALL, "alwaysinline") if pipeline == _CHEAP else text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    if pipeline == _USUAL:
        builder.getModulePassManager().run(module, builder)
    elif pipeline == _CHEAP:
        _by_functions(module, builder)
    return bytes(machine.emit_object(module))


def _by_functions(module: Any, builder: Any) -> None:
    """The compiler's own choice of passes for a function. Single ones are not put together here: `new_gvn` ends the
    process where a function has some sixty loops."""
    inline, each = llvm.create_new_module_pass_manager(), builder.getFunctionPassManager()
    inline.add_always_inliner_pass()
    inline.add_global_dead_code_eliminate_pass()
    inline.run(module, builder)
    for function in module.functions:
        if not function.is_declaration:
            each.run(function, builder)


def _engine(code: bytes) -> Any:
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(""))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _in_memory(code: bytes, count: int) -> Loaded:
    engine = _engine(code)
    table = (ctypes.c_void_p * count).from_address(engine.get_global_value_address(ENTRIES))
    games = engine.get_function_address(GAMES_ENTRY)
    return Loaded([_ENTRY(address or 0) for address in table], _ENTRY(games) if games else None, engine)
