"""How what the text says is carried out: in play, in setup, by a standing rule, at the end, or in a test only."""

from __future__ import annotations

from dataclasses import dataclass, replace


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
