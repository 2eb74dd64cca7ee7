"""Places beside the boards: piles, hands, supplies."""

from __future__ import annotations

from dsl import tree
from dsl.model.world import PlaceInfo, Visibility
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import add_kind, amount_of, visibility
from dsl.resolve.complaints import faults_noted, wrong

MOST_PLACES = 100  # of one name, for each player


def declare_place(box: Box, node: tree.Place) -> None:
    each, copies = number_of_places(box, node)
    name, label = node.title.name, node.title.label or node.title.name
    numbered = [f"{name} {n}" for n in range(1, copies + 1)] if copies > 1 else [name]
    owned = [f"{one} of {p}" for p in box.world.players.elements for one in numbered]
    kind = add_kind(box, name, "place", node, tuple(owned if each else numbered), label)
    kind.unique = not each and copies == 1
    kind.start = box.world.locations
    box.world.locations += kind.size
    ordered = any(isinstance(line, tree.KeepsOrder) for line in node.lines)
    info = PlaceInfo(kind, each, ordered, Visibility(), clauses=node.clauses, copies=copies)
    box.world.places[name] = info
    for line in node.lines:
        if isinstance(line, tree.Visible):
            with faults_noted(box.context):
                info.seen = visibility(box, line.seen)


def number_of_places(box: Box, node: tree.Place) -> tuple[bool, int]:
    """Whether there are so many for each player, and how many."""
    lines = [line for line in node.lines if isinstance(line, tree.Copies | tree.CopyEach)]
    if len(lines) > 1:
        wrong("E0202", f"How many places {node.title.name} there are is said twice.", lines[1].span)
    match lines:
        case []:
            return False, 1
        case [tree.CopyEach(kinds=tree.Kinds(names=("Player",)))]:
            return True, 1
        case [tree.Copies(amount=amount, who=None)]:
            return False, positive(box, amount)
        case [tree.Copies(amount=amount, who=tree.EachOf(name="Player"))]:
            return True, positive(box, amount)
    message = "Places are counted by players: `there are 3 for each Player`. Pieces are counted by values, too."
    name = node.title.name
    wrong("E0206", message, lines[0].span, hints=(f"piece {name}, in place of place {name}",))


def positive(box: Box, node: tree.Node) -> int:
    number = amount_of(box, node)
    if not 1 <= number <= MOST_PLACES:
        wrong("E0306", f"There would be {number} places of one name; 1 to {MOST_PLACES} are possible.", node.span)
    return number
