"""The command line: what it prints, its exit codes, and that nobody ever sees a traceback."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dsl.icons import icon_for, path_of
from interpreter import load
from interpreter.cli import INTERRUPTED, run
from interpreter.cli.app import COMMANDS
from interpreter.cli.common import FINE, MISUSED, WRONG

ROOT = Path(__file__).resolve().parent.parent
GAME = str(ROOT / "games" / "classics" / "tic_tac_toe.rules")
WRONG_TEXT = (
    "game Lighthouse\n    in English\n    for 2 players: Keeper, Storm\n\npiece Boat\n    starts in the Harbour\n"
)


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


Shell = Callable[..., Done]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    """Runs a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run_line(*arguments: str, typed: str = "") -> Done:
        source = tmp_path / ".typed"
        source.write_text(typed, encoding="utf-8")
        with source.open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            code = run(list(arguments))
        shown = capsys.readouterr()
        assert "Traceback" not in shown.out + shown.err
        return Done(code, shown.out, shown.err)

    return run_line


def process(*arguments: str) -> subprocess.Popen[str]:
    """A command in a process of its own, which Ctrl-C reaches also where the tests were begun in the background."""
    line = [sys.executable, "-m", "interpreter", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        line, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", preexec_fn=heed_ctrl_c
    )


def heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# ----------------------------------------------------------------------------------------------------------- in general


def test_a_folder_stands_for_the_files_in_it(shell: Shell) -> None:
    """What is called like a rulebook but is no file is passed over, and nobody waits for a pipe."""
    Path("games").mkdir()
    Path("games/game.rules").write_bytes(Path(GAME).read_bytes())
    Path("games/folder.rules").mkdir()
    Path("games/gone.rules").symlink_to("nowhere.rules")
    Path("games/itself.rules").symlink_to("itself.rules")
    os.mkfifo("games/pipe.rules")
    shown = shell("check", "games")
    assert (shown.code, shown.err) == (FINE, "")
    assert shown.out.startswith("games/game.rules: no errors (")
    assert shown.out.count("\n") == 1
    Path("games/game.rules").unlink()
    assert shell("check", "games").code == MISUSED


def test_help_lists_every_command(shell: Shell) -> None:
    shown = shell("--help")
    assert shown.code == FINE
    assert all(re.search(rf"^  {name} +[A-Z].*\.$", shown.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_how_it_is_used(shell: Shell, command: str) -> None:
    shown = shell(command, "--help")
    assert shown.code == FINE
    assert f"rulewright {command}" in shown.out


def test_the_version(shell: Shell) -> None:
    assert re.fullmatch(r"rulewright \d+\.\d+\.\d+\n", shell("--version").out)


JUNK = ["--nonsense", "", "\0", "x" * 5000, "no/such/file.rules", "no/such/folder/", "\udcff", "-1", "[red]x[/]", "."]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_on_the_command_line_is_misuse(shell: Shell, command: str, junk: str) -> None:
    shown = shell(command, junk)
    assert shown.code == MISUSED
    assert shown.err.strip()


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (["play"], MISUSED, "E0901"),
        (["play", "tic_tac_to"], MISUSED, "did you mean tic_tac_toe?"),
        (["play", GAME, "--seats", "human"], MISUSED, "E0602"),
        (["play", GAME, "--seats", "humna,random"], MISUSED, "did you mean human?"),
        (["play", GAME, "--seats", "dog,cat"], MISUSED, "E0902"),
        (["play", GAME, "--seats", "human,mcts"], MISUSED, "E0902"),
        (["play", GAME, "--seats", "human,mcts:0"], MISUSED, "“0” is not in how many games"),
        (["play", GAME, "--seats", "human,mcts:abc"], MISUSED, "“abc” is not in how many games"),
        (["play", GAME, "--seats", "human,mcts:99999999"], MISUSED, "E0902"),
        (["play", GAME, "--seats", "human,mtcs:100"], MISUSED, "did you mean mcts:1000?"),
        (["play", GAME, "--variant", "Night"], MISUSED, "E0601"),
        (["play", GAME, "--seed", "x"], MISUSED, "--seed"),
        (["play", "--load", "no.json"], MISUSED, "E0909"),
        (["play", "--load", "wrong.rule"], MISUSED, "did you mean wrong.rules?"),
        (["play", "tic_tac_toe.rules"], MISUSED, "did you mean tic_tac_toe?"),
        (["play", "nosuch.rules"], MISUSED, "one that came along: amazons, backgammon"),
        (["replay", "no.json"], MISUSED, "E0909"),
        (["play", "--load", "no.json", "--seed", "1"], MISUSED, "E0908"),
        (["play", "--load", "no.json", "--variant", "Night"], MISUSED, "E0908"),
        (["play", "--load", "wrong.rules"], WRONG, "E0701"),
        (["replay", "wrong.rules"], WRONG, "E0701"),
        (["check", "wrong.rules", "--variant", "Night"], WRONG, "E0326"),
        (["test", "wrong.rules"], WRONG, "E0326"),
        (["test", GAME, "--examples", "no.rules"], MISUSED, "no.rules"),
        (["test", GAME, "--examples", "wrong.rules"], WRONG, "E0505"),
        (["play", GAME], MISUSED, "E0912"),
        (["trace", GAME, "--step", "99"], MISUSED, "E0913"),
        (["trace", GAME, "--step", "-1"], MISUSED, "--step"),
        (["simulate", GAME, "--players", "3"], MISUSED, "E0602"),
        (["check", GAME, "--option", "size=9"], MISUSED, "E0603"),
        (["trace", GAME, "--option", "size"], MISUSED, "--option size=9"),
        (["check", GAME, "--option", "size=9", "--option", "Size=9"], MISUSED, "The option Size is settled twice."),
        (["play", "--load", "no.json", "--players", "2"], MISUSED, "E0908"),
        (["simulate", GAME, "--games", "0"], MISUSED, "--games"),
        (["simulate", "wrong.rules"], WRONG, "E0326"),
        (["trace", "wrong.rules"], WRONG, "E0326"),
        (["coverage", "wrong.rules"], WRONG, "E0326"),
        (["docs"], MISUSED, "E0901"),
        (["docs", "wrong.rules"], WRONG, "E0326"),
        (["explain", "becoms"], MISUSED, "did you mean becomes?"),
        (["explain", "xyzzy"], MISUSED, "E0903"),
        (["new", "../escape"], MISUSED, "E0905"),
        (["new", "A", "?"], MISUSED, "E0905"),
    ],
    ids=lambda value: " ".join(value).replace(GAME, "GAME") if isinstance(value, list) else str(value),
)
def test_what_is_wrong_is_told_with_its_exit_code(shell: Shell, line: list[str], code: int, told: str) -> None:
    Path("wrong.rules").write_text(WRONG_TEXT, encoding="utf-8")
    shown = shell(*line)
    assert told in shown.out + shown.err
    assert shown.code == code


