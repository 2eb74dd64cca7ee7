"""`there is an Asteroid on the Cell`: answered by the derived sets of occupied spaces, without a loop over pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dsl import model as m
from dsl.analysis.nullable import always_in
from dsl.analysis.partitions import Leaf, leaves_of
from dsl.analysis.whereabouts import can_be_in
from dsl.ir.nodes import Expr, Load
from dsl.lower.board_tables import board_with
from dsl.lower.build import Env
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import load, number, union
from dsl.lower.storage import occupied
from dsl.model import Condition, Expression, Node, Selection, Variable
from dsl.model.visit import conjuncts, depends, nodes_in, rewritten
from dsl.model.world import BoardInfo, Kind

FEWER = 4  # times as many spaces as pieces: then the pieces are few


@dataclass(frozen=True)
class Standing:
    """The spaces (counted from 0) where the selected pieces stand, whether they are always few of the board, and the
    space that is asked about."""

    board: BoardInfo
    members: Expr
    few: bool
    where: Expression


def standing(env: Env, selection: Selection) -> Standing | None:
    """For pieces of which only their space, and perhaps their owner, is said."""
    variable = selection.variable
    if variable.kind.sort != "piece" or selection.among is not None:
        return None
    conditions = conjuncts(selection.conditions)
    where = [_space(c, variable) for c in conditions]
    places = [w for w in where if w is not None]
    if len(places) != 1:
        return None
    board = board_with(env.build, places[0].kind)
    if board is None:
        return None
    unplaced = (c for c, w in zip(conditions, where, strict=True) if w is None)
    others = tuple(c for c in unplaced if not _is_there(c, variable, board))
    members = occupied_by(env, variable, board, others)
    if members is None:
        return None
    most = sum(_most(leaf, bool(others)) for leaf in leaves_of(env.build, variable.kind))
    return Standing(board, members, FEWER * most <= board.spaces.size, places[0])


def _most(leaf: Leaf, owned: bool) -> int:
    """How many pieces of a group there are at most, or how many of one owner."""
    return max(Counter(leaf.owners).values()) if owned and not leaf.given else leaf.size


def _space(condition: Condition, variable: Variable) -> Expression | None:
    """The space of "the piece is on …"."""
    match condition:
        case m.Located(what=m.Use(variable=v), where=m.Expression(kind=Kind(sort="space")) as where) if v is variable:
            return None if depends(where, variable) else where
        case _:  # others do not tell the space
            return None


def occupied_by(env: Env, variable: Variable, board: BoardInfo, conditions: tuple[Condition, ...]) -> Expr | None:
    """The spaces of the board with a piece of the variable's kind, if no more is said of it than whose it is."""
    owner: Expression | None = None
    for condition in conditions:
        match condition:
            case m.Owned(what=m.Use(variable=v), by=by) if v is variable and owner is None:
                owner = by
            case _:  # more is said of it
                return None
    if owner is not None and (may_be_nothing(env.build, owner) or depends(owner, variable)):
        return None
    if variable.kind.row:
        return None
    groups = [leaf for leaf in leaves_of(env.build, variable.kind) if can_be_in(env.build, leaf, board.spaces)]
    sets = [_of_leaf(env, board, leaf, owner) for leaf in groups]
    known = [s for s in sets if s is not None]
    return union((e for part in known for e in part), board.spaces.size) if len(known) == len(sets) else None


def _of_leaf(env: Env, board: BoardInfo, leaf: Leaf, owner: Expression | None) -> list[Expr] | None:
    array = occupied(board, leaf)
    if owner is None:
        return [Load(array, number(k)) for k in range(leaf.slots)]
    if leaf.slots > 1:
        return [load(array, env.expression(owner))]
    if isinstance(owner, m.Constant):
        return [load(array, 0)] if owner.value == leaf.owners[0] else []
    return None


# ----------------------------------------------------------------------------------------------------- pieces as spaces


def as_spaces(env: Env, selection: Selection, more: tuple[Condition, ...] = ()) -> Selection | None:
    """Pieces of which only the space matters, as the spaces where such pieces are."""
    key = ("over spaces", selection, more)
    return env.build.once(key, lambda: _as_spaces(env, selection, conjuncts((*selection.conditions, *more))))


def _as_spaces(env: Env, selection: Selection, conditions: tuple[Condition, ...]) -> Selection | None:
    piece = selection.variable
    if piece.kind.sort != "piece" or selection.among is not None:
        return None
    linked = tuple(c for c in conditions if _places(c, piece))
    board = _only_by_place(env, piece, linked)
    if board is None:
        return None
    placed = tuple(c for c in conditions if _is_there(c, piece, board))
    own = tuple(c for c in conditions if c not in linked and c not in placed)
    sure = placed or always_in(env.build, piece.kind, board.spaces) or any(_needs_place(c, piece) for c in linked)
    if not sure or occupied_by(env, piece, board, own) is None:
        return None
    space = Variable(piece.name, board.spaces, span=piece.span)
    use = m.Use(selection.span, board.spaces, False, space)

    def change(node: Node) -> Node | None:
        is_place = isinstance(node, m.PlaceOf) and isinstance(node.piece, m.Use) and node.piece.variable is piece
        return use if is_place else None

    there = m.Located(selection.span, "on", m.Use(selection.span, piece.kind, False, piece), use)
    stands = m.Exists(selection.span, Selection(selection.span, piece, piece.kind, own, there))
    return Selection(selection.span, space, board.spaces, (stands, *(rewritten(c, change) for c in linked)))


def _is_there(condition: Condition, piece: Variable, board: BoardInfo) -> bool:
    """`the piece is on the board`."""
    match condition:
        case m.Located(what=m.Use(variable=v), where=Kind(members=None) as where):
            return v is piece and board.spaces.is_a(where)
        case _:  # others say something else
            return False


def _needs_place(condition: Condition, piece: Variable) -> bool:
    """Whether the condition never holds of a piece that is on no space."""
    match condition:
        case m.Any(conditions=parts):
            return all(_needs_place(part, piece) for part in parts)
        case m.Related(arguments=arguments) | m.Holds(arguments=arguments):
            return any(_is_nothing_without(a, piece) for a in arguments)
        case m.Compare(operator=operator, left=left, right=right) if operator != "!=":
            asked = isinstance(right, m.Constant) and (right.maybe or right.value < 0)
            return not asked and any(_is_nothing_without(a, piece) for a in (left, right))
        case _:  # others may hold of it
            return False


def _is_nothing_without(node: Node, piece: Variable) -> bool:
    """Whether an expression means nothing where the piece is on no space."""
    match node:
        case m.PlaceOf(piece=m.Use(variable=variable)):
            return variable is piece
        case m.BuiltIn(arguments=arguments):
            return any(_is_nothing_without(argument, piece) for argument in arguments)
        case _:  # others may mean something
            return False


def _only_by_place(env: Env, piece: Variable, conditions: tuple[Condition, ...]) -> BoardInfo | None:
    """The board, if the conditions speak only of the space of the piece there."""
    uses = sum(1 for c in conditions for n in nodes_in(c) if isinstance(n, m.Use) and n.variable is piece)
    places = [n for c in conditions for n in _places(c, piece)]
    kinds = {n.kind for n in places}
    if not places or len(places) != uses or len(kinds) != 1:
        return None
    return board_with(env.build, kinds.pop())


def _places(node: Node, piece: Variable) -> list[m.PlaceOf]:
    """Where something is said of the place of the piece."""
    found = (n for n in nodes_in(node) if isinstance(n, m.PlaceOf))
    return [n for n in found if isinstance(n.piece, m.Use) and n.piece.variable is piece]
