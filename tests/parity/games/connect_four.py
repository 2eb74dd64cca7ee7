"""OpenSpiel names only the file into which a disc falls; its board is told with the highest rank first."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "connect_four"
    players = ("Yellow", "Red")

    def words(self, actions: tuple[int, ...]) -> str:
        file = actions[0]
        ranks = str(self.state).split()
        rank = sum(rank[file] != "." for rank in ranks) + 1
        return f"Drop Disc into {'ABCDEFG'[file]}{rank}"


PAIR = Pair("connect_four.rules", Peer)
