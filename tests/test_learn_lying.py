"""What a page that teaches a game says of places that do not say what they take: what can get there, or nothing."""

from __future__ import annotations

from tests.test_learn_rows import learned

DOCK = """
game Dock
    in English
    for 2 players: Ann, Bea

Level is from 0 to 9

board the Isle
    made of Fields in a line of 5

place the Dial
    has a Level

place the Yard
    keeps order

place the Heap
    keeps order

place the Wreck
    "What has sunk lies here."
    keeps order

place Hold
    there is one for each Player

piece Card
    there are 9
    starts in the Yard

piece Boat
    there is one for each Player
    starts in the Heap

piece Hut
    there are 3
    starts in the Heap

setup
    move every Boat in the Heap to S1
    for each Player
        move the top of the Yard to the Hold of the Player

play
    take turns from Ann until the Level of the Dial is 9
        the Player must Sink, Follow, Lay or Return
    nobody wins

action Sink a Boat
    only if the Boat is on the Isle
    move the Boat to the Wreck
    the Level of the Dial rises by 1, but not above 9

action Follow a Boat
    move the top of the Heap to the place of the Boat

action Lay a Card
    only if the Card is in the Yard
    move the Card to the Hold of the Player

action Return a Card
    only if the Card is in the Hold of the Player
    move the Card to the Yard
"""


def test_what_goes_to_where_a_piece_is_gets_only_where_such_a_piece_does() -> None:
    page = learned(DOCK)
    assert "Yard: cards" in page
    assert ": pieces" not in page


def test_where_several_sorts_come_to_lie_all_are_told() -> None:
    bare = DOCK.replace('    "What has sunk lies here."\n', "").replace(
        "Card to the Yard", "Card to the top of the Wreck"
    )
    assert "Wreck: cards, boats and huts" in learned(bare)


def test_of_where_nothing_ever_lies_nothing_is_told() -> None:
    assert "**Dial.**" not in learned(DOCK)
    assert "**Mostrador" not in learned(DOCK, "pt")
