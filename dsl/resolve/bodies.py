"""The third pass: what stands under the headings."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from dsl import model, tree
from dsl.model import Definition, Expression, Need, Node, Selected, Selection, Use
from dsl.model.visit import conjuncts
from dsl.model.world import LOCATION, TRUTH
from dsl.resolve.blocks import body_of, found_by, nested_sequence, scope_of, sequence, texts_out
from dsl.resolve.complaints import faults_noted, faults_noted_in, wrong
from dsl.resolve.conditions import conjunction
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition, statement
from dsl.resolve.expressions import bare, number_said
from dsl.resolve.limits import limit_lines
from dsl.resolve.names import refuse_plural
from dsl.resolve.prices import cost
from dsl.resolve.selections import selected
from dsl.resolve.sorts import note_sorts, sorts_of
from dsl.resolve.values import fill_value
from dsl.resolve.walks import fill_walk
from dsl.source import Span
from dsl.text.diagnostics import near

MOST_REMEMBERED = 5_000


def fill(context: Context, node: tree.Node, definition: Definition) -> None:
    match node, definition:
        case tree.Action() | tree.Power(), model.Act():
            fill_act(context, node, definition)
        case tree.Procedure(), model.Procedure():
            fill_procedure(context, node, definition)
        case tree.Phase(), model.Phase():
            definition.body = body_of(context, node.block, definition, None)
        case tree.Window(), model.Window():
            fill_window(context, node, definition)
        case tree.Quality() | tree.Truth(), model.Quality():
            fill_quality(context, node, definition)
        case tree.Value(), model.Value():
            fill_value(context, node, definition)
        case tree.Walk(), model.Walk():
            fill_walk(context, node, definition)
        case tree.Position(), model.Position():
            fill_position(context, node, definition)
        case _:
            raise TypeError(f"{type(node).__name__} as {type(definition).__name__}")


def playable_out(context: Context, lines: tuple[tree.Node, ...], definition: model.Playable) -> tuple[tree.Node, ...]:
    """In which phases and windows it can be done belongs to the definition, too."""
    found = [line for line in lines if isinstance(line, tree.Playable)]
    for number, line in enumerate(found):
        with faults_noted(context):
            if number:
                wrong("E0202", f"Where {definition.name} is playable is said twice.", line.span)
            definition.playable = tuple(time_named(context, name, line) for name in line.names.names)
            definition.playable_clauses = line.clauses
    return tuple(line for line in lines if not isinstance(line, tree.Playable))


def time_named(context: Context, name: str, line: tree.Playable) -> model.Phase | model.Window:
    known: dict[str, model.Phase | model.Window] = {**context.book.phases, **context.book.windows}
    if name not in known:
        wrong("E0201", f"There is no phase or window called {name}.", line.span, near=near(name, known))
    return known[name]


def fill_act(context: Context, node: tree.Action | tree.Power, action: model.Act) -> None:
    scope = scope_of(context, action, action.actor)
    if isinstance(action, model.Power) and action in context.own_value:
        context.scopes[action].add(context.own_value[action])
    lines = playable_out(context, texts_out(node.block.lines, action), action)
    rest = [line for line in lines if not isinstance(line, tree.Limit)]
    met: list[tuple[int, model.Let]] = []
    while rest and in_head(rest[0]):
        needs = len(action.needs)
        with faults_noted_in(context, rest[0], scope):
            head_line(context, rest[0], action, scope)
        sure = conjuncts(need.condition for need in action.needs[needs:] if not need.afterwards)
        named = (one for each in sure for one in islice(found_by(each), 1) if one.variable.is_nickname)
        met += ((len(action.head), met_with(one, scope)) for one in named)
        rest.pop(0)
        if action.head and draws(context, action.head[-1]):
            action.effects = (action.head.pop(),)
            break
        context.scopes[action] = replace(scope, variables=[*scope.variables])
    action.effects += sequence(context, tuple(rest), scope)
    for place, let in reversed(met):
        if let.variable in scope.asked:
            action.head.insert(place, let)
    limit_lines(context, lines, action)


def met_with(found: Selection, scope: Scope) -> model.Let:
    """What a need found, `only if there is a Player called victim …`: the lines below can speak of it by that name."""
    variable = model.Variable(found.variable.name, found.kind, span=found.span)
    scope.met.append(variable)
    return model.Let(found.span, (), variable, model.Pick(found.span, found.kind, False, found, "a"), True)


def draws(context: Context, line: model.Statement) -> bool:
    """Whether a name is given to what lies at the end of a pile that not all see, so that it may be drawn first."""
    if not isinstance(line, model.Let):
        return False
    waiting: list[model.Node] = [line.value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, model.EndOf) and context.world.places[node.place.kind.name].seen.by != "all":
            return True
        waiting += node.inside if not isinstance(node, model.Known) else ()
    return False


def in_head(line: tree.Node) -> bool:
    """Whether a line belongs to the answer: a need, the cost, a name for a value, or a choice of whoever acts."""
    match line:
        case tree.Need() | tree.Utmost() | tree.Costs() | tree.Let():
            return True
        case tree.Choose(who=tree.The(noun=tree.Noun(words=(), name="Player"), where=None)):
            return True
        case _:  # all else is an effect
            return False


def head_line(context: Context, line: tree.Node, action: model.Act, scope: Scope) -> None:
    if isinstance(line, tree.Need):
        action.needs.append(read_need(context, line, scope))
    elif isinstance(line, tree.Utmost):
        action.needs.append(utmost(context, line, scope))
    elif isinstance(line, tree.Costs):
        cost(context, line, action, scope)
    else:
        made = statement(context, line, scope)
        for one in made if isinstance(made, tuple) else (made,):
            assert isinstance(one, model.Choose | model.ChooseSeveral | model.Let)
            action.head.append(one)


def read_need(context: Context, line: tree.Need, scope: Scope) -> Need:
    when = condition(context, line.condition, scope)
    note_sorts(context, when)
    return Need(when, line.afterwards is not None, line.name or "", line.span, line.clauses)


def utmost(context: Context, line: tree.Utmost, scope: Scope) -> Need:
    """A need that looks as far as the action can be done again."""
    amount = number_said(context, line.amount, scope)
    condition = model.Utmost(line.span, "highest" if line.extent == "high" else "lowest", amount)
    return Need(condition, True, line.name or "", line.span, line.clauses)


def fill_procedure(context: Context, node: tree.Procedure, procedure: model.Procedure) -> None:
    scope = scope_of(context, procedure, procedure.actor)
    rest = list(texts_out(node.block.lines, procedure))
    while rest and isinstance(rest[0], tree.Need):
        with faults_noted(context):
            if procedure.name != "pay":
                wrong(
                    "E0318",
                    "Only actions, powers and `to pay` have needs; here `if` leaves out what cannot be.",
                    rest[0].span,
                )
            procedure.needs.append(read_need(context, rest[0], scope))
        rest.pop(0)
    procedure.body = nested_sequence(context, tuple(rest), scope)


def fill_window(context: Context, node: tree.Window, window: model.Window) -> None:
    context.in_window = True
    lines = texts_out(node.block.lines, window)
    window.body = nested_sequence(context, lines, scope_of(context, window, None))
    context.in_window = False


def fill_quality(context: Context, node: tree.Quality | tree.Truth, quality: model.Quality) -> None:
    scope = scope_of(context, quality, None)
    for so, lines in conjunction(context, node.conditions, scope, faults_noted_in):
        quality.conditions.append(so)
        quality.condition_clauses.append(tuple(dict.fromkeys(clause for line in lines for clause in line.clauses)))


# ------------------------------------------------------------------------------------------------------------ positions


def fill_position(context: Context, node: tree.Position, position: model.Position) -> None:
    if not 1 <= node.remembers.last <= MOST_REMEMBERED:
        message = f"It would remember {node.remembers.last} positions; 1 to {MOST_REMEMBERED:,} are possible."
        wrong("E0302", message, node.remembers.span)
    position.last = node.remembers.last
    position.pictured = tuple(pictured_part(context, part) for part in node.pictured.parts)


def pictured_part(context: Context, node: tree.Node) -> Selected | Expression:
    if not isinstance(node, tree.Every):
        value = bare(context, node, Scope())
        if isinstance(value, model.Constant | model.Setting):
            wrong("E0206", "This is always the same, so that no two positions differ in it.", node.span,
                  hints=("as in: every Man on the Field, the active Player, the place of the King",))  # fmt: skip
        return value
    refuse_plural(context, node.noun.name, node.noun.span)
    those = selected(context, node, Scope())
    if those.kind.sort != "piece":
        wrong("E0206", f"A position is made of pieces and of values; {those.kind.plural} are neither.", node.span)
    return Selected(node.span, those, tuple(told_of(context, those, node.span)))


def told_of(context: Context, selection: Selection, span: Span) -> list[Node]:
    """What can change of a piece besides its owner: place, attributes and qualities, those of its sorts, too."""
    piece = Use(span, selection.kind, False, selection.variable)
    found: list[Node] = [model.PlaceOf(span, LOCATION, False, piece, True)]
    for attribute in dict.fromkeys(
        one for kind in sorts_of(context, selection.kind) for one in context.world.attributes(kind)
    ):
        if attribute.constant is None and attribute.kind is TRUTH:
            found.append(model.Flag(span, attribute, piece))
        elif attribute.constant is None:
            found.append(model.Get(span, attribute.kind, attribute.gaps, attribute, piece))
    return found
