"""OpenSpiel names points by their rows, from A1 on; a position that comes back is a draw. Of all who can only pass
nobody is asked."""

from string import ascii_uppercase

from tests.parity.lockstep import Pair
from tests.parity.open_spiel import PASS, OpenSpiel


def pair(size: int, one_in: int = 1) -> Pair:
    passes = size * size

    class Peer(OpenSpiel):
        game = f"go(board_size={size},max_game_length={12 * passes})"
        players = ("Black", "White")

        def words(self, actions: tuple[int, ...]) -> str:
            row, column = divmod(actions[0], size)
            if actions[0] < passes:
                return f"Place Stone on {ascii_uppercase[column]}{row + 1}"
            return PASS if self.state.legal_actions() == [passes] else "pass"

    return Pair("go.rules", Peer, variants=("Drawn Repetition",), options=(("Size", size),), one_in=one_in)


PAIR = pair(9)
OTHERS = {"of size 13": pair(13, one_in=10), "of size 19": pair(19, one_in=20)}
