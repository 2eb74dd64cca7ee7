"""Rules that come up by themselves, and how the game ends."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Definition, Variable
from dsl.model.world import Attribute, Kind
from dsl.resolve.blocks import nested_sequence, sequence, texts_out, under
from dsl.resolve.calls import takes_no
from dsl.resolve.changes import flag_called
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.headings import cited, fresh_name, heading_fields, parameter, parameters
from dsl.resolve.names import attribute_of, find_kind
from dsl.resolve.nouns import the_name
from dsl.resolve.prohibitions import read_bar
from dsl.resolve.wording import a, an_initial
from dsl.text.diagnostics import near

HAPPENS = {"piece": "it is pieces to which things happen.", "player": "it is players who do things."}


def read_rule(context: Context, node: tree.Rule, variant: str | None) -> Definition | None:
    """A standing rule, a trigger, or what nobody may do."""
    fields = heading_fields(context, node, node.heading, variant)
    fresh_name(node.heading.name, {rule.name: rule for rule in (*context.book.rules, *at_edges(context))}, node)
    first, *rest = node.lines
    lines = (line for line in node.lines if not isinstance(line, tree.Told))
    if isinstance(next(lines, None), tree.Forbid):
        return read_bar(context, model.Bar(**fields), node.lines)  # type: ignore[arg-type]
    match first:
        case tree.Whenever():
            return standing_rule(context, fields, first, tuple(rest))
        case tree.After():
            return happening(context, model.Trigger(**fields), first, tuple(rest))  # type: ignore[arg-type]
        case tree.Before():
            return happening(context, model.Before(**fields), first, tuple(rest))  # type: ignore[arg-type]
        case _:  # says nothing about when
            wrong("E0322", f"The rule {node.heading.name} says nothing about when.", node.span,
                  hints=("whenever …", "after …", "before …", "at the end of …", "… cannot …"))  # fmt: skip


def at_edges(context: Context) -> list[Definition]:
    return [verb for verb in context.book.procedures.values() if isinstance(verb, model.AtEdge)]


def standing_rule(
    context: Context, fields: dict[str, object], first: tree.Whenever, rest: tuple[tree.Node, ...]
) -> Definition:
    rule = model.StandingRule(**fields)  # type: ignore[arg-type]
    rule.clauses += first.clauses
    rule.condition = condition(context, first.condition, Scope())
    lines = texts_out(rest, rule)
    rule.body = under(context, rule.condition, tree.Block(first.span, (), lines), Scope())
    context.book.standing.append(rule)
    return rule


def happening(
    context: Context,
    trigger: model.Trigger | model.Before,
    first: tree.After | tree.Before,
    rest: tuple[tree.Node, ...],
) -> Definition | None:
    trigger.clauses += first.clauses
    scope = Scope()
    match first.event:
        case tree.Enters(subject=subject, place=place) | tree.Leaves(subject=subject, place=place):
            trigger.event = "enters" if isinstance(first.event, tree.Enters) else "leaves"
            trigger.subject = scope.add(parameter(context, subject))
            trigger_place(context, trigger, place, scope)
        case tree.BecomesEvent(subject=subject):
            trigger.event = "becomes"
            trigger.subject = scope.add(parameter(context, subject))
            trigger.attribute = flag_called(context, trigger.subject.kind, first.event)
        case tree.RisesEvent(subject=subject) | tree.FallsEvent(subject=subject):
            trigger.event = "rises" if isinstance(first.event, tree.RisesEvent) else "falls"
            trigger.subject = scope.add(parameter(context, subject))
            trigger.attribute = number_of(context, trigger.subject.kind, first.event)
        case tree.DoesEvent(deed=tree.DeedNamed(name=name)) if name in context.absent:
            return None
        case tree.DoesEvent(deed=tree.DeedsNamed(names=names)) if context.absent.issuperset(names):
            return None
        case tree.DoesEvent(subject=subject, deed=deed):
            trigger.event = "does"
            trigger.subject = scope.add(parameter(context, subject))
            if isinstance(deed, tree.DeedNamed):
                trigger_deed(context, trigger, deed, scope)
            elif isinstance(deed, tree.DeedsNamed):
                trigger_deeds(context, trigger, deed)
            else:
                trigger_family(context, trigger, deed, scope)
        case _:
            raise TypeError(type(first.event).__name__)
    assert trigger.subject is not None  # every event is about something
    about_somebody(context, trigger, trigger.subject, first)
    context.scopes[trigger], inner = scope, scope.inner()
    nested = nested_sequence if isinstance(trigger, model.Trigger) else sequence
    trigger.body = nested(context, texts_out(rest, trigger), inner)
    if isinstance(trigger, model.Trigger):
        context.book.triggers.append(trigger)
    else:
        context.book.befores.append(trigger)
    return trigger


def about_somebody(
    context: Context, trigger: model.Happening, subject: Variable, first: tree.After | tree.Before
) -> None:
    """Complains of what does nothing, or to which nothing happens."""
    sort = subject.kind.sort
    if trigger.event == "does" or trigger.attribute is None or sort != "player":
        wanted = "player" if trigger.event == "does" else "piece"
        if sort != wanted:
            wrong("E0301", f"This is {a(subject.kind)}: {HAPPENS[wanted]}", first.span)
    elif trigger.attribute is context.world.out:
        message = "No rule waits for a player who has gone out: what comes then stands before or after `goes out`."
        wrong("E0301", message, first.span)


def trigger_place(context: Context, trigger: model.Happening, place: tree.Node, scope: Scope) -> None:
    """`enters the Box` names a place; `enters a Cell` brings the cell in."""
    if isinstance(place, tree.TheOne):
        board = context.world.boards.get(place.name)
        trigger.place = board.spaces if board else the_name(context, place.name, place.span, Scope())
    else:
        trigger.place_variable = scope.add(parameter(context, place))
        trigger.place = trigger.place_variable.kind
        board = context.world.boards.get(trigger.place.name)
    if board and board.each:
        unsupported("that something enters or leaves one player's board", place.span)


def number_of(context: Context, kind: Kind, event: tree.RisesEvent | tree.FallsEvent) -> Attribute:
    """The number that rises or falls."""
    name = event.attribute.word
    found = attribute_of(context, kind, name)
    if found is None:
        names = [x.name for x in context.world.attributes(kind)] if kind.sort == "piece" else []
        wrong("E0205", f"{an_initial(kind)} has no {name}.", event.span, near=near(name, names))
    if found.kind.sort != "range":
        wrong("E0301", f"{name} is no number that could rise or fall.", event.span)
    return found


def trigger_deed(context: Context, trigger: model.Happening, deed: tree.DeedNamed, scope: Scope) -> None:
    """`does Step with a Ship`: the action, and what it was done with, as far as it is spoken of."""
    done = act_called(context, deed.name, deed)
    given = dict(zip(*reversed(parameters(context, deed.params)), strict=True))
    if unknown := [word for word in given if word not in done.prepositions]:
        wrong("E0206", takes_no(deed.name, *unknown), deed.span)
    for word, wanted in zip(done.prepositions, done.parameters, strict=True):
        variable = given.get(word)
        if variable is not None and not variable.kind.is_a(wanted.kind):
            wrong("E0301", f"{deed.name} is done with {a(wanted.kind)}, not {a(variable.kind)}.", deed.span)
    trigger.deeds = (done,)
    trigger.given = tuple(given.get(word) for word in done.prepositions)
    for variable in trigger.things:
        scope.add(variable)


def trigger_deeds(context: Context, trigger: model.Happening, deed: tree.DeedsNamed) -> None:
    """`does Step, Load or Unload`: one of several, whatever it is done with."""
    for k, name in enumerate(deed.names):
        if name in deed.names[:k]:
            wrong("E0202", f"{name} is named twice.", deed.span)
    trigger.deeds = tuple(act_called(context, name, deed) for name in deed.names if name not in context.absent)


def act_called(context: Context, name: str, node: tree.Node) -> model.Act:
    known: dict[str, model.Act] = {**context.book.powers, **context.book.actions}
    if name not in known:
        wrong("E0201", f"There is no action or power called {name}.", node.span, near=near(name, known))
    return known[name]


def waiting_order(context: Context, node: tree.WaitingOrder, variant: str | None) -> Definition:
    if find_kind(context, node.name) is not context.world.players:
        wrong("E0206", "It is players for whom rules wait.", node.span, hints=("each Player chooses …",))
    order = model.WaitingOrder("order of rules", "Order of rules", (), (), node.span, node.clauses, variant)
    context.book.waiting_order = order
    return order


def trigger_family(context: Context, trigger: model.Happening, deed: tree.Node, scope: Scope) -> None:
    """`does a Technique`: any power of the family, which can be spoken of."""
    variable = parameter(context, deed)
    family = variable.kind
    if family.sort != "power":
        wrong("E0301", f"What is done is an action or a power, but this is {a(family)}.", deed.span)
    powers = [power for power in context.book.powers.values() if power.family is family]
    powers.sort(key=lambda power: power.number)
    trigger.deeds = tuple(powers)
    trigger.which = scope.add(variable)


def read_ending(context: Context, node: tree.Ending, variant: str | None) -> Definition:
    name = node.name or "the end"
    if node.name:
        fresh_name(name, {ending.name: ending for ending in context.book.endings}, node)
    ending = model.Ending(name, name, (), (), node.span, cited(node), variant, called=bool(node.name))
    ending.condition = condition(context, node.condition, Scope())
    lines = texts_out(node.block.lines, ending)
    ending.body = under(context, ending.condition, tree.Block(node.span, (), lines), Scope())
    context.book.endings.append(ending)
    return ending
