"""What is on sheets beside boards and tokens, and how it is told there: strips, mats, colours, letters, words."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from dsl.pages.cards.paper import POINT, width
from dsl.pages.cards.sides import SMALLEST
from dsl.pages.drawings.asides import Panel
from dsl.pages.drawings.pieces import Body
from dsl.pages.print_kit.card_backs import card_back
from dsl.pages.print_kit.components import Components
from dsl.pages.print_kit.items import Face, Half, Item
from dsl.pages.print_kit.playing_cards import CARD, EDGE, LEAST, MIDDLE, even
from dsl.pages.print_kit.sheets import HIGH, WIDE, cut_out, sizes_of, token_width
from dsl.prose.speech import Speech
from tests.published import game_of, site
from tests.test_documents import pages_of
from tests.test_drawing_laws import CAPITALS, TIGHT, overlap, symbol_of
from tests.test_sheets import SVG, drawn_as, fronts, sheets

NOVA = "nova_raiders"
LAGOON = """game Lagoon
    in English
    for 2 players: Red, Blue

board the Water
    made of Spots in a ring-board of 6 by 9 by 12 by 15

place Shed
    takes Lids

place Tray
    takes Letters

place Middle
    takes Lids

place Shelf
    there are 2 for each Player
    takes Bottles
    "The left one is yours to fill."

place Pile
    there is one for each Player
    takes Letters
    keeps order
    seen by nobody

place Hand
    there is one for each Player
    takes Letters
    seen by the owner

piece Lid
    there are 2
    starts in the Shed

piece Bottle "green bottle"
    there are 2
    starts on A2

piece Jug "grey jug"
    there is one for each Player
    starts on A1

piece Letter
    starts in the Pile of Red

table Letter
    | Letter | Deed  |
    | Long   | Sweep |
    | Brief  | Greet |
    | Fond   | Greet |
    | Stern  | Pause |

chapter "Letters"

"Brief: you may greet again. Fond, Stern: nobody reads it aloud."

setup
    shuffle the Pile of Red

play
    for each Player
        the Player may Send
    nobody wins

action Send a Letter
    only if the Letter is in the Hand of the Player
    move the Letter to the Tray
    do the Deed of the Letter

power Greet, a Deed
    in short "Wave to everybody."
    move a Lid in the Shed to the Middle

power Sweep, a Deed
    tidy

power Pause, a Deed
    "Nothing happens."

to tidy
    in short "Put one lid away."
    move a Lid in the Middle to the Shed

