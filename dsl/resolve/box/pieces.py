"""The pieces of the box: their kinds, numbers, attributes, owners, and where they are at first."""

from __future__ import annotations

import re
from dataclasses import astuple, replace
from itertools import product
from math import prod

from dsl import tree
from dsl.model.world import TRUTH, Attribute, Kind, PieceInfo, Remark, Visibility
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import (
    add_kind,
    amount_of,
    check_verb,
    kind_of_pieces,
    kinds_taken,
    possessed,
    refuse_further,
    visibility,
)
from dsl.resolve.box.rows import counted_by_table, named_rows, pieces_like, tell_attributes
from dsl.resolve.box.sides import show_sides
from dsl.resolve.complaints import declaring, faults_noted, unsupported, wrong
from dsl.resolve.wording import an_initial
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled, plural

MOST_PIECES = 2_000
ONLY_SO_MANY = re.compile(r"only with [0-9]+( to [0-9]+)? players")


def declare_pieces(box: Box) -> None:
    """Numbers the pieces so that those of a kind, its sorts included, follow each other."""
    nodes = {i.title.name: i for i in box.items if isinstance(i, tree.Piece)}
    children: dict[str | None, list[tree.Piece]] = {}
    for item in box.items:
        if isinstance(item, tree.Piece):
            with declaring(box.context, item.title.name, plural(item.title.name)):
                parent = parent_name(item, nodes)
                add_kind(box, item.title.name, "piece", item, label=item.title.label or item.title.name)
                children.setdefault(parent, []).append(item)
    number_pieces(box, None, children, 0)
    declare_root(box, nodes, children)
    for info in list(box.world.piece_infos.values()):
        with faults_noted(box.context):
            named_rows(box, info)
    tell_attributes(box)
    for name, info in box.world.piece_infos.items():
        attributes_of(box, nodes[name], info)
        if name in box.sheets:
            show_sides(box, nodes[name], info)
    for info in reversed(box.world.piece_infos.values()):  # sorts stand behind what they are sorts of
        for attribute in info.attributes:
            fill_up(box, attribute)
    for info in box.world.piece_infos.values():
        leave_to_sorts(box, info)
    for info in box.world.piece_infos.values():
        for attribute in info.attributes:
            with faults_noted(box.context):
                check_inherited(box, attribute, info)
    for name, info in reversed(box.world.piece_infos.items()):
        share(box, info)
        if name not in box.sheets:  # what the tables of its sorts say of its sides, it has by now
            show_sides(box, nodes[name], info)
    for spaces in dict.fromkeys(board.spaces for board in box.world.boards.values()):
        share_of_spaces(box, spaces)


def sorts_of(box: Box, info: PieceInfo) -> list[PieceInfo]:
    """The sorts of a kind, where there are several and everything is of one."""
    sorts = [other for other in box.world.piece_infos.values() if other.kind.parent is info.kind]
    return sorts if len(sorts) > 1 and sum(sort.kind.size for sort in sorts) >= info.kind.size else []


def leave_to_sorts(box: Box, info: PieceInfo) -> None:
    """What a kind is said to have, and the tables of all its sorts say in columns, is what these say."""
    sorts = sorts_of(box, info)
    for own in [one for one in info.attributes if one.constant is None] if sorts else ():
        told = [x for sort in sorts for x in sort.attributes if x.constant and (x.name, x.kind) == (own.name, own.kind)]
        if len(told) == len(sorts):
            info.attributes.remove(own)
            for one in told:
                one.seen = own.seen
                one.clauses += own.clauses


def share(box: Box, info: PieceInfo) -> None:
    """What every sort of a kind has alike, the kind has; the numbers of columns headed alike are one range then."""
    sorts = sorts_of(box, info)
    for first in [one for one in sorts[0].attributes if not one.names] if sorts else ():
        alike = [one for sort in sorts for one in sort.attributes if are_alike(one, first, in_columns=True)]
        if len(alike) < len(sorts):
            continue
        kind = first.kind if all(one.kind is first.kind for one in alike) else one_range(box, info.kind, alike)
        constant = None
        if first.constant is not None:
            constant = tuple(value for one in alike for value in one.constant or ())
        clauses = tuple(dict.fromkeys(clause for one in alike for clause in one.clauses))
        gaps = any(one.gaps for one in alike)
        info.attributes.append(replace(first, kind=kind, of=info.kind, constant=constant, clauses=clauses, gaps=gaps))
        for sort in sorts:
            sort.attributes[:] = [one for one in sort.attributes if one not in alike]


