"""OpenSpiel numbers squares as they are named, row by row; who cannot place a disc has to pass."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import PASS, OpenSpiel


class Peer(OpenSpiel):
    game = "othello"
    players = ("Black", "White")

    def words(self, actions: tuple[int, ...]) -> str:
        row, column = divmod(actions[0], 8)
        return f"Place Disc on {'ABCDEFGH'[column]}{row + 1}" if row < 8 else PASS


PAIR = Pair("othello.rules", Peer)
