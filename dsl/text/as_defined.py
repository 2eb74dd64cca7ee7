"""A word said with other small words than those with which it is defined: the whole sentence, as it may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lark import Token

from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.inventory import said_in_a_line
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence
from dsl.text.rewordings import in_a_line

DEFINED = re.compile(
    r"(?:as it is defined: an? [A-Z].*? (?:is )?(?P<quality>[a-z][\w -]*?)|the (?P<value>[a-z][\w -]*?))"
    r"(?P<roles>(?:(?: [a-z]+)? an? [A-Z][\w'-]*(?: [A-Z][\w'-]*)*)*)"
)
ROLE = re.compile(r"(?: ([a-z]+))? an? ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)")
OF_EACH = "say it of each that has one: "
SMALL = PLACE_WORDS | ROLE_WORDS
ENDS = frozenset("AND OR COMMA IS ARE WHEN IF PLUS MINUS MULTIPLIED DIVIDED MEANS CITE".split())


def as_defined(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint that a word is defined for other things, with sentences that say it so."""
    span = diagnostic.span
    at = next((k for k, s in enumerate(sentences) if span and s.line <= span.line <= s.end_line), None)
    if span is None or at is None or diagnostic.code != "E0206":
        return diagnostic
    tokens, before = sentences[at].tokens, sentences[: at + 1]
    start = next((k for k, t in enumerate(tokens) if (t.line, t.column) >= (span.line, span.column)), 0)
    meant = {line for hint in diagnostic.hints for line in _said_so(hint, tokens, start, before)}
    if not meant:
        return diagnostic
    others = tuple(hint for hint in diagnostic.hints if not DEFINED.fullmatch(hint) and "…" not in hint)
    return replace(diagnostic, hints=(*sorted(meant), *others))


def of_each_sort(diagnostic: Diagnostic, sentences: Sequence[Sentence]) -> Diagnostic:
    """A complaint that some sorts lack what a value or quality is told by, with a heading for each that has it."""
    span, said = diagnostic.span, next((one for one in diagnostic.hints if one.startswith(OF_EACH)), "")
    head = next((s for s in reversed(sentences) if span and s.depth == 0 and s.line <= span.line), None)
    any_of_them = re.search(r"this can be any ([A-Z][\w' -]*?),", diagnostic.message)
    heading = said_in_a_line(head).replace(" ,", ",") if head else ""
    if not said or not any_of_them or heading.count(articled(any_of_them[1])) != 1:
        return diagnostic
    until = re.sub(r"\b(means|when)\b.*", r"\1 …", heading)
    sorts = re.findall(r"an? [A-Z][\w'-]*(?: [A-Z][\w'-]*)*", said)
    told = ", and ".join(until.replace(articled(any_of_them[1]), one) for one in sorts)
    return replace(
        diagnostic, hints=(f"{OF_EACH}at the left edge: {told}", *(h for h in diagnostic.hints if h != said))
    )


def _said_so(hint: str, tokens: Sequence[Token], start: int, before: Sequence[Sentence]) -> Iterator[str]:
    """The sentence with the small words of a definition, which has as many, or with what is not said at all."""
    found = DEFINED.fullmatch(hint)
    word = found and (found["quality"] or found["value"])
    places = [k for k in range(start, len(tokens)) if tokens[k] == word]
    if found is None or not places:
        return
    roles = ROLE.findall(found["roles"])
    texts = [str(t) for t in tokens if t.type != "CITE"]
    for at in reversed(places):  # the last one first, so that the numbers of the others stay
        texts = _with_roles(texts, tokens, at, roles, before)
    if texts != [str(t) for t in tokens if t.type != "CITE"]:
        yield in_a_line(*filter(None, texts))  # right behind a word of its own a thing has none


def _with_roles(
    texts: list[str], tokens: Sequence[Token], at: int, roles: Sequence[tuple[str, str]], before: Sequence[Sentence]
) -> list[str]:
    """The words of a sentence with these roles behind the one with the number `at`; as they are, where more is said."""
    end = next((k for k in range(at + 1, len(tokens)) if tokens[k].type in ENDS), len(tokens))
    said = [k for k in range(at + 1, end) if tokens[k].type in SMALL]
    if tokens[at - 1].type == "WHOSE":  # whose it is has been said
        return [*texts[: at + 1], *texts[end:]] if [role for role, _ in roles] == ["of"] else texts
    if not said and roles:
        added = [part for role, kind in roles for part in (role, _known(kind, before))]
        return [*texts[: at + 1], *added, *texts[at + 1 :]]
    said = said[:1] if len(roles) == 1 else said  # for the opponent of the Player
    if len(said) == len(roles):
        put = dict(zip(said, _by_kind([_head(tokens, k) for k in said], roles), strict=False))
        return [put.get(k, text) for k, text in enumerate(texts)]
    return texts


def _head(tokens: Sequence[Token], at: int) -> str:
    """The Name of what is said behind a small word."""
    return next((str(token) for token in tokens[at + 1 :] if token.type == "NAME"), "")


def _by_kind(heads: Sequence[str], roles: Sequence[tuple[str, str]]) -> list[str]:
    """The small word for each thing, by what its definition says it is for; none where that is not clear of two."""
    free, found = [*roles], dict[int, str]()
    for at, head in enumerate(heads):
        fitting = next((one for one in free if one[1] == head), None)
        if fitting is not None:
            found[at] = fitting[0]
            free.remove(fitting)
    if len(free) > 1:
        return []
    return [found[at] if at in found else free[0][0] for at in range(len(heads))]


def _known(kind: str, before: Sequence[Sentence]) -> str:
    """`the Cell`, where the heading brings one in."""
    head = next((s for s in reversed(before) if s.depth == 0), None)
    pairs = pairwise(said_in_a_line(head).split(" ")) if head else ()
    brought = kind == "Player" or any(article in ("a", "an") and name == kind for article, name in pairs)
    return f"the {kind}" if brought else articled(kind)
