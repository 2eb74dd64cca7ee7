"""What is done again and again, in as few words as it takes."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Condition, Expression, Selection
from dsl.model.visit import nodes_in
from dsl.prose.forms import Amount, Deed, Form, Noun, Phrase, Step, phrase
from dsl.prose.nodes import is_value_of_both
from dsl.prose.nouns import definition_term
from dsl.prose.scope import STATEMENTS, Scope, says
from dsl.prose.statements import led_by, steps_of
from dsl.prose.teaching import are_turns
from dsl.prose.unchanged import is_fixed

PLAIN = ("put", "move", "raise", "lower", "turn_flag")


@says(STATEMENTS, model.Repeat)
def repeat(scope: Scope, node: model.Repeat) -> tuple[Step, ...]:
    steps = steps_of(scope, node.body)
    step = several_taken(scope, node, steps)
    if step is None and are_turns(scope, node) and len(steps) > 1:
        assert node.times is not None
        step = Step(phrase("turns", times=scope.form(node.times)), "fact", steps)
    elif step is None:
        often = how_often(scope, node) if node.times else None
        until = until_when(scope, node.until) if node.until or node.times else {"until": until_left(node)}
        step = briefly(led_by("repeat", steps, times=often, **until))
    return (replace(step, clauses=node.clauses + step.clauses),)


def how_often(scope: Scope, node: model.Repeat) -> Form:
    """So many times; what is only offered, up to so many: it can be passed, and falls away where it cannot be done."""
    assert node.times is not None
    times = scope.form(node.times)
    if not isinstance(times, Amount):
        return phrase("as_often_as", times=times)
    match node.body:
        case (model.Offer(who=who, must=must),):
            return phrase("up_to", times=times, subject=scope.form(who) if must else None)
        case _:  # is done each time
            return phrase("so_often", times=times)


def until_left(node: model.Repeat) -> Form:
    """How what has no end of its own is left: a line in it stops a phase, or the game is over."""
    if any(isinstance(line, model.StopRepeating) for line in nodes_in(node.body)):
        return phrase("told_to_stop")
    stopped = next((line.phase for line in nodes_in(node.body) if isinstance(line, model.Stop)), None)
    if stopped is None:
        return phrase("game_is_over")
    return phrase("phase_ends", phase=Noun(replace(definition_term(stopped), proper=True), "bare"))


def until_over(scope: Scope, node: model.Repeat | model.TakeTurns) -> dict[str, Form]:
    """What ends what is done again and again, if a condition does, or that players pass."""
    if isinstance(node, model.TakeTurns) and node.all_pass:
        return {"until": all_have_passed(scope)}
    return until_when(scope, node.until)


def all_have_passed(scope: Scope) -> Form:
    """In words that hold with each number of players: else these alone would make another rule of it."""
    return phrase("both_pass" if scope.always_two else "all_pass")


def until_when(scope: Scope, until: Condition | None) -> dict[str, Form]:
    """What is tested before each time, also the first: until something is so, or as long as what ends it is not."""
    if until is None:
        return {}
    if is_denial(until) or (isinstance(until, model.Compare) and is_value_of_both(until)):
        return {"going": scope.clause(model.Not(until.span, until))}
    return {"until": scope.clause(until)}


def is_denial(condition: Condition) -> bool:
    """Whether it says of something that it is not so."""
    match condition:
        case model.Not():
            return True
        case model.Compare(operator="!="):
            return True
        case model.All(conditions=parts) | model.Any(conditions=parts):
            return all(map(is_denial, parts))
        case _:  # says that something is so
            return False


def briefly(step: Step) -> Step:
    """One sentence without "do this": "draw 3 times", "draw until …"; with more in it, what is tested stands first."""
    form = step.form
    assert isinstance(form, Phrase)
    then, times, until = (form.slot(name) for name in ("then", "times", "until"))
    if form.key != "repeat_then" or len(form.slots) != 2:
        return step
    if times is not None:
        key = "times_then" if is_brief(then) or is_by_number(then, times) else form.key
    else:
        key = "until_brief" if until and is_brief(then) else "until_then" if until else "as_long_as_done"
    return replace(step, form=replace(form, key=key))


def is_brief(form: Form | None) -> bool:
    """Whether it is a verb of the game with hardly anything behind it: "draw", "shift the ship"."""
    match form:
        case Deed(arguments=()):
            return True
        case Deed(arguments=(only,)):
            return isinstance(only.form, Noun)
        case _:  # may be long
            return False


def is_by_number(then: Form | None, times: Form) -> bool:
    """Whether something plain is done as many times as something else says."""
    by_number = isinstance(times, Phrase) and times.key == "as_often_as"
    return by_number and (isinstance(then, Deed) or (isinstance(then, Phrase) and then.key in PLAIN))


def several_taken(scope: Scope, node: model.Repeat, steps: tuple[Step, ...]) -> Step | None:
    """So many that are moved, in one sentence: "put 3 coins from the supply into your purse", "put the top 3 cards of
    the deck into your hand"; from an end of a pile into what keeps order they go one by one."""
    match node:
        case model.Repeat(times=Expression() as times, until=None, body=(model.Move(what=what, to=to),)):
            number, form = scope.form(times), steps[0].form
        case _:  # is told as a repetition
            return None
    assert isinstance(form, Phrase)
    pieces = form.slot("object")
    if not is_fixed(to) or pieces is None:
        return None
    if not isinstance(number, Amount):
        in_order = scope.world.keeps_order(to.kind)
        several = _as_many(what, pieces, in_order) if form.key in ("put", "take_away") else None
        if several is None:
            return None
        put = form.with_slot("object", several)
        return replace(steps[0], form=replace(put, slots=(*put.slots, ("amount", number))))
    several = _so_many(what, pieces, number, scope.world.keeps_order(to.kind))
    return None if several is None else replace(steps[0], form=form.with_slot("object", several))


def _so_many(what: Expression | Selection, pieces: Form, number: Amount, in_order: bool) -> Form | None:
    """What is moved each time, as so many of it; None where it cannot be said so."""
    match what, pieces:
        case model.EndOf(place=place), Phrase(key="top_kind" | "bottom_kind") if is_fixed(place):
            kind = pieces.slot("kind")
            assert isinstance(kind, Noun)
            several = pieces.with_slot("kind", replace(kind, plural=True, count=number))
            return phrase("one_by_one", those=several, kind=kind) if in_order else several
        case model.Pick(article="a", selection=selection), Noun(article="a") if is_there(selection):
            return replace(pieces, article="bare", plural=number.number != 1, count=number)
        case _:  # may be another thing each time
            return None


def _as_many(what: Expression | Selection, pieces: Form, in_order: bool) -> Form | None:
    """What is moved as often as a value says: "as many coins", "as many cards from the top of the deck"."""
    match what, pieces:
        case model.EndOf(place=place), Phrase(key="top_kind") if is_fixed(place) and not in_order:
            kind = pieces.slot("kind")
            assert isinstance(kind, Noun)
            return phrase("as_many_top", those=replace(kind, plural=True), place=pieces.slot("place"))
        case model.Pick(article="a", selection=selection), Noun(article="a") if is_there(selection):
            return phrase("as_many_of", those=replace(pieces, article="bare", plural=True))
        case _:  # may be another thing each time
            return None


def is_there(selection: Selection) -> bool:
    """Whether it is asked of the same place each time."""
    place = selection.place
    return isinstance(place, model.Located) and isinstance(place.where, Expression) and is_fixed(place.where)
