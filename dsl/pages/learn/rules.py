"""How a rule is told: an action, a verb, a power or a word, as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from dsl import model
from dsl.analysis.standing import names, stems
from dsl.model import Definition
from dsl.model.visit import nodes_in
from dsl.pages.guide.examples import Story as ExampleStory
from dsl.pages.learn import twins
from dsl.pages.learn.blocks import Block, Exempt, Heading, Listing, Needs, Para, Powers, Row, Steps, Story
from dsl.pages.learn.grids import Grids
from dsl.pages.learn.order import runs_in, subject, word_of
from dsl.pages.learn.plan import Plan
from dsl.pages.learn.stories import MOST, Stories
from dsl.pages.learn.tables import Tables
from dsl.pages.learn.telling import Telling, is_titled_so, lines_told
from dsl.pages.learn.tidy import filled
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run

if TYPE_CHECKING:
    from dsl.pages.game import Game

BY_THE_WAY, SHORT = ("rule", "verb"), 20  # what nobody looks for under a heading, if it has so many words
FEW_LINES = 3  # on words that stand between what an action needs and its steps
MOST_IN_A_ROW = 60  # words of the designer on one rule, which stand in one paragraph
PICTURES = 3  # of grids take the room of an example


class Rules:
    """The rules of a game, each with its table and its worked example."""

    def __init__(self, game: Game, telling: Telling, plan: Plan) -> None:
        self.game, self.t = game, game.t
        self.telling, self.speech = telling, telling.speech
        self.plan, self.grids = plan, Grids(game)

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.game, self.plan.setting_up, self.plan.sections)

    @cached_property
    def stories(self) -> Stories:
        told = [p for section in self.plan.all_sections for p in section.told_or_said]
        drawn = [passage for passage in told if self.grids.of(passage) is not None]
        families = {self.game.family(passage) for passage in drawn}
        bare = [p for p in told if p.sort == "power" and p not in drawn and self.game.family(p) in families]
        pairs = self.pairs(told)
        second = {id(passage) for passage in pairs.values()}
        left = [p for p in told if not self.grids.is_all_of(p) and id(p) not in second]
        free = [story for p in told if self.grids.is_all_of(p) for story in self.game.showing.under(p.anchor)]
        inner = {p.anchor: self.of_words_in(p, told) for p in left}
        moved = [story for stories in inner.values() for story in stories]
        apart = {p.anchor: [*(s for s in self.with_free(p, free) if s not in moved), *inner[p.anchor]]
                 for p in left if p.sort != "power"}  # fmt: skip
        for one in (p for p in left if id(p) in pairs):  # told together, they need the examples of one
            apart[one.anchor] += self.game.showing.under(pairs[id(one)].anchor)
        apart |= self.plan.lessons.stories
        return Stories(self.game, left, MOST - len(drawn) // PICTURES, bare, apart)

    def with_free(self, passage: Passage, free: Sequence[ExampleStory]) -> list[ExampleStory]:
        """The examples of a passage, and those of what a picture tells without any that are of its clauses alone."""
        own, clauses = self.game.showing.under(passage.anchor), {*passage.clauses}
        return [*own, *(story for story in free if story.clauses and clauses.issuperset(story.clauses))]

    def of_words_in(self, passage: Passage, told: Sequence[Passage]) -> list[ExampleStory]:
        """The examples of words in a verb that is told in short, where these are not told besides: those of no clause
        of another rule."""
        about = passage.about
        if not passage.short or passage.sort != "verb" or not isinstance(about, Definition):
            return []
        words = {id(node.quality) for node in nodes_in(about) if isinstance(node, model.Holds)}
        silent = [p for p in self.game.passages if id(p.about) in words and not any(p.about is o.about for o in told)]
        clauses = {clause for word in silent for clause in word.clauses}
        return [s for s in self.game.stories if not s.variants and s.clauses and clauses.issuperset(s.clauses)]

    def told(self, passages: Sequence[Passage], title: str) -> Iterator[Block]:
        """Steps one after the other; powers of one family are rows under its name, where the first of them is."""
        families: dict[str, list[Passage]] = {}
        for passage in (p for p in passages if p.sort == "power"):
            families.setdefault(self.game.family(passage), []).append(passage)
        shaped = self.shaped(passages)
        pairs = self.pairs(passages)
        second = {id(passage) for passage in pairs.values()}
        waiting = [passage for passage in passages if id(passage) not in second]
        while waiting:
            passage = waiting.pop(0)
            if id(passage) in pairs:
                words = self.few_words(passage, waiting)
                waiting = [other for other in waiting if other not in words]
                yield from self.both(passage, pairs[id(passage)], words)
            elif passage.sort == "power":
                family = families.pop(self.game.family(passage), [])
                is_all = bool(title) and len(family) == len(passages)
                yield from self.powers(family, title, is_all)
            elif id(passage) in shaped:
                yield from self.reach(shaped[id(passage)])
            else:
                words = self.words_first(passage, waiting)
                behind = self.words_before_story(passage, [other for other in waiting if other not in words])
                waiting = [other for other in waiting if other not in (*words, *behind)]
                lesson = passage.sort == "lesson"
                yield from self.lesson(passage, words) if lesson else self.step(passage, title, words, behind)

    def pairs(self, passages: Sequence[Passage]) -> dict[int, Passage]:
        """The second of two actions that are told together, by the identity of the first."""
        return twins.paired([p for p in passages if not self.telling.reaches.rows(p.about)])

    def both(self, passage: Passage, other: Passage, words: Sequence[Passage]) -> Iterator[Block]:
        """Two actions that are told together, with the words that they need and what belongs to either."""
        plain = self.telling.plain_of(passage).passages.speech
        one, second = (twins.without_what_is_taken(p, plain) for p in (passage, other))
        yield from twins.told(one, second, words, self.t["or"])
        for told in (passage, other, *words):
            yield from self.plan.notes[told.anchor]
            yield from self.tables.told_in[told.anchor]
            yield from self.story(told)

    def few_words(self, passage: Passage, behind: Sequence[Passage]) -> list[Passage]:
        """The words behind an action of which it speaks, and by which these are explained, that are told in sentences
        alone."""
        found = self.words_of(lines_told(passage), behind)
        return [word for word in found if self.is_a_sentence(word)]

    def is_a_sentence(self, word: Passage) -> bool:
        is_table = isinstance(word.about, model.Value) and self.speech.table(word.about) is not None
        boxes = any(isinstance(told, Exempt) for told in self.words(word.words))
        lists = any(line.children for line in lines_told(word))
        return not (is_table or boxes or lists or self.telling.reaches.rows(word.about))

    def words_first(self, passage: Passage, behind: Sequence[Passage]) -> list[Passage]:
        """The words behind an action that are told before its steps: those of which the sentence that allows it speaks,
        and by which these are explained, if some of them are told by pictures, as who has not seen these would
        understand none of its steps; or those that say in a few lines what it needs. All words of a lesson are."""
        words = [*takewhile(lambda other: other.sort == "term", behind)]
        if passage.sort == "lesson":
            return words
        if passage.sort != "action" or passage.short or passage.lead is None:
            return []
        told = self.words_of([passage.lead], behind)
        if any(self.telling.reaches.rows(word.about) for word in told):
            return told
        told = self.words_of([passage.lead, *passage.needs], behind)
        few = sum(1 + len(line.children) for word in told for line in lines_told(word)) <= FEW_LINES
        return told if few and passage.needs and not any(word.anchor in self.stories.under for word in told) else []

    def words_before_story(self, passage: Passage, behind: Sequence[Passage]) -> list[Passage]:
        """The words behind an action that are told before its example, as this rests on them: those of which it speaks
        that have neither an example nor a picture themselves."""
        if passage.sort != "action" or passage.short or passage.anchor not in self.stories.under:
            return []
        told = self.words_of(lines_told(passage), behind)
        is_shown = (*self.stories.under, *(word.anchor for word in told if self.telling.reaches.rows(word.about)))
        return [word for word in told if word.anchor not in is_shown]

    def words_of(self, lines: Iterable[Line], behind: Sequence[Passage]) -> list[Passage]:
        """The words behind an action of which lines speak, and by which these are explained."""
        words = [*takewhile(lambda other: other.sort == "term", behind)]
        told: list[Passage] = []
        waiting = [*lines]
        while waiting:
            spoken = {id(subject(run)) for run in runs_in(waiting.pop())}
            named = {word_of(word) for word in words if any(id(about) in spoken for about in word.abouts)}
            new = [word for word in words if word_of(word) in named and word not in told]
            told += new
            waiting += [line for word in new for line in lines_told(word)]
        return [word for word in words if word in told]

    def lesson(self, passage: Passage, words: Sequence[Passage]) -> Iterator[Block]:
        """What is told apart from the actions, with what its words mean; what shows these comes last."""
        yield Heading(passage.title, 3, label=f"#{passage.anchor}")
        yield from self.opening(passage)
        yield from in_paragraphs(passage.short)
        yield from self.needs(passage)
        told = list(self.told(words, passage.title))
        yield from (block for block in told if not isinstance(block, Story))
        yield from steps(passage.steps)
        yield from self.words(passage.words)
        yield from (block for block in told if isinstance(block, Story))
        yield from self.story(passage)

    def shaped(self, passages: Sequence[Passage]) -> dict[int, list[Passage]]:
        """What one word means of several kinds of pieces, where it is told by shapes: all, where the first of them is,
        and none where the others are."""
        found: dict[object, list[Passage]] = {}
        for passage in passages:
            if passage.sort == "term" and self.telling.reaches.rows(passage.about) and len(passage.steps) == 0:
                found.setdefault(word_of(passage), []).append(passage)
        alike = [group for group in found.values() if len(group) > 1]
        return {id(p): group if p is group[0] else [] for group in alike for p in group}

    def drawn_before(self, passages: Sequence[Passage]) -> list[Passage]:
        """What another word means of several kinds of pieces, if that is drawn further up."""
        told = [group for section in self.plan.all_sections for group in self.shaped(section.told).values() if group]
        above = takewhile(lambda group: passages[0] not in group, told)
        return [passage for group in above for passage in group]

    def reach(self, passages: Sequence[Passage]) -> Iterator[Block]:
        """Where pieces come to, each with its picture."""
        if passages:
            yield Para(tuple(self.telling.reaches.of_all(passages)), "generated", word=True)
            mine, before = ([p.about for p in some] for some in (passages, self.drawn_before(passages)))
            yield Powers(self.telling.reaches.rows_together(mine, before))
        for passage in passages:
            yield from map(of_word, self.words(passage.words))
            yield from self.plan.notes[passage.anchor]
            yield from self.story(passage)

    def step(
        self, passage: Passage, title: str = "", words: Sequence[Passage] = (), behind: Sequence[Passage] = ()
    ) -> Iterator[Block]:
        """One action, verb, rule or word; `words` stand behind the sentence that allows it, others `behind` all that
        is done."""
        if passage.sort == "term":
            yield from self.term(passage)
            return
        if isinstance(passage.about, model.Override | model.Bar):
            yield Exempt(passage.title, lines_told(passage), "designer" if passage.short else "generated")
        else:
            inside = [*self.told(words, passage.title)]
            drawn = any(isinstance(block, Powers) for block in inside)
            asked = (*inside, *self.asked(passage)) if drawn else (*self.asked(passage), *inside)
            done = (*self.done(passage), *self.told(behind, passage.title))
            told = (*self.opening(passage), *asked, *done, *self.tables.told_in[passage.anchor])
            yield from told if passage.title == title else self.headed(passage, tuple(filled(told)))
        yield from self.story(passage)

    def headed(self, passage: Passage, told: tuple[Block, ...]) -> Iterator[Block]:
        """What is told of a rule, under its name; the name of what happens by itself in a sentence stands before it."""
        match told:
            case (Para(lines=lines) as only,) if passage.sort in BY_THE_WAY and is_brief(lines):
                yield replace(only, title=passage.title, label=f"#{passage.anchor}")
            case _:  # takes a look
                yield Heading(passage.title, 3, passage.who, f"#{passage.anchor}")
                yield from told

    def opening(self, passage: Passage) -> Iterator[Para | Exempt | Powers]:
        """What is allowed, and where to."""
        yield from self.words(passage.words_before)
        if not passage.short:
            rows = self.telling.reaches.rows(passage.about)
            if passage.lead is not None and not is_titled_so(passage, passage.lead):
                yield Para((self.telling.reaches.shown(passage.lead) if rows else passage.lead,), "generated")
            yield Powers(rows)

    def content(self, passage: Passage) -> Iterator[Para | Exempt | Powers | Steps | Needs]:
        """What has to be so, and what is done."""
        yield from self.asked(passage)
        yield from self.done(passage)

    def asked(self, passage: Passage) -> Iterator[Para | Powers | Needs]:
        """What has to be so; the designer's words in place of all but where to, which is a picture."""
        yield from (note for note in self.plan.notes[passage.anchor] if isinstance(note, Para))
        if passage.short:
            which = (passage.lead,) if passage.also and passage.lead is not None else ()
            yield from in_paragraphs(as_list(passage.short), (*which, *self.leading_on(passage)))
            yield Powers(self.telling.reaches.rows(passage.about))
        if passage.needs or not passage.short:
            yield Para(names_in(passage), "generated")
            yield from self.needs(passage)

    def leading_on(self, passage: Passage) -> Iterator[Line]:
        """Where to read on what a rule does that is told in short: the verbs that have headings of their own, and of
        which its words do not speak."""
        about = passage.about
        if not isinstance(about, Definition) or passage.variant:
            return
        told = (*passage.short, *passage.words)
        said = stems(" ".join(line.text for line in told))
        known = {id(subject(run)) for line in told for run in runs_in(line)} | {id(about)}
        verbs = dict.fromkeys(node.procedure for node in nodes_in(about) if isinstance(node, model.Perform))
        found = [other for verb in verbs if id(verb) not in known and not names(said, verb)
                 for other in self.headed_verbs if other.about is verb]  # fmt: skip
        if found:
            before, behind = self.t["see_also"].split("{0}")
            named = (run for other in found for run in (Run(", "), Run(other.title, other.about)))
            yield Line((Run(before), *islice(named, 1, None), Run(behind)))

    @cached_property
    def headed_verbs(self) -> list[Passage]:
        """The verbs that the page tells under names of their own."""
        return [p for section in self.plan.all_sections for p in section.told if p.sort == "verb"]

    def done(self, passage: Passage) -> Iterator[Para | Exempt | Steps]:
        """What is done."""
        yield from () if passage.short else steps(passage.steps[len(names_in(passage)) :])
        yield from self.words(passage.words_behind)

    def needs(self, passage: Passage) -> Iterator[Para | Needs]:
        """What has to be so: of one thing a sentence says it."""
        cost = (replace(passage.cost, title=self.t["cost"]),) if passage.cost else ()
        needed = (*passage.needs, *cost)
        single = len(needed) == 1 and not needed[0].children
        yield Para(needed, "generated", step=True) if single else Needs(needed)

    def words(self, lines: Iterable[Line]) -> Iterator[Para | Exempt]:
        """The designer's words, each text by itself where they are long; what is easily taken otherwise stands in a
        box, called like an example of it."""
        told = [replace(line, said=False) for line in lines]
        warnings = {line: title for line in told if (title := self.stories.warning(line.clauses))}
        rest = [line for line in told if line not in warnings]
        yield from in_paragraphs(rest)
        yield from (Exempt(title, (line,), "designer") for line, title in warnings.items())

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
            parts = [(line,) for line in lines] if any(line.children for line in lines) else [lines]
            yield from (Para(part, "generated", word=True) for part in parts)
        yield from map(of_word, self.words(passage.words))
        yield from self.plan.notes[passage.anchor]
        yield from self.story(passage)

    def powers(self, family: list[Passage], title: str, is_all: bool) -> Iterator[Block]:
        """The powers of a family that are told in a section, under its name, unless they are all that is told there."""
        if not family:
            return
        name = self.game.family(family[0])
        if len(family) == 1:
            yield from self.step(family[0], title)
            return
        if name != title and not is_all:
            yield Heading(name, 3)
        lead = self.grids.lead(family)
        yield Para(lead, "generated")
        rows: list[Row] = []
        for passage in family:
            told = (*self.opening(passage), *self.content(passage), self.grids.own(passage, lead))
            rows.append(Row(passage.title, told, self.grids.drawn(passage)))
            shown = list(self.story(passage))
            if shown:  # it stands right behind what it shows
                yield Powers(tuple(rows))
                yield from shown
                rows = []
        yield Powers(tuple(rows))

    def story(self, passage: Passage) -> Iterator[Block]:
        """Its examples."""
        first = self.stories.under.get(passage.anchor)
        for story in (first, *self.stories.besides.get(passage.anchor, ())) if first else ():
            told = self.stories.told(story)
            yield replace(told, title="") if told.title == passage.title else told  # the heading says it


