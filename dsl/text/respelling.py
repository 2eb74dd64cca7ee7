"""Other words for those of a line that are complained of."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher

from dsl.text.diagnostics import Diagnostic, near

CALLED = re.compile(
    r"(?:called|has no|has the value|cannot be|spoken of here, and) “?([^.,;]+?)”?"
    r"(?: are several| is one|[.,;]| that\b|$)"
)
NO_SUCH = re.compile(r"([^`“]+?) is no [A-Z]")
UNCLEAR = re.compile(r"`((?:an?|the) [^`]+)` (?:does not say which|is spoken of)")

Put = Callable[[list[str], int, Diagnostic, str], list[str]]


def marked(lines: list[str], start: int, diagnostic: Diagnostic, said: str) -> list[str]:
    """Lines, the first of which has this number, with other words for those that are marked."""
    span = diagnostic.span
    assert span is not None
    first, last = span.line - 1 - start, min(span.end_line - 1 - start, len(lines) - 1)
    behind = lines[last][span.end_column - 1 :] if span.end_line - 1 - start <= last else ""
    return [*lines[:first], lines[first][: span.column - 1] + said + behind, *lines[last + 1 :]]


def put_for(diagnostic: Diagnostic, said: str) -> Put:
    """How `said` is put into a line: for all that is marked, or for the thing that is named in the message."""
    unclear = UNCLEAR.match(diagnostic.message)
    return respelt if unclear and said.count(" ") <= unclear[1].count(" ") else marked


def respelt(lines: list[str], start: int, diagnostic: Diagnostic, word: str) -> list[str]:
    """The lines with a word in place of the one that the complaint is of, or that is most like it."""
    span = diagnostic.span
    assert span is not None
    at = span.line - 1 - start
    line = lines[at]
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    told = diagnostic.message
    called = CALLED.search(told) or UNCLEAR.match(told) or NO_SUCH.match(told)
    words = line[span.column - 1 : last]
    apart = re.sub('"[^"]*"', lambda text: " " * len(text[0]), words)
    if re.search(rf"(?<![\w'-]){re.escape(word)}(?![\w'-])", apart):  # it stands there, before a text that is too much
        return marked(lines, start, diagnostic, word)
    found = re.search(rf"(?<![\w'-]){re.escape(called[1])}(?![\w'-])", words) if called else None
    if found is None:
        sizes = range(word.count(" ") + 1, 0, -1)
        each = (one for n in sizes for one in re.finditer(rf"(?=\b([\w'-]+(?: [\w'-]+){{{n - 1}}})(?!\w))", words))
        like = [(one.start(), one[1]) for one in each if one[1] != word and near(one[1], [word])]
        if not like:
            return marked(lines, start, diagnostic, word)
        begin, said = max(like, key=lambda one: SequenceMatcher(None, one[1], word).ratio())
    else:
        begin, said = found.start(), found[0]
    begin += span.column - 1
    return [*lines[:at], line[:begin] + word + line[begin + len(said) :], *lines[at + 1 :]]


def unlike(diagnostic: Diagnostic, word: str) -> float:
    """How far a word is from the one that the complaint is of."""
    called = CALLED.search(diagnostic.message)
    return -SequenceMatcher(None, called[1], word).ratio() if called else 0
