"""Where a piece comes to by a rule, as it was tried out, and the shape of it: steps, leaps and slides.

Offsets count squares to the right and ahead, as the owner of the piece sees the board.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

Offset = tuple[int, int]
Cells = Mapping[int, Offset]
"""Where the spaces lie, by their numbers."""

OWN, OTHER = "own", "other"


@dataclass(frozen=True)
class Trial:
    """To which spaces a rule, known by its line, leads a piece of a kind that is a player's and has these flags: from
    each space where it is `free`, alone on the board, and from some where it has `met` another piece: (from where,
    where the other is, whose it is, to where)."""

    rule: int
    kind: str
    flags: tuple[str, ...]
    seat: int
    free: tuple[tuple[int, tuple[int, ...]], ...]
    met: tuple[tuple[int, int, str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Way:
    """What leads to these offsets; if it `slides`, to their multiples. `onto`: where it can end, "empty" and whose
    pieces can stand there. `over`: whose piece must stand in between. `stops`: nothing else may stand there. `first`:
    only from where it stands at the start."""

    offsets: frozenset[Offset]
    slides: bool = False
    onto: frozenset[str] = frozenset()
    over: str = ""
    stops: bool = False
    first: bool = False


@dataclass
class Found:
    """What is known of one offset; None where it was not tried."""

    free: bool = False
    first: bool = False
    taken: dict[str, bool] = field(default_factory=dict)
    stops: bool | None = None
    over: str = ""


class NoShape(Exception):
    """A rule leads to spaces in no way that there are words for."""


def ways(trials: Sequence[Trial], cells: Cells, starts: Mapping[int, Container[int]]) -> tuple[tuple[Way, ...], int]:
    """The ways of a piece as its owner sees them, who looks ahead, and a player who looks up the board; `starts`: where
    such pieces stand at first, by player. No ways if there is no shape that is the same for all."""
    try:
        found = {trial.seat: frozenset(seen(trial, cells, starts.get(trial.seat, ()))) for trial in trials}
    except NoShape:
        return (), 0
    (first, mine), *others = found.items()
    if all(other == mine for _, other in others):
        return ordered(mine), first
    if len(others) != 1 or others[0][1] != {turn(way) for way in mine}:
        return (), 0
    heights = {y > 0 for way in mine if turn(way) not in mine for _, y in way.offsets}
    if len(heights) != 1:
        return (), 0
    return (ordered(mine), first) if heights == {True} else (ordered(others[0][1]), others[0][0])


def turn(way: Way) -> Way:
    """The same, seen from the opposite side."""
    return replace(way, offsets=frozenset((x, -y) for x, y in way.offsets))


def ordered(found: Iterable[Way]) -> tuple[Way, ...]:
    """The nearest first, what needs nobody else before what does."""
    return tuple(sorted(found, key=lambda w: ("empty" not in w.onto, w.first, sorted(map(sum_of, w.offsets)))))


def sum_of(offset: Offset) -> tuple[int, Offset]:
    return abs(offset[0]) + abs(offset[1]), offset


def seen(trial: Trial, cells: Cells, starts: Container[int]) -> Iterator[Way]:
    """The ways of one player's piece, as the board lies. Raises NoShape."""
    places = {cell: space for space, cell in cells.items()}
    found = {offset: Found() for offset in offsets_of(trial, cells)}
    if (0, 0) in found:
        raise NoShape
    for offset, one in found.items():
        one.free, one.first = is_free(trial, cells, places, offset, starts)
    for meeting in trial.met:
        meet(found, cells, dict(trial.free), meeting)
    slides = sliding(found, cells)
    groups: dict[Way, set[Offset]] = {}
    for offset, one in found.items():
        step = primitive(offset)
        if step not in slides or offset == step:
            groups.setdefault(way_of(one, found, step if step in slides else None), set()).add(offset)
    yield from (replace(way, offsets=frozenset(offsets)) for way, offsets in groups.items())


