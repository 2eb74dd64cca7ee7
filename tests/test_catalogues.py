"""Catalogues: what is asked for, what is missing, what is wrong with them; and that no page is half translated."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dsl import resources
from dsl.pages import publishing
from dsl.pages.book import Book
from dsl.pages.game import Game
from dsl.pages.rendering import vocabulary
from dsl.prose import catalogues
from dsl.prose.lexicon import Lexicon
from dsl.prose.portuguese.patterns import PATTERNS
from dsl.text import standard_library
from dsl.text.diagnostics import CATALOGUE
from interpreter.cli.app import carry_out as main
from interpreter.records import schemas
from tests import published
from tests.laws.games import with_one_large
from tests.rulebooks import reworded
from tests.test_portuguese import Invented

GAMES = resources.folder("games")
FOX = """\
game Fox
    in English
    for 2 players: Fox, Hound
    "A game for two animals."

board the Wood
    made of Clearings in a grid of 2 by 2

piece Animal
    there is one for each Player
    starts on A1
    can be tired

chapter "The Hunt"

play
    Fox must Leap
    Fox wins

action Leap to a Clearing
    only if the Clearing is wide, called Wide Enough
    move every Animal of the Player to the Clearing
    every Animal of the Player becomes tired

a Clearing is wide when there is no tired Animal on the Clearing

example "A leap"
    when Fox does Leap to B2
    then Fox is the winner
