"""Two worlds that one reader cannot tell apart, and the law that they look the same to this reader (semantics, S13).

What a reader can tell apart is worked out here from the program's metadata and the words of a state alone, and what
they remember from what happened before (`tests.remembering`); views, knowledge and texts of the interpreter, and who
knows what by the words of the state, are what is tested. Two worlds are one state and the same with some pairs of
pieces exchanged: of one kind and owner, alike in every printed value that the reader sees of either, different in
another. Each of a pair takes over all that the state says of the other: where it is, its rank, its load, its values.
Players exchange those of their own values that the reader sees of neither; their numbers stand below 0 (`seat`).
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Hashable, Iterator, Mapping, MutableSequence, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from types import MappingProxyType

import pytest

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import ANSWER, ARGUMENTS, FRAME, OVER, RANDOM, SITE, STATUS, WHO
from dsl.ir.program import (
    AT,
    ENDING,
    NOTICED,
    OWNER,
    RANK,
    SCORES,
    WINS,
    Alternative,
    Attribute,
    Decision,
    PieceKind,
    Program,
    Seen,
    Slot,
)
from interpreter.bots.determinisation import seat_in
from interpreter.failures import UndoError
from interpreter.knowledge.log import Log, LogEntry
from interpreter.play.action_numbers import Numbering
from interpreter.play.match import Match
from interpreter.play.observation import Observation
from interpreter.play.options import Answers, Option
from interpreter.play.position import Position
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import Begun, Part, is_secret, steps_given
from interpreter.play.why import IllegalChoice

ONLOOKER = -1
PROBES = 4  # answers, legal or not, whose refusals are compared at each decision
TRIED = 5  # one in so many is given, too
NOTHING_MORE = 0  # the code that ends an answer which is a set, and of who has nothing to choose

State = Sequence[int]
Exchange = dict[int, int]  # from a piece, or `seat`, to the one that stands in its place in the other world

_NO_PIECES = {SITE, WHO, ANSWER, STATUS, RANDOM, WINS, SCORES, ENDING}


# ------------------------------------------------------------------------------------------------ what a reader can see


def hides(seen: Seen, reader: int) -> bool:
    """Whether there can be a piece of which the reader does not see this."""
    return not (seen.by == "all" or (seen.by == "player" and seen.player == reader >= 0))


def has_secrets(program: Program, reader: int) -> bool:
    """Whether anything in the game can be hidden from the reader."""
    of_pieces = [attribute.seen for kind in program.pieces for attribute in kind.attributes]
    of_places = [attribute.seen for place in program.locations for attribute in place.attributes]
    of_boards = [attribute.seen for board in program.boards for attribute in board.attributes]
    of_seats = [attribute.seen for seat in program.seats for attribute in seat.attributes]
    places = [place.seen for place in program.locations]
    kinds = [kind.seen for kind in program.pieces]
    return any(hides(seen, reader) for seen in [*of_pieces, *of_places, *of_boards, *of_seats, *places, *kinds])


def seat(player: int) -> int:
    """The number of a player among what is exchanged; likewise back."""
    return -1 - player


@dataclass(frozen=True)
class _Piece:
    """A piece with its printed values, which of them the reader sees, and all that the state says of it."""

    number: int
    printed: dict[str, int]
    seen: frozenset[str]
    words: list[int]

    def may_be_exchanged_for(self, other: _Piece) -> bool:
        """Whether it differs from one of the same sort in something hidden, and in nothing else that is printed."""
        if self.printed == other.printed or self.words == other.words:
            return False
        return all(self.printed[name] == other.printed[name] for name in self.seen | other.seen)


class Sight:
    """What a reader sees in states of one game."""

    def __init__(self, rules: Rules, reader: int) -> None:
        self.program = rules.program
        self.arrays = rules.machine.arrays
        self.reader = reader
        self.kinds = [kind for kind in self.program.pieces for _ in range(kind.start, kind.stop)]
        self._found: dict[int, tuple[State, list[tuple[int, int]]]] = {}  # with the state, so that it stays
        self._piece_kinds = {kind.name for kind in self.program.kinds if kind.sort == "piece"}

    def word(self, state: State, array: str, index: int) -> int:
        return state[self.arrays[array].offset + index]

    def value(self, state: State, attribute: Attribute, piece: int) -> int:
        index = piece - self.kinds[piece].start + attribute.skipped
        if attribute.storage == "table":
            return self.program.code.tables[attribute.source].values[index]
        return self.word(state, attribute.source, index)

    def owner(self, state: State, piece: int) -> int:
        if OWNER in self.arrays:
            return self.word(state, OWNER, piece)
        return self.kinds[piece].owners[piece - self.kinds[piece].start]

    def sees(self, state: State, piece: int) -> bool:
        """Whether it is seen which piece this is: if the place says nothing of it, its kind does."""
        at, own = self.word(state, AT, piece), self.kinds[piece].seen
        if own.stated and own.by == "all":
            return True
        place = self.program.locations[at] if at < self.program.pieces_from else None
        if place is not None and (place.seen.stated or hides(place.seen, ONLOOKER)):
            return self._may_see(state, place.seen, place.owner, piece)
        below = place is not None or self.sees(state, at - self.program.pieces_from)
        return below and self._may_see(state, own, self._keeper(state, piece), piece)

    def visible(self, state: State, piece: int) -> dict[str, int]:
        """All values that the reader sees of the piece, those included that all see wherever it lies."""
        return self._visible(state, piece, self.kinds[piece].attributes)

    def _visible(self, state: State, piece: int, attributes: Sequence[Attribute]) -> dict[str, int]:
        seen, keeper = self.sees(state, piece), self._keeper(state, piece)
        return {
            a.name: self.value(state, a, piece)
            for a in attributes
            if (a.seen.stated and a.seen.by == "all") or (seen and self._may_see(state, a.seen, keeper, piece))
        }

    def recognises(self, state: State, piece: int) -> bool:
        """Whether the reader sees all there is to see of the piece."""
        return self.sees(state, piece) and len(self.visible(state, piece)) == len(self.kinds[piece].attributes)

    def impression(self, state: State, piece: int) -> object:
        """What the reader sees of the piece: equal ones cannot be told apart by sight."""
        kind = self.kinds[piece]
        shown = (kind.name, self.owner(state, piece)) if self.sees(state, piece) else kind.seen_as
        return shown, self.visible(state, piece)

    def _may_see(self, state: State, seen: Seen, owner: int, piece: int) -> bool:
        if not hides(seen, self.reader) or (seen.by == "owner" and owner == self.reader >= 0):
            return True
        flags = [a for a in self.kinds[piece].attributes if a.kind is None and a.name == seen.until]
        return any(self.value(state, flag, piece) for flag in flags)

    def _keeper(self, state: State, piece: int) -> int:
        """Its owner, failing that the owner of the place where it is."""
        at = self.word(state, AT, piece)
        if self.owner(state, piece) >= 0:
            return self.owner(state, piece)
        return self._keeper(state, at - self.program.pieces_from) if at >= self.program.pieces_from else (
            self.program.locations[at].owner
        )  # fmt: skip

    def printed(self, state: State, piece: int) -> dict[str, int]:
        """The values that never change and that the reader sees of the piece."""
        return self._visible(state, piece, self._fixed[piece])

    @cached_property
    def _fixed(self) -> list[list[Attribute]]:
        """Of each piece the attributes that never change."""
        of_kinds = {kind.name: [a for a in kind.attributes if a.storage == "table"] for kind in self.program.pieces}
        return [of_kinds[kind.name] for kind in self.kinds]

    # ------------------------------------------------------------------------------------------------ exchanging pieces

    def pairs(self, state: State, known: Collection[int] = ()) -> list[tuple[int, int]]:
        """The pairs of pieces that may be exchanged, so that something hidden from the reader is different.

        `known` are the pieces that the reader knows, also where they do not see them.
        """
        named = self._named(state) | set(known)
        alike: dict[Hashable, dict[int, tuple[int, ...]]] = {}
        for piece, kind in enumerate(self.kinds):
            if piece not in named and self._fixed[piece]:
                same = alike.setdefault((kind.name, self.owner(state, piece)), {})
                same[piece] = tuple([self.value(state, a, piece) for a in self._fixed[piece]])
        unlike = (same for same in alike.values() if len({*same.values()}) > 1)
        both = (pair for same in unlike for pair in combinations([self._piece(state, piece) for piece in same], 2))
        pieces = sorted((one.number, other.number) for one, other in both if one.may_be_exchanged_for(other))
        players = combinations(range(len(self.program.seats)), 2)
        return pieces + [(seat(k), seat(n)) for k, n in players if self._unlike(state, k, n)]

    def pairs_once(self, state: State, known: Collection[int]) -> list[tuple[int, int]]:
        """The same for a state of a playout, which is asked for again and again."""
        if id(state) not in self._found:
            self._found[id(state)] = state, self.pairs(state, known)
        return self._found[id(state)][1]

    def own(self, state: State, player: int) -> dict[str, int]:
        """What the reader sees of the values of a player, but for those that are always seen."""
        words = {a.name: self.word(state, a.source, player) for a in self._of_seats}
        hidden = [a for a in self._of_seats if hides(a.seen, self.reader)]
        open_to = {a.seen.until for a in hidden if a.seen.until and words[a.seen.until]}
        mine = player == self.reader
        return {a.name: words[a.name] for a in hidden if (a.seen.by == "owner" and mine) or a.seen.until in open_to}

    @property
    def _of_seats(self) -> Sequence[Attribute]:
        return self.program.seats[0].attributes if self.program.seats else ()

    def _hidden(self, state: State, one: int, other: int) -> list[Attribute]:
        """The values of two players of which the reader sees neither."""
        shown = self.own(state, one).keys() | self.own(state, other).keys()
        return [a for a in self._of_seats if hides(a.seen, self.reader) and a.name not in shown]

    def _unlike(self, state: State, one: int, other: int) -> bool:
        hidden = self._hidden(state, one, other)
        return any(self.word(state, a.source, one) != self.word(state, a.source, other) for a in hidden)

    def twins(self, state: State, begun: Collection[int] = ()) -> list[tuple[int, int]]:
        """The pairs of pieces that differ in nothing but what the state says of them. `begun` are the codes of what is
        given of answers that are not complete: of pieces of which these speak the match knows more."""
        named = self._named(state) | self._answered([*begun, *self._in_lists(state)])
        alike: dict[Hashable, list[tuple[int, list[int]]]] = {}
        for piece, kind in enumerate(self.kinds):
            if piece not in named:
                printed = tuple([self.value(state, a, piece) for a in self._fixed[piece]])
                same = alike.setdefault((kind.name, self.owner(state, piece), printed), [])
                same.append((piece, self._words(state, piece)))
        pairs = (pair for same in alike.values() for pair in combinations(same, 2))
        return [(one, other) for (one, words), (other, others) in pairs if words != others]

    def _piece(self, state: State, piece: int) -> _Piece:
        fixed = {a.name: self.value(state, a, piece) for a in self._fixed[piece]}
        return _Piece(piece, fixed, frozenset(self.printed(state, piece)), self._words(state, piece))

    def _words(self, state: State, piece: int) -> list[int]:
        """All that the state says of a piece."""
        changing = [a for a in self.kinds[piece].attributes if a.storage == "array"]
        words = [self.word(state, array, piece) for array in self._per_piece]
        return words + [self.value(state, a, piece) for a in changing]

    @cached_property
    def _per_piece(self) -> list[str]:
        """The arrays with a word for each piece of the box."""
        known = {a.source for kind in self.program.pieces for a in kind.attributes}
        arrays = [a for a in self.arrays.values() if a.section != "derived" and a.name not in known]
        return [a.name for a in arrays if a.name in (AT, RANK) or a.name.startswith("piece.")]

    def _named(self, state: State) -> set[int]:
        """Pieces that the suspended program may speak of by number: words there have no types. Nought is nobody."""
        words = {word for start, stop in self._untyped for word in state[start:stop] if word}
        return words | {word - self.program.pieces_from for word in words} | self._members(state)

    @cached_property
    def _untyped(self) -> list[tuple[int, int]]:
        typed = {a.source for kind in self.program.pieces for a in kind.attributes} | {*self._per_piece, *_NO_PIECES}
        own = [a for place in self.program.locations for a in place.attributes]
        own += [a for board in self.program.boards for a in board.attributes]
        own += [a for seat in self.program.seats for a in seat.attributes]
        typed |= {a.source for a in own if a.kind not in self._piece_kinds}
        arrays = [a for a in self.arrays.values() if a.section != "derived" and a.name not in typed]
        return [(a.offset, a.offset + a.count) for a in arrays]

    def _in_lists(self, state: State) -> Iterator[int]:
        """The codes of answers in secret that wait for those of others."""
        for lists in (decision for decision in self.program.decisions if decision.given):
            most = self.arrays[lists.steps].count // len(self.program.players)
            for player in range(len(self.program.players)):
                for step in range(self.word(state, lists.given, player)):
                    yield self.word(state, lists.steps, player * most + step)

    def _answered(self, codes: Collection[int]) -> set[int]:
        """The pieces of which answers with these codes speak, whatever was asked."""
        forms = [form for decision in self.program.decisions for form in decision.alternatives]
        return {
            (code - form.base) // slot.stride % slot.size + slot.start
            for form in forms
            for slot in form.parts
            if isinstance(slot, Slot) and slot.kind in self._piece_kinds
            for code in codes
            if form.base <= code < form.base + form.size
        }

    def _members(self, state: State) -> set[int]:
        """Pieces in sets that the suspended program may hold: any word may be a part of a set of these kinds, but for
        those that say where a procedure waits, and those with more members than the kind has."""
        frames = [(a.offset + 1, a.offset + a.count) for a in self.arrays.values() if a.name.startswith(FRAME)]
        given = self.arrays[ARGUMENTS]
        stretches = [*frames, (given.offset, given.offset + given.count)]
        words = {word for start, stop in stretches for word in state[start:stop] if word}
        kinds = [kind for kind in self.program.kinds if kind.name in self.program.sets]
        return {
            kind.start + number
            for kind in kinds
            for word in words
            if len(kind.elements) >= 64 or 0 < word < 1 << len(kind.elements)
            for number in range(len(kind.elements))
            if word >> number % 64 & 1
        }

    def exchanged(self, state: State, exchange: Exchange) -> list[int]:
        """The state (control and position) with pieces exchanged."""
        words = list(state)
        for name in self._per_piece:
            start = self.arrays[name].offset
            for piece in range(len(self.kinds)):
                word = self._moved(state[start + piece], exchange) if name == AT else state[start + piece]
                words[start + exchange.get(piece, piece)] = word
        for kind in self.program.pieces:
            for attribute in (a for a in kind.attributes if a.storage == "array"):
                self._exchange_values(state, words, kind, attribute, exchange)
        for one, other in ((seat(k), seat(n)) for k, n in exchange.items() if k < 0):
            for attribute in self._hidden(state, one, other):
                start = self.arrays[attribute.source].offset
                words[start + one] = state[start + other]
        return words

    def _moved(self, location: int, exchange: Exchange) -> int:
        first = self.program.pieces_from
        return location if location < first else first + exchange.get(location - first, location - first)

    def _exchange_values(
        self, state: State, words: list[int], kind: PieceKind, attribute: Attribute, exchange: Exchange
    ) -> None:
        start = self.arrays[attribute.source].offset + attribute.skipped - kind.start
        refers = attribute.kind in self._piece_kinds
        for piece in range(kind.start, kind.stop):
            word = state[start + piece]
            words[start + exchange.get(piece, piece)] = exchange.get(word, word) if refers else word

    def carried(self, decision: Decision, code: int, exchange: Exchange) -> int:
        """The answer of the other world that stands for this one: it speaks of the pieces in the same places. -1 if
        there the piece is of another sort than the answer is for."""
        form = max((a for a in decision.alternatives if a.base <= code), key=lambda a: a.base)
        for slot in (part for part in form.parts if isinstance(part, Slot) and part.kind in self._piece_kinds):
            piece = (code - form.base) // slot.stride % slot.size + slot.start
            image = exchange.get(piece, piece)
            if not slot.start <= image < slot.start + slot.size:
                return -1
            code += (image - piece) * slot.stride
        return code


# ----------------------------------------------------------------------------------------------------------- two worlds


class World(Match):
    """A match from any state on, in which every answer is given by its codes, Chance's too."""

    def __init__(
        self, rules: Rules, state: MutableSequence[int], partial: Mapping[int, Begun] = MappingProxyType({})
    ) -> None:
        self.rules, self.seed, self.nature = rules, 0, "ask"
        self.steps, self._choices, self._begun_amid = [], [], True
        self._log = Log(rules.program)
        self._position = Position(rules, state, None, partial)
        self._parts = []
        self.opened = 0 if self._position.in_secret else -1
        self._codes: dict[int, list[int]] = {}  # what each player entered of an answer that is not given

    def answer(self, who: int, code: int) -> None:
        """Gives the answer of this code, or a step of an answer that is a set, through the option it belongs to."""
        position = self.position.seen_from(who)
        (option,) = position.legal.of([code])
        own = self._codes.setdefault(who, [])
        if code in own and position.sets is not None:  # of elements that look alike the next
            code = next(other for other in position.sets.every.all[option.text] if other not in own)
        own.append(code)
        self.choose(option, self.players[who] if who < len(self.players) else None)

    def answer_in_order(self, who: int, codes: Sequence[int]) -> bool:
        """Gives an answer of several steps, in the order in which its decider enters them; false if it is not legal."""
        left, given = set(codes), self.given(who)
        while left and self.given(who) == given:
            legal = self.position.seen_from(who).legal
            code = next((c for option in legal.options for c in legal.all[option.text] if c in left), None)
            if code is None:
                return False
            left.remove(code)
            self.answer(who, code)
        return self.given(who) != given and left <= {0}

    def given(self, who: int) -> tuple[int, int]:
        """How many steps there are, and parts of an answer that this player gives in secret."""
        return len(self.steps), len(self.parts(who))

    def parts(self, who: int) -> tuple[Part, ...]:
        """What a player has given of an answer in secret that is not complete."""
        return self.position.partial[who].parts if who in self.position.partial else ()

    def _play_set(self, position: Position, elements: list[Option]) -> Option:
        assert position.sets is not None
        own = self._codes.get(position.who, [])
        self._codes[position.who] = position.sets.in_order(code for code in own if code)
        return super()._play_set(position, elements)

    def _give(self, position: Position, before: array[int], codes: tuple[int, ...], text: str, drawn: bool) -> None:
        super()._give(position, before, tuple(self._codes.pop(position.who, codes)), text, drawn)

    def undone(self, name: str) -> World:
        """Another match, in which a player took their answer back."""
        other = copy(self)
        assert isinstance(other, World)
        other._codes = {}
        other.undo(name)
        return other


