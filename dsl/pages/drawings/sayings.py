"""What is said of a position, over it: on which spaces something can be done, and what is in sight."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from math import hypot

from dsl.board.scene import Piece
from dsl.pages.drawings.artist import direction
from dsl.pages.drawings.boards import written
from dsl.pages.drawings.layouts import NAME
from dsl.pages.drawings.marks import INSIDE, cross, frame, tick
from dsl.pages.drawings.pieces import DISC
from dsl.pages.drawings.places import NAMES
from dsl.pages.drawings.position import MARK, Position
from dsl.pages.drawings.sights import Sight, Way, crossed, stop
from dsl.pages.drawings.sights import drawn as sight_drawn
from dsl.pages.drawings.spoken import Turn
from dsl.pages.drawings.walks import drawn as walk_drawn

AROUND = 0.98  # of a space is inside a frame that is around its name
LEFT = 9  # of its line is one that goes back, too
BEYOND = 8  # the middle of a line to what is not something it goes on faintly
TURNED = 1.38  # of the room of a piece is from its middle to the mark of a direction


def allowed(
    position: Position, said: Mapping[int, bool], placed: Mapping[int, Piece], plain: Container[int]
) -> Iterator[str]:
    """On which spaces something can be done or not, under arrows and their numbers: what would come there, and frames;
    those that are not `plain`, because what is done there has marks of its own, have no frame."""
    for space, can in said.items():
        if space in placed and position.empty(space) and not is_passed(position, space):
            yield from position.ghost(space, placed[space])
        yield from framed(position, space, can) if space in plain else ()


def is_passed(position: Position, space: int) -> bool:
    """Whether something is done there, or an arrow goes over it."""
    ways = (Way(position.stage.place(one), position.stage.place(other)) for one, other in position.outcome.moves)
    passed = ((way, *way.passed(position.stage.place(space))) for way in ways)
    over = any(0 < along < way.length and abs(aside) < position.radius for way, along, aside in passed)
    return over or space in position.outcome.spaces


def framed(position: Position, space: int, can: bool) -> Iterator[str]:
    """The frame of a space on which something can be done, or not; in a row only around the piece at its end."""
    css = "can" if can else "cannot"
    if space - position.stage.numbers.start in position.layout.heaps and space in position.standing:
        yield position.ring(space, css)
        return
    several = sum(not position.stage.is_ground(piece) for piece in position.standing.get(space, ())) > 1
    much = 1.0 if position.layout.radii or several else AROUND if space in position.stage.lettered else INSIDE
    outline = position.layout.outlines[space - position.stage.numbers.start]
    yield frame(outline, position.stage.place(space), css, much)
    yield from position.badges_on(space) if several or space in position.floored else ()


def badged(position: Position, space: int, can: bool) -> Iterator[str]:
    """What is above all frames: whether it can be done there, and the name."""
    (x, y), r = position.piece_place(space), position.radius
    is_in_row = space - position.stage.numbers.start in position.layout.heaps
    at = (x + MARK * r, y - MARK * r) if is_in_row else position.corner(space, MARK)
    yield (tick if can else cross)(at, position.stage.badge)
    if space in position.stage.lettered and space in position.marked:
        yield written(position.stage.name_of(space), *position.name_place(space), "inside haloed", NAMES)
    if position.layout.radii:  # the frame runs over it
        name, left, top = position.layout.names[space - position.stage.numbers.start]
        yield written(name, left, top, "edge haloed", NAME)


def turning(position: Position, turn: Turn) -> Iterator[str]:
    """Beside a piece, in a direction, whether it can be turned there, or is so to there."""
    space, way, so = turn
    (x, y), r = position.piece_place(space), position.radius
    ahead = direction(position.artist.world, way.kind, way.value, position.board)
    if ahead is not None:
        dx, dy = (part / hypot(*ahead) for part in ahead)
        yield (tick if so else cross)((x + TURNED * r * dx, y + TURNED * r * dy), position.stage.badge)


def closed_at(position: Position, sight: Sight) -> tuple[float, float] | None:
    """How far a line goes that is closed by what is seen to stand in its way, as `stop` tells it; one to what is not
    something as far as its middle."""
    way = Way(position.stage.place(sight.start), position.stage.place(sight.end))
    if not sight.open and not sight.is_line:
        return way.length / 2, way.length / 2 + BEYOND
    others = [space for space in position.standing if space not in (sight.start, sight.end)]
    return None if sight.open else stop(way, [position.stage.place(space) for space in others])


def walked(position: Position, spaces: Sequence[int]) -> Iterator[str]:
    """The way of a walk that may not be closed."""
    first = DISC * position.radius if spaces[0] in position.standing else 0.0
    yield from walk_drawn([position.stage.place(space) for space in spaces], first)


def seen(position: Position, sight: Sight, both: bool = False) -> Iterator[str]:
    """A line, a little to its left if it goes back, too, as `both` says. Of one of sight the spaces are tinted that it
    passes through as far as it goes, and where it begins, if nothing stands there; where it is closed and nothing that
    stands there is seen to close it, there is none."""
    way = Way(position.stage.place(sight.start), position.stage.place(sight.end))
    blocked = closed_at(position, sight)
    if not sight.open and blocked is None:
        return
    end = blocked[0] if blocked else way.length
    inside = [n for n in crossed(way, position.layout.places) if way.passed(position.layout.places[n])[0] < end]
    passed = [*inside] if sight.start in position.standing else [sight.start - position.stage.numbers.start, *inside]
    data = "".join(position.layout.outlines[n] for n in passed)
    yield f'<path class="passed{"" if sight.open else " not"}" d="{data}"/>' if data and sight.is_line else ""
    start, end = (way.passed(position.piece_place(space))[0] for space in (sight.start, sight.end))
    full = {*position.standing, *(piece.at for piece in position.outcome.gone)}
    rims = (
        DISC * position.radius + start if sight.start in full else 0.0,  # from where it stands, beside its name
        DISC * position.radius + way.length - end if sight.end in full else 0.0,
    )
    yield from sight_drawn(way.beside(LEFT) if both else way, blocked, rims)
