"""`rulewright docs`: the guides and references of rulebooks, and the site that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from dsl.text.diagnostics import Diagnostic
from interpreter.cli.common import FINE, SHOWN, WRONG, Misused, complain, number, rulebook, rulebooks, say, visible
from interpreter.cli.opening import positions
from interpreter.failures import Failure

if TYPE_CHECKING:
    from dsl.pages.publishing import Book

FOLDER = Path("generated_docs")
GAMES = Path("games")
PRINTED = "pdf"
SETTINGS, OURS = "mkdocs.yml", "site_name: Rulewright"


def docs(
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE…", help="Others than those in games/.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a page is not up to date.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Write nothing; show pages as their rulebooks change.")
    ] = False,
    why_not_printed: Annotated[
        bool, typer.Option("--why-not-printed", help="Write nothing; list what “Learn to play” leaves out, and why.")
    ] = False,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Write only what is printed of each game, as books on paper.")
    ] = False,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="What it is printed on: a4, a5 or us-letter.")] = "a4",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="Where a browser finds them then.")] = 8000,
) -> None:
    """Write guides and references.

    The folder generated_docs gets the pages of all rulebooks in games/, of those named besides, and of the language.
    Where some are named, another with faults is left out, and that is said.

    With --watch a browser shows the pages of the rulebooks named, or of all in games/, and shows them anew whenever one
    is saved; what is wrong with it stands above its pages then.
    """
    from dsl.pages import publishing
    from interpreter.cli import watch as cli_watch
    from interpreter.records import schemas

    if watch:
        return cli_watch.watch(_alone(files) if files else _wanted([]), port)
    if why_not_printed:
        for book in _books(_alone(files) if files else _wanted([])):
            say("\n".join(_left_out(book)))
        return None
    if pdf:
        return _printed(_books(_alone(files) if files else _wanted([])), paper)
    wanted = _wanted(files or [])
    books, left_out = _books_of(wanted, [] if check or not files else _alone(files))
    pages = publishing.render_all(books, schemas())
    for line in _untranslated(books):
        say(line)
    if check:
        stale = publishing.check(pages, FOLDER)
        told = [f"{FOLDER / path} is not up to date" for path in stale] or [f"{len(pages)} pages are up to date"]
        say("\n".join(told))
        raise typer.Exit(WRONG if stale else FINE)
    _refuse_foreign()
    written = publishing.write(pages, FOLDER, {publishing.folder_of(path) for path in left_out})
    say(f"{len(pages)} pages stand in {FOLDER}, {len(written)} changed")
    for name in files or []:
        say(f"{FOLDER / publishing.PAGES / publishing.folder_of(rulebook(name)) / 'guide.md'}")


def _printed(books: list[Book], paper: str) -> None:
    """Writes the books that teach games. Raises Misused where that cannot be."""
    from dsl.pages.learn.typst import PAPERS
    from interpreter.cli import pdf

    if paper not in PAPERS:
        raise Misused(
            Diagnostic("E0915", f"There is no paper “{paper[:SHOWN]}” here.", hints=(f"there are {', '.join(PAPERS)}",))
        )
    _refuse_foreign()
    for path in pdf.written(books, FOLDER / PRINTED, paper):
        say(str(path))


REASONS = {
    "kept unseen": "no player sees it on the table",
    "only holds": "it only holds pieces",
    "only keeps": "this only keeps what no player sees",
    "says no more": "it says no more than its name",
    "seen on the board": "it is seen on the board",
}


def _left_out(book: Book) -> Iterator[str]:
    """What the page that teaches the game leaves out, by line."""
    from dsl.pages.game import Game

    found = sorted(Game(book).learn.telling.left_out, key=lambda one: (one.span.line if one.span else 0, one.name))
    for one in found:
        place = f"{book.source}:{one.span.line}" if one.span else book.source
        yield ": ".join(filter(None, (place, one.name, REASONS[one.why])))


def _untranslated(books: Iterable[Book]) -> Iterator[str]:
    """What is said of the languages in which there are no pages, as a catalogue is not complete."""
    from dsl.prose.catalogues import LANGUAGES

    for book in books:
        for code, lexicon in book.lexicons.items():
            if lexicon.missing:
                missing = number(len(lexicon.missing), "word")
                command = f"rulewright translate {quote(str(book.source))} --language {code}"
                remedy = f"`{command}` makes room for what is missing"
                yield f"{book.file}: no pages in {LANGUAGES[code]}, as its catalogue lacks {missing}; {remedy}"


def _alone(names: list[str]) -> list[Path]:
    """Only the rulebooks that are named."""
    found = rulebooks(names)
    _refuse_namesakes([path.resolve() for path in found])
    return sorted(found)


def _wanted(names: list[str]) -> list[Path]:
    """All rulebooks in games/, as the site is of them all, and those that are named besides."""
    found = {path.resolve(): path for path in rulebooks(names)} if names else {}
    if GAMES.is_dir():
        found |= {path.resolve(): path for path in rulebooks([str(GAMES)])}
    if not found:
        raise Misused(Diagnostic("E0901", f"There is no folder {GAMES} here: name a rulebook."))
    _refuse_namesakes(list(found.values()))
    return sorted(found.values())


def _refuse_namesakes(paths: list[Path]) -> None:
    """Two files whose names give the same folder would be printed on the same pages. Raises Misused."""
    from dsl.pages.publishing import folder_of

    known: dict[str, Path] = {}
    for path in sorted(paths):
        folder = folder_of(path)
        other = known.setdefault(folder, path)
        if other != path:
            message = f"The pages of {other} and those of {path} would both stand in the folder {folder}."
            raise Misused(Diagnostic("E0907", message, hints=("rename one of the files",)))


def _books(paths: Iterable[Path]) -> list[Book]:
    """The rulebooks, read. Raises Failure with all that is wrong with any of them."""
    return _books_of(paths, [])[0]


def _books_of(paths: Iterable[Path], named: Sequence[Path]) -> tuple[list[Book], list[Path]]:
    """The rulebooks, read, and those that are left out, as they have faults and others are `named`, which is said.
    Raises Failure with all that is wrong with the others."""
    books: list[Book] = []
    wrong: list[Diagnostic] = []
    left_out: list[Path] = []
    asked = {path.resolve() for path in named}
    for path in paths:
        book, diagnostics = read(path)
        if book is not None:
            books.append(book)
        elif asked and path.resolve() not in asked:
            left_out.append(path)
            first = diagnostics[0]
            fault = f"{first.span or path}: {first.code}: {first.message}"
            complain(visible(f"warning: {fault} Its pages stay as they are."))
        else:
            wrong += diagnostics
    if wrong:
        raise Failure(*wrong)
    return books, left_out


def read(path: Path) -> tuple[Book | None, list[Diagnostic]]:
    """The rulebook of a file as `read_book` gives it, with what stands on its boards before the first turn and in its
    examples."""
    from dsl.pages.publishing import read_book

    book, diagnostics = read_book(path)
    return (positions(path, book).shown_in(book) if book else None), diagnostics


def _refuse_foreign() -> None:
    """Pages that are no more are taken away, so that the folder must be our own."""
    from dsl.pages.publishing import KEPT

    settings = FOLDER / SETTINGS
    if not FOLDER.is_dir() or {path.name for path in FOLDER.iterdir()} <= {*KEPT}:
        return
    if not settings.is_file() or not settings.read_text("utf-8", "replace").startswith(OURS):
        raise Misused(Diagnostic("E0906", f"The folder {FOLDER} was not made by Rulewright."))