a Spot is shut when the ring of the Spot is at most the number of Lids in the Middle
"""


@cache
def lagoon() -> str:
    return pages_of(LAGOON)["sample/sheets.md"]


def titled(page: str, words: str) -> list[ElementTree.Element]:
    return [sheet for sheet in sheets(page) if words in (sheet.findtext(f"{SVG}title") or "")]


def words_on(drawing: ElementTree.Element) -> str:
    return " ".join(text.text or "" for text in drawing.iter(f"{SVG}text"))


# -------------------------------------------------------------------------------------------------------------- strips


def test_pieces_that_cover_rings_are_as_wide_as_these() -> None:
    (board,), (strips,) = titled(lagoon(), "Water"), titled(lagoon(), "Lid")
    moved = [sheet.find(f"{SVG}g[@transform]") for sheet in (board, strips)]
    assert moved[0] is not None
    assert moved[1] is not None
    assert moved[0].get("transform") == moved[1].get("transform")  # one lies on the other
    outer, inner = strips.iter(f"{SVG}circle")
    middle = float(outer.get("cx", 0)), float(outer.get("cy", 0))
    spots = {"".join(t.itertext()): (float(t.get("x", 0)), float(t.get("y", 0)) - 4) for t in board.iter(f"{SVG}text")}
    covered = [name for name, at in spots.items() if distance(at, middle) < float(outer.get("r", 0))]
    assert covered.pop() == "Middle"
    assert covered == [f"{ring}{n}" for ring, count in (("A", 6), ("B", 9)) for n in range(1, count + 1)]
    assert [n for n in covered if distance(spots[n], middle) < float(inner.get("r", 0))] == covered[:6]
    assert words_on(strips).endswith("Lid 2 B1–B9 Lid 1 A1–A6 50 mm: print at 100 %")
    assert "| 2 | Lid | disc and rings, as wide as those of the board |" in lagoon()


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at most the number of Lids in the Middle", "the number of Lids in the Middle"),  # no rings from the inside on
        ("piece Lid\n    there are 2\n", "piece Lid\n    there are 5\n"),  # more than there are rings
    ],
)
def test_pieces_that_cover_no_rings_are_tokens(old: str, new: str) -> None:
    assert old in LAGOON
    page = pages_of(LAGOON.replace(old, new))["sample/sheets.md"]
    assert re.search(r"\| \d \| Lid \| token, \d+ mm wide \|", page)
    assert not titled(page, "Lagoon: Lid")


# ---------------------------------------------------------------------------------------------------------------- mats


def test_each_player_has_a_mat_with_the_places_on_the_table() -> None:
    for seat, colour in (("Red", "red"), ("Blue", "blue")):
        (mat,) = titled(lagoon(), f"Mat of {seat}")
        assert mat.findtext(f"{SVG}desc") == "2 × Shelf, 1 × Pile"
        ground, band, *places = mat.iter(f"{SVG}rect")
        assert (ground.get("class"), band.get("class")) == ("ground", "band")
        assert {place.get("class") for place in places} == {f"area {colour}", "spot"}
        assert f"#sign-{colour}" in {use.get("href") for use in mat.iter(f"{SVG}use")}
        assert "The left one is yours to fill." in words_on(mat)
        assert [rect.get("height") for rect in places if rect.get("class") == "spot"] == ["88"]  # of the one for cards
        assert_apart(areas_of(mat))


Area = tuple[float, float, float, float]


def areas_of(mat: ElementTree.Element) -> list[Area]:
    """Where the places of a mat are: left, top, right and bottom."""
    found = []
    for group in mat.iter(f"{SVG}g"):
        place = re.match(r"translate\(([\d.]+) ([\d.]+)\)$", group.get("transform") or "")
        area = next((one for one in group.iterfind(f"{SVG}rect") if "area" in (one.get("class") or "")), None)
        if place and area is not None:
            left, top = float(place[1]), float(place[2])
            found.append((left, top, left + float(area.get("width", 0)), top + float(area.get("height", 0))))
    return found


def assert_apart(areas: list[Area]) -> None:
    """They lie on a page that lies across, none on another."""
    for a in areas:
        assert 0 < a[0] < a[2] < HIGH
        assert 0 < a[1] < a[3] < WIDE
        assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for b in areas if a is not b)


def test_places_of_a_mat_are_called_by_what_sets_them_apart() -> None:
    sides = LAGOON.replace("place Tray\n", "Side is one of left, right\n\nplace Tray\n")
    pages = pages_of(sides.replace("there are 2 for each Player", "there is one for each Player and Side"))
    (mat,) = titled(pages["sample/sheets.md"], "Mat of Red")
    titles = [text.text for text in mat.iter(f"{SVG}text") if "title" in (text.get("class") or "")]
    assert titles == ["Left shelf", "Right shelf", "Pile"]


def outlines(mat: ElementTree.Element) -> int:
    """How many pieces have room on a mat, as it is drawn."""
    return sum("spot" in (part.get("class") or "").split() for part in mat.iter())


@pytest.mark.parametrize("most", [2, 5, 6, 25, 30])
def test_how_much_has_room_in_a_place_is_seen(most: int) -> None:
    room = LAGOON.replace("takes Bottles", f"takes at most {most} Bottles")
    mats = titled(pages_of(room)["sample/sheets.md"], "Mat of Red")
    assert sum(map(outlines, mats)) == 2 * most + 1  # of two shelves, and the one for cards
    for mat in mats:
        assert_apart(areas_of(mat))


def test_more_than_can_be_seen_at_once_is_not_drawn() -> None:
    (mat,) = titled(
        pages_of(LAGOON.replace("takes Bottles", "takes at most 99 Bottles"))["sample/sheets.md"], "Mat of Red"
    )
    assert outlines(mat) == outlines(titled(lagoon(), "Mat of Red")[0])


def test_where_order_counts_so_many_are_seen_as_have_room() -> None:
    row = "place Row\n    there is one for each Player\n    keeps order\n    takes at most 3 Bottles\n\nplace Pile\n"
    limited = titled(pages_of(LAGOON.replace("place Pile\n", row, 1))["sample/sheets.md"], "Mat of Red")
    endless = row.replace("at most 3 ", "")
    other = titled(pages_of(LAGOON.replace("place Pile\n", endless, 1))["sample/sheets.md"], "Mat of Red")
    assert sum("wedge" in (part.get("class") or "") for mat in limited for part in mat.iter()) == 0
    assert sum("wedge" in (part.get("class") or "") for mat in other for part in mat.iter()) == 1
    assert sum(map(outlines, limited)) == sum(map(outlines, [titled(lagoon(), "Mat of Red")[0]])) + 3


def test_what_is_said_above_cards_has_letters_of_one_size() -> None:
    """However long one of it is; and where the name of a place asks for no icon, its owner's sign stands."""
    long = '"It holds letters that somebody has written to you and that nobody but you has read until now."'
    row = f'place Box\n    there is one for each Player\n    takes Letters\n    "Short."\n    {long}\n\nplace Pile\n'
    told = LAGOON.replace("place Pile\n", row, 1).replace("    keeps order\n", '    keeps order\n    "Short."\n', 1)
    (mat,) = titled(pages_of(told)["sample/sheets.md"], "Mat of Red")
    carded = [g for g in mat.iter(f"{SVG}g") if any(r.get("class") == "spot" for r in g.iterfind(f"{SVG}rect"))]
    said = [text for g in carded for text in g.iterfind(f"{SVG}text") if text.get("class") == "said left"]
    assert (len(carded), len({text.get("font-size") for text in said})) == (2, 1)
    assert any(use.get("href") == "#sign-red" for g in carded for use in g.iterfind(f"{SVG}use"))


