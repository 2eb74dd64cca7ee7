"""What is in the box as the guide tells it: what players keep on the table of their pieces and places.

Flags and bounds that only the rules ask for are left to `dsl.prose.box`, which tells all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from dsl.model.world import TRUTH, Attribute, Kind, PieceInfo, PlaceInfo, Remark, StateInfo, Visibility
from dsl.prose import box
from dsl.prose.box import each_of, fact, shown_of, taken
from dsl.prose.forms import Adjective, Amount, Form, Listed, Noun, Phrase, Step, Term, phrase
from dsl.prose.nouns import attribute_term, kind_term, seat
from dsl.prose.places import where_lying
from dsl.prose.scope import Scope

Attributes = Iterable[Attribute]
FACE = "face-"  # how the names of qualities begin that all can see, as one side lies up


@dataclass(frozen=True, slots=True)
class Component:
    """A line of the inventory: how many of what, and what is to know of them."""

    about: PieceInfo
    count: int
    noun: Noun
    details: tuple[Step, ...]
    clauses: tuple[str, ...]
    words: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the places: what it is called and how many there are, what lies there, who sees that (None: as each
    piece says), and what is to know besides."""

    about: PlaceInfo
    name: Form
    content: Form
    seen: Form | None
    details: tuple[Step, ...]
    words: tuple[Remark, ...]
    clauses: tuple[str, ...]


# -------------------------------------------------------------------------------------------------------------- pieces


def component(
    scope: Scope, info: PieceInfo, dice: frozenset[Attribute], known: Collection[PieceInfo] = ()
) -> Component:
    """A kind of piece; `dice` is what dice have on their faces, `known` are sorts of which it is told elsewhere what
    all of them have."""
    count = len(info.owners)
    noun = Noun(kind_term(info.kind), "bare", plural=count > 1)
    told = tuple(details(scope, info, dice, known))
    untold = cited(box.details(scope, info)) - cited(told)
    return Component(info, count, noun, told, (*info.clauses, *sorted(untold)), info.words)


def sort(scope: Scope, info: PieceInfo, dice: frozenset[Attribute], known: Collection[PieceInfo] = ()) -> Component:
    """What several kinds of pieces are sorts of, with what all of these have."""
    told = tuple(details(scope, info, dice, known))
    return Component(info, 0, Noun(kind_term(info.kind), "bare", plural=True), told, info.clauses, info.words)


def share(kinds: Sequence[tuple[Noun, Phrase]]) -> Step:
    """What each player has: "a king, a queen, 2 rooks"; the phrases say how many."""
    had = tuple(of_amount(noun, told.slot("amount")) for noun, told in kinds)
    return fact(phrase("everyone_has", what=Listed(had)))


def of_amount(noun: Noun, amount: Form | None) -> Noun:
    one = amount == Amount(1)
    return Noun(noun.term, "a" if one else "bare", plural=not one, count=None if one else amount)


def kept_spare(kinds: tuple[Noun, ...]) -> Step:
    """That more pieces of some kinds are at hand than are laid out."""
    return Step(phrase("keep_spare", what=Listed(kinds)))


def cited(steps: Iterable[Step]) -> set[str]:
    return {clause for step in steps for clause in step.clauses}


def details(
    scope: Scope, info: PieceInfo, dice: frozenset[Attribute], known: Collection[PieceInfo] = ()
) -> Iterator[Step]:
    """What is to know of a kind of piece, a sentence each."""
    each = each_of(len(info.owners) != 1, info.kind)
    if info.owners:
        yield from box.how_many(scope, info)
    for other in box.above(scope, info):
        if not called_after(info.kind, other.kind) and other not in known:
            yield box.sort_of_piece(info, other)
    described = [one for one in box.described_with(scope, info) if one not in known]
    attributes = [a for one in described for a in one.attributes if a.declared]
    yield from sides(attributes, each)
    yield from faces(attributes, info, dice)
    yield from belongings(scope, [a for a in attributes if a not in dice], each)
    yield from secrets(scope, attributes)
    for one in described:
        yield from box.sides(one, len(info.owners) != 1)
        if one.seen.stated and not (scope.taught and one.seen.by == "all" and are_alike(one)):
            which = phrase("which_it_is", kind=Noun(kind_term(one.kind), "bare"))
            yield fact(box.seen(scope, one.seen, which))
        if one.owner_seen:
            yield box.whose(one.kind)
        yield from loads(scope, one, each)


def are_alike(info: PieceInfo) -> bool:
    """Whether no piece of a kind can be told from another by what is printed on it."""
    return all(attribute.constant is None for attribute in info.attributes)


def called_after(kind: Kind, other: Kind) -> bool:
    """Whether its name says of what it is a sort: a basic card is a card."""
    own, above = ((k.label or k.name).lower().split() for k in (kind, other))
    return own[-len(above) :] == above


