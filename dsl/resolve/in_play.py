"""The items of a text for given terms (players, variants, options): what they do not have left out, variants put in."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import tree
from dsl.resolve.complaints import wrong
from dsl.resolve.configurations import Agreed, flattened
from dsl.resolve.items import Item
from dsl.resolve.removals import patched
from dsl.resolve.unknown_names import Absent, absences
from dsl.terms import Terms
from dsl.text.diagnostics import Diagnostic


@dataclass(frozen=True)
class InPlay:
    """A text as it is played on some terms: all its items, after what was left out, and what is not in play."""

    game: tree.Game
    agreed: Agreed
    every: list[Item]
    elsewhere: dict[str, Absent]
    tables_apart: dict[str, tuple[str, tree.Table]]
    diagnostics: list[Diagnostic]

    @property
    def items(self) -> list[Item]:
        """Those in play."""
        return [item for item in self.every if item.present]


def in_play(start: tree.Start, terms: Terms) -> InPlay:
    """The text on these terms; complains of one that says nothing of which game it is, or of who plays."""
    game = next((i for i in start.items if isinstance(i, tree.Game)), None)
    if game is None:
        wrong("E0323", "The rulebook does not say which game it is.", start.span, hints=("game Tic-Tac-Toe",))
    agreed = Agreed(start, game, terms)
    every = list(flattened(agreed))
    found, complaints = patched(every)
    apart = {i.node.name: (i.section, i.node) for i in every if isinstance(i.node, tree.Table) and not i.present}
    return InPlay(game, agreed, found, absences(every, found), apart, [*agreed.refused, *complaints])
