"""Public legality: what everybody can see to be impossible, with all that somebody does not see as it may be.

Whether a player is asked is seen by all. So a player is passed over only where everybody sees that nothing is
possible: every need that reads something hidden counts as met, unless what is seen of it (how many pieces are in a
place, which of them are face-up) rules it out. Such an action is possible whenever the action itself is, and it depends
on nothing that anybody does not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeVar

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.analysis.effects import all_done
from dsl.late import dataclass
from dsl.model import Act, Condition, Expression, Node, Selection, Variable
from dsl.model.visit import bound, conjuncts, depends, nodes_in, use, used
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.secrecy.sources import Sight, Source

A = TypeVar("A", bound=Act)
Bound = Literal["upper", "lower"]  # true whenever the sentence is; only if it is
OTHER: dict[Bound, Bound] = {"upper": "lower", "lower": "upper"}


class PieceIsOpen(m.Derived):
    """At the moment everybody sees which piece it is, and where."""

    piece: m.Use


class ValueIsOpen(m.Derived):
    """At the moment everybody sees the value of an attribute of the piece."""

    attribute: Attribute
    piece: m.Use


def open_action(analysis: Analysis, action: A, given: tuple[tuple[Variable, Expression], ...] = ()) -> A:
    """An action that is possible wherever `action` may be, for all that everybody sees; the same if nothing is hidden.

    `given` are the parameters that have a value, which may itself be hidden.
    """
    everybody = Sight(analysis)
    taints = {p: found for p, value in given if (found := tuple(everybody.sources((value,))))}
    key = ("open action", action, tuple(taints))
    return analysis.once(key, lambda: _Opened(analysis).action(action, replace(everybody, taints=taints)))


def open_choices(analysis: Analysis, action: Act) -> Act | None:
    """What may be chosen at the head of an action that is just done, for all that everybody sees; None if everybody
    sees what it is."""

    def opened() -> Act | None:
        form = choosing(analysis, action)
        new = _Opened(analysis).action(form, Sight(analysis))
        return new if new is not form else None

    return analysis.once(("open choices", action), opened)


def choosing(analysis: Analysis, action: Act) -> Act:
    """An action that is just done: with those needs alone that say what can be chosen at its head."""
    made = [line.variable for line in action.head]

    def speaks_of_it(need: m.Need) -> bool:
        return need.afterwards or any(depends(need.condition, variable) for variable in made)

    needs = [need for need in action.needs if speaks_of_it(need)] if made else []
    return analysis.once(("choosing", action), lambda: replace(action, needs=needs))


def open_selection(analysis: Analysis, selection: Selection) -> Selection | None:
    """What may be selected for all that everybody sees; None if everybody sees what it is."""
    sight = Sight(analysis)
    return _Opened(analysis).selection(selection, sight, "upper") if sight.hides((selection,)) else None


def open_condition(analysis: Analysis, condition: Condition) -> Condition | None:
    """A sentence that is so wherever this one may be, for all that everybody sees; None if all see whether it is so."""
    sight = Sight(analysis)
    return _Opened(analysis).bound(condition, sight, "upper") if sight.hides((condition,)) else None


@dataclass(frozen=True)
class _Opened:
    analysis: Analysis

    # ---------------------------------------------------------------------------------------------------------- actions

    def action(self, action: A, sight: Sight) -> A:
        if not self._decides_by_secrets(action, sight):
            return action
        plain = tuple(n for n in action.needs if not n.afterwards)
        inner = self._given((n.condition for n in plain), sight)
        needs = [replace(n, condition=self.bound(n.condition, inner, "upper")) for n in plain]
        head: list[m.Choose | m.ChooseSeveral | m.Let] = []
        for line in action.head:
            if isinstance(line, m.Choose):
                line = replace(line, selection=self.selection(line.selection, inner, "upper"))
            elif isinstance(line, m.ChooseSeveral):
                line = self._set(line, inner)
            head.append(line)
            inner = inner.after(line)
        needs += self._payment(action, inner)
        result = [n for n in action.needs if n.afterwards]
        exact = all(new.inside == old.inside for new, old in zip(head, action.head, strict=True))
        same = exact and all(n.condition is o.condition for n, o in zip(needs, plain, strict=False))
        keep = same and not action.costs and not inner.hides(all_done(self.analysis, action))
        return replace(action, needs=[*needs, *(result if keep else ())], head=head, costs=())

    def _set(self, line: m.ChooseSeveral, sight: Sight) -> m.ChooseSeveral:
        """Where not everybody sees how many there can or must be: a choice of any number, or of one or more."""
        selection = self.selection(line.selection, sight, "upper")
        bounds = [n for n in (line.least, line.most) if n is not None]
        if selection is line.selection and not sight.hides(bounds):
            return line
        one = m.Constant(line.span, NUMBER, False, 1, "1")
        asks = isinstance(line.least, m.Constant | m.Setting) and line.least.value > 0
        return replace(line, selection=selection, least=one if asks else None, most=None)

    def _decides_by_secrets(self, action: Act, sight: Sight) -> bool:
        """Whether it can be hidden from somebody that an action is possible; its effects count where they are tried."""
        if next(sight.of_action(action), None) is not None or sight.hides(self._payable(action)):
            return True
        return any(n.afterwards for n in action.needs) and sight.hides(all_done(self.analysis, action))

    def _payable(self, action: Act) -> tuple[Node, ...]:
        pay = self.analysis.book.procedures.get("pay") if action.costs else None
        return tuple(n.condition for n in pay.needs) if pay else ()

    def _payment(self, action: Act, sight: Sight) -> list[m.Need]:
        """That what it costs can be paid, each price as a need."""
        pay = self.analysis.book.procedures.get("pay")
        prices = [price for price in action.costs if not sight.hides(price)]
        return [self._paid(action, pay, price, sight) for price in prices] if pay is not None else []

    def _paid(self, action: Act, pay: m.Procedure, price: m.Price, sight: Sight) -> m.Need:
        cost, *of = price
        actor = (use(action.actor, cost.span),) if action.actor is not None else ()
        bound = tuple(v for v in (pay.actor, *pay.parameters) if v is not None)
        none = m.Constant(cost.span, NUMBER, False, 0, "0")
        paid = m.Arithmetic(cost.span, NUMBER, False, "plus", cost, none)
        conditions = [n.condition for n in pay.needs]
        quality = m.Quality("can be paid", "can be paid", bound, (), pay.span, (), conditions=conditions)
        condition = self._quality(m.Holds(cost.span, quality, (*actor, paid, *of)), sight, "upper")
        return m.Need(condition, False, "", cost.span, ())

    # -------------------------------------------------------------------------------------------------------- sentences

    def _given(self, conditions: Iterable[Condition], sight: Sight) -> Sight:
        """What is sure where the sentences hold that everybody can judge: the others are made weaker."""
        parts = conjuncts(conditions)
        return sight.given(c for c in parts if not sight.hides((c,)))

    def bound(self, condition: Condition, sight: Sight, which: Bound) -> Condition:
        """A sentence that everybody can judge, true whenever (lower: only if) this one is."""
        if not sight.hides((condition,)):
            return condition
        match condition:
            case m.All(conditions=parts):
                inner = self._given(parts, sight)
                return replace(condition, conditions=tuple(self.bound(p, inner, which) for p in parts))
            case m.Any(conditions=parts):
                return replace(condition, conditions=tuple(self.bound(p, sight, which) for p in parts))
            case m.Not(condition=part):
                return replace(condition, condition=self.bound(part, sight, OTHER[which]))
            case m.Exists(selection=selection):
                return replace(condition, selection=self.selection(selection, sight, which))
            case m.ForAll(selection=selection, condition=part):
                members = self.selection(selection, sight, OTHER[which])
                inner = self._given(selection.conditions, sight)
                return replace(condition, selection=members, condition=self.bound(part, inner, which))
            case m.Some(selection=selection, condition=part):
                members = self.selection(selection, sight, which)
                inner = self._given(selection.conditions, sight)
                return replace(condition, selection=members, condition=self.bound(part, inner, which))
            case m.Holds():
                return self._quality(condition, sight, which)
            case m.Located():
                return self._located(condition, sight, which)
            case m.Compare(left=m.Count()):
                return self._counted(condition, sight, which)
            case m.CanDo(who=who, invocation=invocation):
                return self._can(condition, who, invocation, sight, which)
            case _:  # a sentence of which nothing is known but what it reads
                return self._open_or(condition, sight, which)

    def selection(self, selection: Selection, sight: Sight, which: Bound) -> Selection:
        if not sight.hides((selection,)):
            return selection
        inner = self._given(selection.conditions, sight)
        parts = tuple(self.bound(c, inner, which) for c in conjuncts(selection.conditions))
        return replace(selection, words=(), place=None, that=parts)

    def _quality(self, node: m.Holds, sight: Sight, which: Bound) -> Condition:
        """The quality with each of its conditions so; its arguments must be seen."""
        if sight.hides(node.arguments):
            return _sure(node, which == "upper")
        quality = node.quality
        inner = sight.within(quality.parameters, node.arguments)
        key = ("open quality", quality, inner.facts, which)
        opened = self.analysis.once(key, lambda: self._opened_quality(quality, inner, which))
        return replace(node, quality=opened)

    def _opened_quality(self, quality: m.Quality, sight: Sight, which: Bound) -> m.Quality:
        inner = self._given(quality.conditions, sight)
        return replace(quality, conditions=[self.bound(c, inner, which) for c in conjuncts(quality.conditions)])

    def _can(self, node: m.CanDo, who: Expression, invocation: m.Invocation, sight: Sight, which: Bound) -> Condition:
        stated = [a for a in invocation.arguments if a is not None]
        if which == "lower" or sight.hides((who, *stated)):
            return _sure(node, which == "upper")
        pairs = zip(invocation.action.parameters, invocation.arguments, strict=True)
        opened = open_action(self.analysis, invocation.action, tuple((p, a) for p, a in pairs if a is not None))
        return replace(node, invocation=replace(invocation, action=opened))

    def _located(self, node: m.Located, sight: Sight, which: Bound) -> Condition:
        """A piece that is not seen may be wherever there is such a piece."""
        exact = self._open_or(node, sight, "lower")
        if which == "lower":
            return exact
        if not isinstance(node.what, m.Use) or sight.hides((node.what,)):
            return _sure(node, True)
        unseen = m.Not(node.span, PieceIsOpen(node.what.span, node.what))
        return m.Any(node.span, (exact, m.All(node.span, (self._unseen_in(node, sight), unseen))))

    def _unseen_in(self, node: m.Located, sight: Sight) -> Condition:
        if isinstance(node.where, m.Expression) and sight.hides((node.where,)):
            return _sure(node, True)
        piece = Variable("piece", self.analysis.world.pieces, span=node.span)
        there = m.Located(node.span, node.preposition, use(piece, node.span), node.where)
        unseen = m.Not(node.span, PieceIsOpen(node.span, use(piece, node.span)))
        return m.Exists(node.span, Selection(node.span, piece, piece.kind, (), there, (unseen,)))

    def _counted(self, node: m.Compare, sight: Sight, which: Bound) -> Condition:
        """A number of pieces lies between those that are sure to fit and those that may; never more than are there."""
        assert isinstance(node.left, m.Count)
        if sight.hides((node.right,)) or node.operator == "!=":
            return _sure(node, which == "upper")
        if node.operator == "=":
            parts = tuple(self.bound(replace(node, operator=o), sight, which) for o in (">=", "<="))
            return m.All(node.span, parts)
        most = node.operator in (">=", ">")
        side: Bound = which if most else OTHER[which]
        counted = replace(node.left, selection=self.selection(node.left.selection, sight, side))
        limits = self._all_there(node.left, sight) if side == "upper" else []
        parts = tuple(replace(node, left=count) for count in (counted, *limits))
        return m.All(node.span, parts) if most else m.Any(node.span, parts)

    def _all_there(self, count: m.Count, sight: Sight) -> list[m.Count]:
        """How many pieces, of whatever kind, are where those that are counted must be."""
        found = []
        for condition in conjuncts(count.selection.conditions):
            match condition:
                case m.Located(what=m.Use(variable=v), where=where) if v is count.selection.variable:
                    if isinstance(where, Kind) or not sight.hides((where,)):
                        piece = Variable("piece", self.analysis.world.pieces, span=count.span)
                        there = replace(condition, what=use(piece, count.span))
                        found.append(replace(count, selection=Selection(count.span, piece, piece.kind, (), there)))
                case _:  # others do not say where
                    pass
        return found

    def _open_or(self, node: Condition, sight: Sight, which: Bound) -> Condition:
        """The sentence where all that it reads is open at the moment, and else what it may be. That it is so is asked
        first, which is most often less to ask than who sees it, and rules out more."""
        tests = [self._is_open(h, node) for h in sight.sources((node,))]
        known = tuple(t for t in tests if t is not None)
        if len(known) < len(tests):
            return _sure(node, which == "upper")
        if which == "lower":
            return m.All(node.span, (node, *known))
        return m.Any(node.span, (node, *(m.Not(node.span, t) for t in known)))

    def _is_open(self, hidden: Source, inside: Node) -> Condition | None:
        """A test that a thing which is read is open; None where that cannot be told by a piece at hand."""
        if all(n is not hidden.node for n in nodes_in(inside)):
            return None
        brought_in = {bound(n) for n in nodes_in(inside)}  # what is said of each of several is not of one at hand
        if any(used(n) in brought_in for n in nodes_in(hidden.node) if used(n) is not None):
            return None
        match hidden.node:
            case m.Get(attribute=attribute, of=m.Use() as piece) | m.Flag(attribute=attribute, of=m.Use() as piece):
                return ValueIsOpen(piece.span, attribute, piece)
            case m.Located(what=m.Use() as piece) | m.PlaceOf(piece=m.Use() as piece):
                return PieceIsOpen(piece.span, piece)
            case m.Owned(what=m.Use() as piece) | m.OwnerOf(of=m.Use() as piece):
                return PieceIsOpen(piece.span, piece)
            case _:  # no piece at hand
                return None


def _sure(node: Condition, holds: bool) -> Condition:
    return m.All(node.span, ()) if holds else m.Any(node.span, ())
