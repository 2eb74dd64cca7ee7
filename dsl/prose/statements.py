"""Statements as the steps of a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import starmap

from dsl import model
from dsl.analysis.unordered import is_heap
from dsl.model import Block, Expression, Selection, Statement, Variable
from dsl.model.sugar import Lasts
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, Kind
from dsl.prose.choices import joined_choices
from dsl.prose.conditions import as_one_of, called, deed, in_a_row
from dsl.prose.extremes import ranked
from dsl.prose.forms import (  # fmt: skip
    Adjective,
    Amount,
    Article,
    Attached,
    Deed,
    Form,
    Listed,
    Noun,
    Phrase,
    Quoted,
    Step,
    Term,
    You,
    changed,
    denied,
    it,
    phrase,
    referring_back,
    subject_of,
)
from dsl.prose.limits import so_often
from dsl.prose.nodes import is_idle, speaks_of_actor, times_used
from dsl.prose.nouns import (
    LIMITS,
    bracketed,
    definition_term,
    described,
    is_facing,
    is_store,
    kind_term,
    source,
    walked,
)  # fmt: skip
from dsl.prose.otherwise import else_only, is_over_after
from dsl.prose.persons import theirs
from dsl.prose.places import as_put, joined_places, where_put
from dsl.prose.scope import STATEMENTS, Scope, one, says
from dsl.prose.teaching import after_last, are_turns, in_one, is_start, noting, of_either, spelt_out
from dsl.prose.unchanged import is_told_where_used

MOST_PLAINLY = 2  # deeds between which it is clear that only one is done
MOST_IN_FULL = 4  # deeds that are told in a sentence with all that they are done with
BY_NAME = ("may_one", "may_often", "must")  # of more of them those who learn the game read what they are called
MOST_IN_ONE = 3  # changes that happen together are one sentence up to this number


def steps_of(scope: Scope, block: Block) -> tuple[Step, ...]:
    """The sentences of a block, in order."""
    found: list[Step] = []
    clauses: tuple[str, ...] = ()  # those of a line that is told with the next one
    waiting = list(block)
    over = last = False  # whether the game is over if the line above applied, and whether that is so many turns
    while waiting:
        statement = waiting.pop(0)
        if id(statement) in scope.untold:
            scope = noting(scope, statement)
            continue
        rest = [line for line in waiting if id(line) not in scope.untold]
        scope = scope_after(scope, statement, rest)
        told = told_with_next(statement, rest) or is_idle(statement)
        if not told:
            steps = with_clauses(STATEMENTS[type(statement)](scope, statement), clauses)
            found += else_only(steps) if over else after_last(steps) if last else steps
        clauses = clauses + statement.clauses if told else ()
        over, last = is_over_after(statement), are_turns(scope, statement)
    told_of = (replace(step, form=theirs(scope, step.form, subject_of(step.form))) for step in same_amounts(found))
    placed = joined_places(map(as_put, told_of) if scope.taught else told_of)
    return tuple(of_either(scope, in_one(scope, joined_choices(scope, list(placed)))))


def same_amounts(steps: list[Step]) -> Iterator[Step]:
    """What somebody loses where another has just scored it, or the other way round, is "as much"."""
    last: Form | None = None
    for step in steps:
        form = step.form
        scored = isinstance(form, Phrase) and form.key in ("scores", "loses")
        amount = form.slot("amount") if isinstance(form, Phrase) and scored else None
        if isinstance(form, Phrase) and amount is not None and amount == last:
            step = replace(step, form=form.with_slot("amount", phrase("as_much")))
        last = amount
        yield step


def with_clauses(steps: tuple[Step, ...], clauses: tuple[str, ...]) -> tuple[Step, ...]:
    if not steps or not clauses:
        return steps
    return (replace(steps[0], clauses=clauses + steps[0].clauses), *steps[1:])


def told_with_next(statement: Statement, rest: list[Statement]) -> bool:
    """What only gives a name is not told where the value can stand instead, where the name is used, where it is used
    nowhere, and where it was brought in by the line above."""
    if not isinstance(statement, model.Let) or not rest:
        return False
    return statement.implied or not times_used(statement.variable, rest) or is_told_where_used(statement, rest)


def is_told_by_name(scope: Scope, statement: Statement, behind: Block) -> bool:
    """Whether a line of its own says what a name stands for, by which the lines behind it speak of that."""
    rest = [line for line in behind if id(line) not in scope.untold]
    is_let = isinstance(statement, model.Let) and id(statement) not in scope.untold
    return is_let and bool(rest) and not told_with_next(statement, rest)


def scope_after(scope: Scope, statement: Statement, rest: list[Statement]) -> Scope:
    """What the lines after a statement can refer to."""
    match statement:
        case model.Let(variable=variable, value=value, implied=False) if is_told_where_used(statement, rest):
            return scope.meaning(variable, scope.form(value))
        case model.Let(variable=variable, value=value) if scope.taught:
            return replace(scope, given={**scope.given, variable: value})
        case model.Roll(variable=variable) if not is_named(variable, rest):
            return replace(scope, rolled=scope.rolled | {variable})
        case model.Choose(selection=selection, variable=variable) if any(
            source(replace(selection, place=where)) for where in (selection.place, *selection.that)
        ):
            return replace(scope, stored=scope.stored | {variable})
        case _:  # is spoken of by its name
            return scope


def is_named(variable: Variable, rest: list[Statement]) -> bool:
    """Whether what was rolled is spoken of by its name, not only as what was rolled."""
    return any(isinstance(node, model.Use) and node.variable is variable for node in nodes_in(rest))


# ------------------------------------------------------------------------------------------------- things are changed


@says(STATEMENTS, model.Text)
def text(scope: Scope, node: model.Text) -> tuple[Step, ...]:
    return one(Quoted(node.text), node)


@says(STATEMENTS, model.Move)
def move(scope: Scope, node: model.Move) -> tuple[Step, ...]:
    thing, taken_from = moved(scope, node.what)
    if is_store(scope, node.to) and not scope.setup:
        return one(phrase("take_away", object=thing, source=taken_from), node)
    variable = node.what.variable if isinstance(node.what, model.Use) else None
    stored = taken_from is not None or variable in scope.stored or comes_from_store(scope, node.what)
    if node.to.kind.sort == "space" and node.end is None and not scope.setup and not stored:
        return one(phrase("move", object=thing, place=seen_from(thing, scope.form(node.to))), node)
    if isinstance(thing, Noun) and thing.that and taken_from is None and not is_only_placed(thing):
        return one(phrase("put_there", object=thing, goal=goal(scope, node)), node)
    where = goal(scope, node)
    return one(phrase("put", object=thing, source=taken_from, goal=with_its_owner(where, thing)), node)


def seen_from(thing: Form, place: Form) -> Form:
    """The place to which a thing goes, told from it: "move the card on the stall to the next stall back from it"."""
    said = (
        [clause.slot("place") for clause in thing.that if isinstance(clause, Phrase)] if isinstance(thing, Noun) else []
    )
    where = [place.form for place in said if isinstance(place, Attached)]
    beside = isinstance(place, Phrase) and place.key.startswith("neighbour") and place.slot("of") in where
    told: Form = place.with_slot("of", it(thing)) if isinstance(place, Phrase) and beside else place
    found: Form = referring_back(told, thing)
    return found


def with_its_owner(where: Form, thing: Form) -> Form:
    """Where a thing is put, that is its own or its owner's: "put the ship into its owner's dock"."""
    own = phrase("owner", of=it(thing)) if isinstance(thing, Noun) else thing
    told: Form = changed(where, lambda part: own if part == phrase("owner", of=thing) else part)
    found: Form = referring_back(told, thing)
    return found


