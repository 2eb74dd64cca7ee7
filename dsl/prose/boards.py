"""Boards: their shape, their spaces with names, and what a rulebook says of steps, directions and numbers on them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from dsl import model
from dsl.analysis.grids import Grid
from dsl.model import Rulebook
from dsl.model.world import BoardInfo, Kind, Link
from dsl.prose.box import attribute_lines, fact, has_corners, taken
from dsl.prose.forms import Amount, Attached, Form, Listed, Noun, Step, phrase
from dsl.prose.nodes import nodes_of
from dsl.prose.nouns import kind_term, named, spot_called, variable_term
from dsl.prose.scope import Scope

CLOSED = ("ring", "ring-board")
TOUCHING = {"line": "in_a_row", "ring": "round", "ring-board": "on_rings", "network": "by_lines"}
MANY = 3  # more directions than these, after the first, are not known to everybody
HEADINGS = {"north": "heading_up", "east": "heading_right", "forward": "heading_right"}  # of the first direction


Spoken = frozenset[tuple[str, Kind | None]]
"""What is spoken of, and of which spaces or directions (None: of those of any board)."""


def spoken_of(book: Rulebook, without: Container[int] = ()) -> Spoken:
    """What a rulebook speaks of that the shape of its boards settles: neighbours, distances, directions (`heading`: one
    by its name), straight lines, the file, rank and ring of a space. `without` are definitions, by identity, that have
    no say."""
    found = {(sort, kind) for node in nodes_of(book, without) for sort, kind in asked(node)}
    return frozenset(found | ({("line", None)} if book.world.lines else set()))


def asked(node: model.Node) -> Iterator[tuple[str, Kind | None]]:
    match node:
        case model.BuiltIn(value=what, arguments=arguments) | model.Related(relation=what, arguments=arguments):
            yield from ((sort, spaces_among(*arguments)) for sort in what.explained)
        case model.Constant(kind=kind) if kind.sort == "direction":
            yield "heading", kind
        case _:  # nothing else is explained by the board
            pass


def spaces_among(*asked: model.Expression) -> Kind | None:
    """Of which spaces something is asked, where that is said: a piece may be on any."""
    return next((one.kind for one in asked if one.kind.sort == "space"), None)


def speaks(spoken: Spoken, sort: str, info: BoardInfo) -> bool:
    """Whether something is asked of a board."""
    kinds = [kind for found, kind in spoken if found == sort]
    return any(kind is None or kind is info.directions or kind.is_a(info.spaces) for kind in kinds)


def gridded(found: Grid) -> Step:
    """What the numbers around a piece are in a picture of what its power gives."""
    space, target = Noun(kind_term(found.board.spaces), "a"), Noun(kind_term(found.target))
    key = "grid_told" if all(amount.known for amount in found.amounts.values()) else "grid_added_told"
    return fact(phrase(key, space=space, number=Noun(variable_term(found.number)), target=target))


def board(scope: Scope, info: BoardInfo, spoken: Spoken) -> tuple[Step, ...]:
    """The shape of a board, its spaces with names of their own, and what it settles of what is `spoken` of."""
    spaces = Noun(kind_term(info.spaces), "bare", plural=True)
    slots: dict[str, Form] = {"spaces": spaces, "all": Noun(spaces.term, "bare", True, Amount(len(info.one.names)))}
    slots |= {f"size{n}": Amount(size) for n, size in enumerate(info.sizes)}
    slots["rings"] = Listed(tuple(Amount(size) for size in info.sizes))
    subject = Noun(kind_term(info.kind)) if info.each else named(info.label, info, "the")
    shape = phrase(f"shape_{info.word.replace('-', '_')}", subject=subject, **slots)
    names = tuple(spot(scope, info, name, number) for name, number in info.spots.items())
    links = tuple(link_told(info, link) for link in info.links)
    own = (line for attribute in info.attributes for line in attribute_lines(scope, attribute, subject))
    space = Noun(kind_term(info.spaces), "bare")
    order = (fact(phrase("keeps_order_on_spaces", space=space, board=subject)),) if info.ordered else ()
    what = Listed(tuple(taken(kind, most) for kind, most in info.takes))
    takes = (fact(phrase("takes_on_spaces", what=what, space=space, board=subject)),) if info.takes else ()
    each = (fact(phrase("everyone_has", what=Noun(kind_term(info.kind), "a"))),) if info.each else ()
    further = (fact(phrase("one_more", what=named(n, info, "the"))) for n in info.kind.elements[info.owned :] if each)
    settled = (fact(form) for form in settles(info, spoken))
    first = (*each, *further, fact(shape, (*info.clauses, *info.shape_clauses)))
    return (*first, *names, *links, *settled, *order, *takes, *own)


def spot(scope: Scope, info: BoardInfo, name: str, number: int) -> Step:
    space = named(info.one.names[number - info.spaces.start], (info.spaces, number))
    form = phrase("is_at", subject=spot_called(info, name, number), place=Attached("at", space))
    return fact(form, info.spot_clauses.get(name, ()))


def spots_shown(info: BoardInfo) -> Step | None:
    """Where to look for the spaces with names of their own, if a board has any."""
    names = [(name, number) for name, number in info.spots.items() if name not in info.bare_spots]
    what = Listed(tuple(spot_called(info, name, number) for name, number in names))
    clauses = tuple(clause for name, _ in names for clause in info.spot_clauses.get(name, ()))
    return fact(phrase("picture_shows", what=what), clauses) if names else None


def link_told(info: BoardInfo, link: Link) -> Step:
    """That steps lead on beyond the edge, or that a line joins spaces."""
    towns = {space - info.spaces.start: name for name, space in info.spots.items() if name in info.bare_spots}
    names = [towns.get(number, info.one.names[number]) for number in (link.space, *link.to)]
    space, *others = (named(name, (info.spaces, n)) for name, n in zip(names, (link.space, *link.to), strict=True))
    if link.direction is None:
        return fact(phrase("joined_to", subject=space, others=Listed(tuple(others))), link.clauses)
    ways = info.one.directions
    way, back = (named(ways[k % len(ways)].name) for k in (link.direction, link.direction + len(ways) // 2))
    return fact(phrase("leads_on", subject=way, space=space, other=others[0], back=back), link.clauses)


def settles(info: BoardInfo, spoken: Spoken) -> Iterator[Form]:
    """What the shape of a board settles of what is spoken of."""
    spaces, space = Noun(kind_term(info.spaces), "bare", plural=True), Noun(kind_term(info.spaces), "a")
    if speaks(spoken, "neighbour", info):
        yield phrase(f"neighbours_{touching(info)}", subject=spaces, **ring(info))
        if info.one.joined and info.one.directions:
            yield phrase("neighbours_joined", subject=spaces)
    if speaks(spoken, "distance", info):
        yield phrase("distance_is", space=space, spaces=spaces)
    if speaks(spoken, "direction", info) and has_corners(info):
        yield phrase("directions_over_corners", space=space)
    if speaks(spoken, "line", info) and has_corners(info):
        yield phrase("lines_over_corners")
    first, *others = [direction.name for direction in info.one.directions] or [""]
    if speaks(spoken, "heading", info) and first in HEADINGS:
        yield phrase(HEADINGS[first], direction=named(first), others=all_round(others))
    for name in info.one.coordinates:
        if speaks(spoken, name, info):
            yield phrase(f"{name}_is", space=space)


def all_round(others: list[str]) -> Form | None:
    """The directions after the first, where there are so many that they have to be told."""
    return Listed(tuple(map(named, others))) if len(others) > MANY else None


def touching(info: BoardInfo) -> str:
    """Which spaces of a board are neighbours."""
    if info.one.cornered:
        return "over_corners"
    if has_corners(info):
        return "over_sides_alone"
    return TOUCHING.get(info.word, "over_sides")


def ring(info: BoardInfo) -> dict[str, Form]:
    """The last space of a ring and the first, which comes after it."""
    if info.word not in CLOSED:
        return {}
    names = info.one.names
    return {"last": named(names[info.sizes[0] - 1]), "first": named(names[0])}
