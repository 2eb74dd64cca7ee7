"""What each sugar statement means, in statements that are simpler."""

from __future__ import annotations

from typing import assert_never

from dsl import model as m
from dsl.core.simultaneous import answer
from dsl.model.core import Assign, ChooseWay, DecideAtOnce, Do, GameOver
from dsl.model.world import TRUTH


def meaning(node: m.Sugar) -> m.Block:
    """The statements that say the same; they may be sugar again."""
    match node:
        case m.Lasting(carried=carried):
            return (as_one(node, carried),)
        case m.Become(target=target, value=value):
            return (Assign(node.span, node.clauses, target.attribute, target.of, "becomes", value),)
        case m.Change(target=target, direction=how, by=by, limit=limit):
            return (Assign(node.span, node.clauses, target.attribute, target.of, how, by, limit),)
        case m.TurnInto(attribute=attribute, what=what, on=on):
            so = m.Constant(node.span, TRUTH, False, int(on), attribute.name)
            return (Assign(node.span, node.clauses, attribute, what, "becomes", so),)
        case m.ChooseOne(who=who, ways=ways):
            return (ChooseWay(node.span, node.clauses, who, ways),)
        case m.May(who=who, repeatedly=repeatedly, body=body):
            way = m.Way(node.span, (), "", None, body)
            return (ChooseWay(node.span, node.clauses, who, (way,), may_pass=True, repeatedly=repeatedly),)
        case m.DoPhase(phase=phase):
            return (Do(node.span, node.clauses, None, None, (), (), (phase,)),)
        case m.Open(window=called, arguments=given) | m.Perform(procedure=called, arguments=given):
            return (Do(node.span, node.clauses, None, None, (), given, (called,)),)
        case m.DoAction(who=who, invocation=invocation):
            stated = tuple(argument for argument in invocation.arguments if argument is not None)
            return (Do(node.span, node.clauses, who, None, (), stated, (invocation.action,)),)
        case m.DoPower(who=who, call=call):
            return (Do(node.span, node.clauses, who, call.which, call.prepositions, call.arguments, call.members),)
        case m.Draw():
            return (GameOver(node.span, node.clauses, None),)
        case m.Win(who=who):
            return (GameOver(node.span, node.clauses, who),)
        case m.InSecret(selection=selection):
            parts = answer(node)
            return (DecideAtOnce(node.span, node.clauses, selection, parts.choices, parts.changes, parts.verbs),)
        case _:
            assert_never(node)


def as_one(node: m.Statement, body: m.Block) -> m.If:
    """A block as one statement, which encodes the clauses of what it is the meaning of."""
    return m.If(node.span, node.clauses, ((None, body),))
