"""`rulewright simulate`: many games of random players, and what they tell about the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from dsl.ir.program import Program
from interpreter.cli.common import (
    WRONG,
    FileName,
    Options,
    Players,
    Seed,
    Variants,
    columns,
    complain,
    rulebook,
    say,
    terms_of,
    visible,
)
from interpreter.play.game import Game
from interpreter.tools.simulate import LONGEST, simulate

PATIENCE = 3  # seconds without an end of a game, of which nothing is said
Row = tuple[str, ...]

MOST_GAMES = 10_000_000

OUTCOMES = {
    "won": "won",
    "nobody": "nobody wins",
    "undecided": "no rule says who won",
    "unfinished": "given up after {} decisions",
    "fault": "fault",
}


def simulate_games(
    file: FileName,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="How many games.")] = 100,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="How many processes play.")] = 1,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
    longest: Annotated[
        int, typer.Option(metavar="N", min=1, help="Give a game up in which players have made so many decisions.")
    ] = LONGEST,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Play many random games.

    The figures tell who wins, how long it takes, and which rules never come up. Games that stop with a fault are an
    error of the rulebook; those that go on and on are given up.
    """
    path, terms = rulebook(file), terms_of(file, variant, players, option)
    game = Game.load(path, terms)
    with progress(games, longest) as advance:
        summary = simulate(path, games, seed, jobs, terms, advance, longest=longest)
    if summary.slow:
        complain(summary.slow)
    if as_json:
        say(json.dumps(summary.data(), ensure_ascii=False, indent=2))
    else:
        show(summary.data(), game.program, longest, summary.in_vain)
    if summary.faults:
        raise typer.Exit(WRONG)


@contextmanager
def progress(games: int, longest: int) -> Iterator[Callable[[int], object]]:
    """A bar on standard error, where people look at it; where no game ends for long, why."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Waiting(ProgressColumn):
        since = 0.0  # the time of the task at which a game ended last

        def render(self, task: Task) -> Text:
            return Text(still(int((task.elapsed or 0) - self.since), longest))

    console, waiting = Console(stderr=True), Waiting()
    parts = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), waiting)
    with Progress(*parts, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)

        def advance(done: int) -> None:
            waiting.since = bar.tasks[task].elapsed or 0.0
            bar.advance(task, done)

        yield advance


def still(seconds: int, longest: int) -> str:
    """What is said when no game has ended for so many seconds."""
    if seconds < PATIENCE:
        return ""
    return f"no game has ended for {seconds} s; one is given up after {longest} decisions"


# ------------------------------------------------------------------------------------------------------------ the table


def show(data: Mapping[str, Any], program: Program, longest: int, in_vain: Sequence[str] = ()) -> None:
    """The figures in tables; under the faults what nobody could do in a game without end."""
    from rich.console import Console
    from rich.table import Table

    console = Console(file=sys.stdout, width=columns(), markup=False, highlight=False, emoji=False)
    games = data["games"]
    tables = {
        "Seat": _shares(data["wins"], games),
        "Outcome": _shares({OUTCOMES[how].format(longest): count for how, count in data["outcomes"].items()}, games),
        "Ending": _shares(data["endings"], games),
        "Fault": _shares(data["faults"], games),
    }
    console.print(visible(f"{program.label}: {games} games of players who take any option"))
    for title, rows in tables.items():
        if rows:
            console.print(_table(Table, (title, "games", "share"), rows))
        if rows and title == "Fault":
            console.print(visible("".join(f"  {line}\n" for line in in_vain)))
    console.print(_table(Table, ("", "least", "median", "mean", "greatest"), _spreads(data)))
    unreached = [f"\n  {rule}" for rule in data["unreached"]]
    console.print(visible(f"Rules that never came up:{''.join(unreached)}" if unreached else "Every rule came up."))


def _shares(counts: Mapping[str, int], games: int) -> list[Row]:
    return [(name, str(count), f"{count / games:.1%}") for name, count in counts.items()]


def _spreads(data: Mapping[str, Any]) -> list[Row]:
    named = {"decisions in a game": data["decisions"], "options of a decision": data["options"]}
    named |= {f"score of {name}": figures for name, figures in data.get("scores", {}).items()}
    return [(name, *(f"{number:g}" for number in figures.values())) for name, figures in named.items() if figures]


def _table(kind: type[Any], heads: Row, rows: list[Row]) -> Any:
    from rich import box

    table = kind(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(visible, row))
    return table
