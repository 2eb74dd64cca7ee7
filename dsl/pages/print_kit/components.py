"""What is in the box, piece by piece, as it is printed to be cut out: cards, tokens, dice.

Only what the rulebook declares is on them: what a piece is called, what it has that never changes, whose it is. What
shows something at its sides is a tile; what has a name or is shuffled is a card, and what has a text of its own, but
for what is placed on boards, and for what a sentence says is drawn as something else; what is rolled is a die; what
covers rings of a board is a strip; all else is a token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain

from dsl import model
from dsl.board.scene import Piece
from dsl.icons import icon_for, icon_for_deed
from dsl.model.sides import drawn_attributes
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Attribute, Kind, PieceInfo, World
from dsl.pages.drawings.artist import FACED, Artist
from dsl.pages.drawings.look import Look, inherited, onto
from dsl.pages.drawings.palette import said_colour
from dsl.pages.drawings.pieces import THINGS, Body
from dsl.pages.drawings.tiles import lines_told, tile
from dsl.pages.guide.single_pieces import own_words, said_of_single
from dsl.pages.print_kit.backs import Backs
from dsl.pages.print_kit.covers import covering
from dsl.pages.print_kit.items import CUBE, Face, Half, Item, Make, Trait
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import attribute_term, kind_term
from dsl.prose.speech import Line, Speech, plain


class Components:
    """Tells what the pieces of a rulebook look like, in the words of a language."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.world: World = speech.book.world
        self.rolled = dict(rolled(speech.book))
        self.book = speech.book
        self.shuffled = tuple(shuffled(speech.book))
        self.covering = covering(speech.book)
        self.backs = Backs(self.world)
        self.single = said_of_single(speech)
        self.words = own_words(speech, self.names())
        self.asked: dict[Kind, tuple[str, ...]] = {}
        self.known: dict[Kind, tuple[Item, ...]] = {}
        self.artist = Artist(speech)

    def names(self) -> Iterator[str]:
        """What the pieces are called that have names of their own."""
        for info in self.world.piece_infos.values():
            for attribute in (a for a in self.world.attributes(info.kind) if a.names):
                yield from (self.value(attribute, value) for value in set(attribute.values_of(info.kind)))

    def items(self) -> Iterator[Item]:
        """All pieces in the order of the file that are not printed on boards; those that look alike stand together."""
        for info in self.world.piece_infos.values():
            yield from () if self.artist.printed.has(info) else self.of_kind(info)

    def of_kind(self, info: PieceInfo) -> tuple[Item, ...]:
        """The pieces of a kind, but not those that are only a sort of it."""
        if info.kind not in self.known:
            self.known[info.kind] = tuple(self.made(info))
        return self.known[info.kind]

    def made(self, info: PieceInfo) -> Iterator[Item]:
        constants = self.constants(info)
        for (owner, *values), count in Counter(self.rows(info)).items():
            had = dict(zip(constants, values, strict=True))
            face, back = self.face(info.kind, owner, had), self.back(info, owner, had)
            face, turned = self.two_sides(info, had, face) if back is None and owner < 0 else (face, None)
            turned = turned or (self.turned(info.kind, face) if back is None else None)
            boards = self.placed[info.kind]
            counted, pointing = (self.shown_by(found) for found in self.on_die(info.kind, face.body))
            faces = self.faces(info.kind) or (CUBE if counted else ())
            sort = opening(self.speech.name(kind_term(info.kind), many=count > 1 or len(info.owners) > 1))
            make, whose = self.make(info.kind, had), self.whose(owner)
            alone = info.kind is self.only_kind
            yield Item(make, count, face, whose, back, turned, faces, boards, sort, counted, pointing, alone)

    def constants(self, info: PieceInfo) -> list[Attribute]:
        return [a for a in self.world.attributes(info.kind) if a.constant is not None]

    def rows(self, info: PieceInfo) -> list[tuple[int, ...]]:
        """For each piece of a kind whose it is, and what it has that never changes."""
        return [*zip(info.owners, *(a.values_of(info.kind) for a in self.constants(info)), strict=False)]

    def waiting(self, location: int, left: Collection[str] = ()) -> Iterator[Item]:
        """The pieces that are in a place at the beginning, each by itself, of those kinds that are left there, if any
        are."""
        for info in (info for name, info in self.world.piece_infos.items() if not left or name in left):
            rows = self.rows(info)
            items = dict(zip(Counter(rows), self.of_kind(info), strict=True))
            yield from (items[had] for had, start in zip(rows, info.starts, strict=False) if start == location)

    @cached_property
    def cards(self) -> frozenset[Kind]:
        """The kinds of pieces that are cards."""
        infos = self.world.piece_infos.values()
        return frozenset(info.kind for info in infos for item in self.of_kind(info) if item.make == "card")

    @cached_property
    def only_kind(self) -> Kind | None:
        """The one kind of pieces that are neither cards nor dice, if there is but one."""
        infos = (info for info in self.world.piece_infos.values() if not self.artist.printed.has(info))
        others = [i.kind for i in infos if not self.faces(i.kind) and not any(map(i.kind.is_a, self.shuffled))]
        return others[0] if len(others) == 1 else None

    def whose(self, owner: int) -> str:
        return self.speech.label(self.seats[owner]) if owner >= 0 else ""

    def make(self, kind: Kind, had: Mapping[Attribute, int]) -> Make:
        if self.faces(kind):
            return "die"
        if kind in self.covering:
            return "strip"
        if tile(self.world, kind, had) and not any(map(is_power, had)) and not any(self.text(had)):
            return "tile"
        if form := self.drawn_so.get(kind.name):
            return "card" if form == "card" else "token"
        named = any(attribute.names for attribute in had) or (any(self.text(had)) and kind not in self.moved)
        return "card" if named or any(kind.is_a(other) for other in self.shuffled) else "token"

    @cached_property
    def drawn_so(self) -> Mapping[str, str]:
        """The forms of kinds of pieces that a sentence says."""
        return inherited(self.book.looks.forms, [info.kind for info in self.world.piece_infos.values()])

    @cached_property
    def moved(self) -> frozenset[Kind]:
        """The kinds of pieces that are moved to boards, where cards would be too large."""
        return frozenset(kind for board in self.world.boards.values() for kind, _ in onto(self.book, board))

    @cached_property
    def placed(self) -> Mapping[Kind, frozenset[str]]:
        """The boards on which pieces of each kind are placed."""
        found: dict[Kind, set[str]] = {info.kind: set() for info in self.world.piece_infos.values()}
        for board in self.world.boards.values():
            moved = {kind for kind, _ in chain(onto(self.book, board), onto(self.book, board, *self.book.setup))}
            for info in self.world.piece_infos.values():
                related = any(info.kind.is_a(kind) or kind.is_a(info.kind) for kind in moved)
                if related or any(map(board.spaces.has, info.starts)):
                    found[info.kind].add(board.name)
        return {kind: frozenset(names) for kind, names in found.items()}

    def faces(self, kind: Kind) -> tuple[int, ...]:
        """The numbers on a die."""
        face = next((face for die, face in self.rolled.items() if kind.is_a(die)), None)
        return tuple(range(face.kind.low, face.kind.high + 1)) if face else ()

    def on_die(self, kind: Kind, body: Body) -> tuple[Attribute | None, Attribute | None]:
        """What the die shows that stands on what points somewhere, and what it shows by where it points."""
        changing = [a for a in self.world.attributes(kind) if a.constant is None]
        counted = next((a for a in changing if a.kind.sort == "range" and a.kind.high == len(CUBE)), None)
        if body.form != "pointer" or counted is None:
            return None, None
        boards = [self.world.boards[name] for name in self.placed[kind]]
        ways = (a for a in reversed(changing) if any(self.artist.way(a, a.initial, board) for board in boards))
        return counted, next(ways, None)

    def shown_by(self, attribute: Attribute | None) -> str:
        return self.speech.name(attribute_term(attribute)) if attribute else ""

    def face(self, kind: Kind, owner: int, had: Mapping[Attribute, int]) -> Face:
        """All that a piece shows to whoever sees it."""
        calling, own = called_by(had) or self.sort_of(had), opening(self.speech.name(kind_term(kind)))
        told = [(a, value) for a, value in self.looked_up(had) if not is_power(a)]
        shown = [(a, value) for a, value in had.items() if not a.kind.is_nothing(value) and a is not calling]
        drawn, lines = drawn_attributes(self.world, kind), lines_told(self.speech, kind, had)
        title = self.value(calling, had[calling]) if calling else own
        had_besides = (self.trait(a, value, kind) for a, value in [*shown, *told] if a not in drawn)
        traits = tuple(trait for trait in had_besides if trait.told != title)
        return Face(
            title=title,
            lines=(*map(opening, lines), *(trait.told for trait in traits)),
            text=tuple(self.text(had)),
            css=self.colour(kind, owner, had),
            kind=own if calling else "",
            owner=self.whose(owner),
            halves=tuple(self.half(a, value) for a, value in self.looked_up(had) if is_power(a)),
            tile=tile(self.world, kind, had),
            traits=traits,
            icon=self.icon(calling, had[calling]) if calling else self.look.icons.get(kind.name, ""),
            arrows=self.look.arrows.get(kind.name, ""),
            body=self.body(kind, owner, had),
            letters=self.look.letters.get(calling.kind.element(had[calling]), "") if calling else "",
        )

    def sort_of(self, had: Mapping[Attribute, int]) -> Attribute | None:
        """What tells of which sort a piece without a name is: its one value of a list that no colour shows and that
        not all see where it lies face down."""
        listed = [a for a, value in had.items() if a.kind.sort == "enumeration" and not a.kind.is_nothing(value)]
        told = [a for a in listed if not a.side and not (a.seen.stated and a.seen.by == "all")]
        plain = [a for a in told if not self.look.colour((a.kind.element(had[a]),))]
        return plain[0] if len(plain) == 1 else None

    def body(self, kind: Kind, owner: int, had: Mapping[Attribute, int], hidden: bool = False) -> Body:
        """How a piece is drawn on the first board, face up if nothing of it is hidden."""
        seen = ((a, value) for a, value in had.items() if is_said(a, value))
        told = tuple((a.name, str(value) if a.kind.sort == "range" else a.kind.element(value)) for a, value in seen)
        flags = () if hidden else (FACED,)
        board = next(iter(self.world.boards.values()), None)
        found = self.artist.body(Piece(kind.name, -1, owner, hidden=hidden, values=told, flags=flags), board)
        placed = (self.world.boards[name] for name in self.placed[kind])
        headings = (self.artist.heading_at_first(kind, board) for board in placed)
        return replace(found, heading=found.heading or next(filter(None, headings), None))

    def trait(self, attribute: Attribute, value: int, kind: Kind) -> Trait:
        name, number = opening(self.speech.name(attribute_term(attribute))), attribute.kind.sort in ("range", "number")
        called = "" if number or not attribute.kind.elements else attribute.kind.element(value)
        css, icon = self.look.colour(filter(None, (called,))), self.look.icons.get(called, "")
        said = opening(self.speech.had(attribute, value, kind))
        thing = self.coloured.get(attribute.kind) if css else None
        form = self.look.forms[thing.name] if thing else "disc"
        so = self.speech.with_value(thing, attribute, value) if thing else ""
        return Trait(name, self.value(attribute, value), css, icon, number or bool(attribute.side), said, form, so)

    @cached_property
    def coloured(self) -> Mapping[Kind, Kind]:
        """The tokens that are told apart by values of a kind."""
        infos = [info for info in self.world.piece_infos.values() if self.drawn_so.get(info.kind.name) in THINGS]
        return {a.kind: info.kind for info in infos for a in self.world.attributes(info.kind) if a.constant is not None}

    def icon(self, attribute: Attribute, value: int) -> str:
        """That which a sentence says of what a piece is called, else that which its words ask for."""
        kind = attribute.kind
        return self.look.icons.get(kind.elements[value - kind.start], "") or self.deeds(kind)[value - kind.start]

    def deeds(self, kind: Kind) -> tuple[str, ...]:
        """The icons that the names of what is done ask for, if at least half of them do."""
        if kind not in self.asked:
            found = tuple(icon_for_deed(name, things=kind.sort == "power") for name in kind.labels or kind.elements)
            self.asked[kind] = found if 2 * sum(map(bool, found)) >= len(found) else ("",) * len(found)
        return self.asked[kind]

    def text(self, had: Mapping[Attribute, int]) -> Iterator[str]:
        """What is done with a piece by its powers, and what is said of it alone: the designer's words, or the rules."""
        for attribute, value in had.items():
            if is_power(attribute) and value >= 0:
                yield from self.power(attribute.kind, value)
            if attribute.names and not attribute.kind.is_nothing(value):
                single = self.single.get(attribute.kind.elements[value - attribute.kind.start], ())
                yield from self.words.get(self.value(attribute, value), single)

    def half(self, attribute: Attribute, value: int) -> Half:
        return Half(self.value(attribute, value), self.power(attribute.kind, value), self.icon(attribute, value))

    def looked_up(self, had: Mapping[Attribute, int]) -> Iterator[tuple[Attribute, int]]:
        """What tables tell of what a piece has."""
        for table in self.world.tables.values():
            for value in (value for a, value in had.items() if a.kind is table.kind and not a.kind.is_nothing(value)):
                told = ((a, (a.constant or ())[value - table.kind.first]) for a in table.attributes)
                yield from ((a, found) for a, found in told if not a.kind.is_nothing(found))

    def back(self, info: PieceInfo, owner: int, had: Mapping[Attribute, int]) -> Face | None:
        """What a piece shows to whoever does not see all of it, or where it lies unseen among others."""
        if self.world.seen(info.kind).by != "all":
            body = self.body(info.kind, owner, {}, hidden=True)
            common = self.backs.named.get(info.kind, info.kind)
            seen = ((a, value) for a, value in had.items() if a.seen.stated and a.seen.by == "all")
            told = tuple(self.trait(a, value, info.kind).told for a, value in seen)
            return replace(self.of_deck(common, owner), lines=told, body=body)
        shown = {a: value for a, value in had.items() if a.seen.by == "all"}
        if len(shown) < len(had):
            return replace(self.face(info.kind, owner, shown), body=self.body(info.kind, owner, shown, hidden=True))
        common = self.backs.named.get(info.kind, info.kind)
        if info.kind not in self.backs.named or self.make(info.kind, had) != "card":
            return None
        return self.of_deck(common, owner if common in self.backs.owned else -1)

    def of_deck(self, common: Kind, owner: int) -> Face:
        """What is on the back of all cards of a deck: it is called as the game is where it alone has cards of several
        kinds, all of which are called by the name that they share."""
        named = self.backs.named
        mixed = {deck for deck, count in Counter(named.values()).items() if count > 1}
        kinds = [kind for kind, deck in named.items() if deck is common]
        own, *names = ((kind.label or kind.name).casefold() for kind in (common, *kinds))
        shared = all(own in name for name in names)
        title = self.titled if mixed == {common} and shared else opening(self.speech.name(kind_term(common)))
        return Face(title, css=self.owned(owner), icon=self.emblem)

    @property
    def titled(self) -> str:
        return self.speech.lexicon.heading(self.speech.book.label)

    def turned(self, kind: Kind, face: Face) -> Face | None:
        """The other side of a tile that can be one thing of which a sentence says the icon, or of a disc that bears
        nothing and can be one thing that has any: it is turned over then."""
        own, body = self.world.attributes(kind), face.body
        if body.form == "tile":
            icons = {a.name: self.look.qualities.get((kind.name, a.name), "") for a in own}
        elif body.form == "disc" and not body.icon and not body.letters:
            icons = {a.name: self.look.quality(kind.name, a.name) for a in own if a.kind.sort == "truth"}
        else:
            return None
        found = [(name, icon) for name, icon in icons.items() if icon]
        if len(found) != 1:
            return None
        (name, icon), *_ = found
        return replace(face, text=(self.artist.flag(kind, name),), body=replace(body, icon=icon))

    def two_sides(self, info: PieceInfo, had: Mapping[Attribute, int], face: Face) -> tuple[Face, Face | None]:
        """What becomes one player's or another's, with no other player, and is nobody's in the box: each side is in the
        colour of one of them."""
        if len(self.seats) != 2 or not self.world.changes_owner(info.kind) or self.make(info.kind, had) != "token":
            return face, None
        one, other = (self.body(info.kind, seat, had) for seat in range(2))
        if one.colour == other.colour:
            return face, None
        whose = [self.whose(seat) for seat in range(2)]
        front = replace(face, body=one, css=one.colour, lines=(*face.lines, whose[0]))
        return front, replace(face, body=other, css=other.colour, text=(whose[1],))

    @cached_property
    def emblem(self) -> str:
        """The icon of the whole game: that which a word of its name asks for."""
        return next(filter(None, map(icon_for, self.speech.book.label.split())), "")

    @property
    def seats(self) -> tuple[str, ...]:
        return self.world.players.labels or self.world.players.elements

    @property
    def look(self) -> Look:
        return self.artist.look

    def owned(self, owner: int) -> str:
        """The colour of a player, or nothing."""
        return self.look.seats[owner] if owner >= 0 else ""

    def colour(self, kind: Kind, owner: int, had: Mapping[Attribute, int]) -> str:
        """That of its owner, if no sentence says another; or that which it has, or which what it is called says."""
        if owner >= 0 and kind.name not in self.look.colours:
            return self.owned(owner)
        names = [a.kind.elements[value - a.kind.start] for a, value in had.items() if a.kind.elements]
        return self.look.colour((*names, kind.name)) or said_colour(kind.label.split())

    def value(self, attribute: Attribute, value: int) -> str:
        return opening(self.speech.had(attribute, value))

    def power(self, family: Kind, number: int) -> tuple[str, ...]:
        """What a power does, in paragraphs."""
        powers = self.speech.book.powers.values()
        found = next((p for p in powers if p.family is family and p.number == number), None)
        return tuple(self.told(found)) if found else ()

    def told(self, power: model.Power) -> Iterator[str]:
        """In the designer's words, if they are short; else in full, with what steps with a name do that are told so."""
        if short := self.in_short(power):
            yield from short
            return
        lines = self.speech.effects(power, alone=True)
        yield from paragraphs(lines)
        named = (run.about for line in lines for run in line.words if isinstance(run.about, model.Procedure))
        for step in {id(step): step for step in named}.values():
            if short := self.in_short(step):
                yield f"{self.speech.title(step)}: {' '.join(short)}"

    def in_short(self, definition: model.Power | model.Procedure) -> list[str]:
        return [line.text for line in self.speech.short(definition, alone=True)]


