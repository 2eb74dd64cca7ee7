"""How the things of a game look, as its rules make them where no sentence says it: the style and the ground of each
board, the colours of the players, the form of each kind of pieces, and the icons that names ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from dsl import model
from dsl.builtins import NEIGHBOUR
from dsl.icons import icon_for, path_of
from dsl.men import MEN
from dsl.model.looks import Looks
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import BoardInfo, Kind, World
from dsl.pages.drawings.icons import icons_for
from dsl.pages.drawings.palette import colours_of, said_colour

Style = Literal["chequered", "crossings", "points", "holes", "rings", "track", "paths", "tiles"]
Form = Literal[
    "card", "tile", "pointer", "die", "carrier", "figure", "stone", "disc", "rock", "crystal", "cube", "pawn", "house"
]

POINTS = 24  # spaces of a line that are drawn as points
PIPS = 6
SQUARES = ("grid", "grid-with-corners", "open-grid")
TRACKS = ("track", "trilha", "pista")  # a board that is called so is one
STONES = ("stone", "pedra")  # what is called so lies on crossings, where it never moves on
CARDS, DICE = ("card", "carta"), ("die", "dado")


@dataclass(frozen=True)
class Look:
    """What is drawn of a game. `icons` are by the names of the rulebook: kinds, tables, spots and values; so are
    `colours` and `letters`, where a sentence says them. `qualities` are the icons of what a kind of pieces can be.
    `signed`: a colour is told by a sign, too, which it need not be where all is white or black. `said` are the kinds of
    pieces of which a sentence says an icon or letters, `arrows` the arrows on those that have some; `printed` is the
    thing that is drawn on the spaces of a table."""

    seats: tuple[str, ...] = ()
    styles: Mapping[str, Style] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    qualities: Mapping[tuple[str, str], str] = field(default_factory=dict)
    signed: bool = True
    said: frozenset[str] = frozenset()
    arrows: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)

    def colour(self, names: Iterable[str]) -> str:
        """The first colour that a name has, or is; or nothing."""
        return next(filter(None, (self.colours.get(name, "") or said_colour((name,)) for name in names)), "")

    def is_pictured(self, value: str) -> bool:
        """Whether a value is told by an icon or letters, and not by a colour alone."""
        return value in self.icons or value in self.letters or not self.colour((value,))

    def quality(self, kind: str, flag: str) -> str:
        """The icon of what a piece is besides."""
        return self.qualities.get((kind, flag), "") or icon_for(flag)


def look_of(book: model.Rulebook) -> Look:
    """How a game looks: as its sentences about that say, else as its rules ask for."""
    world, said = book.world, book.looks
    values = {value for kind in world.kinds.values() if kind.sort == "enumeration" for value in coloured(kind, said)}
    players = world.players
    called = zip(players.elements, players.labels or players.elements, strict=True)
    spaces = {*world.tables, *(spot for board in world.boards.values() for spot in board.spots)}
    had = {colour for name, colour in said.colours.items() if name not in spaces}
    seats = colours_of([said.colours.get(name, label) for name, label in called], {*values, *had})
    styles = {board.name: style_of(book, board) for board in world.boards.values()}
    plain = {*seats, *values} <= {"white", "black"}
    kinds = [info.kind for info in world.piece_infos.values()]
    told = {**said.icons, **inherited({**said.icons, **dict.fromkeys(said.letters, "")}, kinds)}
    icons = dict(icons_of(world)) | {name: icon for name, icon in told.items() if path_of(icon) or icon in said.own}
    letters = {**said.letters, **inherited({**said.letters, **dict.fromkeys(said.icons, "")}, kinds)}
    return Look(
        seats,
        styles,
        {name: said.grounds.get(name) or said.ground or ground_of(style, plain) for name, style in styles.items()},
        {kind.name: form_of(world, kind) for kind in kinds} | cast(dict[str, Form], inherited(said.forms, kinds)),
        {name: icon for name, icon in icons.items() if not letters.get(name)},
        {**said.colours, **inherited(said.colours, kinds)},
        {name: told for name, told in letters.items() if told},
        {(kind.name, flag): icon for kind in kinds for (of, flag), icon in said.qualities.items() if is_sort(kind, of)},
        not plain,
        frozenset(inherited({**said.icons, **said.letters}, kinds)),
        inherited(said.arrows, kinds),
        {table: form for table, form in said.forms.items() if table in world.tables and table not in world.piece_infos},
    )


def inherited(said: Mapping[str, str], kinds: Iterable[Kind]) -> dict[str, str]:
    """What is said of kinds of pieces, or of what they are sorts of."""
    found = ((kind.name, next((of for of in line_of(kind) if of in said), None)) for kind in kinds)
    return {name: said[of] for name, of in found if of is not None}


def line_of(kind: Kind | None) -> Iterator[str]:
    """The names of a kind and of those that it is a sort of."""
    while kind is not None:
        yield kind.name
        kind = kind.parent


def is_sort(kind: Kind, of: str) -> bool:
    return of in line_of(kind)


def coloured(kind: Kind, said: Looks) -> Iterator[str]:
    """The colours among the values of a kind."""
    told = (said.colours.get(value, "") or said_colour((value,)) for value in (*kind.elements, *kind.labels))
    return filter(None, told)


# --------------------------------------------------------------------------------------------------------------- boards


def style_of(book: model.Rulebook, board: BoardInfo) -> Style:
    """The style that a sentence says, else the first that fits."""
    if board.name in book.looks.styles:
        return cast(Style, book.looks.styles[board.name])
    if board.word == "ring-board":
        return "rings"
    if board.word in ("line", "ring") and not board.one.joined:
        called = {*board.label.lower().split(), *board.spaces.label.lower().split()} & set(TRACKS)
        if board.word == "line" and len(board.one.names) == POINTS and not called:
            return "points"
        return "track"
    if board.word in SQUARES:
        coming = list(onto(book, board))
        if any(goes_on for _, goes_on in coming):
            return "chequered"
        if any(filled_from_below(act) for act in book.actions.values()):
            return "holes"
        if coming and all(last(kind) in STONES for kind, _ in coming):
            return "crossings"
    return "paths" if board.one.lattice is None else "tiles"


def ground_of(style: Style, plain: bool) -> str:
    if style == "points":
        return "cloth"
    return "wood" if style == "crossings" or (plain and style == "chequered") else "plain"


def onto(book: model.Rulebook, board: BoardInfo, *parts: model.Statement) -> Iterator[tuple[Kind, bool]]:
    """Which kinds of pieces are moved to spaces of a board in some parts of a rulebook, if none are given in play, and
    whether from other spaces."""
    searched: Iterable[object] = parts or (book.play, *definitions_of(book))
    nodes = [node for part in searched for node in nodes_in(part)]
    found = {node.variable: node for node in nodes if isinstance(node, model.Selection)}
    for move in (node for node in nodes if isinstance(node, model.Move)):
        what = move.what
        chosen = what if isinstance(what, model.Selection) else getattr(what, "selection", None)
        if isinstance(what, model.Use):
            chosen = found.get(what.variable)
        if move.to.kind.is_a(board.spaces):
            place = chosen.place if chosen is not None else None
            off = isinstance(place, model.Located) and is_place(place.where)
            yield (what.variable.kind if isinstance(what, model.Selection) else what.kind), not off


def is_place(where: model.Expression | Kind) -> bool:
    return (where if isinstance(where, Kind) else where.kind).sort == "place"


def filled_from_below(act: model.Act) -> bool:
    """Whether it asks for something on the neighbour to the south."""
    asked = (node for need in act.needs for node in nodes_in(need.condition) if isinstance(need.condition, model.Not))
    return any(
        isinstance(node, model.BuiltIn)
        and node.value is NEIGHBOUR
        and any(isinstance(a, model.Constant) and a.name == "south" for a in node.arguments)
        for node in asked
    )


# --------------------------------------------------------------------------------------------------------------- pieces


def form_of(world: World, kind: Kind) -> Form:
    """The first form that fits a kind of pieces."""
    own = world.attributes(kind)
    info = world.piece_infos[kind.name]
    if last(kind) in CARDS:
        return "card"
    if any(a.kind.sort != "truth" and a.seen.by != "all" for a in own) or any(a.name == "face-up" for a in own):
        return "tile"
    if info.starts and all(is_deck(world, place) for place in info.starts):
        return "card"
    if any(a.kind.sort == "direction" for a in own):
        return "pointer"
    numbers = (a for a in own if a.kind.sort == "range" and a.constant is None)
    if last(kind) in DICE or any(a.kind.low == 1 and a.kind.high == PIPS for a in numbers):
        return "die"
    if info.takes:
        return "carrier"
    if icon_for(kind.label).startswith("chess-"):
        return "figure"
    return "stone" if last(kind) in STONES else "disc"


def is_deck(world: World, number: int) -> bool:
    """Whether what lies in a place lies in order, and nobody sees it."""
    places = (place for place in world.places.values() if place.kind.start <= number < place.kind.stop)
    return any(place.ordered and place.seen.by == "nobody" for place in places)


def last(kind: Kind) -> str:
    """The last word of what a kind is called."""
    return (kind.label or kind.name).lower().split()[-1]


# ---------------------------------------------------------------------------------------------------------------- icons


def icons_of(world: World) -> Iterator[tuple[str, str]]:
    """What names ask for: kinds of pieces, the values of each kind, tables of spaces, and named spaces."""
    kinds = [info.kind for info in world.piece_infos.values()]
    for parent in {id(kind.parent): kind.parent for kind in kinds}.values():
        sorts = [kind for kind in kinds if kind.parent is parent]
        labels = {kind.label: kind.name for kind in sorts}
        alone = parent is world.pieces
        found = {n: i for n in labels if (i := icon_for(n))} if alone else icons_for(labels)
        yield from ((labels[name], icon) for name, icon in found.items())
    cards = {a.kind for kind in kinds if form_of(world, kind) == "card" for a in world.attributes(kind) if a.names}
    for kind in world.kinds.values():
        if kind.sort in ("enumeration", "power") and not any(coloured(kind, Looks())):
            found = icons_for(kind.labels or kind.elements)
            is_court = kind in cards and any(
                icon in MEN for icon in found.values()
            )  # whose kings are no men of a board
            yield from () if is_court else found.items()
    seats = world.players.elements
    found = icons_for(world.players.labels or seats)
    yield from zip(seats, found.values(), strict=False) if len(found) == len(seats) else ()
    for table in world.tables.values():
        if table.kind.members and (icon := icon_for(table.name)):
            yield table.name, icon
    for board in world.boards.values():
        yield from ((spot, icon) for spot in board.spots if (icon := icon_for(spot)))
