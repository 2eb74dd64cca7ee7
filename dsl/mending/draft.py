"""A text in which something is wrong, as it stands for now, and what it is with lines in place of its slips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from dsl.mending.slips import BLANKS, SECRETS, Edit, Slip, Try, margin_of
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic
from dsl.text.heard import Heard
from dsl.text.inventory import Inventory
from dsl.text.recovery import Outcome

FEWEST = 12  # texts that are checked of the longest,
MOST_READ = 12_000  # and lines of all of them, as each check of a long one takes its time
OF_SIGNS = ("E0105", "E0107", "E0108")  # complaints for which the whole text is looked through first

Check = Callable[[str], list[Diagnostic]]
Places = dict[Slip, tuple[int, int]]


@dataclass(frozen=True)
class Look:
    """A text with what is tried, where each slip stands in it, and what is wrong."""

    lines: list[str]
    places: Places
    wrong: list[Diagnostic]

    def wrong_at(self, slip: Slip) -> list[Diagnostic]:
        return wrong_at(self.wrong, *self.places[slip])

    def is_unseen(self, slip: Slip) -> bool:
        """Whether a slip stands behind the last of very many mistakes, where nobody looked, but for signs."""
        lines = [(d.code not in OF_SIGNS, line_of(d)) for d in self.wrong]
        return len(self.wrong) >= reader.MOST and self.places[slip][1] > max(lines, default=(False, 0))[1]


class Draft:
    """The text, and its slips: first those that are complained of, later also what these hid."""

    def __init__(
        self, text: str, file: str, complaints: Sequence[Diagnostic], check: Check, heard: Heard | None = None
    ) -> None:
        self.written = self.lines = text.split("\n")
        self.file, self._check, self._heard = file, check, heard or Heard()
        self._checked = set[str]()
        self._read()
        self.slips: list[Slip] = []
        for one in sorted(complaints, key=_place):
            start, end = self.lines_of(one)
            if self.slips and self.slips[-1].end > start:
                self.slips[-1].first.append(one)
                self.slips[-1].complaints.append(one)
            else:
                self.slips.append(Slip(start, end, self.lines[start:end], [one], [one]))
        self._stood = {slip: (slip.start, slip.end) for slip in self.slips}

    def _read(self) -> None:
        self.sentences = reader.sentences_in("\n".join(self.lines), self.file)
        self.inventory = Inventory(self.sentences)
        self.__dict__.pop("outcome", None)

    @cached_property
    def outcome(self) -> Outcome:
        """What comes of reading all sentences."""
        return reader.recover(self.sentences, reader.MOST, set())

    @property
    def is_as_written(self) -> bool:
        """Whether nothing was put in place of a slip yet."""
        return self.lines is self.written

    # ------------------------------------------------------------------------------------------- what is put into it

    def look(self, tries: dict[Slip, Try]) -> Look:
        """The text with these. It stays as it is."""
        lines, places = self._put(tries)
        return Look(lines, places, self.check(lines))

    def check(self, lines: Sequence[str]) -> list[Diagnostic]:
        text = "\n".join(lines)
        self._checked.add(text)
        return self._check(text)

    def is_checked_enough(self) -> bool:
        """Whether nothing else is tried, as that takes too long."""
        return len(self._checked) >= max(FEWEST, MOST_READ // len(self.written))

    def keep(self, tries: dict[Slip, Try]) -> None:
        """Leaves these in the text."""
        self.lines, places = self._put(tries)
        for slip, (start, end) in places.items():
            slip.start, slip.end = start, end
        self._heard.told.clear()  # what was put there may declare something
        self._read()

    def as_it_was(self) -> None:
        """The text as it was written; what was found only later is nowhere in it."""
        self.lines, self.slips = self.written, [*self._stood]
        for slip, (start, end) in self._stood.items():
            slip.start, slip.end = start, end

    def in_full(self, slip: Slip, one: Try) -> Try:
        """What is written in place of a slip in the text as it was written: also of lines above it that were put anew,
        and with those under it that stand deeper then."""
        start, end = self._stood[slip]
        margin, deeper = margin_of(self.written[start]), 0 if one.edit else one.deeper
        under = [*takewhile(lambda line: line.startswith(f"{margin} "), self.written[end:])]
        below = one.written.below
        if deeper > 0 and (margin or one.opens):
            below = tuple(" " * BLANKS * deeper + line.removeprefix(margin) for line in under)
        return replace(one, written=replace(one.written, above=one.written.above + slip.above, below=below))

    def _put(self, tries: dict[Slip, Try]) -> tuple[list[str], Places]:
        """The lines with these, and where each slip stands then."""
        lines, apart, at = list[str](), list[str](), 0
        places: Places = {}
        for slip in self.slips:
            one = tries.get(slip)
            start = slip.start - (one.written.above if one else 0)
            lines += self.lines[at : max(at, start)]
            put = self.lines[slip.start : slip.end]
            below, at = list[str](), slip.end
            if one and one.edit is None:
                margin = margin_of(self.lines[start]).expandtabs(BLANKS)
                put = [margin + line for line in one.written.lines]
                apart += ["", *one.written.apart, ""] if one.written.apart and one.written.apart[0] not in apart else []
                deeper = one.deeper if margin or one.opens else 0  # under a heading stand both
                at = self._behind_block(slip) if deeper else at
                below = [" " * BLANKS * deeper + line for line in self.lines[slip.end : at]]
            places[slip] = len(lines), len(lines) + len(put)
            lines += put + below
        lines += self.lines[at:]
        edits = dict.fromkeys(one.edit for one in tries.values() if one.edit)
        for edit in sorted(edits, key=lambda edit: edit.at, reverse=True):
            _put_elsewhere(edit, lines, places)
        return [*lines, *apart], places

    # ------------------------------------------------------------------------------------------- what stands where

    def lines_of(self, diagnostic: Diagnostic) -> tuple[int, int]:
        """The lines of the sentence that is complained of, or of what cannot be read."""
        assert diagnostic.span is not None
        line, end = diagnostic.span.line, diagnostic.span.end_line
        found = next((s for s in self.sentences if s.line <= line <= s.end_line), None)
        if found and diagnostic.code == "E0104":  # all lines that cannot stand under one
            return found.line - 1, max(found.end_line, end)
        return (found.line - 1, found.end_line) if found else (line - 1, max(line, end))

    def item_at(self, line: int) -> int:
        """The first line of the item in which a line stands: what is left out there may hide what is wrong."""
        return max((s.line for s in self.sentences if s.depth == 0 and s.line <= line), default=0)

    def hidden_by(self, places: Places) -> Iterator[tuple[Slip, tuple[int, int]]]:
        """Where each slip hides what else is wrong: in its lines, and in those below them under its heading."""
        heads = [sentence.line - 1 for sentence in self.sentences if sentence.depth == 0]
        for slip, (start, end) in places.items():
            below = next((head for head in heads if head >= slip.end), len(self.lines)) - slip.end
            if slip.complaints:
                yield slip, (start, end + below)

    def note_hidden(self, wrong: Sequence[Diagnostic]) -> None:
        """Notes what was hidden by what is mended now: it is mended, too, so that what speaks of it can be tried."""
        for one in sorted((d for d in wrong if d not in secrets_in(wrong)[1:]), key=_place):
            start, end = self.lines_of(one)
            if not any(slip.start < end and start < slip.end for slip in self.slips):
                self.slips.append(Slip(start, end, self.lines[start:end], [], [one]))
        self.slips.sort(key=lambda slip: slip.start)

    def _behind_block(self, slip: Slip) -> int:
        """The first line that does not stand under a slip, or has one itself."""
        margin = len(margin_of(self.lines[slip.start]))
        last = min((other.start for other in self.slips if other.start >= slip.end), default=len(self.lines))
        block = self.lines[slip.end : last]
        return slip.end + len([*takewhile(lambda line: line.strip() and len(margin_of(line)) > margin, block)])


def _put_elsewhere(edit: Edit, lines: list[str], places: Places) -> None:
    """Puts lines where they are meant for, and moves what stands behind them."""
    before = [(slip.end, end) for slip, (_, end) in places.items() if slip.end <= edit.at]
    at = edit.at + sum(end - old for old, end in before[-1:])
    lines[at : at + edit.gone] = edit.lines
    longer = len(edit.lines) - edit.gone
    moved = {slip: (start + longer, end + longer) for slip, (start, end) in places.items() if slip.start >= edit.at}
    places.update(moved)


def wrong_at(wrong: Sequence[Diagnostic], start: int, end: int) -> list[Diagnostic]:
    """What is wrong with some lines, and that nothing can stand under them; also where it is told with another line."""
    each = ((d, line) for d in wrong for line in (line_of(d), *(k for note in d.notes for k in note.lines)))
    return [d for d, line in each if start < line <= end or (d.code == "E0104" and line == end + 1)]


def secrets_in(wrong: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The complaints of secrets that are told."""
    return [d for d in wrong if d.code in SECRETS]


def line_of(diagnostic: Diagnostic) -> int:
    """The line that is complained of, which all have in what is checked."""
    return diagnostic.span.line if diagnostic.span else 0


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return diagnostic.span.begin if diagnostic.span else (0, 0)
