"""What the rows of a table are: pieces, some of the spaces, the values of a kind, or things of their own."""

from __future__ import annotations

from dsl import tree
from dsl.model.world import Attribute, Column, Kind, PieceInfo, TableInfo, Visibility
from dsl.resolve.box.contents import Box, Sheet, head_span
from dsl.resolve.box.declarations import add_kind, amount_of, verb_for
from dsl.resolve.box.lines import LINES
from dsl.resolve.box.places import tell_of_places
from dsl.resolve.box.sides import find_sides, kinds_of_sides
from dsl.resolve.box.tables import (
    COPIES,
    PLAYER,
    column_attributes,
    column_values,
    copies_of,
    declare_ranges,
    kind_of,
    read_column,
    read_tables,
    row_owners,
)
from dsl.resolve.complaints import declaring, faults_noted, wrong
from dsl.resolve.full_names import keep_forms
from dsl.resolve.names import find_kind
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import plural

NAME = "name"


def declare_tables(box: Box) -> None:
    """The kinds of the rows, but of pieces, and the ranges of columns."""
    box.sheets = sheets = read_tables(box)
    find_sides(box)
    declare_ranges(box, sheets)
    things = {item.title.name for item in box.items if isinstance(item, tree.Piece | tree.Place)}
    for sheet in sheets.values():
        if sheet.name not in things:
            with declaring(box.context, sheet.name):
                box.world.tables[sheet.name] = table_info(sheet, kind_of_rows(box, sheet))
    kinds_of_sides(box)


def table_info(sheet: Sheet, kind: Kind) -> TableInfo:
    return TableInfo(sheet.name, kind, clauses=sheet.node.clauses, span=sheet.node.span)


def kind_of_rows(box: Box, sheet: Sheet) -> Kind:
    kind = box.world.kinds.get(sheet.name)
    if kind is not None:
        if sheet.heads[0] != sheet.name:
            wrong("E0351", f"The first column of a table about every {kind.name} is headed {kind.name}.",
                  head_span(sheet, sheet.heads[0]))  # fmt: skip
        if kind.sort == "space":
            rows_of_spaces(box, sheet, kind)
        return kind
    first = find_kind(box.context, sheet.heads[0])
    if first is not None and first.sort == "space":
        return some_spaces(box, sheet, first)
    if COPIES in sheet.heads:
        close = pieces_like(box, sheet.name)
        box.mistaken |= {*close}
        wrong("E0351", f"Only pieces have copies, and no piece is called {sheet.name}.", sheet.node.span,
              near=close, hints=() if close else (f"piece {sheet.name}",))  # fmt: skip
    names = sheet.names if sheet.named else tuple(f"{sheet.name} {n}" for n in range(1, sheet.height + 1))
    kind = add_kind(box, sheet.name, "row", sheet.node, names)
    kind.labels = sheet.labels() if sheet.named else names
    return kind


def pieces_like(box: Box, name: str) -> list[str]:
    """The pieces that a table of that name may be meant for."""
    pieces = [item.title.name for item in box.items if isinstance(item, tree.Piece)]
    return [piece for piece in pieces if plural(piece) == name] or near(name, pieces)


def some_spaces(box: Box, sheet: Sheet, spaces: Kind) -> Kind:
    """A sort of space: those of the first column, on each board where there are several."""
    found = rows_of_spaces(box, sheet, spaces)
    check_once(sheet, found)
    boards = box.world.board_of(spaces).ranges
    kind = add_kind(box, sheet.name, "space", sheet.node, spaces.elements)
    kind.start, kind.size, kind.parent = spaces.start, spaces.size, spaces
    ahead = [board.start - boards[0].start for board in boards]
    kind.members = tuple(sorted(number + more for number in found if number >= 0 for more in ahead))
    return kind


def rows_of_spaces(box: Box, sheet: Sheet, spaces: Kind) -> tuple[int, ...]:
    """The spaces of which the rows tell; on boards of one shape those of the first, in whose place all stand."""
    board, head = box.world.board_of(spaces), sheet.heads[0]
    if not board.each:
        return column_values(box, sheet, head)

    def on_the_first(cell: tree.Cell) -> int:
        number = board.number(cell.value or "")
        if number is None:
            close = near(cell.value or "", (*board.one.names, *board.spots))
            wrong("E0352", f"{cell.value} is no {spaces.name}.", cell.span, near=close)
        return board.spaces.start + number

    return read_column(box, sheet, head, on_the_first, -1)


