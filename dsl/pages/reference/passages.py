"""The passages of a rulebook: each construct with its heading and its sentences, before they are laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dsl import model
from dsl.model import Chapter, Definition, Rulebook, Text
from dsl.model.visit import parts_of
from dsl.model.world import BoardInfo, Kind, PieceInfo, PlaceInfo, Setting, StateInfo, TableInfo
from dsl.pages.markdown import anchor
from dsl.pages.reference.numbers import Numbers
from dsl.prose.nouns import kind_term
from dsl.prose.realiser import capitalised
from dsl.prose.speech import Line, Run, Sheet, Speech, Words


@dataclass(frozen=True)
class Passage:
    """What is said of one construct.

    `sort` is the kind of passage (action, power, verb, phase, window, term, rule, end, thing); `lead` says what it is,
    `needs` what it asks, `cost` its price, `steps` what happens; `words` are the designer's, of which so many are the
    `foreword` to all that, `short` those that a guide tells in place of `lead`, `needs`, `cost` and `steps`. `who` is
    the only seat that does it. `number` is its place in the rules reference. `sheet` holds the cells of a table. `also`
    are the other powers that it tells.
    """

    sort: str
    about: object
    title: str
    anchor: str
    lead: Line | None = None
    needs: tuple[Line, ...] = ()
    cost: Line | None = None
    steps: tuple[Line, ...] = ()
    words: tuple[Line, ...] = ()
    foreword: int = 0
    short: tuple[Line, ...] = ()
    who: str = ""
    variant: str = ""
    chapter: str = ""
    number: str = ""
    sheet: Sheet | None = None
    also: tuple[object, ...] = ()

    @property
    def abouts(self) -> tuple[object, ...]:
        return (self.about, *self.also)

    @property
    def words_before(self) -> tuple[Line, ...]:
        return self.words[: self.foreword]

    @property
    def words_behind(self) -> tuple[Line, ...]:
        return self.words[self.foreword :]

    def lines(self) -> Iterator[Line]:
        """All sentences, those under others included."""
        first = (self.lead, self.cost)
        waiting = [line for line in (*first, *self.needs, *self.steps, *self.words) if line is not None]
        while waiting:
            line = waiting.pop(0)
            yield line
            waiting += line.children

    def as_line(self) -> Line:
        """What is said of a thing in the box as one line under its name."""
        told = self.short or (*((self.lead,) if self.lead else ()), *self.steps)
        if any(line.children for line in told[:-1]):
            return Line((), told, title=self.title)
        words = (run for number, line in enumerate(told) for run in (*((Run(" "),) if number else ()), *line.words))
        clauses = tuple(dict.fromkeys(clause for line in told for clause in line.clauses))
        return Line(tuple(words), told[-1].children if told else (), clauses, self.title)

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(clause for line in self.lines() for clause in line.clauses))


@dataclass
class Part:
    """A chapter of the rulebook: the designer's words, and its passages in the order of the file."""

    title: str
    words: tuple[Line, ...] = ()
    passages: list[Passage] = field(default_factory=list)
    examples: list[model.Example] = field(default_factory=list)
    number: str = ""

    def of(self, *sorts: str) -> list[Passage]:
        return [passage for passage in self.passages if passage.sort in sorts]

    @property
    def usual_words(self) -> tuple[Line, ...]:
        """The designer's words, if not all of it belongs to variants."""
        return () if self.passages and all(passage.variant for passage in self.passages) else self.words


