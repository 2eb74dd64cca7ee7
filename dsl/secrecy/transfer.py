"""After a statement: which facts are still sure, which have come to be, and what a change on the table tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import assert_never

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.analysis.effects import Change, changes, changes_by_rules, following
from dsl.analysis.meant import pieces_meant, range_of
from dsl.analysis.nullable import may_be_nothing
from dsl.analysis.partitions import leaves_of
from dsl.analysis.whereabouts import carriers, locations_of, whereabouts
from dsl.model import Expression, Node, Statement, Variable
from dsl.model.core import Assign, DecideAtOnce
from dsl.model.world import Attribute, Kind
from dsl.secrecy.facts import (
    IN_VIEW,
    LIES,
    MINE,
    OF_HERE,
    SEEN,
    SHOWN,
    Fact,
    all_of,
    all_shown,
    before_eyes,
    changed_by_moves,
    end_shown,
    is_found_with,
    is_of_end,
    is_of_here,
    kind_shown,
    lies_in,
)
from dsl.secrecy.printed import is_open_print, one_at_most, stated_places
from dsl.secrecy.sinks import Sources, must_be_seen
from dsl.secrecy.sources import Sight, Source
from dsl.text.inflection import articled


def after_all(ends: list[Sight]) -> Sight:
    """What is sure after one of several ways, nobody knows which."""
    facts = frozenset.intersection(*(end.facts for end in ends))
    taints: dict[Variable, Sources] = {}
    for end in ends:
        taints |= end.taints
    return replace(ends[0], facts=facts, taints=taints)


def shown_by_each(analysis: Analysis, loop: m.ForEach, ends: Sight) -> Iterator[Fact]:
    """What is shown by a loop that shows what lies in the place of each player, or in each of several places, or that
    makes each player one of whom more is seen."""
    selection = loop.selection
    if selection.among is not None or analysis.world.out is not None:  # those who are out have no turn
        return
    players = analysis.world.players
    of_players = (attribute for attribute in analysis.world.all_attributes if attribute.of is players)
    flags = {attribute.seen.until for attribute in of_players} if selection.kind is players else set()
    yield from ((players, flag) for flag in flags if flag and (selection.variable, flag) in ends.facts)
    for place in (info.kind for info in analysis.world.places.values()):
        of_each = selection.kind is players and (selection.variable, f"{SHOWN} in {place.name}")
        itself = selection.kind is place and (selection.variable, SHOWN)
        if of_each in ends.facts or itself in ends.facts:
            yield place, SHOWN
        for kind in analysis.world.kinds.values() if selection.kind is players else ():
            if (selection.variable, all_of(kind, place)) in ends.facts:
                yield place, all_of(kind)


def made_by(called: m.Procedure | m.Window, given: Sequence[Expression], ends: Sight) -> Iterator[Fact]:
    """What is sure, once a verb has been carried out, of the things that it is done with, and of places and players; it
    may not be carried out where one of them is nothing, or too deep."""
    if isinstance(called, m.Window) or called.needs or any(may_be_nothing(ends.analysis, one) for one in given):
        return
    if not any(isinstance(line, m.Deepest) for line in called.body):
        yield from made_of_all(ends)
    for parameter, thing in zip(called.parameters, given, strict=True):
        if isinstance(thing, m.Use):
            yield from ((thing.variable, token) for about, token in ends.facts
                if about is parameter and not is_of_here(token))  # fmt: skip


def made_of_all(ends: Sight) -> Iterator[Fact]:
    """What is sure once a phase or a verb has been carried out, of places and players, whatever is carried out next."""
    analysis = ends.analysis
    rules = changes_by_rules(analysis)
    yield from (fact for fact in ends.facts if isinstance(fact[0], Kind) and not _ended(analysis, None, rules, fact))


def named_so(node: m.Let, sight: Sight, why: Sources) -> Sight:
    after = sight.after(node)
    if not why:
        return after
    return replace(after, taints={**after.taints, node.variable: (*after.taints.get(node.variable, ()), *why)})


def settled(sight: Sight, node: Statement) -> Sight:
    """What is still sure after a statement and all rules that may follow from it."""
    if not sight.facts:
        return sight
    analysis = sight.analysis
    made = analysis.once(("changes", node), lambda: changes(analysis, (node,)))
    return _left_by(sight, node, (*made, *following(analysis, node)))


def followed(sight: Sight, node: m.Together | m.InOneGo) -> Sight:
    """The same after what is in a statement of which all settles at its end."""
    return _left_by(sight, ("behind", node), following(sight.analysis, node))


def _left_by(sight: Sight, by: object, made: Sequence[Change]) -> Sight:
    places = sight.kinds_of_places()
    found = ((fact, frozenset(places.get(fact[0], ()))) for fact in sight.facts)
    lost = {fact for fact, there in found if _ended(sight.analysis, by, made, fact, there)}
    return replace(sight, facts=sight.facts - lost) if lost else sight


def _ended(
    analysis: Analysis, by: object, made: Iterable[Change], fact: Fact, there: frozenset[str] = frozenset()
) -> bool:
    """Whether one of the changes that are made `by` something, as a statement or the rules, may end a fact: which it is
    does not depend on the variable, but on what it stands for, and on the places `there` of which it is sure to lie in
    one."""
    about, token = fact
    kind = about if isinstance(about, Kind) else about.kind
    key = ("ended", by, kind is about, kind, token, there)
    return analysis.once(key, lambda: any(_ends(analysis, change, fact, there) for change in made))


def _ends(analysis: Analysis, change: Change, fact: Fact, there: frozenset[str] = frozenset()) -> bool:
    """Whether something may not be sure any more after a change."""
    match change:
        case m.Move(what=what) if there and not isinstance(fact[0], Kind) and _lies_elsewhere(what, there):
            return False
        case Assign(attribute=attribute, flag=False):
            return fact[1] == attribute.name
        case Assign(attribute=attribute, what=what) if attribute is analysis.world.owner:
            return _given_away(fact, what)
        case m.Move(what=what, to=to):
            return _lost(analysis, fact, what, to)
        case m.Shuffle(place=place):
            return _at_end(analysis, fact, range_of(analysis, place.kind))
        case Assign() | m.Show() | m.Roll() | m.Record() | m.Act():  # no fact is about these
            return False
        case _:
            assert_never(change)


def _lies_elsewhere(what: Expression | m.Selection, there: frozenset[str]) -> bool:
    """Whether all that is moved lies in places of other kinds than a piece that is sure to lie `there`."""
    match what:
        case m.EndOf(place=place):
            sources = [place]
        case m.Selection() | m.Pick(selection=m.Selection()):
            sources = [*stated_places(what if isinstance(what, m.Selection) else what.selection)]
        case _:  # it may lie anywhere
            return False
    kinds = (place.place if isinstance(place, m.PlaceFor) else place.kind for place in sources)
    return any(kind.sort == "place" and kind.name not in there for kind in kinds)


def _goes_too(analysis: Analysis, kind: Kind, what: Expression | m.Selection) -> bool:
    """Whether a piece of a kind may be what is moved, or lie on it."""
    moved = [*pieces_meant(analysis, what).meant(analysis, whereabouts(analysis))]
    if not {*leaves_of(analysis, kind)}.isdisjoint(moved):
        return True
    return any(carriers(analysis, kind) & range_of(analysis, leaf.kind) for leaf in moved)


def _lost(analysis: Analysis, fact: Fact, what: Expression | m.Selection, to: Expression) -> bool:
    """Whether something may not be sure any more once a piece is moved: out of sight, or to what was shown."""
    about, token = fact
    place = changed_by_moves(analysis, fact)
    if place is not None:
        come = bool(locations_of(analysis, to) & range_of(analysis, place))
        return come or _at_end(analysis, fact, _comes_from(analysis, what))
    if isinstance(about, Kind) or about.kind.sort != "piece" or not _goes_too(analysis, about.kind, what):
        return False
    if token.startswith(OF_HERE):
        return True
    everybody = Sight(analysis)
    if token == IN_VIEW:
        return not everybody.sees_into(to)
    return token in (SEEN, SHOWN) and not everybody.sees_at(what.kind, to, set())


def found_apart(node: DecideAtOnce, chosen: Sight) -> Sight:
    """What is sure of all that was chosen at once when it is the turn of each: of what another player's turn may have
    taken away, no longer where it lies."""
    analysis, player = chosen.analysis, node.selection.variable
    made = (*changes(analysis, node.changes), *changes_by_rules(analysis))
    foreign = [change for change in made if not _takes_own(change, player, chosen)]
    found = (fact for fact in chosen.facts if fact[1].startswith(LIES))
    lost = {fact for fact in found if any(_ends(analysis, change, fact) for change in foreign)}
    return replace(chosen, facts=chosen.facts - lost)


def _takes_own(change: Change, player: Variable, chosen: Sight) -> bool:
    """Whether only that is moved which lies in a place of this player, where it is another for each."""
    match change:
        case m.Move(what=m.Use(variable=thing)):
            return any(about is thing and is_found_with(token, player) for about, token in chosen.facts)
        case m.Move(what=m.Selection() as those):
            return any(is_found_with(lies_in(where) or "", player) for where in stated_places(those))
        case _:  # of others it is not known
            return False


def _at_end(analysis: Analysis, fact: Fact, there: int) -> bool:
    """Whether it says what lies at the end of a place that may be one of these."""
    place = changed_by_moves(analysis, fact) if is_of_end(fact) else None
    return place is not None and bool(there & range_of(analysis, place))


def _comes_from(analysis: Analysis, what: Expression | m.Selection) -> int:
    """The locations from which a piece that is moved can come."""
    if isinstance(what, m.EndOf):
        return range_of(analysis, what.place.kind)
    return reduce(or_, (whereabouts(analysis)[leaf] for leaf in leaves_of(analysis, what.kind)), 0)


def _given_away(fact: Fact, what: Expression | m.Selection) -> bool:
    """Whether it may not be sure any more whose a piece is."""
    about, token = fact
    return token == MINE and not isinstance(about, Kind) and about.kind.meets(what.kind)


def check_change(node: m.Move | Assign, sight: Sight, why: Sources) -> None:
    """A change on the table; a value that only some see may be made of what only they see."""
    analysis = sight.analysis
    match node:
        case m.Move(what=what, to=to):
            if sight.sees_at(what.kind, to, set()):  # it is shown; where it goes can depend on what is seen of it there
                told = (*sight.sources((what,)), *_with_print(sight, what).sources((to,)))
            else:
                told = (*sight.sources((what, to)), *sight.tells_where(what))
            must_be_seen(analysis, (*why, *told), "What is moved", node)
        case Assign(attribute=attribute, what=what):
            told = _unfit(attribute, (*why, *sight.sources(node.inside), *_marked(attribute, what, sight)))
            how = f"How the {attribute.name} of {articled(attribute.of.name)} changes"
            must_be_seen(analysis, told, how if node.flag is None else f"What becomes {attribute.name}", node)
        case _:
            assert_never(node)


def _with_print(sight: Sight, what: Expression | m.Selection) -> Sight:
    """The same where a piece is seen, and with it what was made of its print, which never changes, before."""
    seen = _sure(sight, what, SEEN)
    left = {v: tuple(h for h in told if not _is_print_of(what, h.node)) for v, told in sight.taints.items()}
    return replace(seen, taints={v: told for v, told in left.items() if told})


def _is_print_of(what: Expression | m.Selection, node: Node) -> bool:
    match what, node:
        case m.Use(variable=piece), m.Get(attribute=attribute, of=m.Use(variable=variable)):
            return variable is piece and is_open_print(attribute)
        case _:  # what is read of others, or can change, is not seen by that
            return False


def _marked(attribute: Attribute, what: Expression | m.Selection, sight: Sight) -> Iterator[Source]:
    """What is told by a change that all see on a piece that they do not see."""
    owned = attribute is sight.analysis.world.owner and _owner_seen(sight.analysis, what.kind)
    if owned or (attribute.seen.stated and attribute.seen.by == "all"):
        yield from sight.tells_where(what)


def _owner_seen(analysis: Analysis, kind: Kind) -> bool:
    """Whether all see of some pieces of a kind whose they are, wherever they lie."""
    return any(analysis.world.owner_seen(leaf.kind) for leaf in leaves_of(analysis, kind))


def _unfit(attribute: Attribute, told: Sources) -> Sources:
    """What is read and is not kept from the very same players as the attribute that changes."""
    seen = attribute.seen
    if seen.by in ("all", "owner"):
        return told
    return tuple(h for h in told if not _as_hidden(h.node, seen.by, seen.player, seen.until))


def _as_hidden(node: Node, by: str, player: int, until: str | None) -> bool:
    match node:
        case m.Get(attribute=attribute) | m.Flag(attribute=attribute):
            other = attribute.seen
            return (other.by, other.player, other.until) == (by, player, until)
        case _:  # what is no value of an attribute is kept from others than an attribute is
            return False


def made_sure(node: m.Move | m.Show | Assign, sight: Sight) -> Sight:
    """A piece that has come to where all look, or has been turned up, is seen."""
    match node:
        case m.Move(what=what, to=to) if sight.sees_into(to):
            return _sure(_sure(sight, what, SEEN) if sight.sees_at(what.kind, to, set()) else sight, what, IN_VIEW)
        case m.Move(what=m.Use(variable=piece), to=m.PlaceFor() as to):
            return replace(sight, facts=sight.facts | set(_before_eyes(sight, piece, to)))
        case m.Show(what=what, who=None):
            fact = _shown_there(sight, what)
            if fact is not None:
                return replace(sight, facts=sight.facts | {fact})
            return _sure(_sure(sight, what, SEEN), what, SHOWN)
        case Assign(what=what, attribute=attribute, flag=True):
            return _sure(sight, what, attribute.name)
        case m.Move() | m.Show() | Assign():
            return sight
        case _:
            assert_never(node)


def _before_eyes(sight: Sight, piece: Variable, to: m.PlaceFor) -> Iterator[Fact]:
    """That a piece lies where the owner of the place looks, if no rule takes it away from there."""
    owner, token = to.owner, before_eyes(to.owner)
    if owner is None or token is None or not sight.of(owner).sees_at(piece.kind, to, set()):
        return
    fact = piece, token
    if not _ended(sight.analysis, None, changes_by_rules(sight.analysis), fact):
        yield fact


def _shown_there(sight: Sight, what: Expression | m.Selection) -> Fact | None:
    """The fact about a place that comes of showing what lies there: all of it, the only piece, or that at its end."""
    match what:
        case m.EndOf():
            return end_shown(what)
        case m.Pick(selection=shown) if one_at_most(sight.analysis, shown) or sight.holds_one(shown):
            only = sight.only_counted(shown)
        case m.Selection():
            only = sight.only_counted(what)
        case _:  # of others it is no place that is known to be open
            return None
    if not isinstance(only, m.Located):
        return _kind_shown(what)
    kind = only.where if isinstance(only.where, Kind) else only.where.kind
    return all_shown(only.where) if kind.sort == "place" else None


def _kind_shown(what: Expression | m.Selection) -> Fact | None:
    """The fact that comes of showing all of a kind that lie in a place where others lie, too."""
    match what:
        case m.Selection(kind=kind, among=None, conditions=(m.Located(what=m.Use(variable=v), where=where),)):
            return kind_shown(where, kind) if v is what.variable else None
        case _:  # of which more is said
            return None


def _sure(sight: Sight, what: Expression | m.Selection, token: str) -> Sight:
    """The same where this is sure of a piece, or of all that are in a set."""
    match what:
        case m.Use(variable=variable):
            return replace(sight, facts=sight.facts | {(variable, token)})
        case m.Selection(conditions=(m.InSet(what=m.Use(variable=used), members=members),)) if used is what.variable:
            return replace(sight, facts=sight.facts | {(members, token)})
        case _:  # of what no variable stands for, nothing has to be remembered
            return sight
