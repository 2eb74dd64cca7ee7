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


def an_initial(kind: Kind) -> str:
    """`A Cell`, `An Installation`, at the beginning of a message."""
    return a(kind)[0].upper() + a(kind)[1:]


def a(kind: Kind) -> str:
    """`a Cell`, `an Installation`."""
    return articled(kind.name) if kind is not LOCATION else "a place"
