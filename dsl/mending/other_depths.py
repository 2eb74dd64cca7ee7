"""A line that stands too deep, or not deep enough, tried at each depth at which lines above it stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from dsl.mending.slips import BLANKS, Edit, Slip, Try, blanks_before
from dsl.text.diagnostics import Diagnostic, Written

WRONG_DEPTH = "E0104"
BEGINS_SO = "No line begins with "
HINTS = ("indent it by ", "at the left edge, without blanks ")
LINES_BELOW = "E0112"


def at_another_depth(slip: Slip, one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """The lines of a slip, and what stands under them, at other depths, the nearest first; or those above it, or below
    it, if they may stand wrong."""
    told = tuple(hint for hint in one.hints if hint.startswith(HINTS))
    above = [line for line in lines[: slip.start] if line.strip()]
    if one.code == LINES_BELOW and slip.end < len(lines) and lines[slip.end].strip():
        deeper = blanks_before(lines[slip.start]) + BLANKS - blanks_before(lines[slip.end])
        yield from [_put(slip.end, slip.end + 1, deeper, lines, told)] if deeper else []
    if above and (told or one.code == WRONG_DEPTH or one.message.startswith(BEGINS_SO)):
        own = blanks_before(lines[slip.start])
        known = {blanks_before(line) for line in takewhile(lambda line: line[:1].isspace(), reversed(above))} | {0}
        known |= {blanks_before(above[-1]) + BLANKS}
        depths = sorted(known - {own}, key=lambda depth: (abs(depth - own), -depth))
        tries = [(depth, _put(slip.start, _end(lines, slip), depth - own, lines, told)) for depth in depths]
        yield from (way for depth, way in tries if depth % BLANKS == 0)
        if one.code == WRONG_DEPTH and own % BLANKS == 0:
            yield from _those_above(slip, own, lines, told)
        yield from (way for depth, way in tries if depth % BLANKS)


def _those_above(slip: Slip, own: int, lines: Sequence[str], told: tuple[str, ...]) -> Iterator[Try]:
    """The lines above a slip that are deeper, as deep as it; or the one that is a little less deep."""
    deeper = [*takewhile(lambda line: line.strip() and blanks_before(line) > own, reversed(lines[: slip.start]))]
    at = slip.start - max(len(deeper), 1)
    if deeper or 0 < own - blanks_before(lines[at]) < BLANKS:
        yield _put(at, slip.start, own - blanks_before(lines[at]), lines, told)


def _put(start: int, end: int, deeper: int, lines: Sequence[str], told: tuple[str, ...]) -> Try:
    """Some lines as much deeper."""
    block = tuple(" " * max(blanks_before(line) + deeper, 0) + line.strip() for line in lines[start:end])
    depth = blanks_before(block[0])
    shown = tuple(line[min(depth, blanks_before(line)) :] for line in block)
    blanks = f"with {depth} blanks before it" if depth else "at the left edge"
    return Try(
        Written(shown, where=f"in place of line {start + 1}, {blanks}"), told, edit=Edit(start, end - start, block)
    )


def _end(lines: Sequence[str], slip: Slip) -> int:
    """The first line behind a slip that does not stand under it."""
    deep = blanks_before(lines[slip.start])
    below = takewhile(lambda line: line.strip() and blanks_before(line) > deep, lines[slip.end :])
    return slip.end + len([*below])
