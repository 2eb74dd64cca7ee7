"""The command `rulewright`, from its start to its exit code.

Whatever takes time to load is loaded inside `run`, so that Ctrl-C stops it without a word from the first moment on.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

INTERRUPTED, PIPE_CLOSED = 130, 141  # as shells have it: 128 and the number of the signal
MANY = 100_000  # things are made before Python looks for those that nobody needs: a rulebook is many, and all stay


def main() -> None:
    """Runs the command line, and leaves with its exit code."""
    gc.set_threshold(MANY, 20, 20)
    code = run(sys.argv[1:])
    try:
        if sys.stdout is not None:  # closed before the start
            sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the last flush would complain
    if code == INTERRUPTED:
        os._exit(code)  # a compiler that has not come to its end would be waited for
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command line. Whatever goes wrong is told in a sentence on standard error."""
    try:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        from interpreter.cli.app import carry_out

        return carry_out(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE_CLOSED
