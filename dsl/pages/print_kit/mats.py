"""The mat of a player: the places that each has, drawn with room for what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from zlib import crc32

from dsl.icons import icon_for_deed
from dsl.model.world import PlaceInfo
from dsl.pages.cards.paper import wrapped
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.lettering import LEADING, SHRINK, block, fine, fitted
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.print_kit.components import Components, Item
from dsl.pages.print_kit.playing_cards import CARD, CORNER, EDGE, LEAST, lines_from
from dsl.pages.print_kit.sheets import GAP, HEAD, WIDE, Cut, Sheet, laid_out
from dsl.pages.print_kit.tokens import token
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import kind_term, location
from dsl.prose.speech import plain

BAND = 13.0  # how high the band on top is, in the colour of the player
SMALL = CARD[1] / 2  # how high a place is that takes no cards, unless all places lie beside one another
MAT = 3 * CARD[0] + 2 * GAP  # how wide it is: three cards beside one another
LANE = 21.0  # how high one is in which order counts
TOLD = 58.0  # how wide the words of a lane are
SPOT, SPOTS = 15.0, 8  # how wide what lies in a place is drawn, and how many in a lane
NAME, SAID, OWNER = (5.0, LEAST), (3.0, LEAST), (6.5, LEAST)  # the largest and the smallest letters
STEP, COUNT, BETWEEN = (3.4, LEAST), 6.0, 0.6  # letters of steps, room for their numbers, what is between two
HEADED, WORDED = 12.0, 26.0  # how low the name of a place and what is said of it reach


@dataclass(frozen=True)
class Turn:
    """What is done in a turn, step by step, and what that is called."""

    title: str
    steps: tuple[str, ...]


def mat(components: Components, player: int, css: str, title: str, turn: Turn) -> list[Sheet]:
    """The pages of a player's mat, if there are several sorts of places on it, and how a turn goes where room is left.
    What only the owner sees is no place on the table."""
    world = components.world
    found = [place for place in world.places.values() if place.each and place.seen.by != "owner"]
    shown = [place for place in found if components.backs.lying(place)]
    if len(shown) < 2:
        return []
    shown.sort(key=lambda place: not components.backs.lying(place) & components.cards)
    steps = numbered(turn, css) if turn.steps else ""
    count = sum(len(mine(place, player)) for place in shown) + bool(steps)
    low = CARD[1] if count <= MAT // CARD[0] else SMALL
    cuts = [cut for place in shown for cut in areas(components, place, player, css, low)]
    name = f"mat-{crc32(''.join((css, steps, *(cut.drawing for cut in cuts))).encode()):x}"
    sheets = laid_out(cuts, name, HEAD + BAND + GAP)
    if steps:
        more = laid_out([*cuts, Cut(*CARD, steps, turn.title)], name, HEAD + BAND + GAP)
        sheets = more if len(more) == len(sheets) else sheets
    return [replace(sheet, drawing=(*band(title, css), *sheet.drawing)) for sheet in sheets]


def band(title: str, css: str) -> Iterator[str]:
    """Whose mat it is."""
    left, middle = (WIDE - MAT) / 2, HEAD + BAND / 2
    yield f'<g class="drawn"><g class="mat {css}">{box("band", left, HEAD, MAT, BAND, CORNER)}'
    yield used(f"sign-{css}", left + 9, middle, 3.4, "on")
    yield from block((title,), (left + 18, HEAD, MAT - 36, BAND), OWNER, "heading left", bold=True)
    yield "</g></g>"


def mine(place: PlaceInfo, player: int) -> list[int]:
    """The places of one name that a player has."""
    return [one for one in range(place.kind.start, place.kind.stop) if place.owner(one) == player]


def areas(components: Components, place: PlaceInfo, player: int, css: str, low: float) -> Iterator[Cut]:
    """All places of one name that a player has; those that take no cards are so high."""
    name = opening(components.speech.name(kind_term(place.kind)))
    said = [plain(components.speech.said(remark).words) for remark in place.words]
    cards = components.backs.lying(place) & components.cards
    for one in mine(place, player):
        called = opening(name_of_one(components, one))
        if place.ordered and not cards:
            yield Cut(MAT, LANE, "".join(lane(called, said, css)), name)
            continue
        waiting = [item for item in components.waiting(one) if item.make in ("token", "die")]
        icon = icon_for_deed(place.kind.label or place.kind.name)
        size = CARD if cards else (CARD[0], low)
        yield Cut(*size, "".join(area(called, said, css, size, waiting, icon)), name)


def name_of_one(components: Components, number: int) -> str:
    """What one of a player's places is called beside the others, as on their own mat: "front screen", "pile 2"."""
    form = location(components.speech.scope(), number)
    if isinstance(form, Noun):
        form = replace(form, article="bare", of=None)
    return plain(components.speech.words(form))