def offsets_of(trial: Trial, cells: Cells) -> set[Offset]:
    """All offsets to which the rule ever leads."""
    free = {away(cells, start, end) for start, ends in trial.free for end in ends}
    return free | {away(cells, start, end) for start, _, _, ends in trial.met for end in ends}


def away(cells: Cells, start: int, end: int) -> Offset:
    (x, y), (u, v) = cells[start], cells[end]
    return u - x, v - y


def is_free(
    trial: Trial, cells: Cells, places: Mapping[Offset, int], offset: Offset, starts: Container[int]
) -> tuple[bool, bool]:
    """Whether the rule leads so far with nothing else on the board, and whether only from the start. Raises
    NoShape."""
    there = {start: places.get((cells[start][0] + offset[0], cells[start][1] + offset[1])) for start, _ in trial.free}
    inside = {start for start, end in there.items() if end is not None}
    so = {start for start, ends in trial.free if there[start] in ends}
    if so in (set(), inside):
        return bool(so), False
    if so == {start for start in inside if start in starts}:
        return True, True
    raise NoShape


def meet(
    found: dict[Offset, Found],
    cells: Cells,
    free: Mapping[int, tuple[int, ...]],
    meeting: tuple[int, int, str, tuple[int, ...]],
) -> None:
    """Notes what another piece changes. Raises NoShape where it changes what has nothing to do with it."""
    start, other, whose, ends = meeting
    before = {away(cells, start, end) for end in free[start]}
    after = {away(cells, start, end) for end in ends}
    at = away(cells, start, other)
    for offset in found:
        if offset == at:
            agree(found[offset].taken, whose, offset in after, offset in before or offset in after)
        elif is_between(at, offset):
            crossed(found[offset], offset in before, offset in after, whose)
        elif (offset in before) is not (offset in after):
            raise NoShape


def agree(known: dict[str, bool], whose: str, is_so: bool, counts: bool) -> None:
    """Notes whether a space with a piece is reached. Raises NoShape where that depends on more."""
    if counts and known.setdefault(whose, is_so) is not is_so:
        raise NoShape


def crossed(one: Found, before: bool, after: bool, whose: str) -> None:
    """Notes what a piece in between does. Raises NoShape where it is now so, now so."""
    if before:
        if one.stops is not None and one.stops is after:
            raise NoShape
        one.stops = not after
    elif after:
        one.over = whose if one.over in ("", whose) else "any"


def is_between(at: Offset, offset: Offset) -> bool:
    """Whether a space lies on the straight way to another."""
    (x, y), (u, v) = at, offset
    return x * v == y * u and x * u + y * v > 0 and abs(x) + abs(y) < abs(u) + abs(v)


def primitive(offset: Offset) -> Offset:
    many = gcd(*offset)
    return offset[0] // many, offset[1] // many


def sliding(found: Mapping[Offset, Found], cells: Cells) -> set[Offset]:
    """The directions in which all is free, to the edge of the board."""
    wide, high = (max(numbers) - min(numbers) for numbers in zip(*cells.values(), strict=True))
    slides = set()
    for x, y in map(primitive, found):
        far = min(wide // abs(x) if x else wide + high, high // abs(y) if y else wide + high)
        steps = [(x * k, y * k) for k in range(1, far + 1)]
        if far > 2 and all(step in found and found[step].free and not found[step].first for step in steps):
            slides.add((x, y))
    return slides


def way_of(one: Found, found: Mapping[Offset, Found], slide: Offset | None) -> Way:
    """What is so of an offset, or of all that a slide leads to. Raises NoShape where these are not alike."""
    alike = [one] if slide is None else [f for offset, f in found.items() if primitive(offset) == slide]
    taken: dict[str, bool] = {}
    for each in alike:
        for whose, is_so in each.taken.items():
            agree(taken, whose, is_so, True)
    stops = {each.stops for each in alike} - {None}
    if len(stops) > 1:
        raise NoShape
    onto = {whose for whose, is_so in taken.items() if is_so} | ({"empty"} if one.free or one.over else set())
    return Way(frozenset(), slide is not None, frozenset(onto), one.over, True in stops, one.first)
