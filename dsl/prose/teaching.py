"""How a rule is told to those who learn a game: by what happens at the table, not by what a program keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl import model
from dsl.builtins import FOLLOWED
from dsl.model import Definition, Rulebook, Statement
from dsl.model.visit import nodes_in
from dsl.model.world import NUMBER, Attribute
from dsl.prose.forms import Amount, Form, Listed, Noun, Phrase, Step, You, changed, phrase
from dsl.prose.nodes import answered_where_opened, nodes_of, speaks_of_actor
from dsl.prose.nouns import definition_term
from dsl.prose.persons import is_person
from dsl.prose.scope import Scope

TIMES = {2: "second_time", 3: "third_time", 4: "fourth_time", 5: "fifth_time"}
LOSER = phrase("opponent", of=phrase("winner"))
ENDS = ("wins", "best_wins", "nobody_wins")


def taught(scope: Scope, book: Rulebook) -> Scope:
    """The scope of all that a page teaches."""
    found = replace(scope, taught=True)
    starts = frozenset(start for line in book.setup for start in starts_in(found, line))
    followed = any(isinstance(n, model.Related) and n.relation is FOLLOWED for n in nodes_of(book))
    return replace(found, starts=starts, answered=answered_where_opened(book), between=not followed)


def starts_in(scope: Scope, line: Statement) -> Iterable[tuple[Form, Form]]:
    """What a line of the setup sets to a number."""
    match line:
        case model.Become(target=target, value=model.Constant() | model.Setting() as value) if (
            target.attribute.kind.sort == "range"
        ):
            return [(scope.form(target), scope.form(value))]
        case _:  # sets nothing
            return ()


def is_start(scope: Scope, target: Form, value: Form) -> bool:
    """Whether something has the number with which it began."""
    return scope.taught and not scope.setup and (target, value) in scope.starts


def by_own_name(scope: Scope, definition: Definition | None) -> Scope:
    """A power is told of the thing that has it by the power's name: "the Laser", not "the installation"."""
    if not (scope.taught and isinstance(definition, model.Power)) or definition.each or not definition.parameters:
        return scope
    thing, family = definition.parameters[0], definition.family
    had = scope.world.attributes(thing.kind)
    own: list[Attribute] = [a for a in had if a.kind is family]
    is_named = any(a.names and a.kind is not family for a in had)  # then it is called otherwise, and has other powers
    return scope.meaning(thing, Noun(definition_term(definition))) if len(own) == 1 and not is_named else scope


def to_reader(scope: Scope, definition: Definition | None) -> Scope:
    """What a player is or has is told of whoever reads it, unless two players are spoken of: "you are in check if"."""
    if not scope.taught or not isinstance(definition, model.Quality | model.Value | model.Walk):
        return scope
    players = [v for v in definition.parameters if v.kind is scope.world.players]
    return scope.meaning(players[0], You()) if len(players) == 1 else scope


def noting(scope: Scope, line: Statement) -> Scope:
    """What the lines can refer to behind one of which nobody is told."""
    noted = frozenset(node.position for node in nodes_in(line) if isinstance(node, model.Record))
    return replace(scope, noted=scope.noted | noted) if noted else scope


def at_once(scope: Scope, condition: model.Condition) -> Scope:
    """What is so as soon as something is: positions are there again just when they are noted."""
    noted = frozenset(node.position for node in nodes_in(condition) if isinstance(node, model.Recorded))
    return replace(scope, noted=scope.noted | noted) if scope.taught else scope


def come_again(scope: Scope, node: model.Recorded, subject: Form, same: Form | None) -> Form | None:
    """That a position, which was noted just now, is there for the third time, with what else is the `same`; None where
    it may be another one."""
    times = node.times.value if isinstance(node.times, model.Constant) else 0
    found = node.position in scope.noted and times in TIMES
    return phrase(TIMES[times], subject=subject, same=same) if found else None


def are_turns(scope: Scope, node: Statement) -> bool:
    """Whether each time through the lines is a turn: players act in them, and it is nobody's turn yet."""
    if not scope.taught or scope.turn or not isinstance(node, model.Repeat) or node.until is not None:
        return False
    if node.times is None or not isinstance(scope.form(node.times), Amount):
        return False
    inside = [*nodes_in(node.body)]
    acts = sum(isinstance(inner, model.Offer) for inner in inside) > 1
    return acts and not any(isinstance(n, model.TakeTurns) for n in inside)


