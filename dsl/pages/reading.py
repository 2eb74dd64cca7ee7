"""What somebody reads who holds a designer's text against the rule: the generated lines of all that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dsl.analysis.meaning import Item, identity
from dsl.load import lexicon_of
from dsl.model import Definition
from dsl.model.world import Attribute, PlaceInfo
from dsl.pages.reference.passages import Passages
from dsl.prose.speech import Line, Speech
from dsl.readings import Told

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
        case _:
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
