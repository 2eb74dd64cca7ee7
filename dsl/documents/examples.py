"""Worked examples for the page: as stories, and which of them show what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from dsl import resolved
from dsl.documents.markdown import anchor
from dsl.phrases import Line, Speech
from dsl.phrases.nodes import nodes_in

MOST_SENTENCES = 12  # a longer story teaches no single thing


@dataclass(frozen=True)
class Story:
    """An example with its parts in order: (given, when, then or said; the sentences). It is played with `variants`."""

    title: str
    anchor: str
    parts: tuple[tuple[str, tuple[Line, ...]], ...]
    clauses: tuple[str, ...]
    variants: tuple[str, ...]
    chapter: str
    example: resolved.Example


def stories(speech: Speech) -> list[Story]:
    """All worked examples, in the order of the file."""
    return [story(speech, example) for example in speech.book.examples]


def short(found: list[Story]) -> list[Story]:
    """Those that teach a single thing."""
    return [story for story in found if sum(len(lines) for _, lines in story.parts) <= MOST_SENTENCES]


def story(speech: Speech, example: resolved.Example) -> Story:
    told = speech.story(example)
    parts = tuple((part, tuple(line for _, line in lines)) for part, lines in groupby(told, key=lambda one: one[0]))
    title, chapter = speech.lexicon.heading(example.title), speech.lexicon.heading(example.chapter)
    variants = tuple(name for name in speech.book.variants if name in example.variants)
    return Story(title, anchor(title), parts, example.clauses, variants, chapter, example)


def showing(found: list[Story], about: object) -> Iterator[Story]:
    """The stories in which an action is done, or in which there is a thing with a power: first those in which something
    happens, and of them those with the fewest other actions."""
    fitting = [story for story in short(found) if shows(story.example, about)]
    yield from sorted(fitting, key=lambda s: (not any(part == "when" for part, _ in s.parts), actions_in(s.example)))


def actions_in(example: resolved.Example) -> int:
    """How many actions an example speaks of."""
    return len({node.action for node in nodes_in(example.steps) if isinstance(node, resolved.Invocation)})


def shows(example: resolved.Example, about: object) -> bool:
    for node in nodes_in(example.steps):
        match node:
            case resolved.Invocation(action=action) if action is about:
                return True
            case resolved.Constant(kind=kind, value=value) if isinstance(about, resolved.Power):
                if kind is about.family and value - kind.start == about.number:
                    return True
    return False
