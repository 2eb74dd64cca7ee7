"""The cache of compiled games, and how light a start from it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dsl.files
from dsl.errors import Diagnostic
from dsl.files import CACHE, cache_directory
from dsl.program import Program
from dsl.terms import Terms
from interpreter import rules
from interpreter.failures import RulebookError
from interpreter.game import Game
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
    return list((place / "cache").glob("*"))


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
    monkeypatch.setattr(dsl.files, "MOST_FILES", 2)
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
print(*{"dsl.load", "interpreter.compiling", "interpreter.lean"} & {*sys.modules})
"""


def test_a_cached_start_needs_neither_parser_nor_model_nor_compiler(place: Path, compilations: list[Path]) -> None:
    Game.load(place / "toy.rules")
    command = [sys.executable, "-c", START, str(place / "toy.rules")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["6", "", ""]
