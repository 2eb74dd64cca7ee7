"""Where it is the player whose turn it is who acts, and which phases are gone through there alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dsl import model
from dsl.model import Definition, Expression, Rulebook, Variable
from dsl.model.visit import definitions_of, fields_in, nodes_in, with_cost

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


def done_by_nobody(
    book: Rulebook, in_turns: Callable[[model.Phase], bool]
) -> Iterator[tuple[model.Node, model.Procedure]]:
    """Where who does it is spoken of, and nobody acts: in a rule of a time, or by a verb that is done there. In phases
    that are gone through `in_turns` alone it is whose turn it is."""
    verbs = frozenset(book.procedures.values())
    speaking = {verb for verb in verbs if any(_speaks_of(verb.actor, node) for node in nodes_in(verb))}
    while more := {verb for verb in verbs - speaking if any(verb in speaking for _, verb in _done_in(verb))}:
        speaking |= more
    waiting: list[object] = [(*book.setup, *book.play)] if speaking else []
    waiting += (d for d in definitions_of(book) if speaking and not _acts_in(d, in_turns))
    seen = set[model.Procedure]()
    for part in waiting:  # also what is added to it
        for node, verb in _done_in(part):
            if verb in speaking and not isinstance(verb, model.AtEdge):
                yield node, verb
            elif verb in speaking and verb not in seen:
                seen.add(verb)
                waiting.append(verb)
                yield from ((one, verb) for one in nodes_in(verb) if _speaks_of(verb.actor, one))


def _acts_in(by: Definition, in_turns: Callable[[model.Phase], bool]) -> bool:
    """Whether somebody acts in the lines of a definition."""
    match by:
        case model.Phase():
            return in_turns(by)
        case model.Trigger(subject=subject) | model.Before(subject=subject):
            return subject is not None and subject.kind.sort == "player"
        case _:  # whoever does it, if it is something that is done
            return getattr(by, "actor", None) is not None


def _done_in(part: object) -> Iterator[tuple[model.Node, model.Procedure]]:
    """The verbs that are done in lines in which nobody acts, but for those under which somebody does."""
    for inner in fields_in(part):
        if isinstance(inner, model.Perform):
            yield inner, inner.procedure
        if not isinstance(inner, Definition) and not _brings_in_who_acts(inner):
            yield from _done_in(inner)


def _brings_in_who_acts(node: object) -> bool:
    match node:
        case model.TakeTurns():
            return True
        case model.ForEach(selection=selection) | model.InSecret(selection=selection):
            return selection.variable.acts
        case _:  # leaves who acts as it was
            return False


def _speaks_of(actor: Variable | None, node: model.Node) -> bool:
    return isinstance(node, model.Use) and node.variable is actor
