"""What a hint of a complaint has, as lines in place of the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.mending.draft import Draft
from dsl.mending.slips import BEFORE, BLANKS, ELSEWHERE, Slip, margin_of, unindented
from dsl.text.diagnostics import Diagnostic, Written
from dsl.text.respelling import marked
from dsl.text.rewordings import BOTH, depth

JOINTS = re.compile(r", and (under it|on the next line|after that|at the left edge): ")
DEEPER = {"under it": 1, "after that": -1}
HERE = re.compile(r"at the left edge: (.*), and here: (.*)")
EDGE = "at the left edge"
DECLARED = "at the left edge: "
IN_PLACE = re.compile(r"at the left edge: (.*), and in place of (this|[A-Z][\w' -]*): (.*)")
BEHIND = re.compile(r"(?:\s+\[[^\]\"]*\])?(?:\s*--.*)?$")  # a sentence: the clauses that it is of, a note
LEFT_OUT = "leave it out"


def lines_of_hint(draft: Draft, slip: Slip, hint: str) -> Iterator[Written]:
    """The lines of a hint that has the whole sentence, or several."""
    lines = draft.lines[slip.start : slip.end]
    if here := HERE.fullmatch(hint):
        yield Written((here[2],), (*slip.apart, *here[1].split(", and on the next line: ")))
    elif hint.startswith(DECLARED) and "…" not in hint and not IN_PLACE.fullmatch(hint):  # by which it is right
        yield Written(unindented(lines).lines, (*slip.apart, hint.removeprefix(DECLARED)))
    elif hint == LEFT_OUT or hint.startswith(f"{LEFT_OUT}, and at the left edge: "):
        yield from _left_out(draft, slip, hint.partition(" edge: ")[2])
    elif hint.startswith(BEFORE):
        yield Written((hint.removeprefix(BEFORE), *unindented(lines).lines), slip.apart)
    elif not {"…", "`"} & {*hint} and (not ELSEWHERE.match(hint) or _in_examples(hint, slip, lines[0])):
        yield _in_its_place(draft, slip, hint)


def _left_out(draft: Draft, slip: Slip, apart: str) -> Iterator[Written]:
    """The line above alone, in place of both; none that is wrong itself, and only one as deep as the slip."""
    above = next((s for s in draft.sentences if s.end_line == slip.start), None)
    wrong = any(other.start < slip.start <= other.end for other in draft.slips)
    if above and not wrong and margin_of(draft.lines[above.line - 1]) == margin_of(draft.lines[slip.start]):
        lines = unindented(draft.lines[above.line - 1 : slip.start]).lines
        beside = _under_one_another(*JOINTS.split(apart)) if apart else []
        yield Written(lines, (*slip.apart, *beside), slip.start - above.line + 1)


def _in_its_place(draft: Draft, slip: Slip, hint: str) -> Written:
    """The lines of a hint, with what stands behind the sentence, in place of it or, of both, of the one above, too."""
    lines = draft.lines[slip.start : slip.end]
    first, *rest = JOINTS.split(hint.removeprefix(BOTH))
    first += "" if rest else _behind_its_head(first, lines[0])
    behind = BEHIND.search(lines[-1]) if not first.endswith('"') and not first.startswith("--") else None
    edge = next((k for k in range(0, len(rest), 2) if rest[k] == EDGE), len(rest))
    own = _under_one_another(first + (behind[0] if behind else ""), *rest[:edge])
    apart = _under_one_another(*rest[edge + 1 :]) if rest[edge:] else []
    above = next((s for s in draft.sentences if s.end_line == slip.start), None)
    both = slip.start - above.line + 1 if above and hint.startswith(BOTH) else 0
    return Written(tuple(own), (*slip.apart, *apart), both)


def _under_one_another(first: str, *rest: str) -> list[str]:
    """Lines that are told in a sentence, with the words that join them between them."""
    lines = [first]
    for joint, line in zip(rest[::2], rest[1::2], strict=True):
        deep = 0 if joint == EDGE else depth(lines[-1]) + DEEPER.get(joint, 0)
        lines.append(" " * BLANKS * deep + line)
    return lines


def _behind_its_head(head: str, line: str) -> str:
    """What a line has behind its `when`, or `means`, with which a hint ends."""
    last = head.rpartition(" ")[2]
    found = re.search(rf" {last}( .+)", line) if last in ("when", "means") else None
    return found[1] if found else ""


def _in_examples(hint: str, slip: Slip, line: str) -> bool:
    """Whether both say what holds then, or the line, which cannot be read, should."""
    unread = all(one.code == "E0109" for one in slip.complaints)
    return hint.startswith("then ") and (unread or line.lstrip().startswith("then "))


def coined_in(one: Diagnostic, lines: list[str], start: int) -> Iterator[tuple[str, str, list[str]]]:
    """Hints with a definition for the left edge, that, and the lines with the word for it in place of what is marked,
    or of a Name there."""
    for hint in one.hints:
        if found := IN_PLACE.fullmatch(hint):
            apart, what, word = found.groups()
            own = [re.sub(rf"\b{re.escape(what)}\b", word, line, count=1) for line in lines]
            yield hint, apart, marked(lines, start, one, word) if what == "this" else own


def words_of(one: Diagnostic) -> Iterator[tuple[str, str]]:
    """Words that may stand for those that are marked: as they are told, and themselves."""
    for hint in one.hints:
        own = hint.startswith((BOTH, BEFORE))  # lines, and no words
        words = not own and not {"…", "`"} & {*hint} and not JOINTS.search(hint)
        if words and not ELSEWHERE.match(hint):
            yield hint, hint.split(": ")[-1]
    yield from ((word, word) for word in one.near)
