"""What lasts until the end of somebody's turn, and what is forbidden so long.

Each action that something forbids to pieces of a kind has, for each player, a number of every such piece: how many ends
of that player's turns have still to come. The action is forbidden to the piece while one of them is not 0. Likewise
with what is forbidden to players.

What is made of a value for a while: each sentence has numbers of its own of every thing, what it sets, or adds up, and
how long that lasts. So of several effects each ends by itself, and what is left applies in layers.
"""

from __future__ import annotations

from functools import reduce

from dsl import model, tree
from dsl.model import TURN_ENDS, Block, Condition, Expression, Layer, Modify, Statement, Variable
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Ban, Context, Effect, Scope
from dsl.resolve.dispatch import statement
from dsl.resolve.expressions import bare, number_said, phrase, player_said
from dsl.resolve.implied import by_seat, fixed, for_each_above_0, give, got, numbers_from, use
from dsl.resolve.values import complete
from dsl.resolve.wording import a
from dsl.source import Span

AMOUNT = "number of an effect"  # the name, which no text can say, of the kind of what is set or added
ENDS = "number of turns"  # likewise, of how long it lasts
MOST_ENDS = 2  # of turns that can be waited for: that of the turn that is on, and of the next one
MOST = 1000  # that is set or added, up or down
LAYERS = ("set", "rises", "at least", "at most")  # in the order in which they apply
TURNS = ("turn", "next-turn")
ACTOR = -1  # the place of whoever does an action, among those of what it is done with


# ----------------------------------------------------------------------------------------------- what is made of values


def modify(context: Context, node: tree.Node, scope: Scope) -> Modify | None:
    """A line that makes something of a value; None for another sort of line."""
    match node:
        case tree.Become(what=what, value=amount):
            return modified(context, node, what, "set", amount, scope)
        case tree.Rise(what=what, by=amount, limit=None):
            return modified(context, node, what, "rises", amount, scope)
        case tree.Fall(what=what, by=amount, limit=None):
            return modified(context, node, what, "falls", amount, scope)
        case tree.Capped(what=what, cap=tree.CapMost(amount=amount)):
            return modified(context, node, what, "at most", amount, scope)
        case tree.Capped(what=what, cap=tree.CapLeast(amount=amount)):
            return modified(context, node, what, "at least", amount, scope)
        case _:  # other lines make nothing of a value
            return None


def modified(context: Context, node: tree.Node, what: tree.Node, how: str, by: tree.Node, scope: Scope) -> Modify:
    target = bare(context, what, scope)
    if not isinstance(target, model.Apply) or target.otherwise is not None or len(target.arguments) != 1:
        message = "For a while something is made of a value that the rulebook defines for one thing."
        wrong("E0332", message, what.span, hints=("as in: the speed of the Ship rises by 1",))
    value = target.value
    complete(context, value)
    if value.kind is None or (not value.kind.is_a(NUMBER) and value.kind.sort != "range"):
        wrong("E0332", f"The {value.name} is no number.", what.span)
    amount = number_said(context, by, scope)
    made = Modify(node.span, node.clauses, target, how, amount)  # type: ignore[arg-type]
    context.effects[made] = declare_effect(context, value.parameters[0].kind, made)
    return made


def declare_effect(context: Context, kind: Kind, made: Modify) -> Effect:
    """The numbers that the things of a kind get by a sentence."""
    if kind.name not in context.world.piece_infos and kind is not context.world.players:
        unsupported(f"effects on a value of any {kind.name}", made.span)
    ends = numbers_from(context, 0, MOST_ENDS + 1, ENDS, made.span)
    amounts = numbers_from(context, -MOST, 2 * MOST + 1, AMOUNT, made.span)
    before = sum(e.target.value is made.target.value for e in context.effects)
    word = f"effect {f'{before + 1} ' if before else ''}on {made.target.value.name}"
    seats = context.world.players.elements

    def number(name: str, of: Kind) -> Attribute:
        return Attribute(f"{word} ({name})", of, kind, Visibility(), span=made.span, declared=False)

    if made.how in ("rises", "falls"):
        found = Effect(
            sums=tuple((number(f"turn of {s}", amounts), number(f"next-turn of {s}", amounts)) for s in seats)
        )
    else:
        found = Effect(tuple(number(f"turns of {seat}", ends) for seat in seats), number(made.how, amounts))
    give(context, kind, found.numbers)
    return found


def made_so(context: Context, line: Modify, amount: Expression, seat: int, ends: int) -> tuple[Statement, ...]:
    """The numbers as they become where it lasts until that many ends of the player's turns."""
    effect, thing = context.effects[line], line.target.arguments[0]
    if effect.amount is None:
        total = got(effect.sums[seat][ends - 1], thing)
        up = "rises" if line.how == "rises" else "falls"
        return (model.Change(line.span, (), up, total, amount, None),)  # type: ignore[arg-type]
    said = model.Become(line.span, (), got(effect.amount, thing), amount)
    return (said, at_least(got(effect.ends[seat], thing), ends))


