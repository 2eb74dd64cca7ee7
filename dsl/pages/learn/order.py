"""In which order a game is taught: as it is played, and what a step speaks of right behind it or in its own chapter."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from dsl import model
from dsl.model import Block, Definition, Rulebook
from dsl.model.visit import nodes_in
from dsl.pages.guide.brevity import is_on_demand
from dsl.pages.guide.chapters import is_brought
from dsl.pages.reference.passages import Part, Passage
from dsl.prose.nodes import body_of
from dsl.prose.speech import Line, Run
from dsl.text.standard_library import is_library

FEW, SHORT = 5, 8  # words that can be told with a sentence that uses them, and the lines that these have
Lines = Callable[[Passage], Iterable[Line]]


@dataclass
class Section:
    """A part of the play, or a chapter on what several of them use. `opening` is the phase that it is; `steps` are told
    in it in this order."""

    title: str
    words: tuple[Line, ...] = ()
    opening: Passage | None = None
    steps: list[Passage] = field(default_factory=list)
    part: Part | None = None

    @property
    def opening_only(self) -> list[Passage]:
        return [self.opening] if self.opening else []

    @property
    def told(self) -> list[Passage]:
        return [*self.opening_only, *self.steps]

    @property
    def said(self) -> list[Passage]:
        """What the designer's words on its chapter explain, also if nothing else speaks of it."""
        return [p for p in self.part.passages if is_said(p, self.words)] if self.part else []

    @property
    def told_or_said(self) -> list[Passage]:
        told = self.told
        return [*(p for p in self.said if p not in told), *told]


