"""Drawings as files of their own: with the styles of the site written into them, and with all that they use.

On the pages of the site drawings share spaces, icons and a style sheet. What prints without a browser knows no style
sheet, and a picture that stands for a page does not stand on it; both get a drawing whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from dsl import resources

DRAWN = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "opacity", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "paint-order", "text-anchor", "font-weight", "font-size", "font-style",
)  # fmt: skip
PAPER = {"--md-default-bg-color": "#fff", "--md-default-fg-color": "#222", "--md-default-fg-color--light": "#777"}
BEHIND = "data-behind"  # the tag and the classes of the element before it, while rules are sought
TOLD = ("class", BEHIND)  # the attributes of which rules ask what they say
NAMESPACE = "http://www.w3.org/2000/svg"
SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SCREEN, BOOK = "Arial, Helvetica, sans-serif", "Source Sans Pro"
COMMENT, MEDIA = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
SIMPLE = re.compile(r"\.([\w-]+)|\[([\w-]+)[^\]]*\]|:(is|not)\(([^()]*(?:\([^()]*\)[^()]*)*)\)|([a-z]\w*|\*)|(:.*)")
COMMA = re.compile(r",(?![^(]*\))")
STEP = re.compile(r"\s*([>+])\s*(?![^(]*\))|\s+(?![^(]*\))")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")

Chain = tuple[Element, ...]
"""An element behind all in which it stands, the outermost first."""


@dataclass(frozen=True)
class Rule:
    """Of a style sheet: what it is about, as parts with what stands between them, and what it says."""

    parts: tuple[str, ...]
    between: tuple[str, ...]
    weight: tuple[int, int]
    said: Mapping[str, str]


@dataclass
class Drawings:
    """The drawings of a page, each of which can use what stands elsewhere on it; `font` is that of their letters."""

    page: str
    font: str = BOOK
    known: dict[str, Element] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in SVG.findall(self.page):
            for part in styled(text, self.font).iter():
                if "id" in part.attrib:
                    self.known[part.attrib["id"]] = part

    def whole(self, text: str, css: str = "board") -> str:
        """A drawing with all that it uses; `css` is the class of its figure."""
        drawn = styled(text, self.font, css)
        own = {part.attrib["id"] for part in drawn.iter() if "id" in part.attrib}
        defs = Element("defs")
        waiting, found = list(uses(drawn)), set(own)
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.known:
                found.add(name)
                defs.append(deepcopy(self.known[name]))
                waiting += uses(self.known[name])
        drawn.insert(0, defs)
        drawn.set("xmlns", NAMESPACE)
        for part in drawn.iter():
            part.attrib.pop("class", None)
        return ElementTree.tostring(drawn, encoding="unicode")


def uses(drawn: Element) -> Iterator[str]:
    return (part.attrib["href"].removeprefix("#") for part in drawn.iter("use") if "href" in part.attrib)


def first_of(page: str) -> str:
    """The first drawing of a page, for the screen."""
    return Drawings(page, SCREEN).whole(next(text for text in SVG.findall(page) if "viewBox" in text))


def styled(text: str, font: str, css: str = "board") -> Element:
    """A drawing with what the style sheet says of its parts as their attributes, in the colours of paper."""
    drawn = ElementTree.fromstring(text.replace(f' xmlns="{NAMESPACE}"', ""))
    outside = Element("figure", {"class": css})
    paint((outside, drawn), PAPER, font)
    return drawn


def paint(chain: Chain, values: Mapping[str, str], font: str) -> None:
    element = chain[-1]
    said: dict[str, str] = {}
    for rule in rules_for(element.tag, *(element.get(name) for name in TOLD), frozenset(element.attrib)):
        if fits(rule, chain):
            said |= rule.said
    values = {**values, **{name: value for name, value in said.items() if name.startswith("--")}}
    for name in DRAWN:
        if name in said:
            element.set(name, resolved(said[name], values).replace("currentcolor", "#222"))
    if element.tag == "text":
        element.set("font-family", font)
    before: Element | None = None
    for child in element:
        if before is not None:
            child.set(BEHIND, f"{before.tag} {before.get('class', '')}")
        paint((*chain, child), values, font)
        child.attrib.pop(BEHIND, None)
        before = child


def resolved(value: str, values: Mapping[str, str]) -> str:
    while (found := VARIABLE.search(value)) is not None:
        value = value.replace(found[0], values.get(found[1], found[2] or "none"))
    return value


# --------------------------------------------------------------------------------------------------- the style sheet


@cache
def rules() -> tuple[Rule, ...]:
    """What the style sheet says on screen and in light colours, the stronger behind the weaker."""
    text = (resources.folder("pages/templates") / "rulewright.css").read_text(encoding="utf-8")
    plain = MEDIA.sub("", COMMENT.sub("", text))
    found = [rule(one, said) for heads, said in RULE.findall(plain) for one in COMMA.split(heads.strip())]
    kept = (r for r in found if any(name in DRAWN or name.startswith("--") for name in r.said))
    return tuple(sorted(kept, key=lambda r: r.weight))


@cache
def rules_for(tag: str, css: str | None, behind: str | None, attributes: frozenset[str]) -> tuple[Rule, ...]:
    """Those rules, likewise, whose last part is about such an element, wherever it stands: there are few such."""
    told = ((name, value) for name, value in zip(TOLD, (css, behind), strict=True) if value is not None)
    element = Element(tag, dict.fromkeys(attributes, "") | dict(told))
    return tuple(rule for rule in rules() if is_so(rule.parts[-1], element))


@cache
def rule(head: str, said: str) -> Rule:
    pieces = STEP.split(head.strip())
    pairs = (line.split(":", 1) for line in said.split(";") if ":" in line)
    weight = len(re.findall(r"[.\[]", first_ways(head))), len(re.findall(r"(?:^|[\s>+(])[a-z]", first_ways(head)))
    between = tuple(step or " " for step in pieces[1::2])
    return Rule(tuple(pieces[::2]), between, weight, {name.strip(): value.strip() for name, value in pairs})


def first_ways(head: str) -> str:
    """A head in which of ways only the first stands, as all weigh as much."""
    return re.sub(r":is\(([^,()]*)[^()]*\)", r"\1", head)


def fits(rule: Rule, chain: Chain) -> bool:
    return fits_to(rule.parts, rule.between, chain)


def fits_to(parts: tuple[str, ...], between: tuple[str, ...], chain: Chain) -> bool:
    if not chain or not is_so(parts[-1], chain[-1]):
        return False
    if len(parts) == 1:
        return True
    match between[-1]:
        case ">":
            return fits_to(parts[:-1], between[:-1], chain[:-1])
        case "+":
            tag, _, css = chain[-1].get(BEHIND, "").partition(" ")
            return len(parts) == 2 and bool(tag) and is_so(parts[0], Element(tag, {"class": css}))
        case _:  # anywhere outside
            return any(fits_to(parts[:-1], between[:-1], chain[:end]) for end in range(len(chain) - 1, 0, -1))


@cache
def tests_of(part: str) -> tuple[tuple[str, str], ...]:
    """What is asked of an element: (what sort of test, what)."""
    found = []
    for css, attribute, way, inner, tag, other in SIMPLE.findall(part):
        sorts = (("class", css), ("attribute", attribute), (way, inner), ("tag", tag), ("other", other))
        found.append(next((sort, what) for sort, what in sorts if what))
    return tuple(found)


def is_so(part: str, element: Element) -> bool:
    return all(holds(sort, what, element) for sort, what in tests_of(part))


def holds(sort: str, what: str, element: Element) -> bool:
    match sort:
        case "class":
            return what in element.get("class", "").split()
        case "attribute":
            return what in element.attrib
        case "tag":
            return what in ("*", element.tag)
        case "is":
            return any(ways_hold(way, element) for way in COMMA.split(what))
        case "not":
            return not any(ways_hold(way, element) for way in COMMA.split(what))
        case _:  # is about what no drawing on paper is
            return False


def ways_hold(way: str, element: Element) -> bool:
    first = rule(way, "")
    return fits_to(first.parts, first.between, (element,))
