"""Sheets to cut out: every piece is on them as often as it is in the box, and nothing breaks them."""

from __future__ import annotations

import re
from html import unescape
from importlib import import_module
from xml.etree import ElementTree

import pytest

from dsl.documents import Book, template
from dsl.documents.cutting import CARD, EDGE, HIGH, TEXT, TITLE, WIDE, token_width
from dsl.documents.lettering import fitted
from dsl.documents.paper import width
from tests.test_documents import EXTENSIONS, GAMES, MOON, NASTY, books, pages_of, site

markdown = import_module("markdown")  # mkdocs brings it; it has no types

SVG = "{http://www.w3.org/2000/svg}"
DECK = """game Deck
    in English
    for 2 players: Left, Right

place Pile
    takes Cards
    keeps order
    seen by nobody

place Tray

piece Card "CARD"
    starts in the Pile

table Card
    | Card  | Worth | Copies |
    | NAME  | 7     | 3      |
    | Other | 2     | COPIES |

piece Coin "COIN"
    there are 5 for each Player
    starts in the Tray

setup
    shuffle the Pile

play
    nobody wins
"""


def sheets(page: str) -> list[ElementTree.Element]:
    """The drawings of a page. They are read as XML, so that what is not well formed fails."""
    return [ElementTree.fromstring(drawing) for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]


def of_pieces(page: str) -> list[ElementTree.Element]:
    return [sheet for sheet in sheets(page) if sheet.find(f"{SVG}defs") is not None]


def deck(name: str = "Lantern", copies: str = "4", card: str = "card", coin: str = "coin") -> str:
    source = DECK.replace("NAME", name).replace("COPIES", copies).replace("CARD", card).replace("COIN", coin)
    return pages_of(source)["sample/sheets.md"]


def counted(page: str) -> int:
    """What the inventory counts."""
    return sum(map(int, re.findall(r"^\| (\d+) \|", page, re.MULTILINE)))


def pieces(book: Book) -> int:
    return sum(len(info.owners) for info in book.rulebook.world.piece_infos.values())


# ------------------------------------------------------------------------------------------------- what is on a sheet


@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_every_piece_is_counted_and_drawn(book: Book) -> None:
    page = site()[f"pages/{book.name}/sheets.md"]
    drawn = [use for sheet in of_pieces(page) for use in sheet.iter(f"{SVG}use")]
    assert len(drawn) == counted(page) == pieces(book) > 0
    boards = [board.kind.size for board in book.rulebook.world.boards.values()]
    assert len(sheets(page)) - len(of_pieces(page)) == sum(boards)


def test_a_rulebook_that_is_changed_changes_the_sheets() -> None:
    source = (GAMES / f"{MOON}.rules").read_text("utf-8")
    page = pages_of(source)["sample/sheets.md"]
    more = pages_of(source.replace("there are 15 for Imperial", "there are 16 for Imperial"))["sample/sheets.md"]
    assert counted(more) == counted(page) + 1
    assert page.count("<use ") + 1 == more.count("<use ")
    assert "15 × Asteroid (Imperial)" in page
    assert "16 × Asteroid (Imperial)" in more


def test_what_is_rolled_is_a_die_and_what_is_named_or_shuffled_a_card() -> None:
    forms = dict(re.findall(r"^\| \d+ \| (.*) \| (\w+),", deck(), re.MULTILINE))
    assert forms == {"Lantern, Worth 7": "card", "Other, Worth 2": "card", "Coin (Left)": "token",
                     "Coin (Right)": "token"}  # fmt: skip
    moon = site()[f"pages/{MOON}/sheets.md"]
    assert "| 3 | Combat Die | die, with sides of 16 mm |" in moon
    assert "| 15 | Asteroid (Imperial) | token, 13 mm wide |" in moon


def test_a_die_of_six_is_a_cube_whose_opposite_sides_make_seven() -> None:
    (sheet,) = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    (die,) = [g for g in sheet.iter(f"{SVG}g") if len(g.findall(f"{SVG}rect")) == 6]
    at = {(float(r.get("x", 0)), float(r.get("y", 0))): int(t.text or "") for r, t in
          zip(die.findall(f"{SVG}rect"), die.findall(f"{SVG}text"), strict=True)}  # fmt: skip
    assert sorted(at.values()) == [1, 2, 3, 4, 5, 6]
    assert [at[0, 16] + at[32, 16], at[16, 16] + at[48, 16], at[16, 0] + at[16, 32]] == [7, 7, 7]


def test_what_not_everybody_sees_is_on_the_front_alone() -> None:
    (sheet,) = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    folded = [g for g in sheet.iter(f"{SVG}g") if g.find(f"{SVG}path") is not None]
    assert len(folded) == 15
    for token in folded:
        front, back = (" ".join(t.text or "" for t in side.iter(f"{SVG}text")) for side in token.findall(f"{SVG}g"))
        assert re.fullmatch("Installation (Yellow|Orange|Red)", back)
        assert front.startswith(f"{back} ")


# ----------------------------------------------------------------------------------------------------------- the paper


