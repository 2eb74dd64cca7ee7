"""What is to know of what every game can speak of: how it is written, what it is said of, its table, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from dsl.late import dataclass
from dsl.model.world import NUMBER, BoardInfo, Kind, World

Sort = Literal["space", "edge", "direction", "board", "line", "player", "number"]
"""What an argument or a value is: of a board, one of its straight lines, who plays, or a number."""

Explained = Literal["neighbour", "distance", "direction", "line", "rank", "file", "ring"]
"""What the shape of a board settles, and a guide has to tell where a rulebook speaks of it."""

Complaint = tuple[str, str]
"""Why a game has no such thing: the code of the error, and what is said."""

_MADE: dict[tuple[object, ...], Signature] = {}

TABLES = 32  # are kept: each is asked for again and again, by one part of the compiler after the other


@dataclass(frozen=True, eq=False, kw_only=True)
class Signature:
    """A value or a relation that every game has: a word, and after each preposition an argument of a sort.

    The rules cannot change it: for each combination of arguments it is always the same. So it is a table, which no
    player can be kept from seeing; what is hidden can only be of which arguments it is asked.
    """

    word: str
    roles: Mapping[str, Sort]

    table: Callable[..., Iterable[int]]
    """Of the world and the kind of each argument, those of which there are several counted from 0 in their kinds."""

    key: str
    """By which each language finds the words for it, with its arguments by their prepositions."""

    symmetric: bool = False
    """Whether its last two arguments, of which a relation's subject is the first, can change places."""

    complaint: Callable[..., Complaint | None] = lambda *_: None
    """Of the world and the kind of each argument: why this game has no such thing."""

    explained: tuple[Explained, ...] = ()
    """What a reader has to be told of a board to understand it (`dsl.prose.boards`)."""

    def __post_init__(self) -> None:
        _MADE[self._named] = self

    def __reduce__(self) -> tuple[Callable[..., Signature], tuple[object, ...]]:
        """There is one of each: a copy of a rulebook in another process speaks of the one there."""
        return _made, self._named

    @property
    def _named(self) -> tuple[object, ...]:
        return type(self), self.key, self.word, *self.roles.items()

    def is_written(self, word: str, prepositions: Iterable[str]) -> bool:
        return word == self.word and sorted(prepositions) == sorted(self.roles)


@dataclass(frozen=True, eq=False, kw_only=True)
class BuiltInValue(Signature):
    """`the distance from A to B`. Its table holds the value for each combination of arguments, the last of them
    innermost; -1 where there is none."""

    gives: Sort

    innermost: str = ""
    """The preposition of the argument that is innermost in the table, if that is not the last one."""

    may_lack: bool = False
    """Whether a rule has to reckon with there being none, though all arguments are there."""

    reserved: bool = True
    """Whether no rulebook can have a value of its own that is written so."""

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

    def kinds(self, world: World, board: BoardInfo | None) -> tuple[Kind, ...]:
        """The kinds of its arguments and, last, its own."""
        return tuple(_kind(sort, world, board) for sort in (*self.roles.values(), self.gives))

    def values(self, world: World, board: BoardInfo | None) -> tuple[int, ...]:
        """All of its table."""
        return _values(self, world, board)

    def has_gaps(self, world: World, board: BoardInfo | None) -> bool:
        """Whether there can be none, though all arguments are there."""
        return -1 in _values(self, world, board)

    @property
    def layout(self) -> tuple[int, ...]:
        """Which argument the rows of the table go by, which one the rows inside them, and so on."""
        words = tuple(self.roles)
        return tuple(sorted(range(len(words)), key=lambda number: words[number] == self.innermost))


@dataclass(frozen=True, eq=False, kw_only=True)
class BuiltInRelation(Signature):
    """`A is straight from B`: of a subject and of arguments; without a word of its own `A is beside B`. Its table
    holds, for each combination of the arguments, the last of them innermost, the set of the subjects of which it is so.
    """

    name: str
    subject: Sort

    def kinds(self, world: World, board: BoardInfo, kinds: Iterable[Kind]) -> tuple[Kind, ...]:
        """The kinds of its subject and its arguments on a board, where these are of such kinds."""
        sorts = (self.subject, *self.roles.values())
        return tuple(k if s == "line" else _kind(s, world, board) for s, k in zip(sorts, kinds, strict=True))


def _made(*named: object) -> Signature:
    return _MADE[named]


@lru_cache(TABLES)
def _values(value: BuiltInValue, world: World, board: BoardInfo | None) -> tuple[int, ...]:
    *kinds, _ = value.kinds(world, board)
    return tuple(value.table(world, *kinds))


def _kind(sort: Sort, world: World, board: BoardInfo | None) -> Kind:
    if sort == "number":
        return NUMBER
    if sort == "player":
        return world.players
    assert board is not None  # all others are of a board
    of_board = {"space": board.spaces, "edge": board.edges, "direction": board.directions, "board": board.kind}
    return of_board[sort]
