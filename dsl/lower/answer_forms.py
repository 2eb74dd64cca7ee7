"""The forms of an answer to an offer: one for each action, and how what is chosen for it stands in the code."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from dsl.ir.nodes import Binary, Expr, Local
from dsl.ir.program import Slot
from dsl.lower.build import first_of
from dsl.lower.ops import number, plus
from dsl.model import Action, Expression, Invocation


@dataclass(frozen=True)
class Form:
    """One alternative of an offer: an action, which of its parameters stand in the code, and the constants stated.

    `slots` has an entry for each parameter: where it stands in the code, or None for a constant. `words` are the site's
    arguments that hold values stated by phrases; such a parameter has a slot, too, whose value is always that one.
    """

    action: Action
    invocation: Invocation
    base: int
    size: int
    slots: tuple[Slot | None, ...]
    words: tuple[str | None, ...]


def forms_of(node: m.Offer, passes: bool) -> tuple[tuple[Form, ...], tuple[Expression, ...]]:
    """The alternatives of an offer with their codes, and the phrases whose values are arguments of the site."""
    base = 1 if passes else 0
    forms: list[Form] = []
    given: list[Expression] = []
    for invocation in node.invocations:
        words: list[str | None] = []
        for argument in invocation.arguments:
            phrase = argument is not None and not isinstance(argument, m.Constant | m.Setting)
            words.append(f"given {len(given)}" if phrase else None)
            given += [argument] if phrase and argument is not None else []
        slots, size = _slots(invocation)
        forms.append(Form(invocation.action, invocation, base, size, slots, tuple(words)))
        base += size
    return tuple(forms), tuple(given)


def _slots(invocation: Invocation) -> tuple[tuple[Slot | None, ...], int]:
    """Mixed radix, the last parameter counting in ones."""
    found: list[Slot | None] = []
    stride = 1
    for parameter, argument in reversed(list(zip(invocation.action.parameters, invocation.arguments, strict=True))):
        if isinstance(argument, m.Constant | m.Setting):
            found.append(None)
            continue
        kind = parameter.kind
        found.append(Slot(kind.name, stride, kind.size, first_of(kind)))
        stride *= kind.size
    return tuple(reversed(found)), stride


def parts_of(form: Form) -> tuple[str | Slot, ...]:
    """The words of an answer, in the order of the heading."""
    parts: list[str | Slot] = [form.action.label]
    arguments = form.invocation.arguments
    for preposition, slot, argument in zip(form.action.prepositions, form.slots, arguments, strict=True):
        parts += [preposition] if preposition else []
        parts.append(slot if slot is not None else _name(argument))
    return tuple(parts)


def _name(argument: Expression | None) -> str:
    return argument.name if isinstance(argument, m.Constant | m.Setting) else ""


def constant(argument: Expression | None) -> int:
    assert isinstance(argument, m.Constant | m.Setting)
    return argument.value


def decoded(form: Form, slot: Slot | None, place: int, answer: str) -> Expr:
    """The value of a parameter in the code of an answer."""
    if slot is None:
        return number(constant(form.invocation.arguments[place]))
    value = plus(Local(answer), -form.base)
    if slot.stride > 1:
        value = Binary("//", value, number(slot.stride))
    if slot.stride * slot.size < form.size:
        value = Binary("%", value, number(slot.size))
    return plus(value, slot.start)
