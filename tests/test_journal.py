"""A match survives a bad day: what was shown is in its journal, whatever broke it off."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.cli import INTERRUPTED, run
from interpreter.cli.common import FINE, MISUSED, WRONG
from interpreter.failures import SaveError
from interpreter.play.game import load
from interpreter.play.journal import STATE, Journal, journals
from interpreter.play.match import Match, replay
from interpreter.state.save import Save
from interpreter.terminal.session import Screen, Session
from tests.handmade import game

ROOT = Path(__file__).resolve().parent.parent
GAME = str(ROOT / "games" / "classics" / "tic_tac_toe.rules")
SECRETS = ROOT / "tests" / "language" / "good" / "in_secret.rules"
TWO = ("--seats", "human,human")
TOY = game()

if os.name == "nt":
    pytest.skip("JOURNALS NOT RUN: signals and rights are others there", allow_module_level=True)


@pytest.fixture(autouse=True)
def own_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Each test begins without a match."""
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state" / "matches"


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What a command line shows, in this process, where this is typed."""

    def shown(*arguments: str, typed: str = "quit\n", code: int = FINE) -> str:
        (tmp_path / ".typed").write_text(typed, encoding="utf-8")
        with (tmp_path / ".typed").open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            assert run(list(arguments)) == code
        told = capsys.readouterr()
        return told.out + told.err

    return shown


Played = Callable[..., str]


def answers(shown: str) -> list[str]:
    """The answers that were shown, in order."""
    return re.findall(r"^ +\d+ (\w+: .*)$", shown, re.MULTILINE)


# ---------------------------------------------------------------------------------------------------------- broken off


def child(*arguments: str, most: int = 0) -> subprocess.Popen[str]:
    """A session in a process of its own, whose files can have so many bytes at most (0: any number)."""

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if most:
            import resource  # here, as Windows has none

            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    line = [sys.executable, "-m", "interpreter", "play", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        line, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=pipe, stdout=pipe, stderr=pipe, text=True,
        preexec_fn=prepare,
    )  # fmt: skip


def shown_until(running: subprocess.Popen[str], text: str) -> str:
    """What a session shows up to this text."""
    assert running.stdout
    shown = ""
    for line in running.stdout:
        shown += line
        if text in line:
            return shown
    raise AssertionError(f"it never showed {text!r}: {shown}")


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, signal.SIGHUP, signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name
)
def test_what_was_shown_is_there_again_after_whatever_broke_it_off(played: Played, how: signal.Signals) -> None:
    with child(GAME, *TWO) as running:
        assert running.stdin
        running.stdin.write("b2\na1\nundo\na2\nc3\n")
        running.stdin.flush()
        shown = shown_until(running, "Cross: Claim C3")
        running.send_signal(how)
        assert running.wait(20) == (INTERRUPTED if how == signal.SIGINT else -how)
    assert answers(shown)[-3:] == ["Nought: Claim A1", "Nought: Claim A2", "Cross: Claim C3"]
    assert answers(played("play", "--resume")) == ["Cross: Claim B2", "Nought: Claim A2", "Cross: Claim C3"]


def test_on_a_full_disk_the_match_goes_on_and_it_is_said_once(played: Played) -> None:
    with child(GAME, *TWO, most=450) as running:
        shown, said = running.communicate("b2\na1\nc3\na3\nquit\n", 30)
    assert answers(shown) == ["Cross: Claim B2", "Nought: Claim A1", "Cross: Claim C3", "Nought: Claim A3"]
    assert "It was not kept." in shown
    assert said.count("W0701") == 1
    assert "File too large" in said
    again = answers(played("play", "--resume"))
    assert again == answers(shown)[: len(again)]
    assert 0 < len(again) < 4


def test_where_no_journal_can_be_begun_the_match_is_played_all_the_same(
    played: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(STATE, str(tmp_path / "file"))
    shown = played("play", GAME, *TWO, typed="b2\nquit\n")
    assert shown.count("W0701") == 1
    assert answers(shown) == ["Cross: Claim B2"]
    assert "It was not kept." in shown


def test_when_there_is_room_again_it_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    match = TOY.start(seed=1)
    journal = Journal.begin(match.saved(), ["human", "human"])
    match.choose("Pass")

    def full(handle: int) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            journal.note(match.saved())
    match.choose("Pass")
    journal.note(match.saved())
    journal.close()
    assert written(journal) == match.saved()


# ------------------------------------------------------------------------------------------------------- what is in it


def written(journal: Journal) -> Save:
    """What stands in a journal that nobody has open."""
    again, saved, _ = Journal.open(journal.path)
    again.close()
    return saved


def test_each_answer_is_on_the_disk_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is synced is told to the disk; what is told to players has to be in it."""
    match = load(GAME).start(seed=1)
    synced: list[int] = [0]
    sync = os.fsync

    def noticed(handle: int) -> None:
        sync(handle)
        synced[0] = os.fstat(handle).st_size

    monkeypatch.setattr(os, "fsync", noticed)
    journal = Journal.begin(match.saved(), ["human", "human"])
    told: list[str] = []

    def tell(text: str) -> None:
        on_disk = journal.path.read_bytes()[: synced[0]].decode()
        assert all(answer.partition(": ")[2] in on_disk for answer in answers(text))
        told.append(text)

    typed: Iterator[str] = iter(["b2", "a1", "c3", "undo", "a3", "quit"])

    def note(now: Match) -> bool:
        journal.note(now.saved())
        return True

    Session(match, {}, Screen(lambda _: next(typed), tell, lambda _: None), note).run()
    assert len(answers("\n".join(told))) == 4


