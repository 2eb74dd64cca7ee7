"""What a rule is about: a thing that a standing rule finds, a piece to which something happens."""

from __future__ import annotations

from dsl import model as m
from dsl.model import Selection, Variable


def thing_of(rule: m.StandingRule) -> tuple[Variable, Selection] | None:
    """The thing that the condition finds, if the lines of the rule speak of it: it is applied to each such thing."""
    match rule.body:
        case (m.Let(implied=True, variable=variable, value=m.Pick(selection=selection)), *_):
            return variable, selection
        case _:  # it is applied once
            return None


def of_piece(trigger: m.Trigger) -> bool:
    """Whether it is a piece to which something happens."""
    assert trigger.subject is not None
    return trigger.subject.kind.sort == "piece"
