"""`given`: sentences that are made true. Pieces are picked, moved, and given values; nothing settles or happens.

A piece that a line leaves open is one that fits, that no earlier line speaks of, and that none names: one of which the
line is so already, or the first of the supply (`example_supply`). A place is the first that fits. A piece in somebody's
place is that player's, unless the line says whose it is. When all lines of a beginning are made true, what lies where
there is no room for what a line put there makes way; then each place must have room for what it got, and each line must
still be true: a later one may not undo it, unless it is an exception to what an earlier one says of `every` thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import model as m
from dsl.analysis.partitions import leaves_of
from dsl.ir.nodes import Binary, Block, Const, Expr, ForBits, Guard, If, Local, Perform, Set, Store
from dsl.ir.program import ACTIVE, AT, OTHERS, SPOKEN, VARIABLES, Picked
from dsl.lower import example_supply as supply
from dsl.lower.build import Scene, first_of
from dsl.lower.changes import named
from dsl.lower.example_cast import Cast, in_order
from dsl.lower.forgetting import notice_by
from dsl.lower.loops import loop
from dsl.lower.modes import SETUP
from dsl.lower.motion import FULL, move, room
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    equal,
    in_kind,
    load,
    lookup,
    negation,
    number,
    plus,
    statements,
    when,
)
from dsl.lower.ownership import giver
from dsl.lower.piles import put_behind
from dsl.lower.selections import at_entry
from dsl.lower.storage import place_owners
from dsl.model import Condition, Expression, Selection, Variable
from dsl.model.visit import conjuncts, depends
from dsl.model.world import Attribute, Kind
from dsl.source import Span

IMPOSSIBLE = "F5"
IMPOSSIBLE_TEXT = (
    "This cannot be made so: no thing that fits is left, what is taken away there goes back there, or something that "
    "never changes is not so, here or in a given line that speaks of it later."
)
UNDONE = "F9"
UNDONE_TEXT = "A later given line says otherwise."


def make_all(cast: Cast, givens: Iterable[m.Given]) -> Block:
    """What makes lines true, one after another, and tests that all are. Where a place has no room, the last line that
    put something there is to blame."""
    spoken_of = [_spoken_of(number(piece)) for piece in sorted(cast.named)]
    made = [_make(cast, part) for part in in_order(givens)]
    kept, cast.kept = cast.kept, []
    crowded, cast.crowded = cast.crowded, []
    return statements(supply.lay_out(cast.build), *spoken_of, *made, *crowded, *reversed(kept))


def _spoken_of(piece: Expr) -> Block:
    return (Store(SPOKEN, piece, YES),)


def _make(cast: Cast, given: m.Given) -> Block:
    """What makes a line true."""
    build = cast.build
    scene = cast.bind(Scene(build, SETUP, "given"))
    rule = build.rule_of(given, "given")
    return _Making(cast, scene, rule, given.span).condition(given.condition, named_pieces=True)


class _Making:
    """Makes conditions true in one procedure; `rule` is the line that says them, which stands at `span`."""

    def __init__(self, cast: Cast, scene: Scene, rule: int, span: Span) -> None:
        self.cast = cast
        self.rule = rule
        self.span = span
        self.build = cast.build
        self.scene = scene
        self.of_every = False  # whether this is about one of many, of which a later line can be an exception

    def condition(self, node: Condition, named_pieces: bool = False) -> Block:
        match node:
            case m.All(conditions=parts):
                return statements(*(self.condition(p, named_pieces) for p in parts))
            case m.Located(what=what, where=where):
                return self._put(self.scene.expression(what), what.kind, where)
            case m.Flag(attribute=attribute, of=of):
                return self._store(attribute, of, number(1))
            case m.Not(condition=m.Flag(attribute=attribute, of=of)):
                return self._store(attribute, of, ZERO)
            case m.Not(condition=m.Exists(selection=selection)):
                return (*self._remove(selection), *self._checked(node))
            case m.Compare(operator="=", left=m.Get(attribute=attribute, of=of), right=right):
                if attribute.constant is None:
                    return self._store(attribute, of, self.scene.expression(right))
                return self._checked(node)
            case m.Compare(operator="=", left=player, right=m.ActivePlayer()):
                return (Store(ACTIVE, ZERO, self.scene.expression(player)),)
            case m.Compare(operator="=", left=what, right=m.EndOf() as end):
                put = self._put(self.scene.expression(what), what.kind, end.place, end)
                return (*put, *self._checked(node)) if end.nth > 1 else put
            case m.Exists(selection=selection):
                return self._pick(selection, named_pieces)
            case m.Compare(
                operator="=",
                left=m.Count(selection=selection),
                right=m.Constant(value=so_many) | m.Setting(value=so_many),
            ):
                return self._so_many(node, selection, so_many)
            case m.ForAll(selection=selection, condition=inner):
                return self._every(selection, inner)
            case m.Owned(what=what, by=by) | m.Compare(operator="=", left=m.OwnerOf(of=what), right=by):
                return self._give(what, by) if self._can_change_hands(what.kind) else self._checked(node)
            case m.HasDone(carried=carried):
                return self.scene.block(carried)
            case m.Holds(quality=quality, arguments=arguments):
                return self._quality(quality, arguments)
            case _:  # what cannot be made so has to be so by then
                return self._checked(node)

    def _checked(self, node: Condition) -> Block:
        """What cannot be made true must be so already."""
        self.build.fault(IMPOSSIBLE, IMPOSSIBLE_TEXT)
        return (Guard(self.scene.condition(node), IMPOSSIBLE, self.rule),)

    def _found(self, value: Expr) -> Block:
        self.build.fault(IMPOSSIBLE, IMPOSSIBLE_TEXT)
        return () if isinstance(value, Const) else (Guard(Binary("!=", value, NOTHING), IMPOSSIBLE, self.rule),)

    # ----------------------------------------------------------------------------------------------------------- values

    def _store(self, attribute: Attribute, piece: Expression, value: Expr) -> Block:
        start, found = named(self.scene, "piece", self.scene.expression(piece))
        element = plus(found, -attribute.of.start)
        shown = notice_by(self.build, attribute, found)
        shown = (*shown, *_spoken_of(found)) if attribute.of.sort == "piece" else shown
        store = (*start, *self._found(found), Store(attribute.array, element, value), *shown)
        return (*store, *self._stays(attribute, element))

    def _can_change_hands(self, kind: Kind) -> bool:
        return any(kind.is_a(given) for given in self.build.world.given_away)

    def _give(self, piece: Expression, to: Expression) -> Block:
        """Makes a piece somebody's."""
        owner = self.build.world.owner
        assert owner is not None  # some rule changes it
        start, found = named(self.scene, "piece", self.scene.expression(piece))
        before, whose = named(self.scene, "owner", self.scene.expression(to))
        there = (*self._found(found), *self._found(whose))
        given = (Perform(giver(self.build), (found, whose)), *notice_by(self.build, owner, found))
        return (*start, *before, *there, *given, *self._stays(owner, found))

    def _stays(self, attribute: Attribute, element: Expr) -> Block:
        """Keeps in mind what value something has now, which no later line may change."""
        if self.of_every:
            return ()
        which, then = self.cast.noted(element)
        what, value = self.cast.noted(load(attribute.array, element))
        self.cast.kept.append(self._not_undone(equal(load(attribute.array, then), value)))
        return (*which, *what)

    def _not_undone(self, so: Expr) -> Block:
        self.build.fault(UNDONE, UNDONE_TEXT)
        return (Guard(so, UNDONE, self.rule),)

    def _put(self, piece: Expr, kind: Kind, where: Expression | Kind, end: m.EndOf | None = None) -> Block:
        """Moves a piece that is not there; in a kind of place it stays where it is, or goes to the first of them."""
        start, found = named(self.scene, "piece", piece)
        if isinstance(where, Kind):
            inside = in_kind(load(AT, found), where)
            first = number(where.start if where.members is None else where.members[0])
            moved = when(inside, (), move(self.build, kind, found, first))
            return (*start, *self._found(found), *moved, *self._lies(kind, found))
        more, goal = named(self.scene, "goal", self.scene.expression(where))
        to = plus(goal, self.build.locations) if where.kind.sort == "piece" else goal
        put = move(self.build, kind, found, to, bottom=end is not None and end.end == "bottom")
        put = (*put, *(put_behind(self.build, found, to, end) if end else supply.shuffled_in(self.build, to)))
        moved = put if end else when(Binary("!=", load(AT, found), to), put)
        return (*start, *self._found(found), *more, *self._found(goal), *moved, *self._lies(kind, found))

    def _lies(self, kind: Kind, found: Expr) -> Block:
        """Keeps in mind where a piece lies now, which no later line may change and which must have room for it."""
        which, piece = self.cast.noted(found)
        which = (*which, *_spoken_of(found))
        make_room = supply.make_room(self.build, kind, piece)
        self.cast.crowded.append(supply.make_room_for_each(self.build, kind) if self.of_every else make_room)
        fits = room(self.build, kind, piece, load(AT, piece))
        self.cast.kept.append(() if fits == YES else (Guard(fits, FULL, self.rule),))
        if self.of_every:
            return which
        where, there = self.cast.noted(load(AT, found))
        self.cast.kept.append(self._not_undone(equal(load(AT, piece), there)))
        return (*which, *where)

    # ---------------------------------------------------------------------------------------------------------- choices

    def _pick(self, selection: Selection, named_piece: bool) -> Block:
        """Finds a piece that fits and that no earlier line speaks of, and makes the rest true of it."""
        variable = selection.variable
        facts = tuple(self.cast.facts.get(variable, ())) if named_piece else ()
        conditions = conjuncts(selection.conditions)
        fixed = tuple(c for c in conditions if _is_fixed(c, variable))
        others = [c for c in conditions if c not in fixed]
        fixed += self._owner_of_the_place(selection, conditions)
        word = self.cast.word(variable) if named_piece else self.cast.nameless_word()
        search = self._search(selection, (*fixed, *facts), others, word)
        given = self._taken_from_nobody(selection, (*fixed, *facts), others, word)
        self.cast.kinds.append((selection.kind, word))
        self.scene.values[variable] = load(VARIABLES, word)
        return statements(search, given, self._found(load(VARIABLES, word)), *(self.condition(c) for c in others))

    def _taken_from_nobody(
        self, selection: Selection, fixed: tuple[Condition, ...], others: list[Condition], word: int
    ) -> Block:
        """Where rules give away what nobody has, a piece of a player can be one that nobody has yet: if there is none
        that is already the player's, such a one is picked, and given."""
        owner, variable = self.build.world.owner, selection.variable
        owned = next((c for c in fixed if isinstance(c, m.Owned) and _is(c.what, variable)), None)
        if owned is None or owner is None or not self._can_change_hands(selection.kind):
            return ()
        found = load(VARIABLES, word)
        rest = tuple(c for c in fixed if c is not owned)
        search = self._search(selection, rest, others, word, lambda piece: equal(load(owner.array, piece), NOTHING))
        start, whose = named(self.scene, "owner", self.scene.expression(owned.by))
        give = (*start, *self._found(whose), Perform(giver(self.build), (found, whose)))
        shown = notice_by(self.build, owner, found)
        return when(equal(found, NOTHING), (*search, *when(Binary("!=", found, NOTHING), (*give, *shown))))

    def _so_many(self, node: Condition, selection: Selection, so_many: int) -> Block:
        """Just so many: as many as lines before do not speak of are picked, and those that are left over go away."""
        self.build.fault(IMPOSSIBLE, IMPOSSIBLE_TEXT)
        self.cast.kept.append((Guard(self.scene.condition(node), IMPOSSIBLE, self.rule),))
        counted = self.cast.nameless_word()
        there = load(VARIABLES, counted)
        one_more = Store(VARIABLES, number(counted), plus(there, 1))
        made: list[Block] = [(Store(VARIABLES, number(counted), ZERO),)]
        made.append(
            self._for_each(selection, lambda piece: when(negation(self._is_free(selection, piece)), (one_more,)))
        )
        for _ in range(so_many):
            word, before = len(self.cast.words) + self.cast.nameless, len(self.cast.kept)
            room_before = len(self.cast.crowded)
            picked = (*self._pick(selection, False), one_more)
            came = Binary("!=", load(VARIABLES, word), NOTHING)
            self.cast.kept[before:] = [when(came, block) for block in self.cast.kept[before:]]
            self.cast.crowded[room_before:] = [when(came, block) for block in self.cast.crowded[room_before:]]
            missing = Binary("<", there, number(so_many))
            made.append((Store(VARIABLES, number(word), NOTHING), *when(missing, picked)))
        return statements(*made, self._remove(selection, spoken_of=True))

    def _owner_of_the_place(self, selection: Selection, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """A ship in Blue's dock is one of Blue's, if each player has ships, or one of nobody's, if there are such."""
        owners = {owner for leaf in leaves_of(self.build, selection.kind) for owner in leaf.owners}
        said = any(isinstance(c, m.Owned) for c in conditions)
        if selection.kind.sort != "piece" or said or not owners.issuperset(range(self.build.players)):
            return ()
        places = [c.where for c in conditions if isinstance(c, m.Located) and isinstance(c.where, Expression)]
        owned = (m.OwnerOf(p.span, self.build.world.players, False, p) for p in places if p.kind.sort != "piece")
        what = m.Use(selection.span, selection.kind, False, selection.variable)
        found = (m.Owned(selection.span, what, owner) for owner in owned if not may_be_nothing(self.build, owner))
        if NOTHING.value not in owners or self._can_change_hands(selection.kind):
            return tuple(found)[:1]
        players = self.build.world.players
        nobody = m.Constant(selection.span, players, True, NOTHING.value, "nothing")
        nobodys = m.Compare(selection.span, "=", m.OwnerOf(selection.span, players, True, what), nobody)
        return tuple(m.Any(selection.span, (one, nobodys)) for one in found)[:1]

    def _search(
        self,
        selection: Selection,
        conditions: tuple[Condition, ...],
        others: list[Condition],
        word: int,
        only: Callable[[Expr], Expr] = lambda _: YES,
    ) -> Block:
        """Puts a piece or place that meets the conditions into a word; if the others are so of one, too, that one."""
        variable, build, kind = selection.variable, self.build, selection.kind
        plain = Selection(selection.span, variable, kind, conditions)
        if kind.sort != "piece":
            return self._first_place(plain, word)
        named = sorted(self.cast.named & {*range(kind.start, kind.stop)})

        def one() -> Block:
            piece = self.scene.values[variable]
            meant = (Binary("!=", piece, number(each)) for each in named)
            so_already = both(*map(self.scene.condition, others)) if others else NO
            return supply.note(piece, both(self._is_free(selection, piece), only(piece), *meant), so_already)

        turns = loop(self.scene, plain, one, hoist=False)
        taken = supply.take(build, kind, self._to_whom(variable, others), self._passed_over(kind, word), word)
        return statements(turns, taken)

    def _first_place(self, selection: Selection, word: int) -> Block:
        """The first place that fits, and that no earlier line speaks of."""
        found = Local(self.scene.fresh("found"))

        def one() -> Block:
            place = self.scene.values[selection.variable]
            return (If(both(equal(found, NOTHING), self._is_free(selection, place)), (Set(found.name, place),)),)

        turns = loop(self.scene, selection, one, hoist=False)
        return statements(Set(found.name, NOTHING), turns, Store(VARIABLES, number(word), found))

    def _is_free(self, selection: Selection, thing: Expr) -> Expr:
        """Whether no line before speaks of it."""
        return both(*(_other(thing, w) for kind, w in self.cast.kinds if _overlap(kind, selection.kind)))

    def _to_whom(self, variable: Variable, others: list[Condition]) -> Expr:
        """Whose the place is into which a piece comes; nobody's where that is not said."""
        for condition in others:
            match condition:
                case m.Located(what=m.Use(variable=v), where=Expression() as where) if v is variable:
                    if where.kind.sort != "piece" and not may_be_nothing(self.build, where):
                        return lookup(place_owners(self.build), self.scene.expression(where))
                case _:  # no other says where it comes
                    pass
        return NOTHING

    def _passed_over(self, kind: Kind, word: int) -> Expr:
        """How many pieces that can be meant are passed over: another is wanted in place of the one that comes now."""
        picked = Picked(len(self.cast.picked) + 1, word, self.span, kind.start, kind.stop)
        self.cast.picked.append(picked)
        return Binary("*", equal(load(OTHERS), number(picked.number)), load(OTHERS, YES))

    def _every(self, selection: Selection, condition: Condition) -> Block:
        before, self.of_every = self.of_every, True
        made = self._for_each(selection, lambda _: self.condition(condition))
        self.of_every = before
        return made

    def _remove(self, selection: Selection, spoken_of: bool = False) -> Block:
        """Every such piece goes away; if `spoken_of`, but for those of which lines spoke before."""

        def away(piece: Expr) -> Block:
            goes = supply.away(self.build, selection.kind, piece)
            return when(self._is_free(selection, piece) if spoken_of else YES, goes)

        return self._for_each(selection, away)

    def _for_each(self, selection: Selection, body: Callable[[Expr], Block]) -> Block:
        """Goes over those that are selected before it begins."""
        index = self.scene.fresh("index")
        members = at_entry(self.scene, selection)
        name = self.scene.bind(selection.variable)
        start = Set(name, plus(Local(index), first_of(selection.kind)))
        return (ForBits(index, members, (start, *body(Local(name)))),)

    def _quality(self, quality: m.Quality, arguments: tuple[Expression, ...]) -> Block:
        """A quality of the game is made so by what it says."""
        blocks: list[Block] = []
        inner = self.scene.inside()
        for parameter, argument in zip(quality.parameters, arguments, strict=True):
            start, value = named(self.scene, parameter.name, self.scene.expression(argument))
            blocks.append(start)
            inner.values[parameter] = value
        making = _Making(self.cast, inner, self.rule, self.span)
        making.of_every = self.of_every
        return statements(*blocks, *(making.condition(c) for c in quality.conditions))


def _overlap(one: Kind, other: Kind) -> bool:
    """Whether something can be of both kinds: places and pieces have numbers of their own."""
    return one.sort == other.sort and one.start < other.stop and other.start < one.stop


def _other(piece: Expr, word: int) -> Expr:
    return Binary("!=", piece, load(VARIABLES, word))


def _is(what: Expression, variable: Variable) -> bool:
    return isinstance(what, m.Use) and what.variable is variable


def _is_fixed(condition: Condition, variable: Variable) -> bool:
    """Whether a sentence about a piece can only be found so, not made so."""
    match condition:
        case m.Compare(left=m.Get(attribute=attribute, of=m.Use(variable=v))) if v is variable:
            return attribute.constant is not None
        case m.Owned():
            return True
        case m.Not(condition=inner):
            return _is_fixed(inner, variable)
        case m.Located(what=m.Use(variable=v)) | m.Flag(of=m.Use(variable=v)):
            return v is not variable
        case m.Holds() | m.Exists():
            return False
        case _:  # no line makes it so: it can only be found
            return depends(condition, variable)
