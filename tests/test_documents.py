"""The printed pages: made from the model, safe against what a designer writes, and never stale without notice."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html import unescape
from importlib import import_module
from pathlib import Path
from posixpath import normpath
from xml.etree import ElementTree

import pytest
from jinja2 import UndefinedError

from dsl import resources
from dsl.board.scene import Piece
from dsl.board.shapes import PATTERNS, shape_of
from dsl.load import load_text
from dsl.model.book import LANGUAGES
from dsl.model.world import BoardInfo, Kind
from dsl.pages import publishing
from dsl.pages.drawings.boards import drawing, ground_of
from dsl.pages.drawings.look import Look
from dsl.pages.drawings.pieces import Body
from dsl.pages.game import Game
from dsl.pages.markdown import text
from dsl.pages.publishing import Book, Clause, read_book
from dsl.pages.rendering import environment, made_from, vocabulary
from dsl.prose import speech
from dsl.prose.stories import ordinary_phase
from dsl.terms import Terms
from interpreter import load
from interpreter.cli.docs import read
from interpreter.cli.opening import opening
from interpreter.records import schemas
from tests.laws.games import late
from tests.published import book_of, game_of, site
from tests.rulebooks import FRAME
from tests.test_catalogues import ENGLISH, SAID_IN_TAGS

markdown = import_module("markdown")  # mkdocs brings it; it has no types

ROOT = Path(__file__).resolve().parent.parent
GAMES = resources.folder("games")
NAMES = sorted(path.stem for path in GAMES.rglob("*.rules"))
WITH_CLAUSES = [path.name.split(".")[0] for path in sorted(GAMES.rglob("*.clauses.tsv"))]
GOOD = Path(__file__).parent / "language" / "good"
MOON = "rebel_moon_defense"
EXTENSIONS = ["admonition", "attr_list", "md_in_html", "tables", "toc"]
NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")


def pages_kept() -> list[str]:
    """The paths of all pages, before any is made; that there is no other is tested below."""
    folder = ROOT / "generated_docs"
    return sorted(path.relative_to(folder).as_posix() for path in (folder / "pages").rglob("*.md"))


def test_the_pages_that_are_kept_are_current() -> None:
    assert publishing.check(site(), ROOT / "generated_docs") == []


def pages_of(source: str, *variants: str, clauses: tuple[Clause, ...] = ()) -> dict[str, str]:
    rulebook, diagnostics = load_text(source, "sample.rules", Terms(variants))
    assert rulebook is not None, diagnostics
    return Game(Book("sample", "sample.rules", rulebook, clauses)).pages()


SAMPLE = """\
game Sample
    in English
    for 2 players: Left, Right
    "WORDS"

chapter "CHAPTER"

Limit is 7
Level is from 0 to 9

board the Field
    made of Cells in a grid of 5 by 4
    the Gate is A1
    "WORDS"

place Hand "LABEL"
    there is one for each Player

piece the King
    has a Level
    starts on the Gate

piece Stone "LABEL"
    there are 6 for each Player
    takes at most 2 Kings
    starts in the Hand of the owner
    "WORDS"

setup
    move a Stone in the Hand of Left to the Gate
    "WORDS"

play
    do Round

phase Round
    repeat Limit times
        Left may Push or Leave
    if the number of Stones on the Field is at least 8
        Left wins
    nobody wins

action Push "LABEL" to a Cell [S-1]
    only if the Cell is near, called Near Cell
    costs 3
    move a Stone in the Hand of the Player to the Cell
    the Level of the King rises by 11, but not above 12
    "WORDS"

action Leave
    only if there is no Stone on the Gate, called Gone
    do Push to the Gate

to pay a Number called cost
    repeat the cost times
        the Level of the King falls by 13

a Cell is near when the distance from the Cell to the Gate is at most 14

the worth of a King means
    21 if the Level of the King is 1
    22 if the Level of the King is 2
    otherwise 23

the game ends when the number of Stones on the Field is 15
    Right wins
    "WORDS"

example "TITLE"
    "WORDS"
    given there is a Stone on B2
    when Left does Push to A2
    then the number of Stones on the Field is 3
