"""Values that are said of some sorts of a thing, and counted with where it can be of another: that counts nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.model import Expression, Node, Rulebook, Selection, Variable
from dsl.model.visit import cases, definitions_of, nodes_in
from dsl.model.world import NUMBER, Kind, World
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library

ORDERED = (">=", "<=", ">", "<")


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each value with which something is counted."""
    for definition in (book.setup, book.play, *definitions_of(book)):
        asked = {*sorts_asked(definition)}
        lying = {node.variable: node for node in nodes_in(definition) if isinstance(node, Selection)}
        lying |= {node.variable: node.selection for node in nodes_in(definition) if isinstance(node, model.Choose)}
        for value in chain(passed_on(definition), *map(counted, nodes_in(definition))):
            yield value.span, sure(warning(book.world, value, asked, lying))


def sorts_asked(item: object) -> Iterator[Variable]:
    """The things of which it is asked somewhere in it what they are, also by a word that says so."""
    for node in nodes_in(item):
        match node:
            case model.IsA(what=model.Use(variable=variable)):
                yield variable
            case model.Holds(quality=word, arguments=arguments):
                said = {n.what.variable for n in nodes_in(word.conditions)
                        if isinstance(n, model.IsA) and isinstance(n.what, model.Use)}  # fmt: skip
                things = zip(word.parameters, map(whole, arguments), strict=True)
                yield from (thing.variable for p, thing in things if p in said and isinstance(thing, model.Use))
            case _:  # asks for no sort
                pass


def whole(argument: Expression) -> Expression:
    """What is spoken of, as all of it that it can be."""
    return argument.of if isinstance(argument, model.Narrowed) and argument.maybe else argument


def counted(node: Node) -> Iterator[model.Apply]:
    """The values that a sum adds, by which something rises or falls, or that are more or less than others."""
    parts: list[Expression] = []
    match node:
        case model.Arithmetic(left=left, right=right):
            parts = [left, right]
        case model.Compare(left=left, right=right, operator=operator) if operator in ORDERED:
            parts = [left, right]
        case model.Change(by=amount):
            parts = [amount]
        case _:  # counts nothing
            pass
    yield from (part for part in parts if isinstance(part, model.Apply))


def passed_on(item: object) -> Iterator[model.Apply]:
    """The numbers that are another value's meaning, whatever that is asked of."""
    if isinstance(item, model.Value) and item.kind is not None and item.kind.is_a(NUMBER):
        yield from (meant for meant, condition, _ in item.cases if isinstance(meant, model.Apply) and condition is None)


def warning(
    world: World, value: model.Apply, asked: set[Variable], lying: dict[Variable, Selection]
) -> Diagnostic | None:
    """What is odd about it, if there is a sort of which it is not said."""
    for number, argument in enumerate(value.arguments):
        thing = whole(argument)
        if thing is argument or thing.kind.sort not in ("piece", "space", "place") or is_library(value.value.span.file):
            continue
        variable = thing.variable if isinstance(thing, model.Use) else None
        if variable in asked:
            continue
        said = [case.value.parameters[number].kind for case in cases(value)]
        there = taken(world, lying[variable]) if variable in lying else []
        can_be = [kind for kind in sorts(world, thing.kind) if not there or any(kind.meets(one) for one in there)]
        left = [kind for kind in can_be if not any(kind.is_a(one) for one in said)]
        if left:
            return _warning(value, number, said, left)
    return None


def taken(world: World, selection: Selection) -> list[Kind]:
    """The sorts that lie where a described thing does; none, where all can."""
    places = (c.where for c in selection.conditions if isinstance(c, model.Located))
    kinds = (where if isinstance(where, Kind) else where.kind for where in places)
    return [one for kind in kinds if kind.sort in ("place", "space") for one, _ in world.taken_by(kind)]


def sorts(world: World, kind: Kind) -> list[Kind]:
    """The sorts of a thing that have none below them, and its kind itself for spaces that are of none of these."""
    inside = [one for one in world.kinds.values() if one.sort == kind.sort and one.is_a(kind) and not one.row]
    lowest = [one for one in inside if not any(other.parent is one for other in inside)]
    numbers = range(kind.start, kind.stop) if kind.sort == "space" else ()
    others = [kind] if any(not any(one.has(number) for one in lowest) for number in numbers) else []
    return lowest + others


def _warning(value: model.Apply, number: int, said: list[Kind], left: list[Kind]) -> Diagnostic:
    own = value.value
    those = " or ".join(articled(kind.name) for kind in said)
    above = [kind for kind in left if any(one.is_a(kind) for one in said)]
    others = " or ".join(f"another {kind.name}" if kind in above else articled(kind.name) for kind in left)
    asked = f"the {own.label} {own.prepositions[number]} {those}"
    message = f"It is said what {asked} means. Of {others}, which this can be, too, it is nothing."
    named = [parameter.kind.name for parameter in own.parameters]
    named[number] = left[0].name
    heading = " ".join(f"{word} {articled(name)}" for word, name in zip(own.prepositions, named, strict=True))
    return Diagnostic("W0117", message, value.span, hints=(f"at the left edge: the {own.label} {heading} means …",))
