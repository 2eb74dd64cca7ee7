"""What can go on several times, one inside the other: it is laid out once for each depth."""

from __future__ import annotations

from dsl import model as m
from dsl.lower.build import Build
from dsl.lower.failures import refuse
from dsl.lower.modes import Mode

Nested = m.Procedure | m.Window | m.Trigger


def laid_out(build: Build, definition: Nested, mode: Mode) -> tuple[Mode, m.Block]:
    """The mode and the lines with which it is carried out: those that stand for it, where it would be too deep."""
    limit = deepest(definition)
    if limit is None:
        return mode, definition.body
    inner, times = mode.inside(m.spoken(definition), limit.most)
    reached = build.once(("depths", definition.original), dict[m.Definition, int])
    reached[definition] = max(times, reached.get(definition, 0))
    return inner, limit.instead if times > limit.most else definition.body


def deepest(definition: Nested) -> m.Deepest | None:
    """The line that says how deep it can go."""
    return next((line for line in definition.body[:1] if isinstance(line, m.Deepest)), None)


def check_depths(build: Build) -> None:
    """Refuses a depth that is never reached: what stands for it would never happen."""
    book = build.book
    found: tuple[Nested, ...] = (*book.procedures.values(), *book.windows.values(), *book.triggers)
    for definition in found:
        limit = deepest(definition)
        reached = build.once(("depths", definition.original), dict[m.Definition, int])
        if limit is not None and reached and max(reached.values()) <= limit.most:
            message = f"{m.spoken(definition)} never goes on {limit.most + 1} times, one inside the other."
            refuse("E0347", message, limit.span, hints=("leave it out",))