class Order:
    """The sections of a game. `parts` are the chapters of its rulebook with what is to be told of them, `lines_of` what
    is told of a passage; `course` are the lines of the course of play, `outside` others that speak of something;
    `title` heads what is played in no phase; `behind` stands what is told apart from an action, by its identity."""

    def __init__(
        self,
        book: Rulebook,
        parts: Iterable[Part],
        lines_of: Lines,
        course: Iterable[Line],
        outside: Iterable[Line],
        title: str,
        behind: Mapping[int, Sequence[Passage]],
    ) -> None:
        self.book, self.parts, self.lines_of, self.title, self.behind = book, list(parts), lines_of, title, behind
        self.course = list(course)
        self.passages = {id(about): p for part in self.parts for p in part.passages for about in p.abouts}
        self.chapter = {id(p): part for part in self.parts for p in part.passages}
        self.placed: set[int] = set()
        self.begun: set[int] = set()
        self.spoken = {id(p) for p in self.reached([*self.course, *outside, *self.lines_of_firm()])}

    def lines_of_firm(self) -> Iterator[Line]:
        """The lines of what is told in any case: all but words, and verbs that nothing speaks of."""
        return (line for p in self.passages.values() if p.sort not in ("term", "verb") for line in self.lines_of(p))

    def place(self, told: Iterable[Passage]) -> None:
        """Takes note that something is told outside the sections."""
        own = (self.passages.get(id(passage.about)) for passage in told)
        self.placed |= {id(passage) for passage in own if passage is not None}

    def beside(self, lines: Iterable[Line]) -> list[Passage]:
        """The words of which lines speak, to be told with them: if these are few, and lead on to nothing else."""
        found = [p for p in self.reached(lines) if self.is_free(p)]
        length = sum(1 + len(line.children) for p in found for line in self.lines_of(p))
        few = found if len(found) <= FEW and length <= SHORT and all(p.sort == "term" for p in found) else []
        self.placed |= set(map(id, few))
        return few

    def only_of(self, lines: Iterable[Line]) -> list[Passage]:
        """The words of which nothing that is played speaks, but these lines do; and those that they name, if a few
        words more explain them."""
        lines = list(lines)
        named = [p for line in lines for run in runs_in(line) if (p := self.passage_of(run)) and p.sort == "term"]
        words = [found for p in named for found in self.beside([Line((Run(p.title, p.about),))])]
        return [*words, *self.not_played(lines, self.lines_of_firm())]

    def not_played(self, lines: Iterable[Line], played: Iterable[Line]) -> list[Passage]:
        """The words of which lines speak, and nothing that is `played` does."""
        known = {id(p) for p in self.reached(played)}
        found = [p for p in self.reached(lines) if self.is_free(p) and p.sort == "term" and id(p) not in known]
        self.placed |= set(map(id, found))
        return found

    def only_of_ends(self, lines: Iterable[Line]) -> list[Passage]:
        """The words of which only the lines on how else a game ends speak."""
        ends = {id(p) for p in self.passages.values() if p.sort == "end"}
        firm = (p for p in self.passages.values() if p.sort not in ("term", "verb") and id(p) not in ends)
        told = (*self.course, *(line for p in firm for line in self.lines_of(p)))
        return self.from_the_top(self.not_played(lines, told))

    def named_in(self, lines: Iterable[Line]) -> list[Passage]:
        """The words that lines name, each before those by which it is explained, to be told with these lines."""
        words: list[Passage] = []
        waiting = [p for line in lines for run in runs_in(line) if (p := self.passage_of(run)) is not None]
        while waiting:
            passage = waiting.pop(0)
            if passage not in words and self.is_free(passage) and self.is_word(passage):
                words.append(passage)
                waiting[:0] = self.spoken_of(passage)
        self.placed |= set(map(id, words))
        return words

    def sections(self) -> list[Section]:
        """What is played, in its order; then the chapters of which that speaks, those of which they speak in their
        turn, and what is left. A chapter that is called like a phase is told with it."""
        found = list(self.played)
        self.add_rules_on_acts(found)
        for section in found:
            self.complete(section)
        for section in found:  # of what is left in its chapter others may have spoken
            section.steps += self.left_of(section.part) if section.part else ()
        by_title = {section.title: section for section in found}
        rest = (chapter for section in list(found) for chapter in self.chapters_behind(section))
        for chapter in chain(rest, map(self.chapter_of, self.parts)):
            if chapter.title in by_title:
                by_title[chapter.title].steps += chapter.steps
            elif chapter.steps or chapter.words:
                by_title[chapter.title] = chapter
                found.append(chapter)
        return self.with_exceptions(self.understood(self.as_written(found)))

    def as_written(self, sections: list[Section]) -> list[Section]:
        """The sections; where the designer explains something in chapters of words before all that is played, these
        come first here, too."""
        place = {id(part): number for number, part in enumerate(self.parts)}
        first = next((place[id(s.part)] for s in sections if s.part is not None), 0)
        before = [s for s in sections if s.words and s.part is not None and place[id(s.part)] < first]
        before = [s for s in before if s.opening is None and all(step.sort == "term" for step in s.steps)]
        before.sort(key=lambda section: place[id(section.part)])
        return [*before, *(section for section in sections if section not in before)]

    def understood(self, sections: list[Section]) -> list[Section]:
        """The sections, behind chapters that only say what words mean, where they need these: the first of the play for
        the sentence that allows its first step, and what is not played for anything."""
        lead = next((step.lead for step in sections[0].steps), None) if sections else None
        found = self.behind_words([], sections, [lead] if lead is not None else [])
        for section in sections[1:]:
            played = section.opening is not None or any(step.sort == "action" for step in section.steps[:1])
            lines = [] if played else [line for step in section.told for line in self.lines_of(step)]
            at = found.index(section)
            found = self.behind_words(found[:at], found[at:], lines)
        return found

    def behind_words(self, before: list[Section], sections: list[Section], lines: Iterable[Line]) -> list[Section]:
        """The sections `before` and others, ahead of which those are put that only say what words in lines mean."""
        named = {id(self.chapter[id(p)]) for line in lines for p in self.explaining(line)}
        first = [s for s in sections[1:] if id(s.part) in named and all(step.sort == "term" for step in s.told)]
        return [*before, *first, *(section for section in sections if section not in first)]

    def explaining(self, line: Line) -> list[Passage]:
        """The words that a line names, those that explain them, and so on, wherever they are told."""
        found: list[Passage] = []
        waiting = [p for run in runs_in(line) if (p := self.passage_of(run)) is not None]
        while waiting:
            passage = waiting.pop()
            if passage.sort == "term" and passage not in found:
                found.append(passage)
                waiting += self.spoken_of(passage)
        return found

    def with_exceptions(self, sections: list[Section]) -> list[Section]:
        """The sections with exceptions behind what they go over, also where another one tells that."""
        told = {id(p) for section in sections for p in section.steps}
        behind: dict[int, list[Passage]] = defaultdict(list)
        for passage in (p for section in sections for p in section.steps):
            over = self.passages.get(id(passage.about.of)) if isinstance(passage.about, model.Override) else None
            if over is not None and id(over) in told:
                behind[id(over)].append(passage)
        moved = {id(p) for several in behind.values() for p in several}
        for section in sections:
            stay = (p for p in section.steps if id(p) not in moved)
            section.steps = [p for step in stay for p in (step, *behind[id(step)])]
        return [section for section in sections if section.told or section.words]

    @property
    def played(self) -> Iterator[Section]:
        """The phases, and before them what is done outside of any; each with its actions in the order of offers."""
        stations = list(stations_of(self.book))
        for phase, acts in stations:
            passage = self.passages.get(id(phase)) if phase else None
            acts = [act for act in acts if phase is None or act not in self.beside_variants]
            done = [p for act in acts if (p := self.passages.get(id(act))) is not None and id(p) not in self.placed]
            done = self.with_verbs_of_course(done) if done and phase is None else done
            steps = [one for p in done for one in (p, *self.behind.get(id(p.about), ()))]
            self.placed |= {id(p) for p in (passage, *steps) if p is not None}
            if passage is None and not steps:
                continue
            part = self.chapter[id(passage or steps[0])]
            own = None if id(part) in self.begun else part
            self.begun.add(id(part))
            title = passage.title if passage else self.title
            yield Section(title, own.words if own else (), passage, steps, own)

    @cached_property
    def beside_variants(self) -> set[object]:
        """The actions of which one is chosen together with such as variants bring: they are told where these are, in
        a chapter that is not that of the phase."""
        found: set[object] = set()
        for phase in self.book.phases.values():
            for several in carried_out_at_once(phase.body):
                chapters = {act.chapter for act in several if act.variant} - {phase.chapter}
                found |= {act for act in several if act.chapter in chapters and not act.variant}
        return found

    def with_verbs_of_course(self, acts: list[Passage]) -> list[Passage]:
        """Actions, and the verbs that the course of play names, in the order in which it does."""
        told = [p for line in self.course for run in runs_in(line) if (p := self.passage_of(run)) is not None]
        found = (p for p in told if p in acts or (p.sort == "verb" and self.is_free(p)))
        return list({id(p): p for p in (*found, *acts)}.values())

    def passage_of(self, run: Run) -> Passage | None:
        """What tells of the thing that is named; of a word that is not told of it, as it says no more of that, what
        tells the same word of something else."""
        about = subject(run)
        found = self.passages.get(id(about))
        if found is not None or not isinstance(about, model.Quality) or is_library(about.span.file):
            return found
        return next(iter(self.alike.get((type(about), about.name), ())), None)

    def add_rules_on_acts(self, sections: Iterable[Section]) -> None:
        """Puts what happens by itself after actions behind these, if one section has them all, and not where its
        chapter begins."""
        of_act = {id(act): section for section in sections for act in section.steps}
        played = {id(section.part): section for section in sections if section.part}
        for rule in (p for part in self.parts for p in part.of("rule") if id(part) in played and self.is_free(p)):
            named = (subject(run) for line in self.lines_of(rule) for run in runs_in(line))
            about = rule.about
            deeds = about.deeds if isinstance(about, model.Happening) and about.deeds else named
            acts = (self.passages.get(id(act)) for act in deeds)
            wanted = {id(of_act[id(act)]): of_act[id(act)] for act in acts if id(act) in of_act}
            if len(wanted) == 1:
                opened = (p for p in self.reached(self.lines_of(rule)) if p.sort == "window" and self.is_free(p))
                told = [rule, *(p for p in opened if self.chapter[id(p)] is self.chapter[id(rule)])]
                self.placed |= set(map(id, told))
                next(iter(wanted.values())).steps += told

    def complete(self, section: Section) -> None:
        """Puts what steps speak of behind the first that does, as far as it can be told there; what a phase itself does
        comes where it is done, and what its words mean before all."""
        told = [*section.opening_only, *section.steps]
        first: dict[int, tuple[Passage, int]] = {}
        opened = [*self.done_by_opening(section)] if section.opening else []
        for number, passage in enumerate(told):
            spoken = [] if passage is section.opening else self.told_here(passage, self.lines_of(passage))
            for found in (*spoken, *(found for found, after in opened if after == number)):
                first.setdefault(id(found), (found, number))
        self.placed |= set(first)
        steps = []
        for number, passage in enumerate(told):
            steps += self.each_behind_its_use(passage, [found for found, after in first.values() if after == number])
        section.steps = steps[len(section.opening_only) :]

    def done_by_opening(self, section: Section) -> Iterator[tuple[Passage, int]]:
        """What a phase speaks of itself, each thing with the number of the step, counted from the phase as 0, behind
        which the phase does it."""
        assert section.opening is not None  # it is a phase
        numbers = {id(p): n for n, p in enumerate(section.steps, 1)}
        after = 0
        for run in (run for line in self.lines_of(section.opening) for run in runs_in(line)):
            passage = self.passage_of(run)
            after = max(after, numbers.get(id(passage), 0))
            number = 0 if passage is not None and passage.sort == "term" else after
            if id(passage) not in numbers:
                yield from ((found, number) for found in self.told_here(section.opening, [Line((run,))]))

    def told_here(self, passage: Passage, lines: Iterable[Line]) -> list[Passage]:
        """What some lines of a passage lead to that can be told with it."""
        here = self.chapter[id(passage)]
        return [p for p in self.reached(lines, here) if self.is_free(p) and self.is_told_in(here, p)]

    def is_told_in(self, part: Part, passage: Passage) -> bool:
        """Whether something can be told in a chapter: in its own, and words also in others."""
        return self.chapter[id(passage)] is part or self.is_word(passage) or is_brought(passage)

    def is_word(self, passage: Passage) -> bool:
        """Whether it is a word that can be told wherever it is used: not if its chapter only explains words, which are
        more than a few, or on which the designer says something in common."""
        part = self.chapter[id(passage)]
        of_words = (len(part.passages) > FEW or bool(part.words)) and all(p.sort == "term" for p in part.passages)
        return passage.sort == "term" and not of_words

    def each_behind_its_use(self, passage: Passage, found: list[Passage]) -> list[Passage]:
        """A passage and what is told behind it: words right behind the first of these that speaks of them."""
        told: dict[int, Passage] = {}
        waiting = [passage, *(other for other in found if other.sort != "term"), *found]
        words = {id(other) for other in found if other.sort == "term"}
        while waiting:
            one = waiting.pop(0)
            if id(one) not in told:
                told[id(one)] = one
                spoken = (alike for other in self.spoken_of(one) for alike in self.of_one_word(other))
                waiting[:0] = [other for other in spoken if id(other) in words]
        return list(told.values())

    def left_of(self, part: Part) -> list[Passage]:
        """What happens by itself in a chapter that is a part of the play; all that is left of one without a title."""
        firm = (p for p in part.passages if self.is_free(p))
        found = [p for p in firm if not part.title or p.sort not in ("term", "verb")]
        self.placed |= set(map(id, found))
        return found

    def chapters_behind(self, section: Section) -> Iterator[Section]:
        """The chapters of which a section speaks, then those of which they speak in their turn; those that only say
        what words mean come before the first that needs them."""
        lines = [line for passage in section.told for line in self.lines_of(passage)]
        for passage in self.reached(lines):
            if self.is_free(passage) and not is_brought(passage) and passage.about not in self.beside_variants:
                chapter = self.chapter_of(self.chapter[id(passage)])
                of_words = all(step.sort == "term" for step in chapter.steps)
                yield from (*self.chapters_behind(chapter), chapter) if of_words else (chapter,)

    def chapter_of(self, part: Part) -> Section:
        """What is left to tell of a chapter: what is done first, what its words mean behind that."""
        free = [p for p in part.passages if self.is_free(p)]
        own = None if id(part) in self.begun else part
        self.begun.add(id(part))
        lines = [line for p in free for line in self.lines_of(p)]
        free += [p for p in self.reached(lines) if is_brought(p) and self.is_free(p)]
        free += [p for p in self.reached(lines, part) if p not in free and self.is_left_over(p)]
        self.placed |= set(map(id, free))
        done, words = [p for p in free if p.sort != "term"], [p for p in free if p.sort == "term"]
        steps = [*done, *words] if done else self.from_the_top(words)
        return Section(part.title, own.usual_words if own else (), None, steps, own)

    def is_left_over(self, passage: Passage) -> bool:
        """Whether it is a word in whose own chapter only words are left: these need no section of their own."""
        left = (p for p in self.chapter[id(passage)].passages if self.is_free(p))
        return self.is_word(passage) and self.is_free(passage) and all(p.sort == "term" for p in left)

    def from_the_top(self, words: list[Passage]) -> list[Passage]:
        """Words, each ahead of those by which it is explained."""
        inner = {id(p) for word in words for p in self.spoken_of(word)}
        first = [word for word in words if id(word) not in inner] or words[:1]
        found = (p for word in (*first, *words) for p in self.each_behind_its_use(word, words))
        return list({id(p): p for p in found}.values())

    def spoken_of(self, passage: Passage) -> list[Passage]:
        """What a passage itself speaks of."""
        found = []
        waiting = list(self.lines_of(passage))
        while waiting:
            line = waiting.pop(0)
            waiting += line.children
            found += [p for run in line.words if (p := self.passage_of(run)) is not None]
        return [other for other in found if other is not passage]

    def is_free(self, passage: Passage) -> bool:
        """Whether it is not told yet and has to be: words, and verbs, only where something speaks of them."""
        if id(passage) in self.placed:
            return False
        return not is_on_demand(passage) or id(passage) in self.spoken

    def of_one_word(self, passage: Passage) -> list[Passage]:
        """The passage, and what its word means where it is said of something else."""
        return self.alike.get(word_of(passage), [passage]) if passage.sort == "term" else [passage]

    @cached_property
    def alike(self) -> dict[object, list[Passage]]:
        """The words by what they are called."""
        found: dict[object, list[Passage]] = {}
        for passage in (p for part in self.parts for p in part.passages if p.sort == "term"):
            found.setdefault(word_of(passage), []).append(passage)
        return found

    def reached(self, lines: Iterable[Line], here: Part | None = None) -> list[Passage]:
        """What lines speak of, what that speaks of, and so on, nearest first; nothing that is placed leads on, nor what
        cannot be told `here`."""
        found: dict[int, Passage] = {}
        waiting = deque(lines)
        while waiting:
            line = waiting.popleft()
            waiting.extendleft(reversed(line.children))
            for run in line.words:
                passage = self.passage_of(run)
                for alike in self.of_one_word(passage) if passage is not None and id(passage) not in found else ():
                    found[id(alike)] = alike
                    is_here = here is None or self.is_told_in(here, alike)
                    waiting += self.lines_of(alike) if is_here and id(alike) not in self.placed else ()
        return list(found.values())