def test_a_fault_of_our_own_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.cli.play.rulebook", lambda name: 1 / 0)
    shown = shell("play", GAME)
    assert shown.code == 70
    assert shown.err.startswith("error: Rulewright has a fault of its own (ZeroDivisionError")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("module", "code", "said"), [("interpreter", MISUSED, "E0903"), ("interpreter.cli", 1, "package")]
)
def test_the_package_is_the_command_and_none_of_its_parts_is_silent(module: str, code: int, said: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "explain", "E0999"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    with process("play", GAME, "--seats", "random,random") as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
def test_ctrl_c_stops_a_game_without_a_word() -> None:
    with process("play", GAME, "--seats", "human,human") as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().startswith("Tic-Tac-Toe")
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == INTERRUPTED
        assert "Traceback" not in running.stderr.read()


ENTRY = """
import sys
when = sys.argv[1]
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == when:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from interpreter.cli import main
sys.argv[1:] = ["check", sys.argv[2]]
main()
"""


@pytest.mark.parametrize("module", ["typer", "interpreter.cli.app", "interpreter.cli.check", "lark", "dsl.lower"])
def test_ctrl_c_stops_a_command_that_is_still_being_loaded(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", ENTRY, module, GAME], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize("seats", ["random,random", "human,human"])
def test_a_known_game_is_played_without_parser_and_models(seats: str) -> None:
    run(["play", GAME, "--seats", "random,random"])  # now it is known
    look = "import sys; from interpreter.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    line = [sys.executable, "-c", look, "play", GAME, "--seats", seats, "--seed", "1"]
    done = subprocess.run(
        line, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True, input="1\nquit\n"
    )
    assert "interpreter.play.match" in done.stderr.split()
    assert not {"lark", "pydantic", "jinja2", "rich"} & set(done.stderr.split())


def test_a_check_starts_without_what_only_players_and_readers_need() -> None:
    look = "import sys; from interpreter.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    line = [sys.executable, "-c", look, "check", GAME]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "dsl.lower" in done.stderr.split()
    assert not {"interpreter.play.match", "dsl.prose.speech", "rich", "pydantic"} & set(done.stderr.split())


# --------------------------------------------------------------------------------------------------------- the commands


def test_check_counts_what_is_wrong_and_what_is_there(shell: Shell) -> None:
    Path("wrong.rules").write_text(WRONG_TEXT, encoding="utf-8")
    shown = shell("check", GAME, "wrong.rules")
    assert shown.code == WRONG
    assert f"{GAME}: no errors (Tic-Tac-Toe; 2 players; 4 examples)" in shown.out
    assert "wrong.rules:1:1: error E0326" in shown.out
    assert re.search(r"^wrong.rules: \d errors?$", shown.out, re.MULTILINE)


def test_a_warning_is_shown_and_is_no_failure(shell: Shell) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    Path("odd.rules").write_text(f"{text}\nto resign\n    nobody wins\n", encoding="utf-8")
    shown = shell("check", "odd.rules")
    assert shown.code == FINE
    assert "warning W0101: `to resign` is there in vain" in shown.out
    assert "odd.rules: 1 warning (Tic-Tac-Toe; 2 players; 4 examples)" in shown.out


def test_a_folder_stands_for_the_rulebooks_in_it(shell: Shell) -> None:
    """Also for those in folders inside it; each of the games is checked by `test_language`."""
    names = ("tic_tac_toe", "inner/hex", "inner/most/kuhn_poker")
    for name in names:
        path = Path("folder", f"{name}.rules")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((ROOT / "games" / "classics" / path.name).read_bytes())
    shown = shell("check", "folder")
    assert shown.code == FINE
    assert re.findall(r"^folder/(.*)\.rules: no errors", shown.out, re.MULTILINE) == sorted(names)


FAILING = """
example "Nought wins at once"
    when Cross does Claim A1
    then Nought is the winner

example "A square can be claimed"
    when Cross does Claim A1
    then there is a Mark on A1
"""


def test_format_writes_the_one_form_and_check_only_looks(shell: Shell) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    path = Path("game.rules")
    path.write_text(text, encoding="utf-8")
    shell("format", "game.rules")
    formatted = path.read_text(encoding="utf-8")
    path.write_text(formatted.replace("\n    ", "\n      "), encoding="utf-8")
    shown = shell("format", "--check", ".")
    assert (shown.code, shown.out) == (WRONG, "game.rules: would change\n0 files unchanged\n")
    assert path.read_text(encoding="utf-8") != formatted
    shown = shell("format", "game.rules")
    assert (shown.code, shown.out) == (FINE, "game.rules: changed\n0 files unchanged\n")
    assert path.read_text(encoding="utf-8") == formatted
    assert shell("format", "--check", "game.rules").out == "1 file unchanged\n"


def test_a_text_with_mistakes_is_not_formatted(shell: Shell) -> None:
    Path("wrong.rules").write_text("game\n", encoding="utf-8")
    shown = shell("format", "wrong.rules")
    assert shown.code == WRONG
    assert "wrong.rules:1:" in shown.err
    assert Path("wrong.rules").read_text(encoding="utf-8") == "game\n"


def test_a_failing_example_is_shown_with_its_line_and_position(shell: Shell) -> None:
    Path("more.rules").write_text(FAILING, encoding="utf-8")
    shown = shell("test", GAME, "--examples", "more.rules")
    assert shown.code == WRONG
    assert "more.rules:4:5: error E0504: “Nought wins at once” fails" in shown.out
    assert "      1 C · ·\n" in shown.out
    assert shown.out.endswith("more.rules: 1 of 2 examples pass\n")


def test_the_examples_of_variants_run_with_them(shell: Shell) -> None:
    text = (
        Path(GAME).read_text(encoding="utf-8")
        + '\nvariant Gravity\n    example "One more"\n        then Cross is not the winner\n'
    )
    Path("game.rules").write_text(text, encoding="utf-8")
    assert shell("test", "game.rules").out == "game.rules: 5 of 5 examples pass\n"
    assert "variants Gravity" in shell("check", "game.rules").out


LANTERNS = str(ROOT / "tests" / "language" / "good" / "agreed.rules")


BESIDE = """
example "Whoever begins"
    then East is asked

only with 3 players, Storm
    example "The third seat"
        then West is not asked
"""


@pytest.mark.parametrize(
    ("agreed", "told"),
    [
        ([], "2 of 2"),
        (["--players", "4"], "1 of 1"),
        (["--players", "3", "--variant", "storm"], "2 of 2"),
        (["--option", "size=6"], "1 of 1"),
        (["--players", "4", "--only", "whoever"], "1 of 1"),
    ],
)
def test_examples_beside_a_rulebook_are_run_as_the_options_say(shell: Shell, agreed: list[str], told: str) -> None:
    Path("mine.rules").write_text(BESIDE, encoding="utf-8")
    shown = shell("test", LANTERNS, "--examples", "mine.rules", *agreed)
    assert (shown.code, shown.out) == (FINE, f"mine.rules: {told} examples pass\n")


def test_what_is_offered_for_an_example_beside_a_rulebook_is_right_there(shell: Shell) -> None:
    """The words are those of the rulebook: what is to be written was tried beside it."""
    said = '\nexample "Long wicks"\n    given the Wick of all Lanterns is 1\n    then East is asked\n'
    Path("mine.rules").write_text(said, encoding="utf-8")
    shown = shell("test", LANTERNS, "--examples", "mine.rules")
    line = "given the Wick of every Lantern is 1"
    assert shown.code == WRONG
    assert re.findall(r"write: (.*)", shown.err) == [line]
    Path("mine.rules").write_text(said.replace("given the Wick of all Lanterns is 1", line), encoding="utf-8")
    assert shell("test", LANTERNS, "--examples", "mine.rules").code == FINE


def test_two_who_win_have_won(shell: Shell) -> None:
    text = """
game Truce
    in English
    for 2 players: Ann, Bea

Wealth is from 0 to 9
a Player has a Wealth

play
    Ann must Wait
    the Player with the highest Wealth wins

action Wait
    nothing happens

example "Both"
    when Ann does Wait
    then Ann is not the winner
"""
    Path("truce.rules").write_text(text, encoding="utf-8")
    assert "Ann and Bea have won" in shell("test", "truce.rules").out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["--examples", "three.rules", "--players", "4"], "E0512"),
        (["--variant", "Flood"], "E0512"),
        (["--examples", "none.rules"], "E0512"),
        (["--only", "Nobody begins"], "E0513"),
        (["--only", "the", "--only", "Nobody begins"], "E0513"),
        (["--examples", "three.rules", "--players", "5"], "E0602"),
        (["--examples", LANTERNS], "E0505"),
    ],
)
def test_that_no_example_is_run_is_a_failure(shell: Shell, line: list[str], code: str) -> None:
    Path("three.rules").write_text(BESIDE[BESIDE.index("only with") :], encoding="utf-8")
    Path("none.rules").write_text('"Nothing yet."\n', encoding="utf-8")
    shown = shell("test", LANTERNS, *line)
    assert shown.code in (WRONG, MISUSED)
    assert re.findall(r"error (E\d+)", shown.out + shown.err) == [code]


