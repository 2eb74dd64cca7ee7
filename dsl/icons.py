"""The icons that are installed: those of Material Design Icons, which come with the theme of the site. Where it is not
installed there are none, and letters are drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from dsl import resources

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
    file = folder() / f"{icon}.svg" if folder() and NAMED.fullmatch(icon) else None  # type: ignore[operator]
    return "".join(DRAWN.findall(file.read_text("utf-8"))) if file and file.is_file() else ""


@cache
def all_icons() -> tuple[str, ...]:
    """The names of all icons."""
    place = folder()
    return tuple(sorted(file.stem for file in place.glob("*.svg"))) if place and place.is_dir() else ()


@cache
def words() -> Mapping[str, str]:
    """The icons by the words that ask for them."""
    lines = (resources.folder("pages/templates") / "icons.txt").read_text("utf-8").splitlines()
    told = (line.split(":") for line in lines if line and not line.startswith("#"))
    return {word.strip(): icon for icon, asking in told for word in asking.split(",")}


def icon_for(name: str) -> str:
    """The icon that the last word of a name asks for."""
    last = name.lower().split()[-1:]
    icon = next((words()[word] for word in last if word in words()), "")
    return icon if icon and path_of(icon) else ""
