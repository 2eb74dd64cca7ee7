"""What follows from a change: standing rules to a fixed point, then ends, then the triggers on the agenda.

Only what the change can concern is tested; each such set of rules has one procedure.
"""

from __future__ import annotations

from dsl import resolved as r
from dsl.ir import (
    Binary,
    Block,
    Break,
    Call,
    End,
    Expr,
    ForBits,
    ForRange,
    Guard,
    If,
    Load,
    Local,
    Mark,
    Perform,
    Return,
    Set,
    Single,
    Store,
    While,
)
from dsl.lower.build import NORMAL, STANDING, STANDING_TEST, TOGETHER, Build, Mode, Scene
from dsl.lower.footprints import Change, Concern, causes, concern
from dsl.lower.leaves import destinations, range_of
from dsl.lower.ops import (
    NO,
    YES,
    ZERO,
    both,
    either,
    empty_set,
    equal,
    load,
    negation,
    number,
    parameters,
    plus,
    statements,
    when,
    within,
)
from dsl.lower.storage import CHANGED
from dsl.program import AT, ENDING
from dsl.world import Kind

LONGEST = 1000  # rounds of standing rules after one change
FAULT = "F2"
FAULT_TEXT = "Rules that follow from one another come to no end."

_PIECE, _PLACE, _ITEM = Local("piece"), Local("place"), Local("item")


def settle(scene: Scene, made: tuple[Change, ...]) -> Block:
    """Settles after these changes, where the mode says that it is done at once."""
    if not scene.mode.settles:
        return ()
    return perform(scene.build, concern(scene.build, made))


def settle_all(build: Build) -> Block:
    """Settles after the setup: whatever holds, but nothing has happened."""
    book = build.book
    return perform(build, Concern(tuple(range(len(book.standing))), tuple(range(len(book.endings)))))


def settle_test(build: Build, made: tuple[Change, ...]) -> Block:
    """Settles inside a hypothetical test, by standing rules alone."""
    rules = concern(build, made).standing
    if not rules:
        return ()
    name = build.once(("settle test", rules), lambda: build.number("settle test"))
    return (Perform(build.procedure(name, (), lambda: _fixed_point(build, rules, STANDING_TEST))),)


def perform(build: Build, what: Concern) -> Block:
    if not what:
        return ()
    name = build.once(("settle", what), lambda: build.number("settle"))
    return (Perform(build.procedure(name, (), lambda: _body(build, what))),)


def _body(build: Build, what: Concern) -> Block:
    fixed = _fixed_point(build, what.standing, STANDING) if what.standing else ()
    ends = [_end(build, build.book.endings[k]) for k in what.endings]
    triggers = [build.book.triggers[k] for k in what.triggers]
    taken = [_take(build, t) for t in triggers]
    return statements(fixed, *ends, *taken, *(_resolve(build, t) for t in triggers))


# ------------------------------------------------------------------------------------------------------- standing rules


def _fixed_point(build: Build, rules: tuple[int, ...], mode: Mode) -> Block:
    """Rounds: all that hold are found at once, and each is tested again before it is applied."""
    book = [build.book.standing[k] for k in rules]
    holds = [Local(f"holds {k}") for k in rules]
    scene = Scene(build, mode, "")
    found = [Set(h.name, _condition(scene, rule)) for h, rule in zip(holds, book, strict=True)]
    applied = [
        when(h if k == 0 else both(h, _condition(scene, rule)), _apply(build, rule, mode))
        for k, (h, rule) in enumerate(zip(holds, book, strict=True))
    ]
    rounds = Local("rounds")
    turn = statements(
        *found,
        If(negation(either(*holds)), (Break(),)),
        If(Binary(">=", rounds, number(LONGEST)), _too_long(build, rules)),
        Set("rounds", Binary("+", rounds, YES)),
        Store(CHANGED, ZERO, NO),
        *applied,
        If(equal(load(CHANGED), NO), (Break(),)),
    )
    return (Set("rounds", ZERO), While(YES, turn), Store(CHANGED, ZERO, NO))


def _too_long(build: Build, rules: tuple[int, ...]) -> Block:
    """The fault of the first rule that still holds."""
    build.fault(FAULT, FAULT_TEXT)
    named = {f"holds {k}": standing_rule(build, build.book.standing[k]) for k in rules}
    return tuple(Guard(negation(Local(holds)), FAULT, rule) for holds, rule in named.items())


def standing_rule(build: Build, rule: r.StandingRule) -> int:
    """Its number."""
    return build.rule(rule, rule.label, rule, rule.clauses, rule.span)


def _condition(scene: Scene, rule: r.StandingRule) -> Expr:
    assert rule.condition is not None
    return scene.condition(rule.condition)


def _apply(build: Build, rule: r.StandingRule, mode: Mode) -> Block:
    name = build.once(("standing", rule), lambda: build.number(f"rule {rule.name}"))

    def body() -> Block:
        return (Mark(standing_rule(build, rule)), *Scene(build, mode, rule.label).block(rule.body))

    return (Perform(build.procedure(name + mode.suffix, (), body, rule.span)),)


# ----------------------------------------------------------------------------------------------------------------- ends


def _end(build: Build, ending: r.Ending) -> Block:
    """Its block does not settle, and may name several winners."""
    assert ending.condition is not None
    rule = build.rule(ending, ending.label, ending, ending.clauses, ending.span)
    name = build.once(("ending", ending), lambda: build.number("ending"))

    def body() -> Block:
        scene = Scene(build, TOGETHER, ending.label)
        scene.ending = rule
        return (Mark(rule), Store(ENDING, ZERO, number(rule)), *scene.block(ending.body), End())

    procedure = Perform(build.procedure(name, (), body, ending.span))
    return when(Scene(build, NORMAL, "").condition(ending.condition), (procedure,))


