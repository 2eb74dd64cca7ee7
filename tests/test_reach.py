"""Where pieces come to by a rule: what is tried out on the board, the shape that is seen in it, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from dsl.board.reach import OTHER, OWN, Offset, Trial, Way, ways
from dsl.board.scene import Piece
from dsl.pages.drawings.reach import Reached
from dsl.pages.game import Game
from dsl.pages.learn.blocks import Powers, Row
from dsl.resources import rulebooks
from interpreter.cli.docs import read
from tests.published import book_of, game_of

SQUARES = [(x, y) for x in range(8) for y in range(8)]
FROM = [(0, 0), (3, 3), (4, 1), (7, 7), (6, 4)]
RAYS = {
    "Rook": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "Bishop": ((1, 1), (-1, 1), (1, -1), (-1, -1)),
    "Queen": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)),
}
LEAPS = {
    "King": RAYS["Queen"],
    "Knight": ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)),
    "Pawn": ((1, 1), (-1, 1)),
}


@cache
def trials(game: str) -> tuple[Trial, ...]:
    return book_of(game).trials


def of(game: str, rule: str, kind: str, seat: int = 0, flags: tuple[str, ...] = ()) -> Trial:
    """What was tried of a rule, known by how its line begins."""
    text = rulebooks()[game].read_text("utf-8").splitlines()
    line = next(number for number, said in enumerate(text, 1) if said.startswith(rule))
    return next(t for t in trials(game) if (t.rule, t.kind, t.seat, t.flags) == (line, kind, seat, flags))


def cells(game: str) -> dict[int, Offset]:
    (board,) = game_of(game).world.boards.values()
    return {board.spaces.start + number: cell for number, cell in enumerate(board.one.cells)}


def expected(kind: str, start: Offset, other: Offset | None) -> Iterator[Offset]:
    """The squares that a man attacks, worked out otherwise than by the rules."""
    for dx, dy in RAYS.get(kind, ()):
        x, y = start[0] + dx, start[1] + dy
        while (x, y) in SQUARES:
            yield x, y
            if (x, y) == other:
                break
            x, y = x + dx, y + dy
    for dx, dy in LEAPS.get(kind, ()):
        if (start[0] + dx, start[1] + dy) in SQUARES:
            yield start[0] + dx, start[1] + dy


@pytest.mark.parametrize("kind", [*RAYS, *LEAPS])
def test_men_attack_what_they_are_known_to_attack(kind: str) -> None:
    at = cells("chess")
    trial = of("chess", f"a Square is attacked by a {kind}", kind)
    free = {at[start]: {at[end] for end in ends} for start, ends in trial.free}
    for start in FROM:
        assert free[start] == {*expected(kind, start, None)}
    assert {whose for _, _, whose, _ in trial.met} == {OWN, OTHER}
    for here, other, _, ends in trial.met:
        assert {at[end] for end in ends} == {*expected(kind, at[here], at[other])}


def test_a_pawn_goes_straight_and_takes_slantwise() -> None:
    at = cells("chess")
    trial = of("chess", "a Square is open to a Pawn", "Pawn")
    free = {at[start]: {at[end] for end in ends} for start, ends in trial.free}
    assert free[4, 1] == {(4, 2), (4, 3)}
    assert free[4, 2] == {(4, 3)}
    assert free[4, 7] == set()
    met = {(at[start], at[other], whose): {at[end] for end in ends} for start, other, whose, ends in trial.met}
    home = next(start for start, _, _ in met if start[1] == 1)
    x = home[0]
    assert met[home, (x, 2), OTHER] == set()
    assert met[home, (x, 3), OTHER] == {(x, 2)}
    assert met[home, (x + 1, 2), OTHER] == {(x, 2), (x, 3), (x + 1, 2)}
    assert met[home, (x + 1, 2), OWN] == {(x, 2), (x, 3)}


def test_a_piece_of_the_other_side_looks_the_other_way() -> None:
    at = cells("chess")
    trial = of("chess", "a Square is attacked by a Pawn", "Pawn", seat=1)
    free = {at[start]: {at[end] for end in ends} for start, ends in trial.free}
    assert free[3, 3] == {(2, 2), (4, 2)}
    assert free[3, 0] == set()


@pytest.mark.parametrize("crowned", [False, True])
def test_a_man_of_draughts_goes_slantwise_and_jumps_over_others(crowned: bool) -> None:
    at = cells("english_draughts")
    flags = ("crowned",) if crowned else ()
    step = of("english_draughts", "action Step", "Man", flags=flags)
    ahead = {(2, 4), (4, 4)} | ({(2, 2), (4, 2)} if crowned else set())
    assert {at[end] for end in dict(step.free)[next(s for s in at if at[s] == (3, 3))]} == ahead
    jump = of("english_draughts", "a Square is reachable", "Man", flags=flags)
    for start, other, whose, ends in jump.met:
        (x, y), (u, v) = at[start], at[other]
        over = (2 * u - x, 2 * v - y)
        may = whose == OTHER and abs(u - x) == 1 and (v - y == 1 or (crowned and v - y == -1)) and over in SQUARES
        assert {at[end] for end in ends} == ({over} if may else set())


def rows(game: str, code: str = "") -> list[Row]:
    blocks = game_of(game, code).learn.blocks
    return [row for block in blocks if isinstance(block, Powers) for row in block.rows if row.drawing]


def sentences(game: str, code: str = "") -> list[tuple[str, str]]:
    def said(row: Row) -> str:
        return " ".join(line.text for block in row.blocks for line in getattr(block, "lines", ()))

    return [(row.name, said(row)) for row in rows(game, code)]


def test_men_are_told_by_their_shapes() -> None:
    told = sentences("chess")
    assert ("King", "One step in any direction.") in told
    assert ("Bishop", "As far as it likes diagonally.") in told
    assert ("Rook", "As far as it likes straight, not diagonally.") in told
    assert ("Knight", "Two steps along and one aside; what stands in between does not matter.") in told
    pawn = (
        "One step straight ahead, if nothing stands there. Two steps straight ahead from where it stood at the start, "
        "if nothing stands there or in between. One step diagonally ahead, only where a man of the opponent stands."
    )
    assert ("Pawn", pawn) in told
    queen = next(row for row in rows("chess") if row.name == "Queen").drawing or ""
    whites, others = queen.count('class="piece white"'), queen.count('class="piece black"')
    assert (whites, others, queen.count('class="move"')) == (2, 1, 8)  # one stops it, and one it can take
    assert ("Bispo", "À distância que quiser na diagonal.") in sentences("chess", "pt")


THREE = """
game Trio
    in English
    for 3 players: Ann, Ben, Cat

