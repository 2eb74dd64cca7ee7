"""What must be so for one of several ways, or the lines under `may`, to be taken: that there is something to choose."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.base import Analysis
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


def first_choice(who: m.Expression, body: m.Block) -> tuple[m.Choose | m.ChooseSeveral | None, tuple[m.Let, ...]]:
    """The choice of this player with which the block begins, if at least one thing has to be chosen; and the things
    before it that the way's condition brought in."""
    brought_in: list[m.Let] = []
    for line in body:
        match line:
            case m.Text():
                continue
            case m.Let(implied=True):
                brought_in.append(line)
                continue
            case m.Choose(who=chooser) if same(chooser, who):
                return line, tuple(brought_in)
            case m.ChooseSeveral(who=chooser, least=least) if least is not None and same(chooser, who):
                return line, tuple(brought_in)
            case _:  # something else comes first
                break
    return None, ()


def same(one: m.Expression, other: m.Expression) -> bool:
    """Whether two phrases mean the same player, as far as the text shows it."""
    match one, other:
        case m.Use(), m.Use():
            return one.variable is other.variable
        case m.Constant(), m.Constant():
            return one.value == other.value
        case m.BuiltIn(), m.BuiltIn():
            return one.value is other.value and all(map(same, one.arguments, other.arguments))
        case _:  # of others the text shows it only of the active player
            return type(one) is type(other) is m.ActivePlayer


def same_place(one: m.Expression, other: m.Expression) -> bool:
    """Whether two phrases mean the same place, as far as the text shows it."""
    match one, other:
        case m.PlaceFor(), m.PlaceFor():
            return one.place is other.place and one.number == other.number and all(map(same, one.values, other.values))
        case _:  # one that is called something
            return same(one, other)
