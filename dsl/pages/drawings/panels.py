"""Which places are drawn beside the picture of an example: piles that are other than after the setup or become so,
places with what is given to lie there, and the dice that are rolled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from dsl import model
from dsl.board.scene import Piece
from dsl.model.world import PlaceInfo
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.asides import MOST, Panel
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import location
from dsl.prose.speech import plain

AWAY = ("box", "caixa", "bag", "saco")  # what is called so has nothing to look at
HIGHEST = 6  # piles


class Panels:
    """Those of an example that speaks of these. `t` are the fixed words of a language."""

    def __init__(self, artist: Artist, t: Mapping[str, str], spoken: Collection[object]) -> None:
        self.artist, self.t = artist, t
        self.kinds = {node.kind.name for node in spoken if isinstance(node, model.Constant | model.PlaceFor)}
        self.places = {n: p for p in artist.world.places.values() for n in range(p.kind.start, p.kind.stop)}

    def of(self, aside: Sequence[Piece], thrown: Sequence[Piece]) -> list[Panel]:
        """What lies in other places, and the dice."""
        dice = [piece for piece in thrown if self.artist.look.forms[piece.kind] == "die"]
        by_place = groupby(sorted(aside, key=lambda piece: piece.at), key=lambda piece: piece.at)
        found = [self.panel(at, list(lying)) for at, lying in by_place if self.is_shown(at, dice)]
        rolled = [self.panel(dice[0].at, dice)] if dice else []
        return [panel for panel in (*found, *rolled) if panel and 0 < len(panel.bodies) <= self.most(panel)]

    def most(self, panel: Panel) -> int:
        """So many pieces it can have: of what lies there in no order more would only be counted."""
        return MOST if panel.told else HIGHEST

    def is_shown(self, at: int, dice: Sequence[Piece]) -> bool:
        """Whether it is seen what lies in a place; what is said of dice stands by itself."""
        place = self.places.get(at)
        if place is None or (dice and at == dice[0].at):
            return False
        called = (place.kind.label or place.kind.name).lower().split()[-1]
        return called not in AWAY and (place.ordered or place.kind.name in self.kinds)

    def panel(self, at: int, lying: Sequence[Piece]) -> Panel | None:
        """What lies in a place, but for cards, of which nothing would be read."""
        forms = self.artist.look.forms
        place = self.places.get(at)
        if place is None or any(forms[piece.kind] == "card" or self.artist.tile(piece) for piece in lying):
            return None
        name = opening(self.name(at))
        bodies = tuple(self.artist.body(piece) for piece in lying)
        told = [self.told(piece) for piece in lying] if is_pile(place, lying) else []
        if len(told) > 1:
            told[-1] = self.t["on_top"].format(piece=told[-1])
        return Panel(name, bodies, f"{name}: {self.artist.all_told(lying)}.", tuple(told))

    def name(self, at: int) -> str:
        """What a place is called, and whose it is."""
        form = location(self.artist.speech.scope(), at)
        bare = replace(form, article="bare") if isinstance(form, Noun) and form.of is None else form
        return plain(self.artist.speech.words(bare))

    def told(self, piece: Piece) -> str:
        """What tells a piece of a pile from others: its colours, else what it is."""
        return ", ".join(self.worded(piece)) or self.artist.kind_name(piece.kind)

    def worded(self, piece: Piece) -> Iterator[str]:
        kind = self.artist.kind(piece)
        known = ((name, value) for name, value in piece.values if self.artist.look.colour((value,)))
        yield from (self.artist.value(kind, name, value) for name, value in known)


def is_pile(place: PlaceInfo, lying: Sequence[Piece]) -> bool:
    return place.ordered and len(lying) <= HIGHEST
