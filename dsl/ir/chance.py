"""Draws of chance: splitmix64 on the random word of the state, so that a state carries its own future.

Players who take any option draw in the same way, on a word of their own.

All arithmetic is of unsigned 64-bit numbers that wrap, as any back end has them; the word itself is kept signed.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from secrets import randbits
from typing import Protocol, TypeVar

from dsl.ir.layout import RANDOM_AT

T = TypeVar("T", covariant=True)

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_SIGN = 0x8000_0000_0000_0000
STEP = 0x9E37_79B9_7F4A_7C15
TIMES = (0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
LUCK = 0x6A09_E667_F3BC_C909  # sets the draws of players apart from those of chance
DRAWS = 2**32  # numbers that a draw can be
BITS = 64  # of the random word


def draw(state: MutableSequence[int], n: int) -> int:
    """A number from 0 to `n` - 1; moves the random word on.

    `n` is at least 1 and below 2**32; no number is likelier than another by more than 2**-32.
    """
    return place(draw_of(state), n)


def draw_of(state: MutableSequence[int]) -> int:
    """A number below `DRAWS`, from which `place` makes that of one of several things; moves the random word on."""
    word = (state[RANDOM_AT] + STEP) & _MASK
    state[RANDOM_AT] = signed(word)
    return _high(word)


class Row(Protocol[T]):
    """Things in a row."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> T: ...


class Luck:
    """What players draw who take any option: equal seeds give equal draws. `word` is all that it is made of."""

    def __init__(self, seed: int) -> None:
        self.word = _mixed((seed ^ LUCK) & _MASK)

    @staticmethod
    def at(word: int) -> Luck:
        """Goes on from this word."""
        luck = Luck(0)
        luck.word = word & _MASK
        return luck

    def choice(self, of: Row[T]) -> T:
        """One of several things, all equally likely; where there is one only, nothing is drawn."""
        return of[0] if len(of) == 1 else of[place(self.draw(), len(of))]

    def draw(self) -> int:
        """A number below `DRAWS`."""
        self.word = (self.word + STEP) & _MASK
        return _high(self.word)


def place(draw: int, n: int) -> int:
    """Where a draw falls among `n` things."""
    return (draw * n) >> 32


def _high(word: int) -> int:
    return _mixed(word) >> 32


def aside(state: MutableSequence[int], number: int) -> MutableSequence[int]:
    """A copy of a state with other draws to come, for each number its own: what is drawn there moves nothing on."""
    other = state[:]
    other[RANDOM_AT] = signed(_mixed((state[RANDOM_AT] ^ _mixed(number + 1)) & _MASK))
    return other


def fresh_seed() -> int:
    """A seed that nobody knows or could guess: as many bits as the random word has, from the system."""
    return randbits(BITS)


def fingerprint(seed: int) -> str:
    """What can be told of a seed while it is a secret: whoever gets to know the seed can see that it was this one."""
    return sha256(f"seed {seed} of a match".encode()).hexdigest()[:16]


def seed_of(seed: int, number: int) -> int:
    """The seed of one of many games that have a seed together."""
    return signed(_mixed((first_seed(seed) + number * STEP) & _MASK))


def first_seed(seed: int) -> int:
    """The word from which `seed_of` makes the seeds of many games."""
    return signed(_mixed(seed & _MASK))


def _mixed(word: int) -> int:
    word = ((word ^ (word >> 30)) * TIMES[0]) & _MASK
    word = ((word ^ (word >> 27)) * TIMES[1]) & _MASK
    return word ^ (word >> 31)


def signed(number: int) -> int:
    """Any whole number as a signed word of 64 bits: what it is modulo 2**64."""
    return ((number & _MASK) ^ _SIGN) - _SIGN
