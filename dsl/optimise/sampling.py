"""One of the options, drawn without a list of all.

Who takes any option needs no more. A function is added for a function of options that goes over sets and offers an
answer for each member: it counts them, and then finds the one that was drawn. Offers that depend on more than that are
not counted: where there is one, the options are to be listed.

It has to be the option that would stand there in a list. So the codes have to rise in the order in which the function
comes to them, which is told from what they are made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import or_

from dsl.ir import nodes as ir
from dsl.ir.program import Decision
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import assigned, blocks, expressions, locals_read, statements, with_blocks
from dsl.optimise.intervals import Range, worked_out

DRAW, NUMBER = "lean draw", "lean number"
_NUMBER, _ZERO = ir.Local(NUMBER), ir.Const(0)
_LISTED = ir.Return(ir.Const(-1))

_Loop = ir.ForBits | ir.ForRange
_Row = tuple[ir.Expr, tuple[_Loop, ...]]  # what is offered, and the loops around it, outer ones first


def numbered(code: ir.Code, decisions: Sequence[Decision] = ()) -> ir.Code:
    """The program with such a function for each function of options for which there can be one."""
    names = sorted({d.drawn_among for d in decisions if d.several is None} & code.functions.keys())
    found = {ir.DRAWN + name: _drawn(code.functions[name]) for name in names if _rise(code, code.functions[name])}
    return replace(code, functions={**code.functions, **found})


def _drawn(function: ir.Function) -> ir.Function:
    body = _named(function.body)
    counted = _counted(body)
    sets = Counter(s.name for s in statements(counted) if isinstance(s, ir.Set))
    known = {s.name for s in counted if isinstance(s, ir.Set) and sets[s.name] == 1}
    found = _without_idle(tuple(s for s in _found(body) if not (isinstance(s, ir.Set) and s.name in known)))
    none = ir.If(ir.Binary("==", _NUMBER, _ZERO), (_LISTED,))
    drawn = ir.Set(NUMBER, ir.Binary("//", ir.Binary("*", ir.Local(DRAW), _NUMBER), ir.Const(ir.DRAWS)))
    whole = (ir.Set(NUMBER, _ZERO), *counted, none, drawn, *found, _LISTED)
    return ir.Function(
        ir.DRAWN + function.name, "value", (*function.parameters, (DRAW, ir.INT)), whole, ir.INT, function.span
    )


# ----------------------------------------------------------------------------------------------------------------- rows


def _row(stmt: ir.Stmt) -> _Row | None:
    """A row is an offer, or loops in one another that do nothing but to offer."""
    match stmt:
        case ir.Offer(code):
            return code, ()
        case ir.ForBits(body=(*before, last)) | ir.ForRange(start=ir.Const(), stop=ir.Const(), body=(*before, last)):
            inner = _row(last)
            if inner is not None and all(isinstance(s, ir.Set) for s in before) and (inner[1] or not before):
                return inner[0], (stmt, *inner[1])
        case _:  # does more than to offer
            pass
    return None


def _rows(block: ir.Block) -> Iterator[_Row]:
    for stmt in block:
        row = _row(stmt)
        if row is not None:
            yield row
        elif isinstance(stmt, ir.If):
            for inner in blocks(stmt):
                yield from _rows(inner)


# ------------------------------------------------------------------------------------------------------------ rewriting


def _named(block: ir.Block) -> ir.Block:
    """The block with a name for each set of which each member is offered."""
    return tuple(new for stmt in block for new in _named_in(stmt))


def _named_in(stmt: ir.Stmt) -> ir.Block:
    if _row(stmt) is None and not isinstance(stmt, ir.If):
        return (stmt,)
    if isinstance(stmt, ir.ForBits) and isinstance(stmt.body[0], ir.Offer):
        name = f"lean each {stmt.name}"
        return ir.Set(name, stmt.members), replace(stmt, members=ir.Local(name))
    return (with_blocks(stmt, _named),)


def _counted(block: ir.Block) -> ir.Block:
    """Counts what the rows in a block offer, and gives up where something else is offered."""
    return tuple(_counted_in(stmt) for stmt in block)


def _counted_in(stmt: ir.Stmt) -> ir.Stmt:
    match stmt:
        case _ if _row(stmt) is None and not isinstance(stmt, ir.If):
            return _with_offers(stmt, (_LISTED,))
        case ir.Offer():
            return _plus(ir.Const(1))
        case ir.ForBits(members=members, body=(ir.Offer(),)):
            return _plus(ir.Unary("count", members))
        case ir.ForRange(start=ir.Const(start), stop=ir.Const(stop), body=(ir.Offer(),)):
            return _plus(ir.Const(max(0, stop - start)))
        case _:  # is counted inside
            return with_blocks(stmt, _counted)


def _plus(more: ir.Expr) -> ir.Set:
    return ir.Set(NUMBER, ir.Binary("+", _NUMBER, more))


def _found(block: ir.Block) -> ir.Block:
    """Returns what the rows in a block offer when as many as the number says have been passed over."""
    return tuple(new for stmt in block for new in _found_in(stmt))


def _found_in(stmt: ir.Stmt) -> ir.Block:
    match stmt:
        case _ if _row(stmt) is None and not isinstance(stmt, ir.If):
            return (_with_offers(stmt, ()),)  # it has been counted that it offers nothing
        case ir.Offer(code):
            return ir.If(ir.Binary("==", _NUMBER, _ZERO), (ir.Return(code),)), _less(ir.Const(1))
        case ir.ForBits(members=members, body=(ir.Offer(),) as offer):
            here = ir.If(ir.Binary("<", _NUMBER, ir.Unary("count", members)), (replace(stmt, body=_found(offer)),))
            return here, _less(ir.Unary("count", members))
        case _:  # is looked for inside
            return (with_blocks(stmt, _found),)


def _less(by: ir.Expr) -> ir.Set:
    return ir.Set(NUMBER, ir.Binary("-", _NUMBER, by))


def _with_offers(stmt: ir.Stmt, new: ir.Block) -> ir.Stmt:
    """The statement with `new` in the place of each offer, and of what follows it."""

    def change(block: ir.Block) -> ir.Block:
        place = next((k for k, s in enumerate(block) if isinstance(s, ir.Offer)), None)
        kept = block if place is None else (*block[:place], *new)
        return tuple(with_blocks(s, change) for s in kept)

    return with_blocks(stmt, change)


def _without_idle(block: ir.Block) -> ir.Block:
    """The block without what does nothing, as nothing is left of what it had to do."""
    kept: list[ir.Stmt] = []
    later: set[str] = set()
    for stmt in reversed(block):
        if not _is_idle(stmt, later):
            kept.append(stmt)
            later |= {name for s in statements((stmt,)) for e in expressions(s) for name in locals_read(e)}
    return tuple(reversed(kept))


def _is_idle(stmt: ir.Stmt, later: set[str]) -> bool:
    """Whether it only gives values to locals, none of which is read later."""
    inside = [*statements((stmt,))]
    return all(isinstance(s, ir.If | ir.ForBits | ir.ForRange | ir.Set) for s in inside) and later.isdisjoint(
        assigned((stmt,))
    )


# ------------------------------------------------------------------------------------------------------------ the order


def _rise(code: ir.Code, function: ir.Function) -> bool:
    """Whether the codes of all rows rise, those of each behind those of the rows before."""
    if any(isinstance(stmt, ir.Return) for stmt in statements(function.body)):
        return False
    rows, types, last = [*_rows(function.body)], local_types(function, code), -1
    for offered, loops in rows:
        found = _bounds(code, offered, [(loop.name, _numbers(loop, types, code)) for loop in loops])
        if found is None or found[0] <= last:
            return False
        last = found[1]
    names = [loop.name for _, loops in rows for loop in loops]
    return bool(names) and len({*names}) == len(names)


def _numbers(loop: _Loop, types: Mapping[str, ir.Type], code: ir.Code) -> Sequence[int]:
    """What the variable of a loop of a row can be."""
    match loop:
        case ir.ForRange(start=ir.Const(start), stop=ir.Const(stop)):
            return range(start, stop)
        case ir.ForBits(members=members):
            kind, possible = type_of(members, types, code), _possible(code, members)
            assert isinstance(kind, ir.Bits)
            return [number for number in range(kind.size) if possible >> number & 1]
        case _:  # no loop of a row, as `_row` tells them
            raise TypeError(loop)


def _possible(code: ir.Code, members: ir.Expr) -> int:
    """A set in which all members are, whatever the state; -1 are all."""
    match members:
        case ir.Const(value):
            return value
        case ir.Lookup(table):
            return reduce(or_, code.tables[table].values, 0)
        case ir.Binary("&", left, right):
            return _possible(code, left) & _possible(code, right)
        case ir.Binary("-bits", left):
            return _possible(code, left)
        case _:  # nothing is known of it: it may have all
            return -1


def _bounds(code: ir.Code, offered: ir.Expr, variables: Sequence[tuple[str, Sequence[int]]]) -> Range | None:
    """The first and the last code of a row; None unless it is sure that they rise with the variables.

    A code is a sum. What each variable, the last first, adds to it from one number to the next has to be more than all
    that those behind it can add.
    """
    added: dict[str, list[ir.Expr]] = {name: [] for name, _ in variables}
    first = 0
    for term in _terms(code, offered):
        names = locals_read(term)
        value = _value(code, term, {})
        if len(names) > 1 or not names <= added.keys() or (not names and value is None):
            return None
        first += value or 0
        for name in names:
            added[name].append(term)
    width = 0
    for name, numbers in reversed(variables):
        sums = [_sum(code, added[name], {name: number}) for number in numbers]
        known = [value for value in sums if value is not None]
        if not known or any(after - before <= width for before, after in pairwise(known)):
            return None
        first += known[0]
        width += known[-1] - known[0]
    return first, first + width


def _terms(code: ir.Code, expr: ir.Expr) -> list[ir.Expr]:
    """What is added up. A table of numbers in a row adds no more than its first one to where it is looked up."""
    match expr:
        case ir.Binary("+", left, right):
            return [*_terms(code, left), *_terms(code, right)]
        case ir.Binary("-", left, ir.Const(value)):
            return [*_terms(code, left), ir.Const(-value)]
        case ir.Lookup(table, index) if locals_read(index):
            first, *_ = values = code.tables[table].values
            if values == tuple(range(first, first + len(values))):
                return [ir.Const(first), *_terms(code, index)]
        case _:  # a term in itself
            pass
    return [expr]


def _sum(code: ir.Code, terms: Sequence[ir.Expr], given: Mapping[str, int]) -> int | None:
    found = [_value(code, term, given) for term in terms]
    known = [value for value in found if value is not None]
    return sum(known) if len(known) == len(found) else None


def _value(code: ir.Code, expr: ir.Expr, given: Mapping[str, int]) -> int | None:
    """The number that an expression gives with these locals; None where it has none, or it is not found out here."""
    match expr:
        case ir.Const(value):
            return value
        case ir.Local(name):
            return given.get(name)
        case ir.Lookup(table, index):
            values, place = code.tables[table].values, _value(code, index, given)
            return values[place] if place is not None and 0 <= place < len(values) else None
        case ir.Binary("+" | "-" | "*" as op, left, right):
            one, other = _value(code, left, given), _value(code, right, given)
            found = None if one is None or other is None else worked_out(op, (one, one), (other, other))
            return found and found[0]
        case _:  # is not worked out here
            return None
