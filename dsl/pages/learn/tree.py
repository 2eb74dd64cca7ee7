"""The page that teaches a game, as a tree of blocks: in the order in which somebody learns it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl import model
from dsl.model import Definition
from dsl.model.world import BoardInfo
from dsl.pages.guide.box_and_setup import Contents
from dsl.pages.guide.chapters import Chapter
from dsl.pages.guide.configurations import Edition
from dsl.pages.guide.tables import ask_for, asks_for
from dsl.pages.learn.blocks import (
    Block,
    Bullets,
    Exempt,
    Foot,
    Glance,
    Heading,
    Listing,
    Mark,
    Needs,
    Note,
    Para,
    Powers,
    Row,
    Steps,
    Title,
    lines_of,
)
from dsl.pages.learn.once import once
from dsl.pages.learn.order import Order, Section, runs_in, subject, word_of
from dsl.pages.learn.other_terms import Table
from dsl.pages.learn.otherwise import Unit, apart, changes, how_many, joined, texts, together
from dsl.pages.learn.overview import Overview
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.learn.stories import MOST_WRONG, Stories
from dsl.pages.learn.telling import Telling, lines_told
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Passage
from dsl.prose.overrides import is_replaced
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line, Run
from dsl.source import Span
from dsl.text.clauses import READING, RULING

if TYPE_CHECKING:
    from dsl.pages.game import Game

WORDS_A_MINUTE = 150  # of what is read to be understood
MOST_OF_FLAVOUR = 40  # words: what is longer than this at the head of a chapter explains something


class Learn:
    """What somebody reads who plays a game for the first time."""

    def __init__(self, game: Game) -> None:
        self.game, self.t = game, game.t
        self.telling = Telling(game)
        self.speech = self.telling.speech
        self.setting_up = SettingUp(game, self.telling)

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks, in their order; nothing is said twice, and no heading stands over nothing."""
        found = list(labelled_once(filled(once([*self.beginning, *self.play, *self.ending], self.t["as_in"]))))
        marked = next((n for n, block in enumerate(found, 1) if self.is_marked(block)), None)
        return found if marked is None else [*found[:marked], Mark(self.t["ruled"]), *found[marked:]]

    def is_marked(self, block: Block) -> bool:
        """Whether a paragraph of it has the mark of rulings."""
        match block:
            case Para(flavour=False) | Note() | Exempt():
                return self.is_ruled(lines_of(block))
            case Powers(rows=rows):
                return any(self.is_marked(inner) for row in rows for inner in row.blocks)
            case _:  # is a list, or tells no rule
                return False

    @cached_property
    def rulings(self) -> frozenset[str]:
        """The clauses that settle what the printed book leaves open."""
        return frozenset(c.number for c in self.game.book.clauses if c.sort == RULING)

    @cached_property
    def beside_print(self) -> frozenset[str]:
        """The clauses that are not from the printed book."""
        return self.rulings.union(c.number for c in self.game.book.clauses if c.sort == READING)

    def is_ruled(self, lines: Iterable[Line]) -> bool:
        """Whether any of the lines follows a ruling on what the printed book leaves open."""
        return any(self.rulings.intersection(line.clauses) for line in lines)

    @cached_property
    def minutes(self) -> int:
        """About how long it takes to read, without tables and pictures."""
        words = sum(len(line.text.split()) for block in self.blocks for line in lines_of(block))
        return max(1, round(words / WORDS_A_MINUTE))

    @property
    def pitch(self) -> str:
        """The first sentence of the designer's story; empty if there is none."""
        _, flavour, _ = self.own_words
        return sentences_of(flavour[0].text)[0] if flavour else ""

    @property
    def spaces(self) -> Markup:
        """The spaces of boards that the pictures of examples share."""
        return self.stories.spaces

    # ------------------------------------------------------------------------------------------------------ beginning

    @property
    def beginning(self) -> Iterator[Block]:
        credits, flavour, agreed = self.own_words
        yield Title(self.game.title, f"{self.game.how_many}: {self.game.seats}", credits)
        yield Para(flavour, "designer", flavour=True)
        yield Heading(self.t["goal"])
        yield from self.ends(winning=True)
        for passage in self.words_of_goal:
            yield from self.term(passage)
        yield Heading(self.t["needed"])
        yield from self.setting_up.needed
        yield from self.asides("needed")
        yield Heading(self.t["setup"])
        yield Para(agreed, "designer")
        yield Para(tuple(self.game.options), "generated")
        yield from self.setting_up.steps
        yield from self.setting_up.figures
        yield from (Listing(t.title, t.sheet) for t in self.tables_of_setup if t.sheet is not None)
        yield from self.notes[""]
        for passage in (*self.setting_up.verbs, *self.words_of_setup):
            yield from self.step(passage)

    @cached_property
    def notes(self) -> dict[str, list[Block]]:
        """By the titles of sections what is to know of pieces there, as it speaks of powers that are told there first;
        under no title what is to know at the setup."""
        powers = {p.title: section.title for section in self.sections for p in section.told if p.sort == "power"}
        found: dict[str, list[Block]] = {title: [] for title in ("", *(section.title for section in self.sections))}
        for note in self.setting_up.notes:
            lines = note.lines if isinstance(note, Note) else ()
            homes = [next((powers[name] for name in powers if names(line, name)), "") for line in lines]
            for home in dict.fromkeys(homes or [""]):
                here = tuple(line for line, title in zip(lines, homes, strict=True) if title == home)
                found[home].append(replace(note, lines=here) if isinstance(note, Note) else note)
        return found

    @property
    def own_words(self) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
        """The designer's words on the game: who made it, the story, and what is not from the printed book."""
        credits, flavour, agreed = list[Line](), list[Line](), list[Line]()
        words = self.t["credits"].split(", ")
        for text in self.game.rulebook.game_texts:
            line = replace(self.speech.said(text), said=False)
            is_credit = any(word in text.text.lower() for word in words)
            (credits if is_credit else agreed if self.beside_print.intersection(line.clauses) else flavour).append(line)
        return tuple(credits), tuple(flavour), tuple(agreed)

    def ends(self, winning: bool) -> Iterator[Block]:
        """The ends of the game in which somebody wins, or else the others; what decides it in the course of play stands
        with the latter, unless nothing else does."""
        won = [p for p in self.game.endings if wins(p)]
        told = [p for p in self.game.endings if wins(p) is winning]
        for passage in told:
            lines = self.end(passage)
            words = tuple(replace(line, said=False) for line in passage.words)
            together = not any(line.children for line in lines)
            yield Para((*lines, *(words if together else ())), "designer" if passage.short else "generated")
            yield Para(() if together else words, "designer")
        outcomes, draws = self.speech.outcomes_and_draws
        yield Bullets(outcomes if winning is not bool(won) else ())
        yield Bullets(() if winning else draws)

    def end(self, passage: Passage) -> tuple[Line, ...]:
        """An end of the game: from the side of who wins by it, where that is one sentence."""
        assert isinstance(passage.about, model.Ending)
        won = None if passage.short else self.speech.goal(passage.about)
        if won is not None and passage.lead is not None:
            return (replace(won, title=passage.lead.title),)
        return passage.short or ((passage.lead,) if passage.lead else ())

    # -------------------------------------------------------------------------------------------------------- playing

    @cached_property
    def ahead(self) -> dict[int, str]:
        """Of what is spoken of before it is told: the heading under which that stands, by the identity of the thing."""
        found: dict[int, str] = {}
        named = subjects(line for block in (*self.beginning, *self.at_a_glance) for line in lines_of(block))
        for verb in self.setting_up.verbs:
            found |= {about: f"#{verb.anchor}" for about in map(id, verb.abouts) if about in named}
        for section in (*self.sections, self.how_else_it_ends):
            before = set(named)
            for passage in section.told:
                headed = has_heading(passage, section.title)
                address = f"#{passage.anchor}" if headed else self.address(section)
                told = map(id, passage.abouts)
                found |= {about: address for about in told if about in (named if headed else before)}
                named |= subjects(lines_told(passage))
        return found

    @cached_property
    def links(self) -> dict[int, str]:
        """The same, of headings that stand on the page."""
        labels = {block.label for block in self.blocks if isinstance(block, Heading)}
        return {about: label for about, label in self.ahead.items() if label in labels}

    def address(self, section: Section) -> str:
        return f"#{anchor(f'section {section.title}')}"

    @cached_property
    def order(self) -> Order:
        ends = [line for p in self.game.endings for line in lines_told(p)]
        apart = (p for chapter in (*self.game.variants, *self.game.other_terms) for p in chapter.passages)
        ends += [line for p in apart for line in lines_told(p)]
        outside = [*ends, *self.speech.outcomes(), *self.lines_of_setup]
        book, parts, course = self.game.rulebook, self.telling.parts, self.telling.course
        return Order(book, parts, lines_told, course, outside, self.t["your_turn"])

    @cached_property
    def words_of_goal(self) -> list[Passage]:
        """What the sentences on the goal speak of, where a few more sentences tell it."""
        lines = [line for block in self.ends(winning=True) for line in lines_of(block)]
        return self.order.beside(lines) or self.order.beside(lines[:1])

    @property
    def lines_of_setup(self) -> list[Line]:
        told = [line for passage in self.setting_up.verbs for line in lines_told(passage)]
        return [*self.speech.block(self.setting_up.done, setup=True), *told]

    @cached_property
    def words_of_setup(self) -> list[Passage]:
        """What only the setup speaks of."""
        assert self.words_of_goal is not None  # they come first
        self.order.place(self.setting_up.verbs)
        return self.order.only_of(self.lines_of_setup)

    @cached_property
    def words_of_course(self) -> list[Passage]:
        """What the course of play speaks of."""
        assert self.words_of_setup is not None  # likewise
        return self.order.named_in(self.telling.course)

    @cached_property
    def how_else_it_ends(self) -> Section:
        """What only the sentences on how else it ends speak of."""
        assert self.words_of_course is not None  # likewise
        lines = [line for block in self.ends(winning=False) for line in lines_of(block)]
        return Section(self.t["other_ends"], steps=self.order.only_of_ends(lines))

    @cached_property
    def sections(self) -> list[Section]:
        assert self.how_else_it_ends is not None  # likewise
        return self.order.sections()

    @cached_property
    def stories(self) -> Stories:
        return Stories(self.game, [p for section in (*self.sections, self.how_else_it_ends) for p in section.told])

    @cached_property
    def play(self) -> list[Block]:
        told = (section for section in self.sections if not self.home_of(section))
        return [*self.at_a_glance, *(block for section in told for block in self.section(section))]

    @cached_property
    def overview(self) -> Overview:
        return Overview(self.telling, self.sections)

    @property
    def at_a_glance(self) -> Iterator[Block]:
        """What is done in the order of play: all steps, or, if these are many, what can be done in each phase; then the
        designer's words on it, and what it speaks of."""
        yield self.overview.glance
        yield Para(self.telling.words_of_course, "designer")
        for passage in self.words_of_course:
            yield from self.step(passage)

    def asides(self, home: str) -> Iterator[Para]:
        """The designer's words on chapters of which nothing else is told where they stand."""
        for section in (section for section in self.sections if self.home_of(section) == home):
            yield Para(tuple(replace(line, said=False) for line in section.words), "designer", flavour=True)

    def home_of(self, section: Section) -> str:
        """With what the words on a chapter stand that is only on what is needed, or on variants; else nothing."""
        if section.told or self.tables_in[section.title]:
            return ""
        inside = [p for part in self.game.passages.parts if part.title == section.title for p in part.passages]
        if any(p.variant for p in inside):
            return "variants"
        return "needed" if inside and all(p.sort == "thing" for p in inside) else ""

    def section(self, section: Section) -> Iterator[Block]:
        yield Heading(section.title, label=self.address(section))
        words = tuple(replace(line, said=False) for line in section.words)
        yield Para(words, "designer", flavour=sum(len(line.text.split()) for line in words) <= MOST_OF_FLAVOUR)
        if section.opening is not None:
            yield from self.phase(section.opening)
        yield from self.tables_in[section.title]
        yield from self.told(section.steps, section.title)
        yield from self.notes[section.title]
        if section.opening is not None and self.is_told_at_end(section.opening):
            yield from (replace(words, closing=True) for words in self.words(section.opening.words))

    def phase(self, passage: Passage) -> Iterator[Block]:
        at_end = self.is_told_at_end(passage)
        if not at_end:
            yield from self.words(passage.words_before)
        if passage.short:
            yield Para(passage.short, "designer")
        elif not self.overview.is_brief and not self.overview.opens_phases(passage):
            yield from steps(passage.steps)
        if not at_end:
            yield from self.words(passage.words_behind)
        yield from self.story(passage)

    def is_told_at_end(self, passage: Passage | None) -> bool:
        """Whether the designer's words on a phase stand behind its steps, of which only the glance tells besides."""
        if passage is None or passage.short or not self.overview.is_brief or not isinstance(passage.about, model.Phase):
            return False
        first = min((line.span.line for line in passage.about.body), default=0)
        return all(text.span.line > first for text in passage.about.texts)

    def told(self, passages: Sequence[Passage], title: str) -> Iterator[Block]:
        """Steps one after the other; powers of one family are rows under its name, where the first of them is."""
        families: dict[str, list[Passage]] = {}
        for passage in (p for p in passages if p.sort == "power"):
            families.setdefault(self.game.family(passage), []).append(passage)
        shaped = self.shaped(passages)
        for passage in passages:
            if passage.sort == "power":
                yield from self.powers(families.pop(self.game.family(passage), []), title)
            elif id(passage) in shaped:
                yield from self.reach(shaped[id(passage)])
            else:
                yield from self.step(passage, title)

    def shaped(self, passages: Sequence[Passage]) -> dict[int, list[Passage]]:
        """What one word means of several kinds of pieces, where it is told by shapes: all, where the first of them is,
        and none where the others are."""
        found: dict[object, list[Passage]] = {}
        for passage in passages:
            if passage.sort == "term" and self.telling.reaches.rows(passage.about) and len(passage.steps) == 0:
                found.setdefault(word_of(passage), []).append(passage)
        alike = [group for group in found.values() if len(group) > 1]
        return {id(p): group if p is group[0] else [] for group in alike for p in group}

    def reach(self, passages: Sequence[Passage]) -> Iterator[Block]:
        """Where pieces come to, each with its picture."""
        if passages:
            yield Para(tuple(self.telling.reaches.of_all(passages)), "generated", word=True)
            yield Powers(tuple(row for p in passages for row in self.telling.reaches.rows(p.about)))
        for passage in passages:
            yield from (replace(words, word=True) for words in self.words(passage.words))
            yield from self.story(passage)

    def step(self, passage: Passage, title: str = "") -> Iterator[Block]:
        """One action, verb, rule or word."""
        if passage.sort == "term":
            yield from self.term(passage)
            return
        if isinstance(passage.about, model.Override | model.Bar):
            yield Exempt(passage.title, lines_told(passage), "designer" if passage.short else "generated")
        else:
            if passage.title != title:
                yield Heading(passage.title, 3, passage.who, f"#{passage.anchor}")
            yield from self.content(passage)
            yield from self.tables_in[passage.anchor]
        yield from self.story(passage)

    def content(self, passage: Passage) -> Iterator[Para | Powers | Steps | Needs]:
        yield from self.words(passage.words_before)
        if passage.short:
            which = (passage.lead,) if passage.also and passage.lead is not None else ()
            yield Para((*passage.short, *which), "designer")
        else:
            if passage.lead is not None and not self.is_titled_so(passage, passage.lead):
                yield Para((passage.lead,), "generated")
            yield Powers(self.telling.reaches.rows(passage.about))
            cost = (replace(passage.cost, title=self.t["cost"]),) if passage.cost else ()
            yield Needs((*passage.needs, *cost))
            yield from steps(passage.steps)
        yield from self.words(passage.words_behind)

    def is_titled_so(self, passage: Passage, lead: Line) -> bool:
        """Whether a heading says all that a sentence does, which is followed by what is done."""
        title = passage.title.partition(" (")[0] if passage.variant else passage.title
        same = lead.text.rstrip(":.").lower() == title.lower()
        return same and not lead.children and bool(passage.steps)

    def words(self, lines: Iterable[Line]) -> Iterator[Para]:
        yield Para(tuple(replace(line, said=False) for line in lines), "designer")

    def term(self, passage: Passage) -> Iterator[Block]:
        """What a word means, in a sentence; the cases of a value as a table."""
        if self.telling.reaches.rows(passage.about):
            yield from self.reach([passage])
            yield Para(passage.steps, "generated", word=True)
            return
        table = self.speech.table(passage.about) if isinstance(passage.about, model.Value) else None
        if table is not None:
            yield Listing(passage.title, table)
        else:
            lead = (passage.lead,) if passage.lead is not None else ()
            lines = (*lead, *passage.steps)
            for line in lines if any(one.children for one in lines) else ():
                yield Para((line,), "generated", word=True)
            yield Para(() if any(one.children for one in lines) else lines, "generated", word=True)
        yield from (replace(words, word=True) for words in self.words(passage.words))
        yield from self.story(passage)

    def powers(self, family: list[Passage], title: str) -> Iterator[Block]:
        if not family:
            return
        name = self.game.family(family[0])
        if len(family) == 1:
            yield from self.step(family[0], title)
            return
        if name != title:
            yield Heading(name, 3)
        rows: list[Row] = []
        for passage in family:
            rows.append(Row(passage.title, tuple(self.content(passage))))
            shown = list(self.story(passage))
            if shown:  # it stands right behind what it shows
                yield Powers(tuple(rows))
                yield from shown
                rows = []
        yield Powers(tuple(rows))

    def story(self, passage: Passage) -> Iterator[Block]:
        story = self.stories.under.get(passage.anchor)
        if story is not None:
            yield self.stories.told(story)

    # --------------------------------------------------------------------------------------------------------- ending

    @property
    def ending(self) -> Iterator[Block]:
        title, words = self.how_else_it_ends.title, self.how_else_it_ends.steps
        yield Heading(title, label=self.address(self.how_else_it_ends))
        yield from self.ends(winning=False)
        yield from self.told(words, title)
        yield Heading(self.t["variants"])
        if self.game.variants:
            yield Para(
                (Line((Run(self.t["variants_lead" if len(self.game.variants) > 1 else "variant_lead"]),)),), "fixed"
            )
        yield from self.asides("variants")
        for chapter in self.game.variants:
            yield Heading(chapter.name, 3)
            yield from joined([block for unit in self.apart(chapter, chapter.name, 3) for block in unit])
        yield from self.other_terms
        yield from self.tables
        yield Heading(self.t["wrong"])
        yield Bullets(tuple(self.stories.wrong(self.cited))[:MOST_WRONG], source="example")
        waiting = self.game.book.waiting
        told = self.t["waiting" if waiting > 1 else "waits"].format(count=waiting) if waiting else ""
        yield Foot(told)

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
        return replace(chapter, contents=replace(chapter.contents, components=left))

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
        yield (Para(tuple(replace(line, said=False) for line in chapter.said), "designer"),)
        yield from apart(self.on_the_table(chapter))
        passages = (p for p in (*chapter.passages, *chapter.terms) if not self.is_only_replaced(p))
        for passage in self.telling.taught(passages):
            edition = self.edition_of(chapter)
            usual = edition.instead.get(id(passage.about)) if edition else None
            if self.says_the_same(passage) or (usual and texts_of(self.telling.told(usual)) == texts_of(passage)):
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
        yield Bullets(tuple(self.with_ends(line) for line in without_variants(chapter.words) if not line.said))
        if chapter.contents:
            known = {line.text for row in self.game.contents.components for line in row.lines}
            yield Bullets(tuple(self.setting_up.components(chapter.contents.components, known)))
            yield from self.table_besides(chapter, chapter.contents)
            yield self.setup_besides(chapter, chapter.contents.setup)

    def setup_besides(self, chapter: Chapter, setup: tuple[Line, ...]) -> Block:
        """What is done before play; on other terms in place of such steps as are done as usual."""
        if not setup or self.edition_of(chapter) is None:
            return Steps(setup)
        return Para((Line((Run(self.t["course_steps"]),), setup),), "generated")

    def with_ends(self, line: Line) -> Line:
        """A line; of what is left out, ends of the game are told by what they say, as they have no heading."""
        if line.title != self.t["left_out"]:
            return line
        ends = {p.title: " ".join(one.text for one in self.end(p)) for p in self.game.endings}
        names = line.text.removesuffix(".").split(", ")
        told = [f"“{ends[name]}”" for name in names if name in ends]
        others = ", ".join(name for name in names if name not in ends)
        return replace(line, words=(Run(" ".join([*told, *([f"{others}."] if others else [])])),))

    def step_besides(self, passage: Passage, title: str, edition: Edition | None) -> Iterator[Block]:
        """A rule on other terms: of one that is told above, too, what is different, if that is less."""
        usual = edition.instead.get(id(passage.about)) if edition else None
        found = changes(passage, self.telling.told(usual)) if usual else None
        if found is None:
            yield from self.step(passage, title)
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

    @cached_property
    def cited(self) -> frozenset[str]:
        """The clauses that the sentences on the play carry."""
        return frozenset(clause for b in self.play for line in lines_of(b) for clause in line.clauses)

    @cached_property
    def tables_in(self) -> dict[str, list[Listing]]:
        """By the titles of sections the tables that stand in them; under no title those at the end. Where what asks for
        a table of a chapter is told in other sections, it stands in the first of these; by the anchors of steps those
        for which nothing else of a section asks. What is seen on a board stands nowhere."""
        tables, world = self.game.tables, self.game.world
        found: dict[str, list[Listing]] = defaultdict(list)
        elsewhere = [*tables.with_box, *self.tables_of_setup]
        for table in (t for t in tables.tables if t not in elsewhere and not self.setting_up.is_seen(t)):
            homes = [s for s in self.sections if s.part is not None and table in tables.of(s.part)]
            asking = [s for s in self.sections if any(asks_for(p, table, world) for p in s.told)]
            at_home = (s for s in homes if s in asking)
            home = None if table in tables.at_end else next(chain(at_home, asking, homes), None)
            if table.sheet is None:
                continue
            users = [p for p in home.told if asks_for(p, table, world)] if home is not None else []
            alone = users[0].anchor if len(users) == 1 and users[0].sort == "action" else None
            where = alone or (home.title if home is not None else "")
            found[where].append(Listing(table.title, table.sheet))
        found[""][:0] = [Listing(t.title, t.sheet) for t in self.setting_up.looked_up if t.sheet is not None]
        return found

    @cached_property
    def tables_of_setup(self) -> list[Passage]:
        """The tables that would stand at the end, but are needed as soon as the game is set up."""
        at_end = (t for t in self.game.tables.at_end if not self.setting_up.is_seen(t))
        return [t for t in at_end if ask_for(self.setting_up.done, t, self.game.world)]

    @property
    def tables(self) -> Iterator[Block]:
        yield Heading(self.t["tables"])
        yield from self.tables_in[""]


