"""What a session in the terminal tells: help, lines of the log, how a match ended."""

from __future__ import annotations

from contextlib import suppress
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

HELP = """\
Type the number of an option, its text, or a few words of it. Besides:
  why TEXT    why TEXT is not possible now
  rules TEXT  what the rulebook says of TEXT: an action, or a word that it uses
  look TEXT   what is printed on TEXT: a sort of piece, a space, a value
  1, 3        several at once, where an answer is several things: numbers or
              texts; with one at a time, `done` ends it
  take back   takes back the last of them, or what you have said of an answer
  undo        takes back what you have said of an answer, else the last answer
              that one of you at this screen gave, and what bots answered since,
              if neither chance nor news came with it
  view        shows the board again       options  lists the options again
  log         what has happened so far    save FILE  keeps the match
  help        this list                   quit     ends the session"""


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


def ended(result: Result) -> str:
    """How a match ended, in a sentence."""
    who = " and ".join(result.winners)
    heads = {
        "won": f"{who} {'wins' if len(result.winners) == 1 else 'win'}.",
        "nobody": "Nobody wins.",
        "undecided": "The match is over, and no rule says who won.",
        "fault": f"The match stopped, as a rule could not be carried out ({result.fault}).",
    }
    head = heads[result.outcome]
    reason = [capital(result.ending)] if result.ending.casefold() not in ("", head.casefold()) else []
    if result.rule:
        return " ".join([head, *reason, result.rule.told])
    if result.scores:
        reason.append(f"{', '.join(f'{name} has {score}' for name, score in result.scores.items())}.")
    clauses = [f"[{', '.join(result.clauses)}]"] if result.clauses else []
    return " ".join([head, *reason, *clauses])


def seen_before(match: Match, player: str | None) -> Data | None:
    """What a player, or an onlooker, sees of the position before the answers that came since their own; where there are
    none, before the answers in a row that one player gave. None: nobody has answered yet."""
    reader = SPECTATOR if player is None else match.players.index(player)
    start = last_turn(match.steps, len(match.players), reader)
    if start < 0:
        return None
    before = Position(match.rules, match.rules.machine.unpack(match.steps[start].before))
    return View(before.knowledge(reader)).data()
