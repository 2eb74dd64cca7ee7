"""The functions of `interpreter.library` do the same as plain Python and, read into the IR, in every back end."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from dsl.ir.check import check
from dsl.ir.nodes import MAIN, MEMORY, Array, Code, Function
from interpreter.backends.pipeline import compiled_python
from interpreter.library import entering, grouping, randomness, sorting, stepping, tallying, undo_log, uniqueness
from interpreter.library.memory import WORD, Memory, signed
from interpreter.library.python_frontend import functions
from interpreter.state.machine import Fault
from tests.natively import HAS_EXTRA
from tests.oracle import Oracle
from tests.small_game import STANDARD, procedure

Arguments = list[Any]  # numbers, and memory as a list of words
ALGORITHMS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        sorting.sort_unique, randomness.mixed, randomness.draw, randomness.place, tallying.tally, entering.begin,
        entering.enter, entering.take_first, uniqueness.is_alone, grouping.all_apart, grouping.firsts_of_groups,
        grouping.place_of, grouping.members, grouping.member,
    )
}  # fmt: skip
ROUNDS = 60


def word(random: Random) -> int:
    return signed(random.getrandbits(64))


def words(random: Random, count: int, below: int = 6) -> list[int]:
    return [random.randrange(below) for _ in range(count)]


def arguments(name: str, random: Random) -> Arguments:
    """What an algorithm may be called with."""
    count = random.randrange(1, 12)
    match name:
        case "sort_unique":
            given = words(random, count, 9)
            return [given, count, int(given != sorted(set(given)))]
        case "mixed":
            return [random.getrandbits(64)]
        case "draw":
            return [[word(random), word(random)], random.randrange(2)]
        case "place":
            return [random.randrange(2**32), random.randrange(1, 2**31)]
        case "tally":
            row = [random.choice((0, word(random))) for _ in range(2)]
            return [[0] * 6 + [3, *row] + [0] * 3 + ([2, 5, 5] if random.random() < 0.5 else [0] * 3), 4, row, 2][:4]
        case "begin":
            size = random.randrange(1, 130)
            many = -(-size // 64)
            shape = [2 + many, 0, many, size]
            return [[word(random) for _ in range(shape[0])], [7] * (shape[0] + 2 * many), shape]
        case "enter":
            return [[word(random), word(random)], random.randrange(1, 129)]
        case "take_first":
            return [[random.choice((0, word(random))) for _ in range(2)], 2]
        case "firsts_of_groups":
            return [words(random, count), count, [0] * count, [0] * grouping.ROOM_TO_MEET, [random.randrange(3)]]
        case "place_of" | "members":
            return [words(random, count), count, random.randrange(6)]
        case "member":
            return [words(random, count), words(random, count), count, random.randrange(6), random.randrange(3)]
        case "all_apart":
            prints, places, rounds = words(random, 10, 4), words(random, 10, 6), [random.randrange(3)]
            return [codes(random), 4, two_slots(random), 0, 2, prints, 4, places, 3, [0] * 16, rounds]
    slots = two_slots(random)
    return [slots, 2, random.randrange(-1, 90), words(random, 10, 2), words(random, 10, 4), 3]


def two_slots(random: Random) -> list[int]:
    """Two slots of a decision, each with ten pieces, of which the first can be nothing."""
    return [part for base in (0, 40) for part in (base, base + 40, random.choice((1, 4)), 10, random.choice((-1, 0)))]


def codes(random: Random) -> list[int]:
    """Four answers with these slots."""
    return sorted(random.sample(range(80), 4))


def library(*more: Callable[..., Any]) -> Code:
    """The algorithms, and more of the library, in a program that does nothing."""
    found = functions((*ALGORITHMS.values(), *more))
    return Code({a.name: a for a in STANDARD}, {}, {MAIN: procedure(MAIN, ()), **found})


def calls() -> Iterator[tuple[str, Arguments]]:
    for name in ALGORITHMS:
        random = Random(name)
        for _ in range(ROUNDS):
            yield name, arguments(name, random)


def outcome(function: Callable[..., Any], given: Arguments) -> tuple[int, Arguments]:
    """What a function gives, and what then stands in memory."""
    given = deepcopy(given)
    return signed(function(*given) or 0), given


def by_python(name: str, given: Arguments) -> tuple[int, Arguments]:
    return outcome(ALGORITHMS[name], given)


def test_that_the_library_is_well_formed() -> None:
    assert check(library(stepping.steps, undo_log.note, undo_log.put_back)) == []


def test_that_generated_python_does_the_same() -> None:
    code = library()
    made = compiled_python(code).functions_in({"Fault": Fault, "codes": ()})
    for name, given in calls():
        run = made[name]
        assert outcome(lambda *a, run=run: run([], *a), given) == by_python(name, given), (name, given)


def test_that_the_oracle_does_the_same() -> None:
    oracle = Oracle(library())
    for name, given in calls():
        assert outcome(lambda *a, name=name: oracle.call(name, *a), given) == by_python(name, given), (name, given)


@pytest.mark.skipif(not HAS_EXTRA, reason="the extra [native] is missing: no machine code")
def test_that_machine_code_does_the_same() -> None:
    from interpreter.backends.llvm.library import library as text_of
    from interpreter.backends.llvm.objects import alone

    texts = functions(ALGORITHMS.values())
    text = "declare i64 @llvm.smax.i64(i64, i64)\n" + text_of(*ALGORITHMS.values())
    entries = {n: alone(f"{text}{entry(texts[n])}", "entry").entries[0] for n in ALGORITHMS}
    for name, given in calls():
        memory = [array("q", each) if isinstance(each, list) else each for each in given]
        control = array("q", [each.buffer_info()[0] if isinstance(each, array) else signed(each) for each in memory])
        result = entries[name](0, 0, control.buffer_info()[0])
        after = [each.tolist() if isinstance(each, array) else each for each in memory]
        assert (result, after) == by_python(name, given), (name, given)


def entry(function: Function) -> str:
    """A function that takes the arguments of another from memory."""
    kinds = ["ptr" if kind == MEMORY else "i64" for _, kind in function.parameters]
    lines = ["define i64 @entry(ptr %S, ptr %X, ptr %A) {"]
    for number, kind in enumerate(kinds):
        lines.append(f"  %p{number} = getelementptr i64, ptr %A, i64 {number}")
        lines.append(f"  %v{number} = load {kind}, ptr %p{number}, align 8")
    given = ", ".join(f"{kind} %v{number}" for number, kind in enumerate(kinds))
    return "\n".join([*lines, f"  %r = call i64 @library.{function.name}({given})", "  ret i64 %r", "}\n"])


# -------------------------------------------------------------------------------------------------- what they are for


@pytest.mark.parametrize("seed", range(20))
def test_sorting(seed: int) -> None:
    given = words(Random(seed), 40, 30)
    count = sorting.sort_unique(given, len(given), 1)
    assert given[:count] == sorted(set(words(Random(seed), 40, 30)))


def test_that_many_numbers_are_sorted_only_if_they_need_not_be() -> None:
    rising = [*range(sorting.MOST_SORTED)]
    assert sorting.sort_unique(rising, len(rising), 1) == len(rising)
    assert sorting.sort_unique([1, *rising], len(rising) + 1, 1) == 0


def test_tallying() -> None:
    rows = [words(Random(seed), 3, 2) for seed in range(50)]
    table = [0] * (4 * 16)
    new = [not tallying.tally(table, 16, row, 3) for row in rows]
    assert sum(new) == len(dict(tallying.counted(table, 3)))
    assert dict(tallying.counted(table, 3)) == Counter(map(tuple, rows))


@pytest.mark.parametrize("seed", range(20))
def test_that_options_are_represented_by_the_first_that_looks_like_them(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here pieces look alike that have the same word in the state."""
    monkeypatch.setattr(grouping, "look_alike", lambda a, c, state, reader, one, other: int(state[one] == state[other]))
    random = Random(seed)
    state, slots, given = words(random, 10, 4), two_slots(random), codes(random)
    own, looked, rounds = [0] * 4, [0] * 20, [3]
    any_ = grouping.represent(given, 4, slots, 0, 2, [0] * 10, 0, [0], state, 0, own, looked, 10, rounds)
    first: dict[int, int] = {}  # by word
    expected = []
    for slot in (0, uniqueness.SLOT):
        for code in given:
            piece = grouping.piece_in(slots, slot, code)
            if slots[slot] <= code < slots[slot] + 40:
                like = first.setdefault(state[piece], piece) if piece >= 0 else piece
                expected.append(code + (like - piece) * slots[slot + uniqueness.STRIDE])
    assert own == expected
    assert any_ == int(own != given)
    groups = grouping.firsts_of_groups(own, 4, looked, [0] * grouping.ROOM_TO_MEET, rounds)
    assert [own[k] for k in looked[:groups]] == list(dict.fromkeys(own))
    for like in own:
        many = grouping.members(own, 4, like)
        found = [grouping.member(own, given, 4, like, number) for number in range(many)]
        assert found == [code for code, its in zip(given, own, strict=True) if its == like]


