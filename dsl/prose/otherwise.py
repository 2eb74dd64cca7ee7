"""What follows a line that may have ended the game: it begins with "otherwise"."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Block, Statement
from dsl.prose.forms import Deed, Phrase, Step, phrase


def is_over_after(statement: Statement) -> bool:
    """Whether it is a test after which the game is over if it applied."""
    return isinstance(statement, model.If) and all(c and ends(body) for c, body in statement.branches)


def ends(block: Block) -> bool:
    """Whether the game is over when the lines are done."""
    match [node for node in block if not isinstance(node, model.Text)]:
        case [*_, model.Win() | model.BestWins() | model.Draw()]:
            return True
        case [*_, model.Perform(procedure=procedure)]:
            return bool(procedure.body) and isinstance(procedure.body[-1], model.Win | model.BestWins | model.Draw)
        case _:  # may go on
            return False


def else_only(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What is tested, or how the game ends, where a line above has not ended it: "otherwise, nobody wins"."""
    match steps:
        case (Step(form=Phrase(key="if" | "if_then") as form) as first, *rest):
            return (replace(first, form=replace(form, key=f"otherwise_{form.key}")), *rest)
        case (Step(form=Phrase(key="wins" | "best_wins" | "nobody_wins") | Deed()) as only,) if not only.children:
            return (replace(only, form=phrase("otherwise_then", then=only.form)),)
        case _:  # other steps stand as well behind others
            return steps
