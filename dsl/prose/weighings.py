"""The numbers that decide in a worked example, with what they come to: "the attack (2 + 4 = 6) is more than the defence
(3 + 2 = 5)". What they come to is known from playing it (`Held`)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from operator import eq, ge, gt, le, lt, ne

from dsl import model
from dsl.board.scene import Held, Weighed, Worth
from dsl.model import Rulebook, Variable
from dsl.model.visit import free, nodes_in
from dsl.model.world import NUMBER, Attribute
from dsl.prose.forms import Amount, Form, Noun, Quoted, phrase
from dsl.prose.nodes import nodes_of
from dsl.prose.nouns import variable_term
from dsl.prose.scope import Scope

COMPARED = {"=": eq, "!=": ne, ">=": ge, "<=": le, ">": gt, "<": lt}
FEW = (0, 1)  # of which there is nothing to count


class Weighings:
    """What numbers are compared, and get names, in the lines of a rulebook, by where they stand (line, column); of what
    is `unseen` nothing is told."""

    def __init__(self, book: Rulebook, unseen: Container[Attribute] = ()) -> None:
        self.unseen = unseen
        nodes = [*nodes_of(book)]
        branches = (node.branches[0][0] for node in nodes if isinstance(node, model.If))
        self.compared = {node.span.begin: node for node in branches if isinstance(node, model.Compare)}
        self.named = {node.span.begin: node for node in nodes if isinstance(node, model.Let)}

    def cause(self, scope: Scope, held: Held) -> tuple[Form, Weighed] | None:
        """What decided on the way to what is so then: what was compared, or else how a number was worked out."""
        worths = {self.named[one.at].variable: one.sides[0] for one in held.weighed if one.at in self.named}
        for one in held.weighed:
            clause = self.decided(scope, one, worths)
            if clause is not None:
                return clause, one
        named = (one for one in held.weighed if one.at in self.named)
        return next(((self.worth(one), one) for one in named if tells(one.sides[0], held.already)), None)

    def worth(self, one: Weighed) -> Form:
        """What a number comes to that has a name: "the damage is 5 – 1 = 4"."""
        name = Noun(variable_term(self.named[one.at].variable))
        return phrase("is", subject=name, complement=Quoted(worked_out(one.sides[0])))

    def decided(self, scope: Scope, one: Weighed, worths: dict[Variable, Worth]) -> Form | None:
        """Which of two numbers was more; nothing where one of them is fixed."""
        compares = self.compared.get(one.at)
        if compares is None or any(map(is_fixed, (compares.left, compares.right))):
            return None
        left, right = (
            worths.get(side.variable, worth) if isinstance(side, model.Use) else worth
            for side, worth in zip((compares.left, compares.right), one.sides, strict=True)
        )
        return self.clause(scope, compares, replace(one, sides=(left, right)))

    def clause(self, scope: Scope, compares: model.Compare, one: Weighed) -> Form | None:
        """How two numbers stand to one another, if all that they are of is spoken of."""
        left, right = one.sides
        if any(getattr(node, "attribute", None) in self.unseen for node in nodes_in(compares)):
            return None
        inner = self.naming(scope, free((compares,)))
        if inner is None or any(worth.number < 0 and not worth.parts for worth in one.sides):
            return None
        subject = valued(inner, compares.left, left)
        bound_alone = compares.operator == "=" or left.number == right.number
        if is_fixed(compares.right) and bound_alone and not is_sum(left):
            return phrase("is", subject=inner.form(compares.left), complement=Amount(left.number))
        if {left.number, right.number} <= {*FEW}:
            return None
        key = "more" if left.number > right.number else "less" if left.number < right.number else "equal"
        return phrase(key, subject=subject, amount=valued(inner, compares.right, right))

    def naming(self, scope: Scope, names: Iterable[Variable]) -> Scope | None:
        """The scope in which numbers are called by their names; none where a thing is named that a story calls
        otherwise."""
        for name in names:
            if name in scope.meant:
                continue
            if not name.kind.is_a(NUMBER) and (name.kind.sort != "piece" or name.is_nickname):
                return None
            scope = scope.meaning(name, Noun(variable_term(name)))
        return scope


def tells(worth: Worth, nothing_changed: bool) -> bool:
    """Whether a number says why something is so then: where nothing has changed, only one that is too low."""
    return is_sum(worth) and (worth.number <= 0 or not nothing_changed)


def holds(compares: model.Compare, one: Weighed) -> bool:
    """Whether it is so of these numbers what a sentence says."""
    left, right = (worth.number for worth in one.sides)
    return bool(COMPARED[compares.operator](left, right))


def is_fixed(value: model.Expression) -> bool:
    return isinstance(value, model.Constant | model.Setting)


def valued(scope: Scope, value: model.Expression, worth: Worth) -> Form:
    """A value with the number that it comes to; one that is fixed says it itself."""
    form = scope.form(value)
    if is_fixed(value) or isinstance(form, Amount):
        return form
    number = spelled_out(worth) if isinstance(value, model.Arithmetic) and worth.parts else worked_out(worth)
    return phrase("with_details", fact=form, details=Quoted(number))


def parts_that_count(worth: Worth) -> list[tuple[str, int]]:
    return [(sign, number) for sign, number in worth.parts if number]


def is_sum(worth: Worth) -> bool:
    """Whether there is something to add up: more than one part, and not only ones."""
    parts = parts_that_count(worth)
    return len(parts) > 1 and parts[0][0] != "–" and any(number > 1 for _, number in parts)


def added_up(parts: Iterable[tuple[str, int]]) -> str:
    """ "2 + 4"."""
    (_, first), *others = parts
    return " ".join((signed(first), *(f"{sign} {signed(number)}" for sign, number in others)))


def worked_out(worth: Worth) -> str:
    """ "2 + 4 = 6", or only the number."""
    return f"{added_up(parts_that_count(worth))} = {signed(worth.number)}" if is_sum(worth) else signed(worth.number)


def spelled_out(worth: Worth) -> str:
    """The same of what is put together in so many words: "0 + 7 = 7"."""
    return f"{added_up(worth.parts)} = {signed(worth.number)}"


def signed(number: int) -> str:
    return str(number).replace("-", "–")