def sides(attributes: Attributes, each: Form) -> Iterator[Step]:
    clauses = {a: a.clauses for a in attributes if a.kind is TRUTH and a.name.startswith(FACE)}
    if clauses:
        yield fact(phrase("lies_on_a_side", subject=each), tuple(c for own in clauses.values() for c in own))


def faces(attributes: Attributes, info: PieceInfo, dice: frozenset[Attribute]) -> Iterator[Step]:
    for attribute in (a for a in attributes if a in dice):
        ends, many = (attribute.kind.low, attribute.kind.high), len(info.owners) > 1
        if ends == (1, 6):
            yield fact(phrase("ordinary_dice" if many else "ordinary_die"), attribute.clauses)
        else:
            low, high = map(Amount, ends)
            yield fact(phrase("has_faces", subject=each_of(many, info.kind), low=low, high=high), attribute.clauses)


def belongings(scope: Scope, attributes: Attributes, each: Form) -> Iterator[Step]:
    """What things have, in one sentence; who learns the game is told the bare words where they are spoken of."""
    had = [a for a in attributes if a.constant is None and a.kind is not TRUTH]
    had = [a for a in had if not scope.taught or not isinstance(belonging(scope, a), Noun)]
    if had:
        clauses = tuple(dict.fromkeys(clause for a in had for clause in a.clauses))
        yield fact(phrase("has", subject=each, what=Listed(tuple(belonging(scope, a) for a in had))), clauses)


def belonging(scope: Scope, attribute: Attribute, bare: bool = False) -> Form:
    """A level; a hull (at first 2); a heading (one of 6 directions)."""
    term = attribute_term(attribute)
    what = Noun(term, "bare" if bare or is_many(term) else "a")
    if attribute.kind.sort == "direction":
        return phrase("one_of_directions", what=what, amount=Amount(attribute.kind.size))
    if attribute.kind.sort == "range" and attribute.initial and attribute not in scope.settled:
        return phrase("at_first", what=what, amount=Amount(attribute.initial))
    return what


def is_many(term: Term) -> bool:
    """Whether a name is one of many already: points, but not count of rounds."""
    head, _, _ = term.label.partition(" of ")
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


def secrets(scope: Scope, attributes: Attributes) -> Iterator[Step]:
    """Who sees what of a piece, where anything is hidden."""
    stated = [a for a in attributes if a.seen.stated]
    hidden = [a for a in stated if a.seen.by != "all"]
    shown = [a for a in stated if a.seen.by == "all"]
    if shown and (hidden or any(place.seen.by != "all" for place in scope.world.places.values())):
        clauses = tuple(dict.fromkeys(clause for a in shown for clause in a.clauses))
        yield fact(phrase("seen_by_all", subject=Listed(tuple(map(shown_of, shown)))), clauses)
    for attribute in hidden:
        yield fact(box.seen(scope, attribute.seen, shown_of(attribute), attribute.of), attribute.clauses)


def state(scope: Scope, info: StateInfo) -> Iterator[Step]:
    """What players have, what each of them can be, and who sees what of it."""
    each = phrase("each_player")
    numbers = [a for a in info.attributes if a.kind.sort == "range" and a.constant is None]
    if numbers:
        clauses = tuple(dict.fromkeys(clause for a in numbers for clause in a.clauses))
        what = Listed(tuple(belonging(scope, a, bare=True) for a in numbers))
        yield fact(phrase("keeps_count", subject=each, what=what), clauses)
    yield from belongings(scope, [a for a in info.attributes if a not in numbers], each)
    flags = [attribute for attribute in info.attributes if attribute.kind is TRUTH]
    if flags:
        clauses = tuple(dict.fromkeys(clause for flag in flags for clause in flag.clauses))
        qualities = tuple(Adjective(Term(flag.name, proper=True, about=flag)) for flag in flags)
        yield fact(phrase("can_be", subject=each, quality=Listed(qualities, "or")), clauses)
    yield from secrets(scope, info.attributes)


def loads(scope: Scope, info: PieceInfo, each: Form) -> Iterator[Step]:
    """What pieces can carry, and whether that lies in order."""
    if info.takes:
        what = Listed(tuple(taken(kind, most) for kind, most in info.takes))
        yield fact(phrase("carries", subject=each, what=phrase("in_order", what=what) if info.ordered else what))
    elif info.ordered:
        yield fact(phrase("keeps_order_on", pieces=box.pieces_of(scope, info), subject=each))


# -------------------------------------------------------------------------------------------------------------- places

MOST_SORTS = 4  # of pieces that are named: of more only that there are pieces is said


def place(scope: Scope, info: PlaceInfo) -> Place:
    each = each_of(box.is_many(scope, info), info.kind)
    attributes = [a for a in info.attributes if a.declared]
    told = (*belongings(scope, attributes, each), *secrets(scope, attributes))
    clauses = dict.fromkeys((*info.kind.clauses, *info.clauses, *sorted(cited(box.place(scope, info)) - cited(told))))
    return Place(info, name_of(info), content(scope, info), eyes(scope, info), told, info.words, tuple(clauses))


