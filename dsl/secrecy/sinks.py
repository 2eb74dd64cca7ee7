"""The sinks: what is told to whoever is asked, and to all; and the complaint where a secret reaches one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.model import Expression, Node
from dsl.model.visit import definitions_of
from dsl.model.world import Attribute, Kind
from dsl.secrecy.printed import hidden_by_example, hidden_on_others, out_of_sight, spaces, stated_places
from dsl.secrecy.repairs import (
    BEFORE,
    all_shown,
    all_shown_there,
    chosen_by_owner,
    hidden_again,
    hidden_there,
    is_one_of_many,
    known_later,
    place_opened,
    said_to_lie_open,
    seen_everywhere,
    seen_in_its_place,
    seen_once_so,
    seen_there,
    shown_by_name,
    shown_to_all,
    spoken_of,
)
from dsl.secrecy.room import takes_one_alone, takes_only
from dsl.secrecy.sources import Sight, Source
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.inflection import articled

Sources = tuple[Source, ...]
BEFORE_NEEDED = "where the players show it, before this is offered"
BY_WHOEVER_SEES = (
    "say it as an action of whoever sees it, which needs with `only if …` what must be so, and offer it here"
)


def complaints(analysis: Analysis) -> list[Diagnostic]:
    """What is complained of so far, in the order in which it was found."""
    return analysis.once(("complaints of secrets",), list)


def _complain(analysis: Analysis, diagnostic: Diagnostic) -> None:
    """Notes a complaint; of the same place but once."""
    found = complaints(analysis)
    if all((one.span, one.message) != (diagnostic.span, diagnostic.message) for one in found):
        found.append(diagnostic)


def must_be_known(analysis: Analysis, sight: Sight, who: Expression, nodes: Iterable[Node], what: str) -> None:
    must_know(analysis, who, sight.sources(nodes), what)


def must_know(analysis: Analysis, who: Expression, told: Iterable[Source], what: str) -> None:
    for hidden in sorted(told, key=lambda hidden: not _is_order(hidden)):  # which it is, before what it is like
        name = who.name if isinstance(who, m.Constant) else "the player"
        kind = _told_of(hidden.node)
        way = out_of_sight(analysis, kind) if kind is not None and hidden_on_others(analysis, kind) else ""
        message = f"{what} would tell {name} {hidden.what}, which {name} does not see{f': {way}' if way else ''}."
        once_seen = tuple(_seen_once_so(analysis, hidden))
        opened = place_opened(analysis, _read_of(hidden.node)) if kind is not None else ()
        hints = (*takes_only(analysis, hidden.node), *once_seen, *_ways_to_know(analysis, who, hidden), *opened)
        notes = _put_by_example(analysis, kind)
        _complain(analysis, Diagnostic("E0402", message, hidden.span, hints=hints, notes=notes))


def _put_by_example(analysis: Analysis, kind: Kind | None) -> tuple[Note, ...]:
    """That only an example puts such a piece where not all see it."""
    given = hidden_by_example(analysis, kind) if kind is not None else None
    return (Note(f"only an example puts {articled(kind.name)} there", given.span),) if kind and given else ()


def _seen_once_so(analysis: Analysis, hidden: Source) -> Iterable[str]:
    """What helps where pieces are seen once they have some flag."""
    match hidden.node:
        case m.Get(attribute=attribute) | m.Flag(attribute=attribute) if attribute.of.sort == "piece":
            return seen_once_so(analysis, hidden.node.of) if attribute.seen.by == "all" else ()
        case m.PlaceOf(piece=piece) | m.Located(what=m.Expression() as piece) if piece.kind.sort == "piece":
            return seen_once_so(analysis, piece)
        case _:  # others are not about a piece
            return ()


def _ways_to_know(analysis: Analysis, who: Expression, hidden: Source) -> tuple[str, ...]:
    """How a rulebook can say the same without telling somebody a secret."""
    name = who.name if isinstance(who, m.Constant) else "the Player"
    match hidden.node:
        case m.Get(attribute=attribute, of=of) if attribute.of.sort == "piece" and not attribute.side:
            known = f"what {name} knows of the {attribute.name} of {spoken_of(of)}"
            return (*said_to_lie_open(analysis, hidden.node, of), known)
        case m.Pick(selection=selection) | (m.Selection() as selection) if _is_order(hidden):
            chosen = f"{name} chooses {articled(selection.kind.name)}"
            return (
                *_one_there(analysis, selection),
                *_said_to_be_one(selection),
                *(() if _is_defined(analysis, hidden) else (chosen,)),
            )
        case m.Selection() | m.Use() if hidden.what.startswith("where"):
            return (f"say in which place, one into which {name} sees",)
        case m.PlaceOf() | m.Located() | m.OwnerOf() | m.Owned() if (
            kind := _told_of(hidden.node)
        ) and hidden_on_others(analysis, kind):
            return (f"under {kind.name}: seen by all",)
        case m.PlaceOf(piece=piece) | m.Located(what=piece):
            known = f"what {name} knows of the place of {spoken_of(piece)}"
            return (*(seen_in_its_place(analysis, piece.kind) if piece.kind.sort == "piece" else ()), known)
        case m.Flag(attribute=attribute, of=of) if attribute.of.sort == "piece":
            shown = f"before it, on a line of its own: show {spoken_of(of)} to {name}"
            return (*seen_everywhere(attribute), shown)
        case m.Get(attribute=attribute, of=of) | m.Flag(attribute=attribute, of=of) if attribute.of.sort == "player":
            ways = _made_known(analysis, attribute, of)
            return tuple(way.replace(BEFORE, BEFORE_NEEDED) for way in ways) if _is_needed(analysis, hidden) else ways
        case _:  # what helps whatever it is
            return (f"before it, on a line of its own: show the … to {name}",)


def _is_needed(analysis: Analysis, hidden: Source) -> bool:
    """Whether it stands in a need of what is offered, before which nothing is done."""
    acts = (act for act in definitions_of(analysis.book) if isinstance(act, m.Act))
    needs = ((need.span.file, need.span.line) for act in acts for need in act.needs)
    return (hidden.span.file, hidden.span.line) in needs


def _is_order(hidden: Source) -> bool:
    """Whether it is which of several things is meant, by their order."""
    return hidden.what.startswith("which of several")


def _one_there(analysis: Analysis, selection: m.Selection) -> tuple[str, ...]:
    """That there is room for one only, if that is so of each place where such pieces are looked for; of none into which
    the rules put others, or more."""
    places = [where.place if isinstance(where, m.PlaceFor) else where.kind for where in stated_places(selection)]
    kind = selection.kind.name
    return tuple(
        f"under {place.name}, if more than one never lies there: takes at most 1 {kind}{_stated(analysis, place)}"
        for place in places
        if place.sort == "place" and takes_one_alone(analysis, place, selection.kind)
    )


def _stated(analysis: Analysis, place: Kind) -> str:
    """The line that says as yet what lies there, if it has one."""
    match analysis.world.taken_by(place):
        case [(taken, None)]:
            return f", in place of takes {taken.plural}"
        case [(taken, int(most))]:
            return f", in place of takes at most {most} {taken.plural if most > 1 else taken.name}"
        case _:  # none, or several
            return ""


def must_be_seen(
    analysis: Analysis, told: Iterable[Source], what: str, node: Node, note: str = "this is what all see"
) -> None:
    for hidden in told:
        message = f"{what} would tell all {hidden.what}, which {_who_sees(analysis, hidden.node)}."
        hints = _remedies(analysis, hidden.node, node)
        if _is_defined(analysis, hidden):
            hints = tuple(_for_all(hint) for hint in hints)
        hints = (*takes_only(analysis, hidden.node), *hints)
        notes = (Note(note, node.span), *_put_by_example(analysis, _told_of(hidden.node)))
        _complain(analysis, Diagnostic("E0405", message, hidden.span, hints=hints, notes=notes))


def _for_all(hint: str) -> str:
    """What is done before it, where it stands in a definition: for all of which that may be said."""
    hint = re.sub(rf"{BEFORE}: the (.*) becomes", rf"{BEFORE}: for each \1, and under it: the \1 becomes", hint)
    return hint.replace(BEFORE, "before what all see, on a line of its own")


def _said_to_be_one(selection: m.Selection) -> tuple[str, ...]:
    """That one at most is there, as a sentence that stands before it can say."""
    places = [where for where in stated_places(selection) if where.kind.sort == "place"]
    kinds = selection.kind.plural
    counted = (f"the number of {kinds} in the {where.kind.name}{_whose(where)}" for where in places[:1])
    return tuple(f"if {number} is 1, and under it: …" for number in counted)


def _whose(where: Expression) -> str:
    match where:
        case m.PlaceFor(owner=m.Use(variable=variable)):
            return f" of the {variable.name}"
        case m.PlaceFor(owner=m.Constant(name=name)):
            return f" of {name}"
        case _:  # it is nobody's
            return ""


def _is_defined(analysis: Analysis, hidden: Source) -> bool:
    """Whether it stands in what a word means, before which nothing can be done."""
    lines = ((d.span.file, d.span.line, d.span.end_line) for d in (*analysis.book.qualities, *analysis.book.values))
    here = hidden.span
    return any(file == here.file and first <= here.line <= last for file, first, last in lines)


def _is_event(analysis: Analysis, node: Node) -> bool:
    """Whether it is what a rule waits for, before which it has no line of its own."""
    return any(isinstance(item, m.Happening) and item.span == node.span for item in definitions_of(analysis.book))


def _who_sees(analysis: Analysis, node: Node) -> str:
    match node:
        case m.Get(attribute=attribute) | m.Flag(attribute=attribute):
            seen = attribute.seen
            if seen.by == "player":
                return f"only {analysis.world.players.elements[seen.player]} sees"
            if seen.by == "nobody":
                return "nobody sees"
            if seen.by == "owner":
                return "only that player sees" if attribute.of.sort == "player" else "only its owner sees"
        case _:  # others are about the place of a piece
            pass
    kind = _told_of(node)
    where = hidden_there(analysis, _read_of(node), kind) if kind is not None else ""
    return f"not all see: {where}" if where else "not all see"


def _remedies(analysis: Analysis, node: Node, telling: Node) -> tuple[str, ...]:
    """What helps against it that a sentence is `telling` what is read."""
    match node:
        case m.Get(attribute=attribute, of=of) | m.Flag(attribute=attribute, of=of) if attribute.seen.by != "all":
            return _made_known(analysis, attribute, of)
        case m.Selection() if not (isinstance(telling, m.Move) and telling.what is node):
            alone = (
                f"the {node.kind.name} on the {space}, which is nothing where several lie" for space in spaces(node)
            )
            return (
                *_one_there(analysis, node),
                *_said_to_be_one(node),
                *all_shown(node),
                f"let a player, or chance, choose which {node.kind.name} it is",
                *alone,
            )
        case _:  # of others it helps that the piece is seen
            pass
    if again := hidden_again(analysis, _asked(node) if isinstance(node, m.IsA | m.Narrowed) else _read_of(node)):
        return again
    shown = BY_WHOEVER_SEES if _is_event(analysis, node) else "before it, let it come to where all see it"
    if isinstance(node, m.Get | m.Flag) and node.attribute.of.sort == "piece":
        of, pieces = node.of, node.attribute.of
        open_there = said_to_lie_open(analysis, node, of)
        shown_before = open_there or (() if _is_event(analysis, node) else shown_to_all(analysis, of, pieces, telling))
        return (*shown_before, *seen_everywhere(node.attribute), *seen_there(analysis, of, pieces))
    if isinstance(node, m.IsA | m.Narrowed) and isinstance(asked := _asked(node), m.Use):
        return (*shown_to_all(analysis, asked, asked.kind, telling), *seen_there(analysis, asked, asked.kind))
    kind = _told_of(node)
    if kind is not None and hidden_on_others(analysis, kind):
        return (f"under {kind.name}, if all see each {kind.name} wherever it lies: seen by all", shown)
    if kind is not None:
        what = _read_of(node)
        named = shown_by_name(analysis, what)
        chosen = chosen_by_owner(telling, analysis) if isinstance(telling, m.Move) else ()
        return (*all_shown_there(analysis, what), *named, *chosen, *seen_there(analysis, what, kind)) or (shown,)
    return (shown,)


def _made_known(analysis: Analysis, attribute: Attribute, of: Expression) -> tuple[str, ...]:
    """How what an attribute hides of a thing comes to be known: by its flag, if it has one."""
    whose = attribute.of.name
    each = f"for each {whose}, " if is_one_of_many(analysis, of) else ""
    if attribute.seen.until is not None:
        return (f"{BEFORE}: {each}the {whose} becomes {attribute.seen.until}",)
    declared, becomes = known_later(analysis.world, attribute)
    becomes = becomes.replace(f"{BEFORE}: ", f"{BEFORE}: {each}")
    if isinstance(of, m.Apply) and not of.arguments:  # a word of the rulebook, of which nothing is kept in mind
        return (declared, becomes.replace(BEFORE, f"{BEFORE}: for each {attribute.of.name} …, and under it"))
    return declared, becomes


def _read_of(node: Node) -> Node:
    """The piece of which something is read."""
    match node:
        case m.Get(of=piece) | m.Flag(of=piece) | m.PlaceOf(piece=piece) | m.OwnerOf(of=piece):
            return piece
        case m.Located(what=piece) | m.Owned(what=piece):
            return piece
        case _:  # it is the piece itself
            return node


def _asked(node: m.IsA | m.Narrowed) -> Expression:
    """The thing of which it is asked what it is."""
    return node.what if isinstance(node, m.IsA) else node.of


def _told_of(node: Node) -> Kind | None:
    """The kind of the piece of which something would be told because the piece itself may be out of sight."""
    match node:
        case m.Located(what=what) | m.PlaceOf(piece=what) | m.OwnerOf(of=what) | m.Owned(what=what) | m.IsA(what=what):
            return what.kind
        case m.Get(attribute=attribute, of=of) | m.Flag(attribute=attribute, of=of):
            return of.kind if attribute.seen.by == "all" and attribute.of.sort == "piece" else None
        case m.Expression(kind=kind) if kind.sort == "piece":
            return kind
        case _:  # no piece is spoken of
            return None
