"""What nobody may do for a while: an action with a thing, or with two things together.

Each action that something forbids has a timer (`dsl.resolve.timers`) of the things at a place of it: it is forbidden to
a thing while that goes on. Where it is forbidden to two things together, the one has as many timers as there can be
others, and with each the other that it is for: a timer for each other by its number would tell equal pieces apart.
"""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Block, Condition, Expression, Statement, Variable
from dsl.model.sugar import Lasts
from dsl.model.world import Attribute, Visibility
from dsl.resolve.calls import split, stated_roles, takes_no
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Ban, Context, Scope
from dsl.resolve.expressions import phrase
from dsl.resolve.synthesized import give, use
from dsl.resolve.timers import free, new_timer, set_going, sort_of
from dsl.resolve.wording import a

ACTOR = -1  # the place of whoever does an action, among those of what it is done with
MOST_OTHERS = 64  # elements of a kind, so that a thing can have a timer for each

Stated = tuple[int, tree.Node]  # what else is said of an action: at which place, and what


def forbid(context: Context, node: tree.Forbid, lasts: Lasts, scope: Scope) -> list[model.Forbid]:
    """What may not be done; nothing of the actions of variants that are not in play."""
    if node.condition is not None or isinstance(node.who, tree.Desc):
        refuse_uncertain(node)
    what = phrase(context, node.who, scope)
    found = [(call, forbidden(context, call)) for call in node.deeds.calls]
    return [forbidden_to(context, what, action, call, node, lasts, scope) for call, action in found if action]


def refuse_uncertain(node: tree.Node) -> None:
    wrong("E0332", "What lasts is forbidden to something certain, and at once.", node.span,
          hints=("as in: the Ship cannot Step",))  # fmt: skip


def forbidden(context: Context, call: tree.Node) -> model.Action | None:
    """The action; None for one of a variant that is not in play."""
    if not isinstance(call, tree.Call | tree.CallAt):
        wrong("E0332", "What is forbidden is an action by its Name.", call.span,
              hints=("as in: the Ship cannot Step",))  # fmt: skip
    name = split(call, [*context.book.actions, *context.absent]).name
    if name in context.absent:
        return None
    if name not in context.book.actions:
        wrong("E0201", f"There is no action called {name}.", call.span, near=tuple(context.book.actions)[:3])
    return context.book.actions[name]


def forbidden_to(
    context: Context,
    what: Expression,
    action: model.Action,
    call: tree.Node,
    node: tree.Forbid,
    lasts: Lasts,
    scope: Scope,
) -> model.Forbid:
    said = other_said(action, call)
    place = place_of(context, action, what, said[0] if said else None, node)
    other = None
    if said:
        if isinstance(said[1], tree.Desc | tree.Indefinite):
            refuse_uncertain(said[1])
        other = phrase(context, said[1], scope, action.parameters[said[0]].kind)
    made = model.Forbid(node.span, node.clauses, what, action, place, other, said[0] if said else None)
    declare_ban(context, made, lasts)
    return made


def other_said(action: model.Action, call: tree.Node) -> Stated | None:
    """With what else it is forbidden."""
    assert isinstance(call, tree.Call | tree.CallAt)
    stated = stated_roles(split(call, [action.name]))
    found = [(place, stated.pop(word)) for place, word in enumerate(action.prepositions) if word in stated]
    if stated:
        wrong("E0206", takes_no(action.name, *stated), call.span)
    if len(found) > 1:
        wrong("E0332", "For a while something is forbidden with one other thing, not with several together.", call.span,
              hints=("as in: the Ship cannot Step to the Cell",))  # fmt: skip
    return found[0] if found else None


def place_of(context: Context, action: model.Action, what: Expression, taken: int | None, node: tree.Forbid) -> int:
    """Which of the things that the action is done with is meant; -1 for whoever does it."""
    if what.kind is context.world.players:
        return ACTOR
    if what.kind.sort != "piece":
        unsupported(f"forbidding something to {a(what.kind)}", node.who.span)
    pairs = enumerate(action.parameters)
    places = [k for k, parameter in pairs if k != taken and what.kind.is_a(parameter.kind)]
    if len(places) != 1:
        many = "several things of that kind" if places else "no such thing"
        besides = " besides" if taken is not None and not places else ""
        wrong("E0332", f"{action.name} is done with {many}{besides}: {a(what.kind)}.", node.who.span)
    return places[0]


