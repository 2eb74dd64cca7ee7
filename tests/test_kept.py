"""What the guide tells of the box: what players keep on the table, and what a variant adds to it."""

from __future__ import annotations

from functools import cache

from dsl.load import load_text
from dsl.model import Rulebook
from dsl.pages.guide.box_and_setup import Contents, contents_of
from dsl.pages.publishing import Book, Game
from dsl.prose.speech import Speech, plain
from dsl.terms import Terms

HARBOUR = """game Harbour
    in English
    for 2 players: Ann, Bea

Colour is one of red, blue
Weight is from 0 to 9
Pips is from 1 to 4

board the Quay
    made of Spaces in a ring-board of 3 by 6

place Hold "hold"
    there is one for each Player
    keeps order
    takes Crates
    seen by the owner
    can be sealed
    has a Weight called charge
    has a Weight called points

place Berths "berth"
    there are 2 for each Player

place Slips "slip"
    there are 3

place the Shed

piece Crate
    there are 2 for each Colour
    has a Colour
    has a Weight, seen by Ann until face-up
    has a Weight called stamp, seen by all
    can be face-up, marked
    takes Labels
    keeps order
    starts in the Shed

piece Label
    there are 9
    starts in the Shed

piece Ferry
    there is one for each Player
    has a Direction called bow
    starts in the Shed

piece Die
    two are Dice
    there are 2
    has a Pips
    starts in the Shed

table Tide
    | Tide | Height |
    | Ebb  | 1      |
    | Flow | 2      |

setup
    for each Crate
        the Weight of the Crate becomes 3

play
    repeat 2 times
        Ann rolls 2 among Dice called throw
        move every Label to the Shed
    nobody wins

a Crate is light when
    the Weight of the Crate is 0
    there is no Label on the Crate

a Space is vacant when
    there is no Crate on the Space
    there is no Ferry on the Space

walk Round of a Ferry
    starts at the Ferry
    goes on along clockwise
    stops when the Space is vacant

the downstream of a Space means the neighbour of the Space along clockwise

variant Storm
    place the Wreck

    piece Buoy
        there are 2
        starts in the Wreck

    setup
        move every Buoy to the Shed
"""


@cache
def book() -> Rulebook:
    found, diagnostics = load_text(HARBOUR, "harbour.rules", Terms(("Storm",)))
    assert found is not None, [str(d) for d in diagnostics]
    return found


@cache
def game() -> Game:
    return Game(Book("harbour", "harbour.rules", book()))


def contents(variant: str = "") -> Contents:
    return contents_of(Speech(book()), game().passages, variant)


def told(kind: str) -> list[str]:
    speech = Speech(book())
    found = next(c for c in speech.components() if c.about.kind.name == kind)
    return [speech.line(detail).text for detail in found.details]


def test_what_players_keep_of_a_piece_is_told_without_the_flags_and_bounds_of_the_rules() -> None:
    assert told("Crate") == [
        "2 of each colour: red and blue.",
        "Each lies face down or face up.",
        "Each has a weight and a stamp.",
        "Everybody sees its stamp.",
        "Only Ann sees its weight until it is face up.",
        "Each can carry labels, kept in order.",
    ]
    assert told("Ferry") == ["1 for each player.", "Each has a bow (one of 2 directions)."]
    assert told("Die") == ["Each has the faces 1 to 4."]


def test_the_reference_tells_what_the_guide_leaves_out() -> None:
    told = [line.text for line in Speech(book()).thing(book().world.piece_infos["Crate"])]
    assert "Each can be marked." in told
    assert "Each has a weight from 0 to 9." in told


def test_places_are_told_in_a_row_each() -> None:
    rows = contents().places
    assert [(plain(r.name), plain(r.content), plain(r.seen or ()), [x.text for x in r.lines]) for r in rows] == [
        ("Hold (one for each player)", "crates, kept in order", "only the owner", ["It has a charge and points."]),
        ("Berths (2 for each player)", "nothing", "", []),
        ("Slips (3)", "nothing", "", []),
        ("Shed", "crates, labels, ferries and dice (at the start)", "", []),
    ]
    assert contents().watched
    assert contents().noted


def test_what_a_variant_adds_to_the_box_stands_with_the_variant() -> None:
    usual, storm = contents(), contents("Storm")
    assert [(plain(row.name), row.count) for row in storm.components] == [("Buoys", 2)]
    assert [line.text for line in storm.setup] == ["Put the 2 buoys into the Wreck.", "Put every buoy into the Shed."]
    assert [line.text for line in storm.only_place] == ["Pieces may lie in the Wreck."]
    assert "buoy" not in " ".join(line.text for line in usual.setup)
    page = game().page("guide", "guide")
    assert page.index("Put the 2 buoys") > page.index("{#variant-storm}")


def test_a_table_stands_under_its_name() -> None:
    assert "**Tides**\n\n| Tide | Height |" in game().page("guide", "guide")


def test_short_conditions_are_one_sentence() -> None:
    light, vacant = book().qualities
    speech = Speech(book())
    assert speech.definition(light).text == "A crate is light when its weight is 0 and there is no label on it."
    assert speech.definition(vacant).text == ("A space is vacant when there is neither a crate nor a ferry on it.")


def test_a_ring_has_no_edge() -> None:
    speech = Speech(book())
    (way,) = book().walks.values()
    assert "It goes on clockwise, at most once round." in [line.text for line in speech.definition(way).children]
    downstream = next(value for value in book().values if value.name == "downstream")
    assert speech.definition(downstream).text == "A space’s downstream is the next space clockwise from it."


def test_a_table_stands_with_the_rules_that_ask_for_it() -> None:
    """`Height` is asked for in no chapter that tells how to play, so that the table stays with the box."""
    tables = game().tables
    assert [table.title for table in tables.with_box] == ["Tides"]
    assert tables.at_end == []
