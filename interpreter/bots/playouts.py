"""Games that go on at random from a state to their end, as a search plays them many times over.

All answers that the rules take are equally likely, step by step, also those that look alike. They are drawn as
`interpreter.library.drawing` says, and all draws are those of chance, from the random word of the state: the same state
plays the same game, in Python and as machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dsl.ir.layout import RANDOM_AT, SITE_AT, STATUS_AT
from dsl.ir.nodes import OVER
from interpreter.library.drawing import any_legal
from interpreter.play.payoffs import payoffs
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault, State

LONGEST = 10_000  # answers, more than any game here takes; what has not ended by then is worth what it is worth then


class Playout(Protocol):
    """Plays a state to its end, and says what each player has then. The state may be changed."""

    def __call__(self, rules: Rules, state: State) -> Sequence[float]: ...


def at_random(rules: Rules, state: State) -> Sequence[float]:
    """By the machine of the rules, answer by answer. Where a fault stops the game, nobody gets any."""
    machine = rules.machine
    try:
        for _ in range(LONGEST):
            if state[STATUS_AT] == OVER:
                break
            decision = machine.decisions[state[SITE_AT]]
            machine.resume(state, any_legal(machine, state, decision, state, RANDOM_AT))
    except Fault:
        return [0.0] * len(rules.program.players)
    return payoffs(rules.box, state)


def usual(rules: Rules) -> Playout:
    """As machine code, if the rules are that."""
    if not rules.native:
        return at_random
    from interpreter.bots.native_playouts import NativePlayout  # needs the extra [native]

    return NativePlayout(rules, LONGEST)
