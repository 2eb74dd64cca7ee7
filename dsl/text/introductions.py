"""What is spoken of and was not brought in, or not said definitely enough: the lines that bring it in, with what they
are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from lark import Token

from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import a_or_an
from dsl.text.inventory import said_in_a_line
from dsl.text.lexer import PLACE_WORDS, Sentence
from dsl.text.rewordings import in_a_line

CODES = frozenset({"E0203", "E0208"})  # of such complaints
DOING = ("SETUP", "PLAY", "PHASE", "ACTION", "POWER", "WINDOW", "RULE", "TO", "EXCEPTION")  # headings of what happens
NO_DEED = ("ONLY", "WHENEVER", "AFTER", "BEFORE", "WHEN", "COSTS", "PLAYABLE")  # first words of lines that do nothing
LEADS = ("FOR", "IF", "REPEAT")  # first words of lines that have others under them, or behind a comma
ON_THE_NEXT = ", and on the next line: "
NOTHING = re.compile(r"There is nothing called (?P<name>[A-Z][^.]*)\.|A Player has no (?P<of>[A-Z][^.]*)\.")
PLACED = re.compile(r"^move |\bthere (?:is|are) |\bis in ")
BRINGING = {"for each ": ", and under it: ", "the Player chooses ": ON_THE_NEXT, "chance chooses ": ON_THE_NEXT}


def not_declared(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint of the Name of a place that nothing has, with the lines that declare it: what is moved or lies
    somewhere is in a place."""
    span, nothing = diagnostic.span, NOTHING.fullmatch(diagnostic.message)
    sentence = next((s for s in sentences if span and s.line <= span.line <= s.end_line), None)
    if nothing is None or sentence is None or diagnostic.near or diagnostic.hints:
        return diagnostic
    name, line = nothing["name"] or nothing["of"], said_in_a_line(sentence)
    found = re.search(rf"\b(?:to|in|from) (?:the|an?) {re.escape(name)}(?P<of> of )?(?![\w-])", line)
    if found is None or not PLACED.search(line) or bool(nothing["of"]) is not bool(found["of"]):
        return diagnostic
    each = f"{ON_THE_NEXT}    there is one for each Player" if found["of"] else ""
    place = f"place {name}{each}" if found["of"] else f"place the {name}"
    return replace(diagnostic, hints=(f"at the left edge: {place}, and here: {in_a_line(*line.split(' '))}",))


def brought_in(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint that it is not known which thing is spoken of, with the lines that say it."""
    span = diagnostic.span
    at = next((k for k, s in enumerate(sentences) if span and s.line <= span.line <= s.end_line), None)
    if span is None or at is None or diagnostic.code not in CODES:
        return diagnostic
    head = next((s.tokens[0] for s in reversed(sentences[: at + 1]) if s.depth == 0), None)
    first = sentences[at].tokens[0]
    doing = head is not None and (head.type in DOING or head == "the") and head is not first
    if sentences[at].line < sentences[at].end_line:
        return diagnostic
    given = _given_so(diagnostic, sentences[at].tokens)
    if given:
        return replace(diagnostic, hints=(given,))
    if not doing or first.type in NO_DEED:
        several = ("every ",) if "means" in sentences[at].tokens else ()  # where one value is told
        others = tuple(hint for hint in diagnostic.hints if not hint.startswith((*BRINGING, *several)))
        return replace(diagnostic, hints=others or diagnostic.hints)
    others = _without(diagnostic, sentences[at].tokens)
    hints = tuple(_with_its_line(hint, diagnostic, sentences[at].tokens) for hint in others)
    return replace(diagnostic, hints=hints)


def _without(diagnostic: Diagnostic, tokens: Sequence[Token]) -> tuple[str, ...]:
    """What is proposed for one of several, but for the one of which the same line speaks besides: another is meant."""
    span = diagnostic.span
    assert span is not None
    outside = [str(t) for t in tokens if not span.column <= (t.column or 0) < span.end_column]
    spoken = {f"the {name}" for the, name in pairwise(outside) if the == "the"}
    left = tuple(hint for hint in diagnostic.hints if hint not in spoken)
    return left if diagnostic.code == "E0208" and left else diagnostic.hints


def _given_so(diagnostic: Diagnostic, tokens: Sequence[Token]) -> str:
    """`given there is a Boat of Red on A1`, of a line that gives `the Boat of Red`, who has several."""
    span = diagnostic.span
    assert span is not None
    words = [str(t) for t in tokens if t.type != "CITE"]
    end = next((k for k, t in enumerate(tokens) if (t.column or 0) >= span.end_column), len(words))
    there = end + 1 < len(words) and words[end] == "is" and tokens[end + 1].type in PLACE_WORDS
    if diagnostic.code != "E0208" or words[:2] != ["given", "the"] or not there:
        return ""
    return in_a_line("given", "there", "is", a_or_an(words[2]), *words[2:end], *words[end + 1 :])


def _with_its_line(hint: str, diagnostic: Diagnostic, tokens: Sequence[Token]) -> str:
    """`for each Boat, and under it: move the Boat to the Rocks`, of a line that moves a Boat."""
    span = diagnostic.span
    assert span is not None
    begun = next((start for start in BRINGING if hint.startswith(start)), "")
    marked = [str(t) for t in tokens if span.column <= (t.column or 0) < span.end_column]
    name = next((word for word in marked if word[:1].isupper()), "")
    own, _, called = hint.partition(" called ")
    if not begun or not own.endswith(name) or marked[:1] not in (["a"], ["an"], ["the"]):
        return hint
    if called and "called" not in marked:
        marked[marked.index(name) + 1 : marked.index(name) + 1] = ["called", called]
    before = [str(t) for t in tokens if (t.column or 0) < span.column]
    behind = [str(t) for t in tokens if (t.column or 0) >= span.end_column and t.type != "CITE"]
    marked = marked if diagnostic.code == "E0208" else ["the", name]
    what = " ".join(marked[1:] if begun == "for each " else [a_or_an(marked[1]), *marked[1:]])
    spoken = marked[marked.index("called") + 1] if "called" in marked[:-1] else name
    above = _what_it_stands_under(tokens, before)  # it is brought in there, each time anew
    led = f"{in_a_line(*before[:above])}, and under it: " if above else ""
    return f"{led}{begun}{what}{BRINGING[begun]}{in_a_line(*before[above + bool(above) :], 'the', spoken, *behind)}"


def _what_it_stands_under(tokens: Sequence[Token], before: Sequence[str]) -> int:
    """How many of the first words say when, or how often, what stands behind a comma on the same line is done."""
    leads = tokens[0].type in LEADS and "," in before
    return len(before) - 1 - list(reversed(before)).index(",") if leads else 0
