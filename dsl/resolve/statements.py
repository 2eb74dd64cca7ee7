"""Lines: what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import model, resolved
from dsl.errors import near
from dsl.inflection import articled
from dsl.resolve.changing import Changing
from dsl.resolve.context import Scope, wrong
from dsl.resolve.once import never_reached
from dsl.resolve.one_go import parted, whose
from dsl.resolve.which import RolesByPreposition, roles_of
from dsl.resolve.wording import spoken
from dsl.resolved import Block, Expression, Statement, Variable
from dsl.world import NUMBER

MOST_DEEP = 8  # what can go on inside itself is laid out so many times


def called_with(procedure: resolved.Procedure | resolved.Window, roles: RolesByPreposition) -> str:
    """How a verb or window is called, with what stands in a line that calls it otherwise, if that is as much."""
    stated = [*map(spoken, roles.values())] if len(roles) == len(procedure.parameters) else []
    things = stated or ["…" for _ in procedure.parameters]
    pairs = zip(procedure.prepositions, things, strict=True)
    return " ".join([procedure.name, *(f"{word} {thing}".strip() for word, thing in pairs)])


class Statements(Changing):
    """The part of the resolver that understands what happens."""

    def block(self, node: model.Block, scope: Scope) -> Block:
        return self.lines(node.lines, scope.inner())

    def lines(self, nodes: tuple[model.Node, ...], scope: Scope) -> Block:
        """The lines of a block; what one brings in, the next can speak of. Lines with faults are noted and left out."""
        found: list[Statement] = []
        for node in nodes:
            with self.line_of(node, scope):
                found += self.statements(node, scope)
        unreached = None if self.in_end else never_reached(tuple(found), self.world.out is not None)
        self.diagnostics += [unreached] if unreached else []
        return tuple(found)

    def statements(self, node: model.Node, scope: Scope) -> tuple[Statement, ...]:
        """What a line says: one thing, or of a move to several places a move to each."""
        if isinstance(node, model.Move):
            return self.moves(node, scope)
        statement = self.statement(node, scope)
        return (statement,) if statement is not None else ()

    def statement(self, node: model.Node, scope: Scope) -> Statement | None:
        handler = HANDLERS.get(type(node))
        if isinstance(node, model.Forbid):
            wrong("E0332", "What cannot be done stands in a rule of its own, or under `until …`.", node.span)
        if isinstance(node, model.Capped):
            wrong("E0332", "What is at least or at most stands under `until …`.", node.span)
        if handler is None:
            wrong("E0314", "This line has no place here.", node.span, hints=MISPLACED.get(type(node), ()))
        made: Statement | None = handler(self, node, scope)
        return made

    def lines_of_nested(self, nodes: tuple[model.Node, ...], scope: Scope) -> Block:
        """The lines of what can go on inside itself: how deep is said first."""
        first, rest = nodes[:1], nodes[1:]
        if not (first and isinstance(first[0], model.Deepest)):
            return self.lines(nodes, scope)
        found: list[Statement] = []
        with self.line():
            found.append(self.deepest(first[0], scope.inner()))
        return (*found, *self.lines(rest, scope))

    def deepest(self, node: model.Deepest, scope: Scope) -> Statement:
        if not 1 <= node.most <= MOST_DEEP:
            wrong("E0347", f"It is {node.most} deep; it can be 1 to {MOST_DEEP}.", node.span)
        clauses = node.clauses + (node.block.clauses if node.block else ())
        return resolved.Deepest(node.span, clauses, node.most, self.block(node.block, scope) if node.block else ())

    # ------------------------------------------------------------------------------------------------------- what to do

    def offer(self, node: model.Offer, scope: Scope) -> Statement | None:
        who = self.phrase(node.who, scope, self.world.players)
        for call in node.calls:
            self.refuse_what_goes_without_saying(call)
        invocations = [self.invocation(call, scope) for call in node.calls]
        present = tuple(i for i in invocations if i is not None)
        if not present:
            return None
        must = node.modal.word == "must"
        return resolved.Offer(node.span, node.clauses, who, must, node.modal.repeatedly is not None, present)

    def refuse_what_goes_without_saying(self, call: model.Node) -> None:
        """`may Push to a Cell`: whoever does it chooses the cell."""
        where = (call.where.of,) if isinstance(call, model.CallAt) else ()
        phrases = (call.phrase,) if isinstance(call, model.Call) else where
        roles = call.roles.roles if isinstance(call, model.Call | model.CallAt) else ()
        for phrase in (*phrases, *(role.phrase for role in roles)):
            if isinstance(phrase, model.Indefinite):
                message = f"`{articled(phrase.noun.name)}` goes without saying: whoever is offered it chooses."
                wrong("E0208", message, phrase.span, hints=("leave it out; which are allowed, the action's needs say",))

    def run(self, node: model.Run, scope: Scope) -> Statement | None:
        power = self.power_call(node.call, scope)
        if power is not None:
            return resolved.DoPower(node.span, node.clauses, self.as_whom(node, scope), power)
        assert isinstance(node.call, model.Call | model.CallAt)
        if node.call.name in self.book.phases and node.as_if is None:
            return resolved.DoPhase(node.span, node.clauses, self.book.phases[node.call.name])
        if node.call.name in self.book.actions or node.call.name in self.absent:
            invocation = self.invocation(node.call, scope)
            if invocation is None:
                return None
            if None in invocation.arguments:
                wrong("E0206", f"Say with what {node.call.name} is done.", node.span)
            who = self.as_whom(node, scope) or self.actor(node, scope)
            return resolved.DoAction(node.span, node.clauses, who, invocation)
        if node.call.name in self.book.windows:
            wrong("E0206", f"{node.call.name} is a window.", node.span, hints=(f"open {node.call.name}",))
        known = [*self.book.phases, *self.book.actions]
        wrong(
            "E0201",
            f"There is no phase or action called {node.call.name}.",
            node.span,
            near=near(node.call.name, known),
        )

    def actor(self, node: model.Node, scope: Scope) -> Expression:
        found = self.variable("Player", node.span, scope)
        if found is None:
            wrong("E0203", "Nobody acts here, so nobody can do it.", node.span)
        return resolved.Use(node.span, found.kind, False, found)

    def as_whom(self, node: model.Run, scope: Scope) -> Expression | None:
        """Who does it, as if it were theirs, where that is said."""
        if node.as_if is None:
            return None
        match node.as_if.role:
            case model.The(noun=model.Word(word="owner"), where=None):
                return self.phrase(node.as_if.who, scope, self.world.players)
        wrong("E0206", "What is done as if somebody owned it says so.", node.as_if.span,
              hints=("as if the Player were the owner",))  # fmt: skip

    def perform(self, node: model.Perform | model.PerformAt, scope: Scope) -> Statement:
        procedure = self.book.procedures.get(node.word)
        if procedure is None:
            verbs = [*self.book.procedures, *STATEMENT_WORDS]
            wrong("E0205", f"No verb is called {node.word}.", node.span, near=near(node.word, verbs))
        roles = roles_of(node.roles.roles)
        if isinstance(node, model.PerformAt):
            roles[node.where.preposition] = node.where.of
        elif node.phrase is not None:
            roles[""] = node.phrase
        if procedure in self.needing and procedure.name == "pay":
            wrong("E0318", f"`{node.word}` has needs; in an action write `costs`.", node.span)
        arguments = self.matched(procedure, roles, scope)
        if arguments is None:
            message = f"`to {node.word}` is defined for other things."
            wrong("E0206", message, node.span, hints=(called_with(procedure, roles),))
        return resolved.Perform(node.span, node.clauses, procedure, arguments)

    def open(self, node: model.Open, scope: Scope) -> Statement:
        call = node.call
        assert isinstance(call, model.Call | model.CallAt)
        call = self.split(call, self.book.windows)
        window = self.book.windows.get(call.name)
        if window is None:
            if call.name in self.book.phases:
                wrong("E0206", f"{call.name} is a phase.", node.span, hints=(f"do {call.name}",))
            wrong(
                "E0201", f"There is no window called {call.name}.", call.span, near=near(call.name, self.book.windows)
            )
        arguments = self.matched(window, self.stated(call), scope)
        if arguments is None:
            hint = f"open {called_with(window, self.stated(call))}"
            wrong("E0206", f"The window {window.name} is for other things.", node.span, hints=(hint,))
        return resolved.Open(node.span, node.clauses, window, arguments)

    def stop(self, node: model.Stop, scope: Scope) -> Statement:
        match node.what:
            case model.The(noun=model.Noun(words=(), name=name), where=None) if name in self.book.phases:
                return resolved.Stop(node.span, node.clauses, self.book.phases[name])
        wrong("E0206", "What is stopped is a phase.", node.span, near=tuple(self.book.phases))

    def prevent(self, node: model.Prevent, scope: Scope) -> Statement:
        return resolved.Prevent(node.span, node.clauses)

    def wins(self, node: model.Wins, scope: Scope) -> Statement:
        return resolved.Win(node.span, node.clauses, self.phrase(node.who, scope, self.world.players))

    def score(self, node: model.Scores | model.Loses, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        amount = self.number_part(node.amount, scope)
        return resolved.Score(node.span, node.clauses, who, isinstance(node, model.Scores), amount)

    def draw(self, node: model.Draw, scope: Scope) -> Statement:
        return resolved.Draw(node.span, node.clauses)

    # ---------------------------------------------------------------------------------------------------------- order

    def under(self, condition: resolved.Condition, node: model.Block, scope: Scope) -> Block:
        """The lines under a condition; `the Ship` is what `there is a Ship` found."""
        if not isinstance(condition, resolved.Exists):
            return self.block(node, scope)
        found = condition.selection
        variable = Variable(found.variable.name, found.kind, span=found.span)
        inner = scope.inner(variable)
        body = self.lines(node.lines, inner.inner())
        if variable not in inner.asked:
            return body
        pick = resolved.Pick(found.span, found.kind, False, found, "a")
        return (resolved.Let(found.span, (), variable, pick, True), *body)

    def if_then(self, node: model.IfThen, scope: Scope) -> Statement:
        condition = self.condition(node.condition, scope)
        first = self.under(condition, node.block, scope)
        branches: list[tuple[resolved.Condition | None, Block]] = [(condition, first)]
        for other in node.others:
            if isinstance(other, model.Otherwise):
                branches.append((None, self.block(other.block, scope)))
            else:
                condition = self.condition(other.condition, scope)
                branches.append((condition, self.under(condition, other.block, scope)))
        return resolved.If(node.span, node.clauses + node.block.clauses, tuple(branches))

    def for_each(self, node: model.ForEach, scope: Scope) -> Statement:
        order = None
        if isinstance(node.manner, model.OrderFrom):
            order = self.phrase(node.manner.who, scope, self.world.players)
        selection = self.one_described(node.desc, scope)
        if order is not None and selection.kind is not self.world.players:
            wrong("E0206", f"Players sit in an order; {selection.kind.plural} do not.", node.span)
        body = self.block(node.block, scope.inner(selection.variable))
        clauses = node.clauses + node.block.clauses
        if not isinstance(node.manner, model.Secretly):
            return resolved.ForEach(node.span, clauses, selection, order, body)
        if selection.kind is not self.world.players:
            wrong("E0206", f"Players choose in secret; {selection.kind.plural} do not.", node.span)
        return resolved.InSecret(node.span, clauses, selection, body)

    def goes_out(self, node: model.GoesOut, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        assert self.world.out is not None  # declared because this very sentence is there
        return resolved.TurnInto(node.span, node.clauses, self.world.out, who, True)

    def while_so(self, node: model.WhileSo, scope: Scope) -> Statement:
        condition = self.condition(node.condition, scope)
        body = self.under(condition, node.block, scope)
        return resolved.While(node.span, node.clauses + node.block.clauses, condition, body)

    def follow(self, node: model.Follow, scope: Scope) -> Statement:
        found = self.walk_named(node.walk, scope)
        if found is None:
            wrong("E0201", "It is a walk that is followed.", node.walk.span, near=near(str(node.walk), self.book.walks))
        self.followed.append((found[0], node.walk.span))
        who = self.the_name("Player", node.span, scope)
        space = self.spaces_of_walk(found[0], node.span)
        here = Variable(space.name, space, span=node.span)
        body = self.block(node.block, scope.inner(here))
        return resolved.Follow(node.span, node.clauses + node.block.clauses, who, *found, here, body)

    def repeat(self, node: model.Repeat, scope: Scope) -> Statement:
        times = until = None
        match node.how_often:
            case model.Times(number=number):
                times = self.phrase(number, scope, NUMBER)
            case model.Until(condition=condition):
                until = self.condition(condition, scope)
        body = self.block(node.block, scope)
        return resolved.Repeat(node.span, node.clauses + node.block.clauses, times, until, body)

    def take_turns(self, node: model.TakeTurns, scope: Scope) -> Statement:
        first = self.phrase(node.first, scope, self.world.players)
        player = self.player_variable(node)
        until = self.condition(node.last.condition, scope) if isinstance(node.last, model.TurnsUntil) else None
        body = self.block(node.block, scope.inner(player))
        all_pass = isinstance(node.last, model.AllPass)
        clauses = node.clauses + node.block.clauses
        return resolved.TakeTurns(node.span, clauses, first, player, not self.in_window, all_pass, until, body)

    def in_one_go(self, node: model.InOneGo, scope: Scope) -> Statement:
        steps, needs = parted(node)
        inner = scope.inner()
        body = self.lines(steps, inner)
        tests = []
        for need in needs:
            with self.line():
                condition = self.condition(need.condition, inner)
                tests.append(resolved.FinalTest(need.span, need.clauses, need.name or "", condition))
        clauses = node.clauses + node.block.clauses
        return resolved.InOneGo(node.span, clauses, whose(body, node.span), body, tuple(tests))

    def together(self, node: model.Together, scope: Scope) -> Statement:
        return resolved.Together(node.span, node.clauses + node.block.clauses, self.block(node.block, scope))


Handler = Callable[[Any, Any, Scope], Statement | None]

FIRST = "`only if` and `costs` stand first in an action"
BEFORE = "it stands before what happens, in an action or a power"
MISPLACED: dict[type, tuple[str, ...]] = {
    model.Need: (FIRST, "if …, and under it what is done only then"),
    model.Costs: (FIRST,),
    model.Limit: (BEFORE,),
    model.Playable: (BEFORE,),
    model.InShort: ("it stands in a phase, an action, a power or a verb, not further in",),
    model.Deepest: ("it stands first in a verb, a window or a rule with `after`",),
}  # what to do about lines that are no statements

HANDLERS: dict[type, Handler] = {
    model.Words: Statements.words,
    model.Show: Statements.show,
    model.Shuffle: Statements.shuffle,
    model.Record: Statements.record,
    model.Rise: Statements.rise,
    model.Fall: Statements.fall,
    model.Become: Statements.become,
    model.TurnInto: Statements.turn_into,
    model.Let: Statements.let,
    model.Choose: Statements.choose,
    model.Roll: Statements.roll,
    model.Offer: Statements.offer,
    model.Run: Statements.run,
    model.Perform: Statements.perform,
    model.PerformAt: Statements.perform,
    model.Open: Statements.open,
    model.Stop: Statements.stop,
    model.Prevent: Statements.prevent,
    model.Wins: Statements.wins,
    model.Scores: Statements.score,
    model.Loses: Statements.score,
    model.Draw: Statements.draw,
    model.IfThen: Statements.if_then,
    model.ForEach: Statements.for_each,
    model.Repeat: Statements.repeat,
    model.GoesOut: Statements.goes_out,
    model.WhileSo: Statements.while_so,
    model.Follow: Statements.follow,
    model.TakeTurns: Statements.take_turns,
    model.InOneGo: Statements.in_one_go,
    model.Together: Statements.together,
    model.Lasting: Statements.lasting,
}

STATEMENT_WORDS = (
    "move",
    "let",
    "do",
    "show",
    "shuffle",
    "open",
    "stop",
    "prevent",
    "repeat",
    "follow",
    "together",
    "if",
    "while",
)
