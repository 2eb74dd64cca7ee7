"""Reading and writing files with care, and what is kept between runs in the user's cache directory."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dsl.text.trusted import distrust, own_content, sealed, unsealed

CACHE = "RULEWRIGHT_CACHE"
MOST_FILES = 60  # with one ending
KEY = "key"  # the file in the cache directory that what lies beside it is sealed with
PRIVATE = 0o600  # what only the user may read
USUAL = 0o666  # what the system makes of it for new files
_KEY_LENGTH = 32
_OURS = ".rulewright-"  # how the names of files begin that are gone when they are written
_PROCESS = os.urandom(4).hex()


def read_text(path: Path) -> str:
    """The text of a file as far as it is text; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


# ------------------------------------------------------------------------------------------------------------- writing


def write_atomically(path: Path, content: bytes, rights: int = USUAL, lasting: bool = True) -> None:
    """Replaces the file in one step, so that it is the old one or the new one whatever happens; through a link that
    which it leads to. Owner and rights stay; `rights` are those of a new file. Raises OSError.

    What can be made again need not be `lasting`: it is not waited for until it would be there after a power cut.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is no ordinary file")
    _beside(path, content, rights, lasting, lambda written: written.replace(path))


def create(path: Path, content: bytes, rights: int = USUAL) -> None:
    """Writes a new file, whole or not at all. Raises FileExistsError, and OSError as `write_atomically`."""
    _beside(path, content, rights, True, lambda written: _link(written, path))


def _beside(path: Path, content: bytes, rights: int, lasting: bool, put: Callable[[Path], object]) -> None:
    """Writes a file in the same folder, which is `put` in place once it is whole."""
    _clear(path.parent)
    written = path.with_name(f"{_OURS}{os.getpid()}-{_PROCESS}-{os.urandom(4).hex()}")
    try:
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb") as file:
            file.write(content)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        _as_before(written, path)
        put(written)
    except OSError as error:
        if error.errno is None or isinstance(error, FileExistsError):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error  # nobody knows the other name
    finally:
        with suppress(OSError):
            written.unlink()


def _as_before(written: Path, path: Path) -> None:
    """Gives what was written the owner and the rights of the file in whose place it comes, if there is one."""
    if path.exists():
        before = path.stat()
        with suppress(OSError, AttributeError):  # only some may give a file away; some systems know no owners
            os.chown(written, before.st_uid, before.st_gid)
        written.chmod(before.st_mode & 0o7777)


def _link(written: Path, path: Path) -> None:
    """Gives what was written its name, unless something else has it. Raises FileExistsError."""
    try:
        path.hardlink_to(written)
    except FileExistsError:
        raise
    except OSError:  # this file system has no links
        if os.path.lexists(path):
            raise FileExistsError(f"{path} is there already") from None
        written.replace(path)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of the user's own that is gone at the end; where the command is killed, when the next makes one."""
    _clear(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=f"{_OURS}{os.getpid()}-{_PROCESS}-") as name:
        yield Path(name)


def _clear(folder: Path) -> None:
    """Takes away what commands were writing in a folder when they were killed."""
    for left in folder.glob(f"{_OURS}*"):
        process, *rest = left.name.removeprefix(_OURS).split("-")
        if rest and process.isdecimal() and not _is_written(int(process), rest[0]):
            with suppress(OSError):
                if distrust(left) or not left.is_dir():
                    left.unlink()
                elif os.name != "nt":
                    shutil.rmtree(left)


def _is_written(process: int, sign: str) -> bool:
    """Whether a process still writes its file. Numbers of processes are given again: ours may have been another's."""
    if process == os.getpid() or os.name == "nt":  # where nobody can take away a file that is open
        return process == os.getpid() and sign == _PROCESS
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


# --------------------------------------------------------------------------------------------------- kept between runs


class NotTrusted(UserWarning):
    """The cache directory is not used, as others could have put something there; the words say why, and what to do."""


def cache_directory() -> Path | None:
    """Where things are kept between runs; None if there is no such place."""
    if given := os.environ.get(CACHE):
        return Path(given)
    with suppress(RuntimeError):  # there is no home
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else Path.home() / ".cache") / "rulewright"
    return None


def kept(name: str) -> bytes | None:
    """What was kept under a name, if it is there, whole, and was kept by this user."""
    place = _trusted()
    if place is None:
        return None
    try:
        content = own_content(place / name)
    except OSError:
        return None
    key = _key(place)
    return unsealed(key, name, content) if key else None


def keep(name: str, body: bytes) -> None:
    """Keeps something, if that is possible; it can always be made again. Of files with one ending the oldest go."""
    place = _trusted()
    if place is not None:
        with suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            key = _key(place) or _new_key(place)
            if (place / name).is_symlink():
                (place / name).unlink()
            write_atomically(place / name, sealed(key, name, body), PRIVATE, lasting=False)
            _prune(place, Path(name).suffix)


def _trusted() -> Path | None:
    """The cache directory, if nobody else can write there. Where others can, that is said once, also for the processes
    that this one begins, and nothing is kept."""
    place = cache_directory()
    why = distrust(place) if place else ""
    if not why:
        return place
    os.environ[CACHE] = os.devnull
    remedy = f"Take it away, or name another in {CACHE}."
    warnings.warn(NotTrusted(f"Nothing is kept between runs, as {place} {why}. {remedy}"), stacklevel=3)
    return None


def _key(place: Path) -> bytes | None:
    """What the files here are sealed with; None where there is no key, or none that is whole and secret."""
    try:
        key = own_content(place / KEY, secret=True)
    except OSError:
        return None
    return key if len(key) == _KEY_LENGTH else None


def _new_key(place: Path) -> bytes:
    """A key where there is none that can be used; of several who make one at once, all take that of the first. Raises
    OSError."""
    for _ in range(2):
        with suppress(FileExistsError):
            create(place / KEY, os.urandom(_KEY_LENGTH), PRIVATE)
        if key := _key(place):
            return key
        (place / KEY).unlink(missing_ok=True)  # it is cut off, or no secret
    raise PermissionError(f"{place / KEY} cannot be kept secret")


def _prune(place: Path, suffix: str) -> None:
    files = list(place.glob(f"*{suffix}"))
    if len(files) <= MOST_FILES:
        return
    for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[MOST_FILES:]:
        file.unlink(missing_ok=True)
