"""In OpenSpiel a turn has three actions: which amazon, where to, what it shoots at. To us the first two are one, and
where there is one square to shoot at nobody is asked."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import PASS, OpenSpiel

TO_SHOOT = "Shoot"


class Peer(OpenSpiel):
    game = "amazons"
    players = ("White", "Black")

    def words(self, actions: tuple[int, ...]) -> str | None:
        player = self.state.current_player()
        if TO_SHOOT in self.state.action_to_string(player, actions[0]):
            return square(actions[0]) if len(self.state.legal_actions()) > 1 else PASS
        if len(actions) == 1:
            return None
        start, end = map(square, actions)
        return f"Move the Amazon on {start} to {end}"


def square(number: int) -> str:
    """The upper left one is 0; there White, who begins, stands below as with us."""
    row, column = divmod(number, 10)
    return f"{'ABCDEFGHIJ'[column]}{10 - row}"


PAIR = Pair("amazons.rules", Peer)
