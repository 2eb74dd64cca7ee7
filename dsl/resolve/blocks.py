"""Blocks: lines one after another, of which each can speak of what those before it brought in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model, tree
from dsl.model import Block, Definition, Statement, Variable
from dsl.model.visit import conjuncts, nodes_in
from dsl.resolve.complaints import Wrong, faults_noted, faults_noted_in, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import statement
from dsl.resolve.sorts import said_to_be
from dsl.resolve.substitution import renamed
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

MOST_DEEP = 8  # what can go on inside itself is laid out so many times
OF_ANY_LENGTH = (
    "as in: Ways of any length, in the language reference: repeat, with the way so far in a place that keeps order, "
    "until that is empty"
)


def block(context: Context, node: tree.Block, scope: Scope) -> Block:
    return sequence(context, node.lines, scope.inner())


def sequence(context: Context, nodes: tuple[tree.Node, ...], scope: Scope) -> Block:
    """The lines of a block; what one brings in, the next can speak of. Lines with faults are noted and left out."""
    found: list[Statement] = []
    for node in nodes:
        before = len(context.diagnostics)
        with faults_noted_in(context, node, scope):
            made = statement(context, node, scope)
            found += made if isinstance(made, tuple) else (made,) if made is not None else ()
        if len(context.diagnostics) > before:
            look_under(context, node, scope, context.diagnostics[before])
    return tuple(found)


def look_under(context: Context, node: tree.Node, scope: Scope, fault: Diagnostic) -> None:
    """Finds what is wrong with the lines under one with a fault of its own, too. What is spoken of there may have been
    brought in by that line, so that nobody complains that it is not known."""
    for lines in lines_under(node):
        if fault.span and fault.span.line < lines[0].span.line:
            before = len(context.diagnostics)
            sequence(context, lines, scope.inner())
            context.diagnostics[before:] = [d for d in context.diagnostics[before:] if d.code != "E0203"]


def lines_under(node: tree.Node) -> Iterator[tuple[tree.Node, ...]]:
    """The lines below that mean what they would mean beside it."""
    match node:
        case tree.IfThen(block=block, others=others):
            yield block.lines
            yield from (other.block.lines for other in others)
        case tree.Repeat() | tree.WhileSo() | tree.ForEach() | tree.TakeTurns():
            yield node.block.lines
        case _:
            pass  # under the others stands what stands nowhere else, or they have no words of their own


def nested_sequence(context: Context, nodes: tuple[tree.Node, ...], scope: Scope) -> Block:
    """The lines of what can go on inside itself: how deep is said first."""
    first, rest = nodes[:1], nodes[1:]
    if not (first and isinstance(first[0], tree.Deepest)):
        return sequence(context, nodes, scope)
    found: list[Statement] = []
    with faults_noted(context):
        found.append(deepest(context, first[0], scope.inner()))
    return (*found, *sequence(context, rest, scope))


def deepest(context: Context, node: tree.Deepest, scope: Scope) -> Statement:
    with faults_noted(context):  # that there is a limit is said all the same: the circle is no second fault
        if not 1 <= node.most <= MOST_DEEP:
            hints = (OF_ANY_LENGTH,) if node.most else ()
            wrong("E0347", f"It is {node.most} deep; it can be 1 to {MOST_DEEP}.", node.span, hints=hints)
    clauses = node.clauses + (node.block.clauses if node.block else ())
    return model.Deepest(node.span, clauses, node.most, block(context, node.block, scope) if node.block else ())


def under(context: Context, condition: model.Condition, node: tree.Block, scope: Scope) -> Block:
    """The lines under a condition; `the Ship` is what `there is a Ship` found."""
    found = [*found_by(condition)]
    if not found:
        with said_to_be(context, condition):
            return block(context, node, scope)
    named: dict[Variable, Variable] = {}
    picks: list[model.Let] = []
    for one in found:
        variable = Variable(one.variable.name, one.kind, span=one.span)
        pick = model.Pick(one.span, one.kind, False, renamed(one, named), "a")
        picks.append(model.Let(one.span, (), variable, pick, True))
        named[one.variable] = variable
    inner = scope.inner(*named.values())
    body = sequence(context, node.lines, inner.inner())
    kept: list[model.Let] = []
    for let in reversed(picks):
        if let.variable in inner.asked or any(uses(one, let.variable) for one in kept):
            if let.variable.kind is context.world.players:
                refuse_two_players(context, scope, let.variable.name, let.span)
            kept.insert(0, let)
    return (*kept, *body)


def uses(let: model.Statement, variable: Variable) -> bool:
    return any(isinstance(node, model.Use) and node.variable is variable for node in nodes_in(let))


def refuse_two_players(context: Context, scope: Scope, name: str, span: Span) -> None:
    """That `the Player` could be who was found, or who acts; whether somebody does in a phase, is seen at the end."""
    message = f"`the {name}` could be whoever acts, or the one that was found, who has a name then."
    note = Note(f"with that name `the {name}` is whoever acts, and `the other` the one that was found")
    doubt = Diagnostic("E0204", message, span, notes=(note,))
    if scope.find(name):
        raise Wrong(doubt)
    phase = scope.of_phase()
    if phase is not None:
        context.doubted.setdefault(phase, {})[span] = doubt


def found_by(condition: model.Condition) -> Iterator[model.Selection]:
    """Of what the lines under a condition can speak as of what was found, each by what is found before it."""
    match condition:
        case model.Exists(selection=found):
            yield found
        case model.Some(selection=found, condition=so, found=True):
            yield replace(found, that=(*found.that, *conjuncts((so,))))
            for part in so.conditions if isinstance(so, model.All) else (so,):
                yield from found_by(part)
        case _:  # finds nothing
            pass


def texts_out(lines: tuple[tree.Node, ...], definition: Definition) -> tuple[tree.Node, ...]:
    """The designer's words belong to the definition, not to its steps."""
    for line in lines:
        if isinstance(line, tree.Words | tree.InShort):
            said = model.Text(line.span, line.clauses, line.text)
            (definition.texts if isinstance(line, tree.Words) else definition.short).append(said)
        elif isinstance(line, tree.LeavesOut):
            definition.leaves_out += line.names.names
    return tuple(line for line in lines if not isinstance(line, tree.Told))


def scope_of(context: Context, definition: Definition, actor: Variable | None) -> Scope:
    """What the lines of a definition can speak of. Exceptions to it can, too, but for what those lines bring in
    in whose place they stand."""
    phase = definition if isinstance(definition, model.Phase) else None
    variables = [*([actor] if actor else []), *definition.parameters]
    context.scopes[definition] = around = Scope(None, variables, phase=phase)
    return around.inner()


def body_of(context: Context, block: tree.Block, definition: Definition, actor: Variable | None) -> Block:
    lines = texts_out(block.lines, definition)
    return sequence(context, lines, scope_of(context, definition, actor))
