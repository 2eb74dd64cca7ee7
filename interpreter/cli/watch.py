"""`rulewright docs --watch`: the pages in a browser, renewed while a rulebook is written.

Pages and site stand in a folder of their own that is gone at the end. Only that game is renewed whose rulebook was
written, in small steps, between which the files are looked at again: first the page that was looked at last, then the
others, those in other languages, and the pictures of positions. Nothing is compiled but for these, in a process apart.
"""

from __future__ import annotations

import gc
import re
import sys
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path, PurePosixPath
from socket import create_server
from threading import Event, Thread
from typing import TYPE_CHECKING

from dsl.text.diagnostics import Diagnostic
from dsl.text.files import temporary_folder
from interpreter.cli.app import internal
from interpreter.cli.common import Misused, complain, number, rendered, say, visible
from interpreter.cli.common import source as excerpts
from interpreter.cli.opening import Positions, known, play_apart, positions
from interpreter.cli.site import SITE, Site
from interpreter.failures import Failure

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from dsl.pages.publishing import Book, Game

HOST = "127.0.0.1"
USUAL_PORT = 80  # which browsers do not say
SECONDS = 0.1  # between two looks at the files
MOMENT = 0.2  # in which browsers get what was published, before the rest is renewed
HEARD = 0.02  # seconds between two looks at the signal
SIGNAL = "changed"  # the name of a file that is written when the site is another
FIRST = "guide"

Stamp = tuple[tuple[str, int, int], ...]
Steps = Generator[bool, None, None]


@dataclass
class Source:
    """A rulebook that is watched: what its pages are, and what is wrong with it since it was last read.

    `own` are the pages in its own language, `translated` those in others; `positions` are what stands on its boards at
    the start and in examples; `left`: the steps that are left until all pages are those of the text. `begun`: all of
    them were there once, or something is wrong. `above` is what stands above the pages of what is wrong.
    """

    path: Path
    stamp: Stamp = ()
    game: Game | None = None
    own: dict[str, str] = field(default_factory=dict)
    translated: dict[str, str] = field(default_factory=dict)
    positions: Positions = field(default_factory=Positions)
    wrong: tuple[Diagnostic, ...] = ()
    above: str = ""
    left: Steps | None = None
    begun: bool = False

    def changed(self) -> bool:
        """Whether the rulebook, its catalogues or its clauses are others than when this was asked last; a file that is
        being put in the place of another is not there for a moment."""
        found = stamp(self.path) if self.path.is_file() else self.stamp
        known, self.stamp = self.stamp, found
        return found != known

    def step(self) -> bool:
        """Takes the next step; whether something can be shown that was not shown before."""
        shown = next(self.left, None) if self.left else None
        if shown is None:
            self.left = None
        return bool(shown)

    def stop(self) -> None:
        """Leaves the steps that are left; what plays apart ends."""
        if self.left:
            self.left.close()
        self.left = None

    def steps(self, first: str) -> Steps:
        """Makes all pages anew, the one of the name `first` before the others; after each step, whether something can
        be shown. If something is wrong, they stay as they were."""
        from dsl.pages import publishing

        book, found = publishing.read_book(self.path)
        if book is None:
            self.wrong, self.begun = tuple(found), True
            yield True
            return
        if self.game is not None or known(self.path) is None:  # somebody is looking, or would have to wait
            yield from self.made(book, first)
            yield from self.played_apart()
        shown = self.positions if self.game else None
        self.play(book)
        if self.positions != shown:
            yield from self.made(book, first)
        yield True

    def made(self, book: Book, first: str) -> Steps:
        """Pages in other languages come last, but where it is not known yet whether there are any."""
        from dsl.pages import publishing

        book = self.positions.shown_in(book)
        before = self.game.translations if self.game else None
        if before is not None:
            yield from self.in_own_language(book, first, before)
        others: dict[Game, dict[str, str]] = {}
        for code, lexicon in book.lexicons.items():
            game, pages = publishing.Game(book, code), dict[str, str]()
            for path, text in game.each_page():
                pages[path] = text
                yield False
            if not lexicon.missing:
                others[game] = pages
        if before is None or [game.code for game in before] != [game.code for game in others]:
            yield from (False for _ in self.in_own_language(book, first, others))  # the list of pages is another
        assert self.game is not None
        self.game.translations = tuple(others)
        self.translated, self.begun = publishing.placed(*others.values()), True
        yield True

    def in_own_language(self, book: Book, first: str, others: Iterable[Game]) -> Steps:
        from dsl.pages import publishing

        self.game = publishing.Game(book, translations=others)
        for path, text in self.game.each_page(first):
            self.own |= publishing.placed({path: text})
            yield Path(path).stem == first
        yield True

    def played_apart(self) -> Steps:
        """Waits until another process has played the setup and the examples, if that is not known."""
        if known(self.path) is not None:
            return
        process = play_apart(self.path)
        try:
            while process.poll() is None:
                time.sleep(SECONDS)
                yield False
        finally:
            process.kill()
            process.wait()

    def play(self, book: Book) -> None:
        try:
            self.positions = positions(self.path, book)
        except Failure as failure:
            self.wrong = tuple(failure.diagnostics)