def share_of_spaces(box: Box, spaces: Kind) -> None:
    """What all spaces have alike, as each stands in one of several tables with such a column."""
    tables = [table for table in box.world.tables.values() if table.kind.parent is spaces]
    table_of = {number: table for table in tables for number in table.kind.members or ()}
    if len(table_of) < spaces.size or sum(len(table.kind.members or ()) for table in tables) > spaces.size:
        return
    for first in tables[0].attributes:
        alike = {x.of: x for table in tables for x in table.attributes if are_alike(x, first, in_columns=True)}
        if len(alike) < len(tables):
            continue
        those = [*alike.values()]
        kind = first.kind if all(x.kind is first.kind for x in those) else one_range(box, spaces, those)
        told = [(alike[table_of[at].kind].constant or ())[at - spaces.start] for at in range(spaces.start, spaces.stop)]
        box.world.of_spaces.append(replace(first, kind=kind, of=spaces, constant=tuple(told), gaps=-1 in told))


def are_alike(one: Attribute, other: Attribute, in_columns: bool = False) -> bool:
    """Whether they are the same of two sorts; `in_columns`: numbers of columns, whatever the range of each is."""
    ranges = in_columns and all(x.kind.sort == "range" and x.constant is not None for x in (one, other))
    same_values = (one.constant is None) == (other.constant is None) and one.initial == other.initial
    seen = astuple(one.seen) == astuple(other.seen)
    same_kind = one.kind is other.kind or ranges
    return (one.name, one.names) == (other.name, False) and same_kind and seen and same_values


def one_range(box: Box, whole: Kind, those: list[Attribute]) -> Kind:
    """All numbers of some columns."""
    low, high = min(one.kind.low for one in those), max(one.kind.high for one in those)
    name = f"{whole.name} {those[0].name}"
    found = replace(those[0].kind, name=name, label=name, plural=plural(name), low=low, size=high - low + 1)
    box.world.kinds.setdefault(name, found)
    return found


def check_inherited(box: Box, attribute: Attribute, info: PieceInfo) -> None:
    above = box.world.attributes(info.kind.parent) if info.kind.parent else []
    other = next((a for a in above if a.name == attribute.name), None)
    if other is not None and attribute.span:
        notes = (Note(f"{an_initial(other.of)} has it.", other.span),) if other.span else ()
        says = f"can be {other.name}" if other.kind is TRUTH else f"has {articled(other.name)}"
        where = f"the column {other.name} of" if other.constant is not None else f"`{says}` under"
        hints = (f"leave out {where} {other.of.name}: what each of its sorts has, it has",)
        wrong("E0202", f"{an_initial(info.kind)} {says} already.", attribute.span, hints, notes=notes)


def name_further(names: Kind, others: Kind) -> None:
    """Adds the names of a sort's rows, in a table of its own, to those of what it is a sort of."""
    names.elements, names.labels = (*names.elements, *others.elements), (*names.labels, *others.labels)
    names.size = len(names.elements)


def fill_up(box: Box, attribute: Attribute) -> None:
    """What tables and `for each` say is said of pieces of just this kind; those of its sorts have such a value where
    that is said of them, in the same words."""
    if attribute.constant is None:
        return
    values, gaps = [*attribute.constant], attribute.gaps
    missing = set(range(len(values), attribute.of.size))
    values += [-1] * len(missing)
    for sort in box.world.piece_infos.values():
        of_sort = next((x for x in sort.attributes if are_alike(x, attribute) or (x.names and attribute.names)), None)
        if of_sort is None or of_sort is attribute or not sort.kind.is_a(attribute.of):
            continue
        start, told = sort.kind.start - attribute.of.start, of_sort.constant or ()
        if attribute.names:
            told = tuple(value + attribute.kind.size if value >= 0 else value for value in told)
            name_further(attribute.kind, of_sort.kind)
        values[start : start + sort.kind.size] = told
        missing -= {*range(start, start + sort.kind.size)}
        gaps = gaps or of_sort.gaps
        sort.attributes.remove(of_sort)
    attribute.constant, attribute.gaps = tuple(values), gaps or bool(missing)


def declare_root(box: Box, nodes: dict[str, tree.Piece], children: dict[str | None, list[tree.Piece]]) -> None:
    """The kind of all pieces."""
    root = box.world.pieces
    root.size = sum(box.world.kinds[n.title.name].size for n in children.get(None, []))
    box.world.kinds[root.name] = root
    box.context.plurals[root.plural] = root
    if root.size > MOST_PIECES:
        with faults_noted(box.context):
            check_number(root.size, next(iter(nodes.values())))


