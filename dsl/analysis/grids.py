"""How much a power gives to the one other piece of which it speaks, by where that piece stands. Where nothing but the
board and dice decide it, this is a grid of numbers around the piece that has the power."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from dsl import model
from dsl.analysis.reach import all_in
from dsl.builtins.signature import BuiltInRelation, BuiltInValue
from dsl.model import Condition, Expression, Variable
from dsl.model.world import BoardInfo, Kind, World

Guard = tuple[Condition, bool]
"""A condition, and whether it has to hold."""


class Untold(Exception):
    """A number depends on more than where the two pieces stand."""


@dataclass(frozen=True)
class Amount:
    """A number from `low` to `high`; if it is not `known`, it is `by` more than what dice show."""

    low: int
    high: int
    by: int = 0

    @property
    def known(self) -> bool:
        return self.low == self.high

    def plus(self, number: int) -> Amount:
        return Amount(self.low + number, self.high + number, self.by + number)

    def within(self, bound: Callable[[int, int], int], number: int) -> Amount:
        """Not below a number, or not above it."""
        low, high = bound(self.low, number), bound(self.high, number)
        return Amount(low, high, low if low == high else self.by)


@dataclass(frozen=True)
class Grid:
    """The amounts that a power gives as `number` to a `target` on spaces of a board, counted from its first one, while
    its own piece stands on the `middle`."""

    own: Variable
    target: Kind
    number: Variable
    board: BoardInfo
    middle: int
    amounts: Mapping[int, Amount]

    @property
    def rings(self) -> int:
        """How far away something is given at most."""
        return max(self.board.shape.distance[self.middle][at] for at in self.amounts)


@dataclass(frozen=True)
class Deed:
    """A call of a verb in a power that gives something a number: where all guards are as they have to be."""

    call: model.Perform
    guards: tuple[Guard, ...]

    @property
    def numbers(self) -> list[tuple[Variable, Expression]]:
        pairs = zip(self.call.procedure.parameters, self.call.arguments, strict=True)
        return [(variable, value) for variable, value in pairs if variable.kind.sort == "number"]

    @property
    def targets(self) -> list[Kind]:
        return [value.kind for value in self.call.arguments if value.kind.sort == "piece" and value.kind.unique]


def grid(power: model.Power, world: World) -> Grid | None:
    """The grid of a power, if it has one, and not the same number everywhere."""
    own = [variable for variable in power.parameters if variable.kind.sort == "piece"]
    found = [deed for deed in deeds(power.effects) if len(deed.numbers) == 1 and len(deed.targets) == 1]
    if len(own) != 1 or len(found) != 1:
        return None
    spaces = {node.kind for line in power.effects for node, _ in all_in(line, power)
              if isinstance(node, model.PlaceOf) and node.kind.sort == "space"}  # fmt: skip
    boards = [board for board in world.boards.values() if board.spaces in spaces and not board.owned]
    if len(spaces) != 1 or len(boards) != 1:
        return None
    board = boards[0]
    middle = min(range(board.spaces.size), key=lambda at: max(board.shape.distance[at]))
    lets = {line.variable: line.value for line in power.effects if isinstance(line, model.Let)}
    standing = Standing(board, lets, own[0], found[0].targets[0], Tables(world, board.spaces))
    try:
        amounts = dict(given(found[0], standing, middle))
    except Untold:
        return None
    if not amounts or (len(amounts) == board.spaces.size - 1 and len(set(amounts.values())) == 1):
        return None
    return Grid(own[0], found[0].targets[0], found[0].numbers[0][0], board, middle, amounts)


def deeds(block: Iterable[model.Statement], guards: tuple[Guard, ...] = ()) -> Iterator[Deed]:
    """The calls of verbs in a block, each with what has to be so for it."""
    for line in block:
        match line:
            case model.Perform():
                yield Deed(line, guards)
            case model.If(branches=branches):
                before: tuple[Guard, ...] = ()
                for condition, body in branches:
                    yield from deeds(body, (*guards, *before, *([(condition, True)] if condition else [])))
                    before = (*before, *([(condition, False)] if condition else []))
            case _:  # gives nothing a number
                pass


def given(deed: Deed, standing: Standing, middle: int) -> Iterator[tuple[int, Amount]]:
    """What is given on each space on which something can be. Raises Untold."""
    for at in range(standing.board.spaces.size):
        here = standing.at(middle, at)
        if at == middle or any(here.holds(condition) is (not wanted) for condition, wanted in deed.guards):
            continue
        amount = here.number(deed.numbers[0][1])
        if amount.high > 0:
            yield at, amount


class Tables:
    """What built-in values and relations of two spaces are, each looked up once."""

    def __init__(self, world: World, spaces: Kind) -> None:
        self.world, self.spaces, self.known = world, spaces, dict[str, tuple[int, ...]]()

    def of(self, found: BuiltInValue | BuiltInRelation) -> tuple[int, ...]:
        if found.key not in self.known:
            self.known[found.key] = tuple(found.table(self.world, self.spaces, self.spaces))
        return self.known[found.key]


@dataclass(frozen=True)
class Standing:
    """The two pieces on the board, each on a space counted from the first one; `lets` are the names of the power."""

    board: BoardInfo
    lets: Mapping[Variable, Expression]
    own: Variable
    target: Kind
    tables: Tables
    places: tuple[int, int] = (0, 0)

    def at(self, own: int, target: int) -> Standing:
        return replace(self, places=(own, target))

    def space(self, expression: Expression) -> int:
        """On which space something is. Raises Untold."""
        match expression:
            case model.PlaceOf(piece=piece):
                return self.space(piece)
            case model.Use(variable=variable) if variable is self.own:
                return self.places[0]
            case _ if expression.kind is self.target:
                return self.places[1]
            case _:  # is neither of the two
                raise Untold

    def number(self, expression: Expression) -> Amount:
        """Raises Untold."""
        match expression:
            case model.Constant(value=value) | model.Setting(value=value):
                return Amount(value, value, value)
            case model.Use(variable=variable) if variable in self.lets:
                return self.number(self.lets[variable])
            case model.Arithmetic():
                return self.sum(expression)
            case model.BuiltIn(value=value, arguments=arguments) if len(arguments) == 2:
                first, second = map(self.space, arguments)
                found = self.tables.of(value)[first * self.board.spaces.size + second]
                return Amount(found, found, found)
            case model.Apply(value=value, arguments=(model.Use(variable=self.own),), otherwise=None):
                return replace(self, own=value.parameters[0]).first(value)
            case model.Extreme(which="highest" | "lowest", of=of) if of.kind.sort == "range":
                return Amount(min(0, of.kind.low), of.kind.low + of.kind.size - 1)
            case _:  # is nothing of the board
                raise Untold

    def first(self, value: model.Value) -> Amount:
        """The case of a value that counts. Raises Untold."""
        for number, condition, _ in value.cases:
            holds = True if condition is None else self.holds(condition)
            if holds is None:
                raise Untold
            if holds:
                return self.number(number)
        raise Untold

    def sum(self, expression: model.Arithmetic) -> Amount:
        left, right = self.number(expression.left), self.number(expression.right)
        if not right.known:
            raise Untold
        match expression.operator:
            case "plus":
                return left.plus(right.low)
            case "minus":
                return left.plus(-right.low)
            case "but not below":
                return left.within(max, right.low)
            case "but not above":
                return left.within(min, right.low)
            case "multiplied by" | "divided by" as operator if left.known:
                both = left.low, right.low
                found = both[0] * both[1] if operator == "multiplied by" else both[0] // both[1] if both[1] > 0 else 0
                return Amount(found, found, found)
            case _:  # is more or less by more than a number
                raise Untold

    def holds(self, condition: Condition) -> bool | None:
        """Whether something is so; None where dice decide it. Raises Untold."""
        match condition:
            case model.Compare(operator=operator, left=left, right=right):
                return compared(operator, self.number(left), self.number(right))
            case model.Related(relation=relation, arguments=arguments) if len(arguments) == 2:
                subject, other = map(self.space, arguments)
                return bool(self.tables.of(relation)[other] >> subject & 1)
            case model.Not(condition=inner):
                found = self.holds(inner)
                return None if found is None else not found
            case model.All(conditions=conditions):
                return least([self.holds(inner) for inner in conditions])
            case _:  # is nothing of the board
                raise Untold


def least(found: list[bool | None]) -> bool | None:
    """Whether all is so."""
    return False if False in found else None if None in found else True


def compared(operator: str, left: Amount, right: Amount) -> bool | None:
    """How two numbers are, as far as it is sure."""
    match operator:
        case ">=":
            return True if left.low >= right.high else False if left.high < right.low else None
        case ">":
            return True if left.low > right.high else False if left.high <= right.low else None
        case "<=" | "<":
            return compared(">=" if operator == "<=" else ">", right, left)
        case "=":
            apart = left.high < right.low or right.high < left.low
            return False if apart else True if left.known and right.known else None
        case _:  # it is another number
            found = compared("=", left, right)
            return None if found is None else not found
