"""What is done only if something is so, and what otherwise."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Block, Condition, Variable
from dsl.model.visit import nodes_in
from dsl.model.world import Kind
from dsl.prose.conditions import deed
from dsl.prose.forms import Attached, Deed, Form, It, Listed, Noun, Phrase, Step, You, changed, it, phrase
from dsl.prose.nouns import kind_term, seat, variable_term
from dsl.prose.scope import STATEMENTS, Scope, says
from dsl.prose.statements import led_by, steps_of
from dsl.prose.teaching import at_any_distance

Branches = tuple[tuple[Condition | None, Block], ...]

MANY = 3  # values of one thing for which it is asked: so many are told as a list


@says(STATEMENTS, model.If)
def if_then(scope: Scope, node: model.If) -> tuple[Step, ...]:
    clauses = node.clauses
    found = []
    left = for_reader(scope, node.branches)
    if left and left[0][0] is None:  # nothing is asked any more
        first, *others = steps_of(scope, left[0][1])
        return (replace(first, clauses=clauses + first.clauses), *others)
    branches = each_named(scope, left)
    roles = twins(scope, branches) or by_role(scope, branches)
    if roles:
        return (replace(roles[0], clauses=clauses + roles[0].clauses), *roles[1:])
    cases = by_value(scope, branches)
    if cases is not None:
        return (replace(cases, clauses=clauses + cases.clauses),)
    for number, (condition, body) in enumerate(branches):
        step = branch(scope, condition, body, first=number == 0 or branches is not left)
        found.append(replace(step, clauses=clauses + step.clauses))
        clauses = ()
    return tuple(found)


def for_reader(scope: Scope, branches: Branches) -> Branches:
    """The branches that whoever reads this can come to: those who know which seat is theirs are not asked for it."""
    found: list[tuple[Condition | None, Block]] = []
    for condition, body in branches:
        match so_of_reader(scope, condition):
            case True:
                return (*found, (None, body))
            case None:
                found.append((condition, body))
            case _:  # never comes to it
                pass
    return tuple(found)


def so_of_reader(scope: Scope, condition: Condition | None) -> bool | None:
    """Whether the reader has the seat that is asked for; None if anything else is asked."""
    match condition:
        case model.Compare(operator="=" | "!=" as operator, left=left, right=model.Constant(kind=kind, value=seat)):
            if scope.reader is not None and kind is scope.world.players and scope.form(left) == You():
                return (seat == scope.reader) == (operator == "=")
        case _:  # asks for no seat
            pass
    return None


def each_named(scope: Scope, branches: Branches) -> Branches:
    """The branches; where it is asked which of two players somebody is, the other one is named, too."""
    players = scope.world.players
    match branches:
        case (
            (model.Compare(operator="=", right=model.Constant(kind=kind) as one) as first, body),
            (None, other),
        ):
            if kind is players and scope.are_two and scope.form(first.left) == You():
                seat = 1 - one.value
                second = replace(first, right=replace(one, value=seat, name=players.elements[seat]))
                return ((first, body), (second, other))
        case _:  # asks something else: as it stands
            pass
    return branches


def twins(scope: Scope, branches: Branches) -> tuple[Step, ...]:
    """What two players may do with things of two kinds, and otherwise alike, in one sentence: "place one piece or pass:
    Imperial an asteroid, Rebel an installation"."""
    found: list[tuple[Form, Deed]] = []
    for condition, body in branches:
        match condition, body:
            case (
                model.Compare(operator="=", left=left, right=model.Constant(kind=kind, value=number)),
                (model.Offer(must=False, repeatedly=False, invocations=(invocation,)),),
            ) if kind is scope.world.players and scope.form(left) == You() and of_a_kind(scope, invocation):
                found.append((seat(scope, kind, number), deed(scope, invocation)))
            case _:  # asks something else, or has something else done
                return ()
    alike = {(verb_in(done), done.arguments, done.optional) for _, done in found}
    if not (scope.taught and scope.all_pass) or len(found) < 2 or len(alike) > 1:
        return ()
    each = (phrase("is_of_role", who=who, what=replace(done, part="rest")) for who, done in found)
    one = phrase("one_of", kind=Noun(kind_term(scope.world.pieces), "bare"))
    common = replace(found[0][1], arguments=(Attached("", one),), part="verb")
    return (Step(phrase("by_role", deeds=Listed((common, phrase("pass")), "or"), roles=Listed(tuple(each), ","))),)


