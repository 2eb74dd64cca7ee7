"""What is named before a pronoun: in its own sentence, in the line above, in what its block stands under.

A level is one sentence without the lines under it; the levels of a pronoun come from its own sentence outward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from dsl import tree
from dsl.fields import inner_names_of
from dsl.source import Span

# Where several things are described, of which none is named; what is named in the description is.
PLURAL = (
    tree.NumberOf | tree.NumberOfDifferent | tree.Aggregate | tree.TheMost | tree.InGroups | tree.Exactly
    | tree.AtMostOf | tree.AtLeastOf | tree.Between | tree.AnyNumber
)  # fmt: skip
DESCRIBED = tree.Desc | tree.Indefinite | tree.Every | tree.Binder
DEFINITE = tree.The | tree.Name | tree.TheOneThat | tree.TheMost | tree.TheOne
TESTED = (
    tree.Need | tree.ConditionLine | tree.Case | tree.IfThen | tree.ElseIf | tree.Way | tree.Quality | tree.Value
    | tree.AnyOf | tree.Example | tree.Action | tree.Power | tree.Given | tree.So
)  # fmt: skip
CASES = tree.ElseIf | tree.Otherwise | tree.Way
DESCRIBING = tree.Desc | tree.Indefinite | tree.Every | tree.TheOneThat


class Named(NamedTuple):
    """Something named: the phrase, or a noun with what describes it. `within`: the pronoun stands in the description,
    or in what is said of every such thing."""

    phrase: tree.Node
    within: bool = False


@dataclass(frozen=True)
class Level:
    """What one sentence names, in its order. `settled`: nothing can have changed since it was said."""

    named: tuple[Named, ...]
    own: bool = False
    settled: bool = False


Levels = tuple[Level, ...]


def named_before(items: Iterable[tree.Node]) -> dict[tree.It, Levels]:
    """For each pronoun in these items what is named before it, from the nearest sentence outward."""
    found: dict[tree.It, Levels] = {}
    for item in items:
        if any(isinstance(node, tree.It) for node in item.whole):
            visit(item, (), found)
    return found


def visit(line: tree.Node, around: Levels, found: dict[tree.It, Levels]) -> None:
    own = in_order(line)
    for it in own:
        if isinstance(it, tree.It):
            found[it] = (Level(tuple(named_in(own, it.span)), own=True, settled=True), *around)
    head = Level(tuple(named_in(own)), settled=isinstance(line, TESTED))
    levels: Levels = (head,)
    for inner in lines_under(line):
        if isinstance(inner, CASES):  # whose lines are done in place of those above them
            levels = (head,)
        visit(inner, (*levels, *around), found)
        settled = isinstance(inner, TESTED)
        above = Level(tuple(named_in(in_order(inner))), settled=settled)
        levels = (above, replace(head, settled=settled and levels[-1].settled))


def in_order(line: tree.Node) -> list[tree.Node]:
    """The nodes of a sentence as they stand in the text."""
    return sorted(sentence(line), key=lambda node: (node.span.line, node.span.column))


def lines_under(node: tree.Node) -> tuple[tree.Node, ...]:
    """The lines that stand under a sentence, or behind its comma."""
    match node:
        case tree.Rule(lines=lines) | tree.AnyOf(lines=lines) | tree.Override(lines=lines) | tree.Walk(lines=lines):
            return lines
        case tree.Quality(conditions=lines) | tree.Value(meaning=lines) | tree.Example(steps=lines):
            return lines
        case tree.Variant(items=lines) | tree.OnlyWith(items=lines) | tree.Library(items=lines):
            return lines
        case tree.IfThen(block=block, others=others):
            return (*block.lines, *others)
        case tree.ChooseOne(ways=ways):
            return ways
        case _:  # what else has lines has a block of them
            inner: object = getattr(node, "block", None)
            return inner.lines if isinstance(inner, tree.Block) else ()


def sentence(line: tree.Node) -> Iterator[tree.Node]:
    """The nodes of a line without those under it."""
    under = {id(inner) for inner in lines_under(line)}
    waiting: list[object] = [line]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting += item
        elif isinstance(item, tree.Node) and id(item) not in under and not isinstance(item, tree.Block):
            yield item
            waiting += [getattr(item, name) for name in inner_names_of(item)]


def named_in(nodes: list[tree.Node], before: Span | None = None) -> Iterator[Named]:
    """What these nodes, in the order of the text, name before a place."""
    several = {id(node.many) for node in nodes if isinstance(node, PLURAL)}
    said_of_every = [node for node in nodes if isinstance(node, tree.IsSo) and isinstance(node.left, tree.Every)]
    for node in nodes:
        if id(node) in several or not isinstance(node, DESCRIBED | DEFINITE | tree.It):
            continue
        around = [clause for clause in said_of_every if clause.left is node]
        if before is None or ends_before(node.span, before):
            yield Named(node, before is not None and any(covers(clause.span, before) for clause in around))
        elif covers(node.span, before) and isinstance(node, DESCRIBING):
            yield Named(node, within=True)


def ends_before(span: Span, other: Span) -> bool:
    return (span.end_line, span.end_column) <= (other.line, other.column)


def covers(span: Span, other: Span) -> bool:
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return start <= (other.line, other.column) and (other.end_line, other.end_column) <= end


def with_others(node: tree.Node, others: Mapping[tree.Node, tree.Node]) -> tree.Node:
    """The same with other nodes in the place of some. What has none of them in it stays the very same."""
    if node in others:
        return others[node]
    if not any(inner in others for inner in node.whole):
        return node
    parts = {name: _with_others(getattr(node, name), others) for name in inner_names_of(node)}
    own = {name: getattr(node, name) for name in node.__dataclass_fields__}
    return type(node)(**{**own, **parts})


def _with_others(value: object, others: Mapping[tree.Node, tree.Node]) -> object:
    if isinstance(value, tree.Node):
        return with_others(value, others)
    return tuple(_with_others(part, others) for part in value) if isinstance(value, tuple) else value
