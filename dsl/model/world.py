"""The closed world of one game: its kinds, pieces, spaces and places, all finite and numbered.

Pieces share one numbering and locations share one numbering (`dsl.ir.program` says how); every other kind has its own.
Kinds of pieces form a tree under `Piece`; the pieces of a kind, its sorts included, have consecutive numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import Any, Literal, SupportsIndex

from dsl.board.shapes import Shape
from dsl.source import Span
from dsl.terms import Choice
from dsl.text.numerals import filled

Sort = Literal["number", "truth", "enumeration", "range", "player", "direction", "piece", "space", "place", "edge",
               "power", "location", "line", "board", "row"]  # fmt: skip


@dataclass(eq=False)
class Kind:
    """A finite set of things, or `NUMBER`, `TRUTH`. Elements are numbered from `start`.

    `elements` are the names of the elements (for pieces empty: pieces have no names of their own). `low` is the lowest
    number of a range. `parent` is the kind that this is a sort of. `unique`: the only one of its kind, called by the
    kind's name. `row`: pieces of one row of a table, called by its name; such a kind is no group of its own. `members`:
    of a kind that is some of the spaces of its parent, and has their numbers, which ones. Identity is by object.
    """

    name: str
    sort: Sort
    span: Span | None = None
    label: str = ""
    plural: str = ""
    start: int = 0
    size: int = 0
    low: int = 0
    elements: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    parent: Kind | None = None
    unique: bool = False
    row: bool = False
    members: tuple[int, ...] | None = None
    clauses: tuple[str, ...] = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """There is one of each kind that is in every world: a copy of a rulebook speaks of the one there."""
        return next((name for name in IN_EVERY_WORLD if globals()[name] is self), super().__reduce_ex__(protocol))

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def high(self) -> int:
        """The highest number of a range."""
        return self.low + self.size - 1

    @property
    def first(self) -> int:
        """The lowest value: a number of a range, else the first element."""
        return self.low if self.sort == "range" else self.start

    @property
    def below_zero(self) -> bool:
        """Whether -1 is one of the numbers, so that it cannot stand for nothing."""
        return self.sort == "range" and self.low < 0 <= self.high + 1

    def is_nothing(self, value: int) -> bool:
        """Whether a stored value stands for nothing."""
        return value == -1 and not self.below_zero

    @property
    def initial(self) -> int:
        """The value that a thing has at first: the lowest one, but 0 of a range that goes below it."""
        return 0 if self.sort == "range" and self.low <= 0 <= self.high else self.first

    def element(self, value: int) -> str:
        """The name of a value; of a number with what it is: `Level 2`."""
        return f"{self.name} {value}" if self.sort == "range" else self.elements[value - self.start]

    def printed(self, value: int) -> str:
        """The same as it is printed."""
        return f"{self.label} {value}" if self.sort == "range" else (self.labels or self.elements)[value - self.start]

    @property
    def depth(self) -> int:
        """How many kinds it is a sort of, one by way of the other."""
        return self.parent.depth + 1 if self.parent else 0

    def has(self, number: int) -> bool:
        """Whether an element of the kinds that this is a sort of is one of this."""
        return self.start <= number < self.stop and (self.members is None or number in self.members)

    def is_a(self, other: Kind) -> bool:
        """Whether every element of this kind is one of the other."""
        if other.sort == "location":
            return self.sort in ("location", "space", "place")
        if other.sort == "number":
            return self.sort in ("number", "range")
        kind: Kind | None = self
        while kind is not None and kind is not other:
            kind = kind.parent
        return kind is other

    def meets(self, other: Kind) -> bool:
        """Whether a thing can be of both kinds."""
        return self.is_a(other) or other.is_a(self)


NUMBER = Kind("Number", "number", label="number", plural="numbers")
TRUTH = Kind("Truth", "truth")
LOCATION = Kind("Place", "location", label="place", plural="places")
IN_EVERY_WORLD = ("NUMBER", "TRUTH", "LOCATION")


@dataclass(frozen=True)
class Remark:
    """The designer's words on a thing, and the clauses that they print."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(eq=False)
class Visibility:
    """Who sees it: all, owner, nobody, or the one player; once the thing has the flag `until`, everybody.

    `stated`: the text says so. A place that does not say who looks into it leaves that to the pieces; an attribute of
    which the text says that all see it is seen wherever the piece lies.
    """

    by: Literal["all", "owner", "nobody", "player"] = "all"
    player: int = -1
    until: str | None = None
    stated: bool = False


