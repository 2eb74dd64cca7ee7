"""`P chooses one` of several ways, `P may` with lines under it: what they begin with, and what has no answer."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import resolved as r
from dsl.errors import Diagnostic, Note
from dsl.possible import Time, never
from dsl.specialise import Specialised, definitions, nodes_in


def first_choice(who: r.Expression, body: r.Block) -> tuple[r.Choose | r.ChooseSeveral | None, tuple[r.Let, ...]]:
    """The choice of this player with which the block begins, if at least one thing has to be chosen; and the things
    before it that the way's condition brought in."""
    brought_in: list[r.Let] = []
    for line in body:
        match line:
            case r.Text():
                continue
            case r.Let(implied=True):
                brought_in.append(line)
                continue
            case r.Choose(who=chooser) if same(chooser, who):
                return line, tuple(brought_in)
            case r.ChooseSeveral(who=chooser, least=least) if least is not None and same(chooser, who):
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
        case r.OpponentOf(), r.OpponentOf():
            return same(one.of, other.of)
        case r.SeatBeside(), r.SeatBeside():
            return one.side == other.side and same(one.of, other.of)
    return type(one) is type(other) is r.ActivePlayer


def without_answer(forms: Specialised) -> Iterator[Diagnostic]:
    """The choices of which the text alone shows that no way can ever be taken; each place once."""
    book, told = forms.book, set()
    for item in (book.setup, book.play, *definitions(book)):
        for node in nodes_in(item):
            found = _unanswered(node, forms.times.get(node, (None,))) if node.span not in told else None
            if found is not None:
                told.add(node.span)
                yield found


def _unanswered(node: r.Node, times: tuple[Time, ...]) -> Diagnostic | None:
    match node:
        case r.ChooseOne(who=who, ways=ways):
            if all(_closed(who, way.condition, way.body, time) for way in ways for time in times):
                notes = tuple(Note(f"{way.name} can never be taken here.", way.span) for way in ways)
                return Diagnostic("E0364", "None of these ways can ever be taken.", node.span, notes=notes)
        case r.May(who=who, body=body):
            if all(_closed(who, None, body, time) for time in times):
                return Diagnostic("E0364", "What is offered here can never be done.", node.span)
    return None


def _closed(who: r.Expression, condition: r.Condition | None, body: r.Block, time: Time) -> bool:
    """Whether the text shows that what stands in the block can never be taken by the player."""
    choice, _ = first_choice(who, body)
    conditions = (*((condition,) if condition else ()), *(choice.selection.conditions if choice else ()))
    return never(conditions, {}, time)
