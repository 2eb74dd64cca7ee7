"""The peer is python-chess (https://python-chess.readthedocs.io). Both sides call moves as programs of chess do: e2e4,
e1g1 for castling, b7b8q for a promotion.

By the rulebook a game is drawn when a position stands for the third time, or after fifty moves by each player without
a pawn moved or a man taken; python-chess leaves it to a player to claim that, so its side is asked here for both.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from tests.parity.lockstep import NOBODY, Pair, Way
from tests.parity.ours import Ours

CASTLING = {"A1": "e1c1", "H1": "e1g1", "A8": "e8c8", "H8": "e8g8"}  # by the corner of the rook
OFFICERS = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}


class Moves(Ours):
    """The rulebook's side."""

    def words(self, texts: tuple[str, ...]) -> str | None:
        squares = re.findall(r"\b[A-H][1-8]\b", texts[0])
        if texts[0].startswith("Castle"):
            return CASTLING[squares[0]]
        move = "".join(squares).lower()
        if texts[0].startswith("Move"):
            return move
        return move + OFFICERS[texts[1].split()[1]] if texts[1:] else None


class Peer:
    def __init__(self) -> None:
        # python-chess may be missing, so it is not imported above.
        self.board: Any = import_module("chess").Board()

    def asked(self) -> str:
        return NOBODY if self._mated() or self._drawn() else "White" if self.board.turn else "Black"

    def _mated(self) -> bool:
        return bool(self.board.is_checkmate())

    def _drawn(self) -> bool:
        board = self.board
        over = board.is_stalemate() or board.is_insufficient_material()
        return bool(over or board.is_repetition(3) or board.halfmove_clock >= 100)

    def ways(self) -> dict[str, Way]:
        return {move.uci(): Way((move,)) for move in self.board.legal_moves}

    def take(self, way: Way) -> None:
        self.board.push(way.answers[0])

    def returns(self) -> dict[str, float]:
        if not self._mated():
            return {"White": 0.0, "Black": 0.0}
        return {"White": -1.0, "Black": 1.0} if self.board.turn else {"White": 1.0, "Black": -1.0}


PAIR = Pair("chess.rules", Peer, ours=Moves)
