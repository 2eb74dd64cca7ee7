"""Two actions of two players that are allowed under nearly the same needs: they are told together, with what is
different for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from dsl.pages.learn.blocks import Bullets, Heading
from dsl.pages.learn.otherwise import texts
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line

FEWEST, MOST = 5, 2  # words of a sentence on what may be done; of these, and of the needs, so many are different


def paired(passages: Sequence[Passage]) -> dict[int, Passage]:
    """The second of such actions by the identity of the first, behind which nothing is told but what words mean."""
    found: dict[int, Passage] = {}
    for one, other in pairwise(p for p in passages if p.sort != "term"):
        if are_twins(one, other) and not any(one is second for second in found.values()):
            found[id(one)] = other
    return found


def are_twins(one: Passage, other: Passage) -> bool:
    if any(p.sort != "action" or p.short or p.cost or not p.who for p in (one, other)):
        return False
    if one.lead is None or other.lead is None:
        return False
    words, others = one.lead.text.split(), other.lead.text.split()
    different = sum(word != second for word, second in zip(words, others, strict=False))
    if len(words) != len(others) or len(words) < FEWEST or different > MOST:
        return False
    alike = len(common(one, other))
    return one.who != other.who and alike > 0 and max(len(one.needs), len(other.needs)) - alike <= MOST


def common(one: Passage, other: Passage) -> tuple[Line, ...]:
    """The needs that both have."""
    known = set(map(texts, other.needs))
    return tuple(line for line in one.needs if texts(line) in known)


def told(one: Passage, other: Passage, both: str) -> Iterator[Heading | Bullets]:
    """Both under one heading: what each may do, with needs and steps of its own, then what is so of `both`."""
    shared = common(one, other)
    known = set(map(texts, shared))
    rows = []
    for passage in (one, other):
        needs = (line for line in passage.needs if texts(line) not in known)
        lead = (passage.lead,) if passage.lead is not None else ()  # twins have one
        rows.append(under_first((*lead, *needs, *passage.steps, *passage.words), passage.who))
    title = ", ".join(f"{passage.title} ({passage.who})" for passage in (one, other))
    yield Heading(title, 3, label=f"#{one.anchor}")
    yield Bullets((*rows, under_first(shared, both)))


def under_first(lines: Sequence[Line], title: str) -> Line:
    """Several sentences, the others as a list under the first."""
    first, *others = (replace(line, said=False) for line in lines)
    return replace(first, title=title, children=(*first.children, *others))
