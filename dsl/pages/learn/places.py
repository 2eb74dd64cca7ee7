"""The places beside the board, where there is more to know than that pieces lie there."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from dsl.model.world import PlaceInfo
from dsl.pages.guide.box_and_setup import Row
from dsl.pages.learn.blocks import Bullets
from dsl.prose.speech import Line, Run, Speech, plain

Found = Sequence[tuple[PlaceInfo, Row]]


def places(
    speech: Speech,
    found: Found,
    held: frozenset[PlaceInfo],
    title: str,
    fewest: int = 2,
    known: Container[str] = (),
) -> Iterator[Bullets]:
    """Who looks into which, but for those that are `known`, how much has room there, and the designer's words; only
    these of what is `held`, places that only hold pieces, and of fewer than `fewest`. What has none of these, or is
    there several times, is told by what lies there, if that says something: all in one line, called `title`."""
    own = [(info, row) for info, row in found if info not in held]
    told = [row for _, row in own] if len(own) >= fewest else []
    rows = {info: row for info, row in own if row in told or is_hidden(info) or any(line.said for line in row.lines)}
    hidden = [info for info in rows if is_hidden(info)]
    secret = [info for info in hidden if info.kind.name not in known]
    lines = [speech.looked_into(several) for several in by_those_who_see(secret)]
    limits = {row: line for info, row in rows.items() if (line := speech.limit(info))}
    lines += [replace(line, title=plain(r.name)) for r, line in limits.items() if not any(map(is_said, r.lines))]
    counted = [info for info in hidden if info.copies > 1 and not info.each]
    shown = {info: row for info, row in rows.items() if not is_hidden(info) or info in counted}
    bare = {info: row for info, row in shown.items() if not speech.limit(info)}
    by_content = [r for i, r in bare.items() if not any(map(is_said, r.lines)) and speech.is_told_apart(i)]
    lines += [in_one_line(by_content, title)] if by_content else []
    yield Bullets(tuple(lines))
    yield Bullets(
        tuple(with_words(row, limits.get(row)) for _, row in found if any(map(is_said, row.lines))), "designer"
    )


def in_one_line(rows: Sequence[Row], title: str) -> Line:
    """Several places with what lies in each: "Supply: cubes; graveyard: enemies."."""
    words = [run for row in rows for run in (*row.name, Run(": "), *row.content, Run("; "))]
    return Line((*words[:-1], Run(".")), title=title)


def with_words(row: Row, limit: Line | None) -> Line:
    """How much has room in a place, and what the designer says of it."""
    told = [*([limit] if limit else []), *(line for line in row.lines if line.said)]
    words = tuple(run for line in told for run in (*line.words, Run(" ")))[:-1]
    return Line(words, clauses=tuple(c for line in told for c in line.clauses), title=plain(row.name))


def by_those_who_see(infos: Sequence[PlaceInfo]) -> list[list[PlaceInfo]]:
    """The places into which the same players look, together."""
    found: dict[tuple[object, ...], list[PlaceInfo]] = {}
    for info in infos:
        found.setdefault((info.seen.by, info.seen.player, info.seen.until), []).append(info)
    return list(found.values())


def is_said(line: Line) -> bool:
    return line.said


def is_hidden(info: PlaceInfo) -> bool:
    """Whether not everybody sees what lies there."""
    return info.seen.by != "all"