@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_everything_lies_on_its_page(book: Book) -> None:
    for sheet in sheets(site()[f"pages/{book.name}/sheets.md"]):
        assert sheet.get("viewBox") == f"0 0 {WIDE:g} {HIGH:g}"
        sizes = {g.get("id"): extent(g) for g in sheet.iter(f"{SVG}g") if g.get("id")}
        for use in sheet.iter(f"{SVG}use"):
            wide, high = sizes[use.get("href", "")[1:]]
            assert 0 <= float(use.get("x", 0)) <= WIDE - wide
            assert 0 <= float(use.get("y", 0)) <= HIGH - high


def extent(drawing: ElementTree.Element) -> tuple[float, float]:
    """How wide and how high a thing is, by its outlines."""
    boxes = [(r, 1.0) for r in drawing.iter(f"{SVG}rect")] + [(c, 2.0) for c in drawing.iter(f"{SVG}circle")]
    wide = max(float(b.get("x", 0)) + float(b.get("width", 0)) + by * float(b.get("r", 0)) for b, by in boxes)
    high = max(float(b.get("y", 0)) + float(b.get("height", 0)) + by * float(b.get("r", 0)) for b, by in boxes)
    return wide, high * (2 if drawing.find(f"{SVG}path") is not None else 1)


def test_a_page_on_paper_is_as_large_as_it_is_drawn() -> None:
    css = template("rulewright.css")
    assert f".sheet svg {{ width: {WIDE:g}mm; height: {HIGH:g}mm;" in css
    assert (WIDE + 2 * 5, HIGH + 2 * 5) == (210, 297)
    assert "@page sheet { size: A4; margin: 5mm; }" in css


def test_tokens_are_as_wide_as_the_spaces_have_room_for() -> None:
    assert [token_width(spaces) for spaces in ([], [100], [20, 24], [2])] == [22, 22, 15, 8]


def test_every_picture_says_what_it_shows_and_no_name_stands_twice() -> None:
    for path, page in site().items():
        for drawing in sheets(page) if path.endswith(".md") else ():
            title, told = drawing.get("aria-labelledby", "").split()
            texts = {part.get("id"): part.text for part in drawing if part.tag in (f"{SVG}title", f"{SVG}desc")}
            assert texts[title], path
            assert texts[told], path
        ids = re.findall(r' id="([^"]+)"', page) if path.endswith(".md") else []
        assert len(ids) == len(set(ids)), path


# ----------------------------------------------------------------------------------------------------------- bad input


def test_200_cards_are_on_as_many_pages_as_they_need() -> None:
    page = deck(copies="197")
    cards = [sheet for sheet in of_pieces(page) if "Worth" in (sheet.findtext(f"{SVG}desc") or "")]
    assert [len(list(sheet.iter(f"{SVG}use"))) for sheet in cards] == [9] * 22 + [2]
    assert f"page 1 of {len(cards) + 1}" in page


@pytest.mark.parametrize("name", ["Donaudampfschifffahrtsgesellschaftskapitaen", "Very Long Name " * 12, "Aa " * 300])
def test_a_name_that_is_too_long_for_its_card_stays_on_it(name: str) -> None:
    name = name.strip()
    (sheet, _) = of_pieces(deck(name))
    inner = CARD[0] - 2 * EDGE
    (card,) = [g for g in sheet.iter(f"{SVG}g") if "".join(g.itertext()).startswith(name[:5])]
    lines = [(float(t.get("font-size", 0)), t.get("class") == "title", t.text or "") for t in card.iter(f"{SVG}text")]
    assert all(width(text, bold) * size <= inner + 0.1 for size, bold, text in lines)
    assert all(float(t.get("y", 0)) < CARD[1] - EDGE for t in card.iter(f"{SVG}text"))
    assert unescape(sheet.findtext(f"{SVG}desc") or "").startswith(f"3 × {name}, Worth 7")


def test_text_shrinks_then_is_broken_then_is_left_out() -> None:
    assert fitted(("Lantern",), 55, 22, TITLE, bold=True) == (TITLE[0], ["Lantern"])
    size, lines = fitted(("Lighthouse Keeper’s Lantern",), 40, 12, TITLE, bold=True)
    assert TITLE[1] < size < TITLE[0]
    assert "…" not in "".join(lines)
    size, lines = fitted(("W" * 60,), 55, 22, TITLE, bold=True)
    assert (size, "".join(lines)) == (TITLE[1], "W" * 60)
    size, lines = fitted(("word " * 900,), 55, 22, TEXT)
    assert size == TEXT[1]
    assert lines[-1].endswith("…")
    assert len(lines) * size < 22


def test_markup_in_a_name_is_shown_as_text() -> None:
    plain, nasty = (deck(card=label, coin=label) for label in ("Zork Nasty", NASTY))
    (_, tokens) = of_pieces(nasty)
    (token, _) = [g for g in tokens.iter(f"{SVG}g") if g.get("id")]
    assert "".join(token.itertext()).replace(" ", "").lower() == NASTY.replace(" ", "").lower()
    tags = [re.findall(r"</?(?!text)[a-z]+", html_of(page)) for page in (nasty, plain)]
    assert tags[0] == tags[1]
    assert "49" not in nasty.replace("<use", "")


def html_of(page: str) -> str:
    found: str = markdown.markdown(re.sub(r"\A---.*?---\n", "", page, flags=re.DOTALL), extensions=EXTENSIONS)
    return found
