"""`rulewright docs --pdf`: what is printed of games, as books on paper, by way of Typst (the extra `[print]`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from dsl.text.diagnostics import Diagnostic
from dsl.text.files import write_atomically
from interpreter.cli.common import Misused

if TYPE_CHECKING:
    from dsl.pages.publishing import Book

Inputs = dict[str, str]
"""What the template is told besides the text."""

Query = Callable[[str, Inputs], list[Any]]
"""What the template tells under a label."""

STANDARD: Literal["ua-1"] = (
    "ua-1"  # a document that can be read aloud: with a title, headings in order, all pictures in words
)

SIZES = ("9.2", "9", "8.8", "8.6")  # points, of the letters of books
NEARLY_EMPTY = 0.5  # of a page, or less of it, is filled
SPARE = (128, 64, 32, 16, 8)  # mm at the foot of the last page, each tried on top of those that bring no further one
NONE_FREE = {"spare": "0", "foot": "0"}  # at the foot of all pages, and of the last one alone
TOO_HIGH = "2"  # of a thing: it has no room in a column, however empty
SHORT = 4  # pages: of a longer book nobody sees the last one beside the others

MOST_PASSES = 40  # where things on pages go on to change places; a book has next to never so many figures

CUTS = ("Regular", "It", "Bold")  # of the letters in headings and pictures


def written(books: list[Book], folder: Path, paper: str) -> list[Path]:
    """Writes the books, in each language; all, or none. Raises Misused where Typst is missing."""
    found: dict[Path, bytes] = {}
    for book in books:
        pages: dict[str, int] = {}  # of each document in the rulebook's own language, which comes first
        for name, code, files in documents(book, paper):
            content, count = compiled(files, pages.get(name, 0))
            pages.setdefault(name, count)
            found[folder / ("-".join(filter(None, (book.name, name, code))) + ".pdf")] = content
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in found.items():
        write_atomically(path, content, lasting=False)
    return list(found)


def documents(book: Book, paper: str) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """What is printed of a game in its own language and in each that is complete: what it is called, the code of the
    language, nothing of its own, and what Typst makes it from."""
    from dsl.pages.books import books
    from dsl.pages.game import Game

    for code in ("", *book.lexicons):
        found = [*books.documents(Game(book, code), paper)]
        if not code or not book.lexicons[code].missing:
            for name, files in found:
                yield name, code, files


def compiled(files: Mapping[str, str], wanted: int = 0) -> tuple[bytes, int]:
    """A document as PDF, and how many pages it has if it is a book: the same bytes each time, with the fonts that the
    extra brings along and no others. `wanted`: as many pages, or fewer, if smaller letters do it."""
    try:
        import typst
        from font_source_sans_pro import font_directory
    except ImportError as error:
        message = f"Books are printed by way of Typst in letters of Source Sans: {error.name} is not installed."
        remedy = "install it with `pip install 'rulewright[print]'`, or print its pages from a browser"
        raise Misused(Diagnostic("E0914", message, hints=(remedy,))) from None
    with TemporaryDirectory() as place:
        for name, text in files.items():
            (Path(place) / name).write_text(text, encoding="utf-8")
        for cut in CUTS:
            copy(Path(font_directory) / f"SourceSansPro-{cut}.ttf", place)
        main = str(Path(place) / next(iter(files)))

        def query(label: str, inputs: Inputs) -> list[Any]:
            told = typst.query(main, label, "value", root=place, font_paths=[place], ignore_system_fonts=True,
                               sys_inputs=inputs)  # fmt: skip
            found: list[Any] = json.loads(told)
            return found

        inputs, count = laid_out(query, wanted)
        made: bytes = typst.compile(
            main,
            root=place,
            format="pdf",
            font_paths=[place],
            ignore_system_fonts=True,
            pdf_standards=STANDARD,
            sys_inputs=inputs,
        )
    return made, count


def laid_out(query: Query, wanted: int = 0) -> tuple[Inputs, int]:
    """How the pages of a book are laid out, and how many they are: in letters of the usual size, unless smaller ones do
    with as many pages as wanted, or without a last page that is nearly empty; the columns of the last page alike, where
    the book is short."""
    usual = settled(SIZES[0], query)
    count, full = next(iter(query("<filled>", usual)), (0, 1.0))  # what is no book says nothing of it
    most = [*([wanted] if 0 < wanted < count else []), *([count - 1] if count > 1 and full < NEARLY_EMPTY else [])]
    if most:
        smaller = [settled(size, query) for size in SIZES[1:]]
        counted = [(inputs, query("<filled>", inputs)[0][0]) for inputs in smaller]
        fitting = (one for goal in most for one in counted if one[1] <= goal)
        usual, count = next(fitting, (usual, count))
    return (balanced(usual, query, count) if 0 < count <= SHORT else usual), count


def balanced(whole: Inputs, query: Query, count: int) -> Inputs:
    """A book of so many pages, the columns of its last one no longer than it needs, but as long as its highest picture;
    where there are several, if no more pictures leave their places in the text for it."""
    free, spare = ("spare" if count == 1 else "foot"), 0
    moved = len(whole["floating"]) if count == 1 else whole["floating"].count("1")
    for more in SPARE:
        shorter = settled(whole["size"], query, {free: str(spare + more)})
        floating = shorter["floating"]
        if query("<filled>", shorter)[0][0] == count and floating.count("1") <= moved and TOO_HIGH not in floating:
            whole, spare = shorter, spare + more
    return whole


def settled(size: str, query: Query, free: Inputs = NONE_FREE) -> Inputs:
    """Where what has no room stands in letters of this size. Each pass measures the pages of the one before, and leaves
    at least one thing more where it stays."""
    inputs = {"size": size, **NONE_FREE, **free, "floating": ""}
    for _ in range(MOST_PASSES):
        measured = "".join(map(str, query("<floating>", inputs)))
        if measured == inputs["floating"]:
            break
        inputs = inputs | {"floating": measured}
    return inputs
