"""Which function of this folder lowers each statement, expression and condition: `Lowering` is asked by all of them."""

from __future__ import annotations

from typing import assert_never

from dsl import model as m
from dsl.ir.nodes import Block, Break, Expr
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
    position_hashing,
    set_choices,
    set_conditions,
    simultaneous,
    transactions,
    turns,
    values,
)
from dsl.lower.build import Env, Language, Lifted, Scene
from dsl.lower.walks import follow, straight
from dsl.lower.weighing import noted_name
from dsl.model import Variable
from dsl.model.core import Assign, ChooseWay, CoreStatement, DecideAtOnce, Do, GameOver, as_core


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
        done = _carried_out(scene, as_core(node))
        return (*piles.draws(scene, node), *elimination.asked_if_in(scene, node, done))

    def was_recorded(self, env: Env, node: m.Recorded) -> Expr:
        return position_hashing.was_recorded(env, node)

    def can(self, env: Env, node: m.CanDo) -> Expr:
        return legality.can(env, node)

    def in_the_end(self, env: Env, action: m.Act, condition: m.Condition) -> Expr:
        return look_ahead.in_the_end(env, action, condition)

    def can_power(self, env: Env, node: m.CanDoPower) -> Expr:
        return legality.can_power(env, node)


def _carried_out(scene: Scene, node: CoreStatement) -> Block:
    """What carries out a statement, once it is its turn."""
    match node:
        case m.Text() | m.Deepest():
            return ()
        case m.Move() | m.Show() | Assign():
            return changes.change(scene, node)
        case m.Record():
            return position_hashing.record(scene, node)
        case m.Shuffle():
            return piles.shuffle(scene, node)
        case m.Let():
            return (*control.let(scene, node), *noted_name(scene, node))
        case m.Choose():
            return choices.choose(scene, node)
        case ChooseWay(may_pass=True):
            return optional_blocks.may(scene, node)
        case ChooseWay():
            return alternatives.choose_way(scene, node)
        case m.ChooseSeveral():
            return set_choices.choose_several(scene, node)
        case m.Roll():
            return choices.roll(scene, node)
        case m.Offer():
            return offers.offer(scene, node)
        case Do():
            return actions.do(scene, node)
        case m.Score():
            return control.score(scene, node)
        case m.Overruled():
            return control.overruled(scene, node)
        case m.If():
            return control.branch(scene, node)
        case m.ForEach():
            return control.for_each(scene, node)
        case DecideAtOnce():
            return simultaneous.at_once(scene, node)
        case m.Repeat():
            return control.repeat(scene, node)
        case m.While():
            return follow.while_so(scene, node)
        case m.Follow():
            return follow.follow(scene, node)
        case m.TakeTurns():
            return turns.take_turns(scene, node)
        case m.Stop():
            return control.stop(scene, node)
        case m.StopRepeating():
            return (Break(),)
        case m.Prevent():
            return before_rules.prevent(scene, node)
        case m.InOneGo():
            return transactions.in_one_go(scene, node)
        case m.Together():
            return control.together(scene, node)
        case GameOver():
            return control.game_over(scene, node)
        case _:
            assert_never(node)
