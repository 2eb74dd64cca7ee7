"""How what is drawn looks."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node


@dataclass(frozen=True, eq=False)
class Looked(Node):
    """What a look is of: by its name behind an article (`the`, `a` or none), or so many of a kind as have a quality."""

    article: str
    quality: str | None
    name: str


@dataclass(frozen=True, eq=False)
class LookGround(Node):
    word: str
    of: Looked | None
    ground: str


@dataclass(frozen=True, eq=False)
class LookDrawn(Node):
    of: Looked
    word: str
    drawn: str


@dataclass(frozen=True, eq=False)
class LookColour(Node):
    of: Looked
    colour: str


@dataclass(frozen=True, eq=False)
class LookLike(Node):
    of: Looked
    verb: str
    like: str
    icon: str


@dataclass(frozen=True, eq=False)
class LookMarked(Node):
    of: Looked
    word: str
    letters: str


@dataclass(frozen=True, eq=False)
class LookArrows(Node):
    of: Looked
    word: str
    one: str
    other: str


LookLine = LookGround | LookDrawn | LookColour | LookLike | LookMarked | LookArrows


@dataclass(frozen=True, eq=False)
class Look(Node):
    lines: tuple[LookLine, ...]
