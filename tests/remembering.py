"""What readers remember of a game, kept by one who watches it: the tree-walker of the rules, asked what happens.

Written from the semantics (S12.3), and without the words of the state that say who knows what: a piece that is seen is
known and stays so out of sight; when one of several that look the same goes away unseen, none of them is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from dsl.ir import nodes as ir
from dsl.ir.layout import STATUS_AT
from dsl.ir.program import AT, KNOWN, OWNER, RANK, Slot
from dsl.lower.storage import BEGIN
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import is_secret
from tests.oracle import Env, Oracle, Steps, bits
from tests.two_worlds import ONLOOKER, Known, Sight, State, has_begun

WATCHED = 300  # answers, as a rule

Unseen = list[tuple[Sight, set[int]]]  # who does not see which piece goes, and what looks like it and stays


class Watcher(Oracle):
    """A game that is watched; `known` are by reader the pieces that they know."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.program.code, rules.program.decisions)
        self.program = rules.program
        self.known: dict[int, set[int]] = {}
        self.pieces = range(rules.program.pieces[-1].stop)
        self.sights = []
        for reader in (*range(len(rules.program.players)), ONLOOKER):
            sight = Sight(rules, reader)
            sight.arrays = self.arrays
            self.sights.append(sight)
            self.known[reader] = set()
        flags = {a.source for kind in rules.program.pieces for a in kind.attributes if a.kind is None}
        self.showing = {*flags, OWNER}  # what makes pieces seen that stay where they are
        self.together: dict[int, int] = {}  # where pieces go that are about to be moved at once
        self.before: dict[int, Unseen] = {}  # of these, as it was before any of them went: empty until one goes
        self.leaving: Unseen = []
        self.beginning = False

    def remembered(self) -> Known:
        return {reader: frozenset(pieces) for reader, pieces in self.known.items()}

    def resume(self, answer: int) -> None:
        decision = self.decisions[self.word(ir.SITE)]
        if decision.sort == "draw":
            (slot,) = (part for part in decision.alternatives[0].parts if isinstance(part, Slot))
            piece = answer + slot.start
            for sight in self.sights:
                if not sight.recognises(self.state, piece):
                    self._confuse(sight, piece, self._beside(sight, piece))
        super().resume(answer)

    # ---------------------------------------------------------------------------------------------------- what happens

    def _put(self, array: str, value: int, index: int = 0) -> None:
        if array != AT or self.beginning:
            super()._put(array, value, index)
            if array in self.showing and not self.beginning:
                self._look(self.pieces)
            return
        super()._put(array, value, index)
        for sight, others in self.leaving:
            if not sight.recognises(self.state, index):
                self._confuse(sight, index, others)
        self.together.pop(index, None)
        self._look([index, *self._load(index)])

    def _procedure(self, name: str, arguments: Sequence[int]) -> Steps:
        if name == BEGIN:
            self.beginning = True
            yield from super()._procedure(name, arguments)
            self.beginning = False
            return self._look(self.pieces)
        if name.startswith("move."):  # before ranks close up
            self._leaves(arguments[0])
        if name == "mingle":  # alone
            self.together.pop(arguments[0], None)
        if name == "shuffle":
            self._shuffled(arguments[0])
        if name == "tell":
            self._told(*arguments)
        if name.startswith("mingle "):
            if self.before:  # what was to be moved at once has been
                self.together, self.before = {}, {}
            kind = next(kind for kind in self.program.kinds if f"mingle {kind.name}" == name)
            self.together |= {kind.start + number: arguments[1] for number in bits(arguments[2])}
        yield from super()._procedure(name, arguments)

    def _leaves(self, mover: int) -> None:
        """Pieces that are moved at once leave as it was before: what came meanwhile was not beside them, and what goes
        to the same place does not stay."""
        if mover not in self.together:
            self.leaving = self._unseen(mover, set())
            return
        if not self.before:
            for piece, to in self.together.items():
                self.before[piece] = self._unseen(piece, {p for p, there in self.together.items() if there == to})
        self.leaving = self.before[mover]

    def _unseen(self, piece: int, goes_too: set[int]) -> Unseen:
        unseen = [sight for sight in self.sights if not self._recognised(sight, piece)]
        return [(sight, self._beside(sight, piece) - goes_too) for sight in unseen]

    def _attempt(self, body: ir.Block, env: Env) -> Steps:
        """Nobody remembers what was only tried."""
        before = {reader: set(pieces) for reader, pieces in self.known.items()}
        yield from super()._attempt(body, env)
        self.known, self.together, self.before = before, {}, {}

    # ----------------------------------------------------------------------------------------------- what follows of it

    def _recognised(self, sight: Sight, piece: int) -> bool:
        return sight.recognises(self.state, piece)

    def _beside(self, sight: Sight, piece: int) -> set[int]:
        """The other pieces in the same place, and of no other rank, that look the same to a reader."""
        here = [p for p in self.pieces if p != piece and self.word(AT, p) == self.word(AT, piece)]
        if RANK in self.arrays:
            here = [p for p in here if self.word(RANK, p) == self.word(RANK, piece)]
        impression = sight.impression(self.state, piece)
        return {p for p in here if sight.impression(self.state, p) == impression and not self._recognised(sight, p)}

    def _confuse(self, sight: Sight, piece: int, others: set[int]) -> None:
        """A reader did not see which of these pieces it was."""
        for one in (piece, *others) if others else ():
            self.known[sight.reader] -= {one, *self._load(one)}

    def _look(self, pieces: Sequence[int]) -> None:
        for sight in self.sights:
            self.known[sight.reader] |= {p for p in pieces if self._recognised(sight, p)}

    def _shuffled(self, place: int) -> None:
        for piece in (p for p in self.pieces if self.word(AT, p) == place):
            for sight in self.sights:
                if not self._recognised(sight, piece):
                    self.known[sight.reader] -= {piece, *self._load(piece)}

    def _told(self, piece: int, readers: int) -> None:
        for number in bits(readers):
            self.known[number if number < len(self.program.players) else ONLOOKER] |= {piece, *self._load(piece)}

    def _load(self, piece: int) -> Iterator[int]:
        for other in self.pieces:
            if self.word(AT, other) == self.program.pieces_from + piece:
                yield other
                yield from self._load(other)


def watched(rules: Rules, seed: int, most: int = WATCHED) -> Iterator[tuple[State, Known]]:
    """The states of a random game at its decisions, and what readers remember there."""
    machine, watcher, random = rules.machine, Watcher(rules), Random(seed)
    state = machine.initial(seed)
    watcher.initial(seed)
    machine.run(state)
    watcher.run()
    for _ in range(most):
        if state[STATUS_AT] == ir.OVER:
            return
        if not machine.chosen(state) and not has_begun(rules, state):
            yield state[: machine.core], watcher.remembered()
        for _ in range(2 if is_secret(rules.program, state) else 1):  # who answers, and then what
            answer = random.choice(machine.options(state))
            machine.resume(state, answer)
            watcher.resume(answer)


def remembers(rules: Rules) -> bool:
    """Whether the state of the game says who knows what."""
    return KNOWN in rules.machine.arrays


def known_by_state(rules: Rules, state: Sequence[int]) -> Known:
    """Who knows which pieces by the words of a state."""
    start, players = rules.machine.arrays[KNOWN].offset, len(rules.program.players)
    pieces = range(rules.program.pieces[-1].stop)
    readers = (*range(players), ONLOOKER)
    return {
        reader: frozenset(p for p in pieces if state[start + p] >> (reader % (players + 1)) & 1) for reader in readers
    }
