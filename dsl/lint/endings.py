"""What stands behind an end, what has no end, and ends that contradict themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dsl import model, tree
from dsl.model import Block, Definition, Rulebook, Statement
from dsl.model.visit import definitions_of, fields_in, nodes_in, parts_of
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic, Note

Turns = model.TakeTurns | None
LEAVES = (model.Stop, model.Win, model.BestWins, model.Draw)


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """Lines that are never reached, but for those of ends; ends at which somebody wins and nobody does; windows that
    nobody can leave."""
    plays = [item.section for item in text.items if isinstance(item.node, tree.Play)]
    told_twice = len({*plays}) < len(plays)  # of which is complained elsewhere
    course = [block for line in book.play for block in blocks_in(line)] if told_twice else blocks_in((book.play,))
    others = [d for d in definitions_of(book) if not isinstance(d, model.Ending)]
    for block in (*course, *blocks_in((book.setup,)), *(block for d in others for block in blocks_in(d))):
        unreached = never_reached(block, book.world.out is not None)
        if unreached:
            yield unreached
    for ending in book.endings:
        doubtful = won_and_drawn(ending.body)
        if doubtful:
            yield doubtful
    yield from stops_outside(book)
    yield from never_closed(book)
    yield from never_left(book)


def never_left(book: Rulebook) -> Iterator[Diagnostic]:
    """What is repeated without an end of its own, where nothing stops a phase and no game is ever over."""
    if book.endings:
        return
    roots = (*book.play, *book.setup, *(part for d in definitions_of(book) for part in parts_of(d)))
    nodes = [node for root in roots for node in nodes_in(root)]
    if any(isinstance(node, LEAVES) for node in nodes):
        return
    for node in nodes:
        if isinstance(node, model.Repeat) and is_endless(node):
            message = "This is repeated for ever: nothing stops a phase, and nobody ever wins."
            yield Diagnostic(
                "E0366", message, node.span, hints=("repeat until …", "stop repeating", "the game ends when …")
            )
            return


def is_endless(node: model.Repeat) -> bool:
    return node.times is None and node.until is None and not any(stops_of(node.body))


def stops_of(block: Block) -> Iterator[model.StopRepeating]:
    """Those that leave the loop in whose body they stand."""
    for node in block:
        match node:
            case model.StopRepeating():
                yield node
            case model.If(branches=branches):
                yield from (stop for _, body in branches for stop in stops_of(body))
            case model.ChooseOne(ways=ways):
                yield from (stop for way in ways for stop in stops_of(way.body))
            case model.May(body=body, repeatedly=False):
                yield from stops_of(body)
            case _:
                pass  # what else has lines under it is no part of the loop


def stops_outside(book: Rulebook) -> Iterator[Diagnostic]:
    """What would leave a loop, and stands in none."""
    roots = (*book.play, *book.setup, *(part for d in definitions_of(book) for part in parts_of(d)))
    nodes = [node for root in roots for node in nodes_in(root)]
    inside = {stop.span for node in nodes if isinstance(node, model.Repeat) for stop in stops_of(node.body)}
    for span in dict.fromkeys(n.span for n in nodes if isinstance(n, model.StopRepeating) and n.span not in inside):
        message = "What it would leave is no `repeat`: between the two only conditions and choices of ways can stand."
        yield Diagnostic("E0314", message, span, hints=("repeat until …",))


def blocks_in(item: object) -> Iterator[Block]:
    """All rows of lines inside; definitions that they name are not entered."""
    for part in fields_in(item):
        if isinstance(part, tuple) and part and all(isinstance(line, Statement) for line in part):
            yield part
        if not isinstance(part, Definition):
            yield from blocks_in(part)


def never_reached(block: Block, out: bool) -> Diagnostic | None:
    """The first line of a block that stands behind the end of the game, or behind what has no end. `out`: players can
    go out, which ends turns without an end."""
    lines = [line for line in block if not (isinstance(line, model.Text) or _comes_with_each_phase(line))]
    for last, line in pairwise(lines):
        if ends_the_game(last):
            notes = (Note("Here the game is over.", last.span),)
            return Diagnostic("E0342", "This never happens: the game is over before.", line.span, notes=notes)
        if isinstance(last, model.Repeat) and is_endless(last):
            notes = (Note("This has no end of its own.", last.span),)
            message = "This never happens: what is repeated before it goes on until a phase is stopped."
            return Diagnostic("E0342", message, line.span, hints=("repeat until …",), notes=notes)
        if _endless(last) and not out:
            notes = (Note("These turns have no end.", last.span),)
            message = "This never happens: the turns before it go on for ever."
            return Diagnostic("E0342", message, line.span, hints=("take turns … until …",), notes=notes)
    return None


def _comes_with_each_phase(line: Statement) -> bool:
    """Whether it is done at the end of all phases: of those in which the game ends it does not speak in particular."""
    return isinstance(line, model.Perform) and isinstance(line.procedure, model.AtEdge) and line.procedure.every


def won_and_drawn(block: Block) -> Diagnostic | None:
    """Where an end says that nobody wins beside somebody who does."""
    drawn = next((s for s in block if isinstance(s, model.Draw)), None)
    won = next((s for s in block if isinstance(s, model.Win | model.BestWins)), None)
    if drawn is None or won is None:
        return None
    notes = (Note("Here somebody wins.", won.span),)
    return Diagnostic("E0342", "At this end nobody would win beside somebody who does.", drawn.span, notes=notes)


def _endless(statement: Statement) -> bool:
    """Whether nothing in the sentence says when it is over."""
    return isinstance(statement, model.TakeTurns) and statement.until is None and not statement.all_pass


def ends_the_game(statement: Statement) -> bool:
    """Whether the game is over after it, whatever the position."""
    match statement:
        case model.Draw() | model.BestWins():
            return True
        case model.Win(who=who):
            return not who.maybe
        case model.If(branches=branches):
            always = branches[-1][0] is None
            return always and all(any(ends_the_game(s) for s in body) for _, body in branches)
        case model.Together(body=body):
            return any(ends_the_game(s) for s in body)
        case _:  # behind whatever else is done the game may go on
            return False


# -------------------------------------------------------------------------------------------------------------- windows


def never_closed(book: Rulebook) -> Iterator[Diagnostic]:
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
