"""Worked examples for the page: as stories, and which of them show what."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from dsl import model
from dsl.board.scene import Scene
from dsl.model.visit import nodes_in
from dsl.pages.markdown import anchor
from dsl.prose.speech import Line, Speech

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
    example: model.Example

    @cached_property
    def nodes(self) -> tuple[model.Node, ...]:
        """All that stands in its steps."""
        return tuple(nodes_in(self.example.steps))

    @cached_property
    def shown(self) -> frozenset[object]:
        """The actions that are done in it or said to be possible or not, and what it names: (kind, value)."""
        constants = ((n.kind, n.value) for n in self.nodes if isinstance(n, model.Constant))
        return frozenset((*self.actions, *constants))

    @cached_property
    def actions(self) -> frozenset[model.Action]:
        """The actions of which it speaks."""
        return frozenset(node.action for node in self.nodes if isinstance(node, model.Invocation))


def stories(speech: Speech, scenes: Mapping[str, Scene], known: Container[str] = ()) -> list[Story]:
    """All worked examples but those whose titles are `known`, in the order of the file. `scenes`: what came of playing
    them, by their titles."""
    new = (example for example in speech.book.examples if example.title not in known)
    return [story(speech, example, scenes.get(example.title)) for example in new]


def is_short(story: Story) -> bool:
    """Whether a story teaches a single thing."""
    return sentences_in(story) <= MOST_SENTENCES


def sentences_in(story: Story) -> int:
    return sum(len(lines) for _, lines in story.parts)


def story(speech: Speech, example: model.Example, scene: Scene | None) -> Story:
    told = speech.story(example, scene.later if scene else ())
    parts = tuple((part, tuple(line for _, line in lines)) for part, lines in groupby(told, key=lambda one: one[0]))
    title, chapter = speech.lexicon.heading(example.title), speech.lexicon.heading(example.chapter)
    variants = tuple(name for name in speech.book.variants if name in example.variants)
    return Story(title, anchor(title), parts, example.clauses, variants, chapter, example)


def refuses(example: model.Example) -> bool:
    """Whether something cannot be done in it."""
    denied = (step.condition for step in example.steps if isinstance(step, model.Then))
    return any(
        isinstance(condition, model.Not) and isinstance(condition.condition, model.CanDo | model.CanDoPower)
        for condition in denied
    )


def is_done_in(example: model.Example, about: object) -> bool:
    """Whether it is done in the example, not only spoken of."""
    if isinstance(about, model.Action):
        return any(isinstance(step, model.WhenDoes) and step.invocation.action is about for step in example.steps)
    return any(isinstance(step, model.WhenDoes) for step in example.steps)


def is_explained(story: Story) -> bool:
    """Whether the designer tells of it in words."""
    return any(isinstance(step, model.Said) for step in story.example.steps)


def shows(story: Story, about: object) -> bool:
    """Whether an action is done in the story or said to be possible or not, or there is something with a power."""
    if isinstance(about, model.Power) and about.family:
        return (about.family, about.family.start + about.number) in story.shown
    return about in story.shown
