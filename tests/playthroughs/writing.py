"""Random games written out to be read: who decided what among how many options, what came to light, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from random import Random

from dsl.terms import Terms
from interpreter.knowledge.log import LogEntry
from interpreter.knowledge.reader import REFEREE
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.terminal.picture import Picture
from interpreter.terminal.text import ended
from tests.laws.games import LARGE, Setting, game, settings

FOLDER = Path(__file__).parent
SEED = 1
BETWEEN_PICTURES = 40  # decisions of players
FEW_PICTURES = 400  # of a large game
LONGEST = 3000

HEADER = """\
# Written by `python -m tests.playthroughs --write`, compared by tests/test_playthroughs.py. Read the difference before
# you keep it: whoever changes the rules or the engine answers for every line of it.
"""


def file(setting: Setting) -> Path:
    """Where the playthrough of a setting is kept."""
    return FOLDER / f"{'.'.join([setting.path.stem, *map(_plain, _named(setting.terms))])}.{SEED}.txt"


def _named(terms: Terms) -> list[str]:
    """What is not as usual, in words."""
    return [*([f"{terms.players} players"] if terms.players else []), *terms.variants]


def _plain(words: str) -> str:
    return words.lower().replace(" ", "_")


def kept(rulebook: Path) -> list[Setting]:
    """The settings of which a playthrough is kept: the usual one, each number of players, each variant alone."""
    return [s for s in settings(rulebook) if len(_named(s.terms)) < 2 and not s.terms.options]


def written(setting: Setting) -> str:
    """The playthrough of a setting."""
    return "\n".join([HEADER, *_lines(game(setting), _named(setting.terms))]) + "\n"


def _lines(rules: Game, otherwise: Sequence[str]) -> Iterator[str]:
    played = f", with {', '.join(otherwise)}" if otherwise else ""
    yield f"{rules.program.label}{played}, seed {SEED}"
    match, random, picture = rules.start(seed=SEED), Random(SEED), Picture(rules.box)
    between = FEW_PICTURES if rules.path in LARGE else BETWEEN_PICTURES
    yield from _news(match, 0, 0)
    for decision in range(LONGEST):
        if match.decision is None:
            break
        if decision % between == 0:
            yield from _picture(match, picture)
        options, answers = match.decision.options, match.answers
        match.choose(random.choice(options))
        yield from _news(match, answers, len(options))
    yield from _picture(match, picture)
    yield _ending(match)


def _news(match: Match, answers: int, options: int) -> Iterator[str]:
    """What happened after so many answers: the next one, which had so many options, and what Chance drew then."""
    logs = {player: _since(match.log(player), answers) for player in match.players}
    for entry in _since(match.transcript, answers):
        if entry.kind != "reveal":
            count = f" ({options} options)" if entry.kind == "choice" and options != 1 else ""
            yield f"{entry.number:4} {entry.who}{count}: {entry.text}"
            yield from _reveals(logs, entry.number)


def _since(log: Sequence[LogEntry], answers: int) -> list[LogEntry]:
    """The entries behind so many answers, which are few at the end of many."""
    return [*takewhile(lambda entry: entry.number > answers, reversed(log))][::-1]


def _reveals(logs: dict[str, list[LogEntry]], number: int) -> Iterator[str]:
    for player, log in logs.items():
        shown = [entry.text for entry in log if entry.number == number and entry.kind == "reveal"]
        if shown:
            yield f"         {player} sees {'; '.join(shown)}"


def _picture(match: Match, picture: Picture) -> Iterator[str]:
    yield ""
    yield picture.draw(match.position.view(REFEREE))
    yield ""


def _ending(match: Match) -> str:
    result = match.result
    if result is None:
        return f"Not over after {LONGEST} decisions"
    return ended(result)