def test_a_line_that_is_torn_is_passed_over_wherever_it_is_torn() -> None:
    match = TOY.start(seed=1)
    journal = Journal.begin(match.saved(), ["human", "human"])
    whole = [journal.path.stat().st_size]
    for text in ("Pass", "Pass", "Pass"):
        match.choose(text)
        journal.note(match.saved())
        whole.append(journal.path.stat().st_size)
    journal.close()
    content, choices = journal.path.read_bytes(), match.saved().choices
    counts = []
    for size in sorted({*range(whole[0], len(content), 7), *whole}):
        journal.path.write_bytes(content[:size] + b"\0" * (size % 3))
        again, saved, seats = Journal.open(journal.path)
        assert (saved.choices, seats) == (choices[: len(saved.choices)], ["human", "human"])
        counts.append(len(saved.choices))
        again.note(match.saved())
        again.close()
        assert written(journal).choices == choices
    assert counts == sorted(counts)
    assert {counts[0], counts[-1]} == {0, len(choices)}


@pytest.mark.parametrize("size", [0, 1, 40, -1])
def test_without_its_first_line_a_journal_is_refused(size: int) -> None:
    journal = Journal.begin(TOY.start(seed=1).saved(), ["human", "human"])
    journal.close()
    journal.path.write_bytes(journal.path.read_bytes()[:size])
    with pytest.raises(SaveError, match="E0711"):
        Journal.open(journal.path)


def test_a_journal_that_was_broken_off_before_its_first_line_is_none(own_state: Path) -> None:
    Journal.begin(TOY.start(seed=1).saved(), ["human", "human"]).remove()
    (own_state / "toy-01234567.new").write_bytes(b"half a li")
    assert journals() == []
    journal = Journal.begin(TOY.start(seed=1).saved(), ["human", "human"])
    assert [*own_state.iterdir()] == journals() == [journal.path]


@pytest.mark.parametrize("junk", [b"", b"\0" * 50, b"{}\n", b"0123456789abcdef {}\n"])
def test_what_follows_a_line_that_is_not_whole_does_not_count(junk: bytes) -> None:
    match = TOY.start(seed=1)
    journal = Journal.begin(match.saved(), ["human", "human"])
    match.choose("Pass")
    journal.note(match.saved())
    head, line = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(head + junk + line)
    journal.close()
    assert len(written(journal).choices) == (0 if junk else 1)


