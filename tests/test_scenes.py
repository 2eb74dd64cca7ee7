"""The pictures of worked examples: that each shows the position in which its example is played, in words too."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html import unescape
from math import hypot, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl import resources
from dsl.board.scene import Piece, Scene
from dsl.board.shapes import shape_of
from dsl.pages.cards.paper import width
from dsl.pages.drawings.asides import Asides
from dsl.pages.drawings.boards import named as told_in
from dsl.pages.drawings.callouts import callout
from dsl.pages.drawings.frames import SecondFrame
from dsl.pages.drawings.layouts import NAME, SCALE, SMALL, layout_of
from dsl.pages.drawings.lettering import PART, shortest
from dsl.pages.drawings.outcome import by_space
from dsl.pages.drawings.parts import Part
from dsl.pages.drawings.picture import Picture
from dsl.pages.drawings.pieces import HEAPED, TILE
from dsl.pages.drawings.places import NAMES
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.scenes import concerned
from dsl.pages.drawings.sights import key
from dsl.pages.guide.examples import Story
from dsl.pages.publishing import Game
from interpreter.cli.docs import read
from interpreter.play.rules import Rules
from interpreter.tools.example_scenes import Beginning, beside, scenes
from tests.published import game_of

GAMES = resources.folder("games")
PAGES = Path(__file__).parent.parent / "generated_docs" / "pages"
SCENE = 'class="board scene'
DRAWN = sorted(p.relative_to(PAGES).as_posix() for p in PAGES.rglob("*.md") if SCENE in p.read_text("utf-8"))
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


@cache
def pictures(name: str) -> dict[str, list[Picture]]:
    """The pictures of a game's examples by their titles."""
    game = game_of(name)
    return {story.title: game.showing.pictures(story) for story in game.stories}


def picture(name: str, title: str) -> Picture:
    (found,) = pictures(name)[title]
    return found


def drawing(shown: Picture) -> ElementTree.Element:
    found = SVG.search(shown.drawn())
    assert found
    return ElementTree.fromstring(found[0])


# ----------------------------------------------------------------------------------------------------------- all pages


@pytest.mark.parametrize("path", DRAWN)
def test_every_picture_of_an_example_says_in_words_what_it_shows(path: str) -> None:
    page = (PAGES / path).read_text("utf-8")
    drawings = [ElementTree.fromstring(svg) for svg in SVG.findall(page) if "<svg viewBox" in svg]
    assert drawings
    for drawn in drawings:
        title, told = drawn.get("aria-labelledby", "").split()
        texts = {part.get("id"): part.text for part in drawn}
        assert drawn.get("role") == "img"
        assert texts[title]
        assert texts[told]
        for used in {part.get("href", "")[1:] for part in drawn.iter() if part.tag == "use"}:
            assert page.count(f'id="{used}"') == 1
    names = re.findall(r'\bid="([^"]+)"', page)
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_games_with_boards_have_pictures_in_every_language() -> None:
    folders = {path.rsplit("/", 1)[0] for path in DRAWN}
    assert {"chess", "chess/pt", "rebel_moon_defense", "go", "backgammon"} <= folders
    assert not any(folder.startswith("kuhn_poker") for folder in folders)


# ------------------------------------------------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("name", ["rebel_moon_defense", "chess", "english_draughts", "backgammon"])
def test_a_picture_has_as_many_pieces_as_the_position(name: str) -> None:
    shown = [one for found in pictures(name).values() for one in found]
    assert len(shown) > 5
    for one in shown:
        inside = {number + one.numbers.start for number in one.stage.part.shown}
        position = by_space(one.scene.pieces) if one.is_double or not one.shows_end else one.outcome.after
        standing = [piece for space, lying in position.items() if space in inside for piece in lying]
        full = {piece.at for piece in standing if not one.stage.is_ground(piece)}
        new = [] if one.is_double else [piece for piece in one.outcome.come if piece.at in inside - full]
        first = one.drawn().partition("</figure>")[0]  # the board, and beside it panels
        drawn = [ElementTree.fromstring(found) for found in SVG.findall(first)]
        groups = [part for svg in drawn for part in svg.iterfind("./g") if "drawn " in part.get("class", "")]
        bodies = [part for group in groups for part in group.iter() if is_piece(part)]
        more = sum(int(part.text[1:]) - 1 for part in drawing(one).iter() if part.get("class") == "count" and part.text)
        heaped = [int(part.text) for part in drawing(one).iter() if "heaped" in part.get("class", "") and part.text]
        more += sum(number - HEAPED for number in heaped)
        more -= sum(part.get("class") == "taken small" for part in drawing(one).iter())  # beside what took it
        assert len(bodies) + more == len(standing) + len(new) + aside(one)


def aside(one: Picture) -> int:
    """How many pieces lie beside the board, a pile in a panel with its upper side, and how many dice."""
    asides = one.ground.asides
    if asides:
        dice = 0 if one.is_double else len(one.only.dice)
        aside = one.outcome.aside if one.is_double or not one.shows_end else one.outcome.aside_end
        left = [] if one.is_double else one.outcome.left_aside  # they are pale there
        return len([piece for piece in aside if piece.at in asides.places and piece not in left]) + dice
    panels = one.panels_of(one.outcome) if one.is_double else one.panels_of(one.outcome, True, True)
    return sum(len(panel.bodies) + bool(panel.told and panel.bodies) for panel in panels)


def is_piece(part: ElementTree.Element) -> bool:
    css = part.get("class", "").split()
    return css[:1] == ["piece"] and "ghost" not in css


def test_what_matters_is_inside_the_picture() -> None:
    for found in pictures("rebel_moon_defense").values():
        for one in found:
            left, top, wide, high = one.stage.part.box
            places = [one.stage.place(space) for space in one.focus]
            assert all(left <= x <= left + wide and top <= y <= top + high for x, y in places)


def test_of_a_large_board_only_a_part_is_shown() -> None:
    one = picture("go", "In the corner a stone has two liberties")
    assert one.focus == {0, 1, 19}
    assert len(one.stage.part.shown) < 20
    assert len(picture("chess", "The shortest mate").stage.part.shown) == 64


