"""Worked examples: given, when, then."""

from __future__ import annotations

from dsl import model, resolved
from dsl.resolve.context import Scope, wrong
from dsl.resolve.overrides import Overrides
from dsl.spans import Span

PLACED = (
    "Given sentences say where a piece is, what value or quality it has, that there is one somewhere, or who is active."
)
OWNED = "Whose a thing is cannot be given: it is whose the box says until what is done in the example changes that."


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
                return resolved.Then(node.span, node.clauses, self.told(node.condition, scope))
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

    def told(self, node: model.Node, scope: Scope) -> resolved.Condition:
        """What must be so in an example: also who is asked, and for what."""
        match node:
            case model.Can() | model.Cannot() if self.is_of_an_action(node.call):
                who, invocation = self.named_player(node.who, scope), self.called(node.call, scope, node.span)
                offered = resolved.Offered(node.span, who, invocation)
                return resolved.Not(node.span, offered) if isinstance(node, model.Cannot) else offered
            case model.Could():
                return self.can(model.Can(node.span, (), node.who, node.call), scope, resolved.Could)
            case model.CouldNot():
                return self.can(model.Cannot(node.span, (), node.who, node.call), scope, resolved.Could)
            case model.Asked() | model.NotAsked():
                asked = resolved.Asked(node.span, self.named_player(node.who, scope))
                return resolved.Not(node.span, asked) if isinstance(node, model.NotAsked) else asked
            case model.NobodyAsked():
                return resolved.Asked(node.span, None)
            case model.Choosable() | model.NotChoosable():
                what = self.way_named(node.what) or self.meant(node.what, scope)
                can = resolved.Choosable(node.span, self.named_player(node.who, scope), what)
                return resolved.Not(node.span, can) if isinstance(node, model.NotChoosable) else can
        self.asked_alone(node)
        return self.condition(node, scope)

    def is_of_an_action(self, call: model.Node) -> bool:
        """Whether an action is named, and no power: that is offered by no decision of its own."""
        if not isinstance(call, model.Call | model.CallAt):
            return False
        named = self.split(call, [*self.book.powers, *self.book.actions, *self.absent])
        return named.name not in self.book.powers

    def asked_alone(self, node: model.Node) -> None:
        """Refuses `can` beside `and` or `or`, where it would be told what is so, and not what is offered."""
        if isinstance(node, model.AllOf | model.EitherOf):
            for part in node.parts:
                if isinstance(part, model.Can | model.Cannot) and self.is_of_an_action(part.call):
                    message = "What is offered is asked in a line of its own, as there is one decision at a time."
                    wrong("E0511", message, part.span, hints=("then … can …", "then … cannot …"))
                self.asked_alone(part)

    def named_player(self, node: model.Node, scope: Scope) -> resolved.Constant:
        """The player who is asked, by name."""
        who = self.phrase(node, scope, self.world.players)
        if not isinstance(who, resolved.Constant):
            wrong(
                "E0511",
                "Whoever is asked is a player, called by name here.",
                node.span,
                near=self.world.players.elements,
            )
        return who

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
        return resolved.WhenDoes(node.span, node.clauses, who, self.called(node.call, scope, node.span))

    def called(self, call: model.Node, scope: Scope, span: Span) -> resolved.Invocation:
        """An action that an example names; `a Man` is any that fits."""
        invocation = self.invocation(call, scope, any_will_do=True)
        if invocation is None:
            wrong("E0501", "This action belongs to a variant; the example must stand in it.", span)
        return invocation

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
            self.not_owned(condition, node.span)
            wrong("E0502", PLACED, node.span)
        return condition

    def not_owned(self, condition: resolved.Condition, span: Span) -> None:
        """Refuses what would make a thing somebody's, with what comes nearest: where it lies, or what is done."""
        match condition:
            case resolved.Owned(what=what, by=resolved.Constant(name=name)):
                pass
            case resolved.Compare(left=resolved.OwnerOf(of=what), right=resolved.Constant(name=name)):
                pass
            case _:
                return
        own = (p for p in self.world.places.values() if p.each)
        there = [p for p in own if not p.takes or any(what.kind.is_a(kind) for kind, _ in p.takes)]
        lies = tuple(
            f"given {_spoken(what)} is {'on' if p.on else 'in'} the {p.kind.name} of {name}" for p in there[:2]
        )
        wrong("E0502", OWNED, span, hints=(*lies, f"when {name} does …"))

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


def _spoken(what: resolved.Expression) -> str:
    """What a line says of a thing."""
    match what:
        case resolved.Constant(name=name):
            return f"the {name}"
        case resolved.Use(variable=variable):
            return f"the {variable.name}"
    return f"the {what.kind.name}"
