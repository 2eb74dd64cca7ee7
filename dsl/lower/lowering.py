"""The parts of the lowering, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dsl import model as m
from dsl.core.statements import DecideAtOnce, Do
from dsl.ir.nodes import Block, Expr
from dsl.lower import (
    actions,
    alternatives,
    before_rules,
    changes,
    choices,
    conditions,
    control,
    elimination,
    legality,
    look_ahead,
    offers,
    optional_blocks,
    piles,
    positions,
    set_choices,
    set_conditions,
    simultaneous,
    transactions,
    turns,
    values,
)
from dsl.lower.build import Env, Language, Lifted, Scene
from dsl.lower.walks import follow, straight
from dsl.model import Variable

_STATEMENTS: Mapping[type, Callable[[Scene, Any], Block]] = {
    m.Text: lambda scene, node: (),
    m.Deepest: lambda scene, node: (),
    m.Move: changes.change,
    m.Show: changes.change,
    m.Record: positions.record,
    m.Shuffle: piles.shuffle,
    m.Change: changes.change,
    m.Become: changes.change,
    m.TurnInto: changes.change,
    m.Let: control.let,
    m.Choose: choices.choose,
    m.ChooseOne: alternatives.choose_one,
    m.ChooseSeveral: set_choices.choose_several,
    m.Roll: choices.roll,
    m.Offer: offers.offer,
    m.May: optional_blocks.may,
    Do: actions.do,
    m.Win: control.win,
    m.Score: control.score,
    m.Draw: control.draw,
    m.If: control.branch,
    m.Overruled: control.overruled,
    m.ForEach: control.for_each,
    DecideAtOnce: simultaneous.at_once,
    m.Repeat: control.repeat,
    m.While: follow.while_so,
    m.Follow: follow.follow,
    m.TakeTurns: turns.take_turns,
    m.Stop: control.stop,
    m.Prevent: before_rules.prevent,
    m.InOneGo: transactions.in_one_go,
    m.Together: control.together,
}


class Lowering(Language):
    """Everything that sentences can say."""

    def expression(self, env: Env, node: m.Expression) -> Expr:
        return values.expression(env, node)

    def condition(self, env: Env, node: m.Condition) -> Expr:
        return conditions.condition(env, node)

    def lift(self, env: Env, variable: Variable, condition: m.Condition) -> Lifted | None:
        return set_conditions.lift(env, variable, condition)

    def reached(self, env: Env, node: m.OnWalk) -> Expr:
        find = straight.ends if node.ends else straight.reached
        return find(env, node.walk, node.arguments)

    def on_walk(self, env: Env, node: m.OnWalk) -> Expr:
        return straight.on_walk(env, node)

    def walk_end(self, env: Env, node: m.WalkEnd) -> Expr:
        return straight.walk_end(env, node.walk, node.arguments)

    def statement(self, scene: Scene, node: m.Statement) -> Block:
        done = _STATEMENTS[type(node)](scene, node)
        return (*piles.draws(scene, node), *elimination.asked_if_in(scene, node, done))

    def was_recorded(self, env: Env, node: m.Recorded) -> Expr:
        return positions.was_recorded(env, node)

    def can(self, env: Env, node: m.CanDo) -> Expr:
        return legality.can(env, node)

    def in_the_end(self, env: Env, action: m.Act, condition: m.Condition) -> Expr:
        return look_ahead.in_the_end(env, action, condition)

    def can_power(self, env: Env, node: m.CanDoPower) -> Expr:
        return legality.can_power(env, node)
