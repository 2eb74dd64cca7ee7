"""What must be so for one of several ways, or the lines under `may`, to be taken: that there is something to choose."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.core.alternatives import first_choice
from dsl.model import Condition, Node
from dsl.model.core import ChooseWay
from dsl.model.visit import rewritten, used


def needs_of_way(analysis: Analysis, node: ChooseWay, way: m.Way) -> tuple[Condition, ...]:
    """What must be so for the way to be taken."""
    stated = (way.condition,) if way.condition is not None else ()
    return analysis.once(("needs of way", way), lambda: (*stated, *_something_to_choose(node.who, way.body)))


def _something_to_choose(who: m.Expression, body: m.Block) -> tuple[Condition, ...]:
    """That there is something to choose where the block begins with a choice of this player."""
    choice, names = first_choice(who, body)
    if choice is None:
        return ()
    meant = {line.variable: line.value for line in names}

    def spelled_out(inner: Node) -> Node | None:
        variable = used(inner)
        return meant.get(variable) if variable is not None and isinstance(inner, m.Use) else None

    return (m.Exists(choice.span, rewritten(choice.selection, spelled_out)),)
