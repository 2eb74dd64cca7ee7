"""OpenSpiel numbers the cards from the lowest, passes with 0 and bets with 1."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "kuhn_poker"
    players = ("First", "Second")

    def words(self, actions: tuple[int, ...]) -> str:
        names = ("Jack", "Queen", "King") if self.state.is_chance_node() else ("pass", "Bet")
        return names[actions[0]]


PAIR = Pair("kuhn_poker.rules", Peer)