def parent_name(node: tree.Piece, nodes: dict[str, tree.Piece]) -> str | None:
    """The kind that this is a sort of; a kind cannot be a sort of itself, not even by way of others."""
    seen = [node.title.name]
    above = node
    while above.kind:
        name = above.kind.name
        if name not in nodes:
            meant = [one for one in near(name, nodes) if name not in one.split()]
            sort = f"piece {node.title.name}, {articled(name)}"
            hints = () if meant else (f"at the left edge: piece {name}, and here: {sort}",)
            wrong("E0201", f"There is no kind of piece called {name}.", above.kind.span, hints=hints, near=meant)
        if name in seen:
            wrong("E0401", f"{' is a sort of '.join([*seen, name])}: that goes round in a circle.", node.span)
        seen.append(name)
        above = nodes[name]
    return node.kind.name if node.kind else None


def number_pieces(box: Box, parent: str | None, children: dict[str | None, list[tree.Piece]], start: int) -> int:
    """Gives the kinds below `parent` their numbers; returns the first free one."""
    tables = {item.name for item in box.items if isinstance(item, tree.Table)}
    for node in children.get(parent, []):
        kind = box.world.kinds[node.title.name]
        kind.parent = box.world.kinds[parent] if parent else box.world.pieces
        kind.start = start
        kind.unique = node.title.the is not None
        info = box.world.piece_infos[kind.name] = PieceInfo(kind, clauses=node.clauses)
        own, counted = 0, False
        with faults_noted(box.context):
            own = count_pieces(box, node, info)
            counted = True
        start = number_pieces(box, kind.name, children, start + own)
        kind.size = start - kind.start
        if counted and kind.size == 0 and not children.get(kind.name) and kind.name not in tables:
            complain_of_none(box, node)
    return start


def complain_of_none(box: Box, node: tree.Piece) -> None:
    """Unless a table that may be meant for them has been complained of."""
    name = node.title.name
    if name in box.mistaken:
        return
    with faults_noted(box.context):
        refuse_zero(node)
    if any(none_there(line) for line in node.lines):
        return
    message = f"Nothing says how many {plural(name)} there are"
    alike = [sheet for sheet in box.sheets.values() if name in pieces_like(box, sheet.name)]
    with faults_noted(box.context):
        if alike:
            notes = (Note("This table is of another name.", alike[0].node.span),)
            wrong("E0307", f"{message}.", node.span, near=(f"table {name}",), notes=notes)
        if name in box.context.tables_apart:
            complain_of_table_apart(box, node, message)
        wrong("E0307", f"{message}.", node.span, hints=("there are 15", "there is one for each Player"))


def none_there(line: tree.Node) -> bool:
    return isinstance(line, tree.Copies) and isinstance(line.amount, tree.Number) and line.amount.value == 0


def refuse_zero(node: tree.Piece) -> None:
    """`there are 0, with 3 players`: the rulebook speaks of them all the same, so they are in the box."""
    for line in node.lines:
        if isinstance(line, tree.Copies) and none_there(line):
            message = (
                f"There is at least one {node.title.name}, with however many players: the rulebook speaks of it. "
                "Where they are not played with, they stay where they are at first; what is done with them then stands "
                "under `if the number of Players is …`."
            )
            said = with_players(line)
            wrong("E0307", message, line.span, hints=(f"there are 3{said}", f"there is 1{said}"))


def with_players(line: tree.Copies) -> str:
    """With how many players, as it is written."""
    if not line.players:
        return ""
    low, high = line.players.low, line.players.high
    return f", with {f'{low} to {high}' if high else low} player{'s' if high or low > 1 else ''}"


def complain_of_table_apart(box: Box, node: tree.Piece, message: str) -> None:
    """The table that counts them stands under what has not been agreed on."""
    where, table = box.context.tables_apart[node.title.name]
    hint = f"table {table.name} at the left edge, in place of under `{where}`"
    so = ""
    if ONLY_SO_MANY.fullmatch(where):
        number = box.world.players.size
        so = f"with {number} player{'s' if number > 1 else ''}"
        hint = f"only with {number} players, and under it: table {table.name}"
    message = f"{message} {so}".rstrip()
    notes = (Note(f"The table {table.name} stands under `{where}`.", table.span),)
    wrong("E0307", f"{message}.", node.span, hints=(hint,), notes=notes)