@says(STATEMENTS, model.InOrder)
def in_order(scope: Scope, node: model.InOrder) -> tuple[Step, ...]:
    """Pieces from one place are named one after the other, then it; others each with where they are."""
    told = [moved(scope, move.what) for move in node.moves]
    alike = all(source == told[0][1] for _, source in told)
    things = Listed(tuple(thing for thing, _ in told) if alike else tuple(object_of(scope, m.what) for m in node.moves))
    if node.those is not None:
        places: Form = described(scope, node.those, "the", plural=True)
    else:
        places = Listed(tuple(scope.form(move.to) for move in node.moves))
    where = phrase("onto_in_order", places=places)
    return one(phrase("put", object=things, source=told[0][1] if alike else None, goal=where), node)


def is_only_placed(thing: Noun) -> bool:
    """Whether all that is said of a thing is where it is, which leaves room for where it goes."""
    return all(isinstance(clause, Phrase) and clause.key == "is_at" for clause in thing.that)


def moved(scope: Scope, what: Expression | Selection) -> tuple[Form, Form | None]:
    """What is moved, and the place off the board from which it is taken, where that is said."""
    selection = what if isinstance(what, Selection) else what.selection if isinstance(what, model.Pick) else None
    if selection is None:
        return object_of(scope, what), None
    place = source(selection)
    article: Article = what.article if isinstance(what, model.Pick) else "every"
    if place is None:
        return described(scope, selection, article), None
    if isinstance(place, Kind):
        everywhere = Noun(kind_term(place), plural=True)
        return described(scope, replace(selection, place=None), "all", plural=True), everywhere
    taken_from = None if comes_from_store(scope, what) else scope.form(place)
    return described(scope, replace(selection, place=None), article), taken_from


