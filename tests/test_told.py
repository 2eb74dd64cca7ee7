"""What holds of the pages of every rulebook of the tests: that nothing is told like something else, that all that
players can do is told, and that nothing is told as different that is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from dsl import model
from dsl.fields import names_of
from dsl.model import Condition, Definition, Rulebook
from dsl.model.visit import headings_of, nodes_in
from dsl.pages.guide.configurations import key_of
from dsl.pages.publishing import Game, read_book
from dsl.pages.reference.passages import Passage, Passages, opening
from dsl.prose.catalogues import LANGUAGES
from dsl.prose.forms import Step
from dsl.prose.nodes import nodes_of
from dsl.prose.printed import Printed
from dsl.prose.speech import Line, Speech, plain
from tests import published
from tests.laws.games import GOOD, PASSAGES, RULEBOOKS, SPINE

Row = Sequence[Line]


@dataclass
class Told:
    """A rulebook as it is told in its own language and in those of its catalogues."""

    path: Path

    @cached_property
    def games(self) -> list[Game]:
        if (name := self.path.stem) in published.NAMES:
            return [published.game_of(name, code) for code in ("", *published.book_of(name).lexicons)]
        book, wrong = read_book(self.path)
        assert book is not None, wrong
        return [Game(book, code) for code in ("", *book.lexicons)]

    @property
    def speeches(self) -> Iterator[Speech]:
        """Each form of the game in each language."""
        for game in self.games:
            language = LANGUAGES[game.code] if game.code else ""
            for book in (game.rulebook, *game.book.others):
                yield Speech(book, language=language, lexicon=game.lexicon)


@pytest.fixture(scope="module", params=[*RULEBOOKS, *SPINE, *PASSAGES, *GOOD], ids=lambda path: path.stem)
def told(request: pytest.FixtureRequest) -> Told:
    return Told(request.param)


# ----------------------------------------------------------------------------------------- nothing is told like another


def test_conditions_of_one_list_that_say_something_else_read_otherwise(told: Told) -> None:
    """The ways of a choice, needs, cases, branches, what a quality asks, what is said of a thing."""
    alike = [
        text
        for speech in told.speeches
        for definition in headings_of(speech.book)
        for row in rows_of_conditions(definition)
        if several(row)
        for text in read_alike(speech, definition, row)
    ]
    assert alike == []


def test_steps_that_read_alike_are_the_same_step(told: Told) -> None:
    """A rulebook may say a thing twice; what it says once has no double beside it."""
    for speech in told.speeches:
        for block in filter(several, blocks(speech.book)):
            shapes = [shape(node, {}) for node in block]
            lines = [whole(line) for line in speech.block(block)]
            said_twice, read_twice = len(shapes) - len(set(shapes)), len(lines) - len(set(lines))
            assert read_twice <= said_twice, lines


def read_alike(speech: Speech, definition: Definition, row: Sequence[Condition]) -> Iterator[str]:
    """What two conditions of a row read like that do not say the same."""
    known: dict[str, object] = {}
    for condition in row:
        text = speech.line(Step(speech.scope(definition).clause(condition), "fact")).text
        if known.setdefault(text, shape(condition, {})) != shape(condition, {}):
            yield text


def rows_of_conditions(definition: Definition) -> Iterator[Sequence[Condition]]:
    match definition:
        case model.Act(needs=needs) | model.Procedure(needs=needs):
            yield [need.condition for need in needs]
        case model.Value(cases=cases):
            yield [condition for _, condition, _ in cases if condition is not None]
        case model.Quality(conditions=row) | model.Walk(stops=row):
            yield row
    for node in nodes_in([getattr(definition, name) for name in names_of(definition)]):
        match node:
            case model.ChooseOne(ways=ways):
                yield [way.condition for way in ways if way.condition is not None]
            case model.If(branches=branches):
                yield [condition for condition, _ in branches if condition is not None]
            case model.OnOneBoard():  # the same of each board
                pass
            case model.All(conditions=parts) | model.Any(conditions=parts):
                yield parts


def blocks(book: Rulebook) -> Iterator[model.Block]:
    yield from (book.setup, book.play)
    for node in nodes_of(book):
        yield from (part for name in names_of(node) if is_block(part := getattr(node, name)))


def several(row: Sequence[object]) -> bool:
    return len(row) > 1


def is_block(part: object) -> bool:
    return isinstance(part, tuple) and bool(part) and all(isinstance(node, model.Statement) for node in part)


def shape(part: object, own: dict[int, int]) -> object:
    """A part of a rulebook without where it stands and what it cites; what it brings in itself has a number."""
    if isinstance(part, tuple | list):
        return tuple(shape(one, own) for one in part)
    if isinstance(part, model.Variable):
        return own.get(id(part), id(part))
    if not isinstance(part, model.Node):
        return part if isinstance(part, str | int | None) else id(part)
    if isinstance(part, model.Selection):
        own.setdefault(id(part.variable), -len(own) - 1)
    names = (name for name in names_of(part) if name not in ("span", "clauses"))
    return (type(part), *(shape(getattr(part, name), own) for name in names))


def whole(line: Line) -> object:
    return (line.title, line.text, *map(whole, line.children))


# -------------------------------------------------------------------------------------- all that players can do is told


def test_every_action_that_is_offered_stands_in_the_guide_and_on_the_card(told: Told) -> None:
    """Whatever else is told in short."""
    game = told.games[0]
    guide = {id(p.about) for chapter in game.all_chapters for p in chapter.passages}
    card = {id(p.about) for p in game.brevity.needed(game.card.actions)}
    assert [p.title for p in offered(game) if id(p.about) not in guide] == []
    usual = set(map(id, game.rulebook.actions.values()))
    assert [p.title for p in offered(game) if id(p.about) in usual - card] == []


def test_all_that_lies_on_the_table_stands_in_the_guide(told: Told) -> None:
    """The pieces, and the places beside the boards, with which the usual game is played."""
    game = told.games[0]
    contents = [game.contents, *(chapter.contents for chapter in game.additions if chapter.contents)]
    rows = [plain(row.name) for each in contents for row in (*each.components, *each.places)]
    printed = Printed(game.rulebook)  # on the board, where it is drawn
    infos = game.rulebook.world.places.values()
    places = [found.name for info, found in zip(infos, game.speech.places(), strict=True) if not printed.has(info)]
    there = [found.noun for found in game.speech.components() if not printed.has(found.about)] + places
    assert Counter(rows) == Counter(opening(plain(game.speech.words(name))) for name in there)


def offered(game: Game) -> Iterator[Passage]:
    """The actions that somebody may do on some terms, where they are told."""
    books = (game.rulebook, *game.book.others)
    nodes = (node for book in books for node in nodes_of(book) if isinstance(node, model.Offer))
    actions = {id(invocation.action) for node in nodes for invocation in node.invocations}
    return (p for part in game.passages.all_parts for p in part.passages if id(p.about) in actions)


# ------------------------------------------------------------------------------------ what is told as different is so


def test_what_is_told_as_different_reads_otherwise_than_usual(told: Told) -> None:
    """With other numbers of players, with variants, with other numbers for options."""
    for game in told.games:
        usual = {(p.title, *map(whole, p.lines())) for p in game.passages}
        steps = {*map(whole, (*game.setup, *game.course))}
        for other in game.editions:
            different = ((p.title, *map(whole, p.lines())) for p in other.part.passages if p.sheet is None)
            assert [title for title, *lines in different if (title, *lines) in usual] == []
            assert [line.text for line in (*other.setup, *other.course) if whole(line) in steps] == []


def test_what_falls_away_is_told(told: Told) -> None:
    """Each rule that is not there on other terms, also where another with the same heading stays; a variant of which
    nothing is there once."""
    for game in told.games:
        usual, of_variants = headings(game.rulebook), dict[str, list[tuple[str, ...]]]()
        for passage in Passages(Speech(game.rulebook)):
            if passage.variant and isinstance(passage.about, model.Definition):
                of_variants.setdefault(passage.variant, []).append(key_of(passage))
        for other in game.editions:
            gone = usual - headings(other.speech.book)
            besides = sum(len(keys) - 1 for keys in of_variants.values() if not Counter(keys) - gone)
            assert len(other.left_out) == gone.total() - besides


def headings(book: Rulebook) -> Counter[tuple[str, ...]]:
    """How often each heading stands there, of those of one sort and about the same things."""
    return Counter(key_of(passage) for passage in Passages(Speech(book)) if isinstance(passage.about, model.Definition))


def test_what_is_told_as_different_is_told_to_its_end(told: Told) -> None:
    """After a colon something stands."""
    for game in told.games:
        told_there = [line for other in game.editions for line in game.different(other).words]
        assert [line.text for line in ends_of(told_there) if line.text.endswith(":")] == []


def ends_of(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines under which nothing stands."""
    for line in lines:
        yield from ends_of(line.children) if line.children else (line,)
