"""What is done with each of several, or again and again, as the steps of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl import model
from dsl.model import Block, Condition, Selection, Variable
from dsl.model.visit import nodes_in
from dsl.prose.extremes import measured
from dsl.prose.extremes import of_each as of_one
from dsl.prose.forms import Form, Noun, Phrase, Step, Term, You, parts_in, phrase, subject_of
from dsl.prose.nodes import speaks_of_actor, times_used, winner_by
from dsl.prose.nouns import OTHER, described, kind_term, variable_form
from dsl.prose.persons import is_person, persons_in, theirs
from dsl.prose.places import is_end
from dsl.prose.repeats import until_over
from dsl.prose.scope import STATEMENTS, Scope, one, says
from dsl.prose.statements import led_by, steps_of
from dsl.prose.unchanged import is_fixed


@says(STATEMENTS, model.ForEach)
def for_each(scope: Scope, node: model.ForEach) -> tuple[Step, ...]:
    key, first = in_order(scope, node)
    variable = node.selection.variable
    same = only_one(node.selection)
    if same is not None:
        step = led_by("if", steps_of(scope, node.body), condition=scope.clause(same))
        return (replace(step, clauses=node.clauses + step.clauses),)
    persons = person_by_person(scope, node)
    if persons:
        return (replace(persons[0], clauses=node.clauses + persons[0].clauses), *persons[1:])
    if is_any(scope, node) and first is None:
        return any_of_them(scope, node)
    each = described(scope, who_wins(scope, node), "each")
    if len(node.body) == 1 and first is None:
        told = of_each(scope, node, replace(each, called=""))  # it is not spoken of again
        if told is not None:
            return (replace(told, clauses=node.clauses + told.clauses),)
    if is_done_by_all(scope, node):
        return one(phrase("all_do", who=each), node, *steps_of(scope.meaning(variable, You()), node.body))
    body = steps_of(carried_out_by(scope, variable), node.body)
    if len(body) == 1:
        body = (replace(body[0], form=theirs(scope, body[0].form, variable_form(scope, variable))),)
    step = led_by(key, body, those=each, first=first)
    return (replace(step, clauses=node.clauses + step.clauses),)


def is_done_by_all(scope: Scope, node: model.ForEach) -> bool:
    """Whether those who learn the game do it themselves, as all players do: where nobody else is spoken to."""
    plain = node.selection.kind is scope.world.players and not node.selection.conditions
    is_ordered = node.order_from is not None or node.first is not None
    nobody = not scope.turn and You() not in scope.meant.values() and not scope.setup
    return scope.taught and plain and not is_ordered and nobody and len(node.body) > 1


def is_any(scope: Scope, node: model.ForEach) -> bool:
    """Whether the game is over if one thing is so of any player: then nobody goes through them."""
    match node:
        case model.ForEach(selection=those, order_from=None, body=(model.If(branches=((asked, (*_, end)),)),)):
            over = isinstance(end, model.Win) or winner_by(end) is not None
            once = asked is not None and times_used(those.variable, asked) == 1
            return scope.taught and over and once and those.kind is scope.world.players and not those.conditions
        case _:  # does something with each
            return False


def any_of_them(scope: Scope, node: model.ForEach) -> tuple[Step, ...]:
    """What is done if something is so of any of them: "if a player is finished, that player wins"."""
    (line,) = node.body
    assert isinstance(line, model.If)
    ((asked, body),) = line.branches
    assert asked is not None  # is asked
    variable = node.selection.variable
    condition = scope.meaning(variable, described(scope, node.selection, "a")).clause(asked)
    done = steps_of(carried_out_by(scope, variable), body)
    done = tuple(replace(one, form=theirs(scope, one.form, variable_form(scope, variable))) for one in done)
    step = led_by("if", done, condition=condition)
    return (replace(step, clauses=node.clauses + line.clauses + step.clauses),)


def who_wins(scope: Scope, node: model.ForEach) -> Selection:
    """What is gone through; where players win one by one, without those who are out: else it is taken for granted, but
    who reads only how the game ends does not know that these win nothing."""
    those, out, span = node.selection, scope.world.out, node.span
    wins = any(isinstance(line, model.Win) for line in node.body)
    if out is None or not wins or those.kind is not scope.world.players or those.conditions:
        return those
    gone = model.Flag(span, out, model.Use(span, those.kind, False, those.variable))
    return replace(those, that=(model.Not(span, gone),))


def in_order(scope: Scope, node: model.ForEach) -> tuple[str, Form | None]:
    """How it is said in which order they come: from whom on, or by what."""
    if node.order_from is not None:
        return "for_each_from", scope.form(node.order_from)
    if node.first is None:
        return "for_each", None
    of, variable = node.first.of, node.selection.variable
    return f"for_each_{node.first.which}", measured(scope, of, variable) or of_one(scope, of, variable)


def person_by_person(scope: Scope, node: model.ForEach) -> tuple[Step, ...]:
    """What is done for each player where all depends on who that is: "the starter draws, each other player passes";
    nothing where there is more to it."""
    variable = node.selection.variable
    match node.body:
        case (model.If(branches=branches) as only,) if not isinstance(only, model.Overruled):
            conditions = [condition for condition, _ in branches if condition is not None]
        case _:  # no condition stands around the whole of it
            return ()
    persons = [person for condition in conditions if (person := person_meant(scope, condition, variable)) is not None]
    plain = variable.kind.sort == "player" and not node.selection.conditions and not (node.order_from or node.first)
    if not plain or len(persons) < len(conditions):
        return ()
    others = Noun(kind_term(variable.kind), "each", adjectives=(Term(OTHER, proper=True),))
    doers = persons if are_both(persons) else [*persons, others]
    told = zip(doers, (body for _, body in branches), strict=False)
    rows = ((carried_out_by(scope.meaning(variable, who), variable), body) for who, body in told)
    return tuple(step for inner, body in rows for step in steps_of(inner, body))


def person_meant(scope: Scope, condition: Condition, variable: Variable) -> Form | None:
    """Who the player is if the condition, which asks nothing else, holds."""
    match condition:
        case model.Compare(operator="=", left=model.Use(variable=left), right=right) if left is variable:
            return None if times_used(variable, right) else scope.form(right)
        case _:  # does not say who it is
            return None


def are_both(persons: Sequence[Form]) -> bool:
    """Whether they are one player and the opponent of that one, so that there is nobody else."""
    match persons:
        case (one, Phrase(key="opponent") as other):
            return other.slot("of") == one
        case _:  # may leave somebody out
            return False


def carried_out_by(scope: Scope, variable: Variable) -> Scope:
    """What is done for each player is done by each of them, unless these are called something else."""
    return replace(scope, actor=variable_form(scope, variable)) if variable.acts else scope


def times_told(variable: Variable, block: Block) -> int:
    """How often a variable is spoken of: verbs can speak, too, of whoever does what they say."""
    verbs = sum(isinstance(node, model.Perform) and speaks_of_actor(node.procedure) for node in nodes_in(block))
    return times_used(variable, block) + (verbs if variable.acts else 0)


def only_one(selection: Selection) -> Condition | None:
    """Whether what is gone through is one thing that was spoken of, if that is of this sort: "if the man is a pawn"."""
    match selection.conditions:
        case (model.Compare(operator="=", left=model.Use(variable=left), right=model.Use() as right),) if (
            left is selection.variable and left.kind is not right.kind and left.kind.is_a(right.kind)
        ):
            return model.IsA(selection.span, right, left.kind)
        case _:  # goes through any number
            return None


def of_each(scope: Scope, node: model.ForEach, each: Noun) -> Step | None:
    """What is done with each in one sentence without "for": "put each token into the box", "shuffle each player's draw
    pile", "each player scores their tally"; None where it takes more."""
    variable = node.selection.variable
    steps = steps_of(carried_out_by(scope.meaning(variable, each), variable), node.body)
    if len(steps) != 1 or steps[0].children:
        return None
    form = steps[0].form
    if subject_of(form) == each and is_person(each):
        return steps[0] if persons_in(form).count(each) == 1 else None
    if is_put_by_its_own(form, each):
        return steps[0]
    if times_told(variable, node.body) != 1:
        return None
    if subject_of(form) == each or (isinstance(form, Phrase) and form.slot("object") == each):
        return steps[0]
    dealt = is_dealt(scope, node) and dealing(form, each)
    if dealt:
        return replace(steps[0], form=dealt)
    goals = (phrase("onto_space", place=each), phrase("into_place", place=each))
    if isinstance(form, Phrase) and form.key == "put" and form.slot("goal") in goals:
        return steps[0]
    if isinstance(form, Phrase) and form.key == "move" and form.slot("place") == each and is_end(form.slot("object")):
        return steps[0]
    return steps[0] if is_owner_of_object(form, each) else None


