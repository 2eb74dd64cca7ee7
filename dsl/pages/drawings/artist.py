"""What the pieces of a game look like, in the words of a language: from what is seen of each to how it is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.sides import drawn_attributes
from dsl.model.world import Attribute, BoardInfo, Kind, World
from dsl.pages.drawings.boards import Sample
from dsl.pages.drawings.lettering import shortest
from dsl.pages.drawings.look import Look, look_of
from dsl.pages.drawings.palette import said_colour
from dsl.pages.drawings.pieces import THINGS, Body
from dsl.pages.drawings.tiles import Tile, heading_of, printed_on, tile
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Adjective, Article, Form, Noun, Quoted, Term
from dsl.prose.nouns import attribute_term, element, kind_term
from dsl.prose.printed import Printed
from dsl.prose.speech import Speech, plain
from dsl.prose.unseen import Unseen

FACED = "face-up"
NAME = "name"  # of what is printed on a piece
UNKNOWN = "?"  # what is not even called anything
NUMBERED = ("die", "pointer")  # what shows its number


class Artist:
    """Knows how the pieces of a rulebook look."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.world = speech.book.world
        self.seats = self.world.players.labels or self.world.players.elements
        self.bodies: dict[tuple[object, ...], Body] = {}
        self.tiles: dict[tuple[object, ...], Tile | None] = {}

    @cached_property
    def look(self) -> Look:
        return look_of(self.speech.book)

    @cached_property
    def unseen(self) -> frozenset[Attribute]:
        """The numbers that only the program keeps."""
        return Unseen(self.speech.book).numbers

    @cached_property
    def printed(self) -> Printed:
        return Printed(self.speech.book)

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters of the kinds of pieces that have no icon, where there are several kinds."""
        infos = self.world.piece_infos
        parents = {info.kind.parent for info in infos.values()}
        lying = [kind for kind, form in self.look.forms.items() if form not in ("card", "die")]
        names = {k: self.kind_name(k) for k in lying if infos[k].kind not in parents}
        if len(names) < 2:
            return {kind: self.look.letters.get(kind, "") for kind in names}
        alone = {kind: name for kind, name in names.items() if kind not in self.look.icons}
        said = {kind: letters for kind, letters in self.look.letters.items() if kind in infos}
        found = {kind: shortest(name, [n for k, n in alone.items() if k != kind]) for kind, name in alone.items()}
        return found | said

    def kind_name(self, kind: str) -> str:
        found = self.speech.name(kind_term(self.world.piece_infos[kind].kind))
        return found[:1].upper() + found[1:]

    def kind(self, piece: Piece) -> Kind:
        return self.world.piece_infos[piece.kind].kind

    def attribute(self, kind: Kind, name: str) -> Attribute:
        return next(attribute for attribute in self.world.attributes(kind) if attribute.name == name)

    # ------------------------------------------------------------------------------------------------------ as it looks

    def body(self, piece: Piece, board: BoardInfo | None = None) -> Body:
        """How a piece on a board is drawn; of equal pieces it is made once."""
        own = piece.kind, piece.seen_as, piece.seat, piece.hidden, piece.values, piece.flags
        key = *own, board.name if board else ""
        if key not in self.bodies:
            self.bodies[key] = self.new_body(piece, board)
        return self.bodies[key]

    def new_body(self, piece: Piece, board: BoardInfo | None) -> Body:
        if not piece.kind:
            is_card = self.look.forms.get(piece.seen_as) == "card"
            return Body(form="card" if is_card else "tile", down=True, six=self.six(board), flat=self.flat(board))
        kind = self.kind(piece)
        form = self.look.forms[piece.kind]
        had = self.look.colour(value for _, value in piece.values) or self.look.colours.get(piece.kind, "")
        owner = self.look.seats[piece.seat] if piece.seat >= 0 else ""
        turned = form == "tile" and self.lies_down(kind, piece)
        told = not turned and (form not in THINGS or piece.kind in self.look.said)
        icon, letters = self.called(kind, piece, form == "tile") if told else ("", "")
        quality = [flag for flag in piece.flags if flag != FACED]
        if len(quality) == 1 and not icon and not letters and self.look.quality(piece.kind, quality[0]):
            icon, quality = self.look.quality(piece.kind, quality[0]), []
        whose = self.icon_of_owner(piece) if form in ("disc", "figure") and not icon and not letters else ""
        icon = icon or whose
        return Body(
            form="disc" if form == "figure" and not icon else form,
            colour=had or owner or said_colour((kind.label or kind.name).split()) or "grey",
            owner=owner if had and owner != had and self.of_several(kind) else "",
            icon=icon,
            letters=letters,
            signed=self.look.signed and not whose,
            shown=self.number(kind, piece) if form in NUMBERED else 0,
            heading=self.heading(kind, piece, board),
            badges=tuple((self.look.quality(piece.kind, flag), self.flag(kind, flag)[:1].upper()) for flag in quality),
            down=turned,
            six=self.six(board),
            flat=self.flat(board),
            loaded=form == "tile" and bool(self.world.piece_infos[piece.kind].takes),
        )

    def icon_of_owner(self, piece: Piece) -> str:
        """What tells whose a piece is that nothing else is drawn on, if players have icons."""
        return self.look.icons.get(self.world.players.elements[piece.seat], "") if piece.seat >= 0 else ""

    def of_several(self, kind: Kind) -> bool:
        """Whether pieces of a kind can be of one player or another, so that it is told whose each is."""
        return len(set(self.world.piece_infos[kind.name].owners)) > 1 or self.world.changes_owner(kind)

    def tile(self, piece: Piece) -> Tile | None:
        """What the sides of a piece show, if everybody sees which piece it is; of equal pieces it is made once."""
        if not piece.kind or piece.hidden:
            return None
        key = piece.kind, piece.values
        if key not in self.tiles:
            self.tiles[key] = self.new_tile(piece)
        return self.tiles[key]

    def new_tile(self, piece: Piece) -> Tile | None:
        kind, world = self.kind(piece), self.world
        found = tile(world, kind, printed_on(world, kind, piece.values), heading_of(world, kind, piece.values))
        return replace(found, outline=()) if found and kind in self.printed.kinds else found

    def lies_down(self, kind: Kind, piece: Piece) -> bool:
        """Whether it shows its back: not all see what it is, or it is not face up where all that it can be is that."""
        own = self.world.attributes(kind)
        if any(attribute.seen.by != "all" for attribute in own):
            return piece.hidden
        known = kind.name in self.look.said  # that it is one all know, as else it would have no kind here
        return not known and any(attribute.name == FACED for attribute in own) and FACED not in piece.flags

    def six(self, board: BoardInfo | None) -> bool:
        return board is not None and board.one.lattice is not None and len(board.one.outline) == 6

    def flat(self, board: BoardInfo | None) -> bool:
        """Whether the spaces of a board have six sides, one of which is on top."""
        return self.six(board) and board is not None and all(abs(x) > 0.01 for x, _ in board.one.outline)

    def called(self, kind: Kind, piece: Piece, by_value: bool) -> tuple[str, str]:
        """The icon or the letters of a piece: of what it shows, if it is a tile, else of its kind."""
        own = by_value and piece.kind not in self.look.said
        worded = [(self.attribute(kind, name), value) for name, value in piece.values] if own else []
        for attribute, value in worded:
            if attribute.kind.sort in ("enumeration", "power") and self.look.is_pictured(value):
                return self.pictured(attribute, value, ())
        if (sort := self.sort(piece)) is not None:
            return self.pictured(*sort, [name for name in self.lettered if name != piece.kind])
        return self.look.icons.get(piece.kind, ""), self.letters.get(piece.kind, "")

    def pictured(self, attribute: Attribute, value: str, beside: Iterable[str]) -> tuple[str, str]:
        """The icon or the letters of a value, which no other value of its kind has and nothing of what is beside it."""
        if value in self.look.letters:
            return "", self.look.letters[value]
        icon = self.look.icons.get(value, "")
        names = attribute.kind.labels or attribute.kind.elements
        told = dict(zip(attribute.kind.elements, map(opening, names), strict=True))
        others = [name for name in told.values() if name != told[value]]
        return icon, "" if icon else shortest(told[value], [*others, *map(self.kind_name, beside)])

    @property
    def lettered(self) -> list[str]:
        """The kinds that letters of their names tell."""
        return [kind for kind, letters in self.letters.items() if letters and kind not in self.look.letters]

    def sort(self, piece: Piece) -> tuple[Attribute, str] | None:
        """The one value of a list by which pieces of a kind differ that has no picture, and that all see."""
        if not piece.kind or self.look.forms[piece.kind] != "disc" or piece.kind in {*self.look.said, *self.look.icons}:
            return None
        had = ((self.attribute(self.kind(piece), name), value) for name, value in piece.values)
        found = [(a, v) for a, v in had if a.constant is not None and a.kind.sort == "enumeration" and not a.names]
        seen = [(a, v) for a, v in found if self.look.is_pictured(v) and not (a.seen.stated and a.seen.by != "all")]
        return seen[0] if len(seen) == 1 else None

    def number(self, kind: Kind, piece: Piece) -> int:
        """The first number that it has."""
        return next((number for _, number in self.numbers(kind, piece)), 0)

    def numbers(self, kind: Kind, piece: Piece) -> Iterator[tuple[Attribute, int]]:
        """Those that are seen on it: of what points somewhere only such as change, which are no part of its picture."""
        found = [(self.attribute(kind, name), value) for name, value in piece.values]
        if self.look.forms[piece.kind] == "pointer":
            found = [(a, value) for a, value in found if a.constant is None]
        yield from ((a, int(value)) for a, value in found if a.kind.sort == "range" and value.isdecimal())

    def heading(self, kind: Kind, piece: Piece, board: BoardInfo | None) -> Point | None:
        """Where a piece points on a board whose directions are the same everywhere."""
        return next((way for _, way in self.headings(kind, piece, board)), None)

    def headings(self, kind: Kind, piece: Piece, board: BoardInfo | None) -> Iterator[tuple[Attribute, Point]]:
        told = dict(piece.values)
        found = ((a, told[a.name]) for a in reversed(self.world.attributes(kind)) if a.name in told)
        ways = (
            (a, self.way(a, a.kind.start + a.kind.elements.index(v), board)) for a, v in found if v in a.kind.elements
        )
        yield from ((a, way) for a, way in ways if way is not None)

    def heading_at_first(self, kind: Kind, board: BoardInfo | None) -> Point | None:
        """Where a piece points as it is printed."""
        changing = (a for a in reversed(self.world.attributes(kind)) if a.constant is None)
        return next((way for a in changing if (way := self.way(a, a.initial, board)) is not None), None)

    def way(self, attribute: Attribute, value: int, board: BoardInfo | None) -> Point | None:
        return direction(self.world, attribute.kind, value, board)

    # --------------------------------------------------------------------------------------------------------- in words

    def told(self, piece: Piece) -> str:
        """A piece in words: "asteroid", "man (Black), crowned"."""
        return self.in_words(piece, piece.values)

    def named(self, piece: Piece) -> str:
        """A piece in the words that tell it from others beside its picture."""
        return self.in_words(piece, self.telling(piece)) if piece.kind else self.unseen_told(piece)

    def unseen_told(self, piece: Piece) -> str:
        """What all see that a piece is of which not all see what it is."""
        return self.kind_name(piece.seen_as) if piece.seen_as in self.world.piece_infos else UNKNOWN

    def telling(self, piece: Piece) -> list[tuple[str, str]]:
        """The values that tell it from others beside its picture: no numbers, but the only one of what shows it."""
        numbers = {name for name, _ in piece.values if self.attribute(self.kind(piece), name).kind.sort == "range"}
        if len(numbers) == 1 and self.look.forms[piece.kind] in NUMBERED:
            numbers = set()
        return [value for value in piece.values if value[0] not in numbers]

    def thing(self, piece: Piece, article: Article) -> Form:
        """A piece as a sentence speaks of it: "Blue’s ship", "the black shard", or by the name that it alone has."""
        if not piece.kind:
            seen = self.world.piece_infos.get(piece.seen_as)
            return Noun(kind_term(seen.kind), article) if seen else Quoted(UNKNOWN)
        if (name := self.own_name(piece)) is not None:
            return name
        kind, owner = self.kind(piece), self.owner(piece)
        colours = (had for had in self.telling(piece) if said_colour(had[1:]))
        told = (self.had(self.attribute(kind, name).kind, value) for name, value in colours)
        adjectives = tuple(form.term for form in told if isinstance(form, Noun))
        return Noun(kind_term(kind), "the" if owner or kind.unique else article, adjectives=adjectives, of=owner)

    def owner(self, piece: Piece) -> Form | None:
        """The player whose it is."""
        players = self.world.players
        return element(self.speech.scope(), players, players.start + piece.seat) if piece.seat >= 0 else None

    def own_name(self, piece: Piece) -> Form | None:
        """The name that is printed on a piece and on no other."""
        told = dict(piece.values).get(NAME) if piece.kind else None
        if told is None:
            return None
        attribute = self.attribute(self.kind(piece), NAME)
        known = [attribute.kind.element(value) for value in attribute.constant or () if value >= 0]
        return self.had(attribute.kind, told) if known.count(told) == 1 else None

    def told_beside(self, piece: Piece) -> Iterator[str]:
        """What else tells a piece from others that have no name of their own: all but its colours."""
        if piece.kind and self.own_name(piece) is None:
            yield from self.qualities(piece, [value for value in self.telling(piece) if not said_colour(value[1:])])

    def in_words(self, piece: Piece, told: Iterable[tuple[str, str]], called: str = "") -> str:
        """A piece, with some of its values."""
        if not piece.kind:
            return self.unseen_told(piece)
        whose = f" ({self.speech.label(self.seats[piece.seat])})" if piece.seat >= 0 else ""
        name = f"{self.kind_name(piece.kind)}{whose}{f' “{called}”' if called else ''}"
        return ", ".join((name, *self.qualities(piece, told)))

    def qualities(self, piece: Piece, told: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Some values of a piece, as far as they are told, and its flags."""
        kind = self.kind(piece)
        lines = {attribute.name for attribute in drawn_attributes(self.world, kind)}
        values = (self.value(kind, *v) for v in told if v[0] not in lines and self.matters(piece, *v))
        yield from dict.fromkeys(values)  # what is called like what is on it is told once
        yield from self.flags(kind, piece)

    def all_told(self, pieces: Sequence[Piece]) -> str:
        """Several pieces, those that are alike as one with their number."""
        counts = Counter(map(self.called_told, pieces))
        return "; ".join(told if count == 1 else f"{count} × {told}" for told, count in counts.items())

    def called_told(self, piece: Piece) -> str:
        return self.in_words(piece, piece.values, piece.called)

    def sort_told(self, piece: Piece) -> str:
        """What sort of piece it is, for the legend: without what is seen of it otherwise. A tile is what it shows."""
        if not piece.kind:
            return self.unseen_told(piece)
        whose, values = self.owner_told(piece), [*dict.fromkeys(self.values_shown(piece))]
        own = self.kind_name(piece.kind) + (f" ({self.speech.label(whose)})" if whose else "")
        name = opening(", ".join(values)) if values else own
        if (sort := self.sort(piece)) is not None:
            name = f"{own}, {self.value(self.kind(piece), sort[0].name, sort[1])}"
        return ", ".join((name, *self.flags_shown(piece)))

    def owner_told(self, piece: Piece) -> str:
        """Whose a piece is, if that has to be told, as the colour that shows it is not what the player is called."""
        label = self.seats[piece.seat] if piece.kind and piece.seat >= 0 else ""
        is_told = label and self.of_several(self.kind(piece)) and not said_colour((label,))
        return label if is_told and self.body(piece).form != "figure" else ""

    def samples(self, pieces: Sequence[Piece], board: BoardInfo | None, t: Mapping[str, str]) -> Iterator[Sample]:
        """What the pieces in a picture are called: of each sort the first, and of each colour where a sort is there in
        several and these are not seen to be what they are called. `t` are the fixed words of a language."""
        any_of, pieces = t["any_of"], self.in_order(pieces)
        lying = [piece for piece in pieces if self.tile(piece) is None]  # what sides show needs no other words
        looks = {(self.sort_told(piece), *self.colours_told(piece, any_of)) for piece in lying}
        often = Counter(sort for sort, *_ in looks)
        told: dict[str, Piece] = {}
        for piece in lying:
            sort = self.sort_told(piece)
            known = often[sort] > 1 or self.open_colour(piece) is not None
            colours = self.colours_told(piece, any_of) if known else ()
            told.setdefault(", ".join((sort, *(colour for colour in colours if opening(colour) != sort))), piece)
        yield from (
            Sample(self.with_shown(sort, piece, board, t), self.body(piece, board)) for sort, piece in told.items()
        )

    def in_order(self, pieces: Sequence[Piece]) -> list[Piece]:
        """First what there is only one of, then others that are no tiles, tiles that lie face down and those that do
        not, and at last what lies on others."""
        takes = {name: bool(info.takes) for name, info in self.world.piece_infos.items()}
        carrying = {piece.at: piece.kind for piece in pieces if takes.get(piece.kind)}

        def place(piece: Piece) -> tuple[bool, bool, bool, bool]:
            if not piece.kind:
                return True, False, True, True
            kind, is_tile = self.kind(piece), self.look.forms[piece.kind] == "tile"
            is_up = is_tile and not self.lies_down(kind, piece)
            return not kind.unique, carrying.get(piece.at, piece.kind) != piece.kind, is_tile, is_up

        return sorted(pieces, key=place)

    def with_shown(self, sort: str, piece: Piece, board: BoardInfo | None, t: Mapping[str, str]) -> str:
        """A sort of pieces with what is seen of one besides: that it lies face down, or its number and its heading."""
        if not piece.kind and sort != UNKNOWN:
            return t["face_down"].format(piece=sort)
        if not piece.kind or piece.flags:
            return sort
        kind, form = self.kind(piece), self.look.forms[piece.kind]
        if form == "tile" and self.lies_down(kind, piece):
            return t["face_down"].format(piece=sort)
        told = (self.numbers(kind, piece), self.headings(kind, piece, board)) if form == "pointer" else ()
        nouns = [Noun(attribute_term(first[0]), "bare") for found in told if (first := next(found, None))]
        shown = [plain(self.speech.words(noun)) for noun in nouns]
        return t["piece_shows"].format(piece=sort, shown=", ".join(shown)) if shown else sort

    def colours_told(self, piece: Piece, any_of: str) -> tuple[str, ...]:
        """The colour that a piece has by what it is, in words, if it can have several."""
        free = self.open_colour(piece)
        if free is not None:
            return (any_of.format(what=plain(self.speech.words(Noun(attribute_term(free), "bare")))),)
        seen = (
            (name, value) for name, value in piece.values if self.look.colour((value,)) and not said_colour((value,))
        )
        told = (self.value(self.kind(piece), name, value) for name, value in seen)
        return tuple(value for value in told if value not in [*self.values_shown(piece)])

    def open_colour(self, piece: Piece) -> Attribute | None:
        """By what a piece could have one colour or another, where it is all the same which."""
        if not piece.kind or piece.hidden:
            return None
        known = {name for name, _ in piece.values}
        own = (a for a in self.world.attributes(self.kind(piece)) if a.declared and a.kind.sort == "enumeration")
        free = (a for a in own if a.name not in known)
        return next((a for a in free if all(self.look.colour((value,)) for value in a.kind.elements)), None)

    def values_shown(self, piece: Piece) -> Iterator[str]:
        """What a face-up tile shows."""
        kind, look = self.kind(piece), self.look
        if look.forms[piece.kind] == "tile" and not self.lies_down(kind, piece) and kind.name not in look.said:
            for name, value in piece.values:
                if self.attribute(kind, name).kind.sort in ("enumeration", "power") and look.is_pictured(value):
                    yield self.value(kind, name, value)

    def flags_shown(self, piece: Piece) -> Iterator[str]:
        """What a piece is besides."""
        return (self.flag(self.kind(piece), flag) for flag in piece.flags if flag != FACED)

    def flags(self, kind: Kind, piece: Piece) -> Iterator[str]:
        return (self.flag(kind, flag) for flag in piece.flags)

    def matters(self, piece: Piece, name: str, value: str) -> bool:
        """Whether a value is told: a number where it is drawn, or is no more what it was at first."""
        attribute = self.attribute(self.kind(piece), name)
        shown = self.look.forms[piece.kind] in NUMBERED
        return attribute.kind.sort != "range" or shown or (
            value != str(attribute.initial) and attribute not in self.unseen
        )  # fmt: skip

    def value(self, kind: Kind, name: str, value: str) -> str:
        attribute = self.attribute(kind, name)
        of = attribute.kind
        if of.sort == "range":
            return f"{self.speech.name(attribute_term(attribute))} {value}"
        match self.had(of, value):
            case Noun(term=term):
                return self.speech.name(term, of=kind_term(kind))
            case form:  # in its own words
                return plain(self.speech.words(form))

    def had(self, of: Kind, value: str) -> Form:
        """A value of a kind that has names for its values."""
        number = (of.labels if value in of.labels else of.elements).index(value)
        return element(self.speech.scope(), of, of.start + number)

    def read(self, piece: Piece, spoken: Container[str]) -> Piece:
        """A piece with what players read of it: without the numbers by which a game only keeps its books, and those
        that are not among what is spoken of."""
        if not piece.kind or self.look.forms[piece.kind] in NUMBERED:
            return piece
        kind = self.kind(piece)
        kept = tuple(pair for pair in piece.values if self.is_read(self.attribute(kind, pair[0]), spoken))
        return piece if kept == piece.values else replace(piece, values=kept)

    def is_read(self, attribute: Attribute, spoken: Container[str]) -> bool:
        is_told = attribute.kind.sort != "range" or attribute.name in spoken or attribute.constant is not None
        return is_told and attribute not in self.unseen

    def counted(self, one: Piece, other: Piece) -> Iterator[tuple[Attribute, str, str]]:
        """The numbers that a piece has otherwise than before: (what it is a number of, before, after)."""
        if one.kind and one.kind == other.kind:
            before = dict(one.values)
            for name, value in other.values:
                attribute = self.attribute(self.kind(other), name)
                if attribute.kind.sort == "range" and before.get(name, value) != value:
                    yield attribute, before[name], value

    def changed(self, one: Piece, other: Piece) -> Iterator[str]:
        """What a piece is no more, and whose it was and is if one does not see that, in signs."""
        if one.kind and one.kind == other.kind:
            lost = (flag for flag in one.flags if flag not in other.flags and flag != FACED)
            yield from (f"− {self.flag(self.kind(one), flag)}" for flag in lost)
            if one.seat != other.seat and self.body(one).colour == self.body(other).colour:
                yield " → ".join(self.speech.label(self.seats[p.seat]) if p.seat >= 0 else "–" for p in (one, other))

    def has_numbers(self, piece: Piece) -> bool:
        """Whether it has several numbers that change."""
        attributes = self.world.attributes(self.kind(piece)) if piece.kind else ()
        return sum(a.declared and a.constant is None and a.kind.sort == "range" for a in attributes) > 1

    def number_name(self, attribute: Attribute) -> str:
        """What a number is a number of."""
        return plain(self.speech.words(Noun(attribute_term(attribute), "bare")))

    def called_briefly(self, piece: Piece) -> str:
        """A piece as a sentence speaks of it, without an article."""
        thing = self.thing(piece, "bare")
        return plain(self.speech.words(replace(thing, article="bare") if isinstance(thing, Noun) else thing))

    def turned(self, one: Piece, other: Piece) -> Iterator[tuple[Attribute, Form]]:
        """The values with names that a piece of the same kind has otherwise than before: (what it is, what it is
        now)."""
        before = dict(one.values)
        for name, value in self.telling(other):
            attribute = self.attribute(self.kind(other), name)
            if attribute.kind.sort != "range" and before.get(name, value) != value:
                yield attribute, self.had(attribute.kind, value)

    def flag(self, kind: Kind, name: str) -> str:
        return plain(self.speech.words(self.quality(kind, name)))

    def quality(self, kind: Kind, name: str) -> Adjective:
        return Adjective(Term(name, proper=True, about=self.attribute(kind, name)), to=Noun(kind_term(kind)))


def direction(world: World, kind: Kind, value: int, board: BoardInfo | None) -> Point | None:
    """Along which direction of a board a value lies: one of its directions, or that which a table has for it."""
    if board is None or board.one.lattice is None:
        return None
    steps = board.one.lattice.steps
    if kind is board.directions:
        return board.one.lattice.centre(*steps[(value - kind.start) % len(steps)])
    table = next((table for table in world.tables.values() if table.kind is kind), None)
    rows = next((a.constant or () for a in table.attributes if a.kind is board.directions), ()) if table else ()
    number = rows[value - kind.first] - board.directions.start if rows else -1
    return board.one.lattice.centre(*steps[number % len(steps)]) if number >= 0 else None
