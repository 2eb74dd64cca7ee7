"""Small changes to what encodes a clause, and whether anybody notices them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.text.reader import read
from interpreter.cli import run
from interpreter.cli.common import FINE, WRONG
from interpreter.tools.mutants import Construct, constructs, mutants
from interpreter.tools.mutation import Fate, Mutation, drawn, mutate, same

TIC_TAC_TOE = Path(__file__).resolve().parent / "language" / "mutated.rules"
COUNTING = """\
game Counting
    in English
    for 2 players: One, Two                                               [C-01]
    "Nobody minds." [C-02]

Level is from 0 to 9

piece Token
    has a Level                                                           [C-03]

play
    repeat 3 times                                                        [C-04]
        One may Climb

action Climb                                                              [C-05]
    only if the Level of the Token is at most 1 plus
        2                                                                 [C-06] -- not 7
    "Up 1."                                                               [C-02]

variant Long
    the game ends when the Level of the Token is not 1                    [C-07]
        nobody wins

example "Up"                                                              [C-08]
    when One does Climb
"""
REPEATED = """\
    repeat 3 times                                                        [C-04]
        One may Climb
"""


@pytest.fixture
def counting(tmp_path: Path) -> list[Construct]:
    path = tmp_path / "counting.rules"
    path.write_text(COUNTING, encoding="utf-8")
    assert read(COUNTING, path.name)[1] == []
    return constructs(path)


def test_constructs_are_sentences_with_the_lines_under_them(counting: list[Construct]) -> None:
    """Not texts, which are only printed, and not examples."""
    found = {c.clauses: (c.variant, c.line, c.sentence_end, c.end) for c in counting}
    assert found == {
        ("C-01",): ("", 3, 3, 3),
        ("C-03",): ("", 9, 9, 9),
        ("C-04",): ("", 12, 12, 13),
        ("C-05",): ("", 15, 15, 18),
        ("C-06",): ("", 16, 17, 17),
        ("C-07",): ("Long", 21, 21, 22),
    }


def test_a_construct_is_removed_with_what_stands_under_it(counting: list[Construct]) -> None:
    repeat = next(c for c in counting if c.clauses == ("C-04",))
    removed, more, less = mutants(COUNTING, repeat)
    assert removed.removes
    assert removed.text == COUNTING.replace(REPEATED, "")
    assert [more.change, less.change] == ["3 → 4", "3 → 2"]
    assert more.text == COUNTING.replace("repeat 3", "repeat 4")


def test_comparisons_are_turned_round_and_notes_left_alone(counting: list[Construct]) -> None:
    changes = {c.clauses[0]: [m.change for m in mutants(COUNTING, c)] for c in counting}
    assert changes["C-06"] == ["removed", "is → is not", "at most → at least", "1 → 2", "1 → 0", "2 → 3", "2 → 1"]
    assert changes["C-07"] == ["removed", "is not → is", "1 → 2", "1 → 0"]


def test_a_sample_is_the_same_for_the_same_seed(counting: list[Construct]) -> None:
    assert drawn(counting, 0, 5) == ["C-01", "C-03", "C-04", "C-05", "C-06", "C-07"]
    assert drawn(counting, 2, 5) == drawn(counting, 2, 5) != drawn(counting, 2, 6)
    assert [len(drawn(counting, sample, 5)) for sample in (2, 20)] == [2, 6]


def test_a_course_that_goes_on_or_stops_early_is_another() -> None:
    assert same([1, 2], iter([1, 2]))
    assert not same([1, 2], iter([1, 2, 3]))
    assert not same([1, 2], iter([1]))


# ------------------------------------------------------------------------------------------------------ what holds them


@pytest.fixture
def cited(tmp_path: Path) -> Path:
    """Tic-tac-toe that cites, with a rule that does nothing, and with one that no example shows."""
    text = TIC_TAC_TOE.read_text(encoding="utf-8")
    for line, clause in (
        ("board the Grid", "T-01"),
        ("    only if there is no Mark on the Square, called Empty Square", "T-02"),
        ("    there are 4 for Nought", "T-03"),
        ("    the Player wins", "T-04"),
    ):
        text = text.replace(f"{line}\n", f"{line} [{clause}]\n")
    text += '\nplace Shelf [T-05]\n    "It stays empty."\n'
    path = tmp_path / "cited.rules"
    path.write_text(text, encoding="utf-8")
    return path


def fates(found: Mutation) -> dict[tuple[str, str], Fate]:
    return {(mutant.construct.clauses[0], mutant.change): fate for mutant, fate in found.fates}


def test_every_mutant_meets_its_fate(cited: Path) -> None:
    found = mutate(cited, games=6, seed=0)
    assert fates(found) == {
        ("T-01", "removed"): Fate.NEEDED,
        ("T-02", "removed"): Fate.EXAMPLE,
        ("T-02", "is → is not"): Fate.NONSENSE,
        ("T-03", "removed"): Fate.EXAMPLE,
        ("T-03", "4 → 5"): Fate.SURVIVED,
        ("T-03", "4 → 3"): Fate.PLAY,
        ("T-04", "removed"): Fate.NEEDED,
        ("T-05", "removed"): Fate.SURVIVED,
    }
    assert found.loose == ["T-05"]
    assert [mutant.change for mutant in found.survivors] == ["4 → 5", "removed"]
    assert found.only_needed == ["T-01", "T-04"]
    assert found.counts.total() == 7


def test_without_examples_the_games_tell(cited: Path) -> None:
    text = cited.read_text(encoding="utf-8")
    cited.write_text(text[: text.index("example")] + text[text.index("place Shelf") :], encoding="utf-8")
    found = mutate(cited, games=6, seed=0)
    assert fates(found)["T-02", "removed"] is Fate.PLAY


def test_the_processes_make_no_difference(cited: Path) -> None:
    assert mutate(cited, games=1, seed=3, sample=3, jobs=2) == mutate(cited, games=1, seed=3, sample=3)


def test_the_command_tells_what_nothing_holds(cited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", str(cited), "--mutate", "--games", "1"]) == WRONG
    shown = capsys.readouterr().out
    assert "4 of 5 clauses that rules encode are held\n" in shown
    assert "Changes that nobody notices:\n  line 16 4 → 5  T-03\n" in shown
    assert "Held by nothing:\n  T-05  line " in shown
    cited.write_text(cited.read_text(encoding="utf-8").replace(" [T-05]", ""), encoding="utf-8")
    assert run(["coverage", str(cited), "--mutate", "--games", "1"]) == FINE
