"""What stands beside a wide picture (SVG), below it on a phone: panels with what lies in other places, and what is in the
picture; each a drawing of its own, so that its letters are as large whatever the size of the picture is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dsl.pages.cards.paper import width
from dsl.pages.drawings.asides import AIR, TITLE, Panel
from dsl.pages.drawings.boards import LABEL, MOST_LINES, Sample, entry
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import box, words

WIDE, PIXELS = 268.0, 0.8  # of a panel, and how large it is for each unit of its drawing
LINE = 34.0  # how high a line is that says what is in the picture


def sidebar(panels: Sequence[Panel], samples: Sequence[Sample], heading: str) -> str:
    """All panels, and last what the pieces are called, under a heading."""
    found = [panelled(panel) for panel in panels]
    told = list(dict.fromkeys(samples))[:MOST_LINES]
    if told:
        found.append(drawing(TITLE + 3 * AIR + len(told) * LINE, key(told, heading)))
    return f'<div class="aside">{"".join(found)}</div>' if found else ""


def panelled(panel: Panel) -> str:
    panel = replace(panel, room=WIDE)
    _, high = panel.size
    return drawing(high, panel.lines(0, 0, high, WIDE))


def key(samples: Sequence[Sample], heading: str) -> Iterator[str]:
    yield box("panel", 0, 0, WIDE, TITLE + 3 * AIR + len(samples) * LINE, 8)
    yield words("key place", heading, AIR, AIR + TITLE / 2, min(TITLE, (WIDE - 2 * AIR) / width(heading, bold=True)))
    for number, sample in enumerate(samples):
        y = TITLE + 2 * AIR + (number + 0.5) * LINE
        yield from entry(sample, AIR, y, WIDE - AIR, True, 0.94 * TITLE / LABEL)


def drawing(high: float, lines: Iterator[str]) -> str:
    rim = 1.0
    room = f"{short(-rim)} {short(-rim)} {short(WIDE + 2 * rim)} {short(high + 2 * rim)}"
    return (
        f'<svg viewBox="{room}" aria-hidden="true" style="width: {short(WIDE * PIXELS)}px">'
        f'<g class="drawn plain">{"".join(lines)}</g></svg>'
    )


