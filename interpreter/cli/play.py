"""`rulewright play`: a match in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

import typer

from dsl.terms import USUAL, Terms
from dsl.text.diagnostics import Diagnostic
from interpreter.backends.llvm.loading import NoNativeCode
from interpreter.bots.seats import HUMAN, RANDOM, bot, rounds_of
from interpreter.cli.common import (
    SHOWN,
    WRONG,
    Misused,
    Options,
    Players,
    Variants,
    came_along,
    columns,
    complain,
    existing,
    number,
    rulebook,
    say,
    terms_of,
    visible,
)
from interpreter.cli.resume import Notes, resumed
from interpreter.knowledge.log import CHANCE
from interpreter.knowledge.reader import has_chance, has_secrets
from interpreter.library.chance import fingerprint
from interpreter.play.game import Game, game_of
from interpreter.play.journal import Journal
from interpreter.play.match import Match, replay
from interpreter.play.rules import Rules
from interpreter.state.save import read
from interpreter.terminal.session import LONGEST_TYPED, Screen, Session
from interpreter.terminal.words import Spoken

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def play(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A rulebook, or the name of one that came along.")] = "",
    seats: Annotated[str, typer.Option(metavar="KINDS", help="Who plays, seat by seat: human,mcts:1000")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed gives the same chances.")] = None,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
    load: Annotated[str, typer.Option(metavar="SAVE", help="Go on with a match that was kept.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a match that was broken off.")] = False,
) -> None:
    """Play a game in this terminal.

    People and bots have a seat each; if nothing is said, a person plays against bots. A match that was broken off, by
    whatever it was, goes on with --resume.
    """
    terms = USUAL if resume else terms_of(file, variant, players, option)
    agreed = seed is not None or terms != USUAL or (resume and any((variant, players, option, load)))
    if (load or resume) and agreed:
        raise Misused(Diagnostic("E0908", "A kept match has its seed, its players, variants and options already."))
    if resume:
        match, had, notes = resumed(file)
        _play(match, _seats(seats or ",".join(had), match.players), notes)
        return
    match = _loaded(load, file) if load else _started(file, seed, terms)
    kinds = _seats(seats, match.players)
    _play(match, kinds, Notes(partial(Journal.begin, match.saved(), [*kinds.values()])))


def _play(match: Match, kinds: dict[str, str], notes: Notes) -> None:
    chance = {CHANCE: RANDOM} if match.nature == "ask" else {}
    rules = _fast(match.rules) if any(map(rounds_of, kinds.values())) else match.rules
    taken = {player: bot(kind, rules, match.seed, player) for player, kind in {**kinds, **chance}.items()}
    bots = {player: taker for player, taker in taken.items() if taker is not None}
    program = match.rules.program
    spoken = Spoken(program.language)
    with_these = f" with {program.terms}" if program.terms != USUAL else ""
    secret = has_secrets(program) or has_chance(program)
    told = f"the fingerprint of its seed is {fingerprint(match.seed)}" if secret else f"seed {match.seed}"
    say(f"{program.label}{with_these}, {told}: {_seated(kinds)}")
    if HUMAN in kinds.values():
        say(spoken("Type `help` for what can be typed."))
    session = Session(match, bots, Screen(Typist(len(match.players)).ask, say, hand_over, columns()), notes)
    try:
        session.run()
    except KeyboardInterrupt:
        goes_on = notes.journal is not None and _answered(match)
        more = f" {spoken('`rulewright play --resume` goes on with it.')}" if goes_on else ""
        say(f"\n{spoken('The match is not over.')}{more}")
        raise
    finally:
        notes.end(done=match.result is not None or session.is_kept or not _answered(match))
    if match.result and secret:
        say(f"Its seed was {match.seed}.")
    if match.result and match.result.fault:
        raise typer.Exit(WRONG)


def _answered(match: Match) -> bool:
    """Whether a player has answered anything, or begun to."""
    return any(step.who < len(match.players) for step in match.steps) or bool(match.position.partial)


def _started(file: str, seed: int | None, terms: Terms) -> Match:
    if not file:
        message = "Which game? Name a rulebook, or a kept match with --load."
        raise Misused(Diagnostic("E0901", message, hints=(came_along(),)))
    return Game.load(rulebook(file), terms).start(seed)


def _loaded(save: str, file: str) -> Match:
    """A match that was kept; under the text of `file`, if one is named."""
    if not file:
        return Match.load(existing(save))
    kept = read(existing(save))
    return replay(game_of(rulebook(file), kept), kept)


def _seats(seats: str, players: Sequence[str]) -> dict[str, str]:
    """Who plays for each player: a person first and bots against them, if nothing is said. Raises Misused,
    NoSuchBot."""
    usual = [HUMAN, *[RANDOM] * (len(players) - 1)]
    kinds = [kind.strip().casefold() for kind in seats.split(",")] if seats else usual
    for kind in kinds:
        rounds_of(kind)
    if len(kinds) != len(players):
        message = f"{number(len(kinds), 'seat')} given; the players are {', '.join(players)}."
        raise Misused(Diagnostic("E0602", message, hints=(f"--seats {','.join(usual)}",)))
    return dict(zip(players, kinds, strict=True))


def _fast(rules: Rules) -> Rules:
    """The rules as machine code, for those who look ahead in many games; else it is said once how to get it."""
    try:
        return rules.natively()
    except NoNativeCode as reason:
        complain(str(reason))
        return rules


def _seated(kinds: dict[str, str]) -> str:
    return ", ".join(f"{player} ({kind})" for player, kind in kinds.items())


# --------------------------------------------------------------------------------------------------------- the terminal


class Typist:
    """Whoever types in a match of so many players: at a terminal, or through a pipe."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._typed = False

    def ask(self, prompt: str) -> str:
        """A line that is typed. Raises EOFError when there are no more, Misused if there never was one."""
        with suppress(ImportError):
            import readline  # lets people edit what they type

            readline.clear_history()  # what one player typed is not for the next at the same screen
        if sys.stdin is not None and sys.stdin.isatty():
            return input(prompt)
        sys.stdout.flush()  # whoever types through a pipe must see the question
        line = sys.stdin.readline() if sys.stdin is not None else ""  # closed before the start
        if not line:
            raise EOFError if self._typed else self._nobody()
        self._typed = True
        say(f"{prompt}{line.rstrip() if len(line) < LONGEST_TYPED else line[:SHOWN] + '…'}")
        return line

    def _nobody(self) -> Misused:
        message = "A person is to answer, but this command has neither a terminal nor lines that are typed into it."
        return Misused(Diagnostic("E0912", message, hints=(f"--seats {','.join([RANDOM] * self._players)}",)))


def hand_over(player: str) -> None:
    """Clears the screen, and shows nothing until the next player is alone with it; a script has no eyes."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        print(CLEAR, end="")
        input(f"{visible(player)} is next. Press Enter when nobody else looks. ")
        print(CLEAR, end="")