def test_what_was_begun_is_there_again() -> None:
    rules = load(SECRETS)
    match = rules.start(seed=1)
    journal = Journal.begin(match.saved(), ["human"] * 3)
    for player, worth in (("Red", 6), ("Red", 5), ("Blue", 2)):
        match.choose(f"the {player.lower()} {worth} Card in the Hand of {player}", player)
        journal.note(match.saved())
    journal.close()
    again, saved, _ = Journal.open(journal.path)
    other = replay(rules, saved)
    assert other.position.partial == match.position.partial
    other.undo("Blue")
    again.note(other.saved())
    again.close()
    assert [begun.who for begun in written(journal).begun] == ["Red"]


def test_a_journal_goes_on_where_it_was() -> None:
    match = TOY.start(seed=1)
    match.choose("Pass")
    journal = Journal.begin(match.saved(), ["human", "human"])
    journal.close()
    lines = journal.path.read_bytes().count(b"\n")
    again, saved, _ = Journal.open(journal.path)
    other = replay(TOY, saved)
    again.note(other.saved())
    assert journal.path.read_bytes().count(b"\n") == lines
    other.choose("Pass")
    again.note(other.saved())
    assert journal.path.read_bytes().count(b"\n") == lines + 1
    again.close()
    assert written(again) == other.saved()


# ---------------------------------------------------------------------------------------------- whose it is, and where


def test_nobody_else_can_read_it(own_state: Path) -> None:
    old = os.umask(0)
    try:
        journal = Journal.begin(TOY.start(seed=1).saved(), ["human", "human"])
    finally:
        os.umask(old)
    assert stat.S_IMODE(own_state.stat().st_mode) == 0o700
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600


def test_a_folder_that_leads_elsewhere_is_not_used(own_state: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    own_state.parent.mkdir()
    own_state.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="not a folder of yours"):
        Journal.begin(TOY.start(seed=1).saved(), ["human", "human"])
    assert list((tmp_path / "elsewhere").iterdir()) == []
    (tmp_path / "elsewhere" / "x.journal").write_text("")
    assert journals() == []


def test_it_is_in_the_state_folder_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(STATE)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "system"))
    journal = Journal.begin(TOY.start(seed=1).saved(), ["human", "human"])
    assert journal.path.parent == tmp_path / "system" / "rulewright" / "matches"


@pytest.mark.parametrize("name", ["..", "-rf", "a\nb", "x" * 200, "draft [2]", "Pokémon €", "a-0123abcd"])
def test_a_match_of_any_rulebook_is_found_by_its_name(played: Played, tmp_path: Path, name: str) -> None:
    rulebook = tmp_path / f"{name}.rules"
    rulebook.write_text(Path(GAME).read_text("utf-8"), "utf-8")
    played("play", GAME, *TWO, typed="b2\n")
    assert "W0701" not in played("play", str(rulebook), *TWO, typed="a1\n")
    assert answers(played("play", str(rulebook), "--resume")) == ["Cross: Claim A1"]


def test_where_files_cannot_be_locked_it_is_written_down_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(handle: int, how: int) -> None:
        raise OSError("No locks available")

    monkeypatch.setattr("fcntl.flock", none)
    match = TOY.start(seed=1)
    match.choose("Pass")
    journal = Journal.begin(match.saved(), ["human", "human"])
    journal.close()
    assert written(journal) == match.saved()


def test_only_the_last_that_were_broken_off_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.play.journal.MOST", 3)
    begun = []
    for number in range(5):
        begun.append(Journal.begin(TOY.start(seed=1).saved(), ["human", "human"]))
        os.utime(begun[-1].path, (number, number))
        if number:
            begun[-1].close()
    last = (begun[0], *begun[-3:])  # the first is being played
    assert sorted(journals()) == sorted(journal.path for journal in last)


