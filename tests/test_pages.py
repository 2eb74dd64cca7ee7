"""What holds of every page: that nobody speaks like a program in it, says a thing twice, or draws without words."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from dsl.load import load_text
from dsl.pages.book import additions
from dsl.pages.publishing import Book, Game
from dsl.terms import Terms
from tests.published import book_of, game_of, site
from tests.test_documents import GAMES, WITH_CLAUSES, numbers_in, pages_kept

SPINE = Path(__file__).parent / "language" / "spine"
LIKE_A_PROGRAM = re.compile(
    r"\bthe value of\b|\bo valor de (?:o|a)\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*|\b(?:None|True|False|null)\b|\{\{|\{%"
)
MARKUP = re.compile(
    r"\]\([^)\s]*\)(?:\{[^}]*\})?|<[^>]*>|[*\[\]]|^(?:\s*(?:-|\d+\.|>|#+)\s)|\{ ?[#.][^}]*\}", re.MULTILINE
)
PAGES = [path for path in pages_kept() if path.count("/") > 1]  # of games


def plain(page: str) -> list[str]:
    """The lines of a page as a reader has them: without markup, and without the tags of clauses."""
    bare = re.sub(
        r" ?\[[^]]*\]\([^)\s]*\)\{ \.clause \}|<!--.*?-->|<style.*?</style>|<text .*?</text>", "", page, flags=re.DOTALL
    )
    bare = re.sub(r"^\*(?:Made from|Feito a partir de) .*$", "", bare, flags=re.MULTILINE)
    return [
        " ".join(unescape(MARKUP.sub(lambda mark: " " * mark[0].startswith("<"), line)).split())
        for line in bare.splitlines()
        if line.strip()
    ]


def repeated(page: str) -> list[str]:
    """The sentences that stand twice, one behind the other; in a story a thing can be done twice."""
    rows = [line for line in plain(page) if not line.startswith(("|", "---"))]
    once = [row for row in rows if not row.startswith(("When:", "Jogada:"))]
    pairs = [pair for row in once for pair in pairwise(re.split(r"(?<=[.!?]) ", row))]
    return [one for one, other in (*pairs, *pairwise(rows)) if one == other and len(one) > 3]


@pytest.mark.parametrize("path", PAGES)
def test_no_sentence_speaks_like_a_program(path: str) -> None:
    """But for words in capitals within, where the rulebook itself has them: eXplore."""
    own = own_words(path)
    found = [word[0] for line in plain(site()[path]) for word in LIKE_A_PROGRAM.finditer(line)]
    assert [word for word in found if word not in own] == []


def own_words(path: str) -> str:
    """What the designer says of the game of a page, in both languages."""
    files = (GAMES / path.split("/")[1]).with_suffix(".rules"), GAMES / f"{path.split('/')[1]}.pt.po"
    return "\n".join(file.read_text("utf-8") for file in files if file.exists())


@pytest.mark.parametrize("path", [path for path in PAGES if "/sheets" not in path])
def test_no_sentence_repeats_its_neighbour(path: str) -> None:
    assert repeated(site()[path]) == []


def test_a_sentence_that_repeats_its_neighbour_is_found() -> None:
    said = "- The [cell](#rule-1) is open. [X-1](#x-1){ .clause } The cell is open.\n\nIt rains.\n\nIt *rains*.\n"
    assert repeated(said) == ["The cell is open.", "It rains."]


def test_what_speaks_like_a_program_is_found() -> None:
    said = ["the value of the die", "shot_count is 3", "the shotCount is 3", "It is None.", "{{ game }}"]
    assert all(LIKE_A_PROGRAM.search(one) for one in said)


@pytest.mark.parametrize("path", PAGES)
def test_every_picture_says_in_words_what_it_shows(path: str) -> None:
    page = site()[path]
    assert not re.search(r'<img(?![^>]*\balt="[^"]+")|!\[\]', page)
    for picture in re.findall(r"<svg\b.*?</svg>", page, re.DOTALL):
        named = re.search(r"<title[^>]*>[^<]+</title>", picture) and 'role="img"' in picture
        assert named or re.search(r'aria-label="[^"]+"|aria-hidden="true"', picture), picture[:200]


# But the one that teaches a game, which names no file and no version (tests/test_learn.py).
@pytest.mark.parametrize("path", [path for path in PAGES if not path.endswith(("/index.md", "/learn.md"))])
def test_every_page_says_from_which_rulebook_and_which_version_it_was_made(path: str) -> None:
    book = book_of(path.split("/")[1])
    assert re.fullmatch("[0-9a-f]{8}", book.version)
    told = rf"\*(Made from|Feito a partir de) {re.escape(book.file)} \((version|versão) {book.version}\) "
    assert re.search(told.replace("_", r"(_|&#95;)").replace(r"\_", "_"), site()[path])


@pytest.mark.parametrize("name", WITH_CLAUSES)
def test_every_clause_leads_to_what_carries_it(name: str) -> None:
    book = book_of(name)
    reference = game_of(name).reference
    assert [clause.number for clause in book.clauses if not reference.links_to(clause)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clock_and_rings", pytest.param("ship_grid", marks=pytest.mark.long)])
def test_every_number_of_a_spine_text_that_is_changed_changes_its_pages(name: str) -> None:
    source = (SPINE / f"{name}.rules").read_text("utf-8")
    before = told(source)
    rules = source[: source.index("\nexample ")]
    numbers = [n for n in numbers_in(rules) if "players" not in source[n.start() :][:12]]
    changed = [source[: n.start()] + str(int(n[0]) + 1) + source[n.end() :] for n in numbers]
    unchanged = [n[0] for n, other in zip(numbers, changed, strict=True) if told(other) == before]
    assert len(numbers) > 15
    assert unchanged == []


def told(source: str) -> dict[str, str]:
    """The pages of a rulebook with its variants; none of what is no rulebook."""
    plain, _ = load_text(source, "sample.rules")
    rulebook = plain and load_text(source, "sample.rules", Terms(additions(plain)))[0]
    return Game(Book("sample", "sample.rules", rulebook)).pages() if rulebook else {}
