"""Choices between several ways to go on."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Statement
from dsl.resolve.context import Scope, wrong
from dsl.resolve.statements import HANDLERS, Statements
from dsl.text.diagnostics import Note


class Ways(Statements):
    """The part of the resolver that understands choices between ways."""

    def choose_one(self, node: tree.ChooseOne, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        known: dict[str, tree.Way] = {}
        for way in node.ways:
            first = known.setdefault(way.name, way)
            if first is not way:
                notes = (Note("It stands here, too.", first.span),)
                wrong("E0202", f"Two ways are called {way.name}.", way.span, notes=notes)
        return model.ChooseOne(node.span, node.clauses, who, tuple(self.way(way, scope) for way in node.ways))

    def way(self, node: tree.Way, scope: Scope) -> model.Way:
        condition = self.condition(node.condition, scope) if node.condition else None
        body = self.under(condition, node.block, scope) if condition else self.block(node.block, scope)
        clauses = node.clauses + node.block.clauses
        return model.Way(node.span, clauses, node.name, condition, body)

    def may(self, node: tree.May, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        clauses = node.clauses + node.block.clauses
        return model.May(node.span, clauses, who, node.repeatedly is not None, self.block(node.block, scope))


HANDLERS[tree.May] = Ways.may
HANDLERS[tree.ChooseOne] = Ways.choose_one
