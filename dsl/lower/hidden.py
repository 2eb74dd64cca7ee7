"""What decides whether somebody may do something must not tell them what they do not see: a check of the whole book.

An option that is there, or is not, because of a hidden value would give the value away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import resolved as r
from dsl.lower.build import Build
from dsl.lower.failures import refuse
from dsl.lower.footprints import named
from dsl.lower.leaves import leaves_of, parts_of, roots
from dsl.lower.nodes import everything
from dsl.resolved import Action, Definition, Expression, Node
from dsl.world import Attribute

Reading = r.Get | r.Flag


def check_hidden(build: Build) -> None:
    """Raises LoweringError for the first option that would give something away."""
    for root in roots(build):
        for node in everything(root):
            match node:
                case r.Offer(who=who, invocations=invocations):
                    for invocation in invocations:
                        _check_action(build, who, invocation.action)
                case r.Choose(who=r.Constant() as who, selection=selection):
                    _check(build, who, selection.conditions, "What can be chosen")


def _check_action(build: Build, who: Expression, action: Action) -> None:
    pay = build.book.procedures.get("pay") if action.cost is not None else None
    needs = [n.condition for definition in (action, pay) if definition for n in definition.needs]
    cost = [action.cost] if action.cost is not None else []
    choices: list[Node] = []
    for line in action.head:
        choices += (line.value,) if isinstance(line, r.Let) else line.selection.conditions
    _check(build, who, [*needs, *cost, *choices], f"Whether {action.label} is offered")


def _check(build: Build, who: Expression, nodes: Iterable[Node], what: str) -> None:
    deciders = {who.value} if isinstance(who, r.Constant) else set(range(build.players))
    nodes = list(nodes)
    for reading in _readings(build, nodes, set()):
        if not all(_sees(build, player, reading, nodes) for player in deciders):
            attribute = reading.attribute
            name = who.name if isinstance(who, r.Constant) else "the player"
            secret = f"the {attribute.name} of a {attribute.of.name}"
            message = f"{what} would tell {name} {secret}, which {name} does not see."
            refuse("E0402", message, reading.span, hints=(f"what {name} knows of the {attribute.name} of …",))


def _readings(build: Build, nodes: Iterable[Node], done: set[Definition]) -> Iterator[Reading]:
    """All attributes that are read, by way of all definitions; what a player knows of one is left out."""
    for root in nodes:
        known = {k.what for k in everything(root) if isinstance(k, r.Known)}
        for node in everything(root):
            if isinstance(node, r.Get | r.Flag) and node not in known:
                yield node
            for definition in named(build, node):
                if definition not in done:
                    done.add(definition)
                    yield from _readings(build, _conditions(definition), done)


def _conditions(definition: Definition) -> tuple[Node, ...]:
    """What decides: of an action its needs, not what happens then."""
    if isinstance(definition, r.Action | r.Procedure):
        return tuple(n.condition for n in definition.needs)
    return parts_of(definition)


def _sees(build: Build, player: int, reading: Reading, nodes: Iterable[Node]) -> bool:
    attribute = reading.attribute
    match attribute.seen.by:
        case "all":
            return True
        case "player":
            return attribute.seen.player == player
        case "owner":
            return _owns(build, player, attribute) or _said_to_be_owned(reading, nodes)
    return False


def _owns(build: Build, player: int, attribute: Attribute) -> bool:
    if attribute.of.sort != "piece":
        return False  # a place of each player, or of nobody
    return all(set(leaf.owners) == {player} for leaf in leaves_of(build, attribute.of))


def _said_to_be_owned(reading: Reading, nodes: Iterable[Node]) -> bool:
    """Whether the sentences are about pieces of somebody's own, or in a place of theirs, or about such a place."""
    if isinstance(reading.of, r.PlaceFor):
        return True
    if not isinstance(reading.of, r.Use):
        return False
    variable = reading.of.variable
    for root in nodes:
        for node in everything(root):
            match node:
                case r.Owned(what=r.Use(variable=v)) | r.Located(what=r.Use(variable=v), where=r.PlaceFor()):
                    if v is variable:
                        return True
    return False
