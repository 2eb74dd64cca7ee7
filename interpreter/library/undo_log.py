"""What attempts note of the state before they change it, so that it can be put back.

A note is the number of a word of the state and what stood there. Notes stand in the scratch memory, from a word on
that depends on the program; the context says how many words they take.
"""

from __future__ import annotations

from typing import Final

from interpreter.library.context import NOTED, SCRATCH
from interpreter.library.hosts import at, part
from interpreter.library.memory import Memory

ROOM: Final = 2**14  # words for notes; an attempt that needs more is left to Python


def note(state: Memory, context: Memory, start: int, word: int) -> bool:
    """Notes what a word of the state is. False, and nothing is done, if there is no room; notes begin at `start`."""
    noted = context[NOTED]
    if noted >= ROOM:
        return False
    notes = part(at(context[SCRATCH]), start)
    notes[noted] = word
    notes[noted + 1] = state[word]
    context[NOTED] = noted + 2
    return True


def put_back(state: Memory, context: Memory, start: int, kept: int) -> None:
    """Puts back what was noted since there were `kept` words of notes, last first."""
    notes = part(at(context[SCRATCH]), start)
    noted = context[NOTED]
    while noted > kept:
        noted -= 2
        state[notes[noted]] = notes[noted + 1]
    context[NOTED] = kept
