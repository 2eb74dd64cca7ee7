"""Which clauses of the printed rulebook a text cites, and which rules and clauses of rules came up in play.

A rule comes up when it is carried out, a need when it refuses an answer. A clause is exercised when a rule or a need
that cites it came up, or an example that cites it passed. What is only declared (pieces, places, texts) cannot come up;
it is in force all the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from dsl.ir.program import Program
from dsl.source import Span
from dsl.terms import USUAL, Terms
from dsl.text.clauses import clauses_beside
from interpreter.failures import Failure
from interpreter.library.chance import seed_of
from interpreter.play.examples import run_example
from interpreter.play.rules import Rules
from interpreter.tools.simulate import Summary, load, play_game, simulate_rules
from interpreter.tools.trace import NO_RULE, Tracer

FEW = 3  # games of each form that are told step by step, as only that shows what refuses an answer, or tried first
GAMES = "random games"


@dataclass
class Coverage:
    """What is known of the clauses. `listed` are those of the printed rulebook with their texts; `cited` tells where.

    `rules` are clauses cited on rules that can come up, `exercised` those that did. `names` has the rules by where they
    stand, in any form of the game, `shown` those that came up: first in the example with that title, or in `GAMES`.
    """

    listed: dict[str, str] = field(default_factory=dict)
    cited: dict[str, list[Span]] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    exercised: set[str] = field(default_factory=set)
    names: dict[Span, str] = field(default_factory=dict)
    shown: dict[Span, str] = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        """Clauses that the text does not cite."""
        return [clause for clause in self.listed if clause not in self.cited]

    @property
    def unknown(self) -> list[str]:
        """Citations of clauses that there are not."""
        return [clause for clause in sorted(self.cited) if self.listed and clause not in self.listed]

    @property
    def idle(self) -> list[str]:
        """Clauses of rules that never came up."""
        return sorted(self.rules - self.exercised)

    @property
    def unused(self) -> list[tuple[Span, str]]:
        """Rules that never came up: where they stand, and their names."""
        return [(span, name) for span, name in self.names.items() if span not in self.shown]


def clause_list(rulebook: Path) -> dict[str, str]:
    """The clauses of the list that stands beside a rulebook, with their texts; none if there is no list.

    Raises Failure for what is no such list, OSError.
    """
    clauses, wrong = clauses_beside(rulebook)
    if wrong:
        raise Failure(*wrong)
    return {clause.number: clause.text for clause in clauses}


def citations(rulebook: Path) -> dict[str, list[Span]]:
    """Every clause that a rulebook's text cites, in or out of variants, and where. Empty if it cannot be read."""
    from dsl.text.reader import read

    start, _ = read(rulebook.read_text("utf-8"), str(rulebook))
    found: dict[str, list[Span]] = {}
    for node in _nodes(start):
        for clause in getattr(node, "clauses", ()):
            found.setdefault(clause, []).append(node.span)  # type: ignore[attr-defined]
    return found


def _nodes(start: object) -> Iterator[object]:
    waiting = [start]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting += item
        elif hasattr(item, "__dataclass_fields__"):
            yield item
            waiting += [getattr(item, name) for name in item.__dataclass_fields__]


def carried_out(rulebook: Path, terms: Terms) -> Iterator[tuple[Span, str]]:
    """All that has a heading and is carried out, whether or not there is a way to come to it."""
    from dsl import model as m
    from dsl.load import load_rulebook

    sorts = m.Playable, m.Procedure, m.Phase, m.Window, m.StandingRule, m.Happening, m.WaitingOrder, m.Ending
    book, _ = load_rulebook(rulebook, terms)
    for item in (item for chapter in (book.chapters if book else ()) for item in chapter.items):
        if isinstance(item, sorts) or (isinstance(item, m.Override) and item.body):
            yield item.span, item.label


def cover(rulebook: Path, games: int, seed: int) -> Coverage:
    """Runs the worked examples and, in each form of the game, at most `games` random games: none once everything has
    come up.

    Raises RulebookError, OSError.
    """
    coverage = Coverage(clause_list(rulebook), citations(rulebook))
    usual = _Form(coverage, rulebook, USUAL)
    forms = [usual, *(_Form(coverage, rulebook, terms) for terms in usual.rules.program.forms[1:])]
    for many in sorted({min(games, FEW), games}):
        for form in forms:
            if coverage.unused and many:
                form.play(many, seed)
    for form in forms:  # what refuses an answer is seen only where every step is looked at, which takes longest
        if coverage.idle:
            form.tell(min(games, FEW), seed)
    return coverage


class _Form:
    """The game in one form; what comes up in it is noted in the coverage."""

    def __init__(self, coverage: Coverage, rulebook: Path, terms: Terms) -> None:
        """Runs the examples."""
        self._coverage, self._rulebook, self._terms = coverage, rulebook, terms
        self._marks: list[int] = []
        self.rules = Rules.with_examples(rulebook, terms, mark=self._mark)
        program = self.rules.program
        coverage.rules |= {clause for rule in program.rules for clause in rule.clauses}
        marked = ((program.rules[number].span, program.rules[number].name) for number in self.rules.marked)
        for span, name in (*carried_out(rulebook, terms), *marked):
            coverage.names.setdefault(span, name)
        for example in program.examples:
            self._marks.clear()
            if run_example(program, self.rules.machine, example).fine:
                self._note(program, {example.rule, *self._marks}, example.title)

    def tell(self, games: int, seed: int) -> None:
        """Plays random games of which every step is looked at: what came up, and which needs refused an answer; no more
        once there is nothing left to find."""
        for number in range(games):
            if not self._coverage.idle:
                return
            for step in Tracer(self.rules, seed_of(seed, number), self._marks).steps():
                refused = {rule for form in step.forms for _, rule, _ in form.refused if rule != NO_RULE}
                self._note(self.rules.program, {*self._marks, *refused}, GAMES)

    def play(self, games: int, seed: int) -> None:
        """Plays random games: many by machine code, if there can be some, a few with the rules that stand ready."""
        if games > FEW:
            loader = partial(load, self._rulebook, self._terms)
            self._note(loader(None).program, simulate_rules(loader, games, seed).reached, GAMES)
            return
        self._marks.clear()
        for number in range(games):
            play_game(self.rules, seed_of(seed, number), Summary(), counts=False)
        self._note(self.rules.program, {*self._marks}, GAMES)

    def _mark(self, rule: int) -> None:
        if not self.rules.machine.testing:  # what is only tried does not come up
            self._marks.append(rule)

    def _note(self, program: Program, numbers: set[int], by: str) -> None:
        for number in numbers:
            rule = program.rules[number]
            self._coverage.exercised.update(rule.clauses)
            if rule.span in self._coverage.names:
                self._coverage.shown.setdefault(rule.span, by)
