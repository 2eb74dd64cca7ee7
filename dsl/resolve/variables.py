"""What was brought in before, by its name."""

from __future__ import annotations

from typing import NoReturn

from dsl import tree
from dsl.model import Variable
from dsl.resolve.complaints import Consequence, Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.names import all_names
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near


def variable_called(context: Context, name: str, span: Span, scope: Scope) -> Variable | None:
    found = scope.find(name)
    if len(found) > 1 and any(v in context.acting for v in found):
        wrong("E0204", f"`the {name}` could be whoever acts, or the {name} of the heading.", span,
              hints=(f"`a {name} called target` in the heading, and then `the target`",))  # fmt: skip
    if len(found) > 1:
        wrong("E0204", f"`the {name}` could be two things here.", span, hints=(f"a {name} called other",))
    if not found:
        return None
    scope.ask(found[0])
    return found[0]


def set_named(context: Context, node: tree.Node, scope: Scope) -> Variable | None:
    """The set that `the stake` names, if it names one."""
    match node:
        case tree.The(noun=tree.Word(word=word), where=None):
            variable = variable_called(context, word, node.span, scope)
            return variable if variable and variable.many else None
    return None


def not_brought_in(context: Context, word: str, span: Span, scope: Scope) -> NoReturn:
    message = f"`the {word}` is spoken of, but nothing was called {word} before."
    found = Diagnostic(
        "E0203", message, span, near=tuple(near(word, [*scope.names(), *context.values, *all_names(context)]))
    )
    raise Consequence(found) if scope.lacks(word) else Wrong(found)
