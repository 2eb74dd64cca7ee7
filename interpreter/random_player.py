"""Players who take any option, all equally likely: the same in simulations, traces and games of mutants."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.layout import SITE_AT, WHO_AT
from interpreter import chance
from interpreter.chance import Luck
from interpreter.knowledge import Knowledge
from interpreter.machine import State
from interpreter.options import Answers
from interpreter.rules import Rules
from interpreter.secret import answers_of, asked, asking, is_secret
from interpreter.sets import ENDS, GIVE_UP, SetAnswer


def any_answer(rules: Rules, state: State, luck: Luck) -> tuple[Sequence[int], int]:
    """The codes of an answer to the open decision, to be given one after another, and how many options there were.

    What Chance answers is drawn from the state. Of an answer that is a set, the options of its first step count. Where
    several players decide at once, it is the first of them who answers.
    """
    program, machine = rules.program, rules.machine
    if is_secret(program, state):
        first = asked(program, machine, [*state])[0]
        own, number = any_answer(rules, asking(program, machine, [*state], first), luck)
        return answers_of(program, state, first, own), number
    decision, who = program.decisions[state[SITE_AT]], state[WHO_AT]
    answers = Answers(decision, Knowledge(rules.box, state, who))
    codes = machine.options(state)
    if who == len(program.players):
        if decision.several is not None:
            return SetAnswer(machine, state, answers).drawn(lambda left: _drawn(state, left)), len(codes)
        return (_drawn(state, codes),), len(codes)
    if decision.several is not None:
        return _any_set(SetAnswer(machine, state, answers), luck)
    options = answers.groups(codes)
    return (luck.choice(luck.choice(options)),), len(options)


def _drawn(state: State, codes: Sequence[int]) -> int:
    return codes[chance.draw(state, len(codes))]


def _any_set(sets: SetAnswer, luck: Luck) -> tuple[Sequence[int], int]:
    options = sets.steps(()).options
    first = len(options)
    option = luck.choice(options)
    elements = []
    while option not in ENDS:
        elements.append(option)
        if sets.is_full(elements):
            break
        option = luck.choice(sets.steps(elements).options)
    if option == GIVE_UP:
        return (sets.giving_up,), first
    return sets.codes(elements, luck.choice), first
