"""Effects: what a sentence reads and what a statement may change, and which rules that can concern.

A footprint is a set of names: of attributes, of the places of a kind of piece, of what else the state holds.

All that is found here is the most that can happen: it decides which standing rules, ends and triggers a change can
concern, and what cannot be concerned is not tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.partitions import Leaf, leaves_of
from dsl.analysis.unordered import ends_drawn
from dsl.analysis.whereabouts import can_be_in, locations_of, sources, whereabouts
from dsl.model import Definition, Node
from dsl.model.core import Assign, ChooseWay, DecideAtOnce, Do, GameOver, as_core
from dsl.model.unions import Composed, Reading, Sentence, sentence
from dsl.model.visit import nodes_in, parts_of, with_cost
from dsl.model.world import Kind

Footprint = frozenset[str]
NONE: Footprint = frozenset()
ACTIVE = "active player"
KNOWLEDGE = "who knows what"
SCORES = "scores"
WINNER = "winner"
ASKING = m.Choose | ChooseWay | m.ChooseSeveral | m.Offer | m.Roll | DecideAtOnce
# An action or power is here that it is done: a change of nothing, which is an event.
Change = m.Move | Assign | m.Roll | m.Shuffle | m.Show | m.Record | m.Act


def places(analysis: Analysis, kind: Kind) -> Footprint:
    """The places of pieces of a kind."""
    return frozenset(f"place of {leaf.name}" for leaf in leaves_of(analysis, kind))


def places_of(analysis: Analysis, kind: Kind, place: Kind) -> Footprint:
    """The places of those pieces of a kind that can be in a kind of place."""
    groups = (leaf for leaf in leaves_of(analysis, kind) if can_be_in(analysis, leaf, place))
    return frozenset(f"place of {leaf.name}" for leaf in groups)


def recorded(position: m.Position) -> str:
    """The array of the keys of the positions that were recorded."""
    return f"recorded.{position.name}"


# ---------------------------------------------------------------------------------------------------------------- reads


def reads(analysis: Analysis, nodes: Iterable[Node]) -> Footprint:
    """Everything that sentences and phrases depend on, by way of all definitions."""
    return frozenset().union(*(reads_of(analysis, n) for root in nodes for n in nodes_in(root)))


def reads_of(analysis: Analysis, node: Node) -> Footprint:
    """What this very node depends on, and the definitions that it names."""
    own = _own_reads(analysis, sentence(node))
    return own.union(*(_definition_reads(analysis, definition) for definition in named(analysis, node)))


def _own_reads(analysis: Analysis, node: Sentence | None) -> Footprint:
    if node is None or isinstance(node, Composed):
        return NONE
    match node:
        case m.Get(attribute=attribute) | m.Flag(attribute=attribute):
            return NONE if attribute.constant is not None else frozenset({attribute.array})
        case m.PlaceOf(piece=what) | m.Located(what=what):
            return places(analysis, what.kind)
        case m.EndOf(kind=kind, place=place):
            return places_of(analysis, kind, place.kind)
        case m.ActivePlayer():
            return frozenset({ACTIVE})
        case m.Owned(what=what) | m.OwnerOf(of=what):
            owner = analysis.world.owner
            return frozenset({owner.array}) if owner and analysis.world.changes_owner(what.kind) else NONE
        case m.Known():
            return frozenset({KNOWLEDGE})
        case m.HasWon():
            return frozenset({WINNER})
        case m.HasScored():
            return frozenset({SCORES})
        case m.Recorded(position=position):
            return frozenset({recorded(position)})
        case m.IsA() | m.Narrowed() | m.Compare():  # of what a piece is, nothing changes
            return NONE
        case m.Apply() | m.Holds() | m.WalkEnd() | m.OnWalk() | m.CanDo() | m.CanDoPower():
            return NONE
        case _:
            assert_never(node)


def named(analysis: Analysis, node: Node) -> tuple[Definition, ...]:
    """The definitions on whose meaning a sentence, or the way that somebody follows, depends."""
    if isinstance(node, m.Follow):
        return (node.walk,)
    said = sentence(node)
    if said is None or isinstance(said, Composed | Reading):
        return ()
    match said:
        case m.Apply(value=definition) | m.Holds(quality=definition) | m.Recorded(position=definition):
            return (definition,)
        case m.WalkEnd(walk=walk) | m.OnWalk(walk=walk):
            return (walk,)
        case m.CanDo(invocation=invocation):
            return with_cost(analysis.book, invocation.action)
        case m.CanDoPower(call=call):
            return tuple(d for power in call.members for d in with_cost(analysis.book, power))
        case _:
            assert_never(said)


def _definition_reads(analysis: Analysis, definition: Definition) -> Footprint:
    return analysis.once_within(("reads", definition), NONE, lambda: reads(analysis, parts_of(definition)))


# --------------------------------------------------------------------------------------------------------------- writes


def reached(analysis: Analysis, block: Iterable[Node]) -> Iterator[Node | Definition]:
    """All nodes of statements, all that they perform, and the nodes of it; triggers and standing rules left out."""
    return _reached(analysis, block, set())


def _reached(analysis: Analysis, block: Iterable[Node], done: set[Definition]) -> Iterator[Node | Definition]:
    for root in block:
        for node in nodes_in(root):
            yield node
            for definition in performed(analysis, node):
                if definition not in done:
                    done.add(definition)
                    yield definition
                    yield from _reached(analysis, parts_of(definition), done)


def changes(analysis: Analysis, block: Iterable[Node]) -> tuple[Change, ...]:
    """All changes that statements can make, by way of all that they perform; triggers and standing rules left out."""
    return tuple(_changes(analysis, block, set()))


def _changes(analysis: Analysis, block: Iterable[Node], done: set[Definition]) -> Iterator[Change]:
    for root in block:
        for change, definitions in _steps(analysis, root):
            if change is not None:
                yield change
            for definition in definitions:
                if definition not in done:
                    done.add(definition)
                    if isinstance(definition, m.Act):
                        yield definition
                    yield from _changes(analysis, parts_of(definition), done)


def _steps(analysis: Analysis, root: Node) -> list[tuple[Change | None, tuple[Definition, ...]]]:
    """What the statements in a node do, that change something or carry out definitions."""
    return analysis.once(("steps", root), lambda: [*_found_steps(analysis, root)])


def _found_steps(analysis: Analysis, root: Node) -> Iterator[tuple[Change | None, tuple[Definition, ...]]]:
    for node in nodes_in(root):
        if isinstance(node, m.Statement):
            change, definitions = _change(node), performed(analysis, node)
            if change is not None or definitions:
                yield change, definitions


def stopped(analysis: Analysis) -> list[m.Phase]:
    """The phases that some sentence stops."""
    nodes = (n for root in roots(analysis) for n in nodes_in(root))
    return analysis.once("stopped", lambda: list(dict.fromkeys(n.phase for n in nodes if isinstance(n, m.Stop))))


def changes_by_rules(analysis: Analysis) -> tuple[Change, ...]:
    """All changes that standing rules and triggers can make."""
    return analysis.once("changes by rules", lambda: _by_rules(analysis))


def _by_rules(analysis: Analysis) -> tuple[Change, ...]:
    bodies = [*(rule.body for rule in analysis.book.standing), *(rule.body for rule in analysis.book.triggers)]
    return changes(analysis, [statement for body in bodies for statement in body])


def _change(node: m.Statement) -> Change | None:
    """The change that a statement is itself."""
    match as_core(node):
        case (m.Move() | Assign() | m.Roll() | m.Shuffle() | m.Show() | m.Record()) as change:
            return change
        case m.Score() | GameOver():  # what these change, no rule can follow from
            return None
        case m.Text() | m.Deepest() | m.Let() | m.Stop() | m.StopRepeating() | m.Prevent():
            return None
        case m.Choose() | m.ChooseSeveral() | ChooseWay() | m.Offer() | m.InOneGo() | DecideAtOnce() | Do():
            return None
        case m.If() | m.ForEach() | m.Repeat() | m.While() | m.Follow() | m.TakeTurns() | m.Together():
            return None
        case _ as unknown:
            assert_never(unknown)


def performed(analysis: Analysis, node: Node) -> tuple[Definition, ...]:
    """The definitions that a statement carries out itself."""
    if not isinstance(node, m.Statement):
        return ()
    match as_core(node):
        case Do(what=what):
            return tuple(d for one in what for d in (all_of(analysis, one) if isinstance(one, m.Act) else (one,)))
        case m.Offer(invocations=invocations):
            return tuple(d for i in invocations for d in all_of(analysis, i.action))
        case m.TakeTurns(active=active):
            own = (analysis.book.procedures.get(name) for name in (m.TURN_BEGINS, m.TURN_COMES, m.TURN_ENDS))
            return tuple(procedure for procedure in own if active and procedure is not None)
        case (m.Move() | Assign()) as change:
            return befores(analysis, change)
        case m.Roll() | m.Shuffle() | m.Show() | m.Record() | m.Score() | GameOver():
            return ()
        case m.Text() | m.Deepest() | m.Let() | m.Stop() | m.StopRepeating() | m.Prevent():
            return ()
        case m.Choose() | m.ChooseSeveral() | ChooseWay() | m.InOneGo() | DecideAtOnce():
            return ()
        case m.If() | m.ForEach() | m.Repeat() | m.While() | m.Follow() | m.Together():
            return ()
        case _ as unknown:
            assert_never(unknown)


def all_done(analysis: Analysis, action: m.Act) -> tuple[Node, ...]:
    """Everything that carrying out an action does, and what is tested then."""
    found: dict[Definition, None] = {action: None}
    waiting: list[Node] = [*action.effects]
    while waiting:
        for node in nodes_in(waiting.pop()):
            for definition in performed(analysis, node):
                if definition not in found:
                    found[definition] = None
                    waiting += parts_of(definition)
    return tuple(part for definition in found for part in parts_of(definition))


def befores(analysis: Analysis, change: Change) -> tuple[m.Before, ...]:
    """The rules that can apply before a change, in written order."""
    return analysis.once(
        ("before", change), lambda: tuple(b for b in analysis.book.befores if causes(analysis, change, b))
    )


def all_of(analysis: Analysis, action: m.Act) -> tuple[Definition, ...]:
    """All that is carried out when an action is: the rules before it, too."""
    return (*with_cost(analysis.book, action), *befores(analysis, action))


def writes(analysis: Analysis, made: Iterable[Change]) -> Footprint:
    """What changes can change."""
    return frozenset().union(*(_writes_of(analysis, c) for c in made))


def _writes_of(analysis: Analysis, change: Change) -> Footprint:
    match change:
        case m.Move(what=what):
            return places(analysis, what.kind) | {KNOWLEDGE}
        case Assign(attribute=attribute, flag=None):
            return frozenset({attribute.array})
        case Assign(attribute=attribute) | m.Roll(face=attribute):
            return frozenset({attribute.array, KNOWLEDGE})
        case m.Shuffle(place=place):
            return places_of(analysis, analysis.world.pieces, place.kind) | {KNOWLEDGE}
        case m.Show():
            return frozenset({KNOWLEDGE})
        case m.Record(position=position):
            return frozenset({recorded(position)})
        case m.Act(counted=counted):  # what is counted is seen by rules and ends when the deed is done
            return writes(analysis, changes(analysis, counted))
        case _:
            assert_never(change)


def asks(analysis: Analysis, nodes: Iterable[Node]) -> bool:
    """Whether somebody, or chance, can be asked while these statements are carried out."""
    return any(isinstance(node, Node) and _asks(analysis, node) for node in reached(analysis, nodes))


def _asks(analysis: Analysis, node: Node) -> bool:
    if isinstance(node, m.Follow) and node.walk.along is None:
        return True  # where ways part, somebody may have to choose
    return isinstance(node, ASKING) or bool(ends_drawn(analysis, node))


def until_asked(analysis: Analysis, block: tuple[m.Statement, ...]) -> tuple[m.Statement, ...]:
    """The statements before the first in which somebody could be asked."""
    asking = (k for k, node in enumerate(block) if asks(analysis, (node,)))
    return block[: next(asking, len(block))]


# --------------------------------------------------------------------------------------------------------------- events


def causes(analysis: Analysis, change: Change, trigger: m.Happening) -> bool:
    """Whether the change can be one after, or before, which the rule is applied."""
    match change:
        case m.Act():
            return any(change.original is deed.original for deed in trigger.deeds)
        case Assign(attribute=attribute):
            return trigger.event in _ways(change) and attribute is trigger.attribute
        case m.Roll(face=attribute):
            return trigger.event in ("rises", "falls") and attribute is trigger.attribute
        case m.Move():
            return trigger.place is not None and _crosses(analysis, change, trigger, trigger.place)
        case m.Shuffle() | m.Show() | m.Record():  # no rule can be about these
            return False
        case _:
            assert_never(change)


def _crosses(analysis: Analysis, move: m.Move, trigger: m.Happening, where: m.Expression | Kind) -> bool:
    """Whether a piece of which the rule speaks can come into the place, or out of it, by the move."""
    assert trigger.subject is not None
    place, subject = locations_of(analysis, where), trigger.subject.kind
    if trigger.event == "enters" and not place & locations_of(analysis, move.to):
        return False
    if trigger.event == "leaves" and not place & sources(analysis, move.what):
        return False
    return any(whereabouts(analysis)[leaf] & place for leaf in _common(analysis, move.what.kind, subject))


def _ways(change: Assign) -> tuple[str, ...]:
    """Whether the thing can become so; whether the number can rise, fall, or both."""
    match change:
        case Assign(flag=bool() as given):
            return ("becomes",) if given else ()
        case Assign(how="rises" | "falls" as how, value=m.Constant(value=value) | m.Setting(value=value)) if value >= 0:
            return (how,)
        case _:  # it may do either
            return ("rises", "falls")


def _common(analysis: Analysis, one: Kind, other: Kind) -> list[Leaf]:
    return [leaf for leaf in leaves_of(analysis, one) if leaf in leaves_of(analysis, other)]


@dataclass(frozen=True)
class Concern:
    """What a change can bring about: standing rules, ends and triggers, by their places in the book."""

    standing: tuple[int, ...] = ()
    endings: tuple[int, ...] = ()
    triggers: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.standing or self.endings or self.triggers)


def concern(analysis: Analysis, made: tuple[Change, ...], besides: Footprint = NONE) -> Concern:
    """What the changes, and the standing rules that follow from them, can bring about.

    `besides` is what has changed without one.
    """
    book = analysis.book
    rules: set[int] = set()
    all_made = made
    while True:
        written = writes(analysis, all_made) | besides
        new = [k for k, rule in enumerate(book.standing) if k not in rules and written & rule_reads(analysis, rule)]
        if not new:
            break
        rules.update(new)
        all_made = (*all_made, *(c for k in new for c in changes(analysis, book.standing[k].body)))
    endings = [k for k, ending in enumerate(book.endings) if written & rule_reads(analysis, ending)]
    triggers = [k for k, t in enumerate(book.triggers) if any(causes(analysis, c, t) for c in all_made)]
    return Concern(tuple(sorted(rules)), tuple(endings), tuple(triggers))


def consequences(analysis: Analysis, made: tuple[Change, ...]) -> tuple[Change, ...]:
    """The changes, and all that standing rules and triggers can make of them."""
    while True:
        what = concern(analysis, made)
        bodies = [analysis.book.standing[k].body for k in what.standing]
        bodies += [analysis.book.triggers[k].body for k in what.triggers]
        new = [c for c in changes(analysis, [n for body in bodies for n in body]) if c not in made]
        if not new:
            return made
        made = (*made, *new)


def following(analysis: Analysis, node: m.Statement) -> tuple[Change, ...]:
    """The changes that standing rules and triggers can make of what a statement changes, when that settles."""
    return analysis.once(("following", node), lambda: _following(analysis, node))


def _following(analysis: Analysis, node: m.Statement) -> tuple[Change, ...]:
    what = concern(analysis, consequences(analysis, changes(analysis, (node,))))
    bodies = [analysis.book.standing[k].body for k in what.standing]
    bodies += [analysis.book.triggers[k].body for k in what.triggers]
    return changes(analysis, [statement for body in bodies for statement in body])


def rule_reads(analysis: Analysis, rule: m.StandingRule | m.Ending) -> Footprint:
    """What the condition of a standing rule or an end depends on."""
    assert rule.condition is not None
    condition = rule.condition
    return analysis.once(("condition reads", rule), lambda: reads(analysis, (condition,)))
