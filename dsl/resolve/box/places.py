"""Places beside the boards: piles, hands, supplies. How many there are of each name, and what tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

from dsl import tree
from dsl.model.world import Attribute, Kind, PlaceInfo, Visibility
from dsl.resolve.box.contents import Box, Sheet, head_span
from dsl.resolve.box.declarations import (
    add_kind,
    amount_of,
    check_verb,
    counted_kind,
    fresh,
    refuse_further,
    verb_for,
    visibility,
)
from dsl.resolve.box.tables import COPIES, PLAYER, column_attributes, column_values, kind_of
from dsl.resolve.complaints import faults_noted, wrong
from dsl.text.diagnostics import Note

MOST_PLACES = 100  # of one name, for each player and value
ALL_PLACES = 1_000  # of one name


def declare_place(box: Box, node: tree.Place) -> None:
    per, copies = number_of_places(box, node)
    name, label, sheet = node.title.name, node.title.label or node.title.name, box.sheets.get(node.title.name)
    named = sheet is not None and sheet.named and not per
    called = sheet.names if sheet and named else numbered(name, copies)
    for one, cell in zip(called, sheet.columns[name] if sheet and named else (), strict=False):
        fresh(box, one, cell)
    all_of = combinations(per)
    elements = tuple(of_these(one, those, Kind.element) for those in all_of for one in called)
    kind = add_kind(box, name, "place", node, elements, label)
    printed = sheet.labels() if sheet and named else numbered(label, copies)
    kind.labels = tuple(of_these(one, those, Kind.printed) for those in all_of for one in printed)
    kind.unique = not per and called == (name,)
    kind.start = box.world.locations
    box.world.locations += kind.size
    ordered = any(isinstance(line, tree.KeepsOrder) for line in node.lines)
    info = PlaceInfo(kind, ordered, Visibility(), per, clauses=node.clauses, copies=copies, named=named)
    box.world.places[name] = info
    for line in node.lines:
        if isinstance(line, tree.Visible):
            with faults_noted(box.context):
                info.seen = visibility(box, line.seen)
    info.attributes += [fixed(info, k) for k, one in enumerate(per) if one is not box.world.players]


def combinations(per: tuple[Kind, ...]) -> list[list[tuple[Kind, int]]]:
    """For what there is a place each, in the order of the places; what belongs to players is said last."""
    values = [[(kind, kind.first + k) for k in range(kind.size)] for kind in per]
    return [sorted(those, key=lambda pair: pair[0].sort == "player") for those in product(*values)]


def numbered(name: str, copies: int) -> tuple[str, ...]:
    return tuple(f"{name} {n}" for n in range(1, copies + 1)) if copies > 1 else (name,)


def of_these(name: str, those: list[tuple[Kind, int]], called: Callable[[Kind, int], str]) -> str:
    """`red Pile of Amber`: what is a quality stands before the name."""
    before = [called(kind, value) for kind, value in those if kind.sort == "enumeration"]
    behind = [f"of {called(kind, value)}" for kind, value in those if kind.sort != "enumeration"]
    return " ".join([*before, name, *behind])


def fixed(info: PlaceInfo, which: int) -> Attribute:
    """The value for which each place is there, as what it has and is called by."""
    kind, numbers = info.per[which], range(info.kind.start, info.kind.stop)
    values = tuple(info.values(number)[which] for number in numbers)
    return Attribute(kind.name, kind, info.kind, Visibility(), values, span=info.kind.span, names=True)


def number_of_places(box: Box, node: tree.Place) -> tuple[tuple[Kind, ...], int]:
    """For what there is a place each, and how many for each of that."""
    name, sheet = node.title.name, box.sheets.get(node.title.name)
    lines = [line for line in node.lines if isinstance(line, tree.Copies | tree.CopyEach)]
    for line in lines:
        check_verb(line)
    if len(lines) > 1:
        wrong("E0202", f"How many places {name} there are is said twice.", lines[1].span)
    match lines:
        case []:
            return (), sheet.height if sheet else 1
        case [tree.CopyEach(kinds=kinds) as each]:
            refuse_further(each, "place")
            per, copies = tuple(counted_kind(box, kind, lines[0]) for kind in kinds), 1
        case [tree.Copies(amount=amount, who=None)]:
            per, copies = (), positive(box, amount)
        case [tree.Copies(amount=amount, who=tree.EachOf(names=kinds))]:
            per, copies = tuple(counted_kind(box, kind, lines[0]) for kind in kinds), positive(box, amount)
        case _:
            message = "Places are counted out for each player, or for each value of a kind."
            wrong("E0206", message, lines[0].span, near=("there are 3 for each Player",))
    if sheet and not per and copies != sheet.height:
        message = f"There are {sheet.height} in the table, not {copies}."
        notes = (Note("This is the table.", sheet.node.span),)
        wrong("E0353", message, lines[0].span, hints=(f"there {verb_for(sheet.height)} {sheet.height}",), notes=notes)
    number = prod((copies, *(kind.size for kind in per)))
    if number > ALL_PLACES:
        message = f"There would be {number} places of one name; {ALL_PLACES:,} are possible."
        wrong("E0306", message, lines[0].span)
    return per, copies


def positive(box: Box, node: tree.Node) -> int:
    number = amount_of(box, node)
    if not 1 <= number <= MOST_PLACES:
        wrong("E0306", f"There would be {number} places of one name; 1 to {MOST_PLACES} are possible.", node.span)
    return number


# --------------------------------------------------------------------------------------------------------------- tables


def tell_of_places(box: Box, sheet: Sheet, info: PlaceInfo) -> None:
    """The fixed attributes that a table gives to places: its rows are the places, or tell of those that are there for
    each value, which stands in the row then."""
    for head in (COPIES, *(() if info.per else (PLAYER,))):
        if head in sheet.heads:
            message = f"A row of this table is one place, which is nobody's: it has no column {head}."
            wrong("E0351", message, head_span(sheet, head), near=("there is one for each Player",))
    keys = [head for head in sheet.heads if info.per and kind_of(box, sheet, head) in info.per]
    spread = by_values(box, sheet, info, keys) if info.per else list(range(sheet.height))
    info.attributes += column_attributes(box, sheet, info.kind, spread, *keys)


def by_values(box: Box, sheet: Sheet, info: PlaceInfo, keys: list[str]) -> list[int]:
    """For each place the row that tells of it, -1 for none."""
    if not keys:
        known = " and ".join(kind.name for kind in info.per)
        wrong("E0351", f"Nothing in this table says which {info.kind.name} a row tells of.", sheet.node.span,
              hints=(f"a column {known}",))  # fmt: skip
    which = [info.per.index(kind_of(box, sheet, head)) for head in keys]
    rows = list(zip(*(column_values(box, sheet, head) for head in keys), strict=True))
    for number, row in enumerate(rows):
        if row in rows[:number]:
            wrong("E0202", f"Two rows tell of one {info.kind.name}.", sheet.columns[keys[0]][number].span)
    found = (tuple(info.values(place)[k] for k in which) for place in range(info.kind.start, info.kind.stop))
    return [rows.index(values) if values in rows else -1 for values in found]
