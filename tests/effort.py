"""How much work something is, counted in calls of functions: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON = 4_000_000  # calls: twice what the largest rulebook of a game here takes from its text to its program


@contextmanager
def calls_at_most(most: int) -> Iterator[None]:
    """Fails as soon as what is done within calls more than `most` functions that are written in Python. Loops without
    calls, and what others have written in C, are not counted."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"
        if calls > most:
            raise AssertionError(f"this is more work than {most} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert calls <= most  # also where what is done caught the error
