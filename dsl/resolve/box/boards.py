"""Boards, with their spaces, edges, directions, spots and lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl import tree
from dsl.board import geometry
from dsl.board.shapes import MOST_SPACES, PATTERNS, Shape, ShapeError, joined, led_on, one_for_each, shape_of
from dsl.model.world import BoardInfo, Kind, LineInfo, Link
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import add_kind, amount_of, fresh
from dsl.resolve.complaints import faults_noted, unsupported, wrong
from dsl.resolve.names import kind_called
from dsl.text.diagnostics import near
from dsl.text.inflection import singular

JOINED = "joined"


def declare_board(box: Box, node: tree.Board) -> None:
    box.context.spaceless = True  # until its shape is known
    shape_line = next((line for line in node.lines if isinstance(line, tree.Shape)), None)
    if shape_line is None:
        wrong("E0304", f"The board {node.title.name} has no shape.", node.span,
              hints=("made of Cells in a grid of 3 by 3",))  # fmt: skip
    sizes = tuple(amount_of(box, s) for s in shape_line.sizes)
    try:
        shape = shape_of(shape_line.word, sizes)
    except ShapeError as error:
        wrong("E0305", str(error), shape_line.span, near=near(shape_line.word, PATTERNS))
    shape, links = linked(box, node, shape)
    name = node.title.name
    space = singular(shape_line.space)
    edge, shared, direction = names_of_parts(box, space, shape)
    parts = (space, edge, *(() if shared else (direction,)), name)
    for part in parts:
        fresh(box, part, node)  # a board is declared with all its parts or not at all
    one, (boards, owned) = shape, one_or_each(box, node)
    if owned:
        shape = for_each_player(one, boards, shape_line)
    elif any(set(one.names) & set(other.spaces.elements) for other in box.world.boards.values()):
        shape = replace(one, names=tuple(f"{one_of} of the {name}" for one_of in one.names))
    fresh_spaces(box, shape.names, node)
    again = next((part for k, part in enumerate(parts) if part in (*parts[:k], *shape.names)), None)
    if again is not None:
        message = f"The board and its spaces cannot all be called {again}."
        wrong("E0202", message, node.span, hints=("another Name",))
    box.context.spaceless = False
    spaces = add_kind(box, space, "space", shape_line, tuple(shape.names))
    spaces.clauses = ()
    spaces.start = box.world.locations
    box.world.locations += spaces.size
    edges = add_kind(box, edge, "edge", shape_line, tuple(f"{shape.names[a]}–{shape.names[b]}" for a, b in shape.edges))
    directions = shared or add_kind(box, direction, "direction", shape_line, tuple(d.name for d in shape.directions))
    edges.clauses = directions.clauses = ()
    kind = add_kind(box, name, "board", node, boards, node.title.label or name)
    kind.unique = not owned
    box.world.boards[name] = BoardInfo(name, node.title.label or name, shape, one, shape_line.word, sizes, kind,
                                        spaces, edges, directions, owned, clauses=node.clauses, span=node.span,
                                        shape_clauses=shape_line.clauses, links=links)  # fmt: skip
    box.world.boards[name].ordered = any(isinstance(line, tree.KeepsOrder) for line in node.lines)
    for line in node.lines:
        if isinstance(line, tree.Spot):
            with faults_noted(box.context):
                declare_spot(box, box.world.boards[name], line)


def fresh_spaces(box: Box, names: Iterable[str], node: tree.Board) -> None:
    """Complains if a space would be called like something that is declared before boards are, such as a player."""
    taken = {*box.world.settings, *box.world.kinds, *box.world.players.elements}
    for name in names:
        if name in taken:
            fresh(box, name, node)


def names_of_parts(box: Box, space: str, shape: Shape) -> tuple[str, Kind | None, str]:
    """What the edges and directions of a board are called. Boards with the same directions share them; those of a
    further board that are others are called after its spaces."""
    if not box.world.boards:
        return "Edge", None, "Direction"
    names = tuple(d.name for d in shape.directions)
    known = (board.directions for board in box.world.boards.values())
    return f"{space} Edge", next((kind for kind in known if kind.elements == names), None), f"{space} Direction"


def one_or_each(box: Box, node: tree.Board) -> tuple[tuple[str, ...], int]:
    """The names of the boards: one, or one for each player, and one more; and how many are players' own."""
    each = next((line for line in node.lines if is_for_each_player(line)), None)
    if not isinstance(each, tree.CopyEach):
        return (node.title.name,), 0
    own = tuple(f"{node.title.name} of {player}" for player in box.world.players.elements)
    if each.more is not None:
        fresh(box, each.more, each)
    return (*own, *([each.more] if each.more is not None else [])), len(own)


