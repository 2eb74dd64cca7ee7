"""A match: one position after another, the answers that led there, and what each player saw of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from dsl.text.diagnostics import Diagnostic
from interpreter.failures import InUse, UndoError, WrongArgument
from interpreter.knowledge.log import Log, LogEntry, readers, revealed
from interpreter.knowledge.reader import REFEREE, SPECTATOR
from interpreter.knowledge.view import Data
from interpreter.library import chance
from interpreter.play.options import Option
from interpreter.play.position import OpenDecision, Position, Result, first_position, seat_of
from interpreter.play.rules import Rules
from interpreter.play.saving import first, kept, play_again, save_of, start, unfinished
from interpreter.play.set_answers import COMPLETE, GIVE_UP, SetAnswer, in_one, whole
from interpreter.play.simultaneous import Begun, Part, answers_of, from_outside, given, goes_on
from interpreter.play.thread_guard import Alone, alone
from interpreter.play.undo import Step, last
from interpreter.play.why import Given, IllegalChoice, Refusal, in_step, not_whole, understood
from interpreter.state.decoding import Facts
from interpreter.state.machine import Fault
from interpreter.state.save import Choice, Save, check, dumps, loads, read, rulebook_of, write

Nature = Literal["auto", "ask"]


class Match(Alone):
    """One play of a game. Whatever a method refuses leaves the match as it was. One thread at a time may use it: what
    another asks meanwhile is refused (InUse).

    Players are called by their names. Where a player may be None, that is an onlooker for `view` and `log`, and the
    referee, who may do everything, for `choose`, `why_not` and `undo`. With `nature` "ask", what chance decides is
    asked like any other decision.
    """

    def __init__(self, rules: Rules, seed: int, nature: Nature = "auto", position: Position | None = None) -> None:
        """It begins with the first decision, or goes on from a `position`: then nothing from before it is known.

        Raises WrongArgument for a `nature` that there is not.
        """
        if nature not in get_args(Nature):
            raise WrongArgument(Diagnostic("E0816", f"nature={nature!r} is not known: it is “auto” or “ask”."))
        self.rules = rules
        self.seed = seed
        self.nature: Nature = nature
        self.steps: list[Step] = []
        self._choices: list[Choice] = []  # of the first steps: each is made once, when a save first wants it
        self._parts: list[dict[int, str]] = []  # of an answer that is not complete: its parts in each reader's words
        self._log = Log(rules.program)
        self._begun_amid = position is not None
        self._position = position or first_position(rules, seed)
        self.opened = 0 if self._position.in_secret else -1  # the step with which the open decision in secret began
        self._let_nature_play()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of their seats."""
        return self.rules.program.players

    def _seat(self, player: str) -> int:
        """The number of the player of this name. Raises NoSuchPlayer."""
        return seat_of(self.rules, player)

    def _reader(self, player: str | None) -> int:
        return SPECTATOR if player is None else self._seat(player)

    # ---------------------------------------------------------------------------------------------------------- playing

    @property
    @alone
    def position(self) -> Position:
        """Where the match stands: the referee's, with everything that is hidden. It is not to be changed."""
        return self._position

    @property
    @alone
    def decision(self) -> OpenDecision | None:
        """The open decision as its decider knows it; None when the match is over."""
        return self._position.decision

    @alone
    def asked(self, player: str) -> OpenDecision | None:
        """What a player is asked; None if they are not. Raises NoSuchPlayer."""
        seat = self._seat(player)
        return self._position.seen_from(seat).decision if seat in self._position.asked else None

    @property
    @alone
    def result(self) -> Result | None:
        """How the match ended; None while it runs."""
        return self._position.result

    @alone
    def choose(self, answer: Given, player: str | None = None) -> Option:
        """Answers the open decision: with an option, its text, or its index (any whole number). Returns the option.

        Where the answer is a set, an option is a step of it, and the match goes on when it is complete. The whole can
        be given at once, in any order: as a list of options or texts, or as one text with commas. So can all steps that
        are taken in one go, in their order: as a list, or as one text with semicolons. Raises IllegalChoice, which says
        what need is not met; NoSuchPlayer.
        """
        meant = understood(answer)
        steps = self._position.all_steps(meant)
        if steps is not None:
            return self._take_all(steps, player)
        who = None if player is None else self._seat(player)
        found = self._position.resolve(meant, who)
        if isinstance(found, Refusal):
            raise IllegalChoice(found)
        position = self._position.seen_from(who)
        if isinstance(found, Option):
            self._play(position, found)
        else:
            found = self._play_set(position, found)
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
        self._take_over(other)
        return option

    @alone
    def why_not(self, answer: Given, player: str | None = None) -> Refusal | None:
        """Why an answer cannot be given; None if it can. Raises NoSuchPlayer."""
        try:
            meant = understood(answer)
            if self._position.all_steps(meant) is not None:
                self.copy().choose(meant, player)
                return None
        except IllegalChoice as illegal:
            return illegal.refusal
        return self._position.why_not(meant, None if player is None else self._seat(player))

    @alone
    def option(self, code: int) -> Option | None:
        """The option that the code of an answer belongs to, if it is legal (the steps of examples give codes)."""
        options = self._position.legal.of([code]) if self.decision else []
        return options[0] if options else None

    def _play(self, position: Position, option: Option) -> None:
        """Carries out an option. Where its decider cannot tell several answers apart, chance takes one."""
        if position.sets is not None:
            return self._enter(position, position.sets, option)
        before, codes = self._packed(), position.legal.drawn[option.text]
        drawn = len(codes) > 1
        code = self._draw(position)(codes) if drawn else codes[0]
        self._give(position, before, (code,), option.text, drawn)

    def _enter(self, position: Position, sets: SetAnswer, option: Option) -> None:
        """A step of an answer that is a set; it is given when it is complete, or given up."""
        if option == GIVE_UP:
            return self._give(position, self._packed(), (sets.giving_up,), option.text, False)
        elements = [*position.entered, *([] if option == COMPLETE else [option])]
        if option == COMPLETE or sets.is_full(elements):
            self._play_set(position, elements)
        else:
            self._position = position.entering(elements)
        return None

    def _play_set(self, position: Position, elements: list[Option]) -> Option:
        """Carries out a whole answer that is a set."""
        sets = position.sets
        assert sets is not None
        before, option = self._packed(), whole(elements)
        codes = sets.codes(elements, self._draw(position))
        self._give(position, before, tuple(codes), option.text, sets.is_drawn(elements))
        return option

    def _let_nature_play(self) -> None:
        """Draws until a player is to decide: every legal answer of Chance is equally likely."""
        while self.nature == "auto" and self._position.nature_decides:
            before, position, draw = self._packed(), self._position, self._draw(self._position)
            codes = position.sets.drawn(draw) if position.sets is not None else [draw(position.codes)]
            self._give(position, before, tuple(codes), position.text(REFEREE, codes), drawn=True)

    def _packed(self) -> array[int]:
        return self.rules.machine.pack(self._position.state)

    def _draw(self, position: Position) -> Callable[[Sequence[int]], int]:
        """Draws one of several codes. In secret it makes no difference who answers first, so nothing is moved on."""
        state = self._position.state
        if position.in_secret:
            state = chance.aside(state, position.who + len(position.own.codes) * len(self.players))
        return lambda codes: codes[chance.draw(state, len(codes))]

    def _give(self, position: Position, before: array[int], codes: tuple[int, ...], text: str, drawn: bool) -> None:
        """Gives what is answered by the one from whom the position is seen: an answer in secret when it is complete."""
        parts = (*position.own.parts, Part(codes, text, self._told(position, codes, text), drawn))
        if position.in_secret and self._goes_on(position, Begun(parts)):
            self._position = position.giving(Begun(parts))
        else:
            self._carry_out(position, before, parts)

    def _told(self, position: Position, codes: tuple[int, ...], text: str) -> dict[int, str]:
        """What each reader is told of an answer."""
        return {r: text if r == position.who else position.text(r, codes) for r in readers(self.rules.program)}

    def _goes_on(self, position: Position, begun: Begun) -> bool:
        """Whether there is more to answer in secret."""
        program, machine = self.rules.program, self.rules.machine
        try:
            after = given(program, machine, position.state, position.who, begun.codes)
        except Fault:
            return False
        return goes_on(program, machine, after, position.who, begun.codes)

    def _carry_out(self, position: Position, before: array[int], parts: Sequence[Part]) -> None:
        """Goes on with all parts of an answer in secret, or with one of another."""
        seen = {r: self._position.knowledge(r).facts() for r in readers(self.rules.program) if r != REFEREE}
        number, befores = self.answers + (not position.begun), [before]
        for part in parts:
            self._parts.append(dict(part.told))
            self._position = self._after(position, befores[-1], part.codes)
            befores.append(self._packed())
        shown = not self._position.begun and self._log_answer(number, position, seen)
        closed = position.asked == (position.who,)
        held = shown or position.who == position.chance or (position.in_secret and closed)
        fault = self._position.fault.code if self._position.fault else ""
        for words, part in zip(befores, parts, strict=False):
            barrier = part.drawn or held
            self.steps.append(Step(number, words, position.who, part.codes, part.text, barrier, fault, self.opened))
        if closed:
            self.opened = len(self.steps) if self._position.in_secret else -1

    def _log_answer(self, number: int, asked: Position, seen: dict[int, Facts]) -> bool:
        """Logs an answer that is complete, and what each reader got to see; true if one of them is a player."""
        parts, self._parts = self._parts, []
        joined = "; ".join if asked.in_secret else in_one
        texts = {reader: joined([part[reader] for part in parts]) for reader in parts[0]}
        if asked.in_secret:
            texts = from_outside(texts, asked.who)
        self._log.add("chance" if asked.nature_decides else "choice", number, asked.name(asked.who), texts)
        return self._log_reveals(number, seen)

    def _after(self, position: Position, before: array[int], codes: Sequence[int]) -> Position:
        """The position after an answer; the one before it, marked with the fault, if the answer led to a fault."""
        state = self._position.state
        self.rules.box.forget_news(state)
        try:
            for code in answers_of(self.rules.program, state, position.who, codes):
                self.rules.machine.resume(state, code)
        except Fault as fault:
            return Position(self.rules, self.rules.machine.unpack(before), fault)
        partial = {seat: begun for seat, begun in position.partial.items() if seat != position.who}
        return Position(self.rules, state, None, partial if position.in_secret else {})

    def _log_reveals(self, number: int, seen: dict[int, Facts]) -> bool:
        """Logs what each reader got to see; true if one of them is a player."""
        news = {reader: revealed(facts, self._position.knowledge(reader)) for reader, facts in seen.items()}
        for reader, texts in news.items():
            self._log.reveal(number, reader, texts)
        return any(texts for reader, texts in news.items() if reader != SPECTATOR)

    @alone
    def copy(self) -> Match:
        """The same match once more: what is played in one of them is not played in the other."""
        other = type(self).__new__(type(self))
        other._take_over(self)
        other.steps, other._choices = [*self.steps], [*self._choices]
        other._log = self._log.copy()
        other._parts = [*self._parts]
        position = self._position
        other._position = Position(self.rules, [*position.state], position.fault, position.partial)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()  # the rules never change

    # ----------------------------------------------------------------------------------------------------- looking back

    @property
    def answers(self) -> int:
        """How many answers were given, chance's among them; the parts of one count as one."""
        return self.steps[-1].answer if self.steps else 0

    @alone
    def view(self, player: str | None = None) -> Data:
        """What a player sees of the position and of the open decision, as plain data. None: an onlooker."""
        return self._position.view(self._reader(player))

    @alone
    def log(self, player: str | None = None) -> list[LogEntry]:
        """What a player was shown, when it happened. None: an onlooker."""
        return self._log.of(self._reader(player))

    @property
    @alone
    def transcript(self) -> list[LogEntry]:
        """The referee's log, with everything that is hidden from players."""
        return self._log.of(REFEREE)

    @alone
    def state_hash(self) -> str:
        """Equal for equal positions, whichever of several equal pieces is where.

        It tells secrets: whoever has it can try which hidden cards, or which draws to come, lead to the same. It is for
        the referee, as saves are, not for players.
        """
        return self._position.hash()

    @alone
    def can_undo(self, player: str | None = None, bots: Iterable[str] = ()) -> bool:
        """Whether `undo` would take something back."""
        return self._last(None if player is None else self._seat(player), bots) >= 0

    @alone
    def undo(self, player: str | None = None, bots: Iterable[str] = ()) -> None:
        """Takes back the last answer of a player, if neither chance, a reveal nor another's answer came since; those of
        players who are `bots` go with it.

        Of an answer that is not complete it takes back what was entered. Where several players decide at once, each may
        take back their own answer until all are done, and those of the others stay. The referee (None) may take back
        any answer, and with it what Chance drew after it. Raises UndoError.
        """
        who = None if player is None else self._seat(player)
        last = self._last(who, bots)
        if last == len(self.steps):
            self._position = self._position.seen_from(who).giving(Begun())
            return
        if last < 0:
            reason = "chance, a reveal or another's answer stands between" if self.steps else "nothing was answered"
            raise UndoError(Diagnostic("E0807", f"Nothing can be taken back: {reason}."))
        stays = who is not None and self.steps[last].opened >= 0
        others = [step for step in self.steps[last:] if step.who != who] if stays else []
        partial = dict(self._position.partial) if stays else {}
        self._go_back(last)
        for step in others:
            self._give(self._position.seen_from(step.who), self._packed(), step.codes, step.text, drawn=False)
        self._position = Position(self.rules, self._position.state, self._position.fault, partial)

    def _go_back(self, to: int) -> None:
        """Takes back all steps from one on."""
        step = self.steps[to]
        self._position = Position(self.rules, self.rules.machine.unpack(step.before))
        self.opened = step.opened
        self._log.cut(step.answer)
        self._parts = []
        del self.steps[to:], self._choices[to:]

    def _last(self, who: int | None, bots: Iterable[str]) -> int:
        others = {self._seat(name) for name in bots} - {who}
        return last(self.steps, self._position.seen_from(who), who, self.opened, self.nature == "ask", others)

    # ------------------------------------------------------------------------------------------------ saves and replays

    @alone
    def save(self, path: str | Path) -> None:
        """Writes the match to a file, whole or not at all. Raises OSError."""
        write(self.saved(Path(path).parent), Path(path))

    @alone
    def dumps(self) -> str:
        """The same as a text, which names the rulebook as a file in the current folder does."""
        return dumps(self.saved(Path()))

    @property
    @alone
    def choices(self) -> Sequence[Choice]:
        """The steps as saves keep them."""
        for number in range(len(self._choices), len(self.steps)):
            self._choices.append(kept(self.steps, number, self._position))
        return self._choices

    @alone
    def saved(self, folder: Path | None = None) -> Save:
        """All that a save has, which includes all that is hidden. It names the rulebook as it is seen from a `folder`;
        with the whole path, if there is none."""
        before = self.steps[0].before if self.steps else self._packed()
        begin = start(self.rules, before) if self._begun_amid else None
        begun = unfinished(self._position)
        return save_of(self.rules, folder, self.seed, self.nature, begin, tuple(self.choices), begun)

    @classmethod
    def load(cls, path: str | Path, rules: Rules | None = None) -> Match:
        """Plays a save again. `rules` need not be given if the rulebook is where it was, or one of those that travel.

        Raises SaveError, RulebookError, OSError.
        """
        return cls._from(read(Path(path)), Path(path), rules)

    @classmethod
    def loads(cls, text: str, rules: Rules | None = None) -> Match:
        """The same with what `dumps` gave. `rules` are not needed if the rulebook is found from the current folder."""
        return cls._from(loads(text), Path(), rules)

    @staticmethod
    def _from(saved: Save, path: Path, rules: Rules | None) -> Match:
        return replay(rules or Rules.load(rulebook_of(path, saved), saved.terms), saved)

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which plays it again."""
        return type(self).loads, (self.dumps(), self.rules)

    def __repr__(self) -> str:
        try:
            now, names = self.position, ", ".join(map(self.position.name, self.position.asked))
            # in secret, what is asked next tells what has been given of an answer
            asked = self.result or (f"{names} in secret" if now.in_secret else f"{names}: {now.prompt}")
        except InUse:
            asked = "another thread is using it"
        return f"<Match of {self.rules.program.label}, {self.answers} answers, {asked}>"


def replay(rules: Rules, saved: Save, changed_rules: bool = False) -> Match:
    """Plays the answers of a save again; with `changed_rules` also where the text says something else by now.

    Raises SaveError for another game (E0707), for other rules (E0703), at the first answer that is different now
    (E0704).
    """
    rules = rules.beginning(saved.given) if saved.given and rules.given is None else rules
    check(saved, rules.program, rules.given, changed_rules)
    match = Match(rules, saved.seed, "ask" if saved.nature == "ask" else "auto", first(rules, saved))
    play_again(match, saved)
    return match
