"""In OpenSpiel it is Black who begins, from above: our board is turned upside down, White is its Black."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import OpenSpiel


class Peer(OpenSpiel):
    game = "breakthrough"
    players = ("White", "Black")

    def words(self, actions: tuple[int, ...]) -> str:
        player = self.state.current_player()
        move: str = self.state.action_to_string(player, actions[0])  # b7c6, with a star behind it if it takes
        start, end = (f"{move[i].upper()}{9 - int(move[i + 1])}" for i in (0, 2))
        return f"Move the Pawn on {start} to {end}"


PAIR = Pair("breakthrough.rules", Peer)