def is_put_by_its_own(form: Form, each: Noun) -> bool:
    """Whether each of them is put where something of its own says: "put each token into the pile of its colour"."""
    put = isinstance(form, Phrase) and form.key in ("put", "move") and form.slot("object") == each
    return put and list(parts_in(form)).count(each) == 1


def is_dealt(scope: Scope, node: model.ForEach) -> bool:
    """Whether what lies on top of one pile, of which nobody sees what it is, is given to each of them."""
    piles = [n.place for n in nodes_in(node.body) if isinstance(n, model.EndOf) and n.end == "top"]
    infos = [scope.world.places.get(pile.kind.name) for pile in piles if is_fixed(pile)]
    return len(piles) == 1 and any(info is not None and info.seen.by == "nobody" for info in infos)


def dealing(form: Form, each: Noun) -> Form | None:
    """So many from one pile into each, or into what each has: "deal 5 cards from the deck into each player's hand"."""
    goal = form.slot("goal") if isinstance(form, Phrase) and form.key == "put" else None
    place = goal.slot("place") if isinstance(goal, Phrase) and goal.key == "into_place" else None
    top = form.slot("object") if isinstance(form, Phrase) else None
    if isinstance(top, Phrase) and top.key == "as_many_top" and isinstance(place, Noun) and each in (place, place.of):
        assert isinstance(form, Phrase)
        many = phrase("as_many_of", those=top.slot("those"))
        return phrase("deal", object=many, source=top.slot("place"), place=place, amount=form.slot("amount"))
    kind = top.slot("kind") if isinstance(top, Phrase) and top.key == "top_kind" else None
    is_theirs = isinstance(place, Noun) and each in (place, place.of)
    if not is_theirs or not isinstance(kind, Noun) or not isinstance(top, Phrase):
        return None
    what = kind if kind.count is not None else replace(kind, article="a")
    return phrase("deal", object=what, source=top.slot("place"), place=place)