def for_each_player(one: Shape, boards: tuple[str, ...], line: tree.Shape) -> Shape:
    if len(one.names) * len(boards) > MOST_SPACES:
        all_of_them = f"{len(boards)} boards of {len(one.names)} spaces"
        wrong("E0305", f"{all_of_them} are too many: together they have at most {MOST_SPACES:,}.", line.span)
    return one_for_each(one, boards)


def declare_spot(box: Box, board: BoardInfo, line: tree.Spot) -> None:
    known_space(board.name, board.one, line.space, line)
    fresh(box, line.name, line)
    board.spots[line.name] = board.spaces.start + board.one.names.index(line.space)
    board.spot_clauses[line.name] = line.clauses
    if line.bare:
        board.bare_spots.add(line.name)


def linked(box: Box, node: tree.Board, shape: Shape) -> tuple[Shape, tuple[Link, ...]]:
    """The shape with all that is said of steps beyond its edge, and of lines between its spaces."""
    links: list[Link] = []
    for line in node.lines:
        with faults_noted(box.context):
            if isinstance(line, tree.Onward | tree.Joined):
                link = link_said(node, shape, line)
                try:
                    shape = with_link(shape, link)
                except ShapeError as error:
                    wrong("E0202", str(error), line.span, hints=in_a_network(node, shape, line))
                links.append(link)
    return shape, tuple(links)


def in_a_network(node: tree.Board, shape: Shape, line: tree.Node) -> tuple[str, ...]:
    """The shape whose spaces only lines join, for who joins those of a grid."""
    spaces = next(other.space for other in node.lines if isinstance(other, tree.Shape))
    if not isinstance(line, tree.Joined) or shape.word not in ("grid", "grid-with-corners"):
        return ()
    sizes = " by ".join(map(str, shape.sizes))
    return (f"made of {spaces} in a network of {sizes}, in place of the {shape.word}",)


def with_link(shape: Shape, link: Link) -> Shape:
    if link.direction is not None:
        return led_on(shape, link.direction, link.space, link.to[0])
    for other in link.to:
        shape = joined(shape, link.space, other)
    return shape


def link_said(node: tree.Board, shape: Shape, line: tree.Onward | tree.Joined) -> Link:
    spots = {spot.name: spot.space for spot in node.lines if isinstance(spot, tree.Spot)}

    def number(name: str) -> int:
        space = spots.get(name, name)
        known_space(node.title.name, shape, space, line)
        return shape.names.index(space)

    if isinstance(line, tree.Joined):
        if line.word != JOINED:
            hint = f"{line.space} is {JOINED} to {', '.join(line.to.names)}"
            wrong("E0205", f"Under a board spaces are `{JOINED}`, by a line.", line.span, hints=(hint,))
        return Link(None, number(line.space), tuple(map(number, line.to.names)), line.clauses)
    ways = [direction.name for direction in shape.directions]
    if line.direction not in ways:
        message = f"The board {node.title.name} has no direction {line.direction}; it has {', '.join(ways)}."
        wrong("E0205", message, line.span, near=near(line.direction, ways))
    return Link(ways.index(line.direction), number(line.space), (number(line.to),), line.clauses)


def known_space(board: str, shape: Shape, name: str, line: tree.Node) -> None:
    if name not in shape.names:
        message = f"The board {board} has no space called {name}; its spaces are {shape.names[0]} to {shape.names[-1]}."
        wrong("E0201", message, line.span, near=near(name, shape.names))


def declare_lines(box: Box, node: tree.Lines) -> None:
    spaces = kind_called(box.context, node.spaces, node.span)
    if spaces.sort != "space":
        wrong("E0206", f"{node.spaces} are no spaces of a board.", node.span)
    board = box.world.board_of(spaces)
    length = amount_of(box, node.length)
    if length < 2:
        wrong("E0305", f"A line of {length} spaces is none; it has 2 or more.", node.span)
    try:
        members = geometry.lines(board.shape, length)
    except ShapeError as error:
        wrong("E0305", str(error), node.span)
    names = tuple(f"{board.shape.names[m[0]]}–{board.shape.names[m[-1]]}" for m in members)
    kind = add_kind(box, node.name, "line", node, names)
    shifted = tuple(tuple(spaces.start + m for m in line) for line in members)
    box.world.lines[node.name] = LineInfo(kind, board, shifted)


def is_for_each_player(line: tree.Node) -> bool:
    if isinstance(line, tree.Copies):
        unsupported("several boards of one name", line.span)
    if isinstance(line, tree.CopyEach) and line.kinds != ("Player",):
        unsupported("a board for each of something else than Player", line.span)
    return isinstance(line, tree.CopyEach)