"""
NO_ANIMAL = "there is no tired Animal on the Clearing"
TRANSLATED = {
    "Fox": "a Raposa", "Hound": "o Cão", "A game for two animals.": "Um jogo para dois animais.",
    "Wood": "o Bosque", "The Hunt": "A caça", "Leap": "saltar", "Wide Enough": "Largura bastante",
    "wide": "é largo/larga", "tired": "está cansado/cansada", "A leap": "Um salto",
}  # fmt: skip
TWO_ANIMALS = 'msgctxt "text"\nmsgid "A game for two animals."\nmsgstr '
SEVERAL = {"Clearing": ("a clareira", "as clareiras"), "Animal": ("o animal", "os animais")}


@pytest.fixture
def fox(tmp_path: Path) -> Path:
    path = tmp_path / "fox.rules"
    path.write_text(FOX, "utf-8")
    return path


def filled(catalogue: Path, leave_out: str = "") -> None:
    """Translates all that stands in a catalogue, but for one word."""
    found, _ = catalogues.read(catalogue)
    assert found is not None
    for message in catalogues.messages(found):
        word = catalogues.first(message.id)
        if word != leave_out:
            title = word == "Fox" and message.context == "heading"
            message.string = SEVERAL.get(word) or ("Raposa" if title else TRANSLATED[word])
    catalogue.write_text(catalogues.printed(found, "The words of a fox."), "utf-8")


def translate(path: Path) -> Path:
    assert main(["translate", str(path), "--language", "pt"]) == 0
    return catalogues.beside(path, "pt")


def pages(path: Path) -> dict[str, str]:
    book, wrong = publishing.read_book(path)
    assert book is not None, wrong
    return publishing.render_all([book], schemas())


# ------------------------------------------------------------------------------------------------- what is asked for


def test_a_catalogue_has_all_words_in_the_order_of_the_rulebook(fox: Path) -> None:
    content = translate(fox).read_text("utf-8")
    words = re.findall(r'msgctxt "(\w+)"\nmsgid "(.*)"', content)
    assert words == [
        ("heading", "Fox"), ("thing", "Fox"), ("thing", "Hound"), ("text", "A game for two animals."),
        ("thing", "Wood"), ("thing", "Animal"), ("quality", "tired"), ("heading", "The Hunt"), ("verb", "Leap"),
        ("thing", "Clearing"), ("quality", "wide"), ("heading", "Wide Enough"), ("heading", "A leap"),
    ]  # fmt: skip


def test_what_is_translated_stays_and_what_is_needed_no_more_is_put_away(fox: Path) -> None:
    catalogue = translate(fox)
    filled(catalogue)
    fox.write_text(FOX.replace("Leap", "Jump"), "utf-8")
    content = translate(fox).read_text("utf-8")
    assert 'msgid "Jump"\nmsgstr ""' in content
    assert '#~ msgid "Leap"\n#~ msgstr "saltar"' in content
    assert 'msgid "Hound"\nmsgstr "o Cão"' in content
    fox.write_text(FOX, "utf-8")
    assert 'msgid "Leap"\nmsgstr "saltar"' in translate(fox).read_text("utf-8")


def test_a_game_may_say_otherwise_what_the_library_says(fox: Path) -> None:
    rules = FOX.replace('chapter "The Hunt"', "use Pieces").replace(NO_ANIMAL, "the Clearing is empty")
    fox.write_text(rules, "utf-8")
    catalogue = translate(fox)
    assert "empty" not in catalogue.read_text("utf-8")
    own = 'msgctxt "quality"\nmsgid "empty"\nmsgstr "está sem ninguém"\n'
    catalogue.write_text(catalogue.read_text("utf-8") + "\n" + own, "utf-8")
    assert own in translate(fox).read_text("utf-8")
    book, _ = publishing.read_book(fox)
    assert book is not None
    assert book.lexicons["pt"].entries["quality", "empty"] == ("está sem ninguém",)


def test_a_game_that_uses_no_chapter_is_asked_for_words_of_its_own(fox: Path) -> None:
    fox.write_text(FOX.replace("is wide", "is held"), "utf-8")
    assert 'msgid "held"\nmsgstr ""' in translate(fox).read_text("utf-8")


def test_the_same_words_give_the_same_bytes(fox: Path) -> None:
    catalogue = translate(fox)
    filled(catalogue)
    first = translate(fox).read_bytes()
    assert translate(fox).read_bytes() == first


def test_lines_that_stand_elsewhere_are_no_reason_to_translate_anew(fox: Path) -> None:
    first = translate(fox).read_bytes()
    for other in (f"-- A fox, a hound.\n{FOX}", FOX.replace("for two animals", "for\n     two animals")):
        fox.write_text(other, "utf-8")
        assert translate(fox).read_bytes() == first


LEAP = 'msgctxt "verb"\nmsgid "Leap"\n'
NOTES = "# Portuguese by Ana.\n#\n# Ask her before you change it.\n"
FIELDS = '"Project-Id-Version: Fox 2\\n"\n"Last-Translator: Ana <ana@example.org>\\n"\n"X-Generator: Poedit 3.4\\n"\n'


def test_what_a_translator_wrote_besides_stays(fox: Path) -> None:
    """Fields and notes before the words, notes on words in use and out of use, marks, and notes behind them all."""
    catalogue = translate(fox)
    filled(catalogue)
    text = translate(fox).read_text("utf-8")
    mine = {
        "# The words of a fox.\n": NOTES,
        '"Content-Type': f'{FIELDS}"Content-Type',
        LEAP: f"# A fox leaps, a hound runs.\n#, fuzzy\n{LEAP}",
    }
    assert text.count(LEAP) == 1
    catalogue.write_text(reworded(text, *mine.items()) + "\n# To do: read it aloud.\n", "utf-8")
    changed = translate(fox).read_text("utf-8")
    assert changed.startswith(NOTES + "# The words of this rulebook in Portuguese.")
    assert FIELDS in changed
    assert mine[LEAP] in changed
    assert changed.endswith("\n\n# To do: read it aloud.\n")
    assert translate(fox).read_text("utf-8") == changed
    fox.write_text(FOX.replace("Leap", "Jump"), "utf-8")
    put_away = translate(fox).read_text("utf-8")
    assert '# A fox leaps, a hound runs.\n#~ msgctxt "verb"\n#~ msgid "Leap"' in put_away
    assert put_away.endswith("\n\n# To do: read it aloud.\n")
    fox.write_text(FOX, "utf-8")
    assert translate(fox).read_text("utf-8") == changed.replace("#, fuzzy\n", "")


def test_our_notes_stay_where_a_translator_put_others_around_them(fox: Path) -> None:
    catalogue = translate(fox)
    text = "# Above.\n\n" + catalogue.read_text("utf-8").replace('msgid ""', '# Below.\nmsgid ""', 1)
    catalogue.write_text(text, "utf-8")
    assert translate(fox).read_text("utf-8") == text


@pytest.mark.parametrize("width", [40, 90, 200])
def test_our_notes_stand_there_once_however_somebody_broke_their_lines(fox: Path, width: int) -> None:
    catalogue = translate(fox)
    text = catalogue.read_text("utf-8")
    notes, fields = text.split('msgid ""', 1)
    narrow = "".join(f"# {line}\n" for note in notes.splitlines() for line in textwrap.wrap(note.strip("# "), width))
    for head in (narrow, narrow + notes):
        catalogue.write_text(f'# Ana.\n#\n{head}msgid ""{fields}', "utf-8")
        assert translate(fox).read_text("utf-8") == f"# Ana.\n#\n{text}"


@pytest.mark.parametrize(
    "field",
    [
        "POT-Creation-Date: garbage",
        "Plural-Forms: nplurals=x; plural=;",
        "Plural-Forms: nplurals=99999999; plural=0;",
        "Content-Type: text/plain; charset=ISO-8859-1",
        "Language: xyzzy!!",
        "no field",
    ],
)
def test_fields_that_say_nonsense_do_no_harm(fox: Path, field: str, capsys: pytest.CaptureFixture[str]) -> None:
    entry = 'msgctxt "thing"\nmsgid "Hound"\nmsgstr "o Cão"\n'
    catalogues.beside(fox, "pt").write_text(f'msgid ""\nmsgstr ""\n"{field}\\n"\n\n{entry}', "utf-8")
    assert entry in translate(fox).read_text("utf-8")
    catalogues.beside(fox, "pt").write_text(f'{entry}\nmsgid ""\nmsgstr ""\n"{field}\\n"\n', "utf-8")
    assert main(["translate", str(fox), "--language", "pt"]) in (0, 1)
    assert "fault of its own" not in capsys.readouterr().err


def test_a_file_of_nothing_but_notes_keeps_them(fox: Path) -> None:
    catalogues.beside(fox, "pt").write_text("# To do.\n", "utf-8")
    text = translate(fox).read_text("utf-8")
    assert text.startswith("# To do.\n# The words of this rulebook")
    assert text.count("To do") == 1


def test_the_line_of_what_is_wrong_is_told_behind_any_head(fox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = f'# Ana.\n\nmsgid ""\nmsgstr ""\n{FIELDS}'
    catalogues.beside(fox, "pt").write_text(f'{head}\nmsgctxt "verb"\nmsgid "Leap"\nmsgstr "salta"\n', "utf-8")
    assert main(["check", str(fox), "--language", "pt"]) == 1
    assert "fox.pt.po:10:1: error E0509" in capsys.readouterr().out


# --------------------------------------------------------------------------------------------------- what is missing


def test_check_tells_what_is_missing_and_where(fox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(translate(fox), leave_out="wide")
    capsys.readouterr()
    assert main(["check", str(fox), "--language", "pt"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"fox.rules:(\d+):(\d+): warning W0502: (.*)", out) == [
        ("21", "29", "There is no Portuguese for the quality “wide”.")
    ]
    filled(translate(fox))
    capsys.readouterr()
    assert main(["check", str(fox), "--language", "pt"]) == 0
    assert "no errors" in capsys.readouterr().out


def test_without_a_catalogue_everything_is_missing(fox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(fox), "--language", "pt"]) == 0
    assert capsys.readouterr().out.count("W0502") >= len(TRANSLATED)


def test_a_word_is_missing_once_however_it_serves(fox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A kind is asked for with its plural, and without, as what another thing has."""
    fox.write_text(
        FOX.replace("    can be tired\n", "    can be tired\n    has a Mood\n\nMood is one of calm, wild\n"), "utf-8"
    )
    assert main(["check", str(fox), "--language", "pt"]) == 0
    said = re.findall(r"W0502: (.*)", capsys.readouterr().out)
    assert "There is no Portuguese for the thing “Mood”." in said
    assert len(said) == len({*said})