OF_EACH = ("put", "shuffle", "raise", "lower", "set_to", "point_to", "turn_flag")


def is_owner_of_object(form: Form, each: Noun) -> bool:
    """Whether something is done with what belongs to each of them, of whom no more is said than what sort they are."""
    thing = form.slot("object") if isinstance(form, Phrase) and form.key in OF_EACH else None
    return isinstance(thing, Noun) and thing.of == each and each == Noun(each.term, "each")


@says(STATEMENTS, model.InSecret)
def in_secret(scope: Scope, node: model.InSecret) -> tuple[Step, ...]:
    """What players do without being seen. Those who learn the game do it themselves, where all do and it is nobody's
    turn."""
    those = described(scope, node.selection, "each")
    if scope.taught and not scope.turn and those == Noun(those.term, "each", called=those.called):
        inner = scope.meaning(node.selection.variable, You())
        return one(phrase("all_in_secret"), node, *steps_of(inner, node.body))
    return one(phrase("in_secret", those=those), node, *steps_of(scope, node.body))


@says(STATEMENTS, model.TakeTurns)
def take_turns(scope: Scope, node: model.TakeTurns) -> tuple[Step, ...]:
    inner = replace(on_turn(scope, node), all_pass=node.all_pass)
    first = replace(scope, turn=scope.turn and node.active).form(node.first)
    key = "take_turns" if node.active else "take_word"
    turns = phrase(key, first=first, **until_over(scope, node))
    return one(turns, node, *steps_of(inner, node.body))


def on_turn(scope: Scope, node: model.TakeTurns) -> Scope:
    """Where somebody is spoken to because it is their turn, or because they are asked in the turn of somebody."""
    return replace(scope.meaning(node.player, You()), turn=node.active, first=scope.form(node.first))


@says(STATEMENTS, model.While)
def while_so(scope: Scope, node: model.While) -> tuple[Step, ...]:
    step = led_by("as_long_as", steps_of(scope, node.body), condition=scope.clause(node.condition))
    return (replace(step, clauses=node.clauses + step.clauses),)
