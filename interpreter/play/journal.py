"""The journal of a match: each answer stands in a file before it is shown, so that a match survives a bad day.

It lies in the user's state folder, and nobody else may read it: it holds the seed and all that is hidden. The first
line is a save without answers, and who has which seat; each other line says how many answers stay, which follow, and
what is begun. Each begins with a mark that is made of its text and of the mark before. What follows the first line that
is not whole was never shown.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from dsl.text.diagnostics import Diagnostic
from interpreter.failures import SaveError
from interpreter.state.codec import Data, encode, hints
from interpreter.state.save import Choice, Save, Unfinished, checked

try:
    import fcntl
except ImportError:  # on Windows two sessions could go on with one match
    fcntl = None  # type: ignore[assignment]

STATE = "RULEWRIGHT_STATE"
SUFFIX = ".journal"
_UNFINISHED = ".new"  # its first line is being written
MOST = 30  # journals of matches that were broken off
LONGEST_NAME = 40  # letters of the rulebook's in that of the file
_MARK = 16
_OWN, _ALONE = 0o600, 0o700
_NAMES = [name for name, _ in hints(Save)]  # of what stands in the first line


def folder() -> Path:
    """Where journals lie. Raises OSError if there is no such place."""
    try:
        given = os.environ.get(STATE)
        base = os.environ.get("XDG_STATE_HOME")
        state = Path(given) if given else (Path(base) if base else Path.home() / ".local" / "state") / "rulewright"
    except RuntimeError:
        raise OSError("there is no home") from None
    return state / "matches"


class Journal:
    """The open file of one match. Nobody else can go on with the match as long as it is open."""

    def __init__(self, path: Path, handle: int) -> None:
        """A file that was opened for reading and writing. Raises BlockingIOError where another session has it open."""
        self.path = path
        self._handle = handle
        self._size = 0  # bytes that are whole
        self._mark = ""
        self._choices: Sequence[Choice] = ()
        self._begun: tuple[Unfinished, ...] = ()
        try:
            _lock(handle)
        except BlockingIOError:
            self.close()
            raise

    @classmethod
    def begin(cls, saved: Save, seats: Sequence[str]) -> Journal:
        """The journal of a match that begins, or goes on, in this session. Raises OSError."""
        place = _own_folder()
        _forget(place)
        path = place / f"{named(saved.rulebook)}-{os.urandom(4).hex()}{_UNFINISHED}"
        journal = cls(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWN))
        try:
            journal._write([encode(replace(saved, choices=(), begun=())), list(seats)])
            journal.note(saved)
            journal.path = path.rename(path.with_suffix(SUFFIX))
            _write_through(place)
        except OSError:
            journal.remove()
            raise
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, Save, list[str]]:
        """Goes on with a journal: also the match as it was shown last, and who had which seat.

        Raises OSError, SaveError where not even its first line is whole (E0711).
        """
        journal = cls(path, os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)))
        with os.fdopen(os.dup(journal._handle), "rb") as file:
            try:
                saved, seats = journal._read(file.read().splitlines(keepends=True))
            except (ValueError, TypeError, RecursionError):
                journal.close()
                message = f"{path} is damaged at its beginning, or of another version."
                raise SaveError(Diagnostic("E0711", message)) from None
        journal._choices, journal._begun = saved.choices, saved.begun
        return journal, saved, seats

    def _read(self, lines: Sequence[bytes]) -> tuple[Save, list[str]]:
        """What the lines say that are whole. Raises ValueError, TypeError, RecursionError for what is no journal."""
        (head, seats), *changes = (json.loads(line) for line in self._whole(lines))
        data = dict(zip(_NAMES, head, strict=True))
        for stay, more, begun in changes:
            data |= {"choices": data["choices"][:stay] + more, "begun": begun}
        return checked(data), [str(kind) for kind in seats]

    def _whole(self, lines: Sequence[bytes]) -> list[bytes]:
        """The texts of the lines up to the first that is torn."""
        found = []
        for line in lines:
            mark, text = line[:_MARK].decode("ascii", "replace"), line[_MARK + 1 : -1]
            if not line.endswith(b"\n") or mark != _mark(self._mark, text):
                break
            found.append(text)
            self._mark = mark
            self._size += len(line)
        return found

    def note(self, saved: Save) -> None:
        """Writes down what is new in a match; on return it is on the disk. Raises OSError; then the next call tries
        again."""
        stay = self._staying(saved.choices)
        if stay == len(self._choices) == len(saved.choices) and saved.begun == self._begun:
            return
        more = encode(saved.choices[stay:], tuple[Choice, ...])
        self._write([stay, more, encode(saved.begun, tuple[Unfinished, ...])])
        self._choices, self._begun = saved.choices, saved.begun

    def _staying(self, choices: Sequence[Choice]) -> int:
        """How many of the answers that were written down are still there."""
        pairs = zip(self._choices, choices, strict=False)
        changed = (number for number, (old, new) in enumerate(pairs) if old is not new and old != new)
        return next(changed, min(len(self._choices), len(choices)))

    def _write(self, data: Data) -> None:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        mark = _mark(self._mark, text)
        line = f"{mark} ".encode() + text + b"\n"
        os.ftruncate(self._handle, self._size)  # what an earlier attempt left
        os.lseek(self._handle, self._size, os.SEEK_SET)
        with os.fdopen(os.dup(self._handle), "wb") as file:
            file.write(line)
        os.fsync(self._handle)
        self._mark, self._size = mark, self._size + len(line)

    def close(self) -> None:
        """Leaves the match for another session."""
        os.close(self._handle)

    def remove(self) -> None:
        """The match is over, or kept elsewhere."""
        self.close()
        with suppress(OSError):
            self.path.unlink()


def journals(rulebook: str = "") -> list[Path]:
    """All journals, or those of matches of a rulebook, the newest last."""
    form = f"{named(rulebook)}-{'[0-9a-f]' * 8}{SUFFIX}" if rulebook else f"*{SUFFIX}"
    with suppress(OSError):
        return sorted(_own(folder()).glob(form), key=last_written)
    return []


def last_written(path: Path) -> float:
    """When, in seconds; long ago where it is gone by now."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def named(rulebook: str) -> str:
    """What journals of matches of a rulebook are called, before their numbers."""
    return re.sub(r"\W+", "_", Path(rulebook).stem)[:LONGEST_NAME] or "match"


def _mark(before: str, text: bytes) -> str:
    return sha256(before.encode() + text).hexdigest()[:_MARK]


def _own_folder() -> Path:
    """The folder, made if it was not there. Raises OSError."""
    place = folder()
    place.mkdir(_ALONE, parents=True, exist_ok=True)
    _own(place).chmod(_ALONE)
    return place


def _own(place: Path) -> Path:
    """A folder, if it is the user's own. Raises OSError."""
    if place.is_symlink() or (hasattr(os, "getuid") and place.stat().st_uid != os.getuid()):
        raise OSError(f"{place} is not a folder of yours")
    return place


def _forget(place: Path) -> None:
    """Of the matches that were broken off, the last stay; of what was being begun, nothing."""
    for path in (*journals()[: -MOST + 1], *place.glob(f"*{_UNFINISHED}")):
        with suppress(OSError):
            Journal(path, os.open(path, os.O_RDWR)).remove()


def _lock(handle: int) -> None:
    """Raises BlockingIOError where somebody else has the file. Where there are no locks, nobody has."""
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:  # a file system of another machine
            return


def _write_through(place: Path) -> None:
    """Has the name of a new file on the disk, too; Windows does that by itself."""
    if os.name == "nt":
        return
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
