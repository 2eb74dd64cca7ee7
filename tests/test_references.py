"""What the designer's words refer to leads to where it is told."""

from __future__ import annotations

import pytest

from dsl.load import load_text
from dsl.model import Definition
from dsl.prose.references import referring, titled
from dsl.prose.speech import Speech
from tests.rulebooks import framed

BOOK = """
the pull of a Boat means 2

the pull of the Lamp means 1

to push-off a Boat
    move the Boat to the Rocks

to push a Boat
    move the Boat to the Harbour
"""


def speech() -> Speech:
    book, wrong = load_text(framed(BOOK), "test.rules")
    assert book is not None, wrong
    return Speech(book)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Go on (see Push), then stop.", ["Push"]),
        ("Go on: see Push off. See Push.", ["Push off", "Push"]),
        ("See Pushing, or oversee Push.", []),
        ("What a Push is, you see: push.", []),
        ("See Pull (boat).", ["Pull (boat)"]),
        ("See Pull.", []),
    ],
)
def test_what_is_to_be_seen_leads_there(text: str, found: list[str]) -> None:
    known = speech()
    words = referring(text, known.titles, ("see",))
    assert "".join(run.text for run in words) == text
    assert [run.text for run in words if run.about is not None] == found
    assert all(isinstance(run.about, Definition) and known.title(run.about) == run.text for run in words if run.about)


def test_of_what_has_the_same_title_nothing_leads_to_one() -> None:
    known = speech()
    assert "Push" in known.titles
    assert titled(known.book, lambda node: "Push") == {}