def test_several_rulebooks_are_tested_at_once(shell: Shell) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    Path("bare.rules").write_text(text[: text.index("example ")], encoding="utf-8")
    assert shell("test", GAME, LANTERNS).out.count(" examples pass") == 2
    shown = shell("test", GAME, "bare.rules")
    assert shown.code == WRONG
    assert "4 of 4 examples pass" in shown.out
    assert "error E0512: There is no example in bare.rules, so that none was run." in shown.out
    assert shell("test", GAME, LANTERNS, "--only", "A row of three wins").out == f"{GAME}: 1 of 1 examples pass\n"


def test_what_is_agreed_on_before_the_game(shell: Shell) -> None:
    told = shell("check", LANTERNS).out
    assert (
        "2, 3 or 4 players; 6 examples; option Size 3, 5 or 6; option Burning from 1 to 4; variants Storm, Flood"
        in told
    )
    assert shell("test", LANTERNS).out.endswith("6 of 6 examples pass\n")
    assert shell("test", LANTERNS, "--players", "4").out.endswith("1 of 1 examples pass\n")
    shown = shell("play", LANTERNS, "--players", "3", "--option", "size=6", "--seed", "1", typed="quit\n")
    assert shown.out.startswith("Lanterns with 3 players, Size 6, seed 1: North (human), East (random), West (random)")


