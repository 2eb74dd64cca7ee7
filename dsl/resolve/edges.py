"""What is done at the beginning and at the end of phases, windows and turns, which do not know of it."""

from __future__ import annotations

from typing import TypeGuard

from dsl import model, tree
from dsl.model import Block, Perform
from dsl.model.visit import nodes_in
from dsl.resolve.blocks import scope_of, sequence, texts_out
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.context import Context
from dsl.resolve.headings import fresh_name, heading_fields, player_variable
from dsl.text.diagnostics import Diagnostic, near

EDGES: tuple[model.Edge, ...] = ("beginning", "end")


EARLY = ("beginning", "start", "begin", "dawn")


def is_at_edge(node: tree.Node) -> TypeGuard[tree.Rule]:
    return isinstance(node, tree.Rule) and isinstance(node.lines[0], tree.AtEdge)


def declare_at_edge(context: Context, node: tree.Rule, variant: str | None) -> model.AtEdge:
    rule = model.AtEdge(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
    fresh_name(rule.name, context.book.procedures, node)
    when = node.lines[0]
    assert isinstance(when, tree.AtEdge)
    rule.clauses += when.clauses
    if not is_a_time(when):
        said = f"`at the {when.edge} of {told(when)}` is no time at which a rule is followed."
        edge = "beginning" if when.edge in EARLY else "end"
        time = told(when) if is_game(when) else " and ".join(when.names) or "each turn"
        hint = f"at the {edge} of {'each turn of ' if when.of and when.names else ''}{time}"
        if is_game(when) and edge == "end":
            hint = "the game ends when …, and under it what is done"
        wrong("E0385", said, when.span, hints=(hint,))
    rule.game = is_game(when)
    rule.actor, rule.edge = player_variable(context, node), "end" if when.edge == "end" else "beginning"
    context.book.procedures[rule.name] = rule
    context.edges.append((rule, when))
    return rule


def is_game(when: tree.AtEdge) -> bool:
    return isinstance(when.of, tree.TheGame)


def is_a_time(when: tree.AtEdge) -> bool:
    if isinstance(when.of, tree.EachTurn) and when.of.word not in ("turn", "phase"):
        return False
    if when.names and isinstance(when.of, tree.EachTurn) and when.of.word == "phase":
        return False
    return when.edge == "beginning" if is_game(when) else when.edge in EDGES


def told(when: tree.AtEdge) -> str:
    if isinstance(when.of, tree.EachTurn):
        of = f" of {' and '.join(when.names)}" if when.names else ""
        return f"each {when.of.word}{of}"
    return " and ".join(when.names) or "the game"


def fill_at_edge(context: Context, node: tree.Rule, rule: model.AtEdge) -> None:
    context.in_window = any(isinstance(time, model.Window) for time in rule.times)
    rule.body = sequence(context, texts_out(node.lines[1:], rule), scope_of(context, rule, rule.actor))
    context.in_window = False


def find_times(context: Context) -> None:
    """Of what each is the beginning or the end."""
    times: dict[str, model.Phase | model.Window] = {**context.book.phases, **context.book.windows}
    for rule, when in context.edges:
        with faults_noted(context):
            each = isinstance(when.of, tree.EachTurn)
            rule.every = isinstance(when.of, tree.EachTurn) and when.of.word == "phase"
            rule.turns = each and not rule.every
            if rule.every and not context.book.phases:
                wrong("E0385", "There is no phase.", when.span, hints=(f"at the {when.edge} of each turn",))
            for k, name in enumerate(when.names):
                if name not in (context.book.phases if each else times):
                    not_a_time(context, when, name)
                if name in when.names[:k]:
                    wrong("E0202", f"{name} is named twice.", when.span)
            names = context.book.phases if rule.every else when.names
            rule.times = tuple(times[name] for name in names)


def not_a_time(context: Context, when: tree.AtEdge, name: str) -> None:
    times = [*context.book.phases, *context.book.windows]
    if name in {**context.book.actions, **context.book.powers}:
        message = f"{name} is done at once: it has no {when.edge} at which something else could be done."
        wrong("E0385", message, when.span, hints=(f"after a Player does {name}", f"before a Player does {name}"))
    wrong("E0385", f"There is no phase or window called {name}.", when.span, near=near(name, times))


def done_at(
    context: Context, time: model.Phase | model.Window | None, edge: str, game: bool = False, turns: bool = False
) -> Block:
    """What is done there, or in the turns of it, in the order of the text."""
    return tuple(
        Perform(when.span, (), rule, ())
        for rule, when in context.edges
        if (rule.edge, rule.game, rule.turns) == (edge, game, turns)
        and (time in rule.times or ((game or turns) and not when.names))
    )


def with_edges(context: Context, body: Block, phase: model.Phase | None) -> Block:
    """The lines of a turn, with what is done in each turn, or in each of the phase."""
    before, after = (done_at(context, phase, edge, turns=True) for edge in ("beginning", "end"))
    return (*before, *body, *after)


def finish_edges(context: Context) -> None:
    """The lines of phases, windows and the play, with what is done where they begin and end."""
    context.book.play = (*done_at(context, None, "beginning", game=True), *context.book.play)
    times: list[model.Phase | model.Window] = [*context.book.phases.values(), *context.book.windows.values()]
    for time in times:
        before, after = done_at(context, time, "beginning"), done_at(context, time, "end")
        first = int(bool(time.body) and isinstance(time.body[0], model.Deepest))
        time.body = (*time.body[:first], *before, *time.body[first:], *after)
    for rule, when in context.edges:
        for time in rule.times if rule.turns else ():
            if not has_turns(time):
                having = tuple(phase.name for phase in context.book.phases.values() if has_turns(phase))
                message = f"No turns are taken in {time.name} itself."
                context.diagnostics.append(Diagnostic("E0385", message, when.span, near=having))


def has_turns(time: model.Phase | model.Window) -> bool:
    return any(isinstance(node, model.TakeTurns) and node.active for node in nodes_in(time))
