"""`rulewright icons`: the icons by which pieces, places, values and powers can look."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Annotated

import typer

from dsl.icons import all_icons, icons_asked_for, path_of, words
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import write_atomically
from interpreter.cli.common import SHOWN, Misused, number, say

DRAWN = '<figure><svg viewBox="0 0 24 24" width="48"><path d="{path}"/></svg><figcaption>{icon}</figcaption></figure>'
STYLE = "body { display: flex; flex-wrap: wrap; gap: 1em; font: 13px sans-serif; } figure { margin: 0; width: 9em; }"


def icons(
    word: Annotated[str, typer.Argument(metavar="WORD", help="How a word of their names begins.")],
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE.html", help="Write a page with their pictures, too.")
    ] = None,
) -> None:
    """List icons.

    Their names stand in a rulebook as in `a Ship looks like "rocket"`. Icons are those of Material Design Icons, which
    are installed with Rulewright. First comes the one that a thing of this name has by itself, or one near in meaning.
    """
    found = named(word)
    if not found:
        raise Misused(
            Diagnostic("E0903", f"No icon has “{word[:SHOWN]}” in its name.", hints=("try another word for it",))
        )
    say("\n".join(found))
    if page is not None:
        drawn = "\n".join(DRAWN.format(path=path_of(icon), icon=escape(icon)) for icon in found)
        told = f'<!doctype html>\n<meta charset="utf-8">\n<style>{STYLE}</style>\n{drawn}\n'
        write_atomically(page, told.encode("utf-8"))
        say(f"{page} shows {number(len(found), 'picture')}")


def named(word: str) -> list[str]:
    """The icon that a word asks for, then all with a word in their names that begins so, those first that do."""
    wanted = "-".join(word.lower().split())
    deed = words("deeds").get(word.lower(), "")
    asked = [*icons_asked_for(word.lower()), *([deed] if path_of(deed) else [])]
    names = (icon for icon in all_icons() if wanted and f"-{wanted}" in f"-{icon}")
    having = sorted(names, key=lambda icon: not icon.startswith(wanted))
    return list(dict.fromkeys((*asked, *having)))
