"""OpenSpiel numbers the cards from the lowest rank, each in two suits."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "leduc_poker"
    players = ("First", "Second")

    def words(self, actions: tuple[int, ...]) -> str:
        if not self.state.is_chance_node():
            return ("Fold", "Call", "Raise")[actions[0]]
        rank, suit = divmod(actions[0], 2)
        return f"{('Spade', 'Heart')[suit]} {('Jack', 'Queen', 'King')[rank]}"


PAIR = Pair("leduc_poker.rules", Peer)
