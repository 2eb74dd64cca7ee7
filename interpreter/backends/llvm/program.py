"""A program as text in LLVM's language, with all that is needed to compile and to call it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.ir.nodes import Array, FunctionKind, Type

ENTRIES, GAMES_ENTRY = "entries", "games"
SMALL = '"small"'  # marks functions that may be written out where they are called


@dataclass(frozen=True, slots=True)
class Signature:
    """How an entry is called: its number, what it takes, what it returns, unless it offers options."""

    number: int
    kind: FunctionKind
    parameters: tuple[Type, ...]
    result: Type


@dataclass(frozen=True, slots=True)
class Native:
    """A program for any processor, with all that is needed to call it.

    `arrays` is the layout of the vector, `scratch` the number of words that attempts need, `rules` how many rules are
    counted, `size` how many statements there are. Where the text plays whole games, `watched` are the words of a state
    that each of them is told by, `stamps` is how many words it needs to tell pieces apart, `sets` how many for a set,
    `pieces` how many pieces there are.
    """

    text: str
    arrays: Mapping[str, Array]
    functions: Mapping[str, Signature]
    faults: tuple[str, ...]
    scratch: int
    rules: int
    size: int
    watched: tuple[int, ...] = ()
    stamps: int = 0
    sets: int = 0
    pieces: int = 0
