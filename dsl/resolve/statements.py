"""Lines: what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

from dsl import model, tree
from dsl.model import Block, Expression, Statement, Use, Variable
from dsl.resolve.actors import actor
from dsl.resolve.arithmetic import comes_first, of_one
from dsl.resolve.blocks import block, sequence, under
from dsl.resolve.built_in import spaces_of_walk, walk_named
from dsl.resolve.calls import invocation_of, power_call, split, stated_roles, with_place_apart
from dsl.resolve.complaints import NO_VERB, Consequence, Wrong, faults_noted, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition, statement
from dsl.resolve.edges import with_edges
from dsl.resolve.expressions import bare, number_said, player_said
from dsl.resolve.headings import player_variable
from dsl.resolve.measures import measure
from dsl.resolve.nouns import takes_behind, the_name
from dsl.resolve.overloads import RolesByPreposition, matched, roles_of
from dsl.resolve.parted import matched_in_parts
from dsl.resolve.passing import check_not_in_turn
from dsl.resolve.prices import paid_otherwise
from dsl.resolve.selections import one_described, selection
from dsl.resolve.sorts import said_to_be
from dsl.resolve.wording import a, spoken
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note, near
from dsl.text.inflection import articled

STATEMENT_WORDS = tuple("move let do show shuffle open stop prevent repeat follow together if while".split())
Parted = tuple[tuple[tree.Node, ...], tuple[tree.Need, ...]]


def called_with(procedure: model.Procedure | model.Window, roles: RolesByPreposition) -> str:
    """How a verb or window is called, with what stands in a line that calls it otherwise, if that is as much."""
    stated = [*map(spoken, roles.values())] if len(roles) == len(procedure.parameters) else []
    things = stated or ["…" for _ in procedure.parameters]
    pairs = zip(procedure.prepositions, things, strict=True)
    return " ".join([procedure.name, *(f"{word} {thing}".strip() for word, thing in pairs)])


@statement.of(tree.Offer)
def offer(context: Context, node: tree.Offer, scope: Scope) -> Statement | None:
    who = player_said(context, node.who, scope)
    for call in node.calls:
        refuse_what_goes_without_saying(call)
    invocations = [invocation_of(context, call, scope) for call in node.calls]
    present = tuple(i for i in invocations if i is not None)
    if not present:
        return None
    must = node.modal.word == "must"
    return model.Offer(node.span, node.clauses, who, must, node.modal.repeatedly is not None, present)


def refuse_what_goes_without_saying(call: tree.Node) -> None:
    """`may Push to a Cell`: whoever does it chooses the cell."""
    where = (call.where.of,) if isinstance(call, tree.CallAt) else ()
    phrases = (call.phrase,) if isinstance(call, tree.Call) else where
    roles = call.roles.roles if isinstance(call, tree.Call | tree.CallAt) else ()
    for said in (*phrases, *(role.phrase for role in roles)):
        if isinstance(said, tree.Indefinite):
            message = f"`{articled(said.noun.name)}` goes without saying: whoever is offered it chooses."
            wrong("E0208", message, said.span, hints=("leave it out; which are allowed, the action's needs say",))


@statement.of(tree.Run)
def run(context: Context, node: tree.Run, scope: Scope) -> Statement | None:
    power = power_call(context, node.call, scope)
    if power is not None:
        return model.DoPower(node.span, node.clauses, as_whom(context, node, scope), power)
    assert isinstance(node.call, tree.Call | tree.CallAt)
    if node.call.name in context.book.phases and node.as_if is None:
        return model.DoPhase(node.span, node.clauses, context.book.phases[node.call.name])
    if node.call.name in context.book.actions or node.call.name in context.absent:
        invocation = invocation_of(context, node.call, scope)
        if invocation is None:
            return None
        if None in invocation.arguments:
            wrong("E0206", f"Say with what {node.call.name} is done.", node.span)
        who = as_whom(context, node, scope) or actor(context, node.span, scope)
        return model.DoAction(node.span, node.clauses, who, invocation)
    if node.call.name in context.book.windows:
        wrong("E0206", f"{node.call.name} is a window.", node.span, hints=(f"open {node.call.name}",))
    known = [*context.book.phases, *context.book.actions]
    message = f"There is no phase or action called {node.call.name}."
    wrong("E0201", message, node.span, near=near(node.call.name, known))


def as_whom(context: Context, node: tree.Run, scope: Scope) -> Expression | None:
    """Who does it, as if it were theirs, where that is said."""
    if node.as_if is None:
        return None
    match node.as_if.role:
        case tree.The(noun=tree.Word(word="owner"), where=None):
            return player_said(context, node.as_if.who, scope)
        case _:
            wrong("E0206", "What is done as if somebody owned it says so.", node.as_if.span,
                  hints=("as if the Player were the owner",))  # fmt: skip


@statement.of(tree.Perform, tree.PerformAt)
def perform(context: Context, node: tree.Perform | tree.PerformAt, scope: Scope) -> Statement:
    procedure = context.book.procedures.get(node.word)
    if procedure is None:
        verbs = [*context.book.procedures, *STATEMENT_WORDS]
        wrong("E0205", f"{NO_VERB} {node.word}.", node.span, near=near(node.word, verbs))
    roles = roles_performed(context, procedure, node)
    if procedure in context.needing and procedure.name == "pay":
        message = f"`{node.word}` has needs; in an action write `costs`. Elsewhere say what becomes of what is paid."
        wrong("E0318", message, node.span, hints=tuple(paid_otherwise(context, procedure, roles)))
    try:
        arguments = matched(context, procedure, roles, scope)
        arguments = matched_in_parts(context, procedure, roles, scope) if arguments is None else arguments
    except Wrong as error:
        error.diagnostic = _brought_in(procedure, error.diagnostic)
        raise
    if arguments is None:
        message = f"`to {node.word}` is defined for other things."
        wrong("E0206", message, node.span, hints=(called_with(procedure, roles),))
    return model.Perform(node.span, node.clauses, procedure, arguments)


def _brought_in(procedure: model.Procedure, complaint: Diagnostic) -> Diagnostic:
    """Where it is not said with which thing a verb is done: that its heading asks for one."""
    if complaint.code != "E0208":
        return complaint
    why = f"The heading of `to {procedure.name}` asks for it; what finds one by itself names none there."
    return replace(complaint, message=f"{complaint.message} {why}")


def roles_performed(
    context: Context, procedure: model.Procedure, node: tree.Perform | tree.PerformAt
) -> RolesByPreposition:
    """What stands behind each word of the verb."""
    roles = node.roles.roles
    if isinstance(node, tree.PerformAt):
        roles = (tree.Role(node.where.span, (), node.where.preposition, node.where.of), *roles)
    elif node.phrase is not None:
        roles = (tree.Role(node.phrase.span, (), "", node.phrase), *roles)
    together = roles_of([*with_what_is_behind(context, procedure, roles)])
    apart = with_place_apart(together, procedure)
    return together if "of" in apart.keys() - together.keys() else apart  # which can be parted in other ways, too


def with_what_is_behind(
    context: Context, procedure: model.Procedure, roles: Sequence[tree.Role]
) -> Iterator[tree.Role]:
    """What the verb does not take belongs to what stands before it and is worked out so: `land on the neighbour of the
    Cell along north`."""
    parts: list[list[tree.Role]] = []
    for role in roles:
        if role.preposition in procedure.prepositions or not parts:
            parts.append([])
        parts[-1].append(role)
    for own, *behind in parts:
        if isinstance(own.phrase, tree.The) and takes_behind(context, own.phrase, tuple(behind)):
            span = own.phrase.span.to(behind[-1].span)
            yield replace(own, phrase=tree.WorkedOut(span, (), own.phrase, tuple(behind)))
        else:
            yield from (own, *behind)


@statement.of(tree.Open)
def open_window(context: Context, node: tree.Open, scope: Scope) -> Statement:
    call = node.call
    assert isinstance(call, tree.Call | tree.CallAt)
    call = split(call, context.book.windows)
    window = context.book.windows.get(call.name)
    if window is None:
        if call.name in context.book.phases:
            wrong("E0206", f"{call.name} is a phase.", node.span, hints=(f"do {call.name}",))
        wrong("E0201", f"There is no window called {call.name}.", call.span, near=near(call.name, context.book.windows))
    arguments = matched(context, window, stated_roles(call), scope)
    if arguments is None:
        hint = f"open {called_with(window, stated_roles(call))}"
        wrong("E0206", f"The window {window.name} is for other things.", node.span, hints=(hint,))
    return model.Open(node.span, node.clauses, window, arguments)


@statement.of(tree.Stop)
def stop(context: Context, node: tree.Stop, scope: Scope) -> Statement:
    match node.what:
        case tree.The(noun=tree.Noun(words=(), name=name), where=None) | tree.Name(name=name, of=None) if (
            name in context.book.phases
        ):
            return model.Stop(node.span, node.clauses, context.book.phases[name])
        case _:
            hints = tuple(f"stop {name}" for name in context.book.phases)
            wrong("E0206", "What is stopped is a phase.", node.span, hints=hints)


@statement.of(tree.StopRepeating)
def stop_repeating(context: Context, node: tree.StopRepeating, scope: Scope) -> Statement:
    return model.StopRepeating(node.span, node.clauses)


@statement.of(tree.Prevent)
def prevent(context: Context, node: tree.Prevent, scope: Scope) -> Statement:
    return model.Prevent(node.span, node.clauses)


@statement.of(tree.Wins)
def wins(context: Context, node: tree.Wins, scope: Scope) -> Statement:
    return model.Win(node.span, node.clauses, player_said(context, node.who, scope))


@statement.of(tree.BestWins)
def best_wins(context: Context, node: tree.BestWins, scope: Scope) -> Statement:
    players, rivals = (of_players(context, node, scope) for _ in range(2))
    ranks: list[model.Rank] = []
    for said in node.ranks:
        which = of_one(said.extreme)
        of, of_rival = (measure(context, said.attribute.word, those, said.span) for those in (players, rivals))
        ranks.append(model.Rank(said.span, which, of, of_rival))
    return model.BestWins(node.span, node.clauses, players, rivals, tuple(ranks))


def of_players(context: Context, node: tree.BestWins, scope: Scope) -> model.Selection:
    """Those among whom somebody wins, which is nobody who is out."""
    found = selection(context, node.noun, None, None, scope)
    if found.kind is not context.world.players:
        wrong("E0206", f"Only players win, and {a(found.kind)} does not.",
              node.noun.span, hints=("the Player with the highest … wins",))  # fmt: skip
    if context.world.out is None:
        return found
    gone = model.Flag(node.span, context.world.out, Use(node.span, found.kind, False, found.variable))
    return replace(found, that=(model.Not(node.span, gone),))


@statement.of(tree.Scores, tree.Loses)
def score(context: Context, node: tree.Scores | tree.Loses, scope: Scope) -> Statement:
    who = player_said(context, node.who, scope)
    amount = number_said(context, node.amount, scope)
    return model.Score(node.span, node.clauses, who, isinstance(node, tree.Scores), amount)


@statement.of(tree.Draw)
def draw(context: Context, node: tree.Draw, scope: Scope) -> Statement:
    return model.Draw(node.span, node.clauses)


@statement.of(tree.NothingHappens)
def nothing_happens(context: Context, node: tree.NothingHappens, scope: Scope) -> Statement:
    return model.NothingHappens(node.span, node.clauses)


@statement.of(tree.IfThen)
def if_then(context: Context, node: tree.IfThen, scope: Scope) -> Statement:
    when = condition(context, node.condition, scope)
    first = under(context, when, node.block, scope)
    branches: list[tuple[model.Condition | None, Block]] = [(when, first)]
    with ExitStack() as else_so:
        for other in node.others:
            else_so.enter_context(said_to_be(context, when, so=False))
            if isinstance(other, tree.Otherwise):
                branches.append((None, cited(other.block, block(context, other.block, scope))))
            else:
                when = condition(context, other.condition, scope)
                branches.append((when, cited(other.block, under(context, when, other.block, scope))))
    return model.If(node.span, node.clauses + node.block.clauses, tuple(branches))


def cited(node: tree.Block, body: Block) -> Block:
    """What is done in a further case; what stands cited beside `otherwise` is cited with the first of it."""
    return (replace(body[0], clauses=node.clauses + body[0].clauses), *body[1:]) if node.clauses and body else body


@statement.of(tree.ForEach)
def for_each(context: Context, node: tree.ForEach, scope: Scope) -> Statement:
    order = None
    if isinstance(node.manner, tree.OrderFrom):
        order = player_said(context, node.manner.who, scope)
    selection = one_described(context, node.desc, scope)
    if order is not None and selection.kind is not context.world.players:
        wrong("E0206", f"Players sit in an order; {selection.kind.plural} do not.", node.span)
    body = block(context, node.block, scope.inner(selection.variable))
    clauses = node.clauses + node.block.clauses
    if not isinstance(node.manner, tree.Secretly):
        check_not_in_turn(selection, body)
        return model.ForEach(node.span, clauses, selection, order, body, comes_first(context, node.manner, selection))
    if selection.kind is not context.world.players:
        wrong("E0206", f"Players choose in secret; {selection.kind.plural} do not.", node.span)
    return model.InSecret(node.span, clauses, selection, body)


@statement.of(tree.GoesOut)
def goes_out(context: Context, node: tree.GoesOut, scope: Scope) -> Statement:
    who = player_said(context, node.who, scope)
    assert context.world.out is not None  # declared because this very sentence is there
    return model.TurnInto(node.span, node.clauses, context.world.out, who, True)


@statement.of(tree.WhileSo)
def while_so(context: Context, node: tree.WhileSo, scope: Scope) -> Statement:
    """The same as `repeat until` it is not so; what `there is a Ship` finds, the lines under it can speak of."""
    when = condition(context, node.condition, scope)
    body = under(context, when, node.block, scope)
    until = model.Not(node.condition.span, when)
    return model.Repeat(node.span, node.clauses + node.block.clauses, None, until, body)


@statement.of(tree.OnlyWhile)
def only_while(context: Context, node: tree.OnlyWhile, scope: Scope) -> Statement:
    when = condition(context, node.condition, scope)
    body = under(context, when, node.block, scope)
    return model.While(node.span, node.clauses + node.block.clauses, when, body)


@statement.of(tree.Follow)
def follow(context: Context, node: tree.Follow, scope: Scope) -> Statement:
    found = walk_named(context, node.walk, scope)
    if found is None:
        wrong("E0201", "It is a walk that is followed.", node.walk.span, near=near(str(node.walk), context.book.walks))
    context.followed.append((found[0], node.walk.span))
    who = the_name(context, "Player", node.span, scope)
    space = spaces_of_walk(context, found[0], node.span)
    here = Variable(space.name, space, span=node.span)
    body = block(context, node.block, scope.inner(here))
    return model.Follow(node.span, node.clauses + node.block.clauses, who, *found, here, body)


@statement.of(tree.Repeat)
def repeat(context: Context, node: tree.Repeat, scope: Scope) -> Statement:
    times = until = None
    match node.how_often:
        case tree.Times(number=number):
            times = number_said(context, number, scope)
        case tree.Until(condition=when):
            until = condition(context, when, scope)
        case None:
            pass  # until it is left
        case _:
            raise TypeError(type(node.how_often).__name__)
    body = block(context, node.block, scope)
    return model.Repeat(node.span, node.clauses + node.block.clauses, times, until, body)


@statement.of(tree.TakeTurns)
def take_turns(context: Context, node: tree.TakeTurns, scope: Scope) -> Statement:
    first = player_said(context, node.first, scope)
    player = player_variable(context, node)
    until = condition(context, node.last.condition, scope) if isinstance(node.last, tree.TurnsUntil) else None
    body = block(context, node.block, scope.inner(player))
    if not context.in_window:
        body = with_edges(context, body, scope.of_phase())
    all_pass = isinstance(node.last, tree.AllPass)
    clauses = node.clauses + node.block.clauses
    return model.TakeTurns(node.span, clauses, first, player, not context.in_window, all_pass, until, body)


@statement.of(tree.Together)
def together(context: Context, node: tree.Together, scope: Scope) -> Statement:
    return model.Together(node.span, node.clauses + node.block.clauses, block(context, node.block, scope))


@statement.of(tree.Forbid)
def forbidden_here(context: Context, node: tree.Forbid, scope: Scope) -> Statement:
    wrong("E0332", "What cannot be done stands in a rule of its own, or under `until …`.", node.span)


@statement.of(tree.Capped)
def capped_here(context: Context, node: tree.Capped, scope: Scope) -> Statement:
    wrong("E0332", "What is at least or at most stands under `until …`.", node.span)


@statement.of(tree.Held)
def held_here(context: Context, node: tree.Held, scope: Scope) -> Statement:
    message = "What is so for a while stands under `until …` or `during …`; what comes to be so becomes so."
    if isinstance(node.what, tree.Every):
        wrong("E0332", message, node.span, hints=(f"every {node.what.noun.name} becomes {node.word}",))
    what = bare(context, node.what, scope)
    said = what.variable.name if isinstance(what, model.Use) else what.kind.name
    wrong("E0332", message, node.span, hints=(f"the {said} becomes {node.word}",))


# ------------------------------------------------------------------------------------------------------------ in one go


def parted(node: tree.InOneGo) -> Parted:
    """The lines with its steps, and what must hold at its end."""
    steps: list[tree.Node] = []
    needs: list[tree.Need] = []
    for line in node.block.lines:
        if isinstance(line, tree.Need):
            if line.afterwards is None:
                wrong("E0344", "In one go only the end is tested.", line.span, hints=("only if afterwards …",))
            needs.append(line)
        elif needs and not isinstance(line, tree.Words):
            wrong("E0344", "What must hold at the end stands last.", line.span)
        elif isinstance(line, tree.Offer | tree.Words):
            steps.append(line)
        else:
            wrong("E0344", "What is done in one go is offered step by step.", line.span,
                  hints=("the Player may repeatedly …", "an action for what else happens in a step"))  # fmt: skip
    if not any(isinstance(line, tree.Offer) for line in steps):
        wrong("E0344", "Nothing is offered here.", node.span, hints=("the Player may repeatedly …",))
    if not needs:
        wrong("E0344", "Nothing says when this is done.", node.span, hints=("and last under it: only if afterwards …",))
    return tuple(steps), tuple(needs)


def whose(body: Block, span: Span) -> Expression:
    """The one player who takes all the steps."""
    offers = [line for line in body if isinstance(line, model.Offer)]
    if not offers:
        raise Consequence(Diagnostic("E0344", "Nothing is offered here.", span))
    for offer in offers[1:]:
        if not _same(offer.who, offers[0].who):
            notes = (Note("The first offer stands here.", offers[0].span),)
            wrong("E0344", "What is done in one go is done by one player.", offer.span, notes=notes)
    return offers[0].who


def _same(one: Expression, other: Expression) -> bool:
    match one, other:
        case Use(), Use():
            return one.variable is other.variable
        case model.Constant(), model.Constant():
            return one.value == other.value
        case _:  # of others the text shows it only of the active player
            return type(one) is type(other) is model.ActivePlayer


@statement.of(tree.InOneGo)
def in_one_go(context: Context, node: tree.InOneGo, scope: Scope) -> Statement:
    steps, needs = parted(node)
    inner = scope.inner()
    body = sequence(context, steps, inner)
    tests = []
    for need in needs:
        with faults_noted(context):
            when = condition(context, need.condition, inner)
            tests.append(model.FinalTest(need.span, need.clauses, need.name or "", when))
    clauses = node.clauses + node.block.clauses
    return model.InOneGo(node.span, clauses, whose(body, node.span), node.sure is not None, body, tuple(tests))