def comes_from_store(scope: Scope, what: Expression | Selection) -> bool:
    """Whether it is taken from a place of which nobody is told."""
    selection = what.selection if isinstance(what, model.Pick) else what
    place = source(selection) if isinstance(selection, Selection) and not scope.setup else None
    return place is not None and is_store(scope, place)


def goal(scope: Scope, node: model.Move) -> Form:
    place = scope.form(node.to)
    if node.end is not None:
        where = phrase("on_top_of" if node.end == "top" else "under_bottom", place=place)
        return phrase("in_random_order", where=where) if comes_mixed(scope, node) else where
    return where_put(scope, node.to.kind, place)


def comes_mixed(scope: Scope, node: model.Move) -> bool:
    """Whether several come at once to an end of a pile that not all see: chance draws then which comes first."""
    pile = scope.world.places.get(node.to.kind.name)
    if not isinstance(node.what, Selection) or pile is None or not is_heap(pile):
        return False
    lying = source(node.what)
    kind = lying.kind if isinstance(lying, Expression) else lying
    return kind is None or [most for _, most in scope.world.taken_by(kind)] != [1]


def object_of(scope: Scope, what: Expression | Selection) -> Form:
    """One thing, or every one of a description."""
    return described(scope, what, "every") if isinstance(what, Selection) else scope.form(what)


@says(STATEMENTS, model.Show)
def show(scope: Scope, node: model.Show) -> tuple[Step, ...]:
    thing = object_of(scope, node.what)
    who = scope.form(node.who) if node.who is not None else phrase("all_players")
    if who == You():
        return one(phrase("look_at", subject=who, object=thing), node)
    return one(phrase("show", object=thing, who=who), node)


@says(STATEMENTS, model.Record)
def record(scope: Scope, node: model.Record) -> tuple[Step, ...]:
    return one(phrase("record", position=Noun(definition_term(node.position))), node)


@says(STATEMENTS, model.Shuffle)
def shuffle(scope: Scope, node: model.Shuffle) -> tuple[Step, ...]:
    return one(phrase("shuffle", object=scope.form(node.place)), node)


@says(STATEMENTS, model.Swap)
def swap(scope: Scope, node: model.Swap) -> tuple[Step, ...]:
    return one(phrase("swap", object=scope.form(node.one), other=scope.form(node.other)), node)


@says(STATEMENTS, model.PassOn)
def pass_on(scope: Scope, node: model.PassOn) -> tuple[Step, ...]:
    players = kind_term(scope.world.players)
    each = Noun(players, "each")
    place = Noun(kind_term(node.place), of=each)
    side = phrase(f"to_the_{node.side.word}")
    return one(phrase("pass_on", subject=each, object=place, side=side), node)


@says(STATEMENTS, model.Change)
def change(scope: Scope, node: model.Change) -> tuple[Step, ...]:
    key = "raise" if node.direction == "rises" else "lower"
    limit = scope.form(node.limit) if node.limit else None
    target, amount = scope.form(node.target), bracketed(scope.form(node.by), LIMITS)  # else a limit of the target's
    whose = target.of if isinstance(target, Noun) else None
    return one(phrase(key, object=target, amount=theirs(scope, amount, whose), limit=limit), node)


