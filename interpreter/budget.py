"""What a command, or a rulebook that a stranger wrote, may need of time and memory.

No rulebook runs code of its own; but one may be written so that it takes for ever, or all memory. What its text may ask
for is bounded by the checker (E0102, E0105, E0306, E0407); this is the bound of last resort.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from dsl.text.diagnostics import Diagnostic
from interpreter.failures import Failure

Result = TypeVar("Result")

SECONDS = 60
MEGABYTES = 2_000
UNATTENDED = 1_200  # seconds of processor time for a command, unless its user says how much there is to do
MEGABYTE = 1_000_000
HEARD = 1  # seconds after which Ctrl-C is heard at the latest


class TooMuch(Failure):
    """A rulebook needs more time or memory than it may have."""


def out_of_time(seconds: float) -> TooMuch:
    """Says that so much time was not enough."""
    return TooMuch(Diagnostic("E0926", f"This takes longer than {seconds:g} seconds, and was given up."))


def out_of_memory() -> TooMuch:
    """Says that the memory was not enough."""
    return TooMuch(Diagnostic("E0927", "This needs more memory than there is for it, and was given up."))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TooMuch once what is done within has taken so many seconds of processor time. Only the main thread of a
    system with such clocks is watched."""
    try:
        before = signal.signal(signal.SIGPROF, lambda *_: _give_up(seconds))
    except (AttributeError, ValueError):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # and again each second, if it is caught on the way
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def is_bounded() -> bool:
    """Whether the system ends this process by itself once it has taken the time that it may."""
    try:
        import resource  # not on every system
    except ImportError:
        return False
    return resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY


def _give_up(seconds: float) -> None:
    raise out_of_time(seconds)


def interruptibly(work: Callable[[], Result]) -> Result:
    """What `work` gives, which for long hears nothing itself, such as a compiler: Ctrl-C ends the waiting for it."""
    if current_thread() is not main_thread():
        return work()
    promised: Future[Result] = Future()
    Thread(target=_keep_promise, args=(promised, work), daemon=True).start()
    while not wait([promised], HEARD).done:  # Ctrl-C just before it begins to wait does not end the waiting
        pass
    return promised.result()


def _keep_promise(promised: Future[Result], work: Callable[[], Result]) -> None:
    try:
        promised.set_result(work())
    except BaseException as error:
        promised.set_exception(error)


def bounded(megabytes: int, seconds: int = 0) -> None:
    """Bounds this process from here on: its memory, and its processor time unless that is 0. Raises TooMuch (E0928)
    where the system has no such limits."""
    try:
        import resource  # not on every system
    except ImportError:
        message = "This system cannot bound what a process needs; leave --careful out, or read the rulebook elsewhere."
        raise TooMuch(Diagnostic("E0928", message)) from None
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wanted = {resource.RLIMIT_AS: megabytes * MEGABYTE, **({resource.RLIMIT_CPU: seconds} if seconds else {})}
    for limit, most in wanted.items():
        hard = resource.getrlimit(limit)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, hard))
