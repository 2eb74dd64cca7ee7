"""What is to know of a value that every game has: how it is written, what it is of, its table, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from dsl.model.world import NUMBER, BoardInfo, Kind, World

Sort = Literal["space", "direction", "player", "number"]
"""What an argument or a value is: of a board, who plays, or a number."""

Complaint = tuple[str, str]
"""Why a game has no such value: the code of the error, and what is said."""


@dataclass(frozen=True, eq=False)
class BuiltInValue:
    """`the distance from A to B`: the word, and after each preposition an argument of a sort.

    The rules cannot change it: for each combination of arguments it is always the same. So it is a table, which no
    player can be kept from seeing; what is hidden can only be of which arguments it is asked.
    """

    word: str
    roles: Mapping[str, Sort]
    gives: Sort

    table: Callable[..., Iterable[int]]
    """Of the world and the kind of each argument: the value for each combination of arguments, counted from 0 in their
    kinds, the last of them innermost; -1 where there is none."""

    key: str
    """By which each language finds the words for it, with its arguments by their prepositions."""

    innermost: str = ""
    """The preposition of the argument that is innermost in the table, if that is not the last one."""

    symmetric: bool = False
    """Whether its two arguments can change places."""

    complaint: Callable[..., Complaint | None] = lambda *_: None
    """Of the same: why this game has no such value."""

    may_lack: bool = False
    """Whether a rule has to reckon with there being none, though all arguments are there."""

    reserved: bool = True
    """Whether no rulebook can have a value of its own that is written so."""

    explained: tuple[str, ...] = ()
    """What a reader has to be told of a board to understand it (`dsl.prose.boards`)."""

    example: str = ""
    """How the reference of the language shows it; nothing if it does not."""

    remark: str = ""
    """What the reference says of it, if that is more than of the others."""

    @property
    def of_board(self) -> bool:
        """Whether it belongs to a board."""
        return "player" not in (*self.roles.values(), self.gives)

    @property
    def as_written(self) -> str:
        """How it is written, with each argument in braces by its preposition."""
        return " ".join((f"the {self.word}", *(f"{word} {{{word}}}" for word in self.roles)))

    def is_written(self, word: str, prepositions: Iterable[str]) -> bool:
        return word == self.word and sorted(prepositions) == sorted(self.roles)

    def kinds(self, world: World, board: BoardInfo | None) -> tuple[Kind, ...]:
        """The kinds of its arguments and, last, its own."""
        return tuple(_kind(sort, world, board) for sort in (*self.roles.values(), self.gives))

    def values(self, world: World, board: BoardInfo | None) -> tuple[int, ...]:
        """All of its table."""
        *kinds, _ = self.kinds(world, board)
        return tuple(self.table(world, *kinds))

    @property
    def layout(self) -> tuple[int, ...]:
        """Which argument the rows of the table go by, which one the rows inside them, and so on."""
        words = tuple(self.roles)
        return tuple(sorted(range(len(words)), key=lambda number: words[number] == self.innermost))


def _kind(sort: Sort, world: World, board: BoardInfo | None) -> Kind:
    if sort == "number":
        return NUMBER
    if sort == "player":
        return world.players
    assert board is not None  # spaces and directions are those of a board
    return board.spaces if sort == "space" else board.directions
