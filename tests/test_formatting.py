"""The one written form of a rulebook: it says the same, and it is reached in one step from however the text stood."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import tree
from dsl.load import hash_of_rules
from dsl.text import reader
from dsl.text.formatter import CITATIONS, format_text
from tests.laws.games import with_one_large
from tests.rulebooks import FOLDER, FRAME, cases

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = sorted((ROOT / "games").rglob("*.rules"))
SOUND = [p for p in FOLDER.rglob("*.rules") if p.parent.name not in ("bad", "slips")]
TEXTS = {p.stem: p.read_text("utf-8") for p in [*SHIPPED, *SOUND]}
SMALL = [text for text in TEXTS.values() if len(text) < 3_000]


def formatted(text: str) -> str:
    out, diagnostics = format_text(text)
    assert diagnostics == []
    return out


def said(text: str) -> object:
    """What a text says, without where it stands."""
    start, diagnostics = reader.read(text, "x")
    assert diagnostics == []
    return without_places(start)


def without_places(item: object) -> object:
    if isinstance(item, tree.Node):
        own = [getattr(item, field.name) for field in fields(item) if field.name != "span"]
        return (type(item).__name__, *map(without_places, own))
    return tuple(map(without_places, item)) if isinstance(item, tuple) else item


def notes(text: str) -> list[str]:
    outside = re.sub(r'"[^"]*"', "", text)
    return [note.strip() for note in re.findall(r"--.*", outside)]


@pytest.mark.parametrize("path", with_one_large([*SHIPPED, *SOUND]))
def test_the_form_says_the_same_and_stays(path: Path) -> None:
    text = TEXTS[path.stem]
    out = formatted(text)
    assert hash_of_rules(out) == hash_of_rules(text)
    assert said(out) == said(text)
    assert notes(out) == notes(text)
    assert formatted(out) == out


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_the_games_stand_in_their_form(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(text) == text


# ------------------------------------------------------------------------------------------------------------- mangling


def mangled(text: str, random: Random) -> str:
    """The text as a careless author leaves it: other indentation, blanks here and there, empty lines."""
    step = random.choice([1, 2, 3, 4, 7])
    lines: list[str] = []
    for line in text.split("\n"):
        bare = line.lstrip()
        indent = (len(line) - len(bare)) // 4 * step + (len(line) - len(bare)) % 4
        if bare and random.random() < 0.1 and indent == 0:
            lines += [""] * random.randrange(3)
        lines.append(" " * indent + wider(bare, random) + " " * random.choice([0, 0, 3]))
    return "\n".join(lines) + "\n" * random.randrange(4)


def test_a_kept_match_goes_on_after_its_rulebook_was_formatted() -> None:
    """Also where `a` stood for `an`, other line ends, or wide sentences and texts: the hash of its rules stays."""
    texts, mutants = [text for name, text in TEXTS.items() if len(text) < 1_500], 0
    for number, text in enumerate(texts):
        careless = articled(mangled(text, Random(number)), Random(number)).replace("\n", ("\n", "\r\n")[number % 2])
        mutants += careless != formatted(careless)
        assert hash_of_rules(careless) == hash_of_rules(formatted(careless))
        assert hash_of_rules(articled(text, Random(number))) == hash_of_rules(formatted(text))
    assert mutants > 20
    one, another = (f"{FRAME}\nthe sum means {number}\n" for number in (1, 2))
    assert hash_of_rules(one) != hash_of_rules(another)


def articled(text: str, random: Random) -> str:
    """The text of an author who does not care for `a` and `an`."""
    lines = text.split("\n")
    either = r"(?<= )an?(?= [b-df-gj-np-tv-z])", lambda _: random.choice(["a", "an"])
    return "\n".join(line if '"' in line or "--" in line else re.sub(*either, line) for line in lines)


def wider(line: str, random: Random) -> str:
    """More blanks between words, but not inside Names, texts and notes; in tables around what stands in them."""
    if '"' in line or "--" in line:
        return line
    if line.startswith("|"):
        return re.sub(r" *\|(?= )", lambda bar: bar.group() + " " * random.choice([0, 0, 3]), line)
    return re.sub(r"(?<=[a-z,]) (?=[a-z])", lambda _: " " * random.choice([1, 1, 1, 4]), line)


@settings(max_examples=25, deadline=None)
@given(text=st.sampled_from(SMALL), seed=st.integers(0, 2**32))
def test_a_careless_author_gets_the_same_form(text: str, seed: int) -> None:
    careless = mangled(text, Random(seed))
    out = formatted(careless)
    assert said(out) == said(text)
    assert formatted(out) == out
    assert [line for line in out.split("\n") if line] == [line for line in formatted(text).split("\n") if line]


@settings(max_examples=25, deadline=None)
@given(text=st.sampled_from(SMALL), seed=st.integers(0, 2**32))
def test_notes_stay_where_they_are(text: str, seed: int) -> None:
    random = Random(seed)
    lines = [line + " -- a" if line.strip() and random.random() < 0.2 and '"' not in line else line
             for line in text.split("\n")]  # fmt: skip
    for _ in range(5):
        lines.insert(random.randrange(len(lines)), " " * random.randrange(9) + "-- b")
    noted = "\n".join(lines)
    if reader.read(noted, "x")[1] or "-- b" in str(said(noted)):
        return  # a note was put into a text
    out = formatted(noted)
    assert notes(out) == notes(noted)
    assert said(out) == said(text)
    assert formatted(out) == out


# ---------------------------------------------------------------------------------------------------------- in detail

CASES = {
    "blanks and depth": (
        "phase   Night\n  move  a  Boat to the Rocks   \n  if the Lamp  is lit\n     nobody wins\n\n\n",
        "phase Night\n    move a Boat to the Rocks\n    if the Lamp is lit\n        nobody wins\n",
    ),
    "a and an": (
        "a Player is lost when there is a open Oar and there is an Boat and there is a EMP Device\n",
        "a Player is lost when there is an open Oar and there is a Boat and there is a EMP Device\n",
    ),
    "commas and colons": (
        "game Lighthouse\n for 2 players:Keeper ,Storm\n",
        "game Lighthouse\n    for 2 players: Keeper, Storm\n",
    ),
    "citations": (
        'Side is 6 [A-1]\n\nchapter "' + "x" * 70 + '"      [A-2]\n',
        "Side is 6".ljust(CITATIONS) + '[A-1]\n\nchapter "' + "x" * 70 + '" [A-2]\n',
    ),
    "items with lines stand apart": (
        "place Harbour\nplace Rocks\nplace Deck\n    keeps order\nplace Store\n",
        "place Harbour\nplace Rocks\n\nplace Deck\n    keeps order\n\nplace Store\n",
    ),
    "lines may stand in groups": (
        "phase Night\n\n    stop Night\n\n\n    nobody wins\n",
        "phase Night\n    stop Night\n\n    nobody wins\n",
    ),
    "items of a variant": (
        "variant Fog\n\n  Side is 6\n  phase Night\n    nobody wins\n  phase Day\n    nobody wins\n",
        "variant Fog\n    Side is 6\n\n    phase Night\n        nobody wins\n\n    phase Day\n        nobody wins\n",
    ),
    "long sentences": (
        "a Boat is safe when the Boat is lit and\n the Boat is adrift or\n\n    the Boat is old\n"
        "phase Night\n  if the Lamp is lit\n    and the Lamp is old\n       nobody wins\n",
        "a Boat is safe when the Boat is lit and\n    the Boat is adrift or\n    the Boat is old\n\n"
        "phase Night\n    if the Lamp is lit\n            and the Lamp is old\n        nobody wins\n",
    ),
    "long texts": (
        'phase Night\n  "All is\n   calm, all is\n      bright."   [A-1]\n  nobody wins\n',
        f'phase Night\n    "All is\n     calm, all is\n     bright."{"":{CITATIONS - 13}}[A-1]\n    nobody wins\n',
    ),
    "notes": (
        "-- a\n\n-- b\nphase Night -- c\n  -- d\n  stop Night   [A-1]  -- e\n\n-- f\nphase Day\n  nobody wins\n -- g\n",
        f"-- a\n\n-- b\nphase Night  -- c\n    -- d\n{'    stop Night':{CITATIONS}}[A-1]  -- e\n\n"
        "-- f\nphase Day\n    nobody wins\n\n-- g\n",
    ),
    "columns of tables": (
        'table Ship\n  |Name  | 3 |\n  | Ohio "O | O"| 12|  -- a\n  -- b\n  | Ay | 1 | 2 | [A-1]\n',
        'table Ship\n    | Name         | 3  |\n    | Ohio "O | O" | 12 |  -- a\n    -- b\n'
        f"{'    | Ay           | 1  | 2 |':{CITATIONS}}[A-1]\n",
    ),
    "wide letters, and those that stand on others": (
        'table Ship\n  | Name "王冠" | 3 |\n  | Ohio "e\u0301te\u0301" | 12 | [A-1]\n  | Ay | 1 |\n',
        'table Ship\n    | Name "王冠" | 3  |\n    | Ohio "e\u0301te\u0301"  | 12 |' + " " * (CITATIONS - 24)
        + "[A-1]\n    | Ay          | 1  |\n",
    ),
    "a row on several lines": (
        'table Ship\n  | Name  | 3 |\n  | Ohio "O\n            O"| 12|\n',
        'table Ship\n    | Name  | 3 |\n    | Ohio "O\n            O" | 12 |\n',
    ),
    "line ends of another system": ("phase Night\r\n    nobody wins\r\n", "phase Night\n    nobody wins\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_form_in_detail(name: str) -> None:
    text, form = CASES[name]
    assert formatted(text) == form


@pytest.mark.parametrize("path", sorted((FOLDER / "bad").glob("E010[4789]*.rules")), ids=lambda p: p.stem)
def test_a_text_with_mistakes_stays_as_it_is(path: Path) -> None:
    for case in cases(path.read_text("utf-8")):
        if reader.read(case, "bad.rules")[1]:
            out, diagnostics = format_text(case, "bad.rules")
            assert out == case
            assert diagnostics


def test_what_is_wrong_is_told_with_its_place() -> None:
    out, diagnostics = format_text(FRAME + "    moev do so\n", "bad.rules")
    assert out.endswith("    moev do so\n")
    assert [str(d.span) for d in diagnostics] == [f"bad.rules:{FRAME.count(chr(10)) + 1}:10"]
