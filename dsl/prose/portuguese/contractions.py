"""Contractions of Portuguese: prepositions and articles that stand side by side become one word, and what is of
"você" is "seu"."""

from __future__ import annotations

import re
from dataclasses import replace

from dsl.prose.portuguese.words import CONTRACTED, CONTRACTIONS
from dsl.prose.realiser import Run, Words, plain

YOURS = re.compile(r"(?<![\w-])([nd][oa]s?|aos?|às?|pel[oa]s?)( [\w-]+) de você(?![\w-])(?! \w+r\b)")
"""A thing of "você" behind a contracted article; before an infinitive "você" does something: "no caso de você ser"."""


IN_YOUR_NAME = re.compile(r"(?<![\w-])em (nome|favor|lugar) de você(?![\w-])")


def contracted(words: Words) -> Words:
    """Prepositions and articles that stand side by side as one word: "de" and "o" as "do"."""
    content = plain(words)
    found = list(words)
    for match in reversed(list(CONTRACTED.finditer(content))):
        found = replaced(found, match.start(), match.end(), CONTRACTIONS[match.group(1)])
    for match in reversed(list(IN_YOUR_NAME.finditer(plain(tuple(found))))):
        found = replaced(found, match.start(), match.end(), f"em seu {match.group(1)}")
    return tuple(run for run in yours(found) if run.text)


def yours(words: list[Run]) -> list[Run]:
    """What hangs on a word of the game with "de": "no seu campo" for "no campo de você"."""
    for match in reversed(list(YOURS.finditer(plain(tuple(words))))):
        article, noun = match.group(1), match.end(2)
        said = "seu" if "o" in article else "sua"
        words = replaced(words, noun, match.end(), "")
        words = replaced(words, match.start(), match.end(1), f"{article} {said}{'s' if article.endswith('s') else ''}")
    return words


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