"""

NASTY = "<b>x</b> *y* _z_ `c` [a](b) | {{ a * a }} {% if %} &amp; # ~ !!! \\\\"


def numbers_in(source: str) -> list[re.Match[str]]:
    """The numbers of a rulebook that are neither in texts nor in citations."""
    hidden = [m.span() for m in re.finditer(r'"[^"]*"|\[[A-Z]+-\d[^\]]*\]|--.*', source)]
    return [m for m in NUMBER.finditer(source) if not any(a <= m.start() < b for a, b in hidden)]


# --------------------------------------------------------------------------------------------------- all is derived


@pytest.mark.parametrize("at", range(len(numbers_in(SAMPLE))))
def test_every_number_that_is_changed_changes_the_pages(at: int) -> None:
    """The number of players is no number of its own: it goes with the seats."""
    number = numbers_in(SAMPLE)[at]
    other = SAMPLE[: number.start()] + str(int(number[0]) + 1) + SAMPLE[number.end() :]
    if "players" in SAMPLE.splitlines()[SAMPLE[: number.start()].count("\n")]:
        other = other.replace("Left, Right", "Left, Right, Middle")
    assert pages_of(other) != pages_of(SAMPLE)


@pytest.mark.slow
def test_every_number_of_a_whole_rulebook_that_is_changed_changes_the_pages() -> None:
    source = (GAMES / f"{MOON}.rules").read_text("utf-8")
    before = pages_of(source, "Scanner", "Bomb Laser")
    beyond = source.index("\nexample ")  # the rules of the box and of the setup come first; the examples have tests
    unchanged = []
    for number in (n for n in numbers_in(source) if n.start() < beyond and "players" not in source[n.start() :][:12]):
        other = source[: number.start()] + str(int(number[0]) + 1) + source[number.end() :]
        rulebook, _ = load_text(other, "other.rules", Terms(("Scanner", "Bomb Laser")))
        if rulebook is not None and Game(Book("sample", "sample.rules", rulebook)).pages() == before:
            unchanged.append(number[0])
    assert unchanged == []


def test_no_power_stands_below_the_heading_of_something_else_that_is_done() -> None:
    powers = 0
    for name, page in site().items():
        above = ""
        for heading in re.findall(r"^##+ .*", page, re.MULTILINE) if name.endswith("guide.md") else ():
            if re.match(r"#### .*\{#([\w-]+-)?power-", heading):
                powers += 1
                assert not re.search(r"\{#([\w-]+-)?(action|verb|phase)-", above), (name, heading, above)
            elif not heading.startswith("####"):
                above = heading
    assert powers > 30


def test_what_is_different_on_other_terms_is_told() -> None:
    book, diagnostics = read_book(GOOD / "agreed.rules")
    assert book is not None, diagnostics
    pages = Game(book).pages()
    guide, reference, examples = (pages[f"agreed/{page}.md"] for page in ("guide", "reference", "examples"))
    assert "East, West; with 3 also North; with 4 also South." in guide
    assert "This page explains the game with 2 players, Size 5, Burning 2." in guide
    assert "\nFor Burning any number between is possible, too; all goes likewise.\n" in guide
    assert "- **Share.** The share is 4." in guide
    assert "| 18 | **Lanterns** | 4 for North, 4 for East, 4 for West and 6 for South." in guide
    assert "\n1. Put 6 lanterns into South’s chest." in guide.split("## With 4 players")[1]
    assert "- **Pond.** The Pond is a grid of 3 by 3 pools." in guide
    assert "### Whirl (Storm)" in guide
    assert guide.count("grid of 5 by 5") == 1
    assert "Whirl (variant: Storm)" in reference
    assert "Four play, and South has more" in examples
    targets = set(re.findall(r"\{ ?#([\w-]+) ?\}", guide))
    assert set(re.findall(r"\]\(#([\w-]+)\)", guide)) <= targets


def test_what_a_rulebook_says_of_a_variant_is_printed_with_it() -> None:
    for name, variant, note in (("agreed", "Storm", "For a wild night."), ("patches", "Calm", "The wind sleeps.")):
        book, diagnostics = read_book(GOOD / f"{name}.rules")
        assert book is not None, diagnostics
        pages = Game(book).pages()
        guide, reference = pages[f"{name}/guide.md"], pages[f"{name}/reference.md"]
        assert re.search(rf"^### {variant} \(variant\) .*\n\n\*{note}\*$", guide, re.MULTILINE)
        assert f"[{variant}](#variant-{variant.lower()})" in guide
        assert reference.count(note) == 1


HOT_STONES = """game Stones
    in English
    for 2 players: Red, Blue