@pytest.mark.parametrize("seed", range(20))
def test_that_options_are_apart_if_no_two_pieces_of_one_print_lie_in_one_place(seed: int) -> None:
    random = Random(seed)
    slots, given, prints, places = two_slots(random), codes(random), words(random, 10, 3), words(random, 10, 5)
    apart = True
    for slot in (0, uniqueness.SLOT):
        pieces = {grouping.piece_in(slots, slot, code) for code in given} - {-1}
        apart &= len({(prints[piece], min(places[piece], 3)) for piece in pieces}) == len(pieces)
    assert grouping.all_apart(given, 4, slots, 0, 2, prints, 3, places, 3, [0] * 12, [0]) == apart


def test_that_elements_come_out_in_order() -> None:
    chosen = [0, 0]
    for code in (128, 3, 64, 65, 1):
        entering.enter(chosen, code)
    assert [entering.take_first(chosen, 2) for _ in range(6)] == [1, 3, 64, 65, 128, 0]


# ------------------------------------------------------------------------------------------------ what cannot be read


def calls_python(memory: Memory) -> int:
    return sum(memory)


def names_its_arguments(memory: Memory) -> int:
    return randomness.place(drawn=memory[0], count=3)


def goes_in_steps(memory: Memory) -> None:
    for k in range(0, 8, 2):
        memory[k] = 0


def ends_a_loop_in_two_ways(memory: Memory) -> None:
    while memory[0] > 0:
        memory[0] -= 1
    else:
        memory[1] = 0


@pytest.mark.parametrize("function", [calls_python, names_its_arguments, goes_in_steps, ends_a_loop_in_two_ways])
def test_that_other_python_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=f"{function.__name__}: `"):
        functions([function])


def test_that_an_array_holds_no_memory() -> None:
    arrays = {a.name: a for a in (*STANDARD, Array("cells", 1, MEMORY))}
    assert "array cells: is of words, not of memory" in check(Code(arrays, {}, {MAIN: procedure(MAIN, ())}))


def test_words_are_masked_where_python_needs_it() -> None:
    assert randomness.mixed(WORD) <= WORD
