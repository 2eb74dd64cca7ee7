"""Noun phrases: what is spoken of."""

from __future__ import annotations

from typing import Any

from dsl.tree.base import Node


class Noun(Node):
    """`open Cell called target`: qualities, the Name of a kind or thing, a name given here."""

    words: tuple[str, ...]
    name: str
    called: str | None


class Called(Node):
    word: str


class Word(Node):
    word: str


class Where(Node):
    """A place word and what it speaks of: `of the Player`, `on F7`; before it the `value` or owner that the thing has:
    `of the Colour in the Purse`."""

    preposition: str
    of: Node
    value: Node | None = None


class Name(Node):
    name: str
    of: Node | None


class Number(Node):
    value: int


class ValueSaid(Node):
    """`yellow of North`, behind `of`: for which value and for whom a place is there."""

    value: Node
    of: Node


class AmountName(Node):
    name: str


class AmountWord(Node):
    """`at least price Coins`: as many as what was called so."""

    word: str


class Chance(Node):
    pass


class The(Node):
    """`the Cell`, `the top of the Stack`: what was brought in, a value, an attribute, the one of its kind."""

    noun: Noun | Word
    where: Where | None


class TheNth(Node):
    """`the second Card from the top of the Deck`."""

    noun: Noun
    end: str
    preposition: str
    place: Node


class It(Node):
    """`it`, `its`, `they`, `them`, `their`: what was just named."""

    word: str


class Indefinite(Node):
    """`an Asteroid in the Stock`, `a Gem whose Colour is red`: any one."""

    noun: Noun
    where: Where | None
    that: That | None = None


class Every(Node):
    noun: Noun
    where: Where | None
    that: That | None = None


class NoSuch(Node):
    noun: Noun
    where: Where | None
    that: That | None = None


class Known(Node):
    who: Node
    what: Node


class Role(Node):
    preposition: str
    phrase: Node


class Roles(Node):
    roles: tuple[Role, ...]


class Arg(Node):
    preposition: str
    phrase: Node


class WorkedOut(Node):
    """A phrase with roles: `the distance from the Gate to the Moon`."""

    phrase: Node
    roles: tuple[Role, ...]


class ThatPart(Node):
    negated: str | None
    predicate: Node


class WhosePart(Node):
    """`whose Rank is at least 5`, `whose store for red is 3`: what is said of something that the thing has."""

    attribute: WordOrName
    roles: Roles
    negated: str | None
    predicate: Node


class That(Node):
    """`that is red and whose Rank is 5`; `either`: one of the parts is enough."""

    either: bool
    parts: tuple[ThatPart | WhosePart, ...]


class WordOrName(Node):
    word: str


class Numbered(Node):
    """`rank 2`, `rank 1 to 3`, behind `of`: a number of a thing."""

    word: str
    low: int
    high: int | None


class Desc(Node):
    """A noun with its filter: `open Cell beside the Cell`, `Ship that is red and that is not old`."""

    noun: Noun
    where: Where | None = None
    that: That | None = None


class SoManyOf(Node):
    """`2 red Gems in the Box`: as `a red Gem in the Box`, and another."""

    number: int | AmountName
    desc: Desc


class SoManyAtEnd(Node):
    """`the top 3 Cards of the Deck`, `the top 3 of the Deck`: as `the top of the Deck`, three times."""

    end: str
    number: int | AmountName
    name: str | None
    preposition: str
    place: Node


class TheOneThat(Node):
    noun: Noun
    where: Where | None
    that: That


class NumberOf(Node):
    many: Node


class Extreme(Node):
    word: str


class NumberOfDifferent(Node):
    attribute: WordOrName
    many: Node


class Aggregate(Node):
    """`the highest Face among the shot`; `roles` are what else a value is said with."""

    extreme: Extreme
    attribute: WordOrName
    many: Node
    roles: tuple[Role, ...]


class TheMost(Node):
    """`the Cell of lowest height among empty Cells`."""

    noun: Noun
    extreme: Extreme
    attribute: WordOrName
    many: Node


class InBrackets(Node):
    """`(the Level plus 1)`: what is worked out first."""

    inner: Node


class Sum(Node):
    """Operands and, between them, `plus` or `minus`."""

    parts: tuple[Any, ...]


class Product(Node):
    """Operands and, between them, `multiplied` or `divided`."""

    parts: tuple[Any, ...]


class NotBelow(Node):
    limit: Node


class NotAbove(Node):
    limit: Node


class Bounded(Node):
    """`the Price of the Card minus 2, but not below 1`."""

    number: Node
    bounds: tuple[NotBelow | NotAbove, ...]


class HigherOf(Node):
    """`the higher of 3 and the Level of the Bomb`; `which` is `higher` or `lower`."""

    which: str
    one: Node
    other: Node


class Call(Node):
    """An action, power, phase or verb with its arguments: `Place Asteroid on C4`."""

    name: str
    phrase: Node | None
    roles: Roles


class CallAt(Node):
    name: str
    where: Where
    roles: Roles


class CallValue(Node):
    """A power by value: `the Weapon of the Installation for the Installation`."""

    noun: Noun | Word
    where: Where | None
    roles: Roles
