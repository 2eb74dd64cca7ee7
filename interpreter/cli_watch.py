"""`rulewright docs --watch`: the pages in a browser, renewed while a rulebook is written.

Pages and site stand in a folder of their own that is gone at the end. Only that game is renewed whose rulebook was
written: it is read, and its pages are made. Those in other languages come when these can be seen already, and so
do the pictures of positions: nothing is compiled but for these.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dsl.errors import Diagnostic
from interpreter.cli_app import internal
from interpreter.cli_common import Misused, complain, number, rendered, say, visible
from interpreter.cli_common import source as excerpts
from interpreter.cli_opening import Positions, positions
from interpreter.failures import Failure

if TYPE_CHECKING:
    from dsl.documents import Game

HOST = "127.0.0.1"
SECONDS = 0.2  # between two looks at the files
AGAIN = "again"  # the name of a file that is written where something is left to be done
SITE, SETTINGS = "site", "mkdocs.yml"

Stamp = tuple[tuple[str, int, int], ...]


@dataclass
class Source:
    """A rulebook that is watched: what its pages are, and what is wrong with it since it was last read.

    `positions` are what stands on its boards at the start and in examples; `due`: these, and the pages in other
    languages, are still those of an earlier text.
    """

    path: Path
    stamp: Stamp = ()
    game: Game | None = None
    pages: dict[str, str] = field(default_factory=dict)
    positions: Positions = field(default_factory=Positions)
    wrong: tuple[Diagnostic, ...] = ()
    due: bool = False

    def changed(self) -> bool:
        """Whether the rulebook, its catalogues or its clauses are others than when this was asked last; a file that is
        being put in the place of another is not there for a moment."""
        found = stamp(self.path) if self.path.is_file() else self.stamp
        known, self.stamp = self.stamp, found
        return found != known

    def read(self) -> None:
        """Makes the pages anew that can be had soon. If something is wrong, they stay as they were."""
        from dsl import documents

        book, found = documents.read_book(self.path)
        self.due = book is not None
        if book is None:
            self.wrong = tuple(found)
            return
        others = self.game.translations if self.game else ()
        self.game, self.wrong = documents.Game(self.positions.shown_in(book), translations=others), ()
        self.pages |= documents.placed(self.game.pages())

    def finish(self) -> None:
        """Plays the setup and the examples, and makes all pages anew."""
        from dsl import documents

        self.due = False
        assert self.game is not None  # it was read
        try:
            self.positions = positions(self.path, self.game.book)
        except Failure as failure:
            self.wrong = tuple(failure.diagnostics)
            return
        self.game, self.pages = documents.render_game(self.positions.shown_in(self.game.book))


class Preview:
    """The pages of some rulebooks in a folder, kept as the rulebooks are."""

    def __init__(self, paths: Iterable[Path], folder: Path) -> None:
        self.sources = [Source(path) for path in paths]
        self.folder = folder

    def renew(self) -> list[str]:
        """Renews what has changed since the last time; the paths of the pages that are others now, below the folder.

        What is wrong is told on standard error, and on the pages of that game; its pages stay as they last were.
        """
        from dsl import documents

        excerpts.cache_clear()  # of texts that are others now
        changed = [source for source in self.sources if source.changed()]
        for source in changed:
            source.read()
        waiting = [] if changed else [source for source in self.sources if source.due]
        for source in waiting:
            source.finish()
        for source in (*changed, *waiting):
            if source.wrong:
                complain(rendered(source.wrong, sys.stderr))
        return documents.write(self.pages(), self.folder) if changed or waiting else []

    @property
    def due(self) -> bool:
        """Whether something is left to be done when nothing has changed."""
        return any(source.due for source in self.sources)

    def pages(self) -> dict[str, str]:
        from dsl import documents

        games = sorted((s.game for s in self.sources if s.game), key=lambda game: game.book.rulebook.label)
        pages = documents.render_site(games)
        index = f"{documents.PAGES}/index.md"
        pages[index] = "".join(map(notice, self.sources)) + pages[index]
        for source in self.sources:
            pages |= {path: headed(text, notice(source)) for path, text in source.pages.items()}
        return pages


def stamp(path: Path) -> Stamp:
    """By what it is seen that a rulebook or what stands beside it was written."""
    beside = sorted(path.parent.glob(f"{path.stem}.*"))
    return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in beside if file.is_file())


def headed(page: str, told: str) -> str:
    """The page with something above it, but below what it tells the site of itself."""
    found = re.match(r"---\n.*?\n---\n", page, re.DOTALL)
    at = found.end() if found else 0
    return f"{page[:at]}{told}{page[at:]}"


def notice(source: Source) -> str:
    """What is wrong with a rulebook, as it stands above its pages."""
    if not source.wrong:
        return ""
    told = escape(visible(rendered(source.wrong, None)))
    line = told.replace("\n", "&#10;")  # in several, Markdown would read it
    title = f'<p class="admonition-title">{escape(source.path.name)}</p>'
    return f'<div class="admonition failure">{title}<pre>{line}</pre></div>\n\n'


# --------------------------------------------------------------------------------------------------------- in a browser


def watch(paths: list[Path], port: int) -> None:
    """Shows the pages of rulebooks at a port of this machine, until it is interrupted. Raises Misused."""
    from mkdocs.livereload import LiveReloadServer

    refuse_taken(port)
    with TemporaryDirectory(prefix="rulewright_") as name:
        folder = Path(name)
        signal = folder / AGAIN / AGAIN
        signal.parent.mkdir()
        preview = Preview(paths, folder)
        preview.renew()
        while preview.due:
            preview.renew()
        publish(folder, whole=True)
        renew = partial(renewed, preview, signal)
        server = LiveReloadServer(renew, HOST, port, str(folder / SITE), polling_interval=SECONDS)
        for parent in {signal.parent, *(path.resolve().parent for path in paths)}:
            server.watch(str(parent), recursive=False)
        say(f"http://{HOST}:{port}/index.html shows {number(len(paths), 'rulebook')} as you write; Ctrl-C ends it")
        try:
            server.serve()  # type: ignore[no-untyped-call]
        finally:
            server.shutdown()


def renewed(preview: Preview, signal: Path) -> None:
    """Renews the site. What can be done later calls for this to be called again."""
    try:
        changed = preview.renew()
        if changed:
            publish(preview.folder, whole=SETTINGS in changed)
            say(f"{number(len(changed), 'page')} changed")
        if preview.due:
            signal.write_text(str(changed), encoding="utf-8")
    except Exception as error:  # or the server would show where it comes from
        complain(internal(error))


def refuse_taken(port: int) -> None:
    """Raises Misused where another program listens."""
    try:
        create_server((HOST, port)).close()
    except OSError as error:
        hints = (f"--port {port + 1}",)
        raise Misused(Diagnostic("E0911", f"The port {port} cannot be had: {error.strerror}.", hints=hints)) from None


def publish(folder: Path, whole: bool) -> None:
    """Makes the site of the pages in a folder: the whole of it, or of the pages that are newer than it."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    logging.getLogger("mkdocs").setLevel(logging.CRITICAL)
    settings = load_config(str(folder / SETTINGS), plugins=[])  # a search would know the newest pages alone
    build(settings, dirty=not whole)
