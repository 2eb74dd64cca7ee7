"""Playing a match: options, refusals, logs and undo, on the small game of `handmade`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from dsl.ir.program import Seen
from dsl.resources import folder
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from interpreter.failures import NoSuchPlayer, RulebookError, UndoError, WrongArgument
from interpreter.play.game import Game, load
from interpreter.play.match import Match
from interpreter.play.why import IllegalChoice
from tests.handmade import PILE, game, program

TOY = game()
FRAGILE = game(fragile=True)


def played(*texts: str, seed: int = 1) -> Match:
    match = TOY.start(seed=seed)
    for text in texts:
        match.choose(text)
    return match


def lines(match: Match, player: str | None) -> list[str]:
    return [str(entry) for entry in match.log(player)]


def test_a_decision_says_who_what_and_which_options() -> None:
    decision = played().decision
    assert decision is not None
    assert (decision.who, decision.prompt) == (("Red",), "Red may act")
    assert decision.options.texts == [
        "Place Pebble on A2",
        "Place Pebble on A10",
        "Scan the red Disc in the Stock of Blue",
        "Scan the yellow Disc in the Stock of Blue",
        "Take a piece in the Hand of Blue",
        "Pass",
    ]
    assert "Pass" in decision.options
    assert decision.options[0] in decision.options
    assert "Place Pebble on A3" not in decision.options
    assert len(decision.options) == 6


# S5.4
def test_options_that_differ_for_the_decider_stay_apart() -> None:
    decision = played("Pass").decision
    assert decision is not None
    discs = {option.parts[1] for option in decision.options if not option.passes}
    assert discs == {f"the {disc} Disc in the Stock of Blue" for disc in ("yellow Laser", "yellow Mine", "red Laser")}


def test_an_option_says_its_parts_and_its_clauses() -> None:
    option = played().choose("Place Pebble on A2")
    assert (option.parts, option.clauses) == (("Place Pebble", "on", "A2"), ("TOY-000",))


# S5.1
@pytest.mark.parametrize(
    "typed", ["Place Pebble on A10", "place pebble ON  a10", "pebble a10", "a10"], ids=["text", "case", "words", "word"]
)
def test_a_text_finds_its_option(typed: str) -> None:
    assert played().choose(typed).text == "Place Pebble on A10"


def test_an_option_or_its_index_is_an_answer() -> None:
    first, second = played(), played()
    assert first.decision is not None
    option = first.decision.options[1]
    assert first.choose(option) == second.choose(1) == option
    assert first.state_hash() == second.state_hash()


# S6.11
def test_an_unmet_need_is_named_with_its_clause_and_place() -> None:
    match = played("Place Pebble on A2", "Pass")
    refusal = match.why_not("Place Pebble on A2", player="Red")
    assert refusal is not None
    (need,) = refusal.unmet
    assert (need.name, need.sentence, need.clauses, str(need.span)) == (
        "Empty Cell", "the Cell is empty", ("TOY-001",), "toy.rules:11:5",
    )  # fmt: skip
    assert refusal.diagnostic.code == "E0802"


def test_a_few_words_are_enough_for_why_not() -> None:
    refusal = played("Place Pebble on A2", "Pass").why_not("pebble a2")
    assert refusal is not None
    assert [need.name for need in refusal.unmet] == ["Empty Cell"]


def test_a_legal_answer_has_no_refusal() -> None:
    assert played().why_not("Place Pebble on A2", "Red") is None


# S5.2
@pytest.mark.parametrize(
    ("typed", "player", "code"),
    [
        ("Place Pebble on A3", None, "E0801"),
        ("", None, "E0801"),
        ("Pass", "Blue", "E0803"),
        ("Place Pebble", None, "E0805"),
    ],
    ids=["unknown", "nothing", "turn", "doubt"],
)
def test_a_refused_answer_changes_nothing(typed: str, player: str | None, code: str) -> None:
    match = played()
    before = match.state_hash()
    with pytest.raises(IllegalChoice) as caught:
        match.choose(typed, player=player)
    assert caught.value.refusal.code == code
    assert match.state_hash() == before
    assert match.log() == []


def test_a_refusal_shows_near_options() -> None:
    refusal = played().why_not("Place Peble on A2")
    assert refusal is not None
    assert refusal.near[0] == "Place Pebble on A2"


@pytest.mark.parametrize("index", [-1, 6])
def test_an_index_without_an_option_is_refused(index: int) -> None:
    with pytest.raises(IllegalChoice):
        played().choose(index)


def test_nobody_of_this_name_plays() -> None:
    with pytest.raises(NoSuchPlayer, match=r"E0806.*\s.*did you mean Blue"):
        played().view("Bleu")
    for name in (3, ["Red"], b"Red", "R" * 10_000):
        with pytest.raises(NoSuchPlayer, match="E0806"):
            played().view(name)  # type: ignore[arg-type]


# S5.9
def test_what_is_not_of_the_sort_that_is_needed_is_refused() -> None:
    rules = folder("games") / "classics" / "tic_tac_toe.rules"
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("E0816", lambda: TOY.start(nature="x")),  # type: ignore[arg-type]
        ("E0817", lambda: load(rules, players="2")),  # type: ignore[arg-type]
        ("E0817", lambda: load(rules, options={"Size": "9"})),  # type: ignore[dict-item]
        ("E0817", lambda: load(rules, variants="Night")),
    ]
    for code, asked in wrong:
        with pytest.raises(WrongArgument) as caught:
            asked()
        assert caught.value.diagnostics[0].code == code


def test_nature_answers_by_the_seed() -> None:
    rolls = [str(played("Pass", "Pass", seed=seed).transcript[-1]) for seed in range(20)]
    assert rolls == [str(played("Pass", "Pass", seed=seed).transcript[-1]) for seed in range(20)]
    assert set(rolls) == {"Chance: 1", "Chance: 2", "Chance: 3"}


# S5.9
def test_nature_can_be_asked() -> None:
    match = TOY.start(seed=0, nature="ask")
    match.choose("Pass")
    match.choose("Pass")
    assert match.decision is not None
    assert (match.decision.who, match.decision.options.texts) == (("Chance",), ["1", "2", "3"])
    match.choose("2")
    assert match.decision.who == ("Red",)
    assert match.view()["locations"][0]["pieces"][0]["attributes"] == {"Level": 4}


def finished(rolls: str) -> Match:
    match = TOY.start(seed=0, nature="ask")
    for roll in rolls:
        for text in ("Pass", "Pass", roll):
            match.choose(text)
    return match


@pytest.mark.parametrize(("rolls", "winner", "ending"), [
    ("33", "Blue", "the Level of the Bomb is 0"), ("1111", "Red", "Time Is Over"),
])  # fmt: skip
def test_an_ending_says_who_won_and_by_which_rule(rolls: str, winner: str, ending: str) -> None:
    match = finished(rolls)
    assert match.decision is None
    assert match.result is not None
    assert (match.result.outcome, match.result.winners, match.result.ending) == ("won", (winner,), ending)
    assert match.view()["result"] == {"outcome": "won", "winners": [winner], "ending": ending}
    with pytest.raises(IllegalChoice, match="over") as caught:
        match.choose("Pass")
    assert caught.value.refusal.code == "E0804"


# S14.4
def test_a_fault_goes_back_to_the_last_decision_and_stops_the_match() -> None:
    match = FRAGILE.start(seed=0, nature="ask")
    match.choose("Pass")
    match.choose("Pass")
    before = match.state_hash()
    match.choose("3")
    assert match.decision is None
    result = match.result
    assert result is not None
    assert (result.outcome, result.fault, result.ending) == ("fault", "F0001", "The die broke")
    assert match.state_hash() == before
    match.undo()
    assert match.result is None
    match.choose("2")


# ----------------------------------------------------------------------------------------------------------------- logs


# S12.4
def test_every_reader_has_a_log_of_their_own() -> None:
    match = played("Pass", "Deploy the yellow Mine Disc in the Stock of Blue to A2")
    assert lines(match, "Blue")[:2] == ["Red: Pass", "Blue: Deploy the yellow Mine Disc in the Stock of Blue to A2"]
    assert lines(match, "Red")[:2] == ["Red: Pass", "Blue: Deploy the yellow Disc in the Stock of Blue to A2"]
    assert lines(match, None) == lines(match, "Red")
    assert "Mine" in str(match.transcript[1])


def test_a_reveal_is_logged_for_those_who_did_not_know() -> None:
    match = played("Pass", "Deploy the yellow Mine Disc in the Stock of Blue to A2", "Scan the yellow Disc on A2")
    assert lines(match, "Red")[-2:] == ["Red: Scan the yellow Disc on A2", "revealed: the yellow Mine Disc on A2"]
    assert lines(match, "Blue")[-1] == "Red: Scan the yellow Mine Disc on A2"


# S12.4
def test_what_was_hidden_when_it_was_chosen_stays_hidden_in_the_log() -> None:
    match = played("Take a piece in the Hand of Blue")
    assert lines(match, "Red")[0] == "Red: Take a piece in the Hand of Blue"
    assert lines(match, "Red")[1].startswith("revealed: the ")
    taken = lines(match, "Blue")
    assert len(taken) == 1
    assert taken[0].startswith("Red: Take the ")


def test_a_choice_among_unknown_pieces_is_a_draw() -> None:
    cards = {played("Take a piece in the Hand of Blue", seed=seed).log("Red")[1].text for seed in range(20)}
    assert cards == {f"the {value} Card in the Pile" for value in (7, 8, 9)}


# ----------------------------------------------------------------------------------------------------------------- undo


@pytest.mark.parametrize("copied", [Match.copy, copy.copy, copy.deepcopy])
def test_a_copy_of_a_match_is_played_apart(copied: Callable[[Match], Match]) -> None:
    match, alone = TOY.start(seed=1), TOY.start(seed=1)
    for number in range(3):
        match.choose(0)
        alone.choose(0)
        assert copied(match).log("Red") == match.log("Red"), number
    other = copied(match)
    while other.decision:
        other.choose(0)
    other.undo()
    assert (match.state_hash(), match.transcript, match.steps) == (alone.state_hash(), alone.transcript, alone.steps)
    assert match.decision
    match.choose(0)
    alone.choose(0)
    assert match.state_hash() == alone.state_hash()


def test_failures_come_whole_out_of_another_process() -> None:
    match = TOY.start(seed=1)
    with pytest.raises(IllegalChoice) as illegal:
        match.choose("place a1")
    wrong = RulebookError([Diagnostic("E0201", "No.", Span("x", 1, 1, 1, 2)), Diagnostic("E0202", "No.")], "a text")
    for failure in (illegal.value, wrong, UndoError(Diagnostic("E0807", "No."))):
        again = pickle.loads(pickle.dumps(failure))
        assert type(again) is type(failure)
        assert str(again) == str(failure)
        assert again.diagnostics == failure.diagnostics
    assert pickle.loads(pickle.dumps(illegal.value)).refusal == illegal.value.refusal


def test_an_answer_of_any_length_is_answered_shortly() -> None:
    match = TOY.start(seed=1)
    for told in (match.why_not("x " * 250_000), match.why_not("x " * 250_000, "Blue")):
        assert told is not None
        assert len(str(told)) < 200


def test_undo_gives_back_position_options_and_log() -> None:
    match = played()
    before = (match.state_hash(), match.view("Red"), match.log("Red"))
    match.choose("Place Pebble on A2")
    match.undo("Red")
    assert (match.state_hash(), match.view("Red"), match.log("Red")) == before


# S15.1
@pytest.mark.parametrize(
    ("texts", "player"),
    [
        ((), "Red"),
        (("Pass",), "Blue"),
        (("Pass", "Pass"), "Blue"),
        (("Pass", "Pass"), "Red"),
        (("Scan the red Disc in the Stock of Blue",), "Red"),
        (("Take a piece in the Hand of Blue",), "Red"),
    ],
    ids=["nothing", "another's", "chance", "another's and chance", "reveal", "draw"],
)
def test_a_player_cannot_undo_past_a_barrier(texts: tuple[str, ...], player: str) -> None:
    match = played(*texts)
    before = match.state_hash()
    assert not match.can_undo(player)
    with pytest.raises(UndoError, match="E0807"):
        match.undo(player)
    assert match.state_hash() == before


# S15.1
def test_a_player_cannot_undo_a_draw_that_nobody_saw() -> None:
    toy = program()
    pile = replace(toy.locations[PILE], seen=Seen("nobody"))
    locations = (*toy.locations[:PILE], pile, *toy.locations[PILE + 1 :])
    match = Game.of(replace(toy, locations=locations)).start(seed=0)
    match.choose("Take a piece in the Hand of Blue")
    assert lines(match, "Red") == ["Red: Take a piece in the Hand of Blue"]
    assert not match.can_undo("Red")


# S15.1
def test_the_referee_may_undo_anything() -> None:
    match = played()
    hashes = []
    for text in ("Scan the red Disc in the Stock of Blue", "Pass", "Take a piece in the Hand of Blue", "Pass"):
        hashes.append(match.state_hash())
        match.choose(text)
    for before in reversed(hashes):
        match.undo()
        assert match.state_hash() == before
    assert not match.can_undo()


def test_the_same_answers_after_undo_lead_to_the_same_match() -> None:
    match = played("Take a piece in the Hand of Blue", "Pass")
    after = (match.state_hash(), match.transcript)
    match.undo()
    match.choose("Pass")
    assert (match.state_hash(), match.transcript) == after