board the Field
    made of Cells in a grid of 3 by 3

piece Tower
    there is one for each Player
    starts on A1

play
    nobody wins
"""


@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 0), (2, 0)])
def test_what_a_piece_can_take_is_another_player_s_of_however_many(tmp_path: Path, seat: int, other: int) -> None:
    path = tmp_path / "trio.rules"
    path.write_text(THREE, "utf-8")
    book, wrong = read(path)
    assert book is not None, wrong
    game, way = Game(book), Way(frozenset(RAYS["Rook"]), True, frozenset({"empty", OTHER}), stops=True)
    (board,), artist = game.world.boards.values(), game.pictures.artist
    pieces = [Piece("Tower", board.spaces.start, n) for n in range(3)]
    drawn = Reached(artist, board, game.pictures.ground(board), pieces[seat], (way,)).drawn("reach", "", "")
    colours = [artist.body(piece, board).colour for piece in pieces]
    assert [drawn.count(f'class="piece {colour}"') for colour in colours] == [
        2 * (n == seat) + (n == other) for n in range(3)
    ]  # itself and one in its way; one that it can take


def test_crowned_men_have_a_row_of_their_own() -> None:
    told = sentences("english_draughts")
    assert ("Man", "One step diagonally ahead, if nothing stands there.") in told
    assert ("Man, crowned", "One step diagonally, if nothing stands there.") in told
    assert ("Man", "Two steps diagonally ahead over a man of the opponent, if nothing stands there.") in told


def test_pieces_are_called_as_the_game_calls_them() -> None:
    over = "Dois passos em frente na diagonal por cima de uma pedra do adversário, se não houver nada ali."
    assert ("Pedra", over) in sentences("english_draughts", "pt")
    ends = "no further than the first man in its way; if that is the opponent’s, it may go onto it:"
    assert any(ends in line for line in lines_of(game_of("chess")))


def test_a_sentence_stands_where_there_is_no_shape_unless_the_designer_says_it(tmp_path: Path) -> None:
    untold = tmp_path / "untold.rules"
    text = rulebooks()["chess"].read_text("utf-8")
    untold.write_text(re.sub(r' *"A pawn is passing when [^"]*"\n', "", text), encoding="utf-8")
    book, wrong = read(untold)
    assert book is not None, wrong
    computed = "One step diagonally ahead, a square is open to a pawn also when it is the crossing."
    assert computed in lines_of(Game(book))
    assert computed not in lines_of(game_of("chess"))


def lines_of(game: Game) -> list[str]:
    return [line.text for block in game.learn.blocks for line in getattr(block, "lines", ())]


LINE = {number: (number % 4, number // 4) for number in range(16)}


def trial_of(ends: Callable[[Offset], set[Offset]], seat: int = 0) -> Trial:
    places = {cell: number for number, cell in LINE.items()}
    free = tuple((n, tuple(places[e] for e in ends(LINE[n]) if e in places)) for n in LINE)
    return Trial(1, "Man", (), seat, free)


def test_what_depends_on_where_it_stands_has_no_shape() -> None:
    assert ways([trial_of(lambda c: {(0, 0)} - {c})], LINE, {}) == ((), 0)
    assert ways([trial_of(lambda c: {c})], LINE, {}) == ((), 0)


def test_what_is_neither_alike_nor_turned_for_two_has_no_shape() -> None:
    one, other = trial_of(lambda c: {(c[0] + 1, c[1])}), trial_of(lambda c: {(c[0], c[1] + 1)}, 1)
    assert ways([one, other], LINE, {}) == ((), 0)


def test_who_looks_down_the_board_sees_it_turned() -> None:
    one, other = trial_of(lambda c: {(c[0], c[1] - 1)}), trial_of(lambda c: {(c[0], c[1] + 1)}, 1)
    (way,), seat = ways([one, other], LINE, {})
    assert (way.offsets, seat) == (frozenset({(0, 1)}), 1)
