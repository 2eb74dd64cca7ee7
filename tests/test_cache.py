"""The cache of compiled games, and how light a start from it is."""

from __future__ import annotations

import hmac
import marshal
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import dsl.text.files
from dsl.ir.program import Program
from dsl.terms import Terms
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import CACHE, KEY, NotTrusted, cache_directory, keep, kept
from dsl.text.trusted import SEAL
from interpreter.backends.compiled_games import SUFFIX
from interpreter.cli.app import telling_of_the_cache
from interpreter.failures import RulebookError
from interpreter.play import rules
from interpreter.play.game import Game
from tests.handmade import program

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own cache directory, and a front end that always reads the same game."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    (tmp_path / "toy.rules").write_text("game Toy\n")
    return tmp_path


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The texts that were compiled."""
    done: list[Path] = []

    def compiled(path: Path, terms: Terms) -> Program:
        done.append(path)
        return program()

    monkeypatch.setattr(rules, "_program", compiled)
    return done


def transcript(game: Game) -> list[str]:
    match = game.start(seed=3)
    for number in range(6):
        if match.decision:
            match.choose(number % len(match.decision.options))
    return [str(entry) for entry in match.transcript]


def files(place: Path) -> list[Path]:
    return list((place / "cache").glob(f"*{SUFFIX}"))


def test_a_known_text_is_not_compiled_again(place: Path, compilations: list[Path]) -> None:
    first, second = Game.load(place / "toy.rules"), Game.load(place / "toy.rules")
    assert len(compilations) == 1
    assert transcript(first) == transcript(second)
    assert (second.program.code.tables, second.marked) == (first.program.code.tables, first.marked)


def test_text_variants_and_tracing_make_other_entries(place: Path, compilations: list[Path]) -> None:
    path = place / "toy.rules"
    Game.load(path)
    Game.load(path, Terms(("Night",)))
    Game.load(path, mark=lambda rule: None)
    Game.load(path, Terms(("3 players",)))
    Game.load(path, Terms(players=3))
    path.write_text("game Toy \n")
    Game.load(path)
    assert len(compilations) == len(files(place)) == 6


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b"", lambda b: b[:99] + b"\0" + b[100:]])
def test_a_damaged_entry_is_made_again(place: Path, compilations: list[Path], damage: object) -> None:
    Game.load(place / "toy.rules")
    (file,) = files(place)
    content = file.read_bytes()
    file.write_bytes(damage(content))  # type: ignore[operator]
    Game.load(place / "toy.rules")
    assert len(compilations) == 2
    assert file.read_bytes() == content


def test_without_a_place_to_write_it_works_all_the_same(
    place: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = place / "file"
    blocked.write_text("no directory")
    monkeypatch.setenv(CACHE, str(blocked / "cache"))
    assert transcript(Game.load(place / "toy.rules")) == transcript(Game.load(place / "toy.rules"))
    assert len(compilations) == 2


def test_old_entries_go(place: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dsl.text.files, "MOST_FILES", 2)
    for number in range(4):
        Game.load(place / "toy.rules", Terms((str(number),)))
        newest = max(files(place), key=lambda file: file.stat().st_mtime_ns)
        os.utime(newest, (number, number))
    assert len(files(place)) == 2


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({CACHE: "/own"}, "/own"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/rulewright"),
        ({"HOME": "/home/me"}, "/home/me/.cache/rulewright"),
    ],
)
def test_where_it_is(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    for name in (CACHE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_directory() == Path(expected)


def test_a_rulebook_with_errors_is_refused_with_all_of_them(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, terms: Terms) -> Program:
        raise RulebookError([Diagnostic("E0201", "first"), Diagnostic("E0201", "second")], "game Toy\n")

    monkeypatch.setattr(rules, "_program", fail)
    with pytest.raises(RulebookError, match=r"E0201: first\n.*E0201: second"):
        Game.load(place / "toy.rules")
    assert files(place) == []


def test_no_such_rulebook(place: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Game.load(place / "nothing.rules")


START = """
import sys
import interpreter
match = interpreter.load(sys.argv[1]).start(seed=1)
print(len(match.decision.options))
print(*{name.partition(".")[0] for name in sys.modules} & {"lark", "pydantic", "jinja2", "rich", "typer"})
print(*{"dsl.load", "interpreter.backends.pipeline", "dsl.optimise.passes"} & {*sys.modules})
"""


def test_a_cached_start_needs_neither_parser_nor_model_nor_compiler(place: Path, compilations: list[Path]) -> None:
    Game.load(place / "toy.rules")
    command = [sys.executable, "-c", START, str(place / "toy.rules")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["6", "", ""]


# -------------------------------------------------------------------------------------------------- who is not trusted

FORGED = marshal.dumps(compile("import pathlib; pathlib.Path('was here').touch()", "<forged>", "exec"))


@pytest.mark.parametrize("rights", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(
    place: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch, rights: int
) -> None:
    Game.load(place / "toy.rules")
    before = {file: file.read_bytes() for file in (place / "cache").iterdir()}
    (place / "cache").chmod(rights)
    with pytest.warns(NotTrusted, match="can be written to by others"):
        Game.load(place / "toy.rules")
    Game.load(place / "toy.rules")  # it is said once, or this would be an error
    assert len(compilations) == 3
    assert {file: file.read_bytes() for file in (place / "cache").iterdir()} == before


def test_a_folder_of_somebody_else_is_not_used(
    place: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.load(place / "toy.rules")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    with pytest.warns(NotTrusted, match="belongs to somebody else"):
        Game.load(place / "toy.rules")
    assert len(compilations) == 2


def test_a_folder_that_is_a_link_is_not_used(place: Path, compilations: list[Path]) -> None:
    (place / "real").mkdir(mode=0o700)
    (place / "cache").symlink_to("real")
    with pytest.warns(NotTrusted, match="is a link"):
        Game.load(place / "toy.rules")
    assert list((place / "real").iterdir()) == []


def test_what_is_made_is_the_users_alone(place: Path) -> None:
    before = os.umask(0)
    try:
        keep("x.game", b"x")
    finally:
        os.umask(before)
    made = [place / "cache", *(place / "cache").iterdir()]
    assert {path.name: path.stat().st_mode & 0o777 for path in made} == {"cache": 0o700, KEY: 0o600, "x.game": 0o600}


def test_a_file_with_the_checksum_that_anybody_can_make_is_not_executed(
    place: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it could be made by who knows how the cache is written, but not its key."""
    monkeypatch.chdir(place)
    Game.load(place / "toy.rules")
    (file,) = files(place)
    body = file.read_bytes()[SEAL:]
    start = int.from_bytes(body[:8]) + 8
    forged = body[:start] + FORGED
    for seal in (sha256(forged).digest(), hmac.digest(b"", forged, "sha256"), file.read_bytes()[:SEAL]):
        file.write_bytes(seal + forged)
        Game.load(place / "toy.rules")
    assert len(compilations) == 4
    assert not (place / "was here").exists()


