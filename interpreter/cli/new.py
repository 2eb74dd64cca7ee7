"""`rulewright new`: a small rulebook to begin with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from dsl import resources
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import create
from interpreter.cli.common import SUFFIX, Misused, say

STARTER = "starter.rules"
STARTER_NAME = "game Stepping Stones"
LONGEST = 60  # letters
FITTING = re.compile(r"[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*")


def new(name: Annotated[list[str], typer.Argument(metavar="NAME", help="What the game is called: Lighthouse")]) -> None:
    """Write a starter rulebook.

    It plays at once, and is to be changed into your game.
    """
    bare = " ".join(name).removesuffix(SUFFIX)
    if not FITTING.fullmatch(bare) or len(bare) > LONGEST:
        message = f"“{bare}” does not do as a name: write words of letters and digits."
        raise Misused(Diagnostic("E0905", message, hints=("rulewright new Lighthouse",)))
    words = re.split("[ _-]", bare)
    title = " ".join(word[:1].upper() + word[1:] for word in words)
    if not _readable(title):
        message = f"“{title}” would not be read as a name: words of the language, numbers and single letters go wrong."
        raise Misused(Diagnostic("E0905", message, hints=("rulewright new Lighthouse",)))
    path = Path("_".join(words).lower() + SUFFIX)
    _write(path, title)
    say(f"{path} is written. Play it, change it, play it again:")
    say(f"  rulewright play {path}\n  rulewright test {path}\n  rulewright check {path}")


def _starter(title: str) -> str:
    text = (resources.folder("pages/templates") / STARTER).read_text("utf-8")
    return text.replace(STARTER_NAME, f"game {title}", 1)


def _readable(title: str) -> bool:
    """Whether the starter can be read under this name."""
    from dsl.load import load_text

    return not load_text(_starter(title), STARTER)[1]


def _write(path: Path, title: str) -> None:
    """Writes the starter under another name; a file that is there is never touched. Raises Misused."""
    try:
        create(path, _starter(title).encode("utf-8"))
    except FileExistsError:
        raise Misused(Diagnostic("E0904", f"{path} is there already, and was not touched.")) from None
