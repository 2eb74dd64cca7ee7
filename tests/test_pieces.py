"""How things look without a sentence about it: styles of boards, forms of pieces, and what is drawn of a piece."""

from __future__ import annotations

import re
from dataclasses import replace
from math import hypot

import pytest

from dsl import resources
from dsl.icons import icon_for, path_of, words
from dsl.load import load_rulebook, load_text
from dsl.pages.cards.paper import width
from dsl.pages.drawings.icons import icons_for
from dsl.pages.drawings.look import Form, Look, look_of
from dsl.pages.drawings.pieces import (
    DISC,
    MOST_SLABS,
    SIX,
    TILE,
    Body,
    around,
    badges_of,
    bared,
    covers,
    drawn,
    heap,
    lying,
    number_place,
    told_besides,
)


def look(name: str) -> Look:
    book, _ = load_rulebook(resources.rulebooks()[name])
    assert book is not None
    return look_of(book)


@pytest.mark.parametrize(
    ("name", "styles", "forms"),
    [
        ("backgammon", {"points"}, {"disc", "die"}),
        ("chess", {"chequered"}, {"disc", "figure"}),
        ("connect_four", {"holes"}, {"disc"}),
        ("go", {"crossings"}, {"stone"}),
        ("hex", {"tiles"}, {"stone"}),
        ("kuhn_poker", set(), {"disc", "card"}),
        ("rebel_moon_defense", {"tiles"}, {"disc", "pointer", "tile", "die", "rock"}),
    ],
)
def test_the_rules_tell_how_a_game_looks(name: str, styles: set[str], forms: set[str]) -> None:
    found = look(name)
    assert {*found.styles.values()} == styles
    assert {*found.forms.values()} == forms


def test_white_and_black_need_no_signs_and_lie_on_wood() -> None:
    assert (look("chess").signed, look("chess").grounds) == (False, {"Board": "wood"})
    assert (look("hex").signed, look("hex").grounds) == (True, {"Board": "plain"})


def test_every_icon_in_the_table_of_words_is_there() -> None:
    assert [icon for icon in words().values() if not path_of(icon)] == []


def test_icons_are_for_most_of_what_stands_beside_one_another_or_for_none() -> None:
    assert icons_for(["Old King", "Queen", "Zork"]) == {"Old King": "chess-king", "Queen": "chess-queen"}
    assert icons_for(["King", "Zork", "Grue"]) == {}
    assert icons_for(["Ship", "Rocket"]) == {}  # they would look alike
    assert icon_for("Torre") == icon_for("rook") == "chess-rook"


def test_players_are_told_by_the_icons_that_all_their_names_ask_for() -> None:
    assert look("tic_tac_toe").icons == {"Cross": "close-thick", "Nought": "circle-outline"}
    assert look("chess").icons.keys().isdisjoint(("White", "Black"))


def test_the_king_of_a_card_is_no_man_of_a_board() -> None:
    text = resources.rulebooks()["kuhn_poker"].read_text("utf-8").partition("\nlook\n")[0]
    book, _ = load_text(text, "kuhn_poker.rules")
    assert book is not None
    assert look_of(book).icons == {}


def svg(body: Body) -> str:
    return "".join(drawn(body, 30, 30, 30))


