"""What makes two positions the same, and how many are remembered."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.model import Node, Selected
from dsl.model.world import Kind, World
from dsl.prose.box import shown_of
from dsl.prose.forms import Amount, Form, It, Listed, Noun, Step, phrase
from dsl.prose.nouns import attribute_term, definition_term, described, kind_term
from dsl.prose.scope import Scope


def position(scope: Scope, node: model.Position) -> Step:
    """When two positions are the same: a line for each part that is compared."""
    same = phrase("position_is", subject=Noun(definition_term(node), "bare"))
    parts = (pictured(scope, part) if isinstance(part, Selected) else scope.form(part) for part in node.pictured)
    return Step(same, "fact", tuple(Step(part, "fact") for part in parts), node.clauses)


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
