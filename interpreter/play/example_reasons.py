"""Why a line of an example does not hold, or cannot be answered, and what could stand there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.ir.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import ACTIVE, Step
from dsl.text.diagnostics import Note
from interpreter.knowledge.wording import slots
from interpreter.play.example_failures import LAST_GIVEN, MOST_LINES, OVER_ALL, Answer, Failed
from interpreter.play.example_tries import answers, done_so
from interpreter.play.simultaneous import asked, is_secret
from interpreter.state.machine import State

if TYPE_CHECKING:
    from interpreter.play.example_runner import Runner

MORE_OF_THEM = (f"{LAST_GIVEN}given there are 2 …",)


def does_not_hold(runner: Runner, step: Step, state: State) -> Failed:
    if step.sort == "won":
        hints = runner.stand.told_behind_it(state)
        return Failed(f"this does not hold: {runner.stand.who_has_won(state)}", hints=hints)
    if step.sort == "then":
        return _is_not_so(runner, step, state)
    here = runner.stand.who_is_asked(state)
    if step.negative and step.sort == "offered" and (how := _how_it_can(runner, step)):
        return Failed(f"this does not hold, as it can be done: {how}")
    if step.negative or step.sort != "offered":
        helps = _passes(runner) if step.sort == "asked" else ()
        notes = runner.stand.what_ended_it(state) or _passed_by(runner, step, state)
        return Failed(f"this does not hold: {here}", notes, answers=helps)
    needs = runner.stand.unmet(state, step)
    return Failed(f"this is not offered: {here}", needs or _only_later(runner, step, state), _who_begins(runner, step))


def _passed_by(runner: Runner, step: Step, state: State) -> tuple[Note, ...]:
    """That somebody may have had a turn without a question, where whoever has answered last is asked again."""
    before = runner.before_answer
    again = bool(before) and state[STATUS_AT] != OVER and before[WHO_AT] == state[WHO_AT]
    if step.sort != "asked" or step.negative or step.who < 0 or not again:
        return ()
    player = runner.program.players[step.who]
    why = "who can do nothing of what a turn offers is passed over without a question"
    return (Note(f"{why}: if this was {player}'s turn, a `given` line before has to say what {player} needs for it"),)


def _is_not_so(runner: Runner, step: Step, state: State) -> Failed:
    in_secret = is_secret(runner.program, state)
    waits = in_secret or (state[STATUS_AT] != OVER and runner.is_acting)  # for somebody, in the middle of something
    unanswered = runner.stand.unanswered(state)
    pending = unanswered or (runner.stand.who_is_asked(state) if waits or runner.is_rolling else "")
    why = pending or (runner.stand.over(state) if runner.stand.phase else "")
    needs = runner.stand.unmet(state, step) if step.meant else ()
    helps = answers(runner) if unanswered or waits else _passes(runner)
    helps = _answers_in_secret(runner) if in_secret else helps
    hints = () if helps else runner.stand.phase_left_out(state)
    found = needs or runner.stand.as_it_is(state, step)
    right = () if pending else runner.stand.right(state, step)
    return Failed("this does not hold" + (f": {why}" if why else ""), found, hints, helps, right)


def says_nothing(runner: Runner, step: Step, state: State) -> Failed:
    player = runner.program.players[step.who]
    what = "the action" if step.sort == "offered" else "passing"
    is_asked = state[STATUS_AT] != OVER and runner.state[WHO_AT] == step.who
    here = f"{player} is not asked{' for that' if is_asked else ''}: {runner.stand.who_is_asked(state)}"
    message = f"this says nothing of {what}, as {here}"
    note = Note("`could not` in place of `cannot` asks for the needs alone, whoever is asked")
    notes = (note,) if step.sort == "offered" else ()
    if not is_asked:
        return Failed(message, notes, (f"then {player} is not asked",))
    offered = (one.line.removeprefix(f"when {player} does ") for one in runner.stand.answers(state))
    can = [f"then {player} can {done}" for done in offered if not done.startswith("when ")]
    return Failed(message, notes, tuple(can[:MOST_LINES]) if step.sort == "offered" else ())


def _how_it_can(runner: Runner, step: Step) -> str:
    """With which answers that can be done of which a line says that it cannot."""
    code = next((code for code in runner.candidates if runner.means(step, code)), None)
    return done_so(runner, code) if code is not None else ""


def _who_begins(runner: Runner, step: Step) -> tuple[str, ...]:
    """The line by which it is the turn of the player of whom a line speaks, where nobody has done anything yet."""
    turn = runner.machine.arrays.get(ACTIVE)
    if turn is None or runner.answered or runner.is_over or runner.state[turn.offset] in (-1, step.who):
        return ()
    return (f"{LAST_GIVEN}given {runner.program.players[step.who]} is active",)


def _only_later(runner: Runner, step: Step, state: State) -> tuple[Note, ...]:
    """Where nothing but the time is against it, the sentence that does not ask for the time."""
    if runner.stand.over(state) or state[SITE_AT] not in step.sites:
        return (Note("`could` in place of `can` asks for the needs alone, whoever is asked"),)
    return ()


def _passes(runner: Runner) -> tuple[Answer, ...]:
    """The lines with which those who are asked now do nothing, or the only thing that there is."""
    found = answers(runner) if not runner.is_over else ()
    return tuple(one for one in found if one.code >= 0 and (one.line.endswith(" passes") or len(found) == 1))


def _answers_in_secret(runner: Runner) -> tuple[Answer, ...]:
    """The lines with which each of those could answer who are asked at once."""
    found: tuple[Answer, ...] = ()
    for who in asked(runner.program, runner.machine, runner.state):
        other = runner.aside()
        other.ask(who)
        found += tuple(replace(one, code=-1) for one in other.stand.answers(other.state))
    return found


def never_asked(runner: Runner, step: Step, before: State) -> Failed:
    """Why a line cannot be answered, not even when all others have passed; the state is again that before it."""
    runner.state[:] = before
    runner.settle()
    if step.sort == "closes" and runner.chose_set in (step.who, runner.state[WHO_AT]):
        message = "nothing is to be ended here: what was chosen is complete with the line before"
        return Failed(message, hints=("leave it out",))
    if over := runner.stand.over(runner.state):
        passed = ("leave it out",) if step.sort == "passes" else ()  # who can do nothing is not asked
        hints = (*runner.stand.phase_left_out(runner.state), *passed)
        early = "" if runner.answered else ": with what is given it comes to its end before anybody is asked"
        notes = runner.stand.what_ended_it(runner.state)
        return Failed(f"{over} before this{early}" if over == OVER_ALL else over, notes, hints)
    here = runner.stand.who_is_asked(runner.state)
    needs = runner.stand.unmet(runner.state, step) if step.sort == "does" else ()
    what = "nobody rolls dice here" if step.sort == "rolls" else "this is not offered"
    hints = runner.stand.unshuffled(runner.state) if is_of_chance(runner, step) else ()
    if nothing := _nothing_to_choose(runner, step):
        return Failed(f"{what}: {here}. {nothing}", needs, MORE_OF_THEM)
    return Failed(f"{what}, not even after others have passed: {here}", needs, hints)


def _nothing_to_choose(runner: Runner, step: Step) -> str:
    """That a player was not asked for what a line chooses, as there was no such thing at the last answer."""
    state, players = runner.before_answer or runner.state, runner.program.players
    if step.sort != "chooses" or not 0 <= step.who < len(players) or not step.function:
        return ""
    decisions = (runner.program.decisions[site] for site in step.sites)
    forms = [form for one in decisions if one.sort == "choice" for form in one.alternatives]
    each = [(form, slot) for form in forms if len(slots(form)) == 1 for slot in slots(form)]
    things = {value for _, slot in each for value in range(slot.start, slot.start + slot.size)}
    if not things or any(runner.machine.call(step.function, state[:], thing) for thing in things):
        return ""
    return f"{players[step.who]} was not asked, as there was no such thing to choose then"


def not_allowed(runner: Runner, step: Step) -> Failed:
    """Why the open decision has no such answer."""
    if step.sort == "chooses" and runner.passing is not None and {*runner.codes} == {runner.passing}:
        who = runner.program.players[runner.state[WHO_AT]]
        message = f"{who} has nothing to choose here: what can only be one thing is taken without a question"
        return Failed(message, hints=(f"in place of it: when {who} passes",))
    needs = runner.stand.unmet(runner.state, step) if step.sort == "does" else ()
    here = "" if needs else f": {runner.stand.who_is_asked(runner.state)}"
    return Failed(f"this is not allowed here{here}", needs)


def dice_first(runner: Runner, step: Step) -> Failed:
    not_who = f", and not by {runner.program.players[step.who]}" if step.sort == "rolls" else ""
    return Failed(f"{runner.stand.who_is_asked(runner.state)} before this{not_who}")


def must_answer(runner: Runner, step: Step) -> Failed:
    """Why somebody cannot pass who is asked before a line."""
    who, prompt = (*runner.program.players, "chance")[runner.state[WHO_AT]], runner.decision.prompt
    if is_of_chance(runner, step):
        message = f"chance has nothing to choose before {who} is to answer: {prompt}"
        return Failed(message, hints=runner.stand.unshuffled(runner.state))
    message = f"{who} is to answer before this: {prompt}"
    if nothing := _nothing_to_choose(runner, step):
        return Failed(f"{message}. {nothing}", hints=MORE_OF_THEM)
    return Failed(message, answers=answers(runner))


def is_of_chance(runner: Runner, step: Step) -> bool:
    """Whether a line says what chance chooses."""
    return step.sort == "chooses" and step.who == len(runner.program.players)
