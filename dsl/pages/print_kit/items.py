"""Pieces of the box as they are told on sheets: what stands on each side of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsl.pages.drawings.look import Form
from dsl.pages.drawings.pieces import Body
from dsl.pages.drawings.tiles import Tile

CUBE = (1, 2, 3, 4, 5, 6)  # the numbers on a die as all have it
Make = Literal["card", "token", "tile", "die", "strip"]


@dataclass(frozen=True)
class Half:
    """One of the powers that a piece bears for choice: what it is called, what it does."""

    title: str
    text: tuple[str, ...]
    icon: str = ""


@dataclass(frozen=True)
class Trait:
    """What a piece has: as that is called, and which or how many of it; a colour and an icon, if that has them, and the
    form of the pieces that come in such colours, of which one is `thing` in words; `said` is the same of the piece,
    where that differs."""

    name: str
    value: str
    css: str = ""
    icon: str = ""
    number: bool = False
    said: str = ""
    form: Form = "disc"
    thing: str = ""

    @property
    def told(self) -> str:
        """In a few words: a number with what it counts."""
        return f"{self.name} {self.value}" if self.number else self.said or self.value


@dataclass(frozen=True)
class Face:
    """A side: what the piece is called, what it has, what is done with it, or the `halves` of which one is chosen.

    `css` is its colour, if it has one; `kind` what it is one of, and `owner` whose, where that is not its title; `tile`
    what is drawn at its sides; `lines` are its traits in words; `icon` is its picture on a card, `arrows` those that
    are said to be on it, and `body` how it is drawn on a board. A back tells by the number of its `deck` of which it
    is, and by the `colours` that are on the fronts. `letters` stand in the place of its picture.
    """

    title: str
    lines: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    css: str = ""
    kind: str = ""
    owner: str = ""
    halves: tuple[Half, ...] = ()
    tile: Tile | None = None
    traits: tuple[Trait, ...] = ()
    icon: str = ""
    arrows: str = ""
    body: Body = field(default_factory=Body)
    deck: int = 0
    colours: tuple[str, ...] = ()
    letters: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What it has that no colour tells."""
        return tuple(trait.told for trait in self.traits if not trait.css)


@dataclass(frozen=True)
class Item:
    """A piece of which there are so many equal ones, perhaps of one owner. `back` is its other side, where that shows
    less, and `turned` where it shows what has become of it, which is its text; `faces` are the numbers on a die, or on
    that which stands on it, which shows what is `counted`, while the piece shows by where it is `pointing` the other;
    `boards` are those on which it is placed, `sort` is what all pieces of its kind are called; `alone`: all tokens are
    of that kind, so that none has to say so."""

    make: Make
    count: int
    face: Face
    owner: str = ""
    back: Face | None = None
    turned: Face | None = None
    faces: tuple[int, ...] = ()
    boards: frozenset[str] = frozenset()
    sort: str = ""
    counted: str = ""
    pointing: str = ""
    alone: bool = False

    @property
    def told(self) -> str:
        """The piece in words: "Ship, Hull 7 (White)", "Card: Lantern"."""
        face = self.face
        told = ", ".join((f"{face.kind}: {face.title}" if face.kind else face.title, *face.lines))
        return f"{told} ({self.owner})" if self.owner else told

    @property
    def look(self) -> tuple[Make, str]:
        """By what it is the same piece of the box with whatever number of players."""
        return self.make, self.told