@says(STATEMENTS, model.Become)
def become(scope: Scope, node: model.Become) -> tuple[Step, ...]:
    value = scope.form(node.value)
    if node.target.attribute is scope.world.owner:
        return one(phrase("becomes_owner", subject=value, object=scope.form(node.target.of)), node)
    if is_facing(scope, node.target):
        if isinstance(value, Noun) and value == Noun(value.term):
            value = replace(value, article="that")
        return one(phrase("point_to", object=scope.form(node.target.of), value=value), node)
    target = scope.form(node.target)
    if is_start(scope, target, value):
        return (Step(phrase("is_again", subject=target, complement=value), "fact", clauses=node.clauses),)
    return one(phrase("set_to", object=target, value=value), node)


@says(STATEMENTS, model.TurnInto)
def turn_into(scope: Scope, node: model.TurnInto) -> tuple[Step, ...]:
    if node.attribute is scope.world.out:
        return one(phrase("goes_out", subject=object_of(scope, node.what)), node)
    quality = Adjective(Term(node.attribute.name, proper=True, about=node.attribute))
    thing = object_of(scope, node.what)
    if scope.setup and scope.taught and node.on and node.what.kind is scope.world.players:
        return (Step(phrase("has_quality", subject=thing, quality=quality), "fact", clauses=node.clauses),)
    turned = phrase("turn_flag", object=thing, quality=quality)
    return one(denied(turned, not node.on), node)


@says(STATEMENTS, model.Let)
def let(scope: Scope, node: model.Let) -> tuple[Step, ...]:
    name, value = Noun(Term(node.variable.name, about=node.variable)), scope.form(node.value)
    sides = (value, name) if value == You() else (name, value)
    form = phrase("is", subject=sides[0], complement=sides[1])
    return (Step(form, "fact", clauses=node.clauses, naming=scope.taught),)


@says(STATEMENTS, model.Perform)
def perform(scope: Scope, node: model.Perform) -> tuple[Step, ...]:
    procedure = node.procedure
    if isinstance(procedure, model.AtEdge):
        return at_edge(scope, procedure)
    body = spelt_out(scope, node)
    told = steps_of(body, procedure.body) if body is not None else ()
    if len(told) == 1 and not told[0].children:
        return (replace(told[0], clauses=node.clauses + told[0].clauses),)
    triples = zip(procedure.prepositions, procedure.parameters, node.arguments, strict=True)
    arguments = counted(
        scope,
        tuple(Attached(word, so_much((as_one_of if word else Scope.form)(scope, a), p)) for word, p, a in triples),
    )
    doer = scope.actor if speaks_of_actor(procedure) else You()
    return one(Deed(definition_term(procedure), longest_last(arguments), doer), node)


def counted(scope: Scope, arguments: tuple[Attached, ...]) -> tuple[Attached, ...]:
    """The arguments of a verb; those who learn the game read "3 gold" for "3 of gold"."""
    match arguments:
        case (Attached(word="", form=form), Attached(word="of", form=Noun(term=Term(about=tuple())) as what), *rest):
            many = bare_amount(form)
            return (Attached("", many), Attached("", what), *rest) if scope.taught and many else arguments
        case _:  # are no amount of something
            return arguments


def bare_amount(form: Form) -> Amount | None:
    """A number that is not one of something: "3", also if it is called an amount."""
    match form:
        case Phrase(key="so_much", slots=(("amount", Amount() as many), ("what", Noun(term=Term(label="amount"))))):
            return many
        case Amount():
            return form
        case _:  # is told by what it is
            return None


def at_edge(scope: Scope, rule: model.AtEdge) -> tuple[Step, ...]:
    """What is done where something begins or ends is told by itself; that of a variant with it. Those who learn the
    game read it there if it is told in short, and nothing of variants."""
    if rule.variant in scope.agreed or (rule.variant and scope.taught):
        return ()
    if rule.short and scope.taught:
        return tuple(Step(Quoted(text.text, scope.world), clauses=text.clauses) for text in rule.short)
    named = Noun(definition_term(rule), "bare")
    if rule.variant:
        variant = Noun(Term(rule.variant, proper=True), "bare")
        return (Step(phrase("with_variant_see", variant=variant, rule=named)),)
    return (Step(phrase("see", rule=named)),)


def longest_last(arguments: tuple[Attached, ...]) -> tuple[Attached, ...]:
    """What is worked out stands last, unless it is a number of what stands behind it."""
    return arguments if any(one.word == "of" for one in arguments) else tuple(sorted(arguments, key=is_worked_out))