def test_no_page_is_half_translated(fox: Path) -> None:
    catalogue = translate(fox)
    filled(catalogue, leave_out="wide")
    assert not [path for path in pages(fox) if "/pt/" in path]
    assert "pt/guide.md" not in pages(fox)["pages/fox/guide.md"]
    assert "Português" not in pages(fox)["mkdocs.yml"]
    filled(catalogue)
    found = pages(fox)
    assert {path for path in found if "/fox/pt/" in path} == {
        f"pages/fox/pt/{page}.md" for page in ("guide", "learn", "card", "card-a5", "reference", "examples", "sheets")
    }
    assert all(found[path].startswith("---\nlang: pt-BR\n") == ("/pt/" in path) for path in found if "/fox/" in path)
    assert "[Português](pt/guide.md)" in found["pages/fox/guide.md"]
    assert "[English](../guide.md)" in found["pages/fox/pt/guide.md"]
    assert "fox/pt/guide.md" in found["mkdocs.yml"]
    assert "[Raposa](../fox/pt/learn.md)" in found["pages/pt/index.md"]
    assert "[Português](pt/index.md)" in found["pages/index.md"]
    assert "- **Largura bastante.** A clareira deve ser [larga](#term-larga)." in found["pages/fox/pt/guide.md"]
    assert "A Raposa vence." in found["pages/fox/pt/guide.md"]
    assert "Mova todos os seus animais para a clareira." in found["pages/fox/pt/guide.md"]


