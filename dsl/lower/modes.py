"""How what the text says is carried out: in play, in setup, by a standing rule, at the end, or in a test only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.text.diagnostics import refuse

Nested = m.Procedure | m.Window | m.Trigger


def deepest(definition: Nested) -> m.Deepest | None:
    """The line that says how deep it can go."""
    return next((line for line in definition.body[:1] if isinstance(line, m.Deepest)), None)


@dataclass(frozen=True)
class Mode:
    """How changes are carried out: with settling after each or without, and what is noted of them.

    `queues`: triggers are put on the agenda. `tracks`: it is noted that something has changed. `test`: inside a
    hypothetical test. `defers`: what a place takes is tested when the whole change is done. `anticipates`: rules
    before a change are applied. `demands`: what is moved has to be there. `suffix` tells the procedures of one mode
    from those of another. `deep`: what goes on around it that may do so several times, one inside the other, and how
    often it does.
    """

    word: str
    settles: bool = False
    queues: bool = False
    tracks: bool = False
    test: bool = False
    defers: bool = False
    anticipates: bool = True
    demands: bool = False
    deep: tuple[tuple[str, int], ...] = ()

    @property
    def suffix(self) -> str:
        return self.word + "".join(f" {name} {times} deep" for name, times in self.deep)

    def inside(self, name: str, most: int) -> tuple[Mode, int]:
        """The mode inside one more of these, and how many there are then: at most one more than there can be."""
        depths = dict(self.deep)
        depths[name] = min(depths.get(name, 0), most) + 1
        return replace(self, deep=tuple(sorted(depths.items()))), depths[name]

    def together(self) -> Mode:
        """The same for the parts of one change."""
        return self if self.defers else replace(self, word=f"{self.word} together", settles=False, defers=True)


NORMAL = Mode("", settles=True, queues=True)
AT_THE_END = Mode(" at the end", defers=True)
STANDING = Mode(" standing", queues=True, tracks=True)
SETUP = Mode(" setup", anticipates=False, demands=True)
TEST = Mode(" test", test=True)
STANDING_TEST = Mode(" standing test", tracks=True, test=True)

TEST_OVER = 1  # what `Leave` gives up a hypothetical test with
GIVEN_UP = 2  # what it leaves an action with whose answer is not completed; phases have the numbers from 3


def laid_out(analysis: Analysis, definition: Nested, mode: Mode) -> tuple[Mode, m.Block]:
    """The mode and the lines with which it is carried out: those that stand for it, where it would be too deep.

    It is laid out once for each depth.
    """
    limit = deepest(definition)
    if limit is None:
        return mode, definition.body
    inner, times = mode.inside(m.spoken(definition), limit.most)
    reached = analysis.once(("depths", definition.original), dict[m.Definition, int])
    reached[definition] = max(times, reached.get(definition, 0))
    return inner, limit.instead if times > limit.most else definition.body


def check_depths(analysis: Analysis) -> None:
    """Refuses a depth that is never reached: what stands for it would never happen."""
    book = analysis.book
    found: tuple[Nested, ...] = (*book.procedures.values(), *book.windows.values(), *book.triggers)
    for definition in found:
        limit = deepest(definition)
        reached = analysis.once(("depths", definition.original), dict[m.Definition, int])
        if limit is not None and reached and max(reached.values()) <= limit.most:
            message = f"{m.spoken(definition)} never goes on {limit.most + 1} times, one inside the other."
            refuse("E0347", message, limit.span, hints=("leave it out",))
