"""What a game is played with: how many players, which variants, what was settled for the options, how it begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed on before the game; whatever is not named is as usual.

    `variants` are those in play. `players` is their number, None for the usual one. `options` are the numbers settled
    for options: (name, number). Names may be typed with other capitals, and with `-` or `_` for a blank.
    """

    variants: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(
        cls, variants: Iterable[str] = (), players: int | None = None, options: Mapping[str, int] | None = None
    ) -> Terms:
        """The terms with these variants, so many players, and these options."""
        return cls(tuple(variants), players, tuple((options or {}).items()))

    def __str__(self) -> str:
        """In words: `3 players, Size 9, Scanner`; empty where all is as usual."""
        number = [] if self.players is None else [f"{self.players} players"]
        return ", ".join([*number, *(f"{name} {value}" for name, value in self.options), *self.variants])


USUAL = Terms()


@dataclass(frozen=True, slots=True)
class Given:
    """A position with which a game begins: sentences as behind `given` in an example, and a phase that is played alone
    from there, if one is named."""

    sentences: tuple[str, ...]
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be agreed on for an option: one of these numbers; `whole`: all from the first to the last.

    `usual` is the number where nothing is said.
    """

    name: str
    numbers: tuple[int, ...]
    usual: int
    whole: bool

    def __str__(self) -> str:
        """`from 5 to 19`, or `9, 13 or 19`."""
        if self.whole:
            return f"from {self.numbers[0]} to {self.numbers[-1]}"
        *some, last = map(str, self.numbers)
        return f"{', '.join(some)} or {last}"


def offered(choices: Iterable[Choice]) -> str:
    """What can be settled: `Size is from 3 to 13; Burning is 2 or 4`."""
    return "; ".join(f"{choice.name} is {choice}" for choice in choices) or "the game has none"


def plain(name: str) -> str:
    """A name as it is compared with what people type: `scanner`, `bomb-laser`."""
    return name.casefold().replace("-", " ").replace("_", " ")
