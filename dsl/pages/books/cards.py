"""The reference cards as blocks, each as short as it has to be to have room on a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.pages.cards.paper import A4, A5
from dsl.pages.cards.roles import chosen, headed
from dsl.pages.cards.sides import LINK
from dsl.pages.cards.told import Told
from dsl.pages.learn.blocks import Block

if TYPE_CHECKING:
    from dsl.pages.game import Game

Card = tuple[str, Sequence[Block]]
"""Whom a card is for, if not everybody, and what stands on it."""


def cards(game: Game, paper: str) -> list[Card]:
    """Those of each role; where they differ with the number of players, one for each that differs."""
    size = A5 if paper == A5.name else A4
    found: dict[tuple[str, str], tuple[list[str], list[Block]]] = {}
    for card in game.handed:
        text = chosen(card.texts, size)
        read = card.roles, LINK.sub(r"\1", text.brief)
        if read not in found:
            found[read] = [], Told(text.played, text.card).blocks
        found[read][0].append(card.players)
    several = len({tuple(numbers) for numbers, _ in found.values()}) > 1
    return [(headed(roles, numbers if several else []), told) for (roles, _), (numbers, told) in found.items()]
