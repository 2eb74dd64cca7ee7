"""How often something may be done, and how often it was."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.prose.conditions import in_a_row
from dsl.prose.forms import Amount, Attached, Deed, Form, Noun, phrase
from dsl.prose.nouns import definition_term, kind_term
from dsl.prose.scope import CONDITIONS, Scope, says


@says(CONDITIONS, model.Unspent)
def unspent(scope: Scope, node: model.Unspent) -> Form:
    per = in_a_row(Noun(kind_term(variable.kind), "bare") for variable in node.per)
    time = Noun(replace(definition_term(node.time), proper=True), "bare") if node.time else None
    together = phrase("all_players") if scope.anybody and not node.per and node.each != "turn" else None
    return phrase(f"limit_{node.each}", times=so_often(node.times), time=time, per=per, together=together)


def so_often(times: int) -> Form:
    """Once, twice, 3 times."""
    return phrase("once") if times == 1 else phrase("twice") if times == 2 else phrase("so_often", times=Amount(times))


@says(CONDITIONS, model.HasDone)
def has_done(scope: Scope, node: model.HasDone) -> Form:
    triples = zip(node.deed.prepositions, node.deed.parameters, node.arguments, strict=True)
    with_what = tuple(Attached(word, scope.form(given)) for word, _, given in triples if given is not None)
    done = Deed(definition_term(node.deed), with_what)
    return phrase("has_done", subject=scope.form(node.who), times=so_often(node.times), deed=done)
