"""Players who take any option, all equally likely: the same in simulations, traces and games of mutants."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir.layout import SITE_AT, WHO_AT
from interpreter.knowledge.reader import Knowledge
from interpreter.library import chance
from interpreter.library.chance import Luck
from interpreter.library.drawing import any_legal
from interpreter.library.randomness import place
from interpreter.play.options import Answers
from interpreter.play.rules import Rules
from interpreter.play.set_answers import DONE, SetAnswer
from interpreter.play.simultaneous import answers_of, asked, asking, is_secret
from interpreter.state.machine import Machine, State


def any_answer(rules: Rules, state: State, luck: Luck, counts: bool = True) -> tuple[Sequence[int], int]:
    """The codes of an answer to the open decision, to be given one after another, and how many options there were, if
    it `counts` them.

    What Chance answers is drawn from the state. A set is entered in any order, until it is drawn that it is complete;
    the options of the first step count. Where several players decide at once, it is the first of them who answers.
    """
    program, machine = rules.program, rules.machine
    if is_secret(program, state):
        first = asked(program, machine, [*state])[0]
        own, number = any_answer(rules, asking(program, machine, [*state], first), luck, counts)
        return answers_of(program, state, first, own), number
    decision, who = program.decisions[state[SITE_AT]], state[WHO_AT]
    if who == len(program.players) and decision.several is None:
        codes = machine.options(state)
        return (_drawn(state, codes),), len(codes)
    answers = Answers(decision, Knowledge(rules.box, state, who))
    if decision.several is not None:
        sets = SetAnswer(machine, state, answers)
        if who != len(program.players):
            return _any_set(sets, luck)
        return sets.drawn(lambda left: _drawn(state, left)), len(machine.options(state))
    codes = machine.options(state) if counts else []
    groups = answers.groups(codes)
    return (_any_option(machine, state, answers, luck, codes, groups),), len(groups)


def _any_option(
    machine: Machine, state: State, answers: Answers, luck: Luck, codes: Sequence[int], groups: Sequence[list[int]]
) -> int:
    """The code of an option, all that the player can tell apart equally likely. `codes` and `groups` are all of them;
    none, if they are not listed.

    A legal answer is drawn. Where so many look like it, it is taken once in so many times; else an option is drawn from
    the list of them, and one of those that look like it.
    """
    decision = answers.decision
    if codes and not decision.candidates and not decision.allowed:
        code = codes[place(luck.draw(), len(codes))]
    else:
        code = any_legal(machine, state, decision, luck.words, 0)
    if answers.is_alone(code):
        return code
    groups = groups or answers.groups(machine.options(state))
    alike = next(group for group in groups if code in group)
    return code if luck.choice(range(len(alike))) == 0 else luck.choice(luck.choice(groups))


def _drawn(state: State, codes: Sequence[int]) -> int:
    return codes[chance.draw(state, len(codes))]


def _any_set(sets: SetAnswer, luck: Luck) -> tuple[Sequence[int], int]:
    first = 0
    elements: list[int] = []
    while True:
        options = sets.groups(elements)
        first = first or len(options)
        code = luck.choice(luck.choice(options))
        if code == sets.giving_up:
            return (code,), first
        if code == DONE:
            return sets.in_order(elements), first
        elements.append(code)
