"""Where everything is put before the setup, and what of it is kept at hand or shown by a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from dsl.model.world import Kind, PieceInfo
from dsl.prose.box import above, it_of
from dsl.prose.forms import Amount, Form, Listed, Noun, Phrase, Step, phrase
from dsl.prose.nouns import attribute_term, kind_term, location, place_of_values
from dsl.prose.places import where_put
from dsl.prose.scope import Scope
from dsl.text.standard_library import is_library

FEW_KINDS = 4  # of pieces in one sentence


def by_sorts(scope: Scope, infos: Sequence[PieceInfo]) -> Iterator[Step]:
    """Where pieces are put before the setup; a sort of which all begin in one place, as one."""
    done: set[PieceInfo] = set()
    for info in infos:
        sort = next((sort for sort in [*above(scope, info)][::-1] if lies_together(scope, sort, infos)), None)
        if sort is None:
            yield from first_places(scope, info)
        elif info not in done:
            members = sorts_in(scope, sort)
            done.update(members)
            count = sum(len(member.starts) for member in members)
            where = where_put_first(scope, info.starts[0])
            clauses = tuple(dict.fromkeys(clause for member in members for clause in member.clauses))
            those = Noun(kind_term(sort.kind), "the", True, Amount(count))
            yield Step(phrase("put", object=those, goal=where), clauses=clauses)


def lies_together(scope: Scope, sort: PieceInfo, infos: Sequence[PieceInfo]) -> bool:
    """Whether all of several kinds that are of a sort of the game begin in one place."""
    members = sorts_in(scope, sort)
    starts = {start for member in members for start in member.starts}
    named = not sort.owners and not is_library(sort.kind.span.file if sort.kind.span else "")
    return named and len(members) > 1 and len(starts) == 1 and all(member in infos for member in members)


def sorts_in(scope: Scope, sort: PieceInfo) -> list[PieceInfo]:
    return [info for info in scope.world.piece_infos.values() if info.owners and info.kind.is_a(sort.kind)]


def first_places(scope: Scope, info: PieceInfo) -> Iterator[Step]:
    """Where pieces of a kind are put before the setup."""
    own = by_value(scope, info)
    if own is not None:
        yield Step(phrase("put", object=Noun(kind_term(info.kind), "each"), goal=own), clauses=info.clauses)
        return
    for count, place in shares_of(scope, info):
        whole = count == len(info.starts)
        those = Noun(kind_term(info.kind), "the" if whole else "bare", plural=count > 1)
        if count > 1 or not whole:
            those = Noun(kind_term(info.kind), "the" if whole else "bare", count > 1, Amount(count))
        yield Step(phrase("put", object=those, goal=place), clauses=info.clauses)


def in_few_sentences(steps: Iterable[Step]) -> Iterator[Step]:
    """What is put where, a few kinds in each sentence: those of one place together, the others one after the other."""
    for of_one_kind, row in groupby(joined_goals(steps), is_of_one_kind):
        several = [*row]
        parts = -(-len(several) // FEW_KINDS) if of_one_kind else len(several)
        for n in range(parts):  # as long as one another
            yield from one_after_the_other(several[n * len(several) // parts : (n + 1) * len(several) // parts])


def is_of_one_kind(step: Step) -> bool:
    """Whether it puts pieces of one kind into a place that is told in few words."""
    form = step.form
    return isinstance(form, Phrase) and form.key == "put" and isinstance(form.slot("object"), Noun)


def one_after_the_other(steps: Sequence[Step]) -> Iterator[Step]:
    """The same in one sentence: "put the cards into the deck, the coins into the bank and the dice into the cup"."""
    if len(steps) < 2:
        yield from steps
        return
    forms = [step.form for step in steps if isinstance(step.form, Phrase)]
    pairs = (phrase("put_where", object=form.slot("object"), goal=form.slot("goal")) for form in forms)
    clauses = tuple(dict.fromkeys(clause for step in steps for clause in step.clauses))
    yield replace(steps[0], form=phrase("put_out", what=Listed(tuple(pairs))), clauses=clauses)


def joined_goals(steps: Iterable[Step]) -> Iterator[Step]:
    """What is put into the same place, a few kinds in each sentence."""
    rows: dict[Form, list[Step]] = {}
    for step in steps:
        goal = step.form.slot("goal") if isinstance(step.form, Phrase) else None
        rows.setdefault(goal or step.form, []).append(step)
    for several in rows.values():
        for few in (several[n : n + FEW_KINDS] for n in range(0, len(several), FEW_KINDS)):
            objects = tuple(o for s in few if isinstance(s.form, Phrase) and (o := s.form.slot("object")) is not None)
            first = few[0]
            if len(objects) == len(few) > 1 and isinstance(first.form, Phrase):
                first = replace(first, form=first.form.with_slot("object", Listed(objects)))
            yield replace(first, clauses=tuple(dict.fromkeys(clause for s in few for clause in s.clauses)))


def all_of(info: PieceInfo) -> Noun:
    """The pieces of a kind, with their number if there are several."""
    count = len(info.owners)
    return Noun(kind_term(info.kind), "the", count > 1, Amount(count) if count > 1 else None)


def at_hand(infos: Sequence[PieceInfo]) -> Step:
    """What is kept where everybody can reach it."""
    clauses = tuple(clause for info in infos for clause in info.clauses)
    return Step(phrase("keep_at_hand", what=Listed(tuple(map(all_of, infos)))), clauses=clauses)


def is_dealt_out(scope: Scope, info: PieceInfo) -> bool:
    """Whether each player has as many of a kind in a place of their own at first, and nobody else has any."""
    own = [place.kind for place in scope.world.places.values() if place.per == (scope.world.players,)]
    shares = Counter(info.starts)
    return len({*shares.values()}) == 1 and any({*shares} == {*range(k.start, k.stop)} for k in own)


def taken_by_each(scope: Scope, infos: Sequence[PieceInfo]) -> Step:
    """What each player takes of kinds that are dealt out."""
    size = scope.world.players.size
    shares = (Noun(kind_term(i.kind), "bare" if n > 1 else "a", n > 1, Amount(n) if n > 1 else None)
              for i in infos for n in (len(i.starts) // size,))  # fmt: skip
    clauses = tuple(clause for info in infos for clause in info.clauses)
    return Step(phrase("taken_by_each", who=phrase("each_player"), what=Listed(tuple(shares))), "fact", clauses=clauses)


def as_drawn(infos: Sequence[PieceInfo], board: Kind | None) -> Step:
    """What is put where a picture shows it: on the only board, or on one of several."""
    where = phrase("onto_space", place=Noun(kind_term(board), "the")) if board else phrase("onto_the_board")
    return Step(phrase("put_as_drawn", what=Listed(tuple(map(all_of, infos))), goal=where))


def by_value(scope: Scope, info: PieceInfo) -> Form | None:
    """The place of its own value, if each piece starts there: "in the pile of its colour"."""
    starts = {start for start in info.starts if start < scope.world.locations}
    places = (place for place in scope.world.places.values() if place.kind.has(min(starts, default=-1)))
    place = next(places, None)
    if place is None or all(kind is scope.world.players for kind in place.per):
        return None
    told = {a.kind: a for a in scope.world.attributes(info.kind) if a.constant is not None}
    it, forms = it_of(info.kind), dict[Kind, Form]()
    for kind in place.per:
        if kind is scope.world.players:
            forms[kind] = phrase("owner", of=it)
        elif kind in told:
            forms[kind] = Noun(attribute_term(told[kind]), of=it)
    values = [told[kind].values_of(info.kind) if kind in told else info.owners for kind in place.per]
    if len(forms) < len(place.per) or any(min(some) < 0 for some in values):
        return None
    mine = tuple(place.location(row) for row in zip(*values, strict=True))
    if mine != info.starts:
        return None
    return where_put(scope, place.kind, place_of_values(place, tuple(forms[kind] for kind in place.per)))


def shares_of(scope: Scope, info: PieceInfo) -> Iterator[tuple[int, Form]]:
    """How many of a kind lie where; what is the same for all players is said once."""
    shares = Counter(info.starts)
    for place in scope.world.places.values():
        own = range(place.kind.start, place.kind.stop)
        counts = {shares[number] for number in own}
        if place.per and place.kind.size > 1 and len(counts) == 1 and counts != {0}:
            for number in own:
                del shares[number]
            whose = phrase("each_player") if place.per == (scope.world.players,) else None
            each = Noun(kind_term(place.kind), "the" if whose else "each", of=whose)
            yield counts.pop(), where_put(scope, place.kind, each)
    for number, count in shares.items():
        yield count, where_put_first(scope, number)


def where_put_first(scope: Scope, number: int) -> Form:
    return where_put(scope, sort_of(scope, number), location(scope, number, spot_of(scope, number)))


def sort_of(scope: Scope, number: int) -> Kind:
    """Of which kind a place or space is."""
    spaces = (board.spaces for board in scope.world.boards.values())
    places = (place.kind for place in scope.world.places.values())
    return next(kind for kind in (*spaces, *places) if kind.start <= number < kind.stop)


def spot_of(scope: Scope, number: int) -> str:
    """The name of a space, if it has one of its own."""
    spots = (spot for board in scope.world.boards.values() for spot in board.spots.items())
    return next((name for name, space in spots if space == number), "")
