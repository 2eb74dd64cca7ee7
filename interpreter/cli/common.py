"""What all commands share: how things are said, how files are found, what the exit code is."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import typer

from dsl import resources
from dsl.terms import Terms, offered, plain
from dsl.text.diagnostics import Diagnostic, Severity, near, render_all
from dsl.text.files import read_text
from interpreter.failures import Failure

FINE, WRONG, MISUSED = 0, 1, 2
INTERNAL = 70  # as sysexits.h has it: the program is wrong, not its user
SUFFIX = ".rules"
SETTLED = re.compile(r"-?\d{1,40}", re.ASCII)  # what is settled for an option
SHOWN = 60  # letters of what is too long
LARGEST_SHOWN = 2_500_000  # bytes
ABOUT_THE_COMMAND = ("E06", "E0806", "E09")  # how the codes begin that speak of the command line

FileName = Annotated[str, typer.Argument(metavar="FILE", help="A rulebook, or the name of one that came along.")]
FileNames = Annotated[list[str], typer.Argument(metavar="FILE…", help="Rulebooks.")]
Variants = Annotated[
    list[str] | None, typer.Option("--variant", metavar="NAME", help="Play with this variant; may be repeated.")
]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="How many play, if there is a choice.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=N", help="Settle an option: size=9; may be repeated.")
]
Language = Annotated[str, typer.Option("--language", metavar="CODE", help="Say what has no translation: pt.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same game.")]


class Misused(Failure):
    """The command line asks for something that there is not."""


def known(language: str) -> None:
    """Raises Misused for a code that is no language of documents."""
    from dsl.prose.catalogues import LANGUAGES  # here, as most commands need no catalogues

    if language not in LANGUAGES:
        told = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        message = f"Documents are not written in “{language[:SHOWN]}”; they are in {told}."
        raise Misused(Diagnostic("E0910", message))


def say(text: str = "") -> None:
    """Prints to standard output; nothing in the text can steer the terminal."""
    print(visible(text))


def complain(text: str) -> None:
    """Prints to standard error."""
    print(text, file=sys.stderr)


def visible(text: str) -> str:
    """The text with a sign for whatever is no printing character: names come from files, and files may be hostile."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def number(count: int, word: str) -> str:
    """A number of things: "1 error", "2 errors"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def columns() -> int:
    """How many columns the terminal has; 100 at most, as longer lines are hard to read."""
    try:
        return max(40, min(100, os.get_terminal_size(sys.stdout.fileno()).columns or 100))
    except (OSError, ValueError):
        return 100


def coloured(stream: object) -> bool:
    """Whether people read the stream in a terminal that may show colours."""
    return bool(getattr(stream, "isatty", lambda: False)()) and "NO_COLOR" not in os.environ


def terms_of(file: str, variants: Sequence[str] | None, players: int | None, options: Sequence[str] | None) -> Terms:
    """What the command line says the game is played with; if it cannot be understood, `file` is the rulebook that tells
    what it could say. Raises Misused."""
    settled: dict[str, int] = {}
    for option in options or ():
        name, _, number = (part.strip() for part in option.partition("="))
        if plain(name) in map(plain, settled):
            raise _unsettled(file, f"The option {name} is settled twice")
        if not (name and SETTLED.fullmatch(number)):
            raise _unsettled(file, f"“{option[:SHOWN]}” settles no option: it takes a name and a number")
        settled[name] = int(number)
    return Terms.of(variants or (), players, settled)


def _unsettled(file: str, message: str) -> Misused:
    """Says with the message what can be settled in the game of a file."""
    from interpreter.play.game import Game  # here, as commands that check need nothing that plays

    hints = "--option size=9", *([] if file else ["`rulewright check FILE` lists the options"])
    there = f"; {offered(Game.load(rulebook(file)).program.choices)}" if file else ""
    return Misused(Diagnostic("E0603", f"{message}{there}.", hints=hints))


# -------------------------------------------------------------------------------------------------------- what is wrong


@lru_cache(maxsize=8)
def source(file: str) -> str:
    """The text that an excerpt is taken from; none of what is too large to be a rulebook."""
    path = Path(file)
    return read_text(path) if path.is_file() and path.stat().st_size < LARGEST_SHOWN else ""


def rendered(diagnostics: Iterable[Diagnostic], stream: object, rulebook: str = "") -> str:
    """Diagnostics with their excerpts, and with lines to write where such are found, as printed to a stream; some can
    be of examples beside the file of a `rulebook`."""
    from dsl.mending import mended  # here, as most commands complain of nothing
    from interpreter.tools.dry_run import tried

    told = [*diagnostics]
    for file in sorted({d.span.file for d in told if d.span and d.severity is Severity.ERROR}):
        told = mended(told, source(file), file, rulebook=rulebook if file != rulebook else "", tried=tried)
    return render_all(told, lambda span: source(span.file), coloured(stream))


def code_for(diagnostics: Sequence[Diagnostic]) -> int:
    """The exit code for a failure: its own fault, or that of the command line."""
    return MISUSED if all(d.code.startswith(ABOUT_THE_COMMAND) for d in diagnostics) else WRONG


def reason(error: OSError) -> str:
    """What the system says about a file, in one line."""
    name = f"{error.filename}: " if error.filename else ""
    said = "The path is too long" if error.errno == errno.ENAMETOOLONG else error.strerror or str(error)
    return f"{name}{said}"


# ---------------------------------------------------------------------------------------------------------------- files


def rulebook(name: str) -> Path:
    """The rulebook of this name: a file, or one of those that came along. Raises Misused."""
    path = Path(name)
    if "\0" not in name and path.is_file():
        return path
    shipped = _shipped()
    if name in shipped:
        return shipped[name]
    what = "is a folder, not a rulebook." if "\0" not in name and path.is_dir() else "is no file that is here."
    close = near(name, _beside(path, SUFFIX)) or near(name.removesuffix(SUFFIX), shipped)
    close = [path.stem] if path.stem in shipped else close
    hints = () if close else (came_along(),)
    raise Misused(Diagnostic("E0901", f"“{name[:SHOWN]}” {what}", near=tuple(close), hints=hints))


def came_along() -> str:
    """Says which rulebooks are known by name alone."""
    return f"`rulewright play` and one that came along: {', '.join(sorted(_shipped()))}"


def existing(name: str) -> Path:
    """The file of this name. Raises Misused."""
    path = Path(name)
    if "\0" not in name and path.is_file():
        return path
    message = f"“{name[:SHOWN]}” is no file that is here."
    raise Misused(Diagnostic("E0909", message, near=tuple(near(name, _beside(path)))))


def rulebooks(names: Iterable[str]) -> list[Path]:
    """The rulebooks of these names; a folder stands for all that are in it. Raises Misused."""
    found: list[Path] = []
    for name in names:
        folder_named = "\0" not in name and Path(name).is_dir()
        found += _below(Path(name)) if folder_named else [rulebook(name)]
    if not found:
        raise Misused(Diagnostic("E0901", f"There is no rulebook (*{SUFFIX}) in {' or '.join(names)}."))
    return found


def _below(folder: Path) -> list[Path]:
    """The rulebooks in a folder and in those below it, but not in hidden ones; what is no file is passed over."""
    found = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _shipped() -> dict[str, Path]:
    """The rulebooks that came along, by their names; seen from here, if they are below."""
    found, here = resources.rulebooks(), Path.cwd()
    return {name: path.relative_to(here) if path.is_relative_to(here) else path for name, path in found.items()}


def _beside(path: Path, suffix: str = "") -> list[str]:
    """The files, or those of a sort, in the folder where a file was looked for."""
    try:
        return sorted(str(file) for file in path.parent.iterdir() if file.name.endswith(suffix))
    except (OSError, ValueError):
        return []