def test_moves_arrivals_and_what_is_taken_are_marked() -> None:
    one = picture("english_draughts", "Who can jump must jump")
    before, after = (
        Counter(part.get("class") for part in ElementTree.fromstring(svg).iter()) for svg in SVG.findall(one.drawn())
    )
    assert (after["move"], after["taken"], after["badge out"]) == (1, 1, 1)
    assert (before["cannot"], before["badge no"]) == (1, 1)
    assert before["piece black ghost"] == after["piece black ghost"] == 1  # where it cannot go, and where one was
    told = " ".join(one.description)
    assert "C3: Man (Black)." in told
    assert "H4: not possible. From C3 to E5. Away from D4." in told
    new = picture("go", "In the corner a stone has two liberties")
    assert "New on B1: Stone (Black)." in " ".join(new.description)


def test_what_went_before_it_left_leaves_from_where_it_came() -> None:
    lost = picture("beyond_nebula", "A ship that is lost takes its troops along")
    assert "From B2 to C2. Away from C2." in " ".join(lost.description)
    assert lost.changes[:2] == ["South’s ship goes from B2 to C2.", "South’s ship leaves C2."]


def test_several_that_leave_a_space_are_told_in_one_sentence() -> None:
    lost = picture("beyond_nebula", "One fight after another, in a block the first to come first")
    assert "North’s 2 ships leave D2." in lost.changes


def told(title: str, code: str = "") -> str:
    game = game_of("beyond_nebula", code)
    return " ".join(line.text for line in game.showing.retold.lines(named(game)[title]))


def named(game: Game) -> dict[str, Story]:
    return {story.example.title: story for story in game.stories}


def test_what_is_not_so_any_more_is_told_as_changed_also_where_nobody_did_anything() -> None:
    title = "A capture that was barred comes at the beginning of a Conflict"
    assert told(title).endswith("The red planet is now held by South.")
    assert told(title, "pt").endswith("O planeta vermelho agora é controlado por Sul.")
    assert "The “fresh” ship is now on C2." in told("A new ship beside an enemy fights nobody")


def test_where_play_alone_changes_what_is_given_a_picture_shows_it_before_and_after() -> None:
    shown = picture("beyond_nebula", "A capture that was barred comes at the beginning of a Conflict")
    assert shown.is_double
    drawn = shown.drawn()
    assert drawn.index("red planet of North on D16") < drawn.index("The red planet is now held by South.")


def test_the_numbers_that_decided_are_told_in_every_language() -> None:
    title = "Who comes beside an enemy fights, until one ship is gone"
    fight = "The attack (3 + 4 = 7) is equal to the defence (5 + 2 = 7): the durability of South’s ship stays at 1."
    assert fight in told(title)
    assert "O ataque (3 + 4 = 7) é igual à defesa (5 + 2 = 7): a durabilidade da nave de Sul" in told(title, "pt")
    refused = told("Four steps, in parts and in any order")
    assert "the “first” ship’s step count (4) is equal to the “first” ship’s reach (4)." in refused
    assert "o planeta vermelho não está colonizado e 4 é menor que 5" in told("Five troops colonise", "pt")


def test_a_name_that_a_caption_uses_is_brought_in_there() -> None:
    told_in = told("Hack copies neither what is in recovery nor another Hack")
    assert told_in.index("(“copy”)") < told_in.index("the “copy” technology")


def test_a_piece_is_called_by_what_it_does() -> None:
    assert "Uma Jumpgate é sorteada." in told("A zone is explored off the lines, too", "pt")
    assert "Battle Speed’s indicator rises from 0 to 2." in told("A technology that is used goes into recovery")


def test_what_would_be_placed_stands_pale_where_it_can_be_or_not() -> None:
    one = picture("rebel_moon_defense", "No asteroid beside an installation")
    assert {piece.kind for piece in one.spoken.placed.values()} == {"Asteroid"}
    assert set(one.spoken.placed) == set(one.spoken.possible)
    assert Counter(part.get("class") for part in drawing(one).iter())["piece grey ghost"] == 2
    hidden = picture("rebel_moon_defense", "Installations may not close the way")
    assert {(piece.kind, piece.hidden) for piece in hidden.spoken.placed.values()} == {("Installation", True)}
    (moved,) = picture("english_draughts", "Who can jump must jump").spoken.placed.values()
    assert (moved.kind, moved.seat) == ("Man", 0)  # that stands on G3


def test_whose_a_piece_is_is_shown_where_it_can_be_of_several() -> None:
    shown = [one for found in pictures("rebel_moon_defense").values() for one in found]
    rocks = [one.artist.body(p) for one in shown for p in one.scene.pieces if p.kind == "Asteroid"]
    assert {body.owner for body in rocks} == {""}


def test_no_number_is_told_that_only_the_program_asks_for() -> None:
    told = " ".join(one.drawn() for found in pictures("nova_raiders").values() for one in found)
    assert "Quiet Rounds" not in told
    assert "Level" in " ".join(one.drawn() for found in pictures("rebel_moon_defense").values() for one in found)


def test_a_picture_shows_what_holds_before_anything_else_is_given() -> None:
    one = picture("chess", "Not out of check, not through an attack, not into check")
    assert "E5: Rook (Black) “guard”." in " ".join(one.description)
    assert one.spoken.possible == {7: False}


def test_pieces_are_known_by_letters_only_where_there_are_several_kinds_without_icons() -> None:
    chess, go = pictures("chess")["The shortest mate"][0], pictures("go")["The whole board to one"][0]
    assert chess.artist.letters == {}
    assert 'href="#icon-chess-knight"' in chess.drawn()
    assert go.artist.letters == {"Stone": ""}
    assert chess.samples == go.samples == []
    defense = pictures("rebel_moon_defense")["The colour is known, the weapon is not"][0]
    assert defense.artist.letters["Installation"] == "I"
    assert [sample.told for sample in defense.samples] == ["Chaos Bomb: level, heading", "Installation, face down"]


