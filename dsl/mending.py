"""Whole lines that can stand in place of those that are wrong: made of what messages propose, and tried.

A message knows a word that may be meant, or a sentence, or lines. They are put into the text, those of all messages at
once, and the text is checked: lines with which nothing is wrong then can be shown as what to write. Where one mistake
hides another, what is said of that one is tried, too. What does not help so stays what it was, a hint.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from itertools import islice, pairwise

from dsl.load import load_text, program_of
from dsl.terms import USUAL, Terms
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, Refused, Severity, Written, near
from dsl.text.inventory import Inventory, said_in_a_line
from dsl.text.lexer import Sentence
from dsl.text.phrasings import meant_by
from dsl.text.rewordings import BOTH, depth
from dsl.text.said_anew import said_anew

ROUNDS = 6  # so many texts are tried at once with all that is proposed,
MOST_FOLLOWING = 6  # lines that may be wrong only as others are
PASSES = 4  # so often at most, as something else is proposed of what comes of that
LONG = 1_000  # lines of a text, of which each check takes so long that fewer are tried,
LONGEST = 500_000  # and characters of one of which nothing is
MOST_WAYS = 3  # to write it that are shown
BLANKS = 4
JOINTS = re.compile(r", and (under it|on the next line|at the left edge): ")
BEFORE = "before it, on a line of its own: "
HERE = re.compile(r"at the left edge: (.*), and here: (.*)")
ELSEWHERE = re.compile(  # hints that are for another place, or no words
    r"as in: |as it is defined: |under [A-Z].*: |at the left edge|in the setup: |first line of |below `after|then |"
    r"and then: |indent it|leave it out|say |before what all see|.*, in place of "
)
BEHIND = re.compile(r"(?:\s+\[[^\]\"]*\])?(?:\s*--.*)?$")  # a sentence: the clauses that it is of, a note

FOLLOWS = "It is right once the other lines are mended."
CALLED = re.compile(r"(?:called|has no|has the value|cannot be) ([^.,;]+?)(?:[.,;]| that\b|$)")

THING = re.compile(r"(?:the |a |an |every )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")

Check = Callable[[str], list[Diagnostic]]


@dataclass(frozen=True)
class Try:
    """Lines in place of those of a slip; `of` is what they are made of, as it is told; `why` tells more than the
    complaint does."""

    written: Written
    of: tuple[str, ...] = ()
    why: str = ""

    @property
    def deeper(self) -> int:
        """By how many levels what stands under them is indented more."""
        return depth(self.written.lines[-1]) - depth(self.written.lines[0])


@dataclass(eq=False)
class Slip:
    """A sentence that is complained of: its lines, numbered from 0, which what is tried may move, as they stood first;
    what is said of it in the text, and now; what was put at the left edge; what was tried, and what helps."""

    start: int
    end: int
    original: list[str]
    first: list[Diagnostic]
    complaints: list[Diagnostic]
    apart: tuple[str, ...] = ()
    tried: set[str] = field(default_factory=set)
    helps: list[Try] = field(default_factory=list)


def mended(diagnostics: Sequence[Diagnostic], text: str, file: str, terms: Terms = USUAL) -> list[Diagnostic]:
    """The same complaints; those of a text have lines to be written where such are found."""

    @cache
    def check(other: str) -> list[Diagnostic]:
        return [d for d in wrong_with(other, file, terms) if d.span and d.severity is Severity.ERROR]

    asked = len(text) <= LONGEST and any(d.code < "E05" and d.span and d.span.file == file for d in diagnostics)
    there = check(text) if asked else []
    own = [d for d in diagnostics if d in there]
    if not own:
        return [*diagnostics]
    mending = Mending(text, file, own, check)
    mending.try_all()
    found = {one: slip for slip in mending.slips for one in slip.first}
    told = [replace(d, message=f"{d.message} {FOLLOWS}", hints=(), near=()) if d in mending.consequences else d
            for d in diagnostics]  # fmt: skip
    return [_with(d, found[d]) if d in found and found[d].helps else d for d in told]


def wrong_with(text: str, file: str, terms: Terms = USUAL) -> list[Diagnostic]:
    """All errors of a text, as far as the program that is made of it."""
    book, diagnostics = load_text(text, file, terms)
    if book is not None:
        try:
            program_of(book, True)
        except Refused as error:
            return [*diagnostics, error.diagnostic]
    return diagnostics


def _with(diagnostic: Diagnostic, slip: Slip) -> Diagnostic:
    """A complaint with lines to be written, in place of the hints that were tried or have no words yet."""
    spelt = [one for one in slip.helps if {*one.of} & {*diagnostic.near}]  # the first is the likeliest
    written = tuple(dict.fromkeys(one.written for one in slip.helps if one not in spelt[1:]))[:MOST_WAYS]
    hints = tuple(hint for hint in diagnostic.hints if hint not in slip.tried and "…" not in hint)
    message = f"{diagnostic.message} {slip.helps[0].why}".rstrip()
    return replace(diagnostic, message=message, write=written, hints=hints, near=())


class Mending:
    """The slips of a text, and what is tried to mend them."""

    def __init__(self, text: str, file: str, complaints: Sequence[Diagnostic], check: Check) -> None:
        self.lines, self.file, self.check = text.split("\n"), file, check
        self.sentences: Sequence[Sentence] = ()
        self.inventory: Inventory | None = None
        self._read()
        self.slips: list[Slip] = []
        for one in sorted(complaints, key=_place):
            start, end = self._lines_of(one)
            if self.slips and self.slips[-1].end > start:
                self.slips[-1].first.append(one)
                self.slips[-1].complaints.append(one)
            else:
                self.slips.append(Slip(start, end, self.lines[start:end], [one], [one]))

    def try_all(self) -> None:
        """Finds what helps."""
        for _ in range(PASSES):
            if not self._tried() or all(slip.helps or not slip.complaints for slip in self.slips):
                break
        for before, slip in [*pairwise(self.slips)][:MOST_FOLLOWING]:
            between = self.lines[before.start + 1 : slip.start + 1]
            if before.helps and slip.helps and slip.first[0].code >= "E02" and all(map(_is_below, between)):
                self._left_as_it_was(slip)

    def _left_as_it_was(self, slip: Slip) -> None:
        """Whether it is right as it stood, now that the lines before it are mended."""
        lines = [*self.lines[: slip.start], *slip.original, *self.lines[slip.end :]]
        end = slip.start + len(slip.original)
        if not any(d.span and slip.start < d.span.line <= end for d in self.check("\n".join(lines))):
            slip.helps, slip.complaints = [], []

    @property
    def consequences(self) -> set[Diagnostic]:
        """The complaints of lines that are right as soon as others are mended."""
        return {one for slip in self.slips if not slip.complaints and not slip.helps for one in slip.first}

    def _read(self) -> None:
        self.sentences = reader.sentences_in("\n".join(self.lines), self.file)
        self.inventory = Inventory(self.sentences) if self.sentences else None

    def _lines_of(self, diagnostic: Diagnostic) -> tuple[int, int]:
        """The lines of the sentence that is complained of, or of what cannot be read."""
        assert diagnostic.span is not None
        line = diagnostic.span.line
        found = next((s for s in self.sentences if s.line <= line <= s.end_line), None)
        return (found.line - 1, found.end_line) if found else (line - 1, max(line, diagnostic.span.end_line))

    # --------------------------------------------------------------------------------------------- what is put there

    def _tried(self) -> bool:
        """Tries all that is proposed, and leaves in the text what helps; where nothing does, what leads to other
        complaints. Whether there is any."""
        rounds = ROUNDS if len(self.lines) < LONG else ROUNDS // 2
        waiting = {slip: [*islice(self._proposed(slip), rounds)] for slip in self.slips if not slip.helps}
        other: dict[Slip, Try] = {}
        for number in range(max(map(len, waiting.values()), default=0)):
            now = {slip: tries[number] for slip, tries in waiting.items() if number < len(tries)}
            kept = {slip: slip.helps[0] for slip in waiting if slip.helps and slip not in now}
            lines, places = self._put({**kept, **now})
            wrong = self.check("\n".join(lines))
            last = max((d.span.line for d in wrong if d.span), default=0) if len(wrong) >= reader.MOST else len(lines)
            for slip, one in now.items():
                start, end = places[slip]
                slip.tried.update(one.of)
                here = [d for d in wrong if d.span and start < d.span.line <= end]
                if not here and end <= last:  # behind the last of very many nobody has looked
                    slip.helps.append(one)
                elif not {d.message for d in here} & {d.message for d in slip.complaints}:
                    other.setdefault(slip, one)
        chosen = {slip: slip.helps[0] for slip in waiting if slip.helps}
        chosen = chosen or other
        self.lines, places = self._put(chosen)
        self._read()
        wrong = self.check("\n".join(self.lines))
        for slip, (start, end) in places.items():
            slip.apart = chosen[slip].written.apart if slip in chosen else slip.apart
            slip.start, slip.end = start, end
            slip.complaints = [d for d in wrong if d.span and start < d.span.line <= end]
        return bool(chosen)

    def _put(self, tries: dict[Slip, Try]) -> tuple[list[str], dict[Slip, tuple[int, int]]]:
        """The text with these, and where each slip stands then."""
        lines, apart, places, at = list[str](), list[str](), dict[Slip, tuple[int, int]](), 0
        for slip in self.slips:
            one = tries.get(slip)
            start = slip.start - (one.written.above if one else 0)
            lines += self.lines[at : max(at, start)]
            put = self.lines[slip.start : slip.end]
            below, at = list[str](), slip.end
            if one:
                margin = _margin(self.lines[slip.start])
                put = [margin + line for line in one.written.lines]
                apart += ["", *one.written.apart, ""] if one.written.apart else []
                deeper = one.deeper if margin else 0  # under a heading stand both
                at = self._block(slip) if deeper else at
                below = [" " * BLANKS * deeper + line for line in self.lines[slip.end : at]]
            places[slip] = len(lines), len(lines) + len(put)
            lines += put + below
        return [*lines, *self.lines[at:], *apart], places

    def _block(self, slip: Slip) -> int:
        """The first line that does not stand under a slip, or has one itself."""
        margin = len(_margin(self.lines[slip.start]))
        last = min((other.start for other in self.slips if other.start >= slip.end), default=len(self.lines))
        end = slip.end
        while end < last and self.lines[end].strip() and len(_margin(self.lines[end])) > margin:
            end += 1
        return end

    # ---------------------------------------------------------------------------------------------- what is proposed

    def _proposed(self, slip: Slip) -> Iterator[Try]:
        """All that may be written in place of a slip; of several complaints first what mends them all."""
        each = [[*_words_of(one)] for one in slip.complaints]
        lines = self.lines[slip.start : slip.end]
        if len(each) > 1 and all(each):
            told = tuple(words[0][0] for words in each)
            for one, words in reversed([*zip(slip.complaints, each, strict=True)]):
                lines = _marked(lines, slip.start, one, words[0][1])
            yield Try(_unindented(lines, slip.apart), told)
        for one in slip.complaints:
            yield from self._by(slip, one)
            yield from self._besides(slip, one)
            yield from self._anew(slip, one)
        if slip.complaints and not slip.complaints[0].code.startswith("E01") and self.inventory:
            sentence = next((s for s in self.sentences if s.line == slip.start + 1), None)
            for meant in meant_by(said_in_a_line(sentence), self.inventory) if sentence else ():
                if meant.lines and "…" not in meant.hint:
                    yield Try(Written(meant.lines, (*slip.apart, *meant.apart)), (meant.hint,), why=meant.message)

    def _by(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """What one complaint proposes: the sentence, or words for those that are marked."""
        lines = self.lines[slip.start : slip.end]
        whole = (Try(written, (hint,)) for hint in one.hints for written in self._whole(slip, hint))
        marked = (
            Try(_unindented(_marked(lines, slip.start, one, said), slip.apart), (hint,))
            for hint, said in _words_of(one)
            if hint not in one.near
        )
        likeliest = sorted(one.near, key=lambda word: _unlike(one, word))
        respelt = (Try(_unindented(_respelt(lines, slip.start, one, word), slip.apart), (word,)) for word in likeliest)
        yield from whole
        yield from respelt
        yield from (() if one.code.startswith("E01") and one.hints else marked)

    def _besides(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """What is known where it is said in which place it is."""
        if one.code not in ("E0402", "E0405") or self.inventory is None or slip.end > slip.start + 1:
            return
        line = self.lines[slip.start].strip()
        lines = self.lines[slip.start : slip.end]
        marked = line[one.span.column - 1 - len(_margin(lines[0])) :] if one.span else ""
        thing = THING.match(marked)
        name = re.sub("^(?:the|an?|every) ", "", thing[0]) if thing else ""
        if name not in self.inventory.things and name not in self.inventory.others:  # nothing that lies somewhere
            return
        for place in sorted(self.inventory.places) if thing else ():
            assert thing is not None
            put = f"{thing[0]} that is in the {place}" + (" and" if marked[thing.end() :].startswith(" that ") else "")
            why = "Where everybody sees what lies there, it is known which is meant."
            yield Try(_unindented([lines[0].replace(thing[0], put, 1)], slip.apart), why=why)

    def _anew(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """Other words by what is complained of, of a sentence on one line."""
        line, span = self.lines[slip.start], one.span
        if self.inventory is None or span is None or slip.end > slip.start + 1:
            return
        margin, behind = len(_margin(line)), BEHIND.search(line)
        end = behind.start() if behind else len(line)
        clause = behind[0] if behind else ""
        start = span.column - 1 - margin
        for first, *rest in said_anew(
            one.message, line[margin:end], start, span.end_column - 1 - margin, self.inventory
        ):
            yield Try(Written((first + clause, *rest), slip.apart))

    def _whole(self, slip: Slip, hint: str) -> Iterator[Written]:
        """The lines of a hint that has the whole sentence, or several."""
        here = HERE.fullmatch(hint)
        lines = self.lines[slip.start : slip.end]
        if here:
            yield Written((here[2],), (*slip.apart, *here[1].split(", and on the next line: ")))
        elif hint.startswith(BEFORE):
            yield Written((hint.removeprefix(BEFORE), *_unindented(lines).lines), slip.apart)
        elif "…" not in hint and not ELSEWHERE.match(hint):
            first, *rest = JOINTS.split(hint.removeprefix(BOTH))
            behind = BEHIND.search(lines[-1])
            own, apart = [first + (behind[0] if behind and not first.endswith('"') else "")], [*slip.apart]
            into = own
            for joint, said in zip(rest[::2], rest[1::2], strict=True):
                into = apart if joint == "at the left edge" else into
                blanks = " " * BLANKS * (depth(into[-1]) + (joint == "under it")) if into else ""
                into.append(said if joint == "at the left edge" else blanks + said)
            above = next((s for s in self.sentences if s.end_line == slip.start), None)
            both = slip.start - above.line + 1 if above and hint.startswith(BOTH) else 0
            yield Written(tuple(own), tuple(apart), both)


def _words_of(one: Diagnostic) -> Iterator[tuple[str, str]]:
    """Words that may stand for those that are marked: as they are told, and themselves."""
    for hint in one.hints:
        if "…" not in hint and not ELSEWHERE.match(hint) and not JOINTS.search(hint) and not hint.startswith(BOTH):
            yield hint, hint.split(": ")[-1]
    yield from ((word, word) for word in one.near)


def _is_below(line: str) -> bool:
    """Whether it is no heading."""
    return not line.strip() or line[0].isspace()


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.line, span.column) if span else (0, 0)


def _marked(lines: list[str], start: int, diagnostic: Diagnostic, said: str) -> list[str]:
    """Lines, the first of which has this number, with other words for those that are marked."""
    span = diagnostic.span
    assert span is not None
    first, last = span.line - 1 - start, min(span.end_line - 1 - start, len(lines) - 1)
    behind = lines[last][span.end_column - 1 :] if span.end_line - 1 - start <= last else ""
    return [*lines[:first], lines[first][: span.column - 1] + said + behind, *lines[last + 1 :]]


def _respelt(lines: list[str], start: int, diagnostic: Diagnostic, word: str) -> list[str]:
    """The lines with a word in place of the one that the complaint is of, or that is most like it."""
    span = diagnostic.span
    assert span is not None
    at = span.line - 1 - start
    line = lines[at]
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    called = CALLED.search(diagnostic.message)
    marked = line[span.column - 1 : last]
    found = re.search(rf"(?<![\w'-]){re.escape(called[1])}(?![\w'-])", marked) if called else None
    if found is None:
        sizes = range(word.count(" ") + 1, 0, -1)
        each = (one for n in sizes for one in re.finditer(rf"(?=\b([\w'-]+(?: [\w'-]+){{{n - 1}}})(?!\w))", marked))
        like = [(one.start(), one[1]) for one in each if one[1] != word and near(one[1], [word])]
        if not like:
            return _marked(lines, start, diagnostic, word)
        begin, said = max(like, key=lambda one: SequenceMatcher(None, one[1], word).ratio())
    else:
        begin, said = found.start(), found[0]
    begin += span.column - 1
    return [*lines[:at], line[:begin] + word + line[begin + len(said) :], *lines[at + 1 :]]


def _unlike(diagnostic: Diagnostic, word: str) -> float:
    """How far a word is from the one that the complaint is of."""
    called = CALLED.search(diagnostic.message)
    return -SequenceMatcher(None, called[1], word).ratio() if called else 0


def _unindented(lines: Sequence[str], apart: tuple[str, ...] = ()) -> Written:
    margin = len(_margin(lines[0]))
    return Written(tuple(line[min(margin, len(_margin(line))) :].rstrip() for line in lines), apart)
