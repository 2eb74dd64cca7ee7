"""The commands of `rulewright`, and the functions that carry them out."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import dropwhile
from typing import Annotated, Any

import typer

from dsl.text.diagnostics import Diagnostic
from dsl.text.files import NotTrusted
from interpreter.budget import MEGABYTES, SECONDS, UNATTENDED, is_bounded, out_of_memory, within
from interpreter.cli.common import FINE, INTERNAL, MISUSED, WRONG, code_for, complain, reason, rendered, visible
from interpreter.engine import VERSION
from interpreter.failures import Failure

DEBUG = "RULEWRIGHT_DEBUG"

# The functions that carry out the commands; each stands in a module of its own, which is loaded when needed.
COMMANDS: Mapping[str, str] = {
    "check": "check",
    "format": "format_files",
    "test": "run_examples",
    "play": "play",
    "simulate": "simulate_games",
    "docs": "docs",
    "diff": "diff",
    "coverage": "coverage",
    "quiz": "quiz",
    "trace": "trace",
    "replay": "replay_save",
    "explain": "explain",
    "new": "new",
    "translate": "translate",
    "number": "number_rules",
    "read": "read_texts",
    "icons": "icons",
}


ATTENDED = frozenset({"play", "simulate", "coverage", "quiz", "read", "--watch"})
"""What of a command line says that its user knows how long it shall take."""


def app_of(names: Iterable[str]) -> typer.Typer:
    """The command line with these commands."""
    app = typer.Typer(
        help=options.__doc__,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(options)
    for name in names:
        app.command(name)(command(name))
    return app


def command(name: str) -> Callable[..., None]:
    """The function that carries out a command."""
    found: Callable[..., None] = getattr(import_module(f"interpreter.cli.{name}"), COMMANDS[name])
    return found


def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    careful: Annotated[
        bool, typer.Option("--careful", help="For a stranger's rulebook: bound what the command needs.")
    ] = False,
    seconds: Annotated[int, typer.Option(metavar="N", min=1, help="Of processor time, with --careful.")] = SECONDS,
    megabytes: Annotated[int, typer.Option(metavar="N", min=200, help="Of memory, with --careful.")] = MEGABYTES,
) -> None:
    """Rulebooks of board games as text files: check, play, simulate, print."""
    if version:
        print(f"rulewright {VERSION}")
        raise typer.Exit(FINE)
    if careful:
        from interpreter.sandbox import run_command  # few are careful

        raise typer.Exit(run_command(context.obj, megabytes, seconds))


def carry_out(arguments: list[str]) -> int:
    """The exit code of a command line. Raises KeyboardInterrupt, BrokenPipeError; all else is told."""
    itself = list(dropwhile(lambda argument: argument not in COMMANDS, arguments))  # the command without options before
    try:
        with telling_of_the_cache(), nullcontext() if attended(itself) else within(UNATTENDED):
            app_of(itself[:1] or COMMANDS)(args=arguments, prog_name="rulewright", obj=itself)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        return stop.code if isinstance(stop.code, int) else FINE
    except Failure as failure:
        complain(rendered(failure.diagnostics, sys.stderr, getattr(failure, "rulebook", "")))
        return code_for(failure.diagnostics)
    except BrokenPipeError:
        raise
    except MemoryError:
        complain(str(out_of_memory()))
        return WRONG
    except OSError as error:
        complain(visible(f"error: {reason(error)}"))
        return MISUSED
    except Exception as error:
        complain(internal(error))
        return INTERNAL
    return FINE


@contextmanager
def telling_of_the_cache() -> Iterator[None]:
    """In which somebody at the command line reads why the cache is not used; other warnings are told as ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("default", NotTrusted)
        as_ever = warnings.showwarning

        def told(message: Warning | str, category: type[Warning], *rest: Any) -> None:
            if category is NotTrusted:
                complain(rendered([Diagnostic("W0901", str(message))], sys.stderr))
            else:
                as_ever(message, category, *rest)

        warnings.showwarning = told  # type: ignore[assignment]
        yield


def attended(command: Sequence[str]) -> bool:
    """Whether a command takes as long as somebody wants it to, or may: a careful one has its own limit."""
    return is_bounded() or not ATTENDED.isdisjoint(command)


def internal(error: Exception) -> str:
    """What a user is told of a fault in this program: what to send us, not where it comes from."""
    if os.environ.get(DEBUG):
        return "".join(traceback.format_exception(error))
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"error: Rulewright has a fault of its own ({type(error).__name__}, line {frame.lineno} of {frame.name}). "
        f"Please report it with your command and the rulebook; {DEBUG}=1 before the command shows what to add."
    )