def test_sorts_of_a_piece_that_have_no_picture_bear_letters_of_what_each_is() -> None:
    placed = pictures("hyperline")["On a Tech Planet a component is bought with the token"][0].drawn()
    assert ">Tech Token (Amber), shield<" in placed
    assert ">Sh<" in placed


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ship", "Shard", "Red ship"], ["Shi", "Sha", "R"]),
        (["Nave", "Nave vermelha", "Fragmento"], ["N", "NV", "F"]),
        (["Nave vermelha", "Nave verde"], ["NVm", "NVd"]),
        (["Man", "Mann"], ["Man", "Mn"]),
        (["Planet", "Plasma"], ["Pn", "Ps"]),
        (["Módulo de Torpedos", "Módulo de Troca"], ["MTo", "MTr"]),
        (["Red Ship", "Red Dog", "Rebel Dog"], ["RS", "RD", "Reb"]),
        (["Nave vermelha", "Nave azul", "NV"], ["NVe", "NA", "NV"]),
    ],
)
def test_letters_tell_the_kinds_apart(names: list[str], letters: list[str]) -> None:
    assert [shortest(name, [n for n in names if n != name]) for name in names] == letters


def test_what_a_piece_has_and_is_called_agrees_with_it() -> None:
    page = (PAGES / "rebel_moon_defense/pt/examples.md").read_text("utf-8")
    assert "Instalação “conhecida”, amarela, Laser, virada para cima" in page


def test_what_is_hidden_is_drawn_as_hidden() -> None:
    one = picture("rebel_moon_defense", "The colour is known, the weapon is not")
    (hidden,) = (piece for piece in one.scene.pieces if piece.hidden)
    assert hidden.kind == "Installation"
    assert [attribute for attribute, _ in hidden.values] == ["Colour", "Shot Count"]
    body = one.artist.body(hidden, one.board)
    assert (body.form, body.down, body.six, body.icon, body.letters) == ("tile", True, True, "", "")


def test_what_is_nobodys_has_the_colour_that_it_is_called_by() -> None:
    shown = picture("nova_raiders", "A red ship is hijacked like any other")
    drones = [piece for piece in shown.scene.pieces if piece.kind == "Drone"]
    assert {shown.artist.body(drone, shown.board).colour for drone in drones} == {"red"}
    assert len(drones) == 3


BEADS = """
game Beads
    in English
    for 2 players: Left, Right

Colour is one of red, blue

board the Field
    made of Cells in a grid of 3 by 3

place Bag

piece Bead
    there are 2 for each Colour
    starts in the Bag

setup
    chance chooses a Bead in the Bag
    move the Bead to A1

play
    take turns from Left until there is a Bead on C3
        the Player must Lay
    nobody wins

action Lay
    the Player chooses a Bead in the Bag
    move the Bead to C3

example "A bead is laid"
    given there is a blue Bead on B2
    when Left does Lay
    when Left chooses a red Bead
    then there is a red Bead on C3
"""


def test_what_lies_on_a_board_by_chance_has_nothing_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "beads.rules"
    path.write_text(BEADS, "utf-8")
    ((_, scene),) = scenes(Rules.with_examples(path, hasty=True))
    assert scene is not None
    assert {piece.at: piece.values for piece in scene.pieces} == {0: (), 4: (("Colour", "blue"),)}
    assert [piece.at for piece in scene.come] == [8]


PONDS = """
game Ponds
    in English
    for 2 players: Left, Right

board the Path
    made of Steps in a grid of 3 by 3

board Pond
    there is one for each Player
    made of Pools in a grid of 3 by 3

place Nest

piece Frog
    there is 1 for each Player
    starts in the Nest

piece Snail
    there is 1
    starts on A1 of the Path

setup
    for each Player
        move the Frog of the Player to B2 of the Pond of the Player

play
    take turns from Left until the Frog of Left is on A1 of the Path
        the Player must Leap
    nobody wins

action Leap
    move the Frog of the Player to C3 of the Path

example "A frog leaps"
    given a Snail is on B1 of the Pond of Right
    when Left does Leap
    then the Frog of Left is on C3 of the Path
"""


def test_boards_of_an_example_are_one_figure_and_each_says_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ponds.rules"
    path.write_text(PONDS, "utf-8")
    book, wrong = read(path)
    assert book is not None, wrong
    showing = (game := Game(book)).showing
    (story,) = game.stories
    shown = showing.pictures(story)
    assert [one.heading for one in shown] == [("Path",), ("Left’s pond",), ("Right’s pond",)]
    assert {one.stage.told for one in shown} == {showing.retold.before_and_after(story).all}  # by which names are told
    drawn = showing.drawn_of(story)
    assert [name for name in ("Path", "Left’s pond", "Right’s pond") if f">{name}</text>" not in drawn] == []
    assert (drawn.count('<div class="frames">'), drawn.count("<figure"), drawn.count("C3.</p>")) == (1, 3, 1)
    assert concerned(shown, "Left leaps.") == shown[:2]  # nothing happens in the last, and nobody speaks of a snail
    assert concerned(shown, "Right’s pond is not empty: B1.") == concerned(shown, "A snail sleeps.") == shown
    (high, (line,)), (higher, lines) = shown[1].named(160, 0, 0, 16), shown[1].named(80, 0, 0, 16)
    assert [re.findall(r">(.*)<", one) for one in (line, *lines)] == [["Left’s pond"], ["Left’s"], ["pond"]]
    assert higher == 2 * high


def test_pieces_that_sentences_tell_apart_by_name_stand_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "ponds.rules"
    two = "".join(f"    given there is a Snail called {name} on B1 of the Path\n" for name in ("slow", "swift"))
    rules = PONDS.replace("    given a Snail is on B1 of the Pond of Right\n", two)
    rules = rules.replace("    there is 1\n", "    there are 2\n").replace(" on A1 of the Path\n", " in the Nest\n", 1)
    names = rules + "".join(f"    then the {name} is on B1 of the Path\n" for name in ("slow", "swift"))
    for text, alike in ((names, 0), (rules.replace(" called slow", "").replace(" called swift", ""), 1)):
        path.write_text(text, "utf-8")
        book, wrong = read(path)
        assert book is not None, wrong
        showing = (game := Game(book)).showing
        drawn = showing.drawn_of(game.stories[0])
        assert (drawn.count(">×2</text>"), drawn.count(">“slow”, “swift”</text>")) == (alike, 1 - alike)


def test_what_an_example_puts_where_chance_put_it_is_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "beads.rules"
    given = BEADS.replace("there is a blue Bead on B2", "every red Bead is on A1").replace("a red Bead", "a blue Bead")
    path.write_text(given.replace("there is a red Bead on C3", "there is a blue Bead on C3"), "utf-8")
    ((_, scene),) = scenes(Rules.with_examples(path, hasty=True))
    assert scene is not None
    assert [(piece.at, piece.values) for piece in scene.pieces] == 2 * [(0, (("Colour", "red"),))]


