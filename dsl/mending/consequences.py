"""Slips that are none as soon as others are mended: lines are right then as they stand."""

from __future__ import annotations

from dataclasses import replace

from dsl.mending.draft import Draft, line_of
from dsl.mending.slips import Edit, Slip, Try, unindented
from dsl.text.diagnostics import Diagnostic


def declared_once(draft: Draft) -> set[Diagnostic]:
    """Leaves what stands at the left edge, or elsewhere, to the first of the lines that need it; the complaints of
    those that are right with it as they stand."""
    right, edits, shown = set[Diagnostic](), set[Edit](), set[tuple[str, ...]]()
    for slip in (slip for slip in draft.slips if slip.helps and slip.first):
        one = slip.helps[0]
        if one.edit and not slip.is_secret and one.edit in edits:
            right |= {*slip.first}
            slip.helps = []
        elif one.written.apart and one.written.apart in shown:
            if one.written.lines == unindented(slip.original).lines:
                right |= {*slip.first}
                slip.helps = []
            else:
                slip.helps[0] = replace(one, written=replace(one.written, apart=()))
        edits |= {one.edit} if one.edit and not slip.is_secret else set()
        shown.add(one.written.apart)
    return right


def right_with_others(draft: Draft) -> set[Diagnostic]:
    """The complaints of lines that are right as soon as others are mended: those of the text as it was written,
    in which only what helps is mended. (What was tried of others can hide them.)"""
    draft.as_it_was()
    helped = {slip: slip.helps[0] for slip in draft.slips if slip.helps}
    unread = {slip: one for slip, one in helped.items() if slip.is_unread}  # what stands under it is read otherwise
    moved = {slip: one for slip, one in helped.items() if one.edit}
    heads = {slip: one for slip, one in helped.items() if slip.is_at_the_edge}
    groups = [helped, *(some for some in (unread, moved, heads) if 0 < len(some) < len(helped))]
    return {one for some in groups for slip in _right_with(draft, some) for one in slip.first}


def _right_with(draft: Draft, mended: dict[Slip, Try]) -> list[Slip]:
    """The other slips with which nothing is wrong as soon as these are mended."""
    look = draft.look(mended)
    wrong = [line_of(one) for one in look.wrong]
    right = (slip for slip, (start, end) in look.places.items() if not any(start < line <= end for line in wrong))
    return [slip for slip in right if slip not in mended]
