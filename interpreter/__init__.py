"""The back end: the intermediate representation becomes positions, decisions, matches, views and simulations.

game = load("lighthouse.rules", variants=["Night"], players=3, options={"size": 9})
match = game.start(seed=7)
match.choose(match.decision.options[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.budget import TooMuch
    from interpreter.careful import Careful
    from interpreter.entry import Entry
    from interpreter.failures import Failure, InUse, NoSuchPlayer, RulebookError, SaveError, UndoError, WrongArgument
    from interpreter.game import Game, load
    from interpreter.match import Match, replay
    from interpreter.options import Option
    from interpreter.position import OpenDecision, Result
    from interpreter.why import IllegalChoice, Refusal

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
    "careful": ("Careful",),
    "entry": ("Entry",),
    "failures": ("Failure", "InUse", "NoSuchPlayer", "RulebookError", "SaveError", "UndoError", "WrongArgument"),
    "game": ("Game", "load"),
    "match": ("Match", "replay"),
    "options": ("Option",),
    "position": ("OpenDecision", "Result"),
    "why": ("IllegalChoice", "Refusal"),
}


def __getattr__(name: str) -> object:
    """What is asked for is loaded then: of the commands, those that only read a text play nothing."""
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"interpreter.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
