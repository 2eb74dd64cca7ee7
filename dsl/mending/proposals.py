"""What may be written in place of a sentence that is complained of, by what is said of it: the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from dsl.mending.draft import Draft, secrets_in
from dsl.mending.elsewhere import ABOVE_ITS_HEADING, before_others, each_edit_once, elsewhere, needs_first, shown_first
from dsl.mending.hints import BEHIND, JOINTS, coined_in, lines_of_hint, words_of
from dsl.mending.in_sight import where_all_see
from dsl.mending.other_depths import at_another_depth
from dsl.mending.slips import CHOICE, ROUNDS, SECRETS, Slip, Try, is_said_there, margin_of, mind, unindented
from dsl.mending.spoken_above import as_it_is_used, of_that_sort, told_above
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, Written
from dsl.text.phrasings import meant_there
from dsl.text.respelling import marked, put_for, respelt, unlike
from dsl.text.said_anew import said_anew
from dsl.text.small_edits import nearest

NO_VERB = "No verb is called "
NOTHING_CALLED = re.compile(r"There is nothing called ([^.]+)\.")
UNEXPLAINED = re.compile(r"No (?:value|quality) is called ([a-z][\w-]*)\.")
SAID_ANEW = ("E0112", "E0201", "E0208", "E0405")
LIKELIER = re.compile(r"takes no (?:`|thing)|is a kind of thing; say which|no [A-Z].* was brought in before")


def proposed(draft: Draft, slip: Slip, is_last: bool) -> Iterator[Try]:
    """What is proposed, but for what stands there; nothing is guessed of what only the writer can say. If nothing else
    helps, as `is_last` says, the nearest sentences are proposed, too."""
    if any(hint.startswith("say in ") for one in slip.complaints for hint in one.hints if one.code == "E0109"):
        return
    there = unindented(slip.original), unindented(draft.lines[slip.start : slip.end])
    if "\t" in margin_of(slip.original[0]):  # the line as it is, with blanks before it
        yield Try(there[0])
        return
    yield from (one for one in each_edit_once(_all(draft, slip, is_last)) if one.written not in there)


def _all(draft: Draft, slip: Slip, is_last: bool) -> Iterator[Try]:
    """What is proposed of any complaint; of several first what mends them all."""
    if (one := _of_one_line(draft, slip)) is not None:
        yield from _in_its_line(draft, slip, one, is_last)
        return
    yield from _words_of_all(draft, slip)
    for one in slip.complaints:
        yield from _of_complaint(draft, slip, one)
    yield from _meant(draft, slip)
    if is_last:
        yield from _nearest(draft, slip)


def _of_complaint(draft: Draft, slip: Slip, one: Diagnostic) -> Iterator[Try]:
    above = [*told_above(one, draft.lines, slip.start, draft.inventory)]
    yield from above
    yield from as_it_is_used(one, draft.lines)
    yield from of_that_sort(one, draft.lines, slip.start)
    if any(way.edit for way in above):  # else it would be said of somebody else
        return
    named = NOTHING_CALLED.match(one.message)
    if named and named[1] in draft.inventory.all_phases:
        yield from _meant(draft, slip)
        return
    if one.message.startswith(NO_VERB):  # so that it is a deed: no other small words make it one
        yield from _meant(draft, slip)
    if one.code in SAID_ANEW or LIKELIER.search(one.message):  # what stands there, but for one word
        yield from islice(_anew(draft, slip, one), ROUNDS // 2 if one.hints else None)
    yield from needs_first(one, draft.lines, slip.start, slip.end)
    yield from _by_its_words(draft, slip, one)
    yield from islice(at_another_depth(slip, one, draft.lines), ROUNDS)
    yield from where_all_see(slip, one, draft.lines, draft.inventory)
    yield from _anew(draft, slip, one)
    yield from _before_others(draft, slip)


def _of_one_line(draft: Draft, slip: Slip) -> Diagnostic | None:
    """The first that is complained of only one of several sentences of a slip."""
    for one in slip.complaints:
        start, end = draft.lines_of(one)
        others = (s for s in draft.sentences if slip.start < s.line <= slip.end and not start < s.line <= end)
        if (start, end) != (slip.start, slip.end) and any(others):
            return one
    return None


def _in_its_line(draft: Draft, slip: Slip, one: Diagnostic, is_last: bool) -> Iterator[Try]:
    """What is proposed for one of the sentences of a slip, with the others as they are."""
    start, end = draft.lines_of(one)
    own = Slip(start, end, draft.lines[start:end], [one], [one], slip.apart)
    margin = margin_of(draft.lines[slip.start])
    deeper = margin_of(own.original[0]).removeprefix(margin)
    around = draft.lines[slip.start : start], draft.lines[end : slip.end]
    before, behind = ([line.removeprefix(margin) for line in lines] for lines in around)
    for way in _all(draft, own, is_last):
        if way.edit is None:
            lines = (*before, *(deeper + line for line in way.written.lines), *behind)
            yield replace(way, written=Written(lines, way.written.apart))


def _words_of_all(draft: Draft, slip: Slip) -> Iterator[Try]:
    """The first words of each of several complaints."""
    each = [[*words_of(one)] for one in slip.complaints]
    lines = draft.lines[slip.start : slip.end]
    if len(each) > 1 and all(each):
        for one, words in reversed([*zip(slip.complaints, each, strict=True)]):
            lines = marked(lines, slip.start, one, words[0][1])
        yield Try(unindented(lines, slip.apart), tuple(words[0][0] for words in each))


def _by_its_words(draft: Draft, slip: Slip, one: Diagnostic) -> Iterator[Try]:
    """What one complaint proposes: the sentence, or words for those that are marked."""
    lines = draft.lines[slip.start : slip.end]
    formal = one.code.startswith("E01")
    whole = [way for hint in one.hints if formal or _is_for(hint, lines[0]) for way in _of_hint(draft, slip, one, hint)]
    whole += [
        Try(unindented(own, (*slip.apart, apart)), (hint,)) for hint, apart, own in coined_in(one, lines, slip.start)
    ]
    alike = [way for way in whole if formal or way.edit or _begins_as(way.written, lines[0])]
    yield from alike
    likeliest = sorted(one.near, key=lambda word: unlike(one, word))
    for word in likeliest:
        yield Try(unindented(respelt(lines, slip.start, one, word), slip.apart), (word,))
    yield from _each_respelt(slip, one, lines, likeliest)
    for hint, said in words_of(one) if not (formal and one.hints) else ():
        if hint not in one.near and is_said_there(hint, lines[0]):
            yield Try(unindented(put_for(one, said)(lines, slip.start, one, said), slip.apart), (hint,))
    yield from (way for way in whole if way not in alike)


def _is_for(hint: str, line: str) -> bool:
    """Whether a hint can be for a line that has a meaning: no choice is, of one in which nobody chooses."""
    return bool(JOINTS.search(hint)) or not CHOICE.match(hint) or " chooses " in line


def _begins_as(written: Written, line: str) -> bool:
    """Whether these are lines in place of a whole line, and no words for some of it."""
    return len(written.lines) > 1 or written.lines[0].split(" ")[:1] == line.split()[:1]


def _of_hint(draft: Draft, slip: Slip, one: Diagnostic, hint: str) -> Iterator[Try]:
    """The lines that one hint has, in place of the sentence or, against secrets, for elsewhere: of other places
    it is known only in the text as it was written how they are told."""
    yield from (Try(written, (hint,), mind(hint)) for written in lines_of_hint(draft, slip, hint))
    known = one.code in SECRETS or "E02" <= one.code < "E04" or hint.startswith(ABOVE_ITS_HEADING)
    if known and draft.is_as_written:
        hiding = {draft.item_at(other.start + 1) for other in draft.slips if other.is_unread}
        for way in elsewhere(hint, one, draft.lines):  # what an unread line says there may be what is missing
            if one.code[:3] != "E02" or not way.edit or draft.item_at(way.edit.at) not in hiding:
                yield way


def _each_respelt(slip: Slip, one: Diagnostic, lines: Sequence[str], words: Sequence[str]) -> Iterator[Try]:
    """The lines with a word in place of each that nothing explains, where a line has it twice."""
    unknown = UNEXPLAINED.match(one.message)
    wrong = re.compile(rf"(?<![\w'-]){re.escape(unknown[1])}(?![\w'-])") if unknown else None
    if wrong and any(len(wrong.findall(line)) > 1 for line in lines):
        for word in words:
            yield Try(unindented([wrong.sub(word, line) for line in lines], slip.apart), (word,))


def _before_others(draft: Draft, slip: Slip) -> Iterator[Try]:
    """Of a secret: what is proposed of all others that are told, as one cause can be behind them."""
    if slip.is_secret and draft.is_as_written:
        for one in slip.complaints:
            yield from shown_first(one, draft.lines)
        told = secrets_in(draft.check(draft.lines))
        here = [one for one in told if one.span and one.span.file == draft.file]
        yield from before_others([one for one in here if one not in slip.complaints], draft.lines)


def _anew(draft: Draft, slip: Slip, one: Diagnostic) -> Iterator[Try]:
    """Other words by what is complained of, of a sentence on one line."""
    line, span = draft.lines[slip.start], one.span
    if span is None or slip.end > slip.start + 1:
        return
    margin = len(margin_of(line))
    line, clause = _without_clauses(line[margin:])
    start = span.column - 1 - margin
    for first, *rest in said_anew(one, line, start, span.end_column - 1 - margin, draft.inventory):
        yield Try(Written((first + clause, *rest), slip.apart))


def _meant(draft: Draft, slip: Slip) -> Iterator[Try]:
    """What printed rules mean by such a sentence, which can be read here as something else."""
    if not slip.complaints or not "E02" <= slip.complaints[0].code < "E04":
        return
    sentence = next((s for s in draft.sentences if s.line == slip.start + 1), None)
    for meant in meant_there(sentence, draft.sentences, draft.inventory) if sentence else ():
        if meant.lines and "…" not in meant.hint:
            yield Try(Written(meant.lines, (*slip.apart, *meant.apart)), (meant.hint,), why=meant.message)


def _nearest(draft: Draft, slip: Slip) -> Iterator[Try]:
    """Of a sentence on one line that fits no pattern those that are nearest to it."""
    unread = any(one.code == "E0109" for one in slip.complaints)
    if slip.end > slip.start + 1 or not unread or slip.stands is not None:
        return
    faults = (one for one in draft.outcome.faults if one.code == "E0109")
    fault = next((one for one in faults if one.mark.sentence.line == slip.start + 1), None)
    clause = _without_clauses(draft.lines[slip.start])[1]
    for line in nearest(reader.parser(), reader.reserved(), fault, draft.outcome) if fault else ():
        yield Try(Written((line + clause,), slip.apart))


def _without_clauses(line: str) -> tuple[str, str]:
    """A line, and what stands behind its sentence."""
    behind = BEHIND.search(line)
    return (line[: behind.start()], behind[0]) if behind else (line, "")
