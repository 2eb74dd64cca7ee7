"""What stands under each frame of a picture: which of several it is, and what is done in it, in the sentences of the
example where it is known of each what it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from dsl.pages.drawings.outcome import Outcome
from dsl.pages.drawings.wording import UNTOLD, Run, Told, in_a_row

MOST_LETTERS = 240  # where it says why
FIRST_SENTENCE = re.compile(r"(.*?[.!?]) (.*)", re.DOTALL)


@dataclass(frozen=True)
class Captions:
    """Of frames that show these outcomes, each of one of the runs that are told; `first` is whether a frame stands
    before them in which nothing is done. `changes` tells what is seen of an outcome, `ends` between which spaces it
    goes, by their names; `t` are the fixed words."""

    told: Told
    shown: Sequence[Outcome]
    runs: Sequence[int]
    first: bool
    changes: Callable[[Outcome], Sequence[str]]
    ends: Callable[[Outcome], Sequence[tuple[str, str]]]
    t: Mapping[str, str]

    @property
    def is_told(self) -> bool:
        """Whether the sentences of the example stand there, as they are short enough: of a single frame, those of what
        is there before, and the others."""
        several = self.first or len(self.shown) > 1
        found = self.sentences if several else [self.told.before, *(run.all for run in self.told.runs)]
        return self.told != UNTOLD and max(map(len, found)) <= MOST_LETTERS

    @property
    def sentences(self) -> list[str]:
        """Of each frame those of the example; of what no frame shows in the frame before."""
        found = [self.told.before] if self.first else []
        for number, run in enumerate(self.runs):
            ends = run not in self.runs[number + 1 :]
            own = self.run_told(run)
            parts = [] if number or self.first else [self.told.before]
            parts += self.done(number, own)
            following = self.runs[number + 1] if ends and number + 1 < len(self.runs) else len(self.told.runs)
            parts += [own.after, *(other.all for other in self.told.runs[run + 1 : following])] if ends else []
            found.append(in_a_row(parts))
        return found

    def run_told(self, run: int) -> Run:
        """What is told of a run; of words of the designer, where a frame of its own shows what is so then, the first
        sentence is what is done."""
        own = self.told.runs[run] if run < len(self.told.runs) else Run()
        last = max((k for k, other in enumerate(self.runs) if other == run), default=0)
        parts = FIRST_SENTENCE.fullmatch(own.after) if not own.done and run in self.runs[:last] else None
        return replace(own, done=(parts[1],), after=parts[2]) if parts and not self.shown[last].spaces else own

    def done(self, number: int, run: Run) -> Sequence[str]:
        """What of a run is done in a frame: all of it where that shows the run alone, or as many deeds as movements;
        else where a movement is drawn that it names, or where it begins; else there is what is seen. Nothing where only
        marks are shown of what is so then."""
        same = [k for k, other in enumerate(self.runs) if other == self.runs[number]]
        alike = [k for k in same if self.shown[k].spaces] or same[:1]
        if len(alike) == 1 or number not in alike:
            return run.done if number in alike else ()
        moves = [len(self.shown[k].moves) for k in alike]
        if not run.worded and len(run.done) == sum(moves):
            place = alike.index(number)
            return run.done[sum(moves[:place]) : sum(moves[: place + 1])]
        named = next((k for k in alike if self.tells(run.done, self.shown[k])), None)
        if number == named:
            return run.done
        seen = self.changes(self.shown[number]) if run.done and not run.worded else ()
        return [*(run.done if named is None and number == alike[0] else ()), *seen]

    def tells(self, done: Sequence[str], outcome: Outcome) -> bool:
        """Whether sentences name both ends of a movement."""
        words = {*re.findall(r"[\w-]+", in_a_row(done))}
        return any({*pair} <= words for pair in self.ends(outcome))

    @property
    def begins(self) -> bool:
        """Whether the first frame shows how it was before."""
        is_said = self.is_told and self.sentences[0] == self.told.before != ""
        return self.first or not self.shown[0].spaces or is_said

    @property
    def all(self) -> list[str]:
        """As HTML; where the first frame shows how it was before, it says so, and the last how it is after."""
        told, begins = self.sentences if self.is_told else [""] * (self.first + len(self.shown)), self.begins
        seen = [*([""] if self.first else []), *(in_a_row(self.changes(outcome)) for outcome in self.shown)]
        heads = [self.t["before"] if begins else "", *([""] * (len(told) - 2)), self.t["after"] if begins else ""]
        return [
            f"<b>{number}</b> {headed(head, own or other)}"
            for number, (head, own, other) in enumerate(zip(heads, told, seen, strict=True), 1)
        ]


def headed(head: str, told: str) -> str:
    """The words under a frame, behind which one of several it is."""
    strong = f"<strong>{escape(head)}</strong>" if head else ""
    return "<br>".join(filter(None, (strong, escape(told))))
