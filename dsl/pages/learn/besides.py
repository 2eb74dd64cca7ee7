"""What is different with a variant, with another number of players, and with other options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl import model
from dsl.model import Definition
from dsl.model.world import BoardInfo, Kind
from dsl.pages.guide.box_and_setup import Contents, Row
from dsl.pages.guide.chapters import Chapter
from dsl.pages.guide.configurations import Edition, course_of, unlike
from dsl.pages.learn.blocks import Block, Bullets, Heading, Para, Steps
from dsl.pages.learn.ends import Ends
from dsl.pages.learn.order import subject
from dsl.pages.learn.other_terms import Table
from dsl.pages.learn.otherwise import Unit, apart, changes, joined, texts, together
from dsl.pages.learn.rules import Rules
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.learn.telling import lines_told
from dsl.pages.reference.passages import Passage
from dsl.prose.overrides import is_replaced
from dsl.prose.speech import Line, Run
from dsl.source import Span

if TYPE_CHECKING:
    from dsl.pages.game import Game

NUMBER = re.compile(r"\d+")


class Besides:
    """That of a game, as far as it is not as usual."""

    def __init__(self, game: Game, setting_up: SettingUp, rules: Rules, ends: Ends) -> None:
        self.game, self.t = game, game.t
        self.telling, self.setting_up = rules.telling, setting_up
        self.rules, self.ends = rules, ends

    def variants(self, chapters: Sequence[Chapter], level: int = 3, asides: Iterable[Block] = ()) -> Iterator[Block]:
        """Some variants, and `asides` before them."""
        if chapters:
            yield Para((Line((Run(self.t["variants_lead" if len(chapters) > 1 else "variant_lead"]),)),), "fixed")
        yield from asides
        for chapter in chapters:
            yield Heading(chapter.name, level)
            yield from joined([block for unit in self.apart(chapter, chapter.name, level) for block in unit])

    @property
    def other_terms(self) -> Iterator[Block]:
        """What is different with other numbers of players, told once of several, and with other options."""
        chapters = [chapter for chapter in self.game.other_terms if not self.is_of_size_alone(chapter)]
        numbers = {id(c): n for c in chapters if (n := self.players_alone(c))}
        for group, blocks in together(self.told_of({numbers[id(c)]: c for c in chapters if id(c) in numbers})):
            yield Heading(self.t["with_terms"].format(terms=self.numbers_of(group)))
            yield from blocks
        for chapter in (c for c in chapters if id(c) not in numbers):
            yield Heading(chapter.title)
            yield from joined([block for unit in self.apart(chapter, chapter.title, 2) for block in unit])

    def told_of(self, chapters: Mapping[int, Chapter]) -> dict[int, list[Unit]]:
        """What is told of each number of players; what only is more or fewer stands in one table for all."""
        table = Table(self.setting_up)
        contents = {n: (self.edition_of(c), c.contents) for n, c in chapters.items()}
        counts = tuple(table.counts({n: (e, c) for n, (e, c) in contents.items() if e and c}))
        told = {n: self.apart(self.without_counted(c, table), c.title, 2) for n, c in chapters.items()}
        return {number: [counts, *units] for number, units in told.items()}

    def without_counted(self, chapter: Chapter, table: Table) -> Chapter:
        if chapter.contents is None:
            return chapter
        counted = table.counted(chapter.contents)
        left = tuple(row for row in chapter.contents.components if row not in counted)
        edition = self.edition_of(chapter)
        laid = {line.text for line in edition.speech.first_places()} if edition else set[str]()
        done = chapter.contents.setup
        setup = tuple(line for line in done if line.text not in laid or not self.is_laid_as_usual(line, counted))
        return replace(chapter, contents=replace(chapter.contents, components=left, setup=setup))

    def is_laid_as_usual(self, line: Line, counted: Iterable[Row]) -> bool:
        """Whether a line only lays out pieces that are counted: all of a kind, where as many as usual lie else, or any,
        where the designer's words say how players lay out theirs."""
        rows = [row for row in counted if names_kind(line, row)]
        usual = {numberless(one) for one in self.game.first_places}
        counts_all = NUMBER.findall(line.text) in [[str(row.count)] for row in rows]
        return bool(rows) and (bool(self.game.rulebook.setup_short) or (counts_all and numberless(line) in usual))

    def numbers_of(self, group: Sequence[int]) -> str:
        """How many play: "3 or 4 players"."""
        *others, last = map(str, group)
        listed = f"{', '.join(others)} {self.t['or']} {last}" if others else last
        return f"{listed} {self.t['players']}"

    def players_alone(self, chapter: Chapter) -> int:
        """With how many players a chapter tells of, if nothing else is agreed on there; else 0."""
        edition = self.edition_of(chapter)
        assert edition is not None
        terms, usual = edition.speech.book.terms, self.game.rulebook.terms
        return (terms.players or 0) if replace(terms, players=usual.players) == usual else 0

    def is_of_size_alone(self, chapter: Chapter) -> bool:
        """Whether nothing is different with an option but how large the boards are, as its name says."""
        edition = self.edition_of(chapter)
        assert edition is not None
        other = edition.speech.book
        if chapter.passages or chapter.terms or edition.setup or edition.course or edition.left_out:
            return False
        return len(other.world.players.elements) == len(self.game.world.players.elements) and all(
            isinstance(passage.about, BoardInfo) for passage in edition.part.passages
        )

    def apart(self, chapter: Chapter, title: str, level: int) -> Iterator[Unit]:
        """What is told of a variant, or on other terms, each thing for itself."""
        yield tuple(self.rules.words(chapter.said))
        yield from apart(self.on_the_table(chapter))
        passages = (p for p in (*chapter.passages, *chapter.terms) if not self.is_only_replaced(p))
        replaced = {p.about.of.span for p in chapter.passages if isinstance(p.about, model.Override) and p.about.of}
        for passage in self.telling.taught(passages):
            if isinstance(passage.about, model.Value | model.Quality) and passage.about.span in replaced:
                continue  # what is told instead says all that is different
            edition = self.edition_of(chapter)
            usual = edition.instead.get(id(passage.about)) if edition else None
            if self.says_the_same(passage) or (usual and is_as_usual(passage, self.telling.told(usual))):
                continue
            blocks = self.step_besides(passage, title, edition)
            yield tuple(replace(b, level=level + 1) if isinstance(b, Heading) else b for b in blocks)

    def is_only_replaced(self, passage: Passage) -> bool:
        """Whether an exception always counts in place of all that is done: then it is enough to tell that."""
        speech = self.game.speech_of(passage)
        return isinstance(passage.about, Definition) and is_replaced(speech.scope(), passage.about)

    def says_the_same(self, passage: Passage) -> bool:
        """Whether an exception has players do just what they do without it."""
        about = passage.about
        if not isinstance(about, model.Override) or about.need is not None or about.of is None:
            return False
        usual = next((self.telling.told(p) for p in self.game.passages if is_at(p.about, about.of.span)), None)
        steps = [line for told in lines_told(passage) for line in told.children]
        return usual is not None and bool(steps) and texts(tuple(steps)) == texts(usual.steps)

    def on_the_table(self, chapter: Chapter) -> Iterator[Block]:
        course = self.t["course"] if self.is_played_as_usual(chapter) else None
        words = (line for line in without_variants(chapter.words) if not line.said and line.title != course)
        yield Bullets(tuple(map(self.with_ends, words)))
        if chapter.contents:
            known = {line.text for row in self.game.contents.components for line in row.lines}
            yield Bullets(tuple(self.setting_up.components(chapter.contents.components, known)))
            yield from self.table_besides(chapter, chapter.contents)
            yield self.setup_besides(chapter, chapter.contents.setup)

    def is_played_as_usual(self, chapter: Chapter) -> bool:
        """Whether the course of play is taught in the same words on other terms."""
        edition = self.edition_of(chapter)
        if edition is None:
            return True
        told = self.telling.plain(edition.speech).passages.speech.block(edition.speech.book.play)
        return texts(told) == texts(self.telling.speech.block(self.game.rulebook.play))

    def setup_besides(self, chapter: Chapter, setup: tuple[Line, ...]) -> Block:
        """What is done before play; on other terms in place of such steps as are done as usual, in the designer's
        words where these stand for it."""
        edition = self.edition_of(chapter)
        if edition is None:
            return Steps(setup)
        speech, known = edition.speech, [text.text for text in self.game.rulebook.setup_short]
        in_short = [texts(line) for line in speech.block(speech.book.setup_in_short, setup=True)]
        words = [replace(speech.said(t), said=False) for t in speech.book.setup_short if t.text not in known]
        told = (*words, *(line for line in setup if texts(line) not in in_short))
        lead = self.t["course_steps" if self.steps_without(edition) else "course_steps_more"]
        return Para((Line((Run(lead),), told),), "generated") if told else Steps(())

    def steps_without(self, edition: Edition) -> tuple[Line, ...]:
        """The steps of the usual setup that are not done on other terms, but for those that only lay out more."""
        here, there = (course_of(speech)[0] for speech in (self.game.speech, edition.speech))
        known = {numberless(line) for line in there}
        return tuple(line for line in unlike(there, here) if numberless(line) not in known)

    def with_ends(self, line: Line) -> Line:
        """A line; of what is left out, ends of the game are told by what they say, as they have no heading: it is what
        no longer counts."""
        if line.title != self.t["left_out"]:
            return line
        ends = {p.title: " ".join(one.text for one in self.ends.end(p)) for p in self.game.endings}
        names = line.text.removesuffix(".").split(", ")
        told = [self.t["no_longer"].format(told=ends[name]) for name in names if name in ends]
        others = ", ".join(name for name in names if name not in ends)
        words = (Run(" ".join([*told, *([f"{others}."] if others else [])])),)
        return replace(line, words=words, title=line.title if others else "")

    def step_besides(self, passage: Passage, title: str, edition: Edition | None) -> Iterator[Block]:
        """A rule on other terms: of one that is told above, too, what is different, if that is less."""
        usual = edition.instead.get(id(passage.about)) if edition else None
        found = changes(without_edges(passage), without_edges(self.telling.told(usual))) if usual else None
        if found is None:
            yield from self.rules.step(passage, title)
            return
        yield Heading(passage.title, 3, passage.who)
        yield Para((Line((Run(self.t["others_as_above"]),), found),), "generated")

    def table_besides(self, chapter: Chapter, contents: Contents) -> Iterator[Block]:
        """What of the table is not as usual: on other terms, or with the tables that a variant adds."""
        edition, table = self.edition_of(chapter), Table(self.setting_up)
        if edition is not None:
            yield from table.besides(edition, contents)
            return
        for added in contents.tables:
            yield from table.rows(added)

    def edition_of(self, chapter: Chapter) -> Edition | None:
        return next((edition for edition in self.game.editions if edition.anchor == chapter.anchor), None)


