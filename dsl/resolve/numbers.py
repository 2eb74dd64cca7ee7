"""Phrases with which one reckons: sums, the highest of several, the one with the lowest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from dsl import model, tree
from dsl.model import Expression, Selection
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.resolve.context import Scope, wrong
from dsl.resolve.definitions import Definitions
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import near


class Numbers(Definitions, ABC):
    """The part of the resolver that reckons."""

    def aggregate(self, node: tree.Aggregate, scope: Scope) -> Expression:
        selection = self.many(node.many, scope)
        of = self.measure(node.attribute.word, selection, node.span, scope)
        maybe = node.extreme.word != "total"
        return model.Extreme(node.span, NUMBER, maybe, node.extreme.word, of, selection)  # type: ignore[arg-type]

    def the_most(self, node: tree.TheMost, scope: Scope) -> Expression:
        selection = self.many(node.many, scope)
        if node.extreme.word == "total":
            wrong("E0206", "One thing has no total; say `highest` or `lowest`.", node.extreme.span)
        of = self.measure(node.attribute.word, selection, node.span, scope)
        return model.Best(node.span, selection.kind, True, node.extreme.word, of, selection)  # type: ignore[arg-type]

    def measure(self, word: str, selection: Selection, span: Span, scope: Scope) -> Expression:
        """What is compared: a number of each element."""
        found = self.told_of_each(word, selection, span, scope)
        if not found.kind.is_a(NUMBER):
            wrong("E0301", f"{word} is no number.", span)
        return found

    def told_of_each(self, word: str, selection: Selection, span: Span, scope: Scope) -> Expression:
        """An attribute, or a value of the game, of each element."""
        subject = model.Use(span, selection.kind, False, selection.variable)
        attribute = self.attribute(selection.kind, word)
        if attribute:
            return model.Get(span, attribute.kind, False, attribute, subject)
        values = [v for v in self.values.get(word, []) if v.prepositions == ("of",)]
        said_of_it = [v for v in values if self.can_stand_for(subject.kind, v.parameters[0].kind)]
        applied = self.applied(said_of_it, {"of": subject}, span)
        if applied is None:
            wrong("E0205", f"{an_initial(selection.kind)} has no {word}.", span, near=near(word, self.values))
        return applied

    def arithmetic(self, parts: Sequence[object], scope: Scope) -> Expression:
        left = self.number_part(parts[0], scope)
        for sign, node in zip(parts[1::2], parts[2::2], strict=True):
            right = self.number_part(node, scope)
            operator = {"multiplied": "multiplied by", "divided": "divided by"}.get(str(sign), str(sign))
            self.check_divisor(operator, right)
            span = left.span.to(right.span)
            left = model.Arithmetic(span, NUMBER, left.maybe or right.maybe, operator, left, right)  # type: ignore[arg-type]
        return left

    def number_part(self, node: object, scope: Scope) -> Expression:
        assert isinstance(node, tree.Node)
        return self.phrase(node, scope, NUMBER)

    def check_divisor(self, operator: str, right: Expression) -> None:
        if operator == "divided by" and not (isinstance(right, model.Constant | model.Setting) and right.value > 0):
            wrong("E0311", "A divisor is a number above 0, or a setting.", right.span)

    # ---------------------------------------------------------------------------------------- what later layers add

    @abstractmethod
    def phrase(self, node: tree.Node, scope: Scope, wanted: Kind | None = None) -> Expression:
        """The expression of a phrase; as a value of `wanted`, where something definite is wanted."""

    @abstractmethod
    def many(self, node: tree.Node, scope: Scope) -> Selection:
        """What stands after `among` or `number of`."""

    @abstractmethod
    def attribute(self, kind: Kind, name: str) -> Attribute | None:
        """The attribute of that name which the pieces of a kind have."""

    @abstractmethod
    def applied(
        self, values: Sequence[model.Value], given: Mapping[str, Expression | tree.Word], span: Span
    ) -> Expression | None:
        """A value with these arguments, by the first definition that fits what they are; None if none can fit."""

    @abstractmethod
    def can_stand_for(self, kind: Kind, wanted: Kind) -> bool:
        """Whether something of a kind can be given where the other is wanted."""

    @abstractmethod
    def complete(self, value: model.Value) -> None:
        """Resolves what a value means, if that was not done yet, as its kind shows only then."""