# ------------------------------------------------------------------------------------------------- on the command line


def test_a_match_that_is_over_leaves_nothing(played: Played) -> None:
    played("play", GAME, *TWO, typed="b2\na1\nc2\na2\na3\nc1\nb1\nb3\nc3\n")
    assert journals() == []
    assert "E0710" in played("play", "--resume", code=WRONG)


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("quit\n", 0),
        ("b2\nsave a\nquit\n", 0),
        ("b2\nsave a\na1\nquit\n", 1),
        ("b2\nsave a\nundo\na1\nquit\n", 1),
    ],
)
def test_a_match_that_is_kept_or_was_not_begun_leaves_nothing(played: Played, typed: str, left: int) -> None:
    played("play", GAME, *TWO, typed=typed)
    assert len(journals()) == left


def test_who_has_which_seat_is_known_again(played: Played) -> None:
    played("play", GAME, "--seats", "random,human", "--seed", "1", typed="b2\n")
    assert "Cross (random), Nought (human)" in played("play", "--resume")
    assert "Cross (human), Nought (human)" in played("play", "--resume", *TWO)
    assert "E0602" in played("play", "--resume", "--seats", "human", code=MISUSED)


def test_of_several_it_is_said_which(played: Played) -> None:
    for file in (GAME, GAME, str(SECRETS)):
        played("play", file, "--seats", ",".join(["human"] * (3 if file != GAME else 2)), typed="1\n1\n1\ndone\n")
    told = played("play", "--resume", code=WRONG)
    assert "E0712" in told
    assert "3 matches were broken off" in told
    assert all(path.stem in told for path in journals())
    assert "2 matches were broken off" in played("play", GAME, "--resume", code=WRONG)
    assert "In Secret" in played("play", str(SECRETS), "--resume")
    assert "Tic-Tac-Toe" in played("play", journals()[0].stem, "--resume")
    assert "No match of hex was broken off" in played("play", "hex", "--resume", code=WRONG)


def test_a_match_in_which_nobody_has_answered_is_not_kept(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "E0912" in played("play", GAME, *TWO, typed="", code=MISUSED)
    monkeypatch.setattr(Session, "run", interrupted)
    assert "--resume" not in played("play", GAME, *TWO, code=INTERRUPTED)
    assert journals() == []


def interrupted(_: Session) -> None:
    raise KeyboardInterrupt


def test_one_match_is_played_in_one_session_at_a_time(played: Played) -> None:
    journal = Journal.begin(load(GAME).start(seed=1).saved(), ["human", "human"])
    assert "E0713" in played("play", "--resume", code=WRONG)
    journal.close()
    assert "Tic-Tac-Toe" in played("play", "--resume")


@pytest.mark.parametrize("more", [["--seed", "1"], ["--load", "x"], ["--players", "2"], ["--variant", "x"]], ids=str)
def test_a_match_that_goes_on_has_all_that_is_agreed_on(played: Played, more: list[str]) -> None:
    assert "E0908" in played("play", "--resume", *more, code=MISUSED)


def test_under_other_rules_it_does_not_go_on(played: Played, tmp_path: Path) -> None:
    rulebook = tmp_path / "own.rules"
    rulebook.write_text(Path(GAME).read_text("utf-8"), "utf-8")
    played("play", str(rulebook), *TWO, typed="b2\n")
    rulebook.write_text(rulebook.read_text("utf-8").replace("from Cross until", "from Nought until"), "utf-8")
    assert "E0703" in played("play", "--resume", code=WRONG)
    assert len(journals()) == 1


def test_a_match_that_was_loaded_goes_on(played: Played) -> None:
    played("play", GAME, *TWO, typed="b2\nsave kept.json\nquit\n")
    played("play", "--load", "kept.json", *TWO, typed="a1\n")
    assert answers(played("play", "--resume")) == ["Cross: Claim B2", "Nought: Claim A1"]