def is_worked_out(argument: Attached) -> bool:
    """Whether it is so long that it stands behind the others: "with damage equal to …"."""
    form = argument.form
    return isinstance(form, Phrase) and form.key == "so_much" and not isinstance(form.slot("amount"), Amount)


@says(STATEMENTS, model.Open)
def open_window(scope: Scope, node: model.Open) -> tuple[Step, ...]:
    forms = [scope.form(argument) for argument in node.arguments]
    if node.window in scope.answered:
        inner = replace(scope, meant={**scope.meant, **dict(zip(node.window.parameters, forms, strict=True))})
        return with_clauses(steps_of(inner, node.window.body), node.clauses)
    window = Noun(replace(definition_term(node.window), proper=True), "bare")
    roles = in_a_row(starmap(Attached, zip(node.window.prepositions, forms, strict=True)))
    return one(phrase("step_in" if scope.taught else "open_window", window=window, roles=roles), node)


def so_much(form: Form, parameter: Variable) -> Form:
    """A number, with what it is a number of: "6 damage"."""
    if not parameter.is_nickname or parameter.kind.sort != "number":
        return form
    what = Noun(Term(parameter.name), "bare")
    return (
        form
        if isinstance(form, Noun) and form.term.label == what.term.label
        else phrase("so_much", amount=form, what=what)
    )


# ---------------------------------------------------------------------------------------------------- players may act


@says(STATEMENTS, model.Offer)
def offer(scope: Scope, node: model.Offer) -> tuple[Step, ...]:
    who = scope.form(node.who)
    alone = len(node.invocations) == 1
    deeds: tuple[Form, ...] = tuple(replace(offered(scope, i, alone), subject=who) for i in node.invocations)
    if scope.all_pass and not node.must:
        deeds += (phrase("pass"),)
    sure = any(is_sure(scope, who, invocation) for invocation in node.invocations)
    must = "must" if sure else "must_or_pass" if scope.all_pass else "must_if_possible" if is_bound(node) else "must"
    one_only = "may_one" if scope.taught and len(node.invocations) > MOST_PLAINLY else "may"
    times = most_times(scope, node)
    often = "may_often" if times is None else "may_at_most"
    key = must if node.must else often if node.repeatedly else one_only
    if scope.taught and key in BY_NAME and len(node.invocations) > MOST_IN_FULL:
        names = (Deed(definition_term(i.action)) for i in node.invocations)
        key, deeds = f"{key}_by_name", (*names, *deeds[len(node.invocations) :])
    found = deeds[0] if len(deeds) == 1 else Listed(deeds, "or")
    return one(phrase(key, subject=who, deeds=found, times=times), node)


def offered(scope: Scope, invocation: model.Invocation, alone: bool) -> Deed:
    """A deed that players may do. To those who learn of one of several it is not told that what moves goes to a space:
    where they read of the deed alone, they read where to."""
    told, action = deed(scope, invocation), invocation.action
    if alone or not scope.taught or len(action.parameters) == 1 or not told.arguments or invocation.arguments[-1]:
        return told
    is_goal = (action.prepositions[-1], action.parameters[-1].kind.sort) == ("to", "space")
    return replace(told, arguments=told.arguments[:-1]) if is_goal else told


def is_sure(scope: Scope, who: Form, invocation: model.Invocation) -> bool:
    """Whether it was just said that they can do it, with whatever it may be."""
    return scope.doable == (who, invocation.action) and not any(invocation.arguments)


def is_bound(node: model.Offer) -> bool:
    """Whether all that is offered is one action that is done with nothing, or with what has to be chosen behind it, and
    asks for something: that may not be there."""
    action = node.invocations[0].action
    if len(node.invocations) > 1 or action.parameters:
        return False
    if action.head:
        return any(isinstance(line, model.Choose) or getattr(line, "least", None) for line in action.head)
    return any(not isinstance(need.condition, model.Unspent) for need in action.needs)


def most_times(scope: Scope, node: model.Offer) -> Form | None:
    """How often something can be done on a turn that is offered again and again; None without such a limit."""
    if not (scope.turn and node.repeatedly and len(node.invocations) == 1):
        return None
    needs = (need.condition for need in node.invocations[0].action.needs)
    limits = (n.times for n in needs if isinstance(n, model.Unspent) and n.each == "turn" and not n.per)
    return next(map(so_often, limits), None)


