"""What a message proposes for another place than the one of which it complains: a line under the heading of a thing,
perhaps in place of another one there; a line before what is told, or before another line that tells the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from dsl.mending.slips import BEFORE, BEFORE_ALL, BLANKS, Edit, Try, blanks_before, mind
from dsl.text.diagnostics import Diagnostic, Written

UNDER = re.compile(
    r"under (?P<name>[A-Z][\w' -]*?)(?P<only>, if [^:]*)?: (?P<said>[^;]*?)(?:, in place of (?P<old>.*))?"
)
INSTEAD = re.compile(r"(?P<said>[a-z][^,;:…]*), in place of (?P<old>[a-z][^,;:]*)(?:: .*)?")
ABOVE_ITS_HEADING = "at the left edge, above that heading: "
BELOW = re.compile(r", and (under it|on the next line): ")
LET = re.compile(r"\s*let [\w-]+ be ")
SHOW = re.compile(r"\s*show .+ to all\b")
SHOWN_FIRST = "What is shown is known only below that line."
NEED = re.compile(r"\s*(?:only if|costs|once each|\d+ times each|playable in) ")
NEEDED_FIRST = "What must be so stands before what is done."


def elsewhere(hint: str, one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """The lines that a hint of a complaint has for another place of a text, each way to put them there."""
    if "…" in hint or one.span is None:
        return
    if found := UNDER.fullmatch(hint):
        yield from _under(found, hint, lines)
    elif found := INSTEAD.fullmatch(hint):
        for at in [k for k, line in enumerate(lines) if line.rstrip() == found["old"]][:1]:
            edit = Edit(at, 1, (found["said"],))
            yield Try(Written(edit.lines, where=f"in place of line {at + 1}"), (hint,), edit=edit)
    elif hint.startswith(ABOVE_ITS_HEADING):
        yield from _above_its_heading(hint, one.span.line - 1, lines)
    elif hint.startswith(BEFORE_ALL):
        spans = (note.span for note in one.notes if note.span and note.span.file == one.span.file)  # of no library
        seen = next(spans, one.span).line - 1
        for at in (seen, *_around(lines, seen)):
            yield _before(hint.removeprefix(BEFORE_ALL), hint, at, lines)


def before_others(others: Sequence[Diagnostic], lines: Sequence[str]) -> Iterator[Try]:
    """What is proposed where the same, or more, is told by other lines, before these; and for the whole text."""
    for one in others:
        for hint in one.hints:
            if hint.startswith(BEFORE) and "…" not in hint and one.span is not None:
                yield replace(_before(hint.removeprefix(BEFORE), hint, one.span.line - 1, lines), beside=True)
            else:
                yield from (replace(each, beside=True) for each in elsewhere(hint, one, lines))


def shown_first(one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """Of a name that is made of what the line below it shows to all: the two the other way round, above what tells."""
    at = next((note.span.line - 1 for note in one.notes if note.span and one.span), 0)
    for k in range(at - 1, 0, -1):
        if blanks_before(lines[k]) < blanks_before(lines[at]):
            return
        first, second = lines[k - 1], lines[k]
        if LET.match(first) and SHOW.match(second) and blanks_before(first) == blanks_before(second):
            own = (second.strip(), first.strip())
            edit = Edit(k - 1, 2, (second, first))
            yield Try(Written(own, where=f"in place of line {k} and the one below it"), why=SHOWN_FIRST, edit=edit)


def needs_first(one: Diagnostic, lines: Sequence[str], start: int, end: int) -> Iterator[Try]:
    """A need below what is done, and that before it: all of it in one go, as needs stand first."""
    if one.code != "E0314" or not NEED.match(lines[start]):
        return
    depth, first = blanks_before(lines[start]), start
    while blanks_before(lines[first - 1]) >= depth and lines[first - 1].strip() and not NEED.match(lines[first - 1]):
        first -= 1
    own = [line[depth:] for line in (*lines[start:end], *lines[first:start])]
    if first < start:
        yield Try(Written(tuple(own), above=start - first), why=NEEDED_FIRST)


def each_edit_once(tries: Iterator[Try]) -> Iterator[Try]:
    """The same without what has been proposed for another place by what was complained of before."""
    known = set[Edit]()
    for one in tries:
        if one.edit is None or one.edit not in known:
            yield one
        known |= {one.edit} if one.edit else set()


def _under(found: re.Match[str], hint: str, lines: Sequence[str]) -> Iterator[Try]:
    heading = re.compile(rf"(?:piece|place|board) (?:the )?{re.escape(found['name'])}(?![\w'-]| [A-Z])")
    head = next((at for at, line in enumerate(lines) if heading.match(line)), None)
    if head is None:
        return
    block = [*takewhile(lambda line: line[:1].isspace() or not line, lines[head + 1 :])]
    here = [at for at, line in enumerate(block, head + 1) if line.strip() == found["old"]]
    if any(line.strip() == found["said"] for line in block) or (found["old"] and not here):
        return
    instead = f", in place of `{found['old']}`" if here else ""
    where = f"under {found['name']}{instead}{found['only'] or ''}"
    edit = Edit(here[0] if here else head + 1, len(here[:1]), (" " * BLANKS + found["said"],))
    yield Try(Written((found["said"],), where=where), (hint,), edit=edit)


def _above_its_heading(hint: str, at: int, lines: Sequence[str]) -> Iterator[Try]:
    """A line that stands above the heading under which it is, with what else stands there."""
    head = next((k for k in range(at, -1, -1) if lines[k][:1].strip()), at)
    own = [lines[head], *takewhile(lambda line: line[:1].isspace(), lines[head + 1 :])]
    if lines[at].strip() == hint.removeprefix(ABOVE_ITS_HEADING) and head < at < head + len(own):
        put = (own.pop(at - head).strip(), *own)
        where = f"in place of line {head + 1} and what stands under it"
        yield Try(Written(put, where=where), (hint,), edit=Edit(head, len(put), put))


def _before(said: str, hint: str, at: int, lines: Sequence[str]) -> Try:
    first, *rest = BELOW.split(said)
    own = [first]
    for joint, line in zip(rest[::2], rest[1::2], strict=True):
        deeper = blanks_before(own[-1]) + (BLANKS if joint == "under it" else 0)
        own.append(" " * deeper + line)
    margin = " " * blanks_before(lines[at])
    edit = Edit(at, 0, tuple(margin + line for line in own))
    return Try(Written(tuple(own), where=f"before line {at + 1}"), (hint,), mind(hint), edit)


def _around(lines: Sequence[str], at: int) -> Iterator[int]:
    """The lines under which one stands, but for the heading of all."""
    depth = blanks_before(lines[at])
    for above in range(at - 1, -1, -1):
        if lines[above].strip() and blanks_before(lines[above]) < depth:
            depth = blanks_before(lines[above])
            if not depth:
                return
            yield above
