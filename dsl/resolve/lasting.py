"""What lasts until the end of somebody's turn, until it begins, or in it: what is forbidden so long, what is made of a
value, what quality something has.

Each action that something forbids to pieces of a kind has a timer (`dsl.resolve.timers`) of such pieces: the action is
forbidden to a piece while it goes on. Likewise with what is forbidden to players. A quality is given at once, and taken
away when the last of its timers is over.

What is made of a value for a while: each sentence has numbers of its own of every thing, what it sets, or adds up, and
how long that lasts. So of several effects each ends by itself, and what is left applies in layers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial, reduce
from typing import NoReturn, assert_never

from dsl import model, tree
from dsl.model import TURN_COMES, TURN_ENDS, Block, Expression, Layer, Modify, Statement, Variable
from dsl.model.sugar import Lasts
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve.changes import flag_called
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Ban, Context, Effect, Scope, Timer
from dsl.resolve.dispatch import statement
from dsl.resolve.expressions import bare, number_said, phrase, player_said
from dsl.resolve.implied import by_seat, give, got, numbers_from, use
from dsl.resolve.timers import (
    Then,
    free,
    going_on,
    moved_on,
    new_timer,
    nothing_more,
    set_going,
    sort_of,
    turn_comes,
    turn_ends,
)
from dsl.resolve.values import complete
from dsl.resolve.wording import a
from dsl.source import Span

AMOUNT = "number of an effect"  # the name, which no text can say, of the kind of what is set or added
MOST = 1000  # that is set or added, up or down
LAYERS = ("set", "rises", "at least", "at most")  # in the order in which they apply
ACTOR = -1  # the place of whoever does an action, among those of what it is done with

Lasted = model.Forbid | model.Modify | model.Hold


# ----------------------------------------------------------------------------------------------- what is made of values


def modify(context: Context, node: tree.Node, lasts: Lasts, scope: Scope) -> Modify | None:
    """A line that makes something of a value; None for another sort of line."""
    match node:
        case tree.Become(what=what, value=amount):
            return modified(context, node, what, "set", amount, lasts, scope)
        case tree.Rise(what=what, by=amount, limit=None):
            return modified(context, node, what, "rises", amount, lasts, scope)
        case tree.Fall(what=what, by=amount, limit=None):
            return modified(context, node, what, "falls", amount, lasts, scope)
        case tree.Capped(what=what, cap=tree.CapMost(amount=amount)):
            return modified(context, node, what, "at most", amount, lasts, scope)
        case tree.Capped(what=what, cap=tree.CapLeast(amount=amount)):
            return modified(context, node, what, "at least", amount, lasts, scope)
        case _:  # other lines make nothing of a value
            return None


def modified(
    context: Context, node: tree.Node, what: tree.Node, how: str, by: tree.Node, lasts: Lasts, scope: Scope
) -> Modify:
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
    context.effects[made] = declare_effect(context, value.parameters[0].kind, made, lasts)
    return made


def declare_effect(context: Context, kind: Kind, made: Modify, lasts: Lasts) -> Effect:
    """The numbers that the things of a kind get by a sentence."""
    if kind.name not in context.world.piece_infos and kind is not context.world.players:
        unsupported(f"effects on a value of any {kind.name}", made.span)
    amounts = numbers_from(context, -MOST, 2 * MOST + 1, AMOUNT, made.span)
    before = sum(e.target.value is made.target.value for e in context.effects)
    word = f"effect {f'{before + 1} ' if before else ''}on {made.target.value.name}"

    def number(name: str) -> Attribute:
        found = Attribute(f"{word} ({name})", amounts, kind, Visibility(), span=made.span, declared=False)
        give(context, kind, (found,))
        return found

    sort, seats = sort_of(lasts), context.world.players.elements
    if made.how in ("rises", "falls"):
        sums = tuple((number(f"turn of {seat}"), number(f"next turn of {seat}")) for seat in seats)
        return Effect(sort, sums=sums)
    return Effect(sort, new_timer(context, word, sort, kind, made.span), number(made.how))


def made_so(context: Context, line: Modify, amount: Expression, seat: int, ends: int) -> tuple[Statement, ...]:
    """The numbers as they become where it lasts until that many ends of the player's turns, or as its sort says."""
    effect, thing = context.effects[line], line.target.arguments[0]
    if effect.timer is None or effect.amount is None:
        now, later = effect.sums[seat]
        total = got(later if ends > 1 or effect.sort == "in turn" else now, thing)
        up = "rises" if line.how == "rises" else "falls"
        return (model.Change(line.span, (), up, total, amount, None),)  # type: ignore[arg-type]
    said = model.Become(line.span, (), got(effect.amount, thing), amount)
    return (said, set_going(effect.timer, thing, seat, ends))


