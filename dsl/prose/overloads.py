"""Words with several definitions, for several sorts of things: what tells them apart, and which counts where two do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from dsl import model
from dsl.model import Definition, Quality, Rulebook, Value
from dsl.model.world import Kind
from dsl.prose.conditions import in_a_row
from dsl.prose.forms import Form, Listed, Noun, Step, phrase
from dsl.prose.nodes import nodes_of
from dsl.prose.nouns import kind_term


def others_of(book: Rulebook, node: Definition) -> list[Definition]:
    """The other definitions of the same word."""
    same: Sequence[Definition] = book.qualities if isinstance(node, Quality) else book.values
    known = same if isinstance(node, Quality | Value) and not is_truth(node) else ()
    return [d for d in known if d.name == node.name and d.span != node.span and not is_truth(d)]


def is_truth(node: Definition) -> bool:
    """Whether it is so in the whole game, and said of nothing."""
    return isinstance(node, Quality) and bool(node.about)


def told_apart_by(book: Rulebook, node: Definition) -> Kind | None:
    """Of definitions of one word: the first kind in which this one differs from another; that of which a quality is
    said, where there is a value of the same name."""
    if isinstance(node, Quality) and node.parameters and any(value.name == node.name for value in book.values):
        return node.parameters[0].kind
    same = others_of(book, node)
    pairs = (pair for other in same for pair in zip(node.parameters, other.parameters, strict=False))
    differing = (mine.kind for mine, theirs in pairs if mine.kind is not theirs.kind)
    return next(differing, node.parameters[0].kind if same and node.parameters else None)


def notes(book: Rulebook, node: Definition, named: Callable[[Definition], Form]) -> Iterator[Step]:
    """Which narrower definitions count instead of this one, and instead of which wider ones this one counts."""
    for other in others_of(book, node):
        if goes_over(other, node):
            yield Step(phrase("counts_for", things=things(other, node), special=named(other)), "fact")
        elif goes_over(node, other):
            yield Step(phrase("goes_over", what=named(other)), "fact")
    beside = [other for other in others_of(book, node) if said_together(book, node, other)]
    if beside and min((node, *beside), key=place_in_text) is node:
        yield Step(phrase("others_own", others=Listed(tuple(map(named, beside)))), "fact")


def said_together(book: Rulebook, node: Definition, other: Definition) -> bool:
    """Whether the word is said somewhere of things of a wider sort, for some of which the one definition counts and for
    some the other."""
    apart = not goes_over(node, other) and not goes_over(other, node)
    return apart and any(node in found and other in found for found in counting_together(book))


@lru_cache(maxsize=1)
def counting_together(book: Rulebook) -> list[list[Definition]]:
    """The definitions that can count where a word is said, for each place where there are several."""
    return [found for found in map(counting, nodes_of(book)) if len(found) > 1]


def counting(node: object) -> list[Definition]:
    """The definitions that can count where a word is said."""
    found: list[Definition] = []
    while isinstance(node, model.Holds | model.Apply):
        found.append(node.quality if isinstance(node, model.Holds) else node.value)
        node = node.otherwise
    return found


def place_in_text(node: Definition) -> tuple[str, int]:
    """Where a definition stands; where a word is said of things of several sorts, the link leads to the first."""
    return node.span.file, node.span.line


def goes_over(node: Definition, other: Definition) -> bool:
    """Whether all that the one definition is for, the other is for, too: then the one counts."""
    return sorted(node.prepositions) == sorted(other.prepositions) and all(
        mine.is_a(theirs) for mine, theirs in kinds(node, other)
    )


def things(node: Definition, other: Definition) -> Form | None:
    """The things for which the one definition counts and the other does not."""
    narrower = (mine for mine, theirs in kinds(node, other) if mine is not theirs)
    return in_a_row(Noun(kind_term(kind), "a") for kind in narrower)


def kinds(node: Definition, other: Definition) -> Iterator[tuple[Kind, Kind]]:
    """The kinds of what two headings bring in, by how they are attached. Of a quality the first two can be alike: what
    it is said of, and what stands right behind it."""
    theirs = [*zip(other.prepositions, other.parameters, strict=True)]
    for word, parameter in zip(node.prepositions, node.parameters, strict=True):
        yield parameter.kind, theirs.pop(next(k for k, (of, _) in enumerate(theirs) if of == word))[1].kind
