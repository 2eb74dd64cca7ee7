"""Headings: what a definition is called where it stands, with the things that it brings in."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Definition, Variable
from dsl.prose.conditions import in_a_row
from dsl.prose.forms import Attached, Deed, Form, Noun, Step, Term, You, phrase
from dsl.prose.nouns import definition_term, is_only_one, kind_term, variable_term
from dsl.prose.scope import Scope


def introduced(variable: Variable) -> Form:
    """A thing as a heading brings it in: "a cell", "a cell (the target)", "an amount of damage", "the Chaos Bomb"."""
    if is_only_one(variable.kind):
        return Noun(variable_term(variable))
    if variable.kind.sort == "number" and variable.is_nickname:
        return phrase("some_amount", what=Noun(Term(variable.name, about=variable), "a"))
    return Noun(kind_term(variable.kind), "a", called=variable.name if variable.is_nickname else "")


def heading(definition: Definition) -> Deed:
    """What an action, power or procedure does, with its parameters: "place an asteroid on a cell"."""
    pairs = zip(definition.prepositions, definition.parameters, strict=True)
    return Deed(definition_term(definition), tuple(Attached(word, introduced(v)) for word, v in pairs))


def name_of(definition: model.Phase | model.Window) -> Noun:
    """What a phase or window is called, as it stands."""
    return Noun(replace(definition_term(definition), proper=True), "bare")


def window(scope: Scope, definition: model.Window) -> Step:
    """A window with what it is opened for: "the Combat window from a player (the attacker)"; those who learn the game
    read it as the name of what is done."""
    name = name_of(definition)
    pairs = zip(definition.prepositions, definition.parameters, strict=True)
    roles = in_a_row(Attached(word, introduced(v)) for word, v in pairs)
    return Step(phrase("window_alone" if scope.taught else "the_window", window=name, roles=roles))


def brought_in(scope: Scope, variable: Variable) -> Form:
    """A thing of a heading, unless whoever reads it is meant."""
    return You() if scope.meant.get(variable) == You() else introduced(variable)


def value_heading(scope: Scope, node: model.Value) -> Noun:
    """A value with what it is worked out from: "an installation's bite", "your strength"."""
    pairs = [(word, brought_in(scope, v)) for word, v in zip(node.prepositions, node.parameters, strict=True)]
    of = next((noun for word, noun in pairs if word == "of"), None)
    attached = tuple(Attached(word, noun) for word, noun in pairs if word != "of")
    return Noun(definition_term(node), of=of, attached=attached)
