"""What is in the box, in all detail: pieces and what they have, places, tables, and where everything lies at first.

What of it players keep on the table is told by `dsl.prose.inventory`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from dsl.model.world import (
    TRUTH,
    Attribute,
    BoardInfo,
    Column,
    Kind,
    LineInfo,
    PieceInfo,
    PlaceInfo,
    Setting,
    StateInfo,
    TableInfo,
    Visibility,
)
from dsl.prose.forms import Adjective, Amount, Form, It, Listed, Noun, Phrase, Step, Term, it, phrase
from dsl.prose.nouns import attribute_term, element, kind_term, named, seat, shown_term
from dsl.prose.places import where_lying
from dsl.prose.scope import Scope
from dsl.terms import Choice


def fact(form: Form, clauses: tuple[str, ...] = ()) -> Step:
    return Step(form, "fact", clauses=clauses)


# -------------------------------------------------------------------------------------------------------------- pieces


def above(scope: Scope, info: PieceInfo) -> Iterator[PieceInfo]:
    """The kinds that this is a sort of, the nearest first."""
    parent = info.kind.parent
    while parent is not None and parent.name in scope.world.piece_infos:
        yield scope.world.piece_infos[parent.name]
        parent = parent.parent


def details(scope: Scope, info: PieceInfo) -> Iterator[Step]:
    """What is to know of a kind of piece, a sentence each."""
    many = len(info.owners) > 1
    yield from how_many(scope, info)
    for other in above(scope, info):
        yield sort_of_piece(info, other)
    for kind in described_with(scope, info):
        yield from qualities(scope, kind, many)


def how_many(scope: Scope, info: PieceInfo) -> Iterator[Step]:
    """Whose they are, and of which values there are so many."""
    owners = owned(scope, info)
    constants = [a for one in (*above(scope, info), info) for a in one.attributes if a.constant is not None]
    listed = any(one.kind.name in scope.world.tables for one in (info, *above(scope, info)))
    values = for_each_value(info, constants) if constants and not listed else None
    if isinstance(owners, Phrase) and owners.key == "so_many_each" and values is not None:
        yield fact(phrase("so_many_each_of", share=owners, values=values))  # so many are those of one player
    else:
        yield from (fact(form) for form in (owners, values) if form is not None)


def sort_of_piece(info: PieceInfo, other: PieceInfo) -> Step:
    subject, what = each_of(len(info.owners) > 1, info.kind), Noun(kind_term(other.kind), "a")
    return fact(phrase("is_sort_of", subject=subject, what=what), other.clauses)


def described_with(scope: Scope, info: PieceInfo) -> tuple[PieceInfo, ...]:
    """The kind with those that it is a sort of and that have no line of their own, which would tell of them."""
    return (info, *(other for other in above(scope, info) if not other.owners))


def qualities(scope: Scope, info: PieceInfo, many: bool) -> Iterator[Step]:
    """What each piece of a kind has, by what is said of just this kind."""
    for attribute in (a for a in info.attributes if a.declared):
        yield from attribute_lines(scope, attribute, each_of(many, info.kind))
    yield from sides(info, many)
    if info.seen.stated:
        yield fact(seen(scope, info.seen, phrase("which_it_is", kind=Noun(kind_term(info.kind), "bare"))))
    if info.owner_seen:
        yield whose(info.kind)
    if info.takes:
        yield fact(
            phrase(
                "carries",
                subject=each_of(many, info.kind),
                what=Listed(tuple(taken(k, most) for k, most in info.takes)),
            )
        )
    if info.ordered:
        yield fact(phrase("keeps_order_on", pieces=pieces_of(scope, info), subject=each_of(many, info.kind)))


def sides(info: PieceInfo, many: bool) -> Iterator[Step]:
    """What pieces show along each direction, and how they are turned."""
    for shown in {shown.link or shown: shown for shown in info.shows}.values():
        turned = {}
        if shown.turned:
            directions = shown.turned.kind
            first = named(directions.elements[0], (directions, directions.start))
            turned = {"heading": Noun(attribute_term(shown.turned), of=it_of(info.kind)), "first": first}
        one, subject = kind_term(shown.along), each_of(many, info.kind)
        if shown.link:
            form = phrase("shows_lines", subject=subject, ends=Noun(one, "bare", plural=True), **turned)
        else:
            what = Noun(shown_term(shown), "a")
            form = phrase("shows_sides", subject=subject, what=what, along=Noun(one, "each"), **turned)
        yield fact(form, shown.clauses)


def for_each_value(info: PieceInfo, constants: list[Attribute]) -> Form:
    """Of which values there are so many: "one of each colour: red and blue", "2 for each combination of …"."""
    rows = Counter(zip(info.owners, *(a.values_of(info.kind) for a in constants), strict=False))
    most = max(rows.values(), default=1)
    count = phrase("count_one") if most == 1 else Amount(most)
    if len(constants) == 1:
        kind = constants[0].kind
        each = Noun(kind_term(kind), "bare")
        if kind.sort == "space":  # the board shows them
            return phrase("so_many_of_each_space", amount=count, kind=each)
        return phrase("so_many_of_each_value", amount=count, kind=each, values=values(kind))
    kinds = phrase("combination", kinds=Listed(tuple(values_of(a.kind) for a in constants)))
    return phrase("so_many_of", amount=count, kinds=kinds)


def attribute_lines(scope: Scope, attribute: Attribute, subject: Form) -> Iterator[Step]:
    """What an attribute is, unless that was said with the number of pieces; who sees it, where that was settled."""
    clauses = attribute.clauses
    if attribute.constant is None:
        yield fact(had(scope, attribute, subject), clauses)
        clauses = ()
    if attribute.seen.stated or clauses:
        yield fact(seen(scope, attribute.seen, shown_of(attribute), attribute.of), clauses)


def state(scope: Scope, info: StateInfo) -> Iterator[Step]:
    """What players have and can be, a sentence each."""
    for attribute in info.attributes:
        yield from attribute_lines(scope, attribute, phrase("each_player"))


def shown_of(attribute: Attribute) -> Form:
    """What of a thing is seen: "its level", "whether it is face up"."""
    if attribute.kind is not TRUTH:
        return Noun(attribute_term(attribute), of=it_of(attribute.of))
    quality = Adjective(Term(attribute.name, proper=True, about=attribute))
    return phrase("whether", condition=phrase("has_quality", subject=it_of(attribute.of), quality=quality))


def each_of(many: bool, kind: Kind) -> Form:
    """Any of the pieces, or the only one."""
    return phrase("each_one", kind=Noun(kind_term(kind), "bare")) if many else it_of(kind)


def it_of(kind: Kind, many: bool = False) -> It:
    return It(many, kind_term(kind))


def values_of(kind: Kind) -> Form:
    """A kind with its values: "colour (yellow, orange and red)", "part (1 to 4)"; of spaces, which
    the board shows, without."""
    if kind.sort == "space":
        return Noun(kind_term(kind), "bare")
    return phrase("kind_of_values", kind=Noun(kind_term(kind), "bare"), values=values(kind))


def values(kind: Kind) -> Form:
    if kind.sort == "range":
        return phrase("count_between", low=Amount(kind.low), high=Amount(kind.high))
    labels = kind.labels or kind.elements
    return Listed(tuple(named(label, (kind, kind.start + number)) for number, label in enumerate(labels)))


def owned(scope: Scope, info: PieceInfo) -> Form | None:
    """Whose the pieces are, where they are somebody's."""
    shares = Counter(owner for owner in info.owners if owner >= 0)
    if not shares:
        return None
    players = scope.world.players
    if len(shares) == 1:
        key = "belongs_at_first" if any(kind.meets(info.kind) for kind in scope.passed_on) else "belongs"
        return phrase(key, subject=it_of(info.kind, len(info.owners) > 1), owner=seat(scope, players, info.owners[0]))
    if len(shares) == players.size and len(set(shares.values())) == 1:
        return phrase("so_many_each", amount=Amount(shares[0]))
    parts = (phrase("so_many_for", amount=Amount(n), who=seat(scope, players, who)) for who, n in shares.items())
    return Listed(tuple(parts))


