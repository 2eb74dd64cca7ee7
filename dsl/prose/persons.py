"""Players who are spoken of: what is theirs is told so where nobody else is in the sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsl.builtins import VALUES
from dsl.model import Variable
from dsl.model.world import Kind
from dsl.prose.forms import Form, It, Noun, Phrase, Term, changed, parts_in, phrase
from dsl.prose.nouns import kind_term
from dsl.prose.scope import Scope

PERSONS = (
    "owner",
    "active_player",
    "winner",
    "loser",
    *(value.key for value in VALUES.values() if value.gives == "player"),
)


def is_person(form: object) -> bool:
    """Whether a player is spoken of, other than whoever is spoken to."""
    match form:
        case Noun(term=Term(about=about)):
            about = about[0] if isinstance(about, tuple) else about
            kind = about.kind if isinstance(about, Variable) else about
            return isinstance(kind, Kind) and kind.sort == "player"
        case Phrase(key=key):
            return key in PERSONS
        case _:  # no other form names a player
            return False


def is_active(form: Form | None) -> bool:
    """Whether it is whoever's turn it is."""
    if isinstance(form, Noun):
        return form.article == "the" and [term.label for term in form.adjectives] == ["active"]
    return isinstance(form, Phrase) and form.key == "active_player"


def persons_in(form: Form) -> list[Form]:
    """All players spoken of in a form."""
    return [part for part in parts_in(form) if is_person(part)]


def theirs(scope: Scope, form: Form, who: Form | None) -> Form:
    """The form with "their" for what belongs to a player who has been spoken of, unless there is anybody else but
    "their opponent", to whom nothing else belongs."""
    persons, their = persons_in(form), It(term=kind_term(scope.world.players))
    opponent = phrase("opponent", of=who)
    if not is_person(who) or any(other not in (who, opponent) for other in persons):
        return form
    if opponent in persons:
        alone = persons == [opponent, who]
        told: Form = changed(form, lambda part: opponent.with_slot("of", their) if alone and part == opponent else part)
        return told

    def refer(part: Any) -> Any:
        return replace(part, of=their) if isinstance(part, Noun) and part.of == who else part

    found: Form = changed(form, refer)
    return found
