"""What is declared in the box beyond pieces that are just counted: what players see of it, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import compile_rules, load_rulebook, load_text
from dsl.prose.speech import Speech, plain
from interpreter.play.game import Game
from interpreter.state.decoding import Box
from interpreter.terminal.picture import Picture

GOOD = Path(__file__).parent / "language" / "good"


def start(name: str) -> Game:
    program, diagnostics = compile_rules(GOOD / f"{name}.rules")
    assert program is not None, [str(d) for d in diagnostics]
    return Game.of(program, GOOD / f"{name}.rules")


def told(name: str, thing: str) -> list[str]:
    """The sentences about a thing of the box."""
    book, _ = load_rulebook(GOOD / f"{name}.rules")
    assert book is not None
    world = book.world
    things = {**world.piece_infos, **world.places, **world.boards, **world.kinds}
    infos = {**things, **world.boards, **world.places, **world.piece_infos}
    return [line.text for line in Speech(book).thing(infos[thing])]


# ------------------------------------------------------------------------------------------------ places and boards


# S12.1
@pytest.mark.parametrize(("reader", "light"), [("Red", {"light": "green"}), ("Blue", {}), (None, {})])
def test_what_a_place_has_is_seen_as_stated(reader: str | None, light: dict[str, str]) -> None:
    view = start("remembering").start(seed=0).view(reader)
    row = next(place for place in view["locations"] if place["name"] == "the row of Red")
    assert row["attributes"] == {"Bonus": 0, **light, "laid": False, "licensed": False}
    assert view["boards"] == [{"name": "Field", "attributes": {"Turn Count": 1, "burnt": False}}]


def test_the_picture_tells_what_places_and_boards_have() -> None:
    game = start("remembering")
    match = game.start(seed=0)
    match.choose("Save")
    drawn = Picture(Box(match.rules.program, match.rules.machine)).draw(match.view("Red"))
    assert "Field of play (Turn Count 2)" in drawn
    assert "The row of Red (Bonus 2, light amber)" in drawn


def test_what_places_and_boards_have_is_told() -> None:
    assert told("remembering", "Row")[1:4] == [
        "It has a bonus from 0 to 9, which starts at 0.",
        "It has a light.",
        "Only the owner sees its light until it is laid.",
    ]
    assert told("remembering", "Field")[-1] == "The Field of play can be burnt."


NEAR = """game Steps
    in English
    for 2 players: Left, Right

board the Field
    made of Cells in a {}

play
    nobody wins

