"""Whole lines that can stand in place of those that are wrong: made of what messages propose, and tried.

A message knows a word that may be meant, or a sentence, or lines. They are put into the text, those of all messages at
once, and the text is checked: lines with which nothing is wrong then can be shown as what to write. Where one mistake
hides another, what is said of that one is tried, too. What does not help so stays what it was, a hint.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice, takewhile

from dsl.elsewhere import ABOVE_ITS_HEADING, before_others, each_edit_once, elsewhere, needs_first, shown_first
from dsl.in_sight import where_all_see
from dsl.ir.program import Program
from dsl.load import SO_WHEN, examples_of, in_their_form, load_rulebook, load_text, program_of, wrong_in_play
from dsl.other_depths import at_another_depth
from dsl.slips import (
    BEFORE,
    BLANKS,
    CHOICE,
    ELSEWHERE,
    MOST_WAYS,
    SECRETS,
    Edit,
    Slip,
    Try,
    best,
    is_said_there,
    is_written,
    margin_of,
    mind,
    told_with,
    unindented,
    without_dead_ends,
)
from dsl.spoken_above import as_it_is_used, known_elsewhere, of_that_sort, told_above
from dsl.terms import USUAL, Terms
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, Refused, Severity, Written
from dsl.text.heard import Heard
from dsl.text.inventory import Inventory
from dsl.text.lexer import Sentence
from dsl.text.phrasings import meant_there
from dsl.text.recovery import Outcome
from dsl.text.respelling import marked, put_for, respelt, unlike
from dsl.text.rewordings import BOTH, depth
from dsl.text.said_anew import said_anew
from dsl.text.small_edits import nearest
from dsl.unhidden import wrong_unhidden

ROUNDS = 6  # so many texts are tried at once with all that is proposed,
MOST_ROOTS = 6  # so many lines that others can be due to are left as they stand, one at a time
PASSES = 4  # so often at most, as something else is proposed of what comes of that
MOST_READ = 12_000  # lines of all texts that are tried, as each check of a long one takes its time,
FEWEST = 12  # texts that are tried of the longest,
LONGEST = 500_000  # and characters of one of which nothing is
SECRETS_TRIED = 12  # so many where a secret is told: all has a meaning that is proposed, and what is best is looked for
UNSAYABLE = "E0380"  # of a heading that no sentence can speak of: those that do are looked at when it is mended
JOINTS = re.compile(r", and (under it|on the next line|after that|at the left edge): ")
DEEPER = {"under it": 1, "after that": -1}
HERE = re.compile(r"at the left edge: (.*), and here: (.*)")
DECLARED = "at the left edge: "
IN_PLACE = re.compile(r"at the left edge: (.*), and in place of (this|[A-Z][\w' -]*): (.*)")
BEHIND = re.compile(r"(?:\s+\[[^\]\"]*\])?(?:\s*--.*)?$")  # a sentence: the clauses that it is of, a note

FOLLOWS = "It is right once the other lines are mended."
NO_VERB = "No verb is called "
NOTHING_CALLED = re.compile(r"There is nothing called ([^.]+)\.")
UNEXPLAINED = re.compile(r"No (?:value|quality) is called ([a-z][\w-]*)\.")
LEFT_OUT = "leave it out"
OF_SIGNS = ("E0105", "E0107", "E0108")  # complaints for which the whole text is looked through first
SAID_ANEW = ("E0112", "E0201", "E0208", "E0405")
LIKELIER = re.compile(r"takes no (?:`|thing)|is a kind of thing; say which")

TITLE = re.compile(r"^game\b.*", re.MULTILINE)
STAND_IN = "game Stand In"  # for a title that cannot be read, without which no other line has a meaning

Check = Callable[[str], list[Diagnostic]]
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
    here = [d for d in diagnostics if d.span and d.span.file == file]
    if terms == USUAL and not rulebook and len(text) <= LONGEST:
        diagnostics = _mended_in_other_forms(diagnostics, text, file)
    played = tried if any(map(_is_in_some_forms, here)) else None

    heard = Heard()

    @cache
    def check(other: str) -> list[Diagnostic]:
        usual = wrong_with(other, file) if terms != USUAL and not rulebook else []
        wrong = usual or wrong_with(other, file, terms, rulebook, played, heard)
        return [d for d in wrong if d.span and d.severity is Severity.ERROR]

    asked = len(text) <= LONGEST and (played is not None or any(d.code < "E05" for d in here))
    there = check(text) if asked else []
    own = [d for d in diagnostics if d in there]
    if not own:
        return [*diagnostics]
    mending = Mending(text, file, own, check, heard)
    mending.try_all()
    title = next((slip for slip in mending.slips if slip.first and TITLE.match(slip.original[0])), None)
    if title is not None and not title.helps and any(one.code == "E0109" for one in title.first):
        others = [one for one in diagnostics if one not in title.first]
        told = mended(others, TITLE.sub(STAND_IN, text, count=1), file, terms, rulebook, tried)
        return [*(one for one in diagnostics if one in title.first), *told]
    follow = mending.declared_once()
    found = {one: slip for slip in mending.slips for one in slip.first}
    follow |= mending.consequences()
    told = [replace(d, message=f"{d.message} {FOLLOWS}", hints=(), near=()) if d in follow else d
            for d in diagnostics]  # fmt: skip
    told = [(told_with if found[d].helps else without_dead_ends)(d, found[d]) if d in found else d for d in told]
    return [replace(d, message=d.message + known_elsewhere(d, mending.written)) for d in told]


def _mended_in_other_forms(diagnostics: Sequence[Diagnostic], text: str, file: str) -> list[Diagnostic]:
    """The same, where those that show only with a variant, or with so many players, have lines to be written."""
    there = in_their_form(text, file, (d for d in diagnostics if d.span and d.span.file == file and d.code < "E05"))
    told: dict[Diagnostic, Diagnostic] = {}
    for form in dict.fromkeys(form for form, _ in there.values()):
        own = {d: one for d, (its, one) in there.items() if its == form}
        told |= zip(own, mended([*own.values()], text, file, form), strict=True)
    return [replace(told[d], notes=(*told[d].notes, d.notes[-1])) if d in told else d for d in diagnostics]


def _is_in_some_forms(diagnostic: Diagnostic) -> bool:
    """Whether it only shows in play, and in the usual form of the game does not: else the numbers are wrong."""
    return diagnostic.code == "E0507" and any(note.text.startswith(SO_WHEN) for note in diagnostic.notes)


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


class Mending:
    """The slips of a text, and what is tried to mend them."""

    def __init__(
        self, text: str, file: str, complaints: Sequence[Diagnostic], check: Check, heard: Heard | None = None
    ) -> None:
        self.lines, self.file, self.checks, self.heard = text.split("\n"), file, check, heard or Heard()
        self.read = set[str]()  # all texts that were checked
        self.is_last = False  # whether nothing else helps
        self.written = self.lines
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
        self.first = [(slip, slip.start, slip.end) for slip in self.slips]

    def check(self, text: str) -> list[Diagnostic]:
        self.read.add(text)
        return self.checks(text)

    def _is_enough(self) -> bool:
        """Whether nothing else is tried, as that takes too long."""
        return len(self.read) >= max(FEWEST, MOST_READ // len(self.written))

    def try_all(self) -> None:
        """Finds what helps."""
        for number in range(PASSES + 1):
            tried = self._tried()
            own = [slip for slip in self.slips if slip.first]  # what they hid is mended only for their sake
            if self._is_enough() or all(slip.helps or not slip.complaints for slip in own):
                break
            if self.is_last:
                break
            if not tried or number + 1 == PASSES:
                self._as_they_stood()
        self._known_by_now()
        for slip in self.slips:
            slip.helps = [replace(one, written=_with_above(one.written, slip.above)) for one in slip.helps]
        for slip, start, end in self.first:
            slip.helps = [replace(one, written=self._with_below(one, start, end)) for one in slip.helps]

    def _as_they_stood(self) -> None:
        """What nothing helps stands as it was written, beside what helps, so that at last the nearest sentences can be
        tried."""
        self.is_last, self.lines = True, self.written
        self.slips = [slip for slip, _, _ in self.first]
        for slip, start, end in self.first:
            slip.start, slip.end = start, end
            if not slip.helps:
                slip.complaints, slip.stands, slip.apart, slip.above = [*slip.first], None, (), 0
        self.lines, places = self._put({slip: slip.helps[0] for slip in self.slips if slip.helps and not slip.above})
        for slip, (start, end) in places.items():
            slip.start, slip.end = start, end
        self._read()

    def _with_below(self, one: Try, start: int, end: int) -> Written:
        """What is written in place of some lines, with those under them that stand deeper then."""
        margin, deeper = margin_of(self.written[start]), 0 if one.edit else one.deeper
        under = [*takewhile(lambda line: line.startswith(f"{margin} "), self.written[end:])]
        if not under or deeper <= 0 or not (margin or one.opens):
            return one.written
        return replace(one.written, below=tuple(" " * BLANKS * deeper + line.removeprefix(margin) for line in under))

    def _known_by_now(self) -> None:
        """Names that a line at the left edge declares which mends another slip are right as they stood: no like one is
        guessed for them."""
        if not any(slip.helps and slip.helps[0].written.apart for slip in self.slips):
            return
        guessed = [
            slip for slip in self.slips if slip.helps and {*slip.helps[0].of} & {w for d in slip.first for w in d.near}
        ]
        lines, places = self._put({slip: Try(Written(tuple(unindented(slip.original).lines))) for slip in guessed})
        wrong = self.check("\n".join(lines))
        for slip in guessed:
            if not _wrong_at(wrong, *places[slip]):
                slip.helps, slip.complaints = [], []

    def declared_once(self) -> set[Diagnostic]:
        """Leaves what stands at the left edge to the first of the lines that need it; the complaints of those that are
        right with it as they stand."""
        shown, right = set[tuple[str, ...]](), set[Diagnostic]()
        edits = set[Edit]()
        for slip in self.slips:
            edit = slip.helps[0].edit if slip.helps and slip.first and not slip.is_secret else None
            if edit in edits:
                right |= {*slip.first}
                slip.helps = []
            edits |= {edit} if edit else set()
            apart = slip.helps[0].written.apart if slip.helps and slip.first else ()
            if apart and apart in shown:
                as_it_was = slip.helps[0].written.lines == unindented(slip.original).lines
                right |= {*slip.first} if as_it_was else set()
                first = replace(slip.helps[0], written=replace(slip.helps[0].written, apart=()))
                slip.helps = [] if as_it_was else [first, *slip.helps[1:]]
            shown.add(apart)
        return right

    def consequences(self) -> set[Diagnostic]:
        """The complaints of lines that are right as soon as others are mended: those of the text as it was written,
        in which only what helps is mended. (What was tried of others can hide them.)"""
        self.lines = self.written
        self.slips = [slip for slip, _, _ in self.first]  # what was found only later is nowhere in that text
        for slip, start, end in self.first:
            slip.start, slip.end = start, end
        helped = {slip: slip.helps[0] for slip in self.slips if slip.helps}
        roots = {slip: one for slip, one in helped.items() if one.edit or not margin_of(slip.original[0])}
        for slip in [*reversed(roots)][:MOST_ROOTS]:
            others = {other: one for other, one in roots.items() if other is not slip}
            if others and slip in self._right_with(others):  # it says of something what is wrong where that is declared
                roots = others
                del helped[slip]
        unread = {slip: one for slip, one in helped.items() if slip.is_unread}  # what stands under it is read otherwise
        moved = {slip: one for slip, one in helped.items() if one.edit}
        stays = {slip: one for slip, one in helped.items() if not one.edit}
        heads = {slip: one for slip, one in helped.items() if not margin_of(slip.original[0])}
        groups = [helped, *(some for some in (unread, moved, stays, heads) if 0 < len(some) < len(helped))]
        return {one for some in groups for slip in self._right_with(some) for one in slip.first}

    def _right_with(self, mended: dict[Slip, Try]) -> list[Slip]:
        """The other slips with which nothing is wrong as soon as these are mended."""
        lines, places = self._put(mended)
        wrong = [d.span.line for d in self.check("\n".join(lines)) if d.span]
        right = (slip for slip, (start, end) in places.items() if not any(start < line <= end for line in wrong))
        return [slip for slip in right if slip not in mended]

    def _read(self) -> None:
        self.sentences = reader.sentences_in("\n".join(self.lines), self.file)
        self.inventory = Inventory(self.sentences) if self.sentences else None
        self.outcome: Outcome | None = None  # of reading them, if it was looked for

    def _lines_of(self, diagnostic: Diagnostic) -> tuple[int, int]:
        """The lines of the sentence that is complained of, or of what cannot be read."""
        assert diagnostic.span is not None
        line = diagnostic.span.line
        found = next((s for s in self.sentences if s.line <= line <= s.end_line), None)
        if found and diagnostic.code == "E0104":  # all lines that cannot stand under one
            return found.line - 1, max(found.end_line, diagnostic.span.end_line)
        return (found.line - 1, found.end_line) if found else (line - 1, max(line, diagnostic.span.end_line))

    # --------------------------------------------------------------------------------------------- what is put there

    def _tried(self) -> bool:
        """Tries all that is proposed, and leaves in the text what helps; where nothing does, what leads to other
        complaints. Whether there is any."""
        unmended = [slip for slip in self.slips if not slip.helps]
        headings = [s for s in unmended if not s.tried and any(d.code == UNSAYABLE for d in s.complaints)]
        new = {slip: self._written(slip) for slip in headings or unmended}
        waiting = {slip: [*islice(tries, _rounds(slip))] for slip, tries in new.items()}
        other, fewer = dict[Slip, Try](), dict[Slip, Try]()
        for number in range(max(map(len, waiting.values()), default=0)):
            if number and self._is_enough():
                break
            now = {slip: tries[number] for slip, tries in waiting.items()
                   if number < min(len(tries), _most(slip))}  # fmt: skip
            kept = {slip: slip.helps[0] for slip in waiting if slip.helps and slip not in now}
            looks = dict.fromkeys(now, self._look({**kept, **now}))
            right = {slip: one for slip, one in now.items() if not _wrong_at(looks[slip][2], *looks[slip][1][slip])}
            if 1 < len(right) < len(now):  # what is wrong with the others hides nothing then
                looks |= dict.fromkeys(right, self._look({**kept, **right}))
            known = {d.code for slip in self.slips for d in slip.complaints}
            for slip, one in now.items():
                lines, places, wrong = looks[slip]
                fresh = {d.code for d in wrong} - known
                start, end = places[slip]
                slip.tried.update(one.of)
                here, unseen = _wrong_at(wrong, start, end), _is_unseen(wrong, end)
                hidden = fresh and min(fresh) < min(d.code for d in slip.complaints)  # by what is wrong elsewhere
                if not here and (hidden or unseen or self._leads_to_others(slip, places, wrong)):
                    here, unseen = self._wrong_alone(slip, one)
                if not here and not unseen:
                    here = self._wrong_beside_others(slip, one, lines, places, wrong)
                if not here and not unseen:
                    unread = [d for d in wrong if d.span and d.code < "E02" and end < d.span.line <= _below(lines, end)]
                    told = len(_secrets(wrong)) if slip.is_secret else 0
                    slip.helps.append(replace(one, left=told, unread=len(unread)))
                    continue
                slip.leads_to.update((way, here) for way in one.of if here and way not in slip.leads_to)
                left, there = {d.message for d in here}, {d.message for d in slip.complaints}
                if left < there:
                    fewer.setdefault(slip, one)
                elif not left & there:
                    other.setdefault(slip, one)
        for slip in waiting:
            slip.helps = best(slip.helps) if slip.is_secret else sorted(slip.helps, key=partial(self._rank, slip))
        chosen = {slip: slip.helps[0] for slip in waiting if slip.helps}
        chosen = chosen or {**other, **fewer}
        self.lines, places = self._put(chosen)
        self._read()
        self.heard.told.clear()  # what was put there may declare something
        wrong = self.check("\n".join(self.lines))
        for slip, (start, end) in places.items():
            slip.apart = chosen[slip].written.apart if slip in chosen else slip.apart
            slip.start, slip.end = start, end
            slip.above += chosen[slip].written.above if slip in chosen and not slip.helps else 0
            slip.complaints = [d for d in wrong if d.span and start < d.span.line <= end]
            slip.stands = chosen.get(slip, slip.stands)
        if chosen:
            self._note_hidden(wrong)
        self._note_what_is_right_by_now(wrong)
        return bool(chosen)

    def _rank(self, slip: Slip, one: Try) -> tuple[int, int]:
        """How much is unread beside a try, and how many words are gone that the rulebook has headings for."""
        known = self.inventory.qualities | {*self.inventory.defined} if self.inventory else set()
        there = {*" ".join(slip.original).split()} & known
        kept = {*" ".join((*one.written.lines, *one.written.apart)).split()}
        return one.unread, 0 if one.edit else len(there - kept)

    def _look(self, tries: dict[Slip, Try]) -> tuple[list[str], dict[Slip, tuple[int, int]], list[Diagnostic]]:
        """The text with these, where each slip stands then, and what is wrong."""
        lines, places = self._put(tries)
        return lines, places, self.check("\n".join(lines))

    def _written(self, slip: Slip) -> Iterator[Try]:
        """What is proposed, but for what nobody would write, which is not shown either."""
        for one in self._new(slip):
            if is_written(one):
                yield one
            else:
                slip.unwritten.update(one.of)

    def _note_what_is_right_by_now(self, wrong: Sequence[Diagnostic]) -> None:
        """Notes what was tried and helps as soon as that is mended of which it speaks."""
        if any(slip.complaints for slip in self.slips if not slip.first):
            return
        unread = {self._item_at(d.span.line) for d in wrong if d.span and d.code < "E02"}
        for slip in self.slips:
            read = self._item_at(slip.start + 1) not in unread
            if slip.stands and not slip.stands.edit and read and not slip.helps and not slip.complaints:
                lines = self.lines[slip.start : slip.end]
                slip.helps.append(replace(slip.stands, written=unindented(lines, slip.apart)))

    def _item_at(self, line: int) -> int:
        """The first line of the item in which a line stands: what is left out there may hide what is wrong."""
        return max((s.line for s in self.sentences if s.depth == 0 and s.line <= line), default=0)

    def _is_below_another(self, slip: Slip) -> bool:
        """Whether another slip stands above one in the same item."""
        item = self._item_at(slip.start + 1)
        return any(item <= other.start < slip.start for other in self.slips)

    def _note_hidden(self, wrong: Sequence[Diagnostic]) -> None:
        """Notes what was hidden by what is mended now: it is mended, too, so that what speaks of it can be tried."""
        for one in sorted((d for d in wrong if d not in _secrets(wrong)[1:]), key=_place):
            start, end = self._lines_of(one)
            if not any(slip.start < end and start < slip.end for slip in self.slips):
                self.slips.append(Slip(start, end, self.lines[start:end], [], [one]))
        self.slips.sort(key=lambda slip: slip.start)

    def _wrong_alone(self, slip: Slip, one: Try) -> tuple[list[Diagnostic], bool]:
        """What is wrong with a try where nothing else is tried, there or in consequence elsewhere; and whether nobody
        has looked there."""
        lines, places = self._put({slip: one})
        wrong = self.check("\n".join(lines))
        here = _wrong_at(wrong, *places[slip]) or self._leads_to_others(slip, places, wrong)
        return here, _is_unseen(wrong, places[slip][1])

    def _wrong_beside_others(
        self, slip: Slip, one: Try, lines: list[str], places: dict[Slip, tuple[int, int]], wrong: Sequence[Diagnostic]
    ) -> list[Diagnostic]:
        """What is wrong with a try that others under its heading hide, which cannot be read: with what is tried of
        these, and with them as they stand."""
        if one.written.apart and (beside := self._wrong_apart(slip, one)):
            return beside
        here = wrong_unhidden(lines, *places[slip], wrong, self.check)
        if not here or one.edit is not None:
            return here
        lines, places = self._put({slip: one})
        return wrong_unhidden(lines, *places[slip], self.check("\n".join(lines)), self.check)

    def _wrong_apart(self, slip: Slip, one: Try) -> list[Diagnostic]:
        """What is wrong with the lines for the left edge of a try, which stand last."""
        lines, _ = self._put({slip: one})
        first = len(lines) - len(one.written.apart) - 1
        return [d for d in self.check("\n".join(lines)) if d.span and d.span.line >= first]

    def _leads_to_others(
        self, slip: Slip, places: dict[Slip, tuple[int, int]], wrong: Sequence[Diagnostic]
    ) -> list[Diagnostic]:
        """What is complained of that was not before, and is not found only as what was wrong before hid it, in that
        line or elsewhere, or is missing now under the heading of the slip; of secrets all, if no fewer are told than
        before."""
        was = self.check("\n".join(self.lines))
        if slip.is_secret and len(secrets := _secrets(wrong)) >= len(_secrets(was)):
            return secrets
        before = {d.message for d in was}
        stage = min((d.code[:3] for d in slip.complaints), default="")
        heading = self._item_at(slip.start + 1)
        hiding = [at for other, at in self._hidden_by(places) if other is not slip]
        fresh = (d for d in wrong if d.message not in before and stage > "E01")
        moved = places[slip][0] - slip.start  # of lines of which the same was said
        hiding += [(k + moved - 1, k + moved) for one in slip.complaints for note in one.notes for k in note.lines]
        new = (d for d in fresh if not any(_wrong_at([d], *at) for at in hiding))
        return [d for d in new if d.code[:3] <= stage or (d.span and d.span.line == heading)]

    def _hidden_by(self, places: dict[Slip, tuple[int, int]]) -> Iterator[tuple[Slip, tuple[int, int]]]:
        """Where each slip hides what else is wrong: in its lines, and in those below them under its heading."""
        heads = [sentence.line - 1 for sentence in self.sentences if sentence.depth == 0]
        for slip, (start, end) in places.items():
            below = next((head for head in heads if head >= slip.end), len(self.lines)) - slip.end
            if slip.complaints:
                yield slip, (start, end + below)

    def _put(self, tries: dict[Slip, Try]) -> tuple[list[str], dict[Slip, tuple[int, int]]]:
        """The text with these, and where each slip stands then."""
        lines, apart, places, at = list[str](), list[str](), dict[Slip, tuple[int, int]](), 0
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
                at = self._block(slip) if deeper else at
                below = [" " * BLANKS * deeper + line for line in self.lines[slip.end : at]]
            places[slip] = len(lines), len(lines) + len(put)
            lines += put + below
        lines += self.lines[at:]
        edits = dict.fromkeys(one.edit for one in tries.values() if one.edit)
        for edit in sorted(edits, key=lambda edit: edit.at, reverse=True):
            _put_elsewhere(edit, lines, places)
        return [*lines, *apart], places

    def _block(self, slip: Slip) -> int:
        """The first line that does not stand under a slip, or has one itself."""
        margin = len(margin_of(self.lines[slip.start]))
        last = min((other.start for other in self.slips if other.start >= slip.end), default=len(self.lines))
        end = slip.end
        while end < last and self.lines[end].strip() and len(margin_of(self.lines[end])) > margin:
            end += 1
        return end

    # ---------------------------------------------------------------------------------------------- what is proposed

    def _new(self, slip: Slip) -> Iterator[Try]:
        """What is proposed, but for what stands there; nothing is guessed of what only the writer can say."""
        if any(hint.startswith("say in ") for one in slip.complaints for hint in one.hints if one.code == "E0109"):
            return iter(())
        there = unindented(slip.original), unindented(self.lines[slip.start : slip.end])
        if "\t" in margin_of(slip.original[0]):  # the line as it is, with blanks before it
            return iter([Try(there[0])])
        return (one for one in each_edit_once(self._proposed(slip)) if one.written not in there)

    def _proposed(self, slip: Slip) -> Iterator[Try]:
        """All that may be written in place of a slip; of several complaints first what mends them all."""
        wrong = next((one for one in slip.complaints if self._is_of_one_line(slip, one)), None)
        if wrong is not None:
            yield from self._in_its_line(slip, wrong)
            return
        each = [[*_words_of(one)] for one in slip.complaints]
        lines = self.lines[slip.start : slip.end]
        if len(each) > 1 and all(each):
            told = tuple(words[0][0] for words in each)
            for one, words in reversed([*zip(slip.complaints, each, strict=True)]):
                lines = marked(lines, slip.start, one, words[0][1])
            yield Try(unindented(lines, slip.apart), told)
        for one in slip.complaints:
            if self.inventory is not None:
                above = [*told_above(one, self.lines, slip.start, self.inventory)]
                yield from above
                yield from as_it_is_used(one, self.lines)
                yield from of_that_sort(one, self.lines, slip.start)
                if any(way.edit for way in above):  # else it would be said of somebody else
                    continue
            named = NOTHING_CALLED.match(one.message)
            if named and self.inventory is not None and named[1] in self.inventory.all_phases:
                yield from self._meant(slip)
                continue
            if one.message.startswith(NO_VERB):  # so that it is a deed: no other small words make it one
                yield from self._meant(slip)
            if one.code in SAID_ANEW or LIKELIER.search(one.message):  # what stands there, but for one word
                yield from islice(self._anew(slip, one), ROUNDS // 2 if one.hints else None)
            if not self._is_below_another(slip):
                yield from needs_first(one, self.lines, slip.start, slip.end)
            yield from self._by(slip, one)
            yield from islice(at_another_depth(slip, one, self.lines), ROUNDS)
            if self.inventory is not None:
                yield from where_all_see(slip, one, self.lines, self.inventory)
            yield from self._anew(slip, one)
            yield from self._before_others(slip)
        yield from self._meant(slip)
        yield from self._nearest(slip)

    def _nearest(self, slip: Slip) -> Iterator[Try]:
        """Of a sentence on one line that fits no pattern those that are nearest to it."""
        unread = any(one.code == "E0109" for one in slip.complaints)
        if not self.is_last or slip.end > slip.start + 1 or not unread or slip.stands is not None:
            return
        if self.outcome is None:
            self.outcome = reader.recover(self.sentences, reader.MOST, set())
        faults = (one for one in self.outcome.faults if one.code == "E0109")
        fault = next((one for one in faults if one.mark.sentence.line == slip.start + 1), None)
        behind = BEHIND.search(self.lines[slip.start])
        for line in nearest(reader.parser(), reader.reserved(), fault, self.outcome) if fault else ():
            yield Try(Written((line + (behind[0] if behind else ""),), slip.apart))

    def _meant(self, slip: Slip) -> Iterator[Try]:
        """What printed rules mean by such a sentence, which can be read here as something else."""
        if not slip.complaints or not "E02" <= slip.complaints[0].code < "E04" or not self.inventory:
            return
        sentence = next((s for s in self.sentences if s.line == slip.start + 1), None)
        for meant in meant_there(sentence, self.sentences, self.inventory) if sentence else ():
            if meant.lines and "…" not in meant.hint:
                yield Try(Written(meant.lines, (*slip.apart, *meant.apart)), (meant.hint,), why=meant.message)

    def _is_of_one_line(self, slip: Slip, one: Diagnostic) -> bool:
        """Whether a slip has several sentences, and only one of them is complained of."""
        start, end = self._lines_of(one)
        return (start, end) != (slip.start, slip.end) and any(
            slip.start < s.line <= slip.end and not start < s.line <= end for s in self.sentences
        )

    def _in_its_line(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """What is proposed for one of the sentences of a slip, with the others as they are."""
        start, end = self._lines_of(one)
        own = Slip(start, end, self.lines[start:end], [one], [one], slip.apart)
        before, behind = (unindented(lines).lines if lines else () for lines in (
            self.lines[slip.start : start], self.lines[end : slip.end]))  # fmt: skip
        for way in (one for one in self._proposed(own) if one.edit is None):
            yield replace(way, written=Written((*before, *way.written.lines, *behind), way.written.apart))

    def _by(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """What one complaint proposes: the sentence, or words for those that are marked."""
        lines = self.lines[slip.start : slip.end]
        formal = one.code.startswith("E01")
        own = [
            hint
            for hint in one.hints
            if formal or JOINTS.search(hint) or not CHOICE.match(hint) or " chooses " in lines[0]
        ]
        whole = [each for hint in own for each in self._of_hint(slip, one, hint)]
        told = (
            Try(unindented(put_for(one, said)(lines, slip.start, one, said), slip.apart), (hint,))
            for hint, said in _words_of(one)
            if hint not in one.near and is_said_there(hint, lines[0])
        )
        likeliest = sorted(one.near, key=lambda word: unlike(one, word))
        near_by = (Try(unindented(respelt(lines, slip.start, one, word), slip.apart), (word,)) for word in likeliest)
        coined = [(found, hint) for hint in one.hints if (found := IN_PLACE.fullmatch(hint))]
        whole += [
            Try(unindented(_put_in_place(lines, slip.start, one, found), (*slip.apart, found[1])), (hint,))
            for found, hint in coined
        ]
        alike = [each for each in whole if formal or each.edit or _begins_as(each.written, lines[0])]
        yield from alike
        yield from chain(near_by, _each_respelt(slip, one, lines, likeliest))
        yield from (() if formal and one.hints else told)
        yield from (each for each in whole if each not in alike)

    def _of_hint(self, slip: Slip, one: Diagnostic, hint: str) -> Iterator[Try]:
        """The lines that one hint has, in place of the sentence or, against secrets, for elsewhere: of other places
        it is known only in the text as it was written how they are told."""
        yield from (Try(written, (hint,), mind(hint)) for written in self._whole(slip, hint))
        known = one.code in SECRETS or "E02" <= one.code < "E04" or hint.startswith(ABOVE_ITS_HEADING)
        if known and self.lines is self.written:
            hiding = {self._item_at(other.start + 1) for other in self.slips if other.is_unread}
            ways = elsewhere(hint, one, self.lines)  # what an unread line says there may be what is missing
            yield from (
                way for way in ways if one.code[:3] != "E02" or not way.edit or self._item_at(way.edit.at) not in hiding
            )

    def _before_others(self, slip: Slip) -> Iterator[Try]:
        """Of a secret: what is proposed of all others that are told, as one cause can be behind them."""
        if slip.is_secret and self.lines is self.written:
            all_told = _secrets(self.check("\n".join(self.lines)))
            here = [one for one in all_told if one.span and one.span.file == self.file]
            yield from (way for one in slip.complaints for way in shown_first(one, self.lines))
            yield from before_others([one for one in here if one not in slip.complaints], self.lines)

    def _anew(self, slip: Slip, one: Diagnostic) -> Iterator[Try]:
        """Other words by what is complained of, of a sentence on one line."""
        line, span = self.lines[slip.start], one.span
        if self.inventory is None or span is None or slip.end > slip.start + 1:
            return
        margin, behind = len(margin_of(line)), BEHIND.search(line)
        end = behind.start() if behind else len(line)
        clause = behind[0] if behind else ""
        start = span.column - 1 - margin
        for first, *rest in said_anew(one, line[margin:end], start, span.end_column - 1 - margin, self.inventory):
            yield Try(Written((first + clause, *rest), slip.apart))

    def _left_out(self, slip: Slip, apart: str) -> Iterator[Written]:
        """The line above alone, in place of both; none that is wrong itself, and only one as deep as the slip."""
        above = next((s for s in self.sentences if s.end_line == slip.start), None)
        wrong = any(other.start < slip.start <= other.end for other in self.slips)
        if above and not wrong:
            lines = unindented(self.lines[above.line - 1 : slip.start]).lines
            beside = (*slip.apart, *(_under_one_another(apart) if apart else ()))
            if margin_of(self.lines[above.line - 1]) == margin_of(self.lines[slip.start]):
                yield Written(lines, beside, slip.start - above.line + 1)

    def _whole(self, slip: Slip, hint: str) -> Iterator[Written]:
        """The lines of a hint that has the whole sentence, or several."""
        here = HERE.fullmatch(hint)
        lines = self.lines[slip.start : slip.end]
        if here:
            yield Written((here[2],), (*slip.apart, *here[1].split(", and on the next line: ")))
        elif hint.startswith(DECLARED) and "…" not in hint and not IN_PLACE.fullmatch(hint):  # by which it is right
            yield Written(unindented(lines).lines, (*slip.apart, hint.removeprefix(DECLARED)))
        elif hint == LEFT_OUT or hint.startswith(f"{LEFT_OUT}, and at the left edge: "):
            yield from self._left_out(slip, hint.partition(" edge: ")[2])
        elif hint.startswith(BEFORE):
            yield Written((hint.removeprefix(BEFORE), *unindented(lines).lines), slip.apart)
        elif not {"…", "`"} & {*hint} and (not ELSEWHERE.match(hint) or _in_examples(hint, slip, lines[0])):
            first, *rest = JOINTS.split(hint.removeprefix(BOTH))
            first += "" if rest else _behind_its_head(first, lines[0])
            behind = BEHIND.search(lines[-1]) if not first.endswith('"') and not first.startswith("--") else None
            own, apart = [first + (behind[0] if behind else "")], [*slip.apart]
            into = own
            for joint, said in zip(rest[::2], rest[1::2], strict=True):
                into = apart if joint == "at the left edge" else into
                blanks = " " * BLANKS * (depth(into[-1]) + DEEPER.get(joint, 0)) if into else ""
                into.append(said if joint == "at the left edge" else blanks + said)
            above = next((s for s in self.sentences if s.end_line == slip.start), None)
            both = slip.start - above.line + 1 if above and hint.startswith(BOTH) else 0
            yield Written(tuple(own), tuple(apart), both)


def _each_respelt(slip: Slip, one: Diagnostic, lines: Sequence[str], words: Sequence[str]) -> Iterator[Try]:
    """The lines with a word in place of each that nothing explains, where a line has it twice."""
    unknown = UNEXPLAINED.match(one.message)
    for word in words if unknown else ():
        wrong = re.compile(rf"(?<![\w'-]){re.escape(unknown[1] if unknown else word)}(?![\w'-])")
        if any(len(wrong.findall(line)) > 1 for line in lines):
            yield Try(unindented([wrong.sub(word, line) for line in lines], slip.apart), (word,))


def _under_one_another(said: str) -> Iterator[str]:
    """Lines that are told in a sentence."""
    first, *rest = JOINTS.split(said)
    above = first
    yield above
    for joint, line in zip(rest[::2], rest[1::2], strict=True):
        above = " " * BLANKS * (depth(above) + DEEPER.get(joint, 0)) + line
        yield above


def _put_elsewhere(edit: Edit, lines: list[str], places: dict[Slip, tuple[int, int]]) -> None:
    """Puts lines where they are meant for, and moves what stands behind them."""
    before = [(slip.end, end) for slip, (_, end) in places.items() if slip.end <= edit.at]
    at = edit.at + sum(end - old for old, end in before[-1:])
    lines[at : at + edit.gone] = edit.lines
    longer = len(edit.lines) - edit.gone
    moved = {slip: (start + longer, end + longer) for slip, (start, end) in places.items() if slip.start >= edit.at}
    places.update(moved)


def _put_in_place(lines: list[str], start: int, one: Diagnostic, found: re.Match[str]) -> list[str]:
    """The lines with the word of a hint in place of what is marked, or of a Name there."""
    if found[2] == "this":
        return marked(lines, start, one, found[3])
    return [re.sub(rf"\b{re.escape(found[2])}\b", found[3], line, count=1) for line in lines]


def _behind_its_head(head: str, line: str) -> str:
    """What a line has behind its `when`, or `means`, with which a hint ends."""
    last = head.rpartition(" ")[2]
    found = re.search(rf" {last}( .+)", line) if last in ("when", "means") else None
    return found[1] if found else ""


def _with_above(written: Written, above: int) -> Written:
    return replace(written, above=written.above + above)


def _words_of(one: Diagnostic) -> Iterator[tuple[str, str]]:
    """Words that may stand for those that are marked: as they are told, and themselves."""
    for hint in one.hints:
        own = hint.startswith((BOTH, BEFORE))  # lines, and no words
        words = not own and not {"…", "`"} & {*hint} and not JOINTS.search(hint)
        if words and not ELSEWHERE.match(hint):
            yield hint, hint.split(": ")[-1]
    yield from ((word, word) for word in one.near)


def _secrets(wrong: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The complaints of secrets that are told."""
    return [d for d in wrong if d.code in SECRETS]


