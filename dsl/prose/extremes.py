"""The most, the least and the total of several things as nouns."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Expression, Selection, Variable
from dsl.prose.forms import Form, It, Noun, phrase
from dsl.prose.nouns import attribute_term, definition_term, described, gathered, kind_term, variable_form
from dsl.prose.scope import EXPRESSIONS, Scope, says

RANKS = ("highest", "lowest")


@says(EXPRESSIONS, model.Count)
def count(scope: Scope, node: model.Count) -> Form:
    return different(scope, node) or phrase(
        "number_of", those=gathered(described(scope, node.selection, "bare", plural=True))
    )


def different(scope: Scope, node: model.Count) -> Form | None:
    """What counts the values that some things have: "the number of different colours among the cards in your hand"."""
    match node.selection:
        case Selection(variable=value, that=(model.Exists(selection=those),), place=None, words=(), among=None):
            *before, last = those.that or (None,)
            if not (isinstance(last, model.Compare) and last.operator == "=" and is_it(last.right, value)):
                return None
            what, rest = measured(scope, last.left, those.variable), replace(those, that=tuple(filter(None, before)))
            if what is None:
                return None
            among = members(scope, rest) or described(scope, rest, "the", plural=True)
            return phrase("number_of_different", what=replace(what, plural=True), those=among)
        case _:  # counts things
            return None


@says(EXPRESSIONS, model.Extreme)
def extreme(scope: Scope, node: model.Extreme) -> Form:
    """The most or least of several: "the highest face among the dice rolled"."""
    what = measured(scope, node.of, node.selection.variable)
    rolled = node.selection.among in scope.rolled and not node.selection.conditions
    if rolled and what is not None:
        return phrase(f"{node.which}_rolled", what=what)
    those = members(scope, node.selection) or described(scope, node.selection, "bare", plural=True)
    if isinstance(node.of, model.Apply) and len(node.of.arguments) > 1:
        own = owned(scope, node.of, node.selection.variable) if node.which in RANKS else None
        if own is not None:  # "the highest holding in the chain among players"
            return phrase(node.which, what=own, those=those)
        of = scope.meaning(node.selection.variable, described(scope, node.selection, "each")).form(node.of)
        return phrase(f"{node.which}_over", what=of)  # "your lack in each hue"
    if what is not None:
        return phrase(node.which, what=what, those=those)
    return phrase(f"{node.which}_of", what=of_each(scope, node.of, node.selection.variable), those=those)


def owned(scope: Scope, of: Expression, variable: Variable) -> Noun | None:
    """The bare name of what belongs to the thing itself, with what else hangs on it; None for what does not."""
    mark = It(term=kind_term(variable.kind))
    match scope.meaning(variable, mark).form(of):
        case Noun(of=It() as whose) as noun if whose is mark:
            return replace(noun, article="bare", of=None)
        case _:  # belongs to something else
            return None


def members(scope: Scope, selection: Selection) -> Form | None:
    """The name of a set, where all that is in it is meant: "the total worth of the purse"."""
    return variable_form(scope, selection.among) if selection.among and not selection.conditions else None


@says(EXPRESSIONS, model.Best)
def best(scope: Scope, node: model.Best) -> Form:
    what = measured(scope, node.of, node.selection.variable)
    key = "with_highest" if node.which == "highest" else "with_lowest"
    those = described(scope, node.selection, "the")
    return phrase(key, those=those, what=what or of_each(scope, node.of, node.selection.variable))


def ranked(scope: Scope, rank: model.Rank, players: Selection) -> Form:
    """By what players are compared: "the highest haul"."""
    what = measured(scope, rank.of, players.variable) or of_each(scope, rank.of, players.variable)
    return phrase(f"the_{rank.which}", what=what)


def measured(scope: Scope, of: Expression, variable: Variable) -> Noun | None:
    """The bare name of what is compared, where that is an attribute or value of the thing itself."""
    match of:
        case model.Get(of=thing) if is_it(thing, variable):
            return Noun(attribute_term(of.attribute), "bare")
        case model.Apply(arguments=(thing,)) if is_it(thing, variable):
            return Noun(definition_term(of.value), "bare")
        case _:  # is told in full
            return None


def is_it(node: Expression, variable: Variable) -> bool:
    """Whether it is the thing itself, also where the value is one of only some of these things."""
    match node:
        case model.Use(variable=used):
            return used is variable
        case model.Narrowed(of=of):
            return is_it(of, variable)
        case _:  # is at most something of it
            return False


def of_each(scope: Scope, of: Expression, variable: Variable) -> Form:
    return scope.meaning(variable, It(term=kind_term(variable.kind))).form(of)
