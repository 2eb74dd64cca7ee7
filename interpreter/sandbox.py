"""Rulebooks of strangers, in processes of their own with limits of time and memory."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from subprocess import run
from typing import TYPE_CHECKING, Any, Self

from dsl.text.diagnostics import Diagnostic
from interpreter.budget import MEGABYTES, SECONDS, TooMuch, bounded, out_of_memory, out_of_time
from interpreter.play.thread_guard import Alone, alone

if TYPE_CHECKING:
    from interpreter.play.match import Match

METHODS = frozenset("asked can_undo choose dumps log save state_hash undo view why_not".split())
PROPERTIES = frozenset("answers decision players result seed transcript".split())


# ------------------------------------------------------------------------------------------------------------- commands


def run_command(arguments: Sequence[str], megabytes: int = MEGABYTES, seconds: int = SECONDS) -> int:
    """Carries out a command line in a process with limits; its exit code. Raises TooMuch."""
    first = f"from interpreter.budget import bounded; bounded({megabytes:d}, {seconds:d})"
    then = "from interpreter.cli import main; main()"
    code = run([sys.executable, "-c", f"{first}; {then}", *arguments], check=False).returncode
    if code >= 0:
        return code
    raise out_of_time(seconds) if -code == signal.SIGXCPU else out_of_memory()


# -------------------------------------------------------------------------------------------------------------- matches


class Careful(Alone):
    """A match of a stranger's rulebook, in a process of its own, which has `seconds` for each answer.

    What it can be asked is called as in `Match`, by one thread at a time. Whatever takes longer, or needs more, raises
    TooMuch, and this process goes on; the match is then lost, as it is where the waiting for an answer is broken off.
    Ends with `close`, or as a context. Raises as `load`.
    """

    def __init__(
        self,
        path: str | Path,
        variants: Sequence[str] = (),
        players: int | None = None,
        options: Mapping[str, int] | None = None,
        *,
        seed: int | None = None,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
    ) -> None:
        self.seconds = seconds
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, megabytes), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._ask("begin", str(path), tuple(variants), players, dict(options or {}), seed)
        except BaseException:
            self.close()
            raise

    def __getattr__(self, name: str) -> Any:
        if name in METHODS:
            return lambda *arguments, **named: self._ask(name, *arguments, **named)
        if name in PROPERTIES:
            return self._ask(name)
        raise AttributeError(f"A careful match has no {name}")

    @alone
    def _ask(self, name: str, *arguments: Any, **named: Any) -> Any:
        """What the match answers. Raises what it raises, TooMuch, and InUse."""
        if not self._process.is_alive():
            raise TooMuch(Diagnostic("E0929", "This match has been given up: its process has ended."))
        question = ForkingPickler.dumps((name, arguments, named))  # what cannot be sent changes nothing
        try:
            self._line.send_bytes(question)
            if not self._line.poll(self.seconds):
                raise out_of_time(self.seconds)
            fine, answer = self._line.recv()
        except (EOFError, BrokenPipeError, ConnectionError):
            self.close()
            raise out_of_memory() from None
        except BaseException:  # the answer, which may come yet, is not to be taken for that to the next question
            self.close()
            raise
        if not fine:
            raise answer
        return answer

    def close(self) -> None:
        """Ends the process."""
        self._line.close()
        self._process.kill()
        self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _serve(line: Connection, megabytes: int) -> None:
    """Answers what is asked over the line, in a process of its own, until there is nobody left to ask."""
    match: Match | None = None
    with suppress(EOFError, KeyboardInterrupt, ConnectionError):
        while True:
            name, arguments, named = line.recv()
            answer: tuple[bool, Any]
            try:
                if match is None:
                    bounded(megabytes)
                    match, answer = _begun(*arguments), (True, None)
                else:
                    found = getattr(match, name)
                    answer = True, found(*arguments, **named) if name in METHODS else found
            except (MemoryError, SystemError):  # as which it shows in what is written in C
                answer = False, out_of_memory()
            except Exception as error:
                answer = False, error
            line.send(answer)


def _begun(
    path: str, variants: Sequence[str], players: int | None, options: Mapping[str, int], seed: int | None
) -> Match:
    from interpreter.play.game import load  # here, as the process that asks plays nothing

    game = load(path, variants, players, options)
    return game.start() if seed is None else game.start(seed)
