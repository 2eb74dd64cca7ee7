"""`the Colour of the Tile along east`: what a piece shows there now is a value of the game, which no line defines."""

from __future__ import annotations

from dsl import model
from dsl.builtins import DIRECTION
from dsl.builtins.turn import TURN
from dsl.model import Condition, Expression, Variable
from dsl.model.world import Attribute, Kind, Shown
from dsl.resolve.complaints import faults_noted
from dsl.resolve.context import Context
from dsl.resolve.headings import fresh_word


def declare_sides(context: Context) -> None:
    for info in context.world.piece_infos.values():
        for shown in info.shows:
            with faults_noted(context):
                along = value_along(shown)
                for value in (along, value_to(shown, along, context.world.board_of(shown.along).spaces)):
                    fresh_word(value, context.values.get(shown.name, ()))
                    context.book.values.append(value)
                    context.values.setdefault(shown.name, []).append(value)


def value_to(shown: Shown, along: model.Value, spaces: Kind) -> model.Value:
    """`the Colour of the Tile to the Square`: at the side that lies beside it."""
    piece, space = Variable(shown.of.name, shown.of, span=shown.span), Variable(spaces.name, spaces, span=shown.span)
    here = model.PlaceOf(shown.span, spaces, True, use(piece), False)
    way = model.BuiltIn(shown.span, shown.along, True, DIRECTION, (here, use(space)))
    meaning = model.Apply(shown.span, shown.kind, True, along, (use(piece), way))
    value = model.Value(shown.name, shown.name, (piece, space), ("of", "to"), shown.span, shown.clauses)
    value.kind, value.maybe, value.cases, value.shown = shown.kind, True, [(meaning, None, ())], shown
    return value


def value_along(shown: Shown) -> model.Value:
    """It is a case for each side that is printed: which one lies there is known by how the piece is turned."""
    piece = Variable(shown.of.name, shown.of, span=shown.span)
    way = Variable(shown.along.name, shown.along, span=shown.span)
    value = model.Value(shown.name, shown.name, (piece, way), ("of", "along"), shown.span, shown.clauses)
    value.kind, value.shown = shown.kind, shown
    thing, asked = use(piece), use(way)
    printed = turned(asked, shown, thing, back=True)
    value.cases = [
        (side(attribute, shown, thing), is_way(printed, number), ()) for number, attribute in shown.sides.items()
    ]
    value.maybe = len(shown.sides) < shown.along.size or any(meaning.maybe for meaning, _, _ in value.cases)
    if len(shown.sides) == shown.along.size:
        value.cases[-1] = (value.cases[-1][0], None, ())  # no other way is left
    return value


def use(variable: Variable) -> Expression:
    return model.Use(variable.span or variable.kind.span, variable.kind, False, variable)  # type: ignore[arg-type]


def side(attribute: Attribute, shown: Shown, piece: Expression) -> Expression:
    """What is printed at a side; if that is a direction, as it is turned with the piece."""
    printed = model.Get(shown.span, attribute.kind, attribute.gaps, attribute, piece)
    return turned(printed, shown, piece) if attribute.kind is shown.along else printed


def turned(way: Expression, shown: Shown, piece: Expression, back: bool = False) -> Expression:
    """A direction as the piece turns it, or back to where it is printed."""
    if shown.turned is None:
        return way
    first = model.Constant(shown.span, shown.along, False, shown.along.start, shown.along.elements[0])
    now = model.Get(shown.span, shown.along, False, shown.turned, piece)
    ends = (now, first) if back else (first, now)
    return model.BuiltIn(shown.span, shown.along, way.maybe, TURN, (way, *ends))


def is_way(way: Expression, number: int) -> Condition:
    name = way.kind.elements[number - way.kind.start]
    return model.Compare(way.span, "=", way, model.Constant(way.span, way.kind, False, number, name))
