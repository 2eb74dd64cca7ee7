"""What tells pieces apart at a glance: what is printed on them and seen wherever they lie."""

from __future__ import annotations

from dsl.ir.program import OWNER, PieceKind, Program, Seen


def prints(program: Program) -> list[int]:
    """For each player a number for each piece; pieces with different numbers look different to them, wherever they are.

    It stands for what is printed on a piece and seen wherever it lies. Who sees every piece, whichever it is and
    wherever it lies, sees its kind and owner and more of its print.
    """
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault(_print(program, kind, piece, reader), len(numbers))
        for reader in range(len(program.players))
        for kind in program.pieces
        for piece in range(kind.stop - kind.start)
    ] or [0]


def _print(program: Program, kind: PieceKind, piece: int, reader: int) -> tuple[object, ...]:
    sees_all = _sees_all(program, reader)
    printed = (a for a in kind.attributes if a.storage == "table")
    fields = [a for a in printed if a.seen.everywhere or (sees_all and _shown(a.seen, reader))]
    values = [(a.name, program.code.tables[a.source].values[a.skipped + piece]) for a in fields]
    owner = -1 if OWNER in program.code.arrays else kind.owners[piece]
    unseen = (kind.seen_as, owner) if kind.owner_seen else (kind.seen_as,)
    return (*((kind.name, owner) if sees_all else unseen), *values)


def _sees_all(program: Program, reader: int) -> bool:
    """Whether a player sees every piece, whichever it is and wherever it lies."""
    seen = [kind.seen for kind in program.pieces] + [place.seen for place in program.locations]
    return all(_shown(each, reader) for each in seen)


def _shown(seen: Seen, reader: int) -> bool:
    """Whether a player sees it in every position."""
    return seen.by == "all" or (seen.by == "player" and seen.player == reader)