def steps(lines: tuple[Line, ...]) -> Iterator[Para | Steps]:
    """What is done: a single step is a sentence."""
    if len(lines) == 1 and not lines[0].children:
        yield Para(lines, "generated", step=True)
    else:
        yield Steps(lines)


def without_variants(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines without those under them that only refer to what a variant adds, which is told with it."""
    for line in lines:
        kept = tuple(child for child in line.children if not any(is_of_variant(run.about) for run in child.words))
        if kept or not line.children:
            yield replace(line, children=kept)


def is_of_variant(about: object) -> bool:
    return isinstance(about, model.AtEdge) and bool(about.variant)


def texts_of(passage: Passage) -> object:
    """All that is read of a passage."""
    return texts((passage.title, tuple(lines_told(passage))))


def is_at(about: object, span: Span) -> bool:
    """Whether something is what stands there in the rulebook, on whatever terms."""
    return isinstance(about, Definition) and about.span == span


def names(line: Line, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", line.text) is not None


def labelled_once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, in which no two headings are referred to in the same way."""
    known = {""}
    for block in blocks:
        if isinstance(block, Heading):
            label = "" if block.label in known else block.label
            known.add(label)
            block = replace(block, label=label)
        yield block


def has_heading(passage: Passage, title: str) -> bool:
    """Whether it is told under a heading of its own in a section with a title."""
    is_inside = passage.sort in ("term", "power") or isinstance(passage.about, model.Override | model.Bar)
    return not is_inside and passage.title != title


def subjects(lines: Iterable[Line]) -> set[int]:
    """The identities of what lines speak of."""
    return {id(subject(run)) for line in lines for run in runs_in(line)}


def wins(passage: Passage) -> bool:
    """Whether somebody wins by an end of the game."""
    assert isinstance(passage.about, model.Ending)
    return not any(isinstance(node, model.Draw) for node in passage.about.body)


def filled(blocks: Iterable[Block]) -> Iterator[Block]:
    """Without blocks that say nothing, and without headings over nothing."""
    waiting: list[Heading] = []
    for block in blocks:
        if isinstance(block, Heading):
            waiting = [h for h in waiting if h.level < block.level]
            waiting.append(block)
        elif not is_empty(block):
            yield from () if isinstance(block, Foot) else waiting
            waiting = []
            yield block


def is_empty(block: Block) -> bool:
    match block:
        case Para(lines=lines) | Steps(lines=lines) | Needs(lines=lines) | Bullets(lines=lines) | Note(lines=lines):
            return not lines
        case Glance(parts=parts):
            return len(parts) < 2 and how_many(parts[0][1] if parts else ()) < 2
        case Powers(rows=rows):
            return not rows
        case _:  # always says something
            return False
