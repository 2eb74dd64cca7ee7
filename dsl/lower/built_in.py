"""The values and relations that every game has, as constant tables: what they are of given arguments, and of which they
are so and so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from math import prod
from typing import Literal

from dsl import model as m
from dsl.analysis.truth import COMPARED
from dsl.board.graphs import members
from dsl.builtins.signature import BuiltInRelation, BuiltInValue
from dsl.ir.nodes import Binary, Bits, Block, Call, Const, Expr, If, Local, Return
from dsl.late import dataclass
from dsl.lower.build import Build, index_of
from dsl.lower.ops import ZERO, lookup, number, pair, parameters, plus
from dsl.model.world import BoardInfo, Kind

_MOST_SETS = 4096  # in a table of elements by the other arguments and by amounts


@dataclass(frozen=True, eq=False)
class BuiltInTable:
    """A value of all its arguments, on a board if it belongs to one. Arguments are counted from 0 in their kinds."""

    build: Build
    value: BuiltInValue
    board: BoardInfo | None

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Those of its arguments."""
        return self.value.kinds(self.build.world, self.board)[:-1]

    @cached_property
    def values(self) -> tuple[int, ...]:
        return self.value.values(self.build.world, self.board)

    @property
    def name(self) -> str:
        return self.named(self.value.word)

    def named(self, name: str) -> str:
        return f"{name}.{self.board.name}" if self.board else name

    def of(self, arguments: Sequence[Expr]) -> Expr:
        """The value of these elements, all of which are there."""
        return self.at([index_of(kind, one) for kind, one in zip(self.kinds, arguments, strict=True)])

    def at(self, arguments: Sequence[Expr]) -> Expr:
        """The same of elements that are counted from 0."""
        step = _even_step(self.values) if len(arguments) == 1 else 0
        if step == 1:
            return plus(arguments[0], self.values[0])
        if step == -1:
            return Binary("-", number(self.values[0]), arguments[0])
        rows = [(arguments[k], self.kinds[k].size) for k in self.value.layout]
        return lookup(self.build.table(self.name, lambda: self.values), _row(rows))

    def all(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The arguments, in the order of their roles, of which there is a value, with that value."""
        layout = self.value.layout
        order = [layout.index(k) for k in range(len(layout))]
        rows = product(*(range(self.kinds[k].size) for k in layout))
        for row, value in zip(rows, self.values, strict=True):
            if value >= 0:
                yield tuple([row[k] for k in order]), value


@dataclass(frozen=True)
class Sets:
    """The elements with which, at a place among its arguments, a value compares so with an amount: a number of the
    text, any number known in play, or one of play that is such a value itself (`own`)."""

    table: BuiltInTable
    place: int
    operator: str
    amount: int | Literal["any", "own"]

    @property
    def name(self) -> str:
        which = 0 if self.table.value.symmetric else self.place
        amount = "" if self.amount == "any" else self.amount
        return self.table.named(f"{self.table.value.word}{self.operator}{amount}{f'#{which}' if which else ''}")

    def by(self, others: Sequence[Expr], amount: Expr) -> Expr:
        """The set for the other arguments, counted from 0, and an amount."""
        places = list(zip(others, (kind.size for kind in self._others), strict=True))
        if self.amount == "own":
            places.append((amount, len(self._amounts)))
        elif self.amount == "any":
            places.append((self._column(amount), len(self._amounts)))
        sets = Bits(self.table.kinds[self.place].size)
        if not places:
            return Const(self._sets()[0], sets)
        return lookup(self.table.build.table(self.name, self._sets, sets), _row(places))

    @property
    def are_worth_it(self) -> bool:
        """Whether they fit into a table, and testing each element is not as cheap as finding the amount there."""
        if self.amount == "any" and not self._others:
            return False
        return prod(kind.size for kind in self._others) * len(self._amounts) <= _MOST_SETS

    @property
    def _others(self) -> list[Kind]:
        return [kind for k, kind in enumerate(self.table.kinds) if k != self.place]

    @property
    def _amounts(self) -> range:
        """Those for which there are sets. Less than -1 is the same as -1, and more than any value the same as one more
        than the highest."""
        if isinstance(self.amount, int):
            return range(self.amount, self.amount + 1)
        highest = max(self.table.values)
        return range(highest + 1) if self.amount == "own" else range(-1, highest + 2)

    def _column(self, amount: Expr) -> Expr:
        """Where any number stands among the amounts."""
        width, said = len(self._amounts), Local("number")
        less = If(Binary("<", said, ZERO), (Return(ZERO),))
        more = If(Binary(">", said, number(width - 2)), (Return(number(width - 1)),))
        body: Block = (less, more, Return(plus(said, 1)))
        name = self.table.build.value(f"one of {width} amounts", parameters("number"), lambda: body)
        return Call(name, (amount,))

    def _sets(self) -> tuple[int, ...]:
        """By the other arguments and, innermost, by the amounts."""
        holds, amounts = COMPARED[self.operator], self._amounts
        so = ((*given, amount) for given, value in self.table.all() for amount in amounts if holds(value, amount))
        return _gathered(so, self.place, [*map(_indices, self.table.kinds), amounts])


def built_in(build: Build, node: m.BuiltIn) -> BuiltInTable:
    """The table of a value, on the board of its arguments."""
    return on_board(build, node.value, node.board(build.world))


def on_board(build: Build, value: BuiltInValue, board: BoardInfo | None) -> BuiltInTable:
    return build.once(("built-in", value, board), lambda: BuiltInTable(build, value, board))


@dataclass(frozen=True, eq=False)
class RelationTable:
    """Of what a relation is so: its subject, place 0, and its arguments, each counted from 0 in its kind."""

    build: Build
    relation: BuiltInRelation
    kinds: tuple[Kind, ...]
    about: str

    def where(self, place: int, others: Sequence[Expr]) -> Expr:
        """The set of what can stand at a place, by what stands at the others."""
        sizes = [kind.size for k, kind in enumerate(self.kinds) if k != place]
        return lookup(self.declared(place), _row(zip(others, sizes, strict=True)))

    def declared(self, place: int) -> str:
        """The name of the table of these sets."""
        return self.build.table(self.name(place), lambda: self._sets(place), Bits(self.kinds[place].size))

    def name(self, place: int) -> str:
        last = len(self.kinds) - 1
        which = last - 1 if self.relation.symmetric and place == last else place
        return f"{self.relation.name}{f'#{which}' if which else ''}.{self.about}"

    def _sets(self, place: int) -> tuple[int, ...]:
        subjects = tuple(self.relation.table(self.build.world, *self.kinds))
        if place == 0:
            return subjects
        ranges = [*map(_indices, self.kinds)]
        rows = zip(product(*ranges[1:]), subjects, strict=True)
        return _gathered(((one, *given) for given, those in rows for one in members(those)), place, ranges)


def related(build: Build, relation: BuiltInRelation, kinds: Iterable[Kind]) -> RelationTable:
    """The table of a relation, on the board of its subject, between things of such kinds."""
    kinds = tuple(kinds)
    board = build.world.board_of(kinds[0])
    about = next((kind.name for kind in kinds if kind.sort == "line"), board.name)
    return RelationTable(build, relation, relation.kinds(build.world, board, kinds), about)


def _gathered(so: Iterable[tuple[int, ...]], place: int, ranges: Sequence[range]) -> tuple[int, ...]:
    """Of the combinations that are so: for each of what stands at the other places, the set of what stands at one."""
    found: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for row in so:
        found[row[:place] + row[place + 1 :]] |= 1 << row[place]
    return tuple(found[others] for others in product(*ranges[:place], *ranges[place + 1 :]))


def _indices(kind: Kind) -> range:
    return range(kind.size)


def _row(places: Iterable[tuple[Expr, int]]) -> Expr:
    """The index in a table of rows within rows: in each by a number, of so many."""
    (row, _), *inner = places
    for index, size in inner:
        row = pair(row, index, size)
    return row


def _even_step(values: Iterable[int]) -> int:
    """By how much they rise from each to the next, if always by as much; else 0."""
    steps = {after - before for before, after in pairwise(values)}
    return steps.pop() if len(steps) == 1 else 0