def test_docs_says_in_which_languages_there_are_no_pages(
    fox: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(translate(fox), leave_out="wide")
    monkeypatch.chdir(fox.parent)
    assert main(["docs", "fox.rules"]) == 0
    told = capsys.readouterr().out
    assert "fox.rules: no pages in Portuguese, as its catalogue lacks 1 word; `rulewright translate " in told


# ----------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'msgid "Lamp\nmsgstr "x"\n', "1:1"),
        (b'msgid "a"\nmsgstr "b"\n\nmsgid "c\nmsgstr "d"\n', "4:1"),
        (b"\xff\xfe", "1:1"),
        (b"a lamp is a lamp\n", "1:1"),
    ],
)
def test_what_is_no_catalogue_is_an_error_with_its_line(
    fox: Path, content: bytes, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogues.beside(fox, "pt").write_bytes(content)
    assert main(["check", str(fox), "--language", "pt"]) == 1
    assert f"fox.pt.po:{place}: error E0508" in capsys.readouterr().out
    assert main(["translate", str(fox), "--language", "pt"]) == 1
    assert catalogues.beside(fox, "pt").read_bytes() == content


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ('msgctxt "thing"\nmsgid "Animal"\nmsgid_plural "Animals"\nmsgstr[0] "animal"\nmsgstr[1] "animais"', "article"),
        ('msgctxt "thing"\nmsgid "Animal"\nmsgid_plural "Animals"\nmsgstr[0] "o animal"\nmsgstr[1] ""', "plural"),
        ('msgctxt "verb"\nmsgid "Leap"\nmsgstr "salta"', "infinitive"),
        ('msgctxt "quality"\nmsgid "wide"\nmsgstr "largo/larga/largos"', "genders"),
        ('msgctxt "quality"\nmsgid "wide"\nmsgstr "~larga"', "infinitive"),
        ('msgctxt "quality"\nmsgid "wide"\nmsgstr "é largo/larga [fron: de]"', "“fron”"),
        ('msgctxt "verb"\nmsgid "Leap"\nmsgstr "saltar [fron: de]"', "“fron”"),
        (f'{TWO_ANIMALS}"Um jogo para três animais."', "the translation does not say “two”"),
        (f'{TWO_ANIMALS}"Um jogo para dois animais e um caçador, sem 4 armas."', "the translation says “4”"),
        (f'{TWO_ANIMALS}"Um jogo para {{Two}} animais."', "{Two} stands in the text or in its translation"),
    ],
)
def test_a_translation_that_is_not_written_as_its_sort_asks_is_an_error(
    fox: Path, entry: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogues.beside(fox, "pt").write_text(f"# The words of a fox.\n\n{entry}\n", "utf-8")
    assert main(["check", str(fox), "--language", "pt"]) == 1
    assert re.search(rf"fox.pt.po:\d+:1: error E0509: .*{why}", capsys.readouterr().out)


@pytest.mark.parametrize("text", ["Um jogo para ambos os animais.", "Um jogo: 2 animais numa floresta."])
def test_a_translation_may_say_a_number_in_another_way(fox: Path, text: str) -> None:
    catalogues.beside(fox, "pt").write_text(f'{TWO_ANIMALS}"{text}"\n', "utf-8")
    assert publishing.read_book(fox)[1] == []


def test_a_translation_need_not_say_with_a_number_what_counts_nothing(fox: Path) -> None:
    ways = "No two of them are alike, and one of the two goes one by one."
    text = fox.read_text("utf-8")
    name = next(line for line in text.split("\n") if line.strip().startswith('"')).strip().strip('"')
    fox.write_text(text.replace(name, ways), "utf-8")
    entry = f'msgctxt "text"\nmsgid "{ways}"\nmsgstr "Nenhum é igual a outro, e um dos dois vai um a um."\n'
    catalogues.beside(fox, "pt").write_text(entry, "utf-8")
    assert publishing.read_book(fox)[1] == []


@pytest.mark.parametrize("code", ["E0508", "E0509"])
def test_what_an_error_is_explained_with_shows_it(fox: Path, code: str) -> None:
    for content, codes in ((CATALOGUE[code].bad, [code]), (CATALOGUE[code].good, [])):
        catalogues.beside(fox, "pt").write_text(content.lstrip("\n"), "utf-8")
        assert [diagnostic.code for diagnostic in publishing.read_book(fox)[1]] == codes


def test_a_language_that_no_documents_are_written_in_is_refused(fox: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "translate"):
        assert main([command, str(fox), "--language", "tlh"]) == 2
        assert "E0910" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------- what came along


HEAD = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)  # of a page: settings
SPINE = Path(__file__).parent / "language" / "spine"
COMPLETE = sorted(
    path.with_suffix("").with_suffix(".rules") for folder in (GAMES, SPINE) for path in folder.rglob("*.pt.po")
)
complete = pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.stem)