def _rounds(slip: Slip) -> int:
    """How much is tried of a slip at once at most."""
    return SECRETS_TRIED if slip.is_secret else ROUNDS


def _most(slip: Slip) -> int:
    """How much of that is tried after what was found."""
    if slip.is_ended_silently:
        return 0
    return MOST_WAYS if slip.ends_all else ROUNDS if slip.helps else _rounds(slip)


def _wrong_at(wrong: Sequence[Diagnostic], start: int, end: int) -> list[Diagnostic]:
    """What is wrong with some lines, and that nothing can stand under them; also where it is told with another line."""
    each = ((d, line) for d in wrong if d.span for line in (d.span.line, *(k for note in d.notes for k in note.lines)))
    return [d for d, line in each if start < line <= end or (d.code == "E0104" and line == end + 1)]


def _is_unseen(wrong: Sequence[Diagnostic], end: int) -> bool:
    """Whether a line stands behind the last of very many mistakes, where nobody has looked, or only at its signs."""
    lines = [(d.code not in OF_SIGNS, d.span.line) for d in wrong if d.span]
    return len(wrong) >= reader.MOST and end > max(lines, default=(False, 0))[1]


def _below(lines: Sequence[str], end: int) -> int:
    """The last of the lines that stand under the one before `end`."""
    margin = len(margin_of(lines[end - 1]))
    return end + len([*takewhile(lambda line: line.strip() and len(margin_of(line)) > margin, lines[end:])])


def _begins_as(written: Written, line: str) -> bool:
    """Whether these are lines in place of a whole line, and no words for some of it."""
    return len(written.lines) > 1 or written.lines[0].split(" ")[:1] == line.split()[:1]


def _in_examples(hint: str, slip: Slip, line: str) -> bool:
    """Whether both say what holds then, or the line, which cannot be read, should."""
    unread = all(one.code == "E0109" for one in slip.complaints)
    return hint.startswith("then ") and (unread or line.lstrip().startswith("then "))


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return span.begin if span else (0, 0)
