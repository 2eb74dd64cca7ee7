"""How cards are laid beside one another, as a picture: which action lays one upright, and which one sideways.

A card whose arrows point up and down is laid sideways by an action that does nothing that stands on it: its arrows lead
from one card to the next then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl import model
from dsl.model.looks import ARROWS
from dsl.model.visit import nodes_in
from dsl.model.world import Kind, PlaceInfo
from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import block, fine
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.print_kit.components import Components
from dsl.pages.print_kit.items import Item
from dsl.pages.print_kit.playing_cards import CARD, CORNER, LEAST, Template, card
from dsl.pages.reference.passages import opening

APART, UNDER, NOTED = 9.0, 11.0, 6.0  # between cards, and room below them for what is told of each, and for a note
LETTERS, DISC = 5.0, 3.4  # of that, and the radius of its number
SMALL = 0.22  # of the size of a card is one in a row of small ones
NAMED = 5.0  # room for a name below it
BANDED = 8.0  # how high the band of a small card is, as large as a card
ARROW = "l14 -11v6.5h22v-6.5l14 11l-14 11v-6.5h-22v6.5z"  # to both sides
SIDES = "l15 -14v28z", "l-15 -14v28z"  # at the left and the right


@dataclass(frozen=True)
class Laid:
    """A card as an action lays it."""

    action: model.Action
    item: Item
    name: str
    sideways: bool = False

    @property
    def wide(self) -> float:
        return CARD[1] if self.sideways else CARD[0]

    @property
    def told(self) -> str:
        """What the action is called, and what is done then."""
        face = self.item.face
        return self.name if self.sideways else f"{self.name}: {face.halves[0].title if face.halves else face.title}"

    @property
    def note(self) -> str:
        """What is to know of it besides, as a key of the fixed words: sideways nothing that stands on it is done, and
        what has arrows to both sides as it stands needs no other that lies so."""
        if self.sideways:
            return "row_sideways"
        return "row_own_arrows" if self.item.face.arrows == ARROWS[1] else ""


@dataclass(frozen=True)
class Row:
    """The cards as they are laid in a place."""

    place: PlaceInfo
    cards: tuple[Laid, ...]


def row(components: Components, owner: str = "") -> Row | None:
    """A card of each sort as actions lay them in a row of which the order counts, of one player if they have owners:
    after one that lies sideways stands the first again. Nothing where none does."""
    found: dict[tuple[Kind, bool], tuple[model.Action, PlaceInfo]] = {}
    for action in components.book.actions.values():
        for kind, place in lays(components, action):
            found.setdefault((kind, is_link(components, kind, action)), (action, place))
    shown = [(action, kind, sideways) for (kind, sideways), (action, _) in found.items()]
    places = [place for _, place in found.values()]
    if len({*places}) != 1 or not any(sideways for _, _, sideways in shown) or shown[0][2]:
        return None
    order = [one for k, one in enumerate(shown) for one in ((one, shown[0]) if one[2] else (one,))]
    kinds = [kind for _, kind, _ in order]
    items = [of_kind(components, kind, owner, kinds[:k].count(kind), kinds.count(kind)) for k, kind in enumerate(kinds)]
    title = components.speech.title
    told = zip(order, items, strict=True)
    return Row(places[0], tuple(Laid(action, item, opening(title(action)), side) for (action, _, side), item in told))


def lays(components: Components, action: model.Action) -> Iterator[tuple[Kind, PlaceInfo]]:
    """The kind of cards with arrows that an action lays in an open place of each player in which order counts."""
    places = {place.kind: place for place in components.world.places.values()}
    for move in (node for effect in action.effects for node in nodes_in(effect) if isinstance(node, model.Move)):
        place = places.get(move.to.kind)
        is_row = place is not None and place.each and place.ordered and place.seen.by == "all"
        if place and is_row and isinstance(move.what, model.Use) and move.what.kind.name in components.look.arrows:
            yield move.what.kind, place


def is_link(components: Components, kind: Kind, action: model.Action) -> bool:
    does = any(variable.kind.sort == "power" for variable in action.parameters)
    return components.look.arrows[kind.name] == ARROWS[0] and not does


def of_kind(components: Components, kind: Kind, owner: str, number: int, count: int) -> Item:
    """One of so many different cards, those of this owner if there are any."""
    items = components.of_kind(components.world.piece_infos[kind.name])
    own = [item for item in items if item.owner == owner] or [item for item in items if item.owner == items[0].owner]
    return own[number * len(own) // count]


# ------------------------------------------------------------------------------------------------------------- drawings


def large(
    found: Sequence[Laid], decks: Mapping[Item, Template], t: Mapping[str, str]
) -> tuple[float, float, Iterator[str]]:
    """The cards with what is told of each below it, how wide and how high that is; `t` are the fixed words."""
    wide = sum(one.wide + APART for one in found) - APART
    return wide, CARD[1] + UNDER + NOTED, cards_drawn(found, decks, t)


def cards_drawn(found: Sequence[Laid], decks: Mapping[Item, Template], t: Mapping[str, str]) -> Iterator[str]:
    left, count = 0.0, 0
    yield '<g class="drawn">'
    for one in found:
        turn = f"translate({fine(left + CARD[1])} {fine((CARD[1] - CARD[0]) / 2)}) rotate(90)"
        place = turn if one.sideways else f"translate({fine(left)} 0)"
        drawn = (box("blank", 0, 0, *CARD, CORNER), *card(one.item.face, decks.get(one.item, Template())))
        yield f'<g class="laid" transform="{place}">{"".join(drawn)}</g>'
        count += not one.sideways
        yield from caption(one, count, left)
        if one.note:
            room = left - APART / 2, CARD[1] + UNDER - 1, one.wide + APART, NOTED
            yield from block((t[one.note],), room, (LETTERS, LEAST), "told soft")
        left += one.wide + APART
        if one is not found[-1]:
            yield path("next", f"M{fine(left - APART + 3)} {fine(CARD[1] / 2 - 3)}l4 3l-4 3z")
    yield "</g>"


def caption(one: Laid, number: int, left: float) -> Iterator[str]:
    """What is told of a card, in the middle below it, with its number if it is not laid sideways."""
    low, size = CARD[1] + UNDER / 2 + 1, min(LETTERS, (one.wide - 4 * DISC) / width(one.told))
    disc = 0 if one.sideways else 2 * DISC + 2
    start = left + (one.wide - disc - width(one.told) * size) / 2
    yield words("told left", one.told, start + disc, low, size)
    if disc:
        yield round_("number", start + DISC, low, DISC)
        yield words("number", str(number), start + DISC, low, LETTERS * 0.85)


def small_size(found: Sequence[Laid], wide: float = 0) -> tuple[float, float]:
    """How wide and how high cards from afar are, in a row of so much width, if that is given."""
    wide = wide or len(found) * (CARD[1] * SMALL + 2)
    return wide, CARD[1] * min(SMALL, (wide / len(found) - 2) / CARD[1]) + NAMED


def small(found: Sequence[Laid], left: float, top: float, wide: float) -> Iterator[str]:
    """The cards as they look from afar, in a row of so much width, with the names of the actions below them."""
    step, high = wide / len(found), small_size(found, wide)[1] - NAMED
    for number, one in enumerate(found):
        x, y = left + (number + 0.5) * step, top + high / 2
        place = f"translate({fine(x)} {fine(y)}) scale({fine(high / CARD[1])})"
        yield f'<g transform="{place}{" rotate(90)" if one.sideways else ""}">'
        yield from tiny(one)
        yield "</g>"
        yield from block((one.name,), (x - step / 2, top + high, step, NAMED), (3.2, LEAST), "told")


def tiny(one: Laid) -> Iterator[str]:
    """A card around its middle: its band and its arrows."""
    face, (wide, high) = one.item.face, CARD
    yield f'<g class="card-face {face.css} tiny">{box("blank", -wide / 2, -high / 2, wide, high, 2 * CORNER)}'
    yield box("band", -wide / 2, -high / 2, wide, 2 * BANDED, CORNER)
    if one.sideways:
        yield f'<g transform="rotate(90)">{path("arrow", f"M-25 0{ARROW}")}</g>'
    elif face.arrows == ARROWS[1]:
        yield path("arrow", f"M{fine(-wide / 2 + 2)} 0{SIDES[0]}M{fine(wide / 2 - 2)} 0{SIDES[1]}")
    yield "</g>"
