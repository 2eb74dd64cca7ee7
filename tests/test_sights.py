"""Lines of sight in pictures of examples: how far one goes that something closes, and when there is none."""

from __future__ import annotations

import pytest

from dsl.pages.drawings.layouts import SCALE
from dsl.pages.drawings.picture import Picture
from dsl.pages.drawings.sights import BEFORE, Way, crossed, drawn, stop
from tests.test_scenes import picture

LEVEL = Way((0.0, 0.0), (5 * SCALE, 0.0))
SIDE = SCALE / 2


def test_a_line_ends_before_the_first_that_stands_on_it() -> None:
    assert stop(LEVEL, [(4 * SCALE, 0.0), (2 * SCALE, 3.0)]) == (2 * SCALE - BEFORE, 2 * SCALE + BEFORE)


def test_a_line_along_an_edge_ends_only_where_something_stands_on_both_sides() -> None:
    assert stop(LEVEL, [(2 * SCALE, SIDE), (4 * SCALE, -SIDE)]) is None
    assert stop(LEVEL, [(2 * SCALE, SIDE), (2 * SCALE, -SIDE)]) is not None


def test_what_stands_beside_a_line_or_behind_its_end_does_not_end_it() -> None:
    assert stop(LEVEL, [(2 * SCALE, SCALE), (6 * SCALE, 0.0), (-SCALE, 0.0)]) is None


def test_the_spaces_that_a_line_passes_through() -> None:
    row = [(n * SCALE, 0.0) for n in range(7)]
    assert crossed(LEVEL, row) == [1, 2, 3, 4]


@pytest.mark.parametrize(("blocked", "bars"), [(None, 0), ((60.0, 120.0), 1)])
def test_only_a_closed_line_has_a_bar(blocked: tuple[float, float] | None, bars: int) -> None:
    lines = "".join(drawn(LEVEL, blocked, (0.0, 0.0)))
    assert lines.count("sees bar") == bars
    assert lines.count("sees dot") == 2 - bars


def shown(title: str) -> Picture:
    return picture("rebel_moon_defense", title)


def test_an_example_shows_which_lines_are_open_and_which_are_closed() -> None:
    found = shown("What stands on the line hides the Bomb")
    names = [(found.name_of(sight.start), found.name_of(sight.end), sight.open) for sight in found.spoken.sights]
    assert names == [("C3", "F6", False), ("F11", "F6", False), ("F3", "F6", True)]
    told = " ".join(found.description)
    assert "The line from C3 to F6 is closed." in told
    assert "The line from F3 to F6 is open." in told
    lines = found.drawn()
    assert (lines.count("sees bar"), lines.count("sees dot")) == (3, 7)  # with those of the key
    assert "From C3 an asteroid blocks the line, from F11 an installation." in found.caption


def test_a_line_along_an_edge_tells_what_is_beside_it() -> None:
    found = shown("A piece on the line hides the Bomb, and so do two at one edge")
    assert "from G7 the line follows the edge between the asteroids, from H5 it passes only one." in found.why
    assert "The line from G7 runs along the edge" in found.caption
    assert found.why not in found.caption  # which its designer has explained
