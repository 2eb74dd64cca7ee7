"""What is known by where one is, is not asked again.

Behind `if the Player cannot Jump and the Player cannot Step: the game ends` one of them can be done, as long as nothing
has changed; so that there is something to choose needs no look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dsl.ir.nodes import Binary, Block, Call, Code, Const, Expr, If, Local, Return, Stmt, Unary
from dsl.ir.visit import blocks, subexpressions, with_blocks
from dsl.optimise.dependencies import substituted
from dsl.optimise.effects import Effects, leaves

Literal = tuple[Expr, bool]  # a condition, and whether it holds
Fact = frozenset[Literal]  # one of these holds
LARGEST = 16  # expressions in a function that is looked into
YES, NO = Const(1), Const(0)


def use_known(code: Code) -> Code:
    """The program without tests whose outcome is known."""
    known = _Known(code, Effects(code))
    changed = {n: replace(f, body=known.block(f.body, ())) for n, f in code.functions.items()}
    return replace(code, functions=changed)


@dataclass(frozen=True)
class _Known:
    code: Code
    effects: Effects

    def block(self, block: Block, facts: tuple[Fact, ...]) -> Block:
        """A block before which these facts hold."""
        found: list[Stmt] = []
        for stmt in block:
            if isinstance(stmt, If):
                inside, facts = self._if(stmt, facts)
                found += inside
            else:
                facts = self._unchanged(facts, (stmt,))
                found.append(with_blocks(stmt, lambda inner, held=facts: self.block(inner, held)))  # type: ignore[misc]
        return tuple(found)

    def _if(self, stmt: If, facts: tuple[Fact, ...]) -> tuple[Block, tuple[Fact, ...]]:
        """What is left of it, and the facts behind it."""
        whole = self._looked_into(stmt.condition)
        test = self._simple(whole, facts)
        if isinstance(test, Const):
            taken = stmt.then if test.value else stmt.otherwise
            return self.block(taken, facts), self._unchanged(facts, taken)
        yes, no = _facts(test, True), _facts(test, False)
        kept = If(
            stmt.condition if test == whole else test,
            self.block(stmt.then, (*facts, *yes)),
            self.block(stmt.otherwise, (*facts, *no)),
        )
        behind = facts
        if _left(stmt.then):
            behind = (*facts, *no)
        elif _left(stmt.otherwise):
            behind = (*facts, *yes)
        gone_on = tuple(s for block in blocks(stmt) if not _left(block) for s in block)
        return (kept,), self._unchanged(behind, gone_on)

    def _unchanged(self, facts: Iterable[Fact], block: Block) -> tuple[Fact, ...]:
        return tuple(fact for fact in facts if all(self.effects.unchanged(expr, block) for expr, _ in fact))

    def _looked_into(self, expr: Expr) -> Expr:
        """A condition with what small functions ask in the place of their calls."""
        match expr:
            case Binary("and" | "or" as op, left, right):
                return Binary(op, self._looked_into(left), self._looked_into(right))
            case Unary("not", operand):
                return Unary("not", self._looked_into(operand))
            case Call(name, arguments) if all(isinstance(a, Const | Local) for a in arguments):
                function = self.code.functions[name]
                match function.body:
                    case (Return(Binary("and" | "or") | Unary("not") as inside),) if _is_small(inside):
                        given = dict(zip((n for n, _ in function.parameters), arguments, strict=True))
                        return self._looked_into(substituted(inside, given))
                    case _:  # asks no more than one thing: stays a call
                        pass
            case _:  # a question in itself
                pass
        return expr

    def _simple(self, expr: Expr, facts: tuple[Fact, ...]) -> Expr:
        """A condition with what is known in the place of what is asked."""
        match expr:
            case Unary("not", operand):
                inside = self._simple(operand, facts)
                return Const(1 - inside.value) if isinstance(inside, Const) else Unary("not", inside)
            case Binary("and" | "or" as op, left, right):
                expr = self._joined(expr, self._simple(left, facts), right, facts)
                if isinstance(expr, Const) or not isinstance(expr, Binary) or expr.op != op:
                    return expr
            case _:  # a question in itself: only what is known can answer it
                pass
        for holds in (True, False):
            if any(fact <= _one_of(expr, holds) and self._rest_is_sure(expr, fact) for fact in facts):
                return YES if holds else NO
        return expr

    def _joined(self, expr: Binary, left: Expr, right: Expr, facts: tuple[Fact, ...]) -> Expr:
        """The second is asked only where the first has left it open."""
        goes_on = expr.op == "and"
        if isinstance(left, Const):
            return self._simple(right, facts) if bool(left.value) == goes_on else left
        second = self._simple(right, (*facts, *_facts(left, goes_on)))
        if isinstance(second, Const):
            if bool(second.value) == goes_on:
                return left
            if self.effects.sure(left):
                return second
        return Binary(expr.op, left, second)

    def _rest_is_sure(self, expr: Expr, fact: Fact) -> bool:
        known = {condition for condition, _ in fact}
        return all(condition in known or self.effects.sure(condition) for condition, _ in _one_of(expr, True))


def _is_small(expr: Expr) -> bool:
    return len(subexpressions(expr)) <= LARGEST


def _left(block: Block) -> bool:
    return any(map(leaves, block))


def _one_of(expr: Expr, holds: bool) -> Fact:
    """What one of has to hold, so that a condition holds, or does not."""
    match expr:
        case Unary("not", operand):
            return _one_of(operand, not holds)
        case Binary("and" | "or" as op, left, right) if (op == "or") == holds:
            return _one_of(left, holds) | _one_of(right, holds)
        case _:  # one condition alone, whatever it is
            return frozenset({(expr, holds)})


def _facts(expr: Expr, holds: bool) -> tuple[Fact, ...]:
    """What is known where a condition holds, or does not."""
    match expr:
        case Unary("not", operand):
            return _facts(operand, not holds)
        case Binary("and" | "or" as op, left, right) if (op == "and") == holds:
            return (*_facts(left, holds), *_facts(right, holds))
        case _:  # one of them, whatever the condition is
            return (_one_of(expr, holds),)
