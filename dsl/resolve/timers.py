"""How long something lasts: for each player numbers of the things that it lasts for.

What lasts until ends of turns counts how many of them have still to come. Of what lasts until a turn begins, or in a
turn that has to come, it is known that it does; of the latter also that it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import model
from dsl.model import Block, Condition, Expression, Statement, Variable
from dsl.model.sugar import Lasts
from dsl.model.world import Attribute, Kind, Visibility
from dsl.resolve.context import Context, Sort, Timer
from dsl.resolve.synthesized import fixed, for_each_above_0, give, got, numbers_from, use
from dsl.source import Span

COUNTED = "number of turns"  # the name, which no text can say, of the kind of what a timer counts
MOST_ENDS = 2  # of turns that can be waited for: that of the turn that is on, and of the next one
WORDS: dict[Sort, str] = {"turn": "turns", "until turn": "beginnings of turns", "in turn": "next turns"}

Then = Callable[[Expression], Block]  # what is done besides with a thing for which something begins or ends


def nothing_else(thing: Expression) -> Block:
    return ()


def sort_of(lasts: Lasts) -> Sort:
    """Which timer it takes."""
    return "turn" if lasts == "next turn" else lasts


def new_timer(context: Context, word: str, sort: Sort, kind: Kind, span: Span) -> Timer:
    """The timer of what is called `word` in records, for the things of a kind."""
    counted, seats = numbers_from(context, 0, MOST_ENDS + 1, COUNTED, span), context.world.players.elements

    def numbers(what: str) -> tuple[Attribute, ...]:
        names = [f"{word} ({what} of {seat})" for seat in seats]
        made = [Attribute(name, counted, kind, Visibility(), span=span, declared=False) for name in names]
        give(context, kind, made)
        return tuple(made)

    on = numbers(WORDS[sort])
    return Timer(sort, on, numbers("waiting for turns") if sort == "in turn" else ())


def going_on(timer: Timer, thing: Expression, span: Span) -> tuple[Condition, ...]:
    """By players the conditions of which one is so while it lasts for the thing."""
    return tuple(model.Compare(span, ">", got(number, thing), fixed(0, span)) for number in timer.on)


def free(timers: Iterable[Timer], thing: Expression, span: Span) -> Condition:
    """That none of them goes on for the thing."""
    numbers = [number for timer in timers for number in timer.on]
    return model.All(span, tuple(model.Compare(span, "=", got(number, thing), fixed(0, span)) for number in numbers))


def set_going(timer: Timer, thing: Expression, seat: int, ends: int) -> Statement:
    """It lasts for the thing until so many ends of the player's turns, or as its sort says."""
    return at_least(got((timer.waiting or timer.on)[seat], thing), ends)


def turn_comes(timer: Timer, seat: int, begun: Then = nothing_else, over: Then = nothing_else) -> Block:
    """What becomes of it when a turn of the player begins."""
    match timer.sort:
        case "until turn":
            return (one_less(timer.on[seat], over),)
        case "in turn":
            number = timer.on[seat]

            def begins(told: model.Get) -> Block:
                now = model.Become(told.span, (), got(number, told.of), fixed(1, told.span))
                return (model.Become(told.span, (), told, fixed(0, told.span)), now, *begun(told.of))

            waiting = timer.waiting[seat]
            return (for_each_above_0(waiting, span_of(waiting), begins),)
        case _:  # what ends with a turn goes on
            return ()


def turn_ends(timer: Timer, seat: int, over: Then = nothing_else) -> Block:
    """What becomes of it when a turn of the player ends."""
    return () if timer.sort == "until turn" else (one_less(timer.on[seat], over),)


def at_least(told: model.Get, number: int) -> Statement:
    """A number becomes as high as it has to be."""
    value = fixed(number, told.span)
    lower = model.Compare(told.span, "<", told, value)
    return model.If(told.span, (), ((lower, (model.Become(told.span, (), told, value),)),))


def one_less(number: Attribute, then: Then) -> Statement:
    """For all things for which it lasts, one beginning or end less has to come."""
    span = span_of(number)

    def falls(told: model.Get) -> Block:
        return (model.Change(span, (), "falls", told, fixed(1, span), None), *then(told.of))

    return for_each_above_0(number, span, falls)


def moved_on(now: Attribute, later: Attribute) -> Statement:
    """For all things what was to come takes the place of what is on."""
    span, thing = span_of(now), Variable(now.of.name, now.of, span=now.span)
    it = use(thing, span)
    some = model.Any(span, tuple(model.Compare(span, "!=", got(n, it), fixed(0, span)) for n in (now, later)))
    those = model.Selection(span, thing, now.of, that=(some,))
    first = model.Become(span, (), got(now, it), got(later, it))
    second = model.Become(span, (), got(later, it), fixed(0, span))
    return model.ForEach(span, (), those, None, (first, second))


def nothing_more(number: Attribute) -> Statement:
    """For all things the number is 0."""
    span, thing = span_of(number), Variable(number.of.name, number.of, span=number.span)
    told = got(number, use(thing, span))
    those = model.Selection(span, thing, number.of, that=(model.Compare(span, "!=", told, fixed(0, span)),))
    return model.ForEach(span, (), those, None, (model.Become(span, (), told, fixed(0, span)),))


def span_of(number: Attribute) -> Span:
    assert number.span is not None  # of the sentence that has made it
    return number.span
