"""Sheets to cut out: every piece is on them as often as it is in the box, and nothing breaks them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html import unescape
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest

from dsl.pages.cards.paper import POINT, width
from dsl.pages.cards.sides import SMALLEST
from dsl.pages.drawings.lettering import fitted
from dsl.pages.drawings.pieces import Body
from dsl.pages.print_kit.card_backs import lettered
from dsl.pages.print_kit.components import rolled
from dsl.pages.print_kit.items import CUBE, Face, Item
from dsl.pages.print_kit.pasting import GLUED, cuts, off_cuts, upright
from dsl.pages.print_kit.playing_cards import CARD, EDGE, LARGEST, TITLE
from dsl.pages.print_kit.sheets import HEAD, HIGH, IN, LOW, WIDE, token_width
from dsl.pages.print_kit.tokens import TAB, TABS, UNIT, Names, die, folded_discs, sides
from dsl.pages.print_kit.tokens import token as token_of
from dsl.pages.publishing import Book, Game, read_book, template
from dsl.prose.printed import Printed
from tests.published import book_of, site
from tests.test_documents import EXTENSIONS, GAMES, MOON, NAMES, NASTY, pages_of

markdown = import_module("markdown")  # mkdocs brings it; it has no types

SVG = "{http://www.w3.org/2000/svg}"
BOLD = ("heading", "value right", "foot left", "said left bold")
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
    return [ElementTree.fromstring(drawing) for drawing in re.findall(r"<svg viewBox.*?</svg>", page, re.DOTALL)]


def of_pieces(page: str) -> list[ElementTree.Element]:
    return [sheet for sheet in sheets(page) if re.search(r", page \d+ of", sheet.findtext(f"{SVG}title") or "")]


def is_behind(sheet: ElementTree.Element) -> bool:
    """Whether it is the page of the backs of the one before."""
    return "backs of the page before" in (sheet.findtext(f"{SVG}title") or "")


def fronts(page: str) -> list[ElementTree.Element]:
    return [sheet for sheet in of_pieces(page) if not is_behind(sheet)]


def deck(name: str = "Lantern", copies: str = "4", card: str = "card", coin: str = "coin") -> str:
    return pages_of(deck_source(name, copies, card, coin))["sample/sheets.md"]


def deck_source(name: str = "Lantern", copies: str = "4", card: str = "card", coin: str = "coin") -> str:
    return DECK.replace("NAME", name).replace("COPIES", copies).replace("CARD", card).replace("COIN", coin)


def counted(page: str) -> int:
    """What the inventory counts."""
    return sum(map(int, re.findall(r"^\| (\d+) \|", page, re.MULTILINE)))


def pieces(book: Book) -> int:
    """How many pieces are needed at most, of each kind and each owner, with any number of players; what is printed on
    a board is no piece of the box, and of dice that are no cubes the squares of one do for all."""
    counts = Counter[tuple[str, str]]()
    for rulebook in (book.rulebook, *book.others):
        world, printed = rulebook.world, Printed(rulebook)
        infos = [info for info in world.piece_infos.values() if not printed.has(info)]
        seats = (*world.players.elements, "nobody")
        counts |= Counter((info.kind.name, seats[owner]) for info in infos for owner in info.owners)
        lots = {kind.name for kind, face in rolled(rulebook) if face.kind.size != len(CUBE)}
        counts = Counter({key: 1 if key[0] in lots else count for key, count in counts.items()})
    return counts.total()


# ------------------------------------------------------------------------------------------------- what is on a sheet


@pytest.mark.parametrize("name", NAMES)
def test_every_piece_is_counted_and_drawn(name: str) -> None:
    book = book_of(name)
    page = site()[f"pages/{book.name}/sheets.md"]
    drawn = [use for sheet in fronts(page) for use in pieces_on(sheet)]
    strips = max(
        sum((c.get("class") or "").startswith("strip") for c in sheet.iter(f"{SVG}circle")) for sheet in sheets(page)
    )
    bases = [use for sheet in fronts(page) for use in bases_on(sheet)]  # beside the dice that stand on them
    needed = pieces(book)
    assert len(drawn) - len(bases) + strips == counted(page) == needed > 0
    boards = [board.kind.size for board in book.rulebook.world.boards.values()]
    drawn_boards = sum(sheet.find(f"{SVG}g[@class='board']") is not None for sheet in sheets(page))
    assert drawn_boards >= sum(boards) if book.others else drawn_boards == sum(boards)


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
    assert forms == {"Card: Lantern, Worth 7": "card", "Card: Other, Worth 2": "card", "Coin (Left)": "token",
                     "Coin (Right)": "token"}  # fmt: skip
    moon = site()[f"pages/{MOON}/sheets.md"]
    assert "| 3 | Combat Die | die, with sides of 16 mm |" in moon
    assert "| 15 | Asteroid (Imperial) | token, 19 mm wide |" in moon


def test_a_die_of_six_is_a_cube_whose_opposite_sides_make_seven() -> None:
    _, _, drawing = die((1, 2, 3, 4, 5, 6), "")
    sides = ElementTree.fromstring(f"<svg>{drawing}</svg>").findall("g")
    at = {(float(side[0].get("x", 0)), float(side[0].get("y", 0)) - TAB): len(side.findall("circle")) for side in sides}
    assert sorted(at.values()) == [1, 2, 3, 4, 5, 6]
    assert [at[0, 16] + at[32, 16], at[16, 16] + at[48, 16], at[16, 0] + at[16, 32]] == [7, 7, 7]


def test_each_tab_of_a_die_is_glued_to_an_edge_without_one() -> None:
    """The edges that meet when the net is folded, as column, row and side, clockwise from the top."""
    meet = [((0, 1, 3), (3, 1, 1)), ((0, 1, 0), (1, 0, 3)), ((0, 1, 2), (1, 2, 3)), ((2, 1, 0), (1, 0, 1)),
            ((2, 1, 2), (1, 2, 1)), ((3, 1, 0), (1, 0, 0)), ((3, 1, 2), (1, 2, 2))]  # fmt: skip
    assert all((one in TABS) != (other in TABS) for one, other in meet)
    assert len(TABS) == len(meet)


def test_a_die_is_folded_at_each_edge_at_which_something_hangs() -> None:
    """At five edges between squares, and at each tab."""
    _, _, drawing = die((1, 2, 3, 4, 5, 6), "")
    (lines,) = [
        p.get("d") or "" for p in ElementTree.fromstring(f"<svg>{drawing}</svg>") if p.get("class") == "fold net"
    ]
    tabs = [p.get("d") or "" for p in ElementTree.fromstring(f"<svg>{drawing}</svg>") if p.get("class") == "tab"]
    assert lines.lower().count("m") == 2 + len(tabs)


def test_what_not_everybody_sees_is_on_the_front_alone() -> None:
    sheet, _ = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    folded = [g for g in sheet.iter(f"{SVG}g") if g.get("id") and len(g.findall(f"{SVG}g")) == 2]
    assert len(folded) == 15
    for token in folded:
        back, front = token.findall(f"{SVG}g")
        assert front.get("class") == back.get("class")
        assert " ".join(t.text or "" for t in front.iter(f"{SVG}text"))
        assert not list(back.iter(f"{SVG}text"))
        assert [use.get("href") for use in back.iter(f"{SVG}use")] == [f"#sign-{(back.get('class') or '').split()[1]}"]


def test_names_on_tiles_are_of_one_size() -> None:
    sheet, _ = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    named = [t.get("font-size") for t in sheet.iter(f"{SVG}text") if t.get("class") == "letters dark"]
    assert len(named) > 15
    assert len(set(named)) == 1


def test_names_on_tiles_can_be_read_or_letters_stand_for_them() -> None:
    sizes = []
    for page, names in ((site()[f"pages/{MOON}/sheets.md"], True), (moon_called("Extraordinarilylonglaser"), False)):
        told = {t.text: float(t.get("font-size", 0)) / UNIT for sheet in sheets(page) for t in sheet.iter(f"{SVG}text")
                if t.get("class") == "letters dark"}  # fmt: skip
        assert min(told.values()) >= SMALLEST * POINT - 0.01
        assert ("Laser" in told) is names
        assert any(f": “{letters}” |" in page for letters in told) is not names  # the inventory tells what they mean
        sizes.append(len({*told.values()}))
    assert sizes == [1, 1]


def moon_called(name: str) -> str:
    """The sheets of tiles of which some are called so."""
    source = (GAMES / f"{MOON}.rules").read_text("utf-8")
    return pages_of(source.replace("Laser", name))["sample/sheets.md"]


def test_tiles_bear_what_they_have() -> None:
    page = site()["pages/nebula_rush/sheets.md"]
    drawn = [" ".join(t.text or "" for t in g.iter(f"{SVG}text")) for sheet in fronts(page)
             for g in sheet.iter(f"{SVG}g") if g.get("id")]  # fmt: skip
    assert {"LRS hex Scan 1", "LRS hex Scan 2", "LRS hex Scan 3", "Amber Scan 1"} <= {*drawn}


def test_tokens_that_would_look_alike_bear_their_names() -> None:
    source = DECK.replace("NAME", "Lantern").replace("COPIES", "1").replace('"CARD"', "")
    one = pages_of(source.replace('piece Coin "COIN"', 'piece Coin "gold coin"'))["sample/sheets.md"]
    assert "Gold coin" not in told_on(one)
    two = source.replace(
        'piece Coin "COIN"',
        'piece Medal "coin"\n    there are 2 for each Player\n    starts in the Tray\n\npiece Coin "gold coin"',
    )
    assert {"Gold coin", "Coin"} <= told_on(pages_of(two)["sample/sheets.md"])


def told_on(page: str) -> set[str]:
    """The words on each of its pieces."""
    drawn = [g for sheet in fronts(page) for g in sheet.iter(f"{SVG}g") if g.get("id")]
    return {" ".join(t.text or "" for t in g.iter(f"{SVG}text")) for g in drawn}


# ----------------------------------------------------------------------------------------------------------- the paper


@pytest.mark.parametrize("name", NAMES)
def test_everything_lies_on_its_page(name: str) -> None:
    book = book_of(name)
    for sheet in sheets(site()[f"pages/{book.name}/sheets.md"]):
        across, down = map(float, (sheet.get("viewBox") or "").split()[2:])
        assert {across, down} == {WIDE, HIGH}
        sizes = {g.get("id"): extent(g) for g in sheet.iter(f"{SVG}g") if g.get("id")}
        for use in pieces_on(sheet):
            wide, high = sizes[use.get("href", "")[1:]]
            assert 0 <= float(use.get("x", 0)) <= across - wide
            assert 0 <= float(use.get("y", 0)) <= down - high


def pieces_on(sheet: ElementTree.Element) -> list[ElementTree.Element]:
    """What is shown on a sheet, without icons, signs, the light on stones, and boards on several."""
    others = ("#icon-", "#sign-", "#light-", "#whole-")
    return [use for use in sheet.iter(f"{SVG}use") if not use.get("href", "").startswith(others)]


def bases_on(sheet: ElementTree.Element) -> list[ElementTree.Element]:
    """What dice stand on, and what stands on boards for cards: pieces together with these."""
    found = {g.get("id"): {part.get("class") for part in g.iter()} for g in sheet.iter(f"{SVG}g") if g.get("id")}
    bases = [name for name, css in found.items() if css & {"stand", "inner counter"}]
    return [use for use in pieces_on(sheet) if use.get("href", "").removeprefix("#") in bases]


def board_of(wide: int, high: int) -> list[ElementTree.Element]:
    """The pages of a board of so many squares."""
    board = f"board the Field\n    made of Squares in a grid of {wide} by {high}\n\nplace Pile\n"
    page = pages_of(deck_source().replace("place Pile\n", board))["sample/sheets.md"]
    return [sheet for sheet in sheets(page) if ": Field" in (sheet.findtext(f"{SVG}title") or "")]


def test_a_board_whose_spaces_would_be_too_small_is_cut_in_parts_that_overlap() -> None:
    assert [len(board_of(*size)) for size in ((9, 13), (13, 9), (14, 18))] == [1, 1, 2]  # squares of 18 mm or more
    assert [len(board_of(*size)) for size in ((20, 12), (12, 20), (20, 20))] == [2, 2, 4]
    parts, glued_on = [], []
    for sheet in board_of(20, 20):
        (part,) = [clip[0] for clip in sheet.iter(f"{SVG}clipPath")]
        left, top, wide, high = (float(part.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert wide <= WIDE
        assert high <= LOW - HEAD
        parts.append((left, top, left + wide, top + high))
        glued_on.append(any("glue" in (text.text or "") for text in sheet.iter(f"{SVG}text")))
    assert glued_on == [True, True, True, False]  # nothing is stuck on to the last
    first, right, below, last = parts
    assert (first[2] - right[0], first[3] - below[1]) == pytest.approx((GLUED, GLUED), abs=0.2)
    assert (right[2], below[3]) == pytest.approx((last[2], last[3]), abs=0.2)
    glued = ["".join(p.get("d", "") for p in sheet.iter(f"{SVG}path") if p.get("class") == "glue")
             for sheet in board_of(20, 20)]  # fmt: skip
    assert [("v" in data, "h" in data) for data in glued] == [
        (True, True),
        (False, True),
        (True, False),
        (False, False),
    ]


def test_a_board_is_cut_between_spaces_and_beside_a_bar_where_that_is_near() -> None:
    assert cuts(400, 2, 5, [20 + 40 * k for k in range(9)], 17) == (0, 200, 400)  # and not through the middle one
    bar = [20 + 40 * k for k in range(4)] + [220 + 40 * k for k in range(4)]
    assert cuts(440, 2, 0, bar, 17) == (0, 200, 440)
    hexes = [30 * k for k in range(14)]  # of which every line hits some
    assert cuts(400, 2, 0, hexes, 25) == (0, 200, 400)


def test_names_on_a_board_in_parts_stand_beside_where_it_is_cut() -> None:
    name = '<text class="edge" x="100" y="50" font-size="10">Star</text>'
    assert off_cuts(name, ((0, 200), (0, 100))) == name
    for ends in (((0, 103, 200), (0, 100)), ((0, 200), (0, 48, 100))):
        (x, y) = (float(at) for at in re.findall(r' [xy]="([\d.]+)"', off_cuts(name, ends)))
        (cut_x,), (cut_y,) = ends[0][1:-1] or (0,), ends[1][1:-1] or (0,)
        assert abs(x - cut_x) > width("Star", bold=True) * 10 / 2
        assert not y - 7.5 < cut_y < y
    assert upright(((0, 50, 100), (0, 30, 200)), 200) == ((0, 170, 200), (0, 50, 100))


def test_a_page_says_how_what_is_on_it_is_cut_out() -> None:
    told = [" ".join(text.text or "" for text in sheet.iter(f"{SVG}text") if (text.get("class") or "")[:4] == "head")
            for sheet in of_pieces(site()[f"pages/{MOON}/sheets.md"] + deck())]  # fmt: skip
    assert "fold along the dashed lines" in told[0]
    assert any("Cut along the marks at the edges." in words for words in told)
    assert any("Cut along the outlines." in words for words in told)
    assert not [words for words in told if "backs of the page before" in words and "Cut" in words]


def extent(drawing: ElementTree.Element, at: tuple[float, float] = (0, 0), scale: float = 1) -> tuple[float, float]:
    """How far to the right and how far down it reaches, by its rectangles, circles and corners."""
    ends = [(0.0, 0.0)]
    for part in drawing:
        name = part.tag.removeprefix(SVG)
        moved = re.match(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", part.get("transform", ""))
        if name == "g" and not part.get("transform", "").startswith("rotate"):
            x, y, by = map(float, moved.groups()) if moved else (0.0, 0.0, 1.0)
            ends.append(extent(part, (at[0] + x * scale, at[1] + y * scale), scale * by))
        for x, y in corners(part, name):
            ends.append((at[0] + x * scale, at[1] + y * scale))
    return max(x for x, _ in ends), max(y for _, y in ends)


def corners(part: ElementTree.Element, name: str) -> list[tuple[float, float]]:
    x, y, wide, high, r = (float(part.get(key, 0)) for key in ("x", "y", "width", "height", "r"))
    if name == "rect":
        return [(x + wide, y + high)]
    if name == "circle":
        return [(float(part.get("cx", 0)) + r, float(part.get("cy", 0)) + r)]
    if name == "polygon":
        return [(float(x), float(y)) for x, y in (corner.split(",") for corner in part.get("points", "").split())]
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", part.get("d", ""))]


def test_a_page_on_paper_is_as_large_as_it_is_drawn() -> None:
    css = template("rulewright.css")
    assert f".sheet svg {{ width: {WIDE:g}mm; height: {HIGH:g}mm;" in css
    assert (WIDE + 2 * 5, HIGH + 2 * 5) == (210, 297)
    assert "@page sheet { size: A4; margin: 5mm; }" in css
    assert f".sheet.across svg {{ width: {HIGH:g}mm; height: {WIDE:g}mm; }}" in css
    assert "@page across { size: A4 landscape; margin: 5mm; }" in css


def test_tokens_are_as_wide_as_the_spaces_have_room_for() -> None:
    assert [token_width(spaces) for spaces in ([], [100], [20, 24], [2])] == [22, 22, 16, 8]


def test_every_picture_says_what_it_shows_and_no_name_stands_twice() -> None:
    for path, page in site().items():
        for drawing in sheets(page) if path.endswith(".md") else ():
            if drawing.get("aria-hidden") or drawing.get("aria-label"):  # what is in the midst of a sentence
                continue
            title, told = drawing.get("aria-labelledby", "").split()
            texts = {part.get("id"): part.text for part in drawing if part.tag.removeprefix(SVG) in ("title", "desc")}
            assert texts[title], path
            assert texts[told], path
        ids = re.findall(r' id="([^"]+)"', page) if path.endswith(".md") else []
        assert len(ids) == len(set(ids)), path


# ----------------------------------------------------------------------------------------------------------- bad input


def test_200_cards_are_on_as_many_pages_as_they_need() -> None:
    page = deck(copies="197")
    cards = [sheet for sheet in of_pieces(page) if "Worth" in (sheet.findtext(f"{SVG}desc") or "")]
    assert [len(pieces_on(sheet)) for sheet in cards] == [9] * 44 + [2] * 2
    assert [is_behind(sheet) for sheet in cards] == [False, True] * 23
    assert f"page 1 of {len(cards) + 1}" in page


@pytest.mark.parametrize("name", ["Donaudampfschifffahrtsgesellschaftskapitaen", "Very Long Name " * 12, "Aa " * 300])
def test_a_name_that_is_too_long_for_its_card_stays_on_it(name: str) -> None:
    name = name.strip()
    (sheet, _) = fronts(deck(name))
    inner = CARD[0] - 2 * EDGE
    (card,) = [g for g in sheet.iter(f"{SVG}g") if g.get("id") and "".join(g.itertext()).startswith(name[:5])]
    lines = [(float(t.get("font-size", 0)), t.get("class") in BOLD, t.text or "") for t in card.iter(f"{SVG}text")]
    assert all(width(text, bold) * size <= inner + 0.1 for size, bold, text in lines)
    assert all(float(t.get("y", 0)) <= CARD[1] - EDGE for t in card.iter(f"{SVG}text"))
    assert unescape(sheet.findtext(f"{SVG}desc") or "").startswith(f"3 × Card: {name}, Worth 7")


def test_text_shrinks_then_is_broken_then_is_left_out() -> None:
    assert fitted(("Lantern",), 55, 22, TITLE, bold=True) == (TITLE[0], ["Lantern"])
    size, lines = fitted(("Lighthouse Keeper’s Lantern",), 40, 12, TITLE, bold=True)
    assert TITLE[1] < size < TITLE[0]
    assert "…" not in "".join(lines)
    size, lines = fitted(("W" * 60,), 55, 22, TITLE, bold=True)
    assert (size, "".join(lines)) == (TITLE[1], "W" * 60)
    size, lines = fitted(("word " * 900,), 55, 22, (LARGEST, TITLE[1]))
    assert size == TITLE[1]
    assert lines[-1].endswith("…")
    assert len(lines) * size < 22


def test_markup_in_a_name_is_shown_as_text() -> None:
    sources = (deck_source(card=label, coin=label) for label in ("Zork Nasty", NASTY))
    of_nobody = (source.replace("5 for each Player", "5") for source in sources)  # so that it has no sign, but its name
    several = (f"{source}\npiece Medal\n    there is 1\n    starts in the Tray\n" for source in of_nobody)
    plain, nasty = (pages_of(source)["sample/sheets.md"] for source in several)
    (_, tokens) = fronts(nasty)
    (token, _) = [g for g in tokens.iter(f"{SVG}g") if g.get("id")]
    assert "".join(token.itertext()).replace(" ", "").lower() == NASTY.replace(" ", "").lower()
    tags = [re.findall(r"</?(?!text)[a-z]+", html_of(page)) for page in (nasty, plain)]
    assert tags[0] == tags[1]
    assert "49" not in re.sub(r'="[^"]*"', "", nasty)


def html_of(page: str) -> str:
    found: str = markdown.markdown(re.sub(r"\A---.*?---\n", "", page, flags=re.DOTALL), extensions=EXTENSIONS)
    return found


# -------------------------------------------------------------------------------------------------- what is on a card


HARBOUR = """game Harbour
    in English
    for 2 to 3 players: Red, Blue, Grey

