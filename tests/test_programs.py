"""What programs do with games and matches: load, answer, hand on to other processes and threads."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from dsl.terms import Terms
from interpreter import load
from interpreter.failures import InUse, RulebookError, SaveError
from interpreter.library.chance import fingerprint, fresh_seed
from interpreter.library.memory import BITS
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.position import Position
from interpreter.play.set_entry import Entry
from interpreter.play.why import IllegalChoice
from interpreter.state.machine import Machine
from tests import handmade
from tests.natively import HAS_EXTRA, WHY_NOT

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "games" / "classics" / "tic_tac_toe.rules"
SECRETS = ROOT / "tests" / "language" / "good" / "in_secret.rules"
TOY = handmade.game()


# ------------------------------------------------------------------------------------------------------- games by name


def test_a_game_that_came_along_is_loaded_by_its_name() -> None:
    assert load("rebel_moon_defense").program.label == "Rebel Moon Defense"
    assert load("tic_tac_toe").path == GAME


def test_a_name_that_is_none_is_told_with_what_may_be_meant() -> None:
    with pytest.raises(FileNotFoundError, match="did you mean tic_tac_toe"):
        load("tic_tac_to")
    with pytest.raises(FileNotFoundError, match="no such rulebook came along"):
        load("no/such.rules")


def test_a_game_is_loaded_from_its_text() -> None:
    text = GAME.read_text("utf-8")
    game = load(text=text)
    assert (game.path, game.program.rules_hash) == (None, load(GAME).program.rules_hash)
    assert game.start(seed=1).choose("b2").text == "Claim B2"
    with pytest.raises(RulebookError, match="the text:1:1: error E0324"):
        load(text="game Lighthouse\n")


@pytest.mark.parametrize("given", [{}, {"path": str(GAME), "text": "game Lighthouse"}])
def test_a_game_has_a_path_or_a_text(given: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="path or the name of a rulebook, or text="):
        load(**given)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------- answers


class Whole:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 1


@pytest.mark.parametrize("answer", [1, True, Whole()], ids=["int", "bool", "other"])
def test_any_whole_number_is_an_index(answer: int) -> None:
    match = TOY.start(seed=1)
    assert match.why_not(answer) is None
    assert match.choose(answer).text == "Place Pebble on A10"


def test_numbers_of_numpy_are_answers() -> None:
    numpy = pytest.importorskip("numpy")
    for number in (numpy.int64(1), numpy.uint8(1), numpy.array([0, 1]).argmax()):
        assert TOY.start(seed=1).choose(number).text == "Place Pebble on A10"
    for other in (numpy.float64(1), numpy.array([1, 2]), numpy.array([0.5])):
        assert refused(TOY.start(seed=1), other) == "E0810"


def refused(match: Match, answer: object) -> str:
    """The code with which an answer is refused, and by `why_not` as well; nothing has changed."""
    before = match.dumps()
    with pytest.raises(IllegalChoice) as caught:
        match.choose(answer)  # type: ignore[arg-type]
    refusal = match.why_not(answer)  # type: ignore[arg-type]
    assert refusal == caught.value.refusal
    assert match.dumps() == before
    return refusal.code


@pytest.mark.parametrize(
    "answer", [None, 1.0, b"Pass", {"Pass": 1}, object, [None], ["Pass", 1], (1.5,), 1j, ...], ids=repr
)
def test_what_is_no_answer_is_refused_clearly(answer: object) -> None:
    for match in (TOY.start(seed=1), load(SECRETS).start(seed=1)):
        assert refused(match, answer) == "E0810"


def test_a_set_can_be_given_as_any_collection() -> None:
    cards = [f"the red {worth} Card in the Hand of Red" for worth in (6, 1, 2)]
    for several in (list, tuple, set, frozenset, dict.fromkeys):
        match = load(SECRETS).start(seed=1)
        match.choose(cards[0], "Red")
        given = several(cards[1:])
        match.choose(given.keys() if isinstance(given, dict) else given, "Red")
        assert match.steps[-1].text == ", ".join(cards[1:])


def test_an_answer_that_is_put_together_takes_the_same() -> None:
    match = load(SECRETS).start(seed=1)
    match.choose(0, "Red")
    entry = Entry(match, "Red")
    assert entry.choose(Whole()) == entry.chosen[0]
    with pytest.raises(IllegalChoice, match="kind NoneType"):
        entry.choose(None)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------- threads


ASKED: dict[str, Callable[[Match], object]] = {
    "choose": lambda match: match.choose("Pass"),
    "why_not": lambda match: match.why_not("Pass"),
    "decision": lambda match: match.decision,
    "asked": lambda match: match.asked("Red"),
    "view": lambda match: match.view("Red"),
    "log": lambda match: match.log("Red"),
    "transcript": lambda match: match.transcript,
    "undo": lambda match: match.undo(),
    "can_undo": lambda match: match.can_undo(),
    "result": lambda match: match.result,
    "position": lambda match: match.position,
    "state_hash": lambda match: match.state_hash(),
    "dumps": lambda match: match.dumps(),
    "copy": lambda match: match.copy(),
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_second_thread_is_refused_and_the_match_stays_sound(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, alone = TOY.start(seed=1), TOY.start(seed=1)
    inside, done, resume = Event(), Event(), Machine.resume

    def slowly(machine: Machine, state: list[int], answer: int) -> None:
        inside.set()
        assert done.wait(30)
        resume(machine, state, answer)

    with ThreadPoolExecutor(1) as threads, monkeypatch.context() as patch:
        patch.setattr(Machine, "resume", slowly)
        first = threads.submit(match.choose, 0)
        assert inside.wait(30)
        try:
            with pytest.raises(InUse, match="E0809"):
                ASKED[asked](match)
            assert "another thread is using it" in repr(match)
        finally:
            done.set()
        first.result(30)
    alone.choose(0)
    assert match.saved() == alone.saved()
    match.choose("Pass")


def test_a_copy_is_for_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    match = TOY.start(seed=1)
    with ThreadPoolExecutor(4) as threads:
        copies = [match.copy() for _ in range(8)]
        texts = {option.text for option in threads.map(lambda one: one.choose(0), copies)}
    assert texts == {"Place Pebble on A2"}
    assert match.steps == []


# ------------------------------------------------------------------------------------------------------ other processes


def elsewhere(match: Match) -> tuple[str, list[str]]:
    """What another process makes of a match."""
    match.choose(0)
    return match.dumps(), match.decision.options.texts if match.decision else []


def test_matches_and_games_go_to_another_process(tmp_path: Path) -> None:
    text = GAME.read_text("utf-8")
    script = "import pickle, sys; from tests.test_programs import elsewhere; "
    script += "print(*map(elsewhere, pickle.load(sys.stdin.buffer)), sep=chr(10))"
    matches = [load(GAME).start(), load(text=text).start(), load(ROOT / "games" / "classics" / "hex.rules").start()]
    for match in matches:
        match.choose(4)
    line = [sys.executable, "-c", script]
    done = subprocess.run(line, input=pickle.dumps(matches), cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().splitlines() == [str(elsewhere(match)) for match in matches]


def test_terms_go_with_the_game() -> None:
    game = load(ROOT / "games" / "classics" / "hex.rules", options={"size": 3})
    again = pickle.loads(pickle.dumps(game))
    assert (type(again), again.program.terms) == (Game, Terms.of(options={"Size": 3}))
    assert len(pickle.dumps(game)) < 1000  # no code


@pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
def test_what_runs_as_machine_code_runs_so_again() -> None:
    game = load(GAME).natively()
    assert pickle.loads(pickle.dumps(game)).native
    assert copy.copy(game).native


def test_rules_that_have_changed_since_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    path.write_text(GAME.read_text("utf-8"), "utf-8")
    pickled = pickle.dumps(load(path))
    path.write_text("-- a note\n" + GAME.read_text("utf-8"), "utf-8")
    assert pickle.loads(pickled).program.label == "Tic-Tac-Toe"
    path.write_text(GAME.read_text("utf-8").replace("from Cross until", "from Nought until"), "utf-8")
    with pytest.raises(SaveError, match="E0703"):
        pickle.loads(pickled)


def test_rules_that_are_read_from_nowhere_stay_here() -> None:
    for here in (TOY, TOY.start()):
        with pytest.raises(SaveError, match="E0709"):
            pickle.dumps(here)


def test_copies_of_a_game_are_the_game() -> None:
    assert copy.deepcopy(TOY) is TOY
    assert copy.copy(TOY).program is TOY.program


def test_what_was_begun_and_where_it_began_go_along(tmp_path: Path) -> None:
    rules = load(SECRETS)
    first = rules.start(seed=1)
    first.choose(0, "Green")
    first.choose([], "Green")
    match = Match(rules, 5, position=Position(rules, [*first.position.state]))
    match.choose(1, "Red")
    again = pickle.loads(pickle.dumps(match))
    assert again.saved() == match.saved()
    assert again.position.state == match.position.state
    assert again.position.partial == match.position.partial


# ----------------------------------------------------------------------------------------------------------- adapters


@pytest.mark.parametrize(
    ("adapter", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
        ("batch", "numpy", "native"),
    ],
)
def test_an_adapter_says_which_extra_is_missing(adapter: str, missing: str, extra: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None; import interpreter.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: The extra [{extra}] is missing here")
    assert last.endswith(f"pip install 'rulewright[{extra}]'")


# --------------------------------------------------------------------------------------------------------------- seeds


def test_a_match_without_a_seed_has_one_that_nobody_can_guess() -> None:
    seeds = {TOY.start().seed for _ in range(50)}
    assert len(seeds) == 50
    assert max(seed.bit_length() for seed in seeds) > BITS - 8
    assert 0 <= fresh_seed() < 2**BITS


def test_a_fingerprint_tells_seeds_apart_and_not_what_they_are() -> None:
    assert len({fingerprint(seed) for seed in range(1000)}) == 1000
    assert re.fullmatch("[0-9a-f]{16}", fingerprint(7))
    assert fingerprint(7) == fingerprint(7)


def test_what_is_shown_of_a_match_has_no_seed_in_it() -> None:
    match = TOY.start()
    match.choose("Pass")
    shown = [repr(match), *map(str, match.log("Red")), *map(str, match.transcript), str(match.view("Red"))]
    assert not any(str(match.seed) in text for text in shown)