@pytest.mark.parametrize(
    ("agreed", "code", "there_is"),
    [
        (["--players", "5"], "E0602", "The game is for 2, 3 or 4 players, not for 5."),
        (["--option", "size=4"], "E0603", "Size cannot be 4: it is 3, 5 or 6."),
        (["--option", "burn=4"], "E0603", "Size is 3, 5 or 6; Burning is from 1 to 4."),
        (["--players", "0"], "E0602", "The game is for 2, 3 or 4 players, not for 0."),
        (["--variant", "Strom"], "E0601", "there is Storm or Flood."),
    ],
)
def test_what_cannot_be_agreed_on_is_told_with_what_can(
    shell: Shell, agreed: list[str], code: str, there_is: str
) -> None:
    refused = shell("simulate", LANTERNS, *agreed)
    assert refused.code == MISUSED
    assert code in refused.err
    assert there_is in refused.err


@pytest.mark.parametrize(
    ("classic", "agreed", "there_is"),
    [
        ("hex", ["--option", "size=14"], "E0603: Size cannot be 14: it is from 3 to 13."),
        ("hex", ["--option", "width=5"], "E0603: There is no option called “width”: Size is from 3 to 13."),
        ("go", ["--option", "size=11"], "E0603: Size cannot be 11: it is 9, 13 or 19."),
        (
            "go",
            ["--option", "size=x"],
            "settles no option: it takes a name and a number; Size is 9, 13 or 19.",
        ),
        ("go", ["--option", "size=9", "--option", "Size=13"], "The option Size is settled twice; Size is 9, 13 or 19."),
        ("hex", ["--option", "size=-3"], "E0603: Size cannot be -3: it is from 3 to 13."),
        ("hex", ["--option", f"size={'9' * 5000}"], "settles no option: it takes a name and a number"),
        ("go", ["--variant", ""], "E0601: There is no variant called “”; there is Drawn Repetition."),
        ("go", ["--variant", "superko"], "E0601: There is no variant called “superko”; there is Drawn Repetition."),
        ("english_draughts", ["--variant", "forty moves"], "did you mean Forty Moves In All?"),
        ("chess", ["--option", "size=9"], "E0603: There is no option called “size”: the game has none."),
        ("chess", ["--variant", "blitz"], "E0601: There is no variant called “blitz”; the game has none."),
        ("kuhn_poker", ["--players", "3"], "E0602: The game is for 2 players, not for 3."),
    ],
)
def test_a_classic_says_on_what_terms_it_can_be_played(
    shell: Shell, classic: str, agreed: list[str], there_is: str
) -> None:
    refused = shell("play", str(ROOT / "games" / "classics" / f"{classic}.rules"), *agreed)
    assert refused.code == MISUSED
    assert there_is in refused.err


