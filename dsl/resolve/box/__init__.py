"""The first pass: what is in the box. From the declarations to the numbered world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from dsl import tree
from dsl.model.world import Remark, StateInfo
from dsl.resolve.box.boards import declare_board, declare_lines
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import kinds_taken, possessed
from dsl.resolve.box.kinds import (
    declare_enumeration,
    declare_leaving,
    declare_option,
    declare_range,
    declare_setting,
)
from dsl.resolve.box.pieces import declare_pieces
from dsl.resolve.box.places import declare_place
from dsl.resolve.box.powers import declare_family
from dsl.resolve.box.rows import declare_tables
from dsl.resolve.box.starts import place_pieces
from dsl.resolve.complaints import declaring, faults_noted, unsupported, wrong
from dsl.resolve.context import Context
from dsl.text.inflection import articled, plural, singular

Step = Callable[[Box, Any], None]
STEPS: tuple[tuple[type[tree.Node], Step], ...] = (
    (tree.Setting, declare_setting),
    (tree.Option, declare_option),
    (tree.Enumeration, declare_enumeration),
    (tree.Range, declare_range),
    (tree.Power, declare_family),
    (tree.Board, declare_board),
    (tree.Lines, declare_lines),
)


def build(context: Context, items: list[tree.Node]) -> None:
    """Builds the world of the context, kind by kind, in an order in which each finds its parts."""
    box = Box(context, items)
    for sort, step in STEPS:
        each(box, sort, step)
    declare_leaving(box)
    declare_tables(box)
    each(box, tree.Place, declare_place)
    declare_pieces(box)
    each(box, tree.State, declare_state)
    for item in box.items:
        if isinstance(item, tree.Board | tree.Place):
            with faults_noted(context):
                declare_properties(box, item)
    place_pieces(box)


def each(box: Box, sort: type[tree.Node], step: Step) -> None:
    for item in box.items:
        if isinstance(item, sort):
            with declaring(box.context, *declared(item)):
                step(box, item)


def declare_properties(box: Box, node: tree.Board | tree.Place) -> None:
    """What can be said only when all kinds are known."""
    info = box.world.boards.get(node.title.name) if isinstance(node, tree.Board) else None
    place = box.world.places.get(node.title.name)
    target = info or place
    if target is None:
        return  # something was wrong with it
    of_place, of_board = (tree.Copies, tree.Visible), (tree.Shape, tree.Spot, tree.Onward, tree.Joined)
    known = (tree.CopyEach, tree.KeepsOrder, *(of_board if info else of_place))
    for line in node.lines:
        if isinstance(line, tree.Words):
            target.words += (Remark(line.text, line.clauses),)
            continue
        if isinstance(line, tree.Attribute | tree.Flags):
            with faults_noted(box.context):
                possessed(box, line, target)
            continue
        if isinstance(line, tree.Ownership):
            with faults_noted(box.context):
                refuse_ownership(line)
            continue
        if info and isinstance(line, tree.Visible):
            with faults_noted(box.context):
                refuse_hiding(line)
            continue
        if isinstance(line, tree.Takes | tree.TakesAtMost):
            target.takes += kinds_taken(box, line)
        elif info and isinstance(line, tree.Plural):
            with faults_noted(box.context):
                refuse_plural(line)
        elif not isinstance(line, known):
            unsupported(f"this line of a {'board' if info else 'place'}", line.span)
        if place or isinstance(line, tree.Takes | tree.TakesAtMost):
            target.clauses += line.clauses


def refuse_hiding(line: tree.Visible) -> None:
    message = "All see where things lie on a board. Which of them it is can be hidden: that is said of the piece."
    wrong("E0111", message, line.span, hints=("let it stand under the piece, as in: seen by nobody until face-up",))


def refuse_plural(line: tree.Plural) -> None:
    message = "What several spaces of a board are called is known from its line `made of …`."
    wrong("E0111", message, line.span, hints=("leave it out: the other line says it",))


def refuse_ownership(line: tree.Ownership) -> None:
    message = "It is said of pieces that all see whose they are; whose a place or a board is, all know."
    wrong("E0206", message, line.span, hints=("leave it out",))


def declare_state(box: Box, node: tree.State) -> None:
    """What players have or can be, once all kinds of values are known."""
    noun, players = node.holder.noun, box.world.players
    if noun.name != players.name or noun.words or noun.called:
        refuse_state(box, node, noun.name)
    possessed(box, node.line, StateInfo(players, box.world.traits))


def refuse_state(box: Box, node: tree.State, holder: str) -> NoReturn:
    """`a Town has a Skill`: a column of its table says so, or a line under it."""
    had = node.line.binder.noun.name if isinstance(node.line, tree.Attribute) else ""
    said = f"has {articled(had)}" if had else "can be …"
    message = f"This sentence is for players: that {articled(holder)} {said} stands under it."
    kind = box.world.kinds.get(holder)
    columns = [one.kind.name for one in box.world.attributes(kind) if one.constant is not None] if kind else []
    if had in columns:
        message = f"This sentence is for players: that {articled(holder)} {said} is said by its table already."
        wrong("E0206", message, node.span, hints=("leave it out",))
    hints = (f"under {holder}: {said}",) if kind else (f"a Player {said}", f"under {holder}: {said}")
    wrong("E0206", message, node.holder.span, hints=hints)


def declared(item: tree.Node) -> tuple[str, ...]:
    """The names that an item would declare."""
    match item:
        case tree.Board(title=title, lines=lines):
            spaces = [n for x in lines if isinstance(x, tree.Shape) for n in (x.space, singular(x.space))]
            spots = [line.name for line in lines if isinstance(line, tree.Spot)]
            return (title.name, "Edge", "Direction", *spaces, *spots)
        case tree.Place(title=title):
            return (title.name, plural(title.name))
        case tree.Power(heading=heading):
            return (heading.name, *([heading.kind.name] if heading.kind else []))
        case _:  # any other declares what it is called, if anything
            name = getattr(item, "name", "")
            return (name, plural(name))
