"""Keeps compiled games between runs, in the user's cache directory, so that a known rulebook starts in a moment.

One file holds one game, sealed (`dsl.text.trusted`): the program's description as JSON, and the generated Python as a
marshalled code object. A file that cannot be read or written is no error: the rulebook is compiled again.
"""

from __future__ import annotations

import json
import marshal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import CodeType

from dsl.ir.nodes import Array, Code
from dsl.ir.program import Program
from dsl.terms import Terms
from dsl.text.files import keep, kept
from interpreter.engine import fingerprint
from interpreter.state.codec import decode, encode
from interpreter.state.machine import Compiled

SUFFIX = ".game"
LARGEST_TEXT = 4_000_000  # bytes; what is larger is no rulebook and is not read here
_LENGTH = 8


@dataclass(frozen=True)
class Entry:
    """A compiled game: `marked` are the rules that it reports if it traces. `ready` is what was compiled; where it was
    compiled before, there is none, and the program has no function bodies."""

    program: Program
    compiled: Compiled
    marked: tuple[int, ...]
    ready: Code | None = None


@dataclass(frozen=True)
class _Description:
    """All of an entry but the code object."""

    program: Program
    arrays: Mapping[str, Array]
    functions: Mapping[str, str]
    faults: tuple[str, ...]
    marked: tuple[int, ...]


def key(path: Path, terms: Terms, traced: bool = False) -> str:
    """What a compiled game depends on: its text and name, the terms, the engine, Python. Raises OSError."""
    if path.stat().st_size > LARGEST_TEXT:
        return ""
    return key_of(path.read_bytes(), str(path), repr(terms), str(traced))


def key_of(content: bytes, *parts: str) -> str:
    """What depends on some content and what is said besides, on the engine and on Python."""
    said = "\0".join([*parts, fingerprint(), sys.version])
    return sha256(said.encode("utf-8", "surrogateescape") + b"\0" + content).hexdigest()


def get(key: str) -> Entry | None:
    """The game that was kept under a key, if it is there and whole."""
    body = kept(f"{key}{SUFFIX}") if key else None
    if body is None:
        return None
    try:
        return _unpacked(body)
    except (ValueError, EOFError, TypeError):
        return None


def put(key: str, entry: Entry) -> None:
    """Keeps a game, if that is possible."""
    if key:
        keep(f"{key}{SUFFIX}", _packed(entry))


def _packed(entry: Entry) -> bytes:
    compiled = entry.compiled
    bare = replace(entry.program, code=replace(entry.program.code, functions={}))
    description = _Description(bare, compiled.arrays, compiled.functions, compiled.faults, entry.marked)
    text = json.dumps(encode(description), separators=(",", ":")).encode()
    return len(text).to_bytes(_LENGTH) + text + marshal.dumps(compiled.python)


def _unpacked(body: bytes) -> Entry:
    """Raises ValueError, EOFError, TypeError for what another version packed."""
    end = _LENGTH + int.from_bytes(body[:_LENGTH])
    description = decode(_Description, json.loads(body[_LENGTH:end]))
    python: CodeType = marshal.loads(body[end:])
    compiled = Compiled(python, description.arrays, description.functions, description.faults)
    return Entry(description.program, compiled, description.marked)
