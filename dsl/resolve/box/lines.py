"""Lines drawn on pieces, each said once: what they mean for each of their ends, as if there were a column for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import tree
from dsl.resolve.box.contents import Box, Sheet, head_span
from dsl.resolve.complaints import faults_noted, wrong
from dsl.source import Span
from dsl.text.diagnostics import near
from dsl.text.inflection import articled, plural

LINES = "Lines"  # the head of the column that says them
NOTHING = "nothing"

Ends = dict[str, list[str]]
"""Where the lines lead that begin at each side."""


def link_sides(box: Box, item: tree.Piece, sheet: Sheet | None) -> None:
    """What a piece shows that links its sides is a value along each: as many as lines lead on from one at most."""
    named = f"table {item.title.name}, with the columns | {item.title.name} | {LINES} |"
    for line in (line for line in item.lines if isinstance(line, tree.Links)):
        with faults_noted(box.context):
            if sheet is None or LINES not in sheet.heads:
                message = f"No column `{LINES}` says which lines {articled(item.title.name)} shows."
                wrong("E0386", message, line.span, hints=(named,))
            sheet.links[line] = [linked(line, number) for number in range(1, most_from_one(sheet) + 1)]
            many = plural(line.along)
            if line.name not in (many, line.along):
                message = f"Lines lead from {line.along} to {line.along}; what is linked are {many}."
                wrong("E0386", message, line.span, hints=(f"shows {many} {line.word} to each {line.along}",))


def linked(line: tree.Links, number: int) -> tree.Shows:
    called = line.word if number == 1 else f"{line.word} {number}"
    noun = tree.Noun(line.span, (), (), line.along, called)
    return tree.Shows(line.span, line.clauses, tree.Binder(line.span, (), noun), line.along)


def most_from_one(sheet: Sheet) -> int:
    """How many lines there are at one side at most."""
    counts = (len(others) for cell in sheet.columns[LINES] for others in raw_ends(cell).values())
    return max(counts, default=1)


def raw_ends(cell: tree.Cell) -> Ends:
    found: Ends = {}
    for line in cell.lines:
        found.setdefault(line.one, []).append(line.other)
        found.setdefault(line.other, []).append(line.one)
    return found


def draw_lines(
    box: Box, sheet: Sheet, shows: Sequence[tree.Shows], ways: Sequence[str], heads: list[list[str]]
) -> None:
    """Puts columns for the sides in the place of the column of lines: `heads` are those of all `ways` for each of
    `shows`; several of these hold several lines that begin at one side."""
    ends: list[Ends] = []
    for cell in sheet.columns.pop(LINES):
        ends.append({})
        sheet.lines.append([(line.one, line.other) for line in cell.lines if {line.one, line.other} <= {*ways}])
        with faults_noted(box.context):
            ends[-1] = ends_in(cell, shows[0], ways, len(shows))
    used = [way for way in ways if any(way in row for row in ends)] or ways
    where = head_span(sheet, LINES)
    sheet.heads = tuple(sheet.without(LINES))
    for number, (show, names) in enumerate(zip(shows, heads, strict=True)):
        for way, head in zip(ways, names, strict=True):
            if way in used:
                sheet.heads = (*sheet.heads, head)
                sheet.drawn[head] = where
                sheet.shown[head] = show
                sheet.columns[head] = [side_cell(row.get(way, []), number, where) for row in ends]


def side_cell(others: Sequence[str], number: int, span: Span) -> tree.Cell:
    value = others[number] if number < len(others) else NOTHING
    return tree.Cell(span, (), value, None, None)


def ends_in(cell: tree.Cell, show: tree.Shows, ways: Sequence[str], most: int) -> Ends:
    if cell.value == NOTHING:
        return {}
    if not cell.lines:
        one, dash, other = (cell.value or "").partition("-")
        tries = (f"{one} to {other}",) if dash and one in ways and other in ways else ()
        message = (
            f"{cell.value} is no line; it leads from one side to another, as `{ways[0]} to {ways[len(ways) // 2]}`."
        )
        wrong("E0352", message, cell.span, hints=tries)
    for line in cell.lines:
        check_line(line, ways)
    found = raw_ends(cell)
    for way, others in found.items():
        if len(set(others)) < len(others):
            message = f"The line from {way} to {others[0]} leads both ways; it is said once."
            wrong("E0386", message, cell.span)
        if len(others) > most:
            message = f"Two lines lead on from {way}; where a side has one value, only one can."
            wrong("E0386", message, show.span, hints=(f"shows {plural(show.along)} linked to each {show.along}",))
    return found


def check_line(line: tree.LineDrawn, ways: Sequence[str]) -> None:
    for end in (line.one, line.other):
        if end not in ways:
            wrong("E0352", f"No line can lead to {end}.", line.span, near=near(end, ways))
    if line.one == line.other:
        wrong("E0386", f"A line leads from one side to another, not from {line.one} back to it.", line.span)


def stray_lines(sheet: Sheet) -> Iterator[str]:
    """The heads of other columns in which lines stand."""
    return (head for head in sheet.heads if any(cell.lines for cell in sheet.columns[head]))
