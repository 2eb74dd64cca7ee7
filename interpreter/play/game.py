"""A game that can be played: `load` it, `start` a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path

from dsl.terms import USUAL, Given, Terms
from dsl.text.diagnostics import Diagnostic
from interpreter.failures import RulebookError, WrongArgument
from interpreter.library.chance import fresh_seed
from interpreter.play.match import Match, Nature
from interpreter.play.position import first_position
from interpreter.play.rules import Rules
from interpreter.state.save import Save, check_game


class Game(Rules):
    """The rules of one game, played on certain terms, from which matches are started."""

    def start(self, seed: int | None = None, nature: Nature = "auto") -> Match:
        """A new match, at its first decision. The same seed gives the same chances; without one nobody can tell them.

        With `nature` "ask", what chance decides is asked like any other decision.
        """
        return Match(self, fresh_seed() if seed is None else seed, nature)

    def position(self, given: Sequence[str], phase: str = "") -> Game:
        """The same game, beginning with what these sentences say, as with the `given` lines of an example.

        `start` begins matches from there; with a phase they play it alone, to its end. The seed decides what the
        sentences leave to the chance of the setup. Raises RulebookError: with the codes of what cannot be read in the
        sentences, for what is no such sentence (E0514), and for what cannot be made so (E0515), as in a game that was
        read neither from a file nor from a text. Of a game that begins in a position already, all is so together.
        """
        from dsl.load import given_text, no_position  # the front end is needed for a new position only

        if isinstance(given, str):
            raise RulebookError([no_position()])
        before = self.given or Given(())
        position = Given((*before.sentences, *given), phase or before.phase)
        game = self.beginning(position)
        if fault := first_position(game, seed=0).fault:
            rule = game.program.rules[fault.rule] if fault.rule >= 0 else None
            message = game.program.code.faults[fault.code]
            raise RulebookError([Diagnostic("E0515", message, rule.span if rule else None)], given_text(position))
        return game


def game_of(path: str | Path, saved: Save) -> Game:
    """The game of a rulebook as the match of a save is played.

    Raises SaveError where that is the match of another game (E0707), and as `load`.
    """
    game = Game.load(path)
    check_game(saved, game.program.name)
    game = game if saved.terms == USUAL else Game.load(path, saved.terms)
    return game if saved.given is None else game.beginning(saved.given)


def load(
    path: str | Path = "",
    variants: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    *,
    text: str | None = None,
) -> Game:
    """The game of a rulebook, with these variants, so many players, and what was agreed on for its options; whatever is
    not named is as usual. The rulebook is a file, one that came along (by its name alone), or a `text`.

    Raises RulebookError with all errors of the text, and for what cannot be agreed on (E0601 to E0603, which list what
    can); WrongArgument for a text where a number is meant, or one name where several are; OSError if there is no such
    file; TypeError unless there is one of both, a path or a text.
    """
    if (text is None) == (not str(path)):
        raise TypeError("load() takes the path or the name of a rulebook, or text=… with what it says")
    if isinstance(variants, str):
        raise WrongArgument(Diagnostic("E0817", f"Variants are a list of names: variants=[{variants!r}]."))
    number = None if players is None else _whole("players", players)
    settled = {name: _whole(f"options[{name!r}]", value) for name, value in (options or {}).items()}
    terms = Terms.of(variants, number, settled)
    return Game.load(path, terms) if text is None else Game.of_text(text, terms)


def _whole(name: str, given: object) -> int:
    """A number of any kind of integer. Raises WrongArgument."""
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        raise WrongArgument(Diagnostic("E0817", f"{name} is a whole number, and not {given!r:.60}.")) from None