NAMED = """
game Beads
    in English
    for 2 players: Left, Right

Colour is one of red, blue
Weight is from 0 to 3

board the Field
    made of Cells in a grid of 3 by 3

place Bag

piece Bead
    has a Weight
    starts in the Bag

table Bead
    | Bead | Colour |
    | Ruby | red    |
    | Onyx | blue   |

setup
    chance chooses a Bead in the Bag
    move the Bead to A1

play
    take turns from Left until there is a Bead on C3
        the Player must Lay
    nobody wins

action Lay
    the Player chooses a Bead in the Bag
    move the Bead to C3

example "One of the two lies there"
    when Left does Lay
    then there is a Bead on C3

example "A bead that is called by its name"
    given the Ruby is on A1
    when Left does Lay
    then the Ruby is on A1
"""


def test_what_lies_on_a_board_by_chance_is_known_where_an_example_calls_it_by_name(tmp_path: Path) -> None:
    path = tmp_path / "beads.rules"
    path.write_text(NAMED, "utf-8")
    found = {example.title: scene for example, scene in scenes(Rules.with_examples(path, hasty=True))}
    values = {title: {*scene.pieces[0].values} for title, scene in found.items() if scene}
    assert values["One of the two lies there"] == set()
    assert {("Colour", "red")} < values["A bead that is called by its name"]


DICE = """
game Dice
    in English
    for 2 players: Left, Right

Face is from 1 to 6

board the Field
    made of Cells in a grid of 3 by 3

place Cup

piece the Die
    has a Face
    starts in the Cup

play
    take turns from Left until the Face of the Die is 6
        the Player must Roll
    nobody wins

action Roll
    the Player rolls the Die

example "What it shows already"
    when Left does Roll
    when Left rolls 1
    then the Face of the Die is 1

example "Something else"
    when Left does Roll
    when Left rolls 5
    then the Face of the Die is 5
"""


def test_a_die_that_shows_what_it_showed_before_is_known_by_other_examples(tmp_path: Path) -> None:
    path = tmp_path / "dice.rules"
    path.write_text(DICE, "utf-8")
    found = [scene for _, scene in scenes(Rules.with_examples(path, hasty=True)) if scene]
    assert [dict(die.values)["Face"] for scene in found for die in scene.thrown] == ["1", "5"]


def test_a_picture_has_words_of_its_language() -> None:
    game = game_of("english_draughts", "pt")
    (one,) = game.showing.pictures(game.stories[1])
    told = unescape(one.drawn())
    assert "de C3 para E5." in told
    assert "Man" not in told


def test_spaces_of_a_network_have_their_own_names_in_pictures_and_words() -> None:
    book, _ = read(Path(__file__).parent / "language" / "good" / "network.rules")
    assert book is not None
    game = Game(book)
    (one,) = game.showing.pictures(game.stories[0])
    assert one.changes == ["Ann’s coach goes from Bergen to Oslo."]
    named = {text: place for text, *place in one.ground.layout.names}
    assert list(named) == ["Bergen", "B1", "Castle", "A2", "Oslo", "C2"]
    assert not any(name in one.drawn().split("<desc")[1].split("</desc>")[1] for name in ("A1", ">Bergen<"))


def test_an_example_that_fails_has_no_scene(tmp_path: Path) -> None:
    text = (GAMES / "classics" / "tic_tac_toe.rules").read_text("utf-8")
    wrong = '\nexample "Nonsense"\n    when Cross does Claim A1\n    when Nought does Claim A1\n'
    path = tmp_path / "wrong.rules"
    path.write_text(text + wrong, "utf-8")
    found = {example.title: scene for example, scene in scenes(Rules.with_examples(path, hasty=True))}
    assert found.pop("Nonsense") is None
    assert all(isinstance(scene, Scene) for scene in found.values())


def panels(title: str, end: bool = False) -> dict[str, list[tuple[str, int]]]:
    """What lies in each panel beside a picture of the moon's examples: colours and numbers."""
    shown = picture("rebel_moon_defense", title)
    return {panel.name: [(b.colour, b.shown) for b in panel.bodies] for panel in shown.panels_of(shown.outcome, end)}


def test_beside_a_picture_lie_piles_that_change_and_when_they_are_rolled_dice_with_their_numbers() -> None:
    title = "Damage beyond a shield is lost"
    assert panels(title) == {"Stack of shields": [("red", 0), ("orange", 0), ("yellow", 0)]}
    assert panels(title, end=True) == {"Stack of shields": [("red", 0), ("orange", 0)]}
    title = "An EMP Device loses strength with distance"
    assert "Dice tray" not in panels(title)
    rolled = panels(title, end=True)
    assert [number for _, number in rolled["Dice tray"]] == [5, 2, 1]  # also the one that shows what it showed before
    assert panels("No asteroid beside an installation") == {}


def test_dice_are_shown_as_often_as_they_are_rolled() -> None:
    shown = picture("rebel_moon_defense", "Three shots: three dice, two, one")
    runs = [shown.outcome, *shown.later]
    assert [[dict(die.values)["Face"] for die in run.thrown] for run in runs] == [["6"] * 3, ["1"] * 2, ["1"]]


def test_of_a_die_that_is_rolled_twice_both_rolls_are_shown() -> None:
    faces = [{0: Piece("Die", 9, values=(("Face", face),))} for face in "361"]
    shown = beside(Scene(()), faces, [(), (6,), (1,)], Beginning({}, {}, set(), set(), set()), set(), False)
    assert [dict(die.values)["Face"] for die in (*shown.rolled_before, *shown.thrown)] == ["6", "1"]


@pytest.mark.parametrize(
    ("word", "sizes", "sides"), [("hexagon", (6,), 6), ("hexagon", (1,), 6), ("hex-rectangle", (7, 4), 6)]
)
def test_a_board_of_hexagons_has_a_body_around_all_of_them(word: str, sizes: tuple[int, ...], sides: int) -> None:
    shape = shape_of(word, sizes)
    layout = layout_of(shape, "tiles")
    (points,) = re.findall(r'points="([^"]*)"', layout.under[0])
    body = [tuple(map(float, point.split(","))) for point in points.split()]
    assert len(body) == sides
    edges = [*zip(body, [*body[1:], body[0]], strict=True)]
    tiles = [(x + dx * SCALE, y + dy * SCALE) for x, y in layout.places for dx, dy in shape.outline]
    assert all((c - a) * (y - b) - (d - b) * (x - a) > 0 for (a, b), (c, d) in edges for x, y in tiles)
    assert all(-0.1 <= at <= layout.size[k] + 0.1 for point in body for k, at in enumerate(point))