def turn_over(effect: Effect, seat: int) -> tuple[Statement, ...]:
    """One end less has to come."""
    if effect.amount is not None:
        return (one_less(effect.ends[seat]),)
    now, later = effect.sums[seat]
    thing = Variable(now.of.name, now.of, span=now.span)
    span = now.span
    assert span is not None
    it = use(thing, span)
    some = model.Any(span, tuple(model.Compare(span, "!=", got(n, it), fixed(0, span)) for n in (now, later)))
    those = model.Selection(span, thing, now.of, that=(some,))
    first = model.Become(span, (), got(now, it), got(later, it))
    second = model.Become(span, (), got(later, it), fixed(0, span))
    return (model.ForEach(span, (), those, None, (first, second)),)


def finish_effects(context: Context) -> None:
    """What the effects that are on make of each value."""
    for value in dict.fromkeys(line.target.value for line in context.effects):
        mine = [line for line in context.effects if line.target.value is value]
        layers = [layer_of(context, line, value) for line in mine]
        value.layers = tuple(sorted(layers, key=lambda layer: LAYERS.index(layer.how)))


def layer_of(context: Context, line: Modify, value: model.Value) -> Layer:
    effect, span = context.effects[line], line.span
    it = use(value.parameters[0], span)
    if effect.amount is None:
        parts: list[Expression] = [got(one, it) for pair in effect.sums for one in pair]
        total = reduce(lambda a, b: model.Arithmetic(span, NUMBER, False, "plus", a, b), parts)
        return Layer("rises", total, model.All(span, ()))
    on: tuple[Condition, ...] = tuple(model.Compare(span, ">", got(e, it), fixed(0, span)) for e in effect.ends)
    return Layer(line.how, got(effect.amount, it), model.Any(span, on))  # type: ignore[arg-type]


def at_least(told: model.Get, ends: int) -> Statement:
    """A number of ends becomes as high as it has to be."""
    value = fixed(ends, told.span)
    lower = model.Compare(told.span, "<", told, value)
    return model.If(told.span, (), ((lower, (model.Become(told.span, (), told, value),)),))


def one_less(number: Attribute) -> Statement:
    """For all things that wait for ends of turns, one end less."""
    span = number.span
    assert span is not None
    return for_each_above_0(number, span, lambda left: model.Change(span, (), "falls", left, fixed(1, span), None))


# ----------------------------------------------------------------------------------------------------------- what lasts


@statement.of(tree.Lasting)
def lasting(context: Context, node: tree.Lasting, scope: Scope) -> Statement | None:
    following, whose = turn_end(context, node.until, scope)
    body = tuple(made for line in node.block.lines for made in effect_of(context, line, scope.inner()))
    if not body:
        return None  # of actions of variants that are not in play
    carried = (marked(context, node.span, following, whose, body),)
    clauses = node.clauses + node.block.clauses
    return model.Lasting(node.span, clauses, whose, following, body, carried)


def turn_end(context: Context, node: tree.Node, scope: Scope) -> tuple[bool, Expression]:
    """`the end of the next-turn of North`: whether it is the next one, and whose."""
    match node:
        case tree.The(
            noun=tree.Word(word="end"),
            where=tree.Where(preposition="of", of=tree.The(noun=tree.Word(word=word), where=of)),
        ) if word in TURNS:
            following = word == "next-turn"
            if of is not None:
                return following, player_said(context, of.of, scope)
            if not following:
                return False, model.ActivePlayer(node.span, context.world.players, False)
        case _:  # nothing else ends with a turn
            pass
    wrong("E0332", "What lasts here ends with a turn.", node.span,
          hints=("until the end of the turn", "until the end of the next-turn of the Player"))  # fmt: skip


def effect_of(context: Context, node: tree.Node, scope: Scope) -> list[model.Forbid | model.Modify]:
    """What a line means for a while."""
    if isinstance(node, tree.Forbid):
        return [*forbid(context, node, scope)]
    made = modify(context, node, scope)
    if made is None:
        unsupported("this sort of effect that lasts", node.span)
    return [made]


def forbid(context: Context, node: tree.Forbid, scope: Scope) -> list[model.Forbid]:
    """What may not be done; nothing of the actions of variants that are not in play."""
    if node.condition is not None or isinstance(node.who, tree.Desc):
        wrong("E0332", "What lasts is forbidden to something certain, and at once.", node.span,
              hints=("as in: the Ship cannot Step",))  # fmt: skip
    what = phrase(context, node.who, scope)
    actions = [forbidden(context, call) for call in node.deeds.calls]
    return [forbidden_to(context, what, action, node) for action in actions if action is not None]


def forbidden(context: Context, call: tree.Node) -> model.Action | None:
    """The action; None for one of a variant that is not in play."""
    if not isinstance(call, tree.Call) or call.phrase is not None or call.roles.roles:
        wrong("E0332", "What is forbidden is an action by its Name.", call.span,
              hints=("as in: the Ship cannot Step",))  # fmt: skip
    if call.name in context.absent:
        return None
    if call.name not in context.book.actions:
        wrong("E0201", f"There is no action called {call.name}.", call.span, near=tuple(context.book.actions)[:3])
    return context.book.actions[call.name]


