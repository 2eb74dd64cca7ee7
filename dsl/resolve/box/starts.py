"""Where the pieces are before the setup."""

from __future__ import annotations

from dsl import model, tree
from dsl.model.world import BoardInfo, Kind, PieceInfo
from dsl.resolve.box.contents import Box
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.names import all_names, constant_called
from dsl.resolve.places import LYING
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

MOST_PLACES = 3  # that are proposed


def place_at_first(box: Box, node: tree.Piece, info: PieceInfo) -> None:
    """Where each piece of this very kind lies before the setup."""
    if not info.owners:
        return
    starts = starting_line(box, info.kind)
    with faults_noted(box.context):
        if starts is None:
            wrong("E0308", f"Nothing says where {articled(info.kind.name)} is at first.", node.span,
                  hints=beginnings(box, info))  # fmt: skip
        info.starts = tuple(first_place(box, starts, owner) for owner in info.owners)


def beginnings(box: Box, info: PieceInfo) -> tuple[str, ...]:
    """Where pieces of a kind can be at first: in places that take them, or in one that is still to be declared."""
    owned = all(owner >= 0 for owner in info.owners)
    fitting = [place for place in box.world.places.values() if place.copies == 1 and (owned or not place.each)]
    taking = [p for p in fitting if not p.takes or any(info.kind.is_a(kind) for kind, _ in p.takes)]
    found = [f"starts in the {place.kind.name}{' of the owner' if place.each else ''}" for place in taking]
    return tuple(found[:MOST_PLACES]) or ("place Box", "starts in the Box")


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


def first_place(box: Box, line: tree.Starts, owner: int) -> int:
    phrase = line.where.of
    if line.where.preposition not in LYING:
        wrong("E0308", f"A piece starts in a place or on a space, not {line.where.preposition} one.", line.span)
    space = first_space(box, phrase, owner, line)
    if space is not None:
        return space
    name, of = place_name(box, phrase)
    constant = constant_called(box.context, name, line.span)
    place = box.world.places.get(name)
    if place is not None and line.where.preposition == "on":
        place.on = True
    if of is None and isinstance(constant, model.Constant) and constant.kind.sort in ("space", "place"):
        return constant.value
    if place is None or place.kind.unique:
        wrong("E0201", f"There is no place called {name}.", line.span, near=near(name, all_names(box.context)),
              hints=(f"place {name}",))  # fmt: skip
    if place.copies > 1:
        wrong("E0308", f"There are {place.copies} places {name}; a piece starts in a certain one.", line.span)
    if of is None:
        wrong("E0308", f"There is one {name} for each player; say whose.", line.span,
              hints=(f"starts in the {name} of the owner",))  # fmt: skip
    return place.kind.start + player_meant(box, name, of, owner, line)


def first_space(box: Box, phrase: tree.Node, owner: int, line: tree.Starts) -> int | None:
    """`X0Y0 of the Hull of the owner`; None for anything else."""
    match phrase:
        case tree.Name(name=name, of=tree.The(noun=tree.Noun(name=whole), where=None)) if (
            whole in box.world.boards and not box.world.boards[whole].each
        ):
            board = box.world.boards[whole]
            return board.spaces.start + space_of(board, name, line)
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


def place_name(box: Box, phrase: tree.Node) -> tuple[str, str | None]:
    """`the Stock of Imperial` as ("Stock", "Imperial")."""
    match phrase:
        case tree.Name(name=name, of=None):
            return name, None
        case tree.The(noun=tree.Noun(words=(), name=name), where=None):
            return name, None
        case tree.The(noun=tree.Noun(words=(), name=name), where=tree.Where(preposition="of", of=of)):
            return name, owner_word(box, of)
        case _:
            wrong("E0206", "Pieces start in a place: `starts in the Stock of Imperial`.", phrase.span)


def owner_word(box: Box, phrase: tree.Node) -> str:
    match phrase:
        case tree.Name(name=name, of=None):
            return name
        case tree.The(noun=tree.Word(word="owner"), where=None):
            return "owner"
        case _:
            places = [place.kind.name for place in box.world.places.values() if not place.each and place.copies == 1]
            hints = tuple(f"starts in the {name}" for name in places[:1])
            message = (
                "A place belongs to a player, or to the owner. "
                "Pieces that start elsewhere are moved there in the setup."
            )
            wrong("E0206", message, phrase.span, hints=hints)


def player_number(box: Box, name: str | None, line: tree.Starts) -> int:
    players = box.world.players.elements
    if name not in players:
        wrong("E0201", f"Say whose: there is no player called {name}.", line.span, near=players)
    return players.index(name)
