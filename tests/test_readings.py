"""What a designer's text stands for, when that means something else, and which texts wait to be read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.analysis.meaning import Meanings, identity
from dsl.analysis.standing import names, stems
from dsl.load import load_text
from dsl.model import Definition
from dsl.model.visit import headings_of
from dsl.pages.game import Game
from dsl.pages.publishing import read_book
from dsl.readings import Readings, State, readings_of
from dsl.text.confirmed import LIST, confirmed_beside, printed
from dsl.text.inflection import stem
from tests.rulebooks import reworded
from tests.test_cli import Shell, shell
from tests.test_documents import GAMES

__all__ = ["shell"]

TEXT = """game Ferries
    in English
    for 2 players: North, South

Load is from 0 to 9
Fare is 2

piece Ferry
    there are 2 for each Player
    has a Load
    starts in the Dock

place Dock
    keeps order

place Sea

play
    take turns from North
        the Player must Sail or Haul

action Sail a Ferry
    in short "Put one of your ferries out to sea; it must be light."
    only if the Ferry is in the Dock, called Still In
    only if the Ferry is owned by the Player
    only if the Ferry is light
    launch the Ferry

action Haul a Ferry
    in short "Launch a ferry of yours for {Fare} loads."
    only if the Ferry is owned by the Player
    launch the Ferry
    the Load of the Ferry rises by Fare, but not above 9

to launch a Ferry
    move the Ferry to the Sea

a Ferry is light when the Load of the Ferry is at most 3

the game ends when there is no Ferry in the Dock
    North wins
