"""The rulebook as it is carried out: what is done by value is narrowed to what is possible where it stands.

A power that is playable in some windows only cannot be meant in others. So what rests on such a power has a form of its
own for each phase or window from which it is reached: `the Player can do the Technique` in one window, and in another.
In each form a call by value is a switch over the members that are possible there. What rests on no such power keeps
its one form.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import field, replace
from functools import lru_cache
from typing import TypeVar, cast

from dsl import model as m
from dsl.analysis.truth import Time, is_playable, never
from dsl.fields import names_of
from dsl.late import dataclass
from dsl.model import Condition, Definition, Need, Node, Rulebook, Variable
from dsl.model.visit import ABOUT, definitions_of, named_in, nodes_in
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic

T = TypeVar("T")
D = TypeVar("D", bound=Definition)

ASKING = (m.Offer, m.May, m.Choose, m.ChooseOne, m.ChooseSeveral, m.Roll, m.Follow, m.InSecret)
ALL_HOLD = ("needs", "conditions")  # fields with sentences all of which have to be so


class AtTime(m.Derived):
    """In an example: what has to be so, by the phase or window in which the open decision stands.

    `said` is what the text says; `other` is for what stands in none of these, or can stand in several.
    """

    said: Condition
    cases: tuple[tuple[Time, Condition], ...]
    other: Condition


@dataclass
class Specialised:
    """`times`: for each node that asks somebody, the phases and windows from which it is reached."""

    book: Rulebook
    times: dict[Node, tuple[Time, ...]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


@lru_cache(maxsize=1)  # it is checked in its forms, and then lowered in them
def specialised(book: Rulebook) -> Specialised:
    """The rulebook with the forms of its definitions, and what can be done nowhere that it stands (E0411)."""
    if not book.powers and not any(d.playable for d in book.actions.values()):
        return Specialised(book)
    return _Forms(book).result()


# -------------------------------------------------------------------------------------------------- what rests on what


def resting_on(
    seeds: set[Definition], rests: dict[Definition, set[Definition]], through_times: bool
) -> set[Definition]:
    """The seeds and all that rest on them; `through_times`: by way of phases and windows, too."""
    found = set(seeds)
    while True:
        stops = set() if through_times else {d for d in found if isinstance(d, m.Phase | m.Window)}
        new = {d for d, others in rests.items() if d not in found and others & (found - stops)}
        if not new:
            return found
        found |= new


# ---------------------------------------------------------------------------------------------------------- the forms


class _Forms:
    """The forms of the definitions of one rulebook, made when they are first asked for."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.made: dict[Definition, dict[Time, Definition]] = {}
        self.diagnostics: dict[Span, Diagnostic] = {}
        self.quiet = False
        everything = [d for d in definitions_of(book) if not isinstance(d, m.Position)]  # they rest on no window
        rests = {d: set(named_in(d)) for d in everything}
        limited: set[Definition] = {d for d in everything if isinstance(d, m.Playable) and d.playable}
        self.varying = resting_on(limited, rests, through_times=False)
        calling = {d for d in everything if any(isinstance(n, m.PowerCall) for n in nodes_in(d))}
        self.touched = resting_on(self.varying | calling, rests, through_times=True)

    def form(self, definition: Definition, time: Time) -> Definition:
        """The form of a definition at a time."""
        if definition not in self.touched:
            return definition
        own = definition if isinstance(definition, m.Phase | m.Window) else time
        varies = definition in self.varying and own is not definition
        forms = self.made.setdefault(definition, {})
        if (own if varies else None) not in forms:
            form = forms[own if varies else None] = copy(definition)
            form.form_of = definition
            if varies:
                form.name = f"{definition.name} in {own.name}" if own else f"{definition.name} elsewhere"
            _Rewriting(self, own, varies).fill(form)
        return forms[own if varies else None]

    def impossible(self, span: Span, what: str, time: Time) -> None:
        """Complains, once for each place in the text, of what can never be done there."""
        if not self.quiet:
            where = f"in {time.name}" if time else "outside all phases and windows"
            message = f"{what} cannot be done {where}."
            self.diagnostics.setdefault(span, Diagnostic("E0411", message, span))

    # ---------------------------------------------------------------------------------------------------- the rulebook

    def result(self) -> Specialised:
        old, new = self.book, copy(self.book)
        anywhere = _Rewriting(self, None, False)
        new.setup, new.play = anywhere.block(old.setup), anywhere.block(old.play)
        new.phases = {name: self.form(phase, None) for name, phase in old.phases.items()}  # type: ignore[misc]
        new.windows = {name: self.form(window, None) for name, window in old.windows.items()}  # type: ignore[misc]
        new.standing = [self.form(d, None) for d in old.standing]  # type: ignore[misc]
        new.triggers = [self.form(d, None) for d in old.triggers]  # type: ignore[misc]
        new.befores = [self.form(d, None) for d in old.befores]  # type: ignore[misc]
        new.endings = [self.form(d, None) for d in old.endings]  # type: ignore[misc]
        times = _times(new)
        self.quiet = True
        found = tuple(dict.fromkeys(time for some in times.values() for time in some if time))
        new.examples = [self.example(example, found) for example in old.examples]
        self.list_forms(new)
        return Specialised(new, times, list(self.diagnostics.values()))

    def list_forms(self, new: Rulebook) -> None:
        """Puts the forms where the definitions stood."""
        old = self.book
        new.actions = {d.name: d for d in self.forms_of(old.actions.values())}
        new.powers = {d.name: d for d in self.forms_of(old.powers.values())}
        new.procedures = {d.name: d for d in self.forms_of(old.procedures.values())}
        new.walks = {d.name: d for d in self.forms_of(old.walks.values())}
        new.values = list(self.forms_of(old.values))
        new.qualities = list(self.forms_of(old.qualities))

    def forms_of(self, found: Iterable[D]) -> Iterator[D]:
        for definition in found:
            if definition in self.touched:
                yield from self.made.get(definition, {}).values()  # type: ignore[misc]
            else:
                yield definition

    # ----------------------------------------------------------------------------------------------------- the examples

    def example(self, example: m.Example, times: tuple[Time, ...]) -> m.Example:
        new = copy(example)
        new.phase = self.form(example.phase, None) if example.phase else None  # type: ignore[assignment]
        new.steps = tuple(self.step(step, times) for step in example.steps)
        return new

    def step(self, step: m.ExampleStep, times: tuple[Time, ...]) -> m.ExampleStep:
        """What has to be so may depend on the phase or window in which the open decision stands."""
        if not isinstance(step, m.Then) or asks_of_the_decision(step) or not self.touched & set(named_in(step)):
            return step
        if not self.varying & set(named_in(step)):
            return replace(step, condition=_Rewriting(self, None, False).condition(step.condition))
        cases = tuple((time, _Rewriting(self, time, False).condition(step.condition)) for time in times)
        other = _Rewriting(self, None, False).condition(step.condition)
        return replace(step, condition=AtTime(step.span, step.condition, cases, other))


