"""The rulebook as its author wrote it: one frozen class for each rule of the grammar, names still names.

A rule `there_is` of the grammar becomes a `ThereIs`; its children are the fields, in their order. A field that is a
tuple and stands last takes all children that are left. Every node knows where it stands (`span`) and which clauses of
the printed rulebook are cited on it (`clauses`).
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from dsl.spans import Span

T = TypeVar("T")
NODES: dict[str, type[Node]] = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, config=ConfigDict(arbitrary_types_allowed=True))
class Node:
    """One sentence, or a part of one."""

    span: Span
    clauses: tuple[str, ...]

    collapses: ClassVar[bool] = False  # with a single child, the child stands for the node

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        NODES[re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()] = cls

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Any:
        """The node with these children; the last field takes the rest where it is a tuple."""
        if cls.collapses and len(children) == 1 and not clauses:
            return children[0]
        own = dataclasses.fields(cls)[2:]
        if own and "tuple" in str(own[-1].type):
            rest = tuple(c for c in children[len(own) - 1 :] if c is not None)
            children = [*children[: len(own) - 1], rest]
        return cls(span, clauses, *children)


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A checked, frozen class of nodes."""
    return cast(type[T], dataclass(frozen=True, config=ConfigDict(arbitrary_types_allowed=True))(cls))


# ------------------------------------------------------------------------------------------------------ noun phrases


@node
class Noun(Node):
    """`open Cell called target`: qualities, the Name of a kind or thing, a name given here."""

    words: tuple[str, ...]
    name: str
    called: str | None

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Noun:
        *words, name, called = children
        return cls(span, clauses, tuple(words), name, called.word if called else None)


@node
class Called(Node):
    word: str


@node
class Word(Node):
    word: str


@node
class Where(Node):
    """A place word and what it speaks of: `of the Player`, `on F7`."""

    preposition: str
    of: Node


@node
class Name(Node):
    name: str
    of: Node | None


@node
class Number(Node):
    value: int


@node
class AmountName(Node):
    name: str


@node
class Chance(Node):
    pass


@node
class The(Node):
    """`the Cell`, `the top of the Stack`: what was brought in, a value, an attribute, the one of its kind."""

    noun: Noun | Word
    where: Where | None


@node
class Indefinite(Node):
    """`an Asteroid in the Stock`: any one."""

    noun: Noun
    where: Where | None


@node
class Every(Node):
    noun: Noun
    where: Where | None


@node
class Known(Node):
    who: Node
    what: Node


def owner(span: Span, of: Node | None) -> Where | None:
    return Where(of.span, (), "of", of) if of else None


class TheOwner(Node):
    """`the Stock of the Player` after another place word; it becomes a `The`."""

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> The:
        return The(span, clauses, children[0], owner(span, children[1]))


class AnOwner(Node):
    """`a Stock of the Player` after another place word; it becomes an `Indefinite`."""

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Indefinite:
        return Indefinite(span, clauses, children[0], owner(span, children[1]))


@node
class Role(Node):
    preposition: str
    phrase: Node


@node
class Roles(Node):
    roles: tuple[Role, ...]


@node
class Arg(Node):
    preposition: str
    phrase: Node


@node
class WorkedOut(Node):
    """A phrase with roles: `the distance from the Gate to the Moon`."""

    phrase: Node
    roles: tuple[Role, ...]


@node
class ThatPart(Node):
    negated: str | None
    predicate: Node


@node
class That(Node):
    parts: tuple[ThatPart, ...]


@node
class Desc(Node):
    """A noun with its filter: `open Cell beside the Cell`, `Ship that is red and that is not old`."""

    noun: Noun
    filter: Where | That | None

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Desc:
        return cls(span, clauses, children[0], children[1] if len(children) > 1 else None)


@node
class TheOneThat(Node):
    noun: Noun
    that: That


@node
class NumberOf(Node):
    many: Node


