"""From the resolved model to a program: the code in the IR, and what the interpreter must know of the game.

How it is laid out, from the ground up:

- The program while it is made: `build`, with the functions in it; `storage` (the state), `board_tables` and `built_in`
  (constant tables), `ops` (the IR in short), `modes`. `lowering` says which function lowers each node of the core.
- Phrases and sentences: `values`, `conditions`, `selections`, `loops`; `set_conditions` are those that are lifted, all
  elements at once, `occupancy` those that need no loop; `nothing`; `walks` with `path_cache`.
- What happens: `changes`, of which `motion` moves a piece; `settling` with `standing_rules`, `agenda` and
  `before_rules`; `control`, `turns`, `elimination`, `transactions`.
- Who is asked: `offers` of actions, with `legality`, `candidates`, `reasons` and `answer_forms`; `choices` of one
  thing, `set_choices` of several, `set_completion` (whether a set can be completed); `alternatives`, `simultaneous`;
  `prompts`.
- Secrets: `visibility` (who sees what), `look_alikes`, `remembered`, `knowing`, `forgetting`; `openness` (what all can
  see to be impossible).
- `metadata` and `examples` are what the interpreter is told besides; `weighing`: which numbers decide in examples.

Each other module says in its first line what it is.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.analysis.base import Analysis
from dsl.analysis.effects import stopped
from dsl.core import Core
from dsl.ir.check import too_deep
from dsl.ir.layout import layout
from dsl.ir.nodes import DERIVE, ENDED, MAIN, Code, Perform
from dsl.ir.program import SET_UP, Program
from dsl.ir.visit import CallCycle, Outcomes, callees_first, graph_of, outcomes, outline, reached, shortest_cycle
from dsl.lower.agenda import declare_agenda
from dsl.lower.build import Build, Scene, Sentence
from dsl.lower.changes import declare_faults
from dsl.lower.examples import lower_examples
from dsl.lower.fault_sites import cite_breaches, name_offers
from dsl.lower.forgetting import notice_all
from dsl.lower.incremental_sums import declare_sums, derive_sums
from dsl.lower.lowering import Lowering
from dsl.lower.metadata import declare_tables, program
from dsl.lower.modes import NORMAL, SETUP, check_depths
from dsl.lower.offers import write_needs
from dsl.lower.path_cache import derive
from dsl.lower.prompts import write_prompts
from dsl.lower.reach import lower_reaches
from dsl.lower.remembered import declare_known
from dsl.lower.settling import STOP_SETTLING, forget_settling, settle_all
from dsl.lower.step_bound import check_work, forget_turns
from dsl.lower.storage import BEGIN, PLAY, begin_body, declare_arguments, declare_arrays, declare_occupancy, derive_body
from dsl.lower.weighing import declare_noted
from dsl.model import Deepest, Definition, Playable, Procedure, Trigger, Window, spoken
from dsl.model.visit import definitions_of
from dsl.secrecy import Observations
from dsl.text.diagnostics import Note, refuse

__all__ = ["lower"]


def lower(
    analysis: Analysis,
    seen: Observations,
    core: Core,
    source_hash: str = "",
    sentence: Sentence | None = None,
) -> Program:
    """The program of a rulebook, with its worked examples if these are wanted.

    `seen` is what the check for secrets has observed. `core` leads back to the book as it is written.
    `sentence` puts a definition, need or statement into words for refusals and traces. Raises Refused.
    """
    build = Build(analysis, core, Lowering(), sentence or _no_words, seen)
    declare_arrays(build)
    declare_known(build)
    declare_occupancy(build)
    declare_sums(build)
    declare_tables(build)
    declare_agenda(build)
    declare_faults(build)
    _declare_main(build)
    build.finish()
    made = lower_examples(build) if build.examples else ()
    reaches = lower_reaches(build) if build.examples else ()
    build.finish()
    notings = declare_noted(build)
    check_depths(build)
    write_needs(build, seen)
    write_prompts(build, seen)
    declare_arguments(build)
    cite_breaches(build)
    name_offers(build)
    asked = {name for example in made for step in example.steps for name in step.functions}
    starts = {start for example in made for start in (example.start, example.given) if start}
    code = _code(build, starts, asked | {reach.function for reach in reaches})
    return replace(program(build, code, made, source_hash), reaches=reaches, notings=notings)


def _no_words(node: object) -> str:
    return ""


def _declare_main(build: Build) -> None:
    build.procedure(BEGIN, (), lambda: (*begin_body(build), *notice_all(build)))
    build.procedure(DERIVE, (), lambda: ())  # written last, when all derived arrays are known
    build.procedure(SET_UP, (), lambda: (Perform(BEGIN), *Scene(build, SETUP, "Setup").block(build.book.setup)))
    build.procedure(PLAY, (), lambda: Scene(build, NORMAL, "Play").block(build.book.play))
    build.procedure(MAIN, (), lambda: (Perform(SET_UP), *settle_all(build), Perform(PLAY)))


def _code(build: Build, starts: set[str], entries: set[str]) -> Code:
    """All functions that can be reached, and the arrays in their order."""
    remembered = derive(build)
    build.finish()
    build.functions[DERIVE] = replace(
        build.functions[DERIVE], body=(*derive_body(build), *derive_sums(build), *remembered)
    )
    if STOP_SETTLING in build.functions:
        build.functions[STOP_SETTLING] = replace(build.functions[STOP_SETTLING], body=forget_settling(build))
    code = Code(layout(build.arrays), build.tables, build.functions, faults=build.faults)
    outlines = {name: outline(function.body) for name, function in code.functions.items()}
    graph = graph_of(outlines)
    try:
        order = callees_first(graph)
    except CallCycle as cycle:
        _refuse_cycle(build, shortest_cycle(graph, cycle.path[:-1]))
    for name, function in build.functions.items():
        if too_deep(function, outlines[name]):
            refuse("E0106", "What happens here nests too many loops, or sums, inside one another.", function.span)
    if stopped(build):
        _catch(build, graph, outcomes(code, order), {MAIN, *starts})
    check_work(build, code, order, outlines)
    forget_turns(build)
    roots = {MAIN, DERIVE, *starts, *entries}
    for decision in build.decisions[1:]:
        roots |= {decision.options, *(n.function for a in decision.alternatives for n in a.needs)}
        roots |= {decision.candidates, decision.allowed} - {""}
        if decision.several:
            roots |= {decision.several.within, *(n.function for n in decision.several.needs)}
    kept = reached(graph, roots)
    return replace(code, functions={name: function for name, function in build.functions.items() if name in kept})


def _catch(build: Build, graph: dict[str, tuple[str, ...]], known: Outcomes, starts: set[str]) -> None:
    """What stops a phase outside it does not get past its guard; for the sake of form there is a way out, too."""
    for start in starts:
        for target in sorted(way - ENDED for way in known[start] if way > ENDED):
            inner = build.number(start)
            build.functions[inner] = replace(build.functions[start], name=inner)
            build.functions[start] = replace(build.functions[start], body=(Perform(inner, (), target),))
            graph[inner], graph[start] = graph[start], (inner,)


def _refuse_cycle(build: Build, path: tuple[str, ...]) -> None:
    """A definition that needs itself, or a rule that can cause itself: the headings on the way round, with places."""
    spans = [span for name in path if (span := build.functions[name].span)]
    ring = list(dict.fromkeys(d for name in path for d in _carried_out_by(build, name)))
    if not ring:
        refuse("E0401", "What happens here can cause itself, again and again.", spans[0] if spans else None)
    first = next((k for k, d in enumerate(ring) if isinstance(d, Playable) and d.playable), 0)
    ring = ring[first:] + ring[:first]
    told = ", which can lead to ".join(spoken(d) for d in [*ring, ring[0]])
    notes = tuple(Note(f"{spoken(d)} stands here", d.span) for d in ring[1:])
    deep = next((d for d in ring if isinstance(d, Procedure | Window | Trigger)), None)
    limited = deep is None or isinstance(next(iter(deep.body), None), Deepest)
    where = f"{'below `after …` in' if isinstance(deep, Trigger) else 'first line of'} {spoken(deep)}" if deep else ""
    hints = (f"{where}: goes at most 2 deep",) if deep and not limited else ()
    refuse("E0401", f"This goes round in a circle: {told}.", ring[0].span, hints=hints, notes=notes)


def _carried_out_by(build: Build, function: str) -> list[Definition]:
    """The definition to which a procedure belongs, in its form for the procedure's window."""
    forms = [d for d in definitions_of(build.book) if d.span == build.functions[function].span]
    return sorted((d for d in forms if d.name in function or len(forms) == 1), key=lambda d: -len(d.name))[:1]
