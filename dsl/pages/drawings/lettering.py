"""Text in drawings (SVG): as large as there is room for, in as many lines as it needs; what names are shortened to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dsl.pages.cards.paper import width, wrapped

LEADING = 1.2  # from line to line; this and the next in the size of the letters
RISE = 0.93  # from the top of a line to the foot of its letters
SHRINK = 0.92

Room = tuple[float, float, float, float]
"""The left and the top of a room, how wide and how high it is."""

Sizes = tuple[float, float]
"""The largest and the smallest letters."""


def block(paragraphs: Sequence[str], room: Room, sizes: Sizes, css: str, bold: bool = False) -> Iterator[str]:
    """Paragraphs in the middle of a room, or at its left where the style says `left`."""
    left, top, wide, high = room
    size, lines = fitted(paragraphs, wide, high, sizes, bold)
    first = top + (high - len(lines) * size * LEADING) / 2 + RISE * size
    start = left if css.endswith("left") else left + wide / 2
    for number, line in enumerate(lines):
        x, y = fine(start), fine(first + number * size * LEADING)
        yield f'<text class="{css}" x="{x}" y="{y}" font-size="{fine(size)}">{escape(line)}</text>'


def fitted(
    paragraphs: Sequence[str], wide: float, high: float, sizes: Sizes, bold: bool = False
) -> tuple[float, list[str]]:
    """The largest letters for which there is room, and the lines in these. Words are broken only in the smallest."""
    size, least = sizes
    words = [word for paragraph in paragraphs for word in paragraph.split()]
    while size > least:
        lines = [line for paragraph in paragraphs for line in wrapped(paragraph, wide / size, bold)]
        widest = max((width(word, bold) for word in words), default=0) * size
        if widest <= wide and len(lines) * size * LEADING <= high:
            return size, lines
        size *= SHRINK
    lines = [line for paragraph in paragraphs for line in wrapped(paragraph, wide / least, bold)]
    most = max(1, int(high / (least * LEADING)))
    return least, lines if len(lines) <= most else [*lines[: most - 1], shortened(lines[most - 1], wide / least, bold)]


def shortened(line: str, room: float, bold: bool) -> str:
    """A line that goes on, with dots at its end."""
    while line and width(f"{line}…", bold) > room:
        line = line[:-1]
    return f"{line}…"


def fine(number: float) -> str:
    """A number with two decimals at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def short(number: float) -> str:
    """A number with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")


def shortest(label: str, others: Sequence[str]) -> str:
    """The first letters of a name with which no other begins. Of names that begin with the same word, those of several
    words go by the first letter of each, where that tells them apart."""
    alike = [other for other in others if other.split()[0] == label.split()[0]]
    own = initials(label)
    apart = own not in map(initials, others) and not any(other.startswith(own) for other in others)
    if len(own) > 1 and alike and apart:
        return own
    against = others if len(own) > 1 else [other for other in others if other not in alike]
    lengths = range(1, len(label))
    return next((label[:n] for n in lengths if not any(other.startswith(label[:n]) for other in against)), label)


def initials(label: str) -> str:
    return "".join(word[0].upper() for word in label.split())
