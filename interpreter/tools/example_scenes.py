"""What worked examples look like: the position in which each begins to be played, and what is done there first.

Whoever looks is an onlooker, so that what is hidden in the game is hidden in the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import dropwhile, groupby, pairwise, takewhile

from dsl.board.scene import Held, Piece, Scene, Weighed, Worth
from dsl.ir.program import NOTED, VARIABLES, Example, Noting, Step, Sum
from interpreter.knowledge.reader import SPECTATOR, Knowledge
from interpreter.play.example_failures import Failed
from interpreter.play.example_runner import Runner
from interpreter.play.examples import lines
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault, State

MOST_RUNS = 4  # of answers, between which something else is said
MOST_FACES = 100  # of a die
NO_ANSWERS = ("given", "then", "won", "offered", "asked", "choosable", "passable")

Pieces = dict[int, Piece]
"""The pieces on boards by their numbers, those on one space from the bottom to the top."""
Numbers = tuple[int, ...]
"""What is rolled."""


@dataclass(frozen=True)
class Beginning:
    """What an onlooker sees after the setup: the pieces on boards, those of them that are what they are by chance, and
    the flags that some of a kind have: (kind, flag); and the pieces in other places, with the flags that some of a
    kind have there. `otherwise` are the pieces on boards where chance chose otherwise, `told` the numbers of those that
    an example calls by name."""

    pieces: Pieces
    aside: Pieces
    by_chance: Set[Piece]
    flags: Set[tuple[str, str]]
    aside_flags: Set[tuple[str, str]]
    otherwise: Pieces = field(default_factory=dict)
    told: Set[int] = frozenset()

    def seen(self, pieces: Pieces) -> Pieces:
        """Pieces without flags that are nothing special."""
        return {number: replace(piece, flags=tuple(self.special(piece))) for number, piece in pieces.items()}

    def seen_aside(self, pieces: Pieces) -> Pieces:
        """The same of pieces in other places."""
        usual = self.flags | self.aside_flags
        return {
            number: replace(piece, flags=tuple(flag for flag in piece.flags if (piece.kind, flag) not in usual))
            for number, piece in pieces.items()
        }

    def special(self, piece: Piece) -> Iterator[str]:
        return (flag for flag in piece.flags if (piece.kind, flag) not in self.flags)

    def known(self, pieces: Pieces, before: Pieces) -> Pieces:
        """Pieces without what they have by chance, and had before: those that lie where chance put them."""
        chance = {n: piece for n, piece in before.items() if piece in self.by_chance and self.pieces.get(n) == piece}
        return {
            number: self.without_chance(number, piece)
            if number in chance and chance[number].values == piece.values
            else piece
            for number, piece in pieces.items()
        }

    def without_chance(self, number: int, piece: Piece) -> Piece:
        """A piece without its values; of one that has a name, of which it is known which it is, without those alone
        that chance gave it."""
        if number not in self.told:
            return replace(piece, values=())
        by_chance = {*piece.values} - {*self.otherwise.get(number, piece).values}
        return replace(piece, values=tuple(value for value in piece.values if value not in by_chance))


def scenes(rules: Rules) -> Iterator[tuple[Example, Scene | None]]:
    """The examples of rules that have them, each with its scene; None for one that fails or is not played."""
    usual, trays = beginning(rules), set[int]()
    found = {example: scene(rules, example, usual, trays) for example in rules.program.examples}
    for example, one in found.items():
        yield example, scene(rules, example, usual, trays) if one and misses_dice(example, one) else one


def misses_dice(example: Example, found: Scene) -> bool:
    """Whether more dice are rolled than were found: where they show what they did, others tell where they lie."""
    rolled = sum(step.sort == "rolls" for line in lines(example) for step in line)
    return rolled > sum(len(part.thrown) + len(part.rolled_before) for part in (found, *found.further))


def beginning(rules: Rules) -> Beginning:
    state = first_asked(rules, False)
    first, last = (on_boards(rules, found, {}) for found in (state, first_asked(rules, True)))
    flags = {(piece.kind, flag) for piece in first.values() for flag in piece.flags}
    aside = off_boards(rules, state, flagged=True).values()
    aside_flags = {(piece.kind, flag) for piece in aside for flag in piece.flags}
    plain = Beginning(first, off_boards(rules, state), set(), flags, aside_flags)
    usual, other = plain.seen(first), plain.seen(last)
    return replace(plain, pieces=usual, by_chance={*usual.values()} - {*other.values()}, otherwise=other)


def first_asked(rules: Rules, last: bool) -> State:
    """The state in which somebody is asked first, where chance chose what it could first, or last."""
    runner = Runner(rules.program, rules.machine, last)
    runner.machine.run(runner.state)
    runner.settle()
    return runner.state


def scene(rules: Rules, example: Example, usual: Beginning, trays: set[int]) -> Scene | None:
    """The scene of an example; to `trays` come the places in which dice lie then."""
    try:
        runs = list(played(rules, example))
        later = tuple(after_turns(Runner(rules.program, rules.machine), example))
        if not runs:
            return None
        held = tuple(lines_held(Runner(rules.program, rules.machine), example, runs[0][0][0][0]))
        by_chance = usual.by_chance - {*on_any_chance(rules, example, usual).values()}
        usual = replace(usual, by_chance=by_chance, told={*example.told})
    except (Failed, Fault):
        return None
    names = names_of(rules, example, runs[-1][0][-1][0])
    first, *others = (
        beside(
            done(
                [usual.seen(on_boards(rules, state, names)) for state, _ in states],
                usual,
                (off_boards(rules, states[0][0], flagged=True), off_boards(rules, states[-1][0], flagged=True)),
            ),
            [usual.seen_aside(off_boards(rules, state, flagged=True)) for state, _ in states],
            [numbers for _, numbers in states],
            usual,
            trays,
            given,
        )
        for states, given in runs
    )
    ends = (state for states, _ in runs for state in (states[0][0], states[-1][0]))
    lying = [usual.seen_aside(off_boards(rules, state, flagged=True)) for state in ends]
    called = dict.fromkeys((name, at[n]) for at in lying for n, name in names.items() if n in at)
    first = replace(first, called_aside=tuple(called))
    return replace(first, later=later, further=tuple(others) if len(runs) <= MOST_RUNS else (), held=held)


def on_any_chance(rules: Rules, example: Example, usual: Beginning) -> Pieces:
    """The pieces on boards when it begins to be played, had chance chosen otherwise in the setup: what is by chance
    usually, and is there then too, is so because the example gives it. None where it cannot be played then."""
    if not usual.by_chance:
        return {}
    runner = Runner(rules.program, rules.machine, True)
    try:
        runner.begin(example)
        begin_playing(runner, example)
    except (Failed, Fault):
        return {}
    return usual.seen(on_boards(rules, runner.state, {}))


def beside(
    scene: Scene, shown: list[Pieces], rolled: list[Numbers], usual: Beginning, trays: set[int], given: bool
) -> Scene:  # fmt: skip
    """The same with what becomes of the pieces in places off the boards; before each position so many numbers are
    `rolled`. To `trays` come the places in which dice lie then. `given`: nobody does it."""
    start, end, first = (Counter(pieces.values()) for pieces in (shown[0], shown[-1], usual.aside))
    places = {piece.at for one, other in ((start, first), (start, end)) for piece in (one - other) | (other - one)}
    aside, aside_end = (
        tuple(piece for piece in pieces.values() if piece.at in places) for pieces in (shown[0], shown[-1])
    )
    thrown: Pieces = {}
    rolled_before: list[Piece] = []
    for (one, other), numbers in zip(pairwise(shown), rolled[1:], strict=True):
        found = thrown_in(one, other, numbers, trays)
        rolled_before += [thrown[n] for n in found if n in thrown]
        thrown |= found
        trays |= {piece.at for piece in thrown.values()}
    rolls = tuple(thrown.values()), tuple(rolled_before)
    return replace(scene, aside=aside, aside_end=aside_end, thrown=rolls[0], rolled_before=rolls[1], given=given)


def thrown_in(one: Pieces, other: Pieces, rolled: Numbers, trays: Set[int]) -> Pieces:
    """The pieces that have got these numbers, also if they had them before: then they lie beside such as had not, have
    gone elsewhere, or lie in `trays`. None where it cannot be told which."""
    numbered = {n: piece for n, piece in other.items() if n in one and is_numbered(piece)}
    found = {n: piece for n, piece in numbered.items() if piece.values != one[n].values}
    count = len(rolled)
    if len(found) < count:
        beside = {*trays, *(piece.at for piece in found.values())}
        left = {n: p for n, p in numbered.items() if n not in found and (p.at in beside or p.at != one[n].at)}
        missing = Counter(rolled)
        missing.subtract(number for piece in found.values() for number in numbers_of(piece))
        found |= dict(with_numbers(left, missing))
    if len({piece.values for piece in found.values()}) == 1:  # of a throw that counts more than once
        found = {n: found[n] for n in [*found][:count]}
    return found if len(found) == count else {}


def with_numbers(pieces: Pieces, missing: Counter[int]) -> Iterator[tuple[int, Piece]]:
    """Of the pieces as many with each number as are missing."""
    for n, piece in pieces.items():
        number = next((number for number in numbers_of(piece) if missing[number] > 0), None)
        if number is not None:
            missing[number] -= 1
            yield n, piece


def numbers_of(piece: Piece) -> list[int]:
    return [int(value) for _, value in piece.values if value.isdecimal()]


def is_numbered(piece: Piece) -> bool:
    return bool(numbers_of(piece))


def done(shown: list[Pieces], usual: Beginning, off: tuple[Pieces, Pieces]) -> Scene:
    """What becomes of the pieces on boards from one position to the next; `off` are those that all see off the boards
    in the first and in the last."""
    off_first, off_last = off
    now, then = {*shown[0].values()}, {*usual.pieces.values()}
    full = {piece.at for piece in now}
    others = {*(now - then), *(piece for piece in then - now if piece.at not in full)}  # of which fewer lie is usual
    moves = (move for one, other in pairwise(shown) for move in dict.fromkeys(moved(one, other)))
    start, end = usual.known(shown[0], shown[0]), usual.known(shown[-1], shown[0])
    passing = {n: piece for pieces in shown[1:-1] for n, piece in pieces.items() if n not in start and n not in end}
    return Scene(
        pieces=tuple(start.values()),
        unusual=tuple(sorted({piece.at for piece in others})),
        moves=tuple(moves),
        come=tuple(end[piece] for piece in end if piece not in start),
        gone=tuple(start[piece] for piece in start if piece not in end),
        passing=tuple(passing.values()),
        otherwise=tuple((start[n], end[n]) for n in start if n in end and start[n] != end[n]),
        end=tuple(end.values()),
        opened=tuple(
            (piece, replace(off_last[n], at=piece.at, called=piece.called, flags=tuple(usual.special(off_last[n]))))
            for n, piece in start.items()
            if n in off_last and n not in end and piece.hidden and not off_last[n].hidden
        ),
        crossed=(
            *((off_first[n].at, piece.at) for n, piece in end.items() if n not in start and n in off_first),
            *((piece.at, off_last[n].at) for n, piece in start.items() if n not in end and n in off_last),
        ),
        arrivals=tuple(
            (piece.at, answer)
            for answer, (one, other) in enumerate(pairwise(shown), 1)
            for n, piece in other.items()
            if n not in one
        ),
    )


def moved(one: Pieces, other: Pieces) -> Iterator[tuple[int, int]]:
    """From where to where pieces were moved on boards."""
    both = ((one[piece].at, other[piece].at) for piece in one if piece in other)
    yield from (move for move in both if move[0] != move[1])


def played(rules: Rules, example: Example) -> Iterator[tuple[list[tuple[State, Numbers]], bool]]:
    """The state in which an example begins to be played, and those after each of its first answers, up to where
    something else is said; then the same of the answers behind that; or, if there are none, of what is given anew, and
    that it is given. None where the setup is not over then. With each what is rolled before it. Raises Failed,
    Fault."""
    runner = Runner(rules.program, rules.machine)
    runner.begin(example)
    told, before, answers = begin_playing(runner, example)
    if runner.in_setup:
        return
    first: list[tuple[State, Numbers]] = [(runner.state[:], ())]
    if not answers:
        first = [*((state, ()) for state in as_given(rules, example, runner.state)), *first]
    for line in before:
        runner.line(line)
    yield [*first, *after_each(runner, answers)], False
    rest = told[len(before) + len(answers) :]
    for doing, group in groupby(rest, key=lambda line: is_answer(line) or is_given(line)):
        run = list(group)
        given = list(takewhile(is_given, run)) if doing else []
        at_first = [(runner.state[:], ()), *after_each(runner, given)]
        states = [at_first[-1], *after_each(runner, run[len(given) :])]
        if doing:
            yield (states, False) if len(given) < len(run) else (at_first, True)


def as_given(rules: Rules, example: Example, state: State) -> Iterator[State]:
    """The state in which what is given is so, where nobody does anything, and play by itself has changed one of the
    things that are given, up to `state`."""
    if not example.given:
        return
    before = Runner(rules.program, rules.machine)
    before.machine.run(before.state, example.given)
    before.settle()
    words = rules.machine.arrays[VARIABLES].offset
    things = {before.state[words + picked.word] for picked in example.picked}
    one, other = (on_boards(rules, at, {}) for at in (before.state, state))
    if any(one.get(thing) != other.get(thing) for thing in things):
        yield before.state[:]


def begin_playing(runner: Runner, example: Example) -> tuple[list[list[Step]], list[list[Step]], list[list[Step]]]:
    """Goes on to where a begun example begins to be played. All its lines from there, those before its first answers,
    and these. Raises Failed, Fault."""
    told = list(dropwhile(is_given, lines(example)))
    before = list(takewhile(lambda line: not is_answer(line) and not is_given(line), told))
    answers = list(takewhile(is_answer, told[len(before) :]))
    if before or not answers:
        runner.settle()
    else:
        runner.reach(answers[0][0])
    return told, before, answers


def after_each(runner: Runner, told: Iterable[list[Step]]) -> Iterator[tuple[State, Numbers]]:
    """The states after each of some lines, and what each rolls."""
    for line in told:
        runner.line(line)
        yield runner.state[:], tuple(face_of(runner, step) for step in line if step.sort == "rolls")


def face_of(runner: Runner, step: Step) -> int:
    """The number that a line says is rolled."""
    faces = (n for n in range(MOST_FACES) if runner.machine.call(step.function, runner.state[:], n) != 0)
    return next(faces, -1)


def after_turns(runner: Runner, example: Example) -> Iterator[int]:
    """Before which answers, counted from 0, there are turns of others of which no line says so; in nobody's turn these
    pass, but whoever is asked within the turn of another has none. Raises Failed, Fault."""
    runner.begin(example)
    answers = 0
    for line in lines(example):
        known = max(len(runner.turns) - 1, 0)
        runner.line(line)
        if is_answer(line):
            players = [who for who in runner.turns[known:] if who < len(runner.program.players)]
            in_row = [who for who, _ in groupby(players)]
            if len(in_row) > len({*in_row[:1], *in_row[-1:]}):
                yield answers
            answers += 1


def lines_held(runner: Runner, example: Example, first: State) -> Iterator[Held]:
    """What is known of each line that says what holds then; `first` is the state in which it begins to be played. As
    before is what was so before the last answers. Nothing where something is given on the way. Raises Failed, Fault."""
    told = list(dropwhile(is_given, lines(example)))
    if any(map(is_given, told)):
        return
    runner.begin(example)
    before, answering, answered = first, False, False
    for line in lines(example):
        if is_answer(line) and not answering:
            begin_noting(runner)
            before = runner.state[:] if answered else before
        answering, answered = is_answer(line), answered or is_answer(line)
        runner.line(line)
        for step in line if line[0].sort in NO_ANSWERS and not is_given(line) else ():
            yield weighed(runner, step, held(runner, step, first, before))


def held(runner: Runner, step: Step, first: State, before: State) -> Held:
    """What is known of a line when it holds; nothing is so in the `first` state of what is not there then."""

    def is_so(function: str, state: State) -> bool:
        try:
            return bool(runner.machine.call(function, state[:]) != 0)
        except Fault:
            return False

    needs = runner.stand.unmet(runner.state, step) if step.sort == "offered" or step.meant else ()
    unmet = [note.span for note in needs if note.span is not None]
    found = Held(
        unmet=tuple(span.begin for span in unmet),
        no_choice=bool(step.choosable) and not is_so(step.choosable, runner.state),
        ways=tuple((at.begin, on_the_way(runner, asked)) for at, asked in step.ways if at in unmet),
    )
    if step.sort != "then" or not all(is_so(function, first) for function, _ in step.things):
        return found
    were = tuple(runner.machine.call(function, first[:]) for function, _, _ in step.values)
    return replace(found, already=is_so(step.function, before), were=were)


def on_the_way(runner: Runner, asked: str) -> tuple[int, ...]:
    """The spaces that are on a walk now."""
    spaces = (number for number, location in enumerate(runner.program.locations) if location.board)
    return tuple(space for space in spaces if runner.machine.call(asked, runner.state[:], space) != 0)


def weighed(runner: Runner, step: Step, found: Held) -> Held:
    """What is known of a line, with the numbers that decided it."""

    def worth(one: Sum) -> Worth:
        number, *parts = (runner.machine.call(function, runner.state[:]) for function in one.functions)
        return Worth(number, tuple((sign, part) for (sign, _), part in zip(one.parts, parts, strict=True)))

    compared = (one for one in step.weighed if one.need.begin in found.unmet)
    needed = (Weighed(one.span.begin, tuple(map(worth, one.sides))) for one in compared)
    noted = (runner.program.notings[k] for k in step.noted)
    on_the_way = (come_to for one in noted if (come_to := as_noted(runner, one)))
    told = worth(step.summed) if step.summed is not None else None
    return replace(found, weighed=(*needed, *on_the_way), worth=told)


def begin_noting(runner: Runner) -> None:
    """From here on it is noted what numbers are compared."""
    noted = runner.machine.arrays.get(NOTED)
    if noted is not None:
        runner.state[noted.offset : noted.offset + noted.count] = [0] * noted.count


def as_noted(runner: Runner, noting: Noting) -> Weighed | None:
    """The numbers of a comparison to which play came once, and not with others again."""
    start = runner.machine.arrays[NOTED].offset + noting.word
    often, *numbers = runner.state[start : start + noting.size]
    if often != 1:
        return None
    left = iter(numbers)
    sides = tuple(Worth(next(left), tuple((sign, next(left)) for sign in signs)) for signs in noting.sides)
    return Weighed(noting.span.begin, sides)


def is_given(line: list[Step]) -> bool:
    return line[0].sort == "given"


def is_answer(line: list[Step]) -> bool:
    return line[0].sort not in NO_ANSWERS


def names_of(rules: Rules, example: Example, state: State) -> dict[int, str]:
    """What pieces are called in an example, by their numbers."""
    first = rules.machine.arrays[VARIABLES].offset
    return {state[first + word]: name for name, word in example.names}


def on_boards(rules: Rules, state: State, names: Mapping[int, str]) -> Pieces:
    """What an onlooker sees of the pieces on boards."""
    knowledge = Knowledge(rules.box, state, SPECTATOR)
    spaces = (number for number, location in enumerate(rules.program.locations) if location.board)
    lying = ((space, piece) for space in spaces for piece in lying_on(knowledge, knowledge.contents(space)))
    return {piece: seen(knowledge, space, piece, names.get(piece, "")) for space, piece in lying}


def off_boards(rules: Rules, state: State, hidden: bool = False, flagged: bool = False) -> Pieces:
    """What an onlooker sees of the pieces in places, but for those of which it is not seen what they are, unless
    `hidden` ones are asked for; `flagged`: with their flags."""
    knowledge = Knowledge(rules.box, state, SPECTATOR)
    places = (number for number, location in enumerate(rules.program.locations) if not location.board)
    lying = ((place, piece) for place in places for piece in lying_on(knowledge, knowledge.contents(place)))
    return {
        piece: one if flagged else replace(one, flags=())
        for place, piece in lying
        if hidden or knowledge.sees(piece)
        for one in [seen(knowledge, place, piece, "")]
    }


def lying_on(knowledge: Knowledge, pieces: list[int]) -> Iterator[int]:
    """Pieces, each behind those that lie on it."""
    for piece in pieces:
        yield from lying_on(knowledge, knowledge.load(piece))
        yield piece


def seen(knowledge: Knowledge, space: int, piece: int, called: str) -> Piece:
    """A piece as an onlooker sees it."""
    box, known = knowledge.box, knowledge.sees(piece)
    fields = knowledge.fields(piece)
    told = [(field, knowledge.value(field, piece)) for field in fields if field.attribute.declared]
    return Piece(
        kind=box.pieces[piece].name if known else "",
        at=space,
        seat=box.owner(knowledge.state, piece) if known else -1,
        called=called,
        hidden=not known or len(fields) < len(box.fields(piece)),
        values=tuple((f.attribute.name, box.name(f.kind, v)) for f, v in told if f.kind and is_worded(f.kind.sort, v)),
        flags=tuple(f.attribute.name for f, v in told if f.kind is None and v),
        seen_as="" if known else box.pieces[piece].seen_as,
    )


def is_worded(sort: str, value: int) -> bool:
    """Whether a value is one of several that are told: they have names, or are numbers of a range."""
    return sort in ("enumeration", "power", "direction", "range") and value >= 0