def called_by(had: Mapping[Attribute, int]) -> Attribute | None:
    """What of all that it has a piece is called by: its name, else the first power that it bears."""
    names = (attribute for attribute, value in had.items() if attribute.names and not attribute.kind.is_nothing(value))
    powers = (attribute for attribute, value in had.items() if is_power(attribute) and value >= 0)
    return next(names, None) or next(powers, None)


def is_said(attribute: Attribute, value: int) -> bool:
    return not attribute.kind.is_nothing(value) and attribute.kind.sort in ("enumeration", "power", "range")


def is_power(attribute: Attribute) -> bool:
    return attribute.kind.sort == "power"


def paragraphs(lines: Iterable[Line]) -> Iterator[str]:
    """Sentences as paragraphs: what stands under one begins on a new line, the rest goes on."""
    row: list[str] = []
    for line in lines:
        row.append(bare(line))
        if line.children:
            yield " ".join(row)
            yield from (f"• {' '.join(sentences(child))}" for child in line.children)
            row = []
    if row:
        yield " ".join(row)


def sentences(line: Line) -> Iterator[str]:
    yield bare(line)
    for child in line.children:
        yield from sentences(child)


def bare(line: Line) -> str:
    """A line with its title, without what stands under it."""
    return f"{line.title}: {plain(line.words)}" if line.title else plain(line.words)


