"""What a value is made of for a while: set, added to, kept within limits.

Each sentence has numbers of its own of every thing: what it sets, or adds up, and how long that lasts. So of several
effects each ends by itself, and what is left applies in layers.
"""

from __future__ import annotations

from functools import reduce

from dsl import model, tree
from dsl.model import Condition, Expression, Layer, Modify, Statement, Variable
from dsl.model.world import NUMBER, Attribute, Kind, Visibility
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Context, Effect, Scope
from dsl.resolve.expressions import bare, number_said
from dsl.resolve.made import fixed, for_each_above_0, give, got, numbers_from, use
from dsl.resolve.values import complete

AMOUNT = "number of an effect"  # the name, which no text can say, of the kind of what is set or added
ENDS = "number of turns"  # as well
MOST_ENDS = 2  # of turns that can be waited for: that of the turn that is on, and of the next one
MOST = 1000  # that is set or added, up or down
LAYERS = ("set", "rises", "at least", "at most")  # in the order in which they apply


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
