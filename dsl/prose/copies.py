"""Dice that are laid out once more to show what others show: that stands for a number, and no player needs the dice."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from dsl import model
from dsl.model import Block, Statement
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute


def is_told_in_words(line: Statement, texts: Iterable[str], rolled: Container[Attribute]) -> bool:
    """Whether a line only lays out copies of dice in a case of which the designer's words on it speak: "a double is
    played four times". `rolled` are the numbers that rolls show."""
    match line:
        case model.If(branches=((condition, (model.Perform(procedure=verb),)),)) if only_copies(verb, rolled):
            cases = {node.quality.name for node in nodes_in(condition) if isinstance(node, model.Holds)}
            return bool(cases) and all(any(re.search(rf"\b{re.escape(c)}\b", text) for text in texts) for c in cases)
        case _:  # does something else
            return False


def only_copies(verb: model.Procedure, rolled: Container[Attribute]) -> bool:
    """Whether a verb of which the designer says nothing sets dice to a number that nobody rolls, and lays them out."""
    done = [*lines_in(verb.body)]
    shows = [isinstance(line, model.Become) and line.target.attribute in rolled for line in done]
    laid = [isinstance(line, model.Move) for line in done]
    return any(shows) and all(map(any, zip(shows, laid, strict=True))) and not verb.short and not verb.texts


def lines_in(block: Block) -> Iterator[Statement]:
    """The lines of a block; for lines about each of several things, what is done with each."""
    for line in block:
        if isinstance(line, model.ForEach):
            yield from lines_in(line.body)
        else:
            yield line
