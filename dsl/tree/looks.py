"""How what is drawn looks."""

from __future__ import annotations

from dsl.tree.base import Node


class Looked(Node):
    """What a look is of: by its name behind an article (`the`, `a` or none), or so many of a kind as have a quality."""

    article: str
    quality: str | None
    name: str


class LookGround(Node):
    word: str
    of: Looked | None
    ground: str


class LookDrawn(Node):
    of: Looked
    word: str
    drawn: str


class LookColour(Node):
    of: Looked
    colour: str


class LookLike(Node):
    of: Looked
    verb: str
    like: str
    icon: str


class LookMarked(Node):
    of: Looked
    word: str
    letters: str


class LookArrows(Node):
    of: Looked
    word: str
    one: str
    other: str


LookLine = LookGround | LookDrawn | LookColour | LookLike | LookMarked | LookArrows


class Look(Node):
    lines: tuple[LookLine, ...]