def shown(world: World, reader: int, probes: Sequence[str]) -> dict[str, bytes]:
    """All that a reader is shown or told, byte by byte."""
    name = None if reader == ONLOOKER else world.players[reader]
    told: dict[str, object] = {"view": world.view(name), "log": [asdict(entry) for entry in world.log(name)]}
    if name is not None:
        told |= {"may undo": world.can_undo(name), "undo": _undoing(world, name)}
        told["refusals"] = [str(world.why_not(text, name)) for text in probes]
        told["tried"] = [_tried(world, text, name) for text in probes[::TRIED]]
    decision = world.asked(name) if name is not None else None
    told["row"] = _rows(world.rules).row(world.position, reader)
    if decision is not None:
        told["numbers"] = {
            n: o.text for n, o in _rows(world.rules).numbering.options(world.position.seen_from(reader)).items()
        }
        told["options"] = [asdict(option) for option in decision.options]
        told["bot"] = plain(seat_in(world, reader))
        told["decision in Python"] = (repr(decision), plain(decision))
    return {what: json.dumps(data).encode() for what, data in told.items()}


@lru_cache(maxsize=1)  # one game after the other
def _rows(rules: Rules) -> Observation:
    """What programs that learn are given of it, as numbers."""
    return Observation(Numbering(rules))