def test_a_part_of_squares_has_one_column_on_each_side_of_what_matters() -> None:
    shape = shape_of("grid", (9, 9))
    layout = layout_of(shape, "tiles")
    middle, corner = shape.names.index("E5"), shape.names.index("A1")
    assert Part(layout, {middle}).box[2:] == (3 * SCALE, 3 * SCALE)
    assert Part(layout, {corner}).box[2:] == (3 * SCALE, 2 * SCALE)
    assert Part(layout, {middle}, told=True).box[2:] == (5 * SCALE, 3 * SCALE)  # with words beside what is there


def test_names_in_a_part_of_a_board_are_as_large_as_that_needs() -> None:
    part = picture("rebel_moon_defense", "The Bomb at the Gate").stage.part
    assert not part.is_whole
    assert {label.size for label in part.labels} == {max(NAME, part.frame[2] / SMALL)}


def test_what_a_space_is_called_stands_only_where_nothing_cuts_it() -> None:
    cut, whole = (
        {text.text for text in drawing(picture("rebel_moon_defense", title)).iter("text")}
        for title in (
            "What stands on the line hides the Bomb",
            "A belt in play: the Bomb is visible from F11, not from C3",
        )
    )
    assert "Gate" not in cut
    assert "Gate" in whole


def test_in_one_frame_what_lies_in_a_place_is_seen_before_and_after() -> None:
    shown = picture("rebel_moon_defense", "The last shield lost, six points remain")
    assert not shown.has_frames
    before, after = shown.panels_of(shown.outcome, True, True)
    assert (before.name, len(before.bodies)) == ("Stack of shields before", 1)
    assert (after.name, after.told) == ("Stack of shields after", ("nothing",))


def test_dice_lie_between_the_points_and_men_in_the_trays_beside_them() -> None:
    title = "A five and a three bring two men to one point"
    shown = picture("backgammon", title)
    assert isinstance(shown.ground.asides, Asides)
    assert [tray.name for tray in shown.ground.asides.trays] == ["Tray White", "Tray Black"]
    assert sorted(dict(piece.values)["Face"] for piece in shown.outcome.thrown) == ["3", "5"]
    assert not shown.is_double  # arrows on points are told apart
    assert shown.drawn().count('class="die"') == 2
    borne = picture("backgammon", "Where only one of two numbers can be played, it is the higher")
    assert borne.drawn().count('<g class="piece white"><rect class="fill"') == 2 * 14  # in each frame


def test_arrows_that_go_back_have_a_frame_of_their_own() -> None:
    shown = picture("chess", "A king that has moved and come back does not castle any more")
    assert [len(outcome.moves) for outcome in (shown.outcome, *shown.later)] == [2, 2]
    assert shown.frames == 2


def test_what_is_given_anew_is_no_movement() -> None:
    shown = picture("chess", "Bishops on squares of one colour cannot mate")
    assert shown.later[-1].given
    assert 'class="move"' not in shown.drawn()


def test_what_has_come_and_is_gone_again_is_seen_as_taken() -> None:
    shown = picture("go", "Earlier positions do not come back, not even after several moves")
    assert [shown.name_of(piece.at) for piece in shown.outcome.passing] == ["A1"]
    assert shown.drawn().count('class="badge out"') == 2


def test_a_piece_bears_the_name_by_which_a_caption_calls_it() -> None:
    shown = picture("english_draughts", "A man that was just crowned steps back in its next turn")
    told = [text.text for text in drawing(shown).iter("text")]
    assert told.count("“second”") == 1


def test_what_cannot_be_done_where_something_else_is_done_has_no_mark(tmp_path: Path) -> None:
    actions = """
action Hop to a Step
    only if the Step is B2
    move the Frog of the Player to the Step

action Dive to a Step
    move the Frog of the Player to the Step

example "A frog dives where it cannot hop"
    then Left cannot Hop to A2
    then Left cannot Hop to C1
    when Left does Dive to C1
    then the Frog of Left is on C1
"""
    path = tmp_path / "ponds.rules"
    path.write_text(PONDS.replace("must Leap", "must Leap or Hop or Dive") + actions, "utf-8")
    book, wrong = read(path)
    assert book is not None, wrong
    game = Game(book)
    (story,) = (one for one in game.stories if "dives" in one.title)
    shown = game.showing.pictures(story)[0]
    assert {shown.name_of(space): can for space, can in shown.spoken.possible.items()} == {"A2": False}


def test_a_sentence_stands_in_the_frame_of_the_movement_that_it_names() -> None:
    shown = picture("nova_raiders", "Gate Crash onto a gate where somebody is")
    assert ["D1" in caption and "A4" in caption for caption in shown.captions.all] == [False, True]


def test_where_only_fewer_lie_than_usual_nothing_is_to_see() -> None:
    shown = pictures("hyperline")["One point faster: a 1 may become a 2 or a 4"][0]
    assert {shown.name_of(space) for space in shown.focus} == {"E2"}


def marked(shown: Picture) -> list[dict[str, bool]]:
    """What is said in each frame of where something can be done, by the names of spaces."""
    outcomes = [shown.outcome, *shown.later][: shown.frames - shown.is_double]
    before = [shown.spoken.possible] if shown.is_double else []
    return [
        {shown.name_of(space): can for space, can in said.items()} for said in (*before, *map(shown.then, outcomes))
    ]


def test_what_can_be_done_afterwards_is_marked_where_that_is_said() -> None:
    one = picture("chess", "A pawn that passes is taken at once or not at all")
    assert marked(one) == [{"D6": True}, {"D6": False}, {}]
    assert Counter(re.findall(r'class="(can|cannot)"', one.drawn())) == {"can": 1, "cannot": 1}
    first = picture("tic_tac_toe", "A marked square stays as it is")
    assert marked(first) == [{}, {"B2": False, "A1": True}]  # where something is placed that has a ring
    _, then = (Counter(re.findall(r'class="([^"]*)"', svg)) for svg in SVG.findall(first.drawn()))
    assert (then["can"], then["cannot"], then["placed"]) == (1, 1, 0)
    assert (then["badge yes"], then["badge no"]) == (1, 1)
    assert "A1: possible." in first.drawn()
    chosen = picture("rebel_moon_defense", "An Asteroid Killer does not see past an asteroid")
    assert marked(chosen)[1] == {"F10": True, "F11": False}


