"""What is done in one go: what may stand under it, and what may happen in its steps.

It can be put back, and nobody but the player who does it takes part: so there is no chance in it, nothing that others
learn or decide, and nothing that is done in one go inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model, resolved
from dsl.errors import Diagnostic, Note
from dsl.resolve.context import Consequence, wrong
from dsl.resolved import Act, Block, Definition, Expression, Node, Procedure, Rulebook, Use
from dsl.spans import Span
from dsl.specialise import nodes_in

Parted = tuple[tuple[model.Node, ...], tuple[model.Need, ...]]

NEVER: dict[type, str] = {
    resolved.Roll: "A roll",
    resolved.Shuffle: "Shuffling",
    resolved.Record: "Recording a position",
    resolved.InOneGo: "What is itself done in one go",
    resolved.Offer: "A further offer",
    resolved.May: "A further offer",
    resolved.TakeTurns: "Taking turns",
    resolved.Open: "A window",
    resolved.DoPhase: "A phase",
    resolved.Stop: "The end of a phase",
    resolved.Win: "The end of the game",
    resolved.Draw: "The end of the game",
    resolved.Score: "What counts in the end",
}
OF_SOMEBODY = (
    resolved.Choose, resolved.ChooseOne, resolved.ChooseSeveral, resolved.Follow, resolved.DoAction
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- what stands under it


def parted(node: model.InOneGo) -> Parted:
    """The lines with its steps, and what must hold at its end."""
    steps: list[model.Node] = []
    needs: list[model.Need] = []
    for line in node.block.lines:
        if isinstance(line, model.Need):
            if line.afterwards is None:
                wrong("E0344", "In one go only the end is tested.", line.span, hints=("only if afterwards …",))
            needs.append(line)
        elif needs and not isinstance(line, model.Words):
            wrong("E0344", "What must hold at the end stands last.", line.span)
        elif isinstance(line, model.Offer | model.Words):
            steps.append(line)
        else:
            wrong("E0344", "What is done in one go is offered step by step.", line.span,
                  hints=("the Player may repeatedly …", "an action for what else happens in a step"))  # fmt: skip
    if not any(isinstance(line, model.Offer) for line in steps):
        wrong("E0344", "Nothing is offered here.", node.span, hints=("the Player may repeatedly …",))
    if not needs:
        wrong("E0344", "Nothing says when this is done.", node.span, hints=("and last under it: only if afterwards …",))
    return tuple(steps), tuple(needs)


def whose(body: Block, span: Span) -> Expression:
    """The one player who takes all the steps."""
    offers = [line for line in body if isinstance(line, resolved.Offer)]
    if not offers:
        raise Consequence(Diagnostic("E0344", "Nothing is offered here.", span))
    for offer in offers[1:]:
        if not _same(offer.who, offers[0].who):
            notes = (Note("The first offer stands here.", offers[0].span),)
            wrong("E0344", "What is done in one go is done by one player.", offer.span, notes=notes)
    return offers[0].who


def _same(one: Expression, other: Expression) -> bool:
    match one, other:
        case Use(), Use():
            return one.variable is other.variable
        case resolved.Constant(), resolved.Constant():
            return one.value == other.value
    return type(one) is type(other) is resolved.ActivePlayer


# -------------------------------------------------------------------------------------------------- what happens inside


def not_in_one_go(book: Rulebook) -> list[Diagnostic]:
    """What cannot happen in one go, wherever it stands among what the steps do; each place once."""
    found: dict[Span, Diagnostic | None] = {}
    blocks = [node for item in _everything(book) for node in nodes_in(item) if isinstance(node, resolved.InOneGo)]
    for block in blocks:
        notes = (Note("This is done in one go.", block.span),)
        for definition, node in _inside(block):
            what = _never(definition, node)
            if what is not None:
                message = f"{what} has no place in what is done in one go."
                found.setdefault(node.span, Diagnostic("E0345", message, node.span, notes=notes))
            if isinstance(node, resolved.InOneGo):  # it is complained of as a whole
                found |= {inside.span: None for inside in nodes_in(node) if inside.span not in found}
    return [diagnostic for diagnostic in found.values() if diagnostic is not None]


def _everything(book: Rulebook) -> Iterator[object]:
    yield from (book.setup, book.play, *book.standing, *book.triggers, *book.endings)
    for some in (book.phases, book.windows, book.actions, book.powers, book.procedures):
        yield from some.values()


def _inside(block: resolved.InOneGo) -> Iterator[tuple[Act | Procedure, Node]]:
    """All that stands in the definitions that the steps carry out, each with its definition."""
    waiting: list[Act | Procedure] = [
        i.action for offer in block.body if isinstance(offer, resolved.Offer) for i in offer.invocations
    ]
    done: set[Definition] = set()
    while waiting:
        definition = waiting.pop(0)
        if definition in done:
            continue
        done.add(definition)
        for node in nodes_in((definition.head, definition.effects) if isinstance(definition, Act) else definition.body):
            yield definition, node
            waiting += _performed(node)


def _performed(node: Node) -> tuple[Act | Procedure, ...]:
    """The definitions that a statement carries out."""
    match node:
        case resolved.Perform(procedure=procedure):
            return (procedure,)
        case resolved.DoAction(invocation=invocation):
            return (invocation.action,)
        case resolved.DoPower(call=call):
            return call.members
    return ()


def _never(definition: Act | Procedure, node: Node) -> str | None:
    """What a node is, in words, if it cannot happen in one go."""
    if type(node) in NEVER:
        return NEVER[type(node)]
    if isinstance(node, resolved.TurnInto) and node.what.kind.sort == "player":
        return "A player who goes out"
    if isinstance(node, OF_SOMEBODY) and not _is_actor(definition, node.who):
        return "What somebody else does or chooses"
    return None


def _is_actor(definition: Act | Procedure, who: Expression) -> bool:
    return isinstance(who, Use) and who.variable is definition.actor