@node
class Extreme(Node):
    word: str


@node
class WordOrName(Node):
    word: str


@node
class Aggregate(Node):
    """`the highest Face among the shot`."""

    extreme: Extreme
    attribute: WordOrName
    many: Node


@node
class TheMost(Node):
    """`the Cell of lowest height among empty Cells`."""

    noun: Noun
    extreme: Extreme
    attribute: WordOrName
    many: Node


@node
class Sum(Node):
    """Operands and, between them, `plus` or `minus`."""

    parts: tuple[Any, ...]


@node
class Product(Node):
    """Operands and, between them, `multiplied` or `divided`."""

    parts: tuple[Any, ...]


@node
class Call(Node):
    """An action, power, phase or verb with its arguments: `Place Asteroid on C4`."""

    name: str
    phrase: Node | None
    roles: Roles


@node
class CallAt(Node):
    name: str
    where: Where
    roles: Roles


@node
class CallValue(Node):
    """A power by value: `the Weapon of the Installation for the Installation`."""

    noun: Noun | Word
    where: Where | None
    roles: Roles


# -------------------------------------------------------------------------------------------------------- conditions


@node
class EitherOf(Node):
    collapses = True
    parts: tuple[Node, ...]


@node
class AllOf(Node):
    collapses = True
    parts: tuple[Node, ...]


@node
class IsSo(Node):
    left: Node
    predicate: Node


@node
class IsNot(Node):
    left: Node
    predicate: Node


@node
class ThereIs(Node):
    desc: Desc


@node
class ThereIsNo(Node):
    desc: Desc


@node
class Can(Node):
    who: Node
    call: Node


@node
class Cannot(Node):
    who: Node
    call: Node


@node
class Same(Node):
    value: Node


@node
class QualityOf(Node):
    word: str
    where: Where | None
    roles: Roles


@node
class Located(Node):
    where: Where


@node
class AtLeast(Node):
    value: Node


@node
class AtMost(Node):
    value: Node


@node
class MoreThan(Node):
    value: Node


@node
class LessThan(Node):
    value: Node


# ------------------------------------------------------------------------------------------------ headings and binders


@node
class Binder(Node):
    noun: Noun


@node
class TheOne(Node):
    name: str


@node
class Param(Node):
    preposition: str
    subject: Node


@node
class Params(Node):
    subject: Node | None
    roles: tuple[Param, ...]


@node
class KindOf(Node):
    name: str


@node
class Instead(Node):
    name: str


@node
class Title(Node):
    the: str | None
    name: str
    label: str | None


@node
class Heading(Node):
    name: str
    label: str | None
    params: Params
    kind: KindOf | None
    instead: Instead | None


@node
class Names(Node):
    names: tuple[str, ...]


@node
class Kinds(Node):
    names: tuple[str, ...]


@node
class Block(Node):
    """Indented lines; the citations of the line above stand here."""

    lines: tuple[Node, ...]


# ------------------------------------------------------------------------------------------------------------ the book


@node
class Start(Node):
    items: tuple[Node, ...]


@node
class Game(Node):
    name: str
    lines: tuple[Node, ...]


@node
class Language(Node):
    name: str


@node
class Players(Node):
    low: int
    high: int | None
    names: Names


@node
class Use(Node):
    names: Names


@node
class Chapter(Node):
    title: str


@node
class Words(Node):
    text: str


@node
class Labelled(Node):
    word: str
    label: str | None


@node
class Enumeration(Node):
    name: str
    values: tuple[Labelled, ...]


@node
class Range(Node):
    name: str
    low: Node
    high: Node


@node
class Lines(Node):
    name: str
    length: Node
    spaces: str


@node
class Setting(Node):
    name: str
    value: int


@node
class Option(Node):
    name: str
    low: int
    high: int
    usually: int


@node
class Piece(Node):
    title: Title
    kind: KindOf | None
    lines: tuple[Node, ...]