Pair is one of one "Row/Sail", other "Sail/Row"

Tide is one of low, high

place Draw Pile
    there is one for each Player
    takes Cards
    keeps order
    seen by nobody

place Hand
    there is one for each Player
    takes Cards
    seen by the owner

place Desk
    there is one for each Player
    takes Orders
    seen by the owner

place Box
    takes Orders

place Sea
    takes Boats, Cards

board the Bay
    made of Berths in a ring of 6

table Mooring
    | Berth | Player |
    | S1    | Red    |
    | S3    | Blue   |
    | S5    | nobody |

only with 2 players
    table Rock
        | Berth |
        | S2    |

only with 3 players
    table Rock
        | Berth | Tide |
        | S2    | low  |
        | S4    | high |

piece Boat
    there are 2 for each Player
    starts in the Sea

piece Card

piece Plain Card, a Card
    there is one for each Player and Pair
    starts in the Hand of the owner

table Pair
    | Pair  | Upper | Lower |
    | one   | Row   | Sail  |
    | other | Sail  | Row   |

piece Rare Card, a Card
    starts in the Draw Pile of Red

table Rare Card
    | Feat  | Copies |
    | Storm | 2      |

piece Order "Secret Order"
    starts in the Box

table Order
    | Order | Points |
    | Crew  | 3      |
    | Calm  | 2      |