def places_of(made: model.Forbid) -> tuple[int, int | None]:
    """Of what the timers are, and for what: of a piece, rather than of a player."""
    place, other = made.place, made.other_place
    swapped = other is not None and place == ACTOR and with_it(made.action, other).kind.sort == "piece"
    return (other, place) if other is not None and swapped else (place, other)


def declare_ban(context: Context, made: model.Forbid, lasts: Lasts) -> None:
    """Declares the timers of an action at a place of it."""
    carrier, other = places_of(made)
    action, key = made.action, (made.action, carrier, other, sort_of(lasts))
    if key not in context.bans:
        kind, word = with_it(action, carrier).kind, f"ban on {word_of(action, carrier)}"
        if kind.name not in context.world.piece_infos and carrier != ACTOR:
            unsupported(f"forbidding something to any {kind.name}", made.span)
        if other is None:
            context.bans[key] = Ban(((new_timer(context, word, key[3], kind, made.span), None),), made.span)
        else:
            context.bans[key] = ban_for_others(context, made, carrier, other, lasts)
    context.bans[key].clauses += made.clauses


def word_of(action: model.Action, place: int) -> str:
    preposition = action.prepositions[place] if place != ACTOR else ""
    return " ".join(part for part in (action.name, preposition) if part)


def ban_for_others(context: Context, made: model.Forbid, carrier: int, other: int, lasts: Lasts) -> Ban:
    of, kind = with_it(made.action, carrier).kind, with_it(made.action, other).kind
    if kind.sort not in ("piece", "player", "space", "enumeration"):
        unsupported(f"forbidding something with {a(kind)}", made.span)
    if kind.size > MOST_OTHERS:
        wrong("E0332", f"It would be kept for each of {kind.size} {kind.plural}, which is too much.", made.span,
              hints=(f"{a(of)} that is … cannot {made.action.name}, in a rule",))  # fmt: skip
    found = []
    for count in range(1, kind.size + 1):
        word = f"ban {count} on {word_of(made.action, carrier)}"
        to = Attribute(f"{word} (with)", kind, of, Visibility(), initial=-1, span=made.span, declared=False)
        give(context, of, (to,))
        found.append((new_timer(context, word, sort_of(lasts), of, made.span), to))
    return Ban(tuple(found), made.span)


def begun(
    context: Context, line: model.Forbid, read: tuple[Expression, ...], lasts: Lasts, seat: int, ends: int
) -> Statement:
    """A timer runs, of what is meant: the thing, and the other if there is one."""
    carrier, beside = places_of(line)
    timers = context.bans[line.action, carrier, beside, sort_of(lasts)].timers
    if beside is None:
        return set_going(timers[0][0], read[0], seat, ends)
    what, other = read if carrier == line.place else reversed(read)
    pairs = [(timer, to) for timer, to in timers if to is not None]
    branches: list[tuple[Condition | None, Block]] = []
    for timer, to in pairs:
        branches.append((is_for(to, what, other), (set_going(timer, what, seat, ends),)))
    for timer, to in pairs:
        now = model.Become(line.span, (), meant(to, what), other)
        branches.append((free((timer,), what, line.span), (now, set_going(timer, what, seat, ends))))
    runs = model.If(line.span, (), tuple(branches))
    there = model.Compare(line.span, "=", other, other)  # of nothing no comparison holds
    return model.If(line.span, (), ((there, (runs,)),)) if other.maybe else runs


def need(action: model.Action, carrier: int, other: int | None, ban: Ban) -> model.Need:
    """That nothing forbids it."""
    span = ban.span
    what = use(with_it(action, carrier), span)
    beside = None if other is None else use(with_it(action, other), span)
    ways: list[Condition] = []
    for timer, to in ban.timers:
        no = free((timer,), what, span)
        if to is None or beside is None:
            ways.append(no)
        else:
            ways.append(model.Any(span, (no, model.Not(span, is_for(to, what, beside)))))
    meaning = ways[0] if len(ways) == 1 else model.All(span, tuple(ways))
    return model.Need(model.Unbarred(span, what, meaning, beside), False, "", span, ban.clauses)


def is_for(to: Attribute, what: Expression, other: Expression) -> Condition:
    return model.Compare(what.span, "=", meant(to, what), other)


def meant(to: Attribute, what: Expression) -> model.Get:
    """For which other a timer of the thing is; nothing, before it ever runs."""
    return model.Get(what.span, to.kind, True, to, what)


def with_it(action: model.Action, place: int) -> Variable:
    """What the action is done with, or who does it."""
    found = action.actor if place == ACTOR else action.parameters[place]
    assert found is not None
    return found
