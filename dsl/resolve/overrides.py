"""Exceptions: what counts instead of something that is said in general, and which of several exceptions goes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from dsl import model, tree
from dsl.model import Act, Block, Condition, Definition, Need, Override
from dsl.resolve.blocks import sequence, texts_out
from dsl.resolve.bodies import read_need
from dsl.resolve.complaints import Consequence, faults_noted, wrong
from dsl.resolve.context import BarNeed, Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import phrase
from dsl.resolve.headings import fresh_name, parameters
from dsl.resolve.prohibitions import finish_bars
from dsl.resolve.substitution import renamed
from dsl.resolve.values import complete
from dsl.resolve.wording import heading_of
from dsl.text.diagnostics import Diagnostic, Note, near

General = Definition | Need  # what an exception goes over
LINES: dict[str, str] = {
    "need": "Instead of a need there are other needs, or nothing.",
    "value": "Instead of a value there is one line `means …`.",
    "bar": "What forbids something falls away, and no more.",
    "deeds": "Instead of what happens, other things happen, or nothing.",
}


def declare_override(context: Context, node: tree.Override, variant: str | None) -> Override:
    taken = {other.name: other for other in context.book.overrides}
    label = node.label or node.name
    override = Override(node.name, label, (), (), node.span, node.clauses, variant)
    fresh_name(node.name, taken, node)
    context.book.overrides.append(override)
    context.exceptions[override] = node
    return override


def finish_overrides(context: Context) -> None:
    """What each exception goes over, what it says, and which of several goes first."""
    finish_bars(context)
    for override, node in context.exceptions.items():
        with faults_noted(context):
            gone_over(context, override, node)
    found = [override for override in context.exceptions if override.of is not None]
    for override in found:
        with faults_noted(context):
            fill_override(context, override, context.exceptions[override])
    for general in dict.fromkeys(override.need or override.of for override in found):
        with faults_noted(context):
            assert general is not None
            rivals = ordered([o for o in found if general is (o.need or o.of)])
            put_over(context, general, rivals)


def gone_over(context: Context, override: Override, node: tree.Override) -> None:
    """What it names: one general thing, and perhaps other exceptions to that."""
    if node.instead is None:
        wrong("E0390", f"Nothing says what {override.name} is an exception to.", node.span,
              hints=(f"exception {override.name}, instead of One Step",))  # fmt: skip
    others = {other.name: other for other in context.exceptions}
    generals: list[tuple[Definition, Need | None]] = []
    for named in node.instead.named:
        if isinstance(named, tree.OverriddenName) and named.name in others:
            override.over += (others[named.name],)
        else:
            generals.append(general_named(context, named))
    if len(generals) > 1:
        wrong("E0390", f"{override.name} is an exception to one thing; here are {len(generals)}.",
              node.instead.span)  # fmt: skip
    if not generals:
        wrong("E0390", f"Say also what {override.over[0].name} is an exception to.", node.instead.span,
              hints=(f"instead of …, {override.over[0].name}",))  # fmt: skip
    override.of, override.need = generals[0]


def general_named(context: Context, node: tree.Node) -> tuple[Definition, Need | None]:
    """The definition that is meant, or the need and whose it is."""
    match node:
        case tree.OverriddenVerb(word=word):
            verb = context.book.procedures.get(word)
            if verb is None:
                wrong("E0390", f"No verb is called {word}.", node.span, near=near(word, context.book.procedures),
                      hints=("as in: instead of the speed of a Ship",))  # fmt: skip
            return verb, None
        case tree.OverriddenValue():
            return general_value(context, node), None
        case tree.OverriddenName():
            found = list(named_so(context, node.name))
            if len(found) > 1:
                notes = tuple(Note("It can be this one.", (need or definition).span) for definition, need in found)
                wrong("E0390", f"{node.name} can mean several things.", node.span, notes=notes)
            if not found:
                known = [
                    *(need.name for need in all_needs(context)),
                    *(definition.name for definition in doing(context)),
                ]
                message = f"There is no need, phase, window, rule, action or power called {node.name}."
                wrong("E0390", message, node.span, near=near(node.name, known))
            return found[0]
        case _:
            raise TypeError(type(node).__name__)


def named_so(context: Context, name: str) -> Iterator[tuple[Definition, Need | None]]:
    yield from ((definition, None) for definition in doing(context) if definition.name == name)
    barred = {one.need.span for one in context.barred}
    for owner in needing_things(context):
        yield from ((owner, need) for need in owner.needs if need.name == name and need.span not in barred)


def doing(context: Context) -> Iterator[Definition]:
    """All that happens under a Name."""
    book = context.book
    named = (book.phases, book.windows, book.actions, book.powers)
    yield from (definition for group in named for definition in group.values())
    yield from book.rules
    yield from (verb for verb in book.procedures.values() if isinstance(verb, model.AtEdge))


def needing_things(context: Context) -> Iterator[Act | model.Procedure]:
    book = context.book
    yield from book.actions.values()
    yield from book.powers.values()
    yield from book.procedures.values()


def all_needs(context: Context) -> Iterator[Need]:
    yield from (need for owner in needing_things(context) for need in owner.needs if need.name)


def general_value(context: Context, node: tree.OverriddenValue) -> model.Value:
    """The value of that heading, which is repeated as it stands."""
    known = context.values.get(node.word, [])
    if not known:
        wrong("E0390", f"No value is called {node.word}.", node.span, near=near(node.word, context.values))
    variables, prepositions = parameters(context, node.params)
    said = [(v.name, v.kind) for v in variables]
    for value in known:
        if value.prepositions == prepositions and [(v.name, v.kind) for v in value.parameters] == said:
            return value
    wrong("E0390", f"The heading of {node.word} is another one.", node.span,
          hints=tuple(f"instead of {heading_of(value)}" for value in known))  # fmt: skip


def fill_override(context: Context, override: Override, node: tree.Override) -> None:
    assert override.of is not None
    scope = scope_over(context, override)
    rest = list(texts_out(node.lines, override))
    if rest and isinstance(first := rest[0], tree.Applies):
        override.clauses += first.clauses
        override.condition = condition(context, first.condition, scope)
        rest.pop(0)
    if again := next((line for line in rest if isinstance(line, tree.Applies)), None):
        wrong("E0390", "When an exception counts is said once, and first.", again.span)
    if override.need is not None:
        check_lines(rest, (tree.Need,), "need")
        override.needs = [read_need(context, line, scope) for line in rest if isinstance(line, tree.Need)]
    elif isinstance(override.of, model.Bar):
        check_lines(rest, (), "bar")
    elif isinstance(override.of, model.Value):
        value_over(context, override, override.of, rest, scope, node)
    else:
        check_lines([line for line in rest if isinstance(line, tree.Need | tree.Means)], (), "deeds")
        context.in_window = isinstance(override.of, model.Window)
        override.body = sequence(context, tuple(rest), scope)
        context.in_window = False


def scope_over(context: Context, override: Override) -> Scope:
    """It can speak of all that the general lines can speak of."""
    assert override.of is not None
    if isinstance(override.of, model.StandingRule):
        return Scope(None, [let.variable for let in found_by(override.of)])
    barred = needs_of(context, override.of) if isinstance(override.of, model.Bar) else []
    general = barred[0].scope if barred else context.scopes.get(override.of)
    if general is None:
        raise Consequence(Diagnostic("E0390", f"What {override.name} goes over has a fault.", override.span))
    return Scope(general, instead=True)


def check_lines(lines: list[tree.Node], wanted: tuple[type, ...], sort: str) -> None:
    if odd := next((line for line in lines if not isinstance(line, wanted)), None):
        wrong("E0390", LINES[sort], odd.span)


def value_over(
    context: Context,
    override: Override,
    value: model.Value,
    rest: list[tree.Node],
    scope: Scope,
    node: tree.Override,
) -> None:
    if len(rest) != 1 or not isinstance(rest[0], tree.Means):
        wrong("E0390", LINES["value"], (rest or [node])[0].span, hints=("means 5",))
    complete(context, value)
    override.clauses += rest[0].clauses
    meaning = phrase(context, rest[0].value, scope, value.kind)
    if meaning.maybe and not value.maybe:
        wrong("E0390", f"This may be nothing, and {value.name} never is.", rest[0].span)
    override.meaning = meaning


def put_over(context: Context, general: General, overrides: list[Override]) -> None:
    """Puts the exceptions, of which the first that applies counts, over the general text."""
    rivals = tuple(overrides)
    applying = [applies(override) for override in rivals]
    match general:
        case Need():
            owner = rivals[0].of
            assert isinstance(owner, Act | model.Procedure)
            needs_over(owner, general, rivals)
        case model.Value():
            told = zip(rivals, applying, strict=True)
            first = [(o.meaning, when, o.clauses) for o, when in told if o.meaning is not None]
            general.cases[:0] = first
            general.overrides = rivals
        case Act():
            general.effects = overruled(general, general.effects, rivals)
        case model.StandingRule():
            start = found_by(general)
            general.body = (*start, *overruled(general, general.body[len(start) :], rivals))
        case model.Bar():
            bar_over(context, general, rivals)
        case model.Phase() | model.Window() | model.Procedure() | model.Happening():
            general.body = overruled(general, general.body, rivals)
        case _:
            raise TypeError(type(general).__name__)


def needs_of(context: Context, rule: model.Bar) -> list[BarNeed]:
    return [one for one in context.barred if one.rule is rule]


def bar_over(context: Context, rule: model.Bar, overrides: tuple[Override, ...]) -> None:
    """Each need by which it forbids something falls away where an exception applies."""
    for one in needs_of(context, rule):
        found = [read_again(context, override, one) for override in overrides]
        one.need.condition = waived(one.need, tuple(found))
        one.need.overrides = overrides
    rule.overrides = overrides


def read_again(context: Context, override: Override, one: BarNeed) -> Condition:
    """When it applies, said of the things of the act that is forbidden."""
    first = context.exceptions[override].lines[:1]
    if override.condition is None or not isinstance(first[0], tree.Applies):
        return applies(override)
    return renamed(condition(context, first[0].condition, one.scope.inner()), one.meant)


def needs_over(owner: Act | model.Procedure, need: Need, overrides: tuple[Override, ...]) -> None:
    """The need falls away where an exception applies; the needs of each exception where that does not count."""
    place = owner.needs.index(need) + 1
    before: tuple[Condition, ...] = ()
    for override in overrides:
        when = applies(override)
        away = (*before, model.Not(override.span, when))
        owner.needs[place:place] = [
            replace(
                n,
                condition=waived(n, away),
                name=n.name or override.label,
                clauses=override.clauses + n.clauses,
                by=override,
            )
            for n in override.needs
        ]
        place += len(override.needs)
        before = (*before, when)
    need.condition = waived(need, before)
    need.overrides = overrides


def found_by(rule: model.StandingRule) -> list[model.Let]:
    """The lines that only give a name to what the condition of a standing rule finds."""
    first = takewhile(lambda line: isinstance(line, model.Let) and line.implied, rule.body)
    return [line for line in first if isinstance(line, model.Let)]


def applies(override: Override) -> Condition:
    """When it counts, but for exceptions that go over it."""
    return override.condition or model.All(override.span, ())


def waived(need: Need, away: tuple[Condition, ...]) -> Condition:
    return model.Waived(need.span, (*away, need.condition))


def overruled(general: Definition, body: Block, overrides: tuple[Override, ...]) -> Block:
    """What is done with its exceptions. How deep it goes is said before that, and holds for all of them."""
    deep = body[:1] if body and isinstance(body[0], model.Deepest) else ()
    branches = tuple((applies(o), o.body) for o in overrides)
    return (*deep, model.Overruled(general.span, (), (*branches, (None, body[len(deep) :])), overrides))


def ordered(overrides: list[Override]) -> list[Override]:
    """Exceptions to one thing, those first that go over others; which of two counts of which neither does is no matter
    here, as `dsl.lint.exceptions` refuses them."""
    above = {override: reached(override) for override in overrides}
    for override in overrides:
        if override in above[override]:
            wrong("E0430", f"{override.name} goes over itself, by way of others.", override.span)
    return sorted(overrides, key=lambda override: len(above[override]), reverse=True)


def reached(override: Override) -> set[Override]:
    """All exceptions that it goes over, also by way of others."""
    found: set[Override] = set()
    waiting = list(override.over)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += one.over
    return found