def effect_when_turn_comes(effect: Effect, seat: int) -> Block:
    if effect.timer is not None:
        return turn_comes(effect.timer, seat)
    return () if effect.sort == "turn" else (moved_on(*effect.sums[seat]),)


def effect_when_turn_ends(effect: Effect, seat: int) -> Block:
    if effect.timer is not None:
        return turn_ends(effect.timer, seat)
    if effect.sort != "in turn":
        return () if effect.sort == "until turn" else (moved_on(*effect.sums[seat]),)
    return (nothing_more(effect.sums[seat][0]),)


def finish_effects(context: Context) -> None:
    """What the effects that are on make of each value."""
    for value in dict.fromkeys(line.target.value for line in context.effects):
        mine = [line for line in context.effects if line.target.value is value]
        layers = [layer_of(context, line, value) for line in mine]
        value.layers = tuple(sorted(layers, key=lambda layer: LAYERS.index(layer.how)))


def layer_of(context: Context, line: Modify, value: model.Value) -> Layer:
    effect, span = context.effects[line], line.span
    it = use(value.parameters[0], span)
    if effect.timer is None or effect.amount is None:
        waits = effect.sort == "in turn"  # what is added later counts now, unless it waits
        parts: list[Expression] = [
            got(n, it) for now, later in effect.sums for n in ((now,) if waits else (now, later))
        ]
        total = reduce(lambda a, b: model.Arithmetic(span, NUMBER, False, "plus", a, b), parts)
        return Layer("rises", total, model.All(span, ()))
    on = model.Any(span, going_on(effect.timer, it, span))
    return Layer(line.how, got(effect.amount, it), on)  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------------------------- what lasts


@statement.of(tree.Lasting)
def lasting(context: Context, node: tree.Lasting, scope: Scope) -> Statement | None:
    lasts, whose = how_long(context, node.how_long, scope)
    body = tuple(made for line in node.block.lines for made in effect_of(context, line, lasts, scope.inner()))
    if not body:
        return None  # of actions of variants that are not in play
    carried = (marked(context, node.span, lasts, whose, body),)
    clauses = node.clauses + node.how_long.clauses + node.block.clauses
    return model.Lasting(node.span, clauses, whose, lasts, body, carried)


def how_long(context: Context, node: tree.Node, scope: Scope) -> tuple[Lasts, Expression]:
    """How it lasts, and by whose turn."""
    match node:
        case tree.UntilEnd(end=end):
            return "turn", turn_end(context, end, scope)
        case tree.UntilNext(turn=turn):
            return "until turn", next_turn(context, turn, scope)
        case tree.NowAndUntil(end=tree.Word(word="end"), preposition="of", turn=turn):
            return "next turn", next_turn(context, turn, scope)
        case tree.During(turn=turn):
            return "in turn", next_turn(context, turn, scope)
        case (
            tree.UntilEndOfNext(end=tree.Word(word=word), turn=turn)
            | tree.NowAndUntil(end=tree.Word(word=word), turn=turn)
        ):
            next_turn(context, turn, scope)
            refuse_end_of_next(node, word)
        case _:
            raise TypeError(type(node).__name__)


def turn_end(context: Context, node: tree.Node, scope: Scope) -> Expression:
    """Whose turn it is, of `the end of the turn of North`."""
    match node:
        case tree.The(
            noun=tree.Word(word="end"),
            where=tree.Where(preposition="of", of=tree.The(noun=tree.Word(word="turn"), where=of)),
        ):
            if of is not None:
                return player_said(context, of.of, scope)
            return model.ActivePlayer(node.span, context.world.players, False)
        case tree.The(where=tree.Where(of=tree.The(noun=tree.Word(word="next-turn")))):
            refuse_end_of_next(node, "end")
        case _:  # nothing else ends with a turn
            wrong("E0332", "What lasts here ends with a turn, or when one begins.", node.span,
                  hints=("until the end of the turn", "until the next turn of the Player"))  # fmt: skip


