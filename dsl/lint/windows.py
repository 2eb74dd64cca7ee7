"""Windows that would stay open: everybody in them must act, and act again."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.model import Block, Rulebook
from dsl.text.diagnostics import Diagnostic

Turns = model.TakeTurns | None


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    for window in book.windows.values():
        open_for_ever = next((node for node, around in asked_in(window.body, None) if stays_open(node, around)), None)
        if open_for_ever is not None:
            message = f"Nobody can leave the window {window.name}."
            hints = ("take turns from … until all pass", "… may …")
            yield Diagnostic("E0329", message, open_for_ever.span, hints=hints)


def asked_in(block: Block, around: Turns) -> Iterator[tuple[model.Offer | model.TakeTurns, Turns]]:
    """The offers and turns in a block, each with the turns in which it stands."""
    for node in block:
        match node:
            case model.Offer():
                yield node, around
            case model.TakeTurns(body=body):
                yield node, around
                yield from asked_in(body, node)
            case model.If(branches=branches):
                for _, body in branches:
                    yield from asked_in(body, around)
            case model.Overruled(branches=branches):  # what exceptions do instead is theirs
                yield from asked_in(branches[-1][1], around)
            case model.ChooseOne(ways=ways):
                for way in ways:
                    yield from asked_in(way.body, around)
            case model.ForEach(body=body) | model.Repeat(body=body) | model.Together(body=body) | model.May(body=body):
                yield from asked_in(body, around)
            case _:
                pass  # nobody is asked, or it comes to an end by itself


def stays_open(node: model.Offer | model.TakeTurns, around: Turns) -> bool:
    """Whether it goes on as long as anybody can act, so that nobody gets out by passing."""
    if isinstance(node, model.TakeTurns):
        return node.until is None and not node.all_pass
    return node.must and around is not None and around.until is None
