"""How the game ends where no sentence about its end says so: in the course of play, a phase or a verb."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from dsl import model
from dsl.model import Block, Rulebook
from dsl.model.visit import definitions_of, nodes_in, parts_of, rewritten
from dsl.prose.definitions import acting
from dsl.prose.forms import Form, Listed, Noun, Phrase, Quoted, Step, You, changed, parts_in, phrase
from dsl.prose.headings import heading, introduced
from dsl.prose.loops import carried_out_by, on_turn
from dsl.prose.nodes import times_used, winner_by
from dsl.prose.nouns import definition_term
from dsl.prose.repeats import all_have_passed, until_over
from dsl.prose.scope import Scope
from dsl.prose.statements import led_by, steps_of
from dsl.prose.teaching import are_turns

OPPONENT = phrase("opponent", of=You())
ENDS = (model.Win, model.BestWins, model.Draw)

Variants = Container[str]
"""Those with which the game is played; what other variants bring does not decide it."""


def in_play(
    scope: Scope, block: Block, used: Variants, alone: bool = False, before: bool = False
) -> Iterator[Step]:  # fmt: skip
    """What decides the game in the course of play: on a player's turn, when the turns are over, at the end of all.
    `alone`: nothing decides it but one line; `before`: somebody can win at any time."""
    waiting = list(block)
    together: list[model.Statement] = []  # what is decided one after the other, so that "otherwise" has its sense
    while waiting:
        node = waiting.pop(0)
        if not isinstance(node, model.TakeTurns):
            together += [node] if decides(node, used) or id(node) in scope.untold else []
            continue
        yield from steps_of(scope, tuple(together))
        together = []
        children = tuple(in_play(on_turn(scope, node), node.body, used))
        if children:
            yield Step(phrase("on_turn"), "fact", children)
        if node.all_pass or node.until is not None:
            yield from after_turns(scope, node, decisive(waiting, used), before)
            return
    told = [node for node in together if id(node) not in scope.untold]
    if len(told) == 1 and isinstance(told[0], ENDS):
        yield last(scope, told[0], alone=alone)
    else:
        yield from steps_of(scope, tuple(together))


def draws_apart(scope: Scope, steps: Iterable[Step]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What decides the game, without the last cases of a turn in which nobody wins; and these, which count where nobody
    has won. Those who learn the game are told of the former from the side of who wins."""
    told: list[Step] = []
    drawn: list[Step] = []
    for step in steps:
        cases = step.children if step.form == phrase("on_turn") else ()
        won = max((n for n, case in enumerate(cases, 1) if not is_draw(case)), default=0)
        last = cases[won:] if won else ()
        left = replace(step, children=cases[:won]) if last else step
        told.append((from_winner(left) if scope.taught and scope.are_two else None) or left)
        if last:
            drawn.append(replace(step, form=phrase("on_turn_drawn"), children=tuple(ways_to_draw(last))))
    return tuple(told), tuple(drawn)


def from_winner(step: Step) -> Step | None:
    """What one loses by on one's turn, as the other wins: "you win if, on their turn, your opponent is checkmated"."""
    match step:
        case Step(
            form=Phrase(key="on_turn"), children=(Step(form=Phrase(key="if_then") as case, children=said) as only,)
        ):
            all_said = all(isinstance(one.form, Quoted) for one in said)
            if case.slot("then") != phrase("wins", subject=OPPONENT) or not all_said:
                return None
            told = phrase("wins_on_their_turn", subject=You(), condition=seen_from_other(case.slot("condition")))
            return Step(told, "fact", said, (*step.clauses, *only.clauses))
        case _:  # has several cases, or says something else
            return None


def seen_from_other(form: Form | None) -> Form | None:
    """What is said of one of two, as the other says it: "you" for "your opponent", and the reverse."""

    def other(part: Form) -> Form:
        if part == You():
            return OPPONENT
        return You() if part == phrase("opponent", of=OPPONENT) else part

    found: Form | None = changed(form, other)
    return found


def ways_to_draw(cases: Iterable[Step]) -> Iterator[Step]:
    """What is enough for nobody to win, one by one."""
    for case in cases:
        condition = case.form.slot("condition") if isinstance(case.form, Phrase) else None
        parts = condition.members if isinstance(condition, Listed) and condition.joiner == "or" else (condition,)
        for part in parts:
            if part is not None:
                yield Step(part, "fact", case.children, case.clauses)


def is_draw(step: Step) -> bool:
    """Whether it says when nobody wins where nothing before it is so."""
    match step.form:
        case Phrase(key="otherwise_if_then") as form:
            return form.slot("then") == phrase("nobody_wins")
        case _:  # says something else
            return False


