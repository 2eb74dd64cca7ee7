"""How often something may be done.

What has a limit has numbers that count how often it was done: of whatever it is counted for, a piece or a player for
example; where it is counted for several things together, one for each combination of the others. The limit is a need
that is tested first. What it is counted in (a turn, a phase, a window) sets the numbers to 0 where it begins and where
it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Literal

from dsl import model, tree
from dsl.model import (
    TURN_BEGINS,
    Act,
    Block,
    Condition,
    Expression,
    Phase,
    Statement,
    Variable,
    Window,
)
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve.calls import invocation_of, power_call
from dsl.resolve.complaints import faults_noted, unsupported, wrong
from dsl.resolve.context import Context, Limit, Scope
from dsl.resolve.expressions import player_said
from dsl.resolve.names import kind_called
from dsl.resolve.synthesized import fixed, for_each_above_0, give, got, numbers_from, use
from dsl.resolve.wording import a
from dsl.source import Span
from dsl.text.diagnostics import near

MOST_COUNTS = 64  # numbers of one thing
GAME = Kind("the game", "row", size=1, elements=("the game",))  # what has the number where there is one in all
Given = Mapping[Variable, Expression]
Each = Literal["turn", "game", "time"]


def limit_lines(context: Context, lines: tuple[tree.Node, ...], act: Act) -> None:
    """The limits of an action or power, whose other lines are resolved; they can stand anywhere among these."""
    for line in lines:
        if isinstance(line, tree.Limit):
            with faults_noted(context):
                declare_limit(context, line, act)
    limits = context.limits.get(act, [])
    own = {variable: use(variable, limit.span) for limit in limits for variable in limit.per}
    act.needs[:0] = [need(limit, own) for limit in limits]
    act.counted = tuple(line for limit in limits for line in rises(limit, own))


def declare_limit(context: Context, line: tree.Limit, act: Act) -> None:
    times = number_of_times(context, line)
    if times < 1:
        wrong("E0338", f"{act.name} could never be done.", line.span)
    each, time = span_of(context, line)
    per = tuple(counted_for(context, name, line, act) for name in (line.kinds.names if line.kinds else ()))
    for k, variable in enumerate(per):
        if variable in per[:k]:
            wrong("E0338", f"It is counted for each {variable.kind.name} already.", line.span)
    for other in context.limits.get(act, []):
        if (other.each, other.time, set(other.per)) == (each, time, set(per)):
            wrong("E0202", f"How often {act.name} may be done is said twice.", line.span)
    pieces = [variable for variable in per if variable.kind.sort == "piece"]
    if len(pieces) > 1:
        unsupported("a limit for each of several pieces together", line.span)
    carrier = max(pieces or per, key=lambda variable: variable.kind.size, default=None)
    limit = Limit(line.span, line.clauses, times, each, time, per, carrier)
    declare_counters(context, limit, act)
    context.limits.setdefault(act, []).append(limit)


def number_of_times(context: Context, line: tree.Limit) -> int:
    if isinstance(line.often.times, int):
        return line.often.times
    settings = context.world.settings
    if line.often.times not in settings:
        wrong("E0201", f"No number is called {line.often.times}.", line.often.span,
              near=near(line.often.times, settings))  # fmt: skip
    return settings[line.often.times].value


def span_of(context: Context, line: tree.Limit) -> tuple[Each, Phase | Window | None]:
    """In what it is counted."""
    word = line.each.word
    times: dict[str, Phase | Window] = {**context.book.phases, **context.book.windows}
    match word:
        case "turn" | "game":
            return ("turn" if word == "turn" else "game"), None
        case _ if word in times:
            return "time", times[word]
        case "Turn" | "Game":
            wrong("E0338", f"No phase or window is called {word}.", line.each.span, near=(word.lower(),))
        case _:
            wrong("E0338", f"There is no phase or window called {word}.", line.each.span, near=near(word, times),
                  hints=("once each turn", "once each game", "once each …, a phase or window by its Name"))  # fmt: skip


def counted_for(context: Context, name: str, line: tree.Limit, act: Act) -> Variable:
    """Who does it, or one of the things that it is done with or that its head chooses."""
    kind = kind_called(context, name, line.span)
    chosen = [line.variable for line in act.head if isinstance(line, model.Choose)]
    found = [variable for variable in (*act.parameters, *chosen) if variable.kind is kind]
    if kind is context.world.players and act.actor is not None:
        return act.actor
    if isinstance(act, model.Power) and kind is act.family:
        wrong("E0338", f"The limit of a power is its own: it is not shared with another {kind.name}.", line.span)
    if len(found) != 1:
        many = "several things of that kind" if found else "no such thing"
        wrong("E0338", f"{act.name} is done with {many}: {a(kind)}.", line.span)
    if kind.sort in ("number", "truth", "location"):
        wrong("E0338", f"It cannot be counted for each {kind.name}.", line.span)
    return found[0]


def declare_counters(context: Context, limit: Limit, act: Act) -> None:
    """Declares the numbers."""
    others = [variable.kind for variable in limit.others]
    ways = prod(kind.size for kind in others)
    if ways > MOST_COUNTS:
        wrong("E0338", f"It would be counted in {ways} ways for one thing.", limit.span,
              hints=("leave out what it need not be counted for",))  # fmt: skip
    told = f"{act.name} done this {limit.time.name if limit.time else limit.each}"
    for elements in product(*(numbers(kind) for kind in others)):
        names = (name_of(kind, number) for kind, number in zip(others, elements, strict=True))
        limit.counts[elements] = counter(context, " by ".join([told, *names]), limit)


def counter(context: Context, name: str, limit: Limit) -> Attribute:
    """A number from 0 to the limit."""
    kind = numbers_from(context, 0, limit.times + 1, f"number of times up to {limit.times}", limit.span)
    of = limit.carrier.kind if limit.carrier else GAME
    if of.sort == "piece" and of.name not in context.world.piece_infos:
        unsupported(f"a limit for each {of.name}", limit.span)
    found = Attribute(name, kind, of, Visibility(), span=limit.span, declared=False)
    give(context, of, (found,))
    return found


def has_done(context: Context, node: tree.HadDone, scope: Scope) -> model.ExampleStep:
    who = player_said(context, node.who, scope)
    act, arguments = done_before(context, node, scope)
    if act not in context.limits:
        message = f"How often {act.name} is done has no limit, so that it is not counted."
        wrong("E0502", message, node.call.span, hints=(f"once each turn, under {act.name}",))
    said = zip((act.actor, *act.parameters), (who, *arguments), strict=True)
    given = {variable: value for variable, value in said if variable is not None and value is not None}
    missing = next((v for limit in context.limits[act] for v in limit.per if v not in given), None)
    if missing is not None:
        wrong("E0502", f"It is counted for each {missing.kind.name}; this does not say for which.", node.span,
              hints=("when …, to have it done in the example",))  # fmt: skip
    times = 1 if node.times is None else node.times
    carried = tuple(line for limit in context.limits[act] for line in rises(limit, given, times))
    condition = model.HasDone(node.span, who, act, arguments, times, carried)
    return model.Given(node.span, node.clauses, condition)


def done_before(context: Context, node: tree.HadDone, scope: Scope) -> tuple[Act, tuple[Expression | None, ...]]:
    """The action or power that is named, and what it was done with."""
    call = power_call(context, node.call, scope)
    if call is not None:
        if len(call.members) != 1:
            wrong("E0502", "Say by its Name which power has been done.", node.call.span)
        return call.members[0], call.given(call.members[0])
    invocation = invocation_of(context, node.call, scope)
    if invocation is None:
        wrong("E0501", "This action belongs to a variant; the example must stand in it.", node.span)
    return invocation.action, invocation.arguments


def finish_limits(context: Context) -> None:
    """What begins anew with each turn, phase and window."""
    limits = [limit for some in context.limits.values() for limit in some]
    in_turns = [limit for limit in limits if limit.each == "turn"]
    if in_turns:
        span = in_turns[0].span
        body = (anew(in_turns, span),)
        context.book.procedures[TURN_BEGINS] = model.Procedure(TURN_BEGINS, TURN_BEGINS, (), (), span, (), body=body)
    times: list[Phase | Window] = [*context.book.phases.values(), *context.book.windows.values()]
    for time in times:
        own = [limit for limit in limits if limit.time is time]
        if own:
            time.anew = (anew(own, own[0].span),)


def need(limit: Limit, given: Given) -> model.Need:
    """The limit as what is asked first."""
    left = model.Unspent(limit.span, limit.times, limit.each, limit.time, limit.per, room(limit, given))
    return model.Need(left, False, "", limit.span, limit.clauses)


def room(limit: Limit, given: Given) -> Condition:
    """That it was not done so often yet, by what is given."""
    span, times = limit.span, fixed(limit.times, limit.span)
    below = {k: model.Compare(span, "<", counted(limit, number, given), times) for k, number in limit.counts.items()}
    if not limit.others:
        return below[()]
    return model.Any(span, tuple(model.All(span, (*meant(limit, k, given), c)) for k, c in below.items()))


def rises(limit: Limit, given: Given, by: int = 1) -> Block:
    """It is counted, so far as that matters."""
    span, times = limit.span, fixed(limit.times, limit.span)
    amount = fixed(by, span)
    branches: list[tuple[Condition | None, Block]] = []
    for k, number in limit.counts.items():
        line: Statement = model.Change(span, (), "rises", counted(limit, number, given), amount, times)
        if not limit.others:
            return (line,)
        branches.append((model.All(span, meant(limit, k, given)), (line,)))
    return (model.If(span, (), tuple(branches)),)


def anew(limits: list[Limit], span: Span) -> Statement:
    """All their numbers are 0 again, in one change."""
    return model.Together(span, (), tuple(zero(n, span) for limit in limits for n in limit.counts.values()))


def zero(number: Attribute, span: Span) -> Statement:
    if number.of is GAME:
        return model.Become(span, (), got(number, the_game(span)), fixed(0, span))
    return for_each_above_0(number, span, lambda told: (model.Become(span, (), told, fixed(0, span)),))


def the_game(span: Span) -> model.Constant:
    return model.Constant(span, GAME, False, 0, GAME.elements[0])


def counted(limit: Limit, number: Attribute, given: Given) -> model.Get:
    """The number of what it is counted for."""
    of = given[limit.carrier] if limit.carrier else the_game(limit.span)
    return model.Get(limit.span, number.kind, of.maybe, number, of)


def meant(limit: Limit, elements: tuple[int, ...], given: Given) -> tuple[Condition, ...]:
    """That just these elements are given for what is told apart."""
    span = limit.span
    pairs = zip(limit.others, elements, strict=True)
    return tuple(model.Compare(span, "=", given[v], element_numbered(v.kind, number, span)) for v, number in pairs)


def numbers(kind: Kind) -> list[int]:
    """The numbers of the elements of a kind."""
    return [k for k in range(kind.first, kind.first + kind.size) if kind.members is None or k in kind.members]


def name_of(kind: Kind, number: int) -> str:
    place = number - kind.start
    return kind.elements[place] if kind.elements and place < len(kind.elements) else str(number)


def element_numbered(kind: Kind, number: int, span: Span) -> model.Constant:
    return model.Constant(span, kind, False, number, str(number) if kind is NUMBER else name_of(kind, number))
