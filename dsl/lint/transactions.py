"""What is done in one go: what may stand under it, and what may happen in its steps.

It can be put back, and nobody but the player who does it takes part: so there is no chance in it, nothing that others
learn or decide, and nothing that is done in one go inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.model import Act, Definition, Expression, Node, Procedure, Rulebook, Use
from dsl.model.visit import carried_out, nodes_in
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

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
    model.BestWins: "The end of the game",
    model.Draw: "The end of the game",
    model.Score: "What counts in the end",
}
OF_SOMEBODY = (
    model.Choose, model.ChooseOne, model.ChooseSeveral, model.Follow, model.DoAction
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- what stands under it


# -------------------------------------------------------------------------------------------------- what happens inside


def faults(book: Rulebook) -> list[Diagnostic]:
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
            waiting += carried_out(node)


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
