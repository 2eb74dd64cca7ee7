"""An example under way: its lines are carried out, one after the other.

Whoever is asked before the next `when` fits, and is not named in it, passes if they may. A `when` that cannot happen
fails the example, and so does a `then` that does not hold. From one die of a line to the next nobody passes, but where
others may step into an action.
"""

from __future__ import annotations

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import RUNNING
from dsl.ir.program import OTHERS, VARIABLES, Example, Program, Step
from dsl.text.diagnostics import Note
from interpreter.knowledge.wording import slot_value, slots
from interpreter.play.example_failures import Failed, Stand
from interpreter.play.example_play import MOST_PASSES, Play
from interpreter.play.example_reasons import (
    dice_first,
    does_not_hold,
    is_of_chance,
    must_answer,
    never_asked,
    not_allowed,
    says_nothing,
)
from interpreter.play.example_tries import with_more, with_passes
from interpreter.play.simultaneous import asked
from interpreter.state.machine import Fault, Machine, State

DONE = ("does", "chooses", "rolls", "passes", "closes")  # the lines with which something is done


class Runner(Play):
    """One example under way."""

    def __init__(self, program: Program, machine: Machine, last: bool = False) -> None:
        super().__init__(program, machine, last)
        self.left: list[Step] = []  # steps of the line under way that are not carried out
        self._thrown = False  # whether a die of this line was rolled
        self._after_dice = False  # whether the last line with which something was done rolled dice
        self.chose_set = -1  # who has chosen a set last, with which nothing else was done since
        self.before_answer: State = []  # the one in which the last answer was given
        self.before_line: State = []  # the one in which the line under way began

    def look_for(self, other: tuple[int, int]) -> None:
        """Before it begins: whether another piece is picked than the first that fits. None is picked yet."""
        others, picked = (self.machine.arrays[name] for name in (OTHERS, VARIABLES))
        self.state[others.offset : others.offset + others.count] = other
        self.state[picked.offset : picked.offset + picked.count] = [-1] * picked.count

    def begin(self, example: Example) -> None:
        self.stand = Stand(self.program, self.machine, example.phase, example.title)
        self.machine.run(self.state, example.start)
        first = next((step for step in example.steps if step.sort in DONE), None)
        if first is not None and (example.phase or example.begins) and self._is_for_the_play(first):
            self.set_up()

    def _is_for_the_play(self, step: Step) -> bool:
        """Whether the first line with which something is done says what comes by chance, and there is that behind the
        setup, too."""
        if not self.in_setup or not (step.sort == "rolls" or is_of_chance(self, step)):
            return False
        other = self.aside()
        try:
            other.set_up()
            other.reach(step)
        except (Failed, Fault):
            return False
        return True

    def line(self, line: list[Step]) -> None:
        """Carries out a line, with all its steps."""
        self._thrown = False
        self.before_line = self.state[:]
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
                self.look_from_outside()
                self.set_up()
                self.draw_all()
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
        if self.is_rolling and not (self.is_between_throws and step.sort in ("then", "won")):
            raise Failed(f"{self.stand.who_is_asked(self.state)}, which a `when` line before this has to say")
        self._speaks_of_what_is_there(step)
        before = self.state[:]
        if step.sort == "choosable" and not self._is_to_choose(step.who):
            players = self.program.players
            raise Failed(f"{players[step.who]} is not to choose anything: {self.stand.who_is_asked(before)}")
        if self._holds(step) == step.negative:
            raise does_not_hold(self, step, before)
        if step.negative and self._says_nothing(step):
            raise says_nothing(self, step, before)

    def _tells_of_setup(self, step: Step) -> bool:
        """Whether a line is about the setup, in which somebody is asked. Else it is about what comes behind it: what is
        given is not so before. Raises Failed where a line before has answered in the setup, and this one is about the
        play."""
        if not self.in_setup or self.needs_no_line:
            return False
        if self.answered and step.sort == "offered":
            message = f"the setup is not over: {self.stand.who_is_asked(self.state)}"
            raise Failed(message, answers=self.stand.answers(self.state))
        return bool(self.answered) or step.sort == "choosable"

    def _speaks_of_what_is_there(self, step: Step) -> None:
        missing = [span for function, span in step.things if self.machine.call(function, self.state) != 1]
        if missing:
            raise Failed("this speaks of what is not there", (Note("nothing fits this now", missing[0]),))

    def _holds(self, step: Step) -> bool:
        if step.sort in ("then", "won"):
            return self.machine.call(step.function, self.state) != 0
        if self.is_over:
            return step.sort == "asked" and step.who < 0
        if step.sort == "asked":
            return step.who in asked(self.program, self.machine, self.state)
        self.ask(step.who)
        if step.sort == "passable":
            return self.state[WHO_AT] == step.who and self.passing is not None
        if step.sort == "offered" and (self.state[WHO_AT] != step.who or self.state[SITE_AT] not in step.sites):
            return False
        return any(self.means(step, code) for code in self.candidates)

    def _is_to_choose(self, who: int) -> bool:
        """Whether a player is asked to choose something; if others are asked in secret, too, this one is asked then."""
        if self.is_over:
            return False
        self.ask(who)
        return self.state[WHO_AT] == who and self.decision.sort == "choice"

    def _says_nothing(self, step: Step) -> bool:
        """Whether it is only the time that is against what a line says cannot be done, and no need of it."""
        another = not self.is_over and self.state[WHO_AT] != step.who
        if step.sort != "offered":
            return another and step.sort == "passable"
        here = not another and not self.is_over and self.state[SITE_AT] in (*step.sites, *step.instead)
        return not here and (not step.sites or any(self._could(step, site) for site in step.sites))

    def _could(self, step: Step, site: int) -> bool:
        """Whether a decision would offer the action, if it were open; also where that cannot be told, as more is given
        than who acts."""
        if self.program.decisions[site].arguments > 1:
            return True
        there = self.aside()
        there.state[STATUS_AT], there.state[SITE_AT] = RUNNING, site
        there.state[WHO_AT] = there.state[ARGUMENTS_AT] = step.who
        return any(there.means(step, code) for code in there.codes)

    @property
    def is_rolling(self) -> bool:
        """Whether dice of a throw that has begun, or of an action under way, are still to be rolled."""
        if self.is_over or self.decision.sort != "roll":
            return False
        return self.state[ARGUMENTS_AT] > 0 or self.is_acting

    @property
    def is_between_throws(self) -> bool:
        """Whether an action that rolls several times has rolled, and the next throw has not begun."""
        return self._after_dice and self.state[ARGUMENTS_AT] == 0

    # -------------------------------------------------------------------------------------------------- what is done

    def _answer(self, line: list[Step]) -> int:
        """Gives the answer of a line to the next decision that it fits; how many of its steps are used up."""
        self.reach(line[0])
        self.note_answer()
        self.before_answer = self.state[:]
        self.chose_set = -1
        if line[0].sort == "chooses" and self.asks_for_a_set:
            self.chose_set = self.state[WHO_AT]
            return self._answer_with_a_set(line)
        self.resume(self._code(line[0]))
        return 1

    def reach(self, step: Step) -> None:
        """Goes on to the next decision that a step fits. Raises Failed if there is none."""
        before, passed = self.state[:], list[tuple[int, int]]()
        for _ in range(MOST_PASSES):
            if self.is_over:
                break
            self.ask(step.who)
            if self._fits(step):
                return
            if step.sort == "rolls" and self._thrown and not self.by_chance and not self.is_acting:
                raise Failed(f"nobody rolls so many dice: {self.stand.who_is_asked(self.state)}")
            if step.sort == "closes" and self.chose_set == step.who and self.is_rolling:
                break
            here = self.state[WHO_AT], self.state[SITE_AT]
            try:
                self._pass(step)
            except Failed as failed:
                failed.answers = with_passes(failed.answers, here, passed, self.program.players)
                raise
            passed.append(here)
        raise never_asked(self, step, before)

    def _pass(self, step: Step) -> None:
        if self.needs_no_line or self.in_setup:
            self.resume(self.by_itself())
            return
        if self.decision.sort == "roll":
            raise dice_first(self, step)
        self.note_answer()
        if self.passing is None:
            raise must_answer(self, step)
        self.resume(self.passing)

    def _fits(self, step: Step) -> bool:
        """Whether the open decision is one that the line is about."""
        named = step.who < 0 or self.state[WHO_AT] == step.who
        match step.sort:
            case "does":
                return named and self.state[SITE_AT] in step.sites
            case "passes":
                return named and self.passing is not None
            case "closes":
                return named and (self._closing(step) is not None or self._is_done_choosing(step))
            case _ if self.by_chance:
                mine = named and step.sort == "chooses" and self.state[SITE_AT] in step.sites
                return mine and any(self.means(step, code) for code in self.codes)
            case "rolls":
                return self.decision.sort == "roll" and step.who in (-1, self.roller)
            case _:  # what else is answered is a choice; in the setup, where no line has to, one that can be meant
                mine = named and self.decision.sort == "choice"
                return mine and (not self.in_setup or any(self.means(step, code) for code in self.candidates))

    def _is_done_choosing(self, step: Step) -> bool:
        """Whether a line ends a choice of none, as of `at most 1`; what was chosen so far is complete without it."""
        chooses = self.decision.sort == "choice" and self.passing is not None
        return chooses and step.alternative == "done" and self.chose_set != step.who

    def _answer_with_a_set(self, line: list[Step]) -> int:
        """Chooses what the first steps mean, as many as mean something that can be chosen; how many."""
        meant = [[code for code in self.candidates if self.means(step, code)] for step in line]
        most = next((k for k, codes in enumerate(meant) if not codes), len(line))
        taken = next((found for k in range(most, 0, -1) if (found := matched(meant[:k])) is not None), None)
        if taken is None:
            raise not_allowed(self, line[0])
        before = self.aside()
        try:
            self.enter(sorted(taken))
        except Failed as failed:
            raise Failed(str(failed), failed.notes, with_more(before, meant[0], len(taken))) from None
        return len(taken)

    def _code(self, step: Step) -> int:
        """The first legal answer that the line means."""
        closing = self._closing(step) if step.sort == "closes" else None
        if closing is not None:
            if closing not in self.codes:
                raise Failed("this is not allowed here")
            return closing
        if step.sort in ("passes", "closes"):
            passing = self.passing
            assert passing is not None  # it fits
            return passing
        for code in self.codes:
            if self.means(step, code):
                return code
        if step.sort == "rolls":
            raise Failed("the die that is to be rolled does not show this")
        raise not_allowed(self, step)

    def means(self, step: Step, code: int) -> bool:
        if step.sort in ("does", "offered"):
            return self.machine.call(step.function, self.state, self.state[SITE_AT], code) != 0
        if step.sort == "rolls" and self.state[SITE_AT] not in step.sites:
            return False
        alternative = max((a for a in self.decision.alternatives if a.base <= code), key=lambda a: a.base)
        if step.alternative and alternative.parts == (step.alternative,):
            return True
        if step.sort in ("chooses", "choosable") and self.state[SITE_AT] not in step.sites:
            return False  # things of other kinds are asked for, with the same numbers
        values = [slot_value(alternative, slot, code) for slot in slots(alternative)]
        return bool(values and step.function) and self.machine.call(step.function, self.state, *values) != 0

    def _closing(self, step: Step) -> int | None:
        """The code with which steps in one go are ended so, if that could be legal here."""
        alternatives = self.decision.alternatives
        return next((a.base for a in alternatives if a.closes and a.parts == (step.alternative,)), None)


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
