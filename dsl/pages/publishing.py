"""Everything that is printed: the pages of every game, the language, the errors, and the site that holds them.

Pages are texts by their paths below `generated_docs/`; the same rulebooks always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from dsl import resources
from dsl.pages.book import Book, folder_of, read_book
from dsl.pages.errata.errata import Errata
from dsl.pages.game import Game
from dsl.pages.rendering import MADE_FROM, in_language, render, vocabulary
from dsl.pages.site import language
from dsl.pages.site.lengths import Length
from dsl.pages.site.records import Schema
from dsl.prose import catalogues
from dsl.prose.lexicon import Lexicon
from dsl.text.clauses import Clause
from dsl.text.files import write_atomically

__all__ = [
    "Book",
    "Clause",
    "Game",
    "asked",
    "check",
    "compared",
    "folder_of",
    "listed",
    "placed",
    "read_book",
    "render_all",
    "render_game",
    "render_site",
    "write",
]

PAGES = "pages"
KEPT = ("site", "pdf")  # what is built from the pages
GAMES = "games"
USUAL = "English"


def render_all(books: Iterable[Book], schemas: Mapping[str, Schema]) -> dict[str, str]:
    """All pages and the site's settings, by their paths, sorted. `schemas` are those of the records, by their names."""
    games: list[Listed] = []
    pages: dict[str, str] = {}
    for book in books:
        game, own = render_game(book)
        games.append(listed(game))
        pages |= own
    return dict(sorted((pages | render_site(games, schemas)).items()))


def render_game(book: Book) -> tuple[Game, dict[str, str]]:
    """A game with its pages in all languages, by their paths."""
    game = Game(book)
    translated = translations(game)
    game.translations = tuple(translated)
    return game, placed(game.pages(), *translated.values())


def placed(*told: Mapping[str, str]) -> dict[str, str]:
    """Pages of games by their paths in the site."""
    return {f"{PAGES}/{path}": text for some in told for path, text in some.items()}


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as the pages name it that lead to its own; `label` is that of the rulebook, in whose order they stand.

    `players` says how many play, `minutes` how long the rules are to read, `pitch` how the designer's story of the game
    begins; `picture` is the path of one, if any is.
    """

    label: str
    title: str
    folder: str
    code: str
    t: Mapping[str, str]
    players: str
    minutes: int
    pitch: str
    picture: str
    length: Length | None
    translations: tuple[Listed, ...]


def listed(game: Game) -> Listed:
    return Listed(
        game.rulebook.label,
        game.title,
        game.folder,
        game.code,
        game.t,
        game.how_many,
        game.learn.minutes,
        game.learn.pitch,
        game.picture,
        game.book.length,
        tuple(map(listed, game.translations)),
    )


def render_site(games: Iterable[Listed], schemas: Mapping[str, Schema]) -> dict[str, str]:
    """What holds the pages of the games together: the first page, those about the language, the settings."""
    games = sorted(games, key=lambda game: game.label)
    pages = placed(language.pages(), {"records.md": language.records_page(schemas)})
    translated = homes(games)
    pages[f"{PAGES}/index.md"] = render("index.md.j2", games=games, homes=translated, t=vocabulary(USUAL))
    pages[f"{PAGES}/lengths.md"] = lengths(games)
    pages |= {f"{PAGES}/{home.path}": home.page() for home in translated}
    pages[f"{PAGES}/assets/rulewright.css"] = template("rulewright.css")
    pages["theme/main.html"] = template("main.html")
    pages["theme/partials/language.html"] = template("language.html")
    pages[f"{PAGES}/assets/iframe-worker.js"] = template("iframe-worker.js")
    pages["mkdocs.yml"] = render("mkdocs.yml.j2", games=games, homes=translated, t=vocabulary(USUAL))
    return pages


@dataclass(frozen=True, slots=True)
class Home:
    """The first page of another language: the games with pages in it, by their titles there."""

    path: str
    t: Mapping[str, str]
    games: list[Listed]

    def page(self) -> str:
        return in_language(render("home.md.j2", games=self.games, t=self.t, usual=USUAL), self.t)


def homes(games: Iterable[Listed]) -> list[Home]:
    """The languages into which games are translated, each with its first page."""
    found = []
    for code, name in catalogues.LANGUAGES.items():
        told = [other for game in games for other in game.translations if other.code == code]
        if told:
            told.sort(key=lambda game: game.title.casefold())
            found.append(Home(f"{code}/index.md", vocabulary(name), told))
    return found


def translations(own: Game) -> dict[Game, dict[str, str]]:
    """The pages of a game in other languages; only where nothing is missing, so that none is half translated."""
    found = {}
    for code, lexicon in own.book.lexicons.items():
        game = Game(own.book, code, own=own)
        pages = game.pages()
        if not lexicon.missing:
            found[game] = pages
    return found


def compared(old: Book, new: Book, code: str = "") -> Errata:
    """What has changed from one version of a rulebook to another, in its own language or in that of a code."""
    return Errata(*(Game(with_words(book, code), code) for book in (old, new)))


def with_words(book: Book, code: str) -> Book:
    """The book with words for a language, where it has no catalogue; they are those of the library."""
    lexicons = (
        book.lexicons
        if not code or code in book.lexicons
        else {code: Lexicon(dict(catalogues.library(code, book.rulebook)))}
    )
    return replace(book, lexicons=lexicons)


def asked(book: Book, code: str) -> Lexicon:
    """The words of a game in a language, once all its pages have asked for what they need."""
    if catalogues.is_own(code, book.rulebook):
        Game(book).pages()
        return book.own
    book = with_words(book, code)
    Game(book, code).pages()
    return book.lexicons[code]


def lengths(games: list[Listed]) -> str:
    """How long the rules are of those games of which other descriptions are listed."""
    measured = [game for game in games if game.length]
    heads = dict.fromkeys(head for game in measured if game.length for head in game.length.elsewhere)
    gains = [game for game in measured if game.length and game.length.gained]
    return render("lengths.md.j2", measured=measured, heads=list(heads), gains=gains, t=vocabulary(USUAL))


def template(name: str) -> str:
    """A file that goes out as it is."""
    return (resources.folder("pages/templates") / name).read_text(encoding="utf-8")


def write(pages: Mapping[str, str], folder: Path, spared: Collection[str] = ()) -> list[str]:
    """Writes what is new or has changed, and takes away what `check` says is no page any more, but for what is in one
    of the folders that are `spared`; the paths of both."""
    stale = [path for path in check(pages, folder) if path in pages or not {*path.split("/")[:-1]} & {*spared}]
    for path in stale:
        target = folder / path
        if path in pages:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, pages[path].encode("utf-8"), lasting=False)
        else:
            target.unlink()
    return stale


def check(pages: Mapping[str, str], folder: Path) -> list[str]:
    """The paths that are missing, differ, or should not be there: pages of a rulebook that was in `games/`.

    Pages of other rulebooks stay as they are when those are not named, and so does whatever somebody put there.
    """
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    found = {path for path in there if path.split("/")[0] not in KEPT}
    differing = {path for path, text in pages.items() if path not in found or not same(there[path], text)}
    return sorted(differing | {path for path in found - set(pages) if of_games(there[path])})


def of_games(page: Path) -> bool:
    """Whether a page was made from a rulebook in the folder of games, of which all pages are made each time."""
    *_, last = page.read_bytes().rstrip().rsplit(b"\n", 1)
    return last.startswith(f"{MADE_FROM}{GAMES}/".encode())


def same(path: Path, text: str) -> bool:
    return path.read_bytes() == text.encode("utf-8")
