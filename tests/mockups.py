"""Each picture of a design beside what the generator draws: `python -m tests.mockups FOLDER --out FOLDER`.

FOLDER has the mock-ups, NAME_light.png. The page that is written shows each beside its counterpart, which is a file of
its own: on a light page, on a dark one, on grey paper and as narrow as a phone. With resvg-py installed there is a PNG
of each, too. For development: nothing of it is part of the site, and what a picture looks like no test can tell.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from dsl import resources
from dsl.pages.drawings import standalone

PAGES = Path(__file__).parent.parent / "generated_docs" / "pages"
PHONE = 358  # wide, in pixels: a screen of 390 without the margins of a page
CLAMPED = re.compile(r"clamp\(([\d.]+)px, ([\d.]+)px / ([\d.]+), ([\d.]+)px\)")
OWN = re.compile(r"(--[\w-]+): ([^;]+)")
USED = re.compile(r'href="#([^"]+)"')
GREY = "0.299 0.587 0.114 0 0 " * 3 + "0 0 0 1 0"
PAIRS: Mapping[str, tuple[str, Sequence[str]]] = {
    "backgammon": ("backgammon/guide.md", ["Position: Where only one of two numbers"]),
    "cards_nova": ("nova_raiders/sheets.md", ["sheet-11"]),
    "cards_row": ("nova_raiders/guide.md", ["Position: a row of cards"]),  # there is none yet
    "chess_castle": ("chess/guide.md", ["s323635fd", "s323635fd-after", "s323635fd-3", "s323635fd-4"]),
    "chess_start": ("chess/guide.md", ["board-start"]),
    "connect_four": ("connect_four/guide.md", ["Position: A column of four"]),
    "draughts_jump": ("english_draughts/guide.md", ["Position: Who can jump must jump"]),
    "go_9x9": ("go/guide.md", ["Position: What only one of them reaches"]),
    "mat_nova": ("nova_raiders/sheets.md", ["sheet-of-mat-of-red-1"]),
    "nova_board": ("nova_raiders/guide.md", ["main-board-start"]),
    "nova_hijack": ("nova_raiders/guide.md", ["s8adf2f10", "s8adf2f10-after"]),
    "nova_orbit": ("nova_raiders/guide.md", ["sce8e6868", "sce8e6868-after"]),
    "nova_track": ("nova_raiders/guide.md", ["time-track-start"]),
    "rmd_placement": ("rebel_moon_defense/guide.md", ["sf17e2320", "s66ff0f61"]),
    "rmd_play": ("rebel_moon_defense/guide.md", ["s519d865a"]),
    "rmd_sight": ("rebel_moon_defense/guide.md", ["s274884cd", "s519d865a", "safd551a6"]),
    "sheet_dice": ("rebel_moon_defense/sheets.md", ["Rebel Moon Defense: pieces"]),
    "sheet_tokens": ("rebel_moon_defense/sheets.md", ["Rebel Moon Defense: pieces"]),
}
"""For each mock-up the page, and its drawings: each by its name, or by how its title begins."""


@dataclass(frozen=True)
class Way:
    """A way to look at a drawing. `outside` is what the page says around it, `media` what paper it is on."""

    name: str
    ground: str
    outside: Mapping[str, str]
    media: tuple[str, ...] = ()
    width: int = 900


WAYS = (
    Way("light", "#ffffff", {}),
    Way("dark", "#1b1f27", {"data-md-color-scheme": "slate"}, ("@media screen {",)),
    Way("grey", "#ffffff", {}, ("@media print and (monochrome)", "@media print {")),
    Way("phone", "#ffffff", {}, ("@media screen and (max-width: 30rem)",), PHONE),
)
TEXT = {
    "dark": {
        "--md-default-bg-color": "#1b1f27",
        "--md-default-fg-color": "#dde",
        "--md-default-fg-color--light": "#99a",
    }
}
"""The colours of text where they are others than on paper."""


def of_media(heads: Sequence[str]) -> tuple[standalone.Rule, ...]:
    """What the style sheet says on some paper only."""
    text = (resources.folder("pages/templates") / "rulewright.css").read_text(encoding="utf-8")
    blocks = [found[0] for found in standalone.MEDIA.finditer(text) if found[0].startswith(tuple(heads))]
    told = chain.from_iterable(standalone.RULE.findall(block.partition("{")[2]) for block in blocks)
    return tuple(standalone.rule(one, said) for head, said in told for one in standalone.COMMA.split(head.strip()))


def found_in(page: str, wanted: str) -> str | None:
    """The drawing of this name, or the first whose title begins so."""
    for text in standalone.SVG.findall(page):
        title = re.search(r'<title id="([^"]*?)(?:-title)?">([^<]*)', text)
        if title and (title[1] == wanted or title[2].startswith(wanted)):
            return str(text)
    return None


def seen(page: str, text: str, way: Way) -> str:
    """A drawing of a page with all that it uses, seen in some way."""
    figure = Element("figure", {"class": "sheet" if "sheet" in text[:400] else "board"})
    around = (Element("html", dict(way.outside)), figure)
    more = of_media(way.media) if way.media else ()
    every = (*standalone.rules(), *more)

    def styled(drawn: str, font: str) -> Element:
        found = ElementTree.fromstring(drawn.replace(f' xmlns="{standalone.NAMESPACE}"', ""))
        own = dict(OWN.findall(found.get("style", "")))
        standalone.paint((*around, found), standalone.PAPER | TEXT.get(way.name, {}) | own, font)
        return found

    with patch.object(standalone, "rules", lambda: every), patch.object(standalone, "styled", styled):
        whole = standalone.Drawings("\n".join(used(page, text))).whole(text)
    whole = whole.replace("Libertinus Serif", "Arial, Liberation Sans, sans-serif")
    whole = CLAMPED.sub(between, whole)
    return grey(whole) if way.name == "grey" else whole


def between(found: re.Match[str]) -> str:
    """A size that the style sheet keeps between two others, as a number."""
    least, whole, part, most = map(float, found.groups())
    return f"{min(most, max(least, whole / part)):g}"


def used(page: str, text: str) -> Iterator[str]:
    """The drawings of a page with parts that this one uses, and with those that they use."""
    every, waiting = standalone.SVG.findall(page), [text]
    gone: set[str] = set()
    while waiting:
        for name in set(USED.findall(waiting.pop())) - gone:
            gone.add(name)
            here = [drawing for drawing in every if f'id="{name}"' in drawing]
            waiting += here
            yield from here


def grey(drawing: str) -> str:
    """All of a drawing without its colours, as a printer has it that was not asked for grey."""
    end = drawing.index(">") + 1
    stain = f'<filter id="grey"><feColorMatrix type="matrix" values="{GREY}"/></filter>'
    return f'{drawing[:end]}{stain}<g filter="url(#grey)">{drawing[end:].removesuffix("</svg>")}</g></svg>'


def painted(svg: str, target: Path, way: Way) -> None:
    """The drawing as a PNG, if something is installed that can paint it."""
    try:
        import resvg_py  # type: ignore[import-not-found]
    except ImportError:
        return
    target.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=way.width, background=way.ground)))


def pairs(mockups: Path, out: Path, pages: Path) -> Iterator[str]:
    """For each mock-up its part of the page; the drawings are written beside it."""
    for name, (path, wanted) in PAIRS.items():
        page = (pages / path).read_text("utf-8")
        yield f'<h2>{escape(name)}</h2><p><img src="{(mockups / f"{name}_light.png").resolve().as_uri()}"></p>'
        for number, text in enumerate((found_in(page, one) for one in wanted), 1):
            if text is None:
                yield f"<p>{escape(path)} has no {escape(wanted[number - 1])}.</p>"
                continue
            for way in WAYS:
                file = out / f"{name}_{number}_{way.name}.svg"
                file.write_text(seen(page, text, way), "utf-8")
                painted(file.read_text("utf-8"), file.with_suffix(".png"), way)
                yield f'<img src="{file.name}" style="width: {way.width}px; background: {way.ground}">'


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mockups", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("mockups", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pages", type=Path, default=PAGES)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    told = "\n".join(pairs(args.mockups, args.out, args.pages))
    style = "<style>img { max-width: 100%; vertical-align: top; margin: 4px; }</style>"
    (args.out / "index.html").write_text(f'<!doctype html><meta charset="utf-8">{style}\n{told}\n', "utf-8")
    sys.stdout.write(f"{args.out / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
