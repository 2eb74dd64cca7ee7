"""Kinds and definitions as messages speak of them."""

from __future__ import annotations

from dsl import model, tree
from dsl.model.world import LOCATION, Kind
from dsl.text.inflection import articled


def heading_of(definition: model.Definition) -> str:
    """A definition's heading in short, for hints."""
    words = [
        f"{p} a {v.kind.name}".strip() for p, v in zip(definition.prepositions, definition.parameters, strict=True)
    ]
    return " ".join([f"the {definition.name}", *words])


def spoken(node: tree.Node) -> str:
    """A phrase as it was written, as far as that is short."""
    match node:
        case tree.The(noun=tree.Noun(words=(), name=name), where=None):
            return f"the {name}"
        case tree.The(noun=tree.Word(word=word), where=None):
            return f"the {word}"
        case tree.Name(name=name, of=None) | tree.Word(word=name):
            return name
        case tree.Number(value=value):
            return str(value)
        case _:  # others are long to say
            return "…"


def phrase_text(phrase: tree.Node) -> str:
    """A phrase as it was written, as far as messages need it."""
    match phrase:
        case tree.The(noun=noun, where=where):
            own = noun.word if isinstance(noun, tree.Word) else " ".join([*noun.words, noun.name])
            of = f" of {phrase_text(where.value)}" if where and where.value else ""
            return f"the {own}{of}" + (f" {where.preposition} {phrase_text(where.of)}" if where else "")
        case tree.Indefinite(noun=noun, where=None, that=None):
            return articled(" ".join([*noun.words, noun.name]))
        case tree.Name(name=name, of=of):
            return f"{name} of {phrase_text(of)}" if of else name
        case tree.ValueSaid(value=value, of=of):
            return f"{phrase_text(value)} of {phrase_text(of)}"
        case tree.Word(word=word):
            return word
        case tree.Number(value=number):
            return str(number)
        case tree.TheOneThat(noun=noun) | tree.TheMost(noun=noun):
            return f"the {noun.called or noun.name}"
        case _:  # others are long to say
            return "…"


def an_initial(kind: Kind) -> str:
    """`A Cell`, `An Installation`, at the beginning of a message."""
    return a(kind)[0].upper() + a(kind)[1:]


def a(kind: Kind) -> str:
    """`a Cell`, `an Installation`."""
    return articled(kind.name) if kind is not LOCATION else "a place"
