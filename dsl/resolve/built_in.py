"""The values that every game has: those of tables (`dsl.builtins`), ends and places, owners, walks."""

from __future__ import annotations

from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.builtins.signature import BuiltInValue
from dsl.model import Expression
from dsl.model.world import LOCATION, BoardInfo, Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import bare, phrase
from dsl.resolve.overloads import RolesByPreposition
from dsl.resolve.wording import a, an_initial
from dsl.source import Span
from dsl.text.diagnostics import near


def built_in_value(
    context: Context, word: str, roles: RolesByPreposition, span: Span, scope: Scope
) -> Expression | None:
    """The values that every game has."""
    value = VALUES.get(word)
    if value is not None and value.is_written(word, roles) and (value.reserved or word not in context.values):
        return by_table(context, value, roles, span, scope)
    match word, sorted(roles):
        case ("top" | "bottom") as end, ["of"]:
            return end_of(context, end, roles["of"], span, scope)
        case "end", ["of"]:
            return walk_end(context, roles["of"], span, scope)
        case "place", ["of"]:
            subject = bare(context, roles["of"], scope)
            if subject.kind.sort != "piece":
                wrong("E0301", f"Pieces have a place, but this is {a(subject.kind)}.", subject.span)
            return model.PlaceOf(span, LOCATION, True, subject, True)
        case "owner", ["of"]:
            subject = bare(context, roles["of"], scope)
            if subject.kind.sort == "board":
                return owner_of_board(subject, span)
            return model.OwnerOf(span, context.world.players, True, subject)
        case _:  # other words mean something only in some games
            return None


