"""How often a slip is mended by the message alone: `python -m tests.slips_made` makes slips of each class of
`tests/typical_slips.py` in right rulebooks, one at a time, writes what the messages say, and prints what came of it.

    python -m tests.slips_made                    so many of each class as the floors of the law are for
    python -m tests.slips_made --each 100 --seed 2
    python -m tests.slips_made --only letters is  these classes
    python -m tests.slips_made --show wrong nothing   besides each of these, with its message

Of each message the first way to write it is taken, as it stands, up to three times, as what is mended can show another
mistake. A slip is mended if the program is then that of the right rulebook.
"""

from __future__ import annotations

import argparse
import re
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from random import Random

from dsl import mending
from dsl.load import hash_of_rules, load_text, program_of
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, Refused, Written, render
from tests.laws.games import CLASSICS, GOOD
from tests.rulebooks import diagnosed, told, warned
from tests.typical_slips import CLASSES, Made, made

EACH, SEED = 40, 1
LARGEST = 2_600  # characters of a rulebook, so that each check is short
ROUNDS = 3
BLANKS = 4
PLACES = re.compile(r"Span\([^)]*\)|\brule=\d+")  # where it stands, and which sentence it is
SAME, OTHER, WARNED, ALONE, WRONG, NOTHING, CRASH = OUTCOMES = (
    "same", "other", "warned", "alone", "wrong", "nothing", "crash",
)  # fmt: skip
"""What comes of a slip: it is right and means the same; it is right and means something else, of which nothing is said,
or it is warned of that, or an example fails; it is mended by what its messages say; what they say is followed in vain;
they have no line to write; or the check fails."""


@dataclass(frozen=True)
class Slip:
    """A slip that was made, and where."""

    name: str
    path: Path
    made: Made


@dataclass(frozen=True)
class Outcome:
    """What came of a slip: its text as it was mended, and what was said."""

    slip: Slip
    found: str
    text: str = ""
    told: tuple[str, ...] = field(default=())


def drawn(name: str, many: int = EACH, seed: int = SEED) -> list[Slip]:
    """Slips of a class, of each of its ways about equally many."""
    random = Random(f"{name} {seed}")
    by_way: dict[int, list[Slip]] = {}
    for path in books():
        for one in made(name, path.read_text("utf-8"), random):
            by_way.setdefault(one.way, []).append(Slip(name, path, one))
    for each in by_way.values():
        random.shuffle(each)
    ways = [iter(each) for _, each in sorted(by_way.items())]
    random.shuffle(ways)
    found = (next(way, None) for way in cycle(ways))
    return [*islice((one for one in islice(found, 40 * many) if one is not None), many)]


@cache
def books() -> tuple[Path, ...]:
    return tuple(path for path in (*GOOD, *CLASSICS) if path.stat().st_size <= LARGEST)


def outcome(slip: Slip) -> Outcome:
    """What comes of a slip."""
    try:
        return _outcome(slip)
    except Exception:
        return Outcome(slip, CRASH, told=(traceback.format_exc(),))


def _outcome(slip: Slip) -> Outcome:
    text, right = slip.made.text, slip.path.read_text("utf-8")
    wrong = diagnosed(text)
    if not wrong:
        found = SAME if is_the_same(text, right) else WARNED if _is_noticed(text) else OTHER
        return Outcome(slip, found, text)
    said: list[str] = []
    for turn in range(ROUNDS):
        wrong = mending.mended(wrong, text, "test.rules")
        said += [render(one, text) for one in wrong[:3]]
        other = written(text, wrong)
        if other == text:
            return Outcome(slip, WRONG if turn else NOTHING, text, tuple(said))
        text = other
        wrong = diagnosed(text)
        if not wrong:
            break
    return Outcome(slip, ALONE if not wrong and is_the_same(text, right) else WRONG, text, tuple(said))


def is_the_same(text: str, right: str) -> bool:
    """Whether the rules of two texts in which nothing is wrong are the same: in words, or as a program."""
    return hash_of_rules(text) == hash_of_rules(right) or program_hash(text) == program_hash(right)


@lru_cache(maxsize=8)
def program_hash(text: str) -> str:
    """A hash of the program of a text, with its examples, wherever its sentences stand."""
    book, diagnostics = load_text(text, "test.rules")
    if book is None:
        return str(diagnostics)
    try:
        return sha256(PLACES.sub("", repr(program_of(book, True))).encode()).hexdigest()
    except Refused as error:
        return str(error.diagnostic)


def _is_noticed(text: str) -> bool:
    """Whether somebody is told of something when the examples are played, or is warned."""
    return bool(told(text)) or bool(warned(text))


# ------------------------------------------------------------------------------------------ what is said to be written


