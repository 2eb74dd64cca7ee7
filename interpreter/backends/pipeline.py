"""From a program's IR to what a machine runs: what stands for more than it does is made lean, then it is suspended."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dsl.ir.nodes import DERIVE, DRAWN, MAIN, Code
from dsl.ir.nodes import Mark as MarkStatement
from dsl.ir.program import Decision, Program
from dsl.ir.visit import call_graph, reached, statements
from dsl.optimise.inline import inline
from interpreter.backends.python.emit import emit
from interpreter.backends.python.evaluator import PythonEvaluator
from interpreter.backends.python.expressions import Names
from interpreter.state.machine import Compiled, Machine, Mark
from interpreter.suspend.suspension import suspend


def ready(
    code: Code, decisions: Sequence[Decision] = (), *, trace: bool = False, without: Collection[str] = ()
) -> Code:
    """A checked `code` as back ends take it: suspended, and at less cost unless every rule is to be told that it comes
    to. `decisions` are those of the `Program`; `without` names passes that are left out."""
    return suspend(inline(code if trace else optimised(code, decisions, without)))


def ready_program(program: Program, *, trace: bool = False, without: Collection[str] = ()) -> Code:
    """The code of a whole game as back ends take it, with the functions that say who sees what."""
    from dsl.lower.visibility_functions import (
        with_sight,  # here, as it brings all of the lowering, which made the program
    )

    return with_sight(program, ready(program.code, program.decisions, trace=trace, without=without))


def optimised(code: Code, decisions: Sequence[Decision] = (), without: Collection[str] = ()) -> Code:
    """A checked `code` after the passes of the optimiser, `without` those of these names."""
    from dsl.optimise import passes  # here, as who checks or traces takes no short cut

    return passes.optimised(code, passes.Setting(decisions, PythonEvaluator), without)


def asked_of(decision: Decision) -> tuple[str, str, str, str]:
    """The names of the functions that tell its answers: of the options, of the candidates, of what draws one of these
    without a list, and of what tests one. There need not be the last two."""
    return decision.options, decision.drawn_among, DRAWN + decision.drawn_among, decision.allowed


def played(code: Code, decisions: Sequence[Decision]) -> dict[str, tuple[str, ...]]:
    """The call graph of the functions that play comes to. Others begin examples, say why something cannot be done, or
    are asked by nobody any more."""
    answers = [name for d in decisions for name in (*asked_of(d), d.several.within if d.several else "")]
    graph = call_graph(code)
    found = reached(graph, [MAIN, DERIVE, *answers])
    return {name: callees for name, callees in graph.items() if name in found}


def compiled(code: Code, decisions: Sequence[Decision] = (), *, trace: bool = False) -> Compiled:
    """A checked `code`, made ready to run; with `trace` it reports each rule it comes to and takes no short cut."""
    return compiled_python(ready(code, decisions, trace=trace), trace=trace)


def compiled_python(suspended: Code, *, trace: bool = False) -> Compiled:
    """A `code` that is `ready`."""
    python = compile(emit(suspended, trace=trace), "<rules>", "exec", dont_inherit=True)
    return Compiled(python, suspended.arrays, Names.of(suspended).functions, tuple(suspended.faults))


def machine_of(code: Code, players: int, decisions: Sequence[Decision] = (), *, mark: Mark | None = None) -> Machine:
    """A machine for a checked `code`, which traces if there is a `mark`."""
    return Machine(compiled(code, decisions, trace=mark is not None), players, decisions, mark=mark)


def machine_of_program(program: Program, *, mark: Mark | None = None) -> Machine:
    """A machine for a whole game."""
    trace = mark is not None
    python = compiled_python(ready_program(program, trace=trace), trace=trace)
    return Machine(python, len(program.players), program.decisions, mark=mark)


def rules_reported(code: Code) -> tuple[int, ...]:
    """The numbers of the rules that it can report, ascending."""
    inside = (stmt for function in code.functions.values() for stmt in statements(function.body))
    return tuple(sorted({stmt.rule for stmt in inside if isinstance(stmt, MarkStatement)}))
