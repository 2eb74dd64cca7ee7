"""The closed union of expressions and conditions, in three parts by what they depend on.

A new class goes into one of them. Whoever matches over one ends with `assert_never`: so mypy tells where the class has
to be known, and what belongs to none fails where it is first looked at.
"""

from __future__ import annotations

from typing import cast

from dsl.model.base import Node
from dsl.model.conditions import (
    All,
    Any,
    Asked,
    CanDo,
    CanDoPower,
    Choosable,
    Compare,
    Condition,
    Derived,
    Exists,
    Flag,
    ForAll,
    HasDone,
    HasScored,
    HasWon,
    Holds,
    InSet,
    IsA,
    LinePast,
    Located,
    Not,
    OnWalk,
    Owned,
    Recorded,
    Related,
    Some,
    Unbarred,
    Unspent,
    Utmost,
)
from dsl.model.expressions import (
    ActivePlayer,
    Apply,
    Arithmetic,
    Best,
    Constant,
    Coordinate,
    Count,
    DirectionTo,
    Distance,
    EndOf,
    Expression,
    Extreme,
    Get,
    Known,
    MostInGroups,
    Narrowed,
    Neighbour,
    OpponentOf,
    Opposite,
    OwnerOf,
    Pick,
    PlaceFor,
    PlaceOf,
    SeatBeside,
    Setting,
    SpaceOn,
    Use,
    WalkEnd,
)

Composed = (
    Constant | Setting | Use | Pick | PlaceFor | Count | Extreme | Best | MostInGroups | Arithmetic
    | OpponentOf | SeatBeside | Coordinate | Neighbour | Distance | SpaceOn | DirectionTo | Opposite
    | All | Any | Not | Exists | ForAll | Some | InSet | Related | LinePast | Derived
    | Asked | Choosable | Unbarred | Unspent | Utmost | HasDone
)  # fmt: skip
"""What depends on nothing but its parts."""

Naming = Apply | Holds | WalkEnd | OnWalk | CanDo | CanDoPower | Recorded
"""What depends on a definition that it names, besides."""

Reading = (
    Get | Flag | PlaceOf | Located | EndOf | OwnerOf | Owned | IsA | Narrowed | Compare | Known | ActivePlayer
    | HasWon | HasScored
)  # fmt: skip
"""What itself asks how things stand in the game. A comparison does: of two pieces it asks which they are."""

Sentence = Composed | Naming | Reading


def sentence(node: Node) -> Sentence | None:
    """An expression or a condition; None for other nodes, which say something by what stands inside them alone."""
    return cast(Sentence, node) if isinstance(node, Expression | Condition) else None
