"""The back end: the intermediate representation becomes positions, decisions, matches, views and simulations.

game = load("lighthouse.rules", variants=["Night"], players=3, options={"size": 9})
match = game.start(seed=7)
match.choose(match.decision.options[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.budget import TooMuch
    from interpreter.failures import Failure, InUse, NoSuchPlayer, RulebookError, SaveError, UndoError, WrongArgument
    from interpreter.play.game import Game, load
    from interpreter.play.match import Match, replay
    from interpreter.play.options import Option
    from interpreter.play.position import OpenDecision, Result
    from interpreter.play.set_entry import Entry
    from interpreter.play.why import IllegalChoice, Refusal
    from interpreter.sandbox import Careful

__all__ = [
    "Careful",
    "Entry",
    "Failure",
    "Game",
    "IllegalChoice",
    "InUse",
    "Match",
    "NoSuchPlayer",
    "OpenDecision",
    "Option",
    "Refusal",
    "Result",
    "RulebookError",
    "SaveError",
    "TooMuch",
    "UndoError",
    "WrongArgument",
    "load",
    "replay",
]

_PLACES = {
    "budget": ("TooMuch",),
    "sandbox": ("Careful",),
    "failures": ("Failure", "InUse", "NoSuchPlayer", "RulebookError", "SaveError", "UndoError", "WrongArgument"),
    "play.game": ("Game", "load"),
    "play.match": ("Match", "replay"),
    "play.options": ("Option",),
    "play.position": ("OpenDecision", "Result"),
    "play.set_entry": ("Entry",),
    "play.why": ("IllegalChoice", "Refusal"),
}


def __getattr__(name: str) -> object:
    """What is asked for is loaded then: of the commands, those that only read a text play nothing."""
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"interpreter.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