place Yard
place Bag

piece Stone
    there are 3
    can be hot
    starts in the Yard

play
    take turns from Red until all pass
        the Player may Take
    nobody wins

action Take a Stone
    only if the Stone is in the Yard
    move the Stone to the Bag

variant Gentle
    rule Hands Off
        a Stone that is hot cannot Take
"""


def test_what_only_a_variant_forbids_is_not_printed_as_a_rule_of_the_game() -> None:
    pages, told = pages_of(HOT_STONES, "Gentle"), "obody may take a stone that is hot."
    learn = pages["sample/learn.md"]
    assert learn.count(told) == learn.partition("## Variants")[2].count(told) == 1
    for name in ("guide", "reference"):
        assert f"- **Hands Off.** With Gentle, n{told}" in pages[f"sample/{name}.md"]
    assert f"\nN{told}" not in pages["sample/card.md"]


def test_a_variant_tells_what_it_leaves_out_and_what_counts_in_its_place() -> None:
    book, diagnostics = read_book(GOOD / "patches.rules")
    assert book is not None, diagnostics
    pages = Game(book).pages()
    guide, reference = pages["patches/guide.md"], pages["patches/reference.md"]
    told = {
        heading: guide.split(f"### {heading} (variant", 1)[1].split("\n### ")[0] for heading in book.rulebook.variants
    }
    assert "- **Left out.** Wind." in told["Calm"]
    assert "- **Left out.** Wind." in reference
    assert "- **Left out.** Full Sky." in told["Long Game"]
    in_place = "a rule with the name of one above replaces it."
    assert [name for name, words in told.items() if in_place in words] == ["Crowded", "Short Game", "Small Sky"]
    assert "A breeze takes it only one cloud on" in told["Calm"]
    assert guide.count("A breeze takes it only one cloud on") == 1
    assert pages["patches/card.md"].count("**Launch.**") == 1
    assert "This page tells" not in guide


def test_pages_tell_what_is_only_without_a_variant_that_leaves_nothing_out() -> None:
    book, diagnostics = read_book(GOOD / "only_without.rules")
    assert book is not None, diagnostics
    pages = Game(book).pages()
    guide, _, drought = pages["only_without/guide.md"].partition("### Drought (variant)")
    for told in ("| Tall | wheat |", "Put the 2 stones into the Field.", "Set Ben’s wealth to 3.", "### Rain"):
        assert told in guide
    assert "- **Left out.** Rain." in drought
    assert "#### Sun" in drought
    assert "Rain" in pages["only_without/reference.md"]
    assert "Tall" in pages["only_without/sheets.md"]


SHEAVES = """game Sheaves
    in English
    for 2 to 3 players: Red, Blue, Green

place Barn
    there is one for each Player

place Store

piece Sheaf
    there are 30
    starts in the Store

setup
    in short "Each player takes 3 sheaves into the barn."
    for each Player
        repeat 3 times, move a Sheaf in the Store to the Barn of the Player

only with 2 players
    setup
        repeat 6 times, move a Sheaf in the Store to the Barn of Blue

only with 3 players
    setup
        in short "With so many Red takes more."
        repeat 5 times, move a Sheaf in the Store to the Barn of Red

play
    take turns from Red
        the Player must Work

action Work
    move a Sheaf in the Store to the Barn of the Player

the game ends when the number of Sheafs in the Store is less than 2
    nobody wins
