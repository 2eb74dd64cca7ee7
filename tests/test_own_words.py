"""What designers say in their own words: the numbers in them are those of the rules. (S2.16)"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl import resources, tree
from dsl.fields import names_of
from dsl.lint import faults
from dsl.lint.own_words import OwnWords, written
from dsl.load import load_text
from dsl.model import Rulebook
from dsl.pages import publishing
from dsl.resolve import resolve
from dsl.resolve.in_play import in_play
from dsl.resolve.items import Item
from dsl.terms import USUAL
from dsl.text.numerals import numbers_in, perhaps_in
from dsl.text.reader import parse
from dsl.text.standard_library import with_library
from interpreter.cli.docs import read
from tests.rulebooks import FOLDER, diagnosed, framed, reworded

CREWS = FOLDER / "good" / "own_words.rules"
GAMES = sorted(resources.folder("games").glob("**/*.rules"))


@cache
def pages(path: Path) -> dict[str, str]:
    book, wrong = read(path)
    assert book is not None, wrong
    return publishing.render_game(book)[1]


def page(path: Path, name: str) -> str:
    return next(text for where, text in pages(path).items() if where.endswith(name))


# ------------------------------------------------------------------------------------------------- numbers in sentences


@pytest.mark.parametrize(
    ("text", "language", "numbers"),
    [
        ("Three shields, 12 cells and twenty-four points; once more", "English", [3, 12, 24]),
        ("Go two hundred steps twice, or a dozen", "English", [200, 2, 12]),
        ("From A1 to S24 on one of the H.R.L. lines, the third", "English", []),
        ("{Full Crew} of seven, {{ 3 }} of {none}", "English", [7, 3]),
        ("Duas cartas, vinte e quatro pontos e trezentas fichas", "Portuguese", [2, 24, 300]),
        ("Três e quatro, um par, cem e uma", "Portuguese", [3, 4, 100]),
        ("Zwei und drei, 4", "German", [4]),
        ("No two are alike: one of the two, and none of these three, two by two, go by three", "English", [3]),
        ("On 16 May 1703 Peter lays 3 stones, in May 4", "English", [16, 3, 4]),
        ("Em 16 de maio de 1703 Pedro põe 3 pedras", "Portuguese", [16, 3]),
        ("Não há dois iguais: uma das duas, nem três, duas a duas, com três", "Portuguese", [3]),
    ],
)
def test_the_numbers_of_a_sentence(text: str, language: str, numbers: list[int]) -> None:
    assert [said.number for said in numbers_in(text, language)] == numbers


def test_what_may_mean_a_number_is_not_said() -> None:
    assert numbers_in("Both take one of the pair", "English") == []
    assert perhaps_in("Both take one of the pair", "English") == {1, 2}


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Three squares, one inside the other", "", "squares"),
        ("3, 2 or twenty-four old boats of the crew and more", "", "old boats of the"),
        ("On level 3.", "level", ""),
        ("A crew of four in a boat", "crew", "boat"),
        ("Three in a row win", "", "row win"),
    ],
)
def test_the_words_that_say_of_what_a_number_is(text: str, before: str, after: str) -> None:
    said = numbers_in(text, "English")[0]
    assert (said.before, said.after) == (before, after)


# --------------------------------------------------------------------------------------------------------------- places


@pytest.mark.parametrize("name", ["guide.md", "reference.md"])
def test_a_place_in_a_text_is_printed_as_the_number(name: str) -> None:
    assert "*A boat needs a crew of 4, and crosses once it has one.*" in page(CREWS, f"own_words/{name}")


def test_a_place_in_what_is_told_in_short_is_printed_as_the_number() -> None:
    assert "Hire 4 men at once for a boat of yours." in page(CREWS, "own_words/guide.md")


def test_a_place_in_the_words_about_a_piece_is_printed_as_the_number() -> None:
    assert "It bears up to 9 men, 4 of whom row." in page(CREWS, "own_words/reference.md")


def test_braces_around_anything_but_a_name_are_printed() -> None:
    told = page(CREWS, "own_words/guide.md").replace("&#123;", "{").replace("&#125;", "}")
    assert "with {{ Full Crew }} and {no crew} at sea" in told


def test_a_number_of_a_rule_is_changed_in_one_place(tmp_path: Path) -> None:
    """Nothing else has to be written anew, and no text goes on saying the old one."""
    path = tmp_path / "five.rules"
    change = (("Full Crew is 4", "Full Crew is 5"), ("the ferry is 4", "the ferry is 5"))
    path.write_text(reworded(CREWS.read_text("utf-8"), *change), "utf-8")
    _, wrong = load_text(path.read_text("utf-8"), path.name)
    assert [d.message for d in wrong] == ["“four” is no number of what these words are about."]
    path.write_text(reworded(path.read_text("utf-8"), ("a crew of four", "a crew of five")), "utf-8")
    assert "*A boat needs a crew of 5, and crosses once it has one.*" in page(path, "guide.md")


@pytest.mark.parametrize(("number", "complaints"), [("three", 0), ("four", 1)])
def test_a_rule_that_speaks_of_a_row_is_about_so_many_spaces(number: str, complaints: int) -> None:
    source = resources.rulebooks()["tic_tac_toe"].read_text("utf-8")
    ending = "    the active Player wins"
    told = f'    in short "You win as soon as your marks fill a row of {number} squares: across, down or slanting."\n'
    text = reworded(source, (ending, told + ending))
    assert [one.code for one in diagnosed(text)] == ["E0372"] * complaints


def test_a_translation_has_the_number_in_its_place() -> None:
    go = next(path for path in GAMES if path.stem == "go")
    assert "Branco soma 7 pontos, o komi" in page(go, "pt/guide.md")


# -------------------------------------------------------------------------------------------- a rule that is changed


def altered(part: Any, old: int, new: int) -> Any:
    """A part of a rulebook where another number stands wherever this one stood, but in examples."""
    match part:
        case tuple():
            return tuple(altered(one, old, new) for one in part)
        case int() | str() if str(part) == str(old):
            return type(part)(new)
        case tree.Node() if not isinstance(part, tree.Example):
            parts = {name: getattr(part, name) for name in names_of(part) if name != "span"}
            return replace(part, **{name: altered(one, old, new) for name, one in parts.items()})
    return part


def changed(item: Item, number: int) -> Item:
    """An item that says another number, as does the line `only with …` around it."""
    around = tuple(re.sub(rf"\b{number}\b", str(number + 1), heading) for heading in item.around)
    return replace(item, node=altered(item.node, number, number + 1), around=around)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_text_that_says_the_old_number_of_a_rule_is_complained_of(path: Path) -> None:
    items, book = resolved(path)
    texts = [text for item in items for text in written(item.node).texts if not isinstance(item.node, tree.Example)]
    counts = OwnWords(items, book).counts
    told = [(text, said) for text in texts for said in numbers_in(text.text, "English") if counts(said)]
    for number in {said.number for _, said in told}:
        other = OwnWords([changed(item, number) for item in items], book)
        found = {fault.span: fault.message for fault in other.faults() if fault.code == "E0372"}
        for text, said in told:
            counted = other.counted(said.after) | other.values(said)  # so many as before, or a value that is named
            if said.number == number and number not in counted:
                assert f"“{said.words}”" in found.get(text.span, ""), (text.text, said)


def test_of_the_numbers_of_texts_most_are_numbers_of_the_rules() -> None:
    """The law above says something: not compared are years, and what is said of no declared thing."""
    compared: list[bool] = []
    for items, book in map(resolved, GAMES):
        words = OwnWords(items, book)
        texts = [text for item in items for text in words.written.get(id(item.node), written(item.node)).texts]
        compared += [words.counts(said) for text in texts for said in numbers_in(text.text, "English")]
    assert sum(compared) >= 40
    assert 3 * sum(compared) > 5 * (len(compared) - sum(compared))


def resolved(path: Path) -> tuple[list[Item], Rulebook]:
    """All items of a rulebook, as if all of them were in play, and what it means as usual."""
    start = parse(path.read_text("utf-8"), path.name).start
    assert start is not None
    whole = with_library(start)[0]
    book, _ = resolve(whole, USUAL, faults)
    assert book is not None
    return [replace(item, present=True) for item in in_play(whole, USUAL).every], book


NAMED = 'at the left edge: Number Of Boats is 2, and here: "{}"'


@pytest.mark.parametrize(
    ("told", "hints"),
    [
        ("You see the two boats.", [NAMED.format("You see the {Number Of Boats} boats."), '"You see the boats."']),
        ("Keep five of two boats.", ["say it without the number"]),  # of which one is said nowhere
        ("Keep one of two boats.", [NAMED.format("Keep one of {Number Of Boats} boats."), "say it without the number"]),
        ("Of the four boats each sails.", ['"Of the boats each sails."']),
        ("Five boats sail.", ['"Boats sail."']),
        ("They sail twice.", ['"They sail."']),
        ("A crew of five boats sails.", ["say it without the number"]),
        ("At most a wind of five.", ["say it without the number"]),
        ("Sail in four boats.", ["say it without the number"]),
        ("At wind 7 lies no boat.", ["say it without the number"]),
        ("The boat lies on top 7 of the harbour.", ["say it without the number"]),
    ],
)
def test_a_number_gets_a_name_where_a_line_says_it_and_else_is_left_out(told: str, hints: list[str]) -> None:
    setup = "setup\n    move 2 Boats in the Harbour to the Rocks\n\n"
    text = framed(f'{setup}phase Night\n    "{told}"\n    repeat 6 times\n        move the Lamp to C3\n    nobody wins')
    found = [one for one in diagnosed(text) if one.code == "E0372"]
    assert [hint for one in found for hint in one.hints] == hints
    noted = [note.span.line for one in found for note in one.notes if note.span]
    assert noted == ([2] if "Number Of" in hints[0] else [])
