"""Tables: rows of values under a head of Names. What they count out, and the fixed attributes that they give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from dsl import tree
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve.box.contents import Box, Sheet, as_a_word, head_span
from dsl.resolve.box.declarations import MEANT, add_kind
from dsl.resolve.complaints import declaring, faults_noted, wrong
from dsl.resolve.names import find_kind, kind_called, spaces_instead
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled, plural
from dsl.text.other_languages import SLIPS

COPIES, PLAYER, NOBODY, NOTHING = "Copies", "Player", "nobody", "nothing"
MOST_ROWS = 500
ELEMENTS = ("enumeration", "power", "direction", "player", "row", "line", "place")  # whose values can stand in a cell


def read_tables(box: Box) -> dict[str, Sheet]:
    """All tables that can be read, by their names; two of one name would be two tables of one thing."""
    sheets: dict[str, Sheet] = {}
    for item in box.items:
        if isinstance(item, tree.Table):
            with declaring(box.context, item.name, *(row.cells[0].value or "" for row in item.rows[1:])):
                if item.name in sheets:
                    notes = (Note("It stands here, too.", sheets[item.name].node.span),)
                    wrong("E0202", f"There are two tables {item.name}.", item.span, notes=notes)
                sheets[item.name] = read_sheet(box, item)
    return sheets


def read_sheet(box: Box, node: tree.Table) -> Sheet:
    head, *rows = node.rows
    heads = tuple(cell.value or "" for cell in head.cells)
    for number, (name, cell) in enumerate(zip(heads, head.cells, strict=True)):
        if not name[:1].isupper():
            where = cell.span if name else head.span
            wrong("E0351", f"Column {number + 1} of the table {node.name} has no Name at its head.", where,
                  near=(name.title(),) if name else ())  # fmt: skip
        if name in heads[:number]:
            wrong("E0202", f"The table {node.name} has two columns {name}.", cell.span)
        if cell.label:
            wrong("E0351", f"The head of a column has no text: it is printed as {name}.", cell.span, near=(name,))
    if not 1 <= len(rows) <= MOST_ROWS:
        wrong("E0351", f"The table {node.name} has {len(rows)} rows; it can have 1 to {MOST_ROWS}.", node.span)
    found = Sheet(node, heads, {name: [] for name in heads})
    for row in (row for row in rows if not of_nobody(box, heads, row)):
        with declaring(box.context, *heads):
            read_row(box, found, row)
    return found


def of_nobody(box: Box, heads: tuple[str, ...], row: tree.Row) -> bool:
    """Whether the row belongs to a seat that nobody has."""
    cells = zip(heads, row.cells, strict=False)
    return any(head == PLAYER and (cell.value or "") in box.context.no_seats for head, cell in cells)


def read_row(box: Box, sheet: Sheet, row: tree.Row) -> None:
    if len(row.cells) != len(sheet.heads):
        message = f"This row has {len(row.cells)} cells; the table {sheet.name} has {len(sheet.heads)} columns."
        wrong("E0351", message, row.span, hints=(" | ".join(["", *sheet.heads, ""]).strip(),))
    for name, cell in zip(sheet.heads, row.cells, strict=True):
        if cell.players is not None:
            message = (
                "With how many players a column is there stands at its head; of a row it stands behind the last bar."
            )
            wrong("E0351", message, cell.players.span, hints=("only with 2 players",))
        if cell.label and (cell.value is None or name != sheet.name or sheet.name in box.world.kinds):
            text_in_a_cell(box, name, cell)
        if cell.value is None and not cell.lines:
            wrong("E0351", f"This row has no {name}.", row.span)
    if sheet.named and sheet.name not in box.world.kinds:
        row_name(sheet, row)
    cells = [in_capitals(box, cell) for cell in row.cells]  # all or none: a row with a mistake stands in no column
    for name, cell in zip(sheet.heads, cells, strict=True):
        sheet.columns[name].append(cell)


def text_in_a_cell(box: Box, head: str, cell: tree.Cell) -> None:
    """Complains of a text that would be printed nowhere: behind a value, or in place of one."""
    if cell.value is None:
        message = f"A text alone is no {head}: a cell has a value, and what is printed for that is said once, of it."
        word = next(iter(re.findall("[a-z]{4,}", (cell.label or "").lower())), "first")
        hints = (f'at the left edge: {head} is one of {word} "{cell.label}", …, and in the cell: {word}',)
        wrong("E0351", message, cell.span, hints=hints if find_kind(box.context, head) is None else ())
    kinds = [item.name for item in box.items if isinstance(item, tree.Enumeration) and said_in(item, cell.value)]
    there = f": what is printed for {cell.value} stands behind it under “{kinds[0]} is one of”" if kinds else ""
    message = f"In a table only the Name by which a row is called has a text{there}."
    wrong("E0351", message, cell.span, near=(cell.value,))


def said_in(item: tree.Enumeration, word: str) -> bool:
    return any(one.word == word for one in item.values)


def in_capitals(box: Box, cell: tree.Cell) -> tree.Cell:
    """`March sword` is the power `March Sword`, which there is for each Symbol; no other Name has such a word."""
    start, _, word = (cell.value or "").rpartition(" ")
    if not start or not word[:1].islower():
        return cell
    name = f"{start} {word.title()}"
    if not any(name in kind.elements for kind in box.world.kinds.values() if kind.sort == "power"):
        wrong("E0352", f"A Name has no small word at its end, as {cell.value} has.", cell.span, near=(name,))
    return replace(cell, value=name)


def row_name(sheet: Sheet, row: tree.Row) -> None:
    cell = row.cells[sheet.heads.index(sheet.name)]
    name = cell.value or ""
    if not name[:1].isupper():
        wrong("E0352", f"A row of this table is called by a Name, not {name}.", cell.span)
    if name in sheet.names:
        wrong("E0202", f"Two rows are called {name}.", cell.span, hints=tuple(told_apart(sheet, row, name)))


def told_apart(sheet: Sheet, row: tree.Row, name: str) -> Iterator[str]:
    """What to do about a second row of a name: where it says what the first does, how many there are says it; else it
    needs a Name of its own, which is printed like the other's."""
    first = sheet.names.index(name)
    pairs = zip(sheet.heads, row.cells, strict=True)
    if all(c.value == sheet.columns[head][first].value for head, c in pairs if head != COPIES):
        where = f"one row, and under {COPIES}" if COPIES in sheet.heads else f"a column {COPIES}:"
        yield f"{where} how many there are"
        return
    number = next(n for n in count(2) if f"{name} {n}" not in sheet.names)
    yield f'call this one `{name} {number} "{name}"`: it is printed as {name}'
    sort = f"`piece {name}, a {sheet.name}`"
    yield f"where rules speak of all {plural(name)}: {sort}, with a table of its own, without Names"