def plain(thing: object) -> object:
    """All that can be got out of an object in Python, its private parts included, as plain data."""
    if isinstance(thing, str | int | None):
        return thing
    if isinstance(thing, Mapping):
        return [[plain(key), plain(value)] for key, value in thing.items()]
    if isinstance(thing, tuple | list):
        return [plain(part) for part in thing]
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    kept = {**getattr(thing, "__dict__", {}), **{name: getattr(thing, name) for name in slots}}
    return [type(thing).__name__, plain(kept)]


def _may_choose_nothing(position: Position) -> bool:
    """Whether the answer of whoever decides can be that they choose nothing."""
    return position.site.several is not None or any(form.passes for form in position.site.alternatives)


def _tried(world: World, text: str, name: str) -> str:
    """What a player is told who gives an answer that is refused."""
    if world.why_not(text, name) is None:
        return ""
    with pytest.raises(IllegalChoice) as refused:
        world.choose(text, name)
    return str(refused.value)


def _undoing(world: World, name: str) -> object:
    """What a player sees after taking back, or why they cannot."""
    if world.can_undo(name):
        return world.undone(name).view(name)
    with pytest.raises(UndoError) as refused:
        world.undo(name)
    return str(refused.value)


def actions(program: Program) -> list[tuple[Decision, Alternative]]:
    """Every action of the game, where it is first offered: to whomever, whenever."""
    found: dict[str, tuple[Decision, Alternative]] = {}
    for decision in program.decisions:
        for form in decision.alternatives if decision.sort == "offer" else ():
            found.setdefault(str(form.parts[0]), (decision, form))
    return [*found.values()]


