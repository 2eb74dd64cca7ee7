"""What becomes of the pieces on one board in a worked example, and whether one picture can tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from math import hypot

from dsl.board.scene import Piece, Scene
from dsl.board.shapes import Point

MOST_JUMPS = 8  # of one movement
MOST_COUNTED = 9  # numbers of one digit
Standing = dict[int, list[Piece]]
"""What stands on spaces, from the bottom to the top."""


class Outcome:
    """What stands on a board, whose spaces have these numbers, before and after; which pieces were `moved` on it and
    which are `other` where they are, each as it was and as it is, those that `come` and those that are `gone`, also
    from and to other boards, those that only are `passing`, and the single `moves` from space to space. `named` is a
    piece as the text calls it; qualities that a piece gets are told if they are among `spoken`. `aside` and `aside_end`
    are what lies in places off the boards, before and after, `thrown` the dice that were rolled, and `rolled_before`
    those of them that were rolled again; `opened` is with what all see of it then what was hidden and is gone,
    `joined` are spaces between which there is a line of what is done, and `crossed` is from which place off the
    boards to which space something went, or the other way; all of it by the answers of one `run`. `given`: the
    example gives it anew.
    `middles` are the spaces by where their middles are, if it is seen what is jumped over."""

    def __init__(
        self, scene: Scene, numbers: range, named: Callable[[Piece], Piece], spoken: Container[str] = (), run: int = 0,
        middles: Mapping[Point, int] | None = None,
    ) -> None:  # fmt: skip
        self.run, self.given = run, scene.given
        later = {other: told(one, other, spoken) for one, other in scene.otherwise}
        known = ((named(one), named(later[other])) for one, other in scene.otherwise)
        pairs = [(one, other) for one, other in known if one != other]
        self.before = by_spaces(map(named, scene.pieces), numbers)
        self.after = by_spaces((named(later.get(piece, piece)) for piece in scene.end), numbers)
        here = [pair for pair in pairs if pair[0].at in numbers and pair[1].at in numbers]
        apart = [(one, other) for one, other in here if one.at != other.at]
        self.moved = [pair for pair in apart if is_way(pair[0].at, pair[1].at, scene.moves)]
        lifted = [pair for pair in apart if pair not in self.moved]  # from the board, and laid elsewhere later
        self.other = [(one, other) for one, other in here if one.at == other.at]
        came = [other for one, other in pairs if other.at in numbers and one.at not in numbers]
        went = [one for one, other in pairs if one.at in numbers and other.at not in numbers]
        self.come = [*(piece for piece in map(named, scene.come) if piece.at in numbers), *came]
        self.come += [other for _, other in lifted]
        self.gone = [*(piece for piece in map(named, scene.gone) if piece.at in numbers), *went]
        self.gone += [one for one, _ in lifted]
        self.passing = [
            piece
            for piece in map(named, scene.passing)
            if piece.at in numbers and piece.at not in {*self.before, *self.after}
        ]
        self.opened = {named(one): named(other) for one, other in scene.opened if one.at in numbers}
        ends = {piece.at for piece in (*scene.come, *scene.gone)}
        self.crossed = [way for way in dict.fromkeys(scene.crossed) if ends & {*way} & {*numbers}]
        self.joined: Sequence[tuple[int, int]] = ()
        self.aside, self.aside_end = scene.aside, scene.aside_end
        self.thrown, self.rolled_before = scene.thrown, scene.rolled_before
        moves = [(start, end) for start, end in scene.moves if start in numbers and end in numbers]
        self.moves = [*jumps(moves, scene.gone, middles)] if middles else moves
        self.arrivals = [(space, answer) for space, answer in scene.arrivals if space in numbers]

    def become(self, start: int, end: int) -> None:
        """What goes from one space to another may be gone then, and another one of its player's be there: it has become
        that on its way."""
        gone, come = on(self.gone, start), on(self.come, end)
        if len(gone) == len(come) == 1 and gone[0].seat == come[0].seat >= 0 and start != end:
            self.gone, self.come = [*rest(self.gone, gone)], [*rest(self.come, come)]
            self.moved, self.moves = [*self.moved, (gone[0], come[0])], [*self.moves, (start, end)]

    @cached_property
    def spaces(self) -> set[int]:
        """Where something is done."""
        pieces = (*self.come, *self.gone, *self.passing, *(one for one, _ in self.other))
        return {*(piece.at for piece in pieces), *(space for move in self.moves for space in move)}

    @property
    def ringed(self) -> set[int]:
        """Where something comes, is gone or is other than before: there are rings."""
        return {piece.at for piece in (*self.come, *self.taken, *self.passing, *(other for _, other in self.turned))}

    @property
    def crowded(self) -> set[int]:
        """Where it comes or is gone: with other marks there it would be said to be both there and not."""
        return {piece.at for piece in (*self.come, *self.gone, *self.passing)}

    @cached_property
    def order(self) -> dict[int, int]:
        """Which comes first of pieces that come to spaces by different answers, if that is all that is done on them,
        each only once."""
        spaces = {piece.at for piece in (*self.come, *self.passing)}
        times = sorted({answer for _, answer in self.arrivals})
        found = {space: times.index(answer) + 1 for space, answer in self.arrivals}
        is_clear = len(self.arrivals) == len(found) and found.keys() == spaces and not self.moves
        return found if is_clear and 1 < len(times) <= MOST_COUNTED else {}

    @cached_property
    def added(self) -> list[int]:
        """Where something is placed to which no arrow leads, if other things are only changed."""
        led = {end for _, end in self.moves} | {other.at for _, other in self.turned}
        return [*dict.fromkeys(piece.at for piece in self.come if piece.at not in led)] if self.turned else []

    @property
    def turned(self) -> list[tuple[Piece, Piece]]:
        """The pieces that are other than they were, wherever they are."""
        return [*self.other, *((one, other) for one, other in self.moved if replace(other, at=one.at) != one)]

    @property
    def only_moves(self) -> bool:
        """Whether all that is done is that pieces go from space to space."""
        return not (self.come or self.gone or self.turned) and bool(self.moved)

    @property
    def is_one_move(self) -> bool:
        """Whether all that is done is that something goes from one space to another."""
        ways = {(one.at, other.at) for one, other in self.moved}
        return self.only_moves and len(ways) == 1 and {*self.moves} == ways

    def last_of(self, piece: Piece) -> int:
        """From which space a piece went that is gone: the last to which it was moved, if no other was moved from where
        it was at first, or came there before."""
        at = piece.at
        if any(one.at == at for one, _ in self.moved):
            return at
        for start, end in self.moves:
            if end == at:
                return at
            at = end if start == at else at
        return at

    @cached_property
    def lost(self) -> list[tuple[Piece, Piece]]:
        """What is gone from where it went before, if nothing else is there at first or in the end: (as it was, as it
        lay last)."""
        ways = ((piece, replace(piece, at=self.last_of(piece))) for piece in self.gone)
        full = {*self.before, *self.after}
        return [(piece, last) for piece, last in ways if last.at != piece.at and last.at not in full]

    @property
    def taken(self) -> list[Piece]:
        """What is gone from where it was at first."""
        lost = [piece for piece, _ in self.lost]
        return [piece for piece in self.gone if piece not in lost]

    @property
    def left(self) -> list[Piece]:
        """The pieces that are no more where they were."""
        return [*(one for one, _ in self.moved), *self.gone]

    @cached_property
    def left_aside(self) -> list[Piece]:
        """What lay off the boards and went from there to a space."""
        starts = {start for start, _ in self.crossed}
        return [piece for piece in rest(self.aside, self.aside_end) if piece.at in starts]

    @property
    def arrived(self) -> list[Piece]:
        return [*(other for _, other in self.moved), *self.come]

    def still(self, space: int) -> bool:
        """Whether the same lies on a space before and after."""
        return self.before.get(space) == self.after.get(space) and space not in self.spaces

    # --------------------------------------------------------------------------------------------- one picture, or two

    def told_at_once(
        self, look: Callable[[Piece], Hashable], place: Callable[[int], Point], fixed: Callable[[Piece], bool],
        in_rows: bool,
    ) -> bool:  # fmt: skip
        """Whether arrows and rings in the position at first tell how it ends: no piece turns into something else, none
        goes where another has left, on no space some come or go and others stay, and no arrows lie across one another.
        `fixed` are pieces that are like the ground; `in_rows`: pieces on a space lie in a row away from the edge, so
        that those that look alike are told apart, and so are arrows."""
        if self.turned or self.changes_places():
            return False
        if any(
            self.mixed(space, look, fixed, in_rows) for space in {piece.at for piece in (*self.left, *self.arrived)}
        ):
            return False
        ways = {(place(one.at), place(other.at)) for one, other in self.moved}
        return in_rows or not any(across(*pair) for pair in combinations(sorted(ways), 2))

    def changes_places(self) -> bool:
        """Whether something arrives where something leaves on the board; what is taken may be where its taker goes."""
        starts, gone = {one.at for one, _ in self.moved}, {piece.at for piece in self.gone}
        return bool(starts & {piece.at for piece in self.arrived} or gone & {piece.at for piece in self.come})

    def mixed(
        self, space: int, look: Callable[[Piece], Hashable], fixed: Callable[[Piece], bool], in_rows: bool
    ) -> bool:
        """Whether some on a space come or go while others stay, or go elsewhere."""
        went, came = on(self.left, space), on(self.arrived, space)
        stays = [piece for piece in rest(self.before.get(space, []), went) if not fixed(piece)]
        if len({other.at for one, other in self.moved if one.at == space}) + bool(on(self.gone, space)) > 1:
            return True
        return bool(stays) and not (in_rows and len({look(piece) for piece in (*stays, *went, *came)}) == 1)


def is_way(start: int, end: int, moves: Iterable[tuple[int, int]]) -> bool:
    """Whether movements, one after the other, lead from a space to another."""
    reached = {start}
    for one, other in moves:
        reached |= {other} if one in reached else set()
    return end in reached


def jumps(
    moves: Iterable[tuple[int, int]], gone: Iterable[Piece], middles: Mapping[Point, int]
) -> Iterator[tuple[int, int]]:
    """Movements, of which those that jump over one piece that is taken after the other go by each place on the way:
    what is jumped over is in the middle between two of these, and all are as far from one another."""
    places = {space: place for place, space in middles.items()}
    left = [piece.at for piece in gone if piece.at in places]
    for start, end in moves:
        ways = list(over_each(start, end, left, places, middles)) if len(left) <= MOST_JUMPS else []
        way = min(ways, key=len, default=((end, -1),))
        left = [space for space in left if space not in {over for _, over in way}]
        yield from pairwise((start, *(landed for landed, _ in way)))


def over_each(
    start: int, end: int, left: Sequence[int], places: Mapping[int, Point], middles: Mapping[Point, int],
    long: float = 0,
) -> Iterator[tuple[tuple[int, int], ...]]:  # fmt: skip
    """The ways to jump to an end, each time over another of the spaces that are left, so long each: (to, over)."""
    for over in left:
        (x, y), (a, b) = places[start], places[over]
        landed, far = middles.get((2 * a - x, 2 * b - y)), hypot(a - x, b - y)
        if landed is None or (long and abs(far - long) > 1):
            continue
        if landed == end:
            yield ((landed, over),)
            continue
        others = [space for space in left if space != over]
        for way in over_each(landed, end, others, places, middles, far):
            yield ((landed, over), *way)


def in_turn(
    scene: Scene, line_of: Callable[[tuple[int, int]], tuple[Point, Point] | None] = lambda _: None, most: int = 2
) -> list[Scene]:
    """A scene in so many parts at most, each of which is what is done up to where something would lie across it."""
    first, *rest = parted(scene, line_of)
    return [first, *(part for other in rest for part in (in_turn(other, line_of, most - 1) if most > 2 else [other]))]


def parted(scene: Scene, line_of: Callable[[tuple[int, int]], tuple[Point, Point] | None]) -> list[Scene]:
    """A scene, or where something leaves a space before another piece goes there, or goes across where another went,
    one up to that and one of the rest; `line_of` is from where to where the arrow of a move goes, if that matters.
    Nothing comes or goes, and each move has to be all that its pieces do, or the only piece of a space goes to an empty
    one, so that what stands in between is known."""
    ways = {(one.at, other.at) for one, other in scene.otherwise if one.at != other.at}
    first = len(scene.moves)
    for k, move in enumerate(scene.moves):
        lines = [(before, line_of(before), line_of(move)) for before in scene.moves[:k]]
        if any((one[0] == move[1] and not is_behind(a, b)) or is_across(a, b) for one, a, b in lines):
            first = k
            break
    if is_filled(scene) and sorted(ways) == sorted(scene.moves):
        walked = Counter(one for one, _ in scene.otherwise)
        between = (*rest(scene.pieces, walked.elements()), *(other for _, other in scene.otherwise))
        return [
            replace(scene, come=(), end=between, arrivals=(), further=()),
            replace(scene, moves=(), otherwise=(), pieces=between, further=()),
        ]
    if first == len(scene.moves) or scene.come or scene.gone or scene.given:
        return [scene]
    if sorted(ways) != sorted(scene.moves):
        return one_by_one(scene, first)
    now = [pair for pair in scene.otherwise if (pair[0].at, pair[1].at) in scene.moves[:first]]
    left, arrived = Counter(one for one, _ in now), {other for _, other in now}
    between = (*rest(scene.pieces, left.elements()), *(piece for piece in scene.end if piece in arrived))
    later = tuple(pair for pair in scene.otherwise if pair not in now)
    return [
        replace(scene, moves=scene.moves[:first], otherwise=tuple(now), end=between, further=()),
        replace(scene, moves=scene.moves[first:], otherwise=later, pieces=between, further=()),
    ]


def is_filled(scene: Scene) -> bool:
    """Whether something comes, and nothing goes, to where something has left."""
    starts = {start for start, _ in scene.moves}
    return any(piece.at in starts for piece in scene.come) and not (scene.gone or scene.given or scene.passing)


def one_by_one(scene: Scene, first: int) -> list[Scene]:
    """A scene as one of its first moves and one of the others, if it is sure what is moved."""
    alone = {space: pieces[0] for space, pieces in by_space(scene.pieces).items() if len(pieces) == 1}
    full, at = {piece.at for piece in scene.pieces}, {space: space for space in alone}
    places, walking = [at], set[int]()
    for start, end in scene.moves:
        moved = next((piece for piece, space in at.items() if space == start), None)
        if moved is None or end in full - {*alone} or end in at.values():
            return [scene]
        at, walking = at | {moved: end}, walking | {moved}
        places.append(at)
    middle, last = places[first], by_space(scene.end)
    ends = [scene.moves[0][0], *(end for _, end in scene.moves)]
    is_way = len(walking) == 1 and len({*ends}) == len(ends)  # of one that comes nowhere twice
    if is_way or any(len(last.get(space, ())) != 1 for space in at.values()):
        return [scene]
    still = tuple(piece for piece in scene.pieces if piece.at not in alone)
    there = {start: replace(piece, at=middle[start]) for start, piece in alone.items()}
    now = tuple((alone[start], piece) for start, piece in there.items() if alone[start] != piece)
    later = tuple((piece, last[at[start]][0]) for start, piece in there.items() if piece != last[at[start]][0])
    between = (*still, *there.values())
    return [
        replace(scene, moves=scene.moves[:first], otherwise=now, end=between, further=()),
        replace(scene, moves=scene.moves[first:], otherwise=later, pieces=between, further=()),
    ]


def by_space(pieces: Iterable[Piece]) -> Standing:
    found: Standing = {}
    for piece in pieces:
        found.setdefault(piece.at, []).append(piece)
    return found


def ended(scene: Scene) -> Scene:
    """The position in which a scene ends, where nothing is done."""
    return Scene(pieces=scene.end, end=scene.end, aside=scene.aside_end, aside_end=scene.aside_end)


def touched(scene: Scene) -> Iterator[int]:
    """Where something is done."""
    pieces = (*scene.come, *scene.gone, *scene.passing, *(piece for pair in scene.otherwise for piece in pair))
    yield from (piece.at for piece in pieces)
    yield from (space for move in scene.moves for space in move)


def without(scene: Scene, left_out: Callable[[Piece], bool]) -> Scene:
    """A scene in which pieces are not shown of which the story tells nothing."""
    shown = (tuple(piece for piece in pieces if not left_out(piece)) for pieces in (scene.pieces, scene.end))
    pieces, end = shown
    return replace(scene, pieces=pieces, end=end)


def only_with(scene: Scene, flags: Container[str]) -> Scene:
    """A scene in which pieces are nothing special but what these flags say."""

    def plain(piece: Piece) -> Piece:
        return replace(piece, flags=tuple(flag for flag in piece.flags if flag in flags))

    pairs = [(plain(one), plain(other)) for one, other in scene.otherwise]
    return replace(
        scene, pieces=tuple(map(plain, scene.pieces)), come=tuple(map(plain, scene.come)),
        gone=tuple(map(plain, scene.gone)), end=tuple(map(plain, scene.end)),
        otherwise=tuple(pair for pair in pairs if pair[0] != pair[1]),
    )  # fmt: skip


def told(one: Piece, other: Piece, spoken: Container[str]) -> Piece:
    """What a piece becomes, but for qualities of which nothing is said."""
    return replace(other, flags=tuple(flag for flag in other.flags if flag in one.flags or flag in spoken))


def by_spaces(pieces: Iterable[Piece], numbers: range) -> Standing:
    return by_space(piece for piece in pieces if piece.at in numbers)


def on(pieces: Iterable[Piece], space: int) -> list[Piece]:
    return [piece for piece in pieces if piece.at == space]


def rest(pieces: Sequence[Piece], without: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces but for those, each of which is among them."""
    left = Counter(without)
    for piece in pieces:
        if left[piece]:
            left[piece] -= 1
        else:
            yield piece


