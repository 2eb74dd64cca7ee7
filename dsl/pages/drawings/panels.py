"""Which places are drawn beside the picture of an example: piles that are other than after the setup or become so,
places with what is given to lie there, and the dice that are rolled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from dsl import model
from dsl.board.scene import Piece
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.asides import Panel
from dsl.pages.drawings.outcome import on
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import location
from dsl.prose.speech import plain

AWAY = ("box", "caixa", "bag", "saco")  # what is called so has nothing to look at
Said = Set[tuple[str, Piece, bool]]
"""What an example calls something, that as it lies there, and whether something can be done with it."""

MOST = 6  # pieces in a place: of more it would only be counted how many


class Panels:
    """Those of an example that speaks of these. `t` are the fixed words of a language."""

    def __init__(self, artist: Artist, t: Mapping[str, str], spoken: Collection[object]) -> None:
        self.artist, self.t = artist, t
        told = [node for node in spoken if isinstance(node, model.Constant | model.PlaceFor | model.Pick)]
        self.kinds = {node.kind.name for node in told if not isinstance(node, model.Pick) or node.kind.sort == "place"}
        self.places = {n: p for p in artist.world.places.values() for n in range(p.kind.start, p.kind.stop)}

    def of(
        self, aside: Sequence[Piece], thrown: Sequence[Piece], end: Sequence[Piece] | None = None,
        said: tuple[Said, Said] = (frozenset(), frozenset()),
    ) -> list[Panel]:  # fmt: skip
        """What lies in other places, and the dice; where a picture shows both, also what lies there in the `end`, if
        that is something else. Of pieces it is `said`, then and in the end, that something can be done with them, or
        not."""
        dice = [piece for piece in thrown if self.artist.look.forms[piece.kind] == "die"]
        places = sorted({piece.at for piece in (*aside, *(end or ()))} - {piece.at for piece in dice})
        found = [panel for at in filter(self.is_shown, places) for panel in self.of_place(at, aside, end, said)]
        rolled = self.panel(dice[0].at, dice) if dice else None
        return [*found, rolled] if rolled else found

    def of_place(
        self, at: int, aside: Sequence[Piece], end: Sequence[Piece] | None, said: tuple[Said, Said]
    ) -> list[Panel]:  # fmt: skip
        """A place, or if it is otherwise in the end, as it is before and after."""
        lying = [on(aside, at), *([on(end, at)] if end is not None else ())]
        found = [panel for pieces in lying if (panel := self.panel(at, pieces))]
        if len(found) < len(lying):
            return []
        if len(found) == 1 or found[0] == found[1]:
            return [marked(panel, lying[0], said[0] | said[1]) for panel in found[:1] if panel.bodies]
        found = [marked(*one) for one in zip(found, lying, said, strict=True)]
        heads = (self.t["place_before"], self.t["place_after"])
        both = [panel.headed(head) for panel, head in zip(found, heads, strict=True)]
        least = max(panel.size[0] for panel in both)
        return [replace(panel, least=least) for panel in both]

    def is_shown(self, at: int) -> bool:
        """Whether it is seen what lies in a place."""
        place = self.places.get(at)
        if place is None:
            return False
        called = (place.kind.label or place.kind.name).lower().split()[-1]
        return called not in AWAY and (place.ordered or place.kind.name in self.kinds)

    def panel(self, at: int, lying: Sequence[Piece]) -> Panel | None:
        """What lies in a place, unless it is too much, and but for cards, of which nothing would be read."""
        forms = self.artist.look.forms
        place = self.places.get(at)
        if place is None or len(lying) > MOST:
            return None
        if any(forms[piece.kind] == "card" or self.artist.tile(piece) for piece in lying):
            return None
        name = opening(self.name(at))
        bodies = tuple(self.artist.body(piece) for piece in lying)
        told = [self.told(piece) for piece in lying] if place.ordered else []
        if len(told) > 1:
            told[-1] = self.t["on_top"].format(piece=told[-1])
        nothing = self.t["lies_nothing"]
        in_words = self.artist.all_told(lying) or nothing
        unnamed = () if told else tuple(piece for piece in lying if forms[piece.kind] != "die")
        return Panel(name, bodies, f"{name}: {in_words}.", tuple(told) if lying else (nothing,), unnamed)

    def name(self, at: int) -> str:
        """What a place is called, and whose it is."""
        form = location(self.artist.speech.scope(), at)
        bare = replace(form, article="bare") if isinstance(form, Noun) else form
        return plain(self.artist.speech.words(bare))

    def told(self, piece: Piece) -> str:
        """What tells a piece of a pile from others: its colours, else what it is."""
        return ", ".join(self.worded(piece)) or self.artist.kind_name(piece.kind)

    def worded(self, piece: Piece) -> Iterator[str]:
        kind = self.artist.kind(piece)
        known = ((name, value) for name, value in piece.values if self.artist.look.colour((value,)))
        yield from (self.artist.value(kind, name, value) for name, value in known)


def marked(panel: Panel, lying: Sequence[Piece], said: Said) -> Panel:
    """The same with what is said of the pieces that lie there: of as many that look alike as it is said of, and of none
    of these where it is not the same of all, as nobody could tell which is which."""
    marks = list[tuple[int, bool]]()
    for piece in dict.fromkeys(lying):
        told = {(name, can) for name, what, can in said if what == piece}
        if len({can for _, can in told}) == 1:
            alike = (number for number, other in enumerate(lying) if other == piece)
            marks += [(number, can) for number, (_, can) in zip(alike, told, strict=False)]
    return replace(panel, marks=tuple(marks))
