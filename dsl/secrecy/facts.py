"""Facts: what is sure to be seen of things, by everybody or by one player, where certain sentences hold.

A piece that is said to be face-up, to be the player's own, or to be in a place into which the reader looks, is seen.
What no fact says counts as secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import can_be_in, locations_of, whereabouts
from dsl.model import Expression, Variable
from dsl.model.visit import conjuncts, use
from dsl.model.world import Attribute, Kind, PlaceInfo, Visibility
from dsl.secrecy.printed import ever_there, is_named, is_open_print, stated_places

SEEN = "is seen"  # facts of a piece besides the names of its flags: the reader sees which piece it is, and where
IN_VIEW = "is in view"  # the reader looks at the place where it is, and sees of it all that the piece itself allows
MINE = "is the reader's"  # the reader is the one who sees what its owner sees
NAMED = "is named"  # which it is follows from the box alone, in every position: what is printed of it tells nothing
POINTED = "may be named"  # which it is can follow from the box alone
SHOWN = "is shown"  # the reader knows all of it; said of places, of all that lies there
AT_END = "at the"  # before SHOWN, of what lies at one end
ALL_OF = "all of a kind are shown"  # of those that lie in the places of which a fact says so
ONE = "at most one lies there"  # of the places of which a fact says so, and of the pieces of a kind
BEFORE_EYES = "lies where one looks: "  # before who that is, as `before_eyes` has it
VALUE = "is the value "  # before the number of a value, of what stands for it in a definition
LIES = "lies in: "  # of a piece, or of all in a set, before the place in which it was found, as `lies_in` has it
OF_HERE = (BEFORE_EYES, LIES)  # facts of where a piece lies, which it does no more once it is moved
BY_NAME = "the one of "  # in these before a variable, which stands for something else in another definition
NO_PLAYER = -2
TOLD_APART = ("enumeration", "row", "direction")  # sorts of values that cases of a definition are about

AT_MOST_ONE = (("=", 0), ("=", 1), ("<=", 1), ("<=", 0), ("<", 2), ("<", 1))

Fact = tuple[Variable | Kind, str]


def before_eyes(player: Expression | None) -> str | None:
    """What is sure of a piece that has come to where this player looks; None if it cannot be said who it is."""
    match player:
        case m.Use(variable=variable):
            return f"{BEFORE_EYES}{BY_NAME}{id(variable)}"
        case m.Constant(value=value):
            return f"{BEFORE_EYES}player {value}"
        case _:  # who is meant can change
            return None


def lies_in(where: Expression | Kind) -> str | None:
    """What is sure of a piece that has been found in this place; None if it cannot be said which place it is."""
    match where:
        case m.PlaceFor(place=place, values=values, number=number):
            if all(isinstance(value, m.Use | m.Constant) for value in values):
                return f"{LIES}{place.name}; {number}{''.join(map(_with, values))}"
            return None
        case m.Constant(kind=Kind(sort="place") as place, value=value):
            return f"{LIES}{place.name}; {value}"
        case _:  # others are not known by another phrase that means the same
            return None


def _with(value: Expression) -> str:
    return f" with {f'{BY_NAME}{id(value.variable)}' if isinstance(value, m.Use) else _meant_by(value)};"


def is_found_with(token: str, variable: Variable) -> bool:
    """Whether it says that something lies in a place that is another one for each value of the variable."""
    return token.startswith(LIES) and f" with {BY_NAME}{id(variable)};" in token


def is_of_here(token: str) -> bool:
    """Whether it is not handed on to other definitions, in which the same variable can stand for something else."""
    return token.startswith(OF_HERE) and BY_NAME in token


def all_shown(where: Expression | Kind) -> Fact | None:
    """The fact that all is shown that lies in a place: in all of a kind, in that of a player, in one of several. None
    if it cannot be said which place it is."""
    match where:
        case m.PlaceFor(place=place, values=(m.Use(variable=which),), number=0):
            return which, f"{SHOWN} in {place.name}"
        case m.PlaceFor(place=place, values=values, number=n) if all(isinstance(v, m.Constant) for v in values):
            return place, f"{SHOWN} to be of {[v.value for v in values if isinstance(v, m.Constant)]} {n}"
        case m.Use(variable=variable):
            return variable, SHOWN
        case Kind() | m.Constant(kind=Kind(size=1)):
            return where if isinstance(where, Kind) else where.kind, SHOWN
        case m.Constant(kind=Kind(sort="place") as place, value=value):
            return place, f"{SHOWN} to be the one {value}"
        case _:  # others do not say which place it is
            return None


def end_shown(piece: m.EndOf) -> Fact | None:
    """The fact that is shown what lies at an end of a place; None if it cannot be said which place it is, or if it lies
    only so far from the end, where something else lies when a piece comes on top."""
    if piece.nth > 1:
        return None
    fact = all_shown(piece.place) if piece.place.kind.sort == "place" else None
    return (fact[0], f"{AT_END} {piece.end}, {fact[1]}") if fact is not None else None


def is_of_end(fact: Fact) -> bool:
    """Whether it is about one end of a place: lost by what goes away there, too, and by shuffling."""
    return fact[1].startswith(AT_END)


def one_there(where: Expression | Kind, kind: Kind) -> Fact | None:
    """The fact that no more than one piece of a kind lies in a place; None if it cannot be said which place it is."""
    match where:
        case m.PlaceFor(place=place, owner=m.Use(variable=owner)):
            return owner, f"{ONE}, {kind.name}, in {place.name}"
        case m.Constant(kind=Kind(sort="place", size=1) as place):
            return place, f"{ONE}, {kind.name}"
        case m.Use(variable=variable) if variable.kind.sort == "place":
            return variable, f"{ONE}, {kind.name}"
        case _:  # others do not say which place it is
            return None


def kind_shown(where: Expression | Kind, kind: Kind) -> Fact | None:
    """The fact that all pieces of a kind are shown that lie in a place; None if it cannot be said which place it is."""
    match where:
        case m.PlaceFor(place=place, values=(m.Use(variable=which),), number=0):
            return which, all_of(kind, place)
        case m.Constant(kind=Kind(sort="place", size=1) as place):
            return place, all_of(kind)
        case _:  # others do not say which place it is
            return None


def all_of(kind: Kind, place: Kind | None = None) -> str:
    """That all of a kind are shown: in the one of these places that a player has, or wherever the fact is about."""
    return f"{ALL_OF}, {kind.name}" + (f", in {place.name}" if place else "")


def changed_by_moves(analysis: Analysis, fact: Fact) -> Kind | None:
    """The kind of the places of which a fact says what lies there: that all of it is shown, or what lies at an end,
    that it is one at most."""
    about, token = fact
    if is_of_end(fact):
        return changed_by_moves(analysis, (about, token.partition(", ")[2]))
    if not token.startswith((SHOWN, ONE, ALL_OF)):
        return None
    kind = about if isinstance(about, Kind) else about.kind
    name = token.partition(", in ")[2] if token.startswith((ONE, ALL_OF)) else token.removeprefix(f"{SHOWN} in ")
    named = analysis.world.places.get(name)
    return named.kind if named is not None else kind if kind.sort == "place" else None


@dataclass(frozen=True)
class Observer:
    """A reader, and the facts about what variables stand for, and about kinds of places.

    `reader`: the phrases that mean this player; with none, it is everybody, onlookers too.
    """

    analysis: Analysis
    reader: tuple[Expression, ...] = ()
    facts: frozenset[Fact] = frozenset()

    # --------------------------------------------------------------------------------------------------- what is sure

    def given(self, conditions: Iterable[m.Condition]) -> Self:
        """The same where these sentences hold; what one says can make sure what another does."""
        parts = conjuncts(conditions)
        if not parts:
            return self
        key = ("given", parts, self.facts, self._who)
        return self._knowing(self.analysis.once(key, lambda: self._with_all_told(parts)))

    def _with_all_told(self, parts: tuple[m.Condition, ...]) -> frozenset[Fact]:
        sight = self
        while new := {fact for c in parts for fact in sight._told_by(c)} - sight.facts:
            sight = sight._knowing(sight.facts | new)
        return sight.facts

    def _knowing(self, facts: frozenset[Fact]) -> Self:
        return self if facts == self.facts else replace(self, facts=facts)

    def among(self, selection: m.Selection) -> Self:
        """The same where one of those that are selected is spoken of."""
        sight = self.given(selection.conditions)
        if is_named(self.analysis, selection):
            return sight._knowing(sight.facts | {(selection.variable, NAMED)})
        if selection.among is None:
            return sight
        tokens = sight._flags_of(selection.among)
        return sight._knowing(sight.facts | {(selection.variable, token) for token in tokens})

    def _told_by(self, condition: m.Condition) -> Iterator[Fact]:
        match condition:
            case m.Flag(attribute=attribute, of=m.Use() | m.Constant() as of):
                yield self._spoken_of(of), attribute.name
            case m.Owned(what=m.Use() | m.Constant() as what, by=by) if self.is_reader(by):
                yield self._spoken_of(what), MINE
            case m.Located(what=m.Use(kind=kind) | m.Constant(kind=kind) as what, where=where) if kind.sort == "piece":
                v = self._spoken_of(what)
                if self.sees_into(where):
                    yield v, IN_VIEW
                if self.sees_at(kind, where, self._flags_of(v)):
                    yield v, SEEN
                if self._is_all_shown(where) or self._is_kind_shown(where, kind):
                    yield from ((v, SEEN), (v, SHOWN))
                if isinstance(where, m.PlaceFor) and self.is_reader(where.owner) and self._nobodys(kind):
                    yield v, MINE
                if (there := lies_in(where)) is not None:
                    yield v, there
            case m.Related(arguments=arguments):
                yield from (fact for argument in arguments for fact in self._told_on_board(argument))
            case m.OnWalk(space=space):
                yield from self._told_on_board(space)
            case m.InSet(what=m.Use(variable=v), members=members):
                yield from ((v, token) for token in self._flags_of(members))
            case m.Compare(
                operator=operator,
                left=m.Count(selection=counted),
                right=m.Constant(value=most) | m.Setting(value=most),
            ):
                if (operator, most) in AT_MOST_ONE:
                    yield from self._one_of(counted)
            case m.Any(conditions=ways) if ways:
                yield from frozenset.intersection(*(self.given((way,)).facts for way in ways))
            case m.Exists(selection=selection):
                inner = self.among(selection)
                yield from (fact for fact in inner.facts if fact[0] is not selection.variable)
            case m.Some(selection=selection, condition=said):  # `in a Bay of the Player`: in whichever of them it is
                inner = self.among(selection).given((said,))
                yield from (
                    fact for fact in inner.facts if fact[0] is not selection.variable and not fact[1].startswith(LIES)
                )
            case m.Holds(quality=quality, arguments=arguments):
                yield from self._told_by_quality(quality, arguments)
            case _:  # nothing is sure that no sentence is known to make sure
                return

    def _told_on_board(self, space: Expression) -> Iterator[Fact]:
        """What is sure of a piece whose space is beside another, or on a walk: it lies on a board, as nothing is."""
        match space:
            case m.PlaceOf(piece=m.Use(variable=v), kind=Kind(sort="space") as spaces):
                if self.sees_at(v.kind, spaces, self._flags_of(v)):
                    yield v, SEEN
            case _:  # of others nothing is said but where they are
                pass

    def _spoken_of(self, thing: m.Use | m.Constant) -> Variable:
        """What stands for a thing in facts; for one with a name always the same."""
        if isinstance(thing, m.Use):
            return thing.variable
        key = ("named", thing.kind.sort, thing.value)
        return self.analysis.once(key, lambda: Variable(thing.name, thing.kind, span=thing.span))

    def _one_of(self, counted: m.Selection) -> Iterator[Fact]:
        """That one at most is there of what is counted in a place, where no more is said of it."""
        match conjuncts(counted.conditions):
            case (m.Located(what=m.Use(variable=v), where=where),) if v is counted.variable and counted.among is None:
                fact = one_there(where, counted.kind)
                if fact is not None:
                    yield fact
            case _:  # of others more may be there
                pass

    def holds_one(self, selection: m.Selection) -> bool:
        """Whether a sentence that holds says that one at most lies where these are looked for."""
        facts = (one_there(where, selection.kind) for where in stated_places(selection))
        return any(fact in self.facts for fact in facts if fact is not None)

    def _is_all_shown(self, where: Expression | Kind) -> bool:
        """Whether the reader knows all that lies in a place."""
        places = where.place if isinstance(where, m.PlaceFor) else where if isinstance(where, Kind) else where.kind
        return (places, SHOWN) in self.facts or all_shown(where) in self.facts

    def _is_kind_shown(self, where: Expression | Kind, kind: Kind) -> bool:
        """Whether the reader knows all of a kind that lie in a place, as that was shown of this place or of each."""
        shown = {fact for fact in self.facts if fact[1].startswith(ALL_OF)}
        kinds = [one for one in self.analysis.world.kinds.values() if kind.is_a(one)] if shown else ()
        place = where.place if isinstance(where, m.PlaceFor) else where
        return any(kind_shown(where, one) in shown or (place, all_of(one)) in shown for one in kinds)

    def _told_by_quality(self, quality: m.Quality, arguments: tuple[Expression, ...]) -> Iterator[Fact]:
        inner = self.within(quality.parameters, arguments)
        key = ("told by", quality, inner.facts, inner._who)
        told = self.analysis.once(key, lambda: inner.given(quality.conditions).facts)
        for parameter, argument in zip(quality.parameters, arguments, strict=True):
            if isinstance(argument, m.Use):
                yield from ((argument.variable, token) for v, token in told if v is parameter and not is_of_here(token))

    def within(self, parameters: Iterable[Variable], arguments: Iterable[Expression]) -> Self:
        """What the reader sees inside a definition with these arguments."""
        pairs = tuple(zip(parameters, arguments, strict=True))
        key = ("within", pairs, self.facts, self._who)
        reader, facts = self.analysis.once(key, lambda: self._sure_within(pairs))
        return type(self)(self.analysis, reader, facts)

    def _sure_within(
        self, pairs: tuple[tuple[Variable, Expression], ...]
    ) -> tuple[tuple[Expression, ...], frozenset[Fact]]:
        """Which phrases mean the reader there, and the facts."""
        same = [use(p, a.span) for p, a in pairs if self.is_reader(a)]
        somebody = [m.Constant(e.span, e.kind, False, NO_PLAYER, "") for e in self.reader[:1]]
        named_ = [e for e in self.reader if isinstance(e, m.Constant)]
        reader = (*(named_ or somebody), *same)
        facts = {f for p, a in pairs for f in self.facts_of(p, a)} | {f for f in self.facts if isinstance(f[0], Kind)}
        facts |= {(p, f"{VALUE}{a.value}") for p, a in pairs if isinstance(a, m.Constant) and a.kind.sort in TOLD_APART}
        return reader, frozenset(facts)

    def facts_of(self, variable: Variable, value: Expression) -> Iterator[Fact]:
        """What is sure of a variable with this value."""
        if value.kind.sort == "piece" and self.sees(value):
            yield variable, SEEN
        if value.kind.sort == "piece" and self._is_mine(value):
            yield variable, MINE
        if self._may_be_named(value):
            yield variable, POINTED
        if isinstance(value, m.Constant):  # for which there are places
            yield from self._shown_of(variable, value)
        yield from ((variable, flag) for flag in self._flags(value) if not is_of_here(flag))

    def _shown_of(self, variable: Variable, value: m.Constant) -> Iterator[Fact]:
        """What is shown of the places for a certain value, a player perhaps, of a variable that stands for it."""
        for place, token in self.facts:
            of_it = f"{SHOWN} to be of {[value.value]} 0"
            if isinstance(place, Kind) and token.endswith(of_it) and self._place(place).per == (value.kind,):
                yield variable, f"{token.removesuffix(of_it)}{SHOWN} in {place.name}"

    def cases_left(self, value: m.Value) -> Iterator[tuple[Expression, m.Condition | None]]:
        """The cases of a value that can count where this is known."""
        for meaning, condition, _ in value.cases:
            so = self._is_so(condition)
            if so is not False:
                yield meaning, condition
            if so:
                return

    def _is_so(self, condition: m.Condition | None) -> bool | None:
        """Whether a sentence is so that asks which value something is; None where that is not known."""
        match condition:
            case m.Compare(operator="=", left=m.Use(variable=variable), right=m.Constant(value=value)):
                known = {token for v, token in self.facts if v is variable and token.startswith(VALUE)}
                return f"{VALUE}{value}" in known if known else None
            case _:  # asks something else
                return None

    def sure_of(self, what: Expression | m.Selection) -> frozenset[str]:
        """What is sure of a thing, or of all that are selected."""
        if isinstance(what, m.Selection):
            return frozenset(self.among(what)._flags_of(what.variable))
        return frozenset(token for _, token in self.facts_of(Variable("", what.kind, span=what.span), what))

    def _flags(self, piece: Expression) -> set[str]:
        match piece:
            case m.Use(variable=variable):
                return self._flags_of(variable)
            case m.Pick(selection=selection):
                return self.among(selection)._flags_of(selection.variable)
            case m.Narrowed(of=of):
                return self._flags(of)
            case m.Apply():
                return self._flags_by_definition(piece)
            case m.Constant():
                return {NAMED} | self._flags_of(self._spoken_of(piece))
            case m.EndOf():
                return {SEEN, SHOWN} if end_shown(piece) in self.facts else set()
            case _:  # whoever it is
                return self._flags_of_each(piece.kind)

    def _flags_by_definition(self, piece: m.Apply) -> set[str]:
        """What is sure of the value of a definition in all its cases, and in those of the one that counts otherwise."""
        inner = self.within(piece.value.parameters, piece.arguments)
        key = ("flags of", piece.value, inner.facts, inner._who)
        flags = self.analysis.once(key, lambda: inner._flags_of_cases(piece.value))
        return set(flags & self._flags(piece.otherwise) if piece.otherwise is not None else flags)

    def _flags_of_cases(self, value: m.Value) -> frozenset[str]:
        left = self.cases_left(value)
        cases = (self.given((when,) if when is not None else ()).sure_of(meaning) for meaning, when in left)
        return frozenset.intersection(*cases) - {NAMED, POINTED}  # which case counts may be hidden

    def _flags_of(self, variable: Variable) -> set[str]:
        return {token for v, token in self.facts if v is variable} | self._flags_of_each(variable.kind)

    def _flags_of_each(self, kind: Kind) -> set[str]:
        """What is sure of every player, whoever it is; a fact about other kinds is one of places."""
        return {token for about, token in self.facts if about is kind} if kind.sort == "player" else set()

    def kinds_of_places(self) -> dict[Variable | Kind, set[str]]:
        """The names of the places in one of which each thing is sure to lie, where that is known."""
        found: dict[Variable | Kind, set[str]] = {}
        for about, token in self.facts:
            if token.startswith(LIES):
                found.setdefault(about, set()).add(token.removeprefix(LIES).partition(";")[0])
        return found

    def lies_there(self, thing: Variable, where: Expression | Kind) -> bool:
        """Whether a piece, or all of a set, is sure to lie in the very place."""
        token = lies_in(where)
        return token is not None and (thing, token) in self.facts

    # ------------------------------------------------------------------------------------------------ what can be seen

    def is_reader(self, player: Expression | None) -> bool:
        meant = _meant_by(player) if player is not None else None
        return meant is not None and meant in self._who

    @property
    def _who(self) -> tuple[object, ...]:
        """What tells this reader from others, for `is_reader`."""
        return tuple(map(_meant_by, self.reader))

    @property
    def _player(self) -> int:
        """The number of the reader, if it is always the same player."""
        return next((e.value for e in self.reader if isinstance(e, m.Constant)), NO_PLAYER)

    def _may_see(self, seen: Visibility, mine: bool, flags: set[str]) -> bool:
        if seen.by == "all" or (seen.until is not None and seen.until in flags):
            return True
        if seen.by == "player":
            return self._player == seen.player
        return seen.by == "owner" and mine

    def sees_into(self, where: Expression | Kind) -> bool:
        """Whether the reader sees what is there."""
        if isinstance(where, m.PlaceFor):
            return self._may_see(self._place(where.place).seen, self.is_reader(where.owner), set())
        if isinstance(where, m.Expression) and where.kind.sort == "piece":
            return self.sees(where)
        return self._sees_all(locations_of(self.analysis, where), set())

    def sees_at(self, kind: Kind, where: Expression | Kind, flags: set[str]) -> bool:
        """Whether the reader sees which piece of a kind, with these flags, is there."""
        place = where if isinstance(where, Kind) else where.kind
        there = [leaf for leaf in leaves_of(self.analysis, kind) if self._may_lie(leaf, place)]
        own = [self.analysis.world.seen(leaf.kind) for leaf in there]
        if all(seen.stated and seen.by == "all" for seen in own):
            return True
        decided = place.sort == "place" and self._place(place).seen.stated
        sees_into = self.sees_into(where) or (
            place.sort == "location" and self._sees_all(ever_there(self.analysis, where, kind), set())
        )
        return sees_into and (decided or all(self._may_see(seen, False, flags) for seen in own))

    def _may_lie(self, leaf: Leaf, place: Kind) -> bool:
        """Whether such a piece can ever be in such a place."""
        return place.sort not in ("place", "space") or can_be_in(self.analysis, leaf, place)

    def _place(self, kind: Kind) -> PlaceInfo:
        return self.analysis.world.places[kind.name]

    def _sees_all(self, mask: int, flags: set[str]) -> bool:
        """Whether the reader looks into all these locations, at pieces that have these flags."""
        key = ("sees all", mask, self._player, frozenset(flags))
        return self.analysis.once(key, lambda: self._looks_into_all(mask, flags))

    def _looks_into_all(self, mask: int, flags: set[str]) -> bool:
        here = owners_there(self.analysis, mask)
        places = all(self._looks_into(place, owners, flags) for place, owners in here)
        on_pieces = mask >> self.analysis.world.locations
        carriers = (leaf for leaf in leaves(self.analysis) if on_pieces >> leaf.start & ((1 << leaf.size) - 1))
        return places and all(self._stays_in_sight(leaf, set()) for leaf in carriers)

    def _looks_into(self, place: PlaceInfo, owners: list[int], flags: set[str]) -> bool:
        mine = place.each and owners == [self._player]
        return self._may_see(place.seen, mine, flags)

    def _stays_in_sight(self, leaf: Leaf, flags: set[str]) -> bool:
        own = self.analysis.world.seen(leaf.kind)
        if own.stated and own.by == "all":
            return True
        mine = self._all_of(leaf, self._player)
        return self._may_see(own, mine, flags) and self._sees_all(whereabouts(self.analysis)[leaf], flags)

    def sees(self, piece: Expression) -> bool:
        """Whether the reader sees which piece it is."""
        if isinstance(piece, m.Narrowed) and self.sees(piece.of):
            return True
        flags = self._flags(piece)
        if SEEN in flags or (isinstance(piece, m.EndOf) and self.sees_at(piece.kind, piece.place, flags)):
            return True
        if any(before_eyes(who) in flags for who in self.reader):
            return True
        groups = leaves_of(self.analysis, piece.kind)
        if IN_VIEW in flags and all(
            self._may_see(self.analysis.world.seen(leaf.kind), False, flags) for leaf in groups
        ):
            return True
        return all(self._stays_in_sight(leaf, flags) for leaf in groups)

    def _is_mine(self, piece: Expression) -> bool:
        if MINE in self._flags(piece) or (isinstance(piece, m.Narrowed) and self._is_mine(piece.of)):
            return True
        return all(self._all_of(leaf, self._player) for leaf in leaves_of(self.analysis, piece.kind))

    def _nobodys(self, kind: Kind) -> bool:
        return all(self._all_of(leaf, -1) for leaf in leaves_of(self.analysis, kind))

    def _all_of(self, leaf: Leaf, owner: int) -> bool:
        return set(leaf.owners) == {owner} and not leaf.given

    def sees_attribute(self, attribute: Attribute, of: Expression) -> bool:
        """Whether the reader sees the value of an attribute of a piece."""
        if attribute.of.sort != "piece":
            whose = of.owner if isinstance(of, m.PlaceFor) else of
            mine = whose is not None and whose.kind.sort == "player" and self.is_reader(whose)
            return self._may_see(attribute.seen, mine, self._flags(of))
        flags = self._flags(of)
        if (attribute.seen.stated and attribute.seen.by == "all") or (is_open_print(attribute) and NAMED in flags):
            return True
        return SHOWN in flags or (self.sees(of) and self._may_see(attribute.seen, self._is_mine(of), flags))

    def _may_be_named(self, what: Expression | m.Selection) -> bool:
        match what:
            case m.Selection(variable=variable):
                return NAMED in self.among(what)._flags_of(variable)
            case m.Apply(value=value, arguments=arguments, otherwise=otherwise):
                inner = self.within(value.parameters, arguments)
                cases = any(inner._may_be_named(case) for case, _, _ in value.cases)
                return cases or (otherwise is not None and self._may_be_named(otherwise))
            case _:  # all others lead to a piece by how things stand, or are known by what they are made of
                return not {NAMED, POINTED}.isdisjoint(self._flags(what))


def _meant_by(reader: Expression) -> object:
    """Who is meant, as far as another phrase of the same sentence that means the same is known by it."""
    match reader:
        case m.Use(variable=variable):
            return variable
        case m.Constant(value=value):
            return value
        case m.ActivePlayer():
            return m.ActivePlayer
        case m.Apply(value=defined, arguments=arguments, otherwise=None):
            of = tuple(map(_meant_by, arguments))
            return (defined, *of) if None not in of else None
        case m.OwnerOf(of=piece):
            owned = _meant_by(piece)
            return (piece.kind, owned) if owned is not None else None
        case _:  # of no other is it known whether a phrase means the same player
            return None


def owners_there(analysis: Analysis, mask: int) -> list[tuple[PlaceInfo, list[int]]]:
    """The places of which some are among these locations, and whose those are, each once."""
    found = [
        (place, list(dict.fromkeys(place.owner(place.kind.start + k) for k in bits_there(mask, place.kind))))
        for place in analysis.world.places.values()
    ]
    return [(place, owners) for place, owners in found if owners]


def bits_there(mask: int, kind: Kind) -> list[int]:
    """Which of the places of a kind, counted from 0, are among these locations."""
    return [k for k in range(kind.size) if mask >> (kind.start + k) & 1]