def after_turns(scope: Scope, node: model.TakeTurns, rest: Block, before: bool) -> Iterator[Step]:
    """What is decided when the turns are over: by a verb that does nothing else in its lines, or in the words in which
    the designer tells of it in short; that nobody wins, if nobody has `before`, where one can."""
    settled = settling(rest) if scope.taught else None
    decided = steps_of(scope, settled.body if settled else rest)
    if settled and settled.short:
        yield from steps_of(scope, tuple(settled.short))
    elif decided:
        until = scope.clause(node.until) if node.until is not None else all_have_passed(scope)
        drawn = before and all(isinstance(line, model.Draw) for line in rest)
        yield led_by("when_so_drawn" if drawn else "when_so", decided, condition=until)


def settling(block: Block) -> model.Procedure | None:
    """The verb that alone decides the game there, if the designer tells of it in short, or it does nothing else."""
    match block:
        case (model.Perform(procedure=verb, arguments=()),) if is_decisive(verb, ()):
            plain = not verb.texts and not verb.needs and all(decides(line, (), called=False) for line in verb.body)
            return verb if verb.short or plain else None
        case _:  # is decided by its lines
            return None


def decisive(block: Iterable[model.Statement], used: Variants) -> Block:
    """What of a block can end the game."""
    return tuple(node for node in block if decides(node, used))


def as_won(block: Block) -> Block:
    """A block in which whoever a verb makes win wins: what else comes of that, its own lines tell."""
    return tuple(winner_by(line) or rewritten(line, winner_by) for line in block)


def decides(node: model.Node, used: Variants, called: bool = True) -> bool:
    """Whether it can end the game, also by a verb that it calls."""
    match node:
        case model.Win() | model.BestWins() | model.Draw():
            return True
        case model.Perform(procedure=verb) if called and is_decisive(verb, used):
            return True
        case model.Overruled(branches=(*others, general)):
            counted = [body for (_, body), by in zip(others, node.overrides, strict=True) if counts_with(by, used)]
            return any(decides(inner, used, called) for body in (*counted, general[1]) for inner in body)
        case _:  # by what is in it, if at all
            return any(decides(inner, used, called) for inner in node.inside)


def pruned(block: Block, used: Variants) -> Block:
    """Of what ends the game in the midst of other things only what leads to it, and what it speaks of."""
    found: list[model.Statement] = []
    for node in reversed(block):
        if can_end(node, used):
            found.insert(0, leading(node, used))
        elif isinstance(node, model.Let | model.Choose) and times_used(node.variable, found):
            found.insert(0, node)
    return tuple(found)


def can_end(node: model.Node, used: Variants) -> bool:
    """Whether it ends the game in some case, itself or by a verb that does so in any case: what another verb brings is
    told of that verb."""
    calls = (inner.procedure for inner in nodes_in(node) if isinstance(inner, model.Perform))
    return decides(node, used, called=False) or any(any(isinstance(n, ENDS) for n in verb.body) for verb in calls)


def leading(node: model.Statement, used: Variants) -> model.Statement:
    """A line that ends the game without what it does besides; cases before the one that ends it stay as they are, as
    "otherwise" means that these are not so."""
    match node:
        case model.Overruled():
            return node
        case model.If(branches=branches):
            ends = [any(can_end(inner, used) for inner in body) for _, body in branches]
            last = max(number for number, end in enumerate(ends) if end)
            kept = zip(branches[: last + 1], ends, strict=False)
            return replace(node, branches=tuple((c, pruned(body, used) if end else body) for (c, body), end in kept))
        case model.ForEach(body=body) | model.Repeat(body=body):
            return replace(node, body=pruned(body, used))
        case _:  # is told as it is
            return node


def counts_with(definition: model.Definition, used: Variants) -> bool:
    return definition.variant is None or definition.variant in used


def is_decisive(verb: model.Procedure, used: Variants) -> bool:
    return counts_with(verb, used) and any(decides(node, used, called=False) for node in verb.body)


def in_act(scope: Scope, act: model.Act, seat: Form | None, used: Variants) -> Step | None:
    """What of an action or a power can end the game, with who does it: "when a player folds, …". `seat`: nobody else
    does it."""
    assert act.actor is not None  # somebody does it
    in_words = scope.taught and bool(act.short)  # then these tell what comes of it by a verb
    inner = carried_out_by(scope.meaning(act.actor, seat) if seat is not None else scope, act.actor)
    lines = as_won(act.effects) if scope.taught and not in_words else act.effects
    decided = steps_of(inner, tuple(node for node in lines if decides(node, used, called=not in_words)))
    doing = replace(heading(act), subject=seat or introduced(act.actor))
    return led_by("when_so", decided, condition=doing) if decided else None


def uncalled(
    book: Rulebook, used: Variants, told: Iterable[model.Phase], taught: bool
) -> Iterator[model.Procedure]:  # fmt: skip
    """The verbs that end the game though neither play nor an action or power calls them, nor a phase that is `told`
    with all it does, or, where the game is `taught`, with who wins by it: other verbs do, or rules."""
    acts = (act.effects for act in (*book.actions.values(), *book.powers.values()))
    blocks = (book.play, *acts, *(phase.body for phase in told))
    called = {node.procedure for block in blocks for node in nodes_in(block) if isinstance(node, model.Perform)}
    in_phases = (node for phase in book.phases.values() if taught for node in nodes_in(phase.body))
    called |= {node.procedure for node in in_phases if isinstance(node, model.Perform) and winner_by(node)}
    for verb in book.procedures.values():
        if is_decisive(verb, used) and verb not in called:
            yield verb


