"""Tips of messages, taken literally: what a text becomes when somebody does just what stands behind `try:`.

A tip is a word or sentence for what is marked, or for its whole line; lines that stand below one another (`…, and
under it: …, and on the next line: …, and after that: …, and at the left edge: …`); a line for another place (`under
Boat: …`, `before it, on a line of its own: …`); or it says what to do with the line as it stands (`leave it out`,
`indent it by 4 blanks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.text.diagnostics import Diagnostic
from tests.rulebooks import told

BLANKS = 4
JOINTS = re.compile(r", and (under it|on the next line|after that|at the left edge): ")
BEFORE = re.compile(r"(?:then )?before it, on a line of its own: (.*)")
BEFORE_ALL = re.compile(r"(?:then )?before what all see, on a line of its own: (.*)")
UNDER = re.compile(r"under ([A-Z][\w' -]*?)(?:, if [^:]*)?: (.*)")
INSTEAD = re.compile(r"(.*), in place of (.*)")
OF_ITS = re.compile(r"(.*); and of its ([\w -]+): (.*)")
DEEPER = re.compile(r"indent it by (\d+) blanks")
APART = "at the left edge: "
JOINT = ", and at the left edge: "
BOTH = "in place of both lines: "
FIRST_LINE = re.compile(r"(?:first line of|below `after …` in) `(.*)`: (.*)")
SETUP = "in the setup: "
BESIDES = re.compile(r"(.*), and ((?:in the setup|under [A-Z][\w' -]*): .*)")
HERE = re.compile(r"at the left edge: (.*), and here: (.*)")
GOES_ON = ("and then: ", "then ")  # what is done besides the tip before


def taken(text: str, diagnostic: Diagnostic, tip: str) -> Iterator[str]:
    """The texts that can come of it, the likeliest first; none where it leaves the words to the designer."""
    span = diagnostic.span
    if span is None or not 0 < span.line <= text.count("\n") + 1:
        return
    lines = text.split("\n")
    at = span.line - 1
    if DEEPER.match(tip) or tip.startswith("at the left edge, without"):
        found = DEEPER.match(tip)
        yield _joined(lines[:at], [" " * int(found[1] if found else 0) + lines[at].strip()], lines[at + 1 :])
    elif tip.startswith(APART) and ", and here: " not in tip:
        yield _joined(lines[:at], lines[_end(lines, at) :], _below(f"{JOINT}{tip.removeprefix(APART)}", "")[1])
    elif found := HERE.fullmatch(tip):
        own = [_marked(lines[at], diagnostic, found[2])]
        yield _joined(lines[:at], own, lines[at + 1 :], ["", *found[1].split(", and on the next line: "), ""])
    elif found := BESIDES.fullmatch(tip):
        for other in taken(text, diagnostic, found[1]):
            yield from taken(other, diagnostic, found[2])
    elif tip == "an ordinary blank":
        yield _joined(lines[:at], [_marked(lines[at], diagnostic, " ")], lines[at + 1 :])
    elif tip.startswith("leave it out"):
        yield _joined(lines[:at], lines[_end(lines, at) :])
        yield _joined(lines[:at], [_marked(lines[at], diagnostic, "")], lines[at + 1 :])
    elif found := FIRST_LINE.fullmatch(tip):
        head = next(k for k, line in enumerate(lines) if line.startswith(found[1]))
        head += bool(re.match(r"\s+(after|before|whenever) ", lines[head + 1]))
        yield _joined(lines[: head + 1], [" " * BLANKS + found[2]], lines[head + 1 :])
    elif found := BEFORE.fullmatch(tip):
        yield _joined(lines[:at], [_indented(lines[at], found[1])], lines[at:])
    elif found := BEFORE_ALL.fullmatch(tip):
        yield from _before_all(lines, diagnostic, found[1])
    elif found := UNDER.fullmatch(tip):
        yield from _under(lines, found[1], found[2])
    elif tip.startswith(SETUP):
        setup = lines.index("setup") + 1 if "setup" in lines else len(lines)
        heading = ["", "setup"] if setup == len(lines) else []
        yield _joined(lines[:setup], heading, [" " * BLANKS + tip.removeprefix(SETUP)], lines[setup:])
    elif found := INSTEAD.fullmatch(tip):
        yield "\n".join(found[1] if line == found[2] else line for line in lines)
    elif tip.startswith(BOTH):
        below = _below(tip.removeprefix(BOTH), lines[at - 1])
        yield _joined(lines[: at - 1], below[0], lines[span.end_line :], below[1])
    else:
        yield from _in_place(lines, at, diagnostic, tip)


def _in_place(lines: list[str], at: int, diagnostic: Diagnostic, tip: str) -> Iterator[str]:
    """What is for the words that are marked, for their line, or an item by itself."""
    if not lines[at].lstrip().startswith("then "):  # what holds in an example begins so
        tip = re.sub(rf"^({'|'.join(GOES_ON)})", "", tip)
    head = re.search(r" (when|means)$", tip)
    if head and (said := lines[at].partition(f"{head[0]} ")[2]):  # a heading, and what is said on its line stays
        tip = f"{tip} {said}"
    own, apart = _below(tip, lines[at])
    end = at + 1
    while end < len(lines) and _goes_on(lines, end):  # the sentence
        end += 1
    deeper = len(own[-1]) - len(own[-1].lstrip()) - (len(own[0]) - len(own[0].lstrip()))
    below = [" " * deeper + line if line.strip() else line for line in lines[end : _end(lines, at)]]
    whole = _joined(lines[:at], own, below, lines[max(end, _end(lines, at)) :], apart)
    if JOINTS.search(tip) or diagnostic.code.startswith("E01"):
        yield whole
    if not JOINTS.search(tip):
        for part in (tip, tip.split(": ")[-1]):
            yield _joined(lines[:at], [_marked(lines[at], diagnostic, part)], lines[at + 1 :])
        yield whole
    item = [line.removeprefix(" " * _depth(lines[at])) for line in own]
    yield _joined(lines, ["", *item], apart)
    yield _joined(item, lines)
    game = next((k for k, line in enumerate(lines) if line.startswith("game")), 0)
    yield _joined(lines[: _end(lines, game)], ["", *item, ""], lines[_end(lines, game) :])
    yield _joined(lines[:at], [lines[at]], below, [own[0]], lines[_end(lines, at) :])
    yield _joined(lines[: at + 1], [" " * BLANKS + own[0]], lines[at + 1 :])


def _goes_on(lines: list[str], at: int) -> bool:
    return bool(re.search(r"(\b(and|or)|,)\s*$", lines[at - 1]))


def _below(tip: str, line: str) -> tuple[list[str], list[str]]:
    """The lines of a tip, indented like this one, and those that stand at the left edge."""
    first, *rest = JOINTS.split(tip)
    own, apart = [_indented(line, first)], list[str]()
    here = own
    for joint, said in zip(rest[::2], rest[1::2], strict=True):
        if joint == "at the left edge":
            here = apart
            here += ["", said]
        else:
            deeper = BLANKS * ((joint == "under it") - (joint == "after that"))
            here.append(" " * (_depth(here[-1]) + deeper) + said)
    return own, apart


def _before_all(lines: list[str], diagnostic: Diagnostic, said: str) -> Iterator[str]:
    """What is done before something that a note points to: before a block in which that stands, or its own line."""
    at = next((note.span.line - 1 for note in diagnostic.notes if note.span is not None), 0)
    around: list[int] = []
    while _depth(lines[at]):
        around.insert(0, at)
        at = next(k for k in range(at - 1, -1, -1) if lines[k].strip() and _depth(lines[k]) < _depth(lines[at]))
    yield from (_joined(lines[:at], _below(said, lines[at])[0], lines[at:]) for at in around)


def _under(lines: list[str], name: str, said: str) -> Iterator[str]:
    """A line more under a heading, perhaps with a change of another one there."""
    heading = re.compile(rf"(piece|place|board|walk) (the )?{name}\b")
    head = next((k for k, line in enumerate(lines) if heading.match(line)), None)
    if head is None:
        return
    other = OF_ITS.fullmatch(said)
    own = lines[head + 1 : _end(lines, head)]
    if other:
        has = re.compile(rf"(\s*has an? (?:.* called )?{other[2]})(, .*)?")
        own = [has.sub(rf"\1, {other[3]}", line) for line in own]
    old, replaced, new = said.partition(", in place of ")
    own = [line for line in own if not replaced or line.strip() != new]
    own.append(" " * BLANKS + (other[1] if other else old.split(": ")[-1]))
    yield _joined(lines[: head + 1], own, lines[_end(lines, head) :])


def _marked(line: str, diagnostic: Diagnostic, said: str) -> str:
    """A line with other words for those that are marked."""
    assert diagnostic.span is not None
    one = diagnostic.span.end_line == diagnostic.span.line
    return line[: diagnostic.span.column - 1] + said + (line[diagnostic.span.end_column - 1 :] if one else "")


def _end(lines: list[str], at: int) -> int:
    """The first line that does not stand under this one."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > _depth(lines[at])):
        end += 1
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _indented(line: str, said: str) -> str:
    return " " * _depth(line) + said


