"""Qualities of things, asked for by rules, that nothing ever gives them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.analysis.base import Analysis
from dsl.lint.doubts import Doubt
from dsl.model import Rulebook
from dsl.model.core import Assign
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Attribute
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """One for each time that one is asked for, unless an example tries what is so then."""
    tried = {n.attribute for n in nodes_in([e.steps for e in book.examples]) if isinstance(n, model.Flag)}
    for definition in (book.setup, book.play, *definitions_of(book)):
        for node in nodes_in(definition):
            if isinstance(node, model.Flag) and node.attribute not in tried and not is_library(node.span.file):
                yield node.span, partial(_warning, analysis, node)


def _warning(analysis: Analysis, node: model.Flag) -> Diagnostic | None:
    quality = node.attribute
    if not quality.declared or quality.initial or quality.constant is not None or quality in _given(analysis):
        return None
    kind = quality.of.name
    message = f"Nothing ever makes {articled(kind)} {quality.name}: none is ever so."
    hints = (f"where it comes to be so: the {kind} becomes {quality.name}",)
    return Diagnostic("W0102", message, node.span, hints=hints)


def _given(analysis: Analysis) -> frozenset[Attribute]:
    """The qualities that rules give to something."""
    return analysis.once("qualities given", lambda: frozenset(_gives(analysis.book)))


def _gives(core: Rulebook) -> Iterator[Attribute]:
    for definition in (core.setup, core.play, *definitions_of(core)):
        for node in nodes_in(definition):
            if isinstance(node, Assign) and not (isinstance(node.value, model.Constant) and node.value.value == 0):
                yield node.attribute
