"""What stands beside a wide picture (SVG), below it on a phone: panels with what lies in other places, and what is in
the picture; each a drawing of its own, so that its letters are as large whatever the size of the picture is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape

from dsl.pages.cards.paper import width
from dsl.pages.drawings.asides import AIR, TITLE, Panel
from dsl.pages.drawings.boards import MOST_LINES, Sample, entry
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import box, words

WIDE, PIXELS = 268.0, 0.8  # of a panel, and how large it is for each unit of its drawing
LINE = 34.0  # how high a line is that says what is in the picture
LETTERS = TITLE
LEAST = 14.0  # where two panels stand side by side on a phone letters in them are so large at least
SIZE = re.compile(r'font-size="([\d.]+)"')


def sidebar(panels: Sequence[Panel], samples: Sequence[Sample], heading: str, name: str) -> str:
    """All panels, and last what the pieces are called, under a heading; `name` tells them from others on a page."""
    drawn = []
    for number, panel in enumerate((replace(panel, room=WIDE) for panel in panels), 1):
        high = panel.size[1]
        lines = panel.lines(0, 0, high, WIDE)
        drawn.append(drawing(f"{name}-aside-{number}", panel.name, panel.told_in_words, high, lines))
    told, alone = list(dict.fromkeys(samples))[:MOST_LINES], not drawn
    if told:
        in_words = f"{'; '.join(sample.told for sample in told)}."
        drawn.append(drawing(f"{name}-key", heading, in_words, height(told, alone), key(told, heading, alone)))
    inside = "\n".join(drawn)
    return f'<div class="aside">\n{inside}</div>' if drawn else ""


def key(samples: Sequence[Sample], heading: str, alone: bool) -> Iterator[str]:
    """What each sort of pieces is called, under a heading; if it is `alone` beside the picture, without that."""
    if alone:
        for number, sample in enumerate(samples):
            yield from entry(sample, (0, (number + 0.5) * LINE), (WIDE, LETTERS), 1, True)
        return
    yield box("panel", 0, 0, WIDE, height(samples), 8)
    yield words("key place", heading, AIR, AIR + TITLE / 2, min(TITLE, (WIDE - 2 * AIR) / width(heading, bold=True)))
    for number, sample in enumerate(samples):
        place = AIR, TITLE + 2 * AIR + (number + 0.5) * LINE
        yield from entry(sample, place, (WIDE - AIR, LETTERS), 1, True)


def height(samples: Sequence[Sample], alone: bool = False) -> float:
    return len(samples) * LINE + (0 if alone else TITLE + 3 * AIR)


def drawing(name: str, title: str, told: str, high: float, lines: Iterable[str]) -> str:
    """A panel so high, with a title and a description for those who cannot see it. On a phone no other stands beside
    one with small letters."""
    rim, drawn = 1.0, "".join(lines)
    broad = ' class="wide"' if any(float(size) < LEAST for size in SIZE.findall(drawn)) else ""
    room = f"{short(-rim)} {short(-rim)} {short(WIDE + 2 * rim)} {short(high + 2 * rim)}"
    return (
        f'<svg{broad} viewBox="{room}" role="img" aria-labelledby="{name} {name}-text" '
        f'style="width: {short(WIDE * PIXELS)}px">'
        f'<title id="{name}">{escape(title)}</title><desc id="{name}-text">{escape(told)}</desc>'
        f'<g class="drawn plain">{drawn}</g></svg>'
    )