def in_verb(scope: Scope, verb: model.Procedure, used: Variants) -> Step:
    """A verb in which it is said who wins, with what of it says so: "reward a player (the winner): the winner wins"."""
    inner = acting(scope, verb.actor)
    return Step(heading(verb), children=steps_of(inner, pruned(verb.body, used)), clauses=verb.clauses)


def is_goal(step: Step) -> bool:
    """Whether it says in one sentence who wins, and needs no comparison for it."""
    keys = {part.key for part in parts_in(step.form) if isinstance(part, Phrase)}
    return not step.children and "wins" in keys and keys.isdisjoint(("best_wins", "nobody_wins"))


def last(scope: Scope, node: model.Statement, phase: model.Phase | None = None, alone: bool = False) -> Step:
    """Who wins where a phase, or the whole play, comes to its end without an ending of its own."""
    (step,) = steps_of(scope, (node,))
    if phase is None:
        key = "when_over" if alone else "at_the_end"
        return Step(phrase(key, then=step.form), "fact", clauses=step.clauses)
    name = Noun(replace(definition_term(phase), proper=True), "bare")
    return Step(phrase("ends_with" if alone else "at_end_of", phase=name, then=step.form), "fact", clauses=step.clauses)


def brought_about(scope: Scope, play: Block) -> Iterator[Step]:
    """How long it is played before the end comes: until what the last of its loops waits for."""
    loops = [node for node in play if isinstance(node, model.Repeat | model.TakeTurns)]
    node = loops[-1] if loops else None
    if node is None:
        return
    if any(isinstance(inner, model.StopRepeating) for inner in nodes_in(node.body)):
        stopped, behind = stopped_when(node)
        if stopped is not None:
            after = {} if behind is None else {"after": bare_name(behind)}
            yield Step(phrase("goes_on", until=scope.clause(stopped), **after), "fact")
        return
    ending = until_over(scope, node)
    if ending:
        yield Step(phrase("goes_on", **ending), "fact")


def stopped_when(loop: model.Repeat | model.TakeTurns) -> tuple[model.Condition | None, model.Phase | None]:
    """What alone ends a loop, where one of its lines says that it is stopped if that is so, and the phase behind which
    that is asked."""
    stops = sum(isinstance(inner, model.StopRepeating) for inner in nodes_in(loop.body))
    if stops != 1 or loop.until is not None or not isinstance(loop, model.Repeat) or loop.times is not None:
        return None, None
    for before, line in pairwise((None, *loop.body)):
        match line:
            case model.If(branches=((condition, (*_, model.StopRepeating())),)):
                return condition, before.phase if isinstance(before, model.DoPhase) else None
            case _:  # does not stop it
                pass
    return None, None


def bare_name(phase: model.Phase) -> Noun:
    return Noun(replace(definition_term(phase), proper=True, about=None), "bare")


def is_at_the_end(step: Step) -> bool:
    """Whether it tells who wins where play, or a phase of it, comes to its end."""
    return isinstance(step.form, Phrase) and step.form.key in ("when_over", "ends_with")


def can_be_won(book: Rulebook) -> bool:
    """Whether somebody wins as soon as something is so."""
    return any(isinstance(node, model.Win) for ending in book.endings for node in nodes_in(ending))


def has_one_end(book: Rulebook) -> bool:
    """Whether one line alone says who wins, wherever it stands."""
    bodies = (part for definition in definitions_of(book) for part in parts_of(definition))
    return sum(isinstance(node, ENDS) for body in (*book.play, *bodies) for node in nodes_in(body)) == 1


def amid_phase(scope: Scope, phase: model.Phase, used: Variants) -> Iterator[Step]:
    """What can end the game before a phase comes to its end."""
    body = as_won(phase.body) if scope.taught else phase.body
    lines = body[:-1] if phase.body and isinstance(phase.body[-1], ENDS) else body
    for step in steps_of(scope, pruned(lines, used)):
        yield replace(step, form=phrase("in_phase", phase=bare_name(phase), fact=step.form))  # the glance leads there


def in_phase(scope: Scope, phase: model.Phase, alone: bool = False) -> Step | None:
    """The last line of a phase, where it says who wins; `alone`: no other line does."""
    match phase.body:
        case (*_, model.Repeat() as turns, model.Win() as won) if are_turns(scope, turns):
            assert turns.times is not None  # else they are no turns
            (step,) = steps_of(scope, (won,))
            over = phrase("after_turns", times=scope.form(turns.times), then=step.form)
            return Step(over, "fact", clauses=turns.clauses + step.clauses)
        case (*_, model.Win() | model.BestWins() | model.Draw() as node):
            return last(scope, node, phase, alone)
        case _:  # ends with something else
            return None
