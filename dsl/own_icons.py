"""Icons that a designer has drawn: a plain SVG file beside the rulebook, of which only shapes are kept.

A rulebook may come from a stranger, and its pages are shown in browsers: so nothing of the file is copied as it stands.
Its shapes are written anew from numbers, in the colour of what they are drawn on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

LARGEST = 20_000  # bytes of a file
DEEPEST = 30  # groups in one another
NAMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}\.svg")
FORBIDDEN = frozenset(
    ("script", "image", "use", "a", "style", "foreignObject", "iframe", "audio", "video", "animate", "animateMotion",
     "animateTransform", "set", "text")
)  # fmt: skip
NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
LENGTH = re.compile(rf"({NUMBER})(?:px)?")
SHAPES = {
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "polygon": ("points",),
}
WRITTEN = {
    "d": re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,+\s-]+"),
    "points": re.compile(r"[0-9eE.,+\s-]+"),
    "transform": re.compile(r"(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([0-9eE.,+\s-]+\)\s*,?)+"),
    "fill-rule": re.compile("evenodd|nonzero"),
}
KEPT = ("transform", "fill-rule")


class NoIcon(Exception):
    """Why a file is no icon, for who wrote the rulebook."""


def own_icon(folder: Path, name: str) -> str:
    """The icon in a file of this folder as a symbol, but for its address: its view and its shapes. Raises NoIcon."""
    if not NAMED.fullmatch(name):
        raise NoIcon("such a file has a plain name of letters, digits and hyphens, and stands beside the rulebook")
    text = read(folder / name)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise NoIcon("it has a document type, which a plain drawing does not need")
    try:
        drawing = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        raise NoIcon("it is no SVG file") from None
    if bare(drawing.tag) != "svg":
        raise NoIcon("it is no SVG file")
    check(drawing)
    shapes = "".join(shown(drawing, 0))
    if "/>" not in shapes:
        raise NoIcon("nothing in it is a filled shape: a path, a circle, an ellipse, a rectangle or a polygon")
    return f'viewBox="{view(drawing)}">{shapes}'


def read(file: Path) -> str:
    """Raises NoIcon where there is no file, or it is too large."""
    try:
        if not file.is_file():
            raise NoIcon("there is no such file beside the rulebook")
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise NoIcon(f"it is larger than {LARGEST // 1000} KB")
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise NoIcon("it cannot be read as text") from None


def bare(tag: object) -> str:
    """The name of an element without its name space; of a remark nothing."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def check(drawing: ElementTree.Element) -> None:
    """Raises NoIcon where something in it does more than being drawn."""
    for part in drawing.iter():
        name = bare(part.tag)
        if name in FORBIDDEN:
            raise NoIcon(f"it has `{name}` in it, and an icon consists of filled shapes alone")
        for key, value in part.attrib.items():
            key = bare(key).lower()
            if key.startswith("on"):
                raise NoIcon(f"it does something by itself (`{key}`)")
            if key == "href" or "url(" in value.lower():
                raise NoIcon("it refers to something else")


def shown(group: ElementTree.Element, depth: int) -> Iterator[str]:
    """The filled shapes of a drawing or a group, written anew."""
    if depth > DEEPEST:
        raise NoIcon("its groups are too deep in one another")
    for part in group:
        name = bare(part.tag)
        if part.get("fill") == "none" or "fill:none" in part.get("style", "").replace(" ", ""):
            continue
        if name == "g":
            inner = "".join(shown(part, depth + 1))
            yield f"<g{written(part, KEPT)}>{inner}</g>" if inner else ""
        elif name in SHAPES:
            yield f"<{name}{written(part, (*SHAPES[name], *KEPT))}/>"


def written(part: ElementTree.Element, keys: tuple[str, ...]) -> str:
    """Those attributes of an element that say where and how large it is."""
    found = []
    for key in keys:
        value = part.get(key)
        if value is None:
            continue
        if not WRITTEN.get(key, LENGTH).fullmatch(value.strip()):
            raise NoIcon(f"`{key}` is no plain number or way in it")
        found.append(f' {key}="{" ".join(value.split())}"')
    return "".join(found)


def view(drawing: ElementTree.Element) -> str:
    """What of the plane is seen of it, in a square."""
    told = drawing.get("viewBox", "")
    numbers = re.findall(NUMBER, told) if told else ["0", "0", size(drawing, "width"), size(drawing, "height")]
    left, top, wide, high = map(float, numbers) if len(numbers) == 4 else (0.0, 0.0, 0.0, 0.0)
    if not (0 < wide < 1e6 and 0 < high < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
        raise NoIcon("it does not say how large it is (`viewBox`)")
    return f"{left:g} {top:g} {wide:g} {high:g}"


def size(drawing: ElementTree.Element, key: str) -> str:
    found = LENGTH.fullmatch(drawing.get(key, ""))
    return found[1] if found else "0"