setup
    for each Player
        shuffle the Draw Pile of the Player

play
    for each Player
        the Player may Play or Dare
    for each Player that is first
        the Player wins

action Play a Plain Card
    only if the Plain Card is in the Hand of the Player
    move the Plain Card to the Sea
    do the Upper of the Pair of the Plain Card
    do the Lower of the Pair of the Plain Card

action Dare a Rare Card
    only if the Rare Card is in the Hand of the Player
    move the Rare Card to the Sea
    do the Feat of the Rare Card

power Row, a Deed
    the Player chooses one
        either Near
            the Player chooses a Boat in the Sea
            move the Boat to S1
        or Far
            the Player chooses a Boat in the Sea
            move the Boat to S4

power Sail, a Deed
    the Player chooses a Boat in the Sea
    move the Boat to S2

power Storm, a Feat
    move every Boat in the Sea to S3

a Player is first when
    there is an Order called one that is met by the Player

an Order is met by a Player when
    any of these
        the Order is Crew and there is no Boat in the Sea
        the Order is Calm and there is a Boat on S6
"""


@cache
def harbour() -> dict[str, str]:
    """Its pages, with two and with three players."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "harbour.rules"
        path.write_text(HARBOUR, "utf-8")
        book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    return Game(book).pages()


def drawn_as(page: str, title: str) -> ElementTree.Element:
    """How the first thing is drawn on which a title stands."""
    drawn = (g for sheet in fronts(page) for g in sheet.iter(f"{SVG}g") if g.get("id"))
    return next(g for g in drawn if "".join(g.itertext()).startswith(title))


