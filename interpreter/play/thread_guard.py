"""What belongs to one thread at a time: another that comes meanwhile is refused, and harms nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Self, TypeVar

from dsl.text.diagnostics import Diagnostic
from interpreter.failures import InUse

P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A", bound="Alone")


class Alone:
    """Something that has a lock, however it is made."""

    _lock: RLock

    def __new__(cls, *_: object, **__: object) -> Self:
        made = super().__new__(cls)
        made._lock = RLock()
        return made

    def _take_over(self, other: Alone) -> None:
        """Becomes what the other is; each keeps its own lock."""
        vars(self).update({name: value for name, value in vars(other).items() if name != "_lock"})


def alone(method: Callable[Concatenate[A, P], R]) -> Callable[Concatenate[A, P], R]:
    """A method while which no other thread can use the same thing; it may call others of these. Raises InUse."""

    @wraps(method)
    def guarded(self: A, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not self._lock.acquire(blocking=False):
            raise InUse(Diagnostic("E0809", "Another thread is using this match."))
        try:
            return method(self, *args, **kwargs)
        finally:
            self._lock.release()

    return guarded
