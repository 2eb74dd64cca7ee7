"""What has changed between two versions of a rulebook: told in sentences, and nothing told where no rule has changed.

Each file in `tests/differences` is another version of the `old.rules` there; what has changed stands beside it, as it
is printed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl import resources
from dsl.pages import publishing
from dsl.pages.errata.differences import Change, changes
from dsl.prose.speech import Line, Run
from tests.rulebooks import reworded
from tests.test_cli import Done, Shell, shell

__all__ = ["shell"]

FOLDER = Path(__file__).parent / "differences"
OLD = FOLDER / "old.rules"
CLASSICS = resources.folder("games") / "classics"
NONE = "No rule has changed."


def printed(old: Path, new: Path) -> str:
    before, after = (book for book, _ in map(publishing.read_book, (old, new)) if book is not None)
    return re.sub(r" \(version \w+\)", "", publishing.compared(before, after).markdown())


def pair(tmp_path: Path, file: Path, *replacements: tuple[str, str]) -> tuple[Path, Path]:
    """A rulebook as it is, and with some words of it replaced."""
    new = tmp_path / f"new_{file.name}"
    new.write_text(reworded(file.read_text("utf-8"), *replacements), "utf-8")
    return file, new


# ------------------------------------------------------------------------------------------------------------ as files


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.md")))
def test_what_has_changed_is_told(name: str) -> None:
    assert printed(OLD, FOLDER / f"{name}.rules") == (FOLDER / f"{name}.md").read_text("utf-8")


def test_another_order_other_chapters_comments_citations_and_names_of_needs_change_no_rule() -> None:
    told = printed(OLD, FOLDER / "layout.rules")
    assert NONE in told
    assert "read “" not in told


def test_what_is_the_same_has_nothing_to_tell() -> None:
    told = printed(OLD, OLD)
    assert told.split("\n")[4:] == [f"**{NONE}**", ""]


def test_all_that_is_new_one_way_is_gone_the_other() -> None:
    there, back = printed(OLD, FOLDER / "rules.rules"), printed(FOLDER / "rules.rules", OLD)
    assert there.index("## New rules") < there.index("Free Goats") < there.index("## Rules that are gone")
    assert back.index("Free Goats") > back.index("## Rules that are gone")


RUBY = ("| Ruby  | gem      | 20 ", "| Ruby  | gem      | 25 ")
RUBY_TOLD = """### 2&#46;8 Cards

- Instead of “Name: Ruby; Sort: gem; Worth: 20; Copies: 1.” read “Name: Ruby; Sort: gem; Worth: 25; Copies: 1.”
"""
BURNING = ("Burning is from 1 to 4, usually 2", "Burning is from 1 to 4, usually 3")
BURNING_TOLD = (
    "Instead of “The burning is from 1 to 4, usually 2: agree on it before the game.” read "
    "“The burning is from 1 to 4, usually 3: agree on it before the game.”"
)


def test_cells_of_a_table_and_numbers_of_options_are_told(tmp_path: Path) -> None:
    good = Path(__file__).parent / "language" / "good"
    table = printed(*pair(tmp_path, good / "tables.rules", RUBY))
    assert RUBY_TOLD in table
    options = printed(*pair(tmp_path, good / "agreed.rules", BURNING))
    assert BURNING_TOLD in options


# ------------------------------------------------------------------------------------------------------- the command


def test_the_command_tells_it_as_text_and_as_markdown(shell: Shell) -> None:
    text = shell("diff", str(OLD), str(FOLDER / "numbers.rules"))
    assert text.code == 0
    assert text.out.startswith("Ferries: What has changed\nFrom old.rules (version ")
    assert "\nWhat is in the box\n    Goats: 10 instead of 8.\n" in text.out
    assert all(len(line) <= 100 for line in text.out.splitlines())
    markdown = shell("diff", str(OLD), str(FOLDER / "numbers.rules"), "--format", "markdown")
    assert markdown.out.startswith("# Ferries: What has changed\n")


FOUR = ("Row is 4 Cells", "Row is 5 Cells")
PORTUGUESE = """
  2.2 Linha
    Em vez de “Uma linha é formada por 4 casas em linha reta, também na diagonal.”, leia-se “Uma
      linha é formada por 5 casas em linha reta, também na diagonal.”
"""


def test_it_is_told_in_portuguese_where_all_is_translated(shell: Shell, tmp_path: Path) -> None:
    english = [("Four in a line", "Five in a line"), ("four of your discs", "five of your discs")]
    old, new = pair(tmp_path, CLASSICS / "connect_four.rules", FOUR, *english)
    untranslated = shell("diff", str(old), str(new), "--language", "pt")
    assert (untranslated.code, untranslated.out) == (1, "")
    assert re.search("W0502: There is no Portuguese for the .*“Row”", untranslated.err)
    words = reworded(
        old.with_suffix(".pt.po").read_text("utf-8"),
        *english,
        ("Quatro em", "Cinco em"),
        ("quatro fichas", "cinco fichas"),
    )
    new.with_suffix(".pt.po").write_text(words, "utf-8")
    told = shell("diff", str(old), str(new), "--language", "pt")
    assert told.code == 0
    assert PORTUGUESE in told.out


@pytest.mark.parametrize(
    ("files", "options", "code", "told"),
    [
        (("nowhere.rules", OLD), (), 2, "E0901"),
        ((OLD, "nowhere.rules"), (), 2, "E0901"),
        ((OLD, "broken.rules"), (), 1, "E0110"),
        (("broken.rules", OLD), (), 1, "E0110"),
        ((OLD, OLD), ("--language", "xx"), 2, "E0910"),
    ],
)
def test_bad_files_are_refused(
    shell: Shell, tmp_path: Path, files: tuple[object, object], options: tuple[str, ...], code: int, told: str
) -> None:
    (tmp_path / "broken.rules").write_text("game\n", "utf-8")
    done: Done = shell("diff", *map(str, files), *options)
    assert (done.code, done.out) == (code, "")
    assert told in done.err


# --------------------------------------------------------------------------------------------------------- the lines


def line(text: str, *children: Line) -> Line:
    return Line((Run(text),), children)


def test_a_change_is_told_under_the_sentence_that_it_stands_under() -> None:
    old = [line("If it rains:", line("Open the umbrella."), line("Go home."))]
    new = [line("If it rains:", line("Open the big umbrella."), line("Go home."), line("Sing."))]
    assert list(changes(old, new, ordered=True)) == [
        Change("Open the umbrella.", "Open the big umbrella.", "If it rains:"),
        Change(new="Sing.", under="If it rains:"),
    ]


def test_the_order_counts_only_where_it_says_something() -> None:
    old, new = [line("One."), line("Two."), line("Three.")], [line("One."), line("Three."), line("Two.")]
    assert list(changes(old, new, ordered=False)) == []
    assert list(changes(old, new, ordered=True)) == [Change(new="Three. Two.", moved=True)]
