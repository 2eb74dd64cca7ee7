"""What all parts of the resolved model are."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.spans import Span
from dsl.world import Kind


@dataclass(eq=False)
class Variable:
    """What a binder brings in. `name` is how the text speaks of it (a kind's name or a word).

    `many`: a set of elements of the kind, not one.
    """

    name: str
    kind: Kind
    many: bool = False
    span: Span | None = None


@dataclass(frozen=True, eq=False)
class Node:
    span: Span
