"""Noun phrases: what is spoken of."""

from __future__ import annotations

from typing import Any

from dsl.late import dataclass
from dsl.tree.base import Node


@dataclass(frozen=True, eq=False)
class Noun(Node):
    """`open Cell called target`: qualities, the Name of a kind or thing, a name given here."""

    words: tuple[str, ...]
    name: str
    called: str | None


@dataclass(frozen=True, eq=False)
class Called(Node):
    word: str


@dataclass(frozen=True, eq=False)
class Word(Node):
    word: str


@dataclass(frozen=True, eq=False)
class Where(Node):
    """A place word and what it speaks of: `of the Player`, `on F7`; before it the `value` or owner that the thing has:
    `of the Colour in the Purse`."""

    preposition: str
    of: Node
    value: Node | None = None


@dataclass(frozen=True, eq=False)
class Name(Node):
    name: str
    of: Node | None


@dataclass(frozen=True, eq=False)
class Number(Node):
    value: int


@dataclass(frozen=True, eq=False)
class ValueSaid(Node):
    """`yellow of North`, behind `of`: for which value and for whom a place is there."""

    value: Node
    of: Node


@dataclass(frozen=True, eq=False)
class AmountName(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Chance(Node):
    pass


@dataclass(frozen=True, eq=False)
class The(Node):
    """`the Cell`, `the top of the Stack`: what was brought in, a value, an attribute, the one of its kind."""

    noun: Noun | Word
    where: Where | None


@dataclass(frozen=True, eq=False)
class TheNth(Node):
    """`the second Card from the top of the Deck`."""

    noun: Noun
    end: str
    preposition: str
    place: Node


@dataclass(frozen=True, eq=False)
class It(Node):
    """`it`, `its`, `they`, `them`, `their`: what was just named."""

    word: str


@dataclass(frozen=True, eq=False)
class Indefinite(Node):
    """`an Asteroid in the Stock`, `a Gem whose Colour is red`: any one."""

    noun: Noun
    where: Where | None
    that: That | None = None


@dataclass(frozen=True, eq=False)
class Every(Node):
    noun: Noun
    where: Where | None
    that: That | None = None


@dataclass(frozen=True, eq=False)
class NoSuch(Node):
    noun: Noun
    where: Where | None
    that: That | None = None


@dataclass(frozen=True, eq=False)
class Known(Node):
    who: Node
    what: Node


@dataclass(frozen=True, eq=False)
class Role(Node):
    preposition: str
    phrase: Node


@dataclass(frozen=True, eq=False)
class Roles(Node):
    roles: tuple[Role, ...]


@dataclass(frozen=True, eq=False)
class Arg(Node):
    preposition: str
    phrase: Node


@dataclass(frozen=True, eq=False)
class WorkedOut(Node):
    """A phrase with roles: `the distance from the Gate to the Moon`."""

    phrase: Node
    roles: tuple[Role, ...]


@dataclass(frozen=True, eq=False)
class ThatPart(Node):
    negated: str | None
    predicate: Node


@dataclass(frozen=True, eq=False)
class WhosePart(Node):
    """`whose Rank is at least 5`, `whose store for red is 3`: what is said of something that the thing has."""

    attribute: WordOrName
    roles: Roles
    negated: str | None
    predicate: Node


@dataclass(frozen=True, eq=False)
class That(Node):
    """`that is red and whose Rank is 5`; `either`: one of the parts is enough."""

    either: bool
    parts: tuple[ThatPart | WhosePart, ...]


@dataclass(frozen=True, eq=False)
class WordOrName(Node):
    word: str


@dataclass(frozen=True, eq=False)
class Numbered(Node):
    """`rank 2`, `rank 1 to 3`, behind `of`: a number of a thing."""

    word: str
    low: int
    high: int | None


@dataclass(frozen=True, eq=False)
class Desc(Node):
    """A noun with its filter: `open Cell beside the Cell`, `Ship that is red and that is not old`."""

    noun: Noun
    where: Where | None = None
    that: That | None = None


@dataclass(frozen=True, eq=False)
class SoManyOf(Node):
    """`2 red Gems in the Box`: as `a red Gem in the Box`, and another."""

    number: int | AmountName
    desc: Desc


@dataclass(frozen=True, eq=False)
class SoManyAtEnd(Node):
    """`the top 3 Cards of the Deck`, `the top 3 of the Deck`: as `the top of the Deck`, three times."""

    end: str
    number: int | AmountName
    name: str | None
    preposition: str
    place: Node


@dataclass(frozen=True, eq=False)
class TheOneThat(Node):
    noun: Noun
    where: Where | None
    that: That


@dataclass(frozen=True, eq=False)
class NumberOf(Node):
    many: Node


@dataclass(frozen=True, eq=False)
class Extreme(Node):
    word: str


@dataclass(frozen=True, eq=False)
class NumberOfDifferent(Node):
    attribute: WordOrName
    many: Node


@dataclass(frozen=True, eq=False)
class Aggregate(Node):
    """`the highest Face among the shot`; `roles` are what else a value is said with."""

    extreme: Extreme
    attribute: WordOrName
    many: Node
    roles: tuple[Role, ...]


@dataclass(frozen=True, eq=False)
class TheMost(Node):
    """`the Cell of lowest height among empty Cells`."""

    noun: Noun
    extreme: Extreme
    attribute: WordOrName
    many: Node


@dataclass(frozen=True, eq=False)
class InBrackets(Node):
    """`(the Level plus 1)`: what is worked out first."""

    inner: Node


@dataclass(frozen=True, eq=False)
class Sum(Node):
    """Operands and, between them, `plus` or `minus`."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Product(Node):
    """Operands and, between them, `multiplied` or `divided`."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class NotBelow(Node):
    limit: Node


@dataclass(frozen=True, eq=False)
class NotAbove(Node):
    limit: Node


@dataclass(frozen=True, eq=False)
class Bounded(Node):
    """`the Price of the Card minus 2, but not below 1`."""

    number: Node
    bounds: tuple[NotBelow | NotAbove, ...]


@dataclass(frozen=True, eq=False)
class HigherOf(Node):
    """`the higher of 3 and the Level of the Bomb`; `which` is `higher` or `lower`."""

    which: str
    one: Node
    other: Node


@dataclass(frozen=True, eq=False)
class Call(Node):
    """An action, power, phase or verb with its arguments: `Place Asteroid on C4`."""

    name: str
    phrase: Node | None
    roles: Roles


@dataclass(frozen=True, eq=False)
class CallAt(Node):
    name: str
    where: Where
    roles: Roles


@dataclass(frozen=True, eq=False)
class CallValue(Node):
    """A power by value: `the Weapon of the Installation for the Installation`."""

    noun: Noun | Word
    where: Where | None
    roles: Roles
