"""Choices and rolls as the steps of a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model
from dsl.model import Expression, Selection
from dsl.prose.forms import (
    Amount,
    Deed,
    Form,
    Listed,
    Noun,
    Phrase,
    Step,
    You,
    changed,
    is_face,
    it,
    parts_in,
    phrase,
)
from dsl.prose.nouns import described, is_called, is_store, of_sorts, source, variable_form
from dsl.prose.scope import STATEMENTS, Scope, one, says


@says(STATEMENTS, model.Choose)
def choose(scope: Scope, node: model.Choose) -> tuple[Step, ...]:
    origin, selection = drawn_from(scope, node.selection)
    chosen = described(scope, selection, "a")
    if isinstance(node.who, model.Constant) and node.who.value >= scope.world.players.size:
        if selection.kind is scope.world.players:
            return one(phrase("draw_by_lot", object=by_its_name(scope, selection) or chosen), node)
        return one(phrase("draw_one", object=chosen, source=origin), node)
    sorts = of_sorts(scope, at_hand(scope, selection), "a")
    if sorts is not None:
        return one(phrase("choose", subject=scope.form(node.who), object=sorts, source=origin), node)
    if chosen.that:  # where it is taken from would not be known from what else is said of it
        origin, chosen = None, described(scope, node.selection, "a")
    return one(phrase("choose", subject=scope.form(node.who), object=chosen, source=origin), node)


@says(STATEMENTS, model.ChooseSeveral)
def choose_several(scope: Scope, node: model.ChooseSeveral) -> tuple[Step, ...]:
    """A choice of so many; the number stands before them where the text states it."""
    least, most = (scope.form(n) if n else None for n in (node.least, node.most))
    single = {least, most} <= {Amount(1), None} and (least, most) != (None, None)
    origin, selection = drawn_from(scope, node.selection)
    if described(scope, selection, "bare").that:  # as of one thing
        origin, selection = None, node.selection
    those = replace(described(scope, selection, "bare", plural=not single), called=node.variable.name)
    chance = isinstance(node.who, model.Constant) and node.who.value >= scope.world.players.size
    subject = None if chance else scope.form(node.who)
    so_many = how_many(least, most)
    if so_many is not None:
        key = "draw_several" if chance else "choose_several"
        return one(phrase(key, subject=subject, object=replace(those, count=so_many), source=origin), node)
    if node.least is node.most:
        key = "draw_as_many" if chance else "choose_as_many"
        return one(phrase(key, subject=subject, object=those, amount=most, source=origin), node)
    return one(phrase("choose_within", subject=subject, object=those, least=least, most=most, source=origin), node)


def at_hand(scope: Scope, selection: Selection) -> Selection:
    """What is chosen, without that it lies where nobody is told of."""
    stored = [c for c in selection.that if isinstance(c, model.Located) and is_store(scope, c.where)]
    return replace(selection, that=tuple(c for c in selection.that if c not in stored))


def by_its_name(scope: Scope, selection: Selection) -> Form | None:
    """What any one of its kind will be called: "the starter"."""
    plain = not (selection.words or selection.that or selection.place or selection.among)
    return variable_form(scope, selection.variable) if plain and is_called(scope, selection.variable) else None


def drawn_from(scope: Scope, selection: Selection) -> tuple[Form | None, Selection]:
    """The place off the board from which they are taken, and what else is said of them."""
    place = source(selection)
    if isinstance(place, Expression):
        return scope.form(place), replace(selection, place=None)
    return None, selection


def how_many(least: Form | None, most: Form | None) -> Form | None:
    """What stands before the things, where the numbers are known."""
    if least is None and most is None:
        return phrase("any_number")
    if not all(isinstance(form, Amount) for form in (least, most) if form is not None):
        return None
    if least == most:
        return most
    if least is None or most is None:
        return phrase("count_at_most", amount=most) if most else phrase("count_at_least", amount=least)
    return phrase("count_between", low=least, high=most)


@says(STATEMENTS, model.Roll)
def roll(scope: Scope, node: model.Roll) -> tuple[Step, ...]:
    who, number = scope.form(node.who), scope.form(node.number)
    origin, selection = drawn_from(scope, node.selection)
    called = node.variable.name if node.variable.is_nickname and node.variable not in scope.rolled else ""
    if isinstance(node.number, model.Count) and node.number.selection is node.selection:
        every = replace(described(scope, selection, "every"), called=called)
        return one(phrase("roll", subject=who, object=every, source=origin), node)
    match node.selection.that:
        case (model.Compare(operator="=", left=model.Use(variable=die), right=one_),) if die is node.selection.variable:
            return one(phrase("roll", subject=who, object=scope.form(one_), source=None), node)
        case _:  # not one that is spoken of
            pass
    dice = replace(described(scope, selection, "bare", plural=number != Amount(1)), called=called)
    if isinstance(number, Amount):
        return one(phrase("roll", subject=who, object=replace(dice, count=number), source=origin), node)
    return one(phrase("roll_as_many", subject=who, object=dice, amount=number, source=origin), node)


# ----------------------------------------------------------------------------------- what is done with the thing chosen


def joined_choices(scope: Scope, steps: list[Step]) -> Iterator[Step]:
    """A choice and what is done with the thing chosen are one sentence: "choose an asteroid and put it in the box"."""
    waiting = list(steps)
    while waiting:
        step = waiting.pop(0)
        both = chosen_and_used(step, waiting[0]) if waiting else None
        if waiting and both is None and scope.taught:
            both = done_where_chosen(step, waiting[0], waiting[1:])
        if both is not None:
            waiting[0] = both
        else:
            yield step


def chosen_and_used(choice: Step, then: Step) -> Step | None:
    match choice.form, then.form:
        case Phrase(key="choose") as chosen, Phrase(key="put" | "move" | "turn_flag" | "set_to") as used:
            if used.key == "turn_flag" and not is_face(used.slot("quality")):
                return None  # nobody does that, it only becomes so
            chooser, thing = chosen.slot("subject"), chosen.slot("object")
            what = "value" if used.key == "set_to" else "object"
            if chooser != You() or not isinstance(thing, Noun) or not spoken_of(used.slot(what), thing):
                return None
            form = Listed((chosen, used.with_slot(what, it(thing))))
            return replace(then, form=form, clauses=choice.clauses + then.clauses)
        case _:  # has no wording in one: two steps
            return None


def done_where_chosen(choice: Step, then: Step, rest: list[Step]) -> Step | None:
    """What is done where the player chooses, if nothing else is done there: "put an arrow on a square that is open to
    the amazon"."""
    if not (isinstance(then.form, Deed) or (isinstance(then.form, Phrase) and then.form.key in ("put", "move"))):
        return None
    match choice:
        case Step(form=Phrase(key="choose", slots=(("subject", You()), ("object", Noun() as there))), children=()):
            found = [part for part in parts_in(tuple((s.form, s.children) for s in (then, *rest)))
                     if isinstance(part, Noun) and spoken_of(part, there)]  # fmt: skip
        case _:  # is no choice, or one of several
            return None
    goal = then.form.arguments if isinstance(then.form, Deed) else (then.form.slot("goal"), then.form.slot("place"))
    inside = [part for part in parts_in(goal) if isinstance(part, Noun)]
    if len(found) != 1 or found[0] not in inside or then.children or any(part.of == found[0] for part in inside):
        return None
    form = changed(then.form, lambda part: replace(there, called="") if part == found[0] else part)
    return replace(then, form=form, clauses=choice.clauses + then.clauses)


def spoken_of(form: Form | None, thing: Noun) -> bool:
    """Whether the form is "the …" for what was just brought in by "a …"."""
    label = thing.called or thing.term.label
    return isinstance(form, Noun) and form == Noun(form.term) and form.term.label == label
