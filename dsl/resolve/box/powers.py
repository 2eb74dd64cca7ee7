"""Families of powers: each power is a value of the kind that is its family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import tree
from dsl.model import Variable
from dsl.model.world import Kind
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import add_kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import OneOfSeveral
from dsl.resolve.names import find_kind, kind_called
from dsl.resolve.wording import a
from dsl.text.inflection import articled

MOST_POWERS = 50  # of one text


def declare_family(box: Box, node: tree.Power) -> None:
    if node.heading.kind is None:
        wrong("E0303", f"The power {node.heading.name} belongs to no family.", node.span,
              hints=(f"power {node.heading.name}, a …",))  # fmt: skip
    powers = list(for_each_value(box, node, node.heading)) if isinstance(node.heading, tree.HeadingEach) else [node]
    family = node.heading.kind.name
    kind = box.world.kinds.get(family)
    if kind is None:
        kind = add_kind(box, family, "power", node)
        kind.clauses = ()
    for power in powers:
        heading = power.heading
        if heading.name in kind.elements:
            wrong("E0202", f"The power {heading.name} is declared twice.", node.span)
        kind.elements += (heading.name,)
        kind.labels += (heading.label or heading.name,)
        kind.size += 1
    if powers != [node]:
        box.context.several[node] = powers


def for_each_value(box: Box, node: tree.Power, heading: tree.HeadingEach) -> Iterator[tree.Power]:
    """The powers of one text, one for each value of a kind, as if each had a text of its own."""
    things = [item for item in box.items if isinstance(item, tree.Piece | tree.Place | tree.Board)]
    kind = find_kind(box.context, heading.each)
    is_thing = any(item.title.name == heading.each for item in things)
    if is_thing or (kind is not None and kind.sort not in ("range", "enumeration", "player")):
        this = articled(heading.each)
        message = f"There is a power for each value of a kind, or for each player, but this is {this}."
        wrong("E0384", message, heading.span, hints=(f"power {heading.name} for {this}, …",))
    kind = kind_called(box.context, heading.each, heading.span)
    if kind.size > MOST_POWERS:
        wrong("E0384", f"{kind.size} powers would be called {heading.name}; {MOST_POWERS} can.", heading.span,
              hints=(f"power {heading.name} for {a(kind)}, …",))  # fmt: skip
    each = Variable(heading.called.word if heading.called else kind.name, kind, span=heading.span)
    for number in range(kind.size):
        value, printed = called(kind, number)
        name, label = f"{heading.name} {value}", f"{heading.label or heading.name} {printed}"
        own = tree.Heading(heading.span, heading.clauses, name, label, heading.params, heading.kind)
        power = replace(node, heading=own)
        box.context.one_of[power] = OneOfSeveral(each, number)
        yield power


def called(kind: Kind, number: int) -> tuple[str, str]:
    """A value as it stands in a Name, and as it is printed there: `1`, `Blue`, `Deep-Blue`."""
    if kind.sort == "range":
        return (str(kind.low + number),) * 2
    word, label = kind.elements[number], kind.labels[number]
    name = "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
    return name, label if label != word else name
