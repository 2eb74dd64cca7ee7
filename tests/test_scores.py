"""What players have in the end is told wherever it is told how a game ended."""

from __future__ import annotations

from interpreter.play.match import Match
from interpreter.terminal.text import ended
from interpreter.tools.simulate import simulate
from tests.laws.games import GOOD, Setting, game

(SCORES,) = (path for path in GOOD if path.stem == "scores")
(TURNS,) = (path for path in GOOD if path.stem == "turns")


def played(*answers: str) -> Match:
    match = game(Setting(SCORES)).start(seed=0)
    for answer in answers:
        match.choose(answer)
    return match


# S14.5
def test_the_result_has_what_each_player_has() -> None:
    match = played("Take", "pass", "pass")
    assert match.result is not None
    assert (match.result.outcome, match.result.scores) == ("nobody", {"Red": -3, "Blue": 0})
    assert match.view("Red")["result"]["scores"] == {"Red": -3, "Blue": 0}
    assert ended(match.result) == "Nobody wins. Red has -3, Blue has 0."


# S14.5
def test_nobody_is_shown_a_score_before_the_end() -> None:
    before, after = played(), played("Take")
    assert after.result is None
    assert "scores" not in str(after.view())
    assert before.view().keys() == after.view().keys()


def test_simulations_tell_how_much_players_have() -> None:
    scores = simulate(SCORES, games=20, seed=1).data()["scores"]
    assert list(scores) == ["Red", "Blue"]
    assert all(figures["least"] <= figures["median"] <= figures["greatest"] for figures in scores.values())
    assert "scores" not in simulate(TURNS, games=1, seed=1).data()
