"""Puts other expressions for the variables of a part of the model: a rule of another, said of its own things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, cast

from dsl import model
from dsl.fields import names_of
from dsl.model import Expression, Variable

T = TypeVar("T")


def renamed(value: T, meant: Mapping[Variable, Variable | Expression]) -> T:
    """A node, or a row of them, with other variables, or with phrases in their place."""
    if isinstance(value, model.Use):
        other = meant.get(value.variable, value.variable)
        return cast(T, other if isinstance(other, Expression) else replace(value, variable=other))
    if isinstance(value, model.Node):
        parts = {name: renamed(getattr(value, name), meant) for name in names_of(value)}
        return cast(T, replace(value, **parts))
    if isinstance(value, tuple):
        return cast(T, tuple(renamed(part, meant) for part in value))
    return value