def of_a_kind(scope: Scope, invocation: model.Invocation) -> bool:
    """Whether an action is called after its verb and the kind of piece that it is done with."""
    action = invocation.action
    return action.name == action.label and action.name.partition(" ")[2] in scope.world.piece_infos


def verb_in(form: Deed) -> str:
    return form.term.label.partition(" ")[0]


def by_role(scope: Scope, branches: Branches) -> tuple[Step, ...]:
    """What each player does who is spoken to by name, where it is asked of nothing else than who that is."""
    if not scope.taught or len(branches) < 2:
        return ()
    found = []
    for condition, body in branches:
        match condition, steps_of(scope, body):
            case model.Compare(operator="=", left=left, right=model.Constant(kind=kind, value=number)), (only,):
                if kind is not scope.world.players or scope.form(left) != You() or only.title:
                    return ()
                found.append(replace(only, title=seat(scope, kind, number)))
            case _:  # asks something else, or has several things done
                return ()
    return tuple(found)


def by_value(scope: Scope, branches: Branches) -> Step | None:
    """What is done by each value of one thing, or by which piece it is, as a list, where it is asked for several in
    turn."""
    asked: list[Form] = []
    cases = []
    for condition, body in branches:
        steps = steps_of(scope, body)
        only = steps[0] if len(steps) == 1 else Step(phrase("in_this_order"), children=steps)
        match condition:
            case model.Compare(
                operator="=", left=left, right=model.Constant(kind=Kind(sort="enumeration" | "piece")) as value
            ):
                asked.append(scope.form(left))
                named = scope.form(value)
                cases.append(replace(only, title=replace(named, article="bare") if isinstance(named, Noun) else named))
            case None:
                cases.append(replace(only, title=phrase("otherwise")))
            case _:  # asks for something else
                return None
        if only.title:  # has a heading of its own
            return None
    if len(asked) < MANY or any(form != asked[0] for form in asked):
        return None
    return Step(phrase("by_value", what=asked[0]), children=tuple(cases))


def branch(scope: Scope, condition: Condition | None, body: Block, first: bool) -> Step:
    key = "if" if first else "otherwise_if" if condition else "otherwise"
    clause = at_any_distance(scope, scope.clause(condition)) if condition else None
    inner = replace(scope, doable=doable(scope, condition) if len(body) == 1 else None)
    there = found_there(condition, body)
    if there is not None:
        inner = inner.meaning(there, It(term=variable_term(there)))
    return led_by(key, found_again(clause, steps_of(inner, body)), condition=clause)


BRINGS_IN = (model.Let, model.Choose, model.ChooseSeveral, model.ForEach)  # something else, which `it` could be


def found_there(condition: Condition | None, body: Block) -> Variable | None:
    """The thing of which it was just said that it is there, where only one thing is done, and that with it: "if there
    is a man on the square, take it away"."""
    match condition, body:
        case (
            model.Exists(selection=those),
            (model.Let(variable=found, value=model.Pick(selection=model.Selection(variable=same)), implied=True), done),
        ) if same is those.variable and not any(isinstance(node, BRINGS_IN) for node in nodes_in(done)):
            return found
        case _:  # speaks of several things, or of none
            return None


def doable(scope: Scope, condition: Condition | None) -> tuple[Form, model.Action] | None:
    """Who can do which action, where a condition says so."""
    match condition:
        case model.CanDo(who=who, invocation=invocation):
            return scope.form(who), invocation.action
        case _:  # says nothing of that
            return None


def found_again(clause: Form | None, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps; in the first one "it" is what was just said to be there: "if there is a card in it, turn it"."""
    thing = clause.slot("subject") if isinstance(clause, Phrase) and clause.key == "there_is" else None
    if not isinstance(thing, Noun) or thing.article != "a" or not steps:
        return steps
    again = replace(thing, article="the")
    form = changed(steps[0].form, lambda part: it(again) if part == again else part)
    return (replace(steps[0], form=form), *steps[1:])
