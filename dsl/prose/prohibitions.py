"""What nobody may do, as the rule says it and as a need of what is forbidden."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.prose.forms import Attached, Deed, Form, Listed, Step, phrase
from dsl.prose.nouns import definition_term, described
from dsl.prose.overrides import spoken_of, told_with
from dsl.prose.scope import CONDITIONS, Scope, says

ACTOR = -1  # the place of whoever does it


def bar(scope: Scope, node: model.Bar) -> Step:
    """A rule that forbids: "nobody may jump with a ship that is damaged"."""
    lines = [Step(barring(scope, one), "fact", clauses=one.clauses) for one in node.barrings]
    lines += [told_with(scope, override, "falls_away") for override in spoken_of(scope, node.overrides)]
    if len(lines) == 1:
        return Step(lines[0].form, "fact", clauses=node.clauses + lines[0].clauses)
    return Step(phrase("all_apply"), "fact", tuple(lines), node.clauses)


def barring(scope: Scope, node: model.Barring) -> Form:
    deeds = tuple(deed(scope, one) for one in node.acts)
    found = deeds[0] if len(deeds) == 1 else Listed(deeds, "or")
    so_long = scope.clause(node.condition) if node.condition is not None else None
    if all(place != ACTOR for one in node.acts for place, _ in one.given):
        return phrase("nobody_may", deeds=found, condition=so_long)
    return phrase("cannot", subject=thing(scope, node.subject), deeds=found, condition=so_long)


def deed(scope: Scope, node: model.BarredAct) -> Deed:
    """The act with what is said of the things it is done with."""
    given = dict(node.given)
    pairs = ((word, given.get(place)) for place, word in enumerate(node.act.prepositions))
    attached = tuple(Attached(word, thing(scope, said)) for word, said in pairs if said is not None)
    return Deed(definition_term(node.act), attached)


def thing(scope: Scope, said: model.Expression | model.Selection) -> Form:
    return described(scope, said, "a") if isinstance(said, model.Selection) else scope.form(said)


@says(CONDITIONS, model.Barred)
def barred(scope: Scope, node: model.Barred) -> Form:
    """As a need: what the sentence of the rule says of this act."""
    said = next((one for one in node.rule.barrings if one.span == node.span), node.rule.barrings[0])
    acts = tuple(one for one in said.acts if one.act.original is node.act.original)
    return barring(scope, replace(said, acts=acts or said.acts))
