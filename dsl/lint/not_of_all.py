"""Values that are said of some sorts of a thing, and counted with where it can be of another: that counts nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.model import Node, Rulebook
from dsl.model.visit import cases, definitions_of, nodes_in
from dsl.model.world import Kind, World
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library

ORDERED = (">=", "<=", ">", "<")


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each value with which something is counted."""
    for definition in (book.setup, book.play, *definitions_of(book)):
        asked = {used.variable for used in sorts_asked(definition)}
        for node in nodes_in(definition):
            for value in counted(node):
                yield value.span, sure(warning(book.world, value, asked))


def sorts_asked(definition: object) -> Iterator[model.Use]:
    """The things of which it is asked somewhere in it what they are."""
    for node in nodes_in(definition):
        if isinstance(node, model.IsA) and isinstance(node.what, model.Use):
            yield node.what


def counted(node: Node) -> Iterator[model.Apply]:
    """The values that a sum adds, or that are more or less than others."""
    if isinstance(node, model.Arithmetic) or (isinstance(node, model.Compare) and node.operator in ORDERED):
        yield from (part for part in (node.left, node.right) if isinstance(part, model.Apply))


def warning(world: World, value: model.Apply, asked: set[model.Variable]) -> Diagnostic | None:
    """What is odd about it, if there is a sort of which it is not said."""
    for number, argument in enumerate(value.arguments):
        thing = argument.of if isinstance(argument, model.Narrowed) and argument.maybe else None
        if thing is None or thing.kind.sort != "piece" or is_library(value.value.span.file):
            continue
        said = [case.value.parameters[number].kind for case in cases(value)]
        left = [kind for kind in sorts(world, thing.kind) if not any(kind.is_a(one) for one in said)]
        if left and not (isinstance(thing, model.Use) and thing.variable in asked):
            return _warning(value, thing.kind, said, left)
    return None


def sorts(world: World, kind: Kind) -> list[Kind]:
    """The sorts of a thing that have none below them."""
    inside = [one for one in world.kinds.values() if one.sort == kind.sort and one.is_a(kind) and not one.row]
    return [one for one in inside if not any(other.parent is one for other in inside)]


def _warning(value: model.Apply, kind: Kind, said: list[Kind], left: list[Kind]) -> Diagnostic:
    label = value.value.label
    those, others = (" or ".join(articled(kind.name) for kind in some) for some in (said, left))
    message = f"It is said what the {label} of {those} means. Of {others}, which this can be, too, it is nothing."
    hints = (f"at the left edge: the {label} of {articled(left[0].name)} means …",)
    return Diagnostic("W0117", message, value.span, hints=hints)