def written(text: str, wrong: Sequence[Diagnostic]) -> str:
    """A text with the first that each message says to write."""
    lines = text.split("\n")
    places = sorted(((*_place(text, one), one.write[0]) for one in wrong if one.write and one.span), reverse=True,
                    key=lambda each: each[:2])  # fmt: skip
    apart: list[str] = []
    last = len(lines)
    for start, end, one in dict.fromkeys(places):
        if end > last:
            continue
        if one.where:
            lines = _elsewhere(lines, one, start)
        else:
            margin = re.match(r"\s*", lines[start])[0].expandtabs(BLANKS)  # type: ignore[index]
            own = [margin + line for line in (*one.lines, *one.below)]
            lines[start : end + len(one.below)] = own
            apart += ["", *one.apart] if one.apart else []
        last = start
    return "\n".join([*lines, *apart, ""] if apart else lines)


def _place(text: str, one: Diagnostic) -> tuple[int, int]:
    """The lines in whose place it is to be written: those of the sentence."""
    assert one.span is not None
    line = one.span.line
    found = next((s for s in _sentences(text) if s[0] <= line <= s[1]), (line, max(line, one.span.end_line)))
    end = max(found[1], one.span.end_line) if one.code == "E0104" else found[1]
    return found[0] - 1 - one.write[0].above, end


@cache
def _sentences(text: str) -> list[tuple[int, int]]:
    return [(sentence.line, sentence.end_line) for sentence in reader.sentences_in(text, "test.rules")]


def _elsewhere(lines: list[str], one: Written, start: int) -> list[str]:
    """The lines with those for another place, as far as it is told which."""
    if found := re.match(r"under ([^,]*)(?:, in place of `([^`]*)`)?", one.where):
        head = re.compile(rf"(?:piece|place|board) (?:the )?{re.escape(found[1])}(?![\w'-]| [A-Z])")
        at = next(k for k, line in enumerate(lines) if head.match(line)) + 1
        old = next((k for k in range(at, len(lines)) if found[2] and lines[k].strip() == found[2]), None)
        own = [" " * BLANKS + line for line in one.lines]
        return [*lines[: old or at], *own, *lines[old + 1 if old else at :]]
    if found := re.match(r"before line (\d+)", one.where):
        at = int(found[1]) - 1
        return [*lines[:at], *(re.match(r"\s*", lines[at])[0] + line for line in one.lines), *lines[at:]]  # type: ignore[index]
    if found := re.match(r"in place of lines (\d+) to (\d+)", one.where):
        at, margin = int(found[1]) - 1, re.match(r"\s*", lines[start])[0]  # type: ignore[index]
        return [*lines[:at], *(margin + line for line in one.lines), *lines[int(found[2]) :]]
    if found := re.match(r"in place of line (\d+), (?:with (\d+) blanks|at the left)", one.where):
        at, blanks = int(found[1]) - 1, int(found[2] or 0)
        return [*lines[:at], *(" " * blanks + line for line in one.lines), *lines[at + len(one.lines) :]]
    if found := re.match(r"in place of line (\d+)( and the one below it)?( and what stands under it)?", one.where):
        at = int(found[1]) - 1
        gone = 2 if found[2] else len(one.lines) if found[3] else 1
        before = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        return [*lines[:at], *(before + line for line in one.lines), *lines[at + gone :]]
    return lines


# ------------------------------------------------------------------------------------------------------------- telling


def table(found: Sequence[Outcome]) -> Iterator[str]:
    """What came of the slips, of each class, and of all."""
    yield f"{'':36}{'made':>6}" + "".join(f"{each:>9}" for each in OUTCOMES) + f"{'alone %':>9}"
    for name in (*CLASSES, ""):
        each = Counter(one.found for one in found if name in ("", one.slip.name))
        if each:
            row = "".join(f"{each[one] or '':>9}" for one in OUTCOMES)
            yield f"{name or 'all':36}{each.total():6}{row}{share(each):9.0%}"


def share(found: Counter[str]) -> float:
    """How many of the slips that are complained of are mended alone."""
    complained = sum(found[one] for one in (ALONE, WRONG, NOTHING, CRASH))
    return found[ALONE] / complained if complained else 1.0


def shown(one: Outcome) -> str:
    before = one.slip.made.before.replace("\n", "\n      ")
    after = one.slip.made.after.replace("\n", "\n      ")
    lines = [f"=== {one.found}: {one.slip.name} {one.slip.made.way}, {one.slip.path.stem}:{one.slip.made.at + 1}",
             f"    - {before}", f"    + {after}"]  # fmt: skip
    if one.found == WRONG:
        right = one.slip.path.read_text("utf-8").split("\n")
        new = [line for line in one.text.split("\n") if line not in right]
        lines += [f"    > {line}" for line in new[:6]]
    return "\n".join([*lines, *("    " + each.replace("\n", "\n    ") for each in one.told)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", nargs="*", default=CLASSES, choices=CLASSES)
    parser.add_argument("--show", nargs="*", default=(), choices=OUTCOMES)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    slips = [slip for name in asked.only for slip in drawn(name, asked.each, asked.seed)]
    slips.sort(key=lambda slip: slip.path)  # what is read once is kept
    found: list[Outcome] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for one in pool.map(outcome, slips, chunksize=10):
            found.append(one)
            if one.found in asked.show:
                print(shown(one), flush=True)
    print(*table(found), sep="\n")


if __name__ == "__main__":
    main()
