"""The third pass: what stands under the headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model, resolved
from dsl.errors import near
from dsl.resolve.context import Scope, unsupported, wrong
from dsl.resolve.groups import Groups
from dsl.resolve.once import incomplete, won_and_drawn
from dsl.resolve.wording import a, an_initial
from dsl.resolved import Block, Condition, Definition, Need, Variable
from dsl.world import NUMBER, Attribute, Kind

HAPPENS = {"piece": "it is pieces to which things happen.", "player": "it is players who do things."}
MOST_AT_ONCE = 20  # values that are resolved because another speaks of them, one inside the other


class Bodies(Groups):
    """The part of the resolver that fills definitions."""

    def fill(self, node: model.Node, definition: Definition) -> None:
        match node, definition:
            case model.Action() | model.Power(), resolved.Act():
                self.fill_act(node, definition)
            case model.Procedure(), resolved.Procedure():
                self.fill_procedure(node, definition)
            case model.Phase(), resolved.Phase():
                definition.body = self.body_of(node.block, definition, None)
            case model.Window(), resolved.Window():
                self.fill_window(node, definition)
            case model.Quality(), resolved.Quality():
                self.fill_quality(node, definition)
            case model.Value(), resolved.Value():
                self.fill_value(node, definition)
            case model.Walk(), resolved.Walk():
                self.fill_walk(node, definition)
            case model.Position(), resolved.Position():
                self.fill_position(node, definition)

    def scope_of(self, definition: Definition, actor: Variable | None) -> Scope:
        """What the lines of a definition can speak of. Exceptions to it can, too, but for what those lines bring in
        in whose place they stand."""
        self.scopes[definition] = around = Scope(None, [*([actor] if actor else []), *definition.parameters])
        return around.inner()

    def body_of(self, block: model.Block, definition: Definition, actor: Variable | None) -> Block:
        lines = self.texts_out(block.lines, definition)
        return self.lines(lines, self.scope_of(definition, actor))

    def playable_out(self, lines: tuple[model.Node, ...], definition: resolved.Playable) -> tuple[model.Node, ...]:
        """In which phases and windows it can be done belongs to the definition, too."""
        found = [line for line in lines if isinstance(line, model.Playable)]
        for number, line in enumerate(found):
            with self.line():
                if number:
                    wrong("E0202", f"Where {definition.name} is playable is said twice.", line.span)
                definition.playable = tuple(self.time(name, line) for name in line.names.names)
                definition.playable_clauses = line.clauses
        return tuple(line for line in lines if not isinstance(line, model.Playable))

    def time(self, name: str, line: model.Playable) -> resolved.Phase | resolved.Window:
        known: dict[str, resolved.Phase | resolved.Window] = {**self.book.phases, **self.book.windows}
        if name not in known:
            wrong("E0201", f"There is no phase or window called {name}.", line.span, near=near(name, known))
        return known[name]

    # -------------------------------------------------------------------------------------------- actions and powers

    def fill_act(self, node: model.Action | model.Power, action: resolved.Act) -> None:
        scope = self.scope_of(action, action.actor)
        lines = self.playable_out(self.texts_out(node.block.lines, action), action)
        rest = [line for line in lines if not isinstance(line, model.Limit)]
        while rest and self.in_head(rest[0]):
            with self.line_of(rest[0], scope):
                self.head_line(rest[0], action, scope)
            rest.pop(0)
            if action.head and self.draws(action.head[-1]):
                action.effects = (action.head.pop(),)
                break
            self.scopes[action] = replace(scope, variables=[*scope.variables])
        action.effects += self.lines(tuple(rest), scope)
        self.limit_lines(lines, action)

    def draws(self, line: resolved.Statement) -> bool:
        """Whether a name is given to what lies at the end of a pile that not all see, so that it may be drawn first."""
        if not isinstance(line, resolved.Let):
            return False
        waiting: list[resolved.Node] = [line.value]
        while waiting:
            node = waiting.pop()
            if isinstance(node, resolved.EndOf) and self.world.places[node.place.kind.name].seen.by != "all":
                return True
            waiting += node.inside if not isinstance(node, resolved.Known) else ()
        return False

    def in_head(self, line: model.Node) -> bool:
        """Whether a line belongs to the answer: a need, the cost, a name for a value, or a choice of whoever acts."""
        match line:
            case model.Need() | model.Utmost() | model.Costs() | model.Let():
                return True
            case model.Choose(who=model.The(noun=model.Noun(words=(), name="Player"), where=None)):
                return True
        return False

    def head_line(self, line: model.Node, action: resolved.Act, scope: Scope) -> None:
        if isinstance(line, model.Need):
            action.needs.append(self.need(line, scope))
        elif isinstance(line, model.Utmost):
            action.needs.append(self.utmost(line, scope))
        elif isinstance(line, model.Costs):
            self.cost(line, action, scope)
        else:
            made = self.statement(line, scope)
            assert isinstance(made, resolved.Choose | resolved.ChooseSeveral | resolved.Let)
            action.head.append(made)

    def cost(self, line: model.Costs, action: resolved.Act, scope: Scope) -> None:
        if "pay" not in self.book.procedures:
            wrong("E0319", "Nothing says what it means to pay.", line.span, hints=("to pay a Number called cost",))
        if action.cost is not None:
            wrong("E0202", "An action has one cost.", line.span)
        action.cost = self.phrase(line.amount, scope, NUMBER)
        action.cost_clauses = line.clauses

    def need(self, line: model.Need, scope: Scope) -> Need:
        condition = self.condition(line.condition, scope)
        return Need(condition, line.afterwards is not None, line.name or "", line.span, line.clauses)

    def utmost(self, line: model.Utmost, scope: Scope) -> Need:
        """A need that looks as far as the action can be done again."""
        amount = self.phrase(line.amount, scope, NUMBER)
        condition = resolved.Utmost(line.span, "highest" if line.extent == "high" else "lowest", amount)
        return Need(condition, True, line.name or "", line.span, line.clauses)

    def fill_procedure(self, node: model.Procedure, procedure: resolved.Procedure) -> None:
        scope = self.scope_of(procedure, procedure.actor)
        rest = list(self.texts_out(node.block.lines, procedure))
        while rest and isinstance(rest[0], model.Need):
            with self.line():
                if procedure.name != "pay":
                    wrong(
                        "E0318",
                        "Only actions, powers and `to pay` have needs; here `if` leaves out what cannot be.",
                        rest[0].span,
                    )
                procedure.needs.append(self.need(rest[0], scope))
            rest.pop(0)
        procedure.body = self.lines_of_nested(tuple(rest), scope)

    # ------------------------------------------------------------------------------------------------------- windows

    def fill_window(self, node: model.Window, window: resolved.Window) -> None:
        self.in_window = True
        lines = self.texts_out(node.block.lines, window)
        window.body = self.lines_of_nested(lines, self.scope_of(window, None))
        self.in_window = False
        with self.line():
            self.check_closes(window)

    def check_closes(self, window: resolved.Window) -> None:
        """A window in which everybody must act, and act again, would stay open."""
        for node, around in asked_in(window.body, None):
            if stays_open(node, around):
                wrong("E0329", f"Nobody can leave the window {window.name}.", node.span,
                      hints=("take turns from … until all pass", "… may …"))  # fmt: skip

    # -------------------------------------------------------------------------------------------- values, qualities

    def fill_quality(self, node: model.Quality, quality: resolved.Quality) -> None:
        scope = self.scope_of(quality, None)
        for line in node.conditions:
            with self.line():
                quality.conditions.append(self.condition(line, scope))
                quality.condition_clauses.append(line.clauses)

    def complete(self, value: resolved.Value) -> None:
        node = self.unfilled.get(value)
        if node is None or self.completing > MOST_AT_ONCE:
            return
        somes, self.somes = self.somes, []
        self.completing += 1
        with self.line():
            self.fill_value(node, value)
        self.completing -= 1
        self.somes = somes

    def fill_value(self, node: model.Value, value: resolved.Value) -> None:
        if self.unfilled.pop(value, None) is None:
            return
        scope = self.scope_of(value, None)
        for line in node.meaning:
            with self.line():
                value.cases.append(self.case(line, scope, value.kind))
        self.diagnostics += incomplete(node)
        if not value.cases:
            return
        value.kind = self.common_kind([case[0].kind for case in value.cases])
        value.maybe = any(case[0].maybe for case in value.cases)

    def case(
        self, line: model.Node, scope: Scope, wanted: Kind | None
    ) -> tuple[resolved.Expression, Condition | None, tuple[str, ...]]:
        if isinstance(line, model.Case):
            condition = self.condition(line.condition, scope) if line.condition else None
            return self.phrase(line.value, scope), condition, line.clauses
        if isinstance(line, model.OtherwiseCase):
            return self.phrase(line.value, scope), None, line.clauses
        if isinstance(line, model.InGroups):
            return self.in_groups(line, scope), None, line.clauses
        return self.phrase(line, scope), None, line.clauses

    def common_kind(self, kinds: list[Kind]) -> Kind:
        return NUMBER if all(k.is_a(NUMBER) for k in kinds) else kinds[0]

    # --------------------------------------------------------------------------------------------- rules and endings

    def rule(self, node: model.Rule, variant: str | None) -> Definition | None:
        """A standing rule, a trigger, or what nobody may do."""
        fields = self.heading(node, node.heading, variant)
        self.fresh_name(node.heading.name, {rule.name: rule for rule in self.book.rules}, node)
        first, *rest = node.lines
        match first:
            case model.Whenever():
                return self.standing_rule(fields, first, tuple(rest))
            case model.After():
                return self.happening(resolved.Trigger(**fields), first, tuple(rest))  # type: ignore[arg-type]
            case model.Before():
                return self.happening(resolved.Before(**fields), first, tuple(rest))  # type: ignore[arg-type]
            case model.Forbid():
                return self.bar(resolved.Bar(**fields), node.lines)  # type: ignore[arg-type]
        wrong("E0322", f"The rule {node.heading.name} says nothing about when.", node.span,
              hints=("whenever …", "after …", "before …", "… cannot …"))  # fmt: skip

    def standing_rule(
        self, fields: dict[str, object], first: model.Whenever, rest: tuple[model.Node, ...]
    ) -> Definition:
        rule = resolved.StandingRule(**fields)  # type: ignore[arg-type]
        rule.clauses += first.clauses
        rule.condition = self.condition(first.condition, Scope())
        lines = self.texts_out(rest, rule)
        rule.body = self.under(rule.condition, model.Block(first.span, (), lines), Scope())
        self.book.standing.append(rule)
        return rule

    def happening(
        self,
        trigger: resolved.Trigger | resolved.Before,
        first: model.After | model.Before,
        rest: tuple[model.Node, ...],
    ) -> Definition | None:
        trigger.clauses += first.clauses
        scope = Scope()
        match first.event:
            case model.Enters(subject=subject, place=place) | model.Leaves(subject=subject, place=place):
                trigger.event = "enters" if isinstance(first.event, model.Enters) else "leaves"
                trigger.subject = scope.add(self.parameter(subject))
                self.trigger_place(trigger, place, scope)
            case model.BecomesEvent(subject=subject):
                trigger.event = "becomes"
                trigger.subject = scope.add(self.parameter(subject))
                trigger.attribute = self.flag(trigger.subject.kind, first.event)
            case model.RisesEvent(subject=subject) | model.FallsEvent(subject=subject):
                trigger.event = "rises" if isinstance(first.event, model.RisesEvent) else "falls"
                trigger.subject = scope.add(self.parameter(subject))
                trigger.attribute = self.number_of(trigger.subject.kind, first.event)
            case model.DoesEvent(deed=model.DeedNamed(name=name)) if name in self.absent:
                return None
            case model.DoesEvent(subject=subject, deed=deed):
                trigger.event = "does"
                trigger.subject = scope.add(self.parameter(subject))
                if isinstance(deed, model.DeedNamed):
                    self.trigger_deed(trigger, deed, scope)
                else:
                    self.trigger_family(trigger, deed, scope)
        assert trigger.subject is not None  # every event is about something
        wanted = "player" if trigger.event == "does" else "piece"
        if trigger.subject.kind.sort != wanted:
            wrong("E0301", f"This is {a(trigger.subject.kind)}: {HAPPENS[wanted]}", first.span)
        self.scopes[trigger], inner = scope, scope.inner()
        nested = self.lines_of_nested if isinstance(trigger, resolved.Trigger) else self.lines
        trigger.body = nested(self.texts_out(rest, trigger), inner)
        if isinstance(trigger, resolved.Trigger):
            self.book.triggers.append(trigger)
        else:
            self.book.befores.append(trigger)
        return trigger

    def trigger_place(self, trigger: resolved.Happening, place: model.Node, scope: Scope) -> None:
        """`enters the Box` names a place; `enters a Cell` brings the cell in."""
        if isinstance(place, model.TheOne):
            board = self.world.boards.get(place.name)
            trigger.place = board.spaces if board else self.the_name(place.name, place.span, Scope())
        else:
            trigger.place_variable = scope.add(self.parameter(place))
            trigger.place = trigger.place_variable.kind
            board = self.world.boards.get(trigger.place.name)
        if board and board.each:
            unsupported("that something enters or leaves one player's board", place.span)

    def number_of(self, kind: Kind, event: model.RisesEvent | model.FallsEvent) -> Attribute:
        """The number that rises or falls."""
        name = event.attribute.word
        found = self.attribute(kind, name)
        if found is None:
            names = [x.name for x in self.world.attributes(kind)] if kind.sort == "piece" else []
            wrong("E0205", f"{an_initial(kind)} has no {name}.", event.span, near=near(name, names))
        if found.kind.sort != "range":
            wrong("E0301", f"{name} is no number that could rise or fall.", event.span)
        return found

    def trigger_deed(self, trigger: resolved.Happening, deed: model.DeedNamed, scope: Scope) -> None:
        """`does Step with a Ship`: the action, and what it was done with, as far as it is spoken of."""
        known: dict[str, resolved.Act] = {**self.book.powers, **self.book.actions}
        done = known.get(deed.name)
        if done is None:
            wrong("E0201", f"There is no action or power called {deed.name}.", deed.span, near=near(deed.name, known))
        given = dict(zip(*reversed(self.parameters(deed.params)), strict=True))
        if unknown := [word for word in given if word not in done.prepositions]:
            wrong("E0206", f"{deed.name} takes no `{unknown[0]} …`.", deed.span)
        for word, parameter in zip(done.prepositions, done.parameters, strict=True):
            variable = given.get(word)
            if variable is not None and not variable.kind.is_a(parameter.kind):
                wrong("E0301", f"{deed.name} is done with {a(parameter.kind)}, not {a(variable.kind)}.", deed.span)
        trigger.deeds = (done,)
        trigger.given = tuple(given.get(word) for word in done.prepositions)
        for variable in trigger.things:
            scope.add(variable)

    def waiting_order(self, node: model.WaitingOrder, variant: str | None) -> Definition:
        if self.find_kind(node.name) is not self.world.players:
            wrong("E0206", "It is players for whom rules wait.", node.span, hints=("each Player chooses …",))
        order = resolved.WaitingOrder("order of rules", "Order of rules", (), (), node.span, node.clauses, variant)
        self.book.waiting_order = order
        return order

    def trigger_family(self, trigger: resolved.Happening, deed: model.Node, scope: Scope) -> None:
        """`does a Technique`: any power of the family, which can be spoken of."""
        variable = self.parameter(deed)
        family = variable.kind
        if family.sort != "power":
            wrong("E0301", f"What is done is an action or a power, but this is {a(family)}.", deed.span)
        powers = [power for power in self.book.powers.values() if power.family is family]
        powers.sort(key=lambda power: power.number)
        trigger.deeds = tuple(powers)
        trigger.which = scope.add(variable)

    def ending(self, node: model.Ending, variant: str | None) -> Definition:
        name = node.name or "the end"
        if node.name:
            self.fresh_name(name, {ending.name: ending for ending in self.book.endings}, node)
        ending = resolved.Ending(name, name, (), (), node.span, self.cited(node), variant, called=bool(node.name))
        ending.condition = self.condition(node.condition, Scope())
        lines = self.texts_out(node.block.lines, ending)
        self.in_end = True
        ending.body = self.under(ending.condition, model.Block(node.span, (), lines), Scope())
        self.in_end = False
        doubtful = won_and_drawn(ending.body)
        self.diagnostics += [doubtful] if doubtful else []
        self.book.endings.append(ending)
        return ending


Turns = resolved.TakeTurns | None


def asked_in(block: Block, around: Turns) -> Iterator[tuple[resolved.Offer | resolved.TakeTurns, Turns]]:
    """The offers and turns in a block, each with the turns in which it stands."""
    for node in block:
        match node:
            case resolved.Offer():
                yield node, around
            case resolved.TakeTurns(body=body):
                yield node, around
                yield from asked_in(body, node)
            case resolved.If(branches=branches):
                for _, body in branches:
                    yield from asked_in(body, around)
            case resolved.ChooseOne(ways=ways):
                for way in ways:
                    yield from asked_in(way.body, around)
            case (
                resolved.ForEach(body=body)
                | resolved.Repeat(body=body)
                | resolved.Together(body=body)
                | resolved.May(body=body)
            ):
                yield from asked_in(body, around)


def stays_open(node: resolved.Offer | resolved.TakeTurns, around: Turns) -> bool:
    """Whether it goes on as long as anybody can act, so that nobody gets out by passing."""
    if isinstance(node, resolved.TakeTurns):
        return node.until is None and not node.all_pass
    return node.must and around is not None and around.until is None