def test_of_two_powers_on_a_card_the_one_on_top_can_be_read() -> None:
    card = drawn_as(harbour()["harbour/sheets.md"], "Row")
    upper, lower = card.findall(f"{SVG}g/{SVG}g")
    assert (upper.get("transform"), lower.get("transform")) == (None, "rotate(180 31.5 44)")
    texts = [" ".join(t.text or "" for t in half.iter(f"{SVG}text") if t.get("class") != "picture")
             for half in (upper, lower)]  # fmt: skip
    near, far = (f"Choose a boat from the Sea and put it on {place}." for place in ("S1", "S4"))
    assert [text.removesuffix(" R").removesuffix(" S") for text in texts] == [
        f"Row Choose one: • Near: {near} • Far: {far}", f"Sail {near.replace('S1', 'S2')}"]  # fmt: skip
    (face,) = card.findall(f"{SVG}g")
    assert [t.text for t in face.findall(f"{SVG}text")] == ["Plain Card", "Red"]


def test_a_card_without_a_name_is_called_by_the_power_that_it_bears() -> None:
    texts = [t.text for t in drawn_as(harbour()["harbour/sheets.md"], "Storm").iter(f"{SVG}text")]
    assert texts == ["Storm", "Put every boat from the Sea on S3.", "Rare Card"]