@cache
def book_of(path: Path) -> Book:
    if path.is_relative_to(GAMES):
        return published.book_of(path.stem)
    book, wrong = publishing.read_book(path)
    assert book is not None, wrong
    return book


@cache
def in_portuguese(path: Path) -> tuple[Lexicon, dict[str, str]]:
    """What its pages ask for, and the pages."""
    if path.is_relative_to(GAMES):
        told = published.pages_of(path.stem).items()
        return published.lexicon_of(path.stem, "pt"), {page: text for page, text in told if "/pt/" in page}
    book = book_of(path)
    found = Game(book, "pt").pages()
    return book.lexicons["pt"], found


def test_most_of_the_spine_is_translated() -> None:
    assert len([path for path in COMPLETE if path.parent == SPINE]) >= 5


@complete
def test_the_catalogues_that_came_along_are_complete_and_up_to_date(path: Path) -> None:
    book, (lexicon, _) = book_of(path), in_portuguese(path)
    assert lexicon.missing == ()
    renewed = catalogues.renewed(path, "pt", book.rulebook, lexicon.asked)  # by itself: a rulebook takes long to show
    assert catalogues.beside(path, "pt").read_text("utf-8") == renewed


@pytest.mark.parametrize("path", with_one_large(COMPLETE))
def test_no_word_of_the_rulebook_gets_past_the_lexicon(path: Path) -> None:
    book = book_of(path)
    invented = Invented()
    told = Game(replace(book, lexicons={"pt": invented}), "pt").pages()
    ours = " ".join((*PATTERNS.values(), *vocabulary("Portuguese").values()))
    words = {asked.text for asked in invented.asked} | {asked.plural for asked in invented.asked} - {""}
    words = {word for word in words if word not in ours}  # "diagonal" is a word of both languages
    assert len(words) > 15
    unread = re.compile(r"\]\([^)]*\)|\{[^}]*\}|<!--.*?-->|<code>.*?</code>|<[^>]+>|\*Feito a partir de.*?\*")
    for page, content in told.items():
        shown = unread.sub("", HEAD.sub("", content))
        assert not [word for word in words if word in shown and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", shown)], (
            page
        )


