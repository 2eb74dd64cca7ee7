"""`rulewright format`: rulebooks in their one written form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dsl.text.files import write_atomically
from interpreter.cli.common import WRONG, FileNames, number, rulebooks, say
from interpreter.failures import Failure


def format_files(
    files: FileNames,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if a file would change.")] = False,
) -> None:
    """Put rulebooks into their one form.

    That is indentation, blank lines and the places of citations; notes are kept. A folder stands for all in it.
    """
    paths = rulebooks(files)
    texts = {path: path.read_bytes() for path in paths}
    written = {path: _formatted(path) for path in paths}
    changed = [path for path in paths if written[path] != texts[path]]
    for path in changed:
        if not check:
            write_atomically(path, written[path])
        say(f"{path}: {'would change' if check else 'changed'}")
    say(f"{number(len(paths) - len(changed), 'file')} unchanged")
    if check and changed:
        raise typer.Exit(WRONG)


def _formatted(path: Path) -> bytes:
    """The file's text as it should be. Raises Failure for a text that cannot be read."""
    from dsl.load import text_of
    from dsl.text.formatter import format_text

    text, diagnostics = text_of(path)
    if not diagnostics:
        formatted, diagnostics = format_text(text, str(path))
    if diagnostics:
        raise Failure(*diagnostics)
    return formatted.encode("utf-8")
