"""Prices that need not be there: what is paid for could be had for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.model import Act, Node, Rulebook
from dsl.model.visit import bound, definitions_of, depends, nodes_in
from dsl.text.diagnostics import Diagnostic, Note

Deed = model.DoAction | model.DoPower
UNTESTED = "What is paid for can be had for nothing: `do` tests no cost, and {} has one."


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Where `to pay` takes something away, and no need says that it is there; where a need does, and nothing asks for
    it."""
    pay = book.procedures.get("pay")
    if pay is None or not any(act.costs for act in (*book.actions.values(), *book.powers.values())):
        return
    taken = next((t for line in pay.body for node in nodes_in(line) if (t := _taken(node))), None)
    yield pay.span, sure(None if pay.needs or taken is None else _warning(pay, taken))
    if pay.needs:
        asked = cache(lambda: {act for node in _all_nodes(book) for act in _asked(node)})
        for node in _all_nodes(book):
            if isinstance(node, Deed):
                yield node.span, partial(_untested, node, asked)


def _all_nodes(book: Rulebook) -> Iterator[Node]:
    for part in (book.setup, book.play, *definitions_of(book)):
        yield from nodes_in(part)


def _asked(node: Node) -> tuple[Act, ...]:
    """The actions or powers of which a condition asks whether somebody can do them."""
    match node:
        case model.CanDo(invocation=invocation):
            return (invocation.action,)
        case model.CanDoPower(call=call):
            return call.members
        case _:  # nothing else asks that
            return ()


def _untested(node: Deed, asked: Callable[[], set[Act]]) -> Diagnostic | None:
    """What is done whether or not it can be paid; where a rulebook asks anywhere, it knows what `do` leaves out."""
    done = (node.invocation.action,) if isinstance(node, model.DoAction) else node.call.members
    free = next((act for act in done if _has_a_price(act) and act not in asked()), None)
    if free is None:
        return None
    who = _spoken(node.who) if isinstance(node.who, model.Use) else "the Player"
    do = "" if isinstance(node, model.DoAction) else "do "
    hint = f"if {who} can {do}{_said(node)}, and under it: do {_said(node)}"
    notes = (Note("this has to be paid", free.costs[0][0].span),)
    return Diagnostic("W0108", UNTESTED.format(free.name), node.span, hints=(hint,), notes=notes)


def _has_a_price(act: Act) -> bool:
    """Whether an action costs something whatever is chosen in it: of what is paid by what is chosen, only what can be
    paid is offered."""
    chosen = [variable for choice in act.head if (variable := bound(choice))]
    return bool(act.costs) and not any(depends(value, v) for price in act.costs for value in price for v in chosen)


def _said(node: Deed) -> str:
    """The deed as a line says it behind `do`."""
    match node:
        case model.DoAction(invocation=invocation):
            name, words, given = invocation.action.name, invocation.action.prepositions, invocation.arguments
        case model.DoPower(call=call):
            name, words, given = _spoken(call.which), call.prepositions, call.arguments
        case _:
            raise TypeError(f"no deed: {node}")
    said = (f" {word} {_spoken(one)}".replace("  ", " ") for word, one in zip(words, given, strict=True) if one)
    return f"{name}{''.join(said)}"


def _spoken(thing: model.Expression) -> str:
    """A thing as a line speaks of it; `…` where that is long."""
    match thing:
        case model.Use(variable=variable):
            return f"the {variable.name}"
        case model.Constant(name=name):
            return name
        case model.Get(attribute=attribute, of=of):
            return f"the {attribute.name} of {_spoken(of)}"
        case _:  # said at length
            return "…"


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
