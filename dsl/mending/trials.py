"""What is proposed, put into the text, that of all slips at once: what is right then helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from dsl.mending.draft import Draft, Look, line_of, secrets_in, wrong_at
from dsl.mending.proposals import proposed
from dsl.mending.slips import MOST_WAYS, ROUNDS, Slip, Try, best, is_written, unindented
from dsl.mending.unhidden import wrong_unhidden
from dsl.text.diagnostics import Diagnostic

PASSES = 4  # so often at most, as something else is proposed of what comes of that
SECRETS_TRIED = 12  # so many where a secret is told: all has a meaning that is proposed, and what is best is looked for
UNKNOWN, INDEFINITE = "E0203", "E0208"
UNSAYABLE = "E0380"  # of a heading that no sentence can speak of: those that do are looked at when it is mended


def try_all(draft: Draft) -> None:
    """Finds what helps each slip of a text."""
    is_last = False  # whether nothing else helps
    for number in range(PASSES + 1):
        tried = _Pass(draft, is_last).run()
        own = [slip for slip in draft.slips if slip.first]  # what they hid is mended only for their sake
        if is_last or draft.is_checked_enough() or all(slip.helps or not slip.complaints for slip in own):
            break
        if not tried or number + 1 == PASSES:
            _as_they_stood(draft)
            is_last = True


def _as_they_stood(draft: Draft) -> None:
    """What nothing helps stands as it was written, beside what helps, so that at last the nearest sentences can be
    tried."""
    draft.as_it_was()
    for slip in draft.slips:
        if not slip.helps:
            slip.complaints, slip.stands, slip.apart, slip.above = [*slip.first], None, (), 0
    draft.keep({slip: slip.helps[0] for slip in draft.slips if slip.helps and not slip.above})


class _Pass:
    """What is proposed of a text as it stands, the first of each slip, then the second."""

    def __init__(self, draft: Draft, is_last: bool) -> None:
        self.draft, self.slips = draft, draft.slips
        self.waiting = {slip: self._proposals(slip, is_last) for slip in self._looked_at()}
        self.other, self.fewer = dict[Slip, Try](), dict[Slip, Try]()

    def _looked_at(self) -> list[Slip]:
        unmended = [slip for slip in self.slips if not slip.helps]
        headings = [s for s in unmended if not s.tried and any(d.code == UNSAYABLE for d in s.complaints)]
        return headings or unmended

    def _proposals(self, slip: Slip, is_last: bool) -> list[Try]:
        """The likeliest of what is proposed, but for what nobody would write, which is not shown either."""
        found = list[Try]()
        for one in proposed(self.draft, slip, is_last):
            if is_written(one):
                found.append(one)
            else:
                slip.unwritten.update(one.of)
            if len(found) == _rounds(slip):
                break
        return found

    def run(self) -> bool:
        """Tries all that is proposed, and leaves in the text what helps; where nothing does, what leads to other
        complaints. Whether there is any."""
        for number in range(max(map(len, self.waiting.values()), default=0)):
            if number and self.draft.is_checked_enough():
                break
            self._round({s: tries[number] for s, tries in self.waiting.items() if number < min(len(tries), _most(s))})
        for slip in self.waiting:
            slip.helps = best(slip.helps) if slip.is_secret else sorted(slip.helps, key=partial(self._rank, slip))
        helped = {slip: slip.helps[0] for slip in self.waiting if slip.helps}
        self._leave(helped or {**self.other, **self.fewer})
        return bool(helped or self.other or self.fewer)

    def _round(self, now: dict[Slip, Try]) -> None:
        """Tries one of each slip, beside what helps the others."""
        kept = {slip: slip.helps[0] for slip in self.waiting if slip.helps and slip not in now}
        looks = dict.fromkeys(now, self.draft.look({**kept, **now}))
        right = {slip: one for slip, one in now.items() if not looks[slip].wrong_at(slip)}
        if 1 < len(right) < len(now):  # what is wrong with the others hides nothing then
            looks |= dict.fromkeys(right, self.draft.look({**kept, **right}))
        known = {d.code for slip in self.slips for d in slip.complaints}
        for slip, one in now.items():
            slip.tried.update(one.of)
            look = looks[slip]
            here, unseen = self._judged(slip, one, look, known)
            if here or unseen:
                self._note_what_it_leads_to(slip, one, here)
            else:
                told = len(secrets_in(look.wrong)) if slip.is_secret else 0
                slip.helps.append(replace(one, left=told))

    def _note_what_it_leads_to(self, slip: Slip, one: Try, here: Sequence[Diagnostic]) -> None:
        slip.leads_to.update((way, [*here]) for way in one.of if here and way not in slip.leads_to)
        left, there = {d.message for d in here}, {d.message for d in slip.complaints}
        if left < there:
            self.fewer.setdefault(slip, one)
        elif not left & there and not self._brings_nothing_in(slip, here):
            self.other.setdefault(slip, one)

    def _brings_nothing_in(self, slip: Slip, here: Sequence[Diagnostic]) -> bool:
        """Whether one of several becomes one that nothing brings in: that leads no further."""
        return any(d.code == UNKNOWN for d in here) and all(d.code == INDEFINITE for d in slip.complaints)

    def _rank(self, slip: Slip, one: Try) -> int:
        """How many words are gone that the rulebook has headings for."""
        known = self.draft.inventory.qualities | {*self.draft.inventory.defined}
        there = {*" ".join(slip.original).split()} & known
        kept = {*" ".join((*one.written.lines, *one.written.apart)).split()}
        return 0 if one.edit else len(there - kept)

    def _judged(self, slip: Slip, one: Try, look: Look, known: set[str]) -> tuple[list[Diagnostic], bool]:
        """What is wrong with a try, there or in consequence elsewhere; and whether nobody has looked there. `known` are
        the codes of what was wrong before."""
        here, unseen = look.wrong_at(slip), look.is_unseen(slip)
        fresh = {d.code for d in look.wrong} - known
        hidden = fresh and min(fresh) < min(d.code for d in slip.complaints)  # by what is wrong elsewhere
        if not here and (hidden or unseen or self._leads_to_others(slip, look)):
            alone = self.draft.look({slip: one})
            here, unseen = alone.wrong_at(slip) or self._leads_to_others(slip, alone), alone.is_unseen(slip)
        if not here and not unseen:
            here = self._wrong_beside_others(slip, one, look) or self._wrong_below(slip, one)
        return here, unseen

    def _wrong_beside_others(self, slip: Slip, one: Try, look: Look) -> list[Diagnostic]:
        """What is wrong with a try that others under its heading hide, which cannot be read: with what is tried of
        these, and with them as they stand."""
        if one.written.apart:  # which stands last
            alone = self.draft.look({slip: one})
            first = len(alone.lines) - len(one.written.apart) - 1
            if beside := [d for d in alone.wrong if line_of(d) >= first]:
                return beside
        here = self._unhidden(slip, look)
        return here if not here or one.edit is not None else self._unhidden(slip, self.draft.look({slip: one}))

    def _wrong_below(self, slip: Slip, one: Try) -> list[Diagnostic]:
        """What cannot be read of the lines that go elsewhere together with a slip, and could not be seen before."""
        if one.edit is None or len(one.edit.lines) == 1:
            return []
        before = {d.message for d in self.draft.check(self.draft.lines)}
        moved = wrong_at(self.draft.look({slip: one}).wrong, one.edit.at, one.edit.at + len(one.edit.lines))
        return [d for d in moved if d.code < "E02" and d.message not in before]

    def _unhidden(self, slip: Slip, look: Look) -> list[Diagnostic]:
        return wrong_unhidden(look.lines, *look.places[slip], look.wrong, self.draft.check)

    def _leads_to_others(self, slip: Slip, look: Look) -> list[Diagnostic]:
        """What is complained of that was not before, and is not found only as what was wrong before hid it, in that
        line or elsewhere, or is missing now under the heading of the slip; of secrets all, if no fewer are told than
        before."""
        was = self.draft.check(self.draft.lines)
        if slip.is_secret and len(secrets := secrets_in(look.wrong)) >= len(secrets_in(was)):
            return secrets
        before = {d.message for d in was}
        stage = min((d.code[:3] for d in slip.complaints), default="")
        heading = self.draft.item_at(slip.start + 1)
        hiding = [at for other, at in self.draft.hidden_by(look.places) if other is not slip]
        fresh = (d for d in look.wrong if d.message not in before and stage > "E01")
        moved = look.places[slip][0] - slip.start  # of lines of which the same was said
        hiding += [(k + moved - 1, k + moved) for one in slip.complaints for note in one.notes for k in note.lines]
        new = (d for d in fresh if not any(wrong_at([d], *at) for at in hiding))
        return [d for d in new if d.code[:3] <= stage or line_of(d) == heading]

    def _leave(self, chosen: dict[Slip, Try]) -> None:
        """Puts these in place for what is tried next."""
        self.draft.keep(chosen)
        wrong = self.draft.check(self.draft.lines)
        for slip in self.slips:
            if one := chosen.get(slip):
                slip.apart, slip.stands = one.written.apart, one
                slip.above += 0 if slip.helps else one.written.above
            slip.complaints = [d for d in wrong if slip.start < line_of(d) <= slip.end]
        if chosen:
            self.draft.note_hidden(wrong)
        self._note_what_is_right_by_now(wrong)

    def _note_what_is_right_by_now(self, wrong: Sequence[Diagnostic]) -> None:
        """Notes what was tried and helps as soon as that is mended of which it speaks."""
        if any(slip.complaints for slip in self.slips if not slip.first):
            return
        unread = {self.draft.item_at(line_of(d)) for d in wrong if d.code < "E02"}
        for slip in self.slips:
            read = self.draft.item_at(slip.start + 1) not in unread
            if slip.stands and not slip.stands.edit and read and not slip.helps and not slip.complaints:
                lines = self.draft.lines[slip.start : slip.end]
                slip.helps.append(replace(slip.stands, written=unindented(lines, slip.apart)))


def _rounds(slip: Slip) -> int:
    """How much is tried of a slip at once at most."""
    return SECRETS_TRIED if slip.is_secret else ROUNDS


def _most(slip: Slip) -> int:
    """How much of that is tried after what was found."""
    if slip.is_ended_silently:
        return 0
    return MOST_WAYS if slip.ends_all else ROUNDS if slip.helps else _rounds(slip)
