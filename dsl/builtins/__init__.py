"""What every game can speak of without defining it, each in a module of its own; here is the list.

Everything else reads what it has to know of such a value from there: the resolver how it is written, lowering its
table, the phrases by which key it is said. What the state of a game decides is no such value: where a piece is, whose
it is, what lies at the top of a pile.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.builtins.belonging import IN_LINE, ON_BOARD
from dsl.builtins.beside import BESIDE, SIDE_OF
from dsl.builtins.coordinate import FILE, RANK, RING
from dsl.builtins.crossed import CROSSED, FOLLOWED
from dsl.builtins.direction import DIRECTION
from dsl.builtins.distance import DISTANCE
from dsl.builtins.neighbour import NEIGHBOUR
from dsl.builtins.next_to import NEXT_TO
from dsl.builtins.opponent import OPPONENT
from dsl.builtins.opposite import OPPOSITE
from dsl.builtins.seat import LEFT, RIGHT
from dsl.builtins.signature import BuiltInRelation, BuiltInValue
from dsl.builtins.straight import AHEAD, STRAIGHT

__all__ = [
    "AHEAD",
    "BESIDE",
    "CROSSED",
    "DIRECTION",
    "DISTANCE",
    "FILE",
    "FOLLOWED",
    "IN_LINE",
    "LEFT",
    "NEIGHBOUR",
    "NEXT_TO",
    "ON_BOARD",
    "OPPONENT",
    "OPPOSITE",
    "RANK",
    "RELATIONS",
    "RIGHT",
    "RING",
    "SIDE_OF",
    "STRAIGHT",
    "VALUES",
    "BuiltInRelation",
    "BuiltInValue",
]

VALUES: Mapping[str, BuiltInValue] = {
    value.word: value for value in (LEFT, RIGHT, RANK, FILE, RING, DISTANCE, NEIGHBOUR, DIRECTION, OPPOSITE, OPPONENT)
}
"""By the words with which they are written, in the order of the reference."""

RELATIONS: Mapping[str, BuiltInRelation] = {
    relation.word: relation for relation in (STRAIGHT, AHEAD, CROSSED, FOLLOWED, NEXT_TO)
}
"""Those with words of their own; the others are said by a place word, `beside`, `in`, `on`."""
