"""The elements of which drawings are made (SVG); the style sheet knows them by their classes."""

from __future__ import annotations

from html import escape

from dsl.pages.drawings.lettering import fine, short

FOOT = 0.36  # how far below its middle letters stand, in their size


def round_(css: str, x: float, y: float, r: float, line: float = 0) -> str:
    """A circle, with a rim so wide."""
    return f'<circle class="{css}" cx="{short(x)}" cy="{short(y)}" r="{short(r)}"{rim(line)}/>'


def box(css: str, x: float, y: float, wide: float, high: float, corner: float = 0, line: float = 0) -> str:
    """A rectangle."""
    place = f'x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}"'
    turned = f' rx="{short(corner)}"' if corner else ""
    return f'<rect class="{css}" {place}{turned}{rim(line)}/>'


def path(css: str, data: str, line: float = 0) -> str:
    return f'<path class="{css}" d="{data}"{rim(line)}/>'


def words(css: str, text: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """A text around a point, turned by so many degrees."""
    leaning = f' transform="rotate({short(turn)} {short(x)} {short(y)})"' if turn else ""
    place = f'x="{short(x)}" y="{short(y + size * FOOT)}" font-size="{fine(size)}"'
    return f'<text class="{css}" {place}{leaning}>{escape(text)}</text>'


def rim(line: float) -> str:
    return f' stroke-width="{short(line)}"' if line else ""
