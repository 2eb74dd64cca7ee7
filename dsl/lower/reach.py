"""What tells how a piece stands to a space, as functions that can be asked of any position."""

from __future__ import annotations

from dsl.analysis.reach import Relation, relations
from dsl.ir.nodes import INT, Block, Return
from dsl.ir.program import Reach
from dsl.lower.build import Build, Env
from dsl.lower.ops import both, either

NAME = "reach"


def lower_reaches(build: Build) -> tuple[Reach, ...]:
    """A function for each rule that speaks of no more than where pieces are, and whose."""
    found = {relation.definition.original: relation for relation in relations(build.book)}  # one of all its forms
    reaches = tuple(_reach(build, relation) for relation in found.values())
    build.finish()
    return reaches


def _reach(build: Build, relation: Relation) -> Reach:
    env = Env(build)
    actor = env.bind(relation.actor) if relation.actor is not None else env.fresh("the actor")
    parameters = ((actor, INT), *env.parameters((relation.piece, relation.space)))

    def body() -> Block:
        for line in relation.named:
            env.values[line.variable] = env.expression(line.value)
        conditions = (env.condition(condition) for condition in relation.told)
        return (Return((either if relation.any else both)(*conditions)),)

    function = build.value(build.number(NAME), parameters, body, INT, relation.definition.span)
    flags = tuple(flag.name for flag in relation.flags)
    line = relation.definition.span.line
    return Reach(function, line, relation.piece.kind.name, relation.space.kind.name, flags)
