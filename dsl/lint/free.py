"""Prices that need not be there: what is paid for could be had for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.model import Rulebook
from dsl.model.visit import nodes_in
from dsl.text.diagnostics import Diagnostic


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Where `to pay` takes something away, and no need says that it is there."""
    pay = book.procedures.get("pay")
    if pay is None or not any(act.costs for act in (*book.actions.values(), *book.powers.values())):
        return
    taken = next((t for line in pay.body for node in nodes_in(line) if (t := _taken(node))), None)
    yield pay.span, sure(None if pay.needs or taken is None else _warning(pay, taken))


def _taken(node: model.Node) -> str | None:
    """What is less afterwards, as a need would speak of it."""
    match node:
        case model.Change(direction="falls", target=target):
            return f"the {target.attribute.name} of …"
        case model.Move(what=model.Selection(kind=kind)) | model.ChooseSeveral(selection=model.Selection(kind=kind)):
            return f"the number of {kind.plural} in …"
        case model.Move(what=model.Expression(kind=kind)) if kind.sort == "piece":
            return f"the number of {kind.plural} in …"
        case _:  # nothing else takes something away
            return None


def _warning(pay: model.Procedure, taken: str) -> Diagnostic:
    price = pay.parameters[0].name if pay.parameters else "price"
    message = "What is paid for can be had for nothing: `to pay` does not say how much of what it takes there must be."
    return Diagnostic("W0108", message, pay.span, hints=(f"under it first: only if {taken} is at least the {price}",))
