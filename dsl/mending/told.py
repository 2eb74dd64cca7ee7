"""Complaints with the lines that can be written where they are: what is proposed is tried, and what helps is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from dsl.ir.program import Program
from dsl.load import SO_WHEN, examples_of, in_their_form, load_rulebook, load_text, program_of, wrong_in_play
from dsl.mending.consequences import declared_once, right_with_others
from dsl.mending.draft import Check, Draft
from dsl.mending.slips import BLANKS, Slip, told_with, without_dead_ends
from dsl.mending.spoken_above import known_elsewhere
from dsl.mending.trials import try_all
from dsl.terms import USUAL, Terms
from dsl.text.diagnostics import Diagnostic, Refused, Severity
from dsl.text.heard import Heard

LONGEST = 500_000  # characters of a text of which anything is tried
FOLLOWS = "It is right once the other lines are mended."
TITLE = re.compile(r"^game\b.*", re.MULTILINE)
STAND_IN = "game Stand In"  # for a title that cannot be read, without which no other line has a meaning

Tried = Callable[[Program], list[Diagnostic]]


def mended(
    diagnostics: Sequence[Diagnostic],
    text: str,
    file: str,
    terms: Terms = USUAL,
    rulebook: str = "",
    tried: Tried | None = None,
) -> list[Diagnostic]:
    """The same complaints; those of a text have lines to be written where such are found. It can be one of examples
    beside the file of a `rulebook`. `tried` says what shows when a program runs."""
    if len(text) > LONGEST:
        return [*diagnostics]
    here = [d for d in diagnostics if d.span and d.span.file == file]
    if terms == USUAL and not rulebook:
        diagnostics = _mended_in_other_forms(diagnostics, text, file)
    heard, played = Heard(), tried if any(_is_at_times(d, text) for d in here) else None
    check = _checking(file, terms, rulebook, played, heard)
    wrong = check(text) if played is not None or any(d.code < "E05" for d in here) else []
    own = [d for d in diagnostics if d in wrong]
    if not own:
        return [*diagnostics]
    draft = Draft(text, file, own, check, heard)
    try_all(draft)
    for slip in filter(lambda slip: slip.first, draft.slips):
        slip.helps = [draft.in_full(slip, one) for one in slip.helps]
    if title := _unread_title(draft):
        others = [one for one in diagnostics if one not in title]
        told = mended(others, TITLE.sub(STAND_IN, text, count=1), file, terms, rulebook, tried)
        return [*(one for one in diagnostics if one in title), *told]
    follow = declared_once(draft) | right_with_others(draft)
    slips = {one: slip for slip in draft.slips for one in slip.first}
    told = [_told(one, slips.get(one), one in follow) for one in diagnostics]
    return [replace(d, message=d.message + known_elsewhere(d, draft.written)) for d in told]


def _told(one: Diagnostic, slip: Slip | None, follows: bool) -> Diagnostic:
    """A complaint with what helps its slip, or without what only leads to other complaints."""
    if follows:
        return replace(one, message=f"{one.message} {FOLLOWS}", hints=(), near=())
    if slip is None:
        return one
    return told_with(one, slip) if slip.helps else without_dead_ends(one, slip)


def _unread_title(draft: Draft) -> list[Diagnostic]:
    """What is complained of the title, if that cannot be read, and nothing mends it."""
    title = next((slip for slip in draft.slips if slip.first and TITLE.match(slip.original[0])), None)
    unread = title is not None and not title.helps and any(one.code == "E0109" for one in title.first)
    return title.first if title and unread else []


def _mended_in_other_forms(diagnostics: Sequence[Diagnostic], text: str, file: str) -> list[Diagnostic]:
    """The same, where those that show only with a variant, or with so many players, have lines to be written."""
    there = in_their_form(text, file, (d for d in diagnostics if d.span and d.span.file == file and d.code < "E05"))
    told: dict[Diagnostic, Diagnostic] = {}
    for form in dict.fromkeys(form for form, _ in there.values()):
        own = {d: one for d, (its, one) in there.items() if its == form}
        told |= zip(own, mended([*own.values()], text, file, form), strict=True)
    return [replace(told[d], notes=(*told[d].notes, d.notes[-1])) if d in told else d for d in diagnostics]


def _is_at_times(diagnostic: Diagnostic, text: str) -> bool:
    """Whether it only shows in play, and not always: in the usual form of the game it does not, or it is of a line that
    is carried out again and again. Else the numbers are wrong."""
    if diagnostic.code != "E0507" or diagnostic.span is None:
        return False
    line = text.split("\n")[diagnostic.span.line - 1]
    repeated = len(line) - len(line.lstrip()) > BLANKS
    return repeated or any(note.text.startswith(SO_WHEN) for note in diagnostic.notes)


def _checking(file: str, terms: Terms, rulebook: str, tried: Tried | None, heard: Heard) -> Check:
    """What is wrong with a text; of a form of the game first what is wrong with the usual one."""

    @cache
    def check(text: str) -> list[Diagnostic]:
        usual = wrong_with(text, file) if terms != USUAL and not rulebook else []
        wrong = usual or wrong_with(text, file, terms, rulebook, tried, heard)
        return [d for d in wrong if d.span and d.severity is Severity.ERROR]

    return check


def wrong_with(
    text: str,
    file: str,
    terms: Terms = USUAL,
    rulebook: str = "",
    tried: Tried | None = None,
    heard: Heard | None = None,
) -> list[Diagnostic]:
    """All errors of a text, as far as the program that is made of it, or as what is `tried` of that; of examples all
    as they stand with `rulebook`."""
    beside, wrong = examples_of(text, file, rulebook) if rulebook else ((), [])
    if wrong:
        return wrong
    book, diagnostics = load_rulebook(rulebook, terms, beside) if rulebook else load_text(text, file, terms, (), heard)
    if book is not None:
        try:
            if tried is None:
                program_of(book, True)
            else:
                diagnostics += wrong_in_play(book, text, file, tried)
        except Refused as error:
            return [*diagnostics, error.diagnostic, *error.others]
    return diagnostics
