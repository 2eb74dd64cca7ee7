"""Two actions of two players that are allowed under nearly the same needs: they are told together, with what is
different for each."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from dsl import model
from dsl.model.visit import nodes_in
from dsl.model.world import Kind
from dsl.pages.learn.blocks import Bullets, Heading, Para, as_a_row
from dsl.pages.learn.order import runs_in, subject
from dsl.pages.learn.otherwise import texts
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run, Speech, Words
from dsl.prose.unseen import places_in, places_of

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


def told(one: Passage, other: Passage, words: Sequence[Passage], either: str) -> Iterator[Heading | Para | Bullets]:
    """Both under one heading: what each may do, in one sentence, with the `words` of which it speaks; then in a list
    what has to be so for both or for one of them, each other word where it is said first; then what else they do.
    `either` stands between their names."""
    title = ", ".join(f"{passage.title} ({passage.who})" for passage in (one, other))
    yield Heading(title, 3, label=f"#{one.anchor}")
    both, left = merged(one, other, either), list(words)
    yield Para((both, *(line for word in taken(left, both) for line in word_in_full(word))), "generated")
    shared = common(one, other)
    known = set(map(texts, shared))
    rows: list[Line] = []
    for passage in (one, other):
        own = [line for line in passage.needs if texts(line) not in known]
        rows += [as_a_row(own, passage.who)] if own else []
    for line in shared:
        rows.append(as_a_row((line, *(told for word in taken(left, line) for told in word_in_full(word)))))
    yield Bullets(tuple(rows))
    for passage in (one, other):
        done = (*passage.steps, *passage.words)
        yield Para(done, "generated", title=passage.who)


def merged(one: Passage, other: Passage, either: str) -> Line:
    """What both may do, in one sentence: where it is not the same, who does which."""
    assert one.lead is not None
    assert other.lead is not None
    runs, others = one.lead.words, other.lead.words
    first = sum(1 for _ in takewhile(alike, zip(runs, others, strict=False)))
    last = sum(1 for _ in takewhile(alike, zip(reversed(runs[first:]), reversed(others[first:]), strict=False)))
    mine, theirs = runs[first : len(runs) - last], others[first : len(others) - last]
    if not mine or not theirs:
        return one.lead  # both may do the same
    mine, theirs = without_common(mine, theirs)
    words = (*mine, Run(f" ({one.who}) {either} "), *theirs, Run(f" ({other.who})"))
    clauses = dict.fromkeys((*one.lead.clauses, *other.lead.clauses))
    return replace(one.lead, words=(*runs[:first], *words, *runs[len(runs) - last :]), clauses=tuple(clauses))


def without_common(mine: Words, theirs: Words) -> tuple[Words, Words]:
    """The second without the words with which the first begins: "place a rock" or "a gun"."""
    first, second = (words[0] for words in (mine, theirs))
    words, others = first.text.split(), second.text.split()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))
    same = max(0, min(same, len(words) - 2, len(others) - 2))  # a noun keeps its article
    return mine, (replace(second, text=second.text[len(" ".join(others[:same])) :].lstrip()), *theirs[1:])


def alike(pair: tuple[Run, Run]) -> bool:
    return pair[0].text == pair[1].text


def taken(words: list[Passage], line: Line) -> Iterator[Passage]:
    """Takes those of the words of which a line speaks, and those by which they are explained."""
    spoken = {id(subject(run)) for run in runs_in(line)}
    for word in [word for word in words if any(id(about) in spoken for about in word.abouts)]:
        if word in words:
            words.remove(word)
            yield word
            for line in word_in_full(word):
                yield from taken(words, line)


def word_in_full(word: Passage) -> tuple[Line, ...]:
    """All that is said of a word."""
    lead = (word.lead,) if word.lead is not None else ()
    return (*lead, *word.steps, *word.words)


def without_what_is_taken(passage: Passage, speech: Speech) -> Passage:
    """An action without needs that there is a thing of a sort where it takes one: who has none cannot do it."""
    action = passage.about
    assert isinstance(action, model.Action)  # twins are
    taken = {where_from(node) for node in nodes_in((action.head, action.effects)) if isinstance(node, model.Selection)}
    left = [need for need in action.needs if not is_there(need.condition, taken)]
    told = (*speech.playable(action), *speech.offered(replace(action, needs=left))[1])
    known = {texts(replace(line, title="")) for line in told}
    return replace(passage, needs=tuple(line for line in passage.needs if texts(line) in known))


def is_there(condition: model.Condition, taken: Container[object]) -> bool:
    where = where_from(condition.selection) if isinstance(condition, model.Exists) else None
    return where is not None and where in taken


def where_from(those: model.Selection) -> tuple[Kind, frozenset[Kind]] | None:
    """Of which sort things are, and in what kind of places; None if more is asked of them."""
    places = frozenset(kind for part in places_of(those) for node in nodes_in(part) for kind in places_in(node))
    return (those.kind, places) if len(those.conditions) == 1 and places else None
