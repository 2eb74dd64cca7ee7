"""Several players who decide at once: nobody is told of the others more than that they are done (semantics S5.13)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from dsl.load import load_text, program_of
from interpreter.failures import UndoError
from interpreter.knowledge.reader import REFEREE
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.position import Position
from interpreter.play.why import IllegalChoice
from tests.laws.games import Setting, game
from tests.laws.play import core

FILE = Path(__file__).with_name("language") / "good" / "in_secret.rules"
PLAYERS = ("Red", "Green", "Blue")
PROMPT = "choose in secret"


@pytest.fixture
def match() -> Match:
    rules: Game = game(Setting(FILE))
    return rules.start(seed=1)


def card(player: str, worth: int) -> str:
    return f"the {player.lower()} {worth} Card in the Hand of {player}"


def bid(match: Match, player: str, *worths: int) -> None:
    """The whole answer of a player: one card, and then a set."""
    first, *others = worths
    match.choose(card(player, first), player)
    match.choose([card(player, worth) for worth in others], player)


def asked(match: Match) -> tuple[str, ...]:
    return match.decision.who if match.decision else ()


def told(match: Match, player: str | None) -> list[str]:
    return [str(entry) for entry in match.log(player)]


# ------------------------------------------------------------------------------------------------------- who is asked


# S5.13
def test_all_are_asked_at_once(match: Match) -> None:
    assert asked(match) == PLAYERS
    for player in PLAYERS:
        decision = match.asked(player)
        assert decision is not None
        assert decision.prompt == "choose a Card (first)"
        assert [option.text for option in decision.options] == [card(player, worth) for worth in range(1, 7)]


# S5.13
def test_what_others_are_asked_is_not_seen(match: Match) -> None:
    match.choose(card("Green", 2), "Green")
    shown = match.view("Red")["decision"]
    assert (shown["who"], shown["prompt"]) == (list(PLAYERS), "choose a Card (first)")
    assert match.view(None)["decision"] == {"who": list(PLAYERS), "prompt": PROMPT}
    match.choose([], "Green")
    assert match.view("Green")["decision"] == {"who": ["Red", "Blue"], "prompt": PROMPT}
    assert match.asked("Green") is None


def test_a_match_says_of_itself_nothing_of_what_is_begun(match: Match) -> None:
    before = repr(match)
    match.choose(card("Red", 1), "Red")
    assert match.position.partial
    assert repr(match) == before
    assert "Red, Green, Blue in secret" in before


def test_whoever_is_done_cannot_answer_again(match: Match) -> None:
    bid(match, "Green", 2)
    with pytest.raises(IllegalChoice, match="Red and Blue are to decide"):
        match.choose(card("Green", 3), "Green")
    refusal = match.why_not(card("Green", 3), "Green")
    assert refusal is not None
    assert refusal.code == "E0803"


def test_nobody_answers_for_another(match: Match) -> None:
    with pytest.raises(IllegalChoice):
        match.choose(card("Green", 2), "Red")
    assert match.steps == []


# S5.13
def test_without_a_name_the_first_who_is_not_done_answers(match: Match) -> None:
    for _ in PLAYERS:
        assert match.decision is not None
        match.choose(match.decision.options[0])
        match.choose([])
    assert [entry.who for entry in match.transcript if entry.kind == "choice"] == [*PLAYERS]


# ------------------------------------------------------------------------------------------------ what others are told


# S5.13
def test_others_are_told_once_that_an_answer_is_given(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    assert told(match, "Red") == told(match, "Green") == told(match, None) == []
    match.choose([card("Red", 1), card("Red", 2)], "Red")
    assert told(match, "Green") == told(match, None) == ["Red: done"]
    assert told(match, "Red") == [f"Red: {card('Red', 6)}; {card('Red', 1)}, {card('Red', 2)}"]


def test_the_numbers_of_lines_tell_nothing_of_the_steps(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    bid(match, "Green", 1)
    match.choose([], "Red")
    bid(match, "Blue", 1)
    assert [entry.number for entry in match.log(None) if entry.kind == "choice"] == [1, 2, 3]


def test_a_set_that_is_being_entered_belongs_to_its_player(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    match.choose(card("Green", 6), "Green")
    match.choose(card("Red", 1), "Red")
    red, green = match.asked("Red"), match.asked("Green")
    assert red is not None
    assert green is not None
    assert (red.chosen, green.chosen) == ((card("Red", 1),), ())


# -------------------------------------------------------------------------------------------------- when all are done


# S5.13
@pytest.mark.parametrize("order", [*permutations(PLAYERS)])
def test_the_order_of_answers_makes_no_difference(match: Match, order: tuple[str, ...]) -> None:
    first = game(Setting(FILE)).start(seed=1)
    for player in PLAYERS:
        bid(first, player, 3, 1)
    for player in order:
        match.choose(card(player, 3), player)
    for player in reversed(order):
        assert match.position.hash() != first.position.hash()
        match.choose([card(player, 1)], player)
    assert core(match) == core(first)


# ------------------------------------------------------------------------------------------------------- taking back


# S15.2
def test_an_answer_is_taken_back_by_itself_while_somebody_is_not_done(match: Match) -> None:
    bid(match, "Red", 6)
    bid(match, "Green", 5, 4)
    match.choose(card("Blue", 3), "Blue")
    match.undo("Red")
    assert asked(match) == ("Red", "Blue")
    assert told(match, "Blue") == ["Green: done"]
    assert not match.can_undo("Red")
    bid(match, "Red", 1)
    match.choose([], "Blue")
    assert [entry.text for entry in match.transcript if entry.who == "Green"] == [
        f"{card('Green', 5)}; {card('Green', 4)}"
    ]


# S15.2
def test_what_is_given_of_an_answer_is_taken_back_with_it(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    match.choose(card("Red", 5), "Red")
    match.undo("Red")
    assert not match.can_undo("Red")
    decision = match.asked("Red")
    assert decision is not None
    assert card("Red", 6) in decision.options


# S15.2
def test_when_all_are_done_nothing_is_taken_back(match: Match) -> None:
    for player in PLAYERS:
        bid(match, player, 2)
    for player in PLAYERS:
        with pytest.raises(UndoError):
            match.undo(player)
    match.undo()
    assert asked(match) == ("Blue",)


def test_what_another_has_begun_does_not_tell_by_undo(match: Match) -> None:
    bid(match, "Red", 6)
    before = match.can_undo("Green")
    match.choose(card("Blue", 3), "Blue")
    assert match.can_undo("Green") == before


# ------------------------------------------------------------------------------------------------------ kept and again


# S11.3
def test_a_match_is_saved_between_the_answers(match: Match, tmp_path: Path) -> None:
    bid(match, "Blue", 2, 3)
    bid(match, "Red", 6)
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json", match.rules)
    assert core(loaded) == core(match)
    assert asked(loaded) == ("Green",)
    for player in (*PLAYERS, None):
        assert told(loaded, player) == told(match, player)


# S11.3
def test_what_is_not_complete_is_kept_as_far_as_it_is_given(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    match.choose(card("Red", 5), "Red")
    match.choose(card("Blue", 3), "Blue")
    loaded = Match.loads(match.dumps(), match.rules)
    assert loaded.position.partial == match.position.partial
    for one in (match, loaded):
        decision = one.asked("Red")
        assert decision is not None
        assert decision.chosen == (card("Red", 5),)
        bid(one, "Green", 1)
        one.choose([], "Blue")
        one.choose("done", "Red")
    assert (core(loaded), loaded.transcript) == (core(match), match.transcript)


def test_a_copy_goes_its_own_way(match: Match) -> None:
    match.choose(card("Red", 6), "Red")
    other = match.copy()
    other.choose([], "Red")
    assert (asked(match), asked(other)) == (PLAYERS, ("Green", "Blue"))


def test_the_referee_sees_everything(match: Match) -> None:
    bid(match, "Green", 1)
    assert [str(entry) for entry in match.transcript] == [f"Green: {card('Green', 1)}; nothing"]
    assert match.position.view(REFEREE)["decision"]["prompt"] == PROMPT


# ------------------------------------------------------------------------------------------------ which of equal pieces

CHIPS = """\
game Chips
    in English
    for 2 players: White, Black
place Tray
    there is one for each Player
piece Chip
    there are 2 for each Player
    can be used
    starts in the Tray of the owner
play
    White must Mark
    for each Player, in secret
        the Player chooses a Chip called pick in the Tray of the Player
        the pick becomes used
    nobody wins
action Mark a Chip
    only if the Chip is in the Tray of the Player
    the Chip becomes used
"""


# S1.4
def test_pieces_of_which_an_answer_speaks_keep_their_numbers_in_the_normal_form() -> None:
    """Whether a used chip was chosen or another is not the same, whichever of them is used."""
    book, _ = load_text(CHIPS, "chips.rules")
    assert book is not None
    rules = Game.of(program_of(book))
    hashes = set()
    for marked in range(2):
        for picked in range(2):
            state = rules.machine.initial(1)
            rules.machine.run(state)
            for code in (rules.machine.options(state)[marked], 0):
                rules.machine.resume(state, code)
            rules.machine.resume(state, rules.machine.options(state)[picked])
            hashes.add(Position(rules, state).hash())
    assert len(hashes) == 4
