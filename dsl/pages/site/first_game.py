"""The page “Your first game”: the rulebook of each step, and what the program says of it, which was written down there.

The steps are files by their numbers, a slip behind its step (`5-slip.rules`). `told.txt` is made by running them, with
`python -m tests.first_game --write`: pages know nothing of play.
"""

from __future__ import annotations

import re
from pathlib import Path

from dsl import resources

FILE = "winter.rules"
TOLD = "told.txt"
HEAD = re.compile(r"^### (.+)\n", re.MULTILINE)  # what was asked of which step: `3 play`


def shown() -> dict[str, object]:
    """What the page asks for: texts of steps, what is new in them, and what the program says."""
    return {"file": FILE, "step": step, "new": new, "told": told()}


def folder() -> Path:
    return resources.folder("reference") / "first_game"


def step(name: str) -> str:
    """The rulebook of a step."""
    return (folder() / f"{name}.rules").read_text(encoding="utf-8")


def steps() -> list[str]:
    """The names of the steps and slips, in their order; a slip stands before the step that mends it."""
    return sorted((path.stem for path in folder().glob("*.rules")), key=lambda name: (int(name[0]), name[1:] == ""))


def new(name: str, before: str) -> str:
    """What of a step was not in the one before, or was other there: whole passages, between which a line is empty."""
    known = set(passages(step(before)))
    return "\n\n".join(passage for passage in passages(step(name)) if passage not in known)


def passages(text: str) -> list[str]:
    return text.strip("\n").split("\n\n")


def told() -> dict[str, str]:
    """What the program says of the steps, by what was asked of which."""
    _, *parts = HEAD.split((folder() / TOLD).read_text(encoding="utf-8"))
    return {head: text.strip("\n") for head, text in zip(parts[::2], parts[1::2], strict=True)}
