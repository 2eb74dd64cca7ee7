"""Random numbers: splitmix64, whose one word counts up and is mixed."""

from __future__ import annotations

from typing import Final

from interpreter.library.memory import WORD, Memory, signed

STEP: Final = 0x9E37_79B9_7F4A_7C15
TIMES: Final = (0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)


def mixed(word: int) -> int:
    """A word without a sign in which every bit depends on every bit of this one."""
    word = ((word ^ (word >> 30)) * TIMES[0]) & WORD
    word = ((word ^ (word >> 27)) * TIMES[1]) & WORD
    return word ^ (word >> 31)


def draw(words: Memory, at: int) -> int:
    """A number below `dsl.ir.nodes.DRAWS`, from the word that stands there; moves it on."""
    word = (words[at] + STEP) & WORD
    words[at] = signed(word)
    return mixed(word) >> 32


def place(drawn: int, count: int) -> int:
    """Where a draw falls among so many things; no place is likelier than another by more than 2**-32."""
    return (drawn * count) >> 32
