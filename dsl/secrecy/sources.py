"""The sources: what a sentence reads that everybody, or the one player who is to decide, may not see.

It is the most that can be hidden. A sentence is looked at together with those that hold where it is read, and with the
definitions that it names; a name for what was made of a secret is tainted with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain
from operator import or_
from typing import assert_never

from dsl import model as m
from dsl.analysis.effects import named
from dsl.analysis.partitions import leaves_of
from dsl.analysis.whereabouts import locations_of, whereabouts
from dsl.builtins import ON_BOARD
from dsl.model import Definition, Expression, Node, Variable
from dsl.model.unions import Composed, Naming, sentence
from dsl.model.visit import conjuncts, depends, parts_of, use
from dsl.model.world import Attribute, Kind
from dsl.secrecy.facts import MINE, NAMED, POINTED, SEEN, Observer
from dsl.secrecy.printed import is_alone_there, is_named, one_at_most
from dsl.source import Span
from dsl.text.inflection import articled


@dataclass(frozen=True)
class Source:
    """Something that is read and that the reader may not see; `what` names it: "the strain of a Boat". Where only that
    is read which somebody knows of it, `known` says so."""

    node: Node
    what: str
    known: m.Known | None = None

    @property
    def span(self) -> Span:
        return self.node.span


@dataclass(frozen=True)
class Sight(Observer):
    """A reader, the facts, and the taints: what a variable's value was made of, as far as that is hidden from them."""

    taints: Mapping[Variable, tuple[Source, ...]] = field(default_factory=dict)

    def after(self, line: m.Choose | m.ChooseSeveral | m.Let) -> Sight:
        """The same where a choice has been made, or a thing has been given a name."""
        if isinstance(line, m.Let):
            found = set(self.facts_of(line.variable, line.value))
            made_of = tuple(self.sources((line.value,)))
            taints = {**self.taints, line.variable: made_of} if made_of else self.taints
            return replace(self, facts=self.facts | found, taints=taints)
        tokens = self.among(line.selection)._flags_of(line.selection.variable) - {NAMED, POINTED}
        return replace(self, facts=self.facts | {(line.variable, token) for token in tokens})

    def entering(self, parameters: Iterable[Variable], arguments: Iterable[Expression]) -> Sight:
        """The same inside something that is carried out with these arguments, which may be made of what is hidden."""
        pairs = list(zip(parameters, arguments, strict=True))
        made_of = {p: tuple(self.sources((a,))) for p, a in pairs}
        inner = self.within(parameters, arguments)
        return replace(inner, taints={p: found for p, found in made_of.items() if found})

    def of(self, *reader: Expression) -> Sight:
        """What one player sees, of what this reader knows, and perhaps more."""
        mine = replace(self, reader=reader, taints={})
        left = {v: (h for taint in found for h in mine._left_of(taint)) for v, found in self.taints.items()}
        still = {v: tuple(dict.fromkeys(found)) for v, found in left.items()}
        return replace(mine, taints={v: found for v, found in still.items() if found})

    def _left_of(self, hidden: Source) -> Iterator[Source]:
        """What this reader does not see either of what is hidden from another."""
        asked = hidden.known
        if asked is not None and self.is_reader(asked.who):
            yield from self._asked_of(asked.what)
        elif any(self._itself(hidden.node)) or self._is_order(hidden.node):
            yield hidden

    def _is_order(self, node: Node) -> bool:
        """Whether it is hidden from this reader which of those comes first."""
        return isinstance(node, m.Selection) and any(self.told_by_order(node))

    def tells_where(self, what: Expression | m.Selection) -> Iterator[Source]:
        """What all learn who see that something is done with a piece where it is: where it is, if only its name led to
        it. Of one that was chosen, or is in a place that the sentence names, they knew as much before."""
        flags = self.among(what)._flags_of(what.variable) if isinstance(what, m.Selection) else self._flags(what)
        if isinstance(what, m.Selection) and self._are_all(what):
            return
        if what.kind.sort == "piece" and not self._followed(what.kind, flags) and self._may_be_named(what):
            name = what.name if isinstance(what, m.Constant) else articled(what.kind.name)
            yield Source(what, f"where {name} is")

    def _are_all(self, selection: m.Selection) -> bool:
        """Whether it is all of a kind, wherever they lie, and how many of it lie where is seen by all anyway."""
        whole = not selection.conditions and selection.among is None
        return whole and self._is_plain_to_see(selection.kind)

    def _followed(self, kind: Kind, flags: set[str]) -> bool:
        """Whether the reader sees where such a piece is, wherever it goes."""
        return SEEN in flags or all(self._stays_in_sight(leaf, flags) for leaf in leaves_of(self.analysis, kind))

    def told_by_choice(self, choice: m.Choose | m.ChooseSeveral) -> Iterator[Source]:
        """What whoever is offered a choice learns that they do not see: what can be chosen, and where it is."""
        yield from self.sources(choice_parts(choice))
        selection = choice.selection
        if any(depends(c, selection.variable) for c in selection.conditions) or not self._is_plain_to_see(
            selection.kind
        ):
            yield from self.tells_where(selection)

    def told_by_action(self, action: m.Act, stated: Collection[Variable]) -> Iterator[Source]:
        """What whoever is offered an action learns that they do not see: whether it is possible, and with what."""
        yield from self.of_action(action)
        sight = self.given(need.condition for need in action.needs)
        for thing in action.parameters:
            if thing.kind.sort != "piece" or thing in stated or self._is_plain_to_see(thing.kind):
                continue
            if not sight._followed(thing.kind, sight._flags_of(thing)):
                yield Source(use(thing, thing.span or action.span), f"where {articled(thing.kind.name)} is")

    # -------------------------------------------------------------------------------------------------- what is hidden

    def hides(self, nodes: Iterable[Node]) -> bool:
        return next(self.sources(nodes), None) is not None

    def sources(self, nodes: Iterable[Node]) -> Iterator[Source]:
        """What the nodes, which hold together if they are sentences, read and the reader may not see."""
        nodes = tuple(nodes)
        sight = self.given(n for n in nodes if isinstance(n, m.Condition))
        for node in nodes:
            yield from sight._read_by(node)

    def _read_by(self, node: Node) -> Iterator[Source]:
        match node:
            case m.All(conditions=conditions):
                yield from self.sources(conditions)
            case m.Selection():
                yield from self._selected(node)
            case m.Pick(selection=selection):
                yield from self._read_by(selection)
                yield from self._told_which(node)
            case m.Known(who=who, what=what) if self.is_reader(who):
                yield from self._asked_of(what)
            case m.Known(who=who, what=what):
                yield from self._read_by(who)
                yield from (replace(hidden, known=node) for hidden in (*self._itself(node), *self._read_by(what)))
            case m.Use(variable=variable):
                yield from self.taints.get(variable, ())
            case m.InSet(what=what, members=members):
                yield from self.taints.get(members, ())
                yield from self._read_by(what)
            case m.ForAll(selection=selection, condition=condition) | m.Some(selection=selection, condition=condition):
                yield from self._read_by(selection)
                yield from self.among(selection)._read_by(condition)
            case m.Extreme(of=of, selection=selection) | m.Best(of=of, selection=selection):
                yield from self._read_by(selection)
                yield from self.among(selection)._read_by(of)
                if isinstance(node, m.Best):
                    yield from self.told_by_order(selection)
            case m.MostInGroups(selection=selection, groups=groups, bottom=bottom):
                yield from self._read_by(selection)
                for group in groups:
                    yield from self.among(selection)._read_by(group)
                if bottom is not None:
                    yield from self._read_by(bottom)
                    if not self.sees(bottom):
                        yield Source(node, f"in which order {selection.kind.plural} lie")
            case m.Related(relation=relation, arguments=(m.PlaceOf(piece=piece, kind=spaces), board)) if (
                relation is ON_BOARD and self.sees_at(piece.kind, spaces, self._flags(piece))
            ):  # as on a board that is alone: whether it lies there is seen
                yield from self._read_by(piece)
                yield from self._read_by(board)
            case (
                _
            ):  # what needs no knowledge of the reader but what it reads itself, in its parts and by its definitions
                yield from self._itself(node)
                for part in node.inside:
                    yield from self._read_by(part)
                yield from self._by_definition(node)

    def _asked_of(self, what: Expression) -> Iterator[Source]:
        """What is read to ask what the reader knows of something, besides what they know."""
        match what:
            case m.Get(of=of) | m.PlaceOf(piece=of) | m.EndOf(place=of):
                yield from self._read_by(of)
            case m.Pick(selection=selection):
                yield from self._told_which(what)
                for condition in conjuncts(selection.conditions):
                    if not isinstance(condition, m.Located):
                        yield from self.given(selection.conditions)._read_by(condition)
                    elif isinstance(condition.where, m.Expression):
                        yield from self._read_by(condition.where)
            case _:  # of a thing that is no piece there is nothing to know but what it is
                yield from self._read_by(what)

    def _itself(self, node: Node) -> Iterator[Source]:
        """What this very node reads; what stands inside it, and what it names, is read besides."""
        said = sentence(node)
        if said is None or isinstance(said, Composed | Naming):
            return
        match said:
            case m.Get(attribute=attribute, of=of) | m.Flag(attribute=attribute, of=of):
                if not self.sees_attribute(attribute, of):
                    yield Source(node, _value_of(attribute, isinstance(node, m.Flag)))
            case m.Compare(left=left, right=right):
                for end in (left, right):
                    if isinstance(end, m.EndOf) and not self.sees(end):
                        place, where = articled(end.place.kind.name), f"at {end.said}" if end.nth == 1 else end.said
                        yield Source(node, f"which {end.kind.name} is {where} of {place}")
            case m.PlaceOf(piece=what) | m.Located(what=what) | m.OwnerOf(of=what) | m.Owned(what=what):
                yield from self._of_piece(said, what)
            case m.IsA(what=what) | m.Narrowed(of=what) | m.Known(what=what):
                yield from self._of_piece(said, what)
            case m.EndOf() | m.ActivePlayer() | m.HasWon() | m.HasScored():  # that there is one, all see
                return
            case _:
                assert_never(said)

    def _of_piece(self, node: Node, piece: Expression) -> Iterator[Source]:
        """What is read of a piece: where it is, whose, what it is; of other things all see that."""
        if piece.kind.sort == "piece" and not self.sees(piece):
            what, flags = articled(piece.kind.name), self._flags(piece)
            match node:
                case m.PlaceOf(kind=spaces) if not (
                    spaces.sort == "space" and self.sees_at(piece.kind, spaces, flags)
                ):  # on a board that all see; anywhere else it is nothing
                    yield Source(node, f"where {what} is")
                case m.Located(where=where) if not self.sees_at(piece.kind, where, flags):
                    yield Source(node, f"where {what} is")
                case m.IsA(kind=kind) | m.Narrowed(kind=kind):
                    if NAMED not in flags and not self._looks_like(piece.kind, kind):
                        yield Source(node, f"what {what} is")
                case m.OwnerOf() | m.Owned():
                    printed = NAMED in flags and not self.analysis.world.changes_owner(piece.kind)
                    if self._owner_tells(piece) and not printed:
                        yield Source(node, f"whose {what} is")
                case m.Known():
                    yield Source(node, f"what somebody knows of {what}")
                case _:  # others ask nothing of a piece but what its attributes tell
                    pass

    def _looks_like(self, kind: Kind, narrower: Kind) -> bool:
        """Whether all see of a piece of the kind whether it is of the narrower one, wherever it lies."""
        inner, world = leaves_of(self.analysis, narrower), self.analysis.world
        others = [leaf for leaf in leaves_of(self.analysis, kind) if leaf not in inner]
        passing, beside = ({world.seen_as(leaf.kind) for leaf in group} for group in (inner, others))
        return not narrower.row and not passing & beside

    def _owner_tells(self, piece: Expression) -> bool:
        groups = [
            leaf for leaf in leaves_of(self.analysis, piece.kind) if not self.analysis.world.owner_seen(leaf.kind)
        ]
        return len({o for leaf in groups for o in leaf.owners}) > 1 or any(leaf.given for leaf in groups)

    def _selected(self, selection: m.Selection) -> Iterator[Source]:
        if selection.among is not None:
            yield from self.taints.get(selection.among, ())
        selection = self._with_those_shown(selection)
        inner = self.among(selection)
        counted = self.only_counted(selection)
        for condition in conjuncts(selection.conditions):
            if condition is counted and isinstance(counted, m.Related):
                yield from self._read_by(counted.arguments[1])
            elif condition is counted and isinstance(counted, m.Located) and isinstance(counted.where, m.Expression):
                yield from self._read_by(counted.where)
            elif condition is not counted:
                yield from inner._read_by(condition)

    def _with_those_shown(self, selection: m.Selection) -> m.Selection:
        """The selection without `not face-up`, where all see how many there are with and how many without those that
        are face-up, so also how many are not; without `not the kept`, where that is sure to be one of them."""
        parts, variable = conjuncts(selection.conditions), selection.variable
        for denial in (part for part in parts if isinstance(part, m.Not)):
            rest = tuple(c for c in parts if c is not denial)
            whole = replace(selection, words=(), place=None, that=rest)
            match denial.condition:
                case m.Flag(of=m.Use(variable=v)) as flag if v is variable:
                    shown = replace(whole, that=(*rest, flag))
                    known = self.only_counted(whole) is not None and not self.hides((shown,))
                case m.Compare(operator="=", left=m.Use(variable=v), right=m.Use(variable=one)) if v is variable:
                    known = self._is_among(one, whole)
                case m.InSet(what=m.Use(variable=v), members=several) if v is variable:
                    known = self._is_among(several, whole)
                case _:  # of others it is not known how many there are without
                    known = False
            if known:
                return whole
        return selection

    def _is_among(self, thing: Variable, counted: m.Selection) -> bool:
        """Whether a piece, or each of a set, is sure to be among those of which all see how many lie in a place."""
        place = self.only_counted(counted)
        return isinstance(place, m.Located) and thing.kind.is_a(counted.kind) and self.lies_there(thing, place.where)

    def _told_which(self, pick: m.Pick) -> Iterator[Source]:
        """What is hidden of pieces of which the first that fits is meant."""
        if is_named(self.analysis, pick.selection):
            yield from self._told_by_number(pick.selection)
        elif not self._is_one(pick):
            yield from self.told_by_order(pick.selection, owners=pick.article == "the")

    def _is_one(self, pick: m.Pick) -> bool:
        """Whether no other fits, or nothing is meant then."""
        alone = is_alone_there(self.analysis, pick)
        return alone or one_at_most(self.analysis, pick.selection) or self.holds_one(pick.selection)

    def _told_by_number(self, selection: m.Selection) -> Iterator[Source]:
        """What is hidden of pieces of which the first that fits is meant: their order is that of what is printed."""
        flags = self.among(selection)._flags_of(selection.variable)
        for leaf in leaves_of(self.analysis, selection.kind):
            for attribute in self.analysis.world.attributes(leaf.kind):
                if attribute.constant is not None and not self._may_see(attribute.seen, False, flags):
                    yield Source(selection, f"which of several {selection.kind.plural} it is")

    def told_by_order(self, selection: m.Selection, owners: bool = True) -> Iterator[Source]:
        """What is hidden of pieces of which one comes first, or after the other: their order is that of the box."""
        leaves = leaves_of(self.analysis, selection.kind)
        inner = self.among(selection)
        flags = inner._flags_of(selection.variable)
        printed = [a for leaf in leaves for a in self.analysis.world.attributes(leaf.kind) if a.constant is not None]
        mine = MINE in flags or all(self._all_of(leaf, self._player) for leaf in leaves)
        seen = all(self._may_see(attribute.seen, mine, flags) for attribute in printed)
        differ = printed or len(leaves) > 1 or (owners and len({o for leaf in leaves for o in leaf.owners}) > 1)
        if selection.kind.size > 1 and differ and not (seen and inner._followed(selection.kind, flags)):
            yield Source(selection, f"which of several {selection.kind.plural} comes first")

    def shown_at(self, piece: Variable, where: Expression) -> Sight:
        """The same where such a piece has come to a place."""
        if not self.sees_at(piece.kind, where, self._flags_of(piece)):
            return self
        return replace(self, facts=self.facts | {(piece, SEEN)})

    def told_by_place(self, node: m.Located) -> Iterator[Source]:
        """What all learn when they learn that a piece, of this kind, is there: nothing if only such can be."""
        assert isinstance(node.what, m.Use)
        counted = self.only_counted(m.Selection(node.span, node.what.variable, node.what.kind, (), node))
        if counted is None:
            yield Source(node, f"where {articled(node.what.kind.name)} is")

    def only_counted(self, selection: m.Selection) -> m.Located | m.Related | None:
        """The place, or that board of several, where no more is said of the pieces than that they are in it, and where
        no others are that pass for such.

        How many pieces are in a place is seen by all, also where nobody looks into it; so is what they pass for.
        """
        about = [c for c in conjuncts(selection.conditions) if depends(c, selection.variable)]
        match about:
            case [m.Located(what=m.Use(variable=v), where=where) as located] if v is selection.variable:
                if isinstance(where, m.Expression) and depends(where, v):
                    return None
                mask = locations_of(self.analysis, where)
                return located if self._stands_out(selection.kind, mask) else None
            case [m.Related(arguments=(m.PlaceOf(piece=m.Use(variable=v), kind=spaces), by)) as on]:
                if on.relation is not ON_BOARD or v is not selection.variable or depends(by, v):
                    return None
                return on if self._stands_out(selection.kind, locations_of(self.analysis, spaces)) else None
            case _:  # more is said of them, or nothing
                return None

    def _stands_out(self, kind: Kind, mask: int) -> bool:
        """Whether all see which of the pieces that can be in these locations are of the kind."""
        kinds = leaves_of(self.analysis, kind)
        unseen = [leaf for leaf in whereabouts(self.analysis) if leaf in kinds or not self._stays_in_sight(leaf, set())]
        there = [leaf for leaf in unseen if whereabouts(self.analysis)[leaf] & mask]
        passing = [{self.analysis.world.seen_as(leaf.kind) for leaf in there if (leaf in kinds) is is_one}
                   for is_one in (True, False)]  # fmt: skip
        return not kind.row and not passing[0] & passing[1]

    def _is_plain_to_see(self, kind: Kind) -> bool:
        """Whether all see which pieces are of the kind, wherever they lie."""
        return self._stands_out(
            kind, reduce(or_, (whereabouts(self.analysis)[leaf] for leaf in leaves_of(self.analysis, kind)), 0)
        )

    def _by_definition(self, node: Node) -> Iterator[Source]:
        match node:
            case m.Apply(value=value, arguments=arguments):
                yield from self._in(value, self.within(value.parameters, arguments))
            case m.Holds(quality=quality, arguments=arguments):
                yield from self._in(quality, self.within(quality.parameters, arguments))
            case m.OnWalk(walk=walk, arguments=arguments) | m.WalkEnd(walk=walk, arguments=arguments) if arguments:
                yield from self._in(walk, self.within(walk.parameters, arguments))
            case m.CanDo(who=who, invocation=m.Invocation(action=action, arguments=given)):
                assert action.actor is not None
                stated = [(p, a) for p, a in zip(action.parameters, given, strict=True) if a is not None]
                inner = self.within((action.actor, *(p for p, _ in stated)), (who, *(a for _, a in stated)))
                for definition in named(self.analysis, node):
                    yield from self._in(definition, inner)
            case m.CanDoPower(who=who, call=call):
                for definition in named(self.analysis, node):
                    if isinstance(definition, m.Power):
                        assert definition.actor is not None
                        given = call.given(definition)
                        inner = self.within((definition.actor, *definition.parameters), (who, *given))
                    yield from self._in(definition, inner)
            case _:  # all others that name definitions, of whose arguments nothing is taken to be sure
                for definition in named(self.analysis, node):
                    yield from self._in(definition, self.within((), ()))

    def _in(self, definition: Definition, sight: Sight) -> Iterator[Source]:
        key = ("hidden in", definition, sight.facts, sight._who)
        yield from self.analysis.once(key, lambda: tuple(dict.fromkeys(sight._of_definition(definition))))

    def _of_definition(self, definition: Definition) -> Iterator[Source]:
        """Of an action, or of paying, what decides whether it is possible."""
        match definition:
            case m.Act():
                return self.of_action(definition)
            case m.Procedure(needs=needs):
                return self.sources(n.condition for n in needs)
            case m.Value(layers=layers):
                left = self.cases_left(definition)
                cases = (hidden for meaning, when in left for hidden in self._of_case(meaning, when))
                return chain(cases, self.sources(n for layer in layers for n in (layer.amount, layer.active)))
            case _:  # of others all that they are made of
                return self.sources(parts_of(definition))

    def _of_case(self, meaning: Expression, when: m.Condition | None) -> Iterator[Source]:
        """What is read to know that a case counts, and there, what it means."""
        conditions = (when,) if when is not None else ()
        yield from self.sources(conditions)
        yield from self.given(conditions).sources((meaning,))

    def of_action(self, action: m.Act) -> Iterator[Source]:
        """What decides whether an action is possible, the payment left out."""
        needs = [n.condition for n in action.needs]
        sight = self.given(needs)
        for line in action.head:
            if isinstance(line, m.Choose | m.ChooseSeveral):
                yield from sight.told_by_choice(line)
            sight = sight.after(line)
        yield from sight.sources((*needs, *(value for price in action.costs for value in price)))


def _value_of(attribute: Attribute, flag: bool) -> str:
    thing = articled(attribute.of.name)
    if attribute.side:
        return f"what a side of {thing} shows"
    return f"whether {thing} is {attribute.name}" if flag else f"the {attribute.name} of {thing}"


def choice_parts(choice: m.Choose | m.ChooseSeveral) -> tuple[Node, ...]:
    """What decides what can be chosen."""
    if isinstance(choice, m.Choose):
        return (choice.selection,)
    return tuple(n for n in (choice.selection, choice.least, choice.most) if n is not None)