def is_across(one: tuple[Point, Point] | None, other: tuple[Point, Point] | None) -> bool:
    return one is not None and other is not None and one != other and across(one, other)


def is_behind(one: tuple[Point, Point] | None, other: tuple[Point, Point] | None) -> bool:
    """Whether something goes straight after what it drives on: one arrow leads to the next, and both are seen."""
    if one is None or other is None or one[0] != other[1]:
        return False
    (a, b), (c, _) = one, other
    return turn(c, a, b) == 0 and not towards(a, b, c)


def across(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two lines meet, other than at an end of both."""
    (a, b), (c, d) = one, other
    if a in other or b in other:
        shared = a if a in other else b
        far, further = (b if shared == a else a), (d if shared == c else c)
        return turn(shared, far, further) == 0 and towards(shared, far, further)
    sides = turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b)
    if turn(a, b, c) == turn(a, b, d) == 0:
        return any(between(a, b, point) for point in other) or between(c, d, a)
    return sides[0] <= 0 and sides[1] <= 0


def turn(a: Point, b: Point, c: Point) -> int:
    """To which side one turns at the second of three points: 0 if they are in line."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0 if abs(area) < 1 else 1 if area > 0 else -1


def towards(start: Point, one: Point, other: Point) -> bool:
    """Whether two points in line with a third are on the same side of it."""
    return (one[0] - start[0]) * (other[0] - start[0]) + (one[1] - start[1]) * (other[1] - start[1]) > 0


def between(a: Point, b: Point, point: Point) -> bool:
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