def limit(scope: Scope, info: PlaceInfo) -> Step | None:
    """How much has room there, if there is a limit."""
    if all(most is None for _, most in info.takes):
        return None
    what = Listed(tuple(taken(kind, most) for kind, most in info.takes))
    return fact(phrase("has_room_for", subject=each_of(box.is_many(scope, info), info.kind), what=what), info.clauses)


def looked_into(scope: Scope, infos: Sequence[PlaceInfo]) -> Step:
    """Who sees what lies in places that the same players look into."""
    names = [Noun(kind_term(info.kind), "each" if info.kind.size > 1 else "the") for info in infos]
    there = Listed(tuple(where_lying(info, name) for info, name in zip(infos, names, strict=True)))
    clauses = tuple(clause for info in infos for clause in (*info.kind.clauses, *info.clauses))
    return fact(box.seen(scope, infos[0].seen, phrase("contents", place=there)), clauses)


def had_by_each(scope: Scope, infos: Sequence[PlaceInfo]) -> Step:
    """That each player has places of their own."""
    one = [Noun(kind_term(info.kind), "a") for info in infos if info.copies == 1]
    many = [Noun(kind_term(i.kind), "bare", plural=True, count=Amount(i.copies)) for i in infos if i.copies > 1]
    what = Listed((*one, *many))
    clauses = tuple(clause for info in infos for clause in (*info.kind.clauses, *info.clauses))
    return fact(phrase("has", subject=phrase("each_player"), what=what), clauses)


def name_of(info: PlaceInfo) -> Form:
    """Box; stock (one for each player); cargo bays (3 for each player); pile (one for each colour); wells (2)."""
    many = info.copies > 1
    name = Noun(kind_term(info.kind), "bare", plural=many)
    if any(kind.sort != "player" for kind in info.per):
        key = "so_many_of_one" if many else "one_of_one"
        return phrase(key, place=name, kinds=box.kinds_of(info), amount=Amount(info.copies))
    if info.each:
        return phrase("so_many_of_each" if many else "one_of_each", place=name, amount=Amount(info.copies))
    return phrase("so_many_places", place=name, amount=Amount(info.copies)) if many else name


def content(scope: Scope, info: PlaceInfo) -> Form:
    """What may lie there, and whether in order; where anything may, what lies there at first."""
    sorts, first = scope.sorts_lying(info.kind), lying_first(scope, info)
    if not (info.takes or sorts):
        return phrase("nothing")
    if info.takes or not first:
        kinds = info.takes or [(kind, None) for kind in (sorts if len(sorts) <= MOST_SORTS else [scope.world.pieces])]
        what: Form = Listed(tuple(taken(kind, most) for kind, most in kinds))
    else:
        what = phrase("there_at_first", what=Listed(tuple(those(piece) for piece in first)))
    return phrase("in_order", what=what) if info.ordered else what


def is_told_apart(scope: Scope, info: PlaceInfo) -> bool:
    """Whether something is said of a place by what lies there: not of one where no piece ever does, which only has
    numbers, nor of one for nearly everything."""
    sorts = scope.sorts_lying(info.kind)
    return bool(info.takes or lying_first(scope, info)) or 0 < len(sorts) <= MOST_SORTS


def lying_first(scope: Scope, info: PlaceInfo) -> list[PieceInfo]:
    """The kinds of which pieces lie there before the setup."""
    infos = scope.world.piece_infos.values()
    return [piece for piece in infos if any(info.kind.has(place) for place in piece.starts)]


def those(info: PieceInfo) -> Noun:
    many = len(info.starts) > 1
    return Noun(kind_term(info.kind), "bare" if many else "the", plural=many)


def eyes(scope: Scope, info: PlaceInfo) -> Form | None:
    """Who sees what lies there; where the place does not say, all do, if nothing of the pieces is hidden."""
    if info.seen.stated:
        return reader(scope, info.seen)
    kinds = [kind for kind, _ in info.takes] or [scope.world.pieces]
    lying = [piece for piece in scope.world.piece_infos.values() if any(piece.kind.meets(kind) for kind in kinds)]
    hidden = any(p.seen.by != "all" or any(a.seen.by != "all" for a in p.attributes) for p in lying)
    return None if hidden else phrase("all_see")


def reader(scope: Scope, seen: Visibility) -> Form:
    until = Adjective(Term(seen.until, proper=True)) if seen.until else None
    match seen.by:
        case "all":
            return phrase("all_see")
        case "nobody":
            return phrase("nobody_sees", until=until)
        case "owner":
            return phrase("owner_sees", until=until)
        case "player":
            return phrase("one_sees", who=seat(scope, scope.world.players, seen.player), until=until)
        case _:
            assert_never(seen.by)
