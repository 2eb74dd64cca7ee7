"""Finds the data that travels with the code: the grammars, the games, the document templates.

In a checkout `grammars/` and `games/` stand beside `dsl/`; in an installed wheel they stand inside it. They hold no
Python, so they are looked up by path: `importlib.resources` cannot open a folder without `__init__.py` in an editable
install.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The data folder `name` ("grammars", "games", "pages/templates"). Raises FileNotFoundError if it is missing."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"This installation of Rulewright has no folder {name}")


def rulebooks() -> dict[str, Path]:
    """The rulebooks that came along, by their names."""
    return {path.stem: path for path in sorted(folder("games").rglob("*.rules"))}


def grammar(name: str) -> str:
    """The text of a file in `grammars/`."""
    return (folder("grammars") / name).read_text(encoding="utf-8")