def tell_attributes(box: Box) -> None:
    """The attributes that tables give to what are no pieces."""
    for place in box.world.places.values():
        if place.kind.name in box.sheets:
            sheet = box.sheets[place.kind.name]
            box.world.tables[sheet.name] = table_info(sheet, place.kind)
    for info in box.world.tables.values():
        sheet = box.sheets[info.name]
        with faults_noted(box.context):
            if info.kind.sort == "place":
                tell_of_places(box, sheet, box.world.places[info.name])
            elif info.kind.sort != "piece":
                tell_of(box, sheet, info)
            info.columns = tuple(
                printed_column(box, sheet, head, info) for head in printed_heads(sheet) if is_known(box, sheet, head)
            )
            if info.kind.sort == "place" and not (sheet.named or box.world.places[info.name].per):
                info.columns = (printed_column(box, sheet, sheet.name, info), *info.columns)


def tell_of(box: Box, sheet: Sheet, info: TableInfo) -> None:
    spread = spread_over(box, sheet, info.kind)
    besides = (sheet.heads[0], PLAYER) if info.kind.members is not None else ()
    info.attributes += column_attributes(box, sheet, info.kind, spread, *besides)
    if info.kind.members is not None:
        owners = row_owners(box, sheet)
        info.owners = tuple(owners[row] if row >= 0 else -1 for row in spread)


def is_known(box: Box, sheet: Sheet, head: str) -> bool:
    return head == COPIES or head in {*sheet.kinds, *sheet.alike} or find_kind(box.context, head) is not None


def spread_over(box: Box, sheet: Sheet, kind: Kind) -> list[int]:
    """For each element of the kind its row, -1 for none."""
    if kind.sort == "row":
        return list(range(sheet.height))
    numbers = column_values(box, sheet, sheet.heads[0])
    check_once(sheet, numbers)
    elements = [*range(kind.first, kind.first + kind.size)]
    if kind.sort == "space":  # what is told of one board of several is told of each
        boards = box.world.board_of(kind).ranges
        elements = [*boards[0]] * len(boards)
    return [numbers.index(value) if value in numbers else -1 for value in elements]


def check_once(sheet: Sheet, numbers: tuple[int, ...]) -> None:
    """Each thing has one row."""
    for row, (number, cell) in enumerate(zip(numbers, sheet.columns[sheet.heads[0]], strict=True)):
        if number >= 0 and number in numbers[:row]:
            wrong("E0202", f"{cell.value} has two rows.", cell.span)


def printed_heads(sheet: Sheet) -> list[str]:
    """The heads of the columns as they were written: of those for which one of lines stands the first."""
    drawn = [head for head in sheet.heads if head in sheet.drawn]
    return sheet.without(*drawn[1:])


def printed_column(box: Box, sheet: Sheet, head: str, info: TableInfo) -> Column:
    """A column as it is printed."""
    if head == COPIES:
        return Column(head, None, copies_of(box, sheet))
    if head == sheet.name and info.kind.sort == "piece":
        names = box.world.kinds[name_kind(info.kind)]
        return Column(head, names, tuple(range(sheet.height)), names_rows=True)
    if head == sheet.name and info.kind.sort in ("row", "place"):
        numbers = range(info.kind.start, info.kind.start + sheet.height)
        return Column(head, info.kind, tuple(numbers), names_rows=True)
    if head in sheet.drawn:
        kind = kind_of(box, sheet, head)
        number = {name: value for value, name in enumerate(kind.elements, kind.start)}
        lines = (tuple((number[one], number[other]) for one, other in row) for row in sheet.lines)
        return Column(LINES, kind, (-1,) * sheet.height, lines=tuple(lines))
    owners = head == PLAYER and (info.kind.sort == "piece" or info.kind.members is not None)
    values = row_owners(box, sheet) if owners else column_values(box, sheet, head)
    return Column(head, kind_of(box, sheet, head), values)