def test_what_the_rules_say_of_a_single_card_stands_on_it() -> None:
    page = harbour()["harbour/sheets.md"]
    crew, calm = (" ".join(drawn_as(page, name).itertext()) for name in ("Crew", "Calm"))
    assert "Crew Met: there is no boat in the Sea. Points 3 Secret Order" in crew
    assert "Calm Met: there is a boat on S6. Points 2 Secret Order" in calm


def test_what_can_lie_unseen_together_has_one_back_and_an_own_card_that_of_its_owner() -> None:
    page = harbour()["harbour/sheets.md"]
    backs = [sheet for sheet in of_pieces(page) if is_behind(sheet)]
    texts = {"".join(g.itertext()) for sheet in backs for g in sheet.iter(f"{SVG}g") if g.get("id")}
    assert texts == {"HarbourHarbour", "Secret OrderSecret Order"}  # for both ways up
    alone = HARBOUR.replace("starts in the Draw Pile of Red", "starts in the Sea").replace(
        "takes Cards", "takes Plain Cards"
    )
    behind = [sheet for sheet in of_pieces(pages_of(alone)["sample/sheets.md"]) if is_behind(sheet)]
    faces = [g.get("class", "") for sheet in behind for g in sheet.iter(f"{SVG}g")]
    styles = [css.removeprefix("card-face ") for css in faces if css.startswith("card-face")]
    assert set(styles) >= {"red", "blue"}


