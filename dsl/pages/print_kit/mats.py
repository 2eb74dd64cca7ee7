"""The mat of a player: the places that each has, drawn with room for what lies there."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.world import PlaceInfo
from dsl.pages.drawings.lettering import block, short
from dsl.pages.markdown import anchor
from dsl.pages.print_kit.components import Components
from dsl.pages.print_kit.playing_cards import CARD, LEAST
from dsl.pages.print_kit.sheets import Cut, Sheet, laid_out
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import kind_term
from dsl.prose.speech import plain

EDGE = 3.0  # of a place is left free
SMALL = CARD[1] / 2  # how high a place is that takes no cards
NAME, SAID = (5.0, LEAST), (3.0, LEAST)  # the largest and the smallest letters
HEADED, WORDED = 14.0, 26.0  # how high the room is for the name of a place, and for what is said of it


def mat(components: Components, player: int, css: str) -> list[Sheet]:
    """The pages of a player's mat, if there are several sorts of places on it. What only the owner sees is no place
    on the table."""
    world = components.world
    found = [place for place in world.places.values() if place.each and place.seen.by != "owner"]
    shown = [place for place in found if components.backs.lying(place)]
    if len(shown) < 2:
        return []
    name = anchor(f"mat of {world.players.elements[player]}")
    return laid_out((cut for place in shown for cut in [area(components, place, css)] * place.copies), name)


def area(components: Components, place: PlaceInfo, css: str) -> Cut:
    """A place as large as a card, or half as high where none lies there."""
    speech = components.speech
    (wide, card), name = CARD, opening(speech.name(kind_term(place.kind)))
    high = card if components.backs.lying(place) & components.cards else SMALL
    said = [plain(speech.said(words).words) for words in place.words]
    return Cut(wide, high, "".join(drawn(name, said, css, wide, high)), name)


def drawn(name: str, said: list[str], css: str, wide: float, high: float) -> Iterator[str]:
    yield f'<rect class="area {css}" width="{short(wide)}" height="{short(high)}" rx="{short(EDGE)}"/>'
    inner = wide - 2 * EDGE
    yield from block((name,), (EDGE, EDGE, inner, HEADED - EDGE), NAME, "title", bold=True)
    yield from block(said, (EDGE, HEADED, inner, WORDED - EDGE), SAID, "said")
