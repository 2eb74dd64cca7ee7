"""Worked examples: given, when, then."""

from __future__ import annotations

from dsl import model, resolved
from dsl.resolve.context import Scope, wrong
from dsl.resolve.overrides import Overrides

PLACED = (
    "Given sentences say where a piece is, what value or quality it has, that there is one somewhere, or who is active."
)


class Examples(Overrides):
    """The part of the resolver that reads examples."""

    def example(self, node: model.Example, variant: str | None, variants: frozenset[str]) -> resolved.Example:
        phase = self.book.phases.get(node.phase) if node.phase else None
        if node.phase and phase is None:
            wrong("E0201", f"There is no phase called {node.phase}.", node.span, near=tuple(self.book.phases))
        scope = Scope()
        steps: list[resolved.ExampleStep] = []
        for line in node.steps:
            with self.line_of(line, scope):
                steps.append(self.step(line, scope))
        return resolved.Example(node.title, phase, tuple(steps), node.span, node.clauses, variant, variants)

    def step(self, node: model.Node, scope: Scope) -> resolved.ExampleStep:
        match node:
            case model.Given():
                return resolved.Given(node.span, node.clauses, self.given(node, scope))
            case model.HadDone():
                return self.has_done(node, scope)
            case model.So(condition=model.HasScored() | model.HasLost() as scored):
                return resolved.Then(node.span, node.clauses, self.has_scored(scored, scope))
            case model.So(condition=model.NobodyIs() as drawn):
                return resolved.Then(node.span, node.clauses, self.without_winner(drawn))
            case model.So():
                return resolved.Then(node.span, node.clauses, self.condition(node.condition, scope))
            case model.Did():
                return self.did(node, scope)
            case model.DidSo():
                who = self.phrase(node.who, scope, self.world.players)
                return resolved.WhenDoesSo(node.span, node.clauses, who)
            case model.Passed():
                who = self.phrase(node.who, scope, self.world.players)
                return resolved.WhenPasses(node.span, node.clauses, who)
            case model.Closed() | model.GaveUp():
                who = self.phrase(node.who, scope, self.world.players)
                return resolved.WhenCloses(node.span, node.clauses, who, isinstance(node, model.Closed))
            case model.Chose():
                who = self.phrase(node.who, scope, self.world.players)
                what = tuple(self.way_named(w) or self.meant(w, scope) for w in node.what)
                return resolved.WhenChooses(node.span, node.clauses, who, what)
            case model.Rolled():
                who = self.phrase(node.who, scope, self.world.players)
                return resolved.WhenRolls(node.span, node.clauses, who, node.faces)
            case model.Words():
                return resolved.Said(node.span, node.clauses, node.text)
        wrong("E0314", "This line has no place in an example.", node.span, hints=("given …", "when …", "then …"))

    def meant(self, node: model.Node, scope: Scope) -> resolved.Expression:
        """What somebody does it with; `a red Gem` is the first that fits."""
        return self.one_of(node, scope) if isinstance(node, model.Indefinite) else self.phrase(node, scope)

    def way_named(self, node: model.Node) -> resolved.Taken | None:
        """The way, or rule, of that name, if one can be chosen."""
        if not isinstance(node, model.Name) or node.of is not None or node.name not in self.ways:
            return None
        return resolved.Taken(node.span, self.ways[node.name], self.constant(node.name, node.span))

    def did(self, node: model.Did, scope: Scope) -> resolved.ExampleStep:
        who = self.phrase(node.who, scope, self.world.players)
        invocation = self.invocation(node.call, scope, any_will_do=True)
        if invocation is None:
            wrong("E0501", "This action belongs to a variant; the example must stand in it.", node.span)
        return resolved.WhenDoes(node.span, node.clauses, who, invocation)

    def given(self, node: model.Given, scope: Scope) -> resolved.Condition:
        """A sentence that can be made true; `there is` brings the piece or place in for the steps that follow."""
        condition = self.condition(node.condition, scope)
        if isinstance(condition, resolved.Exists):
            selection = condition.selection
            if selection.kind.sort not in ("piece", "place"):
                wrong("E0502", PLACED, node.span)
            selection.variable.span = node.span
            scope.add(selection.variable)
        elif not self.can_be_made(condition):
            wrong("E0502", PLACED, node.span)
        return condition

    def can_be_made(self, condition: resolved.Condition) -> bool:
        match condition:
            case resolved.Located() | resolved.Flag():
                return True
            case resolved.Not(condition=resolved.Flag() | resolved.Exists()):
                return True
            case resolved.Compare(operator="=", left=resolved.Get()) | resolved.Compare(right=resolved.EndOf()):
                return True
            case resolved.Compare(operator="=", right=resolved.ActivePlayer()):
                return True
            case resolved.ForAll(condition=condition):
                return self.can_be_made(condition)
            case resolved.All(conditions=parts):
                return all(self.can_be_made(p) for p in parts)
        return False
