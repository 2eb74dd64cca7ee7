"""The copy of a rulebook in which every sugar statement is replaced by what it means.

The book is a web: definitions name one another, so all of them are copied. A node is copied only where something in it
differs, and once, however many places share it: what is known of a node by its identity stays known of its copy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from dsl import model as m
from dsl.analysis.truth import Time
from dsl.core.desugar import meaning
from dsl.core.laid_open import laid_open
from dsl.core.per_window import Specialised
from dsl.fields import inner_names_of
from dsl.model import Definition, Node, Rulebook, Statement

D = TypeVar("D", bound=Definition)
T = TypeVar("T")

NAMED = ("phases", "windows", "actions", "powers", "procedures", "walks", "positions")
LISTED = ("values", "qualities", "standing", "triggers", "befores", "endings")
KEPT = ("form_of", "playable", "texts", "short", "deeds")  # compared by what they are forms of, or only told
TOLD = m.Bar | m.Override | m.WaitingOrder  # definitions of which nothing is carried out: they are cited


@dataclass(frozen=True)
class Core:
    """`times` as of `Specialised`. `written`: of what was made anew, the part of the book as it is written."""

    book: Rulebook
    times: Mapping[Node, tuple[Time, ...]]
    written: Mapping[object, object]

    def as_written(self, part: T) -> T:
        """The part of the book, as it is written, that was made into this one."""
        return cast(T, self.written.get(part, part))


def in_core(forms: Specialised) -> Core:
    """The rulebook in core statements."""
    rewriting = _Rewriting(forms.book)
    book = rewriting.book()
    asked = {new: forms.times[old] for new, old in rewriting.written.items() if old in forms.times}
    return Core(book, {**forms.times, **asked}, rewriting.written)  # type: ignore[dict-item]


class _Rewriting:
    def __init__(self, old: Rulebook) -> None:
        self.old = old
        self.written: dict[object, object] = {}
        self.definitions: dict[Definition, Definition] = {}
        self.made: dict[object, object] = {}
        self.sugar: dict[object, m.Sugar] = {}  # for nodes that a meaning brought in: whose
        self.waiting: deque[Definition] = deque()  # their content is still as written

    def book(self) -> Rulebook:
        old, new = self.old, copy(self.old)
        new.setup, new.play = self.block(old.setup), self.block(old.play)
        for name in NAMED:
            setattr(new, name, {key: self.definition(d) for key, d in getattr(old, name).items()})
        for name in LISTED:
            setattr(new, name, [self.definition(d) for d in getattr(old, name)])
        new.examples = [self.example(example) for example in old.examples]
        while self.waiting:
            self.fill(self.waiting.popleft())
        return new

    def example(self, old: m.Example) -> m.Example:
        phase = self.definition(old.phase) if old.phase else None
        steps = tuple(self.once(step) for step in old.steps)
        new = replace(old, phase=phase, steps=steps)
        self.written[new] = old
        return new

    # ------------------------------------------------------------------------------------------------------ definitions

    def definition(self, old: D) -> D:
        if isinstance(old, TOLD):
            return old
        if old not in self.definitions:
            new = self.definitions[old] = copy(old)
            new.form_of = old.original
            self.written[new] = old
            self.waiting.append(new)
        return cast(D, self.definitions[old])

    def fill(self, new: Definition) -> None:
        """Rewrites what a copied definition is made of; what it costs is paid by the verb for that, and what it
        lays open for all is shown before."""
        if isinstance(new, m.Act) and new.costs:
            pay, clauses = self.old.procedures["pay"], new.cost_clauses
            paid = (m.Perform(price[0].span, clauses, pay, price) for price in new.costs)
            new.payment = (*laid_open(self.old.world, new), *paid)
        for name in inner_names_of(new):
            if name not in KEPT:
                setattr(new, name, self.anything(getattr(new, name)))

    # ---------------------------------------------------------------------------------------------------------- content

    def anything(self, value: object) -> object:
        match value:
            case Definition():
                return self.definition(value)
            case m.Unbarred(meaning=meant):  # how a ban that lasts is said only the prose has to know
                return self.once(meant)
            case Node() | m.Need() | m.Layer():
                return self.once(value)
            case tuple() | list():
                found = [part for item in value for part in self.parts(item)]
                same = len(found) == len(value) and all(a is b for a, b in zip(found, value, strict=True))
                return value if same else type(value)(found)
            case _:  # names and numbers are no sugar
                return value

    def parts(self, item: object) -> Iterable[object]:
        """What stands for an item of a row: a statement can mean several."""
        return self.statement(item) if isinstance(item, Statement) else (self.anything(item),)

    def block(self, block: m.Block) -> m.Block:
        return cast(m.Block, self.anything(block))

    def statement(self, old: Statement) -> m.Block:
        if not isinstance(old, m.Sugar):
            return (self.once(old),)
        if old not in self.made:
            meant, own = meaning(old), {*old.whole}
            brought_in = (new for line in meant for new in line.whole if new.span is old.span and new not in own)
            self.sugar.update((new, old) for new in brought_in)
            self.made[old] = self.block(meant)
        return cast(m.Block, self.made[old])

    def once(self, old: T) -> T:
        """The copy of a node, or of what is known by its identity, too."""
        if old not in self.made:
            new = self.made[old] = self.with_content(old)
            of = self.sugar.get(old, old)
            if new is not of:
                self.written[new] = of
        return cast(T, self.made[old])

    def with_content(self, old: T) -> T:
        found = {name: (value, self.anything(value)) for name in inner_names_of(old) if (value := getattr(old, name))}
        differing = {name: new for name, (value, new) in found.items() if new is not value}
        return replace(old, **differing) if differing else old  # type: ignore[type-var]