def test_what_is_wrong_on_other_terms_says_on_which(shell: Shell) -> None:
    text = Path(LANTERNS).read_text(encoding="utf-8") + "\nonly with 3 players\n    Share is 7\n"
    Path("wrong.rules").write_text(text, encoding="utf-8")
    shown = shell("check", "wrong.rules")
    assert shown.code == WRONG
    assert "error E0202: Share is declared twice." in shown.out
    assert "note: so it is when the game is played with 3 players" in shown.out


SHORT = """game Short
    for 2 to 3 players: Red, Blue, Green

place the Bag
    takes Markers
    keeps order

place Rack
    there is one for each Player
    takes Markers

piece Marker
    there are 4
    starts in the Bag

setup
    repeat until there is no Marker in the Bag
        for each Player
            move the top of the Bag to the Rack of the Player

play
    Red may Keep
    Red wins

action Keep
    move a Marker in the Rack of the Player to the Bag
"""


def test_what_a_setup_moves_with_some_players_alone_is_shown_how_to_be_written(shell: Shell) -> None:
    Path("short.rules").write_text(SHORT, encoding="utf-8")
    shown = shell("check", "short.rules")
    assert shown.code == WRONG
    assert "error E0507: The setup moves what is not there." in shown.out
    write = "if there is a Marker in the Bag, move the top of the Bag to the Rack of the Player"
    assert f"write: {write}" in shown.out
    Path("short.rules").write_text(SHORT.replace(write.partition(", ")[2], write), encoding="utf-8")
    assert shell("check", "short.rules").code == FINE


def test_variants_that_leave_out_the_same_do_not_go_together(shell: Shell) -> None:
    kites = str(ROOT / "tests" / "language" / "good" / "patches.rules")
    assert shell("test", kites).out.endswith("7 of 7 examples pass\n")
    refused = shell("simulate", kites, "--variant", "long-game", "--variant", "Short Game")
    assert refused.code == MISUSED
    assert "E0604" in refused.err
    assert "Long Game and Short Game do not go together: both leave out Goal." in refused.err
    assert 'try: --variant "Long Game"' in refused.err


def test_variants_of_a_classic_that_leave_out_the_same_do_not_go_together(shell: Shell) -> None:
    """The one of draughts beside another that leaves out an end that it leaves out."""
    text = (ROOT / "games" / "classics" / "english_draughts.rules").read_text(encoding="utf-8")
    longer = "\n\nvariant Endless\n    without Forty Moves\n\nvariant "
    Path("draughts.rules").write_text(text.replace("\n\nvariant ", longer, 1), encoding="utf-8")
    assert shell("play", "draughts.rules", "--variant", "Endless", typed="quit\n").code == FINE
    refused = shell("play", "draughts.rules", "--variant", "Endless", "--variant", "forty-moves-in-all")
    assert refused.code == MISUSED
    assert "E0604: Endless and Forty Moves In All do not go together: both leave out Forty Moves." in refused.err


def test_a_match_is_not_played_on_under_another_game(shell: Shell) -> None:
    shell("play", "chess", "--seats", "human,human", typed="e2 e4\nsave kept.json\nquit\n")
    for refused in (shell("play", "hex", "--load", "kept.json"), shell("replay", "kept.json", "--rules", "hex")):
        assert refused.code == WRONG
        assert "E0707: This is a match of Chess, not of Hex." in refused.err