"""


MORE = '        in short "With so many Red takes more."\n'


@pytest.mark.parametrize(
    ("without", "told", "hidden"), [("", "Red takes more.", "Put 5"), (MORE, "Put 5", "takes more")]
)
def test_words_on_one_setup_stand_for_no_other(tmp_path: Path, without: str, told: str, hidden: str) -> None:
    path = tmp_path / "sheaves.rules"
    path.write_text(SHEAVES.replace(without, "") if without else SHEAVES, "utf-8")
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    pages = Game(book).pages()
    for page in (pages["sheaves/learn.md"], pages["sheaves/guide.md"]):
        assert "Each player takes 3 sheaves into the barn." in page
        assert "Put 6 sheafs from the Store into Blue’s barn." in page
        assert "Put 3 sheafs" not in page
    with_three = pages["sheaves/learn.md"].partition("With 3 players")[2]
    assert told in with_three
    assert hidden not in with_three


def test_a_setting_is_printed_wherever_it_is_used() -> None:
    source = (GAMES / f"{MOON}.rules").read_text("utf-8")
    changed = pages_of(source.replace("Turn Limit is 100", "Turn Limit is 77"))["sample/guide.md"]
    assert "77 times" in changed
    assert "100 times" not in changed


def test_the_same_rulebooks_give_the_same_bytes() -> None:
    """In whatever order; that all pages are those of another process is tested above."""
    few = [book_of(name) for name in ("tic_tac_toe", "kuhn_poker", "hex")]
    assert publishing.render_all(reversed(few), schemas()) == publishing.render_all(few, schemas())


def test_the_bytes_do_not_depend_on_the_process() -> None:
    script = (
        "import hashlib, pathlib; from dsl.pages import publishing; from interpreter.records import schemas;"
        f"book, _ = publishing.read_book(pathlib.Path({str(GAMES / 'classics' / 'tic_tac_toe.rules')!r}));"
        "print(hashlib.sha256(repr(publishing.render_all([book], schemas())).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(GAMES.parent)}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


# ---------------------------------------------------------------------------------------------- a designer's own words


def shown(page: str) -> str:
    """The text of a page as a browser shows it."""
    html = markdown.markdown(re.sub(r"\A---.*?---\n", "", page, flags=re.DOTALL), extensions=EXTENSIONS)
    return " ".join(unescape(re.sub(r"</?[a-z][^>]*>", "", html)).split())


@pytest.mark.parametrize("slot", ["WORDS", "LABEL", "TITLE", "CHAPTER"])
@pytest.mark.parametrize("page", ["guide", "reference", "card", "card-a5", "examples"])
def test_markup_in_a_text_is_shown_as_text(slot: str, page: str) -> None:
    pages = pages_of(SAMPLE.replace(slot, NASTY))
    plain = pages_of(SAMPLE.replace(slot, "Nasty Zork"))
    expected = shown(plain[f"sample/{page}.md"]).count("Nasty Zork")
    assert shown(pages[f"sample/{page}.md"]).lower().count(NASTY.replace("&amp;", "&amp;").lower()) == expected


def test_the_parts_of_a_text_that_begin_a_line_are_no_markup() -> None:
    for beginning in ("# no heading", "- no list", "1. no list", "> no quotation", "    no code", ": none", "+ none"):
        html = markdown.markdown(str(text(beginning)), extensions=EXTENSIONS)
        assert re.fullmatch(r"<p>[^<]*</p>", html), html
        assert unescape(html[3:-4]) == beginning.strip()


def test_a_template_that_asks_for_what_is_not_there_fails() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing_of_this_name }}").render()


# ------------------------------------------------------------------------------------------------- clauses and links

LINK = re.compile(r"(?<!!)\]\(([^)\s]+)\)")


def anchors(page: str) -> set[str]:
    return set(re.findall(r"\{ ?#([\w-]+) ?\}", page))


def broken(pages: dict[str, str]) -> list[str]:
    """Links of pages to a page or a place that does not exist."""
    found, places = [], {path: anchors(page) for path, page in pages.items()}
    for path, page in pages.items():
        for link in LINK.findall(page) if path.endswith(".md") else []:
            address, _, place = link.partition("#")
            target = normpath(Path(path).parent / address) if address else path
            if target not in pages or (place and place not in places[target]):
                found.append(f"{path}: {link}")
    return found


def test_every_link_leads_somewhere() -> None:
    ours = {path: page for path, page in site().items() if not path.endswith("semantics.md")}
    assert broken(ours | {"pages/semantics.md": ""}) == []


def test_a_broken_link_is_found() -> None:
    assert broken({"a.md": "[x](b.md) [y](#here)\n\n## There {#there}"}) == ["a.md: b.md", "a.md: #here"]


def test_no_anchor_stands_twice_on_a_page() -> None:
    for path, page in site().items():
        found = re.findall(r"\{ ?#([\w-]+) ?\}", page)
        assert len(found) == len(set(found)), path


@pytest.mark.parametrize("name", WITH_CLAUSES)
def test_every_clause_is_listed_with_the_rules_that_carry_it(name: str) -> None:
    book = book_of(name)
    reference = site()[f"pages/{book.name}/reference.md"]
    for clause in book.clauses:
        assert f"**{clause.number}**{{ #{clause.number.lower()} }}" in reference


@pytest.mark.parametrize("name", WITH_CLAUSES)
def test_every_citation_of_the_rulebook_is_printed(name: str) -> None:
    book = book_of(name)
    source = next(GAMES.rglob(book.file)).read_text("utf-8")
    cited = set(re.findall(r"[A-Z]+-\d+", " ".join(re.findall(r"\[([A-Z]+-\d[^\]]*)\]", source))))
    carried = set(game_of(name).reference.carriers)
    assert cited <= carried


def test_a_clause_is_linked_from_the_sentence_that_carries_it() -> None:
    guide = pages_of(SAMPLE, clauses=(Clause("S-1", "Moves", "action", "Stones are pushed."),))["sample/guide.md"]
    (line,) = [line for line in guide.splitlines() if "S-1" in line]
    assert line == "You may use the LABEL to a [near](#term-near) cell. [S-1](reference.md#s-1){ .clause }"


# ------------------------------------------------------------------------------------------------------ what is printed


def test_the_guide_tells_the_whole_game() -> None:
    guide = site()[f"pages/{MOON}/guide.md"]
    for sentence in (
        "Starting with Imperial, the players take turns until both players have passed in succession.",
        "The game ends when the Chaos Bomb is on the Moon: Imperial wins.",
        "There must be no installation beside the cell.",
        "Choose an installation from your stock and put it on the cell.",
        "If the game is not over by the end of the [Approach](#phase-approach) phase, Rebel wins.",
        "Put the 15 asteroids into Imperial’s stock.",
    ):
        assert sentence in guide


def test_an_end_that_is_called_something_is_headed_so() -> None:
    source = SAMPLE.replace("on the Field is 15\n", "on the Field is 15, called Full Field\n")
    plain, called = pages_of(SAMPLE), pages_of(source)
    end = "The game ends when there are 15 LABELs on the Field: Right wins."
    assert f"- {end}" in plain["sample/guide.md"]
    assert f"- **Full Field.** {end}" in called["sample/guide.md"]
    assert "- Right wins as soon as there are 15 LABELs on the Field." in called["sample/card.md"]


def test_of_two_definitions_of_a_word_the_pages_say_which_counts() -> None:
    for page, general, special in (
        ("guide", "term-open-man", "term-open-pawn"),
        ("reference", "rule-2-12", "rule-2-20"),
    ):
        shown = site()[f"pages/chess/{page}.md"]
        assert re.search(
            rf"For a (pawn|\[pawn\]\(#rule-2-9\)), \[Open \(pawn\)\]\(#{special}\) counts instead\.", shown
        )
        assert f"This counts instead of [Open (man)](#{general})." in shown
    assert "- **Pawn.** One step straight ahead, if nothing stands there." in site()["pages/chess/card.md"]


def test_no_page_of_a_game_speaks_like_a_program() -> None:
    for path, page in site().items():
        if path.endswith(("guide.md", "learn.md", "card.md", "examples.md")):
            words = unescape(re.sub(r"</?[a-z][^>]*>|\[", "", LINK.sub("", page)))
            assert not re.search(r"the value of|\bNone\b|\bnull\b|<dsl|object at 0x|\{\{|\bUse\(", words), path


@pytest.mark.parametrize("shape", [*PATTERNS.values(), "grid of 1 by 1"])
def test_a_board_is_drawn_with_all_its_spaces(shape: str) -> None:
    word, _, sizes = shape.partition(" of ")
    made = shape_of(word, tuple(map(int, sizes.split(" by "))))
    spaces = Kind("Cell", "space", start=5, size=len(made.names), elements=made.names)
    board = BoardInfo("Field", "Field", made, made, word, (), spaces, spaces, spaces, spaces)
    picture = drawing(ground_of(board, Look()), "field", "The <board>", "All & its spaces", {})
    ElementTree.fromstring(re.findall("<svg.*?</svg>", picture, re.DOTALL)[0])
    data = "".join(re.findall('<path class="space[^"]*" d="([^"]+)"', picture))
    assert data.count("M") == len(made.names)
    assert '<title id="field-title">The &lt;board&gt;</title>' in picture
    assert "All &amp; its spaces</desc>" in picture


def test_what_stands_on_a_board_is_drawn_in_its_owners_colour() -> None:
    made = shape_of("line", (4,))
    spaces = Kind("Cell", "space", size=4, elements=made.names)
    board = BoardInfo("Field", "Field", made, made, "line", (), spaces, spaces, spaces, spaces)
    pieces = {0: [Body(colour="red", letters="K")], 1: [Body(colour="black")], 2: [Body(letters="Superintendent")]}
    picture = drawing(ground_of(board, Look()), "field", "", "", pieces)
    assert re.findall(r'<g class="piece (\w+)"', picture) == ["red", "black", "grey"]
    letters = dict(re.findall(r'<text class="letters.*?font-size="([^"]+)">([^<]+)</text>', picture))
    assert list(letters.values()) == ["K", "Superintendent"]
    assert min(map(float, letters)) < 7
    assert all(f">{name}</text>" in picture for name in made.names)


def test_the_board_at_the_start_is_what_the_setup_has_made_of_it() -> None:
    book, _ = read(GAMES / "classics" / "breakthrough.rules")
    assert book is not None
    assert book.opening is not None
    assert Counter(replace(piece, at=0) for piece in book.opening) == {Piece("Pawn", 0, 0): 16, Piece("Pawn", 0, 1): 16}
    assert sorted(piece.at for piece in book.opening) == [*range(16), *range(48, 64)]
    guide = Game(replace(book, scenes={})).page("guide", "guide")
    assert guide.count('<g class="piece white"') == 17  # one in the legend
    assert "A1: Pawn (White). B1: Pawn (White)." in guide
    assert opening(load(GAMES / "classics" / "kuhn_poker.rules")) == ()


def test_documents_have_words_in_each_language_that_a_rulebook_can_name() -> None:
    assert {*LANGUAGES} <= {*speech.LANGUAGES}
    assert all(vocabulary(language)["players"] for language in LANGUAGES)


# ------------------------------------------------------------------------------------------------- written, and checked


def test_what_is_written_is_current_until_something_changes(tmp_path: Path) -> None:
    pages = {"mkdocs.yml": "site_name: x\n", "pages/a.md": "a\n", "pages/deep/b.md": "b\n"}
    assert publishing.write(pages, tmp_path) == sorted(pages)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("built")
    assert publishing.check(pages, tmp_path) == []
    (tmp_path / "pages/a.md").write_text("a, edited by hand\n")
    (tmp_path / "pages/old.md").write_text("no page any more\n" + made_from("games/old.rules"))
    (tmp_path / "pages/other.md").write_text("a page of another rulebook\n" + made_from("other.rules"))
    (tmp_path / "pages/own.md").write_text("somebody's own\n")
    (tmp_path / "pages/deep/b.md").unlink()
    stale = ["pages/a.md", "pages/deep/b.md", "pages/old.md"]
    assert publishing.check(pages, tmp_path) == stale
    assert publishing.write(pages, tmp_path) == stale
    assert publishing.check(pages, tmp_path) == []
    assert {path.stem for path in (tmp_path / "pages").glob("*.md")} == {"a", "other", "own"}


@pytest.mark.slow
@pytest.mark.parametrize("names", [[MOON], late(NAMES)], ids=["one", "all"])
def test_the_site_builds_without_a_warning(names: list[str], tmp_path: Path) -> None:
    books = [book for name in names for book, _ in [read(resources.rulebooks()[name])] if book]
    pages = site() if names == NAMES else publishing.render_all(books, schemas())
    publishing.write(pages, tmp_path)
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        str(tmp_path / "mkdocs.yml"),
    ]
    built = subprocess.run(command, capture_output=True, text=True, env={"NO_MKDOCS_2_WARNING": "1"})
    assert (built.returncode, built.stderr) == (0, "")
    for folder, language in ((MOON, "en"), (f"{MOON}/pt", "pt-BR")):  # the theme speaks the language of the page, too
        page = (tmp_path / "site" / folder / "guide.html").read_text("utf-8")
        assert f'<html lang="{language}"' in page
        assert ("Table of contents" in page) == (language == "en")
    first = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert all(f'src="{name}/start.svg"' in first for name in names if pages.get(f"pages/{name}/start.svg"))
    assert f'src="{MOON}/start.svg"' in first
    assert not re.search(r'(?:src|href)="(?:https?:)?//', first)  # a search, too, needs nothing but the folder
    assert (tmp_path / "site" / "search" / "search_index.js").is_file()
    built_pages = list((tmp_path / "site").glob("**/pt/*.html"))
    assert len(built_pages) > 6 * len(names)
    for path in built_pages:
        assert not foreign(path.read_text("utf-8")), path


def foreign(page: str) -> list[str]:
    """The lines of a page as it stands in the site that are not in Portuguese: its navigation and its buttons, too;
    letters on pieces and names of icons are of no language."""
    named = r'<text class="letters.*?</text>|<p class="made">.*?</p>|“\w{1,3}”'
    page = re.sub(rf"<!--.*?-->|<(script|style).*?</\1>|\S+\.rules|{named}", "", page, flags=re.DOTALL)
    said = SAID_IN_TAGS.sub(r"\n\1\n", page.replace(" placeholder=", " title="))
    lines = [line.strip() for line in unescape(re.sub(r"<[^>]*>", "\n", said)).splitlines()]
    ours = {words for words in vocabulary("English").values() if words[:1].isupper()} - {"English"}
    return [line for line in lines if ENGLISH.search(line) or line in ours]


def test_a_foreign_word_around_a_page_would_be_found() -> None:
    assert foreign('<button title="Switch to dark"></button>') == ["Switch to dark"]
    assert foreign("<nav>\n Guide\n</nav><p>\nGuia\n</p>") == ["Guide"]


SPINNER = """game Spinner
    in English
    for 1 to 2 players: Left, Right

