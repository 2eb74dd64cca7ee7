"""The icons that are installed: those of Material Design Icons, which come with the theme of the site. Where it is not
installed there are none, and letters are drawn; but for men that the program draws itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from dsl import resources
from dsl.men import MEN

DRAWN = re.compile(r'\bd="([^"]+)"')
NAMED = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def folder() -> Path | None:
    """Where the icons are installed."""
    found = find_spec("material")
    places = found.submodule_search_locations if found else None
    return Path(next(iter(places))) / "templates" / ".icons" / "material" if places else None


@cache
def path_of(icon: str) -> str:
    """The drawing of an icon in a square of 24, or nothing where there is none of that name."""
    if icon in MEN:
        return MEN[icon]
    file = folder() / f"{icon}.svg" if folder() and NAMED.fullmatch(icon) else None  # type: ignore[operator]
    return "".join(DRAWN.findall(file.read_text("utf-8"))) if file and file.is_file() else ""


@cache
def all_icons() -> tuple[str, ...]:
    """The names of all icons."""
    place = folder()
    return tuple(sorted(file.stem for file in place.glob("*.svg"))) if place and place.is_dir() else ()


@cache
def words(file: str = "icons") -> Mapping[str, str]:
    """The icons by the words that ask for them: of things, or of `deeds`; or by words that are near to them in meaning,
    which ask for none (`icons_alike`)."""
    lines = (resources.folder("pages/templates") / f"{file}.txt").read_text("utf-8").splitlines()
    told = (line.split(":") for line in lines if line and not line.startswith("#"))
    return {word.strip(): icon for icon, asking in told for word in asking.split(",")}


def icons_asked_for(word: str) -> list[str]:
    """The icon that a word asks for by itself, and the one that is near to it in meaning."""
    found = (words(file).get(word) for file in ("icons", "icons_alike"))
    return [icon for icon in found if icon and path_of(icon)]


def icon_for(name: str) -> str:
    """The icon that the last word of a name asks for."""
    return installed(words().get(last) for last in name.lower().split()[-1:])


def icon_for_deed(name: str, things: bool = True) -> str:
    """The icon that the name of what is done asks for: its first word for that, else its last that is a thing."""
    told = name.lower().split()
    return installed([*map(words("deeds").get, told), *(map(words().get, reversed(told)) if things else ())])


def installed(icons: Iterable[str | None]) -> str:
    """The first of some icons, if it is there."""
    icon = next(filter(None, icons), "")
    return icon if icon and path_of(icon) else ""