def test_what_all_see_of_a_card_that_nobody_sees_stands_on_its_back() -> None:
    text = HARBOUR.replace("Rare Card, a Card", "Rare Card, a Card\n    seen by nobody\n    has a Tide, seen by all")
    text = text.replace("Feat  | Copies", "Feat  | Tide | Copies").replace("Storm | 2", "Storm | high | 2")
    backs = [sheet for sheet in of_pieces(pages_of(text)["sample/sheets.md"]) if is_behind(sheet)]
    texts = {"".join(g.itertext()) for sheet in backs for g in sheet.iter(f"{SVG}g") if g.get("id")}
    assert texts == {"Plain CardPlain Card", "Rare CardHighRare CardHigh", "Secret OrderSecret Order"}  # all see which


def test_a_back_lies_behind_its_card_when_the_sheet_is_turned_over() -> None:
    front, behind, *_ = of_pieces(harbour()["harbour/sheets.md"])
    places = [[(float(u.get("x", 0)), u.get("y")) for u in pieces_on(sheet)] for sheet in (front, behind)]
    assert len(places[0]) == 9
    assert [(WIDE - CARD[0] - x, y) for x, y in places[1]] == places[0]
    words = [[self_told(sheet, use) for use in pieces_on(sheet)] for sheet in (front, behind)]
    assert [("Order" in told) for told in words[0]] == [told == 2 * "Secret Order" for told in words[1]]


def self_told(sheet: ElementTree.Element, use: ElementTree.Element) -> str:
    """What stands on what is shown at a place."""
    drawn = {g.get("id"): g for g in sheet.iter(f"{SVG}g")}
    return "".join(drawn[use.get("href", "")[1:]].itertext())


