"""The one walker of the model: what stands inside what, which variables are used and brought in, and changed copies.

A definition that is named is a link and not entered: what it says stands under its own heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from dsl import model as m
from dsl.fields import inner_names_of, names_of
from dsl.model import Definition, Example, Layer, Need, Node, Rulebook, Span, Variable

N = TypeVar("N", bound=Node)
Defined = TypeVar("Defined", m.Apply, m.Holds)

ABOUT = ("form_of", "playable", "texts", "deeds")  # fields that only tell of a definition


# ------------------------------------------------------------------------------------------------------------- the book


def definitions_of(book: Rulebook) -> tuple[Definition, ...]:
    """All that is asked or carried out. What `Bar`, `Override` and `WaitingOrder` say is part of these already."""
    named = (book.phases, book.windows, book.actions, book.powers, book.procedures, book.walks, book.positions)
    rules = (*book.standing, *book.triggers, *book.befores, *book.endings)
    lists: tuple[Definition, ...] = (*book.values, *book.qualities, *rules)
    return (*(d for group in named for d in group.values()), *lists)


def headings_of(book: Rulebook) -> tuple[Definition, ...]:
    """Everything with a heading."""
    order = () if book.waiting_order is None else (book.waiting_order,)
    return (*definitions_of(book), *order, *book.bars, *book.overrides)


def parts_of(definition: Definition) -> tuple[Node, ...]:
    """The statements, conditions and expressions of which a definition is made, in the order in which they count."""
    match definition:
        case m.Act():
            needs = tuple(n.condition for n in definition.needs)
            costs = (value for price in definition.costs for value in price)
            return (*needs, *definition.head, *definition.counted, *costs, *definition.effects)
        case m.Procedure():
            return (*(n.condition for n in definition.needs), *definition.body)
        case m.Phase() | m.Window():
            return (*definition.anew, *definition.body)
        case m.Value():
            said = (n for value, when, _ in definition.cases for n in ((value, when) if when else (value,)))
            return (*said, *(n for layer in definition.layers for n in (layer.amount, layer.active)))
        case m.Quality():
            return tuple(definition.conditions)
        case m.Position():
            return definition.pictured
        case m.Walk():
            start = (definition.start, definition.heading)
            on = (definition.along, definition.onward, definition.turns)
            return tuple(n for n in (*start, *on, *definition.stops) if n)
        case m.StandingRule() | m.Ending():
            return (*((definition.condition,) if definition.condition else ()), *definition.body)
        case m.Happening():
            return definition.body
        case _:
            raise TypeError(type(definition).__name__)


# --------------------------------------------------------------------------------------------------------------- inside


def carried_out(node: Node) -> tuple[m.Act | m.Procedure, ...]:
    """What a statement itself has carried out, without asking: verbs, actions, powers; no costs, no rules."""
    match node:
        case m.Perform(procedure=procedure):
            return (procedure,)
        case m.DoAction(invocation=invocation):
            return (invocation.action,)
        case m.DoPower(call=call):
            return call.members
        case _:  # others do no more than they say themselves
            return ()


def with_cost(book: Rulebook, definition: m.Act | m.Procedure) -> tuple[m.Act | m.Procedure, ...]:
    """What is carried out, and the verb by which it is paid for."""
    pay = book.procedures.get("pay")
    costs = isinstance(definition, m.Act) and definition.costs
    return (definition, pay) if costs and pay is not None else (definition,)


def nodes_in(item: object) -> Iterator[Node]:
    """The nodes of an item (a node, a row, a need, a definition or an example, with all its fields), outer ones first,
    as they stand in the text."""
    if isinstance(item, Node):
        return iter(item.whole)
    return chain.from_iterable(nodes_in(part) for part in fields_in(item) if not isinstance(part, Definition))


def pieces_in(item: object) -> tuple[tuple[int, int], ...]:
    """The pieces of which an item speaks: the first number of each kind, and the one behind its last."""
    kinds = (node.kind for node in nodes_in(item) if isinstance(node, m.Expression | m.Selection))
    return tuple(sorted({(kind.start, kind.stop) for kind in kinds if kind.sort == "piece"}))


def named_in(item: object) -> Iterator[Definition]:
    """The definitions that are named in an item, each as often as it is."""
    waiting = [*reversed(fields_in(item))]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Definition):
            yield part
        else:
            waiting += reversed(part.parts if isinstance(part, Node) else fields_in(part))


def explained_by(items: Iterable[object]) -> list[m.Value | m.Quality]:
    """The words of which items speak, and those by which these are explained, each once."""
    found: dict[m.Value | m.Quality, None] = {}
    waiting = [*items]
    while waiting:
        new = [one for one in named_in(waiting.pop(0)) if isinstance(one, m.Value | m.Quality) and one not in found]
        found |= dict.fromkeys(new)
        waiting += (part for one in new for part in parts_of(one))
    return [*found]


def fields_in(item: object) -> Sequence[object]:
    """What stands directly in an item: nodes, rows and needs; links to definitions, too."""
    match item:
        case Node():
            return item.parts
        case tuple() | list():
            return item
        case Need() | Layer() | Definition() | Example():
            return [getattr(item, name) for name in inner_names_of(item) if name not in ABOUT]
        case _:  # a plain value, or a thing of the world: nothing stands in it
            return ()


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


# ------------------------------------------------------------------------------------------------------------ variables


def use(variable: Variable, span: Span) -> m.Use:
    """A phrase that means what the variable stands for."""
    return m.Use(span, variable.kind, False, variable)


def used(node: Node) -> Variable | None:
    """The variable that this very node reads."""
    match node:
        case m.Use(variable=variable):
            return variable
        case m.Selection(among=variable) | m.InSet(members=variable):
            return variable
        case _:  # only these three have a field for one that is read
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
        case _:  # only these have a field for one that is brought in
            return None


def free(nodes: Iterable[Node]) -> tuple[Variable, ...]:
    """The variables that the nodes use and do not bring in themselves, in the order of their first use."""
    uses: dict[Variable, None] = {}
    binds: set[Variable] = set()
    for node in nodes_in(tuple(nodes)):
        variable = used(node)
        if variable is not None:
            uses[variable] = None
        new = bound(node)
        if new is not None:
            binds.add(new)
    return tuple(v for v in uses if v not in binds)


def depends(node: Node, variable: Variable) -> bool:
    return any(used(n) is variable for n in node.whole)


# ------------------------------------------------------------------------------------------------------ changed copies


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
