"""What a rulebook says of how it looks. No rule depends on it."""

from __future__ import annotations

from dataclasses import dataclass, field

GROUNDS = ("plain", "wood", "cloth", "night")
STYLES = ("tiles", "chequered", "crossings", "points", "holes", "rings", "track", "paths")
FORMS = (
    "disc", "stone", "cube", "pawn", "house", "rock", "crystal", "tile", "card", "die", "pointer", "figure", "carrier",
)  # fmt: skip
THINGS = ("cube", "pawn", "house", "rock", "crystal")  # that are printed on spaces, too
COLOURS = ("white", "black", "grey", "red", "orange", "yellow", "green", "blue", "purple", "brown", "pink")
ARROWS = ("up and down", "left and right")
MOST_LETTERS = 2  # on a piece


@dataclass(eq=False)
class Looks:
    """Of what has a look by a sentence, that look; by the names of the rulebook: players, boards, kinds of pieces,
    values, powers, named spaces, tables of spaces. `ground` is that of all boards that have none of their own;
    `qualities` are the icons of what a kind of pieces can be; `own` are the icons that stand in files beside the
    rulebook, as symbols by the names of these."""

    ground: str = ""
    grounds: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    letters: dict[str, str] = field(default_factory=dict)
    arrows: dict[str, str] = field(default_factory=dict)
    qualities: dict[tuple[str, str], str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
