"""The rules reference of every game: each rule numbered, each mention of a rule linked there and back, its glossary and
its index complete."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import pytest

from dsl.pages.publishing import Game, read_book
from dsl.pages.reference.cross_references import WORDS, in_order, spoken_of
from tests.published import game_of
from tests.test_documents import GAMES, GOOD, NAMES

EXTRA = ("exceptions", "forbidden", "overloads", "tables", "agreed", "patches", "sorts")
HEADING = re.compile(r"^#{2,3} (.*?) ?\{ ?#((?:rule|part)-[\da-z-]+) ?\}$", re.MULTILINE)
LINK = re.compile(r"\]\((#(?:rule|part)-[\da-z-]+)\)")
NAMED = re.compile(r"^\*[^*\n]+:\* ((?:\[[^]]*\]\([^)]*\)(?:, )?)+)\n\{ \.named \}$", re.MULTILINE)


# Words of a glossary that mean something else, too: "face up", "side by side", "the last 101 records".
HOMONYMS = {
    *(
        "Face",
        "Side",
        "Last",
        "First",
        "Way",
        "Mark",
        "Roll",
        "Ships",
        "Distance",
        "Step",
        "Sector",
        "Star",
        "Haven",
        "Between",
        "Players",
    ),
    *("Lado", "Livre", "Frente", "Diagonal", "Marcador", "Marca", "Distância", "No caminho", "Passo", "Setor", "Carga"),
    *("Coleção", "Fragmento", "Refúgio", "Volta", "Casa seguinte", "Jogadores"),
    *("Facing", "Open", "Bonus", "Fighter", "Pirate", "Inner", "Brace", "Turn", "Hold", "Ship", "Wasteland", "Goal"),
    *("Course", "Sixths", "Toll", "Home", "Part", "Box"),
    *("Ermo", "Destino", "Sextos", "No suporte", "Estrago", "Aberto", "Em casa", "Preço", "Em ordem"),
    *("Ao lado", "Ligado", "Bônus", "Caça", "Pirata", "Nave", "Passar"),
}


TRANSLATED = {"".join(words): words for path in sorted(GAMES.rglob("*.po")) for *words, _ in [path.name.split(".")]}


@cache
def game_called(name: str) -> Game:
    """A game in a language, or a good file with what no game has."""
    if name in EXTRA:
        book, wrong = read_book(GOOD / f"{name}.rules")
        assert book is not None, wrong
        return Game(book)
    return game_of(*TRANSLATED.get(name, (name, "")))


@cache
def reference(name: str) -> str:
    return game_called(name).page("rules", "reference")


@cache
def sections(name: str) -> dict[str, str]:
    """What stands under each numbered heading, by its address."""
    parts = (part for part in reference(name).split("\n## ") if part[0].isdigit())
    page = "".join(f"\n## {part}" for part in parts)
    found = list(HEADING.finditer(page))
    ends = [*(match.start() for match in found[1:]), len(page)]
    return {f"#{one[2]}": page[one.end() : end] for one, end in zip(found, ends, strict=True)}


def told(section: str) -> str:
    """A rule without the list of those that speak of it."""
    return NAMED.sub("", section)


@pytest.fixture(params=[*NAMES, *TRANSLATED, *EXTRA])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# ---------------------------------------------------------------------------------------------------------------- rules


def test_every_passage_has_a_number_and_a_place_of_its_own(name: str) -> None:
    passages = [passage for part in game_called(name).passages.all_parts for passage in part.passages]
    numbers = [passage.number for passage in passages]
    assert len(set(numbers)) == len(numbers)
    assert {f"#rule-{number.replace('.', '-')}" for number in numbers} <= set(sections(name))


def test_a_rule_that_speaks_of_another_is_listed_there(name: str) -> None:
    found = sections(name)
    there = {(rule, link) for rule, text in found.items() for link in LINK.findall(told(text))}
    back = {
        (link, rule)
        for rule, text in found.items()
        for listed in NAMED.findall(text)
        for link in LINK.findall(f"{listed}\n")
    }
    assert there == back


def test_no_rule_links_to_itself(name: str) -> None:
    assert [rule for rule, text in sections(name).items() if rule in LINK.findall(text)] == []


@pytest.mark.parametrize(
    ("name", "exception", "general"),
    [("exceptions", "Wings", "Step"), ("forbidden", "Crippled", "Launch"), ("chess", "Open (pawn)", "Open (man)")],
)
def test_an_exception_and_the_rule_that_it_changes_are_linked_both_ways(
    name: str, exception: str, general: str
) -> None:
    rules = {rule.title: rule.address for rule in game_called(name).reference.rules}
    assert rules[general] in LINK.findall(sections(name)[rules[exception]])
    assert rules[exception] in LINK.findall(sections(name)[rules[general]])


# ------------------------------------------------------------------------------------------------- glossary and index


def listing(name: str, heading: str) -> str:
    """The list under the heading of the glossary or of the index."""
    return reference(name).split(f"{{#{heading}}}\n", 1)[1].split("\n## ")[0].split("\n---\n")[0]


def test_every_word_that_is_explained_stands_in_the_glossary_by_the_alphabet_with_its_rule(name: str) -> None:
    game, glossary = game_called(name), listing(name, "glossary")
    titles = [
        unescape(title) for title in re.findall(r"^- \*\*\[([^]]*)\]\(#rule-[\da-z-]+\)\.\*\*", glossary, re.MULTILINE)
    ]
    told = [p for part in game.passages.all_parts for p in part.passages if p.sort in ("thing", "term")]
    said = dict.fromkeys(
        (game.reference.titled(p), tuple(line.text for line in p.lines())) for p in told if p.sheet is None
    )
    assert sorted(titles) == sorted(title for title, _ in said)
    assert titles == sorted(titles, key=in_order)


def test_every_name_stands_in_the_index_and_leads_to_rules_that_are_there(name: str) -> None:
    game, index = game_called(name), listing(name, "index")
    entries = dict(re.findall(r"^- (.*?): (\*\*\[.*)$", index, re.MULTILINE))
    words = {unescape(word): LINK.findall(links) for word, links in entries.items()}
    titles = {rule.title for rule in game.reference.rules}
    needs = {need.title for rule in game.reference.rules if rule.passage for need in rule.passage.needs if need.title}
    assert set(words) == {" ".join(word.split()) for word in titles | needs | spots(game)}
    assert all(words.values())
    assert {address for links in words.values() for address in links} <= set(sections(name))


def spots(game: Game) -> set[str]:
    return {game.speech.label(spot) for board in game.boards for spot in board.spots}


def test_every_word_of_the_glossary_that_a_rule_uses_is_linked_in_it(name: str) -> None:
    game, found = game_called(name), sections(name)
    words: dict[str, set[str]] = {}
    for rule in game.reference.rules:
        if rule.passage and rule.passage.sort in WORDS and rule.passage.sheet is None:
            words.setdefault(rule.title, set()).add(rule.address)
    titles = {rule.passage.title for rule in game.reference.rules if rule.passage}
    titles |= {game.speech.name_of(power) for power in game.rulebook.powers.values()}
    longer = {w: "|".join(re.escape(t) for t in titles if w.lower() in t.lower() and t != w) or "$^" for w in words}
    others = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in longer.items()}
    unlinked = []
    for rule in game.reference.rules:
        text = found.get(rule.address, "")
        bare = re.sub(r"\[[^]]*\]\([^)]*\)|\*+[^*\n]*\*+|^[>|].*$", " ", told(text), flags=re.MULTILINE)
        small = bare.lower()
        for word in (word for word in words if word.lower() in small):
            used = re.search(rf"\b{re.escape(word)}\b", others[word].sub(" ", bare), re.IGNORECASE)
            if used and word not in HOMONYMS and not words[word] & {rule.address, *LINK.findall(text)}:
                unlinked.append((rule.number, word))
    assert unlinked == []


def test_what_a_sentence_speaks_of_is_linked_in_its_rule(name: str) -> None:
    reference = game_called(name).reference
    for rule in reference.rules:
        links = LINK.findall(sections(name)[rule.address])
        assert {*spoken_of(rule.lines, reference.places)} <= {*links, rule.address}, rule.number
