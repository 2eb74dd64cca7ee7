"""The drawings of a game: its boards with the names of their spaces, and what stands on them at first."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from markupsafe import Markup

from dsl.analysis.goal_sides import goal_spaces
from dsl.board.scene import Piece
from dsl.model.naming import named_by_table
from dsl.model.world import Attribute, BoardInfo, Kind, PieceInfo, PlaceInfo, TableInfo
from dsl.pages.book import Book
from dsl.pages.drawings.artist import FACED, Artist
from dsl.pages.drawings.asides import Bar, Tray
from dsl.pages.drawings.boards import Ground, Lot, Sample, drawing, figure, ground_of
from dsl.pages.drawings.compass import compass
from dsl.pages.drawings.layouts import Layout
from dsl.pages.drawings.lettering import shortest
from dsl.pages.drawings.orbits import Home, Middle
from dsl.pages.drawings.panels import AWAY
from dsl.pages.drawings.pieces import Body, drawn
from dsl.pages.drawings.sides import Side, side
from dsl.pages.drawings.table import Table
from dsl.pages.drawings.tiles import Tile
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import element, kind_term
from dsl.prose.speech import Speech, plain

NOBODY = "grey"  # the colour of what could be somebody's
STARS, MIDDLES = ("star", "sun", "estrela", "sol"), ("middle", "centre", "center", "meio", "centro")
BARS = ("bar", "barra")
SPARSE = 50  # times as many spaces as pieces has a board on which next to nothing is seen
SAMPLE = 48.0  # pixels: the picture of a piece beside what is to know of it
THEIRS = -2  # the seat of whoever has one of equal boards


class Pictures:
    """Draws the boards of a book, with the words of a language. `t` are its fixed words."""

    def __init__(self, book: Book, speech: Speech, t: Mapping[str, str]) -> None:
        self.book = book
        self.speech = speech
        self.t = t
        self.world = book.rulebook.world
        self.artist = Artist(speech)
        self.seats = self.artist.seats

    def board(self, board: BoardInfo, start: bool = False, apart: str = "") -> Markup:
        """A board, empty or with what stands on it at first: then that of each player, if each has one; of those that
        only differ in whose they are, one, and none on which nothing stands, unless it is so on all. `apart` tells it
        from one of the same name on the page."""
        alike: dict[object, int] = {}
        for which in range(board.kind.size if start else 1):
            alike.setdefault(self.looks(board, which), which)
        several = [which for look, which in alike.items() if look] or [0]
        return Markup("\n\n").join(self.figure(board, k, start, apart, named=len(several) > 1) for k in several)

    def looks(self, board: BoardInfo, which: int) -> tuple[object, ...]:
        """Which kinds of pieces stand at first where on one of equal boards, whoever it is that has it."""
        numbers, owner = board.ranges[which], board.owner(which)
        standing = self.standing_on(numbers, start=True)
        return tuple(
            (at - numbers.start, *((piece.kind, THEIRS if piece.seat == owner else piece.seat) for piece in lying))
            for at, lying in sorted(standing.items())
        )

    def table(self, spared: Collection[Kind]) -> Markup:
        """What lies beside the boards at first, but in the places of these kinds and those that a board is drawn with;
        nothing where nothing is known of it."""
        title = self.t["table_start" if self.world.boards else "table_alone"]
        return Table(self.artist, self.t, self.off_table(spared)).drawn(self.book.beside, title)

    def piece(self, info: PieceInfo) -> Markup | None:
        """A piece of a kind, as it lies face up; nothing of one that only a letter or its colour tells from others."""
        body = self.artist.body(Piece(info.kind.name, -1, flags=(FACED,)))
        if not body.icon:
            return None
        name = opening(self.speech.name(kind_term(info.kind)))
        lines = ('<g class="drawn plain">', *drawn(body, SAMPLE / 2, SAMPLE / 2, 0.45 * SAMPLE), "</g>")
        size, style = (SAMPLE, SAMPLE), f"width: {SAMPLE:g}px"
        told = self.t["piece_drawn"].format(name=name)
        return figure("board alone", anchor(f"{info.kind.name} piece"), name, told, size, style, lines, captioned=False)

    def off_table(self, spared: Collection[Kind]) -> set[int]:
        """The places that are not drawn beside the boards."""
        places = self.world.places.values()
        with_boards = {place.kind for place in places if self.lies_outside(place) or is_bar(place)}
        away = {place.kind for place in places if last_word(place) in AWAY}
        around = {"rings", "points"} & {*self.artist.look.styles.values()}
        kinds = {*spared, *away, *(with_boards if around else ())}
        return {number for kind in kinds for number in range(kind.start, kind.stop)}

    def on_other_terms(self, speech: Speech, apart: str) -> tuple[Markup, ...]:
        """The empty boards that are drawn otherwise than these when the game is played as a speech tells it."""
        other = self.told(speech)
        known = [self.drawn(board) for board in self.world.boards.values()]
        boards = (board for board in other.world.boards.values() if other.drawn(board) not in known)
        return tuple(other.board(board, apart=apart) for board in boards)

    def told(self, speech: Speech) -> Pictures:
        """The same of the game as a speech tells it."""
        return Pictures(replace(self.book, rulebook=speech.book), speech, self.t)

    def drawn(self, board: BoardInfo) -> tuple[object, ...]:
        """By what the drawing of an empty board is another one."""
        return board.name, board.word, board.sizes, board.one.joined, self.spots(board), self.lots(board)

    def figure(self, board: BoardInfo, which: int, start: bool, apart: str, named: bool) -> Markup:
        """One of equal boards; `named`: it is said whose."""
        numbers = board.ranges[which]
        standing = self.standing_on(numbers, start)
        tiles = self.tiles(numbers, standing)
        covered = {place - numbers.start: self.bodies(board, lying) for place, lying in standing.items()}
        bodies = {n: lying for n, lying in covered.items() if lying or (n in tiles and tiles[n].outline)}
        title = self.title(board, "drawing_start" if start else "drawing")
        if start and board.each and named:
            title = f"{title}: {self.speech.label(self.whose(board, which))}"
        name = anchor(f"{board.kind.elements[which]} start" if start else f"{apart} {board.name}")
        ground = self.ground(board, which)
        aside = self.around(ground) if start else {}
        told = " ".join((self.description(board, ground.lots), *self.lying(board, numbers, standing)))
        seen = (*standing.values(), *aside.values())
        around = {place: [*map(self.artist.body, lying)] for place, lying in aside.items()}
        is_plain = not (ground.lots or ground.lanes or ground.spots)
        is_bare = start and is_plain and 0 < len(bodies) * SPARSE <= len(numbers)
        css = "board bare" if is_bare else "board"
        return drawing(ground, name, title, told, bodies, tuple(self.samples(board, seen)), tiles, around, css)

    def standing_on(self, numbers: range, start: bool) -> dict[int, list[Piece]]:
        """What stands on the spaces of a board: at the start, or what is printed on them."""
        on_it = (by_place(self.book.settled) or self.standing) if start else self.printed
        return {place: lying for place, lying in on_it.items() if place in numbers}

    @property
    def listed_at_start(self) -> Iterator[Sample]:
        """What the boards say at the start of what stands on them."""
        for board in self.world.boards.values():
            for numbers in board.ranges:
                yield from self.samples(board, self.standing_on(numbers, True).values())

    def around(self, ground: Ground) -> dict[int, list[Piece]]:
        """What lies at first in the places that are drawn around a board."""
        return by_place(piece for piece in self.book.beside if ground.asides and piece.at in ground.asides.places)

    def ground(self, board: BoardInfo, which: int = 0, turn: float = 0, on_paper: bool = False) -> Ground:
        """A board as it looks, with the spaces that tables and names tell of; rings turned so far."""
        icons, colours = self.artist.look.icons, self.artist.look.colours
        tints = {number: colours[spot] for spot, (number, _) in self.spots(board).items() if spot in colours}
        spots = {number: (label, icons.get(spot, "")) for spot, (number, label) in self.spots(board).items()}
        style = self.artist.look.styles.get(board.name)
        homes = tuple(self.homes(board)) if style == "rings" else ()
        middle = self.middle() if style == "rings" else None
        trays, bar = (tuple(self.trays(board)), self.bar()) if style == "points" else ((), None)
        lots = self.lots(board, which)
        found = ground_of(board, self.artist.look, spots, lots, homes, middle, tints, turn, trays, bar, on_paper)
        sides = tuple(self.sides(board, found.layout))
        return replace(found.with_names(self.own_names(board)), sides=sides, lanes=self.lanes(board, found.layout))

    def lanes(self, board: BoardInfo, layout: Layout) -> dict[str, list[tuple[int, int]]]:
        """The lines on a board of which a table tells from which space to which each goes, where these are straight, by
        what the lines are called."""
        found: dict[str, list[tuple[int, int]]] = {}
        flat = board.kind.size == 1 and not layout.radii and not layout.heaps
        for table in self.world.tables.values() if flat else ():
            if is_of_lines(table, board):
                ends = [a.constant for a in table.attributes if a.kind is board.spaces and a.constant]
                name = opening(self.speech.name(kind_term(table.kind), many=True))
                lanes = (
                    (one - board.spaces.start, other - board.spaces.start) for one, other in zip(*ends, strict=True)
                )
                found[name] = [lane for lane in lanes if min(lane) >= 0]
        return found

    def sides(self, board: BoardInfo, layout: Layout) -> Iterator[Side]:
        """The sides of a board that players have to join, in their colours."""
        for seat, spaces in goal_spaces(self.book.rulebook, board) if board.kind.size == 1 else ():
            found = side(board.one, layout, spaces, self.artist.look.seats[seat])
            yield from [found] if found else ()

    def trays(self, board: BoardInfo) -> Iterator[Tray]:
        """The places of each player beside a board of points: what stands on these lies there, too."""
        words = (place for place in self.world.places.values() if self.lies_outside(place) and not is_bar(place))
        found = [place for place in words if place.copies == 1 and self.takes_more_than_dice(place)]
        for place in found[:1]:
            name = opening(self.speech.name(kind_term(place.kind)))
            for number, seat in zip(range(place.kind.start, place.kind.stop), self.artist.look.seats, strict=False):
                label = self.speech.label(self.seats[place.owner(number)])
                yield Tray(number, f"{name} {label}", seat)

    def takes_more_than_dice(self, place: PlaceInfo) -> bool:
        """Whether something else than dice lies in a place."""
        forms = self.artist.look.forms
        return any(forms.get(kind.name) not in ("die", None) for kind, _ in place.takes)

    def bar(self) -> Bar | None:
        """The place of each player, or of all, that is called a bar."""
        found = next(filter(is_bar, self.world.places.values()), None)
        if found is None:
            return None
        return Bar(range(found.kind.start, found.kind.stop), opening(self.speech.name(kind_term(found.kind))))

    def homes(self, board: BoardInfo) -> Iterator[Home]:
        """The places of each player beside a board of rings: in line with the player's space on the outermost."""
        look, last = self.artist.look, board.one.layout.rows[-1].spaces
        tables = (table for table in self.world.tables.values() if table.kind.parent is board.spaces)
        owners = [table.owners for table in tables if table.owners]
        found = {owner: space for owned in owners for space in reversed(last) if (owner := owned[space]) >= 0}
        outside = filter(self.lies_outside, self.world.places.values())
        named = [(place, self.copies(place)) for place in outside]
        for seat, space in sorted(found.items()):
            own = tuple(
                (number, name)
                for place, names in named
                for number, name in zip(self.owned(place, seat), names, strict=False)
            )
            if own:
                yield Home(space, look.seats[seat], own, len(found))

    def owned(self, place: PlaceInfo, seat: int) -> list[int]:
        """The numbers of the places of a player."""
        return [number for number in range(place.kind.start, place.kind.stop) if place.owner(number) == seat]

    def lies_outside(self, place: PlaceInfo) -> bool:
        """Whether it belongs to each player and takes more than cards."""
        forms = self.artist.look.forms
        taken = [form for kind, _ in place.takes if (form := forms.get(kind.name)) is not None]
        return place.each and len(place.per) == 1 and place.seen.by == "all" and any(form != "card" for form in taken)

    def copies(self, place: PlaceInfo) -> list[str]:
        """The names of equal places of a player."""
        name = opening(self.speech.name(kind_term(place.kind)))
        return [f"{name} {number}" for number in range(1, place.copies + 1)] if place.copies > 1 else [name]

    def middle(self) -> Middle | None:
        """What lies in the middle of rings: a place that is called a star, or the middle."""
        for place in self.world.places.values():
            word = last_word(place)
            if word in (*STARS, *MIDDLES) and not place.per and place.copies == 1:
                return Middle(opening(self.speech.name(kind_term(place.kind))), word in STARS)
        return None

    def bodies(self, board: BoardInfo, pieces: Iterable[Piece]) -> list[Body]:
        """Those that stand there, but for tiles whose sides show something."""
        return [self.artist.body(piece, board) for piece in pieces if self.artist.tile(piece) is None]

    def tiles(self, numbers: range, standing: Mapping[int, Sequence[Piece]]) -> dict[int, Tile]:
        """What the sides of those show that lie on one of equal boards."""
        here = ((place, lying) for place, lying in standing.items() if place in numbers)
        return {place - numbers.start: found for place, lying in here if (found := self.tile(lying))}

    def tile(self, pieces: Iterable[Piece]) -> Tile | None:
        """The uppermost tile whose sides show something."""
        return next(filter(None, map(self.artist.tile, reversed([*pieces]))), None)

    def samples(self, board: BoardInfo, standing: Iterable[Sequence[Piece]]) -> Iterator[Sample]:
        """What the pieces in a picture are called."""
        return self.artist.samples([piece for lying in standing for piece in lying], board, self.t)

    def title(self, board: BoardInfo, key: str) -> str:
        """What a drawing shows; of several boards it is said which."""
        if len(self.world.boards) == 1:
            return self.t[key]
        return self.t[f"{key}_of"].format(board=opening(self.speech.label(board.label)))

    def spots(self, board: BoardInfo) -> dict[str, tuple[int, str]]:
        """The spaces of a board that are called something, by what the rulebook calls them."""
        return {spot: (number - board.spaces.start, self.speech.label(spot)) for spot, number in board.spots.items()}

    def own_names(self, board: BoardInfo) -> dict[int, str]:
        """What a table calls spaces of each of equal boards, in place of their coordinates."""
        scope, own = self.speech.scope(), named_by_table(self.world, board)
        return {
            space - board.spaces.start: plain(self.speech.words(element(scope, *value)))
            for space, value in own.items() if space in board.ranges[0]
        }  # fmt: skip

    def lots(self, board: BoardInfo, which: int = 0) -> list[Lot]:
        """The spaces that tables name, one list after the other."""
        tables = (
            table for table in self.world.tables.values() if table.kind.members and table.kind.parent is board.spaces
        )
        lots = (self.lot(table, board, board.ranges[which]) for table in tables)
        return [*self.lands(board), *lots]

    def lands(self, board: BoardInfo) -> Iterator[Lot]:
        """The spaces of a board in the colours of what a table tells of all of them."""
        for table in self.world.tables.values():
            told = self.told_in_colours(table) if table.kind is board.spaces else None
            if told is not None:
                yield self.land(board.one.names, told.kind, told.constant or ())

    def land(self, names: Sequence[str], kind: Kind, values: Sequence[int]) -> Lot:
        """Spaces with these names in the colours of the values that they have."""
        there = {
            value: [name for name, of in zip(names, values, strict=True) if of == value] for value in sorted({*values})
        }
        scope, colour = self.speech.scope(), self.artist.look.colour
        called = {value: opening(plain(self.speech.words(element(scope, kind, value)))) for value in there}
        colours = {value: colour((kind.element(value),)) for value in there}
        letters = {
            value: shortest(name, [n for v, n in called.items() if v != value]) for value, name in called.items()
        }
        return Lot(
            " ".join(f"{called[value]}: {', '.join(spaces)}." for value, spaces in there.items()),
            {number: colours[value] for number, value in enumerate(values)},
            marks={number: letters[value] for number, value in enumerate(values)},
            samples=tuple(Sample(called[v], None, f"own {colours[v]}", letters=letters[v]) for v in there),
        )

    def told_in_colours(self, table: TableInfo) -> Attribute | None:
        """What a table tells of each space of a board, if a colour says it."""
        boards = self.world.boards.values()
        if not any(table.kind is board.spaces and board.spaces.size == len(board.one.names) for board in boards):
            return None
        listed = (a for a in table.attributes if a.kind.sort == "enumeration" and min(a.constant or (-1,)) >= 0)
        return next((a for a in listed if all(self.artist.look.colour((name,)) for name in a.kind.elements)), None)

    def draws(self, table: TableInfo) -> bool:
        """Whether all that a table tells is seen on a board: what is said of each space, or from which to which a line
        goes."""
        lined = any(is_of_lines(table, board) for board in self.world.boards.values() if board.kind.size == 1)
        return lined or (self.told_in_colours(table) is not None and len(table.attributes) == 1)

    def lot(self, table: TableInfo, board: BoardInfo, here: range) -> Lot:
        """The spaces of a table that are on one board, in the colours of their owners; on each the sign of that, or the
        icon of what is told of it, else that of the table."""
        look, owners = self.artist.look, table.owners or (-1,) * board.spaces.size
        seats = {space: owners[space - board.spaces.start] for space in table.kind.members or () if space in here}
        marks = {space: self.mark(table, space - board.spaces.start) for space in seats}
        nobodys = look.colours.get(table.name, "") or (NOBODY if max(seats.values(), default=-1) >= 0 else "")
        colours = {
            space: look.seats[seat] if seat >= 0 else self.tint(table, space - board.spaces.start) or nobodys
            for space, seat in seats.items()
        }
        icons = {space: self.icon(table, space - board.spaces.start) for space in seats}
        symbols = {space: f"sign-{look.seats[seat]}" if seat >= 0 else icons[space] for space, seat in seats.items()}
        name = opening(self.speech.name(kind_term(table.kind), many=True))
        letters = {
            s: self.lot_letters(table) if not marks[s] and not colours[s] and not symbols[s] else "" for s in seats
        }
        ground = look.grounds.get(board.name, "plain"), look.styles.get(board.name) in ("track", "paths")
        told = (f"{board.one.names[space - here.start]}{self.of(seat)}{behind(marks[space])}"
                for space, seat in seats.items())  # fmt: skip
        looks = ((colours[s], symbols[s], letters[s], self.told_of(name, seats[s], marks[s])) for s in seats)
        ordered = sorted(dict.fromkeys(looks), key=lambda look: look[0] in ("", NOBODY))
        return Lot(
            f"{name}: {', '.join(told)}.",
            here_only(colours, here),
            here_only(symbols, here),
            here_only({space: marks[space] or letters[space] for space in seats}, here),
            tuple(Sample(what, None, f"own {colour}" if colour else "space second", symbol, letter, *ground)
                  for colour, symbol, letter, what in ordered if colour or symbol or letter),
        )  # fmt: skip

    def lot_letters(self, table: TableInfo) -> str:
        """The first letters of what a table names, as no other of the tables of spaces does."""
        tables = [other for other in self.world.tables.values() if other.kind.members]
        names = {other.name: opening(self.speech.name(kind_term(other.kind), many=True)) for other in tables}
        return shortest(names[table.name], [name for key, name in names.items() if key != table.name])

    def told_of(self, name: str, seat: int, mark: str) -> str:
        """What the legend says of a space that a table names."""
        return f"{name}{self.of(seat)}" if seat >= 0 or not mark else mark

    def icon(self, table: TableInfo, number: int) -> str:
        """The icon of a space that a table names: of what it tells of it, else of the table; or a thing."""
        icons = self.artist.look.icons
        of_table = "" if any(a.kind.elements for a in table.attributes) else icons.get(table.name, "")
        found = next((icons[name] for name in told_by(table, number) if name in icons), of_table)
        thing = self.artist.look.printed.get(table.name)
        return f"thing-{thing}" if thing else f"icon-{found}" if found else ""

    def tint(self, table: TableInfo, number: int) -> str:
        """The colour that a sentence says of what a table tells of a space."""
        colours = self.artist.look.colours
        return next((colours[name] for name in told_by(table, number) if name in colours), "")

    def mark(self, table: TableInfo, number: int) -> str:
        """What a table tells of a space in words, not in numbers."""
        told = ((a, (a.constant or ())[number]) for a in table.attributes if a.kind.sort in ("enumeration", "power"))
        scope = self.speech.scope()
        return ", ".join(plain(self.speech.words(element(scope, a.kind, value))) for a, value in told if value >= 0)

    def of(self, seat: int) -> str:
        """Whose something is, behind its name."""
        return f" ({self.speech.label(self.seats[seat])})" if seat >= 0 else ""

    def name(self, board: BoardInfo, which: int) -> str:
        """One of equal boards, as it is called."""
        label = self.speech.label(board.label)
        return f"{label}: {self.speech.label(self.whose(board, which))}" if board.each else label

    def whose(self, board: BoardInfo, which: int) -> str:
        """Whose one of equal boards is; a further one has a name."""
        owner = board.owner(which)
        return self.seats[owner] if owner >= 0 else board.kind.elements[which]

    def compasses(self, spoken_of: Container[int], names: Iterable[str]) -> Iterator[Markup]:
        """The directions that are among what is spoken of (by identity), where they are the same everywhere."""
        boards = {id(board.directions): board for board in self.world.boards.values() if board.one.lattice}
        for number, (kind, board) in enumerate(boards.items(), 1):
            if kind in spoken_of:
                yield compass(
                    board.one, self.ways(board), anchor(" ".join((*names, str(number)))), self.t["directions"]
                )

    def ways(self, board: BoardInfo) -> list[str]:
        """What the directions of a board are called."""
        return [self.speech.label(label) for label in board.directions.labels]

    def description(self, board: BoardInfo, lots: Iterable[Lot] = ()) -> str:
        """The board in words, for those who cannot see it."""
        names = board.one.names
        spots = (f"{opening(label)}: {names[number]}." for number, label in self.spots(board).values())
        marks = " ".join((*spots, *(lot.told for lot in lots)))
        spaces = self.speech.name(kind_term(board.spaces), many=True).lower()
        count, first, last = len(names), names[0], names[-1]
        return self.t["drawing_text"].format(count=count, spaces=spaces, first=first, last=last, marks=marks)

    def lying(self, board: BoardInfo, numbers: range, standing: Mapping[int, Sequence[Piece]]) -> Iterator[str]:
        """What stands where, in words."""
        for space, pieces in standing.items():
            yield f"{board.one.names[space - numbers.start]}: {self.artist.all_told(pieces)}."

    @cached_property
    def printed(self) -> Mapping[int, list[Piece]]:
        """Of what stands on boards at first, that which is printed there."""
        names = {kind.name for kind in self.artist.printed.kinds}
        found = {at: [piece for piece in lying if piece.kind in names] for at, lying in self.standing.items()}
        return {at: lying for at, lying in found.items() if lying}

    @cached_property
    def standing(self) -> Mapping[int, list[Piece]]:
        """What stands where before the first turn, from the bottom to the top."""
        pieces = self.book.opening
        if pieces is None:
            pieces = tuple(piece for info in self.world.piece_infos.values() for piece in starting(info))
        return by_place(pieces)

    @property
    def stands_at_first(self) -> bool:
        """Whether something stands on a board before the first turn."""
        ends = [board.spaces for board in self.world.boards.values()]
        return any(s.start <= place < s.stop for place in self.standing for s in ends)


