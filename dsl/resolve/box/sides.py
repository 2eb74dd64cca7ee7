"""What pieces show at their sides: the columns of a table that tell of it, and with what it turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NoReturn

from dsl import tree
from dsl.model.world import NUMBER, Attribute, Kind, PieceInfo, Shown
from dsl.resolve.box.contents import Box, Sheet
from dsl.resolve.box.lines import LINES, draw_lines, link_sides, stray_lines
from dsl.resolve.complaints import Consequence, faults_noted, wrong
from dsl.resolve.names import find_kind, kind_called
from dsl.resolve.wording import a, an_initial
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.inflection import articled

# Of what sorts values are that can be printed at a side.
PRINTED = ("enumeration", "range", "direction", "row", "player", "power")


def find_sides(box: Box) -> None:
    """Which columns of tables tell of sides: what stands in them is of a kind that their heads do not name."""
    for item in box.items:
        if isinstance(item, tree.Piece):
            sheet = box.sheets.get(item.title.name)
            link_sides(box, item, sheet)
            for one in (sheet,) if sheet is not None else sheets_of_sorts(box, item):
                find_sides_of(box, item, one)
    for sheet in box.sheets.values():
        for head in stray_lines(sheet):
            no_lines(box, sheet, head)


def sheets_of_sorts(box: Box, item: tree.Piece) -> list[Sheet]:
    """The tables of the sorts of a kind that has none itself: these say what it shows."""
    pieces = (one for one in box.items if isinstance(one, tree.Piece) and one.kind and one.kind.name == item.title.name)
    return [box.sheets[one.title.name] for one in pieces if one.title.name in box.sheets]


def find_sides_of(box: Box, item: tree.Piece, sheet: Sheet) -> None:
    lines = lines_of(item, sheet)
    drawn: dict[tuple[str, ...], list[tree.Shows]] = {}
    for line in lines:
        ways = ways_of(box, line)
        heads = [head for _, head in heads_of(line, ways, is_alone(lines, sheet))]
        sheet.shown |= dict.fromkeys((head for head in heads if head in sheet.heads), line)
        linked = any(line in found for found in sheet.links.values())
        if ways and LINES in sheet.heads and (linked or (line.binder.noun.name == line.along and not sheet.links)):
            drawn.setdefault(ways, []).append(line)
    for ways, shows in list(drawn.items())[:1]:
        names = [list(dict(heads_of(line, ways, is_alone(lines, sheet))).values()) for line in shows]
        draw_lines(box, sheet, shows if sheet.links else shows[:1], ways, names if sheet.links else names[:1])


def ways_of(box: Box, line: tree.Shows) -> tuple[str, ...]:
    """What the directions or rows are called along which something is shown."""
    along = find_kind(box.context, line.along)
    rows = box.sheets.get(line.along)
    return along.elements if along else rows.names if rows and rows.named else ()


def is_alone(lines: Sequence[tree.Shows], sheet: Sheet | None) -> bool:
    """Whether nothing else is shown, so that columns are headed by the sides alone."""
    return len(lines) == 1 and not (sheet and sheet.links)


def no_lines(box: Box, sheet: Sheet, head: str) -> None:
    sheet.kinds[head], sheet.meant[head] = NUMBER, (-1,) * sheet.height
    cell = next(cell for cell in sheet.columns[head] if cell.lines)
    with faults_noted(box.context):
        message = f"Lines stand under `{LINES}` in the table of a piece that shows them."
        wrong("E0386", message, cell.span, hints=(f"under {sheet.name}: shows Directions linked to each Direction",))


def kinds_of_sides(box: Box) -> None:
    """Of what kinds the values of these columns are, when the rows of tables are known."""
    for sheet in box.sheets.values():
        for line in dict.fromkeys(sheet.shown.values()):
            heads = [head for head, other in sheet.shown.items() if other is line]
            kind = find_kind(box.context, line.binder.noun.name)
            sheet.kinds |= dict.fromkeys(heads, kind or NUMBER)
            if kind is None or kind.sort not in PRINTED:
                sheet.meant |= dict.fromkeys(heads, (-1,) * sheet.height)  # its cells are not complained of besides
                with faults_noted(box.context):
                    no_value(box, line)


def no_value(box: Box, line: tree.Shows) -> NoReturn:
    name = line.binder.noun.name
    if not any(isinstance(item, tree.Piece | tree.Place) and item.title.name == name for item in box.items):
        kind_called(box.context, name, line.binder.span)
    message = (
        f"A side shows a value, such as a colour or a number from 0 to 3; {articled(name)} cannot be printed there."
    )
    wrong("E0386", message, line.binder.span, hints=("Colour is one of red, blue", "Worth is from 0 to 3"))


def lines_of(item: tree.Piece, sheet: Sheet | None) -> list[tree.Shows]:
    own = sheet is not None and sheet.name == item.title.name  # not the table of a sort, which can show more
    links = chain.from_iterable(sheet.links.values()) if sheet and own else ()
    return [*(line for line in item.lines if isinstance(line, tree.Shows)), *links]


def heads_of(line: tree.Shows, ways: Sequence[str], alone: bool) -> Iterator[tuple[int, str]]:
    """What the column for each direction, by its number among them, can be headed: `Exit North`; where nothing else is
    shown also `North`."""
    name = capital(called(line))
    for number, way in enumerate(map(capital, ways)):
        yield number, f"{name} {way}"
        if alone:
            yield number, way


def capital(word: str) -> str:
    return word if word[:1].isupper() else word.title()


def called(line: tree.Shows) -> str:
    return line.binder.noun.called or line.binder.noun.name


def show_sides(box: Box, node: tree.Piece, info: PieceInfo) -> None:
    sheet = box.sheets.get(info.kind.name) or next(iter(sheets_of_sorts(box, node)), None)
    lines = lines_of(node, sheet)
    for line in lines:
        with faults_noted(box.context):
            info.shows.append(shown(box, line, info, sheet, is_alone(lines, sheet)))
            link = next((link for link, found in sheet.links.items() if line in found), None) if sheet else None
            info.shows[-1].link = link.word if link else ""


def shown(box: Box, line: tree.Shows, info: PieceInfo, sheet: Sheet | None, alone: bool) -> Shown:
    kind = kind_called(box.context, line.binder.noun.name, line.binder.span)
    along = kind_called(box.context, line.along, line.span)
    name = called(line)
    placed = placed_by(box, along)
    if along.sort != "direction" and placed is None:
        message = (
            "A piece shows something along each direction of a board, or each row of a table that has one Direction; "
            f"{along.name} is no such kind."
        )
        wrong("E0386", message, line.span, hints=(f"shows {a(kind)} along each Direction",))
    other = next((one for one in info.shows if one.name == name), None)
    if other:
        notes = (Note("It is declared here.", other.span),)
        wrong("E0202", f"{an_initial(info.kind)} shows {articled(name)} already.", line.span, notes=notes)
    if sheet and kind.sort not in PRINTED:
        raise Consequence(Diagnostic("E0386", "The table has been complained of.", line.span))
    heads = [
        (n + along.start, head) for n, head in heads_of(line, along.elements, alone) if sheet and head in sheet.shown
    ]
    columns = {attribute.name: attribute for attribute in info.attributes}
    sides = {number: columns[head] for number, head in heads if head in columns}
    for attribute in sides.values():
        attribute.side = True
    if not sides:
        no_sides(box, info, line, along, alone)
    turned = turned_with(box, info, placed.kind if placed else along)
    return Shown(name, kind, along, info.kind, sides, turned, placed, line.span, line.clauses)


def placed_by(box: Box, along: Kind) -> Attribute | None:
    """What says of the rows of a table at which side each is; None if nothing, or several columns could."""
    info = box.world.tables.get(along.name) if along.sort == "row" else None
    found = [attribute for attribute in info.attributes if attribute.kind.sort == "direction"] if info else []
    return found[0] if len(found) == 1 else None


def no_sides(box: Box, info: PieceInfo, line: tree.Shows, along: Kind, alone: bool) -> None:
    """Complains where no table says what is shown, or not those of all its sorts."""
    tables = [sheet.name for sheet in box.sheets.values() if line in sheet.shown.values()]
    sheet = box.sheets.get(info.kind.name)
    if tables and sheet is None:
        message = f"Only the tables of all sorts of {a(info.kind)} together say what it shows, in columns headed alike."
        wrong("E0386", message, line.span, hints=(f"such columns in the table of each sort, as in table {tables[0]}",))
    heads = [head for number, head in heads_of(line, along.elements, False)]
    if alone:
        heads = [capital(way) for way in along.elements]
    name = info.kind.name
    message = f"No column of the table {name} says what a side of {a(info.kind)} shows."
    if sheet is None:
        message = f"Nothing says what {a(info.kind)} shows along each {along.name}: a table {name} does."
    hints: tuple[str, ...] = (f"table {name}, with the columns | {' | '.join(heads)} |",)
    if line.binder.noun.name == along.name:
        one, other = along.elements[0], along.elements[along.size // 2]
        hints = (f"table {name}, with a column | {LINES} |, and in it as: {one} to {other}", *hints)
    wrong("E0386", message, line.span, hints=hints)


def turned_with(box: Box, info: PieceInfo, along: Kind) -> Attribute | None:
    """The direction that says how a piece is turned."""
    found = [x for x in box.world.attributes(info.kind) if x.kind is along and x.constant is None]
    if len(found) > 1:
        names = " and ".join(attribute.name for attribute in found)
        message = f"{an_initial(info.kind)} has two directions, {names}: nobody knows with which its sides turn."
        wrong("E0386", message, found[1].span or info.kind.span or box.items[0].span,
              hints=("let a piece that shows something have one Direction",))  # fmt: skip
    return found[0] if found else None
