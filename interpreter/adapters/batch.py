"""Many games of a rulebook at once, stepped in one call, with what agents learn from in arrays of NumPy.

It needs NumPy, which comes with the extra [native]. Where machine code can be had it steps them, and other threads run
meanwhile; where not, the same comes from matches, slowly. An action is the number of an answer (as in
`interpreter.play.action_numbers`); what is observed is a row of numbers (as in `interpreter.play.observation`), of
which none tells what the player may not know. Chance plays by itself, in each state by the state's own word.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol
from warnings import warn

from interpreter.adapters.extras import extra
from interpreter.backends.llvm.loading import NoNativeCode
from interpreter.library.chance import seed_of
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game
from interpreter.play.observation import Observation

with extra("native"):
    import numpy as np

    from interpreter.adapters.batch_matches import PythonSide

Array = Any  # of NumPy, which may be missing, so that it is typed nowhere

LONGEST = 10_000  # answers after which a game is cut
FALSE_STARTS = 100  # games in a row that end before a player is asked anything
SLOWER = "30 to 100 times as slow as machine code"


class SteppedInPython(UserWarning):
    """A batch is slow, as Python steps it, or a part of its states."""


@dataclass(frozen=True, slots=True)
class TimeStep:
    """What a step brought to n games, in arrays that are new with each step.

    `observation` [n, size] of int32: what the player who is asked may know; `action_mask` [n, actions] of bool: what
    they may answer; `player` [n] of int64: their seat. `reward` [n, players] of float32: what each player has from a
    game that has just ended (`interpreter.play.payoffs`), else nothing. `terminated`, `truncated` [n] of bool: it
    ended, or was cut; all else then speaks of the next game. `illegal` [n] of bool: the action was none that could be
    taken, and that game did not move.
    """

    observation: Array
    action_mask: Array
    player: Array
    reward: Array
    terminated: Array
    truncated: Array
    illegal: Array


class Side(Protocol):
    """What keeps the states of a batch, and moves them."""

    def begin(self, numbers: Array, seeds: Array) -> None:
        """Begins these states anew."""

    def give(self, actions: Array) -> Array:
        """Gives each state its answer; which of them was legal."""

    def over(self) -> Array:
        """Which states are at their end."""

    def in_python(self) -> int:
        """How many states Python steps now."""

    def worth(self, number: int) -> list[float]:
        """What a state that is at its end is worth to each player."""

    def seen(self) -> tuple[Array, Array, Array]:
        """What whoever is asked sees of each state, which answers are legal, and who it is."""


class Batch:
    """`n` games of the same rules. `actions`: their numbers are 0 … `actions` - 1; `size`: of a row that is observed;
    `native`: whether machine code steps them.

    An answer that is a set is given element by element, in the order of the texts: the mask has what can follow, and
    the action `done` where the set may be complete; the same player is asked until it is. Of several who decide in
    secret the first who is not done is asked, who sees nothing of what the others answered.

    The same seed and the same actions give the same games, natively or not. A game that has not ended after `longest`
    actions is cut; one that ended, was cut, or was stopped by a fault (which is worth nothing to anybody) is followed
    by another at once.

    It warns (SteppedInPython) where machine code was asked for and Python steps its states, or some; `in_python` says
    of how many that is so at the moment.
    """

    def __init__(self, game: Game, n: int, seed: int = 0, longest: int = LONGEST, native: bool = True) -> None:
        """`native` False asks for matches where machine code could be had. Raises ValueError if `n` is not positive."""
        if n < 1:
            raise ValueError(f"a batch has at least one game, not {n}")
        self.n, self.seed, self.longest = n, seed, longest
        self.players = game.program.players
        self.game, why = _natively(game) if native else (game, "")
        self.native = native and not why
        self._warned = not native
        numbering = Numbering(self.game)
        rows = Observation(numbering)
        self.actions, self.size = numbering.size, rows.size
        self._side: Side = _side(self.native)(self.game, n, numbering, rows)
        self._games: Array = np.zeros(n, np.int64)  # how many each state has begun
        self._lengths: Array = np.zeros(n, np.int64)
        self._begun = False
        if why:
            self._warn(f"all {n} games of this batch: {why}", 3)

    @property
    def in_python(self) -> int:
        """How many of the games Python steps now."""
        return self._side.in_python()

    def reset(self, seed: int | None = None) -> TimeStep:
        """Begins all games anew: with the seed that is given, or with the one that the batch has."""
        self.seed = self.seed if seed is None else seed
        self._games[:] = 0
        self._begun = True
        self._begin(np.ones(self.n, bool))
        return self._told(self._nothing(), *(self._games < 0 for _ in range(3)))

    def step(self, actions: Array) -> TimeStep:
        """Gives each game the action with this number, [n] of whole numbers. Raises ValueError if they are not that,
        and before `reset`."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.n} whole numbers, not {given.dtype} in the shape {given.shape}")
        if not self._begun:
            raise ValueError("reset() comes first")
        legal = self._side.give(given.astype(np.int64))
        self._lengths += legal
        over = self._side.over()
        cut = ~over & (self._lengths >= self.longest)
        reward = self._nothing()
        for number in np.flatnonzero(over).tolist():
            reward[number] = self._side.worth(number)
        self._begin(over | cut)
        return self._told(reward, over, cut, ~legal)

    def _nothing(self) -> Array:
        return np.zeros((self.n, len(self.players)), np.float32)

    def _told(self, *others: Array) -> TimeStep:
        step = TimeStep(*self._side.seen(), *others)
        if not self._warned and self.in_python:
            some = f"{self.in_python} of the {self.n} games of this batch now"
            self._warn(f"{some}: answers are sets or secret there, or pieces lie on others, or hidden values differ", 4)
        return step

    def _warn(self, what: str, depth: int) -> None:
        """Warns whoever called from so many calls up, once."""
        self._warned = True
        warn(f"Python, which is {SLOWER}, steps {what}", SteppedInPython, stacklevel=depth)

    def _begin(self, which: Array) -> None:
        """Begins games of these states until a player is asked."""
        for _ in range(FALSE_STARTS):
            numbers = np.flatnonzero(which)
            if not len(numbers):
                return
            self._lengths[numbers] = 0
            counts = zip(numbers.tolist(), self._games[numbers].tolist(), strict=True)
            self._side.begin(numbers, np.array([seed_of(self.seed, self.n * k + i) for i, k in counts], np.int64))
            self._games[numbers] += 1
            which = self._side.over()
        raise ValueError(f"{FALSE_STARTS} games in a row were over before a player was asked anything")


def _natively(game: Game) -> tuple[Game, str]:
    """The game as machine code, or as it is, with the reason, if there can be none here."""
    try:
        return game.natively(), ""
    except NoNativeCode as reason:
        return game, str(reason)


def _side(native: bool) -> Any:
    """What keeps the states; loading LLVM takes a moment, and it may be missing."""
    return import_module("interpreter.adapters.batch_native").NativeSide if native else PythonSide
