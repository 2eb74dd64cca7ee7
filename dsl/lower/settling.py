"""What follows from a change: standing rules to a fixed point, then ends, then the rules that wait on the agenda.

Only what the change can concern is tested; each such set of rules has one procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl import model as m
from dsl.analysis.effects import ACTIVE as TURN
from dsl.analysis.effects import Change, Concern, causes, changes, concern
from dsl.analysis.rules import of_piece
from dsl.ir.nodes import Binary, Block, End, Expr, ForRange, Local, Mark, Perform, Store
from dsl.ir.program import AT, ENDING
from dsl.lower.agenda import only, put, resolve
from dsl.lower.before_rules import is_a, matches, spoken_of
from dsl.lower.build import Build, Scene, index_of
from dsl.lower.modes import AT_THE_END, NORMAL, STANDING, STANDING_TEST, Mode, laid_out
from dsl.lower.motion import all_fits
from dsl.lower.ops import ZERO, both, load, negation, number, parameters, statements, when
from dsl.lower.standing_rules import fixed_point
from dsl.lower.storage import ACTED, PREVENTED, RUNNING, SETTLE, is_out
from dsl.lower.trigger_order import choose_next
from dsl.model.world import Attribute, Kind

STOP_SETTLING = "stop settling"


def settle(scene: Scene, made: tuple[Change, ...]) -> Block:
    """Settles after these changes, where the mode says that it is done at once."""
    if not scene.mode.settles:
        return ()
    return perform(scene.build, concern(scene.build, made), scene.mode)


def settle_turn(scene: Scene) -> Block:
    """Settles after another player's turn has begun."""
    if not scene.mode.settles:
        return ()
    return perform(scene.build, concern(scene.build, (), frozenset({TURN})), scene.mode)


def settle_all(build: Build) -> Block:
    """Settles after the setup: whatever holds, but nothing has happened."""
    book = build.book
    return perform(build, Concern(tuple(range(len(book.standing))), tuple(range(len(book.endings)))), NORMAL)


def settle_test(build: Build, made: tuple[Change, ...]) -> Block:
    """Settles inside a hypothetical test, by standing rules alone."""
    rules = concern(build, made).standing
    if not rules:
        return ()
    name = build.once(("settle test", rules), lambda: build.number("settle test"))
    return (Perform(build.procedure(name, (), lambda: fixed_point(build, rules, STANDING_TEST))),)


def perform(build: Build, what: Concern, mode: Mode) -> Block:
    """`mode` tells what goes on around it."""
    if not what:
        return ()
    name = build.once(("settle", what, mode.deep), lambda: build.number("settle"))
    return (Perform(build.procedure(name, (), lambda: _body(build, what, mode))),)


def _body(build: Build, what: Concern, mode: Mode) -> Block:
    standing = replace(STANDING, deep=mode.deep)
    fixed = fixed_point(build, what.standing, standing) if what.standing else ()
    ends = [_end(build, build.book.endings[k]) for k in what.endings]
    triggers = tuple(build.book.triggers[k] for k in what.triggers)
    chosen = choose_next(build, triggers)
    items = resolve(build, triggers, lambda trigger: _trigger(build, trigger, mode), chosen) if triggers else ()
    return statements(fixed, *ends, items)


# ----------------------------------------------------------------------------------------------------------------- ends


def _end(build: Build, ending: m.Ending) -> Block:
    """Its block does not settle, and may name several winners."""
    assert ending.condition is not None
    rule = build.rule_of(ending, ending.label, build.sentence(ending.condition))
    name = build.once(("ending", ending), lambda: build.number("ending"))

    def body() -> Block:
        scene = Scene(build, AT_THE_END, ending.label)
        scene.ending = rule
        done = (*scene.block(ending.body), *all_fits(build, changes(build, ending.body)))
        return (Mark(rule), Store(ENDING, ZERO, number(rule)), *done, *over(build))

    procedure = Perform(build.procedure(name, (), body, ending.span))
    return when(Scene(build, NORMAL, "").condition(ending.condition), (procedure,))


def over(build: Build) -> Block:
    """Ends the game; nothing that waits is left."""
    words = [word for word in (RUNNING, PREVENTED, ACTED) if word in build.arrays]
    return (*only(build, ZERO, ZERO), *stop_settling(build), *(Store(word, ZERO, ZERO) for word in words), End())


def stop_settling(build: Build) -> Block:
    """Clears what rounds of standing rules have noted, where they are left in the middle."""
    return (Perform(build.procedure(STOP_SETTLING, (), lambda: ())),) if build.book.standing else ()


def forget_settling(build: Build) -> Block:
    """The body of what `stop_settling` performs, which is written last, when all arrays are known."""
    noted = (array for name, array in build.arrays.items() if name.startswith(SETTLE))
    return tuple(ForRange("word", ZERO, number(a.count), (Store(a.name, Local("word"), ZERO),)) for a in noted)


