"""Other words for what is said of a thing by a value, and for several things said of one: `with a Rank of 5`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token

from dsl.text.inflection import a_or_an
from dsl.text.lexer import PLACE_WORDS
from dsl.text.rewordings import ARTICLES, WHERE, Called, Reworded, in_a_line

COMPARED = (("at", "least"), ("at", "most"), ("more", "than"), ("less", "than"))
CLAUSE = frozenset("if when and or until while then given eventually afterwards".split())  # a clause begins behind it
BE = frozenset({"is", "are"})
NEAR = 6  # words before the one that does not fit, among which `with` can stand


def otherwise_filtered(words: Sequence[Token], at: int, called: Called) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    texts = [str(word) for word in words[:-1]]
    yield from _with_a_value(words, texts, at)
    yield from _of_that(words, texts, at)
    yield from _of_a_value(words, texts, at, called)
    yield from _neither(texts, at)
    yield from _place_again(words, texts, at)
    yield from _has_a_value(words, texts, at, called)
    yield from _all_of_them(words, texts, at)


def _with_a_value(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`a Card with a Rank of at least 5`, `with at least 5 Rank`, `with Rank 5`: `a Card whose Rank is at least 5`."""
    for k in range(max(1, at - NEAR), min(at + 1, len(texts))):
        found = _value_said(words, texts, k + 1) if texts[k] == "with" and words[k - 1].type == "NAME" else None
        if found is None:
            continue
        name, value, rest = found
        end = rest
        while (
            end < len(texts) and texts[rest : rest + 1] and words[rest].type in PLACE_WORDS and words[end].type in WHERE
        ):
            end += 1
        line = in_a_line(*texts[:k], *texts[rest:end], "whose", name, "is", *value, *texts[end:])
        yield Reworded("What is so of a value is said behind `whose`.", k, max(k, rest - 1), (line,))


def _value_said(words: Sequence[Token], texts: list[str], at: int) -> tuple[str, list[str], int] | None:
    """The attribute, what is said of it, and where that ends."""
    if at < len(texts) and words[at].type in ARTICLES and words[at + 1].type in ("NAME", "WORD"):
        return _amount(words, texts, at + 3, texts[at + 1]) if texts[at + 2 : at + 3] == ["of"] else None
    if at < len(texts) and words[at].type == "NAME":
        return _amount(words, texts, at + 1, texts[at])
    value = _amount(words, texts, at, "")
    if value and value[2] < len(texts) and words[value[2]].type == "NAME":
        return texts[value[2]], value[1], value[2] + 1
    return None


def _amount(words: Sequence[Token], texts: list[str], at: int, name: str) -> tuple[str, list[str], int] | None:
    end = at + 2 if tuple(texts[at : at + 2]) in COMPARED else at
    end += 2 if texts[end : end + 1] == ["the"] else 1
    fits = end <= len(texts) and words[end - 1].type in ("INT", "WORD", "NAME")
    return (name, texts[at:end], end) if fits else None


def _of_that(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`a Gem of that Colour`: `a Gem of the Colour`."""
    if 0 < at < len(texts) - 1 and texts[at] == "that" and words[at + 1].type == "NAME" and texts[at - 1] not in BE:
        message = "What was brought in before is spoken of with `the`."
        yield Reworded(message, at, at, (in_a_line(*texts[:at], "the", *texts[at + 1 :]),))


def _of_a_value(words: Sequence[Token], texts: list[str], at: int, called: Called) -> Iterator[Reworded]:
    """`a Gem of blue`: `a blue Gem`."""
    known = at < len(texts) and any(texts[at] in values for values in called.values.values())
    if not known or at < 3 or texts[at - 1] != "of" or words[at - 2].type != "NAME":
        return
    front = [*texts[: at - 2], texts[at], texts[at - 2]]
    if words[at - 3].type in ARTICLES:
        front[at - 3] = a_or_an(texts[at])
    yield Reworded("A value stands before the Name.", at - 1, at, (in_a_line(*front, *texts[at + 1 :]),))


def _neither(texts: list[str], at: int) -> Iterator[Reworded]:
    """`the Card is not red or blue`: `the Card is not red and the Card is not blue`."""
    if at >= len(texts) or texts[at] not in ("or", "and"):
        return
    no = next((k for k in range(at - 1, 1, -1) if texts[k] == "not" and texts[k - 1] in BE), 0)
    if not no:
        return
    start = next((k + 1 for k in range(no, -1, -1) if texts[k] in CLAUSE), 0)
    inner = next((k for k in range(no, start - 1, -1) if texts[k] in ("that", "whose", "and that", "and whose")), start)
    again = [texts[inner].removeprefix("and "), *texts[inner + 1 : no + 1]]
    line = in_a_line(*texts[:at], "and", *again, *texts[at + 1 :])
    yield Reworded("Behind `not` stands one thing only, as of two it could be neither, or not both.", at, at, (line,))


def _place_again(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`is on the Gate or the Moon`: `is on the Gate or on the Moon`."""
    for k in range(min(at, len(texts)) - 1, 2, -1):
        if texts[k] not in ("or", "and"):
            continue
        place = next((p for p in range(k - 1, 0, -1) if words[p].type in PLACE_WORDS and texts[p - 1] in BE), 0)
        if place:
            message = f"It could be that itself, or be {texts[place]} it: the word before the place stands again."
            yield Reworded(message, k, k, (in_a_line(*texts[: k + 1], texts[place], *texts[k + 1 :]),))
        return


def _has_a_value(words: Sequence[Token], texts: list[str], at: int, called: Called) -> Iterator[Reworded]:
    """`the Card has a Rank of at least 5`: `the Rank of the Card is at least 5`."""
    has = 0 < at < len(texts) and texts[at] == "has" and texts[at + 1 : at + 2] not in (["to"], ["at"])
    found = _value_said(words, texts, at + 1) if has else None
    if found is None:
        return
    name, value, rest = found
    if name in called.pieces:  # of which somebody has so many
        return
    start = next((k + 1 for k in range(at, -1, -1) if texts[k] in CLAUSE), 0)
    line = in_a_line(*texts[:start], "the", name, "of", *texts[start:at], "is", *value, *texts[rest:])
    yield Reworded("What is so of a value is said of the value.", at, rest - 1, (line,))


def _all_of_them(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`is white, old and worn`: `is white and old and worn`."""
    comma = max((k for k in range(at + 1) if texts[k : k + 1] == [","]), default=0)
    if comma > 2 and "and" in texts[comma:] and BE & {*texts[:comma]}:
        stop = comma + texts[comma:].index("and")
        line = in_a_line(*["and" if comma <= k < stop and t == "," else t for k, t in enumerate(texts)])
        yield Reworded("Where all are so, `and` stands between any two.", comma, comma, (line,))
