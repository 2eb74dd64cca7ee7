"""What a guide leaves out, as it tells some rules in short: what only their lines speak of."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from dsl import model
from dsl.model.world import Attribute, Kind, World
from dsl.pages.guide.box_and_setup import contents_of
from dsl.pages.reference.passages import Passage
from dsl.prose.nodes import is_for_variants
from dsl.prose.speech import Line, Run

if TYPE_CHECKING:
    from dsl.pages.game import Game
    from dsl.pages.guide.configurations import Edition

Lines = Callable[[Passage], Iterable[Line]]
ON_DEMAND = ("verb", "term")  # what a guide tells because something else speaks of it


class Brevity:
    """What the guide of a game has no need of."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def needed(self, passages: Iterable[Passage]) -> Iterator[Passage]:
        """Those of which the guide has need."""
        return (passage for passage in passages if id(passage.about) not in self.needless)

    def steps(self, lines: Iterable[Line]) -> list[Line]:
        """Those that are steps also without a variant, which tells of its own; and the designer's words."""
        verbs = {id(verb) for verb in self.game.rulebook.procedures.values() if is_for_variants(verb)}
        return [line for line in lines if line.said or not any(id(run.about) in verbs for run in line.words)]

    def course(self) -> list[Line]:
        """The steps of play; how the game ends is told above, and the steps that decide it speak of that."""
        ends = [line for outcome in self.game.outcomes for line in (outcome, *outcome.children)]
        return told_above(self.steps(self.game.course), {line.text for line in ends}, self.game.t["ends_told"])

    def in_full(self, passage: Passage) -> str:
        """Where a passage is told in all its lines."""
        return f"reference.md{self.game.reference.places[id(passage.about)]}"

    def needless_in(self, edition: Edition) -> frozenset[int]:
        """The same where something is different: what is called like something that is needless as usual is so, too."""
        usual, there = self.game.world, edition.speech.book.world
        names = {thing.name for thing in things_in(usual) if id(thing) in self.needless}
        return self.needless | {id(thing) for thing in things_in(there) if thing.name in names}

    @cached_property
    def told(self) -> dict[int, Passage]:
        """All passages by the identity of what they are about, on any terms."""
        found = {id(p.about): p for part in self.game.passages.all_parts for p in part.passages}
        return found | {key: p for edition in self.game.editions for key, p in edition.same.items()}

    @cached_property
    def unsaid(self) -> frozenset[int]:
        """The identities of definitions of which the guide does not tell what they say."""
        return frozenset(key for key, p in self.told.items() if p.short or id(p.about) in self.needless)

    @cached_property
    def needless(self) -> frozenset[int]:
        """The identities of all that the guide leaves to the rules reference."""
        game = self.game
        lines = [*game.course, *game.outcomes, *(line for e in game.editions for line in game.changes(e))]
        for contents in (contents_of(game.speech, game.passages, name) for name in ("", *game.rulebook.variants)):
            details = (line for row in contents.components for line in row.lines)
            lines += [*contents.setup, *(line for line in details if not is_of_attribute(line))]
        return needless(self.told, lines) - self.always_told

    @property
    def always_told(self) -> frozenset[int]:
        """The identities of what no words in short can stand for: what is on the table, and tables."""
        worlds = [self.game.world, *(edition.speech.book.world for edition in self.game.editions)]
        tables = (part for world in worlds for info in world.tables.values() for part in (info, info.kind))
        boards = (info.spaces for world in worlds for info in world.boards.values())
        places = (info.kind for world in worlds for info in world.places.values())
        pieces = (info.kind for world in worlds for info in world.piece_infos.values())
        return frozenset(map(id, (*tables, *boards, *places, *pieces)))


def needless(told: Mapping[int, Passage], lines: Iterable[Line]) -> frozenset[int]:
    """The identities of what only lines speak of that are told in short. `told` are all passages by the identity of
    what they are about; `lines` are those that stand outside of them."""
    passages = tuple(told.values())
    hidden = reached((line for p in passages if p.short for line in p.lines()), told, Passage.lines)
    doubtful = {name_of(p) for p in passages if id(p.about) in hidden and is_on_demand(p)}
    firm = [p for p in passages if p.sort != "thing" and name_of(p) not in doubtful]
    shown = reached((*lines, *(line for p in firm for line in shown_of(p))), told, shown_of)
    left = doubtful - {name_of(p) for p in passages if id(p.about) in shown}
    things = hidden - shown - {id(p.about) for p in passages if p.sort != "thing"}
    return things | {id(p.about) for p in passages if name_of(p) in left} | repeated(passages)


def told_above(lines: Iterable[Line], known: Container[str], short: str) -> list[Line]:
    """The lines, in which several in a row that are known by their texts are one, `short`."""
    found: list[Line] = []
    for told, run in groupby(lines, key=lambda line: line.text in known):
        several = list(run)
        within = (replace(line, children=tuple(told_above(line.children, known, short))) for line in several)
        found += [Line((Run(short),))] if told and len(several) > 1 else within
    return found


def things_in(world: World) -> Iterator[Kind | Attribute]:
    """All that pieces, places and boards are, have and can be."""
    yield from world.kinds.values()
    yield from world.all_attributes


def is_on_demand(passage: Passage) -> bool:
    """Whether it is told because something else speaks of it; what is cut into groups is a table of what counts."""
    if passage.sort not in ON_DEMAND or passage.short:
        return False
    cases = passage.about.cases if isinstance(passage.about, model.Value) else ()
    return not any(isinstance(meaning, model.MostInGroups) for meaning, *_ in cases)


def is_of_attribute(line: Line) -> bool:
    """Whether it is about what a piece has or can be, which is told only where the rules speak of it."""
    return any(isinstance(run.about, Attribute) for run in line.words)


def repeated(passages: Iterable[Passage]) -> frozenset[int]:
    """The identities of what is told in short on other terms, too, in the same words."""
    first: dict[tuple[str, str], Passage] = {}
    told = ((p, first.setdefault(name_of(p), p)) for p in passages if p.short)
    return frozenset(id(p.about) for p, other in told if p is not other and words_of(p) == words_of(other))


def words_of(passage: Passage) -> list[str]:
    return [line.text for line in passage.short]


def name_of(passage: Passage) -> tuple[str, str]:
    """By what a passage is known, also where it is another one on other terms."""
    return passage.sort, passage.title


def shown_of(passage: Passage) -> Iterable[Line]:
    """The sentences that the guide has of a passage."""
    return (*passage.short, *passage.words) if passage.short else passage.lines()


def subject(run: Run) -> object:
    """What is named; of a value or a space with a name its kind."""
    return run.about[0] if isinstance(run.about, tuple) else run.about


def reached(lines: Iterable[Line], told: Mapping[int, Passage], lines_of: Lines) -> frozenset[int]:
    """The identities of what lines speak of, and what is said of that, and so on."""
    found: set[int] = set()
    waiting = list(lines)
    while waiting:
        line = waiting.pop()
        waiting += line.children
        for about in {id(subject(run)) for run in line.words if run.about is not None} - found:
            found.add(about)
            if about in told:
                waiting += lines_of(told[about])
    return frozenset(found)
