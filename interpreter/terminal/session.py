"""A match in one terminal: people and bots take their seats, people type what they choose.

A session asks and tells through the functions it is given; it never touches the terminal itself. Everything it shows a
player comes from that player's view, options and log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from interpreter.bots.seats import HUMAN, RANDOM, Bot, kind_of, seated
from interpreter.failures import Failure
from interpreter.knowledge.log import CHANCE, LogEntry
from interpreter.knowledge.reader import has_secrets
from interpreter.play.match import Match
from interpreter.play.options import Option, Options, plain
from interpreter.play.position import OpenDecision
from interpreter.play.set_answers import ENDS, NOTHING, together
from interpreter.play.set_entry import Entry
from interpreter.play.why import IllegalChoice, Refusal
from interpreter.state.save import Save
from interpreter.terminal.menu import menu
from interpreter.terminal.picture import Picture
from interpreter.terminal.rules import rules_of
from interpreter.terminal.tables import tables_of
from interpreter.terminal.text import ended, finds, keep, line, reason, seen_before
from interpreter.terminal.typed import NoSuchNumber, meant, several
from interpreter.terminal.words import HELP, Spoken

_QUOTED = re.compile(r"""^(["'])(.+)\1$""")  # as the commands have them that are told here
LONGEST_TYPED = 1000  # letters
MOST_NEWS = 20  # lines: of more only the last are shown
_NOT = re.compile(r"^not\b\s*", re.IGNORECASE)  # `why not castle` asks what `why castle` asks


@dataclass(frozen=True)
class Screen:
    """How a session speaks with people. `ask` gives a typed line, EOFError when there are no more.

    `hand_over` is called with the name of the next player when the screen must pass to them unseen; it may do nothing.
    """

    ask: Callable[[str], str]
    tell: Callable[[str], object]
    hand_over: Callable[[str], object]
    width: int = 80


class Quit(Exception):
    """The people have had enough."""


class Session:
    """One match with its seats. Seats that are not in `bots` are people's."""

    def __init__(
        self, match: Match, bots: Mapping[str, Bot], screen: Screen, note: Callable[[Match], bool] = lambda _: False
    ) -> None:
        """`note` is called before what has happened is shown; it says whether one can go on from there another time."""
        self.match, self.say = match, Spoken(match.rules.program.language)
        self._note = note
        self.bots = bots
        self.screen = screen
        self.people = [player for player in match.players if player not in bots]
        self.picture = Picture(match.rules.box, screen.width)
        self._told = dict.fromkeys([*self.people, None], 0)  # how many lines of each log were shown; None: everything
        self._drawn: dict[str | None, str] = dict.fromkeys(self.people, "")
        self._at_screen = ""
        self._secrets = has_secrets(match.rules.program)
        self._kept: tuple[Path, Save] | None = None  # the last save, and what is in it
        self._entry: Entry | None = None  # the answer that is put together, where that is a set

    def run(self) -> None:
        """Plays to the end of the match, or until somebody quits."""
        try:
            while (decision := self.match.decision) is not None:
                self._note(self.match)
                self._step(decision, decision.who[0])
        except (Quit, EOFError):
            self.screen.tell(f"\n{self.say('The match is not over.')} {self._whereabouts()}{self._left_out}")
            return
        self._note(self.match)
        self._end()

    @property
    def is_kept(self) -> bool:
        """Whether somebody has saved the match as it is."""
        return self._kept is not None and self._kept[1] == self.match.saved()

    def _step(self, decision: OpenDecision, player: str) -> None:
        if player in self.bots:
            self.match.choose(seated(self.match, player, self.bots), player if player in self.match.players else None)
            if not self.people:
                self._note(self.match)
                self._news(None)
            return
        self._entry = Entry(self.match) if self.match.position.sets is not None else None
        self._take_screen(player)
        self._news(player)
        self._show(player)
        self._offer(decision, player)
        self._answer(player)

    def _take_screen(self, player: str) -> None:
        """Nobody sees what the player before saw."""
        if self._at_screen not in ("", player) and self._secrets:
            self.screen.hand_over(player)
            self._drawn[player] = ""
        self._at_screen = player

    def _whereabouts(self) -> str:
        if self._kept is not None and self.is_kept:
            return self.say("It is kept in {path}.", path=self._kept[0])
        if self._note(self.match):
            return self.say("`rulewright play --resume` goes on with it.")
        if self._kept:
            return self.say("It is kept in {path}, but not its last answers.", path=self._kept[0])
        return self.say("It was not kept.")

    # -------------------------------------------------------------------------------------------------------- showing

    def _news(self, player: str | None) -> None:
        """What happened since this player was told last; None: everything, for onlookers of a match of bots."""
        entries = self._log(player)
        new = entries[self._told[self._eyes(player)] :]
        self._told[self._eyes(player)] = len(entries)
        if player is not None and len(new) > MOST_NEWS:
            self.screen.tell(f"     … {self.say('(`log` tells all that has happened)')}")
            new = new[-MOST_NEWS:]
        for entry in new:
            self.screen.tell(line(entry))

    def _eyes(self, player: str | None) -> str | None:
        """Whoever reads what this player reads: where nothing is secret, all people look at the screen together."""
        return player if player is None or self._secrets else self.people[0]

    def _log(self, player: str | None) -> list[LogEntry]:
        return self.match.transcript if player is None else self.match.log(player)

    def _show(self, player: str, again: bool = False) -> None:
        """The position, if it looks different from when this player saw it last."""
        drawn = self.picture.draw(self.match.view(player), seen_before(self.match, player))
        if again or drawn != self._drawn[self._eyes(player)]:
            self.screen.tell(f"\n{drawn}\n")
        self._drawn[self._eyes(player)] = drawn

    def _offer(self, decision: OpenDecision, player: str, short: bool = True) -> None:
        asked = (
            decision.prompt
            if decision.prompt.startswith(player)
            else f"{player}: {decision.prompt or self.say('choose')}"
        )
        if self._entry is not None and self._entry.chosen:
            asked += " " + self.say("(so far {those})", those=together(option.text for option in self._entry.chosen))
        self.screen.tell(f"{asked}\n{self._menu(self._offered(decision), short=short)}")

    def _offered(self, decision: OpenDecision) -> Options:
        """The options as they are numbered on the screen."""
        return decision.options if self._entry is None else self._entry.options

    def _end(self) -> None:
        self._news(self._at_screen or (self.people[0] if self.people else None))
        reader = self.people[0] if len(self.people) == 1 else None
        self.screen.tell(f"\n{self.picture.draw(self.match.view(reader), seen_before(self.match, reader))}\n")
        if self.match.result:
            self.screen.tell(ended(self.match.result, self.say))

    # ------------------------------------------------------------------------------------------------------ answering

    def _answer(self, player: str) -> None:
        """Reads lines until one of them changes the match."""
        while not self._obey(self.screen.ask("> ").strip(), player):
            pass

    def _obey(self, typed: str, player: str) -> bool:
        """Does what was typed; true if it changed the match. An option always goes before a command."""
        decision = self.match.decision
        word, _, rest = typed.partition(" ")
        command = _COMMANDS.get(plain(typed)) or _COMMANDS.get(word.casefold())
        if not typed or decision is None:
            return False
        if len(typed) > LONGEST_TYPED:
            too_long = "That is too long: nothing that can be typed here has more than {most} letters."
            self.screen.tell(self.say(too_long, most=LONGEST_TYPED))
            return False
        if command and not any(plain(typed) == plain(text) for text in self._offered(decision).texts):
            return command(self, rest.strip(), player)
        try:
            if self._entry is not None:
                return self._enter(self._entry, typed, decision, player)
            self.match.choose(meant(typed, decision.options))
        except IllegalChoice as illegal:
            self.screen.tell(self._refused(illegal.refusal, typed, self._offered(decision)))
            return False
        except NoSuchNumber as none:
            self.screen.tell(none.told(self.say))
            return False
        return True

    def _refused(self, refusal: Refusal, typed: str, options: Options) -> str:
        """Why nothing was chosen; where several can be meant, these with their numbers; where nothing, how to go on."""
        if refusal.code == "E0801" and not (refusal.near or refusal.unmet):
            more = self.say("`options` tells what is possible, `help` what else can be typed.")
            return f"{refusal}\n  {more}"
        if refusal.code != "E0805":
            return str(refusal)
        meant = {option.text for option in options.within(typed)}
        return f"{refusal.message}\n{self._menu(options, meant)}"

    def _menu(self, options: Options, only: Container[str] | None = None, short: bool = False) -> str:
        return menu(options, self.screen.width, only, short, self.say)

    def _several(self, typed: str, options: Options) -> list[Option]:
        """The elements that are meant by several numbers; that they are all goes without saying."""
        return [option for option in several(typed, options) if option not in ENDS]

    def _enter(self, entry: Entry, typed: str, decision: OpenDecision, player: str) -> bool:
        """A part of an answer that is a set, or several parts with commas, which are then all; true if it is given."""
        options = entry.options
        parts = [] if typed in options else [part for part in typed.split(",") if part.strip()]
        if found := self._several(typed, options):
            self.match.choose([*entry.chosen, *found])
        elif len(parts) > 1 or "×" in typed or plain(typed) == NOTHING:
            self.match.choose([*entry.chosen, typed])
        else:
            entry.choose(meant(typed, options))
        if entry.open:
            self._offer(decision, player)
        return not entry.open

    def _take_back(self, typed: str, player: str) -> bool:
        """The last element of an answer that is a set; failing that, what was given of the answer so far."""
        back = self._entry.take_back() if self._entry is not None else None
        if back is None and self._is_begun():
            return self._take_all_back(player)
        if back is None:
            self.screen.tell(self.say("There is nothing to take back: `undo` takes back a whole answer."))
        elif self.match.decision is not None:
            self.screen.tell(self.say("Taken back: {text}.", text=back.text))
            self._offer(self.match.decision, player)
        return False

    def _is_begun(self) -> bool:
        """Whether the match has parts of the open answer already."""
        return self.match.position.begun or bool(self.match.position.own.parts)

    def _take_all_back(self, player: str) -> bool:
        """What was said of the open answer so far."""
        while self._entry is not None and self._entry.take_back():
            pass
        self.screen.tell(self.say("Taken back."))
        if self._is_begun():
            self.match.undo(player)
            return True
        if self.match.decision is not None:
            self._offer(self.match.decision, player)
        return False

    def _why(self, typed: str, player: str) -> bool:
        asked = _NOT.sub("", typed).rstrip(" ?")
        if not asked or self.match.decision is None:
            self.screen.tell(self.say("Type `why` and the answer that you miss, as in `why pass`."))
            return False
        self.screen.tell(self._reason(asked, self._offered(self.match.decision)))
        return False

    def _reason(self, asked: str, options: Options) -> str:
        """Why an answer cannot be given, which is read as it is when it is given."""
        none, known, several_of = "", "", list[Option]()
        try:
            answer = meant(asked, options)
            known = str(answer) if isinstance(answer, Option) and answer.text != asked else ""
            several_of = self._several(asked, options) if self._entry is not None else []
        except NoSuchNumber as number:  # it may be a word of what cannot be done
            none = number.told(self.say)
        chosen = self._entry.chosen if self._entry is not None else []
        refusal = None if known else self.match.why_not([*chosen, *several_of] if several_of else asked)
        if none and (refusal is None or not refusal.unmet):
            return none
        if refusal is None and known:
            possible = "“{asked}” is {answer}, which is possible: type it without `why`."
            return self.say(possible, asked=asked, answer=known)
        if refusal is None:
            return self.say("“{asked}” is possible: type it without `why`.", asked=asked)
        return self._refused(refusal, asked, options)

    def _rules(self, typed: str, player: str) -> bool:
        self.screen.tell(rules_of(self.match.rules, typed, self.screen.width))
        return False

    def _look(self, typed: str, player: str) -> bool:
        self.screen.tell(tables_of(self.match.rules, typed, self.screen.width))
        return False

    def _undo(self, typed: str, player: str) -> bool:
        """Takes back what is said of an answer, else the last answer of a person here and what bots answered since, if
        nobody learnt anything by it (S15.1); of answers in secret each takes back their own only."""
        if self._is_begun() or (self._entry is not None and self._entry.chosen):
            return self._take_all_back(player)
        who = next((who for who in reversed(self._answered()) if who in self.people), "")
        reason = self._barrier(who, player)
        if reason:
            self.screen.tell(self.say("Nothing can be taken back: {reason}.", reason=reason))
            return False
        self.match.undo(who, self._bots)
        self._note(self.match)
        self._told = {reader: min(told, len(self._log(reader))) for reader, told in self._told.items()}
        self._drawn = dict.fromkeys(self.people, "")
        self.screen.tell(self.say("Taken back."))
        return True

    def _barrier(self, who: str, player: str) -> str:
        """Why the last answer of the people here, which `who` gave, cannot be taken back; empty if it can."""
        if not who:
            return self.say("you have not answered yet")
        if self.match.position.in_secret and who != player:
            return self.say("{who} has decided since", who=who)
        if self.match.can_undo(who, self._bots):
            return ""
        drawn = CHANCE in self._answered()[-1:]
        return self.say("Chance has decided since" if drawn else "something came to light by it, or since")

    @property
    def _bots(self) -> list[str]:
        """The players who are bots: chance, where it is asked, is none."""
        return [player for player in self.match.players if player in self.bots]

    def _answered(self) -> list[str]:
        """Who gave each answer of the match."""
        return [self.match.position.name(step.who) for step in self.match.steps]

    def _view(self, typed: str, player: str) -> bool:
        self._show(player, again=True)
        return False

    def _options(self, typed: str, player: str) -> bool:
        if self.match.decision:
            self._offer(self.match.decision, player, short=False)
        return False

    def _show_log(self, typed: str, player: str) -> bool:
        self.screen.tell("\n".join(map(line, self.match.log(player))) or self.say("Nothing has happened yet."))
        return False

    def _save(self, typed: str, player: str) -> bool:
        if not typed:
            self.screen.tell(self.say("Type `save` and the name of a file."))
            return False
        try:
            path = Path(_QUOTED.sub(r"\2", typed)).expanduser()
            keep(self.match, path)
        except (OSError, ValueError, RuntimeError, Failure) as failure:
            self.screen.tell(self.say("It was not kept: {reason}.", reason=reason(failure)))
            return False
        self._kept = path, self.match.saved()
        kept = self.say("Kept in {path}: `{command}` goes on with it.", path=path, command=self._resuming(path))
        self.screen.tell(kept + self._left_out)
        return False

    @property
    def _left_out(self) -> str:
        """What of the answer that is put together here is nowhere else."""
        if self._entry is None or not self._entry.open:
            return ""
        chosen = [option.text for option in self._entry.chosen[len(self.match.position.entered) :]]
        again = "What you have chosen so far ({those}) is to be chosen again then."
        return " " + self.say(again, those=together(chosen)) if chosen else ""

    def _resuming(self, path: Path) -> str:
        """The command that goes on with a match that was kept, as a shell reads it."""
        rulebook = self.match.rules.path
        named = [quote(str(rulebook))] if rulebook and not finds(path, rulebook) else []
        return " ".join(["rulewright play", *named, "--load", quote(str(path))]) + self._seats()

    def _seats(self) -> str:
        """Who sits where, as the command line is told, if it is not one person against bots."""
        kinds = [kind_of(self.bots.get(player)) for player in self.match.players]
        return "" if kinds == [HUMAN, *[RANDOM] * (len(kinds) - 1)] else f" --seats {','.join(kinds)}"

    def _help(self, typed: str, player: str) -> bool:
        self.screen.tell(self.say(HELP))
        return False

    def _quit(self, typed: str, player: str) -> bool:
        raise Quit


_COMMANDS: dict[str, Callable[[Session, str, str], bool]] = {
    "why": Session._why,
    "rules": Session._rules,
    "look": Session._look,
    "take back": Session._take_back,
    "undo": Session._undo,
    "view": Session._view,
    "options": Session._options,
    "log": Session._show_log,
    "save": Session._save,
    "help": Session._help,
    "?": Session._help,
    "quit": Session._quit,
    "exit": Session._quit,
}