class Passages:
    """All passages of a rulebook, with anchors and numbers of their own."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.book: Rulebook = speech.book
        self.taken: set[str] = set()
        chapters = [c for c in self.book.chapters if c.items]
        self.parts = [self.part(chapter, number) for number, chapter in enumerate(chapters, start=2)]
        self.others: list[Part] = []
        self.by_thing = self.found_by(self.parts)

    def add(self, parts: list[Part]) -> None:
        """Puts parts behind the others that tell what is different on other terms."""
        self.others += parts
        self.by_thing |= self.found_by(parts)

    def renumber(self, numbers: Numbers) -> None:
        """Gives all parts and passages these numbers."""
        for part, (number, own) in zip(self.all_parts, numbers, strict=True):
            part.number = number
            part.passages = [replace(passage, number=n) for passage, n in zip(part.passages, own, strict=True)]
        self.by_thing = self.found_by(self.all_parts)

    def found_by(self, parts: list[Part]) -> dict[int, Passage]:
        """The passages by what they are about, by identity; one that tells several powers by each of them."""
        return {id(about): p for part in parts for p in part.passages for about in p.abouts}

    @property
    def all_parts(self) -> list[Part]:
        return [*self.parts, *self.others]

    def __iter__(self) -> Iterator[Passage]:
        for part in self.parts:
            yield from part.passages

    def part(self, chapter: Chapter, number: int) -> Part:
        words = tuple(self.speech.said(item) for item in chapter.items if isinstance(item, Text))
        title = self.speech.lexicon.heading(chapter.title)
        part = Part(title, words, number=str(number))
        for item in chapter.items:
            if isinstance(item, model.Example):
                part.examples.append(item)
                continue
            passage = self.passage(item, f"{number}.{len(part.passages) + 1}", title)
            if passage is not None:
                part.passages.append(passage)
        return part

    # ---------------------------------------------------------------------------------------------------- one passage

    def passage(self, item: object, number: str, chapter: str) -> Passage | None:
        if isinstance(item, Definition):
            return self.definition(item, number, chapter)
        lines = self.speech.thing(item)
        words = self.words_of(item)
        name = opening(self.name_of(item))
        if not lines and not words:
            return None
        return Passage(
            "thing", item, name, self.anchor("thing", name), steps=with_first(lines, clauses_of(item)),
            words=words, number=number, chapter=chapter,
            sheet=self.speech.sheet(item) if isinstance(item, TableInfo) else None,
        )  # fmt: skip

    def definition(self, item: Definition, number: str, chapter: str) -> Passage:
        sort = sort_of(item)
        title = self.speech.title(item)
        values = self.speech.values(item, alone=False)
        content, words = self.content(item), tuple(self.speech.said(text, values) for text in item.texts)
        common = {
            "words": words if content.get("lead") or content["steps"] else with_first(words, item.clauses),
            "foreword": foreword(item),
            "short": self.speech.short(item),
            "who": self.who(item),
            "variant": item.variant or "",
            "number": number,
            "chapter": chapter,
            "also": tuple(self.speech.together(item)[1:]) if isinstance(item, model.Power) else (),
        }
        return Passage(sort, item, title, self.anchor(sort, title), **content, **common)  # type: ignore[arg-type]

    def content(self, item: Definition) -> dict[str, object]:
        """The sentences of a definition, by the part of the passage that they are."""
        speech = self.speech
        match item:
            case model.Action():
                needs = (*speech.playable(item), *speech.needs(item))
                steps = speech.effects(item)
                found = {"needs": needs, "cost": speech.cost(item), "steps": steps}
                if steps and not item.parameters:  # the heading says what is allowed
                    return {**found, "steps": with_first(steps, item.clauses)}
                return {"lead": speech.allowed(item), **found}
            case model.Power():
                steps = with_first(speech.effects(item), item.clauses)
                needs = (*speech.playable(item), *speech.needs(item))
                return {"lead": speech.shared(item), "needs": needs, "cost": speech.cost(item), "steps": steps}
            case model.AtEdge():
                return {"lead": speech.definition(item), "steps": ()}
            case model.Procedure():
                lead = Line(opened(speech.heading(item)), clauses=item.clauses)
                return {"lead": lead, "needs": speech.needs(item), "steps": speech.effects(item)}
            case model.Phase():
                return {"steps": with_first(speech.course(item), item.clauses)}
            case model.Window():
                lead = Line(opened(speech.window(item)), clauses=item.clauses)
                return {"lead": lead, "steps": speech.block(item.body)}
            case model.Walk():
                line = speech.definition(item)
                return {"steps": with_first(line.children, line.clauses)}
            case _:  # one sentence, with what there is to know besides
                return {"lead": speech.definition(item), "steps": speech.notes(item)}

    def who(self, item: Definition) -> str:
        seat = self.speech.actor(item)
        return "" if seat is None else self.speech.label(self.book.world.players.labels[seat])

    def name_of(self, item: object) -> str:
        """What a thing in the box is called."""
        match item:
            case PieceInfo() | PlaceInfo():
                return self.speech.name(kind_term(item.kind))
            case StateInfo():
                return self.speech.name(kind_term(item.kind), many=True)
            case Kind():
                return self.speech.name(kind_term(item))
            case BoardInfo():
                return self.speech.label(item.label)
            case Setting():
                return self.speech.label(item.name)
            case TableInfo():
                return self.speech.name(kind_term(item.kind), many=True) if item.kind.plural else item.name
            case _:  # nothing else that is told of has a name
                return ""

    def words_of(self, item: object) -> tuple[Line, ...]:
        """The designer's words on a thing in the box."""
        return tuple(map(self.speech.said, item.words)) if isinstance(item, PieceInfo | PlaceInfo | BoardInfo) else ()

    def anchor(self, sort: str, title: str) -> str:
        """An address that no other passage has."""
        wanted = found = anchor(f"{sort} {title}")
        count = 1
        while found in self.taken:
            count += 1
            found = f"{wanted}-{count}"
        self.taken.add(found)
        return found


