"""Which way what moves goes over a position, and the numbers of what is done one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot, pi

from dsl.board.shapes import Point
from dsl.pages.drawings.arrows import STEP as COUNTED
from dsl.pages.drawings.arrows import Orbit, Route, numbers, orbit, routed
from dsl.pages.drawings.asides import Asides
from dsl.pages.drawings.marks import NUMBER as NUMBERS
from dsl.pages.drawings.marks import bow, counted, plus
from dsl.pages.drawings.pieces import DISC
from dsl.pages.drawings.places import STEP
from dsl.pages.drawings.position import OUT, Position
from dsl.pages.drawings.room import Room

CLEAR = 5  # from an arrow to a piece beside it
NUMBERED = ((-1, -1), (-1, 1), (1, 1), (1, -1))  # where the number of what is placed stands, by preference
FEWER = 10  # marks that are near are as bad as a name under it
SHORTEST, STUB = 34, 25  # that an arrow is, if only something pale is in its way, and beside what stands there
BACK = 0.5  # how far aside goes what comes back, too, in the length of its way
BESIDE_RIM = 4  # left free between the rim of a piece and an arrow along a ring


def arrows(position: Position, start: Position, pale: Collection[int], room: Room) -> Iterator[str]:
    """The movements from where pieces stood in `start`, which may be this position, and their numbers where there is
    room; on some spaces there are pale pieces."""
    routes: list[Route | Orbit] = []
    ends = Counter(other for _, other in ways(position) if position.empty(other))
    for one, other in ways(position):
        ringed, further = along(position, one, other, pale), max(0, ends[other] - 1)
        routes.append(
            ringed.clear(room, routes) if ringed else route(position, start, one, other, pale, routes, further)
        )
    on_board = [*routes]
    routes += beside(position, start)
    yield from (route.drawn() for route in routes)
    yield from numbers(on_board, numbered(position), room)
    room.arrows += [point for route in routes for point in route.points]


def beside(position: Position, start: Position) -> Iterator[Route]:
    """The ways from and to places beside the board that are seen with it."""
    asides = position.stage.asides

    def place(at: int, left: bool) -> Point | None:
        if at not in position.stage.numbers:
            return asides.place_of(at) if isinstance(asides, Asides) else None
        is_full = left and position is not start and not position.empty(at)  # it is pale behind what has come there
        return position.pale_place(at) if is_full else (start if left else position).piece_place(at)

    for one, other in position.outcome.crossed:
        begin, end = place(one, True), place(other, False)
        if begin and end:
            yield Route(begin, end, DISC * position.radius, DISC * position.radius)


def ways(position: Position) -> Sequence[tuple[int, int]]:
    """The movements, each that is done more than once as it is done first."""
    return [*dict.fromkeys(position.outcome.moves)]


def numbered(position: Position) -> Sequence[int]:
    """The number of each movement: along points how far it goes, if dice say so, else which comes first."""
    far = [abs(other - one) for one, other in ways(position)]
    first = [position.outcome.moves.index(way) + 1 for way in ways(position)]
    return far if position.layout.heaps and position.outcome.thrown else first


def along(position: Position, one: int, other: int, pale: Collection[int]) -> Orbit | None:
    """The way of a movement along a ring, which begins and ends beside what stands there."""
    if not position.layout.radii:
        return None
    full = {*position.standing, *pale}
    before, behind = (DISC * position.radius + BESIDE_RIM if space in full else 4.0 for space in (one, other))
    number = one - position.stage.numbers.start
    ring_of = next(row.spaces for row in position.board.one.layout.rows if number in row.spaces)
    places = position.stage.place(one), position.stage.place(other)
    found = orbit(*places, position.layout.middle, 2 * pi / len(ring_of), before, behind)
    if found is None or (one in position.standing and not position.empty(one)):
        return found
    return replace(found, before=over_pale(before, abs(found.turn) * found.radius - behind))


def over_pale(before: float, left: float, least: float = SHORTEST) -> float:
    """How much is free before an arrow over what is pale: so little that more than its head is seen in what is left."""
    return max(min(before, left - least), 4.0)


def route(
    position: Position, start: Position, one: int, other: int, pale: Collection[int],
    earlier: Sequence[Route | Orbit], further: int,
) -> Route:  # fmt: skip
    """Which way a movement goes: straight, or beside what stands between its ends, to where the last of so many
    further ones comes."""
    full = {*position.standing, *pale}
    before, behind = (DISC * position.radius if space in full else 4.0 for space in (one, other))
    ends = start.piece_place(one), position.next_place(other, further)
    is_pale = one not in position.standing or position.empty(one)  # else a little over the rim of what stays there
    left = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) - behind
    before = over_pale(before, left, SHORTEST if is_pale else STUB)
    straight = Route(*ends, before, behind)
    if (other, one) in (around := ways(position)):  # there and back: each on a side of its own
        side = 1 if around.index((one, other)) < around.index((other, one)) else -1
        return replace(straight, by=bow(*ends, side * BACK))
    shown = full & {*position.stage.shown}
    others = [position.piece_place(space) for space in shown if space not in (one, other)]
    others += [position.pale_place(space) for space in shown & {*pale} - {one, other}]
    others += [place for space in shown for place in position.in_row(space)]
    dice = position.dice_places  # nor between them
    others += [*dice, *(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(dice))]
    letters = [(label.x, label.y) for label in position.stage.part.labels]
    near = (STEP / 2 if position.layout.heaps else DISC) * position.radius + CLEAR
    return routed(straight, others, earlier, position.stage.part.frame, near, letters)


def ordered(position: Position, room: Room) -> Iterator[str]:
    """Which comes first of what is placed, and that it is where other things have the same rings, at the rings, where
    no name and no other mark is near."""
    taken, r, half = [*badges(position)], position.radius, max(COUNTED, room.least / NUMBERS)
    order = position.outcome.order
    for space in (*order, *(space for space in position.outcome.added if space not in order)):
        x, y = position.piece_place(space)
        places = [(x + 0.72 * r * dx, y + 0.72 * r * dy) for dx, dy in NUMBERED]
        near = [
            sum(hypot(one[0] - a, one[1] - b) < 0.9 * r for a, b in taken) + FEWER * room.on_letters(one, half)
            for one in places
        ]
        at = places[near.index(min(near))]
        yield counted(order[space], at, half, "step order") if space in order else plus(at, OUT * position.stage.badge)


def badges(position: Position) -> Iterator[Point]:
    """Where marks stand at what is taken away or said to be possible or not."""
    outcome = position.outcome
    gone = {piece.at for piece in (*outcome.taken, *outcome.passing, *(last for _, last in outcome.lost))}
    for space in {*position.marked, *gone}:
        (x, y), far = position.piece_place(space), 0.72 * position.radius
        yield from [(x + far, y - far), *([(x + far, y + far)] if space in gone else [])]
