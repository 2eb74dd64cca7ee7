"""What a session in the terminal tells: help, lines of the log, how a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from pathlib import Path

from interpreter.failures import Failure
from interpreter.knowledge.log import LogEntry
from interpreter.knowledge.reader import SPECTATOR
from interpreter.knowledge.view import Data, View
from interpreter.play.match import Match
from interpreter.play.position import Position, Result
from interpreter.play.undo import last_turn
from interpreter.state.save import read, rulebook_of
from interpreter.terminal.picture import capital
from interpreter.terminal.words import ENGLISH, Spoken


def keep(match: Match, path: Path) -> None:
    """Writes a save. Raises OSError, and SaveError where the file that is there is no save (a rulebook, say)."""
    if path.exists():
        read(path)
    match.save(path)


def finds(path: Path, rulebook: Path) -> bool:
    """Whether a save finds its rulebook by itself."""
    with suppress(Failure, OSError):
        return rulebook_of(path, read(path)).samefile(rulebook)
    return False


def reason(failure: Exception) -> str:
    if isinstance(failure, Failure):
        return failure.diagnostics[0].message.rstrip(".")
    return failure.strerror or "no such place" if isinstance(failure, OSError) else str(failure).rstrip(".")


def line(entry: LogEntry) -> str:
    """An entry of a log as a line."""
    number = f"{entry.number:4} " if entry.kind != "reveal" else " " * 5
    return number + str(entry)


def ended(result: Result, say: Spoken = ENGLISH) -> str:
    """How a match ended, in a sentence."""
    heads = {
        "won": lambda: won(result.winners, say),
        "nobody": lambda: say("Nobody wins."),
        "undecided": lambda: say("The match is over, and no rule says who won."),
        "fault": lambda: say("The match stopped, as a rule could not be carried out ({fault}).", fault=result.fault),
    }
    head = heads[result.outcome]()
    reason = [capital(result.ending)] if result.ending.casefold() not in ("", head.casefold()) else []
    if result.rule:
        return " ".join([head, *reason, result.rule.told])
    if result.scores:
        scores = (say("{name} has {score}", name=name, score=score) for name, score in result.scores.items())
        reason.append(f"{', '.join(scores)}.")
    clauses = [f"[{', '.join(result.clauses)}]"] if result.clauses else []
    return " ".join([head, *reason, *clauses])


def won(winners: Sequence[str], say: Spoken) -> str:
    """Who has won."""
    if len(winners) == 1:
        return say("{who} wins.", who=winners[0])
    who = reduce(lambda one, other: say("{one} and {other}", one=one, other=other), winners)
    return say("{who} win.", who=who)


def seen_before(match: Match, player: str | None) -> Data | None:
    """What a player, or an onlooker, sees of the position before the answers that came since their own; where there are
    none, before the answers in a row that one player gave. None: nobody has answered yet."""
    reader = SPECTATOR if player is None else match.players.index(player)
    start = last_turn(match.steps, len(match.players), reader)
    if start < 0:
        return None
    before = Position(match.rules, match.rules.machine.unpack(match.steps[start].before))
    return View(before.knowledge(reader)).data()
