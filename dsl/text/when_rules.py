"""When a rule is followed, said in other words than those of the language: `after the setup`, `when Flight ends`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from dsl.text.rewordings import Reworded

NAME = r"(?:the )?(?P<name>[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*)(?: (?:phase|window))?"
EDGE = "(?P<edge>start|beginning|begin|end)"
WHOSE = "(?:your|his|her|their|the|a|every|each|each player's|a player's|any)"
GAME = re.compile(r"(?:after|following) the (?:setup|set-up)|(?:before|at) the (?:first turn|start of the game|start)")
TURN = re.compile(rf"(?:at|on|in) (?:the )?{EDGE} of {WHOSE}(?: (?:active )?[Pp]layer's)? turns?|"
                  rf"(?:when|whenever|after|before) {WHOSE} turn (?P<verb>begins|starts|ends)")  # fmt: skip
TIME = re.compile(rf"(?:at|on|in) (?:the )?{EDGE} of {NAME}|"
                  rf"(?:when|whenever|after|before) {NAME.replace('name', 'other')} (?P<verb>begins|starts|ends)|"
                  rf"(?P<side>after|before) {NAME.replace('name', 'alone')}")  # fmt: skip
MESSAGE = "When a rule is followed is said with `at the beginning of` or `at the end of`."


def said_when(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """The line of a rule that says when, in the words of the language."""
    text = " ".join(map(str, words[:-1]))
    said = ""
    if GAME.fullmatch(text):
        said = "at the beginning of the game"
    elif found := TURN.fullmatch(text):
        said = f"at the {_edge(found)} of each turn"
    elif found := TIME.fullmatch(text):
        name = found["name"] or found["other"] or found["alone"]
        said = f"at the {_edge(found)} of {name}"
    if said:
        yield Reworded(MESSAGE, at, at, (said,))


def _edge(found: re.Match[str]) -> str:
    said = found.groupdict()
    last = (said.get("edge") or said.get("verb") or "") in ("end", "ends") or said.get("side") == "after"
    return "end" if last else "beginning"
