"""`Ann's Purse`, which the language says with `of`: `the Purse of Ann`."""

from __future__ import annotations

import re

NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
WHOSE = re.compile(rf"\b((?:the|an?) )?([A-Z][\w-]*|[a-z][\w-]*)'s (?!turn\b)({NAME}|[a-z][\w-]*)")


def of_whom(text: str) -> str:
    """The same with `of` wherever a word has `'s`: `the Hand of the other` for `the other's Hand`."""
    return WHOSE.sub(lambda found: f"the {found[3]} of {found[1] or _article(found[2])}{found[2]}", text)


def _article(who: str) -> str:
    return "the " if who in ("Player", "Opponent") else ""
