"""The back end: the intermediate representation becomes positions, decisions, matches, views and simulations.

game = load("lighthouse.rules", variants=["Night"])
match = game.start(seed=7)
match.choose(match.decision.options[0])
"""

from interpreter.failures import Failure, NoSuchPlayer, RulebookError, SaveError, StartError, UndoError
from interpreter.game import Game, load
from interpreter.match import Match, replay
from interpreter.options import Option
from interpreter.position import OpenDecision, Result
from interpreter.why import IllegalChoice, Refusal

__all__ = [
    "Failure",
    "Game",
    "IllegalChoice",
    "Match",
    "NoSuchPlayer",
    "OpenDecision",
    "Option",
    "Refusal",
    "Result",
    "RulebookError",
    "SaveError",
    "StartError",
    "UndoError",
    "load",
    "replay",
]
