"""Lines: what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import model, tree
from dsl.model import Block, Expression, Statement, Variable
from dsl.model.world import NUMBER
from dsl.resolve.changing import Changing
from dsl.resolve.context import Scope, wrong
from dsl.resolve.once import never_reached
from dsl.resolve.one_go import parted, whose
from dsl.resolve.which import RolesByPreposition, roles_of
from dsl.resolve.wording import spoken
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

MOST_DEEP = 8  # what can go on inside itself is laid out so many times


def called_with(procedure: model.Procedure | model.Window, roles: RolesByPreposition) -> str:
    """How a verb or window is called, with what stands in a line that calls it otherwise, if that is as much."""
    stated = [*map(spoken, roles.values())] if len(roles) == len(procedure.parameters) else []
    things = stated or ["…" for _ in procedure.parameters]
    pairs = zip(procedure.prepositions, things, strict=True)
    return " ".join([procedure.name, *(f"{word} {thing}".strip() for word, thing in pairs)])


class Statements(Changing):
    """The part of the resolver that understands what happens."""

    def block(self, node: tree.Block, scope: Scope) -> Block:
        return self.lines(node.lines, scope.inner())

    def lines(self, nodes: tuple[tree.Node, ...], scope: Scope) -> Block:
        """The lines of a block; what one brings in, the next can speak of. Lines with faults are noted and left out."""
        found: list[Statement] = []
        for node in nodes:
            with self.line_of(node, scope):
                found += self.statements(node, scope)
        unreached = None if self.in_end else never_reached(tuple(found), self.world.out is not None)
        self.diagnostics += [unreached] if unreached else []
        return tuple(found)

    def statements(self, node: tree.Node, scope: Scope) -> tuple[Statement, ...]:
        """What a line says: one thing, or of a move to several places a move to each."""
        if isinstance(node, tree.Move):
            return self.moves(node, scope)
        statement = self.statement(node, scope)
        return (statement,) if statement is not None else ()

    def statement(self, node: tree.Node, scope: Scope) -> Statement | None:
        handler = HANDLERS.get(type(node))
        if isinstance(node, tree.Forbid):
            wrong("E0332", "What cannot be done stands in a rule of its own, or under `until …`.", node.span)
        if isinstance(node, tree.Capped):
            wrong("E0332", "What is at least or at most stands under `until …`.", node.span)
        if handler is None:
            wrong("E0314", "This line has no place here.", node.span, hints=MISPLACED.get(type(node), ()))
        made: Statement | None = handler(self, node, scope)
        return made

    def lines_of_nested(self, nodes: tuple[tree.Node, ...], scope: Scope) -> Block:
        """The lines of what can go on inside itself: how deep is said first."""
        first, rest = nodes[:1], nodes[1:]
        if not (first and isinstance(first[0], tree.Deepest)):
            return self.lines(nodes, scope)
        found: list[Statement] = []
        with self.line():
            found.append(self.deepest(first[0], scope.inner()))
        return (*found, *self.lines(rest, scope))

    def deepest(self, node: tree.Deepest, scope: Scope) -> Statement:
        if not 1 <= node.most <= MOST_DEEP:
            wrong("E0347", f"It is {node.most} deep; it can be 1 to {MOST_DEEP}.", node.span)
        clauses = node.clauses + (node.block.clauses if node.block else ())
        return model.Deepest(node.span, clauses, node.most, self.block(node.block, scope) if node.block else ())

    # ------------------------------------------------------------------------------------------------------- what to do

    def offer(self, node: tree.Offer, scope: Scope) -> Statement | None:
        who = self.phrase(node.who, scope, self.world.players)
        for call in node.calls:
            self.refuse_what_goes_without_saying(call)
        invocations = [self.invocation(call, scope) for call in node.calls]
        present = tuple(i for i in invocations if i is not None)
        if not present:
            return None
        must = node.modal.word == "must"
        return model.Offer(node.span, node.clauses, who, must, node.modal.repeatedly is not None, present)

    def refuse_what_goes_without_saying(self, call: tree.Node) -> None:
        """`may Push to a Cell`: whoever does it chooses the cell."""
        where = (call.where.of,) if isinstance(call, tree.CallAt) else ()
        phrases = (call.phrase,) if isinstance(call, tree.Call) else where
        roles = call.roles.roles if isinstance(call, tree.Call | tree.CallAt) else ()
        for phrase in (*phrases, *(role.phrase for role in roles)):
            if isinstance(phrase, tree.Indefinite):
                message = f"`{articled(phrase.noun.name)}` goes without saying: whoever is offered it chooses."
                wrong("E0208", message, phrase.span, hints=("leave it out; which are allowed, the action's needs say",))

    def run(self, node: tree.Run, scope: Scope) -> Statement | None:
        power = self.power_call(node.call, scope)
        if power is not None:
            return model.DoPower(node.span, node.clauses, self.as_whom(node, scope), power)
        assert isinstance(node.call, tree.Call | tree.CallAt)
        if node.call.name in self.book.phases and node.as_if is None:
            return model.DoPhase(node.span, node.clauses, self.book.phases[node.call.name])
        if node.call.name in self.book.actions or node.call.name in self.absent:
            invocation = self.invocation(node.call, scope)
            if invocation is None:
                return None
            if None in invocation.arguments:
                wrong("E0206", f"Say with what {node.call.name} is done.", node.span)
            who = self.as_whom(node, scope) or self.actor(node, scope)
            return model.DoAction(node.span, node.clauses, who, invocation)
        if node.call.name in self.book.windows:
            wrong("E0206", f"{node.call.name} is a window.", node.span, hints=(f"open {node.call.name}",))
        known = [*self.book.phases, *self.book.actions]
        wrong(
            "E0201",
            f"There is no phase or action called {node.call.name}.",
            node.span,
            near=near(node.call.name, known),
        )

    def actor(self, node: tree.Node, scope: Scope) -> Expression:
        found = self.variable("Player", node.span, scope)
        if found is None:
            wrong("E0203", "Nobody acts here, so nobody can do it.", node.span)
        return model.Use(node.span, found.kind, False, found)

    def as_whom(self, node: tree.Run, scope: Scope) -> Expression | None:
        """Who does it, as if it were theirs, where that is said."""
        if node.as_if is None:
            return None
        match node.as_if.role:
            case tree.The(noun=tree.Word(word="owner"), where=None):
                return self.phrase(node.as_if.who, scope, self.world.players)
        wrong("E0206", "What is done as if somebody owned it says so.", node.as_if.span,
              hints=("as if the Player were the owner",))  # fmt: skip

    def perform(self, node: tree.Perform | tree.PerformAt, scope: Scope) -> Statement:
        procedure = self.book.procedures.get(node.word)
        if procedure is None:
            verbs = [*self.book.procedures, *STATEMENT_WORDS]
            wrong("E0205", f"No verb is called {node.word}.", node.span, near=near(node.word, verbs))
        roles = roles_of(node.roles.roles)
        if isinstance(node, tree.PerformAt):
            roles[node.where.preposition] = node.where.of
        elif node.phrase is not None:
            roles[""] = node.phrase
        if procedure in self.needing and procedure.name == "pay":
            wrong("E0318", f"`{node.word}` has needs; in an action write `costs`.", node.span)
        arguments = self.matched(procedure, roles, scope)
        if arguments is None:
            message = f"`to {node.word}` is defined for other things."
            wrong("E0206", message, node.span, hints=(called_with(procedure, roles),))
        return model.Perform(node.span, node.clauses, procedure, arguments)

    def open(self, node: tree.Open, scope: Scope) -> Statement:
        call = node.call
        assert isinstance(call, tree.Call | tree.CallAt)
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
        return model.Open(node.span, node.clauses, window, arguments)

    def stop(self, node: tree.Stop, scope: Scope) -> Statement:
        match node.what:
            case tree.The(noun=tree.Noun(words=(), name=name), where=None) if name in self.book.phases:
                return model.Stop(node.span, node.clauses, self.book.phases[name])
        wrong("E0206", "What is stopped is a phase.", node.span, near=tuple(self.book.phases))

    def prevent(self, node: tree.Prevent, scope: Scope) -> Statement:
        return model.Prevent(node.span, node.clauses)

    def wins(self, node: tree.Wins, scope: Scope) -> Statement:
        return model.Win(node.span, node.clauses, self.phrase(node.who, scope, self.world.players))

    def score(self, node: tree.Scores | tree.Loses, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        amount = self.number_part(node.amount, scope)
        return model.Score(node.span, node.clauses, who, isinstance(node, tree.Scores), amount)

    def draw(self, node: tree.Draw, scope: Scope) -> Statement:
        return model.Draw(node.span, node.clauses)

    # ---------------------------------------------------------------------------------------------------------- order

    def under(self, condition: model.Condition, node: tree.Block, scope: Scope) -> Block:
        """The lines under a condition; `the Ship` is what `there is a Ship` found."""
        if not isinstance(condition, model.Exists):
            return self.block(node, scope)
        found = condition.selection
        variable = Variable(found.variable.name, found.kind, span=found.span)
        inner = scope.inner(variable)
        body = self.lines(node.lines, inner.inner())
        if variable not in inner.asked:
            return body
        pick = model.Pick(found.span, found.kind, False, found, "a")
        return (model.Let(found.span, (), variable, pick, True), *body)

    def if_then(self, node: tree.IfThen, scope: Scope) -> Statement:
        condition = self.condition(node.condition, scope)
        first = self.under(condition, node.block, scope)
        branches: list[tuple[model.Condition | None, Block]] = [(condition, first)]
        for other in node.others:
            if isinstance(other, tree.Otherwise):
                branches.append((None, self.block(other.block, scope)))
            else:
                condition = self.condition(other.condition, scope)
                branches.append((condition, self.under(condition, other.block, scope)))
        return model.If(node.span, node.clauses + node.block.clauses, tuple(branches))

    def for_each(self, node: tree.ForEach, scope: Scope) -> Statement:
        order = None
        if isinstance(node.manner, tree.OrderFrom):
            order = self.phrase(node.manner.who, scope, self.world.players)
        selection = self.one_described(node.desc, scope)
        if order is not None and selection.kind is not self.world.players:
            wrong("E0206", f"Players sit in an order; {selection.kind.plural} do not.", node.span)
        body = self.block(node.block, scope.inner(selection.variable))
        clauses = node.clauses + node.block.clauses
        if not isinstance(node.manner, tree.Secretly):
            return model.ForEach(node.span, clauses, selection, order, body)
        if selection.kind is not self.world.players:
            wrong("E0206", f"Players choose in secret; {selection.kind.plural} do not.", node.span)
        return model.InSecret(node.span, clauses, selection, body)

    def goes_out(self, node: tree.GoesOut, scope: Scope) -> Statement:
        who = self.phrase(node.who, scope, self.world.players)
        assert self.world.out is not None  # declared because this very sentence is there
        return model.TurnInto(node.span, node.clauses, self.world.out, who, True)

    def while_so(self, node: tree.WhileSo, scope: Scope) -> Statement:
        condition = self.condition(node.condition, scope)
        body = self.under(condition, node.block, scope)
        return model.While(node.span, node.clauses + node.block.clauses, condition, body)

    def follow(self, node: tree.Follow, scope: Scope) -> Statement:
        found = self.walk_named(node.walk, scope)
        if found is None:
            wrong("E0201", "It is a walk that is followed.", node.walk.span, near=near(str(node.walk), self.book.walks))
        self.followed.append((found[0], node.walk.span))
        who = self.the_name("Player", node.span, scope)
        space = self.spaces_of_walk(found[0], node.span)
        here = Variable(space.name, space, span=node.span)
        body = self.block(node.block, scope.inner(here))
        return model.Follow(node.span, node.clauses + node.block.clauses, who, *found, here, body)

    def repeat(self, node: tree.Repeat, scope: Scope) -> Statement:
        times = until = None
        match node.how_often:
            case tree.Times(number=number):
                times = self.phrase(number, scope, NUMBER)
            case tree.Until(condition=condition):
                until = self.condition(condition, scope)
        body = self.block(node.block, scope)
        return model.Repeat(node.span, node.clauses + node.block.clauses, times, until, body)

    def take_turns(self, node: tree.TakeTurns, scope: Scope) -> Statement:
        first = self.phrase(node.first, scope, self.world.players)
        player = self.player_variable(node)
        until = self.condition(node.last.condition, scope) if isinstance(node.last, tree.TurnsUntil) else None
        body = self.block(node.block, scope.inner(player))
        all_pass = isinstance(node.last, tree.AllPass)
        clauses = node.clauses + node.block.clauses
        return model.TakeTurns(node.span, clauses, first, player, not self.in_window, all_pass, until, body)

    def in_one_go(self, node: tree.InOneGo, scope: Scope) -> Statement:
        steps, needs = parted(node)
        inner = scope.inner()
        body = self.lines(steps, inner)
        tests = []
        for need in needs:
            with self.line():
                condition = self.condition(need.condition, inner)
                tests.append(model.FinalTest(need.span, need.clauses, need.name or "", condition))
        clauses = node.clauses + node.block.clauses
        return model.InOneGo(node.span, clauses, whose(body, node.span), body, tuple(tests))

    def together(self, node: tree.Together, scope: Scope) -> Statement:
        return model.Together(node.span, node.clauses + node.block.clauses, self.block(node.block, scope))


Handler = Callable[[Any, Any, Scope], Statement | None]

FIRST = "`only if` and `costs` stand first in an action"
BEFORE = "it stands before what happens, in an action or a power"
MISPLACED: dict[type, tuple[str, ...]] = {
    tree.Need: (FIRST, "if …, and under it what is done only then"),
    tree.Costs: (FIRST,),
    tree.Limit: (BEFORE,),
    tree.Playable: (BEFORE,),
    tree.InShort: ("it stands in a phase, an action, a power or a verb, not further in",),
    tree.Deepest: ("it stands first in a verb, a window or a rule with `after`",),
}  # what to do about lines that are no statements

HANDLERS: dict[type, Handler] = {
    tree.Words: Statements.words,
    tree.Show: Statements.show,
    tree.Shuffle: Statements.shuffle,
    tree.Record: Statements.record,
    tree.Rise: Statements.rise,
    tree.Fall: Statements.fall,
    tree.Become: Statements.become,
    tree.TurnInto: Statements.turn_into,
    tree.Let: Statements.let,
    tree.Choose: Statements.choose,
    tree.Roll: Statements.roll,
    tree.Offer: Statements.offer,
    tree.Run: Statements.run,
    tree.Perform: Statements.perform,
    tree.PerformAt: Statements.perform,
    tree.Open: Statements.open,
    tree.Stop: Statements.stop,
    tree.Prevent: Statements.prevent,
    tree.Wins: Statements.wins,
    tree.Scores: Statements.score,
    tree.Loses: Statements.score,
    tree.Draw: Statements.draw,
    tree.IfThen: Statements.if_then,
    tree.ForEach: Statements.for_each,
    tree.Repeat: Statements.repeat,
    tree.GoesOut: Statements.goes_out,
    tree.WhileSo: Statements.while_so,
    tree.Follow: Statements.follow,
    tree.TakeTurns: Statements.take_turns,
    tree.InOneGo: Statements.in_one_go,
    tree.Together: Statements.together,
    tree.Lasting: Statements.lasting,
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
