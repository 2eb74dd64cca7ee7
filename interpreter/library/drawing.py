"""One of the legal answers to a decision, all equally likely, most often without a list of them.

Candidates are the answers to which nothing speaks but what they would lead to. One of them is drawn, and tested alone;
where it fails, another is drawn. After many failures the legal answers are listed, and one of these is drawn.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeVar

from dsl.ir.layout import ARGUMENTS_AT
from interpreter.library.context import FALLEN, FAULT, GIVEN, GIVEN_UP, OFFERED, OFFERS
from interpreter.library.hosts import at, copy, part, run
from interpreter.library.memory import Memory
from interpreter.library.randomness import draw, place
from interpreter.library.sorting import sort_unique

TRIALS: Final = 32

D = TypeVar("D", contravariant=True)
Context = Any  # the words of `interpreter.library.context`, which to machine code are the game as well


class Game(Protocol[D]):
    """Who knows the answers to the open decision, of which `D` says all that does not change."""

    def candidate(self, state: Memory, decision: D, drawn: int, /) -> int:
        """The code of the candidate to which a draw leads."""

    def allows(self, state: Memory, decision: D, candidate: int, /) -> bool:
        """Whether a candidate is legal."""

    def option(self, state: Memory, decision: D, drawn: int, /) -> int:
        """The code of the legal answer to which a draw leads."""


def any_legal(game: Game[D], state: Memory, decision: D, words: Memory, word: int) -> int:
    """The code of an answer to the open decision, which has one. It depends on the word from which it is drawn alone,
    not on the back end."""
    for _ in range(TRIALS):
        code = game.candidate(state, decision, draw(words, word))
        if game.allows(state, decision, code):
            return code
    return game.option(state, decision, draw(words, word))


# --------------------------------------------------------------------------------------------- a game in machine code

# What it knows of a decision, in words: the addresses of what finds its options and its candidates, of what draws a
# candidate and of what tests one (0: there is none), and how many arguments they take.
OPTIONS, CANDIDATES, DRAWS, ALLOWS, ARGUMENTS = range(5)
DECISION: Final = 5


def drawn(context: Context, state: Memory, decision: Memory, words: Memory, word: int) -> int:
    """As `any_legal`; -1 if Python has to do it: then nothing was drawn, and the context has a fault."""
    before = words[word]
    copy(at(context[GIVEN]), part(state, ARGUMENTS_AT), decision[ARGUMENTS])
    code = any_legal(context, state, decision, words, word)
    if context[FAULT] == 0:
        return code
    words[word] = before
    return -1


def candidate(context: Memory, state: Memory, decision: Memory, number: int) -> int:
    code = -1
    if decision[DRAWS] != 0:
        code = answer(context, state, decision, decision[DRAWS], number)
    if code < 0:
        code = kth_option(context, state, decision[CANDIDATES], number)
    return code


def allows(context: Memory, state: Memory, decision: Memory, code: int) -> bool:
    if decision[ALLOWS] == 0:
        return True
    return answer(context, state, decision, decision[ALLOWS], code) != 0


def option(context: Memory, state: Memory, decision: Memory, number: int) -> int:
    return kth_option(context, state, decision[OPTIONS], number)


def answer(context: Memory, state: Memory, decision: Memory, entry: int, number: int) -> int:
    """What a function says that takes a number behind the arguments of the decision, which are given already; after a
    fault nothing is asked."""
    if context[FAULT] != 0:
        return 0
    given = at(context[GIVEN])
    given[decision[ARGUMENTS]] = number
    return run(entry, state, context, given)


def kth_option(context: Memory, state: Memory, entry: int, number: int) -> int:
    """Of the options that a function finds, the one to which a draw leads."""
    count = listed(context, state, entry, part(state, ARGUMENTS_AT))
    if count == 0:
        return 0
    return at(context[OFFERS])[place(number, count)]


def listed(context: Memory, state: Memory, entry: int, arguments: Memory) -> int:
    """How many options a function finds, each once and in rising order; if there are none, there is a fault."""
    if context[FAULT] == 0:
        if entry == 0:
            context[FAULT] = GIVEN_UP
        else:
            run(entry, state, context, arguments)
    if context[FAULT] != 0:
        return 0
    count = sort_unique(at(context[OFFERS]), context[OFFERED], context[FALLEN])
    if count == 0:
        context[FAULT] = GIVEN_UP
    return count