def test_a_scripted_game(shell: Shell) -> None:
    typed = "why claim z9\nclaim b2\nwhy b2\na1\nundo\n1\nc2\nsave kept.json\nquit\n"
    shown = shell("play", GAME, "--seats", "human,human", "--seed", "1", typed=typed)
    assert shown.code == FINE
    assert shown.out.startswith("Tic-Tac-Toe, seed 1: Cross (human), Nought (human)\nType `help`")
    assert (
        "> why b2\n"
        "“Claim B2” is not allowed.\n"
        f"  Empty Square: The square must be empty. ({GAME}:26:5)\n"
        "> a1\n"
        "   2 Nought: Claim A1\n"
        "\n"
        "Grid\n"
        "  3 · · ·\n"
        "  2 · C ·\n"
        "  1(N)· ·\n"
        "    A B C\n"
        "  N Mark of Nought   C Mark of Cross\n"
    ) in shown.out
    assert shown.out.count("   1 Cross: Claim B2\n") == 1  # nothing is secret: who has seen it has seen it
    assert "> undo\nTaken back.\n" in shown.out
    assert shown.out.endswith("The match is not over. It is kept in kept.json.\n")
    again = shell("play", "--load", "kept.json", "--seats", "random,random")
    assert "   3 Cross: Claim C2\n" in again.out
    assert shell("replay", "kept.json").out.endswith("The match is not over: Nought is to decide.\n")


def test_a_command_that_is_told_can_be_copied_into_a_shell(shell: Shell) -> None:
    for folder in ("mine", "kept"):
        Path(folder).mkdir()
    Path("mine", "it's a game.rules").write_text(Path(GAME).read_text("utf-8"), "utf-8")
    first = shell("play", "mine/it's a game.rules", "--seed", "3", typed="a1\nsave kept/my match.json\n")
    told = re.search(r"`rulewright (.*)`", first.out)
    assert told
    assert "E0706" in shell("play", "--load", "kept/my match.json").err  # its own folder is all that a save names
    assert "1 Cross: Claim A1" in shell(*shlex.split(told[1]), typed="quit\n").out


def test_a_match_goes_on_from_a_save_as_it_would_have_gone_on(shell: Shell) -> None:
    """The bots, too, take what they would have taken."""
    whole = shell("play", GAME, "--seed", "4", typed="1\n1\nsave whole.json\n")
    assert "Kept in whole.json" in whole.out
    shell("play", GAME, "--seed", "4", typed="1\nsave kept.json\n")
    shell("play", "--load", "kept.json", typed="1\nsave later.json\n")
    assert shell("replay", "later.json").out == shell("replay", "whole.json").out


