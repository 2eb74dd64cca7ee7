"""OpenSpiel numbers the squares from the top left, row by row."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "tic_tac_toe"
    players = ("Cross", "Nought")

    def words(self, actions: tuple[int, ...]) -> str:
        row, column = divmod(actions[0], 3)
        return f"Claim {'ABC'[column]}{3 - row}"


PAIR = Pair("tic_tac_toe.rules", Peer)
