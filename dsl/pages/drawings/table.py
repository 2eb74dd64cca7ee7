"""What lies beside the boards after the setup (SVG): a panel for each place, with how many of each sort lie in
it, so that who sets the game up sees the whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import Kind, PlaceInfo
from dsl.pages.cards.paper import width
from dsl.pages.drawings.artist import NAME, Artist
from dsl.pages.drawings.asides import AIR, PANEL, TITLE, Panel, beside, in_rows
from dsl.pages.drawings.boards import figure
from dsl.pages.drawings.marks import cross, tick
from dsl.pages.drawings.panels import Panels
from dsl.pages.drawings.pieces import Body, drawn
from dsl.pages.drawings.svg import box, words
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import kind_term

WIDE, PIXELS = 626.0, 0.792  # of the picture, and how large it is for each unit of its drawing
LOOKS = 4  # bodies in a row, of those that look different
APART, BETWEEN = 1.3 * PANEL, 6.0  # from one body to the next, and between two rows
LETTERS = TITLE
IN_A_COLUMN = 6  # rows
MARKED, MARK = 0.5, 0.5  # of the radius of a body is above its middle what is said of it, and how large that is

Row = tuple[tuple[Body, ...], str]


@dataclass(frozen=True)
class Store(Panel):
    """What lies in a place, in rows: how the pieces of a sort look, and how many there are."""

    rows: tuple[Row, ...] = ()

    @property
    def columns(self) -> int:
        """So many as are needed, and have room for letters that are not smaller than usual."""
        return min(-(-len(self.rows) // IN_A_COLUMN), max(1, int(min(self.room, WIDE) / self.across)))

    @property
    def in_a_column(self) -> int:
        return -(-len(self.rows) // self.columns)

    @property
    def across(self) -> float:
        """From one column to the next."""
        return self.ahead + LETTERS * max(width(told) for _, told in self.rows) + 2 * AIR

    @property
    def size(self) -> Point:
        wide = max(self.columns * self.across, TITLE * width(self.name, bold=True) + 2 * AIR)
        return min(self.room, wide), TITLE + 2.5 * AIR + self.in_a_column * (2 * PANEL + BETWEEN) - BETWEEN

    @property
    def ahead(self) -> float:
        """How wide the bodies are that stand before the words."""
        return 2 * PANEL + (max(len(bodies) for bodies, _ in self.rows) - 1) * APART + AIR

    def lines(self, left: float, top: float, high: float, wide: float = 0) -> Iterator[str]:
        yield box("panel", left, top, wide or self.size[0], high, 8)
        head = letters((self.name,), self.size[0], TITLE, True)
        yield words("key place", self.name, left + AIR, top + AIR + TITLE / 2, head)
        size = letters([told for _, told in self.rows], self.size[0] / self.columns - self.ahead, LETTERS)
        for number, (bodies, told) in enumerate(self.rows):
            column, row = divmod(number, self.in_a_column)
            x = left + AIR + column * self.size[0] / self.columns
            y = top + TITLE + 2 * AIR + PANEL + row * (2 * PANEL + BETWEEN)
            for at, body in enumerate(bodies):
                yield from drawn(body, x + PANEL + at * APART, y, PANEL)
            for can in (can for marked, can in self.marks if marked == number):
                yield (tick if can else cross)((x + 2 * PANEL, y - MARKED * PANEL), MARK * PANEL)
            yield words("key", told, x + self.ahead, y, size)


def letters(told: Iterable[str], room: float, most: float, bold: bool = False) -> float:
    """How large they can be in so much room, with air at both ends."""
    return min(most, (room - 2 * AIR) / max(width(line, bold=bold) for line in told))


class Table:
    """The places of a game beside its boards. `t` are the fixed words of a language; `spared` are places of which
    nobody is told, or that are drawn on a board."""

    def __init__(self, artist: Artist, t: Mapping[str, str], spared: Collection[int]) -> None:
        self.artist, self.t, self.spared = artist, t, spared
        self.panels = Panels(artist, t, ())

    def drawn(self, lying: Sequence[Piece], title: str) -> Markup:
        """A panel for each place in which something lies; nothing, if there is none."""
        found = [panel for place in self.artist.world.places.values() for panel in self.of(place, lying)]
        if not found:
            return Markup("")
        found.sort(key=lambda panel: panel.size[1])
        wide = max(sum(panel.size[0] + AIR for panel in row) - AIR for row in in_rows(found, WIDE)) + 2
        high, lines = beside(found, WIDE, 1, 0)
        told = " ".join(panel.told_in_words for panel in found)
        size, style = (wide, high + 2), f"max-width: {wide * PIXELS:.0f}px"
        return figure("board table", anchor(f"{title} table"), title, told, size, style, lines)

    def of(self, place: PlaceInfo, lying: Sequence[Piece]) -> Iterator[Panel]:
        """Of equal places in which the same lies, one."""
        numbers = {*range(place.kind.start, place.kind.stop)}.difference(self.spared)
        here = [piece for piece in lying if piece.at in numbers and (piece.kind or place.takes)]
        by_place = [(at, list(group)) for at, group in groupby(sorted(here, key=at_place), key=at_place)]
        looks = {frozenset(Counter(replace(piece, at=0, seat=-1) for piece in group).items()) for _, group in by_place}
        if len(by_place) == place.kind.size > 1 and len(looks) == 1 and place.each:
            name = self.t["of_each"].format(place=opening(self.artist.speech.name(kind_term(place.kind))))
            yield self.store(name, place, by_place[0][1])
        elif len(by_place) > 1 and not place.each:
            name = opening(self.artist.speech.name(kind_term(place.kind), many=True))
            yield self.store(name, place, here)
        else:
            yield from (self.store(opening(self.panels.name(at)), place, group) for at, group in by_place)

    def store(self, name: str, place: PlaceInfo, lying: Sequence[Piece]) -> Panel:
        pile = self.panels.panel(lying[0].at, lying) if all(piece.kind for piece in lying) else None
        if pile is not None and len({*pile.told}) > 1:
            return replace(pile, name=name)
        rows = tuple(self.rows(place, lying))
        return Store(name, (), f"{name}: {'; '.join(told for _, told in rows)}.", rows=rows)

    def rows(self, place: PlaceInfo, lying: Sequence[Piece]) -> Iterator[Row]:
        """What lies there, by its sort; of a sort so many as look different, up to a number."""
        by_kind: dict[str, list[Piece]] = {}
        for piece in lying:
            by_kind.setdefault(piece.kind, []).append(piece)
        for name, pieces in by_kind.items():
            bodies = tuple(dict.fromkeys(self.body(piece, place) for piece in pieces))
            yield bodies[:LOOKS], self.told(self.kind(name, place), pieces)

    def body(self, piece: Piece, place: PlaceInfo) -> Body:
        """How a piece looks there; what is not seen, from behind, with the icon of the kind that it is told to be."""
        look = self.artist.look
        if piece.kind:
            found = self.artist.body(piece)
        else:
            found = Body(form=look.forms[place.takes[0][0].name], down=piece.hidden)
        icon = look.icons.get(self.kind(piece.kind, place).name, "")
        return replace(found, icon=icon) if found.down or not piece.kind else found

    def kind(self, name: str, place: PlaceInfo) -> Kind:
        """The kind of a name; of what is not seen the one that all are of which can lie there."""
        if name:
            return self.artist.world.piece_infos[name].kind
        first, *others = (kind for kind, _ in place.takes)
        above: Kind | None = first
        while above is not None and not all(other.is_a(above) for other in others):
            above = above.parent
        return above or self.artist.world.pieces

    def told(self, kind: Kind, pieces: Sequence[Piece]) -> str:
        """How many there are of a kind; by their name, or with the one thing printed on them, if it is of all."""
        count, values = len(pieces), {piece.values for piece in pieces if piece.kind}
        named = opening(self.artist.speech.name(kind_term(kind), many=count > 1))
        seen = dict(values.pop()) if len(values) == 1 else {}
        printed = [self.artist.attribute(kind, name) for name in seen if name != NAME]
        if NAME in seen:
            named = self.artist.value(kind, NAME, seen[NAME])
        elif [(one.kind.sort, one.constant is not None) for one in printed] == [("enumeration", True)]:
            named = f"{named}, {self.artist.value(kind, *next(iter(seen.items())))}"
        return f"{count} × {named}" if count > 1 else named


def at_place(piece: Piece) -> int:
    return piece.at
