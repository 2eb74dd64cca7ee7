"""What is done in one go: its steps, whose they are, and what must hold at its end."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Block, Expression, Statement, Use
from dsl.resolve.blocks import sequence
from dsl.resolve.complaints import Consequence, faults_noted, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition, statement
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

Parted = tuple[tuple[tree.Node, ...], tuple[tree.Need, ...]]


def parted(node: tree.InOneGo) -> Parted:
    """The lines with its steps, and what must hold at its end."""
    steps: list[tree.Node] = []
    needs: list[tree.Need] = []
    for line in node.block.lines:
        if isinstance(line, tree.Need):
            if line.afterwards is None:
                wrong("E0344", "In one go only the end is tested.", line.span, hints=("only if afterwards …",))
            needs.append(line)
        elif needs and not isinstance(line, tree.Words):
            wrong("E0344", "What must hold at the end stands last.", line.span)
        elif isinstance(line, tree.Offer | tree.Words):
            steps.append(line)
        else:
            wrong("E0344", "What is done in one go is offered step by step.", line.span,
                  hints=("the Player may repeatedly …", "an action for what else happens in a step"))  # fmt: skip
    if not any(isinstance(line, tree.Offer) for line in steps):
        wrong("E0344", "Nothing is offered here.", node.span, hints=("the Player may repeatedly …",))
    if not needs:
        wrong("E0344", "Nothing says when this is done.", node.span, hints=("and last under it: only if afterwards …",))
    return tuple(steps), tuple(needs)


def whose(body: Block, span: Span) -> Expression:
    """The one player who takes all the steps."""
    offers = [line for line in body if isinstance(line, model.Offer)]
    if not offers:
        raise Consequence(Diagnostic("E0344", "Nothing is offered here.", span))
    for offer in offers[1:]:
        if not _same(offer.who, offers[0].who):
            notes = (Note("The first offer stands here.", offers[0].span),)
            wrong("E0344", "What is done in one go is done by one player.", offer.span, notes=notes)
    return offers[0].who


def _same(one: Expression, other: Expression) -> bool:
    match one, other:
        case Use(), Use():
            return one.variable is other.variable
        case model.Constant(), model.Constant():
            return one.value == other.value
    return type(one) is type(other) is model.ActivePlayer


@statement.of(tree.InOneGo)
def in_one_go(context: Context, node: tree.InOneGo, scope: Scope) -> Statement:
    steps, needs = parted(node)
    inner = scope.inner()
    body = sequence(context, steps, inner)
    tests = []
    for need in needs:
        with faults_noted(context):
            when = condition(context, need.condition, inner)
            tests.append(model.FinalTest(need.span, need.clauses, need.name or "", when))
    clauses = node.clauses + node.block.clauses
    return model.InOneGo(node.span, clauses, whose(body, node.span), body, tuple(tests))
