"""Text in drawings (SVG): as large as there is room for, in as many lines as it needs; what names are shortened to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dsl.pages.cards.paper import width, wrapped

LEADING = 1.2  # from line to line; this and the next in the size of the letters
RISE = 0.93  # from the top of a line to the foot of its letters
SHRINK = 0.92
PART = 36  # of the width of a picture are letters at least, so that they can be read on a phone

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
    """A few letters of a name that tell it from others: the first with which no other begins; of a name of several
    words, one of whose others begins with the same word, the first letter of each word, and one more of the last where
    they need it; of a word that is told from others only late, the first letter and the one that tells it."""
    if len(label.split()) > 1 and shares_its_word(label, others):
        several = [other for other in others if shares_its_word(other, [*others, label])]
        for k in range(len(label.split()[-1])):
            own = initials(label, k)
            if own not in [initials(o, k) for o in several] and not any(o.startswith(own) for o in others):
                return own
    own = beginning(label, others)
    late = tight(own)
    return late if late not in [tight(beginning(other, [*others, label])) for other in others] else own


def shares_its_word(label: str, others: Sequence[str]) -> bool:
    """Whether another name begins with the same word."""
    return any(other.split()[0] == label.split()[0] for other in others if other != label)


def beginning(label: str, others: Sequence[str]) -> str:
    """The first letters of a name with which no other begins, or all of it; several words that begin alike do not
    count for a single word."""
    if len(label.split()) == 1:
        others = [other for other in others if other.split()[0] != label]
    lengths = range(1, len(label))
    return next((label[:n] for n in lengths if not any(o.startswith(label[:n]) for o in others if o != label)), label)


def tight(letters: str) -> str:
    return letters[0] + letters[-1] if len(letters) > 3 else letters


def initials(label: str, further: int = 0) -> str:
    """The first letters of the words of a name, and one more of the last; small words between do not count."""
    words = label.split()
    told = [word for word in words if len(word) > 3 or not word.islower()] or words
    return "".join(word[0].upper() for word in told) + (told[-1][further : further + 1] if further else "")