def next_turn(context: Context, node: tree.NextTurn, scope: Scope) -> Expression:
    """Whose turn has to come."""
    if node.words != ("next", "turn") or node.preposition != "of":
        said = " ".join(node.words)
        wrong("E0332", f"It is a turn for which an effect waits, not the {said}.", node.span,
              hints=("the next turn of the Player",))  # fmt: skip
    return player_said(context, node.of, scope)


def refuse_end_of_next(node: tree.Node, word: str) -> NoReturn:
    """What could be meant in two ways, or is said otherwise."""
    if word != "end":
        wrong("E0332", "When a turn begins is said in short.", node.span, hints=("until the next turn of the Player",))
    message = "Whether this holds at once, or in that turn alone, has to be said."
    wrong("E0332", message, node.span, hints=("now and until the end of the next turn of the Player",
                                              "during the next turn of the Player"))  # fmt: skip


def effect_of(context: Context, node: tree.Node, lasts: Lasts, scope: Scope) -> list[Lasted]:
    """What a line means for a while."""
    match node:
        case tree.Forbid():
            return [*forbid(context, node, lasts, scope)]
        case tree.Held():
            return [hold(context, node, lasts, scope)]
        case tree.TurnInto():
            wrong("E0332", "What becomes so stays so; for a while something is so.", node.span,
                  hints=(f"as in: the Ship is {node.word}",))  # fmt: skip
        case _:  # any other makes something of a value, or nothing that ends
            made = modify(context, node, lasts, scope)
    if made is None:
        unsupported("this sort of effect that lasts", node.span)
    return [made]


def hold(context: Context, node: tree.Held, lasts: Lasts, scope: Scope) -> model.Hold:
    """What has a quality for a while."""
    what = bare(context, node.what, scope)
    attribute = flag_called(context, what.kind, node)
    if attribute is context.world.out:
        wrong("E0332", "Who goes out is out for good.", node.span, hints=("as in: the Player goes out",))
    if attribute.of.sort not in ("piece", "player"):
        unsupported(f"a quality of {a(attribute.of)} for a while", node.span)
    timers, sort = context.held.setdefault(attribute, {}), sort_of(lasts)
    if sort not in timers:
        timers[sort] = new_timer(context, f"being {attribute.name}", sort, attribute.of, node.span)
    return model.Hold(node.span, node.clauses, what, attribute)


def forbid(context: Context, node: tree.Forbid, lasts: Lasts, scope: Scope) -> list[model.Forbid]:
    """What may not be done; nothing of the actions of variants that are not in play."""
    if node.condition is not None or isinstance(node.who, tree.Desc):
        wrong("E0332", "What lasts is forbidden to something certain, and at once.", node.span,
              hints=("as in: the Ship cannot Step",))  # fmt: skip
    what = phrase(context, node.who, scope)
    actions = [forbidden(context, call) for call in node.deeds.calls]
    return [forbidden_to(context, what, action, node, lasts) for action in actions if action is not None]


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


def forbidden_to(
    context: Context, what: Expression, action: model.Action, node: tree.Forbid, lasts: Lasts
) -> model.Forbid:
    place = place_of(context, action, what, node)
    ban(context, action, place, node, lasts)
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


def ban(context: Context, action: model.Action, place: int, node: tree.Forbid, lasts: Lasts) -> None:
    """Declares the timer of an action and what it is done with."""
    key = (action, place, sort_of(lasts))
    if key not in context.bans:
        kind = with_it(action, place).kind
        if kind.name not in context.world.piece_infos and place != ACTOR:
            unsupported(f"forbidding something to any {kind.name}", node.span)
        word = " ".join(part for part in (action.name, action.prepositions[place] if place != ACTOR else "") if part)
        context.bans[key] = Ban(new_timer(context, f"ban on {word}", key[2], kind, node.span), node.span)
    context.bans[key].clauses += node.clauses