@says(STATEMENTS, model.DoPhase)
def do_phase(scope: Scope, node: model.DoPhase) -> tuple[Step, ...]:
    return one(phrase("do_phase", phase=Noun(replace(definition_term(node.phase), proper=True), "bare")), node)


@says(STATEMENTS, model.DoAction)
def do_action(scope: Scope, node: model.DoAction) -> tuple[Step, ...]:
    return one(replace(deed(scope, node.invocation), subject=scope.form(node.who)), node)


@says(STATEMENTS, model.DoPower)
def do_power(scope: Scope, node: model.DoPower) -> tuple[Step, ...]:
    key = "do_power" if node.who is None else "do_power_as"
    who = scope.form(node.who) if node.who is not None else None
    return one(phrase(key, who=who, **called(scope, node.call)), node)


@says(STATEMENTS, model.Win)
def win(scope: Scope, node: model.Win) -> tuple[Step, ...]:
    return one(phrase("wins", subject=scope.form(node.who)), node)


@says(STATEMENTS, model.BestWins)
def best_wins(scope: Scope, node: model.BestWins) -> tuple[Step, ...]:
    """Told with all ties: "whoever has the highest haul wins; on a tie, the one with the lowest debt; …"."""
    deciding = next((k for k, rank in enumerate(node.ranks, 1) if tells_all_apart(rank)), None)
    tie: Form | None = phrase("share_the_win") if deciding is None else None
    first, *others = (ranked(scope, rank, node.players) for rank in node.ranks[:deciding])
    for what in reversed(others):
        tie = phrase("one_with", what=what, tie=tie)
    among = described(scope, replace(node.players, that=()), "the", plural=True) if node.players.words else None
    return one(phrase("best_wins", what=first, tie=tie, those=among), node)


def tells_all_apart(rank: model.Rank) -> bool:
    """Whether no two players are ever alike in it, as the table of players has another value for each."""
    match rank.of:
        case model.Get(attribute=Attribute(constant=tuple() as values), of=model.Use(variable=Variable(kind=players))):
            return players.sort == "player" and len({*values}) == len(values)
        case _:  # may be the same for some
            return False


@says(STATEMENTS, model.Score)
def score(scope: Scope, node: model.Score) -> tuple[Step, ...]:
    key = "scores" if node.gain else "loses"
    return one(phrase(key, subject=scope.form(node.who), amount=scope.form(node.amount)), node)


@says(STATEMENTS, model.Draw)
def draw(scope: Scope, node: model.Draw) -> tuple[Step, ...]:
    return one(phrase("nobody_wins"), node)


@says(STATEMENTS, model.NothingHappens)
def nothing_happens(scope: Scope, node: model.NothingHappens) -> tuple[Step, ...]:
    return one(phrase("nothing_happens"), node)


# ------------------------------------------------------------------------------------------------- the course of play


def led_by(key: str, steps: tuple[Step, ...], **slots: Form | None) -> Step:
    """One sentence where one simple step follows, otherwise a heading with the steps under it; the designer's words
    are no step, they hang on the sentence."""
    said = tuple(step for step in steps if isinstance(step.form, Quoted))
    done = tuple(step for step in steps if not isinstance(step.form, Quoted))
    if len(done) != 1 or done[0].children or not is_simple(done[0].form):
        return Step(phrase(key, **slots), children=steps)
    return Step(phrase(f"{key}_then", then=done[0].form, **slots), children=said, clauses=done[0].clauses)


def is_simple(form: Form) -> bool:
    """Whether a sentence can follow another clause without confusion."""
    return not (isinstance(form, Phrase) and form.slot("then") is not None)


@says(STATEMENTS, model.Follow)
def follow(scope: Scope, node: model.Follow) -> tuple[Step, ...]:
    walk = walked(scope, node.walk, node.arguments)
    chooser = scope.form(node.who) if node.walk.along is None else None
    inner = scope.meaning(node.here, Noun(kind_term(node.here.kind), "that"))
    kind = Noun(kind_term(node.here.kind), "each")
    way = phrase("follow", walk=walk, kind=kind)
    chosen = (Step(phrase("way_chosen", subject=chooser), "fact"),) if chooser is not None else ()
    return (Step(way, children=(*steps_of(inner, node.body), *chosen), clauses=node.clauses),)


