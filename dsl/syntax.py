"""Text to surface model: the Lark grammar, and the nodes built from its tree."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from dsl import model, resources
from dsl.errors import Diagnostic
from dsl.lexing import Lines, predecessors
from dsl.spans import Span


@cache
def parser() -> Lark:
    """The parser of rulebooks, made once."""
    lines = Lines()
    lark = Lark(
        resources.grammar("rulebook.lark"),
        parser="lalr",
        lexer="basic",
        postlex=lines,
        strict=True,
        propagate_positions=True,
        maybe_placeholders=True,
    )
    before = predecessors(lark.rules)
    words = {t.name for t in lark.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}
    lines.may_follow = {w: before.get(w, set()) for w in words}
    return lark


def read(text: str, file: str) -> tuple[model.Start | None, list[Diagnostic]]:
    """The rulebook in `text` as its author wrote it; None where nothing of it can be read."""
    try:
        tree = parser().parse(text if text.endswith("\n") else text + "\n")
    except UnexpectedInput as error:
        line, column = max(error.line, 1), max(error.column, 1)
        return None, [Diagnostic("E0109", "This sentence fits no pattern.", Span(file, line, column, line, column + 1))]
    return build(tree, file), []


def build(tree: Tree[Token], file: str) -> Any:
    """The node of a tree. Lark gives the subtrees deepest first, so that no chain is too long for the stack."""
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        children = [built[id(c)] if isinstance(c, Tree) else c for c in subtree.children]
        built[id(subtree)] = build_one(subtree, children, file)
    return built[id(tree)]


def build_one(tree: Tree[Token], children: list[Any], file: str) -> Any:
    clauses: tuple[str, ...] = ()
    rest: list[Any] = []
    for child in children:
        if not (isinstance(child, Token) and child.type == "CITE"):
            rest.append(plain(child))
        elif tree.data in LINED and rest and isinstance(rest[-1], model.Node) and not ends_lines(rest[-1]):
            rest[-1] = replace(rest[-1], clauses=rest[-1].clauses + tuple(clauses_of(child)))
        else:
            clauses += tuple(clauses_of(child))
    return model.NODES[tree.data].build(span_of(tree, file), clauses, rest)


LINED = ("block", "rule")  # their lines are sentences without an end of line of their own, which is cited behind them


def ends_lines(node: model.Node) -> bool:
    """Whether a citation behind the node belongs to what holds it: behind a heading it is of the whole."""
    return isinstance(node, model.Heading)


def plain(child: Any) -> Any:
    """A token as the text it stands for."""
    if not isinstance(child, Token):
        return child
    return child[1:-1] if child.type == "STRING" else str(child)


def span_of(tree: Tree[Token], file: str) -> Span:
    """Where a tree stands; a tree without words stands nowhere in particular."""
    meta = tree.meta
    if meta.empty:
        return Span(file, 1, 1, 1, 1)
    return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)


def clauses_of(cite: str) -> list[str]:
    """`[RMD-016 to RMD-018, GAP-02]` as single clauses."""
    found: list[str] = []
    for part in cite[1:-1].split(", "):
        first, _, last = part.partition(" to ")
        prefix, number = first.split("-")
        stop = int(last.split("-")[1]) if last else int(number)
        found += [f"{prefix}-{n:0{len(number)}}" for n in range(int(number), stop + 1)]
    return found