def word_of(passage: Passage) -> tuple[object, ...]:
    """By what a word is known, of whatever it is said."""
    return called(passage.about) or (passage.title,)


def called(about: object) -> tuple[object, ...]:
    """By what a definition is known, of whatever it is said; nothing for anything else."""
    return (type(about), about.name) if isinstance(about, Definition) else ()


def is_said(word: Passage, words: Sequence[Line]) -> bool:
    """Whether the designer's words on a chapter explain a word: they follow all clauses that it does."""
    followed = {clause for line in words for clause in line.clauses}
    return word.sort == "term" and bool(word.clauses) and followed.issuperset(word.clauses)


def runs_in(line: Line) -> Iterator[Run]:
    yield from line.words
    for child in line.children:
        yield from runs_in(child)


def subject(run: Run) -> object:
    """What is named; of a value or a space with a name its kind."""
    return run.about[0] if isinstance(run.about, tuple) else run.about


def stations_of(book: Rulebook) -> Iterator[tuple[model.Phase | None, list[model.Action]]]:
    """What is done in no phase (None), then each phase in the order of play, with the actions offered in it."""
    waiting: list[model.Phase | None] = [None]
    known: set[model.Phase | None] = {None}
    while waiting:
        phase = waiting.pop(0)
        done = list(carried_out(phase.body if phase else book.play))
        yield phase, [d for d in dict.fromkeys(done) if isinstance(d, model.Action)]
        inner = [d for d in dict.fromkeys(done) if isinstance(d, model.Phase) and d not in known]
        known.update(inner)
        waiting[:0] = inner


def carried_out(block: Block, windows: bool = True) -> Iterator[Definition]:
    """What a block has done, what its verbs and its `windows` have done included, each before what it does itself."""
    return (done for several in carried_out_at_once(block, windows) for done in several)


def carried_out_at_once(block: Block, windows: bool = True) -> Iterator[Sequence[Definition]]:
    """The same, with the actions of which one is chosen together."""
    waiting: list[object] = [block]
    known: set[Definition] = set()
    while waiting:
        for node in nodes_in(waiting.pop(0)):
            yield (several := named_in(node))
            for found in several:
                if isinstance(found, model.Window) and not windows:
                    continue
                if isinstance(found, model.Procedure | model.Window) and found not in known:
                    known.add(found)
                    waiting.append(body_of(found))


def named_in(node: model.Node) -> Sequence[Definition]:
    match node:
        case model.DoPhase(phase=phase):
            return (phase,)
        case model.Offer(invocations=invocations):
            return [invocation.action for invocation in invocations]
        case model.DoAction(invocation=invocation):
            return (invocation.action,)
        case model.Perform(procedure=verb):
            return (verb,)
        case model.Open(window=window):
            return (window,)
        case _:  # has nothing carried out that has a heading of its own
            return ()
