"""Every rulebook in games/ in every form that the laws are tested with: plain, with each variant, with all of them;
and the good files of the language."""

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
GOOD = sorted((Path(__file__).parents[1] / "language" / "good").glob("*.rules"))

_VARIANT = re.compile(r"^variant ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Setting:
    """A rulebook and the variants that are in play."""

    path: Path
    variants: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is a game. The good files of the language are parts of games, which need not come to an end."""
        return self.path in RULEBOOKS

    def __str__(self) -> str:
        return "+".join([self.path.stem, *(variant.lower().replace(" ", "_") for variant in self.variants)])


def variants(path: Path) -> tuple[str, ...]:
    """The names of all variants in a rulebook's text."""
    return tuple(dict.fromkeys(_VARIANT.findall(path.read_text(encoding="utf-8"))))


def settings(path: Path) -> list[Setting]:
    """The rulebook without variants, with each one alone, and with all together."""
    names = variants(path)
    every = [names] if len(names) > 1 else []
    return [Setting(path, chosen) for chosen in [(), *((name,) for name in names), *every]]


SETTINGS = [setting for path in (*RULEBOOKS, *GOOD) for setting in settings(path)]


@cache
def game(setting: Setting) -> Game:
    """The compiled game, with the bodies of its functions (which a game from the cache does not have)."""
    program, diagnostics = compile_rules(setting.path, variants=setting.variants)
    assert program is not None, [str(diagnostic) for diagnostic in diagnostics]
    return Game.of(program, setting.path)
