"""What lasts until the end of somebody's turn, until it begins, or in it: what is forbidden so long, what is made of a
value, what quality something has.

What is forbidden has its own module, `dsl.resolve.timed_prohibitions`. A quality is given at once, and taken away when
the last of its timers (`dsl.resolve.timers`) is over. What is made of a value for a while: each sentence has numbers of
its own of every thing, what it sets, or adds up, and how long that lasts. So of several effects each ends by itself,
and what is left applies in layers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial, reduce
from typing import NoReturn, assert_never

from dsl import model, tree
from dsl.model import TURN_COMES, TURN_ENDS, Block, Expression, Layer, Modify, Statement, Variable
from dsl.model.sugar import Lasts
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve import timed_prohibitions
from dsl.resolve.changes import flag_called
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Context, Effect, Scope, Timer
from dsl.resolve.dispatch import statement
from dsl.resolve.expressions import bare, number_said, player_said
from dsl.resolve.synthesized import by_seat, give, got, numbers_from, use
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
            return [*timed_prohibitions.forbid(context, node, lasts, scope)]
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


def marked(context: Context, span: Span, lasts: Lasts, whose: Expression, body: tuple[Lasted, ...]) -> Statement:
    """The numbers become what they have to be, in one change."""
    players = context.world.players
    who = Variable("whose turn", players, span=span)
    lets: list[Statement] = []
    read = {line: read_once(context, line, lets) for line in body}

    def marks_of(seat: int, player: Expression) -> Block:
        once, twice = (
            tuple(m for line in body for m in marks(context, line, lasts, read[line], seat, ends)) for ends in (1, 2)
        )
        active = model.Compare(span, "=", model.ActivePlayer(span, players, False), player)
        return (model.If(span, (), ((active, twice), (None, once))),) if lasts == "next turn" else once

    return model.Together(span, (), (model.Let(span, (), who, whose), *lets, by_seat(context, who, span, marks_of)))


def read_once(context: Context, line: Lasted, lets: list[Statement]) -> tuple[Expression, ...]:
    """What is read more than once, by names that are added to `lets`."""
    match line:
        case model.Modify():
            said: tuple[Expression, ...] = (line.amount,)
        case model.Forbid(other=model.Expression() as other):
            said = (line.what, other)
        case model.Forbid():
            return (line.what,)
        case model.Hold():
            return ()
        case _:
            assert_never(line)
    return tuple(named(context, one, lets) for one in said)


def named(context: Context, said: Expression, lets: list[Statement]) -> Expression:
    variable = Variable("what lasts", said.kind, span=said.span)
    if said.maybe:
        context.maybe.add(variable)
    lets.append(model.Let(said.span, (), variable, said))
    return model.Use(said.span, said.kind, said.maybe, variable)


def marks(
    context: Context, line: Lasted, lasts: Lasts, read: tuple[Expression, ...], seat: int, ends: int
) -> tuple[Statement, ...]:
    match line:
        case model.Modify():
            return made_so(context, line, read[0], seat, ends)
        case model.Forbid():
            return (timed_prohibitions.begun(context, line, read, lasts, seat, ends),)
        case model.Hold():
            going = set_going(context.held[line.attribute][sort_of(lasts)], line.what, seat, ends)
            return (going,) if lasts == "in turn" else (going, turned(line.attribute, line.what, True))
        case _:
            assert_never(line)


def turned(attribute: Attribute, thing: Expression, on: bool) -> Statement:
    return model.TurnInto(thing.span, (), attribute, thing, on)


def finish_bans(context: Context) -> None:
    """The needs of actions that something forbids, and what is done at the beginning and the end of a turn."""
    for (action, place, other, _), ban in context.bans.items():
        action.needs.insert(0, timed_prohibitions.need(action, place, other, ban))
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
    found = [turn_comes(timer, seat) for ban in context.bans.values() for timer, _ in ban.timers]
    found += [effect_when_turn_comes(effect, seat) for effect in context.effects.values()]
    for attribute, timers in context.held.items():
        over, begun = is_over(attribute, timers.values()), partial(turned_so, attribute)
        found += [turn_comes(timer, seat, begun, over) for timer in timers.values()]
    return tuple(line for lines in found for line in lines)


def when_turn_ends(context: Context, seat: int) -> Block:
    found = [turn_ends(timer, seat) for ban in context.bans.values() for timer, _ in ban.timers]
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
