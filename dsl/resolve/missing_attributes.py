"""What a thing does not have: who has it, and how the thing could have it; Names that begin with a word too many."""

from __future__ import annotations

from collections.abc import Collection

from dsl import model
from dsl.model import Expression
from dsl.model.world import TRUTH, Attribute, Kind, World
from dsl.resolve.complaints import wrong
from dsl.resolve.wording import a, an_initial
from dsl.source import Span
from dsl.text.diagnostics import near
from dsl.text.inflection import articled, plural

TOLD = ("enumeration", "range", "power", "direction")  # sorts of kinds whose values other things have
ARTICLES = ("the", "a", "an", "every")
TOLD_IN_TABLES = ("enumeration", "range", "power", "row", "space")


def refuse_lacking(world: World, name: str, kind: Kind | None, subject: Expression, span: Span) -> None:
    """`the Level of the Bomb`, where the Bomb has none; `kind` is that of the values, if there is one of that name."""
    refuse_of_only_some(world, name, subject, span)
    message = f"{an_initial(subject.kind)} has no {name}."
    if kind is not None and kind.sort in TOLD:
        wrong("E0201", message, span, hints=remedies(world, kind, subject))
    if kind is None:
        wrong("E0201", message, span, near=near(name, [x.name for x in world.attributes(subject.kind)]))


def refuse_of_only_some(world: World, name: str, subject: Expression, span: Span) -> None:
    """What only some pieces or spaces have is not asked of what can be any."""
    kind = subject.kind
    of_some = [x for x in world.all_attributes if x.name == name and x.of.is_a(kind) and x.of is not kind]
    those = [x.of for x in of_some]
    if not those:
        return
    if isinstance(subject, model.EndOf):
        those.sort(key=lambda one: not starts_in(world, one, subject.place.kind))
    some, other = those[0].name, "any piece" if kind is world.pieces else f"any {kind.name}"
    spoken = f"{subject.name} is spoken of as {a(kind)}" if isinstance(subject, model.Constant) else ""
    lacking = sorts_without(world, kind, name)
    but = spoken or f"this can be {other}" + why_not_all(world, kind, of_some, lacking)
    hints: tuple[str, ...] = ()
    each = kind.sort == "piece" and kind is not world.pieces and len(those) > 1
    if each:
        hints = (f"say it of each that has one: {', and of '.join(['of ' + a(those[0]), *map(a, those[1:])])}",)
    if isinstance(subject, model.EndOf):
        hints = (f"under {subject.place.kind.name}: takes {plural(some)}",)
    elif those[0].members is not None:
        whole = next((one.name for one in (those[0].parent,) if one and one.sort == "space"), kind.name)
        hints = (f"table {whole}, in place of table {some}: it is then of every {whole} that stands in it",)
        if whole in world.tables:
            hints = (f"a column {name} in the table {whole}",)
    elif lacking and all(x.constant is None and x.of.parent is kind for x in of_some):
        line = f"can be {name}" if of_some[0].kind is TRUTH else has_line(of_some[0])
        hints += (f"under {lacking[0].name}: {line}",)
    if isinstance(subject, model.Use) and (lacking or not each):
        hints += (f"`{articled(some)}` where {a(kind)} is brought in, and then: the {name} of the {some}",)
    has = f"can be {name}" if of_some[0].kind is TRUTH else f"has {articled(name)}"
    wrong("E0201", f"{an_initial(those[0])} {has}, but {but}.", span, hints=hints)


def why_not_all(world: World, kind: Kind, of_some: list[Attribute], lacking: list[Kind]) -> str:
    """Why what these have is not of all things of a kind."""
    if lacking:
        return f", and {listed(lacking)} has none"
    if kind.sort == "space" and kind.parent is None:
        standing = {number for x in of_some for number in x.of.members or ()}
        left = [number for number in range(kind.start, kind.stop) if number not in standing]
        return f", and {kind.element(left[0])} has none" if left else ""
    if kind.sort != "piece" or kind is world.pieces:
        return ""
    if kind.size > sum(x.of.size for x in of_some if x.of.parent is kind):
        return f", and {a(kind)} of no sort has none"
    other = next((x for x in of_some if x.kind is not of_some[0].kind), None)
    return f", and that of {a(other.of)} is of another kind" if other else ""


