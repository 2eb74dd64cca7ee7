"""Going along a walk, space by space; and blocks that are dropped when their condition ends."""

from __future__ import annotations

from dsl import model as m
from dsl.ir.nodes import Binary, Bits, Block, Break, Call, Expr, ForBits, If, Local, Return, Set, Single, While
from dsl.lower.build import Env, Made, Scene, index_of
from dsl.lower.choices import choose_among
from dsl.lower.ops import NOTHING, YES, both, empty_set, equal, negation, parameters, plus, statements, when
from dsl.lower.walks.parts import board_of, stops
from dsl.lower.walks.turning import heading, port, ports, step, ways_on
from dsl.model import Condition, Variable
from dsl.model.visit import use
from dsl.model.world import Kind


def while_so(scene: Scene, node: m.While) -> Block:
    """The block as a loop of one turn, which is left before the first line that finds the condition gone."""
    inner = scene.inside()
    inner.bounds = (*scene.bounds, node.condition)
    body = inner.block(node.body)
    return when(scene.condition(node.condition), (While(YES, (*body, Break())),))


def follow(scene: Scene, node: m.Follow) -> Block:
    walk = node.walk
    inner = scene.inside()
    given = [(inner.bind(p), inner.expression(a)) for p, a in zip(walk.parameters, node.arguments, strict=True)]
    bound = tuple(Set(name, value) for name, value in given)
    return (*bound, *_Following(inner, node).block())


