"""Words of a rulebook that are proper names: the designer, who writes of other things small, writes these with a
capital in the middle of a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from dsl import model
from dsl.model import Definition, Example, Rulebook
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Kind
from dsl.prose.realiser import sentences_of

TWO, SEVERAL = 2, 3  # words of a name; actions that are called by one thing that is done
ADVERBS = frozenset("Again Apart Away Back Down In Off On Once Out Over Together Twice Up".split())
WORD = re.compile(r"\w+")
BEFORE_KINDS = frozenset("a an the its their your his her this that these those each every any no another of".split())
FEW = 4
"""Who writes more words of names with capitals does so as the rulebook has them, proper or not."""


def proper_names(book: Rulebook) -> frozenset[str]:
    """Words of names of things that have a capital where no sentence begins, and are never small; those of several by
    the one: "Nile". What is called by a single word with an article before it is no name: "the Store"."""
    kinds = [kind for kind in book.world.kinds.values() if kind.sort != "range"]
    named = {one_of(word) for kind in kinds for word in kind.name.split() if word.istitle()}
    alone = {one_of(kind.name) for kind in kinds}
    great: set[str] = set()
    small: set[str] = set()
    for said in said_in(book):
        for sentence in sentences_of(said):
            words = [one_of(word) for word in WORD.findall(sentence)]
            great |= named.intersection(words[1:])
            small |= {word.title() for word in words if word.islower()}
            small |= {word for before, word in pairwise(words) if before.lower() in BEFORE_KINDS and word in alone}
    return frozenset(great - small) if len(great) <= FEW else frozenset()


def named_with_article(book: Rulebook) -> frozenset[str]:
    """Pieces of which there is one, with names of rows of a table, of which the designer speaks with an article: "the
    Medic". Where that is so of most of a table of which anything is said, also those of which nothing is."""
    before, bare = Counter[str](), Counter[str]()
    rows = [kind for kind in book.world.kinds.values() if kind.row and kind.unique and kind.sort == "piece"]
    for said in said_in(book) if rows else ():
        for kind in rows:
            name = kind.label or kind.name
            for found in re.finditer(rf"(\w+ )?\b({re.escape(name)})\b", said, re.IGNORECASE):
                has_article = (found[1] or "").strip().lower() == "the"
                before[kind.name] += has_article
                bare[kind.name] += not has_article and found[2] == name  # what is written small is no name
    mostly: Counter[Kind | None] = Counter()
    for kind in rows:
        mostly[kind.parent] += bool(before[kind.name]) - bool(bare[kind.name])
    return frozenset(k.name for k in rows if not bare[k.name] and (before[k.name] or mostly[k.parent] > 0))


def names_of_deeds(book: Rulebook) -> frozenset[str]:
    """The names of actions, of two words, that end with what is done, so that they do not begin with a verb: "Bonus
    Move" where there is "Move", and "Direct Flight" beside two flights more, where a flight is nothing declared. What
    has an object begins with a verb."""
    names = [action.name.split() for action in book.actions.values()]
    without_object = {name for name, action in book.actions.items() if "" not in action.prepositions}
    verbs = Counter(first for first, *_ in names)
    last = Counter(words[-1] for words in names if len(words) == TWO and words[-1] not in ADVERBS)
    declared = {word for thing in declared_in(book) for word in thing.split()}
    deeds = {word for word, times in last.items() if word in verbs or (times >= SEVERAL and word not in declared)}
    pairs = (words for words in names if len(words) == TWO and words[1] in deeds and verbs[words[0]] == 1)
    return frozenset(without_object).intersection(" ".join(words) for words in pairs)


def declared_in(book: Rulebook) -> Iterator[str]:
    """What things, what they have and what they are worth are called."""
    yield from (kind.name for kind in book.world.kinds.values())
    yield from (element for kind in book.world.kinds.values() for element in kind.elements)
    yield from (attribute.name for attribute in book.world.all_attributes if attribute.declared)
    yield from (definition.name.title() for definition in definitions_of(book) if isinstance(definition, model.Value))


def one_of(word: str) -> str:
    return word.removesuffix("s")


def said_in(book: Rulebook) -> Iterator[str]:
    """All that the designer says in sentences: texts, remarks on things, titles of examples."""
    yield from (words.text for words in book.game_texts)
    for item in (item for chapter in book.chapters for item in chapter.items):
        match item:
            case model.Text(text=text):
                yield text
            case Example(title=title):
                yield title
            case Definition(texts=texts, short=short):
                yield from (words.text for words in (*texts, *short))
                yield from (node.text for node in nodes_in(item) if isinstance(node, model.Text))
            case _:  # a thing of the world
                yield from (remark.text for remark in getattr(item, "words", ()))