def test_who_looks_ahead_without_machine_code_is_told_once_how_to_be_faster(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.backends.llvm.loading.find_spec", lambda name: None)
    shown = shell("play", GAME, "--seats", "mcts:3,mcts:2", "--seed", "1")
    assert shown.code == FINE
    assert shown.err.count("pip install 'rulewright[native]'") == 1
    assert shell("play", GAME, "--seats", "random,random").err == ""


def test_a_match_whose_chances_were_asked_goes_on(shell: Shell) -> None:
    Path("dice.rules").write_text(DICE, encoding="utf-8")
    match = load("dice.rules").start(seed=0, nature="ask")
    match.choose(0)
    assert match.decision
    assert match.decision.who == ("Chance",)
    match.save("kept.json")
    shown = shell("play", "--load", "kept.json", "--seats", "random,random")
    assert shown.code == FINE
    assert re.search(r"^ +2 Chance: [1-6]$", shown.out, re.MULTILINE)


@pytest.mark.parametrize("player", ["Nobody", "nature", "\0"])
def test_a_replay_for_nobody_is_misuse(shell: Shell, player: str) -> None:
    shell("play", GAME, "--seats", "human,human", typed="b2\nsave kept.json\n")
    shown = shell("replay", "kept.json", "--as", player)
    assert shown.code == MISUSED
    assert "E0806" in shown.err
    assert "the players are Cross, Nought" in shown.err


def test_a_long_line_is_not_told_back(shell: Shell) -> None:
    shown = shell("play", GAME, "--seats", "human,human", typed=f"{'x' * 500_000}\nb2\n")
    assert "1 Cross: Claim B2" in shown.out
    assert len(shown.out) < 5000


def test_a_replay_under_other_rules_names_the_first_step_that_is_different(shell: Shell) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    Path("game.rules").write_text(text, encoding="utf-8")
    shell("play", "game.rules", "--seats", "human,human", typed="b2\na1\nsave kept.json\n")
    Path("game.rules").write_text(text.replace("from Cross until", "from Nought until"), encoding="utf-8")
    shown = shell("replay", "kept.json")
    assert shown.code == WRONG
    assert "the rulebook has changed" in shown.err
    assert "Step 1 (Cross: Claim B2) is different now: Nought is asked now." in shown.err
    assert "E0703" in shell("play", "--load", "kept.json").err


def test_a_simulation_gives_the_same_figures_whatever_the_jobs(shell: Shell) -> None:
    one, two = (shell("simulate", GAME, "--games", "40", "--jobs", jobs, "--json").out for jobs in "12")
    assert one == two
    assert json.loads(one)["games"] == 40
    table = shell("simulate", GAME, "--games", "40").out
    assert re.search(r"nobody wins +\d+ +\d+\.\d%", table)
    assert re.search(r"Cross +\d+ +\d+\.\d%", table)
    assert "\x1b" not in table


DICE = """
game Dice
    in English
    for 2 players: Ann, Bob

Face is from 1 to 6

place Cup

piece Die
    there are 2
    two are Dice
    has a Face
    starts in the Cup

play
    take turns from Ann until all pass
        the Player may Try

action Try
    the Player rolls 1 among Dice called shot
"""

FAULTY = """
game Lamp
    in English
    for 2 players: Ann, Bob

Level is from 0 to 3

piece the Lamp
    has a Level
    starts in the Box

place Box

play
    take turns from Ann
        the Player must Turn Up

action Turn Up [L-1]
    if there is a Lamp in the Box
        the Level of the Lamp rises by 1
"""


@pytest.mark.parametrize("line", ["play lamp.rules --seats random,random", "simulate lamp.rules", "trace lamp.rules"])
def test_a_fault_is_an_error_of_the_rulebook(shell: Shell, line: str) -> None:
    Path("lamp.rules").write_text(FAULTY, encoding="utf-8")
    shown = shell(*line.split())
    assert shown.code == WRONG
    assert "A number would leave its range." in shown.out
    for told in ("F1", "Turn Up: Raise the Lamp’s level by 1. [L-1]", "(lamp.rules:20:9)"):
        assert told in shown.out


def test_a_trace_tells_rules_and_refusals(shell: Shell) -> None:
    shown = shell("trace", GAME, "--seed", "2", "--step", "2")
    assert "Claim Square: 8 legal; refused: 1 Empty Square" in shown.out
    assert "- Claim: You may claim a square. (" in shown.out


TRIED = """
game Tried
    in English
    for 1 players: Ann

Count is from 0 to 9

place Box

piece the Clock
    has a Count
    starts in the Box

play
    Ann must Wind
    if Ann can Stop
        Ann must Wind

action Wind
    the Count of the Clock becomes 1 [T-1]

action Stop
    only if afterwards the Count of the Clock is 2
    the Count of the Clock becomes 2 [T-2]
"""


def test_a_trace_leaves_out_what_was_only_tried(shell: Shell) -> None:
    Path("tried.rules").write_text(TRIED, encoding="utf-8")
    shown = shell("trace", "tried.rules")
    assert shown.out.count("[T-1]") == 2  # so that Stop was tried
    assert "[T-2]" not in shown.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"number\tclause\nT-01\tA draw.\n", "game.clauses.tsv:1:1: error E0506"),
        (b"", "game.clauses.tsv:1:1: error E0506"),
        (b"\xff\xfe", "game.clauses.tsv:1:1: error E0506"),
        (b"id\tsection\tkind\tclause\n\nT-01\t1\n", "game.clauses.tsv:3:1: error E0506"),
    ],
)
def test_a_clause_list_of_another_form_is_told(shell: Shell, content: bytes, told: str) -> None:
    Path("game.rules").write_bytes(Path(GAME).read_bytes())
    Path("game.clauses.tsv").write_bytes(content)
    for command in ("coverage", "docs"):
        shown = shell(command, "game.rules")
        assert shown.code == WRONG
        assert told in shown.err


def test_a_clause_list_may_begin_with_a_byte_order_mark(shell: Shell) -> None:
    Path("game.rules").write_bytes(Path(GAME).read_bytes())
    Path("game.clauses.tsv").write_text("id\tsection\tkind\tclause\nT-01\t1\trule\tA draw.\n", "utf-8-sig")
    assert "Not cited:\n  T-01  A draw.\n" in shell("coverage", "game.rules", "--games", "1").out


def test_coverage_lists_what_is_missing_unknown_and_idle(shell: Shell) -> None:
    text = Path(GAME).read_text(encoding="utf-8").replace("    nobody wins", "    nobody wins [T-01]")
    text = text.replace("    the active Player wins", "    the active Player wins [T-02, T-09]")
    Path("game.rules").write_text(text, encoding="utf-8")
    Path("game.clauses.tsv").write_text("id\tsection\tkind\tclause\nT-01\t1\trule\tA draw.\nT-03\t1\trule\tNo one.\n")
    shown = shell("coverage", "game.rules", "--games", "1")
    assert shown.code == WRONG
    assert "game.rules: 1 of 2 clauses are cited\n" in shown.out
    assert "Not cited:\n  T-03  No one.\n" in shown.out
    assert "Cited, but not in the list:\n  T-02  game.rules:30:" in shown.out


def test_pages_are_written_and_checked(shell: Shell) -> None:
    guide = Path("generated_docs/pages/tic_tac_toe/guide.md")
    assert str(guide) in shell("docs", GAME).out
    assert "Tic-Tac-Toe" in guide.read_text(encoding="utf-8")
    assert shell("docs", GAME, "--check").code == FINE
    guide.write_text("edited", encoding="utf-8")
    shown = shell("docs", GAME, "--check")
    assert shown.code == WRONG
    assert shown.out == f"{guide} is not up to date\n"


