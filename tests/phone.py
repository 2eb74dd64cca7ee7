"""How large letters are on a phone: how wide each drawing of a page is there by the style sheet, without a browser.

Two widths were read once with `getBoundingClientRect` in chromium, in a frame of 390 pixels with the style sheet of the
theme and ours: 358 in the text, and 332 in the box of an example, of which one is left for rounding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

TEXT, IN_BOX = 358, 331  # pixels that a figure has on a screen of 390
REM = 20
BETWEEN = 0.4 * REM  # two columns of panels
ROW = 58 * REM  # of a row of cards, which scrolls
BROAD = 0.6  # of its width is a whole board of rings at least, which scrolls
CSS = Path(__file__).parent.parent / "dsl" / "pages" / "templates" / "rulewright.css"
TOKEN = re.compile(r"<(/?)(div|figure)\b([^>]*)>|(<svg\b.*?</svg>)", re.DOTALL)
STILL = re.compile(r'<g id="([^"]+-still)"[^>]*>(.*)</g>$', re.MULTILINE)
SIZE = r"font-size: clamp\((\d+)px, var\(--wide, (\d+)\) \* 1px / (\d+), (\d+)px\)"
RULE = re.compile(rf"^  ([^{{}}]*) \{{ {SIZE}", re.MULTILINE)
PAPER = re.compile(r'class="(?:sheet|card)\b')
SMALLER = re.compile(r"scale\(([\d.]+)\)")
COMPOUND = re.compile(r"(\w*)((?:\.[\w-]+)*)((?::not\(\.[\w-]+\))*)")


@dataclass(frozen=True)
class Drawing:
    """One of a page, and how wide it is on a phone."""

    svg: ElementTree.Element
    pixels: float

    @property
    def scale(self) -> float:
        """Pixels for each unit."""
        return self.pixels / self.box[2]

    @property
    def box(self) -> tuple[float, ...]:
        return tuple(map(float, self.svg.get("viewBox", "").split()))

    @property
    def title(self) -> str:
        return next((title.text or "" for title in self.svg.iter("title")), "")

    @property
    def wide(self) -> float | None:
        found = re.search(r"--wide: ([\d.]+)", self.svg.get("style", ""))
        return float(found[1]) if found else None

    def texts(self) -> Iterator[tuple[ElementTree.Element, float]]:
        """Every text with the size of its letters in units of the drawing."""
        yield from self.below(self.svg, ())

    def below(
        self, part: ElementTree.Element, above: Sequence[ElementTree.Element]
    ) -> Iterator[tuple[ElementTree.Element, float]]:
        for one in part:
            if one.tag == "text" and not {*one.get("class", "").split()} & hidden():
                yield one, self.size(one, (*above, part))
            yield from self.below(one, (*above, part))

    def size(self, text: ElementTree.Element, above: Sequence[ElementTree.Element]) -> float:
        """As the last rule for phones says that fits, else as the drawing does."""
        found = float(text.get("font-size", 0))
        for (*outer, last), (least, none, part, most) in phone_rules():
            if fits(text, last) and all(any(fits(one, compound) for one in above) for compound in outer):
                found = min(most, max(least, (self.wide or none) / part))
        for one in above:
            found *= float(told[1]) if (told := SMALLER.search(one.get("transform", ""))) else 1
        return found


@cache
def phone_rules() -> list[tuple[list[str], tuple[int, int, int, int]]]:
    found = RULE.finditer(on_phones())
    return [(one[1].split(), (int(one[2]), int(one[3]), int(one[4]), int(one[5]))) for one in found]


def on_phones() -> str:
    return CSS.read_text("utf-8").split("@media screen and (max-width: 30rem) {")[1].split("\n}")[0]


@cache
def hidden() -> frozenset[str]:
    """The classes of texts that are not seen there."""
    return frozenset(re.findall(r"^  \.drawn \.(\w+) \{ display: none; \}", on_phones(), re.MULTILINE))


def fits(part: ElementTree.Element, compound: str) -> bool:
    """Whether an element is meant by a selector without spaces."""
    found = COMPOUND.fullmatch(compound)
    assert found, compound
    has = {*part.get("class", "").split()} | ({"board"} if part.tag == "svg" else set())
    wanted, unwanted = {*found[2].split(".")[1:]}, {*re.findall(r"\.([\w-]+)", found[3])}
    return found[1] in ("", part.tag) and wanted <= has and not unwanted & has


def drawings(page: str) -> Iterator[Drawing]:
    """Those of a page, but for what is only used in others, and what is made for paper."""
    page = page.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    again = dict(STILL.findall(page)) | dict(re.findall(r'^<g class="[^"]*" id="([^"]+-names)">(.*)</g>$', page, re.M))
    page = re.sub(r'<use href="#([^"]+-(?:still|names))"/>', lambda found: again.get(found[1], ""), page)
    around: list[tuple[str, str]] = []
    for token in TOKEN.finditer(page):
        if token[4]:
            told = " ".join(css for tag, css in around)
            if 'class="shared"' not in token[4][:200] and not PAPER.search(told) and "viewBox" in token[4][:200]:
                svg = ElementTree.fromstring(token[4])
                yield Drawing(svg, shown(svg, [css for _, css in around]))
        elif token[1]:
            around.pop()
        else:
            around.append((token[2], token[3]))


def shown(svg: ElementTree.Element, around: Sequence[str]) -> float:
    """How many pixels wide a drawing is within elements of these attributes."""
    room: float = IN_BOX if any("admonition" in one for one in around) else TEXT
    for one in around:
        room = min([room, *(float(n) for n in re.findall(r"\bwidth: ([\d.]+)px", one))])
    if any('class="aside"' in one for one in around):
        return room if svg.get("class") == "wide" else (room - BETWEEN) / 2
    if any('class="board row"' in one for one in around):
        return ROW
    style = svg.get("style", "")
    if any("board" in one and "broad" in one for one in around):
        return max(room, BROAD * float(re.findall(r"--wide: ([\d.]+)", style)[0]))
    return min([room, *(float(n) for n in re.findall(r"(?:^|[ ;]|max-)width: ([\d.]+)px", style))])