def after_last(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """How the game ends after so many turns: "after the last, Rebel wins"."""
    match steps:
        case (Step(form=Phrase(key=key) as form) as only,) if key in ENDS:
            return (replace(only, form=phrase("after_last", then=form)),)
        case _:  # goes on
            return steps


def in_one(scope: Scope, steps: Iterable[Step]) -> Iterator[Step]:
    """What is done with one place after the other, as one: "shuffle the deck and the stack"."""
    last: Step | None = None
    for step in steps:
        if last is not None and scope.taught and is_shuffling(last) and is_shuffling(step):
            first, more = last.form.slot("object"), step.form.slot("object")  # type: ignore[union-attr]
            places = (*(first.members if isinstance(first, Listed) else (first,)), more)
            last = Step(phrase("shuffle", object=Listed(places)), clauses=last.clauses + step.clauses)
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


def is_shuffling(step: Step) -> bool:
    return isinstance(step.form, Phrase) and step.form.key == "shuffle" and not step.children


def of_either(scope: Scope, steps: Iterable[Step]) -> Iterator[Step]:
    """What is done for whoever of two has more, in one: "the player with the higher score wins"."""
    waiting = list(steps)
    while waiting:
        step = waiting.pop(0)
        both = of_more(step, waiting[0]) if scope.taught and waiting else None
        if both is not None:
            waiting.pop(0)
            if waiting and waiting[0].form == phrase("otherwise_then", then=phrase("nobody_wins")):
                waiting[0] = replace(waiting[0], form=phrase("tie_then", then=phrase("nobody_wins")))
        yield both or step


def of_more(step: Step, other: Step) -> Step | None:
    """What is done for one of two if they have more, with the same for the other; None if it is something else."""
    match step.form, other.form:
        case Phrase(key="if_then" | "otherwise_if_then" as key) as one, Phrase() as two:
            first, second, then = *more_than(one), one.slot("then")
        case _:  # is done whatever they have
            return None
    if first is None or second is None or then is None or step.children or other.children:
        return None
    told = {"otherwise_if_then": (second, first), "otherwise_then": (None, None)}.get(two.key)
    alike = replace(first, of=None) == replace(second, of=None) and is_person(first.of) and is_person(second.of)
    if (
        not alike
        or told != more_than(two)
        or two.slot("then") != changed(then, lambda p: second.of if p == first.of else p)
    ):
        return None
    whoever = phrase("whoever_has_more", what=replace(first, of=None, article="bare"))
    form = changed(then, lambda part: whoever if part == first.of else part)
    form = form if key == "if_then" else phrase("otherwise_then", then=form)
    return Step(form, step.use, clauses=tuple(dict.fromkeys(step.clauses + other.clauses)))


def more_than(form: Phrase) -> tuple[Noun | None, Noun | None]:
    """What has to be more than what."""
    match form.slot("condition"):
        case Phrase(key="more") as more:
            sides = more.slot("subject"), more.slot("amount")
            return sides if all(isinstance(side, Noun) for side in sides) else (None, None)  # type: ignore[return-value]
        case _:  # asks something else
            return None, None


def last_of_round(scope: Scope, node: model.Compare) -> Form | None:
    """That whoever comes next was the first, or that this is who sits before the first, asked of whose turn it is:
    "this is the last turn of the round"."""
    if not scope.taught or scope.first is None or node.operator not in ("=", "!="):
        return None
    sides = {scope.form(node.left), scope.form(node.right)}
    after, before = ("opponent", "opponent") if scope.are_two else ("seat_left", "seat_right")
    if sides not in ({phrase(after, of=You()), scope.first}, {You(), phrase(before, of=scope.first)}):
        return None
    return replace(phrase("last_of_round"), negative=node.operator == "!=")


def at_any_distance(scope: Scope, clause: Form) -> Form:
    """That two things are in a straight row, where that is all that is asked, says that it may be a long one."""
    if scope.taught and isinstance(clause, Phrase) and clause.key == "straight" and not clause.negative:
        return replace(clause, key="straight_far")
    return clause


def none_meant(scope: Scope, value: model.Expression) -> tuple[Scope, model.Exists] | None:
    """What is not there if a value that was given a name is nothing, with what its own names stand for."""
    named = scope.given.get(value.variable) if isinstance(value, model.Use) else None
    match named:
        case model.Apply(value=model.Value(general=[(model.Pick(selection=those), None, _)], overrides=()) as meant):
            pairs = zip(meant.parameters, named.arguments, strict=True)
            inner = replace(scope, meant={**scope.meant, **{v: scope.form(argument) for v, argument in pairs}})
            return inner, model.Exists(those.span, those)
        case _:  # it is told by its name
            return None


def won(form: Form, other: Form = LOSER) -> Form:
    """What is said of who wins, and of the `other` of two, without their names."""
    found: Form = changed(form, lambda part: phrase("loser") if part == other else part)
    return found


def spelt_out(scope: Scope, node: model.Perform) -> Scope | None:
    """Where those who learn the game are told what a verb does in place of its name, the scope of that: it is done as
    often as a value with a name says, so that "deal the first deal" would say nothing."""
    verb = node.procedure
    named = any(isinstance(argument, model.Apply) and argument.kind.is_a(NUMBER) for argument in node.arguments)
    if not (scope.taught and named) or verb.texts or verb.short or verb.needs or speaks_of_actor(verb):
        return None
    for variable, argument in zip(verb.parameters, node.arguments, strict=True):
        scope = scope.meaning(variable, scope.form(argument))
    return scope
