"""What is spoken of and was not brought in, or not said definitely enough: the lines that bring it in, with what they
are about. What `there is` found and the next clause speaks of is said behind its `that`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lark import Token

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import a_or_an, articled
from dsl.text.lexer import PLACE_WORDS, Sentence
from dsl.text.rewordings import BOTH, Reworded, free_quality, in_a_line

MESSAGE = "The {name} that `there is` finds is spoken of behind its `that`, or in lines under `if`."
ROLES = ("with", "for", "by", "to")  # before what a quality is said of besides


CODES = frozenset({"E0203", "E0208"})  # of such complaints
DOING = ("SETUP", "PLAY", "PHASE", "ACTION", "POWER", "WINDOW", "RULE", "TO", "EXCEPTION")  # headings of what happens
NO_DEED = ("ONLY", "WHENEVER", "AFTER", "BEFORE", "WHEN", "COSTS", "PLAYABLE")  # first words of lines that do nothing
LEADS = ("FOR", "IF", "REPEAT")  # first words of lines that have others under them, or behind a comma
ON_THE_NEXT = ", and on the next line: "
BRINGING = {"for each ": ", and under it: ", "the Player chooses ": ON_THE_NEXT, "chance chooses ": ON_THE_NEXT}


def brought_in(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint that it is not known which thing is spoken of, with the lines that say it."""
    span = diagnostic.span
    at = next((k for k, s in enumerate(sentences) if span and s.line <= span.line <= s.end_line), None)
    if span is None or at is None or diagnostic.code not in CODES:
        return diagnostic
    told = _in_one_breath(diagnostic, span, sentences, at) if diagnostic.code == "E0203" else diagnostic
    head = next((s.tokens[0] for s in reversed(sentences[: at + 1]) if s.depth == 0), None)
    first = sentences[at].tokens[0]
    doing = head is not None and (head.type in DOING or head == "the") and head is not first
    if told is not diagnostic or sentences[at].line < sentences[at].end_line:
        return told
    given = _given_so(diagnostic, sentences[at].tokens)
    if given:
        return replace(diagnostic, hints=(given,))
    if not doing or first.type in NO_DEED:
        others = tuple(hint for hint in diagnostic.hints if not hint.startswith((*BRINGING,)))
        return replace(diagnostic, hints=others or diagnostic.hints)
    return replace(told, hints=tuple(_with_its_line(hint, told, sentences[at].tokens) for hint in told.hints))


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
    if not begun or not hint.endswith(name) or marked[:1] not in (["a"], ["an"], ["the"]) or "called" in marked:
        return hint
    before = [str(t) for t in tokens if (t.column or 0) < span.column]
    behind = [str(t) for t in tokens if (t.column or 0) >= span.end_column and t.type != "CITE"]
    marked = marked if diagnostic.code == "E0208" else ["the", name]
    what = " ".join(marked[1:] if begun == "for each " else [a_or_an(marked[1]), *marked[1:]])
    above = _what_it_stands_under(tokens, before)  # it is brought in there, each time anew
    led = f"{in_a_line(*before[:above])}, and under it: " if above else ""
    return f"{led}{begun}{what}{BRINGING[begun]}{in_a_line(*before[above + bool(above) :], 'the', name, *behind)}"


def _what_it_stands_under(tokens: Sequence[Token], before: Sequence[str]) -> int:
    """How many of the first words say when, or how often, what stands behind a comma on the same line is done."""
    leads = tokens[0].type in LEADS and "," in before
    return len(before) - 1 - list(reversed(before)).index(",") if leads else 0


def _in_one_breath(diagnostic: Diagnostic, span: Span, sentences: Sequence[Sentence], at: int) -> Diagnostic:
    """What may be meant where the clause before found such a thing."""
    tokens = sentences[at].tokens
    here = next((k for k, t in enumerate(tokens) if (t.line, t.column) >= (span.line, span.column)), 0)
    name = next((str(token) for token in tokens[here:] if token.type in ("NAME", "WORD")), "")
    other = _on_one_line(sentences, at, here, name) or _on_two_lines(sentences, at, name)
    return replace(diagnostic, message=MESSAGE.format(name=name), hints=(other.hint,)) if other else diagnostic


