"""What things are worth in groups: "the most that the chips are worth", and a line for each sort of group."""

from __future__ import annotations

from dsl import model
from dsl.model import Selection
from dsl.prose.extremes import measured
from dsl.prose.forms import Amount, Form, Noun, Step, phrase
from dsl.prose.nouns import described, kind_term
from dsl.prose.scope import EXPRESSIONS, Scope, says


@says(EXPRESSIONS, model.MostInGroups)
def most_in_groups(scope: Scope, node: model.MostInGroups) -> Form:
    those = described(scope, node.selection, "the", plural=True)
    return phrase("in_groups" if node.bottom is None else "in_groups_of_neighbours", those=those)


def sorts_of_groups(scope: Scope, node: model.MostInGroups) -> tuple[Step, ...]:
    """A line for each: "3 chips of different colours are worth 10"."""
    return tuple(Step(worth(scope, group, node.selection), "fact", clauses=group.clauses) for group in node.groups)


def worth(scope: Scope, group: model.Group, selection: Selection) -> Form:
    many = group.size != 1
    things = Noun(kind_term(selection.kind), "bare", plural=many, count=Amount(group.size))
    value = scope.form(group.worth)
    if group.of is None:
        return phrase("is_worth", subject=things, worth=value)
    what = measured(scope, group.of, selection.variable)
    assert what is not None, "it is an attribute or a value of each"
    if group.alike == "same":
        return phrase("same_is_worth", subject=things, what=what, worth=value)
    return phrase("different_is_worth", subject=things, what=Noun(what.term, "bare", plural=True), worth=value)
