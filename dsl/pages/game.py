"""The pages of one game: player guide, reference card, rules reference, worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from dsl import model
from dsl.model.world import BoardInfo
from dsl.pages.book import Book
from dsl.pages.cards.contents import Card, family, scoring
from dsl.pages.cards.paper import A4, A5, Paper
from dsl.pages.cards.references import only_to
from dsl.pages.cards.roles import Handed, Laid, handed, laid
from dsl.pages.drawings.icons import drawn_with
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.standalone import first_of
from dsl.pages.guide.box_and_setup import Contents, contents_of
from dsl.pages.guide.brevity import Brevity
from dsl.pages.guide.chapters import IN_CHAPTERS, Chapter, is_brought, taught, with_word_list
from dsl.pages.guide.configurations import Edition, counts_alone, edition, passages_of, variant_anchor
from dsl.pages.guide.examples import Story, stories
from dsl.pages.guide.placement import Showing
from dsl.pages.guide.tables import Tables
from dsl.pages.learn.tree import Learn
from dsl.pages.markdown import Links, Writer, anchor
from dsl.pages.print_kit.components import borne
from dsl.pages.print_kit.page import Box, Printing
from dsl.pages.reference.numbers import Layout, numbered, unlike
from dsl.pages.reference.passages import Part, Passage, Passages, is_in_table, opening, with_first
from dsl.pages.reference.rules import Reference
from dsl.pages.rendering import in_language, made_from, render, vocabulary
from dsl.prose.asked import behind_choices
from dsl.prose.catalogues import LANGUAGES
from dsl.prose.nodes import verbs_of_setup
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line, Run, Speech, plain

# Their templates, the names by which they know themselves, and on what they are laid out.
PAGES = {
    "guide": ("guide", "guide", A4),
    "learn": ("learn", "learn", A4),
    "card": ("card", "card", A4),
    "reference": ("rules", "reference", A4),
    "examples": ("examples", "examples", A4),
    "sheets": ("sheets", "sheets", A4),
    "card-a5": ("card", "card", A5),
}


class Game:
    """What all pages of a game are made from."""

    def __init__(
        self,
        book: Book,
        code: str = "",
        translations: Iterable[Game] = (),
        own: Game | None = None,
        passages: Passages | None = None,
    ) -> None:
        """`code`: the language of the pages, where that is not the rulebook's; `translations`: the same in others;
        `own`: the same in its own language, where that is made already, as the `passages` of the book may be."""
        lexicon, language = (book.lexicons[code], LANGUAGES[code]) if code else (book.own, "")
        self.book, self.code, self.translations, self._own = book, code, tuple(translations), own
        self.rulebook, self.brevity = book.rulebook, Brevity(self)
        self.world = book.rulebook.world
        self.passages = passages or Passages(Speech(book.rulebook, language=language, lexicon=lexicon))
        self.speech = self.passages.speech
        self.lexicon = lexicon
        self.t = vocabulary(self.speech.language)
        self.pictures = Pictures(book, self.speech, self.t)
        self.told_apart = {other.terms: passages_of(other, self.speech) for other in book.others}
        self.editions = self.other_editions()
        if book.numbers:
            self.passages.renumber(numbered(self.layout, book.numbers))
        self.stories = [
            *stories(self.speech, book.scenes),
            *(story for other in self.editions for story in other.stories),
        ]
        self.clause_numbers = {clause.number for clause in book.clauses}

    def other_editions(self) -> list[Edition]:
        """What is different on other terms; it stands behind all other parts."""
        usual = len(self.passages.parts)
        found: list[Edition] = []
        for new in self.told_apart.values():
            other = edition(self.passages, new, usual + len(found) + 2, self.book.scenes)
            together = len(other.variants) > 1
            found += [other] if other and (other.stories or not together) else []
        self.passages.add([other.part for other in found])
        return found

    @property
    def layout(self) -> Layout:
        """The parts of the reference and their rules, by names that stay while the rulebook's words for them do."""
        own = self._own or (Game(self.book) if self.code else self)
        names = (
            other.anchor if (other := own.edition_of(part)) else anchor(f"part {part.title}") for part in own.parts
        )
        return [(name, [p.anchor for p in part.passages]) for name, part in zip(unlike(names), own.parts, strict=True)]

    @property
    def parts(self) -> list[Part]:
        return self.passages.all_parts

    # ------------------------------------------------------------------------------------------------------ the pages

    def pages(self) -> dict[str, str]:
        """The game's pages by their paths."""
        return dict(self.each_page())

    def each_page(self, first: str = "guide") -> Iterator[tuple[str, str]]:
        """The same, each made when it is asked for; `first` is the name of the one that comes before the others."""
        for name in sorted(PAGES, key=lambda name: name != first):
            text = self.page(*PAGES[name])
            yield f"{self.folder}/{name}.md", text
            if name == "learn" and self.picture and not self.code:
                yield self.picture, first_of(text) + made_from(self.book.source)

    @cached_property
    def printing(self) -> Printing:
        """What is printed to play with."""
        games = sorted(self.by_players, key=lambda game: game is not self)
        return Printing(self.title, [Box(g.number_of_players, g.speech, g.pictures, g.turn) for g in games], self.t)

    @property
    def folder(self) -> str:
        return f"{self.book.name}/{self.code}".rstrip("/")

    @property
    def elsewhere(self) -> list[tuple[str, str]]:
        """The same in other languages: (the language as it calls itself, the folder of its pages)."""
        if self.code:
            return [(vocabulary(self.rulebook.language)["language"], "..")]
        return [(game.t["language"], game.code) for game in self.translations]

    def page(self, template: str, page: str, paper: Paper = A4) -> str:
        text = render(f"{template}.md.j2", game=self, t=self.t, w=self.writer(page), page=page, paper=paper)
        return in_language(text + drawn_with(text, self.t, self.own_icons), self.t) + made_from(self.book.source)

    @property
    def own_icons(self) -> dict[str, str]:
        """The icons of the designer, on any terms."""
        books = (*self.book.others, self.rulebook)
        return {name: icon for book in books for name, icon in book.looks.own.items()}

    @cached_property
    def learn(self) -> Learn:
        """The page that teaches the game, without texts that nobody has held against the rules."""
        usual, *others = self.book.taught or (self.rulebook, *self.book.others)
        if usual is self.rulebook:
            return self.taught
        taught = replace(self.book, rulebook=usual, others=tuple(others), taught=())
        return Learn(Game(taught, self.code, self.translations))

    @cached_property
    def taught(self) -> Learn:
        """The same with all texts, from which a reference card takes what it tells."""
        return Learn(self)

    @cached_property
    def card_writer(self) -> Writer:
        """From which each reference card has its own."""
        return self.writer("card")

    def writer(self, page: str) -> Writer:
        """Writes for one page: the guide and the card speak in the guide's own places, the reference in its rules; the
        page that teaches leads to what it speaks of before it is told."""
        if page == "learn":
            return Writer(Links(self.learn.links, {}), tagged=False)
        if page == "reference":
            places = self.reference.places
        else:
            here = "" if page == "guide" else "guide.md"
            told = [p for chapter in self.all_chapters for p in (*chapter.passages, *chapter.terms)]
            places = {id(about): f"{here}#{p.anchor}" for p in told for about in p.abouts}
            told_once = {key: id(p.about) for other in self.editions for key, p in other.same.items()}
            places |= {key: places[about] for key, about in told_once.items() if about in places}
        here = "" if page == "reference" else "reference.md"
        clauses = {number: f"{here}#{number.lower()}" for number in self.clause_numbers}
        return Writer(Links(places, clauses), tagged=page != "card")

    @property
    def title(self) -> str:
        return self.lexicon.heading(self.rulebook.label)

    @property
    def made(self) -> str:
        """The rulebook that the pages are made from, and its version."""
        version = self.t["version"].format(version=self.book.version)
        return f"{self.book.file} ({version})" if self.book.version else self.book.file

    @property
    def players(self) -> str:
        low, high = min(self.rulebook.seats), max(self.rulebook.seats)
        return str(low) if low == high else f"{low}–{high}"

    @property
    def how_many(self) -> str:
        """How many play, in words."""
        return f"{self.players} {self.t['one_player' if self.players == '1' else 'players']}"

    @property
    def picture(self) -> str:
        """The path of the picture that stands for the game, that of its board at first; empty if it has no board."""
        return f"{self.book.name}/start.svg" if self.boards else ""

    @property
    def seats(self) -> str:
        """Who plays; for several numbers of players who else does with each, or all of them if others fall away."""
        (_, fewest), *others = sorted(self.rulebook.seats.items())
        told, known = [self.listed(fewest)], set(fewest)
        for number, seats in others:
            if not known.issubset(seats):
                return self.seats_of_each
            told.append(
                f"{self.t['also_players'].format(count=number)} {self.listed(s for s in seats if s not in known)}"
            )
            known.update(seats)
        return "; ".join(told)

    @property
    def seats_of_each(self) -> str:
        """Who plays with each number of players."""
        told = sorted(self.rulebook.seats.items())
        return "; ".join(f"{self.t['with_players'].format(count=n)} {self.listed(seats)}" for n, seats in told)

    def listed(self, seats: Iterable[str]) -> str:
        return ", ".join(map(self.speech.label, seats))

    @property
    def options(self) -> list[Line]:
        """The numbers that are agreed on before the game."""
        return [
            line for setting in self.world.settings.values() if setting.choice for line in self.speech.thing(setting)
        ]

    # ------------------------------------------------------------------------------------------------------ beginnings

    @property
    def intro(self) -> list[Line]:
        return [self.speech.said(words) for words in self.rulebook.game_texts]

    @cached_property
    def contents(self) -> Contents:
        """The box of the game as usual."""
        return contents_of(self.speech, self.passages, without=self.brevity.needless, counts=self.counts)

    @cached_property
    def counts(self) -> dict[str, Line]:
        """How many pieces there are with the numbers of players of which nothing else is told, by their kinds."""
        told, usual = [edition.speech for edition in self.editions], self.rulebook.terms
        others = [p.speech for p in self.told_apart.values() if p.speech not in told]
        return counts_alone(self.speech, [o for o in others if replace(o.book.terms, players=usual.players) == usual])

    @property
    def components(self) -> dict[str, int]:
        """How many there are of what, of all that is in the box."""
        return {opening(plain(self.speech.words(c.noun))): c.count for c in self.speech.components()}

    @property
    def boards(self) -> list[BoardInfo]:
        return [*self.world.boards.values()]

    def board_title(self, board: BoardInfo) -> str:
        """The heading of a board; one that is called nothing but a board is not named twice."""
        name, heading = self.speech.label(board.label), self.t["board"]
        return heading if name.lower() in heading.lower() else f"{heading}: {name[:1].upper()}{name[1:]}"

    def board_lines(self, board: BoardInfo) -> list[Line]:
        """What is to know of a board, and of the lines of its spaces that the rules speak of."""
        lines = [line.kind for line in self.world.lines.values() if line.board is board]
        told = (line for kind in lines for line in self.speech.thing(kind))
        shape = self.speech.shape(board, self.brevity.unsaid)
        return [*map(self.speech.said, board.words), *shape, *told]

    @cached_property
    def setup(self) -> list[Line]:
        """The setup in steps: first where everything lies, then what the rulebook says; its own words stand before."""
        return [*self.first_places, *self.setup_steps]

    @property
    def first_places(self) -> list[Line]:
        """Where everything lies before the setup, behind the rulebook's own words on it."""
        return [*map(self.speech.said, self.rulebook.setup_texts), *self.speech.first_places()]

    @property
    def setup_steps(self) -> tuple[Line, ...]:
        return self.speech.block(self.rulebook.setup, setup=True)

    @property
    def course(self) -> tuple[Line, ...]:
        """How play goes; what the rulebook says of it in its own words stands first, as it explains the rest."""
        return (*map(self.speech.said, self.rulebook.play_texts), *self.speech.block(self.rulebook.play))

    @property
    def turn(self) -> tuple[str, ...]:
        """The steps of a turn, where play is turns; those of a phase that is told in short are its sentences."""
        return tuple(step for line in self.turn_lines for step in self.turn_steps(line))

    @cached_property
    def turn_lines(self) -> list[Line]:
        taken = next((node for node in self.rulebook.play if isinstance(node, model.TakeTurns)), None)
        return self.brevity.steps(self.taught.speech.block((taken,))[0].children) if taken else []

    def turn_steps(self, line: Line) -> Iterator[str]:
        if told := self.in_short(line):
            alone = only_to(told[0].short, (), self.speech.realiser.seeing)  # nothing else is told beside it
            yield from (sentence for short in alone for sentence in sentences_of(short.text))
        else:
            yield " ".join((line.text, "; ".join(child.text.rstrip(".") for child in line.children))).strip()

    def in_short(self, line: Line) -> list[Passage]:
        """The phases of which a line speaks that are told in short."""
        phases = (run.about for run in line.words if isinstance(run.about, model.Phase))
        told = (self.passages.by_thing.get(id(phase)) for phase in phases)
        return [passage for passage in told if passage and passage.short]

    @property
    def phases_in_short(self) -> list[object]:
        """The phases of a turn of which its steps tell all."""
        return [passage.about for line in self.turn_lines for passage in self.in_short(line)]

    @property
    def outcomes(self) -> tuple[Line, ...]:
        return self.speech.outcomes()

    @property
    def opening(self) -> list[Line]:
        """The game's own clauses: its players, and the words about it."""
        seats = Run(f"{self.players} {self.t['players']}: {self.seats}.")
        return [*self.intro, Line((seats,), clauses=self.rulebook.game_clauses)]

    @property
    def endings(self) -> list[Passage]:
        """The ends of the game, each under its name, if it has one."""
        return self.endings_of("")

    def endings_of(self, variant: str) -> list[Passage]:
        """The ends that a variant brings, or that the game has without any."""
        return [headed(passage) for passage in self.passages if passage.sort == "end" and passage.variant == variant]

    # -------------------------------------------------------------------------------------------------------- chapters

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The chapters about play, in the order of the file, then a list of words; what belongs to a variant stands
        with the variants."""
        found = [replace(self.chapter(part), tables=self.tables.of(part)) for part in self.passages.parts]
        return with_word_list(found, self.t["terms"])

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.contents.tables, self.passages.parts, self.world)

    def chapter(self, part: Part) -> Chapter:
        apart = self.setup_chapter.passages
        told = (p for p in self.brevity.needed(part.passages) if not p.variant and p not in apart)
        return taught(part.title, part.usual_words, told)

    @cached_property
    def setup_chapter(self) -> Chapter:
        """The verbs that the setup calls, if they are part of nothing that is played but its course."""
        verbs = verbs_of_setup(self.rulebook)
        return taught("", (), (p for p in self.passages if p.about in verbs))

    @cached_property
    def variants(self) -> list[Chapter]:
        """What the players may agree to use: what only adds to the game, and what leaves something out."""
        return [*self.additions, *(self.different(edition) for edition in self.editions if edition.alone)]

    @cached_property
    def additions(self) -> list[Chapter]:
        """The variants that only add to the game."""
        told = ((name, label) for name, label in self.rulebook.variants.items() if name not in self.rulebook.patches)
        return [self.addition(name, label) for name, label in told]

    def addition(self, name: str, written: str) -> Chapter:
        label = self.speech.label(written)
        title = self.t["as_variant"].format(variants=label)
        ends = tuple(passage.as_line() for passage in self.endings_of(name))
        found = taught(title, ends, (p for p in self.brevity.needed(self.passages) if p.variant == name))
        words = tuple(map(self.speech.said, self.rulebook.variant_texts.get(name, ())))
        clauses = self.rulebook.variant_clauses[name]
        contents = contents_of(self.speech, self.passages, name, self.brevity.needless)
        return replace(
            found, anchor=variant_anchor(name), name=label, said=words, clauses=clauses, contents=contents,
        )  # fmt: skip

    @cached_property
    def other_terms(self) -> list[Chapter]:
        """What is different with another number of players, or with other numbers for the options."""
        return [self.different(edition) for edition in self.editions if not edition.alone]

    def variant_name(self, name: str) -> str:
        return self.speech.label(self.rulebook.variants[name])

    def played_with(self, story: Story) -> str:
        """The variants with which a story is played."""
        return ", ".join(map(self.variant_name, story.variants))

    def different(self, edition: Edition) -> Chapter:
        """First what of the box, the setup and the course is different, then the passages."""
        part = edition.part
        needed = [self.of_board(p, edition) for p in self.brevity.needed(part.passages)]
        told = [p for p in needed if p.sort not in IN_CHAPTERS and not is_in_table(p)]
        words = [p.as_line() for p in told] + self.changes(edition, setup=False)
        tables = [p for p in part.passages if p.sheet is not None]
        whole = contents_of(edition.speech, (), without=self.brevity.needless_in(edition))
        usual = contents_of(self.speech, self.passages, without=self.brevity.needless)
        contents = whole.besides(usual, tables, edition.setup)
        kept = (self.marked(p, edition) for p in needed)
        found = taught(self.heading(part), tuple(words), kept)
        clauses = tuple(clause for name in edition.variants for clause in self.rulebook.variant_clauses[name])
        return replace(
            found, anchor=edition.anchor, name=part.title, said=part.words, clauses=clauses,
            contents=contents, replaces=edition.replaces,
            pictures=self.pictures.on_other_terms(edition.speech, edition.anchor),
        )  # fmt: skip

    def of_board(self, passage: Passage, edition: Edition) -> Passage:
        """The passage; of a board only what those ask for who read the guide."""
        if not isinstance(passage.about, BoardInfo):
            return passage
        shape = {line.text for line in edition.speech.shape(passage.about, self.brevity.unsaid)}
        return replace(passage, steps=tuple(line for line in passage.steps if line.text in shape))

    def changes(self, edition: Edition, setup: bool = True) -> list[Line]:
        """What is different in the setup and in the course of the game, and what is left out."""
        lines = [replace(line, title=self.t["setup"]) for line in edition.setup if setup]
        if edition.course:
            lines.append(Line((Run(self.t["course_steps"]),), edition.course, title=self.t["course"]))
        left_out = Line((Run(", ".join(edition.left_out) + "."),), title=self.t["left_out"])
        return [*lines, left_out] if edition.left_out else lines

    def edition_of(self, part: Part) -> Edition | None:
        return next((edition for edition in self.editions if edition.part is part), None)

    def marked(self, passage: Passage, edition: Edition) -> Passage:
        """The passage; one of a variant says so where that is not what all is told of."""
        if not passage.variant or (edition.alone and passage.variant in edition.variants):
            return passage
        return replace(passage, title=f"{passage.title} ({self.variant_name(passage.variant)})")

    def heading(self, part: Part) -> str:
        """How a part of the reference is headed."""
        edition = self.edition_of(part)
        if edition is None:
            return part.title or self.t["rules"]
        together = "as_variants" if len(edition.variants) > 1 else "as_variant"
        return self.t[together if edition.alone else "with_terms"].format(terms=part.title, variants=part.title)

    @property
    def usual(self) -> str:
        """On which terms the game is told, as far as there are others."""
        several = [f"{self.world.players.size} {self.t['players']}"] if len(self.rulebook.seats) > 1 else []
        return ", ".join(
            [*several, *(f"{self.speech.label(c.name)} {c.usual}" for c in self.rulebook.choices.values())]
        )

    @property
    def between(self) -> str:
        """The options of which not every number is told: all of a range are possible."""
        return ", ".join(self.speech.label(c.name) for c in self.rulebook.choices.values() if c.whole)

    @property
    def all_chapters(self) -> list[Chapter]:
        return [self.setup_chapter, *self.chapters, *self.variants, *self.other_terms]

    @cached_property
    def showing(self) -> Showing:
        """Which worked examples stand where, and their pictures."""
        return Showing(self)

    def table(self, passage: Passage) -> object:
        """The cases of a value as a table, where they ask what one thing is."""
        about = passage.about
        return self.speech_of(passage).table(about) if isinstance(about, model.Value) else None

    def speech_of(self, passage: Passage) -> Speech:
        """What tells a passage: that of the terms to which it belongs."""
        other = (e.speech for e in self.editions if any(p.about is passage.about for p in e.part.passages))
        return next(other, self.speech)

    def plainly(self, passage: Passage, speech: Speech | None = None) -> Passage:
        """A passage as the guide teaches it: what has room in the sentence that allows an action stands there, and
        names of needs that say no more than these are left to the reference. `speech` has other words for it."""
        about, speech = passage.about, speech or self.speech_of(passage)
        if isinstance(about, model.Act) and behind_choices(about):
            passage = replace(passage, steps=speech.done(about))
        if isinstance(about, model.Action):
            lead, needs = speech.offered(about)
            told = replace(passage, lead=lead, needs=(*speech.playable(about), *needs))
            if passage.steps and not about.parameters and about in speech.musts:  # the heading says it
                return replace(told, lead=None, steps=with_first(passage.steps, lead.clauses))
            return told
        if isinstance(about, model.Power) and behind_choices(about):
            needs = (*speech.playable(about), *speech.asked_before(about))
            return replace(passage, needs=speech.plainly(about, needs), steps=with_first(passage.steps, about.clauses))
        if isinstance(about, model.Power | model.Procedure):
            return replace(passage, needs=speech.plainly(about, passage.needs))
        return passage

    # ------------------------------------------------------------------------------------------------------------ card

    @cached_property
    def by_players(self) -> list[Game]:
        """The game as it is with each number of players for which it is told apart, all as a whole."""
        usual = self.rulebook.terms
        others = (o for o in self.book.others if o.terms.players and replace(o.terms, players=None) == usual)
        found = [
            Game(replace(self.book, rulebook=o, others=(), numbers={}), self.code, passages=self.told_apart[o.terms])
            for o in others
        ]
        return sorted([self, *found], key=lambda game: game.world.players.size)

    @property
    def number_of_players(self) -> str:
        """With how many it is played on these terms, in words."""
        return f"{self.world.players.size} {self.t['players']}"

    def family(self, passage: Passage) -> str:
        return family(self.speech, passage)

    @cached_property
    def card(self) -> Card:
        as_taught = self.taught.plan.lessons.of
        own = [*as_taught(p for p in self.passages if not is_brought(p))]
        told = [*as_taught(p for c in (*self.chapters, *self.additions) for p in c.passages)]
        return Card(told, own, self.family, self.table, borne(self.world), scored=scoring(own))

    @cached_property
    def handed(self) -> list[Handed]:
        """The reference cards, of each role and number of players its own."""
        return handed(self)

    def told_to(self, passage: Passage, seat: int) -> Passage:
        """What is told of a phase to the player of one seat; anything else as it is told to all."""
        if not isinstance(passage.about, model.Phase):
            return passage
        steps = self.taught.telling.plain_of(passage).passages.speech.read_by(seat).course(passage.about)
        return replace(passage, steps=with_first(steps, passage.about.clauses))

    def cards(self, paper: Paper) -> list[Laid]:
        """The same as they are laid out on paper."""
        return laid(self.handed, paper)

    @cached_property
    def reference(self) -> Reference:
        return Reference(self)


def headed(passage: Passage) -> Passage:
    """An end of the game with the name that it is called by."""
    assert isinstance(passage.about, model.Ending)
    if passage.lead is None or not passage.about.called:
        return passage
    return replace(passage, lead=replace(passage.lead, title=passage.title))
