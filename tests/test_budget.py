"""What a command, or a stranger's rulebook, may need of time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from multiprocessing import Pipe, active_children
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

import pytest

from dsl.load import check_rules, load_text
from dsl.prose import catalogues
from dsl.text.diagnostics import MOST_SHOWN, Diagnostic, render_all
from interpreter import Careful, IllegalChoice, InUse, RulebookError, TooMuch, cli, sandbox
from interpreter.budget import UNATTENDED, bounded, interruptibly, within
from interpreter.cli import app
from tests.rulebooks import framed

TIC_TAC_TOE = Path(__file__).resolve().parent.parent / "games" / "classics" / "tic_tac_toe.rules"


def go_on_for_ever() -> None:
    while True:
        pass


def test_what_goes_on_for_ever_is_given_up() -> None:
    with pytest.raises(TooMuch, match=r"E0926.*0\.01 seconds"), within(0.01):
        go_on_for_ever()


def test_what_comes_to_its_end_is_not_disturbed_by_its_bound() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with within(1000):
        assert sum(range(10)) == 45
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_ctrl_c_is_heard_while_something_else_works() -> None:
    begun, never = Event(), Event()

    def press() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    def work() -> None:
        begun.set()
        never.wait()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # deaf to it where begun in the background
    try:
        Thread(target=press).start()
        with pytest.raises(KeyboardInterrupt):
            interruptibly(work)
    finally:
        signal.signal(signal.SIGINT, before)
        never.set()


def test_what_is_worked_on_is_given_or_raised() -> None:
    assert interruptibly(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda: 1 // 0)


def test_a_match_of_a_stranger_answers_as_any_other_does() -> None:
    with Careful(TIC_TAC_TOE, seed=7) as match:
        assert match.players == ("Cross", "Nought")
        assert match.choose("Claim B2").text == "Claim B2"
        assert match.decision.who == ("Nought",)
        assert "Claim B2" not in match.view("Nought")["decision"]["options"]
        with pytest.raises(IllegalChoice, match="Empty Square"):
            match.choose("Claim B2")
        assert match.answers == 1
        with pytest.raises(AttributeError):
            match.rules  # noqa: B018
    with pytest.raises(TooMuch, match="E0929"):
        match.view()


def test_what_one_thread_asks_a_careful_match_is_never_answered_to_another() -> None:
    asked, done = Event(), Event()
    with Careful(TIC_TAC_TOE, seed=7) as match:

        def hold() -> None:
            with match._lock:  # as while it is asked something
                asked.set()
                done.wait()

        other = Thread(target=hold)
        other.start()
        asked.wait()
        with pytest.raises(InUse, match="E0809"):
            match.view("Nought")
        done.set()
        other.join()
        assert match.view("Nought")["reader"] == "Nought"


def test_an_answer_that_nobody_waits_for_is_not_given_to_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*_: object) -> bool:
        raise KeyboardInterrupt

    with Careful(TIC_TAC_TOE, seed=7) as match:
        with pytest.raises(Exception, match="pickle"):
            match.choose(lambda: "Claim B2")
        assert match.players == ("Cross", "Nought")
        monkeypatch.setattr(Connection, "poll", press)
        with pytest.raises(KeyboardInterrupt):
            match.view("Cross")
        monkeypatch.undo()
        with pytest.raises(TooMuch, match="E0929"):
            match.view("Nought")


def test_a_careful_match_that_cannot_begin_leaves_no_process(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Careful(tmp_path / "nothing.rules")
    assert active_children() == []


def test_a_command_has_so_long_unless_somebody_wants_it_to_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def noted(seconds: float) -> nullcontext[None]:
        asked.append(seconds)
        return nullcontext()

    monkeypatch.setattr(app, "within", noted)
    assert app.carry_out(["explain", "E0324"]) == 0
    assert asked == [UNATTENDED]
    monkeypatch.setattr(app, "attended", lambda _: True)
    assert app.carry_out(["explain", "E0324"]) == 0
    assert asked == [UNATTENDED]


@pytest.mark.skipif(os.name == "nt", reason="there are no such limits there")
def test_a_careful_command_has_the_time_that_is_said_and_no_less() -> None:
    program = "from interpreter.budget import bounded; from interpreter.cli.app import attended; "
    program += "print(attended(['check'])); bounded(2_000, 5_000); print(attended(['check']))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "True"]


def test_a_rulebook_of_a_stranger_gets_no_more_than_it_may_have(tmp_path: Path) -> None:
    with pytest.raises(TooMuch, match="E0926"):
        Careful(TIC_TAC_TOE, seconds=0.01)
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("game Wrong\n")
    with pytest.raises(RulebookError, match="E0324"):
        Careful(wrong)


def test_a_process_gets_no_more_memory_than_is_said() -> None:
    program = "from interpreter.budget import bounded; bounded(300); bytearray(400_000_000)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MemoryError" in ended.stderr


def test_where_the_system_sets_no_limits_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    with pytest.raises(TooMuch, match="E0928"):
        bounded(300)


def test_where_there_is_no_memory_left_a_match_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(sandbox, "bounded", run_out)
    ours, theirs = Pipe()
    ours.send(("begin", (), {}))
    Thread(target=sandbox._serve, args=(theirs, 200), daemon=True).start()
    fine, answer = ours.recv()
    ours.close()
    assert not fine
    assert "E0927" in str(answer)


def test_a_command_can_be_careful(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--careful", "check", str(TIC_TAC_TOE)]) == 0
    assert "no errors" in capfd.readouterr().out
    assert cli.run(["--careful", "check", "no.rules"]) == 2
    assert "E0901" in capfd.readouterr().err


def test_memory_that_is_not_there_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_out(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("interpreter.cli.check.rulebooks", run_out)
    assert cli.run(["check", str(TIC_TAC_TOE)]) != 0
    assert "E0927" in capsys.readouterr().err


def test_of_very_many_complaints_the_first_are_shown_and_errors_before_warnings() -> None:
    many = [Diagnostic("W0101", f"No. {k}.") for k in range(MOST_SHOWN)] + [Diagnostic("E0201", "An error.")]
    lines = render_all(many).split("\n")
    assert lines[0].endswith("An error.")
    assert lines[1:3] == ["warning W0101: No. 0.", "warning W0101: No. 1."]
    assert lines[-1] == "… and 1 more that are not shown."


def test_what_is_taken_in_many_times_is_complained_of_a_few_times() -> None:
    _, found = load_text(framed("use Grids\n" * 500), "test.rules")
    assert {d.code for d in found} == {"E0202"}
    assert len(found) < MOST_SHOWN


def test_thousands_of_definitions_are_checked_in_proportion(tmp_path: Path) -> None:
    from tests.effort import calls_at_most

    path = tmp_path / "many.rules"
    path.write_text(framed("".join(f"the worth{k} of a Boat means {k}\n\n" for k in range(1_000))))
    with calls_at_most(5_000_000):
        _, found = check_rules(path)
    assert len(found) > 1_000


def test_a_catalogue_has_a_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "fox.pt.po"
    path.write_bytes(b"# a note\n" * (catalogues.LARGEST // 9 + 1))
    catalogue, wrong = catalogues.read(path)
    assert catalogue is None
    assert [d.code for d in wrong] == ["E0508"]
    assert "more than 5 MB" in wrong[0].message
