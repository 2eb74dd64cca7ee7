"""The numbers of rules: by where they stand, kept once they were given, the same in all languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.pages.publishing import Game, read_book
from dsl.pages.reference.numbers import LIST, given, numbered, numbers_beside, printed
from tests.published import book_of, game_of
from tests.rulebooks import reworded
from tests.test_cli import Shell, shell
from tests.test_documents import GAMES

__all__ = ["shell"]

OLD = Path(__file__).parent / "differences" / "old.rules"
LAYOUT = [("part-box", ["die", "cup"]), ("part-play", ["roll"])]
KEPT = {"part-box": "2", "die": "2.1", "cup": "2.2", "part-play": "3", "roll": "3.1"}


def copied(folder: Path, *replacements: tuple[str, str], name: str = "ferries") -> Path:
    path = folder / f"{name}.rules"
    path.write_text(reworded(OLD.read_text("utf-8"), *replacements), "utf-8")
    return path


def numbers(path: Path) -> dict[str, str]:
    """The numbers of all rules by their titles."""
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    return {rule.title: rule.number for rule in Game(book).reference.rules}


# --------------------------------------------------------------------------------------------------------- how they go


def test_without_a_list_rules_are_counted() -> None:
    assert numbered(LAYOUT, {}) == [("2", ["2.1", "2.2"]), ("3", ["3.1"])]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["a", "b", "c"], ["1", "2", "3"]),
        (["a", "new", "b", "c"], ["1", "1a", "2", "3"]),
        (["a", "new", "newer", "b", "c"], ["1", "1a", "1b", "2", "3"]),
        (["new", "a", "b", "c"], ["0a", "1", "2", "3"]),
        (["a", "b", "c", "new", "newer"], ["1", "2", "3", "4", "5"]),
        (["a", "c"], ["1", "3"]),
        (["a", "b"], ["1", "2"]),
        (["a", "b", "new"], ["1", "2", "4"]),
        (["c", "a", "new", "b"], ["3", "1", "1a", "2"]),
    ],
)
def test_what_has_a_number_keeps_it_and_none_is_given_twice(names: list[str], found: list[str]) -> None:
    assert given(names, {"a": "1", "b": "2", "c": "3"}, 1) == found


def test_behind_a_number_with_a_letter_comes_the_next_letter() -> None:
    assert given(["a", "old", "new", "b"], {"a": "1", "old": "1a", "b": "2"}, 1) == ["1", "1a", "1b", "2"]


def test_a_rule_in_another_part_has_a_number_of_that_part() -> None:
    moved = [("part-box", ["die"]), ("part-play", ["roll", "cup"])]
    assert numbered(moved, KEPT) == [("2", ["2.1"]), ("3", ["3.1", "3.2"])]
    text = printed(moved, KEPT)
    assert text.splitlines() == [
        "number\trule",
        "2\tpart-box",
        "2.1\tdie",
        "2.2\t-",
        "3\tpart-play",
        "3.1\troll",
        "3.2\tcup",
    ]


# ------------------------------------------------------------------------------------------------------- the whole way


def test_rules_keep_their_numbers_when_others_come_and_go(shell: Shell, tmp_path: Path) -> None:
    path = copied(tmp_path)
    before = numbers(path)
    done = shell("number", str(path))
    assert (done.code, done.err) == (0, "")
    assert f"{len(before) - 3 + 2} numbers" in done.out  # the game as a whole has its own, two parts have them, too
    dry = "a Cove is dry when there is a Goat on the Cove\n\nrule Refill\n    after the Ferry enters the Pier\n    the"
    copied(
        tmp_path, ("rule Refill\n    after the Ferry enters the Pier\n    the", dry), ROW, ("Embark or Row", "Embark")
    )
    after = numbers(path)
    assert after == {**{title: one for title, one in before.items() if title != "Row"}, "Dry": f"{before['Calm']}a"}
    shell("number", str(path))
    assert f"\n{before['Row']}\t-\n" in path.with_suffix(LIST).read_text("utf-8")


ROW = (
    """action Row to a Cove
    only if the Cove is beside the Ferry
    toll 1
    move the Ferry to the Cove

""",
    "",
)


def test_a_second_time_nothing_is_new(shell: Shell, tmp_path: Path) -> None:
    path = copied(tmp_path)
    shell("number", str(path))
    first = path.with_suffix(LIST).read_bytes()
    assert "0 of them new" in shell("number", str(path)).out
    assert path.with_suffix(LIST).read_bytes() == first


@pytest.mark.parametrize("name", [path.name.split(".")[0] for path in sorted(GAMES.rglob("*.numbers.tsv"))])
def test_the_list_of_a_game_is_whole_and_holds_in_all_languages(name: str) -> None:
    book = book_of(name)
    layout = game_of(name).layout
    beside = (GAMES / f"{book.source.removeprefix('games/')}").with_suffix(LIST)
    assert printed(layout, book.numbers) == beside.read_text("utf-8")
    own, *others = ([rule.number for rule in game_of(name, code).reference.rules] for code in ("", *book.lexicons))
    assert others == [own] * len(others)
    assert others


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"rule\tnumber\n", 1),
        (b"\xff", 1),
        (b"number\trule\n2\n", 2),
        (b"number\trule\n2\ta\n2\tb\n", 3),
        (b"number\trule\n2\ta\n3\ta\n", 3),
        (b"number\trule\n02\ta\n", 2),
        (b"number\trule\n2.1.1\ta\n", 2),
    ],
)
def test_a_list_that_is_none_is_refused(shell: Shell, tmp_path: Path, content: bytes, line: int) -> None:
    path = copied(tmp_path)
    path.with_suffix(LIST).write_bytes(content)
    done = shell("number", str(path))
    assert done.code == 1
    assert f"ferries{LIST}:{line}:1: error E0510" in done.err
    assert path.with_suffix(LIST).read_bytes() == content


def test_without_a_list_nothing_is_kept(tmp_path: Path) -> None:
    assert numbers_beside(tmp_path / "none.rules") == ({}, [])