# --------------------------------------------------------------------------------------------------------------- parts


def sort_of(item: Definition) -> str:
    match item:
        case model.Action():
            return "action"
        case model.Power():
            return "power"
        case model.AtEdge():
            return "rule"
        case model.Procedure():
            return "verb"
        case model.Phase():
            return "phase"
        case model.Window():
            return "window"
        case model.Ending():
            return "end"
        case model.Quality() | model.Value() | model.Walk() | model.Position():
            return "term"
        case _:  # what explains no word says what happens or what is not allowed
            return "rule"


def foreword(item: Definition) -> int:
    """How many of the designer's texts on what is done stand before all that is asked and done."""
    if not isinstance(item, model.Act | model.Procedure | model.Phase | model.Window):
        return 0
    first = min((part.span.line for part in parts_of(item)), default=0)
    return sum(text.span.line < first for text in item.texts)


def is_in_table(passage: Passage) -> bool:
    """Whether the guide tells of it in a table: of pieces, of places, or in one of its own."""
    return passage.sheet is not None or isinstance(passage.about, PieceInfo | PlaceInfo | StateInfo)


def opening(name: str) -> str:
    """A name as it stands at the beginning of a heading."""
    return name[:1].upper() + name[1:]


def opened(words: Words) -> Words:
    """A heading that sentences follow."""
    return (*capitalised(words), Run(":"))


def with_first(lines: Sequence[Line], clauses: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines, of which the first bears the clauses of the heading, too."""
    if not lines or not clauses:
        return tuple(lines)
    first = lines[0]
    together = tuple(dict.fromkeys((*clauses, *first.clauses)))
    return (Line(first.words, first.children, together, first.title, first.said), *lines[1:])


def clauses_of(item: object) -> tuple[str, ...]:
    if isinstance(item, PieceInfo):
        return item.clauses
    if isinstance(item, PlaceInfo):
        return (*item.kind.clauses, *item.clauses)
    return ()


def all_clauses(lines: Iterable[Line]) -> tuple[str, ...]:
    """The clauses of lines and of all that stands under them."""
    found: list[str] = []
    for line in lines:
        found += [*line.clauses, *all_clauses(line.children)]
    return tuple(dict.fromkeys(found))
