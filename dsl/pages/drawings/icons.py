"""Icons and signs of drawings: what is drawn of them on a page stands once on it, as a symbol that the drawings use.

Icons are those of Material Design Icons, which come with the theme of the site; where one is missing there, letters are
drawn. Of men the program draws itself nobody has to be named. `icons.txt` is the table of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dsl.icons import icon_for, path_of
from dsl.men import MEN
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.palette import COLOURS

USED = re.compile(r'href="#(icon|sign|light)-([\w.-]+)"')
STOPS = ("0", "#fff", 0.6), ("0.5", "#fff", 0), ("0.5", "#000", 0), ("1", "#000", 0.3)  # light above, shade below


def icons_for(names: Iterable[str]) -> dict[str, str]:
    """Icons of things beside one another: at least half of them have one, and no two the same; else none has."""
    told = list(names)
    found = {name: icon for name in told if (icon := icon_for(name))}
    apart = len({*found.values()}) == len(found)
    return found if apart and 2 * len(found) >= len(told) else {}


def used(name: str, x: float, y: float, half: float, css: str = "ink") -> str:
    """A symbol around a point, half as wide as it says."""
    side = short(2 * half)
    place = f'x="{short(x - half)}" y="{short(y - half)}" width="{side}" height="{side}"'
    return f'<use class="{css}" href="#{name}" {place}/>'


def drawn_with(page: str, t: Mapping[str, str], own: Mapping[str, str]) -> str:
    """What the drawings of a page use, hidden, and where its icons come from; `own` are those of the designer."""
    found = sorted(set(USED.findall(page)))
    icons = [name for sort, name in found if sort == "icon"]
    if not found:
        return ""
    drawn = "\n".join(symbol(sort, name, own) for sort, name in found)
    hidden = f'\n<svg class="shared" width="0" height="0" aria-hidden="true">\n{drawn}\n</svg>\n'
    others = [name for name in icons if name not in own and name not in MEN]
    told = {"icons": others, "own_icons": [name for name in icons if name in own]}
    credits = " ".join(t[key].format(icons=listed(names)) for key, names in told.items() if names)
    return hidden + (f'\n<p class="made">{credits}</p>\n' if credits else "")


def listed(names: Iterable[str]) -> str:
    return ", ".join(f"<code>{name}</code>" for name in names)


def symbol(sort: str, name: str, own: Mapping[str, str]) -> str:
    if sort == "sign":
        return f'<symbol id="sign-{name}" viewBox="-1 -1 2 2"><path d="{COLOURS[name].sign}"/></symbol>'
    if sort == "light":
        stops = "".join(f'<stop offset="{at}" stop-color="{c}" stop-opacity="{much}"/>' for at, c, much in STOPS)
        shades = f'<radialGradient id="shades-{name}" cx="0.36" cy="0.3" r="0.74">{stops}</radialGradient>'
        return (
            f'<symbol id="light-{name}" viewBox="-1 -1 2 2">{shades}<circle r="1" fill="url(#shades-{name})"/></symbol>'
        )
    drawn = own.get(name) or f'viewBox="0 0 24 24"><path d="{path_of(name)}"/>'
    return f'<symbol id="icon-{name}" overflow="visible" {drawn}</symbol>'