class _Following:
    """One `follow`. `at` is the space where the walk is, as a location, or -1 when it is over; `came` the direction of
    the last step."""

    def __init__(self, scene: Scene, node: m.Follow) -> None:
        self.scene, self.node, self.walk = scene, node, node.walk
        assert self.walk.here is not None
        self.board = board_of(scene, self.walk)
        self.at = scene.bind(node.here)
        scene.values[self.walk.here] = Local(self.at)
        self.begun = scene.fresh("begun")  # where it began: what stood there may have gone on meanwhile
        self.came = scene.fresh("came")
        if self.walk.came is not None:
            scene.values[self.walk.came] = Local(self.came)
        self.places = self.board.spaces.size if self.walk.turns is None else ports(scene, self.walk)
        stopovers = Kind(f"stopover on {self.walk.name}", "space", size=self.places)  # spaces, or ports
        self.visited = Variable("visited", stopovers, many=True, span=node.span)
        self.seen = scene.bind(self.visited)

    @property
    def here(self) -> Expr:
        """The space, counted from 0."""
        return index_of(self.board.spaces, Local(self.at))

    def block(self) -> Block:
        body = self.scene.block(self.node.body)
        stop = when(stops(self.scene, self.walk, self.here, Local(self.begun)), (Break(),))
        turn = statements(body, stop, self._go_on())
        loop = While(negation(equal(Local(self.at), NOTHING)), turn)
        return statements(self._begin(), loop)

    # ------------------------------------------------------------------------------------------------------- steps

    def _begin(self) -> Block:
        """Goes to the start; where there are several, it is chosen."""
        walk, scene = self.walk, self.scene
        if isinstance(walk.start, m.Selection):
            goto = self._chosen(walk.start, ())
        else:
            assert walk.start is not None
            goto = (Set(self.at, scene.expression(walk.start)),)
        goto = (*goto, Set(self.begun, self.here))
        none = (Set(self.seen, empty_set(self.places)),)
        if walk.along is not None:
            return goto
        came = Set(self.came, NOTHING), *when(self._there(self.at), (Set(self.came, heading(scene, walk, self.here)),))
        return statements(none, goto, came, self._visit())

    def _go_on(self) -> Block:
        """The next space; -1 where the way ends."""
        walk, scene = self.walk, self.scene
        if walk.along is not None:
            return self._straight_on()
        if walk.onward is not None:
            goto = self._chosen(walk.onward, (self._fresh(walk.onward.variable),))
            return statements(goto, self._visit())
        before, came = scene.fresh("before"), scene.fresh("way")
        target = Variable(self.board.spaces.name, self.board.spaces, span=self.node.span)
        selection = m.Selection(self.node.span, target, target.kind)
        keep = Set(before, self.here), Set(came, Local(self.came))
        goto = self._chosen(selection, (self._leads_to(target),))
        own = tuple(scene.values[p] for p in walk.parameters)
        find = Call(self._way(), (Local(before), Local(came), self.here, Local(self.seen), *own))
        turn = when(self._there(self.at), (Set(self.came, find),))
        return statements(keep, goto, turn, self._visit())

    def _straight_on(self) -> Block:
        walk, scene = self.walk, self.scene
        assert walk.along is not None
        direction = index_of(self.board.directions, scene.expression(walk.along))
        around = equal(self.here, Local(self.begun))
        return (Set(self.at, step(scene, walk, direction, self.here)), If(around, (Break(),)))

    def _there(self, name: str) -> Expr:
        return negation(equal(Local(name), NOTHING))

    def _visit(self) -> Block:
        turns = self.walk.turns is not None
        place = port(self.scene, self.walk, Local(self.came), self.here) if turns else self.here
        seen = Binary("|", Local(self.seen), Single(place, self.places))
        return when(self._there(self.at), (Set(self.seen, seen),))

    def _chosen(self, selection: m.Selection, more: tuple[Condition, ...]) -> Block:
        """Asks for the next space, where there are several."""
        variable = Variable(selection.variable.name, selection.kind, span=self.node.span)
        choice = m.Choose(self.node.span, (), self.node.who, selection, variable)
        ask = choose_among(self.scene, choice, more, if_in=True)
        return (*ask, Set(self.at, self.scene.values[variable]))

    # ----------------------------------------------------------------------------------------------- what is left

    def _given(self) -> tuple[m.Use, ...]:
        """The variables on which it depends where the walk leads."""
        walk, span = self.walk, self.node.span
        own = [*walk.parameters, walk.here, walk.came, self.visited]
        return tuple(use(v, span) for v in own if v is not None)

    def _fresh(self, target: Variable) -> Made:
        """The space has not been visited."""

        def make(env: Env) -> Expr:
            visited = Binary("has", env.values[self.visited], index_of(target.kind, env.values[target]))
            return negation(visited)

        span = self.node.span
        return Made(span, make, (use(self.visited, span), use(target, span)))

    def _leads_to(self, target: Variable) -> Made:
        """A way that has not been taken leads to the space."""

        def make(env: Env) -> Expr:
            walk = self.walk
            assert walk.here is not None
            assert walk.came is not None
            here, there = index_of(target.kind, env.values[walk.here]), index_of(target.kind, env.values[target])
            own = tuple(env.values[p] for p in walk.parameters)
            way = Call(self._way(), (here, env.values[walk.came], there, env.values[self.visited], *own))
            return negation(equal(way, NOTHING))

        return Made(self.node.span, make, (*self._given(), use(target, self.node.span)))

    def _way(self) -> str:
        """The function that gives the direction of the way from one space to another: one not taken yet; or -1."""
        build, walk = self.scene.build, self.walk
        env = Env(build)
        visited = (("visited", Bits(self.places)),)
        given = (*parameters("here", "came", "there"), *visited, *env.parameters(walk.parameters))
        way, there = Local("way"), Local("there")

        def body() -> Block:
            location = step(env, walk, way, Local("here"))
            direction = plus(way, self.board.directions.start)
            fresh = negation(Binary("has", Local("visited"), port(env, walk, direction, there)))
            fits = both(equal(index_of(self.board.spaces, location), there), fresh)
            ways = ways_on(env, walk, Local("here"), Local("came"))
            return (ForBits("way", ways, when(fits, (Return(direction),))), Return(NOTHING))

        return build.value(f"way {walk.name}", given, body, span=walk.span)