# ------------------------------------------------------------------------------------- with every number of players


def test_the_box_holds_what_is_needed_with_any_number_of_players() -> None:
    page = harbour()["harbour/sheets.md"]
    assert "| Number | Component | Printed as | 2 players | 3 players |" in page
    needed = {told: (count, *counts) for count, told, *counts in re.findall(
        r"^\| (\d+) \| (.*?) \| [^|]* \| (\d+) \| (\d+) \|$", page, re.MULTILINE)}  # fmt: skip
    assert needed["Boat (Grey)"] == ("2", "0", "2")
    assert needed["Boat (Red)"] == ("2", "2", "2")
    assert needed["Rare Card: Storm"] == ("2", "2", "2")
    drawn = [use for sheet in fronts(page) for use in pieces_on(sheet)]
    assert len(drawn) == counted(page) == sum(int(count) for count, *_ in needed.values())


def test_a_board_is_drawn_for_each_number_of_players_with_which_it_is_another() -> None:
    pages = harbour()
    heads = re.findall(r"<figcaption>(Harbour: Bay[^<]*)</figcaption>", pages["harbour/sheets.md"])
    assert heads == ["Harbour: Bay (2 players)", "Harbour: Bay (3 players)"]
    guide = pages["harbour/guide.md"]
    usual, other = (drawing for drawing in sheets(guide) if "6 berths" in (drawing.findtext(f"{SVG}desc") or ""))
    rocks = [[t.text for t in drawing.iter(f"{SVG}text") if t.text in ("low", "high")] for drawing in (usual, other)]
    assert rocks == [[], ["low", "high"]]
    assert len({t.get("font-size") for t in other.iter(f"{SVG}text") if t.get("class") == "inside"}) == 1
    assert guide.index("## With 3 players") < guide.index("Rocks: S2 low, S4 high.")


def test_spaces_of_a_table_are_in_the_colours_of_their_owners_and_a_legend_says_so() -> None:
    board = next(s for s in sheets(harbour()["harbour/sheets.md"]) if s.find(f".//{SVG}g[@class='board']") is not None)
    spaces = {p.get("class"): p.get("d", "").count("M") for p in board.iter(f"{SVG}path")}
    assert {css: spaces[css] for css in ("own red", "own blue", "own grey")} == dict.fromkeys(
        ("own red", "own blue", "own grey"), 1
    )
    assert spaces["space second lot"] == 1
    samples = Counter(r.get("class") for r in board.iter(f"{SVG}rect"))
    assert samples == {"body": 1, "own red": 1, "own blue": 1, "own grey": 1, "space": 4, "space second": 1}
    assert [t.text for t in board.iter(f"{SVG}text") if t.get("class") == "key"] == [
        "Moorings (Red)", "Moorings (Blue)", "Moorings", "Rocks",
    ]  # fmt: skip
    assert "Moorings: S1 (Red), S3 (Blue), S5. Rocks: S2." in (board.findtext(f"{SVG}desc") or "")


def test_what_a_table_tells_of_a_number_on_a_card_stands_there_too() -> None:
    level = "Level is from 1 to 3\n\ntable Level\n    | Level | Toll |\n    | 1     | low  |\n    | 3     | high |\n\n"
    source = deck_source(copies="1").replace("place Pile", f"Toll is one of low, high\n\n{level}place Pile", 1)
    source = source.replace("| Worth |", "| Level |").replace("| 7     |", "| 3     |")
    card = drawn_as(pages_of(source)["sample/sheets.md"], "Lantern")
    assert [t.text for t in card.iter(f"{SVG}text")] == ["Lantern", "3", "Level", "High", "Card"]


LADDER = """game Ladder
    for 2 players: Left, Right

Weather is one of calm, storm

board Ladder
    made of Rungs in a line of 4

table Omen
    | Rung | Weather |
    | S2   | storm   |
    | S3   | calm    |

piece Gull
    there are 2 for each Player
    starts on S1

look
    storm is red

play
    nobody wins
"""


def test_spaces_have_the_colour_of_what_a_table_tells_of_them() -> None:
    """On the board and in its legend; that of which no colour is said has none."""
    page = pages_of(LADDER)["sample/sheets.md"]
    (board,) = [sheet for sheet in sheets(page) if "Ladder" in (sheet.findtext(f"{SVG}title") or "")][:1]
    tinted = [part for part in board.iter(f"{SVG}path") if part.get("class") == "own red"]
    assert (len(tinted), tinted[0].get("d", "").count("M")) == (1, 1)


