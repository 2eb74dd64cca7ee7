"""Every rulebook in games/ in every form that the laws are tested with: plain, with each variant, with all of them;
the spine, the other hard passages, and the good files of the language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dsl.load import compile_rules
from dsl.resources import folder
from interpreter.game import Game

GAMES = folder("games")
RULEBOOKS = sorted(GAMES.rglob("*.rules"))
LANGUAGE = Path(__file__).parents[1] / "language"
SPINE = sorted((LANGUAGE / "spine").glob("*.rules"))
UNFINISHED = {
    "secret_combat",
    "stack_looks_and_lines",
    "theft",
    "windows",
}  # of the spine those that the language cannot carry yet
PLAYED = [path for path in SPINE if path.stem not in UNFINISHED]
PASSAGES = sorted((LANGUAGE / "passages").glob("*.rules"))
GOOD = sorted((LANGUAGE / "good").glob("*.rules"))

LONGEST = 3000  # decisions of players; random play that is not over by then does not end
PART = 150  # decisions for which a part of a game is looked at that need not end
PASSAGE = 25  # decisions of a hard passage that are looked at: they are many, and each has many options

_VARIANT = re.compile(r"^variant ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Setting:
    """A rulebook and the variants that are in play."""

    path: Path
    variants: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is a game. The good files and the passages are parts of games, which need not come to an end."""
        return self.path not in (*GOOD, *PASSAGES)

    def __str__(self) -> str:
        return "+".join([self.path.stem, *(variant.lower().replace(" ", "_") for variant in self.variants)])


def looked_at(path: Path | None) -> int:
    """At how many decisions of a random game the laws are tested that look closely."""
    return PART if path in GOOD else PASSAGE if path in (*SPINE, *PASSAGES) else LONGEST


def complete(passage: Path) -> bool:
    """Whether the passage needs nothing that the language does not have yet: one that does says so."""
    return "-- Missing:" not in passage.read_text(encoding="utf-8")


def variants(path: Path) -> tuple[str, ...]:
    """The names of all variants in a rulebook's text."""
    return tuple(dict.fromkeys(_VARIANT.findall(path.read_text(encoding="utf-8"))))


def settings(path: Path) -> list[Setting]:
    """The rulebook without variants, with each one alone, and with all together."""
    names = variants(path)
    every = [names] if len(names) > 1 else []
    return [Setting(path, chosen) for chosen in [(), *((name,) for name in names), *every]]


SETTINGS = [setting for path in (*RULEBOOKS, *PLAYED, *filter(complete, PASSAGES), *GOOD) for setting in settings(path)]


@cache
def game(setting: Setting) -> Game:
    """The compiled game, with the bodies of its functions (which a game from the cache does not have)."""
    program, diagnostics = compile_rules(setting.path, variants=setting.variants)
    assert program is not None, [str(diagnostic) for diagnostic in diagnostics]
    return Game.of(program, setting.path)
