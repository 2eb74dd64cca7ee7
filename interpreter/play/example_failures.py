"""Why a line of an example fails: who is asked in its place, what is over, and the needs that are not met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import ENDING, WINS, Alternative, Decision, Program, Step
from dsl.source import Span
from dsl.text.diagnostics import Note
from dsl.text.inflection import articled
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.wording import Wording, join, slot_value
from interpreter.play.options import MOST_ENUMERATED, Answers
from interpreter.play.simultaneous import asked
from interpreter.play.why import furthest
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine, State
from interpreter.state.whereabouts import lying

OVER_ALL = "the play is over"
LAST_GIVEN = "the last of the `given` lines: "
MOST_LINES = 3  # that are proposed for one place


@dataclass(frozen=True, slots=True)
class Answer:
    """A line with which whoever is asked answers, and the code of that answer; -1 where it takes more than one, unless
    these are the `things` of a set."""

    line: str
    code: int
    things: tuple[int, ...] = ()

    before: tuple[str, ...] = ()  # lines with which this player passes first

    @property
    def hint(self) -> str:
        lines = ", and on the next line: ".join((*self.before, self.line))
        return f"before it, on {'lines of their' if self.before else 'a line of its'} own: {lines}"


class Failed(Exception):
    """A line of an example did not happen or does not hold; `notes` say more, `hints` which lines could mend it, as
    could one of the `answers`; `right` is what would hold, each in place of what stands there."""

    def __init__(
        self,
        message: str,
        notes: tuple[Note, ...] = (),
        hints: tuple[str, ...] = (),
        answers: tuple[Answer, ...] = (),
        right: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        super().__init__(message)
        self.notes = notes
        self.hints = hints
        self.answers = answers
        self.right = right


class Stand:
    """Where the play of an example of some `title` stands, in words. `phase` is the one in which it plays, if any."""

    def __init__(self, program: Program, machine: Machine, phase: str = "", title: str = "") -> None:
        self.program = program
        self.machine = machine
        self.phase = phase
        self.title = title

    def over(self, state: State) -> str:
        """What is over; empty while somebody is asked."""
        if state[STATUS_AT] != OVER:
            return ""
        if self.phase and state[self.machine.arrays[ENDING].offset] < 0:
            return f"the phase {self.phase} is over, and this example goes no further"
        return OVER_ALL

    def what_ended_it(self, state: State) -> tuple[Note, ...]:
        """Where the sentence stands that has ended the play, if one has."""
        ending = state[self.machine.arrays[ENDING].offset]
        return (Note("this has ended it", self.program.rules[ending].span),) if ending >= 0 else ()

    def phase_left_out(self, state: State) -> tuple[str, ...]:
        """The heading with which an example would play on, where it is over with its phase."""
        if not self.phase or self.over(state) in ("", OVER_ALL):
            return ()
        return (f'example "{self.title}", in place of example "{self.title}" in {self.phase}',)

    def told_behind_it(self, state: State) -> tuple[str, ...]:
        """The same, and where it is told who wins so that an example of the phase meets it."""
        hints = self.phase_left_out(state)
        under = f"say who wins in the last line under phase {self.phase}, in place of a line behind it under play"
        return (*hints, under) if hints else ()

    def together(self, state: State) -> tuple[Note, ...]:
        """The only space on which unlike pieces of one kind lie, as where a line puts one beside what lay there."""
        knowledge, found = Knowledge(self._box, state, REFEREE), list[Note]()
        for number, place in enumerate(self.program.locations):
            those = knowledge.contents(number) if place.board else []
            sorts = {(self._box.pieces[piece].name, self._sort(piece)) for piece in those}
            if len(sorts) > len({kind for kind, _ in sorts}):
                found.append(Note(f"on {place.name} lie together: {', '.join(map(self._sort, those))}"))
        return tuple(found) if len(found) == 1 else ()

    def _sort(self, piece: int) -> str:
        """What a piece is, as narrowly as the rulebook has a name for it."""
        kinds = (kind for kind in self.program.kinds if kind.sort == "piece")
        named = (kind for kind in kinds if kind.start <= piece < kind.start + len(kind.elements))
        return min(named, key=lambda kind: len(kind.elements)).label

    def who_has_won(self, state: State) -> str:
        """Who has won, or that nobody has; or who is asked, as the play is not over."""
        if state[STATUS_AT] != OVER:
            return f"the play is not over: {self.who_is_asked(state)}"
        wins = self.machine.arrays[WINS].offset
        winners = [player for seat, player in enumerate(self.program.players) if state[wins + seat]]
        have = "have" if len(winners) > 1 else "has"
        return f"{self.over(state)}, and {' and '.join(winners) or 'nobody'} {have} won"

    def who_is_asked(self, state: State) -> str:
        """Who is asked, and for what; or what is over."""
        decision = self._decision(state)
        if self.over(state):
            return self.over(state)
        players = (*self.program.players, "chance")
        if decision.sort == "roll":
            return f"dice are still to be rolled by {players[state[ARGUMENTS_AT + 1]]} ({decision.prompt})"
        names = [players[seat] for seat in asked(self.program, self.machine, state)]
        those = f"{', '.join(names[:-1])} and {names[-1]} are" if names[1:] else f"{names[0]} is"
        return f"{those} asked now: {decision.prompt}"

    def unanswered(self, state: State) -> str:
        """What has begun and waits for somebody's choice; empty where nothing does."""
        if state[STATUS_AT] == OVER or self._decision(state).sort != "choice":
            return ""
        players = (*self.program.players, "chance")
        return f"{players[state[WHO_AT]]} has still to {self._decision(state).prompt}"

    def answers(self, state: State) -> tuple[Answer, ...]:
        """The lines with which whoever is asked could answer: one for each action or way, and not for each thing."""
        decision, players = self._decision(state), self.program.players
        who = state[WHO_AT]
        if state[STATUS_AT] == OVER or decision.sort not in ("choice", "offer") or who >= len(players):
            return ()
        does = "chooses" if decision.sort == "choice" else "does"
        legal = self.machine.options(state)
        found, many = list[Answer](), self._missing(state, decision)
        single = decision.several is None and len(asked(self.program, self.machine, state)) == 1
        for form in decision.alternatives:
            first = next((code for code in legal if form.base <= code < form.base + form.size), None)
            if first is not None and not form.closes:
                said = "passes" if form.passes else f"{does} {self._written(form, first, many)}"
                found.append(Answer(f"when {players[who]} {said}", first if single else -1))
        return tuple(found)

    def choosing(self, state: State, code: int, many: int) -> tuple[str, ...]:
        """The line with which whoever is asked chooses so many."""
        forms = (form for form in self._decision(state).alternatives if form.base <= code < form.base + form.size)
        return tuple(
            f"when {self.program.players[state[WHO_AT]]} chooses {self._written(form, code, many)}" for form in forms
        )

    def _missing(self, state: State, decision: Decision) -> int:
        """How many things must still be chosen; 1 where it is as many as one likes."""
        several = decision.several
        if several is None:
            return 1
        least, _, *given = self.machine.arguments(state)[several.at : several.at + 2 + several.words]
        return max(1, least - sum(word.bit_count() for word in given))

    def _written(self, form: Alternative, code: int, many: int) -> str:
        """An answer in the rulebook's words: a piece is any that fits."""
        kinds = {kind.name: kind for kind in self.program.kinds}
        words = [form.name or part if k == 0 and isinstance(part, str) else part for k, part in enumerate(form.parts)]
        said = []
        for word in words:
            if isinstance(word, str):
                said.append(word)
            elif kinds[word.kind].sort == "piece":
                said.append(f"{many} {kinds[word.kind].plural}" if many > 1 else articled(word.kind))
            else:
                kind = kinds[word.kind]
                said.append(kind.elements[slot_value(form, word, code) - (kind.first or kind.start)])
        return join(said)

    def unshuffled(self, state: State) -> tuple[str, ...]:
        """The lines after which there would be something left to chance: each for a pile that lies in a known order."""
        knowledge, players = Knowledge(self._box, state, REFEREE), self.program.players
        lines = []
        for number, place in enumerate(self.program.locations):
            lying = knowledge.contents(number) if place.ordered and not place.board else []
            if len(lying) > 1 and all(self._box.has_own_rank(state, piece) for piece in lying):
                whose = f" of {players[place.owner]}" if place.owner >= 0 else ""
                lines.append(f"in the setup: shuffle the {place.kind}{whose}")
        return tuple(lines[:MOST_LINES])

    def unmet(self, state: State, step: Step) -> tuple[Note, ...]:
        """The needs that are not met of the action that a line names, those of the answer that comes nearest."""
        for site in sorted(step.sites, key=lambda site: site != state[SITE_AT]):
            codes = list(self._meant(state, step, site))
            if codes:
                answers = Answers(self.program.decisions[site], Knowledge(self._box, state, REFEREE))
                arguments = self._arguments(state, step, site)
                _, needs = furthest(self.machine, state, answers, codes, arguments, lambda _: True)
                return tuple(Note(str(need), need.span) for need in needs)
        return ()

    def as_it_is(self, state: State, step: Step) -> tuple[Note, ...]:
        """The values that a line compares, as they are now; or else where the pieces are of which it speaks."""
        wording = Wording(Knowledge(self._box, state, REFEREE))
        kinds = {kind.name: kind for kind in self.program.kinds}
        values = [(self.machine.call(function, state), kinds.get(kind), span) for function, kind, span in step.values]
        told = [(wording.value(kind, value) if kind else str(value), span) for value, kind, span in values]
        notes = tuple(Note(f"this is {value} now", span) for value, span in told)
        return notes or tuple(map(Note, lying(self._box, state, step.about)))

    def right(self, state: State, step: Step) -> tuple[tuple[Span, str], ...]:
        """Where a line says what something is, and what it is."""
        wording, kinds = Wording(Knowledge(self._box, state, REFEREE)), {kind.name: kind for kind in self.program.kinds}
        each = ((self.machine.call(function, state), kinds.get(kind), span) for function, kind, span in step.told)
        return tuple((span, wording.value(kind, value) if kind else str(value)) for value, kind, span in each)

    def _meant(self, state: State, step: Step, site: int) -> Iterator[int]:
        """The codes that a line can mean at a decision, if that can be told for another than the open one."""
        decision, function = self.program.decisions[site], step.meant or step.function
        if site != state[SITE_AT] and (decision.arguments > 1 or step.who < 0):
            return
        for alternative in decision.alternatives:
            if alternative.parts[:1] == (step.alternative,) and alternative.size <= MOST_ENUMERATED:
                codes = range(alternative.base, alternative.base + alternative.size)
                yield from (code for code in codes if self.machine.call(function, state, site, code))

    def _arguments(self, state: State, step: Step, site: int) -> Sequence[int]:
        """What the needs at a decision are about besides the answer: first of all who acts."""
        if site != state[SITE_AT]:
            return (step.who,)
        given = state[ARGUMENTS_AT : ARGUMENTS_AT + self.program.decisions[site].arguments]
        return [step.who if step.who >= 0 else given[0], *given[1:]]

    @property
    def _box(self) -> Box:
        return Box(self.program, self.machine)

    def _decision(self, state: State) -> Decision:
        return self.program.decisions[state[SITE_AT]]
