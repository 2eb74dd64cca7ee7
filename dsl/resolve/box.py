"""The first pass: what is in the box. From the declarations to the numbered world."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from dsl import tree
from dsl.board import geometry
from dsl.board.shapes import MOST_SPACES, PATTERNS, Shape, ShapeError, one_for_each, shape_of
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind, LineInfo, PlaceInfo, Remark, Setting, Visibility
from dsl.resolve.complaints import declaring, noted, unsupported, wrong
from dsl.resolve.declarations import Declarations
from dsl.resolve.names import kind_called
from dsl.resolve.pieces import Pieces
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import plural, singular

MOST_NUMBERS = 10_000  # of one range; each can be an answer
MOST_PLACES = 100  # of one name, for each player


class Box(Declarations):
    """Builds `context.world` from the items of a rulebook, kind by kind, in an order in which each finds its parts."""

    def build(self) -> None:
        steps: tuple[tuple[type, Callable[[Any], None]], ...] = (
            (tree.Setting, self.setting),
            (tree.Option, self.option),
            (tree.Enumeration, self.enumeration),
            (tree.Range, self.range),
            (tree.Power, self.power),
            (tree.Board, self.board),
            (tree.Lines, self.lines),
        )
        for node_class, step in steps:
            self.each(node_class, step)
        self.leaving()
        pieces = Pieces(self.context, self.items)
        pieces.declare(pieces.read())
        self.each(tree.Place, self.place)
        pieces.build()
        for item in self.items:
            if isinstance(item, tree.Board | tree.Place):
                with noted(self.context):
                    self.properties(item)

    def each(self, node_class: type, step: Callable[[Any], None]) -> None:
        for item in self.items:
            if isinstance(item, node_class):
                with declaring(self.context, *declared(item)):
                    step(item)

    def leaving(self) -> None:
        """Players have a flag that says who is out, where some sentence puts one out."""
        for node in (n for item in self.items for n in item.whole if isinstance(n, tree.GoesOut)):
            self.world.out = Attribute("out", TRUTH, self.world.players, Visibility(), span=node.span)
            return

    def setting(self, node: tree.Setting) -> None:
        self.fresh(node.name, node)
        self.world.settings[node.name] = Setting(node.name, node.value, node.span, node.clauses)

    def option(self, node: tree.Option) -> None:
        self.fresh(node.name, node)
        choice = self.context.book.choices[node.name]
        value = dict(self.context.book.terms.options).get(node.name, choice.usual)
        self.world.settings[node.name] = Setting(node.name, value, node.span, node.clauses, choice)

    def enumeration(self, node: tree.Enumeration) -> None:
        words = tuple(v.word for v in node.values)
        for i, value in enumerate(node.values):
            if value.word in words[:i]:
                notes = (Note("It stands here, too.", node.values[words.index(value.word)].span),)
                wrong("E0202", f"{node.name} has the value {value.word} twice.", value.span, notes=notes)
        kind = self.add(node.name, "enumeration", node, words)
        kind.labels = tuple(v.label or v.word for v in node.values)

    def range(self, node: tree.Range) -> None:
        low, high = self.amount(node.low), self.amount(node.high)
        if low > high:
            wrong("E0302", f"{node.name} would be from {low} to {high}: the lower number comes first.", node.span)
        if high - low >= MOST_NUMBERS:
            wrong("E0302", f"{node.name} would have {high - low + 1} numbers; {MOST_NUMBERS} are possible.", node.span)
        kind = self.add(node.name, "range", node)
        kind.low, kind.size = low, high - low + 1

    def power(self, node: tree.Power) -> None:
        """Each power is a value of the kind that is its family."""
        if node.heading.kind is None:
            wrong("E0303", f"The power {node.heading.name} belongs to no family.", node.span,
                  hints=(f"power {node.heading.name}, a …",))  # fmt: skip
        family = node.heading.kind.name
        kind = self.world.kinds.get(family)
        if kind is None:
            kind = self.add(family, "power", node)
            kind.clauses = ()
        if node.heading.name in kind.elements:
            wrong("E0202", f"The power {node.heading.name} is declared twice.", node.span)
        kind.elements += (node.heading.name,)
        kind.labels += (node.heading.label or node.heading.name,)
        kind.size += 1

    def board(self, node: tree.Board) -> None:
        self.context.spaceless = True  # until its shape is known
        shape_line = next((line for line in node.lines if isinstance(line, tree.Shape)), None)
        if shape_line is None:
            wrong("E0304", f"The board {node.title.name} has no shape.", node.span,
                  hints=("made of Cells in a grid of 3 by 3",))  # fmt: skip
        sizes = tuple(self.amount(s) for s in shape_line.sizes)
        try:
            shape = shape_of(shape_line.word, sizes)
        except ShapeError as error:
            wrong("E0305", str(error), shape_line.span, near=near(shape_line.word, PATTERNS))
        name = node.title.name
        space = singular(shape_line.space)
        edge, shared, direction = self.names_of_parts(space, shape)
        parts = (space, edge, *(() if shared else (direction,)), name)
        for part in parts:
            self.fresh(part, node)  # a board is declared with all its parts or not at all
        one, boards = shape, self.one_or_each(node)
        if boards != (name,):
            shape = self.for_each_player(one, boards, shape_line)
        elif any(set(one.names) & set(other.spaces.elements) for other in self.world.boards.values()):
            shape = replace(one, names=tuple(f"{one_of} of the {name}" for one_of in one.names))
        self.fresh_spaces(shape.names, node)
        again = next((part for k, part in enumerate(parts) if part in (*parts[:k], *shape.names)), None)
        if again is not None:
            message = f"The board and its spaces cannot all be called {again}."
            wrong("E0202", message, node.span, hints=("another Name",))
        self.context.spaceless = False
        spaces = self.add(space, "space", shape_line, tuple(shape.names))
        spaces.clauses = ()
        spaces.start = self.world.locations
        self.world.locations += spaces.size
        edges = self.add(edge, "edge", shape_line, tuple(f"{shape.names[a]}–{shape.names[b]}" for a, b in shape.edges))
        directions = shared or self.add(direction, "direction", shape_line, tuple(d.name for d in shape.directions))
        edges.clauses = directions.clauses = ()
        kind = self.add(name, "board", node, boards, node.title.label or name)
        kind.unique = boards == (name,)
        self.world.boards[name] = BoardInfo(name, node.title.label or name, shape, one, shape_line.word, sizes, kind,
                                            spaces, edges, directions, clauses=node.clauses, span=node.span,
                                            shape_clauses=shape_line.clauses)  # fmt: skip
        self.world.boards[name].ordered = any(isinstance(line, tree.KeepsOrder) for line in node.lines)
        for line in node.lines:
            if isinstance(line, tree.Spot):
                with noted(self.context):
                    self.spot(self.world.boards[name], line)

    def fresh_spaces(self, names: Iterable[str], node: tree.Board) -> None:
        """Complains if a space would be called like something that is declared before boards are, such as a player."""
        taken = {*self.world.settings, *self.world.kinds, *self.world.players.elements}
        for name in names:
            if name in taken:
                self.fresh(name, node)

    def names_of_parts(self, space: str, shape: Shape) -> tuple[str, Kind | None, str]:
        """What the edges and directions of a board are called. Boards with the same directions share them; those of a
        further board that are others are called after its spaces."""
        if not self.world.boards:
            return "Edge", None, "Direction"
        names = tuple(d.name for d in shape.directions)
        known = (board.directions for board in self.world.boards.values())
        return f"{space} Edge", next((kind for kind in known if kind.elements == names), None), f"{space} Direction"

    def one_or_each(self, node: tree.Board) -> tuple[str, ...]:
        """The names of the boards: one, or one for each player."""
        if any(self.is_for_each_player(line) for line in node.lines):
            return tuple(f"{node.title.name} of {player}" for player in self.world.players.elements)
        return (node.title.name,)

    def for_each_player(self, one: Shape, boards: tuple[str, ...], line: tree.Shape) -> Shape:
        if len(one.names) * len(boards) > MOST_SPACES:
            all_of_them = f"{len(boards)} boards of {len(one.names)} spaces"
            wrong("E0305", f"{all_of_them} are too many: together they have at most {MOST_SPACES:,}.", line.span)
        return one_for_each(one, boards)

    def spot(self, board: BoardInfo, line: tree.Spot) -> None:
        if line.space not in board.one.names:
            names = board.one.names
            message = (
                f"The board {board.name} has no space called {line.space}; its spaces are {names[0]} to {names[-1]}."
            )
            wrong("E0201", message, line.span, near=near(line.space, names))
        self.fresh(line.name, line)
        board.spots[line.name] = board.spaces.start + board.one.names.index(line.space)
        board.spot_clauses[line.name] = line.clauses

    def lines(self, node: tree.Lines) -> None:
        spaces = kind_called(self.context, node.spaces, node.span)
        if spaces.sort != "space":
            wrong("E0206", f"{node.spaces} are no spaces of a board.", node.span)
        board = self.world.board_of(spaces)
        length = self.amount(node.length)
        if length < 2:
            wrong("E0305", f"A line of {length} spaces is none; it has 2 or more.", node.span)
        try:
            members = geometry.lines(board.shape, length)
        except ShapeError as error:
            wrong("E0305", str(error), node.span)
        names = tuple(f"{board.shape.names[m[0]]}–{board.shape.names[m[-1]]}" for m in members)
        kind = self.add(node.name, "line", node, names)
        shifted = tuple(tuple(spaces.start + m for m in line) for line in members)
        self.world.lines[node.name] = LineInfo(kind, board, shifted)

    def place(self, node: tree.Place) -> None:
        each, copies = self.number_of_places(node)
        name, label = node.title.name, node.title.label or node.title.name
        numbered = [f"{name} {n}" for n in range(1, copies + 1)] if copies > 1 else [name]
        owned = [f"{one} of {p}" for p in self.world.players.elements for one in numbered]
        kind = self.add(name, "place", node, tuple(owned if each else numbered), label)
        kind.unique = not each and copies == 1
        kind.start = self.world.locations
        self.world.locations += kind.size
        ordered = any(isinstance(line, tree.KeepsOrder) for line in node.lines)
        info = PlaceInfo(kind, each, ordered, Visibility(), clauses=node.clauses, copies=copies)
        self.world.places[name] = info
        for line in node.lines:
            if isinstance(line, tree.Visible):
                with noted(self.context):
                    info.seen = self.visibility(line.seen)

    def is_for_each_player(self, line: tree.Node) -> bool:
        if isinstance(line, tree.Copies):
            unsupported("several boards of one name", line.span)
        if isinstance(line, tree.CopyEach) and line.kinds.names != ("Player",):
            unsupported("a board for each of something else than Player", line.span)
        return isinstance(line, tree.CopyEach)

    def number_of_places(self, node: tree.Place) -> tuple[bool, int]:
        """Whether there are so many for each player, and how many."""
        lines = [line for line in node.lines if isinstance(line, tree.Copies | tree.CopyEach)]
        if len(lines) > 1:
            wrong("E0202", f"How many places {node.title.name} there are is said twice.", lines[1].span)
        match lines:
            case []:
                return False, 1
            case [tree.CopyEach(kinds=tree.Kinds(names=("Player",)))]:
                return True, 1
            case [tree.Copies(amount=amount, who=None)]:
                return False, self.positive(amount)
            case [tree.Copies(amount=amount, who=tree.EachOf(name="Player"))]:
                return True, self.positive(amount)
        message = "Places are counted by players: `there are 3 for each Player`. Pieces are counted by values, too."
        name = node.title.name
        wrong("E0206", message, lines[0].span, hints=(f"piece {name}, in place of place {name}",))

    def positive(self, node: tree.Node) -> int:
        number = self.amount(node)
        if not 1 <= number <= MOST_PLACES:
            wrong("E0306", f"There would be {number} places of one name; 1 to {MOST_PLACES} are possible.", node.span)
        return number

    def properties(self, node: tree.Board | tree.Place) -> None:
        """What can be said only when all kinds are known."""
        info = self.world.boards.get(node.title.name) if isinstance(node, tree.Board) else None
        place = self.world.places.get(node.title.name)
        target = info or place
        if target is None:
            return  # something was wrong with it
        of_place, of_board = (tree.Copies, tree.Visible), (tree.Shape, tree.Spot)
        known = (tree.CopyEach, tree.KeepsOrder, *(of_board if info else of_place))
        for line in node.lines:
            if isinstance(line, tree.Words):
                target.words += (Remark(line.text, line.clauses),)
                continue
            if isinstance(line, tree.Attribute | tree.Flags):
                with noted(self.context):
                    self.possessed(line, target)
                continue
            if isinstance(line, tree.Takes) and place:
                place.takes += self.taken(line)
            elif not isinstance(line, known):
                unsupported(f"this line of a {'board' if info else 'place'}", line.span)
            if place:
                place.clauses += line.clauses


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
    name = getattr(item, "name", "")
    return (name, plural(name))
