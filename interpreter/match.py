"""A match: one position after another, the answers that led there, and what each player saw of it."""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dsl.errors import Diagnostic, near
from dsl.resources import folder
from interpreter import chance
from interpreter.engine import VERSION
from interpreter.failures import NoSuchPlayer, SaveError, UndoError
from interpreter.knowledge import REFEREE, SPECTATOR
from interpreter.log import Facts, Log, LogEntry, readers, revealed
from interpreter.machine import Fault
from interpreter.options import Option
from interpreter.position import Answer, OpenDecision, Position, Result
from interpreter.rules import Rules
from interpreter.save import Choice, Save, read, write
from interpreter.sets import COMPLETE, GIVE_UP, SetAnswer, in_one, whole
from interpreter.view import Data
from interpreter.why import IllegalChoice, Refusal, in_step, not_whole

Nature = Literal["auto", "ask"]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of an answer, given in the position `before`; those of one `answer` (counted from 1) have its number.

    One that is a set has a code for each element. A `barrier` came with chance or a reveal.
    """

    answer: int
    before: array[int]
    who: int
    codes: tuple[int, ...]
    text: str
    barrier: bool
    fault: str = ""


class Match:
    """One play of a game. Whatever a method refuses leaves the match as it was.

    Players are called by their names. Where a player may be None, that is an onlooker for `view` and `log`, and the
    referee, who may do everything, for `choose`, `why_not` and `undo`. With `nature` "ask", what chance decides is
    asked like any other decision.
    """

    def __init__(self, rules: Rules, seed: int, nature: Nature = "auto") -> None:
        self.rules = rules
        self.seed = seed
        self.nature: Nature = nature
        self.steps: list[Step] = []
        self._parts: list[dict[int, str]] = []  # of an answer that is not complete: its parts in each reader's words
        self._log = Log(rules.program)
        self._position = self._begin()
        self._let_nature_play()

    def _begin(self) -> Position:
        state = self.rules.machine.initial(self.seed)
        try:
            self.rules.machine.run(state)
        except Fault as fault:
            return Position(self.rules, state, fault)
        return Position(self.rules, state)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of their seats."""
        return self.rules.program.players

    def _seat(self, player: str) -> int:
        """The number of the player of this name. Raises NoSuchPlayer."""
        for seat, name in enumerate(self.players):
            if name.casefold() == player.casefold():
                return seat
        message = f"There is no player “{player}”: the players are {', '.join(self.players)}."
        raise NoSuchPlayer(Diagnostic("E0806", message, near=tuple(near(player, self.players))))

    def _reader(self, player: str | None) -> int:
        return SPECTATOR if player is None else self._seat(player)

    # ---------------------------------------------------------------------------------------------------------- playing

    @property
    def position(self) -> Position:
        """Where the match stands: the referee's, with everything that is hidden. It is not to be changed."""
        return self._position

    @property
    def decision(self) -> OpenDecision | None:
        """The open decision as its decider knows it; None when the match is over."""
        return self._position.decision

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it runs."""
        return self._position.result

    def choose(self, answer: Answer, player: str | None = None) -> Option:
        """Answers the open decision: with an option, its text, or its index. Returns the option.

        Where the answer is a set, an option is a step of it, and the match goes on when it is complete. The whole can
        be given at once, in any order: as a list of options or texts, or as one text with commas. So can all steps that
        are taken in one go, in their order: as a list, or as one text with semicolons. Raises IllegalChoice, which says
        what need is not met; NoSuchPlayer.
        """
        steps = self._position.all_steps(answer)
        if steps is not None:
            return self._take_all(steps, player)
        found = self._position.resolve(answer, None if player is None else self._seat(player))
        if isinstance(found, Refusal):
            raise IllegalChoice(found)
        if isinstance(found, Option):
            self._play(found)
        else:
            found = self._play_set(found)
        self._let_nature_play()
        return found

    def _take_all(self, steps: Sequence[str], player: str | None) -> Option:
        """Takes all steps of what is done in one go, the last of which closes it; or none of them."""
        other = self.copy()
        for number, step in enumerate(steps, 1):
            closed = other._position.closes(step)
            if closed != (number == len(steps)):
                raise IllegalChoice(not_whole(number, step, closed))
            try:
                option = other.choose(step, player)
            except IllegalChoice as illegal:
                raise IllegalChoice(in_step(number, illegal.refusal)) from None
        vars(self).update(vars(other))
        return option

    def why_not(self, answer: Answer, player: str | None = None) -> Refusal | None:
        """Why an answer cannot be given; None if it can. Raises NoSuchPlayer."""
        if self._position.all_steps(answer) is not None:
            try:
                self.copy().choose(answer, player)
            except IllegalChoice as illegal:
                return illegal.refusal
            return None
        return self._position.why_not(answer, None if player is None else self._seat(player))

    def option(self, code: int) -> Option | None:
        """The option that the code of an answer belongs to, if it is legal (the steps of examples give codes)."""
        options = self._position.legal.of([code]) if self.decision else []
        return options[0] if options else None

    def _play(self, option: Option) -> None:
        """Carries out an option. Where its decider cannot tell several answers apart, chance takes one."""
        position = self._position
        if position.sets is not None:
            return self._enter(position.sets, option)
        before = self.rules.machine.pack(position.state)
        codes = position.legal.drawn[option.text]
        drawn = len(codes) > 1
        code = self._draw(codes) if drawn else codes[0]
        return self._carry_out(before, (code,), option.text, barrier=drawn)

    def _enter(self, sets: SetAnswer, option: Option) -> None:
        """A step of an answer that is a set; it is given when it is complete, or given up."""
        elements = [*self._position.entered]
        if option == GIVE_UP:
            before = self.rules.machine.pack(self._position.state)
            return self._carry_out(before, (sets.giving_up,), option.text, barrier=False)
        if option != COMPLETE:
            elements.append(option)
        if option == COMPLETE or sets.is_full(elements):
            self._play_set(elements)
        else:
            self._position = self._position.entering(elements)
        return None

    def _play_set(self, elements: list[Option]) -> Option:
        """Carries out a whole answer that is a set."""
        sets = self._position.sets
        assert sets is not None
        before, option = self.rules.machine.pack(self._position.state), whole(elements)
        codes = sets.codes(elements, self._draw)
        self._carry_out(before, tuple(codes), option.text, barrier=sets.is_drawn(elements))
        return option

    def _let_nature_play(self) -> None:
        """Draws until a player is to decide: every legal answer of Nature is equally likely."""
        while self.nature == "auto" and self._position.nature_decides:
            before, sets = self.rules.machine.pack(self._position.state), self._position.sets
            codes = sets.drawn(self._draw) if sets is not None else [self._draw(self._position.codes)]
            self._carry_out(before, tuple(codes), self._position.text(REFEREE, codes), barrier=True)

    def _draw(self, codes: Sequence[int]) -> int:
        return codes[chance.draw(self._position.state, len(codes))]

    def _carry_out(self, before: array[int], codes: tuple[int, ...], text: str, barrier: bool) -> None:
        position, who = self._position, self._position.who
        texts = {
            reader: text if reader == who else position.text(reader, codes) for reader in readers(self.rules.program)
        }
        seen = {reader: position.knowledge(reader).facts() for reader in texts if reader != REFEREE}
        number = self.answers + (not position.begun)
        self._parts.append(texts)
        self._position = self._after(before, codes)
        shown = not self._position.begun and self._log_answer(number, position, seen)
        fault = self._position.fault.code if self._position.fault else ""
        barrier = barrier or shown or who == position.chance
        self.steps.append(Step(number, before, who, codes, text, barrier, fault))

    def _log_answer(self, number: int, asked: Position, seen: dict[int, Facts]) -> bool:
        """Logs an answer that is complete, and what each reader got to see; true if one of them is a player."""
        parts, self._parts = self._parts, []
        texts = {reader: in_one([part[reader] for part in parts]) for reader in parts[0]}
        self._log.add("chance" if asked.nature_decides else "choice", number, asked.name(asked.who), texts)
        return self._log_reveals(number, seen)

    def _after(self, before: array[int], codes: Sequence[int]) -> Position:
        """The position after an answer; the one before it, marked with the fault, if the answer led to a fault."""
        state = self._position.state
        try:
            for code in codes:
                self.rules.machine.resume(state, code)
        except Fault as fault:
            return Position(self.rules, self.rules.machine.unpack(before), fault)
        return Position(self.rules, state)

    def _log_reveals(self, number: int, seen: dict[int, Facts]) -> bool:
        """Logs what each reader got to see; true if one of them is a player."""
        news = {reader: revealed(facts, self._position.knowledge(reader)) for reader, facts in seen.items()}
        for reader, texts in news.items():
            self._log.reveal(number, reader, texts)
        return any(texts for reader, texts in news.items() if reader != SPECTATOR)

    def copy(self) -> Match:
        """The same match once more: what is played in one of them is not played in the other."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.steps = [*self.steps]
        other._log = self._log.copy()
        other._parts = [*self._parts]
        other._position = Position(self.rules, [*self._position.state], self._position.fault, self._position.entered)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()  # the rules never change

    # ----------------------------------------------------------------------------------------------------- looking back

    @property
    def answers(self) -> int:
        """How many answers were given, chance's among them; the parts of one count as one."""
        return self.steps[-1].answer if self.steps else 0

    def view(self, player: str | None = None) -> Data:
        """What a player sees of the position and of the open decision, as plain data. None: an onlooker."""
        return self._position.view(self._reader(player))

    def log(self, player: str | None = None) -> list[LogEntry]:
        """What a player was shown, when it happened. None: an onlooker."""
        return self._log.of(self._reader(player))

    @property
    def transcript(self) -> list[LogEntry]:
        """The referee's log, with everything that is hidden from players."""
        return self._log.of(REFEREE)

    def state_hash(self) -> str:
        """Equal for equal positions, whichever of several equal pieces is where."""
        return self._position.hash()

    def can_undo(self, player: str | None = None) -> bool:
        """Whether `undo` would take something back."""
        return self._last(None if player is None else self._seat(player)) >= 0

    def undo(self, player: str | None = None) -> None:
        """Takes back the last answer of a player, if neither chance, a reveal nor another's answer came since.

        Of an answer that is not complete it takes back what was entered. The referee (None) may take back any answer,
        and with it what Nature drew after it. Raises UndoError.
        """
        last = self._last(None if player is None else self._seat(player))
        if last == len(self.steps):
            self._position = self._position.entering(())
            return
        if last < 0:
            reason = "chance, a reveal or another's answer stands between" if self.steps else "nothing was answered"
            raise UndoError(Diagnostic("E0807", f"Nothing can be taken back: {reason}."))
        self._position = Position(self.rules, self.rules.machine.unpack(self.steps[last].before))
        self._log.cut(self.steps[last].answer)
        self._parts = []
        del self.steps[last:]

    def _last(self, who: int | None) -> int:
        """The index of the first step of the answer that would be taken back, or -1.

        The number of steps: elements that were entered, and are no step yet.
        """
        position, steps = self._position, self.steps
        if position.entered and not position.begun and who in (None, position.who):
            return len(steps)
        taken = range(len(steps) - 1, -1, -1)
        last = next((n for n in taken if self.nature == "ask" or steps[n].who < len(self.players)), -1)
        if last < 0:
            return -1
        first = next(n for n, step in enumerate(steps) if step.answer == steps[last].answer)
        if who is None:
            return first
        free = steps[-1].who == who and not any(step.barrier for step in steps[first:])
        return first if free else -1

    # ------------------------------------------------------------------------------------------------ saves and replays

    def save(self, path: str | Path) -> None:
        """Writes the match to a file, whole or not at all. Raises OSError."""
        write(self._saved(Path(path)), Path(path))

    def _saved(self, path: Path) -> Save:
        program = self.rules.program
        return Save(
            game=program.name,
            rulebook=_seen_from(path.parent, self.rules.path),
            rules=program.source_hash,
            engine=VERSION,
            variants=program.variants,
            players=self.players,
            seed=self.seed,
            nature=self.nature,
            choices=tuple(self.choice(number) for number in range(len(self.steps))),
        )

    def choice(self, number: int) -> Choice:
        """A step as a save keeps it (from 0)."""
        step = self.steps[number]
        return Choice(self._position.name(step.who), step.codes, step.text, self._hash_after(number), step.fault)

    def _hash_after(self, number: int) -> str:
        if number + 1 == len(self.steps):
            return self.state_hash()
        return Position(self.rules, self.rules.machine.unpack(self.steps[number + 1].before)).hash()

    @classmethod
    def load(cls, path: str | Path, rules: Rules | None = None) -> Match:
        """Plays a save again. `rules` need not be given if the rulebook is where it was, or one of those that travel.

        Raises SaveError, RulebookError, OSError.
        """
        saved = read(Path(path))
        return replay(rules or Rules.load(rulebook_of(Path(path), saved), saved.variants), saved)

    def __repr__(self) -> str:
        asked = f"{self.decision.who[0]}: {self.decision.prompt}" if self.decision else self.result
        return f"<Match of {self.rules.program.label}, {self.answers} answers, {asked}>"