def test_what_is_told_no_space_is_marked_at_what_would_do_it_or_what_stands_in_its_way() -> None:
    bomb = picture("rebel_moon_defense", "An asteroid bars the way")
    assert marked(bomb) == [{"F6": False}, {"F6": True}]
    (galaxy, *_) = pictures("hyperline")["No building in open space, at Nexxus or on another's home"]
    assert {galaxy.name_of(space): so for space, so in galaxy.spoken.possible.items()} == {"E5": False}


def test_cards_that_an_example_names_lie_beside_its_first_picture_and_say_what_can_be_done_with_them() -> None:
    shown = picture("nova_raiders", "Play only what can be carried out")
    assert [panel.name for panel in shown.panels_of(shown.outcome)] == ["Red’s hand"]
    (both,) = shown.panels_of(shown.outcome)
    assert both.told_in_words == "Red’s hand: Orbit 1/Unload: Unload; Orbit 1/Unload: Orbit 1."
    assert both.marks == ((0, False), (1, True))
    (linked,) = pictures("nova_raiders")["A link between two actions"]
    hand, *_ = linked.panels_of(linked.outcome)
    assert ("Orbit 1/Jump" in hand.told_in_words, hand.marks) == (True, ((0, False),))
    first, second, *_ = linked.figures(alone=True)
    assert ("Orbit 3/Jump</text>" in first, "Orbit 3/Jump</text>" in second) == (True, False)


def test_what_pieces_are_or_not_is_marked_at_them_and_in_the_direction_of_which_it_is_said() -> None:
    (hull,) = pictures("hyperline")["A turret faces two ways, a damaged one to the side only"]
    assert {hull.name_of(space): so for space, so in hull.spoken.possible.items()} == {"X2Y-2": True}
    assert marked(hull)[-1] == {"X2Y-2": True}
    before, then = hull.spoken.turns, hull.spoken.afterwards[-1].turns
    assert [(way.name, so) for _, way, so in before] == [("right", True), ("back", True), ("front", False)]
    assert [(way.name, so) for _, way, so in then] == [("right", True), ("back", False)]
    assert hull.drawn().count('class="badge no"') == 2


def test_a_line_joins_two_pieces_with_which_something_can_be_done_or_not_in_the_frame_where_it_is_said() -> None:
    hull = pictures("hyperline")["A Transfer Shield restores only shields, and one at a time"][0]
    ends = [[(hull.name_of(one.start), hull.name_of(one.end), one.open) for one in said.sights]
            for said in (hull.spoken, *hull.spoken.afterwards)]  # fmt: skip
    assert ends[:2] == [[("X1Y0", "X0Y-1", False)], [("X-1Y0", "X1Y0", True)]]
    first, second, *_ = SVG.findall(hull.drawn())
    assert ("not possible: Transfer" in first, "sees bar" in first) == (True, True)
    assert (">Transfer</text>" in second, "sees bar" in second) == (True, False)
    assert "possible: Transfer" not in second  # what is done there has the line, rather than what could be


def test_a_line_joins_what_is_done_to_another_and_is_broken_where_that_fails_for_what_is_in_the_way() -> None:
    hit = picture("rebel_moon_defense", "A Laser fires along a straight row, at any range")
    stopped = picture("rebel_moon_defense", "An asteroid stops a Laser")
    unseen = picture("rebel_moon_defense", "An EMP shot that does not see the Bomb counts as one of the three")
    killer = picture("rebel_moon_defense", "An Asteroid Killer takes an asteroid in sight")
    attack = picture("beyond_nebula", "What is beside an enemy already need not fight, but may")
    ends = [[(one.name_of(line.start), one.name_of(line.end), line.open) for line in one.spoken.shots[0]]
            for one in (hit, stopped, unseen, killer, attack)]  # fmt: skip
    assert ends == [
        [("F11", "F6", True)], [("C3", "F6", False)], [("F9", "F6", False)], [("F8", "H8", True)], [("D2", "C2", True)]
    ]  # fmt: skip
    assert [one.drawn().count('class="sees bar"') for one in (hit, stopped, unseen, killer)] == [0, 2, 2, 0]
    assert "Activate</text>" in hit.drawn()
    assert "not visible: something is in the way" in stopped.drawn()
    walk = picture("chess", "A pawn that passes is taken at once or not at all")
    assert not any(walk.spoken.shots)  # of what goes there an arrow tells
    fired = [
        one for one in pictures("hyperline")["A torpedo sinks a Pirate, and another comes"] if any(one.spoken.shots)
    ]
    shots = [[(one.name_of(line.start), one.name_of(line.end)) for line in one.spoken.shots[0]] for one in fired]
    assert shots == [[("A9", "C9")]]  # the action is told where, and who fires is asked for by its needs


def test_arrows_go_from_and_to_the_bar_and_the_trays_beside_points() -> None:
    titles = ("A man that stands alone is hit", "Men on the bar enter first", "Men that bear off, exactly and by more")
    hit, enters, off = (picture("backgammon", title) for title in titles)
    assert [one.drawn().count('class="move"') for one in (hit, enters, off)] == [3, 1, 2]
    assert [one.outcome.crossed[0][0] in one.numbers for one in (hit, enters, off)] == [True, False, True]
    ends = {other for _, other in off.outcome.crossed}
    assert isinstance(off.stage.asides, Asides)
    assert ends == {off.stage.asides.trays[0].place}


def test_what_is_placed_looks_other_than_what_is_changed_whose_look_shows_what_it_is() -> None:
    drawn = picture("othello", "Two lines at once").drawn()
    counts = [drawn.count(f'class="{css}"') for css in ("placed", "changed", "badge into")]
    assert counts == [1, 3, 1]
    assert "→" not in re.sub(r"<(title|desc).*?</\1>", "", drawn)


