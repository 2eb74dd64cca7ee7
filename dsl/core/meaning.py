"""What each sugar statement means, in statements that are simpler."""

from __future__ import annotations

from typing import assert_never

from dsl import model as m


def meaning(node: m.Sugar) -> m.Block:
    """The statements that say the same; they may be sugar again."""
    match node:
        case m.Lasting(carried=carried):
            return (as_one(node, carried),)
        case _:
            assert_never(node)


def as_one(node: m.Statement, body: m.Block) -> m.If:
    """A block as one statement, which encodes the clauses of what it is the meaning of."""
    return m.If(node.span, node.clauses, ((None, body),))