def marked(context: Context, span: Span, lasts: Lasts, whose: Expression, body: tuple[Lasted, ...]) -> Statement:
    """The numbers become what they have to be, in one change."""
    players = context.world.players
    who = Variable("whose turn", players, span=span)
    amounts = {line: Variable("amount", NUMBER, span=line.span) for line in body if isinstance(line, model.Modify)}
    lets = [model.Let(line.span, (), variable, line.amount) for line, variable in amounts.items()]

    def marks_of(seat: int, player: Expression) -> Block:
        once, twice = (
            tuple(m for line in body for m in marks(context, line, lasts, amounts, seat, ends)) for ends in (1, 2)
        )
        active = model.Compare(span, "=", model.ActivePlayer(span, players, False), player)
        return (model.If(span, (), ((active, twice), (None, once))),) if lasts == "next turn" else once

    return model.Together(span, (), (model.Let(span, (), who, whose), *lets, by_seat(context, who, span, marks_of)))


def marks(
    context: Context,
    line: Lasted,
    lasts: Lasts,
    amounts: dict[model.Modify, Variable],
    seat: int,
    ends: int,
) -> tuple[Statement, ...]:
    match line:
        case model.Modify():
            return made_so(context, line, use(amounts[line], line.span), seat, ends)
        case model.Forbid():
            timer = context.bans[line.action, line.place, sort_of(lasts)].timer
            return (set_going(timer, line.what, seat, ends),)
        case model.Hold():
            going = set_going(context.held[line.attribute][sort_of(lasts)], line.what, seat, ends)
            return (going,) if lasts == "in turn" else (going, turned(line.attribute, line.what, True))
        case _:
            assert_never(line)


def turned(attribute: Attribute, thing: Expression, on: bool) -> Statement:
    return model.TurnInto(thing.span, (), attribute, thing, on)


def finish_bans(context: Context) -> None:
    """The needs of actions that something forbids, and what is done at the beginning and the end of a turn."""
    for (action, place, _), ban in context.bans.items():
        what = use(with_it(action, place), ban.span)
        condition = model.Unbarred(ban.span, what, free((ban.timer,), what, ban.span))
        action.needs.insert(0, model.Need(condition, False, "", ban.span, ban.clauses))
    finish_effects(context)
    at_turn(context, TURN_COMES, lambda seat: when_turn_comes(context, seat))
    at_turn(context, TURN_ENDS, lambda seat: when_turn_ends(context, seat))


def at_turn(context: Context, name: str, changes: Callable[[int], Block]) -> None:
    """What is done when a turn of a player begins, or ends: of `changes`, by the number of the seat."""
    first = changes(0)
    if first:
        span, players = first[0].span, context.world.players
        player = Variable("player", players, span=span)
        body = (model.Together(span, (), (by_seat(context, player, span, lambda seat, _: changes(seat)),)),)
        context.book.procedures[name] = model.Procedure(name, name, (player,), ("",), span, (), body=body)


def when_turn_comes(context: Context, seat: int) -> Block:
    found = [turn_comes(ban.timer, seat) for ban in context.bans.values()]
    found += [effect_when_turn_comes(effect, seat) for effect in context.effects.values()]
    for attribute, timers in context.held.items():
        over, begun = is_over(attribute, timers.values()), partial(turned_so, attribute)
        found += [turn_comes(timer, seat, begun, over) for timer in timers.values()]
    return tuple(line for lines in found for line in lines)


def when_turn_ends(context: Context, seat: int) -> Block:
    found = [turn_ends(ban.timer, seat) for ban in context.bans.values()]
    found += [effect_when_turn_ends(effect, seat) for effect in context.effects.values()]
    for attribute, timers in context.held.items():
        over = is_over(attribute, timers.values())
        found += [turn_ends(timer, seat, over) for timer in timers.values()]
    return tuple(line for lines in found for line in lines)


def turned_so(attribute: Attribute, thing: Expression) -> Block:
    return (turned(attribute, thing, True),)


def is_over(attribute: Attribute, timers: Collection[Timer]) -> Then:
    """Takes the quality away where nothing gives it any more for a while."""

    def over(thing: Expression) -> Block:
        done = (free(timers, thing, thing.span), (turned(attribute, thing, False),))
        return (model.If(thing.span, (), (done,)),)

    return over


def with_it(action: model.Action, place: int) -> Variable:
    """What the action is done with, or who does it."""
    found = action.actor if place == ACTOR else action.parameters[place]
    assert found is not None
    return found