class Preview:
    """The pages of some rulebooks in a folder, kept as the rulebooks are. `looked_at` is the name of a page."""

    def __init__(self, paths: Iterable[Path], folder: Path) -> None:
        self.sources = [Source(path) for path in paths]
        self.folder = folder
        self.looked_at = FIRST

    def renew(self) -> list[str]:
        """Takes the next step to renew what has changed; the paths of the pages that are others now, below the folder.

        What is wrong is told on standard error, and on the pages of that game; its pages stay as they last were.
        """
        from dsl.pages import publishing

        changed = [source for source in self.sources if source.changed()]
        for source in changed:
            source.stop()
            source.wrong, source.above = (), ""
            source.left = source.steps(self.looked_at)
            excerpts.cache_clear()  # of texts that are others now
        waiting = sorted((source for source in self.sources if source.left), key=lambda source: source.begun)
        first = next((source for source in (*changed, *waiting) if source.left), None)
        told = first.wrong if first else ()
        if first is None or not first.step():
            return []
        if first.wrong != told:
            complain(rendered(first.wrong, sys.stderr))
            first.above = notice(first)
        return publishing.write(self.pages(), self.folder)

    @property
    def begun(self) -> bool:
        """Whether there were all pages once; those of examples that were not played before are without pictures."""
        return all(source.begun for source in self.sources)

    @property
    def due(self) -> bool:
        """Whether something is left to be done when nothing has changed."""
        return any(source.left for source in self.sources)

    def pages(self) -> dict[str, str]:
        from dsl.pages import publishing
        from interpreter.records import schemas

        games = (publishing.listed(source.game) for source in self.sources if source.game)
        pages = publishing.render_site(games, schemas())
        index = f"{publishing.PAGES}/index.md"
        pages[index] = "".join(source.above for source in self.sources) + pages[index]
        for source in self.sources:
            own = source.own | source.translated
            pages |= {path: headed(text, source.above) if is_page(path) else text for path, text in own.items()}
        return pages

    def stop(self) -> None:
        for source in self.sources:
            source.stop()


def stamp(path: Path) -> Stamp:
    """By what it is seen that a rulebook or what stands beside it was written: what has its name, and icons."""
    every = path.parent.iterdir()
    beside = sorted(f for f in every if f.name.startswith(f"{path.stem}.") or f.suffix.lower() == ".svg")
    return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in beside if file.is_file())


def is_page(path: str) -> bool:
    """Whether it is no picture."""
    return path.endswith(".md")


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
    title = f'<p class="admonition-title">{escape(" ".join(visible(source.path.name).split()))}</p>'
    return f'<div class="admonition failure">{title}<pre>{line}</pre></div>\n\n'


# --------------------------------------------------------------------------------------------------------- in a browser


def watch(paths: list[Path], port: int) -> None:
    """Shows the pages of rulebooks at a port of this machine, until it is interrupted. Raises Misused."""
    from mkdocs.livereload import LiveReloadServer

    refuse_taken(port)
    over = Event()
    with temporary_folder() as folder:
        signal = folder / SIGNAL / SIGNAL
        signal.parent.mkdir()
        preview = Preview(paths, folder)
        site = Site(folder)
        with undisturbed():
            preview.renew()
            while not preview.begun:
                preview.renew()
            site.publish_all()
        server = LiveReloadServer(lambda: None, HOST, port, str(folder / SITE), polling_interval=HEARD)
        server.build_delay = 0  # when it hears of a change, the site is built
        server.set_app(only_for(addresses(port), noting(preview, server.serve_request)))
        server.watch(str(signal.parent), recursive=False)
        renewing = Thread(target=keep_renewed, args=(preview, site, signal, over), daemon=True)
        renewing.start()
        try:
            say(f"http://{HOST}:{port}/index.html shows {number(len(paths), 'rulebook')} as you write; Ctrl-C ends it")
            sys.stdout.flush()  # whoever reads through a pipe waits for it
            server.serve()  # type: ignore[no-untyped-call]
        finally:
            over.set()
            server.shutdown()
            renewing.join()
            preview.stop()


def keep_renewed(preview: Preview, site: Site, signal: Path, over: Event) -> None:
    """Renews the site, and writes a file when there is something new for browsers, until it is over."""
    while not over.wait(0 if preview.due else SECONDS):
        try:
            with undisturbed():
                changed = preview.renew()
                if changed:
                    site.publish(changed)
                    signal.write_text(str(changed), encoding="utf-8")
                    say(f"{number(len(changed), 'page')} changed")
                    over.wait(MOMENT)
        except Exception as error:  # or no change would be seen any more
            complain(internal(error))


@contextmanager
def undisturbed() -> Iterator[None]:
    """In which nobody looks for what can be thrown away: among all that a rulebook is, that takes long."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def noting(preview: Preview, answer: WSGIApplication) -> WSGIApplication:
    """Answers, and lets the preview know which page is asked for."""

    def noted(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        page = PurePosixPath(environ["PATH_INFO"])
        if page.suffix == ".html":
            preview.looked_at = page.stem
        return answer(environ, start)

    return noted


def addresses(port: int) -> frozenset[str]:
    """What a browser of this machine says whom it asks."""
    names = (HOST, "localhost")
    return frozenset([*(f"{name}:{port}" for name in names), *(names if port == USUAL_PORT else ())])


def only_for(hosts: Collection[str], answer: WSGIApplication) -> WSGIApplication:
    """Answers those who ask one of these hosts. A page from elsewhere, whose name was led here, asks another."""

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST", "").lower() in hosts:
            return answer(environ, start)
        start("421 Misdirected Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"These pages are at another address.\n"]

    return answered


def refuse_taken(port: int) -> None:
    """Raises Misused where another program listens."""
    try:
        create_server((HOST, port)).close()
    except OSError as error:
        hints = (f"--port {port + 1}",)
        raise Misused(Diagnostic("E0911", f"The port {port} cannot be had: {error.strerror}.", hints=hints)) from None
