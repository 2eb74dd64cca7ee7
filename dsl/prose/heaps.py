"""Spaces on which pieces pile up: where one can only be put on the first empty space from an edge on, which never is
left again, the choice is a file or a rank."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import builtins, model
from dsl.model import Condition, Need, Rulebook, Variable
from dsl.prose.nodes import nodes_of

MOVING = (model.Move, model.InOrder, model.Swap, model.PassOn)
FROM = {"south": "lowest", "north": "highest", "west": "leftmost", "east": "rightmost"}


@dataclass(frozen=True)
class Heap:
    """The `space` onto which an action puts a piece: the `empty` one that is nearest to an edge, as both needs say."""

    space: Variable
    empty: Condition
    which: str
    needs: tuple[Need, ...]


def heaps(book: Rulebook) -> dict[model.Action, Heap]:
    """The actions that put pieces so."""
    moving = [node for node in nodes_of(book) if isinstance(node, MOVING)]
    found = {action: heap(action) for action in book.actions.values() if len(moving) == 1}
    return {action: it for action, it in found.items() if it is not None and puts_on(action, it.space)}


def puts_on(action: model.Action, space: Variable) -> bool:
    """Whether all that it does is to put a piece on the space."""
    match [line for line in action.effects if not isinstance(line, model.Text)]:
        case [model.Move(to=model.Use(variable=variable))]:
            return variable is space
        case _:  # does something else
            return False


def heap(action: model.Action) -> Heap | None:
    """The two needs that leave one space of each line: it is empty, and the next one in a direction is not."""
    for need in action.needs:
        match need.condition:
            case model.Holds(quality=quality, arguments=[model.Use(variable=space)]) if is_of_nothing(quality):
                behind = [(other, way) for other in action.needs if (way := beyond(other.condition, quality, space))]
                if len(behind) == 1 and space in action.parameters and all(map(is_plain, (need, behind[0][0]))):
                    return Heap(space, need.condition, FROM[behind[0][1]], (need, behind[0][0]))
            case _:  # asks something else
                pass
    return None


def beyond(condition: Condition, quality: model.Quality, space: Variable) -> str:
    """In which direction the next space must be occupied, if that is all; else empty."""
    match condition:
        case model.Not(condition=model.Holds(quality=other, arguments=[model.BuiltIn() as next_one])):
            match next_one.arguments:
                case (model.Use(variable=of), model.Constant(name=name)) if next_one.value is builtins.NEIGHBOUR:
                    return name if other is quality and of is space and name in FROM else ""
                case _:  # is somewhere else
                    return ""
        case _:  # asks something else
            return ""


def is_of_nothing(quality: model.Quality) -> bool:
    """Whether a space has it as long as there is nothing on it."""
    match quality.conditions:
        case [model.Not(condition=model.Exists())]:
            return len(quality.parameters) == 1
        case _:  # is of something else
            return False


def is_plain(need: Need) -> bool:
    """Whether nothing goes over it."""
    return not (need.overrides or need.by or need.afterwards)
