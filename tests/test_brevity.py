"""Rules that a guide tells in short, in the designer's words: what takes their place, and what the guide then leaves
out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dsl.pages import publishing
from dsl.pages.game import Game
from dsl.pages.learn.blocks import Steps
from dsl.prose.nodes import is_for_variants
from dsl.prose.speech import Line, Run, plain
from interpreter.cli.docs import read
from tests.published import game_of, site
from tests.test_documents import pages_of

FERRY = Path(__file__).parent / "language" / "good" / "in_short.rules"
ORCHARD = FERRY.with_name("offered_in_short.rules")
NOVA = "nova_raiders"
LANTERN = """game Lantern
    in English
    for 2 players: Ann, Ben

place Shelf

piece the Lantern
    can be lit
    starts in the Shelf

play
    greet
    nobody wins

to greet
    "Only with Manners."

variant Manners
    exception Light First, instead of greet
        the Lantern becomes lit
"""


def nova() -> Game:
    return game_of(NOVA)


@cache
def pages(path: Path) -> tuple[Game, dict[str, str]]:
    book, wrong = read(path)
    assert book is not None, wrong
    game, found = publishing.render_game(book)
    return game, {Path(name).stem: text for name, text in found.items()}


def test_a_guide_tells_in_short_what_the_reference_tells_in_full() -> None:
    _, told = pages(FERRY)
    short, line = "Put a log on a stone without one", " on the stone."
    assert short in told["guide"]
    assert line not in told["guide"]
    assert line in told["reference"]


def test_what_is_told_in_short_leads_to_its_rule() -> None:
    game, told = pages(FERRY)
    drift = next(p for p in game.passages if p.title == "Drift")
    assert f"](reference.md#rule-{drift.number.replace('.', '-')})" in told["guide"]
    assert f"rule-{drift.number.replace('.', '-')}" in told["reference"]


def test_an_end_can_be_told_in_short() -> None:
    assert "- The last log wins." in pages(FERRY)[1]["guide"]


def test_the_setup_can_be_told_in_short() -> None:
    game, told = pages(FERRY)
    steps = [block for block in game.learn.blocks if isinstance(block, Steps)]
    assert "The raft lies on the first stone." in [line.text for block in steps for line in block.lines]
    assert "The raft lies on the first stone." in told["guide"]
    assert [line.text for line in game.setup_steps if line.text in told["guide"]] == []
    assert game.setup_steps


def test_the_words_about_a_rule_told_in_short_are_kept() -> None:
    assert "*Mind the rocks.*" in pages(FERRY)[1]["guide"]


@pytest.mark.parametrize("heading", ["slide on", "bare", "next-stone"])
def test_what_only_hidden_lines_speak_of_is_left_to_the_reference(heading: str) -> None:
    _, told = pages(FERRY)
    assert heading not in told["guide"].lower()
    assert heading in told["reference"].lower()


def test_places_that_only_hidden_lines_speak_of_lie_on_the_table_all_the_same() -> None:
    game, _ = pages(FERRY)
    assert [plain(row.name) for row in game.contents.places] == ["Bank", "Rocks"]


def test_an_action_that_only_hidden_lines_offer_is_told_with_its_needs_and_their_words() -> None:
    _, told = pages(ORCHARD)
    for page, heading in (("guide", "### Pick "), ("card", "**Pick.**")):
        assert heading in told[page]
        assert "**Reachable.**" in told[page]
        assert "when the Crow is not on the tree" in told[page]


def test_of_a_board_the_guide_tells_what_it_speaks_of() -> None:
    _, told = pages(FERRY)
    assert "In the picture, forward is to the right." in told["reference"]
    assert "In the picture, forward is to the right." not in told["guide"]


@pytest.mark.parametrize(
    "words", ["**Event Spaces**", "3 shards of different colours are worth 10.", "**Used H.R.L. cards**"]
)
def test_what_no_words_in_short_can_stand_for_is_told(words: str) -> None:
    assert words in site()[f"pages/{NOVA}/guide.md"]


def test_words_that_refer_to_what_only_variants_do_are_no_step_of_it(tmp_path: Path) -> None:
    path = tmp_path / "lantern.rules"
    path.write_text(LANTERN, "utf-8")
    game, _ = pages(path)
    verb = next(verb for verb in game.rulebook.procedures.values() if is_for_variants(verb))
    step = Line((Run("See "), Run("that", verb)))
    words = replace(step, said=True)
    assert game.brevity.steps([step, words]) == [words]


def test_boards_of_which_the_designer_says_more_are_told() -> None:
    game = nova()
    described = [board for board in game.world.boards.values() if board.words]
    assert described
    for board in described:
        assert f"## {game.board_title(board)}" in site()[f"pages/{NOVA}/guide.md"]


def test_where_an_exception_always_counts_the_guide_leads_to_it() -> None:
    guide = site()[f"pages/{NOVA}/guide.md"]
    usual, with_two = guide.split("## With 2 players")
    assert "See [Third Shard]" not in usual
    assert "See [Third Shard]" in with_two


BELLS = """game Bells
    in English
    for 2 players: Left, Right

Rings is 3

piece the Bell
    can be rung
    starts in the Tower

place the Tower

chapter "Bells and Towers"

"Where a tower stands there is a bell."

the Bell is loud when the Bell is rung

chapter "Playing"

phase Morning
    for each Player
        the Player may Ring

rule Warning
    at the beginning of Morning
    in short "A bell is rung no more than {Rings} times."
    the Bell becomes not rung

action Ring
    in short "The bell is heard."
    only if the Bell is not loud
    the Bell becomes rung

play
    do Morning
    nobody wins
"""


def test_what_a_rule_says_in_short_stands_where_it_is_followed() -> None:
    """For those who learn the game; the guide and the reference have it once, and lead there."""
    pages = pages_of(BELLS)
    assert "A bell is rung no more than 3 times." in pages["sample/learn.md"]
    assert "See" not in pages["sample/learn.md"]
    assert pages["sample/guide.md"].count("A bell is rung no more than 3 times.") == 1


@pytest.mark.parametrize("page", ["guide.md", "learn.md"])
def test_a_chapter_of_which_only_words_are_told_keeps_them(page: str) -> None:
    """What its words mean is left to the rules reference, as only lines speak of it that are told in short."""
    told = pages_of(BELLS)[f"sample/{page}"]
    assert "## Bells and Towers" in told
    assert "Where a tower stands there is a bell." in told
    assert "is loud when" not in told
