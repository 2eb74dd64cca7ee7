"""Which worked examples stand where in a guide, and how what is done in them is told."""

from __future__ import annotations

from collections import Counter

import pytest

from dsl import resources
from dsl.load import load_text
from dsl.model import Example, Rulebook
from dsl.pages.guide.example_choice import DONE, MOST, MOST_EXPLAINED
from dsl.pages.guide.examples import is_explained, refuses, shows
from dsl.pages.publishing import Game
from dsl.prose.speech import Speech
from interpreter.play.rules import Rules
from interpreter.tools.example_scenes import scenes
from tests.published import game_of
from tests.test_documents import NAMES

RAIDERS = """
game Raiders
    in English
    for 2 players: Ann, Bea

Toll is from 0 to 3

board the Field
    made of Cells in a grid of 3 by 3

place Camp
    there is one for each Player

piece Raider
    there are 2 for each Player
    starts in the Camp of the owner

play
    take turns from Ann until there is no Raider in the Camp of Ann
        the Player may Ride or Rest
        the Player may
            the Player chooses a Cell
    nobody wins

action Ride to a Cell
    only if there is a Raider in the Camp of the Player
    the Player chooses a Toll
    move a Raider in the Camp of the Player to the Cell

action Rest
    the Player chooses a Cell
"""


# ----------------------------------------------------------------------------------------------------------- the choice


@pytest.mark.parametrize("name", NAMES)
def test_no_example_stands_twice_in_a_guide(name: str) -> None:
    game = game_of(name)
    chosen = Counter(story.anchor for stories in game.showing.chosen.values() for story in stories)
    assert [anchor for anchor, count in chosen.items() if count > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_action_and_power_has_an_example_that_shows_it_if_there_is_one_left(name: str) -> None:
    game = game_of(name)
    told = {story.anchor for stories in game.showing.chosen.values() for story in stories}
    for passage in (p for chapter in game.chapters for p in chapter.passages if p.sort in DONE):
        own = game.showing.under(passage.anchor)
        showing = [s for s in game.stories if not s.variants and shows(s, passage.about)]
        assert len(own) <= MOST_EXPLAINED
        assert len(own) <= MOST or any(map(is_explained, own))
        assert own or all(story.anchor in told for story in showing)


def test_examples_stand_with_what_they_are_about() -> None:
    game = game_of("rebel_moon_defense")
    under = {title: [s.title for s in game.showing.under(anchor)] for title, anchor in headings(game)}
    assert "One way must stay open" in under["Place Asteroid"]
    assert all("Killer" in title for title in under["Asteroid Killer"])
    assert {"A Laser fires along a straight row, at any range", "A Laser does not fire between two rows"} <= {
        *under["Laser"]
    }
    assert "A corner on the line hides nothing" in under["Blocked (cell)"]
    refusing = [story for story in game.showing.under("action-place-asteroid") if refuses(story.example)]
    assert len(refusing) >= 2


def headings(game: Game) -> list[tuple[str, str]]:
    return [(p.title, p.anchor) for chapter in game.chapters for p in (*chapter.passages, *chapter.terms)]


@pytest.mark.parametrize("name", ["rebel_moon_defense", "english_draughts"])
def test_the_choice_is_the_same_in_every_language(name: str) -> None:
    game = game_of(name)
    other = game_of(name, "pt")
    chosen, again = (
        [[story.example.title for story in stories] for stories in one.showing.chosen.values()] for one in (game, other)
    )
    assert chosen == again


# --------------------------------------------------------------------------------------------------------- what is told


def told(example: Example, book: Rulebook, *later: int) -> list[str]:
    return [line.text for part, line in Speech(book).story(example, later) if part == "when"]


def raiders(*lines: str) -> tuple[Rulebook, Example]:
    text = "\n".join((RAIDERS, 'example "One"', *(f"    {line}" for line in lines), ""))
    book, diagnostics = load_text(text, "raiders.rules")
    assert book is not None, diagnostics
    return book, book.examples[0]


def test_what_one_player_does_in_a_row_is_one_sentence() -> None:
    book, example = raiders("when Ann does Ride to B2", "when Ann chooses 1", "when Ann does so", "when Ann chooses A1")
    assert told(example, book) == ["Ann rides to B2, choosing 1 as the toll.", "Ann uses it and chooses A1."]


def test_what_is_chosen_one_after_the_other_is_one_choice() -> None:
    book, example = raiders("when Ann does Rest", "when Ann chooses A1", "when Ann chooses B2", "when Bea chooses C3")
    assert told(example, book) == ["Ann rests, choosing A1, then B2.", "Bea chooses C3."]


def test_turns_in_which_nothing_is_done_are_told() -> None:
    book, example = raiders("when Ann does Rest", "when Ann chooses A1", "when Ann does Rest")
    assert told(example, book, 2) == ["Ann rests, choosing A1.", "In a later turn, Ann rests."]
    near = "A Leech Mine stays, and reaches three rings"
    path = resources.folder("games") / "rebel_moon_defense.rules"
    found = {example.title: scene for example, scene in scenes(Rules.with_examples(path, hasty=True))}
    scene, without = found[near], found["Turn, then move"]
    assert scene is not None
    assert without is not None
    assert (scene.later, without.later) == ((1, 2), ())


def test_of_what_lies_on_a_piece_it_is_said_what_carries_it() -> None:
    page = game_of("rebel_moon_defense").page("examples", "examples")
    assert "The installation carries a yellow counter." in page
    assert "on the installation" not in page


def test_the_ordinary_phase_is_told_once_for_all() -> None:
    game = game_of("rebel_moon_defense")
    page = game.page("examples", "examples")
    assert "Unless stated otherwise, the phase is Approach." in page
    assert "Approach phase begins" not in page
    assert "Placement](guide.md#phase-placement) phase begins" in page
