"""The statements into which sugar is taken apart; no text has them as they stand here."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import (
    Act,
    Block,
    Choose,
    ChooseSeveral,
    Expression,
    Let,
    Phase,
    Power,
    Procedure,
    Selection,
    Statement,
    Variable,
    Window,
)

Called = Act | Phase | Procedure | Window


@dataclass(frozen=True, eq=False)
class Do(Statement):
    """Carries out a definition, an action also where it is not allowed; it does nothing where an argument is nothing.

    `what` is one, or all the powers one of which `which` names; then `prepositions` say how the arguments belong to
    them. `who` does it; None: whoever acts here.
    """

    who: Expression | None
    which: Expression | None
    prepositions: tuple[str, ...]
    arguments: tuple[Expression, ...]
    what: tuple[Called, ...]

    def given(self, called: Called) -> tuple[Expression, ...]:
        """The arguments in the order of the definition's own heading."""
        if not isinstance(called, Power) or self.which is None:
            return self.arguments
        found = dict(zip(self.prepositions, self.arguments, strict=True))
        return tuple(found[preposition] for preposition in called.prepositions)


@dataclass(frozen=True, eq=False)
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
