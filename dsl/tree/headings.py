"""Headings, what they bring in, and the blocks under them."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.phrases import Called, Noun


@dataclass(frozen=True, eq=False)
class Binder(Node):
    noun: Noun


@dataclass(frozen=True, eq=False)
class TheOne(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Param(Node):
    preposition: str
    subject: Node


@dataclass(frozen=True, eq=False)
class Params(Node):
    subject: Node | None
    roles: tuple[Param, ...]


@dataclass(frozen=True, eq=False)
class KindOf(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Title(Node):
    the: str | None
    name: str
    label: str | None


@dataclass(frozen=True, eq=False)
class Heading(Node):
    name: str
    label: str | None
    params: Params
    kind: KindOf | None


@dataclass(frozen=True, eq=False)
class HeadingEach(Node):
    """The heading of several powers, one for each value of a kind."""

    name: str
    label: str | None
    each: str
    called: Called | None
    params: Params
    kind: KindOf | None


@dataclass(frozen=True, eq=False)
class Names(Node):
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Kinds(Node):
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Block(Node):
    """Indented lines; the citations of the line above stand here."""

    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class SoManyPlayers(Node):
    low: int
    high: int | None


@dataclass(frozen=True, eq=False)
class SuchOption(Node):
    name: str
    low: int
    high: int | None


@dataclass(frozen=True, eq=False)
class SuchVariant(Node):
    name: str


@dataclass(frozen=True, eq=False)
class NoSuchVariant(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Agreed(Node):
    parts: tuple[Node, ...]
