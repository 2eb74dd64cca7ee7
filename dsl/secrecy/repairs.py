"""Repairs: how a rulebook can show to all the pieces of which something would be told, and where they may be hidden."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.partitions import leaves, leaves_of
from dsl.analysis.whereabouts import can_be_in
from dsl.core.laid_open import comes_hidden
from dsl.model import Node, Variable
from dsl.model.visit import bound, conjuncts, definitions_of, nodes_in
from dsl.model.world import TRUTH, Attribute, Kind, PlaceInfo, World
from dsl.secrecy.facts import kind_shown
from dsl.secrecy.printed import out_of_sight, where_hidden
from dsl.text.inflection import articled

ONE = m.Choose | m.Let | m.TakeTurns
BEFORE = "before it, on a line of its own"
BEFORE_ALL = "before what all see, on a line of its own"
SEEN_BY = {"nobody": "nobody", "owner": "the owner"}  # as it is said of what is hidden


def shown_to_all(analysis: Analysis, of: Node, kind: Kind, telling: Node) -> tuple[str, ...]:
    """The line that shows to all the piece, or the pieces, of which something is read, and which is `telling` it; where
    that is read by way of several words, each that may be meant."""
    match of:
        case m.Use(variable=variable):
            binder = _binder(analysis, variable)
            if isinstance(binder, m.Selection) and any(
                _is_pile(analysis, _kind_of_place(where)) for _, where in _places(binder)
            ):
                return ()
            if isinstance(binder, m.Selection):
                return (f"{BEFORE}: {_for_each(analysis, binder)}show every {kind.name} {_where(binder)} to all",)
            if binder is None and any(variable in d.parameters for d in _worded(analysis)):
                said = _spoken_of_where_told(analysis, variable, telling)
                shown = (said,) if said else _all_spoken_of(kind, telling) or (f"every {kind.name} in the …",)
                return tuple(f"{BEFORE_ALL}: show {one} to all" for one in shown)
            return (f"{BEFORE}: show the {variable.name} to all",)
        case m.EndOf() if "…" not in (end := spoken_of(of)):
            return (f"{BEFORE}: show {end} to all",)
        case _:  # whatever leads to the piece
            return (f"{BEFORE}: show the {kind.name} to all",)


def hidden_again(analysis: Analysis, of: Node) -> tuple[str, ...]:
    """Where a line above shows to all the piece that is spoken of, and another lays it where it is hidden again: that
    this one comes last."""
    if not isinstance(of, m.Use):
        return ()
    shown = moved = 0
    for node in (node for root in roots(analysis) for node in nodes_in(root)):
        match node:
            case m.Show(what=m.Use(variable=variable), who=None) if variable is of.variable:
                shown = node.span.line
            case m.Move(what=m.Use(variable=variable)) if variable is of.variable and shown:
                moved = node.span.line if shown < node.span.line < of.span.line else moved
            case _:  # others do neither
                pass
    return (f"put line {moved} behind it: since that `move` {spoken_of(of)} is hidden again",) if moved else ()


def all_shown(selection: m.Selection) -> tuple[str, ...]:
    """The line that shows to all whatever a sentence goes through in a place, as where that goes home and is shuffled:
    then it is no secret which comes first."""
    for condition in conjuncts(selection.conditions):
        match condition:
            case m.Located(preposition=word, what=m.Use(variable=v), where=Kind() as where):
                if v is selection.variable:
                    return (f"{BEFORE}: show every {selection.kind.name} {word} {articled(where.name)} to all",)
            case _:  # others do not say where
                pass
    said = _where(selection)
    return () if said.endswith("…") else (f"{BEFORE}: show every {selection.kind.name} {said} to all",)


def is_one_of_many(analysis: Analysis, of: Node) -> bool:
    """Whether it stands for each of those that a sentence goes through."""
    return isinstance(of, m.Use) and isinstance(_binder(analysis, of.variable), m.Selection)


def shown_by_name(analysis: Analysis, of: Node) -> tuple[str, ...]:
    """The line that shows to all a piece that a line above has named: which that is may be known."""
    named = isinstance(of, m.Use) and isinstance(_binder(analysis, of.variable), m.Let | m.Choose)
    return (f"{BEFORE_ALL}: show {spoken_of(of)} to all",) if named and isinstance(of, m.Use) else ()


def _all_spoken_of(kind: Kind, telling: Node) -> tuple[str, ...]:
    """The things of a kind that a statement has names for: what it tells can be told of each."""
    brought = {node.variable for node in nodes_in(telling) if isinstance(node, m.Selection)}
    named = (node for node in nodes_in(telling) if isinstance(node, m.Use) and node.kind.meets(kind))
    return tuple(dict.fromkeys(spoken_of(one) for one in named if one.variable not in brought))


def _spoken_of_where_told(analysis: Analysis, variable: Variable, telling: Node) -> str:
    """What a word is said of in the statement that tells something by it; empty where that is long to say."""
    for root in roots(analysis):
        inside = [*nodes_in(root)]
        if not any(node.span == telling.span for node in inside):
            continue
        for node in inside:
            match node:
                case m.Holds(quality=word, arguments=said) | m.Apply(value=word, arguments=said):
                    things = dict(zip(word.parameters, said, strict=True))
                case _:  # others ask nothing by a word
                    continue
            match things.get(variable):
                case m.Use(variable=v) as thing if not isinstance(_binder(analysis, v), m.Selection):
                    return spoken_of(thing)
                case _:  # it is of another, or long to say
                    continue
    return ""


def said_to_lie_open(analysis: Analysis, price: Node, piece: m.Expression) -> tuple[str, ...]:
    """The needs that can say where a piece lies of which an action reads its price; before `costs` nothing can be
    shown but what the action lays open. None where it is read elsewhere."""
    acts = (act for act in definitions_of(analysis.book) if isinstance(act, m.Act))
    act = next((a for a in acts if any(node is price for value in a.costs for node in nodes_in(value))), None)
    if act is None:
        return ()
    if isinstance(piece, m.Use) and comes_hidden(analysis.world, act, piece.variable):
        open_place = f"to which place, one into which all look, the action moves {spoken_of(piece)}"
        return (f"say {open_place}: then it lies open as it is paid for",)
    kinds = leaves_of(analysis, piece.kind)
    there = (said for said, place in _open_places(analysis.world) if any(can_be_in(analysis, k, place) for k in kinds))
    return tuple(f"{BEFORE}: only if {spoken_of(piece)} is {said}" for said in there)


def _open_places(world: World) -> Iterator[tuple[str, Kind]]:
    """Where all look that can be said in short, each as it is said."""
    yield from ((f"on the {board.name}", board.spaces) for board in world.boards.values() if not board.each)
    whose = {(): "", (world.players,): " of the Player"}
    for place in world.places.values():
        if place.seen.by == "all" and place.copies == 1 and place.per in whose:
            yield f"{'on' if place.on else 'in'} the {place.kind.name}{whose[place.per]}", place.kind


def known_later(world: World, attribute: Attribute) -> tuple[str, str]:
    """How what an attribute hides can come to be known."""
    whose, seen, of_player = attribute.of.name, attribute.seen, attribute.of is world.players
    own = f"the {whose}" if of_player else "the owner"
    who = {"owner": own, "nobody": "nobody"}.get(seen.by, world.players.elements[seen.player])
    until = f"seen by {who} until known"
    has = f"can be {attribute.name}" if attribute.kind is TRUTH else f"has {articled(attribute.name)}"
    declared = f"under {whose}: can be known; and of its {attribute.name}: {until}"
    if of_player:
        declared = f"a {whose} can be known; and a {whose} {has}, {until}"
    return declared, f"then {BEFORE}: the {whose} becomes known"


def seen_everywhere(attribute: Attribute) -> tuple[str, ...]:
    """That all see whether a piece is so wherever it lies, where nothing is said of that."""
    if attribute.kind is not TRUTH or attribute.seen.stated or not attribute.declared:
        return ()
    own = f"can be {attribute.name}"
    whose = attribute.of.name
    return (f"under {whose}, if all see it wherever the {whose} lies: {own}, seen by all, in place of {own}",)


def spoken_of(of: m.Expression) -> str:
    """How a thing can be spoken of where it is read: `the Boat`, `the top of the Deck`; `…` where that is long."""
    match of:
        case m.Use(variable=variable):
            return f"the {variable.name}"
        case m.Constant(name=name, kind=kind):
            return f"the {name}" if kind.sort == "piece" else name
        case m.EndOf(place=place):
            return f"{of.said} of {_said(place) or '…'}"
        case m.Narrowed(of=inner):
            return spoken_of(inner)
        case m.Apply(value=value, arguments=(one,)):
            return f"the {value.name} of {spoken_of(one)}"
        case _:  # by what it is, if a sentence has just found it
            return f"the {of.kind.name}" if isinstance(of, m.Pick) else "…"


def hidden_there(analysis: Analysis, of: Node, kind: Kind) -> str:
    """Where the pieces of which something is read can be, unseen by all: "it can be in a Hand"."""
    place = _place(analysis, of)
    if place is not None and place.seen.by != "all":
        return f"it can be in {'a' if place.each else 'the'} {place.kind.name}"
    return out_of_sight(analysis, kind)


def seen_there(analysis: Analysis, of: Node, kind: Kind) -> tuple[str, ...]:
    """Where one place alone hides them: that it need not, if nothing is drawn from it."""
    place = _place(analysis, of)
    hiding = where_hidden(analysis, kind)
    only = len(hiding) == 1 and (place is None or place is hiding[0])
    return _opened(analysis, hiding[0]) if only else ()


def place_opened(analysis: Analysis, of: Node) -> tuple[str, ...]:
    """That the place in which something is said to lie need not hide it."""
    place = _place(analysis, of)
    return _opened(analysis, place) if place is not None else ()


def _opened(analysis: Analysis, place: PlaceInfo) -> tuple[str, ...]:
    """That all see what lies in a place, if nothing is drawn from it."""
    seen, name = SEEN_BY.get(place.seen.by), place.kind.name
    if not seen or _is_drawn_from(analysis, place):
        return ()
    return (f"under {name}, if all see what lies there: seen by all, in place of seen by {seen}",)


def seen_in_its_place(analysis: Analysis, kind: Kind) -> tuple[str, ...]:
    """Where pieces of a kind are hidden wherever they lie: that the places of players hide what lies there."""
    if not all(analysis.world.seen(leaf.kind).by == "owner" for leaf in leaves_of(analysis, kind)):
        return ()
    own = [p for p in analysis.world.places.values() if p.per == (analysis.world.players,) and not p.seen.stated]
    there = (place.kind.name for place in own if _can_be(analysis, kind, place))
    return tuple(f"under {name}: seen by the owner" for name in there)


def seen_once_so(analysis: Analysis, piece: m.Expression) -> Iterator[str]:
    """That a place shows what has a flag which is seen so elsewhere; if all do, the need that it has this flag."""
    kind, places = piece.kind, [place for place in analysis.world.places.values() if place.seen.by in SEEN_BY]
    flags = {x.name for x in analysis.world.attributes(kind) if x.kind is TRUTH}
    until = sorted({place.seen.until for place in places if place.seen.until} & flags)
    hiding = [place for place in places if not place.seen.until and _can_be(analysis, kind, place)]
    for place in hiding:
        seen = f"seen by {SEEN_BY[place.seen.by]}"
        yield from (f"under {place.kind.name}: {seen} until {flag}, in place of {seen}" for flag in until)
    if not hiding:
        yield from (f"{BEFORE}: only if {spoken_of(piece)} is {flag}" for flag in until)


def _is_drawn_from(analysis: Analysis, place: PlaceInfo) -> bool:
    """Whether it is shuffled, or pieces come from its top unseen: it has to hide what lies there."""
    nodes = (node for root in roots(analysis) for node in nodes_in(root))
    return any(isinstance(node, m.Shuffle | m.EndOf) and node.place.kind is place.kind for node in nodes)


def all_shown_there(analysis: Analysis, of: Node) -> Iterator[str]:
    """Before a piece is told of that lies in a place which is named: the line that shows to all what lies there."""
    binder = _binder(analysis, of.variable) if isinstance(of, m.Use) else of
    selection = binder.selection if isinstance(binder, m.Choose | m.Pick) else binder
    if not isinstance(selection, m.Selection):
        return
    for word, where in _places(selection):
        said = _said(where) if not _is_pile(analysis, _kind_of_place(where)) else None
        name = _kept_there(analysis, _kind_of_place(where))
        alone = selection is binder and len([*conjuncts(selection.conditions)]) == 1  # of which no more is asked
        kinds = [selection.kind.name] if alone else []
        kinds += [name] if name and not (alone and kind_shown(where, selection.kind)) else []
        for shown in dict.fromkeys(kinds):
            if said:  # in a word of the rulebook perhaps, which is said of each player
                each = _for_each(analysis, selection)
                yield from (
                    f"{BEFORE}: {whose}show every {shown} {word} {said} to all" for whose in dict.fromkeys(("", each))
                )
            if said and isinstance(where, m.PlaceFor) and _may_be_of_others(analysis, where.owner):
                theirs = f"the {_kind_of_place(where).name} of the Player"
                yield f"{BEFORE}: for each Player, and under it: show every {shown} {word} {theirs} to all"


def _may_be_of_others(analysis: Analysis, owner: m.Expression | None) -> bool:
    """Whether what others have may be told, too: of no certain player, nor of one whom a block has brought in, as a
    loop over all of them does."""
    if isinstance(owner, m.Use):
        return _binder(analysis, owner.variable) is None
    return owner is not None and not isinstance(owner, m.Constant)


def _is_pile(analysis: Analysis, place: Kind) -> bool:
    """Whether it is a pile that lies face down: nobody would show the whole of it."""
    info = analysis.world.places.get(place.name)
    return info is not None and info.ordered and info.seen.by == "nobody"


def chosen_by_owner(node: m.Move, analysis: Analysis) -> Iterator[str]:
    """`move every Camel in the Hand of the Player to the Herd`: who sees them chooses them."""
    goal, selection = _said(node.to), node.what
    if goal is None or not isinstance(selection, m.Selection) or len([*conjuncts(selection.conditions)]) != 1:
        return
    for word, where in _places(selection):
        said, kind = _said(where), selection.kind
        if said and isinstance(where, m.PlaceFor) and analysis.world.places[where.place.name].seen.by == "owner":
            who = said.partition(" of ")[2]
            yield (
                f"{who} chooses any number among {kind.plural} called picked {word} {said}, and on the next line: "
                f"move every {kind.name} in the picked to {goal}"
            )


def _can_be(analysis: Analysis, kind: Kind, place: PlaceInfo) -> bool:
    return any(can_be_in(analysis, leaf, place.kind) for leaf in leaves_of(analysis, kind))


def _kept_there(analysis: Analysis, place: Kind) -> str | None:
    """The name of all pieces that can lie there, which no others have."""
    there = {leaf for leaf in leaves(analysis) if can_be_in(analysis, leaf, place)}
    kinds = [kind for kind in analysis.world.kinds.values() if kind.sort == "piece"]
    return next((kind.name for kind in kinds if {*leaves_of(analysis, kind)} == there), None)


def _kind_of_place(where: m.Expression) -> Kind:
    return where.place if isinstance(where, m.PlaceFor | m.EndOf) and isinstance(where.place, Kind) else where.kind


def _said(where: m.Expression) -> str | None:
    """`the Hand of Red`, as far as it is short."""
    match where:
        case m.Constant(kind=kind, name=name):
            return name if kind.sort == "space" or kind.size > 1 else f"the {name}"
        case m.PlaceFor(place=place, values=(m.Constant(name=name),)):
            return f"the {place.name} of {name}"
        case m.PlaceFor(place=place, values=(m.Use(variable=variable),)):
            return f"the {place.name} of the {variable.name}"
        case _:  # others are long to say
            return None


def _binder(analysis: Analysis, variable: Variable) -> Node | None:
    """What brings in a variable in a block; None for what a heading does."""
    found: Node | None = None
    for item in (analysis.book.setup, analysis.book.play, *definitions_of(analysis.book)):
        for node in nodes_in(item):
            if bound(node) is variable and not isinstance(found, ONE):
                found = node
    return found


def _places(selection: m.Selection) -> Iterator[tuple[str, m.Expression]]:
    """In which single places what is selected is said to be, each with its preposition."""
    for condition in conjuncts(selection.conditions):
        match condition:
            case m.Located(preposition=word, what=m.Use(variable=v), where=m.Expression() as where):
                if v is selection.variable:
                    yield word, where
            case _:  # others do not say where
                pass


def _place(analysis: Analysis, of: Node) -> PlaceInfo | None:
    """The place in which the pieces are said to be, where it is known which."""
    binder = _binder(analysis, of.variable) if isinstance(of, m.Use) else None
    selection = binder.selection if isinstance(binder, m.Choose) else binder
    if not isinstance(selection, m.Selection):
        return None
    kinds = [where.place if isinstance(where, m.PlaceFor) else where.kind for _, where in _places(selection)]
    return next((analysis.world.places[kind.name] for kind in kinds if kind.name in analysis.world.places), None)


def _for_each(analysis: Analysis, selection: m.Selection) -> str:
    """The loop around it, where the place is that of a player with whom a definition is about."""
    for _, where in _places(selection):
        match where:
            case m.PlaceFor(values=(m.Use(variable=v),)) if any(v in d.parameters for d in _worded(analysis)):
                called = "" if v.name == v.kind.name else f" called {v.name}"
                return f"for each {v.kind.name}{called}, and under it: "
            case _:  # others are not that of such a player
                pass
    return ""


def _worded(analysis: Analysis) -> tuple[m.Quality | m.Value, ...]:
    """What words of the rulebook mean, which stand before nothing that is done."""
    return (*analysis.book.qualities, *analysis.book.values)


def _where(selection: m.Selection) -> str:
    """`in the Hand of Red`, as far as it is short, or `in the payment`, which a line above has named."""
    if selection.among is not None:
        return f"in the {selection.among.name}"
    for word, where in _places(selection):
        if said := _said(where):
            return f"{word} {said}"
        if isinstance(where, m.PlaceFor):
            return f"{word} the {where.place.name} of …"
    return "in the …"
