"""`the Colour of the Tile along east`: what a piece shows there now is a value of the game, which no line defines."""

from __future__ import annotations

from dsl import model
from dsl.builtins import DIRECTION
from dsl.builtins.turn import TURN
from dsl.model import Condition, Expression, Variable
from dsl.model.world import Attribute, Kind, Shown, Visibility
from dsl.resolve.complaints import faults_noted
from dsl.resolve.context import Context
from dsl.resolve.headings import fresh_word

Turning = tuple[model.Value, model.Value]
"""How rows of a table, each of which is at a side, are turned, and turned back."""


def declare_sides(context: Context) -> None:
    turnings: dict[Kind, Turning] = {}
    links: dict[tuple[Kind, str], list[model.Value]] = {}
    for shown in (shown for info in context.world.piece_infos.values() for shown in info.shows):
        if shown.placed and shown.turned and shown.along not in turnings:
            turnings[shown.along] = turned_row(shown, False), turned_row(shown, True)
            context.book.values += turnings[shown.along]
        with faults_noted(context):
            along = value_along(shown, turnings.get(shown.along))
            if shown.link:
                links.setdefault((shown.of, shown.link), []).append(along)
                continue
            declare(context, along)
            if shown.placed is None:
                declare(context, value_to(shown, along, context.world.board_of(shown.along).spaces))
    for (_, word), values in links.items():
        with faults_noted(context):
            declare_link(context, word, values)


def declare_link(context: Context, word: str, values: list[model.Value]) -> None:
    """`a Direction is linked to a Direction called other by a Tile`: one of the lines from there leads to it."""
    shown = values[0].shown
    assert shown is not None
    along, span = shown.along, shown.span
    one, other = Variable(along.name, along, span=span), Variable("other", along, span=span)
    piece = Variable(shown.of.name, shown.of, span=span)
    quality = model.Quality(word, word, (one, other, piece), ("", "to", "by"), span, shown.clauses)
    ends = (model.Apply(span, along, True, value, (use(piece), use(other))) for value in values)
    same = tuple(model.Compare(span, "=", end, use(one)) for end in ends)
    quality.conditions, quality.condition_clauses = [model.Any(span, same) if len(same) > 1 else same[0]], [()]
    fresh_word(quality, context.qualities.get(word, ()))
    context.book.values += values
    context.book.qualities.append(quality)
    context.qualities.setdefault(word, []).append(quality)


def declare(context: Context, value: model.Value) -> None:
    fresh_word(value, context.values.get(value.name, ()))
    context.book.values.append(value)
    context.values.setdefault(value.name, []).append(value)


def value_to(shown: Shown, along: model.Value, spaces: Kind) -> model.Value:
    """`the Colour of the Tile to the Square`: at the side that lies beside it."""
    piece, space = Variable(shown.of.name, shown.of, span=shown.span), Variable(spaces.name, spaces, span=shown.span)
    here = model.PlaceOf(shown.span, spaces, True, use(piece), False)
    way = model.BuiltIn(shown.span, shown.along, True, DIRECTION, (here, use(space)))
    meaning = model.Apply(shown.span, shown.kind, True, along, (use(piece), way))
    value = model.Value(shown.name, shown.name, (piece, space), ("of", "to"), shown.span, shown.clauses)
    value.kind, value.maybe, value.cases, value.shown = shown.kind, True, [(meaning, None, ())], shown
    return value


def value_along(shown: Shown, rows: Turning | None) -> model.Value:
    """It is a case for each side that is printed: which one lies there is known by how the piece is turned."""
    piece = Variable(shown.of.name, shown.of, span=shown.span)
    way = Variable(shown.along.name, shown.along, span=shown.span)
    value = model.Value(shown.name, shown.name, (piece, way), ("of", "along"), shown.span, shown.clauses)
    value.kind, value.shown = shown.kind, shown
    thing, asked = use(piece), use(way)
    printed = turned(asked, shown, thing, rows, back=True)
    value.cases = [
        (side(attribute, shown, thing, rows), is_way(printed, number), ()) for number, attribute in shown.sides.items()
    ]
    value.maybe = len(shown.sides) < shown.along.size or any(meaning.maybe for meaning, _, _ in value.cases)
    if len(shown.sides) == shown.along.size:
        value.cases[-1] = (value.cases[-1][0], None, ())  # no other way is left
    return value


def use(variable: Variable) -> Expression:
    return model.Use(variable.span or variable.kind.span, variable.kind, False, variable)  # type: ignore[arg-type]


def side(attribute: Attribute, shown: Shown, piece: Expression, rows: Turning | None) -> Expression:
    """What is printed at a side; if that is a direction, or a row that is at one, as it is turned with the piece."""
    printed = model.Get(shown.span, attribute.kind, attribute.gaps, attribute, piece)
    turns = attribute.kind is shown.along or (shown.turned and attribute.kind is shown.turned.kind)
    return turned(printed, shown, piece, rows) if turns else printed


def turned(way: Expression, shown: Shown, piece: Expression, rows: Turning | None, back: bool = False) -> Expression:
    """A direction or row as the piece turns it, or back to where it is printed."""
    if shown.turned is None:
        return way
    directions = shown.turned.kind
    now = model.Get(shown.span, directions, False, shown.turned, piece)
    if rows and way.kind is not directions:
        return model.Apply(shown.span, way.kind, True, rows[back], (way, now))
    first = model.Constant(shown.span, directions, False, directions.start, directions.elements[0])
    ends = (now, first) if back else (first, now)
    return model.BuiltIn(shown.span, directions, way.maybe, TURN, (way, *ends))


def turned_row(shown: Shown, back: bool) -> model.Value:
    """A row of a table, each of which is at a side, when the piece is turned: the first of a side becomes the first of
    the side that comes there, the second one the second."""
    assert shown.turned is not None
    directions = shown.turned.kind
    row = Variable(shown.along.name, shown.along, span=shown.span)
    way = Variable(directions.name, directions, span=shown.span)
    name = f"{shown.along.name} turned{' back' if back else ''}"
    value = model.Value(name, name, (row, way), ("of", "along"), shown.span, shown.clauses, kind=shown.along)
    value.maybe, count = True, directions.size
    for step in range(count):
        by = -step % count if back else step
        attribute = Attribute(
            f"turned by {by}", shown.along, shown.along, Visibility(), rows_turned(shown, by), gaps=True
        )
        meaning = model.Get(shown.span, shown.along, True, attribute, use(row))
        value.cases.append((meaning, is_way(use(way), directions.start + step), ()))
    return value


def rows_turned(shown: Shown, by: int) -> tuple[int, ...]:
    """For each row the one that comes there; -1 where the side that does has no such row."""
    assert shown.placed is not None
    assert shown.placed.constant is not None
    directions = shown.placed.kind
    at: dict[int, list[int]] = {}
    for row, side in enumerate(shown.placed.constant, shown.along.start):
        at.setdefault(side, []).append(row)
    found = []
    for row, side in enumerate(shown.placed.constant, shown.along.start):
        others = at.get(directions.start + (side - directions.start + by) % directions.size, [])
        place = at[side].index(row)
        found.append(others[place] if place < len(others) else -1)
    return tuple(found)


def is_way(way: Expression, number: int) -> Condition:
    constant = model.Constant(way.span, way.kind, False, number, way.kind.element(number))
    return model.Compare(way.span, "=", way, constant)