def replay(rules: Rules, saved: Save, changed_rules: bool = False) -> Match:
    """Plays the answers of a save again; with `changed_rules` also under another text than it was written with.

    Raises SaveError for other rules (E0703) and at the first answer that is different now (E0704).
    """
    if not changed_rules and saved.rules != rules.program.source_hash:
        raise SaveError(Diagnostic("E0703", f"The rules of {saved.game} have changed since this match was saved."))
    match = Match(rules, saved.seed, "ask" if saved.nature == "ask" else "auto")
    for number, choice in enumerate(saved.choices):
        if number == len(match.steps):
            _answer_again(match, number, choice)
        found = match.choice(number)
        if found != choice:
            raise _diverged(number, choice, _difference(found, choice))
    if len(match.steps) > len(saved.choices):
        raise _diverged(len(saved.choices), match.choice(len(saved.choices)), "the save ends before it")
    return match


def _answer_again(match: Match, number: int, choice: Choice) -> None:
    asked = match.decision.who[0] if match.decision else "nobody"
    if asked != choice.who:
        raise _diverged(number, choice, f"{asked} is asked now")
    try:
        match.choose([choice.text] if match.position.sets is not None else choice.text)
    except IllegalChoice as illegal:
        raise _diverged(number, choice, illegal.refusal.message.rstrip(".")) from None


