"""Whether what a name stands for is still the same where the name is used, so that it can be told there instead."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import builtins, model
from dsl.model import Block, Expression, Statement, Variable
from dsl.model.visit import nodes_in
from dsl.prose.nodes import times_used

FIXED = (
    model.Constant, model.Setting, model.Use, model.Narrowed, model.Arithmetic, model.BuiltIn,
    model.SpaceOn, model.PlaceFor,
)  # fmt: skip
"""What is the same in every position, if what it is made of is."""
UNCHANGING = model.Text | model.Let | model.Choose | model.ChooseSeveral | model.Show
"""Lines that change nothing that a value could depend on."""
AGAIN = model.Repeat | model.While | model.Follow | model.TakeTurns
"""Lines that are read again after something has changed: with what is done under them, and how often."""


def is_told_where_used(let: model.Let, rest: Sequence[Statement]) -> bool:
    """Whether a name is used once in the lines that follow, or its value is as short as a name, and it is still the
    same there."""
    times = times_used(let.variable, rest)
    if not times or (times > 1 and not is_brief(let.value)):
        return False
    return is_fixed(let.value) or is_unchanged(let.variable, rest)


def is_brief(value: Expression) -> bool:
    """Whether a value is said in as few words as a name for it: "your dock", "the card's colour"."""
    match value:
        case model.BuiltIn(value=builtins.OPPONENT, arguments=(of,)):
            return isinstance(of, model.Use | model.Constant)
        case model.PlaceFor(values=(of,)) | model.Get(of=of):
            return isinstance(of, model.Use | model.Constant)
        case _:  # may be long
            return False


def is_fixed(value: Expression) -> bool:
    """Whether a value does not depend on the position, also where it is worked out from its cases."""
    return all(isinstance(node, FIXED) or is_fixed_by_cases(node) for node in nodes_in(value))


def is_fixed_by_cases(node: model.Node) -> bool:
    if not isinstance(node, model.Apply) or node.otherwise or node.value.overrides or node.value.layers:
        return False
    parts = nodes_in([(meaning, condition) for meaning, condition, _ in node.value.general])
    return all(isinstance(part, (*FIXED, model.Compare)) for part in parts)


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
    if isinstance(line, model.Let):
        return not is_told_where_used(line, rest) or is_unchanged(line.variable, rest)
    inside = [block for block in blocks_of(line) if times_used(variable, block)]
    if isinstance(line, model.TakeTurns) and times_used(variable, line.first):
        return not inside and not times_used(variable, [line.until])  # who begins is asked once
    if isinstance(line, AGAIN) or (isinstance(line, model.ForEach) and inside):
        return False
    return all(is_unchanged(variable, block) for block in inside)


def blocks_of(line: Statement) -> list[Block]:
    """The lines that stand under a line."""
    if isinstance(line, model.If):
        return [block for _, block in line.branches]
    body: Block = getattr(line, "body", ())
    return [body]
