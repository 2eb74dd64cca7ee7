"""How `check` comes by what it says: on two processors, and from what it has said before."""

from __future__ import annotations

import os
import shutil
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

import dsl.load
import dsl.readings
from dsl.load import MANY_FORMS, check_rules
from dsl.terms import USUAL, Terms
from dsl.text.confirmed import LIST, printed
from dsl.text.files import CACHE
from interpreter.cli.check import check
from interpreter.tools import beside as module
from interpreter.tools.beside import beside
from tests.rulebooks import FOLDER
from tests.test_readings import TEXT as FERRIES
from tests.test_readings import confirm_all

MANY = FOLDER / "good" / "so_many_with_players.rules"


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two processors, and a process without threads."""
    monkeypatch.setattr(module, "_can_be_copied", lambda: hasattr(os, "fork"))


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook with which nothing is wrong, and a cache in which nothing is."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return Path(shutil.copy(MANY, tmp_path / "many.rules"))


@pytest.mark.usefixtures("two")
def test_work_is_done_in_another_process() -> None:
    with beside(os.getpid) as other:
        assert (other() != os.getpid()) == hasattr(os, "fork")


@pytest.mark.usefixtures("two")
def test_what_comes_to_no_result_there_is_done_here() -> None:
    def fails_there(here: int) -> str:
        if os.getpid() != here:
            raise MemoryError
        return "done"

    with beside(partial(fails_there, os.getpid())) as other:
        assert other() == "done"


@pytest.mark.usefixtures("two")
def test_a_copy_has_no_more_time_than_there_was() -> None:
    def hangs_there(here: int) -> str:
        while os.getpid() != here:
            pass
        return "done"

    before = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_PROF, 0.2)
    try:
        with beside(partial(hangs_there, os.getpid())) as other:
            assert other() == "done"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.usefixtures("two")
def test_nobody_waits_for_what_is_not_wanted() -> None:
    with pytest.raises(KeyboardInterrupt), beside(lambda: [*iter(int, 1)]):
        raise KeyboardInterrupt


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("behind", "codes"),
    [
        ("", set()),
        ("a Kite is ripe when it is in a Shed", {"W0101"}),
        ("variant Doubled\n    the reach of a Player means 1\n    the reach of a Player means 2", {"E0202"}),
    ],
)
def test_what_is_found_is_the_same_on_two_processors(tmp_path: Path, behind: str, codes: set[str]) -> None:
    path = tmp_path / "kites.rules"
    path.write_text(f"{(FOLDER / 'good' / 'patches.rules').read_text('utf-8')}\n{behind}\n", "utf-8")
    program, found = check_rules(path, beside=beside)
    assert (program, found) == check_rules(path)
    assert {d.code for d in found} == codes


def test_that_nothing_is_wrong_is_remembered(
    text: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check([str(text)])
    first = capsys.readouterr()
    monkeypatch.delattr(dsl.load, "check_rules")
    check([str(text)])
    assert capsys.readouterr() == first
    text.write_text(f"-- another\n{text.read_text('utf-8')}", "utf-8")
    with pytest.raises(ImportError):
        check([str(text)])


@pytest.fixture
def kites(text: Path) -> Path:
    """A rulebook with four variants, and with examples of the usual game and of others."""
    return Path(shutil.copy(FOLDER / "good" / "patches.rules", text.parent / "kites.rules"))


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Terms]:
    """The forms that are checked whole, one after another."""
    forms, whole = [], dsl.load._checked

    def noted(path: Path, terms: Terms, *rest: Any, **how: Any) -> Any:
        forms.append(terms)
        return whole(path, terms, *rest, **how)

    monkeypatch.setattr(dsl.load, "_checked", noted)
    monkeypatch.setattr(module, "_can_be_copied", lambda: False)
    return forms


def checked_again(text: Path, looked_at: list[Terms], before: str, after: str) -> list[Terms]:
    """The forms that are looked at when this is written in the place of that."""
    said = text.read_text("utf-8")
    assert said.count(before) == 1
    text.write_text(said.replace(before, after), "utf-8")
    looked_at.clear()
    with suppress(typer.Exit):
        check([str(text)])
    return [*looked_at]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("game Kites\n", "-- a note\n\ngame Kites\n"),
        ('example "As usual', 'example "Mostly'),
        ("    then the number of Kites in the Shed of Ola is 4\n", ""),
    ],
)
def test_notes_and_usual_examples_make_no_difference_in_other_forms(
    kites: Path, looked_at: list[Terms], before: str, after: str
) -> None:
    check([str(kites)])
    assert len(looked_at) > MANY_FORMS
    assert checked_again(kites, looked_at, before, after) == [USUAL]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"The wind sleeps."', '"The wind rests."'),
        ("then the number of Kites on A1 is 2", "then the number of Kites on A1 is 3"),
        ("move the Kite to C1", "move the Kite to B1"),
        ("the Player may Launch", "the Player must Launch"),
    ],
)
def test_all_else_is_looked_at_in_each_form(kites: Path, looked_at: list[Terms], before: str, after: str) -> None:
    check([str(kites)])
    every = [*looked_at]
    assert checked_again(kites, looked_at, before, after) == every


def test_a_usual_example_that_cannot_be_read_with_a_variant_is_found(
    kites: Path, looked_at: list[Terms], capsys: pytest.CaptureFixture[str]
) -> None:
    rest = "action Look\n    only if there is a Kite on A1\n    move a Kite on A1 to B1\n"
    text = kites.read_text("utf-8").replace("may Launch", "may Launch or Look")
    kites.write_text(f"{text}\n{rest}\nvariant Blind\n    without Look\n", "utf-8")
    check([str(kites)])
    capsys.readouterr()
    assert checked_again(kites, looked_at, "then Nia cannot Launch on A1", "when Nia does Look") == [USUAL]
    assert "E0501" in capsys.readouterr().out


def test_texts_that_wait_are_counted_anew_only_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    path = tmp_path / "ferries.rules"
    path.write_text(FERRIES, "utf-8")
    beside_it = path.with_suffix(LIST)
    beside_it.write_text(printed([]), "utf-8")
    check([str(path)])
    told = capsys.readouterr().out
    assert "2 texts to be read" in told
    with monkeypatch.context() as patched:
        patched.setattr(dsl.readings, "waiting_in", None)  # nothing is counted
        check([str(path)])
        assert capsys.readouterr().out == told
    confirm_all(path)
    check([str(path)])
    assert "to be read" not in capsys.readouterr().out
    path.write_text(FERRIES.replace("it must be light", "it has to be light"), "utf-8")
    check([str(path)])
    assert "1 text to be read" in capsys.readouterr().out
