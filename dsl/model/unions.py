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
    CanPass,
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
    BuiltIn,
    Constant,
    Count,
    EndOf,
    Expression,
    Extreme,
    Get,
    Known,
    MostInGroups,
    Narrowed,
    OwnerOf,
    Pick,
    PlaceFor,
    PlaceOf,
    Setting,
    SpaceOn,
    Use,
    WalkEnd,
)

ComposedExpression = (
    Constant | Setting | Use | Pick | PlaceFor | Count | Extreme | Best | MostInGroups | Arithmetic | BuiltIn | SpaceOn
)  # fmt: skip
ComposedCondition = (
    All | Any | Not | Exists | ForAll | Some | InSet | Related | LinePast | Derived
    | Asked | Choosable | CanPass | Unbarred | Unspent | Utmost | HasDone
)  # fmt: skip
Composed = ComposedExpression | ComposedCondition
"""What depends on nothing but its parts."""

NamingExpression = Apply | WalkEnd
NamingCondition = Holds | OnWalk | CanDo | CanDoPower | Recorded
Naming = NamingExpression | NamingCondition
"""What depends on a definition that it names, besides."""

ReadingExpression = Get | PlaceOf | EndOf | OwnerOf | Narrowed | Known | ActivePlayer
ReadingCondition = Flag | Located | Owned | IsA | Compare | HasWon | HasScored
Reading = ReadingExpression | ReadingCondition
"""What itself asks how things stand in the game. A comparison does: of two pieces it asks which they are."""

AnyExpression = ComposedExpression | NamingExpression | ReadingExpression
AnyCondition = ComposedCondition | NamingCondition | ReadingCondition
Sentence = AnyExpression | AnyCondition


def any_expression(node: Expression) -> AnyExpression:
    return cast(AnyExpression, node)


def any_condition(node: Condition) -> AnyCondition:
    return cast(AnyCondition, node)


def sentence(node: Node) -> Sentence | None:
    """An expression or a condition; None for other nodes, which say something by what stands inside them alone."""
    return cast(Sentence, node) if isinstance(node, Expression | Condition) else None
