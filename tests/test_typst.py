"""What is printed as documents of Typst: all that they need stands in their files, and no text means markup."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.pages.books.books import documents
from dsl.pages.books.cards import cards
from dsl.pages.cards.paper import A4
from dsl.pages.drawings.standalone import Drawings
from dsl.pages.game import Game
from dsl.pages.learn.blocks import Heading, Para, Steps
from dsl.pages.learn.typst import BESIDE, BETWEEN, HIGHEST, INSIDE, PAPERS, SCENE, WHOLE, Document, escaped, parted
from dsl.prose.speech import Line, Run
from interpreter.cli import docs, pdf
from interpreter.cli.common import Misused
from interpreter.cli.docs import read
from tests.effort import SOON, calls_at_most
from tests.laws.games import GAMES
from tests.published import game_of

CHESS = GAMES / "classics" / "chess.rules"
USED = re.compile(r'href="#([^"]+)"')


DOCUMENTS = ("learn", "reference", "card", "sheets")
LABEL = re.compile(r'#(label|to)\("([^"]+)"')


@cache
def printed(paper: str = "a4") -> dict[str, dict[str, str]]:
    book, wrong = read(CHESS)
    assert book is not None, wrong
    return dict(documents(Game(book), paper))


def files() -> dict[str, str]:
    return printed()["learn"]


def test_each_picture_is_a_file_and_told_in_words() -> None:
    main = files()[Document.MAIN]
    pictures = re.findall(r'picture\("([^"]+)", [\d.]+, "([^"]*)"\)', main)
    drawn = [name for name in files() if name.endswith(".svg")]
    assert drawn
    assert [name for name, _ in pictures] == drawn
    assert all(told for _, told in pictures)


def test_a_drawing_has_all_that_it_uses_and_asks_for_no_style_sheet() -> None:
    for name, text in files().items():
        if name.endswith(".svg"):
            ids = {part.attrib["id"] for part in ElementTree.fromstring(text).iter() if "id" in part.attrib}
            assert set(USED.findall(text)) <= ids
            assert "var(" not in text
            assert "class=" not in text


@pytest.mark.parametrize(
    ("css", "drawn", "fill"),
    [
        ("", "<circle/>", None),
        ("drawn", '<g class="red"><g class="piece"><circle class="fill"/></g></g>', "#D63A2C"),
        ("drawn", '<g class="piece"><g><circle class="fill"/></g></g>', None),  # not right inside a piece
        ("drawn", '<path class="head"/>', "#1B4F8F"),
        ("drawn", '<path class="head halo"/>', "none"),
    ],
)
def test_a_style_is_found_as_a_browser_finds_it(css: str, drawn: str, fill: str | None) -> None:
    found = ElementTree.fromstring(Drawings("").whole(f'<svg><g class="{css}">{drawn}</g></svg>'))
    assert list(found.iter())[-1].get("fill") == fill


def test_what_a_designer_writes_is_text() -> None:
    assert escaped('#let x = "1" *bold* _it_ $5 <a> @b [c] `d` // e \\ ~').isascii()
    assert not set('#*_$<>@[]`~="/') & set(
        re.sub(r"\\u\{[0-9a-f]+\}", "", escaped('#let *b* _i_ $5 <a> @b [c] `d` // ~ = "'))
    )
    assert escaped("3. Move") == "\\u{33}. Move"


def test_without_typst_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Misused, match="not installed") as found:
        docs.docs([str(CHESS)], pdf=True)
    assert found.value.diagnostics[0].code == "E0914"
    assert not list(tmp_path.iterdir())


def test_another_paper_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Misused) as found:
        docs.docs([str(CHESS)], pdf=True, paper="a3")
    assert found.value.diagnostics[0].code == "E0915"


def test_all_that_is_for_paper_is_printed() -> None:
    assert tuple(printed()) == DOCUMENTS
    assert printed()["sheets"][Document.MAIN].count("#sheet(") == 3  # the board, and two of pieces
    card = printed()["card"][Document.MAIN]
    assert "checkmated" in card
    assert "castle" in card


@pytest.mark.parametrize("game", ["hyperline", "kuhn_poker"])
def test_cards_of_large_games_are_soon_told_apart_and_are_those_of_the_site(game: str) -> None:
    told = game_of(game)
    on_site = [card.whom for card in told.cards(A4)]
    with calls_at_most(SOON):
        assert [whom for whom, _ in cards(told, A4.name)] == on_site


@pytest.mark.parametrize("name", ["learn", "reference"])
def test_what_is_referred_to_has_its_heading_there(name: str) -> None:
    found = LABEL.findall(printed()[name][Document.MAIN])
    there = [label for how, label in found if how == "label"]
    assert len(there) == len({*there})
    assert {label for how, label in found if how == "to"} <= {*there}


def test_the_index_has_the_page_on_which_a_word_is_explained() -> None:
    lines = printed()["reference"][Document.MAIN].splitlines()
    entry = next(line for line in lines if line.startswith("- Castle: "))
    assert entry.count("p.~") == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_document_is_made_on_each_paper(name: str, paper: str) -> None:
    pytest.importorskip("typst", reason="the extra [print] is missing")
    assert pdf.compiled(printed(paper)[name])[0].startswith(b"%PDF")


def test_the_book_can_be_read_aloud_and_is_the_same_each_time() -> None:
    pytest.importorskip("typst", reason="the extra [print] is missing")
    first, _ = pdf.compiled(files())  # refused where a picture has no words, or headings no order
    assert first.startswith(b"%PDF")
    assert first == pdf.compiled(files())[0]


def test_pictures_of_examples_are_in_one_scale_and_share_a_line_or_have_their_words_beside_them() -> None:
    main, drawn = files()[Document.MAIN], files()
    stories = [line for line in main.splitlines() if line.startswith("#story(")]
    assert stories
    for story in stories:
        pictures = re.findall(r'picture\("([^"]+)", ([\d.]+), ', story)
        wide = [float(each) for _, each in pictures]
        assert sum(wide) + BETWEEN * (len(wide) - 1) <= INSIDE or len(wide) != 2
        assert ("], true, picture(" in story) == (len(wide) == 1 and wide[0] <= BESIDE)
        for name, each in pictures if len(pictures) == 1 else ():
            units, high = map(float, re.findall(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)', drawn[name])[0])
            assert float(each) == pytest.approx(min(WHOLE, units * min(SCENE, HIGHEST / high)), abs=0.1)


@pytest.mark.parametrize(
    ("pages", "wanted", "size"),
    [
        ({"9.2": (3, 0.8)}, 0, "9.2"),
        ({"9.2": (3, 0.2), "9": (3, 0.1), "8.8": (2, 0.9), "8.6": (2, 0.8)}, 0, "8.8"),
        ({"9.2": (3, 0.2), "9": (3, 0.2), "8.8": (3, 0.1), "8.6": (3, 0.1)}, 0, "9.2"),  # it cannot do without
        ({}, 0, "9.2"),  # no book
        ({"9.2": (8, 0.8), "9": (8, 0.3), "8.8": (7, 0.9), "8.6": (7, 0.7)}, 7, "8.8"),  # as the original
        ({"9.2": (8, 0.8), "9": (8, 0.6), "8.8": (8, 0.4), "8.6": (8, 0.2)}, 7, "9.2"),  # it cannot
        ({"9.2": (9, 0.2), "9": (8, 0.9), "8.8": (8, 0.7), "8.6": (8, 0.5)}, 7, "9"),
        ({"9.2": (7, 0.8)}, 8, "9.2"),
    ],
)
def test_a_last_page_is_drawn_together_that_is_nearly_empty_or_that_the_original_has_not(
    pages: dict[str, tuple[int, float]], wanted: int, size: str
) -> None:
    def query(label: str, inputs: dict[str, str]) -> list[tuple[int, float]]:
        if not pages or label != "<filled>":
            return []
        count, full = pages[inputs["size"]]
        return [(count + (inputs["foot"] != "0"), full)]

    assert pdf.laid_out(query, wanted)[0] == {"size": size, "spare": "0", "foot": "0", "floating": ""}


@pytest.mark.parametrize(("count", "free"), [(1, ("96", "0")), (2, ("0", "96")), (5, ("0", "0"))])
def test_the_columns_of_the_last_page_of_a_short_book_are_no_longer_than_it_needs(
    count: int, free: tuple[str, str]
) -> None:
    def query(label: str, inputs: dict[str, str]) -> list[tuple[int, float]]:
        longest = max(int(inputs["spare"]), int(inputs["foot"]))
        return [(count + (longest > 100), 0.5)] if label == "<filled>" else []

    found, _ = pdf.laid_out(query)
    assert (found["spare"], found["foot"]) == free  # 64 and 32 mm, not 128, and not 8 or 16 more


def test_the_pages_are_measured_until_all_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the numbers of pages that are referred to would be those of a layout before."""
    typst = pytest.importorskip("typst", reason="the extra [print] is missing")
    warned: list[str] = []

    def compiled(*told: object, **how: object) -> bytes:
        made, warnings = typst.compile_with_warnings(*told, **how)
        warned.extend(warning.message for warning in warnings)
        return bytes(made)

    monkeypatch.setattr(typst, "compile", compiled)
    assert pdf.compiled(files())[0].startswith(b"%PDF")
    assert warned == []


