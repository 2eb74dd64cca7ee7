"""Runs the worked examples of a rulebook: what is given, what is done, and whether what must hold does.

Whoever is asked before the next `when` fits, and is not named in it, passes if they may. A `when` that cannot happen
fails the example, and so does a `then` that does not hold. From one die of a line to the next nobody passes, but where
others may step into an action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import FRAME, OVER, RUNNING
from dsl.ir.program import ACTIVE, EFFECT, OTHERS, SET_UP, VARIABLES, Decision, Example, Program, Step
from dsl.source import Span
from dsl.text.diagnostics import Note
from interpreter.knowledge.wording import slot_value, slots
from interpreter.play.example_failures import LAST_GIVEN, MOST_LINES, OVER_ALL, Answer, Failed, Stand
from interpreter.play.example_origins import room_for, taken_from
from interpreter.play.example_tries import MOST_MORE, done_so, helping, with_passes
from interpreter.play.in_vain import offered_in_vain, remedies
from interpreter.play.simultaneous import asked, is_secret
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault, Machine, State
from interpreter.state.whereabouts import lying

DONE = ("does", "chooses", "rolls", "passes", "closes")  # the lines with which something is done
MOST_PASSES = 10_000  # answers that are passed by before one `when`


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example: all is well if there is no `message`. `step` is the line at which it stopped, if it
    had begun, `place` is where that or what is given stands, `notes` say more of why, `hints` what could mend it,
    `state` is the state there. `of_setup`: the setup fails, whatever the example says. `right`: what the line could say
    something is, in place of what stands there.
    """

    example: Example
    step: Step | None = None
    message: str = ""
    state: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    place: Span | None = None
    hints: tuple[str, ...] = ()
    of_setup: bool = False
    right: tuple[tuple[Span, str], ...] = ()

    @property
    def fine(self) -> bool:
        return not self.message


def run(program: Program, machine: Machine) -> list[Outcome]:
    """Runs all examples of a program that was lowered with them."""
    return [run_example(program, machine, example) for example in program.examples]


def run_example(program: Program, machine: Machine, example: Example, other: tuple[int, int] = (0, 0)) -> Outcome:
    """Runs one example to its end, or to the first line that fails. `other`: the number of a piece that it picks, and
    how many that can be meant are passed over."""
    runner = Runner(program, machine)
    runner.look_for(other)
    step: Step | None = None
    left = lines(example)
    try:
        runner.begin(example)
        for line in left:
            step = line[0]
            runner.line(line)
    except Failed as failed:
        place = step.span if step else None
        notes = (*failed.notes, *runner.together(), *runner.taken(example))
        helps = helping(runner, failed.answers, [runner.left, *left])
        right = () if helps else failed.right
        return Outcome(
            example, step, str(failed), tuple(runner.state), notes, place, (*helps, *failed.hints), right=right
        )
    except Fault as fault:
        if fault.rule >= 0 and _fails_the_setup(program, machine, fault):
            rule, message = program.rules[fault.rule], fault.told(program, True)
            notes = tuple(map(Note, lying(Box(program, machine), [*fault.state] or runner.state, rule.about)))
            return Outcome(example, None, message, tuple(runner.state), notes, rule.span, of_setup=True)
        of_given = fault.rule >= 0 and program.rules[fault.rule].name == "given"
        place = step.span if step and not of_given else program.rules[fault.rule].span if fault.rule >= 0 else None
        given = step is None or step.sort == "given"
        notes = offered_in_vain(program, machine, fault.rule, fault.state)
        hints = INSTEAD.get(fault.code, ()) if of_given else remedies(fault, notes)
        if of_given and fault.code == "F3":
            first = after_setup(program, machine) or runner.state
            heading = program.rules[example.rule].span
            hints = room_for(Box(program, machine), first, program.rules[fault.rule], heading) or hints
        message = fault.told(program, given)
        state = fault.state if of_given and fault.state else runner.state  # not the one before the setup went on to it
        return Outcome(example, step, message, tuple(state), notes, place, hints)
    return Outcome(example, state=tuple(runner.state))