@dataclass(eq=False)
class Attribute:
    """What every element of `of` has: a value of `kind`, or a flag (`kind` is TRUTH).

    `constant`: the values, one for each element of `of`, where they never change; otherwise an array of that name.
    `initial` is its first value as stored. `gaps`: some elements have none (-1). `names`: the value is what a piece is
    called, instead of by its kind. `declared`: a line of the rulebook says so; else an effect that lasts has made it.
    `stored`: the name of its array, where that is a certain one. `side`: it is what is printed at a side (`Shown`), and
    no sentence speaks of it by its name.
    """

    name: str
    kind: Kind
    of: Kind
    seen: Visibility
    constant: tuple[int, ...] | None = None
    initial: int = 0
    span: Span | None = None
    clauses: tuple[str, ...] = ()
    gaps: bool = False
    names: bool = False
    declared: bool = True
    stored: str = ""
    side: bool = False

    @property
    def array(self) -> str:
        return self.stored or f"{self.of.name}.{self.name}"

    def values_of(self, kind: Kind) -> tuple[int, ...]:
        """The values that never change, of the pieces of a kind that is a sort of `of`; none where they may change."""
        return (self.constant or ())[kind.start - self.of.start : kind.stop - self.of.start]


@dataclass(eq=False)
class Shown:
    """What is printed along each element of `along`, of every element of `of`: a value of `kind`, called `name`. These
    are directions, or rows of a table that have one each (`placed`), as two notches at each side of a tile.

    `sides` are what never changes of it, by the number of the direction or row along which it is printed; `turned` is
    the direction of the piece with which it turns, if there is one. `link`: no sentence speaks of it; it is where a
    line leads, and two elements of `along` that it joins are what this word says (`linked`)."""

    name: str
    kind: Kind
    along: Kind
    of: Kind
    sides: dict[int, Attribute]
    turned: Attribute | None
    placed: Attribute | None
    span: Span
    clauses: tuple[str, ...] = ()
    link: str = ""