def starts_in(world: World, sort: Kind, place: Kind) -> bool:
    """Whether a piece of this sort lies in such a place at first."""
    places = range(place.start, place.stop)
    return any(at in places for info in world.piece_infos.values() if info.kind.is_a(sort) for at in info.starts)


def sorts_without(world: World, kind: Kind, name: str) -> list[Kind]:
    """The sorts of a kind of pieces of which there are some that have no such thing."""
    if kind.sort != "piece" or kind is world.pieces:
        return []
    sorts = [info.kind for info in world.piece_infos.values() if info.kind.parent is kind]
    return [sort for sort in sorts if not any(x.name == name and x.of.is_a(sort) for x in world.all_attributes)]


def listed(kinds: list[Kind]) -> str:
    return " and ".join(a(kind) for kind in kinds)


def has_line(attribute: Attribute) -> str:
    """How a piece gets the same, as a line under it."""
    called = f" called {attribute.name}" if attribute.name != attribute.kind.name else ""
    return f"has {a(attribute.kind)}{called}"


def remedies(world: World, value: Kind, subject: Expression) -> tuple[str, ...]:
    """How the subject could have such a value."""
    kind, name = subject.kind, value.name
    if kind is world.players:
        return of_players(world, value, called(subject))
    if kind.row and kind.parent:
        return (f"a column {name} in the table {kind.parent.name}",)
    if kind.sort in TOLD_IN_TABLES and kind.name in world.tables:
        return (f"a column {name} in the table {kind.name}",)
    if kind.sort in TOLD_IN_TABLES:
        return (f"if it never changes: table {kind.name}, headed {kind.name} | {name}",)
    by_way = [x for x in world.attributes(kind) if any(y.kind is value for y in world.attributes(x.kind))]
    for between in by_way[:1]:
        far = f"the {name} of the {between.name}"
        meaning = f"the {name.lower()} of {a(kind)} means {far} of the {kind.name}"
        return (f"{far} of {called(subject)}", f"at the left edge: {meaning}, and in place of this: {name.lower()}")
    owning = kind.sort in ("piece", "place", "board") and kind is not world.pieces
    return (f"under {kind.name}: has {a(value)}",) if owning else ()


def of_players(world: World, value: Kind, whose: str) -> tuple[str, ...]:
    """What a place or a board has of which each player has one, or else what players have themselves."""
    places = [info.kind for info in world.places.values() if info.each and info.copies == 1]
    boards = [info.kind for info in world.boards.values() if info.each]
    own = [kind for kind in (*places, *boards) if any(x.kind is value for x in world.attributes(kind))]
    named = tuple(f"the {value.name} of the {kind.name} of {whose}" for kind in own)
    tables = [kind.name for kind in world.kinds.values() if kind.sort == "row" and has(world, kind, world.players)]
    told = [name for name in tables if has(world, world.kinds[name], value)]
    one = world.players.name
    named += tuple(
        f"table {one}, in place of table {name}: it is then of every {one} that stands in it" for name in told
    )
    return named or (f"a {world.players.name} has {a(value)}",)


def has(world: World, kind: Kind, value: Kind) -> bool:
    return any(attribute.kind is value for attribute in world.attributes(kind))


def called(subject: Expression) -> str:
    """How a sentence speaks of it, as far as that is short."""
    match subject:
        case model.Constant(name=name):
            return name
        case model.Use(variable=variable):
            return f"the {variable.name}"
        case _:  # others are long to say
            return "…"


def refuse_capital(name: str, known: Collection[str], span: Span) -> None:
    """`The Harbour` is no Name where `the Harbour` is meant."""
    first, _, rest = name.partition(" ")
    if first.lower() in ARTICLES and rest in known:
        small = first.lower()
        message = f"`{name}` would be a Name; the words of the language are written small: `{small}`."
        wrong("E0201", message, span, near=(f"{small} {rest}",))
