"""Contractions of Portuguese: prepositions and articles that stand side by side become one word."""

from __future__ import annotations

from dataclasses import replace

from dsl.prose.portuguese.words import CONTRACTED, CONTRACTIONS
from dsl.prose.realiser import Run, Words, plain


def contracted(words: Words) -> Words:
    """Prepositions and articles that stand side by side as one word: "de" and "o" as "do"."""
    content = plain(words)
    found = list(words)
    for match in reversed(list(CONTRACTED.finditer(content))):
        found = replaced(found, match.start(), match.end(), CONTRACTIONS[match.group(1)])
    return tuple(run for run in found if run.text)


def replaced(words: list[Run], start: int, end: int, new: str) -> list[Run]:
    """The words with the letters from `start` to `end` replaced; the new ones stand in the first run of these."""
    found: list[Run] = []
    at = 0
    for run in words:
        first, last = max(start - at, 0), min(end - at, len(run.text))
        at += len(run.text)
        if first >= last:
            found.append(run)
            continue
        found.append(replace(run, text=run.text[:first] + new + run.text[last:]))
        new = ""
    return found