"""


def read(folder: Path, *replacements: tuple[str, str]) -> Readings:
    path = folder / "ferries.rules"
    path.write_text(reworded(TEXT, *replacements), "utf-8")
    return found_in(path)


def found_in(path: Path) -> Readings:
    found, wrong = readings_of(path)
    assert found is not None, wrong
    return found


def confirm_all(path: Path) -> None:
    rows = [one.found_true("somebody", "2026-11-23") for one in found_in(path).texts]
    path.with_suffix(LIST).write_text(printed(rows), "utf-8")


def waiting(path: Path) -> dict[str, tuple[str, ...]]:
    """The texts that wait, each with what has changed."""
    return {one.told.name: one.changed for one in found_in(path).waiting}


# ----------------------------------------------------------------------------------------------- what a text stands for


@pytest.mark.parametrize(
    ("one", "other"),
    [("push", "pushes"), ("push", "Pushed"), ("launch", "launching"), ("drop", "dropped"), ("strike", "striking"),
     ("body", "bodies"), ("carry", "carried"), ("die", "dies"), ("ship", "ship's"), ("use", "uses")],
)  # fmt: skip
def test_a_word_is_known_in_its_forms(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("light", "lights out"), ("red", "r"), ("free", "freight"), ("sea", "seat")]
)
def test_other_words_are_others(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_text_stands_for_what_its_rule_reaches_and_it_does_not_name(tmp_path: Path) -> None:
    items = {one.told.name: {*one.told.items} for one in read(tmp_path).texts}
    assert items == {
        "action-sail/short-1": {"action Sail of Ferry", "to launch of Ferry"},  # it names what is light, dock is bare
        "action-haul/short-1": {"action Haul of Ferry"},  # it names launching
    }


def test_a_name_of_several_words_is_said_when_they_stand_together() -> None:
    book, _ = load_text(TEXT.replace("light", "light-laden"), "ferries.rules")
    assert book is not None
    quality = next(item for item in headings_of(book) if item.name == "light-laden")
    assert names(stems("It is light-laden."), quality)
    assert not names(stems("It is light, not laden."), quality)


# ----------------------------------------------------------------------------------------------- what changes a meaning


SAME = {
    "the name of a variable": ("to launch a Ferry", "to launch a Ferry called boat", "move the Ferry", "move the boat"),
    "tags and labels": ("called Still In", "called Not Out Yet [F-1]"),
    "layout and notes": ("    launch the Ferry\n    the Load", "\n    -- so it is\n    launch the Ferry\n    the Load"),
    "a label": ("piece Ferry\n", 'piece Ferry "ferry boat"\n'),
    "what is named elsewhere": ("at most 3", "at most 4"),
}  # fmt: skip
OTHER = {
    "who": ("owned by the Player\n    only if the Ferry is light", "owned by North\n    only if the Ferry is light"),
    "must": ("the Player must Sail", "the Player may Sail"),
    "a number": ("Fare is 2", "Fare is 3"),
    "a limit": ("not above 9", "not above 8"),
    "not": ("only if the Ferry is light", "only if the Ferry is not light"),
    "a verb that it does not name": ("move the Ferry to the Sea", "move the Ferry to the top of the Dock"),
    "the text": ("out to sea", "out to the sea"),
}  # fmt: skip


@pytest.mark.parametrize("words", SAME.values(), ids=list(SAME))
def test_what_means_the_same_is_read(tmp_path: Path, words: tuple[str, ...]) -> None:
    read(tmp_path)
    confirm_all(tmp_path / "ferries.rules")
    assert not read(tmp_path, *zip(words[::2], words[1::2], strict=True)).waiting


@pytest.mark.parametrize("words", OTHER.values(), ids=list(OTHER))
def test_what_means_something_else_is_to_be_read_again(tmp_path: Path, words: tuple[str, str]) -> None:
    read(tmp_path)
    confirm_all(tmp_path / "ferries.rules")
    assert {one.state for one in read(tmp_path, words).waiting} == {State.AGAIN}


def test_at_least_for_at_most_is_another_meaning() -> None:
    forms = []
    for text in (TEXT, TEXT.replace("at most 3", "at least 3")):
        book, _ = load_text(text, "ferries.rules")
        assert book is not None
        quality = next(item for item in headings_of(book) if item.name == "light")
        forms.append(Meanings(book).form(quality))
    assert forms[0] != forms[1]


def test_the_order_of_definitions_means_nothing() -> None:
    head, launch = TEXT.index("to launch"), TEXT.index("a Ferry is light")
    moved = TEXT[:head] + TEXT[launch:] + "\n" + TEXT[head:launch]
    assert meanings(TEXT) == meanings(moved)


def meanings(text: str) -> dict[str, str]:
    book, found = load_text(text, "ferries.rules")
    assert book is not None, found
    known = Meanings(book)
    own: list[Definition] = [item for item in headings_of(book) if item.span.file == "ferries.rules"]
    return {identity(item): known.form(item) for item in own}


# ---------------------------------------------------------------------------------------------------------- the states


def test_without_a_list_nothing_waits(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert not found.begun
    assert not found.waiting
    assert {one.state for one in found.texts} == {State.NEVER}


def test_with_a_list_what_does_not_stand_in_it_waits(tmp_path: Path) -> None:
    first, _ = read(tmp_path).texts
    (tmp_path / "ferries.read.tsv").write_text(printed([first.found_true("somebody", "2026-11-23")]), "utf-8")
    assert [(one.told.name, one.state) for one in read(tmp_path).waiting] == [("action-haul/short-1", State.NEVER)]


def test_what_has_changed_is_named(tmp_path: Path) -> None:
    read(tmp_path)
    confirm_all(tmp_path / "ferries.rules")
    (again,) = read(tmp_path, ("move the Ferry to the Sea", "move the Ferry to the top of the Dock")).waiting
    assert again.changed == ("to launch of Ferry",)


def test_a_form_of_the_game_that_cannot_be_played_is_complained_of(tmp_path: Path) -> None:
    """Else its texts would stand for nothing, and none of them would wait."""
    path = tmp_path / "ferries.rules"
    variant = '\nvariant Storm\n    to sink\n        in short "Sink the ferry."\n        move the Ferri to the Sea\n'
    path.write_text(TEXT + variant, "utf-8")
    found, wrong = readings_of(path)
    assert found is None
    assert wrong


@pytest.mark.parametrize(
    ("content", "line"), [(b"text\tby\n", 1), (b"\xff", 1), (b"%s\na\tb\n", 2), (b"%s\n" + b"a\t\t\t\t\t\t\n" * 2, 3)]
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: bytes, line: int) -> None:
    columns = printed([]).strip().encode()
    (tmp_path / "ferries.read.tsv").write_bytes(content.replace(b"%s", columns))
    known, (wrong,) = confirmed_beside(tmp_path / "ferries.rules")
    assert not known
    assert wrong.code == "E0516"
    assert wrong.span is not None
    assert wrong.span.line == line


# ---------------------------------------------------------------------------------------------------------- a true game


HIJACKED = "adjacent to the Ship\n    hijack the target with the Ship\n\na Ship called target is"
CHANGES = {
    "ships without shards are hijacked": (
        f"    the Player chooses a laden Ship called target that is {HIJACKED}",
        f"    the Player chooses a Ship called target that is {HIJACKED}",
        "power-hijack/short-1",
        "power Hijack",
    ),
    "shards come from the other side": (
        "in order from the left of the Player ",
        "in order from the Player ",
        "power-spawn/short-1",
        "power Spawn",
    ),
    "ships are launched onto closed gates": (
        "    only if the Gate is open, called Open Gate                            [NOVA-057]\n",
        "",
        "action-launch/short-1",
        "action Launch of Ship, Gate",
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_a_change_of_a_rule_is_noticed_by_its_text(tmp_path: Path, change: tuple[str, str, str, str]) -> None:
    old, new, text, item = change
    source = GAMES / "nova_raiders.rules"
    path = tmp_path / source.name
    path.write_text(source.read_text("utf-8"), "utf-8")
    path.with_suffix(LIST).write_text(source.with_suffix(LIST).read_text("utf-8"), "utf-8")
    assert not waiting(path)
    path.write_text(reworded(source.read_text("utf-8"), (old, new)), "utf-8")
    assert item in waiting(path)[text]
    assert all(item in changed for changed in waiting(path).values())  # and by no other that does not stand for it


# ----------------------------------------------------------------------------------------------------- the command line


SAIL, HAUL = "action-sail/short-1", "action-haul/short-1"


def test_texts_are_listed_with_their_states(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    done = shell("read", "ferries.rules", "--list")
    assert done.out == f"{SAIL}: never read\n{HAUL}: never read\nferries.rules: 2 texts, 2 never read\n"
    assert not (tmp_path / "ferries.read.tsv").exists()


def test_what_is_confirmed_is_read_until_it_changes(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    assert shell("read", "ferries.rules", "--confirm", SAIL, "--by", "Ann\tKeeper").code == 0
    assert f"{SAIL}: read\n" in shell("read", "ferries.rules", "--list").out
    read(tmp_path, ("move the Ferry to the Sea", "move the Ferry to the top of the Dock"))
    assert f"{SAIL}: to be read again (to launch of Ferry)" in shell("read", "ferries.rules", "--list").out
    assert "\tAnn Keeper\t" in (tmp_path / "ferries.read.tsv").read_text("utf-8")


def test_a_text_that_is_gone_is_no_longer_listed(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    confirm_all(tmp_path / "ferries.rules")
    read(tmp_path, ('    in short "Put one of your ferries out to sea; it must be light."\n', ""))
    shell("read", "ferries.rules", "--confirm", HAUL, "--by", "Ann")
    assert [*confirmed_beside(tmp_path / "ferries.rules")[0]] == [HAUL]


def test_each_text_is_shown_with_what_it_stands_for(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    done = shell("read", "ferries.rules", "--by", "Ann", typed="y\ns\n")
    assert "    Put one of your ferries out to sea; it must be light.\n" in done.out
    assert "    - Launch a ferry:\n" in done.out
    assert done.out.endswith("ferries.rules: 2 texts, 1 read, 1 never read\n")


@pytest.mark.parametrize(
    ("line", "code"),
    [(("--confirm", SAIL), "E0930"), (("--confirm", "action-sale/short-1", "--by", "Ann"), "E0931")],
)
def test_who_reads_what_is_said(shell: Shell, tmp_path: Path, line: tuple[str, ...], code: str) -> None:
    read(tmp_path)
    done = shell("read", "ferries.rules", *line)
    assert done.code == 2
    assert f"error {code}" in done.err
    assert code == "E0930" or SAIL in done.err


def test_a_check_tells_how_many_wait_and_a_release_waits_for_them(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    assert shell("check", "ferries.rules", "--release").code == 0  # nobody has begun
    shell("read", "ferries.rules", "--confirm", SAIL, "--by", "Ann")
    done = shell("check", "ferries.rules")
    assert done.code == 0
    assert "ferries.rules: 1 text to be read; `rulewright read ferries.rules` shows them" in done.out
    assert shell("check", "ferries.rules", "--release").code == 1


# ------------------------------------------------------------------------------------------------------- what is taught


def taught(path: Path) -> str:
    book, wrong = read_book(path)
    assert book is not None, wrong
    return dict(Game(book).pages())["ferries/learn.md"]


def test_a_text_that_waits_is_not_taught(shell: Shell, tmp_path: Path) -> None:
    read(tmp_path)
    path = tmp_path / "ferries.rules"
    as_before = taught(path)
    assert "Put one of your ferries out to sea" in as_before
    assert "wait" not in as_before
    shell("read", "ferries.rules", "--confirm", HAUL, "--by", "Ann")
    page = taught(path)
    assert "Launch a ferry of yours for 2 loads." in page
    assert "Put one of your ferries out to sea" not in page
    assert "light" in page  # the rule itself stands there
    assert "A text of the designer waits for a reader" in page
    confirm_all(path)
    assert taught(path) == as_before


def test_a_page_shows_what_has_changed_and_which_examples_there_are(shell: Shell, tmp_path: Path) -> None:
    example = '\n\nexample "A light one" [F-1]\n    given there is a Ferry of North\n    then North is asked\n'
    tagged = ("action Sail a Ferry\n", "action Sail a Ferry [F-1]\n")
    read(tmp_path, tagged)
    confirm_all(tmp_path / "ferries.rules")
    path = tmp_path / "ferries.rules"
    path.write_text(path.read_text("utf-8").replace("to the Sea", "to the top of the Dock") + example, "utf-8")
    assert shell("read", "ferries.rules", "--page", "out.html").code == 0
    page = (tmp_path / "out.html").read_text("utf-8")
    assert '<div class="changed">\n<h3>Launch</h3>' in page
    assert page.count('class="changed"') == 1
    assert "<li>A light one</li>" in page
    assert page.index(f'id="{SAIL}"') < page.index(f'id="{HAUL}"')  # what waits comes first
    assert "<li>Put one of your ferries out to sea; it must be light.</li>" in page
