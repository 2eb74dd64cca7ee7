"""Worked examples: given, when, then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from dsl import model, tree
from dsl.model.world import Kind
from dsl.resolve.calls import invocation_of, split
from dsl.resolve.choices import face_shown
from dsl.resolve.complaints import faults_noted_in, wrong
from dsl.resolve.conditions import can, has_scored, without_winner
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import how_many, phrase, player_said
from dsl.resolve.limits import has_done
from dsl.resolve.names import constant_called, one_of_so_many
from dsl.resolve.selections import one_of, pick
from dsl.resolve.wording import phrase_text
from dsl.source import Span

PLACED = (
    "Given sentences say where a piece is, whose, its value or quality, that there is one somewhere, or who is active."
)
EACH_PLACED = (
    "One on each of several spaces is told by where the first is, and without `called`: of each that has a name, or of "
    "which more is said, a line of its own speaks."
)
LEAVING: dict[type[tree.Node], Literal["done", "give up", "begin again"]] = {
    tree.Closed: "done",
    tree.GaveUp: "give up",
    tree.BeganAgain: "begin again",
}
OWNED = "Whose this is cannot be given: no rule changes it, so it is always whose the box says."


def read_example(context: Context, node: tree.Example, variant: str | None, variants: frozenset[str]) -> model.Example:
    phase = context.book.phases.get(node.phase) if node.phase else None
    if node.phase and phase is None:
        wrong("E0201", f"There is no phase called {node.phase}.", node.span, near=tuple(context.book.phases))
    scope, context.in_example = Scope(), True
    steps: list[model.ExampleStep] = []
    for line in (part for each in node.steps for part in one_by_one(each)):
        with faults_noted_in(context, line, scope):
            steps.append(step(context, line, scope))
    context.in_example = False
    return model.Example(node.title, phase, tuple(steps), node.span, node.clauses, variant, variants)


def one_by_one(node: tree.Node) -> tuple[tree.Node, ...]:
    """What is said of several spaces is said of each in a line of its own."""
    match node:
        case tree.GivenOn(what=what, also=also) | tree.GivenNoneOn(what=what, also=also) if is_placed(what):
            assert what.where is not None
            there = tuple(replace(what.where, of=name) for name in on_one_board((what.where.of, *also)))
            said = tree.ThereIs if isinstance(node, tree.GivenOn) else tree.ThereIsNo
            lines = (said(place.of.span, (), replace(what, where=place)) for place in there)
            return tuple(tree.Given(line.span, node.clauses, line) for line in lines)
        case _:  # all others are one line
            return (node,)


def is_placed(what: tree.Desc) -> bool:
    """Whether nothing but where they are is said of them."""
    return what.noun.called is None and isinstance(what.where, tree.Where) and what.that is None


def on_one_board(names: tuple[tree.Node, ...]) -> tuple[tree.Node, ...]:
    """`A1, B2 of the Wall of Red`: what stands behind the last of the spaces is said of all."""
    match names[-1]:
        case tree.Name(of=tree.Node() as board):
            return tuple(replace(n, of=n.of or board) if isinstance(n, tree.Name) else n for n in names)
        case _:  # of one board there is nothing to say
            return names


def step(context: Context, node: tree.Node, scope: Scope) -> model.ExampleStep:
    match node:
        case tree.Given():
            return model.Given(node.span, node.clauses, read_given(context, node, scope))
        case tree.GivenOn() | tree.GivenNoneOn():
            wrong("E0502", EACH_PLACED, node.span)
        case tree.HadDone():
            return has_done(context, node, scope)
        case tree.So(condition=tree.HasScored() | tree.HasLost() as scored):
            return model.Then(node.span, node.clauses, has_scored(context, scored, scope))
        case tree.So(condition=tree.NobodyIs() as drawn):
            return model.Then(node.span, node.clauses, without_winner(drawn))
        case tree.So():
            return model.Then(node.span, node.clauses, told(context, node.condition, scope))
        case tree.Did():
            return did(context, node, scope)
        case tree.DidSo():
            who = player_said(context, node.who, scope)
            return model.WhenDoesSo(node.span, node.clauses, who)
        case tree.Passed():
            who = player_said(context, node.who, scope)
            return model.WhenPasses(node.span, node.clauses, who)
        case tree.Closed() | tree.GaveUp() | tree.BeganAgain():
            return model.WhenCloses(node.span, node.clauses, player_said(context, node.who, scope), LEAVING[type(node)])
        case tree.Chose():
            who = player_said(context, node.who, scope)
            each = (one for w in node.what for one in each_taken(context, w, scope))
            what = tuple(way_named(context, one) or meant(context, one, scope) for one in each)
            return model.WhenChooses(node.span, node.clauses, who, what)
        case tree.Rolled():
            who = player_said(context, node.who, scope)
            return model.WhenRolls(node.span, node.clauses, who, tuple(face_shown(context, one) for one in node.faces))
        case tree.Words():
            return model.Said(node.span, node.clauses, node.text)
        case _:
            wrong("E0314", "This line has no place in an example.", node.span, hints=("given …", "when …", "then …"))


def told(context: Context, node: tree.Node, scope: Scope) -> model.Condition:
    """What must be so in an example: also who is asked, and for what."""
    match node:
        case tree.Can() | tree.Cannot() if is_of_an_action(context, node.call):
            who = named_player(context, node.who, scope)
            offered = model.Offered(node.span, who, called_action(context, node.call, scope, node.span))
            return model.Not(node.span, offered) if isinstance(node, tree.Cannot) else offered
        case tree.Could():
            return can(context, tree.Can(node.span, (), node.who, node.call), scope, model.Could)
        case tree.CouldNot():
            return can(context, tree.Cannot(node.span, (), node.who, node.call), scope, model.Could)
        case tree.Asked() | tree.NotAsked():
            asked = model.Asked(node.span, named_player(context, node.who, scope))
            return model.Not(node.span, asked) if isinstance(node, tree.NotAsked) else asked
        case tree.NobodyAsked():
            return model.Asked(node.span, None)
        case tree.Choosable() | tree.NotChoosable():
            what = way_named(context, node.what) or meant(context, node.what, scope)
            choosable = model.Choosable(node.span, named_player(context, node.who, scope), what)
            return model.Not(node.span, choosable) if isinstance(node, tree.NotChoosable) else choosable
        case tree.CanPass() | tree.CannotPass():
            may_pass = model.CanPass(node.span, named_player(context, node.who, scope))
            return model.Not(node.span, may_pass) if isinstance(node, tree.CannotPass) else may_pass
        case _:  # all else must be so of the position
            asked_alone(context, node)
            return condition(context, node, scope)


def is_of_an_action(context: Context, call: tree.Node) -> bool:
    """Whether an action is named, and no power: that is offered by no decision of its own."""
    if not isinstance(call, tree.Call | tree.CallAt):
        return False
    named = split(call, [*context.book.powers, *context.book.actions, *context.absent])
    return named.name not in context.book.powers


def asked_alone(context: Context, node: tree.Node) -> None:
    """Refuses `can` beside `and` or `or`, where it would be told what is so, and not what is offered."""
    if isinstance(node, tree.AllOf | tree.EitherOf):
        for part in node.parts:
            if isinstance(part, tree.Can | tree.Cannot) and is_of_an_action(context, part.call):
                message = "What is offered is asked in a line of its own, as there is one decision at a time."
                wrong("E0511", message, part.span, hints=("then … can …", "then … cannot …"))
            asked_alone(context, part)


def named_player(context: Context, node: tree.Node, scope: Scope) -> model.Constant:
    """The player who is asked, by name."""
    who = player_said(context, node, scope)
    if not isinstance(who, model.Constant):
        message = "Whoever is asked is a player, called by name here."
        wrong("E0511", message, node.span, near=context.world.players.elements)
    return who


def meant(context: Context, node: tree.Node, scope: Scope) -> model.Expression:
    """What somebody does it with; `a red Gem` is the first that fits."""
    return one_of(context, node, scope) if isinstance(node, tree.Indefinite) else phrase(context, node, scope)


def each_taken(context: Context, node: tree.Node, scope: Scope) -> Sequence[tree.Node]:
    """`2 red Gems`: `a red Gem, a red Gem`."""
    if not isinstance(node, tree.SoManyOf):
        return (node,)
    number = how_many(context, node.number, node.span, scope)
    assert isinstance(number, model.Constant | model.Setting)
    return [one_of_so_many(context, node)] * number.value


def way_named(context: Context, node: tree.Node) -> model.Taken | None:
    """The way, or rule, of that name, if one can be chosen."""
    if not isinstance(node, tree.Name) or node.of is not None or node.name not in context.ways:
        return None
    return model.Taken(node.span, context.ways[node.name], constant_called(context, node.name, node.span))


def did(context: Context, node: tree.Did, scope: Scope) -> model.ExampleStep:
    who = player_said(context, node.who, scope)
    return model.WhenDoes(node.span, node.clauses, who, called_action(context, node.call, scope, node.span))


def called_action(context: Context, call: tree.Node, scope: Scope, span: Span) -> model.Invocation:
    """An action that an example names; `a Man` is any that fits."""
    invocation = invocation_of(context, call, scope, any_will_do=True)
    if invocation is None:
        wrong("E0501", "This action belongs to a variant; the example must stand in it.", span)
    return invocation


def number_of_players(context: Context, node: tree.Given) -> None:
    """Complains where it is said how many play, with what can be said of an example in place of that."""
    match node.condition:
        case tree.ThereAre(
            number=int(number),
            desc=tree.Desc(noun=tree.Noun(words=(), name="Players", called=None), where=None, that=None),
        ) if number in context.book.seats:
            hints = (f"let it stand under: only with {number} players",)
            wrong("E0502", "How many play is said of the whole example.", node.span, hints=hints)
        case _:  # is no number of players
            pass


def as_it_lies(so: model.Condition, node: tree.Given) -> None:
    """Complains of `the Card on S1 is the Farm`, with where the Farm is then."""
    match so, node.condition:
        case (
            model.Compare(operator="=", right=model.Constant(kind=Kind(sort="piece"))),
            tree.IsSo(left=tree.The(where=tree.Where() as there), predicate=tree.Same(value=piece)),
        ) if there.preposition in ("in", "on"):
            hints = (f"given {phrase_text(piece)} is {there.preposition} {phrase_text(there.of)}",)
            wrong("E0502", "Which piece lies somewhere is said of the piece: where it is.", node.span, hints=hints)
        case _:  # no piece is said to be another
            pass


def read_given(context: Context, node: tree.Given, scope: Scope) -> model.Condition:
    """A sentence that can be made true; `there is` brings the piece or place in for the steps that follow."""
    so = condition(context, node.condition, scope)
    if isinstance(so, model.Exists):
        selection = so.selection
        if selection.kind.sort not in ("piece", "place"):
            wrong("E0502", PLACED, node.span)
        so = model.Exists(so.span, on_the_first(selection))
        selection.variable.span = node.span
        scope.add(selection.variable)
    elif not can_be_made(context, so):
        not_owned(context, so, node.span)
        number_of_players(context, node)
        as_it_lies(so, node)
        wrong("E0502", PLACED, node.span)
    return so


def on_the_first(those: model.Selection) -> model.Selection:
    """`given there is a Man on a Ship in the Harbour`: on the first that fits."""
    match those.place:
        case model.Some(selection=carriers, condition=model.Located(where=model.Use(variable=carrier)) as lies) if (
            carrier is carriers.variable
        ):
            return replace(those, place=replace(lies, where=pick(carriers, "a")))
        case _:  # it is said where it is
            return those


def not_owned(context: Context, condition: model.Condition, span: Span) -> None:
    """Refuses what would make a thing somebody's, with what comes nearest: where it lies, or what is done."""
    owned = condition.condition if isinstance(condition, model.ForAll) else condition
    match owned:
        case model.Owned(what=what, by=model.Constant(name=name)):
            pass
        case model.Compare(left=model.OwnerOf(of=what), right=model.Constant(name=name)):
            pass
        case _:  # no other says whose it is
            return
    own = (p for p in context.world.places.values() if p.each)
    there = [p for p in own if not p.takes or any(what.kind.is_a(kind) for kind, _ in p.takes)]
    lies = tuple(f"given {_spoken(what)} is {'on' if p.on else 'in'} the {p.kind.name} of {name}" for p in there[:2])
    wrong("E0502", OWNED, span, hints=(*lies, f"in a rule: the owner of {_spoken(what)} becomes …"))


def can_be_made(context: Context, condition: model.Condition) -> bool:
    match condition:
        case model.Owned(what=of) | model.Compare(operator="=", left=model.OwnerOf(of=of)):
            return any(of.kind.is_a(given) for given in context.world.given_away)
        case model.Located() | model.Flag():
            return True
        case model.Not(condition=model.Flag() | model.Exists()):
            return True
        case model.Compare(operator="=", left=model.Get()) | model.Compare(operator="=", right=model.EndOf()):
            return True
        case model.Compare(operator="=", right=model.ActivePlayer()):
            return True
        case model.Compare(operator="=", left=model.Count(selection=those), right=model.Constant() | model.Setting()):
            return those.kind.sort == "piece" and those.among is None
        case model.ForAll(condition=condition):
            return can_be_made(context, condition)
        case model.All(conditions=parts):
            return all(can_be_made(context, p) for p in parts)
        case _:  # whatever else is so follows from what has been made so
            return False


def _spoken(what: model.Expression) -> str:
    """What a line says of a thing."""
    match what:
        case model.Constant(name=name):
            return f"the {name}"
        case model.Use(variable=variable):
            return f"the {variable.name}"
        case _:  # others are called by their kind
            return f"the {what.kind.name}"