def declare_ranges(box: Box, sheets: dict[str, Sheet]) -> None:
    """A column of numbers whose head is no kind is a range of its own: from its lowest number to its highest. One
    of words is of the only kind that has them all."""
    found: dict[str, list[tuple[int, tree.Cell]]] = {}
    ranges: list[tuple[Sheet, str, str]] = []
    later = {item.title.name for item in box.items if isinstance(item, tree.Piece | tree.Place)} | {*sheets}
    for sheet in sheets.values():
        name_columns(box, sheet, later)
        for head in sheet.without(COPIES, PLAYER, sheet.name, *sheet.shown, *sheet.alike):
            kind = find_kind(box.context, head)
            own = kind is not None and kind.sort == "number"  # a column `Number` has a range of its own
            if own or (head not in later and kind is None and not in_other_words(box, sheet, head)):
                with declaring(box.context, head):
                    name = f"{sheet.name} {head}" if own else head
                    found.setdefault(name, []).extend(numbered_cells(box, head, sheet.columns[head]))
                    ranges.append((sheet, head, name))
    for name, cells in found.items():
        numbers = [number for number, _ in cells]
        if numbers:
            with declaring(box.context, name):
                kind = add_kind(box, name, "range", cells[0][1])
                kind.low, kind.size = min(numbers), max(numbers) - min(numbers) + 1
                for sheet, head, _ in (one for one in ranges if one[2] == name):
                    sheet.kinds[head] = kind


def name_columns(box: Box, sheet: Sheet, later: set[str]) -> None:
    """The columns of which lines say `has a City called start`: their kinds, and the words that they have so."""
    heads = {as_a_word(head): head for head in sheet.without(COPIES, PLAYER, sheet.name, *sheet.shown)}
    for noun in (line.binder.noun for line in own_lines(box, sheet.name) if isinstance(line, tree.Attribute)):
        head = heads.get(noun.called or "")
        if head is not None and noun.called is not None:
            sheet.called[head] = noun.called
            if noun.name in later or find_kind(box.context, noun.name) not in (None, NUMBER):
                sheet.alike[head] = noun.name


