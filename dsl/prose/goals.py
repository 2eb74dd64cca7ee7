"""The end of a game from the side of who wins by it."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.analysis.whose_turn import is_active_player
from dsl.model import Condition
from dsl.model.visit import free, nodes_in
from dsl.prose.forms import Form, Noun, Step, You, changed, phrase
from dsl.prose.nodes import times_used
from dsl.prose.nouns import described, is_use
from dsl.prose.scope import Scope
from dsl.prose.statements import steps_of
from dsl.prose.teaching import at_once, won


def goal(scope: Scope, node: model.Ending) -> Step | None:
    """An end of the game from the side of who wins by it, where that is one line which does not speak of what the
    condition brings in: "Imperial wins as soon as the Chaos Bomb is on the Moon"."""
    lines = [line for line in node.body if not isinstance(line, model.Text)]
    if scope.taught and len(lines) > 1:
        return goal_of_owner(scope, node, lines) or (goal_of_two(scope, node) if scope.are_two else None)
    if node.condition is None or len(lines) != 1 or not isinstance(lines[0], model.Win | model.Draw):
        return None
    if any(free((lines[0],))):
        return None
    mine = isinstance(lines[0], model.Win) and is_active_player(lines[0].who)
    scope = replace(scope, turn=mine)  # who is spoken to
    (step,) = steps_of(scope, tuple(lines))
    told = phrase(
        "as_soon_as_you" if mine else "as_soon_as",
        then=phrase("game_drawn") if scope.taught and isinstance(lines[0], model.Draw) else step.form,
        condition=in_full(at_once(scope, node.condition), node.condition),
    )
    return Step(told, "fact", clauses=node.clauses + step.clauses)


def goal_of_owner(scope: Scope, node: model.Ending, lines: list[model.Statement]) -> Step | None:
    """An end of the game by which whoever has a thing wins: "you win as soon as there is a pawn of yours that is
    home"."""
    match lines:
        case [
            model.Let(variable=found, value=model.Pick(selection=those), implied=True),
            model.Win(who=model.OwnerOf(of=model.Use(variable=thing))) as won,
        ] if found is thing and not any(isinstance(condition, model.Owned) for condition in those.conditions):
            mine = replace(described(scope, those, "a"), of=You(), called="")
            there = said_by_meaning(scope, those, mine) or phrase("there_is", subject=mine)
            told = phrase("as_soon_as", then=phrase("wins", subject=You()), condition=there)
            return Step(told, "fact", clauses=(*node.clauses, *won.clauses))
        case _:  # somebody else wins
            return None


def goal_of_two(scope: Scope, node: model.Ending) -> Step | None:
    """An end of the game by which a player wins whom the condition brings in, with what else happens then: "a player
    who is finished wins: the winner scores the loser's worth"."""
    first, *lines = node.body
    wins = next((line for line in lines if isinstance(line, model.Win)), None)
    match first, wins:
        case (
            model.Let(variable=winner, value=model.Pick(selection=those), implied=True),
            model.Win(who=model.Use(variable=who)),
        ) if who is winner:
            rest = tuple(line for line in lines if line is not wins)
            steps = steps_of(scope.meaning(winner, phrase("winner")), rest)
            told = tuple(replace(step, form=won(step.form)) for step in steps)
            subject = replace(described(scope, those, "a"), called="")
            return Step(phrase("wins", subject=subject), "fact", told, node.clauses + wins.clauses)
        case _:  # somebody else wins
            return None


def in_full(scope: Scope, condition: Condition) -> Form:
    """A condition, by what its word means where all it asks is that there is something of which one word holds: "as
    soon as every square of a row is held by you"."""
    match condition:
        case model.Exists(selection=those) if scope.taught:
            one = described(scope, replace(those, that=()), "a")
            return said_by_meaning(scope, those, one) or scope.clause(condition)
        case _:  # asks more
            return scope.clause(condition)


def said_by_meaning(scope: Scope, those: model.Selection, one: Noun) -> Form | None:
    """That there is `one` of some things, by what the only word means that is said of it, if one line says it."""
    word = those.that[0] if len(those.that) == 1 else None
    if not isinstance(word, model.Holds) or word.otherwise is not None or word.quality.texts:
        return None
    (about, *others), (subject, *rest) = word.arguments, word.quality.parameters
    if not is_use(about, those.variable) or len(word.quality.conditions) != 1:
        return None
    meaning = word.quality.conditions[0]
    owners = [n for n in nodes_in(meaning) if isinstance(n, model.OwnerOf) and is_use(n.of, subject)]
    if times_used(subject, meaning) - len(owners if one.of == You() else ()) != 1:
        return None
    inner = scope.meaning(subject, replace(one, that=(), called=""))
    for variable, argument in zip(rest, others, strict=True):
        inner = inner.meaning(variable, scope.form(argument))
    owner = inner.form(owners[0]) if owners else None
    told: Form = changed(inner.clause(meaning), lambda part: You() if part == owner else part)
    return told