def forbidden_to(context: Context, what: Expression, action: model.Action, node: tree.Forbid) -> model.Forbid:
    place = place_of(context, action, what, node)
    ban(context, action, place, node)
    return model.Forbid(node.span, node.clauses, what, action, place)


def place_of(context: Context, action: model.Action, what: Expression, node: tree.Forbid) -> int:
    """Which of the things that the action is done with is meant; -1 for whoever does it."""
    if what.kind is context.world.players:
        return ACTOR
    if what.kind.sort != "piece":
        unsupported(f"forbidding something to {a(what.kind)}", node.who.span)
    places = [k for k, parameter in enumerate(action.parameters) if what.kind.is_a(parameter.kind)]
    if len(places) != 1:
        many = "several things of that kind" if places else "no such thing"
        wrong("E0332", f"{action.name} is done with {many}: {a(what.kind)}.", node.span)
    return places[0]


def ban(context: Context, action: model.Action, place: int, node: tree.Forbid) -> None:
    """Declares the numbers of an action and what it is done with."""
    if (action, place) not in context.bans:
        kind = with_it(action, place).kind
        if kind.name not in context.world.piece_infos and place != ACTOR:
            unsupported(f"forbidding something to any {kind.name}", node.span)
        made = ban_numbers(context, action, place, kind, node.span)
        give(context, kind, made)
        context.bans[action, place] = Ban(tuple(made), node.span)
    context.bans[action, place].clauses += node.clauses


def ban_numbers(context: Context, action: model.Action, place: int, kind: Kind, span: Span) -> list[Attribute]:
    word = " ".join(part for part in (action.name, action.prepositions[place] if place != ACTOR else "") if part)
    names = [f"ban on {word} (turns of {player})" for player in context.world.players.elements]
    ends = numbers_from(context, 0, MOST_ENDS + 1, ENDS, span)
    return [Attribute(name, ends, kind, Visibility(), span=span, declared=False) for name in names]


def marked(
    context: Context,
    span: Span,
    following: bool,
    whose: Expression,
    body: tuple[model.Forbid | model.Modify, ...],
) -> Statement:
    """The numbers become what they have to be, in one change."""
    players = context.world.players
    who = Variable("whose turn", players, span=span)
    amounts = {line: Variable("amount", NUMBER, span=line.span) for line in body if isinstance(line, model.Modify)}
    lets = [model.Let(line.span, (), variable, line.amount) for line, variable in amounts.items()]

    def marks_of(seat: int, player: Expression) -> Block:
        once, twice = (tuple(m for line in body for m in marks(context, line, amounts, seat, ends)) for ends in (1, 2))
        active = model.Compare(span, "=", model.ActivePlayer(span, players, False), player)
        return (model.If(span, (), ((active, twice), (None, once))),) if following else once

    return model.Together(span, (), (model.Let(span, (), who, whose), *lets, by_seat(context, who, span, marks_of)))


def marks(
    context: Context,
    line: model.Forbid | model.Modify,
    amounts: dict[model.Modify, Variable],
    seat: int,
    ends: int,
) -> tuple[Statement, ...]:
    if isinstance(line, model.Modify):
        return made_so(context, line, use(amounts[line], line.span), seat, ends)
    number = context.bans[line.action, line.place].numbers[seat]
    return (at_least(got(number, line.what), ends),)


def finish_bans(context: Context) -> None:
    """The needs of actions that something forbids, and what is done at the end of a turn."""
    for (action, place), ban in context.bans.items():
        what = use(with_it(action, place), ban.span)
        free = tuple(model.Compare(ban.span, "=", got(number, what), fixed(0, ban.span)) for number in ban.numbers)
        condition = model.Unbarred(ban.span, what, model.All(ban.span, free))
        action.needs.insert(0, model.Need(condition, False, "", ban.span, ban.clauses))
    finish_effects(context)
    if context.bans or context.effects:
        context.book.procedures[TURN_ENDS] = turn_ends(context)


def turn_ends(context: Context) -> model.Procedure:
    """One end less has to come of the turns of the player whose turn it was."""
    spans = [ban.span for ban in context.bans.values()] + [line.span for line in context.effects]
    span = spans[0]
    player = Variable("player", context.world.players, span=span)

    def one_end_less(seat: int, _: Expression) -> Block:
        lines = tuple(one_less(ban.numbers[seat]) for ban in context.bans.values())
        return lines + tuple(made for effect in context.effects.values() for made in turn_over(effect, seat))

    body = (model.Together(span, (), (by_seat(context, player, span, one_end_less),)),)
    return model.Procedure(TURN_ENDS, TURN_ENDS, (player,), ("",), span, (), body=body)


def with_it(action: model.Action, place: int) -> Variable:
    """What the action is done with, or who does it."""
    found = action.actor if place == ACTOR else action.parameters[place]
    assert found is not None
    return found
