"""Exceptions: the sentence that stands with the general rule, and what the exception itself says."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.model import Definition, Override
from dsl.prose.forms import Form, Listed, Noun, Step, Term, phrase
from dsl.prose.headings import value_heading
from dsl.prose.nouns import definition_term
from dsl.prose.scope import STATEMENTS, Scope, says
from dsl.prose.statements import steps_of


def named(definition: Definition) -> Noun:
    """A definition as it is headed where it stands; documents link to it."""
    term = definition_term(definition)
    return Noun(replace(term, label=term.label[:1].upper() + term.label[1:], proper=True), "bare")


def spoken_of(scope: Scope, overrides: tuple[Override, ...]) -> tuple[Override, ...]:
    """The exceptions of which the general rule speaks: not those of a variant that is told by itself, as those who
    learn the game read of every variant."""
    apart = (o for o in overrides if o.variant in scope.agreed or (o.variant and scope.taught))
    left_out = set(map(id, apart))
    return tuple(override for override in overrides if id(override) not in left_out)


def told_with(scope: Scope, override: Override, key: str = "counts_instead") -> Step:
    """What the general rule says of its exception: "when the ship is fast, Long Oars counts instead"."""
    told = worded(scope, override, key, exception=named(override))
    if override.variant:
        told = phrase("with_variant", variant=Noun(Term(override.variant, proper=True), "bare"), then=told)
    return Step(told, "fact")


def worded(scope: Scope, override: Override, key: str, **slots: Form) -> Form:
    if override.condition is None:
        return phrase(key, **slots)
    return phrase(f"{key}_when", condition=scope.clause(override.condition), **slots)


@says(STATEMENTS, model.Overruled)
def overruled(scope: Scope, node: model.Overruled) -> tuple[Step, ...]:
    """When something else is done, then what is done in general, if it ever is."""
    told = spoken_of(scope, node.overrides)
    special = [told_with(scope, override, "counts_before") for override in told if not is_always(override)]
    always = next(filter(is_always, told), None)
    if always is not None:
        return (*special, Step(phrase("see", rule=named(always))))
    return (*special, *steps_of(scope, node.branches[-1][1]))


def is_replaced(scope: Scope, definition: Definition) -> bool:
    """Whether an exception counts in place of all that is done, in all games that are told of."""
    match definition:
        case model.Act(effects=done) | model.Procedure(body=done) | model.Phase(body=done):
            rules = [node for node in done if isinstance(node, model.Overruled)]
        case _:  # nothing else has lines under it
            return False
    return any(is_always(override) for node in rules for override in spoken_of(scope, node.overrides))


def is_always(override: Override) -> bool:
    """Whether an exception counts in all games that are told of."""
    return override.condition is None and not override.variant


def lead(scope: Scope, override: Override, lines: tuple[Step, ...]) -> Step:
    """What an exception says: when it counts, instead of what, and what counts then."""
    deeds = override.need is None and not isinstance(override.of, model.Value | model.Bar)
    key = ("happens_instead" if lines else "nothing_instead") if deeds else "goes_over" if lines else "waives"
    members = (general(scope, override), *(named(other) for other in override.over))
    what = members[0] if len(members) == 1 else Listed(members)
    return Step(worded(scope, override, key, what=what), "fact", lines, override.clauses)


def general(scope: Scope, override: Override) -> Form:
    """What it goes over: by its Name, a value by its heading, a need by its name, or by what it says."""
    assert override.of is not None  # the resolver refuses one that goes over nothing
    if isinstance(override.of, model.Value):
        return value_heading(scope, override.of)
    if override.need is None:
        return named(override.of)
    if scope.taught:  # where needs have no names
        clause = scope.clause(override.need.condition)
        told = phrase("afterwards", clause=clause) if override.need.afterwards else clause
        return phrase("need_told_in", need=told, definition=named(override.of))
    need = Noun(replace(named(override.of).term, label=override.need.name), "bare")
    return phrase("need_in", need=need, definition=named(override.of))
