"""OpenSpiel names points by their rows, from A1 on; a position that comes back is a draw. Of all who can only pass
nobody is asked."""

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import PASS, OpenSpiel

SIZE = 9
PASSES = SIZE * SIZE


class Peer(OpenSpiel):
    game = f"go(board_size={SIZE},max_game_length=1000)"
    players = ("Black", "White")

    def words(self, actions: tuple[int, ...]) -> str:
        row, column = divmod(actions[0], SIZE)
        if actions[0] < PASSES:
            return f"Place Stone on {'ABCDEFGHI'[column]}{row + 1}"
        return PASS if self.state.legal_actions() == [PASSES] else "pass"


PAIR = Pair("go.rules", Peer, variants=("Drawn Repetition",), options=(("Size", SIZE),))
