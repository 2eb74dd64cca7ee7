"""Draws of chance, from the random word of the state, so that a state carries its own future.

Players who take any option draw in the same way, from a word of their own.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from secrets import randbits
from typing import Protocol, TypeVar

from dsl.ir.layout import RANDOM_AT
from interpreter.library import randomness
from interpreter.library.memory import BITS, WORD, signed
from interpreter.library.randomness import STEP, mixed, place

T = TypeVar("T", covariant=True)

LUCK = 0x6A09_E667_F3BC_C909  # sets the draws of players apart from those of chance


def draw(state: MutableSequence[int], n: int) -> int:
    """A number from 0 to `n` - 1, where `n` is at least 1 and below 2**32; moves the random word on."""
    return place(randomness.draw(state, RANDOM_AT), n)


class Row(Protocol[T]):
    """Things in a row."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> T: ...


class Luck:
    """What players draw who take any option: equal seeds give equal draws. `words` is all it is made of: one."""

    def __init__(self, seed: int) -> None:
        self.words = [signed(mixed((seed ^ LUCK) & WORD))]

    @staticmethod
    def at(word: int) -> Luck:
        """Goes on from this word."""
        luck = Luck(0)
        luck.words[0] = word
        return luck

    @property
    def word(self) -> int:
        return self.words[0]

    def choice(self, of: Row[T]) -> T:
        """One of several things, all equally likely; where there is one only, nothing is drawn."""
        return of[0] if len(of) == 1 else of[place(self.draw(), len(of))]

    def draw(self) -> int:
        """A number below `DRAWS`."""
        return randomness.draw(self.words, 0)


def aside(state: MutableSequence[int], number: int) -> MutableSequence[int]:
    """A copy of a state with other draws to come, for each number its own: what is drawn there moves nothing on."""
    other = state[:]
    other[RANDOM_AT] = signed(mixed((state[RANDOM_AT] ^ mixed(number + 1)) & WORD))
    return other


def fresh_seed() -> int:
    """A seed that nobody knows or could guess: as many bits as the random word has, from the system."""
    return randbits(BITS)


def fingerprint(seed: int) -> str:
    """What can be told of a seed while it is a secret: whoever gets to know the seed can see that it was this one."""
    return sha256(f"seed {seed} of a match".encode()).hexdigest()[:16]


def seed_of(seed: int, number: int) -> int:
    """The seed of one of many games that have a seed together."""
    return signed(mixed((first_seed(seed) + number * STEP) & WORD))


def first_seed(seed: int) -> int:
    """The word from which `seed_of` makes the seeds of many games."""
    return signed(mixed(seed & WORD))
