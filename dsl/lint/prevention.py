"""Whether something is about to happen wherever it is prevented."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.lint.call_graph import performed
from dsl.model import Definition, Rulebook
from dsl.model.visit import nodes_in
from dsl.text.diagnostics import Diagnostic, Note

HINT = "as in: before a Ship enters the Star"


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    """`prevent it` where it can be reached otherwise than by way of a rule before something; each once."""
    roots = (*book.phases.values(), *book.standing, *book.triggers, *book.endings)
    waiting: list[tuple[object, Definition | None]] = [((book.setup, book.play), None), *((d, d) for d in roots)]
    done: set[Definition] = set()
    told: set[object] = set()
    while waiting:
        item, root = waiting.pop(0)
        for node in nodes_in(item):
            if isinstance(node, model.Prevent) and node.span not in told:
                told.add(node.span)
                yield _in_vain(node, root)
            for definition in performed(book, node):
                if definition not in done:
                    done.add(definition)
                    waiting.append((definition, root))


def _in_vain(node: model.Prevent, root: Definition | None) -> Diagnostic:
    notes = (Note(f"It can be reached from here: {model.spoken(root)}", root.span),) if root else ()
    message = "Nothing is about to happen here that could be prevented."
    return Diagnostic("E0331", message, node.span, hints=(HINT,), notes=notes)
