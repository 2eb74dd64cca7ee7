"""Why nobody is asked where something is repeated without end: what is offered there, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir.program import ACTIVE, Decision, Program
from dsl.text.diagnostics import Note
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.play.options import MOST_ENUMERATED, Answers
from interpreter.play.why import furthest
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault, Machine, State

MOST_TOLD = 6  # needs of one offer
SOMEBODY = "as in: the starter means Red if no Player is first, otherwise the Player that is first"
NEEDED = "in the example: given …, so that one of these can be done"


def remedies(fault: Fault, in_vain: tuple[Note, ...]) -> tuple[str, ...]:
    """What an example, or its rulebook, could say in which the line cannot be carried out."""
    return {"F4": (NEEDED,) if in_vain else (), "F10": (SOMEBODY,)}.get(fault.code, ())


def offered_in_vain(program: Program, machine: Machine, rule: int, at: Sequence[int]) -> tuple[Note, ...]:
    """For each offer to which the loop that has no end can lead, the needs that keep whose turn it is from all of it:
    of each action those of the answer that comes nearest. `rule` could not be carried out, `at` is a state of this
    machine; nothing where either is not known."""
    if rule < 0 or not at:
        return ()
    state, notes = [*at], list[Note]()
    for site in program.rules[rule].asked:
        decision = program.decisions[site]
        for who in _players(program, machine, state) if decision.arguments == 1 else ():
            needs = [*dict.fromkeys(_unmet(program, machine, state, decision, who))]
            if needs and not {*needs} <= {*notes}:
                told = f"{program.players[who]} can do nothing of this: {decision.prompt}"
                notes += [Note(told, program.rules[decision.rule].span), *needs[:MOST_TOLD]]
                break
    return tuple(notes)


def _players(program: Program, machine: Machine, state: State) -> range:
    """Whose turn it is; where it is nobody's, all."""
    active = state[machine.arrays[ACTIVE].offset]
    return range(active, active + 1) if active >= 0 else range(len(program.players))


def _unmet(program: Program, machine: Machine, state: State, decision: Decision, who: int) -> Iterator[Note]:
    answers = Answers(decision, Knowledge(Box(program, machine), state, REFEREE))
    for form in decision.alternatives:
        if not form.passes and form.size <= MOST_ENUMERATED:
            codes = [*range(form.base, form.base + form.size)]
            _, needs = furthest(machine, state, answers, codes, (who,), lambda _: True)
            yield from (Note(f"not met: {need if need.sentence else need.name}", need.span) for need in needs)