def _joined(*parts: list[str]) -> str:
    return "\n".join(line for part in parts for line in part)


# ------------------------------------------------------------------------------------------------------- is it nearer


def nearer(text: str, before: list[Diagnostic], diagnostic: Diagnostic, other: str, after: list[Diagnostic]) -> bool:
    """Whether a text is nearer to what was meant than the one of which that was said.

    The complaint is gone, and each that was not there before is of a later stage (the form of sentences; what is named
    in them and what that is like; secrets and work); or it stands further on in the text; or it is another one about
    what stands around the marked words, up to the heading, which is looked at after them; or it says that lines have to
    stand under the one that was put there.
    """
    known = {(d.code, d.message) for d in before if d is not diagnostic}
    new = [d for d in after if (d.code, d.message) not in known]
    grown = max(other.count("\n") - text.count("\n"), 0)
    lines = text.split("\n")
    return all(is_later(d, diagnostic, grown, lines) for d in new)


def is_later(other: Diagnostic, than: Diagnostic, grown: int, lines: list[str]) -> bool:
    if other.code in ("E0110", "E0112", "E0115") and than.code != other.code:
        return True
    if other.span is None or than.span is None or _stage(other) != _stage(than):
        return _stage(other) > _stage(than)
    here, there = (than.span.line, than.span.column), (other.span.line, other.span.column)
    if there[0] > here[0] + grown or (there > here and other.message != than.message):
        return True
    heading = next((k for k in range(here[0], 0, -1) if lines[k - 1][:1].strip()), 1)
    around = heading <= there[0] <= here[0] + grown and _stage(than) > 1
    return around and other.message != than.message


