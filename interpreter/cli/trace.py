"""`rulewright trace`: one random game, and which rules made it what it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from dsl.ir.program import Rule
from dsl.text.diagnostics import Diagnostic
from interpreter.cli.common import (
    WRONG,
    FileName,
    Misused,
    Options,
    Players,
    Seed,
    Variants,
    number,
    rulebook,
    say,
    terms_of,
)
from interpreter.play.game import Game
from interpreter.terminal.text import ended


def trace(
    file: FileName,
    seed: Seed = 0,
    game: Annotated[int | None, typer.Option(metavar="N", help="Game N (from 0) of `simulate` with this seed.")] = None,
    step: Annotated[int | None, typer.Option(metavar="N", min=0, help="Show this step only.")] = None,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
) -> None:
    """Tell a random game rule by rule.

    Shows step by step which answers were legal, why others were refused, and which rules came up.
    """
    from interpreter.library.chance import seed_of
    from interpreter.tools.trace import NO_RULE, Told, Tracer

    marks: list[int] = []

    def mark(rule: int) -> None:
        if not rules.machine.testing:  # what is only tried does not come up
            marks.append(rule)

    rules = Game.load(rulebook(file), terms_of(file, variant, players, option), mark)
    tracer = Tracer(rules, seed if game is None else seed_of(seed, game), marks)

    def clauses_of(rule: int) -> tuple[str, ...]:
        return () if rule == NO_RULE else rules.program.rules[rule].clauses

    def lines(told: Told) -> Iterator[str]:
        yield f"{told.number:4} {told.who}: {told.prompt}".rstrip(": ") if told.number else "   0 setup"
        for form in told.forms:
            reasons = ", ".join(f"{count} {name}{_cited(clauses_of(rule))}" for name, rule, count in form.refused)
            yield f"       {form.text}: {form.legal} legal" + (f"; refused: {reasons}" if reasons else "")
        if told.text:
            yield f"     > {told.text}"
        yield from (f"       {_rule(rule)}" for rule in told.rules)
        if told.fault:
            yield f"       fault {told.fault}"

    last = 0
    for told in tracer.steps():
        last = told.number
        if step in (None, last):
            say("\n".join(lines(told)))
    if step is not None and step > last:
        raise Misused(Diagnostic("E0913", f"The game has {number(last, 'step')}: there is no step {step}."))
    if tracer.result:
        say(ended(tracer.result))
        if tracer.result.fault:
            raise typer.Exit(WRONG)


def _rule(rule: Rule) -> str:
    return f"- {rule.told}"


def _cited(clauses: tuple[str, ...]) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""
