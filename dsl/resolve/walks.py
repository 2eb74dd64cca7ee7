"""Walks: where they start, how they go on, what stops them; and going along one."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Variable
from dsl.model.visit import nodes_in
from dsl.model.world import Kind
from dsl.resolve.blocks import texts_out
from dsl.resolve.built_in import spaces_of_walk
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import phrase
from dsl.resolve.selections import described_thing

PORT = "Port"  # a space, entered along a direction


def fill_walk(context: Context, node: tree.Walk, walk: model.Walk) -> None:
    space = spaces_of_walk(context, walk, node.span)
    walk.here = Variable(space.name, space, span=node.span)
    for line in texts_out(node.lines, walk):
        with faults_noted(context):
            walk_line(context, line, walk, space)
    lines = {type(line) for line in node.lines}
    if not {tree.WalkFrom, tree.WalkOn} <= lines:
        with faults_noted(context):
            wrong("E0321", f"The walk {walk.name} needs a line `starts at …` and a line `goes on …`.", node.span)


def walk_line(context: Context, line: tree.Node, walk: model.Walk, space: Kind) -> None:
    match line:
        case tree.WalkFrom():
            walk.line_clauses["start"] = line.clauses
            walk_start(context, line, walk, space)
        case tree.WalkOn(arg=tree.Arg(preposition="along" | "to" as how, phrase=where), roles=roles):
            walk.line_clauses["on"] = line.clauses
            within = where if isinstance(where, tree.WorkedOut) else tree.WorkedOut(line.arg.span, (), where, ())
            whole = tree.WorkedOut(line.arg.span, (), within.phrase, (*within.roles, *roles)) if roles else where
            walk_onward(context, how, whole, walk, space)
        case tree.WalkStop(condition=when):
            walk.line_clauses[f"stop {len(walk.stops)}"] = line.clauses
            walk.stops.append(condition(context, when, walk_scope(walk)))
        case tree.WalkOnce(name=name):
            walk.line_clauses["once"] = line.clauses
            walk_once(name, line, walk, space)
        case _:
            wrong("E0314", "A walk `goes on to` a space or `goes on along` a direction.", line.span)


def walk_scope(walk: model.Walk) -> Scope:
    scope = Scope(None, list(walk.parameters))
    return scope.inner(walk.here) if walk.here else scope


def walk_start(context: Context, line: tree.WalkFrom, walk: model.Walk, space: Kind) -> None:
    scope = Scope(None, list(walk.parameters))
    selection = described_thing(context, line.arg.phrase, scope)
    if selection is None:
        walk.start = phrase(context, line.arg.phrase, scope, space)
    elif selection.kind.is_a(space):
        walk.start = selection
        scope = scope.inner(selection.variable)
    else:
        wrong("E0301", f"A walk starts at a {space.name}.", line.arg.span)
    if line.along is not None:
        walk.heading = phrase(context, line.along, scope, directions_of(context, space))


def walk_onward(context: Context, how: str, node: tree.Node, walk: model.Walk, space: Kind) -> None:
    """`to a Cell that …`, `along the heading of the Bomb`, `along a Direction that …`."""
    scope = walk_scope(walk)
    if how == "along":
        directions = directions_of(context, space)
        came = Variable(directions.name, directions, span=node.span)
        is_told = walk.heading is None and any(one.name == came.name for one in walk.parameters)
        within = scope if is_told else scope.inner(came)  # it came along none at first: what it is told is meant
        walk.turns = described_thing(context, node, within)
        if walk.turns is None:
            value = phrase(context, node, within, directions)
            if not speaks_of(value, came, walk.here):
                walk.along = value
                return
            walk.turns = just(value, directions)
        walk.came = came
        return
    walk.onward = described_thing(context, node, scope)
    if walk.onward is None:
        wrong("E0206", f"A walk goes on to `a {space.name} …`: to all that fit.", node.span)
    refuse_from_anywhere(walk, walk.onward, space)


def refuse_from_anywhere(walk: model.Walk, onward: model.Selection, space: Kind) -> None:
    """`walk Link of a Town`, `goes on to a Town that is beside the Town`: the town is where it starts, each time anew;
    nor does it matter for `a Town that is beside a Town` where it has come to."""
    if speaks_of(onward, walk.here):
        return
    reached = f"the {space.name}"
    told = (node for node in nodes_in(onward) if isinstance(node, model.Use) and node.kind.meets(space))
    start = next((use for use in told if use.variable in walk.parameters), None)
    if start is not None:
        message = f"`the {start.variable.name}` is what the walk is of, wherever it has come to; that is `{reached}`."
        wrong("E0206", message, start.span, hints=(reached,))
    message = f"It goes on from `{reached}` that it has reached; this says nothing of how what is next lies to that."
    wrong("E0206", message, onward.span, hints=(f"a {onward.kind.name} beside {reached}",))


def speaks_of(value: model.Node, *variables: Variable | None) -> bool:
    return any(isinstance(node, model.Use) and node.variable in variables for node in nodes_in(value))


def just(value: model.Expression, directions: Kind) -> model.Selection:
    """The one direction that a value is, as a selection of those along which a walk goes on."""
    way = Variable(directions.name, directions, span=value.span)
    same = model.Compare(value.span, "=", model.Use(value.span, directions, False, way), value)
    return model.Selection(value.span, way, directions, that=(same,))


def walk_once(name: str, line: tree.Node, walk: model.Walk, space: Kind) -> None:
    wanted = space.name if walk.turns is None else PORT
    if name != wanted:
        wrong("E0201", f"What this walk visits, it visits as a {wanted}.", line.span,
              hints=(f"visits no {wanted} twice",))  # fmt: skip
    walk.once = True


def check_followed(context: Context) -> None:
    """A walk that is followed must come to an end."""
    for walk, span in context.followed:
        if walk.along is None and not walk.once:
            with faults_noted(context):
                visited = "Port" if walk.turns else spaces_of_walk(context, walk, span).name
                wrong("E0206", f"{walk.name} could be followed for ever.", span,
                      hints=(f"under {walk.name}: visits no {visited} twice",))  # fmt: skip


def directions_of(context: Context, space: Kind) -> Kind:
    return context.world.board_of(space).directions