@node
class Place(Node):
    title: Title
    lines: tuple[Node, ...]


@node
class Board(Node):
    title: Title
    lines: tuple[Node, ...]


@node
class Everyone(Node):
    pass


@node
class Nobody(Node):
    pass


@node
class EachOf(Node):
    name: str


@node
class Seen(Node):
    who: Node
    until: str | None


@node
class Copies(Node):
    amount: Node
    who: Node | None


@node
class CopyEach(Node):
    kinds: Kinds


@node
class Attribute(Node):
    binder: Binder
    seen: Seen | None


@node
class Flags(Node):
    seen: Seen | None
    words: tuple[str, ...]

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Flags:
        *words, seen = children
        return cls(span, clauses, seen, tuple(words))


@node
class Starts(Node):
    where: Where


@node
class Takes(Node):
    most: int | None
    names: Names


@node
class KeepsOrder(Node):
    pass


@node
class Visible(Node):
    seen: Seen


@node
class Shape(Node):
    space: str
    word: str
    sizes: tuple[Node, ...]


@node
class Spot(Node):
    name: str
    label: str | None
    space: str


@node
class Plural(Node):
    name: str


@node
class Cell(Node):
    words: tuple[str, ...]


@node
class Row(Node):
    cells: tuple[Cell, ...]


@node
class Table(Node):
    name: str
    rows: tuple[Row, ...]


@node
class Setup(Node):
    block: Block


@node
class Play(Node):
    block: Block


@node
class Phase(Node):
    heading: Heading
    block: Block


@node
class Action(Node):
    heading: Heading
    block: Block


@node
class Power(Node):
    heading: Heading
    block: Block


@node
class Window(Node):
    heading: Heading
    block: Block


@node
class Rule(Node):
    heading: Heading
    lines: tuple[Node, ...]


@node
class Ending(Node):
    condition: Node
    block: Block


@node
class Procedure(Node):
    word: str
    params: Params
    block: Block


@node
class Variant(Node):
    title: Title
    items: tuple[Node, ...]


@node
class Whenever(Node):
    condition: Node


@node
class After(Node):
    event: Node


@node
class Before(Node):
    event: Node


@node
class Enters(Node):
    subject: Node
    place: Node


@node
class Leaves(Node):
    subject: Node
    place: Node


@node
class BecomesEvent(Node):
    subject: Node
    word: str


@node
class DeedNamed(Node):
    name: str
    params: Params


@node
class DoesEvent(Node):
    subject: Node
    deed: Node


@node
class RisesEvent(Node):
    attribute: WordOrName
    subject: Node


@node
class FallsEvent(Node):
    attribute: WordOrName
    subject: Node


@node
class Walk(Node):
    heading: Heading
    lines: tuple[Node, ...]


@node
class WalkFrom(Node):
    arg: Arg


@node
class WalkOn(Node):
    arg: Arg


@node
class WalkStop(Node):
    condition: Node


@node
class WalkOnce(Node):
    name: str


@node
class Position(Node):
    name: str
    parts: tuple[Node, ...]


@node
class Case(Node):
    value: Node
    condition: Node | None


@node
class OtherwiseCase(Node):
    value: Node


@node
class Value(Node):
    """`meaning` is one phrase, or cases."""

    word: str
    params: Params
    meaning: tuple[Node, ...]


@node
class ConditionLine(Node):
    condition: Node


@node
class AnyOf(Node):
    lines: tuple[Node, ...]


@node
class Quality(Node):
    subject: Node
    word: str
    params: Params
    conditions: tuple[Node, ...]


# ------------------------------------------------------------------------------------------------------- what happens


@node
class Need(Node):
    afterwards: str | None
    condition: Node
    name: str | None


@node
class Costs(Node):
    amount: Node


@node
class LimitSpan(Node):
    word: str


@node
class Limit(Node):
    parts: tuple[Any, ...]


