"""What lies at the end of a shuffled pile is asked about only when it was drawn, and lies there still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dsl import model as m
from dsl.analysis.alternatives import same_place
from dsl.analysis.base import Analysis, roots
from dsl.analysis.effects import changes, changes_by_rules
from dsl.analysis.partitions import leaves_of
from dsl.analysis.unordered import DRAWING, ends_drawn, ends_read, is_loose
from dsl.analysis.whereabouts import locations_of, whereabouts
from dsl.model import Node, Statement
from dsl.model.core import Do
from dsl.model.visit import definitions_of, free, nodes_in, parts_of
from dsl.text.diagnostics import refuse
from dsl.text.inflection import articled

Ends = tuple[m.EndOf, ...]


def check_ends(analysis: Analysis) -> None:
    """Raises LoweringError for the first question about the top of a pile that nobody has drawn, or for what is counted
    on from there past others."""
    book = analysis.book
    _check_counted(analysis)
    _check_all(analysis, book.setup, ())
    _check_all(analysis, book.play, ())
    for definition in definitions_of(book):
        for need in definition.needs if isinstance(definition, m.Act) else ():
            _check_need(analysis, need.condition)
        head = definition.head if isinstance(definition, m.Action) else []
        _check_all(analysis, parts_of(definition), (), head)


def _check_need(analysis: Analysis, condition: m.Condition) -> None:
    """What an action needs is asked before anything is drawn: what is asked of that is no need."""
    for end in (end for end in ends_read(condition) if is_loose(analysis, end.place)):
        drawn = f"let card be {end.said} of the {end.place.kind.name}"
        _refuse(end, (f"leave it out, and behind the last `only if`: {drawn}, and then: if …, with what is done then",))


def _check_counted(analysis: Analysis) -> None:
    for root in roots(analysis):
        for end in (n for n in nodes_in(root) if isinstance(n, m.EndOf) and n.nth > 1):
            there, counted = locations_of(analysis, end.place), leaves_of(analysis, end.kind)
            others = (leaf for leaf, places in whereabouts(analysis).items() if places & there and leaf not in counted)
            other = next(others, None)
            if other is not None:
                place, piece = end.place.kind.name, analysis.world.pieces
                message = (
                    f"All that lies there is counted, and {articled(other.kind.name)} can lie in the {place}, too."
                )
                refuse("E0301", message, end.span, hints=(f"{replace(end, kind=piece).said} of the {place}",))


def _check_all(analysis: Analysis, parts: Iterable[Node], drawn: Ends, head: Sequence[Node] = ()) -> None:
    """`drawn`: what the lines before have drawn, and still lies where it was."""
    for part in parts:
        asking = any(part is line for line in head)
        _check(analysis, part, asking, drawn)
        if isinstance(part, Statement) and not asking:
            drawn = (*(() if _stirs(analysis, part) else drawn), *_drawn_by(analysis, part))


def _check(analysis: Analysis, node: Node, asking: bool, drawn: Ends) -> None:
    """`asking`: the node belongs to a question, or to an answer that is still to be given."""
    if isinstance(node, Statement) and isinstance(node, DRAWING) and not asking:
        for end in ends_drawn(analysis, node):
            if _depends_on_inner(node, end):
                _refuse(end)
        return
    for end in ends_read(node, inner=False):
        if is_loose(analysis, end.place) and not any(_same_end(end, known) for known in drawn):
            _refuse(end)
    for block in _blocks(node.parts):
        _check_all(analysis, block, drawn if isinstance(node, m.If) or not _stirs(analysis, node) else ())


def _drawn_by(analysis: Analysis, node: Statement, within: frozenset[m.Definition] = frozenset()) -> Ends:
    """What a line draws and leaves where it is; of a verb that is done the lines, which stand `within` others."""
    match node:
        case m.Show() | m.Let():
            return tuple(end for part in node.inside for end in ends_read(part))
        case Do(what=(m.Procedure() as verb,)) if verb not in within:
            drawn: Ends = ()
            for line in verb.body:
                drawn = (*(() if _stirs(analysis, line) else drawn), *_drawn_by(analysis, line, within | {verb}))
            return drawn
        case _:  # draws nothing that is sure to lie there still
            return ()


def _stirs(analysis: Analysis, node: Node) -> bool:
    """Whether something may lie elsewhere, or in another order, once this is done."""
    done = changes(analysis, (node,))
    follows = changes_by_rules(analysis) if done else ()
    return any(isinstance(change, m.Move | m.Shuffle) for change in (*done, *follows))


def _same_end(one: m.EndOf, other: m.EndOf) -> bool:
    return (one.end, one.nth) == (other.end, other.nth) and same_place(one.place, other.place)


def _blocks(parts: tuple[object, ...]) -> Iterator[tuple[Statement, ...]]:
    """The lines that are done one after the other inside a node."""
    if parts and all(isinstance(part, Statement) for part in parts):
        yield tuple(part for part in parts if isinstance(part, Statement))
        return
    for part in parts:
        if isinstance(part, tuple | list):
            yield from _blocks(tuple(part))
        elif isinstance(part, Node):
            yield from _blocks((part,) if isinstance(part, Statement) else part.parts)


def _depends_on_inner(node: Statement, end: m.EndOf) -> bool:
    """Whether the place is one of those that the statement itself goes through."""
    inner = {n.variable for part in node.inside for n in nodes_in(part) if isinstance(n, m.Selection)}
    return bool(inner & set(free((end.place,))))


def _refuse(end: m.EndOf, instead: tuple[str, ...] = ()) -> None:
    """`instead`: what to do where nothing can be drawn before it."""
    place = end.place.kind.name
    where = f"at {end.said}" if end.nth == 1 else end.said
    message = f"Nobody knows what is {where} of the {place} before it is drawn."
    drawn = f"before it, on a line of its own: let card be {end.said} of the {place}"
    refuse("E0371", message, end.span, hints=instead or (drawn, "and then: the card"))