def _stage(diagnostic: Diagnostic) -> int:
    stages = {"E01": 1, "E02": 2, "E03": 2, "E04": 3}
    return stages.get(diagnostic.code[:3], 4)


def followed(text: str, diagnostic: Diagnostic, tips: list[str]) -> tuple[str, list[Diagnostic]] | None:
    """A text after tips were followed that belong together, one after the other, and what is wrong with it then; None
    if that leads no nearer."""
    found, at = told(text), diagnostic
    start = text
    for tip in tips:
        for other in taken(text, at, tip):
            wrong = told(other)
            again = next((d for d in wrong if (d.code, d.message) == (at.code, at.message)), None)
            begun = again and len(wrong) <= len(found) and tip != tips[-1]
            if begun or nearer(start, found, diagnostic, other, wrong):
                break
        else:
            return None
        text = other
        if again is None:
            break
        at = again
    return (text, wrong) if nearer(start, found, diagnostic, text, wrong) else None


def mended(text: str, meant: str = "", rounds: int = 8) -> tuple[str, list[Diagnostic]]:
    """A text after its messages were followed, one at a time and the earliest stage first, each by its first tip or by
    one that is `meant`; and what is still wrong then. Where a tip has `…`, `meant` says what for, after `-- …`."""
    found = told(text)
    for _ in range(rounds):
        first = min(found, key=_stage, default=None)
        tips = [*first.hints, *first.near] if first else []
        if first is None or not tips:
            break
        at = next((k for k, one in enumerate(tips) if f"\\n{one}\\n" in meant), 0)
        group = [tip.replace("…", said_for_it(meant)) for tip in together(tips)[at]]
        better = followed(text, first, group)
        if better is None:
            break
        text, found = better
    return text, found


def together(tips: list[str]) -> list[list[str]]:
    """For each tip itself with those behind it that go on from it."""
    groups = [[tip] for tip in tips]
    for at, tip in enumerate(tips):
        for other in tips[at + 1 :]:
            if not other.startswith(GOES_ON) or tip.startswith(GOES_ON):
                break
            groups[at].append(other)
    return groups


def said_for_it(meant: str) -> str:
    """What stands for `…`, as a designer would fill it in."""
    found = re.search(r"^-- … (.*)$", meant, re.MULTILINE)
    return found[1] if found else "…"
