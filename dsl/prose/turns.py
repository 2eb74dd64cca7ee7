"""In which parts of a rulebook "you" is the player whose turn it is: wherever nobody else can be spoken to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl import model
from dsl.analysis.whose_turn import Here, is_active, is_active_player, visited
from dsl.model import Definition, Rulebook
from dsl.model.visit import headings_of

Found = frozenset[Definition]
Call = tuple[Definition, Definition | None, bool]
"""What is carried out, by what, and whether only the active player can be the one who does it there."""


@dataclass(frozen=True)
class Turns:
    """The definitions that only the active player carries out, and powers among them that strike: no deed of a player
    does what they say, but a verb or a rule."""

    yours: Found
    striking: Found


def turns(book: Rulebook) -> Turns:
    candidates = (d for d in headings_of(book) if isinstance(d, model.Phase | model.Procedure | model.Act))
    yours = frozenset(d for d in candidates if not asks_who_is_active(d))
    settled = False
    known: dict[tuple[Definition | None, bool], list[Call]] = {}
    while not settled:  # each time without those that others of those left carry out, too
        calls = list(called(book, yours, known))
        left = yours & {d for d, _, _ in calls} - {d for d, _, fits in calls if not fits}
        settled, yours = left == yours, left
    powers = {d for d in yours if isinstance(d, model.Power)}
    by_others = {d for d, by, _ in calls if not isinstance(by, model.Procedure | model.StandingRule)}
    return Turns(yours, frozenset(powers - by_others))


def asks_who_is_active(definition: Definition) -> bool:
    """Whether it compares whoever acts with the active player, or has turns of its own."""
    actor = getattr(definition, "actor", None)
    for node, _ in visited(definition, Here()):
        match node:
            case model.Compare(left=left, right=right):
                sides = (left, right)
                by_name = any(isinstance(side, model.Use) and side.variable is actor for side in sides)
                if by_name and any(map(is_active_player, sides)):
                    return True
            case model.TakeTurns():
                return True
            case _:  # asks nothing of whose turn it is
                pass
    return False


def called(book: Rulebook, yours: Found, known: dict[tuple[Definition | None, bool], list[Call]]) -> Iterator[Call]:
    """All that is carried out; `known` is what each definition has others carry out, if it is one of `yours` or not."""
    for by in (None, *headings_of(book)):
        key = by, by in yours
        if key not in known:
            known[key] = list(called_by(book, *key))
        yield from known[key]


def called_by(book: Rulebook, by: Definition | None, own: bool) -> Iterator[Call]:
    """The same of a definition, or (None) of the setup and the play."""
    here = beginning(by, own)
    for node, there in visited(by if by else (*book.setup, *book.play), here):
        yield from ((done, by, fits) for done, fits in carried_out(node, there))
    if isinstance(by, model.Act) and by.costs and "pay" in book.procedures:
        yield book.procedures["pay"], by, here.doer


def beginning(definition: Definition | None, own: bool) -> Here:
    """What is so before anything of a definition is carried out: where nobody else acts, it is the active player."""
    if definition is None:
        return Here(doer=True)
    actor, phase = getattr(definition, "actor", None), isinstance(definition, model.Phase)
    return Here(own and phase, own or phase, frozenset((actor,) if own and actor else ()))


def carried_out(node: model.Node, here: Here) -> Iterable[tuple[Definition, bool]]:
    """What a node has carried out, and whether it is the active player who does it."""
    match node:
        case model.DoPhase(phase=phase):
            return [(phase, here.turn)]
        case model.Offer(who=who, invocations=invocations):
            return [(i.action, is_active(who, here)) for i in invocations]
        case model.DoAction(who=who, invocation=i) | model.CanDo(who=who, invocation=i):
            return [(i.action, is_active(who, here))]
        case model.Perform(procedure=verb):
            return [(verb, here.doer)]
        case model.DoPower(who=who, call=call) | model.CanDoPower(who=who, call=call):
            return [(power, here.doer if who is None else is_active(who, here)) for power in call.members]
        case _:  # carries out no definition
            return ()
