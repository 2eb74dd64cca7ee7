"""Noun phrases: what is spoken of. From phrases as written to expressions and selections with kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.model import Expression, Variable
from dsl.model.world import NUMBER, TRUTH, Attribute, BoardInfo, Kind, PlaceInfo
from dsl.resolve.actors import whose_turn
from dsl.resolve.built_in import built_in_value
from dsl.resolve.complaints import Consequence, Wrong, nobody_acts, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning, no_phrase
from dsl.resolve.expressions import are_numbers, bare, fit, narrowed, phrase, player_said
from dsl.resolve.missing_attributes import refuse_capital, refuse_lacking
from dsl.resolve.names import (
    all_names,
    attribute_of,
    constant_called,
    find_kind,
    near_names,
    not_brought_in,
    nothing_called,
    number_called,
    spoken_of,
    variable_called,
)
from dsl.resolve.overloads import RolesByPreposition, roles_of
from dsl.resolve.places import two_said
from dsl.resolve.selections import number_said_of, of_what_is_so, pick, refuse_one_of_many, selected, selection
from dsl.resolve.sorts import sorts_there
from dsl.resolve.synthesized import fixed
from dsl.resolve.values import apply
from dsl.resolve.wording import a, phrase_text
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near
from dsl.text.inflection import articled

LYING = ("on", "in", "at", "under", "beside")  # before where something is


@meaning.of(tree.Number)
def number(context: Context, node: tree.Number, scope: Scope) -> Expression:
    if node.value >= 0:
        return fixed(node.value, node.span)
    below, zero = fixed(-node.value, node.span), fixed(0, node.span)  # as the number -1 itself would be nothing
    return model.Arithmetic(node.span, NUMBER, False, "minus", zero, below)


@meaning.of(tree.The)
def the_thing(context: Context, node: tree.The, scope: Scope) -> Expression:
    return the(context, node, scope, {})


@meaning.of(tree.WorkedOut)
def worked_out(context: Context, node: tree.WorkedOut, scope: Scope) -> Expression:
    if not isinstance(node.phrase, tree.The):
        return no_phrase(context, node, scope)
    phrase_, roles = handed_in(context, node.phrase, node.roles)
    return the(context, phrase_, scope, roles_of(roles))


def handed_in(context: Context, node: tree.The, roles: tuple[tree.Role, ...]) -> tuple[tree.The, tuple[tree.Role, ...]]:
    """`the neighbour of the step of the Cell by 2 along east`, `the Tile on the neighbour of the Cell along east`: of
    what is in one another, where the outer one is not asked with all that stands behind them, the first of it belongs
    to the inner one."""
    where, inner = node.where, node.where.of if node.where else None
    first = next(given_inside(context, node, roles), 0)
    if not first or where is None or inner is None:
        return node, roles
    whole = tree.WorkedOut(inner.span, (), inner, roles[:first])
    return replace(node, where=replace(where, of=whole)), roles[first:]


def given_inside(context: Context, node: tree.The, roles: tuple[tree.Role, ...]) -> Iterator[int]:
    """How many of the first roles can belong to what stands inside, where the thing itself is asked with the others."""
    where = node.where
    if where is None:
        return
    name = node.noun.word if isinstance(node.noun, tree.Word) else node.noun.name
    asked = name in context.values or name in VALUES
    for first in range(len(roles) + 1):
        alone = first == len(roles) and not asked  # a thing, or what things have, is asked with nothing
        inside = not first or (isinstance(where.of, tree.The) and takes_behind(context, where.of, roles[:first]))
        if inside and (alone or is_asked_so(context, name, where, roles[first:])):
            yield first


def takes_behind(context: Context, node: tree.The, roles: tuple[tree.Role, ...]) -> bool:
    """Whether it is worked out with what stands behind it, or something in it is."""
    return bool(roles) and next(given_inside(context, node, roles), None) is not None


def is_asked_so(context: Context, word: str, where: tree.Where, roles: tuple[tree.Role, ...]) -> bool:
    """Whether a value is defined, or built in, with these words before what it is of and for."""
    said = sorted([where.preposition, *(role.preposition for role in roles)])
    built_in = [VALUES[word].roles] if word in VALUES else []
    return any(sorted(words) == said for words in [*(v.prepositions for v in context.values.get(word, ())), *built_in])


@meaning.of(tree.TheOneThat)
def the_one_that(context: Context, node: tree.TheOneThat, scope: Scope) -> Expression:
    had = of_what_is_so(context, node, scope)
    return phrase(context, had, scope) if had else pick(selected(context, node, scope), "the")


@meaning.of(tree.Chance)
def chance(context: Context, node: tree.Chance, scope: Scope) -> Expression:
    """Chance acts as one more player."""
    players = context.world.players
    return model.Constant(node.span, players, False, players.size, "chance")


@meaning.of(tree.Every)
def every(context: Context, node: tree.Every, scope: Scope) -> Expression:
    wrong("E0206", "One thing is meant here, not every one.", node.span)


@meaning.of(tree.Known)
def known_to(context: Context, node: tree.Known, scope: Scope) -> Expression:
    """`what Imperial knows of the Weapon of the Installation`: its value, or nothing."""
    who = player_said(context, node.who, scope)
    what = bare(context, node.what, scope)
    if not isinstance(what, model.Get | model.PlaceOf) and what.kind.sort != "piece":
        wrong("E0206", "A player knows an attribute, the place of a piece, or which piece something is.",
              node.what.span)  # fmt: skip
    return model.Known(node.span, what.kind, True, who, what)


@meaning.of(tree.Name)
def named(context: Context, node: tree.Name, scope: Scope) -> Expression:
    space = space_of_one(context, node.name, node.of, node.span, scope)
    if space is not None:
        return space
    board = next((b for b in context.world.boards.values() if is_called(node.of, b.name)), None)
    if board:
        names = (*board.one.names, *board.spots)
        wrong("E0201", f"A {board.name} has no space called {node.name}.", node.span, near=near(node.name, names))
    one = numbered_place(context, node, scope)
    if one is not None:
        return one
    if node.of is not None:
        refuse_capital(node.name, all_names(context), node.span)
        wrong("E0206", f"{node.name} is one thing; it cannot be `of` something.", node.span)
    found = constant_called(context, node.name, node.span)
    if found is None:
        unknown_name(context, node.name, node.span)
    return found


def numbered_place(context: Context, node: tree.Name, scope: Scope) -> Expression | None:
    """`Pile 2 of the Player`: one of several places for each; None for any other name."""
    name, _, number = node.name.rpartition(" ")
    place = context.world.places.get(name)
    if place is None or not place.per or not number.isdecimal():
        return None
    if not 1 <= int(number) <= place.copies or place.copies == 1:
        close = near(node.name, place.kind.elements)
        wrong("E0201", f"{there_are(place)}; there is no {node.name}.", node.span, near=close)
    if node.of is None:
        which = " of ".join([node.name, *spoken_of(context, place.kind)[0].split(" of ")[1:]])
        wrong("E0203", f"{there_are(place)}; say whose.", node.span, hints=(which,))
    return one_place(context, place.kind, node.of, node.span, scope, int(number))


def there_are(place: PlaceInfo) -> str:
    """How many there are, as the beginning of a sentence."""
    kind = place.kind
    how_many = f"is one {kind.name}" if place.copies == 1 else f"are {place.copies} {kind.plural}"
    return f"There {how_many}{whose(place) if place.per else ''}"


def space_of_one(context: Context, name: str, of: tree.Node | None, span: Span, scope: Scope) -> Expression | None:
    """`X0Y0 of the Hull of the Player`, `the Helm of the Player`: a space of a board of which each player has one, by
    its board, or with a Name of its own by whose it is. None for other names."""
    boards = context.world.boards.values()
    board = next((b for b in boards if is_called(of, b.name)), None)
    board = board or next((b for b in boards if b.each and b.number(name) is not None), None)
    number = board.number(name) if board else None
    if board is None or number is None or (of is None and constant_called(context, name, span) is not None):
        return None
    if not board.each:
        space = board.spaces.start + number
        return model.Constant(span, board.spaces, False, space, board.spaces.elements[number])
    whose = board_meant(context, board, name, of, span, scope)
    which = whose.owner if isinstance(whose, model.PlaceFor) else whose
    if isinstance(which, model.Constant):
        space = board.ranges[which.value][number]
        full = board.spaces.element(space)
        return model.Constant(span, board.spaces, False, space, full)
    return model.SpaceOn(span, board.spaces, whose.maybe, name, whose)


def board_meant(
    context: Context, board: BoardInfo, name: str, of: tree.Node | None, span: Span, scope: Scope
) -> Expression:
    """Which of the boards that players have, where a space is spoken of by its name; a spot is of whose board it is."""
    whose = bare(context, of, scope, context.world.players) if of is not None else None
    if whose is not None and whose.kind is board.kind:
        return whose
    of_player = whose is not None and whose.kind.is_a(context.world.players)
    if whose is not None and of_player and name in board.spots:
        return model.PlaceFor(span, board.kind, whose.maybe, board.kind, (whose,))
    player = phrase_text(of) if of is not None and of_player else "the Player"
    spot = f"{name if name in board.bare_spots else f'the {name}'} of {player}"
    said = spot if name in board.spots else f"{name} of the {board.name} of {player}"
    wrong("E0336", f"There is {name} on each {board.name}; say on whose.", span, hints=(said,))


def unknown_name(context: Context, name: str, span: Span) -> NoReturn:
    kind = find_kind(context, name)
    if kind is not None:
        wrong("E0206", f"{name} is a kind of thing; say which one is meant.", span,
              hints=spoken_of(context, kind))  # fmt: skip
    no_seat(context, name, span)
    refuse_capital(name, all_names(context), span)
    wrong("E0201", nothing_called(context, name), span, near=near_names(context, name))


def no_seat(context: Context, name: str, span: Span) -> None:
    """Complains where it is a seat that nobody has."""
    if name in context.no_seats:
        seats, numbers = context.world.players.size, context.no_seats[name]
        message = f"With {seats} players there is no {name}, and this stands for that number of players, too."
        wrong("E0201", message, span, hints=(f"let it stand under: only with {numbers} players",))


def the(context: Context, node: tree.The, scope: Scope, roles: RolesByPreposition) -> Expression:
    if isinstance(node.noun, tree.Word):
        return the_word(context, node, node.noun.word, scope, roles)
    node = lying_too(context, node)
    noun = node.noun
    assert isinstance(noun, tree.Noun)
    if noun.called:
        message = f"What is spoken of is there already and gets no name here, so that nothing is called {noun.called}."
        plain = replace(node, noun=replace(noun, called=None))
        wrong("E0203", message, node.span, hints=(phrase_text(plain),))
    if roles and noun.name in context.values and node.where is not None and not noun.words:
        return apply(context, noun.name, {node.where.preposition: node.where.of, **roles}, node.span, scope)
    if roles:
        of = [of.noun.name for of in roles.values() if isinstance(of, tree.The) and isinstance(of.noun, tree.Noun)]
        hints = tuple(f"the {noun.name} of the {name}" for name in of if noun.name in context.world.places)
        wrong("E0205", f"{noun.name} is not worked out from anything.", node.span, hints=hints,
              near=near(noun.name, context.values))  # fmt: skip
    if not noun.words and node.where is None:
        return the_name(context, noun.name, node.span, scope)
    kind = find_kind(context, noun.name)
    by_number = kind is not None and node.where is not None and number_said_of(context, node.where, kind) is not None
    if not noun.words and node.where and node.where.preposition == "of" and not by_number:
        found = the_name_of(context, noun.name, node.where.of, node.span, scope)
        if found is not None:
            return found
    chosen = selection(context, noun, node.where, None, scope)
    refuse_one_of_many(context, chosen, node)
    return pick(chosen, "the")


def lying_too(context: Context, node: tree.The) -> tree.The:
    """`the Card of the Player on the Table`: it is the card that lies there, where a piece has an owner or a value;
    `the Hue of the Title of the Card on the Table`: it is the card, as no title lies anywhere."""
    match node:
        case tree.The(
            where=tree.Where(
                preposition="of",
                of=tree.The(
                    noun=tree.Noun(name=name),
                    where=tree.Where(preposition=lying, of=place, value=tree.The(where=None) as thing) as where,
                ) as value,
            ) as of_value,
        ) if lying != "of" and is_of_values(find_kind(context, name)):
            lies = replace(thing, where=replace(where, of=place, value=None))
            of_thing = tree.Where(where.span, (), "of", lies)
            return replace(node, where=replace(of_value, of=replace(value, where=of_thing)))
        case tree.The(
            noun=tree.Noun(name=name),
            where=tree.Where(
                preposition="of", of=tree.The(where=tree.Where(preposition=lying, of=place)) as of
            ) as where,
        ) if lying != "of" and of.where is not None:
            kind = find_kind(context, name)
            if kind is not None and kind.sort == "piece":
                own = tree.Where(where.span, (), "of", of.where.value) if of.where.value else None
                return replace(node, where=replace(where, preposition=lying, of=place, value=replace(of, where=own)))
        case _:  # nothing is said twice
            pass
    return node


def the_name(context: Context, name: str, span: Span, scope: Scope) -> Expression:
    """`the Cell`, `the Bomb`, `the Player`: a variable, or the only one there is."""
    variable = variable_called(context, name, span, scope)
    if variable:
        return used(context, variable, span)
    constant = constant_called(context, name, span) or space_of_one(context, name, None, span, scope)
    if constant is not None:
        return constant
    kind = find_kind(context, name)
    if kind is None:
        known = near(name, [*all_names(context), *scope.names()])
        wrong("E0201", nothing_called(context, name), span, near=known, hints=of_a_sort(context, name))
    if scope.lacks(name):
        raise Consequence(Diagnostic("E0203", f"Nothing brings in the {name}.", span))
    if kind.sort == "place" and context.world.places[kind.name].per:
        place = context.world.places[kind.name]
        which = "say whose" if place.per == (context.world.players,) else "say for which"
        wrong(
            "E0203",
            f"{there_are(place)}; {which}.",
            span,
            hints=(*where_one_lies(kind, place, scope), *spoken_of(context, kind)),
        )
    if kind is context.world.players and (name == kind.name or not scope.find(kind.name)):
        acting = whose_turn(context, scope, nobody_acts(span)) if name == kind.name else None
        if acting is None:
            raise Wrong(nobody_acts(span))
        return acting
    if name != kind.name and context.plurals.get(name) is kind:
        message = f"`the {name}` are several; of such it is said what is so of every one, or how many there are."
        one = scope.find(kind.name)
        wrong("E0203", message, span, near=((f"the {kind.name}",) if one else (f"every {kind.name}",)))
    message = f"`the {name}` is spoken of, but no {name} was brought in before."
    wrong("E0203", message, span, hints=ways_to_name(context, kind, name, scope))


def ways_to_name(context: Context, kind: Kind, name: str, scope: Scope) -> tuple[str, ...]:
    """How a thing can be spoken of of which nothing was brought in."""
    here = next((v for v in reachable(scope) if is_said_to_be(context, v, kind) and not v.many), None)
    if here is not None:
        return (f"the {here.name}",)
    whose = [hint for hint in spoken_of(context, kind) if " of " in hint]
    called = [f"the {v.name}" for v in reachable(scope) if v.kind.is_a(kind) and not v.many]
    acting = bool(scope.find("Player"))
    info = context.world.piece_infos.get(kind.name)
    if acting and info and len(info.owners) > context.world.players.size and max(info.owners) >= 0:
        whose.append(f"the {name} of the Player in the …")
    some = articled(name)
    definite = not context.somes or context.somes[-1] is None  # where `a Marker` is not any of them
    if kind.sort == "piece" and definite and acting:
        some = f"the Player chooses {some}"
    return (*dict.fromkeys(called), *whose, some, f"for each {name}")


def is_said_to_be(context: Context, variable: Variable, kind: Kind) -> bool:
    """Whether the lines around say of a thing that it is of a sort."""
    said = context.said_to_be.get(variable, ())
    return bool(said) and all(one.is_a(kind) for one in said)


def reachable(scope: Scope | None) -> Iterator[Variable]:
    """What has been brought in, the last first."""
    while scope:
        yield from reversed(scope.variables)
        scope = scope.parent


def used(context: Context, variable: model.Variable, span: Span) -> Expression:
    """What a name stands for: something, or the one value that a power of several has."""
    if variable in context.fixed:
        kind, value = context.fixed[variable]
        return model.Constant(span, kind, False, value, variable.name)
    return model.Use(span, variable.kind, variable in context.maybe, variable)


def of_a_sort(context: Context, name: str) -> tuple[str, ...]:
    """The heading of what is called as something else is, with a word before it: `place Second Pile`."""
    sorts = {kind.name: kind.sort for kind in context.world.kinds.values() if kind.sort in ("piece", "place")}
    last = next((other for other in sorts if name.endswith(f" {other}")), "")
    return (f"{sorts[last]} {name}",) if last else ()


def the_name_of(context: Context, name: str, of: tree.Node, span: Span, scope: Scope) -> Expression | None:
    """`the Level of the Bomb`, `the Stock of the Player`, `the Cell of the Ship`."""
    space = space_of_one(context, name, of, span, scope)
    if space is not None:
        return space
    kind = context.world.kinds.get(name)
    if kind and kind.sort == "board" and not kind.unique:
        owner = player_said(context, of, scope)
        return model.PlaceFor(span, kind, owner.maybe, kind, (owner,))
    if kind and kind.sort == "place" and not kind.unique:
        return one_place(context, kind, of, span, scope)
    if kind and kind.sort == "piece" and two_said(context, of):  # `the Tool of Slot 1 of Red`
        return None
    subject = bare(context, of, scope)
    attribute = attribute_of(context, subject.kind, name) or attribute_of_numbers(context, subject.kind, name)
    if attribute:
        return get(attribute, subject, span)
    if any(subject.kind.is_a(value.parameters[0].kind) for value in context.values.get(name, ())):
        return apply(context, name, {"of": of}, span, scope)  # which says what is missing
    refuse_printed(context, name, subject, span)
    had = had_by_a_sort(context, name, subject, span)
    if had is not None:
        return had
    named = context.ends.get(subject.variable) if isinstance(subject, model.Use) else None
    refuse_lacking(context.world, name, kind, named or subject, span)
    if kind and kind.sort == "space" and subject.kind.sort == "piece":
        whole = context.world.board_of(kind).spaces
        return fit(context, model.PlaceOf(span, whole, True, subject, True), kind)
    return None


def where_one_lies(kind: Kind, place: PlaceInfo, scope: Scope) -> tuple[str, ...]:
    """`the Column of the Runner`, where a piece is spoken of and nothing of those for which the places are there."""
    spoken = [variable for one in scope.outwards() for variable in reversed(one.variables)]
    if any(per.sort == "player" or can_be(v.kind, per) for v in spoken for per in place.per):
        return ()
    return tuple(f"the {kind.name} of the {v.name}" for v in spoken if v.kind.sort == "piece")[:2]


def one_place(context: Context, kind: Kind, of: tree.Node, span: Span, scope: Scope, number: int = 0) -> Expression:
    """`the Stock of the Player`, `the Pile of the Colour`, `the Pile of the Colour of the Player`: for whom or for
    which value it is there; `the Bay of the Crate`: what a piece has, or else where it is."""
    place = context.world.places[kind.name]
    said = parts_said(context, of, scope, place.per)
    if len(said) == 1 and said[0].kind.sort == "piece":
        own = attribute_of(context, said[0].kind, kind.name)
        return get(own, said[0], span) if own else model.PlaceOf(span, kind, True, said[0], True)
    if not place.per or (place.copies > 1 and not number):
        message = f"There are {place.copies} {kind.plural}{whose(place)}; say which one is meant."
        wrong("E0203", message, span, hints=(f"the Player chooses {a(kind)}", *numbered(place, of)))
    values = tuple(value for per in place.per for value in said if can_be(value.kind, per))
    if len(said) != len(place.per) or len(values) != len(said):
        hints = for_all(kind, place.per, said, of) or spoken_of(context, kind)
        wrong("E0203", f"{there_are(place)}; say for which.", span, hints=hints)
    values = tuple(as_one_of(context, value, per) for value, per in zip(values, place.per, strict=True))
    return model.PlaceFor(span, kind, any(value.maybe for value in values), kind, values, number)


def for_all(kind: Kind, per: tuple[Kind, ...], said: tuple[Expression, ...], of: tree.Node) -> tuple[str, ...]:
    """`the Pattern Line of Row 2`: the same, and of the Player, where it is there for each Row and Player."""
    match of, [one for one in per if not any(can_be(value.kind, one) for value in said)]:
        case tree.Name(of=None) | tree.Number() | tree.Word() | tree.The(where=None), [missing] if len(per) == 2:
            parts = [phrase_text(of), f"the {missing.name}"]
            return (" of ".join([f"the {kind.name}", *(parts if missing.sort == "player" else reversed(parts))]),)
        case _:  # more is missing, or what is said is long
            return ()


def parts_said(context: Context, of: tree.Node, scope: Scope, per: tuple[Kind, ...]) -> tuple[Expression, ...]:
    """`the Colour of the Player` as two phrases, where a Player has no Colour: of what a place is counted by both."""
    match of:
        case tree.The(
            noun=tree.Noun(words=(), name=name, called=None), where=tree.Where(preposition="of", of=rest)
        ) if len(per) > 1:
            place = context.world.places.get(name)
            first, *others = parts_said(context, rest, scope, per)
            attribute = attribute_of(context, first.kind, name)
            if attribute is not None:
                return get(attribute, first, of.span), *others
            if scope.find(name) and not (place and any(can_be(first.kind, kind) for kind in place.per)):
                return the_name(context, name, of.span, scope), first, *others
        case tree.ValueSaid(value=value, of=rest):
            return (value_for(context, value, scope, per), *parts_said(context, rest, scope, per))
        case tree.Name(name=name, of=tree.Node() as rest) if len(per) > 1:  # `Row 2 of Amber`
            one = constant_called(context, name, of.span)
            if one is not None and any(one.kind.is_a(kind) for kind in per):
                return (one, *parts_said(context, rest, scope, per))
        case _:  # another phrase means one thing
            pass
    return (value_for(context, of, scope, per),)


def value_for(context: Context, node: tree.Node, scope: Scope, per: tuple[Kind, ...]) -> Expression:
    """`yellow`, `2`: a value for which a place is there, or any other phrase."""
    match node:
        case tree.Word(word=word):
            kinds = [kind for kind in per if word in kind.elements]
        case tree.Number(value=number):
            kinds = [kind for kind in per if kind.sort == "range"]
            for kind in kinds[:1]:
                return number_called(context, f"{kind.name} {number}", node.span) or fixed(number, node.span)
        case _:  # another phrase has a kind of its own
            kinds = []
    return bare(context, node, scope, next(iter([*kinds, *per]), context.world.players))


def can_be(kind: Kind, per: Kind) -> bool:
    return kind.meets(per) or are_numbers(kind, per)


def as_one_of(context: Context, value: Expression, per: Kind) -> Expression:
    """A number that may be none of the range is nothing then."""
    handed = isinstance(value, model.Use) and value.variable in context.said_with  # so any number
    sure = value.kind.is_a(per) and not (handed and per.is_a(NUMBER))
    return value if sure else model.Narrowed(value.span, per, True, value)


def whose(place: PlaceInfo) -> str:
    """For what there is a place each, or so many."""
    if not place.per:
        return ", which are nobody's"
    names = [kind.name.lower() if kind.sort == "player" else kind.name for kind in place.per]
    return f" {'of' if place.copies > 1 else 'for'} each {' and '.join(names)}"


def numbered(place: PlaceInfo, of: tree.Node) -> tuple[str, ...]:
    """One of several by its number."""
    return (f"{place.kind.name} 1{' of the Player' if place.each else ''}",) if place.copies > 1 else ()


def refuse_printed(context: Context, name: str, subject: Expression, span: Span) -> None:
    """Complains of what is printed at a side as of a value of the piece: it depends on how that is turned."""
    infos = (info for info in context.world.piece_infos.values() if subject.kind.is_a(info.kind))
    for shown in (one for info in infos for one in info.shows):
        number = next((number for number, side in shown.sides.items() if side.name == name), None)
        if number is not None:
            way = shown.along.element(number)
            message = (
                f"{name} is said of a {subject.kind.name} only as it is printed; what lies there now is `along` it."
            )
            wrong("E0386", message, span, hints=(f"the {shown.name} of the {subject.kind.name} along {way}",))


def attribute_of_numbers(context: Context, kind: Kind, name: str) -> Attribute | None:
    """`the Worth of the strain`, where a table tells the worth of each Level: what a number of another range has, if it
    is one of these."""
    if not kind.is_a(NUMBER):
        return None
    ranges = (other for other in context.world.kinds.values() if other.sort == "range")
    found = [one for one in (attribute_of(context, other, name) for other in ranges) if one is not None]
    return found[0] if len(found) == 1 else None


def get(attribute: Attribute, subject: Expression, span: Span) -> Expression:
    if attribute.kind is TRUTH:
        wrong("E0206", f"{attribute.name} is a quality; say `is {attribute.name}`.", span)
    if attribute.of.sort == "range" and not subject.kind.is_a(attribute.of):
        subject = narrowed(subject, attribute.of)
    maybe = subject.maybe or (attribute.gaps and attribute.of.members is None)
    return model.Get(span, attribute.kind, maybe, attribute, subject)


def is_of_values(kind: Kind | None) -> bool:
    """Whether what is of a kind lies nowhere: a number, or one of several values."""
    return kind is not None and kind.sort in ("enumeration", "range")


def the_word(context: Context, node: tree.The, word: str, scope: Scope, roles: RolesByPreposition) -> Expression:
    if node.where is None and not roles:
        return the_word_alone(context, word, node.span, scope)
    if node.where is not None:
        roles = of_what_lies(context, word, {node.where.preposition: node.where.of, **roles})
    built_in = built_in_value(context, word, roles, node.span, scope)
    if built_in is not None:
        return built_in
    if set(roles) == {"of"} and not (isinstance(roles["of"], tree.Word) and word in context.values):
        subject = bare(context, roles["of"], scope)
        attribute = attribute_of(context, subject.kind, word)
        if attribute:
            return get(attribute, subject, node.span)
        had = had_by_a_sort(context, word, subject, node.span) if word not in context.values else None
        if had is not None:
            return had
    return apply(context, word, roles, node.span, scope)


def had_by_a_sort(context: Context, name: str, subject: Expression, span: Span) -> Expression | None:
    """What a thing has as one of the sorts of which it can be here."""
    had = (attribute_of(context, some, name) for some in sorts_there(context, subject))
    return next((get(only, narrowed(subject, only.of), span) for only in had if only), None)


def of_what_lies(context: Context, word: str, roles: RolesByPreposition) -> RolesByPreposition:
    """`the strain of the Boat in the Harbour`, where the strain is what a boat has: of the boat that is there."""
    match roles:
        case {"of": tree.The(noun=tree.Noun(), where=None | tree.Where(preposition="of") as where) as of, **others}:
            said = {preposition for value in context.values.get(word, ()) for preposition in value.prepositions}
            said |= {*VALUES[word].roles} if word in VALUES else set()
            preposition = next((one for one in others if one in LYING and one not in said), None)
            if preposition is not None:
                value = where.of if where else None
                lying = tree.Where(of.span, (), preposition, others.pop(preposition), value)
                return {"of": replace(of, where=lying), **others}
        case _:  # a value of the game can be worked out from both
            pass
    return roles


def the_word_alone(context: Context, word: str, span: Span, scope: Scope) -> Expression:
    variable = variable_called(context, word, span, scope)
    if variable and variable.many:
        one, those = variable.kind.name, variable.kind.plural
        wrong("E0360", f"the {word} is a set of {those}, and one thing is meant here.", span,
              hints=(f"every {one} in the {word}", f"for each {one} in the {word}"))  # fmt: skip
    if variable:
        return used(context, variable, span)
    if word in context.values and not scope.lacks(word):
        return apply(context, word, {}, span, scope)
    not_brought_in(context, word, span, scope)


def is_called(node: tree.Node | None, name: str) -> bool:
    """Whether it is `the Hull of …`, for that name."""
    return isinstance(node, tree.The) and isinstance(node.noun, tree.Noun) and node.noun.name == name
