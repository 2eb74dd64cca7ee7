"""Words that nothing in a game is called: spaces that there are not, names that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.ir.program import Board, Program
from interpreter.play.options import words

LITTLE_WORDS = "the of on in to with at a an and number nothing done give up"  # what stands between names


def unknown(program: Program, typed: str) -> str:
    """What is said of a text that names an action of other terms; else of its first word that is none of the game's,
    empty if all are."""
    typed_words = words(typed)
    for called, there in program.absent:
        if typed_words[: len(words(called))] == words(called):
            agreed = "was agreed on" if there.startswith("without ") else "was not agreed on"
            return f"“{called}” is there only {there}, which {agreed}"
    left = {word for word in typed_words if not word.isdecimal()}
    for text in _texts(program):
        left.difference_update(words(text))
        if not left:  # as a rule soon: most of what is typed is called so in the game
            return ""
    strange = [word for word in typed_words if word in left]
    board = next((board for board in program.boards if _form(strange[0]) in map(_form, _names(program, board))), None)
    if board is None:
        return f"nothing here is called “{strange[0]}”"
    return f"there is no space {strange[0].upper()}; they go {_extent(_names(program, board), strange[0])}"


def _texts(program: Program) -> Iterator[str]:
    """Everything that is called something in the game."""
    yield LITTLE_WORDS
    yield from program.players
    for decision in program.decisions:
        yield from (
            part for alternative in decision.alternatives for part in alternative.parts if isinstance(part, str)
        )
    for kind in program.kinds:
        yield from (kind.label, kind.plural, *kind.elements)
    for piece in program.pieces:
        yield from (piece.label, piece.plural, *(attribute.label for attribute in piece.attributes))
    yield from (location.name for location in program.locations)
    yield from (mark.label for board in program.boards for mark in board.marks)


def _names(program: Program, board: Board) -> list[str]:
    """What the spaces of a board are called, in their order."""
    return [program.locations[board.start + space].name for space in range(len(board.centres))]


def _form(name: str) -> str:
    """How a name is made: `A1` and `K10` alike."""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", name))


def _extent(names: Iterable[str], strange: str) -> str:
    """From which space to which: of those with the same letters, if there are such."""
    every = [*names]
    row = [name for name in every if _letters(name) == _letters(strange)] or every
    return f"from {row[0]} to {row[-1]}"


def _letters(name: str) -> str:
    return name.casefold().rstrip("0123456789")
