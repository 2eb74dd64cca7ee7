"""A line that stands too deep, or not deep enough, tried at each depth at which lines above it stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from dsl.slips import Edit, Slip, Try, margin_of
from dsl.text.diagnostics import Diagnostic, Written

BLANKS = 4
WRONG_DEPTH = "E0104"
BEGINS_SO = "No line begins with "
HINTS = ("indent it by ", "at the left edge, without blanks ")
LINES_BELOW = "E0112"
NO_PLACE = "E0314"
FIRST = re.compile(r" *(?:only if |costs |once each |\d+ times each |playable )")  # what stands first in an action


def at_another_depth(slip: Slip, one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """The lines of a slip, and what stands under them, at other depths, the nearest first; or those above it, or below
    it, if they may stand wrong."""
    told = tuple(hint for hint in one.hints if hint.startswith(HINTS))
    above = [line for line in lines[: slip.start] if line.strip()]
    if one.code == LINES_BELOW and slip.end < len(lines) and lines[slip.end].strip():
        deeper = _depth(lines[slip.start]) + BLANKS - _depth(lines[slip.end])
        yield from [_put(slip.end, slip.end + 1, deeper, lines, told)] if deeper else []
    if above and (told or one.code == WRONG_DEPTH or one.message.startswith(BEGINS_SO)):
        own = _depth(lines[slip.start])
        known = {_depth(line) for line in takewhile(lambda line: line[:1].isspace(), reversed(above))} | {0}
        depths = sorted({*known, _depth(above[-1]) + BLANKS} - {own}, key=lambda depth: (abs(depth - own), -depth))
        tries = [(depth, _put(slip.start, _end(lines, slip), depth - own, lines, told)) for depth in depths]
        yield from (way for depth, way in tries if depth % BLANKS == 0)
        if one.code == WRONG_DEPTH and own % BLANKS == 0:
            yield from _those_above(slip, own, lines, told)
        yield from (way for depth, way in tries if depth % BLANKS)


def moved_up(slip: Slip, one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """A need, or what limits how often something is done, before what is done: above the lines that it stands below."""
    own = lines[slip.start]
    if one.code != NO_PLACE or not FIRST.match(own):
        return
    beside = takewhile(lambda k: _depth(lines[k]) >= _depth(own), range(slip.start - 1, -1, -1))
    doing = [k for k in beside if _depth(lines[k]) == _depth(own) and not FIRST.match(lines[k])]
    if doing:
        at = doing[-1]
        block = (*lines[slip.start : slip.end], *lines[at : slip.start])
        where = f"in place of lines {at + 1} to {slip.end}"
        shown = tuple(line[_depth(own) :] for line in block)
        yield Try(Written(shown, where=where), one.hints, edit=Edit(at, slip.end - at, block))


def _those_above(slip: Slip, own: int, lines: Sequence[str], told: tuple[str, ...]) -> Iterator[Try]:
    """The lines above a slip that are deeper, as deep as it; or the one that is a little less deep."""
    deeper = [*takewhile(lambda line: line.strip() and _depth(line) > own, reversed(lines[: slip.start]))]
    at = slip.start - max(len(deeper), 1)
    if deeper or 0 < own - _depth(lines[at]) < BLANKS:
        yield _put(at, slip.start, own - _depth(lines[at]), lines, told)


def _put(start: int, end: int, deeper: int, lines: Sequence[str], told: tuple[str, ...]) -> Try:
    """Some lines as much deeper."""
    block = tuple(" " * max(_depth(line) + deeper, 0) + line.strip() for line in lines[start:end])
    depth = _depth(block[0])
    shown = tuple(line[min(depth, _depth(line)) :] for line in block)
    blanks = f"with {depth} blanks before it" if depth else "at the left edge"
    return Try(
        Written(shown, where=f"in place of line {start + 1}, {blanks}"), told, edit=Edit(start, end - start, block)
    )


def _end(lines: Sequence[str], slip: Slip) -> int:
    """The first line behind a slip that does not stand under it."""
    below = takewhile(lambda line: line.strip() and _depth(line) > _depth(lines[slip.start]), lines[slip.end :])
    return slip.end + len([*below])


def _depth(line: str) -> int:
    return len(margin_of(line).expandtabs(BLANKS))
