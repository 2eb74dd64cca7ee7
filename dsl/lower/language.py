"""The parts of the lowering, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dsl import resolved as r
from dsl.ir import Block, Expr
from dsl.lower import (
    actions,
    anticipation,
    changes,
    choices,
    conditions,
    control,
    follow,
    foresight,
    legality,
    lifting,
    may,
    offers,
    one_go,
    outs,
    piles,
    positions,
    secret,
    several,
    turns,
    values,
    walks,
    ways,
)
from dsl.lower.build import Env, Language, Lifted, Scene
from dsl.resolved import Variable

_STATEMENTS: Mapping[type, Callable[[Scene, Any], Block]] = {
    r.Text: lambda scene, node: (),
    r.Deepest: lambda scene, node: (),
    r.Move: changes.change,
    r.Show: changes.change,
    r.Record: positions.record,
    r.Shuffle: piles.shuffle,
    r.Change: changes.change,
    r.Become: changes.change,
    r.TurnInto: changes.change,
    r.Let: control.let,
    r.Choose: choices.choose,
    r.ChooseOne: ways.choose_one,
    r.ChooseSeveral: several.choose_several,
    r.Roll: choices.roll,
    r.Offer: offers.offer,
    r.May: may.may,
    r.DoPhase: control.do_phase,
    r.DoAction: actions.do_action,
    r.DoPower: actions.do_power,
    r.Perform: actions.perform,
    r.Open: actions.open_window,
    r.Win: control.win,
    r.Score: control.score,
    r.Draw: control.draw,
    r.If: control.branch,
    r.Overruled: control.overruled,
    r.ForEach: control.for_each,
    r.InSecret: secret.in_secret,
    r.Repeat: control.repeat,
    r.While: follow.while_so,
    r.Follow: follow.follow,
    r.TakeTurns: turns.take_turns,
    r.Stop: control.stop,
    r.Prevent: anticipation.prevent,
    r.InOneGo: one_go.in_one_go,
    r.Lasting: lambda scene, node: scene.block(node.carried),
    r.Together: control.together,
}


class Lowering(Language):
    """Everything that sentences can say."""

    def expression(self, env: Env, node: r.Expression) -> Expr:
        return values.expression(env, node)

    def condition(self, env: Env, node: r.Condition) -> Expr:
        return conditions.condition(env, node)

    def lift(self, env: Env, variable: Variable, condition: r.Condition) -> Lifted | None:
        return lifting.lift(env, variable, condition)

    def reached(self, env: Env, node: r.OnWalk) -> Expr:
        find = walks.ends if node.ends else walks.reached
        return find(env, node.walk, node.arguments)

    def on_walk(self, env: Env, node: r.OnWalk) -> Expr:
        return walks.on_walk(env, node)

    def walk_end(self, env: Env, node: r.WalkEnd) -> Expr:
        return walks.walk_end(env, node.walk, node.arguments)

    def statement(self, scene: Scene, node: r.Statement) -> Block:
        done = _STATEMENTS[type(node)](scene, node)
        return (*piles.draws(scene, node), *outs.asked_if_in(scene, node, done))

    def was_recorded(self, env: Env, node: r.Recorded) -> Expr:
        return positions.was_recorded(env, node)

    def can(self, env: Env, node: r.CanDo) -> Expr:
        return legality.can(env, node)

    def in_the_end(self, env: Env, action: r.Act, condition: r.Condition) -> Expr:
        return foresight.in_the_end(env, action, condition)

    def can_power(self, env: Env, node: r.CanDoPower) -> Expr:
        return legality.can_power(env, node)
