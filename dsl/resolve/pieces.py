"""The pieces of the box: their kinds, numbers, attributes, owners, and where they are at first."""

from __future__ import annotations

import re
from itertools import product
from math import prod

from dsl import model, tree
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind, PieceInfo, Remark, Visibility
from dsl.resolve.complaints import declaring, noted, unsupported, wrong
from dsl.resolve.names import all_names, constant_called, kind_called
from dsl.resolve.places import LYING
from dsl.resolve.rows import Rows
from dsl.resolve.wording import an_initial
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled, plural

MOST_PIECES = 2_000
ONLY_SO_MANY = re.compile(r"only with [0-9]+( to [0-9]+)? players")
MOST_PLACES = 3  # that are proposed


class Pieces(Rows):
    """Declares the pieces; everything else in the box is known by then."""

    def build(self) -> None:
        """Numbers the pieces so that those of a kind, its sorts included, follow each other."""
        nodes = {i.title.name: i for i in self.items if isinstance(i, tree.Piece)}
        children: dict[str | None, list[tree.Piece]] = {}
        for item in self.items:
            if isinstance(item, tree.Piece):
                with declaring(self.context, item.title.name, plural(item.title.name)):
                    parent = self.parent_name(item, nodes)
                    self.add(item.title.name, "piece", item, label=item.title.label or item.title.name)
                    children.setdefault(parent, []).append(item)
        self.number(None, children, 0)
        self.root(nodes, children)
        for info in list(self.world.piece_infos.values()):
            with noted(self.context):
                self.named_rows(info)
        self.tell()
        for name, info in self.world.piece_infos.items():
            self.attributes_of(nodes[name], info)
            for attribute in info.attributes:
                self.fill_up(attribute)
                with noted(self.context):
                    self.check_inherited(attribute, info)

    def check_inherited(self, attribute: Attribute, info: PieceInfo) -> None:
        above = self.world.attributes(info.kind.parent) if info.kind.parent else []
        other = next((a for a in above if a.name == attribute.name), None)
        if other is not None and attribute.span:
            notes = (Note(f"{an_initial(other.of)} has it.", other.span),) if other.span else ()
            says = f"can be {other.name}" if other.kind is TRUTH else f"has a {other.name}"
            wrong("E0202", f"{an_initial(info.kind)} {says} already.", attribute.span, notes=notes)

    def fill_up(self, attribute: Attribute) -> None:
        """What tables and `for each` say is said of pieces of just this kind; those of its sorts have no such value."""
        missing = attribute.of.size - len(attribute.constant or ())
        if attribute.constant is not None and missing:
            attribute.constant += (-1,) * missing
            attribute.gaps = True

    def root(self, nodes: dict[str, tree.Piece], children: dict[str | None, list[tree.Piece]]) -> None:
        """The kind of all pieces."""
        root = self.world.pieces
        root.size = sum(self.world.kinds[n.title.name].size for n in children.get(None, []))
        self.world.kinds[root.name] = root
        self.context.plurals[root.plural] = root
        if root.size > MOST_PIECES:
            with noted(self.context):
                self.check_number(root.size, next(iter(nodes.values())))

    def parent_name(self, node: tree.Piece, nodes: dict[str, tree.Piece]) -> str | None:
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

    def number(self, parent: str | None, children: dict[str | None, list[tree.Piece]], start: int) -> int:
        """Gives the kinds below `parent` their numbers; returns the first free one."""
        tables = {item.name for item in self.items if isinstance(item, tree.Table)}
        for node in children.get(parent, []):
            kind = self.world.kinds[node.title.name]
            kind.parent = self.world.kinds[parent] if parent else self.world.pieces
            kind.start = start
            kind.unique = node.title.the is not None
            info = self.world.piece_infos[kind.name] = PieceInfo(kind, clauses=node.clauses)
            own, counted = 0, False
            with noted(self.context):
                own = self.count(node, info)
                counted = True
            start = self.number(kind.name, children, start + own)
            kind.size = start - kind.start
            if counted and kind.size == 0 and not children.get(kind.name) and kind.name not in tables:
                self.complain_of_none(node)
        return start

    def complain_of_none(self, node: tree.Piece) -> None:
        """Unless a table that may be meant for them has been complained of."""
        name = node.title.name
        if name in self.mistaken:
            return
        message = f"Nothing says how many {plural(name)} there are"
        alike = [sheet for sheet in self.sheets.values() if name in self.pieces_like(sheet.name)]
        with noted(self.context):
            if alike:
                notes = (Note("This table is of another name.", alike[0].node.span),)
                wrong("E0307", f"{message}.", node.span, near=(f"table {name}",), notes=notes)
            if name in self.context.tables_apart:
                self.complain_of_table_apart(node, message)
            wrong("E0307", f"{message}.", node.span, hints=("there are 15", "there is one for each Player"))

    def complain_of_table_apart(self, node: tree.Piece, message: str) -> None:
        """The table that counts them stands under what has not been agreed on."""
        where, table = self.context.tables_apart[node.title.name]
        hint = f"table {table.name} at the left edge, in place of under `{where}`"
        so = ""
        if ONLY_SO_MANY.fullmatch(where):
            number = self.world.players.size
            so = f"with {number} player{'s' if number > 1 else ''}"
            hint = f"only with {number} players, and under it: table {table.name}"
        message = f"{message} {so}".rstrip()
        notes = (Note(f"The table {table.name} stands under `{where}`.", table.span),)
        wrong("E0307", f"{message}.", node.span, hints=(hint,), notes=notes)

    def count(self, node: tree.Piece, info: PieceInfo) -> int:
        """How many of this very kind, and whose they are; crossed kinds become constant attributes."""
        if node.title.the:
            info.owners = (-1,)
            return 1
        owners: list[int] = self.counted(node, info) if node.title.name in self.sheets else []
        for line in node.lines if node.title.name not in self.sheets else ():
            if isinstance(line, tree.Copies):
                self.check_number(self.amount(line.amount), line)
                owners += self.counted_out(line, info, bool(owners))
            if isinstance(line, tree.CopyEach):
                owners += self.crossed(line, line.kinds.names, 1, info, bool(owners))
        self.check_number(len(owners), node)
        info.owners = tuple(owners)
        return len(owners)

    def check_number(self, number: int, node: tree.Node) -> None:
        if number > MOST_PIECES:
            wrong("E0306", f"There would be {number} pieces; {MOST_PIECES} are possible.", node.span)

    def counted_out(self, line: tree.Copies, info: PieceInfo, more: bool) -> list[int]:
        """Whose so many pieces are."""
        number, players = self.amount(line.amount), self.world.players
        match line.who:
            case None:
                return [-1] * number
            case tree.EachOf(name=name):
                return self.crossed(line, (name,), number, info, more)
            case tree.Name(name=name) if name in players.elements:
                return [players.elements.index(name)] * number
            case tree.Name(name=name) if name in self.context.no_seats:
                return []
        close = ("each Player", *players.elements)
        message = "Pieces belong to a player, or to `each Player`; without `for` they are nobody's."
        wrong("E0206", message, line.span, near=close)

    def crossed(self, line: tree.Node, named: tuple[str, ...], copies: int, info: PieceInfo, more: bool) -> list[int]:
        """So many pieces for each combination of values; `more`: others were counted before."""
        kinds = [kind_called(self.context, name, line.span) for name in named]
        for kind in kinds:
            if kind.sort not in ("enumeration", "power", "player", "range", "row"):
                wrong("E0206", f"{kind.name} has no values that could be counted out.", line.span)
        numbers = [range(k.low, k.low + k.size) if k.sort == "range" else range(k.size) for k in kinds]
        self.check_number(prod(len(some) for some in numbers) * copies, line)
        rows = [row for row in product(*numbers) for _ in range(copies)]
        if (more or info.attributes) and any(kind is not self.world.players for kind in kinds):
            wrong("E0353", "Pieces that are counted out by values are counted in one line, or in a table.", line.span)
        for i, kind in enumerate(kinds):
            if kind is not self.world.players:
                values = tuple(row[i] for row in rows)
                info.attributes.append(Attribute(kind.name, kind, info.kind, Visibility(), values, span=line.span))
        which = kinds.index(self.world.players) if self.world.players in kinds else None
        return [row[which] if which is not None else -1 for row in rows]

    def attributes_of(self, node: tree.Piece, info: PieceInfo) -> None:
        for line in node.lines:
            with noted(self.context):
                self.piece_line(line, info)
        self.place_at_first(node, info)

    def piece_line(self, line: tree.Node, info: PieceInfo) -> None:
        match line:
            case tree.Attribute() | tree.Flags():
                self.possessed(line, info)
            case tree.Visible():
                info.seen = self.visibility(line.seen)
                info.clauses += line.clauses
            case tree.Takes():
                info.takes += self.taken(line)
                info.clauses += line.clauses
            case tree.KeepsOrder():
                info.ordered = True
                info.clauses += line.clauses
            case tree.Plural():
                info.kind.plural = line.name
                self.context.plurals.pop(plural(info.kind.name), None)
                self.context.plurals[line.name] = info.kind
            case tree.Words():
                info.words += (Remark(line.text, line.clauses),)
            case tree.Copies() | tree.CopyEach() | tree.Starts():
                info.clauses += line.clauses
            case _:
                unsupported("this line of a piece", line.span)

    def place_at_first(self, node: tree.Piece, info: PieceInfo) -> None:
        """Where each piece of this very kind lies before the setup."""
        if not info.owners:
            return
        starts = self.starting_line(info.kind, node)
        with noted(self.context):
            if starts is None:
                wrong("E0308", f"Nothing says where {articled(info.kind.name)} is at first.", node.span,
                      hints=self.beginnings(info))  # fmt: skip
            info.starts = tuple(self.first_place(starts, owner) for owner in info.owners)

    def beginnings(self, info: PieceInfo) -> tuple[str, ...]:
        """Where pieces of a kind can be at first: in places that take them, or in one that is still to be declared."""
        owned = all(owner >= 0 for owner in info.owners)
        fitting = [place for place in self.world.places.values() if place.copies == 1 and (owned or not place.each)]
        taking = [p for p in fitting if not p.takes or any(info.kind.is_a(kind) for kind, _ in p.takes)]
        found = [f"starts in the {place.kind.name}{' of the owner' if place.each else ''}" for place in taking]
        return tuple(found[:MOST_PLACES]) or ("place Box", "starts in the Box")

    def starting_line(self, kind: Kind, node: tree.Piece) -> tree.Starts | None:
        """The `starts` line of the kind, or of the nearest kind that it is a sort of."""
        names: list[str] = []
        above: Kind | None = kind
        while above is not None:
            names.append(above.name)
            above = above.parent
        nodes = {i.title.name: i for i in self.items if isinstance(i, tree.Piece)}
        lines = (line for n in names if n in nodes for line in nodes[n].lines if isinstance(line, tree.Starts))
        return next(lines, None)

    def first_place(self, line: tree.Starts, owner: int) -> int:
        phrase = line.where.of
        if line.where.preposition not in LYING:
            wrong("E0308", f"A piece starts in a place or on a space, not {line.where.preposition} one.", line.span)
        space = self.first_space(phrase, owner, line)
        if space is not None:
            return space
        name, of = self.place_name(phrase)
        constant = constant_called(self.context, name, line.span)
        place = self.world.places.get(name)
        if place is not None and line.where.preposition == "on":
            place.on = True
        if of is None and isinstance(constant, model.Constant) and constant.kind.sort in ("space", "place"):
            return constant.value
        if place is None or place.kind.unique:
            wrong("E0201", f"There is no place called {name}.", line.span, near=near(name, all_names(self.context)),
                  hints=(f"place {name}",))  # fmt: skip
        if place.copies > 1:
            wrong("E0308", f"There are {place.copies} places {name}; a piece starts in a certain one.", line.span)
        if of is None:
            wrong("E0308", f"There is one {name} for each player; say whose.", line.span,
                  hints=(f"starts in the {name} of the owner",))  # fmt: skip
        return place.kind.start + self.whose(name, of, owner, line)

    def first_space(self, phrase: tree.Node, owner: int, line: tree.Starts) -> int | None:
        """`X0Y0 of the Hull of the owner`; None for anything else."""
        match phrase:
            case tree.Name(name=name, of=tree.The(noun=tree.Noun(name=whole), where=None)) if (
                whole in self.world.boards and not self.world.boards[whole].each
            ):
                board = self.world.boards[whole]
                return board.spaces.start + self.space_of(board, name, line)
            case (
                tree.Name(name=name, of=tree.The(noun=tree.Noun(name=whole), where=tree.Where(of=of)))
                | tree.The(
                    noun=tree.Noun(name=name),
                    where=tree.Where(of=tree.The(noun=tree.Noun(name=whole), where=tree.Where(of=of))),
                )
            ) if whole in self.world.boards and self.world.boards[whole].each:
                board = self.world.boards[whole]
                number = self.space_of(board, name, line)
                return board.ranges[self.whose(whole, self.owner_word(of), owner, line)][number]
        return None

    def space_of(self, board: BoardInfo, name: str, line: tree.Starts) -> int:
        """The number of a space of a board, or of each of several, by its name there."""
        number = board.number(name)
        if number is None:
            names = (*board.one.names, *board.spots)
            wrong("E0201", f"A {board.name} has no space called {name}.", line.span, near=near(name, names))
        return number

    def whose(self, name: str, of: str, owner: int, line: tree.Starts) -> int:
        """Which player's place or board of that name is meant."""
        player = owner if of == "owner" else self.player_number(of, line)
        if player < 0:
            wrong("E0309", f"This {name} would be the owner's, but the piece has no owner.", line.span)
        return player

    def place_name(self, phrase: tree.Node) -> tuple[str, str | None]:
        """`the Stock of Imperial` as ("Stock", "Imperial")."""
        match phrase:
            case tree.Name(name=name, of=None):
                return name, None
            case tree.The(noun=tree.Noun(words=(), name=name), where=None):
                return name, None
            case tree.The(noun=tree.Noun(words=(), name=name), where=tree.Where(preposition="of", of=of)):
                return name, self.owner_word(of)
        wrong("E0206", "Pieces start in a place: `starts in the Stock of Imperial`.", phrase.span)

    def owner_word(self, phrase: tree.Node) -> str:
        match phrase:
            case tree.Name(name=name, of=None):
                return name
            case tree.The(noun=tree.Word(word="owner"), where=None):
                return "owner"
        places = [place.kind.name for place in self.world.places.values() if not place.each and place.copies == 1]
        hints = tuple(f"starts in the {name}" for name in places[:1])
        message = (
            "A place belongs to a player, or to the owner. Pieces that start elsewhere are moved there in the setup."
        )
        wrong("E0206", message, phrase.span, hints=hints)

    def player_number(self, name: str | None, line: tree.Starts) -> int:
        players = self.world.players.elements
        if name not in players:
            wrong("E0201", f"Say whose: there is no player called {name}.", line.span, near=players)
        return players.index(name)
