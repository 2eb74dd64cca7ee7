"""Ways through the resolved model: what stands inside a node, which variables it uses and which it brings in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from dsl import model as m
from dsl.fields import names_of
from dsl.model import Node, Variable

N = TypeVar("N", bound=Node)
Defined = TypeVar("Defined", m.Apply, m.Holds)


def everything(node: Node) -> tuple[Node, ...]:
    """A node and all nodes inside it, outer ones first."""
    return node.whole


def used(node: Node) -> Variable | None:
    """The variable that this very node reads."""
    match node:
        case m.Use(variable=variable):
            return variable
        case m.Selection(among=variable) | m.InSet(members=variable):
            return variable
    return None


def bound(node: Node) -> Variable | None:
    """The variable that this very node brings in."""
    match node:
        case m.Selection(variable=variable) | m.Let(variable=variable) | m.Choose(variable=variable):
            return variable
        case m.ChooseSeveral(variable=variable) | m.Roll(variable=variable) | m.TakeTurns(player=variable):
            return variable
        case m.Follow(here=variable):
            return variable
    return None


def free(nodes: Iterable[Node]) -> tuple[Variable, ...]:
    """The variables that the nodes use and do not bring in themselves, in the order of their first use."""
    uses: dict[Variable, None] = {}
    binds: set[Variable] = set()
    for root in nodes:
        for node in everything(root):
            variable = used(node)
            if variable is not None:
                uses[variable] = None
            new = bound(node)
            if new is not None:
                binds.add(new)
    return tuple(v for v in uses if v not in binds)


def depends(node: Node, variable: Variable) -> bool:
    return any(used(n) is variable for n in everything(node))


def conjuncts(conditions: Iterable[m.Condition]) -> tuple[m.Condition, ...]:
    """The conditions with each `All` replaced by its parts."""
    found: list[m.Condition] = []
    for condition in conditions:
        found += conjuncts(condition.conditions) if isinstance(condition, m.All) else (condition,)
    return tuple(found)


def cases(node: Defined) -> list[Defined]:
    """The definitions of one word, each with its arguments; the first that fits counts."""
    found: list[Defined] = []
    case: Defined | None = node
    while case is not None:
        found.append(case)
        case = case.otherwise
    return found


def rewritten(node: N, change: Callable[[Node], Node | None]) -> N:
    """The node with all nodes inside it for which `change` gives another one replaced."""
    changed = {name: _rewritten(getattr(node, name), change) for name in names_of(node)}
    same = all(part is getattr(node, name) for name, part in changed.items())
    return node if same else replace(node, **changed)  # type: ignore[arg-type]


def _rewritten(value: object, change: Callable[[Node], Node | None]) -> object:
    if isinstance(value, Node):
        return change(value) or rewritten(value, change)
    if isinstance(value, tuple):
        parts = tuple(_rewritten(part, change) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    return value
