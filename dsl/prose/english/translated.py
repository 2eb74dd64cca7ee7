"""Words of a rulebook in another language, as its English catalogue has them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsl.model.world import Kind
from dsl.prose.forms import Adjective, Deed, It, Noun, Term
from dsl.prose.lexicon import OF_ALL_THINGS, Asked, Lexicon, adjective_sort, is_of_every_game, sort_of


def translated(part: Any, lexicon: Lexicon) -> Any:
    """A part of a form with its words in English."""
    match part:
        case Noun():
            adjectives = tuple(quality_of(lexicon, term) for term in part.adjectives)
            called = noun_of(lexicon, Term(part.called)).label if part.called else ""
            return replace(part, term=noun_of(lexicon, part.term), adjectives=adjectives, called=called)
        case It(term=Term() as term):
            return replace(part, term=noun_of(lexicon, term))
        case Adjective(term=term):
            return replace(part, term=quality_of(lexicon, term))
        case Deed(term=term):
            return replace(part, term=noun_of(lexicon, term) if term.proper else verb_of(lexicon, term))
        case _:  # has no words of the rulebook, but in its parts
            return part


def noun_of(lexicon: Lexicon, term: Term) -> Term:
    if term.told or is_of_every_game(term):
        return term
    several = term.plural if isinstance(term.about, Kind) and not term.about.unique else ""
    one, *more = lexicon.forms(Asked(sort_of(term), term.label, several))
    return replace(term, label=one, plural=more[0] if more else term.plural, proper=True, told=True)


def quality_of(lexicon: Lexicon, term: Term) -> Term:
    if term.told or term.label in OF_ALL_THINGS:
        return term
    return replace(term, label=lexicon.forms(Asked(adjective_sort(term), term.label))[0], told=True)


def verb_of(lexicon: Lexicon, term: Term) -> Term:
    """With a capital, as the name of an action has one: it then stands in several words."""
    said = doing_of(lexicon, term)
    return replace(term, label=f"{said[:1].upper()}{said[1:]}", told=True)


def doing_of(lexicon: Lexicon, term: Term) -> str:
    return term.label if term.told else lexicon.forms(Asked("verb", term.label))[0]