def test_what_has_left_a_place_beside_points_is_pale_there() -> None:
    enters, hit = (
        picture("backgammon", title) for title in ("Men on the bar enter first", "A man that stands alone is hit")
    )
    assert enters.drawn().count('class="piece white ghost"') == 1
    assert hit.outcome.left_aside == []


def test_what_is_turned_up_before_it_is_gone_lies_face_up_where_that_is_done() -> None:
    shot = picture("rebel_moon_defense", "A Laser fires along a straight row, at any range")
    assert [(one.hidden, other.hidden, dict(other.values)["Weapon"]) for one, other in shot.outcome.opened.items()] == [
        (True, False, "Laser")
    ]
    assert 'href="#icon-laser-pointer"' in shot.drawn()
    before, after = SVG.findall(picture("rebel_moon_defense", "Damage beyond a shield is lost").drawn())
    assert ['href="#icon-laser-pointer"' in frame for frame in (before, after)] == [False, True]


def test_what_a_piece_can_do_or_not_is_marked_around_it() -> None:
    one = picture("backgammon", "A higher number bears off the hindmost man alone")
    assert marked(one)[0] == {"S4": False, "S5": True}
    assert len(re.findall(r'<circle class="can(?:not)?"', one.drawn())) == 2
    (shot,) = pictures("beyond_nebula")["Of the ships of a block the first to come is attacked first"]
    assert not any(marked(shot))  # one ship attacks another


def test_an_arrow_between_neighbours_on_a_ring_has_more_than_a_head() -> None:
    drawn = picture("nova_raiders", "An Orbit does not end on another ship").drawn()
    (shaft,) = re.findall(r'class="move" d="M(\S+) (\S+?)L.*?L(\S+) (\S+?)"', drawn)
    x, y, a, b = map(float, shaft)
    assert hypot(a - x, b - y) > 12


def test_no_frame_of_a_picture_cuts_the_name_of_a_space() -> None:
    (shown,) = pictures("nebula_rush")["'Nut' Meg goes aboard whom she likes"]
    _, top, _, high = shown.stage.part.box
    names = re.findall(r'<text class="inside[^"]*" x="\S+" y="(\S+)"[^>]*>([A-Z]\d?)<', shown.drawn())
    assert {"O1", "H", "I2"} <= {name for _, name in names}  # which are seen whole
    assert all(top + 8 < float(y) < top + high - 8 for y, _ in names)


def test_a_ring_is_larger_than_what_it_is_around() -> None:
    shown = drawing(picture("hex", "Red joins the upper and the lower side"))
    ring = next(part for part in shown.iter() if part.get("class") == "placed")
    stones = [part for part in shown.iter() if part.get("class") == "fill stone"]
    assert float(ring.get("r", "0")) > max(float(stone.get("r", "0")) for stone in stones)


def test_what_is_placed_one_after_another_is_counted() -> None:
    one = picture("tic_tac_toe", "Nobody wins on a full grid without a row")
    assert {one.name_of(space): number for space, number in one.outcome.order.items()} == {
        "A1": 1, "B1": 2, "C1": 3, "B2": 4, "A2": 5, "A3": 6, "B3": 7, "C2": 8, "C3": 9,
    }  # fmt: skip
    told = [part.text for part in drawing(one).iter() if part.get("class") == "number"]
    assert {*told} == {*"123456789"}
    taken = picture("go", "Earlier positions do not come back, not even after several moves")
    assert {taken.name_of(space): number for space, number in taken.outcome.order.items()} == {
        "J10": 1, "A1": 2, "C1": 3,
    }  # fmt: skip
    assert picture("amazons", "White wins: Black is walled in").outcome.order == {}  # an arrow tells what is first


@pytest.mark.parametrize("name", ["go", "backgammon"])
def test_names_at_the_edge_of_wide_boards_can_be_read_in_small_pictures(name: str) -> None:
    (board,) = game_of(name).world.boards.values()
    layout = game_of(name).pictures.ground(board).layout
    assert min(label.size for label in layout.told) * 340 / layout.size[0] > 9  # pixels beside another picture
    assert sum(line.count("M") for line in layout.under if 'class="dots"' in line) == {"go": 9}.get(name, 0)


def test_names_beside_hexagons_have_room_on_a_phone() -> None:
    game = game_of("hex")
    (board,) = game.world.boards.values()
    layout = game.pictures.ground(board).layout
    size, left, right = layout.size[0] / PART, min(layout.places)[0], max(layout.places)[0]
    for text, x, _ in layout.names:
        half = width(text, bold=True) * size / 2
        assert half <= x <= layout.size[0] - half
    (first, x, _), (last, far, _) = min(layout.names, key=lambda n: n[1]), max(layout.names, key=lambda n: n[1])
    assert x + width(first, bold=True) * size / 2 < left - SCALE / 2
    assert far - width(last, bold=True) * size / 2 > right + SCALE / 2


def test_the_sign_of_a_side_covers_no_space() -> None:
    one = picture("hex", "Red joins the upper and the lower side")
    layout = one.ground.layout
    assert len(one.ground.sides) == 4
    for side in one.ground.sides:
        assert min(hypot(side.sign[0] - x, side.sign[1] - y) for x, y in layout.places) > SCALE / sqrt(3) + 5


def test_what_a_piece_is_called_stands_where_no_arrow_and_no_other_name_is() -> None:
    crossed, free = Room((0, 0, 200, 200)), Room((0, 0, 200, 200))
    below, elsewhere = ("".join(callout("one", (100, 100), 20, (), room)) for room in (free, crossed_by(crossed)))
    assert 'x="100"' in below
    assert 'x="100"' not in elsewhere
    shown = picture("backgammon", "Of equal throws nobody begins; the higher number does, and is played with the other")
    assert isinstance(shown.ground.asides, Asides)
    *_, (left, _, wide, _) = shown.ground.asides.covered()
    names = re.findall(r'<text class="called" x="([\d.]+)"[^>]*>“(\w+)”', shown.drawn())
    assert {name for _, name in names} == {"first", "second"}
    assert not any(left - 20 < float(x) < left + wide + 20 for x, _ in names)


def crossed_by(room: Room) -> Room:
    """With an arrow that goes down from the middle."""
    room.arrows += [(100.0, 100.0 + y) for y in range(0, 100, 5)]
    return room


