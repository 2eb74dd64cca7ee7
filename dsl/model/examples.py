"""Worked examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.late import dataclass
from dsl.model.base import Node
from dsl.source import Span

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.model.conditions import Condition
    from dsl.model.definitions import Phase
    from dsl.model.expressions import Constant, Expression
    from dsl.model.statements import Invocation


class ExampleStep(Node):
    """`variables`: none of its own; those of the example are shared by all its steps."""

    clauses: tuple[str, ...]


class Given(ExampleStep):
    """Made true: a piece is somewhere, an attribute has a value, a flag is set, `there is` a piece (which binds).

    `pick`: the selection of the piece that is moved or changed is bound to this variable for the later steps.
    """

    condition: Condition


class WhenDoes(ExampleStep):
    who: Expression
    invocation: Invocation


class WhenDoesSo(ExampleStep):
    """Does what stands under `may`."""

    who: Expression


class Taken(Node):
    """A way, or a rule that waits, which is chosen; `thing`: what has the same name, where things are chosen."""

    name: str
    thing: Expression | None


class WhenChooses(ExampleStep):
    """One answer to each open choice, in order."""

    who: Expression
    what: tuple[Expression | Taken, ...]


class WhenRolls(ExampleStep):
    """So many dice show numbers, or values by their names."""

    who: Expression
    faces: tuple[Constant, ...]


class WhenPasses(ExampleStep):
    who: Expression


class WhenCloses(ExampleStep):
    """How a player leaves the steps of what is done in one go."""

    who: Expression
    how: Literal["done", "give up", "begin again"]


class Then(ExampleStep):
    condition: Condition


class Said(ExampleStep):
    """The designer's words."""

    text: str


@dataclass(eq=False)
class Example:
    """A worked example in `phase` (None: from the start of play). It is played with just those `variants`."""

    title: str
    phase: Phase | None
    steps: tuple[ExampleStep, ...]
    span: Span
    clauses: tuple[str, ...]
    variant: str | None = None
    variants: frozenset[str] = frozenset()
    chapter: str = ""