@node
class Playable(Node):
    names: Names


@node
class Move(Node):
    what: Node
    to: Node


@node
class Rise(Node):
    what: Node
    by: Node
    limit: Node | None


@node
class Fall(Node):
    what: Node
    by: Node
    limit: Node | None


@node
class TurnInto(Node):
    what: Node
    negated: str | None
    word: str
    roles: Roles


@node
class Become(Node):
    what: Node
    value: Node


@node
class Let(Node):
    word: str
    value: Node


@node
class Show(Node):
    what: Node
    who: Node


@node
class Shuffle(Node):
    what: Node


@node
class AsIf(Node):
    who: Node
    role: Node


@node
class Run(Node):
    call: Node
    as_if: AsIf | None


@node
class Stop(Node):
    what: Node


@node
class Prevent(Node):
    pass


@node
class Perform(Node):
    word: str
    phrase: Node | None
    roles: Roles

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Perform:
        word, *phrase, roles = children
        return cls(span, clauses, word, phrase[0] if phrase else None, roles)


@node
class PerformAt(Node):
    word: str
    where: Where
    roles: Roles


@node
class Modal(Node):
    word: str
    repeatedly: str | None

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Modal:
        return cls(span, clauses, children[0], children[1] if len(children) > 1 else None)


@node
class Offer(Node):
    who: Node
    modal: Modal
    calls: tuple[Node, ...]


@node
class Forbid(Node):
    who: Node
    call: Node


@node
class OneOf(Node):
    desc: Desc


@node
class Exactly(Node):
    number: Node
    many: Node


@node
class AtMostOf(Node):
    number: Node
    many: Node


@node
class AtLeastOf(Node):
    number: Node
    many: Node


@node
class AnyNumber(Node):
    many: Node


@node
class Choose(Node):
    who: Node
    picked: Node


@node
class Roll(Node):
    who: Node
    picked: Node


@node
class Wins(Node):
    who: Node


@node
class IsOut(Node):
    who: Node


@node
class Draw(Node):
    pass


@node
class ElseIf(Node):
    condition: Node
    block: Block


@node
class Otherwise(Node):
    block: Block


@node
class IfThen(Node):
    condition: Node
    block: Block
    others: tuple[ElseIf | Otherwise, ...]


@node
class OrderFrom(Node):
    who: Node


@node
class Secretly(Node):
    pass


@node
class ForEach(Node):
    desc: Desc
    manner: Node | None
    block: Block


@node
class Until(Node):
    condition: Node


@node
class Times(Node):
    number: Node


@node
class AtMostTimes(Node):
    number: Node


@node
class Repeat(Node):
    how_often: Node
    block: Block


@node
class AllPass(Node):
    pass


@node
class TurnsUntil(Node):
    condition: Node


@node
class TakeTurns(Node):
    first: Node
    last: Node | None
    block: Block


@node
class May(Node):
    who: Node
    modal: Modal
    block: Block


@node
class Choice(Node):
    name: str
    condition: Node | None
    block: Block


@node
class ChooseOne(Node):
    who: Node
    choices: tuple[Choice, ...]


@node
class Lasting(Node):
    until: Node
    block: Block


@node
class WhileSo(Node):
    condition: Node
    block: Block


@node
class Together(Node):
    block: Block


@node
class InOneGo(Node):
    block: Block


@node
class Follow(Node):
    call: Node
    block: Block


# ---------------------------------------------------------------------------------------------------------- examples


@node
class Given(Node):
    condition: Node


@node
class Did(Node):
    who: Node
    call: Node


@node
class Passed(Node):
    who: Node


@node
class Chose(Node):
    who: Node
    what: tuple[Node, ...]


@node
class Rolled(Node):
    who: Node
    faces: tuple[int, ...]


@node
class So(Node):
    condition: Node


@node
class Example(Node):
    title: str
    phase: str | None
    steps: tuple[Node, ...]
