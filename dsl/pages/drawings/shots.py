"""Lines of what one piece does to another where neither goes anywhere, in pictures of examples: what an action is told
that is done, and what it has carried out for a piece, or chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.board.scene import Scene
from dsl.model.visit import explained_by, nodes_in, parts_of
from dsl.pages.drawings.sights import Sight, asks_for_a_line
from dsl.pages.drawings.whereabouts import Whereabouts

Bound = Mapping[model.Variable, model.Expression | None]


@dataclass(frozen=True)
class Shots:
    """Of what is done in a run, whose `scene` tells what becomes of the pieces; `where` is where things stand."""

    scene: Scene
    where: Whereabouts

    def space_of(self, thing: model.Expression) -> int | None:
        return self.where.space_of(thing)

    def of(self, steps: Sequence[model.ExampleStep]) -> list[Sight]:
        """The lines of what is done by some steps, each only once."""
        chosen = [one for step in steps if isinstance(step, model.WhenChooses) for one in step.what]
        found = list[Sight]()
        for step in steps:
            if isinstance(step, model.WhenDoes):
                found += self.done(step.invocation, [one for one in chosen if isinstance(one, model.Expression)])
                found += self.aimed(step)
        moving = {space for move in self.scene.moves for space in move}
        return [one for one in dict.fromkeys(found) if not moving & {one.start, one.end}]

    def done(self, invocation: model.Invocation, chosen: Sequence[model.Expression]) -> Iterator[Sight]:
        action = invocation.action
        ends = self.standing(invocation.arguments)
        if len(ends) == 2:
            yield Sight(ends[0], ends[1], True, action, done=True)
        elif len(ends) == 1:
            bound = dict(zip(action.parameters, invocation.arguments, strict=False))
            yield from self.carried_out(action, action, bound, ends[0], chosen, ())

    def aimed(self, step: model.WhenDoes) -> Iterator[Sight]:
        """The line from the only such piece of whoever acts to a space on which others stand, if the action is told
        that space and needs one of the two to be something to the other."""
        action = step.invocation.action
        actors = frozenset({action.actor} if action.actor else ())
        bound = dict(zip(action.parameters, step.invocation.arguments, strict=False))
        where, full = replace(self.where, who=step.who, actors=actors), {piece.at for piece in self.scene.pieces}
        for need in action.needs:
            match need.condition:
                case model.Holds(arguments=(model.Use(variable=told), model.Pick() as own)) if told in bound:
                    end, start = bound[told], where.space_of(own)
                    if isinstance(end, model.Constant) and start is not None and end.value in full - {start}:
                        yield Sight(start, end.value, True, action, done=True)
                case _:  # joins nothing
                    pass

    def carried_out(
        self, action: model.Action, act: model.Act | model.Procedure, bound: Bound, start: int,
        chosen: Sequence[model.Expression], known: tuple[model.Definition, ...],
    ) -> Iterator[Sight]:  # fmt: skip
        """The lines of what an act has carried out, whose parameters stand for what is `bound`."""
        for node in nodes_in([*parts_of(act)]):
            match node:
                case model.Choose(selection=selection) if asks_from(selection, act.parameters):
                    for end in self.standing(chosen):
                        yield Sight(start, end, True, action, done=True)
                case model.Perform(procedure=done, arguments=arguments):
                    told = [meant(one, bound) for one in arguments]
                    ends = self.standing(told)
                    if len(ends) == 2 and start in ends:
                        yield from self.struck(action, done, start, next(end for end in ends if end != start))
                    elif done not in known:
                        inner = dict(zip(done.parameters, told, strict=False))
                        yield from self.carried_out(action, done, inner, start, chosen, (*known, act))
                case model.DoPower(call=call):
                    for power in (one for one in call.members if one not in known and one.name in self.shown(start)):
                        told = [meant(one, bound) for one in call.given(power)]
                        inner = dict(zip(power.parameters, told, strict=False))
                        yield from self.carried_out(action, power, inner, start, chosen, (*known, act))
                case _:  # does nothing to another piece
                    pass

    def struck(self, action: model.Action, done: model.Procedure, start: int, end: int) -> Iterator[Sight]:
        """To what is done something: if more has changed than the piece that does it; else, if that asks for a line, it
        is closed where something is in the way."""
        if self.has_changed(start):
            yield Sight(start, end, True, action, done=True)
            return
        asked = (word for word in explained_by(parts_of(done)) if isinstance(word, model.Quality))
        yield from (Sight(start, end, False, quality) for quality in asked if asks_for_a_line(quality))

    def has_changed(self, start: int) -> bool:
        """Whether anything is otherwise than before but what stands there or comes there, also off the boards, and
        dice."""
        scene = self.scene
        own = {piece.kind for piece in (*scene.come, *scene.thrown) if piece.at == start or piece in scene.thrown}
        on_boards = (*scene.gone, *scene.come, *(one for one, _ in scene.otherwise))
        left = Counter(scene.aside) - Counter(scene.aside_end)
        return any(piece.at != start for piece in on_boards) or any(piece.kind not in own for piece in left)

    def shown(self, space: int) -> set[str]:
        """What the pieces on a space show, before or then, and as they are seen when they are gone."""
        opened = (other for _, other in self.scene.opened)
        return {v for p in (*self.scene.pieces, *self.scene.end, *opened) if p.at == space for _, v in p.values}

    def standing(self, things: Sequence[model.Expression | None]) -> list[int]:
        """On which spaces pieces stand that are named, if each is on one of its own."""
        pieces = [one for one in things if one is not None and one.kind.sort == "piece"]
        found = [space for one in pieces if (space := self.space_of(one)) is not None]
        return found if len({*found}) == len(found) else []


def meant(thing: model.Expression, bound: Bound) -> model.Expression:
    """What stands for a parameter, or the thing itself."""
    return (bound.get(thing.variable) if isinstance(thing, model.Use) else None) or thing


def asks_from(selection: model.Selection, parameters: Sequence[model.Variable]) -> bool:
    """Whether there has to be a line to what is chosen, from what an act is told."""
    held = [node for node in nodes_in(selection) if isinstance(node, model.Holds) and asks_for_a_line(node.quality)]
    used = (node for one in held for node in nodes_in(one.arguments) if isinstance(node, model.Use))
    return any(node.variable in parameters for node in used)
