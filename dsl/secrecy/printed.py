"""Facts of the box alone, whatever the position is: what is printed; and where a piece can ever be out of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from dsl import model as r
from dsl.analysis.base import Analysis, roots
from dsl.analysis.meant import can_be_carried, range_of
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import brought_by, can_be_in, holders, locations_of, made_so, whereabouts
from dsl.model import Node, Variable
from dsl.model.visit import conjuncts, depends, nodes_in
from dsl.model.world import Attribute, Kind, PlaceInfo


def is_named(analysis: Analysis, selection: r.Selection) -> bool:
    """Whether the box alone says which are meant: by what is printed."""
    return selection.among is None and _is_printed(analysis, selection.conditions, (selection.variable,))


def is_alone_there(analysis: Analysis, pick: r.Pick) -> bool:
    """Whether it is `the Tile on C1`: what lies on a stated space, where it is meant only if no other fits. So it is of
    the place of a piece, where what is meant never lies but on a board."""
    selection = pick.selection
    return pick.article == "the" and (
        any(spaces(selection))
        or any(
            _is_on_a_board(analysis, ever_there(analysis, where, selection.kind)) for where in _any_places(selection)
        )
    )


def _any_places(selection: r.Selection) -> Iterator[r.Expression]:
    """The stated places of which it is not said what sort they are."""
    return (where for where in stated_places(selection) if where.kind.sort == "location")


def _is_on_a_board(analysis: Analysis, there: int) -> bool:
    """Whether these locations are spaces."""
    elsewhere = there
    for board in analysis.world.boards.values():
        elsewhere &= ~range_of(analysis, board.spaces)
    return bool(there) and not elsewhere


def ever_there(analysis: Analysis, where: r.Expression | Kind, kind: Kind) -> int:
    """The locations that a place can be in which a piece of the kind can ever lie."""
    there = locations_of(analysis, where)
    return there if can_be_carried(analysis, kind) else there & _ever_at(analysis, kind)


def _ever_at(analysis: Analysis, kind: Kind) -> int:
    """The locations at which a piece of the kind can ever be."""
    there = 0
    for leaf in leaves_of(analysis, kind):
        there |= whereabouts(analysis)[leaf]
    return there


def spaces(selection: r.Selection) -> Iterator[str]:
    """What the spaces are called, each a single one, on which what is selected is said to be."""
    return (where.kind.name for where in stated_places(selection) if where.kind.sort == "space")


def one_at_most(analysis: Analysis, selection: r.Selection) -> bool:
    """Whether all that are selected lie where there is room for one only, or are in a set of one at most."""
    return any(one in _small_sets(analysis) for one in _sets_of(selection)) or any(
        _holds_one(analysis, ever_there(analysis, where, selection.kind), selection.kind)
        for where in stated_places(selection)
    )


def _sets_of(selection: r.Selection) -> Iterator[Variable]:
    """The sets in which all that are selected are."""
    if selection.among is not None:
        yield selection.among
    for condition in conjuncts(selection.conditions):
        match condition:
            case r.InSet(what=r.Use(variable=v), members=members) if v is selection.variable:
                yield members
            case _:  # others say of no set that all are in it
                pass


def _small_sets(analysis: Analysis) -> frozenset[Variable]:
    """The sets of which `at most 1` was chosen."""

    def found() -> frozenset[Variable]:
        lines = (node for root in roots(analysis) for node in nodes_in(root))
        return frozenset(
            line.variable
            for line in lines
            if isinstance(line, r.ChooseSeveral)
            and isinstance(line.most, r.Constant | r.Setting)
            and line.most.value <= 1
        )

    return analysis.once("small sets", found)


def stated_places(selection: r.Selection) -> Iterator[r.Expression]:
    """The places, each a single one, in which what is selected is said to be."""
    variable = selection.variable
    for condition in conjuncts(selection.conditions):
        match condition:
            case r.Located(what=r.Use(variable=v), where=r.Expression() as where) if v is variable:
                if not depends(where, variable):
                    yield where
            case _:  # others state no place
                pass


def _holds_one(analysis: Analysis, there: int, kind: Kind) -> bool:
    """Whether each of these locations takes one piece of the kind at most."""
    for holder in holders(analysis):
        within = ((1 << (holder.stop - holder.start)) - 1) << holder.start
        most = [most for taken, most in holder.takes if taken.start < kind.stop and kind.start < taken.stop]
        if there and not there & ~within and sum(2 if m is None else m for m in most) <= 1:
            return True
    return False


def _is_printed(analysis: Analysis, conditions: Iterable[Node], about: Collection[Variable]) -> bool:
    """Whether all that sentences read of these things is printed."""
    inside = (n for c in conditions for n in nodes_in(c))
    return all(_reads_print(analysis, n) or not any(depends(n, v) for v in about) for n in inside)


def is_open_print(attribute: Attribute) -> bool:
    """Whether it never changes, and is seen with the piece. By what is hidden of it, a piece is not known."""
    return attribute.constant is not None and attribute.seen.by == "all"


def _reads_print(analysis: Analysis, node: Node) -> bool:
    match node:
        case r.Get(attribute=attribute) | r.Flag(attribute=attribute):
            return is_open_print(attribute)
        case r.Owned(what=what) | r.OwnerOf(of=what):
            return not analysis.world.changes_owner(what.kind)
        case r.Holds(quality=quality):
            return _is_printed(analysis, quality.conditions, quality.parameters)
        case r.All() | r.Any() | r.Not() | r.Compare() | r.IsA() | r.Narrowed() | r.Use():
            return True
        case _:  # all others read how things stand in the game
            return False


def out_of_sight(analysis: Analysis, kind: Kind) -> str:
    """Where a piece of the kind can be that not all see, or "": "it can be on a Tile, and a Tile in the Bag"."""
    way = _first_way_out(analysis, kind, whereabouts(analysis))
    return "it can be " + ", and a ".join(way) if way else ""


def hidden_on_others(analysis: Analysis, kind: Kind) -> bool:
    """Whether not all see a piece of the kind only where it lies on another that not all see."""
    if analysis.world.seen(kind).stated:
        return False
    ways = [_way_out(analysis, leaf, (leaf,), whereabouts(analysis)) for leaf in leaves_of(analysis, kind)]
    return any(ways) and all(len(way) != 1 for way in ways)


def hidden_by_example(analysis: Analysis, kind: Kind) -> r.Given | None:
    """The line of an example that puts a piece of the kind where not all see it, if only examples do."""
    nodes = [node for root in roots(analysis) for node in nodes_in(root)]
    in_play = analysis.once(
        "whereabouts in play", lambda: brought_by(analysis, (n for n in nodes if not isinstance(n, r.Given)))
    )
    if _first_way_out(analysis, kind, in_play):
        return None
    given = (node for node in nodes if isinstance(node, r.Given))
    return next((one for one in given if _puts_elsewhere(analysis, one, kind, in_play)), None)


def _puts_elsewhere(analysis: Analysis, given: r.Given, kind: Kind, usual: dict[Leaf, int]) -> bool:
    """Whether a line puts a piece of the kind where it never is in play."""
    known = 0
    for leaf in leaves_of(analysis, kind):
        known |= usual[leaf]
    there = made_so(analysis, given.condition)
    return any(what.meets(kind) and where.mask(analysis, whereabouts(analysis)) & ~known for what, where in there)


def where_hidden(analysis: Analysis, kind: Kind) -> list[PlaceInfo]:
    """The places in which a piece of the kind can lie and not all see it; none where it can be hidden on others."""
    kinds, found = leaves_of(analysis, kind), whereabouts(analysis)
    if any(len(_way_out(analysis, leaf, (leaf,), found)) > 1 for leaf in kinds):
        return []
    hiding = (place for place in analysis.world.places.values() if place.seen.by != "all")
    return [place for place in hiding if any(can_be_in(analysis, leaf, place.kind) for leaf in kinds)]


def _first_way_out(analysis: Analysis, kind: Kind, found: dict[Leaf, int]) -> list[str]:
    ways = (_way_out(analysis, leaf, (leaf,), found) for leaf in leaves_of(analysis, kind))
    return next(filter(None, ways), [])


def _way_out(analysis: Analysis, leaf: Leaf, passed: tuple[Leaf, ...], found: dict[Leaf, int]) -> list[str]:
    """Each carrier with what it lies on in its turn, from the piece down to the place; empty if there is none."""
    for place in analysis.world.places.values():
        if place.seen.by != "all" and found[leaf] & range_of(analysis, place.kind):
            return [f"in {'a' if place.each else 'the'} {place.kind.name}"]
    for carrier in leaves(analysis):
        if carrier not in passed and found[leaf] & range_of(analysis, carrier.kind):
            way = _way_out(analysis, carrier, (*passed, carrier), found)
            if way:
                return [f"on a {carrier.name}", f"{carrier.name} {way[0]}", *way[1:]]
    return []
