"""What stands on the boards when a player is asked first, and in worked examples, as it is drawn in documents.

It is kept between runs, as long as neither the rulebook nor the engine changes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import TYPE_CHECKING

from dsl.board.reach import Trial
from dsl.board.scene import Piece, Scene
from dsl.terms import USUAL
from dsl.text.files import keep, kept
from interpreter.backends import compiled_games
from interpreter.play.examples import after_setup
from interpreter.play.game import Game
from interpreter.play.position import first_position
from interpreter.state.codec import decode, encode
from interpreter.state.machine import State
from interpreter.tools.example_scenes import off_boards, on_boards, scenes
from interpreter.tools.reach import trials

if TYPE_CHECKING:
    from dsl.pages.publishing import Book

SEEDS = (1, 2, 3, 4)  # what is the same with all of them is taken not to depend on chance
SUFFIX = ".scenes"


@dataclass(frozen=True)
class Positions:
    """What everybody sees on the boards when a player is asked first, on each space from the bottom to the top.
    Nothing if chance has a part in it. `settled` is what lies there after a setup in which something is chosen, and
    `beside` what lies elsewhere after the setup, of which chance may decide what it is. `scenes` are those of the
    examples, by their titles; `trials` tell where rules lead pieces.
    """

    opening: tuple[Piece, ...] = ()
    settled: tuple[Piece, ...] = ()
    beside: tuple[Piece, ...] = ()
    scenes: tuple[tuple[str, Scene], ...] = ()
    trials: tuple[Trial, ...] = ()

    def shown_in(self, book: Book) -> Book:
        """The book with these positions, to be drawn."""
        found = replace(book, opening=self.opening, settled=self.settled, beside=self.beside)
        return replace(found, scenes=dict(self.scenes), trials=self.trials)


def positions(path: Path, book: Book) -> Positions:
    """The positions of a rulebook, played out unless they are known. Raises RulebookError."""
    found = known(path)
    if found is None:
        found = played(path, book)
        keep(place(path), json.dumps(encode(found)).encode())
    return found


def play_apart(path: Path) -> Popen[bytes]:
    """Another process that finds the positions of a rulebook and keeps them; it says nothing, also of what is wrong."""
    command = [sys.executable, "-m", "interpreter.cli.opening", str(path)]
    return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)


def known(path: Path) -> Positions | None:
    """The positions of a rulebook that was played out before."""
    body = kept(place(path))
    return None if body is None else decode(Positions, json.loads(body))


def place(path: Path) -> str:
    """The name of the file in which they are kept."""
    return compiled_games.key(path, USUAL) + SUFFIX


def played(path: Path, book: Book) -> Positions:
    """Plays the setup and all examples, each in the first form of the game that it is part of."""
    game = Game.with_examples(path, hasty=True)
    found = scenes_in(game)
    left = {e.title: e.variants for b in (book.rulebook, *book.others) for e in b.examples} | dict.fromkeys(found)
    for terms in book.rulebook.forms[1:]:
        if {*terms.variants} in left.values():
            more = scenes_in(Game.with_examples(path, terms, hasty=True))
            found = more | found
            left |= dict.fromkeys(more)
    shown = tuple((title, scene) for title, scene in found.items() if scene)
    return Positions(opening(game), settled(game), beside(game), shown, trials(game))


def scenes_in(game: Game) -> dict[str, Scene | None]:
    """The scenes of all examples that belong to a game as it is played, by their titles."""
    return {example.title: scene for example, scene in scenes(game)}


def opening(game: Game) -> tuple[Piece, ...]:
    """What everybody sees at the start, if chance has no part in it."""
    first, *others = (standing(game, seed) for seed in SEEDS)
    return first if all(other == first for other in others) else ()


def settled(game: Game) -> tuple[Piece, ...]:
    """Where chance or a player chooses in the setup, the pieces on boards after it, on the spaces where the same kinds
    lie whatever is chosen; what that gives them is left out."""
    states = [after_setup(game.program, game.machine, last) for last in (False, True)]
    first, other = (on_spaces(game, state) if state else {} for state in states)
    alike = ((lying, other.get(at, [])) for at, lying in first.items())
    both = (zip(one, two, strict=True) for one, two in alike if [*map(sort, one)] == [*map(sort, two)])
    return tuple(a if a == b else replace(a, values=()) for pairs in both for a, b in pairs)


def sort(piece: Piece) -> tuple[str, int]:
    return piece.kind, piece.seat


def on_spaces(game: Game, state: State) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in on_boards(game, state, {}).values():
        found.setdefault(piece.at, []).append(replace(piece, flags=()))
    return found


def standing(game: Game, seed: int) -> tuple[Piece, ...]:
    """The pieces on boards. What flags they have from the start is nothing special."""
    found = on_boards(game, first_position(game, seed=seed).state, {})
    return tuple(replace(piece, flags=()) for piece in found.values())


def beside(game: Game) -> tuple[Piece, ...]:
    """What lies in places off the boards after the setup, from the bottom to the top, in those where chance has no part
    in how much lies there; of a piece that not everybody sees, or that chance brings there, that it is there."""
    states = [after_setup(game.program, game.machine, last) for last in (False, True)]
    first, other = (in_places(game, state) if state else {} for state in states)
    same = [at for at, lying in first.items() if Counter(other.get(at)) == Counter(lying)]
    ordered = {at for at in same if other[at] == first[at]}
    known = {at: first[at] if at in ordered else sorted(first[at], key=repr) for at in same}
    chance = {at: lying for at, lying in first.items() if at not in same and len(other.get(at, ())) == len(lying)}
    return tuple(piece for at in first for piece in known.get(at, map(by_chance, chance.get(at, ()))))


def by_chance(piece: Piece) -> Piece:
    """What is known of what chance brings to a place: that it is there."""
    return Piece("", piece.at)


def in_places(game: Game, state: State) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in off_boards(game, state, hidden=True).values():
        found.setdefault(piece.at, []).append(piece)
    return found


def main(path: Path) -> None:
    from dsl.pages.publishing import read_book

    book, _ = read_book(path)
    if book is not None:
        positions(path, book)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
