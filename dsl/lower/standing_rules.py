"""Standing rules: rounds of all that hold, each with each of the things it speaks of, until nothing more changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.analysis.effects import Change, asks, changes, until_asked, writes
from dsl.analysis.partitions import leaves
from dsl.analysis.rules import thing_of
from dsl.ir import nodes as ir
from dsl.ir.program import ACTIVE, AT, RANK
from dsl.lower.build import Build, Scene, first_of
from dsl.lower.modes import Mode
from dsl.lower.ops import NO, YES, ZERO, both, either, equal, is_empty, load, negation, number, plus, statements, when
from dsl.lower.selections import at_entry
from dsl.lower.storage import CHANGED, SETTLE
from dsl.model import Statement
from dsl.model.core import Assign

LONGEST = 1000  # rounds after one change
FAULT = "F2"
FAULT_TEXT = "Rules that follow from one another come to no end."

_ROUNDS, _WORD = ir.Local("rounds"), ir.Local("word")


def fixed_point(build: Build, rules: tuple[int, ...], mode: Mode) -> ir.Block:
    """Rounds: all that hold are found at once, and each is tested again before it is applied."""
    scene = Scene(build, mode, "")
    parts = [_Rule(scene, build.book.standing[k], ir.Local(f"holds {k}")) for k in rules]
    kept = _kept(build, [build.book.standing[k] for k in rules])
    build.fault(FAULT, FAULT_TEXT)
    turn = statements(
        *(part.find() for part in parts),
        ir.If(negation(either(*(part.found for part in parts))), (ir.Break(),)),
        ir.If(ir.Binary(">=", _ROUNDS, number(LONGEST)), tuple(part.too_long() for part in parts)),
        ir.Set("rounds", plus(_ROUNDS, 1)),
        ir.Store(CHANGED, ZERO, NO),
        _keep(build, kept),
        *(part.apply(first=k == 0) for k, part in enumerate(parts)),
        _forget_what_came_back(build, kept),
        ir.If(equal(load(CHANGED), NO), (ir.Break(),)),
    )
    return statements(ir.Set("rounds", ZERO), ir.While(YES, turn), ir.Store(CHANGED, ZERO, NO))


# ------------------------------------------------------------------------------------------------------------ one rule


class _Rule:
    """One rule in a fixed point; `holds` is 1 if it was found to hold, or the set of the things with which it does."""

    def __init__(self, scene: Scene, rule: m.StandingRule, holds: ir.Local) -> None:
        self.scene, self.rule, self.holds = scene, rule, holds
        self.build = scene.build
        self.thing = thing_of(rule)

    @property
    def found(self) -> ir.Expr:
        return negation(is_empty(self.holds)) if self.thing else self.holds

    def find(self) -> ir.Set:
        return ir.Set(self.holds.name, at_entry(self.scene, self.thing[1]) if self.thing else self._condition())

    def _condition(self) -> ir.Expr:
        assert self.rule.condition is not None
        return self.scene.condition(self.rule.condition)

    def apply(self, *, first: bool) -> ir.Block:
        """Carries the rule out where it still holds; the first one of a round surely does."""
        if self.thing is None:
            return when(self.holds if first else both(self.holds, self._condition()), self._perform(()))
        variable, selection = self.thing
        name = self.scene.fresh("thing")
        self.scene.values[selection.variable] = ir.Local(name)
        still = both(*(self.scene.condition(c) for c in selection.conditions))
        turn = when(still, self._perform((ir.Local(name),)))
        index, first_ = self.scene.fresh("index"), first_of(variable.kind)
        if variable.kind.sort != "player":
            return (ir.ForBits(index, self.holds, (ir.Set(name, plus(ir.Local(index), first_)), *turn)),)
        active, players = ir.Binary("max", load(ACTIVE), ZERO), number(self.build.players)
        seat = ir.Set(name, ir.Binary("%", ir.Binary("+", active, ir.Local(index)), players))
        return (ir.ForRange(index, ZERO, players, (seat, *when(ir.Binary("has", self.holds, ir.Local(name)), turn))),)

    def too_long(self) -> ir.Guard:
        """The fault of a rule that still holds when there have been too many rounds."""
        return ir.Guard(negation(self.found), FAULT, self.build.rule_of(self.rule, self.rule.label))

    def _perform(self, thing: tuple[ir.Expr, ...]) -> ir.Block:
        rule, build, mode = self.rule, self.build, self.scene.mode
        name = build.once(("standing", rule), lambda: build.number(f"rule {rule.name}"))
        inside = Scene(build, mode, rule.label)
        inputs = inside.parameters((self.thing[0],) if self.thing else ())

        def body() -> ir.Block:
            lines = rule.body[1:] if self.thing else rule.body
            done = inside.block(until_asked(build, lines) if mode.test else lines)
            return (ir.Mark(build.rule_of(rule, rule.label)), *done)

        return (ir.Perform(build.procedure(name + mode.suffix, inputs, body, rule.span), thing),)


# ----------------------------------------------------------------------------------- a round that leaves all as it was


@dataclass(frozen=True)
class _Kept:
    """Words of an array that are kept while a round is carried out: `count` of them from `start`, in `copy`."""

    array: str
    start: int
    count: int
    copy: str


def _kept(build: Build, rules: list[m.StandingRule]) -> tuple[_Kept, ...]:
    """What a round may change and change back: what nothing, or one change alone, writes cannot come back."""
    written: Counter[str] = Counter()
    asking = asks(build, tuple(s for rule in rules for s in rule.body))
    for rule in rules:
        for change in changes(build, rule.body):
            once = thing_of(rule) is None and change in _plain(rule.body)
            written.update(dict.fromkeys(writes(build, (change,)), 1 if once else 2))
    several = {name for name, times in written.items() if times > 1}
    return tuple(_copied(build, *part, asking) for part in _words(build, several))


def _plain(block: tuple[Statement, ...]) -> list[Change]:
    """The changes that are carried out once at most, of one thing."""
    found: list[Change] = []
    for node in block:
        match node:
            case m.Move() | Assign():
                found.append(node)
            case m.If(branches=branches):
                found += [change for _, body in branches for change in _plain(body)]
            case m.Together(body=body):
                found += _plain(body)
            case _:  # whatever else there is changes nothing, or more than one thing
                pass
    return found


def _words(build: Build, names: set[str]) -> Iterator[tuple[str, int, int]]:
    arrays = [name for name in (AT, RANK) if name in build.arrays]
    for leaf in leaves(build):
        if f"place of {leaf.name}" in names:
            yield from ((array, leaf.start, leaf.size) for array in arrays)
    yield from ((name, 0, build.arrays[name].count) for name in sorted(names) if name in build.arrays)


def _copied(build: Build, array: str, start: int, count: int, asking: bool) -> _Kept:
    """A copy that must outlast a decision is part of the state."""
    sort: ir.Section = "control" if asking else "derived"
    copy = build.array(f"{SETTLE}{sort} {array} {start}", count, sort)
    return _Kept(array, start, count, copy)


def _keep(build: Build, kept: tuple[_Kept, ...]) -> ir.Block:
    return tuple(
        ir.ForRange("word", ZERO, number(k.count), (ir.Store(k.copy, _WORD, ir.Load(k.array, plus(_WORD, k.start))),))
        for k in kept
    )


def _forget_what_came_back(build: Build, kept: tuple[_Kept, ...]) -> ir.Block:
    """If all words are what they were, nothing has changed; the copies are cleared."""
    if not kept:
        return ()
    blocks: list[ir.Block] = []
    for k in kept:
        differs = ir.Binary("!=", ir.Load(k.copy, _WORD), ir.Load(k.array, plus(_WORD, k.start)))
        turn: ir.Block = (ir.If(differs, (ir.Set("differs", YES),)), ir.Store(k.copy, _WORD, ZERO))
        blocks.append((ir.ForRange("word", ZERO, number(k.count), turn),))
    back = ir.If(negation(ir.Local("differs")), (ir.Store(CHANGED, ZERO, NO),))
    return statements(ir.Set("differs", NO), *blocks, back)
