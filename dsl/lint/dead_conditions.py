"""Sentences of which the text alone shows that they are never so, and what is therefore never done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import partial
from itertools import combinations

from dsl import model
from dsl.fields import inner_names_of
from dsl.lint.contradictions import follows, impossible, known
from dsl.lint.doubts import Doubt
from dsl.lint.endings import ends_the_game
from dsl.model import Condition, Definition, Rulebook, spoken
from dsl.model.visit import definitions_of, nodes_in
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.inflection import plural
from dsl.text.standard_library import is_library


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """What is never so."""
    own = [d for d in definitions_of(book) if not is_library(d.span.file)]
    for definition in own:
        if isinstance(definition, model.Value):
            yield from _branches([(condition, ()) for _, condition, _ in definition.general])
        elif not isinstance(definition, model.Ending):
            yield definition.span, partial(_of_definition, definition)
    yield from _ends(book.endings)
    for item in (book.setup, book.play, *own):
        for node in nodes_in(item):
            yield from _of_node(node)
        for block in _blocks(item):
            yield from _after_ends(block)


def _warning(message: str, span: Span, *notes: tuple[str, Span]) -> Diagnostic:
    return Diagnostic("W0102", message, span, notes=tuple(Note(text, place) for text, place in notes))


def _of_definition(definition: Definition) -> Diagnostic | None:
    match definition:
        case model.Act(needs=needs):
            now = [need for need in needs if not need.afterwards]
            if impossible(need.condition for need in now):
                told = f"{spoken(definition)} can never be done: its needs are never met together."
                return _warning(told, definition.span, *_clashing([(n.condition, n.span) for n in now]))
        case model.Quality(conditions=conditions) if impossible(conditions):
            return _warning(f"{spoken(definition)} never holds: what it needs is never so together.", definition.span)
        case model.StandingRule(condition=condition) if condition and impossible((condition,)):
            return _warning(f"{spoken(definition)} is never applied: what it waits for is never so.", definition.span)
        case _:  # others have no conditions of their own, or are asked in `_ends`
            pass
    return None


def _clashing(said: Sequence[tuple[Condition, Span]]) -> Iterator[tuple[str, Span]]:
    """The need that is never met, or the first two that are never met together."""
    for condition, span in said:
        if impossible((condition,)):
            yield "This is never so", span
            return
    for (one, here), (other, there) in combinations(said, 2):
        if impossible((one, other)):
            yield "This is asked", here
            yield "and this, which is never so then", there
            return


def _ends(endings: Sequence[model.Ending]) -> Iterator[Doubt]:
    """Ends that never hold, or only where one that is tested before them holds, too."""
    for k, ending in enumerate(endings):
        assert ending.condition is not None
        yield ending.span, partial(_of_end, endings[:k], ending, ending.condition)


def _of_end(before: Sequence[model.Ending], ending: model.Ending, condition: Condition) -> Diagnostic | None:
    facts = known((condition,))
    first = next((e for e in before if e.condition and follows(facts, e.condition)), None)
    if impossible((condition,)):
        return _warning("The game never ends so: this is never so.", ending.span)
    if first is not None:
        told = "The game never ends so: wherever this is so, an end that is tested before it has ended the game."
        return _warning(told, ending.span, ("It is this one", first.span))
    return None


def _of_node(node: model.Node) -> Iterator[Doubt]:
    match node:
        case model.Overruled():
            return
        case model.If(branches=branches):
            yield from _branches(branches)
        case model.Repeat(until=until) | model.TakeTurns(until=until) if until is not None:
            yield until.span, partial(_never, (until,), "This is never so, so that it never ends by it.", until.span)
        case model.Way(condition=condition) if condition is not None:
            yield node.span, partial(_never, (condition,), f"{node.name} can never be taken.", node.span)
        case model.Count(selection=selection) if any(_is_one_thing(selection, one) for one in selection.that):
            yield node.span, partial(_of_itself, node.span, selection)
        case model.Selection(conditions=conditions):
            told = f"There is never such a {node.kind.name}: what is said of it is never so together."
            yield node.span, partial(_never, conditions if len(conditions) > 1 else (), told, node.span)
        case _:
            pass  # no other node waits for something to be so


def _is_one_thing(selection: model.Selection, one: Condition) -> bool:
    """Whether it says which thing of the selection is counted: `that are the Card`."""
    match one:
        case model.Compare(operator="=", left=model.Use(variable=counted), right=model.Use(variable=other)):
            return counted is selection.variable and other is not counted
        case _:  # says something else of it
            return False


def _of_itself(span: Span, selection: model.Selection) -> Diagnostic:
    name = selection.kind.name
    hint = f"as in: the number of {plural(name)} whose … is the … of the {name}"
    return replace(_warning(f"At most one is counted, as no other {name} is that one.", span), hints=(hint,))


def _never(conditions: Sequence[Condition], told: str, span: Span) -> Diagnostic | None:
    return _warning(told, span) if conditions and impossible(conditions) else None


def _branches(branches: Sequence[tuple[Condition | None, model.Block]]) -> Iterator[Doubt]:
    before: list[Condition] = []
    for condition, _ in branches:
        if condition is None:
            continue
        yield condition.span, partial(_of_branch, tuple(before), condition)
        before.append(condition)


def _of_branch(before: Sequence[Condition], condition: Condition) -> Diagnostic | None:
    facts = known((condition,))
    first = next((other for other in before if follows(facts, other)), None)
    if first is not None:
        told = "It never comes to this: wherever it is so, what stands above is done instead."
        return _warning(told, condition.span, ("This is so then, too", first.span))
    return _never((condition,), "This is never so, so that what stands under it is never done.", condition.span)


def _after_ends(block: model.Block) -> Iterator[Doubt]:
    """An `if` directly behind another, which ends the game wherever this one holds."""
    over: list[Condition] = []
    for line in block:
        if isinstance(line, model.Text):
            continue
        if type(line) is not model.If:
            over = []
            continue
        condition, body = line.branches[0]
        assert condition is not None
        yield line.span, partial(_after_end, tuple(over), condition)
        over = [*over, condition] if len(line.branches) == 1 and any(map(ends_the_game, body)) else []


def _after_end(over: Sequence[Condition], condition: Condition) -> Diagnostic | None:
    facts = known((condition,)) if over else ()
    first = next((other for other in over if follows(facts, other)), None)
    told = "It never comes to this: where it is so, the game is over before."
    return _warning(told, condition.span, ("This has ended it", first.span)) if first else None


def _blocks(item: object) -> Iterator[model.Block]:
    """All blocks of lines in a definition, or in a block."""
    if isinstance(item, tuple):
        if item and all(isinstance(line, model.Statement) for line in item):
            yield item
        for part in item:
            yield from _blocks(part)
    elif isinstance(item, model.Statement | model.Way) or (isinstance(item, Definition) and is_dataclass(item)):
        for name in inner_names_of(item):
            value = getattr(item, name)
            if isinstance(value, tuple):
                yield from _blocks(value)