def test_movements_back_and_forth_have_a_frame_each() -> None:
    shown = picture("english_draughts", "The third time")
    assert [outcome.moves for outcome in (shown.outcome, *shown.later)] == [[(0, 9), (63, 54)], [(9, 0), (54, 63)]] * 2
    assert shown.frames == 4
    assert [caption.count("steps") for caption in shown.captions.all] == [2, 2, 2, 2]


def test_what_is_given_anew_again_and_again_is_shown_each_time() -> None:
    shown = picture("chess", "Not out of check, not through an attack, not into check")
    assert shown.spoken.possible == {7: False}
    assert [shown.then(outcome) for outcome in shown.later] == [{7: False}, {7: False}, {7: True}]
    assert shown.frames == 4
    assert ["on E5 is" in caption for caption in shown.captions.all] == [False] * 4  # where it is no more


def test_a_legend_tells_whose_a_piece_is_where_the_colour_does_not(tmp_path: Path) -> None:
    text = resources.rulebooks()["tic_tac_toe"].read_text("utf-8")
    (path := tmp_path / "row.rules").write_text(text.replace("Cross", "Ann").replace("Nought", "Bob"), "utf-8")
    book, wrong = read(path)
    assert book is not None, wrong
    game = Game(book)
    story = next(story for story in game.stories if story.title == "A diagonal wins, too")
    (shown,) = game.showing.pictures(story)
    assert [sample.told for sample in shown.samples] == ["Mark (Ann)", "Mark (Bob)"]
    assert not picture("tic_tac_toe", "A diagonal wins, too").samples  # crosses are those of Cross
    assert not picture("go", "In the corner a stone has two liberties").samples  # black ones are Black's


def test_the_name_of_a_coloured_space_has_an_outline_of_its_own() -> None:
    shown = picture("rebel_moon_defense", "The Bomb at the Gate")
    css = {text.text: text.get("class") for text in drawing(shown).iter("text")}
    assert css["A1"] == "inside haloed"


@pytest.mark.parametrize("title", ["One way must stay open", "Installations may not close the way"])
def test_the_walk_that_may_not_be_closed_is_dotted_and_goes_on(title: str) -> None:
    """Beside the space that may be closed."""
    shown = picture("rebel_moon_defense", title)
    drawn = drawing(shown)
    assert [part.get("class") for part in drawn.iter("path")].count("sees walk") == 2  # on the board, and in the legend
    assert "Safe way: A1, B1, C1, D1." in "".join(drawn.itertext())


def test_no_piece_covers_the_name_of_its_space_nor_a_line() -> None:
    for title in ("An asteroid bars the way", "One piece on a cell", "Damage beyond a shield is lost"):
        shown = picture("rebel_moon_defense", title)
        outcomes = (shown.outcome, *shown.later)
        marked = {*shown.spoken.possible, *(space for one in outcomes for space in shown.then(one))}
        for seen, space in ((SecondFrame(shown.stage, one, marked), space) for one in outcomes for space in one.after):
            (_, y), (_, r), (_, name) = seen.piece_place(space), seen.spot(space), seen.name_place(space)
            assert space not in shown.stage.lettered or abs(y - name) > TILE * r + 0.36 * NAMES
    shown = picture("rebel_moon_defense", "Damage beyond a shield is lost")
    assert [shown.name_of(space) for space in shown.upward] == ["F6"]  # its name stands below, where no shot comes


def test_nothing_of_what_lines_mean_is_cut() -> None:
    for told in (("visible", "not visible"), ("", "not visible")):
        high, lines = key(told, 300, 0, 0, 9)
        ys = [float(y) for line in lines for y in re.findall(r"[ML][\d.-]+ ([\d.-]+)", line)]
        assert min(ys) >= 0
        assert max(ys) + 2 <= high


def test_a_long_line_of_a_legend_is_broken_behind_a_comma() -> None:
    lines = [*told_in("Energy Shield, advanced, revealed", (0, 0), (90, 14))]
    assert [re.sub("<[^>]*>", "", line)[-1] for line in lines] == [",", "d"]


def test_a_place_before_and_after_is_as_wide() -> None:
    shown = [one for found in pictures("rebel_moon_defense").values() for one in found if not one.is_double]
    panels = [panel for one in shown for panel in one.panels_of(one.outcome, True, True) if panel.least]
    assert len(panels) >= 2
    assert all(before.size[0] == after.size[0] for before, after in zip(panels[::2], panels[1::2], strict=True))


def test_what_can_be_done_is_marked_rather_than_what_is_so_and_opposites_as_such() -> None:
    one = pictures("hyperline")["No torpedo at a home, not even at its owner"][0]
    assert {one.name_of(space): can for space, can in one.spoken.possible.items()} == {"I1": False}
    ring = pictures("hyperline")["The ring is explored from the beginning"][0]
    marked = {ring.name_of(space): can for space, can in ring.spoken.possible.items()}
    assert marked == {"A5": True, "D9": True, "I1": True, "B2": False}  # which is unexplored


CHOSEN = """
game Coast
    in English
    for 2 players: Ann, Bea

board the Coast
    made of Bays in a line of 4
    the Harbour is S1
    Oldport is S4

piece Boat
    there is one for each Player
    starts on the Harbour

play
    take turns from Ann until there is a Boat on Oldport
        do Sailing
    nobody wins

phase Sailing
    for each Player
        the Player chooses a Bay that is not the Harbour
        move the Boat of the Player to the Bay
    Ann may Rest or Row

action Rest
    nothing happens

action Row
    the Player chooses a Bay
    move the Boat of the Player to the Bay

example "Off to Oldport" in Sailing
    when Ann chooses Oldport
    then the Boat of Ann is on Oldport

example "Rowing back" in Sailing
    given the Boat of Ann is on Oldport
    when Ann chooses S3
    when Bea chooses S2
    when Ann does Row
    when Ann chooses the Harbour
    then the Boat of Ann is on the Harbour
"""


def test_from_where_something_goes_is_said_by_its_name_and_only_behind_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "coast.rules"
    path.write_text(CHOSEN, "utf-8")
    book, _ = read(path)
    assert book is not None
    told = Game(book).pages()["coast/examples.md"]
    assert "<br>Ann chooses Oldport.</figcaption>" in told
    assert "Ann chooses S3. Bea chooses S2.</figcaption>" in told
    assert "Ann rows, from S3 to the Harbour.</figcaption>" in told