# --------------------------------------------------------------------------------------------------------------- events


def queues(scene: Scene, change: Change) -> bool:
    """Whether a rule can wait for the change."""
    return scene.mode.queues and bool(_fitting(scene, change))


def _fitting(scene: Scene, change: Change) -> list[m.Trigger]:
    build = scene.build
    return [t for t in build.book.triggers if causes(build, change, t)] if scene.mode.queues else []


def moved(scene: Scene, change: m.Move, piece: Expr, old: Expr, to: Expr) -> Block:
    """Queues what follows a move."""
    build, blocks = scene.build, []
    for trigger in _fitting(scene, change):
        place = old if trigger.event == "leaves" else to
        happened = both(
            _is_subject(trigger, change.what.kind, piece), Binary("!=", old, to), matches(build, trigger, place)
        )
        blocks.append(when(happened, put(build, trigger, piece, (place, to))))
    return statements(*blocks)


def altered(scene: Scene, change: Change, attribute: Attribute, piece: Expr, old: Expr, new: Expr) -> Block:
    """Queues what follows a change of an attribute from one value to another."""
    blocks = []
    for trigger in _fitting(scene, change):
        differs = Binary("<" if trigger.event == "falls" else ">", new, old)
        happened = both(_is_subject(trigger, attribute.of, piece), differs)
        if of_piece(trigger):
            at = load(AT, piece)
            blocks.append(when(happened, put(scene.build, trigger, piece, (at, at))))
        else:
            blocks.append(when(both(happened, _present(scene.build, piece)), put(scene.build, trigger, piece, ())))
    return statements(*blocks)


def happened(scene: Scene, made: tuple[Change, ...], before: Callable[[str, Expr], Expr]) -> Block:
    """Queues what follows from several changes as from one; `before` loads a word that an array had before them."""
    if not scene.mode.queues:
        return ()
    build, piece, blocks = scene.build, Local("piece"), []
    for trigger in (t for t in build.book.triggers if t.event != "does" and any(causes(build, c, t) for c in made)):
        assert trigger.subject is not None
        known: tuple[Expr, ...] = (load(AT, piece), load(AT, piece)) if of_piece(trigger) else ()
        if trigger.attribute is not None:
            array, index = trigger.attribute.array, index_of(trigger.attribute.of, piece)
            old, new = before(array, index), load(array, index)
            so: Expr = Binary("<" if trigger.event == "falls" else ">", new, old)
            so = so if of_piece(trigger) else both(so, _present(build, piece))
        else:
            old = before(AT, piece)
            place = old if trigger.event == "leaves" else known[0]
            so = both(Binary("!=", old, load(AT, piece)), matches(build, trigger, place))
            known = (place, load(AT, piece))
        kind = trigger.subject.kind
        body = when(so, put(build, trigger, piece, known))
        blocks.append((ForRange("piece", number(kind.start), number(kind.stop), body),))
    return statements(*blocks)


def done(scene: Scene, act: m.Act, arguments: tuple[Expr, ...]) -> Block:
    """What follows when somebody has done something: `arguments` are the player and what it was done with."""
    blocks = []
    for trigger in _fitting(scene, act):
        fits, known = spoken_of(trigger, act, arguments)
        present = _present(scene.build, arguments[0])
        blocks.append(when(both(present, fits), put(scene.build, trigger, arguments[0], known)))
    return (*statements(*blocks), *settle(scene, (act,)))


def _present(build: Build, player: Expr) -> Expr:
    """Nothing waits for those who are out."""
    return negation(is_out(build, player))


def _is_subject(trigger: m.Trigger, kind: Kind, piece: Expr) -> Expr:
    assert trigger.subject is not None
    return is_a(piece, trigger.subject.kind, kind)


def _trigger(build: Build, trigger: m.Trigger, around: Mode) -> str:
    """The procedure of a rule; its parameters are the subject and what is known besides."""
    mode, lines = laid_out(build, trigger, replace(NORMAL, deep=around.deep))
    name = build.once(("trigger", trigger, mode.deep), lambda: build.number(f"rule {trigger.name}"))
    scene = Scene(build, mode, trigger.label)
    if of_piece(trigger):
        assert trigger.subject is not None
        inputs = parameters("piece", "place")
        scene.values[trigger.subject] = Local("piece")
        if trigger.place_variable is not None:
            scene.values[trigger.place_variable] = Local("place")
    else:
        assert trigger.subject is not None
        inputs = scene.parameters((trigger.subject, *trigger.things))
        scene.actor = scene.values[trigger.subject]

    def body() -> Block:
        rule = build.rule_of(trigger, trigger.label)
        return (Mark(rule), *scene.block(lines))

    return build.procedure(name, inputs, body, trigger.span)