def area(
    name: str, said: Sequence[str], css: str, size: tuple[float, float], waiting: Sequence[Item], icon: str
) -> Iterator[str]:
    """A place as large as a card, or half as high where none lies there: its name, what is said of it, and outlines of
    what lies there at the beginning."""
    wide, high = size
    yield f'<g class="mat {css}">{box(f"area {css}", 0, 0, wide, high, CORNER)}'
    inner = wide - 2 * EDGE
    yield from block((name,), (EDGE, EDGE, inner, HEADED - EDGE), NAME, "title left", bold=True)
    yield from remarks(said, HEADED, inner, WORDED - HEADED)
    middle = (WORDED + high) / 2
    shown = waiting[: max(1, int(inner / SPOT))]
    for number, item in enumerate(shown):
        x = wide / 2 + (number - (len(shown) - 1) / 2) * inner / max(3, len(shown)) - SPOT / 2
        yield f'<g class="ghost" transform="translate({fine(x)} {fine(middle - SPOT / 2)})">{token(item, SPOT)}</g>'
        yield round_("spot", x + SPOT / 2, middle, SPOT / 2)
    if not waiting and icon and high == CARD[1]:
        yield used(f"icon-{icon}", wide / 2, middle, 9, "pale")
    yield "</g>"


def numbered(turn: Turn, css: str) -> str:
    """The steps of a turn, with their numbers, as large as they have room for; nothing if they have none."""
    inner, room = CARD[0] - 2 * EDGE - COUNT, CARD[1] - HEADED - EDGE
    size, steps = STEP[0], [*turn.steps]
    while size >= STEP[1] and high(steps, inner, size) > room:
        size *= SHRINK
    if size < STEP[1]:
        return ""
    parts = [f'<g class="mat {css}">{box(f"area turn {css}", 0, 0, *CARD, CORNER)}']
    parts += block((turn.title,), (EDGE, EDGE, CARD[0] - 2 * EDGE, HEADED - EDGE), NAME, "title left", bold=True)
    top = HEADED
    for number, step in enumerate(steps, 1):
        parts.append(round_("band", EDGE + size * 0.7, top + size * 0.65, size * 0.72))
        parts.append(words("on", str(number), EDGE + size * 0.7, top + size * 0.65, size * 0.8))
        for line in wrapped(step, inner / size):
            parts.append(f'<text class="said left" x="{fine(EDGE + COUNT)}" y="{fine(top + size)}"'
                         f' font-size="{fine(size)}">{escape(line)}</text>')  # fmt: skip
            top += size * LEADING
        top += size * BETWEEN
    return "".join((*parts, "</g>"))


def high(steps: Sequence[str], wide: float, size: float) -> float:
    """How high steps are in letters of a size."""
    return sum((len(wrapped(step, wide / size)) * LEADING + BETWEEN) * size for step in steps)


def lane(name: str, said: Sequence[str], css: str) -> Iterator[str]:
    """A place in which order counts: outlines from the first on, without an end."""
    yield f'<g class="mat {css}">{box(f"area {css}", 0, 0, MAT, LANE, CORNER)}'
    yield from block((name,), (EDGE, 1, TOLD - 2 * EDGE, 8), NAME, "title left", bold=True)
    yield from remarks(said, 9, TOLD - 2 * EDGE, LANE - 10)
    step, middle = (MAT - TOLD - 10) / SPOTS, LANE / 2
    for number in range(SPOTS):
        yield round_("spot", TOLD + (number + 0.5) * step, middle, SPOT / 2)
    yield words("soft", "1", TOLD + 0.5 * step, middle, SAID[0])
    yield path("wedge", f"M{fine(MAT - 8)} {fine(middle - 3)}l5 3l-5 3z")
    yield "</g>"


def remarks(said: Sequence[str], top: float, wide: float, high: float) -> Iterator[str]:
    size, lines = fitted(said, wide, high, SAID)
    return lines_from(top, lines, size, "said left")