def had(scope: Scope, attribute: Attribute, subject: Form) -> Form:
    """What a thing has: "a level from 0 to 6, which starts at 0"; what it can be: "face up"."""
    kind = attribute.kind
    if kind is TRUTH:
        quality = Adjective(Term(attribute.name, proper=True, about=attribute))
        return phrase("can_be", subject=subject, quality=quality)
    what = Noun(attribute_term(attribute), "a")
    if kind.sort == "range":
        first = Amount(attribute.initial) if attribute not in scope.settled else None
        ends = {"low": Amount(kind.low), "high": Amount(kind.high)}
        return phrase("has_range", subject=subject, what=what, first=first, **ends)
    if kind.sort == "direction":
        return phrase("has_direction", subject=subject, what=what, amount=Amount(kind.size))
    return phrase("has", subject=subject, what=what)


def whose(kind: Kind) -> Step:
    """That all see whose a piece is, wherever it lies."""
    return fact(phrase("seen_by_all", subject=phrase("whose_it_is", thing=Noun(kind_term(kind), "the"))))


def seen(scope: Scope, visibility: Visibility, subject: Form, bearer: Kind | None = None) -> Form:
    """Who sees a thing, or something of such a thing, and until when only they do."""
    until = None
    if visibility.until:
        quality = Adjective(Term(visibility.until, proper=True))
        of = subject.of if isinstance(subject, Noun) else None
        until = phrase("has_quality", subject=of or it(subject), quality=quality)
    match visibility.by:
        case "all":
            return phrase("seen_by_all", subject=subject)
        case "nobody":
            return phrase("seen_by_nobody", subject=subject, until=until)
        case "owner":
            key = "seen_by_that_player" if bearer and bearer.sort == "player" else "seen_by_owner"
            return phrase(key, subject=subject, until=until)
        case "player":
            who = seat(scope, scope.world.players, visibility.player)
            return phrase("seen_by", subject=subject, who=who, until=until)
        case _:
            assert_never(visibility.by)


