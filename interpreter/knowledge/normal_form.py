"""The normal form of a position: pieces that nothing tells apart are numbered by what they look like.

Per-piece words are the arrays named `piece.…`, with one word for each piece of the box, and the arrays of attributes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from dsl.ir.nodes import ARGUMENTS, FRAME, Array
from dsl.ir.program import AGENDA, OWNER, Kind, Slot
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.state.decoding import Box, State

PER_PIECE = "piece."
HASH_BYTES = 8
WORD = 64  # members of a set in one word


def state_hash(box: Box, state: State) -> str:
    """Sixteen hexadecimal digits, equal for positions that differ only in which of several equal pieces is where."""
    words = normal_form(box, state)
    text = ",".join(map(str, words))
    return blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()


def normal_form(box: Box, state: State) -> list[int]:
    """The words of control and position with interchangeable pieces in a fixed order."""
    return rearranged(box, state, _sources(box, state))


def rearranged(box: Box, state: State, sources: Sequence[int]) -> list[int]:
    """The words of control and position where each piece has taken over all that the state says of another.

    `sources` are those others, by piece: each piece once, of its own kind. What the suspended program, or what waits,
    says of pieces stays as it is.
    """
    kept = [array for array in box.arrays.values() if array.section != "derived"]
    size = max(array.offset + array.count for array in kept)
    words = list(state[:size])
    if all(piece == source for piece, source in enumerate(sources)):
        return words
    numbers = {source: piece for piece, source in enumerate(sources)}
    _renumber_places(box, words, numbers)
    _renumber_references(box, words, numbers)
    _move_words(box, words, sources)
    return words


def _sources(box: Box, state: State) -> list[int]:
    """For each piece the one whose words it takes over: the same pieces, sorted by their looks within their class."""
    classes: dict[object, list[int]] = defaultdict(list)
    pinned = _pinned(box, state)
    for piece, kind in enumerate(box.pieces):
        printed = [box.read(field, state, piece) for field in box.fields(piece) if field.offset < 0]
        classes[piece if piece in pinned else (kind.name, fixed_owner(box, piece), *printed)].append(piece)
    knowledge = Knowledge(box, state, REFEREE)
    referred = _referred(box, state, knowledge)

    def look(piece: int) -> tuple[object, ...]:
        return repr(knowledge.look(piece)), box.knowers(state, piece), sorted(referred[piece]), piece

    sources = list(range(len(box.pieces)))
    for members in classes.values():
        if len(members) > 1:
            for piece, source in zip(members, sorted(members, key=look), strict=True):
                sources[piece] = source
    return sources


def _referred(box: Box, state: State, knowledge: Knowledge) -> dict[int, list[str]]:
    """Which pieces refer to a piece, by their looks, and in which attribute."""
    found: dict[int, list[str]] = defaultdict(list)
    for piece in range(len(box.pieces)):
        for field in box.fields(piece):
            if field.kind is not None and field.kind.sort == "piece":
                found[box.read(field, state, piece)].append(f"{field.offset} {knowledge.look(piece)!r}")
    return found


def fixed_owner(box: Box, piece: int) -> int:
    """Its owner, where owners never change; else they are among the words that go with a piece."""
    return -1 if OWNER in box.arrays else box.first_owner(piece)


def _pinned(box: Box, state: State) -> set[int]:
    """Pieces that the suspended program, and what waits, may speak of by number, and which therefore keep it.

    Its words have no types, so that any equal number pins a piece, and any word that can be a part of a set the pieces
    in it; this can only make two hashes differ. Two things pin nothing: the places where procedures wait (word 0 of a
    frame), and zero, which is nearly always the end of a frame.
    """
    frames = [(a.offset + 1, a.offset + a.count) for name, a in box.arrays.items() if name.startswith(FRAME)]
    arguments = box.arrays[ARGUMENTS]
    frames.append((arguments.offset, arguments.offset + arguments.count))
    frames += [(a.offset, a.offset + a.count) for name, a in box.arrays.items() if name.startswith(AGENDA)]
    words = {word for start, stop in frames for word in state[start:stop] if word}
    kinds = [kind for kind in box.program.kinds if kind.name in box.program.sets]
    in_sets = {piece for kind in kinds for word in words for piece in _in_set(kind, word)}
    return words | in_sets | {*_answered(box, state)}


def _answered(box: Box, state: State) -> Iterator[int]:
    """The pieces of which answers in secret may speak that are given and not carried out yet: as answers to any
    question of the game, since it is not said to which."""
    for secret in (decision for decision in box.program.decisions if decision.given):
        given, steps = box.arrays[secret.given], box.arrays[secret.steps]
        most = steps.count // given.count
        for player in range(given.count):
            start = steps.offset + player * most
            for code in state[start : start + state[given.offset + player]]:
                yield from _spoken_of(box, code)


def _spoken_of(box: Box, code: int) -> Iterator[int]:
    sorts = {kind.name for kind in box.program.kinds if kind.sort == "piece"}
    forms = (form for decision in box.program.decisions for form in decision.alternatives)
    for form in (form for form in forms if form.base <= code < form.base + form.size):
        for slot in (part for part in form.parts if isinstance(part, Slot) and part.kind in sorts):
            yield slot.start + (code - form.base) // slot.stride % slot.size


def _in_set(kind: Kind, word: int) -> Iterator[int]:
    """The pieces of a kind that are in a set of which the word may be any part."""
    size = len(kind.elements)
    if size < WORD and not 0 < word < 1 << size:
        return  # it has members that the kind has not
    for number in range(size):
        if word >> number % WORD & 1:
            yield kind.start + number


def _renumber_places(box: Box, words: list[int], numbers: dict[int, int]) -> None:
    """Where a piece lies on another, the other may have a new number."""
    first = box.program.pieces_from
    for piece in range(len(box.pieces)):
        carrier = box.carrier(words, piece)
        if carrier >= 0:
            words[box.at_word(piece)] = first + numbers[carrier]


def _renumber_references(box: Box, words: list[int], numbers: dict[int, int]) -> None:
    """Attributes that speak of pieces: those of pieces, places, boards and players."""
    for word in box.references:
        words[word] = numbers.get(words[word], words[word])


def _move_words(box: Box, words: list[int], sources: Sequence[int]) -> None:
    """Gives every piece the words of its source."""
    old, moved = list(words), [(piece, source) for piece, source in enumerate(sources) if piece != source]
    for array in per_piece(box):
        for piece, source in moved:
            words[array.offset + piece] = old[array.offset + source]
    for piece, source in moved:
        start = box.pieces[piece].start
        for field in box.fields(piece):
            if field.offset >= 0:
                words[field.offset + piece - start] = old[field.offset + source - start]


def per_piece(box: Box) -> list[Array]:
    """The arrays that have a word for each piece, whatever it is."""
    pieces = len(box.pieces)
    arrays = box.arrays.items()
    return [a for name, a in arrays if name.startswith(PER_PIECE) and a.count == pieces and a.section != "derived"]