@dataclass(eq=False)
class PieceInfo:
    """What a kind of piece is like: attributes (its own), who owns each piece, where each starts, what may lie on it,
    and whether that is `ordered`; what its sides show. `owner_seen`: all see whose a piece is, wherever it lies."""

    kind: Kind
    attributes: list[Attribute] = field(default_factory=list)
    shows: list[Shown] = field(default_factory=list)
    owners: tuple[int, ...] = ()
    owner_seen: bool = False
    starts: tuple[int, ...] = ()
    takes: list[tuple[Kind, int | None]] = field(default_factory=list)
    ordered: bool = False
    seen: Visibility = field(default_factory=Visibility)
    words: tuple[Remark, ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(eq=False)
class PlaceInfo:
    """A place, or several of one name: locations `kind.start` …, `copies` for each combination of players and values of
    the kinds `per`, the last of which changes first.

    `on`: the rulebook says that pieces are `on` it, as of a table, not `in` it, as of a hand. `named`: each has a Name,
    instead of a number, that a table gives it.
    """

    kind: Kind
    ordered: bool
    seen: Visibility
    per: tuple[Kind, ...] = ()
    attributes: list[Attribute] = field(default_factory=list)
    takes: list[tuple[Kind, int | None]] = field(default_factory=list)
    words: tuple[Remark, ...] = ()
    clauses: tuple[str, ...] = ()
    copies: int = 1
    on: bool = False
    named: bool = False

    @property
    def each(self) -> bool:
        """Whether each belongs to a player."""
        return any(kind.sort == "player" for kind in self.per)

    @property
    def strides(self) -> tuple[int, ...]:
        """For each kind of `per` how many places lie between one value and the next."""
        return tuple(prod((self.copies, *(kind.size for kind in self.per[k + 1 :]))) for k in range(len(self.per)))

    def values(self, location: int) -> tuple[int, ...]:
        """Of each kind of `per` the value for which it is there."""
        which, pairs = location - self.kind.start, zip(self.per, self.strides, strict=True)
        return tuple(kind.first + which // stride % kind.size for kind, stride in pairs)

    def owner(self, location: int) -> int:
        """Whose it is, -1 for nobody."""
        found = zip(self.per, self.values(location), strict=True)
        return next((value for kind, value in found if kind.sort == "player"), -1)

    def number(self, location: int) -> int:
        """Its number among those of one name, from 1; 0 where there is only one."""
        several = self.copies > 1 and not self.named
        return (location - self.kind.start) % self.copies + 1 if several else 0

    def location(self, values: Iterable[int], number: int = 0) -> int:
        """The place for these values."""
        steps = zip(self.per, self.strides, values, strict=True)
        before = sum((value - kind.first) * stride for kind, stride, value in steps)
        return self.kind.start + before + max(number - 1, 0)


@dataclass(eq=False)
class BoardInfo:
    """A board, or one board for each player (`each`): the elements of `kind`. Of these the first `owned` are the
    players', and a further one, if there is any, is nobody's. The spaces are the elements of `spaces`, the edges of
    `edges`; `spots` are named spaces, each by its number on the first board, `bare_spots` those called without an
    article. `ordered`: what lies on a space lies in order; `takes`: what lies on each space, if that is said.

    `shape` is that of all of them together, `one` that of each. `shape_clauses` are cited on the shape, `spot_clauses`
    on each of the spots.
    """

    name: str
    label: str
    shape: Shape
    one: Shape
    word: str
    sizes: tuple[int, ...]
    kind: Kind
    spaces: Kind
    edges: Kind
    directions: Kind
    owned: int = 0
    spots: dict[str, int] = field(default_factory=dict)
    spot_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bare_spots: set[str] = field(default_factory=set)
    attributes: list[Attribute] = field(default_factory=list)
    ordered: bool = False
    takes: list[tuple[Kind, int | None]] = field(default_factory=list)
    shape_clauses: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    words: tuple[Remark, ...] = ()
    clauses: tuple[str, ...] = ()
    span: Span | None = None

    @property
    def each(self) -> bool:
        return not self.kind.unique

    def owner(self, which: int) -> int:
        """Whose one of the boards is, counted from 0; -1 for nobody."""
        return which if self.each and which < self.owned else -1

    @property
    def ranges(self) -> tuple[range, ...]:
        """The numbers of the spaces of each board."""
        size, first = len(self.one.names), self.spaces.start
        return tuple(range(first + size * k, first + size * (k + 1)) for k in range(self.kind.size))

    def number(self, name: str) -> int | None:
        """Of a space of each of the boards, by its name: which it is, counted from 0."""
        if name in self.spots:
            return self.spots[name] - self.spaces.start
        return self.one.names.index(name) if name in self.one.names else None


@dataclass(frozen=True)
class Link:
    """What a line under a board says besides its shape: that steps lead on in a `direction`, or that a line joins the
    space to others. All by their numbers, of equal boards on the first."""

    direction: int | None
    space: int
    to: tuple[int, ...]
    clauses: tuple[str, ...]


@dataclass(eq=False)
class StateInfo:
    """What players, who are `kind`, have and can be, as far as the rulebook, or a variant of it, says it."""

    kind: Kind
    attributes: list[Attribute]


@dataclass(eq=False)
class LineInfo:
    """A kind of straight lines of so many spaces of a board; `members` are the locations of each line."""

    kind: Kind
    board: BoardInfo
    members: tuple[tuple[int, ...], ...]


@dataclass(eq=False)
class Column:
    """A column of a table: for each row a value of `kind`, or a number where that is None. `names_rows`: it says what
    the rows are called. `lines`: for each row, in place of a value, the two ends of each line that is drawn there."""

    name: str
    kind: Kind | None
    values: tuple[int, ...]
    names_rows: bool = False
    lines: tuple[tuple[tuple[int, int], ...], ...] = ()


@dataclass(eq=False)
class TableInfo:
    """A table: what the rows of it are, and what stands in its columns.

    `kind` are the pieces that it counts out, the spaces that it names, the values of which it tells something, or its
    rows. `attributes` are what it tells of them, but for pieces, which have their own. `owners`: for each space of the
    parent kind whose it is.
    """

    name: str
    kind: Kind
    columns: tuple[Column, ...] = ()
    attributes: list[Attribute] = field(default_factory=list)
    owners: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(eq=False)
class Setting:
    """A number with a name; an option, if there is a `choice`."""

    name: str
    value: int
    span: Span
    clauses: tuple[str, ...] = ()
    choice: Choice | None = None
    words: tuple[Remark, ...] = ()


@dataclass(eq=False)
class World:
    """Everything in the box. `players` is the kind of the seats; `pieces` the root of all kinds of pieces."""

    players: Kind
    pieces: Kind
    kinds: dict[str, Kind] = field(default_factory=dict)
    piece_infos: dict[str, PieceInfo] = field(default_factory=dict)
    places: dict[str, PlaceInfo] = field(default_factory=dict)
    boards: dict[str, BoardInfo] = field(default_factory=dict)
    lines: dict[str, LineInfo] = field(default_factory=dict)
    tables: dict[str, TableInfo] = field(default_factory=dict)
    settings: dict[str, Setting] = field(default_factory=dict)
    traits: list[Attribute] = field(default_factory=list)  # of players
    of_spaces: list[Attribute] = field(default_factory=list)  # what all have, each by the table in which it stands
    states: dict[str | None, StateInfo] = field(default_factory=dict)  # the same, by the variant that gives them these
    owner: Attribute | None = None  # of pieces, where some can get another owner
    given_away: list[Kind] = field(default_factory=list)  # the kinds of those
    locations: int = 0  # spaces and places; the locations of pieces come after them
    out: Attribute | None = None  # the flag of players who are out, where the rules can put one out
    counts: list[Attribute] = field(default_factory=list)  # numbers that no line declares, of what is no piece

    def filled(self, text: str) -> str:
        """Words of the designer, with the numbers in their places."""
        return filled(text, {name: setting.value for name, setting in self.settings.items()})

    def seen(self, kind: Kind) -> Visibility:
        """Who sees a piece of the kind where the place says nothing of it: as the kind says, or one it is a sort of."""
        info = self.piece_infos.get(kind.name)
        if info is not None and info.seen.stated:
            return info.seen
        return self.seen(kind.parent) if kind.parent else Visibility()

    def seen_as(self, kind: Kind) -> Kind | None:
        """What everybody sees a piece to be that they do not see: a kind of which something is said on who sees it."""
        above = self.seen_as(kind.parent) if kind.parent else None
        info = self.piece_infos.get(kind.name)
        if above is not None or info is None:
            return above
        open_ = info.owner_seen or any(a.seen.stated and a.seen.by == "all" for a in info.attributes)
        return kind if open_ or info.seen.stated else None

    def owner_seen(self, kind: Kind) -> bool:
        """Whether all see whose a piece of the kind is, wherever it lies: it says so, or one that it is a sort of."""
        info = self.piece_infos.get(kind.name)
        own = info is not None and info.owner_seen
        return own or (kind.parent is not None and self.owner_seen(kind.parent))

    def attributes(self, kind: Kind) -> list[Attribute]:
        """The attributes of the elements of a kind, those of the kinds it is a sort of first; of what all spaces have,
        those of a sort have it by its own table alone."""
        inherited = self.attributes(kind.parent) if kind.parent else []
        info = self.info(kind)
        own = [self.out] if self.out and kind is self.players else []
        own += self.traits if kind is self.players else [x for x in self.of_spaces if x.of is kind]
        own += info.attributes if info else []
        names = {x.name for x in own} if inherited and self.of_spaces else set()
        return [x for x in inherited if x.name not in names or x not in self.of_spaces] + own

    def info(self, kind: Kind) -> PieceInfo | PlaceInfo | BoardInfo | TableInfo | None:
        """What is to know of a kind of pieces or places, of a board, or of anything else that a table tells of."""
        match kind.sort:
            case "piece":
                return self.piece_infos.get(kind.name)
            case "place":
                return self.places.get(kind.name)
            case "board":
                return self.boards.get(kind.name)
            case _:  # a table can tell of any other
                table = self.tables.get(kind.name)
                return table if table and table.kind is kind else None

    def keeps_order(self, kind: Kind) -> bool:
        """Whether what lies in such a place, on such a space or on such a piece lies in order."""
        match kind.sort:
            case "place":
                return self.places[kind.name].ordered
            case "space":
                return self.board_of(kind).ordered
            case "piece":
                info = self.piece_infos.get(kind.name)
                return bool(info and info.ordered) or bool(kind.parent and self.keeps_order(kind.parent))
            case _:  # nothing lies on any other
                return False

    def taken_by(self, kind: Kind) -> list[tuple[Kind, int | None]]:
        """What lies in such a place, on such a space or on such a piece, as far as that is said."""
        if kind.sort == "space":
            return self.board_of(kind).takes
        if kind.sort == "place":
            return self.places[kind.name].takes
        info = self.piece_infos.get(kind.name) if kind.sort == "piece" else None
        above = self.taken_by(kind.parent) if kind.parent else []
        return above + (info.takes if info else [])

    @property
    def ordered(self) -> list[tuple[int, int]]:
        """The ranges of locations (first, behind the last) where pieces lie in order."""
        kinds = [place.kind for place in self.places.values() if place.ordered]
        kinds += [board.spaces for board in self.boards.values() if board.ordered]
        on = [info.kind for info in self.piece_infos.values() if info.ordered]
        return [(k.start, k.stop) for k in kinds] + [(self.locations + k.start, self.locations + k.stop) for k in on]

    def changes_owner(self, kind: Kind) -> bool:
        """Whether pieces of the kind can get another owner."""
        return any(kind.meets(given) for given in self.given_away)

    @property
    def all_attributes(self) -> list[Attribute]:
        """Every attribute that is declared: of pieces, then of places, of boards, and what tables tell of the rest."""
        found = [attribute for piece in self.piece_infos.values() for attribute in piece.attributes]
        found += [attribute for place in self.places.values() for attribute in place.attributes]
        found += [attribute for board in self.boards.values() for attribute in board.attributes]
        found += [*([self.out] if self.out else []), *self.counts, *self.traits, *self.of_spaces]
        return found + [attribute for table in self.tables.values() for attribute in table.attributes]

    def board_of(self, spaces: Kind) -> BoardInfo:
        """The board that these spaces (or edges, or directions) belong to."""
        found = (b for b in self.boards.values() if spaces.is_a(b.spaces) or spaces in (b.edges, b.directions))
        return next(found)