def _difference(found: Choice, choice: Choice) -> str:
    if (found.who, found.text) != (choice.who, choice.text):
        return f"now it is {found.who}: {found.text}"
    if found.fault != choice.fault:
        return f"now it stops with the fault {found.fault}" if found.fault else "now there is no fault"
    return "it leads to another position"


def _diverged(number: int, choice: Choice, why: str) -> SaveError:
    return SaveError(Diagnostic("E0704", f"Step {number + 1} ({choice.who}: {choice.text}) is different now: {why}."))


def _seen_from(start: Path, rulebook: Path | None) -> str:
    """The path of the rulebook from the folder of the save; where there is no way (another drive), the whole path."""
    if rulebook is None:
        return ""
    with suppress(ValueError):
        return Path(os.path.relpath(rulebook, start)).as_posix()
    return rulebook.absolute().as_posix()


def rulebook_of(path: Path, saved: Save) -> Path:
    """Where the rulebook of a save is now. Raises SaveError."""
    there = path.parent / saved.rulebook
    if saved.rulebook and there.is_file():
        return there
    name = Path(saved.rulebook).name
    for found in sorted(folder("games").rglob(name)) if name else ():
        return found
    known = saved.rulebook or "any known place"
    raise SaveError(Diagnostic("E0706", f"The rulebook of {saved.game} is not at {known}."))
