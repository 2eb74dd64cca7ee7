"""What is forbidden until the end of somebody's turn.

Each action that something forbids to pieces of a kind has, for each player, a number of every such piece: how many ends
of that player's turns have still to come. The action is forbidden to the piece while one of them is not 0. Likewise
with what is forbidden to players.
"""

from __future__ import annotations

from dsl import model, resolved
from dsl.resolve.choices import Choices
from dsl.resolve.context import Ban, Scope, unsupported, wrong
from dsl.resolve.wording import a
from dsl.resolved import TURN_ENDS, Block, Condition, Expression, Statement, Variable
from dsl.spans import Span
from dsl.world import NUMBER, Attribute, Kind, Visibility

TURNS = ("turn", "next-turn")
ENDS = "number of turns"  # the name, which no text can say, of the kind of the numbers
ACTOR = -1  # the place of whoever does an action, among those of what it is done with
MOST_ENDS = 2  # of turns that can be waited for: that of the turn that is on, and of the next one


class Lasting(Choices):
    """The part of the resolver that understands what lasts."""

    def lasting(self, node: model.Lasting, scope: Scope) -> Statement | None:
        following, whose = self.turn_end(node.until, scope)
        body = tuple(made for line in node.block.lines for made in self.forbid(line, scope.inner()))
        if not body:
            return None  # of actions of variants that are not in play
        carried = (self.marked(node.span, following, whose, body),)
        clauses = node.clauses + node.block.clauses
        return resolved.Lasting(node.span, clauses, whose, following, body, carried)

    def turn_end(self, node: model.Node, scope: Scope) -> tuple[bool, Expression]:
        """`the end of the next-turn of North`: whether it is the next one, and whose."""
        match node:
            case model.The(
                noun=model.Word(word="end"),
                where=model.Where(preposition="of", of=model.The(noun=model.Word(word=word), where=of)),
            ) if word in TURNS:
                following = word == "next-turn"
                if of is not None:
                    return following, self.phrase(of.of, scope, self.world.players)
                if not following:
                    return False, resolved.ActivePlayer(node.span, self.world.players, False)
        wrong("E0332", "What lasts here ends with a turn.", node.span,
              hints=("until the end of the turn", "until the end of the next-turn of the Player"))  # fmt: skip

    def forbid(self, node: model.Node, scope: Scope) -> list[resolved.Forbid]:
        """What may not be done; nothing of the actions of variants that are not in play."""
        if not isinstance(node, model.Forbid):
            unsupported("other effects that last than `… cannot …`", node.span)
        if node.condition is not None or isinstance(node.who, model.Desc):
            wrong("E0332", "What lasts is forbidden to something certain, and at once.", node.span,
                  hints=("the Ship cannot Step",))  # fmt: skip
        what = self.phrase(node.who, scope)
        actions = [self.forbidden(call) for call in node.deeds.calls]
        return [self.forbidden_to(what, action, node) for action in actions if action is not None]

    def forbidden(self, call: model.Node) -> resolved.Action | None:
        """The action; None for one of a variant that is not in play."""
        if not isinstance(call, model.Call) or call.phrase is not None or call.roles.roles:
            wrong("E0332", "What is forbidden is an action by its Name.", call.span, hints=("the Ship cannot Step",))
        if call.name in self.absent:
            return None
        if call.name not in self.book.actions:
            wrong("E0201", f"There is no action called {call.name}.", call.span, near=tuple(self.book.actions)[:3])
        return self.book.actions[call.name]

    def forbidden_to(self, what: Expression, action: resolved.Action, node: model.Forbid) -> resolved.Forbid:
        place = self.place_of(action, what, node)
        self.ban(action, place, node)
        return resolved.Forbid(node.span, node.clauses, what, action, place)

    def place_of(self, action: resolved.Action, what: Expression, node: model.Forbid) -> int:
        """Which of the things that the action is done with is meant; -1 for whoever does it."""
        if what.kind is self.world.players:
            return ACTOR
        if what.kind.sort != "piece":
            unsupported(f"forbidding something to {a(what.kind)}", node.who.span)
        places = [k for k, parameter in enumerate(action.parameters) if what.kind.is_a(parameter.kind)]
        if len(places) != 1:
            many = "several things of that kind" if places else "no such thing"
            wrong("E0332", f"{action.name} is done with {many}: {a(what.kind)}.", node.span)
        return places[0]

    # ---------------------------------------------------------------------------------------------------- the numbers

    def ban(self, action: resolved.Action, place: int, node: model.Forbid) -> None:
        """Declares the numbers of an action and what it is done with."""
        if (action, place) not in self.bans:
            kind = with_it(action, place).kind
            info = self.world.piece_infos.get(kind.name)
            if info is None and place != ACTOR:
                unsupported(f"forbidding something to any {kind.name}", node.span)
            made = self.numbers(action, place, kind, node.span)
            (info.attributes if info is not None else self.world.counts).extend(made)
            self.bans[action, place] = Ban(tuple(made), node.span)
        self.bans[action, place].clauses += node.clauses

    def numbers(self, action: resolved.Action, place: int, kind: Kind, span: Span) -> list[Attribute]:
        word = " ".join(part for part in (action.name, action.prepositions[place] if place != ACTOR else "") if part)
        names = [f"cannot {word}: turns of {player}" for player in self.world.players.elements]
        ends = self.world.kinds.setdefault(ENDS, Kind(ENDS, "range", span, ENDS, size=MOST_ENDS + 1))
        return [Attribute(name, ends, kind, Visibility(), span=span, declared=False) for name in names]

    def marked(self, span: Span, following: bool, whose: Expression, body: tuple[resolved.Forbid, ...]) -> Statement:
        """The numbers become as high as they have to be, in one change."""
        players = self.world.players
        who = Variable("whose turn", players, span=span)
        branches: list[tuple[Condition | None, Block]] = []
        for seat, name in enumerate(players.elements):
            player = resolved.Constant(span, players, False, seat, name)
            active = resolved.Compare(span, "=", resolved.ActivePlayer(span, players, False), player)
            once = tuple(self.at_least(line, seat, 1) for line in body)
            twice = tuple(self.at_least(line, seat, 2) for line in body)
            lines: Block = (resolved.If(span, (), ((active, twice), (None, once))),) if following else once
            branches.append((resolved.Compare(span, "=", resolved.Use(span, players, False, who), player), lines))
        return resolved.Together(span, (), (resolved.Let(span, (), who, whose), resolved.If(span, (), tuple(branches))))

    def at_least(self, line: resolved.Forbid, seat: int, ends: int) -> Statement:
        number = self.bans[line.action, line.place].numbers[seat]
        told = resolved.Get(line.span, number.kind, line.what.maybe, number, line.what)
        value = resolved.Constant(line.span, NUMBER, False, ends, str(ends))
        lower = resolved.Compare(line.span, "<", told, value)
        return resolved.If(line.span, (), ((lower, (resolved.Become(line.span, (), told, value),)),))

    # ---------------------------------------------------------------------------------------------- when all is read

    def finish_bans(self) -> None:
        """The needs of actions that something forbids, and what is done at the end of a turn."""
        for (action, place), ban in self.bans.items():
            parameter = with_it(action, place)
            what = resolved.Use(ban.span, parameter.kind, False, parameter)
            free = tuple(resolved.Compare(ban.span, "=", got(number, what), none(ban.span)) for number in ban.numbers)
            condition = resolved.Unbarred(ban.span, what, resolved.All(ban.span, free))
            action.needs.insert(0, resolved.Need(condition, False, "", ban.span, ban.clauses))
        if self.bans:
            self.book.procedures[TURN_ENDS] = self.turn_ends()

    def turn_ends(self) -> resolved.Procedure:
        """One end less has to come of the turns of the player whose turn it was."""
        players, span = self.world.players, next(iter(self.bans.values())).span
        player = Variable("player", players, span=span)
        branches: list[tuple[Condition | None, Block]] = []
        for seat, name in enumerate(players.elements):
            is_it = resolved.Constant(span, players, False, seat, name)
            lines = tuple(one_less(ban.numbers[seat], ban.span) for ban in self.bans.values())
            branches.append((resolved.Compare(span, "=", resolved.Use(span, players, False, player), is_it), lines))
        body = (resolved.Together(span, (), (resolved.If(span, (), tuple(branches)),)),)
        return resolved.Procedure(TURN_ENDS, TURN_ENDS, (player,), ("",), span, (), body=body)


def with_it(action: resolved.Action, place: int) -> Variable:
    """What the action is done with, or who does it."""
    found = action.actor if place == ACTOR else action.parameters[place]
    assert found is not None
    return found


def got(number: Attribute, what: Expression) -> resolved.Get:
    return resolved.Get(what.span, number.kind, False, number, what)


def none(span: Span) -> resolved.Constant:
    return resolved.Constant(span, NUMBER, False, 0, "0")


def one_less(number: Attribute, span: Span) -> Statement:
    thing = Variable(number.of.name, number.of, span=span)
    left = got(number, resolved.Use(span, number.of, False, thing))
    waiting = resolved.Selection(span, thing, number.of, that=(resolved.Compare(span, ">", left, none(span)),))
    one = resolved.Constant(span, NUMBER, False, 1, "1")
    return resolved.ForEach(span, (), waiting, None, (resolved.Change(span, (), "falls", left, one, None),))
