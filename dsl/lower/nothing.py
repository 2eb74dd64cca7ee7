"""Whether a value is nothing: -1 says so, but of a number that can be below 0 the thing says it whose number it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from dsl import model as m
from dsl.analysis import nullable
from dsl.analysis.base import Analysis
from dsl.ir.nodes import Expr
from dsl.lower.ops import NO, NOTHING, equal
from dsl.model import Expression
from dsl.text.diagnostics import refuse

if TYPE_CHECKING:
    from dsl.lower.build import Env


def may_be_nothing(analysis: Analysis, node: Expression) -> bool:
    """Whether the value can be -1 for nothing. Refuses a number that can be -1 itself."""
    maybe = nullable.may_be_nothing(analysis, node)
    if maybe and node.kind.below_zero:
        _refuse(node)
    return maybe


def missing(env: Env, node: Expression, value: Expr) -> Expr:
    """Whether it is nothing; `value` is what it comes to."""
    if not nullable.may_be_nothing(env.build, node):
        return NO
    if not node.kind.below_zero:
        return equal(value, NOTHING)
    match node:
        case m.Get(attribute=attribute, of=of) if not attribute.gaps:
            return missing(env, of, env.expression(of))
        case _:  # what else has such a number keeps no thing that could be asked
            _refuse(node)


def _refuse(node: Expression) -> NoReturn:
    name = node.kind.name
    message = f"There may be no {name} here, which cannot be told from a {name} below 0."
    refuse("E0388", message, node.span, hints=(f"the {name} of the thing itself, in place of a name for it",))
