"""Lines with which somebody chooses, and rolls of dice."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Expression, Selection, Statement, Variable
from dsl.model.world import NUMBER
from dsl.resolve.conditions import Conditions
from dsl.resolve.context import Scope, unsupported, wrong
from dsl.resolve.wording import an_initial

Bounds = tuple[Expression | None, Expression | None]
Several = tree.Exactly | tree.AtMostOf | tree.AtLeastOf | tree.Between | tree.AnyNumber


class Choices(Conditions):
    """The part of the resolver that understands choices."""

    def choose(self, node: tree.Choose, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        if isinstance(node.picked, Several):
            return self.choose_several(node, node.picked, who, scope)
        assert isinstance(node.picked, tree.OneOf)
        selection = self.one_described(node.picked.desc, scope)
        noun = node.picked.desc.noun
        variable = scope.add(Variable(noun.called or selection.kind.name, selection.kind, span=node.span))
        self.maybe.add(variable)
        return model.Choose(node.span, node.clauses, who, selection, variable)

    def choose_several(self, node: tree.Choose, picked: Several, who: Expression, scope: Scope) -> Statement:
        """A set, which the lines after it speak of by its name."""
        least, most = self.bounds(picked, scope)
        selection = self.many(picked.many, scope)
        name = picked.many.noun.called if isinstance(picked.many, tree.Desc) else None
        if name is None:
            one, those = selection.kind.name, selection.kind.plural
            wrong("E0362", "What is chosen here has no name, so that nothing can be done with it.", picked.span,
                  hints=(f"… among {those} called picked", f"move every {one} in the picked to …"))  # fmt: skip
        self.check_how_many(picked, least, most, selection)
        chance = isinstance(who, model.Constant) and who.value == self.world.players.size
        if chance and (least is None or least is not most):
            wrong("E0363", "Chance is not told how many to draw.", picked.span,
                  hints=(f"chance chooses 2 among {selection.kind.plural} called {name}",))  # fmt: skip
        variable = scope.add(Variable(name, selection.kind, many=True, span=node.span))
        return model.ChooseSeveral(node.span, node.clauses, who, least, most, selection, variable)

    def bounds(self, picked: Several, scope: Scope) -> Bounds:
        """The least and the greatest number; the same phrase where it is an exact number."""
        match picked:
            case tree.Exactly(number=number):
                exact = self.phrase(number, scope, NUMBER)
                return exact, exact
            case tree.AtMostOf(number=number):
                return None, self.phrase(number, scope, NUMBER)
            case tree.AtLeastOf(number=number):
                return self.phrase(number, scope, NUMBER), None
            case tree.Between(low=low, high=high):
                return self.phrase(low, scope, NUMBER), self.phrase(high, scope, NUMBER)
        return None, None

    def check_how_many(
        self, picked: Several, least: Expression | None, most: Expression | None, selection: Selection
    ) -> None:
        """Numbers that leave nothing to choose."""
        low, high = stated(least), stated(most)
        there = selection.kind.size
        if high is not None and high < 1:
            wrong("E0361", f"This is a choice of {high}, which is none.", picked.span)
        if low is not None and high is not None and low > high:
            wrong("E0361", f"At least {low} and at most {high}: no number is both.", picked.span)
        if low is not None and low > there:
            many = f"is one {selection.kind.name}" if there == 1 else f"are {there} {selection.kind.plural}"
            wrong("E0361", f"There {many} in all, so that {low} can never be chosen.", picked.span)

    def roll(self, node: tree.Roll, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        match node.picked:
            case tree.Exactly(number=number, many=tree.Desc(noun=noun) as described):
                self.several(noun.name, noun.span)
                count = self.phrase(number, scope, NUMBER)
                selection = self.many(described, scope)
            case tree.OneOf(desc=tree.Desc(noun=noun) as described):
                count = model.Constant(node.span, NUMBER, False, 1, "1")
                selection = self.one_described(described, scope)
            case _:
                unsupported("a roll of a set of dice", node.span)
        kind = selection.kind
        faces = [x for x in self.world.attributes(kind) if x.kind.sort in ("range", "enumeration")]
        if kind.sort != "piece" or len(faces) != 1:
            wrong(
                "E0317",
                f"{an_initial(kind)} cannot be rolled: it needs one attribute, its face.",
                noun.span,
            )
        several = isinstance(node.picked, tree.Exactly)
        variable = Variable(noun.called or kind.name, kind, many=several, span=node.span)
        if noun.called or not several:
            scope.add(variable)
        if not several and selection.conditions:
            self.maybe.add(variable)
        return model.Roll(node.span, node.clauses, who, count, selection, faces[0], variable)


def stated(number: Expression | None) -> int | None:
    """The number, where the text states it."""
    return number.value if isinstance(number, model.Constant | model.Setting) else None
