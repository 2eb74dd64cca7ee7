"""What is so of every drawing on every page: nothing leaves its frame, no text lies on another, all that it uses is
there, and it is not too large."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.men import MEN
from dsl.pages.cards.paper import width

PAGES = Path(__file__).parent.parent / "generated_docs" / "pages"
DRAWN = sorted(p.relative_to(PAGES).as_posix() for p in PAGES.rglob("*.md") if 'class="drawn ' in p.read_text("utf-8"))
SVG = re.compile(r"<svg viewBox.*?</svg>", re.DOTALL)
STILL = re.compile(r'^<g id="([^"]+-still)"[^>]*>(.*)</g>$', re.MULTILINE)
MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)")
LARGEST, ALL = 80_000, 1_500_000  # bytes of a drawing, and of all on a page
TIGHT = 0.85  # of a text's room is surely filled by its letters; letters are less high than their size
CAPITALS = 0.72

Box = tuple[float, float, float, float]


@cache
def drawings(path: str) -> tuple[str, ...]:
    page = (PAGES / path).read_text("utf-8").replace(' xmlns="http://www.w3.org/2000/svg"', "")
    still = dict(STILL.findall(page))  # what stays as it is from the first frame of a picture to the second
    whole = re.sub(r'<use href="#([^"]+-still)"/>', lambda found: still[found[1]], page)
    return tuple(SVG.findall(whole))


def of_game(path: str) -> bool:
    return not path.endswith("sheets.md")


def texts(drawing: ElementTree.Element, classes: Collection[str] = ()) -> Iterator[tuple[str, Box]]:
    """Every level text that is seen whole (of these classes, if some are named), with its room: from left to right,
    from top to bottom. Cards have a law of their own in `test_sheet_parts`, wherever they lie."""
    hidden, moved = cut(drawing), smaller(drawing)
    cards = {part for group in drawing.iter("g") if group.get("class") == "laid" for part in group.iter()}
    for text in (part for part in drawing.iter("text") if not part.get("transform") and part not in cards):
        css = text.get("class", "").split()
        if classes and not {*css} & {*classes}:
            continue
        size = float(text.get("font-size", 0))
        x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), width(text.text or "") * size * TIGHT
        left = x if {*css} & {"key", "left"} else x - wide / 2
        dx, dy, scale = moved.get(text, (0.0, 0.0, 1.0))
        room = (dx + scale * left, dy + scale * (y - CAPITALS * size), dx + scale * (left + wide), dy + scale * y)
        if seen(room, hidden.get(text)):
            yield text.text or "", room


def smaller(drawing: ElementTree.Element) -> dict[ElementTree.Element, tuple[float, float, float]]:
    """All that is moved and made smaller as a group: how far to the right, and down, and how much smaller."""
    found: dict[ElementTree.Element, tuple[float, float, float]] = {}
    for group in drawing.iter("g"):
        if told := MOVED.match(group.get("transform", "")):
            dx, dy, scale = map(float, told.groups())
            found |= dict.fromkeys(group.iter(), (dx, dy, scale))
    return found


def cut(drawing: ElementTree.Element) -> dict[ElementTree.Element, Box]:
    """All of which only what is in a part of the drawing is seen, with that part."""
    found: dict[ElementTree.Element, Box] = {}
    for group in (part for part in drawing.iter("g") if part.get("clip-path")):
        (part,) = (clip[0] for clip in drawing.iter("clipPath") if f"#{clip.get('id')})" in group.get("clip-path", ""))
        x, y, wide, high = (float(part.get(name, 0)) for name in ("x", "y", "width", "height"))
        found |= dict.fromkeys(group.iter(), (x, y, x + wide, y + high))
    return found


def seen(room: Box, part: Box | None) -> bool:
    return part is None or (part[0] <= room[0] and part[1] <= room[1] and room[2] <= part[2] and room[3] <= part[3])


def test_there_are_drawings_of_every_style() -> None:
    told = "".join(text for path in DRAWN for text in drawings(path))
    styles = {"chequered", "crossings", "points", "holes", "rings", "track", "tiles"}
    assert {style for style in styles if re.search(f'class="drawn \\w+ {style}', told)} == styles


@pytest.mark.parametrize("path", DRAWN)
def test_no_drawing_is_too_large(path: str) -> None:
    sizes = [len(text.encode()) for text in SVG.findall((PAGES / path).read_text("utf-8"))]
    assert max(sizes) < LARGEST
    assert sum(sizes) < ALL


@pytest.mark.parametrize("path", DRAWN)
def test_all_that_is_used_is_on_the_page_once_and_its_icons_are_credited(path: str) -> None:
    page = (PAGES / path).read_text("utf-8")
    used = set(re.findall(r'href="#((?:icon|sign|spaces|key)-[^"]+)"', page))
    names = re.findall(r'\bid="([^"]+)"', page)
    assert {name: names.count(name) for name in used if names.count(name) != 1} == {}
    icons = {name.removeprefix("icon-") for name in used if name.startswith("icon-")} - {*MEN}
    credit = page[page.rindex('<p class="made">') :].split("</p>")[0] if icons else ""
    assert all(icon in credit for icon in icons)
    assert not re.search(r'<symbol id="[^"]+"[^>]*><path d=""', page)


@pytest.mark.parametrize("path", DRAWN)
def test_what_is_used_says_itself_how_it_is_drawn(path: str) -> None:
    """A browser styles it as if it stood alone."""
    page = (PAGES / path).read_text("utf-8")
    groups = {name: css for css, name in re.findall(r'<g class="([^"]*)" id="([^"]+)"', page)}
    groups |= dict(re.findall(r'<g id="([^"]+)" class="([^"]*)"', page))
    used = set(re.findall(r'href="#((?!icon-|sign-|whole-)[^"]+)"/?>', page)) & {
        *re.findall(r'<g [^>]*id="([^"]+)"', page)
    }
    assert {name for name in used if "drawn" not in groups.get(name, "").split()} == set()


@pytest.mark.parametrize("path", [*filter(of_game, DRAWN)])
def test_texts_are_inside_the_frame_and_not_on_one_another(path: str) -> None:
    for drawing in map(ElementTree.fromstring, dict.fromkeys(drawings(path))):
        left, top, wide, high = map(float, drawing.get("viewBox", "").split())
        told = list(texts(drawing))
        out = [t for t, b in told if b[0] < left or b[2] > left + wide or b[1] < top or b[3] > top + high]
        assert out == []
        # The name of a space is told again over a frame that would cover it.
        assert [(t, u) for (t, a), (u, b) in combinations(told, 2) if overlap(a, b) and (t, a) != (u, b)] == []


PHONE = 358  # pixels wide is a screen of 390 without the margins of a page
EDGE = re.compile(r"\.edge:not\(\.long\) { font-size: clamp\((\d+)px, var\(--wide, \d+\) \* 1px / (\d+), (\d+)px\)")


@pytest.mark.parametrize("path", [*filter(of_game, DRAWN)])
def test_names_at_the_edge_of_a_board_can_be_read_on_a_phone(path: str) -> None:
    """A board that has room for larger letters has letters of 9 pixels there."""
    found = EDGE.search((PAGES.parent.parent / "dsl" / "pages" / "templates" / "rulewright.css").read_text("utf-8"))
    assert found
    least, part, most = map(int, found.groups())
    for drawing in map(ElementTree.fromstring, dict.fromkeys(drawings(path))):
        wide = re.search(r"--wide: ([\d.]+)", drawing.get("style", ""))
        if wide and drawing.find("g[@class]").get("class", "").split()[2:3] != ["rings"]:  # type: ignore[union-attr]
            size = min(most, max(least, float(wide[1]) / part)) * PHONE / float(wide[1])
            assert size > (8.9 if float(wide[1]) / part <= most else 7.3)


OUTSIDE = ("inside", "called", "edge", "key", "whose", "homely")


@pytest.mark.parametrize("path", [*filter(of_game, DRAWN)])
def test_no_text_beside_pieces_lies_on_an_icon_or_a_sign(path: str) -> None:
    for drawing in map(ElementTree.fromstring, dict.fromkeys(drawings(path))):
        told = [*texts(drawing, OUTSIDE)]
        hidden, moved = cut(drawing), smaller(drawing)
        symbols = [
            (use, symbol_of(use, moved.get(use, (0.0, 0.0, 1.0)))) for use in drawing.iter("use") if use.get("width")
        ]
        symbols = [(use, room) for use, room in symbols if seen(room, hidden.get(use))]
        assert [text for text, room in told for _, other in symbols if overlap(room, other)] == []


def symbol_of(use: ElementTree.Element, moved: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Box:
    dx, dy, scale = moved
    x, y, side = (scale * float(use.get(name, 0)) for name in ("x", "y", "width"))
    free = (1 - TIGHT) / 2 * side
    return dx + x + free, dy + y + free, dx + x + side - free, dy + y + side - free


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
