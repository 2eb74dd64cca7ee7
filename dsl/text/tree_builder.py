"""From Lark's trees to the nodes of the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from dsl import tree as model
from dsl.source import Span
from dsl.text.citations import clauses_of
from dsl.text.coined import Meant
from dsl.text.diagnostics import Diagnostic
from dsl.text.nodes import node_of
from dsl.text.recovery import DEEPEST

# Phrases that can stand inside one another.
PHRASES = frozenset("name the the_owner an_owner indefinite every known worked_out desc that in_brackets".split())
# They hold sentences without an end of line of their own, which are cited behind them.
LINED = ("block", "rule", "in_line")


def build(tree: Tree[Token], file: str) -> tuple[model.Start | None, list[Diagnostic]]:
    """The node of a tree. Lark gives the subtrees deepest first, so that no chain is too long for the stack."""
    built: dict[int, Any] = {}
    depths: dict[int, int] = {}
    for subtree in tree.iter_subtrees():
        inner = max((depths.get(id(c), 0) for c in subtree.children), default=0)
        depths[id(subtree)] = inner + (subtree.data in PHRASES)
        if inner > DEEPEST:
            message = f"Phrases stand more than {DEEPEST} deep inside one another."
            return None, [Diagnostic("E0106", message, span_of(subtree, file))]
        children = [built[id(c)] if isinstance(c, Tree) else c for c in subtree.children]
        built[id(subtree)] = build_one(subtree, children, file)
    return built[id(tree)], []


def build_one(tree: Tree[Token], children: list[Any], file: str) -> Any:
    """A node; a citation is its own, or in a block that of the sentence before it, but for the heading's."""
    rule = str(tree.data)  # a token is far slower to compare, with each of the names below
    clauses: tuple[str, ...] = ()
    rest: list[Any] = []
    for child in children:
        if not (isinstance(child, Token) and child.type == "CITE"):
            rest.append(plain(child, rule))
            continue
        cited = tuple(clauses_of(child) or ())
        before = rest[-1] if rest and rule in LINED else None
        if isinstance(before, model.Node) and not isinstance(before, model.Heading | model.HeadingEach):
            rest[-1] = replace(before, clauses=before.clauses + cited)
        else:
            clauses += cited
    return node_of(rule, span_of(tree, file), clauses, rest)


def plain(child: Any, rule: str) -> Any:
    """A token as the text or number it stands for; a text that goes on over several lines is one line. In a cell of a
    table also a number is a text, as only its column says what it is."""
    if not isinstance(child, Token):
        return child
    if isinstance(child, Meant):
        return child.defined
    if child.type in ("INT", "NEGATIVE") and rule != "cell":
        return int(child)
    return " ".join(child[1:-1].split()) if child.type == "STRING" else str(child)


def span_of(tree: Tree[Token], file: str) -> Span:
    """Where a tree stands; a tree without words stands nowhere in particular."""
    meta = tree.meta
    if meta.empty:
        return Span(file, 1, 1, 1, 1)
    return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)
