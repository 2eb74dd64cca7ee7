"""What lies behind the nearest piece on each line is told without a loop over all the pieces on them.

`a Square is clear from the start` leaves out what is behind any occupied square: a loop gathers, for each of these,
what lies behind it as seen from the start. Where that is what comes after it on lines along which numbers only rise or
only fall, a line is cut off at its first member of the set: with a few operations, however many stand on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from dsl.board.graphs import members
from dsl.ir.nodes import Between, Binary, Bits, Block, Const, Expr, ForBits, If, Local, Lookup, Set, Stmt
from dsl.ir.visit import locals_read
from dsl.optimise.constant_tables import MOST, plus
from dsl.optimise.dependencies import Terms, factors, is_fixed
from dsl.optimise.intervals import Range

MOST_LINES = 4  # through one start; on each numbers fall in one direction and rise in the other

Line = tuple[int, int]  # the sets of what lies in the one direction and in the other


def along_lines(terms: Terms, stmt: Stmt) -> Block:
    """A loop that gathers what lies behind its members goes along lines, if that is what it does."""
    match stmt:
        case ForBits(name, inside, (Set(total, Binary("|", Local(same), Lookup() as behind)),)) if total == same:
            start = Local(min(locals_read(behind) - {name}, default=""))
            masks = [part for part in factors(inside) if is_fixed(part) and locals_read(part) == {start.name}]
            there = [part for part in factors(inside) if part not in masks]
            known, kind = terms.range(start), terms.type(inside)
        case _:  # gathers no lines
            return (stmt,)
    if not isinstance(kind, Bits) or terms.type(behind) != kind or known is None:
        return (stmt,)
    if not there or not is_fixed(behind) or locals_read(behind) != {name, start.name}:
        return (stmt,)
    stops = _intersection([*masks, Const((1 << kind.size) - 1, kind)])
    starts, lines = _run(_lines(terms, start, known, stops, behind, name, kind))
    if not lines:
        return (stmt,)
    cut = _cut_off(terms, plus(start, -starts[0]), lines, _intersection(there), total, kind)
    if starts == known:
        return cut
    here = Binary("and", Binary(">=", start, Const(starts[0])), Binary("<=", start, Const(starts[1])))
    return (If(here, cut, (stmt,)),)


def _intersection(parts: Sequence[Expr]) -> Expr:
    found, *others = parts
    for part in others:
        found = Binary("&", found, part)
    return found


def _cut_off(terms: Terms, row: Expr, lines: Sequence[Sequence[Line]], there: Expr, total: str, kind: Bits) -> Block:
    """Adds to a total what is behind the first members of a set on the lines, of which each row has as many."""
    ways = 2 * len(lines[0])
    table = terms.shared.tables.table(tuple(way for row in lines for line in row for way in line), kind)
    pieces = Local(f"lean on lines to {total}")
    found: list[Stmt] = [Set(pieces.name, there)]
    for k in range(0, ways, 2):
        low, high = (Local(f"lean way {number} to {total}") for number in (k, k + 1))
        for number, way in enumerate((low, high), k):
            found.append(Set(way.name, Lookup(table, plus(Binary("*", row, Const(ways)), number))))
        seen = Between(Binary("&", pieces, low), Binary("&", pieces, high), kind.size)
        found.append(Set(total, Binary("|", Local(total), Binary("-bits", Binary("|", low, high), seen))))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------ the lines


def _lines(
    terms: Terms, start: Local, known: Range, stops: Expr, behind: Lookup, name: str, kind: Bits
) -> dict[int, list[Line]]:
    """The lines through each start from which what is behind the stops lies on some."""
    if (known[1] - known[0] + 1) * kind.size > MOST:
        return {}
    stopping = terms.shared.tables.each(stops, ((start.name, known),), kind)
    hidden = terms.shared.tables.each(behind, ((start.name, known), (name, (0, kind.size - 1))), kind)
    if stopping is None or hidden is None:
        return {}
    rows = (hidden[at : at + kind.size] for at in range(0, len(hidden), kind.size))
    found = {known[0] + k: _through(stopping[k], row) for k, row in enumerate(rows)}
    return {k: lines for k, lines in found.items() if lines is not None and len(lines) <= MOST_LINES}


def _run(found: Mapping[int, list[Line]]) -> tuple[Range, list[list[Line]]]:
    """The longest row of numbers that have lines, and these, filled up so that they are as many for each."""
    best: list[int] = []
    run: list[int] = []
    for k in found:
        run = [*run, k] if k - 1 in found else [k]
        best = max(best, run, key=len)
    most = max((len(found[k]) for k in best), default=0)
    if not most:
        return (0, 0), []
    return (best[0], best[-1]), [[*found[k], *[(0, 0)] * (most - len(found[k]))] for k in best]


def _through(stops: int, behind: Sequence[int]) -> list[Line] | None:
    """The lines through one start; `behind` has what is behind each number, of which some are stops."""
    ways: tuple[list[int], list[int]] = ([], [])
    left = [number for number in members(stops) if behind[number]]
    while left:
        first = max(left, key=lambda number: behind[number].bit_count())
        rises, way = behind[first] > 1 << first, behind[first] | 1 << first
        after = {n: way >> n + 1 << n + 1 if rises else way & (1 << n) - 1 for n in members(way)}
        if any(behind[number] != rest if stops >> number & 1 else rest for number, rest in after.items()):
            return None
        ways[rises].append(way)
        left = [number for number in left if not way >> number & 1]
    falling, rising = ways
    apart = all(low.bit_length() < (high & -high).bit_length() for low in falling for high in rising)
    return list(zip_longest(falling, rising, fillvalue=0)) if apart else None