# --------------------------------------------------------------------------------------------------------------- agenda

# The agenda has a word for each piece and trigger: 0, or 1 + place * locations + where the piece was left. It is
# negative once it is the turn of the change that queued it, so that what its items queue is told apart.


def agenda(build: Build, trigger: r.Trigger) -> str:
    name = build.once(("agenda", trigger), lambda: build.number(f"piece.agenda {trigger.name}"))
    return build.array(name, build.pieces, "control")


def queue(scene: Scene, change: Change, piece: Expr, old: Expr, to: Expr) -> Block:
    """Puts the triggers of a change on the agenda. For a move `old` and `to` are where the piece was and is."""
    build = scene.build
    if not scene.mode.queues:
        return ()
    fitting = [t for t in build.book.triggers if causes(build, change, t)]
    return statements(*(_put(build, t, change, piece, old, to) for t in fitting))


def queues(scene: Scene, change: Change) -> bool:
    return scene.mode.queues and any(causes(scene.build, change, t) for t in scene.build.book.triggers)


def _put(build: Build, trigger: r.Trigger, change: Change, piece: Expr, old: Expr, to: Expr) -> Block:
    assert trigger.subject is not None
    subject, what = trigger.subject.kind, _moved(change)
    fits = YES if what.is_a(subject) else within(piece, subject.start, subject.stop)
    place = old if trigger.event == "leaves" else to
    happened = YES if trigger.event == "becomes" else both(Binary("!=", old, to), _matches(build, trigger, place))
    item = plus(Binary("+", Binary("*", place, number(_everywhere(build))), to), 1)
    return when(both(fits, happened), (Store(agenda(build, trigger), piece, item),))


def _moved(change: Change) -> Kind:
    if isinstance(change, r.Move | r.TurnInto):
        return change.what.kind
    raise TypeError(type(change).__name__)


def _matches(build: Build, trigger: r.Trigger, place: Expr) -> Expr:
    """Whether the place is the one that the trigger speaks of."""
    assert trigger.place is not None
    mask = range_of(build, trigger.place) if isinstance(trigger.place, Kind) else destinations(build, trigger.place)
    start = (mask & -mask).bit_length() - 1
    return within(place, start, mask.bit_length())


def _everywhere(build: Build) -> int:
    return build.locations + build.pieces


def _take(build: Build, trigger: r.Trigger) -> Block:
    """The pieces for which the trigger is on the agenda; their items are this change's from now on."""
    assert trigger.subject is not None
    array, kind = agenda(build, trigger), trigger.subject.kind
    name = _items(trigger)
    found = Set(name, Binary("|", Local(name), Single(_PIECE, build.pieces)))
    mine = Store(array, _PIECE, Binary("-", ZERO, load(array, _PIECE)))
    turn = If(Binary(">", load(array, _PIECE), ZERO), (found, mine))
    loop = ForRange("piece", number(kind.start), number(kind.stop), (turn,))
    return (Set(name, empty_set(build.pieces)), loop)


def forget_items(build: Build) -> Block:
    """Drops what waits on the agenda when a phase was left in the middle."""
    piece, blocks = Local("waiting"), []
    for trigger in build.book.triggers:
        array = agenda(build, trigger)
        blocks.append((ForRange("waiting", ZERO, number(build.pieces), (Store(array, piece, ZERO),)),))
    return statements(*blocks)


def _items(trigger: r.Trigger) -> str:
    return f"items of {trigger.name} {trigger.span.line}"


def _resolve(build: Build, trigger: r.Trigger) -> Block:
    """Carries out each item whose piece is still where the event left it (on a board: still on the board)."""
    array = agenda(build, trigger)
    turn: Block = (
        Set("item", Load(array, _PIECE)),
        Store(array, _PIECE, ZERO),
        If(
            Binary("<", _ITEM, ZERO),
            (
                Set("item", plus(Binary("-", ZERO, _ITEM), -1)),
                Set("place", Binary("//", _ITEM, number(_everywhere(build)))),
                Set("item", Binary("%", _ITEM, number(_everywhere(build)))),
                *when(_is_there(build, trigger), (Perform(_trigger(build, trigger), (_PIECE, _PLACE)),)),
            ),
        ),
    )
    return (ForBits("piece", Local(_items(trigger)), turn),)


def _is_there(build: Build, trigger: r.Trigger) -> Expr:
    name = build.value("is there", parameters("piece", "place"), lambda: _there_body(build))
    return YES if trigger.event == "becomes" else Call(name, (_PIECE, _ITEM))


def _there_body(build: Build) -> Block:
    at = Local("at")
    same = If(equal(at, _PLACE), (Return(YES),))
    boards = [b.spaces for b in build.world.boards.values()]
    on = [If(within(_PLACE, b.start, b.stop), (Return(within(at, b.start, b.stop)),)) for b in boards]
    return (Set("at", load(AT, _PIECE)), same, *on, Return(NO))


def _trigger(build: Build, trigger: r.Trigger) -> str:
    name = build.once(("trigger", trigger), lambda: build.number(f"rule {trigger.name}"))

    def body() -> Block:
        assert trigger.subject is not None
        scene = Scene(build, NORMAL, trigger.label)
        scene.values[trigger.subject] = _PIECE
        if trigger.place_variable is not None:
            scene.values[trigger.place_variable] = _PLACE
        rule = build.rule(trigger, trigger.label, trigger, trigger.clauses, trigger.span)
        return (Mark(rule), *scene.block(trigger.body))

    return build.procedure(name, parameters("piece", "place"), body, trigger.span)
