"""What words in short leave out: the named needs of a rule of which no word stands in them.

A need is spoken of by any word of its name, or of what is asked in it, or by a number that decides it; what the rule
itself is about is no such word, as all of it speaks of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl import model
from dsl.analysis.standing import stems, words_for
from dsl.fields import names_of
from dsl.model import Definition, Rulebook
from dsl.model.definitions import Need
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, Kind
from dsl.text.numerals import numbers_in

SMALL = frozenset(stems(
    "a an and after any are as at be been before but by can each for from has here in is it no not of on one only or "
    "other own that the there this to was with"
))  # fmt: skip
FEWEST = 2  # what is compared with 0 or 1 is there or is not


def unsaid(book: Rulebook, definition: Definition) -> tuple[Need, ...]:
    """The needs that the words in short about a definition leave out, and that these do not say to leave out."""
    needs = definition.needs if isinstance(definition, model.Act | model.Procedure) and definition.short else ()
    return tuple(need for need in needs if need.name and need.name not in definition.leaves_out
                 and not speak_of(book, definition, need))  # fmt: skip


def speak_of(book: Rulebook, definition: Definition, need: Need) -> bool:
    """Whether the designer's words about a definition speak of one of its needs; of other languages nobody knows."""
    if book.language != "English":
        return True
    told = book.world.filled(" ".join(text.text for text in (*definition.short, *definition.texts)))
    kinds = [variable.kind for variable in definition.parameters]
    about = {stem for kind in kinds for word in (kind.name, kind.label) for stem in stems(word)}
    words = {stem for words in (need.name, *words_in(need)) for stem in stems(words)} - SMALL
    said = {*stems(re.sub(r"\bcan do\b", "possible", told))}
    asked = words - about or words  # `no other boat may be there` is all that can be said of a need about boats
    return bool(asked & said) or bool(numbers_of(need) & {n.number for n in numbers_in(told, book.language)})


def words_in(need: Need) -> Iterator[str]:
    """By what a text may call what is asked."""
    for part in parts_in(need):
        match part:
            case Definition():
                yield from words_for(part)
            case Attribute():
                yield part.name
            case Kind():
                yield from (part.name, part.label)
            case model.Constant() | model.Setting():
                yield part.name
            case model.CanDo() | model.CanDoPower():
                yield "possible"
            case _:  # says nothing in words of its own
                pass


def numbers_of(need: Need) -> set[int]:
    """The numbers by which it is decided."""
    own = (part for part in parts_in(need) if isinstance(part, model.Constant | model.Setting))
    return {part.value for part in own if part.kind.sort in ("number", "range") and part.value >= FEWEST}


def parts_in(need: Need) -> Iterator[object]:
    """What a need names, and what the words that it uses name in their turn, but for the things of which these are."""
    for node in nodes_in(need):
        yield from named(node)
        for word in (part for part in named(node) if isinstance(part, Definition)):
            yield from (part for inner in nodes_in(word) for part in named(inner) if not isinstance(part, Kind))


def named(node: object) -> Iterable[object]:
    """The node, and what its fields are."""
    return (node, *(getattr(node, name) for name in names_of(node)))