def in_paragraphs(texts: Sequence[Line], behind: Sequence[Line] = ()) -> Iterator[Para]:
    """The designer's words in a row or, where they are long, each text by itself; `behind` ends the last."""
    is_long = sum(len(line.text.split()) for line in texts) > MOST_IN_A_ROW
    yield from (Para((line,), "designer") for line in texts[:-1] if is_long)
    yield Para((*texts[-1:], *behind) if is_long else (*texts, *behind), "designer")


def names_in(passage: Passage) -> tuple[Line, ...]:
    """What the first steps of an action only give names of which its needs speak, too."""
    head = passage.about.head if isinstance(passage.about, model.Act) and not passage.short else ()
    given = {id(line.variable) for line in head if isinstance(line, model.Let)}
    spoken = given & {id(run.about) for need in passage.needs for run in runs_in(need)}
    names = takewhile(lambda step: step.naming, passage.steps)
    return tuple(takewhile(lambda step: any(id(run.about) in spoken for run in step.words), names))


def as_list(texts: tuple[Line, ...]) -> tuple[Line, ...]:
    """The designer's texts; what one announces with a colon stands as a list below it."""
    at = next((n for n, line in enumerate(texts, 1) if line.text.endswith(":")), len(texts))
    return (*texts[: at - 1], replace(texts[at - 1], children=texts[at:])) if at < len(texts) else texts


def of_word(words: Para | Exempt) -> Para | Exempt:
    """The designer's words on what a word means."""
    return replace(words, word=True) if isinstance(words, Para) else words


def steps(lines: tuple[Line, ...]) -> Iterator[Para | Steps]:
    """What is done: a single step is a sentence."""
    if len(lines) == 1 and not lines[0].children:
        yield Para(lines, "generated", step=True)
    else:
        yield Steps(lines)


def is_brief(lines: Sequence[Line]) -> bool:
    return not any(line.children for line in lines) and sum(len(line.text.split()) for line in lines) <= SHORT


def has_heading(passage: Passage, title: str) -> bool:
    """Whether it is told under a heading of its own in a section with a title."""
    is_inside = passage.sort in ("term", "power") or isinstance(passage.about, model.Override | model.Bar)
    return not is_inside and passage.title != title