def asks_of_the_decision(step: m.Then) -> bool:
    """Whether it is said what is offered, asked or to be chosen, which shows in the open decision wherever it is."""
    said = step.condition.condition if isinstance(step.condition, m.Not) else step.condition
    return isinstance(said, m.Offered | m.Asked | m.Choosable | m.CanPass)


class _Rewriting:
    """The content of one form. `given` are the conditions under which the lines stand, `picked` what was chosen."""

    def __init__(self, forms: _Forms, time: Time, copies: bool) -> None:
        self.forms = forms
        self.time = time
        self.copies = copies  # whether what asks somebody is told apart from the same in other forms
        self.given: list[Condition] = []
        self.picked: dict[Variable, m.Selection] = {}

    # ------------------------------------------------------------------------------------------------------ all content

    def fill(self, form: Definition) -> None:
        """Rewrites what a copied definition is made of."""
        for name in names_of(form):
            value = getattr(form, name)
            if name in ALL_HOLD:
                setattr(form, name, list(self.all_hold(value)))
            elif name not in ABOUT:
                setattr(form, name, self.anything(value))

    def anything(self, value: object) -> object:
        match value:
            case Definition():
                return self.forms.form(value, self.time)
            case Node():
                return self.node(value)
            case Need():
                return replace(value, condition=self.condition(value.condition))
            case tuple() | list():
                found = [self.anything(item) for item in value]
                return value if all(a is b for a, b in zip(found, value, strict=True)) else type(value)(found)
            case _:  # all else is the same at all times
                return value

    def all_hold(self, items: Sequence[T]) -> tuple[T, ...]:
        """Sentences that all have to be so: each is asked only where the others are."""
        sentences = [item.condition if isinstance(item, Need) else item for item in items]
        found: list[object] = []
        for number, item in enumerate(items):
            others = [c for k, c in enumerate(sentences) if k != number and isinstance(c, Condition)]
            with self.under(others):
                found.append(self.anything(item))
        return tuple(found)  # type: ignore[arg-type]

    @contextmanager
    def under(self, conditions: Iterable[Condition]) -> Iterator[None]:
        """What stands where the conditions hold."""
        before = self.given
        self.given = [*before, *conditions]
        yield
        self.given = before

    def condition(self, node: Condition) -> Condition:
        return cast(Condition, self.node(node))

    def block(self, block: m.Block) -> m.Block:
        return cast(m.Block, self.anything(block))

    # ------------------------------------------------------------------------------------------------------------ nodes

    def node(self, node: Node) -> Node:
        match node:
            case m.All(conditions=parts):
                return self.with_fields(node, conditions=same_row(self.all_hold(parts), parts))
            case m.Selection():
                return self.selection(node)
            case m.If():
                return self.with_fields(node, branches=tuple(self.branches(node)))
            case m.Way(condition=condition, body=body) if condition is not None:
                with self.under([condition]):
                    inside = self.block(body)
                return self.with_fields(node, body=inside)
            case m.CanDo(invocation=invocation) if not is_playable(invocation.action, self.time):
                return m.Any(node.span, ())
            case m.CanDoPower(call=call) if call.members and not self.members(call):
                return m.Any(node.span, ())
            case m.PowerCall():
                found = tuple(cast(m.Power, self.forms.form(p, self.time)) for p in self.members(node))
                return self.with_fields(node, members=same_row(found, node.members))
            case m.Offer(invocations=invocations):
                return self.told_apart(node, self.offer(node, invocations))
            case m.DoAction(invocation=invocation) if not is_playable(invocation.action, self.time):
                self.forms.impossible(node.span, invocation.action.name, self.time)
            case m.DoPower(call=call) if call.members and not self.members(call):
                self.forms.impossible(node.span, "What is done here", self.time)
            case m.Choose(selection=selection, variable=variable):
                self.picked[variable] = selection
            case m.ForEach(selection=selection):
                self.picked[selection.variable] = selection
            case _:  # others differ only by what is inside them
                pass
        return self.told_apart(node, self.with_fields(node))

    def with_fields(self, node: Node, **known: object) -> Node:
        """The node with its fields rewritten, but for those that are `known`."""
        names = names_of(node)
        found = {name: known[name] if name in known else self.anything(getattr(node, name)) for name in names}
        same = all(found[name] is getattr(node, name) for name in names)
        return node if same else replace(node, **found)  # type: ignore[arg-type]

    def told_apart(self, node: Node, rewritten: Node) -> Node:
        """In a form for one window, what asks somebody is told apart from the same in the other forms."""
        return replace(node) if self.copies and rewritten is node and isinstance(node, ASKING) else rewritten

    def selection(self, node: m.Selection) -> Node:
        conditions = self.all_hold(node.conditions)
        words = conditions[: len(node.words)]
        place = conditions[len(node.words)] if node.place is not None else None
        that = conditions[len(conditions) - len(node.that) :]
        return self.with_fields(node, words=same_row(words, node.words), place=place, that=same_row(that, node.that))

    def branches(self, node: m.If) -> Iterator[tuple[Condition | None, m.Block]]:
        """A branch stands where its condition holds and those before it do not."""
        before: list[Condition] = []
        for condition, block in node.branches:
            with self.under([*before, *([condition] if condition else [])]):
                inside = self.block(block)
            with self.under(before):
                yield (self.condition(condition) if condition else None), inside
            before += [m.Not(condition.span, condition)] if condition else []

    def offer(self, node: m.Offer, invocations: tuple[m.Invocation, ...]) -> Node:
        """Only what is playable here is offered."""
        offered = tuple(i for i in invocations if is_playable(i.action, self.time))
        if not offered:
            self.forms.impossible(node.span, " or ".join(i.action.name for i in invocations), self.time)
        return self.with_fields(node, invocations=same_row(cast(m.Block, self.anything(offered)), invocations))

    def members(self, call: m.PowerCall) -> tuple[m.Power, ...]:
        """The powers that can be meant here, as far as the text alone shows it."""
        found = [p for p in call.members if is_playable(p, self.time)]
        if not isinstance(call.which, m.Use):
            return tuple(found)
        variable, start = call.which.variable, call.which.kind.start
        return tuple(p for p in found if not self.excluded(variable, start + p.number))

    def excluded(self, variable: Variable, number: int) -> bool:
        if never(self.given, {variable: number}, self.time):
            return True
        picked = self.picked.get(variable)
        if picked is None:
            return False
        return never(picked.conditions, {variable: number, picked.variable: number}, self.time)


def same_row(found: tuple[T, ...], before: tuple[T, ...]) -> tuple[T, ...]:
    """The row as it was before, if nothing in it is different."""
    same = len(found) == len(before) and all(a is b for a, b in zip(found, before, strict=True))
    return before if same else found


def _times(book: Rulebook) -> dict[Node, tuple[Time, ...]]:
    """For each node that asks somebody, the phases and windows from which it is reached."""
    found: dict[Node, dict[Time, None]] = {}
    others = (*book.standing, *book.triggers, *book.befores, *book.endings)
    waiting: deque[tuple[object, Time]] = deque([((book.setup, book.play), None), *((d, None) for d in others)])
    waiting += [(d, cast(Time, d.original)) for d in (*book.phases.values(), *book.windows.values())]
    done: set[tuple[Definition, Time]] = set()
    while waiting:
        item, time = waiting.popleft()
        for node in nodes_in(item):
            if isinstance(node, ASKING):
                found.setdefault(node, {})[time] = None
        for definition in named_in(item):
            if not isinstance(definition, m.Phase | m.Window) and (definition, time) not in done:
                done.add((definition, time))
                waiting.append((definition, time))
    return {node: tuple(times) for node, times in found.items()}
