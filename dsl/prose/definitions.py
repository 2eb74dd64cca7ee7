"""Definitions: what can be done, what is called what, what follows by itself, how the game ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile
from typing import assert_never

from dsl import model
from dsl.model import Condition, Need, Variable
from dsl.prose import overrides
from dsl.prose.boards import CLOSED
from dsl.prose.conditions import in_a_row, is_so, said_of_it, somewhere
from dsl.prose.coordination import alternatives, branches, together
from dsl.prose.forms import (
    Adjective,
    Article,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Silent,
    Step,
    Term,
    Use,
    You,
    it,
    parts_in,
    phrase,
)
from dsl.prose.groups import sorts_of_groups
from dsl.prose.headings import brought_in, heading, introduced, value_heading
from dsl.prose.nouns import (
    attribute_term,
    definition_term,
    described,
    is_only_one,
    kind_term,
    relative,
    variable_form,
    variable_term,
    with_roles,
)
from dsl.prose.persons import is_person
from dsl.prose.scope import Scope
from dsl.prose.statements import is_told_by_name, led_by, so_much, steps_of
from dsl.prose.teaching import won
from dsl.prose.value_cases import by_owner, counted, exclude_one_another, last_player, told_once

# ------------------------------------------------------------------------------------------------------------ headings


def acting(scope: Scope, actor: Variable | None) -> Scope:
    """The scope of what somebody carries out, who is spoken to, unless it strikes in whosoever turn it is."""
    return replace(scope.meaning(actor, scope.doing), actor=scope.doing)


# --------------------------------------------------------------------------------------------- actions, powers, verbs


def allowed(action: model.Action) -> Step:
    """What an action allows: "you may place an asteroid on a cell"."""
    return Step(phrase("may", subject=You(), deeds=heading(action)), "fact", clauses=action.clauses)


def need(scope: Scope, node: Need) -> Step:
    """What must be so, under its name: "the cell must be open". Where it is that one cannot do something else, who
    learns the game is told that it can be done only then."""
    step = condition_step(scope, node.condition, use_of(node.condition))
    if scope.taught and isinstance(node.condition, model.Not) and isinstance(node.condition.condition, model.CanDo):
        step = replace(step, form=phrase("done_only_if", condition=step.form), use="fact")
    if variant := variant_of(node):
        told = phrase("with_variant", variant=Noun(Term(variant, proper=True), "bare"), then=step.form)
        step = replace(step, form=told)
    if node.afterwards and model.utmost_in(node.condition) is None:
        step = replace(step, form=phrase("afterwards", clause=step.form))
    return replace(step, clauses=node.clauses, title=node.name)


def variant_of(node: Need) -> str | None:
    """The variant by which alone something is forbidden."""
    return node.condition.rule.variant if isinstance(node.condition, model.Barred) else None


def use_of(condition: Condition) -> Use:
    """How a need is told: that something can be done only so often is so, and needs not be."""
    return "fact" if isinstance(condition, model.Unspent) else "need"


def asking(scope: Scope, definition: model.Act | model.Procedure) -> Scope:
    """The scope of what is needed and paid, where names stand for what they are given to above it; those who learn the
    game are told before it what the steps call by a name."""
    inner = acting(scope, definition.actor)
    head = definition.head if isinstance(definition, model.Act) else []
    block = (*head, *definition.effects) if isinstance(definition, model.Act) else ()
    for number, line in enumerate(head, 1):
        named = scope.taught and is_told_by_name(scope, line, block[number:])
        if isinstance(line, model.Let) and not line.implied and not named:
            inner = inner.meaning(line.variable, inner.form(line.value))
    return inner


def needs(
    scope: Scope, definition: model.Act | model.Procedure, those: Sequence[Need] | None = None
) -> tuple[Step, ...]:
    """All needs, or `those` of them."""
    inner = asking(scope, definition)
    found = []
    for node in definition.needs if those is None else those:
        apart = variant_of(node)  # which is told by itself, as those who learn the game read of every variant
        if node.by is None and not (apart and (scope.taught or apart in scope.agreed)):
            told = overrides.spoken_of(scope, node.overrides)
            always = next(filter(overrides.is_always, told), None)
            found += [need(inner, line) for line in (always.needs if always else (node,))]
            found += [excepted(inner, override) for override in told if override is not always]
    return tuple(found)


def excepted(scope: Scope, override: model.Override) -> Step:
    """An exception, where the need stands that it goes over."""
    return overrides.told_with(scope, override, "counts_instead" if override.needs else "falls_away")


def playable(definition: model.Playable) -> tuple[Step, ...]:
    """The phases and windows in which something can be done, if it is not all the same."""
    times = in_a_row(Noun(replace(definition_term(t), proper=True), "bare") for t in definition.playable)
    if times is None:
        return ()
    return (Step(phrase("only_in", times=times), "fact", clauses=definition.playable_clauses),)


def cost(scope: Scope, action: model.Act, pay: model.Procedure | None) -> Step | None:
    """The price, as the game pays it: "Pay 3", "Pay 13 metal and 11 gas"."""
    if pay is None:
        return None
    paid = in_a_row(price(asking(scope, action), one, pay) for one in action.costs)
    return Step(Deed(definition_term(pay), (Attached("", paid),)), clauses=action.cost_clauses) if paid else None


def price(scope: Scope, price: model.Price, pay: model.Procedure) -> Form:
    """A number, with what it is a number of, if several things can be paid."""
    number, *of = price
    what = scope.form(of[0]) if of else None
    if what is not None and not isinstance(of[0], model.Constant):
        what = phrase("paid_of", what=what)
    match number:
        case model.Arithmetic(operator="multiplied by", left=model.Constant() as each, right=model.Count() as those):
            thing = described(scope, those.selection, "each")
            return phrase("price_each", amount=scope.form(each), what=what, thing=thing)
        case model.Constant() if what is not None:
            return phrase("price", amount=scope.form(number), what=what)
        case _ if what is not None:
            return phrase("price_as_much", amount=scope.form(number), what=what)
        case _:  # the number alone
            return so_much(scope.form(number), pay.parameters[0])


def effects(scope: Scope, definition: model.Act | model.Procedure) -> tuple[Step, ...]:
    """What happens, step by step; the choices of an action come first."""
    inner = acting(scope, definition.actor)
    match definition:
        case model.Action(head=[], effects=(model.Move(),) as block, parameters=(only,)) if (
            scope.taught and only.kind.sort == "space" and len(definition.needs) <= 1
        ):  # the sentence that allows it speaks of nothing else
            return steps_of(inner.meaning(only, It(term=variable_term(only))), block)
        case model.Act(head=head, effects=block):
            return steps_of(inner, (*head, *block))
        case model.Procedure(
            body=(*_, model.Win(who=model.Use(variable=winner))) as block, parameters=(who,)
        ) if winner is who and scope.taught and scope.are_two:  # fmt: skip
            other = phrase("opponent", of=variable_form(inner, who))
            return tuple(replace(step, form=won(step.form, other)) for step in steps_of(inner, block))
        case model.Procedure(body=(_,) as block, parameters=(thing, *_)) if scope.taught:  # of nothing else is spoken
            return steps_of(subject_scope(inner, (thing,)), block)
        case model.Procedure(body=block):
            return steps_of(inner, block)
        case _:
            assert_never(definition)


# ------------------------------------------------------------------------------------------------ qualities and values


def condition_step(scope: Scope, condition: Condition, use: Use = "fact", clauses: tuple[str, ...] = ()) -> Step:
    """A condition as a line; one of several that are enough, as a list under it."""
    if isinstance(condition, model.Waived):
        return condition_step(scope, condition.conditions[-1], use, clauses)
    if isinstance(condition, model.OnOneBoard):
        return condition_step(scope, condition.conditions[0], use, clauses)
    if isinstance(condition, model.Any) and len(condition.conditions) > 1:
        alike = alternatives(tuple(map(scope.clause, condition.conditions)))
        cited = condition.line_clauses or ((),) * len(condition.conditions)
        if alike is not None:
            return Step(alike, use, clauses=tuple(dict.fromkeys((*clauses, *(c for own in cited for c in own)))))
        pairs = zip(condition.conditions, cited, strict=True)
        children = tuple(condition_step(scope, part, clauses=own) for part, own in pairs)
        return Step(phrase("any_of"), use, children, clauses)
    return Step(scope.clause(condition), use, clauses=clauses)


def subject_scope(scope: Scope, parameters: tuple[Variable, ...]) -> Scope:
    """The first thing of a heading is "it" below, unless it has been given a name, or is a player or any number."""
    if not parameters:
        return scope
    first = parameters[0]
    named = first.is_nickname and not is_only_one(first.kind)
    return (
        scope
        if named or first.kind.sort in ("player", "number")
        else scope.meaning(first, It(term=variable_term(first)))
    )


def quality(scope: Scope, node: model.Quality) -> Step:
    """When something has the quality: "an installation is effective when …"."""
    clause = is_so(node) if node.about else said_of(scope, node)
    clauses = node.condition_clauses or [()] * len(node.conditions)
    lines = tuple(
        clearly(scope, node, partial(condition_step, condition=c, clauses=k))
        for c, k in zip(node.conditions, clauses, strict=True)
    )
    if len(lines) == 2:
        lines = both(*lines) or lines
    if len(lines) == 1 and not lines[0].children:
        return Step(phrase("when", clause=clause, condition=lines[0].form), "fact", (), node.clauses + lines[0].clauses)
    if len(lines) == 1:
        return Step(phrase("when_any", clause=clause), "fact", lines[0].children, node.clauses + lines[0].clauses)
    return Step(phrase("when_all", clause=clause), "fact", lines, node.clauses)


def clearly(scope: Scope, node: model.Quality | model.Value, tell: Callable[[Scope], Step]) -> Step:
    """What is told of the first thing of a heading as "it"; by its name where "its" could be of another one,
    of which it spoke before."""
    step = tell(subject_scope(scope, node.parameters))
    first, *others = node.parameters or (None,)
    terms = [variable_term(v) for v in others if v.kind.sort not in ("player", "number")]
    forms = step.form.slots if isinstance(step.form, Phrase) else (("whole", step.form),)
    heading_slot = "subject" if isinstance(node, model.Value) else ""  # which names both
    told = tuple(form for slot, form in forms if slot != heading_slot)
    nouns = dropwhile(
        lambda noun: noun.term not in terms and not is_owner_in(noun, first),
        (part for part in parts_in(told) if isinstance(part, Noun)),
    )
    return tell(scope) if any(is_of_first(noun, first) for noun in nouns) else step


def is_owner_in(noun: Noun, first: Variable | None) -> bool:
    """Whether it is a thing with a name of its own, or belongs to one, of which "its" could be, too."""
    if noun.called:
        return True
    owned_by_first = (isinstance(part, Noun) and is_of_first(part, first) for part in parts_in(noun.of))
    return isinstance(noun.of, Noun) and not is_person(noun.of) and not any(owned_by_first)


def is_of_first(noun: Noun, first: Variable | None) -> bool:
    return first is not None and isinstance(noun.of, It) and noun.of.term == variable_term(first)


def said_of(scope: Scope, node: model.Quality) -> Form:
    """The quality, said of what its heading brings in."""
    subject, *others = (brought_in(scope, v) for v in node.parameters)
    attached = tuple(Attached(w, v) for w, v in zip(node.prepositions[1:], others, strict=True))
    return said_of_it(node, subject, attached)


def both(one: Step, other: Step) -> tuple[Step, ...]:
    """Two conditions as one, where each is short enough that it stays clear what belongs together; else none."""
    if any(step.children or branches(step.form) for step in (one, other)):
        return ()
    form = together((one.form, other.form), "and")
    return (Step(form, one.use, clauses=tuple(dict.fromkeys(one.clauses + other.clauses))),)


def value(scope: Scope, node: model.Value) -> Step:
    """What the value is, or its cases as a list: "the Chaos Bomb's front is the cell …"."""
    what = value_heading(scope, node)
    inner = subject_scope(scope, node.parameters)
    told = overrides.spoken_of(scope, node.overrides)
    if not told and len(node.general) == 1:
        meaning, _, clauses = node.general[0]
        return clearly(scope, node, partial(plain_value, what=what, meaning=meaning, clauses=node.clauses + clauses))
    of_each = by_owner(inner, node)
    if of_each is not None:
        of_players = node.parameters[0].kind.sort == "player"  # each of whom is named behind it
        what = Noun(definition_term(node), "the") if of_players else what
        return Step(phrase("is", subject=what, complement=of_each), "fact", clauses=node.clauses + cited(node))
    special = (overrides.told_with(inner, override, "case_instead") for override in told)
    usual = [] if any(map(overrides.is_always, told)) else told_once(scope, node.general)
    last = last_player(scope, node) if usual else None
    if last is not None:
        usual[-1] = (usual[-1][0], last, usual[-1][2])
    apart = exclude_one_another(scope, node) or (last is not None and not told)
    keys = ("case" if apart or not (told or number) else "otherwise_case_if" for number in range(len(usual)))
    cases = (clearly(scope, node, partial(case, meaning=meaning, condition=condition, clauses=clauses, key=key))
             for key, (meaning, condition, clauses) in zip(keys, usual, strict=True))  # fmt: skip
    return Step(phrase("value_cases", subject=counted(what, node)), "fact", (*special, *cases), node.clauses)


def cited(node: model.Value) -> tuple[str, ...]:
    """The clauses of the lines of all cases."""
    return tuple(clause for _, _, clauses in node.general for clause in clauses)


def plain_value(scope: Scope, what: Form, meaning: model.Expression, clauses: tuple[str, ...] = ()) -> Step:
    lines = sorts_of_groups(scope, meaning) if isinstance(meaning, model.MostInGroups) else ()
    return Step(phrase("is", subject=what, complement=scope.form(meaning)), "fact", lines, clauses)


def case(
    scope: Scope, meaning: model.Expression, condition: Condition | None, clauses: tuple[str, ...], key: str
) -> Step:
    """A case of a value, which reads as `key` says where it has a condition."""
    form = scope.form(meaning)
    if form == It() and isinstance(meaning, model.Use):
        form = Noun(variable_term(meaning.variable))
    if condition is None:
        return Step(phrase("otherwise_case", value=form), "fact", clauses=clauses)
    return Step(phrase(key, value=form, condition=scope.clause(condition)), "fact", clauses=clauses)


def walk(scope: Scope, node: model.Walk) -> Step:
    """Where a walk starts, how it goes on, what stops it: a sentence each, under its name."""
    certain = node.along is not None or node.parameters
    what = with_roles(node, "the" if certain else "a", (brought_in(scope, v) for v in node.parameters))
    lines = [
        fact(phrase("walk_starts", subject=what, start=walk_start(scope, node), along=walk_heading(scope, node)),
             node, "start"),
        fact(walk_onward(scope, node), node, "on"),
    ]  # fmt: skip
    article: Article = "a" if node.along is None else "the first"
    key = "walk_goes_no_further" if node.along is None else "walk_stops"
    for number, condition in enumerate(node.stops):
        place = stopping(scope, node, condition, article)
        lines.append(fact(phrase(key, subject=it(what), place=place), node, f"stop {number}"))
    if node.once:
        key = "walk_once" if node.turns is None else "walk_once_along"
        lines.append(fact(phrase(key, subject=it(what), kind=space_noun(node)), node, "once"))
    return Step(phrase("walk_named", walk=what), "fact", tuple(lines), node.clauses)


def fact(form: Form, node: model.Walk, line: str) -> Step:
    return Step(form, "fact", clauses=node.line_clauses.get(line, ()))


def walk_start(scope: Scope, node: model.Walk) -> Form:
    if isinstance(node.start, model.Selection):
        return described(scope, node.start, each_of(node))
    assert node.start is not None  # the resolver refuses a walk that starts nowhere
    return scope.form(node.start)


def walk_heading(scope: Scope, node: model.Walk) -> Form | None:
    return scope.form(node.heading) if node.heading is not None else None


def it_of(node: model.Walk) -> It:
    return It(term=definition_term(node))


def walk_onward(scope: Scope, node: model.Walk) -> Form:
    if node.along is not None:
        closed = scope.world.board_of(node.here.kind).word in CLOSED if node.here else False
        return phrase("walk_round" if closed else "walk_along", subject=it_of(node), along=scope.form(node.along))
    inner = scope.meaning(node.here, space_noun(node, "that")) if node.here else scope
    if node.onward is not None:
        onward = nameless(described(inner, node.onward, each_of(node)))
        return phrase("walk_onward", subject=it_of(node), kind=space_noun(node), onward=onward)
    assert node.turns is not None
    if node.came is not None:
        inner = inner.meaning(node.came, phrase("direction_come"))
    match node.turns.that:
        case [model.Compare(left=model.Use(variable=way), right=along)] if way.span == along.span:
            turns = inner.form(along)  # the one direction that a value says
        case _:  # all that are described
            turns = nameless(described(inner, node.turns, each_of(node)))
    return phrase("walk_turns", subject=it_of(node), kind=space_noun(node), onward=turns)


def each_of(node: model.Walk) -> Article:
    """What may go over a space twice is no way to go along but all that can be come to: it takes every one there is."""
    return "a" if node.once else "every"


def nameless(noun: Noun) -> Noun:
    """What leads on is not spoken of again."""
    return replace(noun, called="")


def space_noun(node: model.Walk, article: Article = "bare") -> Noun:
    assert node.here is not None  # every walk reaches spaces
    return Noun(kind_term(node.here.kind), article)


def stopping(scope: Scope, node: model.Walk, condition: Condition, article: Article) -> Noun:
    """Where a walk stops: "the first cell that is not open"; one that may branch: "a cell that is not open"."""
    assert node.here is not None
    clause = relative(scope.meaning(node.here, Gap()), condition, node.here)
    return replace(space_noun(node, article), that=(clause,))


# ------------------------------------------------------------------------------------- what follows by itself, endings


def standing(scope: Scope, node: model.StandingRule) -> Step:
    condition = scope.clause(node.condition) if node.condition else None
    step = led_by("whenever", steps_of(scope, node.body), condition=condition)
    return replace(step, clauses=node.clauses + step.clauses)


def at_edge(scope: Scope, node: model.AtEdge) -> Step:
    """What is done where a phase, a window or a turn begins or ends."""
    time = in_a_row(map(time_noun, node.times))
    if node.turns and time is not None:
        key = f"at_{node.edge}_of_turns"
    elif node.game or node.every or time is None:
        key = f"at_{node.edge}_of_{'game' if node.game else 'phase' if node.every else 'turn'}"
        time = None
    else:
        key = f"at_{node.edge}"
    step = led_by(key, steps_of(acting(scope, node.actor), node.body), time=time)
    return replace(step, clauses=node.clauses + step.clauses)


def time_noun(time: model.Phase | model.Window) -> Form:
    sort = "window" if isinstance(time, model.Window) else "phase"
    return phrase(f"the_{sort}", **{sort: Noun(replace(definition_term(time), proper=True), "bare")})


NESTED = (
    model.If, model.ForEach, model.Repeat, model.TakeTurns, model.InOneGo, model.Together,
    model.Lasting, model.ChooseOne, model.May,
)  # fmt: skip


def happening(scope: Scope, node: model.Happening) -> Step:
    """What is done when something happens: "after an installation enters the box, …"."""
    assert node.subject is not None  # every such rule is about a thing
    plain = len(node.body) == 1 and not isinstance(node.body[0], NESTED)
    inner = subject_scope(scope, (node.subject,)) if plain else scope
    when = "before" if isinstance(node, model.Before) else "after"
    key = f"{when}_{node.event}" + ("_any" if node.which is not None else "")
    step = led_by(key, steps_of(inner, node.body), **event(scope, node))
    return replace(step, clauses=node.clauses + step.clauses)


def event(scope: Scope, node: model.Happening) -> dict[str, Form]:
    """The slots of what happens."""
    assert node.subject is not None
    subject = introduced(node.subject)
    if node.which is not None:
        return {"subject": subject, "family": introduced(node.which)}
    if node.deeds:
        return {"deed": one_deed_of(node, subject)}
    found: dict[str, Form] = {"subject": subject}
    if node.attribute is not None and node.event == "becomes":
        found["quality"] = Adjective(Term(node.attribute.name, proper=True, about=node.attribute))
    elif node.attribute is not None:
        found["subject"] = Noun(attribute_term(node.attribute), of=subject)
    elif node.place_variable is not None:
        found["place"] = introduced(node.place_variable)
    elif node.place is not None:
        found["place"] = somewhere(scope, node.place)
    return found


def one_deed_of(node: model.Happening, subject: Form) -> Form:
    """What somebody has done; one of several: "a player steps, loads or unloads"."""
    first, *others = node.deeds
    rest = tuple(done(node, deed, Silent(subject)) for deed in others)
    return Listed((done(node, first, subject), *rest), "or") if rest else done(node, first, subject)


def done(node: model.Happening, deed: model.Act, subject: Form) -> Deed:
    """What somebody has done, with what it was done as far as the rule speaks of it: "a player steps to a cell"."""
    words = dict(zip(deed.parameters, deed.prepositions, strict=True))
    attached = tuple(Attached(words[parameter], introduced(v)) for v, parameter in node.bound(deed))
    return Deed(definition_term(deed), attached, subject)


def waiting_order(scope: Scope, node: model.WaitingOrder) -> Step:
    """Who says in which order several rules come that wait at once."""
    return Step(phrase("waiting_order"), "fact", clauses=node.clauses)


def override(scope: Scope, node: model.Override) -> Step:
    """An exception: "when the ship is fast, this counts instead of One Step in Move: …"."""
    of = node.of
    inner = acting(scope, of.actor if isinstance(of, model.Act | model.Procedure) else None)
    lines = (*(need(inner, line) for line in node.needs), *steps_of(inner, node.body))
    if node.meaning is not None and isinstance(of, model.Value):
        lines = (plain_value(subject_scope(scope, of.parameters), value_heading(scope, of), node.meaning),)
    return overrides.lead(inner, node, lines)


def ending(scope: Scope, node: model.Ending) -> Step:
    """An end of the game, and who wins: "the game ends when the Chaos Bomb is on the Moon: Imperial wins"."""
    condition = scope.clause(node.condition) if node.condition else None
    step = led_by("game_ends", steps_of(scope, node.body), condition=condition)
    return replace(step, clauses=node.clauses + step.clauses)