def _fails_the_setup(program: Program, machine: Machine, fault: Fault) -> bool:
    """Whether the setup fails so by itself, before anything is given."""
    runner = Runner(program, machine)
    try:
        machine.run(runner.state, SET_UP)
        runner.settle()
    except Fault as other:
        return (other.code, other.rule) == (fault.code, fault.rule)
    except Failed:
        pass
    return False


def after_setup(program: Program, machine: Machine, last: bool = False) -> State | None:
    """The state behind the setup, before anything is given or played, where chance chose what it could first, or last;
    None where the setup does not come to its end so."""
    runner = Runner(program, machine, last)
    try:
        machine.run(runner.state, SET_UP)
        runner.settle()
    except (Failed, Fault):
        return None
    return None if runner.in_setup else runner.state


MORE_OF_THEM = (f"{LAST_GIVEN}given there are 2 …",)
INSTEAD = {  # what a line before it can say, by the fault that what is given leads to
    "F3": ("a line before it makes room: given every … in … is in …",),
    "F5": ("say where the others are that are not there, as in: given there are 4 Trains of Red in the Harbour",),
}


def lines(example: Example) -> Iterator[list[Step]]:
    """The steps of each line; one with which somebody chooses has a step for each thing."""
    for _, line in groupby(example.steps, key=lambda step: (step.sort, step.span)):
        yield list(line)