def test_sorts_begin_at_one_edge_and_dice_lie_on_a_page_of_their_own() -> None:
    tokens, dice = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    assert "dice, page 2 of 2" in (dice.findtext(f"{SVG}title") or "")
    heads = {
        text.text: float(text.get("x", 0)) for text in tokens.iter(f"{SVG}text") if text.get("class") == "sort left"
    }
    assert list(heads) == ["Installations (15)", "Asteroids (15)", "Shields (3)", "Counters (3)"]
    assert [left == IN for left in heads.values()] == [True, True, True, False]  # the last beside the one before it
    told = " ".join(text.text or "" for text in dice.iter(f"{SVG}text"))
    assert told.index("Chaos Bomb") < told.index("Combat Dice (3)")  # what leaves room in a row comes last
    assert "Chaos Bomb: a die that shows its Level" in told
    assert "the die stands on this base" in told
    assert len(bases_on(dice)) == 1
    nets = [g for g in dice.iter(f"{SVG}g") if g.get("id") and list(g.iter(f"{SVG}path"))]
    assert sum(len([p for p in g.iter(f"{SVG}path") if p.get("class") == "tab"]) == len(TABS) for g in nets) == 2


def test_above_the_first_of_each_sort_stands_what_it_is_called() -> None:
    (sheet,) = of_pieces(pages_of(LADDER)["sample/sheets.md"])
    assert [text.text for text in sheet.iter(f"{SVG}text") if text.get("class") == "sort left"] == ["Gulls (4)"]


def test_what_goes_on_from_the_page_before_has_its_name_there_too() -> None:
    heads = [[text.text for text in sheet.iter(f"{SVG}text") if text.get("class") == "sort left"]
             for sheet in of_pieces(site()["pages/othello/sheets.md"])]  # fmt: skip
    assert heads == [["Discs (64)"], ["Discs"]]


def test_two_sides_of_a_disc_are_whole_and_hang_together_where_they_are_folded() -> None:
    one, other = (Face("Man", body=Body(colour=colour)) for colour in ("black", "white"))
    wide, high, _ = folded_discs(Item("token", 1, one, turned=other), other, 20.0)
    assert (wide, high) == (40.0, 20.0)


def test_a_tile_lies_as_the_spaces_of_its_board_do_and_is_folded_at_a_side() -> None:
    for flat in (False, True):
        body = Body("tile", "red", icon="star", six=True, flat=flat)
        wide, high, drawn = sides(
            Item("token", 1, Face("Mine", body=body), back=Face("Mine", body=body)), 22.0, Names()
        )
        assert (wide < high, "rotate(180)" in drawn) == (flat, flat)  # a back below is upside down


def test_what_can_become_something_with_an_icon_is_turned_over_then() -> None:
    page = site()["pages/english_draughts/sheets.md"]
    assert "icon-crown" in page
    assert "on its back: crowned" in page


def test_of_tiles_of_each_colour_these_stand_below_one_another_where_no_row_has_room() -> None:
    (tiles, *_) = of_pieces(site()[f"pages/{MOON}/sheets.md"])
    lying = [
        (float(u.get("x", 0)), u.get("href")) for u in tiles.iter(f"{SVG}use") if "piece-" in (u.get("href") or "")
    ]
    columns = Counter(x for x, _ in lying[:15])
    assert sorted(columns.values()) == [5, 5, 5]


def test_portuguese_sheets_have_their_article_and_comma() -> None:
    mats, sizes = (site()[f"pages/{game}/pt/sheets.md"] for game in ("kuhn_poker", MOON))
    assert "Painel do Primeiro" in mats
    assert "ficha, 41,6 mm de largura" in sizes
    assert not re.search(r"\d\.\d mm", sizes)


def test_in_a_deck_of_pictures_a_card_without_one_bears_letters() -> None:
    faces = [Face("Hack", icon="laptop"), Face("Shield", icon="shield"), Face("Balance"), Face("Jumpgate")]
    items = [Item("card", 1, face, back=Face("Technology")) for face in faces]
    assert [item.face.letters for item in lettered(items)] == ["", "", "B", "J"]
    few = [Item("card", 1, face, back=Face("Technology")) for face in faces[1:]]
    assert {item.face.letters for item in lettered(few)} == {""}  # most have no picture


def test_a_card_that_points_somewhere_has_a_counter_for_the_board() -> None:
    field = "board the Field\n    made of Squares in a grid of 3 by 3\n\nplace Pile\n"
    source = deck_source(card="ship").replace("place Pile\n", field)
    source = source.replace("starts in the Pile", "has a Direction called heading, seen by all\n    starts in the Tray")
    page = pages_of(source)["sample/sheets.md"]
    assert ("Lantern</text>" in page, "for the board, which point the way" in page) == (True, True)


def test_a_card_bears_the_letters_that_a_sentence_says() -> None:
    page = pages_of(f'{deck_source()}\nlook\n    Lantern is marked "♠L"\n')["sample/sheets.md"]
    assert ">♠L</text>" in page


def test_a_thing_on_a_disc_bears_whose_it_is() -> None:
    body = Body("house", "yellow", owner="blue")
    drawn = token_of(Item("token", 1, Face("Building", body=body), alone=True), 20.0)
    assert "sign-blue" in drawn