def own_lines(box: Box, name: str) -> Iterator[tree.Node]:
    """What is said of all things of a name, or of what they are a sort of, or of all players, beside the table."""
    kinds = {item.title.name: item.kind.name for item in box.items if isinstance(item, tree.Piece) and item.kind}
    names = [name]
    while (above := kinds.get(names[-1], name)) not in names:
        names.append(above)
    for item in box.items:
        if isinstance(item, tree.Piece | tree.Place) and item.title.name in names:
            yield from item.lines
        if isinstance(item, tree.State) and item.holder.noun.name == name:
            yield item.line


def in_other_words(box: Box, sheet: Sheet, head: str) -> bool:
    """Whether the cells are values of one kind that is called otherwise than the column; one can say `nothing`."""
    words = {cell.value or "" for cell in sheet.columns[head]} - {NOTHING}
    pieces = {item.title.name for item in box.items if isinstance(item, tree.Piece)}
    kinds = [k for k in box.world.kinds.values() if words <= words_for(box, k)]
    if len(kinds) == 1 and words:
        sheet.kinds[head] = kinds[0]
    rows = [other.name for other in box.sheets.values() if other.named and words <= {*other.names}]
    if not kinds and len(rows) == 1 and words and rows[0] not in pieces:
        sheet.alike[head] = rows[0]
    return head in sheet.kinds or head in sheet.alike


def words_for(box: Box, kind: Kind) -> set[str]:
    """By what the things of a kind can be called in a cell."""
    if kind.sort in ELEMENTS:
        return set(kind.elements)
    if kind.sort != "space" or kind.parent or box.world.board_of(kind).each:
        return set()
    return {*kind.elements, *box.world.board_of(kind).spots}


def kind_of(box: Box, sheet: Sheet, head: str) -> Kind:
    """Of what kind the values of a column are."""
    if head in sheet.alike:
        sheet.kinds[head] = kind_called(box.context, sheet.alike[head], head_span(sheet, head))
    return sheet.kinds.get(head) or kind_called(box.context, head, head_span(sheet, head))


def numbered_cells(box: Box, head: str, cells: list[tree.Cell]) -> list[tuple[int, tree.Cell]]:
    """The numbers of a column, each with its cell; others are complained of. A cell can say `nothing`."""
    cells = [cell for cell in cells if cell.value != NOTHING]
    numbers = [cell for cell in cells if is_number(cell.value or "")]
    for cell in cells:
        digits = SLIPS.get(cell.value or "", ())
        if cell not in numbers and (numbers or digits):
            wrong("E0352", f"{cell.value} is no number; those of {head} are written in digits.", cell.span,
                  near=digits)  # fmt: skip
        if cell not in numbers:
            spaces = spaces_instead(box.world, cell.value or "")
            message = " ".join([f"There is no kind called {head}, whose value {cell.value} could be.", *spaces])
            hints = () if spaces else _declared(head, cell.value or "")
            wrong("E0201", message, cell.span, near=near(head, box.world.kinds), hints=hints)
    return [(int(cell.value or 0), cell) for cell in cells]


def _declared(head: str, value: str) -> tuple[str, ...]:
    """How a kind is declared that has a value: what has capitals may be something to do."""
    if value.islower():
        return (f"{head} is one of {value}, …",)
    return (f'{head} is one of {value.lower()} "{value}", …', f"power {value}, {articled(head)}, and under it: …")


def is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def column_values(box: Box, sheet: Sheet, head: str) -> tuple[int, ...]:
    """What the cells of a column mean; -1 for one that was complained of."""
    kind = kind_of(box, sheet, head)
    none = NOTHING if head in sheet.shown else None
    return read_column(box, sheet, head, lambda c: -1 if c.value == none else cell_value(box, kind, c), -1)


def read_column(
    box: Box, sheet: Sheet, head: str, meaning: Callable[[tree.Cell], int], failing: int
) -> tuple[int, ...]:
    if head not in sheet.meant:
        found: list[int] = []
        for cell in sheet.columns[head]:
            found.append(failing)
            with faults_noted(box.context):
                found[-1] = meaning(cell)
        sheet.meant[head] = tuple(found)
    return sheet.meant[head]


