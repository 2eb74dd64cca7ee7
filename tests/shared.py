"""What several tests look at: made once, by the process that comes first, and read by all others of the run."""

from __future__ import annotations

import copyreg
import marshal
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import TypeVar

Made = TypeVar("Made")

PLACE = "RULEWRIGHT_TESTS"  # the folder of the run, see tests/conftest.py
DEPTH = 20_000  # sentences lie in one another; to write and to read them goes as deep


copyreg.pickle(CodeType, lambda code: (marshal.loads, (marshal.dumps(code),)))


def shared(name: str, make: Callable[[], Made]) -> Made:
    """What `make` gives, in a copy of the process's own. The name says all that it depends on, beside files that stay
    as they are; where no tests run, nothing is kept."""
    if PLACE not in os.environ:
        return make()
    file = Path(os.environ[PLACE]) / sha256(name.encode()).hexdigest()
    with _alone(file.with_suffix(".lock")), _deeply():
        if not file.exists():
            written = pickle.dumps(make(), pickle.HIGHEST_PROTOCOL)
            file.write_bytes(written)
        found: Made = pickle.loads(file.read_bytes())
    return found


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """While nobody else is there. On Windows several may be; then each makes it for itself."""
    if sys.platform == "win32":
        yield
        return
    from fcntl import LOCK_EX, flock

    with lock.open("w") as file:
        flock(file, LOCK_EX)
        yield


@contextmanager
def _deeply() -> Iterator[None]:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
