"""`python -m tests.first_game` names what the page “Your first game” tells otherwise than the program does now; with
--write it is written anew."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from dsl.pages.game import Game
from dsl.pages.publishing import read_book
from dsl.pages.site.first_game import FILE, TOLD, folder, step, steps, told
from interpreter import load
from interpreter.bots.seats import bot
from interpreter.cli import run
from interpreter.cli.common import source
from interpreter.terminal.session import Screen, Session

SEED = 3
WIDTH = 72
SHOWN = 26  # lines of a match; of a longer one the last
TYPED = {
    "2": ["Walk"],
    "3": ["Walk"] * 9,
    "4": [],
    "5": ["Eat the Plum"],
    "6": ["Keep the Plum", "Keep the Nut", "Keep the Berry", "why Keep the Berry"],
    "7": ["Keep the Plum"],
}  # what somebody types who plays a step against a bot
NO_MORE = "that is all that somebody types"


class Enough(Exception):
    """Nothing more is typed."""


@contextmanager
def alone(rulebook: str) -> Iterator[None]:
    """In a folder of its own, with nothing but the file of a rulebook."""
    with TemporaryDirectory() as place, chdir(place), patch.dict(os.environ, COLUMNS=str(WIDTH)):
        Path(FILE).write_text(rulebook, encoding="utf-8")
        source.cache_clear()
        yield


def commanded(rulebook: str, *arguments: str) -> str:
    """What a command prints that is told the file of a rulebook."""
    shown = io.StringIO()
    with alone(rulebook), redirect_stdout(shown), redirect_stderr(shown):
        run([arguments[0], FILE, *arguments[1:]])
    return "\n".join(line.rstrip() for line in shown.getvalue().strip("\n").split("\n"))


def played(rulebook: str, typed: list[str]) -> str:
    """The terminal of somebody who plays the first seat against bots."""
    shown: list[str] = []
    answers = iter(typed)

    def ask(prompt: str) -> str:
        line = next(answers, NO_MORE)
        if line == NO_MORE:
            raise Enough
        shown.append(f"{prompt}{line}")
        return line

    with alone(rulebook), suppress(Enough):
        match = load(FILE).start(seed=SEED)
        bots = {player: found for player in match.players[1:] if (found := bot("random", match.rules, SEED, player))}
        Session(match, bots, Screen(ask, lambda text: shown.append(str(text)), lambda _: None, WIDTH)).run()
    return last("\n".join(shown).strip("\n").split("\n"))


def last(lines: list[str]) -> str:
    """The last lines of a match, from the beginning of something."""
    if len(lines) <= SHOWN:
        return "\n".join(lines)
    begin = next(n for n in range(len(lines) - SHOWN, len(lines)) if lines[n].startswith(">") or not lines[n])
    return "\n".join(["…", *lines[begin:]]).replace("…\n\n", "…\n")


def printed(rulebook: str) -> str:
    """What the guide says of the game, from how it goes; without links."""
    return quoted(guide(rulebook).split("## The course of the game\n")[1].split("\n## With 3 players")[0])


def drawn(rulebook: str) -> str:
    """The picture of the board in the guide."""
    found = re.search(r'<figure class="board">.*?</figure>', guide(rulebook), re.DOTALL)
    assert found is not None
    return found[0]


def guide(rulebook: str) -> str:
    with alone(rulebook):
        book, wrong = read_book(Path(FILE))
    assert book is not None, wrong
    return next(page for path, page in Game(book).pages().items() if path.endswith("guide.md"))


def quoted(page: str) -> str:
    """A part of a page as a quotation in another."""
    text = re.sub(r"<div.*?</div>\n+", "", page, flags=re.DOTALL)
    text = re.sub(r"\*\*Worked examples\.\*\*.*\n+", "", text)
    text = re.sub(r" ?\{ ?#[\w-]+ ?\}", "", text)
    text = re.sub(r"\[([^\]]+)\]\(#[^)]*\)", r"\1", text)
    text = re.sub(r"^#+ (.*)$", r"**\1**", text, flags=re.MULTILINE)
    return "\n".join(f"> {line}".rstrip() for line in text.strip("\n").split("\n"))


def running() -> Iterator[tuple[str, str]]:
    """All that the page shows of the steps, by what is asked of which."""
    names = steps()
    for name in names:
        yield f"{name} check", commanded(step(name), "check")
    for name, typed in TYPED.items():
        yield f"{name} play", played(step(name), typed)
    yield "1 board", drawn(step("1"))
    yield f"{names[-1]} test", commanded(step(names[-1]), "test")
    yield f"{names[-1]} guide", printed(step(names[-1]))
    games = commanded(step(names[-1]), "simulate", "--games", "300")
    yield f"{names[-1]} games", games.split(" Outcome")[0].rstrip()


def main(arguments: list[str]) -> int:
    """Returns 1 if something was different and not written."""
    if arguments not in ([], ["--write"]):
        sys.stderr.write("python -m tests.first_game [--write]\n")
        return 2
    found = dict(running())
    path = folder() / TOLD
    old = told() if path.exists() else {}
    different = sorted(name for name in {*found, *old} if found.get(name) != old.get(name))
    sys.stdout.write("".join(f"{name}\n" for name in different))
    if arguments and different:
        path.write_text("\n".join(f"### {name}\n{text}\n" for name, text in found.items()), encoding="utf-8")
    return 1 if different and not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
