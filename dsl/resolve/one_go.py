"""What is done in one go: what may stand under it, and what may happen in its steps.

It can be put back, and nobody but the player who does it takes part: so there is no chance in it, nothing that others
learn or decide, and nothing that is done in one go inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model, tree
from dsl.core.per_window import nodes_in
from dsl.model import Act, Block, Definition, Expression, Node, Procedure, Rulebook, Use
from dsl.resolve.complaints import Consequence, wrong
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

Parted = tuple[tuple[tree.Node, ...], tuple[tree.Need, ...]]

NEVER: dict[type, str] = {
    model.Roll: "A roll",
    model.Shuffle: "Shuffling",
    model.Record: "Recording a position",
    model.InOneGo: "What is itself done in one go",
    model.Offer: "A further offer",
    model.May: "A further offer",
    model.TakeTurns: "Taking turns",
    model.Open: "A window",
    model.DoPhase: "A phase",
    model.Stop: "The end of a phase",
    model.Win: "The end of the game",
    model.Draw: "The end of the game",
    model.Score: "What counts in the end",
}
OF_SOMEBODY = (
    model.Choose, model.ChooseOne, model.ChooseSeveral, model.Follow, model.DoAction
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- what stands under it


def parted(node: tree.InOneGo) -> Parted:
    """The lines with its steps, and what must hold at its end."""
    steps: list[tree.Node] = []
    needs: list[tree.Need] = []
    for line in node.block.lines:
        if isinstance(line, tree.Need):
            if line.afterwards is None:
                wrong("E0344", "In one go only the end is tested.", line.span, hints=("only if afterwards …",))
            needs.append(line)
        elif needs and not isinstance(line, tree.Words):
            wrong("E0344", "What must hold at the end stands last.", line.span)
        elif isinstance(line, tree.Offer | tree.Words):
            steps.append(line)
        else:
            wrong("E0344", "What is done in one go is offered step by step.", line.span,
                  hints=("the Player may repeatedly …", "an action for what else happens in a step"))  # fmt: skip
    if not any(isinstance(line, tree.Offer) for line in steps):
        wrong("E0344", "Nothing is offered here.", node.span, hints=("the Player may repeatedly …",))
    if not needs:
        wrong("E0344", "Nothing says when this is done.", node.span, hints=("and last under it: only if afterwards …",))
    return tuple(steps), tuple(needs)


def whose(body: Block, span: Span) -> Expression:
    """The one player who takes all the steps."""
    offers = [line for line in body if isinstance(line, model.Offer)]
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
        case model.Constant(), model.Constant():
            return one.value == other.value
    return type(one) is type(other) is model.ActivePlayer


# -------------------------------------------------------------------------------------------------- what happens inside


def not_in_one_go(book: Rulebook) -> list[Diagnostic]:
    """What cannot happen in one go, wherever it stands among what the steps do; each place once."""
    found: dict[Span, Diagnostic | None] = {}
    blocks = [node for item in _everything(book) for node in nodes_in(item) if isinstance(node, model.InOneGo)]
    for block in blocks:
        notes = (Note("This is done in one go.", block.span),)
        for definition, node in _inside(block):
            what = _never(definition, node)
            if what is not None:
                message = f"{what} has no place in what is done in one go."
                found.setdefault(node.span, Diagnostic("E0345", message, node.span, notes=notes))
            if isinstance(node, model.InOneGo):  # it is complained of as a whole
                found |= {inside.span: None for inside in nodes_in(node) if inside.span not in found}
    return [diagnostic for diagnostic in found.values() if diagnostic is not None]


def _everything(book: Rulebook) -> Iterator[object]:
    yield from (book.setup, book.play, *book.standing, *book.triggers, *book.endings)
    for some in (book.phases, book.windows, book.actions, book.powers, book.procedures):
        yield from some.values()


def _inside(block: model.InOneGo) -> Iterator[tuple[Act | Procedure, Node]]:
    """All that stands in the definitions that the steps carry out, each with its definition."""
    waiting: list[Act | Procedure] = [
        i.action for offer in block.body if isinstance(offer, model.Offer) for i in offer.invocations
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
        case model.Perform(procedure=procedure):
            return (procedure,)
        case model.DoAction(invocation=invocation):
            return (invocation.action,)
        case model.DoPower(call=call):
            return call.members
    return ()


def _never(definition: Act | Procedure, node: Node) -> str | None:
    """What a node is, in words, if it cannot happen in one go."""
    if type(node) in NEVER:
        return NEVER[type(node)]
    if isinstance(node, model.TurnInto) and node.what.kind.sort == "player":
        return "A player who goes out"
    if isinstance(node, OF_SOMEBODY) and not _is_actor(definition, node.who):
        return "What somebody else does or chooses"
    return None


def _is_actor(definition: Act | Procedure, who: Expression) -> bool:
    return isinstance(who, Use) and who.variable is definition.actor