def counted_by_table(box: Box, node: tree.Piece, info: PieceInfo) -> list[int]:
    """Whose the pieces of a table are, one after another, row by row; the table counts, whatever else is said."""
    sheet = box.sheets[node.title.name]
    box.world.tables[sheet.name] = table_info(sheet, info.kind)
    for line in node.lines:
        with faults_noted(box.context):
            check_count(box, line, len(rows_of_pieces(box, sheet)), sheet)
    owners, each = row_owners(box, sheet), players_of(box, sheet)
    return [owners[row] if each == (-1,) else each[k % len(each)] for k, row in enumerate(rows_of_pieces(box, sheet))]


def check_count(box: Box, line: tree.Node, count: int, sheet: Sheet) -> None:
    """What else is said of how many there are."""
    match line:
        case tree.Copies(amount=amount, who=tree.EachOf(names=("Player",))) if amount_of(box, amount) != count:
            message = f"For each Player there are {count} in the table, not {amount_of(box, amount)}."
            notes = (Note("This is the table.", sheet.node.span),)
            wrong("E0353", message, line.span, hints=("there is one for each Player",), notes=notes)
        case tree.Copies(amount=amount) if amount_of(box, amount) != count:
            message = f"There are {count} in the table, not {amount_of(box, amount)}."
            notes = (Note("This is the table.", sheet.node.span),)
            wrong("E0353", message, line.span, hints=(f"there {verb_for(count)} {count}",), notes=notes)
        case tree.CopyEach(kinds=("Player",), more=None) if PLAYER not in sheet.heads:
            pass
        case tree.CopyEach():
            wrong("E0353", "The table says how many there are.", line.span)
        case _:  # others do not say how many
            pass


def named_rows(box: Box, info: PieceInfo) -> None:
    """Each row that has a name is a sort of the piece; one of which there is one copy is a thing with a name."""
    sheet = box.sheets.get(info.kind.name)
    if sheet is None:
        return
    spread = rows_of_pieces(box, sheet)
    if sheet.named:
        name_rows(box, sheet, info, spread)
    info.attributes += column_attributes(box, sheet, info.kind, spread, PLAYER)


def rows_of_pieces(box: Box, sheet: Sheet) -> list[int]:
    """The row of each piece: of each row so many, and so many for each player."""
    many = len(players_of(box, sheet))
    return [row for row, copies in enumerate(copies_of(box, sheet)) for _ in range(copies * many)]


def players_of(box: Box, sheet: Sheet) -> tuple[int, ...]:
    """The players of whom each has all rows of a table of pieces; (-1,) where the table itself says whose they are."""
    piece = next(item for item in box.items if isinstance(item, tree.Piece) and item.title.name == sheet.name)
    own = any(isinstance(line, tree.CopyEach) and line.kinds == (PLAYER,) for line in piece.lines)
    return tuple(range(box.world.players.size)) if own and PLAYER not in sheet.heads else (-1,)


def name_rows(box: Box, sheet: Sheet, info: PieceInfo, spread: list[int]) -> None:
    names = Kind(name_kind(info.kind), "enumeration", sheet.node.span, NAME, "names", size=sheet.height,
                 elements=sheet.names, labels=sheet.labels())  # fmt: skip
    box.world.kinds[names.name] = names
    info.attributes.append(Attribute(NAME, names, info.kind, Visibility(), tuple(spread), span=sheet.node.span,
                                     names=True))  # fmt: skip
    for row, (name, label, cell) in enumerate(
        zip(names.elements, names.labels, sheet.columns[sheet.name], strict=True)
    ):
        with declaring(box.context, name):
            kind = add_kind(box, name, "piece", cell, label=label, several=f"{name} {info.kind.plural}",
                            of=info.kind.name)  # fmt: skip
            kind.start, kind.size = info.kind.start + spread.index(row), spread.count(row)
            kind.parent, kind.row, kind.unique = info.kind, True, kind.size == 1
            keep_forms(box.context, name, info.kind)


def name_kind(kind: Kind) -> str:
    """The kind of the names of rows: no Name of a rulebook, as it has a small letter."""
    return f"{kind.name} name"