TURNS = """play
    take turns from Red
        do Bottling
        the Player may Send

phase Bottling
    in short "Take a bottle (see Send). It is looked at by h. c. fish."
    the active Player may Send
"""


def test_a_mat_tells_the_steps_of_a_turn_where_there_is_room() -> None:
    (mat,) = titled(pages_of(replayed(TURNS))["sample/sheets.md"], "Mat of Red")
    assert mat.findtext(f"{SVG}desc") == "2 × Shelf, 1 × Pile, 1 × Your turn"
    assert len(areas_of(mat)) == 4
    assert_apart(areas_of(mat))
    said = [text.text for text in mat.iter(f"{SVG}text") if text.get("class") in ("on", "step said left")]
    assert said[(first := said.index("1")) : first + 6] == [
        "1",
        "Take a bottle.",
        "2",
        "It is looked at by h. c. fish.",
        "3",
        "You may send a letter.",
    ]
    assert "Your turn" not in words_on(titled(lagoon(), "Mat of Red")[0])  # where nobody takes turns


def test_steps_of_a_turn_that_have_no_room_are_left_out() -> None:
    long = TURNS.replace("Take a bottle", "Take a bottle and put it back " * 60)
    (mat,) = titled(pages_of(replayed(long))["sample/sheets.md"], "Mat of Red")
    assert mat.findtext(f"{SVG}desc") == "2 × Shelf, 1 × Pile"


def replayed(turns: str) -> str:
    """The lagoon with another course of play."""
    return LAGOON[: LAGOON.index("play\n")] + turns + "\n" + LAGOON[LAGOON.index("action Send") :]


def test_one_place_alone_is_no_mat() -> None:
    pages = site()
    assert not titled(pages["pages/go/sheets.md"], "Mat of")
    mats = titled(pages[f"pages/{NOVA}/sheets.md"], "Mat of")
    assert {mat.findtext(f"{SVG}title", "").split()[4] for mat in mats} == {"Red", "Blue", "Brown", "White"}


# ------------------------------------------------------------------------------------------------------------- colours


def test_a_piece_of_nobody_has_the_colour_that_it_is_called_by() -> None:
    drawn = [g[0].get("class") or "" for sheet in fronts(lagoon()) for g in sheet.iter(f"{SVG}g") if g.get("id")]
    tokens = [css.removeprefix("piece ") for css in drawn if css.startswith("piece ")]
    assert tokens == ["green", "red", "blue"]  # jugs are called grey, but owners come first
    assert colour(site()[f"pages/{NOVA}/sheets.md"], "Red ship") == "piece red"