def taken(kind: Kind, most: int | None) -> Form:
    """What lies on or in a thing: "at most 1 counter", "counters"."""
    if most is None:
        return Noun(kind_term(kind), "bare", plural=True)
    how_many = phrase("count_at_most", amount=Amount(most))
    return Noun(kind_term(kind), "bare", plural=most != 1, count=how_many)


# ------------------------------------------------------------------------------------------------ places and tables


def place(scope: Scope, info: PlaceInfo) -> tuple[Step, ...]:
    """What is to know of a place; the sentences after the first say "it", or "each" of several."""
    name, again = Noun(kind_term(info.kind)), each_of(is_many(scope, info), info.kind)
    first = how_many_places(scope, info)
    found: list[Form] = [first] if first is not None else []

    def there() -> Form:
        return where_lying(info, again if found else name)

    if info.ordered:
        found.append(phrase("keeps_order", pieces=pieces_of(scope, info), place=there()))
    if info.takes:
        what = Listed(tuple(taken(k, most) for k, most in info.takes))
        found.append(phrase("takes", place=there(), what=what))
    if info.seen.stated:
        found.append(seen(scope, info.seen, phrase("contents", place=there())))
    subject = again if found else name
    own = tuple(line for attribute in info.attributes for line in attribute_lines(scope, attribute, subject))
    if not found and not own:
        found.append(phrase("may_lie", pieces=pieces_of(scope, info), place=there()))
    return (*(fact(form) for form in found), *own)


def pieces_of(scope: Scope, info: PlaceInfo | PieceInfo) -> Form:
    """What lies in a place or on a piece: pieces, or those of the one kind that it takes."""
    only = info.takes[0][0] if len(info.takes) == 1 else scope.world.pieces
    return Noun(kind_term(only), "bare", plural=True)


def is_many(scope: Scope, info: PlaceInfo) -> bool:
    """Whether there are several, also of those of one player."""
    return info.copies > 1 or any(kind is not scope.world.players for kind in info.per)


def how_many_places(scope: Scope, info: PlaceInfo) -> Form | None:
    several = Noun(kind_term(info.kind), "bare", True, Amount(info.copies))
    what = several if info.copies > 1 else Noun(kind_term(info.kind), "a")
    if info.per == (scope.world.players,):
        return phrase("everyone_has", what=what)
    if info.per:
        return phrase("one_for_each", what=what, kinds=kinds_of(info))
    return phrase("several_places", subject=several) if info.copies > 1 else None


