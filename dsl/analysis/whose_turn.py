"""Where it is the player whose turn it is who acts, and which phases are gone through there alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dsl import model
from dsl.model import Definition, Expression, Rulebook, Variable
from dsl.model.visit import definitions_of, fields_in, with_cost

DONE = model.Phase | model.Procedure | model.Act


@dataclass(frozen=True)
class Here:
    """What is so at a place of the rules: on a `turn` the active player is spoken to, also in the phases of it; `doer`:
    it is who acts there; `active` are the names for that player."""

    turn: bool = False
    doer: bool = False
    active: frozenset[Variable] = frozenset()


def visited(where: object, here: Here) -> Iterator[tuple[model.Node, Here]]:
    """The nodes under something, each with what is so there."""
    for part in fields_in(where):
        if isinstance(part, model.Node):
            yield part, here
        if not isinstance(part, Definition):
            yield from visited(part, within(part, here))


def within(node: object, here: Here) -> Here:
    """What is so in what stands under a node."""
    match node:
        case model.TakeTurns(active=True, player=player):
            return Here(True, True, here.active | {player})
        case model.TakeTurns():
            return Here(active=here.active)
        case model.ForEach(selection=selection) | model.InSecret(selection=selection):
            return replace(here, doer=here.doer and selection.kind.sort != "player")
        case _:  # leaves who acts as it was
            return here


def is_active(who: Expression, here: Here) -> bool:
    return is_active_player(who) or (isinstance(who, model.Use) and who.variable in here.active)


def is_active_player(node: Expression) -> bool:
    """Whether it is the player whose turn it is, also as "the active Player"."""
    match node:
        case model.ActivePlayer():
            return True
        case model.Pick(selection=model.Selection(words=(model.Compare() as active,)) as those):
            return those.conditions == (active,) and isinstance(active.right, model.ActivePlayer)
        case _:  # may be somebody else
            return False


def gone_through_elsewhere(book: Rulebook) -> dict[model.Phase, model.Node]:
    """The phases that are not only gone through in a turn, where nobody else acts than whose turn it is, each with what
    leads to it elsewhere."""
    mine = frozenset(d for d in definitions_of(book) if isinstance(d, DONE))
    found: dict[model.Phase, model.Node] = {}
    while True:  # each time without those that others of those left carry out, too
        others = {done: node for node, done in _done_by_others(book, mine) if done in mine}
        if not others:
            return found
        found |= {done: node for done, node in others.items() if isinstance(done, model.Phase)}
        mine -= others.keys()


def _done_by_others(book: Rulebook, mine: frozenset[Definition]) -> Iterator[tuple[model.Node, Definition]]:
    """What is carried out where somebody else may act, and by which node; whose turn it is alone carries out `mine`."""
    for by in (None, *definitions_of(book)):
        own = by in mine
        actor = getattr(by, "actor", None)
        here = Here(own, own, frozenset((actor,) if own and actor else ()))
        for node, there in visited(by if by else (*book.setup, *book.play), here):
            yield from ((node, done) for done, fits in _carried_out(book, node, there) if not fits)


def _carried_out(book: Rulebook, node: model.Node, here: Here) -> list[tuple[Definition, bool]]:
    """What a node has carried out, and whether it is the active player who does it there, in a turn."""
    acting = here.turn and here.doer
    found: list[tuple[model.Act, bool]] = []
    match node:
        case model.DoPhase(phase=phase):
            return [(phase, acting)]
        case model.Perform(procedure=verb):
            return [(verb, acting)]
        case model.Offer(who=who, invocations=invocations):
            found = [(i.action, is_active(who, here)) for i in invocations]
        case model.DoAction(who=who, invocation=i):
            found = [(i.action, is_active(who, here))]
        case model.DoPower(who=who, call=call):
            found = [(power, acting if who is None else is_active(who, here)) for power in call.members]
        case _:  # carries out no definition
            pass
    return [(done, fits) for act, fits in found for done in with_cost(book, act)]
