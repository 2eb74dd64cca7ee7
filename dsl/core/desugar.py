"""What each sugar statement means, in statements that are simpler."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from dsl import model as m
from dsl.core.simultaneous import answer
from dsl.model.core import Assign, ChooseWay, DecideAtOnce, Do, GameOver
from dsl.model.world import LOCATION, TRUTH


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
            return (Do(node.span, node.clauses, what=(phase,)),)
        case m.Open(window=called, arguments=given) | m.Perform(procedure=called, arguments=given):
            return (Do(node.span, node.clauses, arguments=given, what=(called,)),)
        case m.DoAction(who=who, invocation=invocation):
            given = tuple(argument for argument in invocation.arguments if argument is not None)
            assert len(given) == len(invocation.arguments)  # only what is offered leaves something to choose
            return (Do(node.span, node.clauses, who=who, arguments=given, what=(invocation.action,)),)
        case m.DoPower(who=who, call=m.PowerCall(which=which, prepositions=by, arguments=given, members=powers)):
            return (Do(node.span, node.clauses, who=who, which=which, prepositions=by, arguments=given, what=powers),)
        case m.Draw():
            return (GameOver(node.span, node.clauses, None),)
        case m.NothingHappens():
            return ()
        case m.Win(who=who):
            return (GameOver(node.span, node.clauses, who),)
        case m.BestWins(players=players):
            nobody_better = m.Not(node.span, m.Exists(node.span, _better(node)))
            return (GameOver(node.span, node.clauses, replace(players, that=(*players.that, nobody_better))),)
        case m.Swap(moves=()):
            return (_swapped(node),)
        case m.PassOn(moves=moves) | m.Swap(moves=moves):
            return (m.Together(node.span, node.clauses, moves, found_first=True),)
        case m.InOrder(moves=moves):
            return moves
        case m.InSecret(selection=selection):
            parts = answer(node)
            return (DecideAtOnce(node.span, node.clauses, selection, parts.choices, parts.changes, parts.verbs),)
        case _:
            assert_never(node)


def _better(node: m.BestWins) -> m.Selection:
    """The rivals who are better in one rank, and equal in all before it."""
    ways: list[m.Condition] = []
    equal: tuple[m.Condition, ...] = ()
    for rank in node.ranks:
        sign: Literal["<", ">"] = ">" if rank.which == "highest" else "<"
        ways.append(m.All(rank.span, (*equal, m.Compare(rank.span, sign, rank.of_rival, rank.of))))
        equal = (*equal, m.Compare(rank.span, "=", rank.of_rival, rank.of))
    return replace(node.rivals, that=(*node.rivals.that, m.Any(node.span, tuple(ways))))


def _swapped(node: m.Swap) -> m.Together:
    """Which pieces, and where they are, is found out first; then both moves are one change.

    What lies on a piece is in no place; it stays there, and so does the other.
    """
    names: list[m.Let] = []

    def named(value: m.Expression) -> m.Expression:
        if isinstance(value, m.Use | m.Constant):
            return value
        variable = m.Variable(value.kind.name, value.kind)
        names.append(m.Let(node.span, (), variable, value, implied=True))
        return m.Use(value.span, value.kind, value.maybe, variable)

    one, other = named(node.one), named(node.other)
    here, there = (named(m.PlaceOf(piece.span, LOCATION, True, piece, True)) for piece in (one, other))
    moves = (m.Move(node.span, (), one, there, None), m.Move(node.span, (), other, here, None))
    nowhere = m.Constant(node.span, LOCATION, True, -1, "nothing")
    pairs = ((here, nowhere), (there, nowhere), (here, there))
    apart = m.All(node.span, tuple(m.Compare(node.span, "!=", *pair) for pair in pairs))
    return m.Together(node.span, node.clauses, (*names, m.If(node.span, (), ((apart, moves),))))


def as_one(node: m.Statement, body: m.Block) -> m.If:
    """A block as one statement, which encodes the clauses of what it is the meaning of."""
    return m.If(node.span, node.clauses, ((None, body),))
