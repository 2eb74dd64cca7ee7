"""The backs of cards, as they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin, sqrt

from dsl.pages.drawings.icons import used
from dsl.pages.drawings.layouts import circle
from dsl.pages.drawings.lettering import block, fine, shortest
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.print_kit.items import Face, Item
from dsl.pages.print_kit.playing_cards import CARD, CORNER, EDGE, INNER, LEAST, SIGN, deck_of, pictured

DECKS, EMBLEM = 5, 11.0  # backs that look different, and the radius of what is in their middle
RING, RINGS, RAYS = 19.0, (14.5, 19.0, 23.5), 16  # where colours lie, what is drawn around the emblem
BARS, DOT = 4.5, 0.7  # how far lines across are from one another; how large dots are


def lettered(items: Iterable[Item]) -> Iterator[Item]:
    """The same with letters on the cards without a picture in decks most of whose cards have one."""
    found = list(items)
    cards = [item for item in found if item.make == "card" and not item.face.halves]
    decks = {deck_of(item): [card.face for card in cards if deck_of(card) == deck_of(item)] for item in cards}
    for item in found:
        deck = decks.get(deck_of(item), []) if item in cards else []
        bare = {face.title for face in deck if not pictured(face)}
        if item.face.title in bare and 2 * len(bare) <= len({face.title for face in deck}):
            others = {face.title for face in deck} - {item.face.title}
            letters = item.face.letters or shortest(item.face.title, sorted(others))
            yield replace(item, face=replace(item.face, letters=letters))
        else:
            yield item


def with_decks(items: Iterable[Item]) -> Iterator[Item]:
    """The same, of which the backs of cards tell of which deck each is, and what colours are on the fronts of that."""
    found = list(lettered(items))
    colours: dict[str, list[str]] = {}
    for item, back in ((item, item.back) for item in found if item.make == "card" and item.back):
        colours.setdefault(back.title, []).append(item.face.css)
    decks = list(colours)
    for item in found:
        if item.make == "card" and item.back:
            title, owned = item.back.title, bool(item.back.css)
            shown = () if owned else tuple(dict.fromkeys(filter(None, colours[title])))
            yield replace(item, back=replace(item.back, deck=decks.index(title), colours=shown))
        else:
            yield item


def card_back(face: Face) -> Iterator[str]:
    """The other side of a card: what everybody may know of it, twice, so that it has no side that is up. Each of five
    decks has a colour and a pattern of its own, and the colours that are on its fronts."""
    wide, high = CARD
    middle = wide / 2, high / 2
    yield f'<g class="card-face {face.css or f"deck-{face.deck % DECKS}"}">'
    yield box("back", 0, 0, wide, high, CORNER)
    yield box("frame", EDGE, EDGE, INNER, high - 2 * EDGE, CORNER - 1)
    yield from pattern(face.deck % DECKS, *middle)
    yield round_("sun", *middle, EMBLEM)
    if face.icon:
        yield used(f"icon-{face.icon}", *middle, 0.72 * EMBLEM, "emblem")
    elif face.css:
        yield used(f"sign-{face.css}", *middle, 0.5 * EMBLEM, "emblem")
    else:
        yield words("letters emblem", face.title[:1], *middle, 1.3 * EMBLEM)
    yield from around(face.colours, *middle)
    room = 2 * EDGE, 2 * EDGE, wide - 4 * EDGE, middle[1] - 27.5 - EDGE
    told = tuple(filter(None, (face.title, " · ".join(face.lines))))
    for turn in ("", f' transform="rotate(180 {fine(middle[0])} {fine(middle[1])})"'):
        yield f"<g{turn}>{''.join(block(told, room, (4.6, LEAST), 'heading', bold=True))}</g>"
    yield "</g>"


def pattern(deck: int, x: float, y: float) -> Iterator[str]:
    """What is drawn around the emblem: circles, squares on their corners, rays, lines across, or dots."""
    match deck:
        case 0:
            yield from (round_("circle", x, y, r) for r in RINGS)
        case 1:
            yield from (path("circle", f"M{fine(x - r)} {fine(y)}l{fine(r)} {fine(-r)}l{fine(r)} {fine(r)}"
                                       f"l{fine(-r)} {fine(r)}z") for r in RINGS)  # fmt: skip
        case 2:
            rays = (f"M{fine(x + RINGS[0] * c)} {fine(y + RINGS[0] * s)}"
                    f"L{fine(x + RINGS[-1] * c)} {fine(y + RINGS[-1] * s)}" for c, s in turns())  # fmt: skip
            yield path("circle", "".join(rays))
        case 3:
            yield path("circle", "".join(across(x, y)))
        case _:  # the last of the patterns
            yield path("circle", "".join(circle(x + r * c, y + r * s, DOT) for r in RINGS for c, s in turns()))


def turns() -> list[tuple[float, float]]:
    return [(cos(pi * k / RAYS), sin(pi * k / RAYS)) for k in range(2 * RAYS)]


def across(x: float, y: float) -> Iterator[str]:
    """Lines across a round field that leave the emblem free."""
    for k in range(-5, 6):
        high = k * BARS
        out, within = (sqrt(max(0, r * r - high * high)) for r in (RINGS[-1] + 1, RINGS[0]))
        yield from (f"M{fine(x + way * within)} {fine(y + high)}H{fine(x + way * out)}" for way in (-1, 1))


def around(colours: Sequence[str], x: float, y: float) -> Iterator[str]:
    """The colours of a deck on a circle around the emblem, each twice."""
    count = len(colours)
    for k, colour in enumerate((*colours, *colours) if count > 1 else ()):
        turn = pi * (k + 0.5) / count
        yield f'<g class="piece {colour}">{round_("fill", x + RING * cos(turn), y + RING * sin(turn), SIGN, 0.3)}</g>'