class Runner:
    """One example under way. What chance chooses, and no line says, is the first that can be, or the last; dice of the
    setup, which can be rolled until something is so, show one number after the other, but always the same."""

    def __init__(self, program: Program, machine: Machine, last: bool = False) -> None:
        self.program = program
        self.machine = machine
        self._stand = Stand(program, machine)
        self.state: State = machine.initial(0)
        self._by_lot = -1 if last else 0
        self._dice = Random(self._by_lot)  # those of the setup that no line says
        self.answered: list[int] = []  # who gave the answers, also those that no line says
        self.turns: list[int] = []  # whose turn it was at each of them; where it was nobody's, who gave it
        self._thrown = False  # whether a die of this line was rolled
        self._after_dice = False  # whether the last line with which something was done rolled dice
        self._chose_set = -1  # who has chosen a set last, with which nothing else was done since
        self.left: list[Step] = []  # steps of the line under way that are not carried out
        self._before_answer: State = []  # the one in which the last answer was given
        self._before_asking: State | None = None  # where several are asked in secret, the state before one of them was

    def look_for(self, other: tuple[int, int]) -> None:
        """Before it begins: whether another piece is picked than the first that fits. None is picked yet."""
        others, picked = (self.machine.arrays[name] for name in (OTHERS, VARIABLES))
        self.state[others.offset : others.offset + others.count] = other
        self.state[picked.offset : picked.offset + picked.count] = [-1] * picked.count

    def begin(self, example: Example) -> None:
        self._stand = Stand(self.program, self.machine, example.phase, example.title)
        self.machine.run(self.state, example.start)
        first = next((step for step in example.steps if step.sort in DONE), None)
        if first is not None and (example.phase or example.begins) and self._is_for_the_play(first):
            self._set_up()

    def _is_for_the_play(self, step: Step) -> bool:
        """Whether the first line with which something is done says what comes by chance, and there is that behind the
        setup, too."""
        if not self.in_setup or not (step.sort == "rolls" or self._is_of_chance(step)):
            return False
        other = self._aside()
        try:
            other._set_up()
            other.reach(step)
        except (Failed, Fault):
            return False
        return True

    def together(self) -> tuple[Note, ...]:
        """What a failure may come of: two pieces of a kind on one space."""
        return self._stand.together(self.state)

    def taken(self, example: Example) -> tuple[Note, ...]:
        """Where the pieces lay that lines have brought in."""
        first = after_setup(self.program, self.machine)
        return taken_from(self.program, self.machine, example, self.state, first) if first else ()

    def unmet(self, step: Step) -> tuple[Span, ...]:
        """Where the needs stand that are not met of the action that a line names."""
        return tuple(note.span for note in self._stand.unmet(self.state, step) if note.span is not None)

    def line(self, line: list[Step]) -> None:
        """Carries out a line, with all its steps."""
        self._thrown = False
        sort = line[0].sort
        while line:
            self.left = line
            line = line[self._step(line) :]
            self._thrown = True
        if sort in DONE:
            self._after_dice = sort == "rolls"

    def _step(self, line: list[Step]) -> int:
        """Carries out the first step, or as many as are one answer; how many."""
        match line[0].sort:
            case "given":
                self._look_from_outside()
                self._set_up()
                self._draw_all()
                self.machine.call(line[0].function, self.state)
            case "then" | "won" | "asked" | "offered" | "choosable" | "passable":
                self._told(line[0])
            case _:  # what somebody does
                return self._answer(line)
        return 1

    # ----------------------------------------------------------------------------------------------- what must be so

    def _told(self, step: Step) -> None:
        """Raises Failed where a line does not hold."""
        if not self._tells_of_setup(step):
            self.settle()
        if self._rolling and not (self._between_throws and step.sort in ("then", "won")):
            raise Failed(f"{self._stand.who_is_asked(self.state)}, which a `when` line before this has to say")
        self._speaks_of_what_is_there(step)
        before = self.state[:]
        if step.sort == "choosable" and not self._is_to_choose(step.who):
            players = self.program.players
            raise Failed(f"{players[step.who]} is not to choose anything: {self._stand.who_is_asked(before)}")
        if self._holds(step) == step.negative:
            raise self._does_not_hold(step, before)
        if step.negative and self._says_nothing(step):
            raise self._in_vain(step, before)

    def _tells_of_setup(self, step: Step) -> bool:
        """Whether a line is about the setup, in which somebody is asked. Else it is about what comes behind it: what is
        given is not so before. Raises Failed where a line before has answered in the setup, and this one is about the
        play."""
        if not self.in_setup or self._needs_no_line:
            return False
        if self.answered and step.sort == "offered":
            message = f"the setup is not over: {self._stand.who_is_asked(self.state)}"
            raise Failed(message, answers=self._stand.answers(self.state))
        return bool(self.answered) or step.sort == "choosable"

    def _speaks_of_what_is_there(self, step: Step) -> None:
        missing = [span for function, span in step.things if self.machine.call(function, self.state) != 1]
        if missing:
            raise Failed("this speaks of what is not there", (Note("nothing fits this now", missing[0]),))

    def _holds(self, step: Step) -> bool:
        if step.sort in ("then", "won"):
            return self.machine.call(step.function, self.state) != 0
        if self.state[STATUS_AT] == OVER:
            return step.sort == "asked" and step.who < 0
        if step.sort == "asked":
            return step.who in asked(self.program, self.machine, self.state)
        self._ask(step.who)
        if step.sort == "passable":
            return self.state[WHO_AT] == step.who and self._passing is not None
        if step.sort == "offered" and (self.state[WHO_AT] != step.who or self.state[SITE_AT] not in step.sites):
            return False
        return any(self._means(step, code) for code in self._candidates)

    def _is_to_choose(self, who: int) -> bool:
        """Whether a player is asked to choose something; if others are asked in secret, too, this one is asked then."""
        if self.state[STATUS_AT] == OVER:
            return False
        self._ask(who)
        return self.state[WHO_AT] == who and self._decision.sort == "choice"

    def _says_nothing(self, step: Step) -> bool:
        """Whether it is only the time that is against what a line says cannot be done, and no need of it."""
        another = self.state[STATUS_AT] != OVER and self.state[WHO_AT] != step.who
        if step.sort != "offered":
            return another and step.sort == "passable"
        here = not another and self.state[STATUS_AT] != OVER and self.state[SITE_AT] in (*step.sites, *step.instead)
        return not here and (not step.sites or any(self._could(step, site) for site in step.sites))

    def _could(self, step: Step, site: int) -> bool:
        """Whether a decision would offer the action, if it were open; also where that cannot be told, as more is given
        than who acts."""
        if self.program.decisions[site].arguments > 1:
            return True
        there = self._aside()
        there.state[STATUS_AT], there.state[SITE_AT] = RUNNING, site
        there.state[WHO_AT] = there.state[ARGUMENTS_AT] = step.who
        return any(there._means(step, code) for code in there._codes)

    def _how_it_can(self, step: Step) -> str:
        """With which answers that can be done of which a line says that it cannot."""
        code = next((code for code in self._candidates if self._means(step, code)), None)
        return done_so(self, code) if code is not None else ""

    def _in_vain(self, step: Step, state: State) -> Failed:
        player = self.program.players[step.who]
        what = "the action" if step.sort == "offered" else "passing"
        is_asked = state[STATUS_AT] != OVER and self.state[WHO_AT] == step.who
        here = f"{player} is not asked{' for that' if is_asked else ''}: {self._stand.who_is_asked(state)}"
        message = f"this says nothing of {what}, as {here}"
        note = Note("`could not` in place of `cannot` asks for the needs alone, whoever is asked")
        notes = (note,) if step.sort == "offered" else ()
        if not is_asked:
            return Failed(message, notes, (f"then {player} is not asked",))
        offered = (one.line.removeprefix(f"when {player} does ") for one in self._stand.answers(state))
        can = [f"then {player} can {done}" for done in offered if not done.startswith("when ")]
        return Failed(message, notes, tuple(can[:MOST_LINES]) if step.sort == "offered" else ())

    def _does_not_hold(self, step: Step, state: State) -> Failed:
        if step.sort == "won":
            hints = self._stand.told_behind_it(state)
            return Failed(f"this does not hold: {self._stand.who_has_won(state)}", hints=hints)
        if step.sort == "then":
            return self._is_not_so(step, state)
        here = self._stand.who_is_asked(state)
        if step.negative and step.sort == "offered" and (how := self._how_it_can(step)):
            return Failed(f"this does not hold, as it can be done: {how}")
        if step.negative or step.sort != "offered":
            return Failed(f"this does not hold: {here}", self._stand.what_ended_it(state))
        needs = self._stand.unmet(state, step)
        return Failed(f"this is not offered: {here}", needs or self._only_later(step, state), self._who_begins(step))

    def _who_begins(self, step: Step) -> tuple[str, ...]:
        """The line by which it is the turn of the player of whom a line speaks, where nobody has done anything yet."""
        turn = self.machine.arrays.get(ACTIVE)
        if turn is None or self.answered or self.state[STATUS_AT] == OVER or self.state[turn.offset] in (-1, step.who):
            return ()
        return (f"{LAST_GIVEN}given {self.program.players[step.who]} is active",)

    def _is_not_so(self, step: Step, state: State) -> Failed:
        in_secret = is_secret(self.program, state)
        waits = in_secret or (state[STATUS_AT] != OVER and self._acting)  # for somebody, in the middle of something
        unanswered = self._stand.unanswered(state)
        pending = unanswered or (self._stand.who_is_asked(state) if waits or self._rolling else "")
        why = pending or (self._stand.over(state) if self._stand.phase else "")
        needs = self._stand.unmet(state, step) if step.meant else ()
        answers = self._answers() if unanswered or waits else self._passes()
        answers = self._answers_in_secret() if in_secret else answers
        hints = () if answers else self._stand.phase_left_out(state)
        found = needs or self._stand.as_it_is(state, step)
        right = () if pending else self._stand.right(state, step)
        return Failed("this does not hold" + (f": {why}" if why else ""), found, hints, answers, right)

    def _passes(self) -> tuple[Answer, ...]:
        """The lines with which those who are asked now do nothing, or the only thing that there is."""
        found = self._answers() if self.state[STATUS_AT] != OVER else ()
        return tuple(one for one in found if one.code >= 0 and (one.line.endswith(" passes") or len(found) == 1))

    def _answers_in_secret(self) -> tuple[Answer, ...]:
        """The lines with which each of those could answer who are asked at once."""
        found: tuple[Answer, ...] = ()
        for who in asked(self.program, self.machine, self.state):
            other = self._aside()
            other._ask(who)
            found += tuple(replace(one, code=-1) for one in other._stand.answers(other.state))
        return found

    def _only_later(self, step: Step, state: State) -> tuple[Note, ...]:
        """Where nothing but the time is against it, the sentence that does not ask for the time."""
        if self._stand.over(state) or state[SITE_AT] not in step.sites:
            return (Note("`could` in place of `can` asks for the needs alone, whoever is asked"),)
        return ()

    @property
    def _rolling(self) -> bool:
        """Whether dice of a throw that has begun, or of an action under way, are still to be rolled."""
        if self.state[STATUS_AT] == OVER or self._decision.sort != "roll":
            return False
        return self.state[ARGUMENTS_AT] > 0 or self._acting

    @property
    def _between_throws(self) -> bool:
        """Whether an action that rolls several times has rolled, and the next throw has not begun."""
        return self._after_dice and self.state[ARGUMENTS_AT] == 0

    @property
    def _acting(self) -> bool:
        """Whether an action has begun and is not over."""
        acts = (array for name, array in self.machine.arrays.items() if name.startswith(FRAME + EFFECT))
        return any(self.state[array.offset] for array in acts)

    @property
    def _candidates(self) -> list[int]:
        """The codes of what can be answered now; where the answer is a set, of what can be in it."""
        return [code for code in self.machine.within(self.state) if code] if self._asks_for_a_set else self._codes

    # -------------------------------------------------------------------------------------------------------- answers

    def _answer(self, line: list[Step]) -> int:
        """Gives the answer of a line to the next decision that it fits; how many of its steps are used up."""
        self.reach(line[0])
        self._note_answer()
        self._before_answer = self.state[:]
        self._chose_set = -1
        if line[0].sort == "chooses" and self._asks_for_a_set:
            self._chose_set = self.state[WHO_AT]
            return self._answer_with_a_set(line)
        self._resume(self._code(line[0]))
        return 1

    def _note_answer(self) -> None:
        """Notes who gives an answer, and in whose turn."""
        who, turn = self.state[WHO_AT], self.machine.arrays.get(ACTIVE)
        self.answered.append(who)
        active = self.state[turn.offset] if turn is not None else -1
        self.turns.append(who if active < 0 else active)

    def reach(self, step: Step) -> None:
        """Goes on to the next decision that a step fits. Raises Failed if there is none."""
        before, passed = self.state[:], list[tuple[int, int]]()
        for _ in range(MOST_PASSES):
            if self.state[STATUS_AT] == OVER:
                break
            self._ask(step.who)
            if self._fits(step):
                return
            if step.sort == "rolls" and self._thrown and not self._by_chance and not self._acting:
                raise Failed(f"nobody rolls so many dice: {self._stand.who_is_asked(self.state)}")
            if step.sort == "closes" and self._chose_set == step.who and self._rolling:
                break
            here = self.state[WHO_AT], self.state[SITE_AT]
            try:
                self._pass(step)
            except Failed as failed:
                failed.answers = with_passes(failed.answers, here, passed, self.program.players)
                raise
            passed.append(here)
        raise self._never_asked(step, before)

    def _never_asked(self, step: Step, before: State) -> Failed:
        """Why a line cannot be answered, not even when all others have passed; the state is again that before it."""
        self.state[:] = before
        self.settle()
        if step.sort == "closes" and self._chose_set in (step.who, self.state[WHO_AT]):
            message = "nothing is to be ended here: what was chosen is complete with the line before"
            return Failed(message, hints=("leave it out",))
        if over := self._stand.over(self.state):
            hints = self._stand.phase_left_out(self.state)
            early = "" if self.answered else ": with what is given it comes to its end before anybody is asked"
            notes = self._stand.what_ended_it(self.state)
            return Failed(f"{over} before this{early}" if over == OVER_ALL else over, notes, hints)
        here = self._stand.who_is_asked(self.state)
        needs = self._stand.unmet(self.state, step) if step.sort == "does" else ()
        what = "nobody rolls dice here" if step.sort == "rolls" else "this is not offered"
        hints = self._stand.unshuffled(self.state) if self._is_of_chance(step) else ()
        if nothing := self._nothing_to_choose(step):
            return Failed(f"{what}: {here}. {nothing}", needs, MORE_OF_THEM)
        return Failed(f"{what}, not even after others have passed: {here}", needs, hints)

    def _nothing_to_choose(self, step: Step) -> str:
        """That a player was not asked for what a line chooses, as there was no such thing at the last answer."""
        state, players = self._before_answer or self.state, self.program.players
        if step.sort != "chooses" or not 0 <= step.who < len(players) or not step.function:
            return ""
        decisions = (self.program.decisions[site] for site in step.sites)
        forms = [form for one in decisions if one.sort == "choice" for form in one.alternatives]
        each = [(form, slot) for form in forms if len(slots(form)) == 1 for slot in slots(form)]
        things = {value for _, slot in each for value in range(slot.start, slot.start + slot.size)}
        if not things or any(self.machine.call(step.function, state[:], thing) for thing in things):
            return ""
        return f"{players[step.who]} was not asked, as there was no such thing to choose then"

    def _is_of_chance(self, step: Step) -> bool:
        """Whether a line says what chance chooses."""
        return step.sort == "chooses" and step.who == len(self.program.players)

    def _resume(self, code: int) -> None:
        """Goes on with an answer, to the next decision of a single player."""
        self.machine.resume(self.state, code)
        self._before_asking = None

    def _ask(self, who: int) -> None:
        """Where several are asked in secret, asks this player, or the first of them."""
        self._look_from_outside()
        if is_secret(self.program, self.state):
            seats = asked(self.program, self.machine, self.state)
            before = self.state[:]
            self._resume(who if who in seats else seats[0])
            self._before_asking = before

    def _look_from_outside(self) -> None:
        """Where several are asked in secret, nobody is asked alone."""
        if self._before_asking is not None:
            self.state[:] = self._before_asking
            self._before_asking = None

    @property
    def _decision(self) -> Decision:
        return self.program.decisions[self.state[SITE_AT]]

    @property
    def _codes(self) -> list[int]:
        return self.machine.options(self.state)

    def _fits(self, step: Step) -> bool:
        """Whether the open decision is one that the line is about."""
        named = step.who < 0 or self.state[WHO_AT] == step.who
        match step.sort:
            case "does":
                return named and self.state[SITE_AT] in step.sites
            case "passes":
                return named and self._passing is not None
            case "closes":
                return named and (self._closing(step) is not None or self._is_done_choosing(step))
            case _ if self._by_chance:
                mine = named and step.sort == "chooses" and self.state[SITE_AT] in step.sites
                return mine and any(self._means(step, code) for code in self._codes)
            case "rolls":
                return self._decision.sort == "roll" and step.who in (-1, self._roller)
            case _:  # what else is answered is a choice; in the setup, where no line has to, one that can be meant
                mine = named and self._decision.sort == "choice"
                return mine and (not self.in_setup or any(self._means(step, code) for code in self._candidates))

    def _is_done_choosing(self, step: Step) -> bool:
        """Whether a line ends a choice of none, as of `at most 1`; what was chosen so far is complete without it."""
        chooses = self._decision.sort == "choice" and self._passing is not None
        return chooses and step.alternative == "done" and self._chose_set != step.who

    @property
    def _roller(self) -> int:
        """Who rolls the dice that are to be rolled."""
        return self.state[ARGUMENTS_AT + 1]

    @property
    def _asks_for_a_set(self) -> bool:
        several = self._decision.several
        return several is not None and self.state[WHO_AT] < len(self.program.players)

    def _answer_with_a_set(self, line: list[Step]) -> int:
        """Chooses what the first steps mean, as many as mean something that can be chosen; how many."""
        meant = [[code for code in self._candidates if self._means(step, code)] for step in line]
        most = next((k for k, codes in enumerate(meant) if not codes), len(line))
        taken = next((found for k in range(most, 0, -1) if (found := matched(meant[:k])) is not None), None)
        if taken is None:
            raise self._not_allowed(line[0])
        before = self._aside()
        try:
            self._enter(sorted(taken))
        except Failed as failed:
            raise Failed(str(failed), failed.notes, before.with_more(meant[0], len(taken))) from None
        return len(taken)

    def _answers(self) -> tuple[Answer, ...]:
        """The lines with which whoever is asked could answer; of a set as many things as are enough."""
        if self.state[STATUS_AT] == OVER or not self._asks_for_a_set:
            return self._stand.answers(self.state)
        codes = self._candidates
        many = self.enough(codes, 0)
        lines = self._stand.choosing(self.state, codes[0], many) if many else ()
        return tuple(Answer(line, codes[0], tuple(codes[:many])) for line in lines) or self._stand.answers(self.state)

    def with_more(self, codes: Sequence[int], many: int) -> tuple[str, ...]:
        """The line that chooses as many as are enough, where the one that stands there chooses so many."""
        number = self.enough(codes, many)
        lines = self._stand.choosing(self.state, codes[0], number) if number else ()
        return tuple(f"in place of it: {line}" for line in lines)

    def enough(self, codes: Sequence[int], many: int) -> int:
        """How many of these, and more than so many, make an answer; 0 where that is not found soon."""
        for number in range(many + 1, min(many + MOST_MORE, len(codes)) + 1):
            try:
                self.after_set(codes[:number])
            except (Failed, Fault):
                continue
            return number
        return 0

    def _enter(self, codes: list[int]) -> None:
        """Enters the elements of a set in the order of their numbers, and that they are all."""
        site, who, entered = self.state[SITE_AT], self.state[WHO_AT], 0
        for code in codes:
            if code not in self._codes:
                raise Failed("this is not allowed here")
            self._resume(code)
            self._ask(who)
            entered |= 1 << code - 1
        if self.state[SITE_AT] == site and self.machine.chosen(self.state) == entered:
            self._pass_if_allowed("more must be chosen")

    def _code(self, step: Step) -> int:
        """The first legal answer that the line means."""
        closing = self._closing(step) if step.sort == "closes" else None
        if closing is not None:
            if closing not in self._codes:
                raise Failed("this is not allowed here")
            return closing
        if step.sort in ("passes", "closes"):
            passing = self._passing
            assert passing is not None  # it fits
            return passing
        for code in self._codes:
            if self._means(step, code):
                return code
        if step.sort == "rolls":
            raise Failed("the die that is to be rolled does not show this")
        raise self._not_allowed(step)

    def _not_allowed(self, step: Step) -> Failed:
        """Why the open decision has no such answer."""
        if step.sort == "chooses" and self._passing is not None and {*self._codes} == {self._passing}:
            who = self.program.players[self.state[WHO_AT]]
            message = f"{who} has nothing to choose here: what can only be one thing is taken without a question"
            return Failed(message, hints=(f"in place of it: when {who} passes",))
        needs = self._stand.unmet(self.state, step) if step.sort == "does" else ()
        here = "" if needs else f": {self._stand.who_is_asked(self.state)}"
        return Failed(f"this is not allowed here{here}", needs)

    def _means(self, step: Step, code: int) -> bool:
        if step.sort in ("does", "offered"):
            return self.machine.call(step.function, self.state, self.state[SITE_AT], code) != 0
        if step.sort == "rolls" and self.state[SITE_AT] not in step.sites:
            return False
        alternative = max((a for a in self._decision.alternatives if a.base <= code), key=lambda a: a.base)
        if step.alternative and alternative.parts == (step.alternative,):
            return True
        values = [slot_value(alternative, slot, code) for slot in slots(alternative)]
        return bool(values and step.function) and self.machine.call(step.function, self.state, *values) != 0

    def _by_itself(self) -> int:
        """What comes by chance where no line says it."""
        codes = self._codes
        return self._dice.choice(codes) if self._decision.sort == "roll" else codes[self._by_lot]

    def _draw_open(self) -> None:
        """What chance draws from a pile, and no line says, is the piece with the lowest number."""
        while self._decision.sort == "draw":
            self._resume(self._by_itself())

    @property
    def _by_chance(self) -> bool:
        """Whether chance chooses here; once the play has begun, it rolls dice only as a line says."""
        return self.state[WHO_AT] == len(self.program.players) and self._decision.sort != "roll"

    @property
    def _needs_no_line(self) -> bool:
        """Whether chance goes on here without a line that says how."""
        return self._by_chance or (self._decision.sort == "roll" and self.in_setup)

    def settle(self) -> None:
        """Comes to where it can be asked what holds."""
        self._look_from_outside()
        self._set_up()
        self._draw_open()

    def _set_up(self) -> None:
        """In the setup chance chooses and rolls, and players choose, what no line says."""
        for _ in range(MOST_PASSES):
            if not self.in_setup or self.state[STATUS_AT] == OVER:
                return
            self._ask(-1)
            self._resume(self._by_itself())

    @property
    def in_setup(self) -> bool:
        """Whether the setup waits for an answer: what is given was not made true yet."""
        frame = self.machine.arrays.get(FRAME + SET_UP)
        return frame is not None and self.state[frame.offset] != 0

    def _draw_all(self) -> None:
        """Chance chooses what no line says."""
        while self.state[SITE_AT] and self._by_chance:
            self._resume(self._by_itself())

    def _closing(self, step: Step) -> int | None:
        """The code with which steps in one go are ended so, if that could be legal here."""
        alternatives = self._decision.alternatives
        return next((a.base for a in alternatives if a.closes and a.parts == (step.alternative,)), None)

    @property
    def _passing(self) -> int | None:
        """The code with which whoever is asked passes, if that is legal."""
        codes = self._codes
        return next((a.base for a in self._decision.alternatives if a.passes and a.base in codes), None)

    def _pass(self, step: Step) -> None:
        if self._needs_no_line or self.in_setup:
            self._resume(self._by_itself())
            return None
        players = (*self.program.players, "chance")
        who, prompt = players[self.state[WHO_AT]], self._decision.prompt
        if self._decision.sort == "roll":
            not_who = f", and not by {players[step.who]}" if step.sort == "rolls" else ""
            raise Failed(f"{self._stand.who_is_asked(self.state)} before this{not_who}")
        self._note_answer()
        if self._passing is None and self._is_of_chance(step):
            message = f"chance has nothing to choose before {who} is to answer: {prompt}"
            raise Failed(message, hints=self._stand.unshuffled(self.state))
        message = f"{who} is to answer before this: {prompt}"
        if self._passing is None and (nothing := self._nothing_to_choose(step)):
            raise Failed(f"{message}. {nothing}", hints=MORE_OF_THEM)
        return self._pass_if_allowed(message, self._answers() if self._passing is None else ())

    def _pass_if_allowed(self, otherwise: str, answers: tuple[Answer, ...] = ()) -> None:
        passing = self._passing
        if passing is None:
            raise Failed(otherwise, answers=answers)
        self._resume(passing)

    def after(self, code: int) -> Runner:
        """Another runner that goes on from here with an answer, with which this one does nothing. Raises Fault."""
        other = self._aside()
        other._resume(code)
        return other

    def after_set(self, codes: Sequence[int]) -> Runner:
        """The same with all things of an answer that is a set. Raises Failed, too."""
        other = self._aside()
        other._enter(sorted(codes))
        return other

    def _aside(self) -> Runner:
        """Another runner that stands where this one stands."""
        other = copy(self)
        other.state, other._dice = self.state[:], deepcopy(self._dice)
        other.answered, other.turns = [*self.answered], [*self.turns]
        return other

    @property
    def waits(self) -> bool:
        """Whether something has begun and waits for a choice."""
        return bool(self._stand.unanswered(self.state))


def matched(choices: list[list[int]]) -> list[int] | None:
    """One of each row, all different; None if there is no such choice."""
    taken: dict[int, int] = {}  # from what is taken to the row that took it

    def find(row: int, tried: set[int]) -> bool:
        for code in choices[row]:
            if code not in tried:
                tried.add(code)
                if code not in taken or find(taken[code], tried):
                    taken[code] = row
                    return True
        return False

    return list(taken) if all(find(row, set()) for row in range(len(choices))) else None
