"""Whether what a name stands for is still the same where the name is used, so that it can be told there instead."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import resolved
from dsl.phrases.nodes import nodes_in, times_used
from dsl.resolved import Block, Expression, Statement, Variable

FIXED = (
    resolved.Constant, resolved.Setting, resolved.Use, resolved.Narrowed, resolved.Arithmetic, resolved.Neighbour,
    resolved.Distance, resolved.DirectionTo, resolved.Opposite, resolved.SpaceOn, resolved.Coordinate,
    resolved.OpponentOf, resolved.SeatBeside, resolved.PlaceFor,
)  # fmt: skip
"""What is the same in every position, if what it is made of is."""
UNCHANGING = resolved.Text | resolved.Let | resolved.Choose | resolved.ChooseSeveral | resolved.Show
"""Lines that change nothing that a value could depend on."""
AGAIN = resolved.Repeat | resolved.While | resolved.Follow | resolved.TakeTurns
"""Lines that are read again after something has changed: with what is done under them, and how often."""


def is_told_where_used(let: resolved.Let, rest: Sequence[Statement]) -> bool:
    """Whether a name is used once in the lines that follow, or its value is as short as a name, and it is still the
    same there."""
    times = times_used(let.variable, rest)
    if not times or (times > 1 and not is_brief(let.value)):
        return False
    return is_fixed(let.value) or is_unchanged(let.variable, rest)


def is_brief(value: Expression) -> bool:
    """Whether a value is said in as few words as a name for it: "your dock", "the card's colour"."""
    match value:
        case resolved.PlaceFor(owner=of) | resolved.OpponentOf(of=of) | resolved.Get(of=of):
            return isinstance(of, resolved.Use | resolved.Constant)
    return False


def is_fixed(value: Expression) -> bool:
    """Whether a value does not depend on the position, also where it is worked out from its cases."""
    return all(isinstance(node, FIXED) or is_fixed_by_cases(node) for node in nodes_in(value))


def is_fixed_by_cases(node: resolved.Node) -> bool:
    if not isinstance(node, resolved.Apply) or node.otherwise or node.value.overrides or node.value.layers:
        return False
    parts = nodes_in([(meaning, condition) for meaning, condition, _ in node.value.general])
    return all(isinstance(part, (*FIXED, resolved.Compare)) for part in parts)


def is_unchanged(variable: Variable, lines: Sequence[Statement]) -> bool:
    """Whether nothing is changed in lines before the last place where a variable is used."""
    for number, line in enumerate(lines):
        rest = lines[number + 1 :]
        if times_used(variable, line) and not times_used(variable, rest):
            return is_unchanged_within(variable, line, rest)
        if not isinstance(line, UNCHANGING):
            return False
    return True


def is_unchanged_within(variable: Variable, line: Statement, rest: Sequence[Statement]) -> bool:
    """The same in a line that uses the variable, with the lines behind it."""
    if isinstance(line, resolved.Let):
        return not is_told_where_used(line, rest) or is_unchanged(line.variable, rest)
    inside = [block for block in blocks_of(line) if times_used(variable, block)]
    if isinstance(line, AGAIN) or (isinstance(line, resolved.ForEach) and inside):
        return False
    return all(is_unchanged(variable, block) for block in inside)


def blocks_of(line: Statement) -> list[Block]:
    """The lines that stand under a line."""
    if isinstance(line, resolved.If):
        return [block for _, block in line.branches]
    body: Block = getattr(line, "body", ())
    return [body]