def by_table(context: Context, value: BuiltInValue, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression:
    said = [roles[word] for word in value.roles]
    board = context.world.board_of(spaces_of(context, span, scope, *said)) if value.of_board else None
    wanted = value.kinds(context.world, board)[:-1]
    arguments = tuple(phrase(context, node, scope, one) for node, one in zip(said, wanted, strict=True))
    return with_arguments(context, value, board, arguments, span)


def number_built_in(context: Context, word: str, subject: Expression, span: Span) -> model.BuiltIn:
    """`the rank of A`, where A is known; see `can_have`."""
    return with_arguments(context, VALUES[word], context.world.board_of(subject.kind), (subject,), span)


def with_arguments(
    context: Context, value: BuiltInValue, board: BoardInfo | None, arguments: tuple[Expression, ...], span: Span
) -> model.BuiltIn:
    *wanted, kind = value.kinds(context.world, board)
    complaint = value.complaint(context.world, *wanted)
    if complaint is not None:
        wrong(*complaint, span)
    maybe = value.may_lack or any(argument.maybe for argument in arguments)
    return model.BuiltIn(span, kind, maybe, value, arguments)


def can_have(word: str, kind: Kind) -> bool:
    """Whether things of the kind have such a number by what sort of thing they are: `rank` is said of a space."""
    value = VALUES.get(word)
    return value is not None and [*value.roles.items()] == [("of", kind.sort)] and value.gives == "number"


def owner_of_board(board: Expression, span: Span) -> Expression:
    if not isinstance(board, model.PlaceFor):
        wrong("E0309", "This board is nobody's.", span, hints=("there is one for each Player",))
    return board.owner


def end_of(context: Context, end: str, of: tree.Node, span: Span, scope: Scope) -> Expression:
    place = bare(context, of, scope)
    if place.kind.sort not in ("place", "space", "piece"):
        wrong("E0206", f"{an_initial(place.kind)} has no {end}.", span)
    check_ordered(context, place.kind, f"so it has no {end}", span)
    return model.EndOf(span, kind_in(context, place.kind), True, place, "top" if end == "top" else "bottom")


def check_ordered(context: Context, kind: Kind, consequence: str, span: Span) -> None:
    """Only what keeps order has a top and a bottom, and can be shuffled."""
    if not context.world.keeps_order(kind):
        name = context.world.board_of(kind).name if kind.sort == "space" else kind.name
        wrong("E0310", f"{name} keeps no order, {consequence}.", span,
              hints=(f"under {name}: keeps order",))  # fmt: skip


def kind_in(context: Context, place: Kind) -> Kind:
    """What kind of piece lies in a place: what it says it takes, if that is one kind; otherwise any piece."""
    takes = context.world.taken_by(place)
    return takes[0][0] if len(takes) == 1 else context.world.pieces


def walk_named(context: Context, node: tree.Node, scope: Scope) -> tuple[model.Walk, tuple[Expression, ...]] | None:
    """`the Jump of the Ship`, `a Safe Way`: the walk, and of what it is. None for anything else."""
    match node:
        case (
            tree.The(noun=tree.Noun(words=(), name=name), where=where)
            | tree.Indefinite(noun=tree.Noun(words=(), name=name), where=where)
        ) if name in context.book.walks:
            walk = context.book.walks[name]
            return walk, walk_arguments(context, walk, where, node.span, scope)
        case _:  # others name no walk
            return None


def walk_arguments(
    context: Context, walk: model.Walk, where: tree.Where | None, span: Span, scope: Scope
) -> tuple[Expression, ...]:
    if where is not None and where.preposition == "of" and walk.parameters:
        return (phrase(context, where.of, scope, walk.parameters[0].kind),)
    if where is not None or walk.parameters:
        said = f"the {walk.name} of {a(walk.parameters[0].kind)}" if walk.parameters else f"the {walk.name}"
        wrong("E0206", f"{walk.name} is walked so: `{said}`.", span)
    return ()


def walk_end(context: Context, of: tree.Node, span: Span, scope: Scope) -> Expression:
    found = walk_named(context, of, scope)
    if found is None:
        name = of.noun.name if isinstance(of, tree.The) and isinstance(of.noun, tree.Noun) else ""
        wrong("E0201", "`the end of` speaks of a walk.", span, near=near(name, context.book.walks))
    return model.WalkEnd(span, spaces_of_walk(context, found[0], span), True, *found)


def spaces_of(context: Context, span: Span, scope: Scope, *said: tree.Node | Expression) -> Kind:
    """The spaces of the only board; of several the one on which the things are that are spoken of."""
    boards = tuple(context.world.boards.values())
    if not boards:
        wrong("E0328", "There is no board, so there are no spaces.", span)
    if len(boards) == 1:
        return boards[0].spaces
    kinds = [kind_of_said(context, thing, scope) for thing in said]
    on = [board for board in boards for kind in kinds if kind is not None and kind.is_a(board.spaces)]
    on += [board for board in boards if any(kind in (board.edges, board.directions) for kind in kinds)]
    if on:
        return on[0].spaces
    which_board(context, span)


def which_board(context: Context, span: Span) -> NoReturn:
    boards = tuple(context.world.boards.values())
    names = " or ".join(f"the {board.name}" for board in boards)
    wrong("E0357", f"There are {len(boards)} boards, and nothing here says which is meant: {names}.", span,
          hints=tuple(f"the {board.spaces.name} of …" for board in boards))  # fmt: skip


def kind_of_said(context: Context, said: tree.Node | Expression, scope: Scope) -> Kind | None:
    """Of what kind a thing is; None for a word that may be a value of several."""
    if isinstance(said, Expression):
        return said.kind
    return None if isinstance(said, tree.Word) else bare(context, said, scope).kind


def spaces_of_walk(context: Context, walk: model.Walk, span: Span) -> Kind:
    """The spaces along which a walk leads."""
    named = context.walked.get(walk)
    if named is None and len(context.world.boards) > 1:
        which_board(context, walk.span)
    return named or spaces_of(context, span, Scope())


def where_it_is(context: Context, piece: Expression, span: Span) -> Expression:
    """The space of a piece; where there are several boards, the place."""
    kind = LOCATION if len(context.world.boards) > 1 else spaces_of(context, span, Scope())
    return model.PlaceOf(piece.span, kind, True, piece, False)
