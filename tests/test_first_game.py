"""The game of the page “Your first game”: every step of it plays, and the page tells of it what is so."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dsl.load import load_text
from dsl.pages.site.first_game import FILE, folder, passages, step, steps, told
from dsl.pages.site.language import pages
from dsl.terms import Terms
from dsl.text.diagnostics import Diagnostic
from interpreter.tools.simulate import simulate
from tests.first_game import commanded, running
from tests.rulebooks import reworded
from tests.rulebooks import told as complained

AGAIN = "python -m tests.first_game --write"
SLIPS = [name for name in steps() if name.endswith("-slip")]
WHOLE = [name for name in steps() if name not in SLIPS]
ENDLESS = {"1": "nobody is asked", "2": "nobody can end it"}


def test_the_page_tells_what_the_program_says() -> None:
    assert dict(running()) == told(), f"if it is meant: {AGAIN}"


def test_the_page_shows_all_that_is_told_and_the_whole_text() -> None:
    page = pages()["first-game.md"]
    assert [what for what, text in told().items() if text not in page and "no errors" not in text] == []
    assert step(WHOLE[-1]) in page


@pytest.mark.parametrize("name", WHOLE)
def test_a_step_is_right_and_its_examples_pass(name: str) -> None:
    assert complained(step(name)) == []


@pytest.mark.parametrize("name", SLIPS)
def test_of_a_slip_there_is_one_complaint_with_its_remedy(name: str) -> None:
    book, found = load_text(step(name), FILE)
    found = found if book is None else complained(step(name))
    assert len(found) == 1
    assert offered(found[0]) <= lines(step(name.removesuffix("-slip")))


def offered(complaint: Diagnostic) -> set[str]:
    """The lines that a message says are to be written."""
    said = [part.strip() for hint in complaint.hints for part in hint.split(": ")[1:]]
    return {line.split(",")[0] for line in said}


def lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in ENDLESS])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_a_step_end_with_a_winner(name: str, players: int) -> None:
    figures = simulate(folder() / f"{name}.rules", games=5, terms=Terms(players=players), longest=1000)
    assert figures.outcomes == {"won": 5}


@pytest.mark.parametrize(("earlier", "later"), [*pairwise(WHOLE)])
def test_a_step_keeps_most_of_the_one_before(earlier: str, later: str) -> None:
    kept = set(passages(step(earlier))) & set(passages(step(later)))
    assert len(kept) >= len(passages(step(earlier))) - 3


def test_an_example_finds_that_a_rule_was_changed() -> None:
    """As the page promises."""
    changed = reworded(step(WHOLE[-1]), ("is less than 3", "is less than 4"))
    assert "1 of 2 examples pass" in commanded(changed, "test")