@dataclass
class Pair:
    """Two worlds side by side: one piece of `here` has its place taken in `there` by another, as `exchange` says."""

    here: World
    there: World
    sight: Sight
    exchange: Exchange

    def compare(self, answers: Sequence[int]) -> int:
        """Plays both on, at most one decision for each number, until the reader learns which world it is.

        Returns how many positions looked the same. AssertionError: one that does not.
        """
        for number, answer in enumerate(answers):
            self._look_the_same(answer, every=number == 0)
            if self.here.decision is None or not self._step(answer) or self._told_apart():
                return number + 1
        self._look_the_same(0)
        return len(answers) + 1

    def _look_the_same(self, seed: int, every: bool = False) -> None:
        probes = [*self._probes(Random(seed), every)]
        here, there = (shown(world, self.sight.reader, probes) for world in (self.here, self.there))
        differing = [what for what in here.keys() | there.keys() if here.get(what) != there.get(what)]
        assert not differing, f"they differ in {', '.join(differing)}"

    def _probes(self, random: Random, every: bool) -> Iterator[str]:
        """Answers to the open decision in the words of one who sees everything, and of the reader, and a few of these
        words; and actions, `every` one or some, whoever they are offered to and whenever, with one of their answers."""
        position = self.here.position
        if position.over:
            return
        for _ in range(PROBES):
            form = random.choice(position.site.alternatives)
            code = form.base + random.randrange(form.size)
            text = position.answers(random.choice([self.sight.reader, -2])).text(code)
            yield text
            yield " ".join(word for word in text.split() if random.randrange(2))
        offered = actions(position.rules.program)
        for decision, form in offered if every else random.sample(offered, min(PROBES // 2, len(offered))):
            answers = Answers(decision, position.knowledge(random.choice([self.sight.reader, -2])))
            yield str(form.parts[0])
            yield answers.text(form.base + random.randrange(form.size))

    def _step(self, answer: int) -> bool:
        """One answer in both worlds; false if whoever decides has none that there is in both."""
        who = self.here.position.asked[answer % len(self.here.position.asked)]
        if who == self.sight.reader or not self.here.position.in_secret:
            return self._answer(who, answer)
        left = [world.given(who)[0] for world in (self.here, self.there)]
        while self._same_question(who):  # what the reader does not see until it is complete
            if not self._answer(who, answer):
                return False
            complete = [not world.parts(who) for world in (self.here, self.there)]
            if any(complete):
                return all(complete) or self._nothing_more(who, left)
        return self._nothing_more(who, left)

    def _same_question(self, who: int) -> bool:
        here, there = (world.position.seen_from(who) for world in (self.here, self.there))
        return here.site is there.site

    def _nothing_more(self, who: int, before: Sequence[int]) -> bool:
        """Where one world asks what the other does not: whether `who` can be done in both, and choose nothing there.
        `before`: how many answers were given in each."""
        for world, answers in zip((self.here, self.there), before, strict=True):
            while world.given(who)[0] == answers:
                position = world.position.seen_from(who)
                if position.over or NOTHING_MORE not in position.codes or not _may_choose_nothing(position):
                    return False
                world.answer(who, NOTHING_MORE)
        return True

    def _answer(self, who: int, answer: int) -> bool:
        """What `who` answers to what they are asked now."""
        here, there = (world.position.seen_from(who) for world in (self.here, self.there))
        if who != self.sight.reader and here.site is not there.site:
            return False
        images = {code: self.sight.carried(here.site, code, self.exchange) for code in here.codes}
        if who == self.sight.reader and not here.entered:  # of pieces that look alike, any may be entered first
            assert set(images.values()) == set(there.codes), "they differ in the answers"
        both = [code for code, image in images.items() if image in set(there.codes)]
        if not both:
            return False
        if here.sets is not None and who != self.sight.reader:
            return self._set(who, here.site, answer)
        self.here.answer(who, both[answer % len(both)])
        self.there.answer(who, images[both[answer % len(both)]])
        return True

    def _set(self, who: int, decision: Decision, answer: int) -> bool:
        """Somebody else's answer that is a set: the reader sees nothing of how it is entered."""
        given = self.here.given(who)
        while self.here.given(who) == given:
            codes = self.here.position.seen_from(who).codes
            self.here.answer(who, codes[answer % len(codes)])
        parts = self.here.parts(who)
        last = parts[-1].codes if parts else self.here.steps[-1].codes
        return self.there.answer_in_order(who, [self.sight.carried(decision, code, self.exchange) for code in last])

    def _told_apart(self) -> bool:
        """Whether the reader sees now which world it is; then the log must say what they saw."""
        here, there = self.here.position.state, self.there.position.state
        pieces = range(len(self.sight.kinds))
        learnt = [
            piece
            for piece in pieces
            if self.sight.printed(here, piece) != self.sight.printed(there, self.exchange.get(piece, piece))
            or (piece in self.exchange and (self._shown(here, piece) or self._shown(there, piece)))
        ]
        new = [self._new_entries(world) for world in (self.here, self.there)]
        kept = [[entry for entry in entries if entry.kind != "reveal"] for entries in new]
        assert kept[0] == kept[1], "they differ in the log"
        if learnt:
            assert any(entry.kind == "reveal" for entries in new for entry in entries), "seen, but not logged"
        players = range(len(self.sight.program.seats))
        return bool(learnt) or any(self.sight.own(here, k) != self.sight.own(there, k) for k in players)

    def _shown(self, state: State, piece: int) -> bool:
        """Whether the reader got to know the piece; that this is so of no other is tested by itself."""
        readers = self.sight.word(state, NOTICED, piece) if NOTICED in self.sight.arrays else 0
        return readers >> (self.sight.reader % (len(self.sight.program.players) + 1)) & 1 == 1

    def _new_entries(self, world: World) -> list[LogEntry]:
        """What the reader was told of the last answer."""
        name = None if self.sight.reader == ONLOOKER else world.players[self.sight.reader]
        return [entry for entry in world.log(name) if entry.number == world.answers]


# ---------------------------------------------------------------------------------------------------------- making them


Known = dict[int, frozenset[int]]  # by reader the pieces that they know


def playout(rules: Rules, seed: int, most: int = 5000) -> list[tuple[State, Known]]:
    """The states, control and position, at all decisions of a random game in which nothing must be remembered."""
    machine, random = rules.machine, Random(seed)
    states: list[tuple[State, Known]] = []
    state = machine.initial(seed)
    machine.run(state)
    while state[STATUS_AT] != OVER and len(states) < most:
        if not machine.chosen(state) and not has_begun(rules, state):  # an answer is given whole
            states.append((state[: machine.core], {}))
        if is_secret(rules.program, state):
            machine.resume(state, random.choice(machine.options(state)))
        machine.resume(state, random.choice(machine.options(state)))
    return states


def has_begun(rules: Rules, state: State) -> bool:
    """Whether somebody has given a part of an answer in secret: what is in these lists cannot be exchanged."""
    players = range(len(rules.program.players))
    return any(steps_given(rules.program, rules.machine, state, player) for player in players)


def worlds(
    rules: Rules, sight: Sight, states: Sequence[tuple[State, Known]], point: int, swaps: Sequence[int]
) -> Pair | None:
    """A state of a playout, the first from `point` on where something can be exchanged, and its other world."""
    for step in range(len(states)):
        state, known = states[(point + step) % len(states)]
        exchange = chosen(sight.pairs_once(state, known.get(sight.reader, ())), swaps)
        if exchange:
            here, there = (rules.machine.unpack(words) for words in (state, sight.exchanged(state, exchange)))
            return Pair(World(rules, here), World(rules, there), sight, exchange)
    return None


def chosen(pairs: Sequence[tuple[int, int]], swaps: Sequence[int]) -> Exchange:
    """Some of the pairs, no piece twice."""
    exchange: Exchange = {}
    for swap in swaps if pairs else ():
        one, other = pairs[swap % len(pairs)]
        if one not in exchange and other not in exchange:
            exchange |= {one: other, other: one}
    return exchange
