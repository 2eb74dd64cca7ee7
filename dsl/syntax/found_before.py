"""What `there is` found and the next clause speaks of: how that is said, where only lines under `if` could speak of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lark import Token

from dsl.errors import Diagnostic
from dsl.inflection import articled
from dsl.syntax.lexing import Sentence
from dsl.syntax.reworded import BOTH, PLACE_WORDS, Reworded, free_quality

MESSAGE = "The {name} that `there is` finds is spoken of behind its `that`, or in lines under `if`."
ROLES = ("with", "for", "by", "to")  # before what a quality is said of besides


def in_one_breath(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint that nothing was brought in (E0203): what may be meant, where the clause before found such a thing."""
    span = diagnostic.span
    at = next((k for k, s in enumerate(sentences) if span and s.line <= span.line <= s.end_line), None)
    if span is None or at is None:
        return diagnostic
    tokens = sentences[at].tokens
    here = next((k for k, t in enumerate(tokens) if (t.line, t.column) >= (span.line, span.column)), 0)
    name = next((str(token) for token in tokens[here:] if token.type == "NAME"), "")
    other = _on_one_line(sentences, at, here, name) or _on_two_lines(sentences, at, name)
    return replace(diagnostic, message=MESSAGE.format(name=name), hints=(other.hint,)) if other else diagnostic


def _on_one_line(sentences: Sequence[Sentence], at: int, here: int, name: str) -> Reworded | None:
    """`there is a Card in the Hand and the Rank of the Card is 3`."""
    words = [str(token) for token in sentences[at].tokens if token.type != "CITE"]
    joints = [k for k, word in enumerate(words) if word in ("and", "or", ",") and words[k + 1 : k + 2] != ["that"]]
    joint = max((k for k in joints if k < here and words[k] == "and"), default=0)
    end = min((k for k in joints if k > here), default=len(words))
    there = max((k for k in range(joint) if _finds(words[k:], name)), default=None)
    if there is None or joint == 0:
        return None
    if words[0] == "if" and end == len(words):
        lines = (" ".join(words[:joint]), "    " + " ".join(["if", *words[joint + 1 :]]))
        return Reworded("", 0, 0, lines)
    found, definition = _said_of_it(sentences, at, sentences[at].tokens[there:joint], words[joint + 1 : end], name)
    return Reworded("", 0, 0, (" ".join([*words[:there], found, *words[end:]]),), (definition,))


def _on_two_lines(sentences: Sequence[Sentence], at: int, name: str) -> Reworded | None:
    """The same as two lines of a definition."""
    above = sentences[at - 1] if at and sentences[at - 1].depth == sentences[at].depth > 0 else None
    if above is None or not _finds([str(token) for token in above.tokens], name):
        return None
    words = [str(token) for token in sentences[at].tokens if token.type != "CITE"]
    found, definition = _said_of_it(sentences, at, above.tokens, words, name)
    return Reworded("", 0, 0, (BOTH + found,), (definition,))


def _finds(words: Sequence[str], name: str) -> bool:
    """`there is a Card …`"""
    return [*words[:2], *words[3:4]] == ["there", "is", name] and words[2] in ("a", "an")


def _said_of_it(
    sentences: Sequence[Sentence], at: int, there: Sequence[Token], said: Sequence[str], name: str
) -> tuple[str, str]:
    """The clause that finds it, with a quality for what is said of it, and the definition of that."""
    others = [*dict.fromkeys(_others(sentences, at, said, name))]
    taken = {str(token) for sentence in sentences for token in sentence.tokens}
    such = free_quality(taken)
    rest = [str(token) for token in there[4:] if token.type != "CITE"]
    behind = ["that", "is", *rest] if there[4:] and there[4].type in PLACE_WORDS else rest
    found = [*map(str, there[:4]), *behind, *(["and"] if behind else []), "that", "is", such]
    pairs = [*zip(ROLES, others, strict=False)]
    head = [articled(name), "is", such, *(f"{role} {articled(other)}" for role, other in pairs)]
    return (
        " ".join([*found, *(f"{role} the {other}" for role, other in pairs)]),
        " ".join([*head, "when", *said]),
    )


def _others(sentences: Sequence[Sentence], at: int, said: Sequence[str], name: str) -> Iterator[str]:
    """What the heading brings in and the clause speaks of."""
    head = next((s.tokens for s in reversed(sentences[: at + 1]) if s.depth == 0), ())
    articles = ("A", "AN")
    brought = {str(u) for t, u in zip(head, head[1:], strict=False) if t.type in articles and u.type == "NAME"}
    for the, word, behind in zip(said, said[1:], [*said[2:], ""], strict=False):
        if the == "the" and word in brought - {name} and behind != "of":
            yield word