def test_what_only_leads_on_from_a_heading_to_those_under_it_stays_with_them() -> None:
    words = Para((Line((Run("Words."),)),), "designer")
    game = game_of("chess")
    document = Document(game.t, lambda _: False, "", "a4", "", lambda _: "", ())
    assert "#leading[Words.]" in document.inner([Heading("Guns"), words, Heading("Powers", 3)])
    announced = Para((Line((Run("Load a gun:"),)),), "generated")
    assert "#leading[Load a gun:]" in document.inner([Heading("Guns"), announced, words])
    assert "#leading" not in document.inner([Heading("Fire", 3), words, Heading("Hold", 3)])
    assert "#leading" not in document.inner([Heading("Guns"), words, words, Heading("Powers", 3)])


def test_many_words_stand_below_the_picture_of_a_row() -> None:
    def told(*counts: int) -> list[Para]:
        return [Para(tuple(Line((Run(" ".join(["word"] * count)),)) for count in counts), "generated")]

    beside, under = parted(told(12, 30, 40))
    assert [[line.text.count("word") for line in block.lines] for block in beside if isinstance(block, Para)] == [
        [12],
        [30],
    ]
    assert len(under) == 1
    steps = [Steps((Line((Run("word"),)),))]
    assert parted(steps) == (steps, ())