def without_variants(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines without those under them that only refer to what a variant adds, which is told with it."""
    for line in lines:
        kept = tuple(child for child in line.children if not any(is_of_variant(run.about) for run in child.words))
        if kept or not line.children:
            yield replace(line, children=kept)


def is_of_variant(about: object) -> bool:
    return isinstance(about, model.AtEdge) and bool(about.variant)


def numberless(line: Line) -> str:
    """What a line says, whatever the numbers in it."""
    return NUMBER.sub("", line.text)


def names_kind(line: Line, row: Row) -> bool:
    """Whether a line speaks of a kind of pieces."""
    here, there = (
        {kind.name for run in words if isinstance(kind := subject(run), Kind)} for words in (line.words, row.name)
    )
    return bool(there) and there <= here


def is_as_usual(passage: Passage, usual: Passage) -> bool:
    return texts_of(without_edges(passage)) == texts_of(without_edges(usual))


def without_edges(passage: Passage) -> Passage:
    """A passage without lines that only refer to what is done where it begins or ends: that is told by itself."""
    kept = (line for line in passage.steps if not any(isinstance(run.about, model.AtEdge) for run in line.words))
    return replace(passage, steps=tuple(kept))


def texts_of(passage: Passage) -> object:
    """All that is read of a passage."""
    return texts((passage.title, tuple(lines_told(passage))))


def is_at(about: object, span: Span) -> bool:
    """Whether something is what stands there in the rulebook, on whatever terms."""
    return isinstance(about, Definition) and about.span == span
