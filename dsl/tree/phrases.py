"""Noun phrases: what is spoken of."""

from __future__ import annotations

from typing import Any

from dsl.source import Span
from dsl.tree.base import Node, node


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
