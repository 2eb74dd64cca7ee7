"""Which engine this is: its version, and a mark that changes with every change of its own files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from dsl import resources

VERSION = "0.1.0"


@cache
def fingerprint() -> str:
    """Of the version and of the names, sizes and times of all files that turn a rulebook into a program."""
    marks = [VERSION]
    for file in _files():
        status = file.stat()
        marks.append(f"{file.name} {status.st_size} {status.st_mtime_ns}")
    return sha256("\n".join(marks).encode()).hexdigest()


def _files() -> Iterator[Path]:
    here = Path(__file__).resolve().parent
    front_end = Path(resources.__file__).resolve().parent
    for place, pattern in ((here, "**/*.py"), (front_end, "**/*.py"), (resources.folder("grammars"), "**/*")):
        yield from sorted(path for path in place.glob(pattern) if path.is_file())
