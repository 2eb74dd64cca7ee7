"""From Lark's trees to the nodes of the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

from lark import Token, Tree

from dsl import tree as model
from dsl.source import Span
from dsl.text.citations import clauses_of
from dsl.text.diagnostics import Diagnostic
from dsl.text.recovery import DEEPEST

# Phrases that can stand inside one another.
PHRASES = frozenset("name the the_owner an_owner indefinite every known worked_out desc that in_brackets".split())
# They hold sentences without an end of line of their own, which are cited behind them.
LINED = ("block", "rule", "in_line")


def _rule(kind: type[model.Node]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


# The class of each rule of the grammar.
NODES: dict[str, type[model.Node]] = {
    **{_rule(kind): kind for kind in model.Node.__subclasses__()},
    "the_owner": model.The,
    "an_owner": model.Indefinite,
    "that_any": model.That,
    "where_too": model.Where,
    "plain_quality": model.QualityOf,
}


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


def node_of(rule: str, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Any:
    """The node with these children as its fields, in their order; a last field that is a tuple takes the rest."""
    match children:
        case [model.Noun() as noun, (str(called), model.Where() as where), *rest]:
            children = [replace(noun, called=called), where, *rest]
        case _:  # no name stands behind an owner
            pass
    match rule, children:
        case "either_of" | "all_of", [single] if not clauses:
            return single
        case "noun", [*words, name, called]:
            return model.Noun(span, clauses, tuple(words), name, called.word if called else None)
        case "copy_each", [*names, more]:
            return model.CopyEach(span, clauses, tuple(names), more)
        case "next_turn", [*words, preposition, of]:
            children = [preposition, of, *words]
        case "name", [only]:
            children = [only, None]
        case "numbered", [name, number]:
            return f"{name} {number}"
        case "at_edge", [edge, model.EachTurn() | model.TheGame() as of]:
            return model.AtEdge(span, clauses, edge, (), of)
        case "at_edge", [edge, *names]:
            return model.AtEdge(span, clauses, edge, tuple(filter(None, names)), None)
        case "shape", [space, word, *sizes, players]:
            children = [space, word, players, *sizes]
        case "row", [*cells, only]:
            return model.Row(span, clauses, tuple(cells), only)
        case "lines_cell", lines:
            return model.Cell(span, clauses, None, None, None, tuple(lines))
        case "flags", [*words, seen]:
            return model.Flags(span, clauses, seen, tuple(words))
        case "worked_out_in", [word, first, second]:
            return model.WorkedOut(span, clauses, model.The(span, (), word, first), (second,))
        case "where_worked", [preposition, word, first, second]:
            there = model.WorkedOut(span, (), model.The(span, (), word, first), (second,))
            return model.Where(span, clauses, preposition, there)
        case "beside", [preposition, of]:
            return model.Role(span, clauses, preposition, of)
        case "worked_out", [model.WorkedOut(clauses=()) as phrase, *roles]:
            return replace(worked_out(span, phrase, roles), clauses=clauses)
        case "aggregate", [extreme, word, where, roles, many]:
            first = [model.Role(where.span, (), where.preposition, where.of)] if where else []
            return model.Aggregate(span, clauses, extreme, word, many, (*first, *roles.roles))
        case "aggregate_in", [extreme, word, where, second, roles, many]:
            first = [model.Role(where.span, (), where.preposition, where.of), second]
            return model.Aggregate(span, clauses, extreme, word, many, (*first, *roles.roles))
        case "located_by", [model.Where(preposition=preposition, of=of), *roles]:
            return model.Located(span, clauses, model.Where(span, (), preposition, worked_out(span, of, roles)))
        case "spot", [the, name, label, space]:
            return model.Spot(span, clauses, name, label, space, the is None)
        case "looked_name" | "looked_value", [name]:
            return model.Looked(span, clauses, "", None, name)
        case "looked_the", [name]:
            return model.Looked(span, clauses, "the", None, name)
        case "looked_kind", [quality, name]:
            return model.Looked(span, clauses, "a", quality, name)
        case "in_line", [only]:
            return model.Block(span, clauses, (only,))
        case "for_each", [desc, block]:
            return model.ForEach(span, clauses, desc, None, block)
        case "quality_of_value", [word, roles]:
            return model.QualityOf(span, clauses, word, None, roles)
        case "plain_quality", [word]:
            return model.QualityOf(span, clauses, word, None, model.Roles(span, (), ()))
        case "its", [word, noun]:
            its = model.It(replace(span, end_line=span.line, end_column=span.column + len(word)), (), word)
            return model.The(span, clauses, noun, model.Where(its.span, (), "of", its))
        case "value_said", [value, of]:
            said = value
            if not isinstance(value, model.Node):
                said = model.Number(span, (), value) if isinstance(value, int) else model.Word(span, (), value)
            return model.ValueSaid(span, clauses, said, of) if of else said
        case "that" | "that_any", parts:
            return model.That(span, clauses, rule == "that_any", tuple(parts))
        case "of_number", [preposition, word, low, high]:
            number = model.Numbered(span, (), word, low, high)
            return model.Where(span, clauses, preposition, number)
        case "where_too", [_, value, preposition, of]:
            return model.Where(span, clauses, preposition, of, value)
        case "where_named", [of, whose, called, None]:  # the name is that of the noun before it
            return called.word, model.Where(span, clauses, of, whose)
        case "where_named", [_, whose, called, preposition, of]:
            return called.word, model.Where(span, clauses, preposition, of, whose)
        case "every" | "desc" | "indefinite", [noun, model.That() as that]:
            children = [noun, None, that]
        case "desc", [noun, model.Where(of=of) as where, model.Role() as role, *roles]:
            there = worked_out(of.span.to(roles[-1].span if roles else role.span), of, (role, *roles))
            children = [noun, replace(where, of=there, span=where.span.to(there.span)), None]
        case "the_one_that", [noun, that]:
            children = [noun, None, that]
        case "one_lying", [noun, of, preposition, place]:
            where = model.Where(place.span, (), preposition, place, of.of if of else None)
            return model.The(span, clauses, noun, where)
        case "that_part" | "whose_part", [*what, model.BothSo() | model.EitherSo() as said]:
            children = [*what, None, said]
        case "call", [name, model.Word() as value, model.Role() as first, roles]:
            return model.Call(span, clauses, name, value, replace(roles, roles=(first, *roles.roles)))
        case "perform", [word, *phrase, roles]:
            return model.Perform(span, clauses, word, phrase[0] if phrase else None, roles)
        case "the_owner" | "an_owner", [noun, of]:
            children = [noun, model.Where(of.span, (), "of", of) if of else None]
        case _:  # all children are fields of the node as they come
            pass
    kind: Any = NODES[rule]
    before = _before_the_rest(kind)
    if before is not None:
        children = [*children[:before], tuple(child for child in children[before:] if child is not None)]
    return kind(span, clauses, *children)


def worked_out(span: Span, phrase: model.Node, roles: Sequence[model.Role]) -> model.WorkedOut:
    """A phrase with roles, behind those that it has already."""
    if isinstance(phrase, model.WorkedOut):
        return model.WorkedOut(span, (), phrase.phrase, (*phrase.roles, *roles))
    return model.WorkedOut(span, (), phrase, tuple(roles))


@cache
def _before_the_rest(kind: type[model.Node]) -> int | None:
    """How many children a class has of its own before the field that takes the rest; None where no field does."""
    own = fields(kind)[len(fields(model.Node)) :]
    return len(own) - 1 if own and str(own[-1].type).startswith("tuple") else None


def plain(child: Any, rule: str) -> Any:
    """A token as the text or number it stands for; a text that goes on over several lines is one line. In a cell of a
    table also a number is a text, as only its column says what it is."""
    if not isinstance(child, Token):
        return child
    if child.type in ("INT", "NEGATIVE") and rule != "cell":
        return int(child)
    return " ".join(child[1:-1].split()) if child.type == "STRING" else str(child)


def span_of(tree: Tree[Token], file: str) -> Span:
    """Where a tree stands; a tree without words stands nowhere in particular."""
    meta = tree.meta
    if meta.empty:
        return Span(file, 1, 1, 1, 1)
    return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)
