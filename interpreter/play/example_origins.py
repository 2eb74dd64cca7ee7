"""Where the pieces lay that an example gives elsewhere, where that is not what goes without saying: the supply; and how
there is room for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dsl.ir.program import SPOKEN, VARIABLES, Example, Location, Program, Rule
from dsl.source import Span
from dsl.text.diagnostics import Note
from dsl.text.inflection import articled
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine, State

FIRST_GIVEN = "the first of the `given` lines: "
NEXT = ", and on the next line: "
MOST_TOLD = 3  # lines of which it is told


def taken_from(program: Program, machine: Machine, example: Example, state: State, first: State) -> tuple[Note, ...]:
    """Where the pieces lay that lines have brought in, and that lie elsewhere now: if that was a player's place or a
    space, and others of their kind lay elsewhere, or one of several supplies. `first` is the state behind the setup,
    `state` the one in which the example fails."""
    box = Box(program, machine)
    found: dict[Span, Counter[tuple[str, str]]] = {}
    for picked in example.picked:
        piece = state[machine.arrays[VARIABLES].offset + picked.word]
        was = box.location(first, piece) if piece >= 0 else None
        if was is None or box.location(state, piece) is was:
            continue
        places = {one.name: one for one in _places(box, first, picked.start, picked.stop)}
        supplies = sum(map(_is_supply, places.values()))
        if supplies > 1 or (len(places) > 1 and not _is_supply(was)):
            found.setdefault(picked.span, Counter())[box.pieces[piece].label, was.name] += 1
    return tuple(Note(_told(those), span) for span, those in [*found.items()][:MOST_TOLD])


def none_left(
    program: Program, machine: Machine, example: Example, given: Rule, state: State
) -> tuple[str, tuple[str, ...]]:
    """Why no piece fits what a line gives, if that is what is wrong with it, and what it can say instead: of which of
    them lines above speak, and whose the others are."""
    word, spoken = machine.arrays[VARIABLES].offset, machine.arrays[SPOKEN].offset
    sought = next((one for one in example.picked if one.span == given.span and state[word + one.word] < 0), None)
    if sought is None:
        return "", ()
    kinds = (kind for kind in program.kinds if kind.sort == "piece" and kind.start == sought.start)
    what = next((kind.label for kind in kinds if len(kind.elements) == sought.stop - sought.start), "such thing")
    pieces = range(sought.start, sought.stop)
    left = [piece for piece in pieces if not state[spoken + piece]]
    if not left:
        many = "the only one" if len(pieces) == 1 else f"all {len(pieces)}"
        hint = f"speak of one that a line above gives, called something, or let there be more than {len(pieces)}"
        return f"There is no further {what}: lines above speak of {many}.", (hint,)
    box = Box(program, machine)
    owners = Counter(box.owner(state, piece) for piece in left)
    seats = {-1: "nobody’s", **{seat: f"{name}’s" for seat, name in enumerate(program.players)}}
    whose = " and ".join(f"{count} {seats[seat]}" for seat, count in sorted(owners.items()))
    told = f" ({whose})" if {*owners} != {-1} else ""
    others = f"the {len(left)} of which no line above speaks" if len(left) < len(pieces) else f"all {len(left)}"
    message = f"No {what} fits: of {others}{told} none is what this line says, and no line changes what is printed."
    hints = tuple(
        f"say whose it is, as in: {articled(what)} of {program.players[seat]}" for seat in owners if seat >= 0
    )
    return message, hints[:1] or (f"give {articled(what)} of which all is so that the line says",)


def beside_the_setup(
    program: Program, machine: Machine, example: Example, state: State, first: State
) -> tuple[tuple[Note, ...], tuple[str, ...]]:
    """Which lines have put a piece where the setup had put one of its kind, which lies there still; and the lines that
    take that away first."""
    box, notes, lines = Box(program, machine), dict[Span, Note](), dict[str, None]()
    for picked in example.picked:
        piece = state[machine.arrays[VARIABLES].offset + picked.word]
        place = box.location(state, piece) if piece >= 0 else None
        if place is None or box.location(first, piece) is place:
            continue
        kind = box.pieces[piece]
        lay = [one for one in range(kind.start, kind.stop) if box.location(first, one) is place]
        if len(lay) == 1 and box.location(state, lay[0]) is place:
            there = _spoken(box, place)
            notes[picked.span] = Note(f"the setup has put {articled(kind.name)} {there}, too", picked.span)
            lines[f"given there is no {kind.name} {there}"] = None
    return tuple(notes.values())[:MOST_TOLD], (f"{FIRST_GIVEN}{NEXT.join(lines)}",) if lines else ()


def _spoken(box: Box, place: Location) -> str:
    """Where something is, by the Name of the space if it has one."""
    marks = (mark for board in box.program.boards for mark in board.marks)
    label = next((mark.label for mark in marks if box.program.locations[mark.location] is place), None)
    return f"on {label}" if label else place.there


def room_for(box: Box, state: State, given: Rule) -> tuple[str, ...]:
    """The line that makes room where something is given: what lies there of the same kind goes where most of them lie,
    of which nobody is the owner."""
    called = [(place, place.there) for place in box.program.locations]
    called += [
        (box.program.locations[mark.location], f"on the {mark.label}")
        for board in box.program.boards
        for mark in board.marks
    ]
    owned = (place for place in box.program.locations if place.owner >= 0)
    called += [(place, f"{box.program.players[place.owner]}’s {place.kind}") for place in owned]
    full = _full(called, given)
    there = [piece for piece, _ in enumerate(box.pieces) if full is not None and box.location(state, piece) is full]
    kinds = [kind for kind in box.program.pieces if any(kind.start <= piece < kind.stop for piece in there)]
    if full is None or len(kinds) != 1:
        return ()
    places = Counter(filter(_is_supply, _places(box, state, kinds[0].start, kinds[0].stop)))
    goal = next((place for place, _ in places.most_common() if place is not full), None)
    line = f"given every {kinds[0].name} {full.there} is {goal.there}" if goal is not None else ""
    return (f"{FIRST_GIVEN}{line}",) if line else ()


def _full(called: list[tuple[Location, str]], given: Rule) -> Location | None:
    """The place in which a line puts something."""
    text = given.sentence.casefold()
    named = [(len(said), place) for place, said in called if re.search(rf" {re.escape(said.casefold())}(?!\w)", text)]
    return max(named, key=lambda one: one[0], default=(0, None))[1]  # `on S1 of the Shelf` is not on S1


def _places(box: Box, state: State, start: int, stop: int) -> Iterator[Location]:
    """The places in which such pieces lie."""
    yield from filter(None, (box.location(state, piece) for piece in range(start, stop)))


def _is_supply(place: Location) -> bool:
    """Whether it is nobody's, and no space."""
    return place.owner < 0 and place.board is None


def _told(those: Counter[tuple[str, str]]) -> str:
    (label, place), *_ = those
    if those.total() == 1:
        return f"the {label} that is given here came from {place}"
    each = (f"{count} from {place}" for (_, place), count in those.items())
    return f"of those that are given here came {', '.join(each)}"
