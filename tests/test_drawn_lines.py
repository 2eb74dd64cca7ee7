"""Lines of a table on a board, what lies beside it in the legend, and pieces of which not all see what they are."""

from __future__ import annotations

from pathlib import Path

from dsl.pages.drawings.picture import Picture
from dsl.pages.publishing import Game
from interpreter.cli.docs import read

TRAILS = """
game Trails
    in English
    for 2 players: Left, Right

board the Field
    made of Cells in a grid of 4 by 4

table Lane
    | Start | End |
    | A1    | C1  |
    | A1    | A3  |

place Yard
    there is one for each Player

place Sack
    seen by nobody

piece Cart
    there is one for each Player
    starts on A1

piece Token
    there are 2 for each Player
    starts in the Yard of the owner

piece Tile
    seen by nobody

piece Swamp, a Tile
    there are 2
    starts in the Sack

piece Hill, a Tile
    there are 2
    starts in the Sack

play
    take turns from Left until there is a Tile on C3
        the Player must Go or Lay
    nobody wins

action Go to a Cell
    only if there is a Lane whose End is the Cell
    move the Cart of the Player to the Cell
    move a Token of the Player in the Yard of the Player to the Cell

action Lay
    chance chooses a Tile in the Sack
    move the Tile to C3

example "A cart goes along a lane"
    given there are 2 Tokens in the Yard of Left
    when Left does Go to C1
    then the Cart of Left is on C1
    then there is 1 Token in the Yard of Left

example "A tile is laid"
    when Left does Lay
    when chance chooses a Swamp
    then there is a Tile on C3
"""


def pictures(tmp_path: Path, rules: str = TRAILS) -> dict[str, Picture]:
    path = tmp_path / "trails.rules"
    path.write_text(rules, "utf-8")
    book, wrong = read(path)
    assert book is not None, wrong
    game = Game(book)
    return {story.title: shown for story in game.stories for shown in game.showing.pictures(story)}


def test_lines_of_which_a_table_tells_are_drawn_and_named(tmp_path: Path) -> None:
    shown = pictures(tmp_path)["A cart goes along a lane"]
    names = shown.board.one.names
    assert [(names[one], names[other]) for one, other in shown.ground.lanes["Lanes"]] == [("A1", "C1"), ("A1", "A3")]
    assert "".join(shown.ground.lines()).count('class="route"') == 1
    assert "Lanes" in {sample.told for sample in shown.samples}


def test_what_lies_beside_a_board_is_in_the_legend(tmp_path: Path) -> None:
    shown = pictures(tmp_path)["A cart goes along a lane"]
    panels = [panel for done in (False, True) for panel in shown.panels_of(shown.outcome, done)]
    assert any(piece.kind == "Token" for panel in panels for piece in panel.unnamed)
    assert {"Token (Left)", "Cart (Left)"} <= {sample.told for sample in shown.samples}


def test_what_nobody_sees_is_called_what_all_see_that_it_is(tmp_path: Path) -> None:
    shown = pictures(tmp_path)["A tile is laid"]
    assert shown.changes == ["A tile comes to C3."]
    (piece,) = (piece for piece in shown.outcome.come)
    assert (piece.kind, piece.seen_as) == ("", "Tile")
    told = shown.artist.samples([piece], shown.board, shown.t)
    assert [sample.told for sample in told] == ["Tile, face down"]


NEAR = """
a Cell is close to a Cell called other when
    the Cell is B3

example "Only one of two is close to the other"
    then B3 is close to B2
    then B2 is not close to B3
"""


def test_between_what_is_something_to_another_and_what_is_not_are_lines_beside_one_another(tmp_path: Path) -> None:
    one = pictures(tmp_path, TRAILS + NEAR)["Only one of two is close to the other"]
    drawn = one.drawn()
    assert drawn.count('class="sees dot"') == 2 * 2  # the line and its key
    assert drawn.count('class="sees bar"') == 1 + 1
    assert ">close</text>" in drawn
    assert ">not close</text>" in drawn
    assert "something is in the way" not in drawn


