"""Which engine this is: its version, and a mark that changes with every change of its own files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from os import DirEntry, scandir
from pathlib import Path

from dsl import resources

VERSION = "0.1.0"
SOURCES = (".py", ".lark", ".rules")


@cache
def fingerprint() -> str:
    """Of the version and of the names, sizes and times of all files that turn a rulebook into a program."""
    marks = [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in _files()]
    return sha256("\n".join([VERSION, *sorted(marks)]).encode()).hexdigest()


def _files() -> Iterator[DirEntry[str]]:
    """Found in the quickest way, as every start asks for them."""
    folders = [str(Path(__file__).parent), str(resources.PACKAGE), str(resources.folder("grammars"))]
    while folders:
        for entry in scandir(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name.endswith(SOURCES):
                yield entry
