"""How many ways there are to play on for so many moves, in six positions for which the numbers are published
(https://www.chessprogramming.org/Perft_Results); one move more where `make parity` asks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.ir.layout import SITE_AT
from interpreter import Game, load
from interpreter.play.position import Position
from interpreter.state.machine import State
from tests.laws.games import GAMES

NAMES = {"k": "King", "q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight", "p": "Pawn"}
CORNERS = {"K": "H1", "Q": "A1", "k": "H8", "q": "A8"}
COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq": (20, 400, 8902, 197_281),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq": (48, 2039, 97_862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w -": (14, 191, 2812, 43_238),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq": (6, 264, 9467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ": (44, 1486, 62_379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w -": (46, 2079, 89_890),
}


@pytest.mark.slow
@pytest.mark.parametrize("position", COUNTS)
def test_there_are_as_many_ways_to_play_on_as_is_published(
    position: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    counts = COUNTS[position]
    moves = len(counts) - (0 if request.config.getoption("parity_games") else 1)
    game = beginning_with(position, tmp_path / "chess.rules")
    assert ways(game, list(game.start(seed=0).position.state), moves) == counts[moves - 1]


def beginning_with(position: str, path: Path) -> Game:
    """Chess with another setup, which is written as programs of chess write positions."""
    text = (GAMES / "classics" / "chess.rules").read_text(encoding="utf-8")
    other, replaced = re.subn(r"^setup\n.*?\n\n", setup(position), text, count=1, flags=re.DOTALL | re.MULTILINE)
    assert replaced
    path.write_text(other, encoding="utf-8")
    return load(path)


def setup(position: str) -> str:
    ranks, _, castling = position.split()
    lines = ["setup"]
    for rank, row in zip("87654321", ranks.split("/"), strict=True):
        men = re.sub(r"\d", lambda match: " " * int(match[0]), row)
        for file, man in zip("ABCDEFGH", men, strict=True):
            if man != " ":
                owner = "White" if man.isupper() else "Black"
                lines.append(f"    move a {NAMES[man.lower()]} in the Box of {owner} to {file}{rank}")
    lines += [f"    every Rook on {CORNERS[side]} becomes unmoved" for side in castling if side != "-"]
    return "\n".join([*lines, "", ""])


def ways(game: Game, state: State, moves: int) -> int:
    """How many ways there are to play on for so many moves; a man that a pawn becomes is chosen as part of a move."""
    decision = game.program.decisions[state[SITE_AT]]
    if decision.part:
        officers = Position(game, state).legal.all.values()
        return sum(after(game, state, codes[0], moves - 1) for codes in officers)
    promotes = {a.base + k for a in decision.alternatives if a.parts[0] == "Promote" for k in range(a.size)}
    codes = game.machine.options(state)
    return sum(after(game, state, code, moves if code in promotes else moves - 1) for code in codes)


def after(game: Game, state: State, code: int, moves: int) -> int:
    """How many ways there are to play on after an answer."""
    if moves == 0:
        return 1
    state = state[:]
    game.machine.resume(state, code)
    return ways(game, state, moves)
