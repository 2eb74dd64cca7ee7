"""Conditions about spaces (edges, lines, directions) as sets: all elements for which a condition holds, at once.

"There is no Installation beside the Cell" is then one set of cells, made from the places of the installations, and
neither a loop over cells nor one over pieces for each of them. Elements are counted from 0 in their kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeGuard

from dsl import builtins
from dsl import model as m
from dsl.board.graphs import bits_of
from dsl.builtins import BuiltInRelation
from dsl.ir.nodes import Binary, Bits, Block, Call, Expr, Local, Return, Set, Single
from dsl.lower import board_tables
from dsl.lower.build import Env, Lifted, guarded, index_of, outlined
from dsl.lower.built_in import BuiltInTable, RelationTable, Sets, built_in, related
from dsl.lower.loops import SET_SORTS, loop
from dsl.lower.nothing import may_be_nothing
from dsl.lower.occupancy import as_spaces, standing
from dsl.lower.ops import NOTHING, complement, empty_set, full_set, intersection, lookup, members_of, union
from dsl.lower.values import by_sort
from dsl.model import Condition, Expression, Node, Selection, Variable
from dsl.model.visit import cases, conjuncts, depends
from dsl.model.world import BoardInfo, Kind

DEEPEST = 12  # definitions inside one another that are looked into
_MIRRORED = {"=": "=", "!=": "!=", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}


def lift(env: Env, variable: Variable, condition: Condition) -> Lifted | None:
    """The elements for which the condition holds; None if it must be tested for each of them."""
    if variable.kind.sort not in SET_SORTS:
        return None
    return _Lift(env, variable).condition(condition)


class _Lift:
    """Lifts conditions about one variable. For which elements they hold matters only `within` other conditions."""

    def __init__(self, env: Env, variable: Variable, within: tuple[Condition, ...] = ()) -> None:
        self.env = env
        self.build = env.build
        self.variable = variable
        self.size = variable.kind.size
        self.within = within

    def condition(self, node: Condition) -> Lifted | None:
        if not depends(node, self.variable):
            table = self.build.table(f"all or none.{self.size}", lambda: (0, (1 << self.size) - 1), Bits(self.size))
            return Lifted(lookup(table, self.env.condition(node)), cheap=False)
        match node:
            case m.All(conditions=parts):
                return self._all(parts)
            case m.Any(conditions=parts):
                return self._any(parts)
            case m.Not(condition=inner):
                return self._not(self.condition(inner))
            case m.Unspent(meaning=meaning):
                return self.condition(meaning)
            case m.Located(what=what, where=where):
                return self._located(what, where)
            case m.Compare(operator=operator, left=left, right=right):
                return self._compare(operator, left, right)
            case m.Related(relation=relation, arguments=arguments):
                return self._related(relation, arguments)
            case m.Holds(quality=quality, arguments=arguments, otherwise=None):
                return self._holds(quality, arguments)
            case m.Holds():
                return self._by_sort(node)
            case m.InSet(what=what, members=members) if self._is_it(what) and members.kind is self.variable.kind:
                return Lifted(self.env.values[members])
            case m.Owned(what=what, by=by) if self._is_it(what) and not depends(by, self.variable):
                return self._owned(by)
            case m.IsA(what=what, kind=kind) if self._is_it(what):
                return self._located_in(kind)
            case m.Exists(selection=selection):
                return self._exists(selection, ())
            case m.Some(selection=selection, condition=inner):
                return self._exists(selection, (inner,))
            case m.ForAll(selection=selection, condition=inner):
                return self._not(self._exists(selection, (m.Not(inner.span, inner),)))
            case m.OnWalk(space=space, arguments=given) if self._is_it(space) and self._fixed(given):
                return Lifted(self.build.language.reached(self.env, node), cheap=False)
            case _:  # any other is tested for each element
                return None

    def _is_it(self, node: object) -> bool:
        return isinstance(node, m.Use) and node.variable is self.variable

    def _fixed(self, nodes: tuple[Node, ...]) -> bool:
        return not any(depends(n, self.variable) for n in nodes)

    def _single(self, node: Expression) -> Lifted:
        """The set of the one element that an expression means."""
        return Lifted(Single(index_of(self.variable.kind, self.env.expression(node)), self.size), narrow=True)

    # ------------------------------------------------------------------------------------------------------ connectives

    def _all(self, conditions: tuple[Condition, ...]) -> Lifted | None:
        plain = {c: self.condition(c) for c in conditions if isinstance(c, m.Related)}
        few = (c for c, lifted in plain.items() if lifted and lifted.cheap and lifted.narrow)
        inner = _Lift(self.env, self.variable, (*self.within, *few))
        found = [plain[c] if c in plain else inner.condition(c) for c in conditions]
        known = [x for x in found if x]
        if len(known) < len(found):
            return None
        narrow = any(x.narrow for x in known)
        return Lifted(intersection((x.members for x in known), self.size), all(x.cheap for x in known), narrow)

    def _any(self, conditions: tuple[Condition, ...]) -> Lifted | None:
        found = [self.condition(c) for c in conditions]
        known = [x for x in found if x]
        if len(known) < len(found):
            return None
        narrow = all(x.narrow for x in known)
        return Lifted(union((x.members for x in known), self.size), all(x.cheap for x in known), narrow)

    def _not(self, lifted: Lifted | None) -> Lifted | None:
        return lifted and Lifted(complement(lifted.members, self.size), lifted.cheap)

    # ------------------------------------------------------------------------------------------------- simple sentences

    def _located(self, what: Expression, where: Expression | Kind) -> Lifted | None:
        if self._is_it(what):
            return self._located_in(where)
        if self._is_it(where) and not depends(what, self.variable) and what.kind.sort == "piece":
            place = m.PlaceOf(what.span, self.variable.kind, True, what, False)
            return self._single(place)
        return None

    def _located_in(self, where: Expression | Kind) -> Lifted | None:
        """`the Cell is on the Belt`: a space is in a whole board, or is a certain space."""
        if isinstance(where, Kind):
            if where.members is not None and where.is_a(self.variable.kind):
                return Lifted(members_of(where))
            inside = self.variable.kind.is_a(where)
            return Lifted(full_set(self.size) if inside else empty_set(self.size))
        return None if depends(where, self.variable) else self._single(where)

    def _compare(self, operator: str, left: Expression, right: Expression) -> Lifted | None:
        if self._is_it(right) or self._is_measure(right):
            left, right, operator = right, left, _MIRRORED[operator]
        if depends(right, self.variable):
            return None
        if operator == "!=":
            return self._not(self._compare("=", left, right))
        if self._is_it(left) and operator == "=":
            return self._single(right)
        return self._measured(left, operator, right) if self._is_measure(left) else None

    def _is_measure(self, node: Expression) -> TypeGuard[m.BuiltIn]:
        """Whether it is a number of the element that every game has: its rank, how far it is from something."""
        return isinstance(node, m.BuiltIn) and node.value.gives == "number" and any(map(self._is_it, node.arguments))

    def _measured(self, node: m.BuiltIn, operator: str, amount: Expression) -> Lifted | None:
        """The spaces of a rank, those so far from another."""
        table, place = built_in(self.build, node), [self._is_it(a) for a in node.arguments].index(True)
        others = tuple(a for k, a in enumerate(node.arguments) if k != place)
        sets = Sets(table, place, operator, self._sort_of(amount, table))
        if not self._fixed(others) or sets.amount == -1 or not sets.are_worth_it:
            return None
        keys = others if isinstance(sets.amount, int) else (*others, amount)

        def by(values: tuple[Expr, ...]) -> Expr:
            indices = [index_of(other.kind, value) for other, value in zip(others, values, strict=False)]
            return sets.by(indices, values[-1] if values else NOTHING)

        return self._looked_up(sets.name, keys, by)

    def _sort_of(self, amount: Expression, table: BuiltInTable) -> int | Literal["any", "own"]:
        """The number that the text says, or what is known of one of play: whether it is itself such a value."""
        match amount:
            case m.Constant(value=value) | m.Setting(value=value):
                return value
            case m.BuiltIn() if built_in(self.build, amount) is table:
                return "own"
            case _:  # of others the value shows only in play
                return "any"

    def _looked_up(
        self, name: str, keys: tuple[Expression, ...], by: Callable[[tuple[Expr, ...]], Expr], narrow: bool = True
    ) -> Lifted:
        """The set in a table by these keys; the empty one where a key is nothing. A whole board is not `narrow`."""
        maybe = [may_be_nothing(self.build, k) for k in keys]
        given = [self.env.expression(k) for k in keys]
        return Lifted(guarded(self.env, f"set of {name}", given, maybe, by, empty_set(self.size)), narrow=narrow)

    def _related(self, relation: BuiltInRelation, arguments: tuple[Expression, ...]) -> Lifted | None:
        way = self._way_to_it(arguments)
        if way is not None:
            return self._along(way, lambda given: m.Related(way.span, relation, given), arguments)
        which = [i for i, a in enumerate(arguments) if depends(a, self.variable)]
        if len(which) != 1 or not self._is_it(arguments[which[0]]):
            return None
        table = related(self.build, relation, (a.kind for a in arguments))
        others = tuple(a for i, a in enumerate(arguments) if i != which[0])
        return self._stand(table, which[0], others)

    def _stand(self, table: RelationTable, place: int, others: tuple[Expression, ...]) -> Lifted:
        """The elements that stand at one place of a relation, by what stands at the others."""

        def by(values: tuple[Expr, ...]) -> Expr:
            return table.where(place, [index_of(o.kind, value) for o, value in zip(others, values, strict=True)])

        return self._looked_up(table.name(place), others, by, table.relation is not builtins.ON_BOARD)

    def _way_to_it(self, arguments: tuple[Expression, ...]) -> m.BuiltIn | None:
        """The direction to the element, where a condition speaks of nothing else of it."""
        about = [a for a in arguments if depends(a, self.variable)]
        match about:
            case [m.BuiltIn(value=builtins.DIRECTION, arguments=(start, end)) as way] if self._is_it(
                end
            ) and self._fixed((start,)):
                board = board_tables.board_with(self.build, self.variable.kind)
                return way if board and _one_way_each(board) else None
            case _:  # others speak of more than the way to it
                return None

    def _along(
        self,
        way: m.BuiltIn,
        condition: Callable[[tuple[Expression, ...]], Condition],
        arguments: tuple[Expression, ...],
    ) -> Lifted | None:
        """What is said of the direction from a space holds of its neighbours along all directions of which it holds."""
        direction = Variable("way", way.kind, span=way.span)
        along = m.Use(way.span, way.kind, False, direction)
        start, _ = way.arguments
        next_ = m.BuiltIn(way.span, self.variable.kind, True, builtins.NEIGHBOUR, (start, along))
        it = m.Use(way.span, self.variable.kind, False, self.variable)
        said = condition(tuple(along if a is way else a for a in arguments))
        return self._exists(
            Selection(way.span, direction, way.kind, that=(said, m.Compare(way.span, "=", it, next_))), ()
        )

    def _owned(self, by: Expression) -> Lifted | None:
        """The spaces of a table, or of a board of which each player has one, that are a player's."""
        kind = self.variable.kind
        board = board_tables.board_with(self.build, kind)
        if board and board.each:
            return self._stand(related(self.build, builtins.ON_BOARD, (kind, board.kind)), 0, (by,))
        if kind.members is None:
            return None
        owners = self.build.world.tables[kind.name].owners
        players = range(self.build.players)

        def make() -> tuple[int, ...]:
            return tuple(bits_of(k for k, owner in enumerate(owners) if owner == player) for player in players)

        table = self.build.table(f"{kind.name} of", make, Bits(self.size))
        return self._looked_up(table, (by,), lambda values: lookup(table, index_of(by.kind, values[0])))

    # ------------------------------------------------------------------------------------------------------ definitions

    def _holds(self, quality: m.Quality, arguments: tuple[Expression, ...]) -> Lifted | None:
        way = self._way_to_it(arguments)
        if way is not None:
            return self._along(way, lambda given: m.Holds(way.span, quality, given), arguments)
        which = [i for i, a in enumerate(arguments) if depends(a, self.variable)]
        if len(which) != 1 or not self._is_it(arguments[which[0]]):
            return None
        if not _same_numbers(quality.parameters[which[0]].kind, self.variable.kind):
            return None
        found = lifted_quality(self.env, quality, which[0])
        if found is None:
            return None
        name, kind = found
        others = [a for i, a in enumerate(arguments) if i != which[0]]
        maybe = [may_be_nothing(self.build, a) for a in others]
        given = [self.env.expression(a) for a in others]
        call = guarded(self.env, f"{name}!", given, maybe, lambda p: Call(name, p), empty_set(self.size))
        return Lifted(call, kind.cheap, kind.narrow)

    def _by_sort(self, node: m.Holds) -> Lifted | None:
        """What holds of things of several sorts, each by its own definition; the element itself must not be told apart
        so."""
        found = [None if self._sorts(c) else self._holds(c.quality, c.arguments) for c in cases(node)]
        known = [x for x in found if x]
        if len(known) < len(found):
            return None

        def of(env: Env, case: m.Holds) -> Expr:
            lifted = lift(env, self.variable, case)
            assert lifted is not None  # it was tried above
            return lifted.members

        members = by_sort(self.env, node, of, empty_set(self.size), (self.variable,))
        return Lifted(members, all(x.cheap for x in known), all(x.narrow for x in known))

    def _sorts(self, case: m.Holds) -> bool:
        """Whether it is the sort of the element itself that decides."""
        return any(depends(a, self.variable) for a in case.arguments if isinstance(a, m.Narrowed))

    # ------------------------------------------------------------------------------------------------------ quantifiers

    def _exists(self, selection: Selection, more: tuple[Condition, ...]) -> Lifted | None:
        found = None if more else standing(self.env, selection)
        if found and self._is_it(found.where):
            return Lifted(found.members, narrow=found.few)
        spaces = as_spaces(self.env, selection, more)
        if spaces:
            selection, more = spaces, ()
        conditions = conjuncts((*selection.conditions, *more))
        about = (*(c for c in conditions if depends(c, self.variable)), *self.within)
        own = tuple(c for c in conditions if not depends(c, self.variable))
        if any(self._probe(selection.variable, c) is None for c in about):
            return None
        return Lifted(self._gathered(selection, own, about), cheap=False)

    def _probe(self, other: Variable, condition: Condition) -> Lifted | None:
        """Tries whether a condition can be lifted where another variable is bound, too."""
        env = Env(self.build)
        env.values = {**self.env.values, other: Local(other.name), self.variable: Local(self.variable.name)}
        return lift(env, self.variable, condition)

    def _gathered(self, selection: Selection, own: tuple[Condition, ...], about: tuple[Condition, ...]) -> Expr:
        """What the elements of the selection give, all together."""
        among = selection.among
        plain = Selection(selection.span, selection.variable, selection.kind, (), None, own, among)
        total = Local("found")

        def body(env: Env) -> Block:
            def one() -> Block:
                sets = [lift(env, self.variable, c) for c in about]
                each = intersection((s.members for s in sets if s), self.size)
                return (Set("found", Binary("|", total, each)),)

            start = Set("found", empty_set(self.size))
            return (start, *loop(env, plain, one), Return(total))

        nodes: tuple[Node, ...] = (selection, *own, *about)
        return outlined(self.env, "gathered", nodes, body, Bits(self.size), (self.variable, selection.variable))


