"""Colours of what is drawn, as data: fill, rim, what is drawn on the fill, the sign and the step of grey of each,
and the grounds of boards. The style sheet has the same as properties (`tests/test_palette.py` compares them)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A colour of pieces; `sign` is what tells it without colour, as a path around 0 that reaches to 1; `words` are its
    names in other languages."""

    fill: str
    rim: str
    ink: str
    grey: int
    sign: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Ground:
    """What a board is made of: its body, its spaces, every second space, names on the body and in spaces."""

    body: str
    tile: str
    second: str
    name: str
    inside: str


ROUND = "M{0} 0A{0} {0} 0 1 1 -{0} 0A{0} {0} 0 1 1 {0} 0z"
RING = ROUND.format(0.85) + "M.5 0A.5 .5 0 1 0 -.5 0A.5 .5 0 1 0 .5 0z"
WAVES = "".join(f"M-.95 {y}q.45 -.5 .95 0t.95 0v.3q-.5 .45 -.95 0t-.95 0z" for y in (-0.5, 0.15))

COLOURS: Mapping[str, Colour] = {
    "white": Colour("#FFFFFF", "#3A404A", "#1F2430", 255, RING, ("branco", "branca", "brancas")),
    "black": Colour("#30343B", "#0C0D0F", "#FFFFFF", 16, ROUND.format(0.7), ("preto", "preta", "pretas")),
    "grey": Colour("#818A96", "#474E58", "#0E1013", 172, "M-.9 -.22h1.8v.44h-1.8z", ("gray", "cinza", "cinzento")),
    "red": Colour("#D63A2C", "#821C12", "#FFFFFF", 96, "M0 -1L.68 0L0 1L-.68 0z", ("vermelho", "vermelha")),
    "orange": Colour("#F08C1A", "#8F4D08", "#2A1600", 192, "M-.75 -.75h1.5v1.5h-1.5z", ("laranja",)),
    "yellow": Colour("#F8D348", "#8C7010", "#2A2000", 232, "M0 -.85L.95 .75H-.95z", ("amarelo", "amarela")),
    "green": Colour("#1C8355", "#0B4A2E", "#FFFFFF", 150,
                    "M-.3 -.9h.6v.6h.6v.6h-.6v.6h-.6v-.6h-.6v-.6h.6z", ("verde",)),
    "blue": Colour("#2E6FB7", "#153F70", "#FFFFFF", 122, WAVES, ("azul",)),
    "purple": Colour("#AE86D8", "#5B3585", "#1E0B33", 74,
                     "M0 -.95L.82 -.47V.47L0 .95L-.82 .47V-.47z", ("roxo", "roxa")),
    "brown": Colour("#6E4122", "#3A1F0D", "#FFFFFF", 52, "M-.65 -.85h.45v1.7h-.45zM.2 -.85h.45v1.7h-.45z",
                    ("castanho", "castanha", "marrom")),
    "pink": Colour("#F2A3C7", "#96406B", "#2A0A18", 212,
                   "M0 .9C-1.5 -.2 -.85 -1.05 -.4 -.85Q-.1 -.75 0 -.4Q.1 -.75 .4 -.85C.85 -1.05 1.5 -.2 0 .9z",
                   ("rosa",)),
}  # fmt: skip
"""All colours, by their names in English."""

NAMED = {word: name for name, colour in COLOURS.items() for word in (name, *colour.words)}
NEARLY: Mapping[str, str] = {
    "amber": "orange", "âmbar": "orange", "violet": "purple", "violeta": "purple", "crimson": "red", "scarlet": "red",
    "azure": "blue", "jade": "green", "emerald": "green", "esmeralda": "green", "ivory": "white", "marfim": "white",
    "onyx": "black", "ebony": "black", "gold": "yellow", "dourado": "yellow",
}  # fmt: skip
"""What players may be called after, with the colour that is nearest."""
OTHERS = ("blue", "orange", "purple", "green", "brown", "pink")  # of players who are not called like a colour
LAST = ("red", "white", "black", "yellow")  # of those for whom none of these is left

GROUNDS: Mapping[str, Ground] = {
    "plain": Ground("#B7C3D1", "#F4F6F9", "#DDE3EA", "#3E4752", "#3E4752"),
    "wood": Ground("#8A5C32", "#F2E0BE", "#C39561", "#FFF4E0", "#4A3018"),
    "cloth": Ground("#3C5B52", "#E9E3D2", "#8FB3A4", "#E9EFEA", "#27423A"),
    "night": Ground("#131A2C", "#2A3654", "#222C47", "#B9C6E2", "#B9C6E2"),
}


def said_colour(words: Iterable[str]) -> str:
    """The first colour among words, or nothing."""
    return next((NAMED[word] for word in map(str.lower, words) if word in NAMED), "")


def colours_of(seats: Sequence[str], had: Iterable[str]) -> tuple[str, ...]:
    """The colours of players: as they are called, else the next that no other has; `had` are those of other things."""
    named = [said_colour(seat.split()) or NEARLY.get(seat.lower(), "") for seat in seats]
    taken = {*named, *had}
    free = [name for name in (*OTHERS, *LAST) if name not in taken] or list(OTHERS)
    unnamed = [number for number, name in enumerate(named) if not name]
    return tuple(name or free[unnamed.index(number) % len(free)] for number, name in enumerate(named))
