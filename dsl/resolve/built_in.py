"""The values that every game has: those of tables (`dsl.builtins`), ends and places, owners, walks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.builtins.signature import BuiltInRelation, BuiltInValue
from dsl.model import Condition, Expression
from dsl.model.world import LOCATION, NUMBER, BoardInfo, Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.expressions import bare, phrase
from dsl.resolve.names import find_kind
from dsl.resolve.overloads import RolesByPreposition, Said, given_as, roles_of
from dsl.resolve.sorts import kinds_lying
from dsl.resolve.wording import a, an_initial, phrase_text
from dsl.source import Span
from dsl.text.diagnostics import near
from dsl.text.numerals import ORDINALS

OWNED = ("piece", "place", "space", "location")


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
                return owner_of_board(context, subject, span)
            if subject.kind.sort not in OWNED:
                wrong("E0301", f"Pieces and places have an owner, but this is {a(subject.kind)}.", subject.span)
            return model.OwnerOf(span, context.world.players, True, subject)
        case _:  # other words mean something only in some games
            return None


def by_table(context: Context, value: BuiltInValue, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression:
    said = [one_said(context, roles[word], scope) for word in value.roles]
    board = context.world.board_of(spaces_of(context, span, *said)) if value.of_board else None
    wanted = value.kinds(context.world, board)[:-1]
    arguments = tuple(given_as(context, one, want) for one, want in zip(said, wanted, strict=True))
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


def owner_of_board(context: Context, board: Expression, span: Span) -> Expression:
    """Whose it is, which may be nobody: a further one of those that players have."""
    if isinstance(board, model.PlaceFor) and board.owner is not None:
        return board.owner
    each = context.world.boards[board.kind.name].each
    if not each or isinstance(board, model.Constant):
        wrong("E0309", "This board is nobody's.", span, hints=() if each else ("there is one for each Player",))
    return model.OwnerOf(span, context.world.players, True, board)


def end_of(context: Context, end: str, of: tree.Node, span: Span, scope: Scope) -> model.EndOf:
    place = bare(context, of, scope)
    if place.kind.sort not in ("place", "space", "piece"):
        piles = [one for one in context.world.places.values() if context.world.keeps_order(one.kind)]
        own = [one.kind.name for one in piles if one.per == (place.kind,)]
        whose = phrase_text(of)
        hints = tuple(f"the {end} of the {name} of {whose}" for name in own[:2])
        wrong("E0206", f"{an_initial(place.kind)} has no {end}.", span, hints=hints)
    check_ordered(context, place.kind, f"so it has no {end}", span)
    return model.EndOf(span, kind_in(context, place.kind), True, place, "top" if end == "top" else "bottom")


@meaning.of(tree.TheNth)
def the_nth(context: Context, node: tree.TheNth, scope: Scope) -> Expression:
    """`the second Card from the top of the Deck`: all that lies there is counted. That nothing but Cards can lie there
    is tested when it is known what comes where."""
    end = end_of(context, node.end, node.place, node.span, scope)
    nth, kind = ORDINALS.index(node.noun.words[0]) + 1, find_kind(context, node.noun.name)
    if kind is None or not kind.meets(end.kind):
        wrong("E0301", f"{an_initial(end.kind)} lies there, no {node.noun.name}.", node.span,
              hints=(f"the {node.noun.words[0]} {end.kind.name} from the {node.end} of …",))  # fmt: skip
    return replace(end, nth=nth, kind=kind if kind.is_a(end.kind) else end.kind)


def check_ordered(context: Context, kind: Kind, consequence: str, span: Span) -> None:
    """Only what keeps order has a top and a bottom, and can be shuffled."""
    if not context.world.keeps_order(kind):
        name = context.world.board_of(kind).name if kind.sort == "space" else kind.name
        wrong("E0310", f"{name} keeps no order, {consequence}.", span,
              hints=(f"under {name}: keeps order",))  # fmt: skip


def kind_in(context: Context, place: Kind) -> Kind:
    """What kind of piece lies in a place, if that is one kind; otherwise any piece."""
    there = kinds_lying(context, place)
    return there[0] if len(there) == 1 else context.world.pieces


def walk_named(
    context: Context, node: tree.Node, scope: Scope, roles: tuple[tree.Role, ...] = ()
) -> tuple[model.Walk, tuple[Expression, ...]] | None:
    """`the Jump of the Ship`, `a Safe Way`: the walk, and of what it is. None for anything else."""
    match node:
        case tree.WorkedOut(phrase=phrase_, roles=others):
            return walk_named(context, phrase_, scope, others)
        case (
            tree.The(noun=tree.Noun(words=(), name=name), where=where)
            | tree.Indefinite(noun=tree.Noun(words=(), name=name), where=where)
        ) if name in context.book.walks:
            walk, of = context.book.walks[name], {where.preposition: where.of} if where else {}
            if where and where.value:  # `the Region of the Cell in red`, not one that lies there
                of["of"] = where.value
            return walk, walk_arguments(context, walk, {**of, **roles_of(roles)}, node.span, scope)
        case _:  # others name no walk
            return None


def walk_arguments(
    context: Context, walk: model.Walk, roles: RolesByPreposition, span: Span, scope: Scope
) -> tuple[Expression, ...]:
    if {*roles} != {*walk.prepositions}:
        pairs = zip(walk.prepositions, walk.parameters, strict=True)
        said = " ".join([f"the {walk.name}", *(f"{word} {a(variable.kind)}" for word, variable in pairs)])
        wrong("E0206", f"{walk.name} is walked so: `{said}`.", span)
    return tuple(
        phrase(context, roles[word], scope, variable.kind)
        for word, variable in zip(walk.prepositions, walk.parameters, strict=True)
    )


def walk_end(context: Context, of: tree.Node, span: Span, scope: Scope) -> Expression:
    found = walk_named(context, of, scope)
    if found is None:
        name = of.noun.name if isinstance(of, tree.The) and isinstance(of.noun, tree.Noun) else ""
        wrong("E0201", "`the end of` speaks of a walk.", span, near=near(name, context.book.walks))
    return model.WalkEnd(span, spaces_of_walk(context, found[0], span), True, *found)


def one_said(context: Context, node: tree.Node, scope: Scope) -> Said:
    """A thing that is spoken of; a word may be a value of several kinds."""
    return node if isinstance(node, tree.Word) else bare(context, node, scope)


def spaces_of(context: Context, span: Span, *said: Said) -> Kind:
    """The spaces of the only board; of several the one on which the things are that are spoken of."""
    boards = boards_meant(context, span, said)
    if len(boards) > 1:
        which_board(context, span, boards, said)
    return boards[0].spaces


def boards_meant(context: Context, span: Span, said: Sequence[Said]) -> tuple[BoardInfo, ...]:
    """The only board, or the one whose spaces or edges are spoken of. Where that are pieces, each board that has the
    directions that are spoken of, as several can have the same."""
    boards = tuple(context.world.boards.values())
    if not boards:
        wrong("E0328", "There is no board, so there are no spaces.", span)
    kinds = [one.kind for one in said if isinstance(one, Expression)]
    on = [board for kind in kinds for board in boards if kind.is_a(board.spaces) or kind is board.edges]
    if on:
        return (on[0],)
    fitting = tuple(board for board in boards if all(_has_direction(board, one) for one in said))
    anywhere = any(kind.sort in ("piece", "location") for kind in kinds)
    return (fitting if anywhere else fitting[:1]) or which_board(context, span, boards, said)


def _has_direction(board: BoardInfo, said: Said) -> bool:
    """Whether a thing is a direction of the board, if it is a direction at all."""
    if isinstance(said, tree.Word):
        return said.word in board.directions.elements
    return said.kind.sort != "direction" or said.kind.is_a(board.directions)


def which_board(context: Context, span: Span, boards: Sequence[BoardInfo] = (), said: Sequence[Said] = ()) -> NoReturn:
    """Says which boards may be meant, at the piece whose space is wanted if there is one."""
    boards = boards or tuple(context.world.boards.values())
    piece = next((one for one in said if isinstance(one, Expression) and one.kind.sort == "piece"), None)
    of, span = (f"the {_called(piece)}", piece.span) if piece else ("…", span)
    names = " or ".join(f"the {board.name}" for board in boards)
    there = f"There are {len(context.world.boards)} boards"
    wrong("E0357", f"{there}, and nothing here says which is meant: {names}.", span,
          hints=tuple(f"the {board.spaces.name} of {of}" for board in boards))  # fmt: skip


def _called(piece: Expression) -> str:
    match piece:
        case model.Use(variable=variable):
            return variable.name
        case model.Constant(name=name):
            return name
        case _:  # others are described at greater length
            return f"{piece.kind.name} …"


def on_its_board(context: Context, relation: BuiltInRelation, said: Sequence[Said], span: Span) -> Condition:
    """A relation on the board that is spoken of; of pieces on whichever board they are."""
    boards = boards_meant(context, span, said)
    made = {board.name: _kinds_there(context, relation, said, board) for board in boards}
    complaints = [relation.complaint(context.world, *kinds) for kinds in made.values()]
    if complaints[0] is not None and all(complaints):
        wrong(*complaints[0], span)
    found = tuple(
        model.Related(span, relation, tuple(given_as(context, *one) for one in zip(said, kinds, strict=True)))
        for kinds, complaint in zip(made.values(), complaints, strict=True)
        if complaint is None
    )
    return found[0] if len(found) == 1 else model.OnOneBoard(span, found)


def _kinds_there(
    context: Context, relation: BuiltInRelation, said: Sequence[Said], board: BoardInfo
) -> tuple[Kind, ...]:
    kinds = (one.kind if isinstance(one, Expression) else NUMBER for one in said)  # a line is never a mere word
    return relation.kinds(context.world, board, kinds)


def spaces_of_walk(context: Context, walk: model.Walk, span: Span) -> Kind:
    """The spaces along which a walk leads."""
    named = context.walked.get(walk)
    if named is None and len(context.world.boards) > 1:
        which_board(context, walk.span)
    return named or spaces_of(context, span)


def where_it_is(context: Context, piece: Expression, span: Span) -> Expression:
    """The space of a piece; where there are several boards, the place."""
    kind = LOCATION if len(context.world.boards) > 1 else spaces_of(context, span)
    return model.PlaceOf(piece.span, kind, True, piece, False)
