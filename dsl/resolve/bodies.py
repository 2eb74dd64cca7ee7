"""The third pass: what stands under the headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model, tree
from dsl.model import Block, Condition, Definition, Need, Variable
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.resolve.context import Scope, unsupported, wrong
from dsl.resolve.groups import Groups
from dsl.resolve.once import incomplete, won_and_drawn
from dsl.resolve.wording import a, an_initial
from dsl.text.diagnostics import near

HAPPENS = {"piece": "it is pieces to which things happen.", "player": "it is players who do things."}
MOST_AT_ONCE = 20  # values that are resolved because another speaks of them, one inside the other


class Bodies(Groups):
    """The part of the resolver that fills definitions."""

    def fill(self, node: tree.Node, definition: Definition) -> None:
        match node, definition:
            case tree.Action() | tree.Power(), model.Act():
                self.fill_act(node, definition)
            case tree.Procedure(), model.Procedure():
                self.fill_procedure(node, definition)
            case tree.Phase(), model.Phase():
                definition.body = self.body_of(node.block, definition, None)
            case tree.Window(), model.Window():
                self.fill_window(node, definition)
            case tree.Quality(), model.Quality():
                self.fill_quality(node, definition)
            case tree.Value(), model.Value():
                self.fill_value(node, definition)
            case tree.Walk(), model.Walk():
                self.fill_walk(node, definition)
            case tree.Position(), model.Position():
                self.fill_position(node, definition)

    def scope_of(self, definition: Definition, actor: Variable | None) -> Scope:
        """What the lines of a definition can speak of. Exceptions to it can, too, but for what those lines bring in
        in whose place they stand."""
        self.scopes[definition] = around = Scope(None, [*([actor] if actor else []), *definition.parameters])
        return around.inner()

    def body_of(self, block: tree.Block, definition: Definition, actor: Variable | None) -> Block:
        lines = self.texts_out(block.lines, definition)
        return self.lines(lines, self.scope_of(definition, actor))

    def playable_out(self, lines: tuple[tree.Node, ...], definition: model.Playable) -> tuple[tree.Node, ...]:
        """In which phases and windows it can be done belongs to the definition, too."""
        found = [line for line in lines if isinstance(line, tree.Playable)]
        for number, line in enumerate(found):
            with self.line():
                if number:
                    wrong("E0202", f"Where {definition.name} is playable is said twice.", line.span)
                definition.playable = tuple(self.time(name, line) for name in line.names.names)
                definition.playable_clauses = line.clauses
        return tuple(line for line in lines if not isinstance(line, tree.Playable))

    def time(self, name: str, line: tree.Playable) -> model.Phase | model.Window:
        known: dict[str, model.Phase | model.Window] = {**self.book.phases, **self.book.windows}
        if name not in known:
            wrong("E0201", f"There is no phase or window called {name}.", line.span, near=near(name, known))
        return known[name]

    # -------------------------------------------------------------------------------------------- actions and powers

    def fill_act(self, node: tree.Action | tree.Power, action: model.Act) -> None:
        scope = self.scope_of(action, action.actor)
        lines = self.playable_out(self.texts_out(node.block.lines, action), action)
        rest = [line for line in lines if not isinstance(line, tree.Limit)]
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

    def draws(self, line: model.Statement) -> bool:
        """Whether a name is given to what lies at the end of a pile that not all see, so that it may be drawn first."""
        if not isinstance(line, model.Let):
            return False
        waiting: list[model.Node] = [line.value]
        while waiting:
            node = waiting.pop()
            if isinstance(node, model.EndOf) and self.world.places[node.place.kind.name].seen.by != "all":
                return True
            waiting += node.inside if not isinstance(node, model.Known) else ()
        return False

    def in_head(self, line: tree.Node) -> bool:
        """Whether a line belongs to the answer: a need, the cost, a name for a value, or a choice of whoever acts."""
        match line:
            case tree.Need() | tree.Utmost() | tree.Costs() | tree.Let():
                return True
            case tree.Choose(who=tree.The(noun=tree.Noun(words=(), name="Player"), where=None)):
                return True
        return False

    def head_line(self, line: tree.Node, action: model.Act, scope: Scope) -> None:
        if isinstance(line, tree.Need):
            action.needs.append(self.need(line, scope))
        elif isinstance(line, tree.Utmost):
            action.needs.append(self.utmost(line, scope))
        elif isinstance(line, tree.Costs):
            self.cost(line, action, scope)
        else:
            made = self.statement(line, scope)
            assert isinstance(made, model.Choose | model.ChooseSeveral | model.Let)
            action.head.append(made)

    def cost(self, line: tree.Costs, action: model.Act, scope: Scope) -> None:
        if "pay" not in self.book.procedures:
            wrong("E0319", "Nothing says what it means to pay.", line.span, hints=("to pay a Number called cost",))
        if action.cost is not None:
            wrong("E0202", "An action has one cost.", line.span)
        action.cost = self.phrase(line.amount, scope, NUMBER)
        action.cost_clauses = line.clauses

    def need(self, line: tree.Need, scope: Scope) -> Need:
        condition = self.condition(line.condition, scope)
        return Need(condition, line.afterwards is not None, line.name or "", line.span, line.clauses)

    def utmost(self, line: tree.Utmost, scope: Scope) -> Need:
        """A need that looks as far as the action can be done again."""
        amount = self.phrase(line.amount, scope, NUMBER)
        condition = model.Utmost(line.span, "highest" if line.extent == "high" else "lowest", amount)
        return Need(condition, True, line.name or "", line.span, line.clauses)

    def fill_procedure(self, node: tree.Procedure, procedure: model.Procedure) -> None:
        scope = self.scope_of(procedure, procedure.actor)
        rest = list(self.texts_out(node.block.lines, procedure))
        while rest and isinstance(rest[0], tree.Need):
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

    def fill_window(self, node: tree.Window, window: model.Window) -> None:
        self.in_window = True
        lines = self.texts_out(node.block.lines, window)
        window.body = self.lines_of_nested(lines, self.scope_of(window, None))
        self.in_window = False
        with self.line():
            self.check_closes(window)

    def check_closes(self, window: model.Window) -> None:
        """A window in which everybody must act, and act again, would stay open."""
        for node, around in asked_in(window.body, None):
            if stays_open(node, around):
                wrong("E0329", f"Nobody can leave the window {window.name}.", node.span,
                      hints=("take turns from … until all pass", "… may …"))  # fmt: skip

    # -------------------------------------------------------------------------------------------- values, qualities

    def fill_quality(self, node: tree.Quality, quality: model.Quality) -> None:
        scope = self.scope_of(quality, None)
        for line in node.conditions:
            with self.line():
                quality.conditions.append(self.condition(line, scope))
                quality.condition_clauses.append(line.clauses)

    def complete(self, value: model.Value) -> None:
        node = self.unfilled.get(value)
        if node is None or self.completing > MOST_AT_ONCE:
            return
        somes, self.somes = self.somes, []
        self.completing += 1
        with self.line():
            self.fill_value(node, value)
        self.completing -= 1
        self.somes = somes

    def fill_value(self, node: tree.Value, value: model.Value) -> None:
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
        self, line: tree.Node, scope: Scope, wanted: Kind | None
    ) -> tuple[model.Expression, Condition | None, tuple[str, ...]]:
        if isinstance(line, tree.Case):
            condition = self.condition(line.condition, scope) if line.condition else None
            return self.phrase(line.value, scope), condition, line.clauses
        if isinstance(line, tree.OtherwiseCase):
            return self.phrase(line.value, scope), None, line.clauses
        if isinstance(line, tree.InGroups):
            return self.in_groups(line, scope), None, line.clauses
        return self.phrase(line, scope), None, line.clauses

    def common_kind(self, kinds: list[Kind]) -> Kind:
        return NUMBER if all(k.is_a(NUMBER) for k in kinds) else kinds[0]

    # --------------------------------------------------------------------------------------------- rules and endings

    def rule(self, node: tree.Rule, variant: str | None) -> Definition | None:
        """A standing rule, a trigger, or what nobody may do."""
        fields = self.heading(node, node.heading, variant)
        self.fresh_name(node.heading.name, {rule.name: rule for rule in self.book.rules}, node)
        first, *rest = node.lines
        match first:
            case tree.Whenever():
                return self.standing_rule(fields, first, tuple(rest))
            case tree.After():
                return self.happening(model.Trigger(**fields), first, tuple(rest))  # type: ignore[arg-type]
            case tree.Before():
                return self.happening(model.Before(**fields), first, tuple(rest))  # type: ignore[arg-type]
            case tree.Forbid():
                return self.bar(model.Bar(**fields), node.lines)  # type: ignore[arg-type]
        wrong("E0322", f"The rule {node.heading.name} says nothing about when.", node.span,
              hints=("whenever …", "after …", "before …", "… cannot …"))  # fmt: skip

    def standing_rule(self, fields: dict[str, object], first: tree.Whenever, rest: tuple[tree.Node, ...]) -> Definition:
        rule = model.StandingRule(**fields)  # type: ignore[arg-type]
        rule.clauses += first.clauses
        rule.condition = self.condition(first.condition, Scope())
        lines = self.texts_out(rest, rule)
        rule.body = self.under(rule.condition, tree.Block(first.span, (), lines), Scope())
        self.book.standing.append(rule)
        return rule

    def happening(
        self,
        trigger: model.Trigger | model.Before,
        first: tree.After | tree.Before,
        rest: tuple[tree.Node, ...],
    ) -> Definition | None:
        trigger.clauses += first.clauses
        scope = Scope()
        match first.event:
            case tree.Enters(subject=subject, place=place) | tree.Leaves(subject=subject, place=place):
                trigger.event = "enters" if isinstance(first.event, tree.Enters) else "leaves"
                trigger.subject = scope.add(self.parameter(subject))
                self.trigger_place(trigger, place, scope)
            case tree.BecomesEvent(subject=subject):
                trigger.event = "becomes"
                trigger.subject = scope.add(self.parameter(subject))
                trigger.attribute = self.flag(trigger.subject.kind, first.event)
            case tree.RisesEvent(subject=subject) | tree.FallsEvent(subject=subject):
                trigger.event = "rises" if isinstance(first.event, tree.RisesEvent) else "falls"
                trigger.subject = scope.add(self.parameter(subject))
                trigger.attribute = self.number_of(trigger.subject.kind, first.event)
            case tree.DoesEvent(deed=tree.DeedNamed(name=name)) if name in self.absent:
                return None
            case tree.DoesEvent(subject=subject, deed=deed):
                trigger.event = "does"
                trigger.subject = scope.add(self.parameter(subject))
                if isinstance(deed, tree.DeedNamed):
                    self.trigger_deed(trigger, deed, scope)
                else:
                    self.trigger_family(trigger, deed, scope)
        assert trigger.subject is not None  # every event is about something
        wanted = "player" if trigger.event == "does" else "piece"
        if trigger.subject.kind.sort != wanted:
            wrong("E0301", f"This is {a(trigger.subject.kind)}: {HAPPENS[wanted]}", first.span)
        self.scopes[trigger], inner = scope, scope.inner()
        nested = self.lines_of_nested if isinstance(trigger, model.Trigger) else self.lines
        trigger.body = nested(self.texts_out(rest, trigger), inner)
        if isinstance(trigger, model.Trigger):
            self.book.triggers.append(trigger)
        else:
            self.book.befores.append(trigger)
        return trigger

    def trigger_place(self, trigger: model.Happening, place: tree.Node, scope: Scope) -> None:
        """`enters the Box` names a place; `enters a Cell` brings the cell in."""
        if isinstance(place, tree.TheOne):
            board = self.world.boards.get(place.name)
            trigger.place = board.spaces if board else self.the_name(place.name, place.span, Scope())
        else:
            trigger.place_variable = scope.add(self.parameter(place))
            trigger.place = trigger.place_variable.kind
            board = self.world.boards.get(trigger.place.name)
        if board and board.each:
            unsupported("that something enters or leaves one player's board", place.span)

    def number_of(self, kind: Kind, event: tree.RisesEvent | tree.FallsEvent) -> Attribute:
        """The number that rises or falls."""
        name = event.attribute.word
        found = self.attribute(kind, name)
        if found is None:
            names = [x.name for x in self.world.attributes(kind)] if kind.sort == "piece" else []
            wrong("E0205", f"{an_initial(kind)} has no {name}.", event.span, near=near(name, names))
        if found.kind.sort != "range":
            wrong("E0301", f"{name} is no number that could rise or fall.", event.span)
        return found

    def trigger_deed(self, trigger: model.Happening, deed: tree.DeedNamed, scope: Scope) -> None:
        """`does Step with a Ship`: the action, and what it was done with, as far as it is spoken of."""
        known: dict[str, model.Act] = {**self.book.powers, **self.book.actions}
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

    def waiting_order(self, node: tree.WaitingOrder, variant: str | None) -> Definition:
        if self.find_kind(node.name) is not self.world.players:
            wrong("E0206", "It is players for whom rules wait.", node.span, hints=("each Player chooses …",))
        order = model.WaitingOrder("order of rules", "Order of rules", (), (), node.span, node.clauses, variant)
        self.book.waiting_order = order
        return order

    def trigger_family(self, trigger: model.Happening, deed: tree.Node, scope: Scope) -> None:
        """`does a Technique`: any power of the family, which can be spoken of."""
        variable = self.parameter(deed)
        family = variable.kind
        if family.sort != "power":
            wrong("E0301", f"What is done is an action or a power, but this is {a(family)}.", deed.span)
        powers = [power for power in self.book.powers.values() if power.family is family]
        powers.sort(key=lambda power: power.number)
        trigger.deeds = tuple(powers)
        trigger.which = scope.add(variable)

    def ending(self, node: tree.Ending, variant: str | None) -> Definition:
        name = node.name or "the end"
        if node.name:
            self.fresh_name(name, {ending.name: ending for ending in self.book.endings}, node)
        ending = model.Ending(name, name, (), (), node.span, self.cited(node), variant, called=bool(node.name))
        ending.condition = self.condition(node.condition, Scope())
        lines = self.texts_out(node.block.lines, ending)
        self.in_end = True
        ending.body = self.under(ending.condition, tree.Block(node.span, (), lines), Scope())
        self.in_end = False
        doubtful = won_and_drawn(ending.body)
        self.diagnostics += [doubtful] if doubtful else []
        self.book.endings.append(ending)
        return ending


Turns = model.TakeTurns | None


def asked_in(block: Block, around: Turns) -> Iterator[tuple[model.Offer | model.TakeTurns, Turns]]:
    """The offers and turns in a block, each with the turns in which it stands."""
    for node in block:
        match node:
            case model.Offer():
                yield node, around
            case model.TakeTurns(body=body):
                yield node, around
                yield from asked_in(body, node)
            case model.If(branches=branches):
                for _, body in branches:
                    yield from asked_in(body, around)
            case model.ChooseOne(ways=ways):
                for way in ways:
                    yield from asked_in(way.body, around)
            case model.ForEach(body=body) | model.Repeat(body=body) | model.Together(body=body) | model.May(body=body):
                yield from asked_in(body, around)


def stays_open(node: model.Offer | model.TakeTurns, around: Turns) -> bool:
    """Whether it goes on as long as anybody can act, so that nobody gets out by passing."""
    if isinstance(node, model.TakeTurns):
        return node.until is None and not node.all_pass
    return node.must and around is not None and around.until is None
