"""A page that teaches a game: examples that the designer explains, and tables that nobody needs to read."""

from __future__ import annotations

from dsl.pages.learn.blocks import Listing, Story
from dsl.pages.learn.setting_up import says_names
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Run, Sheet
from tests.published import game_of


def test_what_the_designer_explains_is_told_before_other_examples() -> None:
    """Also without a deed, and on several boards."""
    told = [block.title for block in game_of("hyperline").learn.blocks if isinstance(block, Story)]
    assert {"A legal ship", "A Fight of two ships: one round", "Where a Jump can end: at a Hyperpoint, not before"} < {
        *told
    }
    assert "Hyper-radiation: 1 damage on any component" not in told


def test_lines_that_a_board_shows_stand_in_no_table() -> None:
    assert "Lanes" not in [block.title for block in game_of("beyond_nebula").learn.blocks if isinstance(block, Listing)]


def test_a_table_for_which_only_untold_words_ask_is_not_told() -> None:
    told = [block.title for block in game_of("hyperline").learn.blocks if isinstance(block, Listing)]
    assert {"Mountings", "Quadrants", "Bridge upgrades"}.isdisjoint(told)
    assert "Tech Planets" in told


def test_a_table_that_says_the_names_once_more_says_nothing() -> None:
    heads, row = ((Run("Name"),), (Run("Trade"),)), ((Run("Smith"),), (Run("Smith"),))
    other = (row[0], (Run("Art"),))
    assert says_names(Passage("table", None, "Guilds", "guilds", sheet=Sheet(heads, (row,))))
    assert not says_names(Passage("table", None, "Guilds", "guilds", sheet=Sheet(heads, (row, other))))
    assert not says_names(Passage("table", None, "Guilds", "guilds", sheet=Sheet(heads[:1], (row[:1],))))
