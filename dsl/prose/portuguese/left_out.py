"""What Portuguese leaves out: a subject that was just named, a verb that is denied once more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dsl.prose.forms import Deed, Form, It, Listed, Noun, Phrase, Silent, You, subject_of
from dsl.prose.portuguese.contractions import replaced
from dsl.prose.realiser import Words, plain

NOT = "não "
ONE_VERB = ("has_quality", "is", "can", "is_at", "at_least", "at_most")
"""What begins with a verb that all clauses of the sort share."""
MUST_NOT = (["pode"], ["podem"])


def named_once(form: Phrase, begins: Callable[[Phrase], bool]) -> Phrase:
    """When something is so, without naming it again: "um jogador está sem lances quando não pode mover". `begins` says
    whether a clause begins with its subject, so that it can be left out."""
    clause, condition = form.slot("clause"), form.slot("condition")
    subject = subject_of(clause) if clause is not None else None
    if subject is None or condition is None:
        return form
    clauses = condition.members if isinstance(condition, Listed) else (condition,)
    told = tuple(without_subject(clauses, subject, begins))
    return form.with_slot("condition", replace(condition, members=told) if isinstance(condition, Listed) else told[0])


def without_subject(clauses: Sequence[Form], subject: Form, begins: Callable[[Phrase], bool]) -> Iterator[Form]:
    """The clauses; those that stand before one of something else do not name the subject."""
    alone = True
    for clause in clauses:
        alone = alone and is_same(subject_of(clause), subject)
        if alone and isinstance(clause, Deed):
            yield replace(clause, subject=Silent(clause.subject))
        elif alone and isinstance(clause, Phrase) and begins(clause):
            yield clause.with_slot("subject", Silent(subject_of(clause) or It()))
        else:
            yield clause


def is_same(other: Form | None, subject: Form) -> bool:
    """Whether it is what was just named: by "it", or by what it is called. What was given a name here goes by that."""
    match other, subject:
        case You(), You():
            return True
        case It(term=again) | Noun(again, "the", of=None, adjectives=(), attached=(), that=()), Noun(called=""):
            return again == subject.term
        case _:  # is something else
            return False


def nor(words: Sequence[Words], members: Sequence[Form]) -> list[Words]:
    """What is not so, each but the first to stand behind "nem": "não pode mover", "promover"."""
    first = plain(words[0]).split()
    found = [words[0]]
    for number, (said, member) in enumerate(zip(words[1:], members[1:], strict=True), 1):
        again = plain(said).split()
        one_verb = isinstance(member, Phrase) and member.key in ONE_VERB and member.key == key_of(members[0])
        alike = verbs(first, again) if one_verb else 0
        last = number == len(words) - 1
        found.append(without(said, 1 + alike) if last or alike else said)
    return found


def verbs(first: Sequence[str], again: Sequence[str]) -> int:
    """How many verbs two denied clauses begin with alike: "não pode estar"."""
    if first[1:2] != again[1:2]:
        return 0
    return 2 if first[1:2] in MUST_NOT and first[2:3] == again[2:3] else 1


def key_of(form: Form) -> str:
    return form.key if isinstance(form, Phrase) else ""


def without(words: Words, number: int) -> Words:
    """The words without so many at their beginning."""
    content = plain(words)
    rest = content.split(maxsplit=number)[-1]
    return tuple(replaced([*words], 0, len(content) - len(rest), ""))
