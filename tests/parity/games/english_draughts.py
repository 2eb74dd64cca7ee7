"""In OpenSpiel each jump of a chain is an action; we ask only where a chain can go on in several ways."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import PASS, OpenSpiel


class Peer(OpenSpiel):
    game = "checkers"
    players = ("Black", "White")

    def words(self, actions: tuple[int, ...]) -> str:
        player = self.state.current_player()
        move: str = self.state.action_to_string(player, actions[0]).upper()  # A3B4
        start, end = move[:2], move[2:]
        if self.goes_on():
            return end if len(self.state.legal_actions()) > 1 else PASS
        verb = "Step" if abs(int(start[1]) - int(end[1])) == 1 else "Jump"
        return f"{verb} with the Man on {start} to {end}"

    def goes_on(self) -> bool:
        """Whether the last player is to jump again."""
        history = self.state.full_history()
        return bool(history) and history[-1].player == self.state.current_player()


PAIR = Pair("english_draughts.rules", Peer, ("Forty Moves In All",))