def colour(page: str, words: str, nth: int = 0) -> str | None:
    drawn = [g for sheet in fronts(page) for g in sheet.iter(f"{SVG}g") if g.get("id")]
    return [g for g in drawn if words_on(g).startswith(words)][nth][0].get("class")


def light(colour: str) -> float:
    """How light a colour is, from 0 to 1, as WCAG 2 counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ------------------------------------------------------------------------------------------------------- words, letters


def test_cards_say_what_powers_do_in_the_short_words_of_the_designer() -> None:
    told = {name: words_on(drawn_as(lagoon(), name)) for name in ("Long", "Brief", "Fond", "Stern")}
    assert told["Long"] == "Long Tidy. Tidy: Put one lid away. Sweep Letter"
    assert told["Fond"] == "Fond Nobody reads it aloud. Wave to everybody. Greet Letter"


def test_a_card_tells_the_exception_that_always_counts_in_place_of_its_power() -> None:
    changed = f"{LAGOON}\nexception Hush, instead of Greet\n    move a Lid in the Middle to the Shed\n"
    told = words_on(drawn_as(pages_of(changed)["sample/sheets.md"], "Fond"))
    assert "See Hush." in told
    assert "Wave" not in told


def test_words_that_begin_with_the_names_of_cards_stand_on_these() -> None:
    assert "You may greet again." in words_on(drawn_as(lagoon(), "Brief"))
    assert "Nobody reads it aloud." in words_on(drawn_as(lagoon(), "Stern"))
    assert "aloud" not in words_on(drawn_as(lagoon(), "Long"))
    nova = site()[f"pages/{NOVA}/sheets.md"]
    assert "One of your bays is higher than every bay of every other player." in words_on(drawn_as(nova, "High Tower"))


def test_no_letters_on_cards_are_smaller_than_on_reference_cards() -> None:
    assert LEAST == SMALLEST * POINT
    drawn = [g for sheet in fronts(site()[f"pages/{NOVA}/sheets.md"]) for g in sheet.iter(f"{SVG}g") if g.get("id")]
    cards = [g for g in drawn if any(is_card(rect) for rect in g.iter(f"{SVG}rect"))]
    letters = [float(text.get("font-size", 0)) for card in cards for text in card.iter(f"{SVG}text")]
    assert len(cards) > 50
    assert min(letters) >= round(LEAST, 2)


def is_card(rect: ElementTree.Element) -> bool:
    return (rect.get("width"), rect.get("height")) == ("63", "88")


def test_a_half_that_needs_more_room_gets_it() -> None:
    brief, long = Half("Up", ("Go.",)), Half("Down", ("Go where nobody has gone before and stay there. " * 12,))
    ends = [cut_ends(brief, other) for other in (brief, long)]
    assert ends[0] == [even(), even()]
    assert sum(ends[1]) == pytest.approx(sum(ends[0]), abs=0.1)
    assert ends[1][1] > even() + 10
    drawing = ElementTree.fromstring(f"<svg>{cut(brief, long)}</svg>")
    assert "…" not in words_on_plain(drawing)
    tops = [float(t.get("font-size", 0)) for t in drawing.iter("text")]
    assert min(tops) >= round(LEAST, 2)


def cut(*halves: Half) -> str:
    item = Item("card", 1, Face("Up", halves=halves))
    return cut_out(item, sizes_of({item: token_width([])})).drawing


def cut_ends(*halves: Half) -> list[float]:
    """How far from its own edge each half ends."""
    (found,) = re.findall(r'class="fold" d="M[\d.]+ ([\d.]+)H', cut(*halves))
    return [float(found) - MIDDLE / 2, CARD[1] - float(found) - MIDDLE / 2]


def words_on_plain(drawing: ElementTree.Element) -> str:
    return " ".join(text.text or "" for text in drawing.iter("text"))


# ---------------------------------------------------------------------------------------------------- what is no card


TILED = LAGOON.replace(
    "setup\n    shuffle",
    "look\n    a Letter is drawn as a tile\n    a Letter is blue\n\nsetup\n    shuffle",
)


def test_what_a_sentence_says_is_drawn_as_a_tile_is_printed_as_one_with_its_back() -> None:
    page = pages_of(TILED)["sample/sheets.md"]
    assert "| 1 | Letter: Fond, Greet | tile, " in page
    assert "| card, " not in page
    assert "| 1 | Letter: Fond, Greet | card, 63 × 88 mm |" in lagoon()


GROVE = """game Grove
    in English
    for 2 players: Red, Blue