def cell_value(box: Box, kind: Kind, cell: tree.Cell) -> int:
    text = cell.value or ""
    if text == NOTHING and not kind.below_zero:
        return -1
    if kind.sort == "range":
        if is_number(text) and kind.low <= int(text) <= kind.high:
            return int(text)
        wrong("E0352", f"{text} is no {kind.name}, which is from {kind.low} to {kind.high}.", cell.span,
              near=SLIPS.get(text, ()))  # fmt: skip
    names: tuple[str, ...] = ()
    if kind.sort in ELEMENTS:
        names = kind.elements
    elif kind.sort == "space":
        board = box.world.board_of(kind)
        if board.each and board.number(text) is not None:
            message = f"There is {text} on each {board.name}, so that a cell cannot say which one is meant."
            wrong("E0352", message, cell.span)
        spots = {} if board.each else board.spots
        names = (*kind.elements, *spots)
        if text in spots:
            return spots[text]
    elif kind.sort == "piece":
        ones = {k.name: k.start for k in box.world.kinds.values() if k.sort == "piece" and k.unique and k.is_a(kind)}
        if text in ones:
            return ones[text]
        names = tuple(ones)
    if text not in names:
        one_for_each(box, kind, cell)
        meant = MEANT.get(kind.name) if is_number(text) else None  # the column was to have numbers of its own
        why = f": that is a word of the language, {meant}, so that the column needs another heading" if meant else ""
        wrong("E0352", f"{text} is no {kind.name}{why}.", cell.span, near=near(text, names))
    return kind.start + kind.elements.index(text)


def one_for_each(box: Box, kind: Kind, cell: tree.Cell) -> None:
    """Complains of the number of a power that is one power for all numbers."""
    start, _, number = (cell.value or "").rpartition(" ")
    powers = (item for item in box.items if isinstance(item, tree.Power) and item.heading.name == start)
    if kind.sort == "power" and number.isdecimal() and (power := next(powers, None)):
        binders = [role.subject for role in power.heading.params.roles if isinstance(role.subject, tree.Binder)]
        ranges = [b.noun.name for b in binders if (k := box.world.kinds.get(b.noun.name)) and k.sort == "range"]
        each = next(iter(ranges), "…")
        wrong("E0352", f"{start} is one power, so that no {kind.name} is called {cell.value}.", cell.span,
              hints=(f"power {start} for each {each}, {articled(kind.name)}",))  # fmt: skip


def row_owners(box: Box, sheet: Sheet) -> tuple[int, ...]:
    """Whose each row is; -1 if it is nobody's, or where there is no column `Player`."""
    if PLAYER not in sheet.heads:
        return (-1,) * sheet.height
    return read_column(box, sheet, PLAYER, lambda cell: owner_in(box, cell), -1)


def owner_in(box: Box, cell: tree.Cell) -> int:
    players = box.world.players.elements
    if cell.value == NOBODY:
        return -1
    if cell.value not in players:
        wrong("E0352", f"{cell.value} does not play.", cell.span, near=near(cell.value or "", players))
    return players.index(cell.value)


def copies_of(box: Box, sheet: Sheet) -> tuple[int, ...]:
    """How many there are of each row: what the column `Copies` says, else one."""
    if COPIES not in sheet.heads:
        return (1,) * sheet.height
    return read_column(box, sheet, COPIES, number_of_copies, 1)


def number_of_copies(cell: tree.Cell) -> int:
    text = cell.value or ""
    if not text.isdigit() or int(text) == 0:
        wrong("E0352", f"{text} is no number of copies; that is 1 or more.", cell.span, near=SLIPS.get(text, ()))
    return int(text)


def column_attributes(box: Box, sheet: Sheet, kind: Kind, spread: list[int], *besides: str) -> list[Attribute]:
    """A fixed attribute for each column but those; `spread` is the row of each element of the kind, -1 for none."""
    found: list[Attribute] = []
    for head in sheet.without(COPIES, sheet.name, *besides):
        with faults_noted(box.context):
            values = column_values(box, sheet, head)
            column = tuple(values[row] if row >= 0 else -1 for row in spread)
            value_kind = kind_of(box, sheet, head)
            name = sheet.called.get(head) or (head if head in sheet.kinds else value_kind.name)
            span, gaps = head_span(sheet, head), (-1 in spread if value_kind.below_zero else -1 in column)
            found.append(Attribute(name, value_kind, kind, Visibility(), column, span=span, gaps=gaps))
    return found
