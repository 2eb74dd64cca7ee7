"""Headings, what they bring in, and the blocks under them."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.phrases import Called, Noun


class Binder(Node):
    noun: Noun


class TheOne(Node):
    name: str


class Param(Node):
    preposition: str
    subject: Node


class Params(Node):
    subject: Node | None
    roles: tuple[Param, ...]


class KindOf(Node):
    name: str


class Title(Node):
    the: str | None
    name: str
    label: str | None


class Heading(Node):
    name: str
    label: str | None
    params: Params
    kind: KindOf | None


class HeadingEach(Node):
    """The heading of several powers, one for each value of a kind."""

    name: str
    label: str | None
    each: str
    called: Called | None
    params: Params
    kind: KindOf | None


class Names(Node):
    names: tuple[str, ...]


class Kinds(Node):
    names: tuple[str, ...]


class Block(Node):
    """Indented lines; the citations of the line above stand here."""

    lines: tuple[Node, ...]


class SoManyPlayers(Node):
    low: int
    high: int | None


class SuchOption(Node):
    name: str
    low: int
    high: int | None


class SuchVariant(Node):
    name: str


class NoSuchVariant(Node):
    name: str


class Agreed(Node):
    parts: tuple[Node, ...]