SEEN = """
a Cell is visible from a Cell called source when
    there is no full Cell that is crossed from the source to the Cell

a Cell is full when there is a Cart on the Cell

example "What is near is spoken of before what is seen"
    given the Cart of Left is on B2
    then B3 is close to B2
    then C3 is not visible from A1
    then A3 is visible from A1
"""


def test_lines_of_sight_are_drawn_whatever_is_spoken_of_before_them(tmp_path: Path) -> None:
    one = pictures(tmp_path, TRAILS + NEAR + SEEN)["What is near is spoken of before what is seen"]
    assert [(sight.quality.name, sight.open) for sight in one.spoken.sights] == [("visible", False), ("visible", True)]
    assert one.why == "From A1 a cart blocks the line."


SPENT = """
action Spend a Token
    only if the Token is in the Yard of the Player
    move the Token to the Sack

example "A token of the other cannot be spent"
    given the Cart of Left is on B2
    given there is 1 Token in the Yard of Left
    given there is a Token of Left called own in the Yard of Left
    then Right cannot Spend the own

example "Two tokens by their names"
    given there is a Token of Left called first on B2
    given there is a Token of Left called second on B2
    then the first is on B2
    then the second is on B2
"""


def test_what_is_said_of_things_in_other_places_is_marked_there(tmp_path: Path) -> None:
    rules = TRAILS.replace("must Go or Lay", "must Go or Lay or Spend") + SPENT
    one = pictures(tmp_path, rules)["A token of the other cannot be spent"]
    drawn = one.drawn()
    assert (drawn.count('class="badge yes"'), drawn.count('class="badge no"')) == (0, 1)


ALIKE = """
example "{title}"
    given the Cart of Left is on B2
    given there are 2 Tokens in the Yard of Left
    given there is a Token of Left called own in the Yard of Left
    given there is a Token of Left called other in the Yard of Left
    then Right cannot Spend the own
    then {other} Spend the other
"""


def test_of_what_looks_alike_nothing_is_marked_that_nobody_could_tell_apart(tmp_path: Path) -> None:
    many = TRAILS.replace("there are 2 for each Player", "there are 4 for each Player")
    rules = many.replace("must Go or Lay", "must Go or Lay or Spend") + SPENT
    rules += ALIKE.format(title="Neither", other="Right cannot") + ALIKE.format(title="One", other="Left can")
    shown = pictures(tmp_path, rules)
    marks = {
        title: [panel.marks for panel in shown[title].panels_of(shown[title].outcome)] for title in ("Neither", "One")
    }
    assert marks == {"Neither": [((0, False), (1, False))], "One": [()]}


def test_pieces_that_are_told_apart_by_names_are_not_counted_as_one(tmp_path: Path) -> None:
    rules = TRAILS.replace("must Go or Lay", "must Go or Lay or Spend") + SPENT
    one = pictures(tmp_path, rules)["Two tokens by their names"]
    assert {piece.called for piece in one.outcome.before[one.numbers.start + 5]} == {"first", "second"}
    assert "×2" not in one.drawn()


CARDS = """
game Two Alike
    in English
    for 2 players: Red, Blue

Suit is one of oak, elm

board the Wood
    made of Glades in a grid of 3 by 3

place Hand
    there is one for each Player
    seen by the owner

place Pile
    keeps order
    seen by nobody

piece Card
    there are 4 for each Suit
    starts in the Pile

piece Pawn
    there is 1 for each Player
    starts at A1

look
    a Card is drawn as a card

play
    Red may Walk
    nobody wins

action Walk to a Glade with a Card
    only if the Card is in the Hand of the Player
    move the Pawn of the Player to the Glade
    move the Card to the Pile

example "Two alike"
    given there is an oak Card in the Hand of Red
    given there is an oak Card in the Hand of Red
    given there is an elm Card in the Hand of Red
    given the Pawn of Red is on B2
    then Red can Walk to C2 with an oak Card
"""


def test_cards_that_are_alike_are_counted(tmp_path: Path) -> None:
    named = pictures(tmp_path, CARDS)["Two alike"].named_cards
    assert [card.title for card in named.cards.values()] == ["2 × Oak", "Elm"]
