"""What every rulebook says: that it is of one game, in which language, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import tree
from dsl.model.book import LANGUAGES
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic, Note


def faults(text: InPlay) -> Iterator[Diagnostic]:
    nodes = [item.node for item in text.items]
    line = next((x for x in text.game.lines if isinstance(x, tree.Language)), None)
    if line is not None and line.name not in LANGUAGES:
        message = f"{line.name} is no language that documents can be written in; they can in {' and '.join(LANGUAGES)}."
        yield Diagnostic("E0330", message, line.span, hints=tuple(f"in {name}" for name in LANGUAGES))
    if not any(isinstance(node, tree.Play) for node in nodes):
        message = "The rulebook does not say how the game is played."
        yield Diagnostic("E0326", message, text.game.span, hints=("play",))
    first, *others = (node for node in nodes if isinstance(node, tree.Game))
    for other in others[:1]:
        notes = (Note("The first stands here.", first.span),)
        yield Diagnostic("E0202", "A rulebook is of one game.", other.span, notes=notes)
