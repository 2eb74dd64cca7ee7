"""What an action allows in one sentence, with those of its needs that only say with what it can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl import model
from dsl.model import Condition, Expression, Need, Selection, Variable
from dsl.model.visit import nodes_in
from dsl.prose.definitions import acting, needs
from dsl.prose.forms import Attached, Deed, Form, It, Step, You, phrase
from dsl.prose.headings import introduced
from dsl.prose.heaps import Heap
from dsl.prose.nodes import times_used, used_in
from dsl.prose.nouns import definition_term, described, is_only_one, variable_term
from dsl.prose.scope import Scope

WITHIN = ("in", "on")

Described = dict[Variable, Selection]
"""What each thing of a heading has to be."""


def offered(
    scope: Scope, action: model.Action, plain: Callable[[Need], bool], heap: Heap | None = None, must: bool = False
) -> tuple[Step, tuple[Step, ...]]:
    """What the action allows, and its other needs: "you may launch a ship in your dock to an open gate of yours"; of
    one that is only done because somebody `must`, what is done. Of the needs those that are `plain` have no name that
    says more than they do. `heap`: pieces pile up where it leads."""
    about = {v: Selection(v.span or action.span, v, v.kind) for v in action.parameters if not is_only_one(v.kind)}
    clauses, left = action.clauses, []
    for need in (need for need in action.needs if not heap or need not in heap.needs):
        told = with_need(about, need.condition, action.actor) if plain(need) else None
        if told is None:
            left.append(need)
        else:
            about = told
            clauses += need.clauses
    pairs = zip(action.prepositions, action.parameters, strict=True)
    inner = acting(scope, action.actor)
    things = ((word, v, heaped(inner, heap) if heap and v is heap.space else None) for word, v in pairs)
    arguments = tuple(Attached(word, found or brought_in(inner, v, about)) for word, v, found in things)
    deed = Deed(definition_term(action), arguments)
    clauses += tuple(clause for need in (heap.needs if heap else ()) for clause in need.clauses)
    lead = Step(deed) if must else Step(phrase("may", subject=You(), deeds=deed), "fact")
    return replace(lead, clauses=clauses), needs(scope, replace(action, needs=left))


def brought_in(scope: Scope, variable: Variable, about: Described) -> Form:
    """A thing as the sentence brings it in, with what it has to be: "a square that is open to it", where that can be
    only the other thing."""
    those = about.get(variable)
    if those is None or not those.conditions:
        return introduced(variable)
    others = [other for other in about if other is not variable]
    named_once = all(times_used(variable, said_in(condition)) == 1 for condition in those.that)
    if len(others) == 1 and named_once and may_be_it(others[0], variable):
        scope = scope.meaning(others[0], It(term=variable_term(others[0])))
    return described(scope, those, "a")


def said_in(condition: Condition) -> object:
    """What a condition speaks of: one by a word of several meanings says it once."""
    return condition.arguments if isinstance(condition, model.Holds) else condition


def may_be_it(one: Variable, beside: Variable) -> bool:
    """Whether "it" is one thing, where another is spoken of besides: somebody is not, and of two alike either could be
    meant."""
    return one.kind.sort == "piece" and one.kind is not beside.kind and not one.is_nickname


def heaped(scope: Scope, heap: Heap) -> Form:
    """The one space of a line on which a piece comes to lie: "the lowest empty cell of a column"."""
    those = Selection(heap.space.span or heap.empty.span, heap.space, heap.space.kind, words=(heap.empty,))
    return phrase(f"{heap.which}_of_line", space=replace(described(scope, those, "bare"), called=""))


def with_need(about: Described, condition: Condition, actor: Variable | None) -> Described | None:
    """The things with what a need says of them; None where the sentence has no good place for all of it."""
    for part in condition.conditions if isinstance(condition, model.All) else (condition,):
        told = within(about, part, actor)
        if told is None:
            return None
        about = {**about, told.variable: told}
    return about


def within(about: Described, condition: Condition, actor: Variable | None) -> Selection | None:
    """The thing that a condition is about, with that; None where the sentence has no good place for it."""
    subject = subject_of(condition)
    variable = subject.variable if isinstance(subject, model.Use) else None
    if variable not in about:
        return None
    known = [actor, *list(about)[: list(about).index(variable) + 1]]
    if any(used not in known for used in used_in(nodes_in(condition))):
        return None
    return added(about[variable], condition)


def subject_of(condition: Condition) -> Expression | None:
    """What a condition is about, that is simply said of one thing."""
    match condition:
        case model.Not(condition=model.Holds() | model.Flag() | model.Owned() as inner):
            return subject_of(inner)
        case model.Holds(arguments=[first, *_]):
            return first
        case model.Flag(of=of):
            return of
        case model.Located(what=what, preposition=word) if word in WITHIN:
            return what.piece if isinstance(what, model.PlaceOf) and not what.stated else what
        case model.Owned(what=what):
            return what
        case _:  # is about several things, or says more of one
            return None


def added(those: Selection, condition: Condition) -> Selection | None:
    """The description with the condition: before the noun, as its place, as its owner or behind it; None if that is
    taken."""
    match condition:
        case model.Flag() | model.Holds(arguments=[_]) if not those.words:
            return replace(those, words=(condition,))
        case model.Located() if those.place is None:
            return replace(those, place=condition)
        case model.Owned() if not any(isinstance(other, model.Owned) for other in those.that):
            return replace(those, that=(*those.that, condition))
        case _:  # whatever else stands behind the noun, where it is alone
            behind = [other for other in those.that if not isinstance(other, model.Owned)]
            return None if behind else replace(those, that=(*those.that, condition))
