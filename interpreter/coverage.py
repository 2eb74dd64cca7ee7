"""Which clauses of the printed rulebook a text cites, and which of those that are rules came up in play.

A clause is exercised when a rule that cites it was carried out, a need that cites it refused an answer, or an example
that cites it passed. What is only declared (pieces, places, texts) cannot come up; it is in force all the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dsl.clauses import clauses_beside
from dsl.program import Program
from dsl.spans import Span
from dsl.terms import USUAL, Terms
from interpreter.chance import seed_of
from interpreter.examples import run
from interpreter.failures import Failure
from interpreter.rules import Rules
from interpreter.trace import Tracer


@dataclass
class Coverage:
    """What is known of the clauses. `listed` are those of the printed rulebook with their texts; `cited` tells where.

    `rules` are clauses cited on rules that can come up, `exercised` those that did.
    """

    listed: dict[str, str] = field(default_factory=dict)
    cited: dict[str, list[Span]] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    exercised: set[str] = field(default_factory=set)

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
    from dsl.syntax import read

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


def cover(rulebook: Path, games: int, seed: int) -> Coverage:
    """Runs the worked examples and some random games, in each form of the game.

    Raises RulebookError, OSError.
    """
    coverage = Coverage(clause_list(rulebook), citations(rulebook))
    usual = _cover(coverage, rulebook, USUAL, games, seed)
    for terms in usual.forms[1:]:
        _cover(coverage, rulebook, terms, games, seed)
    return coverage


def _cover(coverage: Coverage, rulebook: Path, terms: Terms, games: int, seed: int) -> Program:
    marks: list[int] = []
    came_up: set[int] = set()

    def mark(rule: int) -> None:
        marks.append(rule)
        came_up.add(rule)

    rules = Rules.with_examples(rulebook, terms, mark=mark)
    came_up |= {outcome.example.rule for outcome in run(rules.program, rules.machine) if outcome.fine}
    coverage.exercised |= _refusals(rules, marks, games, seed)
    coverage.rules |= _clauses(rules.program, range(len(rules.program.rules)))
    coverage.exercised |= _clauses(rules.program, came_up)
    return rules.program


def _refusals(rules: Rules, marks: list[int], games: int, seed: int) -> set[str]:
    """The clauses of the needs that refuse an answer in random games, which mark their rules."""
    tracers = (Tracer(rules, seed_of(seed, number), marks) for number in range(games))
    told = (told for tracer in tracers for told in tracer.steps())
    return {clause for step in told for form in step.forms for _, clauses, _ in form.refused for clause in clauses}


def _clauses(program: Program, rules: Iterable[int]) -> set[str]:
    return {clause for number in rules for clause in program.rules[number].clauses}
