"""The command `rulewright`. Only here, and in the modules of its commands, is anything printed, asked or exited."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

import typer

from interpreter import (
    cli_check,
    cli_coverage,
    cli_docs,
    cli_explain,
    cli_format,
    cli_new,
    cli_play,
    cli_replay,
    cli_simulate,
    cli_test,
    cli_trace,
)
from interpreter.cli_common import (
    FINE,
    INTERNAL,
    INTERRUPTED,
    MISUSED,
    PIPE_CLOSED,
    code_for,
    complain,
    reason,
    rendered,
    visible,
)
from interpreter.engine import VERSION
from interpreter.failures import Failure

DEBUG = "RULEWRIGHT_DEBUG"

app = typer.Typer(
    help="Rulebooks of board games as text files: check, play, simulate, print.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, Callable[..., None]] = {
    "check": cli_check.check,
    "format": cli_format.format_files,
    "test": cli_test.run_examples,
    "play": cli_play.play,
    "simulate": cli_simulate.simulate_games,
    "docs": cli_docs.docs,
    "coverage": cli_coverage.coverage,
    "trace": cli_trace.trace,
    "replay": cli_replay.replay_save,
    "explain": cli_explain.explain,
    "new": cli_new.new,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    """Rulebooks of board games as text files: check, play, simulate, print."""
    if version:
        print(f"rulewright {VERSION}")
        raise typer.Exit(FINE)


def main() -> None:
    """Runs the command line, and leaves with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    code = run(sys.argv[1:])
    try:
        if sys.stdout is not None:  # closed before the start
            sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the last flush would complain
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command line. Whatever goes wrong is told in a sentence on standard error."""
    try:
        app(args=arguments, prog_name="rulewright")
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            return PIPE_CLOSED
        return stop.code if isinstance(stop.code, int) else FINE
    except Failure as failure:
        complain(rendered(failure.diagnostics, sys.stderr))
        return code_for(failure.diagnostics)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        complain(visible(f"error: {reason(error)}"))
        return MISUSED
    except Exception as error:
        complain(internal(error))
        return INTERNAL
    return FINE


def internal(error: Exception) -> str:
    """What a user is told of a fault in this program: what to send us, not where it comes from."""
    if os.environ.get(DEBUG):
        return "".join(traceback.format_exception(error))
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"error: Rulewright has a fault of its own ({type(error).__name__}, line {frame.lineno} of {frame.name}). "
        f"Please report it with your command and the rulebook; {DEBUG}=1 before the command shows what to add."
    )
