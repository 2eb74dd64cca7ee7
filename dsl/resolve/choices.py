"""Lines with which somebody chooses, and rolls of dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from dsl import model, tree
from dsl.model import Expression, Selection, Statement, Variable
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.resolve.blocks import block, under
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition, statement
from dsl.resolve.expressions import number_said, phrase, player_said
from dsl.resolve.names import refuse_singular
from dsl.resolve.selections import many, one_described, selected
from dsl.resolve.synthesized import fixed
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import Note, near
from dsl.text.numerals import ENGLISH

NO_NAME = "What is chosen here has no name, so that nothing can be done with it."
Bounds = tuple[Expression | None, Expression | None]
Several = tree.Exactly | tree.AtMostOf | tree.AtLeastOf | tree.Between | tree.AnyNumber


@statement.of(tree.Choose)
def choose(context: Context, node: tree.Choose, scope: Scope) -> Statement | tuple[Statement, ...]:
    who = player_said(context, node.who, scope)
    if isinstance(node.picked, tree.InTurn):
        return choose_in_turn(context, node, node.picked, who, scope)
    if isinstance(node.picked, Several):
        return choose_several(context, node, node.picked, who, scope)
    assert isinstance(node.picked, tree.OneOf)
    selection = one_described(context, node.picked.desc, scope)
    noun = node.picked.desc.noun
    variable = scope.add(Variable(noun.called or selection.kind.name, selection.kind, span=node.span))
    context.maybe.add(variable)
    return model.Choose(node.span, node.clauses, who, selection, variable)


def choose_in_turn(
    context: Context, node: tree.Choose, picked: tree.InTurn, who: Expression, scope: Scope
) -> tuple[Statement, ...]:
    """A choice for each name, of what was not chosen before."""
    noun = picked.those.noun
    names = (noun.called or "", *picked.those.others)
    if len(names) != picked.number or not noun.called:
        said = f"{picked.number} are chosen, and {len(names)} names are given." if noun.called else NO_NAME
        wrong("E0362", said, picked.span, hints=(f"… {picked.number} among {noun.name} called picked",))
    found: list[model.Choose] = []
    where = picked.where
    before: list[tree.ThatPart] = []
    if where is not None and where.preposition != "of" and where.value is None:  # behind it `that` would be said of it
        before.append(tree.ThatPart(where.span, (), None, tree.Located(where.span, (), where)))
        where = None
    refuse_singular(context, noun.name, noun.span)
    for name in names:
        that = tree.That(noun.span, (), False, tuple(before)) if before else None
        described = tree.Desc(picked.span, (), replace(noun, called=name), where, that)
        selection = selected(context, described, scope)
        variable = scope.add(Variable(name, selection.kind, span=node.span))
        context.maybe.add(variable)
        found.append(model.Choose(node.span, node.clauses, who, selection, variable))
        one = tree.The(noun.span, (), tree.Word(noun.span, (), name), None)
        before.append(tree.ThatPart(noun.span, (), "not", tree.Same(noun.span, (), one)))
    check_there_are(context, picked.number, found[0].selection, picked.span)
    return tuple(found)


def choose_several(context: Context, node: tree.Choose, picked: Several, who: Expression, scope: Scope) -> Statement:
    """A set, which the lines after it speak of by its name."""
    least, most = bounds(context, picked, scope)
    selection = many(context, picked.many, scope)
    name = picked.many.noun.called if isinstance(picked.many, tree.Desc) else None
    if name is None:
        one, those = selection.kind.name, selection.kind.plural
        wrong("E0362", NO_NAME, picked.span,
              hints=(f"… among {those} called picked", f"move every {one} in the picked to …"))  # fmt: skip
    check_how_many(context, picked, least, most, selection)
    chance = isinstance(who, model.Constant) and who.value == context.world.players.size
    if chance and (least is None or least is not most):
        wrong("E0363", "Chance is not told how many to draw.", picked.span,
              hints=(f"chance chooses 2 among {selection.kind.plural} called {name}",))  # fmt: skip
    variable = scope.add(Variable(name, selection.kind, many=True, span=node.span))
    return model.ChooseSeveral(node.span, node.clauses, who, least, most, selection, variable)


def bounds(context: Context, picked: Several, scope: Scope) -> Bounds:
    """The least and the greatest number; the same phrase where it is an exact number."""
    match picked:
        case tree.Exactly(number=number):
            exact = number_said(context, number, scope)
            return exact, exact
        case tree.AtMostOf(number=number):
            return None, number_said(context, number, scope)
        case tree.AtLeastOf(number=number):
            return number_said(context, number, scope), None
        case tree.Between(low=low, high=high):
            return number_said(context, low, scope), number_said(context, high, scope)
        case tree.AnyNumber():
            return None, None
        case _:
            assert_never(picked)


def check_how_many(
    context: Context, picked: Several, least: Expression | None, most: Expression | None, selection: Selection
) -> None:
    """Numbers that leave nothing to choose."""
    low, high = stated(least), stated(most)
    if high is not None and high < 1:
        wrong("E0361", f"This is a choice of {high}, which is none.", picked.span)
    if low is not None and high is not None and low > high:
        wrong("E0361", f"At least {low} and at most {high}: no number is both.", picked.span)
    if low is not None:
        check_there_are(context, low, selection, picked.span)


def check_there_are(context: Context, number: int, selection: Selection, span: Span) -> None:
    """Whether so many can ever be chosen: there are so many that always are what is said of them, and room for them."""
    kind, conditions = selection.kind, selection.conditions
    each = zip(*(always(condition, kind) for condition in conditions), strict=True)
    there = sum(map(all, each)) if conditions else kind.size
    if number > there:
        those, such = (kind.name if there == 1 else kind.plural), "such " if there < kind.size else ""
        told = f"There {'is one' if there == 1 else f'are {there}'} {such}{those} in all"
        wrong("E0361", f"{told}, so that {number} can never be chosen.", span)
    located = (one.where for one in conditions if isinstance(one, model.Located))
    for place in [where.kind for where in located if isinstance(where, Expression)]:
        room = room_in(context, place, kind)
        if room is not None and number > room:
            told = f"The {place.name} takes at most {room} {kind.name if room == 1 else kind.plural}"
            wrong("E0361", f"{told}, so that {number} can never be chosen.", span)


def always(condition: model.Condition, kind: Kind) -> Sequence[bool]:
    """Of each thing of a kind whether it can be so: what never changes is known."""
    match condition:
        case model.Compare(
            operator="=",
            left=model.Get(attribute=Attribute(constant=tuple()) as attribute),
            right=model.Constant(value=value),
        ) if kind.is_a(attribute.of):
            return [has == value for has in attribute.values_of(kind)]
        case _:  # what can change may be so of all
            return [True] * kind.size


def room_in(context: Context, place: Kind, kind: Kind) -> int | None:
    """For how many of a kind there is room in a place; None where that is not said, or others can carry more."""
    if place.sort != "place" or any(info.takes for info in context.world.piece_infos.values()):
        return None
    limits = [most for taken, most in context.world.taken_by(place) if taken.meets(kind)]
    return sum(filter(None, limits)) if limits and None not in limits else None


@statement.of(tree.Roll)
def roll(context: Context, node: tree.Roll, scope: Scope) -> Statement:
    who = player_said(context, node.who, scope)
    match node.picked:
        case tree.Exactly(number=number, many=tree.Desc(noun=noun) as described):
            refuse_singular(context, noun.name, noun.span)
            count = number_said(context, number, scope)
            selection = many(context, described, scope)
        case tree.OneOf(desc=tree.Desc(noun=noun) as described):
            count = fixed(1, node.span)
            selection = one_described(context, described, scope)
        case tree.The() | tree.It() | tree.Name():
            return roll_of_one(context, node, who, scope)
        case tree.Every(noun=noun, where=where, that=that):
            described = tree.Desc(node.picked.span, (), noun, where, that)
            selection = one_described(context, described, scope)
            count = model.Count(node.span, NUMBER, False, selection)
        case _:
            unsupported("a roll of a set of dice", node.span)
    kind, face = selection.kind, face_of(context, selection.kind, noun.span)
    several = not isinstance(node.picked, tree.OneOf)
    variable = Variable(noun.called or kind.name, kind, many=several, span=node.span)
    if noun.called or not several:
        scope.add(variable)
    if not several and selection.conditions:
        context.maybe.add(variable)
    return model.Roll(node.span, node.clauses, who, count, selection, face, variable)


def roll_of_one(context: Context, node: tree.Roll, who: Expression, scope: Scope) -> Statement:
    """`rolls the Die`: as `rolls a Die that is …`, with no name besides the one by which it is spoken of."""
    said = phrase(context, node.picked, scope)
    face, die = face_of(context, said.kind, node.picked.span), Variable(said.kind.name, said.kind)
    same = model.Compare(node.picked.span, "=", model.Use(node.span, said.kind, False, die), said)
    selection = Selection(node.picked.span, die, said.kind, that=(same,))
    rolled = Variable(said.kind.name, said.kind, span=node.span)
    return model.Roll(node.span, node.clauses, who, fixed(1, node.span), selection, face, rolled)


def face_of(context: Context, kind: Kind, span: Span) -> Attribute:
    """What a die shows."""
    faces = faces_on(context, kind)
    if kind.sort != "piece" or len(faces) != 1:
        has = f", and this has {len(faces)}: {' and '.join(x.name for x in faces)}" if faces else ""
        wrong("E0317", f"{an_initial(kind)} cannot be rolled: it needs one attribute, its face{has}.", span)
    return faces[0]


def faces_on(context: Context, kind: Kind) -> list[Attribute]:
    """What a thing can show when it is rolled; of a die it is one."""
    own = (x for x in context.world.attributes(kind) if x.kind.sort in ("range", "enumeration"))
    return [x for x in own if x.constant is None and x.declared]


def face_shown(context: Context, node: tree.Node) -> model.Constant:
    """What an example says that a die shows: a number, or a value by its name. Any piece with one face may be a die."""
    if isinstance(node, tree.Number):  # whether the dice have numbers is known when all is read
        return model.Constant(node.span, NUMBER, False, node.value, str(node.value))
    assert isinstance(node, tree.Word)
    each = (faces_on(context, kind) for kind in context.world.kinds.values() if kind.sort == "piece")
    kinds = [faces[0].kind for faces in each if len(faces) == 1]
    numbers = any(kind.sort == "range" for kind in kinds)
    named = [value for kind in kinds if kind.sort == "enumeration" for value in kind.elements]
    digits = {word: str(number) for number, word in enumerate(ENGLISH[0])}
    kind = next((kind for kind in kinds if kind.sort == "enumeration" and node.word in kind.elements), None)
    if kind is None:
        alike = (digits[node.word],) if numbers and node.word in digits else ()
        shown = f" They show {', '.join(dict.fromkeys(named))}." if named else ""
        wrong("E0205", f"No die shows {node.word}.{shown}", node.span, near=(*alike, *near(node.word, named)))
    return model.Constant(node.span, kind, False, kind.start + kind.elements.index(node.word), node.word)


def stated(number: Expression | None) -> int | None:
    """The number, where the text states it."""
    return number.value if isinstance(number, model.Constant | model.Setting) else None


@statement.of(tree.ChooseOne)
def choose_one(context: Context, node: tree.ChooseOne, scope: Scope) -> Statement:
    who = player_said(context, node.who, scope)
    known: dict[str, tree.Way] = {}
    for way in node.ways:
        first = known.setdefault(way.name, way)
        if first is not way:
            notes = (Note("It stands here, too.", first.span),)
            wrong("E0202", f"Two ways are called {way.name}.", way.span, notes=notes)
    return model.ChooseOne(node.span, node.clauses, who, tuple(read_way(context, way, scope) for way in node.ways))


def read_way(context: Context, node: tree.Way, scope: Scope) -> model.Way:
    when = condition(context, node.condition, scope) if node.condition else None
    body = under(context, when, node.block, scope) if when else block(context, node.block, scope)
    clauses = node.clauses + node.block.clauses
    return model.Way(node.span, clauses, node.name, when, body)


@statement.of(tree.May)
def may(context: Context, node: tree.May, scope: Scope) -> Statement:
    who = player_said(context, node.who, scope)
    clauses = node.clauses + node.block.clauses
    return model.May(node.span, clauses, who, node.repeatedly is not None, block(context, node.block, scope))
