"""Rules that say what nobody may do: each becomes a need, tested before all others, of what it forbids."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Act, Bar, BarredAct, Barring, Condition, Expression, Need, Selection, Variable
from dsl.model.world import Kind
from dsl.resolve.blocks import texts_out
from dsl.resolve.calls import split, stated_roles, takes_no
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.context import BarNeed, Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import bare, phrase
from dsl.resolve.selections import one_described, selected
from dsl.resolve.substitution import renamed
from dsl.resolve.timed_prohibitions import ACTOR
from dsl.resolve.wording import a
from dsl.text.diagnostics import near

Said = Expression | Selection


def read_bar(context: Context, rule: Bar, lines: tuple[tree.Node, ...]) -> Bar:
    context.book.bars.append(rule)
    found = []
    for line in texts_out(lines, rule):
        with faults_noted(context):
            if not isinstance(line, tree.Forbid):
                wrong("E0322", "A rule that forbids something does nothing else.", line.span,
                      hints=("as in: a Ship that is damaged cannot Jump",))  # fmt: skip
            if barring := read_barring(context, rule, line):
                found.append(barring)
    rule.barrings = tuple(found)
    return rule


def read_barring(context: Context, rule: Bar, line: tree.Forbid) -> Barring | None:
    """A line, and the needs that it puts before those of the actions; None where their variants are not in play."""
    found = []
    for call in line.deeds.calls:
        act = act_named(context, call)
        if act is None:
            continue
        assert act.actor is not None
        scope = Scope(None, [act.actor]).inner()
        subject = thing_said(context, line.who, None, scope)
        given = said_of(context, act, call, subject, line, scope)
        while_so = condition(context, line.condition, scope) if line.condition else None
        need, meant = need_not(rule, act, given, while_so, line)
        context.barred.append(BarNeed(rule, act, need, scope, meant))
        found.append((subject, BarredAct(call.span, act, given), while_so))
    if not found:
        return None
    acts = tuple(act for _, act, _ in found)
    return Barring(line.span, line.clauses, found[0][0], acts, found[0][2])


def act_named(context: Context, call: tree.Node) -> Act | None:
    """The action or power; None for one of a variant that is not in play."""
    if not isinstance(call, tree.Call | tree.CallAt):
        wrong("E0391", "What is forbidden is an action or a power by its Name.", call.span)
    known: dict[str, Act] = {**context.book.powers, **context.book.actions}
    name = split(call, [*known, *context.absent]).name
    if name in context.absent:
        return None
    if name not in known:
        wrong("E0201", f"There is no action or power called {name}.", call.span, near=near(name, known))
    return known[name]


def thing_said(context: Context, node: tree.Node, kind: Kind | None, scope: Scope) -> Said:
    """`a damaged Ship`, which can be spoken of from then on; or one certain thing."""
    match node:
        case tree.Desc():
            found = one_described(context, node, scope)
        case tree.Indefinite():
            found = selected(context, node, scope)
        case _:  # others mean one certain thing
            return phrase(context, node, scope, kind) if kind else bare(context, node, scope)
    scope.add(found.variable)
    return found


def said_of(
    context: Context, act: Act, call: tree.Node, subject: Said, line: tree.Forbid, scope: Scope
) -> tuple[tuple[int, Said], ...]:
    """Who or what cannot, and what else is said, by their places."""
    assert isinstance(call, tree.Call | tree.CallAt)
    stated = stated_roles(split(call, [act.name]))
    found: list[tuple[int, Said]] = []
    for place, preposition in enumerate(act.prepositions):
        if preposition in stated:
            found.append((place, thing_said(context, stated.pop(preposition), act.parameters[place].kind, scope)))
    if stated:
        wrong("E0206", takes_no(act.name, *stated), call.span)
    for place, said in found:
        if not said.kind.meets(act.parameters[place].kind):
            wrong("E0301", f"{act.name} is done with {a(act.parameters[place].kind)}, not {a(said.kind)}.",
                  call.span)  # fmt: skip
    return ((place_meant(context, act, subject, {place for place, _ in found}, line), subject), *found)


def place_meant(context: Context, act: Act, subject: Said, taken: set[int], line: tree.Forbid) -> int:
    if subject.kind is context.world.players:
        return ACTOR
    pairs = enumerate(act.parameters)
    places = [place for place, p in pairs if place not in taken and subject.kind.meets(p.kind)]
    if len(places) != 1:
        many = "several things of that kind" if places else "no such thing"
        wrong("E0391", f"{act.name} is done with {many}: {a(subject.kind)}.", line.who.span)
    return places[0]


def need_not(
    rule: Bar,
    act: Act,
    given: tuple[tuple[int, Said], ...],
    while_so: Condition | None,
    line: tree.Forbid,
) -> tuple[Need, dict[Variable, Variable]]:
    """That it is not so: the things are those, and as the line says. Also what of the act its things mean."""
    meant: dict[Variable, Variable] = {}
    parts: list[Condition] = []
    for place, said in given:
        variable = act.actor if place == ACTOR else act.parameters[place]
        assert variable is not None
        it = model.Use(line.span, variable.kind, False, variable)
        if isinstance(said, Expression):
            parts.append(model.Compare(line.span, "=", it, said))
            continue
        meant[said.variable] = variable
        if not variable.kind.is_a(said.kind):
            parts.append(model.IsA(line.span, it, said.kind))
        parts += said.conditions
    parts += (while_so,) if while_so else ()
    so = model.All(line.span, tuple(renamed(part, meant) for part in parts))
    barred = model.Barred(line.span, so, rule, act)
    return Need(barred, False, rule.label, line.span, rule.clauses + line.clauses), meant


def finish_bars(context: Context) -> None:
    """What forbids something is tested first."""
    for one in reversed(context.barred):
        one.act.needs.insert(0, one.need)
