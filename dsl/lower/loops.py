"""Going through the elements of a kind that meet conditions: over a set where conditions can be lifted, else by tests.

What a test needs and does not change from element to element is found once, before the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl.ir.nodes import Bits, Block, Call, Expr, ForBits, ForRange, Local, Set, Stmt
from dsl.ir.visit import locals_read, rebuild, statements, with_blocks, with_expressions
from dsl.lower.build import Env, first_of
from dsl.lower.ops import both, empty_set, full_set, intersection, members_of, number, plus, when
from dsl.model import Condition, InSet, Selection, Use, Variable
from dsl.model.visit import conjuncts, depends

SET_SORTS = ("space", "edge", "line", "direction")


@dataclass(frozen=True)
class Parts:
    """The conditions of a selection: `first` are not about its variable, `members` is a set, `rest` are tested.

    `members` are counted from 0 in the kind; None where there is no set to go over.
    """

    first: tuple[Condition, ...]
    members: Expr | None
    rest: tuple[Condition, ...]


def parts(env: Env, selection: Selection, more: tuple[Condition, ...] = ()) -> Parts:
    """The conditions of a selection (and `more`), those that make a set apart from those that must be tested."""
    conditions = conjuncts((*selection.conditions, *more))
    variable = selection.variable
    first = tuple(c for c in conditions if not depends(c, variable))
    about = tuple(c for c in conditions if depends(c, variable))
    named = _named_sets(env, selection, about)
    about = tuple(c for c in about if c not in named)
    if variable.kind.sort not in SET_SORTS:
        return Parts(first, intersection(named.values(), variable.kind.size) if named else None, about)
    lifted = [(c, env.lift(variable, c)) for c in about]
    narrow = any(found.narrow and found.cheap for _, found in lifted if found)
    taken = {c: found for c, found in lifted if found and (found.cheap or not narrow)}
    sets = [found.members for found in taken.values()]
    members = intersection([*named.values(), *sets], variable.kind.size)
    return Parts(first, members, tuple(c for c in about if c not in taken))


def _named_sets(env: Env, selection: Selection, conditions: tuple[Condition, ...]) -> dict[object, Expr]:
    """The sets of the same kind that the selection goes over, by what says so: `among the purse`, `in the purse`, or
    the kind itself, which is some of the spaces."""
    kind = selection.variable.kind
    found: dict[object, Expr] = {kind: members_of(kind)} if kind.members is not None else {}
    if selection.among is not None:
        found[selection] = env.values[selection.among]
    for condition in conditions:
        match condition:
            case InSet(what=Use(variable=variable), members=members):
                if variable is selection.variable and members.kind is variable.kind:
                    found[condition] = env.values[members]
            case _:  # no other names a set
                pass
    return found


def members(env: Env, selection: Selection, more: tuple[Condition, ...] = ()) -> tuple[Expr, Expr] | None:
    """(condition, set): if the condition holds, exactly the set is selected; None if some must be tested."""
    found = parts(env, selection, more)
    if found.members is None or found.rest:
        return None
    return both(*(env.condition(c) for c in found.first)), found.members


def loop(
    env: Env,
    selection: Selection,
    inner: Callable[[], Block],
    more: tuple[Condition, ...] = (),
    hoist: bool = True,
) -> Block:
    """Does `inner` for each selected element, in the order of numbers; the selection's variable is bound in `env`.

    `hoist`: what does not change from one element to the next is computed before (only where nothing changes inside).
    """
    found = parts(env, selection, more)
    head = both(*(env.condition(c) for c in found.first))
    body = _turns(env, selection.variable, found, inner)
    if hoist:
        prefix, body = hoisted(env, body)
        body = (*prefix, *body)
    return when(head, body)


def _turns(env: Env, variable: Variable, found: Parts, inner: Callable[[], Block]) -> Block:
    if found.members is not None:
        return _over_set(env, variable, found.members, lambda: _tested(env, found.rest, inner))
    return _over_range(env, variable, lambda: _tested(env, found.rest, inner))


def _tested(env: Env, rest: tuple[Condition, ...], inner: Callable[[], Block]) -> Block:
    test = both(*(env.condition(c) for c in rest))
    return when(test, inner())


def _over_set(env: Env, variable: Variable, members: Expr, body: Callable[[], Block]) -> Block:
    if members == empty_set(variable.kind.size):
        return ()
    start = first_of(variable.kind)
    if members == full_set(variable.kind.size):
        return _over_range(env, variable, body)
    if start == 0:
        return (ForBits(env.bind(variable), members, body()),)
    index = env.fresh("index")
    name = env.bind(variable)
    return (ForBits(index, members, (Set(name, plus(Local(index), start)), *body())),)


def _over_range(env: Env, variable: Variable, body: Callable[[], Block]) -> Block:
    start = first_of(variable.kind)
    return (ForRange(env.bind(variable), number(start), number(start + variable.kind.size), body()),)


# ------------------------------------------------------------------------------------------------------------- hoisting


def hoisted(env: Env, block: Block) -> tuple[Block, Block]:
    """The sets that the loops of a block compute anew in each turn though they stay the same, and the block without.

    The first result gives them names.
    """
    hoist = _Hoist(env, _assigned(block))
    changed = tuple(hoist.outer(stmt) for stmt in block)
    return tuple(Set(name, call) for call, name in hoist.found.items()), changed


def _assigned(block: Block) -> set[str]:
    return {s.name for s in statements(block) if isinstance(s, Set | ForBits | ForRange)}


class _Hoist:
    def __init__(self, env: Env, assigned: set[str]) -> None:
        self._env = env
        self._assigned = assigned
        self.found: dict[Call, str] = {}

    def outer(self, stmt: Stmt) -> Stmt:
        """A statement that runs once: only what is inside its loops is looked at."""
        if isinstance(stmt, ForBits | ForRange):
            return with_blocks(stmt, self._block)
        return with_blocks(stmt, lambda block: tuple(self.outer(s) for s in block))

    def _block(self, block: Block) -> Block:
        return tuple(with_blocks(with_expressions(s, self._expression), self._block) for s in block)

    def _expression(self, expr: Expr) -> Expr:
        if isinstance(expr, Call) and self._is_fixed_set(expr):
            if expr not in self.found:
                self.found[expr] = self._env.fresh("set")
            return Local(self.found[expr])
        return rebuild(expr, self._expression)

    def _is_fixed_set(self, expr: Call) -> bool:
        is_set = isinstance(self._env.build.results[expr.function], Bits)
        return is_set and not locals_read(expr) & self._assigned
