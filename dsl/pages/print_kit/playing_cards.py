"""Cards that players hold, as they are printed: all of a deck by one template, in letters of one size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.model.looks import ARROWS
from dsl.pages.cards.paper import POINT, width, wrapped
from dsl.pages.cards.sides import SMALLEST
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.lettering import LEADING, RISE, block, fine, fitted, shortened
from dsl.pages.drawings.pieces import THINGS, Body, drawn
from dsl.pages.drawings.svg import FOOT as BELOW
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.print_kit.items import Face, Half, Item, Trait

CARD = (63.0, 88.0)
CORNER = 3.0
EDGE = 3.5  # of a card is left free
INNER = CARD[0] - 2 * EDGE
BAND, HALF_BAND = 11.0, 10.0  # how high the coloured band on top is, on a card and on each half of one
SIGN = 1.9  # half as wide as the sign of a colour in the band
BETWEEN = 3.0  # from one part of a card to the next
PANELS = (24.0, 18.0, 12.0)  # how high the picture may be
FOOT = 79.0  # where the line at the foot of a card is
AT_FOOT = 2.4  # its letters
AT_NUMBER = 3.6  # letters of what a number is that stands in place of a picture
FEW, MANY = 2, 7  # of what a card has stand at its foot at most; in one column at most
BESIDE = 24.0  # of the foot is for what the card has
ROUND = 5.6  # the radius of the picture of a half
FIRST = 16.0  # where the text of a half begins
MIDDLE, UNDER = 6.0, 3.2  # how high the line between two halves is; what is free between it and text
PALE = 9.0  # how high at least what a half leaves is for a pale picture
LEAST, LARGEST, EASY = SMALLEST * POINT, 9.3 * POINT, 7.5 * POINT  # letters: the smallest, the largest, readable ones
ALONE, STEP = 12 * POINT, 0.1 * POINT  # where cards have no text, and by how much letters are made smaller
TITLE = (14 * POINT, LEAST)
AIR, EASILY = 1.45, 2.2  # how high a row of what a card has is at least, and where nothing else is there
PARAGRAPH = 0.35  # what is between two, in the size of their letters
SIDEWAYS = ARROWS[1]
DOUBLE = "l2.1 3h-1.4v2.4h1.4l-2.1 3l-2.1 -3h1.4v-2.4h-1.4z"
TALL, CLEAR = 8.4, 3.5  # how high that arrow is, and how far from its middle a line beside it ends
SAMPLE = 30.0  # the radius in which a small piece is drawn
NUMBERED = re.compile(r".* ([1-4])")

Words = list[tuple[str, bool]]
"""Paragraphs, with whether they are bold."""


@dataclass(frozen=True)
class Template:
    """What all cards of a deck share: the sizes of their titles and of their text, and how high their picture is."""

    title: float = TITLE[0]
    text: float = LARGEST
    panel: float = PANELS[0]


# ------------------------------------------------------------------------------------------------------------ a deck


def templates(items: Iterable[Item]) -> dict[Item, Template]:
    """That of each card. Cards with the same back are a deck, of those without one all that are of one kind."""
    decks: dict[str, list[Item]] = {}
    for item in items:
        if item.make == "card":
            decks.setdefault(deck_of(item), []).append(item)
    return {item: template for deck in decks.values() for template in [shared(deck)] for item in deck}


def deck_of(item: Item) -> str:
    """By what a card is known to be one of a deck."""
    return item.back.title if item.back else item.face.kind or item.face.title


def shared(deck: Sequence[Item]) -> Template:
    """The largest letters that have room on every card, and the largest picture that leaves them readable."""
    faces = list(dict.fromkeys(item.face for item in deck))
    sizes = {panel: largest(faces, panel) for panel in PANELS}
    panel = next(panel for panel in PANELS if sizes[panel] > min(EASY, max(sizes.values())) - STEP / 2)
    return Template(min(map(title_size, faces)), sizes[panel], panel)


def largest(faces: Sequence[Face], panel: float) -> float:
    """The largest letters of text with which all faces have room."""
    size = LARGEST if any(is_turned(face) or said(face) for face in faces) else ALONE
    for face in faces:
        while size > LEAST and not has_room(face, size, panel):
            size = max(LEAST, size - STEP)
    return size


def has_room(face: Face, size: float, panel: float) -> bool:
    if is_turned(face):
        return sum(text_height(half.text, size) for half in face.halves) <= 2 * half_room(even())
    rows = all(width(t.name) + width(t.value, bold=True) + 3 <= column(face) / size for t in table(face))
    room = FOOT - BETWEEN - text_top(face, size, panel)
    return rows and words_height(said(face), size) <= room


def title_size(face: Face) -> float:
    """The largest letters in which its titles have room."""
    titles = [half.title for half in face.halves] if is_turned(face) else [face.title]
    large = shown(face)
    rooms = [(title, title_room(face, title)) for title in titles]
    rooms += [(large.value, INNER - 2)] if large and not large.number else []
    return min(fitted((title,), room, HALF_BAND - 1, TITLE, bold=True)[0] for title, room in rooms)


def title_room(face: Face, title: str) -> float:
    if not is_turned(face):
        return CARD[0] - 2 * (EDGE + (2 * SIGN + 2 if face.css else 0))
    return CARD[0] - 3 * EDGE - 2 * ROUND - (2 * SIGN + 1 if face.css else 0) - 2.4 * counted(title)


def counted(title: str) -> int:
    """How many dots tell the number at the end of a title."""
    found = NUMBERED.fullmatch(title)
    return int(found[1]) if found else 0


# ------------------------------------------------------------------------------------------------------ what is on it


def is_turned(face: Face) -> bool:
    """Whether it has two halves, of which the one that is on top can be read."""
    return len(face.halves) == 2


def said(face: Face) -> Words:
    """What is done with it; more powers than two under one another."""
    return [*((text, False) for text in face.text), *(part for half in face.halves for part in told(half, face))]


def told(half: Half, face: Face) -> Words:
    titled = [] if half.title == face.title else [(half.title, True)]
    return [*titled, *((text, False) for text in half.text)]


def pictured(face: Face) -> str:
    """The icon of a card, if it has one."""
    return face.icon or next((trait.icon for trait in face.traits if trait.icon), "")


def shown(face: Face) -> Trait | None:
    """What stands in place of a picture where nothing is said of the card: its first number, if it has little or mostly
    numbers; what else it has, or its name once more."""
    if face.letters:
        return Trait("", face.letters, number=True)
    if pictured(face) or said(face):
        return None
    numbers = [trait for trait in face.traits if trait.number]
    if len(face.traits) > (MANY if 2 * len(numbers) >= len(face.traits) else FEW):
        return None
    return next(iter((*numbers, *face.traits)), Trait("", face.title))


def has_panel(face: Face) -> bool:
    return bool(pictured(face) or face.letters or shown(face))


def at_foot(face: Face) -> Sequence[Trait]:
    """What of that which a card has stands at its foot: all, if it is little, and there is something else on it."""
    large = shown(face)
    traits = [trait for trait in face.traits if trait != large]
    wide = sum(width(trait.told) * AT_FOOT + 2 * AT_FOOT for trait in traits)
    return traits if len(traits) <= FEW and wide <= BESIDE and (has_panel(face) or bool(said(face))) else ()


def table(face: Face) -> Sequence[Trait]:
    """What it has, where that stands in rows."""
    elsewhere = (shown(face), *at_foot(face))
    return [trait for trait in face.traits if trait not in elsewhere]


def rows_of(face: Face) -> int:
    return -(-len(table(face)) // columns(face))


def columns(face: Face) -> int:
    return 2 if len(table(face)) > MANY else 1


def column(face: Face) -> float:
    return (INNER - (columns(face) - 1) * BETWEEN) / columns(face)


def row_height(face: Face, size: float, panel: float) -> float:
    """Rows are as high as they need, or higher where nothing else is on the card."""
    if said(face):
        return AIR * size
    room = (FOOT - BETWEEN - table_top(face, panel)) / max(1, rows_of(face))
    return max(AIR * size, min(EASILY * size, room))


def table_top(face: Face, panel: float) -> float:
    return BAND + BETWEEN + (panel + BETWEEN if has_panel(face) else 0)


def text_top(face: Face, size: float, panel: float) -> float:
    rows = rows_of(face)
    return table_top(face, panel) + (rows * row_height(face, size, panel) + BETWEEN if rows else 0)


def text_height(paragraphs: Sequence[str], size: float) -> float:
    return words_height([(text, False) for text in paragraphs], size)


def words_height(text: Words, size: float) -> float:
    lines = sum(len(wrapped(paragraph, INNER / size, bold)) for paragraph, bold in text)
    return size * (LEADING * lines + PARAGRAPH * max(0, len(text) - 1))


# ------------------------------------------------------------------------------------------------------------- a card


def card(face: Face, template: Template) -> Iterator[str]:
    yield f'<g class="{f"card-face {face.css}".strip()}">'
    yield from turned(face, template) if is_turned(face) else upright(face, template)
    yield box("outline", 0, 0, *CARD, CORNER)
    if face.arrows == SIDEWAYS:
        yield sideways(face, template)
    elif has_double(face) and not is_turned(face):
        yield double(FOOT + 1)
    yield "</g>"


def sideways(face: Face, template: Template) -> str:
    """Arrows at both long sides, beside the picture."""
    y = BAND + BETWEEN + template.panel / 2 if has_panel(face) and not is_turned(face) else CARD[1] / 2
    return path("arrow", f"M0.3 {fine(y)}l2.6 -2.6v5.2zM{fine(CARD[0] - 0.3)} {fine(y)}l-2.6 -2.6v5.2z")


def upright(face: Face, template: Template) -> Iterator[str]:
    """A card of one way up: its title, its picture, what it has, what is done with it, and what it is one of."""
    size, middle = template.text, CARD[0] / 2
    yield band(BAND)
    room = title_room(face, face.title)
    yield from block((face.title,), (middle - room / 2, 0, room, BAND), (template.title,) * 2, "heading", bold=True)
    if face.css:
        for x in (EDGE + SIGN, CARD[0] - EDGE - SIGN):
            yield used(f"sign-{face.css}", x, BAND / 2, SIGN, "on")
    if has_panel(face):
        yield from panel(face, template)
    yield from rows(face, template)
    top = text_top(face, size, template.panel)
    yield from paragraphs(said(face), top, FOOT - BETWEEN / 2 - top, size)
    yield from foot(face)


def band(high: float) -> str:
    """The coloured band on top, round at its upper corners."""
    wide, corner, side = fine(CARD[0] - 2 * CORNER), fine(CORNER), fine(high - CORNER)
    arc = f"a{corner} {corner} 0 0 1 {corner}"
    return path("band", f"M0 {fine(high)}v-{side}{arc} -{corner}h{wide}{arc} {corner}v{side}z")


def panel(face: Face, template: Template) -> Iterator[str]:
    """The picture of a card, or what stands in its place: a number, as large as there is room for, or words."""
    top, left, wide, trait = BAND + BETWEEN, EDGE + 1, INNER - 2, shown(face)
    high = template.panel if said(face) or table(face) else FOOT - BETWEEN - top  # where nothing else is on it
    yield box("panel", EDGE, top, INNER, high, 2)
    if trait is None:
        yield used(f"icon-{pictured(face)}", CARD[0] / 2, top + high / 2, min(0.44 * high, 0.3 * wide), "picture")
        return
    low = high - (2.5 * AT_NUMBER if trait.name else 0)
    size = template.title if trait.name and not trait.number else min(0.75 * low, 0.5 * wide)
    css = "letters picture" if face.letters else "picture"  # of what it is called
    yield from block((trait.value,), (left, top, wide, low), (size, LEAST), css, bold=True)
    if trait.name:
        yield from block((trait.name,), (left, top + low, wide, 1.5 * AT_NUMBER), (AT_NUMBER, LEAST), "name")


def rows(face: Face, template: Template) -> Iterator[str]:
    """What a card has, a row each: what it is called at the left, and which or how many at the right."""
    size, high = template.text, row_height(face, template.text, template.panel)
    wide, count = column(face), max(1, rows_of(face))
    for number, trait in enumerate(table(face)):
        x = EDGE + (number // count) * (wide + BETWEEN)
        low = table_top(face, template.panel) + (number % count + 1) * high
        middle, room = low - high / 2, wide / size
        value = cut(trait.value, max(0.6 * room, room - width(trait.name) - 1), bold=True)
        beside = width(value, bold=True) * size
        name = cut(trait.name, room - width(value, bold=True) - 1, bold=False)
        yield words("name left", name, x, middle, size)
        yield words("value right", value, x + wide, middle, size)
        yield from sample(trait, x + wide - beside - 0.7 * size, middle, 0.45 * size)
        yield path("row", f"M{fine(x)} {fine(low)}h{fine(wide)}")


def cut(text: str, room: float, bold: bool) -> str:
    """A text in one line, with dots at its end if it is longer."""
    return text if width(text, bold) <= room else shortened(text, room, bold)


def lines_from(top: float, lines: Iterable[str], size: float, css: str) -> Iterator[str]:
    """Lines one under another, from the left edge."""
    for number, text in enumerate(lines):
        yield words(css, text, EDGE, top + (RISE + number * LEADING - BELOW) * size, size)


def sample(trait: Trait, x: float, y: float, r: float) -> Iterator[str]:
    """The sign of a colour as it is on pieces, or a picture, to the left of a word."""
    if trait.form in THINGS:
        yield f'<g transform="translate({fine(x)} {fine(y)}) scale({fine(1.5 * r / SAMPLE)})">'
        yield from drawn(Body(trait.form, trait.css), 0, 0, SAMPLE)
        yield "</g>"
    elif trait.css:
        yield f'<g class="piece {trait.css}">{round_("fill", x, y, r, 0.2)}'
        yield f"{used(f'sign-{trait.css}', x, y, 0.5 * r)}</g>"
    elif trait.icon:
        yield used(f"icon-{trait.icon}", x, y, 1.1 * r, "picture")


def paragraphs(text: Words, top: float, room: float, size: float) -> Iterator[str]:
    """Text from a point downwards; what has no room ends with dots."""
    low = top + room
    for paragraph, bold in text:
        lines = wrapped(paragraph, INNER / size, bold)
        fitting = int((low - top) / (LEADING * size) + 0.01)
        if fitting < len(lines):
            lines = [*lines[: fitting - 1], shortened(lines[fitting - 1], INNER / size, bold)] if fitting > 0 else []
            low = top
        yield from lines_from(top, lines, size, "said left bold" if bold else "said left")
        top += size * (LEADING * len(lines) + PARAGRAPH)


def foot(face: Face) -> Iterator[str]:
    """What a card is one of and whose at the left, what it has at the right."""
    kind = " · ".join(filter(None, (face.kind or (face.title if face.halves else ""), face.owner)))
    traits = at_foot(face)
    if not kind and not traits:
        return
    yield path("row", f"M{fine(EDGE)} {fine(FOOT)}h{fine(INNER)}")
    right = CARD[0] - EDGE
    for trait in reversed(traits):
        text = trait.thing or trait.told
        yield words("told right", text, right, FOOT + 2.8, AT_FOOT)
        right -= width(text) * AT_FOOT + 1.3 * AT_FOOT
        if trait.css or trait.icon:
            yield from sample(trait, right, FOOT + 2.8, 0.72 * AT_FOOT)
            right -= 1.0 * AT_FOOT
        right -= 0.6 * AT_FOOT
    if face.arrows == ARROWS[0]:
        right = min(right, CARD[0] / 2 - 3)
    if width(kind, bold=True) * AT_FOOT <= right - EDGE:
        yield words("foot left", kind, EDGE, FOOT + 2.8, AT_FOOT)
    else:
        yield from block((kind,), (EDGE, FOOT + 0.3, right - EDGE, 2.4 * LEAST), (LEAST, LEAST), "foot left", bold=True)


# ----------------------------------------------------------------------------------------------------- two ways up


def turned(face: Face, template: Template) -> Iterator[str]:
    """Two halves that read alike, and a line between them that tells what the card is one of."""
    wide, high = CARD
    around = f' transform="rotate(180 {fine(wide / 2)} {fine(high / 2)})"'
    lows = halved([text_height(half.text, template.text) for half in face.halves])
    for half, low, turn in zip(face.halves, lows, ("", around), strict=True):
        yield f"<g{turn}>"
        yield from one_half(half, face, low, template)
        yield "</g>"
    yield from between(face, lows[0] + MIDDLE / 2)


def has_double(face: Face) -> bool:
    return bool(face.arrows) and face.arrows != SIDEWAYS


def double(y: float) -> str:
    """An arrow up and down, which points to the sides on a card that lies so."""
    return path("arrow", f"M{fine(CARD[0] / 2)} {fine(y - TALL / 2)}{DOUBLE}")


def even() -> float:
    """Where a half ends that is as high as the other."""
    return (CARD[1] - MIDDLE) / 2


def half_room(low: float) -> float:
    return low - FIRST - UNDER


def halved(needed: Sequence[float]) -> list[float]:
    """Where each half ends: in the middle; where one needs more than that, it gets what it needs and the other the
    rest; where there is room for neither, in the middle, too."""
    more = [max(0.0, need - half_room(even())) for need in needed]
    if all(more) or sum(needed) > 2 * half_room(even()):
        return [even(), even()]
    return [even() + more[0] - more[1], even() + more[1] - more[0]]


def one_half(half: Half, face: Face, low: float, template: Template) -> Iterator[str]:
    size, left, top = template.text, EDGE + 2 * ROUND + 1, HALF_BAND - 1.4
    yield band(HALF_BAND)
    room, dots = title_room(face, half.title), counted(half.title)
    yield from block((half.title,), (left, 0, room, HALF_BAND), (template.title,) * 2, "heading left", bold=True)
    right = CARD[0] - EDGE - SIGN
    if face.css:
        yield used(f"sign-{face.css}", right, HALF_BAND / 2, SIGN, "on")
        right -= 2 * SIGN
    yield from (round_("on", right - 2.4 * dot, HALF_BAND / 2, 0.85) for dot in range(dots))
    yield round_("medal", EDGE + ROUND - 1, top, ROUND)
    yield from picture(half, EDGE + ROUND - 1, top, 0.62 * ROUND, "picture")
    yield from paragraphs([(text, False) for text in half.text], FIRST, half_room(low), size)
    spare = half_room(low) - text_height(half.text, size)
    if spare > PALE:
        high = min(spare - 2, 11.0)
        yield from picture(half, CARD[0] - EDGE - high / 2 - 1, low - high / 2 - 1, high / 2, "pale")


def picture(half: Half, x: float, y: float, r: float, css: str) -> Iterator[str]:
    if half.icon:
        yield used(f"icon-{half.icon}", x, y, r, css)
    else:
        yield words(css, half.title[:1], x, y, 1.5 * r)


def between(face: Face, y: float) -> Iterator[str]:
    """The line between two halves."""
    size, kind = AT_FOOT, face.kind or face.title
    named = [("foot left", kind, EDGE)] + ([("foot right", face.owner, CARD[0] - EDGE)] if face.owner else [])
    left, right = (1.2 * size + width(text, bold=True) * size for text in (kind, face.owner))
    if EDGE + left < CARD[0] - EDGE - right:
        middle, end = CARD[0] / 2, CARD[0] - EDGE - (right if face.owner else 0)
        around = f"H{fine(middle - CLEAR)}M{fine(middle + CLEAR)} {fine(y)}" if has_double(face) else ""
        yield path("fold", f"M{fine(EDGE + left)} {fine(y)}{around}H{fine(end)}")
        yield from (words(css, text, x, y, size) for css, text, x in named)
    else:
        told = " · ".join(text for _, text, _ in named)
        yield from block((told,), (EDGE, y - MIDDLE / 2, INNER, MIDDLE), (size, LEAST), "foot", bold=True)
    if has_double(face):
        yield double(y)
