"""Lines that end elsewhere than a sentence does: one sentence on several lines, several on one, and a condition with
what is done then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lark import Token

from dsl.text.inflection import singular
from dsl.text.inventory import said_in_a_line
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence
from dsl.text.rewordings import Reworded, in_a_line

MOST_LINES = 3  # on which one sentence may stand
ONE_LINE = "A sentence goes on in a line below only behind a comma or a word such as `and`: else it is one line."
EACH_ALONE = "Each sentence stands on a line of its own."
JOINTS = frozenset({"AND", "COMMA"})
THEN = frozenset({"then", "and"})  # behind a comma that joins two sentences
LEADS = frozenset({"IF", "OTHERWISE", "FOR", "WHILE"})  # what is done then stands behind a comma, or below
IN_EXAMPLES = frozenset({"given", "when", "then"})  # each line of an example begins so
NEAR = 3  # words before the one that does not fit, among which two sentences can be joined
RULED = ("after", "before")


def joined_lines(sentence: Sentence, below: Sequence[Sentence]) -> Iterator[tuple[str, Sentence]]:
    """A sentence with the lines below it on which it may go on, and the last of these."""
    told = [said_in_a_line(sentence)]
    for other in below[: MOST_LINES - 1]:
        if other.depth < sentence.depth or other.line > sentence.end_line + len(told):  # a line is left free between
            return
        told.append(said_in_a_line(other))
        yield in_a_line(*" ".join(told).split(" ")), other


def on_lines_of_their_own(words: Sequence[Token], at: int, begins: Collection[str]) -> Iterator[Reworded]:
    """`shuffle the Deck and move the top of the Deck to the Box`: two lines, under their condition if they have one;
    each begins with a Name, or with one of these words."""
    texts = [str(word) for word in words[:-1]]
    if texts[0] in RULED or (words[0].type == "WORD" and texts[0] not in begins):
        return  # a rule follows one thing; or it may be no sentence by itself
    if {"MAY", "MUST"} & {word.type for word in words[:at]}:
        return  # of what somebody may do several things are told with `or`
    lead = next((k for k, word in enumerate(words[:at]) if word.type == "COMMA"), 0) if words[0].type in LEADS else 0
    for k in range(min(at, len(texts) - 2), max(at - NEAR, lead, 0), -1):
        if words[k].type not in JOINTS or words[k - 1].type in JOINTS:
            continue
        start = next((j for j in range(k + 1, len(texts)) if texts[j] not in THEN), len(texts))
        start -= texts[0] in IN_EXAMPLES and texts[start - 1] == "then"
        begin, rest = texts[lead + 1 : k] if lead else texts[:k], texts[start:]
        for behind in (rest, [*begin[:1], *rest], [*begin[:2], *rest]):
            verb = words[start] if behind is rest else words[0]
            if verb.type == "WORD" and str(verb) not in begins:
                continue
            own = (in_a_line(*begin), in_a_line(*behind))
            lines = (in_a_line(*texts[:lead]), *(f"    {line}" for line in own)) if lead else own
            yield Reworded(EACH_ALONE, k, len(texts) - 1, lines)
    yield from _once_for_each(words, at, lead)


def _once_for_each(words: Sequence[Token], at: int, lead: int) -> Iterator[Reworded]:
    """`move every Card and Gem in the Bag to the Box`: what is done with two things, once with each of them; not what
    is done in two places, as the second would often be a thing again: `in the Bag and Crown`."""
    texts, sorts = [str(word) for word in words[:-1]], [word.type for word in words]
    first = at + 1 if texts[at : at + 1] == ["all"] else at - 1
    other = next((k for k in (first + 2, first + 3) if sorts[k : k + 1] == ["NAME"]), 0)
    if first - 1 <= lead or not other or (sorts[first], sorts[first + 1]) != ("NAME", "AND"):
        return
    if sorts[first - 2] in PLACE_WORDS | ROLE_WORDS:
        return
    article = texts[first - 1]
    second = texts[first + 2 : other] or [article]
    begin = texts[lead + 1 if lead else 0 : first - 1]
    both = ((article, texts[first]), (*second, texts[other]))
    each = (["every", singular(name)] if how_many == "all" else [how_many, name] for how_many, name in both)
    own = (in_a_line(*begin, *one, *texts[other + 1 :]) for one in each)
    lines = (in_a_line(*texts[:lead]), *(f"    {line}" for line in own)) if lead else (*own,)
    yield Reworded(EACH_ALONE, first - 1, other, lines)
