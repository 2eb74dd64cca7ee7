"""OpenSpiel names cells as we do, and begins with the player who joins the upper and the lower side."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "hex(board_size=11)"
    players = ("Red", "Blue")

    def words(self, actions: tuple[int, ...]) -> str:
        row, column = divmod(actions[0], 11)
        return f"Place Stone on {'ABCDEFGHIJK'[column]}{row + 1}"


PAIR = Pair("hex.rules", Peer)
