"""All but one: `every other Card in the Hand`, `every Card in the Hand except the kept`. The language says by what they
are not which those are: `every Card in the Hand that is not the kept`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dsl.text.inflection import a_or_an
from dsl.text.inventory import Inventory, said_in_a_line
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence
from dsl.text.possessives import NAME
from dsl.text.rewordings import Reworded, in_a_line

WHY = "Which of them are left out stands behind `that is not`."
PLAYER = "Player"  # of whom all others are not the one who acts
MOST_NAMED = 2  # things that may be left out, the last named first
ENDS = r"(?=$|,| (?:to|is|are|becomes|rises|falls|and|or|that|whose|,)(?: |$))"
NO_QUALITY = "|".join(
    sorted({"is", "are", "becomes", "the", "a", "an", *(word.lower() for word in (*PLACE_WORDS, *ROLE_WORDS))})
)
NOUN = (
    rf"(?P<words>(?:(?!(?:{NO_QUALITY}) )[a-z][\w-]* )*?)(?P<name>{NAME})(?P<called> called [\w-]+)?"
    r"(?P<place>(?: (?:in|on|at|under|beside|behind|of) (?:(?! except| but| other than).)+?)?)"
)
ARTICLE = r"(?P<article>(?:any )?number of|every|each|all(?: of)?(?: the)?|the|no|among|an?)"
LEAVING_OUT = r"(?:except(?: for)?|but(?: not)?|other than|apart from|excluding|save)"
ONE = rf"(?P<one>the (?:[a-z][\w-]*|{NAME}))"
BEHIND = r"(?P<behind>(?: (?:in|on|at|under|beside|behind|of) .+?)?)"
OTHERS = (
    re.compile(
        rf"\b(?:(?:{ARTICLE}|any|some)(?: of the)? (?:other|remaining)(?: \d+)?|(?P<another>another|a different)) "
        rf"{NOUN}{ENDS}"
    ),
    re.compile(rf"\b{ARTICLE} {NOUN} (?:, )?{LEAVING_OUT} {ONE}{BEHIND}{ENDS}"),
    re.compile(rf"\b{ARTICLE} {NOUN} that (?:is|are) not {ONE}(?= (?:in|on|of)\b){BEHIND}{ENDS}"),
    re.compile(rf"\b{ARTICLE} {NOUN}(?P<goal> to .+?) if (?:it|they) (?:is|are) not {ONE}$"),
    re.compile(rf"^{ARTICLE} {NOUN} that (?:is|are) not {ONE}(?= (?:becomes|rises|falls) )"),
)
SEVERAL = ("among", "number of", "any number of")
CHANGES = re.compile(r"(?:becomes|rises|falls) ")
NAMED = re.compile(
    rf"\b(?P<among>among )?(?P<article>an?|each|every)? ?(?P<name>{NAME}) called (?P<called>[\w-]+)|"
    rf"\b(?:an?|each) (?:[a-z][\w-]* )*(?P<bare>{NAME})|\blet (?P<let>[\w-]+) be "
)


@dataclass(frozen=True)
class _Named:
    """What a line before has named: `the kept`, one of a kind, or of any where that is not said; perhaps a set."""

    said: str
    kind: str
    is_set: bool = False


def all_but_those_named(sentence: Sentence, sentences: Sequence[Sentence], inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a sentence about all but one, or all but those of a set, which lines before it name."""
    text = said_in_a_line(sentence)
    for pattern in OTHERS:
        found = pattern.search(text)
        kind = inventory.forms.get(found["name"].lower(), ("", ""))[1] if found else ""
        of_all = found is not None and found["article"] in ("each", "every", "no", *SEVERAL)
        if found is None or kind not in (*inventory.things, *((PLAYER,) if of_all else ())):
            continue
        named = [*_named_before(sentence, sentences, inventory)] if kind != PLAYER else [_Named("the Player", PLAYER)]
        said = found.groupdict().get("one")
        if said is not None:
            left_out = [next((one for one in named if one.said == said), _Named(said, kind))]
        else:
            left_out = [*islice((one for one in named if one.kind in (kind, "")), MOST_NAMED)]
        for one in left_out:
            lines = _without(found, kind, one, inventory)
            yield Reworded(WHY, 0, text.count(" "), lines)


def _without(found: re.Match[str], kind: str, one: _Named, inventory: Inventory) -> tuple[str, ...]:
    """The sentence with what is left out behind `that is not`; of all that change each by itself."""
    parts = found.groupdict()
    article = parts["article"] or "a"
    several = article in SEVERAL
    name = inventory.several(kind) if several else kind
    called = parts["called"] or (" called other" if one.said == f"the {kind}" else "")
    if article in ("a", "an"):
        article = a_or_an(parts["words"] or name)
    elif article not in ("no", "each", *SEVERAL):
        article = "every"
    place = f"{parts['place']}{parts.get('behind') or ''}"
    negated = f"that {'are' if several else 'is'} not {'in ' if one.is_set else ''}{one.said}"
    noun = f"{parts['words']}{name}{called}{place} {negated}"
    rest = found.string[found.end() :].strip()
    if CHANGES.match(rest) and not found.start():
        thing = called.removeprefix(" called ") or name
        return in_a_line("for each", noun), f"    the {in_a_line(thing, rest)}"
    if rest.startswith(("that ", "whose ")):
        rest = f"and {rest}"
    if article == "every":
        rest = re.sub(r"^are ", "is ", rest)
    line = (found.string[: found.start()], article, noun, parts.get("goal") or "", rest)
    return (in_a_line(*(part.strip() for part in line if part.strip())),)


def _named_before(sentence: Sentence, sentences: Sequence[Sentence], inventory: Inventory) -> Iterator[_Named]:
    """What a sentence can speak of by a name that a line before it has given, the last first."""
    depth, at = sentence.depth, next((k for k, one in enumerate(sentences) if one is sentence), 0)
    for above in reversed(sentences[:at]):
        if above.depth <= depth:
            depth = above.depth
            yield from reversed([*_named_in(said_in_a_line(above), inventory)])
        if not above.depth:
            return


def _named_in(text: str, inventory: Inventory) -> Iterator[_Named]:
    for found in NAMED.finditer(text):
        kind = inventory.forms.get((found["name"] or found["bare"] or "").lower(), ("", ""))[1]
        if found["let"]:
            yield _Named(f"the {found['let']}", "")
        elif kind in inventory.things:
            yield _Named(f"the {found['called'] or kind}", kind, found["article"] is None and bool(found["called"]))
