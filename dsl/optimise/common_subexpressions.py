"""Questions that are asked in several places in the same words are one function, which all of these places call.

Whether there is anything to choose, `can Jump`, and the list of what can be chosen go through the same loops. A
function that begins as a question does calls that; a list that goes through the loops of a question knows its answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace

from dsl.ir import nodes as ir
from dsl.ir.types import is_truth
from dsl.ir.visit import (
    assigned,
    call_graph,
    callees_first,
    exchanged,
    expressions,
    locals_read,
    rebuild,
    statements,
    subexpressions,
    with_all_expressions,
    with_blocks,
    with_expressions,
)
from dsl.optimise.dependencies import substituted

YES, NO = ir.Return(ir.Const(1)), ir.Return(ir.Const(0))
OFFERED = "lean offered"  # begins the names of the locals that say whether something was offered


def ask_once(code: ir.Code) -> ir.Code:
    """The program with such functions. All its functions stay."""
    once = _Once()
    for name in callees_first(call_graph(code)):
        once.take(code.functions[name])
    return replace(code, functions={**{name: once.functions[name] for name in code.functions}, **once.functions})


@dataclass
class _Once:
    """`functions` are those that were taken; `same` leads to the first of several that are the same."""

    functions: dict[str, ir.Function] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    questions: list[ir.Function] = field(default_factory=list)
    _known: dict[object, str] = field(default_factory=dict)

    def take(self, function: ir.Function) -> None:
        """Takes in a function, after those that it calls."""
        function = replace(function, body=with_all_expressions(function.body, self._first_one))
        if function.kind == "procedure":
            self.functions[function.name] = function
            return
        plain = _without_copies(function)
        if function.kind == "options":
            self.functions[function.name] = self._offering(plain)
            return
        self.functions[function.name] = self._divided(self._asking(plain))
        first = self._known.setdefault(_in_other_words(plain), function.name)
        if first != function.name:
            self.same[function.name] = first
        elif _is_question(plain):
            self.questions.append(plain)

    def _first_one(self, expr: ir.Expr) -> ir.Expr:
        """The expression, which calls the first of functions that are the same."""
        expr = rebuild(expr, self._first_one)
        return (
            replace(expr, function=self.same.get(expr.function, expr.function)) if isinstance(expr, ir.Call) else expr
        )

    # ------------------------------------------------------------------------------------------------------- questions

    def _asking(self, function: ir.Function) -> ir.Function:
        """The function, which calls the questions whose statements it has; where it is nothing else, as a condition."""
        body, at = function.body, 0
        while at < len(body):
            found = self._asked(body, at, ir.Return)
            if found:
                size, call = max(found, key=lambda one: one[0])
                body = (*body[:at], ir.If(call, (YES,)), *body[at + size :])
            at += 1
        match body:
            case (*tests, ir.Return(ir.Const(0))) if tests and all(_is_test(stmt) for stmt in tests):
                conditions = [stmt.condition for stmt in tests if isinstance(stmt, ir.If)]
                total = conditions[0]
                for condition in conditions[1:]:
                    total = ir.Binary("or", total, condition)
                body = (ir.Return(total),)
            case _:  # is no row of tests: stays as it is
                pass
        return replace(function, body=body)

    def _divided(self, function: ir.Function) -> ir.Function:
        """What is a question under a condition becomes the condition and, as a function of its own, the question."""
        match function.body:
            case (ir.If(condition, block, ()), ir.Return(ir.Const(0))) if (
                is_truth(condition)
                and any(isinstance(e, ir.Call) for e in subexpressions(condition))
                and _is_question(replace(function, body=(*block, NO)))
            ):
                rest = replace(function, name=f"lean rest of {function.name}", body=(*block, NO))
                self.functions[rest.name] = rest
                call = ir.Call(rest.name, tuple(ir.Local(name) for name, _ in rest.parameters))
                return replace(function, body=(ir.Return(ir.Binary("and", condition, call)),))
            case _:  # does not begin with a condition for all of it
                return function

    def _offering(self, function: ir.Function) -> ir.Function:
        """A list, which knows the answers to questions through whose loops it has gone."""
        body, at = function.body, 0
        while at < len(body):
            for size, call in self._asked(body, at, ir.Offer):
                before, inside, behind = body[:at], body[at : at + size], body[at + size :]
                if any(call in subexpressions(e) for stmt in statements(behind) for e in expressions(stmt)):
                    flag = ir.Local(f"{OFFERED} {at}")
                    inside = (ir.Set(flag.name, ir.Const(0)), *_noting(inside, flag))
                    body = (*before, *inside, *exchanged(behind, {call: flag}))
                    at += 1
                    break
            at += 1
        return replace(function, body=body)

    def _asked(self, body: ir.Block, at: int, leaf: type) -> list[tuple[int, ir.Call]]:
        """The questions whose statements a block has from here on: how many these are, and the call."""
        found: list[tuple[int, ir.Call]] = []
        for question in self.questions:
            pattern = question.body[:-1]
            inside, outside = body[at : at + len(pattern)], (*body[:at], *body[at + len(pattern) :])
            names = _matched(pattern, inside, leaf)
            if names is None or not all(name in names for name, _ in question.parameters):
                continue
            given = [names[name] for name, _ in question.parameters]
            if assigned(inside).isdisjoint(given) and assigned(inside).isdisjoint(_read(outside)):
                found.append((len(pattern), ir.Call(question.name, tuple(map(ir.Local, given)))))
        return found


def _is_question(function: ir.Function) -> bool:
    """Whether it goes through loops to say yes, and says no behind them."""
    *inside, last = function.body or (NO,)
    ways = [stmt for stmt in statements(tuple(inside)) if isinstance(stmt, ir.Return)]
    loops = any(isinstance(stmt, ir.ForRange | ir.ForBits) for stmt in statements(tuple(inside)))
    own = {name for name, _ in function.parameters}.isdisjoint(assigned(function.body))
    return last == NO and loops and own and bool(ways) and all(way == YES for way in ways)


def _is_test(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.If(condition, (ir.Return(ir.Const(1)),), ()):
            return is_truth(condition) or isinstance(condition, ir.Call)
        case _:  # does more than to test
            return False


def _read(block: ir.Block) -> set[str]:
    return {name for stmt in statements(block) for expr in expressions(stmt) for name in locals_read(expr)}


def _noting(block: ir.Block, flag: ir.Local) -> ir.Block:
    """The block, where the local says afterwards whether something was offered."""
    return tuple(
        new
        for stmt in block
        for new in ((stmt, ir.Set(flag.name, ir.Const(1))) if isinstance(stmt, ir.Offer) else (_noting_in(stmt, flag),))
    )


def _noting_in(stmt: ir.Stmt, flag: ir.Local) -> ir.Stmt:
    return with_blocks(stmt, lambda block: _noting(block, flag))


# ------------------------------------------------------------------------------------------------------------ the words


def _without_copies(function: ir.Function) -> ir.Function:
    """The function without marks, and with its parameters in the place of locals that are copies of them."""
    body = tuple(stmt for stmt in function.body if not isinstance(stmt, ir.Mark))
    sets = [stmt.name for stmt in statements(body) if isinstance(stmt, ir.Set | ir.ForRange | ir.ForBits)]
    own = {name for name, _ in function.parameters}.difference(sets)
    copies = {
        stmt.name: stmt.value
        for stmt in body
        if isinstance(stmt, ir.Set)
        and isinstance(stmt.value, ir.Local)
        and stmt.value.name in own
        and sets.count(stmt.name) == 1
    }
    kept = tuple(stmt for stmt in body if not (isinstance(stmt, ir.Set) and stmt.name in copies))
    return replace(function, body=_given(kept, copies))


def _given(block: ir.Block, copies: Mapping[str, ir.Expr]) -> ir.Block:
    return tuple(
        with_expressions(with_blocks(s, lambda b: _given(b, copies)), lambda e: substituted(e, copies))
        for s in block
        if not isinstance(s, ir.Mark)
    )


def _in_other_words(function: ir.Function) -> object:
    """The function without its own names, equal for those that differ in nothing else."""
    names = {name: str(k) for k, (name, _) in enumerate(function.parameters)}
    kinds = tuple(kind for _, kind in function.parameters)
    return kinds, function.result, _renamed(function.body, names)


def _renamed(found: object, names: dict[str, str]) -> object:
    if isinstance(found, tuple):
        return tuple(_renamed(one, names) for one in found)
    if not is_dataclass(found):
        return found
    values = ((f.name, getattr(found, f.name)) for f in fields(found))
    return type(found), *(
        names.setdefault(value, str(len(names))) if _names(found, name) else _renamed(value, names)
        for name, value in values
    )


def _names(found: object, field_: str) -> bool:
    """Whether what stands there is the name of a local."""
    return field_ == "name" and isinstance(found, ir.Local | ir.Set | ir.ForRange | ir.ForBits)


def _matched(pattern: ir.Block, found: ir.Block, leaf: type) -> dict[str, str] | None:
    """The locals of the one for those of the other, if they differ in nothing else; where the one says yes, the other
    may have a `leaf`."""
    names: dict[str, str] = {}
    return names if _match(pattern, found, names, leaf) else None


def _match(pattern: object, found: object, names: dict[str, str], leaf: type) -> bool:
    if leaf is ir.Offer and pattern == YES:
        return isinstance(found, ir.Offer)
    if type(pattern) is not type(found):
        return False
    if isinstance(pattern, tuple) and isinstance(found, tuple):
        pairs = zip(pattern, found, strict=False)
        return len(pattern) == len(found) and all(_match(one, other, names, leaf) for one, other in pairs)
    if not is_dataclass(pattern):
        return pattern == found
    return all(
        _same_name(getattr(pattern, f.name), getattr(found, f.name), names)
        if _names(pattern, f.name)
        else _match(getattr(pattern, f.name), getattr(found, f.name), names, leaf)
        for f in fields(pattern)
    )


def _same_name(one: str, other: str, names: dict[str, str]) -> bool:
    if one not in names and other not in names.values():
        names[one] = other
    return names.get(one) == other