def count_pieces(box: Box, node: tree.Piece, info: PieceInfo) -> int:
    """How many of this very kind, and whose they are; crossed kinds become constant attributes."""
    counts = [line for line in node.lines if isinstance(line, tree.Copies | tree.CopyEach)]
    for count in counts:
        check_verb(count)
    if node.title.the and not counts:
        info.owners = (-1,)
        return 1
    owners: list[int] = counted_by_table(box, node, info) if node.title.name in box.sheets else []
    for line in node.lines if node.title.name not in box.sheets else ():
        if isinstance(line, tree.Copies):
            check_number(amount_of(box, line.amount), line)
            owners += counted_out(box, line, info, bool(owners))
        if isinstance(line, tree.CopyEach):
            refuse_further(line, "piece")
            owners += crossed(box, line, line.kinds, 1, info, bool(owners))
    check_number(len(owners), node)
    if node.title.the and len(owners) != 1:
        message = f"Of `the {node.title.name}` there is one, but here are {len(owners)}."
        wrong("E0353", message, counts[0].span, hints=(f"piece {node.title.name}",))
    info.owners = tuple(owners)
    return len(owners)


def check_number(number: int, node: tree.Node) -> None:
    if number > MOST_PIECES:
        wrong("E0306", f"There would be {number} pieces; {MOST_PIECES} are possible.", node.span)


def counted_out(box: Box, line: tree.Copies, info: PieceInfo, more: bool) -> list[int]:
    """Whose so many pieces are."""
    number, players = amount_of(box, line.amount), box.world.players
    match line.who:
        case None:
            return [-1] * number
        case tree.EachOf(names=names):
            return crossed(box, line, names, number, info, more)
        case tree.Name(name=name) if name in players.elements:
            return [players.elements.index(name)] * number
        case tree.Name(name=name) if name in box.context.no_seats:
            return []
        case _:
            close = ("each Player", *players.elements)
            message = "Pieces belong to a player, or to `each Player`; without `for` they are nobody's."
            wrong("E0206", message, line.span, near=close)


def crossed(box: Box, line: tree.Node, named: tuple[str, ...], copies: int, info: PieceInfo, more: bool) -> list[int]:
    """So many pieces for each combination of values; `more`: others were counted before."""
    kinds = [kind_of_pieces(box, name, line) for name in named]
    numbers = [kind.members or range(kind.first, kind.first + kind.size) for kind in kinds]
    check_number(prod(len(some) for some in numbers) * copies, line)
    rows = [row for row in product(*numbers) for _ in range(copies)]
    if (more or info.attributes) and any(kind is not box.world.players for kind in kinds):
        wrong("E0353", "Pieces that are counted out by values are counted in one line, or in a table.", line.span)
    for i, kind in enumerate(kinds):
        if kind is not box.world.players:
            values = tuple(row[i] for row in rows)
            info.attributes.append(Attribute(kind.name, kind, info.kind, Visibility(), values, span=line.span))
    which = kinds.index(box.world.players) if box.world.players in kinds else None
    return [row[which] if which is not None else -1 for row in rows]


def attributes_of(box: Box, node: tree.Piece, info: PieceInfo) -> None:
    for line in node.lines:
        with faults_noted(box.context):
            piece_line(box, line, info)


def piece_line(box: Box, line: tree.Node, info: PieceInfo) -> None:
    match line:
        case tree.Attribute() | tree.Flags():
            possessed(box, line, info)
        case tree.Ownership():
            owner_seen(line, info)
        case tree.Visible():
            info.seen = visibility(box, line.seen)
            info.clauses += line.clauses
        case tree.Takes() | tree.TakesAtMost():
            info.takes += kinds_taken(box, line)
            info.clauses += line.clauses
        case tree.KeepsOrder():
            info.ordered = True
            info.clauses += line.clauses
        case tree.Plural():
            info.kind.plural = line.label or line.name
            box.context.plurals.pop(plural(info.kind.name), None)
            box.context.plurals[line.name] = info.kind
        case tree.Words():
            info.words += (Remark(line.text, line.clauses),)
        case tree.Shows() | tree.Links():
            pass  # when all that it has is known
        case tree.Copies() | tree.CopyEach() | tree.Starts():
            info.clauses += line.clauses
        case _:
            unsupported("this line of a piece", line.span)


def owner_seen(line: tree.Ownership, info: PieceInfo) -> None:
    """That all see whose a piece is; nothing else is said of owners."""
    if line.seen is None or not isinstance(line.seen.who, tree.Everyone):
        message = "Whose a piece is, those see who see the piece, or all do wherever it lies."
        wrong("E0206", message, line.span, hints=("has an owner, seen by all",))
    info.owner_seen = True
    info.clauses += line.clauses
