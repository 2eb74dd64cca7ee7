"""The numbers of what may be answered in many positions, worked out for all of them at once, as
`interpreter.play.action_numbers` has them; which it leaves alone is told, too."""

from __future__ import annotations

from typing import Any

import numpy as np

from dsl.ir.layout import SITE_AT
from dsl.ir.program import Alternative, Decision
from interpreter.adapters.batch_rows import Numbers, Rows
from interpreter.knowledge.wording import slots
from interpreter.play.action_numbers import Numbering

_FORM = 2**40  # more than a decision has codes


def is_plain(decision: Decision) -> bool:
    """Whether its answers are those that one player gives, one by one."""
    return decision.sort in ("offer", "choice") and decision.several is None


class Numbered:
    """The options of all states in one row, by rising numbers: `keys` are the number of the state times the number of
    all answers, and the number of the answer; `codes` what is given for it; `left` says which states have none here."""

    def __init__(self, size: int, keys: Numbers, codes: Numbers, left: Numbers) -> None:
        self.size, self.keys, self.codes, self.left = size, keys, codes, left

    def find(self, rows: Numbers, actions: Numbers) -> tuple[Numbers, Numbers]:
        """For these states the code of an answer, and whether there is one."""
        if not len(self.keys):
            return np.zeros(len(rows), np.int64), np.zeros(len(rows), bool)
        wanted = rows * self.size + actions
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        found = (self.keys[at] == wanted) & (actions >= 0) & (actions < self.size)
        return self.codes[at], found


class Numberer:
    """Numbers the options of one game."""

    def __init__(self, numbering: Numbering, rows: Rows) -> None:
        self._numbering, self._rows = numbering, rows
        box = numbering.rules.box
        decisions = numbering.rules.program.decisions
        forms = [(s, a) for s, d in enumerate(decisions) if is_plain(d) for a in d.alternatives]
        self._keys = np.array([site * _FORM + form.base for site, form in forms], np.int64)
        self._bases = np.array([form.base for _, form in forms], np.int64)
        self._starts = np.array([numbering.start(form) for _, form in forms], np.int64)
        pieces = [self._slots(form) for _, form in forms]
        most = max(map(len, pieces), default=0)
        self._slots_of = [
            np.array([each[number] if number < len(each) else (0, 1, 1, 0) for each in pieces], np.int64)
            for number in range(most)
        ]  # for each a row: 1 if there is one, stride, size, start
        self._sites = np.array(
            [any(map(self._slots, decision.alternatives)) for decision in numbering.rules.program.decisions]
        )
        self._places = len(box.program.locations)
        prints: dict[object, int] = {}
        keys = [
            (kind.name, *(box.read(f, (), p) for f in box.fields(p) if f.offset < 0))
            for p, kind in enumerate(box.pieces)
        ]
        self._prints = np.array([prints.setdefault(key, len(prints)) for key in keys], np.int64)
        self._all_prints = max(len(prints), 1)

    def _slots(self, form: Alternative) -> list[tuple[int, int, int, int]]:
        kinds = self._numbering.rules.box.kinds
        return [(1, s.stride, s.size, s.start) for s in slots(form) if kinds[s.kind].sort == "piece"]

    def numbered(self, states: Numbers, owners: Numbers, codes: Numbers) -> Numbered:
        """The options with these `codes`, rising for each state; `owners` are the states they belong to."""
        size, left = self._numbering.size, np.arange(len(states)) < 0
        forms = np.searchsorted(self._keys, states[owners, SITE_AT] * _FORM + codes, "right") - 1
        numbers = codes - self._bases[forms] + self._starts[forms]
        mine = np.bincount(owners, minlength=len(states)) > 0
        where = np.flatnonzero(mine & self._sites[states[:, SITE_AT]])
        if len(where):
            self._stand_in(states, where, owners, codes, forms, numbers, left)
        keys = owners * size + numbers
        order = np.argsort(keys, kind="stable")
        keys, codes = keys[order], codes[order]
        once: Numbers = np.ones(len(keys), bool)
        once[1:] = keys[1:] != keys[:-1]
        once &= ~left[owners[order]]
        return Numbered(size, keys[once], codes[once], left)

    def _stand_in(self, *given: Any) -> None:
        """Puts for each piece in an answer the one by whose number it goes; notes where that is not to be told here."""
        states, where, owners, codes, forms, numbers, left = given
        sees = self._rows.sees(states[where])
        first = self._rows.first(states[where], sees)
        place = np.full(len(states), -1)
        place[where] = np.arange(len(where))
        at = self._rows.at(states[where])
        for slot in self._slots_of:
            has, stride, size, start = slot[forms].T
            piece = (codes - self._bases[forms]) // stride % size + start
            mine = np.flatnonzero((has == 1) & (piece >= 0))
            rows, pieces = place[owners[mine]], piece[mine]
            numbers[mine] += (first[rows, pieces] - pieces) * stride[mine]
            left[owners[mine[~sees[rows, pieces]]]] = True
            left[owners[mine[self._look_alike(rows, pieces, first, at)]]] = True

    def _look_alike(self, rows: Numbers, pieces: Numbers, first: Numbers, at: Numbers) -> Numbers:
        """Pieces of which a text may say the same, though they do not look the same."""
        cells = at[rows, pieces] * self._all_prints + self._prints[pieces]
        stamps: Numbers = np.zeros((len(at), self._places * self._all_prints), np.int64)
        stamps[rows, cells] = first[rows, pieces]
        return stamps[rows, cells] != first[rows, pieces]