def _one_way_each(board: BoardInfo) -> bool:
    """Whether no two directions lead from a space to the same one."""
    rows = zip(*board.shape.neighbour, strict=True)
    return all(len(there) == len(set(there)) for row in rows for there in [[s for s in row if s >= 0]])


def _same_numbers(one: Kind, other: Kind) -> bool:
    """Whether sets of the two kinds count their elements alike."""
    return other.is_a(one) and (one.start, one.size) == (other.start, other.size)


# ------------------------------------------------------------------------------------------------- qualities and pieces


def lifted_quality(env: Env, quality: m.Quality, place: int) -> tuple[str, Lifted] | None:
    """The name of the function that gives all elements which have a quality, by its other parameters; None: no such."""
    build = env.build
    key = ("lifted quality", quality, place)
    if key not in build.known:
        build.known[key] = None  # for a quality that is defined by itself, until the cycle is found
        build.known[key] = _lift_quality(env, quality, place)
    return build.known[key]  # type: ignore[return-value]


def _lift_quality(env: Env, quality: m.Quality, place: int) -> tuple[str, Lifted] | None:
    build = env.build
    depth = int(str(build.known.get("depth", 0)))
    if depth >= DEEPEST:
        return None
    build.known["depth"] = depth + 1
    inner = Env(build)
    others = tuple(p for i, p in enumerate(quality.parameters) if i != place)
    parameters = inner.parameters(others)
    subject = quality.parameters[place]
    found = lift(inner, subject, m.All(quality.span, tuple(quality.conditions)))
    build.known["depth"] = depth
    if found is None:
        return None
    name = build.number(f"where {quality.name}")
    build.value(name, parameters, lambda: (Return(found.members),), Bits(subject.kind.size), quality.span)
    return name, found
