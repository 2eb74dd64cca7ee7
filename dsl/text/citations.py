"""Citations of the printed rulebook: `[RB-016 to RB-018, GAP-02]`."""

from __future__ import annotations

MOST_CLAUSES = 1_000  # in one range: more is a slip


def clauses_of(cite: str) -> list[str] | None:
    """The single clauses; None where a range does not go up, or goes from one list to another."""
    found: list[str] = []
    for part in cite[1:-1].split(", "):
        first, _, last = part.partition(" to ")
        numbers = _range(first, last or first)
        if numbers is None:
            return None
        prefix, number = first.split("-")
        found += [f"{prefix}-{n:0{len(number)}}" for n in numbers]
    return found


def _range(first: str, last: str) -> range | None:
    """The numbers from one clause to another of the same list."""
    (prefix, low), (other, high) = first.split("-"), last.split("-")
    if prefix != other or max(len(low), len(high)) > len(str(MOST_CLAUSES)) + 2:
        return None
    return range(int(low), int(high) + 1) if int(low) <= int(high) < int(low) + MOST_CLAUSES else None
