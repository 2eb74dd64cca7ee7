"""The colours of drawings: that eyes of all kinds tell them apart, and that the style sheet has them as they are."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from dsl.pages.drawings.palette import COLOURS, GROUNDS, OTHERS, colours_of, said_colour
from dsl.pages.publishing import template

CSS = template("rulewright.css")
LEAST = 12  # between two fills, in Lab of 1976
READABLE = 4.5  # the contrast of what is written on a fill, as WCAG 2 counts it
DARK_PAGE = "#1E2129"
Triple = tuple[float, float, float]
EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is left of red, green and blue light, as Machado, Oliveira and Fernandes (2009) have it."""
TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)
)  # fmt: skip
WHITE: Triple = (0.9505, 1.0, 1.089)


def linear(colour: str) -> Triple:
    """Red, green and blue light, from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def times(matrix: tuple[Triple, Triple, Triple], light: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: str, eyes: str) -> Triple:
    seen = times(EYES[eyes], linear(colour))
    clipped = min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2]))
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(times(TO_XYZ, clipped), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    lights = sorted(sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("eyes", EYES)
def test_any_two_colours_are_told_apart(eyes: str) -> None:
    for one, other in combinations(COLOURS, 2):
        away = sum(
            (a - b) ** 2 for a, b in zip(lab(COLOURS[one].fill, eyes), lab(COLOURS[other].fill, eyes), strict=True)
        )
        assert away**0.5 >= LEAST, (one, other)


def test_nothing_is_told_by_colour_alone() -> None:
    assert len({colour.sign for colour in COLOURS.values()}) == len(COLOURS)
    assert len({colour.grey for colour in COLOURS.values()}) == len(COLOURS)


def test_the_style_sheet_has_the_colours_as_they_are() -> None:
    for name, colour in COLOURS.items():
        told = re.findall(rf"^\.drawn \.{name} {{ (.*) }}", CSS, re.MULTILINE)[0]
        assert re.findall("#[0-9A-F]{6}", told) == [colour.fill, colour.rim, colour.ink]
    for name, ground in GROUNDS.items():
        told = re.findall(rf"^\.drawn\.{name} {{ (.*) }}", CSS, re.MULTILINE)[0]
        assert re.findall("#[0-9A-F]{6}", told) == [ground.body, ground.tile, ground.second, ground.name, ground.inside]


def test_a_grey_printer_has_its_own_steps_of_grey() -> None:
    grey = CSS[CSS.index("@media print and (monochrome)") :]
    for name, colour in COLOURS.items():
        step, ink = f"#{colour.grey:02X}" + f"{colour.grey:02X}" * 2, "#FFF" if colour.grey < 140 else "#000"
        assert f".drawn .{name} {{ --tone: {step}; --rim: #000; --ink: {ink}; }}" in grey


def test_what_is_written_on_a_colour_or_a_ground_can_be_read() -> None:
    assert {name: contrast(c.fill, c.ink) for name, c in COLOURS.items() if contrast(c.fill, c.ink) < READABLE} == {}
    told = [(name, g.inside, g.tile) for name, g in GROUNDS.items()] + [(n, g.name, g.body) for n, g in GROUNDS.items()]
    assert [(name, one) for name, one, other in told if contrast(one, other) < READABLE] == []


def test_pieces_do_not_sink_into_a_dark_page() -> None:
    rims = {name: colour.rim for name, colour in COLOURS.items()}
    rims |= dict(re.findall(r"--(\w+)-rim: (#\w+);", CSS))
    sunk = {n for n, c in COLOURS.items() if max(contrast(rims[n], DARK_PAGE), contrast(c.fill, DARK_PAGE)) < 3}
    assert sunk == set()


def test_styles_of_what_is_drawn_ask_for_nothing_outside_it() -> None:
    """A browser styles what is used in a drawing as if it stood alone: what it stands in tells it colours only as
    properties."""
    plain = re.sub(r"\([^()]*\)|/\*.*?\*/", "", CSS, flags=re.DOTALL)
    heads = [head.strip() for heads in re.findall(r"([^{}]+)\{", plain) for head in heads.split(",")]
    assert any(head.startswith(".drawn ") for head in heads)
    outside = [head for head in heads if re.search(r"\S\s+\.drawn", head)]
    assert outside == []


def test_players_have_the_colours_that_they_are_called_by_else_those_that_nothing_has() -> None:
    assert colours_of(("Vermelho", "Azul"), ()) == ("red", "blue")
    assert colours_of(("Amber", "Violet", "Crimson"), ()) == ("orange", "purple", "red")
    assert said_colour(("amber",)) == ""  # of a value it is a name like any other
    assert colours_of(("Imperial", "Rebel"), ("orange", "red")) == ("blue", "purple")
    assert colours_of(("Blue", "South", "East"), ()) == ("blue", "orange", "purple")
    assert len(set(colours_of([f"P{n}" for n in range(len(OTHERS))], ()))) == len(OTHERS)
    assert colours_of(("First", "Second", "Third"), {*OTHERS} - {"green", "brown"}) == ("green", "brown", "red")
    assert said_colour(("big", "Amarela")) == "yellow"


def test_sides_of_two_players_are_told_apart_on_grey_paper() -> None:
    found = re.search(r"\.side:is\(([^)]*)\) \{ stroke-dasharray", CSS)
    assert found
    dashed = set(re.findall(r"\w+", found[1]))
    assert all((one in dashed) != (other in dashed) for one, other in (("white", "black"), ("red", "blue")))
