"""Every rulebook in games/ in every form that the laws are tested with: as usual, with each number of players, each
variant, all of them, the options at their bounds; the spine, the other hard passages, and the good files of the
language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dsl import tree
from dsl.ir.program import Program
from dsl.load import compile_rules
from dsl.resolve.configurations import Agreed
from dsl.resolve.items import of_sort
from dsl.resources import folder
from dsl.terms import USUAL, Terms
from dsl.text.incremental import items_of
from dsl.text.reader import parse
from interpreter.play.game import Game
from tests.shared import shared

GAMES = folder("games")
RULEBOOKS = sorted(GAMES.rglob("*.rules"))
LANGUAGE = Path(__file__).parents[1] / "language"
SPINE = sorted((LANGUAGE / "spine").glob("*.rules"))
CLASSICS = sorted((GAMES / "classics").glob("*.rules"))
PASSAGES = sorted((LANGUAGE / "passages").glob("*.rules"))
GOOD = sorted((LANGUAGE / "good").glob("*.rules"))
# of which each decision is long to look at, the smallest first
LARGE = sorted((path for path in RULEBOOKS if path.stat().st_size > 90_000), key=lambda path: path.stat().st_size)

LONGEST = 5000  # decisions of players; random play that is not over by then does not end
CLASSIC = 40  # answers of a classic along which a slower way goes; tests/test_parity.py goes along whole games
MANY = 1500  # options of a classic that such a slower way finds; on a large board that is a few decisions
PART = 150  # decisions for which a part of a game is looked at that need not end
PASSAGE = 25  # decisions of a hard passage that are looked at: they are many, and each has many options


@dataclass(frozen=True)
class Setting:
    """A rulebook, and what it is played with."""

    path: Path
    terms: Terms = USUAL

    @property
    def usual(self) -> bool:
        """Whether nothing was agreed on."""
        return self.terms == USUAL

    @property
    def whole(self) -> bool:
        """Whether it is a game. The good files and the passages are parts of games, which need not come to an end."""
        return self.path not in (*GOOD, *PASSAGES)

    def __str__(self) -> str:
        return f"{self.path.stem}+{self.terms}".rstrip("+").lower().replace(", ", "+").replace(" ", "_")


def looked_at(path: Path | None) -> int:
    """At how many decisions of a random game the laws are tested that look closely."""
    return PART if path in GOOD else PASSAGE if path in (*SPINE, *PASSAGES, *CLASSICS, *LARGE) else LONGEST


def to_the_end(setting: Setting) -> int:
    """How many random games are played until they end, where a law needs no more than that they do."""
    return 1 if setting.path in (*CLASSICS, *LARGE) else 5 if setting.usual else 2


def closely(path: Path | None, whole: bool = True) -> int:
    """For how many answers a slower way to run a game, or whoever watches it, goes along."""
    most = CLASSIC if path in CLASSICS else PART if path in (*SPINE, *PASSAGES, *LARGE) else 10 * LONGEST
    return most if whole else most // 3


def options_looked_at(path: Path | None, whole: bool = True) -> float:
    """How many options, of all decisions together, a slower way to run a game finds before it stops."""
    return MANY if path in CLASSICS and whole else MANY // 3 if path in CLASSICS else float("inf")


# ------------------------------------------------------------------------------------------- what waits for `make full`


def late(*values: Any, name: str = "", late: bool = True) -> Any:
    """Parameters of a test, which waits for `make full` if it is `late`."""
    marks = [pytest.mark.long] if late else []
    return pytest.param(*values, id=name, marks=marks) if name else pytest.param(*values, marks=marks)


def with_long(forms: Iterable[Setting]) -> list[Any]:
    """Of a law that costs more the larger a game is the other forms of the large ones are late."""
    return [late(s, late=s.path in LARGE and not s.usual) for s in forms]


def with_usual(forms: Iterable[Setting]) -> list[Any]:
    """Of a law for which somebody watches whole games the other forms of all games are late, and the largest games."""
    return [late(s, late=s.path in RULEBOOKS and (not s.usual or s.path in LARGE[1:])) for s in forms]


def with_few_large(forms: Iterable[Setting]) -> list[Setting]:
    """Of a law that takes minutes with a large game the usual form is enough, and the last, with all its variants."""
    last = [form for form, after in pairwise([*SETTINGS, None]) if form and (not after or after.path != form.path)]
    return [form for form in forms if form.path not in LARGE or form.usual or form in last]


def with_one_large(paths: Iterable[Path]) -> list[Any]:
    """Of what is the same in all games one of the large ones is enough, the others are late."""
    return [late(path, name=path.stem, late=path in LARGE[1:]) for path in paths]


def with_small_large(paths: Iterable[Path]) -> list[Any]:
    """Where each form is compiled for one test the two largest games, with the most forms, are late."""
    return [late(path, name=path.stem, late=path in LARGE[-2:]) for path in paths]


def slowly(setting: Setting) -> Iterator[Any]:
    """Each form is run in a slow way, with one seed, and what takes seconds in its usual form and for a part; late are
    the largest games, the other seed (but for large games), and to go on for as long as the law goes along."""
    slow = setting.path in (*CLASSICS, *LARGE)
    apart = slow or setting.path in (*SPINE, *PASSAGES)
    waits = setting.path in LARGE[2:] or (slow and not setting.usual)
    yield late(setting, 1, not apart, name=f"{setting}-1", late=waits)
    if apart and (setting.usual or not slow):
        yield late(setting, 1, True, name=f"{setting}-1-whole")
    if setting.path not in LARGE:
        yield late(setting, 2, True, name=f"{setting}-2")


@cache
def settings(path: Path) -> list[Setting]:
    """The rulebook in each form in which it is to be right (S17.4). Of its text only what speaks of them is read, as
    all processes need them to know which tests there are."""
    text = path.read_text("utf-8")
    if not re.search(r"^(variant|option|only with| +for [0-9]+ to) |^( +for [0-9].*\n){2}", text, re.MULTILINE):
        return [Setting(path)]
    start = parse("".join(item.text for item in items_of(text) if AGREED_IN.search(item.text)), str(path), text).start
    assert start is not None
    (game,) = of_sort(start, tree.Game)
    return [Setting(path, terms) for terms in Agreed(start, game, USUAL).forms()]


AGREED_IN = re.compile(r"^(game|variant|option) |\bonly with ", re.MULTILINE)
ALL = (*RULEBOOKS, *SPINE, *PASSAGES, *GOOD)
FORMS = [setting for path in ALL for setting in settings(path)]
# The bounds of an option of a large game are tried where games are played to their end: no law sees more of them.
SETTINGS = [form for form in FORMS if not (form.path in LARGE and form.terms.options)]


def program(setting: Setting, examples: bool = False) -> Program:
    """The program of a game, with the bodies of its functions; with its worked examples, if wanted."""

    def made() -> Program:
        found, diagnostics = compile_rules(setting.path, setting.terms, examples)
        assert found is not None, [str(diagnostic) for diagnostic in diagnostics]
        return found

    return shared(f"program {setting!r} {examples}", made)


@cache
def game(setting: Setting) -> Game:
    """The compiled game, with the bodies of its functions (which a game from the user's cache does not have)."""
    return Game(shared(f"entry {setting!r}", lambda: Game.of(program(setting))._entry), setting.path)
