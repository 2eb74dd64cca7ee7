"""`python -m tests.benchmarks` measures all games; names of rulebooks may be given. It writes nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.benchmarks.measures import Line, checking, cloning, playing, sharing, speeding, starting
from tests.benchmarks.peers import racing
from tests.laws.games import LARGE, RULEBOOKS, settings


def lines(names: list[str]) -> Iterator[Line]:
    """All measures of the rulebooks with these names; of all, if none is given."""
    for rulebook in RULEBOOKS:
        if names and rulebook.stem not in names:
            continue
        yield from checking(rulebook)
        forms = settings(rulebook)
        for setting in forms if rulebook in LARGE else dict.fromkeys([forms[0], forms[-1]]):
            yield from starting(setting)
            yield from playing(setting)
            yield from speeding(setting)
            yield from sharing(setting)
            yield from cloning(setting)
    yield from racing(names)


def row(line: Line) -> str:
    """A line of the table."""
    target = f"{'≥' if line.least else '≤'} {line.target:.3g} {line.unit}" if line.target is not None else ""
    verdict = "" if line.target is None else "yes" if line.reached else "NO"
    value = f"{line.value:.3g}" if line.value < 1000 else f"{line.value:.0f}"
    return (
        f"{line.measure:22} {line.subject:46} {value:>7} {line.unit:3} {target:>12} {verdict:3} {line.remark}".rstrip()
    )


def main(names: list[str]) -> int:
    """Prints the table, line by line. Returns 1 if a target was missed."""
    missed = False
    for line in lines(names):
        sys.stdout.write(f"{row(line)}\n")
        sys.stdout.flush()
        missed = missed or not line.reached
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
