"""In OpenSpiel an answer is two moves in their order: both numbers of a throw, or half of a double; we ask for one.

So what can be done is compared move by move: what we offer first is what some answer of the peer begins with, and then
what follows it in such an answer. The peer passes where nothing can be moved, and where only one man can be; we ask
nobody. It leaves out the throws for the beginning that are equal, after which we throw again, and ends a game after 500
turns, which no random game needs. Where nothing else is said it knows won and lost alone, as with our Highest Count 1.
"""

from interpreter.play.match import Match
from tests.parity.lockstep import CHANCE, Pair, Way
from tests.parity.open_spiel import PASS, OpenSpiel
from tests.parity.ours import Ours

AGAIN = "equal"
BAR, PASSED = 100, -1  # where a man is moved from, in the peer's numbers; else 0 to 23: S24 to S1


def thrown(dice: list[str], starter: str) -> str:
    """What both sides call a throw; the first one tells who begins, too."""
    return f"{starter}{min(dice)} and {max(dice)}"


class Throws(Ours):
    """Two dice are thrown one after the other, for the beginning one by each player."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.begun = False

    def words(self, texts: tuple[str, ...]) -> str | None:
        if self.asked() != CHANCE:
            return texts[0]
        if len(texts) < 2:
            return None
        if self.begun:
            return thrown(list(texts), "")
        white, black = texts
        return AGAIN if white == black else thrown(list(texts), "White: " if white > black else "Black: ")

    def ways(self) -> dict[str, Way]:
        found = super().ways()
        again = found.pop(AGAIN).odds if AGAIN in found else 0.0
        return {words: Way(way.answers, way.odds / (1 - again)) for words, way in found.items()}

    def take(self, way: Way) -> None:
        super().take(way)
        self.begun = True


Move = tuple[int, int]  # from where, and how far


class Peer(OpenSpiel):
    game = "backgammon(scoring_type=full_scoring)"
    players = ("White", "Black")

    def __init__(self) -> None:
        self.made: tuple[Move, ...] = ()  # the moves of the next answer that are given already
        super().__init__()

    def words(self, actions: tuple[int, ...]) -> str:
        if not self.state.is_chance_node():
            return PASS if not self.moves(actions[0]) else str(actions[0])
        told = self.state.action_to_string(self.state.current_player(), actions[0])
        starter = "White: " if "X starts" in told else "Black: " if "O starts" in told else ""
        return thrown(list(told.rstrip(")")[-2:]), starter)

    def ways(self) -> dict[str, Way]:
        if self.state.is_chance_node():
            return super().ways()
        return {self.called(*rest[0]): Way((rest[0],)) for rest in self.left().values()}

    def take(self, way: Way) -> None:
        if self.state.is_chance_node():
            super().take(way)
            return
        self.made += way.answers
        whole = [action for action, rest in self.left().items() if not rest]
        if whole:
            self.made = ()
            super().take(Way((whole[0],)))

    def left(self) -> dict[int, tuple[Move, ...]]:
        """Of each answer that begins with the moves that are made: the moves that follow."""
        given = len(self.made)
        answers = {action: self.moves(action) for action in self.state.legal_actions()}
        return {action: moves[given:] for action, moves in answers.items() if moves[:given] == self.made}

    def moves(self, action: int) -> tuple[Move, ...]:
        """The moves of an answer; what is passed is left out."""
        found = self.state.spiel_move_to_checker_moves(self.state.current_player(), action)
        return tuple((move.pos, move.num) for move in found if move.pos != PASSED)

    def called(self, start: int, pips: int) -> str:
        player = self.players[self.state.current_player()]
        man = f"the Man of {player} in the Bar of {player}" if start == BAR else f"the Man on S{24 - start}"
        return f"Play {pips} with {man}"


PAIR = Pair("backgammon.rules", Peer, ours=Throws)
