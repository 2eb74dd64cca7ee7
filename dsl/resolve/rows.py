"""What the rows of a table are: pieces, some of the spaces, the values of a kind, or things of their own."""

from __future__ import annotations

from dsl import tree
from dsl.model.world import Attribute, Column, Kind, PieceInfo, TableInfo, Visibility
from dsl.resolve.complaints import declaring, noted, wrong
from dsl.resolve.names import find_kind
from dsl.resolve.tables import COPIES, PLAYER, Sheet, Tables, head_span
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import plural

NAME = "name"


class Rows(Tables):
    """Declares what tables bring in: first the kinds, then, when all kinds are known, what is told of them."""

    def declare(self, sheets: dict[str, Sheet]) -> None:
        """The kinds of the rows, but of pieces, and the ranges of columns."""
        self.sheets = sheets
        self.mistaken: set[str] = set()  # pieces for which a table with a fault may be meant
        self.ranges(sheets)
        pieces = {item.title.name for item in self.items if isinstance(item, tree.Piece)}
        for sheet in sheets.values():
            if sheet.name not in pieces:
                with declaring(self.context, sheet.name):
                    self.world.tables[sheet.name] = self.info(sheet, self.kind_of_rows(sheet))

    def info(self, sheet: Sheet, kind: Kind) -> TableInfo:
        return TableInfo(sheet.name, kind, clauses=sheet.node.clauses, span=sheet.node.span)

    def kind_of_rows(self, sheet: Sheet) -> Kind:
        kind = self.world.kinds.get(sheet.name)
        if kind is not None:
            if not sheet.named:
                wrong("E0351", f"The first column of a table about every {kind.name} is headed {kind.name}.",
                      head_span(sheet, sheet.heads[0]))  # fmt: skip
            return kind
        first = find_kind(self.context, sheet.heads[0])
        if first is not None and first.sort == "space":
            return self.some_spaces(sheet, first)
        if COPIES in sheet.heads:
            close = self.pieces_like(sheet.name)
            self.mistaken |= {*close}
            wrong("E0351", f"Only pieces have copies, and no piece is called {sheet.name}.", sheet.node.span,
                  near=close, hints=() if close else (f"piece {sheet.name}",))  # fmt: skip
        names = sheet.names if sheet.named else tuple(f"{sheet.name} {n}" for n in range(1, sheet.height + 1))
        kind = self.add(sheet.name, "row", sheet.node, names)
        kind.labels = sheet.labels() if sheet.named else names
        return kind

    def pieces_like(self, name: str) -> list[str]:
        """The pieces that a table of that name may be meant for."""
        pieces = [item.title.name for item in self.items if isinstance(item, tree.Piece)]
        return [piece for piece in pieces if plural(piece) == name] or near(name, pieces)

    def some_spaces(self, sheet: Sheet, spaces: Kind) -> Kind:
        """A sort of space: those of the first column."""
        found = self.values(sheet, sheet.heads[0])
        self.check_once(sheet, found)
        kind = self.add(sheet.name, "space", sheet.node, spaces.elements)
        kind.start, kind.size, kind.parent = spaces.start, spaces.size, spaces
        kind.members = tuple(sorted(number for number in found if number >= 0))
        return kind

    # ---------------------------------------------------------------------------------------------------- what is told

    def tell(self) -> None:
        """The attributes that tables give to what are no pieces."""
        for info in self.world.tables.values():
            sheet = self.sheets[info.name]
            with noted(self.context):
                if info.kind.sort != "piece":
                    self.tell_of(sheet, info)
                info.columns = tuple(
                    self.column(sheet, head, info) for head in sheet.heads if self.is_known(sheet, head)
                )

    def tell_of(self, sheet: Sheet, info: TableInfo) -> None:
        spread = self.spread(sheet, info.kind)
        besides = (sheet.heads[0], PLAYER) if info.kind.members is not None else ()
        info.attributes += self.attributes(sheet, info.kind, spread, *besides)
        if info.kind.members is not None:
            owners = self.row_owners(sheet)
            info.owners = tuple(owners[row] if row >= 0 else -1 for row in spread)

    def is_known(self, sheet: Sheet, head: str) -> bool:
        return head == COPIES or head in sheet.kinds or find_kind(self.context, head) is not None

    def spread(self, sheet: Sheet, kind: Kind) -> list[int]:
        """For each element of the kind its row, -1 for none."""
        if kind.sort == "row":
            return list(range(sheet.height))
        numbers = self.values(sheet, sheet.heads[0])
        first = kind.low if kind.sort == "range" else kind.start
        self.check_once(sheet, numbers)
        return [numbers.index(first + k) if first + k in numbers else -1 for k in range(kind.size)]

    def check_once(self, sheet: Sheet, numbers: tuple[int, ...]) -> None:
        """Each thing has one row."""
        for row, (number, cell) in enumerate(zip(numbers, sheet.columns[sheet.heads[0]], strict=True)):
            if number >= 0 and number in numbers[:row]:
                wrong("E0202", f"{cell.value} has two rows.", cell.span)

    def column(self, sheet: Sheet, head: str, info: TableInfo) -> Column:
        """A column as it is printed."""
        if head == COPIES:
            return Column(head, None, self.copies(sheet))
        if head == sheet.name and info.kind.sort == "piece":
            names = self.world.kinds[name_kind(info.kind)]
            return Column(head, names, tuple(range(sheet.height)), names_rows=True)
        if head == sheet.name and info.kind.sort == "row":
            return Column(head, info.kind, tuple(range(sheet.height)), names_rows=True)
        owners = head == PLAYER and (info.kind.sort == "piece" or info.kind.members is not None)
        values = self.row_owners(sheet) if owners else self.values(sheet, head)
        return Column(head, self.kind_of(sheet, head), values)

    # --------------------------------------------------------------------------------------------------------- pieces

    def counted(self, node: tree.Piece, info: PieceInfo) -> list[int]:
        """Whose the pieces of a table are, one after another, row by row; the table counts, whatever else is said."""
        sheet = self.sheets[node.title.name]
        self.world.tables[sheet.name] = self.info(sheet, info.kind)
        copies = self.copies(sheet)
        for line in node.lines:
            with noted(self.context):
                self.check_count(line, sum(copies), sheet)
        return [owner for owner, n in zip(self.row_owners(sheet), copies, strict=True) for _ in range(n)]

    def check_count(self, line: tree.Node, count: int, sheet: Sheet) -> None:
        """What else is said of how many there are."""
        match line:
            case tree.Copies(amount=amount) if self.amount(amount) != count:
                message = f"There are {count} in the table, not {self.amount(amount)}."
                notes = (Note("This is the table.", sheet.node.span),)
                wrong("E0353", message, line.span, hints=(f"there are {count}",), notes=notes)
            case tree.CopyEach():
                wrong("E0353", "The table says how many there are.", line.span)

    def named_rows(self, info: PieceInfo) -> None:
        """Each row that has a name is a sort of the piece; one of which there is one copy is a thing with a name."""
        sheet = self.sheets.get(info.kind.name)
        if sheet is None:
            return
        spread = self.rows_of_pieces(sheet)
        if sheet.named:
            self.name_rows(sheet, info, spread)
        info.attributes += self.attributes(sheet, info.kind, spread, PLAYER)

    def rows_of_pieces(self, sheet: Sheet) -> list[int]:
        return [row for row, copies in enumerate(self.copies(sheet)) for _ in range(copies)]

    def name_rows(self, sheet: Sheet, info: PieceInfo, spread: list[int]) -> None:
        names = Kind(name_kind(info.kind), "enumeration", sheet.node.span, NAME, "names", size=sheet.height,
                     elements=sheet.names, labels=sheet.labels())  # fmt: skip
        self.world.kinds[names.name] = names
        info.attributes.append(Attribute(NAME, names, info.kind, Visibility(), tuple(spread), span=sheet.node.span,
                                         names=True))  # fmt: skip
        for row, (name, label, cell) in enumerate(
            zip(names.elements, names.labels, sheet.columns[sheet.name], strict=True)
        ):
            with declaring(self.context, name):
                kind = self.add(name, "piece", cell, label=label, several=f"{name} {info.kind.plural}")
                kind.start, kind.size = info.kind.start + spread.index(row), spread.count(row)
                kind.parent, kind.row, kind.unique = info.kind, True, kind.size == 1


def name_kind(kind: Kind) -> str:
    """The kind of the names of rows: no Name of a rulebook, as it has a small letter."""
    return f"{kind.name} name"
