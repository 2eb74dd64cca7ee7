"""The statements of the core (`dsl.core` lists them); those that no text has as they stand are defined here."""

from __future__ import annotations

from typing import Literal

from dsl.model import (
    Act,
    Block,
    Choose,
    ChooseSeveral,
    Constant,
    Deepest,
    Expression,
    Follow,
    ForEach,
    If,
    InOneGo,
    Let,
    Move,
    Offer,
    Overruled,
    Phase,
    Power,
    Prevent,
    Procedure,
    Record,
    Repeat,
    Roll,
    Score,
    Selection,
    Show,
    Shuffle,
    Statement,
    Stop,
    StopRepeating,
    TakeTurns,
    Text,
    Together,
    Variable,
    Way,
    While,
    Window,
)
from dsl.model.world import TRUTH, Attribute

Called = Act | Phase | Procedure | Window


class Assign(Statement):
    """An attribute of one thing gets a value, rises or falls by it; `limit`: but not above / below.

    A flag is given (1) or taken away (0): to one thing, or to every one of a selection.
    """

    attribute: Attribute
    what: Expression | Selection
    how: Literal["becomes", "rises", "falls"]
    value: Expression
    limit: Expression | None = None

    @property
    def thing(self) -> Expression:
        """The one thing whose attribute changes; only flags are given to several at once."""
        assert isinstance(self.what, Expression)
        return self.what

    @property
    def flag(self) -> bool | None:
        """Whether a flag is given or taken away; None for other values."""
        if self.attribute.kind is not TRUTH:
            return None
        assert isinstance(self.value, Constant)
        return bool(self.value.value)


class Do(Statement, kw_only=True):
    """Carries out a definition, an action also where it is not allowed; it does nothing where an argument is nothing.

    `what` is one, or all the powers one of which `which` names; then `prepositions` say how the arguments belong to
    them. `who` does it; None: whoever acts here.
    """

    who: Expression | None = None
    which: Expression | None = None
    prepositions: tuple[str, ...] = ()
    arguments: tuple[Expression, ...] = ()
    what: tuple[Called, ...]

    def given(self, called: Called) -> tuple[Expression, ...]:
        """The arguments in the order of the definition's own heading."""
        if self.which is None:
            return self.arguments
        assert isinstance(called, Power)
        found = dict(zip(self.prepositions, self.arguments, strict=True))
        return tuple(found[preposition] for preposition in called.prepositions)


class ChooseWay(Statement):
    """`who` chooses one of the ways that can be taken, and its body is done; if there is none, nothing is.

    `may_pass`: there is one way, which nobody has to take; `repeatedly`: again and again until they pass.
    """

    who: Expression
    ways: tuple[Way, ...]
    may_pass: bool = False
    repeatedly: bool = False


class DecideAtOnce(Statement):
    """All players of a selection give their answers, and none sees those of others; then the changes are carried out.

    `answer`: the choices of each, and names for values, in order. `verbs` are those whose lines stand in the place of
    their calls.
    """

    selection: Selection
    answer: tuple[Choose | ChooseSeveral | Let, ...]
    changes: Block
    verbs: tuple[Procedure, ...]

    @property
    def brought_in(self) -> tuple[Variable, ...]:
        """What the choices, and the names, bring in."""
        return tuple(line.variable for line in self.answer)


class GameOver(Statement):
    """The game is over, and this player wins, or all of these; None: nobody does."""

    winner: Expression | Selection | None


CoreStatement = (
    Text | Deepest
    | Move | Assign | Show | Shuffle | Record | Score
    | Let | Choose | ChooseSeveral | ChooseWay | Offer | InOneGo | Roll | DecideAtOnce
    | If | Overruled | ForEach | Repeat | While | Follow | TakeTurns | Together
    | Do | Stop | StopRepeating | Prevent | GameOver
)  # fmt: skip


def as_core(node: Statement) -> CoreStatement:
    """A statement of a book in core statements, which has no others."""
    assert isinstance(node, CoreStatement), type(node).__name__
    return node
