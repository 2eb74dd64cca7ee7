"""Work that is done beside other work: in a copy of this process, on another processor."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import active_count
from typing import TypeVar

from interpreter.budget import is_bounded

T = TypeVar("T")


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begins the work; what is given waits for its result, which must be plain data. Where there cannot be a copy, or
    it comes to no result, the work is done when it is waited for."""
    if not _can_be_copied():
        yield work
        return
    seconds, _ = signal.getitimer(signal.ITIMER_PROF)
    result, told = os.pipe()
    gc.freeze()  # or looking for what nobody needs would write into all that both have
    copy = os.fork()
    if copy == 0:
        os.close(result)
        _tell(work, told, seconds)
    os.close(told)
    try:
        with os.fdopen(result, "rb") as pipe:
            yield lambda: _heard(pipe.read(), work)
    finally:
        gc.unfreeze()
        with suppress(ProcessLookupError):
            os.kill(copy, signal.SIGKILL)  # it has told its result, or nobody wants it any more
        os.waitpid(copy, 0)


def _can_be_copied() -> bool:
    """A process with threads cannot; nor may one of which the system bounds what it needs."""
    return hasattr(os, "fork") and (os.cpu_count() or 1) > 1 and active_count() == 1 and not is_bounded()


def _tell(work: Callable[[], T], told: int, seconds: float) -> None:
    """What the copy does: it says nothing but its result, and whatever happens it goes no other way. It has as much
    processor time as was left, if that is bounded."""
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        with os.fdopen(told, "wb") as pipe:
            pipe.write(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))
    finally:
        os._exit(0)


def _heard(told: bytes, work: Callable[[], T]) -> T:
    return pickle.loads(told) if told else work()
