"""Several clauses in one: what they have in common is said once."""

from __future__ import annotations

from dataclasses import replace

from dsl.model import Variable
from dsl.model.world import Kind
from dsl.prose.forms import (
    Form,
    It,
    Joiner,
    Listed,
    Noun,
    Phrase,
    changed,
    it,
    parts_in,
    phrase,
    referring_back,
    subject_of,
)

Clauses = tuple[Form, ...]
PLACED = ("is_at", "beside")
NEAR = "at_or_beside"


def together(clauses: Clauses, joiner: Joiner) -> Form:
    """Two or more clauses as one."""
    found = neither(clauses) if joiner == "and" else alternatives(clauses)
    return found or Listed(without_repeats(clauses, joiner), joiner)


def alternatives(clauses: Clauses) -> Form | None:
    """What one thing may be, where that is all that is said of it: "it is a queen, a rook or a pawn"; how far it may be
    from what: "the distance from it to the Gate or the Moon is at most 1"."""
    return one_of_several(clauses) or far_from_several(clauses)


def one_of_several(clauses: Clauses) -> Form | None:
    first = clauses[0]
    found = []
    for clause in clauses:
        if not isinstance(clause, Phrase) or clause.key != "is" or clause.negative:
            return None
        found += [form for name, form in clause.slots if name == "complement"]
        if subject_of(clause) != subject_of(first):
            return None
    assert isinstance(first, Phrase)
    return first.with_slot("complement", Listed(tuple(found), "or"))


def far_from_several(clauses: Clauses) -> Form | None:
    ends = [end_of(clause) for clause in clauses]
    several = Listed(tuple(end for end in ends if end is not None), "or")
    alike = {with_end(clause, several) for clause in clauses}
    return alike.pop() if len(several.members) == len(clauses) and len(alike) == 1 else None


def end_of(clause: Form) -> Form | None:
    """What a distance leads to, of which the clause says how long it is, or that it is no more than a step."""
    if isinstance(clause, Phrase) and clause.key == NEAR:
        return clause.slot("beside")
    subject = subject_of(clause)
    return subject.slot("to") if isinstance(subject, Phrase) and subject.key == "distance" else None


def with_end(clause: Form, end: Form) -> Form:
    if isinstance(clause, Phrase) and clause.key == NEAR:
        return clause.with_slot("beside", end)
    subject = subject_of(clause)
    if not isinstance(clause, Phrase) or not isinstance(subject, Phrase):
        return clause
    return clause.with_slot("subject", subject.with_slot("to", end))


def branches(clause: Form) -> bool:
    """Whether there are several things in a row in it, or a clause on a thing that does not only say where that is."""
    found: list[Form] = []

    def look(part: Form) -> Form:
        short = not isinstance(part, Noun) or all(isinstance(c, Phrase) and c.key in PLACED for c in part.that)
        found.extend([] if short and not isinstance(part, Listed) else [part])
        return part

    changed(clause, look)
    return bool(found)


def neither(clauses: Clauses) -> Form | None:
    """That neither of two things is there: "there is neither an asteroid nor an installation on it"."""
    things = [c.slot("subject") for c in clauses if isinstance(c, Phrase) and c.key == "there_is" and not c.negative]
    match things:
        case [Noun(article="no", plural=False, that=(_, *_)) as one, Noun() as other] if len(clauses) == 2:
            if replace(one, term=other.term) == other:
                both = {"one": replace(one, article="a", that=()), "other": replace(other, article="a")}
                return phrase("there_is_neither", **both)
        case _:  # has no wording in one
            pass
    return None


def without_repeats(clauses: Clauses, joiner: Joiner) -> Clauses:
    """What the first clause is about is "it" in the others; after "and" it need not be said again at all."""
    subject = subject_of(clauses[0])
    thing = subject.of if isinstance(subject, Noun) and subject.of is not None else subject
    if not isinstance(thing, Noun) or thing.article not in ("the", "bare") or thing.plural:
        return clauses
    if any(is_like(other, thing) for other in parts_in(clauses[0])):
        return clauses
    if thing is not subject and any(owns(other, thing) for other in parts_in(clauses[0])):
        return clauses
    if joiner == "and" and all(subject_of(clause) == thing for clause in clauses):
        return (clauses[0], *(referring_back(clause, thing) for clause in clauses[1:]))
    rest = (said_again(referring_back(clause, thing), thing) for clause in clauses[1:])
    return (clauses[0], *rest)


def is_like(other: object, thing: Noun) -> bool:
    """Whether it is another thing of the sort, so that "it" could be either."""
    return (
        isinstance(other, Noun) and other != thing and kind_of(other) is not None and kind_of(other) == kind_of(thing)
    )


def owns(part: object, thing: Noun) -> bool:
    """Whether something is spoken of that belongs to another, who would be "its" owner in what follows."""
    return isinstance(part, Noun) and part.of != thing and isinstance(part.of, Noun | It)


def kind_of(noun: Noun) -> Kind | None:
    about = noun.term.about.kind if isinstance(noun.term.about, Variable) else noun.term.about
    return about if isinstance(about, Kind) and about.sort != "number" else None


def said_again(clause: Form, thing: Noun) -> Form:
    if not isinstance(clause, Phrase) or clause.slot("subject") != thing:
        return clause
    return clause.with_slot("subject", it(thing))
