"""Machine code where it cannot be had, or not be kept: the game is played all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dsl.ir.nodes import MAIN
from dsl.resources import folder
from dsl.text.files import CACHE
from interpreter.backends.llvm import loading
from interpreter.backends.llvm.loading import NoNativeCode
from interpreter.play.game import Game
from tests.natively import HAS_EXTRA, WHY_NOT

RULEBOOK = folder("games") / "classics" / "tic_tac_toe.rules"
DAMAGES = (lambda body: body[:-1], lambda body: b"", lambda body: body[:99] + b"\0" + body[100:])

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own cache directory."""
    monkeypatch.setenv(CACHE, str(tmp_path))
    return tmp_path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was made: "text" of a game, "object" of a text."""
    done: list[str] = []

    def noted(module: Any, name: str, what: str) -> None:
        make = getattr(module, name)

        def making(*arguments: Any, **more: Any) -> Any:
            done.append(what)
            return make(*arguments, **more)

        monkeypatch.setattr(module, name, making)

    from interpreter.backends.llvm import objects, playing

    noted(playing, "native_program", "text")
    noted(objects, "_compiled", "object")
    return done


def plays() -> None:
    """A game begins, natively."""
    machine = Game.load(RULEBOOK).natively().machine
    state = machine.initial(1)
    machine.run(state)
    assert len(machine.options(state)) == 9


def files(place: Path, suffix: str) -> list[Path]:
    return sorted(place.glob(f"*{suffix}"))


def test_without_llvmlite_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "find_spec", lambda name: None)
    with pytest.raises(NoNativeCode, match=r"pip install 'rulewright\[native\]'"):
        Game.load(RULEBOOK).natively()


@with_extra
def test_a_game_that_is_known_is_not_made_again(place: Path, made: list[str]) -> None:
    plays()
    plays()
    assert made == ["text", "object"]


@with_extra
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(("suffix", "again"), [(".native", "text"), (".object", "object")])
def test_what_is_cut_off_is_made_again(place: Path, made: list[str], suffix: str, again: str, damage: Any) -> None:
    plays()
    (file,) = files(place, suffix)
    content = file.read_bytes()
    file.write_bytes(damage(content))
    plays()
    assert made == ["text", "object", again]
    assert files(place, suffix) == [file]


@with_extra
def test_a_text_of_another_version_is_made_again(place: Path, made: list[str]) -> None:
    from dsl.text.files import keep

    plays()
    (file,) = files(place, ".native")
    keep(file.name, b'["of another time"]')
    plays()
    assert made == ["text", "object", "text"]


@with_extra
def test_machine_code_of_another_processor_is_not_used(
    place: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.backends.llvm import objects

    plays()
    name, features = objects._processor()
    monkeypatch.setattr(objects, "_processor", lambda: ("generic", features))
    plays()
    monkeypatch.setattr(objects, "_processor", lambda: (name, ""))
    plays()
    assert made == ["text", "object", "object", "object"]
    assert len(files(place, ".object")) == 3


@with_extra
def test_without_a_place_to_write_it_works_all_the_same(
    place: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = place / "file"
    blocked.write_text("no directory")
    monkeypatch.setenv(CACHE, str(blocked / "cache"))
    plays()
    plays()
    assert made == ["text", "object"] * 2


@with_extra
def test_an_llvm_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.backends.llvm import objects

    def refuses() -> None:
        raise RuntimeError("No available targets")

    monkeypatch.setattr(objects, "_target", refuses)
    with pytest.raises(NoNativeCode, match=r"run as Python \(No available targets\)"):
        Game.load(RULEBOOK).natively()


@with_extra
def test_what_only_says_why_not_is_left_to_python() -> None:
    from interpreter.backends.llvm.machine import NativeMachine

    rules = Game.load(RULEBOOK)
    needs = [need.function for d in rules.program.decisions for a in d.alternatives for need in a.needs]
    native = rules.natively().machine
    assert isinstance(native, NativeMachine)
    numbers = [native.native.functions[name].number for name in (*needs, MAIN)]
    assert [f"@f{number}(" in native.native.text for number in numbers] == [*(False for _ in needs), True]
    for machine in (rules.machine, native):
        state = machine.initial(1)
        machine.run(state)
        machine.resume(state, 4)
        arguments = machine.arguments(state)
        assert [[machine.call(need, state, *arguments, cell) for cell in (3, 4)] for need in needs] == [[1, 0]]