def kinds_of(info: PlaceInfo) -> Form:
    """For what there is a place each: "player and colour"."""
    return Listed(tuple(Noun(kind_term(kind), "bare") for kind in info.per))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: what it is of, its heads, and for each row what stands in its cells (None: nothing)."""

    lead: Step
    heads: tuple[Form, ...]
    rows: tuple[tuple[Form | None, ...], ...]


def sheet(scope: Scope, info: TableInfo) -> Sheet:
    heads = tuple(head(column) for column in info.columns)
    columns = [tuple(cells(scope, column)) for column in info.columns]
    if info.kind.sort == "space" and (board := scope.world.board_of(info.kind)).each:  # told of each of the boards
        columns[0] = tuple(named(board.one.names[space - info.kind.start]) for space in info.columns[0].values)
    rows = tuple(zip(*columns, strict=True))
    return Sheet(table_lead(info), heads, together(rows) if info.kind.sort == "space" and len(heads) > 1 else rows)


def together(rows: Iterable[tuple[Form | None, ...]]) -> tuple[tuple[Form | None, ...], ...]:
    """The rows of a table of spaces, in which those of which the same is told share one."""
    found: dict[tuple[Form | None, ...], list[Form]] = {}
    for space, *told in rows:
        assert space is not None  # it names the row
        found.setdefault(tuple(told), []).append(space)
    return tuple((spaces[0] if len(spaces) == 1 else Listed(tuple(spaces)), *told) for told, spaces in found.items())


def head(column: Column) -> Form:
    """A column is called like the kind of its values, or by a name of its own."""
    if column.kind is None:
        return phrase("copies")
    if column.lines:
        return phrase("lines")
    own = column.name != column.kind.name and not column.names_rows
    return named(column.name) if own else Noun(kind_term(column.kind), "bare")


def cells(scope: Scope, column: Column) -> Iterator[Form | None]:
    for value in column.values if not column.lines else ():
        yield cell(scope, column, value)
    for row in column.lines:
        assert column.kind is not None
        yield lines_drawn(scope, column.kind, row) if row else None


def lines_drawn(scope: Scope, kind: Kind, lines: Iterable[tuple[int, int]]) -> Form:
    """ "north to south, east to west"."""
    ends = (tuple(element(scope, kind, end) for end in line) for line in lines)
    return Listed(tuple(phrase("line_drawn", one=one, other=other) for one, other in ends), ",")


def cell(scope: Scope, column: Column, value: int) -> Form | None:
    if column.kind is None:
        return Amount(value)
    if column.names_rows and column.kind.sort == "place":
        place = element(scope, column.kind, value)
        return replace(place, article="bare") if isinstance(place, Noun) else place
    return None if column.kind.is_nothing(value) else element(scope, column.kind, value)


def table_lead(info: TableInfo) -> Step:
    """What a table is of: "the 8 ships are these", "this table tells of each hour"."""
    things = info.kind.sort in ("piece", "row") or any(column.names_rows for column in info.columns)
    if info.kind.members is None and not things:
        return fact(phrase("table_tells", subject=Noun(kind_term(info.kind), "each")), info.clauses)
    size = len(info.kind.members) if info.kind.members is not None else info.kind.size
    count = Amount(size) if size == counted_out(info) else None  # not where each player has one of every row
    return fact(phrase("table_is", subject=Noun(kind_term(info.kind), "the", True, count)), info.clauses)


def counted_out(info: TableInfo) -> int:
    """How many things the rows of a table count out."""
    copies = next((column.values for column in info.columns if column.kind is None), None)
    return sum(copies) if copies is not None else max(max(len(c.values), len(c.lines)) for c in info.columns)


def line_kind(info: LineInfo) -> Step:
    """What a line is: "a row is 4 cells in a straight line, also diagonally"."""
    length = len(info.members[0]) if info.members else 0
    cells = Noun(kind_term(info.board.spaces), "bare", length != 1, Amount(length))
    key = "line_of_any" if has_corners(info.board) else "line_of"
    return fact(phrase(key, subject=Noun(kind_term(info.kind), "a"), spaces=cells), info.kind.clauses)


def has_corners(info: BoardInfo) -> bool:
    """Whether some directions lead through a corner of a space."""
    return any(not direction.orthogonal for direction in info.one.directions)


def kind(node: Kind) -> Step:
    """What a kind may be: "a colour is yellow, orange or red", "a level is from 0 to 6"."""
    subject = Noun(kind_term(node), "a")
    if node.sort == "range":
        form = phrase("is_from_to", subject=subject, low=Amount(node.low), high=Amount(node.high))
        return fact(form, node.clauses)
    labels = node.labels or node.elements
    values = tuple(named(label, (node, node.start + number)) for number, label in enumerate(labels))
    return fact(phrase("is", subject=subject, complement=Listed(values, "or")), node.clauses)


def chosen(subject: Form, choice: Choice) -> Form:
    """What can be agreed on for an option."""
    usual = Amount(choice.usual)
    if choice.whole:
        ends = {"low": Amount(choice.numbers[0]), "high": Amount(choice.numbers[-1])}
        return phrase("option_from_to", subject=subject, usual=usual, **ends)
    numbers = Listed(tuple(map(Amount, choice.numbers)), "or")
    return phrase("option_is", subject=subject, numbers=numbers, usual=usual)


def setting(node: Setting) -> Step:
    """A named number: "the turn limit is 100"; an option: "the size is 9 or 19, usually 19"."""
    subject = Noun(Term(node.name, about=node))
    if node.choice:
        return fact(chosen(subject, node.choice), node.clauses)
    return fact(phrase("is", subject=subject, complement=Amount(node.value)), node.clauses)
