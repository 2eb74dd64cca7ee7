"""Where the pieces are before the setup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from dsl import model, tree
from dsl.model.world import BoardInfo, Kind, PieceInfo, PlaceInfo
from dsl.resolve.box.contents import Box
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.names import all_names, constant_called, find_kind
from dsl.resolve.places import LYING
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

MOST_PLACES = 3  # that are proposed

Value = tuple[Kind, int]


def place_pieces(box: Box) -> None:
    """Where all pieces lie before the setup, once it is known what places take."""
    nodes = {item.title.name: item for item in box.items if isinstance(item, tree.Piece)}
    for name, info in box.world.piece_infos.items():
        place_at_first(box, nodes[name], info)


def place_at_first(box: Box, node: tree.Piece, info: PieceInfo) -> None:
    """Where each piece of this very kind lies before the setup."""
    if not info.owners:
        return
    starts = starting_line(box, info.kind)
    with faults_noted(box.context):
        if starts is None:
            wrong("E0308", f"Nothing says where {articled(info.kind.name)} is at first.", node.span,
                  hints=tuple(under(node, line) for line in beginnings(box, info)))  # fmt: skip
        info.starts = tuple(first_place(box, starts, info, which) for which in range(len(info.owners)))


def under(node: tree.Piece, line: str) -> str:
    """A line for a kind of piece, with the heading under which it stands if that is short."""
    title = node.title
    is_short = not (title.label or node.kind)
    return f"piece {'the ' if title.the else ''}{title.name}, and under it: {line}" if is_short else line


def beginnings(box: Box, info: PieceInfo) -> tuple[str, ...]:
    """Where pieces of a kind can be at first: in places that take them, or in one that is still to be declared."""
    owned = all(owner >= 0 for owner in info.owners)
    players = (box.world.players,) if owned else ()
    fitting = [p for p in box.world.places.values() if p.copies == 1 and p.per in ((), players)]
    taking = [p for p in fitting if not p.takes or any(info.kind.is_a(kind) for kind, _ in p.takes)]
    found = [f"starts in the {place.kind.name}{' of the owner' if place.per else ''}" for place in taking]
    free = next(name for name in ("Box", "Supply", info.kind.name + " Supply") if name not in box.world.places)
    return tuple(found[:MOST_PLACES]) or (f"starts in the {free}, and at the left edge: place {free}",)


def starting_line(box: Box, kind: Kind) -> tree.Starts | None:
    """The `starts` line of the kind, or of the nearest kind that it is a sort of."""
    names: list[str] = []
    above: Kind | None = kind
    while above is not None:
        names.append(above.name)
        above = above.parent
    nodes = {i.title.name: i for i in box.items if isinstance(i, tree.Piece)}
    lines = (line for n in names if n in nodes for line in nodes[n].lines if isinstance(line, tree.Starts))
    return next(lines, None)


def first_place(box: Box, line: tree.Starts, info: PieceInfo, which: int) -> int:
    """Where one piece of the very kind starts, the first of which has the number 0."""
    phrase, owner = line.where.of, info.owners[which]
    if line.where.preposition not in LYING:
        wrong("E0308", f"A piece starts in a place or on a space, not {line.where.preposition} one.", line.span)
    space = first_space(box, phrase, owner, line)
    if space is not None:
        return space
    name, of, words = place_name(phrase)
    constant = constant_called(box.context, name, line.span)
    place, number = numbered(box, name)
    if place is not None and line.where.preposition == "on":
        place.on = True
    if of is None and isinstance(constant, model.Constant) and constant.kind.sort in ("space", "place"):
        return constant.value
    if place is None or place.kind.unique:
        wrong("E0201", f"There is no place called {name}.", line.span, near=near(name, all_names(box.context)),
              hints=(f"place {name}",))  # fmt: skip
    if place.copies > 1 and not number:
        wrong("E0308", f"There are {place.copies} places {name}; a piece starts in a certain one.", line.span,
              hints=(f"starts in {place.kind.elements[0]}",) if not place.per else ())  # fmt: skip
    said = [value_called(place, word, phrase) for word in words]
    said += values_said(box, place, of, info, which, line) if of is not None else ()
    values = [value for kind in place.per for of_kind, value in said if of_kind is kind]
    if len(values) != len(place.per) or len(said) != len(values):
        each = " and ".join("player" if kind is box.world.players else kind.name for kind in place.per)
        message = f"There is one {place.kind.name} for each {each}; say {'whose' if each == 'player' else 'for which'}."
        wrong("E0308", message, line.span, hints=(f"starts in the {place.kind.name} of {of_which(box, place)}",))
    return place.location(values, number)


def value_called(place: PlaceInfo, word: str, phrase: tree.Node) -> Value:
    """`red`, of the red Pile."""
    kinds = [kind for kind in place.per if word in kind.elements]
    if len(kinds) != 1:
        words = [element for kind in place.per for element in kind.elements]
        wrong("E0205", f"There is no {word} {place.kind.name}.", phrase.span, near=near(word, words))
    return kinds[0], kinds[0].start + kinds[0].elements.index(word)


def numbered(box: Box, name: str) -> tuple[PlaceInfo | None, int]:
    """`Pile 2` as the place and the number."""
    of, _, number = name.rpartition(" ")
    if name in box.world.places or not number.isdecimal():
        return box.world.places.get(name), 0
    place = box.world.places.get(of)
    return (place, int(number)) if place and 0 < int(number) <= place.copies > 1 else (None, 0)


def of_which(box: Box, place: PlaceInfo) -> str:
    """How a line says for what a place is there, the owner last."""
    kinds = sorted(place.per, key=lambda kind: kind is box.world.players)
    return " of ".join("the owner" if kind is box.world.players else f"the {kind.name}" for kind in kinds)


def values_said(
    box: Box, place: PlaceInfo, phrase: tree.Node, info: PieceInfo, which: int, line: tree.Starts
) -> Iterator[Value]:
    """`the Colour of the owner`, of a piece: its Colour, and whose it is."""
    match phrase:
        case tree.The(noun=tree.Noun(words=(), name=name), where=tree.Where(preposition="of", of=tree.It())):
            message = "What the piece itself has is said with `the` where it starts."
            hint = f"starts {line.where.preposition} the {place.kind.name} of the {name}"
            wrong("E0206", message, phrase.span, hints=(hint,))
        case tree.The(noun=tree.Noun(words=(), name=name), where=where) if where is None or where.preposition == "of":
            attribute = next((a for a in box.world.attributes(info.kind) if a.name == name and a.constant), None)
            if attribute is None:
                refuse_varying(box, name, info, line)
            yield attribute.kind, (attribute.constant or ())[which + info.kind.start - attribute.of.start]
            if where is not None:
                yield from values_said(box, place, where.of, info, which, line)
        case tree.Name(name=name, of=None) if isinstance(
            found := constant_called(box.context, name, line.span), model.Constant
        ):
            yield found.kind, found.value
        case tree.Word(word=word) if any(word in kind.elements for kind in place.per):
            message = "Which place of several it is stands before its Name."
            hint = f"starts {line.where.preposition} the {word} {place.kind.name}"
            wrong("E0206", message, phrase.span, hints=(hint,))
        case _:  # any other says whose
            player = player_meant(box, place.kind.name, owner_word(box, phrase), info.owners[which], line)
            yield box.world.players, player


def refuse_varying(box: Box, name: str, info: PieceInfo, line: tree.Starts) -> NoReturn:
    """Complains of what a piece does not have from the first to the last."""
    kind = find_kind(box.context, name)
    own = [a.name for a in box.world.attributes(info.kind) if a.constant]
    hints = (f"there is one for each {name}",) if kind else ()
    message = f"No {name} of {articled(info.kind.name)} is known before the setup: only one that never changes is."
    wrong("E0308", message, line.span, near=near(name, own), hints=hints)


def first_space(box: Box, phrase: tree.Node, owner: int, line: tree.Starts) -> int | None:
    """`X0Y0 of the Hull of the owner`, `the Helm of the owner`; None for anything else."""
    spots = {spot: board for board in box.world.boards.values() if board.each for spot in board.spots}
    match phrase:
        case tree.Name(name=name, of=tree.The(noun=tree.Noun(name=whole), where=None)) if board := next(
            (b for b in box.world.boards.values() if whole in b.kind.elements), None
        ):
            return board.ranges[board.kind.elements.index(whole)][space_of(board, name, line)]
        case (
            tree.Name(name=name, of=tree.The(noun=tree.Noun(name=whole), where=tree.Where(of=of)))
            | tree.The(
                noun=tree.Noun(name=name),
                where=tree.Where(of=tree.The(noun=tree.Noun(name=whole), where=tree.Where(of=of))),
            )
        ) if whole in box.world.boards and box.world.boards[whole].each:
            board = box.world.boards[whole]
            number = space_of(board, name, line)
            return board.ranges[player_meant(box, whole, owner_word(box, of), owner, line)][number]
        case (
            tree.Name(name=name, of=of)
            | tree.The(noun=tree.Noun(words=(), name=name), where=tree.Where(preposition="of", of=of))
        ) if of is not None and name in spots:
            board = spots[name]
            player = player_meant(box, board.name, owner_word(box, of), owner, line)
            return board.ranges[player][space_of(board, name, line)]
        case _:  # others mean no space
            return None


def space_of(board: BoardInfo, name: str, line: tree.Starts) -> int:
    """The number of a space of a board, or of each of several, by its name there."""
    number = board.number(name)
    if number is None:
        names = (*board.one.names, *board.spots)
        wrong("E0201", f"A {board.name} has no space called {name}.", line.span, near=near(name, names))
    return number


def player_meant(box: Box, name: str, of: str, owner: int, line: tree.Starts) -> int:
    """Which player's place or board of that name is meant."""
    player = owner if of == "owner" else player_number(box, of, line)
    if player < 0:
        wrong("E0309", f"This {name} would be the owner's, but the piece has no owner.", line.span)
    return player