def test_what_was_kept_under_another_name_is_not_taken(place: Path) -> None:
    keep("one.game", b"one")
    shutil.copy(place / "cache" / "one.game", place / "cache" / "two.game")
    assert (kept("one.game"), kept("two.game")) == (b"one", None)


@pytest.mark.parametrize("rights", [0o620, 0o602])
def test_a_file_that_others_can_write_to_is_not_taken(place: Path, rights: int) -> None:
    keep("one.game", b"one")
    (place / "cache" / "one.game").chmod(rights)
    assert kept("one.game") is None
    keep("one.game", b"one")
    (place / "cache" / "one.game").chmod(0o600)
    assert kept("one.game") == b"one"


def test_a_file_that_is_a_link_is_not_taken_and_not_written_through(place: Path) -> None:
    keep("one.game", b"one")
    file, aside = place / "cache" / "one.game", place / "aside"
    file.rename(aside)
    file.symlink_to(aside)
    assert kept("one.game") is None
    before = aside.read_bytes()
    keep("one.game", b"another")
    assert aside.read_bytes() == before
    assert not file.is_symlink()
    assert kept("one.game") == b"another"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda key: key.write_bytes(key.read_bytes()[:-1]),
        lambda key: key.write_bytes(b""),
        lambda key: key.chmod(0o640),
        lambda key: key.symlink_to(key.rename(key.parent.parent / "aside")),
        lambda key: key.unlink(),
    ],
)
def test_a_key_that_is_cut_off_or_no_secret_is_made_anew(place: Path, spoil: Callable[[Path], None]) -> None:
    keep("one.game", b"one")
    key = place / "cache" / KEY
    known = key.read_bytes()
    spoil(key)
    assert kept("one.game") is None
    keep("two.game", b"two")
    assert key.read_bytes() != known
    assert (kept("one.game"), kept("two.game")) == (None, b"two")


MEANWHILE = """
import sys
from dsl.text.files import keep, kept
sys.stdin.readline()
for number in range(20):
    keep(f"{sys.argv[1]}{number}.game", b"body")
"""


def test_processes_that_use_it_first_at_once_make_one_key(place: Path) -> None:
    command = [sys.executable, "-c", MEANWHILE]
    running = [subprocess.Popen([*command, str(n)], cwd=ROOT, stdin=subprocess.PIPE, text=True) for n in range(3)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate()[0] or process.returncode for process in running] == [0, 0, 0]
    assert {kept(f"{n}{number}.game") for n in range(3) for number in range(20)} == {b"body"}
    assert len(list((place / "cache").iterdir())) == 61


ANOTHER = "import sys; from dsl.text.files import kept; sys.exit(kept('one.game') is not None)"


def test_at_the_command_line_it_is_said_once(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Also where other processes are begun."""
    (place / "cache").mkdir()
    (place / "cache").chmod(0o777)
    with telling_of_the_cache():
        keep("one.game", b"one")
        assert kept("one.game") is None
        subprocess.run([sys.executable, "-c", ANOTHER], cwd=ROOT, check=True)
    assert re.fullmatch("warning W0901: .*cache can be written to by others.*\n", capfd.readouterr().err)
    assert list((place / "cache").iterdir()) == []
