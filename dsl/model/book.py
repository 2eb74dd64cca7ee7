"""The whole rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dsl.model.looks import Looks
from dsl.model.world import World
from dsl.terms import USUAL, Choice, Terms

LANGUAGES = (
    "English",
    "Portuguese",
)  # in which a rulebook can be written; pages can be in all that the phrases have words for

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.model.definitions import (
        Action,
        Bar,
        Before,
        Ending,
        Override,
        Phase,
        Position,
        Power,
        Procedure,
        Quality,
        StandingRule,
        Trigger,
        Value,
        WaitingOrder,
        Walk,
        Window,
    )
    from dsl.model.examples import Example
    from dsl.model.statements import Block, Text


@dataclass(eq=False)
class Rulebook:
    """The whole rulebook, in the order of the file (`order`: definitions, examples, kinds, places, boards, texts).

    `procedures["pay"]` is what `costs` uses. `seats` are those of each number of players, the usual one first; `terms`
    is how this one is played, `forms` are all ways in which the game is to be right; `choices` are its
    options; `patches` are the variants that leave something out. `belongs` says of what variants declare to which it
    belongs, `variant_setup` what of the setup is only for one. `absent` are the actions that there are on other terms:
    what each is called, and with what it is there.
    """

    name: str
    label: str
    language: str
    world: World
    seats: Mapping[int, tuple[str, ...]]
    game_texts: list[Text] = field(default_factory=list)
    game_clauses: tuple[str, ...] = ()
    setup: Block = ()
    setup_texts: list[Text] = field(default_factory=list)
    setup_short: list[Text] = field(default_factory=list)
    setup_in_short: Block = ()  # the lines of `setup` that these words stand for
    play_texts: list[Text] = field(default_factory=list)
    play: Block = ()
    phases: dict[str, Phase] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    qualities: list[Quality] = field(default_factory=list)
    walks: dict[str, Walk] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    standing: list[StandingRule] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)
    befores: list[Before] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    waiting_order: WaitingOrder | None = None
    bars: list[Bar] = field(default_factory=list)
    overrides: list[Override] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    terms: Terms = USUAL
    forms: tuple[Terms, ...] = ()
    choices: dict[str, Choice] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    patches: tuple[str, ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    variant_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    variant_texts: dict[str, list[Text]] = field(default_factory=dict)
    variant_setup: dict[str, Block] = field(default_factory=dict)
    belongs: dict[object, str] = field(default_factory=dict)
    chapters: list[Chapter] = field(default_factory=list)
    looks: Looks = field(default_factory=Looks)

    @property
    def rules(self) -> tuple[StandingRule | Trigger | Before | Bar, ...]:
        """All that stands under `rule` and a Name."""
        return (*self.standing, *self.triggers, *self.befores, *self.bars)


@dataclass(eq=False)
class Chapter:
    """A chapter of the printed book with what stands in it, in order: world objects, definitions, examples, texts."""

    title: str
    items: list[object] = field(default_factory=list)
