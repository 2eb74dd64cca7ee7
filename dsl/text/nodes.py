"""What becomes of each rule of the grammar: most are a node whose fields are the children of the rule, in their order.
A rule of another shape has a function here, and its name stands above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from dsl import tree as model
from dsl.source import Span


def _rule(kind: type[model.Node]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


# The class of each rule of the grammar.
NODES: dict[str, type[model.Node]] = {
    **{_rule(kind): kind for kind in model.Node.__subclasses__()},
    "the_owner": model.The,
    "an_owner": model.Indefinite,
    "one_lying": model.The,
    "some_lying": model.Indefinite,
    "named_lying": model.The,
    "that_any": model.That,
    "where_too": model.Where,
    "plain_quality": model.QualityOf,
    "related": model.QualityOf,
    "verb": model.Quality,
    "that_does": model.ThatPart,
    "that_does_not": model.ThatPart,
}


@dataclass(frozen=True, slots=True)
class Said:
    """A rule where it stands in a text, and what is cited there."""

    rule: str
    span: Span
    clauses: tuple[str, ...]

    def node(self, *children: Any) -> Any:
        """The node with these children as its fields; a last field that is a tuple takes the rest."""
        kind: Any = NODES[self.rule]
        before = _before_the_rest(kind)
        if before is not None:
            children = (*children[:before], tuple(child for child in children[before:] if child is not None))
        return kind(self.span, self.clauses, *children)


@cache
def _before_the_rest(kind: type[model.Node]) -> int | None:
    """How many children a class has of its own before the field that takes the rest; None where no field does."""
    own = fields(kind)[len(fields(model.Node)) :]
    return len(own) - 1 if own and str(own[-1].type).startswith("tuple") else None


Shape = Callable[..., Any]
SHAPES: dict[str, Shape] = {}


def shape(*rules: str) -> Callable[[Shape], Shape]:
    """The function below it makes what stands for these rules, of a `Said` and the children."""

    def keep(function: Shape) -> Shape:
        SHAPES.update(dict.fromkeys(rules, function))
        return function

    return keep


def node_of(rule: str, span: Span, clauses: tuple[str, ...], children: Sequence[Any]) -> Any:
    """What stands for a rule with these children."""
    match children:
        case [model.Noun() as noun, model.Where() as where, *rest]:
            children = [*named_there(noun, where), *rest]
        case _:  # nothing says where it is
            pass
    said = Said(rule, span, clauses)
    return SHAPES[rule](said, *children) if rule in SHAPES else said.node(*children)


class NameCalled(model.The):
    """`Red called taken`, at the end of where something is: what has a Name gets no other one."""


def named_there(noun: model.Noun, where: model.Where) -> tuple[model.Noun, model.Where]:
    """A noun and where it is, with the name that stands behind that: what is spoken of already gets none, so that it is
    that of the noun."""
    for part in (where.of, where.value):
        match part:
            case model.The(noun=model.Noun(called=str(called)) as last) if noun.called is None:
                plain = replace(part, noun=replace(last, called=None))
                named = model.Name(last.span, (), last.name, None) if isinstance(part, NameCalled) else plain
                there = replace(where, of=named) if part is where.of else replace(where, value=named)
                return replace(noun, called=called), there
            case _:  # it has no name
                pass
    return noun, where


def worked_out(span: Span, phrase: model.Node, roles: Sequence[model.Role]) -> model.WorkedOut:
    """A phrase with roles, behind those that it has already."""
    if isinstance(phrase, model.WorkedOut):
        return model.WorkedOut(span, (), phrase.phrase, (*phrase.roles, *roles))
    return model.WorkedOut(span, (), phrase, tuple(roles))


# ------------------------------------------------------------------------------------------------- headings and the box


@shape("setting")
def _setting(said: Said, name: Any, value: Any, players: Any) -> Any:
    """`Turn Limit is 60, with 4 players` is the line under `only with 4 players`."""
    setting = model.Setting(said.span, said.clauses, name, value)
    if players is None:
        return setting
    return model.OnlyWith(said.span, (), model.Agreed(players.span, (), (players,)), (setting,))


@shape("agreed_without")
def _agreed_without(said: Said, *names: Any) -> Any:
    return model.Agreed(said.span, said.clauses, tuple(model.NoSuchVariant(said.span, (), name) for name in names))


@shape("copy_each")
def _copy_each(said: Said, *parts: Any) -> Any:
    *names, more = parts
    return model.CopyEach(said.span, said.clauses, tuple(names), more)


@shape("each_turn")
def _each_turn(said: Said, word: Any, *of: Any) -> Any:
    return model.EachTurn(said.span, said.clauses, word, tuple(filter(None, of)))


@shape("at_edge")
def _at_edge(said: Said, edge: Any, *of: Any) -> Any:
    match of:
        case [model.EachTurn() | model.TheGame() as whole]:
            return model.AtEdge(said.span, said.clauses, edge, getattr(whole, "names", ()), whole)
        case _:  # names of phases
            return model.AtEdge(said.span, said.clauses, edge, tuple(filter(None, of)), None)


@shape("shape")
def _shape(said: Said, space: Any, word: Any, *rest: Any) -> Any:
    *sizes, players = rest
    return said.node(space, word, players, *sizes)


@shape("row")
def _row(said: Said, *parts: Any) -> Any:
    *cells, only = parts
    return model.Row(said.span, said.clauses, tuple(cells), only)


@shape("lines_cell")
def _lines_cell(said: Said, *lines: Any) -> Any:
    return model.Cell(said.span, said.clauses, None, None, None, tuple(lines))


@shape("flags")
def _flags(said: Said, *parts: Any) -> Any:
    *words, seen = parts
    return model.Flags(said.span, said.clauses, seen, tuple(words))


@shape("spot")
def _spot(said: Said, the: Any, name: Any, label: Any, space: Any, players: Any) -> Any:
    """`Bergen is A1, with 4 players` is the line under `only with 4 players`."""
    spot = model.Spot(said.span, said.clauses, name, label, space, the is None)
    if players is None:
        return spot
    return model.PartWith(said.span, (), model.Agreed(players.span, (), (players,)), (spot,))


@shape("looked_name", "looked_value")
def _looked(said: Said, name: Any) -> Any:
    return model.Looked(said.span, said.clauses, "", None, name)


@shape("looked_the")
def _looked_the(said: Said, name: Any) -> Any:
    return model.Looked(said.span, said.clauses, "the", None, name)


@shape("looked_kind")
def _looked_kind(said: Said, quality: Any, name: Any) -> Any:
    return model.Looked(said.span, said.clauses, "a", quality, name)


# ------------------------------------------------------------------------------------------------------------ sentences


@shape("in_line")
def _in_line(said: Said, only: Any) -> Any:
    return model.Block(said.span, said.clauses, (only,))


@shape("for_each")
def _for_each(said: Said, *parts: Any) -> Any:
    match parts:
        case [desc, block]:
            return model.ForEach(said.span, said.clauses, desc, None, block)
        case _:  # with the order in which they come
            return said.node(*parts)


@shape("call", "perform")
def _done(said: Said, name: Any, *parts: Any) -> Any:
    """What is done, and with what; where that is done is one of its roles."""
    *phrase, roles = parts
    kind = model.Call if said.rule == "call" else model.Perform
    everything = replace(roles, roles=(*phrase[1:], *roles.roles))
    return kind(said.span, said.clauses, name, phrase[0] if phrase else None, everything)


@shape("either_of", "all_of")
def _joined(said: Said, *parts: Any) -> Any:
    """One alone is joined with nothing."""
    return parts[0] if len(parts) == 1 and not said.clauses else said.node(*parts)


# ---------------------------------------------------------------------------------------------------------------- nouns


@shape("noun")
def _noun(said: Said, *parts: Any) -> Any:
    *words, name, called = parts
    return model.Noun(said.span, said.clauses, tuple(words), name, called.word if called else None)


@shape("name")
def _name(said: Said, *parts: Any) -> Any:
    return said.node(parts[0], None) if len(parts) == 1 else said.node(*parts)


@shape("name_called")
def _name_called(said: Said, name: Any, called: Any) -> Any:
    noun = model.Noun(name.span, (), (), name.name, called.word)
    return NameCalled(said.span, said.clauses, noun, None)


@shape("numbered")
def _numbered(said: Said, name: Any, number: Any) -> Any:
    return f"{name} {number}"


@shape("next_turn")
def _next_turn(said: Said, *parts: Any) -> Any:
    *words, preposition, of = parts
    return said.node(preposition, of, *words)


@shape("its")
def _its(said: Said, word: Any, noun: Any) -> Any:
    here = replace(said.span, end_line=said.span.line, end_column=said.span.column + len(word))
    it = model.It(here, (), word)
    return model.The(said.span, said.clauses, noun, model.Where(it.span, (), "of", it))


@shape("the_owner", "an_owner")
def _owner(said: Said, noun: Any, of: Any) -> Any:
    where = model.Where(of.span, (), "of", of) if of else None
    return said.node(*named_there(noun, where) if where and isinstance(noun, model.Noun) else (noun, where))


@shape("the_one_that")
def _the_one_that(said: Said, *parts: Any) -> Any:
    match parts:
        case [noun, that]:
            return said.node(noun, None, that)
        case _:  # with a place
            return said.node(*parts)


@shape("one_lying", "some_lying", "named_lying")
def _one_lying(said: Said, noun: Any, of: Any, preposition: Any, place: Any) -> Any:
    place = place if isinstance(place, model.Node) else model.Word(said.span, (), place)
    noun = noun if isinstance(noun, model.Noun) else model.Noun(said.span, (), (), noun, None)
    return said.node(noun, model.Where(place.span, (), preposition, place, of.of if of else None))


@shape("every", "desc", "indefinite", "no_such")
def _described(said: Said, *parts: Any) -> Any:
    match said.rule, parts:
        case _, [noun, model.That() as that]:
            return said.node(noun, None, that)
        case _, [noun, model.Where(of=of) as where, model.Role() as role, *more]:
            *roles, that = more if more and isinstance(more[-1], model.That) else (*more, None)
            there = worked_out(of.span.to(roles[-1].span if roles else role.span), of, (role, *roles))
            return said.node(noun, replace(where, of=there, span=where.span.to(there.span)), that)
        case _:  # with all that can stand behind a noun
            return said.node(*parts)


@shape("that", "that_any")
def _that(said: Said, *parts: Any) -> Any:
    return model.That(said.span, said.clauses, said.rule == "that_any", tuple(parts))


@shape("that_part", "whose_part")
def _part(said: Said, *parts: Any) -> Any:
    match parts:
        case [*what, model.BothSo() | model.EitherSo() as both]:
            return said.node(*what, None, both)
        case _:  # one thing is so of it
            return said.node(*parts)


@shape("quality_of_value")
def _quality_of_value(said: Said, word: Any, roles: Any) -> Any:
    return model.QualityOf(said.span, said.clauses, word, None, roles)


@shape("quality", "verb")
def _quality(said: Said, subject: Any, word: Any, params: Any, *conditions: Any) -> Any:
    return model.Quality(said.span, said.clauses, subject, word, said.rule == "verb", params, conditions)


@shape("that_does", "that_does_not")
def _that_does(said: Said, what: Any) -> Any:
    return model.ThatPart(said.span, said.clauses, "not" if said.rule == "that_does_not" else None, what)


@shape("related")
def _related(said: Said, word: Any, thing: Any, *roles: Any) -> Any:
    """What is said of a thing and of the one right behind the word, which has no role word."""
    others = roles[0].roles if roles else ()
    both = model.Roles(said.span, (), (model.Role(thing.span, (), "", thing), *others))
    return model.QualityOf(said.span, said.clauses, word, None, both)


@shape("plain_quality")
def _plain_quality(said: Said, word: Any) -> Any:
    return model.QualityOf(said.span, said.clauses, word, None, model.Roles(said.span, (), ()))


# ----------------------------------------------------------------------------------------------- where something stands


@shape("of_number")
def _of_number(said: Said, preposition: Any, word: Any, low: Any, high: Any) -> Any:
    return model.Where(said.span, said.clauses, preposition, model.Numbered(said.span, (), word, low, high))


@shape("where_too")
def _where_too(said: Said, _: Any, value: Any, preposition: Any, of: Any) -> Any:
    return model.Where(said.span, said.clauses, preposition, of, value)


# --------------------------------------------------------------------------------------------------------------- values


@shape("worked_out_in")
def _worked_out_in(said: Said, word: Any, first: Any, second: Any) -> Any:
    return model.WorkedOut(said.span, said.clauses, model.The(said.span, (), word, first), (second,))


@shape("where_worked")
def _where_worked(said: Said, preposition: Any, word: Any, first: Any, second: Any) -> Any:
    there = model.WorkedOut(said.span, (), model.The(said.span, (), word, first), (second,))
    return model.Where(said.span, said.clauses, preposition, there)


@shape("worked_out")
def _worked_out(said: Said, *parts: Any) -> Any:
    match parts:
        case [model.WorkedOut(clauses=()) as phrase, *roles]:
            return replace(worked_out(said.span, phrase, roles), clauses=said.clauses)
        case _:  # what is worked out has no roles yet
            return said.node(*parts)


@shape("beside")
def _beside(said: Said, preposition: Any, of: Any) -> Any:
    return model.Role(said.span, said.clauses, preposition, of)


@shape("aggregate")
def _aggregate(said: Said, extreme: Any, word: Any, where: Any, roles: Any, many: Any) -> Any:
    first = [model.Role(where.span, (), where.preposition, where.of)] if where else []
    return model.Aggregate(said.span, said.clauses, extreme, word, many, (*first, *roles.roles))


@shape("aggregate_in")
def _aggregate_in(said: Said, extreme: Any, word: Any, where: Any, second: Any, roles: Any, many: Any) -> Any:
    first = [model.Role(where.span, (), where.preposition, where.of), second]
    return model.Aggregate(said.span, said.clauses, extreme, word, many, (*first, *roles.roles))


@shape("located_by")
def _located_by(said: Said, where: Any, *roles: Any) -> Any:
    there = model.Where(said.span, (), where.preposition, worked_out(said.span, where.of, roles))
    return model.Located(said.span, said.clauses, there)


@shape("value_said")
def _value_said(said: Said, value: Any, of: Any) -> Any:
    if isinstance(value, int):
        value = model.Number(said.span, (), value)
    elif not isinstance(value, model.Node):
        value = model.Word(said.span, (), value)
    return model.ValueSaid(said.span, said.clauses, value, of) if of else value
