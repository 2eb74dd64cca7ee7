"""The questions of `visibility`, for rules that are being lowered, and as functions for the interpreter to call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from dsl.analysis.partitions import leaves_of
from dsl.ir.nodes import INT, Block, Code, Const, Expr, Function, Local, Lookup, Return, Single, Table, Type
from dsl.ir.program import SEES, SIGHT, VALUES, VALUES_OF_PLACE, Program
from dsl.ir.visit import expressions, subexpressions
from dsl.ir.visit import statements as all_statements
from dsl.lower.build import Build, Parameters
from dsl.lower.look_alikes import LookAlikes
from dsl.lower.metadata import boards, locations, pieces, seats, seen
from dsl.lower.ops import NOTHING, either, empty_set, full_set, lookup, parameters
from dsl.lower.storage import attribute_value, place_owners
from dsl.lower.visibility import Sights, Things
from dsl.model.world import TRUTH, Attribute

# ------------------------------------------------------------------------------------------------------ while lowering


def sights(build: Build) -> Sights:
    """The functions of a program that is being made."""
    return build.once("sights", lambda: Sights(_things(build), build))


def _things(build: Build) -> Things:
    referring = {kind.name for kind in build.world.kinds.values() if kind.sort == "piece"}
    return Things(build.players, pieces(build), locations(build), boards(build), seats(build), referring,
                  build.arrays)  # fmt: skip


def look_alikes(build: Build) -> LookAlikes:
    return build.once("look-alikes", lambda: LookAlikes(sights(build)))


def size(build: Build) -> int:
    """How many look on: the players, and the onlookers as one."""
    return build.players + 1


def everybody(build: Build) -> Const:
    return full_set(size(build))


def nobody(build: Build) -> Const:
    return empty_set(size(build))


def one(build: Build, player: Expr) -> Single:
    """The set of one player; the empty set of nobody."""
    return Single(player, size(build))


def lookers(build: Build, piece: Expr, at: Expr) -> Expr:
    """Who sees which piece it is, if it is at that location."""
    return sights(build).lookers(piece, at)


def viewers(build: Build, piece: Expr, at: Expr) -> Expr:
    """Who sees all there is to see of a piece, if it is at that location."""
    return sights(build).viewers(piece, at)


def value_viewers(build: Build, attribute: Attribute, piece: Expr, at: Expr) -> Expr:
    """Who sees the value of an attribute of a piece that they see."""
    names = {leaf.name for leaf in leaves_of(build, attribute.of)}
    kinds = [kind for kind in pieces(build) if kind.name in names]
    return sights(build).value_viewers(seen(attribute.seen), piece, at, kinds)


def flags_that_show(build: Build) -> frozenset[Attribute]:
    """The flags of pieces with which everybody sees something."""
    return build.once("flags that show", lambda: frozenset(_flags_that_show(build)))


def _flags_that_show(build: Build) -> Iterator[Attribute]:
    world = build.world
    of_places = {place.seen.until for place in world.places.values()}
    for info in world.piece_infos.values():
        until = of_places | {world.seen(info.kind).until} | {a.seen.until for a in world.attributes(info.kind)}
        yield from (a for a in world.attributes(info.kind) if a.kind is TRUTH and a.name in until)


def holder_viewers(build: Build, attribute: Attribute, thing: Expr) -> Expr:
    """Who sees the value of an attribute of what is no piece."""
    own = (a for a in build.world.attributes(attribute.of) if a.name == attribute.seen.until and a.kind is TRUTH)
    owner: Expr = NOTHING
    match attribute.of.sort:
        case "place":
            owner = lookup(place_owners(build), thing)
        case "player":
            owner = thing
        case _:  # a board is nobody's
            pass
    shown = either(*(attribute_value(build, a, thing) for a in own))
    return sights(build).told(seen(attribute.seen), owner, shown)


# ---------------------------------------------------------------------------------------------- beside a whole program


@dataclass
class _Beside:
    """Functions and tables with names of their own beside those of a program."""

    functions: dict[str, Function] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def value(self, name: str, inputs: Parameters, body: Callable[[], Block], result: Type = INT) -> str:
        full = SIGHT + name
        if full not in self.functions:
            self.functions[full] = Function(full, "value", inputs, body(), result)
        return full

    def table(self, name: str, values: Callable[[], tuple[int, ...]], kind: Type = INT) -> str:
        full = SIGHT + name
        self.tables[full] = Table(full, values() or (0,), kind)
        return full


def with_sight(program: Program, code: Code) -> Code:
    """A code of the program, which is ready to be compiled, with the functions that the interpreter asks: `SEES`,
    `VALUES`, `VALUES_OF_PLACE`, `ALIKE`.

    They are made anew: what rules ask may rest on what is derived from a position, and not every position has that.
    """
    beside = _Beside()
    sights = Sights(Things.of(program), beside)
    reader, thing = Local("reader"), Local("thing")
    asked: dict[str, tuple[Expr, Type]] = {
        SEES: (sights.sees(reader, thing), INT),
        VALUES: (sights.values(reader, thing), sights.numbers),
        VALUES_OF_PLACE: (sights.values_of_place(reader, thing), sights.numbers),
    }
    for name, (answer, kind) in asked.items():
        beside.value(name.removeprefix(SIGHT), parameters("reader", "thing"), partial(_returned, answer), kind)
    LookAlikes(sights).alike(reader, thing, thing)
    used = {e.table for f in beside.functions.values() for e in _inside(f) if isinstance(e, Lookup)}
    printed = {name: table for name, table in program.code.tables.items() if name in used}
    return replace(
        code,
        functions={**code.functions, **beside.functions},
        tables={**code.tables, **printed, **beside.tables},
    )


def _returned(answer: Expr) -> Block:
    return (Return(answer),)


def _inside(function: Function) -> Iterator[Expr]:
    return (e for stmt in all_statements(function.body) for expr in expressions(stmt) for e in subexpressions(expr))
