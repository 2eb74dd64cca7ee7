"""What every game has, in words: of most values each language has the pattern, and more is to be said of a few."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dsl import builtins, model
from dsl.builtins import LEFT, NEIGHBOUR, OPPONENT, OPPOSITE, RIGHT
from dsl.builtins.signature import BuiltInValue, Signature
from dsl.model import BuiltIn, Expression, Related
from dsl.model.world import Kind
from dsl.prose.forms import Attached, Form, Noun, Phrase, Term, phrase, referring_back
from dsl.prose.nouns import kind_term
from dsl.prose.scope import CONDITIONS, EXPRESSIONS, Scope, says

ROW = ("forward", "backward")
ONWARD = ("clockwise", "anticlockwise", *ROW)


@says(EXPRESSIONS, BuiltIn)
def built_in(scope: Scope, node: BuiltIn) -> Form:
    return VALUES.get(node.value, by_pattern)(scope, node)


def by_pattern(scope: Scope, node: BuiltIn) -> Form:
    return phrase(node.value.key, **by_role(scope, node.value, node.arguments))


def by_role(scope: Scope, what: Signature, arguments: Sequence[Expression]) -> dict[str, Form]:
    return dict(zip(what.roles, map(scope.form, arguments), strict=True))


def seat(scope: Scope, node: BuiltIn) -> Form:
    """Where two play, it is the same player on either side."""
    (player,) = node.arguments
    return phrase(OPPONENT.key, of=scope.form(player)) if scope.are_two else by_pattern(scope, node)


def neighbour(scope: Scope, node: BuiltIn) -> Form:
    here, way = node.arguments
    of = scope.form(here)
    along = referring_back(scope.form(way), of)
    kind = Noun(kind_term(node.kind), "bare")
    facing = way_faced(scope, way, of)
    if facing:
        return phrase(f"neighbour_{facing}", kind=kind, of=of)
    match way:
        case model.Use(variable=variable) if variable.name == way.kind.name:
            return phrase("neighbour_that_way", kind=kind, of=of)
        case BuiltIn(value=value, arguments=(back,)) if value is OPPOSITE:
            against = referring_back(scope.form(back), of)
            return phrase("neighbour_opposite", kind=kind, of=of, along=against)
        case _ if isinstance(along, Phrase) and along.key == "towards":
            before = given_before(scope, here, along)
            if before is not None:
                return phrase("neighbour_two_on", kind=kind, of=before, along=along)
            return phrase("neighbour_on_way", kind=kind, of=of, along=along)
        case _:  # in any other direction: as the pattern for it says
            return phrase(f"neighbour{way_to(way)}", kind=kind, of=of, along=along)


def given_before(scope: Scope, here: Expression, along: Form) -> Form | None:
    """From where a space, which was given a name, is the next one in the same direction."""
    match scope.given.get(here.variable) if isinstance(here, model.Use) else None:
        case BuiltIn(value=value, arguments=(start, way)) if value is NEIGHBOUR and scope.form(way) == along:
            return scope.form(start)
        case _:  # is told by its name
            return None


def way_faced(scope: Scope, way: Expression, of: Form) -> str:
    """Whether a direction is the one in which a piece looks of which it is told, `ahead`, or leads `behind` it; so it
    is told to those who learn the game."""
    match way:
        case model.Apply(value=value, arguments=(piece,)) if scope.taught and is_front(scope, value):
            return "ahead" if scope.form(piece) == of else ""
        case BuiltIn(value=value, arguments=(front,)) if value is OPPOSITE:
            return "behind" if way_faced(scope, front, of) == "ahead" else ""
        case _:  # another direction, or that of something else
            return ""


def is_front(scope: Scope, value: model.Value) -> bool:
    """Whether it is one direction for the pieces of one player and the opposite for those of the other."""
    match value:
        case model.Value(
            parameters=(model.Variable(kind=Kind(sort="piece")),),
            overrides=(),
            kind=Kind(sort="direction") as ways,
            general=[
                (model.Constant(value=one), model.Compare(operator="=", left=model.OwnerOf()), _),
                (model.Constant(value=other), None, _),
            ],
        ):
            return scope.world.players.size == 2 and abs(other - one) * 2 == ways.size
        case _:  # depends on something else
            return False


def way_to(along: Expression) -> str:
    """Which words lead to a neighbour: to the north of it, or clockwise from it, where a direction is no side."""
    if not isinstance(along, model.Constant):
        return ""
    return "_onward" if along.name in ONWARD else "_to"


VALUES: Mapping[BuiltInValue, Callable[[Scope, BuiltIn], Form]] = {LEFT: seat, RIGHT: seat, NEIGHBOUR: neighbour}


# ------------------------------------------------------------------------------------------------------------ relations


@says(CONDITIONS, Related)
def related(scope: Scope, node: Related) -> Form:
    subject, *others = node.arguments
    slots = {"subject": scope.form(subject), **by_role(scope, node.relation, others)}
    match node.relation:
        case builtins.CROSSED | builtins.FOLLOWED:
            line = phrase("line", start=slots["from"], end=slots["to"])
            return phrase(node.relation.key, subject=line, over=slots["subject"])
        case builtins.AHEAD if isinstance(others[1], model.Constant):
            way = others[1].name
            return phrase(f"ahead_{way}" if way in ROW else f"ahead{way_to(others[1])}", **slots)
        case builtins.STRAIGHT:
            return phrase("straight", **slots, spaces=spaces(scope))
        case builtins.IN_LINE | builtins.ON_BOARD:
            ((preposition, _),) = node.relation.roles.items()
            return phrase("is_at", subject=slots["subject"], place=Attached(preposition, slots[preposition]))
        case _:  # by the pattern of its own that each relation has
            return phrase(node.relation.key, **slots)


def spaces(scope: Scope) -> Noun:
    """The spaces of the board, where there is only one."""
    kinds = [board.spaces for board in scope.world.boards.values()]
    return Noun(kind_term(kinds[0]) if len(kinds) == 1 else Term("space", "spaces"), "bare", plural=True)
