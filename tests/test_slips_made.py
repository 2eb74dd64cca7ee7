"""How many of the slips that people make are mended by the message alone: in right rulebooks, one slip at a time
(`tests/slips_made.py`)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.laws.games import late
from tests.slips_made import CRASH, OTHER, WRONG, Outcome, drawn, outcome, share, shown
from tests.typical_slips import CLASSES

FLOOR = 0.6  # of slips of all classes that are complained of; of a few of each
MOST_WRONG = 0.2  # of these that are answered with a line that is not what was meant
FLOORS = {  # of the classes of which fewer are mended
    "a line under another head": 0.0,
    "lines in another order": 0.2,
    "order in a sentence": 0.3,
    "pronouns": 0.2,
    "numbers": 0.3,
    "may, must, can": 0.3,
    "there is": 0.3,
}
USUAL = 0.5


def mended(found: list[Outcome]) -> float:
    return share(Counter(one.found for one in found))


def test_most_slips_are_mended_by_the_message_alone() -> None:
    found = [outcome(slip) for name in CLASSES[::2] for slip in drawn(name, 1)]
    said = "\n".join(map(shown, found))
    assert not any(one.found in (CRASH, OTHER) for one in found), said
    assert mended(found) >= FLOOR, said
    assert sum(one.found == WRONG for one in found) <= MOST_WRONG * len(found), said


@pytest.mark.parametrize("name", [late(name, name=name.replace(" ", "-")) for name in CLASSES])
def test_slips_of_each_class_are_mended_by_the_message_alone(name: str) -> None:
    found = [outcome(slip) for slip in drawn(name)]
    said = "\n".join(map(shown, found))
    assert not any(one.found == CRASH for one in found), said
    assert mended(found) >= FLOORS.get(name, USUAL), said
