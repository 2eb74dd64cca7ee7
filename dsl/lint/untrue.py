"""Words of the designer that say of a rule what it is not: must for may, at most for at least, the other end of a time.

Only what is plain is complained of: the verb of an action behind `you must` or `you may`; a bound with a number that
the rule compares something with the other way round; the beginning or the end of a time. English alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from dsl import model
from dsl.analysis.meaning import Item, Meanings
from dsl.analysis.standing import stands_for, stems, written_in
from dsl.lint.doubts import Doubt
from dsl.model import Definition, Rulebook, Text
from dsl.model.visit import nodes_in, parts_of
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import stem
from dsl.text.numerals import numbers_in

DUTY = re.compile(r"\byou (?P<modal>must|have to|may|can) (?P<verb>\w+)", re.IGNORECASE)
BOUND = r"\b(?P<bound>at least|at most|no more than|no fewer than|no less than|up to) (the )?{number}(?!\w)"
LOWEST = frozenset(("at least", "no fewer than", "no less than"))
# `less than 5` goes on until there are at least 5, so it can be told as that.
SAYS_LOWEST, SAYS_HIGHEST = frozenset((">=", "<")), frozenset(("<=", ">"))
EDGES = {"beginning": r"\bat the (beginning|start) of\b", "end": r"\bat the end of\b"}


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Words that say of a rule what it is not."""
    meanings = Meanings(book)
    for text, owners in written_in(book) if book.language == "English" else ():
        yield text.span, partial(_complaint, book, meanings, text, owners)


def _complaint(book: Rulebook, meanings: Meanings, text: Text, owners: Sequence[Definition]) -> Diagnostic | None:
    complaints = [
        *wrong_duties(text, owners, meanings),
        *wrong_bounds(book, text, lambda: stands_for(meanings, text.text, owners)),
        *wrong_edges(text, owners),
    ]
    return Diagnostic("W0111", complaints[0], text.span) if complaints else None


def wrong_duties(text: Text, owners: Iterable[Definition], meanings: Meanings) -> Iterator[str]:
    """Of actions that are always offered as `may`, or each time alone as `must`."""
    for owner in owners:
        offers = meanings.offers.get(id(owner), ())
        verb = stems(owner.name)[:1]
        for said in DUTY.finditer(text.text) if offers else ():
            if [stem(said["verb"])] != verb:
                continue
            must = said["modal"].lower() in ("must", "have to")
            if must and not any(offer.must for offer in offers):
                yield f"“{said[0]}” is no duty by the rules: `may` stands where it is offered."
            elif not must and all(offer.must and len(offer.invocations) == 1 for offer in offers):
                yield f"“{said[0]}” is a duty by the rules: `must` stands where it is offered."


def wrong_bounds(book: Rulebook, text: Text, items: Callable[[], Iterable[Item]]) -> Iterator[str]:
    told = book.world.filled(text.text)
    bounds = [(phrase, said.number) for said in numbers_in(told, book.language) for phrase in _bounds(told, said.words)]
    compared = _compared(items()) if bounds else {}
    for phrase, number in bounds:
        lowest = phrase["bound"].lower() in LOWEST
        own, other = (SAYS_LOWEST, SAYS_HIGHEST) if lowest else (SAYS_HIGHEST, SAYS_LOWEST)
        operators = compared.get(number, set())
        if operators & other and not operators & (own | {"=", "!="}):
            yield f"“{phrase[0]}” is the other way round in the rules: {number} is the {_other(lowest)} there."


def _bounds(told: str, number: str) -> Iterator[re.Match[str]]:
    return re.finditer(BOUND.format(number=re.escape(number)), told, re.IGNORECASE)


def _compared(items: Iterable[Item]) -> Mapping[int, set[str]]:
    """How something is compared with each number."""
    found: dict[int, set[str]] = {}
    for node in (node for item in items if isinstance(item, Definition) for node in nodes_in(lines(item))):
        if isinstance(node, model.Compare) and isinstance(node.right, model.Constant | model.Setting):
            found.setdefault(node.right.value, set()).add(node.operator)
    return found


def _other(lowest: bool) -> str:
    return "most" if lowest else "least"


def lines(item: Definition) -> tuple[object, ...]:
    return (*item.barrings,) if isinstance(item, model.Bar) else () if isinstance(item, LINELESS) else parts_of(item)


LINELESS = (model.Override, model.WaitingOrder)  # what they say is part of what they change


def wrong_edges(text: Text, owners: Iterable[Definition]) -> Iterator[str]:
    for owner in owners:
        if isinstance(owner, model.AtEdge):
            said = {edge for edge, pattern in EDGES.items() if re.search(pattern, text.text, re.IGNORECASE)}
            if said and owner.edge not in said:
                yield f"What is told as the {said.pop()} of a time is done at its {owner.edge} by the rules."
