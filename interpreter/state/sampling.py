"""One of the legal answers to a decision, all equally likely, most often without a list of them.

Candidates are the answers to which nothing speaks but what they would lead to. One of them is drawn, and tested alone;
where it fails, another is drawn. After many failures the legal answers are listed, and one of these is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.ir.layout import SITE_AT
from dsl.ir.nodes import DRAWN
from dsl.ir.program import Decision
from interpreter.library.randomness import place
from interpreter.state.machine import Machine, State

TRIALS = 32


def functions(decision: Decision) -> tuple[str, str, str, str]:
    """The names of the functions that are asked here: of the options, of the candidates, of what draws one of these
    without a list, and of what tests one. There need not be the last two."""
    return decision.options, decision.drawn_among, DRAWN + decision.drawn_among, decision.allowed


def any_legal(machine: Machine, state: State, draw: Callable[[], int], listed: Sequence[int] = ()) -> int:
    """The code of an answer to the open decision, which has one. `draw` gives numbers below `DRAWS`;
    the answer depends on these alone, not on the back end. `listed` are all legal answers, or none if they
    are not known."""
    decision = machine.decisions[state[SITE_AT]]
    if listed and not decision.candidates and not decision.allowed:
        return listed[place(draw(), len(listed))]
    for _ in range(TRIALS):
        code = machine.candidate(state, draw())
        if machine.allows(state, code):
            return code
    codes = machine.options(state)
    return codes[place(draw(), len(codes))]
