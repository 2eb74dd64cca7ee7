"""What is wrong with lines beside others of their item that cannot be read. Those hide it, as nothing of an item is
understood in which a sentence is missing: so they are left out, and it is looked again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dsl.mending.slips import margin_of
from dsl.text.diagnostics import Diagnostic

LOOKS = 4  # so often at most, as a heading without lines cannot be read either
BROUGHT = re.compile(r"\b(?:called|let|an?|each|every|another|one|any|\d+) (?:among )?((?:[a-z-]+ )*[\w'-]+)")
NOTHING = "nothing happens"  # in place of what is left out, as a heading needs lines
HAPPENS = re.compile(
    r"(?:action|phase|to|rule|setup|play|power|the game ends|exception|window)\b"
)  # items that have it
UNKNOWN = re.compile(r"^(?:No (?:verb|quality) is|.* nothing was) called (.+?)(?: before)?\.")
BACK = re.compile(r"\b(?:it|its|they|them|their|then)\b")  # words for what stands in a line above


def wrong_unhidden(
    lines: Sequence[str], start: int, end: int, wrong: Sequence[Diagnostic], check: Callable[[str], list[Diagnostic]]
) -> list[Diagnostic]:
    """Complaints of the lines from `start` to `end` that nobody hears as others of their item cannot be read, as
    `wrong` says; but for those of what these others may bring in. None where the heading cannot be read."""
    left, gone = [*lines], list[str]()
    for _ in range(LOOKS):
        first, last = _item(left, start)
        unread = {d.span.line - 1 for d in wrong if d.span and d.code < "E02" and first <= d.span.line - 1 < last}
        others = sorted((line for line in unread if not start <= line < end), reverse=True)
        if not others or first in unread or first == start:
            break
        for line in others:
            behind = _behind_block(left, line)
            if line < end and behind > start:  # what is looked at stands under it
                return []
            gone += left[line:behind]
            kept = (
                [margin_of(left[line]) + NOTHING]
                if HAPPENS.match(left[first]) and _is_alone(left, line, behind)
                else []
            )
            kept = kept if left[line:behind] != kept else []
            left[line:behind] = kept
            if line < start:
                start, end = start - (behind - line) + len(kept), end - (behind - line) + len(kept)
        wrong = check("\n".join(left))
    here = [d for d in wrong if d.span and start < d.span.line <= end] if gone else []
    return [d for d in here if not _explains(gone, d, left[d.span.line - 1 if d.span else 0])]


def _item(lines: Sequence[str], at: int) -> tuple[int, int]:
    """The first line of the item in which a line stands, and the first behind it."""
    first = next((k for k in range(at, -1, -1) if lines[k].strip() and not margin_of(lines[k])), 0)
    return first, _behind_block(lines, first)


def _is_alone(lines: Sequence[str], at: int, behind: int) -> bool:
    """Whether nothing else stands under the line above."""
    deep = len(margin_of(lines[at]))
    followed = behind < len(lines) and lines[behind].strip() and len(margin_of(lines[behind])) == deep
    return not followed and len(margin_of(lines[at - 1])) < deep


def _behind_block(lines: Sequence[str], at: int) -> int:
    """The first line behind one with those under it."""
    deep = len(margin_of(lines[at]))
    end = at + 1
    while end < len(lines) and lines[end].strip() and len(margin_of(lines[end])) > deep:
        end += 1
    return end


def _explains(gone: Sequence[str], complaint: Diagnostic, line: str) -> bool:
    """Whether a complaint may be of nothing but what these lines bring in."""
    span = complaint.span
    marked = line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else None] if span else ""
    unknown = UNKNOWN.search(complaint.message)
    said = unknown[1] if unknown else f"{complaint.message.split('. ')[0]} {marked}"
    brought = {word.casefold() for text in gone for found in BROUGHT.findall(text) for word in found.split()[-1:]}
    words = {*re.findall(r"[\w'-]+", said.casefold())}
    return bool(BACK.search(said)) or bool(brought & words)