def place_name(phrase: tree.Node) -> tuple[str, tree.Node | None, tuple[str, ...]]:
    """`the red Stock of Imperial` as "Stock", `Imperial` and the words before the Name."""
    match phrase:
        case tree.Name(name=name, of=of):
            return name, of, ()
        case tree.The(noun=tree.Noun(words=words, name=name), where=None):
            return name, None, words
        case tree.The(noun=tree.Noun(words=words, name=name), where=tree.Where(preposition="of", of=of)):
            return name, of, words
        case _:
            wrong("E0206", "Pieces start in a place: `starts in the Stock of Imperial`.", phrase.span)


def owner_word(box: Box, phrase: tree.Node) -> str:
    match phrase:
        case tree.Name(name=name, of=None):
            return name
        case tree.The(noun=tree.Word(word="owner"), where=None):
            return "owner"
        case _:
            places = [place.kind.name for place in box.world.places.values() if place.kind.unique]
            hints = tuple(f"starts in the {name}" for name in places[:1])
            message = (
                "A place belongs to a player or the owner, or is that of a value. "
                "Pieces that start elsewhere are moved there in the setup."
            )
            wrong("E0206", message, phrase.span, hints=hints)


def player_number(box: Box, name: str | None, line: tree.Starts) -> int:
    players = box.world.players.elements
    if name not in players:
        wrong("E0201", f"Say whose: there is no player called {name}.", line.span, near=players)
    return players.index(name)