a Cell is near to a Cell called other when the distance from the Cell to the other is 1
"""
ROWS = "Cells are beside one another where one is next to the other in a row or a column"
SIDES = "Cells are beside one another when they share a side"


@pytest.mark.parametrize(
    ("shape", "beside"),
    [
        ("grid of 3 by 3", f"{ROWS}; slantwise is not enough."),
        ("grid-with-corners of 3 by 3", "Cells are beside one another when they share a side or a corner."),
        ("hexagon of 3", f"{SIDES}."),
        ("ring of 6", "Cells are beside one another where one comes after the other; after S6 comes S1 again."),
        ("line of 6", "Cells are beside one another where one comes after the other."),
    ],
)
def test_a_board_says_what_a_step_is_where_the_rules_count_steps(shape: str, beside: str) -> None:
    def lines(text: str) -> list[str]:
        book, diagnostics = load_text(text, "steps.rules")
        assert book is not None, diagnostics
        return [line.text for line in Speech(book).thing(book.world.boards["Field"])]

    steps = (
        "The distance between two cells is the least number of steps from one to the other, each from a cell "
        "to one beside it; what stands in between does not matter."
    )
    counted, uncounted = NEAR.format(shape), NEAR.format(shape).replace("the distance from the Cell to the other is 1",
                                                                        "the Cell is the other")  # fmt: skip
    assert lines(counted)[1:] == [beside, steps]
    assert lines(uncounted) == lines(counted)[:1]


def test_a_board_says_only_what_is_asked_of_it() -> None:
    text = NEAR.format("hexagon of 3") + "\nboard the Track\n    made of Steps in a line of 4\n"
    book, diagnostics = load_text(text, "steps.rules")
    assert book is not None, diagnostics
    told = {name: Speech(book).thing(board) for name, board in book.world.boards.items()}
    assert [line.text for line in told["Track"]] == ["The Track is a row of 4 steps."]
    assert len(told["Field"]) == 3


def test_a_board_says_what_directions_lines_and_numbers_of_spaces_are() -> None:
    assert told("boards_of_players", "Water")[4] == "Straight lines run over sides or, slantwise, over corners."
    east = "In the picture, east is to the right; then clockwise come "
    assert told("library_hexes", "Leaf")[1:] == [f"{east}southeast, southwest, west, northwest and northeast."]
    ring = "The ring of a space is the letter of its name, told as a number: A, the innermost, is 1."
    assert told("library_rings", "Sky")[1:] == [ring]


# ----------------------------------------------------------------------------------------------------------- tables


# S2.10
def test_a_thing_with_a_name_is_called_by_it() -> None:
    match = start("tables").start(seed=0)
    texts = [option.text for option in match.decision.options] if match.decision else []
    assert "Load the Two in the hand of Pink" in texts
    assert "Play the Bad Luck be Befallin' Ye Trick in the box against Dreamer's Way" in texts


def test_what_a_row_says_is_seen_with_the_piece() -> None:
    match = start("tables").start(seed=0)
    hand = {
        name: next(p for p in match.view(name)["locations"] if p["name"] == "the hand of Pink")
        for name in ("Pink", "Blue")
    }
    card = {"name": "Two", "Sort": "resource", "Worth": 2}
    assert hand["Pink"]["pieces"] == [{"count": 1, "kind": "Card", "attributes": card}]
    assert hand["Blue"]["pieces"] == hand["Pink"]["pieces"], "it came out of the box, into which all look"


def test_the_picture_calls_things_by_their_names() -> None:
    match = start("tables").start(seed=0)
    drawn = Picture(Box(match.rules.program, match.rules.machine)).draw(match.view("Pink"))
    assert "The hand of Pink: Two\n" in drawn
    assert "2 Bad Luck be Befallin' Ye Tricks" in drawn
    assert "2 Seven Cards" in drawn


def test_only_spaces_of_the_table_are_offered_and_others_are_refused_with_the_reason() -> None:
    match = start("spaces_and_rows").start(seed=0)
    refusal = match.why_not("Launch Ship of Red in the Dock of Red to B1", "Red")
    assert refusal is not None
    assert [need.sentence for need in refusal.unmet][:1] == ["The space must be a gate."]


def test_tables_are_told_as_tables() -> None:
    book, _ = load_rulebook(GOOD / "tables.rules")
    assert book is not None
    speech = Speech(book)
    assert told("tables", "Ship") == [
        "2 for Pink, 2 for Yellow and 1 for Blue.",
        "Each has a damage from 0 to 20, which starts at 0.",
        "Each can be spent.",
        "Each can carry at most 1 captain.",
    ]
    table = speech.sheet(book.world.tables["Captain"])
    assert [plain(head) for head in table.heads] == ["Name", "Ship"]
    assert [[plain(cell) for cell in row if cell] for row in table.rows] == [
        ["Deep Hold", "Aye Patch"], ["Cutlass Kate, feared", "Inside Out"],
    ]  # fmt: skip


def test_what_there_is_one_for_and_who_sees_a_quality_is_told() -> None:
    assert told("in_secret", "Card")[0] == "One for each combination of suit (red, green and blue) and worth (1 to 6)."
    assert "Only the owner sees whether it is flagged." in told("owners", "Ship")


def test_a_sort_of_piece_is_told_with_what_all_of_its_kind_have() -> None:
    assert told("sorts", "Monk") == [
        "1 for each player.",
        "Each is a man.",
        "Each has a strength from 0 to 9, which starts at 0.",
        "Each can be tired.",
    ]


# ---------------------------------------------------------------------------------------------- stacks, several places


def test_several_places_of_one_name_have_numbers() -> None:
    match = start("stacks").start(seed=0)
    names = [place["name"] for place in match.view(None)["locations"]]
    assert [name for name in names if "bay" in name][:4] == [
        "the cargo bay 1 of Red", "the cargo bay 2 of Red", "the cargo bay 3 of Red", "the cargo bay 1 of Blue",
    ]  # fmt: skip
    assert [name for name in names if "Well" in name] == ["the Well 1", "the Well 2"]


def test_how_many_there_are_and_what_lies_in_order_is_told() -> None:
    assert told("stacks", "Bay")[:2] == [
        "Each player has 3 cargo bays.",
        "The shards in each stay in order, from bottom to top.",
    ]
    assert told("stacks", "Well")[0] == "There are 2 wells."
    assert told("stacks", "Shard")[0] == "3 of each shard colour: yellow, black and red."
    assert told("stacks", "Pearl")[0] == "3 for each player, one of each shard colour: yellow, black and red."
    assert told("stacks", "Ship")[-1] == "Shards that lie on each stay in order, from bottom to top."
    same = "Pieces on the same space of the Sky make a pile, from bottom to top."
    assert told("stacks", "Sky")[-1] == same


def test_what_each_space_of_a_board_takes_is_told() -> None:
    assert told("boards_to_choose", "Display")[-2:] == [
        "Only at most 1 tile and pawns may be put on each cell of the display.",
        "The display can be closed.",
    ]


def test_a_board_is_chosen_by_its_name() -> None:
    match = start("boards_to_choose").start(seed=0)
    for text in ("Go with Display of Violet", "Visit", "Far Display", "Go with the Far Display"):
        match.choose(text)
    assert [entry.text for entry in match.transcript] == [
        "Go with Display of Violet", "Visit: Far Display", "Go with Far Display",
    ]  # fmt: skip
    assert "The display’s owner must be the player." in str(match.why_not("Shut the Far Display"))


# S2.5
def test_what_lies_on_a_piece_in_order_is_seen_in_order() -> None:
    match = start("stacks").start(seed=0, nature="ask")
    for text in (
        "Brown",
        "Pick",
        "yellow Shard",
        "C1",
        "Pick",
        "black Shard",
        "C1",
        "pass",
        "Launch Ship of Red to C1",
    ):
        match.choose(text)
    ship = next(place for place in match.view(None)["locations"] if place["name"] == "C1")["pieces"][0]
    assert [load["attributes"]["Shard Colour"] for load in ship["carries"]] == ["yellow", "black"]
