"""The block `look`: what a rulebook says of how it looks is drawn so, and changes no rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.icons import all_icons, path_of
from dsl.load import hash_of_rules, load_rulebook, load_text
from dsl.model import Rulebook
from dsl.model.looks import COLOURS, FORMS, GROUNDS, STYLES
from dsl.pages.drawings import look as looks
from dsl.pages.drawings import palette
from dsl.pages.drawings.look import Look, look_of
from dsl.terms import Terms

GOOD = Path(__file__).parent / "language" / "good" / "drawn_so.rules"
BLOCK = re.compile(r"^( *)look\n(?:\1 +.*\n)+\n?", re.MULTILINE)


def book(terms: Terms | None = None) -> Rulebook:
    found, diagnostics = load_rulebook(GOOD, terms or Terms())
    assert found is not None, diagnostics
    return found


@pytest.fixture
def look() -> Look:
    return look_of(book())


def test_what_is_said_is_drawn_so(look: Look) -> None:
    assert look.styles == {"Coast": "chequered", "Ladder": "track"}
    assert look.grounds == {"Coast": "night", "Ladder": "plain"}
    assert look.seats[1] == "green"
    assert (look.colour(["salt"]), look.colours["Tarn"], look.colours["Reef"]) == ("white", "blue", "brown")
    assert (look.icons["Gate"], look.icons["Reef"], look.icons["ore"]) == ("gate", "terrain", "gold")
    assert look.printed == {"Shoal": "rock"}


def test_players_have_the_colour_that_they_are_called_after() -> None:
    """Else the first that no player, piece or value has; spaces do not count."""
    assert look_of(book()).seats[0] == "orange"  # Amber
    found, _ = load_text(GOOD.read_text("utf-8").replace("Amber", "Alda"), GOOD.name)
    assert found is not None
    assert look_of(found).seats[0] == "blue"


def test_what_is_said_of_a_kind_is_so_of_its_sorts(look: Look) -> None:
    assert (look.forms["Barge"], look.forms["Cutter"], look.forms["Buoy"]) == ("carrier", "carrier", "stone")
    assert look.icons["Cutter"] == "sail-boat"
    assert look.quality("Cutter", "lit") == "lightbulb-on"


def test_arrows_are_those_that_are_said_of_a_kind(look: Look) -> None:
    assert look.arrows == {"Vessel": "left and right", "Barge": "left and right", "Cutter": "up and down"}


def test_letters_stand_in_place_of_an_icon(look: Look) -> None:
    assert look.letters == {"Barge": "Ba"}
    assert "Barge" not in look.icons


def test_who_does_not_play_has_a_colour_when_they_do() -> None:
    assert "red" not in look_of(book()).seats
    assert look_of(book(Terms(players=3))).seats[2] == "red"


def test_a_variant_may_look_otherwise() -> None:
    by_day = look_of(book(Terms(variants=("By Day",))))
    assert by_day.grounds == {"Coast": "cloth", "Ladder": "plain"}
    assert (by_day.icons["Cutter"], by_day.letters) == ("ferry", {"Barge": "Ba"})


def test_looks_change_no_rule() -> None:
    text = GOOD.read_text("utf-8")
    without = BLOCK.sub("", text)
    assert without.count("look at the Buoy") == 1
    assert "looks like" not in without
    assert load_text(without, "without.rules")[1] == []
    assert hash_of_rules(without) == hash_of_rules(text)
    assert hash_of_rules(text.replace("4 by 4", "5 by 5")) != hash_of_rules(text)


def test_what_can_be_said_can_be_drawn() -> None:
    assert {*COLOURS} == {*palette.COLOURS}
    assert {*GROUNDS} == {*palette.GROUNDS}
    assert {*STYLES} == {*looks.Style.__args__}  # type: ignore[attr-defined]
    assert {*FORMS} == {*looks.Form.__args__}  # type: ignore[attr-defined]


def test_a_name_of_an_icon_is_no_path() -> None:
    assert path_of("sail-boat")
    assert path_of("../material/sail-boat") == ""
    assert len(all_icons()) > 5000
