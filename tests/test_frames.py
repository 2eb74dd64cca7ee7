"""Pictures of examples in two frames: when there are two, and that the second shows what is changed; and that the
numbers of arrows stand beside pieces and letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from math import hypot
from xml.etree import ElementTree

import pytest

from dsl.board.scene import Piece, Scene
from dsl.pages.cards.paper import width
from dsl.pages.drawings.arrows import STEP, Orbit, Route, places_on, routed
from dsl.pages.drawings.frames import SecondFrame
from dsl.pages.drawings.outcome import Outcome, in_turn
from dsl.pages.drawings.picture import PIXELS, Picture
from dsl.pages.drawings.pieces import DISC, bared
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.stage import BADGE
from dsl.pages.drawings.subject import MOST_FRAMES, between, turned_up
from tests.published import game_of
from tests.test_scenes import picture, pictures

SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
SMALL = "No asteroid beside an installation", "Nothing on or beside the Gate"
CASTLES = "The king castles, and the rook steps over it"
MAN, OTHER, DIE = Piece("Man", 0), Piece("Ship", 0), Piece("Die", 0, values=(("Level", "4"),))


def at(piece: Piece, space: int) -> Piece:
    return replace(piece, at=space)


def outcome(*becomes: tuple[Piece | None, Piece | None], spoken: frozenset[str] = frozenset()) -> Outcome:
    """Of pieces as they were and as they are; None where they are not on the board."""
    both = [(one, other) for one, other in becomes if one and other]
    scene = Scene(
        pieces=tuple(one for one, _ in becomes if one),
        end=tuple(other for _, other in becomes if other),
        moves=tuple((one.at, other.at) for one, other in both if one.at != other.at),
        come=tuple(other for one, other in becomes if other and not one),
        gone=tuple(one for one, other in becomes if one and not other),
        otherwise=tuple((one, other) for one, other in both if one != other),
    )
    return Outcome(scene, range(9), lambda piece: piece, spoken)


def told_at_once(found: Outcome, in_rows: bool = False) -> bool:
    """On a board of three times three."""
    return found.told_at_once(
        lambda piece: piece.kind, lambda space: (60.0 * (space % 3), 60.0 * (space // 3)), lambda piece: piece == MAN,
        in_rows,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "once"),
    [
        (outcome((OTHER, at(OTHER, 4))), True),
        (outcome((OTHER, at(OTHER, 4)), (at(MAN, 4), None)), True),  # taken
        (outcome((None, at(OTHER, 4)), (at(OTHER, 2), None)), True),
        (outcome((DIE, replace(DIE, values=(("Level", "3"),)))), False),
        (outcome((DIE, replace(DIE, at=4, values=(("Level", "3"),)))), False),
        (outcome((OTHER, at(OTHER, 1)), (at(MAN, 1), at(MAN, 0))), False),  # they change places
        (outcome((OTHER, None), (None, DIE)), False),  # one in place of another
        (outcome((OTHER, at(OTHER, 4)), (DIE, DIE)), False),  # another stays there
        (outcome((OTHER, at(OTHER, 4)), (MAN, MAN)), True),  # what stays is like the ground
        (outcome((OTHER, at(OTHER, 8)), (at(DIE, 2), at(DIE, 6))), False),  # arrows cross
        (outcome((OTHER, at(OTHER, 2)), (at(DIE, 1), at(DIE, 0))), False),  # arrows lie on one another
        (outcome((OTHER, at(OTHER, 2)), (at(DIE, 6), at(DIE, 8))), True),
    ],
)
def test_there_are_two_frames_where_arrows_and_rings_do_not_tell_the_end(found: Outcome, once: bool) -> None:
    assert told_at_once(found) is once


def test_pieces_that_are_alike_are_told_apart_where_they_lie_in_rows() -> None:
    found = outcome((DIE, at(DIE, 4)), (DIE, DIE))
    assert not told_at_once(found)
    assert told_at_once(found, in_rows=True)


def test_a_quality_of_which_nothing_is_said_changes_nothing() -> None:
    crowned = replace(OTHER, at=4, flags=("crowned",))
    assert told_at_once(outcome((OTHER, crowned)))
    assert not told_at_once(outcome((OTHER, crowned), spoken=frozenset({"crowned"})))
    assert outcome((OTHER, crowned)).after == {4: [at(OTHER, 4)]}


# -------------------------------------------------------------------------------------------------------- what is seen


def frames(shown: Picture) -> list[str]:
    return [found[0] for found in SVG.finditer(shown.drawn())]


def second(name: str, title: str) -> tuple[Picture, str]:
    (one,) = [one for one in pictures(name)[title] if one.is_double]
    _, after, *_ = frames(one)
    return one, after


def test_what_is_gone_is_pale_and_what_is_other_than_before_has_a_ring() -> None:
    one, after = second("english_draughts", "On the last row the man is crowned, and the turn ends")
    assert f'<use href="#{one.key}-still"/>' in after
    assert after.count(' ghost"') == 2  # and so is what moved, from where an arrow leads to where it is
    assert after.count('class="changed"') == after.count('class="taken"') == after.count('class="move"') == 1
    assert 'href="#icon-crown"' in after
    assert 'class="move"' not in frames(one)[0]
    assert one.changes == [
        "Black’s man goes from B6 to D8.",
        "White’s man leaves C7.",
        "Black’s man (D8) is now crowned.",
    ]
    assert "the last row, and is crowned." in one.drawn().split("<figcaption>")[2]


def test_nothing_shows_through_what_is_pale() -> None:
    (track,) = [one for one in pictures("nova_raiders")["A Ship Destroyed by an expansion"] if "S5" in one.drawn()]
    found = re.compile(r'(<circle class="clear[^"]*"[^>]*/>)?<g class="piece \w+ ghost">')
    assert all(found.findall(track.drawn()))
    _, after = second("english_draughts", "On the last row the man is crowned, and the turn ends")
    assert found.findall(after) == ["", ""]  # nothing is drawn on these spaces


def test_the_words_are_of_the_language() -> None:
    shown = [one for found in pictures_in("english_draughts", "pt") for one in found if one.is_double]
    assert shown
    assert all("<b>1</b> <strong>Antes</strong>" in one.drawn() for one in shown)
    assert all("<b>2</b> <strong>Depois</strong>" in one.drawn() for one in shown)


def test_what_is_done_after_something_else_was_said_has_a_frame_of_its_own() -> None:
    (one,) = pictures("chess")["A pawn that passes is taken at once or not at all"]
    assert [part.count('class="move"') for part in frames(one)] == [4, 2, 1]
    captions = re.findall(r"<figcaption><b>(\d)</b> (.*?)</figcaption>", one.drawn())
    assert [number for number, _ in captions] == ["1", "2", "3"]
    assert captions[1][1].endswith("Black moves the pawn on F7 to F5. White cannot move the pawn on E5 to D6.")
    assert captions[2][1] == "White moves the pawn on E5 to F6."  # what is taken has a mark


def test_of_what_goes_over_one_another_the_last_picture_is_that_after_it() -> None:
    (one,) = pictures("chess")[CASTLES]
    assert [part.count('class="move"') for part in frames(one)] == [0, 1, 1]
    pale = re.compile(r'ghost"><use class="figure" href="#icon-chess-(\w+)"')
    assert [pale.findall(part) for part in frames(one)] == [[], ["king"], ["rook"]]  # only where it was


def test_where_pieces_lie_in_rows_they_are_pale_where_they_were() -> None:
    """What comes lies there, and each arrow bears the number of the die for it."""
    (one,) = pictures("backgammon")["A five and a three bring two men to one point"]
    drawn = one.drawn()
    assert drawn.count(' ghost"') == 2
    assert re.findall(r'<text class="number"[^>]*>(\d)</text>', drawn) == ["5", "3"]


def test_words_that_name_all_that_is_done_tell_it() -> None:
    (one,) = pictures("backgammon")["A five and a three bring two men to one point"]
    (told,) = re.findall(r"<figcaption>(.*?)</figcaption>", one.drawn())
    assert told.startswith("White goes down towards S1")
    assert told.count(".") == 1  # one sentence
    (falls,) = pictures("connect_four")["A disc falls as far as it can"]
    told = "Yellow's disc, dropped into column D, falls onto the red disc and stays on D3."
    assert f"<figcaption>{told}</figcaption>" in unescape(falls.drawn())
    assert falls.drawn().count('class="lane"') == 1  # through which it falls


def test_what_is_done_is_told_where_it_is_shown_and_what_follows_in_the_last_frame() -> None:
    (one,) = pictures("nova_raiders")["Hijack with a Stack three high: a push of three spaces"]
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", one.drawn())
    assert captions[1].startswith("<b>2</b> Red plays Hijack. Blue is pushed as many spaces as Red is high: 3,")
    assert captions[2].endswith("<br>Red flies to D3, takes the shard in from below and is 4 high.")


def test_a_number_stands_beside_an_arrow_that_it_would_hide() -> None:
    short, long = (places_on(Route((0.0, 0.0), (far, 0.0), 20, 4), STEP) for far in (60.0, 120.0))
    assert all(abs(y) > STEP for _, y in short)
    assert next(long)[1] == 0


def test_an_arrow_goes_around_the_dice() -> None:
    (one,) = pictures("backgammon")["A double is played four times"]
    assert not SecondFrame(one.stage, one.outcome).dice  # what is moved there does not go so far
    frame = SecondFrame(one.stage, one.later[-1])
    assert len(frame.dice_places) == 2
    assert all(frame.room().lacking(place, 5, 5) for place in frame.dice_places)


def test_captions_say_what_is_so_and_why() -> None:
    (castled,) = pictures("chess")[CASTLES]
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", castled.drawn())
    assert captions[0].startswith("<b>1</b> <strong>Before</strong><br>Neither the king nor the rook has moved,")
    assert captions[2].startswith("<b>3</b> <strong>After</strong><br>The king now stands on G1,")
    (beside,) = pictures("rebel_moon_defense")["No asteroid beside an installation"]
    why = "Imperial can place an asteroid on D6, but not on D5: there is an installation beside D5."
    assert f"<figcaption>{why}</figcaption>" in beside.drawn()
    assert why not in beside.drawn(alone=False)  # is told beside it


def test_captions_leave_no_doubt_which_thing_is_meant_and_what_was_given() -> None:
    shown = pictures("beyond_nebula")
    (hit,) = shown["A ray splashes in order of arrival"]
    assert "ship’s durability falls from 2 to 1." in hit.drawn()
    assert "durability stays at 2." in hit.drawn()
    (mended,) = shown["Repair mends one point, and only what is damaged"]
    assert "A5 and D5. The durability of South’s ship on D5 is 1." in mended.drawn()
    (refused,) = shown["Without a free Recovery Token nothing can be used"]
    assert "Every recovery token of South is in North’s supply. South cannot deploy" in refused.drawn()


def test_of_what_is_done_by_and_by_only_so_much_is_shown() -> None:
    (one,) = pictures("chess")["A pawn that passes is taken at once or not at all"]
    assert len(frames(one)) <= MOST_FRAMES
    assert "P" not in re.findall(r'<text class="letters ink"[^>]*>(.*?)</text>', one.drawn())  # that it has just passed


def test_what_is_taken_where_something_else_comes_is_seen_in_both_frames() -> None:
    _, after = second("chess", "On the last rank a pawn becomes another man")
    assert after.count('class="taken small"') == 1
    taken = after.index('class="piece black"', after.index('class="clear"'))
    assert after.index("icon-chess-knight", taken) < after.index('class="taken small"')


def pictures_in(name: str, language: str) -> list[list[Picture]]:
    game = game_of(name, language)
    return [game.showing.pictures(story) for story in game.stories]


def test_what_becomes_of_a_number_stands_beside_its_piece() -> None:
    doubles = [one for found in pictures("rebel_moon_defense").values() for one in found if one.is_double]
    plates = [told for one in doubles for told in re.findall(r'class="number"[^>]*>([^<]* → [^<]*)<', one.drawn())]
    assert {"6 → 3", "5 → 0"} <= {*plates}
    for one in doubles:
        for before, after in re.findall(r'class="number"[^>]*>([^<]*) → ([^<]*)<', one.drawn()):
            done = (one.outcome, *one.later)
            assert any(f"from {before} to {after}." in change for each in done for change in one.changes_of(each))


def test_what_stays_is_drawn_once() -> None:
    one, after = second("chess", "On the last rank a pawn becomes another man")
    first, *_ = frames(one)
    still = next(line for line in first.splitlines() if f'id="{one.key}-still"' in line)
    assert still.count('class="piece') == 3  # the kings and a rook
    assert f'href="#{one.key}-still"' in after


def test_one_picture_is_enough_for_a_move() -> None:
    one = picture("english_draughts", "White is blocked: Black wins")
    assert not one.is_double
    assert "frames" not in one.drawn()


def test_what_is_said_before_something_moves_is_not_marked_where_it_has_moved() -> None:
    before, after = frames(picture("english_draughts", "Who can jump must jump"))
    assert 'class="cannot"' in before
    assert 'class="move"' not in before
    assert 'class="move"' in after
    assert 'class="cannot"' not in after


@pytest.mark.parametrize(
    ("name", "title"),
    [("go", "Ko: what was captured is not captured back at once"), ("hex", "A cell is taken once")],
)
def test_where_something_comes_or_is_gone_nothing_else_is_marked(name: str, title: str) -> None:
    one = picture(name, title)
    done, then = frames(one)
    assert re.search('class="(taken|placed)"', done)
    assert "badge no" not in done
    assert not re.search('class="(taken|placed)"', then)
    assert "badge no" in then
    told = re.findall(r"<figcaption><b>\d</b> (.*?)</figcaption>", one.drawn())
    assert [" places a stone on " in one for one in told] == [True, False]


def test_what_becomes_another_on_its_way_goes_there() -> None:
    _, after = second("chess", "On the last rank a pawn becomes another man")
    assert after.count('class="move"') == after.count('class="changed"') == 1
    assert 'class="taken"' not in after  # but for what it takes


def test_what_is_beside_a_large_picture_is_no_larger_than_usual() -> None:
    """What is drawn twice as large has a legend and panels half as large: the style sheet knows how large it is."""
    (one,) = pictures("rebel_moon_defense")["The counter of a destroyed EMP Device comes back"]
    drawn, scale = one.drawn(), PIXELS / one.enlarged
    (legend,) = re.findall(r"--legend: ([\d.]+)", drawn)
    keys = re.findall(r'font-size="([\d.]+)"', drawn[drawn.index('class="legend"') :])
    assert [float(size) for size in keys] == [pytest.approx(float(legend), abs=0.1)] * len(keys)
    (panels,) = re.findall(r'class="drawn plain" transform="[^"]* scale\(([\d.]+)\)"', drawn)
    assert float(panels) == pytest.approx(scale, abs=0.01)
    assert scale < 0.8


# -------------------------------------------------------------------------------------------------- numbers and arrows


@pytest.mark.parametrize("name", ["chess", "english_draughts", "nova_raiders", "rebel_moon_defense", "backgammon"])
def test_no_number_of_an_arrow_lies_on_a_piece_or_on_letters(name: str) -> None:
    for one in (one for found in pictures(name).values() for one in found):
        for frame in whole(one):
            steps = [part for part in frame.iter("g") if part.get("class") in ("step", "step order")]
            told = {text for step in steps for text in step.iter("text")}
            for step in steps:
                (x, y), half = middle(step), extent(step)
                on_pieces = [place for place in stands(frame) if near(place, x, y, half)]
                assert on_pieces == [] or step.get("class") == "step order", one.story.title  # at the rim of what came
                texts = [text for text in frame.iter("text") if text not in told and text.get("class") != "key"]
                assert [t.text for t in texts if on_letters(t, x, y, half)] == [], one.story.title


def whole(one: Picture) -> list[ElementTree.Element]:
    """The frames of a picture, each with all that is seen in it."""
    told = one.drawn()
    still = re.search(r'<g id="[^"]+-still">(.*)</g>$', told, re.MULTILINE)
    whole = re.sub(r'<use href="#[^"]+-still"/>', lambda _: still[1] if still else "", told)
    return [ElementTree.fromstring(svg) for svg in SVG.findall(whole)]


def middle(step: ElementTree.Element) -> tuple[float, float]:
    part = step[0]
    if part.tag == "circle":
        return float(part.get("cx", 0)), float(part.get("cy", 0))
    x, y, wide, high = (float(part.get(key, 0)) for key in ("x", "y", "width", "height"))
    return x + wide / 2, y + high / 2


def extent(step: ElementTree.Element) -> tuple[float, float]:
    part = step[0]
    if part.tag == "circle":
        return (float(part.get("r", 0)) * 0.8,) * 2
    return float(part.get("width", 0)) / 2, float(part.get("height", 0)) / 2


def stands(frame: ElementTree.Element) -> Iterator[tuple[float, float, float]]:
    """The middles of pieces and how large they are, for figures as much as is surely filled."""
    for part in frame.iter("circle"):
        if part.get("class") == "fill" and float(part.get("r", 0)) > 12:
            yield float(part.get("cx", 0)), float(part.get("cy", 0)), float(part.get("r", 0))
    for part in frame.iter("use"):
        if part.get("class") == "figure":
            x, y, side = (float(part.get(key, 0)) for key in ("x", "y", "width"))
            yield x + side / 2, y + side / 2, 0.36 * side


def near(disc: tuple[float, float, float], x: float, y: float, half: tuple[float, float]) -> bool:
    at_x, at_y, r = disc
    return hypot(max(0, abs(at_x - x) - half[0]), max(0, abs(at_y - y) - half[1])) < r


def on_letters(text: ElementTree.Element, x: float, y: float, half: tuple[float, float]) -> bool:
    size = float(text.get("font-size", 0))
    wide, high = width(text.text or "") * size * 0.85, 0.72 * size
    left, foot = float(text.get("x", 0)), float(text.get("y", 0))
    return abs(left - x) < wide / 2 + half[0] and abs(foot - high / 2 - y) < high / 2 + half[1]


def test_a_number_goes_where_there_is_room() -> None:
    room = Room((0, 0, 200, 200))
    room.disc((50, 50), 20)
    assert room.place([(50, 50), (60, 60), (90, 90)], 9, 9) == (90, 90)
    assert room.place([(90, 90), (150, 150)], 9, 9) == (150, 150)  # the first is taken now
    assert room.place([(50, 50), (100, 84)], 9, 9) == (100, 84)  # less on the other than on the piece


def test_an_arrow_goes_beside_what_stands_in_its_way_and_beside_others() -> None:
    board = (0.0, 0.0, 400.0, 400.0)
    level = Route((50, 200), (350, 200), 20, 20)
    assert routed(level, [], [], board).by is None
    up = routed(level, [(200, 200)], [], board)
    assert up.by is not None
    assert up.by[1] < 200
    back = routed(Route((350, 200), (50, 200), 20, 20), [(200, 200)], [up], board)
    assert back.by is not None
    assert back.by[1] > 200


def test_what_is_done_on_a_part_of_rings_lies_on_top() -> None:
    assert [turned_up([place], (0, 0)) for place in ((0, -10), (10, 0), (0, 10))] == [0, 270, 180]
    assert turned_up([(0, 10), (0, -10)], (0, 0)) == 0  # it lies all around
    turned = [one for some in pictures("nova_raiders").values() for one in some if one.turn]
    assert len({one.address for one in turned}) > 3
    for one in turned:
        seen = {space - one.numbers.start for space in one.focus} | one.passed
        heights = [one.ground.layout.places[space][1] for space in seen]
        assert sum(heights) / len(heights) < one.ground.layout.middle[1]


def test_all_of_an_arrow_along_a_ring_is_seen() -> None:
    (one,) = pictures("nova_raiders")["Free Orbit: any number from 1 to 6"]
    ((start, end),) = one.outcome.moves
    ring = next(row.spaces for row in one.board.one.layout.rows if start - one.numbers.start in row.spaces)
    passed = between(ring, start - one.numbers.start, end - one.numbers.start)
    left, top, wide, high = one.stage.part.box
    places = [one.ground.layout.places[space] for space in passed]
    assert len(passed) == 7
    assert all(left < x < left + wide and top < y < top + high for x, y in places)
    pale = re.findall(r'class="edge aside"[^>]*>([^<]*)<', one.drawn())
    assert pale
    assert not {*pale} & {one.board.one.names[space] for space in passed}  # as bright as what they name


def test_arrows_along_a_ring_do_not_lie_on_one_another() -> None:
    room = Room((-300, -300, 600, 600))
    there = Orbit((0, 0), 100, 0.0, 1.5, 3, 20, 20)
    back = Orbit((0, 0), 100, 1.5, -1.5, 3, 20, 20)
    assert there.clear(room, []) == there
    assert back.clear(room, [there]).aside != 0


def test_a_short_arrow_along_a_ring_leads_from_one_piece_to_the_next() -> None:
    """Not beside both, where nobody sees from where to where."""
    room, one = Room((-300, -300, 600, 600)), Orbit((0, 0), 80, 0.0, 0.7, 1, 8, 24)
    for angle in (0.0, 0.7):
        room.disc(one.turned(angle), 20)
    assert one.clear(room, []) == one
    room.disc(one.turned(0.35), 20)  # something else
    assert one.clear(room, []).aside != 0


def test_the_shorter_way_around_a_ring() -> None:
    assert between(range(5, 17), 6, 8) == [6, 7, 8]
    assert between(range(5, 17), 6, 15) == [15, 16, 5, 6]


def test_what_is_left_behind_stands_apart_from_what_carried_it() -> None:
    (one,) = pictures("nova_raiders")["Hijack with a Stack three high: a push of three spaces"]
    frame = SecondFrame(one.stage, one.outcome)
    (space,) = frame.departed
    ((x, y), r), ((a, b), other) = frame.spot(space), frame.departed_place(space)
    assert hypot(x - a, y - b) > DISC * max(r, other)  # neither covers the middle of the other
    assert b < y  # it lay on what stays


def test_how_high_a_pile_is_stands_under_no_arrow() -> None:
    (one,) = pictures("nova_raiders")["Clean Sweep takes all the shards"]
    before, after = (figure.count('class="brace"') for figure in one.drawn().split("<figure")[1:])
    assert (before, after) == (1, 0)  # an arrow leaves at the right


def test_of_a_track_only_the_row_is_shown_on_which_something_moves() -> None:
    whole = [one for found in pictures("nova_raiders").values() for one in found if one.ground.layout.style == "track"]
    near = [one for one in whole if len({one.stage.place(space)[1] for space in one.focus}) == 1]
    assert near
    for one in near:
        assert len({one.stage.place(space)[1] for space in one.stage.shown}) == 1


def test_marks_are_larger_beside_small_pieces_of_a_wide_picture() -> None:
    near, wide = (
        picture("rebel_moon_defense", SMALL[0]).stage,
        picture("backgammon", "A higher number bears off the hindmost man alone").stage,
    )
    assert near.badge == BADGE[0] * near.radius
    assert BADGE[0] * wide.radius < wide.badge <= BADGE[1] * wide.radius


def test_small_parts_of_a_board_of_tiles_are_low_and_stand_beside_words() -> None:
    for box in (picture("rebel_moon_defense", title).stage.part.box for title in SMALL):
        assert 1.24 < box[2] / box[3] < 1.6


def test_a_caption_does_not_tell_all_numbers_of_a_piece() -> None:
    told = [change for some in pictures("nebula_rush").values() for one in some for change in one.changes]
    assert any("Ship" in change for change in told)
    assert [change for change in told if re.search(r"\w \d+, \w[\w ]* \d+", change)] == []


def scene(*moved: tuple[Piece, int], pieces: tuple[Piece, ...], gone: tuple[Piece, ...] = ()) -> Scene:
    """One in which pieces are moved to spaces, one after the other."""
    ends = {piece: at(piece, space) for piece, space in moved}
    end = tuple(ends.get(piece, piece) for piece in pieces if piece not in gone)
    moves = tuple(dict.fromkeys((piece.at, space) for piece, space in moved))
    return Scene(pieces, moves=moves, otherwise=tuple(ends.items()), end=end, gone=gone)


def test_what_goes_where_another_has_left_is_done_in_a_frame_of_its_own() -> None:
    """Only where what stands in between is known."""
    pushed = scene((at(OTHER, 1), 2), (MAN, 1), pieces=(MAN, at(OTHER, 1), at(DIE, 1)))
    first, second = in_turn(pushed)
    assert (first.moves, second.moves) == (((1, 2),), ((0, 1),))
    assert set(first.end) == set(second.pieces) == {MAN, at(DIE, 1), at(OTHER, 2)}
    assert (first.pieces, second.end) == (pushed.pieces, pushed.end)
    apart = scene((at(OTHER, 1), 2), (MAN, 3), pieces=(MAN, at(OTHER, 1)))
    assert in_turn(apart) == [apart]
    taking = scene((at(OTHER, 1), 2), (MAN, 1), pieces=(MAN, at(OTHER, 1), at(DIE, 4)), gone=(at(DIE, 4),))
    assert in_turn(taking) == [taking]
    walk = replace(scene((MAN, 2), pieces=(MAN,)), moves=((0, 1), (1, 2)))
    assert in_turn(walk) == [walk]
    back = replace(walk, moves=((0, 1), (1, 0), (0, 2)))
    assert [part.moves for part in in_turn(back)] == [((0, 1),), ((1, 0), (0, 2))]


def test_what_drives_others_straight_on_is_done_in_one_frame() -> None:
    """But not where it goes another way, as then its arrow is no part of theirs."""
    pushed = scene((at(OTHER, 1), 2), (MAN, 1), pieces=(MAN, at(OTHER, 1)))
    ahead = {(1, 2): ((60.0, 0.0), (120.0, 0.0)), (0, 1): ((0.0, 0.0), (60.0, 0.0))}
    assert in_turn(pushed, ahead.get) == [pushed]
    aslant = {**ahead, (0, 1): ((60.0, 60.0), (60.0, 0.0))}
    assert len(in_turn(pushed, aslant.get)) == 2
    back = {**ahead, (0, 1): ((180.0, 0.0), (60.0, 0.0))}
    assert len(in_turn(pushed, back.get)) == 2


def test_on_rings_no_line_goes_over_the_name_of_a_space_that_does_not_matter() -> None:
    one = picture("nova_raiders", "Hop outward, from space to space")
    named = {label.text for label in one.stage.part.labels}
    assert ("C3" in named, "C4" in named, "C5" in named) == (True, False, True)


def test_frames_cover_no_sign_of_several_pieces() -> None:
    before, after = frames(picture("beyond_nebula", "Improved Cargo: room for eight"))
    for drawn, css in ((before, "cannot"), (after, "can")):
        assert drawn.rindex(f'class="{css}"') < drawn.rindex('class="badge yellow"')


def test_under_what_is_pale_a_tile_is_told_at_its_corner() -> None:
    one = picture("nebula_rush", "Left, straight or right")
    frame = SecondFrame(one.stage, one.outcome)
    (left,) = {start for start, _ in one.outcome.moves}
    assert left in frame.paled
    (body,) = frame.bodies(frame.standing[left])
    assert body.form == "tile"
    assert "".join(bared(body, *frame.spot(left)[0], frame.spot(left)[1])) in "".join(frame.lines())


def test_what_is_carried_is_not_told_beside_what_carries_it() -> None:
    (one,) = [one for some in pictures("nova_raiders").values() for one in some if one.key == "s8adf2f10"]
    assert [len(one.changes), *(len(one.changes_of(later)) for later in one.later)] == [1, 1]
    assert (
        one.drawn().count('class="brace"') == 3
    )  # two piles before, of which the next frame shows one again, and one after


def test_a_number_of_which_nothing_is_said_is_not_told() -> None:
    """When a ship arrived the game keeps, and few examples speak of it."""
    every = [one for some in pictures("beyond_nebula").values() for one in some]
    telling = [one for one in every if any(change.startswith("The arrival of ") for change in one.changes)]
    assert telling
    assert all("Arrival" in one.spoken.qualities for one in telling)
    assert any("arrival" in [name.lower() for name, _ in piece.values] for one in every if one not in telling
               for piece in one.scene.pieces)  # fmt: skip


def test_what_falls_into_holes_comes_from_above() -> None:
    drawn = [one.drawn() for some in pictures("connect_four").values() for one in some]
    falling = [one for one in drawn if 'class="move"' in one]
    assert len(falling) == 2
    for one in falling:
        _, top, _, _ = map(float, re.findall(r'viewBox="([^"]+)"', one)[0].split())
        assert top < 0  # there is room above the board
        assert one.count(' ghost"') >= 1


def test_what_is_printed_on_a_space_does_not_stand_there() -> None:
    """Who left it is pale there."""
    galaxy, _ = pictures("hyperline")["A wreck plays on"]
    assert galaxy.outcome.moves
    assert galaxy.drawn().count(' ghost"') == 1


def test_what_moves_is_shown_where_it_goes_and_pale_where_it_was() -> None:
    one = pictures("chess")["The shortest mate"][0]
    first = frames(one)[0]
    assert one.shows_end
    assert first.count('class="move"') == 3
    assert first.count("ghost") == 3  # of three pawns that have moved


def test_what_flies_to_where_it_came_from_has_a_frame_of_its_own() -> None:
    one = pictures("amazons")["The arrow may fly back to the square that the amazon has left"][0]
    moves, rings = ([frame.count(f'class="{css}"') for frame in frames(one)] for css in ("move", "placed"))
    assert (moves, rings) == ([0, 1, 0], [0, 0, 1])


def test_what_holds_only_after_a_move_is_marked_in_the_position_after_it() -> None:
    one = pictures("beyond_nebula")["A step follows the lines"][0]
    before, after = frames(one)
    assert (before.count('class="move"'), before.count('class="cannot"')) == (0, 2)
    assert (after.count('class="move"'), after.count('class="cannot"')) == (1, 1)


def test_what_is_lost_on_its_way_is_taken_away_where_it_came_to() -> None:
    one = pictures("beyond_nebula")["A ship that is lost takes its troops along"][0]
    [(was, last)] = one.outcome.lost
    assert [one.name_of(was.at), one.name_of(last.at)] == ["B2", "C2"]
    assert one.shows_end  # where it was it is pale


def test_arrows_along_points_bear_how_far_they_go_beside_the_dice_that_say_so() -> None:
    one = pictures("backgammon")["A double is played four times"][0]
    first, second = frames(one)
    numbers = [re.findall(r'<text class="number"[^>]*>(\d)</text>', frame) for frame in (first, second)]
    assert numbers == [["2", "1", "5"], ["5", "5", "5"]]


def test_a_piece_that_has_several_numbers_tells_which_is_another_now() -> None:
    (one,) = pictures("beyond_nebula")["A ship loads from the planet on its block, once a stop"]
    assert {"Crew 0 → 6", "Garrison 9 → 3"} <= {*re.findall(r">(\w+ \d+ → \d+)<", one.drawn())}
    (counted,) = pictures("beyond_nebula")["Of the ships of a block the first to come is attacked first"]
    assert "Arrival 2 → 1" in counted.drawn()
    (silent,) = pictures("beyond_nebula")["Who comes beside an enemy fights, until one ship is gone"]
    assert "arrival" in silent.told.all or "Arrival" not in silent.drawn()


def test_where_nothing_can_be_done_after_something_is_taken_the_position_after_is_shown() -> None:
    (one,) = pictures("go")["Ko is still forbidden"]
    done, then = frames(one)
    assert done.count('class="taken"') == then.count("ghost") == 1
    assert done.count("ghost") == then.count('class="taken"') == 0


def test_a_ring_is_around_the_one_that_is_meant_of_several_on_a_space() -> None:
    placed = pictures("hyperline")["On a Tech Planet a component is bought with the token"][0]
    (radius,) = map(float, re.findall(r'class="placed" cx="\S+" cy="\S+" r="(\S+)"', placed.drawn()))
    assert radius < 0.6 * placed.stage.radius  # beside the ship that stands there


def test_pictures_are_larger_where_pieces_share_a_space() -> None:
    shared = pictures("hyperline")["On a Tech Planet a component is bought with the token"][0]
    alone = pictures("amazons")["The arrow may fly back to the square that the amazon has left"][0]
    assert shared.enlarged > alone.enlarged == PIXELS
