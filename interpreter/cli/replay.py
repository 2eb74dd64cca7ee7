"""`rulewright replay`: a kept match, played again and compared step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from interpreter.cli.common import columns, complain, existing, rulebook, say
from interpreter.play.game import game_of
from interpreter.play.match import Match, replay
from interpreter.state.save import known_as, read, rulebook_of
from interpreter.terminal.picture import Picture
from interpreter.terminal.text import ended, line


def replay_save(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A match that was kept.")],
    rules: Annotated[str, typer.Option(metavar="FILE", help="Replay it under this rulebook.")] = "",
    player: Annotated[str, typer.Option("--as", metavar="PLAYER", help="Show only what this player saw.")] = "",
) -> None:
    """Play a kept match again.

    Shows its log and its last position, or the first step that is different now.
    """
    match = _replayed(existing(save), rules)
    reader = player or None
    for entry in match.log(reader) if player else match.transcript:
        say(line(entry))
    say(f"\n{Picture(match.rules.box, columns()).draw(match.view(reader))}\n")
    if match.result:
        say(ended(match.result))
    if match.decision:
        say(f"The match is not over: {match.decision.who[0]} is to decide.")


def _replayed(save: Path, rules: str) -> Match:
    """The match. Under rules that have changed since, a warning says so."""
    saved = read(save)
    game = game_of(rulebook(rules) if rules else rulebook_of(save, saved), saved)
    if saved.rules not in known_as(game.program):
        complain("note: the rulebook has changed since; its rules of today are used.")
    return replay(game, saved, changed_rules=True)
