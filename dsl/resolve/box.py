"""The first pass: what is in the box. From the declarations to the numbered world."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from dsl import geometry, model, resolved
from dsl.errors import Note, near
from dsl.resolve.context import Context, unsupported, wrong
from dsl.resolve.wording import plural, singular
from dsl.shapes import ShapeError, shape_of
from dsl.world import TRUTH, Attribute, BoardInfo, Kind, LineInfo, PieceInfo, PlaceInfo, Setting, Sort, Visibility

MOST_PIECES = 2_000


class Box:
    """Builds `context.world` from the items of a rulebook, kind by kind, in an order in which each finds its parts."""

    def __init__(self, context: Context, items: list[model.Node]) -> None:
        self.context = context
        self.world = context.world
        self.items = items
        self.unplaced: dict[str, model.Piece] = {}

    def build(self) -> None:
        steps: tuple[tuple[type, Callable[[Any], None]], ...] = (
            (model.Setting, self.setting),
            (model.Option, self.option),
            (model.Enumeration, self.enumeration),
            (model.Range, self.range),
            (model.Power, self.power),
            (model.Board, self.board),
            (model.Lines, self.lines),
            (model.Place, self.place),
        )
        for node_class, step in steps:
            for item in self.items:
                if isinstance(item, node_class):
                    with self.context.line():
                        step(item)
        self.pieces()
        for item in self.items:
            if isinstance(item, model.Board | model.Place):
                with self.context.line():
                    self.properties(item)

    # ------------------------------------------------------------------------------------------------------ numbers

    def amount(self, node: model.Node) -> int:
        """A number, or the setting of that name."""
        if isinstance(node, model.Number):
            return node.value
        assert isinstance(node, model.AmountName)
        setting = self.world.settings.get(node.name)
        if setting is None:
            wrong("E0201", f"There is no setting called {node.name}.", node.span,
                  hints=(f"{node.name} is 6",), near=near(node.name, self.world.settings))  # fmt: skip
        return setting.value

    def setting(self, node: model.Setting) -> None:
        self.fresh(node.name, node)
        self.world.settings[node.name] = Setting(node.name, node.value, node.span, node.clauses)

    def option(self, node: model.Option) -> None:
        unsupported("`option`", node.span)

    # -------------------------------------------------------------------------------------------------------- kinds

    def fresh(self, name: str, node: model.Node) -> None:
        """Complains if the name is taken."""
        kind = self.world.kinds.get(name)
        setting = self.world.settings.get(name)
        if kind or setting:
            span = kind.span if kind else setting.span if setting else None
            wrong("E0202", f"{name} is declared twice.", node.span, notes=(Note("It is declared here, too.", span),))

    def add(self, name: str, sort: Sort, node: model.Node, elements: tuple[str, ...] = (), label: str = "") -> Kind:
        self.fresh(name, node)
        kind = Kind(name, sort, node.span, label or name, plural(label or name), size=len(elements), elements=elements,
                    labels=elements, clauses=node.clauses)  # fmt: skip
        self.world.kinds[name] = kind
        self.context.plurals[plural(name)] = kind
        return kind

    def enumeration(self, node: model.Enumeration) -> None:
        words = tuple(v.word for v in node.values)
        for i, value in enumerate(node.values):
            if value.word in words[:i]:
                wrong("E0202", f"{node.name} has the value {value.word} twice.", value.span)
        kind = self.add(node.name, "enumeration", node, words)
        kind.labels = tuple(v.label or v.word for v in node.values)

    def range(self, node: model.Range) -> None:
        low, high = self.amount(node.low), self.amount(node.high)
        if low > high:
            wrong("E0302", f"{node.name} would be from {low} to {high}: the lower number comes first.", node.span)
        kind = self.add(node.name, "range", node)
        kind.low, kind.size = low, high - low + 1

    def power(self, node: model.Power) -> None:
        """Each power is a value of the kind that is its family."""
        if node.heading.kind is None:
            wrong("E0303", f"The power {node.heading.name} belongs to no family.", node.span,
                  hints=(f"power {node.heading.name}, a Weapon",))  # fmt: skip
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

    # ------------------------------------------------------------------------------------------------------- boards

    def board(self, node: model.Board) -> None:
        shape_line = next((line for line in node.lines if isinstance(line, model.Shape)), None)
        if shape_line is None:
            wrong("E0304", f"The board {node.title.name} has no shape.", node.span,
                  hints=("made of Cells in a grid of 3 by 3",))  # fmt: skip
        sizes = tuple(self.amount(s) for s in shape_line.sizes)
        try:
            shape = shape_of(shape_line.word, sizes)
        except ShapeError as error:
            wrong("E0305", str(error), shape_line.span)
        spaces = self.add(singular(shape_line.space), "space", shape_line, tuple(shape.names))
        spaces.clauses = ()
        spaces.start = self.world.locations
        self.world.locations += spaces.size
        edges = self.add(
            "Edge", "edge", shape_line, tuple(f"{shape.names[a]}–{shape.names[b]}" for a, b in shape.edges)
        )
        directions = self.add("Direction", "direction", shape_line, tuple(d.name for d in shape.directions))
        edges.clauses = directions.clauses = ()
        name = node.title.name
        self.add(name, "board", node, (name,), node.title.label or name)
        self.world.boards[name] = BoardInfo(name, node.title.label or name, shape, shape_line.word, sizes, spaces,
                                            edges, directions, clauses=node.clauses, span=node.span)  # fmt: skip
        for line in node.lines:
            if isinstance(line, model.Spot):
                with self.context.line():
                    self.spot(self.world.boards[name], line)

    def spot(self, board: BoardInfo, line: model.Spot) -> None:
        if line.space not in board.spaces.elements:
            names = board.spaces.elements
            message = (
                f"The board {board.name} has no space called {line.space}; its spaces are {names[0]} to {names[-1]}."
            )
            wrong("E0201", message, line.span, near=near(line.space, names))
        self.fresh(line.name, line)
        board.spots[line.name] = board.spaces.start + board.spaces.elements.index(line.space)

    def lines(self, node: model.Lines) -> None:
        spaces = self.context.kind(node.spaces, node.span)
        if spaces.sort != "space":
            wrong("E0206", f"{node.spaces} are no spaces of a board.", node.span)
        board = self.world.board_of(spaces)
        members = geometry.lines(board.shape, self.amount(node.length))
        names = tuple(f"{board.shape.names[m[0]]}–{board.shape.names[m[-1]]}" for m in members)
        kind = self.add(node.name, "line", node, names)
        shifted = tuple(tuple(spaces.start + m for m in line) for line in members)
        self.world.lines[node.name] = LineInfo(kind, board, shifted)

    # ------------------------------------------------------------------------------------------------------- places

    def place(self, node: model.Place) -> None:
        each = any(self.is_for_each_player(line) for line in node.lines)
        name, label = node.title.name, node.title.label or node.title.name
        names = tuple(f"{name} of {p}" for p in self.world.players.elements) if each else (name,)
        kind = self.add(name, "place", node, names, label)
        kind.unique = not each
        kind.start = self.world.locations
        self.world.locations += kind.size
        ordered = any(isinstance(line, model.KeepsOrder) for line in node.lines)
        seen = next(
            (self.visibility(line.seen) for line in node.lines if isinstance(line, model.Visible)), Visibility()
        )
        self.world.places[name] = PlaceInfo(kind, each, ordered, seen, clauses=node.clauses)

    def is_for_each_player(self, line: model.Node) -> bool:
        if isinstance(line, model.Copies):
            unsupported("several places of one name", line.span)
        if isinstance(line, model.CopyEach) and line.kinds.names != ("Player",):
            unsupported("a place for each of something else than Player", line.span)
        return isinstance(line, model.CopyEach)

    def properties(self, node: model.Board | model.Place) -> None:
        """What can be said only when all kinds are known."""
        info = self.world.boards[node.title.name] if isinstance(node, model.Board) else None
        place = self.world.places.get(node.title.name)
        known = (model.Shape, model.Spot, model.CopyEach, model.KeepsOrder, model.Visible)
        for line in node.lines:
            if isinstance(line, model.Words):
                target = info or place
                assert target
                target.words += (line.text,)
            elif isinstance(line, model.Takes) and place:
                place.takes += self.taken(line)
            elif not isinstance(line, known):
                unsupported(f"this line of a {'board' if info else 'place'}", line.span)

    def taken(self, line: model.Takes) -> list[tuple[Kind, int | None]]:
        return [(self.context.kind(name, line.span), line.most) for name in line.names.names]

    # ------------------------------------------------------------------------------------------------------- pieces

    def pieces(self) -> None:
        """Numbers the pieces so that those of a kind, its sorts included, follow each other."""
        nodes = {i.title.name: i for i in self.items if isinstance(i, model.Piece)}
        children: dict[str | None, list[model.Piece]] = {}
        for item in self.items:
            if isinstance(item, model.Piece):
                with self.context.line():
                    parent = self.parent_name(item, nodes)
                    self.add(item.title.name, "piece", item, label=item.title.label or item.title.name)
                    children.setdefault(parent, []).append(item)
        self.number(None, children, 0)
        root = self.world.pieces
        root.size = sum(self.world.kinds[n.title.name].size for n in children.get(None, []))
        self.world.kinds[root.name] = root
        self.context.plurals[root.plural] = root
        if root.size > MOST_PIECES:
            wrong(
                "E0306", f"There are {root.size} pieces; {MOST_PIECES} are possible.", next(iter(nodes.values())).span
            )

    def parent_name(self, node: model.Piece, nodes: dict[str, model.Piece]) -> str | None:
        """The kind that this is a sort of; a kind cannot be a sort of itself, not even by way of others."""
        seen = [node.title.name]
        above = node
        while above.kind:
            name = above.kind.name
            if name not in nodes:
                wrong("E0201", f"There is no kind of piece called {name}.", above.kind.span, near=near(name, nodes))
            if name in seen:
                wrong("E0401", f"{' is a sort of '.join([*seen, name])}: that goes round in a circle.", node.span)
            seen.append(name)
            above = nodes[name]
        return node.kind.name if node.kind else None

    def number(self, parent: str | None, children: dict[str | None, list[model.Piece]], start: int) -> int:
        """Gives the kinds below `parent` their numbers; returns the first free one."""
        for node in children.get(parent, []):
            kind = self.world.kinds[node.title.name]
            kind.parent = self.world.kinds[parent] if parent else self.world.pieces
            kind.start = start
            kind.unique = node.title.the is not None
            info = self.world.piece_infos[kind.name] = PieceInfo(kind, clauses=node.clauses)
            own = 0
            with self.context.line():
                own = self.count(node, info)
            start = self.number(kind.name, children, start + own)
            kind.size = start - kind.start
            if kind.size == 0 and not children.get(kind.name):
                self.complain_of_none(node)
            with self.context.line():
                self.attributes(node, info)
            self.place_at_first(node, info, own)
        return start

    def complain_of_none(self, node: model.Piece) -> None:
        with self.context.line():
            wrong("E0307", f"Nothing says how many {plural(node.title.name)} there are.", node.span,
                  hints=("there are 15", "there is one for each Player"))  # fmt: skip

    def count(self, node: model.Piece, info: PieceInfo) -> int:
        """How many of this very kind, and whose they are; crossed kinds become constant attributes."""
        if node.title.the:
            info.owners = (-1,)
            return 1
        owners: list[int] = []
        for line in node.lines:
            if isinstance(line, model.Copies):
                owners += [o for o in self.owners(line) for _ in range(self.amount(line.amount))]
            if isinstance(line, model.CopyEach):
                owners += self.crossed(line, info)
        if len(owners) > MOST_PIECES:
            wrong("E0306", f"There are {len(owners)} of them; {MOST_PIECES} are possible.", node.span)
        info.owners = tuple(owners)
        return len(owners)

    def owners(self, line: model.Copies) -> list[int]:
        players = self.world.players
        match line.who:
            case None:
                return [-1]
            case model.EachOf(name="Player"):
                return list(range(players.size))
            case model.Name(name=name) if name in players.elements:
                return [players.elements.index(name)]
        wrong("E0206", "Pieces belong to a player, or to `each Player`.", line.span, near=players.elements)

    def crossed(self, line: model.CopyEach, info: PieceInfo) -> list[int]:
        kinds = [self.context.kind(name, line.span) for name in line.kinds.names]
        for kind in kinds:
            if kind.sort not in ("enumeration", "power", "player", "range"):
                wrong("E0206", f"{kind.name} has no values that could be counted out.", line.span)
        numbers = [range(k.low, k.low + k.size) if k.sort == "range" else range(k.size) for k in kinds]
        rows = list(product(*numbers))
        for i, kind in enumerate(kinds):
            if kind is not self.world.players:
                values = tuple(row[i] for row in rows)
                info.attributes.append(Attribute(kind.name, kind, info.kind, Visibility(), values, span=line.span))
        which = kinds.index(self.world.players) if self.world.players in kinds else None
        return [row[which] if which is not None else -1 for row in rows]

    def attributes(self, node: model.Piece, info: PieceInfo) -> None:
        for line in node.lines:
            with self.context.line():
                self.piece_line(line, info, node)

    def piece_line(self, line: model.Node, info: PieceInfo, node: model.Piece) -> None:
        match line:
            case model.Attribute():
                self.attribute(line, info)
            case model.Flags():
                for word in line.words:
                    seen = self.visibility(line.seen)
                    info.attributes.append(
                        Attribute(word, TRUTH, info.kind, seen, span=line.span, clauses=line.clauses)
                    )
            case model.Takes():
                info.takes += self.taken(line)
            case model.Plural():
                info.kind.plural = line.name
                self.context.plurals[line.name] = info.kind
            case model.Words():
                info.words += (line.text,)
            case model.Copies() | model.CopyEach() | model.Starts():
                info.clauses += line.clauses
            case _:
                unsupported("this line of a piece", line.span)

    def attribute(self, line: model.Attribute, info: PieceInfo) -> None:
        """A new attribute; for one that counted out the pieces, only who sees it."""
        noun = line.binder.noun
        kind = self.context.kind(noun.name, line.span)
        name = noun.called or kind.name
        seen = self.visibility(line.seen)
        counted = next((a for a in info.attributes if a.name == name), None)
        if counted and counted.constant is not None:
            counted.seen, counted.span = seen, line.span
            counted.clauses += line.clauses
        elif counted:
            wrong("E0202", f"A {info.kind.name} has a {name} already.", line.span)
        else:
            info.attributes.append(Attribute(name, kind, info.kind, seen, initial=kind.low, span=line.span,
                                             clauses=line.clauses))  # fmt: skip

    def visibility(self, seen: model.Seen | None) -> Visibility:
        if seen is None:
            return Visibility()
        players = self.world.players
        match seen.who:
            case model.Everyone():
                return Visibility("all")
            case model.Nobody():
                return Visibility("nobody", until=seen.until)
            case model.The(noun=model.Word(word="owner")):
                return Visibility("owner", until=seen.until)
            case model.Name(name=name) if name in players.elements:
                return Visibility("player", players.elements.index(name), seen.until)
        wrong("E0206", "A thing is seen by all, by nobody, by the owner, or by a player.", seen.span)

    # ------------------------------------------------------------------------------------------------ at the start

    def place_at_first(self, node: model.Piece, info: PieceInfo, own: int) -> None:
        """Where each piece of this very kind lies before the setup."""
        if not own:
            return
        starts = self.starting_line(info.kind, node)
        with self.context.line():
            if starts is None:
                wrong("E0308", f"Nothing says where a {info.kind.name} is at first.", node.span,
                      hints=("starts in the Box",))  # fmt: skip
            info.starts = tuple(self.first_place(starts, owner) for owner in info.owners)

    def starting_line(self, kind: Kind, node: model.Piece) -> model.Starts | None:
        """The `starts` line of the kind, or of the nearest kind that it is a sort of."""
        names: list[str] = []
        above: Kind | None = kind
        while above is not None:
            names.append(above.name)
            above = above.parent
        nodes = {i.title.name: i for i in self.items if isinstance(i, model.Piece)}
        lines = (line for n in names if n in nodes for line in nodes[n].lines if isinstance(line, model.Starts))
        return next(lines, None)

    def first_place(self, line: model.Starts, owner: int) -> int:
        phrase = line.where.of
        name, of = self.place_name(phrase)
        constant = self.context.constant(name, line.span)
        if of is None and isinstance(constant, resolved.Constant) and constant.kind.sort in ("space", "place"):
            return constant.value
        place = self.world.places.get(name)
        if place is None or not place.each:
            wrong("E0201", f"There is no place called {name}.", line.span, near=near(name, self.world.places))
        player = owner if of == "owner" else self.player_number(of, line)
        if player < 0:
            wrong("E0309", f"This {name} would be the owner's, but the piece has no owner.", line.span)
        return place.kind.start + player

    def place_name(self, phrase: model.Node) -> tuple[str, str | None]:
        """`the Stock of Imperial` as ("Stock", "Imperial")."""
        match phrase:
            case model.Name(name=name, of=None):
                return name, None
            case model.The(noun=model.Noun(words=(), name=name), where=None):
                return name, None
            case model.The(noun=model.Noun(words=(), name=name), where=model.Where(preposition="of", of=of)):
                return name, self.owner_word(of)
        wrong("E0206", "Pieces start in a place: `starts in the Stock of Imperial`.", phrase.span)

    def owner_word(self, phrase: model.Node) -> str:
        match phrase:
            case model.Name(name=name, of=None):
                return name
            case model.The(noun=model.Word(word="owner"), where=None):
                return "owner"
        wrong("E0206", "A place belongs to a player, or to the owner.", phrase.span)

    def player_number(self, name: str | None, line: model.Starts) -> int:
        players = self.world.players.elements
        if name not in players:
            wrong("E0201", f"Say whose: there is no player called {name}.", line.span, near=players)
        return players.index(name)


def flattened(items: tuple[model.Node, ...], variants: set[str]) -> Iterator[tuple[model.Node, str | None, bool]]:
    """All items, those inside variants, too: (item, its variant, whether it is in play)."""
    for item in items:
        if isinstance(item, model.Variant):
            for inner in item.items:
                yield inner, item.title.name, item.title.name in variants
        else:
            yield item, None, True
