"""What is said otherwise in two rows of sentences: which is new, which is gone, which stands in the place of which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from dsl.prose.speech import Line

ALIKE = 0.4  # of two sentences that have less in common one is gone and the other new


@dataclass(frozen=True)
class Change:
    """A sentence that is said otherwise: a new one has no `old`, one that is gone no `new`. `under` is the sentence
    that it stands under. Where only the order is another, `moved` is set, and `new` is the sentences in it.
    """

    old: str = ""
    new: str = ""
    under: str = ""
    moved: bool = False


def changes(old: Sequence[Line], new: Sequence[Line], ordered: bool, under: str = "") -> Iterator[Change]:
    """What is different in lines and in those under them, in the order of the new ones, and what is gone at the end;
    where the lines are not `ordered`, their order says nothing. The words of designers are left out."""
    before, after = rules_in(old), rules_in(new)
    pairs = pairs_of(before, after)
    for number, line in enumerate(after):
        if number not in pairs:
            yield Change(new=whole(line), under=under)
            continue
        former = before[pairs[number]]
        if former.text != line.text:
            yield Change(former.text, line.text, under)
        yield from changes(former.children, line.children, ordered, line.text)
    yield from (Change(old=whole(former), under=under) for k, former in enumerate(before) if k not in pairs.values())
    moved = out_of_order([pairs[number] for number in sorted(pairs)]) if ordered else []
    if moved:
        told = (whole(line) for number, line in enumerate(after) if pairs.get(number) in moved)
        yield Change(new=" ".join(told), under=under, moved=True)


def out_of_order(numbers: list[int]) -> list[int]:
    """The stretch from the first number to the last that is not where it would be in order."""
    apart = [at for at, (number, place) in enumerate(zip(numbers, sorted(numbers), strict=True)) if number != place]
    return numbers[apart[0] : apart[-1] + 1] if apart else []


def pairs_of(old: Sequence[Line], new: Sequence[Line]) -> dict[int, int]:
    """Which new line stands for which old one, by their numbers: the same first, then those that are most alike."""
    found: dict[int, int] = {}
    for likeness, b, a in sorted(likenesses(old, new), key=lambda one: (-one[0], abs(one[1] - one[2]))):
        if likeness >= ALIKE and b not in found and a not in found.values():
            found[b] = a
    return found


def likenesses(old: Sequence[Line], new: Sequence[Line]) -> Iterator[tuple[float, int, int]]:
    """How much any two lines have in common, from 0 to 2: with all that stands under them they may be the same."""
    for b, line in enumerate(new):
        for a, former in enumerate(old):
            same = whole(former) == whole(line)
            yield 2.0 if same else alike(former.text, line.text), b, a


def alike(old: str, new: str) -> float:
    """How much of two texts is the same, word for word, from 0 to 1."""
    return SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio()


def whole(line: Line) -> str:
    """A line with all that stands under it, without the words of a designer."""
    return " ".join([line.text, *map(whole, rules_in(line.children))])


def rules_in(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if not line.said]


def words_in(lines: Sequence[Line]) -> Iterator[str]:
    """The words of designers, wherever they stand."""
    for line in lines:
        if line.said:
            yield line.text
        yield from words_in(line.children)


def rewordings(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """What is different in texts that may stand anywhere."""
    gone, come = list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())
    for text in come:
        former = max(gone, key=lambda other: alike(other, text), default="")
        if former and alike(former, text) >= ALIKE:
            gone.remove(former)
            yield Change(former, text)
        else:
            yield Change(new=text)
    yield from (Change(old=text) for text in gone)
