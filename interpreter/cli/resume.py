"""What `play` writes down of a match while it goes on, and how it goes on where that ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from dsl.text.diagnostics import Diagnostic, Note
from interpreter.cli.common import SHOWN, complain, reason, rendered
from interpreter.failures import SaveError
from interpreter.play.game import game_of
from interpreter.play.journal import Journal, journals, last_written
from interpreter.play.match import Match, replay
from interpreter.state.save import rulebook_of


class Notes:
    """What a session writes down of its match. Where that fails, it is said once, and the match goes on.

    `journal` is what it is written into, None where not even that could be begun.
    """

    def __init__(self, begin: Callable[[], Journal]) -> None:
        self.journal: Journal | None = None
        self._complained = False
        try:
            self.journal = begin()
        except OSError as error:
            self._complain(error)

    def __call__(self, match: Match) -> bool:
        """Writes down what is new; whether all is written down."""
        if self.journal is None:
            return False
        try:
            self.journal.note(match.saved())
        except OSError as error:
            self._complain(error)
            return False
        return True

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            message = f"This match goes on, but could not be resumed if it were broken off: {reason(error)}."
            diagnostic = Diagnostic("W0701", message, hints=("`save FILE`, where there is room",))
            complain(rendered([diagnostic], sys.stderr))
        self._complained = True

    def end(self, done: bool) -> None:
        """The session is over; where it is `done` with the match, nobody will go on with it."""
        if self.journal is not None and done:
            self.journal.remove()
        elif self.journal is not None:
            self.journal.close()


def resumed(named: str) -> tuple[Match, list[str], Notes]:
    """The match that was broken off: the only one, the only one of the rulebook that is named, or that of this name.
    Also who had which seat, and what goes on with writing it down. Raises SaveError, and as `load`."""
    path = _meant(named)
    try:
        journal, saved, seats = Journal.open(path)
    except BlockingIOError:
        raise SaveError(Diagnostic("E0713", f"Another session is playing {path.stem} now.")) from None
    try:
        match = replay(game_of(rulebook_of(path, saved, own=True), saved), saved)
    except BaseException:
        journal.close()
        raise
    return match, seats, Notes(lambda: journal)


def _meant(named: str) -> Path:
    """The journal that is meant. Raises SaveError where there is none, or it is not said which."""
    found = [path for path in journals() if path.stem == named] or journals(named)
    if not found:
        of = f" of {named[:SHOWN]}" if named else ""
        raise SaveError(Diagnostic("E0710", f"No match{of} was broken off."))
    if len(found) > 1:
        notes = tuple(Note(f"{path.stem}, last played {_last_played(path)}") for path in found)
        hints = (f"rulewright play {found[-1].stem} --resume",)
        raise SaveError(Diagnostic("E0712", f"{len(found)} matches were broken off.", hints=hints, notes=notes))
    return found[0]


def _last_played(path: Path) -> str:
    return datetime.fromtimestamp(last_written(path)).strftime("%Y-%m-%d %H:%M")
