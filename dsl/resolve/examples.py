"""Worked examples: given, when, then."""

from __future__ import annotations

from dsl import model, tree
from dsl.resolve.context import Scope, wrong
from dsl.resolve.overrides import Overrides
from dsl.source import Span

PLACED = (
    "Given sentences say where a piece is, what value or quality it has, that there is one somewhere, or who is active."
)
OWNED = "Whose a thing is cannot be given: it is whose the box says until what is done in the example changes that."


class Examples(Overrides):
    """The part of the resolver that reads examples."""

    def example(self, node: tree.Example, variant: str | None, variants: frozenset[str]) -> model.Example:
        phase = self.book.phases.get(node.phase) if node.phase else None
        if node.phase and phase is None:
            wrong("E0201", f"There is no phase called {node.phase}.", node.span, near=tuple(self.book.phases))
        scope = Scope()
        steps: list[model.ExampleStep] = []
        for line in node.steps:
            with self.line_of(line, scope):
                steps.append(self.step(line, scope))
        return model.Example(node.title, phase, tuple(steps), node.span, node.clauses, variant, variants)

    def step(self, node: tree.Node, scope: Scope) -> model.ExampleStep:
        match node:
            case tree.Given():
                return model.Given(node.span, node.clauses, self.given(node, scope))
            case tree.HadDone():
                return self.has_done(node, scope)
            case tree.So(condition=tree.HasScored() | tree.HasLost() as scored):
                return model.Then(node.span, node.clauses, self.has_scored(scored, scope))
            case tree.So(condition=tree.NobodyIs() as drawn):
                return model.Then(node.span, node.clauses, self.without_winner(drawn))
            case tree.So():
                return model.Then(node.span, node.clauses, self.told(node.condition, scope))
            case tree.Did():
                return self.did(node, scope)
            case tree.DidSo():
                who = self.phrase(node.who, scope, self.world.players)
                return model.WhenDoesSo(node.span, node.clauses, who)
            case tree.Passed():
                who = self.phrase(node.who, scope, self.world.players)
                return model.WhenPasses(node.span, node.clauses, who)
            case tree.Closed() | tree.GaveUp():
                who = self.phrase(node.who, scope, self.world.players)
                return model.WhenCloses(node.span, node.clauses, who, isinstance(node, tree.Closed))
            case tree.Chose():
                who = self.phrase(node.who, scope, self.world.players)
                what = tuple(self.way_named(w) or self.meant(w, scope) for w in node.what)
                return model.WhenChooses(node.span, node.clauses, who, what)
            case tree.Rolled():
                who = self.phrase(node.who, scope, self.world.players)
                return model.WhenRolls(node.span, node.clauses, who, node.faces)
            case tree.Words():
                return model.Said(node.span, node.clauses, node.text)
        wrong("E0314", "This line has no place in an example.", node.span, hints=("given …", "when …", "then …"))

    def told(self, node: tree.Node, scope: Scope) -> model.Condition:
        """What must be so in an example: also who is asked, and for what."""
        match node:
            case tree.Can() | tree.Cannot() if self.is_of_an_action(node.call):
                who, invocation = self.named_player(node.who, scope), self.called(node.call, scope, node.span)
                offered = model.Offered(node.span, who, invocation)
                return model.Not(node.span, offered) if isinstance(node, tree.Cannot) else offered
            case tree.Could():
                return self.can(tree.Can(node.span, (), node.who, node.call), scope, model.Could)
            case tree.CouldNot():
                return self.can(tree.Cannot(node.span, (), node.who, node.call), scope, model.Could)
            case tree.Asked() | tree.NotAsked():
                asked = model.Asked(node.span, self.named_player(node.who, scope))
                return model.Not(node.span, asked) if isinstance(node, tree.NotAsked) else asked
            case tree.NobodyAsked():
                return model.Asked(node.span, None)
            case tree.Choosable() | tree.NotChoosable():
                what = self.way_named(node.what) or self.meant(node.what, scope)
                can = model.Choosable(node.span, self.named_player(node.who, scope), what)
                return model.Not(node.span, can) if isinstance(node, tree.NotChoosable) else can
        self.asked_alone(node)
        return self.condition(node, scope)

    def is_of_an_action(self, call: tree.Node) -> bool:
        """Whether an action is named, and no power: that is offered by no decision of its own."""
        if not isinstance(call, tree.Call | tree.CallAt):
            return False
        named = self.split(call, [*self.book.powers, *self.book.actions, *self.absent])
        return named.name not in self.book.powers

    def asked_alone(self, node: tree.Node) -> None:
        """Refuses `can` beside `and` or `or`, where it would be told what is so, and not what is offered."""
        if isinstance(node, tree.AllOf | tree.EitherOf):
            for part in node.parts:
                if isinstance(part, tree.Can | tree.Cannot) and self.is_of_an_action(part.call):
                    message = "What is offered is asked in a line of its own, as there is one decision at a time."
                    wrong("E0511", message, part.span, hints=("then … can …", "then … cannot …"))
                self.asked_alone(part)

    def named_player(self, node: tree.Node, scope: Scope) -> model.Constant:
        """The player who is asked, by name."""
        who = self.phrase(node, scope, self.world.players)
        if not isinstance(who, model.Constant):
            wrong(
                "E0511",
                "Whoever is asked is a player, called by name here.",
                node.span,
                near=self.world.players.elements,
            )
        return who

    def meant(self, node: tree.Node, scope: Scope) -> model.Expression:
        """What somebody does it with; `a red Gem` is the first that fits."""
        return self.one_of(node, scope) if isinstance(node, tree.Indefinite) else self.phrase(node, scope)

    def way_named(self, node: tree.Node) -> model.Taken | None:
        """The way, or rule, of that name, if one can be chosen."""
        if not isinstance(node, tree.Name) or node.of is not None or node.name not in self.ways:
            return None
        return model.Taken(node.span, self.ways[node.name], self.constant(node.name, node.span))

    def did(self, node: tree.Did, scope: Scope) -> model.ExampleStep:
        who = self.phrase(node.who, scope, self.world.players)
        return model.WhenDoes(node.span, node.clauses, who, self.called(node.call, scope, node.span))

    def called(self, call: tree.Node, scope: Scope, span: Span) -> model.Invocation:
        """An action that an example names; `a Man` is any that fits."""
        invocation = self.invocation(call, scope, any_will_do=True)
        if invocation is None:
            wrong("E0501", "This action belongs to a variant; the example must stand in it.", span)
        return invocation

    def given(self, node: tree.Given, scope: Scope) -> model.Condition:
        """A sentence that can be made true; `there is` brings the piece or place in for the steps that follow."""
        condition = self.condition(node.condition, scope)
        if isinstance(condition, model.Exists):
            selection = condition.selection
            if selection.kind.sort not in ("piece", "place"):
                wrong("E0502", PLACED, node.span)
            selection.variable.span = node.span
            scope.add(selection.variable)
        elif not self.can_be_made(condition):
            self.not_owned(condition, node.span)
            wrong("E0502", PLACED, node.span)
        return condition

    def not_owned(self, condition: model.Condition, span: Span) -> None:
        """Refuses what would make a thing somebody's, with what comes nearest: where it lies, or what is done."""
        match condition:
            case model.Owned(what=what, by=model.Constant(name=name)):
                pass
            case model.Compare(left=model.OwnerOf(of=what), right=model.Constant(name=name)):
                pass
            case _:
                return
        own = (p for p in self.world.places.values() if p.each)
        there = [p for p in own if not p.takes or any(what.kind.is_a(kind) for kind, _ in p.takes)]
        lies = tuple(
            f"given {_spoken(what)} is {'on' if p.on else 'in'} the {p.kind.name} of {name}" for p in there[:2]
        )
        wrong("E0502", OWNED, span, hints=(*lies, f"when {name} does …"))

    def can_be_made(self, condition: model.Condition) -> bool:
        match condition:
            case model.Located() | model.Flag():
                return True
            case model.Not(condition=model.Flag() | model.Exists()):
                return True
            case model.Compare(operator="=", left=model.Get()) | model.Compare(right=model.EndOf()):
                return True
            case model.Compare(operator="=", right=model.ActivePlayer()):
                return True
            case model.ForAll(condition=condition):
                return self.can_be_made(condition)
            case model.All(conditions=parts):
                return all(self.can_be_made(p) for p in parts)
        return False


def _spoken(what: model.Expression) -> str:
    """What a line says of a thing."""
    match what:
        case model.Constant(name=name):
            return f"the {name}"
        case model.Use(variable=variable):
            return f"the {variable.name}"
    return f"the {what.kind.name}"
