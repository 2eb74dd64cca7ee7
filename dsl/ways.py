"""`P chooses one` of several ways: what a way begins with, and choices that have no answer."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import resolved as r
from dsl.errors import Diagnostic, Note
from dsl.possible import Time, never
from dsl.specialise import Specialised, definitions, nodes_in


def first_choice(node: r.ChooseOne, way: r.Way) -> tuple[r.Choose | r.ChooseSeveral | None, tuple[r.Let, ...]]:
    """The choice of the same player with which the way begins, if at least one thing has to be chosen; and the things
    before it that the way's condition brought in."""
    brought_in: list[r.Let] = []
    for line in way.body:
        match line:
            case r.Text():
                continue
            case r.Let(implied=True):
                brought_in.append(line)
                continue
            case r.Choose(who=who) if same(who, node.who):
                return line, tuple(brought_in)
            case r.ChooseSeveral(who=who, least=least) if least is not None and same(who, node.who):
                return line, tuple(brought_in)
        break
    return None, ()


def same(one: r.Expression, other: r.Expression) -> bool:
    """Whether two phrases mean the same player, as far as the text shows it."""
    match one, other:
        case r.Use(), r.Use():
            return one.variable is other.variable
        case r.Constant(), r.Constant():
            return one.value == other.value
    return type(one) is type(other) is r.ActivePlayer


def without_answer(forms: Specialised) -> Iterator[Diagnostic]:
    """The choices of which the text alone shows that no way can ever be taken; each place once."""
    book, told = forms.book, set()
    for item in (book.setup, book.play, *definitions(book)):
        for node in nodes_in(item):
            if isinstance(node, r.ChooseOne) and node.span not in told and _never(node, forms.times.get(node, (None,))):
                told.add(node.span)
                notes = tuple(Note(f"{way.name} can never be taken here.", way.span) for way in node.ways)
                yield Diagnostic("E0364", "None of these ways can ever be taken.", node.span, notes=notes)


def _never(node: r.ChooseOne, times: tuple[Time, ...]) -> bool:
    return all(_closed(node, way, time) for way in node.ways for time in times)


def _closed(node: r.ChooseOne, way: r.Way, time: Time) -> bool:
    """Whether the text shows that the way can never be taken."""
    choice, _ = first_choice(node, way)
    conditions = (*((way.condition,) if way.condition else ()), *(choice.selection.conditions if choice else ()))
    return never(conditions, {}, time)
