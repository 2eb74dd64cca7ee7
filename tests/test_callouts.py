"""Names beside pieces: where they stand, and how it is seen whose each is."""

from __future__ import annotations

import re

from dsl.board.scene import Piece, Scene
from dsl.board.shapes import Point
from dsl.pages.drawings.callouts import callout
from dsl.pages.drawings.outcome import Outcome, is_way
from dsl.pages.drawings.room import Room

MIDDLE: Point = (100.0, 100.0)


def called(room: Room) -> str:
    return "".join(callout("Aye Patch", MIDDLE, 20, [], room))


def around() -> Room:
    """A part of a drawing on which a name has no room close to the piece in its middle."""
    room = Room((0, 0, 200, 200))
    room.disc(MIDDLE, 17)
    for x, y in ((0, 1), (1, 0), (-1, 0), (0, -1)):
        room.disc((100 + 34 * x, 100 + 34 * y), 8)
    return room


def test_a_name_at_the_rim_of_its_piece_needs_no_line() -> None:
    lines = called(Room((0, 0, 200, 200)))
    assert ("Aye Patch" in lines, "leader" in lines) == (True, False)


def test_a_line_leads_to_a_name_that_stands_farther() -> None:
    lines = called(around())
    assert ("Aye Patch" in lines, "leader" in lines) == (True, True)


def test_such_a_line_goes_over_no_other_letters() -> None:
    room = around()
    (x, y, a, b) = map(float, re.findall(r"[\d.]+", re.findall(r'class="leader" d="([^"]+)"', called(around()))[0]))
    room.letters("I3", (x + a) / 2, (y + b) / 2, 4)
    assert "leader" not in called(room)


def test_what_is_lifted_and_laid_elsewhere_goes_no_way() -> None:
    one, other = Piece("Pod", 1), Piece("Pod", 2)
    scene = Scene((one,), otherwise=((one, other),), end=(other,))
    outcome = Outcome(scene, range(5), lambda piece: piece)
    assert (outcome.moved, outcome.gone, outcome.come) == ([], [one], [other])
    walked = Outcome(
        Scene((one,), moves=((1, 3), (3, 2)), otherwise=((one, other),), end=(other,)), range(5), lambda p: p
    )
    assert walked.moved == [(one, other)]
    assert not is_way(1, 2, [(3, 2), (1, 3)])  # in another order
