"""What a card refers to: "see Push" stands only where Push is told on the same card."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from dsl.prose.speech import Line, Run, Words, plain

Span = tuple[int, int]


def only_to(lines: Iterable[Line], names: Collection[str], verbs: Iterable[str]) -> Iterator[Line]:
    """The lines without what refers to anything but what has one of these names; `verbs` are those of referring. Lines
    that say no more than where something else is told, are left out."""
    return pruned(lines, referring(tuple(verbs)), known(frozenset(names)))


@cache
def referring(verbs: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """What refers to something, which is the first group: in brackets, behind a comma, or in a sentence of its own."""
    seen = "|".join(map(re.escape, verbs))
    return (
        re.compile(rf"\s*\((?i:{seen}) ([^()]*)\)"),
        re.compile(rf"[,;:]? (?:{seen}) ([A-ZÀ-Ý“][^.,;:()]*)"),
        re.compile(rf"(?:^|(?<=[.!?] ))(?i:{seen}) ([A-ZÀ-Ý“][^.]*)\. ?"),
    )


@lru_cache(maxsize=64)
def known(names: frozenset[str]) -> re.Pattern[str]:
    """One of some names; what stands in brackets behind a name tells it from others alone."""
    told = {part for name in names for part in (name, name.partition(" (")[0])}
    longest_first = sorted(map(re.escape, told), key=len, reverse=True) or ["(?!)"]
    return re.compile(rf"(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)


def pruned(lines: Iterable[Line], patterns: tuple[re.Pattern[str], ...], names: re.Pattern[str]) -> Iterator[Line]:
    for line in lines:
        spans = sorted(span for pattern in patterns for span in lacking(line.text, pattern, names))
        children = tuple(pruned(line.children, patterns, names))
        if not spans:
            yield replace(line, children=children) if children else line
            continue
        words = without(line.words, spans)
        if children or (plain(words).strip(" .") and not any(only_refers(line.text, span) for span in spans)):
            yield replace(line, words=words, children=children)


def only_refers(text: str, span: Span) -> bool:
    """Whether a line says no more than when, or with what, something else counts: "With directives, see Push."."""
    return text[span[0]] == "," and text[span[1] :].strip() in ("", ".") and "." not in text[: span[0]]


def lacking(text: str, pattern: re.Pattern[str], names: re.Pattern[str]) -> Iterator[Span]:
    """Where a text refers to what is not told."""
    return (found.span() for found in pattern.finditer(text) if not names.match(found[1].lstrip("“")))


def without(words: Words, spans: Iterable[Span]) -> Words:
    """Words without some stretches of their text."""
    cut = {at for start, end in spans for at in range(start, end)}
    found: list[Run] = []
    at = 0
    for run in words:
        left = "".join(letter for number, letter in enumerate(run.text, at) if number not in cut)
        found += [Run(left, run.about)] if left else []
        at += len(run.text)
    return tuple(found)


__all__ = ["only_to"]
