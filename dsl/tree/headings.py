"""Headings, what they bring in, and the blocks under them."""

from __future__ import annotations

from dsl.tree.base import Node, node
from dsl.tree.phrases import Noun


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