def last_word(place: PlaceInfo) -> str:
    return (place.kind.label or place.kind.name).lower().split()[-1]


def is_bar(place: PlaceInfo) -> bool:
    return last_word(place) in BARS and place.copies == 1


def told_by(table: TableInfo, number: int) -> list[str]:
    """What a table tells of a space, by all its names; of nothing none."""
    values = [(a.kind, (a.constant or ())[number]) for a in table.attributes if a.kind.elements]
    return [name for kind, value in values if value >= 0 for name in (kind.printed(value), kind.element(value))]


def here_only(told: Mapping[int, str], here: range) -> dict[int, str]:
    """What is told of the spaces of one board, counted from 0."""
    return {space - here.start: value for space, value in told.items()}


def behind(mark: str) -> str:
    """What is told of a space, behind its name."""
    return f" {mark}" if mark else ""


def by_place(pieces: Iterable[Piece]) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.at, []).append(piece)
    return found


def starting(info: PieceInfo) -> Iterator[Piece]:
    """The pieces of a kind where they start."""
    owners = info.owners or (-1,) * len(info.starts)
    return (Piece(info.kind.name, place, owner) for place, owner in zip(info.starts, owners, strict=False))


def is_of_lines(table: TableInfo, board: BoardInfo) -> bool:
    """Whether a table tells of lines from which space of a board to which each goes."""
    ends = [a for a in table.attributes if a.kind is board.spaces and a.constant]
    return len(ends) == 2 and table.kind.parent is not board.spaces
