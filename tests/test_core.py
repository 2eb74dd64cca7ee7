"""Sugar is taken apart once: behind the core nobody meets it, and all that was made leads back to what is written."""

from __future__ import annotations

from functools import cache
from typing import get_args

from dsl.core import Core, in_core
from dsl.core.per_window import specialised
from dsl.load import load_rulebook
from dsl.model import Node, Rulebook, Statement, Sugar
from dsl.model.core import CoreStatement
from dsl.model.visit import definitions_of, nodes_in
from tests.rulebooks import FOLDER

# They have all sugar.
NAMES = (
    "events", "deeds", "known_and_shown", "forbidden", "in_secret", "may", "swapped", "in_one_line", "in_rows",
    "for_each_in_one_line", "winners", "passed_on",
)  # fmt: skip


def nodes_of(book: Rulebook) -> list[Node]:
    return [*nodes_in((book.setup, book.play)), *(node for d in definitions_of(book) for node in nodes_in(d))]


@cache
def cores() -> list[tuple[Rulebook, Core]]:
    found = []
    for name in NAMES:
        book, diagnostics = load_rulebook(FOLDER / "good" / f"{name}.rules")
        assert book is not None, diagnostics
        forms = specialised(book)
        found.append((forms.book, in_core(forms)))
    return found


def test_no_sugar_is_left_in_the_core() -> None:
    written: set[type] = set()
    for before, core in cores():
        written |= {type(node) for node in nodes_of(before) if isinstance(node, Sugar)}
        left = {type(node) for node in nodes_of(core.book) if isinstance(node, Statement)}
        assert left <= set(get_args(CoreStatement))
    assert written == set(get_args(Sugar))  # so all of it was tried


def test_what_was_made_leads_back_to_the_line_that_means_it() -> None:
    for before, core in cores():
        there = {*nodes_of(before)}
        for node in nodes_of(core.book):
            if isinstance(node, Statement) and (old := core.as_written(node)) is not node and old in there:
                assert isinstance(old, Statement)
                assert node.span == old.span


def test_what_many_places_share_stays_one() -> None:
    for _, core in cores():
        made = {node for node in nodes_of(core.book) if core.as_written(node) is not node}
        origins = [old for node in made if not isinstance(old := core.as_written(node), Sugar)]
        assert len(origins) == len({*origins})