def everything(book: model.Rulebook) -> Iterator[model.Node]:
    """All that the rulebook says is done or asked."""
    for item in (book.setup, book.play, *definitions_of(book)):
        yield from nodes_in(item)


def rolled(book: model.Rulebook) -> Iterator[tuple[Kind, Attribute]]:
    """The kinds of pieces that are rolled, each with its face."""
    for node in everything(book):
        if isinstance(node, model.Roll):
            yield node.kind, node.face


def shuffled(book: model.Rulebook) -> Iterator[Kind]:
    """The kinds of pieces that lie in a place which is shuffled: those that it takes, or that start there."""
    world = book.world
    for kind in (node.place.kind for node in everything(book) if isinstance(node, model.Shuffle)):
        yield from (taken for taken, _ in world.taken_by(kind))
        infos = world.piece_infos.values()
        yield from (info.kind for info in infos if any(kind.has(place) for place in info.starts))


def borne(world: World) -> frozenset[Kind]:
    """The kinds of what never changes on a piece, and of what a table tells of that: powers that stand on cards."""
    own = {attribute.kind for info in world.piece_infos.values() for attribute in world.attributes(info.kind)
           if attribute.constant is not None}  # fmt: skip
    return frozenset(own | {a.kind for table in world.tables.values() if table.kind in own for a in table.attributes})
