"""OpenSpiel names cells as we do, and begins with the player who joins the upper and the lower side."""

from string import ascii_uppercase

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


def pair(size: int, one_in: int = 1) -> Pair:
    class Peer(OpenSpiel):
        game = f"hex(board_size={size})"
        players = ("Red", "Blue")

        def words(self, actions: tuple[int, ...]) -> str:
            row, column = divmod(actions[0], size)
            return f"Place Stone on {ascii_uppercase[column]}{row + 1}"

    return Pair("hex.rules", Peer, options=(("Size", size),), one_in=one_in)


PAIR = pair(11)
OTHERS = {"of size 3": pair(3), "of size 8": pair(8), "of size 13": pair(13, one_in=10)}
