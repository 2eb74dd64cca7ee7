"""Values by cases: that one case applies always, and none behind it."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import tree
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic


def faults(text: InPlay) -> Iterator[Diagnostic]:
    for item in text.items:
        if isinstance(item.node, tree.Value):
            yield from incomplete(item.node)


def incomplete(value: tree.Value) -> Iterator[Diagnostic]:
    """Cases of a value behind one that always applies; or that the value has none when no case applies."""
    *others, last = value.meaning
    always = next((line for line in others if not isinstance(line, tree.Case) or line.condition is None), None)
    if always is not None:
        message = "This case always applies, so that those after it never do."
        yield Diagnostic("E0320", message, always.span, hints=("… if …",))
    elif isinstance(last, tree.Case) and (others or last.condition):
        message = f"The last case of {value.word} is `otherwise …`, so that it always has a value."
        yield Diagnostic("E0320", message, last.span, hints=("otherwise …",))
