"""Words of 64 bits: what the functions of this package work on."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, Final, TypeVar

Memory = MutableSequence[int]  # words, kept signed

BITS: Final = 64
WORD: Final = 2**BITS - 1  # a word with all its bits, to mask a number with
_SIGN: Final = 2 ** (BITS - 1)

F = TypeVar("F", bound=Callable[..., Any])


def signed(number: int) -> int:
    """Any whole number as a signed word of 64 bits: what it is modulo 2**64."""
    return ((number & WORD) ^ _SIGN) - _SIGN


def host(function: F) -> F:
    """Marks a function whose body every back end gives itself."""
    function.__dict__["host"] = True
    return function


def is_host(function: Callable[..., Any]) -> bool:
    """Whether a function is marked so."""
    return "host" in function.__dict__