@says(STATEMENTS, model.StopRepeating)
def stop_repeating(scope: Scope, node: model.StopRepeating) -> tuple[Step, ...]:
    return one(phrase("stop_repeating"), node)


@says(STATEMENTS, model.Stop)
def stop(scope: Scope, node: model.Stop) -> tuple[Step, ...]:
    return one(phrase("stop", phase=Noun(replace(definition_term(node.phase), proper=True), "bare")), node)


LASTS: dict[Lasts, str] = {
    "turn": "until_turn",
    "next turn": "until_next_turn",
    "until turn": "until_turn_begins",
    "in turn": "in_next_turn",
}


@says(STATEMENTS, model.Lasting)
def lasting(scope: Scope, node: model.Lasting) -> tuple[Step, ...]:
    step = led_by(LASTS[node.lasts], steps_of(scope, node.body), who=scope.form(node.whose))
    return (replace(step, clauses=node.clauses + step.clauses),)


@says(STATEMENTS, model.Forbid)
def forbid(scope: Scope, node: model.Forbid) -> tuple[Step, ...]:
    said = {node.place: node.what, node.other_place: node.other}
    pairs = ((word, said.get(place)) for place, word in enumerate(node.action.prepositions))
    what = tuple(Attached(word, scope.form(thing)) for word, thing in pairs if thing is not None)
    deeds = Deed(definition_term(node.action), what)
    if node.what.kind.sort == "player":
        return one(phrase("cannot", subject=scope.form(node.what), deeds=deeds), node)
    return one(phrase("nobody_may", deeds=deeds), node)


@says(STATEMENTS, model.Deepest)
def deepest(scope: Scope, node: model.Deepest) -> tuple[Step, ...]:
    """How many can go on, one inside the other, and what is done where there would be one more. If nothing is, it only
    keeps a program from going on without end: who learns the game is not told."""
    steps = steps_of(scope, node.instead)
    if scope.taught and not steps:
        return ()
    amount = Amount(node.most)
    fact = Step(phrase("deepest_then" if steps else "deepest", amount=amount), "fact", steps, node.clauses)
    return (fact,)


@says(STATEMENTS, model.Modify)
def modify(scope: Scope, node: model.Modify) -> tuple[Step, ...]:
    value, amount = scope.form(node.target), scope.form(node.amount)
    if node.how == "set":
        return one(phrase("is", subject=value, complement=amount), node)
    keys = {"rises": "is_higher", "falls": "is_lower", "at least": "at_least", "at most": "at_most"}
    return one(phrase(keys[node.how], subject=value, amount=amount), node)


@says(STATEMENTS, model.Hold)
def hold(scope: Scope, node: model.Hold) -> tuple[Step, ...]:
    return one(scope.clause(model.Flag(node.span, node.attribute, node.what)), node)


@says(STATEMENTS, model.Prevent)
def prevent(scope: Scope, node: model.Prevent) -> tuple[Step, ...]:
    return one(phrase("prevent"), node)


@says(STATEMENTS, model.Together)
def together(scope: Scope, node: model.Together) -> tuple[Step, ...]:
    steps = steps_of(scope, node.body)
    if len(steps) > MOST_IN_ONE or any(step.children or not is_simple(step.form) for step in steps):
        return one(phrase("together"), node, *steps)
    clauses = tuple(dict.fromkeys((*node.clauses, *(c for step in steps for c in step.clauses))))
    forms = tuple(step.form for step in steps)
    return (Step(forms[0] if len(forms) == 1 else Listed(forms), clauses=clauses),)


@says(STATEMENTS, model.InOneGo)
def in_one_go(scope: Scope, node: model.InOneGo) -> tuple[Step, ...]:
    """The steps, what must hold in the end, and that the player may give up or begin again."""
    tests = (final_test(scope, test) for test in node.tests)
    leaves = Step(phrase("may_begin_again" if node.sure else "may_give_up", subject=scope.form(node.who)), "fact")
    return one(phrase("in_one_go"), node, *steps_of(scope, node.body), *tests, leaves)


def final_test(scope: Scope, node: model.FinalTest) -> Step:
    form = phrase("done_when", condition=scope.clause(node.condition))
    return Step(form, "fact", clauses=node.clauses, title=node.name)