ENGLISH = re.compile(
    r"\b(the|of|and|or|is|are|be|was|with|from|this|that|these|must|may|can|cannot|to|in|on|at|by|it|its|an|not|when|then|if"
    r"|each|every|all|other|has|have|player|players|game|board|turn|rule|rules|card|cards|page|place|piece|pieces)\b",
    re.IGNORECASE,
)
SAID_IN_TAGS = re.compile(r'<[^>]*?\b(?:alt|title|aria-label|aria-description|content|label)="([^"]*)"[^>]*>')


def shown(content: str) -> str:
    """What can be read of a page, without addresses, attributes and code; with what pictures tell in words."""
    content = re.sub(
        r"<!--.*?-->|<style.*?</style>|<text class=\"letters.*?</text>|<code>.*?</code>"
        r"|`[^`]*`|\]\([^)]*\)|\{[^}]*\}|\S+\.rules|“\w{1,3}”",  # so are letters that stand for a name
        " ",
        HEAD.sub("", content),
        flags=re.DOTALL,
    )
    return re.sub(r"<[^>]*>", " ", SAID_IN_TAGS.sub(r" \1 ", content))


@complete
def test_no_page_in_portuguese_has_a_word_of_english(path: Path) -> None:
    """Whatever says it: a sentence, a heading, the furniture of a page, the text of a picture."""
    _, told = in_portuguese(path)
    assert len(told) >= 4
    for page, content in told.items():
        found = [line for line in shown(content).splitlines() if ENGLISH.search(line)]
        assert not found, (page, found)


def test_a_word_of_english_would_be_found() -> None:
    assert not ENGLISH.search(shown("---\nhide: the\n---\n[Guia](the.md){ .of } `of` <rect class='the'/> <!-- the -->"))
    assert ENGLISH.search(shown('<svg aria-label="The board"></svg>'))
    assert ENGLISH.search(shown("## Setup of it"))


SLOTS = re.compile(r"\{\w*\}")


@pytest.mark.parametrize("language", sorted({*catalogues.LANGUAGES.values()} - {"English"}))
def test_the_furniture_of_the_pages_stands_in_every_language(language: str) -> None:
    ours, theirs = vocabulary("English"), vocabulary(language)
    assert set(ours) == set(theirs)
    assert not [key for key in ours if sorted(SLOTS.findall(ours[key])) != sorted(SLOTS.findall(theirs[key]))]
    same = [key for key in ours if re.search(r"\w\w", SLOTS.sub("", ours[key])) and ours[key] == theirs[key]]
    assert not same


def test_the_library_has_words_for_all_that_its_chapters_bring_in() -> None:
    for chapter, path in standard_library.chapters().items():
        content = path.read_text("utf-8")
        used = (message for message in catalogues.standard("pt") if path.name in dict(message.locations))
        known = catalogues.entries_of(used)
        assert ("heading", chapter) in known
        qualities = re.findall(r"^an? .*? is ([\w-]+)(?: .*)? when", content, re.MULTILINE)
        named = re.findall(r"\bcalled (\w+)", content)
        values = re.findall(r"^the ([\w-]+) .*means", content, re.MULTILINE) + re.findall(
            r"^walk (\w+)", content, re.MULTILINE
        )
        said = re.findall(r'^ +"(.*)"$', content, re.MULTILINE)
        wanted = [("quality", word) for word in qualities] + [("thing", word) for word in (*named, *values)]
        wanted += [("text", text) for text in said]
        assert len(qualities) + len(values) == len(
            [entry for entry in standard_library.entries(chapter) if entry.heading]
        )
        assert not [word for word in wanted if word not in known], chapter


@complete
def test_no_game_says_again_what_the_library_says(path: Path) -> None:
    book = book_of(path)
    found, _ = catalogues.read(catalogues.beside(path, "pt"))
    assert found is not None
    known, own = catalogues.library("pt", book.rulebook), catalogues.entries_of(catalogues.messages(found))
    assert not {key for key in own if known.get(key) == own[key]}
