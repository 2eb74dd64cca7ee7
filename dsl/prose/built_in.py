"""What every game has, in words: of most values each language has the pattern, and more is to be said of a few."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl import model
from dsl.builtins import LEFT, NEIGHBOUR, OPPONENT, OPPOSITE, RIGHT
from dsl.builtins.signature import BuiltInValue
from dsl.model import BuiltIn, Expression
from dsl.prose.forms import Form, Noun, phrase, referring_back
from dsl.prose.nouns import kind_term
from dsl.prose.scope import EXPRESSIONS, Scope, says

ONWARD = ("clockwise", "anticlockwise", "forward", "backward")


@says(EXPRESSIONS, BuiltIn)
def built_in(scope: Scope, node: BuiltIn) -> Form:
    return OWN.get(node.value, by_pattern)(scope, node)


def by_pattern(scope: Scope, node: BuiltIn) -> Form:
    slots = zip(node.value.roles, map(scope.form, node.arguments), strict=True)
    return phrase(node.value.key, **dict(slots))


def seat(scope: Scope, node: BuiltIn) -> Form:
    """Where two play, it is the same player on either side."""
    (player,) = node.arguments
    return phrase(OPPONENT.key, of=scope.form(player)) if scope.world.players.size == 2 else by_pattern(scope, node)


def neighbour(scope: Scope, node: BuiltIn) -> Form:
    here, way = node.arguments
    of = scope.form(here)
    along = referring_back(scope.form(way), of)
    kind = Noun(kind_term(node.kind), "bare")
    match way:
        case model.Use(variable=variable) if variable.name == way.kind.name:
            return phrase("neighbour_that_way", kind=kind, of=of)
        case BuiltIn(value=value, arguments=(back,)) if value is OPPOSITE:
            against = referring_back(scope.form(back), of)
            return phrase("neighbour_opposite", kind=kind, of=of, along=against)
    return phrase(f"neighbour{way_to(way)}", kind=kind, of=of, along=along)


def way_to(along: Expression) -> str:
    """Which words lead to a neighbour: to the north of it, or clockwise from it, where a direction is no side."""
    if not isinstance(along, model.Constant):
        return ""
    return "_onward" if along.name in ONWARD else "_to"


OWN: Mapping[BuiltInValue, Callable[[Scope, BuiltIn], Form]] = {LEFT: seat, RIGHT: seat, NEIGHBOUR: neighbour}
