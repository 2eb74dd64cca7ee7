"""What makes two positions the same, and how many are remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model
from dsl.analysis.whose_turn import is_active_player
from dsl.model import Expression, Node, Selected
from dsl.model.world import Kind, World
from dsl.prose.box import shown_of
from dsl.prose.forms import Amount, Form, It, Listed, Noun, Step, Term, phrase
from dsl.prose.nouns import attribute_term, definition_term, described, kind_term, named
from dsl.prose.scope import Scope

MOST_IN_MIND = 10  # positions: of more, nobody asks how many are remembered


def position(scope: Scope, node: model.Position) -> Step:
    """When two positions are the same: a line for each part that is compared."""
    same = phrase("position_is", subject=Noun(definition_term(node), "bare"))
    parts = (pictured(scope, part) if isinstance(part, Selected) else scope.form(part) for part in node.pictured)
    return Step(same, "fact", tuple(Step(part, "fact") for part in parts), node.clauses)


def as_seen(scope: Scope, node: model.Position) -> tuple[Form, Form | None] | None:
    """The board, where a position is no more than how that looks: those who learn the game need not be told what is
    compared. Behind it what has to be the same besides: "the same player to move and the same crowned men"."""
    match node.pictured:
        case (Selected(selection=those, told=[_, *marks]), *rest) if (
            scope.taught and node.last > MOST_IN_MIND and not (those.words or those.that)
        ):
            where = those.place.where if isinstance(those.place, model.Located) else None
        case _:  # is made of other things
            return None
    boards = [board for board in scope.world.boards.values() if board.spaces is where]
    pieces = [info.kind for info in scope.world.piece_infos.values()]
    if len(scope.world.boards) != 1 or not boards or not all(kind.is_a(those.kind) for kind in pieces):
        return None
    flags = [
        Term(mark.attribute.name, proper=True, about=mark.attribute) for mark in marks if isinstance(mark, model.Flag)
    ]
    turns = [phrase("same_to_move") for part in rest if isinstance(part, Expression) and is_active_player(part)]
    if len(flags) + len(turns) != len(marks) + len(rest):
        return None
    many = Noun(kind_term(those.kind), "the", plural=True)
    same: tuple[Form, ...] = tuple(turns)
    same += tuple(replace(many, adjectives=(Term("same", proper=True), flag)) for flag in flags)
    board = named(boards[0].label, boards[0], "the")
    return board, Listed(same) if len(same) > 1 else same[0] if same else None


def notes(scope: Scope, node: model.Position) -> Iterator[Step]:
    """What does not count in the comparison, and how many positions are remembered."""
    for part in node.pictured:
        if isinstance(part, Selected) and part.selection.kind.size > 1:
            pieces = Noun(kind_term(part.selection.kind), "bare", plural=True)
            yield Step(phrase("alike", pieces=pieces), "fact")
    one, more = ("remembered_position", "remembered_positions") if scope.taught else ("remembered_one", "remembered")
    yield Step(phrase(one) if node.last == 1 else phrase(more, amount=Amount(node.last)), "fact")


def pictured(scope: Scope, node: Selected) -> Form:
    """Pieces, with what counts of each: "the men on the Board: where each is, whose it is, whether it is crowned"."""
    place, *others = (told_of(part) for part in node.told)
    told = Listed((place, *always(scope.world, node.selection.kind), *others))
    return phrase("pictured", pieces=described(scope, node.selection, "the", plural=True), told=told)


def always(world: World, kind: Kind) -> Iterator[Form]:
    """What always tells pieces of a kind apart: their sort, their owner, what is printed on them."""
    infos = [info for info in world.piece_infos.values() if info.kind.is_a(kind)]
    sorts = [info.kind for info in infos if info.owners]
    if any(sort.row for sort in sorts):
        yield phrase("which_it_is", kind=Noun(kind_term(kind), "bare"))
    elif len(sorts) > 1:
        yield phrase("what_sort", kind=Noun(kind_term(kind), "bare"))
    if world.changes_owner(kind) or any(owner >= 0 for info in infos for owner in info.owners):
        yield phrase("own_owner")
    for attribute in dict.fromkeys(a for sort in sorts if not sort.row for a in world.attributes(sort)):
        if attribute.constant is not None:
            yield Noun(attribute_term(attribute), of=It(term=kind_term(kind)))


def told_of(node: Node) -> Form:
    """What can change of a piece besides its owner."""
    match node:
        case model.Flag(attribute=attribute) | model.Get(attribute=attribute):
            return shown_of(attribute)
        case _:  # of anything else a position tells where it is
            return phrase("own_place")