board the Field
    made of Cells in a grid of 3 by 3

use Grids

chapter "The Spinner"

piece the Vane
    has a Direction called heading
    starts on B2

phase Spin
    the heading of the Vane becomes the left-turn of the heading of the Vane

play
    do Spin
"""


# S2.13
def test_a_guide_tells_of_the_library_what_the_rulebook_speaks_of_and_behind_its_own_chapters() -> None:
    guide = pages_of(SPINNER)["sample/guide.md"]
    chapters = re.findall("^## (.*)$", guide, re.MULTILINE)
    assert chapters.index("What the words mean") > chapters.index("The Spinner")
    assert [word for word in ("Right-turn", "Left-turn", "Quarter-turn", "Diagonal") if f"**{word}.**" in guide] == [
        "Right-turn",
        "Left-turn",
    ]


@pytest.mark.parametrize(("named", "phase"), [(1, None), (2, None), (4, "Night")])
def test_the_usual_phase_of_examples_is_one_in_which_most_of_all_play(named: int, phase: str | None) -> None:
    examples = [f'example "Case {k}"{" in Night" if k < named else ""}\n    then Keeper is asked\n' for k in range(5)]
    book, wrong = load_text(FRAME + "\n" + "\n".join(examples), "test.rules")
    assert book is not None, wrong
    found = ordinary_phase(book.examples)
    assert (found.name if found else None) == phase
