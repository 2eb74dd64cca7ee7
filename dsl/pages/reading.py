"""What somebody reads who holds a designer's text against the rule: the generated lines of all that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dsl.analysis.meaning import Item, identity
from dsl.load import lexicon_of
from dsl.model import Definition
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, PlaceInfo
from dsl.pages.reference.passages import Passages
from dsl.pages.rendering import render
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line, Speech
from dsl.readings import Reading, Readings, State, Told

Sentence = tuple[int, str]
"""How deep a line stands under others, and its words."""


@dataclass(frozen=True)
class Shown:
    """One item that a text stands for, as it is told without that text."""

    identity: str
    title: str
    lines: tuple[Sentence, ...]


def shown(told: Told, path: Path) -> list[Shown]:
    """All that a text stands for, its own rule first."""
    speech = Speech(told.book, lexicon=lexicon_of(told.book, path))
    passages = Passages(speech)
    found = [one for item in told.stands_for if (one := _shown(item, speech, passages)).lines]
    return list({(one.title, one.lines): one for one in found}.values())  # several powers may be told as one


def _shown(item: Item, speech: Speech, passages: Passages) -> Shown:
    match item:
        case PlaceInfo():
            return Shown(identity(item), identity(item), tuple(_listed(speech.thing(item))))
        case Attribute():
            return Shown(identity(item), identity(item), ((0, "What the tables of the rulebook say."),))
        case _:  # every definition has a title and a content
            return Shown(identity(item), speech.title(item), tuple(_listed(_lines(item, passages))))


def _lines(item: Definition, passages: Passages) -> Iterator[Line]:
    content = passages.content(item)
    for name in ("lead", "needs", "cost", "steps"):
        part = content.get(name)
        if isinstance(part, Line):
            yield part
        elif isinstance(part, tuple):
            yield from part


def _listed(lines: Iterable[Line], depth: int = 0) -> Iterator[Sentence]:
    for line in lines:
        if not line.said:
            yield depth, f"{line.title}: {line.text}" if line.title else line.text
            yield from _listed(line.children, depth + 1)


# ------------------------------------------------------------------------------------------------------------ the page


@dataclass(frozen=True)
class Entry:
    """A text on the page: its sentences, what it stands for, the examples that show it. `changed` are the items that
    are not as they were read, `gone` those of them that it stands for no more; `reworded`: nor is the text."""

    name: str
    state: str
    sentences: tuple[str, ...]
    items: tuple[Shown, ...]
    examples: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    reworded: bool


@dataclass(frozen=True)
class Page:
    """All texts, for a reader without the program: what waits comes first."""

    title: str
    lead: str
    language: str
    entries: tuple[Entry, ...]


def page(readings: Readings, path: Path) -> str:
    """The page on which a reader holds each text against the rules, as HTML."""
    waiting_first = sorted(readings.texts, key=lambda one: one.state is State.READ)
    entries = tuple(_entry(one, path) for one in waiting_first)
    lead = (
        "On the left stands what the rulebook says in its own words, in the middle all that these words stand for, as "
        "the rules have it, on the right the examples of these rules. Sign what is true."
    )
    label = readings.texts[0].told.book.label if readings.texts else path.stem
    return str(render("read.html.j2", page=Page(f"{label}: texts to be read", lead, "en", entries)))


def _entry(one: Reading, path: Path) -> Entry:
    told = one.told
    items = tuple(shown(told, path))
    gone = tuple(name for name in one.changed if name not in told.items and name != one.TEXT)
    sentences = tuple(sentences_of(told.book.world.filled(told.text.text)))
    reworded = one.TEXT in one.changed
    return Entry(told.name, one.state, sentences, items, tuple(examples_of(told)), one.changed, gone, reworded)


def examples_of(told: Told) -> Iterator[str]:
    """The titles of the examples that cite a clause of the rules that a text is about."""
    clauses = {clause for owner in told.owners for clause in all_clauses_of(owner)}
    for example in told.book.examples:
        if not clauses.isdisjoint(example.clauses):
            yield example.title


def all_clauses_of(item: Definition) -> Iterator[str]:
    """The clauses that are cited on a definition and on its lines."""
    yield from item.clauses
    for node in nodes_in(item):
        yield from getattr(node, "clauses", ())
