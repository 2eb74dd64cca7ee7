"""Reading and writing files with care, and what is kept between runs in the user's cache directory."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

CACHE = "RULEWRIGHT_CACHE"
MOST_FILES = 60  # with one ending
_DIGEST = 32


def read_text(path: Path) -> str:
    """The text of a file as far as it is text; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces the file in one step, so that no reader ever finds a part of it; its rights stay. Raises OSError."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is no ordinary file")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            Path(name).chmod(path.stat().st_mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def cache_directory() -> Path | None:
    """Where things are kept between runs; None if there is no such place."""
    if given := os.environ.get(CACHE):
        return Path(given)
    with suppress(RuntimeError):  # there is no home
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else Path.home() / ".cache") / "rulewright"
    return None


def kept(name: str) -> bytes | None:
    """What was kept under a name, if it is there and whole."""
    place = cache_directory()
    if place is None:
        return None
    try:
        content = (place / name).read_bytes()
    except OSError:
        return None
    body = content[_DIGEST:]
    return body if sha256(body).digest() == content[:_DIGEST] else None


def keep(name: str, body: bytes) -> None:
    """Keeps something, if that is possible; it can always be made again. Of files with one ending the oldest go."""
    place = cache_directory()
    if place is not None:
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            write_atomically(place / name, sha256(body).digest() + body)
            _prune(place, Path(name).suffix)


def _prune(place: Path, suffix: str) -> None:
    files = sorted(place.glob(f"*{suffix}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[MOST_FILES:]:
        file.unlink(missing_ok=True)
