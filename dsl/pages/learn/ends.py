"""How a game ends: what stands at the beginning, as the goal, and what stands at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from dsl import model
from dsl.pages.learn.blocks import Block, Bullets, Para, as_a_row
from dsl.pages.learn.order import subject
from dsl.pages.learn.telling import Telling
from dsl.pages.reference.passages import Passage, opening
from dsl.prose.speech import Line, Run

MOST_OF_NAME = 2  # words
Notes = Mapping[int, Sequence[Line]]


class Ends:
    """The ends of a game as they are taught."""

    def __init__(self, telling: Telling) -> None:
        self.game, self.speech = telling.game, telling.speech

    def explained(self, winning: bool, notes: Notes) -> Iterator[Block]:
        """The same; behind the first sentence that asks for what no sign shows stand the `notes` on that, by its
        identity."""
        left = dict(notes)
        for block in self.told(winning):
            match block:
                case Para(lines=lines):
                    yield replace(block, lines=(*lines, *(note for line in lines for note in notes_on(line, left))))
                case Bullets(lines=lines):
                    yield replace(block, lines=tuple(with_notes(line, left) for line in lines))
                case _:
                    assert_never(block)
        yield Para(tuple(note for told in left.values() for note in told), "designer", word=True)

    def told(self, winning: bool) -> Iterator[Para | Bullets]:
        """The ends of the game in which somebody wins, or else the others; what decides it in the course of play, but
        not in one sentence, stands with the latter, unless nothing else does."""
        won = [p for p in self.game.endings if wins(p)]
        told = [p for p in self.game.endings if wins(p) is winning]
        for passage in told:
            lines = self.end(passage)
            words = tuple(replace(line, said=False) for line in passage.words)
            together = not any(line.children for line in lines)
            yield Para((*lines, *(words if together else ())), "designer" if passage.short else "generated")
            yield Para(() if together else words, "designer")
        goals, others, draws = self.in_course
        if winning:
            yield Para(goals if won else (), "generated")
            yield Bullets(() if won else without_label((*goals, *others)))
        else:
            yield Bullets(others if won else ())
            yield Bullets(draws)

    @property
    def in_course(self) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
        """What decides the game in the course of play: in one sentence, otherwise, and so that nobody wins."""
        apart = (tuple(map(named, lines)) for lines in self.speech.outcomes_apart)
        goals, others, draws = (tuple(replace(line, said=False) for line in lines) for lines in apart)
        others = tuple(line for line in others if not self.is_told_in_short(line))
        return goals, others, tuple(replace(draw, children=tuple(map(self.in_full, draw.children))) for draw in draws)

    def is_told_in_short(self, line: Line) -> bool:
        """Whether who wins so is told in words on what is done, to which the sentences on the goal lead."""
        leading = (run for p in self.game.endings if wins(p) for told in self.end(p) for run in told.words)
        acts = {id(act) for run in leading if isinstance(act := subject(run), model.Act) and act.short}
        return any(id(subject(run)) in acts for run in line.words)

    def in_full(self, line: Line) -> Line:
        """A line with a name that only says that a word is so, as what the word means."""
        for about in (subject(run) for run in line.words):
            if isinstance(about, model.Quality) and line.title and not line.children:
                told = self.speech.definition(about)
                if told.text.startswith(f"{line.text.removesuffix('.')} "):
                    return replace(told, title=line.title)
        return line

    def end(self, passage: Passage) -> tuple[Line, ...]:
        """An end of the game: from the side of who wins by it, where that is one sentence."""
        assert isinstance(passage.about, model.Ending)
        won = None if passage.short else self.speech.goal(passage.about)
        if won is not None and passage.lead is not None:
            return (replace(won, title=passage.lead.title),)
        return passage.short or ((passage.lead,) if passage.lead else ())


def notes_on(line: Line, left: dict[int, Sequence[Line]]) -> list[Line]:
    """What explains the things that a line names; it is no longer `left`."""
    return [note for about in dict.fromkeys(id(subject(run)) for run in line.words) for note in left.pop(about, ())]


def with_notes(line: Line, left: dict[int, Sequence[Line]]) -> Line:
    """A line with what explains the things it names, behind it."""
    row = as_a_row((line, *notes_on(line, left)))
    children = tuple(with_notes(child, left) for child in line.children)
    return replace(line, words=row.words, clauses=row.clauses, children=children)


def named(line: Line) -> Line:
    """A line of which the designer says in a word what it is called, under that name; what the designer says behind
    the name and a colon stands in its place."""
    children = tuple(map(named, line.children))
    match children:
        case (Line(said=True) as word,) if not line.title:
            name, _, told = word.text.partition(": ")
            if len(name.split()) > MOST_OF_NAME:
                return replace(line, children=children)
            words = (Run(opening(told)),) if told else line.words
            return replace(line, title=name.removesuffix("."), words=words, children=())
        case _:  # has none, or more to say
            return replace(line, children=children)


def without_label(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Lines, of which an only one has no name, as there are no others from which to tell it."""
    return lines if len(lines) != 1 else (replace(lines[0], title=""),)


def wins(passage: Passage) -> bool:
    """Whether somebody wins by an end of the game."""
    assert isinstance(passage.about, model.Ending)
    return not any(isinstance(node, model.Draw) for node in passage.about.body)
