"""How a state lies in memory for compiled code, and the words through which compiled code and Python speak.

Control and position are word for word those of generated Python. A set of a derived array, which Python keeps as one
number, takes as many words of 64 bits here as its members need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dsl.ir.nodes import Array, Bits, Type, word_count
from interpreter.library.memory import signed

# The words of a context, of which each thread has its own. The addresses are those of buffers beside it.
# FALLEN is 0 if each offer is above the one before it; TESTING counts the hypothetical tests under
# way, in which traced rules do not come up.
FAULT, RULE, OFFERS, OFFERED, MOST_OFFERS, SCRATCH, REACHED, NOTED, FALLEN, TESTING = range(10)
CONTEXT_WORDS = 10

# What stands in FAULT: 0 for none, a fault of the rules as its number counted from 1, or one of these.
GIVEN_UP = -1  # an index, a divisor or a sum of which compiled code has no definition: Python does it again
TOO_MANY = -2  # more offers than there is room for: to be done again with more

_MASK = 2**64 - 1


def width(kind: Type) -> int:
    """How many words hold a value."""
    return max(1, word_count(kind.size)) if isinstance(kind, Bits) else 1


def placed(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays in their order, with the offsets that they have for compiled code."""
    found: dict[str, Array] = {}
    offset = 0
    for name, each in arrays.items():
        found[name] = replace(each, offset=offset)
        offset += extent(each)
    return found


def extent(each: Array) -> int:
    """How many words an array takes."""
    return each.count * width(each.type)


def total(arrays: Iterable[Array]) -> int:
    """How many words all arrays take."""
    return sum(map(extent, arrays))


def to_words(value: int, kind: Type) -> list[int]:
    """A number or a set as signed words."""
    return [signed(value >> 64 * k) for k in range(width(kind))]


def from_words(words: Sequence[int], kind: Type) -> int:
    """The number or set that these words hold."""
    if not isinstance(kind, Bits):
        return words[0]
    return sum((word & _MASK) << 64 * k for k, word in enumerate(words))


def to_python(state: Sequence[int], arrays: Iterable[Array]) -> list[int]:
    """The vector as generated Python has it."""
    found: list[int] = []
    for each in arrays:
        step, stop = width(each.type), each.offset + extent(each)
        if isinstance(each.type, Bits):
            starts = range(each.offset, stop, step)
            found += [from_words(state[start : start + step], each.type) for start in starts]
        else:
            found += state[each.offset : stop]
    return found


def from_python(values: Sequence[int], arrays: Iterable[Array]) -> array[int]:
    """The vector as compiled code has it."""
    found = array("q")
    done = 0
    for each in arrays:
        own = values[done : done + each.count]
        words = (word for value in own for word in to_words(value, each.type))
        found.extend(words if isinstance(each.type, Bits) else own)
        done += each.count
    return found