board the Field
    made of Cells in a grid of 4 by 4

board the Barn
    made of Stalls in a grid of 12 by 12

place Sack
    takes Leaves
    seen by nobody

piece Leaf
    two are Leaves
    can be face-up
    seen by nobody until face-up

piece Elm, a Leaf
    there are 2
    starts in the Sack
    has a Direction called heading
    shows Directions linked to each Direction

table Elm
    | Elm  | Copies | Lines          |
    | Fern | 2      | north to south |

piece Oak, a Leaf
    there are 2
    starts in the Sack

piece Cow
    there are 2
    starts on A1 of the Barn

piece Coin
    starts on A1 of the Field
    there is one for each Player

table Coin
    | Taste |
    | sweet |
    | sour  |

Taste is one of sweet, sour

look
    a Leaf is drawn as a tile

play
    Red must Lay

action Lay
    chance chooses a Leaf in the Sack
    the Leaf becomes face-up
    move the Leaf to A2
    the Player wins
"""


@cache
def grove() -> str:
    return pages_of(GROVE)["sample/sheets.md"]


def test_a_piece_is_as_large_as_the_spaces_of_the_board_on_which_it_is_placed() -> None:
    sizes = dict(re.findall(r"\| 2 \| (\w+)[^|]* \| \w+, ([\d.]+) mm wide", grove()))
    assert float(sizes["Cow"]) < float(sizes["Elm"]) == float(sizes["Oak"])


def test_tiles_with_lines_and_those_without_look_the_same_from_behind() -> None:
    drawn = [g for sheet in fronts(grove()) for g in sheet.iter(f"{SVG}g") if g.get("id")]
    folded = [g for g in drawn if g.find(f"{SVG}path[@class='fold']") is not None]
    assert len(folded) == 2
    assert len({ElementTree.tostring(g.findall(f"{SVG}g")[0]) for g in folded}) == 1


def test_tokens_of_one_name_bear_what_tells_them_apart() -> None:
    assert {"Sweet", "Sour"} <= {words_on(g) for sheet in fronts(grove()) for g in sheet.iter(f"{SVG}g")}


# -------------------------------------------------------------------------------------------------------- laws of decks


WITH_CARDS = ("nova_raiders", "nebula_rush", "leduc_poker", "kuhn_poker")
BOLD = ("heading", "heading left", "value right", "foot left", "foot right", "said left bold", "picture")
Box = tuple[float, float, float, float]


@pytest.mark.parametrize("name", WITH_CARDS)
def test_all_cards_of_a_deck_have_letters_of_one_size(name: str) -> None:
    components = Components(book_speech(name))
    decks: dict[str, list[Item]] = {}
    items = [item for item in components.items() if item.make == "card"]
    sizes = sizes_of(dict.fromkeys(items, token_width([])))
    for item in items:
        decks.setdefault(item.back.title if item.back else item.face.kind or item.face.title, []).append(item)
    for deck in decks.values():
        drawings = [ElementTree.fromstring(f"<svg>{cut_out(item, sizes).drawing}</svg>") for item in deck]
        for css in (("heading", "heading left"), ("said left", "said left bold", "name left", "value right")):
            found = {t.get("font-size") for one in drawings for t in one.iter("text") if t.get("class") in css}
            assert len(found) <= 1, (deck[0].told, css)


@pytest.mark.parametrize("name", WITH_CARDS)
def test_nothing_on_a_card_leaves_it_or_lies_on_other_words(name: str) -> None:
    for card in cards_of(name):
        for part in [card, *card.iterfind("g/g")]:
            told = [(t.text, room) for t in part.findall("text") if (room := room_of(t))]
            out = [t for t, b in told if b[0] < 0 or b[2] > CARD[0] or b[1] < 0 or b[3] > CARD[1]]
            assert out == []
            assert [(one, other) for (one, a), (other, b) in combinations(told, 2) if overlap(a, b)] == []
            symbols = [symbol_of(use) for use in part.findall("use") if use.get("class") != "pale"]
            assert [text for text, a in told for b in symbols if overlap(a, b)] == []


def test_arrows_on_a_card_are_drawn_as_a_sentence_says() -> None:
    said = "look\n    a Letter has arrows {}\n\nsetup\n"
    for way, count in (("up and down", 1), ("left and right", 2)):
        page = pages_of(LAGOON.replace("setup\n", said.format(way), 1))["sample/sheets.md"]
        paths = [path for path in drawn_as(page, "Fond").iter(f"{SVG}path") if path.get("class") == "arrow"]
        assert [path.get("d", "").count("z") for path in paths] == [count]
    assert 'class="arrow"' not in lagoon()


def test_cards_that_are_laid_in_a_row_are_drawn_as_actions_lay_them() -> None:
    row = game_of(NOVA).printing.row
    assert row is not None
    assert [(card.name, card.sideways) for card in row.cards] == [
        ("Play", False),
        ("Link", True),
        ("Play", False),
        ("Add", False),
    ]
    guide, mat = site()[f"pages/{NOVA}/guide.md"], words_on(titled(site()[f"pages/{NOVA}/sheets.md"], "Mat of Red")[0])
    assert guide.count('id="row-of-cards-title"') == 1
    assert "Row of cards" in mat
    assert mat.endswith("Row of cards Play Link Play Add 50 mm: print at 100 %")
    assert "### Row of cards" in site()[f"pages/{NOVA}/card.md"]
    assert 'class="board row"' not in "".join(pages_of(LAGOON).values())  # nothing lies sideways there


def test_a_text_that_begins_with_a_word_of_one_letter_keeps_its_space() -> None:
    texts = {text for item in game_of(NOVA).printing.items for text in item.face.text}
    assert any(text.startswith("A ship that is not yours") for text in texts)


def test_decks_are_told_apart_by_their_backs_and_cards_of_one_are_not() -> None:
    backs: dict[str, set[Face]] = {}
    for item in game_of(NOVA).printing.items:
        if item.make == "card" and item.back:
            backs.setdefault(item.back.title, set()).add(item.back)
    assert {title: len(found) for title, found in backs.items()} == dict.fromkeys(backs, 1)
    assert len({back.deck for found in backs.values() for back in found}) == len(backs) > 2


def test_cards_that_all_see_to_be_of_one_kind_or_another_are_no_deck_even_where_they_lie_together() -> None:
    backs = {item.back for item in game_of("nebula_rush").printing.items if item.make == "card" and item.back}
    titles = {back.title for back in backs}
    assert titles == {"SRS Card", "Befallen Card", "Clue", "Ship", "Ship Appearance card"}
    unnamed = {re.sub(r"<text.*?</text>|deck-[0-9]", "", "".join(card_back(back))) for back in backs}
    assert len(unnamed) == len(titles)  # told apart without colours and words, too


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_colour_of_a_card_is_told_by_its_sign_too(name: str) -> None:
    for card in cards_of(name):
        (face,) = card.findall("g")
        colour = (face.get("class") or "").removeprefix("card-face").strip()
        assert not colour or f"#sign-{colour}" in {use.get("href") for use in card.iter("use")}


@cache
def cards_of(name: str) -> list[ElementTree.Element]:
    items = [item for item in Components(book_speech(name)).items() if item.make == "card"]
    sizes = sizes_of(dict.fromkeys(items, token_width([])))
    return [ElementTree.fromstring(f"<svg>{cut_out(item, sizes).drawing}</svg>") for item in items]


def book_speech(name: str) -> Speech:
    return game_of(name).speech


def room_of(text: ElementTree.Element) -> Box | None:
    size, css = float(text.get("font-size", 0)), text.get("class") or ""
    x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), width(text.text or "", css in BOLD) * size * TIGHT
    left = x if css.split()[1:2] == ["left"] else x - wide if css.endswith("right") else x - wide / 2
    return left, y - CAPITALS * size, left + wide, y


# ----------------------------------------------------------------------------------------------------------- bad input


def test_what_has_no_room_on_a_half_ends_in_dots_there() -> None:
    huge = Half("Donaudampfschifffahrtsgesellschaftskapitaen " * 3, ("Go where nobody has gone before. " * 90,))
    drawing = cut(huge, huge)
    assert cut_ends(huge, huge) == [even(), even()]
    placed = [(float(y), said) for y, said in re.findall(r'<text class="said[^>]* y="([\d.]+)"[^>]*>([^<]*)', drawing)]
    assert max(y for y, _ in placed) < even()
    assert sum(said.endswith("…") for _, said in placed) == 2
    assert re.findall(r'class="said left"[^>]* font-size="([\d.]+)"', drawing).count("2.29") > 10


def test_a_mat_shows_what_lies_in_its_places_when_the_game_begins() -> None:
    mats = titled(site()["pages/hyperline/sheets.md"], "Mat of Amber")
    assert {"Pod", "Engine", "Weapon", "Shield", "Scanner"} <= {*words_on(mats[0]).split()}
    assert "×15" in words_on(titled(site()["pages/backgammon/sheets.md"], "Mat of White")[0])


def test_a_mat_of_many_places_with_long_names_goes_on_on_further_pages() -> None:
    place = 'place Cup{0} "{1} {0}"\n    there is one for each Player\n    takes Bottles\n    "{2}"\n\n'
    name, said = "Donaudampfschifffahrtsgesellschaft <b>", "Never empty it. " * 40
    source = LAGOON.replace("place Pile\n", "".join(place.format(n, name, said) for n in range(20)) + "place Pile\n", 1)
    page = pages_of(source)["sample/sheets.md"]
    mats = titled(page, "Mat of Red")
    assert len(mats) > 1
    assert sum(len(areas_of(mat)) for mat in mats) == 23
    for mat in mats:
        assert_apart(areas_of(mat))
        for group in (
            group for group in mat.iter(f"{SVG}g") if group.find(f"{SVG}rect[@class='area red']") is not None
        ):
            area = group.find(f"{SVG}rect[@class='area red']")
            assert area is not None
            for text in group.iterfind(f"{SVG}text"):
                bold = text.get("class") == "title left"
                wide = width(text.text or "", bold) * float(text.get("font-size", 0))
                assert wide <= float(area.get("width", 0)) - 2 * EDGE + 0.1
                assert float(text.get("y", 0)) < float(area.get("height", 0))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_what_is_said_in_short_of_several_lanes_stands_below_the_name_of_each_on_a_mat() -> None:
    (mat,) = titled(site()[f"pages/{NOVA}/sheets.md"], "Mat of Red")
    assert words_on(mat).count("A bay has room for any number of shards.") == 3
    assert [f"Cargo bay {number}" in words_on(mat) for number in (1, 2, 3)] == [True, True, True]


def test_no_card_covers_what_is_said_of_its_place_on_a_mat() -> None:
    (mat,) = titled(site()[f"pages/{NOVA}/sheets.md"], "Mat of Red")
    (place,) = [group for group in mat.iter(f"{SVG}g") if "It lies face up." in {text.text for text in group}]
    (card,) = place.iterfind(f"{SVG}rect[@class='spot']")
    assert all(float(text.get("y", 0)) < float(card.get("y", 0)) for text in place.iterfind(f"{SVG}text"))


def test_a_sheet_of_cards_says_of_which_decks_they_are() -> None:
    assert titled(site()[f"pages/{NOVA}/sheets.md"], ": Basic Action cards, page 1 of")
    assert titled(site()[f"pages/{NOVA}/sheets.md"], ": Basic Action cards, Special Action cards, page ")


def test_many_pieces_stay_in_their_panel() -> None:
    wide = Panel("Supply", (Body(),) * 12, "", room=240).size[0]
    assert wide <= 240
    assert Panel("Supply", (Body(),) * 3, "", room=240).size[0] < wide


def test_a_long_name_leaves_a_narrow_panel_its_rim() -> None:
    assert Panel("First’s row of ship cards before", (Body(),), "", room=240).size[0] <= 240