def _on_one_line(sentences: Sequence[Sentence], at: int, here: int, name: str) -> Reworded | None:
    """`there is a Card in the Hand and the Rank of the Card is 3`."""
    words = [str(token) for token in sentences[at].tokens if token.type != "CITE"]
    joints = [k for k, word in enumerate(words) if word in ("and", "or", ",") and words[k + 1 : k + 2] != ["that"]]
    joint = max((k for k in joints if k < here and words[k] == "and"), default=0)
    end = min((k for k in joints if k > here), default=len(words))
    there = max((k for k in range(joint) if _finding(words[k:], name)), default=None)
    if there is None or joint == 0:
        return None
    if words[0] == "if" and end == len(words):
        lines = (" ".join(words[:joint]), "    " + " ".join(["if", *words[joint + 1 :]]))
        return Reworded("", 0, 0, lines)
    found, definition = _said_of_it(sentences, at, sentences[at].tokens[there:joint], words[joint + 1 : end], name)
    return Reworded("", 0, 0, (" ".join([*words[:there], found, *words[end:]]),), _apart(definition))


def _on_two_lines(sentences: Sequence[Sentence], at: int, name: str) -> Reworded | None:
    """The same as two lines of a definition."""
    above = sentences[at - 1] if at and sentences[at - 1].depth == sentences[at].depth > 0 else None
    if above is None or not _finding([str(token) for token in above.tokens], name):
        return None
    words = [str(token) for token in sentences[at].tokens if token.type != "CITE"]
    found, definition = _said_of_it(sentences, at, above.tokens, words, name)
    return Reworded("", 0, 0, (BOTH + found,), _apart(definition))


def _apart(definition: str) -> tuple[str, ...]:
    return (definition,) if definition else ()


def _finding(words: Sequence[str], name: str) -> int:
    """How many words `there is a red Card called best` has, which finds a thing of that name; 0 if these are others."""
    if [*words[:2]] != ["there", "is"] or words[2:3] not in (["a"], ["an"]):
        return 0
    at = next((k for k, word in enumerate(words[3:], 3) if word[:1].isupper()), len(words))
    called = words[at + 2 : at + 3] if words[at + 1 : at + 2] == ["called"] else []
    found = called[0] if called else "".join(words[at : at + 1])
    return at + 1 + 2 * len(called) if found == name else 0


def _said_of_it(
    sentences: Sequence[Sentence], at: int, there: Sequence[Token], said: Sequence[str], name: str
) -> tuple[str, str]:
    """The clause that finds it, with `whose` for what is said of what it has; or with a quality for what is said of it,
    and the definition of that."""
    end = _finding([str(token) for token in there], name)
    finds, kind = [str(token) for token in there[:end]], next(str(t) for t in there if t.type == "NAME")
    rest = [str(token) for token in there[end:] if token.type != "CITE"]
    if [said[0], said[2:4], said[4:6]] == ["the", ["of", "the"], [name, "is"]]:
        joint = ["and"] if "that" in rest else []
        return " ".join([*finds, *rest, *joint, "whose", said[1], *said[5:]]), ""
    others = [*dict.fromkeys(_others(sentences, at, said, name))]
    taken = {str(token) for sentence in sentences for token in sentence.tokens}
    such = free_quality(taken)
    behind = ["that", "is", *rest] if there[end:] and there[end].type in PLACE_WORDS else rest
    found = [*finds, *behind, *(["and"] if behind else []), "that", "is", such]
    pairs = [*zip(ROLES, others, strict=False)]
    called = ["called", name] if kind != name else []
    head = [articled(kind), *called, "is", such, *(f"{role} {articled(other)}" for role, other in pairs)]
    return (
        " ".join([*found, *(f"{role} the {other}" for role, other in pairs)]),
        " ".join([*head, "when", *said]),
    )


def _others(sentences: Sequence[Sentence], at: int, said: Sequence[str], name: str) -> Iterator[str]:
    """What the heading brings in and the clause speaks of."""
    head = next((s.tokens for s in reversed(sentences[: at + 1]) if s.depth == 0), ())
    articles = ("A", "AN")
    brought = {str(u) for t, u in pairwise(head) if t.type in articles and u.type == "NAME"}
    for the, word, behind in zip(said, said[1:], [*said[2:], ""], strict=False):
        if the == "the" and word in brought - {name} and behind != "of":
            yield word
