"""Questions on the rules: what is right is so by the engine, and each wrong answer is right by a changed rule."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from dsl.terms import USUAL
from interpreter.cli import quiz
from interpreter.cli.common import Misused
from interpreter.play.game import Game
from interpreter.terminal.text import ended
from interpreter.tools.mutants import constructs
from interpreter.tools.quiz import Question, Quiz
from interpreter.tools.quiz_numbers import Numbers
from tests.laws.games import GAMES

TIC_TAC_TOE = GAMES / "classics" / "tic_tac_toe.rules"
MANY = 6


@pytest.fixture(scope="module")
def found() -> list[Question]:
    return list(islice(Quiz(TIC_TAC_TOE, ended).questions(), MANY))


def test_the_same_seed_asks_the_same(found: list[Question]) -> None:
    again = islice(Quiz(TIC_TAC_TOE, ended).questions(), MANY)
    assert [(q.text, q.answers, q.right) for q in again] == [(q.text, q.answers, q.right) for q in found]


def test_one_answer_is_right_and_each_other_by_a_change(found: list[Question]) -> None:
    assert len(found) == MANY
    for question in found:
        assert 2 <= len(question.answers) <= 4
        assert len({*question.answers}) == len(question.answers)
        assert [n for n, mutant in enumerate(question.by) if mutant is None] == [question.right]


def test_what_can_be_done_is_right_and_nothing_else_is(found: list[Question]) -> None:
    """On the empty board, and on each that a question shows, by the spaces that are free there."""
    asked = [question for question in found if question.text == "Which of these can be done?"]
    assert asked
    first = {str(option) for option in Game.load(TIC_TAC_TOE).start(0).decision.options}  # type: ignore[union-attr]
    for question in asked:
        assert question.answers[question.right] in first
    assert any(answer not in first for question in asked for answer in question.answers)


def test_numbers_are_asked_for(found: list[Question]) -> None:
    """A sentence without its number; each wrong one stands there in a changed rulebook."""
    asked = [question for question in found if not question.who]
    assert asked
    for question in asked:
        assert question.text.startswith("Which number is missing? “")
        right = question.answers[question.right]
        for answer, mutant in zip(question.answers, question.by, strict=True):
            assert answer.isdigit()
            assert (answer == right) is (mutant is None)


def test_how_many_there_are_is_asked_and_texts_are_not() -> None:
    numbers = Numbers(GAMES / "classics" / "connect_four.rules", USUAL)
    found = [asked for one in constructs(numbers.rulebook, cited=False) for asked, _ in numbers.lost(one)]
    assert ("The Rack is a grid of … by 6 cells.", "7") in found
    assert ("… × discs", "42") in found


def test_lines_that_cite_nothing_are_changed_too() -> None:
    assert not constructs(TIC_TAC_TOE)
    assert constructs(TIC_TAC_TOE, cited=False)


def test_the_sheet_of_answers_names_the_changed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    quiz.quiz(str(TIC_TAC_TOE), 2, 0)
    shown = capsys.readouterr().out
    assert shown.count("sees this:") == 2
    quiz.quiz(str(TIC_TAC_TOE), 2, 0, answers=True)
    told = capsys.readouterr().out
    assert "sees this:" not in told
    assert "if line " in told


def test_where_nothing_can_be_noticed_there_is_nothing_to_ask(tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text("game Idle\n    for 2 players: Ann, Bea\n\nplay\n    Ann wins\n", encoding="utf-8")
    with pytest.raises(Misused) as caught:
        quiz.quiz(str(path), 1, 0)
    assert caught.value.diagnostics[0].code == "E0916"


def test_numbers_are_asked_for_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    quiz.quiz(str(GAMES / "classics" / "connect_four.rules"), 20, 0, language="pt")
    asked = [line for line in capsys.readouterr().out.splitlines() if line[:1].isdigit()]
    assert asked
    assert all("Que número falta? “" in line for line in asked)
    assert any("fichas" in line for line in asked)


def test_a_rulebook_is_asked_about_in_its_own_language(capsys: pytest.CaptureFixture[str]) -> None:
    quiz.quiz(str(GAMES.parent / "tests" / "language" / "good" / "em_portugues.rules"), 3, 0)
    shown = capsys.readouterr().out
    assert "Que número falta? “" in shown
    assert " vê isto:" in shown
    assert "Which" not in shown
