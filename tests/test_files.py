"""That no command destroys what a person wrote: on a full disk, through links, when it is killed."""

from __future__ import annotations

import errno
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dsl.text.files import create, temporary_folder, write_atomically
from interpreter.cli.common import MISUSED
from tests.rulebooks import FRAME
from tests.test_cli import ROOT, Shell, shell

__all__ = ["shell"]


@contextmanager
def full(when: str) -> Iterator[None]:
    """In which there is no room: that is noticed when something is written, or only when it is to be lasting."""
    if when == "flushed":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", no_room)
            yield
        return
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))  # bytes of each file
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".typed"
    }


COMMANDS = {
    "format": ("game.rules",),
    "translate": ("game.rules", "--language", "pt"),
    "number": ("game.rules",),
    "docs": ("game.rules",),
    "new": ("Lighthouse",),
}


@pytest.mark.parametrize(
    ("command", "when"),
    [
        (command, when)
        for command in COMMANDS
        for when in ("written", "flushed")
        if (command, when) != ("docs", "flushed")
    ],
)
def test_on_a_full_disk_all_files_stand_as_they_were(shell: Shell, command: str, when: str) -> None:
    """Pages need not be lasting, as they can be made again."""
    Path("game.rules").write_text(FRAME, "utf-8")
    if command != "new":
        assert shell(command, *COMMANDS[command]).code == 0
    Path("game.rules").write_text(f"\n\n{FRAME}\n\nplace Attic\n", "utf-8")
    before = contents(Path())
    with full(when):
        shown = shell(command, *COMMANDS[command])
    assert shown.code == MISUSED
    assert re.search("No space left on device|File too large", shown.err)
    assert ".rulewright-" not in shown.err
    assert contents(Path()) == before
    assert shell(command, *COMMANDS[command]).code == 0
    assert contents(Path()) != before


def test_rights_and_links_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target.rules", tmp_path / "link.rules"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("target.rules")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert (target.read_bytes(), target.stat().st_mode & 0o7777) == (b"new", 0o640)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_new_file_has_the_rights_that_new_files_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "one", b"1")
        create(tmp_path / "two", b"2")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o640}


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_the_owner_stays(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    os.chown(tmp_path / "one", 1234, 1235)
    write_atomically(tmp_path / "one", b"new")
    status = (tmp_path / "one").stat()
    assert (status.st_uid, status.st_gid) == (1234, 1235)


def test_a_file_with_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_atomically(path, b"1")
    write_atomically(path, b"2")
    assert path.read_bytes() == b"2"


@pytest.mark.parametrize("links", [True, False])
def test_what_is_new_never_takes_the_place_of_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    create(tmp_path / "one", b"1")
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("one", "dangling"):
        with pytest.raises(FileExistsError):
            create(tmp_path / name, b"2")
    assert (tmp_path / "one").read_bytes() == b"1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling", "one"]


def no_links(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


KILLED = """
import os, sys
from pathlib import Path
from dsl.text.files import write_atomically
os.fsync = lambda handle: os.kill(os.getpid(), 9)
write_atomically(Path(sys.argv[1]), b"new")
"""


def test_what_a_killed_command_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text("old")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2
    write_atomically(tmp_path / "other", b"new")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.rules", "other"]


KILLED_BESIDE = """
import os
from dsl.text.files import temporary_folder
with temporary_folder() as folder:
    (folder / "page.md").write_text("new")
    os.kill(os.getpid(), 9)
"""


def test_a_folder_that_a_killed_command_left_goes_when_the_next_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    subprocess.run([sys.executable, "-c", KILLED_BESIDE], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)})
    (left,) = tmp_path.iterdir()
    assert (left / "page.md").is_file()
    with temporary_folder() as folder:
        assert [*tmp_path.iterdir()] == [folder]
        with temporary_folder() as other:
            assert {*tmp_path.iterdir()} == {folder, other}
    assert [*tmp_path.iterdir()] == []


def test_what_is_being_written_is_not_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By this process, or by another that lives; a number that was ours may have been that of a process before."""
    fsync = os.fsync
    others = [tmp_path / f".rulewright-{number}-0-0" for number in (os.getpid(), os.getppid())]

    def meanwhile(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", fsync)
        for other in others:
            other.touch()
        write_atomically(tmp_path / "inner", b"inner")
        assert [other.exists() for other in others] == [False, True]

    monkeypatch.setattr(os, "fsync", meanwhile)
    write_atomically(tmp_path / "outer", b"outer")
    assert (tmp_path / "outer").read_bytes() == b"outer"