def test_pages_of_rulebooks_that_are_not_named_stay(shell: Shell) -> None:
    Path("games").mkdir()
    for path in ("games/inside.rules", "games/gone.rules", "outside.rules"):
        Path(path).write_bytes(Path(GAME).read_bytes())
    shell("docs", "outside.rules")
    Path("games/gone.rules").unlink()
    assert shell("docs", "--check", "outside.rules").code == WRONG  # the pages of what is gone
    shell("docs")
    pages = Path("generated_docs/pages")
    assert [(pages / name / "guide.md").is_file() for name in ("inside", "gone", "outside")] == [True, False, True]
    assert shell("docs", "--check").code == FINE


def test_pages_are_written_whatever_is_wrong_with_another_rulebook(shell: Shell) -> None:
    Path("games").mkdir()
    for path in ("games/inside.rules", "outside.rules"):
        Path(path).write_bytes(Path(GAME).read_bytes())
    shell("docs")
    Path("games/inside.rules").write_text(WRONG_TEXT, encoding="utf-8")
    shown = shell("docs", "outside.rules")
    assert (shown.code, shown.out.count("\n")) == (FINE, 2)
    assert re.match(r"warning: .*inside.rules:.*: E\d+: .* Its pages stay as they are.\n", shown.err)
    pages = Path("generated_docs/pages")
    assert [(pages / name / "guide.md").is_file() for name in ("inside", "outside")] == [True, True]
    assert shell("docs", "games/inside.rules").code == shell("docs").code == WRONG


def test_rulebooks_of_one_name_are_not_printed_over_one_another(shell: Shell) -> None:
    for folder in ("one", "two"):
        Path(folder).mkdir()
        (Path(folder) / "game.rules").write_bytes(Path(GAME).read_bytes())
    shown = shell("docs", "one/game.rules", "two/game.rules")
    assert shown.code == MISUSED
    assert "E0907" in shown.err
    assert not Path("generated_docs").exists()


def test_a_folder_of_somebody_else_is_left_alone(shell: Shell) -> None:
    Path("generated_docs").mkdir()
    Path("generated_docs/thesis.md").write_text("mine", encoding="utf-8")
    shown = shell("docs", GAME)
    assert shown.code == MISUSED
    assert "E0906" in shown.err
    assert [path.name for path in Path("generated_docs").iterdir()] == ["thesis.md"]


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("E0203", "`the` for something that was never brought in"),
        ("e0203", "Wrong:"),
        ("S3.4", "What is done with nothing does nothing."),
        ("S2", "S2.6"),
        ("F1", "but not above 300"),
        *((f"F{number}", f"F{number} ") for number in range(2, 10)),
        ("becomes", "the Installation becomes face-up"),
        ("only if", "without it the action is not allowed"),
    ],
)
def test_explanations(shell: Shell, topic: str, told: str) -> None:
    shown = shell("explain", *topic.split())
    assert shown.code == FINE
    assert told in shown.out


def test_a_new_rulebook_plays_at_once_and_is_never_written_over(shell: Shell) -> None:
    shown = shell("new", "Second", "lighthouse")
    assert shown.out.startswith("second_lighthouse.rules is written.")
    assert "\ngame Second Lighthouse\n" in Path("second_lighthouse.rules").read_text(encoding="utf-8")
    assert shell("check", "second_lighthouse.rules").code == FINE
    assert shell("format", "--check", "second_lighthouse.rules").code == FINE
    assert "1 of 1 examples pass" in shell("test", "second_lighthouse.rules").out
    assert re.search(r"(Amber|Jade) wins", shell("play", "second_lighthouse.rules", "--seats", "random,random").out)
    again = shell("new", "Second_Lighthouse.rules")
    assert again.code == MISUSED
    assert "E0904" in again.err


def test_icons_are_listed_by_a_word_of_their_names(shell: Shell) -> None:
    """The one that the word asks for by itself comes first, and all that are listed are there."""
    found = shell("icons", "gem").out.split()
    assert found[0] == icon_for("gem") != ""
    assert "zodiac-gemini" in found
    assert all(path_of(icon) for icon in found)
    assert "wallet-membership" not in shell("icons", "ship").out


def test_icons_are_shown_on_a_page(shell: Shell, tmp_path: Path) -> None:
    found = shell("icons", "ship", "--page", str(tmp_path / "icons.html")).out.split("\n")[:-2]
    page = (tmp_path / "icons.html").read_text("utf-8")
    assert found
    assert page.count("<svg") == len(found) == sum(f">{icon}<" in page for icon in found)


def test_no_icon_of_a_name_is_told(shell: Shell) -> None:
    shown = shell("icons", "zzz")
    assert (shown.code, "E0903" in shown.err) == (MISUSED, True)
