"""What is a rulebook and what is not: texts that are right, texts with their mistakes marked, and the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.load import check_rules, load_rulebook
from dsl.text import reader
from dsl.text.decoding import LARGEST
from dsl.text.diagnostics import CATALOGUE, Diagnostic
from interpreter.tools.dry_run import tried
from tests.effort import SOON, calls_at_most
from tests.laws.games import with_small_large
from tests.rulebooks import CONTEXTS, FOLDER, FRAME, cases, diagnosed, expected, framed, warned

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted((ROOT / "games").rglob("*.rules"))
BAD = sorted((FOLDER / "bad").glob("*.rules"))
MARKED = [path for path in BAD if path.stem != "E0101_picture"]
WARNED = [path for path in BAD if path.name.startswith("W")]


RIGHT = [*GAMES, *sorted((FOLDER / "good").glob("*.rules"))]


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return [d.code for d in diagnostics]


# ----------------------------------------------------------------------------------------------------- right and wrong


@pytest.mark.parametrize("path", with_small_large(RIGHT))
def test_a_good_file_has_nothing_wrong(path: Path) -> None:
    program, diagnostics = check_rules(path, tried=tried)  # with nothing that is there in vain
    assert diagnostics == []
    assert program is not None


@pytest.mark.parametrize(
    ("path", "number"),
    [
        pytest.param(p, i, id=f"{p.stem}-{i + 1}")
        for p in MARKED
        if p not in WARNED
        for i in range(len(cases(p.read_text("utf-8"))))
    ],
)
def test_a_bad_file_has_the_mistakes_that_are_marked(path: Path, number: int) -> None:
    text = cases(path.read_text("utf-8"))[number]
    wanted, found = expected(text), diagnosed(framed(text))
    missing = [e for e in wanted if not any(e.fits(d) for d in found)]
    beside = [d for d in found if not any(e.fits(d) for e in wanted)]
    assert (missing, beside) == ([], [])
    assert len(found) == len(wanted)


@pytest.mark.parametrize("path", WARNED, ids=lambda path: path.stem)
def test_what_is_odd_in_a_file_is_warned_of_where_it_is_marked(path: Path) -> None:
    for text in cases(path.read_text("utf-8")):
        assert diagnosed(text) == []
        wanted, found = expected(text), warned(text)
        assert [e.fits(d) for e, d in zip(wanted, found, strict=True)] == [True] * len(wanted)


def test_where_sets_are_tried_it_is_told_for_what() -> None:
    text = (FOLDER / "bad" / "W0112_given_up.rules").read_text("utf-8")
    lines = [note.span.line for found in warned(text) for note in found.notes if note.span]
    assert [text.splitlines()[line - 1].split()[:4] for line in lines] == [["only", "if", "the", "highest"]]


@pytest.mark.parametrize("code", [code for code in CATALOGUE if "W" <= code < "W05"])
def test_a_warning_in_the_catalogue_is_one(code: str) -> None:
    spare = {d.message for d in warned(FRAME) if d.code == "W0101"}  # what the frame has for parts to speak of
    entry = CATALOGUE[code]
    bad, good = ([d for d in warned(framed(text)) if d.message not in spare] for text in (entry.bad, entry.good))
    assert codes(bad) == [code]
    assert good == []


def test_every_mark_is_understood() -> None:
    for path in MARKED:
        text = path.read_text("utf-8")
        assert len(expected(text)) == text.count("-- ###"), path.name


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_a_bad_file_is_named_after_its_code(path: Path) -> None:
    assert path.name[:5] in CATALOGUE
    if path in MARKED:
        assert {e.code for e in expected(path.read_text("utf-8"))} >= {path.name[:5]}


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_failing_file_or_a_test_that_names_it(code: str) -> None:
    if any(path.name.startswith(code) for path in BAD):
        return
    sources = [p for p in (ROOT / "tests").rglob("test_*.py") if p.name != "test_errors.py"]
    assert any(code in p.read_text("utf-8") for p in sources), f"no test shows {code}"


# -------------------------------------------------------------------------------------------------------- the catalogue

PARTS = [c for c, entry in CATALOGUE.items() if c < "E0503" and "…" not in entry.bad and "rulewright" not in entry.bad]


@pytest.mark.parametrize("code", PARTS)
def test_the_bad_text_of_an_entry_shows_its_fault_and_no_other(code: str) -> None:
    assert codes(diagnosed(framed(CATALOGUE[code].bad))) == [code]


@pytest.mark.parametrize("code", [c for c in CATALOGUE if c < "E0503" and "rulewright" not in CATALOGUE[c].bad])
def test_the_good_text_of_an_entry_has_no_fault(code: str) -> None:
    assert diagnosed(framed(CATALOGUE[code].good)) == []


# --------------------------------------------------------------------------------------------------------- long lines


@pytest.mark.parametrize(
    "text",
    [
        "the Boat is lit and\n  the Boat is old",
        "the Boat is lit or  -- a note\n            -- another\n            the Boat is old",
        "the Boat is lit\n  and the Boat is old",
        "there is a Lamp that is lit and\n\n   that is\n    on the Boat",
        "there is a Lamp that is lit\n   and that is\n beside the Boat",
        "the glow\n    of the Boat is 3",
    ],
)
def test_a_long_sentence_goes_on(text: str) -> None:
    assert reader.read(f"a Boat is safe when {text}\n", "x")[1] == []


# ------------------------------------------------------------------------------------------- sentences of two meanings

REFUSED = cases((FOLDER / "refused.rules.txt").read_text("utf-8"))


@pytest.mark.parametrize("text", REFUSED)
def test_a_sentence_that_could_mean_two_things_is_none(text: str) -> None:
    found = codes(reader.read(text, "refused.rules")[1])
    assert found
    assert {"E0109", "E0110"} >= set(found)


@pytest.mark.parametrize("text", [case for case in REFUSED if "\n-- say: " in case])
def test_what_is_to_be_said_in_its_place_is_a_sentence(text: str) -> None:
    for line in re.findall(r"^-- say: (.*)$", text, re.MULTILINE):
        assert any(reader.read(around.format(line), "said.rules")[1] == [] for around in CONTEXTS), line


# ------------------------------------------------------------------------------------------------------ hostile files


def test_a_picture_is_no_text() -> None:
    book, diagnostics = load_rulebook(FOLDER / "bad" / "E0101_picture.rules")
    assert book is None
    assert codes(diagnostics) == ["E0101"]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"game X\n    in \xe9nglish\n", "2:8"),
        ("game X\n    \u00e9\u00e9 ".encode() + b"\xff\n", "2:8"),
        (b"\xef\xbb\xbfgame X\n\xff\n", "2:1"),
        (b"\xff\xfeg\0", "1:1"),
        (b"game X\r\n    in\0 English\n", "2:7"),
        (b"game X\n    in Engl\xc3", "2:12"),
    ],
)
def test_where_a_file_is_no_text_is_told(tmp_path: Path, content: bytes, place: str) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(content)
    (found,) = load_rulebook(path)[1]
    assert (found.code, str(found.span)) == ("E0101", f"{path}:{place}")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "marked.rules"
    path.write_text(FRAME, encoding="utf-8-sig")
    assert load_rulebook(path)[1] == []


def test_a_file_of_ten_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    path.write_bytes(b"move the Bomb to the Moon\n" * 400_000)
    book, diagnostics = load_rulebook(path)
    assert book is None
    assert codes(diagnostics) == ["E0102"]
    assert codes(reader.read("x" * (LARGEST + 1), "x")[1]) == ["E0102"]


# S12.7, S12.10
@pytest.mark.parametrize(
    ("told", "line", "repaired"),
    [
        ("takes at most 1 Card", "    seen by the owner", "    seen by the owner\n    takes at most 1 Card"),
        ("what Storm knows of the Wind of the held of Keeper", "let theirs be", "let theirs be what Storm knows of"),
    ],
)
def test_what_a_refusal_proposes_where_a_secret_would_be_told_can_be_written(
    told: str, line: str, repaired: str
) -> None:
    faulty = cases((FOLDER / "bad" / "E0402_secret.rules").read_text("utf-8"))
    text = next(case for case in faulty if f'{told}"' in case)
    (refused,) = diagnosed(framed(text))
    assert told in refused.hints[0]
    assert diagnosed(framed(text.replace(line, repaired))) == []


HEAD = "game Lighthouse\n    in English\n    for 2 players: Keeper, Storm\n\nplay\n    nobody wins\n\n"
REBEL = (ROOT / "games" / "rebel_moon_defense.rules").read_text("utf-8")

HOSTILE = {
    "brackets": ("(" * 100_000, "E0107"),
    "brackets in a sentence": (HEAD + "a Player is good when " + "(" * 100_000 + ")" * 100_000, "E0107"),
    "a chain on one line": (HEAD + "the sum means " + " plus ".join(["1"] * 5000), "E0105"),
    "a chain over many lines": (HEAD + "the sum means " + " plus\n    ".join(["1"] * 5000), "E0105"),
    "a chain without end": (HEAD + "the sum means " + " plus\n    ".join(["1"] * 150_000), "E0105"),
    "a chain of conditions": (HEAD + "a Player is good when " + " or ".join(["Keeper is active"] * 5000), "E0105"),
    "a chain that cannot be read": (
        HEAD + "a Player is good when " + " or ".join(f"the Player wants x{i}" for i in range(40)), "E0109"),
    "phrases in phrases": (HEAD + "the foe means " + "the opponent of " * 120 + "Keeper", "E0106"),
    "lines in lines": (
        HEAD + "phase Night\n" + "".join("    " * i + "if Keeper is active\n" for i in range(1, 300)), "E0106"),
    "loops in loops": (
        HEAD.replace("nobody", "".join(f"repeat 2 times\n{'    ' * i}" for i in range(2, 30)) + "nobody"), "E0106"),
    "definitions in a circle": (
        HEAD + "".join(f"the x{i} means the x{(i + 1) % 1000} plus 1\n" for i in range(1000)), "E0401"),
    "definitions on definitions": (
        HEAD + "".join(f"the x{i} means the x{i + 1} plus 1\n" for i in range(1000)) + "the x1000 means 1\n", "E0403"),
    "a long number": ("Foo is " + "9" * 100_000, "E0113"),
    "a long range of clauses": ("Foo is 3 [A-1 to A-999999999999]", "E0114"),
    "quotation marks": ('"\n' * 100_000, "E0108"),
    "signs": (":,|" * 200_000, "E0105"),
    "nothing but blanks": (" \n" * 100_000, "E0103"),
    "nothing but notes": ("-- x\n" * 300_000, "E0103"),
    "words without sense": ("\n".join(["the Bomb is", "x Bomb", "Moon"] * 40_000), "E0109"),
    "faults under a heading": ("game X\n" + "    move Bomb is\n" * 100_000, "E0109"),
    "unknown names": (HEAD + "\n".join(f"phase P{i}\n    move X{i} to Y" for i in range(1000)), "E0201"),
    "cut off in a sentence": (REBEL[: REBEL.index("only if afterwards the Moon") + 20], "E0110"),
    "cut off in a text": (REBEL[: REBEL.index("Does the Bomb get through") + 8], "E0108"),
    "control characters": ("game X\n    in English\x00", "E0101"),
    "half a character": ("game X\ud800", "E0101"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_answered_soon(name: str) -> None:
    text, code = HOSTILE[name]
    reader.parser()  # is made once for all
    with calls_at_most(SOON):
        found = diagnosed(text)
    assert code in codes(found)
    assert len(found) <= 50


@pytest.mark.parametrize("at", range(0, len(REBEL), 1500))
def test_a_rulebook_that_is_cut_off_anywhere_is_answered(at: int) -> None:
    found = diagnosed(REBEL[:at])
    assert all(d.span is None or d.span.line <= REBEL.count("\n", 0, at) + 1 for d in found)