def test_each_form_is_drawn() -> None:
    assert svg(Body("die", shown=5)).count("0 1 0 10.2") == 0
    assert [svg(Body("die", shown=n)).count("z") for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert ">12</text>" in svg(Body("die", shown=12))
    assert 'href="#sign-blue"' in svg(Body(colour="blue"))
    assert "sign" not in svg(Body(colour="black", signed=False))
    assert 'class="figure" href="#icon-chess-king"' in svg(Body("figure", icon="chess-king"))
    down, up = (svg(Body("tile", "red", letters="La", down=down)) for down in (True, False))
    assert (down.count("inner"), "La" in down, "La" in up) == (3, False, True)
    east, south = (
        re.findall('class="fill" d="M([^L]+)L', svg(Body("pointer", heading=way))) for way in ((1, 0), (0, 1))
    )
    assert (east, south) == (["63 30"], ["30 63"])
    assert 'class="badge mark"' in svg(Body(badges=(("", "C"),)))
    assert svg(Body(colour="red", owner="blue")).count('class="badge blue"') == 1


def test_several_pieces_lie_beside_or_on_one_another() -> None:
    red, blue, ship = Body(colour="red"), Body(colour="blue"), Body("carrier", letters="S")
    assert ">×3</text>" in "".join(lying([red] * 3, 0, 0, 30))
    assert "".join(lying([red, blue, red], 0, 0, 30)).count('class="piece ') == 2
    loaded = "".join(lying([red, blue, ship], 0, 0, 30))
    assert (loaded.count('class="pile"'), loaded.count('class="piece ')) == (1, 3)
    high = "".join(lying([red] * (MOST_SLABS + 2) + [blue], 0, 0, 30, ordered=True))
    assert (high.count('class="piece '), f">×{MOST_SLABS + 3}</text>" in high) == (5, True)
    assert "".join(heap([red] * 7, 0, 0, 30, (0, -1))).count('class="piece ') == 5


@pytest.mark.parametrize("form", ["rock", "crystal", "cube", "pawn", "house"])
def test_things_tell_their_colour_by_a_sign(form: Form) -> None:
    assert 'href="#sign-red"' in svg(Body(form=form, colour="red"))
    assert "href" not in svg(Body(form=form))


def test_a_tile_under_others_covers_the_space_and_makes_room() -> None:
    below, above = Body(form="tile", icon="gate"), Body(colour="blue", icon="rocket")
    lines = "".join(lying([above, below], 30, 30, 30))
    assert lines.index('class="face"') < lines.index("icon-rocket") < lines.index("icon-gate")  # on a badge
    (wide,) = re.findall(r'href="#icon-gate"[^>]* width="([\d.]+)"', lines)
    assert float(wide) < 20


def test_what_a_tile_is_stands_at_its_corners_when_pieces_lie_on_it() -> None:
    above = [Body(colour="blue", icon="rocket"), Body(colour="red", icon="sun")]
    lines = "".join(lying([Body(form="tile", colour="pink", icon="store", six=True), *above], 30, 30, 30))
    badges = re.findall(
        r'<g class="badge (\w+)"><circle[^>]*cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"[^>]*/><use[^>]*#([\w-]+)"', lines
    )
    own = {symbol: (float(x), float(y)) for _, x, y, _, symbol in badges if symbol in ("icon-store", "sign-pink")}
    assert {*own} == {"icon-store", "sign-pink"}  # the colour is told without colours, too
    assert all(x < 10 and abs(y - 30) > 15 for x, y in own.values())  # beside all that lies on it


def test_of_several_tiles_the_uppermost_is_under_what_lies_on_them() -> None:
    tiles = [Body(form="tile", icon="gate"), Body(form="tile", icon="store")]
    lines = "".join(lying([*tiles, Body(colour="blue", icon="rocket")], 30, 30, 30))
    assert ("icon-store" in lines, "icon-gate" in lines) == (True, False)


def test_the_number_on_a_die_is_large() -> None:
    lines = "".join(drawn(Body(form="pointer", shown=7, heading=(0, -1)), 0, 0, 10))
    (size,) = (float(size) for size in re.findall(r'font-size="([\d.]+)"', lines))
    assert size > 10


@pytest.mark.parametrize(("colour", "owner"), [("red", ""), ("red", "blue")])
def test_how_many_there_are_stands_away_from_the_signs_of_a_piece(colour: str, owner: str) -> None:
    body = Body(colour=colour, owner=owner, letters="S")
    x, y = number_place(body, 0, 0, 20)
    signs = [(a, b, size) for *_, a, b, size in badges_of(body, 0, 0, DISC * 20)]
    assert len(signs) == 1 + bool(owner)
    assert all(hypot(x - a, y - b) > size + 4 for a, b, size in signs)


def test_no_neighbour_covers_what_a_piece_is_besides() -> None:
    ships = [Body(colour=colour, owner="blue", letters="S", badges=(("", "R"),)) for colour in ("red", "green")]
    lines = "".join(lying(ships, 0, 0, 20))
    assert lines.rindex('class="piece ') < lines.index('class="badge ')


def test_letters_on_a_card_keep_within_its_face_and_below_a_badge() -> None:
    lines = svg(Body("card", letters="Bat", badges=(("eye", ""),)))
    (size,) = (float(size) for size in re.findall(r'class="letters dark"[^>]*font-size="([\d.]+)"', lines))
    assert size * width("Bat", bold=True) <= 2 * 0.76 * 0.68 * TILE * 30


@pytest.mark.parametrize("letters", ["W", "Eo", "Rep"])
@pytest.mark.parametrize("six", [False, True])
def test_letters_on_a_tile_keep_within_its_face(letters: str, six: bool) -> None:
    lines = svg(Body("tile", letters=letters, six=six))
    (size,) = (float(size) for size in re.findall(r'class="letters dark"[^>]*font-size="([\d.]+)"', lines))
    half = 0.76 * (0.866 * SIX if six else 0.85 * TILE) * 30
    assert size * width(letters, bold=True) < 2 * half


def test_a_tile_on_which_something_pale_stands_makes_room_for_it() -> None:
    pale = "".join(bared(Body("tile", icon="gate", six=True), 30, 30, 30))
    under = "".join(lying([Body("tile", icon="gate", six=True), Body(icon="rocket")], 30, 30, 30))
    (own,) = re.findall(r'<use [^>]*icon-gate"[^>]*>', pale)
    assert own in under


def test_what_tells_the_tile_below_is_covered_by_no_mark() -> None:
    tile, ship = Body("tile", "red", icon="gate", six=True), Body(colour="blue", icon="rocket")
    alone, on_it = ([*told_besides(bodies, 0, 0, 20)] for bodies in ([ship], [tile, ship]))
    assert (len(alone), len(on_it)) == (1, 3)
    assert {*on_it} <= {*covers([tile, ship], 0, 0, 20)}


def test_what_a_tile_is_besides_stands_away_from_what_it_takes_and_where_it_points() -> None:
    damaged = Body("tile", icon="garage", badges=(("", "D"),))
    sides = [next(badges_of(one, 0, 0, 20))[3] > 0 for one in (
        damaged, replace(damaged, loaded=True), replace(damaged, heading=(0.7, -0.7)), replace(damaged, heading=(1, 0))
    )]  # fmt: skip
    assert sides == [True, False, False, True]


def test_of_several_pieces_none_is_covered_and_of_one_what_it_is_besides() -> None:
    ship = Body("disc", "blue", icon="rocket", badges=(("", "R"),))
    assert len([*covers([ship], 0, 0, 20)]) == 2  # the sign and the quality
    assert len([*covers([ship, replace(ship, colour="red")], 0, 0, 20)]) == 6


def test_tiles_have_a_side_on_top_where_spaces_have() -> None:
    tops = [around(Body("tile", six=True, flat=flat), 0, 0, 10) for flat in (False, True)]
    points = [[tuple(map(float, p.split())) for p in data.strip("Mz").split("L")] for data in tops]
    highest = [sorted(y for _, y in found)[:2] for found in points]
    assert [one == other for one, other in highest] == [False, True]
