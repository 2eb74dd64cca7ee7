"""How a state lies in memory for compiled code.

Control and position are word for word those of generated Python. A set of a derived array, which Python keeps as one
number, takes as many words of 64 bits here as its members need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dsl.ir.nodes import Array, Bits, Type, word_count
from interpreter.library.memory import WORD, signed


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
    return sum((word & WORD) << 64 * k for k, word in enumerate(words))


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
